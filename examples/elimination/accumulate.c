/*
 * Accumulates the Jacobian of y1 = cos(sin(x1*x2)), y2 = exp(sin(x1*x2)) with the library on elimination
 * alone: prints the code that its steps are, executes them at a point, and prints the derivatives. Build it
 * with make in this folder and try
 *
 *     ./accumulate
 */
#include <elimination/elimination.h>
#include <math.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Vertices: 0 and 1 are x1 and x2, 2 their product, 3 its sine, 4 and 5 are y1 and y2. */
static const xb_lcg_edge edges[] = {
    {0, 2, XB_LABEL_VARIABLE, 0}, {1, 2, XB_LABEL_VARIABLE, 0}, {2, 3, XB_LABEL_VARIABLE, 0},
    {3, 4, XB_LABEL_VARIABLE, 0}, {3, 5, XB_LABEL_VARIABLE, 0},
};
enum { EDGES = sizeof edges / sizeof *edges };
static const bool dependent[] = {false, false, false, false, true, true};
static const xb_lcg graph = {.vertex_count = 6, .edges = edges, .edge_count = EDGES, .dependent = dependent};

/* What the parts of the program share. */
typedef struct session {
    xb_arena *arena;
    xb_arena *scratch;
    const xb_elimination *elimination;
    double partials[EDGES]; /* by edge */
    double *results;        /* by step */
} session;

static void eliminate(void *argument)
{
    session *self = argument;
    const xb_elimination_options options = {.objective = XB_OBJECTIVE_OPERATIONS};
    self->elimination = xb_eliminate(self->arena, self->scratch, &graph, &options);
    self->results = xb_arena_array(self->arena, self->elimination->step_count, sizeof *self->results);
}

static void compute_partials(session *self, double x1, double x2)
{
    double product = x1 * x2, sine = sin(product);
    const double partials[EDGES] = {x2, x1, cos(product), -sin(sine), exp(sine)};
    for (size_t e = 0; e < EDGES; e++)
        self->partials[e] = partials[e];
}

static double value_of(const session *self, xb_operand operand)
{
    switch (operand.kind) {
    case XB_OPERAND_EDGE: return self->partials[operand.index];
    case XB_OPERAND_STEP: return self->results[operand.index];
    default: return operand.value;
    }
}

static void print_operand(xb_operand operand)
{
    if (operand.kind == XB_OPERAND_CONSTANT)
        printf("%g", operand.value);
    else
        printf("%c%" PRIu32, operand.kind == XB_OPERAND_EDGE ? 'c' : 't', operand.index);
}

/* Complete elimination without rerouting multiplies and adds; constants may change signs. */
static void execute(session *self, size_t s)
{
    const xb_step *step = &self->elimination->steps[s];
    double a = value_of(self, step->a), b = step->kind == XB_STEP_NEGATE ? 0 : value_of(self, step->b);
    self->results[s] = step->kind == XB_STEP_MULTIPLY ? a * b : step->kind == XB_STEP_ADD ? a + b : -a;
    printf("t%zu = %s", s, step->kind == XB_STEP_NEGATE ? "-" : "");
    print_operand(step->a);
    if (step->kind != XB_STEP_NEGATE) {
        printf(" %c ", step->kind == XB_STEP_MULTIPLY ? '*' : '+');
        print_operand(step->b);
    }
    printf("\n");
}

static void accumulate(session *self)
{
    compute_partials(self, 0.5, 2);
    for (size_t s = 0; s < self->elimination->step_count; s++)
        execute(self, s);
    for (size_t e = 0; e < self->elimination->edge_count; e++) {
        const xb_remainder_edge *edge = &self->elimination->edges[e];
        printf("d y%u / d x%u = %.6f\n", edge->target - 3, edge->source + 1, value_of(self, edge->label));
    }
}

int main(void)
{
    xb_failure *failure = xb_failure_create();
    session self = {.arena = failure ? xb_arena_create(failure) : NULL};
    self.scratch = self.arena ? xb_arena_create(failure) : NULL;
    bool done = self.scratch && xb_protect(failure, eliminate, &self);
    if (done)
        accumulate(&self);
    xb_arena_destroy(self.scratch);
    xb_arena_destroy(self.arena);
    xb_failure_destroy(failure);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
