/**
 * @file
 * Cases: how a program is driven. Which routine is run, what are its independent and dependent variables, at
 * which points, and what the document leaves out about the world around it.
 *
 * A case is read from a file, a JSON object; every field may be left out. What the program has to say about
 * it (which symbols there are) is not looked at here.
 */
#ifndef XB_VERIFY_CASES_CASE_H
#define XB_VERIFY_CASES_CASE_H

#include "base/diagnostics.h"
#include "evaluate/values/value.h"
#include "verify/cases/marker.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which of the numbers x (or y) an argument holds. */
typedef struct xb_case_span {
    bool given;
    bool all;           /**< all of them */
    bool scalar;        /**< number `first`, as a scalar */
    size_t first, last; /**< from 1; unless all */
} xb_case_span;

/** One argument of the entry routine. */
typedef struct xb_case_argument {
    xb_case_span x, y;       /**< independent, dependent, or both */
    const xb_number *values; /**< count numbers if it is neither; NULL: undefined */
    size_t count;
    bool list;     /**< the values are those of an array */
    bool constant; /**< must not be written to */
    bool absent;   /**< optional, and not there */
} xb_case_argument;

/** The name of a symbol. */
typedef struct xb_case_symbol {
    const char *scope; /**< id of the scope; NULL: any */
    const char *id;    /**< symbol_id */
    const char *field; /**< the field that says it, for diagnostics */
} xb_case_symbol;

/** Bounds of an array that is declared without. */
typedef struct xb_case_extents {
    xb_case_symbol symbol;
    int rank;
    const xb_bounds *bounds; /**< in the order of subscripts */
} xb_case_extents;

/** A value that a variable has before the first statement, or after the routines that set up. */
typedef struct xb_case_value {
    xb_case_symbol symbol;   /**< of shorten: only id, a name without trailing number */
    const xb_number *values; /**< count values, of the elements in order; if there is one, of all elements */
    size_t count;
} xb_case_value;

/** A marker that does something. */
typedef struct xb_case_marker {
    const char *scope;               /**< id of the scope of the routine */
    const char *statement;           /**< statement_id */
    const char *field;               /**< the field that says it */
    const xb_marker_action *actions; /**< count actions, in order */
    size_t count;
} xb_case_marker;

/** Symbols that share storage. */
typedef struct xb_case_group {
    const xb_case_symbol *symbols;
    size_t count;
} xb_case_group;

/** Names of variables that are independent, or dependent. */
typedef struct xb_case_names {
    bool given;
    xb_list names;     /**< const char: names of arguments of the entry routine, or of global variables */
    const char *field; /**< the field that says it; NULL: it was said elsewhere */
} xb_case_names;

/** A range to draw from. */
typedef struct xb_case_range {
    double least, most;
} xb_case_range;

/** The most points that are drawn. */
#define XB_CASE_DRAWS ((size_t)10000)

/** A case. All text and arrays are in the arena that it was read into. */
typedef struct xb_case {
    const char *file;        /**< for diagnostics; NULL: there is no file */
    const char *entry;       /**< beginning of the entry routine's name; NULL: not said */
    const char *entry_field; /**< the field that says it; NULL: it was said elsewhere */
    bool has_n, has_m;
    size_t n, m;      /**< how many independent and dependent numbers */
    const double *x0; /**< x0_count numbers; NULL: not said */
    size_t x0_count;
    bool x0_typed;          /**< x0 was said elsewhere, for this program: too many numbers are an error */
    xb_vector points;       /**< const double *, each of as many numbers as x0 or n; see point_counts */
    xb_vector point_counts; /**< size_t */
    bool has_arguments;
    const xb_case_argument *arguments; /**< argument_count, by position */
    size_t argument_count;
    xb_case_names independents, dependents; /**< they win over what arguments and globals say */
    bool has_globals;
    xb_list global_x, global_y; /**< const char: names of global variables, without trailing number */
    xb_list setup;              /**< const char: routines to run first */
    xb_vector shorten;          /**< xb_case_value */
    int64_t integers; /**< the value of integer arguments without one, and extents that nobody says, and
                         optional arguments that need a value are absent, texts are blank; 0: all that has
                         to be said */
    bool has_y0;
    double y0;                   /**< what dependents hold at first */
    xb_vector extents;           /**< xb_case_extents */
    xb_vector initial;           /**< xb_case_value */
    xb_vector markers;           /**< xb_case_marker */
    xb_list externals;           /**< const char: names of routines without body that do nothing */
    xb_vector association;       /**< xb_case_group */
    bool undefined_derivatives;  /**< no run time initialises derivative components */
    uint64_t seed;               /**< of everything that is drawn */
    size_t draws;                /**< number of points to draw; 1 if nothing is said */
    const xb_case_range *ranges; /**< range_count; one for all numbers, or one for each */
    size_t range_count;
    double derivative_tolerance; /**< relative */
    double difference_tolerance; /**< relative */
    uint64_t step_limit;         /**< 0: the evaluator's */
    size_t memory_limit;         /**< bytes; 0: the evaluator's */
    size_t depth_limit;          /**< nested calls; 0: the evaluator's */
} xb_case;

/** Makes a case that says nothing, as if from an empty file. */
void xb_case_init(xb_case *description);

/**
 * Reads a case from a file.
 * @param arena where everything goes
 * @param file its name, "-" for standard input
 * @return XB_STATUS_OK; XB_STATUS_INVALID, reported with the line (syntax) or the path of the field, as
 * `arguments[2].x`, and what is allowed there; XB_STATUS_FAILED if it can't be read or memory ran out
 */
xb_status xb_case_read(xb_arena *arena, xb_diagnostics *diagnostics, const char *file, xb_case *description);

/** xb_case_read() from memory. @param text length bytes; @param name of the file, for diagnostics */
xb_status xb_case_parse(xb_arena *arena, xb_diagnostics *diagnostics, const char *text, size_t length,
                        const char *name, xb_case *description);

/** Says which variables are independent, or dependent, whatever the file says of it. @param names const char;
 * list and texts are not copied and must outlive the case */
void xb_case_name_independents(xb_case *description, const xb_list *names);
void xb_case_name_dependents(xb_case *description, const xb_list *names);

/** Says which routine is run, whatever the file says of it. @param name not copied, must outlive the
 * case */
void xb_case_name_entry(xb_case *description, const char *name);

/** Says what x0 is, whatever the file says of it. @param numbers count numbers, not copied, must outlive the
 * case */
void xb_case_name_point(xb_case *description, const double *numbers, size_t count);

/** The place of a field of a case, for diagnostics. */
xb_place xb_case_place(const xb_case *description, const char *field);

#ifdef __cplusplus
}
#endif

#endif
