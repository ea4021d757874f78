/**
 * @file
 * How deep parentheses are nested in a source, which is looked at before it is parsed: flang's parser takes
 * exponential time for nested brackets, and stack for each pair of parentheses.
 */
#ifndef XB_FORTRAN_READER_NESTING_H
#define XB_FORTRAN_READER_NESTING_H

#include "flang.h"

namespace reader
{

/** The place where parentheses or brackets are nested more deeply than is read; an empty one: nowhere. */
Fortran::parser::CharBlock find_deep_nesting(const Fortran::parser::CookedSource &source);

} // namespace reader

#endif
