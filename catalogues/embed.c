/*
 * Makes the built-in catalogue: reads catalogue documents and writes them as C tables
 * (src/catalogue/builtin.h) to standard output, sorted by name. Runs while the library is built.
 *
 * Each array gets a number of its own; an array stands before what points to it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "languages/xaif/catalogue_reader.h"

typedef struct embedding {
    int argument_count;
    char **arguments;
    xb_arena *arena;
    xb_list inlinables, noninlinables;
    xb_status status;
} embedding;

/* Enumerators by value, as the tables spell them. */
static const char *const type_names[] = {
    [XB_TYPE_VOID] = "XB_TYPE_VOID",     [XB_TYPE_INTEGER] = "XB_TYPE_INTEGER",
    [XB_TYPE_REAL] = "XB_TYPE_REAL",     [XB_TYPE_COMPLEX] = "XB_TYPE_COMPLEX",
    [XB_TYPE_BOOL] = "XB_TYPE_BOOL",     [XB_TYPE_CHAR] = "XB_TYPE_CHAR",
    [XB_TYPE_STRING] = "XB_TYPE_STRING", [XB_TYPE_OPAQUE] = "XB_TYPE_OPAQUE",
    [XB_TYPE_DOUBLE] = "XB_TYPE_DOUBLE",
};
static const char *const kind_names[] = {
    [XB_PARTIAL_PASSIVE] = "XB_PARTIAL_PASSIVE",     [XB_PARTIAL_ONE] = "XB_PARTIAL_ONE",
    [XB_PARTIAL_MINUS_ONE] = "XB_PARTIAL_MINUS_ONE", [XB_PARTIAL_LINEAR] = "XB_PARTIAL_LINEAR",
    [XB_PARTIAL_NONLINEAR] = "XB_PARTIAL_NONLINEAR",
};
static const char *const shape_names[] = {
    [XB_SHAPE_SAME] = "XB_SHAPE_SAME",
    [XB_SHAPE_SCALAR] = "XB_SHAPE_SCALAR",
    [XB_SHAPE_RANK] = "XB_SHAPE_RANK",
};

static const char *truth(bool value)
{
    return value ? "true" : "false";
}

/* Octal escapes have at most three digits, so that a digit may follow. */
static void put_text(const char *text)
{
    if (!text) {
        fputs("NULL", stdout);
        return;
    }
    putchar('"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?')
            printf("\\%03o", c);
        else
            putchar(c);
    }
    putchar('"');
}

static void put_vertex(const xb_partial_vertex *vertex, size_t operands)
{
    switch (vertex->kind) {
    case XB_KIND_CONSTANT:
        printf("    {.kind = XB_KIND_CONSTANT, .type = %s, .text = ", type_names[vertex->type]);
        put_text(vertex->text);
        fputs(", .fe_type = ", stdout);
        put_text(vertex->fe_type);
        break;
    case XB_KIND_ARGUMENT_REFERENCE:
        printf("    {.kind = XB_KIND_ARGUMENT_REFERENCE, .argument = %u, .regular = ", vertex->argument);
        put_text(vertex->regular);
        break;
    default:
        printf("    {.kind = %s, .operand_count = %u, .operands = operands_%zu, .text = ",
               vertex->kind == XB_KIND_INTRINSIC ? "XB_KIND_INTRINSIC" : "XB_KIND_BOOLEAN_OPERATION",
               vertex->operand_count, operands);
        put_text(vertex->text);
    }
    puts("},");
}

/* The operands of a formula's operators, numbered from `first`; returns the number after the last. */
static size_t put_operands(const xb_partial_vertex *vertices, size_t count, size_t first)
{
    for (size_t i = 0; i < count; i++) {
        const xb_partial_vertex *vertex = &vertices[i];
        if (vertex->operand_count == 0)
            continue;
        printf("static const unsigned operands_%zu[] = {", first++);
        for (unsigned p = 0; p < vertex->operand_count; p++)
            printf("%s%u", p ? ", " : "", vertex->operands[p]);
        puts("};");
    }
    return first;
}

/* A formula, whose operators have their operands in arrays numbered from `first`; returns the number after
 * the last. */
static size_t put_formula(const xb_partial_vertex *vertices, size_t count, const char *name, size_t first)
{
    if (count == 0)
        return first;
    size_t next = put_operands(vertices, count, first);
    printf("static const xb_partial_vertex vertices_%s[] = {\n", name);
    for (size_t v = 0; v < count; v++)
        put_vertex(&vertices[v], vertices[v].operand_count ? first++ : 0);
    puts("};");
    return next;
}

/* A partial in braces; its formula, and what holds where the operand is complex, stand before it. */
static void put_partial(const xb_partial *partial, const char *name)
{
    printf("{%u, %s, %s, %zu, ", partial->position, kind_names[partial->kind],
           truth(partial->non_value_inquiry), partial->vertex_count);
    if (partial->vertex_count)
        printf("vertices_%s, ", name);
    else
        fputs("NULL, ", stdout);
    if (partial->of_complex)
        printf("&partial_%s_complex}", name);
    else
        fputs("NULL}", stdout);
}

/* All that a partial points to; returns the number after the last array of operands. */
static size_t put_parts(embedding *e, const xb_partial *partial, const char *name, size_t operands)
{
    operands = put_formula(partial->vertices, partial->vertex_count, name, operands);
    if (!partial->of_complex)
        return operands;
    const char *of_complex = xb_arena_format(e->arena, "%s_complex", name);
    operands =
        put_formula(partial->of_complex->vertices, partial->of_complex->vertex_count, of_complex, operands);
    printf("static const xb_partial partial_%s = ", of_complex);
    put_partial(partial->of_complex, of_complex);
    puts(";");
    return operands;
}

static void put_inlinables(embedding *e, const xb_list *items)
{
    size_t operands = 0;
    for (size_t i = 0; i < items->count; i++) {
        const xb_inlinable *item = items->items[i];
        operands =
            put_formula(item->singular, item->singular_count, xb_arena_format(e->arena, "%zu", i), operands);
        for (size_t p = 0; p < item->partial_count; p++)
            operands = put_parts(e, &item->partials[p], xb_arena_format(e->arena, "%zu_%zu", i, p), operands);
        printf("static const xb_partial partials_%zu[] = {\n", i);
        for (size_t p = 0; p < item->partial_count; p++) {
            fputs("    ", stdout);
            put_partial(&item->partials[p], xb_arena_format(e->arena, "%zu_%zu", i, p));
            puts(",");
        }
        puts("};");
    }
    puts("const xb_inlinable xb_builtin_inlinables[] = {");
    for (size_t i = 0; i < items->count; i++) {
        const xb_inlinable *item = items->items[i];
        fputs("    {", stdout);
        put_text(item->name);
        printf(", %u, %u, %s, %s, %s, %s, ", item->argument_count, item->required_count,
               type_names[item->return_type], truth(item->non_smooth), shape_names[item->shape_change],
               item->complex_rule == XB_COMPLEX_HOLOMORPHIC ? "XB_COMPLEX_HOLOMORPHIC"
                                                            : "XB_COMPLEX_REFUSED");
        put_text(item->complex_action);
        printf(", %s, %s, %zu, ", truth(item->any_type), truth(item->singular_of_complex),
               item->singular_count);
        if (item->singular_count > 0)
            printf("vertices_%zu", i);
        else
            fputs("NULL", stdout);
        printf(", %zu, partials_%zu, 0, NULL, NULL, NULL, 0},\n", item->partial_count, i);
    }
    printf("};\nconst size_t xb_builtin_inlinable_count = %u;\n", items->count);
}

static void put_noninlinables(const xb_list *items)
{
    for (size_t i = 0; i < items->count; i++) {
        const xb_noninlinable *item = items->items[i];
        if (item->partial_count == 0)
            continue;
        printf("static const xb_jacobian_partial entries_%zu[] = {\n", i);
        for (size_t p = 0; p < item->partial_count; p++)
            printf("    {%u, %u, %u},\n", item->partials[p].dependent, item->partials[p].independent,
                   item->partials[p].partial);
        puts("};");
    }
    puts("const xb_noninlinable xb_builtin_noninlinables[] = {");
    for (size_t i = 0; i < items->count; i++) {
        const xb_noninlinable *item = items->items[i];
        fputs("    {", stdout);
        put_text(item->name);
        printf(", %s, ", truth(item->non_smooth));
        put_text(item->derivative_action);
        printf(", %s, ", truth(item->product_rule));
        put_text(item->location);
        fputs(", ", stdout);
        put_text(item->jacobian);
        printf(", %s, %zu, ", type_names[item->return_type], item->partial_count);
        if (item->partial_count)
            printf("entries_%zu},\n", i);
        else
            puts("NULL},");
    }
    printf("};\nconst size_t xb_builtin_noninlinable_count = %u;\n", items->count);
}

static int compare_inlinables(const void *a, const void *b)
{
    return strcmp((*(xb_inlinable *const *)a)->name, (*(xb_inlinable *const *)b)->name);
}

static int compare_noninlinables(const void *a, const void *b)
{
    return strcmp((*(xb_noninlinable *const *)a)->name, (*(xb_noninlinable *const *)b)->name);
}

static void put_diagnostics(embedding *e, const xb_diagnostics *diagnostics)
{
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++)
        fputs(xb_diagnostic_text(e->arena, xb_diagnostics_at(diagnostics, i)), stderr);
}

static void embed(void *argument)
{
    embedding *e = argument;
    xb_diagnostics *diagnostics = xb_diagnostics_create(e->arena);
    for (int i = 1; i < e->argument_count && e->status == XB_STATUS_OK; i++) {
        xb_catalogue_items items;
        e->status = xb_catalogue_parse(e->arena, diagnostics, e->arguments[i], NULL, 0, NULL, &items);
        xb_list_append_all(e->arena, &e->inlinables, &items.inlinables);
        xb_list_append_all(e->arena, &e->noninlinables, &items.noninlinables);
    }
    put_diagnostics(e, diagnostics);
    if (e->status != XB_STATUS_OK)
        return;
    if (e->inlinables.count == 0 || e->noninlinables.count == 0) {
        fputs("embed: a catalogue of each kind is needed\n", stderr);
        e->status = XB_STATUS_USAGE;
        return;
    }
    qsort(e->inlinables.items, e->inlinables.count, sizeof *e->inlinables.items, compare_inlinables);
    qsort(e->noninlinables.items, e->noninlinables.count, sizeof *e->noninlinables.items,
          compare_noninlinables);
    puts("/* Made by catalogues/embed of the catalogue documents; changes go there. */\n"
         "#include \"catalogue/builtin.h\"\n");
    put_inlinables(e, &e->inlinables);
    put_noninlinables(&e->noninlinables);
}

int main(int argument_count, char **arguments)
{
    xb_failure *failure = xb_failure_create();
    xb_arena *arena = failure ? xb_arena_create(failure) : NULL;
    embedding e = {
        .argument_count = argument_count, .arguments = arguments, .arena = arena, .status = XB_STATUS_OK};
    if (!arena || !xb_protect(failure, embed, &e)) {
        fputs("embed: out of memory\n", stderr);
        e.status = XB_STATUS_FAILED;
    }
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
    if (e.status == XB_STATUS_OK && (fflush(stdout) != 0 || ferror(stdout))) {
        fputs("embed: can't write\n", stderr);
        e.status = XB_STATUS_FAILED;
    }
    return (int)e.status;
}
