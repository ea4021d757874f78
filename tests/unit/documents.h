/*
 * Documents for tests of reader and writer: a small one, changes to it, reading and writing with everything
 * that was reported as text.
 */
#ifndef XB_TESTS_DOCUMENTS_H
#define XB_TESTS_DOCUMENTS_H

#include "ir/program.h"
#include "languages/xaif/writer.h"

/* A valid document with little in it, of some thirty lines. */
extern const char documents_small[];

/* The text with the first occurrence of a part replaced; a part that doesn't occur fails the test. */
const char *documents_replace(xb_arena *arena, const char *text, const char *part, const char *by);

/*
 * Reads a document named "in.xaif".
 * reported: receives all diagnostics as text
 * the program is destroyed with documents_forget()
 */
xb_program *documents_read(xb_arena *arena, const char *text, size_t length, const char **reported);

/* Reads a document that must be right. */
xb_program *documents_load(xb_arena *arena, const char *text);

/* Destroys all programs that were read. */
void documents_forget(void);

/* Writes a program that can be written. */
const char *documents_write(xb_arena *arena, const xb_program *program, const xb_write_options *options);

/* The content of a file of the source tree. */
const char *documents_file(xb_arena *arena, const char *name);

#endif
