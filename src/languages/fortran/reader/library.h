/**
 * @file
 * Interfaces of routines of libraries, for which rules ship with the engine: calls of them need no source.
 */
#ifndef XB_FORTRAN_READER_LIBRARY_H
#define XB_FORTRAN_READER_LIBRARY_H

#include <set>
#include <string>

namespace reader
{

/** The module that has the interfaces. */
constexpr const char *library_module = "xaif_library_interfaces";

/** That module, in Fortran of free form. @param defined names of routines that the program has itself */
std::string library_interfaces(const std::set<std::string> &defined);

} // namespace reader

#endif
