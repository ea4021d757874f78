/*
 * Units, declarations and statements. Each line is written to memory first, and broken where it is too long:
 * after a comma or an operator, never within a name, a number or a text.
 */
#include "languages/fortran/writer.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "languages/fortran/expression.h"

enum { COLUMNS = 100, INDENT = 2, LINES = 255 /* most that a statement may go on */ };

/* The program that is being written. */
typedef struct writer {
    xb_fortran f;
    xb_output *out;
    xb_text *line;
    size_t depth;
    bool in_block_data; /* where values of common blocks are given */
} writer;

/* ---- lines ----------------------------------------------------------------------------------------------
 */

/* Where a line may be broken at the latest, so that it has room for limit characters. */
static size_t break_at(const char *text, size_t length, size_t limit)
{
    size_t best = 0;
    char quote = 0;
    for (size_t i = 0; i < length && i < limit; i++) {
        if (quote)
            quote = text[i] == quote ? 0 : quote;
        else if (text[i] == '\'')
            quote = '\'';
        else if (text[i] == ' ' || (text[i] == ',' && i + 1 < length && text[i + 1] != ' '))
            best = i + 1;
        else if (text[i] == '(' ||
                 (text[i] == '*' && i + 1 < length && text[i + 1] != '*' && text[i - (i > 0)] != '*'))
            best = i + 1;
    }
    return best > 0 ? best : limit < length ? limit : length;
}

static void refuse(writer *w, const char *what)
{
    const xb_program *program = w->f.source->program;
    w->f.status =
        xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, w->f.at, NULL), NULL,
                 "can't be written as Fortran: %s", what);
}

/* Ends the line at hand. */
static void end_line(writer *w)
{
    size_t length = 0, indent = w->depth * INDENT;
    const char *text = xb_text_join(w->line, &length);
    indent = indent < COLUMNS / 2 ? indent : COLUMNS / 2;
    size_t lines = 0;
    for (bool more = false; length > 0 || !more; more = true) {
        size_t room = COLUMNS - indent - (more ? 2 * INDENT : 0) - 2;
        size_t taken = length <= room ? length : break_at(text, length, room);
        xb_output_repeat(w->out, ' ', indent + (more ? 2 * INDENT : 0));
        size_t shown = taken;
        while (shown > 0 && text[shown - 1] == ' ')
            shown--;
        xb_output_bytes(w->out, text, shown);
        text += taken;
        length -= taken;
        xb_output_put(w->out, length > 0 ? " &\n" : "\n");
        lines++;
    }
    if (lines > LINES)
        refuse(w, "a statement of more lines than the language allows");
    w->line = xb_text_create(w->f.arena);
    w->f.output = xb_text_output(w->line);
}

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    xb_output_vformat(w->f.output, format, arguments);
    va_end(arguments);
}

static void blank_line(writer *w)
{
    xb_output_char(w->out, '\n');
}

/* ---- declarations ---------------------------------------------------------------------------------------
 */

static void put_expression(writer *w, const xb_source_expression *expression)
{
    xb_fortran_expression(&w->f, expression);
}

static void put_bounds(writer *w, const xb_bounds *bounds)
{
    if (bounds->lower == 1)
        put(w, "%lld", (long long)bounds->upper);
    else
        put(w, "%lld:%lld", (long long)bounds->lower, (long long)bounds->upper);
}

static void put_dimension(writer *w, const xb_source_dimension *dimension)
{
    int64_t lower = 0;
    bool from_one = dimension->lower && xb_source_is_integer(dimension->lower, &lower) && lower == 1;
    bool has_lower = dimension->lower && !from_one;
    if (has_lower)
        put_expression(w, dimension->lower);
    if (has_lower || dimension->extent == XB_EXTENT_ASSUMED || dimension->extent == XB_EXTENT_DEFERRED)
        put(w, ":");
    if (dimension->extent == XB_EXTENT_EXPLICIT)
        put_expression(w, dimension->upper);
    if (dimension->extent == XB_EXTENT_ASSUMED_SIZE)
        put(w, "*");
}

static void put_shape(writer *w, const xb_source_variable *variable)
{
    for (int i = variable->rank; i-- > 0;) {
        put(w, "%s", i + 1 == variable->rank ? "(" : ", ");
        if (variable->dimensions)
            put_dimension(w, &variable->dimensions[i]);
        else if (variable->bounds)
            put_bounds(w, &variable->bounds[i]);
        else
            put(w, ":");
    }
    if (variable->rank > 0)
        put(w, ")");
}

static void put_value(writer *w, const xb_source_variable *variable, const xb_source_value *value)
{
    bool repeats = value->count > 1;
    put(w, "%s", repeats ? "spread(" : "");
    xb_fortran_converted(&w->f, value->value, variable->type, variable->bytes);
    if (repeats)
        put(w, ", 1, %llu)", (unsigned long long)value->count);
}

/* An array has a constructor of its elements, in the shape that it has, unless all have one value. */
static void put_values(writer *w, const xb_source_variable *variable)
{
    bool shapes = variable->rank > 1;
    put(w, " = ");
    if (variable->initial_count == 1) {
        xb_fortran_converted(&w->f, variable->initial->value, variable->type, variable->bytes);
        return;
    }
    put(w, "%s[", shapes ? "reshape(" : "");
    for (size_t i = 0; i < variable->initial_count; i++) {
        put(w, "%s", i > 0 ? ", " : "");
        put_value(w, variable, &variable->initial[i]);
    }
    put(w, "]");
    for (int i = variable->rank; shapes && i-- > 0;)
        put(w, "%s%llu%s", i + 1 == variable->rank ? ", [" : ", ",
            (unsigned long long)xb_bounds_extent(variable->bounds[i]), i == 0 ? "])" : "");
}

static void put_attributes(writer *w, const xb_source_variable *variable)
{
    static const char *const intents[] = {"inout", "in", "out"};
    bool is_formal = variable->position > 0 && !variable->is_result;
    if (variable->parameter)
        put(w, ", parameter");
    if (variable->pointer)
        put(w, ", pointer");
    if (variable->allocatable)
        put(w, ", allocatable");
    if (variable->target)
        put(w, ", target");
    if (variable->by_value)
        put(w, ", value");
    if (is_formal && !variable->pointer && !(variable->by_value && variable->intent != XB_INTENT_IN))
        put(w, ", intent(%s)", intents[variable->intent]);
    if (variable->optional)
        put(w, ", optional");
    if (variable->saved && !variable->in_common)
        put(w, ", save");
}

static void declare(writer *w, const xb_source_variable *variable)
{
    if (variable->is_unsigned)
        refuse(w, "an integer without sign");
    xb_fortran_type(w->f.output, variable->type, variable->bytes);
    if (variable->length)
        put(w, "(len=%s)", variable->length);
    put_attributes(w, variable);
    put(w, " :: %s", variable->name);
    put_shape(w, variable);
    bool is_kept = !variable->home || variable->saved || variable->in_common;
    bool is_zero = is_kept && variable->is_derivative && !variable->pointer && !variable->allocatable;
    bool is_elsewhere = variable->in_common && !w->in_block_data;
    if (variable->initial_count > 0 && !is_elsewhere)
        put_values(w, variable);
    else if (is_zero && !is_elsewhere)
        put(w, variable->type == XB_TYPE_COMPLEX ? " = (0, 0)" : " = 0");
    end_line(w);
}

static void declare_all(writer *w, const xb_list *variables)
{
    for (size_t i = 0; i < variables->count; i++)
        if (!((const xb_source_variable *)variables->items[i])->same)
            declare(w, variables->items[i]);
}

static void put_commons(writer *w, const xb_list *commons)
{
    for (size_t i = 0; i < commons->count; i++) {
        const xb_source_common *common = commons->items[i];
        put(w, "common /%s/ ", common->name);
        for (size_t k = 0; k < common->members.count; k++)
            put(w, "%s%s", k > 0 ? ", " : "", ((const xb_source_variable *)common->members.items[k])->name);
        end_line(w);
    }
}

static void put_shares(writer *w, const xb_vector *shares)
{
    for (size_t i = 0; i < shares->count; i++) {
        const xb_source_share *share = &((const xb_source_share *)shares->items)[i];
        put(w, "equivalence (%s", share->whole->name);
        for (int d = 0; d < share->whole->rank; d++)
            put(w, "%s%lld%s", d > 0 ? ", " : "(", (long long)share->subscripts[d],
                d + 1 == share->whole->rank ? ")" : "");
        put(w, ", %s)", share->part->name);
        end_line(w);
    }
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

static void put_assignment(writer *w, const xb_source_expression *target, const xb_source_expression *value)
{
    put_expression(w, target);
    put(w, " = ");
    xb_fortran_converted(&w->f, value, target->type, target->bytes);
}

static void put_call(writer *w, const xb_source_statement *statement)
{
    const xb_source_unit *callee = statement->callee;
    if (callee->is_function) {
        const xb_source_expression *target = statement->arguments[statement->count - 1];
        put_expression(w, target);
        put(w, " = %s", callee->name);
    } else {
        put(w, "call %s", callee->name);
    }
    xb_fortran_arguments(&w->f, callee, statement->arguments, statement->count - callee->is_function);
}

/* The end of the names of run-time procedures for arrays. */
static const char *suffix_of(writer *w, const xb_source_expression *expression)
{
    unsigned bytes = expression->bytes;
    switch (expression->type) {
    case XB_TYPE_REAL: return bytes == 4 ? "r4" : "r8";
    case XB_TYPE_COMPLEX: return bytes == 4 ? "c4" : "c8";
    case XB_TYPE_INTEGER: return bytes == 1 ? "i1" : bytes == 2 ? "i2" : bytes == 8 ? "i8" : "i4";
    case XB_TYPE_BOOL: return "l";
    case XB_TYPE_CHAR: return "s";
    default: refuse(w, "a value of its type on the tape"); return "";
    }
}

static const char *stack_of(const xb_source_statement *statement)
{
    return statement->checkpoint ? "checkpoints" : "tape";
}

/* Arrays are put on a stack, and taken from it, by procedures of the run time. */
static void put_array_access(writer *w, const xb_source_statement *access)
{
    put(w, "call tape_%s_%s(%s, ", access->kind == XB_SOURCE_PUSH ? "put" : "take",
        suffix_of(w, access->target), stack_of(access));
    put_expression(w, access->target);
    put(w, ", int(size(");
    put_expression(w, access->target);
    put(w, "), 8))");
}

/* An element of a stack. @param number counts from the top, which is 0 */
static const char *element(const writer *w, const xb_source_statement *access, int64_t number)
{
    const char *stack = stack_of(access), *sign = number < 0 ? "-" : "+";
    if (number == 0)
        return xb_arena_format(w->f.arena, "%s%%x(%s%%top)", stack, stack);
    return xb_arena_format(w->f.arena, "%s%%x(%s%%top %s %lld)", stack, stack, sign,
                           (long long)(number < 0 ? -number : number));
}

/* What is around a value on a stack: before and after it as it is put, and as it is taken. */
typedef struct disguise {
    const char *before, *after, *taken_before, *taken_after;
} disguise;

static disguise disguise_of(writer *w, const xb_source_expression *value)
{
    unsigned bytes = value->bytes;
    switch (value->type) {
    case XB_TYPE_REAL:
        if (bytes == 4)
            return (disguise){"", "", "real(", ", 4)"};
        if (bytes == 8 || bytes == 0)
            return (disguise){"", "", "", ""};
        break;
    case XB_TYPE_INTEGER:
        if (bytes == 8)
            return (disguise){"transfer(", ", 0.0d0)", "transfer(", ", 0_8)"};
        return (disguise){"", "", "int(", xb_arena_format(w->f.arena, ", %u)", bytes ? bytes : 4)};
    case XB_TYPE_BOOL: return (disguise){"merge(1, 0, ", ")", "", " > 0"};
    case XB_TYPE_CHAR: return (disguise){"ichar(", ")", "char(int(", "))"};
    default: break;
    }
    refuse(w, "a value of its type on the tape");
    return (disguise){"", "", "", ""};
}

static void put_part(writer *w, const xb_source_statement *push, int64_t number, const char *before,
                     const char *after)
{
    put(w, "%s = %s", element(w, push, number), before);
    put_expression(w, push->target);
    put(w, "%s", after);
}

static void put_push(writer *w, const xb_source_statement *push)
{
    if (push->target->type == XB_TYPE_COMPLEX) {
        put_part(w, push, push->number, "real(", ")");
        end_line(w);
        put_part(w, push, push->number + 1, "aimag(", ")");
        return;
    }
    disguise d = disguise_of(w, push->target);
    put_part(w, push, push->number, d.before, d.after);
}

static void put_pop(writer *w, const xb_source_statement *pop)
{
    put_expression(w, pop->target);
    if (pop->target->type == XB_TYPE_COMPLEX) {
        put(w, " = cmplx(%s, %s, %u)", element(w, pop, pop->number), element(w, pop, pop->number + 1),
            pop->target->bytes == 4 ? 4 : 8);
        return;
    }
    disguise d = disguise_of(w, pop->target);
    put(w, " = %s%s%s", d.taken_before, element(w, pop, pop->number), d.taken_after);
}

static void put_access(writer *w, const xb_source_statement *access)
{
    if (access->target->rank > 0)
        put_array_access(w, access);
    else if (access->kind == XB_SOURCE_PUSH)
        put_push(w, access);
    else
        put_pop(w, access);
}

static void put_advance(writer *w, const xb_source_statement *advance)
{
    const char *stack = stack_of(advance);
    int64_t number = advance->number;
    put(w, "%s%%top = %s%%top %c %lld", stack, stack, number < 0 ? '-' : '+',
        (long long)(number < 0 ? -number : number));
    if (number > 0)
        return;
    end_line(w);
    put(w, "if (%s%%top < 0) call tape_shrink(%s)", stack, stack);
}

/* What is allocated already is allocated anew. */
static void put_allocation(writer *w, const xb_source_statement *statement)
{
    const xb_source_variable *variable = statement->target->variable;
    bool is_fixed = !variable->allocatable && !variable->pointer;
    if (is_fixed)
        return;
    put(w, "if (%s(%s)) deallocate(%s)", variable->pointer ? "associated" : "allocated", variable->name,
        variable->name);
    end_line(w);
    put(w, "allocate(%s(", variable->name);
    for (int i = 0; i < variable->rank; i++) {
        put(w, "%s", i > 0 ? ", " : "");
        if (statement->kind == XB_SOURCE_ALLOCATE) {
            put_expression(w, statement->arguments[i]);
        } else {
            put(w, "size(");
            put_expression(w, statement->value);
            put(w, ", %d)", i + 1);
        }
    }
    put(w, "))");
    end_line(w);
}

static void put_while(writer *w, const xb_source_expression *condition)
{
    put(w, "do while (");
    put_expression(w, condition);
    put(w, ")");
}

static void put_do(writer *w, const xb_source_statement *loop)
{
    put(w, "do ");
    put_expression(w, loop->target);
    put(w, " = ");
    xb_fortran_converted(&w->f, loop->first, loop->target->type, loop->target->bytes);
    put(w, ", ");
    xb_fortran_converted(&w->f, loop->last, loop->target->type, loop->target->bytes);
    bool is_one = loop->step->kind == XB_SOURCE_CONSTANT && strcmp(loop->step->text, "1") == 0;
    if (is_one)
        return;
    put(w, ", ");
    xb_fortran_converted(&w->f, loop->step, loop->target->type, loop->target->bytes);
}

static void put_if(writer *w, const xb_source_expression *condition, const char *then)
{
    put(w, "if (");
    put_expression(w, condition);
    put(w, ") %s", then);
}

/* Each line of a text is one of the program; comments and directives stay as they are, however long. */
static void put_text(writer *w, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool is_comment = text[0] == '!' && text[1] == ' ';
        if (is_comment)
            xb_output_repeat(w->out, ' ', w->depth * INDENT);
        if (*text == '!') {
            xb_output_bytes(w->out, text, length);
            xb_output_char(w->out, '\n');
        } else {
            put(w, "%.*s", (int)length, text);
            end_line(w);
        }
        text += length + (text[length] == '\n');
    }
}

static void put_statement(writer *w, const xb_source_statement *statement)
{
    switch (statement->kind) {
    case XB_SOURCE_ASSIGN: put_assignment(w, statement->target, statement->value); break;
    case XB_SOURCE_CALL: put_call(w, statement); break;
    case XB_SOURCE_IF: put_if(w, statement->value, "then"); break;
    case XB_SOURCE_ELSE: put(w, "else"); break;
    case XB_SOURCE_END_IF: put(w, "end if"); break;
    case XB_SOURCE_SELECT:
        put(w, "select case (");
        put_expression(w, statement->value);
        put(w, ")");
        break;
    case XB_SOURCE_CASE:
        for (size_t i = 0; i < statement->count; i++)
            put(w, "%s%lld", i > 0 ? ", " : "case (", (long long)statement->values[i]);
        put(w, ")");
        break;
    case XB_SOURCE_DEFAULT: put(w, "case default"); break;
    case XB_SOURCE_END_SELECT: put(w, "end select"); break;
    case XB_SOURCE_DO: put_do(w, statement); break;
    case XB_SOURCE_FOR:
        put_assignment(w, statement->target, statement->first);
        end_line(w);
        put_while(w, statement->condition);
        break;
    case XB_SOURCE_WHILE: put_while(w, statement->value); break;
    case XB_SOURCE_REPEAT: put(w, "do"); break;
    case XB_SOURCE_END_DO:
    case XB_SOURCE_END_FOR:
    case XB_SOURCE_END_REPEAT: put(w, "end do"); break;
    case XB_SOURCE_RETURN: put(w, "return"); break;
    case XB_SOURCE_LABEL: put(w, "%lld continue", (long long)statement->number); break;
    case XB_SOURCE_JUMP: put(w, "go to %lld", (long long)statement->number); break;
    case XB_SOURCE_JUMP_IF:
        put_if(w, statement->value, "go to ");
        put(w, "%lld", (long long)statement->number);
        break;
    case XB_SOURCE_PUSH:
    case XB_SOURCE_POP: put_access(w, statement); break;
    case XB_SOURCE_RESERVE:
        put(w, "if (%s%%top + %lld > %s%%limit) call tape_grow(%s, %lld)", stack_of(statement),
            (long long)statement->number, stack_of(statement), stack_of(statement),
            (long long)statement->number);
        break;
    case XB_SOURCE_ADVANCE: put_advance(w, statement); break;
    case XB_SOURCE_TURN: put(w, "call tape_turn(%s)", stack_of(statement)); break;
    case XB_SOURCE_DEALLOCATE: put(w, "deallocate(%s)", statement->target->variable->name); break;
    case XB_SOURCE_NULLIFY: put(w, "nullify(%s)", statement->target->variable->name); break;
    case XB_SOURCE_OPAQUE: put_text(w, statement->text); return;
    case XB_SOURCE_ALLOCATE:
    case XB_SOURCE_ALLOCATE_LIKE: put_allocation(w, statement); return;
    case XB_SOURCE_FIT:
    case XB_SOURCE_LEAVE_IF: return; /* there are none with array statements */
    }
    end_line(w);
}

/* Arms of a select stand as far to the left as its head: there is none before the first one. */
static bool goes_out(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_ELSE || kind == XB_SOURCE_END_IF || kind == XB_SOURCE_CASE ||
           kind == XB_SOURCE_DEFAULT || kind == XB_SOURCE_END_SELECT || kind == XB_SOURCE_END_DO ||
           kind == XB_SOURCE_END_FOR || kind == XB_SOURCE_END_REPEAT;
}

static bool goes_in(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_IF || kind == XB_SOURCE_ELSE || kind == XB_SOURCE_SELECT ||
           kind == XB_SOURCE_CASE || kind == XB_SOURCE_DEFAULT || kind == XB_SOURCE_DO ||
           kind == XB_SOURCE_FOR || kind == XB_SOURCE_WHILE || kind == XB_SOURCE_REPEAT;
}

/* What stands before the end of a loop. */
static void put_last_of_loop(writer *w, const xb_source_statement *end)
{
    if (end->kind == XB_SOURCE_END_FOR) {
        put_assignment(w, end->target, end->update);
        end_line(w);
    }
    if (end->kind == XB_SOURCE_END_REPEAT) {
        put(w, "if (.not. (");
        put_expression(w, end->value);
        put(w, ")) exit");
        end_line(w);
    }
}

static void put_statements(writer *w, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->statements.count; i++) {
        const xb_source_statement *statement = &((const xb_source_statement *)unit->statements.items)[i];
        w->f.at = statement->from;
        put_last_of_loop(w, statement);
        if (goes_out(statement->kind))
            w->depth--;
        put_statement(w, statement);
        if (goes_in(statement->kind))
            w->depth++;
    }
}

/* ---- units ----------------------------------------------------------------------------------------------
 */

static void put_head(writer *w, const xb_source_unit *unit)
{
    size_t count = unit->formals.count - unit->is_function;
    put(w, "%s%s %s(", unit->recursive ? "recursive " : "", unit->is_function ? "function" : "subroutine",
        unit->name);
    for (size_t i = 0; i < count; i++)
        put(w, "%s%s", i > 0 ? ", " : "", ((const xb_source_variable *)unit->formals.items[i])->name);
    put(w, ")");
    if (unit->is_function)
        put(w, " result(%s)", ((const xb_source_variable *)unit->formals.items[count])->name);
    end_line(w);
}

/* Lists the formal arguments, and constants that they rest on. */
static void declare_interface(writer *w, const xb_source_unit *unit)
{
    for (size_t i = 0; i < unit->declared.count; i++) {
        const xb_source_variable *variable = unit->declared.items[i];
        if (variable->position > 0 || (variable->is_early && variable->parameter))
            declare(w, variable);
    }
}

static void put_interface(writer *w, const xb_source_unit *unit)
{
    w->f.at = &unit->routine->node;
    put_head(w, unit);
    w->depth++;
    if (unit->imports) {
        put(w, "import");
        end_line(w);
    }
    declare_interface(w, unit);
    w->depth--;
    put(w, "end %s %s", unit->is_function ? "function" : "subroutine", unit->name);
    end_line(w);
}

/* The units without interface of their own that a unit, or one within it, calls: each once. */
static void find_called(writer *w, const xb_source_unit *unit, xb_map *seen, xb_list *called)
{
    for (size_t i = 0; i < unit->calls.count; i++) {
        xb_source_unit *callee = unit->calls.items[i];
        if ((!callee->is_loose && !callee->is_external) || callee == unit ||
            xb_map_get(seen, callee->number, 0))
            continue;
        xb_map_put(w->f.arena, seen, callee->number, 0, callee);
        xb_list_append(w->f.arena, called, callee);
    }
    for (size_t i = 0; i < unit->inner.count; i++)
        find_called(w, unit->inner.items[i], seen, called);
}

static void put_interfaces(writer *w, const xb_list *called)
{
    if (called->count == 0)
        return;
    put(w, "interface");
    end_line(w);
    w->depth++;
    for (size_t i = 0; i < called->count; i++)
        put_interface(w, called->items[i]);
    w->depth--;
    put(w, "end interface");
    end_line(w);
}

static void put_lines(writer *w, const char *text)
{
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        put(w, "%.*s", (int)length, text);
        end_line(w);
        text += length + (text[length] == '\n');
    }
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
static void put_surroundings(writer *w, const xb_source_unit *unit)
{
    const xb_source *source = w->f.source;
    if (source->has_tape) {
        put(w, "use xaif_tape");
        end_line(w);
    }
    if (has_module(source)) {
        put(w, "use %s", source->name);
        end_line(w);
    }
    put_lines(w, unit->uses);
    put(w, "implicit none");
    end_line(w);
}

static void put_own_interfaces(writer *w, const xb_source_unit *unit)
{
    xb_map seen = {0};
    xb_list called = {.count = 0};
    find_called(w, unit, &seen, &called);
    put_interfaces(w, &called);
}

/* Units nest as deeply as scopes do: no language allows more than two levels. */
static void put_unit(writer *w, const xb_source_unit *unit)
{
    const char *word = unit->is_function ? "function" : "subroutine";
    w->f.at = &unit->routine->node;
    put_head(w, unit);
    w->depth++;
    if (unit->is_loose)
        put_surroundings(w, unit);
    else
        put_lines(w, unit->uses);
    declare_all(w, &unit->declared);
    put_commons(w, &unit->commons);
    put_shares(w, &unit->shares);
    if (unit->is_loose)
        put_own_interfaces(w, unit);
    if (unit->declared.count > 0 && unit->statements.count > 0)
        blank_line(w);
    put_statements(w, unit);
    w->depth--;
    if (unit->inner.count > 0) {
        put(w, "contains");
        end_line(w);
        w->depth++;
        for (size_t i = 0; i < unit->inner.count; i++)
            if (unit->host)
                refuse(w, "a routine within a routine within a routine");
            else
                put_unit(w, unit->inner.items[i]);
        w->depth--;
    }
    put(w, "end %s %s", word, unit->name);
    end_line(w);
}

/* Values of common blocks are given in a unit of their own, as one of the places declares the block. */
static void put_block_data(writer *w, const xb_list *commons)
{
    for (size_t i = 0; i < commons->count; i++) {
        xb_source_common *common = commons->items[i];
        const xb_list one = {.items = commons->items + i, .count = 1};
        if (!common->has_initial)
            continue;
        w->in_block_data = true;
        put(w, "block data %s_values", common->name);
        end_line(w);
        w->depth++;
        put(w, "implicit none");
        end_line(w);
        declare_all(w, &common->members);
        put_commons(w, &one);
        w->depth--;
        put(w, "end block data %s_values", common->name);
        end_line(w);
        blank_line(w);
        w->in_block_data = false;
    }
}

/* Of places that give values, the first one counts. */
static void put_all_block_data(writer *w)
{
    const xb_source *source = w->f.source;
    put_block_data(w, &source->commons);
    for (size_t i = 0; i < source->units.count; i++)
        put_block_data(w, &((const xb_source_unit *)source->units.items[i])->commons);
}

/* Interfaces that procedures of the module need. Units of their own, which use the module, have theirs. */
static void put_module_interfaces(writer *w)
{
    const xb_source *source = w->f.source;
    xb_map seen = {0};
    xb_list called = {.count = 0};
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        if (!unit->is_loose && !unit->host)
            find_called(w, unit, &seen, &called);
    }
    put_interfaces(w, &called);
    for (size_t i = 0; i < called.count; i++)
        put(w, "%s%s", i > 0 ? ", " : "private :: ", ((const xb_source_unit *)called.items[i])->name);
    if (called.count > 0)
        end_line(w);
}

static void put_units(writer *w, bool loose)
{
    const xb_source *source = w->f.source;
    bool is_first = !(loose && has_module(source));
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        if (unit->host || unit->is_loose != loose)
            continue;
        if (!is_first)
            blank_line(w);
        is_first = false;
        put_unit(w, unit);
    }
}

static void put_module(writer *w)
{
    const xb_source *source = w->f.source;
    put(w, "module %s", source->name);
    end_line(w);
    w->depth++;
    if (source->has_tape) {
        put(w, "use xaif_tape");
        end_line(w);
    }
    put(w, "implicit none");
    end_line(w);
    declare_all(w, &source->globals);
    put_commons(w, &source->commons);
    put_shares(w, &source->shares);
    put_module_interfaces(w);
    w->depth--;
    put(w, "contains");
    end_line(w);
    w->depth++;
    put_units(w, false);
    w->depth--;
    put(w, "end module %s", source->name);
    end_line(w);
}

static void put_program(writer *w)
{
    put_all_block_data(w);
    if (has_module(w->f.source))
        put_module(w);
    put_units(w, true);
}

/* What the module of the run time declares. */
static const char *const tape_names[] = {
    "tape",         "checkpoints",  "xaif_tape",    "tape_stack",     "tape_error_handler",
    "tape_run",     "tape_grow",    "tape_shrink",  "tape_turn",      "tape_is_empty",
    "tape_size",    "tape_peak",    "tape_reset",   "tape_in_memory", "tape_put_r4",
    "tape_put_r8",  "tape_put_c4",  "tape_put_c8",  "tape_put_i1",    "tape_put_i2",
    "tape_put_i4",  "tape_put_i8",  "tape_put_l",   "tape_put_s",     "tape_take_r4",
    "tape_take_r8", "tape_take_c4", "tape_take_c8", "tape_take_i1",   "tape_take_i2",
    "tape_take_i4", "tape_take_i8", "tape_take_l",  "tape_take_s",    NULL};

static const xb_source_language fortran = {.name = "Fortran",
                                           .name_limit = 63,
                                           .ignores_case = true,
                                           .is_reserved = xb_fortran_is_intrinsic,
                                           .tape_names = tape_names};

xb_status xb_fortran_make(xb_analyses *analyses, xb_arena *arena, xb_source *source)
{
    return xb_source_make(analyses, arena, NULL, &fortran, source);
}

/* All of the text is in memory before any of it is put: what can't be written leaves no half of a file. */
xb_status xb_fortran_put(const xb_source *source, xb_arena *arena, xb_output *output)
{
    xb_text *text = xb_text_create(arena);
    writer w = {.f = {.source = source, .arena = arena}, .out = xb_text_output(text)};
    w.line = xb_text_create(arena);
    w.f.output = xb_text_output(w.line);
    put_program(&w);
    size_t length = 0;
    const char *bytes = xb_text_join(text, &length);
    if (!w.f.status)
        xb_output_bytes(output, bytes, length);
    return w.f.status;
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

typedef struct task {
    xb_analyses *analyses;
    xb_output *output;
    xb_arena *arena;
    xb_status status;
} task;

static void write(void *argument)
{
    task *t = argument;
    xb_source source;
    t->status = xb_fortran_make(t->analyses, t->arena, &source);
    if (!t->status)
        t->status = xb_fortran_put(&source, t->arena, t->output);
}

xb_status xb_fortran_write(xb_analyses *analyses, xb_output *output)
{
    xb_failure *failure = xb_arena_failure(xb_analyses_program(analyses)->arena);
    task t = {.analyses = analyses, .output = output};
    t.arena = xb_arena_create(failure);
    bool done = t.arena && xb_protect(failure, write, &t);
    xb_arena_destroy(t.arena);
    if (!done || xb_output_flush(output) != 0)
        return XB_STATUS_FAILED;
    return t.status;
}
