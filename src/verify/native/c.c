/*
 * The driver in C: a main program that stands behind the program in its file, with a function for each way.
 * Each number is on a line of its own, in as well as out.
 */
#include "base/text.h"
#include "languages/c/c.h"
#include "verify/native/internal.h"

/* What a function is written from. */
typedef struct writing {
    xb_c c;
    xb_output *output;
    const xb_native_way *way;
} writing;

static const char head[] = "\n#include <complex.h>\n#include <inttypes.h>\n#include <stdbool.h>\n"
                           "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";

/* The functions that read numbers, each after those that it calls. */
typedef enum reader { READS_REAL, READS_INTEGER, READS_TRUTH, READS_COMPLEX, READER_COUNT } reader;

static const struct {
    const char *name, *text;
} readers[READER_COUNT] = {
    [READS_REAL] = {"xaif_real", "static double xaif_real(void)\n{\n    double value = 0;\n"
                                 "    if (scanf(\"%lf\", &value) != 1)\n        exit(9);\n"
                                 "    return value;\n}\n"},
    [READS_INTEGER] = {"xaif_integer", "static int64_t xaif_integer(void)\n{\n    int64_t value = 0;\n"
                                       "    if (scanf(\"%\" SCNd64, &value) != 1)\n        exit(9);\n"
                                       "    return value;\n}\n"},
    [READS_TRUTH] = {"xaif_truth", "static bool xaif_truth(void)\n{\n    char value = 0;\n"
                                   "    if (scanf(\" %c\", &value) != 1)\n        exit(9);\n"
                                   "    return value == 'T';\n}\n"},
    [READS_COMPLEX] = {"xaif_complex", "static double complex xaif_complex(void)\n{\n"
                                       "    double real = xaif_real(), imaginary = xaif_real();\n"
                                       "    double complex value;\n"
                                       "    memcpy(&value, (double[2]){real, imaginary}, sizeof value);\n"
                                       "    return value;\n}\n"}};

static bool is_argument(const xb_native_slot *slot)
{
    return slot->position > 0;
}

/* Whether a slot lies behind a descriptor of its own. */
static bool is_described(const xb_native_slot *slot)
{
    return slot->is_dynamic && slot->rank > 0;
}

static const char *name_of(const xb_native_slot *slot)
{
    return is_argument(slot) ? slot->name : slot->variable->name;
}

/* What leads to it: it may be part of an object. */
static const char *path_of(const xb_native_slot *slot)
{
    return is_argument(slot) || !slot->variable->path ? "" : slot->variable->path;
}

static long long elements_of(const xb_native_slot *slot)
{
    long long count = 1;
    const xb_bounds *bounds = is_argument(slot) ? slot->bounds : slot->variable->bounds;
    for (int d = 0; d < slot->rank; d++)
        count *= (long long)xb_bounds_extent(bounds[d]);
    return count;
}

/* ---- declarations ---- */

static const char *descriptor_of(writing *w, const xb_source_variable *variable)
{
    xb_text *text = xb_text_create(w->c.lines.arena);
    w->c.lines.line = xb_text_output(text);
    xb_c_descriptor(&w->c, variable);
    return xb_text_join(text, NULL);
}

static void put_declaration(writing *w, const xb_native_slot *slot)
{
    const char *type = xb_c_type_of(&w->c, slot->type, slot->bytes);
    const long long count = elements_of(slot);
    if (is_described(slot))
        xb_output_format(w->output, "    %s %s = {0};\n", descriptor_of(w, slot->variable), slot->name);
    else if (slot->rank > 0)
        xb_output_format(w->output, "    static %s %s[%lld];\n", type, slot->name, count > 0 ? count : 1);
    else
        xb_output_format(w->output, "    %s %s = 0;\n", type, slot->name);
}

/* ---- input and output ---- */

static reader reader_of(const xb_native_slot *slot)
{
    switch (slot->type) {
    case XB_TYPE_INTEGER: return READS_INTEGER;
    case XB_TYPE_BOOL: return READS_TRUTH;
    case XB_TYPE_COMPLEX: return READS_COMPLEX;
    default: return READS_REAL;
    }
}

/* Prints an element. */
static void put_print(writing *w, const xb_native_slot *slot, const char *element)
{
    switch (slot->type) {
    case XB_TYPE_INTEGER:
        xb_output_format(w->output, "printf(\"=%%\" PRId64 \"\\n\", (int64_t)%s);\n", element);
        break;
    case XB_TYPE_BOOL: xb_output_format(w->output, "puts(%s ? \"=T\" : \"=F\");\n", element); break;
    case XB_TYPE_COMPLEX:
        xb_output_format(w->output, "printf(\"=%%.17e\\n=%%.17e\\n\", creal(%s), cimag(%s));\n", element,
                         element);
        break;
    default: xb_output_format(w->output, "printf(\"=%%.17e\\n\", (double)%s);\n", element);
    }
}

static void put_one(writing *w, const xb_native_slot *slot, const char *element, bool reads)
{
    if (reads)
        xb_output_format(w->output, "%s = (%s)%s();\n", element, xb_c_type_of(&w->c, slot->type, slot->bytes),
                         readers[reader_of(slot)].name);
    else
        put_print(w, slot, element);
}

/* The bounds that are read give extents; elements lie one after the other. */
static void put_described(writing *w, const xb_native_slot *slot, bool reads)
{
    const char *name = name_of(slot);
    if (reads)
        xb_output_format(w->output,
                         "    {\n        int64_t xaif_n = xaif_integer(), xaif_stride = 1;\n"
                         "        for (int xaif_d = 0; xaif_n > 0 && xaif_d < %d; xaif_d++) {\n"
                         "            int64_t xaif_lower = xaif_integer(), xaif_upper = xaif_integer();\n"
                         "            %s.extent[xaif_d] = xaif_upper - xaif_lower + 1;\n"
                         "            %s.stride[xaif_d] = xaif_stride;\n"
                         "            xaif_stride *= %s.extent[xaif_d];\n        }\n"
                         "        %s.data = xaif_n > 0 ? malloc((size_t)xaif_n*sizeof *%s.data) : 0;\n",
                         slot->rank, name, name, name, name, name);
    else
        xb_output_format(w->output,
                         "    {\n        int64_t xaif_n = %s.data ? 1 : 0;\n"
                         "        for (int xaif_d = 0; xaif_d < %d; xaif_d++)\n"
                         "            xaif_n *= %s.extent[xaif_d];\n"
                         "        printf(\"=%%\" PRId64 \"\\n\", xaif_n);\n",
                         name, slot->rank, name);
    xb_output_put(w->output, "        for (int64_t xaif_i = 0; xaif_i < xaif_n; xaif_i++)\n            ");
    put_one(w, slot, xb_arena_format(w->c.lines.arena, "%s.data[xaif_i]", name), reads);
    xb_output_put(w->output, "    }\n");
}

static void put_slot(writing *w, const xb_native_slot *slot, bool reads)
{
    const char *name = xb_arena_format(w->c.lines.arena, "%s%s", path_of(slot), name_of(slot));
    if (is_described(slot)) {
        put_described(w, slot, reads);
        return;
    }
    if (slot->is_dynamic)
        xb_output_put(w->output, reads ? "    if (xaif_integer() > 0)\n    " : "    puts(\"=1\");\n");
    if (slot->rank > 0)
        xb_output_format(w->output, "    for (int64_t i = 0; i < %lld; i++)\n    ", elements_of(slot));
    xb_output_put(w->output, "    ");
    put_one(w, slot, slot->rank > 0 ? xb_arena_format(w->c.lines.arena, "%s[i]", name) : name, reads);
}

static void put_all(writing *w, bool reads)
{
    const xb_native_slot *slots = w->way->slots.items;
    for (size_t i = 0; i < w->way->slots.count; i++)
        put_slot(w, &slots[i], reads);
}

/* ---- calls ---- */

/* The slot of an argument; NULL: it is absent. */
static const xb_native_slot *slot_at(const xb_native_way *way, uint32_t position)
{
    const xb_native_slot *slots = way->slots.items;
    for (size_t i = 0; i < way->slots.count && is_argument(&slots[i]); i++)
        if (slots[i].position == position)
            return &slots[i];
    return NULL;
}

/* The descriptor of an array that has none. */
static void put_descriptor(writing *w, const xb_source_variable *formal, const xb_native_slot *slot)
{
    long long stride = 1;
    xb_output_format(w->output, "(%s){%s, {", descriptor_of(w, formal), slot->name);
    for (int d = 0; d < slot->rank; d++)
        xb_output_format(w->output, "%s%lld", d > 0 ? ", " : "",
                         (long long)xb_bounds_extent(slot->bounds[d]));
    xb_output_put(w->output, "}, {");
    for (int d = 0; d < slot->rank; d++) {
        xb_output_format(w->output, "%s%lld", d > 0 ? ", " : "", stride);
        stride *= (long long)xb_bounds_extent(slot->bounds[d]);
    }
    xb_output_put(w->output, "}}");
}

static void put_argument(writing *w, const xb_source_variable *formal)
{
    const xb_native_slot *slot = slot_at(w->way, formal->position);
    const xb_c_passing passing = xb_c_passing_of(formal);
    const bool is_pointer = passing == XB_C_BY_POINTER || passing == XB_C_BY_REFERENCE;
    if (!slot && passing == XB_C_BY_DESCRIPTOR)
        xb_output_format(w->output, "(%s){0}", descriptor_of(w, formal));
    else if (!slot)
        xb_output_put(w->output, "NULL");
    else if (is_described(slot) || passing == XB_C_BY_VALUE || passing == XB_C_BY_FIRST ||
             passing == XB_C_BY_POINTER)
        xb_output_format(w->output, "%s%s", is_pointer ? "&" : "", slot->name);
    else {
        xb_output_put(w->output, passing == XB_C_BY_REFERENCE ? "&" : "");
        put_descriptor(w, formal, slot);
    }
}

static bool has_result(const xb_source_unit *unit)
{
    const xb_source_variable *last = unit->is_function ? unit->formals.items[unit->formals.count - 1] : NULL;
    return last && last->rank == 0;
}

static void put_call(writing *w, const xb_source_unit *unit)
{
    const size_t count = unit->formals.count - has_result(unit);
    const xb_source_variable *last = has_result(unit) ? unit->formals.items[count] : NULL;
    const xb_native_slot *result = last ? slot_at(w->way, last->position) : NULL;
    xb_output_format(w->output, "    %s%s%s(%s", result ? result->name : "", result ? " = " : "", unit->name,
                     unit->has_tape ? "&tape" : "");
    const char *separator = unit->has_tape ? ", " : "";
    for (size_t i = 0; i < count; i++) {
        xb_output_put(w->output, separator);
        put_argument(w, unit->formals.items[i]);
        separator = ", ";
    }
    xb_output_put(w->output, ");\n");
}

/* ---- all ---- */

static void put_body(writing *w)
{
    const xb_native_way *way = w->way;
    const xb_native_slot *slots = way->slots.items;
    for (size_t i = 0; i < way->slots.count; i++)
        if (is_argument(&slots[i]))
            put_declaration(w, &slots[i]);
    for (size_t i = 0; i < way->setup.count; i++)
        put_call(w, way->setup.items[i]);
    put_all(w, true);
    for (size_t i = 0; i < way->units.count; i++) {
        put_call(w, way->units.items[i]);
        if (way->shows_each || i + 1 == way->units.count)
            put_all(w, false);
    }
}

static void put_way(writing *w)
{
    const bool has_tape = w->way->module->source.has_tape;
    xb_output_format(w->output, "\nstatic void xaif_way_%zu(void)\n{\n", w->way->number);
    if (has_tape)
        xb_output_put(w->output, "    struct xaif_tape tape = {0};\n");
    put_body(w);
    if (has_tape)
        xb_output_put(w->output, "    puts(xaif_tape_is_empty(&tape) && xaif_checkpoints_are_empty(&tape) ? "
                                 "\"=T\" : \"=F\");\n    xaif_tape_free(&tape);\n");
    xb_output_put(w->output, "}\n");
}

/* The readers that a way needs: sizes and bounds are integers. */
static void find_readers(const xb_native_way *way, bool needed[READER_COUNT])
{
    const xb_native_slot *slots = way->slots.items;
    for (size_t i = 0; i < way->slots.count; i++) {
        const reader own = reader_of(&slots[i]);
        needed[own] = true;
        needed[READS_REAL] = needed[READS_REAL] || own == READS_COMPLEX;
        needed[READS_INTEGER] = needed[READS_INTEGER] || slots[i].is_dynamic;
    }
}

static void put_readers(const xb_list *modules, xb_output *output)
{
    bool needed[READER_COUNT] = {false};
    for (size_t m = 0; m < modules->count; m++) {
        const xb_list *ways = &((const xb_native_module *)modules->items[m])->ways;
        for (size_t i = 0; i < ways->count; i++)
            find_readers(ways->items[i], needed);
    }
    for (reader r = 0; r < READER_COUNT; r++)
        if (needed[r])
            xb_output_format(output, "\n%s", readers[r].text);
}

void xb_native_put_c(xb_arena *arena, const xb_list *modules, xb_output *output)
{
    xb_output_put(output, head);
    put_readers(modules, output);
    for (size_t m = 0; m < modules->count; m++) {
        const xb_native_module *module = modules->items[m];
        for (size_t i = 0; i < module->ways.count; i++) {
            writing w = {.c = {.lines = {.arena = arena}, .source = &module->source},
                         .output = output,
                         .way = module->ways.items[i]};
            put_way(&w);
        }
    }
    xb_output_put(output, "\nint main(int count, char **arguments)\n{\n"
                          "    switch (count > 1 ? atoi(arguments[1]) : 0) {\n");
    for (size_t m = 0; m < modules->count; m++) {
        const xb_list *ways = &((const xb_native_module *)modules->items[m])->ways;
        for (size_t i = 0; i < ways->count; i++) {
            const size_t number = ((const xb_native_way *)ways->items[i])->number;
            xb_output_format(output, "    case %zu: xaif_way_%zu(); break;\n", number, number);
        }
    }
    xb_output_put(output, "    }\n    puts(\"=end\");\n    return 0;\n}\n");
}
