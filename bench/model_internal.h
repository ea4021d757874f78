/* What a model consists of, for model.c, which builds it, and model_write.c, which writes it. */
#ifndef XB_BENCH_MODEL_INTERNAL_H
#define XB_BENCH_MODEL_INTERNAL_H

#include "bench/model.h"

/* A growing array. */
typedef struct list {
    void *items;
    size_t count, room;
} list;

/* Appends an item of this size, all zero. */
void *list_push(list *items, size_t size);

/* Chain keys that mean the same in every document. */
enum { KEY_NOTHING_KNOWN, KEY_EMPTY, KEY_OUTSIDE, KEY_FIRST };

/* A statement that stands for all that is outside the routine. */
#define OUTSIDE ((size_t)-1)

typedef struct declaration {
    size_t routine;
    variable_role role;
    unsigned kind;
    size_t extent;
    size_t location; /* its first */
    size_t address, width;
    size_t alias;  /* key; of the first element if these are told apart */
    size_t listed; /* global: number of the routine, and 1, that has it in its list last */
    size_t blurred_definitions, blurred_uses; /* chains by number, of a variable that is blurred */
} declaration;

typedef struct location {
    list definitions; /* size_t: statements whose value may be here now */
    size_t key;       /* of that set; 0 if it has none yet */
} location;

typedef enum vertex_kind { VERTEX_REFERENCE, VERTEX_CONSTANT, VERTEX_INTEGER, VERTEX_INTRINSIC } vertex_kind;

typedef struct node {
    vertex_kind kind;
    const char *name; /* intrinsics */
    double value;     /* constants */
    size_t operands[2], operand_count;
    reference what;
    size_t key, index_key; /* chains of the reference and of its index variable */
} node;

typedef struct statement {
    bool call;
    size_t callee;
    reference target; /* of a call: its second argument */
    size_t target_key, index_key;
    size_t vertex, vertex_count;
    list uses; /* size_t: statements that may use the value defined here, each once, in order */
} statement;

typedef enum flow_kind { FLOW_BLOCK, FLOW_BRANCH, FLOW_END_BRANCH } flow_kind;

/* A vertex of control flow. */
typedef struct flow {
    flow_kind kind;
    size_t statement, statement_count; /* blocks */
    size_t variable, key;              /* branches: what is compared */
    long value;
} flow;

typedef struct flow_edge {
    size_t source, target; /* numbers of vertices in the routine; 0 is the entry, vertex i has number i + 1 */
    int value;             /* of the condition; -1 none, -2 the rest */
} flow_edge;

/* A branch that has not been joined. */
typedef struct open_branch {
    size_t head, last; /* flow numbers of it, and of what the arm that is not under way ends with: itself if
                          there is only one */
} open_branch;

typedef struct unit {
    size_t variable, variable_count;
    size_t flow, flow_count;
    size_t edge, edge_count;
    size_t statement, statement_count;
    list globals,
        called_globals; /* size_t: those that it names, and others that routines name that it calls */
} unit;

/* A set of statements with a key. */
typedef struct chain {
    list members; /* size_t */
} chain;

struct model {
    size_t globals; /* how many variables are global: the first ones */
    list routines, variables, locations, vertices, statements, flows, edges;
    list chains;                     /* those with keys from KEY_FIRST */
    size_t first_vertex;             /* of the next statement */
    size_t next_address, next_alias; /* not taken yet */
    list open;                       /* open_branch, the innermost one last */
    bool finished;
};

/* Completes the chains from definitions to uses. */
void model_finish(model *program);

#endif
