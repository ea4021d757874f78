/*
 * The text is put into memory that is large enough in any case. Reading checks all that the algorithms rely
 * on: the text may stem from a file that somebody else wrote.
 */
#include "elimination/reuse/part_key.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/output.h"
#include "base/vector.h"

enum { EDGE_AT_MOST = 24, VALUE_AT_MOST = 18, HEX_DIGITS = 16 };

/* ---- writing ---- */

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Vertices of a statement stand together; copies belong to none. */
static void put_vertices(xb_output *output, const xb_prepared_part *part, const uint32_t *statement,
                         const bool *is_copy)
{
    static const char letters[] = "imd", capitals[] = "IMD";
    uint32_t last = UINT32_MAX;
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        const xb_prepared_vertex *vertex = &part->vertices[v];
        bool begins = false;
        if (statement && vertex->role != XB_ROLE_INDEPENDENT && !is_copy[v]) {
            begins = last == UINT32_MAX || statement[vertex->original] != statement[last];
            last = vertex->original;
        }
        xb_output_char(output, begins ? capitals[vertex->role] : letters[vertex->role]);
    }
}

static void put_edge(xb_output *output, const xb_prepared_edge *edge)
{
    xb_output_number(output, edge->source);
    xb_output_char(output, '>');
    xb_output_number(output, edge->target);
    if (edge->label.kind != XB_OPERAND_CONSTANT)
        return;
    if (edge->copy)
        xb_output_char(output, '*');
    else if (edge->label.value == 1 || edge->label.value == -1)
        xb_output_put(output, edge->label.value > 0 ? "=1" : "=-1");
    else
        xb_output_format(output, "=%016" PRIx64, bits_of(edge->label.value));
}

static int never(void *sink, const char *bytes, size_t count)
{
    (void)sink;
    (void)bytes;
    (void)count;
    return 1;
}

/* FNV-1a by words: G. Fowler, L. Noll and P. Vo, 1991. */
uint64_t xb_part_key_hash(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < length; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, text + i, length - i < sizeof word ? length - i : sizeof word);
        hash = (hash ^ word) * 0x100000001b3;
        hash ^= hash >> 32;
    }
    return hash;
}

xb_part_key xb_part_key_of(xb_arena *scratch, const xb_prepared_part *part, const uint32_t *statement)
{
    size_t most = part->vertex_count + 2, constants = 0;
    bool *is_copy = xb_arena_array(scratch, part->vertex_count, sizeof *is_copy);
    for (uint32_t e = 0; e < part->edge_count; e++) {
        is_copy[part->edges[e].target] |= part->edges[e].copy;
        constants += part->edges[e].label.kind == XB_OPERAND_CONSTANT;
    }
    most += part->edge_count * (size_t)EDGE_AT_MOST + constants * VALUE_AT_MOST;
    char *text = xb_arena_alloc(scratch, most);
    xb_output output;
    xb_output_init(&output, text, most, never, NULL);
    put_vertices(&output, part, statement, is_copy);
    for (uint32_t e = 0; e < part->edge_count; e++) {
        xb_output_char(&output, e == 0 ? ' ' : ',');
        put_edge(&output, &part->edges[e]);
    }
    size_t length = (size_t)xb_output_count(&output);
    xb_arena_give_back(scratch, is_copy, part->vertex_count * sizeof *is_copy);
    return (xb_part_key){text, length, xb_part_key_hash(text, length), most};
}

void xb_part_key_give_back(xb_arena *scratch, xb_part_key *key)
{
    xb_arena_give_back(scratch, (char *)key->text, key->room);
    *key = (xb_part_key){.text = NULL};
}

/* ---- reading ---- */

static bool read_role(char letter, xb_lcg_role *role)
{
    static const char letters[] = "imdIMD";
    const char *place = letter ? strchr(letters, letter) : NULL;
    if (place)
        *role = (xb_lcg_role)((place - letters) % 3);
    return place != NULL;
}

static bool read_vertex(const char **at, uint32_t count, uint32_t *vertex)
{
    uint64_t value = 0;
    const char *start = *at;
    while (**at >= '0' && **at <= '9' && value < count)
        value = value * 10 + (uint64_t)(*(*at)++ - '0');
    *vertex = (uint32_t)value;
    return *at > start && value < count;
}

static bool read_bits(const char **at, double *value)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t bits = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
        const char *digit = **at ? strchr(digits, **at) : NULL;
        if (!digit)
            return false;
        bits = bits << 4 | (uint64_t)(digit - digits);
        ++*at;
    }
    *value = double_of(bits);
    return *value != 0 && isfinite(*value);
}

static bool read_value(const char **at, double *value)
{
    size_t sign = **at == '-';
    if ((*at)[sign] == '1' && ((*at)[sign + 1] == ',' || (*at)[sign + 1] == '\0')) {
        *value = sign ? -1 : 1;
        *at += sign + 1;
        return true;
    }
    return read_bits(at, value);
}

static bool read_edge(const char **at, uint32_t count, xb_prepared_edge *edge)
{
    if (!read_vertex(at, count, &edge->source) || *(*at)++ != '>' || !read_vertex(at, count, &edge->target) ||
        edge->source >= edge->target)
        return false;
    edge->label = (xb_operand){.kind = XB_OPERAND_EDGE};
    if (**at == '*') {
        ++*at;
        edge->copy = true;
        edge->label = (xb_operand){XB_OPERAND_CONSTANT, 0, 1};
    } else if (**at == '=') {
        ++*at;
        edge->label.kind = XB_OPERAND_CONSTANT;
        return read_value(at, &edge->label.value);
    }
    return true;
}

/* What may stand where follows from the roles. */
static bool is_sound(xb_arena *arena, const xb_prepared_part *part)
{
    uint32_t count = part->vertex_count;
    bool *has_in = xb_arena_array(arena, count, sizeof *has_in);
    bool *has_out = xb_arena_array(arena, count, sizeof *has_out);
    for (uint32_t e = 0; e < part->edge_count; e++)
        has_out[part->edges[e].source] = has_in[part->edges[e].target] = true;
    for (uint32_t v = 0; v < count; v++) {
        xb_lcg_role role = part->vertices[v].role;
        if (has_in[v] == (role == XB_ROLE_INDEPENDENT) || has_out[v] == (role == XB_ROLE_DEPENDENT))
            return false;
    }
    return true;
}

static bool read_edges(xb_arena *arena, const char *at, xb_prepared_part *part)
{
    xb_vector edges = {.count = 0};
    do {
        xb_prepared_edge *edge = xb_vector_push(arena, &edges, sizeof *edge);
        at++;
        if (!read_edge(&at, part->vertex_count, edge))
            return false;
    } while (*at == ',');
    part->edges = edges.items;
    part->edge_count = (uint32_t)edges.count;
    return *at == '\0';
}

bool xb_part_key_parse(xb_arena *arena, const char *text, xb_prepared_part *part)
{
    size_t count = strcspn(text, " ");
    if (text[count] != ' ' || count > (size_t)XB_LCG_VERTEX_LIMIT)
        return false;
    xb_prepared_vertex *vertices = xb_arena_array(arena, count, sizeof *vertices);
    *part = (xb_prepared_part){.vertices = vertices, .vertex_count = (uint32_t)count};
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        vertices[v].original = v;
        if (!read_role(text[v], &vertices[v].role))
            return false;
        part->intermediate_count += vertices[v].role == XB_ROLE_INTERMEDIATE;
    }
    return read_edges(arena, text + count, part) && is_sound(arena, part);
}
