/**
 * @file
 * Programs: what one XAIF document holds.
 */
#ifndef XB_IR_PROGRAM_H
#define XB_IR_PROGRAM_H

#include "base/diagnostics.h"
#include "ir/alias.h"
#include "ir/chains.h"
#include "ir/flow.h"
#include "ir/node_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** CallGraphEdge: a call. */
typedef struct xb_call_graph_edge {
    xb_node node;
    const xb_name *id;           /**< NULL if it was generated: given by the writer */
    bool overlay;                /**< generated, not read */
    xb_routine *source, *target; /**< see xb_view_end() */
} xb_call_graph_edge;

/** On whose behalf statements are made; see provenance.h. */
typedef struct xb_provenance {
    bool kept;            /**< private: whether statements get tags */
    const char *pass;     /**< private: NULL: none */
    uint64_t first, last; /**< private: lines of the source; 0: none */
    const xb_name *tags;  /**< private: NULL: not made yet */
} xb_provenance;

/** A module of a source. Lines count from 1. */
typedef struct xb_source_module {
    const xb_name *name;
    uint64_t contains; /**< its line, after the declarations; 0: the module has no procedures */
    uint64_t end;      /**< its last line */
    bool is_hidden;    /**< what is not said to be public is private */
} xb_source_module;

/** A file that a front end made the program of. */
typedef struct xb_source_file {
    const xb_name *path;
    bool is_fixed;           /**< in fixed form, if it is Fortran */
    uint64_t main, main_end; /**< first and last line of its main program; 0: it has none */
    xb_vector modules;       /**< xb_source_module in the order of the text */
} xb_source_file;

/** A program, with everything that algorithms attach to it. */
typedef struct xb_program {
    xb_node node;
    xb_arena *arena;             /**< holds the program; owned by it */
    xb_names *names;             /**< names of the program */
    xb_diagnostics *diagnostics; /**< where everything about the program is reported */
    const char *file;            /**< name of the document, for diagnostics */
    const xb_name *program_name; /**< NULL if none */
    const xb_name *prefix;       /**< beginning of generated names */
    xb_vector
        sources; /**< xb_source_file: each one after those whose modules it uses; none: they are not known */
    bool storage_is_declared;      /**< variables share storage only where facts, alias sets, pointers or the
                                      passing of arguments say so, as the document says */
    bool storage_is_vouched_for;   /**< likewise, but as the user says; it is not written */
    xb_list scopes;                /**< xb_scope in document order */
    xb_map scope_by_id;            /**< private */
    xb_scope *root;                /**< the scope without parent */
    xb_alias_map aliases;          /**< AliasSetMap */
    xb_chain_map chains;           /**< DUUDSetMap */
    xb_chain_map do_chains;        /**< DOSetMap */
    xb_vector large_keys;          /**< private: uint64_t, see xb_program_key() */
    xb_map numbers_of_keys;        /**< private: numbers of large keys */
    xb_names *taken_names;         /**< private: see taken_names.h */
    xb_vector name_takers;         /**< private: xb_list of xb_symbol by index in taken_names */
    xb_vector text_buffer;         /**< private */
    xb_list routines;              /**< xb_routine in document order */
    xb_list call_edges;            /**< xb_call_graph_edge */
    xb_node_map routine_by_symbol; /**< private: xb_routine */
    xb_map versions; /**< private: (node index of a routine or its scope, name index) to the version */
    xb_list slots;   /**< private: names of extension slots */
    xb_map counters; /**< private: next numbers of generated names */
    xb_map derivative_blocks; /**< private: (name index of a storage block, direction) to the xb_name of that
                                 of derivatives */
    xb_map operations;        /**< private: see xb_shared_operation() */
    uint32_t node_count;      /**< node indices are below */
    uint32_t first_made;      /**< index of the first node that algorithms have made; 0: it is not known */
    uint32_t call_sites;      /**< number of SubroutineCalls of the document, see xb_call */
    uint64_t derivations;     /**< number of calls of xb_derive() so far */
    xb_node_map tags;         /**< private: the xb_name of its tags, see tags.h */
    xb_provenance provenance; /**< private: of what is made now */
} xb_program;

/**
 * Creates an empty program.
 * @param failure where failing allocations jump to; must be protected now and whenever the program is built
 * or changed
 * @param diagnostics where problems are reported; must outlive the program
 * @param file name of the document, copied
 * @return the program, owned by the caller; NULL if memory ran out for its arena
 */
xb_program *xb_program_create(xb_failure *failure, xb_diagnostics *diagnostics, const char *file);

/** Frees a program and everything in it; NULL is allowed. */
void xb_program_destroy(xb_program *program);

/**
 * Creates a node: size zeroed bytes that begin with an xb_node of this kind.
 * @param line line of the document, 0 for generated nodes
 */
void *xb_node_create(xb_program *program, xb_kind kind, size_t size, size_t line);

/**
 * The number that stands for a key of an alias set or a chain of the document: the same for equal keys, and
 * the key itself unless that is very large. 0 stands for 0.
 */
uint32_t xb_program_key(xb_program *program, uint64_t key);

/** The key of the document that a number stands for. */
uint64_t xb_program_key_of(const xb_program *program, uint32_t number);

/** The front-end annotation of a node; NULL if it has none. */
const xb_name *xb_node_annotation(const xb_program *program, const xb_node *node);

/** Sets the annotation of a node. @param annotation a name of its program; NULL or the empty one: none */
void xb_node_annotate(xb_node *node, const xb_name *annotation);

/**
 * Registers an extension slot.
 * @param name name of the slot; registering it again gives the same slot
 * @return the slot's number, below XB_SLOT_LIMIT; XB_SLOT_LIMIT if there are too many
 */
unsigned xb_slot_register(xb_program *program, const char *name);

/** What a slot of a node holds; NULL if nothing. */
void *xb_slot_get(const xb_node *node, unsigned slot);

/** Sets what a slot of a node holds: anything, which is not copied. Let it live as long as the program, best
 * in its arena, or take it back. */
void xb_slot_set(xb_program *program, xb_node *node, unsigned slot, void *value);

/**
 * Says what is to be written in the place of a node.
 * @param derived xb_node to write, any number; the node itself may be among them. The list is copied and
 * stays the caller's; the nodes have to be the program's, made by xb_node_create() or the functions of
 * ir/build.h. NULL: the node stands for itself again
 */
void xb_derive(xb_program *program, xb_node *node, const xb_list *derived);

/** xb_derive() of exactly one node. */
void xb_derive_one(xb_program *program, xb_node *node, xb_node *derived);

/** The list that xb_derive() set, or NULL: one step of what xb_view_append() follows to its end. */
const xb_list *xb_derived(const xb_node *node);

/** Adds a routine to the program. */
void xb_program_add_routine(xb_program *program, xb_routine *routine);

/** Whether variables share storage only where something says so. */
static inline bool xb_program_declares_storage(const xb_program *program)
{
    return program->storage_is_declared || program->storage_is_vouched_for;
}

/** The routine that a subroutine symbol names, or NULL if the program has no body for it. */
xb_routine *xb_program_routine(const xb_program *program, const xb_symbol *symbol);

/** Whether a variable is declared outside of a routine: neither in its scope nor in one within that. */
bool xb_is_from_outside(const xb_routine *routine, const xb_symbol *symbol);

/** The routine that can be called in whose scope a variable is declared; NULL: none, it is global, or stands
 * in a scope within that of a routine. */
const xb_routine *xb_procedure_of(const xb_symbol *symbol);

/** Whether a scope is that of a routine that can be called: variables of other scopes are global. */
bool xb_program_has_procedure(const xb_program *program, const xb_scope *scope);

/** A program-wide counter: its next number, from 0 on. @param key its name */
uint64_t *xb_program_counter(xb_program *program, const xb_name *key);

/** The next number of a counter, which goes on. */
uint64_t xb_program_count(xb_program *program, const char *stem);

/** The place of a node, for diagnostics; path may be NULL. */
xb_place xb_program_place(const xb_program *program, const xb_node *node, const char *path);

/** Reports an internal error: a node is of a kind that it can't be of where it stands. Abandons the work, see
 * base/failure.h. */
#ifdef __cplusplus
[[noreturn]] void xb_unexpected_kind(const xb_program *program, const xb_node *node);
#else
_Noreturn void xb_unexpected_kind(const xb_program *program, const xb_node *node);
#endif

/** Name shorthand: interns text in the program's table. */
const xb_name *xb_program_name(xb_program *program, const char *text);

#ifdef __cplusplus
}
#endif

#endif
