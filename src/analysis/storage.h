/**
 * @file
 * Storage classes: which variables may share storage, as far as the program alone tells.
 *
 * Where both of two references have alias sets, these decide. Where one has none, its variable may share
 * storage with those of its class. What Fortran's rules decide, without knowing COMMON and EQUIVALENCE
 * statements: a temporary shares nothing; a formal argument shares nothing that is changed, neither
 * with other formal arguments nor with any other variable (15.5.2.13 of Fortran 2018); variables of different
 * type classes (floating point, integer, logical, text) share nothing; all others of one type class may be
 * equivalent, unless the program says that what shares storage is declared; and pointers may refer to
 * anything. Variables whose alias sets overlap are in one class, too,
 * and so are those that others connect in this way, such as a formal argument that has the places of several
 * actual ones: a class says what certainly is apart. That two variables of one class share storage is for
 * their references to tell (overlap.h).
 */
#ifndef XB_ANALYSIS_STORAGE_H
#define XB_ANALYSIS_STORAGE_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The storage classes of a program, as it was read. */
typedef struct xb_storage xb_storage;

/** Types of variables that may share storage. */
typedef enum xb_type_class {
    XB_TYPE_CLASS_FLOATING,
    XB_TYPE_CLASS_INTEGER,
    XB_TYPE_CLASS_LOGICAL,
    XB_TYPE_CLASS_TEXT,
    XB_TYPE_CLASS_ANY /**< not known */
} xb_type_class;

/** The class of a type. */
xb_type_class xb_type_class_of(xb_type type);

/** Whether types may be of one class. */
bool xb_types_are_of_one_class(xb_type a, xb_type b);

/** The storage classes. Linear time but for the inverse of Ackermann's function. */
const xb_storage *xb_storage_of(xb_analyses *analyses);

/** The class of what may be anywhere. */
#define XB_STORAGE_ANYWHERE UINT32_MAX

/** The class of a variable: variables of different classes never share storage, unless one is anywhere. */
uint32_t xb_storage_class(const xb_storage *storage, const xb_symbol *symbol);

/** A set of variables, for the question whether another one may share storage with a member. All zero is
 * empty, but for the storage. */
typedef struct xb_storage_set {
    const xb_storage *storage; /**< of the program; to be set */
    xb_map classes;            /**< private */
    unsigned types, anywhere;  /**< private: type classes of members, and of those that may be anywhere */
} xb_storage_set;

/** Adds a variable. @param arena where the set lives */
void xb_storage_set_add(xb_arena *arena, xb_storage_set *set, const xb_symbol *symbol);

/** Makes everything a member. */
void xb_storage_set_add_all(xb_storage_set *set);

/** Whether everything is a member. */
bool xb_storage_set_is_all(const xb_storage_set *set);

/** Whether a variable may share storage with a member. */
bool xb_storage_set_has(const xb_storage_set *set, const xb_symbol *symbol);

/** Whether alias sets don't tell all about the storage of a variable: some reference to one of its type has
 * none, and whatever is of that type may be equivalent. */
bool xb_storage_is_vague(const xb_storage *storage, const xb_symbol *symbol);

/** Whether a variable is a formal argument. */
bool xb_storage_is_formal(const xb_storage *storage, const xb_symbol *symbol);

/** Whether a variable may be allocated while the program runs: an array without bounds, neither a formal
 * argument nor a pointer. */
bool xb_storage_is_allocatable(const xb_storage *storage, const xb_symbol *symbol);

/** Whether a variable is no formal argument, and an array whose extents are known only when the program runs:
 * it may be allocatable, or its declaration says what they are when the routine is entered. */
bool xb_storage_is_unbounded(const xb_storage *storage, const xb_symbol *symbol);

/** Whether an assignment to a reference may allocate it, or give it another shape: if it is such an array, as
 * a whole. */
bool xb_storage_may_be_allocated(const xb_storage *storage, const xb_reference *target);

#ifdef __cplusplus
}
#endif

#endif
