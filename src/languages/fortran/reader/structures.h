/**
 * @file
 * Variables of derived types. Each member that is no structure itself, at whatever depth, is a variable of
 * its own, which is made when it is met first; a structure that is an argument, or a result, is the group of
 * its members.
 *
 * A member of an element of an array of structures has the dimensions of all parts of the way to it. Those of
 * parts that stand further right come first: p(i)%v(j) is v(j, i), as it lies in memory but for the other
 * members between. So what all of a member is of one structure lies together.
 */
#ifndef XB_FORTRAN_READER_STRUCTURES_H
#define XB_FORTRAN_READER_STRUCTURES_H

#include "flang.h"

#include <map>
#include <string>
#include <vector>

#include "languages/code/source.h"

namespace reader
{

using namespace Fortran;

/** The members that lead from a structure to one within it, from the outermost. What a type inherits is its
 * own. A type at the end is no member, but whether the structure has that type when the program runs; so is a
 * procedure after a pointer to procedures. */
using Way = std::vector<const semantics::Symbol *>;

/** A type, as far as it is known what a variable of it has. */
using StructureType = const semantics::DerivedTypeSpec *;

/** The types that an object may have when the program runs; none: it has the one that is known. */
using Types = std::vector<const semantics::Symbol *>;

/** A variable of a derived type. */
struct Structure {
    const semantics::Symbol *symbol; /**< nullptr: it was made up */
    StructureType type;              /**< nullptr: it is a pointer to procedures */
    xb_source_unit *home;            /**< nullptr: it is global */
    std::string name;
    xb_source_variable shape; /**< rank, bounds, attributes */
    std::map<std::vector<std::string>, xb_source_variable *> members;
    bool is_closed;   /**< it is an argument whose members are there */
    Types types = {}; /**< that it may have, if it is of a class */
};

/** A structure, or what is selected of one. */
struct Place {
    Structure *whole; /**< nullptr: it was refused */
    Way way;
    std::vector<std::vector<const xb_source_expression *>> subscripts; /**< of the variable, and of each part
                                                                          of the way; none: all of it */
    StructureType type; /**< of what is selected; nullptr: it is no structure */
    Types types = {};   /**< that it may have, all of them extensions of that */
};

/** A value of a derived type: that of each member, in the order of the type's; nullptr: it can't be read. */
struct Record {
    StructureType type;
    std::vector<const xb_source_expression *> members;
    int rank;
    Types types = {}; /**< that it may have; then members are those of all of them, and which it has */
    Structure *whole = nullptr; /**< the variable that it is all of; nullptr: it is none */
};

} // namespace reader

#endif
