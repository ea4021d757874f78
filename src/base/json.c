/*
 * Text passes as UTF-8; only what JSON reserves is escaped.
 */
#include "base/json.h"

#include <math.h>
#include <stdint.h>

#include "base/utf8.h"

void xb_json_text(xb_output *output, const char *text)
{
    if (!text) {
        xb_output_put(output, "null");
        return;
    }
    xb_output_char(output, '"');
    while (*text) {
        unsigned char byte = (unsigned char)*text;
        size_t length = xb_utf8_length(text, SIZE_MAX);
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
