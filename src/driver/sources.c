/*
 * A file is read when the first line of it is wanted, and the beginnings of its lines are listed. The lines
 * of many diagnostics may be one long line: how much is searched for marks is bounded.
 */
#include "driver/sources.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE_LIMIT = 256 * 1024 * 1024, SEARCH_LIMIT = 64 * 1024 * 1024, PROBE = 4096 };

struct source {
    source *next;
    char *name;
    struct stat status; /* as it was when the file became known */
    off_t offset;       /* where standard input began */
    bool readable;      /* it may be read still */
    const char *text;   /* length bytes, or NULL */
    char *owned;        /* the text, if it was read here */
    size_t length;
    bool is_foreign; /* not in UTF-8 */
    size_t *lines;   /* owned: count offsets of beginnings of lines */
    size_t count;
};

static source *find(const sources *all, const char *name)
{
    source *found = all->first;
    while (found && strcmp(found->name, name) != 0)
        found = found->next;
    return found;
}

static source *find_or_add(sources *all, const char *name)
{
    source *found = find(all, name);
    if (found)
        return found;
    found = calloc(1, sizeof *found);
    char *copy = strdup(name);
    if (!found || !copy) {
        free(found);
        free(copy);
        return NULL;
    }
    found->name = copy;
    found->next = all->first;
    all->first = found;
    return found;
}

static bool is_standard(const char *name)
{
    return strcmp(name, "-") == 0;
}

void sources_know(sources *all, const char *file)
{
    source *known = find_or_add(all, file);
    if (!known || known->text)
        return;
    int problem = is_standard(file) ? fstat(STDIN_FILENO, &known->status) : stat(file, &known->status);
    known->offset = is_standard(file) ? lseek(STDIN_FILENO, 0, SEEK_CUR) : 0;
    known->readable = problem == 0 && S_ISREG(known->status.st_mode) && known->offset >= 0;
}

static void forget_text(source *known)
{
    free(known->owned);
    free(known->lines);
    known->owned = NULL;
    known->lines = NULL;
    known->text = NULL;
    known->count = 0;
    known->readable = false;
}

void sources_keep(sources *all, const char *name, const char *text, size_t length)
{
    source *known = find_or_add(all, name);
    if (!known)
        return;
    forget_text(known);
    known->text = text;
    known->length = length;
}

void sources_release(sources *all)
{
    while (all->first) {
        source *known = all->first;
        all->first = known->next;
        forget_text(known);
        free(known->name);
        free(known);
    }
}

/* ---- reading ---- */

static bool is_same(const struct stat *old, const struct stat *new)
{
    return old->st_dev == new->st_dev && old->st_ino == new->st_ino && old->st_size == new->st_size &&
           old->st_mtim.tv_sec == new->st_mtim.tv_sec && old->st_mtim.tv_nsec == new->st_mtim.tv_nsec;
}

static bool read_bytes(source *known, int descriptor)
{
    size_t done = 0;
    for (ssize_t got = 1; done < known->length && got > 0; done += got > 0 ? (size_t)got : 0)
        got = pread(descriptor, known->owned + done, known->length - done, known->offset + (off_t)done);
    return done == known->length;
}

static void read_text(source *known)
{
    struct stat now;
    bool standard = is_standard(known->name);
    known->readable = false;
    int descriptor = standard ? STDIN_FILENO : open(known->name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return;
    bool same = fstat(descriptor, &now) == 0 && is_same(&known->status, &now);
    off_t size = now.st_size - known->offset;
    if (same && size > 0 && size <= SIZE_LIMIT) {
        known->length = (size_t)size;
        known->owned = malloc(known->length);
        if (known->owned && read_bytes(known, descriptor))
            known->text = known->owned;
    }
    if (!standard)
        close(descriptor);
}

/* Whether the text has lines that can be shown: UTF-16 and what is packed have none. */
static bool has_lines(const source *known)
{
    size_t probe = known->length < PROBE ? known->length : PROBE;
    return known->text && !memchr(known->text, '\0', probe) &&
           !(probe >= 2 && memcmp(known->text, "\x1f\x8b", 2) == 0);
}

/* Whether the XML declaration names another encoding than UTF-8, in which only ASCII is what it looks like.
 */
static bool is_foreign(const source *known)
{
    static const char key[] = "encoding=";
    char declaration[PROBE / 16];
    size_t length = known->length < sizeof declaration ? known->length : sizeof declaration - 1;
    memcpy(declaration, known->text, length);
    declaration[length] = '\0';
    declaration[strcspn(declaration, ">")] = '\0';
    const char *found = strncmp(declaration, "<?xml", 5) == 0 ? strstr(declaration, key) : NULL;
    return found && found[sizeof key - 1] != '\0' && strncasecmp(found + sizeof key, "UTF-8", 5) != 0 &&
           strncasecmp(found + sizeof key, "US-ASCII", 8) != 0;
}

static bool is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

static bool list_lines(source *known)
{
    const char *text = known->text, *end = text + known->length;
    size_t count = 1;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        count++;
    known->lines = malloc(count * sizeof *known->lines);
    if (!known->lines)
        return false;
    known->is_foreign = is_foreign(known);
    known->lines[known->count++] = known->length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        known->lines[known->count++] = (size_t)(at - text) + 1;
    return true;
}

static bool prepare(source *known)
{
    if (known->lines)
        return true;
    if (known->readable)
        read_text(known);
    if (has_lines(known) && list_lines(known))
        return true;
    known->text = NULL;
    return false;
}

bool sources_find(sources *all, const xb_diagnostic *diagnostic, xb_excerpt *excerpt)
{
    const xb_place *place = &diagnostic->place;
    source *known = place->file && place->line > 0 ? find(all, place->file) : NULL;
    if (!known || !prepare(known) || place->line > known->count)
        return false;
    size_t begin = known->lines[place->line - 1];
    size_t end = place->line < known->count ? known->lines[place->line] - 1 : known->length;
    if (known->is_foreign && !is_ascii(known->text + begin, end - begin))
        return false;
    *excerpt = (xb_excerpt){.line = known->text + begin, .length = end - begin, .number = place->line};
    all->searched += excerpt->length;
    if (all->searched <= SEARCH_LIMIT)
        xb_excerpt_find(excerpt, diagnostic);
    return excerpt->length > 0;
}
