/**
 * @file
 * Writing programs as XAIF documents.
 *
 * Documents are valid against the output schema of the format, and the same program always gives the same
 * bytes. What algorithms derived from a node is written in its place; symbols that they added follow those
 * that were read. Reading a document back and writing it again gives the same bytes.
 */
#ifndef XB_XAIF_WRITER_H
#define XB_XAIF_WRITER_H

#include "base/diagnostics.h"
#include "base/output.h"
#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Choices. All zero is what one wants. */
typedef struct xb_write_options {
    const char *schema_path; /**< folder of the schema, for the document's schemaLocation; NULL: none */
    bool original;           /**< write the program as it was read, without anything derived or added */
    bool resolve_activity;   /**< write active="true" or "false" for references where it is undefined: that of
                                  their symbol */
    /**
     * Consulted for each node before its derived list: names the nodes to write in its place, among which it
     * may be itself. NULL, or the function returning NULL, means no opinion.
     */
    const xb_list *(*unparse)(void *context, xb_node *node);
    void *context; /**< passed to unparse */
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
