/**
 * @file
 * The state of the catalogue reader, shared by its parts; internal to them.
 */
#ifndef XB_LANGUAGES_XAIF_CATALOGUE_READER_STATE_H
#define XB_LANGUAGES_XAIF_CATALOGUE_READER_STATE_H

#include "languages/xaif/catalogue_document.h"
#include "catalogue/formula.h"
#include "languages/xaif/catalogue_reader.h"

enum {
    XB_CATALOGUE_READER_ATTRIBUTES = 10,  /**< most attributes of an element */
    XB_CATALOGUE_READER_DEPTH = 4,        /**< definitions, item, part, vertex */
    XB_CATALOGUE_READER_OPERANDS = 100,   /**< most operands of an inlinable intrinsic */
    XB_CATALOGUE_READER_ARGUMENTS = 10000 /**< highest argument number of a Jacobian routine */
};

/** Where an element may stand. */
typedef enum xb_catalogue_reader_place {
    XB_CATALOGUE_READER_NOWHERE,
    XB_CATALOGUE_READER_DOCUMENT,
    XB_CATALOGUE_READER_INLINABLES,
    XB_CATALOGUE_READER_NONINLINABLES,
    XB_CATALOGUE_READER_INTRINSIC,
    XB_CATALOGUE_READER_FORMULA,
    XB_CATALOGUE_READER_JACOBIAN,
    XB_CATALOGUE_READER_RULE
} xb_catalogue_reader_place;

typedef struct xb_catalogue_reader xb_catalogue_reader;

/** A kind of element. */
typedef struct xb_catalogue_reader_element {
    xb_catalogue_reader_place place;                        /**< where it may stand */
    const char *space, *name;                               /**< namespace and local name */
    xb_catalogue_reader_place content;                      /**< what may stand in it */
    const char *attributes[XB_CATALOGUE_READER_ATTRIBUTES]; /**< required ones first */
    size_t required;                                        /**< how many of them are required */
    size_t label;                          /**< the attribute shown in element paths, from 1; 0: none */
    void (*start)(xb_catalogue_reader *r); /**< takes values[], may be NULL */
    void (*end)(xb_catalogue_reader *r);   /**< may be NULL */
} xb_catalogue_reader_element;

/** A formula, checked when the whole document is known. */
typedef struct xb_catalogue_reader_formula {
    xb_inlinable *item;  /**< the intrinsic that it belongs to */
    bool is_partial;     /**< it is that of a Partial */
    bool is_value;       /**< it is that of its Function; neither: of Singular */
    unsigned of_complex; /**< the operand that is complex, from 1; 0: it is no such partial */
    const xb_partial_vertex *vertices;
    size_t count;
    const xb_place *places; /**< of each vertex */
} xb_catalogue_reader_formula;

/** The reader. */
struct xb_catalogue_reader {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_catalogue_document *document;
    const char *file;
    const xb_catalogue_known *known;
    xb_catalogue_items *items;
    xb_status status; /**< of the first error */
    xb_names *names;  /**< of the document: items and vertex ids */

    const xb_catalogue_reader_element
        *open[XB_CATALOGUE_READER_DEPTH];          /**< elements around the current one, and it itself */
    const char *labels[XB_CATALOGUE_READER_DEPTH]; /**< what is shown of them in paths, or NULL */
    size_t depth;                                  /**< how many are open */
    const char
        *values[XB_CATALOGUE_READER_ATTRIBUTES]; /**< attributes of the starting element, NULL where absent */
    size_t line;                                 /**< line of the starting element */

    xb_map defined;                /**< (name index, 0) to the item of that name */
    xb_vector formulas;            /**< xb_catalogue_reader_formula */
    bool item_valid;               /**< nothing was wrong with the current item so far */
    size_t item_line;              /**< its line */
    xb_inlinable *inlinable;       /**< the current one */
    bool has_function;             /**< its Function was seen */
    bool has_singular;             /**< its Singular was seen */
    bool is_condition;             /**< the current formula is that of Singular */
    xb_partial **partials;         /**< its partials by position - 1 */
    xb_partial *partial;           /**< the current one, NULL within Function and Singular */
    xb_formula formula;            /**< of the current Partial, Function or Singular */
    size_t formula_line;           /**< line of that */
    bool formula_valid;            /**< nothing was wrong with its elements so far */
    xb_noninlinable *noninlinable; /**< the current one */
    xb_routine_rule *rule;         /**< the current one */
    xb_vector entries;             /**< xb_jacobian_partial or xb_rule_argument of the current one */
    xb_map seen;                   /**< (dep, indep) and (partial, UINT64_MAX) of those */
};

/** A word and what it stands for, in lists that end with NULL. */
typedef struct xb_catalogue_reader_word {
    const char *word;
    int value;
} xb_catalogue_reader_word;

/** The place of a line within the open elements. */
xb_place xb_catalogue_reader_at(xb_catalogue_reader *r, size_t line);

/** Reports an error at a line of the open elements; the current item will not be kept. */
void xb_catalogue_reader_wrong(xb_catalogue_reader *r, size_t line, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Notes that there is an error, which was reported. */
void xb_catalogue_reader_fail(xb_catalogue_reader *r, xb_status status);

/** Checks all formulas. */
void xb_catalogue_reader_check_formulas(xb_catalogue_reader *r);

/** What an intrinsic used in a formula is; NULL if it is unknown or not inlinable. */
const xb_inlinable *xb_catalogue_reader_resolve(const xb_catalogue_reader *r, const char *name);

/** Gives intrinsics the formulas of their values, once all formulas are right. */
void xb_catalogue_reader_complete_values(xb_catalogue_reader *r);

/** Attribute i of the starting element as a number from least to most; reports what isn't one and returns
 * least. */
unsigned xb_catalogue_reader_number(xb_catalogue_reader *r, size_t i, unsigned least, unsigned most);

/** Attribute i as a word of a list; missing if absent. Reports other words and returns missing. */
int xb_catalogue_reader_choice(xb_catalogue_reader *r, size_t i, const xb_catalogue_reader_word *words,
                               int missing);

/** Attribute i as a truth value, false if absent. */
bool xb_catalogue_reader_flag(xb_catalogue_reader *r, size_t i);

/** Attribute i, which must not be empty. */
const char *xb_catalogue_reader_text(xb_catalogue_reader *r, size_t i);

/** Notes that the document defines an item; reports a second one of the name. */
void xb_catalogue_reader_define(xb_catalogue_reader *r, const char *name, const void *item);

/** Types of results and of constants. */
extern const xb_catalogue_reader_word xb_catalogue_reader_result_types[];

/** @{ Starts and ends of elements. */
void xb_catalogue_reader_start_inlinable(xb_catalogue_reader *r);
void xb_catalogue_reader_end_inlinable(xb_catalogue_reader *r);
void xb_catalogue_reader_start_function(xb_catalogue_reader *r);
void xb_catalogue_reader_start_singular(xb_catalogue_reader *r);
void xb_catalogue_reader_start_partial(xb_catalogue_reader *r);
void xb_catalogue_reader_end_formula(xb_catalogue_reader *r);
void xb_catalogue_reader_start_intrinsic(xb_catalogue_reader *r);
void xb_catalogue_reader_start_boolean_operation(xb_catalogue_reader *r);
void xb_catalogue_reader_start_constant(xb_catalogue_reader *r);
void xb_catalogue_reader_start_argument(xb_catalogue_reader *r);
void xb_catalogue_reader_start_edge(xb_catalogue_reader *r);
void xb_catalogue_reader_start_direct_action(xb_catalogue_reader *r);
void xb_catalogue_reader_start_selection(xb_catalogue_reader *r);
void xb_catalogue_reader_start_jacobian(xb_catalogue_reader *r);
void xb_catalogue_reader_start_entry(xb_catalogue_reader *r);
void xb_catalogue_reader_end_noninlinable(xb_catalogue_reader *r);
void xb_catalogue_reader_start_rule(xb_catalogue_reader *r);
void xb_catalogue_reader_start_argument_rule(xb_catalogue_reader *r);
void xb_catalogue_reader_start_result_rule(xb_catalogue_reader *r);
void xb_catalogue_reader_end_rule(xb_catalogue_reader *r);
/** @} */

#endif
