/*
 * The matrix is the last argument: a row for each element of an active argument of the original that is no
 * mere input, in the order of arguments, or of what is named as dependent, and a column for each independent,
 * as the entry has no other active inputs.
 */
#include "evaluate/evaluate.h"
#include "machine.h"

#include <string.h>

/* What is being taken from a matrix. */
typedef struct taking {
    const gen_machine *machine;
    const gen_results *like;
    gen_results *results;
    const char *matrix;
    size_t rows; /* so far */
} taking;

static const xb_formal *formal_named(const xb_routine *entry, const char *name)
{
    for (size_t i = 0; i < entry->formals.count; i++) {
        const xb_formal *formal = entry->formals.items[i];
        if (strcmp(formal->symbol->id->text, name) == 0)
            return formal;
    }
    return NULL;
}

static bool is_modified(const xb_formal *formal)
{
    return xb_symbol_is_active(formal->symbol) && formal->intent != XB_INTENT_IN;
}

/* Whether the matrix can have rows for a variable from outside. */
static bool has_size(const xb_symbol *symbol)
{
    return xb_symbol_is_active(symbol) && symbol->type == XB_TYPE_REAL &&
           (symbol->rank == 0 || symbol->bounds_count > 0);
}

static const char *with_name(xb_arena *arena, const char *names, const xb_symbol *symbol)
{
    return xb_arena_format(arena, "%s%s%s", names, *names ? "," : "", symbol->id->text);
}

const char *gen_dependents(xb_arena *arena, const xb_program *program, const char *entry)
{
    const xb_routine *routine = gen_find_entry(program, entry);
    const char *names = "";
    for (size_t i = 0; routine && i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (is_modified(formal))
            names = with_name(arena, names, formal->symbol);
    }
    for (size_t i = 0; routine && i < program->root->symbols.count; i++) {
        const xb_symbol *symbol = program->root->symbols.items[i];
        if (has_size(symbol))
            names = with_name(arena, names, symbol);
    }
    return routine ? names : NULL;
}

static bool is_among(const char *names, const char *name)
{
    size_t length = strlen(name);
    const char *at = names;
    while (at && (strncmp(at, name, length) != 0 || (at[length] && at[length] != ',')))
        at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    return at != NULL;
}

bool gen_is_dependent(const xb_routine *entry, const char *dependents, const gen_result *result)
{
    const xb_formal *formal = formal_named(entry, result->name);
    if (dependents)
        return is_among(dependents, result->name);
    return result->active && formal && is_modified(formal);
}

/* Whether derivatives of a result are in the matrix. */
static bool has_row(const taking *t, const gen_result *known)
{
    return gen_is_dependent(t->machine->original, t->machine->dependents, known);
}

static gen_result *find(const gen_results *results, const char *name, size_t element)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->items[i].element == element && strcmp(results->items[i].name, name) == 0)
            return &results->items[i];
    return NULL;
}

static void take_row(const taking *t, gen_result *found, size_t row)
{
    size_t columns = t->like->directions;
    found->derivatives = xb_arena_array(t->machine->arena, columns + 1, sizeof *found->derivatives);
    found->differentiated = true;
    for (size_t column = 0; column < columns; column++) {
        const gen_result *entry = find(t->results, t->matrix, column * t->rows + row);
        found->differentiated &= entry && entry->defined;
        found->derivatives[column] = entry ? entry->value.real : 0;
    }
}

static size_t count(const gen_results *results, const char *name)
{
    size_t found = 0;
    for (size_t i = 0; i < results->count; i++)
        found += strcmp(results->items[i].name, name) == 0;
    return found;
}

static void take(void *argument)
{
    taking *t = argument;
    size_t row = 0;
    for (size_t i = 0; i < t->like->count; i++) {
        const gen_result *known = &t->like->items[i];
        gen_result *found = find(t->results, known->name, known->element);
        bool is_there = has_row(t, known);
        if (found && is_there)
            take_row(t, found, row);
        else if (found)
            found->omitted = true;
        row += is_there;
    }
}

xb_status gen_machine_whole(gen_machine *machine, int point, const gen_results *like, gen_results *results)
{
    const xb_list *formals = &machine->entry->formals;
    const xb_formal *last = formals->items[formals->count - 1];
    taking t = {machine, like, results, last->symbol->id->text, 0};
    xb_status status = gen_machine_run(machine, point, 0, results);
    if (!status)
        status = xb_evaluator_check_stacks(machine->evaluator);
    if (status)
        return status;
    for (size_t i = 0; i < like->count; i++)
        t.rows += has_row(&t, &like->items[i]);
    if (count(results, t.matrix) != t.rows * like->directions)
        return XB_STATUS_INVALID;
    return xb_protect(machine->failure, take, &t) ? XB_STATUS_OK : XB_STATUS_FAILED;
}
