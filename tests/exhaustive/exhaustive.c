/*
 * The fewest multiplications of eliminations by vertices, by edges and by faces, found by trying everything:
 *
 *     exhaustive STATES FILE...
 *
 * prints the three numbers for each graph file, in a line; "-" where there are more states than STATES, or
 * more lines than there is room for. It shares nothing with the library, and knows no rules.
 *
 * A state is the line graph. Each edge of the graph has a random number for a label, and a line the number
 * that these labels give; so a line is known by its number, and a state by the pairs of numbers that follow
 * each other. What a state costs is what its best elimination costs and what is left after it.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 64, NOWHERE = 255 };

typedef enum kind { VERTICES, EDGES, FACES } kind;

/* Sets of lines are bits. */
typedef struct state {
    uint64_t used;
    uint64_t number[MOST_LINES];
    uint64_t before[MOST_LINES];
    uint64_t after[MOST_LINES];
    uint8_t source[MOST_LINES];
    uint8_t target[MOST_LINES];
    uint32_t cost; /* faces that were eliminated */
    bool full;
} state;

typedef struct key {
    uint64_t high;
    uint64_t low;
} key;

typedef struct entry {
    key key;
    uint32_t tried; /* so many multiplications are not enough, plus 1; 0 if the entry is free */
} entry;

static entry *table;
static size_t table_size, most_states, state_count;
static bool is_inner[NOWHERE + 1];
static kind wanted;
static bool gave_up;

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The first member of a set, which must have one. */
static int first_of(uint64_t set)
{
    return __builtin_ctzll(set);
}

static key key_of(const state *s)
{
    uint64_t mixed[MOST_LINES] = {0};
    key k = {0, 0};
    for (uint64_t lines = s->used; lines; lines &= lines - 1)
        mixed[first_of(lines)] = mix(s->number[first_of(lines)]);
    for (uint64_t lines = s->used; lines; lines &= lines - 1) {
        int i = first_of(lines);
        for (uint64_t next = s->after[i]; next; next &= next - 1) {
            uint64_t face = mix(mixed[i] * 3 + mixed[first_of(next)]);
            k.low += face;
            k.high += mix(face);
        }
    }
    return k;
}

static entry *find(key k)
{
    size_t at = (size_t)k.low & (table_size - 1);
    while (table[at].tried > 0 && (table[at].key.low != k.low || table[at].key.high != k.high))
        at = (at + 1) & (table_size - 1);
    return &table[at];
}

/* ---- lines ---- */

static uint64_t bit(int line)
{
    return (uint64_t)1 << line;
}

static void unlink_face(state *s, int i, int j)
{
    s->after[i] &= ~bit(j);
    s->before[j] &= ~bit(i);
}

static void link_line(state *s, int line, uint64_t before, uint64_t after)
{
    s->before[line] = before;
    s->after[line] = after;
    for (; before; before &= before - 1)
        s->after[first_of(before)] |= bit(line);
    for (; after; after &= after - 1)
        s->before[first_of(after)] |= bit(line);
}

static void drop(state *s, int line)
{
    while (s->before[line])
        unlink_face(s, first_of(s->before[line]), line);
    while (s->after[line])
        unlink_face(s, line, first_of(s->after[line]));
    s->used &= ~bit(line);
}

static int add_line(state *s, uint64_t number, uint8_t source, uint8_t target)
{
    s->full |= s->used == UINT64_MAX;
    int line = s->full ? 0 : first_of(~s->used);
    s->used |= bit(line);
    s->number[line] = number;
    s->source[line] = source;
    s->target[line] = target;
    return line;
}

/* Another line with these neighbours; −1 if there is none. */
static int find_line(const state *s, uint64_t before, uint64_t after, int but)
{
    for (uint64_t lines = s->used; lines; lines &= lines - 1) {
        int line = first_of(lines);
        if (line != but && s->before[line] == before && s->after[line] == after)
            return line;
    }
    return -1;
}

static void settle(state *s, int line)
{
    if (s->before[line] == 0 || s->after[line] == 0) {
        drop(s, line);
        return;
    }
    int other = find_line(s, s->before[line], s->after[line], line);
    if (other >= 0) {
        s->number[other] += s->number[line];
        drop(s, line);
    }
}

static void eliminate(state *s, int i, int j)
{
    uint64_t product = s->number[i] * s->number[j];
    int line = find_line(s, s->before[i], s->after[j], -1);
    s->cost++;
    if (line >= 0) {
        s->number[line] += product;
    } else {
        line = add_line(s, product, s->source[i], s->target[j]);
        if (s->full)
            return;
        link_line(s, line, s->before[i], s->after[j]);
    }
    unlink_face(s, i, j);
    settle(s, i);
    settle(s, j);
}

/* ---- eliminations ---- */

static bool is_at(const state *s, int line, uint8_t vertex)
{
    return s->used & bit(line) && s->target[line] == vertex;
}

/* All faces of a line at its end. */
static void eliminate_front(state *s, int i, uint8_t vertex)
{
    for (uint64_t next = s->after[i]; next; next &= next - 1) {
        if (is_at(s, i, vertex) && s->after[i] & bit(first_of(next)))
            eliminate(s, i, first_of(next));
    }
}

/* All faces of a line at its beginning. */
static void eliminate_back(state *s, int j)
{
    for (uint64_t last = s->before[j]; last; last &= last - 1) {
        if (s->used & bit(j) && s->before[j] & bit(first_of(last)))
            eliminate(s, first_of(last), j);
    }
}

static void eliminate_vertex(state *s, uint8_t vertex)
{
    for (uint64_t lines = s->used; lines; lines &= lines - 1) {
        if (is_at(s, first_of(lines), vertex))
            eliminate_front(s, first_of(lines), vertex);
    }
}

static bool can_end(const state *s, uint32_t most);

/* Whether what is left of the budget is enough after a step. */
static bool can_go_on(const state *from, const state *to, uint32_t most)
{
    uint32_t cost = to->cost - from->cost;
    gave_up |= to->full;
    return !gave_up && cost <= most && can_end(to, most - cost);
}

static bool can_by_vertices(const state *s, uint32_t most)
{
    for (uint8_t v = 0; v < NOWHERE; v++) {
        if (!is_inner[v])
            continue;
        state next = *s;
        eliminate_vertex(&next, v);
        if (next.cost > s->cost && can_go_on(s, &next, most))
            return true;
    }
    return false;
}

static bool can_by_edges(const state *s, uint32_t most)
{
    for (uint64_t lines = s->used; lines; lines &= lines - 1) {
        int line = first_of(lines);
        state next = *s;
        if (is_inner[s->target[line]]) {
            eliminate_front(&next, line, s->target[line]);
            if (can_go_on(s, &next, most))
                return true;
        }
        next = *s;
        if (is_inner[s->source[line]]) {
            eliminate_back(&next, line);
            if (can_go_on(s, &next, most))
                return true;
        }
    }
    return false;
}

static bool can_by_faces(const state *s, uint32_t most)
{
    for (uint64_t lines = s->used; lines; lines &= lines - 1) {
        int i = first_of(lines);
        for (uint64_t after = s->after[i]; after && is_inner[s->target[i]]; after &= after - 1) {
            state next = *s;
            eliminate(&next, i, first_of(after));
            if (can_go_on(s, &next, most))
                return true;
        }
    }
    return false;
}

/* Inner vertices that are left: each needs a multiplication. */
static uint32_t vertices_left(const state *s)
{
    bool seen[NOWHERE + 1] = {false};
    uint32_t count = 0;
    for (uint64_t lines = s->used; lines; lines &= lines - 1) {
        uint8_t vertex = s->target[first_of(lines)];
        count += is_inner[vertex] && !seen[vertex];
        seen[vertex] = true;
    }
    return count;
}

/* Whether the elimination can be completed with so many multiplications. */
static bool can_end(const state *s, uint32_t most)
{
    static bool (*const can_by[])(const state *s, uint32_t most) = {can_by_vertices, can_by_edges,
                                                                    can_by_faces};
    uint32_t left = vertices_left(s);
    if (left == 0 || left > most || gave_up)
        return left == 0;
    key k = key_of(s);
    if (find(k)->tried > most)
        return false;
    if (find(k)->tried == 0 && ++state_count > most_states) {
        gave_up = true;
        return false;
    }
    *find(k) = (entry){k, most + 1};
    return can_by[wanted](s, most);
}

/* ---- files ---- */

/* All lines into a vertex are followed by all lines out of it. */
static void join(state *s)
{
    for (int i = 0; i < MOST_LINES; i++) {
        for (int j = 0; j < MOST_LINES; j++) {
            if (s->used & bit(i) && s->used & bit(j) && s->target[i] != NOWHERE &&
                s->target[i] == s->source[j]) {
                s->after[i] |= bit(j);
                s->before[j] |= bit(i);
            }
        }
    }
}

/* A dependent that has successors is an inner vertex, and a copy of it after one more edge the dependent. */
static void add_dependent(state *s, uint8_t vertex, uint8_t copy)
{
    bool has_successors = false;
    for (int line = 0; line < MOST_LINES; line++)
        has_successors |= s->used & bit(line) && s->source[line] == vertex;
    is_inner[vertex] = has_successors;
    is_inner[copy] = false;
    if (has_successors)
        add_line(s, mix(vertex + 1000u) | 1, vertex, copy);
    add_line(s, 1, has_successors ? copy : vertex, NOWHERE);
}

/* Reads a graph, in which every vertex is on the way to a dependent. */
static bool read_graph(FILE *file, state *s)
{
    unsigned count, independents, dependents, ends[MOST_LINES], a, b;
    *s = (state){0};
    if (fscanf(file, "%u %u %u", &count, &independents, &dependents) != 3 || dependents > MOST_LINES ||
        count + dependents >= NOWHERE)
        return false;
    for (unsigned v = 0; v <= NOWHERE; v++)
        is_inner[v] = v >= independents && v < count;
    for (unsigned v = 0; v < independents; v++)
        add_line(s, 1, NOWHERE, (uint8_t)v);
    for (unsigned d = 0; d < dependents; d++) {
        if (fscanf(file, "%u", &ends[d]) != 1 || ends[d] >= count)
            return false;
    }
    while (fscanf(file, "%u %u", &a, &b) == 2 && a < count && b < count)
        add_line(s, mix(a * 256 + b) | 1, (uint8_t)a, (uint8_t)b);
    for (unsigned d = 0; d < dependents; d++)
        add_dependent(s, (uint8_t)ends[d], (uint8_t)(count + d));
    join(s);
    return true;
}

static void print_least(const state *s, kind by)
{
    wanted = by;
    gave_up = s->full;
    state_count = 0;
    memset(table, 0, table_size * sizeof *table);
    uint32_t cost = 0;
    while (!gave_up && !can_end(s, cost))
        cost++;
    if (gave_up)
        printf("-");
    else
        printf("%" PRIu32, cost);
    putchar(by == FACES ? '\n' : ' ');
}

int main(int count, char **words)
{
    most_states = count > 1 ? strtoul(words[1], NULL, 10) : 0;
    table_size = 1024;
    while (table_size < 2 * most_states)
        table_size *= 2;
    table = calloc(table_size, sizeof *table);
    for (int file = 2; table && file < count; file++) {
        state begin;
        FILE *from = fopen(words[file], "r");
        bool is_graph = from && read_graph(from, &begin);
        if (from)
            fclose(from);
        if (!is_graph) {
            fprintf(stderr, "%s: no graph\n", words[file]);
            return 1;
        }
        for (int by = VERTICES; by <= FACES; by++)
            print_least(&begin, (kind)by);
    }
    free(table);
    return 0;
}
