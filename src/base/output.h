/**
 * @file
 * Buffered output of text to any sink: a file (file_output.h), memory (text.h), or a function of the caller.
 *
 * Errors are sticky: after the first one everything that is put is dropped, so that a writer checks once, at
 * the end. Nothing in here allocates from an arena or jumps (failure.h), except what the sink does.
 */
#ifndef XB_BASE_OUTPUT_H
#define XB_BASE_OUTPUT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Takes count bytes, at least one, all of them or none. Must not jump (failure.h).
 * @return 0, or a value of errno that says what went wrong
 */
typedef int xb_output_write(void *sink, const char *bytes, size_t count);

/** A buffered sink. Made by xb_output_init(); owns nothing. */
typedef struct xb_output {
    char *buffer;           /**< private */
    size_t used;            /**< private */
    size_t capacity;        /**< private */
    xb_output_write *write; /**< private */
    void *sink;             /**< private */
    uint64_t flushed;       /**< private */
    int error;              /**< private */
} xb_output;

/**
 * Makes an output that collects text in a buffer and passes full buffers on.
 * @param buffer capacity bytes, at least one, of the caller's; must live as long as the output
 * @param write called with sink when the buffer is full, and with large pieces directly
 */
void xb_output_init(xb_output *output, char *buffer, size_t capacity, xb_output_write *write, void *sink);

/** xb_output_bytes() where the buffer has no room or there was an error. */
void xb_output_overflow(xb_output *output, const char *text, size_t length);

/** Puts length bytes; text may be NULL if length is 0. */
static inline void xb_output_bytes(xb_output *output, const char *text, size_t length)
{
    if (length > output->capacity - output->used || output->error) {
        xb_output_overflow(output, text, length);
        return;
    }
    if (length > 0)
        memcpy(output->buffer + output->used, text, length);
    output->used += length;
}

/** Puts a text that ends with a zero byte. */
static inline void xb_output_put(xb_output *output, const char *text)
{
    xb_output_bytes(output, text, strlen(text));
}

/** Puts one byte. */
static inline void xb_output_char(xb_output *output, char byte)
{
    xb_output_bytes(output, &byte, 1);
}

/** Puts the same byte count times. */
void xb_output_repeat(xb_output *output, char byte, size_t count);

/** Puts a number in decimal digits. */
void xb_output_number(xb_output *output, uint64_t number);

/** Puts what printf would. */
void xb_output_format(xb_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Puts what vprintf would. */
void xb_output_vformat(xb_output *output, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/**
 * Puts text as it must stand in an XML attribute within double quotes, or in XML content: markup characters
 * as entities, tab, newline and carriage return as character references, so that a reader gets them back;
 * control characters, which XML can't hold, as U+FFFD.
 * @param text length bytes of UTF-8
 */
void xb_output_xml(xb_output *output, const char *text, size_t length);

/** Passes on what is in the buffer. @return 0, or errno of the first error since xb_output_init() */
int xb_output_flush(xb_output *output);

/** The errno of the first error since xb_output_init(), or 0. */
int xb_output_error(const xb_output *output);

/** Number of bytes put since xb_output_init(), in the buffer or passed on; dropped ones don't count. */
uint64_t xb_output_count(const xb_output *output);

#ifdef __cplusplus
}
#endif

#endif
