/*
 * What the fields of case files are read with: places, errors, values, lists, objects. Each function that
 * takes something returns false after it has reported what is wrong.
 */
#ifndef XB_VERIFY_CASES_CASE_FIELDS_H
#define XB_VERIFY_CASES_CASE_FIELDS_H

#include <jansson.h>

#include "verify/cases/case.h"

/* A place in the document: a field of what the parent is, or an element. */
typedef struct xb_case_path {
    const struct xb_case_path *parent;
    const char *key; /* NULL: an element */
    size_t index;    /* from 0; shown from 1 */
} xb_case_path;

typedef struct xb_case_reader {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_case *result;
    xb_status status;
    const char *text; /* the document */
    size_t length;
} xb_case_reader;

/* A field of an object and what takes it. */
typedef struct xb_case_field {
    const char *name;
    bool (*take)(xb_case_reader *state, const xb_case_path *where, json_t *value); /* NULL: a note, ignored */
} xb_case_field;

/* Reports what is wrong with a place, and returns false. */
bool xb_case_refuse(xb_case_reader *state, const xb_case_path *where, const char *hint, const char *what);

/* The line on which a place begins, 0 if it can't be told. */
size_t xb_case_line(const xb_case_reader *state, const xb_case_path *where);

/* Reports what has to be there, with an example of the field that it is in, and returns false. */
bool xb_case_must_be(xb_case_reader *state, const xb_case_path *where, const char *what);

bool xb_case_take_text(xb_case_reader *state, const xb_case_path *where, json_t *value, const char **text);
bool xb_case_take_real(xb_case_reader *state, const xb_case_path *where, json_t *value, double *number);

/* An integer that is at least this. */
bool xb_case_take_count(xb_case_reader *state, const xb_case_path *where, json_t *value, uint64_t least,
                        uint64_t *number);
bool xb_case_take_size(xb_case_reader *state, const xb_case_path *where, json_t *value, size_t least,
                       size_t *number);
bool xb_case_take_bool(xb_case_reader *state, const xb_case_path *where, json_t *value, bool *flag);
bool xb_case_take_number(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_number *number);

bool xb_case_must_be_list(xb_case_reader *state, const xb_case_path *where, json_t *value);
bool xb_case_take_reals(xb_case_reader *state, const xb_case_path *where, json_t *value,
                        const double **numbers, size_t *count);
bool xb_case_take_texts(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_list *texts);
bool xb_case_take_bounds(xb_case_reader *state, const xb_case_path *where, json_t *value, xb_bounds *bounds);

/* A symbol as SCOPE/SYMBOL or SYMBOL. */
xb_case_symbol xb_case_symbol_of(const xb_case_reader *state, const xb_case_path *where, const char *text);

/* Takes each value of an object; what it has to be is for the error if it is none. */
bool xb_case_take_each(xb_case_reader *state, const xb_case_path *where, json_t *value, const char *what,
                       bool (*take)(xb_case_reader *state, const xb_case_path *where, json_t *value,
                                    void *context),
                       void *context);

/* Takes an object by a table of fields that is ended by one without name. */
bool xb_case_take_object(xb_case_reader *state, const xb_case_path *where, json_t *value,
                         const xb_case_field *fields);

#endif
