/**
 * @file
 * What the parts of the translation from the IR to the statement form share. Not installed.
 */
#ifndef XB_LANGUAGES_CODE_MAKER_H
#define XB_LANGUAGES_CODE_MAKER_H

#include "languages/code/source.h"

/** A translation under way. */
typedef struct xb_source_maker {
    xb_analyses *analyses;
    const xb_program *program;
    xb_arena *arena;
    xb_arena *scratch; /**< what is needed for one expression */
    const xb_source_language *language;
    xb_source *source;
    xb_node_map units;         /**< xb_source_unit by symbol */
    xb_node_map unit_of_scope; /**< xb_source_unit by scope */
    xb_node_map variables;     /**< xb_source_variable by symbol */
    xb_list all;               /**< xb_source_variable, all of them in the order of their first use */
    xb_source_unit *unit;      /**< the unit at hand */
    const xb_node *at;         /**< statement or vertex at hand, for diagnostics */
    uint64_t line;             /**< of that, in the source */
    bool declares;             /**< a declaration is at hand */
    bool is_declared;          /**< the order of declarations is known */
    bool may_split;            /**< statements can be put before the one at hand */
    xb_vector stretches;       /**< private to storage.c */
    uint32_t made;             /**< temporaries so far */
    xb_status status;
} xb_source_maker;

/** A hint: how derivatives become what can be written. */
extern const char xb_maker_choose_mode[];

/** Says, with the place, why the program can't be written. @param hint what would help, or NULL */
void xb_maker_refuse(xb_source_maker *maker, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- units and variables (source.c) ---- */

/** The variable that a symbol is, which is declared where it has to be. */
xb_source_variable *xb_maker_variable(xb_source_maker *maker, const xb_symbol *symbol);

/** A variable that a symbol is, where a unit declares it. @param home NULL: it is global */
xb_source_variable *xb_maker_variable_at(xb_source_maker *maker, const xb_symbol *symbol,
                                         xb_source_unit *home);

/** A new local variable of the unit at hand. */
xb_source_variable *xb_maker_temporary(xb_source_maker *maker, const char *stem, xb_type type,
                                       unsigned bytes);

/** A new variable of a unit, or a global one. @param home NULL: global */
xb_source_variable *xb_maker_variable_for(xb_source_maker *maker, xb_source_unit *home, const char *stem,
                                          xb_type type, unsigned bytes);

/** The unit that a symbol names; NULL, and reported, if the program has no body for it. */
xb_source_unit *xb_maker_unit(xb_source_maker *maker, const xb_symbol *symbol);

/** Notes what a call passes as an argument (from 0). @param actual NULL: nothing */
void xb_maker_pass(xb_source_maker *maker, xb_source_unit *callee, uint32_t position,
                   const xb_source_expression *actual);

/** Has facts spread over calls: visits all units, forward and backward in turn, so that it takes few rounds
 * however callers and callees are ordered, until no visit finds anything new. */
void xb_source_spread(xb_source_maker *maker, bool (*visit)(xb_source_unit *unit));

/** The kind that the front end's name of a type says, such as 8 for F8 and for C16; 0 if it says none. */
unsigned xb_source_bytes(xb_type type, const xb_name *fe_type);

/** Refuses an feType that does not say how many bytes a number has. @param what has it */
void xb_maker_check_type(xb_source_maker *maker, const char *what, xb_type type, const xb_name *fe_type);

/* ---- expressions (expression.c) ---- */

/** All of an expression. */
const xb_source_expression *xb_maker_expression(xb_source_maker *maker, const xb_expression *expression);

/** What leads to one of its vertices. */
const xb_source_expression *xb_maker_vertex(xb_source_maker *maker, const xb_expression *expression,
                                            uint32_t vertex);

/** What a reference denotes. */
const xb_source_expression *xb_maker_reference(xb_source_maker *maker, const xb_reference *reference);

/** A constant. */
const xb_source_expression *xb_maker_constant(xb_source_maker *maker, const xb_constant *constant);

/** Whether an expression calls a function of the program. @param arena for what is needed under way */
bool xb_source_calls(xb_arena *arena, const xb_source_expression *expression);

/** An operation of two operands, which have its type. */
const xb_source_expression *xb_source_operation(xb_arena *arena, xb_intrinsic_code code,
                                                const xb_source_expression *a, const xb_source_expression *b);

/** A comparison of two operands. */
const xb_source_expression *xb_source_relation(xb_arena *arena, xb_intrinsic_code code,
                                               const xb_source_expression *a, const xb_source_expression *b);

/** The logical negation of an expression. */
const xb_source_expression *xb_source_negation(xb_arena *arena, const xb_source_expression *expression);

/* ---- kinds (kinds.c) ---- */

/** Bytes of a number; of the usual one if there are none. */
unsigned xb_source_kind_of(xb_type type, unsigned bytes);

/** Gives an operation that results in a number the kind that follows from its operands. */
void xb_source_settle_kind(xb_source_expression *operation);

/* ---- statements (flow.c) ---- */

/** Appends a statement to the unit at hand. */
xb_source_statement *xb_maker_add(xb_source_maker *maker, xb_source_statement_kind kind);

/** The statements of the unit at hand. */
void xb_maker_body(xb_source_maker *maker);

/* ---- the tape (tape.c) ---- */

/** Groups what is put on stacks and taken from them. */
void xb_source_group_tape(xb_source_maker *maker);

/* ---- declarations (declarations.c) ---- */

/** What a declaration says of a variable, but for expressions. */
void xb_maker_declare(xb_source_maker *maker, xb_source_variable *variable);

/** The expressions of the declarations of all variables, and the order of declarations. */
void xb_maker_declarations(xb_source_maker *maker);

/* ---- what is used (arguments.c) ---- */

/** Notes which variables are used, other than by being passed to arguments that are not, or assigned to what
 * is not. Derivatives that are not used are no arguments any more, and local variables that are not are gone.
 */
void xb_source_leave_out_unused(xb_source_maker *maker);

/** Whether a variable is local, and has its storage for itself. */
bool xb_source_is_private(const xb_source_variable *variable);

/* ---- what a careful person would write (simplify.c, tidy.c) ---- */

/** An operation whose operands are simplified, or what is exactly the same and simpler. */
const xb_source_expression *xb_source_simplified(xb_arena *arena, const xb_source_expression *operation);

/** Leaves out and simplifies statements of all units. */
void xb_source_tidy(xb_source_maker *maker);

/* ---- comments (comments.c) ---- */

/** Finds out what is done with arguments. */
void xb_source_find_accesses(xb_source_maker *maker);

/* ---- bounds (bounds.c) ---- */

/** Computes bounds that are expressions when units begin. */
void xb_source_settle_bounds(xb_source_maker *maker);

/** Writes elements of arrays with such bounds by their places in storage. After that, such arrays begin with
 * 1, and those of assumed shape have no bounds. */
void xb_source_place_elements(xb_source_maker *maker);
/* ---- counted loops whose variable changes (changing.c) ---- */

/** Counted loops of the unit at hand whose variable may change under way become others; ends of loops get
 * what belongs to their heads. */
void xb_source_settle_loops(xb_source_maker *maker);

/* ---- calls that have to be made (calls.c) ---- */

/** Finds which units change other variables than their own and their arguments. */
void xb_source_find_changes(xb_source_maker *maker);

/** Functions that change more than their result, and that operators need not call, are called before by
 * statements of the unit at hand. */
void xb_source_make_calls(xb_source_maker *maker);

/* ---- loops (scalars.c) ---- */

/** Array statements of the unit at hand become loops. */
void xb_source_loop(xb_source_maker *maker);

/* ---- long units (pieces.c) ---- */

/** Cuts units that are too long for compilers. */
void xb_source_cut(xb_source_maker *maker);

/* ---- routines within others (lifting.c) ---- */

/** Has all routines stand side by side: what they use from around them becomes arguments. */
void xb_source_lift(xb_source_maker *maker);

/* ---- names (names.c) ---- */

/** Gives the program, units and variables their names. */
void xb_source_name(xb_source_maker *maker);

/* ---- storage (storage.c) ---- */

/** Notes where a variable is, by what is known of a reference to it. */
void xb_maker_places(xb_source_maker *maker, xb_source_variable *variable, const xb_reference *reference);

/** Refuses variables that share storage in a way that the document does not say. */
void xb_source_check_storage(xb_source_maker *maker);

/* ---- blocks (blocks.c) ---- */

/** Adds the variables of common blocks that have values first, if no statement uses them. */
void xb_source_add_valued(xb_source_maker *maker);

/** Finds out how variables share storage, where the document says it. */
void xb_source_find_blocks(xb_source_maker *maker);

#endif
