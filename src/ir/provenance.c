/*
 * The tags are made when the first statement is built that gets them, and kept as a name until
 * the provenance is another one.
 */
#include "ir/provenance.h"

#include <stdarg.h>
#include <stdlib.h>

#include "ir/tags.h"

static const char pass_tag[] = "pass", line_tag[] = "line";

void xb_provenance_keep(xb_program *program)
{
    program->provenance.kept = true;
}

/* ---- lines -------------------------------------------------------------------------------------------- */

typedef struct lines {
    uint64_t first, last; /* 0: none */
} lines;

static lines lines_of_tag(const xb_program *program, const xb_node *node)
{
    xb_tag tag;
    lines found = {0, 0};
    if (!xb_tags_find(program, node, line_tag, &tag) || !tag.value)
        return found;
    char *end;
    found.first = found.last = strtoull(tag.value, &end, 10);
    if (*end == '-')
        found.last = strtoull(end + 1, NULL, 10);
    return found;
}

static lines lines_of(const xb_program *program, const xb_node *node)
{
    uint64_t line = xb_node_source_line(node);
    return line > 0 ? (lines){line, line} : lines_of_tag(program, node);
}

/* ---- on whose behalf ----------------------------------------------------------------------------------- */

xb_provenance xb_provenance_enter(xb_program *program, const char *pass)
{
    xb_provenance before = program->provenance;
    program->provenance = (xb_provenance){.kept = before.kept, .pass = pass};
    return before;
}

void xb_provenance_restore(xb_program *program, xb_provenance before)
{
    program->provenance = before;
}

static void between(xb_program *program, const xb_node *first, const xb_node *last)
{
    xb_provenance *now = &program->provenance;
    if (!now->kept)
        return;
    lines a = lines_of(program, first), b = lines_of(program, last);
    if (a.first == 0)
        a = b;
    if (b.last < a.first)
        b = a;
    if (now->first != a.first || now->last != b.last)
        *now = (xb_provenance){.kept = true, .pass = now->pass, .first = a.first, .last = b.last};
}

void xb_provenance_between(xb_program *program, const xb_statement *first, const xb_statement *last)
{
    between(program, &first->node, &last->node);
}

void xb_provenance_of_node(xb_program *program, const xb_node *node)
{
    between(program, node, node);
}

void xb_provenance_of(xb_program *program, const xb_statement *statement)
{
    xb_provenance_of_node(program, &statement->node);
}

void xb_provenance_as(xb_program *program, const xb_statement *statement)
{
    xb_tag tag;
    if (program->provenance.kept && xb_tags_find(program, &statement->node, pass_tag, &tag))
        program->provenance.tags = xb_tags_get(program, &statement->node);
    else
        xb_provenance_of(program, statement);
}

/* ---- tags --------------------------------------------------------------------------------------------- */

static const xb_name *tags_of(xb_program *program)
{
    const xb_provenance *now = &program->provenance;
    const char *text = xb_arena_format(program->arena, "%s=%s", pass_tag, now->pass);
    if (now->first > 0)
        text = xb_arena_format(program->arena, "%s %s=%llu", text, line_tag, (unsigned long long)now->first);
    if (now->last > now->first)
        text = xb_arena_format(program->arena, "%s-%llu", text, (unsigned long long)now->last);
    return xb_program_name(program, text);
}

void xb_provenance_note(xb_program *program, const xb_node *node)
{
    xb_provenance *now = &program->provenance;
    if (!now->kept || !now->pass || !xb_kind_has_tags(node->kind))
        return;
    if (!now->tags)
        now->tags = tags_of(program);
    xb_tags_set(program, node, now->tags);
}

void xb_provenance_stand_in(xb_program *program, const xb_statement *statement, const xb_statement *original)
{
    xb_tag tag;
    const xb_name *own = program->provenance.kept ? xb_tags_get(program, &statement->node) : NULL;
    const xb_name *others = xb_tags_get(program, &original->node);
    if (!others)
        return;
    if (own && !xb_tags_find(program, &original->node, pass_tag, &tag))
        others = xb_program_name(program, xb_arena_format(program->arena, "%s %s", own->text, others->text));
    xb_tags_set(program, &statement->node, others);
}

void xb_provenance_add(xb_program *program, const xb_node *node, const char *tag, const char *format, ...)
{
    va_list arguments;
    if (!program->provenance.kept)
        return;
    va_start(arguments, format);
    xb_tags_add(program, node, tag, xb_arena_vformat(program->arena, format, arguments));
    va_end(arguments);
}
