/*
 * Adjoints are derivatives that variables hold, those of all seeds at once, or variables of their own, of one
 * seed in each run.
 */
#include "machine.h"

#include <math.h>
#include <string.h>

#include "evaluate/storage.h"
#include "machine_internal.h"
#include "verify/by_name.h"

static void name_derivatives(gen_machine *machine, const xb_by_name *found, const xb_scope *scope)
{
    gen_named *named =
        xb_arena_array(machine->arena, machine->named_count + scope->symbols.count + 1, sizeof *named);
    if (machine->named_count > 0)
        memcpy(named, machine->named, machine->named_count * sizeof *named);
    machine->named = named;
    for (size_t i = 0; i < scope->symbols.count; i++) {
        const xb_symbol *symbol = scope->symbols.items[i];
        const xb_list derivatives = xb_by_name_derivatives(found, symbol);
        if (derivatives.count > 0)
            named[machine->named_count++] =
                (gen_named){symbol, derivatives.items[derivatives.count - 1]}; /* others were there before */
    }
}

void gen_machine_name_derivatives(void *argument)
{
    gen_machine *machine = argument;
    const xb_by_name *found = xb_by_name_find(machine->arena, machine->program, machine->original_program);
    machine->named_count = 0;
    for (size_t i = 0; i < machine->program->scopes.count; i++)
        name_derivatives(machine, found, machine->program->scopes.items[i]);
}

/* Runs of an adjoint program. */
typedef struct reversing {
    gen_running run;
    const gen_results *like;
    size_t first, count; /* the seeds of this run: all of them, or one where adjoints are variables */
    bool done;           /* y was taken and adjoints were set */
    bool *unset;         /* of one call for both sweeps, by result: it is not there before the call */
} reversing;

/* An argument, or a global variable. */
static const xb_symbol *symbol_named(const gen_machine *machine, const char *name)
{
    for (size_t i = 0; i < machine->entry->formals.count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)machine->entry->formals.items[i])->symbol;
        if (strcmp(symbol->id->text, name) == 0)
            return symbol;
    }
    return gen_global(machine->program, name);
}

static xb_variable *variable_of(const gen_running *run, const xb_symbol *symbol)
{
    const gen_machine *machine = run->machine;
    for (size_t i = 0; i < machine->entry->formals.count; i++)
        if (((const xb_formal *)machine->entry->formals.items[i])->symbol == symbol)
            return run->arguments[i];
    return symbol && symbol->kind == XB_SYMBOL_VARIABLE ? xb_evaluator_global(machine->evaluator, symbol)
                                                        : NULL;
}

static xb_variable *variable_named(const gen_running *run, const char *name)
{
    return variable_of(run, symbol_named(run->machine, name));
}

/* The variable that holds the adjoint of another one in this run: it is allocated if that is. */
static xb_variable *adjoint_variable(const reversing *r, const char *name)
{
    const gen_machine *machine = r->run.machine;
    const xb_symbol *symbol = symbol_named(machine, name);
    const gen_named *named = NULL;
    for (size_t i = 0; i < machine->named_count && !named; i++)
        if (machine->named[i].symbol == symbol)
            named = &machine->named[i];
    if (!named)
        return NULL;
    const xb_variable *variable = variable_of(&r->run, symbol);
    xb_variable *adjoint = variable_of(&r->run, named->derivative);
    xb_bounds bounds[XB_RANK_LIMIT];
    for (int d = 0; variable && d < xb_variable_rank(variable); d++)
        bounds[d] = xb_variable_bounds(variable, d);
    if (adjoint && variable && xb_variable_count(adjoint) == 0 && xb_variable_count(variable) > 0)
        xb_variable_allocate(adjoint, xb_variable_rank(variable), bounds);
    return adjoint;
}

static bool is_of_this_run(const reversing *r, size_t seed)
{
    return seed >= r->first && seed - r->first < r->count;
}

static void set_adjoint(const reversing *r, const char *name, size_t element, size_t seed,
                        double complex value)
{
    if (!is_of_this_run(r, seed))
        return;
    if (!r->run.machine->original_program) {
        xb_variable_set_derivative(variable_named(&r->run, name), element, seed, value);
        return;
    }
    xb_variable *variable = adjoint_variable(r, name);
    if (!variable || element >= xb_variable_count(variable))
        return;
    const xb_number number = xb_variable_type(variable) == XB_TYPE_COMPLEX ? xb_number_of_complex(value)
                                                                           : xb_number_of_real(creal(value));
    xb_variable_set(variable, element, &number);
}

/* What is not defined is none; an argument that is not passed has none, either. */
static double complex get_adjoint(const reversing *r, const char *name, size_t element, size_t seed)
{
    double complex value = NAN;
    xb_number number;
    if (!variable_named(&r->run, name))
        return 0;
    if (!r->run.machine->original_program) {
        xb_variable_get_derivative(variable_named(&r->run, name), element, seed, &value);
        return value;
    }
    const xb_variable *variable = adjoint_variable(r, name);
    if (!variable || element >= xb_variable_count(variable) || !xb_variable_get(variable, element, &number))
        return NAN;
    return xb_complex(number.real, number.type == XB_TYPE_COMPLEX ? number.imaginary : 0);
}

static void zero_adjoints(const reversing *r, const char *name)
{
    const xb_variable *variable = variable_named(&r->run, name);
    for (size_t i = 0; variable && i < xb_variable_count(variable); i++)
        for (size_t k = 0; k < r->count; k++)
            set_adjoint(r, name, i, r->first + k, 0);
}

size_t gen_seeds_of(const gen_result *result)
{
    if (!result->defined || !result->active || result->omitted)
        return 0;
    return result->value.type == XB_TYPE_COMPLEX ? 2 : 1;
}

/* Arrays of modules that the program has allocated: who asks for --initialise is warned that nothing else
 * does. */
static void zero_adjoints_of_modules(const reversing *r)
{
    const gen_machine *machine = r->run.machine;
    for (size_t i = 0; i < machine->program->scopes.count; i++) {
        const xb_scope *scope = machine->program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++) {
            const xb_symbol *symbol = scope->symbols.items[k];
            if (!scope->parent || xb_program_has_procedure(machine->program, scope) ||
                symbol->kind != XB_SYMBOL_VARIABLE || !xb_symbol_is_active(symbol))
                continue;
            xb_variable *variable = xb_evaluator_global(machine->evaluator, symbol);
            for (size_t e = 0; variable && e < xb_variable_count(variable); e++)
                for (size_t seed = 0; seed < r->count; seed++)
                    xb_variable_set_derivative(variable, e, r->first + seed, 0);
        }
    }
}

static void zero_all_adjoints(const reversing *r)
{
    const gen_machine *machine = r->run.machine;
    const xb_list *formals = &gen_interface(machine)->formals;
    for (size_t i = 0; i < formals->count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)formals->items[i])->symbol;
        if (xb_symbol_is_active(symbol))
            zero_adjoints(r, symbol->id->text);
    }
    for (size_t i = 0; i < r->like->count; i++) {
        const gen_result *wanted = &r->like->items[i];
        if (wanted->active && wanted->element == 0 && gen_global(machine->program, wanted->name))
            zero_adjoints(r, wanted->name);
    }
    if (!machine->original_program)
        zero_adjoints_of_modules(r);
}

static void take_values(reversing *r)
{
    const gen_machine *machine = r->run.machine;
    r->done = machine->combined || r->first > 0 || xb_protect(machine->failure, gen_collect_results, &r->run);
}

/* Takes values, and sets the adjoint of each number, or of each part of a complex one, in a direction of its
 * own. */
static void set_adjoints(void *context)
{
    static const double complex parts[] = {1, I};
    reversing *r = context;
    size_t seed = 0;
    take_values(r);
    zero_all_adjoints(r);
    for (size_t i = 0; i < r->like->count; i++) {
        const gen_result *wanted = &r->like->items[i];
        const xb_variable *variable = variable_named(&r->run, wanted->name);
        r->unset[i] = variable && wanted->element >= xb_variable_count(variable);
        for (size_t part = 0; part < gen_seeds_of(wanted); part++, seed++)
            if (!r->unset[i])
                set_adjoint(r, wanted->name, wanted->element, seed, parts[part]);
    }
}

/* The adjoint of independent number i, by seed. */
static double complex adjoint_of(const reversing *r, size_t number, size_t seed)
{
    const gen_machine *machine = r->run.machine;
    const xb_list *formals = &gen_interface(machine)->formals;
    for (size_t i = 0; i < formals->count; i++) {
        const xb_symbol *symbol = ((const xb_formal *)formals->items[i])->symbol;
        int input = gen_input_of(machine, symbol);
        size_t count = input >= 0 && gen_is_independent_symbol(machine, symbol)
                           ? (size_t)machine->inputs->counts[input]
                           : 0;
        if (number < count)
            return get_adjoint(r, symbol->id->text, number, seed);
        number -= count;
    }
    return NAN;
}

/* What a seed tells of the derivatives of a number: the inputs are real, so each part has real ones. */
static void take_row(const reversing *r, gen_result *found, size_t seed, size_t part)
{
    static const double complex parts[] = {1, I};
    for (size_t d = 0; d < r->run.machine->directions; d++)
        found->derivatives[d] = (part > 0 ? found->derivatives[d] : 0) + parts[part] * adjoint_of(r, d, seed);
    found->differentiated = true;
}

/* Whether a number has no adjoint of its own, since the program refers to what shares its storage only. */
static bool is_adjoint_of_another(const reversing *r, const char *name)
{
    const gen_inputs *inputs = r->run.machine->inputs;
    bool shared = false;
    for (int i = 0; i < inputs->shared_count; i++)
        shared |= strcmp(inputs->shared[i][0], name) == 0 || strcmp(inputs->shared[i][1], name) == 0;
    return shared && r->run.machine->original_program && !adjoint_variable(r, name);
}

static void take_adjoints(reversing *r)
{
    size_t seed = 0;
    for (size_t i = 0; i < r->like->count; i++) {
        const gen_result *wanted = &r->like->items[i];
        gen_result *found = NULL;
        for (size_t k = 0; k < r->run.results->count && !found; k++)
            if (r->run.results->items[k].element == wanted->element &&
                strcmp(r->run.results->items[k].name, wanted->name) == 0)
                found = &r->run.results->items[k];
        if (found && ((r->run.machine->combined && r->unset[i]) || is_adjoint_of_another(r, wanted->name)))
            found->omitted = true;
        for (size_t part = 0; part < gen_seeds_of(wanted); part++, seed++)
            if (found && is_of_this_run(r, seed))
                take_row(r, found, seed, part);
    }
}

/* Both sweeps in one call. */
static xb_status reverse_at_once(reversing *r)
{
    gen_machine *machine = r->run.machine;
    if (!gen_make_arguments(&r->run))
        return XB_STATUS_FAILED;
    set_adjoints(r);
    xb_evaluator_set_mode(machine->evaluator, XB_MODE_TAPE);
    xb_status status = xb_evaluator_call(machine->evaluator, machine->entry, r->run.arguments,
                                         machine->entry->formals.count);
    if (!status)
        status = xb_evaluator_check_stacks(machine->evaluator);
    if (!status && r->first == 0 && !xb_protect(machine->failure, gen_collect_results, &r->run))
        status = XB_STATUS_FAILED;
    if (!status)
        take_adjoints(r);
    return status;
}

static xb_status reverse_once(reversing *r)
{
    gen_machine *machine = r->run.machine;
    if (machine->combined)
        return reverse_at_once(r);
    bool joint = machine->template_kind == XB_TEMPLATE_JOINT;
    if (!gen_make_arguments(&r->run))
        return XB_STATUS_FAILED;
    size_t count = machine->entry->formals.count;
    xb_evaluator_set_mode(machine->evaluator, joint ? XB_MODE_TAPE | XB_MODE_ADJOINT : XB_MODE_TAPE);
    xb_evaluator_after_taping(machine->evaluator, joint ? set_adjoints : NULL, r);
    xb_status status = xb_evaluator_call(machine->evaluator, machine->entry, r->run.arguments, count);
    xb_evaluator_after_taping(machine->evaluator, NULL, NULL);
    if (!status && !joint) {
        set_adjoints(r);
        xb_evaluator_set_mode(machine->evaluator, XB_MODE_ADJOINT);
        status = xb_evaluator_call(machine->evaluator, machine->back, r->run.arguments, count);
    }
    if (!status)
        status = xb_evaluator_check_stacks(machine->evaluator);
    if (!status && !r->done)
        status = XB_STATUS_FAILED;
    if (!status)
        take_adjoints(r);
    return status;
}

xb_status gen_machine_reverse(gen_machine *machine, int point, const gen_results *like, gen_results *results)
{
    reversing r = {.run = {.machine = machine, .point = point, .results = results}, .like = like};
    r.count = machine->original_program ? 1 : machine->seeds;
    r.unset = xb_arena_array(machine->arena, like->count + 1, sizeof *r.unset);
    if (!xb_protect(machine->failure, gen_prepare_run, &r.run))
        return XB_STATUS_FAILED;
    xb_status status = reverse_once(&r);
    for (r.first = r.count; !status && r.first < machine->seeds; r.first += r.count)
        status = reverse_once(&r);
    return status;
}
