/*
 * Kinds by the names that the source has for them. A routine that stands by itself, and an interface, has a
 * table of the names that variables in it are declared with: each of these is there anyway, as in the
 * procedures of a module that has it, or comes from a statement of the source. Names that mean something else
 * there are left out: then numbers stand in their places. Equal names of equal kinds need not be of one
 * declaration. A statement is there for what is declared only, so that nothing is imported in vain. What has
 * no name of the source, such as a temporary, has the kind that most variables like it have.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "languages/code/maker.h"
#include "languages/fortran/fortran.h"
#include "languages/languages.h"

static const char double_precision[] = "double precision", default_real[] = "default real";

/* How many variables have a kind. */
typedef struct kind_counts {
    size_t integers, reals;
} kind_counts;

/* A kind as some variables have it. */
typedef struct named_kind {
    const char *text;
    unsigned bytes;
    const char *statement; /* that gives the name; NULL: it is there, or is none */
    bool is_there, is_refused;
    /* Of the unit at hand, of all that the table is for, of the module around that. */
    kind_counts own, all, beyond;
} named_kind;

/* What is known of global variables, as long as they have the names that they have. */
typedef struct global_kinds {
    const char *module;
    xb_vector kinds; /* named_kind of the module */
    xb_names *names;
    xb_map variables; /* by the index of a name, in lower case */
} global_kinds;

struct xb_fortran_kinds {
    const struct xb_fortran_kinds *around; /* of what an interface stands in, or NULL */
    const char *module;                    /* that it stands in, or NULL */
    const global_kinds *globals;
    bool is_interface;
    xb_vector kinds; /* named_kind */
};

static bool is_integer(xb_type type)
{
    return type == XB_TYPE_INTEGER;
}

static bool is_name(const char *text)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return isalpha((unsigned char)*text) && !text[length];
}

static bool is_number(const char *text)
{
    return isdigit((unsigned char)*text);
}

static bool is_words(const char *text)
{
    return strcmp(text, double_precision) == 0 || strcmp(text, default_real) == 0;
}

static named_kind *find_in(const xb_vector *kinds, const char *text)
{
    named_kind *all = kinds->items;
    for (size_t i = 0; i < kinds->count; i++)
        if (strcasecmp(all[i].text, text) == 0)
            return &all[i];
    return NULL;
}

static named_kind *find(const xb_fortran_kinds *kinds, const char *text)
{
    return kinds ? find_in(&kinds->kinds, text) : NULL;
}

/* ---- which statements do --------------------------------------------------------------------------------
 */

/* What a use of a module of the program says. @return whether a statement is one */
static bool split_use(xb_fortran *f, const char *statement, const char **module, const char **name)
{
    static const char use[] = "use ", only[] = ", only: ";
    const char *end = statement ? strstr(statement, only) : NULL;
    if (!end || strncmp(statement, use, strlen(use)) != 0)
        return false;
    const char *begin = statement + strlen(use);
    *module = xb_arena_copy_text(f->arena, begin, (size_t)(end - begin));
    *name = end + strlen(only);
    return true;
}

static bool is_use(const char *statement)
{
    return strncmp(statement, "use", 3) == 0 && (statement[3] == ' ' || statement[3] == ',');
}

/* Whether a statement can stand where a table is for: modules of the source are there only within it, and
 * don't use themselves. */
static bool can_stand(xb_fortran *f, const xb_fortran_kinds *kinds, const char *statement)
{
    const char *module, *name;
    if (!statement || !split_use(f, statement, &module, &name))
        return statement != NULL;
    return f->weaves && !(kinds->module && strcasecmp(kinds->module, module) == 0);
}

static bool is_around(const xb_fortran_kinds *kinds, const char *text, unsigned bytes)
{
    const named_kind *around = kinds->is_interface ? find(kinds->around, text) : NULL;
    return around && around->bytes == bytes && !around->is_refused;
}

/* ---- names that mean something else ---------------------------------------------------------------------
 */

/* Whether a variable is a constant with the number of a kind: by its name, it is that kind. */
static bool is_that_kind(const xb_source_variable *variable, const named_kind *kind)
{
    int64_t value;
    return variable->parameter && is_integer(variable->type) && variable->rank == 0 &&
           variable->initial_count == 1 && xb_source_is_integer(variable->initial->value, &value) &&
           value == (int64_t)kind->bytes;
}

static bool is_called(const char *name, const char *other)
{
    return other && strcasecmp(name, other) == 0;
}

static bool is_other_variable(const xb_source_variable *variable, const char *name, const named_kind *kind)
{
    const xb_fortran_member *member = xb_fortran_member_of(variable);
    if (member)
        return is_called(name, member->structure->name) || is_called(name, member->structure->type_name);
    return is_called(name, variable->name) && !(is_name(kind->text) && is_that_kind(variable, kind));
}

static bool has_variable(const xb_list *variables, const char *name, const named_kind *kind)
{
    bool found = false;
    for (size_t i = 0; i < variables->count && !found; i++)
        found = is_other_variable(variables->items[i], name, kind);
    return found;
}

static bool has_unit(const xb_list *units, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < units->count && !found; i++)
        found = is_called(name, ((const xb_source_unit *)units->items[i])->name);
    return found;
}

static bool is_taken_in(const xb_source_unit *unit, const char *name, const named_kind *kind)
{
    bool found = is_called(name, unit->name) || has_variable(&unit->declared, name, kind) ||
                 has_unit(&unit->calls, name) || has_unit(&unit->passed, name);
    for (size_t i = 0; i < unit->inner.count && !found; i++)
        found = is_taken_in(unit->inner.items[i], name, kind);
    return found;
}

static bool is_of_run_time(const xb_fortran *f, const char *name)
{
    const char *const *names = xb_fortran_language.tape_names;
    while (f->source->has_tape && *names && !is_called(name, *names))
        names++;
    return f->source->has_tape && *names;
}

static const xb_name *in_lower_case(xb_fortran *f, xb_names *names, const char *name)
{
    char *text = xb_arena_copy_text(f->arena, name, strlen(name));
    for (char *c = text; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return xb_names_get(names, text);
}

static bool is_taken(xb_fortran *f, const xb_source_unit *unit, const char *name, const named_kind *kind)
{
    const global_kinds *globals = f->kinds_of_globals;
    const xb_source_variable *variable =
        xb_map_get(&globals->variables, in_lower_case(f, globals->names, name)->index, 0);
    return is_of_run_time(f, name) || (variable && is_other_variable(variable, name, kind)) ||
           (unit && is_taken_in(unit, name, kind));
}

/* Whether one of the names in a text means something else in a unit. */
static bool has_taken_names(xb_fortran *f, const xb_source_unit *unit, const char *text,
                            const named_kind *kind)
{
    for (size_t length; *text; text += length) {
        length = 1;
        if (!isalpha((unsigned char)*text) && *text != '_') {
            while (isdigit((unsigned char)*text) &&
                   (isalnum((unsigned char)text[length]) || text[length] == '.'))
                length++;
            continue;
        }
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            length++;
        const bool is_keyword = text[length] == '=' && text[length + 1] != '=';
        if (!is_keyword && is_taken(f, unit, xb_arena_copy_text(f->arena, text, length), kind))
            return true;
    }
    return false;
}

/* ---- tables ---------------------------------------------------------------------------------------------
 */

static bool has_kind(const xb_source_variable *variable)
{
    return variable->declared_kind && !variable->same && !xb_fortran_member_of(variable) &&
           variable->type >= XB_TYPE_INTEGER && variable->type <= XB_TYPE_COMPLEX;
}

/* The kind of a variable that says it, in a list; NULL: it says none, or another kind has the name. */
static named_kind *list(xb_fortran *f, xb_vector *kinds, const xb_source_variable *variable)
{
    unsigned bytes = xb_source_kind_of(variable->type, variable->bytes);
    if (!has_kind(variable))
        return NULL;
    named_kind *kind = find_in(kinds, variable->declared_kind);
    if (!kind) {
        kind = xb_vector_push(f->arena, kinds, sizeof *kind);
        *kind = (named_kind){.text = variable->declared_kind, .bytes = bytes};
    }
    return kind->bytes == bytes ? kind : NULL;
}

static void count(kind_counts *counts, const xb_source_variable *variable)
{
    *(is_integer(variable->type) ? &counts->integers : &counts->reals) += 1;
}

static bool is_of(const char *module, const xb_source_variable *variable)
{
    return module && variable->kind_module && strcasecmp(module, variable->kind_module) == 0;
}

static void add(xb_fortran *f, xb_fortran_kinds *kinds, const xb_source_variable *variable)
{
    named_kind *kind = list(f, &kinds->kinds, variable);
    if (!kind)
        return;
    count(&kind->all, variable);
    bool is_there = kinds->is_interface ? is_around(kinds, kind->text, kind->bytes)
                                        : f->weaves && is_of(kinds->module, variable);
    kind->is_there = is_name(kind->text) && (kind->is_there || is_there);
    if (!kind->statement && can_stand(f, kinds, variable->kind_statement))
        kind->statement = variable->kind_statement;
}

static void add_all(xb_fortran *f, xb_fortran_kinds *kinds, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->declared.count; i++)
        add(f, kinds, unit->declared.items[i]);
    for (size_t i = 0; i < unit->inner.count; i++)
        add_all(f, kinds, unit->inner.items[i]);
}

/* Leaves out what is not there, or means something else. @param unit NULL: none */
static void settle(xb_fortran *f, xb_fortran_kinds *kinds, const xb_source_unit *unit)
{
    named_kind *all = kinds->kinds.items;
    for (size_t i = 0; i < kinds->kinds.count; i++) {
        named_kind *kind = &all[i];
        const bool is_given = kind->is_there || kind->statement || !is_name(kind->text);
        const char *value = kind->statement && !kind->is_there ? strchr(kind->statement, '=') : NULL;
        const bool is_rename = value && value[1] == '>';
        if (kind->is_there)
            kind->statement = NULL;
        if (is_number(kind->text) || is_words(kind->text))
            continue;
        kind->is_refused = !is_given || xb_fortran_is_reserved(kind->text) ||
                           has_taken_names(f, unit, kind->text, kind) ||
                           (value && !is_rename && has_taken_names(f, unit, value + 1, kind));
    }
}

/* What is known of global variables where a module is written, or what belongs to none. */
static const global_kinds *globals_for(xb_fortran *f, const char *module)
{
    const xb_list *variables = &f->source->globals;
    if (f->kinds_of_globals && f->kinds_of_globals->module == module)
        return f->kinds_of_globals;
    global_kinds *globals = xb_arena_alloc(f->arena, sizeof *globals);
    *globals = (global_kinds){.module = module, .names = xb_names_create(f->arena)};
    for (size_t i = 0; i < variables->count; i++) {
        const xb_source_variable *variable = variables->items[i];
        const xb_fortran_member *member = xb_fortran_member_of(variable);
        const char *name = member ? member->structure->name : variable->name;
        xb_map_put(f->arena, &globals->variables, in_lower_case(f, globals->names, name)->index, 0, variable);
        named_kind *kind = f->weaves && is_of(module, variable) ? list(f, &globals->kinds, variable) : NULL;
        if (kind)
            count(&kind->beyond, variable);
    }
    f->kinds_of_globals = globals;
    return globals;
}

/* Kinds of a module are there for temporaries of its procedures, too. */
static void add_beyond(xb_fortran *f, xb_fortran_kinds *kinds)
{
    const named_kind *all = kinds->globals->kinds.items;
    for (size_t i = 0; i < kinds->globals->kinds.count; i++) {
        named_kind *known = find(kinds, all[i].text);
        if (known && known->bytes == all[i].bytes && known->is_there) {
            known->beyond = all[i].beyond;
        } else if (!known) {
            known = xb_vector_push(f->arena, &kinds->kinds, sizeof *known);
            *known = all[i];
            known->is_there = true;
        }
    }
}

static xb_fortran_kinds *begin(xb_fortran *f, const char *module)
{
    xb_fortran_kinds *kinds = xb_arena_alloc(f->arena, sizeof *kinds);
    *kinds = (xb_fortran_kinds){.module = module, .globals = globals_for(f, module)};
    return kinds;
}

xb_fortran_kinds *xb_fortran_kinds_of(xb_fortran *f, const xb_source_unit *unit)
{
    xb_fortran_kinds *kinds = begin(f, unit->module);
    add_all(f, kinds, unit);
    add_beyond(f, kinds);
    settle(f, kinds, unit);
    return kinds;
}

void xb_fortran_enter_unit(xb_fortran *f, const xb_source_unit *unit)
{
    named_kind *all = f->kinds->kinds.items;
    for (size_t i = 0; i < f->kinds->kinds.count; i++)
        all[i].own = (kind_counts){0};
    for (size_t i = 0; i < unit->declared.count; i++) {
        const xb_source_variable *variable = unit->declared.items[i];
        named_kind *kind = has_kind(variable) ? find(f->kinds, variable->declared_kind) : NULL;
        if (kind && kind->bytes == xb_source_kind_of(variable->type, variable->bytes))
            count(&kind->own, variable);
    }
}

xb_fortran_kinds *xb_fortran_kinds_of_interface(xb_fortran *f, const xb_source_unit *unit)
{
    xb_fortran_kinds *kinds = begin(f, f->kinds ? f->kinds->module : NULL);
    kinds->is_interface = true;
    kinds->around = f->kinds;
    for (size_t i = 0; i < unit->declared.count; i++)
        if (xb_fortran_is_in_interface(unit->declared.items[i]))
            add(f, kinds, unit->declared.items[i]);
    settle(f, kinds, unit);
    return kinds;
}

xb_fortran_kinds *xb_fortran_kinds_of_module(xb_fortran *f, const char *module, const xb_list *variables)
{
    xb_fortran_kinds *kinds = begin(f, module);
    for (size_t i = 0; i < variables->count; i++)
        add(f, kinds, variables->items[i]);
    named_kind *all = kinds->kinds.items;
    for (size_t i = 0; i < kinds->kinds.count; i++)
        all[i].statement = NULL;
    settle(f, kinds, NULL);
    return kinds;
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

void xb_fortran_each_used_kind(xb_fortran *f,
                               void (*each)(void *context, const char *module, const char *name),
                               void *context)
{
    const named_kind *all = f->kinds->kinds.items;
    const char *module, *name;
    for (size_t i = 0; i < f->kinds->kinds.count; i++)
        if (!all[i].is_refused && split_use(f, all[i].statement, &module, &name))
            each(context, module, name);
}

void xb_fortran_put_kind_uses(xb_fortran *f)
{
    const named_kind *all = f->kinds->kinds.items;
    const char *module, *name;
    for (size_t i = 0; i < f->kinds->kinds.count; i++)
        if (!all[i].is_refused && all[i].statement && is_use(all[i].statement) &&
            !split_use(f, all[i].statement, &module, &name))
            xb_lines_say(&f->lines, "%s", all[i].statement);
}

void xb_fortran_put_kind_imports(xb_fortran *f)
{
    const named_kind *all = f->kinds->kinds.items;
    for (size_t i = 0; i < f->kinds->kinds.count; i++)
        if (!all[i].is_refused && all[i].is_there)
            xb_lines_say(&f->lines, "import :: %s", all[i].text);
}

void xb_fortran_put_kind_constants(xb_fortran *f)
{
    const named_kind *all = f->kinds->kinds.items;
    for (size_t i = 0; i < f->kinds->kinds.count; i++)
        if (!all[i].is_refused && all[i].statement && !is_use(all[i].statement))
            xb_lines_say(&f->lines, "%s", all[i].statement);
}

bool xb_fortran_is_kind(const xb_fortran *f, const xb_source_variable *variable)
{
    const named_kind *kind = variable->home && variable->parameter ? find(f->kinds, variable->name) : NULL;
    return kind && !kind->is_refused && is_name(kind->text) && is_that_kind(variable, kind);
}

/* ---- what is written ------------------------------------------------------------------------------------
 */

static size_t count_of(const kind_counts *counts, xb_type type)
{
    return is_integer(type) ? counts->integers : counts->reals;
}

/* Whether variables of a type have one kind more often than another: in the unit at hand, if any do there. */
static bool is_more_usual(const named_kind *a, const named_kind *b, xb_type type)
{
    const kind_counts *const x[] = {&a->own, &a->all, &a->beyond}, *const y[] = {&b->own, &b->all,
                                                                                 &b->beyond};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        if (count_of(x[i], type) != count_of(y[i], type))
            return count_of(x[i], type) > count_of(y[i], type);
    return false;
}

/* What most variables of a kind say; NULL: none says anything. Integers of the usual kind do without. */
static const named_kind *usual(const xb_fortran *f, xb_type type, unsigned bytes)
{
    static const named_kind none = {.text = ""};
    const named_kind *all = f->kinds ? f->kinds->kinds.items : NULL, *best = &none;
    if (is_integer(type) && bytes == 4)
        return NULL;
    for (size_t i = 0; all && i < f->kinds->kinds.count; i++) {
        const bool is_other = type == XB_TYPE_COMPLEX && strcmp(all[i].text, double_precision) == 0;
        if (all[i].bytes == bytes && !all[i].is_refused && !is_other && is_more_usual(&all[i], best, type))
            best = &all[i];
    }
    return best != &none ? best : NULL;
}

/* The text of a kind; NULL: a number does. What is usual depends on options of compilers. */
static const char *text_of(const xb_fortran *f, const named_kind *kind)
{
    const bool has_text = kind && !kind->is_refused && !is_number(kind->text) &&
                          (f->weaves || strcmp(kind->text, default_real) != 0);
    return has_text ? kind->text : NULL;
}

static const char *kind_of(const xb_fortran *f, const xb_source_variable *variable)
{
    unsigned bytes = xb_source_kind_of(variable->type, variable->bytes);
    if (variable->type < XB_TYPE_INTEGER || variable->type > XB_TYPE_COMPLEX || bytes >= XB_SOURCE_UNSIGNED)
        return NULL;
    if (!variable->declared_kind)
        return text_of(f, usual(f, variable->type, bytes));
    const named_kind *kind = find(f->kinds, variable->declared_kind);
    return kind && kind->bytes == bytes ? text_of(f, kind) : NULL;
}

void xb_fortran_put_type(xb_fortran *f, const xb_source_variable *variable)
{
    static const char *const types[] = {
        [XB_TYPE_INTEGER] = "integer", [XB_TYPE_REAL] = "real", [XB_TYPE_COMPLEX] = "complex"};
    const char *kind = kind_of(f, variable);
    if (!kind)
        xb_fortran_type(f->lines.line, variable->type, variable->bytes);
    else if (strcmp(kind, double_precision) == 0)
        xb_lines_put(&f->lines, "%s", kind);
    else if (strcmp(kind, default_real) == 0)
        xb_lines_put(&f->lines, "%s", types[variable->type]);
    else
        xb_lines_put(&f->lines, "%s(%s)", types[variable->type], kind);
}

bool xb_fortran_have_same_type(const xb_fortran *f, const xb_source_variable *a, const xb_source_variable *b)
{
    if (a->type != b->type || xb_source_kind_of(a->type, a->bytes) != xb_source_kind_of(b->type, b->bytes))
        return false;
    const char *x = kind_of(f, a), *y = kind_of(f, b);
    return x == y || (x && y && strcmp(x, y) == 0);
}

const char *xb_fortran_kind(const xb_fortran *f, xb_type type, unsigned bytes)
{
    const named_kind *kind = usual(f, type, bytes);
    return kind && is_name(kind->text) ? kind->text : xb_arena_format(f->lines.arena, "%u", bytes);
}

static bool any_is_wide(const xb_list *variables)
{
    bool is_wide = false;
    for (size_t i = 0; i < variables->count && !is_wide; i++) {
        const xb_source_variable *v = variables->items[i];
        is_wide = v->type == XB_TYPE_REAL && v->bytes == 8 && v->declared_kind &&
                  strcmp(v->declared_kind, default_real) == 0;
    }
    return is_wide;
}

bool xb_fortran_finds_wide_default(const xb_source *source)
{
    bool is_wide = any_is_wide(&source->globals);
    for (size_t i = 0; i < source->units.count && !is_wide; i++) {
        const xb_source_unit *unit = source->units.items[i];
        is_wide = any_is_wide(&unit->formals) || any_is_wide(&unit->locals);
    }
    return is_wide;
}

const char *xb_fortran_constant_kind(const xb_fortran *f, unsigned bytes)
{
    const named_kind *kind = f->plain_constants & bytes ? NULL : usual(f, XB_TYPE_REAL, bytes);
    return kind && is_name(kind->text) ? kind->text : NULL;
}
