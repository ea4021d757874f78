/*
 * Algorithms make many small expressions, and most vertices of these say nothing but a name. So expressions
 * have such vertices in common: one for all operations of a name and type, which is found in a table, and one
 * for all uses of a variable that has a single value, which is the target of the assignment to it. Numbers
 * and positions belong to the expressions, so that nothing tells a shared vertex from one of its own. Copies
 * of references have constant subscripts in common.
 */
#include "ir/build.h"

/* Whether an operation says nothing but its name and type. */
static bool is_bare(const xb_intrinsic *operation)
{
    return !operation->has_result_type && !operation->has_result_shape && !operation->is_scalar &&
           operation->vertex.node.annotation == 0;
}

xb_intrinsic *xb_shared_operation(xb_program *program, xb_kind kind, const xb_name *name, const xb_name *type)
{
    const uint64_t which = 2 * (type ? (uint64_t)type->index + 1 : 0) + (kind == XB_KIND_INTRINSIC);
    xb_intrinsic *operation = xb_map_get(&program->operations, name->index, which);
    if (operation)
        return operation;
    operation = xb_build_intrinsic(program, name->text);
    operation->vertex.node.kind = kind;
    operation->type = type;
    xb_map_put(program->arena, &program->operations, name->index, which, operation);
    return operation;
}

xb_vertex *xb_share_vertex(xb_program *program, const xb_vertex *original)
{
    const xb_vertex *vertex = xb_current(original);
    const xb_intrinsic *operation = (const xb_intrinsic *)vertex;
    const xb_kind kind = vertex->node.kind;
    if ((kind != XB_KIND_INTRINSIC && kind != XB_KIND_BOOLEAN_OPERATION) || !is_bare(operation))
        return xb_copy_vertex(program, original);
    return &xb_shared_operation(program, kind, operation->name, operation->type)->vertex;
}

/* Whether a node was made by an algorithm, and nothing is attached to it. */
static bool is_made(const xb_program *program, const xb_node *node)
{
    return program->first_made > 0 && node->index >= program->first_made && !node->slots;
}

static bool is_made_constant(const xb_program *program, const xb_expression *part)
{
    return !part || (part->graph.vertex_count == 1 && is_made(program, &part->node) &&
                     xb_expression_root(part)->node.kind == XB_KIND_CONSTANT &&
                     is_made(program, &xb_expression_root(part)->node));
}

bool xb_is_shared_triplet(const xb_program *program, const xb_triplet *triplet)
{
    return is_made(program, &triplet->node) && is_made_constant(program, triplet->index) &&
           is_made_constant(program, triplet->bound) && is_made_constant(program, triplet->stride);
}

xb_reference *xb_share_reference(xb_program *program, const xb_reference *reference)
{
    return reference->symbol->single ? (xb_reference *)reference : xb_copy_reference(program, reference);
}
