/*
 * Statements are numbered through all routines, and a statement's id is its number from 1. Each location has
 * the list of the statements whose value it may hold; a use gives that list a key, once, and enters itself
 * with each of them. A definition replaces the list, or appends to it.
 */
#include "bench/model_internal.h"

#include <stdlib.h>
#include <string.h>

void *list_push(list *items, size_t size)
{
    if (items->count == items->room) {
        items->room = items->room ? 2 * items->room : 4;
        items->items = realloc(items->items, items->room * size);
        if (!items->items) {
            fputs("generate: memory ran out\n", stderr);
            exit(4);
        }
    }
    void *item = (char *)items->items + items->count++ * size;
    return memset(item, 0, size);
}

static void push_number(list *numbers, size_t number)
{
    *(size_t *)list_push(numbers, sizeof number) = number;
}

static unit *current_routine(model *program)
{
    return (unit *)program->routines.items + program->routines.count - 1;
}

static declaration *variable_at(model *program, size_t number)
{
    return (declaration *)program->variables.items + number;
}

/* ---- sets of statements ---- */

static void add_to_chain(model *program, size_t number, size_t member)
{
    list *members = &((chain *)program->chains.items)[number].members;
    const size_t *numbers = members->items;
    if (members->count == 0 || numbers[members->count - 1] != member)
        push_number(members, member);
}

static size_t new_chain(model *program, size_t member)
{
    list_push(&program->chains, sizeof(chain));
    add_to_chain(program, program->chains.count - 1, member);
    return program->chains.count - 1;
}

/* ---- routines and variables ---- */

model *model_create(void)
{
    list one = {0};
    model *program = list_push(&one, sizeof *program);
    program->next_address = 1;
    program->next_alias = 2;
    return program;
}

static void free_lists(list *owners, size_t size, size_t offset)
{
    for (size_t i = 0; i < owners->count; i++)
        free(((list *)(void *)((char *)owners->items + i * size + offset))->items);
    free(owners->items);
}

void model_free(model *program)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        free(((unit *)program->routines.items)[i].globals.items);
        free(((unit *)program->routines.items)[i].called_globals.items);
    }
    free_lists(&program->locations, sizeof(location), offsetof(location, definitions));
    free_lists(&program->statements, sizeof(statement), offsetof(statement, uses));
    free_lists(&program->chains, sizeof(chain), offsetof(chain, members));
    free(program->routines.items);
    free(program->variables.items);
    free(program->vertices.items);
    free(program->flows.items);
    free(program->edges.items);
    free(program->open.items);
    free(program);
}

static size_t add_flow(model *program, flow_kind kind)
{
    unit *here = current_routine(program);
    flow *vertex = list_push(&program->flows, sizeof *vertex);
    vertex->kind = kind;
    vertex->statement = program->statements.count;
    return here->flow_count++;
}

static void add_edge(model *program, size_t source, size_t target, int value)
{
    *(flow_edge *)list_push(&program->edges, sizeof(flow_edge)) = (flow_edge){source, target, value};
    current_routine(program)->edge_count++;
}

size_t model_routine(model *program)
{
    unit *here = list_push(&program->routines, sizeof *here);
    here->variable = program->variables.count;
    here->flow = program->flows.count;
    here->edge = program->edges.count;
    here->statement = program->statements.count;
    size_t block = add_flow(program, FLOW_BLOCK);
    add_edge(program, 0, block + 1, -1);
    return program->routines.count - 1;
}

static size_t add_variable(model *program, variable_role role, unsigned kind, size_t extent, size_t address,
                           size_t width)
{
    declaration *new = list_push(&program->variables, sizeof *new);
    size_t places = (kind & MODEL_ELEMENTS) ? extent : 1;
    *new = (declaration){.routine = program->routines.count - 1,
                         .role = role,
                         .kind = role == MODEL_GLOBAL ? kind | MODEL_UNCHAINED : kind,
                         .extent = extent,
                         .location = program->locations.count,
                         .address = address,
                         .width = width,
                         .alias = program->next_alias};
    if (kind & MODEL_BLURRED) {
        new->blurred_definitions = new_chain(program, OUTSIDE);
        new->blurred_uses = new_chain(program, OUTSIDE);
    }
    program->next_alias += places;
    for (size_t i = 0; i < places; i++) {
        location *place = list_push(&program->locations, sizeof *place);
        push_number(&place->definitions, OUTSIDE);
    }
    if (role == MODEL_GLOBAL)
        program->globals++;
    else
        current_routine(program)->variable_count++;
    return program->variables.count - 1;
}

size_t model_variable(model *program, variable_role role, unsigned kind, size_t extent)
{
    size_t width = extent ? extent : 1, address = program->next_address;
    program->next_address += width;
    return add_variable(program, role, kind, extent, address, width);
}

size_t model_overlay(model *program, variable_role role, unsigned kind, size_t from, size_t width)
{
    if (program->next_address < from + width)
        program->next_address = from + width;
    return add_variable(program, role, kind, 0, from, width);
}

reference model_scalar(size_t variable)
{
    return (reference){variable, MODEL_NONE, 0, 0};
}

reference model_element(size_t variable, size_t subscript)
{
    return (reference){variable, MODEL_NONE, 0, (long)subscript};
}

reference model_indexed(size_t variable, size_t index, long factor, long offset)
{
    return (reference){variable, (long)index, factor, offset};
}

/* ---- chains ---- */

static location *location_of(model *program, reference what)
{
    const declaration *owner = variable_at(program, what.variable);
    size_t element = (owner->kind & MODEL_ELEMENTS) ? (size_t)what.offset - 1 : 0;
    return (location *)program->locations.items + owner->location + element;
}

/* The variable if it is blurred, or NULL. */
static const declaration *blurred(model *program, reference what)
{
    const declaration *owner = variable_at(program, what.variable);
    return owner->kind & MODEL_BLURRED ? owner : NULL;
}

static bool has_chain(model *program, reference what)
{
    return !(variable_at(program, what.variable)->kind & MODEL_UNCHAINED);
}

static size_t key_of(model *program, const list *members)
{
    const size_t *numbers = members->items;
    if (members->count == 0)
        return KEY_EMPTY;
    if (members->count == 1 && numbers[0] == OUTSIDE)
        return KEY_OUTSIDE;
    chain *new = list_push(&program->chains, sizeof *new);
    for (size_t i = 0; i < members->count; i++)
        push_number(&new->members, numbers[i]);
    return KEY_FIRST + program->chains.count - 1;
}

/* The key of the definitions that a location may hold. */
static size_t key_now(model *program, reference what)
{
    location *place = location_of(program, what);
    if (!has_chain(program, what))
        return KEY_NOTHING_KNOWN;
    if (!place->key)
        place->key = key_of(program, &place->definitions);
    return place->key;
}

/* Enters that the current routine, or one that it calls, names a global variable. */
static void list_global(model *program, size_t variable, bool called)
{
    declaration *one = variable_at(program, variable);
    unit *here = current_routine(program);
    if (one->role != MODEL_GLOBAL || one->listed == program->routines.count)
        return;
    one->listed = program->routines.count;
    push_number(called ? &here->called_globals : &here->globals, variable);
}

/* Enters that a statement uses the value of a location, and returns the key of its definitions. */
static size_t use(model *program, reference what, size_t user)
{
    location *place = location_of(program, what);
    const size_t *definitions = place->definitions.items;
    list_global(program, what.variable, false);
    if (!has_chain(program, what))
        return KEY_NOTHING_KNOWN;
    if (blurred(program, what)) {
        add_to_chain(program, blurred(program, what)->blurred_uses, user);
        return KEY_FIRST + blurred(program, what)->blurred_definitions;
    }
    for (size_t i = 0; i < place->definitions.count; i++) {
        if (definitions[i] == OUTSIDE)
            continue;
        list *uses = &((statement *)program->statements.items)[definitions[i]].uses;
        const size_t *users = uses->items;
        if (uses->count == 0 || users[uses->count - 1] != user)
            push_number(uses, user);
    }
    return key_now(program, what);
}

static void define(model *program, reference what, size_t definer, bool adds)
{
    location *place = location_of(program, what);
    list_global(program, what.variable, false);
    if (blurred(program, what)) {
        add_to_chain(program, blurred(program, what)->blurred_definitions, definer);
        return;
    }
    if (!adds)
        place->definitions.count = 0;
    push_number(&place->definitions, definer);
    place->key = 0;
}

/* Values of variables that others see are used outside. */
static bool is_seen_outside(const declaration *one)
{
    return one->role == MODEL_OUT || one->role == MODEL_INOUT;
}

void model_finish(model *program)
{
    const declaration *variables = program->variables.items;
    statement *statements = program->statements.items;
    if (program->finished)
        return;
    program->finished = true;
    for (size_t i = 0; i < program->variables.count; i++) {
        const location *places = (const location *)program->locations.items + variables[i].location;
        size_t count = (variables[i].kind & MODEL_ELEMENTS) ? variables[i].extent : 1;
        for (size_t k = 0; is_seen_outside(&variables[i]) && k < count; k++) {
            const size_t *definitions = places[k].definitions.items;
            for (size_t d = 0; d < places[k].definitions.count; d++)
                if (definitions[d] != OUTSIDE)
                    push_number(&statements[definitions[d]].uses, OUTSIDE);
        }
    }
    for (size_t i = 0; i < program->statements.count; i++) {
        const declaration *one = blurred(program, statements[i].target);
        if (one)
            statements[i].target_key = KEY_FIRST + one->blurred_uses;
        else if (!statements[i].call && has_chain(program, statements[i].target))
            statements[i].target_key = key_of(program, &statements[i].uses);
    }
}

/* ---- expressions ---- */

static node *add_vertex(model *program, vertex_kind kind)
{
    node *new = list_push(&program->vertices, sizeof *new);
    new->kind = kind;
    return new;
}

static size_t last_vertex(const model *program)
{
    return program->vertices.count - program->first_vertex - 1;
}

static size_t use_index(model *program, reference what, size_t user)
{
    return what.index == MODEL_NONE ? 0 : use(program, model_scalar((size_t)what.index), user);
}

size_t model_use(model *program, reference what)
{
    size_t user = program->statements.count;
    node *new = add_vertex(program, VERTEX_REFERENCE);
    new->what = what;
    new->index_key = use_index(program, what, user);
    new->key = use(program, what, user);
    return last_vertex(program);
}

size_t model_constant(model *program, double value)
{
    add_vertex(program, VERTEX_CONSTANT)->value = value;
    return last_vertex(program);
}

size_t model_integer(model *program, long value)
{
    add_vertex(program, VERTEX_INTEGER)->value = (double)value;
    return last_vertex(program);
}

static node *add_intrinsic(model *program, const char *name)
{
    node *new = add_vertex(program, VERTEX_INTRINSIC);
    new->name = name;
    return new;
}

size_t model_unary(model *program, const char *intrinsic, size_t operand)
{
    node *new = add_intrinsic(program, intrinsic);
    new->operands[0] = operand;
    new->operand_count = 1;
    return last_vertex(program);
}

size_t model_binary(model *program, const char *intrinsic, size_t left, size_t right)
{
    node *new = add_intrinsic(program, intrinsic);
    new->operands[0] = left;
    new->operands[1] = right;
    new->operand_count = 2;
    return last_vertex(program);
}

/* ---- statements ---- */

static statement *add_statement(model *program, reference target, bool adds)
{
    size_t number = program->statements.count;
    flow *block = (flow *)program->flows.items + program->flows.count - 1;
    size_t index_key = use_index(program, target, number);
    statement *new = list_push(&program->statements, sizeof *new);
    new->target = target;
    new->index_key = index_key;
    new->vertex = program->first_vertex;
    new->vertex_count = program->vertices.count - program->first_vertex;
    program->first_vertex = program->vertices.count;
    block->statement_count++;
    current_routine(program)->statement_count++;
    define(program, target, number, adds);
    return new;
}

void model_assign(model *program, reference target)
{
    add_statement(program, target, false);
}

void model_may_assign(model *program, reference target)
{
    add_statement(program, target, true);
}

static void list_globals_of(model *program, const list *globals)
{
    for (size_t i = 0; i < globals->count; i++)
        list_global(program, ((const size_t *)globals->items)[i], true);
}

void model_call(model *program, size_t routine, reference in, reference out)
{
    const unit *callee = (const unit *)program->routines.items + routine;
    list_globals_of(program, &callee->globals);
    list_globals_of(program, &callee->called_globals);
    model_use(program, in);
    size_t key = key_now(program, out);
    statement *call = add_statement(program, out, false);
    call->call = true;
    call->callee = routine;
    call->target_key = key;
}

/* ---- control flow ---- */

void model_block(model *program)
{
    size_t block = add_flow(program, FLOW_BLOCK);
    add_edge(program, block, block + 1, -1);
}

void model_branch(model *program, size_t variable, long value)
{
    size_t branch = add_flow(program, FLOW_BRANCH);
    flow *vertex = (flow *)program->flows.items + program->flows.count - 1;
    vertex->variable = variable;
    vertex->value = value;
    vertex->key = use(program, model_scalar(variable), OUTSIDE);
    add_edge(program, branch, branch + 1, -1);
    add_flow(program, FLOW_BLOCK);
    add_edge(program, branch + 1, branch + 2, 1);
    *(open_branch *)list_push(&program->open, sizeof(open_branch)) = (open_branch){branch, branch};
}

void model_else(model *program)
{
    open_branch *open = (open_branch *)program->open.items + program->open.count - 1;
    size_t block = add_flow(program, FLOW_BLOCK);
    open->last = block - 1;
    add_edge(program, open->head + 1, block + 1, -2);
}

void model_join(model *program)
{
    const open_branch *open = (const open_branch *)program->open.items + --program->open.count;
    size_t join = add_flow(program, FLOW_END_BRANCH);
    add_edge(program, open->last + 1, join + 1, open->last == open->head ? -2 : -1);
    add_edge(program, join, join + 1, -1);
    model_block(program);
}
