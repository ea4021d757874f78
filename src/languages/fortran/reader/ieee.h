/**
 * @file
 * Functions of the module ieee_arithmetic.
 */
#ifndef XB_FORTRAN_READER_IEEE_H
#define XB_FORTRAN_READER_IEEE_H

#include "reader.h"

namespace reader
{

/** What a function of the module gives, whose name may end in the types of its arguments; nullptr: it is none
 * that can be read. */
Expression ieee_function(Reader &reader, const std::string &name, const evaluate::ProcedureRef &call,
                         Kind kind);

} // namespace reader

#endif
