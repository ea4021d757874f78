/**
 * @file
 * Writing programs as Fortran.
 *
 * What is written is free form of Fortran 2008 in at most 100 columns: one module that holds the program's
 * global variables and routines, and uses the module xaif_tape (runtime/xaif_tape.f90) if there is a tape.
 * The same program always gives the same bytes.
 */
#ifndef XB_LANGUAGES_FORTRAN_WRITER_H
#define XB_LANGUAGES_FORTRAN_WRITER_H

#include "analysis/analyses.h"
#include "base/output.h"
#include "languages/code/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The statement form of a program, with names that Fortran allows: see xb_source_make(). */
xb_status xb_fortran_make(xb_analyses *analyses, xb_arena *arena, xb_source *source);

/**
 * Writes a program in its statement form.
 * @param arena for the text
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED, reported, before anything is written. Errors of the output are
 * for its owner to ask for
 */
xb_status xb_fortran_put(const xb_source *source, xb_arena *arena, xb_output *output);

/** The lines of the run time that programs with a tape use, ended by NULL. */
extern const char *const xb_fortran_run_time[];

/**
 * Writes a program as it is derived.
 * @param analyses of the program
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED if the program can't be expressed, which is reported through
 * the program's diagnostics before anything is written; XB_STATUS_FAILED if memory ran out or the output has
 * an error, which is the owner of the output's to report
 */
xb_status xb_fortran_write(xb_analyses *analyses, xb_output *output);

#ifdef __cplusplus
}
#endif

#endif
