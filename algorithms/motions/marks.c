/*
 * A call has one such tag at most.
 */
#include "algorithms/motions/marks.h"

#include <string.h>

#include "analysis/calls.h"
#include "ir/tags.h"

static const char tag_name[] = "xb.reversal";
static const char *const values[] = {[XB_MARK_WEAK] = "weak", [XB_MARK_STEP] = "step"};

void xb_call_mark(xb_program *program, const xb_call *call, xb_mark mark)
{
    xb_tags_add(program, &call->statement.node, tag_name, values[mark]);
}

bool xb_call_has_mark(const xb_program *program, const xb_call *call, xb_mark mark)
{
    xb_tag tag;
    return xb_tags_find(program, &call->statement.node, tag_name, &tag) && tag.value &&
           tag.value_length == strlen(values[mark]) && memcmp(tag.value, values[mark], tag.value_length) == 0;
}

void xb_call_unmark(xb_program *program, const xb_call *call)
{
    xb_tags_remove(program, &call->statement.node, tag_name);
    xb_tags_remove(program, &call->statement.node, XB_TAG_ORIGIN);
}
