/*
 * A set is a tree: leaves are words of 64 numbers, inner nodes tell by which bit of the number of a word the
 * words below them differ first (C. Okasaki, A. Gill, "Fast Mergeable Integer Maps", Workshop on ML, 1998).
 * Nodes are shared and never change, and equal ones are one, so that equal sets have the same name, and sets
 * that differ in little share the rest. Results of joining that were found last are remembered.
 *
 * A name is the number of a node, from 1. Trees are as deep as the number of a word has bits, which bounds
 * recursion.
 */
#include "evaluate/dependences.h"

#include "evaluate/state.h"

enum { WORD_BITS = 64, REMEMBERED = 4096 };

typedef struct set_node {
    uint32_t key;     /* number of a leaf's word; bits above the one that decides */
    uint32_t branch;  /* the bit that decides; 0: a leaf */
    uint64_t content; /* bits of a word; or the lower half is the node where the bit is 0, the upper half the
                         other */
} set_node;

typedef struct joined {
    uint32_t a, b, result;
} joined;

struct xb_dependences {
    xb_vector nodes;   /* set_node */
    xb_map by_content; /* (key and branch, content) to number of node */
    joined remembered[REMEMBERED];
};

xb_dependences *xb_dependences_create(xb_evaluator *evaluator)
{
    return xb_arena_alloc(evaluator->memory, sizeof(xb_dependences));
}

static set_node node_at(const xb_dependences *sets, uint32_t name)
{
    return ((const set_node *)sets->nodes.items)[name - 1];
}

static uint32_t zero_side(const set_node *node)
{
    return (uint32_t)node->content;
}

static uint32_t one_side(const set_node *node)
{
    return (uint32_t)(node->content >> 32);
}

static uint32_t make(xb_evaluator *evaluator, uint32_t key, uint32_t branch, uint64_t content)
{
    enum { ENTRY_BYTES = 48 }; /* of the map, which is half full at times */
    xb_dependences *sets = evaluator->dependences;
    uint64_t head = (uint64_t)branch << 32 | key;
    uint32_t found = (uint32_t)(uintptr_t)xb_map_get(&sets->by_content, head, content);
    if (found)
        return found;
    xb_evaluator_charge_for_good(evaluator, sizeof(set_node) + ENTRY_BYTES);
    set_node *node = xb_vector_push(evaluator->memory, &sets->nodes, sizeof *node);
    *node = (set_node){key, branch, content};
    xb_map_put(evaluator->memory, &sets->by_content, head, content, (void *)(uintptr_t)sets->nodes.count);
    return (uint32_t)sets->nodes.count;
}

static uint32_t make_inner(xb_evaluator *evaluator, uint32_t key, uint32_t branch, uint32_t zero,
                           uint32_t one)
{
    return make(evaluator, key, branch, (uint64_t)one << 32 | zero);
}

/* The bits of a key above a bit. */
static uint32_t above(uint32_t key, uint32_t branch)
{
    return key & ~(2 * branch - 1);
}

/* Joins two trees none of which has room for the other. */
static uint32_t make_parent(xb_evaluator *evaluator, uint32_t a, uint32_t key_of_a, uint32_t b,
                            uint32_t key_of_b)
{
    uint32_t branch = UINT32_C(1) << (31 - __builtin_clz(key_of_a ^ key_of_b)), key = above(key_of_a, branch);
    return key_of_a & branch ? make_inner(evaluator, key, branch, b, a)
                             : make_inner(evaluator, key, branch, a, b);
}

static uint32_t join(xb_evaluator *evaluator, uint32_t a, uint32_t b)
{
    if (a == b)
        return a;
    set_node x = node_at(evaluator->dependences, a), y = node_at(evaluator->dependences, b);
    if (x.branch < y.branch)
        return join(evaluator, b, a);
    if (x.branch == 0 && x.key == y.key)
        return make(evaluator, x.key, 0, x.content | y.content);
    uint32_t zero = zero_side(&x), one = one_side(&x);
    if (x.branch > 0 && x.branch == y.branch && x.key == y.key)
        return make_inner(evaluator, x.key, x.branch, join(evaluator, zero, zero_side(&y)),
                          join(evaluator, one, one_side(&y)));
    if (x.branch == y.branch || above(y.key, x.branch) != x.key)
        return make_parent(evaluator, a, x.key, b, y.key);
    if (y.key & x.branch)
        one = join(evaluator, one, b);
    else
        zero = join(evaluator, zero, b);
    return make_inner(evaluator, x.key, x.branch, zero, one);
}

/* The name of the set of one number. */
static double dependences_of(xb_evaluator *evaluator, uint32_t number)
{
    return make(evaluator, number / WORD_BITS, 0, UINT64_C(1) << number % WORD_BITS);
}

double xb_dependences_join(xb_evaluator *evaluator, double first, double second)
{
    if (first == second || second == 0)
        return first;
    if (first == 0)
        return second;
    uint32_t a = (uint32_t)first, b = (uint32_t)second;
    joined *known = &evaluator->dependences->remembered[(a * UINT32_C(2654435761) ^ b) % REMEMBERED];
    if (known->a != a || known->b != b)
        *known = (joined){a, b, join(evaluator, a, b)};
    return known->result;
}

/* ---- as drivers see them -------------------------------------------------------------------------- */

typedef struct request {
    xb_evaluator *evaluator;
    uint32_t number;
    double a, b, result;
} request;

static void find_single(void *argument)
{
    request *r = argument;
    r->result = dependences_of(r->evaluator, r->number);
}

static void find_union(void *argument)
{
    request *r = argument;
    r->result = xb_dependences_join(r->evaluator, r->a, r->b);
}

/* What it reports is of no interest, since 0 says it all. */
static double find(request r, void (*body)(void *))
{
    bool done = xb_protect(r.evaluator->failure, body, &r);
    r.evaluator->error = (xb_evaluation_error){0};
    return done ? r.result : 0;
}

double xb_evaluator_dependence(xb_evaluator *evaluator, uint32_t number)
{
    return find((request){.evaluator = evaluator, .number = number}, find_single);
}

double xb_evaluator_join(xb_evaluator *evaluator, double a, double b)
{
    return find((request){.evaluator = evaluator, .a = a, .b = b}, find_union);
}

size_t xb_evaluator_dependences(const xb_evaluator *evaluator, double set, uint32_t *numbers)
{
    uint32_t waiting[33] = {(uint32_t)set};
    size_t count = 0, depth = set > 0 ? 1 : 0;
    while (depth > 0) {
        set_node node = node_at(evaluator->dependences, waiting[--depth]);
        if (node.branch > 0) {
            waiting[depth++] = one_side(&node);
            waiting[depth++] = zero_side(&node);
            continue;
        }
        for (uint64_t bits = node.content; bits != 0; bits &= bits - 1, count++)
            if (numbers)
                numbers[count] = node.key * WORD_BITS + (uint32_t)__builtin_ctzll(bits);
    }
    return count;
}
