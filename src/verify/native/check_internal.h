/*
 * What the parts share that write drivers for users.
 */
#ifndef XB_VERIFY_NATIVE_CHECK_INTERNAL_H
#define XB_VERIFY_NATIVE_CHECK_INTERNAL_H

#include "languages/fortran/fortran.h"
#include "verify/native/check.h"

/* A routine that the driver calls. */
typedef struct check_routine {
    const xb_source_unit *unit; /* NULL: there is none */
    const char *there;          /* its name in the source */
    const char *name;           /* in the driver */
} check_routine;

/* A variable that is passed, or one of a module that is set and read. */
typedef struct check_slot {
    const xb_layout_storage *storage;
    const xb_source_variable *variable; /* of the original */
    const char *there, *name;
    const char *adjoint, *tangent; /* names of its derivatives in the driver; NULL: there are none */
    size_t x, x_count;             /* its first number of x, from 1, and how many it has */
    size_t y, y_count;
    bool is_global;
} check_slot;

/* A derivative of a variable of a module. */
typedef struct check_global {
    const xb_source_variable *variable;
    const char *there, *used; /**< what is used, there and here: the variable, or the structure that has it */
    const char *name;
    const char *memory; /**< what is allocated, if something is */
    bool is_dynamic;
    bool is_used_before; /* another member of the structure is */
} check_global;

/* A driver that is being written. */
typedef struct check_plan {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const xb_check_subject *subject;
    const xb_source *source;
    xb_layout layout;
    bool is_single; /* something is of single precision */
    check_routine original, adjoint, tangent;
    xb_vector slots;      /* check_slot */
    xb_vector globals;    /* check_global */
    xb_vector structures; /* check_structure */
    xb_list taken;        /* names in the driver */
    const char *made_up;
    xb_status status;
} check_plan;

/* Whether routines without source are called, as those of BLAS and LAPACK. */
bool check_calls_library(const xb_source *source);

/* Names that every driver has, ended by NULL. */
extern const char *const check_own_names[];

/* Lines that every driver has, each list ended by NULL: of its declarations; before, while and after
 * derivatives are compared; procedures. */
typedef struct check_texts {
    const char *const *row_type,
        *const *variables, *const *beginning, *const *of_tangent, *const *of_adjoint, *const *ending,
                                                                                          *const *tools;
} check_texts;

extern const check_texts check_text;

/* The name of a symbol in the source. */
const char *check_spelling(const xb_symbol *symbol, const char *otherwise);

/* The slot of a variable by the id of its symbol; NULL: there is none. */
check_slot *check_slot_named(const check_plan *plan, const char *id, bool is_global);

/* The slot of an argument of a routine, or of what that is the derivative of; NULL: there is none. */
check_slot *check_slot_of(const check_plan *plan, const xb_source_variable *formal, bool *is_derivative);

/* What is passed to a routine: the original, its tangent, its adjoint. */
typedef enum check_kind { CHECK_ORIGINAL, CHECK_TANGENT, CHECK_ADJOINT } check_kind;

/* A structure that is passed. A driver has its members in variables of their own, which it fills it with. */
typedef struct check_structure {
    const xb_fortran_structure *structure; /* of one of the routines */
    const char *root;                      /* its name there */
    const char *name, *type;               /* in the driver */
    check_kind kind;
    xb_list members; /* xb_source_variable, of the routine */
    xb_list types;   /* names in the driver of the types of its views */
} check_structure;

/* A name in the driver that nothing has so far. */
const char *check_fresh(check_plan *plan, const char *stem);

/* Refuses the program. */
void check_refuse(check_plan *plan, const xb_symbol *symbol, const char *hint, const char *text);

/* Finds the structures of all routines. */
void check_find_structures(check_plan *plan);

/* The one of a formal argument; NULL: it is no member of one. */
const check_structure *check_structure_of(const check_plan *plan, const xb_source_variable *formal,
                                          bool of_adjoint);

/* Uses of their types. */
void check_use_types(const check_plan *plan, xb_fortran *f);

/* Declares them. */
void check_declare_structures(const check_plan *plan, xb_fortran *f);

/* Fills those of a kind with what the driver has, or the reverse. */
void check_move_structures(const check_plan *plan, xb_fortran *f, check_kind kind, bool fills);

/* The bounds of a slot in parentheses; nothing if it has none. @param first, count which dimensions, from 0
 */
const char *check_shape(const check_plan *plan, const check_slot *slot, int first, int count);

/* Writes it. */
void check_put(check_plan *plan, xb_check_driver *driver);

#endif
