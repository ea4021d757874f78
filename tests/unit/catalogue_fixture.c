/*
 * The document's name holds the process id, so that tests can run side by side.
 */
#include "catalogue_fixture.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

catalogue_fixture fixture;
char document_name[40];

static void create(void *unused)
{
    (void)unused;
    fixture.names = xb_names_create(fixture.arena);
    fixture.diagnostics = xb_diagnostics_create(fixture.arena);
    fixture.catalogue = xb_catalogue_create(fixture.arena);
}

void catalogue_set_up(void)
{
    snprintf(document_name, sizeof document_name, "catalogue-%ld.xaif", (long)getpid());
    fixture.failure = xb_failure_create();
    fixture.arena = xb_arena_create(fixture.failure);
    ck_assert(xb_protect(fixture.failure, create, NULL));
}

void catalogue_tear_down(void)
{
    remove(document_name);
    xb_arena_destroy(fixture.arena);
    xb_failure_destroy(fixture.failure);
}

void write_bytes(const void *bytes, size_t count)
{
    FILE *file = fopen(document_name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

void write_document(const char *text)
{
    write_bytes(text, strlen(text));
}

typedef struct reading {
    const char *file;
    xb_status status;
} reading;

static void read_protected(void *argument)
{
    reading *r = argument;
    fixture.diagnostics = xb_diagnostics_create(fixture.arena);
    r->status = xb_catalogue_read(fixture.catalogue, fixture.diagnostics, r->file);
}

xb_status read_file(const char *file)
{
    reading r = {file, XB_STATUS_OK};
    ck_assert(xb_protect(fixture.failure, read_protected, &r));
    ck_assert_int_eq(r.status, xb_diagnostics_status(fixture.diagnostics));
    return r.status;
}

static const char *first_text(void)
{
    return xb_diagnostics_count(fixture.diagnostics) ? xb_diagnostics_at(fixture.diagnostics, 0)->message
                                                     : "";
}

void accept(const char *text)
{
    write_document(text);
    xb_status status = read_file(document_name);
    ck_assert_msg(status == XB_STATUS_OK && xb_diagnostics_count(fixture.diagnostics) == 0, "%s",
                  first_text());
}

const xb_inlinable *inlinable(const char *name)
{
    return xb_catalogue_inlinable(fixture.catalogue, xb_names_get(fixture.names, name));
}

const xb_noninlinable *noninlinable(const char *name)
{
    return xb_catalogue_noninlinable(fixture.catalogue, xb_names_get(fixture.names, name));
}

const char *nearest(const char *name)
{
    return xb_catalogue_nearest(fixture.catalogue, fixture.arena, name);
}
