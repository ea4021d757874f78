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

#ifdef __cplusplus
extern "C" {
#endif

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
