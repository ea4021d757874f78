/*
 * Names tell what shares storage, and what is a derivative; texts of markers, what is allocated.
 */
#include "world.h"

#include <stdlib.h>
#include <string.h>

#include "evaluate/storage.h"

static bool begins_derivative(const char *rest)
{
    return strncmp(rest, "_d", 2) == 0 || strncmp(rest, "_b", 2) == 0;
}

/* Which one of the variables that belong to a name this is, by the rest of its own name: 0: itself; 2n: _dn,
 * its tangent in a direction, of which the first is _d; 2n + 1: _bn, its adjoint; -1: none of them. */
static long number_of(const char *rest)
{
    if (!*rest)
        return 0;
    if (!begins_derivative(rest) || strspn(rest + 2, "0123456789") != strlen(rest + 2))
        return -1;
    return 2 * (rest[2] ? strtol(rest + 2, NULL, 10) : 1) + (rest[1] == 'b');
}

static long number_for(const xb_symbol *symbol, const char *name)
{
    size_t length = strlen(name);
    return strncmp(symbol->id->text, name, length) == 0 ? number_of(symbol->id->text + length) : -1;
}

/* The next one of those that belong to a global variable, after a number; NULL if there are no more. Where
 * others have their names, numbers are left out. */
static const xb_symbol *next_for(const xb_program *program, const char *name, long after)
{
    const xb_symbol *next = NULL;
    for (size_t i = 0; i < program->root->symbols.count; i++) {
        const xb_symbol *symbol = program->root->symbols.items[i];
        if (number_for(symbol, name) > after && (!next || number_for(symbol, name) < number_for(next, name)))
            next = symbol;
    }
    return next;
}

/* What shares its storage, of those that belong to the first name, with one of those of the second. */
static const xb_symbol *partner(const xb_program *program, const xb_symbol *symbol, const char *const *names)
{
    const xb_symbol *a = next_for(program, names[0], -1), *b = next_for(program, names[1], -1);
    while (a && b && b != symbol) {
        a = next_for(program, names[0], number_for(a, names[0]));
        b = next_for(program, names[1], number_for(b, names[1]));
    }
    return b ? a : NULL;
}

static const xb_symbol *associate(void *context, const xb_symbol *symbol)
{
    const gen_machine *machine = context;
    for (int i = 0; symbol->scope == machine->program->root && i < machine->inputs->shared_count; i++) {
        const char *const *names = machine->inputs->shared[i];
        if (number_for(symbol, names[0]) >= 0)
            return symbol;
        if (number_for(symbol, names[1]) >= 0)
            return partner(machine->program, symbol, names);
    }
    return NULL;
}

static size_t offset(void *context, const xb_symbol *symbol)
{
    const gen_machine *machine = context;
    for (int i = 0; i < machine->inputs->shared_count; i++)
        if (number_for(symbol, machine->inputs->shared[i][1]) >= 0)
            return machine->inputs->offsets[i];
    return 0;
}

/* Those of local variables that are declared without. Variables of blocks have a number, too, where their
 * routine has another one of their name. */
static const xb_bounds *extents(void *context, const xb_symbol *symbol)
{
    static const xb_bounds bounds[] = {{1, 3}, {1, 3}};
    const char *stem = "free", *rest = symbol->id->text + strlen(stem);
    (void)context;
    if (strncmp(symbol->id->text, stem, strlen(stem)) != 0)
        return NULL;
    rest += strspn(rest, "0123456789");
    while (begins_derivative(rest)) /* derivatives of derivatives, too */
        rest += 2 + strspn(rest + 2, "0123456789");
    return *rest ? NULL : bounds;
}

static const xb_symbol *symbol_seen(const xb_scope *scope, const char *name)
{
    for (; scope; scope = scope->parent)
        for (size_t i = 0; i < scope->symbols.count; i++) {
            const xb_symbol *symbol = scope->symbols.items[i];
            if (strcmp(symbol->id->text, name) == 0)
                return symbol;
        }
    return NULL;
}

/* "allocate a", with bounds from 1 to 3, and "deallocate a"; others do nothing. */
static xb_status mark(void *context, xb_frame *frame, const xb_routine *routine, const xb_marker *marker)
{
    static const xb_bounds bounds[] = {{1, 3}, {1, 3}};
    const char *text = marker->text->text, *name = strchr(text, ' ');
    const xb_symbol *symbol = name ? symbol_seen(routine->scope, name + 1) : NULL;
    xb_variable *variable = symbol ? xb_frame_variable(frame, symbol) : NULL;
    (void)context;
    if (variable && text[0] == 'a')
        xb_variable_allocate(variable, symbol->rank, bounds);
    else if (variable && text[0] == 'd')
        xb_variable_drop(variable);
    return XB_STATUS_OK;
}

static bool does_nothing(void *context, const xb_symbol *subroutine)
{
    (void)context;
    return strstr(subroutine->id->text, "ext") != NULL;
}

static xb_number something(xb_type type)
{
    switch (type) {
    case XB_TYPE_INTEGER: return xb_number_of_integer(0);
    case XB_TYPE_BOOL: return xb_number_of_bool(false);
    case XB_TYPE_CHAR: return (xb_number){.type = XB_TYPE_STRING, .text = {"a", 1}};
    case XB_TYPE_COMPLEX: return xb_number_of_complex(0);
    default: return xb_number_of_real(0);
    }
}

static bool is_derivative(const gen_machine *machine, const xb_symbol *symbol)
{
    for (size_t i = 0; i < machine->named_count; i++)
        if (machine->named[i].derivative == symbol)
            return true;
    return false;
}

/* What calls the routine that computes a Jacobian, which saves global variables, gives them values. The
 * adjoints of global variables are zero at first. */
static bool initial(void *context, const xb_symbol *symbol, size_t element, xb_number *value)
{
    const gen_machine *machine = context;
    (void)element;
    bool given = machine->jacobian || machine->given || is_derivative(machine, symbol);
    if (!given || xb_program_has_procedure(machine->program, symbol->scope))
        return false;
    *value = something(symbol->type);
    return true;
}

xb_environment gen_world_of(gen_machine *machine)
{
    return (xb_environment){.extents = extents,
                            .initial = initial,
                            .marker = mark,
                            .associate = associate,
                            .offset = offset,
                            .external = does_nothing,
                            .context = machine};
}
