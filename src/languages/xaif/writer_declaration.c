/*
 * Facts about symbols: what a document does not say is not written.
 */
#include "languages/xaif/writer_internal.h"

/* ---- bounds --------------------------------------------------------------------------------------- */

static void write_bounds(xb_writer *writer, const xb_bounds *bounds)
{
    xb_write_begin(writer, "DimensionBounds");
    xb_write_integer(writer, "lower", bounds->lower);
    xb_write_integer(writer, "upper", bounds->upper);
    xb_write_empty(writer);
}

static void write_dimension(xb_writer *writer, const xb_dimension *dimension)
{
    static const char *const extents[] = {"explicit", "assumed", "assumed_size", "deferred"};
    bool is_explicit = dimension->extent == XB_EXTENT_EXPLICIT;
    xb_write_begin(writer, "DimensionBounds");
    if (!dimension->lower && dimension->extent != XB_EXTENT_DEFERRED)
        xb_write_integer(writer, "lower", dimension->known.lower);
    if (!dimension->upper && is_explicit)
        xb_write_integer(writer, "upper", dimension->known.upper);
    if (!is_explicit)
        xb_write_text(writer, "extent", extents[dimension->extent]);
    if (!dimension->lower && !dimension->upper) {
        xb_write_empty(writer);
        return;
    }
    if (xb_write_open(writer)) {
        xb_write_expression(writer, "LowerBound", dimension->lower);
        xb_write_expression(writer, "UpperBound", dimension->upper);
    }
    xb_write_close(writer, "DimensionBounds");
}

/* ---- all ------------------------------------------------------------------------------------------ */

static void write_flag(xb_writer *writer, const char *attribute, bool value)
{
    if (value)
        xb_write_boolean(writer, attribute, true);
}

void xb_write_declaration_attributes(xb_writer *writer, const xb_symbol *symbol)
{
    static const char *const units[] = {"unknown", "external", "module", "argument"};
    static const char *const kinds[] = {"own", "common", "equivalence", "module"};
    const xb_declaration *facts = symbol->declaration;
    if (!facts)
        return;
    xb_write_nonzero(writer, "bytes", facts->bytes);
    write_flag(writer, "unsigned", facts->is_unsigned);
    xb_write_optional(writer, "length", facts->length);
    write_flag(writer, "allocatable", facts->allocatable);
    write_flag(writer, "target", facts->target);
    write_flag(writer, "optional", facts->optional);
    write_flag(writer, "by_value", facts->by_value);
    write_flag(writer, "result", facts->is_result);
    write_flag(writer, "parameter", facts->parameter);
    write_flag(writer, "save", facts->saved);
    if (facts->block_kind != XB_BLOCK_NONE) {
        xb_write_text(writer, "storage", kinds[facts->block_kind]);
        xb_write_name(writer, "block", facts->block);
        xb_write_nonzero(writer, "offset", facts->offset);
    }
    xb_write_optional(writer, "spelling", facts->spelling);
    xb_write_optional(writer, "path", facts->path);
    xb_write_optional(writer, "structure", facts->structure);
    xb_write_optional(writer, "structure_module", facts->structure_module);
    xb_write_optional(writer, "declared_kind", facts->declared_kind);
    xb_write_optional(writer, "kind_module", facts->kind_module);
    xb_write_optional(writer, "kind_statement", facts->kind_statement);
    if (facts->unit != XB_UNIT_UNKNOWN)
        xb_write_text(writer, "unit", units[facts->unit]);
    xb_write_optional(writer, "module", facts->module);
    xb_write_optional(writer, "after", facts->after);
    write_flag(writer, "hidden", facts->hidden);
    write_flag(writer, "open_intent", facts->open_intent);
    xb_write_optional(writer, "uses", facts->uses);
    xb_write_nonzero(writer, "plain_constants", facts->plain_constants);
    xb_write_nonzero(writer, "lineNumber", facts->line_number);
    xb_write_optional(writer, "file", facts->file);
}

static void write_initial_value(xb_writer *writer, const xb_initial_value *initial)
{
    xb_write_begin(writer, "InitialValue");
    if (initial->count != 1)
        xb_write_number(writer, "repeat", initial->count);
    xb_write_rest_of_expression(writer, "InitialValue", initial->value);
}

static void write_interface(xb_writer *writer, const xb_interface *interface)
{
    xb_write_begin(writer, "Interface");
    write_flag(writer, "function", interface->is_function);
    if (interface->formals.count == 0) {
        xb_write_empty(writer);
        return;
    }
    if (xb_write_open(writer))
        xb_write_list(writer, &interface->formals, xb_write_formal);
    xb_write_close(writer, "Interface");
}

bool xb_write_declaration_has_children(const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    return symbol->bounds_count > 0 ||
           (facts && (facts->dimension_count > 0 || facts->initial.count > 0 || facts->interface));
}

void xb_write_declaration_children(xb_writer *writer, const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    bool has_dimensions = facts && facts->dimension_count > 0;
    for (size_t d = 0; !has_dimensions && d < symbol->bounds_count; d++)
        write_bounds(writer, &symbol->bounds[d]);
    for (size_t d = 0; has_dimensions && d < facts->dimension_count; d++)
        write_dimension(writer, &facts->dimensions[d]);
    for (size_t i = 0; facts && i < facts->initial.count; i++)
        write_initial_value(writer, &((const xb_initial_value *)facts->initial.items)[i]);
    if (facts && facts->interface)
        write_interface(writer, facts->interface);
}
