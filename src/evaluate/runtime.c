/*
 * Inlinable calls by name. What a name says is found out once, when the program is prepared: most names are
 * entries of a table; the others are a stem of a table with parts appended, which say type, rank and
 * activity of the arguments. Reverse-mode names (IncDeriv) and forward-mode ones (inc_deriv) have different
 * orders of arguments, and must not be confused.
 */
#include "evaluate/runtime.h"

#include <string.h>
#include <strings.h>

#include "evaluate/runtime_calls.h"

/* ---- names without parts -------------------------------------------------------------------------- */

static const xb_call_rule reverse_saxpy = {xb_call_propagate_last, {"vxy", "", ""}};
static const xb_call_rule reverse_copy = {xb_call_propagate_last, {"xy", "", ""}};
static const xb_call_rule zero = {xb_call_zero, {"y", "", ""}};
static const xb_call_rule move = {xb_call_move, {"xy", "", ""}};
static const xb_call_rule convert = {xb_call_convert, {"wv", "", ""}};
static const xb_call_rule allocate_matching = {xb_call_allocate_matching, {"ms", "", ""}};
static const xb_call_rule allocate_shape = {xb_call_allocate_shape, {"m", "n", ""}};
static const xb_call_rule test_shape = {xb_call_test_shape, {"ss", "", ""}};
static const xb_call_rule count_multiplications = {xb_call_count_multiplications, {"n", "", ""}};
static const xb_call_rule count_additions = {xb_call_count_additions, {"n", "", ""}};

static const struct fixed_name {
    const char *name;
    const xb_call_rule *rule;
    bool increment, negated;
} fixed_names[] = {
    {"Saxpy", &reverse_saxpy, true, false},
    {"IncDeriv", &reverse_copy, true, false},
    {"DecDeriv", &reverse_copy, true, true},
    {"SetDeriv", &reverse_copy, false, false},
    {"ZeroDeriv", &zero, false, false},
    {"CondIncZeroDeriv", &move, true, false},
    {"oad_convert", &convert, false, false},
    {"convert_a2p_scalar", &convert, false, false},
    {"convert_p2a_scalar", &convert, false, false},
    {"convert_a2p_vector", &convert, false, false},
    {"convert_p2a_vector", &convert, false, false},
    {"convert_a2p_matrix", &convert, false, false},
    {"convert_p2a_matrix", &convert, false, false},
    {"oad_AllocateMatching", &allocate_matching, false, false},
    {"oad_AllocateShape", &allocate_shape, false, false},
    {"oad_ShapeTest", &test_shape, false, false},
    {"countmult", &count_multiplications, false, false},
    {"countadd", &count_additions, false, false},
};

static bool find_fixed(xb_call_form *form, const char *name)
{
    for (size_t i = 0; i < sizeof fixed_names / sizeof *fixed_names; i++) {
        const struct fixed_name *fixed = &fixed_names[i];
        if (strcmp(name, fixed->name) != 0)
            continue;
        form->rule = fixed->rule;
        form->increment = fixed->increment;
        form->negated = fixed->negated;
        return true;
    }
    return false;
}

/* ---- parts of names ------------------------------------------------------------------------------- */

/* Goes over a part of a text if the text begins with it. */
static bool skip(const char **text, const char *part)
{
    size_t length = strlen(part);
    if (strncmp(*text, part, length) != 0)
        return false;
    *text += length;
    return true;
}

/* Goes over "_s" and a rank. */
static bool skip_rank(const char **text, int *rank)
{
    const char *digit = *text + 2;
    if (strncmp(*text, "_s", 2) != 0 || *digit < '0' || *digit > '0' + XB_RANK_LIMIT)
        return false;
    *rank = *digit - '0';
    *text = digit + 1;
    return true;
}

/* Goes over ranks to the end of a name; false if something else is there. */
static bool take_ranks(xb_arena *arena, xb_call_form *form, const char *text)
{
    size_t count = strlen(text) / strlen("_s0");
    int *ranks = xb_arena_array(arena, count, sizeof *ranks);
    for (size_t i = 0; i < count; i++)
        if (!skip_rank(&text, &ranks[i]))
            return false;
    form->ranks = ranks;
    form->rank_count = count;
    return *text == '\0';
}

/* ---- forward mode --------------------------------------------------------------------------------- */

static const xb_call_rule forward_sax = {xb_call_propagate_last, {"", "vx", "y"}};
static const xb_call_rule forward_copy = {xb_call_propagate_first, {"yx", "", ""}};

static const struct fixed_name forward_names[] = {
    {"setderiv", &forward_copy, false, false}, {"set_neg_deriv", &forward_copy, false, true},
    {"inc_deriv", &forward_copy, true, false}, {"dec_deriv", &forward_copy, true, true},
    {"zero_deriv", &zero, false, false},       {"saxpy", &forward_sax, true, false},
    {"sax", &forward_sax, false, false},
};

static bool find_forward(xb_arena *arena, xb_call_form *form, const char *name)
{
    for (size_t i = 0; i < sizeof forward_names / sizeof *forward_names; i++) {
        const struct fixed_name *forward = &forward_names[i];
        const char *rest = name;
        if (!skip(&rest, forward->name) || !take_ranks(arena, form, rest))
            continue;
        form->rule = forward->rule;
        form->forward = true;
        form->increment = forward->increment;
        form->negated = forward->negated;
        return true;
    }
    return false;
}

/* ---- tapes ---------------------------------------------------------------------------------------- */

static const xb_call_rule push = {xb_call_push, {"v", "", ""}};
static const xb_call_rule pop = {xb_call_pop, {"w", "", ""}};

/* Stems without and with ranks; a stem comes before those that it begins with. */
static const struct tape_name {
    const char *stem;
    xb_tape tape;
    bool active;
    bool bare, ranked; /* whether the stem is a name by itself, and whether a rank may follow */
} tape_names[] = {
    {"_i", XB_TAPE_INTEGER, false, true, true},
    {"_b", XB_TAPE_LOGICAL, false, true, true},
    {"_s", XB_TAPE_STRING, false, true, false},
    {"", XB_TAPE_REAL, false, true, true},
};

/* Old documents spell Push and Pop in any case. */
static bool find_tape(xb_arena *arena, xb_call_form *form, const char *name)
{
    bool active = *name == 'a';
    const char *rest = name + active;
    form->active = active;
    if (strncasecmp(rest, "push", 4) == 0) {
        form->rule = &push;
        rest += 4;
    } else if (strncasecmp(rest, "pop", 3) == 0) {
        form->rule = &pop;
        rest += 3;
    } else {
        return false;
    }
    if (active)
        return *rest == '\0'; /* the real tape */
    for (size_t i = 0; i < sizeof tape_names / sizeof *tape_names; i++) {
        const struct tape_name *tape = &tape_names[i];
        const char *ranks = rest;
        if (!skip(&ranks, tape->stem))
            continue;
        form->tape = tape->tape;
        if (*ranks == '\0')
            return tape->bare;
        if (tape->ranked && take_ranks(arena, form, ranks) && form->rank_count == 1)
            return true;
    }
    return false;
}

/* ---- checkpoints ---------------------------------------------------------------------------------- */

static const xb_call_rule store = {xb_call_store, {"v", "", ""}};
static const xb_call_rule restore = {xb_call_restore, {"w", "", ""}};
static const xb_call_rule store_derivative = {xb_call_store, {"x", "", ""}};
static const xb_call_rule restore_derivative = {xb_call_restore, {"y", "", ""}};

static bool skip_type(const char **text, xb_type *type)
{
    static const xb_type types[] = {XB_TYPE_INTEGER, XB_TYPE_REAL, XB_TYPE_COMPLEX,
                                    XB_TYPE_BOOL,    XB_TYPE_CHAR, XB_TYPE_STRING};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (skip(text, xb_type_name(types[i]))) {
            *type = types[i];
            return true;
        }
    return false;
}

static bool find_checkpoint(xb_arena *arena, xb_call_form *form, const char *name)
{
    const char *rest = name;
    int *rank = xb_arena_alloc(arena, sizeof *rank);
    bool is_result = skip(&rest, "cp_res_"); /* of old documents */
    if (!is_result && !skip(&rest, "cp_arg_"))
        return false;
    bool is_store = skip(&rest, "store_");
    if ((!is_store && !skip(&rest, "restore_")) || !skip_type(&rest, &form->type) || !skip(&rest, "_"))
        return false;
    while (*rank <= XB_RANK_LIMIT && !skip(&rest, xb_shape_name(*rank)))
        ++*rank;
    if (*rank > XB_RANK_LIMIT)
        return false;
    form->active = skip(&rest, "_a");
    form->derivative = form->active && skip(&rest, "_d");
    form->ranks = rank;
    form->rank_count = 1;
    if (is_store)
        form->rule = form->derivative ? &store_derivative : &store;
    else
        form->rule = form->derivative ? &restore_derivative : &restore;
    return *rest == '\0';
}

/* --------------------------------------------------------------------------------------------------- */

const xb_inlinable *xb_inlinable_find(xb_arena *arena, const char *name)
{
    xb_call_form form = {0};
    if (!find_fixed(&form, name) && !find_forward(arena, &form, name)) {
        form = (xb_call_form){0};
        if (!find_tape(arena, &form, name)) {
            form = (xb_call_form){0};
            if (!find_checkpoint(arena, &form, name))
                return NULL;
        }
    }
    xb_call_form *result = xb_arena_alloc(arena, sizeof *result);
    *result = form;
    result->first = strlen(form.rule->roles.first);
    result->again = strlen(form.rule->roles.again);
    result->last = strlen(form.rule->roles.last);
    result->inlinable = (xb_inlinable){xb_call_run, result};
    return &result->inlinable;
}

/* One name of each kind that has parts. */
static const char *const example_names[] = {"push_s0",
                                            "pop_s0",
                                            "push_i_s0",
                                            "pop_i_s0",
                                            "push_b",
                                            "pop_b",
                                            "push_s",
                                            "pop_s",
                                            "apush",
                                            "apop",
                                            "cp_arg_store_real_scalar",
                                            "cp_arg_restore_real_scalar",
                                            "cp_arg_store_real_scalar_a",
                                            "cp_arg_restore_real_scalar_a"};

enum {
    FIXED_NAMES = sizeof fixed_names / sizeof *fixed_names,
    FORWARD_NAMES = sizeof forward_names / sizeof *forward_names,
    EXAMPLE_NAMES = sizeof example_names / sizeof *example_names
};

const char *xb_inlinable_hint(xb_arena *arena, const char *name)
{
    const char *candidates[FIXED_NAMES + FORWARD_NAMES + EXAMPLE_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < FIXED_NAMES; i++)
        candidates[count++] = fixed_names[i].name;
    for (size_t i = 0; i < FORWARD_NAMES; i++)
        candidates[count++] = forward_names[i].name;
    for (size_t i = 0; i < EXAMPLE_NAMES; i++)
        candidates[count++] = example_names[i];
    const char *nearest = xb_nearest(arena, name, candidates, count);
    return nearest ? xb_arena_format(arena, "did you mean %s?", nearest) : NULL;
}
