/*
 * A program is an arena with lists and maps in it. Nodes are numbered as they are created.
 *
 * Extension slots are an array beside the node that grows to the number of slots registered so far; its
 * capacity stands in front of the values. Most nodes have none.
 */
#include "ir/program.h"

#include <stddef.h>
#include <string.h>

#include "ir/declaration.h"
#include "ir/intrinsic.h"

typedef struct slot_array {
    size_t capacity;
    void *values[];
} slot_array;

enum { FIRST_SLOTS = 2 };

typedef struct creation {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const char *file;
    xb_program *program;
} creation;

static void create(void *argument)
{
    creation *c = argument;
    xb_program *program = xb_arena_alloc(c->arena, sizeof *program);
    program->node.kind = XB_KIND_PROGRAM;
    program->arena = c->arena;
    program->names = xb_names_create(c->arena);
    xb_intrinsic_enter_names(program->names);
    program->taken_names = xb_names_create(c->arena);
    program->diagnostics = c->diagnostics;
    program->file = c->file ? xb_arena_copy_text(c->arena, c->file, strlen(c->file)) : NULL;
    program->prefix = xb_names_empty(program->names);
    program->node_count = 1;
    xb_slot_register(program, "derived");
    c->program = program;
}

xb_program *xb_program_create(xb_failure *failure, xb_diagnostics *diagnostics, const char *file)
{
    creation c = {xb_arena_create(failure), diagnostics, file, NULL};
    if (!c.arena)
        return NULL;
    if (!xb_protect(failure, create, &c)) {
        xb_arena_destroy(c.arena);
        return NULL;
    }
    return c.program;
}

void xb_program_destroy(xb_program *program)
{
    if (program)
        xb_arena_destroy(program->arena);
}

void *xb_node_create(xb_program *program, xb_kind kind, size_t size, size_t line)
{
    if (program->node_count == UINT32_MAX)
        xb_fail(xb_arena_failure(program->arena));
    xb_node *node = xb_arena_alloc(program->arena, size);
    node->kind = kind;
    node->line = line < UINT32_MAX ? (uint32_t)line : UINT32_MAX;
    node->index = program->node_count++;
    return node;
}

/* Numbers from here on stand for large keys, in the order in which they were met. */
enum { FIRST_LARGE_KEY = 1 << (XB_KEY_BITS - 1) };

uint32_t xb_program_key(xb_program *program, uint64_t key)
{
    if (key < FIRST_LARGE_KEY)
        return (uint32_t)key;
    uintptr_t known = (uintptr_t)xb_map_get(&program->numbers_of_keys, key, 0);
    if (known)
        return (uint32_t)known;
    uint32_t number = FIRST_LARGE_KEY + program->large_keys.count;
    if (number == XB_KEY_MASK)
        xb_fail(xb_arena_failure(program->arena));
    *(uint64_t *)xb_vector_push(program->arena, &program->large_keys, sizeof key) = key;
    xb_map_put(program->arena, &program->numbers_of_keys, key, 0, (const void *)(uintptr_t)number);
    return number;
}

uint64_t xb_program_key_of(const xb_program *program, uint32_t number)
{
    const uint64_t *large = program->large_keys.items;
    return number < FIRST_LARGE_KEY ? number : large[number - FIRST_LARGE_KEY];
}

const xb_name *xb_node_annotation(const xb_program *program, const xb_node *node)
{
    return node->annotation ? xb_names_at(program->names, node->annotation) : NULL;
}

void xb_node_annotate(xb_node *node, const xb_name *annotation)
{
    node->annotation = annotation ? annotation->index : 0;
}

unsigned xb_slot_register(xb_program *program, const char *name)
{
    const xb_name *key = xb_program_name(program, name);
    unsigned count = (unsigned)program->slots.count;
    for (unsigned i = 0; i < count; i++)
        if (program->slots.items[i] == key)
            return i;
    if (count < XB_SLOT_LIMIT)
        xb_list_append(program->arena, &program->slots, key);
    return count;
}

static slot_array *array_of(void **slots)
{
    return slots ? (slot_array *)(void *)((char *)slots - offsetof(slot_array, values)) : NULL;
}

void *xb_slot_get(const xb_node *node, unsigned slot)
{
    const slot_array *array = array_of(node->slots);
    return array && slot < array->capacity ? array->values[slot] : NULL;
}

void xb_slot_set(xb_program *program, xb_node *node, unsigned slot, void *value)
{
    slot_array *old = array_of(node->slots);
    if (!old || slot >= old->capacity) {
        size_t capacity = slot < FIRST_SLOTS ? FIRST_SLOTS : program->slots.count;
        if (capacity <= slot)
            capacity = slot + 1;
        slot_array *fresh = xb_arena_alloc(program->arena, sizeof *fresh + capacity * sizeof(void *));
        fresh->capacity = capacity;
        if (old)
            memcpy(fresh->values, old->values, old->capacity * sizeof(void *));
        node->slots = fresh->values;
    }
    node->slots[slot] = value;
}

void xb_derive(xb_program *program, xb_node *node, const xb_list *derived)
{
    xb_list *copy = NULL;
    if (derived) {
        copy = xb_arena_alloc(program->arena, sizeof *copy);
        xb_list_append_all(program->arena, copy, derived);
    }
    xb_slot_set(program, node, XB_SLOT_DERIVED, copy);
    program->derivations++;
}

void xb_derive_one(xb_program *program, xb_node *node, xb_node *derived)
{
    void *items[] = {derived};
    xb_derive(program, node, &(xb_list){items, 1, 1});
}

const xb_list *xb_derived(const xb_node *node)
{
    return xb_slot_get(node, XB_SLOT_DERIVED);
}

void xb_program_add_routine(xb_program *program, xb_routine *routine)
{
    xb_list_append(program->arena, &program->routines, routine);
    if (routine->scope && !routine->scope->routine)
        routine->scope->routine = routine;
    const xb_node *symbol = &routine->symbol->node;
    if (xb_node_map_get(&program->routine_by_symbol, symbol))
        return;
    xb_node_map_put(program->arena, &program->routine_by_symbol, symbol, routine);
    routine->symbol->routine = routine;
}

xb_routine *xb_program_routine(const xb_program *program, const xb_symbol *symbol)
{
    xb_routine *routine = xb_node_map_get(&program->routine_by_symbol, &symbol->node);
    return routine && xb_routine_is_procedure(routine) ? routine : NULL;
}

bool xb_is_from_outside(const xb_routine *routine, const xb_symbol *symbol)
{
    return xb_symbol_is_static(symbol) || !xb_scope_is_within(symbol->scope, routine->scope);
}

const xb_routine *xb_procedure_of(const xb_symbol *symbol)
{
    const xb_routine *routine = symbol->scope->routine;
    return routine && xb_routine_is_procedure(routine) ? routine : NULL;
}

bool xb_program_has_procedure(const xb_program *program, const xb_scope *scope)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (routine->scope == scope && xb_routine_is_procedure(routine))
            return true;
    }
    return false;
}

uint64_t *xb_program_counter(xb_program *program, const xb_name *key)
{
    uint64_t *counter = xb_map_get(&program->counters, key->index, 0);
    if (!counter) {
        counter = xb_arena_alloc(program->arena, sizeof *counter);
        xb_map_put(program->arena, &program->counters, key->index, 0, counter);
    }
    return counter;
}

uint64_t xb_program_count(xb_program *program, const char *stem)
{
    return (*xb_program_counter(program, xb_program_name(program, stem)))++;
}

/* A document has the nodes of a routine in one piece. */
static const xb_symbol *routine_with(const xb_program *program, const xb_node *node)
{
    const xb_routine *found = NULL;
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (routine->node.line <= node->line && (!found || routine->node.line > found->node.line))
            found = routine;
    }
    return found ? found->symbol : NULL;
}

/* The file of the source that a node is from, as far as declarations tell; NULL: it is not known. */
static const char *source_file(const xb_program *program, const xb_node *node)
{
    const xb_symbol *symbol =
        node->kind == XB_KIND_SYMBOL ? (const xb_symbol *)node : routine_with(program, node);
    if (symbol && symbol->scope->parent && !(symbol->declaration && symbol->declaration->file)) {
        const xb_routine *home = xb_procedure_of(symbol);
        symbol = home ? home->symbol : NULL;
    }
    return symbol && symbol->declaration && symbol->declaration->file ? symbol->declaration->file->text
                                                                      : NULL;
}

xb_place xb_program_place(const xb_program *program, const xb_node *node, const char *path)
{
    xb_place place = {.file = program->file, .path = path};
    if (node) {
        place.line = node->line;
        place.source_line = xb_node_source_line(node);
        place.source_file = source_file(program, node);
    }
    return place;
}

void xb_unexpected_kind(const xb_program *program, const xb_node *node)
{
    xb_error(program->diagnostics, XB_STATUS_FAILED, xb_program_place(program, node, NULL),
             "please report this input", "internal error: %s is not expected here", xb_kind_name(node->kind));
    xb_fail(xb_arena_failure(program->arena));
}

const xb_name *xb_program_name(xb_program *program, const char *text)
{
    return xb_names_get(program->names, text);
}
