/*
 * Reuse: equal graphs are solved once, and come out as they would without; isomorphic ones cost the same;
 * others are not mixed up with them. Cache files: nothing is lost on the way, nothing in them is believed.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elimination/reuse/cache_file.h"
#include "elimination/reuse/isomorphism.h"
#include "elimination_fixture.h"
#include "suite.h"

static xb_diagnostics *diagnostics;

static xb_reuse *new_reuse(void)
{
    diagnostics = xb_diagnostics_create(arena);
    return xb_reuse_create(arena, diagnostics);
}

static bool same_operand(const xb_operand *a, const xb_operand *b)
{
    return a->kind == b->kind && a->index == b->index && a->value == b->value;
}

static bool same_result(const xb_elimination *a, const xb_elimination *b)
{
    if (a->step_count != b->step_count || a->edge_count != b->edge_count || a->chosen != b->chosen ||
        a->lower_bound != b->lower_bound || memcmp(&a->counts, &b->counts, sizeof a->counts) != 0)
        return false;
    for (size_t i = 0; i < a->step_count; i++) {
        if (a->steps[i].kind != b->steps[i].kind || !same_operand(&a->steps[i].a, &b->steps[i].a) ||
            !same_operand(&a->steps[i].b, &b->steps[i].b))
            return false;
    }
    for (size_t i = 0; i < a->edge_count; i++) {
        if (a->edges[i].source != b->edges[i].source || a->edges[i].target != b->edges[i].target ||
            !same_operand(&a->edges[i].label, &b->edges[i].label))
            return false;
    }
    return true;
}

/* ---- options ---- */

static const xb_elimination_search quick_search = {.kind = XB_KIND_VERTICES, .steps = 200};
static const xb_elimination_search face_search = {.kind = XB_KIND_FACES, .steps = 2000, .states = 50};

enum { OPTION_COUNT = 9 };

static xb_elimination_options options_of(int number)
{
    xb_heuristic_problem problem;
    const xb_elimination_options all[OPTION_COUNT] = {
        {.awareness = 1},
        {.objective = XB_OBJECTIVE_SCARCITY, .rerouting = true, .maintaining = true},
        {.objective = XB_OBJECTIVE_TAPE, .order = XB_ORDER_MARKOWITZ},
        {.objective = XB_OBJECTIVE_OPERATIONS, .awareness = 2},
        {.awareness = 1, .directions = 7, .rerouting = true},
        {.objective = XB_OBJECTIVE_OPERATIONS, .search = &quick_search},
        {.objective = XB_OBJECTIVE_OPERATIONS, .awareness = 1, .search = &face_search},
        {.objective = XB_OBJECTIVE_OPERATIONS,
         .heuristic = xb_heuristic_parse(arena, "face:absorb,reverse", NULL, &problem)},
        {.objective = XB_OBJECTIVE_SCARCITY,
         .heuristic = xb_heuristic_parse(arena, "vertex:lowest_fill_in,forward", NULL, &problem)},
    };
    return all[number];
}

START_TEST(equal_graphs_are_solved_once)
{
    for (uint64_t seed = 0; seed < sample_count(400); seed++) {
        const example *x = random_example(seed, 2 + (uint32_t)(seed % 16));
        xb_reuse *reuse = new_reuse();
        for (int i = 0; i < OPTION_COUNT; i++) {
            xb_elimination_options options = options_of(i);
            const xb_elimination *plain = eliminate(x, options);
            options.reuse = reuse;
            const xb_elimination *first = eliminate(x, options);
            size_t solved = reuse->counts.solved;
            const xb_elimination *second = eliminate(x, options);
            /* equal parts within the graph are solved once, too: isomorphic ones perhaps another way */
            if (reuse->counts.isomorphic == 0)
                require(same_result(plain, first), "remembering changes nothing");
            require(same_result(first, second), "what is remembered is the same");
            require(reuse->counts.solved == solved, "nothing was solved again");
        }
    }
}
END_TEST

/* The same graph with other numbers and another order of edges. */
static example *shuffled(const example *x, uint64_t *seed)
{
    uint32_t count = x->graph.vertex_count, number[MOST_VERTICES];
    size_t edges[MOST_EDGES];
    example *y = new_example(count);
    for (uint32_t v = 0; v < count; v++) {
        uint32_t other = (uint32_t)(next_random(seed) % (v + 1));
        number[v] = number[other];
        number[other] = v;
    }
    for (size_t e = 0; e < x->graph.edge_count; e++) {
        size_t other = (size_t)(next_random(seed) % (e + 1));
        edges[e] = edges[other];
        edges[other] = e;
    }
    for (size_t i = 0; i < x->graph.edge_count; i++) {
        const xb_lcg_edge *edge = &x->edges[edges[i]];
        if (edge->label == XB_LABEL_CONSTANT)
            add_constant(y, number[edge->source], number[edge->target], edge->value);
        else
            add_variable(y, number[edge->source], number[edge->target], x->values[edges[i]]);
    }
    for (uint32_t v = 0; v < count; v++) {
        y->dependent[number[v]] = x->dependent[v];
        y->order[v] = number[x->order[v]];
        y->statement[number[v]] = x->statement[v];
    }
    return y;
}

START_TEST(isomorphic_graphs_are_solved_once)
{
    size_t isomorphic = 0;
    for (uint64_t seed = 0; seed < sample_count(400); seed++) {
        uint64_t state = seed;
        xb_elimination_options options = options_of(5 + (int)(seed % 2));
        const example *x = random_example(seed, 4 + (uint32_t)(seed % 18));
        xb_reuse *reuse = options.reuse = new_reuse();
        const xb_elimination *first = eliminate(x, options);
        size_t solved = reuse->counts.solved;
        for (int i = 0; i < 5; i++) {
            const xb_elimination *other = eliminate(shuffled(x, &state), options);
            require(other->counts.structural_multiplications == first->counts.structural_multiplications &&
                        other->counts.unit_multiplications == first->counts.unit_multiplications &&
                        other->counts.edges == first->counts.edges,
                    "an isomorphic graph costs the same");
        }
        require(reuse->counts.solved == solved, "it was not solved again");
        isomorphic += reuse->counts.isomorphic;
    }
    require(!has_all_samples() || isomorphic > sample_count(400), "most of them were not equal");
}
END_TEST

/* The parts of a graph: the first one, or NULL. */
static const xb_prepared_part *first_part(const example *x)
{
    const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
    return prepared->part_count > 0 ? &prepared->parts[0] : NULL;
}

static bool are_isomorphic(const xb_prepared_part *a, const xb_prepared_part *b)
{
    uint32_t map[2 * MOST_VERTICES];
    return xb_isomorphism_find(scratch, diagnostics, a, b, map);
}

static size_t degree(const xb_prepared_part *part, uint32_t vertex, bool in)
{
    size_t count = 0;
    for (uint32_t e = 0; e < part->edge_count; e++)
        count += (in ? part->edges[e].target : part->edges[e].source) == vertex;
    return count;
}

/* Whether some permutation keeps everything: tries all, vertex by vertex. */
static bool brute_force(const xb_prepared_part *a, const xb_prepared_part *b, uint32_t *map, uint32_t done)
{
    if (done == a->vertex_count)
        return true;
    for (uint32_t v = 0; v < b->vertex_count; v++) {
        bool fits = a->vertices[done].role == b->vertices[v].role &&
                    degree(a, done, true) == degree(b, v, true) &&
                    degree(a, done, false) == degree(b, v, false);
        for (uint32_t u = 0; u < done && fits; u++)
            fits = map[u] != v;
        map[done] = v;
        for (uint32_t e = 0; e < a->edge_count && fits; e++) {
            const xb_prepared_edge *edge = &a->edges[e];
            if ((edge->source != done || edge->target > done) &&
                (edge->target != done || edge->source > done))
                continue;
            bool found = false;
            for (uint32_t k = 0; k < b->edge_count && !found; k++)
                found = b->edges[k].source == map[edge->source] && b->edges[k].target == map[edge->target] &&
                        b->edges[k].copy == edge->copy && b->edges[k].label.kind == edge->label.kind &&
                        b->edges[k].label.value == edge->label.value;
            fits = found;
        }
        if (fits && brute_force(a, b, map, done + 1))
            return true;
    }
    return false;
}

/* Graphs of few vertices, so that some are isomorphic by chance. */
START_TEST(isomorphism_is_decided_rightly)
{
    enum { COUNT = 60 };
    size_t same = 0, equal_colors = 0;
    diagnostics = xb_diagnostics_create(arena);
    for (uint64_t round = 0; round < sample_count(40); round++) {
        const xb_prepared_part *parts[COUNT];
        for (uint64_t i = 0; i < COUNT; i++)
            parts[i] = first_part(random_example(round * COUNT + i, 4 + (uint32_t)(i % 3)));
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < i; k++) {
                const xb_prepared_part *a = parts[i], *b = parts[k];
                if (!a || !b || a->vertex_count != b->vertex_count || a->edge_count != b->edge_count)
                    continue;
                uint32_t map[2 * MOST_VERTICES];
                uint64_t colors[2 * MOST_VERTICES];
                bool wanted = brute_force(a, b, map, 0);
                bool may_be =
                    xb_isomorphism_colors(scratch, a, colors) == xb_isomorphism_colors(scratch, b, colors);
                require(may_be || !wanted, "isomorphic graphs have the same colours");
                require(are_isomorphic(a, b) == wanted, "isomorphism is decided rightly");
                same += wanted;
                equal_colors += may_be;
            }
    }
    require(same > sample_count(40), "there are isomorphic graphs among them");
    require(equal_colors < same + same / 4 + 20, "colours tell most others apart");
}
END_TEST

START_TEST(text_of_a_part_is_read_back)
{
    for (uint64_t seed = 0; seed < sample_count(500); seed++) {
        const example *x = random_example(seed, 2 + (uint32_t)(seed % 20));
        const xb_prepared *prepared = xb_prepare(scratch, &x->graph);
        for (size_t p = 0; p < prepared->part_count; p++) {
            const xb_prepared_part *part = &prepared->parts[p];
            xb_part_key key = xb_part_key_of(scratch, part, seed % 2 ? x->statement : NULL);
            xb_prepared_part read;
            require(strlen(key.text) == key.length && xb_part_key_parse(scratch, key.text, &read),
                    "the text of a part can be read");
            require(read.vertex_count == part->vertex_count && read.edge_count == part->edge_count &&
                        read.intermediate_count == part->intermediate_count,
                    "sizes are the same");
            xb_part_key again = xb_part_key_of(scratch, &read, NULL);
            xb_part_key plain = xb_part_key_of(scratch, part, NULL);
            require(strcmp(again.text, plain.text) == 0 && again.hash == plain.hash, "the text is the same");
        }
    }
}
END_TEST

START_TEST(wrong_texts_are_no_parts)
{
    static const char *const texts[] = {
        "",
        "id",
        "id ",
        "id 0>1,",
        " 0>1",
        "ix 0>1",
        "id 1>0",
        "id 0>0",
        "id 0>2",
        "id 0>1 ",
        "id 0-1",
        "id 0>1=",
        "id 0>1=2",
        "id 0>1=0000000000000000",
        "di 0>1",
        "iid 0>2",
        "imd 0>1",
        "imd 1>2",
        "id 0>1=7ff0000000000000",
        "id 0>1=7ff8000000000000",
        "id 0>1=11",
        "id 0>1=-2",
        "id 4294967296>1",
        "id 0>1;",
        "id 0>1=3fe000000000000",
        "id 0>1=3FE0000000000000",
    };
    xb_prepared_part part;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!xb_part_key_parse(scratch, texts[i], &part), "'%s' is no part", texts[i]);
    ck_assert(xb_part_key_parse(scratch, "iMd 0>1=3fe0000000000000,1>2*", &part));
    ck_assert(part.edges[0].label.value == 0.5 && part.edges[1].copy && part.intermediate_count == 1);
    ck_assert(xb_part_key_parse(scratch, "id 0>1=-1", &part));
}
END_TEST

/* ---- files ---- */

static char path[] = "/tmp/xaifbooster-cache-XXXXXX";

static void set_up_file(void)
{
    set_up();
    strcpy(path + sizeof path - 7, "XXXXXX");
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    close(descriptor);
}

static void tear_down_file(void)
{
    unlink(path);
    tear_down();
}

static void write_file(const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    ck_assert(file && fwrite(text, 1, length, file) == length && fclose(file) == 0);
}

static const char *first_message(void)
{
    return xb_diagnostics_count(diagnostics) == 0 ? "" : xb_diagnostics_at(diagnostics, 0)->message;
}

static xb_reuse *read_file(xb_status wanted)
{
    xb_reuse *reuse = new_reuse();
    xb_status status = xb_cache_file_read(reuse, path);
    if (status != wanted)
        ck_abort_msg("reading the file: status %d: %s", (int)status, first_message());
    return reuse;
}

START_TEST(files_keep_everything)
{
    size_t length = 0, again = 0;
    for (uint64_t seed = 0; seed < sample_count(300); seed++) {
        const example *x = random_example(seed, 4 + (uint32_t)(seed % 16));
        const xb_elimination *results[OPTION_COUNT];
        write_file("", 0);
        xb_reuse *reuse = read_file(XB_STATUS_OK);
        for (int i = 0; i < OPTION_COUNT; i++) {
            xb_elimination_options options = options_of(i);
            options.reuse = reuse;
            results[i] = eliminate(x, options);
        }
        const char *text = xb_cache_file_text(reuse, arena, &length);
        write_file(text, length);
        reuse = read_file(XB_STATUS_OK);
        require(!reuse->changed, "there is nothing new yet");
        require(strcmp(xb_cache_file_text(reuse, arena, &again), text) == 0 && again == length,
                "the file that was read is written again");
        for (int i = 0; i < OPTION_COUNT; i++) {
            xb_elimination_options options = options_of(i);
            options.reuse = reuse;
            const xb_elimination *result = eliminate(x, options);
            require(result->counts.structural_multiplications ==
                            results[i]->counts.structural_multiplications &&
                        memcmp(&result->counts, &results[i]->counts, sizeof result->counts) == 0,
                    "what is in the file costs the same");
        }
        require(reuse->counts.refused == 0 && xb_diagnostics_count(diagnostics) == 0, "nothing was refused");
    }
}
END_TEST

/* Whatever stands in the file, results are right. */
START_TEST(damaged_files_do_no_harm)
{
    size_t refused = 0, accepted = 0;
    static const char letters[] = "0123456789,>:=*-imdvfbxpq \nIMD";
    for (uint64_t seed = 0; seed < sample_count(6000); seed++) {
        uint64_t state = seed;
        const example *x = random_example(seed % 50, 14 + (uint32_t)(seed % 10));
        xb_elimination_options options = options_of((int)(seed % OPTION_COUNT));
        size_t length = 0;
        write_file("", 0);
        options.reuse = read_file(XB_STATUS_OK);
        eliminate(x, options);
        const char *written = xb_cache_file_text(options.reuse, arena, &length);
        char *text = xb_arena_copy_text(arena, written, length);
        size_t first = strcspn(text, "\n") + 1;
        if (length == first)
            continue;
        size_t from = seed % 4 == 0 ? first : (size_t)(strrchr(text, ' ') - text); /* all, or eliminations */
        for (uint64_t i = 1 + next_random(&state) % 3; i > 0; i--) {
            char *place = &text[from + next_random(&state) % (length - from)];
            *place = *place >= '0' && *place <= '9' ? letters[next_random(&state) % 10]
                                                    : letters[next_random(&state) % (sizeof letters - 1)];
        }
        if (next_random(&state) % 4 == 0)
            length = first + next_random(&state) % (length - first);
        write_file(text, length);
        options.reuse = read_file(XB_STATUS_OK);
        eliminate(x, options);
        refused += options.reuse->counts.refused;
        accepted += options.reuse->counts.equal;
    }
    require(!has_all_samples() || (refused > 0 && accepted > 0), "some entries are wrong, and some good");
}
END_TEST

static const example *ladder(void)
{
    return VARIABLE_EXAMPLE(6, {0, 2}, {1, 2}, {2, 3}, {1, 3}, {3, 4}, {2, 4}, {3, 5}, {4, 5});
}

static const char question[] = "objective=operations,awareness=0,order=best,choices=2";
static const char ladder_text[] = "iimmmd 0>2,1>2,2>3,1>3,3>4,2>4,3>5,4>5";

static xb_reuse *after_entry(const char *score, const char *actions)
{
    const char *text = xb_arena_format(arena, "xaifbooster elimination cache 1\n%s - %s best %s %s\n",
                                       question, score, ladder_text, actions);
    example *x = (example *)ladder();
    x->dependent[5] = true;
    write_file(text, strlen(text));
    xb_reuse *reuse = read_file(XB_STATUS_OK);
    eliminate(x, (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS, .reuse = reuse});
    return reuse;
}

START_TEST(entries_are_checked)
{
    xb_reuse *reuse = after_entry("6,8,4,2,6", "v4,v3,v2");
    ck_assert_uint_eq(reuse->counts.equal, 1);
    reuse = after_entry("10,12,6,2,10", "v2,v3,v4");
    ck_assert_msg(reuse->counts.equal == 1 && !reuse->changed, "a choice that is not the best is one: %s",
                  first_message());
    reuse = after_entry("6,8,3,2,6", "v4,v3,v2");
    ck_assert(reuse->counts.equal == 0 && reuse->counts.refused == 1 && reuse->changed);
    ck_assert_str_eq(first_message(),
                     "an entry of the elimination cache is ignored: it costs something else than it says");
    ck_assert_str_eq(xb_diagnostics_at(diagnostics, 0)->place.file, path);
    ck_assert_uint_eq(xb_diagnostics_at(diagnostics, 0)->place.line, 2);
    static const char *const wrong[] = {
        "v4,v3",           "-",  "v4,v3,v2,v2", "v9,v3,v2", "v0,v4,v3,v2", "f0>5,v4,v3,v2", "f9>1,v4,v3,v2",
        "p0>2:3,v4,v3,v2", ":v9"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        reuse = after_entry("6,8,4,2,6", wrong[i]);
        ck_assert_msg(reuse->counts.equal == 0 && reuse->counts.refused == 1, "%s", wrong[i]);
        ck_assert_str_eq(first_message(),
                         "an entry of the elimination cache is ignored: its eliminations are not possible");
        size_t length;
        const char *text = xb_cache_file_text(reuse, arena, &length);
        ck_assert_msg(strstr(text, " 6,8,4,2,6 ") != NULL, "the entry is replaced by a right one:\n%s", text);
    }
    reuse = after_entry("6,8,4,2,6", ":v4,v3,v2");
    ck_assert_uint_eq(reuse->counts.equal, 1);
}
END_TEST

START_TEST(entries_that_cannot_be_read_are_named)
{
    static const struct {
        const char *score, *actions, *message;
    } entries[] = {
        {"6,8,4,2", "v4,v3,v2", "its effort, cost or order is damaged"},
        {"6,8,4,2,6,", "v4,v3,v2", "its effort, cost or order is damaged"},
        {"6,8,4,2,99999999999999999999999", "v4,v3,v2", "its effort, cost or order is damaged"},
        {"6,8,4,2,6", "v4,v3,", "its eliminations are damaged"},
        {"6,8,4,2,6", "v4>3", "its eliminations are damaged"},
        {"6,8,4,2,6", "w4", "its eliminations are damaged"},
        {"6,8,4,2,6", "v99999999999999", "its eliminations are damaged"},
        {"6,8,4,2,6", "v4 v3", "it has not seven words"},
        {"6,8,4,2,6", "", "it has not seven words"},
        {"6,8,4,2,6", ":v4,", "its eliminations are damaged"},
    };
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        xb_reuse *reuse = after_entry(entries[i].score, entries[i].actions);
        ck_assert_uint_eq(reuse->counts.equal, 0);
        ck_assert_str_eq(
            first_message(),
            xb_arena_format(arena, "an entry of the elimination cache is ignored: %s", entries[i].message));
    }
    const char *twice = xb_arena_format(arena,
                                        "xaifbooster elimination cache 1\n%s - 6,8,4,2,6 best %s v4,v3,v2\n"
                                        "%s - 6,8,4,2,6 best %s v4,v3,v2\n%s",
                                        question, ladder_text, question, ladder_text, question);
    write_file(twice, strlen(twice));
    read_file(XB_STATUS_OK);
    ck_assert_uint_eq(xb_diagnostics_count(diagnostics), 2);
    ck_assert_str_eq(first_message(),
                     "an entry of the elimination cache is ignored: there is another one for "
                     "the same graph");
    ck_assert_str_eq(xb_diagnostics_at(diagnostics, 1)->message,
                     "an entry of the elimination cache is ignored: it is cut off");
}
END_TEST

START_TEST(other_files_are_left_alone)
{
    static const char *const texts[] = {"hello", "\n", "xaifbooster elimination cache 1",
                                        "xaifbooster elimination cache 2\n",
                                        "xaifbooster elimination cache 12\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_file(texts[i], strlen(texts[i]));
        read_file(XB_STATUS_INVALID);
        ck_assert_str_eq(first_message(), "this is no elimination cache of this version");
    }
    write_file("xaifbooster elimination cache 1\n\n\n", 34);
    ck_assert(read_file(XB_STATUS_OK)->changed);
    unlink(path);
    ck_assert(!read_file(XB_STATUS_OK)->changed);
    ck_assert_int_eq(xb_cache_file_read(new_reuse(), "/"), XB_STATUS_FAILED);
}
END_TEST

/* More effort is spent, and what it finds replaces what there was, unless that is better. */
START_TEST(better_results_stay)
{
    const example *x = NULL;
    const xb_elimination_options plain = {.objective = XB_OBJECTIVE_OPERATIONS};
    for (uint64_t seed = 0; !x || eliminate(x, plain)->counts.structural_multiplications < 100; seed++)
        x = random_example(seed, MOST_VERTICES);
    xb_reuse *reuse = new_reuse();
    reuse->file = path;
    xb_elimination_search search = {.steps = 1};
    xb_elimination_options options = {
        .objective = XB_OBJECTIVE_OPERATIONS, .search = &search, .reuse = reuse};
    size_t best = eliminate(x, options)->counts.structural_multiplications;
    for (uint64_t i = 0; i < 12; i++) {
        search.steps = i % 3 == 0 ? 20000 : 1 + i;
        search.seed = i % 2;
        size_t solved = reuse->counts.solved;
        size_t now = eliminate(x, options)->counts.structural_multiplications;
        require(now <= best, "what was found once is not lost");
        best = now;
        require(reuse->counts.solved > solved, "another search is done");
        eliminate(x, options);
        search.steps--;
        solved = reuse->counts.solved;
        eliminate(x, options);
        require(reuse->counts.solved == solved, "less than was spent is not spent again");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination_reuse");
    SUITE_ADD(suite, "reuse", equal_graphs_are_solved_once, isomorphic_graphs_are_solved_once,
              isomorphism_is_decided_rightly, text_of_a_part_is_read_back, wrong_texts_are_no_parts);
    const TTest *const with_file[] = {files_keep_everything,      damaged_files_do_no_harm,
                                      entries_are_checked,        entries_that_cannot_be_read_are_named,
                                      other_files_are_left_alone, better_results_stay};
    suite_add(suite, "files", set_up_file, tear_down_file, with_file, sizeof with_file / sizeof *with_file);
    return suite_run(suite);
}
