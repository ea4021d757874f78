/*
 * Copies in which what was needed is replaced by what was popped.
 */
#include "algorithms/taping/block.h"
#include "ir/build.h"

static xb_reference *reference_to(const xb_taping *t, const xb_tape_need *need)
{
    if (need->whole) {
        xb_reference *part = reference_to(t, need->whole);
        part->subscripts = xb_copy_reference(t->program, need->home)->subscripts;
        return part;
    }
    while (need->later)
        need = need->later;
    return need->home ? xb_copy_reference(t->program, need->home)
                      : xb_build_reference(t->program, need->entry->popped);
}

static const xb_tape_need *recalled(const xb_taping *t, const xb_node *node)
{
    return xb_node_map_get(&t->recalled, node);
}

/* An expression and the taping that it is recalled by. */
typedef struct recalling {
    const xb_taping *t;
    const xb_expression *expression;
} recalling;

static void *recall_vertex(void *context, uint32_t vertex)
{
    const recalling *r = context;
    const xb_vertex *original = xb_expression_vertex(r->expression, vertex);
    if (original->node.kind != XB_KIND_VARIABLE_REFERENCE)
        return NULL;
    return xb_recall_operand(r->t, (const xb_reference *)original);
}

xb_expression *xb_recall_expression(const xb_taping *t, const xb_expression *expression)
{
    if (!expression)
        return NULL;
    const xb_tape_need *need = recalled(t, &expression->node);
    if (need)
        return xb_build_leaf(t->program, reference_to(t, need));
    xb_expression *copy = xb_build_expression(t->program);
    recalling r = {t, expression};
    copy->root = xb_copy_subexpression(t->program, expression, expression->root, copy, recall_vertex, &r);
    return copy;
}

xb_reference *xb_recall_reference(const xb_taping *t, const xb_reference *reference)
{
    xb_program *program = t->program;
    xb_reference bare = *reference;
    bare.subscripts = (xb_list){.count = 0};
    xb_reference *copy = xb_copy_reference(program, &bare);
    for (size_t i = 0; i < reference->subscripts.count; i++) {
        const xb_triplet *triplet = reference->subscripts.items[i];
        xb_list_append(program->arena, &copy->subscripts,
                       xb_build_triplet(program, xb_recall_expression(t, triplet->index),
                                        xb_recall_expression(t, triplet->bound),
                                        xb_recall_expression(t, triplet->stride)));
    }
    return copy;
}

xb_reference *xb_recall_operand(const xb_taping *t, const xb_reference *operand)
{
    const xb_tape_need *need = recalled(t, &operand->vertex.node);
    return need ? reference_to(t, need) : xb_recall_reference(t, operand);
}

void *xb_recall_value(const xb_taping *t, const xb_expression *value)
{
    const xb_expression *copy = xb_recall_expression(t, value);
    return xb_expression_root(copy);
}
