/*
 * Subroutine templates: which placeholders a routine runs, by the mode that it finds at its entry.
 *
 * A template is a list of steps. Each tests one flag of the mode as it is then, changes the mode, runs a
 * placeholder and changes the mode again. With the split template the mode stays what the driver has set: all
 * routines are taped, later all are reversed. With the joint one a callee of a routine that is being taped
 * stores its arguments and runs plainly; when the caller is reversed, the callee restores them, is taped, and
 * is reversed at once. (A. Griewank, A. Walther: Evaluating Derivatives, 2nd edition, 2008, chapter 12.)
 *
 * The exit of a placeholder leads back here, never out of the routine: what follows it is run after an early
 * return, too.
 */
#include "evaluate/state.h"

/* What becomes of the mode: the flags to keep, and those to set. */
typedef struct mode_change {
    unsigned keep, set;
} mode_change;

typedef struct template_step {
    unsigned flag; /* tested before the step is run; 0: it is always run */
    unsigned placeholder;
    mode_change before, after;
    bool puts_back; /* the mode is what it was before, instead of after */
    bool tapes;
} template_step;

typedef struct template_steps {
    const template_step *steps;
    unsigned count;
} template_steps;

/* All flags. */
enum { ALL = XB_MODE_ARG_STORE | XB_MODE_ARG_RESTORE | XB_MODE_PLAIN | XB_MODE_TAPE | XB_MODE_ADJOINT };

static const template_step none[] = {{.placeholder = 1, .before = {ALL, 0}, .after = {ALL, 0}}};

static const template_step split[] = {
    {.flag = XB_MODE_PLAIN, .placeholder = 1, .before = {ALL, 0}, .after = {ALL, 0}},
    {.flag = XB_MODE_TAPE, .placeholder = 2, .before = {ALL, 0}, .after = {ALL, 0}, .tapes = true},
    {.flag = XB_MODE_ADJOINT, .placeholder = 3, .before = {ALL, 0}, .after = {ALL, 0}},
};

static const template_step joint[] = {
    {.flag = XB_MODE_ARG_STORE, .placeholder = 4, .before = {ALL, 0}, .after = {ALL, 0}},
    {.flag = XB_MODE_ARG_RESTORE, .placeholder = 6, .before = {ALL, 0}, .after = {ALL, 0}},
    {.flag = XB_MODE_PLAIN, .placeholder = 1, .before = {ALL & ~XB_MODE_ARG_STORE, 0}, .puts_back = true},
    {.flag = XB_MODE_TAPE,
     .placeholder = 2,
     .before = {0, XB_MODE_ARG_STORE | XB_MODE_PLAIN},
     .after = {0, XB_MODE_ADJOINT},
     .tapes = true},
    {.flag = XB_MODE_ADJOINT,
     .placeholder = 3,
     .before = {0, XB_MODE_ARG_RESTORE | XB_MODE_TAPE},
     .after = {0, XB_MODE_ARG_RESTORE | XB_MODE_TAPE}},
};

static const template_steps templates[] = {
    [XB_TEMPLATE_NONE] = {none, sizeof none / sizeof *none},
    [XB_TEMPLATE_SPLIT] = {split, sizeof split / sizeof *split},
    [XB_TEMPLATE_JOINT] = {joint, sizeof joint / sizeof *joint},
};

static void change(xb_evaluator *evaluator, mode_change how)
{
    evaluator->mode = (evaluator->mode & how.keep) | how.set;
}

static void finish(xb_evaluator *evaluator, const template_step *step, const xb_template_state *state,
                   bool outermost)
{
    if (step->tapes && outermost && evaluator->after_taping)
        evaluator->after_taping(evaluator->after_taping_context);
    if (step->puts_back)
        evaluator->mode = state->saved_mode;
    else
        change(evaluator, step->after);
}

/* The placeholder to run; placeholders 10 and 11 make no assumptions about loops. */
static unsigned placeholder_of(const xb_evaluator *evaluator, const template_step *step)
{
    bool is_strict =
        evaluator->options.strict_anonymous && (step->placeholder == 2 || step->placeholder == 3);
    return is_strict ? step->placeholder + 8 : step->placeholder;
}

bool xb_template_has(const xb_evaluator *evaluator, unsigned placeholder)
{
    const template_steps *kind = &templates[evaluator->options.template_kind];
    for (unsigned i = 0; i < kind->count; i++)
        if (placeholder_of(evaluator, &kind->steps[i]) == placeholder)
            return true;
    return false;
}

unsigned xb_template_next(xb_evaluator *evaluator, xb_template_state *state, bool outermost)
{
    const template_steps *kind = &templates[evaluator->options.template_kind];
    if (state->step > 0)
        finish(evaluator, &kind->steps[state->step - 1], state, outermost);
    while (state->step < kind->count) {
        const template_step *step = &kind->steps[state->step++];
        if (step->flag && !(evaluator->mode & step->flag))
            continue;
        state->saved_mode = evaluator->mode;
        change(evaluator, step->before);
        return placeholder_of(evaluator, step);
    }
    return 0;
}
