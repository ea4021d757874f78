/*
 * Text passes as UTF-8; only what JSON reserves is escaped.
 */
#include "base/json.h"

#include <math.h>
#include <stdbool.h>

/* The length of the UTF-8 sequence at the beginning of a text that is not empty; 0 if there is none. The
 * second byte rules out overlong forms, surrogates, and what is beyond U+10FFFF. */
static size_t sequence_length(const unsigned char *text)
{
    static const struct {
        unsigned char first, last, second_first, second_last;
        size_t length;
    } forms[] = {{0x01, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
                 {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
                 {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (text[0] < forms[i].first || text[0] > forms[i].last)
            continue;
        bool good =
            forms[i].length == 1 || (text[1] >= forms[i].second_first && text[1] <= forms[i].second_last);
        for (size_t k = 2; good && k < forms[i].length; k++)
            good = text[k] >= 0x80 && text[k] <= 0xbf;
        return good ? forms[i].length : 0;
    }
    return 0;
}

void xb_json_text(xb_output *output, const char *text)
{
    xb_output_char(output, '"');
    while (*text) {
        unsigned char byte = (unsigned char)*text;
        size_t length = sequence_length((const unsigned char *)text);
        if (length == 0)
            xb_output_put(output, "\\ufffd");
        else if (byte < ' ')
            xb_output_format(output, "\\u%04x", byte);
        else if (byte == '"' || byte == '\\')
            xb_output_format(output, "\\%c", byte);
        else
            xb_output_bytes(output, text, length);
        text += length > 0 ? length : 1;
    }
    xb_output_char(output, '"');
}

void xb_json_number(xb_output *output, double number)
{
    if (isfinite(number))
        xb_output_format(output, "%.17g", number);
    else
        xb_output_put(output, "null");
}

void xb_json_numbers(xb_output *output, const double *numbers, size_t count)
{
    xb_output_char(output, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            xb_output_put(output, ", ");
        xb_json_number(output, numbers[i]);
    }
    xb_output_char(output, ']');
}
