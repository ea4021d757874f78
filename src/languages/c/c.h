/**
 * @file
 * What the parts of the printer of C share. Not installed.
 */
#ifndef XB_LANGUAGES_C_C_H
#define XB_LANGUAGES_C_C_H

#include "languages/c/helpers.h"
#include "languages/c/scopes.h"
#include "languages/code/printing.h"

/** Precedence of operators, the loosest first. */
typedef enum xb_c_precedence {
    XB_C_ANY,
    XB_C_CHOICE,
    XB_C_OR,
    XB_C_AND,
    XB_C_BIT_OR,
    XB_C_BIT_XOR,
    XB_C_BIT_AND,
    XB_C_EQUALITY,
    XB_C_RELATION,
    XB_C_SHIFT,
    XB_C_SUM,
    XB_C_PRODUCT,
    XB_C_PREFIX,
    XB_C_PRIMARY
} xb_c_precedence;

/** How an argument is passed. */
typedef enum xb_c_passing {
    XB_C_BY_VALUE,
    XB_C_BY_POINTER,    /**< to a scalar */
    XB_C_BY_FIRST,      /**< to the first element of an array with declared bounds */
    XB_C_BY_DESCRIPTOR, /**< of an array of assumed shape */
    XB_C_BY_REFERENCE   /**< to the descriptor of an array that may be allocated */
} xb_c_passing;

/** Headers that a program includes. */
typedef struct xb_c_headers {
    bool complex, floats, limits, math, booleans, sizes, integers, output, standard, memory, tape;
} xb_c_headers;

/** A program that is being written. */
typedef struct xb_c {
    xb_lines lines;
    const xb_source *source;
    const xb_source_unit *unit; /**< at hand */
    const xb_node *at;          /**< statement at hand, for diagnostics */
    xb_c_helpers helpers;
    xb_c_headers headers;
    unsigned descriptors[XB_C_KINDS + 2]; /**< bits of ranks of descriptors that are used, by kind, those of
                                             truth values and characters last */
    unsigned allocated[XB_C_KINDS + 2];   /**< the same, of arrays that are allocated */
    unsigned fitted[XB_C_KINDS + 2];      /**< the same, of those that are if their shape is another one */
    bool is_header;                       /**< declarations are written for C and C++ */
    bool has_room;                        /**< other memory is asked for */
    xb_status status;
} xb_c;

/** Refuses what documents may say of declarations, and is not written. */
void xb_c_check_facts(xb_c *c);

/** Says, with the place, why the program can't be written. */
void xb_c_refuse(xb_c *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The name of a type, whose header is included. */
const char *xb_c_type_of(xb_c *c, xb_type type, unsigned bytes);

/** Puts the name of the type of the descriptor of arrays like a variable. */
void xb_c_descriptor(xb_c *c, const xb_source_variable *variable);

/** Puts the name of the function that allocates an array. @param fits unless it has the shape */
void xb_c_allocator(xb_c *c, const xb_source_variable *variable, bool fits);

/** How an argument is passed. */
xb_c_passing xb_c_passing_of(const xb_source_variable *formal);

/** Whether an array lies behind a descriptor. */
bool xb_c_has_descriptor(const xb_source_variable *variable);

/** An expression. @param least parentheses are put around what binds less */
void xb_c_expression(xb_c *c, const xb_source_expression *expression, xb_c_precedence least);

/** An expression that is converted to a type, so that no compiler warns. */
void xb_c_converted(xb_c *c, const xb_source_expression *expression, xb_type type, unsigned bytes,
                    xb_c_precedence least);

/** An element of a variable, or all of it. (reference.c) */
void xb_c_variable(xb_c *c, const xb_source_expression *expression);

/** Whether a variable is written with an operator before its name: a scalar behind a pointer. */
bool xb_c_is_behind_pointer(const xb_c *c, const xb_source_expression *expression);

/** A pointer to a variable, or to an element. */
void xb_c_address(xb_c *c, const xb_source_expression *expression);

/** The extent of a dimension, from 0, of a variable. */
void xb_c_extent(xb_c *c, const xb_source_variable *variable, int dimension);

/** The first element of a part of a variable, or all of a whole one. */
const xb_source_expression *xb_c_first(xb_arena *arena, const xb_source_expression *part);

/** What begins the arguments of a call of a unit that needs the tape, and all of them, in parentheses. */
void xb_c_arguments(xb_c *c, const xb_source_unit *callee, const xb_source_expression *const *arguments,
                    size_t count);

/** Whether a name, in lower case, means something in C. (names.c) */
bool xb_c_is_reserved(const char *name);

/* ---- intrinsics whose text depends on the types of their operands (intrinsics.c) ---- */

/** An operation that has no row of its own among operators and functions. */
void xb_c_special(xb_c *c, const xb_source_expression *operation);

/** Its precedence. */
xb_c_precedence xb_c_precedence_of_special(const xb_source_expression *operation);

/** An expression of a type: the conversion is said even where C would do it by itself, but not where nothing
 * changes. */
void xb_c_cast(xb_c *c, const xb_source_expression *operand, xb_type type, unsigned bytes);

/* ---- what both kinds of intrinsics need (expression.c) ---- */

/** The kind of a number, in bytes. */
unsigned xb_c_bytes(const xb_source_expression *expression);

/** Whether it is one of single precision. */
bool xb_c_is_single(const xb_source_expression *expression);

/** Whether it is an integer that C computes as a wider one. */
bool xb_c_is_narrow(const xb_source_expression *operation);

/** Whether C converts an expression without loss, and without being told. */
bool xb_c_is_implicit(const xb_source_expression *expression, xb_type type, unsigned bytes);

/** Whether an expression is a scalar behind a pointer. */
bool xb_c_is_deref(const xb_c *c, const xb_source_expression *expression);

/** A constant. */
void xb_c_constant(xb_c *c, const xb_source_expression *constant);

/** Two operands with an operator between them. */
void xb_c_binary(xb_c *c, const xb_source_expression *operation, const char *text,
                 xb_c_precedence precedence);

/** Whether an operation is written with an operator, which the values of constants may have. */
bool xb_c_is_operator(const xb_source_expression *operation);

/** A function of math.h, or of complex.h, of all operands. */
void xb_c_math(xb_c *c, const xb_source_expression *operation, const char *name);

/** The name of a function of helpers.c for the type of an operation, and a parenthesis. */
void xb_c_call(xb_c *c, const xb_source_expression *operation, xb_c_helper helper);

/* ---- descriptors of arrays (descriptors.c) ---- */

/** Puts the types of descriptors that are used, and the functions that allocate arrays; headers that these
 * need are noted. */
void xb_c_descriptors_put(xb_c *c, xb_output *output);

/* ---- units (writer.c, statements.c) ---- */

/** Objects of storage that variables share. (storage.c) */
typedef struct xb_c_storage xb_c_storage;

/** Units that are being written. */
typedef struct xb_c_writer {
    xb_c c;
    xb_arena *arena;       /**< for what is needed longer than for a line */
    xb_c_scopes scopes;    /**< of the unit at hand */
    const char *header;    /**< that is written, too, and included; or NULL */
    bool has_reserved;     /**< there is room for what is pushed */
    xb_c_storage *storage; /**< that variables share */
    bool *merged;          /**< by statement of the unit: an IF that goes on after ELSE, or its end */
} xb_c_writer;

/** Puts what a call of a unit needs to know: what it returns, its name, its arguments. */
void xb_c_put_head(xb_c_writer *w, const xb_source_unit *unit);

/** Puts the first line of a file, if it has one. */
void xb_c_put_origin(const xb_source *source, xb_output *output);

/** Puts the comment on a unit. */
void xb_c_put_comment(xb_c_writer *w, const xb_source_unit *unit);

/** Puts the header of a program that is written. (header.c) */
xb_status xb_c_put_header(const xb_c_writer *writer, const xb_source_header *header);

/** The name of a file without its folders. (header.c) */
const char *xb_c_base_name(const char *file);

/** The statements of the unit at hand. (statements.c) */
void xb_c_statements(xb_c_writer *w);

/** What is given back before a unit is left, and what it returns. @param ends it ends there */
void xb_c_leave(xb_c_writer *w, bool ends);

/* ---- declarations (declarations.c) ---- */

/** The name of the type of a variable, whose header is included. */
const char *xb_c_type_name(xb_c_writer *w, const xb_source_variable *variable);

/** Declares a global or local variable. */
void xb_c_declare(xb_c_writer *w, const xb_source_variable *variable);

/** Declares the variables of the unit at hand that no statement declares. */
void xb_c_declare_locals(xb_c_writer *w);

/** Puts the type and the name of a variable, with the number of its elements. */
void xb_c_put_member(xb_c_writer *w, const xb_source_variable *variable);

/** The number of elements of an array with bounds; 1 of a scalar. */
int64_t xb_c_elements(const xb_source_variable *variable);

/** Whether all elements of a variable with values begin with zero. */
bool xb_c_begins_with_zeros(const xb_source_variable *variable);

/** Puts the values that a variable has first. */
void xb_c_put_values(xb_c_writer *w, const xb_source_variable *variable);

/** Whether a variable is there as long as the program runs. */
bool xb_c_is_kept(const xb_source_variable *variable);

/** Whether a variable is declared at the beginning of its unit. */
bool xb_c_is_at_head(const xb_source_variable *variable);

/** Whether a local array is given back at the end. */
bool xb_c_is_given_back(const xb_source_variable *local);

/** The scalar that a unit returns, or NULL. */
const xb_source_variable *xb_c_result_of(const xb_source_unit *unit);

/* ---- storage (storage.c) ---- */

/** Finds the objects that variables share, and the ways to these variables. */
xb_c_storage *xb_c_find_storage(xb_c_writer *w);

/** Declares those of a unit, or of the program. @param home NULL: the program */
void xb_c_declare_storage(xb_c_writer *w, const xb_source_unit *home);

/** Gives back those of the unit at hand. @param puts whether something is written @return whether there are
 * some */
bool xb_c_free_storage(xb_c_writer *w, bool puts);

#endif
