/*
 * Writes graphs in the format of xaif-eliminate: of families of which everybody can say how they look, and of
 * numerical kernels (kernels.h).
 *
 *     generate FAMILY SIZE [SEED]
 *     generate KERNEL
 *
 * The same arguments give the same graph on every machine.
 */
#include "kernels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: generate FAMILY SIZE [SEED]\n"
    "       generate KERNEL\n"
    "       generate --kernels\n"
    "Writes a graph file to standard output, or the names of the kernels. Families:\n"
    "  chain         SIZE edges, one after the other\n"
    "  tree          products of two, down to one, of 2 to the power of SIZE independents\n"
    "  speelpenning  the product of SIZE independents, one factor after the other; each partial product is\n"
    "                a dependent, too\n"
    "  grid          SIZE by SIZE vertices, edges down and down to the right, all ends dependents\n"
    "  butterfly     2 to the power of SIZE lanes, SIZE stages, as in the fast Fourier transform\n"
    "  random        SIZE vertices, one to three predecessors among the last forty or the independents\n"
    "  layers        SIZE layers of six vertices, three edges into each: a small network\n";

typedef struct writer {
    uint64_t random;
} writer;

static uint64_t next_random(writer *w)
{
    w->random ^= w->random << 13;
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return w->random >> 11;
}

static void begin(uint64_t vertices, uint64_t independents, uint64_t first_dependent, uint64_t dependents)
{
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", vertices, independents, dependents);
    for (uint64_t i = 0; i < dependents; i++)
        printf("%s%" PRIu64, i > 0 ? " " : "", first_dependent + i);
    printf("\n");
}

static void edge(uint64_t source, uint64_t target)
{
    printf("%" PRIu64 " %" PRIu64 "\n", source, target);
}

static void chain(writer *w, uint64_t size)
{
    (void)w;
    begin(size + 1, 1, size, 1);
    for (uint64_t v = 0; v < size; v++)
        edge(v, v + 1);
}

static void tree(writer *w, uint64_t size)
{
    (void)w;
    uint64_t leaves = (uint64_t)1 << size;
    begin(2 * leaves - 1, leaves, 2 * leaves - 2, 1);
    for (uint64_t v = 0; v < leaves - 1; v++) {
        edge(2 * v, leaves + v);
        edge(2 * v + 1, leaves + v);
    }
}

static void speelpenning(writer *w, uint64_t size)
{
    (void)w;
    begin(2 * size - 1, size, size, size - 1);
    for (uint64_t i = 1; i < size; i++) {
        edge(i == 1 ? 0 : size + i - 2, size + i - 1);
        edge(i, size + i - 1);
    }
}

static void grid(writer *w, uint64_t size)
{
    (void)w;
    begin(size * size, size, size * (size - 1), size);
    for (uint64_t v = 0; v < size * (size - 1); v++) {
        edge(v, v + size);
        if (v % size + 1 < size)
            edge(v, v + size + 1);
    }
}

static void butterfly(writer *w, uint64_t size)
{
    (void)w;
    uint64_t lanes = (uint64_t)1 << size;
    begin(lanes * (size + 1), lanes, lanes * size, lanes);
    for (uint64_t stage = 0; stage < size; stage++) {
        for (uint64_t lane = 0; lane < lanes; lane++) {
            edge(stage * lanes + lane, (stage + 1) * lanes + lane);
            edge(stage * lanes + lane, (stage + 1) * lanes + (lane ^ (uint64_t)1 << stage));
        }
    }
}

static void layers(writer *w, uint64_t size)
{
    enum { WIDTH = 6, EDGES = 3 };
    begin(WIDTH * (size + 1), WIDTH, WIDTH * size, WIDTH);
    for (uint64_t v = WIDTH; v < WIDTH * (size + 1); v++) {
        uint64_t first = next_random(w) % WIDTH;
        for (uint64_t i = 0; i < EDGES; i++)
            edge((v / WIDTH - 1) * WIDTH + (first + 2 * i) % WIDTH, v);
    }
}

/* The dependents are the vertices without successors; so the edges are drawn twice. */
static void random_edges(writer *w, uint64_t size, uint64_t independents, unsigned char *used, int pass)
{
    for (uint64_t v = independents; v < size; v++) {
        uint64_t sources[3] = {0}, count = 1 + next_random(w) % 3, kept = 0;
        for (uint64_t i = 0; i < count; i++) {
            uint64_t near = v < 40 ? v : 40, far = next_random(w) % 8 == 0;
            uint64_t source = far ? next_random(w) % independents : v - 1 - next_random(w) % near;
            uint64_t same = 0;
            for (uint64_t j = 0; j < kept; j++)
                same += sources[j] == source;
            if (same == 0)
                sources[kept++] = source;
        }
        for (uint64_t i = 0; i < kept; i++) {
            used[sources[i]] = 1;
            if (pass == 1)
                edge(sources[i], v);
        }
    }
}

static void random_graph(writer *w, uint64_t size)
{
    uint64_t independents = 1 + size / 20, dependents = 0, seed = w->random;
    unsigned char *used = calloc(size + 1, 1);
    if (!used) {
        fprintf(stderr, "generate: memory ran out\n");
        exit(4);
    }
    random_edges(w, size, independents, used, 0);
    for (uint64_t v = independents; v < size; v++)
        dependents += !used[v];
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", size, independents, dependents);
    for (uint64_t v = independents; v < size; v++) {
        if (!used[v])
            printf("%" PRIu64 " ", v);
    }
    printf("\n");
    w->random = seed;
    random_edges(w, size, independents, used, 1);
    free(used);
}

typedef struct family {
    const char *name;
    uint64_t least;
    uint64_t most;
    void (*write)(writer *w, uint64_t size);
} family;

static const family families[] = {
    {"chain", 1, 10000000, chain},
    {"tree", 1, 20, tree},
    {"speelpenning", 2, 10000000, speelpenning},
    {"grid", 2, 3000, grid},
    {"butterfly", 1, 16, butterfly},
    {"random", 2, 10000000, random_graph},
    {"layers", 1, 1000000, layers},
};

static bool write_family(const char *name, uint64_t size, writer *w)
{
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        if (strcmp(name, families[f].name) != 0 || size < families[f].least || size > families[f].most)
            continue;
        families[f].write(w, size);
        return true;
    }
    return false;
}

static bool write_kernel(const char *name)
{
    bool list = strcmp(name, "--kernels") == 0, found = list;
    for (const kernel *k = kernels; k->name; k++) {
        if (list)
            printf("%-16s %s\n", k->name, k->summary);
        if (strcmp(name, k->name) != 0)
            continue;
        tape *t = kernel_record(k, NULL);
        tape_write(t, stdout);
        tape_free(t);
        found = true;
    }
    return found;
}

int main(int count, char **words)
{
    writer w = {count > 3 ? strtoull(words[3], NULL, 10) * 2 + 1 : 0x9e3779b97f4a7c15u};
    for (int i = 0; i < 10; i++)
        next_random(&w);
    bool known = (count == 2 && write_kernel(words[1])) ||
                 ((count == 3 || count == 4) && write_family(words[1], strtoull(words[2], NULL, 10), &w));
    if (known)
        return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 4;
    fputs(usage, stderr);
    return 2;
}
