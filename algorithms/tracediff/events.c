/*
 * Arguments of inlinable calls are variables and constants: other subscripts are assigned to temporaries
 * before. What calls functions is not evaluated twice, since these may do anything. Expressions are looked at
 * as they were read: what stands for them may have converted arguments.
 */
#include "algorithms/tracediff/events.h"

#include "ir/build.h"

static const char id[] = "_trace";

/* ---- calls ------------------------------------------------------------------------------------------- */

static xb_inlinable_call *put(const xb_event_writer *writer, xb_runtime_code code)
{
    xb_inlinable_call *call = xb_build_inlinable_call(writer->program, code, id);
    xb_list_append(writer->program->arena, writer->statements, call);
    return call;
}

void xb_event(const xb_event_writer *writer, xb_runtime_code code)
{
    put(writer, code);
}

void xb_event_number(const xb_event_writer *writer, xb_runtime_code code, void *number)
{
    xb_build_argument(writer->program, &put(writer, code)->arguments, number);
}

static xb_constant *text(xb_program *program, const char *value)
{
    xb_constant *constant = xb_build_integer(program, 0);
    constant->type = XB_TYPE_STRING;
    constant->value = xb_program_name(program, value);
    return constant;
}

void xb_event_call(const xb_event_writer *writer, const char *name, uint64_t line)
{
    xb_inlinable_call *call = put(writer, XB_RUNTIME_TRACE_CALL);
    xb_build_argument(writer->program, &call->arguments, text(writer->program, name));
    xb_build_argument(writer->program, &call->arguments, xb_build_integer(writer->program, (int64_t)line));
}

void xb_event_assign(const xb_event_writer *writer, xb_symbol *variable, xb_expression *value)
{
    xb_reference *target = xb_build_reference(writer->program, variable);
    xb_list_append(writer->program->arena, writer->statements,
                   xb_build_assignment(writer->program, id, target, value));
}

bool xb_is_event(xb_program *program, const xb_statement *statement)
{
    if (statement->id != xb_program_name(program, id))
        return false;
    if (statement->node.kind == XB_KIND_ASSIGNMENT)
        return ((const xb_assignment *)statement)->target->symbol->temporary;
    return statement->node.kind == XB_KIND_INLINABLE_CALL;
}

/* ---- subscripts -------------------------------------------------------------------------------------- */

/* What an expression is made of. */
typedef struct contents {
    bool calls, has_arrays, has_accesses;
} contents;

static xb_visit see_function(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk, (void)node;
    ((contents *)context)->calls = true;
    return XB_VISIT_CONTINUE;
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    const xb_reference *reference = (const xb_reference *)node;
    contents *found = context;
    (void)walk;
    found->has_arrays = found->has_arrays || xb_reference_rank(reference) > 0;
    found->has_accesses = found->has_accesses || reference->subscripts.count > 0;
    return XB_VISIT_CONTINUE;
}

static contents look_at(const xb_event_writer *writer, const void *node)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_FUNCTION_CALL] = see_function, [XB_KIND_VARIABLE_REFERENCE] = see_reference},
        .view = XB_VIEW_READ};
    contents found = {false, false, false};
    if (node)
        xb_traverse(writer->program, xb_run_scratch(writer->run), (xb_node *)node, &visitor, &found);
    return found;
}

bool xb_has_accesses(const xb_event_writer *writer, const void *node)
{
    return look_at(writer, node).has_accesses;
}

static bool is_leaf(const xb_expression *index)
{
    return index->graph.vertex_count == 1;
}

static bool can_be_traced(const xb_event_writer *writer, const xb_reference *array,
                          const xb_expression *index)
{
    contents found = look_at(writer, index);
    bool can = !found.calls && (!found.has_arrays || is_leaf(index));
    if (!can)
        xb_warning(writer->program->diagnostics, writer->place, "assign it to a variable before",
                   "a subscript of %s is not traced: it %s", array->symbol->id->text,
                   found.calls ? "calls a function" : "computes with arrays");
    return can;
}

static void put_index(const xb_event_writer *writer, const xb_reference *array, const xb_expression *index)
{
    xb_program *program = writer->program;
    if (!index || !can_be_traced(writer, array, index))
        return;
    if (is_leaf(index)) {
        xb_event_number(writer, XB_RUNTIME_TRACE_INDEX, xb_copy_vertex(program, xb_expression_root(index)));
        return;
    }
    xb_symbol *value = xb_temporary_integer(program, writer->scope, "Symbol");
    xb_event_assign(writer, value, xb_copy_expression(program, index));
    xb_event_number(writer, XB_RUNTIME_TRACE_INDEX, xb_build_reference(program, value));
}

static xb_visit put_access(xb_walk *walk, xb_node *node, void *context)
{
    const xb_event_writer *writer = context;
    const xb_reference *reference = (const xb_reference *)node;
    (void)walk;
    if (reference->subscripts.count == 0)
        return XB_VISIT_CONTINUE;
    xb_build_argument(writer->program, &put(writer, XB_RUNTIME_TRACE_ARGUMENT)->arguments,
                      text(writer->program, reference->symbol->id->text));
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        put_index(writer, reference, triplet->index);
        put_index(writer, reference, triplet->bound);
        put_index(writer, reference, triplet->stride);
    }
    xb_event(writer, XB_RUNTIME_TRACE_END_ARGUMENT);
    return XB_VISIT_CONTINUE;
}

void xb_event_accesses(const xb_event_writer *writer, const void *node)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = put_access},
                                       .view = XB_VIEW_READ};
    xb_traverse(writer->program, xb_run_scratch(writer->run), (xb_node *)node, &visitor, (void *)writer);
}
