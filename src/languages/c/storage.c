/*
 * Storage that variables share is one object: a union of structures, one for each way in which a routine sees
 * a block, or a structure, if all see it alike. Variables of a place that overlap lie in several structures.
 * What routines have in common is declared once; what is equivalent within a routine, in that.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "languages/c/c.h"
#include "languages/code/loops.h"

enum { STACK = 16384 /* bytes of an object that does not go there */ };

/* A variable of a block. */
typedef struct member {
    xb_source_variable *variable;
    uint64_t from, to;
} member;

/* A structure: variables one after the other. */
typedef struct layer {
    const char *name;  /* NULL: it has none */
    xb_vector members; /* member */
    uint64_t end;
    bool has_values;
} layer;

/* An object. */
typedef struct block {
    const char *name;
    const xb_source_unit *home; /* NULL: the program */
    xb_list layers;             /* layer */
    xb_list variables;          /* xb_source_variable */
    bool is_static, is_large, has_truth;
    uint64_t number, base, size;
} block;

struct xb_c_storage {
    xb_c_writer *w;
    xb_list blocks; /* block */
    xb_map homes;   /* xb_list of block by the address of its unit, or 0 */
    xb_map commons; /* block by the index of its name */
    xb_map layers;  /* layer by the index of what it has, and the number of its block */
    xb_names *names;
};

/* ---- bytes ----------------------------------------------------------------------------------------------
 */

/* Bytes of an element in C, and what it is aligned to. */
static uint64_t width_of(const xb_source_variable *variable, uint64_t *alignment)
{
    unsigned bytes = xb_source_kind_of(variable->type, variable->bytes);
    *alignment = bytes ? bytes : 1;
    return *alignment * (variable->type == XB_TYPE_COMPLEX ? 2 : 1);
}

static const xb_declaration *facts_of(const xb_source_variable *variable)
{
    return variable->symbol ? variable->symbol->declaration : NULL;
}

static void refuse(xb_c_storage *s, const member *m, const char *what)
{
    s->w->c.at = &m->variable->symbol->node;
    xb_c_refuse(&s->w->c, "%s, which shares storage, %s", m->variable->symbol->id->text, what);
}

/* What C can't say. */
static void check(xb_c_storage *s, const member *m, uint64_t from)
{
    uint64_t alignment;
    width_of(m->variable, &alignment);
    if (from % alignment != 0)
        refuse(s, m, "begins where no variable of its type may: let it begin at a multiple of its bytes");
    if (m->variable->type == XB_TYPE_BOOL && m->variable->rank > 0)
        refuse(s, m, "is an array of truth values: take integers");
    if (m->variable->type == XB_TYPE_STRING || m->variable->pointer || m->variable->allocatable)
        refuse(s, m, "is no number: take it out of the block");
}

/* ---- layers ---------------------------------------------------------------------------------------------
 */

static layer *add_layer(xb_c_storage *s, xb_list *layers)
{
    layer *made = xb_arena_alloc(s->w->arena, sizeof *made);
    *made = (layer){.end = 0};
    xb_list_append(s->w->arena, layers, made);
    return made;
}

/* The first layer in which a variable has room. */
static layer *layer_for(xb_c_storage *s, xb_list *layers, uint64_t from)
{
    for (size_t i = 0; i < layers->count; i++)
        if (((const layer *)layers->items[i])->end <= from)
            return layers->items[i];
    return add_layer(s, layers);
}

/* What a layer has: two with the same text are one. */
static uint32_t signature_of(xb_c_storage *s, const layer *l)
{
    xb_text *text = xb_text_create(s->w->arena);
    for (size_t i = 0; i < l->members.count; i++) {
        const member *m = &((const member *)l->members.items)[i];
        xb_output_format(xb_text_output(text), "%" PRIu64 ":%" PRIu64 ":%d:%u:%d:%s;", m->from, m->to,
                         (int)m->variable->type, m->variable->bytes, m->variable->rank, m->variable->name);
    }
    return xb_names_get(s->names, xb_text_join(text, NULL))->index;
}

static bool has_values(const xb_source_variable *variable)
{
    return variable->initial_count > 0 && !xb_c_begins_with_zeros(variable);
}

/* A layer of a place, or the one of another place that has the same: values are those of either. */
static void merge(xb_c_storage *s, block *b, layer *l)
{
    uint32_t signature = signature_of(s, l);
    layer *known = xb_map_get(&s->layers, signature, b->number);
    if (!known) {
        xb_map_put(s->w->arena, &s->layers, signature, b->number, l);
        xb_list_append(s->w->arena, &b->layers, l);
        known = l;
    }
    for (size_t i = 0; i < l->members.count; i++) {
        member *m = &((member *)known->members.items)[i];
        xb_source_variable *variable = ((const member *)l->members.items)[i].variable;
        variable->note = known;
        if (has_values(variable))
            m->variable = variable;
        known->has_values |= has_values(variable);
    }
}

/* ---- blocks ---------------------------------------------------------------------------------------------
 */

static block *add_block(xb_c_storage *s, const char *name, const xb_source_unit *home)
{
    block *made = xb_arena_alloc(s->w->arena, sizeof *made);
    *made = (block){.name = name, .home = home, .number = s->blocks.count};
    xb_list_append(s->w->arena, &s->blocks, made);
    xb_list *own = xb_map_get(&s->homes, (uintptr_t)home, 0);
    if (!own) {
        own = xb_arena_alloc(s->w->arena, sizeof *own);
        *own = (xb_list){0};
        xb_map_put(s->w->arena, &s->homes, (uintptr_t)home, 0, own);
    }
    xb_list_append(s->w->arena, own, made);
    return made;
}

static const char *name_of_common(const xb_list *commons, const char *identity)
{
    for (size_t i = 0; i < commons->count; i++)
        if (strcmp(((const xb_source_common *)commons->items[i])->block, identity) == 0)
            return ((const xb_source_common *)commons->items[i])->name;
    return identity;
}

static block *block_for(xb_c_storage *s, const xb_source_unit *home, const member *first)
{
    const xb_declaration *facts = facts_of(first->variable);
    if (facts->block_kind != XB_BLOCK_COMMON)
        return add_block(s, first->variable->name, home);
    block *known = xb_map_get(&s->commons, facts->block->index, 0);
    const xb_list *commons = home ? &home->commons : &s->w->c.source->commons;
    if (!known) {
        known = add_block(s, name_of_common(commons, facts->block->text), NULL);
        xb_map_put(s->w->arena, &s->commons, facts->block->index, 0, known);
    }
    return known;
}

/* Variables of a place that are in one object. @param members sorted */
static void place(xb_c_storage *s, const xb_source_unit *home, const member *members, size_t count)
{
    block *b = block_for(s, home, members);
    bool is_common = facts_of(members->variable)->block_kind == XB_BLOCK_COMMON;
    xb_list layers = {0};
    b->base = is_common ? 0 : members->from;
    for (size_t i = 0; i < count; i++) {
        member m = members[i];
        uint64_t alignment, width = width_of(m.variable, &alignment);
        check(s, &m, m.from - b->base);
        m.to = m.from + width * (m.variable->rank > 0 ? (uint64_t)xb_c_elements(m.variable) : 1);
        layer *l = layer_for(s, &layers, m.from);
        *(member *)xb_vector_push(s->w->arena, &l->members, sizeof m) = m;
        l->end = members[i].to;
        b->is_static |= m.variable->saved || m.variable->initial_count > 0;
        b->has_truth |= m.variable->type == XB_TYPE_BOOL;
        b->size = members[i].to - b->base > b->size ? members[i].to - b->base : b->size;
        xb_list_append(s->w->arena, &b->variables, m.variable);
    }
    for (size_t i = 0; i < layers.count; i++) {
        layer *l = layers.items[i];
        const char *owner = home ? home->name : s->w->c.source->name;
        if (is_common)
            l->name = i > 0 ? xb_arena_format(s->w->arena, "%s__%zu", owner, i) : owner;
        merge(s, b, l);
    }
}

/* ---- places ---------------------------------------------------------------------------------------------
 */

static int compare(const void *a, const void *b)
{
    const member *x = a, *y = b;
    const xb_declaration *f = facts_of(x->variable), *g = facts_of(y->variable);
    int order = f->block == g->block ? 0 : strcmp(f->block->text, g->block->text);
    if (order != 0)
        return order;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to > y->to ? -1 : 1;
    return x->variable->symbol->node.index < y->variable->symbol->node.index ? -1 : 1;
}

/* Members of a block that go into one object: those of a common block, or those that overlap each other. */
static size_t count_together(const member *members, size_t count)
{
    const xb_declaration *facts = facts_of(members->variable);
    uint64_t end = members->to;
    size_t i = 1;
    for (; i < count && facts_of(members[i].variable)->block == facts->block; i++) {
        if (facts->block_kind != XB_BLOCK_COMMON && members[i].from >= end)
            break;
        end = members[i].to > end ? members[i].to : end;
    }
    return i;
}

static void find_at(xb_c_storage *s, const xb_source_unit *home, const xb_list *variables)
{
    xb_vector found = {0};
    for (size_t i = 0; i < variables->count; i++) {
        xb_source_variable *variable = variables->items[i];
        const xb_declaration *facts = facts_of(variable);
        if (!facts || facts->block_kind == XB_BLOCK_NONE || variable->same || variable->position > 0 ||
            variable->home != home)
            continue;
        uint64_t size = xb_symbol_storage(variable->symbol);
        *(member *)xb_vector_push(s->w->arena, &found, sizeof(member)) =
            (member){variable, facts->offset, facts->offset + size};
    }
    member *members = found.items;
    if (found.count > 1)
        qsort(members, found.count, sizeof *members, compare);
    for (size_t i = 0, next; i < found.count; i = next) {
        next = i + count_together(members + i, found.count - i);
        if (next - i > 1 || facts_of(members[i].variable)->block_kind == XB_BLOCK_COMMON)
            place(s, home, members + i, next - i);
    }
}

/* Structures need no names if their variables have different ones. */
static void leave_out_names(xb_c_storage *s, block *b)
{
    xb_map seen = {0};
    for (size_t i = 0; i < b->layers.count; i++) {
        const layer *l = b->layers.items[i];
        for (size_t k = 0; k < l->members.count; k++) {
            const char *name = ((const member *)l->members.items)[k].variable->name;
            uint32_t index = xb_names_get(s->names, name)->index;
            if (xb_map_get(&seen, index, 0))
                return;
            xb_map_put(s->w->arena, &seen, index, 0, b);
        }
    }
    for (size_t i = 0; i < b->layers.count; i++)
        ((layer *)b->layers.items[i])->name = NULL;
}

/* The way to the variables of a block, which is known when all places are. */
static void lead(xb_c_storage *s, block *b)
{
    size_t valued = 0;
    leave_out_names(s, b);
    b->is_large = b->home && !b->is_static && b->size > STACK;
    for (size_t i = 0; i < b->variables.count; i++) {
        xb_source_variable *variable = b->variables.items[i];
        const layer *l = variable->note;
        bool is_named = l->name && b->layers.count > 1;
        variable->path = xb_arena_format(s->w->arena, "%s%s%s%s", b->name, b->is_large ? "->" : ".",
                                         is_named ? l->name : "", is_named ? "." : "");
        variable->note = NULL;
    }
    for (size_t i = 0; i < b->layers.count; i++)
        valued += ((const layer *)b->layers.items[i])->has_values;
    const member first = {.variable = b->variables.items[0]};
    if (valued > 1)
        refuse(s, &first,
               "has a block in which variables that overlap have values first: give one of them values");
    if (b->has_truth && b->layers.count > 1)
        refuse(s, &first, "has a block with truth values that is seen in several ways: take integers");
}

xb_c_storage *xb_c_find_storage(xb_c_writer *w)
{
    const xb_source *source = w->c.source;
    xb_c_storage *s = xb_arena_alloc(w->arena, sizeof *s);
    *s = (xb_c_storage){.w = w, .names = xb_names_create(w->arena)};
    find_at(s, NULL, &source->globals);
    for (size_t i = 0; i < source->units.count; i++)
        find_at(s, source->units.items[i], &((const xb_source_unit *)source->units.items[i])->locals);
    for (size_t i = 0; i < s->blocks.count; i++)
        lead(s, s->blocks.items[i]);
    for (size_t i = 0; i < source->globals.count; i++) {
        xb_source_variable *variable = source->globals.items[i];
        if (variable->same)
            variable->path = variable->same->path;
    }
    return s;
}

/* ---- declarations ---------------------------------------------------------------------------------------
 */

static void put_layer(xb_c_writer *w, const block *b, const layer *l, bool is_named)
{
    uint64_t at = b->base;
    if (is_named) {
        xb_lines_say(&w->c.lines, "struct {");
        w->c.lines.depth++;
    }
    for (size_t i = 0; i < l->members.count; i++) {
        const member *m = &((const member *)l->members.items)[i];
        if (m->from > at)
            xb_lines_say(&w->c.lines, "char %s_gap[%" PRIu64 "];", m->variable->name, m->from - at);
        xb_c_put_member(w, m->variable);
        xb_lines_put(&w->c.lines, ";");
        xb_lines_end(&w->c.lines);
        at = m->to;
    }
    if (is_named) {
        w->c.lines.depth--;
        xb_lines_say(&w->c.lines, "}%s%s;", l->name ? " " : "", l->name ? l->name : "");
    }
}

/* Values to begin with. */
static void put_values(xb_c_writer *w, const layer *l, bool is_named)
{
    const char *separator = "";
    xb_lines_put(&w->c.lines, " = {");
    if (is_named && l->name)
        xb_lines_put(&w->c.lines, ".%s = {", l->name);
    for (size_t i = 0; i < l->members.count; i++) {
        const xb_source_variable *variable = ((const member *)l->members.items)[i].variable;
        if (!has_values(variable))
            continue;
        xb_lines_put(&w->c.lines, "%s.%s = ", separator, variable->name);
        xb_c_put_values(w, variable);
        separator = ", ";
    }
    xb_lines_put(&w->c.lines, is_named && l->name ? "}}" : "}");
}

static void declare(xb_c_writer *w, const block *b)
{
    bool is_union = b->layers.count > 1;
    xb_lines_say(&w->c.lines, "%s%s {", b->home && b->is_static ? "static " : "",
                 is_union ? "union" : "struct");
    w->c.lines.depth++;
    for (size_t i = 0; i < b->layers.count; i++)
        put_layer(w, b, b->layers.items[i], is_union);
    w->c.lines.depth--;
    xb_lines_put(&w->c.lines, "} %s%s", b->is_large ? "*" : "", b->name);
    for (size_t i = 0; i < b->layers.count; i++)
        if (((const layer *)b->layers.items[i])->has_values)
            put_values(w, b->layers.items[i], is_union);
    if (b->is_large) {
        w->c.has_room = true;
        xb_lines_put(&w->c.lines, " = room(1, sizeof *%s)", b->name);
    }
    xb_lines_put(&w->c.lines, ";");
    xb_lines_end(&w->c.lines);
}

void xb_c_declare_storage(xb_c_writer *w, const xb_source_unit *home)
{
    const xb_list *blocks = xb_map_get(&w->storage->homes, (uintptr_t)home, 0);
    for (size_t i = 0; blocks && i < blocks->count; i++) {
        if (!home)
            xb_lines_skip(&w->c.lines);
        declare(w, blocks->items[i]);
    }
}

bool xb_c_free_storage(xb_c_writer *w, bool puts)
{
    bool found = false;
    const xb_list *blocks = xb_map_get(&w->storage->homes, (uintptr_t)w->c.unit, 0);
    for (size_t i = 0; blocks && i < blocks->count; i++) {
        const block *b = blocks->items[i];
        if (!b->is_large)
            continue;
        found = true;
        w->c.headers.standard = true;
        if (puts)
            xb_lines_say(&w->c.lines, "free(%s);", b->name);
    }
    return found;
}
