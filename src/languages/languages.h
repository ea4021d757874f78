/**
 * @file
 * The languages that programs are written in, beside XAIF.
 */
#ifndef XB_LANGUAGES_LANGUAGES_H
#define XB_LANGUAGES_LANGUAGES_H

#include "languages/code/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Free form of Fortran 2008 in at most 100 columns, or what is right in fixed form and in free form: one
 * module that holds the program's global variables and routines, but for those that are units of their own;
 * it uses the module xaif_tape if there is a tape.
 */
extern const xb_source_language xb_fortran_language;

/**
 * C17 in at most 100 columns: one file that has the program's global variables and its routines, and small
 * functions for what C lacks. It includes xaif_tape.h if there is a tape, which is the first argument of the
 * routines that need it. Elements of arrays lie one after the other, the first subscript running fastest.
 */
extern const xb_source_language xb_c_language;

/** The files of the run time, line by line, ended by NULL. */
extern const char *const xb_fortran_run_time[], *const xb_c_run_time[];

/** Their names in options: XAIF, and those of the other languages. The last one is NULL. */
extern const char *const xb_language_names[];

/** The language that is named or, if none is, that the suffix of a file means. @param name, file may be NULL
 * @return NULL: XAIF */
const xb_source_language *xb_language_of(const char *name, const char *file);

/** Whether a file has the suffix of Fortran in fixed form. @param file may be NULL */
bool xb_language_is_fixed(const char *file);

/** Whether a file has the suffix of sources that are not written. @param file may be NULL */
bool xb_language_is_other(const char *file);

#ifdef __cplusplus
}
#endif

#endif
