/*
 * Statements are found by their ids, conditions by the annotations of their vertices. An assignment gets a
 * plain value first, as others may need its target defined; what is refused even so is left out. Before, all
 * routines are declared where everything sees them, since motions of others are refused.
 */
#include "mend.h"

#include <stdlib.h>
#include <string.h>

/* What follows a text in a line; NULL if it isn't there. */
static const char *in_line(const char *text, int line, const char *wanted)
{
    for (int i = 1; i < line && text; i++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    const char *end = text ? strchr(text, '\n') : NULL, *found = text ? strstr(text, wanted) : NULL;
    return !found || (end && found > end) ? NULL : found + strlen(wanted);
}

/* The function calls of a statement become constants. @return whether there are any */
static bool drop_functions(gen_program *program, int number)
{
    gen_numbers vertices = {0};
    bool any = false;
    gen_statement_vertices(program->arena, program, &program->statements[number], &vertices);
    for (int i = 0; i < vertices.count; i++) {
        if (program->expressions[vertices.items[i]].kind != GEN_FUNCTION)
            continue;
        bool whole = program->expressions[vertices.items[i]].type == GEN_INTEGER;
        int constant = whole ? gen_integer(program, 2) : gen_real(program, "0.7", .7, false);
        program->expressions[vertices.items[i]] = program->expressions[constant];
        any = true;
    }
    return any;
}

/* The link to a statement in a body, or in what is in it; NULL if it is not there. */
static int *link_of(gen_program *program, int *body, const char *id, size_t length)
{
    for (int *link = body; *link != GEN_NONE; link = &program->statements[*link].next) {
        gen_statement *s = &program->statements[*link];
        if (s->id && strlen(s->id) == length && memcmp(s->id, id, length) == 0)
            return link;
        for (int i = 0; i < s->body_count; i++) {
            int *inner = link_of(program, &s->body[i], id, length);
            if (inner)
                return inner;
        }
    }
    return NULL;
}

static bool has_plain_target(const gen_program *program, const gen_statement *s)
{
    const gen_expression *target = &program->expressions[s->target];
    for (int d = 0; d < target->subscript_count; d++)
        for (int k = 0; k < 3; k++)
            if (target->subscripts[d].part[k] != GEN_NONE &&
                program->expressions[target->subscripts[d].part[k]].kind != GEN_CONSTANT)
                return false;
    return true;
}

static void change(gen_program *program, int *link)
{
    int number = *link;
    const gen_statement s = program->statements[number];
    if (s.kind != GEN_ASSIGN || program->expressions[s.value].kind == GEN_CONSTANT ||
        !gen_is_number(program->expressions[s.target].type) || !has_plain_target(program, &s)) {
        *link = s.next;
        return;
    }
    bool whole = program->expressions[s.target].type == GEN_INTEGER;
    int constant = whole ? gen_integer(program, 2) : gen_real(program, "0.7", .7, false);
    program->statements[number].value = constant;
}

bool gen_mend(gen_program *program, const char *text, int line)
{
    if (gen_declare_globally(program))
        return true;
    const char *id = in_line(text, line, "statement_id=\""), *number = in_line(text, line, "\"statement ");
    size_t length = id ? strcspn(id, "\"") : 0;
    if (number && drop_functions(program, atoi(number)))
        return gen_is_legal(program->arena, program);
    for (int r = 0; r < program->routine_count && length > 0; r++) {
        int *link =
            program->routines[r].gone ? NULL : link_of(program, &program->routines[r].body, id, length);
        if (link) {
            change(program, link);
            return gen_is_legal(program->arena, program);
        }
    }
    return false;
}
