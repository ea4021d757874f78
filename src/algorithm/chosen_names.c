/*
 * What users leave out is chosen only where there is nothing to choose from: with two routines that nobody
 * calls, or no argument that could be meant, candidates are listed instead. A function's result is its last
 * argument, and modified. What is chosen becomes settings, as if it had been given.
 */
#include "algorithm/job.h"
#include "analysis/entry.h"
#include "analysis/summaries.h"
#include "base/text.h"
#include "ir/decoration.h"
#include "ir/tags.h"

/* Which arguments are meant. */
typedef struct role {
    const char *option, *tag; /* by which users, and sources, name them */
    const char *does;         /* what the routine does with them */
    bool (*is_played)(xb_formal_use use);
} role;

static bool is_read_first(xb_formal_use use)
{
    return use.exposed;
}

static bool is_modified(xb_formal_use use)
{
    return use.modified;
}

static const role roles[] = {
    {"independents", XB_TAG_WANTED_INDEPENDENTS, "reads before it sets them", is_read_first},
    {"dependents", XB_TAG_WANTED_DEPENDENTS, "modifies", is_modified}};

static void choose(const xb_job *work, const char *option, const char *value)
{
    *(xb_setting *)xb_vector_push(work->arena, &work->report->chosen, sizeof(xb_setting)) =
        (xb_setting){option, value};
}

/* ---- what the source says ---- */

/* The value of a tag of a routine; NULL: it has none. */
static const char *said_of(const xb_job *work, const xb_routine *routine, const char *name)
{
    xb_tag tag;
    const bool is_said = xb_tags_find(work->program, &routine->symbol->node, name, &tag) && tag.value;
    return is_said ? xb_arena_copy_text(work->arena, tag.value, tag.value_length) : NULL;
}

/* The routine that directives are in; NULL: none. */
static const xb_routine *find_said(const xb_job *work)
{
    const xb_list *routines = &work->program->routines;
    for (size_t i = 0; i < routines->count; i++)
        for (size_t k = 0; k < sizeof roles / sizeof *roles; k++)
            if (said_of(work, routines->items[i], roles[k].tag))
                return routines->items[i];
    return NULL;
}

/* ---- the entry ---- */

/* One of several that has the name of entries. */
static const xb_routine *find_head(const xb_list *routines)
{
    for (size_t i = 0; i < routines->count; i++) {
        const xb_routine *routine = routines->items[i];
        if (xb_name_agreement(routine->symbol->id->text, "head") <= XB_AGREES_UNDECORATED)
            return routine;
    }
    return NULL;
}

/* The one that directives are in; else the only one that nobody calls; of several, that with the name of
 * entries. */
static xb_status choose_entry(const xb_job *work, const xb_routine **routine)
{
    const xb_place place = {.file = work->program->file};
    const char *name = xb_job_given(work, "entry");
    if (name)
        return xb_entry_require(work->arena, work->diagnostics, work->program, name, place, routine);
    const xb_list found = xb_entry_uncalled(work->arena, work->program);
    *routine = find_said(work);
    if (!*routine)
        *routine = found.count == 1 ? found.items[0] : find_head(&found);
    if (!*routine)
        return xb_error(
            work->diagnostics, XB_STATUS_INVALID, place,
            xb_arena_format(work->arena, "name one with --entry: %s",
                            xb_entry_names(work->arena, found.count > 0 ? &found : &work->program->routines)),
            found.count > 0 ? "it is not clear which routine to differentiate: nothing calls %zu of them"
                            : "it is not clear which routine to differentiate: each is called by another "
                              "one",
            (size_t)found.count);
    choose(work, "entry", (*routine)->symbol->id->text);
    return XB_STATUS_OK;
}

/* ---- its arguments ---- */

static bool is_number(const xb_symbol *symbol)
{
    return symbol->kind == XB_SYMBOL_VARIABLE &&
           (symbol->type == XB_TYPE_REAL || symbol->type == XB_TYPE_COMPLEX);
}

/* The names of arguments that are numbers, separated by commas. @param which NULL: all of them */
static const char *names_of(const xb_job *work, const xb_routine *routine, const xb_footprints *footprints,
                            const role *which)
{
    xb_text *text = xb_text_create(work->arena);
    size_t count = 0;
    for (uint32_t position = 1; position <= xb_routine_last_position(routine); position++) {
        const xb_formal *formal = xb_routine_formal(routine, position);
        const bool is_meant = formal && is_number(formal->symbol) && xb_symbol_is_active(formal->symbol) &&
                              (!which || which->is_played(xb_formal_use_of(footprints, formal)));
        if (is_meant)
            xb_output_format(xb_text_output(text), "%s%s", count++ > 0 ? "," : "", formal->symbol->id->text);
    }
    return count > 0 ? xb_text_join(text, NULL) : NULL;
}

static xb_status choose_arguments(const xb_job *work, const xb_routine *routine,
                                  const xb_footprints *footprints, const role *which)
{
    if (xb_job_given(work, which->option))
        return XB_STATUS_OK;
    const char *said = said_of(work, routine, which->tag);
    const char *names = said ? said : names_of(work, routine, footprints, which);
    if (names) {
        choose(work, which->option, names);
        return XB_STATUS_OK;
    }
    const char *others = names_of(work, routine, footprints, NULL);
    return xb_error(
        work->diagnostics, XB_STATUS_INVALID, xb_program_place(work->program, &routine->node, NULL),
        others ? xb_arena_format(work->arena,
                                 "name arguments, or global variables, with --%s; its real arguments are %s",
                                 which->option, others)
               : xb_arena_format(work->arena, "name global variables with --%s; it has no real arguments",
                                 which->option),
        "it is not clear what the %s are: there are no real arguments that %s %s", which->option,
        xb_plain_text(work->arena, routine->symbol->id->text), which->does);
}

/* ---- all ---- */

static void tell(const xb_job *work, const xb_routine *routine)
{
    const xb_vector *chosen = &work->report->chosen;
    xb_text *text = xb_text_create(work->arena);
    for (size_t i = 0; i < chosen->count; i++) {
        const xb_setting *setting = (const xb_setting *)chosen->items + i;
        xb_output_format(xb_text_output(text), " --%s=%s", setting->name, setting->value);
    }
    xb_place place = xb_program_place(work->program, &routine->node, NULL);
    place.source_line = 0; /* it is about the source as a whole */
    if (chosen->count > 0)
        xb_remark(work->diagnostics, place, "taken to be meant:%s", xb_text_join(text, NULL));
}

/* Takes what directives of the source say, and nothing else. */
static xb_status take_said(xb_job *work)
{
    const char *name = xb_job_given(work, "entry");
    const xb_routine *routine = find_said(work);
    if (!routine || work->pipeline.count == 0 ||
        (name && xb_name_agreement(routine->symbol->id->text, name) > XB_AGREES_UNDECORATED))
        return XB_STATUS_OK;
    if (!name)
        choose(work, "entry", routine->symbol->id->text);
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        const char *said = said_of(work, routine, roles[i].tag);
        if (said && !xb_job_given(work, roles[i].option))
            choose(work, roles[i].option, said);
    }
    tell(work, routine);
    return xb_job_plan_pass(work);
}

xb_status xb_job_choose_names(xb_job *work)
{
    const xb_routine *routine = NULL;
    if (!work->settings->chooses_names)
        return take_said(work);
    xb_status status = choose_entry(work, &routine);
    if (status)
        return status;
    xb_analyses *analyses = xb_analyses_create(work->arena, work->program, work->catalogue);
    const xb_footprints *footprints = xb_footprints_of(analyses);
    for (size_t i = 0; !status && i < sizeof roles / sizeof *roles; i++)
        status = choose_arguments(work, routine, footprints, &roles[i]);
    xb_analyses_destroy(analyses);
    if (status)
        return status;
    tell(work, routine);
    return xb_job_plan_pass(work);
}
