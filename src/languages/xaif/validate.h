/**
 * @file
 * Validation of documents against the schemas of the format, with libxml2.
 *
 * The reader checks everything that it relies on by itself; this is for authors of front ends, who want to
 * know whether their documents are XAIF.
 */
#ifndef XB_LANGUAGES_XAIF_VALIDATE_H
#define XB_LANGUAGES_XAIF_VALIDATE_H

#include "base/diagnostics.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The schemas, one a kind of document. */
typedef enum xb_schema {
    XB_SCHEMA_PROGRAM,              /**< what front ends write */
    XB_SCHEMA_OUTPUT,               /**< what xb_write() writes; programs too */
    XB_SCHEMA_INLINABLE,            /**< catalogues of inlinable intrinsics */
    XB_SCHEMA_NONINLINABLE,         /**< catalogues of non-inlinable intrinsics */
    XB_SCHEMA_DERIVATIVE_PROPAGATOR /**< a DerivativePropagator by itself */
} xb_schema;

/** The file name of a schema. */
const char *xb_schema_file(xb_schema schema);

/**
 * Validates a document in memory.
 * @param failure need not be protected
 * @param diagnostics where each violation is reported, with line and element path
 * @param name name of the document in diagnostics
 * @param text the document, length bytes
 * @param folder where the schemas are; NULL: what the environment variable XAIFBOOSTER_SCHEMA_DIR says, else
 * where they were installed
 * @return XB_STATUS_OK; XB_STATUS_INVALID; XB_STATUS_FAILED if the schema can't be read or memory ran out
 */
xb_status xb_validate_memory(xb_failure *failure, xb_diagnostics *diagnostics, const char *name,
                             const char *text, size_t length, xb_schema schema, const char *folder);

#ifdef __cplusplus
}
#endif

#endif
