/**
 * @file
 * Plain types that the parts of the reader share.
 */
#ifndef XB_FORTRAN_READER_TYPES_H
#define XB_FORTRAN_READER_TYPES_H

#include "flang.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "languages/code/source.h"

namespace reader
{

using namespace Fortran;
using semantics::Symbol;

/** An expression of the statement form. */
using Expression = const xb_source_expression *;

/** An expression as flang has it, of any type. */
using TypedExpression = evaluate::Expr<evaluate::SomeType>;

/** A procedure with its body. */
struct Procedure {
    const Symbol *symbol;
    const parser::ExecutionPart *body;
    parser::CharBlock first, last; /**< its first and its last statement */
};

/** A procedure that is passed: of the program, or an intrinsic one, or none. */
struct Target {
    const Symbol *symbol = nullptr; /**< nullptr: it is not one of the program */
    xb_source_unit *host = nullptr; /**< the unit that it lies within, or nullptr */
    std::string intrinsic;          /**< its name, or empty */
    bool operator<(const Target &other) const
    {
        return std::tie(symbol, host, intrinsic) < std::tie(other.symbol, other.host, other.intrinsic);
    }
    bool is_absent() const
    {
        return !symbol && intrinsic.empty();
    }
};

/** A procedure as it is called: what it lies within, which procedures are passed to it, and what types the
 * objects of classes have that are. */
struct Version {
    const Symbol *symbol = nullptr;
    xb_source_unit *host = nullptr;
    std::map<const Symbol *, Target> passed;        /**< by its argument */
    std::map<const Symbol *, const Symbol *> types; /**< likewise, where the type makes a difference */
    bool operator<(const Version &other) const
    {
        return std::tie(symbol, host, passed, types) <
               std::tie(other.symbol, other.host, other.passed, other.types);
    }
    /** Whether it is the procedure as it stands: it gets its own arguments, whatever they are, as the entry
     * does. */
    bool is_open() const
    {
        for (const auto &one : passed)
            if (one.first != one.second.symbol)
                return false;
        return types.empty();
    }
};

/** A type of the statement form. */
struct Kind {
    xb_type type;
    unsigned bytes;
};

/** Variables that stand in the text of a statement in place of what the source has there, by name; nullptr:
 * what has the name is neither read nor written, as far as the rest of the program is concerned. */
using Replaced = std::map<std::string, xb_source_variable *>;

/** Where input or output leads; 0: to the next statement. */
struct Outcome {
    Expression status = nullptr;
    int64_t at_end = 0, at_error = 0;
    bool stops = false; /**< it ends the program where no label is */
};

/** Variables that overlap in a common block, or by equivalence. */
struct Overlap {
    std::vector<const Symbol *> members;
    size_t from, to;          /**< bytes of the block */
    bool is_alike;            /**< all members are the same variable, by whatever name */
    xb_source_variable *made; /**< that variable, or an array of all elements; nullptr: it has not been met */
    size_t bytes = 1;         /**< of an element */
    bool is_met = false;
    const Symbol *like = nullptr;  /**< the member whose type that array has */
    const Symbol *image = nullptr; /**< what the members of an equivalence begin with, all together */
};

/** What the statements of a procedure do with variables. */
struct Usage {
    std::map<const Symbol *, int> changed;       /**< may be changed; in how many places */
    std::set<const Symbol *> exposed;            /**< are used elsewhere than in loops that they count */
    std::set<const Symbol *> asked;              /**< whether they are allocated */
    std::set<const Symbol *> pointed;            /**< are let point to something */
    std::set<const Symbol *> freed;              /**< are deallocated, or point to nothing */
    std::set<const Symbol *> moved;              /**< are arguments of move_alloc */
    std::map<const Symbol *, int> allocations;   /**< how many statements allocate them */
    std::map<const Symbol *, const char *> last; /**< where they are named last */
    bool has_jumps = false, has_texts = false;   /**< statements go to labels; statements are kept as texts */
};

} // namespace reader

#endif
