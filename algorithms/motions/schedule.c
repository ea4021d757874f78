/*
 * The calls of the document are numbered, and keep their numbers in all versions: a table by number says
 * which of them are weak. Calls that algorithms have made, of functions that were called within expressions,
 * have no number; they are decided by the names of caller and callee alone.
 */
#include "algorithms/motions/schedule.h"

#include <fnmatch.h>
#include <string.h>

#include "algorithms/motions/fixed_point.h"
#include "algorithms/motions/marks.h"
#include "analysis/calls.h"
#include "catalogue/catalogue.h"
#include "ir/decoration.h"
#include "ir/tags.h"

struct xb_schedule {
    xb_program *program;
    const xb_schedule_rules *rules;
    bool *weak;                /* by xb_call.site */
    bool *used;                /* by number of the rule, or of the profile's site */
    const xb_profile *profile; /* NULL: there are rules */
    const bool *chosen;        /* by site of the profile */
    const uint64_t *ordinals;  /* by xb_call.site */
};

static const char *folded(const xb_schedule *s, const char *text)
{
    size_t length = strlen(text);
    char *copy = xb_arena_alloc(s->program->arena, length + 1);
    xb_symbol_fold(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static bool has_pattern(const char *name)
{
    return strpbrk(name, "*?[") != NULL;
}

static bool is_name_of(const xb_schedule *s, const char *name, const char *id)
{
    if (!has_pattern(name))
        return xb_name_agrees(id, name);
    const char *pattern = folded(s, name);
    return fnmatch(pattern, folded(s, id), 0) == 0 ||
           fnmatch(pattern, folded(s, xb_plain_text(s->program->arena, id)), 0) == 0;
}

/* What stands for a routine with a rule goes by the name of that, and by its own, which is the one in
 * schedules that are written: there may be several for one routine. */
static bool fits(const xb_schedule *s, const char *name, const xb_symbol *symbol)
{
    const xb_routine *routine = symbol->routine;
    return is_name_of(s, name, symbol->id->text) ||
           (routine && routine->rule && is_name_of(s, name, routine->rule->name));
}

/* The routine that is called in the program as it was before calls led to passive versions. */
static const xb_symbol *named_callee(const xb_program *program, const xb_symbol *callee)
{
    xb_tag tag;
    if (!callee->routine || !xb_tags_find(program, &callee->routine->node, XB_TAG_PASSIVE, &tag) ||
        !tag.value)
        return callee;
    const xb_name *name = xb_names_find(program->names, tag.value, tag.value_length);
    const xb_symbol *original = name ? xb_symbol_find(callee->scope, name) : NULL;
    return original ? original : callee;
}

/* ---- the calls of the document ---------------------------------------------------------------------------
 */

static bool is_marked(const xb_program *program, const xb_call *call)
{
    return xb_call_has_mark(program, call, XB_MARK_WEAK);
}

/* What marks say. */
typedef struct marks {
    bool any; /* there are weak calls */
    xb_status status;
} marks;

static xb_visit see_mark(xb_walk *walk, xb_node *node, void *context)
{
    marks *m = context;
    const xb_call *call = (const xb_call *)node;
    xb_status status = xb_call_check_mark(xb_walk_program(walk), call);
    m->any = m->any || is_marked(xb_walk_program(walk), call);
    m->status = m->status ? m->status : status;
    return XB_VISIT_SKIP;
}

xb_status xb_schedule_find_marks(xb_run *run, bool *any)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = see_mark}, .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(run);
    marks m = {.any = false};
    xb_traverse(program, xb_run_scratch(run), &program->node, &visitor, &m);
    *any = m.any;
    return m.status;
}

/* @param weak whether the call is if the profile does not know it, or if it is marked */
static bool choose(const xb_schedule *s, const xb_symbol *caller, const xb_symbol *callee, uint64_t ordinal,
                   bool weak)
{
    uint32_t site = 0;
    if (!xb_profile_find_site(s->profile, caller->id->text, callee->id->text, ordinal, &site))
        return weak;
    s->used[site] = true;
    return weak || s->chosen[site];
}

/* A call that rules may fit: by where it is, or by where it was. */
typedef struct ruled_call {
    const xb_symbol *caller, *callee;
    uint64_t ordinal; /* 0: it has none */
    xb_call_origin origin;
} ruled_call;

static bool is_for(const xb_schedule *s, const xb_schedule_rule *rule, const ruled_call *call)
{
    const xb_call_origin *origin = &call->origin;
    if (!fits(s, rule->callee, call->callee))
        return false;
    if ((rule->ordinal == 0 || rule->ordinal == call->ordinal) && fits(s, rule->caller, call->caller))
        return true;
    return origin->caller && (rule->ordinal == 0 || rule->ordinal == origin->ordinal) &&
           is_name_of(s, rule->caller, origin->caller);
}

/* The latest rule that fits counts. @param weak whether the call is if there is none */
static bool decide(const xb_schedule *s, const ruled_call *call, bool weak)
{
    if (s->profile)
        return choose(s, call->caller, call->callee, call->ordinal, weak);
    const xb_schedule_rule *rules = s->rules->rules.items;
    for (size_t i = 0; i < s->rules->rules.count; i++) {
        if (!is_for(s, &rules[i], call))
            continue;
        s->used[i] = true;
        weak = rules[i].weak;
    }
    return weak;
}

/* The calls of one routine. */
typedef struct numbering {
    const xb_schedule *schedule;
    const xb_routine *caller;
} numbering;

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    const numbering *n = context;
    const xb_call *call = (const xb_call *)node;
    const xb_schedule *s = n->schedule;
    const ruled_call ruled = {n->caller->symbol, named_callee(s->program, call->symbol),
                              s->ordinals[call->site],
                              xb_call_origin_of(s->program, s->program->arena, call)};
    s->weak[call->site] = decide(s, &ruled, is_marked(xb_walk_program(walk), call));
    return XB_VISIT_CONTINUE;
}

static xb_visit see_function(xb_walk *walk, xb_node *node, void *context)
{
    const numbering *n = context;
    (void)walk;
    const xb_symbol *callee = ((const xb_function_call *)node)->symbol;
    const ruled_call ruled = {.caller = n->caller->symbol,
                              .callee = named_callee(n->schedule->program, callee)};
    decide(n->schedule, &ruled, false);
    return XB_VISIT_CONTINUE;
}

static void apply(xb_schedule *s, xb_run *run, xb_routine *caller)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = see_call, [XB_KIND_FUNCTION_CALL] = see_function},
        .view = XB_VIEW_READ};
    const numbering n = {s, caller};
    xb_traverse(s->program, xb_run_scratch(run), &caller->node, &visitor, (void *)&n);
}

/* ---- the schedule ----------------------------------------------------------------------------------------
 */

/* Patterns may be for many programs. */
static void warn_of_pattern(const xb_schedule *s, const xb_schedule_rule *rule)
{
    if (strcmp(rule->caller, "*") == 0 && strcmp(rule->callee, "*") == 0)
        return;
    xb_warning(s->program->diagnostics, (xb_place){.file = s->rules->file, .line = rule->line},
               "--dot=callgraph shows which calls there are", "no call fits '%s %s'", rule->caller,
               rule->callee);
}

/* A rule that fits no call. */
static xb_status check_rule(const xb_schedule *s, const xb_schedule_rule *rule)
{
    if (has_pattern(rule->caller) || has_pattern(rule->callee)) {
        warn_of_pattern(s, rule);
        return XB_STATUS_OK;
    }
    const char *which = rule->ordinal > 0
                            ? xb_arena_format(s->program->arena, "#%llu", (unsigned long long)rule->ordinal)
                            : "";
    return xb_error(s->program->diagnostics, XB_STATUS_USAGE,
                    (xb_place){.file = s->rules->file, .line = rule->line},
                    "name routines as the document does; --dot=callgraph shows which calls there are",
                    "there is no call of '%s%s' in '%s'", rule->callee, which, rule->caller);
}

/* @param decisions number of what `used` is of */
static xb_schedule *create(xb_run *run, size_t decisions)
{
    xb_program *program = xb_run_program(run);
    xb_schedule *s = xb_arena_alloc(program->arena, sizeof *s);
    s->program = program;
    s->weak = xb_arena_array(program->arena, (size_t)program->call_sites + 1, sizeof *s->weak);
    s->used = xb_arena_array(program->arena, decisions + 1, sizeof *s->used);
    s->ordinals = xb_call_ordinals(program, program->arena, xb_run_scratch(run));
    return s;
}

static void apply_all(xb_schedule *s, xb_run *run)
{
    for (size_t i = 0; i < s->program->routines.count; i++)
        apply(s, run, s->program->routines.items[i]);
}

xb_status xb_schedule_create(xb_run *run, const xb_schedule_rules *rules, const xb_schedule **schedule)
{
    xb_schedule *s = create(run, rules->rules.count);
    xb_status worst = XB_STATUS_OK;
    s->rules = rules;
    apply_all(s, run);
    for (size_t i = 0; i < rules->rules.count; i++) {
        xb_status status =
            s->used[i] ? XB_STATUS_OK : check_rule(s, (const xb_schedule_rule *)rules->rules.items + i);
        if (!worst)
            worst = status;
    }
    *schedule = s;
    return worst;
}

/* Whether calls of a routine are those of the steps whose fixed point it has found: a profile has them, too.
 */
static bool records_steps(const xb_schedule *s, const xb_name *caller)
{
    for (size_t i = 0; i < s->program->routines.count; i++) {
        const xb_routine *routine = s->program->routines.items[i];
        if (strcmp(routine->symbol->id->text, caller->text) == 0)
            return xb_fixed_point_step(s->program, routine);
    }
    return false;
}

static xb_status refuse_site(const xb_schedule *s, const xb_profile_site *site)
{
    return xb_error(s->program->diagnostics, XB_STATUS_USAGE, (xb_place){.file = s->profile->file},
                    "the profile must be that of the same program",
                    "the profile has a call of '%s', number %llu, in '%s', which the document has not",
                    site->callee->text, (unsigned long long)site->ordinal, site->caller->text);
}

xb_status xb_schedule_of_profile(xb_run *run, const xb_profile *profile, const bool *weak,
                                 const xb_schedule **schedule)
{
    xb_schedule *s = create(run, profile->sites.count);
    s->profile = profile;
    s->chosen = weak;
    apply_all(s, run);
    *schedule = s;
    const xb_profile_site *sites = profile->sites.items;
    for (uint32_t i = 0; i < profile->sites.count; i++)
        if (!s->used[i] && !records_steps(s, sites[i].caller))
            return refuse_site(s, &sites[i]);
    return XB_STATUS_OK;
}

bool xb_schedule_is_weak(const xb_schedule *schedule, const xb_routine *caller, const xb_routine *callee,
                         const xb_call *call)
{
    const ruled_call ruled = {.caller = caller->symbol, .callee = callee->symbol};
    return call->site > 0 ? schedule->weak[call->site] : decide(schedule, &ruled, false);
}

/* ---- visits -------------------------------------------------------------------------------------------- */

typedef struct visiting {
    xb_program *program;
    const xb_schedule *schedule;
    const uint64_t *ordinals;
    void (*visit)(void *context, const xb_scheduled_call *call);
    void *context;
} visiting;

static void visit_call(const visiting *v, const xb_scheduled_call *call)
{
    const xb_routine *callee = xb_program_routine(v->program, call->callee);
    const bool is_made = named_callee(v->program, call->caller) != call->caller;
    if (!is_made && callee && xb_routine_is_procedure(callee))
        v->visit(v->context, call);
}

static xb_visit visit_subroutine(xb_walk *walk, xb_node *node, void *context)
{
    const visiting *v = context;
    const xb_call *call = (const xb_call *)node;
    xb_scheduled_call scheduled = {.caller = xb_walk_routine(walk)->symbol,
                                   .callee = named_callee(v->program, call->symbol),
                                   .ordinal = v->ordinals[call->site],
                                   .marked = is_marked(v->program, call)};
    scheduled.weak = v->schedule ? v->schedule->weak[call->site] : scheduled.marked;
    visit_call(v, &scheduled);
    return XB_VISIT_CONTINUE;
}

static xb_visit visit_function(xb_walk *walk, xb_node *node, void *context)
{
    const visiting *v = context;
    const xb_symbol *callee = ((const xb_function_call *)node)->symbol;
    xb_scheduled_call scheduled = {.caller = xb_walk_routine(walk)->symbol,
                                   .callee = named_callee(v->program, callee)};
    const ruled_call ruled = {.caller = scheduled.caller, .callee = scheduled.callee};
    scheduled.weak = v->schedule && decide(v->schedule, &ruled, false);
    visit_call(v, &scheduled);
    return XB_VISIT_CONTINUE;
}

void xb_schedule_visit(xb_run *run, const xb_schedule *schedule,
                       void (*visit)(void *context, const xb_scheduled_call *call), void *context)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = visit_subroutine, [XB_KIND_FUNCTION_CALL] = visit_function},
        .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(run);
    xb_arena *scratch = xb_run_scratch(run);
    visiting v = {program, schedule, xb_call_ordinals(program, scratch, scratch), visit, context};
    for (size_t i = 0; i < program->routines.count; i++)
        xb_traverse(program, scratch, program->routines.items[i], &visitor, &v);
}
