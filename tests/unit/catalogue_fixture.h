/**
 * @file
 * What the tests of the catalogue reader share: a catalogue, and documents written for it.
 */
#ifndef XB_TESTS_CATALOGUE_FIXTURE_H
#define XB_TESTS_CATALOGUE_FIXTURE_H

#include <check.h>
#include <stdbool.h>

#include "languages/xaif/catalogue.h"

/** A catalogue and all that it needs. */
typedef struct catalogue_fixture {
    xb_failure *failure;
    xb_arena *arena;
    xb_names *names;
    xb_diagnostics *diagnostics;
    xb_catalogue *catalogue;
} catalogue_fixture;

/** Of the running test. */
extern catalogue_fixture fixture;

/** The file that write_document() writes; catalogue_tear_down() removes it. */
extern char document_name[];

/** An inlinable catalogue with this content, on line 2. */
#define INLINABLE(content)                                                                         \
    "<ii:InlinableIntrinsicDefinitions xmlns:ii='http://www.mcs.anl.gov/XAIFInlinableIntrinsics' " \
    "xmlns:x='http://www.mcs.anl.gov/XAIF' language='F90'>\n" content "</ii:InlinableIntrinsicDefinitions>"

/** A non-inlinable catalogue with this content, on line 2. */
#define NONINLINABLE(content)                                                \
    "<n:NonInlinableIntrinsicDefinitions "                                   \
    "xmlns:n='http://www.mcs.anl.gov/XAIFNonInlinableIntrinsics'>\n" content \
    "</n:NonInlinableIntrinsicDefinitions>"

/** Creates the fixture. */
void catalogue_set_up(void);

/** Frees the fixture. */
void catalogue_tear_down(void);

/** Writes a document of this text. */
void write_document(const char *text);

/** Writes a document of these bytes. */
void write_bytes(const void *bytes, size_t count);

/** Reads a file into the catalogue; new diagnostics replace old ones. */
xb_status read_file(const char *file);

/** Writes and reads a document that must be right. */
void accept(const char *text);

/** The inlinable intrinsic of this name, or NULL. */
const xb_inlinable *inlinable(const char *name);

/** The non-inlinable intrinsic of this name, or NULL. */
const xb_noninlinable *noninlinable(const char *name);

/** The most similar name, or NULL. */
const char *nearest(const char *name);

/** Documents that are wrong. */
TCase *catalogue_error_tests(void);

#endif
