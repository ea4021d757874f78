/**
 * @file
 * The cache file of xaif-eliminate.
 */
#ifndef XB_ELIMINATION_TOOL_CACHE_H
#define XB_ELIMINATION_TOOL_CACHE_H

#include "elimination/reuse/reuse.h"

/** Writes the file, if there is something new. Must not be called within xb_protect(). @return whether all
 * went well; if not, and memory has not run out, that is reported */
bool tool_cache_write(xb_reuse *reuse, xb_diagnostics *diagnostics);

#endif
