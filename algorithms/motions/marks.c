/*
 * A call has one such tag at most.
 */
#include "algorithms/motions/marks.h"

#include <string.h>

#include "analysis/calls.h"
#include "ir/tags.h"
#include "traverse/traverse.h"

static const char tag_name[] = XB_TAG_REVERSAL;
static const char *const values[] = {[XB_MARK_WEAK] = XB_TAG_WEAK, [XB_MARK_STEP] = "step"};

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

typedef struct warning {
    const char *what, *hint;
} warning;

static xb_visit warn_of_step(xb_walk *walk, xb_node *node, void *context)
{
    const warning *w = context;
    xb_program *program = xb_walk_program(walk);
    const xb_call *call = (const xb_call *)node;
    if (xb_call_has_mark(program, call, XB_MARK_STEP))
        xb_warning(program->diagnostics, xb_program_place(program, node, NULL), w->hint,
                   "the fixed point whose steps are '%s' %s", call->symbol->id->text, w->what);
    return XB_VISIT_SKIP;
}

void xb_warn_of_steps(xb_program *program, xb_arena *scratch, const char *what, const char *hint)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = warn_of_step},
                                       .view = XB_VIEW_READ};
    warning w = {what, hint};
    xb_traverse(program, scratch, &program->node, &visitor, &w);
}

void xb_call_unmark(xb_program *program, const xb_call *call)
{
    xb_tags_remove(program, &call->statement.node, tag_name);
    xb_tags_remove(program, &call->statement.node, XB_TAG_ORIGIN);
}
