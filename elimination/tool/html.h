/**
 * @file
 * A page that shows an elimination step by step.
 *
 * It is well-formed XML and HTML at once, and needs nothing else: no other file, no network. Without scripts
 * it shows the graph as it was read, and the list of steps.
 */
#ifndef XB_ELIMINATION_TOOL_HTML_H
#define XB_ELIMINATION_TOOL_HTML_H

#include "elimination/tool/layout.h"

/** Puts a page. */
void tool_html_put(xb_output *output, const tool_picture *picture, const tool_layout *layout);

/** The page's style sheet. */
extern const char tool_html_style[];

/** The page's script, in pieces; NULL ends them. */
extern const char *const tool_html_script[];

#endif
