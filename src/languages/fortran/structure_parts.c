/*
 * Parts of the paths to members of structures, and memory of these. What is allocated is the part of the path
 * that is allocatable, once for all of its members, whatever is done with their derivatives in between.
 */
#include <string.h>

#include "languages/fortran/fortran.h"

/* ---- parts of paths -------------------------------------------------------------------------------------
 */

/* A part of the path to a member, which is named anew with that. */
typedef struct path_part {
    xb_source_variable *part;
    const xb_source_variable *whole;
    int dimension; /* of the member, from 1: the part has it */
    bool in_first;
} path_part;

/* What the part of a member's path is called that has a dimension (from 1) of the member. @param own receives
 * the number of the dimension in that, and rank how many it has @return NULL: parts before it have
 * dimensions, too */
static const char *name_with(xb_arena *arena, const xb_source_variable *whole, int dimension, int *own,
                             int *rank)
{
    const char *path = xb_fortran_member_of(whole)->path, *name = whole->name;
    size_t path_end = strlen(path), name_end = strlen(name);
    for (;;) {
        size_t begin = path_end;
        while (begin > 0 && path[begin - 1] != '%')
            begin--;
        const int count = xb_fortran_colons(path + begin, path_end - begin);
        if (dimension <= count) {
            *own = dimension;
            *rank = count;
            return xb_fortran_colons(path, begin) > 0 ? NULL : xb_arena_copy_text(arena, name, name_end);
        }
        dimension -= count;
        path_end = begin - 1;
        while (name[--name_end] != '%')
            ;
    }
}

/* The same where parts before it have dimensions: that of the first element of these, since all elements have
 * members of one shape. */
static const char *name_in_first(xb_arena *arena, const xb_source_variable *whole, int dimension, int *own,
                                 int *rank)
{
    const char *path = xb_fortran_member_of(whole)->path, *name = whole->name, *text = "";
    int left = whole->rank;
    for (;;) {
        const size_t length = strcspn(path, "%"), name_length = strcspn(name, "%");
        const int count = xb_fortran_colons(path, length);
        text = xb_arena_format(arena, "%s%s%.*s", text, *text ? "%" : "", (int)name_length, name);
        left -= count;
        if (left < dimension) {
            *own = dimension - left;
            *rank = count;
            return text;
        }
        const char *array = text;
        for (int d = 1; d <= count; d++)
            text = xb_arena_format(arena, "%s%slbound(%s, %d)%s", text, d > 1 ? ", " : "(", array, d,
                                   d == count ? ")" : "");
        path += length + 1;
        name += name_length + 1;
    }
}

static const char *name_of(xb_arena *arena, const xb_source_variable *whole, int dimension, bool in_first,
                           int *own, int *rank)
{
    return in_first ? name_in_first(arena, whole, dimension, own, rank)
                    : name_with(arena, whole, dimension, own, rank);
}

/* The part of a member's path that has a dimension, as a variable; NULL: parts before it have dimensions,
 * too, and it is not to be that of their first element. */
const xb_source_expression *xb_fortran_part(xb_fortran *f, const xb_source_variable *whole, int dimension,
                                            int *own, bool in_first)
{
    int rank;
    const char *name = name_of(f->arena, whole, dimension, in_first, own, &rank);
    if (!name)
        return NULL;
    xb_source_variable *part = xb_arena_alloc(f->arena, sizeof *part);
    *part = *whole;
    part->symbol = NULL;
    part->part = NULL;
    part->same = in_first ? NULL : whole->same ? whole->same : whole;
    part->name = name;
    part->rank = rank;
    part->named = true;
    if (!whole->home) {
        *(path_part *)xb_vector_push(f->arena, &f->parts, sizeof(path_part)) =
            (path_part){.part = part, .whole = whole, .dimension = dimension, .in_first = in_first};
        xb_map_put(f->arena, &f->wholes, (uintptr_t)part, 0, whole);
    }
    return xb_source_whole(f->arena, part);
}

void xb_fortran_name_parts(xb_fortran *f)
{
    for (size_t i = 0; i < f->parts.count; i++) {
        const path_part *p = &((const path_part *)f->parts.items)[i];
        int own, rank;
        p->part->name = name_of(f->arena, p->whole, p->dimension, p->in_first, &own, &rank);
    }
}

const xb_source_variable *xb_fortran_whole_of(const xb_fortran *f, const xb_source_variable *variable)
{
    const xb_source_variable *whole = xb_map_get(&f->wholes, (uintptr_t)variable, 0);
    return whole ? whole : variable;
}

/* The outermost one with dimensions. */
const xb_source_expression *xb_fortran_allocated_part(xb_fortran *f, const xb_source_variable *member)
{
    int own;
    return xb_fortran_part(f, member, member->rank, &own, false);
}

/* ---- memory ---------------------------------------------------------------------------------------------
 */

static bool is_allocation(const xb_source_statement *s)
{
    return s->kind == XB_SOURCE_ALLOCATE || s->kind == XB_SOURCE_ALLOCATE_LIKE;
}

/* What a statement allocates or deallocates for one of the members of a structure; NULL: nothing. */
static const char *memory_of(xb_fortran *f, const xb_source_statement *s)
{
    const bool is_memory = is_allocation(s) || s->kind == XB_SOURCE_DEALLOCATE;
    const xb_source_variable *v = is_memory ? s->target->variable : NULL;
    return v && xb_fortran_member_of(v) && v->rank > 0 && !v->pointer
               ? xb_fortran_allocated_part(f, v)->variable->name
               : NULL;
}

/* Whether what comes after a statement may not be executed right after it. */
static bool leaves(const xb_source_statement *s)
{
    return s->kind == XB_SOURCE_CALL || s->kind == XB_SOURCE_RETURN || s->kind == XB_SOURCE_LABEL ||
           s->kind == XB_SOURCE_JUMP || s->kind == XB_SOURCE_JUMP_IF;
}

static bool is_in(const xb_list *members, const xb_source_variable *member)
{
    bool found = false;
    for (size_t i = 0; i < members->count && !found; i++)
        found = members->items[i] == member;
    return found;
}

/* How a statement changes the number of constructs that are open. */
static int depth_after(const xb_source_statement *s, int depth)
{
    const bool is_end = s->kind == XB_SOURCE_END_IF || s->kind == XB_SOURCE_END_SELECT ||
                        s->kind == XB_SOURCE_END_DO || s->kind == XB_SOURCE_END_FOR ||
                        s->kind == XB_SOURCE_END_REPEAT;
    const bool is_head = s->kind == XB_SOURCE_IF || s->kind == XB_SOURCE_SELECT || s->kind == XB_SOURCE_DO ||
                         s->kind == XB_SOURCE_FOR || s->kind == XB_SOURCE_WHILE ||
                         s->kind == XB_SOURCE_REPEAT;
    return depth + is_head - is_end;
}

/* Whether a branch is executed if a member is allocated, whatever else there is. */
static bool asks_for(const xb_source_statement *s, const xb_source_variable *member)
{
    const xb_source_expression *e = s->kind == XB_SOURCE_IF ? s->value : NULL;
    return e && e->kind == XB_SOURCE_OPERATION && e->intrinsic == XB_INTRINSIC_ALLOCATED &&
           e->operands[0]->kind == XB_SOURCE_VARIABLE && e->operands[0]->variable == member;
}

/* Memory of a structure, as a run of statements has to do with it. */
typedef struct run {
    const char *name;
    bool allocates;
    xb_list members;           /* that it was done for */
    size_t last;               /* the last statement that did it */
    bool *repeated, *followed; /* by statement */
} run;

/* The statement that begins what a statement stands in, if that is a branch that asks for the memory which is
 * deallocated; otherwise itself. */
static size_t begin_of(const xb_source_unit *unit, size_t i)
{
    const xb_source_statement *all = unit->statements.items;
    const xb_source_variable *member = all[i].target->variable;
    int depth = 0;
    for (size_t k = i; all[i].kind == XB_SOURCE_DEALLOCATE && k-- > 0;) {
        depth -= depth_after(&all[k], 0);
        if (depth < 0)
            return asks_for(&all[k], member) ? k : i;
    }
    return i;
}

/* Follows statements as long as they do for one member after the other what the first one does. Memory is
 * allocated by the first of them, and deallocated by the last one: whether it is allocated, and its shape, is
 * asked for in between. */
static void follow(xb_fortran *f, const xb_source_unit *unit, size_t first, run *r)
{
    const xb_source_statement *all = unit->statements.items;
    const int least = begin_of(unit, first) < first ? -1 : 0;
    bool is_left = false;
    int depth = 0;
    for (size_t i = first + 1; i < unit->statements.count && !leaves(&all[i]); i++) {
        const xb_source_statement *s = &all[i];
        const bool is_arm =
            s->kind == XB_SOURCE_ELSE || s->kind == XB_SOURCE_CASE || s->kind == XB_SOURCE_DEFAULT;
        depth = depth_after(s, depth);
        if (depth < least || (depth == least && is_arm))
            return;
        is_left = is_left || depth < 0 || (depth == 0 && is_arm);
        const char *other = memory_of(f, s);
        if (!other || strcmp(other, r->name) != 0)
            continue;
        if (depth != 0 || (is_left && begin_of(unit, i) == i) || is_allocation(s) != r->allocates ||
            is_in(&r->members, s->target->variable))
            return;
        xb_list_append(f->arena, &r->members, s->target->variable);
        r->repeated[r->allocates ? i : r->last] = true;
        r->followed[i] = true;
        r->last = i;
    }
}

static bool *flags_for(xb_fortran *f, const xb_source_unit *unit)
{
    const size_t count = unit->statements.count + 1;
    bool *flags = xb_arena_array(f->arena, count, sizeof *flags);
    memset(flags, 0, count * sizeof *flags);
    return flags;
}

const bool *xb_fortran_repeated_memory(xb_fortran *f, const xb_source_unit *unit)
{
    const xb_source_statement *all = unit->statements.items;
    bool *repeated = flags_for(f, unit), *followed = flags_for(f, unit);
    for (size_t i = 0; i < unit->statements.count; i++) {
        const char *name = followed[i] ? NULL : memory_of(f, &all[i]);
        if (!name)
            continue;
        run r = {.name = name,
                 .allocates = is_allocation(&all[i]),
                 .last = i,
                 .repeated = repeated,
                 .followed = followed};
        xb_list_append(f->arena, &r.members, all[i].target->variable);
        follow(f, unit, i, &r);
    }
    return repeated;
}
