/*
 * Replacements tell adjoint programs, and so does a routine that records another one; what else is there
 * tells tangent-linear ones.
 */
#include <string.h>

#include "ir/runtime_call.h"
#include "ir/tags.h"
#include "ir/taken_names.h"
#include "traverse/traverse.h"
#include "verify/by_name.h"
#include "verify/judge.h"

typedef struct finding {
    xb_arena *scratch;
    bool propagates; /* has statements that transformed programs have */
    bool derives;    /* some of them have to do with derivatives */
    bool replaces, split, joint;
} finding;

static xb_visit see_replacements(xb_walk *walk, xb_node *node, void *context)
{
    (void)walk;
    finding *found = context;
    const xb_name *name = ((const xb_routine *)node)->template_name;
    found->replaces = true;
    found->joint = found->joint || (name && strstr(name->text, "joint"));
    found->split = found->split || (name && strstr(name->text, "split"));
    return XB_VISIT_CONTINUE;
}

static xb_visit see_propagator(xb_walk *walk, xb_node *node, void *context)
{
    finding *found = context;
    (void)walk, (void)node;
    found->propagates = found->derives = true;
    return XB_VISIT_CONTINUE;
}

/* What is not known may have to do with derivatives. */
static xb_visit see_call(xb_walk *walk, xb_node *node, void *context)
{
    finding *found = context;
    const xb_inlinable_call *call = (const xb_inlinable_call *)node;
    xb_runtime_call said;
    (void)walk;
    found->propagates = true;
    if (!xb_runtime_call_read(found->scratch, call->name->text, &said) || said.derivative ||
        strpbrk(xb_runtime_facts_of(said.code)->accesses, "xyu"))
        found->derives = true;
    return XB_VISIT_CONTINUE;
}

static xb_visit see_reference(xb_walk *walk, xb_node *node, void *context)
{
    finding *found = context;
    (void)walk;
    found->derives = found->derives || ((const xb_reference *)node)->deriv;
    return XB_VISIT_CONTINUE;
}

/* The number that the original has of the name of the routine that one records; 0: there is none. */
static uint32_t recorded_by(const xb_program *original, const xb_program *program, const xb_routine *routine)
{
    xb_tag tag;
    const xb_name *name = xb_tags_find(program, &routine->node, XB_TAG_ROUTINE, &tag) && tag.value
                              ? xb_names_find(original->names, tag.value, tag.value_length)
                              : NULL;
    return name ? name->index + 1 : 0;
}

/* Which routines of the original some other ones of it are said to record, by the numbers of their names. */
static xb_map find_recorded(const xb_program *original, xb_arena *scratch)
{
    xb_map recorded = {.count = 0};
    for (size_t i = 0; original && i < original->routines.count; i++) {
        const xb_routine *routine = original->routines.items[i];
        if (xb_drive_is_motion(original, routine, XB_TAG_RECORDING))
            xb_map_put(scratch, &recorded, recorded_by(original, original, routine), 0, routine);
    }
    return recorded;
}

/* Whether a routine is said by its tag to record another one, and the original has none that does so. */
static bool is_new_motion(const xb_program *original, const xb_program *program, const xb_routine *routine,
                          const xb_map *recorded)
{
    return !routine->symbol->overlay && xb_drive_is_motion(program, routine, XB_TAG_RECORDING) &&
           !xb_drive_has_routine(original, routine->symbol->id->text) &&
           !(original && xb_map_get(recorded, recorded_by(original, program, routine), 0));
}

/* Whether a routine is recorded by one that is told by its name, and that the original does not have. */
static bool has_named_motion(const xb_program *original, const xb_program *program, const xb_routine *routine,
                             xb_arena *scratch)
{
    const char *name = xb_drive_motion_name(scratch, routine, XB_TAG_RECORDING);
    const xb_list *takers = xb_name_takers(program, name, strlen(name));
    const xb_symbol *taker = takers && takers->count > 0 ? takers->items[0] : NULL;
    return taker && !taker->overlay && xb_program_routine(program, taker) &&
           !xb_drive_has_routine(original, taker->id->text);
}

/* Whether some routine records another one of the program, as it was read. Of a program that was made of an
 * adjoint one, only tags tell: routines of that one have such names, and may have got other ones.
 * @param original NULL: nothing is known of it */
static bool has_motions(const xb_program *original, const xb_program *program, xb_arena *scratch)
{
    bool was_adjoint = original && has_motions(NULL, original, scratch);
    const xb_map recorded = find_recorded(original, scratch);
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (is_new_motion(original, program, routine, &recorded) ||
            (!was_adjoint && has_named_motion(original, program, routine, scratch)))
            return true;
    }
    return false;
}

static finding look_at(xb_program *program, xb_arena *scratch)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_REPLACEMENT_LIST] = see_replacements,
                                                 [XB_KIND_DERIVATIVE_PROPAGATOR] = see_propagator,
                                                 [XB_KIND_INLINABLE_CALL] = see_call,
                                                 [XB_KIND_VARIABLE_REFERENCE] = see_reference},
                                       .view = XB_VIEW_READ};
    finding found = {.scratch = scratch};
    xb_traverse(program, scratch, &program->node, &visitor, &found);
    return found;
}

xb_judge_finding xb_judge_find_kind(xb_program *original, xb_program *program, xb_arena *scratch)
{
    finding found = look_at(program, scratch);
    /* direct actions are assignments, as those of rules, which the original may have */
    if (original && found.derives && !found.propagates && !look_at(original, scratch).derives)
        found.propagates = true;
    bool has_names = original && xb_by_name_directions(xb_by_name_find(scratch, program, original)) > 0,
         by_name = has_names && !found.replaces;
    bool derives = found.derives || has_names;
    bool records = original && !derives && (found.propagates || found.replaces);
    if (!found.replaces && (found.propagates || by_name) && has_motions(original, program, scratch))
        return (xb_judge_finding){
            .kind = XB_DRIVE_MOTIONS, .records = records, .has_components = found.derives};
    if (!found.replaces)
        return (xb_judge_finding){.kind = by_name || (found.propagates && found.derives) ? XB_DRIVE_TANGENT
                                                                                         : XB_DRIVE_VALUES,
                                  .records = records,
                                  .has_components = found.derives};
    bool clear = found.joint != found.split;
    return (xb_judge_finding){.kind = clear && found.joint ? XB_DRIVE_JOINT : XB_DRIVE_SPLIT,
                              .unclear = !clear,
                              .records = records,
                              .has_components = found.derives};
}

/* ---- what is asked for --------------------------------------------------------------------------------- */

/* The forms of transformed programs. */
typedef enum form { FORM_TANGENT, FORM_LISTS, FORM_MOTIONS, FORM_COUNT } form;

static form form_of(xb_drive_kind kind)
{
    if (!xb_drive_is_adjoint(kind))
        return FORM_TANGENT;
    return kind == XB_DRIVE_MOTIONS || kind == XB_DRIVE_COMBINED ? FORM_MOTIONS : FORM_LISTS;
}

static const char *const hints[FORM_COUNT] = {
    [FORM_TANGENT] = "judge it without --adjoint, or run it with xaif-run --jacobian=tangent",
    [FORM_LISTS] =
        "judge it with --adjoint=split or joint, or run it with xaif-run --jacobian=split or joint",
    [FORM_MOTIONS] =
        "judge it with --adjoint=combined or motions, or run it with xaif-run --jacobian=combined or "
        "motions"};

static const char *const marks[FORM_COUNT] = {
    [FORM_LISTS] = "replacements", [FORM_MOTIONS] = "routines that record and return"};

static const char *const titles[FORM_COUNT] = {[FORM_TANGENT] = "tangent-linear program",
                                               [FORM_LISTS] = "adjoint program with replacements",
                                               [FORM_MOTIONS] =
                                                   "adjoint program with routines that record and return"};

xb_status xb_judge_require_kind(xb_diagnostics *diagnostics, const xb_program *program,
                                xb_judge_finding found, xb_drive_kind wanted)
{
    form is = form_of(found.kind), asked = form_of(wanted);
    const xb_place place = {.file = program->file};
    if (is == asked && is == FORM_LISTS && !found.unclear && found.kind != wanted)
        xb_warning(diagnostics, place, "take those that the document names",
                   "the templates of the document are %s ones by their names, and it is run with %s ones",
                   found.kind == XB_DRIVE_JOINT ? "joint" : "split",
                   wanted == XB_DRIVE_JOINT ? "joint" : "split");
    if (is == asked)
        return XB_STATUS_OK;
    if (is == FORM_TANGENT)
        return xb_error(diagnostics, XB_STATUS_INVALID, place, hints[is],
                        "the document has no %s: it is no adjoint program", marks[asked]);
    return xb_error(diagnostics, XB_STATUS_INVALID, place, hints[is], "the document has %s: it is no %s",
                    marks[is], titles[asked]);
}
