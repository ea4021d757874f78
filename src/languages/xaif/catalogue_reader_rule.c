/*
 * Rules of routines. Arguments come in the order of their positions, so that none is missing; the result of a
 * function comes last, and is kept as one more argument. What can be wrong with a rule as a whole is checked
 * at its end: parts that are missing, or that exclude each other.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "languages/xaif/catalogue_reader_state.h"

static const xb_catalogue_reader_word intents[] = {
    {"in", XB_INTENT_IN}, {"out", XB_INTENT_OUT}, {"inout", XB_INTENT_INOUT}, {NULL, 0}};

static const xb_catalogue_reader_word activities[] = {
    {"any", XB_RULE_ANY}, {"active", XB_RULE_ACTIVE}, {"passive", XB_RULE_PASSIVE}, {NULL, 0}};

static const xb_catalogue_reader_word needs[] = {
    {"before", XB_RULE_BEFORE}, {"after", XB_RULE_AFTER}, {"no", XB_RULE_UNNEEDED}, {NULL, 0}};

static const xb_catalogue_reader_word types[] = {{"real", XB_TYPE_REAL},
                                                 {"integer", XB_TYPE_INTEGER},
                                                 {"bool", XB_TYPE_BOOL},
                                                 {"complex", XB_TYPE_COMPLEX},
                                                 {"opaque", XB_TYPE_OPAQUE},
                                                 {"string", XB_TYPE_STRING},
                                                 {NULL, 0}};

static const xb_catalogue_reader_word samples[] = {{"any", XB_RULE_SAMPLE_ANY},
                                                   {"dominant", XB_RULE_SAMPLE_DOMINANT},
                                                   {"symmetric", XB_RULE_SAMPLE_SYMMETRIC},
                                                   {NULL, 0}};

static const char *optional_text(xb_catalogue_reader *r, size_t i)
{
    return r->values[i] ? xb_catalogue_reader_text(r, i) : NULL;
}

static bool are_one(const char *a, const char *b)
{
    return a && b && strcasecmp(a, b) == 0;
}

/* No part does the work of another one. What records can be the routine itself. */
static void check_parts(xb_catalogue_reader *r, const xb_routine_rule *rule)
{
    const char *twice = are_one(rule->tangent, rule->name) || are_one(rule->tangent, rule->adjoint) ||
                                are_one(rule->tangent, rule->recording)
                            ? rule->tangent
                        : are_one(rule->adjoint, rule->name) || are_one(rule->adjoint, rule->recording)
                            ? rule->adjoint
                            : NULL;
    if (twice)
        xb_catalogue_reader_wrong(r, r->line, "name a routine for each", "the rule of '%s' names '%s' twice",
                                  rule->name, twice);
}

void xb_catalogue_reader_start_rule(xb_catalogue_reader *r)
{
    enum { NAME, TANGENT, ADJOINT, RECORDING, RETURNING };
    r->item_valid = true;
    r->item_line = r->line;
    r->entries = (xb_vector){0};
    xb_routine_rule *rule = r->rule = xb_arena_alloc(r->arena, sizeof *rule);
    *rule = (xb_routine_rule){.name = xb_catalogue_reader_text(r, NAME),
                              .tangent = optional_text(r, TANGENT),
                              .adjoint = optional_text(r, ADJOINT),
                              .recording = optional_text(r, RECORDING),
                              .file = r->file,
                              .line = r->line};
    const char *returning = optional_text(r, RETURNING);
    if (rule->adjoint && (rule->recording || returning))
        xb_catalogue_reader_wrong(r, r->line, "leave out adjoint, or recording and returning",
                                  "'%s' has both an adjoint routine and recording or returning ones",
                                  rule->name);
    else if (!rule->recording != !returning)
        xb_catalogue_reader_wrong(r, r->line, "a routine without a recording one has an adjoint routine",
                                  "'%s' needs both of recording and returning, or none", rule->name);
    rule->adjoint = returning ? returning : rule->adjoint;
    check_parts(r, rule);
    xb_catalogue_reader_define(r, rule->name, rule);
}

/* ---- arguments ----------------------------------------------------------------------------------------- */

/* Numbers separated by blanks. */
static void read_extents(xb_catalogue_reader *r, size_t i, xb_rule_argument *argument)
{
    xb_vector extents = {0};
    for (char *at = (char *)r->values[i], *end; at && at[strspn(at, " \t\r\n")]; at = end) {
        long value = strtol(at, &end, 10);
        if (end == at || value < 1 || value > XB_CATALOGUE_READER_ARGUMENTS ||
            extents.count == XB_RANK_LIMIT) {
            xb_catalogue_reader_wrong(r, r->line,
                                      "write a number from 1 to 10000 for each dimension, 7 at most",
                                      "extents=\"%s\" is no list of extents", r->values[i]);
            return;
        }
        *(int64_t *)xb_vector_push(r->arena, &extents, sizeof(int64_t)) = value;
    }
    argument->extents = extents.items;
    argument->extent_count = extents.count;
}

static void check_argument(xb_catalogue_reader *r, const xb_rule_argument *argument, const char *type)
{
    bool has_derivative = argument->type == XB_TYPE_VOID || argument->type == XB_TYPE_REAL ||
                          argument->type == XB_TYPE_COMPLEX || argument->type == XB_TYPE_OPAQUE;
    if (argument->activity != XB_RULE_PASSIVE && !has_derivative)
        xb_catalogue_reader_wrong(r, r->line, "say activity=\"passive\"", "%s of type %s has no derivative",
                                  r->rule->is_function ? "a result" : "an argument", type);
    if (argument->needed == XB_RULE_BEFORE && argument->intent == XB_INTENT_OUT)
        xb_catalogue_reader_wrong(r, r->line, "say needed=\"after\" or needed=\"no\"",
                                  "%s has no value before the call",
                                  r->rule->is_function ? "a result" : "an argument of intent out");
}

/* What is said of arguments and results. @param first the number of its first attribute */
static void read_facts(xb_catalogue_reader *r, size_t first, xb_rule_argument *argument)
{
    enum { ACTIVITY, NEEDED, TYPE, RANK, EXTENTS };
    argument->activity =
        (xb_rule_activity)xb_catalogue_reader_choice(r, first + ACTIVITY, activities, XB_RULE_ANY);
    argument->needed = (xb_rule_need)xb_catalogue_reader_choice(
        r, first + NEEDED, needs, argument->intent == XB_INTENT_OUT ? XB_RULE_AFTER : XB_RULE_BEFORE);
    argument->type = (xb_type)xb_catalogue_reader_choice(r, first + TYPE, types, XB_TYPE_VOID);
    if (r->values[first + RANK])
        argument->rank = (int)xb_catalogue_reader_number(r, first + RANK, 0, XB_RANK_LIMIT);
    read_extents(r, first + EXTENTS, argument);
    check_argument(r, argument, r->values[first + TYPE]);
}

static xb_rule_argument *new_argument(xb_catalogue_reader *r)
{
    xb_rule_argument *argument = xb_vector_push(r->arena, &r->entries, sizeof *argument);
    *argument = (xb_rule_argument){.intent = XB_INTENT_INOUT, .rank = XB_RANK_VOID};
    if (r->rule->is_function)
        xb_catalogue_reader_wrong(r, r->line, "write one Result, after all Arguments",
                                  "the Result of '%s' comes before this", r->rule->name);
    return argument;
}

void xb_catalogue_reader_start_argument_rule(xb_catalogue_reader *r)
{
    enum { POSITION, INTENT, FACTS, ALIAS = FACTS + 5, SAMPLE };
    xb_rule_argument *argument = new_argument(r);
    unsigned position = xb_catalogue_reader_number(r, POSITION, 1, XB_CATALOGUE_READER_ARGUMENTS);
    if (position != r->entries.count)
        xb_catalogue_reader_wrong(r, r->line, "write the arguments in order, and leave out none",
                                  "argument %u of '%s' comes as number %zu", position, r->rule->name,
                                  (size_t)r->entries.count);
    argument->intent = (xb_intent)xb_catalogue_reader_choice(r, INTENT, intents, XB_INTENT_INOUT);
    read_facts(r, FACTS, argument);
    if (r->values[ALIAS])
        argument->alias = xb_catalogue_reader_number(r, ALIAS, 1, XB_CATALOGUE_READER_ARGUMENTS);
    argument->sample = (xb_rule_sample)xb_catalogue_reader_choice(r, SAMPLE, samples, XB_RULE_SAMPLE_ANY);
}

void xb_catalogue_reader_start_result_rule(xb_catalogue_reader *r)
{
    xb_rule_argument *result = new_argument(r);
    result->intent = XB_INTENT_OUT;
    r->rule->is_function = true;
    read_facts(r, 0, result);
}

/* ---- the rule as a whole ------------------------------------------------------------------------------- */

static bool is_needed_otherwise(const xb_rule_argument *a, const xb_rule_argument *b)
{
    return a->needed != XB_RULE_UNNEEDED && b->needed != XB_RULE_UNNEEDED && a->needed != b->needed;
}

/* How many arguments calls pass. */
static size_t calls_pass(const xb_catalogue_reader *r)
{
    return r->entries.count - (r->rule->is_function ? 1 : 0);
}

/* Two arguments that are one variable have one value in the adjoint routine. */
static void check_alias(xb_catalogue_reader *r, const xb_rule_argument *all, size_t i)
{
    unsigned other = all[i].alias;
    if (other == 0)
        return;
    if (other > calls_pass(r) || other == i + 1)
        xb_catalogue_reader_wrong(r, r->item_line, "name another argument of the routine",
                                  "argument %zu of '%s' can't be one variable with argument %u", i + 1,
                                  r->rule->name, other);
    else if (is_needed_otherwise(&all[i], &all[other - 1]))
        xb_catalogue_reader_wrong(r, r->item_line, "let the adjoint routine need one of them only",
                                  "arguments %zu and %u of '%s' may be one variable, of which the adjoint "
                                  "routine would need the value before and after the call",
                                  i + 1, other, r->rule->name);
}

void xb_catalogue_reader_end_rule(xb_catalogue_reader *r)
{
    xb_routine_rule *rule = r->rule;
    rule->arguments = r->entries.items;
    rule->argument_count = r->entries.count;
    if (r->item_valid && !rule->tangent && !rule->adjoint)
        xb_catalogue_reader_wrong(r, r->item_line, "name a tangent routine, an adjoint routine, or both",
                                  "the rule of '%s' has no parts", rule->name);
    for (size_t i = 0; r->item_valid && i < rule->argument_count; i++)
        check_alias(r, rule->arguments, i);
    if (r->item_valid)
        xb_list_append(r->arena, &r->items->rules, rule);
}
