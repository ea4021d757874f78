/**
 * @file
 * Files, and texts, that a program reads after it has written them.
 */
#ifndef XB_FORTRAN_READER_READ_BACK_H
#define XB_FORTRAN_READER_READ_BACK_H

#include "reader.h"

namespace reader
{

/** Warns where a program may read numbers that it has written itself, which are taken to be constants: a
 * statement reads from the unit that another one writes to. In one procedure, what is written after it was
 * read is no matter, but for loops around both. Units are told apart by their numbers, or by their names; the
 * same file under several units is not noticed. All texts are one unit, since they are copied, and passed as
 * arguments, under other names. Procedures that were not read are left out. */
void warn_of_reading_back(const Reader &reader, const xb_source &source, xb_diagnostics *diagnostics);

} // namespace reader

#endif
