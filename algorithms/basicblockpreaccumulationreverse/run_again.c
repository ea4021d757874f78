/*
 * One walk finds the calls of routines without body, and the markers; marks spread from their routines to
 * those that reach them. Rules answer for what they name.
 */
#include "algorithms/basicblockpreaccumulationreverse/run_again.h"

#include <string.h>

#include "algorithms/support/markers.h"
#include "analysis/accesses.h"
#include "analysis/calls.h"
#include "ir/declaration.h"
#include "traverse/traverse.h"

enum { NAMED = 3 };

/* The search. All arrays are by vertex of the call graph. */
typedef struct search {
    xb_program *program;
    xb_arena *scratch;
    const xb_call_graph *calls;
    const xb_callees *callees;
    const xb_node **unknown; /* the first such call or marker of the routine itself; NULL: there is none */
    bool *leads;             /* to one */
    const xb_node **input;   /* the first marker of it that is known to write something */
    bool *inputs;            /* it leads to one */
    xb_vector texts;         /* passing: calls that pass texts whose lengths nothing restores */
    xb_status status;
    bool *again;       /* it leads to one, and is run again by a weak call */
    const char *names; /* of some that are */
    size_t count;      /* of all that are */
} search;

/* A call that passes a text whose length is that of what was assigned last, to an argument that has none of
 * its own. */
typedef struct passing {
    const xb_symbol *caller, *callee, *text;
    const xb_node *call;
} passing;

static bool is_deferred(const xb_symbol *symbol)
{
    return symbol->type == XB_TYPE_STRING && symbol->declaration && symbol->declaration->length &&
           strcmp(symbol->declaration->length->text, ":") == 0;
}

static void look_at_argument(search *s, const xb_routine *caller, const xb_node *call,
                             const xb_reference *reference, size_t place)
{
    const xb_symbol *callee = xb_called_symbol(call);
    const xb_routine *body = xb_program_routine(s->program, callee);
    if (!reference || !body || !is_deferred(reference->symbol) || place > body->formals.count ||
        is_deferred(xb_routine_formal(body, (uint32_t)place)->symbol))
        return;
    passing *new = xb_vector_push(s->scratch, &s->texts, sizeof *new);
    *new = (passing){caller->symbol, callee, reference->symbol, call};
}

static void look_at_arguments(search *s, const xb_routine *caller, const xb_node *node)
{
    const bool is_call = node->kind == XB_KIND_SUBROUTINE_CALL;
    const xb_list *arguments =
        is_call ? &((const xb_call *)node)->arguments : &((const xb_function_call *)node)->arguments;
    for (size_t i = 0; i < arguments->count; i++) {
        const xb_argument *argument = arguments->items[i];
        if (is_call)
            look_at_argument(s, caller, node, argument->reference, argument->position);
        else
            look_at_argument(s, caller, node, arguments->items[i], i + 1);
    }
}

static xb_visit see_unknown(xb_walk *walk, xb_node *node, void *context)
{
    const xb_routine *routine = xb_walk_routine(walk);
    search *s = context;
    const uint32_t v = routine ? xb_calls_vertex(s->calls, routine) : XB_GRAPH_NONE;
    bool is_known = node->kind == XB_KIND_MARKER
                        ? xb_marker_is_harmless((const xb_marker *)node)
                        : xb_program_routine(s->program, xb_called_symbol(node)) != NULL;
    if (v != XB_GRAPH_NONE && node->kind != XB_KIND_MARKER && !routine->rule)
        look_at_arguments(s, routine, node);
    if (v != XB_GRAPH_NONE && node->kind == XB_KIND_MARKER && ((const xb_marker *)node)->writes.count > 0 &&
        !xb_marker_is_internal((const xb_marker *)node)) {
        s->input[v] = s->input[v] ? s->input[v] : node;
        s->inputs[v] = true;
    }
    if (v == XB_GRAPH_NONE || routine->rule || is_known || s->unknown[v])
        return XB_VISIT_CONTINUE;
    s->unknown[v] = node;
    s->leads[v] = true;
    return XB_VISIT_CONTINUE;
}

/* The first input of a routine, or of one that it calls. */
static xb_place place_of_input(const search *s, uint32_t v)
{
    const size_t count = s->calls->graph.vertex_count;
    bool *reached = xb_arena_array(s->scratch, count, sizeof *reached);
    xb_graph_reachable(s->scratch, &s->calls->graph, v, reached);
    for (uint32_t i = 0; i < count; i++)
        if (reached[i] && s->input[i])
            return xb_program_place(s->program, s->input[i], NULL);
    return (xb_place){.file = s->program->file};
}

static void see_call(void *context, const xb_scheduled_call *call)
{
    search *s = context;
    const xb_routine *callee = xb_program_routine(s->program, call->callee);
    const uint32_t v = xb_calls_vertex(s->calls, callee);
    if (callee && xb_is_idle(s->callees, callee))
        return;
    const passing *texts = s->texts.items;
    for (size_t i = 0; call->weak && i < s->texts.count && !s->status; i++)
        if (texts[i].caller == call->caller && texts[i].callee == call->callee)
            s->status =
                xb_error(s->program->diagnostics, XB_STATUS_UNSUPPORTED,
                         xb_program_place(s->program, texts[i].call, NULL),
                         "let the call be strong, as with --reversal=split, or pass a text of one length",
                         "a weak call passes a text whose length varies (%s), which is not restored",
                         texts[i].text->id->text);
    if (call->weak && v != XB_GRAPH_NONE && s->inputs[v] && !s->status)
        s->status =
            xb_error(s->program->diagnostics, XB_STATUS_UNSUPPORTED, place_of_input(s, v),
                     "let the call be strong, as with --reversal=split",
                     "a weak call runs %s again, where a statement that may be input writes variables",
                     call->callee->id->text);
    if (!call->weak || v == XB_GRAPH_NONE || !s->leads[v] || s->again[v])
        return;
    s->again[v] = true;
    if (s->count++ < NAMED)
        s->names = xb_arena_format(s->program->arena, "%s%s'%s'", s->names, s->count > 1 ? ", " : "",
                                   call->callee->id->text);
}

/* The first one, in the order of the document, that is run again. */
static const xb_node *find_first(const search *s, xb_arena *scratch)
{
    uint32_t v = 0;
    xb_graph_spread(scratch, &s->calls->graph, s->again, true);
    while (!s->again[v] || !s->unknown[v])
        v++;
    return s->unknown[v];
}

xb_status xb_tell_what_runs_again(xb_run *run, const xb_callees *callees, const xb_schedule *schedule)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = see_unknown,
                                                 [XB_KIND_FUNCTION_CALL] = see_unknown,
                                                 [XB_KIND_MARKER] = see_unknown},
                                       .view = XB_VIEW_READ,
                                       .skips_kept = true};
    xb_arena *scratch = xb_run_scratch(run);
    search s = {.program = xb_run_program(run),
                .scratch = scratch,
                .calls = xb_calls_of(xb_run_analyses(run)),
                .callees = callees,
                .names = ""};
    const size_t count = s.calls->graph.vertex_count;
    s.unknown = xb_arena_array(scratch, count, sizeof *s.unknown);
    s.leads = xb_arena_array(scratch, count, sizeof *s.leads);
    s.again = xb_arena_array(scratch, count, sizeof *s.again);
    s.input = xb_arena_array(scratch, count, sizeof *s.input);
    s.inputs = xb_arena_array(scratch, count, sizeof *s.inputs);
    xb_traverse(s.program, scratch, &s.program->node, &visitor, &s);
    xb_graph_spread(scratch, &s.calls->graph, s.leads, false);
    xb_graph_spread(scratch, &s.calls->graph, s.inputs, false);
    xb_schedule_visit(run, schedule, see_call, &s);
    if (s.count == 0 || s.status)
        return s.status;
    const xb_node *first = find_first(&s, scratch);
    const bool is_marker = first->kind == XB_KIND_MARKER;
    xb_remark(s.program->diagnostics, xb_program_place(s.program, first, NULL),
              "weak calls run %s%s again, and with %s %s%s%s", s.names, s.count > NAMED ? " and others" : "",
              s.count > 1 ? "them" : "it", is_marker ? "what this marker stands for" : "'",
              is_marker ? "" : xb_called_symbol(first)->id->text, is_marker ? "" : "', which has no body");
    return XB_STATUS_OK;
}
