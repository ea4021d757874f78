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

static bool is_value(const xb_tag *tag, xb_mark mark)
{
    return tag->value && tag->value_length == strlen(values[mark]) &&
           memcmp(tag->value, values[mark], tag->value_length) == 0;
}

bool xb_call_has_mark(const xb_program *program, const xb_call *call, xb_mark mark)
{
    xb_tag tag;
    return xb_tags_find(program, &call->statement.node, tag_name, &tag) && is_value(&tag, mark);
}

xb_status xb_call_check_mark(const xb_program *program, const xb_call *call)
{
    xb_tag tag;
    if (!xb_tags_find(program, &call->statement.node, tag_name, &tag) || is_value(&tag, XB_MARK_WEAK) ||
        is_value(&tag, XB_MARK_STEP))
        return XB_STATUS_OK;
    return xb_error(
        program->diagnostics, XB_STATUS_INVALID, xb_program_place(program, &call->statement.node, NULL),
        "weak is what a front end may say; leave the tag out of a call that is to be strong",
        "the tag %s of a call can't be '%.*s'", tag_name, (int)tag.value_length, tag.value ? tag.value : "");
}

void xb_call_unmark(xb_program *program, const xb_call *call)
{
    xb_tags_remove(program, &call->statement.node, tag_name);
    xb_tags_remove(program, &call->statement.node, XB_TAG_ORIGIN);
}
