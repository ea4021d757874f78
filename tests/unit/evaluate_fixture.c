#include "evaluate_fixture.h"

#include <string.h>

#include "documents.h"

xb_arena *arena;
xb_evaluate_options options;
xb_program *program;
xb_evaluator *evaluator;

static xb_failure *failure;

void evaluate_protected(void (*body)(void *argument), void *argument)
{
    ck_assert(xb_protect(failure, body, argument));
}

void evaluate_set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    options = (xb_evaluate_options){0};
    program = NULL;
    evaluator = NULL;
}

void evaluate_tear_down(void)
{
    xb_evaluator_destroy(evaluator);
    documents_forget();
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

static void read_text(void *text)
{
    program = documents_load(arena, text);
}

static void read_file(void *name)
{
    program = documents_load(
        arena,
        documents_file(arena, xb_arena_format(arena, "tests/data/evaluate/%s.xaif", (const char *)name)));
}

void evaluate_again(void)
{
    xb_evaluator_destroy(evaluator);
    xb_status status = xb_evaluator_create(program, &options, &evaluator);
    ck_assert_msg(status == XB_STATUS_OK, "%s", evaluate_reported());
}

void evaluate_load(const char *name)
{
    evaluate_protected(read_file, (void *)name);
    evaluate_again();
}

void evaluate_load_text(const char *text)
{
    evaluate_protected(read_text, (void *)text);
    evaluate_again();
}

xb_routine *evaluate_routine(const char *name)
{
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        if (strcmp(routine->symbol->id->text, name) == 0)
            return routine;
    }
    ck_abort_msg("there is no routine %s", name);
}

xb_symbol *evaluate_symbol(const char *name, const xb_routine *routine)
{
    const xb_scope *scope = routine ? routine->scope : program->root;
    for (size_t i = 0; i < scope->symbols.count; i++) {
        xb_symbol *symbol = scope->symbols.items[i];
        if (strcmp(symbol->id->text, name) == 0)
            return symbol;
    }
    ck_abort_msg("there is no symbol %s", name);
}

xb_variable *evaluate_argument(const xb_routine *routine, uint32_t position, const double *values,
                               size_t count)
{
    const xb_symbol *symbol = xb_routine_formal(routine, position)->symbol;
    xb_bounds bounds[XB_RANK_LIMIT];
    for (size_t d = 0; d < symbol->bounds_count; d++)
        bounds[d] = *xb_symbol_bounds(symbol, d);
    xb_variable *variable =
        xb_variable_create(evaluator, symbol->type, symbol->fe_type, symbol->rank, bounds);
    ck_assert(variable != NULL);
    for (size_t i = 0; i < count; i++) {
        xb_number number = symbol->type == XB_TYPE_INTEGER ? xb_number_of_integer((int64_t)values[i])
                                                           : xb_number_of_real(values[i]);
        xb_variable_set(variable, i, &number);
    }
    return variable;
}

double evaluate_value(const xb_variable *variable, size_t i)
{
    xb_number number;
    ck_assert_msg(xb_variable_get(variable, i, &number), "element %zu is not defined", i + 1);
    return number.type == XB_TYPE_REAL ? number.real : (double)number.integer;
}

static void print_last(void *argument)
{
    const xb_diagnostics *diagnostics = program->diagnostics;
    size_t count = xb_diagnostics_count(diagnostics);
    if (count > 0)
        *(const char **)argument = xb_diagnostic_text(arena, xb_diagnostics_at(diagnostics, count - 1));
}

const char *evaluate_reported(void)
{
    const char *text = "";
    if (program)
        evaluate_protected(print_last, &text);
    return text;
}
