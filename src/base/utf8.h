/**
 * @file
 * UTF-8, one character at a time.
 */
#ifndef XB_BASE_UTF8_H
#define XB_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The length of the character at the beginning of a text.
 * @param text not empty
 * @param room bytes that there are, at least 1; SIZE_MAX if a zero byte ends the text
 * @return 1 to 4; 0 if there is no valid character
 */
size_t xb_utf8_length(const char *text, size_t room);

/**
 * Decodes the character at the beginning of a text.
 * @param room bytes that there are, at least 1
 * @param code receives it, U+FFFD for a byte that begins no valid character; may be NULL
 * @return the number of bytes that it takes, at least 1
 */
size_t xb_utf8_decode(const char *text, size_t room, uint32_t *code);

/** The columns that a character takes on a terminal, 0 to 2; right for most characters. */
size_t xb_utf8_width(uint32_t code);

/** Whether a terminal shows a character as it is: no control character but the tab, no change of the
 * direction of writing. */
bool xb_utf8_is_harmless(uint32_t code);

#ifdef __cplusplus
}
#endif

#endif
