/**
 * @file
 * A run of flang over all files: parsed one by one, put into the order in which modules need each other,
 * analysed as one program.
 */
#ifndef XB_FORTRAN_READER_SESSION_H
#define XB_FORTRAN_READER_SESSION_H

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "ir/program.h"
#include "languages/code/source.h"

namespace reader
{

/** What is to be read, and how. */
struct Options {
    std::vector<std::string> files, folders, modules;
    std::vector<std::pair<std::string, std::optional<std::string>>>
        macros; /**< names, and what they stand for */
    std::string entry, output;
    bool is_whole = false; /**< all routines are read, if no entry is named */
    bool json = false, is_free = false, is_fixed = false;
    bool long_reals = false, long_integers = false, long_doubles = false;
    int fixed_columns = 72;
};

/** One run. */
class Session
{
  public:
    Session(const Options &options, xb_arena *arena, xb_diagnostics *diagnostics);
    ~Session();

    /** The statement form of all files; nullptr: something is wrong, and reported. */
    xb_source *read();

    /** Says of a program that was made of the statement form which files it is from, and where modules are in
     * them. */
    void describe(xb_program *program) const;

  private:
    class Files;
    std::unique_ptr<Files> files;
};

} // namespace reader

#endif
