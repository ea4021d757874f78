/**
 * @file
 * Directives: comments of sources that say what is to be done with them.
 *
 * `!$xaif` begins one, in fixed form `c$xaif` or `*$xaif`, too; `!$openad` one of an older tool chain. flang
 * takes them for comments, so lines are looked at as they are. What a directive is for is the routine around
 * it, or the statement that begins on the next line that has one.
 */
#ifndef XB_FORTRAN_READER_DIRECTIVES_H
#define XB_FORTRAN_READER_DIRECTIVES_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "flang.h"

namespace reader
{

/** What a directive asks for. */
enum class Wish {
    independents, /**< of the routine around it: variables that are independent; it is the entry */
    dependents,   /**< likewise */
    checkpoint,   /**< of a loop: it is reversed by checkpoints */
    reversal,     /**< of a call: it is weak, or strong */
    parallel,     /**< one of OpenMP: what is derived of its routine is not parallel */
    simple        /**< of a loop that counts: it can be taken back by arithmetic */
};

/** One wish of a directive. */
struct Directive {
    Wish wish;
    std::vector<std::string> words; /**< names, in small letters; how it is to be done */
    std::string file;               /**< as options name it */
    uint64_t line;                  /**< of the directive */
    uint64_t statement;             /**< line of the next statement; 0: there is none */
    bool is_heeded = false;         /**< some statement has taken it */
};

/** Directives of all files. */
class Directives
{
  public:
    /** Looks for directives in a file. What is wrong with them is reported.
     * @param cooked what flang has made of the file */
    void scan(const std::string &file, const Fortran::parser::SourceFile &source,
              const Fortran::parser::CookedSource &cooked, const Fortran::parser::AllCookedSources &all,
              xb_diagnostics *diagnostics);

    /** Those for the statement at a line, which counts as having taken them. */
    std::vector<const Directive *> at(const char *file, uint64_t line, Wish wish);

    std::vector<Directive> all; /**< in the order of the text */

  private:
    std::map<std::pair<std::string, uint64_t>, std::vector<size_t>> by_statement;
};

/** Whether names mean the same file. */
bool is_same_file(const std::string &a, const std::string &b);

} // namespace reader

#endif
