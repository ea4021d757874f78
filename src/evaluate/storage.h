/**
 * @file
 * What variables are made of. Not installed.
 *
 * Cells hold values and derivatives. A variable (xb_variable) is a view of cells: the whole of a declared
 * variable, a formal argument's view of the actual one, an element, a section. Elements are in Fortran's
 * order. All functions that can fail end the run (state.h), unless they say otherwise.
 */
#ifndef XB_EVALUATE_STORAGE_H
#define XB_EVALUATE_STORAGE_H

#include "evaluate/evaluate.h"

/** Memory of variables: count elements of one type, each with value and derivative. */
typedef struct xb_cells {
    xb_type type;        /**< as in xb_number; XB_TYPE_OPAQUE: without values */
    xb_width width;      /**< of values; xb_cells_init() makes cells for any */
    size_t count;        /**< number of elements */
    size_t sides;        /**< reals of an element: 1, of a complex number 2; 0 if it is no such number */
    int64_t *integers;   /**< as in xb_array */
    double *reals;       /**< as in xb_array */
    xb_string *texts;    /**< as in xb_array */
    bool has_length;     /**< texts are of one length, to which they are cut or filled up */
    size_t length;       /**< that length */
    bool *defined;       /**< count: whether the value has been set */
    double *tangents;    /**< as in xb_array, memory of its own; NULL: no derivative has been set yet */
    bool *has_tangent;   /**< count: whether the derivative is defined; NULL if tangents is */
    bool starts_at_zero; /**< whether derivatives that have not been set are 0, or else undefined */
    size_t holders;      /**< variables that refer to cells with memory of their own; else 0 */
} xb_cells;

/** A view of cells. */
struct xb_variable {
    xb_evaluator *evaluator;
    const xb_symbol *symbol; /**< as which it is declared; NULL: made by a driver, or a constant */
    xb_cells *cells;         /**< NULL: not allocated (yet) */
    bool constant;           /**< must not be written */
    bool passive;            /**< it, or what it is a view of, is declared without derivative component */
    int rank;
    xb_bounds bounds[XB_RANK_LIMIT]; /**< in the order of subscripts */
    size_t count;                    /**< number of elements */
    size_t first;                    /**< cell of the first element, if places is NULL */
    const size_t *places;            /**< cell of each element; NULL: count cells from first on */
    const struct xb_variable *whole; /**< of an element or a section: that array, else NULL */
    size_t position;                 /**< the number in it of the (first) element */
};

/** The two things that a cell holds. */
typedef enum xb_part { XB_PART_VALUE, XB_PART_DERIVATIVE } xb_part;

/** The cell of element i of an allocated variable. */
static inline size_t xb_variable_place(const xb_variable *variable, size_t i)
{
    return variable->places ? variable->places[i] : variable->first + i;
}

/** Whether exact derivatives go into a variable and come out of it. */
bool xb_variable_carries(const xb_variable *variable);

/** How a variable is called in messages. */
const char *xb_variable_name(const xb_variable *variable);

/** The name of the element in one of a variable's cells, with the subscripts that the program knows it by. */
const char *xb_variable_element_name(const xb_variable *variable, size_t place);

/** Ends the run because a cell of a variable is read but has no value. */
_Noreturn void xb_variable_unset(const xb_variable *variable, size_t place);

/** Ends the run unless the variable is allocated. */
void xb_variable_require(const xb_variable *variable);

/** Number of elements between bounds; ends the run if it can't be counted. */
size_t xb_bounds_count(xb_evaluator *evaluator, int rank, const xb_bounds *bounds);

/** The type that values have in cells that are declared with a type. */
xb_type xb_storage_type(xb_type type);

/** Bytes that cells need; ends the run if that is too many. */
size_t xb_cells_size(xb_evaluator *evaluator, xb_type type, size_t count);

/** Makes cells with undefined values of xb_cells_size() zeroed bytes. */
xb_cells *xb_cells_init(void *memory, xb_type type, size_t count, bool starts_at_zero);

/** Gives texts the length that a symbol declares, if it is a number: they are blank at first. */
void xb_cells_take_length(xb_evaluator *evaluator, xb_cells *cells, const xb_symbol *symbol);

/** A text as it is assigned to a variable: one that is passed keeps the length that it has. */
xb_string xb_variable_fitted(const xb_variable *variable, size_t place, xb_string text);

/** Frees the memory of derivatives. */
void xb_cells_drop_tangents(xb_evaluator *evaluator, xb_cells *cells);

/** Allocates a variable, or allocates it again: values are undefined, derivatives as at first. Other views of
 * its former cells keep these. */
void xb_variable_allocate(xb_variable *variable, int rank, const xb_bounds *bounds);

/** Counts a variable among the holders of its cells. */
void xb_variable_hold(xb_variable *variable);

/** Undoes xb_variable_hold() and frees cells that nobody holds. */
void xb_variable_drop(xb_variable *variable);

/** Whether two variables are the same cells in the same order. */
bool xb_variable_same_storage(const xb_variable *a, const xb_variable *b);

/** Makes a view of count elements of a variable from element first on. */
xb_variable xb_variable_elements(const xb_variable *variable, size_t first, size_t count, bool scalar);

/**
 * Makes the view of the actual argument that a formal argument is: by sequence association where bounds are
 * declared, else with the actual argument's shape. It does not hold the cells yet.
 * @param arena where lists of places go
 */
void xb_variable_bind(xb_arena *arena, xb_variable *variable, const xb_symbol *formal,
                      const xb_variable *actual);

/** Gives a formal argument, which has been bound, the bounds that were found for it. */
void xb_variable_shape(xb_variable *formal, const xb_bounds *bounds);

/**
 * Copies values, or derivatives, of a variable to an array in scratch memory. Derivatives come as tangents of
 * the array, with the options' number of directions, and reals is NULL then. Values come with their tangents
 * if the run is exact.
 * @param lenient what is undefined is no error; see xb_cells.defined
 */
xb_array xb_variable_load(const xb_variable *variable, xb_part part, bool lenient);

/**
 * Stores an array (or a scalar, to all elements) to a variable, converting numbers to its type. Derivatives
 * are taken from tangents (NULL: 0); with a value, they are stored only if the run is exact.
 */
void xb_variable_store(const xb_variable *variable, const xb_array *array, xb_part part);

/** Sets the value of one cell to a number, which is converted to the cells' type. Strings are not
 * copied unless they are filled up. */
void xb_cells_set(xb_evaluator *evaluator, xb_cells *cells, size_t place, const xb_number *value);

/** The value of one cell, defined or not. */
xb_number xb_cells_get(const xb_cells *cells, size_t place);

/** The derivatives of one cell, directions of each side, to be written: they count as defined from now on. */
double *xb_cells_tangent(xb_evaluator *evaluator, xb_cells *cells, size_t place);

/** The derivatives of one cell to be read; NULL: all 0. Ends the run if they are undefined. */
const double *xb_variable_tangent(const xb_variable *variable, size_t place);

/** One term of a sum of derivatives: factor times derivative of source. */
typedef struct xb_derivative_term {
    const xb_array *factor; /**< a number, or an array of numbers; NULL: sign */
    double sign;            /**< 1 or -1 */
    const xb_variable *source;
} xb_derivative_term;

/**
 * Sets the derivative of target to a sum, or increments it by it. Scalars are broadcast to the shape of
 * arrays among terms and target; a scalar target gets the sum over all elements. All derivatives are read
 * before any is written. Does nothing if the run has no derivatives, or exact ones.
 */
void xb_combine_derivatives(const xb_variable *target, bool increment, const xb_derivative_term *terms,
                            size_t count);

/** Sets all derivatives of a variable to 0, under the same conditions. */
void xb_zero_derivatives(const xb_variable *target);

#endif
