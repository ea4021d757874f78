/*
 * A header of what users call: routines that no other one calls, versions of one counting as one. It says
 * what each argument is, and can be included from C++, which knows no restrict, and no complex numbers of C.
 */
#include <ctype.h>
#include <string.h>

#include "ir/tags.h"
#include "ir/version.h"
#include "languages/c/c.h"
#include "languages/code/loops.h"

/* ---- what is called from outside ------------------------------------------------------------------------
 */

/* The routine that a unit is a version of, by its name. */
static const xb_name *origin_of(const xb_c_writer *w, const xb_source_unit *unit)
{
    xb_tag tag;
    const xb_program *program = w->c.source->program;
    if (unit->routine->version)
        return unit->routine->version->original->symbol->id;
    if (!xb_tags_find(program, &unit->routine->node, XB_TAG_ROUTINE, &tag))
        return unit->routine->symbol->id;
    return xb_names_find(program->names, tag.value, tag.value_length);
}

/* Notes whom others call, and pieces of long routines. @return how many units are offered to users */
static size_t find_offered(const xb_c_writer *w, bool *inner)
{
    const xb_list *units = &w->c.source->units;
    size_t count = 0;
    for (size_t i = 0; i < units->count; i++) {
        const xb_source_unit *unit = units->items[i];
        inner[unit->number] |= unit->whole != NULL;
        for (size_t k = 0; k < unit->calls.count; k++) {
            const xb_source_unit *callee = unit->calls.items[k];
            if (!callee->is_external && origin_of(w, callee) != origin_of(w, unit))
                inner[callee->number] = true;
        }
    }
    for (size_t i = 0; i < units->count; i++)
        count += !inner[i];
    return count;
}

/* ---- routines -------------------------------------------------------------------------------------------
 */

static bool has_complex(const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->formals.count; i++)
        if (((const xb_source_variable *)unit->formals.items[i])->type == XB_TYPE_COMPLEX)
            return true;
    return false;
}

static void put_routine(xb_c_writer *w, const xb_source_unit *unit)
{
    bool is_for_c = has_complex(unit);
    w->c.unit = unit;
    w->c.at = &unit->routine->node;
    xb_lines_skip(&w->c.lines);
    if (is_for_c)
        xb_lines_say(&w->c.lines, "#ifndef __cplusplus");
    xb_c_put_comment(w, unit);
    xb_c_put_head(w, unit);
    xb_lines_put(&w->c.lines, ";");
    xb_lines_end(&w->c.lines);
    if (is_for_c)
        xb_lines_say(&w->c.lines, "#endif");
}

/* ---- the file -------------------------------------------------------------------------------------------
 */

const char *xb_c_base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* The name of a file without its folders, in capitals. */
static const char *guard_of(xb_arena *arena, const char *file)
{
    char *guard = xb_arena_format(arena, "XAIF_%s", file ? xb_c_base_name(file) : "");
    for (char *c = guard; *c; c++)
        *c = isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_';
    return guard;
}

static void put_head(xb_c_writer *w, const char *guard, xb_output *output)
{
    const xb_c_headers *h = &w->c.headers;
    xb_c_put_origin(w->c.source, output);
    xb_output_format(output, "#ifndef %s\n#define %s\n\n", guard, guard);
    if (h->complex)
        xb_output_put(output, "#ifndef __cplusplus\n#include <complex.h>\n#endif\n");
    xb_output_put(output, h->booleans ? "#include <stdbool.h>\n" : "");
    xb_output_put(output, h->integers ? "#include <stdint.h>\n" : "");
    if (h->tape)
        xb_output_put(output, "/* A tape is zero at first, and each thread has its own: see there. */\n"
                              "#ifndef XAIF_TAPE_H\n#include \"xaif_tape.h\"\n#endif\n");
    if (h->complex || h->booleans || h->integers || h->tape)
        xb_output_char(output, '\n');
}

xb_status xb_c_put_header(const xb_c_writer *writer, const xb_source_header *header)
{
    const xb_list *units = &writer->c.source->units;
    xb_c_writer w = {.c = {.lines = writer->c.lines, .source = writer->c.source, .is_header = true},
                     .arena = writer->arena};
    xb_text *body = xb_text_create(w.arena), *types = xb_text_create(w.arena);
    bool *inner = xb_arena_array(w.arena, units->count, sizeof *inner);
    bool any = find_offered(&w, inner) > 0;
    w.c.lines.out = xb_text_output(body);
    for (size_t i = 0; i < units->count; i++)
        if (((const xb_source_unit *)units->items[i])->is_used && (!any || !inner[i]))
            put_routine(&w, units->items[i]);
    xb_c_descriptors_put(&w.c, xb_text_output(types));
    size_t length = 0;
    put_head(&w, guard_of(w.arena, header->file), header->output);
    const char *text = xb_text_join(types, &length);
    bool skips = length > 0 && *text == '\n';
    xb_output_bytes(header->output, text + skips, length - skips);
    xb_output_put(header->output, length > 0 ? "\n" : "");
    xb_output_put(header->output, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    text = xb_text_join(body, &length);
    xb_output_bytes(header->output, text, length);
    xb_output_put(header->output, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    return w.c.status;
}
