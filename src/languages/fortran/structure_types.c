/*
 * Objects whose types are known only when the program runs. The statement form has the members of all types
 * that such an object may have, and variables that say which it has. The text has these as variables, which
 * are set where a unit begins; what has to do with members that not all of the types have stands in a
 * select type, in which the object goes by another name. So does a call that needs the object as one of
 * these types.
 */
#include <string.h>

#include "languages/code/maker.h"
#include "languages/fortran/fortran.h"

/* ---- what paths say of types ----------------------------------------------------------------------------
 */

/* The types between braces before the first member: those that the object certainly has, from the first;
 * then, after a bar, the one that it has to have, and its module after an at sign. */
static const char *types_in(const char *path)
{
    const char *part = path + strcspn(path, "%");
    return part[0] == '%' && part[1] == '{' ? part + 2 : NULL;
}

const char *xb_fortran_plain_path(xb_arena *arena, const char *path)
{
    const char *types = types_in(path);
    return types ? xb_arena_format(arena, "%.*s%s", (int)(types - 1 - path), path, strchr(types, '}') + 1)
                 : path;
}

static xb_fortran_view *view_for(xb_fortran *f, xb_fortran_structure *s, const char *type, const char *module)
{
    for (size_t i = 0; i < s->views.count; i++) {
        xb_fortran_view *view = s->views.items[i];
        if (strcmp(view->type, type) == 0)
            return view;
    }
    xb_fortran_view *made = xb_arena_alloc(f->arena, sizeof *made);
    const char *stem = xb_arena_format(f->arena, "%s_%s", s->name, type);
    *made = (xb_fortran_view){.type = type, .module = module, .name = xb_fortran_take_name(f, stem)};
    xb_list_append(f->arena, &s->views, made);
    return made;
}

void xb_fortran_note_types(xb_fortran *f, xb_fortran_member *member, const char *path)
{
    const char *types = types_in(path);
    if (!types)
        return;
    const size_t certain = strcspn(types, "|}");
    const char *own = types[certain] == '|' ? types + certain + 1 : NULL;
    bool is_test = strchr(types, '}')[1] == '\0';
    member->structure->lineage = xb_arena_copy_text(f->arena, types, certain);
    member->is_test = is_test;
    if (!own)
        return;
    const size_t name = strcspn(own, "@"), end = strcspn(own, "}");
    member->view = view_for(f, member->structure, xb_arena_copy_text(f->arena, own, name),
                            xb_arena_copy_text(f->arena, own + name + 1, end - name - 1));
}

static bool is_in_lineage(const xb_fortran_structure *s, const char *type)
{
    const size_t length = strlen(type);
    for (const char *at = s->lineage; at && *at; at += *at == ',') {
        const size_t own = strcspn(at, ",");
        if (own == length && strncmp(at, type, own) == 0)
            return true;
        at += own;
    }
    return false;
}

const char *xb_fortran_passed_as(xb_fortran *f, xb_fortran_structure *s, const xb_fortran_structure *formal)
{
    bool is_any = formal->lineage && *formal->lineage;
    if (!s->lineage || !*s->lineage || is_any || is_in_lineage(s, formal->type_name))
        return s->name;
    return view_for(f, s, formal->type_name, formal->module)->name;
}

/* ---- what a statement needs -----------------------------------------------------------------------------
 */

/* An object as one of its types. */
typedef struct need {
    const xb_fortran_structure *structure;
    const xb_fortran_view *view;
} need;

typedef struct typing {
    xb_fortran *f;
    xb_source_unit *unit;
    xb_vector statements; /* xb_source_statement */
    xb_vector open;       /* need: within the select type of these */
} typing;

static void add_need(typing *t, xb_vector *needs, const xb_fortran_structure *s, const xb_fortran_view *view)
{
    const need *all = needs->items;
    for (size_t i = 0; i < needs->count; i++)
        if (all[i].view == view)
            return;
    *(need *)xb_vector_push(t->f->arena, needs, sizeof(need)) = (need){s, view};
}

/* What is passed under the name of a view. */
static void need_of_call(typing *t, const xb_source_unit *callee,
                         const xb_source_expression *const *arguments, size_t count, xb_vector *needs)
{
    for (size_t i = 0; i < count && i < callee->formals.count; i++) {
        const xb_source_variable *formal = callee->formals.items[i];
        const xb_fortran_member *own = arguments[i] && arguments[i]->kind == XB_SOURCE_VARIABLE
                                           ? xb_fortran_member_of(arguments[i]->variable)
                                           : NULL;
        if (!own || own->structure->views.count == 0 || !xb_fortran_member_of(formal) ||
            xb_fortran_is_listed(formal))
            continue;
        const char *text = xb_fortran_structure_passed(t->f, callee, arguments, count, i);
        for (size_t k = 0; text && k < own->structure->views.count; k++) {
            const xb_fortran_view *view = own->structure->views.items[k];
            const size_t length = strcspn(text, "%(");
            if (strlen(view->name) == length && strncmp(text, view->name, length) == 0)
                add_need(t, needs, own->structure, view);
        }
    }
}

static void need_of(typing *t, const xb_source_expression *e, xb_vector *needs)
{
    if (!e)
        return;
    const bool is_call = e->kind == XB_SOURCE_FUNCTION;
    const xb_fortran_member *member =
        e->kind == XB_SOURCE_VARIABLE ? xb_fortran_member_of(e->variable) : NULL;
    if (member && member->view && !member->is_test)
        add_need(t, needs, member->structure, member->view);
    if (is_call)
        need_of_call(t, e->callee, e->operands, e->count, needs);
    for (size_t i = 0; i < e->count; i++)
        if (!is_call || i >= e->callee->formals.count || !xb_fortran_member_of(e->callee->formals.items[i]))
            need_of(t, e->operands[i], needs);
}

static xb_vector needs_of(typing *t, const xb_source_statement *s)
{
    xb_vector needs = {0};
    const xb_source_expression *const parts[] = {s->target, s->value,     s->first, s->last,
                                                 s->step,   s->condition, s->update};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        need_of(t, parts[i], &needs);
    if (s->kind == XB_SOURCE_CALL)
        need_of_call(t, s->callee, s->arguments, s->count, &needs);
    for (size_t i = 0; i < s->count && s->arguments; i++)
        if (s->kind != XB_SOURCE_CALL || i >= s->callee->formals.count ||
            !xb_fortran_member_of(s->callee->formals.items[i]))
            need_of(t, s->arguments[i], &needs);
    return needs;
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

static xb_source_statement *add(typing *t, xb_source_statement_kind kind)
{
    xb_source_statement *made = xb_vector_push(t->f->arena, &t->statements, sizeof *made);
    *made = (xb_source_statement){.kind = kind};
    return made;
}

static void add_text(typing *t, xb_source_statement_kind kind, const char *text)
{
    xb_source_statement *made = add(t, kind);
    made->text = text;
    made->language = XB_TEXT_FORTRAN;
}

static void close(typing *t)
{
    for (size_t i = 0; i < t->open.count; i++)
        add(t, XB_SOURCE_END_SELECT);
    t->open.count = 0;
}

static void open(typing *t, const xb_vector *needs)
{
    const need *all = needs->items, *now = t->open.items;
    bool is_same = needs->count == t->open.count;
    for (size_t i = 0; is_same && i < needs->count; i++)
        is_same = all[i].view == now[i].view;
    if (is_same)
        return;
    close(t);
    for (size_t i = 0; i < needs->count; i++) {
        add_text(t, XB_SOURCE_SELECT,
                 xb_arena_format(t->f->arena, "select type (%s => %s)", all[i].view->name,
                                 all[i].structure->name));
        add_text(t, XB_SOURCE_CASE, xb_arena_format(t->f->arena, "class is (%s)", all[i].view->type));
        *(need *)xb_vector_push(t->f->arena, &t->open, sizeof(need)) = all[i];
    }
}

/* A value that a construct begins with, computed before. */
static void take_out(typing *t, const xb_source_expression **value)
{
    xb_vector needs = {0};
    need_of(t, *value, &needs);
    if (needs.count == 0)
        return;
    xb_source_variable *kept = xb_arena_alloc(t->f->arena, sizeof *kept);
    *kept = (xb_source_variable){.home = t->unit,
                                 .name = xb_fortran_take_name(t->f, "selected"),
                                 .type = (*value)->type,
                                 .bytes = (*value)->bytes,
                                 .live = true};
    xb_list_append(t->f->arena, &t->unit->declared, kept);
    open(t, &needs);
    xb_source_statement *made = add(t, XB_SOURCE_ASSIGN);
    made->target = xb_source_whole(t->f->arena, kept);
    made->value = *value;
    close(t);
    *value = made->target;
}

static bool is_simple(xb_source_statement_kind kind)
{
    return kind == XB_SOURCE_ASSIGN || kind == XB_SOURCE_CALL || kind == XB_SOURCE_PUSH ||
           kind == XB_SOURCE_POP || kind == XB_SOURCE_ALLOCATE || kind == XB_SOURCE_ALLOCATE_LIKE ||
           kind == XB_SOURCE_DEALLOCATE || kind == XB_SOURCE_NULLIFY;
}

/* Whether a variable says that an object has a type; then nothing sets it but the beginning of the unit. */
static bool sets_test(const xb_source_statement *s)
{
    const xb_fortran_member *member =
        s->kind == XB_SOURCE_ASSIGN ? xb_fortran_member_of(s->target->variable) : NULL;
    return member && member->is_test;
}

static void type_statement(typing *t, const xb_source_statement *from)
{
    xb_source_statement s = *from;
    xb_vector needs = needs_of(t, &s);
    if (sets_test(&s))
        return;
    if (is_simple(s.kind)) {
        open(t, &needs);
        *add(t, s.kind) = s;
        return;
    }
    close(t);
    if (needs.count > 0 && s.kind == XB_SOURCE_WHILE) {
        const xb_source_expression *condition = s.value;
        s.value = xb_source_new(t->f->arena, XB_SOURCE_CONSTANT, XB_TYPE_BOOL, 0, 0);
        ((xb_source_expression *)s.value)->text = "true";
        *add(t, s.kind) = s;
        take_out(t, &condition);
        add_text(t, XB_SOURCE_OPAQUE,
                 xb_arena_format(t->f->arena, "if (.not. %s) exit", condition->variable->name));
        return;
    }
    if (needs.count > 0 && (s.kind == XB_SOURCE_FOR || s.kind == XB_SOURCE_END_FOR))
        xb_fortran_refuse(t->f, "let it be a variable of its own",
                          "a loop that rests on a member of an object whose type is not known");
    take_out(t, &s.value);
    take_out(t, &s.first);
    take_out(t, &s.last);
    take_out(t, &s.step);
    *add(t, s.kind) = s;
}

/* ---- the beginning of a unit ----------------------------------------------------------------------------
 */

/* The structures of a unit whose types are not known, each once. */
static xb_list structures_in(xb_fortran *f, const xb_source_unit *unit)
{
    xb_list found = {0};
    for (size_t i = 0; i < unit->declared.count; i++) {
        const xb_fortran_member *member = xb_fortran_member_of(unit->declared.items[i]);
        bool is_known = !member || !member->structure->lineage || !*member->structure->lineage;
        for (size_t k = 0; k < found.count; k++)
            is_known = is_known || found.items[k] == member->structure;
        if (!is_known)
            xb_list_append(f->arena, &found, member->structure);
    }
    return found;
}

static void set_test(typing *t, const char *name, const char *value)
{
    add_text(t, XB_SOURCE_OPAQUE, xb_arena_format(t->f->arena, "%s = %s", name, value));
}

/* The variables that say whether an object has a type. */
static xb_list tests_of(xb_fortran *f, const xb_fortran_structure *s)
{
    xb_list tests = {0};
    for (size_t i = 0; i < s->members.count; i++) {
        const xb_fortran_member *member = xb_fortran_member_of(s->members.items[i]);
        if (member->is_test && member->view)
            xb_list_append(f->arena, &tests, s->members.items[i]);
    }
    return tests;
}

static void set_tests(typing *t, const xb_fortran_structure *s)
{
    xb_arena *arena = t->f->arena;
    const xb_list tests = tests_of(t->f, s);
    if (tests.count == 0)
        return;
    for (size_t i = 0; i < tests.count; i++)
        set_test(t, ((const xb_source_variable *)tests.items[i])->name, ".false.");
    add_text(t, XB_SOURCE_SELECT, xb_arena_format(arena, "select type (%s)", s->name));
    for (size_t i = 0; i < tests.count; i++) {
        const char *type = xb_fortran_member_of(tests.items[i])->view->type;
        add_text(t, XB_SOURCE_CASE, xb_arena_format(arena, "type is (%s)", type));
        set_test(t, ((const xb_source_variable *)tests.items[i])->name, ".true.");
    }
    add_text(t, XB_SOURCE_CASE, "class default");
    add_text(t, XB_SOURCE_OPAQUE,
             xb_arena_format(arena, "error stop '%s: the type of %s was not known'", t->unit->name, s->name));
    add(t, XB_SOURCE_END_SELECT);
}

/* The derivatives of an object are an object of the same type. */
static void check_type(typing *t, const xb_fortran_structure *s, const xb_list *all)
{
    const xb_fortran_structure *of = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const xb_fortran_structure *other = all->items[i];
        bool is_of = other != s && strcmp(other->type, s->type) == 0 &&
                     strncmp(other->root, s->root, strlen(other->root)) == 0;
        if (is_of && (!of || strlen(other->root) > strlen(of->root)))
            of = other;
    }
    if (of)
        add_text(t, XB_SOURCE_OPAQUE,
                 xb_arena_format(t->f->arena,
                                 "if (.not. same_type_as(%s, %s)) error stop '%s is not of the type of %s'",
                                 s->name, of->name, s->name, of->name));
}

void xb_fortran_type_statements(xb_fortran *f, xb_source_unit *unit)
{
    typing t = {.f = f, .unit = unit};
    const xb_list all = structures_in(f, unit);
    const xb_source_statement *statements = unit->statements.items;
    for (size_t i = 0; i < all.count; i++) {
        set_tests(&t, all.items[i]);
        check_type(&t, all.items[i], &all);
    }
    for (size_t i = 0; i < unit->statements.count && !f->status; i++) {
        f->at = statements[i].from ? statements[i].from : f->at;
        type_statement(&t, &statements[i]);
    }
    close(&t);
    unit->statements = t.statements;
}
