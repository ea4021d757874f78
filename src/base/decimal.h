/**
 * @file
 * Numbers in decimal digits, where there are too many of them for printf.
 */
#ifndef XB_BASE_DECIMAL_H
#define XB_BASE_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { XB_DECIMAL_DIGITS = 20 /* the most that a number has */ };

/**
 * Writes a number in decimal digits, without a zero byte after them.
 * @param to room for XB_DECIMAL_DIGITS
 * @return how many digits there are
 */
size_t xb_decimal(char *to, uint64_t number);

#ifdef __cplusplus
}
#endif

#endif
