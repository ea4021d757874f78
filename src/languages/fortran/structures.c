/*
 * Structures in what is added to a source. The statement form has a variable for each member of a structure;
 * a text that can name the types of its source has the structure: members are the paths to them, an argument
 * that is a structure is one argument, and what is passed as its members is passed as that again, if it is
 * all of a structure, or of a part of one. The derivative of a structure is one of the same type, whose
 * members have the derivatives.
 */
#include <string.h>

#include "languages/code/maker.h"
#include "languages/fortran/fortran.h"

/* ---- what belongs together ------------------------------------------------------------------------------
 */

static const xb_declaration *facts_of(const xb_source_variable *variable)
{
    return variable->symbol ? variable->symbol->declaration : NULL;
}

int xb_fortran_colons(const char *path, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += path[i] == ':';
    return count;
}

/* Whether a variable can be a member of a structure that its unit declares. */
static bool can_join(const xb_source_variable *variable)
{
    const xb_declaration *facts = facts_of(variable);
    return facts && facts->structure && facts->structure_module && facts->path && variable->home &&
           !variable->same && !variable->saved && !variable->parameter && !variable->in_common &&
           variable->initial_count == 0 &&
           xb_fortran_colons(facts->path->text, facts->path->length) == variable->rank;
}

bool xb_fortran_joins_globals(const xb_source_variable *variable)
{
    const xb_declaration *facts = facts_of(variable);
    return facts && facts->structure && facts->structure_module && facts->path &&
           (!variable->is_derivative || strstr(facts->structure->text, " = ")) &&
           !strchr(facts->path->text, '{') && !variable->home && variable->module && !variable->same &&
           !variable->in_common &&
           xb_fortran_colons(facts->path->text, facts->path->length) == variable->rank;
}

bool xb_fortran_takes_structures(const xb_source_unit *unit)
{
    bool takes = true;
    for (size_t i = 0; i < unit->formals.count; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        const xb_declaration *facts = facts_of(formal);
        if (facts && facts->path && !formal->is_derivative)
            takes = takes && can_join(formal) && !facts->is_result && !facts->was_result;
    }
    return takes;
}

const xb_fortran_member *xb_fortran_member_of(const xb_source_variable *variable)
{
    return (variable->same ? variable->same : variable)->part;
}

/* ---- finding them ---------------------------------------------------------------------------------------
 */

/* A unit whose structures are found. */
typedef struct finding {
    xb_fortran *f;
    xb_map used;    /* names of its other variables, and of those around it, by index */
    xb_map found;   /* xb_fortran_structure, by index of the name that it has in the source */
    xb_map *global; /* names that all units see, by index */
} finding;

static uint32_t index_of(const finding *n, const char *name)
{
    return xb_names_get(n->f->names, name)->index;
}

static void note_names(finding *n, const xb_source_unit *unit)
{
    for (; unit; unit = unit->host)
        for (size_t i = 0; i < unit->declared.count; i++) {
            const xb_source_variable *variable = unit->declared.items[i];
            const xb_fortran_member *member = xb_fortran_member_of(variable);
            if (member || !can_join(variable))
                xb_map_put(n->f->arena, &n->used,
                           index_of(n, member ? member->structure->name : variable->name), 0, variable);
        }
}

static const char *free_root(finding *n, const char *stem)
{
    const char *name = stem;
    for (unsigned i = 1;
         xb_map_get(&n->used, index_of(n, name), 0) || xb_map_get(n->global, index_of(n, name), 0); i++)
        name = xb_arena_format(n->f->arena, "%s_%u", stem, i);
    xb_map_put(n->f->arena, &n->used, index_of(n, name), 0, n);
    return name;
}

/* The t of type(t). */
static const char *name_in(xb_arena *arena, const char *type)
{
    const char *open = strchr(type, '(');
    return open ? xb_arena_copy_text(arena, open + 1, strcspn(open + 1, ")")) : type;
}

/* What facts say of the structure that has a member. After its type, they may have a value with zeros. */
static xb_fortran_structure describe(xb_arena *arena, const xb_declaration *facts, const char *name)
{
    const char *path = facts->path->text, *type = facts->structure->text, *value = strstr(type, " = ");
    return (xb_fortran_structure){.name = name,
                                  .type =
                                      value ? xb_arena_copy_text(arena, type, (size_t)(value - type)) : type,
                                  .type_name = name_in(arena, type),
                                  .zero = value ? value + strlen(" = ") : NULL,
                                  .module = facts->structure_module->text,
                                  .root = xb_arena_copy_text(arena, path, strcspn(path, "(%")),
                                  .rank = xb_fortran_colons(path, strcspn(path, "%"))};
}

static xb_fortran_structure *structure_for(finding *n, const xb_source_variable *variable)
{
    const xb_declaration *facts = facts_of(variable);
    const char *path = facts->path->text;
    xb_arena *arena = n->f->arena;
    const char *root = xb_arena_copy_text(arena, path, strcspn(path, "(%"));
    xb_fortran_structure *made = xb_map_get(&n->found, index_of(n, root), variable->is_derivative);
    if (made)
        return made;
    made = xb_arena_alloc(arena, sizeof *made);
    *made = describe(arena, facts, free_root(n, root));
    xb_map_put(arena, &n->found, index_of(n, root), variable->is_derivative, made);
    return made;
}

const char *xb_fortran_member_name(xb_arena *arena, const char *root, const char *path)
{
    xb_text *text = xb_text_create(arena);
    xb_output_put(xb_text_output(text), root);
    for (path += strcspn(path, "(%"); *path;)
        if (*path == '(')
            path += strcspn(path, ")") + 1;
        else
            xb_output_char(xb_text_output(text), *path++);
    return xb_text_join(text, NULL);
}

static void join(xb_fortran *f, xb_fortran_structure *structure, xb_source_variable *variable)
{
    xb_arena *arena = f->arena;
    xb_fortran_member *member = xb_arena_alloc(arena, sizeof *member);
    const char *path = facts_of(variable)->path->text;
    *member = (xb_fortran_member){.structure = structure, .path = xb_fortran_plain_path(arena, path)};
    xb_fortran_note_types(f, member, path);
    variable->part = member;
    xb_list_append(arena, &structure->members, variable);
    variable->implied = member->is_test;
    if (!member->is_test)
        variable->name =
            xb_fortran_member_name(arena, member->view ? member->view->name : structure->name, member->path);
}

void xb_fortran_join_global(xb_fortran *f, xb_source_variable *variable, const char *root)
{
    const uint32_t index =
        xb_names_get(f->names, xb_arena_format(f->arena, "%s%%%s", variable->module, root))->index;
    xb_fortran_structure *structure = xb_map_get(&f->joined, index, 0);
    if (!structure) {
        structure = xb_arena_alloc(f->arena, sizeof *structure);
        *structure = describe(f->arena, facts_of(variable), root);
        xb_map_put(f->arena, &f->joined, index, 0, structure);
    }
    join(f, structure, variable);
}

static void find_in(xb_fortran *f, xb_map *global, xb_source_unit *unit)
{
    finding n = {.f = f, .global = global};
    note_names(&n, unit);
    for (size_t i = 0; i < unit->declared.count; i++)
        if (can_join(unit->declared.items[i]))
            join(f, structure_for(&n, unit->declared.items[i]), unit->declared.items[i]);
    for (size_t i = 0; i < unit->formals.count; i++) {
        const xb_fortran_member *member = xb_fortran_member_of(unit->formals.items[i]);
        if (member && !member->structure->first_formal)
            member->structure->first_formal = unit->formals.items[i];
    }
}

void xb_fortran_find_structures(xb_fortran *f)
{
    const xb_source *source = f->source;
    xb_map global = {0};
    for (size_t i = 0; i < source->globals.count; i++) {
        const char *name = xb_map_get(&f->unique, (uintptr_t)source->globals.items[i], 0);
        xb_map_put(f->arena, &global,
                   xb_names_get(f->names, xb_arena_copy_text(f->arena, name, strcspn(name, "%")))->index, 0,
                   f);
    }
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_source_unit *unit = source->units.items[i];
        xb_map_put(f->arena, &global, xb_names_get(f->names, unit->name)->index, 0, f);
    }
    for (size_t i = 0; i < source->units.count; i++)
        find_in(f, &global, source->units.items[i]);
    for (size_t i = 0; i < source->units.count; i++)
        if (!xb_fortran_is_given(f, source->units.items[i])) {
            xb_fortran_settle_statements(f, source->units.items[i]);
            xb_fortran_type_statements(f, source->units.items[i]);
        }
}

bool xb_fortran_is_listed(const xb_source_variable *formal)
{
    const xb_fortran_member *member = xb_fortran_member_of(formal);
    return member && member->structure->first_formal != formal;
}

xb_source_variable *xb_fortran_add_member(xb_fortran *f, xb_source_unit *unit,
                                          xb_fortran_structure *structure, const xb_source_variable *like,
                                          const char *path)
{
    xb_source_variable *made = xb_arena_alloc(f->arena, sizeof *made);
    xb_fortran_member *member = xb_arena_alloc(f->arena, sizeof *member);
    *made = (xb_source_variable){.home = unit,
                                 .name = xb_fortran_member_name(f->arena, structure->name, path),
                                 .type = like->type,
                                 .bytes = like->bytes,
                                 .rank = like->rank,
                                 .bounds = like->bounds,
                                 .allocatable = like->allocatable,
                                 .live = true};
    *member = (xb_fortran_member){.structure = structure, .path = path};
    made->part = member;
    xb_list_append(f->arena, &structure->members, made);
    xb_list_append(f->arena, &unit->declared, made);
    return made;
}

/* ---- declarations ---------------------------------------------------------------------------------------
 */

xb_intent xb_fortran_declared_intent(const xb_source_variable *formal)
{
    const xb_routine *routine = formal->home->routine;
    return routine && formal->position <= routine->formals.count
               ? ((const xb_formal *)routine->formals.items[formal->position - 1])->intent
               : XB_INTENT_INOUT;
}

/* What is not changed, but was declared so that it may be, is passed to procedures of the source that may
 * change it: nothing is said of it. */
static const char *intent_of(const xb_fortran_structure *structure)
{
    bool is_read_only = true, is_input = true, is_open = true;
    for (size_t i = 0; i < structure->members.count; i++) {
        const xb_source_variable *member = structure->members.items[i];
        if (member->position == 0)
            continue;
        is_read_only = is_read_only && member->intent == XB_INTENT_IN;
        is_input = is_input && xb_fortran_declared_intent(member) == XB_INTENT_IN;
        is_open = is_open && member->open;
    }
    return is_open ? "" : !is_read_only ? ", intent(inout)" : is_input ? ", intent(in)" : "";
}

bool xb_fortran_declare_structure(xb_fortran *f, const xb_source_variable *variable)
{
    const xb_fortran_member *member = xb_fortran_member_of(variable);
    if (!member)
        return false;
    const xb_fortran_structure *s = member->structure;
    if (member->is_test && member->view)
        xb_lines_say(&f->lines, "logical :: %s", variable->name);
    if (s->members.items[0] != variable)
        return true;
    xb_lines_put(&f->lines, "%s", s->type);
    if (s->rank > 0 && variable->allocatable)
        xb_lines_put(&f->lines, ", allocatable");
    if (variable->target)
        xb_lines_put(&f->lines, ", target");
    if (variable->by_value)
        xb_lines_put(&f->lines, ", value");
    else if (s->first_formal)
        xb_lines_put(&f->lines, "%s", intent_of(s));
    if (variable->optional)
        xb_lines_put(&f->lines, ", optional");
    xb_lines_put(&f->lines, " :: %s", s->name);
    xb_fortran_put_dimensions(f, variable, s->rank);
    if (!variable->home && s->zero && !(s->rank > 0 && variable->allocatable))
        xb_lines_put(&f->lines, " = %s", s->zero);
    xb_fortran_end_line(f);
    return true;
}

/* ---- what is passed -------------------------------------------------------------------------------------
 */

static size_t parts_of(const char *path)
{
    size_t count = 0;
    for (; *path; path++)
        count += *path == '%';
    return count;
}

/* The last parts of a path, without subscripts; NULL: it has not as many. */
static const char *tail_of(xb_arena *arena, const char *path, size_t parts)
{
    const char *text = xb_fortran_member_name(arena, "", path);
    size_t all = parts_of(text);
    for (; all > parts; all--)
        text = strchr(text + 1, '%');
    return all == parts ? (parts > 0 ? text : "") : NULL;
}

/* Whether the subscripts of the last parts of a member select all of these, or the first of them where an
 * array of structures begins. */
static bool has_whole_tail(const xb_source_expression *e, const char *path, size_t parts, bool is_array)
{
    size_t length = strlen(path), count = 0, from = length;
    for (size_t left = parts; left > 0; left--)
        while (path[--from] != '%')
            ;
    count = (size_t)xb_fortran_colons(path + from, length - from);
    bool is_whole = true;
    for (size_t i = 0; i < count && e->count > 0; i++) {
        const xb_source_expression *s = e->operands[i];
        bool is_range = s->kind == XB_SOURCE_RANGE;
        is_whole = is_whole && (is_range ? !s->operands[0] && !s->operands[1] && !s->operands[2] : is_array);
    }
    return is_whole;
}

/* The structure, or the part of one, whose member, selected as the formal argument is, a variable is; NULL:
 * there is none. */
static const char *structure_with(xb_fortran *f, const xb_fortran_member *as,
                                  const xb_source_expression *actual)
{
    const char *formal = as->path;
    const xb_fortran_member *member =
        actual->kind == XB_SOURCE_VARIABLE ? xb_fortran_member_of(actual->variable) : NULL;
    const char *path = member ? member->path
                       : actual->kind == XB_SOURCE_VARIABLE && !actual->variable->home
                           ? xb_fortran_path(actual->variable)
                           : NULL;
    const size_t parts = parts_of(formal);
    const char *tail = path ? tail_of(f->arena, path, parts) : NULL;
    if (!tail || strcmp(tail, tail_of(f->arena, formal, parts)) != 0 ||
        !has_whole_tail(actual, path, parts, formal[strcspn(formal, "(%")] == '('))
        return NULL;
    bool is_as_type =
        member && (member->is_test || (member->structure->lineage && *member->structure->lineage));
    if (is_as_type && parts == parts_of(path))
        return xb_fortran_passed_as(f, member->structure, as->structure);
    xb_text *text = xb_text_create(f->arena);
    xb_output *line = f->lines.line;
    f->lines.line = xb_text_output(text);
    xb_fortran_write_member(f, actual, path, parts_of(path) + 1 - parts);
    f->lines.line = line;
    return xb_text_join(text, NULL);
}

/* Whether it makes a difference what is passed. */
static bool matters(const xb_source_variable *formal)
{
    return formal->live || formal->intent != XB_INTENT_IN;
}

const char *xb_fortran_structure_passed(xb_fortran *f, const xb_source_unit *callee,
                                        const xb_source_expression *const *arguments, size_t count, size_t i)
{
    const xb_fortran_structure *s = xb_fortran_member_of(callee->formals.items[i])->structure;
    const char *passed = NULL;
    bool is_used = false;
    for (size_t k = i; k < count; k++) {
        const xb_fortran_member *member = xb_fortran_member_of(callee->formals.items[k]);
        is_used = is_used || (member && member->structure == s && matters(callee->formals.items[k]));
    }
    for (; i < count; i++) {
        const xb_source_variable *formal = callee->formals.items[i];
        const xb_fortran_member *member = xb_fortran_member_of(formal);
        if (!member || member->structure != s || (is_used && !matters(formal)))
            continue;
        const char *here = arguments[i] ? structure_with(f, member, arguments[i]) : "";
        if (!here || (passed && strcmp(passed, here) != 0))
            return NULL;
        passed = here;
    }
    return passed;
}
