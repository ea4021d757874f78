/*
 * What does nothing is a control flow of its own, since back ends expect one for each placeholder that their
 * templates have. A motion is called in modes that are not its own: the taping of a routine that is reversed
 * jointly happens in the adjoint sweep.
 */
#include "algorithms/basicblockpreaccumulationtapeadjoint/lists.h"

#include "algorithms/motions/opening.h"
#include "ir/build.h"
#include "ir/version.h"

static const char any_template[] = "reverse_subroutine_template",
                  split_template[] = "reverse_subroutine_template_split";

/* Derivatives come in and go out through any active argument. */
static void open_intents(const xb_lists *l, xb_routine *list)
{
    for (size_t i = 0; i < list->formals.count; i++) {
        const xb_formal *formal = list->formals.items[i];
        if (l->all_inout || xb_symbol_is_active(formal->symbol))
            list->formals.items[i] = xb_formal_opened(l->program, formal);
    }
}

static const char *template_of(const xb_lists *l)
{
    return l->for_split ? split_template : any_template;
}

xb_routine *xb_list_of_versions(const xb_lists *l, xb_routine *original, xb_routine *const *versions)
{
    xb_routine *list =
        xb_version_replacements(l->program, original, template_of(l), versions + 1, XB_PLACEHOLDERS);
    list->id = original->id;
    open_intents(l, list);
    return list;
}

/* A list with one routine in some placeholders, and nothing in the others. @param in a bit for each */
static xb_routine *list_of_one(const xb_lists *l, xb_routine *original, xb_routine *routine, unsigned in)
{
    xb_routine *nothing = xb_version_declare(l->program, original, "nothing", NULL);
    xb_routine *versions[XB_PLACEHOLDERS];
    nothing->flow = xb_checkpoint_flow(l->checkpoints, original, routine->scope, XB_CHECKPOINT_NONE);
    nothing->structured = true;
    for (unsigned i = 1; i <= XB_PLACEHOLDERS; i++)
        versions[i - 1] = in & (1u << i) ? routine : nothing;
    return xb_version_replacements(l->program, routine, template_of(l), versions, XB_PLACEHOLDERS);
}

xb_routine *xb_list_of_plain(const xb_lists *l, xb_routine *original, xb_routine *plain)
{
    unsigned adjoint = l->for_split ? 1u << XB_ADJOINT | 1u << XB_STRICT_ADJOINT : 0;
    xb_routine *list = list_of_one(l, original, plain,
                                   1u << XB_ORIGINAL | 1u << XB_TAPING | 1u << XB_STRICT_TAPING | adjoint);
    list->id = plain->id;
    return list;
}

xb_routine *xb_list_of_motion(const xb_lists *l, xb_routine *original, xb_routine *routine, xb_motion motion)
{
    unsigned adjoint = 1u << XB_ADJOINT | 1u << XB_STRICT_ADJOINT;
    unsigned taping = motion == XB_MOTION_RETURNING ? 0 : 1u << XB_TAPING | 1u << XB_STRICT_TAPING;
    unsigned plain = motion == XB_MOTION_ADVANCING ? 1u << XB_ORIGINAL : 0;
    return list_of_one(l, original, routine, adjoint | taping | plain);
}
