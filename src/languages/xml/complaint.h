/**
 * @file
 * Why a document can't be read on, in our words: whoever reads XML through an xb_source says the same.
 */
#ifndef XB_LANGUAGES_XML_COMPLAINT_H
#define XB_LANGUAGES_XML_COMPLAINT_H

#include "base/arena.h"
#include "base/diagnostics.h"
#include "languages/xml/source.h"

/** What ended the reading of a document. */
typedef struct xb_complaint {
    xb_status status;    /**< XB_STATUS_INVALID, or XB_STATUS_FAILED if the system is the cause */
    size_t line;         /**< 0 if it is not known */
    const char *message; /**< constant, or in the arena */
    const char *hint;    /**< the same; may be NULL for failures of the system */
    bool has_no_root;    /**< there is no element, so that it is no XML */
} xb_complaint;

/**
 * Explains why reading ended.
 * @param error the first complaint of libxml2, NULL if there was none
 * @param is_cut whether the document ends before its elements do
 * @param root what the document should have been, as a hint for one without elements
 */
xb_complaint xb_complaint_explain(xb_arena *arena, const xb_source *source, const xmlError *error,
                                  bool is_cut, const char *root);

#endif
