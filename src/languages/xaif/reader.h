/**
 * @file
 * Reading XAIF documents into programs.
 *
 * Documents are streamed. XML is untrusted: there is no network, no DTD, no entity; depth and sizes are
 * bounded. Everything that is wrong is reported with file, line, element path and a hint, as many errors in
 * one go as make sense. What the reader guarantees of a program: names, values and nesting are those of the
 * vocabulary; all references to scopes, symbols and vertices resolve, and their ids are unique. Everything
 * else is for xb_verify().
 */
#ifndef XB_LANGUAGES_XAIF_READER_H
#define XB_LANGUAGES_XAIF_READER_H

#include "base/diagnostics.h"
#include "catalogue/catalogue.h"
#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of documents. */
enum {
    XB_READER_ATTRIBUTE_LIMIT = 1024 * 1024 /**< bytes of one attribute */
};

/** Choices. All zero is what one wants. */
typedef struct xb_read_options {
    const char *name; /**< name of the document in diagnostics; NULL: the file's name */
    const xb_catalogue
        *catalogue; /**< tells which intrinsics of the user's make scalars of arrays; NULL: none */
} xb_read_options;

/**
 * Reads a program from a file.
 * @param failure where failing allocations of the program will jump to; need not be protected here
 * @param diagnostics where everything that is wrong is reported; must outlive the program
 * @param file the file; "-" is standard input
 * @param options NULL for none
 * @param program receives the program, owned by the caller (xb_program_destroy()); NULL unless the result is
 * XB_STATUS_OK
 * @return XB_STATUS_OK, XB_STATUS_INVALID, or XB_STATUS_FAILED if the file can't be read or memory ran out
 */
xb_status xb_read_file(xb_failure *failure, xb_diagnostics *diagnostics, const char *file,
                       const xb_read_options *options, xb_program **program);

/**
 * Reads a program from memory.
 * @param text the document, length bytes in UTF-8, UTF-16 or an encoding whose markup is ASCII
 */
xb_status xb_read_memory(xb_failure *failure, xb_diagnostics *diagnostics, const char *text, size_t length,
                         const xb_read_options *options, xb_program **program);

#ifdef __cplusplus
}
#endif

#endif
