/*
 * One comment a row and a column, since lines have at most 1024 characters. Comments come before the size:
 * what they name is kept until it is known how much of it there is.
 */
#include "graph/sparsity_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/document.h"
#include "base/vector.h"

static void put_names(xb_output *output, const char *what, const char *const *names, uint32_t count,
                      const xb_sparsity_groups *groups)
{
    for (uint32_t i = 0; i < count; i++) {
        xb_output_format(output, "%% %s %u: %s", what, i + 1, names[i]);
        if (groups && groups->group[i] != XB_GRAPH_NONE)
            xb_output_format(output, ", group %u", groups->group[i] + 1);
        xb_output_char(output, '\n');
    }
}

void xb_sparsity_write(xb_output *output, const xb_sparsity *sparsity, const xb_sparsity_labels *labels)
{
    const xb_sparsity_groups *groups = labels->groups;
    xb_output_put(output, "%%MatrixMarket matrix coordinate pattern general\n");
    put_names(output, "row", labels->rows, sparsity->rows, groups && groups->of_rows ? groups : NULL);
    put_names(output, "column", labels->columns, sparsity->columns,
              groups && !groups->of_rows ? groups : NULL);
    xb_output_format(output, "%u %u %zu\n", sparsity->rows, sparsity->columns, sparsity->count);
    for (uint32_t j = 0; j < sparsity->rows; j++)
        for (size_t e = sparsity->starts[j]; e < sparsity->starts[j + 1]; e++)
            xb_output_format(output, "%u %u\n", j + 1, sparsity->entries[e] + 1);
}

/* ---- reading ------------------------------------------------------------------------------------------ */

/* Flags of entries take a byte each. */
enum { LARGEST_SIDE = 1 << 20, LARGEST_AREA = 1 << 28 };

typedef struct reading {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const char *file;
    const xb_document *document;
    uint32_t line;
    char *next; /* where the next line begins; NULL: at the end */
    bool *flags;
    xb_vector names[2]; /* of rows, and of columns: what comments say */
    xb_sparsity *sparsity;
    xb_sparsity_labels *labels;
    xb_status status;
} reading;

/* What a comment calls a row, or a column. */
typedef struct naming {
    unsigned long number; /* from 1 */
    const char *name;
} naming;

static void refuse(reading *r, xb_status status, const char *hint, const char *what)
{
    r->status =
        xb_error(r->diagnostics, status, (xb_place){.file = r->file, .line = r->line}, hint, "%s", what);
}

static char *next_line(reading *r)
{
    char *line = r->next;
    if (!line)
        return NULL;
    r->next = strchr(line, '\n');
    if (r->next)
        *r->next++ = '\0';
    r->line++;
    return line;
}

/* Notes a name, as put_names() writes it. */
static void take_name(reading *r, const char *comment)
{
    static const char *const sides[] = {"% row ", "% column "};
    for (size_t side = 0; side < 2; side++) {
        const size_t length = strlen(sides[side]);
        char *end;
        if (strncmp(comment, sides[side], length) != 0)
            continue;
        const unsigned long number = strtoul(comment + length, &end, 10);
        if (number > 0 && strncmp(end, ": ", 2) == 0)
            *(naming *)xb_vector_push(r->arena, &r->names[side], sizeof(naming)) =
                (naming){number, xb_arena_copy_text(r->arena, end + 2, strcspn(end + 2, "\r"))};
    }
}

/* The next line with numbers; NULL at the end. */
static char *next_numbers(reading *r)
{
    char *line = next_line(r);
    for (; line && (line[0] == '%' || line[strspn(line, " \t\r")] == '\0'); line = next_line(r))
        take_name(r, line);
    return line;
}

/* The name of each row, or column; NULL where none is said. */
static const char *const *names_of(const reading *r, size_t side, unsigned long count)
{
    const char **names = xb_arena_array(r->arena, count + 1, sizeof *names);
    const naming *said = r->names[side].items;
    for (size_t i = 0; i < r->names[side].count; i++)
        if (said[i].number <= count)
            names[said[i].number - 1] = said[i].name;
    return names;
}

/* Reads whole numbers from `least` to `most[i]` at the beginning of a line. */
static bool take_numbers(const char *line, size_t count, unsigned long least, const unsigned long *most,
                         unsigned long *numbers)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        line += strspn(line, " \t\r");
        numbers[i] = *line >= '0' && *line <= '9' ? strtoul(line, &end, 10) : most[i] + 1;
        if (numbers[i] > most[i] || numbers[i] < least)
            return false;
        line = end;
    }
    return true;
}

static bool take_head(reading *r)
{
    const char *line = next_line(r);
    char words[5][16] = {{0}}; /* the banner, object, format, field and symmetry, in either case */
    bool right =
        line && sscanf(line, "%15s%15s%15s%15s%15s", words[0], words[1], words[2], words[3], words[4]) == 5 &&
        strcasecmp(words[0], "%%MatrixMarket") == 0 && strcasecmp(words[1], "matrix") == 0 &&
        strcasecmp(words[2], "coordinate") == 0;
    bool general = right && strcasecmp(words[4], "general") == 0;
    if (!right)
        refuse(r, XB_STATUS_INVALID, "make one with xaif-run --pattern=market",
               "this is no Matrix Market file in coordinate format");
    else if (!general)
        refuse(r, XB_STATUS_UNSUPPORTED, "write all entries, and 'general'", "the matrix is not general");
    return general;
}

static bool take_size(reading *r, unsigned long *sides)
{
    static const unsigned long most[] = {LARGEST_SIDE, LARGEST_SIDE, LARGEST_AREA};
    const char *line = next_numbers(r);
    bool right = line && take_numbers(line, 3, 0, most, sides);
    if (!right)
        refuse(r, XB_STATUS_INVALID, "write them as in: 4 7 12",
               "numbers of rows, columns and entries are expected");
    else if (sides[0] * sides[1] > LARGEST_AREA)
        refuse(r, XB_STATUS_UNSUPPORTED, NULL, "the matrix is too large");
    return right && !r->status;
}

static void take_entries(reading *r, const unsigned long *sides)
{
    unsigned long numbers[2], count = 0;
    for (const char *line = next_numbers(r); line; line = next_numbers(r), count++) {
        if (!take_numbers(line, 2, 1, sides, numbers)) {
            refuse(r, XB_STATUS_INVALID, "they are counted from 1", "a row and a column are expected");
            return;
        }
        r->flags[(numbers[0] - 1) * sides[1] + numbers[1] - 1] = true;
    }
    if (count != sides[2])
        refuse(r, XB_STATUS_INVALID, "is the file complete?",
               "there are not as many entries as the size says");
}

static void parse(void *argument)
{
    reading *r = argument;
    unsigned long sides[3];
    r->next = xb_arena_alloc(r->arena, r->document->length + 1);
    if (r->document->length > 0)
        memcpy(r->next, r->document->text, r->document->length);
    if (!take_head(r) || !take_size(r, sides))
        return;
    r->flags = xb_arena_alloc(r->arena, sides[0] * sides[1] + 1);
    take_entries(r, sides);
    if (r->status)
        return;
    *r->sparsity = xb_sparsity_create(r->arena, (uint32_t)sides[0], (uint32_t)sides[1], r->flags);
    *r->labels = (xb_sparsity_labels){.rows = names_of(r, 0, sides[0]), .columns = names_of(r, 1, sides[1])};
}

xb_status xb_sparsity_read(xb_arena *arena, xb_diagnostics *diagnostics, const char *file,
                           xb_sparsity *sparsity, xb_sparsity_labels *labels)
{
    xb_document document = {0};
    const char *name = strcmp(file, "-") == 0 ? "(standard input)" : file;
    int problem = xb_document_read(&document, file);
    reading r = {arena, diagnostics, name, &document, .sparsity = sparsity, .labels = labels};
    bool done = problem != 0 || xb_protect(xb_arena_failure(arena), parse, &r);
    xb_document_free(&document);
    if (problem)
        return xb_error(diagnostics, XB_STATUS_FAILED, (xb_place){.file = name}, xb_document_hint(problem),
                        "can't read the pattern: %s", strerror(problem));
    if (!done)
        xb_fail(xb_arena_failure(arena));
    return r.status;
}
