/*
 * One buffer, filled by memcpy; pieces that are larger than the whole buffer go to the sink directly. Most
 * pieces are a few bytes, often of known length, so what puts them is inline in the header. printf formats
 * into the free part of the buffer and only needs a second attempt when the text didn't fit.
 */
#include "base/output.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

void xb_output_init(xb_output *output, char *buffer, size_t capacity, xb_output_write *write, void *sink)
{
    *output = (xb_output){.buffer = buffer, .capacity = capacity, .write = write, .sink = sink};
}

static void pass_on(xb_output *output, const char *bytes, size_t count)
{
    if (output->error || count == 0)
        return;
    output->error = output->write(output->sink, bytes, count);
    if (!output->error)
        output->flushed += count;
}

int xb_output_flush(xb_output *output)
{
    pass_on(output, output->buffer, output->used);
    output->used = 0;
    return output->error;
}

void xb_output_overflow(xb_output *output, const char *text, size_t length)
{
    xb_output_flush(output);
    if (length > output->capacity || output->error)
        pass_on(output, text, length);
    else
        xb_output_bytes(output, text, length);
}

void xb_output_repeat(xb_output *output, char byte, size_t count)
{
    while (count > 0 && !output->error) {
        if (output->used == output->capacity)
            xb_output_flush(output);
        size_t room = output->capacity - output->used;
        size_t now = count < room ? count : room;
        memset(output->buffer + output->used, byte, now);
        output->used += now;
        count -= now;
    }
}

void xb_output_number(xb_output *output, uint64_t number)
{
    char digits[XB_DECIMAL_DIGITS];
    if (output->capacity - output->used >= sizeof digits && !output->error)
        output->used += xb_decimal(output->buffer + output->used, number);
    else
        xb_output_bytes(output, digits, xb_decimal(digits, number));
}

void xb_output_format(xb_output *output, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    xb_output_vformat(output, format, arguments);
    va_end(arguments);
}

/* Formats a text of known length that is too long for the free part of the buffer. */
static void format_long(xb_output *output, size_t length, const char *format, va_list arguments)
{
    char *text = malloc(length + 1);
    if (!text) {
        output->error = ENOMEM;
        return;
    }
    vsnprintf(text, length + 1, format, arguments);
    xb_output_bytes(output, text, length);
    free(text);
}

static void put_formatted(xb_output *output, const char *format, va_list arguments)
{
    if (output->error)
        return;
    va_list again;
    va_copy(again, arguments);
    size_t room = output->capacity - output->used;
    int length = vsnprintf(output->buffer + output->used, room, format, arguments);
    if (length < 0)
        output->error = errno ? errno : EINVAL;
    else if ((size_t)length < room)
        output->used += (size_t)length;
    else
        format_long(output, (size_t)length, format, again);
    va_end(again);
}

/* Puts what needs no printf: texts, and what stands between. @return the rest of the format */
static const char *put_texts(xb_output *output, const char *format, va_list *arguments)
{
    for (;;) {
        size_t length = strcspn(format, "%");
        xb_output_bytes(output, format, length);
        format += length;
        if (format[0] != '%' || format[1] != 's')
            return format;
        xb_output_put(output, va_arg(*arguments, const char *));
        format += 2;
    }
}

void xb_output_vformat(xb_output *output, const char *format, va_list arguments)
{
    va_list rest;
    va_copy(rest, arguments);
    format = put_texts(output, format, &rest);
    if (*format)
        put_formatted(output, format, rest);
    va_end(rest);
}

/* Whether something else stands for a byte in XML: none of these is above 63. */
static bool is_escaped(unsigned char byte)
{
    const uint64_t controls = (UINT64_C(1) << ' ') - 1;
    const uint64_t escaped =
        controls | UINT64_C(1) << '"' | UINT64_C(1) << '&' | UINT64_C(1) << '<' | UINT64_C(1) << '>';
    return byte < 64 && (escaped >> byte & 1);
}

static const char *xml_escape(unsigned char byte)
{
    static const char *const escapes[] = {
        ['\t'] = "&#9;", ['\n'] = "&#10;", ['\r'] = "&#13;", ['"'] = "&quot;",
        ['&'] = "&amp;", ['<'] = "&lt;",   ['>'] = "&gt;",
    };
    return escapes[byte] ? escapes[byte] : "\xEF\xBF\xBD";
}

void xb_output_xml(xb_output *output, const char *text, size_t length)
{
    size_t plain = 0;
    for (size_t i = 0; i < length; i++) {
        if (!is_escaped((unsigned char)text[i]))
            continue;
        xb_output_bytes(output, text + plain, i - plain);
        xb_output_put(output, xml_escape((unsigned char)text[i]));
        plain = i + 1;
    }
    xb_output_bytes(output, text + plain, length - plain);
}

int xb_output_error(const xb_output *output)
{
    return output->error;
}

uint64_t xb_output_count(const xb_output *output)
{
    return output->flushed + output->used;
}
