/*
 * The forms of RFC 3629 as a table: the second byte rules out overlong forms, surrogates, and what is beyond
 * U+10FFFF.
 */
#include "base/utf8.h"

typedef struct range {
    uint32_t first, last;
} range;

static bool is_in(const range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

size_t xb_utf8_length(const char *text, size_t room)
{
    static const struct {
        unsigned char first, last, second_first, second_last;
        size_t length;
    } forms[] = {{0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
                 {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
                 {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (bytes[0] < forms[i].first || bytes[0] > forms[i].last)
            continue;
        if (forms[i].length > room)
            return 0;
        bool good =
            forms[i].length == 1 || (bytes[1] >= forms[i].second_first && bytes[1] <= forms[i].second_last);
        for (size_t k = 2; good && k < forms[i].length; k++)
            good = bytes[k] >= 0x80 && bytes[k] <= 0xbf;
        return good ? forms[i].length : 0;
    }
    return 0;
}

size_t xb_utf8_decode(const char *text, size_t room, uint32_t *code)
{
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    size_t length = xb_utf8_length(text, room);
    uint32_t value = length > 0 ? (unsigned char)text[0] & first_bits[length] : 0xfffd;
    for (size_t i = 1; i < length; i++)
        value = value << 6 | ((unsigned char)text[i] & 0x3f);
    if (code)
        *code = value;
    return length > 0 ? length : 1;
}

size_t xb_utf8_width(uint32_t code)
{
    static const range none[] = {{0x300, 0x36f},   {0x1ab0, 0x1aff}, {0x200b, 0x200f}, {0x20d0, 0x20ff},
                                 {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}};
    static const range two[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},  {0xac00, 0xd7a3},
                                {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},  {0xffe0, 0xffe6},
                                {0x1f300, 0x1f64f}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd}};
    if (code < 0x300)
        return 1;
    if (is_in(none, sizeof none / sizeof *none, code))
        return 0;
    return is_in(two, sizeof two / sizeof *two, code) ? 2 : 1;
}

bool xb_utf8_is_harmless(uint32_t code)
{
    static const range harmful[] = {{0x00, 0x08},     {0x0a, 0x1f},     {0x7f, 0x9f},    {0x200e, 0x200f},
                                    {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}};
    return !is_in(harmful, sizeof harmful / sizeof *harmful, code);
}
