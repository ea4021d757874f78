/*
 * Entries are found by hashes: of the question and the text of the part; and, for searches, of the question
 * and what does not depend on numbers. igraph is asked only when the latter is the same for two parts, which
 * are isomorphic then in all likelihood: loading it takes longer than solving many a part.
 */
#include "elimination/reuse/reuse.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "elimination/heuristics/heuristics.h"
#include "elimination/proofs/bounds.h"
#include "elimination/reuse/isomorphism.h"

/* What the maps are for. */
enum { BY_KEY, BY_COLORS };

xb_reuse *xb_reuse_create(xb_arena *arena, xb_diagnostics *diagnostics)
{
    xb_reuse *reuse = xb_arena_alloc(arena, sizeof *reuse);
    reuse->arena = arena;
    reuse->diagnostics = diagnostics;
    reuse->can_map = true;
    return reuse;
}

/* ---- the question ---- */

static bool is_partial(const xb_elimination_options *options)
{
    return options->objective != XB_OBJECTIVE_OPERATIONS;
}

static bool searches(const xb_elimination_options *options)
{
    const xb_elimination_search *search = options->search;
    return search && (search->steps > 0 || search->seconds > 0) && !is_partial(options);
}

static const char *text_of_heuristic(xb_arena *scratch, const xb_heuristic *heuristic)
{
    const char *text = xb_arena_format(scratch, ",heuristic=%d:", (int)heuristic->target);
    for (size_t i = 0; i < heuristic->count; i++)
        text = xb_arena_format(scratch, "%s%s%s", text, i > 0 ? "+" : "", heuristic->filters[i]->name);
    return text;
}

/* Another number whenever the best order becomes another one: what was chosen before is not looked for. */
static const char choices[] = ",choices=2";

/* All that the choice depends on, beside the part and what is spent on a search. */
static const char *text_of_question(xb_arena *scratch, const xb_elimination_options *options, size_t size)
{
    static const char *const kinds[] = {"vertices", "edges", "faces"};
    size_t directions = options->directions > 0 ? options->directions : 1;
    const char *text = xb_arena_format(scratch, "objective=%s,awareness=%d",
                                       xb_elimination_objective_name(options->objective), options->awareness);
    if (is_partial(options))
        text = xb_arena_format(scratch, "%s,directions=%zu%s%s", text, directions,
                               options->rerouting ? ",rerouting" : "",
                               options->maintaining ? ",maintaining" : "");
    if (options->heuristic)
        text = xb_arena_format(scratch, "%s%s", text, text_of_heuristic(scratch, options->heuristic));
    else
        text = xb_arena_format(scratch, "%s,order=%s%s", text, xb_elimination_order_name(options->order),
                               options->order == XB_ORDER_BEST ? choices : "");
    if (options->budget > 0) /* which is shared out to the parts */
        text = xb_arena_format(scratch, "%s,budget=%zu/%zu", text, options->budget, size);
    return searches(options) ? xb_arena_format(scratch, "%s,search=%s", text, kinds[options->search->kind])
                             : text;
}

xb_reuse_question xb_reuse_ask(xb_arena *scratch, const xb_prepared *prepared, const xb_lcg *graph,
                               const xb_elimination_options *options, xb_lcg_state *state)
{
    bool by_statements = is_partial(options) && options->order == XB_ORDER_BEST && !options->heuristic;
    return (xb_reuse_question){.reuse = options->reuse,
                               .scratch = scratch,
                               .prepared = prepared,
                               .options = options,
                               .statement = by_statements ? graph->statement : NULL,
                               .state = state,
                               .text = text_of_question(scratch, options, prepared->size)};
}

static size_t size_of(const xb_prepared_part *part)
{
    return (size_t)part->vertex_count + part->edge_count;
}

/* Seconds are shared out by size. */
static xb_effort effort_of(const xb_reuse_question *question)
{
    const xb_elimination_search *search = question->options->search;
    if (!searches(question->options))
        return (xb_effort){.searched = false};
    double share = (double)size_of(question->part) / (double)question->prepared->size;
    return (xb_effort){.searched = true,
                       .method = search->method,
                       .seed = search->seed,
                       .chains = search->chains > 0 ? search->chains : 1,
                       .steps = search->steps > 0 ? search->steps : UINT64_MAX,
                       .milliseconds =
                           search->seconds > 0 ? (uint64_t)(1000 * search->seconds * share) : UINT64_MAX,
                       .states = search->states};
}

/* Whether what was spent is at least what is to be spent. */
static bool covers(const xb_effort *spent, const xb_effort *wanted)
{
    if (!wanted->searched)
        return true;
    return spent->searched && spent->method == wanted->method && spent->seed == wanted->seed &&
           spent->chains == wanted->chains && spent->steps >= wanted->steps &&
           spent->milliseconds >= wanted->milliseconds && spent->states >= wanted->states;
}

/* A proof from a file can't be believed, unless the simple bounds say the same. */
static bool is_proof_missing(const xb_solved *solved, const xb_choice *choice, const xb_effort *wanted)
{
    return wanted->states > 0 && solved->line > 0 && choice->lower_bound < solved->score.ranks[0];
}

/* ---- entries ---- */

static uint64_t hash_of_key(const char *question, const xb_part_key *key)
{
    return key->hash ^ xb_part_key_hash(question, strlen(question));
}

static uint64_t hash_of_colors(const char *question, uint64_t colors)
{
    return colors ^ xb_part_key_hash(question, strlen(question));
}

static xb_solved *equal_one(const xb_reuse *reuse, const char *question, const xb_part_key *key)
{
    xb_solved *solved = xb_map_get(&reuse->by_key, hash_of_key(question, key), BY_KEY);
    while (solved && (solved->key.length != key->length || strcmp(solved->question, question) != 0 ||
                      memcmp(solved->key.text, key->text, key->length) != 0))
        solved = solved->next;
    return solved;
}

static void enter(xb_reuse *reuse, xb_solved *solved)
{
    uint64_t key = hash_of_key(solved->question, &solved->key);
    solved->next = xb_map_get(&reuse->by_key, key, BY_KEY);
    xb_map_put(reuse->arena, &reuse->by_key, key, BY_KEY, solved);
    xb_list_append(reuse->arena, &reuse->solved, solved);
    if (solved->colors == 0 || solved->derived)
        return;
    uint64_t colors = hash_of_colors(solved->question, solved->colors);
    solved->next_isomorphic = xb_map_get(&reuse->by_colors, colors, BY_COLORS);
    xb_map_put(reuse->arena, &reuse->by_colors, colors, BY_COLORS, solved);
}

bool xb_reuse_add(xb_reuse *reuse, const xb_solved *solved)
{
    if (equal_one(reuse, solved->question, &solved->key))
        return false;
    xb_solved *copy = xb_arena_alloc(reuse->arena, sizeof *copy);
    *copy = *solved;
    enter(reuse, copy);
    return true;
}

void xb_reuse_merge(xb_reuse *reuse, const xb_reuse *newer)
{
    for (size_t i = 0; i < newer->solved.count; i++) {
        const xb_solved *solved = newer->solved.items[i];
        xb_solved *own = equal_one(reuse, solved->question, &solved->key);
        if (!own) {
            xb_reuse_add(reuse, solved);
        } else if (own->derived || (own->line > 0 && !own->wrong)) {
            own->choice = solved->choice;
            own->effort = solved->effort;
            own->score = solved->score;
            own->has_score = solved->has_score;
            own->checked = own->derived = false;
        }
    }
}

static xb_choice copy_of_choice(xb_arena *arena, const xb_choice *choice)
{
    xb_choice copy = *choice;
    if (choice->sequence) {
        xb_line_sequence *sequence = xb_arena_alloc(arena, sizeof *sequence);
        *sequence = *choice->sequence;
        sequence->actions = xb_arena_array(arena, sequence->count, sizeof *sequence->actions);
        if (sequence->count > 0)
            memcpy(sequence->actions, choice->sequence->actions, sequence->count * sizeof *sequence->actions);
        copy.sequence = sequence;
        copy.actions = NULL;
        copy.count = 0;
        return copy;
    }
    xb_lcg_action *actions = xb_arena_array(arena, choice->count, sizeof *actions);
    if (choice->count > 0)
        memcpy(actions, choice->actions, choice->count * sizeof *actions);
    copy.actions = actions;
    return copy;
}

/* ---- checks ---- */

static bool is_vertex(const xb_prepared_part *part, uint32_t vertex)
{
    return vertex < part->vertex_count;
}

static bool are_possible(const xb_reuse_question *question, const xb_choice *choice)
{
    const xb_prepared_part *part = question->part;
    size_t most = xb_product_limit(question->options);
    xb_lcg_load(question->state, part, NULL, NULL);
    for (size_t i = 0; i < choice->count; i++) {
        xb_lcg_action action = choice->actions[i];
        if (!is_vertex(part, action.source) || !is_vertex(part, action.target) ||
            !is_vertex(part, action.pivot) || !xb_lcg_allows(question->state, action) ||
            xb_lcg_products(question->state, action) > most - question->state->tally.structural)
            return false;
        xb_lcg_apply(question->state, action);
    }
    for (uint32_t v = 0; v < part->vertex_count && !is_partial(question->options); v++) {
        if (xb_lcg_is_eliminable(question->state, v))
            return false;
    }
    return true;
}

/* Sequences are completed when they are done, and faces that are not there cost nothing; but a sequence can
 * make more lines than there is room for. */
static bool is_sequence_possible(const xb_reuse_question *question, const xb_line_sequence *sequence)
{
    const xb_prepared_part *part = question->part;
    if (is_partial(question->options))
        return false;
    for (uint32_t i = 0; i < sequence->count; i++) {
        xb_line_action action = sequence->actions[i];
        if (action.kind == XB_LINE_PAIR || !is_vertex(part, action.a) || !is_vertex(part, action.b) ||
            !is_vertex(part, action.c))
            return false;
    }
    return xb_line_room(question->scratch, part, sequence) > 0;
}

static bool is_possible(const xb_reuse_question *question, const xb_choice *choice)
{
    return choice->sequence ? is_sequence_possible(question, choice->sequence)
                            : are_possible(question, choice);
}

static xb_score score_of(const xb_reuse_question *question, const xb_choice *choice)
{
    xb_accumulation trial = {.arena = question->scratch, .scratch = question->scratch};
    if (choice->sequence)
        xb_accumulation_add_sequence(&trial, question->part, choice->sequence);
    else
        xb_accumulation_add(&trial, question->state, question->part, choice->actions, choice->count);
    xb_elimination_counts counts = xb_accumulation_count(&trial, question->options->awareness);
    return xb_score_of_counts(&counts, question->options);
}

static void refuse(xb_reuse *reuse, xb_solved *solved, const char *why)
{
    solved->wrong = true;
    reuse->changed = true;
    reuse->counts.refused++;
    xb_warning(reuse->diagnostics, (xb_place){.file = reuse->file, .line = solved->line}, NULL,
               "an entry of the elimination cache is ignored: %s", why);
}

static bool costs(const xb_reuse_question *question, const xb_choice *choice, const xb_score *score)
{
    xb_score real = score_of(question, choice);
    return memcmp(&real, score, sizeof real) == 0;
}

/* Bounds are not believed, since they can't be checked; the simple ones are computed again. */
static void find_bound(const xb_reuse_question *question, xb_choice *choice)
{
    uint64_t *at_vertex = xb_arena_array(question->scratch, question->part->vertex_count, sizeof *at_vertex);
    choice->lower_bound = 0;
    if (!searches(question->options) ||
        !xb_lower_bounds(question->scratch, question->part, question->options->awareness, at_vertex, NULL))
        return;
    for (uint32_t v = 0; v < question->part->vertex_count; v++)
        choice->lower_bound += at_vertex[v];
}

/* Whether an entry may be used for the part of the question, which is equal to its own. */
static bool check(xb_reuse_question *question, xb_solved *solved)
{
    if (solved->checked || solved->wrong)
        return solved->checked;
    if (!is_possible(question, &solved->choice)) {
        refuse(question->reuse, solved, "its eliminations are not possible");
    } else if (!costs(question, &solved->choice, &solved->score)) {
        refuse(question->reuse, solved, "it costs something else than it says");
    } else {
        find_bound(question, &solved->choice);
        solved->checked = true;
    }
    return solved->checked;
}

/* ---- isomorphic parts ---- */

static xb_line_sequence *mapped_sequence(xb_arena *scratch, const xb_line_sequence *sequence,
                                         const uint32_t *map)
{
    xb_line_sequence *mapped = xb_arena_alloc(scratch, sizeof *mapped);
    mapped->actions = xb_arena_array(scratch, sequence->count, sizeof *mapped->actions);
    mapped->count = sequence->count;
    for (uint32_t i = 0; i < sequence->count; i++) {
        xb_line_action action = sequence->actions[i];
        mapped->actions[i] = (xb_line_action){action.kind, map[action.a], map[action.b], map[action.c]};
    }
    return mapped;
}

static xb_choice mapped_choice(xb_arena *scratch, const xb_choice *choice, const uint32_t *map)
{
    xb_choice mapped = *choice;
    if (choice->sequence) {
        mapped.sequence = mapped_sequence(scratch, choice->sequence, map);
        return mapped;
    }
    xb_lcg_action *actions = xb_arena_array(scratch, choice->count, sizeof *actions);
    for (size_t i = 0; i < choice->count; i++) {
        xb_lcg_action action = choice->actions[i];
        actions[i] = (xb_lcg_action){action.kind, map[action.source], map[action.target], map[action.pivot]};
    }
    mapped.actions = actions;
    return mapped;
}

/* Pairs of lines are known by numbers that depend on those of the edges. */
static bool has_pairs(const xb_choice *choice)
{
    for (uint32_t i = 0; choice->sequence && i < choice->sequence->count; i++) {
        if (choice->sequence->actions[i].kind == XB_LINE_PAIR)
            return true;
    }
    return false;
}

/* Looks for an isomorphism; when igraph can't be used, that is said once. */
static bool find_map(xb_reuse_question *question, const xb_prepared_part *from, uint32_t *map)
{
    xb_reuse *reuse = question->reuse;
    xb_diagnostics *problems = xb_diagnostics_create(question->scratch);
    bool found = xb_isomorphism_find(question->scratch, problems, from, question->part, map);
    if (xb_diagnostics_errors(problems) > 0) {
        const xb_diagnostic *problem = xb_diagnostics_at(problems, 0);
        xb_warning(reuse->diagnostics, (xb_place){0}, problem->hint,
                   "isomorphic graphs are not recognised: %s", problem->message);
        reuse->can_map = false;
    }
    return found;
}

static bool carry_over(xb_reuse_question *question, xb_solved *solved, xb_choice *choice)
{
    xb_prepared_part part;
    uint32_t *map = xb_arena_array(question->scratch, question->part->vertex_count, sizeof *map);
    if (!xb_part_key_parse(question->scratch, solved->key.text, &part) || !find_map(question, &part, map))
        return false;
    *choice = mapped_choice(question->scratch, &solved->choice, map);
    return is_possible(question, choice) && (!solved->has_score || costs(question, choice, &solved->score));
}

static void remember_derived(xb_reuse_question *question, const xb_solved *from, const xb_choice *choice);

static bool find_isomorphic(xb_reuse_question *question, xb_choice *choice)
{
    xb_reuse *reuse = question->reuse;
    if (!searches(question->options) || size_of(question->part) > (size_t)XB_ISOMORPHISM_LIMIT)
        return false;
    uint64_t *colors = xb_arena_array(question->scratch, question->part->vertex_count, sizeof *colors);
    question->colors = xb_isomorphism_colors(question->scratch, question->part, colors);
    xb_solved *solved =
        xb_map_get(&reuse->by_colors, hash_of_colors(question->text, question->colors), BY_COLORS);
    for (; solved && reuse->can_map; solved = solved->next_isomorphic) {
        if (solved->wrong || solved == question->candidate || solved->colors != question->colors ||
            has_pairs(&solved->choice) || strcmp(solved->question, question->text) != 0 ||
            !covers(&solved->effort, &question->effort) || !carry_over(question, solved, choice))
            continue;
        if (!solved->checked)
            find_bound(question, choice);
        if (is_proof_missing(solved, choice, &question->effort))
            continue;
        remember_derived(question, solved, choice);
        return true;
    }
    return false;
}

/* ---- the whole ---- */

static xb_solved *remember(xb_reuse_question *question, const xb_choice *choice)
{
    xb_reuse *reuse = question->reuse;
    xb_solved *solved = xb_arena_alloc(reuse->arena, sizeof *solved);
    solved->question = xb_arena_copy_text(reuse->arena, question->text, strlen(question->text));
    solved->key = question->key;
    solved->key.text = xb_arena_copy_text(reuse->arena, question->key.text, question->key.length);
    solved->key.room = 0;
    solved->choice = copy_of_choice(reuse->arena, choice);
    solved->effort = question->effort;
    solved->colors = question->colors;
    solved->checked = true;
    return solved;
}

/* The next one with the same numbers need not be mapped. */
static void remember_derived(xb_reuse_question *question, const xb_solved *from, const xb_choice *choice)
{
    if (question->candidate)
        return;
    xb_solved *solved = remember(question, choice);
    solved->derived = true;
    solved->score = from->score;
    solved->has_score = from->has_score;
    enter(question->reuse, solved);
}

bool xb_reuse_find(xb_reuse_question *question, const xb_prepared_part *part, xb_choice *choice)
{
    xb_reuse *reuse = question->reuse;
    question->part = part;
    question->effort = effort_of(question);
    question->key = xb_part_key_of(question->scratch, part, question->statement);
    question->colors = 0;
    question->candidate = NULL;
    xb_solved *solved = equal_one(reuse, question->text, &question->key);
    if (solved && check(question, solved)) {
        if (covers(&solved->effort, &question->effort) &&
            !is_proof_missing(solved, &solved->choice, &question->effort)) {
            reuse->counts.equal++;
            *choice = solved->choice;
            return true;
        }
        question->candidate = solved;
    }
    if (!find_isomorphic(question, choice))
        return false;
    reuse->counts.isomorphic++;
    return true;
}

/* Puts what was chosen now into an entry that is there already. */
static void replace(xb_reuse_question *question, xb_solved *old, const xb_choice *choice, xb_score score)
{
    old->choice = copy_of_choice(question->reuse->arena, choice);
    old->score = score;
    old->has_score = true;
    old->checked = true;
    old->wrong = false;
    old->derived = false;
    old->line = 0;
    old->effort = question->effort;
}

static void keep(xb_reuse_question *question, xb_choice *choice)
{
    xb_reuse *reuse = question->reuse;
    xb_solved *old = equal_one(reuse, question->text, &question->key);
    xb_score score = {{0}};
    reuse->counts.solved++;
    reuse->changed = true;
    if (choice->interrupted)
        question->effort = (xb_effort){.searched = false};
    if (reuse->file || old)
        score = score_of(question, choice);
    if (!old) {
        xb_solved *solved = remember(question, choice);
        solved->score = score;
        solved->has_score = reuse->file != NULL;
        enter(reuse, solved);
        return;
    }
    if (question->candidate && !xb_score_less(&score, &old->score)) {
        size_t bound =
            choice->lower_bound > old->choice.lower_bound ? choice->lower_bound : old->choice.lower_bound;
        old->choice.lower_bound = bound;
        old->line = 0;
        if (!choice->interrupted)
            old->effort = question->effort;
        *choice = old->choice;
        return;
    }
    replace(question, old, choice, score);
}

void xb_reuse_keep(xb_reuse_question *question, xb_choice *choice)
{
    keep(question, choice);
    xb_part_key_give_back(question->scratch, &question->key);
}
