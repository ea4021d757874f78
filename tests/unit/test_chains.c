/*
 * Chains of the engine's own against those that front ends state: they must have everything that is stated,
 * but where the engine sees more than front ends do. These take any part of an array for all of it, do not
 * know which arguments a call certainly assigns or does not read, and mix up its calls. Programs are those of
 * the tests and, if there is one, of the corpus, where only numbers are reported.
 */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "analysis/calls.h"
#include "analysis/definitions.h"
#include "documents.h"
#include "suite.h"
#include "traverse/traverse.h"

static xb_failure *failure;
static xb_arena *arena;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
}

static void tear_down(void)
{
    documents_forget();
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* What came out of comparisons. */
typedef struct comparison {
    const xb_program *program;
    xb_analyses *analyses;
    const char *file;
    const xb_routine *routine; /* whose statements have the ids */
    xb_map ids;                /* (name index of an id, node index of a routine that has it) to a statement */
    xb_node_set passed;        /* variables that are passed to routines, and routines with calls */
    size_t equal, larger, unknown, finer, missing;
} comparison;

static const xb_name *id_of(const xb_node *node)
{
    bool is_statement = node->kind >= XB_KIND_ASSIGNMENT && node->kind <= XB_KIND_DERIVATIVE_PROPAGATOR;
    return is_statement ? ((const xb_statement *)node)->id : NULL;
}

static bool has(const xb_value_ends *own, const xb_name *id)
{
    for (size_t i = 0; i < own->ends.count; i++)
        if (id_of(own->ends.items[i]) == id)
            return true;
    return false;
}

/* What a chain has and the engine's own has not; NULL if there is no such thing. */
static const xb_name *missing_from(const comparison *c, const xb_chain *chain, const xb_value_ends *own)
{
    for (size_t i = 0; i < chain->sorted_count; i++) {
        const xb_name *id = chain->sorted[i];
        /* front ends number conditions, too, which have no ids in documents */
        bool is_statement = xb_map_get(&c->ids, id->index, c->routine->node.index) != NULL;
        if (id->length == 0 ? !own->outside : is_statement && !has(own, id))
            return id;
    }
    return NULL;
}

static bool is_larger(const comparison *c, const xb_chain *chain, const xb_value_ends *own)
{
    bool larger = own->outside && !xb_chain_contains(chain, xb_names_empty(c->program->names));
    for (size_t i = 0; i < own->ends.count; i++) {
        const xb_name *id = id_of(own->ends.items[i]);
        larger = larger || (id && !xb_chain_contains(chain, id));
    }
    return larger;
}

/* Whether another routine lies within a routine, and sees its variables. */
static bool is_host(const xb_program *program, const xb_routine *routine)
{
    for (size_t i = 0; i < program->routines.count; i++)
        if (((const xb_routine *)program->routines.items[i])->scope->parent == routine->scope)
            return true;
    return false;
}

/* Whether the engine may know more of something in a chain. */
static bool may_be_finer(const comparison *c, const xb_reference *reference, const xb_name *id)
{
    const xb_node *statement = xb_map_get(&c->ids, id->index, c->routine->node.index);
    bool global = reference->symbol->scope != c->routine->scope || is_host(c->program, c->routine);
    return reference->symbol->rank != 0 || (statement && statement->kind == XB_KIND_SUBROUTINE_CALL) ||
           xb_node_set_has(&c->passed, &reference->symbol->node) ||
           (global && xb_node_set_has(&c->passed, &c->routine->node));
}

/* Whether a reference is in the condition of a PostLoop, which is not evaluated when the loop is entered. */
static bool is_tested_after_body(const xb_walk *walk)
{
    const xb_node *node = NULL;
    for (size_t up = 1; up < xb_walk_depth(walk) && !(node && xb_kind_is_flow_vertex(node->kind)); up++)
        node = xb_walk_ancestor(walk, up);
    return node && node->kind == XB_KIND_POST_LOOP;
}

static xb_visit compare(xb_walk *walk, xb_node *node, void *context)
{
    comparison *c = context;
    const xb_reference *reference = (const xb_reference *)node;
    const xb_routine *routine = xb_walk_routine(walk);
    const xb_node *parent = xb_walk_ancestor(walk, 1);
    const xb_chain *chain = xb_chain_find(&xb_walk_program(walk)->chains, reference->du_ud);
    if (!routine || !chain || parent == &routine->node || chain->sorted_count == 0)
        return XB_VISIT_CONTINUE;
    c->routine = routine;
    bool assigns = parent->kind >= XB_KIND_ASSIGNMENT && parent->kind <= XB_KIND_UPDATE &&
                   ((const xb_assignment *)parent)->target == reference;
    xb_definitions *definitions = xb_definitions_of(c->analyses, routine);
    xb_value_ends own =
        assigns ? xb_uses_reached(definitions, reference) : xb_definitions_reaching(definitions, reference);
    const xb_name *missing = own.known ? missing_from(c, chain, &own) : NULL;
    c->unknown += !own.known;
    bool finer = missing && (may_be_finer(c, reference, missing) || is_tested_after_body(walk));
    c->finer += finer;
    c->missing += missing && !finer;
    if (own.known && !missing)
        *(is_larger(c, chain, &own) ? &c->larger : &c->equal) += 1;
    if (missing && !finer)
        printf("%s: line %zu: %s of '%s': the chain has '%s'\n", c->file, (size_t)node->line,
               assigns ? "uses" : "definitions", reference->symbol->id->text, missing->text);
    return XB_VISIT_CONTINUE;
}

static xb_visit note_id(xb_walk *walk, xb_node *node, void *context)
{
    comparison *c = context;
    const xb_routine *routine = xb_walk_routine(walk);
    if (routine)
        xb_map_put(arena, &c->ids, ((const xb_statement *)node)->id->index, routine->node.index, node);
    return XB_VISIT_CONTINUE;
}

static void note_passed(void *context, const xb_reference *actual, const xb_formal *formal)
{
    comparison *c = context;
    (void)formal;
    xb_node_set_add(arena, &c->passed, &actual->symbol->node);
}

static xb_visit note_call(xb_walk *walk, xb_node *node, void *context)
{
    comparison *c = context;
    xb_call_passes(xb_walk_program(walk), node, note_passed, c);
    xb_node_set_add(arena, &c->passed, &xb_walk_routine(walk)->node);
    return node->kind == XB_KIND_SUBROUTINE_CALL ? note_id(walk, node, context) : XB_VISIT_CONTINUE;
}

static void compare_document(comparison *c, const char *file)
{
    static const xb_visitor ids = {.enter = {[XB_KIND_ASSIGNMENT] = note_id,
                                             [XB_KIND_INITIALIZATION] = note_id,
                                             [XB_KIND_UPDATE] = note_id,
                                             [XB_KIND_SUBROUTINE_CALL] = note_call,
                                             [XB_KIND_FUNCTION_CALL] = note_call},
                                   .view = XB_VIEW_READ};
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = compare},
                                       .view = XB_VIEW_READ};
    FILE *stream = fopen(file, "rb");
    ck_assert_ptr_nonnull(stream);
    xb_vector text = {0};
    for (int byte; (byte = getc(stream)) != EOF;)
        *(char *)xb_vector_push(arena, &text, 1) = (char)byte;
    fclose(stream);
    const char *reported;
    xb_program *program = documents_read(arena, text.items, text.count, &reported);
    if (!program)
        return;
    c->file = file;
    c->program = program;
    c->ids = (xb_map){0};
    c->passed = (xb_node_set){0};
    c->analyses = xb_analyses_create(arena, program, xb_catalogue_create(arena));
    xb_traverse(program, arena, &program->node, &ids, c);
    xb_traverse(program, arena, &program->node, &visitor, c);
    xb_analyses_destroy(c->analyses);
}

static comparison compare_all(const char *folder, const char *pattern)
{
    comparison c = {.file = NULL};
    glob_t files;
    if (glob(xb_arena_format(arena, "%s/%s", folder, pattern), 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++)
            compare_document(&c, files.gl_pathv[i]);
        globfree(&files);
    }
    printf("%s: %zu chains are equal, %zu of the engine's own larger, %zu finer, %zu not known, %zu lack "
           "something\n",
           pattern, c.equal, c.larger, c.finer, c.unknown, c.missing);
    return c;
}

START_TEST(own_chains_have_what_is_stated)
{
    comparison c = compare_all(getenv("XB_TOP_SRCDIR"), "tests/data/derivatives/*.xaif");
    ck_assert_uint_gt(c.equal, 1000);
    ck_assert_uint_eq(c.missing, 0);
}
END_TEST

START_TEST(own_chains_have_what_the_corpus_states)
{
    const char *corpus = getenv("XAIF_CORPUS");
    if (corpus)
        compare_all(corpus, "*/tlm.xaif");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chains");
    SUITE_ADD(suite, "chains", own_chains_have_what_is_stated, own_chains_have_what_the_corpus_states);
    return suite_run(suite);
}
