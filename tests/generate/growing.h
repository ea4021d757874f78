/**
 * @file
 * What the parts of the generator share.
 *
 * Integer variables hold 1, 2 or 3, except for those that loops add to, and all dimensions of arrays include
 * these. Real values are kept moderate: each vertex has an estimate of its largest magnitude.
 */
#ifndef XB_TESTS_GENERATE_GROWING_H
#define XB_TESTS_GENERATE_GROWING_H

#include "effects.h"
#include "profile.h"

enum { GROW_VARIABLE_LIMIT = 1024 };

/** A program that grows. */
typedef struct grow {
    xb_arena *arena;
    gen_program *program;
    const gen_profile *profile;
    gen_random random;
    int ids;   /**< number of statement ids that are taken */
    int taken; /**< multiplier of ids, so that they are in no order */
    /* of the current routine */
    int routine;
    bool entry, function;  /**< what kind of routine it is */
    bool effective;        /**< a function that may change arguments and global variables */
    int counter;           /**< that counts down, of a routine that calls itself, or GEN_NONE */
    int partner;           /**< a routine that it calls and is called by, with such a counter, or GEN_NONE */
    int recursion;         /**< the statement that has the call, or GEN_NONE */
    bool paired;           /**< it is to have a counter */
    gen_numbers variables; /**< that statements may use, loop variables excepted */
    int loop_variables[2];
    int wide[2];    /**< integers that loops add to, and that hold anything; GEN_NONE: none */
    int in_step[2]; /**< one of them is 1, 2, or 3 in this loop before 1 is added (1), or that and 1 (2) */
    int output;     /**< of the entry, or GEN_NONE */
    int budget;
    bool functions;      /**< function calls may occur in the current expression */
    int nesting;         /**< of function calls within arguments of others */
    gen_effects effects; /**< of the routines before */
    int block_depth;     /**< of blocks that can be left */
    /* by variable */
    bool defined[GROW_VARIABLE_LIMIT]; /**< certainly has a value, as a whole */
    bool fixed[GROW_VARIABLE_LIMIT];   /**< must not be changed */
    double bound[GROW_VARIABLE_LIMIT];
    const bool *kept; /**< by variable: has a value after the innermost body, too; NULL: there is none */
} grow;

/** What was defined before a body whose definitions don't count after it. */
typedef struct grow_scope {
    bool defined[GROW_VARIABLE_LIMIT];
    const bool *kept;
} grow_scope;

/** What is wanted of an expression. */
typedef struct grow_wish {
    gen_type type; /**< GEN_REAL or GEN_COMPLEX */
    gen_shape shape;
    bool active; /**< active variables may occur */
} grow_wish;

/* ---- grow.c */
bool grow_has(const grow *g, gen_feature feature);
bool grow_chance(grow *g, double probability);
int grow_below(grow *g, int count);
int grow_between(grow *g, int low, int high);
const char *grow_id(grow *g);
gen_variable *grow_variable(grow *g, int variable);
gen_expression *grow_expression_at(grow *g, int expression);
/** An assignment. */
int grow_assign(grow *g, int target, int value);
/** Joins statements to a body; returns the first. */
int grow_chain(grow *g, const gen_numbers *statements);

/* ---- grow_scopes.c */
/** Lets variables be those of hosts and of blocks. */
void grow_scopes(grow *g);

/* ---- grow_variables.c */
/** A name with a number. */
const char *grow_name(grow *g, const char *stem, int number);
/** A variable of the current routine, without shape. */
gen_variable grow_plain_variable(grow *g, const char *name, gen_type type);
/** Adds global variables. */
void grow_globals(grow *g);
/** Adds formals, by the kind of routine. */
void grow_entry_formals(grow *g, gen_routine *routine);
void grow_function_formals(grow *g, gen_routine *routine);
void grow_formals(grow *g, gen_routine *routine);
/** Lets formals that look alike be the same storage. */
void grow_join_formals(grow *g, const gen_routine *routine);
/** Adds local variables to the current routine. */
void grow_locals(grow *g);
/** Gives some of them names like those of global ones, and like those that the engine makes. */
void grow_rename_locals(grow *g);
/** Says that a variable is defined as a whole. */
void grow_define(grow *g, int variable);
/** Statements that define a variable; appended to a body. */
void grow_initialise(grow *g, int variable, gen_numbers *body);
/** Both. */
void grow_initialise_and_define(grow *g, int variable, gen_numbers *body);

/* ---- grow_references.c */
/** An integer variable that has a value, or GEN_NONE. */
int grow_integer_variable(grow *g);
/** Whether there is an actual argument for an optional formal of the routine. */
int grow_asks(grow *g, int formal);
/** An integer expression with a value of 1, 2 or 3. */
int grow_index_value(grow *g);
/** A reference to one element. */
int grow_element(grow *g, int variable);
/** A reference to a part of this shape, or of any if rank is -1; GEN_NONE if there is none. @param set it is
 * going to be assigned */
int grow_section(grow *g, int variable, gen_shape shape, bool set);
/** A reference to assign: the whole or a part. */
int grow_target(grow *g, int variable);
/** A comparison. */
int grow_condition(grow *g);

/* ---- grow_expressions.c */
/** An expression. */
int grow_expression(grow *g, grow_wish wish, int depth);
/** An expression fit to be assigned to a target. */
int grow_value(grow *g, int variable, gen_shape shape);
/** Keeps an expression below a bound. */
int grow_tame(grow *g, int expression, double bound);
/** A leaf of rank 0. */
int grow_scalar_leaf(grow *g, grow_wish wish);

/* ---- grow_intrinsics.c */
/** A function of one operand. */
int grow_unary(grow *g, int a);
/** A function of two operands. */
int grow_binary(grow *g, int a, int b);
/** A holomorphic function of one or two operands (b may be GEN_NONE). */
int grow_complex(grow *g, int a, int b);
/** A function that the catalogue of boxes knows. */
int grow_boxed(grow *g, int a);
/** The product of two operands of the same size, as such a function. */
int grow_boxed_product(grow *g, int a, int b);
/** An operand as a real number. */
int grow_as_real(grow *g, int a);

/* ---- grow_statements.c */
/** Appends statements until the budget is used up (depth 0), or a few. */
void grow_block(grow *g, int depth, gen_numbers *body);

/** Appends a branch that uses formals that are there, if calls may leave some out. */
void grow_guarded(grow *g, int depth, gen_numbers *body);
/** Begins, and ends, such a body: what was defined before stays so. */
void grow_open(grow *g, grow_scope *scope);
void grow_close(grow *g, const grow_scope *scope);
/** A body whose definitions don't count after it. */
int grow_scoped(grow *g, int depth);

/* ---- grow_loops.c */
/** Appends a loop that counts. */
void grow_for(grow *g, int depth, gen_numbers *body);
/** Appends another loop: while, repeat, or with two entries. */
void grow_counted(grow *g, int depth, gen_statement_kind kind, gen_numbers *body);
/** Appends an assignment to a variable that loops add to. */
void grow_induced(grow *g, gen_numbers *body);
/** A variable that loops add to and that has a value, or GEN_NONE. */
int grow_wide_variable(grow *g);
/** An index that such a variable tells, or GEN_NONE. */
int grow_wide_index(grow *g);

/* ---- grow_notation.c */
/** Adds a formal. @param letter its name @param kind i in, n integer in, o out, m integer out, b inout;
 * V, W: arrays of three numbers, in and inout */
void grow_noted_formal(grow *g, gen_routine *routine, char letter, char kind, bool active);
/** The body of the current routine, by its text. */
int grow_noted_body(grow *g, const char *text, bool active);

/* ---- grow_rules.c */
/** Adds routines with rules, and the routines that these name. */
void grow_rules(grow *g);

/* ---- grow_steering.c */
/** A logical or character variable of the current routine. */
gen_variable grow_steering_variable(grow *g, int number);
/** A value for such a variable. */
int grow_steering_value(grow *g, gen_type type);
/** A constant of any type, for arguments. */
int grow_constant_of(grow *g, const gen_variable *variable);
/** A condition by such a variable, or GEN_NONE. */
int grow_steered_condition(grow *g);
/** Appends an assignment to such a variable. */
void grow_steer(grow *g, int depth, gen_numbers *body);

/* ---- grow_allocation.c */
/** An array that is to be allocated. */
gen_variable grow_allocated_variable(grow *g, int number);
/** Appends what allocates such an array, and gives it values. */
void grow_allocate(grow *g, int variable, gen_numbers *body);
/** One that is global, and that whatever needs it allocates first, where it is not there. */
gen_variable grow_lazy_variable(grow *g, int number);
/** Appends a branch that allocates such an array where it is not there. */
void grow_allocate_lazily(grow *g, int variable, gen_numbers *body);
/** Whether such an array of this routine is there, as a condition; GEN_NONE: there is no such array. */
int grow_asks_for_lazy(grow *g);
/** Appends a branch that uses such an array where it is there, if there is one. */
void grow_use_of_lazy(grow *g, int depth, gen_numbers *body);
/** Appends what deallocates such an array that is not needed after this body, if there is one. */
void grow_deallocate(grow *g, gen_numbers *body);

/* ---- grow_boxes.c */
/** Adds routines without body that a catalogue knows. */
void grow_boxes(grow *g);

/* ---- grow_calls.c */
/** A call, or GEN_NONE. */
int grow_call(grow *g);
/** The place of the first formal of a routine that calls may leave out, or GEN_NONE. A formal of a subroutine
 * before it says how many are there; functions only ask. */
int grow_first_optional(grow *g, int routine);
/** How many formals of a routine calls may leave out. */
int grow_optional_count(grow *g, int routine);
/** Appends a call of the current routine or its partner, on a condition, if one is found. @param counter its
 * formal that counts down */
void grow_recursion(grow *g, int counter, gen_numbers *body);
/** A call of a function with such a result, or GEN_NONE. */
int grow_function(grow *g, gen_type type);
/** Takes function calls away that change what their statements touch elsewhere. */
void grow_settle(grow *g, int body);

#endif
