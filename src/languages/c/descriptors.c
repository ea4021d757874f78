/*
 * A type for each type of elements and each rank. Several files of C may define the same ones.
 */
#include "languages/c/c.h"

static const char *suffix_of(unsigned kind)
{
    return kind < XB_C_KINDS ? xb_c_kind_suffix(kind) : kind == XB_C_KINDS ? "l" : "s";
}

static const char *type_of(xb_c *c, unsigned kind)
{
    static const xb_type types[] = {XB_TYPE_INTEGER, XB_TYPE_INTEGER, XB_TYPE_INTEGER, XB_TYPE_INTEGER,
                                    XB_TYPE_REAL,    XB_TYPE_REAL,    XB_TYPE_COMPLEX, XB_TYPE_COMPLEX,
                                    XB_TYPE_INTEGER, XB_TYPE_INTEGER, XB_TYPE_INTEGER, XB_TYPE_BOOL,
                                    XB_TYPE_CHAR};
    static const unsigned bytes[] = {
        1, 2, 4, 8, 4, 8, 4, 8, XB_SOURCE_UNSIGNED + 1, XB_SOURCE_UNSIGNED + 2, XB_SOURCE_UNSIGNED + 4, 0, 0};
    return xb_c_type_of(c, types[kind], bytes[kind]);
}

static void put_type(xb_c *c, xb_output *output, unsigned kind, int rank)
{
    const char *suffix = suffix_of(kind);
    xb_output_format(output, "\n#ifndef XAIF_ARRAY_%s_%d\n#define XAIF_ARRAY_%s_%d\n", suffix, rank, suffix,
                     rank);
    xb_output_format(output,
                     "struct array_%s_%d {\n    %s *data;\n    int64_t extent[%d], stride[%d];\n};\n#endif\n",
                     suffix, rank, type_of(c, kind), rank, rank);
}

static void put_extents(xb_output *output, int rank)
{
    for (int d = 0; d < rank; d++)
        xb_output_format(output, ", int64_t n%d", d + 1);
}

static void put_allocation(xb_output *output, unsigned kind, int rank)
{
    const char *suffix = suffix_of(kind);
    xb_output_format(output, "\nstatic inline void allocate_%s_%d(struct array_%s_%d *a", suffix, rank,
                     suffix, rank);
    put_extents(output, rank);
    xb_output_put(output, ")\n{\n    free(a->data);\n    a->data = room(");
    for (int d = 0; d < rank; d++)
        xb_output_format(output, "%sn%d", d > 0 ? "*" : "", d + 1);
    xb_output_put(output, ", sizeof *a->data);\n");
    for (int d = 0; d < rank; d++)
        xb_output_format(output, "    a->extent[%d] = n%d;\n", d, d + 1);
    xb_output_put(output, "    a->stride[0] = 1;\n");
    for (int d = 1; d < rank; d++)
        xb_output_format(output, "    a->stride[%d] = a->stride[%d]*n%d;\n", d, d - 1, d);
    xb_output_put(output, "}\n");
}

static void put_fit(xb_output *output, unsigned kind, int rank)
{
    const char *suffix = suffix_of(kind);
    xb_output_format(output, "\nstatic inline void fit_%s_%d(struct array_%s_%d *a", suffix, rank, suffix,
                     rank);
    put_extents(output, rank);
    xb_output_put(output, ")\n{\n    if (!a->data");
    for (int d = 0; d < rank; d++)
        xb_output_format(output, " || a->extent[%d] != n%d", d, d + 1);
    xb_output_format(output, ")\n        allocate_%s_%d(a", suffix, rank);
    for (int d = 0; d < rank; d++)
        xb_output_format(output, ", n%d", d + 1);
    xb_output_put(output, ");\n}\n");
}

static void put_room(xb_c *c, xb_output *output)
{
    c->headers.integers = c->headers.standard = c->headers.output = true;
    xb_output_put(output,
                  "\nstatic inline void *room(int64_t count, size_t size)\n{\n"
                  "    void *made = malloc(count > 0 ? (size_t)count*size : size);\n    if (!made) {\n"
                  "        fprintf(stderr, \"out of memory\\n\");\n        abort();\n    }\n"
                  "    return made;\n}\n");
}

void xb_c_descriptors_put(xb_c *c, xb_output *output)
{
    bool any = c->has_room;
    for (unsigned kind = 0; kind < XB_C_KINDS + 2; kind++)
        any = any || c->allocated[kind] || c->fitted[kind];
    for (unsigned kind = 0; kind < XB_C_KINDS + 2; kind++)
        for (int rank = 1; rank <= XB_RANK_LIMIT; rank++)
            if (c->descriptors[kind] & 1u << rank)
                put_type(c, output, kind, rank);
    if (any)
        put_room(c, output);
    for (unsigned kind = 0; kind < XB_C_KINDS + 2; kind++)
        for (int rank = 1; rank <= XB_RANK_LIMIT; rank++) {
            if ((c->allocated[kind] | c->fitted[kind]) & 1u << rank)
                put_allocation(output, kind, rank);
            if (c->fitted[kind] & 1u << rank)
                put_fit(output, kind, rank);
        }
}
