/*
 * Pairs and triples are taken only where there are paths: i reaches j, and j reaches k. All weakly connected
 * parts go into one program; a name begins with the number of its part.
 */
#include "elimination/tool/lp.h"

#include "elimination/graphs/dense.h"

typedef struct writer {
    xb_output *output;
    const xb_dense *dense;
    size_t part;
    uint64_t *reach; /* for each vertex, the set of those that it reaches */
} writer;

static bool reaches(const writer *w, uint32_t from, uint32_t to)
{
    return xb_dense_has(w->reach + (size_t)from * w->dense->words, to);
}

static bool is_inner(const writer *w, uint32_t vertex)
{
    return w->dense->part->vertices[vertex].role == XB_ROLE_INTERMEDIATE;
}

static void find_reach(writer *w, xb_arena *scratch)
{
    uint32_t words = w->dense->words, count = w->dense->part->vertex_count;
    w->reach = xb_arena_array(scratch, (size_t)count * words, sizeof *w->reach);
    for (uint32_t v = count; v-- > 0;) {
        uint64_t *row = w->reach + (size_t)v * words;
        for (uint32_t u = 0; u < count; u++) {
            if (!xb_dense_has(w->dense->out_rows[v], u))
                continue;
            xb_dense_put(row, u);
            for (uint32_t i = 0; i < words; i++)
                row[i] |= w->reach[(size_t)u * words + i];
        }
    }
}

/* Calls a function for each triple of which the middle can be eliminated. */
static void each_triple(const writer *w, void (*write)(const writer *w, uint32_t i, uint32_t j, uint32_t k))
{
    uint32_t count = w->dense->part->vertex_count;
    for (uint32_t j = 0; j < count; j++) {
        if (!is_inner(w, j))
            continue;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < count && reaches(w, i, j); k++) {
                if (reaches(w, j, k))
                    write(w, i, j, k);
            }
        }
    }
}

static void put_product(const writer *w, uint32_t i, uint32_t j, uint32_t k)
{
    xb_output_format(w->output, " + t%zu_%u_%u_%u\n", w->part, i, j, k);
}

/* Terms that are known are moved to the right side. */
static void put_triple(const writer *w, uint32_t i, uint32_t j, uint32_t k)
{
    int known = 0;
    const uint32_t ends[][2] = {{i, j}, {j, k}};
    xb_output_format(w->output, " t%zu_%u_%u_%u", w->part, i, j, k);
    for (int e = 0; e < 2; e++) {
        if (xb_dense_has(w->dense->out_rows[ends[e][0]], ends[e][1]))
            known++;
        else
            xb_output_format(w->output, " - f%zu_%u_%u", w->part, ends[e][0], ends[e][1]);
    }
    if (is_inner(w, i))
        xb_output_format(w->output, " - o%zu_%u_%u", w->part, j, i);
    if (is_inner(w, k))
        xb_output_format(w->output, " - o%zu_%u_%u", w->part, j, k);
    known += !is_inner(w, i) + !is_inner(w, k);
    xb_output_format(w->output, " >= %d\n", known - 3);
    if (!xb_dense_has(w->dense->out_rows[i], k))
        xb_output_format(w->output, " f%zu_%u_%u - t%zu_%u_%u_%u >= 0\n", w->part, i, k, w->part, i, j, k);
}

static void put_orders(const writer *w)
{
    const uint32_t *inner = w->dense->intermediates;
    uint32_t count = w->dense->intermediate_count;
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < count; b++) {
            if (a < b)
                xb_output_format(w->output, " o%zu_%u_%u + o%zu_%u_%u = 1\n", w->part, inner[a], inner[b],
                                 w->part, inner[b], inner[a]);
            for (uint32_t c = 0; c < count && a != b; c++) {
                if (c != a && c != b)
                    xb_output_format(w->output, " o%zu_%u_%u + o%zu_%u_%u - o%zu_%u_%u <= 1\n", w->part,
                                     inner[a], inner[b], w->part, inner[b], inner[c], w->part, inner[a],
                                     inner[c]);
            }
        }
    }
}

static void put_binaries(const writer *w)
{
    const uint32_t *inner = w->dense->intermediates;
    for (uint32_t a = 0; a < w->dense->intermediate_count; a++) {
        for (uint32_t b = 0; b < w->dense->intermediate_count; b++) {
            if (a != b)
                xb_output_format(w->output, " o%zu_%u_%u\n", w->part, inner[a], inner[b]);
        }
    }
}

bool tool_lp_write(xb_output *output, xb_arena *scratch, const xb_lcg *graph)
{
    static const char *const sections[] = {"Minimize\n cost: 0 none\n", "Subject To\n none = 0\n",
                                           "Binary\n"};
    const xb_prepared *prepared = xb_prepare(scratch, graph);
    if (!prepared)
        return false;
    for (int section = 0; section < 3; section++) {
        xb_output_put(output, sections[section]);
        for (size_t p = 0; p < prepared->part_count; p++) {
            writer w = {
                .output = output, .part = p, .dense = xb_dense_create(scratch, &prepared->parts[p], 0)};
            if (!w.dense)
                return false;
            find_reach(&w, scratch);
            if (section == 0)
                each_triple(&w, put_product);
            else if (section == 1) {
                each_triple(&w, put_triple);
                put_orders(&w);
            } else {
                put_binaries(&w);
            }
        }
    }
    xb_output_put(output, "End\n");
    return true;
}
