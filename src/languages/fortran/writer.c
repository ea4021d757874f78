/*
 * Programs, modules and units in Fortran. Lines are broken after a comma or an operator, never within a name,
 * a number or a text.
 */
#include <stdarg.h>
#include <string.h>

#include "ir/version.h"
#include "languages/fortran/fortran.h"
#include "languages/languages.h"

enum { INDENT = 2, LINES = 20000 /* most that a statement may go on */ };

/* ---- lines ----------------------------------------------------------------------------------------------
 */

/* Whether a slash stands alone, rather than in an operator of two characters. */
static bool is_division(const char *text, size_t length, size_t i)
{
    return text[i] == '/' && i > 0 && !strchr("/(", text[i - 1]) && i + 1 < length &&
           !strchr("/=)", text[i + 1]);
}

/* Where a line may be broken at the latest, so that it has room for limit characters: if half of it is full
 * then, after a comma, or after another blank; where there is no better place, between any two tokens. */
static size_t break_at(const char *text, size_t length, size_t limit)
{
    size_t best = 0, blank = 0, comma = 0, token = 0;
    char quote = 0;
    for (size_t i = 0; i < length && i < limit; i++) {
        bool ends = text[i] == ' ' || (text[i] == ',' && i + 1 < length && text[i + 1] != ' ');
        if (quote)
            quote = text[i] == quote ? 0 : quote;
        else if (text[i] == '\'')
            quote = '\'';
        else if (ends)
            best = blank = i + 1;
        else if (text[i] == '(' ||
                 (text[i] == '*' && i + 1 < length && text[i + 1] != '*' && text[i - (i > 0)] != '*'))
            best = i + 1;
        else if (text[i] == ')')
            token = i;
        else if (is_division(text, length, i))
            token = i + 1;
        if (blank == i + 1 && i > 0 && (text[i] == ',' || text[i - 1] == ','))
            comma = blank;
    }
    if (comma > limit / 2 || blank > limit / 2)
        return comma > limit / 2 ? comma : blank;
    best = best > 0 ? best : token;
    return best > 0 ? best : limit < length ? limit : length;
}

static const xb_line_style style = {.columns = 100,
                                    .indent = INDENT,
                                    .more = 2 * INDENT,
                                    .continued = " &",
                                    .in_text = "&",
                                    .break_at = break_at};

/* What is right in fixed form and in free form: a line goes on by a sign beyond its end, and by one in the
 * next line. */
static const xb_line_style fixed_style = {.columns = 72,
                                          .margin = 6,
                                          .indent = INDENT,
                                          .more = INDENT,
                                          .again = "     &",
                                          .continued = "&",
                                          .break_at = break_at};

xb_fortran xb_fortran_begin(const xb_source *source, xb_arena *arena, xb_arena *lines, xb_output *output)
{
    return (xb_fortran){
        .lines = xb_lines_begin(&style, lines, output), .source = source, .arena = arena, .weaves = true};
}

void xb_fortran_refuse(xb_fortran *f, const char *hint, const char *format, ...)
{
    const xb_program *program = f->source->program;
    va_list arguments;
    va_start(arguments, format);
    const char *text = xb_fortran_unmarked(f, xb_arena_vformat(f->arena, format, arguments));
    va_end(arguments);
    const xb_routine *routine = f->unit ? f->unit->routine : NULL;
    const xb_node *at = f->at;
    if (routine && (!at || at->line == 0))
        at = routine->version ? &routine->version->original->node : &routine->node;
    f->status = xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, at, NULL),
                         hint, "can't be written as Fortran: %s", text);
}

void xb_fortran_end_line(xb_fortran *f)
{
    if (xb_lines_end(&f->lines) > LINES)
        xb_fortran_refuse(f, NULL, "a statement of more lines than the language allows");
}

/* ---- units ----------------------------------------------------------------------------------------------
 */

static void put_head(xb_fortran *f, const xb_source_unit *unit)
{
    size_t count = unit->formals.count - unit->is_function;
    bool has_context = xb_fortran_has_context(f, unit), any = has_context;
    xb_lines_put(&f->lines, "%s%s %s(%s", unit->recursive ? "recursive " : "",
                 unit->is_function ? "function" : "subroutine", unit->name, has_context ? "context" : "");
    for (size_t i = 0; i < count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        const xb_fortran_member *member = xb_fortran_member_of(formal);
        any = xb_fortran_put_passed(f, unit, i, any, false);
        if (xb_fortran_is_listed(formal))
            continue;
        xb_lines_put(&f->lines, "%s%s", any ? ", " : "", member ? member->structure->name : formal->name);
        any = true;
    }
    xb_fortran_put_passed(f, unit, count, any, false);
    xb_lines_put(&f->lines, ")");
    if (unit->is_function)
        xb_lines_put(&f->lines, " result(%s)",
                     ((const xb_source_variable *)unit->formals.items[count])->name);
    xb_fortran_end_line(f);
}

bool xb_fortran_is_in_interface(const xb_source_variable *variable)
{
    return variable->position > 0 || (variable->is_early && variable->parameter);
}

static void declare_interface(xb_fortran *f, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->declared.count; i++) {
        const xb_source_variable *variable = unit->declared.items[i];
        if (xb_fortran_is_in_interface(variable) && !xb_fortran_is_kind(f, variable))
            xb_fortran_declare(f, variable);
    }
}

static void declare_context(xb_fortran *f, const xb_source_unit *unit)
{
    if (xb_fortran_has_context(f, unit))
        xb_lines_say(&f->lines, "type(tape_context), intent(inout) :: context");
}

/* Procedures that are passed have interfaces of their own. */
static void put_interface(xb_fortran *f, const xb_source_unit *unit)
{
    xb_fortran_kinds *around = f->kinds;
    f->at = &unit->routine->node;
    put_head(f, unit);
    f->lines.depth++;
    f->kinds = xb_fortran_kinds_of_interface(f, unit);
    if (xb_fortran_has_context(f, unit))
        xb_lines_say(&f->lines, "use xaif_tape, only: tape_context");
    xb_fortran_put_type_uses(f, unit);
    xb_fortran_put_kind_uses(f);
    if (unit->imports)
        xb_lines_say(&f->lines, "import");
    else
        xb_fortran_put_kind_imports(f);
    xb_fortran_put_kind_constants(f);
    declare_context(f, unit);
    declare_interface(f, unit);
    xb_fortran_put_interfaces(f, &unit->passed);
    f->kinds = around;
    f->lines.depth--;
    xb_lines_put(&f->lines, "end %s %s", unit->is_function ? "function" : "subroutine", unit->name);
    xb_fortran_end_line(f);
}

/* Whether a unit is called by its name already: what is given and a version of it may have the same one. */
static bool has_name(const xb_list *called, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < called->count && !found; i++)
        found = strcmp(((const xb_source_unit *)called->items[i])->name, name) == 0;
    return found;
}

static bool needs_interface(const xb_source_variable *formal)
{
    bool is_shaped = formal->rank > 0 && !formal->bounds && !formal->dimensions;
    for (int d = 0; formal->dimensions && d < formal->rank && !is_shaped; d++)
        is_shaped = formal->dimensions[d].extent == XB_EXTENT_ASSUMED ||
                    formal->dimensions[d].extent == XB_EXTENT_DEFERRED;
    return is_shaped || formal->optional || formal->pointer || formal->target || formal->allocatable ||
           formal->by_value || xb_fortran_member_of(formal);
}

/* Whether a unit can call a subroutine of the source as older Fortran does: then nothing is said of its
 * arguments, whose intents may not be declared there. Beside the procedures of a module it would not do. */
static bool goes_without(const xb_fortran *f, const xb_source_unit *unit, const xb_source_unit *callee)
{
    bool can = unit->is_loose && callee->is_loose && !callee->is_function && callee->passed.count == 0 &&
               xb_fortran_is_given(f, callee);
    for (size_t i = 0; i < callee->formals.count && can; i++)
        can = !needs_interface(callee->formals.items[i]);
    return can;
}

/* The units without interface of their own that a unit, or one within it, calls by their names: each once. */
static void find_called(xb_fortran *f, const xb_source_unit *unit, xb_map *seen, xb_list *called)
{
    for (size_t i = 0; i < unit->calls.count; i++) {
        xb_source_unit *callee = unit->calls.items[i];
        if ((!callee->is_loose && !callee->is_external) || callee->is_argument || callee == unit ||
            xb_map_get(seen, callee->number, 0) || has_name(called, callee->name) ||
            goes_without(f, unit, callee))
            continue;
        xb_map_put(f->arena, seen, callee->number, 0, callee);
        xb_list_append(f->arena, called, callee);
    }
    for (size_t i = 0; i < unit->inner.count; i++)
        find_called(f, unit->inner.items[i], seen, called);
}

void xb_fortran_put_interfaces(xb_fortran *f, const xb_list *called)
{
    if (called->count == 0)
        return;
    xb_lines_put(&f->lines, "interface");
    xb_fortran_end_line(f);
    f->lines.depth++;
    for (size_t i = 0; i < called->count; i++)
        put_interface(f, called->items[i]);
    f->lines.depth--;
    xb_lines_put(&f->lines, "end interface");
    xb_fortran_end_line(f);
}

static bool has_module(const xb_source *source)
{
    bool found = source->globals.count > 0;
    for (size_t i = 0; i < source->units.count && !found; i++) {
        const xb_source_unit *unit = source->units.items[i];
        found = !unit->is_loose && !unit->host;
    }
    return found;
}

/* What stands at the beginning of a unit of its own. */
static void put_surroundings(xb_fortran *f, const xb_source_unit *unit)
{
    const xb_source *source = f->source;
    xb_list names = {.count = 0};
    xb_fortran_find_tape_names(f, unit, &names);
    xb_fortran_import_tape(f, &names);
    if (f->weaves) {
        xb_fortran_put_uses(f, unit);
    } else if (has_module(source)) {
        xb_lines_put(&f->lines, "use %s", source->name);
        xb_fortran_end_line(f);
    }
    xb_fortran_put_kind_uses(f);
    xb_fortran_text(f, unit->uses);
    xb_lines_put(&f->lines, "implicit none");
    xb_fortran_end_line(f);
}

static void put_own_interfaces(xb_fortran *f, const xb_source_unit *unit)
{
    xb_map seen = {0};
    xb_list called = {.count = 0};
    xb_list_append_all(f->arena, &called, &unit->passed);
    find_called(f, unit, &seen, &called);
    xb_fortran_put_interfaces(f, &called);
}

static void put_unit_comment(xb_fortran *f, const xb_source_unit *unit)
{
    const char *text = xb_source_unit_comment(f->arena, f->source, unit);
    for (size_t length; text && *text; text += length + 1) {
        length = strcspn(text, "\n");
        xb_fortran_text(f, xb_arena_format(f->arena, "! %.*s\n", (int)length, text));
    }
    for (size_t i = 0;
         f->source->options.comments != XB_COMMENTS_NONE && !unit->host && i < unit->passed.count; i++)
        xb_fortran_text(f, xb_arena_format(f->arena, "! %s: called\n",
                                           ((const xb_source_unit *)unit->passed.items[i])->name));
}

/* Units nest as deeply as scopes do: no language allows more than two levels. */
void xb_fortran_put_unit(xb_fortran *f, xb_source_unit *unit)
{
    const char *word = unit->is_function ? "function" : "subroutine";
    const unsigned plain_constants = f->plain_constants;
    f->at = &unit->routine->node;
    f->plain_constants = unit->plain_constants;
    xb_fortran_settle_starts(f, unit);
    if (!unit->host)
        f->kinds = xb_fortran_kinds_of(f, unit);
    xb_fortran_enter_unit(f, unit);
    put_unit_comment(f, unit);
    put_head(f, unit);
    f->lines.depth++;
    const bool stands_alone = unit->is_loose || (f->weaves && !unit->host);
    if (!stands_alone && !unit->host)
        xb_fortran_put_kind_uses(f);
    if (stands_alone)
        put_surroundings(f, unit);
    else
        xb_fortran_text(f, unit->uses);
    xb_output *out = xb_fortran_hold(f, unit);
    if (!unit->host)
        xb_fortran_put_kind_constants(f);
    declare_context(f, unit);
    if (f->weaves && !unit->host)
        xb_fortran_put_commons(f, unit);
    xb_fortran_declare_all(f, &unit->declared);
    xb_fortran_commons(f, &unit->commons);
    xb_fortran_shares(f, &unit->shares);
    xb_fortran_groups(f, unit);
    xb_fortran_put_unused(f, unit);
    if (stands_alone)
        put_own_interfaces(f, unit);
    else if (!unit->host)
        xb_fortran_put_interfaces(f, &unit->passed);
    if ((unit->declared.count > 0 || xb_fortran_has_context(f, unit)) && unit->statements.count > 0)
        xb_lines_skip(&f->lines);
    xb_fortran_statements(f, unit);
    f->lines.depth--;
    if (unit->inner.count > 0) {
        xb_lines_put(&f->lines, "contains");
        xb_fortran_end_line(f);
        f->lines.depth++;
        for (size_t i = 0; i < unit->inner.count; i++)
            if (unit->host)
                xb_fortran_refuse(f, NULL, "a routine within a routine within a routine");
            else
                xb_fortran_put_unit(f, unit->inner.items[i]);
        f->lines.depth--;
    }
    xb_fortran_release(f, unit, out);
    xb_lines_put(&f->lines, "end %s %s", word, unit->name);
    xb_fortran_end_line(f);
    f->plain_constants = plain_constants;
    if (!unit->host)
        f->kinds = NULL;
}

/* Interfaces that procedures of the module need. Units of their own, which use the module, have theirs. */
static void put_module_interfaces(xb_fortran *f)
{
    const xb_source *source = f->source;
    xb_map seen = {0};
    xb_list called = {.count = 0};
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        if (!unit->is_loose && !unit->host)
            find_called(f, unit, &seen, &called);
    }
    xb_fortran_put_interfaces(f, &called);
    for (size_t i = 0; i < called.count; i++)
        xb_lines_put(&f->lines, "%s%s",
                     i > 0 ? ", " : "private :: ", ((const xb_source_unit *)called.items[i])->name);
    if (called.count > 0)
        xb_fortran_end_line(f);
}

static void put_units(xb_fortran *f, bool loose)
{
    const xb_source *source = f->source;
    bool is_first = !(loose && has_module(source));
    for (size_t i = 0; i < source->units.count; i++) {
        xb_source_unit *unit = source->units.items[i];
        if (unit->host || unit->is_loose != loose)
            continue;
        if (!is_first)
            xb_lines_skip(&f->lines);
        is_first = false;
        xb_fortran_put_unit(f, unit);
    }
}

static void put_module(xb_fortran *f)
{
    const xb_source *source = f->source;
    xb_list names = {.count = 0};
    xb_lines_put(&f->lines, "module %s", source->name);
    xb_fortran_end_line(f);
    f->lines.depth++;
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        if (!unit->is_loose && !unit->host)
            xb_fortran_find_tape_names(f, unit, &names);
    }
    xb_fortran_import_tape(f, &names);
    xb_lines_put(&f->lines, "implicit none");
    xb_fortran_end_line(f);
    xb_fortran_hide_tape(f, &names);
    xb_fortran_declare_all(f, &source->globals);
    xb_fortran_commons(f, &source->commons);
    xb_fortran_shares(f, &source->shares);
    put_module_interfaces(f);
    f->lines.depth--;
    xb_lines_put(&f->lines, "contains");
    xb_fortran_end_line(f);
    f->lines.depth++;
    put_units(f, false);
    f->lines.depth--;
    xb_lines_put(&f->lines, "end module %s", source->name);
    xb_fortran_end_line(f);
}

static void put_program(xb_fortran *f)
{
    const xb_source *source = f->source;
    if (xb_source_origin(source))
        xb_fortran_text(f, xb_arena_format(f->arena, "! %s", xb_source_origin(source)));
    if (source->has_tape && source->options.embeds_run_time) {
        f->lines.count += xb_source_put_run_time(&xb_fortran_language, f->lines.out);
        xb_lines_skip(&f->lines);
    }
    xb_fortran_find_procedures(f);
    if (f->weaves) {
        xb_fortran_settle_intents(f);
        xb_fortran_weave(f);
        return;
    }
    xb_fortran_put_block_data(f);
    if (has_module(f->source))
        put_module(f);
    put_units(f, true);
}

/* Files of one form only make one file. A global variable is one of a module, or of a common block. */
bool xb_fortran_may_weave(const xb_source *source)
{
    const xb_source_file *files = source->program->sources.items;
    bool possible = source->options.weaves && source->program->sources.count > 0;
    for (size_t i = 0; i < source->program->sources.count; i++)
        possible =
            possible && (source->options.only_derived || files[i].is_fixed == source->options.is_fixed);
    for (size_t i = 0; i < source->globals.count; i++) {
        const xb_source_variable *variable = source->globals.items[i];
        bool is_in_common = variable->in_common && source->shares.count == 0;
        possible = possible && (variable->module || is_in_common);
    }
    return possible;
}

/* ---- the language ---------------------------------------------------------------------------------------
 */

/* What the module of the run time declares. */
static const char *const tape_names[] = {
    "tape",           "checkpoints",     "xaif_tape",        "tape_stack",     "tape_error_handler",
    "tape_run",       "tape_grow",       "tape_shrink",      "tape_turn",      "tape_is_empty",
    "tape_size",      "tape_peak",       "tape_reset",       "tape_in_memory", "tape_put_r4",
    "tape_put_r8",    "tape_put_c4",     "tape_put_c8",      "tape_put_i1",    "tape_put_i2",
    "tape_put_i4",    "tape_put_i8",     "tape_put_l",       "tape_put_s",     "tape_put_t",
    "tape_put_a",     "tape_take_r4",    "tape_take_r8",     "tape_take_c4",   "tape_take_c8",
    "tape_take_i1",   "tape_take_i2",    "tape_take_i4",     "tape_take_i8",   "tape_take_l",
    "tape_take_s",    "tape_take_t",     "tape_take_a",      "tape_context",   "tape_handler",
    "tape_check_put", "tape_check_take", "tape_check_empty", "context",        NULL};

static xb_status put(xb_source *source, xb_arena *arena, xb_arena *lines, xb_output *output,
                     const xb_source_header *header)
{
    (void)header;
    xb_fortran f = {.lines = xb_lines_begin(source->options.is_fixed ? &fixed_style : &style, lines, output),
                    .source = source,
                    .arena = arena,
                    .weaves = xb_fortran_may_weave(source),
                    .has_wide_default = xb_fortran_finds_wide_default(source)};
    f.weaves = f.weaves && xb_fortran_can_weave(&f);
    if (!source->options.only_derived || !source->options.weaves || xb_fortran_check_apart(&f))
        put_program(&f);
    return f.status;
}

static const char *const suffixes[] = {".f90", ".F90", ".f95", ".f03", ".f08",
                                       ".f",   ".for", ".ftn", ".f77", NULL};

const xb_source_language xb_fortran_language = {.id = "fortran",
                                                .name = "Fortran",
                                                .suffixes = suffixes,
                                                .run_time = xb_fortran_run_time,
                                                .name_limit = 63,
                                                .ignores_case = true,
                                                .is_reserved = xb_fortran_is_reserved,
                                                .tape_names = tape_names,
                                                .put = put};
