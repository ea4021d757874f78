/*
 * Each document that is read has an arena of its own. Work that allocates is a function that runs under
 * xb_protect(); the evaluator is called between these.
 */
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "languages/xaif/validate.h"
#include "machine.h"
#include "user.h"

/* ---- comparison ---------------------------------------------------------------------------------------- */

static const xb_exact_activity activities[] = {XB_EXACT_EVERYWHERE, XB_EXACT_BY_FORMALS};
enum { OTHERS = sizeof activities / sizeof *activities };

/* What is known of the original at one point. */
typedef struct reference {
    gen_results results;
    gen_results shifted;        /* at a point nearby, for the condition */
    gen_results others[OTHERS]; /* with other meanings of passive variables */
    bool usable, has_shifted, has_others;
} reference;

enum { POINT_LIMIT = 4 };

typedef struct judging {
    xb_arena *arena;
    const gen_trial *trial;
    const char *entry;
    gen_inputs inputs;
    gen_document original;
    const gen_options *sided; /* the options that the original was read for */
    const gen_sides *sides;
    gen_trial flagged; /* the trial, with flags as the options say */
    gen_machine machine, others[OTHERS];
    reference points[POINT_LIMIT];
    gen_verdict verdict;
} judging;

/* The entry that second derivatives are of. */
static const char twice[] = "twice";

static const double largest = 1e6, nearest_kink = 1e-6, nearby = 1e-10, tolerance = 1e-9;

static bool is_moderate(const gen_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const gen_result *r = &results->items[i];
        if (!r->defined || r->value.type == XB_TYPE_INTEGER || r->value.type == XB_TYPE_BOOL)
            continue;
        if (!(fabs(r->value.real) < largest) || !(fabs(r->value.imaginary) < largest))
            return false;
        for (size_t d = 0; r->active && d < results->directions; d++)
            if (!(cabs(r->derivatives[d]) < largest))
                return false;
    }
    return true;
}

static const char *place(xb_arena *arena, const gen_result *r)
{
    return xb_arena_format(arena, "%s[%zu]", r->name, r->element);
}

static void wrong(judging *j, const char *kind, const char *what)
{
    j->verdict.outcome = GEN_WRONG;
    j->verdict.kind = kind;
    j->verdict.what = what;
}

static bool same_value(const xb_number *a, const xb_number *b)
{
    return a->type == b->type && a->integer == b->integer &&
           memcmp(&a->real, &b->real, sizeof a->real) == 0 &&
           memcmp(&a->imaginary, &b->imaginary, sizeof a->imaginary) == 0;
}

static const gen_result *find_result(const gen_results *results, const gen_result *like)
{
    for (size_t i = 0; i < results->count; i++)
        if (results->items[i].element == like->element && strcmp(results->items[i].name, like->name) == 0)
            return &results->items[i];
    return NULL;
}

static double scale_of(const gen_results *results, const gen_result *r)
{
    double scale = 1;
    for (size_t d = 0; d < results->directions; d++)
        scale = fmax(scale, cabs(r->derivatives[d]));
    return scale;
}

/* How much the derivative changes when the point moves a little: what rounding may do to it. */
static double condition(judging *j, int point, const gen_result *r, size_t direction)
{
    reference *known = &j->points[point];
    if (!known->has_shifted) {
        known->has_shifted = true;
        if (gen_machine_run(&j->machine, point, nearby, &known->shifted))
            known->shifted.count = 0;
    }
    const gen_result *moved = find_result(&known->shifted, r);
    return moved ? cabs(moved->derivatives[direction] - r->derivatives[direction]) : 0;
}

static bool runs(gen_machine *machine, int point, gen_results *results)
{
    return (machine->evaluator || !gen_machine_create(machine)) &&
           !gen_machine_run(machine, point, 0, results);
}

/* Whether derivatives of a result, in some direction, depend on what happens to derivatives in passive
 * variables: those of a passive actual argument, for one, may live on as long as it has the name of an active
 * formal one, or longer. */
static bool is_ambiguous(judging *j, int point, const gen_result *r)
{
    reference *known = &j->points[point];
    bool differs = false;
    for (int i = 0; i < OTHERS; i++) {
        gen_results *results = &known->others[i];
        if (!known->has_others && !runs(&j->others[i], point, results))
            results->count = 0;
        const gen_result *other = find_result(results, r);
        for (size_t d = 0; other && d < j->machine.directions; d++)
            differs |= cabs(other->derivatives[d] - r->derivatives[d]) > tolerance;
    }
    known->has_others = true;
    return differs;
}

static bool compare_derivatives(judging *j, int point, const gen_result *r, const gen_result *found)
{
    double scale = scale_of(&j->points[point].results, r);
    if (!found->differentiated) {
        wrong(j, "a derivative is not set", xb_arena_format(j->arena, "%s'", place(j->arena, r)));
        return false;
    }
    for (size_t d = 0; d < j->machine.directions; d++) {
        double difference = cabs(r->derivatives[d] - found->derivatives[d]);
        j->verdict.compared++;
        if (difference <= tolerance * scale)
            continue;
        bool steep = difference <= 100 * condition(j, point, r, d);
        bool ambiguous = !steep && is_ambiguous(j, point, r);
        j->verdict.steep += steep;
        j->verdict.ambiguous += ambiguous;
        if (steep || ambiguous)
            continue;
        if (j->points[point].results.kink < nearest_kink) {
            j->verdict.outcome = GEN_USELESS;
            j->verdict.kind = j->verdict.what = "a kink";
            return false;
        }
        wrong(j, "a wrong derivative",
              xb_arena_format(j->arena, "%s'%zu is %.15g%+.3gi, not %.15g%+.3gi (point %d)",
                              place(j->arena, r), d + 1, creal(found->derivatives[d]),
                              cimag(found->derivatives[d]), creal(r->derivatives[d]),
                              cimag(r->derivatives[d]), point + 1));
        return false;
    }
    return true;
}

static bool compare(judging *j, int point, const gen_results *results)
{
    const gen_results *known = &j->points[point].results;
    for (size_t i = 0; i < known->count; i++) {
        const gen_result *r = &known->items[i], *found = find_result(results, r);
        if (!r->defined)
            continue;
        if (!found || !found->defined || !same_value(&r->value, &found->value)) {
            wrong(j, "a wrong value",
                  xb_arena_format(j->arena, "%s is %.17g, not %.17g (point %d)", place(j->arena, r),
                                  found && found->defined ? found->value.real : NAN, r->value.real,
                                  point + 1));
            return false;
        }
        if (r->active && !r->omitted && !found->omitted && !compare_derivatives(j, point, r, found))
            return false;
    }
    return true;
}

/* ---- steps --------------------------------------------------------------------------------------------- */

static size_t count_seeds(const judging *j)
{
    size_t most = 0;
    for (int point = 0; point < j->inputs.point_count; point++) {
        const gen_results *known = &j->points[point].results;
        size_t count = 0;
        for (size_t i = 0; j->points[point].usable && i < known->count; i++)
            count += gen_seeds_of(&known->items[i]);
        most = count > most ? count : most;
    }
    return most;
}

static xb_status run_point(judging *j, gen_machine *machine, int point, gen_results *results)
{
    const gen_results *known = &j->points[point].results;
    if (machine->jacobian)
        return gen_machine_whole(machine, point, known, results);
    return machine->template_kind ? gen_machine_reverse(machine, point, known, results)
                                  : gen_machine_run(machine, point, 0, results);
}

/* Whether a profile tells what is stored at a point. */
static bool is_profiled(const gen_document *made, const gen_machine *machine, int point)
{
    return made->profile && made->profiled_point == point && machine->motions;
}

static void check_limit(judging *j, const gen_document *made, const gen_machine *machine)
{
    size_t stored = xb_evaluator_count(machine->evaluator).stored_peak;
    unsigned long limit = strtoul(gen_option_value(made->options, GEN_LIMIT), NULL, 10);
    if (stored > limit)
        wrong(j, "the limit is not kept",
              xb_arena_format(j->arena, "%zu bytes are stored, not %lu", stored, limit));
}

/* The first word of a reason may be a name, and tells no kinds apart. */
static void cannot_run(judging *j, const char *reason)
{
    const gen_reason plain = gen_reason_without_names(reason);
    const char *rest = strchr(plain.text, ' ');
    wrong(j, xb_arena_format(j->arena, "the output can't be run:%s", rest ? rest : ""),
          xb_arena_format(j->arena, "%s", reason));
}

/* Whether arguments must not be left out: what computes Jacobians stores them, or they are copied where they
 * are passed on between variables that have derivatives and such that have none; a warning says so. */
static bool needs_all(const gen_machine *machine, const gen_document *made)
{
    return machine->jacobian || machine->given || gen_document_says(made, "must be present");
}

static void run_points(judging *j, gen_machine *machine, const gen_document *made, const gen_document *output)
{
    xb_status status = gen_machine_create(machine);
    for (int point = 0; !status && point < j->inputs.point_count && j->verdict.outcome == GEN_RIGHT;
         point++) {
        gen_results results;
        if (!j->points[point].usable || (needs_all(machine, made) && gen_is_incomplete(machine, point)))
            continue;
        status = run_point(j, machine, point, &results);
        if (!status && compare(j, point, &results) && is_profiled(made, machine, point))
            check_limit(j, made, machine);
    }
    if (status)
        cannot_run(j, gen_document_reason(output));
    gen_machine_destroy(machine);
}

/* Whether some routine does both sweeps of the entry in one call. */
static bool has_combined(const gen_machine *machine)
{
    return machine->motions &&
           gen_find_entry(machine->program, xb_arena_format(machine->arena, "%s_b", machine->name));
}

/* Split templates, joint ones, and the one or the other with strict placeholders; or motions, which are for
 * split templates if they are lists, and one call for both sweeps, unless who calls has to set derivatives of
 * what is allocated meanwhile. A program is not run by joint templates if the engine says that it must
 * not be: a routine asks whether something is allocated. */
static void run_adjoints(judging *j, gen_machine *machine, const gen_document *made,
                         const gen_document *output)
{
    const gen_options *options = made->options;
    static const struct {
        xb_template kind;
        bool strict, combined;
        const char *name;
    } ways[] = {{XB_TEMPLATE_SPLIT, false, false, "split"},
                {XB_TEMPLATE_SPLIT, false, true, "combined"},
                {XB_TEMPLATE_JOINT, false, false, "joint"},
                {XB_TEMPLATE_SPLIT, true, false, "strict split"},
                {XB_TEMPLATE_JOINT, true, false, "strict joint"}};
    machine->seeds = count_seeds(j);
    machine->initialises = gen_options_have(options, "initialise");
    machine->motions = gen_options_have(options, "motions");
    bool split = machine->motions || gen_options_have(options, "reversal") ||
                 gen_options_have(options, GEN_SWEEPS) || gen_options_have(options, GEN_CHECKPOINT) ||
                 gen_document_says(made, "it must not be run again by joint templates");
    for (size_t i = 0; i < sizeof ways / sizeof *ways && j->verdict.outcome == GEN_RIGHT; i++) {
        if (split && (ways[i].kind != XB_TEMPLATE_SPLIT || (machine->motions && ways[i].strict)))
            continue;
        if (ways[i].combined &&
            (!has_combined(machine) || gen_document_says(made, "nothing sets its derivative to zero")))
            continue;
        machine->combined = ways[i].combined;
        machine->template_kind = ways[i].kind;
        machine->strict = ways[i].strict;
        run_points(j, machine, made, output);
        if (j->verdict.outcome == GEN_WRONG)
            j->verdict.what = xb_arena_format(j->arena, "%s: %s", ways[i].name, j->verdict.what);
    }
}

/* Where the routine that computes the Jacobian was run, the one that does both sweeps in one call is, too. */
static void run_combined(judging *j, gen_machine *machine, const gen_document *made,
                         const gen_document *output)
{
    machine->jacobian = false;
    machine->motions = machine->combined = true;
    machine->original_program = j->machine.program;
    machine->template_kind = XB_TEMPLATE_SPLIT;
    machine->seeds = count_seeds(j);
    machine->initialises = true;
    if (j->verdict.outcome != GEN_RIGHT || !has_combined(machine))
        return;
    run_points(j, machine, made, output);
    if (j->verdict.outcome == GEN_WRONG)
        j->verdict.what = xb_arena_format(j->arena, "combined: %s", j->verdict.what);
}

/* Runs what came out. */
static void run_output(judging *j, gen_document *made)
{
    const bool by_name = gen_options_have(made->options, GEN_BY_NAME);
    gen_document output;
    gen_machine machine = {
        .inputs = &j->inputs, .name = j->entry, .sides = j->sides, .given = strcmp(j->entry, twice) == 0};
    if (!gen_document_complete(made, j->trial))
        made->length = 0;
    if (!gen_document_open(&output, made->text, made->length, NULL)) {
        wrong(j, "the output can't be read", xb_arena_format(j->arena, "%s", gen_document_reason(&output)));
        gen_document_close(&output);
        return;
    }
    machine.failure = output.failure;
    machine.arena = output.arena;
    machine.program = output.program;
    machine.original = j->machine.entry;
    machine.jacobian = by_name && !gen_options_have(made->options, GEN_LISTS);
    machine.original_program = by_name && !machine.jacobian ? j->machine.program : NULL;
    if (gen_options_have(made->options, GEN_REVERSE) && !machine.jacobian)
        run_adjoints(j, &machine, made, &output);
    else
        run_points(j, &machine, made, &output);
    if (machine.jacobian && gen_options_have(made->options, GEN_REVERSE) &&
        !gen_options_have(made->options, "directions") && !gen_options_have(made->options, "keep-active"))
        run_combined(j, &machine, made, &output);
    gen_document_close(&output);
}

static void check_again(judging *j, const gen_document *made)
{
    gen_document second;
    gen_document_make(&second, &j->flagged, made->options, j->entry, j->sides);
    if (!second.text || second.length != made->length || memcmp(second.text, made->text, made->length) != 0)
        wrong(j, "the second output is another one", "");
    gen_document_close(&second);
}

static void check_schema(judging *j, gen_document *made)
{
    xb_status status = xb_validate_memory(made->failure, made->diagnostics, "output", made->text,
                                          made->length, XB_SCHEMA_OUTPUT, NULL);
    if (status == XB_STATUS_FAILED) {
        j->verdict.outcome = GEN_USELESS;
        j->verdict.kind = j->verdict.what = "the schemas are not found, see XAIFBOOSTER_SCHEMA_DIR";
    } else if (status) {
        wrong(j, "the output violates the schema",
              xb_arena_format(j->arena, "%s", gen_document_reason(made)));
    }
}

/* ---- second derivatives -------------------------------------------------------------------------------- */

static gen_verdict judge_entry(xb_arena *arena, const gen_trial *trial, const char *entry);

static const char *with_each(xb_arena *arena, const char *text, const char *old, const char *new)
{
    const char *result = "", *rest = text;
    for (const char *at; (at = strstr(rest, old)) != NULL; rest = at + strlen(old))
        result = xb_arena_format(arena, "%s%.*s%s", result, (int)(at - rest), rest, new);
    return xb_arena_format(arena, "%s%s", result, rest);
}

/* @param kind 'd' of tangents, 'b' of adjoints */
static const char *derivative_named(xb_arena *arena, const char *name, char kind, long n)
{
    return n > 1 ? xb_arena_format(arena, "%s_%c%ld", name, kind, n)
                 : xb_arena_format(arena, "%s_%c", name, kind);
}

/* Which global variable is the next one that is a derivative of another one, by the number that its name ends
 * with, or 1; 0: there is none. */
static long next_derivative(xb_arena *arena, const char *globals, const char *name, char kind, long after)
{
    enum { MOST = 9 };
    for (long n = after + 1; n <= MOST; n++)
        if (strstr(globals, xb_arena_format(arena, "\"%s\"", derivative_named(arena, name, kind, n))))
            return n;
    return 0;
}

/* Derivatives of what shares storage share it, in their order, and so do derivatives of these. */
static const char *with_shared_derivatives(xb_arena *arena, const char *inputs, const char *globals)
{
    static const char mark[] = "\n  shared: ";
    const char *added = "";
    for (const char *at = strstr(inputs, mark); at; at = strstr(at + 1, mark)) {
        char names[2][32];
        long offset = 0;
        if (sscanf(at + strlen(mark), "%31s %31s %ld", names[0], names[1], &offset) != 3)
            continue;
        for (const char *kind = "db"; *kind; kind++)
            for (long a = 0, b = 0; (a = next_derivative(arena, globals, names[0], *kind, a)) > 0 &&
                                    (b = next_derivative(arena, globals, names[1], *kind, b)) > 0;)
                added = xb_arena_format(arena, "%s  shared: %s %s %ld\n", added,
                                        derivative_named(arena, names[0], *kind, a),
                                        derivative_named(arena, names[1], *kind, b), offset);
    }
    return xb_arena_format(arena, "%s%s", inputs, added);
}

/* The inputs of the main entry, as those of that. */
static const char *inputs_of(xb_arena *arena, const char *text, const char *globals)
{
    const char *begin = strstr(text, "<!--\n"), *end = begin ? strstr(begin, "-->") : NULL;
    if (!end)
        return "";
    const char *inputs = xb_arena_format(arena, "%.*s", (int)(end - begin), begin);
    inputs = with_each(arena, inputs, "\n  ", xb_arena_format(arena, "\n  %s.", twice));
    inputs = with_each(arena, inputs, xb_arena_format(arena, "\n  %s.shared", twice), "\n  shared");
    return xb_arena_format(arena, "%s-->\n", with_shared_derivatives(arena, inputs, globals));
}

/* A routine that computes the Jacobian, with active variables, is differentiated without the rules by which
 * it was made: in forward mode, and in reverse mode if that does not find the pushes of another one, by name
 * and with components. Nor does it if there are routines that compute explicit Jacobians, which get what may
 * have no value. */
static void judge_twice(judging *j, const gen_document *made)
{
    static const char jacobian[] = "\"OpenAD_jacobian_" GEN_MAIN "\"";
    static const gen_options again[] = {
        {{{GEN_BY_NAME, NULL}}, 1},
        {{{GEN_REVERSE, NULL}, {GEN_BY_NAME, NULL}, {"motions", "routines"}}, 3},
        {{{GEN_REVERSE, NULL}, {"motions", "routines"}, {"reversal", "joint"}}, 3}};
    const size_t all = sizeof again / sizeof *again;
    const size_t ways = gen_options_have(made->options, GEN_REVERSE) || j->trial->bodies ? 1 : all;
    if (strcmp(j->entry, GEN_MAIN) != 0 || !strstr(made->text, jacobian))
        return;
    const char *text = with_each(j->arena, made->text, jacobian, xb_arena_format(j->arena, "\"%s\"", twice));
    const char *head = strstr(text, "<xaif:CallGraph"), *end = strstr(text, "</xaif:Scope>");
    const char *globals = xb_arena_format(j->arena, "%.*s", (int)(end - text), text);
    text = xb_arena_format(j->arena, "%.*s%s%s", (int)(head - text), text,
                           inputs_of(j->arena, j->trial->text, globals), head);
    const gen_trial trial = {.text = text, .length = strlen(text), .options = again, .options_count = ways};
    const gen_verdict verdict = judge_entry(j->arena, &trial, twice);
    j->verdict.compared += verdict.compared;
    j->verdict.twice += verdict.compared > 0;
    if (verdict.outcome == GEN_WRONG)
        wrong(j, xb_arena_format(j->arena, "twice: %s", verdict.kind), verdict.what);
}

/* ---- one set of options -------------------------------------------------------------------------------- */

static void judge_choice(judging *j, size_t number, bool thorough)
{
    gen_document made;
    j->verdict.options = number;
    gen_document_make(&made, &j->flagged, &j->trial->options[number], j->entry, j->sides);
    j->verdict.checkpointed += made.checkpointed;
    j->verdict.compressed += made.pattern != NULL;
    j->verdict.profiled += made.profile != NULL;
    if (made.problem) {
        wrong(j, made.problem,
              xb_arena_format(j->arena, "%s", made.detail ? made.detail : gen_document_reason(&made)));
    } else if (made.status) {
        j->verdict.outcome = GEN_REFUSED;
        j->verdict.kind = j->verdict.what = xb_arena_format(j->arena, "%s", gen_document_reason(&made));
        j->verdict.line = gen_document_error(&made) ? (int)gen_document_error(&made)->place.line : 0;
    } else {
        if (thorough && j->trial->again)
            check_again(j, &made);
        if (thorough && j->trial->validate)
            check_schema(j, &made);
        if (j->verdict.outcome == GEN_RIGHT)
            run_output(j, &made);
        if (j->verdict.outcome == GEN_RIGHT && gen_options_have(made.options, "keep-active"))
            judge_twice(j, &made);
    }
    gen_document_close(&made);
}

/* Runs the original at all points. @return whether one of them can be used */
static bool run_original(judging *j)
{
    bool any = false;
    j->machine = (gen_machine){.failure = j->original.failure,
                               .arena = j->original.arena,
                               .program = j->original.program,
                               .inputs = &j->inputs,
                               .name = j->entry,
                               .sides = j->sides,
                               .given = strcmp(j->entry, twice) == 0,
                               .exact = true,
                               .activity = XB_EXACT_BY_ACTUALS};
    for (int i = 0; i < OTHERS; i++) {
        j->others[i] = j->machine;
        j->others[i].activity = activities[i];
    }
    if (gen_machine_create(&j->machine)) {
        j->verdict.what = xb_arena_format(j->arena, "%s", gen_document_reason(&j->original));
        return false;
    }
    for (int point = 0; point < j->inputs.point_count; point++) {
        reference *known = &j->points[point];
        if (gen_machine_run(&j->machine, point, 0, &known->results))
            j->verdict.what = xb_arena_format(j->arena, "%s", gen_document_reason(&j->original));
        else if (!is_moderate(&known->results))
            j->verdict.what = "large values";
        else
            any = known->usable = true;
    }
    return any;
}

static bool is_same_option(const gen_options *a, const gen_options *b, const char *name)
{
    const char *values[] = {gen_option_value(a, name), gen_option_value(b, name)};
    return values[0] && values[1] ? strcmp(values[0], values[1]) == 0 : values[0] == values[1];
}

/* Whether two sets ask for the same derivatives. */
static bool are_alike(const gen_options *a, const gen_options *b)
{
    return is_same_option(a, b, GEN_ACTIVITY) && is_same_option(a, b, GEN_SIDES) &&
           is_same_option(a, b, GEN_FLAGS);
}

static void close_original(judging *j)
{
    if (!j->sided)
        return;
    gen_machine_destroy(&j->machine);
    for (int i = 0; i < OTHERS; i++)
        gen_machine_destroy(&j->others[i]);
    gen_document_close(&j->original);
    memset(j->points, 0, sizeof j->points);
    j->sided = NULL;
}

/* The trial with flags as a set of options asks for, and what is known of it with those that matter there. */
static void set_flags(judging *j, const gen_options *options)
{
    const gen_trial *trial = j->trial;
    const char *flags = gen_option_value(options, GEN_FLAGS);
    j->flagged = *trial;
    if (flags)
        j->flagged.text = gen_with_flags(j->arena, trial->text, strcmp(flags, "all") == 0);
    if (gen_sides_need_all_flags(options))
        j->flagged.reference =
            gen_with_flags(j->arena, trial->reference ? trial->reference : trial->text, true);
}

/* Reads the original and runs it, for the derivatives that a set of options asks for. */
static void open_original(judging *j, const gen_options *options)
{
    set_flags(j, options);
    const gen_trial *trial = &j->flagged;
    const char *known = gen_plain_names(j->arena, trial->reference ? trial->reference : trial->text);
    j->sided = options;
    if (!gen_document_open(&j->original, known, strlen(known), trial->passive)) {
        wrong(j, "the document is refused",
              xb_arena_format(j->arena, "%s", gen_document_reason(&j->original)));
        return;
    }
    j->sides = gen_sides_of(j->arena, j->original.program, j->entry, options, true);
    if (!run_original(j)) {
        j->verdict.outcome = GEN_USELESS;
        j->verdict.kind = "useless";
    }
}

static gen_verdict judge_entry(xb_arena *arena, const gen_trial *trial, const char *entry)
{
    judging *j = xb_arena_array(arena, 1, sizeof *j);
    *j = (judging){
        .arena = arena, .trial = trial, .entry = entry, .inputs = gen_inputs_read(arena, trial->text)};
    for (size_t i = 0; i < trial->options_count && j->verdict.outcome == GEN_RIGHT; i++) {
        if (!j->sided || !are_alike(j->sided, &trial->options[i])) {
            close_original(j);
            open_original(j, &trial->options[i]);
        }
        j->verdict.options = i;
        if (j->verdict.outcome == GEN_RIGHT)
            judge_choice(j, i, i == 0);
    }
    close_original(j);
    return j->verdict;
}

gen_verdict gen_judge(xb_arena *arena, const gen_trial *trial)
{
    static const char *const others[] = {"tail"};
    gen_verdict verdict = judge_entry(arena, trial, GEN_MAIN);
    for (size_t i = 0; i < sizeof others / sizeof *others && verdict.outcome == GEN_RIGHT; i++) {
        if (!strstr(trial->text, xb_arena_format(arena, "\n  %s.x", others[i])))
            continue;
        const gen_verdict first = verdict;
        verdict = judge_entry(arena, trial, others[i]);
        verdict.compared += first.compared;
        verdict.checkpointed += first.checkpointed;
        verdict.compressed += first.compressed;
        verdict.profiled += first.profiled;
        verdict.steep += first.steep;
        verdict.ambiguous += first.ambiguous;
        verdict.twice += first.twice;
    }
    return verdict;
}
