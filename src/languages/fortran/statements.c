/*
 * Statements in Fortran. Values are put on the tape, and taken from it, by assignments to its elements;
 * arrays by procedures of the run time.
 */
#include "languages/fortran/fortran.h"

#include <string.h>

#include "languages/code/loops.h"

/* ---- assignments and calls ------------------------------------------------------------------------------
 */

/* What has the shape of an array expression. */
static const xb_source_expression *model_of(const xb_source_expression *e)
{
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        bool is_elemental =
            e->kind == XB_SOURCE_OPERATION && xb_intrinsic_facts_of(e->intrinsic)->form == XB_FORM_ELEMENTAL;
        for (size_t i = 0; i < e->count && is_elemental && !goes_on; i++)
            if (e->operands[i] && e->operands[i]->rank == e->rank) {
                e = e->operands[i];
                goes_on = true;
            }
    }
    return e;
}

/* An array that an assignment allocates: gfortran warns of bounds that it has not got yet. Those of a whole
 * variable would be taken over. */
static void put_room(xb_fortran *f, const xb_source_expression *target, const xb_source_expression *value)
{
    const bool is_whole = value->kind == XB_SOURCE_VARIABLE && value->count == 0;
    const xb_source_variable *variable = target->variable;
    const bool is_local = variable->home == f->unit && variable->position == 0 && f->unit->is_derived &&
                          !xb_fortran_member_of(variable);
    if (target->count > 0 || !variable->allocatable || !is_local || value->rank == 0 || is_whole ||
        xb_source_calls(f->arena, value) || xb_source_mentions(value, variable))
        return;
    xb_lines_put(&f->lines, "if (.not. allocated(%s)) allocate(%s(", variable->name, variable->name);
    for (int i = 1; i <= value->rank; i++) {
        xb_lines_put(&f->lines, "%ssize(", i > 1 ? ", " : "");
        xb_fortran_expression(f, model_of(value));
        xb_lines_put(&f->lines, ", %d)", i);
    }
    xb_lines_put(&f->lines, "))");
    xb_fortran_end_line(f);
}

/* A text that is overlaid is itself but for a part, which is assigned. */
static const xb_source_expression *put_target(xb_fortran *f, const xb_source_expression *target,
                                              const xb_source_expression *value)
{
    xb_fortran_expression(f, target);
    if (value->kind != XB_SOURCE_OPERATION || value->intrinsic != XB_INTRINSIC_OVERLAY)
        return value;
    if (!xb_source_is_equal(target, value->operands[0]))
        xb_fortran_refuse(f, NULL, "the part of a text that is not that which is assigned");
    xb_lines_put(&f->lines, "(");
    xb_fortran_expression(f, value->operands[1]);
    xb_lines_put(&f->lines, ":");
    xb_fortran_expression(f, value->operands[2]);
    xb_lines_put(&f->lines, ")");
    return value->operands[3];
}

static void put_assignment(xb_fortran *f, const xb_source_expression *target,
                           const xb_source_expression *value)
{
    xb_fortran_check_size(f, target);
    xb_fortran_check_size(f, value);
    put_room(f, target, value);
    value = put_target(f, target, value);
    xb_lines_put(&f->lines, " = ");
    xb_fortran_converted(f, value, target->type, target->bytes);
}

static void put_call(xb_fortran *f, const xb_source_statement *statement)
{
    const xb_source_unit *callee = statement->callee;
    if (callee->is_function) {
        const xb_source_expression *target = statement->arguments[statement->count - 1];
        xb_fortran_expression(f, target);
        xb_lines_put(&f->lines, " = %s", callee->name);
    } else {
        xb_lines_put(&f->lines, "call %s", callee->name);
    }
    xb_fortran_arguments(f, callee, statement->arguments, statement->count - callee->is_function);
}

/* ---- the tape and the checkpoints -----------------------------------------------------------------------
 */

/* The length of a text is put with it, unless it is declared as a number. */
static const char *suffix_of_text(const xb_source_expression *text)
{
    const char *length = text->kind == XB_SOURCE_VARIABLE ? text->variable->length : NULL;
    if (text->rank > 0 || !length || (*length != '*' && *length != ':'))
        return "s";
    return xb_fortran_is_deferred(text->variable) ? "a" : "t";
}

const char *xb_fortran_tape_suffix(xb_fortran *f, const xb_source_expression *expression)
{
    unsigned bytes = expression->bytes;
    switch (expression->type) {
    case XB_TYPE_REAL: return bytes == 4 ? "r4" : "r8";
    case XB_TYPE_COMPLEX: return bytes == 4 ? "c4" : "c8";
    case XB_TYPE_INTEGER: return bytes == 1 ? "i1" : bytes == 2 ? "i2" : bytes == 8 ? "i8" : "i4";
    case XB_TYPE_BOOL: return "l";
    case XB_TYPE_CHAR: return "s";
    case XB_TYPE_STRING: return suffix_of_text(expression);
    default: xb_fortran_refuse(f, NULL, "a value of its type on the tape"); return "";
    }
}

const char *xb_fortran_stack(const xb_fortran *f, const xb_source_statement *statement)
{
    static const char *const names[][2] = {{"tape", "checkpoints"}, {"context%tape", "context%checkpoints"}};
    return names[f->source->options.has_tape_argument][statement->checkpoint];
}

static void put_size(xb_fortran *f, const xb_source_expression *array)
{
    xb_lines_put(&f->lines, "int(size(");
    xb_fortran_expression(f, array);
    xb_lines_put(&f->lines, "), 8)");
}

/* Says what is put or taken in the next line, and where. */
static void put_check(xb_fortran *f, const xb_source_statement *access)
{
    if (!f->source->options.checks_tape)
        return;
    xb_lines_put(&f->lines, "call tape_check_%s(%s, '", access->kind == XB_SOURCE_PUSH ? "put" : "take",
                 xb_fortran_stack(f, access));
    xb_fortran_type(f->lines.line, access->target->type, access->target->bytes);
    xb_lines_put(&f->lines, "', ");
    if (access->target->rank > 0)
        put_size(f, access->target);
    else
        xb_lines_put(&f->lines, "1_8");
    xb_lines_put(&f->lines, ", '%s, line %llu')", f->unit->name, (unsigned long long)f->lines.count + 1);
    xb_fortran_end_line(f);
}

/* Arrays, and texts, are put on a stack, and taken from it, by procedures of the run time. */
static void put_array_access(xb_fortran *f, const xb_source_statement *access)
{
    xb_lines_put(&f->lines, "call tape_%s_%s(%s, ", access->kind == XB_SOURCE_PUSH ? "put" : "take",
                 xb_fortran_tape_suffix(f, access->target), xb_fortran_stack(f, access));
    xb_fortran_expression(f, access->target);
    if (access->target->rank > 0) {
        xb_lines_put(&f->lines, ", ");
        put_size(f, access->target);
    } else if (*xb_fortran_tape_suffix(f, access->target) == 's') {
        xb_lines_put(&f->lines, ", 1_8");
    }
    xb_lines_put(&f->lines, ")");
}

/* An element of a stack. @param number counts from the top, which is 0 */
static const char *element(const xb_fortran *f, const xb_source_statement *access, int64_t number)
{
    const char *stack = xb_fortran_stack(f, access), *sign = number < 0 ? "-" : "+";
    if (number == 0)
        return xb_arena_format(f->arena, "%s%%x(%s%%top)", stack, stack);
    return xb_arena_format(f->arena, "%s%%x(%s%%top %s %lld)", stack, stack, sign,
                           (long long)(number < 0 ? -number : number));
}

/* What is around a value on a stack: before and after it as it is put, and as it is taken. */
typedef struct disguise {
    const char *before, *after, *taken_before, *taken_after;
} disguise;

static disguise disguise_of(xb_fortran *f, const xb_source_expression *value)
{
    unsigned bytes = value->bytes;
    switch (value->type) {
    case XB_TYPE_REAL:
        if (bytes == 4)
            return (disguise){"", "", "real(",
                              xb_arena_format(f->lines.arena, ", %s)", xb_fortran_kind(f, XB_TYPE_REAL, 4))};
        if (bytes == 8 || bytes == 0)
            return (disguise){"", "", "", ""};
        break;
    case XB_TYPE_INTEGER:
        if (bytes == 8)
            return (disguise){"transfer(", ", 0.0d0)", "transfer(", ", 0_8)"};
        return (disguise){
            "", "", "int(",
            xb_arena_format(f->lines.arena, ", %s)", xb_fortran_kind(f, XB_TYPE_INTEGER, bytes ? bytes : 4))};
    case XB_TYPE_BOOL: return (disguise){"merge(1, 0, ", ")", "", " > 0"};
    case XB_TYPE_CHAR: return (disguise){"ichar(", ")", "char(int(", "))"};
    default: break;
    }
    xb_fortran_refuse(f, NULL, "a value of its type on the tape");
    return (disguise){"", "", "", ""};
}

static void put_part(xb_fortran *f, const xb_source_statement *push, int64_t number, const char *before,
                     const char *after)
{
    xb_lines_put(&f->lines, "%s = %s", element(f, push, number), before);
    xb_fortran_expression(f, push->target);
    xb_lines_put(&f->lines, "%s", after);
}

static void put_push(xb_fortran *f, const xb_source_statement *push)
{
    if (push->target->type == XB_TYPE_COMPLEX) {
        put_part(f, push, push->number, "real(", ")");
        xb_fortran_end_line(f);
        put_part(f, push, push->number + 1, "aimag(", ")");
        return;
    }
    disguise d = disguise_of(f, push->target);
    put_part(f, push, push->number, d.before, d.after);
}

static void put_pop(xb_fortran *f, const xb_source_statement *pop)
{
    xb_fortran_expression(f, pop->target);
    if (pop->target->type == XB_TYPE_COMPLEX) {
        xb_lines_put(&f->lines, " = cmplx(%s, %s, %s)", element(f, pop, pop->number),
                     element(f, pop, pop->number + 1),
                     xb_fortran_kind(f, XB_TYPE_COMPLEX, pop->target->bytes == 4 ? 4 : 8));
        return;
    }
    disguise d = disguise_of(f, pop->target);
    xb_lines_put(&f->lines, " = %s%s%s", d.taken_before, element(f, pop, pop->number), d.taken_after);
}

static void put_access(xb_fortran *f, const xb_source_statement *access)
{
    put_check(f, access);
    if (access->target->rank > 0 || access->target->type == XB_TYPE_STRING)
        put_array_access(f, access);
    else if (access->kind == XB_SOURCE_PUSH)
        put_push(f, access);
    else
        put_pop(f, access);
}

static void put_advance(xb_fortran *f, const xb_source_statement *advance)
{
    const char *stack = xb_fortran_stack(f, advance);
    int64_t number = advance->number;
    xb_lines_put(&f->lines, "%s%%top = %s%%top %c %lld", stack, stack, number < 0 ? '-' : '+',
                 (long long)(number < 0 ? -number : number));
    if (number > 0)
        return;
    xb_fortran_end_line(f);
    xb_lines_put(&f->lines, "if (%s%%top < 0) call tape_shrink(%s)", stack, stack);
}

/* ---- control flow and memory ----------------------------------------------------------------------------
 */

static void put_extent_of(xb_fortran *f, const xb_source_expression *array, int dimension)
{
    if (dimension + 1 == array->rank)
        xb_fortran_check_size(f, array);
    xb_lines_put(&f->lines, "size(");
    xb_fortran_expression(f, array);
    xb_lines_put(&f->lines, ", %d)", dimension + 1);
}

static void put_bounds_of(xb_fortran *f, const xb_source_expression *array, int dimension)
{
    xb_lines_put(&f->lines, "lbound(");
    xb_fortran_expression(f, array);
    xb_lines_put(&f->lines, ", %d):ubound(", dimension + 1);
    xb_fortran_expression(f, array);
    xb_lines_put(&f->lines, ", %d)", dimension + 1);
}

static bool is_temporary(const xb_source_variable *variable)
{
    const xb_symbol *symbol = variable->symbol || !variable->same ? variable->symbol : variable->same->symbol;
    return !symbol || symbol->temporary;
}

/* Whether an array that is allocated like another one takes over lower bounds that may not be 1. Temporaries
 * begin at 1. */
static bool has_lower_bounds(const xb_source_statement *statement)
{
    const xb_source_variable *model = statement->value->variable;
    return statement->value->kind == XB_SOURCE_VARIABLE && statement->value->count == 0 &&
           !is_temporary(statement->target->variable) && !is_temporary(model);
}

/* lower:lower + extent - 1, or the extent. */
static void put_allocated_dimension(xb_fortran *f, const xb_source_statement *statement, int dimension)
{
    if (statement->number > 0) {
        xb_fortran_expression(f, statement->arguments[statement->number + dimension]);
        xb_lines_put(&f->lines, ":");
        xb_fortran_expression(f, statement->arguments[statement->number + dimension]);
        xb_lines_put(&f->lines, " - 1 + ");
    }
    xb_fortran_expression(f, statement->arguments[dimension]);
}

/* What is allocated already is allocated anew. */
static void put_allocation(xb_fortran *f, const xb_source_statement *statement)
{
    const xb_source_variable *variable = statement->target->variable;
    bool is_fixed = !variable->allocatable && !variable->pointer;
    if (is_fixed)
        return;
    xb_lines_put(&f->lines, "if (%s(%s)) deallocate(%s)", variable->pointer ? "associated" : "allocated",
                 variable->name, variable->name);
    xb_fortran_end_line(f);
    xb_lines_put(&f->lines, "allocate(%s(", variable->name);
    for (int i = 0; i < variable->rank; i++) {
        xb_lines_put(&f->lines, "%s", i > 0 ? ", " : "");
        if (statement->kind == XB_SOURCE_ALLOCATE)
            put_allocated_dimension(f, statement, i);
        else if (has_lower_bounds(statement))
            put_bounds_of(f, statement->value, i);
        else
            put_extent_of(f, statement->value, i);
    }
    xb_lines_put(&f->lines, "))");
    xb_fortran_end_line(f);
}

static void put_while(xb_fortran *f, const xb_source_expression *condition)
{
    xb_lines_put(&f->lines, "do while (");
    xb_fortran_expression(f, condition);
    xb_lines_put(&f->lines, ")");
}

static void put_do(xb_fortran *f, const xb_source_statement *loop)
{
    xb_lines_put(&f->lines, "do ");
    xb_fortran_expression(f, loop->target);
    xb_lines_put(&f->lines, " = ");
    xb_fortran_converted(f, loop->first, loop->target->type, loop->target->bytes);
    xb_lines_put(&f->lines, ", ");
    xb_fortran_converted(f, loop->last, loop->target->type, loop->target->bytes);
    bool is_one = loop->step->kind == XB_SOURCE_CONSTANT && strcmp(loop->step->text, "1") == 0;
    if (is_one)
        return;
    xb_lines_put(&f->lines, ", ");
    xb_fortran_converted(f, loop->step, loop->target->type, loop->target->bytes);
}

static void put_if(xb_fortran *f, const xb_source_expression *condition, const char *then)
{
    xb_lines_put(&f->lines, "if (");
    xb_fortran_expression(f, condition);
    xb_lines_put(&f->lines, ") %s", then);
}

void xb_fortran_text(xb_fortran *f, const char *text)
{
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        bool is_comment = text[0] == '!' && text[1] == ' ';
        if (is_comment)
            xb_output_repeat(f->lines.out, ' ',
                             f->lines.style->margin + f->lines.depth * f->lines.style->indent);
        if (*text == '!') {
            xb_output_bytes(f->lines.out, text, length);
            xb_lines_skip(&f->lines);
        } else {
            xb_lines_put(&f->lines, "%.*s", (int)length, text);
            xb_fortran_end_line(f);
        }
        text += length + (text[length] == '\n');
    }
}

/* Directives stay, and comments if they are wanted, those of other languages, too. */
/* How long the line is that declares a group of variables, by which a text begins. */
static size_t group_length(const xb_source_statement *statement)
{
    bool has_group = statement->kind == XB_SOURCE_OPAQUE && statement->language == XB_TEXT_FORTRAN &&
                     strncmp(statement->text, "namelist /", strlen("namelist /")) == 0;
    const char *end = has_group ? strchr(statement->text, '\n') : NULL;
    return end ? (size_t)(end - statement->text) + 1 : 0;
}

void xb_fortran_groups(xb_fortran *f, const xb_source_unit *unit)
{
    const xb_source_statement *statements = unit->statements.items;
    xb_map known = {0};
    f->names = f->names ? f->names : xb_names_create(f->arena);
    for (size_t i = 0; i < unit->statements.count; i++) {
        const size_t length = group_length(&statements[i]);
        const char *line = xb_arena_copy_text(f->arena, length > 0 ? statements[i].text : "", length);
        const uint32_t index = length > 0 ? xb_names_get(f->names, line)->index : 0;
        if (length > 0 && !xb_map_get(&known, index, 0))
            xb_fortran_text(f, line);
        if (length > 0)
            xb_map_put(f->arena, &known, index, 0, f);
    }
}

static void put_opaque(xb_fortran *f, const xb_source_statement *statement)
{
    const char *remark = xb_source_remark(f->arena, statement);
    const char *foreign = xb_source_foreign(statement, XB_TEXT_FORTRAN);
    if (remark && f->source->options.comments == XB_COMMENTS_NONE)
        return;
    if (foreign && !remark)
        xb_fortran_refuse(f, NULL, "%s", foreign);
    else
        xb_fortran_text(f, foreign ? xb_arena_format(f->arena, "! %s", remark)
                                   : statement->text + group_length(statement));
}

/* A selection by values; one by types has its text. */
static void put_selection(xb_fortran *f, const xb_source_statement *statement)
{
    if (statement->text) {
        xb_lines_put(&f->lines, "%s", statement->text);
        return;
    }
    if (statement->kind == XB_SOURCE_SELECT) {
        xb_lines_put(&f->lines, "select case (");
        xb_fortran_expression(f, statement->value);
    }
    for (size_t i = 0; i < statement->count && statement->kind == XB_SOURCE_CASE; i++)
        xb_lines_put(&f->lines, "%s%lld", i > 0 ? ", " : "case (", (long long)statement->values[i]);
    xb_lines_put(&f->lines, ")");
}

static void put_statement(xb_fortran *f, const xb_source_statement *statement)
{
    switch (statement->kind) {
    case XB_SOURCE_ASSIGN: put_assignment(f, statement->target, statement->value); break;
    case XB_SOURCE_CALL: put_call(f, statement); break;
    case XB_SOURCE_IF: put_if(f, statement->value, "then"); break;
    case XB_SOURCE_ELSE: xb_lines_put(&f->lines, "else"); break;
    case XB_SOURCE_END_IF: xb_lines_put(&f->lines, "end if"); break;
    case XB_SOURCE_SELECT:
    case XB_SOURCE_CASE: put_selection(f, statement); break;
    case XB_SOURCE_DEFAULT: xb_lines_put(&f->lines, "case default"); break;
    case XB_SOURCE_END_SELECT: xb_lines_put(&f->lines, "end select"); break;
    case XB_SOURCE_DO: put_do(f, statement); break;
    case XB_SOURCE_FOR:
        put_assignment(f, statement->target, statement->first);
        xb_fortran_end_line(f);
        put_while(f, statement->condition);
        break;
    case XB_SOURCE_WHILE: put_while(f, statement->value); break;
    case XB_SOURCE_REPEAT: xb_lines_put(&f->lines, "do"); break;
    case XB_SOURCE_END_DO:
    case XB_SOURCE_END_FOR:
    case XB_SOURCE_END_REPEAT: xb_lines_put(&f->lines, "end do"); break;
    case XB_SOURCE_RETURN: xb_lines_put(&f->lines, "return"); break;
    case XB_SOURCE_LABEL: xb_lines_put(&f->lines, "%lld continue", (long long)statement->number); break;
    case XB_SOURCE_JUMP: xb_lines_put(&f->lines, "go to %lld", (long long)statement->number); break;
    case XB_SOURCE_JUMP_IF:
        put_if(f, statement->value, "go to ");
        xb_lines_put(&f->lines, "%lld", (long long)statement->number);
        break;
    case XB_SOURCE_PUSH:
    case XB_SOURCE_POP: put_access(f, statement); break;
    case XB_SOURCE_RESERVE:
        xb_lines_put(&f->lines, "if (%s%%top + %lld > %s%%limit) call tape_grow(%s, %lld)",
                     xb_fortran_stack(f, statement), (long long)statement->number,
                     xb_fortran_stack(f, statement), xb_fortran_stack(f, statement),
                     (long long)statement->number);
        break;
    case XB_SOURCE_ADVANCE: put_advance(f, statement); break;
    case XB_SOURCE_TURN: xb_lines_put(&f->lines, "call tape_turn(%s)", xb_fortran_stack(f, statement)); break;
    case XB_SOURCE_DEALLOCATE:
        if (statement->target->variable->is_derivative && statement->target->variable->allocatable)
            xb_lines_put(&f->lines, "if (allocated(%s)) ", statement->target->variable->name);
        xb_lines_put(&f->lines, "deallocate(%s)", statement->target->variable->name);
        break;
    case XB_SOURCE_NULLIFY: xb_lines_put(&f->lines, "nullify(%s)", statement->target->variable->name); break;
    case XB_SOURCE_OPAQUE: put_opaque(f, statement); return;
    case XB_SOURCE_ALLOCATE:
    case XB_SOURCE_ALLOCATE_LIKE: put_allocation(f, statement); return;
    case XB_SOURCE_ROOM:
    case XB_SOURCE_FIT:
    case XB_SOURCE_LEAVE_IF: return; /* there are none with array statements */
    }
    xb_fortran_end_line(f);
}

/* What stands before the end of a loop. */
static void put_last_of_loop(xb_fortran *f, const xb_source_statement *end)
{
    if (end->kind == XB_SOURCE_END_FOR) {
        put_assignment(f, end->target, end->update);
        xb_fortran_end_line(f);
    }
    if (end->kind == XB_SOURCE_END_REPEAT) {
        xb_lines_put(&f->lines, "if (.not. (");
        xb_fortran_expression(f, end->value);
        xb_lines_put(&f->lines, ")) exit");
        xb_fortran_end_line(f);
    }
}

/* An ELSE that is nothing but an IF. */
static void put_else_if(xb_fortran *f, const xb_source_statement *then)
{
    xb_lines_put(&f->lines, "else ");
    put_if(f, then->value, "then");
    xb_fortran_end_line(f);
}

/* What is said of a statement, unless it was said of the last one. */
static void put_comment(xb_fortran *f, const xb_source_statement *statement, const char **said)
{
    const char *comment = xb_source_statement_comment(f->arena, f->source, statement);
    if (comment && !(*said && strcmp(*said, comment) == 0))
        xb_fortran_text(f, xb_arena_format(f->arena, "! %s", comment));
    *said = comment ? comment : *said;
}

void xb_fortran_statements(xb_fortran *f, const xb_source_unit *unit)
{
    const char *said = NULL;
    const bool *chained = xb_source_chained(f->arena, unit);
    f->unit = unit;
    for (size_t i = 0; i < unit->statements.count; i++) {
        const xb_source_statement *statement = &((const xb_source_statement *)unit->statements.items)[i];
        f->at = statement->from;
        if (chained[i])
            continue;
        put_last_of_loop(f, statement);
        put_comment(f, statement, &said);
        if (xb_source_closes(statement->kind))
            f->lines.depth--;
        if (statement->kind == XB_SOURCE_ELSE && chained[i + 1])
            put_else_if(f, &statement[1]);
        else
            put_statement(f, statement);
        if (xb_source_opens(statement->kind))
            f->lines.depth++;
    }
    f->unit = NULL;
}
