/*
 * The calls of the document are numbered, and keep their numbers in all versions: a table by number says
 * which of them are weak. Calls that algorithms have made, of functions that were called within expressions,
 * have no number; they are decided by the names of caller and callee alone.
 */
#include "algorithms/motions/schedule.h"

#include <fnmatch.h>
#include <string.h>

#include "ir/decoration.h"

struct xb_schedule {
    xb_program *program;
    const xb_schedule_rules *rules;
    bool *weak; /* by xb_call.site */
    bool *used; /* by number of the rule */
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

static bool fits(const xb_schedule *s, const char *name, const xb_symbol *symbol)
{
    const char *id = symbol->id->text;
    if (!has_pattern(name))
        return xb_name_agrees(id, name);
    const char *pattern = folded(s, name);
    return fnmatch(pattern, folded(s, id), 0) == 0 ||
           fnmatch(pattern, folded(s, xb_plain_text(s->program->arena, id)), 0) == 0;
}

/* ---- the calls of the document ---------------------------------------------------------------------------
 */

static bool is_marked(const xb_call *call)
{
    return strncmp(call->statement.id->text, XB_WEAK_MARK, strlen(XB_WEAK_MARK)) == 0;
}

static xb_visit see_mark(xb_walk *walk, xb_node *node, void *context)
{
    bool *marked = context;
    (void)walk;
    *marked = *marked || is_marked((const xb_call *)node);
    return *marked ? XB_VISIT_STOP : XB_VISIT_SKIP;
}

bool xb_schedule_is_marked(xb_run *run)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_SUBROUTINE_CALL] = see_mark}, .view = XB_VIEW_READ};
    xb_program *program = xb_run_program(run);
    bool marked = false;
    xb_traverse(program, xb_run_scratch(run), &program->node, &visitor, &marked);
    return marked;
}

/* The latest rule that fits counts. @param weak whether the call is if there is none @param ordinal of the
 * call; 0: it has none */
static bool decide(const xb_schedule *s, const xb_symbol *caller, const xb_symbol *callee, uint64_t ordinal,
                   bool weak)
{
    const xb_schedule_rule *rules = s->rules->rules.items;
    for (size_t i = 0; i < s->rules->rules.count; i++) {
        bool is_for = rules[i].ordinal == 0 || rules[i].ordinal == ordinal;
        if (!is_for || !fits(s, rules[i].caller, caller) || !fits(s, rules[i].callee, callee))
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
    xb_map ordinals; /* by node index of a subroutine symbol: uint64_t, number of calls so far */
} numbering;

static uint64_t next_ordinal(numbering *n, const xb_symbol *callee)
{
    xb_arena *arena = n->schedule->program->arena;
    uint64_t *count = xb_map_get(&n->ordinals, callee->node.index, 0);
    if (!count) {
        count = xb_arena_alloc(arena, sizeof *count);
        *count = 0;
        xb_map_put(arena, &n->ordinals, callee->node.index, 0, count);
    }
    return ++*count;
}

static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    numbering *n = context;
    const xb_call *call = (const xb_call *)node;
    (void)walk;
    n->schedule->weak[call->site] =
        decide(n->schedule, n->caller->symbol, call->symbol, next_ordinal(n, call->symbol), is_marked(call));
    return XB_VISIT_CONTINUE;
}

static xb_visit see_function(xb_walk *walk, xb_node *node, void *context)
{
    const numbering *n = context;
    (void)walk;
    decide(n->schedule, n->caller->symbol, ((const xb_function_call *)node)->symbol, 0, false);
    return XB_VISIT_CONTINUE;
}

static void apply(xb_schedule *s, xb_run *run, xb_routine *caller)
{
    static const xb_visitor visitor = {
        .enter = {[XB_KIND_SUBROUTINE_CALL] = see_call, [XB_KIND_FUNCTION_CALL] = see_function},
        .view = XB_VIEW_READ};
    numbering n = {s, caller, {.count = 0}};
    xb_traverse(s->program, xb_run_scratch(run), &caller->node, &visitor, &n);
}

/* ---- the schedule ----------------------------------------------------------------------------------------
 */

static xb_status check_rule(const xb_schedule *s, const xb_schedule_rule *rule)
{
    if (has_pattern(rule->caller) || has_pattern(rule->callee))
        return XB_STATUS_OK;
    const char *which = rule->ordinal > 0
                            ? xb_arena_format(s->program->arena, "#%llu", (unsigned long long)rule->ordinal)
                            : "";
    return xb_error(s->program->diagnostics, XB_STATUS_USAGE,
                    (xb_place){.file = s->rules->file, .line = rule->line},
                    "name routines as the document does; --dot=callgraph shows which calls there are",
                    "there is no call of '%s%s' in '%s'", rule->callee, which, rule->caller);
}

xb_status xb_schedule_create(xb_run *run, const xb_schedule_rules *rules, const xb_schedule **schedule)
{
    xb_program *program = xb_run_program(run);
    xb_schedule *s = xb_arena_alloc(program->arena, sizeof *s);
    s->program = program;
    s->rules = rules;
    s->weak = xb_arena_array(program->arena, program->call_sites + 1, sizeof *s->weak);
    s->used = xb_arena_array(program->arena, rules->rules.count + 1, sizeof *s->used);
    for (size_t i = 0; i < program->routines.count; i++)
        apply(s, run, program->routines.items[i]);
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < rules->rules.count; i++) {
        xb_status status =
            s->used[i] ? XB_STATUS_OK : check_rule(s, (const xb_schedule_rule *)rules->rules.items + i);
        if (!worst)
            worst = status;
    }
    *schedule = s;
    return worst;
}

bool xb_schedule_is_weak(const xb_schedule *schedule, const xb_routine *caller, const xb_routine *callee,
                         const xb_call *call)
{
    return call->site > 0 ? schedule->weak[call->site]
                          : decide(schedule, caller->symbol, callee->symbol, 0, false);
}
