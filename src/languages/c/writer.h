/**
 * @file
 * Writing programs as C.
 *
 * What is written is C17 in lines of 100 columns: one file that has the program's global variables and its
 * routines, and small functions for what C lacks; it includes xaif_tape.h (runtime/xaif_tape.h) if there is a
 * tape, which is the first argument of the routines that need it. Arrays are passed as Fortran does it, the
 * first subscript running fastest. The same program always gives the same bytes.
 */
#ifndef XB_LANGUAGES_C_WRITER_H
#define XB_LANGUAGES_C_WRITER_H

#include "analysis/analyses.h"
#include "base/output.h"
#include "languages/code/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The statement form of a program, with names that C allows: see xb_source_make(). */
xb_status xb_c_make(xb_analyses *analyses, xb_arena *arena, xb_arena *lines, xb_source *source);

/**
 * Writes a program in its statement form, in which notes are made.
 * @param arena for the text
 * @param lines for lines, of which each is forgotten when it is written
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED, reported, before anything is written. Errors of the output are
 * for its owner to ask for
 */
xb_status xb_c_put_source(xb_source *source, xb_arena *arena, xb_arena *lines, xb_output *output);

/** The lines of the run time, xaif_tape.h, that programs with a tape include, ended by NULL. */
extern const char *const xb_c_run_time[];

/**
 * Writes a program as it is derived.
 * @param analyses of the program
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED if the program can't be expressed, which is reported through
 * the program's diagnostics before anything is written; XB_STATUS_FAILED if memory ran out or the output has
 * an error, which is the owner of the output's to report
 */
xb_status xb_c_write(xb_analyses *analyses, xb_output *output);

#ifdef __cplusplus
}
#endif

#endif
