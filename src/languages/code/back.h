/**
 * @file
 * What the parts of the translation from the statement form to the IR share. Not installed.
 */
#ifndef XB_LANGUAGES_CODE_BACK_H
#define XB_LANGUAGES_CODE_BACK_H

#include "ir/body.h"
#include "ir/build.h"
#include "languages/code/source.h"

/** A translation under way. */
typedef struct xb_back {
    const xb_source *source;
    xb_program *program;
    xb_arena *scratch;
    xb_map symbols;             /**< xb_symbol by address of the variable, or of the unit */
    xb_node_map places;         /**< private to back_storage.c: by symbol */
    uint64_t addresses;         /**< private to back_storage.c: how many have been taken */
    uint32_t sets;              /**< private to back_storage.c: alias sets so far */
    const xb_source_unit *unit; /**< the one at hand; NULL: what is global is */
    xb_scope *scope;            /**< of that */
    xb_routine *routine;        /**< of that; NULL: it has no body */
    uint64_t line;              /**< of the source, of what is at hand */
    xb_body body;               /**< of that unit */
    xb_vector steps;            /**< private to back_expression.c */
    xb_map done;                /**< private to back_expression.c: numbers of vertices */
    bool declares;              /**< a declaration is at hand: nothing can be computed before */
    xb_list before;             /**< xb_assignment: what is computed before the statement at hand */
    xb_map targets;             /**< private to back_statements.c: labels that jumps lead to */
    xb_vector loops;            /**< private to back_statements.c */
    xb_map called;              /**< call edges that there are, by numbers of caller and callee */
    uint32_t statements;        /**< of the routine at hand, so far */
    xb_status status;
} xb_back;

/** Says, with the place, what can't be translated. @param hint what would help, or NULL */
void xb_back_refuse(xb_back *back, xb_status status, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** The name of a number. */
const xb_name *xb_back_number(xb_back *back, uint64_t number);

/** The next id of a statement of the routine at hand. */
const char *xb_back_statement_id(xb_back *back);

/** The scope of a unit; NULL: the global one. */
xb_scope *xb_back_scope_of(const xb_back *back, const xb_source_unit *unit);

/** Appends the formal arguments of a unit to a list. */
void xb_back_formals(xb_back *back, const xb_source_unit *unit, xb_list *formals);

/** Notes that the routine at hand calls one. */
void xb_back_note_call(xb_back *back, const xb_source_unit *callee);

/* ---- symbols (back_symbols.c) ---- */

/** The symbol of a variable. */
xb_symbol *xb_back_symbol(xb_back *back, const xb_source_variable *variable);

/** The symbol of a unit. */
xb_symbol *xb_back_subroutine(const xb_back *back, const xb_source_unit *unit);

/** The front end's name of a type and its kind; NULL if it has none. */
const xb_name *xb_back_type(xb_back *back, xb_type type, unsigned bytes);

/** Makes the symbols of all units and variables, with all facts but expressions. */
void xb_back_make_symbols(xb_back *back);

/** Gives all symbols the expressions of their declarations. */
void xb_back_declare(xb_back *back);

/** A new variable of the unit at hand. */
xb_symbol *xb_back_temporary(xb_back *back, const xb_source_expression *like);

/* ---- storage (back_storage.c) ---- */

/** Says of all symbols what they share their storage with. */
void xb_back_share(xb_back *back);

/** Gives a variable storage of its own. */
void xb_back_place(xb_back *back, const xb_symbol *symbol);

/** The alias set of a reference to all of a variable, or to a part of it. */
uint32_t xb_back_alias(xb_back *back, const xb_symbol *symbol, bool is_part);

/* ---- expressions (back_expression.c) ---- */

/** An expression. What calls can't be passed as it is is computed before. */
xb_expression *xb_back_expression(xb_back *back, const xb_source_expression *expression);

/** What is assigned to, or named. */
xb_reference *xb_back_reference(xb_back *back, const xb_source_expression *expression);

/** What a call is passed: a reference, or a constant. */
void *xb_back_argument(xb_back *back, const xb_source_expression *expression);

/* ---- statements (back_statements.c) ---- */

/** The body of the routine at hand. */
void xb_back_statements(xb_back *back);

#endif
