/**
 * @file
 * Scopes, symbol tables and symbols.
 *
 * Scopes form a tree with one global scope at its root. Symbols of generated variables go to the same tables,
 * marked as overlay: the tables that were read can always be told apart, and are what a round trip writes.
 *
 * Names (xb_name) are those of the program's own table, see xb_program_name(); equal names of another table
 * are other names.
 */
#ifndef XB_IR_SYMBOL_H
#define XB_IR_SYMBOL_H

#include "base/map.h"
#include "ir/node.h"

#ifdef __cplusplus
extern "C" {
#endif

struct xb_program;
struct xb_declaration;

/** What a symbol names. */
typedef enum xb_symbol_kind { XB_SYMBOL_SUBROUTINE, XB_SYMBOL_VARIABLE, XB_SYMBOL_POINTER } xb_symbol_kind;

/** Types of values. XB_TYPE_DOUBLE occurs with constants only. */
typedef enum xb_type {
    XB_TYPE_VOID,
    XB_TYPE_INTEGER,
    XB_TYPE_REAL,
    XB_TYPE_COMPLEX,
    XB_TYPE_BOOL,
    XB_TYPE_CHAR,
    XB_TYPE_STRING,
    XB_TYPE_OPAQUE,
    XB_TYPE_DOUBLE
} xb_type;

/** The rank of the shape "void"; other shapes have their number of dimensions, 0 to 7. */
enum { XB_RANK_VOID = -1, XB_RANK_LIMIT = 7 };

/** Bounds of one dimension, both inclusive. */
typedef struct xb_bounds {
    int64_t lower, upper;
} xb_bounds;

/** The number of elements of a dimension: none if the upper bound is below the lower one, by however much.
 * That of one from the lowest to the highest integer, of which nothing has the elements, counts as 0, too. */
static inline uint64_t xb_bounds_extent(xb_bounds bounds)
{
    return bounds.upper < bounds.lower ? 0 : (uint64_t)bounds.upper - (uint64_t)bounds.lower + 1;
}

/** A scope with its symbol table. */
typedef struct xb_scope {
    xb_node node;
    const xb_name *id;              /**< vertex_id; NULL for an overlay scope: given by the writer */
    bool overlay;                   /**< generated, not read */
    struct xb_scope *parent;        /**< enclosing scope, NULL for the root */
    struct xb_routine *routine;     /**< the first one that was read whose scope it is; NULL: none */
    const xb_name *edge_id;         /**< edge_id of the ScopeEdge to the parent, NULL for the root */
    const xb_name *edge_annotation; /**< annotation of that, NULL if none */
    xb_list symbols;                /**< xb_symbol, in document order, then overlay in order of creation */
    size_t read_count;              /**< how many of the symbols were read */
    uint32_t *by_id;                /**< private: hash table of ids: places in symbols, from 1 */
    uint32_t by_id_size;            /**< private: size of the table */
    uint32_t by_id_count;           /**< private: number of symbols in it */
} xb_scope;

/** A symbol. */
typedef struct xb_symbol {
    xb_node node;
    xb_scope *scope;         /**< where it is declared */
    const xb_name *id;       /**< symbol_id; of temporaries outside of the table of names */
    const xb_name *fe_type;  /**< front-end spelling of the type, NULL if none */
    int rank;                /**< number of dimensions or XB_RANK_VOID */
    xb_symbol_kind kind : 8; /**< what it names */
    xb_type type : 8;        /**< type of values */
    bool active : 1;         /**< active type: owns a derivative component (see xb_symbol_is_active()) */
    bool passivated : 1;     /**< active when it was read, and passive by the wish of the user */
    bool off_path : 1;       /**< on no path from independents to dependents, as was computed */
    bool forced : 1;         /**< passive by the wish of the user, whatever is computed */
    bool temp : 1;           /**< temporary of the front end or of the engine */
    bool pointer : 1;        /**< attribute pointer */
    bool overlay : 1;        /**< generated, not read */
    bool temporary : 1;      /**< engine temporary: aliases nothing but itself */
    bool shared : 1;         /**< engine temporary that routines within the one that has it refer to, too */
    bool single : 1;      /**< engine temporary that is a scalar and has one value: made expressions may share
                             references to it, which therefore never change */
    uint8_t bounds_count; /**< 0 or the rank */
    xb_bounds *bounds;    /**< in the order of the document: the reverse of the order of subscripts */
    const struct xb_declaration *declaration; /**< further facts, see declaration.h; NULL: there are none */
    const struct xb_routine *routine; /**< of a subroutine with a body: the one that it names, else NULL */
} xb_symbol;

/** The declared bounds of subscript dimension (0-based, in the order of subscripts); NULL if not declared. */
const xb_bounds *xb_symbol_bounds(const xb_symbol *symbol, size_t dimension);

/** The number of elements between bounds, in any order of dimensions; 0 if there are none, or too many. */
int64_t xb_bounds_elements(const xb_bounds *bounds, size_t rank);

/**
 * Tells whether a symbol owns a derivative component: an active variable of type real or complex, or of a
 * derived type (opaque), whose components may be real. The attribute alone does not say it, since its default
 * is true for symbols of any type.
 */
bool xb_symbol_is_active(const xb_symbol *symbol);

/** Name of a type as in the documents ("real", …). */
const char *xb_type_name(xb_type type);

/** Bytes that a value of a type counts where it is stored: 16 for a complex number and for a text, which is
 * stored as a reference, 8 for a real number, 4 for any other. */
size_t xb_type_bytes(xb_type type);

/** Name of a shape as in the documents ("scalar", "vector", …). @param rank XB_RANK_VOID to XB_RANK_LIMIT */
const char *xb_shape_name(int rank);

/** Copies a text in lower case; only ASCII letters have cases in the identifiers of front ends. */
void xb_symbol_fold(char *to, const char *from, size_t length);

/**
 * Creates a scope in a program and appends it to the program's scopes.
 * @param id vertex_id; NULL: the scope is overlay, and the caller sets its parent
 */
xb_scope *xb_scope_create(struct xb_program *program, const xb_name *id);

/** The id of a scope, for messages: "(generated)" if the writer gives it. */
const char *xb_scope_text(const xb_scope *scope);

/** The scope of a routine or module, or the global one, that a scope is directly within; NULL for the global
 * one. Scopes of blocks don't count. */
const xb_scope *xb_scope_around(const xb_scope *scope);

/** Whether a scope, which may be NULL, is another one or lies within it. */
bool xb_scope_is_within(const xb_scope *scope, const xb_scope *outer);

/** The scope with this id, or NULL. */
xb_scope *xb_scope_find(const struct xb_program *program, const xb_name *id);

/** The symbol of a scope (enclosing ones are not searched), or NULL. Takes constant time unless temporaries
 * are among the symbols and no other one is found. */
xb_symbol *xb_symbol_find(const xb_scope *scope, const xb_name *id);

/**
 * Creates a symbol: a real scalar passive variable, not temporary, until the caller says otherwise.
 * @return the symbol; NULL if the scope has one with this id already
 */
xb_symbol *xb_symbol_create(struct xb_program *program, xb_scope *scope, const xb_name *id, bool overlay);

/**
 * Declares a symbol that was read in another scope, under another name that no symbol has there; its
 * references are references to it still. Only for programs of which nothing was derived. Takes time for the
 * size of both scopes.
 */
void xb_symbol_move(struct xb_program *program, xb_symbol *symbol, xb_scope *scope, const xb_name *id);

/**
 * Creates an overlay symbol that is declared as another one is, but without its tags and annotation. Constant
 * time: the name of a temporary is not looked for, so that the caller must not copy one to a scope twice.
 * @return as xb_symbol_create()
 */
xb_symbol *xb_symbol_like(struct xb_program *program, xb_scope *scope, const xb_name *id,
                          const xb_symbol *like);

/** What a generated temporary looks like. */
typedef struct xb_temporary_type {
    xb_type type;
    const xb_name *fe_type; /**< NULL if none */
    int rank;
    const xb_bounds
        *bounds; /**< rank bounds in document order, copied, or NULL: to be allocated at run time */
    bool active;
    const xb_name *length; /**< of a text: a number of characters, or NULL */
} xb_temporary_type;

/** The length of a text that is a number; NULL: it is not known, or the symbol is no text. */
const xb_name *xb_symbol_length(const xb_symbol *symbol);

/**
 * Creates a temporary of the engine, named PREFIX STEM _ NUMBER with the program's prefix. Numbers count up
 * per stem (whatever its case) in the whole program; a number is skipped if any scope has a symbol of that
 * name, whatever its case, decorated by the front end or not. The skipping costs, over all temporaries, no
 * more than there are symbols.
 */
xb_symbol *xb_temporary_create(struct xb_program *program, xb_scope *scope, const char *stem,
                               xb_temporary_type type);

/** The same for an integer. */
xb_symbol *xb_temporary_integer(struct xb_program *program, xb_scope *scope, const char *stem);

/** The same for an integer of 64 bits. */
xb_symbol *xb_temporary_long_integer(struct xb_program *program, xb_scope *scope, const char *stem);

#ifdef __cplusplus
}
#endif

#endif
