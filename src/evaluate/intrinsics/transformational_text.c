/*
 * Functions of strings whose results need memory, and the length of strings. They work element by element.
 */
#include "evaluate/intrinsics/transformational.h"

#include <string.h>

/* The bytes of a string of `length` blanks, to be overwritten. */
static char *blanks(xb_arena *arena, size_t length)
{
    char *bytes = xb_arena_array(arena, length + 1, 1);
    memset(bytes, ' ', length);
    return bytes;
}

static const char *text_result(xb_arena *arena, const xb_array *x, xb_type type, xb_array *y)
{
    size_t extents[XB_RANK_LIMIT];
    if (x->type != XB_TYPE_STRING)
        return xb_wrong_operand_type();
    for (int d = 0; d < x->rank; d++)
        extents[d] = xb_array_extent(x, d);
    *y = xb_array_result(arena, type, x->rank, extents, NULL, 0);
    return NULL;
}

/* Blanks of one end go to the other. */
static const char *adjust(xb_arena *arena, const xb_array *x, bool left, xb_array *y)
{
    const char *wrong = text_result(arena, x, XB_TYPE_STRING, y);
    for (size_t i = 0; !wrong && i < x->count; i++) {
        xb_string text = x->texts[i];
        size_t leading = 0, trailing = 0;
        while (leading < text.length && text.bytes[leading] == ' ')
            leading++;
        while (trailing < text.length - leading && text.bytes[text.length - 1 - trailing] == ' ')
            trailing++;
        char *bytes = blanks(arena, text.length);
        if (left)
            memcpy(bytes, text.bytes + leading, text.length - leading);
        else
            memcpy(bytes + trailing, text.bytes, text.length - trailing);
        y->texts[i] = (xb_string){bytes, text.length};
    }
    return wrong;
}

static const char *adjustl_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return adjust(arena, x, true, y);
}

static const char *adjustr_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    return adjust(arena, x, false, y);
}

static const char *repeat_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    int64_t copies;
    const char *wrong = xb_array_integer(&x[1], &copies);
    if (!wrong)
        wrong = text_result(arena, x, XB_TYPE_STRING, y);
    if (wrong)
        return wrong;
    if (copies < 0)
        return "a negative number of copies";
    for (size_t i = 0; i < x->count; i++) {
        xb_string text = x->texts[i];
        size_t length;
        if (__builtin_mul_overflow(text.length, (size_t)copies, &length) || length == SIZE_MAX)
            return "a string that is too long";
        char *bytes = blanks(arena, length);
        for (size_t at = 0; at < length; at += text.length)
            memcpy(bytes + at, text.bytes, text.length);
        y->texts[i] = (xb_string){bytes, length};
    }
    return NULL;
}

/* All elements of an array of strings are of one length. */
static const char *len_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)count, (void)kink;
    if (x->type != XB_TYPE_STRING)
        return xb_wrong_operand_type();
    *y = xb_array_create(arena, XB_TYPE_INTEGER, 0, NULL, 0);
    y->integers[0] = x->count > 0 ? (int64_t)x->texts[0].length : 0;
    return NULL;
}

/* ---- parts and concatenations ---- */

/* The shape of a result of operands of which some may be scalars. */
static const char *shape_of_all(xb_arena *arena, const xb_array *x, size_t count, xb_array *y)
{
    const xb_array *shape = &x[0];
    for (size_t i = 1; i < count; i++) {
        if (shape->rank > 0 && x[i].rank > 0 && !xb_array_conform(shape, &x[i]))
            return xb_wrong_operand_shape();
        if (shape->rank == 0)
            shape = &x[i];
    }
    size_t extents[XB_RANK_LIMIT];
    for (int d = 0; d < shape->rank; d++)
        extents[d] = xb_array_extent(shape, d);
    *y = xb_array_result(arena, XB_TYPE_STRING, shape->rank, extents, NULL, 0);
    return NULL;
}

static xb_string text_of(const xb_array *x, size_t i)
{
    return x->texts[x->rank > 0 ? i : 0];
}

static const char *concat_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    if (x[0].type != XB_TYPE_STRING || x[1].type != XB_TYPE_STRING)
        return xb_wrong_operand_type();
    const char *wrong = shape_of_all(arena, x, count, y);
    for (size_t i = 0; !wrong && i < y->count; i++) {
        xb_string a = text_of(&x[0], i), b = text_of(&x[1], i);
        char *bytes = blanks(arena, a.length + b.length);
        memcpy(bytes, a.bytes, a.length);
        memcpy(bytes + a.length, b.bytes, b.length);
        y->texts[i] = (xb_string){bytes, a.length + b.length};
    }
    return wrong;
}

/* The part of text i that two operands number, from 1: where it begins, and its length. */
static const char *part_of(const xb_array *x, size_t i, size_t *begin, size_t *length)
{
    if (x[0].type != XB_TYPE_STRING || x[1].type != XB_TYPE_INTEGER || x[2].type != XB_TYPE_INTEGER)
        return xb_wrong_operand_type();
    int64_t first = x[1].integers[x[1].rank > 0 ? i : 0], last = x[2].integers[x[2].rank > 0 ? i : 0];
    *begin = *length = 0;
    if (last < first)
        return NULL;
    if (first < 1 || (uint64_t)last > text_of(&x[0], i).length)
        return "a part beyond the ends of a text";
    *begin = (size_t)first - 1;
    *length = (size_t)(last - first) + 1;
    return NULL;
}

static const char *substring_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y,
                                   double *kink)
{
    (void)kink;
    size_t begin, length;
    const char *wrong = shape_of_all(arena, x, count, y);
    for (size_t i = 0; !wrong && i < y->count; i++) {
        wrong = part_of(x, i, &begin, &length);
        if (!wrong)
            y->texts[i] = (xb_string){text_of(&x[0], i).bytes + begin, length};
    }
    return wrong;
}

/* A text of which a part is another one, which is cut or filled up. */
static const char *overlay_apply(xb_arena *arena, const xb_array *x, size_t count, xb_array *y, double *kink)
{
    (void)kink;
    size_t begin, length;
    if (x[3].type != XB_TYPE_STRING)
        return xb_wrong_operand_type();
    const char *wrong = shape_of_all(arena, x, count, y);
    for (size_t i = 0; !wrong && i < y->count; i++) {
        wrong = part_of(x, i, &begin, &length);
        if (wrong)
            break;
        xb_string text = text_of(&x[0], i), part = text_of(&x[3], i);
        char *bytes = blanks(arena, text.length);
        memcpy(bytes, text.bytes, text.length);
        memset(bytes + begin, ' ', length);
        memcpy(bytes + begin, part.bytes, part.length < length ? part.length : length);
        y->texts[i] = (xb_string){bytes, text.length};
    }
    return wrong;
}

static const xb_transformational rows[] = {
    {XB_INTRINSIC_ADJUSTL, adjustl_apply},     {XB_INTRINSIC_ADJUSTR, adjustr_apply},
    {XB_INTRINSIC_CONCAT, concat_apply},       {XB_INTRINSIC_LEN, len_apply},
    {XB_INTRINSIC_OVERLAY, overlay_apply},     {XB_INTRINSIC_REPEAT, repeat_apply},
    {XB_INTRINSIC_SUBSTRING, substring_apply},
};

const xb_transformational_family xb_transformational_text = {rows, sizeof rows / sizeof rows[0]};
