/*
 * Ids of statements. Those that were read stay as they are; those that were made become others where they are
 * taken. What is taken is known by name, and of ids that are kept as a name and a number (statement_id.h) by
 * these: numbers that count up in the whole program have a place each, those of replacements are written one
 * after the other. Only where a name has the text of such an id, from a document that was made in the same
 * way, the name counts.
 */
#include "ir/statement_id.h"
#include "languages/xaif/writer_internal.h"

#include <inttypes.h>
#include <string.h>

static xb_writer_id *entry_of(xb_writer *writer, const xb_name *id)
{
    xb_vector_reserve(writer->scratch, &writer->ids, xb_names_count(writer->program->names),
                      sizeof(xb_writer_id));
    while (writer->ids.count <= id->index)
        xb_vector_push(writer->scratch, &writer->ids, sizeof(xb_writer_id));
    return (xb_writer_id *)writer->ids.items + id->index;
}

void xb_write_begin_ids(xb_writer *writer, bool is_strict)
{
    writer->generation++;
    writer->is_strict = is_strict;
}

void xb_write_note_id(xb_writer *writer, const xb_statement *statement)
{
    if (statement->node.line > 0 && xb_id_of(statement).form == XB_ID_NAME)
        entry_of(writer, statement->id)->read = writer->generation;
}

/* ---- ids made of others -------------------------------------------------------------------------------- */

static bool is_new(const xb_writer *writer, const char *text, size_t length)
{
    return !xb_names_find(writer->program->names, text, length) &&
           !xb_names_find(writer->made, text, length) && !xb_id_may_be_made(writer->program, text);
}

/* Writes an id that nothing else has: the given one with a number appended. */
static void write_new(xb_writer *writer, xb_made_id id, const char *id_text)
{
    uint64_t key = (uint64_t)id.number << 2 | id.form;
    for (uintptr_t number = (uintptr_t)xb_map_get(&writer->copies, id.name->index, key) + 1;; number++) {
        const char *text = xb_arena_format(writer->scratch, "%s_%" PRIuPTR, id_text, number);
        size_t length = strlen(text);
        if (!is_new(writer, text, length))
            continue;
        xb_map_put(writer->scratch, &writer->copies, id.name->index, key, (const void *)number);
        xb_write_name(writer, "statement_id", xb_names_intern(writer->made, text, length));
        return;
    }
}

/* ---- ids that are names -------------------------------------------------------------------------------- */

/* Takes a name if nothing else has. */
static bool take_name(xb_writer *writer, const xb_name *name, bool is_read)
{
    xb_writer_id *entry = entry_of(writer, name);
    bool was_read = entry->read == writer->generation, was_written = entry->written == writer->generation;
    if (is_read ? was_written && writer->is_strict : was_written || was_read)
        return false;
    entry->written = writer->generation;
    return true;
}

/* ---- ids that are kept as a name and a number ---------------------------------------------------------- */

static xb_vector *places_of(xb_writer *writer, const xb_name *stem)
{
    xb_vector *places = xb_map_get(&writer->numbered, stem->index, 0);
    if (!places) {
        places = xb_arena_alloc(writer->scratch, sizeof *places);
        xb_map_put(writer->scratch, &writer->numbered, stem->index, 0, places);
    }
    return places;
}

static bool take_numbered(xb_writer *writer, xb_made_id id)
{
    xb_vector *places = places_of(writer, id.name);
    while (places->count <= id.number)
        xb_vector_push(writer->scratch, places, sizeof(uint32_t));
    uint32_t *place = (uint32_t *)places->items + id.number;
    bool was_free = *place != writer->generation;
    *place = writer->generation;
    return was_free;
}

static bool take_replacement(xb_writer *writer, xb_made_id id)
{
    xb_writer_id *entry = entry_of(writer, id.name);
    if (entry->replaced != writer->generation)
        entry->replacements = 0;
    entry->replaced = writer->generation;
    if (id.number <= entry->replacements)
        return false;
    entry->replacements = id.number;
    return true;
}

static bool take_made(xb_writer *writer, xb_made_id id)
{
    return id.form == XB_ID_NUMBERED ? take_numbered(writer, id) : take_replacement(writer, id);
}

/* ---- all ----------------------------------------------------------------------------------------------- */

/* An id as a text that lasts until the next one is asked for. */
static const char *text_of(xb_writer *writer, xb_made_id id, size_t *length)
{
    *length = id.name->length;
    if (id.form == XB_ID_NAME)
        return id.name->text;
    xb_vector_reserve(writer->scratch, &writer->id_text, xb_id_room(id), 1);
    *length = xb_id_put(id, writer->id_text.items);
    return writer->id_text.items;
}

void xb_write_statement_id(xb_writer *writer, const xb_statement *statement)
{
    xb_made_id id = xb_id_of(statement);
    size_t length;
    const char *text = text_of(writer, id, &length);
    const xb_name *name =
        id.form == XB_ID_NAME ? id.name : xb_names_find(writer->program->names, text, length);
    bool is_read = statement->node.line > 0;
    if (!(name ? take_name(writer, name, is_read) : take_made(writer, id))) {
        write_new(writer, id, text);
        return;
    }
    xb_write_key(writer, "statement_id");
    xb_output_xml(writer->output, text, length);
    xb_output_char(writer->output, '"');
}
