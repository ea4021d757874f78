/**
 * @file
 * Documents as sources of another language: printed, read again, and whether that is the same program.
 */
#ifndef XB_TESTS_GENERATE_REREAD_H
#define XB_TESTS_GENERATE_REREAD_H

#include "ir/program.h"
#include "verify/cases/case.h"

/** A document that was printed and read again. */
typedef struct gen_reread {
    const char *source; /**< what was printed, source_length bytes; NULL: it can't be */
    size_t source_length;
    const char *text; /**< the document that was read, length bytes; NULL: there is none */
    size_t length;
    bool is_wrong;      /**< the reader takes the source for wrong, or went wrong itself */
    const char *reason; /**< why there is no text; NULL: there is one */
} gen_reread;

/**
 * Prints a document, and has it read again. Must not be called within xb_protect().
 * @param language that is read by a program of its own, such as "fortran"
 * @param is_fixed in fixed form
 */
gen_reread gen_reread_document(xb_arena *arena, const char *language, bool is_fixed, const char *text,
                               size_t length);

/**
 * Compares two programs at the point of a case: values, and derivatives by dual numbers. Must not be called
 * within xb_protect().
 * @param is_single they have numbers of single precision, whose rounding errors are larger
 * @param compared is increased by how many numbers were compared
 * @return NULL: they are the same, or the first one does not run; else what is different
 */
const char *gen_difference(xb_arena *arena, xb_program *one, xb_program *other, const xb_case *description,
                           bool is_single, size_t *compared);

#endif
