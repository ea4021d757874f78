/*
 * Statements in C. An IF that is all of an ELSE goes on after it.
 */
#include <inttypes.h>
#include <string.h>

#include "languages/c/c.h"
#include "languages/code/loops.h"

static const xb_source_statement *statement_at(const xb_c_writer *w, size_t i)
{
    return &((const xb_source_statement *)w->c.unit->statements.items)[i];
}

static void put_expression(xb_c_writer *w, const xb_source_expression *expression, xb_c_precedence least)
{
    xb_c_expression(&w->c, expression, least);
}

static bool is_number(const xb_source_expression *expression, int64_t number)
{
    int64_t value;
    return xb_source_is_integer(expression, &value) && value == number;
}

/* ---- assignments ----------------------------------------------------------------------------------------
 */

static const struct update {
    xb_intrinsic_code code;
    const char *operator;
    bool commutes;
} updates[] = {
    {XB_INTRINSIC_ADD, "+=", true},
    {XB_INTRINSIC_SUB, "-=", false},
    {XB_INTRINSIC_MUL, "*=", true},
    {XB_INTRINSIC_DIV, "/=", false},
};

/* x = x + y, or y + x. @return y, and how to write it; NULL: it has another form */
static const xb_source_expression *update_of(const xb_source_expression *target,
                                             const xb_source_expression *value, const struct update **found)
{
    unsigned bytes = xb_source_kind_of(target->type, target->bytes);
    bool same = value->kind == XB_SOURCE_OPERATION && value->count == 2 && value->type == target->type &&
                bytes == xb_source_kind_of(value->type, value->bytes) &&
                !(value->type == XB_TYPE_INTEGER && xb_source_size(bytes) < 4);
    for (size_t i = 0; same && i < sizeof updates / sizeof *updates; i++) {
        *found = &updates[i];
        if (updates[i].code != value->intrinsic)
            continue;
        if (xb_source_is_equal(value->operands[0], target))
            return value->operands[1];
        return updates[i].commutes && xb_source_is_equal(value->operands[1], target) ? value->operands[0]
                                                                                     : NULL;
    }
    return NULL;
}

static void put_update(xb_c_writer *w, const xb_source_expression *target, const xb_source_expression *by,
                       const struct update *how)
{
    bool steps = target->type == XB_TYPE_INTEGER && is_number(by, 1) &&
                 (how->code == XB_INTRINSIC_ADD || how->code == XB_INTRINSIC_SUB);
    if (steps && xb_c_is_behind_pointer(&w->c, target)) {
        xb_lines_put(&w->c.lines, "(");
        put_expression(w, target, XB_C_ANY);
        xb_lines_put(&w->c.lines, ")");
    } else {
        put_expression(w, target, XB_C_ANY);
    }
    if (steps) {
        xb_lines_put(&w->c.lines, how->code == XB_INTRINSIC_ADD ? "++" : "--");
        return;
    }
    xb_lines_put(&w->c.lines, " %s ", how->operator);
    xb_c_converted(&w->c, by, target->type, target->bytes, XB_C_CHOICE);
}

static void put_assignment(xb_c_writer *w, const xb_source_expression *target,
                           const xb_source_expression *value)
{
    const struct update *how;
    const xb_source_expression *by = update_of(target, value, &how);
    if (by) {
        put_update(w, target, by, how);
        return;
    }
    put_expression(w, target, XB_C_ANY);
    xb_lines_put(&w->c.lines, " = ");
    xb_c_converted(&w->c, value, target->type, target->bytes, XB_C_CHOICE);
}

/* Whether a statement is the first one of a variable, which it declares. */
static bool declares(const xb_c_writer *w, const xb_source_expression *target)
{
    const xb_source_variable *variable = target->variable;
    if (variable->home != w->c.unit || variable->position > 0 || target->count > 0 || variable->rank > 0)
        return false;
    xb_c_note *note = xb_c_note_of(variable);
    if (!note || !note->is_declared || note->first == UINT32_MAX)
        return false;
    note->first = UINT32_MAX;
    return true;
}

/* What stands before a variable that is declared by an assignment. */
static void put_type(xb_c_writer *w, const xb_source_variable *variable)
{
    const char *type = xb_c_type_of(&w->c, variable->type, variable->bytes);
    xb_lines_put(&w->c.lines, "%s%s ", xb_c_note_of(variable)->writes == 1 ? "const " : "", type);
}

static void put_first_assignment(xb_c_writer *w, const xb_source_statement *s)
{
    if (declares(w, s->target))
        put_type(w, s->target->variable);
    put_assignment(w, s->target, s->value);
    xb_lines_put(&w->c.lines, ";");
}

/* ---- calls, tape, allocation ----------------------------------------------------------------------------
 */

static void put_call(xb_c_writer *w, const xb_source_statement *s)
{
    const xb_source_unit *callee = s->callee;
    bool results = callee->is_function && s->arguments[s->count - 1] &&
                   ((const xb_source_variable *)callee->formals.items[s->count - 1])->rank == 0;
    if (results) {
        put_expression(w, s->arguments[s->count - 1], XB_C_ANY);
        xb_lines_put(&w->c.lines, " = ");
    }
    xb_lines_put(&w->c.lines, "%s", callee->name);
    xb_c_arguments(&w->c, callee, s->arguments, s->count - results);
    xb_lines_put(&w->c.lines, ";");
}

static const char *suffix_of(const xb_source_expression *expression)
{
    if (expression->type == XB_TYPE_BOOL || expression->type == XB_TYPE_CHAR)
        return expression->type == XB_TYPE_BOOL ? "l" : "s";
    unsigned kind = xb_c_kind(expression->type, xb_source_kind_of(expression->type, expression->bytes));
    return kind < XB_C_KINDS ? xb_c_kind_suffix(kind) : "r8";
}

static void put_access(xb_c_writer *w, const xb_source_statement *s, const char *name)
{
    bool takes = s->kind == XB_SOURCE_POP;
    w->c.headers.tape = true;
    xb_c_type_of(&w->c, s->target->type, s->target->bytes);
    if (s->count > 0) {
        xb_lines_put(&w->c.lines, "xaif_%s_%s_array(tape, ", name, suffix_of(s->target));
        xb_c_address(&w->c, s->target);
        xb_lines_put(&w->c.lines, ", ");
        xb_c_converted(&w->c, s->arguments[0], XB_TYPE_INTEGER, 8, XB_C_CHOICE);
    } else {
        const xb_source_variable *variable = s->target->variable;
        const xb_c_note *note =
            takes && variable->home == w->c.unit && !variable->position && variable->rank == 0
                ? xb_c_note_of(variable)
                : NULL;
        if (note && note->reads == 0 && note->taken == note->uses) {
            xb_lines_put(&w->c.lines, "(void)");
        } else if (takes) {
            if (declares(w, s->target))
                put_type(w, s->target->variable);
            put_expression(w, s->target, XB_C_ANY);
            xb_lines_put(&w->c.lines, " = ");
        }
        xb_lines_put(&w->c.lines, "xaif_%s_%s(tape", name, suffix_of(s->target));
        if (!takes) {
            xb_lines_put(&w->c.lines, ", ");
            put_expression(w, s->target, XB_C_CHOICE);
        }
    }
    xb_lines_put(&w->c.lines, ");");
}

/* The scalars of a group that are pushed: how many, and their bytes. @param i where the group begins */
static size_t count_pushed(const xb_c_writer *w, size_t i, uint64_t *bytes)
{
    size_t count = 0;
    *bytes = 0;
    for (; statement_at(w, i)->kind != XB_SOURCE_ADVANCE; i++) {
        const xb_source_expression *pushed = statement_at(w, i)->target;
        if (statement_at(w, i)->kind != XB_SOURCE_PUSH)
            continue;
        unsigned size = xb_source_size(xb_source_kind_of(pushed->type, pushed->bytes));
        *bytes += (size ? size : 1) * xb_source_width(pushed);
        count++;
    }
    return count;
}

/* Room for a group, unless it is one scalar, which asks for its room itself. */
static void put_reservation(xb_c_writer *w, size_t i)
{
    uint64_t bytes;
    count_pushed(w, i, &bytes);
    w->has_reserved = true;
    xb_lines_put(&w->c.lines, "xaif_reserve(tape, %" PRIu64 ");", bytes);
}

/* What is allocated already is allocated anew, or stays if it has the shape. */
static void put_allocation(xb_c_writer *w, const xb_source_statement *s)
{
    const xb_source_variable *variable = s->target->variable;
    bool by_reference = variable->position > 0 && xb_c_passing_of(variable) == XB_C_BY_REFERENCE;
    xb_c_allocator(&w->c, variable, s->kind == XB_SOURCE_FIT);
    xb_lines_put(&w->c.lines, "(%s%s", by_reference ? "" : "&", variable->name);
    for (size_t i = 0; i < s->count; i++) {
        xb_lines_put(&w->c.lines, ", ");
        xb_c_converted(&w->c, s->arguments[i], XB_TYPE_INTEGER, 8, XB_C_CHOICE);
    }
    xb_lines_put(&w->c.lines, ");");
}

/* Storage is given back, or only forgotten. What has declared bounds stays where it is. */
static void put_release(xb_c_writer *w, const xb_source_statement *s)
{
    const xb_source_variable *variable = s->target->variable;
    bool by_reference = variable->position > 0 && xb_c_passing_of(variable) == XB_C_BY_REFERENCE;
    const char *sign = by_reference ? "->" : ".";
    if (s->kind == XB_SOURCE_DEALLOCATE) {
        w->c.headers.standard = true;
        xb_lines_put(&w->c.lines, "free(%s%sdata);", variable->name, sign);
        xb_lines_end(&w->c.lines);
    }
    w->c.headers.sizes = true;
    xb_lines_put(&w->c.lines, "%s%sdata = NULL;", variable->name, sign);
}

/* Lines of a text stay as they are. Directives of the preprocessor, and what goes on with the line before,
 * begin where they begin. */
static void put_text(xb_c_writer *w, const char *text)
{
    const xb_lines *lines = &w->c.lines;
    bool goes_on = false;
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (*text != '#' && !goes_on)
            xb_output_repeat(lines->out, ' ', lines->depth * lines->style->indent);
        xb_output_bytes(lines->out, text, length);
        xb_lines_skip(&w->c.lines);
        goes_on = length > 0 && text[length - 1] == '\\';
        text += length + (text[length] == '\n');
    }
}

/* Comments stay if they are wanted, those of other languages, too. */
static void put_opaque(xb_c_writer *w, const xb_source_statement *s)
{
    const char *remark = xb_source_remark(w->arena, s);
    if (remark && w->c.source->options.comments == XB_COMMENTS_NONE)
        return;
    if (!xb_source_foreign(s, XB_TEXT_C))
        put_text(w, s->text);
    else if (remark && !strstr(remark, "*/"))
        put_text(w, xb_arena_format(w->arena, "/* %s */", remark));
}

/* A local array is declared where its bounds are known. */
static void put_room(xb_c_writer *w, const xb_source_statement *s)
{
    const xb_source_variable *variable = s->target->variable;
    w->c.has_room = true;
    xb_lines_put(&w->c.lines, "%s *%s = room(", xb_c_type_of(&w->c, variable->type, variable->bytes),
                 variable->name);
    xb_c_converted(&w->c, s->arguments[0], XB_TYPE_INTEGER, 8, XB_C_CHOICE);
    xb_lines_put(&w->c.lines, ", sizeof *%s);", variable->name);
}

/* ---- loops ----------------------------------------------------------------------------------------------
 */

static void put_while(xb_c_writer *w, const xb_source_expression *condition)
{
    xb_lines_put(&w->c.lines, "while (");
    put_expression(w, condition, XB_C_ANY);
    xb_lines_put(&w->c.lines, ") {");
}

/* The bound: below one more than the last one, if that is the simpler text. */
static void put_bound(xb_c_writer *w, const xb_source_statement *loop)
{
    const xb_source_expression *last = loop->last, *one = xb_source_integer(w->c.lines.arena, 1);
    int64_t value, step = 1;
    xb_source_is_integer(loop->step, &step);
    bool from_zero = is_number(loop->first, 0) && xb_source_is_integer(last, &value);
    bool one_less = last->kind == XB_SOURCE_OPERATION && last->intrinsic == XB_INTRINSIC_SUB &&
                    last->count == 2 && is_number(last->operands[1], 1) && xb_source_counts(last);
    if (step > 0 && (from_zero || one_less)) {
        xb_lines_put(&w->c.lines, " < ");
        put_expression(w, one_less ? last->operands[0] : xb_source_plus(w->c.lines.arena, last, one),
                       XB_C_SHIFT);
        return;
    }
    xb_lines_put(&w->c.lines, step > 0 ? " <= " : " >= ");
    put_expression(w, last, XB_C_SHIFT);
}

static void put_do(xb_c_writer *w, const xb_source_statement *loop)
{
    const xb_source_variable *variable = loop->target->variable;
    const xb_c_note *note =
        variable->home == w->c.unit && variable->position == 0 ? xb_c_note_of(variable) : NULL;
    int64_t step = 1;
    xb_source_is_integer(loop->step, &step);
    xb_lines_put(&w->c.lines, "for (");
    if (note && note->counts)
        xb_lines_put(&w->c.lines, "%s ", xb_c_type_of(&w->c, variable->type, variable->bytes));
    put_expression(w, loop->target, XB_C_ANY);
    xb_lines_put(&w->c.lines, " = ");
    xb_c_converted(&w->c, loop->first, loop->target->type, loop->target->bytes, XB_C_CHOICE);
    xb_lines_put(&w->c.lines, "; ");
    put_expression(w, loop->target, XB_C_ANY);
    put_bound(w, loop);
    xb_lines_put(&w->c.lines, "; ");
    put_update(w, loop->target, xb_source_integer(w->c.lines.arena, step < 0 ? -step : step),
               &updates[step < 0]);
    xb_lines_put(&w->c.lines, ") {");
}

static void put_for(xb_c_writer *w, const xb_source_statement *loop)
{
    xb_lines_put(&w->c.lines, "for (");
    put_assignment(w, loop->target, loop->first);
    xb_lines_put(&w->c.lines, "; ");
    put_expression(w, loop->condition, XB_C_ANY);
    xb_lines_put(&w->c.lines, "; ");
    put_assignment(w, loop->target, loop->update);
    xb_lines_put(&w->c.lines, ") {");
}

/* ---- branches -------------------------------------------------------------------------------------------
 */

static void put_if(xb_c_writer *w, const xb_source_expression *condition, const char *then)
{
    xb_lines_put(&w->c.lines, "if (");
    put_expression(w, condition, XB_C_ANY);
    xb_lines_put(&w->c.lines, ")%s", then);
}

/* An ELSE. */
static void put_else(xb_c_writer *w, size_t i)
{
    if (!w->merged[i + 1]) {
        xb_lines_put(&w->c.lines, "} else {");
        return;
    }
    xb_lines_put(&w->c.lines, "} else ");
    put_if(w, statement_at(w, i + 1)->value, " {");
}

/* Arms end where the next one begins. @param i place of an arm or of the end */
static void end_arm(xb_c_writer *w, size_t i)
{
    if (statement_at(w, i - 1)->kind == XB_SOURCE_SELECT)
        return;
    w->c.lines.depth++;
    xb_lines_put(&w->c.lines, "break;");
    xb_lines_end(&w->c.lines);
    w->c.lines.depth--;
}

static void put_case(xb_c_writer *w, const xb_source_statement *s)
{
    for (size_t i = 0; i < s->count; i++) {
        xb_lines_put(&w->c.lines, "case %lld:", (long long)s->values[i]);
        if (i + 1 < s->count)
            xb_lines_end(&w->c.lines);
    }
}

/* ---- all ------------------------------------------------------------------------------------------------
 */

static void put_statement(xb_c_writer *w, size_t i)
{
    const xb_source_statement *s = statement_at(w, i);
    switch (s->kind) {
    case XB_SOURCE_ASSIGN: put_first_assignment(w, s); break;
    case XB_SOURCE_CALL: put_call(w, s); break;
    case XB_SOURCE_IF: put_if(w, s->value, " {"); break;
    case XB_SOURCE_ELSE: put_else(w, i); break;
    case XB_SOURCE_SELECT:
        xb_lines_put(&w->c.lines, "switch (");
        put_expression(w, s->value, XB_C_ANY);
        xb_lines_put(&w->c.lines, ") {");
        break;
    case XB_SOURCE_CASE: put_case(w, s); break;
    case XB_SOURCE_DEFAULT: xb_lines_put(&w->c.lines, "default:"); break;
    case XB_SOURCE_DO: put_do(w, s); break;
    case XB_SOURCE_FOR: put_for(w, s); break;
    case XB_SOURCE_WHILE: put_while(w, s->value); break;
    case XB_SOURCE_REPEAT: xb_lines_put(&w->c.lines, "do {"); break;
    case XB_SOURCE_END_IF:
    case XB_SOURCE_END_SELECT:
    case XB_SOURCE_END_DO:
    case XB_SOURCE_END_FOR: xb_lines_put(&w->c.lines, "}"); break;
    case XB_SOURCE_END_REPEAT:
        xb_lines_put(&w->c.lines, "} while (");
        put_expression(w, s->value, XB_C_ANY);
        xb_lines_put(&w->c.lines, ");");
        break;
    case XB_SOURCE_RETURN: xb_c_leave(w, false); return;
    case XB_SOURCE_LABEL: xb_lines_put(&w->c.lines, "label_%lld:;", (long long)s->number); break;
    case XB_SOURCE_JUMP: xb_lines_put(&w->c.lines, "goto label_%lld;", (long long)s->number); break;
    case XB_SOURCE_JUMP_IF:
        put_if(w, s->value, "");
        xb_lines_put(&w->c.lines, " goto label_%lld;", (long long)s->number);
        break;
    case XB_SOURCE_LEAVE_IF: put_if(w, s->value, " break;"); break;
    case XB_SOURCE_PUSH: put_access(w, s, s->checkpoint ? "store" : w->has_reserved ? "put" : "push"); break;
    case XB_SOURCE_POP: put_access(w, s, s->checkpoint ? "restore" : "pop"); break;
    case XB_SOURCE_RESERVE: put_reservation(w, i); break;
    case XB_SOURCE_ALLOCATE:
    case XB_SOURCE_FIT: put_allocation(w, s); break;
    case XB_SOURCE_ROOM: put_room(w, s); break;
    case XB_SOURCE_DEALLOCATE:
    case XB_SOURCE_NULLIFY: put_release(w, s); break;
    case XB_SOURCE_ADVANCE:
    case XB_SOURCE_TURN:                  /* nothing is written for them */
    case XB_SOURCE_ALLOCATE_LIKE: return; /* it has become an ALLOCATE */
    case XB_SOURCE_OPAQUE: put_opaque(w, s); return;
    }
    xb_lines_end(&w->c.lines);
}

static bool is_written(const xb_c_writer *w, size_t i)
{
    const xb_source_statement *s = statement_at(w, i);
    uint64_t bytes;
    bool is_alone = s->kind == XB_SOURCE_RESERVE && (s->checkpoint || count_pushed(w, i, &bytes) < 2);
    bool releases = s->kind == XB_SOURCE_DEALLOCATE || s->kind == XB_SOURCE_NULLIFY;
    return !is_alone && s->kind != XB_SOURCE_ADVANCE && s->kind != XB_SOURCE_TURN &&
           !(releases && xb_source_is_flat(s->target->variable));
}

/* What is said of a statement, unless it was said of the last one. */
static void put_comment(xb_c_writer *w, const xb_source_statement *s, const char **said)
{
    const char *comment = xb_source_statement_comment(w->arena, w->c.source, s);
    if (comment && !(*said && strcmp(*said, comment) == 0))
        xb_lines_say(&w->c.lines, "/* %s */", comment);
    *said = comment ? comment : *said;
}

void xb_c_statements(xb_c_writer *w)
{
    const char *said = NULL;
    size_t count = w->c.unit->statements.count;
    w->merged = xb_source_chained(w->arena, w->c.unit);
    for (size_t i = 0; i < count; i++) {
        const xb_source_statement *s = statement_at(w, i);
        if (s->kind == XB_SOURCE_ADVANCE)
            w->has_reserved = false;
        bool ends_arm =
            s->kind == XB_SOURCE_CASE || s->kind == XB_SOURCE_DEFAULT || s->kind == XB_SOURCE_END_SELECT;
        w->c.at = s->from;
        if (w->scopes.dropped[i] || w->merged[i] || !is_written(w, i))
            continue;
        put_comment(w, s, &said);
        if (xb_source_closes(s->kind))
            w->c.lines.depth--;
        if (ends_arm)
            end_arm(w, i);
        put_statement(w, i);
        if (xb_source_opens(s->kind))
            w->c.lines.depth++;
    }
}
