/*
 * Searches of several processes, which are threads here: whatever their number, they find what one process
 * finds with as many chains, and when one of them wants to end, all do.
 */
#include <check.h>
#include <pthread.h>
#include <string.h>

#include "elimination_fixture.h"
#include "suite.h"

enum { MOST_MEMBERS = 7 };

/* What the members see of each other. */
typedef struct meeting {
    pthread_barrier_t barrier;
    uint32_t size;
    uint64_t *numbers[MOST_MEMBERS];
    void *bytes;
} meeting;

typedef struct member {
    meeting *meeting;
    xb_search_team team;
    xb_elimination_search search;
    const example *example;
    xb_elimination_options options;
    xb_failure *failure;
    xb_arena *arena;
    xb_arena *scratch;
    const xb_elimination *result;
    pthread_t thread;
    size_t told; /* how often it was told how far the search is */
} member;

static void sum(void *context, uint64_t *numbers, size_t count)
{
    member *m = context;
    uint64_t *sums = xb_arena_array(m->arena, count, sizeof *sums);
    m->meeting->numbers[m->team.rank] = numbers;
    pthread_barrier_wait(&m->meeting->barrier);
    for (uint32_t rank = 0; rank < m->team.size; rank++) {
        for (size_t i = 0; i < count; i++)
            sums[i] += m->meeting->numbers[rank][i];
    }
    pthread_barrier_wait(&m->meeting->barrier);
    memcpy(numbers, sums, count * sizeof *numbers);
}

static void spread(void *context, uint32_t from, void *bytes, size_t size)
{
    member *m = context;
    if (m->team.rank == from)
        m->meeting->bytes = bytes;
    pthread_barrier_wait(&m->meeting->barrier);
    if (m->team.rank != from)
        memcpy(bytes, m->meeting->bytes, size);
    pthread_barrier_wait(&m->meeting->barrier);
}

static void eliminate_as_member(void *argument)
{
    member *m = argument;
    m->result = xb_eliminate(m->arena, m->scratch, &m->example->graph, &m->options);
}

static void *run_member(void *argument)
{
    member *m = argument;
    xb_protect(m->failure, eliminate_as_member, m);
    return NULL;
}

static void join(meeting *all, member *m, uint32_t rank, const example *x, int awareness,
                 const xb_elimination_search *search)
{
    *m = (member){.meeting = all, .example = x, .search = *search};
    m->team = (xb_search_team){rank, all->size, sum, spread, m};
    m->search.team = &m->team;
    m->search.threads = 1 + rank % 2;
    m->search.context = m;
    m->options = (xb_elimination_options){.objective = XB_OBJECTIVE_OPERATIONS,
                                          .order = XB_ORDER_FORWARD,
                                          .awareness = awareness,
                                          .search = &m->search};
    m->failure = xb_failure_create();
    m->arena = xb_arena_create(m->failure);
    m->scratch = xb_arena_create(m->failure);
}

static void search_together(meeting *all, member *members, uint32_t size, const example *x, int awareness,
                            const xb_elimination_search *search)
{
    all->size = size;
    pthread_barrier_init(&all->barrier, NULL, size);
    for (uint32_t rank = 0; rank < size; rank++)
        join(all, &members[rank], rank, x, awareness, search);
    for (uint32_t rank = 0; rank < size; rank++)
        pthread_create(&members[rank].thread, NULL, run_member, &members[rank]);
    for (uint32_t rank = 0; rank < size; rank++)
        pthread_join(members[rank].thread, NULL);
    pthread_barrier_destroy(&all->barrier);
}

static void part(const meeting *all, member *members)
{
    for (uint32_t rank = 0; rank < all->size; rank++) {
        xb_arena_destroy(members[rank].arena);
        xb_arena_destroy(members[rank].scratch);
        xb_failure_destroy(members[rank].failure);
    }
}

static bool same(const xb_elimination *a, const xb_elimination *b)
{
    bool equal = a->step_count == b->step_count && a->lower_bound == b->lower_bound && a->chosen == b->chosen;
    for (size_t s = 0; equal && s < a->step_count; s++) {
        const xb_step *x = &a->steps[s], *y = &b->steps[s];
        equal = x->kind == y->kind && x->a.index == y->a.index && x->b.index == y->b.index;
    }
    return equal;
}

/* By whatever number of processes. */
static void check_search(const example *x, int awareness, const xb_elimination_search *search)
{
    meeting all;
    member one[1], members[MOST_MEMBERS];
    search_together(&all, one, 1, x, awareness, search);
    for (uint32_t size = 2; size <= MOST_MEMBERS; size++) {
        search_together(&all, members, size, x, awareness, search);
        for (uint32_t rank = 0; rank < size; rank++)
            require(same(one[0].result, members[rank].result), "all processes find what one finds");
        part(&all, members);
    }
    all.size = 1;
    part(&all, one);
}

START_TEST(processes_make_no_difference)
{
    for (uint64_t seed = 0; seed < sample_count(60); seed++) {
        example *x = random_example(seed, MOST_VERTICES);
        xb_elimination_search search = {.kind = (xb_elimination_kind)(seed % 3),
                                        .method = (xb_search_method)(seed / 3 % 4),
                                        .steps = 3000,
                                        .seed = seed,
                                        .chains = 1 + (uint32_t)(seed % 5),
                                        .states = seed % 2 ? 100 : 0};
        check_search(x, (int)(seed / 2 % 3), &search);
        xb_arena_reset(arena);
    }
}
END_TEST

static bool stop_one(void *context, const xb_search_progress *progress)
{
    member *m = context;
    (void)progress;
    m->told++;
    return m->team.rank != 1;
}

START_TEST(all_end_when_one_wants_to)
{
    example *x = random_example(7, MOST_VERTICES);
    for (int kind = XB_KIND_VERTICES; kind <= XB_KIND_FACES; kind++) {
        meeting all;
        member members[3];
        xb_elimination_search search = {
            .kind = (xb_elimination_kind)kind, .steps = 1000000000, .chains = 2, .progress = stop_one};
        search_together(&all, members, 3, x, 0, &search);
        for (uint32_t rank = 0; rank < 3; rank++) {
            ck_assert_uint_eq(members[rank].told, 1);
            require(same(members[0].result, members[rank].result), "all have the same");
        }
        part(&all, members);
    }
}
END_TEST

/* Clocks differ, what is found must not. */
START_TEST(time_is_that_of_the_first_one)
{
    for (uint64_t seed = 0; seed < sample_count(20); seed++) {
        example *x = random_example(seed, MOST_VERTICES);
        meeting all;
        member members[3];
        xb_elimination_search search = {.kind = XB_KIND_FACES,
                                        .method = (xb_search_method)(seed % 4),
                                        .seconds = 0.01,
                                        .seed = seed,
                                        .chains = 4};
        search_together(&all, members, 3, x, 0, &search);
        require(same(members[0].result, members[1].result) && same(members[0].result, members[2].result),
                "all have the same");
        part(&all, members);
        xb_arena_reset(arena);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("elimination team");
    TCase *tcase = tcase_create("team");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 120);
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, processes_make_no_difference);
    tcase_add_test(tcase, all_end_when_one_wants_to);
    tcase_add_test(tcase, time_is_that_of_the_first_one);
    return suite_run(suite);
}
