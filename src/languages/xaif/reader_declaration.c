/*
 * Facts about symbols: attributes, bounds, initial values.
 *
 * Bounds that are constants become those of the symbol, others dimensions of its declaration. Expressions of
 * a declaration may refer to symbols that come later in the document, so references wait until all symbols
 * are known.
 */
#include <string.h>

#include "languages/xaif/reader_internal.h"

/* ---- references ----------------------------------------------------------------------------------- */

void xb_read_symbol_to(xb_reader *reader, xb_symbol **place)
{
    if (!reader->declared) {
        *place = xb_read_symbol(reader);
        return;
    }
    if (!xb_read_has(reader, XB_ATTRIBUTE_SYMBOL_ID) || !xb_read_has(reader, XB_ATTRIBUTE_SCOPE_ID))
        return; /* has been reported */
    xb_reader_later *later = xb_vector_push(reader->scratch, &reader->later, sizeof *later);
    *later = (xb_reader_later){.place = place,
                               .symbol = reader->values[XB_ATTRIBUTE_SYMBOL_ID].name,
                               .scope = reader->values[XB_ATTRIBUTE_SCOPE_ID].name,
                               .line = reader->line};
}

void xb_read_late_symbols(xb_reader *reader)
{
    const xb_reader_later *later = reader->later.items;
    size_t line = reader->line;
    for (size_t i = 0; i < reader->later.count; i++) {
        reader->values[XB_ATTRIBUTE_SYMBOL_ID].name = later[i].symbol;
        reader->values[XB_ATTRIBUTE_SCOPE_ID].name = later[i].scope;
        reader->present[XB_ATTRIBUTE_SYMBOL_ID] = reader->present[XB_ATTRIBUTE_SCOPE_ID] = true;
        reader->line = later[i].line;
        *later[i].place = xb_read_symbol(reader);
    }
    reader->line = line;
    reader->later.count = 0;
}

/* ---- bounds --------------------------------------------------------------------------------------- */

/* A dimension that is being read. */
typedef struct open_dimension {
    xb_dimension dimension;
    bool has_lower, has_upper; /* by attribute or by child */
} open_dimension;

static void check_dimension(xb_reader *reader, const open_dimension *open)
{
    const xb_dimension *dimension = &open->dimension;
    bool is_plain = dimension->extent == XB_EXTENT_EXPLICIT && !dimension->upper && !dimension->lower;
    if (is_plain && !open->has_lower)
        xb_read_refuse_absence(reader, XB_ATTRIBUTE_LOWER);
    if (dimension->extent == XB_EXTENT_EXPLICIT && !open->has_upper)
        xb_read_refuse_absence(reader, XB_ATTRIBUTE_UPPER);
    if (dimension->extent == XB_EXTENT_DEFERRED && open->has_lower)
        xb_read_error(reader, "leave it out: allocation says what it is", "a deferred extent has no bounds");
    if (dimension->extent != XB_EXTENT_EXPLICIT && open->has_upper)
        xb_read_error(reader, "leave it out, or leave out extent",
                      "only an explicit extent has an upper bound");
}

void xb_handle_bounds(xb_reader *reader, void *owner)
{
    (void)owner;
    open_dimension open = {
        .dimension = {.extent = (xb_bound_kind)reader->values[XB_ATTRIBUTE_EXTENT].number,
                      .known = {.lower = reader->values[XB_ATTRIBUTE_LOWER].number,
                                .upper = reader->values[XB_ATTRIBUTE_UPPER].number}},
        .has_lower = xb_read_has(reader, XB_ATTRIBUTE_LOWER),
        .has_upper = xb_read_has(reader, XB_ATTRIBUTE_UPPER),
    };
    xb_read_children(reader, &open);
    if (!reader->stop && !reader->frames[reader->depth].is_wrong)
        check_dimension(reader, &open);
    if (reader->dimension_count < XB_RANK_LIMIT)
        reader->dimensions[reader->dimension_count++] = open.dimension;
    else
        xb_read_error(reader, "an array has at most seven dimensions", "more than %d DimensionBounds",
                      XB_RANK_LIMIT);
}

void xb_handle_bound(xb_reader *reader, void *owner)
{
    open_dimension *open = owner;
    bool is_lower = reader->frames[reader->depth].element == XB_ELEMENT_LOWER_BOUND;
    if (is_lower ? open->has_lower : open->has_upper)
        xb_read_error(reader, "give the attribute, or the element", "the %s bound is given twice",
                      is_lower ? "lower" : "upper");
    xb_expression *bound = xb_read_expression(reader);
    *(is_lower ? &open->dimension.lower : &open->dimension.upper) = bound;
    *(is_lower ? &open->has_lower : &open->has_upper) = true;
}

static bool is_constant(const xb_dimension *dimension)
{
    return dimension->extent == XB_EXTENT_EXPLICIT && !dimension->lower && !dimension->upper;
}

/* Bounds of the symbol, if all of them are constants. @return whether they are */
static bool take_constant_bounds(xb_reader *reader, xb_symbol *symbol)
{
    for (size_t d = 0; d < reader->dimension_count; d++)
        if (!is_constant(&reader->dimensions[d]))
            return false;
    symbol->bounds_count = reader->dimension_count;
    if (symbol->bounds_count > 0)
        symbol->bounds = xb_arena_array(reader->program->arena, symbol->bounds_count, sizeof *symbol->bounds);
    for (size_t d = 0; d < symbol->bounds_count; d++)
        symbol->bounds[d] = reader->dimensions[d].known;
    return true;
}

static void take_dimensions(xb_reader *reader, xb_declaration *facts)
{
    size_t count = reader->dimension_count;
    xb_dimension *dimensions = xb_arena_array(reader->program->arena, count, sizeof *dimensions);
    for (size_t d = 0; d < count; d++)
        dimensions[d] = reader->dimensions[d];
    facts->dimensions = dimensions;
    facts->dimension_count = (uint8_t)count;
}

/* ---- initial values ------------------------------------------------------------------------------- */

void xb_handle_initial_value(xb_reader *reader, void *owner)
{
    (void)owner;
    uint64_t count = (uint64_t)reader->values[XB_ATTRIBUTE_REPEAT].number;
    xb_expression *value = xb_read_expression(reader);
    xb_initial_value *made = xb_vector_push(reader->program->arena, &reader->initial, sizeof *made);
    *made = (xb_initial_value){.value = value, .count = count};
}

/* ---- interfaces ----------------------------------------------------------------------------------- */

void xb_handle_interface(xb_reader *reader, void *owner)
{
    (void)owner;
    xb_interface *interface = xb_arena_alloc(reader->program->arena, sizeof *interface);
    interface->is_function = reader->values[XB_ATTRIBUTE_FUNCTION].number;
    xb_read_children(reader, &interface->formals);
    reader->interface = interface;
}

/* ---- all ------------------------------------------------------------------------------------------ */

static xb_declaration attributes_of(const xb_reader *reader)
{
    const xb_value *values = reader->values;
    return (xb_declaration){
        .allocatable = values[XB_ATTRIBUTE_ALLOCATABLE].number,
        .target = values[XB_ATTRIBUTE_TARGET].number,
        .optional = values[XB_ATTRIBUTE_OPTIONAL].number,
        .by_value = values[XB_ATTRIBUTE_BY_VALUE].number,
        .is_result = values[XB_ATTRIBUTE_RESULT].number,
        .parameter = values[XB_ATTRIBUTE_PARAMETER].number,
        .saved = values[XB_ATTRIBUTE_SAVE].number,
        .is_unsigned = values[XB_ATTRIBUTE_UNSIGNED].number,
        .bytes = (uint32_t)values[XB_ATTRIBUTE_BYTES].number,
        .length = xb_read_text(reader, XB_ATTRIBUTE_LENGTH),
        .block_kind = (xb_block_kind)values[XB_ATTRIBUTE_STORAGE].number,
        .block = xb_read_text(reader, XB_ATTRIBUTE_BLOCK),
        .offset = (uint64_t)values[XB_ATTRIBUTE_OFFSET].number,
        .spelling = xb_read_text(reader, XB_ATTRIBUTE_SPELLING),
        .path = xb_read_text(reader, XB_ATTRIBUTE_PATH),
        .structure = xb_read_text(reader, XB_ATTRIBUTE_STRUCTURE),
        .structure_module = xb_read_text(reader, XB_ATTRIBUTE_STRUCTURE_MODULE),
        .declared_kind = xb_read_text(reader, XB_ATTRIBUTE_DECLARED_KIND),
        .kind_module = xb_read_text(reader, XB_ATTRIBUTE_KIND_MODULE),
        .kind_statement = xb_read_text(reader, XB_ATTRIBUTE_KIND_STATEMENT),
        .unit = (xb_unit_kind)values[XB_ATTRIBUTE_UNIT].number,
        .module = xb_read_text(reader, XB_ATTRIBUTE_MODULE),
        .after = xb_read_text(reader, XB_ATTRIBUTE_AFTER),
        .hidden = values[XB_ATTRIBUTE_HIDDEN].number,
        .open_intent = values[XB_ATTRIBUTE_OPEN_INTENT].number,
        .uses = xb_read_text(reader, XB_ATTRIBUTE_USES),
        .plain_constants = (uint32_t)values[XB_ATTRIBUTE_PLAIN_CONSTANTS].number,
        .line_number = (uint32_t)values[XB_ATTRIBUTE_LINE_NUMBER].number,
        .file = xb_read_text(reader, XB_ATTRIBUTE_FILE),
    };
}

/* Whether a declaration says nothing. */
static bool is_empty(const xb_declaration *facts)
{
    return !facts->allocatable && !facts->target && !facts->optional && !facts->by_value &&
           !facts->is_result && !facts->parameter && !facts->saved && !facts->is_unsigned &&
           facts->bytes == 0 && !facts->length && facts->dimension_count == 0 && facts->initial.count == 0 &&
           facts->block_kind == XB_BLOCK_NONE && !facts->interface && !facts->spelling && !facts->path &&
           !facts->declared_kind && facts->unit == XB_UNIT_UNKNOWN && !facts->module && !facts->uses &&
           facts->plain_constants == 0 && !facts->open_intent && facts->line_number == 0 && !facts->file;
}

/* A block has a name. */
static void check_block(xb_reader *reader)
{
    bool is_shared = reader->values[XB_ATTRIBUTE_STORAGE].number != XB_BLOCK_NONE;
    const xb_name *block = xb_read_text(reader, XB_ATTRIBUTE_BLOCK);
    if (reader->frames[reader->depth].is_wrong)
        return;
    if (is_shared && !block)
        xb_read_refuse_absence(reader, XB_ATTRIBUTE_BLOCK);
    if (!is_shared && (block || xb_read_has(reader, XB_ATTRIBUTE_OFFSET)))
        xb_read_error(reader, "say storage=\"common\", \"equivalence\" or \"module\"",
                      "attribute storage is missing, which block and offset are about");
}

static void check_values(xb_reader *reader)
{
    int64_t bytes = reader->values[XB_ATTRIBUTE_BYTES].number;
    const xb_name *length = xb_read_text(reader, XB_ATTRIBUTE_LENGTH);
    if (bytes != 0 && bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 10 && bytes != 16)
        xb_read_error(reader, "expected 1, 2, 4, 8, 10 or 16", "there are no values of %lld bytes",
                      (long long)bytes);
    bool is_number = length && length->text[0] >= '0' && length->text[0] <= '9';
    for (size_t i = 0; is_number && i < length->length; i++)
        is_number = length->text[i] >= '0' && length->text[i] <= '9' && i < 10;
    if (length && !is_number && strcmp(length->text, "*") != 0 && strcmp(length->text, ":") != 0)
        xb_read_error(reader,
                      "expected a number of characters, * or :", "attribute length has the wrong value '%s'",
                      length->text);
}

void xb_read_declaration(xb_reader *reader, xb_symbol *symbol)
{
    xb_declaration facts = attributes_of(reader);
    check_values(reader);
    check_block(reader);
    reader->declared = symbol;
    reader->dimension_count = 0;
    reader->initial = (xb_vector){0};
    reader->interface = NULL;
    xb_read_children(reader, symbol);
    reader->declared = NULL;
    facts.initial = reader->initial;
    facts.interface = reader->interface;
    if (!take_constant_bounds(reader, symbol))
        take_dimensions(reader, &facts);
    if (!is_empty(&facts))
        *xb_symbol_declare(reader->program, symbol) = facts;
}
