/*
 * Which loops can be reversed by checkpoints is the engine's matter: each loop of a routine is tried alone,
 * from the first on or from the last on, until one is taken.
 */
#include "checkpoint.h"

#include <string.h>

#include "analysis/constructs.h"
#include "ir/flow.h"

/* The document as it is, as text. */
typedef struct source {
    const gen_document *document;
    const char *text, *manner; /* how loops are reversed */
    size_t length;
    size_t count; /* of loops so far */
    bool last;    /* the last loops of routines are tried first */
} source;

/* Opens the source and does it with loops. @return whether that went well */
static bool try_loops(const source *s, const char *loops, gen_document *made)
{
    if (!gen_document_open(made, s->text, s->length, s->document->passive)) {
        made->problem = "the document is refused";
        return false;
    }
    gen_document_follow(made, s->document);
    made->loops = loops;
    gen_document_transform(made);
    return !made->problem && !made->status;
}

/* Whether loops are taken. A problem is told to the document. */
static bool is_taken(const source *s, const char *loops, gen_document *d)
{
    gen_document made;
    bool taken = try_loops(s, loops, &made);
    if (made.problem) {
        d->problem = xb_arena_format(d->arena, "checkpoints: %s", made.problem);
        d->detail = xb_arena_format(d->arena, "%s: %s", loops,
                                    made.detail ? made.detail : gen_document_reason(&made));
    }
    gen_document_close(&made);
    return taken;
}

/* A loop of a routine that is taken, as the engine's option has it; NULL if there is none. */
static const char *loop_of(const source *s, const xb_routine *routine, gen_document *d)
{
    uint32_t count = routine->flow.graph.vertex_count;
    for (uint32_t i = 0; i < count && !d->problem; i++) {
        uint32_t v = s->last ? count - 1 - i : i;
        if (!xb_is_loop(&routine->flow, v))
            continue;
        const xb_flow_vertex *vertex = routine->flow.vertices.items[v];
        const char *loop = xb_arena_format(d->arena, "%s:%llu:%s", routine->symbol->id->text,
                                           (unsigned long long)vertex->node.line, s->manner);
        if (is_taken(s, loop, d))
            return loop;
    }
    return NULL;
}

/* Loops of all routines; NULL if there are none. */
static const char *find_loops(source *s, gen_document *d)
{
    const char *loops = NULL;
    for (size_t i = 0; i < d->program->routines.count; i++) {
        const xb_routine *routine = d->program->routines.items[i];
        const char *loop = xb_routine_is_procedure(routine) ? loop_of(s, routine, d) : NULL;
        s->count += loop != NULL;
        if (loop)
            loops = loops ? xb_arena_format(d->arena, "%s,%s", loops, loop) : loop;
    }
    return loops;
}

static void checkpoint_once(gen_document *d, source *s, bool last)
{
    gen_document made;
    s->last = last;
    const char *loops = find_loops(s, d);
    if (!loops || d->problem)
        return;
    if (try_loops(s, loops, &made)) {
        gen_document_replace(d, &made);
        s->text = d->source;
        s->length = made.length;
    } else {
        d->problem = "loops are taken one by one, but not together";
        d->detail = xb_arena_format(d->arena, "%s: %s", loops, gen_document_reason(&made));
    }
    gen_document_close(&made);
}

void gen_checkpoint_loops(gen_document *d)
{
    bool last = gen_options_have(d->options, GEN_CHECKPOINT_LAST);
    source s = {.document = d,
                .text = d->source,
                .length = strlen(d->source),
                .manner = gen_option_value(d->options, GEN_CHECKPOINT)};
    if (gen_options_have(d->options, GEN_CHECKPOINT_NEST))
        checkpoint_once(d, &s, !last);
    if (!d->problem)
        checkpoint_once(d, &s, last);
    d->checkpointed = s.count;
}
