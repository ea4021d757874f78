/*
 * What a module has under the name of an intrinsic is what procedures mean that are added to it, unless they
 * say otherwise. So the files of the source are looked through for names that modules declare, or get by use:
 * an added procedure that calls an intrinsic of such a name declares it as that (intrinsic :: cos). It can do
 * so unless it needs what the module has, too: then it is refused.
 */
#include <ctype.h>
#include <string.h>

#include "base/document.h"
#include "languages/fortran/fortran.h"
#include "languages/languages.h"

/* ---- words ----------------------------------------------------------------------------------------------
 */

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (isalpha((unsigned char)*at) && is_of_word(at[length]))
        length++;
    return length;
}

/* The next word, or the end of the text. A number may end with letters, which are none. */
static const char *next_word(const char *at)
{
    while (*at && !isalpha((unsigned char)*at))
        if (is_of_word(*at))
            while (is_of_word(*at))
                at++;
        else
            at++;
    return at;
}

static bool is_word(const char *at, const char *word)
{
    return word_length(at) == strlen(word) && strncmp(at, word, strlen(word)) == 0;
}

static bool is_one_of(const char *at, const char *const *words)
{
    bool found = false;
    for (; *words && !found; words++)
        found = is_word(at, *words);
    return found;
}

static bool begins_with(const char *at, const char *text)
{
    return strncmp(at, text, strlen(text)) == 0;
}

/* ---- what modules declare -------------------------------------------------------------------------------
 */

/* The text of a file, statement by statement. */
typedef struct scan {
    xb_fortran *f;
    bool in_module, in_type, in_interface;
    bool contains; /* procedures follow */
} scan;

static uint64_t key_of(xb_fortran *f, const char *name, size_t length)
{
    return xb_names_intern(f->names, name, length)->index;
}

/* Names of intrinsics are all that matters. */
static void note(scan *s, const char *word)
{
    xb_fortran *f = s->f;
    const size_t length = word_length(word);
    const char *name = xb_arena_copy_text(f->arena, word, length);
    if (length > 0 && xb_fortran_is_intrinsic(name))
        xb_map_put(f->arena, &f->of_hosts, key_of(f, name, length), 0, &f->source->program->node);
}

static void note_all(scan *s, const char *at)
{
    for (at = next_word(at); *at; at = next_word(at + word_length(at)))
        note(s, at);
}

static bool is_of_source(const xb_fortran *f, const char *module)
{
    const xb_vector *files = &f->source->program->sources;
    bool found = false;
    for (size_t i = 0; i < files->count; i++) {
        const xb_vector *modules = &((const xb_source_file *)files->items)[i].modules;
        for (size_t k = 0; k < modules->count && !found; k++)
            found = is_word(module, ((const xb_source_module *)modules->items)[k].name->text);
    }
    return found;
}

/* Modules of the language have no name of an intrinsic that is written. */
static void see_use(scan *s, const char *after)
{
    static const char *const known[] = {"iso_c_binding",   "iso_fortran_env", "ieee_arithmetic",
                                        "ieee_exceptions", "ieee_features",   NULL};
    const char *colons = strstr(after, "::");
    const char *module = next_word(colons ? colons + 2 : after);
    if (!strchr(module, ':') && !is_one_of(module, known) && !is_of_source(s->f, module))
        s->f->hosts_are_known = false;
    note_all(s, module + word_length(module));
}

/* After double colons, or else after what a declaration begins with, such as real(8) or character*4. */
static const char *declared_in(const char *at)
{
    const char *colons = strstr(at, "::");
    if (colons)
        return colons + 2;
    at += word_length(at) + strspn(at + word_length(at), " ");
    if (begins_with(at, "precision") || begins_with(at, "complex"))
        at += word_length(at);
    return at;
}

/* What begins an item of a list is a name: not what stands in parentheses, or after an equals sign. Slashes
 * are around the names of common blocks. */
static void see_declaration(scan *s, const char *at)
{
    int depth = is_word(at, "parameter") ? -1 : 0;
    bool is_name = true;
    for (at = declared_in(at); *at; at++) {
        const size_t length = word_length(at);
        if (depth == 0 && is_name && length > 0) {
            note(s, at);
            is_name = false;
        }
        while (is_of_word(*at) && is_of_word(at[1]))
            at++;
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (depth == 0 && strchr(",/=", *at))
            is_name = *at != '=';
    }
}

/* After the word that says what is named. */
static void see_procedure(scan *s, const char *at)
{
    static const char *const kinds[] = {"function", "subroutine", "entry", "procedure", NULL};
    for (at = next_word(at); *at; at = next_word(at + word_length(at)))
        if (is_one_of(at, kinds))
            note(s, next_word(at + word_length(at)));
}

static void see_end(scan *s, const char *what)
{
    s->in_type = s->in_type && !begins_with(what, "type");
    s->in_interface = s->in_interface && !begins_with(what, "interface");
    if (begins_with(what, "module") || begins_with(what, "submodule"))
        s->in_module = false;
}

static void see_specification(scan *s, const char *first, const char *second)
{
    const char *after = first + word_length(first);
    if (is_word(first, "use")) {
        see_use(s, after);
    } else if (is_word(first, "include")) {
        s->f->hosts_are_known = false;
    } else if (is_word(first, "interface") || is_word(second, "interface")) {
        s->in_interface = true;
        note(s, is_word(first, "interface") ? second : "");
    } else if (is_word(first, "type") && after[strspn(after, " ")] != '(') {
        s->in_type = true;
        note_all(s, after);
    } else if (!s->in_type) {
        see_declaration(s, first);
    }
}

/* @param text in lower case, without comments and texts */
static void see_statement(scan *s, const char *text)
{
    static const char *const procedures[] = {"procedure", "function", "subroutine", NULL};
    const char *first = next_word(text), *second = next_word(first + word_length(first));
    const bool is_module = (is_word(first, "module") && !is_one_of(second, procedures) && *second) ||
                           is_word(first, "submodule");
    if (is_module) {
        s->in_module = true;
        s->contains = s->in_type = s->in_interface = false;
    } else if (!s->in_module) {
        return;
    } else if (begins_with(first, "end") && !is_word(first, "endif") && !is_word(first, "enddo")) {
        see_end(s, is_word(first, "end") ? second : first + 3);
    } else if (is_word(first, "contains")) {
        s->contains = s->contains || !s->in_type;
    } else if (s->contains || s->in_interface) {
        see_procedure(s, first);
    } else {
        see_specification(s, first, second);
    }
}

/* ---- statements of a file -------------------------------------------------------------------------------
 */

/* Whether a line goes on with the statement before it. */
static bool goes_on(const char *line, size_t length, bool is_fixed, bool is_open)
{
    return is_fixed ? length > 5 && strncmp(line, "     ", 5) == 0 && line[5] != ' ' && line[5] != '0'
                    : is_open;
}

/* Adds a line without comments and texts, in lower case. @param quote of a text that is open @return whether
 * the statement goes on in free form */
static bool add_line(xb_output *statement, const char *line, size_t length, char *quote)
{
    bool is_open = false;
    for (size_t i = 0; i < length; i++) {
        const char c = line[i];
        if (!*quote && c == '!')
            break;
        if (!isspace((unsigned char)c))
            is_open = c == '&';
        if (*quote)
            *quote = c == *quote ? 0 : *quote;
        else if (c == '\'' || c == '"')
            *quote = c;
        else if (c != '&' || !is_open)
            xb_output_char(statement, c == '\t' ? ' ' : (char)tolower((unsigned char)c));
    }
    *quote = is_open ? *quote : 0;
    return is_open;
}

static void see_all(scan *s, xb_text *statement)
{
    char *text = (char *)xb_text_join(statement, NULL);
    for (char *at = text, *end; at; at = end ? end + 1 : NULL) {
        end = strchr(at, ';');
        if (end)
            *end = '\0';
        see_statement(s, at);
    }
    xb_text_clear(statement);
}

static bool is_comment(const char *line, size_t length, bool is_fixed)
{
    const size_t blank = strspn(line, " \t\r");
    return length == 0 || blank >= length || line[blank] == '!' || (is_fixed && strchr("cC*dD", *line));
}

static void see_text(scan *s, const char *at, size_t length, bool is_fixed)
{
    const char *end = at + length;
    xb_text *statement = xb_text_create(s->f->arena);
    bool is_open = false;
    char quote = 0;
    for (const char *next; at < end; at = next) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t line = (size_t)((newline ? newline : end) - at);
        next = at + line + (newline != NULL);
        if (*at == '#') {
            s->f->hosts_are_known = s->f->hosts_are_known && !memchr(at, '"', line);
            continue;
        }
        if (is_comment(at, line, is_fixed))
            continue;
        const bool more = goes_on(at, line, is_fixed, is_open);
        if (!more) {
            see_all(s, statement);
            quote = 0;
        }
        const size_t margin = is_fixed && more ? 6 : 0;
        is_open = add_line(xb_text_output(statement), at + margin, line - margin, &quote);
    }
    see_all(s, statement);
}

/* A file that can't be read is reported where it is put. */
void xb_fortran_find_host_names(xb_fortran *f)
{
    const xb_vector *files = &f->source->program->sources;
    f->hosts_are_known = true;
    for (size_t i = 0; i < files->count; i++) {
        const xb_source_file *file = &((const xb_source_file *)files->items)[i];
        scan s = {.f = f};
        xb_document document = {0};
        if (xb_document_read(&document, file->path->text) == 0) {
            const char *text = xb_arena_copy_text(f->arena, document.text, document.length);
            see_text(&s, text, document.length, file->is_fixed);
        }
        xb_document_free(&document);
    }
}

/* ---- what a unit calls ----------------------------------------------------------------------------------
 */

enum { MARK = '\1' /* stands before a name of the module's own that is one of an intrinsic */ };

const char *xb_fortran_mark_own(xb_fortran *f, const char *name, const xb_node *what)
{
    const size_t length = strcspn(name, "%(");
    const char *root = xb_arena_copy_text(f->arena, name, length);
    if (!xb_fortran_is_intrinsic(root))
        return name;
    xb_map_put(f->arena, &f->of_hosts, key_of(f, root, length), 0, what);
    return xb_arena_format(f->arena, "%c%s", MARK, name);
}

char *xb_fortran_unmarked(xb_fortran *f, const char *text)
{
    char *plain = xb_arena_copy_text(f->arena, text, strlen(text)), *to = plain;
    for (; *text; text++)
        if (*text != MARK)
            *to++ = *text;
    *to = '\0';
    return plain;
}

/* What a text has of a unit. */
typedef struct naming {
    xb_fortran *f;
    xb_map own;     /* names of the module's own, by index */
    xb_map met;     /* intrinsics that are called and a module may have something else for, likewise */
    xb_list called; /* the same */
} naming;

static void see_name(naming *n, const char *at, bool is_own, bool is_called)
{
    xb_fortran *f = n->f;
    const size_t length = word_length(at);
    const char *name = xb_arena_copy_text(f->arena, at, length);
    const uint64_t key = key_of(f, name, length);
    if (is_own)
        xb_map_put(f->arena, &n->own, key, 0, name);
    const bool may_be = !f->hosts_are_known || xb_map_get(&f->of_hosts, key, 0);
    if (is_own || !is_called || !may_be || !xb_fortran_is_intrinsic(name) || xb_map_get(&n->met, key, 0))
        return;
    xb_map_put(f->arena, &n->met, key, 0, name);
    xb_list_append(f->arena, &n->called, name);
}

static const char *after_quoted(const char *at)
{
    const char *end = strchr(at + 1, *at);
    return end ? end + 1 : at + strlen(at);
}

/* Whether a word is the name of the type in a declaration. */
static bool is_type(const char *text, const char *at)
{
    const size_t before = (size_t)(at - text);
    return (before > 5 && begins_with(at - 5, "type(") && !is_of_word(at[-6])) ||
           (before > 6 && begins_with(at - 6, "class(") && !is_of_word(at[-7]));
}

/* What a statement begins with is no function: it may be a type. */
static void see_names(naming *n, const char *text)
{
    bool begins = true, goes_on = false;
    for (const char *at = text; *at;) {
        const size_t length = word_length(at);
        const bool is_own = (at > text && at[-1] == MARK) || is_type(text, at);
        if (*at == '\n') {
            begins = !goes_on;
            goes_on = false;
        }
        if (*at == '\'' || *at == '"') {
            at = after_quoted(at);
        } else if (*at == '!') {
            at += strcspn(at, "\n");
        } else if (length > 0) {
            see_name(n, at, is_own, at[length] == '(' && (is_own || !begins));
            at += length;
            begins = goes_on = false;
        } else {
            goes_on = *at == '&' || (goes_on && *at == ' ');
            at++;
            while (isdigit((unsigned char)at[-1]) && is_of_word(*at))
                at++;
        }
    }
}

/* ---- what a unit declares -------------------------------------------------------------------------------
 */

xb_output *xb_fortran_hold(xb_fortran *f, const xb_source_unit *unit)
{
    xb_output *out = f->lines.out;
    if (!f->weaves || unit->host || !unit->module || (f->hosts_are_known && f->of_hosts.count == 0))
        return NULL;
    f->held = xb_text_create(f->arena);
    f->lines.out = xb_text_output(f->held);
    return out;
}

/* A name that a statement may have. */
typedef struct search {
    const char *name;
    bool is_found;
} search;

static void look_for(void *context, const xb_source_expression *e, bool reads, bool writes)
{
    (void)reads, (void)writes;
    search *sought = context;
    const char *name = e->variable->name;
    if (*name == MARK && is_word(name + 1, sought->name))
        sought->is_found = true;
}

static bool calls(const xb_source_expression *e, const char *name)
{
    bool found =
        e && e->kind == XB_SOURCE_FUNCTION && *e->callee->name == MARK && is_word(e->callee->name + 1, name);
    for (size_t i = 0; e && i < e->count && !found; i++)
        found = calls(e->operands[i], name);
    return found;
}

static bool statement_calls(const xb_source_statement *s, const char *name)
{
    bool found = calls(s->target, name) || calls(s->value, name) || calls(s->first, name) ||
                 calls(s->last, name) || calls(s->step, name) || calls(s->condition, name);
    for (size_t i = 0; i < s->count && s->arguments && !found; i++)
        found = calls(s->arguments[i], name);
    return found || (s->callee && *s->callee->name == MARK && is_word(s->callee->name + 1, name));
}

/* The first statement that has something of the module's own, or else what that is. */
static const xb_node *place_of(xb_fortran *f, const xb_source_unit *unit, const char *name,
                               const xb_node *what)
{
    search sought = {.name = name};
    const xb_source_statement *statements = unit->statements.items;
    for (size_t i = 0; i < unit->statements.count; i++) {
        xb_source_accesses(f->arena, &statements[i], look_for, &sought);
        sought.is_found = sought.is_found || statement_calls(&statements[i], name);
        if (sought.is_found && statements[i].from && statements[i].from->line > 0)
            return statements[i].from;
    }
    return what;
}

static void declare(xb_fortran *f, const xb_source_unit *unit, const naming *n)
{
    f->lines.depth++;
    for (size_t i = 0; i < n->called.count; i++) {
        const char *name = n->called.items[i];
        const uint64_t key = key_of(f, name, strlen(name));
        f->at = place_of(f, unit, name, xb_map_get(&f->of_hosts, key, 0));
        if (xb_map_get(&n->own, key, 0) && !f->status)
            xb_fortran_refuse(f, xb_arena_format(f->arena, "rename what the module calls %s", name),
                              "%s of the module %s stands beside the intrinsic %s, which %s needs", name,
                              unit->module, name, unit->name);
        xb_lines_put(&f->lines, "%s%s", i > 0 ? ", " : "intrinsic :: ", name);
    }
    if (n->called.count > 0)
        xb_fortran_end_line(f);
    f->lines.depth--;
}

void xb_fortran_release(xb_fortran *f, const xb_source_unit *unit, xb_output *out)
{
    if (!out)
        return;
    const char *text = xb_text_join(f->held, NULL);
    naming n = {.f = f};
    see_names(&n, text);
    f->lines.out = out;
    declare(f, unit, &n);
    xb_output_put(out, xb_fortran_unmarked(f, text));
}
