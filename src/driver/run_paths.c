/*
 * The trace of the first run is kept, since the second run begins anew.
 */
#include "driver/run_paths.h"

#include <string.h>

#include "base/json.h"
#include "ir/runtime_call.h"
#include "traverse/traverse.h"

bool paths_wanted(const run_paths *paths)
{
    return paths->file || paths->second;
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    xb_runtime_call call;
    (void)walk;
    if (!xb_runtime_call_read(context, ((const xb_inlinable_call *)node)->name->text, &call) ||
        !xb_runtime_traces(call.code))
        return XB_VISIT_CONTINUE;
    return XB_VISIT_STOP;
}

static xb_visit see_list(xb_walk *walk, xb_node *node, void *context)
{
    const xb_name *name = ((const xb_routine *)node)->template_name;
    (void)walk, (void)context;
    return name && strcmp(name->text, "tracing_subroutine_template") == 0 ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

xb_status paths_require(tool *self, xb_program *program)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_REPLACEMENT_LIST] = see_list, [XB_KIND_INLINABLE_CALL] = see_call}};
    if (xb_traverse(program, self->arena, &program->node, &visitor, self->arena) == XB_VISIT_STOP)
        return XB_STATUS_OK;
    return xb_error(self->diagnostics, XB_STATUS_INVALID, (xb_place){.file = program->file},
                    "make one that does with xaifbooster -a tracediff",
                    "the document does not trace anything");
}

xb_status paths_find(tool *self, run_paths *paths, xb_drive *drive, const xb_layout *layout,
                     const double *numbers)
{
    paths->path = xb_path_keep(self->arena, xb_drive_evaluator(drive));
    if (!numbers)
        return XB_STATUS_OK;
    double *y = xb_arena_array(self->arena, layout->m + 1, sizeof *y);
    xb_status status = xb_drive_run(drive, &(xb_drive_data){.x = numbers, .y = y});
    if (status)
        return status;
    xb_path second = xb_path_keep(self->arena, xb_drive_evaluator(drive));
    paths->differ = xb_paths_differ(self->arena, &paths->path, &second, &paths->difference);
    return XB_STATUS_OK;
}

xb_status paths_write(tool *self, run_paths *paths)
{
    xb_file_error error = {0};
    if (!paths->file)
        return XB_STATUS_OK;
    paths->trace = xb_file_output_open(paths->file, &error);
    if (!paths->trace)
        return xb_file_error_report(self->diagnostics, paths->file, &error);
    xb_path_put(self->arena, &paths->path, xb_file_output_stream(paths->trace));
    xb_file_output *trace = paths->trace;
    paths->trace = NULL;
    if (xb_file_output_commit(trace, &error))
        return XB_STATUS_OK;
    return xb_file_error_report(self->diagnostics, paths->file, &error);
}

/* ---- results ----------------------------------------------------------------------------------------- */

static const char *kind_name(xb_trace_kind kind)
{
    switch (kind) {
    case XB_TRACE_BRANCH: return "branch";
    case XB_TRACE_LOOP: return "loop";
    case XB_TRACE_INDEX: return "subscript";
    case XB_TRACE_CHOICE: return "intrinsic";
    default: return "unknown";
    }
}

static void put_difference(const xb_path_difference *d, const char *text, xb_output *output)
{
    xb_output_format(output, ", \"kind\": \"%s\", \"routine\": ", kind_name(d->kind));
    xb_json_text(output, d->routine ? d->routine->symbol->id->text : "");
    if (d->name) {
        xb_output_put(output, ", \"name\": ");
        xb_json_text(output, d->name);
    }
    xb_output_format(output, ", \"line\": %lld, \"document_line\": %u", (long long)d->line,
                     d->node ? (unsigned)d->node->line : 0);
    if (d->kind != XB_TRACE_END)
        xb_output_format(output, ", \"first\": %lld, \"second\": %lld, \"time\": %zu", (long long)d->first,
                         (long long)d->second, d->time);
    xb_output_put(output, ",\n  \"text\": ");
    xb_json_text(output, text);
}

void paths_put(tool *self, const run_paths *paths, bool json, xb_output *output)
{
    if (!paths->second)
        return;
    const char *text = paths->differ ? xb_path_describe(self->arena, &paths->difference) : NULL;
    if (!json) {
        xb_output_format(output, "paths: %s\n", text ? text : "the same");
        return;
    }
    xb_output_format(output, ",\n \"paths\": {\"same\": %s", paths->differ ? "false" : "true");
    if (text)
        put_difference(&paths->difference, text, output);
    xb_output_char(output, '}');
}
