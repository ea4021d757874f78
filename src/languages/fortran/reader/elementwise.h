/**
 * @file
 * Array operations that the statement form has not got, element by element: assignments under a mask or for
 * each value of indices, elemental procedures of the program.
 */
#ifndef XB_FORTRAN_READER_ELEMENTWISE_H
#define XB_FORTRAN_READER_ELEMENTWISE_H

#include "reader.h"

namespace reader
{

/** An assignment: as it is, or by loops over its elements if elemental functions of the program are applied
 * to arrays. */
void assign_elementwise(Reader &reader, Expression target, Expression value);

/** A call: as it is, or by loops over the elements of its arguments, if an elemental procedure has arrays. */
void call_elementwise(Reader &reader, xb_source_unit *callee, const std::vector<Expression> &arguments,
                      bool is_elemental);

/** Whether an element of an expression is the expression of elements. */
bool applies_by_elements(Expression e);

/** The rank that an operand of an expression has for each element: more than 0 for members of structures that
 * are arrays. Its dimensions come before those of the elements. @param i from 0 */
int inner_rank(Expression e, size_t i);

/** Whether all of an expression applies by elements, down to variables. */
bool is_all_elemental(Expression e);

/** Whether the storage of a variable may be read. */
bool mentions(Expression e, const xb_source_variable *variable);

/** Whether what is read may be part of what is assigned, other than the very same elements. */
bool reads_others(Expression e, Expression target);

/** An expression of which elements are taken in loops. */
class Elements
{
  public:
    /** The place in a dimension: what counts, and the number that it begins with. */
    struct Place {
        Expression counter, first;
    };

    explicit Elements(Reader &reader) : r{reader}
    {
    }

    /** The expression with variables, assigned here, for all that does not apply by elements. */
    Expression prepared(Expression e);

    /** An element of what was prepared. @param inner dimensions in front, all of which it has */
    Expression element(Expression e, const std::vector<Place> &places, int inner = 0);

    /** Opens loops over all elements, which count as the subscripts of the array do. @param inner dimensions
     * in front that each element has */
    std::vector<Place> begin_loops(Expression array, int inner = 0);
    void end_loops(size_t count);

    /** A place that a loop counts from its beginning. */
    Expression shifted(Expression first, Expression stride, const Place &place);

  private:
    Expression element_of(Expression e, const std::vector<Place> &places, int inner);
    Expression first_of(Expression array, int dimension);
    xb_source_expression *copy_of(Expression e, int rank);
    Reader &r;
};

/** Assigns element by element, where a mask holds. @param mask nullptr: everywhere */
void assign_by_loops(Reader &r, Expression target, Expression value, Expression mask);

} // namespace reader

#endif
