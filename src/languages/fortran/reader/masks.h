/**
 * @file
 * where and forall, as loops over elements.
 */
#ifndef XB_FORTRAN_READER_MASKS_H
#define XB_FORTRAN_READER_MASKS_H

#include "reader.h"

namespace reader
{

/** A where statement. */
void read_where(Reader &reader, const parser::WhereStmt &from);

/** A where construct. */
void read_where(Reader &reader, const parser::WhereConstruct &from);

/** A forall statement. */
void read_forall(Reader &reader, const parser::ForallStmt &from);

/** A forall construct. */
void read_forall(Reader &reader, const parser::ForallConstruct &from);

} // namespace reader

#endif
