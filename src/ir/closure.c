/*
 * A member that is added is open until the symbols that it implies have been added, too; each becomes a
 * member, and so open, at most once.
 */
#include "ir/closure.h"

bool xb_closure_has(const xb_closure *closure, const xb_symbol *symbol)
{
    return xb_map_get(&closure->members, symbol->node.index, 0) != NULL;
}

void xb_closure_add(xb_closure *closure, const xb_symbol *symbol)
{
    if (xb_closure_has(closure, symbol))
        return;
    xb_map_put(closure->arena, &closure->members, symbol->node.index, 0, symbol);
    xb_list_append(closure->scratch, &closure->open, (void *)symbol);
}

void xb_closure_imply(xb_closure *closure, const xb_symbol *symbol, const xb_symbol *consequence)
{
    xb_list *list = xb_map_get(&closure->consequences, symbol->node.index, 0);
    if (!list) {
        list = xb_arena_alloc(closure->scratch, sizeof *list);
        xb_map_put(closure->scratch, &closure->consequences, symbol->node.index, 0, list);
    }
    xb_list_append(closure->scratch, list, (void *)consequence);
}

void xb_closure_complete(xb_closure *closure)
{
    for (size_t i = 0; i < closure->open.count; i++) {
        const xb_symbol *symbol = closure->open.items[i];
        const xb_list *list = xb_map_get(&closure->consequences, symbol->node.index, 0);
        for (size_t k = 0; list && k < list->count; k++)
            xb_closure_add(closure, list->items[k]);
    }
    closure->consequences = (xb_map){0};
    closure->open = (xb_list){0};
}
