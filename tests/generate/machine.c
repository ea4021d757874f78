/*
 * Allocation is protected here; the evaluator is called outside, as it wants.
 */
#include "machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine_internal.h"
#include "world.h"

/* ---- inputs -------------------------------------------------------------------------------------------- */

static const char *word(xb_arena *arena, const char **text)
{
    *text += strspn(*text, " ");
    size_t length = strcspn(*text, " :\n");
    const char *result = xb_arena_copy_text(arena, *text, length);
    *text += length;
    return result;
}

static void read_values(gen_inputs *inputs, const char *text, const char *end)
{
    static const char absent[] = "absent";
    int name = inputs->name_count, point = 0, element = 0;
    while (text < end) {
        char *rest;
        text += strspn(text, " ");
        if (*text == '|') {
            point++;
            element = 0;
            text++;
            continue;
        }
        if (strncmp(text, absent, sizeof absent - 1) == 0 && point < 4) {
            inputs->absent[name][point] = true;
            text += sizeof absent - 1;
            continue;
        }
        double value = strtod(text, &rest);
        if (rest == text || point > 3 || element > 15)
            break;
        inputs->values[name][point][element++] = value;
        inputs->counts[name] = element;
        text = rest;
    }
    if (point + 1 > inputs->point_count)
        inputs->point_count = point + 1;
}

gen_inputs gen_inputs_read(xb_arena *arena, const char *text)
{
    gen_inputs inputs = {.point_count = 1};
    const char *line = strstr(text, "<!--\n"), *end = line ? strstr(line, "-->") : NULL;
    for (line = line ? line + 5 : NULL; line && line < end; line = strchr(line, '\n') + 1) {
        const char *next = strchr(line, '\n'), *at = line;
        const char *name = word(arena, &at);
        if (*at != ':' || inputs.name_count == 16)
            continue;
        at++;
        if (strcmp(name, "shared") == 0 && inputs.shared_count < GEN_SHARED_LIMIT) {
            inputs.shared[inputs.shared_count][0] = word(arena, &at);
            inputs.shared[inputs.shared_count][1] = word(arena, &at);
            inputs.offsets[inputs.shared_count++] = strtoul(word(arena, &at), NULL, 10);
        } else {
            inputs.names[inputs.name_count] = name;
            read_values(&inputs, at, next);
            inputs.name_count++;
        }
    }
    return inputs;
}

/* The name of an argument of the machine's entry that an input is of; NULL: it is of another entry. */
static const char *argument_of(const gen_machine *machine, int input)
{
    const char *name = machine->inputs->names[input];
    if (strcmp(machine->name, GEN_MAIN) != 0) {
        const size_t length = strlen(machine->name);
        if (strncmp(name, machine->name, length) != 0 || name[length] != '.')
            return NULL;
        name += length + 1;
    }
    return strchr(name, '.') ? NULL : name;
}

int gen_input_of(const gen_machine *machine, const xb_symbol *symbol)
{
    for (int i = 0; i < machine->inputs->name_count; i++) {
        const char *name = argument_of(machine, i);
        if (name && strcmp(name, symbol->id->text) == 0)
            return i;
    }
    return -1;
}

bool gen_is_independent_symbol(const gen_machine *machine, const xb_symbol *symbol)
{
    const char *name = symbol->id->text;
    return name[0] == 'x' && xb_symbol_is_active(symbol) &&
           (!machine->sides || gen_is_among(machine->sides->independents, name));
}

bool gen_is_incomplete(const gen_machine *machine, int point)
{
    bool any = false;
    for (int i = 0; i < machine->inputs->name_count; i++)
        any |= argument_of(machine, i) && machine->inputs->absent[i][point];
    return any;
}

/* Whether a formal argument is not passed at a point, or what it is the derivative of. */
static bool is_absent(const gen_running *run, const xb_symbol *symbol)
{
    const gen_machine *machine = run->machine;
    for (size_t i = 0; i < machine->named_count; i++)
        if (machine->named[i].derivative == symbol)
            symbol = machine->named[i].symbol;
    const int input = gen_input_of(machine, symbol);
    return input >= 0 && machine->inputs->absent[input][run->point];
}

/* ---- the evaluator ------------------------------------------------------------------------------------- */

const xb_routine *gen_find_entry(const xb_program *program, const char *wanted)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        const char *name = routine->symbol->id->text, *plain = name;
        if (strncmp(name, program->prefix->text, program->prefix->length) == 0)
            plain += program->prefix->length;
        if (strcmp(name, wanted) == 0 || strcmp(plain, wanted) == 0)
            return routine;
    }
    return NULL;
}

const xb_symbol *gen_global(const xb_program *program, const char *name)
{
    for (size_t i = 0; i < program->root->symbols.count; i++) {
        const xb_symbol *symbol = program->root->symbols.items[i];
        if (strcmp(symbol->id->text, name) == 0)
            return symbol;
    }
    return NULL;
}

const xb_routine *gen_interface(const gen_machine *machine)
{
    return machine->original_program ? machine->original : machine->entry;
}

static size_t count_independents(const gen_machine *machine, const xb_symbol *symbol)
{
    int input = gen_input_of(machine, symbol);
    return input >= 0 && gen_is_independent_symbol(machine, symbol) ? (size_t)machine->inputs->counts[input]
                                                                    : 0;
}

static size_t count_directions(const gen_machine *machine)
{
    const xb_list *formals = &gen_interface(machine)->formals;
    size_t count = 0;
    for (size_t i = 0; i < formals->count; i++)
        count += count_independents(machine, ((const xb_formal *)formals->items[i])->symbol);
    return count;
}

/* The entry may have been renamed. */
static void find_motions(gen_machine *machine)
{
    const char *name = machine->entry ? machine->entry->symbol->id->text : machine->name;
    const char *record = xb_arena_format(machine->arena, machine->combined ? "%s_b" : "%s_rec", name);
    const char *back = xb_arena_format(machine->arena, machine->combined ? "%s_b" : "%s_ret", name);
    machine->entry = gen_find_entry(machine->program, record);
    machine->back = gen_find_entry(machine->program, back);
}

/* It is named after the entry as it was. */
static void find_jacobian(gen_machine *machine)
{
    const char *name = xb_arena_format(machine->arena, "jacobian_%s", machine->name);
    machine->entry = machine->back = gen_find_entry(machine->program, name);
}

static xb_number number_of(const xb_symbol *symbol, double value)
{
    if (symbol->type == XB_TYPE_INTEGER)
        return xb_number_of_integer((int64_t)value);
    return symbol->type == XB_TYPE_COMPLEX ? xb_number_of_complex(value) : xb_number_of_real(value);
}

xb_status gen_machine_create(gen_machine *machine)
{
    machine->entry = machine->back = gen_find_entry(machine->program, machine->name);
    if (!machine->entry)
        machine->entry = machine->back =
            gen_find_entry(machine->program, xb_arena_format(machine->arena, "%s_d", machine->name));
    if (machine->jacobian)
        find_jacobian(machine);
    else if (machine->motions)
        find_motions(machine);
    if (!machine->entry || !machine->back)
        return XB_STATUS_INVALID;
    machine->directions = machine->jacobian ? 0 : count_directions(machine);
    if (machine->original_program && !xb_protect(machine->failure, gen_machine_name_derivatives, machine))
        return XB_STATUS_FAILED;
    const xb_evaluate_options options = {
        .directions = machine->template_kind ? machine->seeds : machine->directions,
        .exact = machine->exact,
        .single_as_double = true,
        .activity = machine->activity,
        .numbers = machine->numbers,
        .watch = machine->watch,
        .undefined_derivatives = machine->template_kind ? machine->initialises : !machine->exact,
        .template_kind = machine->template_kind,
        .strict_anonymous = machine->strict,
        .watch_kinks = machine->exact,
        .step_limit =
            machine->exact ? 50000 : 50000000, /* of what comes out, each run takes many more steps */
        .environment = gen_world_of(machine)};
    return xb_evaluator_create(machine->program, &options, &machine->evaluator);
}

void gen_machine_destroy(gen_machine *machine)
{
    xb_evaluator_destroy(machine->evaluator);
    machine->evaluator = NULL;
}

/* ---- a run --------------------------------------------------------------------------------------------- */

static double shifted(const gen_running *run, double value, size_t i)
{
    return value * (1 + run->shift * (i % 2 ? 1 : -1));
}

/* The directions that the evaluator has of those of the tangents: where adjoints are, there may be fewer. */
static size_t kept_directions(const gen_machine *machine)
{
    const bool fewer = machine->template_kind && machine->seeds < machine->directions;
    return fewer ? machine->seeds : machine->directions;
}

static void set_input(gen_running *run, const xb_symbol *symbol, xb_variable *variable)
{
    const gen_machine *machine = run->machine;
    const double one =
        machine->numbers == XB_EXACT_DEPENDENCES ? xb_evaluator_dependence(machine->evaluator, 0) : 1;
    int input = gen_input_of(machine, symbol);
    bool independent = gen_is_independent_symbol(machine, symbol);
    for (int i = 0; input >= 0 && i < machine->inputs->counts[input]; i++) {
        double value = machine->inputs->values[input][run->point][i];
        xb_number number = number_of(symbol, independent ? shifted(run, value, (size_t)i) : value);
        xb_variable_set(variable, (size_t)i, &number);
        if (!xb_symbol_is_active(symbol) || machine->directions == 0)
            continue;
        for (size_t d = 0; d < kept_directions(machine); d++)
            xb_variable_set_derivative(variable, (size_t)i, d, independent && d == run->direction ? one : 0);
        run->direction += independent;
    }
}

bool gen_make_arguments(gen_running *run)
{
    gen_machine *machine = run->machine;
    xb_evaluator_reset(machine->evaluator);
    run->direction = 0;
    for (size_t i = 0; i < machine->entry->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)machine->entry->formals.items[i])->symbol;
        xb_bounds bounds[XB_RANK_LIMIT];
        if (is_absent(run, symbol)) {
            run->direction += count_independents(machine, symbol);
            continue;
        }
        for (int d = 0; d < symbol->rank; d++)
            bounds[d] = *xb_symbol_bounds(symbol, (size_t)d);
        run->arguments[i] =
            xb_variable_create(machine->evaluator, symbol->type, symbol->fe_type, symbol->rank, bounds);
        if (!run->arguments[i])
            return false;
        set_input(run, symbol, run->arguments[i]);
    }
    return true;
}

static void collect(gen_running *run, const xb_symbol *symbol, const xb_variable *variable)
{
    gen_machine *machine = run->machine;
    gen_results *results = run->results;
    size_t count = variable ? xb_variable_count(variable) : 0;
    gen_result *items = xb_arena_array(machine->arena, results->count + count, sizeof *items);
    if (results->count > 0)
        memcpy(items, results->items, results->count * sizeof *items);
    results->items = items;
    for (size_t i = 0; i < count; i++) {
        gen_result *r = &items[results->count++];
        *r = (gen_result){.name = symbol->id->text, .element = i, .active = xb_symbol_is_active(symbol)};
        r->defined = xb_variable_get(variable, i, &r->value);
        r->derivatives = xb_arena_array(machine->arena, machine->directions + 1, sizeof *r->derivatives);
        r->differentiated = r->active;
        for (size_t d = 0; r->active && d < kept_directions(machine); d++)
            r->differentiated &= xb_variable_get_derivative(variable, i, d, &r->derivatives[d]);
    }
}

/* Nobody asks for derivatives of what is not dependent. */
static void omit_others(const gen_machine *machine, gen_results *results)
{
    for (size_t i = 0; machine->sides && i < results->count; i++)
        results->items[i].omitted = !gen_is_among(machine->sides->dependents, results->items[i].name);
}

void gen_prepare_run(void *argument)
{
    gen_running *run = argument;
    run->arguments =
        xb_arena_array(run->machine->arena, run->machine->entry->formals.count + 1, sizeof *run->arguments);
}

void gen_collect_results(void *argument)
{
    gen_running *run = argument;
    gen_machine *machine = run->machine;
    *run->results = (gen_results){.directions = machine->directions};
    for (size_t i = 0; i < machine->entry->formals.count; i++)
        collect(run, ((const xb_formal *)machine->entry->formals.items[i])->symbol, run->arguments[i]);
    for (size_t i = 0; i < machine->program->root->symbols.count; i++) {
        const xb_symbol *symbol = machine->program->root->symbols.items[i];
        if (symbol->kind == XB_SYMBOL_VARIABLE)
            collect(run, symbol, xb_evaluator_global(machine->evaluator, symbol));
    }
    omit_others(machine, run->results);
    run->results->kink = xb_evaluator_kink_distance(machine->evaluator);
}

xb_status gen_machine_run(gen_machine *machine, int point, double shift, gen_results *results)
{
    gen_running run = {.machine = machine, .point = point, .shift = shift, .results = results};
    if (!xb_protect(machine->failure, gen_prepare_run, &run) || !gen_make_arguments(&run))
        return XB_STATUS_FAILED;
    xb_status status =
        xb_evaluator_call(machine->evaluator, machine->entry, run.arguments, machine->entry->formals.count);
    if (!status && !xb_protect(machine->failure, gen_collect_results, &run))
        return XB_STATUS_FAILED;
    return status;
}
