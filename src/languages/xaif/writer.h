/**
 * @file
 * Writing programs as XAIF documents.
 *
 * Documents are valid against the output schema of the format, and the same program always gives the same
 * bytes. What algorithms derived from a node is written in its place; symbols that they added follow those
 * that were read. Reading a document back and writing it again gives the same bytes.
 */
#ifndef XB_LANGUAGES_XAIF_WRITER_H
#define XB_LANGUAGES_XAIF_WRITER_H

#include "base/diagnostics.h"
#include "base/output.h"
#include "ir/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Choices. All zero is what one wants. */
typedef struct xb_write_options {
    const char *schema_path; /**< folder of the schema, for the document's schemaLocation; NULL: none */
    xb_view view;            /**< the form of the program that is written */
    bool strip_tags;         /**< write no tags */
    bool resolve_activity;   /**< write active="true" or "false" for references where it is undefined: that of
                                  their symbol */
} xb_write_options;

/**
 * Writes a program.
 * @param options NULL for none
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED if the program can't be expressed (reported through the
 * program's diagnostics); XB_STATUS_FAILED if memory ran out or the output has an error, which is the owner
 * of the output's to report
 */
xb_status xb_write(const xb_program *program, xb_output *output, const xb_write_options *options);

#ifdef __cplusplus
}
#endif

#endif
