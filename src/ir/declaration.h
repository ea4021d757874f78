/**
 * @file
 * Facts about symbols that languages need beyond what XAIF says: how a variable is declared, where its
 * storage is, how it was spelled.
 *
 * A document may leave out all of them: then a symbol has no declaration, and what needs one refuses it by
 * name. Declarations do not change once a symbol has them; symbols that are declared alike may share one.
 * Bounds that are constants are those of the symbol (xb_symbol.bounds); others are dimensions of the
 * declaration. A variable has both where dimensions are expressions of parameters, which are constants, too.
 */
#ifndef XB_IR_DECLARATION_H
#define XB_IR_DECLARATION_H

#include "ir/expression.h"
#include "ir/flow.h"
#include "ir/symbol.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How the extent of a dimension comes about. */
typedef enum xb_bound_kind {
    XB_EXTENT_EXPLICIT,     /**< by both bounds, which are evaluated when the routine is entered */
    XB_EXTENT_ASSUMED,      /**< of a formal argument: that of the actual one, from the lower bound on */
    XB_EXTENT_ASSUMED_SIZE, /**< of the last dimension of a formal argument: what the actual one has */
    XB_EXTENT_DEFERRED      /**< of pointers and allocatable variables: by allocation */
} xb_bound_kind;

/** One dimension. */
typedef struct xb_dimension {
    xb_bound_kind extent;
    xb_bounds known;      /**< bounds that are constants */
    xb_expression *lower; /**< NULL: known.lower; without meaning if the extent is deferred */
    xb_expression *upper; /**< NULL: known.upper; without meaning unless the extent is explicit */
} xb_dimension;

/** Consecutive elements that have a value first. */
typedef struct xb_initial_value {
    xb_expression *value;
    uint64_t count; /**< of elements, in Fortran's order */
} xb_initial_value;

/** What a variable shares its storage with. */
typedef enum xb_block_kind {
    XB_BLOCK_NONE,   /**< nothing is known */
    XB_BLOCK_COMMON, /**< what has the same block in any scope; it is there as long as the program runs */
    XB_BLOCK_EQUIVALENCE, /**< what has the same block in the same scope */
    XB_BLOCK_MODULE       /**< a variable of a module, which other symbols with the same block are, too */
} xb_block_kind;

/** What stands between a routine and its saved variable in the name of a common block that was made for this
 * one (algorithm/saved_variables.c); the names of sources have none. */
#define XB_SAVED_BLOCK_MARK '%'

/** What kind of unit a routine is. */
typedef enum xb_unit_kind {
    XB_UNIT_UNKNOWN,
    XB_UNIT_EXTERNAL, /**< a unit of its own */
    XB_UNIT_MODULE,   /**< a procedure of a module */
    XB_UNIT_ARGUMENT  /**< an argument of the routine that is differentiated: which procedure it is, calls say
                       */
} xb_unit_kind;

/** What is known of a routine without body. */
typedef struct xb_interface {
    bool is_function; /**< the last argument is its result */
    xb_list formals;  /**< xb_formal, whose symbols are in a scope of their own */
} xb_interface;

/** The facts. What is not known is NULL, 0, false. */
typedef struct xb_declaration {
    uint8_t dimension_count; /**< 0 or the rank */
    bool allocatable : 1;    /**< */
    bool target : 1;         /**< pointers may point to it */
    bool optional : 1;       /**< a formal argument that may be absent */
    bool by_value : 1;       /**< a formal argument that is a copy of the actual one */
    bool parameter : 1;      /**< a constant, whose value is the initial one */
    bool saved : 1;          /**< it keeps its value from one call to the next */
    bool is_unsigned : 1;    /**< an integer without sign */
    bool is_result : 1;      /**< a formal argument that has the result of a function */
    bool hidden : 1; /**< the module of a variable keeps it to itself, or does not let others change it */
    bool open_intent : 1;            /**< the source does not say what the intent of a formal argument is */
    bool was_result : 1;             /**< it had, in the function that its routine is a version of */
    uint32_t bytes;                  /**< of a value; of a complex one those of each part */
    xb_block_kind block_kind;        /**< */
    const xb_name *block;            /**< what its storage is a part of; NULL unless there is a kind */
    uint64_t offset;                 /**< where it begins in that, in bytes */
    const xb_name *length;           /**< of a text: a number of characters, "*" (assumed), ":" (deferred) */
    const xb_dimension *dimensions;  /**< in the order of the document: the reverse of that of subscripts */
    xb_vector initial;               /**< xb_initial_value */
    const xb_name *spelling;         /**< its name in the source */
    const xb_name *path;             /**< of a member of a structure: the path to it, such as a%b */
    const xb_name *structure;        /**< of such a member: what declares the structure, such as type(t) */
    const xb_name *structure_module; /**< the module that has that type */
    const xb_name *declared_kind;    /**< the kind as the source says it: a name such as wp, a number, an
                                        expression that stands by itself, "double precision", or, without a
                                        kind, "default real" */
    const xb_name *kind_module;      /**< the module whose procedures have that name anyway */
    const xb_name
        *kind_statement;      /**< the statement that gives others the name, such as use kinds, only: wp */
    uint32_t plain_constants; /**< of a subroutine: sum of the bytes of those real kinds whose constants say
                                 their kind otherwise than by a name */
    xb_unit_kind unit;        /**< of a subroutine */
    const xb_name *module;    /**< of a procedure of a module: the name of that */
    const xb_name *after;     /**< of one that is an argument: the argument before it in the source, by its
                                 spelling, or that of the structure; NULL: it is the first one */
    const xb_name *uses;      /**< of a subroutine: uses and includes, lines of the source */
    uint32_t line_number;     /**< of the source: where it is declared */
    const xb_name *file;      /**< that line is of, unless it is local: then, it is that of its procedure */
    const xb_interface *interface; /**< of a subroutine; one with a body does without */
} xb_declaration;

/** A declaration of a symbol to be changed: a copy of its own of what it had. */
xb_declaration *xb_symbol_declare(struct xb_program *program, xb_symbol *symbol);

/** The fact about subscript dimension (0-based, in the order of subscripts); NULL if there is none. */
const xb_dimension *xb_symbol_dimension(const xb_symbol *symbol, size_t dimension);

/** Gives variables whose dimensions are expressions of constants and of integer parameters the bounds that
 * these are. */
void xb_declarations_settle(struct xb_program *program);

/** The bounds of an explicit dimension, if all variables in them have values. @return whether they are known
 */
bool xb_dimension_bounds(const xb_dimension *dimension, xb_integer_of *value_of, void *context,
                         xb_bounds *bounds);

/** Whether a variable is an integer without sign, as its feType says, which temporaries take over. */
static inline bool xb_symbol_is_unsigned(const xb_symbol *symbol)
{
    return symbol->type == XB_TYPE_INTEGER && symbol->fe_type && symbol->fe_type->text[0] == 'U';
}

/** What is known of the interface of a routine without body; NULL: nothing. */
static inline const xb_interface *xb_symbol_interface(const xb_symbol *symbol)
{
    return symbol->declaration ? symbol->declaration->interface : NULL;
}

/** Whether the storage of a variable is there, in the shape that it has, as soon as its routine begins: it is
 * a scalar, or its extents are neither deferred nor unknown. */
bool xb_symbol_is_sized(const xb_symbol *symbol);

/** Whether a variable's storage is that of variables of other scopes, too, by a block. */
static inline bool xb_symbol_is_in_common(const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    return facts && (facts->block_kind == XB_BLOCK_COMMON || facts->block_kind == XB_BLOCK_MODULE);
}

/** Whether a local variable keeps its value from one call to the next. */
static inline bool xb_symbol_is_static(const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    return facts && !facts->parameter &&
           (facts->saved || facts->initial.count > 0 || xb_symbol_is_in_common(symbol));
}

/** Whether a symbol is a named constant. */
static inline bool xb_symbol_is_parameter(const xb_symbol *symbol)
{
    return symbol->declaration && symbol->declaration->parameter;
}

/** Calls a function for each expression of a declaration, which may be NULL, in the order of the document. */
void xb_declaration_each(const xb_declaration *declaration,
                         void (*each)(void *context, xb_expression *expression), void *context);

/** The bytes that a variable takes; 0 if that is not known. */
uint64_t xb_symbol_storage(const xb_symbol *symbol);

/** The bytes of one element, or of a scalar. */
uint64_t xb_symbol_element_bytes(const xb_symbol *symbol);

/** Whether two variables, both of blocks of storage, are of the same one. */
bool xb_are_of_one_block(const xb_symbol *a, const xb_symbol *b);

/** An order of variables of blocks: those of one block stand together, in the order of their places.
 * @return negative, 0 or positive, as for qsort() */
int xb_compare_places(const xb_symbol *a, const xb_symbol *b);

/** Gives the derivative of a variable the facts of that: it is declared alike, but begins with zeros, and is
 * part of a block of its own. @param direction number of the direction */
void xb_declaration_of_derivative(struct xb_program *program, xb_symbol *derivative, const xb_symbol *of,
                                  uint32_t direction);

#ifdef __cplusplus
}
#endif

#endif
