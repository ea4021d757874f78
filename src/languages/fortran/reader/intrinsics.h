/**
 * @file
 * The intrinsics of Fortran.
 */
#ifndef XB_FORTRAN_READER_INTRINSICS_H
#define XB_FORTRAN_READER_INTRINSICS_H

#include <string>

#include "ir/intrinsic.h"

namespace reader
{

/** How an intrinsic of Fortran is one of ours. */
struct Intrinsic {
    const char *name;
    xb_intrinsic_code code;
};

/** The row of an intrinsic; nullptr: it has none. */
const Intrinsic *find_intrinsic(const std::string &name);

} // namespace reader

#endif
