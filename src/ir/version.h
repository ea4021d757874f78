/**
 * @file
 * Versions of routines.
 *
 * A routine has its original version, which was read, and any number of derived ones, each with a name that
 * says what it is for ("tangent", "taping"). A derived version is a routine like any other: a deep copy of
 * what stood for its original when it was completed, to be changed by its maker. It has a symbol and a scope
 * of its own, and is written as a routine of its own; or it shares those of its original, and its control
 * flow becomes one of a replacement list. Versions of the same name call each other.
 *
 * How a document gets its versions:
 * 1. xb_version_declare() for each routine, so that calls find the versions of the same name,
 * 2. xb_version_complete() for each of them,
 * 3. xb_version_replacements() makes a replacement list of some, if that is wanted,
 * 4. xb_derive() puts any of these, and the original if it is to stay, in the place of the original,
 * 5. xb_versions_join() when all are in their places.
 */
#ifndef XB_IR_VERSION_H
#define XB_IR_VERSION_H

#include "ir/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What makes a routine a derived version. */
typedef struct xb_version {
    const xb_name *name;  /**< what the version is for */
    xb_routine *original; /**< as read */
    xb_scope *from;       /**< private: scope of the original; NULL if the version shares it */
    xb_node_map symbols;  /**< private: a local symbol of the original to that of the version */
    xb_node_map origins;  /**< private: the other way round */
    xb_list declared;     /**< private: symbols of the version whose declarations are to be copied */
} xb_version;

/**
 * Declares a derived version of a routine: symbol and scope, no formal arguments and no control flow.
 * @param original as read; if it is within a routine that has a version of this name, declare that one first
 * @param name copied; no two versions of a routine have the same one
 * @param symbol the subroutine that the version is, the version's alone; its scope is new then, and has
 * copies of those local symbols that the version refers to. NULL: symbol and scope are those of what stands
 * for the original
 * @return the version; it has a place in the program only when it is derived from something
 */
xb_routine *xb_version_declare(xb_program *program, xb_routine *original, const char *name,
                               xb_symbol *symbol);

/** Copies formal arguments, side effects and control flow of what now stands for its original, which must be
 * one routine, to a version. Calls lead to versions of the same name that have a symbol of their own. */
void xb_version_complete(xb_program *program, xb_routine *version);

/** Whether a statement is wanted. */
typedef bool xb_statement_choice(void *context, const xb_statement *statement);

/** xb_version_complete() with some of the statements of blocks only. @param keeps which; NULL: all */
void xb_version_complete_with(xb_program *program, xb_routine *version, xb_statement_choice *keeps,
                              void *context);

/**
 * xb_version_complete() for the last version that is made of what stands for its original, which nobody looks
 * at afterwards: where that is possible, statements that algorithms have made are not copied but become those
 * of the version.
 */
void xb_version_complete_and_take(xb_program *program, xb_routine *version);

/** The version of a routine with this name, or NULL. @param original as read */
xb_routine *xb_version_find(const xb_program *program, const xb_routine *original, const char *name);

/** The local symbol of a version for one of its original; the symbol itself if it has no other. */
xb_symbol *xb_version_symbol(xb_program *program, const xb_routine *version, xb_symbol *symbol);

/** The local symbol of the original that one of a version stands for; the symbol itself if it stands for
 * none. */
const xb_symbol *xb_version_origin(const xb_program *program, const xb_routine *version,
                                   const xb_symbol *symbol);

/**
 * Makes a replacement list of versions that share symbol and scope with their original, which may be a
 * version itself: then the list is one of that name.
 * @param template_name name of the template that back ends expand
 * @param versions xb_routine; number i, from 0, is placeholder i + 1; NULL: there is none
 */
xb_routine *xb_version_replacements(xb_program *program, xb_routine *original, const char *template_name,
                                    xb_routine *const *versions, size_t count);

/** Derives the edges of the call graph, when versions are in their places: instead of an edge, one for each
 * version of the caller and the version that it calls. */
void xb_versions_join(xb_program *program);

#ifdef __cplusplus
}
#endif

#endif
