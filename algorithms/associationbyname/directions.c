/*
 * Derivatives are linear in derivatives, and each direction has variables of its own: its statements neither
 * read nor change what those of another one do, so that they can stand one after the other. What stacks hold
 * is taken in the reverse order.
 */
#include "algorithms/associationbyname/directions.h"

#include "algorithm/routine_rules.h"
#include "algorithms/preaccumulation/settings.h"
#include "analysis/footprints.h"
#include "analysis/omission.h"
#include "analysis/summaries.h"
#include "catalogue/catalogue.h"
#include "ir/build.h"
#include "traverse/traverse.h"

/* ---- what is asked for -------------------------------------------------------------------------------- */

uint32_t xb_directions_asked(const xb_run *run)
{
    const xb_preaccumulation_settings *settings = xb_preaccumulation_settings_of(run);
    return settings ? (uint32_t)settings->elimination.directions : 1;
}

/* What is recorded once can't be returned from several times. */
static xb_status refuse_recording(const xb_program *program, const xb_routine *routine)
{
    return xb_error(
        program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, &routine->node, NULL),
        "leave out --directions, or give the rule an adjoint routine",
        "the rule of '%s' (%s:%zu) returns from what it has recorded in one direction, not in several "
        "at once",
        routine->rule->name, routine->rule->file, routine->rule->line);
}

/* A variable from outside that a routine of a rule changes, each time that it is called for one more
 * direction; NULL: there is none. @param part name of the routine, or NULL */
static const xb_symbol *changed_outside(xb_run *run, const char *part)
{
    const xb_routine *body = xb_routine_rule_body(xb_run_program(run), part);
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(run));
    const xb_footprint *footprint = body ? xb_footprint_of(footprints, body) : NULL;
    for (size_t i = 0; footprint && i < footprint->modified.count; i++)
        if (xb_footprint_knows(footprints, body, footprint->modified.items[i]))
            return footprint->modified.items[i];
    return NULL;
}

static xb_status check_part(xb_run *run, const xb_routine *routine, const char *part)
{
    const xb_program *program = xb_run_program(run);
    const xb_symbol *changed = changed_outside(run, part);
    if (!changed)
        return XB_STATUS_OK;
    return xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED,
                    xb_program_place(program, &routine->node, NULL),
                    "leave out --directions, or let it change nothing but its arguments",
                    "'%s', by the rule of '%s' (%s:%zu), changes '%s', and would be called once for each "
                    "direction",
                    part, routine->rule->name, routine->rule->file, routine->rule->line, changed->id->text);
}

/* What a call modifies is saved for the next one. */
static xb_status check_presence(xb_run *run, const xb_routine *routine)
{
    const xb_program *program = xb_run_program(run);
    const xb_routine_rule *rule = routine->rule;
    for (uint32_t i = 1; i <= rule->argument_count; i++)
        if (rule->arguments[i - 1].intent == XB_INTENT_INOUT &&
            xb_may_be_absent(xb_run_analyses(run), xb_routine_formal(routine, i)->symbol))
            return xb_error(
                program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, &routine->node, NULL),
                "leave out --directions, or call it where the argument is present",
                "argument %u of '%s', by its rule (%s:%zu), may be absent here, and would have to "
                "be saved for each direction",
                (unsigned)i, rule->name, rule->file, rule->line);
    return XB_STATUS_OK;
}

static xb_status check_rules(xb_run *run, bool is_reverse)
{
    const xb_program *program = xb_run_program(run);
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        const xb_routine_rule *rule = routine->rule;
        xb_status status = XB_STATUS_OK;
        if (rule && rule->recording && is_reverse)
            status = refuse_recording(program, routine);
        else if (rule)
            status = check_part(run, routine, is_reverse ? rule->adjoint : rule->tangent);
        if (rule && !status && !is_reverse)
            status = check_presence(run, routine);
        if (status)
            return status;
    }
    return XB_STATUS_OK;
}

xb_status xb_directions_check(xb_run *run)
{
    const uint32_t count = xb_directions_asked(run);
    const xb_program *program = xb_run_program(run);
    if (count > XB_NAMED_DIRECTION_LIMIT)
        return xb_error(program->diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        "take fewer of them, and call more often",
                        "--directions=%u: associationbyname propagates at most %d at once", (unsigned)count,
                        XB_NAMED_DIRECTION_LIMIT);
    const bool is_reverse = xb_run_gives(run, XB_PROPERTY_REVERSED);
    return count > 1 ? check_rules(run, is_reverse) : XB_STATUS_OK;
}

/* ---- statements --------------------------------------------------------------------------------------- */

typedef struct spreading {
    xb_named_derivatives *derivatives;
    xb_program *program;
    xb_arena *scratch;
    uint32_t direction; /* at hand */
} spreading;

static xb_visit find_derivative(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    (void)context;
    return ((const xb_reference *)node)->deriv ? XB_VISIT_STOP : XB_VISIT_CONTINUE;
}

static bool has_derivative(const spreading *s, xb_statement *statement)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = find_derivative}};
    return xb_traverse(s->program, s->scratch, &statement->node, &visitor, NULL) == XB_VISIT_STOP;
}

static xb_visit name_derivative(xb_walk *walk, xb_node *node, void *context)
{
    const spreading *s = context;
    xb_reference *reference = (xb_reference *)node;
    (void)walk;
    if (reference->deriv)
        xb_named_derivative_refer(s->derivatives, reference, s->direction);
    return XB_VISIT_CONTINUE;
}

static void name_derivatives(spreading *s, xb_statement *statement)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = name_derivative}};
    xb_traverse(s->program, s->scratch, &statement->node, &visitor, s);
}

/* Whether it takes a variable from a stack. */
static bool is_taking(const spreading *s, const xb_statement *statement)
{
    xb_runtime_call what;
    if (statement->node.kind != XB_KIND_INLINABLE_CALL ||
        !xb_runtime_call_read(s->scratch, ((const xb_inlinable_call *)statement)->name->text, &what))
        return false;
    bool has_stack = xb_runtime_tapes(what.code) || xb_runtime_stores(what.code);
    return has_stack && xb_runtime_facts_of(what.code)->accesses[0] == XB_ACCESS_WRITTEN;
}

/* A copy stands for no statement of the document: its id is made unique. */
static xb_statement *copy_of(const spreading *s, const xb_statement *statement)
{
    xb_statement *copy = xb_copy_statement(s->program, statement);
    copy->node.line = 0;
    return copy;
}

/* A zero that is pushed stands for a derivative, too, and so does a number that nobody reads. */
static bool is_of_derivative(const spreading *s, xb_statement *statement)
{
    bool is_call = statement->node.kind == XB_KIND_INLINABLE_CALL;
    return (is_call && ((const xb_inlinable_call *)statement)->of_derivative) || has_derivative(s, statement);
}

/* The statement itself is that of the direction that comes last. */
static void append_all(spreading *s, xb_statement *statement, xb_list *statements)
{
    const uint32_t count = is_of_derivative(s, statement) ? xb_named_directions(s->derivatives) : 1;
    bool reversed = is_taking(s, statement);
    for (uint32_t k = 0; k < count; k++) {
        xb_statement *own = k + 1 < count ? copy_of(s, statement) : statement;
        s->direction = reversed ? count - 1 - k : k;
        name_derivatives(s, own);
        xb_list_append(s->program->arena, statements, own);
    }
}

void xb_directions_spread(xb_named_derivatives *derivatives, xb_program *program, xb_arena *scratch,
                          xb_list *statements)
{
    spreading s = {derivatives, program, scratch, 0};
    xb_list all = {.count = 0};
    for (size_t i = 0; i < statements->count; i++)
        append_all(&s, statements->items[i], &all);
    *statements = all;
}
