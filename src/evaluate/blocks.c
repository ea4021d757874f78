/*
 * The variables of a block are sorted by where they begin, and cut into runs that overlap. In a run, one has
 * to hold all others as elements of its type: it represents them. What is not so is noted, and ends a run of
 * the program that gets there.
 */
#include "evaluate/declarations.h"

#include <stdlib.h>
#include <string.h>

#include "ir/declaration.h"

/* A variable of a block. */
typedef struct member {
    const xb_symbol *symbol;
    uint64_t scope; /* of an equivalence: its scope, plus 1 */
    uint64_t from, to;
} member;

static int compare(const void *a, const void *b)
{
    const member *x = a, *y = b;
    int order = strcmp(x->symbol->declaration->block->text, y->symbol->declaration->block->text);
    if (order != 0)
        return order;
    if (x->scope != y->scope)
        return x->scope < y->scope ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to > y->to ? -1 : 1;
    return x->symbol->node.index < y->symbol->node.index ? -1 : 1;
}

static bool is_same_block(const member *a, const member *b)
{
    return a->scope == b->scope && a->symbol->declaration->block == b->symbol->declaration->block;
}

static void add_members(xb_evaluator *evaluator, const xb_scope *scope, xb_vector *members)
{
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        const xb_declaration *facts = symbol->declaration;
        if (!facts || facts->block_kind == XB_BLOCK_NONE)
            continue;
        bool is_local = facts->block_kind == XB_BLOCK_EQUIVALENCE;
        member *made = xb_vector_push(evaluator->memory, members, sizeof *made);
        *made = (member){.symbol = symbol,
                         .scope = is_local ? (uint64_t)scope->node.index + 1 : 0,
                         .from = facts->offset,
                         .to = facts->offset + xb_symbol_storage(symbol)};
    }
}

static bool holds(const member *whole, const member *part)
{
    uint64_t size = xb_symbol_element_bytes(whole->symbol);
    return part->to <= whole->to && whole->symbol->type == part->symbol->type && size > 0 &&
           xb_symbol_element_bytes(part->symbol) == size && (part->from - whole->from) % size == 0;
}

/* The first one begins first, and is the largest of those that do. */
static void represent(xb_evaluator *evaluator, const member *members, size_t count)
{
    const member *whole = members;
    for (size_t i = 1; i < count; i++) {
        const member *part = &members[i];
        if (!holds(whole, part)) {
            xb_node_map_put(evaluator->memory, &evaluator->tangled, &part->symbol->node, whole->symbol);
            xb_node_map_put(evaluator->memory, &evaluator->tangled, &whole->symbol->node, part->symbol);
            continue;
        }
        size_t *offset = xb_arena_alloc(evaluator->memory, sizeof *offset);
        *offset = (size_t)((part->from - whole->from) / xb_symbol_element_bytes(whole->symbol));
        xb_node_map_put(evaluator->memory, &evaluator->representatives, &part->symbol->node, whole->symbol);
        xb_node_map_put(evaluator->memory, &evaluator->block_offsets, &part->symbol->node, offset);
    }
}

void xb_find_blocks(xb_evaluator *evaluator)
{
    xb_vector all = {0};
    for (size_t i = 0; i < evaluator->program->scopes.count; i++)
        add_members(evaluator, evaluator->program->scopes.items[i], &all);
    member *members = all.items;
    if (all.count > 1)
        qsort(members, all.count, sizeof *members, compare);
    for (size_t first = 0, next; first < all.count; first = next) {
        uint64_t end = members[first].to;
        for (next = first + 1;
             next < all.count && is_same_block(&members[first], &members[next]) && members[next].from < end;
             next++)
            end = members[next].to > end ? members[next].to : end;
        represent(evaluator, &members[first], next - first);
    }
}

size_t xb_block_offset(const xb_evaluator *evaluator, const xb_symbol *symbol)
{
    const size_t *offset = xb_node_map_get(&evaluator->block_offsets, &symbol->node);
    return offset ? *offset : 0;
}

void xb_block_require(xb_evaluator *evaluator, const xb_symbol *symbol)
{
    const xb_symbol *other = xb_node_map_get(&evaluator->tangled, &symbol->node);
    if (other)
        xb_evaluator_fail(evaluator, XB_STATUS_UNSUPPORTED,
                          "a variable that holds all that overlap, as elements of one type, can be run",
                          "%s and %s share storage of the block %s, and neither is a part of the other",
                          symbol->id->text, other->id->text, symbol->declaration->block->text);
}
