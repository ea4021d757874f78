/*
 * Paths are walked through depth first, as many as there is room for in the program. Pieces that several
 * paths have in common are in the program once; a piece is found by the piece that it prolongs and its last
 * vertex.
 *
 * A piece of two edges is put together by a single triple, so that the variable of the triple serves for it.
 * The others have a variable that is 1 if the piece is made, and one for each inner vertex that is 1 if it is
 * made there. Only the triples have to be binary: where they are, fractions of pieces can be replaced by
 * whole ones.
 *
 * GLPK has an environment for each thread, which is made for the program and freed after it, unless whoever
 * calls has one already. It gives up what it doesn't like by calling a hook, which has to jump; then the
 * environment can't be used any more, and is freed with all that it holds.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "elimination/proofs/triples.h"

#include <math.h>
#include <string.h>

#ifdef HAVE_GLPK
#include <glpk.h>
#include <setjmp.h>
#endif

#include "elimination/graphs/labels.h"
#include "base/map.h"
#include "base/vector.h"

/* Coefficients of the largest program, and edges of the longest path in it: one takes a sixth of the cube,
 * and several for each of these. What is too long is left out, and counts as a term. */
enum { MOST_TERMS = 20000, LONGEST_PATH = 32 };

/* Vertices of the largest part: their pairs are in a table. */
enum { MOST_VERTICES = 2048 };

/* States of a proof that a node of the tree of programs counts for: it takes as much longer. */
enum { STATES_OF_NODE = 100 };

/* A path from one vertex to another. */
typedef struct piece {
    uint32_t number; /* from 1 on */
    uint32_t
        column; /* which says whether it is made; 0 if it needs none: an edge, or a product that is free */
    bool is_unit;
    bool is_constant;
    bool is_known; /* in the program */
} piece;

/* A column that counts: a triple with this middle, or any number of products of others. */
typedef struct product {
    uint32_t column;
    uint32_t vertex;
    bool others;
} product;

typedef struct term {
    uint32_t row;
    uint32_t column;
    double factor;
} term;

/* The program. Rows and columns have numbers from 1 on; a row is at least a number. */
typedef struct program {
    xb_arena *scratch;
    uint32_t columns;
    xb_vector rows;     /* double: the number */
    xb_vector terms;    /* term */
    xb_vector products; /* product */
    xb_vector needed;   /* uint32_t: columns that are 1 */
} program;

typedef struct walk {
    xb_arena *scratch;
    const xb_prepared_part *part;
    int awareness;
    uint32_t *start; /* for each vertex, its first edge in the list; one more at the end */
    uint32_t *edges; /* by source */
    uint32_t *path;  /* places in that list */
    uint32_t length;
    piece **pieces; /* of the path, by first and last vertex */
    piece **starts; /* for each vertex, the piece that is nothing but it */
    uint32_t piece_count;
    size_t left_out; /* paths */
    xb_map longer;   /* pieces, by the number of the piece that they prolong, and the vertex */
    xb_map triples;  /* products, by ends and middle */
    program program;
} walk;

/* ---- the program ---- */

static uint32_t add_row(program *p, double least)
{
    double *fresh = xb_vector_push(p->scratch, &p->rows, sizeof *fresh);
    *fresh = least;
    return (uint32_t)p->rows.count;
}

static void add_term(program *p, uint32_t row, uint32_t column, double factor)
{
    term *fresh = xb_vector_push(p->scratch, &p->terms, sizeof *fresh);
    *fresh = (term){row, column, factor};
}

/* One column is at least another one. */
static void add_order(program *p, uint32_t more, uint32_t less)
{
    uint32_t row = add_row(p, 0);
    add_term(p, row, more, 1);
    add_term(p, row, less, -1);
}

static uint32_t add_product(program *p, uint32_t vertex, bool others)
{
    product *fresh = xb_vector_push(p->scratch, &p->products, sizeof *fresh);
    *fresh = (product){++p->columns, vertex, others};
    return fresh->column;
}

/* ---- pieces of paths ---- */

static const xb_prepared_edge *edge_at(const walk *w, uint32_t place)
{
    return &w->part->edges[w->edges[w->path[place]]];
}

static uint32_t vertex_at(const walk *w, uint32_t place)
{
    return place == 0 ? edge_at(w, 0)->source : edge_at(w, place - 1)->target;
}

static piece **piece_at(const walk *w, uint32_t from, uint32_t to)
{
    return &w->pieces[(size_t)from * (w->part->vertex_count + 1) + to];
}

static piece *prolonged(walk *w, const piece *by, const xb_prepared_edge *edge)
{
    piece *longer = xb_map_get(&w->longer, by->number, edge->target);
    if (longer)
        return longer;
    longer = xb_arena_alloc(w->scratch, sizeof *longer);
    *longer = (piece){.number = ++w->piece_count,
                      .is_unit = by->is_unit && xb_label_is_unit(&edge->label),
                      .is_constant = by->is_constant && edge->label.kind == XB_OPERAND_CONSTANT};
    xb_map_put(w->scratch, &w->longer, by->number, edge->target, longer);
    return longer;
}

static void find_pieces(walk *w)
{
    for (uint32_t from = 0; from < w->length; from++) {
        piece *at = w->starts[vertex_at(w, from)];
        for (uint32_t to = from; to < w->length; to++) {
            at = prolonged(w, at, edge_at(w, to));
            *piece_at(w, from, to + 1) = at;
        }
    }
}

static bool is_free(const walk *w, const piece *a, const piece *b)
{
    if (w->awareness <= 0)
        return false;
    return a->is_unit || b->is_unit || (w->awareness > 1 && a->is_constant && b->is_constant);
}

static uint32_t triple(walk *w, uint32_t i, uint32_t j, uint32_t k)
{
    uint64_t ends = (uint64_t)vertex_at(w, i) << 32 | vertex_at(w, k);
    uint32_t *column = xb_map_get(&w->triples, ends, vertex_at(w, j));
    if (!column) {
        column = xb_arena_alloc(w->scratch, sizeof *column);
        *column = add_product(&w->program, vertex_at(w, j), false);
        xb_map_put(w->scratch, &w->triples, ends, vertex_at(w, j), column);
    }
    return *column;
}

/* What says whether a piece of the path is made; 0 if that is no question. */
static uint32_t column_of(walk *w, uint32_t from, uint32_t to)
{
    piece *at = *piece_at(w, from, to);
    if (to - from < 2 || at->column > 0)
        return at->column;
    if (to - from > 2)
        at->column = ++w->program.columns;
    else if (!is_free(w, *piece_at(w, from, from + 1), *piece_at(w, from + 1, to)))
        at->column = triple(w, from, from + 1, to);
    return at->column;
}

/* A piece is made of two at one of its inner vertices. */
static void add_piece(walk *w, uint32_t from, uint32_t to)
{
    program *p = &w->program;
    piece *whole = *piece_at(w, from, to);
    if (to - from <= 2 || whole->is_known)
        return;
    whole->is_known = true;
    uint32_t row = add_row(p, 0);
    add_term(p, row, column_of(w, from, to), -1);
    for (uint32_t at = from + 1; at < to; at++) {
        uint32_t split = ++p->columns, first = column_of(w, from, at), second = column_of(w, at, to);
        add_term(p, row, split, 1);
        if (!is_free(w, *piece_at(w, from, at), *piece_at(w, at, to)))
            add_order(p, triple(w, from, at, to), split);
        if (first > 0)
            add_order(p, first, split);
        if (second > 0)
            add_order(p, second, split);
    }
}

static void add_path(walk *w)
{
    find_pieces(w);
    uint32_t column = column_of(w, 0, w->length);
    if (column > 0) {
        uint32_t *needed = xb_vector_push(w->scratch, &w->program.needed, sizeof *needed);
        *needed = column;
    }
    for (uint32_t length = w->length; length > 2; length--) {
        for (uint32_t from = 0; from + length <= w->length; from++)
            add_piece(w, from, from + length);
    }
}

/* ---- paths ---- */

static void list_edges(walk *w)
{
    const xb_prepared_part *part = w->part;
    w->start = xb_arena_array(w->scratch, (size_t)part->vertex_count + 2, sizeof *w->start);
    w->edges = xb_arena_array(w->scratch, part->edge_count, sizeof *w->edges);
    for (uint32_t e = 0; e < part->edge_count; e++)
        w->start[part->edges[e].source + 2]++;
    for (uint32_t v = 2; v < part->vertex_count + 2; v++)
        w->start[v] += w->start[v - 1];
    for (uint32_t e = 0; e < part->edge_count; e++)
        w->edges[w->start[part->edges[e].source + 1]++] = e;
}

/* Goes on to the first path with these edges and more. */
static void descend(walk *w)
{
    while (w->part->vertices[vertex_at(w, w->length)].role != XB_ROLE_DEPENDENT) {
        w->path[w->length] = w->start[vertex_at(w, w->length)];
        w->length++;
    }
}

/* Takes the next path. Returns whether there is one. */
static bool advance(walk *w)
{
    while (w->length > 0) {
        uint32_t last = w->length - 1, source = vertex_at(w, last);
        if (++w->path[last] < w->start[source + 1]) {
            descend(w);
            return true;
        }
        w->length--;
    }
    return false;
}

/* Whether the program has room for more. */
static bool is_open(const walk *w)
{
    return w->program.terms.count + w->left_out < MOST_TERMS;
}

static void add_paths_from(walk *w, uint32_t vertex)
{
    if (w->start[vertex] == w->start[vertex + 1])
        return;
    w->path[0] = w->start[vertex];
    w->length = 1;
    descend(w);
    do {
        if (w->length <= LONGEST_PATH)
            add_path(w);
        else
            w->left_out++;
    } while (is_open(w) && advance(w));
}

static void add_paths(walk *w)
{
    uint32_t count = w->part->vertex_count;
    list_edges(w);
    w->path = xb_arena_array(w->scratch, count, sizeof *w->path);
    w->pieces = xb_arena_array(w->scratch, ((size_t)count + 1) * ((size_t)count + 1), sizeof(piece *));
    w->starts = xb_arena_array(w->scratch, count, sizeof(piece *));
    for (uint32_t v = 0; v < count; v++) {
        w->starts[v] = xb_arena_alloc(w->scratch, sizeof(piece));
        *w->starts[v] = (piece){.number = ++w->piece_count, .is_unit = true, .is_constant = true};
    }
    for (uint32_t v = 0; v < count && is_open(w); v++) {
        if (w->part->vertices[v].role == XB_ROLE_INDEPENDENT)
            add_paths_from(w, v);
    }
}

/* At each vertex, products of other triples fill what is missing there. */
static void add_vertices(walk *w, const uint64_t *at_vertex)
{
    program *p = &w->program;
    uint32_t *rows = xb_arena_array(w->scratch, w->part->vertex_count, sizeof *rows);
    for (uint32_t v = 0; v < w->part->vertex_count; v++) {
        if (at_vertex[v] > 0) {
            rows[v] = add_row(p, (double)at_vertex[v]);
            add_product(p, v, true);
        }
    }
    const product *products = p->products.items;
    for (size_t i = 0; i < p->products.count; i++) {
        if (rows[products[i].vertex] > 0)
            add_term(p, rows[products[i].vertex], products[i].column, 1);
    }
}

/* All products together are fewer than so many. */
static void add_limit(program *p, uint64_t limit)
{
    const product *products = p->products.items;
    uint32_t row = add_row(p, 1 - (double)limit);
    for (size_t i = 0; i < p->products.count; i++)
        add_term(p, row, products[i].column, -1);
}

/* ---- the solver ---- */

#ifdef HAVE_GLPK

/* Of a bound that is computed, this much may be error. */
static const double tolerance = 1e-5;

/* What glp_init_env() says if all is well. */
enum { FRESH, ALREADY_THERE };

typedef struct solver {
    glp_prob *problem;
    jmp_buf broken;
    int environment; /* of what glp_init_env() says */
    int *rows;
    int *columns;
    double *factors;
    double bound;
    uint64_t limit;
    xb_elimination_kind kind;
    xb_search_budget *budget;
    uint64_t most_nodes;
} solver;

static int be_silent(void *info, const char *text)
{
    (void)info;
    (void)text;
    return 1;
}

static void give_up(void *info)
{
    solver *s = info;
    longjmp(s->broken, 1);
}

static double time_used(const xb_search_budget *budget)
{
    return budget->share > 0 ? (xb_now() - budget->share_began) / budget->share : 0;
}

static void follow(glp_tree *tree, void *info)
{
    solver *s = info;
    int nodes = 0;
    if (glp_ios_reason(tree) != GLP_ISELECT)
        return;
    int best = glp_ios_best_node(tree);
    if (best > 0 && glp_ios_node_bound(tree, best) > s->bound)
        s->bound = glp_ios_node_bound(tree, best);
    glp_ios_tree_size(tree, NULL, NULL, &nodes);
    double used = (double)nodes / (double)s->most_nodes, time = time_used(s->budget);
    used = time > used ? time : used;
    if (used >= 1 || !xb_search_tell(s->budget, s->kind, used, s->limit))
        glp_ios_terminate(tree);
}

static void load(const solver *s, const program *p)
{
    const double *least = p->rows.items;
    const product *products = p->products.items;
    const uint32_t *needed = p->needed.items;
    glp_set_obj_dir(s->problem, GLP_MIN);
    glp_add_rows(s->problem, (int)p->rows.count);
    glp_add_cols(s->problem, (int)p->columns);
    for (size_t i = 0; i < p->rows.count; i++)
        glp_set_row_bnds(s->problem, (int)i + 1, GLP_LO, least[i], 0);
    for (uint32_t i = 1; i <= p->columns; i++)
        glp_set_col_bnds(s->problem, (int)i, GLP_DB, 0, 1);
    for (size_t i = 0; i < p->products.count; i++) {
        glp_set_obj_coef(s->problem, (int)products[i].column, 1);
        glp_set_col_kind(s->problem, (int)products[i].column, GLP_IV);
        if (products[i].others)
            glp_set_col_bnds(s->problem, (int)products[i].column, GLP_LO, 0, 0);
    }
    for (size_t i = 0; i < p->needed.count; i++)
        glp_set_col_bnds(s->problem, (int)needed[i], GLP_FX, 1, 1);
    glp_load_matrix(s->problem, (int)p->terms.count, s->rows, s->columns, s->factors);
}

static void solve(solver *s, const program *p)
{
    glp_iocp how;
    s->problem = glp_create_prob();
    load(s, p);
    glp_init_iocp(&how);
    how.msg_lev = GLP_MSG_OFF;
    how.presolve = GLP_ON;
    how.cb_func = follow;
    how.cb_info = s;
    if (s->budget->share > 0) {
        double rest = (1 - time_used(s->budget)) * s->budget->share * 1000;
        how.tm_lim = rest < 1 ? 1 : rest > 1e9 ? 1000000000 : (int)rest;
    }
    int outcome = glp_intopt(s->problem, &how);
    int status = glp_mip_status(s->problem);
    if (outcome == GLP_ENOPFS || (outcome == 0 && status == GLP_NOFEAS))
        s->bound = (double)s->limit;
    else if (outcome == 0 && status == GLP_OPT)
        s->bound = glp_mip_obj_val(s->problem);
    glp_delete_prob(s->problem);
}

static void arrange(xb_arena *scratch, solver *s, const program *p)
{
    const term *terms = p->terms.items;
    s->rows = xb_arena_array(scratch, p->terms.count + 1, sizeof *s->rows);
    s->columns = xb_arena_array(scratch, p->terms.count + 1, sizeof *s->columns);
    s->factors = xb_arena_array(scratch, p->terms.count + 1, sizeof *s->factors);
    for (size_t i = 0; i < p->terms.count; i++) {
        s->rows[i + 1] = (int)terms[i].row;
        s->columns[i + 1] = (int)terms[i].column;
        s->factors[i + 1] = terms[i].factor;
    }
}

/* What the program shows. Nothing is allocated in the arena while GLPK holds memory. */
static double solved(xb_arena *scratch, const program *p, xb_elimination_kind kind, uint64_t limit,
                     xb_search_budget *budget)
{
    solver *s = xb_arena_alloc(scratch, sizeof *s);
    s->limit = limit;
    s->kind = kind;
    s->budget = budget;
    s->most_nodes = budget->search->states / STATES_OF_NODE + 1;
    arrange(scratch, s, p);
    s->environment = glp_init_env();
    if (s->environment != FRESH && s->environment != ALREADY_THERE)
        return 0;
    glp_term_hook(be_silent, NULL);
    glp_error_hook(give_up, s);
    if (setjmp(s->broken) == 0) {
        solve(s, p);
        glp_error_hook(NULL, NULL);
        glp_term_hook(NULL, NULL);
    } else {
        s->environment = FRESH;
    }
    if (s->environment == FRESH)
        glp_free_env();
    return s->bound - tolerance;
}

#endif

uint64_t xb_triple_bound(xb_arena *scratch, const xb_prepared_part *part, int awareness,
                         const uint64_t *at_vertex, xb_elimination_kind kind, uint64_t limit,
                         xb_search_budget *budget)
{
    uint64_t bound = 0;
    for (uint32_t v = 0; v < part->vertex_count; v++)
        bound += at_vertex[v];
#ifdef HAVE_GLPK
    if (bound >= limit)
        return limit;
    if (part->vertex_count > (uint32_t)MOST_VERTICES)
        return bound;
    xb_arena_mark mark = xb_arena_mark_now(scratch);
    walk w = {.scratch = scratch, .part = part, .awareness = awareness, .program = {.scratch = scratch}};
    add_paths(&w);
    add_vertices(&w, at_vertex);
    add_limit(&w.program, limit);
    double found = ceil(solved(scratch, &w.program, kind, limit, budget));
    if (found > (double)bound)
        bound = found < (double)limit ? (uint64_t)found : limit;
    xb_arena_release(scratch, mark);
#endif
    return bound;
}
