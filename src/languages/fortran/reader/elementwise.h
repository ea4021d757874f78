/**
 * @file
 * Array operations that the statement form has not got, element by element: assignments under a mask,
 * elemental procedures of the program.
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

/** A where construct, which may be nested. Masks are kept: what is assigned may change what they were made
 * of. */
class Where
{
  public:
    explicit Where(Reader &reader) : r{reader}
    {
    }

    /** Begins a construct, within the masks that hold now. */
    void begin(Expression mask);

    /** The next part of the innermost construct. @param mask nullptr: all that is left */
    void otherwise(Expression mask);

    /** Ends the innermost construct. */
    void end();

    /** An assignment where the mask holds. */
    void assign(Expression target, Expression value);

  private:
    Expression kept(Expression mask);
    void restrict_to(Expression mask);

    /** A construct: elements for which a part is executed, and those that no part before took; variables of
     * truth values. */
    struct Level {
        Expression outer, now, left;
    };
    Reader &r;
    std::vector<Level> levels;
};

} // namespace reader

#endif
