/*
 * The matrix is the last argument: a row for each element of an active argument of the original that is no
 * mere input, in the order of arguments, and a column for each independent, as the entry has no other active
 * inputs.
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

bool gen_is_dependent(const xb_routine *entry, const gen_result *result)
{
    const xb_formal *formal = formal_named(entry, result->name);
    return result->active && formal && formal->intent != XB_INTENT_IN;
}

/* Whether derivatives of a result are in the matrix. */
static bool has_row(const taking *t, const gen_result *known)
{
    return gen_is_dependent(t->machine->original, known);
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
