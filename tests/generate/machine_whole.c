/*
 * The matrix is the last argument: a row for each element of a variable that a tag names, a column for each
 * element of one that another tag does. Derivatives by an independent without column have to be 0. An
 * argument that is only a result may have columns, if it isn't seen that it is set before it is read.
 */
#include "evaluate/evaluate.h"
#include "ir/tags.h"
#include "machine_internal.h"

#include <string.h>

#define NOWHERE ((size_t)-1)

/* What is being taken from a matrix. */
typedef struct taking {
    const gen_machine *machine;
    const gen_results *like;
    gen_results *results;
    const char *matrix, *row_names, *column_names;
    size_t row_count;
    size_t *columns; /* by direction */
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

const char *gen_dependents(xb_arena *arena, const xb_program *program, const char *entry, bool outside)
{
    const xb_routine *routine = gen_find_entry(program, entry);
    const char *names = "";
    for (size_t i = 0; routine && i < routine->formals.count; i++) {
        const xb_formal *formal = routine->formals.items[i];
        if (is_modified(formal))
            names = with_name(arena, names, formal->symbol);
    }
    for (size_t i = 0; outside && routine && i < program->root->symbols.count; i++) {
        const xb_symbol *symbol = program->root->symbols.items[i];
        if (has_size(symbol))
            names = with_name(arena, names, symbol);
    }
    return *names ? names : NULL;
}

const char *gen_independents(xb_arena *arena, const xb_program *program, const char *entry)
{
    const xb_routine *routine = gen_find_entry(program, entry);
    const char *names = "";
    for (size_t i = 0; routine && i < routine->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)routine->formals.items[i])->symbol;
        if (symbol->id->text[0] == 'x' && xb_symbol_is_active(symbol))
            names = with_name(arena, names, symbol);
    }
    return *names ? names : NULL;
}

bool gen_is_dependent(const xb_routine *entry, const char *dependents, const gen_result *result)
{
    const xb_formal *formal = formal_named(entry, result->name);
    if (dependents)
        return gen_is_among(dependents, result->name);
    return result->active && formal && is_modified(formal);
}

static gen_result *find(const gen_results *results, const char *name, size_t element)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->items[i].element == element && strcmp(results->items[i].name, name) == 0)
            return &results->items[i];
    return NULL;
}

/* ---- rows and columns ---------------------------------------------------------------------------------- */

static size_t count(const gen_results *results, const char *name, size_t length)
{
    size_t found = 0;
    for (size_t i = 0; i < results->count; i++)
        found += strncmp(results->items[i].name, name, length) == 0 && !results->items[i].name[length];
    return found;
}

/* How many numbers the variables before the one of a name have, or all if the name is NULL; NOWHERE: it is
 * not among them. @param names separated by commas */
static size_t numbers_before(const gen_results *like, const char *names, const char *name)
{
    size_t before = 0;
    while (*names) {
        const size_t length = strcspn(names, ",");
        if (name && strlen(name) == length && strncmp(name, names, length) == 0)
            return before;
        before += count(like, names, length);
        names += length + (names[length] == ',');
    }
    return name ? NOWHERE : before;
}

/* What a tag of the routine says; NULL: it has none. */
static const char *names_in(const gen_machine *machine, const char *tag)
{
    xb_tag found;
    return xb_tags_find(machine->program, &machine->entry->node, tag, &found) && found.value
               ? xb_arena_copy_text(machine->arena, found.value, found.value_length)
               : NULL;
}

/* The column of each independent, NOWHERE if it has none: derivatives by it are 0. */
static size_t *columns_of(const gen_machine *machine, const gen_results *like, const char *names)
{
    size_t *columns = xb_arena_array(machine->arena, like->directions + 1, sizeof *columns), number = 0;
    for (size_t i = 0; i < machine->original->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)machine->original->formals.items[i])->symbol;
        const int input = gen_is_independent_symbol(machine, symbol) ? gen_input_of(machine, symbol) : -1;
        const size_t first = numbers_before(like, names, symbol->id->text);
        for (int k = 0; input >= 0 && k < machine->inputs->counts[input] && number < like->directions; k++)
            columns[number++] = first == NOWHERE ? NOWHERE : first + (size_t)k;
    }
    return columns;
}

/* ---- the matrix ---------------------------------------------------------------------------------------- */

static void take_row(const taking *t, gen_result *found, size_t row)
{
    size_t directions = t->like->directions;
    found->derivatives = xb_arena_array(t->machine->arena, directions + 1, sizeof *found->derivatives);
    found->differentiated = true;
    for (size_t d = 0; d < directions; d++) {
        if (t->columns[d] == NOWHERE)
            continue;
        const gen_result *entry = find(t->results, t->matrix, t->columns[d] * t->row_count + row);
        found->differentiated &= entry && entry->defined;
        found->derivatives[d] = entry ? entry->value.real : 0;
    }
}

static void take(void *argument)
{
    taking *t = argument;
    t->columns = columns_of(t->machine, t->like, t->column_names);
    for (size_t i = 0; i < t->like->count; i++) {
        const gen_result *known = &t->like->items[i];
        gen_result *found = find(t->results, known->name, known->element);
        const size_t first = numbers_before(t->like, t->row_names, known->name);
        if (found && first != NOWHERE)
            take_row(t, found, first + known->element);
        else if (found)
            found->omitted = true;
    }
}

xb_status gen_machine_whole(gen_machine *machine, int point, const gen_results *like, gen_results *results)
{
    const xb_list *formals = &machine->entry->formals;
    const xb_formal *last = formals->items[formals->count - 1];
    taking t = {.machine = machine,
                .like = like,
                .results = results,
                .matrix = last->symbol->id->text,
                .row_names = names_in(machine, XB_TAG_ROWS),
                .column_names = names_in(machine, XB_TAG_COLUMNS)};
    xb_status status = gen_machine_run(machine, point, 0, results);
    if (!status)
        status = xb_evaluator_check_stacks(machine->evaluator);
    if (status)
        return status;
    if (!t.row_names || !t.column_names)
        return XB_STATUS_INVALID;
    t.row_count = numbers_before(like, t.row_names, NULL);
    if (count(results, t.matrix, strlen(t.matrix)) !=
        t.row_count * numbers_before(like, t.column_names, NULL))
        return XB_STATUS_INVALID;
    return xb_protect(machine->failure, take, &t) ? XB_STATUS_OK : XB_STATUS_FAILED;
}
