/*
 * Loops that the engine made count with variables of their own. Where such a variable is nothing but that,
 * loops at one level of a nest share one: that of the program's own loops at the level if there is one, else
 * one that is called i, j, k, … by its level. Nests that also have loops of the program stay as they are.
 */
#include "languages/code/loops.h"
#include "languages/code/tidying.h"

enum { LEVELS = 6 };

static const char *const stems[LEVELS] = {"i", "j", "k", "l", "m", "n"};

typedef struct sharing {
    xb_source_tidying *tidying;
    xb_source_variable *counters[LEVELS]; /* by level */
} sharing;

static bool is_loop(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_DO || kind == XB_SOURCE_WHILE || kind == XB_SOURCE_FOR;
}

static bool is_made(const xb_source_variable *variable)
{
    return !variable->symbol || variable->symbol->temp;
}

static bool only_counts(const sharing *s, const xb_source_variable *variable)
{
    return variable->home == s->tidying->unit && xb_source_is_own(variable) && variable->rank == 0 &&
           xb_source_kind_of(XB_TYPE_INTEGER, variable->bytes) == 4 &&
           !xb_source_usage_of(variable)->is_loose;
}

static bool is_chosen(const sharing *s, const xb_source_variable *variable)
{
    for (size_t i = 0; i < LEVELS; i++)
        if (s->counters[i] == variable)
            return true;
    return false;
}

static const xb_source_statement *statement_at(const sharing *s, size_t i)
{
    return &((const xb_source_statement *)s->tidying->unit->statements.items)[i];
}

/* The first variables that count at each level. @param made whether they are the engine's */
static void choose(sharing *s, bool made)
{
    uint32_t level = 0;
    for (uint32_t i = 0; i < s->tidying->unit->statements.count; i++) {
        const xb_source_statement *loop = statement_at(s, i);
        level -= loop->kind == XB_SOURCE_END_DO && level > 0;
        if (loop->kind == XB_SOURCE_DO && level < LEVELS && !s->counters[level] &&
            is_made(loop->target->variable) == made && only_counts(s, loop->target->variable) &&
            !is_chosen(s, loop->target->variable)) {
            s->counters[level] = loop->target->variable;
            if (made)
                loop->target->variable->stem = stems[level];
        }
        level += is_loop(loop->kind);
    }
}

/* Levels without a variable of the program get others of its, if there are some: nests of the engine's own
 * loops have none of these. */
static void choose_others(sharing *s)
{
    uint32_t level = 0;
    for (uint32_t i = 0; i < s->tidying->unit->statements.count; i++) {
        const xb_source_statement *loop = statement_at(s, i);
        while (level < LEVELS && s->counters[level])
            level++;
        if (loop->kind == XB_SOURCE_DO && level < LEVELS && !is_made(loop->target->variable) &&
            only_counts(s, loop->target->variable) && !is_chosen(s, loop->target->variable))
            s->counters[level] = loop->target->variable;
    }
}

/* Whether a loop may get the variable of a level: it would be another one's, if its own is that of another
 * level. */
static bool may_share(const sharing *s, const xb_source_variable *own, uint32_t level)
{
    return level < LEVELS && is_made(own) && only_counts(s, own) && s->counters[level] &&
           (own == s->counters[level] || !is_chosen(s, own));
}

/* Where a nest ends. @param good receives whether each of its loops may share variables */
static uint32_t end_of_nest(const sharing *s, uint32_t begin, bool *good)
{
    uint32_t level = 0, i = begin;
    *good = true;
    do {
        const xb_source_statement *loop = statement_at(s, i++);
        if (loop->kind == XB_SOURCE_DO)
            *good = *good && may_share(s, loop->target->variable, level);
        level += is_loop(loop->kind);
        level -= loop->kind == XB_SOURCE_END_DO;
    } while (level > 0);
    return i - 1;
}

static void rename(void *context, const xb_source_expression *reference, bool reads, bool writes)
{
    const xb_source_usage *usage = xb_source_usage_of(reference->variable);
    (void)context;
    (void)reads;
    (void)writes;
    if (usage && usage->renamed)
        ((xb_source_expression *)reference)->variable = usage->renamed;
}

/* Loops that are open have the variables that they had. */
static void rename_nest(sharing *s, uint32_t begin, uint32_t end)
{
    xb_list open = {0};
    for (uint32_t i = begin; i <= end; i++) {
        const xb_source_statement *loop = statement_at(s, i);
        xb_source_variable *own = loop->kind == XB_SOURCE_DO ? loop->target->variable : NULL;
        if (own)
            xb_source_usage_of(own)->renamed = s->counters[open.count];
        xb_source_accesses(s->tidying->arena, loop, rename, s);
        if (is_loop(loop->kind))
            xb_list_append(s->tidying->arena, &open, own);
        if (loop->kind != XB_SOURCE_END_DO)
            continue;
        own = open.items[--open.count];
        if (own)
            xb_source_usage_of(own)->renamed = NULL;
    }
}

void xb_source_share_counters(xb_source_tidying *tidying)
{
    sharing s = {.tidying = tidying};
    choose(&s, false);
    choose_others(&s);
    choose(&s, true);
    for (uint32_t i = 0; i < tidying->unit->statements.count; i++) {
        bool good;
        if (!is_loop(statement_at(&s, i)->kind))
            continue;
        uint32_t end = end_of_nest(&s, i, &good);
        if (good)
            rename_nest(&s, i, end);
        i = end;
    }
}
