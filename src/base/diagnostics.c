/*
 * Diagnostics are kept in a list; warnings are looked up in a map by a hash of text and place, so that
 * a million equal warnings cost a million look-ups and one entry. Only errors are limited in number: an error
 * that stops the program must never be hidden by warnings.
 */
#include "base/diagnostics.h"

#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "base/vector.h"

struct xb_diagnostics {
    xb_arena *arena;
    xb_list list;
    xb_map warned; /* and what was refused without line */
    size_t errors, left_out;
    bool dropped; /* whether the last error or warning was not kept */
    xb_status status;
};

xb_diagnostics *xb_diagnostics_create(xb_arena *arena)
{
    xb_diagnostics *diagnostics = xb_arena_alloc(arena, sizeof *diagnostics);
    diagnostics->arena = arena;
    return diagnostics;
}

static const char *copy(xb_arena *arena, const char *text)
{
    return text ? xb_arena_copy_text(arena, text, strlen(text)) : NULL;
}

static xb_diagnostic *add(xb_diagnostics *diagnostics, xb_severity severity, xb_status status, xb_place place,
                          const char *hint, const char *message)
{
    xb_arena *arena = diagnostics->arena;
    xb_diagnostic *diagnostic = xb_arena_alloc(arena, sizeof *diagnostic);
    diagnostic->severity = severity;
    diagnostic->status = status;
    diagnostic->place = place;
    diagnostic->place.file = copy(arena, place.file);
    diagnostic->place.path = copy(arena, place.path);
    diagnostic->place.source_file = copy(arena, place.source_file);
    diagnostic->message = message;
    diagnostic->hint = copy(arena, hint);
    xb_list_append(arena, &diagnostics->list, diagnostic);
    return diagnostic;
}

/* FNV-1a, the final zero byte included so that two texts in a row don't read as another two. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash * 1099511628211u;
}

/* Whether the same was said of a place before. */
static bool is_known(xb_diagnostics *diagnostics, const char *message, const xb_place *place)
{
    uint64_t key = hash_text(hash_text(hash_text(14695981039346656037u, message), place->path), place->file);
    if (xb_map_get(&diagnostics->warned, key, place->line))
        return true;
    xb_map_put(diagnostics->arena, &diagnostics->warned, key, place->line, message);
    return false;
}

xb_status xb_error(xb_diagnostics *diagnostics, xb_status status, xb_place place, const char *hint,
                   const char *format, ...)
{
    if (diagnostics->errors++ == 0)
        diagnostics->status = status;
    diagnostics->dropped = diagnostics->errors > XB_DIAGNOSTICS_LIMIT && status != XB_STATUS_FAILED;
    if (diagnostics->dropped) {
        diagnostics->left_out++;
        return status;
    }
    va_list arguments;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(diagnostics->arena, format, arguments);
    va_end(arguments);
    diagnostics->dropped =
        status == XB_STATUS_UNSUPPORTED && place.line == 0 && is_known(diagnostics, message, &place);
    if (!diagnostics->dropped)
        add(diagnostics, XB_SEVERITY_ERROR, status, place, hint, message);
    return status;
}

void xb_warning(xb_diagnostics *diagnostics, xb_place place, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(diagnostics->arena, format, arguments);
    va_end(arguments);
    diagnostics->dropped = is_known(diagnostics, message, &place);
    if (diagnostics->dropped)
        return;
    add(diagnostics, XB_SEVERITY_WARNING, XB_STATUS_OK, place, hint, message);
}

void xb_note(xb_diagnostics *diagnostics, xb_place place, const char *format, ...)
{
    if (diagnostics->dropped)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(diagnostics->arena, format, arguments);
    va_end(arguments);
    add(diagnostics, XB_SEVERITY_NOTE, XB_STATUS_OK, place, NULL, message);
}

void xb_remark(xb_diagnostics *diagnostics, xb_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *message = xb_arena_vformat(diagnostics->arena, format, arguments);
    va_end(arguments);
    diagnostics->dropped = false;
    add(diagnostics, XB_SEVERITY_NOTE, XB_STATUS_OK, place, NULL, message)->is_remark = true;
}

size_t xb_diagnostics_count(const xb_diagnostics *diagnostics)
{
    return diagnostics->list.count;
}

const xb_diagnostic *xb_diagnostics_at(const xb_diagnostics *diagnostics, size_t i)
{
    return diagnostics->list.items[i];
}

size_t xb_diagnostics_errors(const xb_diagnostics *diagnostics)
{
    return diagnostics->errors;
}

size_t xb_diagnostics_left_out(const xb_diagnostics *diagnostics)
{
    return diagnostics->left_out;
}

bool xb_diagnostics_full(const xb_diagnostics *diagnostics)
{
    return diagnostics->errors >= XB_DIAGNOSTICS_LIMIT;
}

xb_status xb_diagnostics_status(const xb_diagnostics *diagnostics)
{
    return diagnostics->status;
}

bool xb_diagnostics_explain(const xb_diagnostics *diagnostics, xb_status status)
{
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        const xb_diagnostic *kept = diagnostics->list.items[i];
        if (kept->severity == XB_SEVERITY_ERROR && kept->status == status)
            return true;
    }
    return false;
}

/* Edit distance of Levenshtein, one row at a time. */
static size_t distance(xb_arena *arena, const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    size_t *row = xb_arena_array(arena, m + 1, sizeof *row);
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[m];
}

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* The candidate that begins with a text that says enough, and that all others which do begin with. */
static const char *only_beginning(const char *text, const char *const *candidates, size_t count)
{
    enum { ENOUGH = 3 };
    const char *found = NULL;
    for (size_t i = 0; i < count && strlen(text) >= ENOUGH; i++) {
        if (!begins_with(candidates[i], text))
            continue;
        if (!found || begins_with(found, candidates[i]))
            found = candidates[i];
        else if (!begins_with(candidates[i], found))
            return NULL;
    }
    return found;
}

const char *xb_nearest(xb_arena *arena, const char *text, const char *const *candidates, size_t count)
{
    enum { LONGEST = 200 };
    size_t length = strlen(text);
    const char *best = NULL;
    size_t best_distance = length / 3 + 2;
    if (best_distance > length)
        best_distance = length; /* something of the text must be left */
    if (length > LONGEST)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t found = strlen(candidates[i]) > LONGEST ? best_distance : distance(arena, text, candidates[i]);
        if (found < best_distance) {
            best_distance = found;
            best = candidates[i];
        }
    }
    return best ? best : only_beginning(text, candidates, count);
}

const char *xb_some_of(xb_arena *arena, const char *const *names, size_t count)
{
    enum { FEW = 10 };
    const char *text = "";
    for (size_t i = 0; i < count && i < FEW; i++)
        text = xb_arena_format(arena, "%s%s%s", text, i > 0 ? ", " : "", names[i]);
    return count > FEW ? xb_arena_format(arena, "%s and %zu more", text, count - FEW) : text;
}
