/*
 * A member that is added is open until the symbols that it implies have been added, too; each becomes a
 * member, and so open, at most once.
 */
#include "ir/closure.h"

bool xb_closure_has(const xb_closure *closure, const xb_symbol *symbol)
{
    return xb_node_set_has(&closure->members, &symbol->node);
}

void xb_closure_add(xb_closure *closure, const xb_symbol *symbol)
{
    if (xb_node_set_add(closure->arena, &closure->members, &symbol->node))
        xb_list_append(closure->scratch, &closure->open, symbol);
}

void xb_closure_imply(xb_closure *closure, const xb_symbol *symbol, const xb_symbol *consequence)
{
    xb_list_append(closure->scratch,
                   xb_node_map_make(closure->scratch, &closure->consequences, &symbol->node, sizeof(xb_list)),
                   consequence);
}

void xb_closure_complete(xb_closure *closure)
{
    for (size_t i = 0; i < closure->open.count; i++) {
        const xb_symbol *symbol = closure->open.items[i];
        const xb_list *list = xb_node_map_get(&closure->consequences, &symbol->node);
        for (size_t k = 0; list && k < list->count; k++)
            xb_closure_add(closure, list->items[k]);
    }
    closure->consequences = (xb_node_map){0};
    closure->open = (xb_list){0};
}
