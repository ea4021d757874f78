/*
 * The graphs are scratch data that is gone when the transformation is complete; so their text is made at
 * once, and kept in a state of its own, as is the list of them, a line of JSON each.
 */
#include "algorithms/preaccumulation/extraction.h"

#include <inttypes.h>

#include "algorithms/preaccumulation/settings.h"
#include "ir/statement_id.h"
#include "base/json.h"
#include "base/text.h"
#include "elimination/files/graph_writer.h"

static const char suffix[] = ".lgraph";

typedef struct kept {
    xb_vector files; /* xb_attachment */
    xb_text *list;
} kept;

static kept *state_of(xb_run *run)
{
    kept *all = xb_run_state(run, "preaccumulation.extraction", sizeof *all);
    if (!all->list)
        all->list = xb_text_create(xb_run_program(run)->arena);
    return all;
}

static void put_statement(xb_output *output, xb_arena *arena, const char *which,
                          const xb_assignment *assignment)
{
    xb_output_format(output, ", \"%s_statement\": ", which);
    xb_json_text(output, xb_statement_text(arena, &assignment->statement));
    xb_output_format(output, ", \"%s_line\": %" PRIu64, which, assignment->line_number);
}

static void put_entry(xb_output *output, xb_arena *arena, xb_block_place place, const xb_sequence *sequence,
                      const xb_lcg *graph, const char *file)
{
    const xb_list *assignments = &sequence->assignments;
    xb_output_put(output, xb_output_count(output) == 0 ? "[{\"file\": " : ",\n {\"file\": ");
    xb_json_text(output, file);
    xb_output_format(output, ", \"sequence\": %u, \"routine\": ", sequence->number);
    xb_json_text(output, place.routine->symbol->id->text);
    xb_output_put(output, ", \"block\": ");
    xb_json_text(output, place.block->id ? place.block->id->text : "");
    put_statement(output, arena, "first", assignments->items[0]);
    put_statement(output, arena, "last", assignments->items[assignments->count - 1]);
    xb_output_format(output, ", \"vertices\": %u, \"edges\": %zu}", graph->vertex_count, graph->edge_count);
}

static void keep(xb_run *run, const char *name, xb_text *text, const char *folder)
{
    kept *all = state_of(run);
    xb_attachment *file = xb_vector_push(xb_run_program(run)->arena, &all->files, sizeof *file);
    *file = (xb_attachment){.folder = folder, .suffix = suffix, .path = name};
    file->text = xb_text_join(text, &file->length);
}

void xb_extraction_keep(xb_run *run, xb_block_place place, const xb_sequence *sequence, const xb_lcg *graph)
{
    xb_arena *arena = xb_run_program(run)->arena;
    const char *folder = xb_preaccumulation_settings_of(run)->extraction_folder;
    if (!folder)
        return;
    const char *name = xb_arena_format(arena, "sequence-%06u%s", sequence->number, suffix);
    xb_text *text = xb_text_create(arena);
    xb_graph_write(xb_text_output(text), xb_run_scratch(run), graph);
    keep(run, name, text, folder);
    put_entry(xb_text_output(state_of(run)->list), xb_run_scratch(run), place, sequence, graph, name);
}

void xb_extraction_attach(xb_run *run)
{
    const char *folder = xb_preaccumulation_settings_of(run)->extraction_folder;
    if (!folder)
        return;
    kept *all = state_of(run);
    xb_output *output = xb_text_output(all->list);
    xb_output_put(output, xb_output_count(output) == 0 ? "[]\n" : "]\n");
    keep(run, "index.json", all->list, folder);
    for (size_t i = 0; i < all->files.count; i++)
        xb_run_attach(run, (const xb_attachment *)all->files.items + i);
}
