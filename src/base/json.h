/**
 * @file
 * Pieces of JSON.
 */
#ifndef XB_BASE_JSON_H
#define XB_BASE_JSON_H

#include "base/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Puts a text in quotes; null if it is NULL. Bytes that are not UTF-8, as file names may have, become
 * U+FFFD. */
void xb_json_text(xb_output *output, const char *text);

/** Puts a number so that reading it gives the same one; null if it is not finite. */
void xb_json_number(xb_output *output, double number);

/** Puts a list of numbers. */
void xb_json_numbers(xb_output *output, const double *numbers, size_t count);

#ifdef __cplusplus
}
#endif

#endif
