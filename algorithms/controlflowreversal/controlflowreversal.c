/*
 * Where there are no derivatives, calls are all that has a counterpart on the way back, since callees have
 * recorded their ways as well. Markers stand for blocks.
 */
#include "algorithms/controlflowreversal/controlflowreversal.h"

#include "algorithms/adjoint/adjoint.h"
#include "algorithms/conditionhoisting/conditionhoisting.h"
#include "algorithms/controlflowreversal/reversal.h"
#include "algorithms/controlflowreversal/ways_back.h"
#include "algorithms/support/insertion.h"
#include "algorithms/tangent/settings.h"
#include "algorithms/taping/forms.h"
#include "algorithms/taping/temporaries.h"
#include "algorithms/taping/undefined.h"
#include "ir/build.h"
#include "ir/runtime_call.h"
#include "ir/version.h"

static const char template_name[] = "reverse_subroutine_template_split";

enum { ORIGINAL, RECORDING, REVERSED, VERSIONS };

typedef struct reversing {
    xb_run *run;
    xb_program *program;
    xb_callees callees;
    const xb_plain *plain;
} reversing;

static xb_routine *copy(const reversing *r, xb_routine *original, const char *name)
{
    xb_routine *version = xb_version_declare(r->program, original, name, NULL);
    xb_version_complete(r->program, version);
    xb_plain_redirect(r->plain, version);
    return version;
}

static void mark_blocks(const reversing *r, const xb_routine *recording, xb_body *blocks)
{
    for (uint32_t v = 0; v < recording->flow.graph.vertex_count; v++) {
        const xb_flow_vertex *block = recording->flow.vertices.items[v];
        if (block->node.kind != XB_KIND_BASIC_BLOCK || !block->id)
            continue;
        const char *text = xb_arena_format(r->program->arena, "reversed block %s", block->id->text);
        xb_body_add(&blocks[v], &xb_build_marker(r->program, "_reversed_block", text)->statement);
    }
}

static xb_status reverse(const reversing *r, xb_routine *recording, xb_routine *reversed)
{
    static const xb_tape_settings settings = {.strategy = XB_TAPE_JACOBIAN};
    recording->flow = xb_flow_reached(r->program, xb_run_scratch(r->run), &recording->flow);
    xb_taping *taping = xb_tape_routine(r->run, recording, &r->callees, &settings);
    xb_body *blocks;
    xb_status status = xb_adjoint_of_blocks(taping, &blocks);
    mark_blocks(r, recording, blocks);
    if (recording->flow.graph.vertex_count > 0)
        xb_reverse_routine(taping, reversed, blocks);
    return status;
}

/* A program allocates and deallocates arrays by the calls by which derivative code does. */
static bool is_derivative(const xb_statement *statement)
{
    if (statement->node.kind != XB_KIND_INLINABLE_CALL)
        return xb_is_linear(statement);
    const char *name = ((const xb_inlinable_call *)statement)->name->text;
    return !xb_runtime_is(name, XB_RUNTIME_ALLOCATE_SHAPE) && !xb_runtime_is(name, XB_RUNTIME_DEALLOCATE);
}

static const xb_statement *derivative_in(const xb_flow_vertex *block)
{
    for (size_t i = 0; i < block->statements.count; i++) {
        const xb_statement *statement = block->statements.items[i];
        if (is_derivative(statement))
            return statement;
    }
    return NULL;
}

/* What the program does with derivatives by itself would be reversed by what is for propagators. */
static xb_status check_routine(const reversing *r, const xb_routine *routine)
{
    for (size_t v = 0; v < routine->flow.vertices.count; v++) {
        const xb_statement *statement = derivative_in(routine->flow.vertices.items[v]);
        if (statement)
            return xb_error(r->program->diagnostics, XB_STATUS_UNSUPPORTED,
                            xb_program_place(r->program, &statement->node, NULL),
                            "reverse the program without its derivative code",
                            "algorithm controlflowreversal does not reverse derivative code");
    }
    return XB_STATUS_OK;
}

static xb_status make(void *context, xb_routine *original, xb_list *forms)
{
    const reversing *r = context;
    if (check_routine(r, original))
        return XB_STATUS_UNSUPPORTED;
    xb_routine *versions[VERSIONS] = {copy(r, original, "original"), copy(r, original, "recording"),
                                      xb_version_declare(r->program, original, "reversed", NULL)};
    xb_status status = reverse(r, versions[RECORDING], versions[REVERSED]);
    xb_routine *list = xb_version_replacements(r->program, original, template_name, versions, VERSIONS);
    list->id = original->id;
    xb_list_append(r->program->arena, forms, list);
    return status;
}

/* Nothing is recorded, so that there is nothing to do on the way back. */
static xb_routine *make_plain(void *context, xb_routine *original, xb_routine *plain)
{
    const reversing *r = context;
    xb_routine *nothing = xb_version_declare(r->program, original, "nothing", NULL);
    xb_body code = xb_body_begin_made(r->program, nothing->scope);
    nothing->flow = xb_body_finish(&code, xb_run_scratch(r->run));
    nothing->structured = true;
    xb_routine *const versions[VERSIONS] = {plain, plain, nothing};
    xb_routine *list = xb_version_replacements(r->program, plain, template_name, versions, VERSIONS);
    list->id = plain->id;
    return list;
}

/* Derivative code would be reversed, too; a list is no control flow. */
static xb_status check_pipeline(xb_run *run)
{
    const xb_program *program = xb_run_program(run);
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i], *current = xb_current(routine);
        if (routine != current && current->node.kind == XB_KIND_REPLACEMENT_LIST)
            return xb_error(program->diagnostics, XB_STATUS_USAGE,
                            xb_program_place(program, &routine->node, NULL),
                            "reverse the program as it was before", "%s has replacements already",
                            routine->symbol->id->text);
    }
    if (!xb_tangent_settings_of(run))
        return XB_STATUS_OK;
    return xb_error(xb_run_program(run)->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                    "-a basicblockpreaccumulationreverse does, in its own way",
                    "algorithm controlflowreversal does not reverse derivative code");
}

static xb_status perform(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    reversing r = {.run = run, .program = program};
    if (!xb_run_is_goal(run, &xb_algorithm_controlflowreversal))
        return XB_STATUS_OK;
    if (check_pipeline(run))
        return XB_STATUS_USAGE;
    r.callees = xb_callees_find(program, program->arena);
    r.callees.undefined = xb_undefined_find(run);
    xb_status status = xb_plain_create(run, &r.callees, &r.plain);
    const xb_form_maker maker = {&r, NULL, make, make_plain, NULL};
    return status ? status : xb_forms_derive(run, r.plain, &maker);
}

/* ---- the algorithm ------------------------------------------------------------------------------------ */

static const xb_picture pictures[] = {
    {XB_REVERSAL_PICTURE,
     "control flow, with how loops and branches are taken backward; DETAIL: only of this routine",
     xb_put_reversal},
    {.kind = NULL}};

static const char *const prerequisites[] = {"canonicalization", NULL};
static const char *const gives[] = {XB_PROPERTY_RECORDED, NULL};

static const xb_action actions[] = {{"versions", NULL, perform}, {.name = NULL}};

const xb_algorithm xb_algorithm_controlflowreversal = {
    .name = "controlflowreversal",
    .summary = "record the way that control takes, and take it backward; nothing else is reversed",
    .prerequisites = prerequisites,
    .gives = gives,
    .choose = xb_conditionhoisting_choose,
    .actions = actions,
    .pictures = pictures,
};
