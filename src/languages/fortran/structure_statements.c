/*
 * Statements that structures need in place of those of the statement form, where each member is a variable:
 *
 * - What is allocated, or asked whether it is, is the part of the path that is allocatable, once for all of
 *   its members; a bound is that of the part which has the dimension.
 * - An array of arrays in structures, of which the language selects no elements at once, is assigned element
 * by element of the structures.
 * - What is passed as a structure, but is none, is passed in one that is made for the call.
 */
#include <string.h>

#include "languages/code/loops.h"
#include "languages/fortran/fortran.h"

/* A unit whose statements are settled. */
typedef struct settling {
    xb_fortran *f;
    xb_source_unit *unit;
    xb_vector statements; /* xb_source_statement, those that it gets */
    bool is_repeated; /* the expression at hand is evaluated again and again: no statement can come before it
                       */
    xb_list indices;  /* xb_source_variable that loops over structures count with */
} settling;

static xb_source_statement *add(settling *s, xb_source_statement_kind kind)
{
    xb_source_statement *made = xb_vector_push(s->f->arena, &s->statements, sizeof *made);
    *made = (xb_source_statement){.kind = kind};
    return made;
}

static xb_source_variable *new_variable(settling *s, const char *stem, xb_type type, unsigned bytes)
{
    xb_source_variable *made = xb_arena_alloc(s->f->arena, sizeof *made);
    *made = (xb_source_variable){.home = s->unit,
                                 .name = xb_fortran_take_name(s->f, stem),
                                 .type = type,
                                 .bytes = bytes,
                                 .live = true};
    xb_list_append(s->f->arena, &s->unit->declared, made);
    return made;
}

static void assign(settling *s, const xb_source_expression *target, const xb_source_expression *value)
{
    xb_source_statement *made = add(s, XB_SOURCE_ASSIGN);
    made->target = target;
    made->value = value;
}

/* ---- parts of paths -------------------------------------------------------------------------------------
 */

static const xb_source_expression *part_with(settling *s, const xb_source_expression *e, int dimension,
                                             int *own)
{
    return xb_fortran_part(s->f, e->variable, dimension, own, false);
}

static const xb_source_expression *part_in_first(settling *s, const xb_source_expression *e, int dimension,
                                                 int *own)
{
    return xb_fortran_part(s->f, e->variable, dimension, own, true);
}

/* The structure that a variable is a member of, as a variable. */
static const xb_source_expression *structure_of(settling *s, const xb_source_expression *e)
{
    xb_source_variable *whole = xb_arena_alloc(s->f->arena, sizeof *whole);
    *whole = *e->variable;
    whole->symbol = NULL;
    whole->part = NULL;
    whole->name = xb_fortran_member_of(e->variable)->structure->name;
    return xb_source_whole(s->f->arena, whole);
}

/* The part that is allocated: the outermost one with dimensions. */
static const xb_source_expression *allocated_part(settling *s, const xb_source_expression *e)
{
    return xb_fortran_allocated_part(s->f, e->variable);
}

static bool is_member(const xb_source_expression *e)
{
    return e->kind == XB_SOURCE_VARIABLE && xb_fortran_member_of(e->variable);
}

static bool selects(const xb_source_expression *e, size_t first, size_t count)
{
    bool found = e->count == 0 && count > 0;
    for (size_t i = first; i < first + count && e->count > 0; i++)
        found = found || e->operands[i]->kind == XB_SOURCE_RANGE || e->operands[i]->rank > 0;
    return found;
}

/* How many parts of a path select several elements. @param outer receives how many of the member's dimensions
 * are those of the parts before the last one that does */
static size_t parts_that_select(const xb_source_expression *e)
{
    const char *path = xb_fortran_member_of(e->variable)->path;
    size_t next = (size_t)e->variable->rank, several = 0;
    for (bool more = true; more;) {
        const size_t length = strcspn(path, "%"), count = (size_t)xb_fortran_colons(path, length);
        next -= count;
        several += selects(e, next, count);
        more = path[length] == '%';
        path += length + more;
    }
    return several;
}

static bool is_nested(const xb_source_expression *e)
{
    return is_member(e) && e->rank > 1 && parts_that_select(e) > 1;
}

/* ---- inquiries ------------------------------------------------------------------------------------------
 */

/* The bounds of a dimension (from 1), if they are constants. */
static bool has_constants(const xb_source_variable *v, int dimension, xb_bounds *bounds)
{
    const size_t place = (size_t)(v->rank - dimension);
    const xb_source_dimension *d = v->dimensions ? &v->dimensions[place] : NULL;
    if (v->bounds)
        *bounds = v->bounds[place];
    return v->bounds ||
           (d && d->extent == XB_EXTENT_EXPLICIT && d->lower && d->upper &&
            xb_source_is_integer(d->lower, &bounds->lower) && xb_source_is_integer(d->upper, &bounds->upper));
}

static const xb_source_expression *extent_of(settling *s, const xb_source_expression *e, int dimension)
{
    xb_arena *arena = s->f->arena;
    const xb_source_variable *v = e->variable;
    xb_bounds bounds;
    if (has_constants(v, dimension, &bounds))
        return xb_source_integer(arena, bounds.upper - bounds.lower + 1);
    int own = 1;
    const xb_source_expression *part = part_with(s, e, dimension, &own);
    part = part ? part : part_in_first(s, e, dimension, &own);
    return xb_source_operation(arena, XB_INTRINSIC_SIZE, part, xb_source_integer(arena, own));
}

/* An inquiry about a whole member; NULL: it may stay as it is. */
static const xb_source_expression *inquiry(settling *s, const xb_source_expression *e)
{
    xb_arena *arena = s->f->arena;
    const xb_source_expression *of = e->count > 0 ? e->operands[0] : NULL;
    int64_t dimension = 0;
    int own = 1;
    if (!of || !is_member(of) || of->count > 0)
        return NULL;
    if (e->intrinsic == XB_INTRINSIC_ALLOCATED && of->variable->rank > 0 && !of->variable->pointer) {
        xb_source_expression *made = xb_source_rebuilt(arena, e, e->operands);
        xb_source_set_operand(made, 0, allocated_part(s, of));
        return made;
    }
    if (e->intrinsic == XB_INTRINSIC_PRESENT) {
        xb_source_expression *made = xb_source_rebuilt(arena, e, e->operands);
        xb_source_set_operand(made, 0, structure_of(s, of));
        return made;
    }
    bool asks = e->intrinsic == XB_INTRINSIC_SIZE || e->intrinsic == XB_INTRINSIC_LBOUND ||
                e->intrinsic == XB_INTRINSIC_UBOUND;
    if (!asks || e->count < 2 || !e->operands[1] || !xb_source_is_integer(e->operands[1], &dimension))
        return NULL;
    const xb_source_expression *part = part_with(s, of, (int)dimension, &own);
    part = part ? part : part_in_first(s, of, (int)dimension, &own);
    xb_source_expression *made = xb_source_rebuilt(arena, e, e->operands);
    xb_source_set_operand(made, 0, part);
    xb_source_set_operand(made, 1, xb_source_integer(arena, own));
    return made;
}

/* ---- arrays of arrays -----------------------------------------------------------------------------------
 */

static xb_source_variable *index_variable(settling *s, size_t i)
{
    while (s->indices.count <= i)
        xb_list_append(s->f->arena, &s->indices, new_variable(s, "element", XB_TYPE_INTEGER, 4));
    return s->indices.items[i];
}

/* Bounds of what a subscript of a member, or all of a dimension, selects. */
static void range_of(settling *s, const xb_source_expression *e, size_t i, const xb_source_expression **first,
                     const xb_source_expression **last)
{
    xb_arena *arena = s->f->arena;
    const xb_source_variable *v = e->variable;
    const xb_source_expression *given = e->count > 0 ? e->operands[i] : NULL;
    xb_bounds bounds;
    int own = 1;
    const bool is_known = has_constants(v, (int)i + 1, &bounds);
    const xb_source_expression *part = is_known ? NULL : part_with(s, e, (int)i + 1, &own);
    part = part || is_known ? part : part_in_first(s, e, (int)i + 1, &own);
    if (given && (given->kind != XB_SOURCE_RANGE || given->operands[2]))
        xb_fortran_refuse(s->f, "let a loop take one element after the other",
                          "elements of structures in an array, %s, by a vector or a stride", v->name);
    const xb_source_expression *lower = given ? given->operands[0] : NULL,
                               *upper = given ? given->operands[1] : NULL;
    if (is_known) {
        lower = lower ? lower : xb_source_integer(arena, bounds.lower);
        upper = upper ? upper : xb_source_integer(arena, bounds.upper);
    } else {
        const xb_source_expression *number = xb_source_integer(arena, own);
        lower = lower ? lower : xb_source_operation(arena, XB_INTRINSIC_LBOUND, part, number);
        upper = upper ? upper : xb_source_operation(arena, XB_INTRINSIC_UBOUND, part, number);
    }
    *first = lower;
    *last = upper;
}

/* Loops over the structures of an array of arrays: opened, the element selected in each. */
typedef struct walk {
    const xb_source_expression *element; /* of the array of arrays: an array in one structure */
    const xb_source_expression *flat;    /* the same of an array with the shape of all of it, or NULL */
    size_t loops;
} walk;

static const xb_source_expression *part_of(settling *s, const xb_source_expression *e,
                                           const xb_source_expression *const *subscripts, int rank)
{
    xb_source_expression *made = xb_source_new(s->f->arena, XB_SOURCE_VARIABLE, e->type, e->bytes, rank);
    made->variable = e->variable;
    xb_source_take_operands(s->f->arena, made, (size_t)e->variable->rank);
    for (int i = 0; i < e->variable->rank; i++)
        xb_source_set_operand(made, (size_t)i, subscripts[i]);
    return made;
}

static const xb_source_expression *colon(settling *s)
{
    xb_source_expression *made = xb_source_new(s->f->arena, XB_SOURCE_RANGE, XB_TYPE_INTEGER, 0, 1);
    xb_source_take_operands(s->f->arena, made, 3);
    return made;
}

/* Dimensions of the last part of the path that selects several elements are left to the array statement. */
static size_t inner_dimensions(const xb_source_expression *e)
{
    const char *path = xb_fortran_member_of(e->variable)->path;
    size_t end = strlen(path), next = 0;
    for (;;) {
        size_t begin = end;
        while (begin > 0 && path[begin - 1] != '%')
            begin--;
        const size_t count = (size_t)xb_fortran_colons(path + begin, end - begin);
        next += count;
        if (selects(e, next - count, count) || begin == 0)
            return next;
        end = begin - 1;
    }
}

/* @param flat an array of the shape that the array of arrays has, whose bounds begin at 1; NULL: none */
static walk open_walk(settling *s, const xb_source_expression *e, xb_source_variable *flat)
{
    xb_arena *arena = s->f->arena;
    const size_t inner = inner_dimensions(e), rank = (size_t)e->variable->rank;
    const xb_source_expression *own[XB_RANK_LIMIT] = {0}, *other[XB_RANK_LIMIT] = {0};
    size_t at = 0;
    walk w = {0};
    for (size_t i = 0; i < inner; i++) {
        own[i] = e->count > 0 ? e->operands[i] : colon(s);
        if (selects(e, i, 1))
            other[at++] = colon(s);
    }
    int left = (int)at;
    for (size_t i = rank; i-- > inner;) {
        const xb_source_expression *first, *last;
        if (!selects(e, i, 1)) {
            own[i] = e->operands[i];
            continue;
        }
        range_of(s, e, i, &first, &last);
        xb_source_variable *index = index_variable(s, i - inner);
        xb_source_statement *loop = add(s, XB_SOURCE_DO);
        loop->target = own[i] = xb_source_whole(arena, index);
        loop->first = first;
        loop->last = last;
        loop->step = xb_source_integer(arena, 1);
        w.loops++;
    }
    for (size_t i = inner; i < rank; i++)
        if (selects(e, i, 1)) {
            const xb_source_expression *first, *last;
            range_of(s, e, i, &first, &last);
            other[at++] = xb_source_plus(
                arena, xb_source_minus(arena, xb_source_whole(arena, index_variable(s, i - inner)), first),
                xb_source_integer(arena, 1));
        }
    w.element = part_of(s, e, own, left);
    w.flat = flat ? part_of(s, xb_source_whole(arena, flat), other, left) : NULL;
    return w;
}

static void close_walk(settling *s, const walk *w)
{
    for (size_t i = 0; i < w->loops; i++)
        add(s, XB_SOURCE_END_DO);
}

/* An array with the shape of an array of arrays, which is allocated. */
static xb_source_variable *flat_like(settling *s, const xb_source_expression *e)
{
    xb_source_variable *made = new_variable(s, "elements", e->type, e->bytes);
    xb_arena *arena = s->f->arena;
    made->rank = e->rank;
    made->allocatable = true;
    xb_source_statement *allocate = add(s, XB_SOURCE_ALLOCATE);
    allocate->target = xb_source_whole(arena, made);
    allocate->arguments = xb_arena_array(arena, (size_t)e->rank, sizeof *allocate->arguments);
    allocate->count = (size_t)e->rank;
    size_t at = 0;
    for (size_t i = 0; i < (size_t)e->variable->rank; i++) {
        if (!selects(e, i, 1))
            continue;
        const xb_source_expression *first, *last, *given = e->count > 0 ? e->operands[i] : NULL;
        bool is_part = given && (given->operands[0] || given->operands[1]);
        if (is_part)
            range_of(s, e, i, &first, &last);
        ((const xb_source_expression **)allocate->arguments)[at++] =
            is_part ? xb_source_plus(arena, xb_source_minus(arena, last, first), xb_source_integer(arena, 1))
                    : extent_of(s, e, (int)i + 1);
    }
    return made;
}

/* The values of an array of arrays, in an array. */
static const xb_source_expression *flattened(settling *s, const xb_source_expression *e)
{
    xb_source_variable *flat = flat_like(s, e);
    walk w = open_walk(s, e, flat);
    assign(s, w.flat, w.element);
    close_walk(s, &w);
    return xb_source_whole(s->f->arena, flat);
}

static void spread_over(settling *s, const xb_source_expression *target, xb_source_variable *flat)
{
    walk w = open_walk(s, target, flat);
    assign(s, w.element, w.flat);
    close_walk(s, &w);
}

/* ---- expressions ----------------------------------------------------------------------------------------
 */

static const xb_source_expression *settled(settling *s, const xb_source_expression *e, bool is_whole)
{
    if (!e || e->kind == XB_SOURCE_CONSTANT)
        return e;
    if (e->kind == XB_SOURCE_OPERATION) {
        const xb_source_expression *made = inquiry(s, e);
        if (made)
            return made;
    }
    const xb_source_expression **operands = xb_arena_array(s->f->arena, e->count, sizeof *operands);
    bool changes = false;
    for (size_t i = 0; i < e->count; i++) {
        operands[i] = settled(s, e->operands[i], e->kind == XB_SOURCE_FUNCTION);
        changes = changes || operands[i] != e->operands[i];
    }
    const xb_source_expression *made = changes ? xb_source_rebuilt(s->f->arena, e, operands) : e;
    return !is_whole && !s->is_repeated && is_nested(made) ? flattened(s, made) : made;
}

/* ---- assignments ----------------------------------------------------------------------------------------
 */

/* Whether elements of an array can be named as they are counted, from 1. */
static bool is_plain_array(const xb_source_expression *e)
{
    bool is_plain = e->kind == XB_SOURCE_VARIABLE && e->count == 0 && !is_member(e) && e->variable->bounds;
    for (int d = 0; is_plain && d < e->variable->rank; d++)
        is_plain = e->variable->bounds[d].lower == 1;
    return is_plain;
}

static void settle_assignment(settling *s, const xb_source_statement *from)
{
    xb_source_statement made = *from;
    made.value = settled(s, made.value, false);
    if (!is_nested(made.target)) {
        made.target = settled(s, made.target, true);
        *add(s, made.kind) = made;
        return;
    }
    const xb_source_variable *array = is_plain_array(made.value) ? made.value->variable : NULL;
    if (array && array->parameter && array->initial_count == 1)
        made.value = array->initial[0].value; /* which stands for the name of the array, too */
    if (made.value->rank == 0) {
        walk w = open_walk(s, made.target, NULL);
        assign(s, w.element, made.value);
        close_walk(s, &w);
        return;
    }
    if (array) {
        spread_over(s, made.target, made.value->variable);
        return;
    }
    xb_source_variable *flat = new_variable(s, "elements", made.target->type, made.target->bytes);
    flat->rank = made.target->rank;
    flat->allocatable = true;
    assign(s, xb_source_whole(s->f->arena, flat), made.value);
    spread_over(s, made.target, flat);
}

/* ---- calls ----------------------------------------------------------------------------------------------
 */

static const xb_source_expression *extent_of_part(settling *s, const xb_source_expression *array,
                                                  int dimension)
{
    xb_arena *arena = s->f->arena;
    return settled(
        s, xb_source_operation(arena, XB_INTRINSIC_SIZE, array, xb_source_integer(arena, dimension)), false);
}

/* An array of structures for a call has the extents of what is passed as a member. */
static void allocate_made(settling *s, const xb_fortran_structure *made, const xb_source_expression *actual)
{
    xb_arena *arena = s->f->arena;
    xb_source_variable *whole = xb_arena_alloc(arena, sizeof *whole);
    *whole =
        (xb_source_variable){.home = s->unit, .name = made->name, .rank = made->rank, .allocatable = true};
    xb_source_statement *allocate = add(s, XB_SOURCE_ALLOCATE);
    allocate->target = xb_source_whole(arena, whole);
    allocate->count = (size_t)made->rank;
    const xb_source_expression **extents = xb_arena_array(arena, allocate->count, sizeof *extents);
    for (int d = 0; d < made->rank; d++)
        extents[d] = extent_of_part(s, actual, actual->rank - made->rank + d + 1);
    allocate->arguments = extents;
}

static xb_fortran_structure *structure_like(settling *s, const xb_fortran_structure *formal)
{
    xb_fortran *f = s->f;
    xb_fortran_structure *made = xb_arena_alloc(f->arena, sizeof *made);
    *made = *formal;
    made->name = xb_fortran_take_name(f, xb_arena_format(f->arena, "%s_passed", formal->name));
    made->type = xb_arena_format(f->arena, "type(%s)", formal->type_name);
    made->members = (xb_list){0};
    made->first_formal = NULL;
    return made;
}

static void set(settling *s, const xb_source_expression *target, const xb_source_expression *value)
{
    settle_assignment(s, &(xb_source_statement){.kind = XB_SOURCE_ASSIGN, .target = target, .value = value});
}

/* What has to be allocated for all of a variable to have a value; NULL: nothing. */
static const xb_source_expression *memory_of(settling *s, const xb_source_expression *e)
{
    const bool is_whole = e->kind == XB_SOURCE_VARIABLE && e->count == 0;
    const xb_source_variable *v = is_whole ? e->variable : NULL;
    if (!v || v->pointer || v->bounds || !v->allocatable)
        return NULL;
    return v->rank > 0 && xb_fortran_member_of(v) ? allocated_part(s, e) : e;
}

static void begin_if(settling *s, const xb_source_expression *condition)
{
    add(s, XB_SOURCE_IF)->value = condition;
}

static const xb_source_expression *is_allocated(settling *s, const xb_source_expression *memory)
{
    return xb_source_operate(s->f->arena, XB_INTRINSIC_ALLOCATED, XB_TYPE_BOOL, 0, &memory, 1);
}

/* Whether memory has not the extents of what is assigned to a member in it. @param before dimensions of that
 * which are not those of the memory */
static const xb_source_expression *differs(settling *s, const xb_source_expression *memory,
                                           const xb_source_expression *value, int before)
{
    xb_arena *arena = s->f->arena;
    const xb_source_expression *any = NULL;
    for (int d = 1; d <= memory->variable->rank; d++) {
        const xb_source_expression *extents[] = {
            xb_source_operation(arena, XB_INTRINSIC_SIZE, memory, xb_source_integer(arena, d)),
            extent_of_part(s, value, before + d)};
        const xb_source_expression *both[] = {
            any, xb_source_operate(arena, XB_INTRINSIC_NOT_EQUAL, XB_TYPE_BOOL, 0, extents, 2)};
        any = any ? xb_source_operate(arena, XB_INTRINSIC_OR, XB_TYPE_BOOL, 0, both, 2) : both[1];
    }
    return any;
}

static void allocate_for(settling *s, const xb_source_expression *memory, const xb_source_expression *value,
                         int before)
{
    const size_t rank = (size_t)memory->variable->rank;
    const xb_source_expression **extents = xb_arena_array(s->f->arena, rank, sizeof *extents);
    for (size_t d = 0; d < rank; d++)
        extents[d] = extent_of_part(s, value, before + (int)d + 1);
    xb_source_statement *allocate = add(s, XB_SOURCE_ALLOCATE);
    allocate->target = memory;
    allocate->arguments = extents;
    allocate->count = rank;
}

/* Whether memory of a member is that of others, too. */
static bool is_shared(const xb_source_expression *member, const xb_source_expression *memory)
{
    return strlen(memory->variable->name) < strlen(member->variable->name);
}

static bool is_listed(const xb_list *names, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < names->count && !found; i++)
        found = strcmp(names->items[i], name) == 0;
    return found;
}

/* An array of structures gets the extents of the array that is assigned to a member of it. Other arrays do so
 * by the assignment. */
static void fit(settling *s, const xb_source_expression *target, const xb_source_expression *memory,
                const xb_source_expression *value)
{
    const int before = target->rank - memory->variable->rank;
    if (!is_shared(target, memory) || value->rank != target->rank)
        return;
    const xb_source_expression *there = is_allocated(s, memory);
    begin_if(s, xb_source_operate(s->f->arena, XB_INTRINSIC_NOT, XB_TYPE_BOOL, 0, &there, 1));
    allocate_for(s, memory, value, before);
    add(s, XB_SOURCE_ELSE);
    begin_if(s, differs(s, memory, value, before));
    allocate_for(s, memory, value, before);
    add(s, XB_SOURCE_END_IF);
    add(s, XB_SOURCE_END_IF);
}

static void free_memory(settling *s, const xb_source_expression *memory)
{
    begin_if(s, is_allocated(s, memory));
    add(s, XB_SOURCE_DEALLOCATE)->target = memory;
    add(s, XB_SOURCE_END_IF);
}

/* Copies a member to another structure, or back: with its memory, if it has any. What other members share
 * stays allocated unless what is copied shares it, too. */
static void copy_member(settling *s, const xb_source_expression *target, const xb_source_expression *value)
{
    const xb_source_expression *from = memory_of(s, value), *to = memory_of(s, target);
    if (from)
        begin_if(s, is_allocated(s, from));
    if (to)
        fit(s, target, to, value);
    set(s, target, value);
    if (from && to && (!is_shared(target, to) || is_shared(value, from))) {
        add(s, XB_SOURCE_ELSE);
        free_memory(s, to);
    }
    if (from)
        add(s, XB_SOURCE_END_IF);
}

/* Members of a structure for a call share no memory before it gets what is passed. */
static void begin_made(settling *s, const xb_source_expression *member, xb_list *begun)
{
    const xb_source_expression *memory = memory_of(s, member);
    if (!memory || !is_shared(member, memory) || is_listed(begun, memory->variable->name))
        return;
    xb_list_append(s->f->arena, begun, memory->variable->name);
    free_memory(s, memory);
}

/* A structure for a call, with the members that the called unit's has. */
static void pass_made(settling *s, xb_source_statement *call, size_t i, xb_vector *after)
{
    xb_fortran *f = s->f;
    const xb_source_unit *callee = call->callee;
    const xb_fortran_structure *formal = xb_fortran_member_of(callee->formals.items[i])->structure;
    xb_fortran_structure *made = structure_like(s, formal);
    xb_list begun = {0};
    const xb_source_expression **arguments = xb_arena_array(f->arena, call->count, sizeof *arguments);
    memcpy(arguments, call->arguments, call->count * sizeof *arguments);
    for (size_t k = i; k < call->count && k < callee->formals.count; k++) {
        const xb_source_variable *own = callee->formals.items[k];
        const xb_fortran_member *member = xb_fortran_member_of(own);
        const xb_source_expression *actual = arguments[k];
        if (!member || member->structure != formal)
            continue;
        if (!actual)
            xb_fortran_refuse(f, "let it be a variable of its own",
                              "what is passed to %s as the structure %s is no structure", callee->name,
                              formal->name);
        xb_source_variable *copy = xb_fortran_add_member(f, s->unit, made, own, member->path);
        copy->allocatable = copy->allocatable || (formal->rank > 0 && !own->bounds);
        if (!actual)
            continue;
        if (made->members.count == 1 && formal->rank > 0 && !own->bounds)
            allocate_made(s, made, actual);
        arguments[k] = xb_source_whole(f->arena, copy);
        ((xb_fortran_member *)copy->part)->is_test = member->is_test;
        if (formal->rank == 0)
            begin_made(s, arguments[k], &begun);
        if (!member->is_test)
            copy_member(s, arguments[k], actual);
        if (!member->is_test && own->intent != XB_INTENT_IN && actual->kind == XB_SOURCE_VARIABLE) {
            xb_source_statement *back = xb_vector_push(f->arena, after, sizeof *back);
            *back = (xb_source_statement){.kind = XB_SOURCE_ASSIGN, .target = actual, .value = arguments[k]};
        }
    }
    call->arguments = arguments;
}

static void settle_call(settling *s, const xb_source_statement *from)
{
    xb_source_statement call = *from;
    xb_vector after = {0};
    const size_t count = call.count < call.callee->formals.count ? call.count : call.callee->formals.count;
    const xb_source_expression **arguments = xb_arena_array(s->f->arena, call.count, sizeof *arguments);
    for (size_t i = 0; i < call.count; i++) {
        const xb_source_variable *formal = i < count ? call.callee->formals.items[i] : NULL;
        bool stays = !formal || xb_fortran_member_of(formal) || formal->intent != XB_INTENT_IN;
        arguments[i] = settled(s, call.arguments[i], stays);
    }
    call.arguments = arguments;
    for (size_t i = 0; i < count; i++) {
        const xb_source_variable *formal = call.callee->formals.items[i];
        bool begins = xb_fortran_member_of(formal) && !xb_fortran_is_listed(formal);
        if (begins && !xb_fortran_structure_passed(s->f, call.callee, call.arguments, count, i))
            pass_made(s, &call, i, &after);
    }
    *add(s, XB_SOURCE_CALL) = call;
    for (size_t i = 0; i < after.count; i++) {
        const xb_source_statement *back = &((const xb_source_statement *)after.items)[i];
        copy_member(s, back->target, back->value);
    }
}

/* ---- statements -----------------------------------------------------------------------------------------
 */

/* Whether all elements of a member have memory as soon as a part of its path has. */
static bool is_within(const xb_source_variable *member, const xb_source_variable *memory)
{
    return member->rank == memory->rank || member->bounds;
}

/* Derivatives of other members in the same memory are zero, too, when it is allocated: what is done for them
 * may find it allocated already. */
static void begin_others(settling *s, const xb_source_variable *member, const xb_source_expression *memory)
{
    const xb_list *members = &xb_fortran_member_of(member)->structure->members;
    for (size_t i = 0; i < members->count; i++) {
        xb_source_variable *other = members->items[i];
        const bool is_number = other->type == XB_TYPE_REAL || other->type == XB_TYPE_COMPLEX;
        if (other == member || other->rank == 0 || !is_number || !is_within(other, memory->variable) ||
            strcmp(xb_fortran_allocated_part(s->f, other)->variable->name, memory->variable->name) != 0)
            continue;
        xb_source_expression *zero =
            xb_source_new(s->f->arena, XB_SOURCE_CONSTANT, other->type, other->bytes, 0);
        zero->text = "0.0";
        set(s, xb_source_whole(s->f->arena, other), zero);
    }
}

/* The members of a structure are allocated together. */
static void settle_memory(settling *s, const xb_source_statement *from)
{
    xb_source_statement made = *from;
    const bool is_like = made.kind == XB_SOURCE_ALLOCATE_LIKE;
    if (is_member(made.target) && made.target->variable->rank > 0 && !made.target->variable->pointer) {
        made.target = allocated_part(s, made.target);
        if (made.kind == XB_SOURCE_ALLOCATE) {
            const size_t rank = (size_t)made.target->variable->rank, all = made.count - (size_t)made.number;
            const xb_source_expression **arguments = xb_arena_array(s->f->arena, 2 * rank, sizeof *arguments);
            for (size_t i = 0; i < rank; i++) {
                arguments[i] = made.arguments[all - rank + i];
                arguments[rank + i] = made.number > 0 ? made.arguments[made.count - rank + i] : NULL;
            }
            made.arguments = arguments;
            made.number = made.number > 0 ? (int64_t)rank : 0;
            made.count = rank + (size_t)made.number;
        }
    }
    if (is_like && is_member(made.value) && made.value->count == 0) {
        /* Of a member without dimensions of its own, the structure has the bounds. */
        const xb_source_expression *part = allocated_part(s, made.value);
        const int rank = made.target->variable->rank;
        if (made.value->rank != rank || part->variable->rank == rank)
            made.value = part;
    }
    *add(s, made.kind) = made;
    if (made.kind != XB_SOURCE_DEALLOCATE && is_member(from->target) &&
        from->target->variable->is_derivative && is_shared(from->target, made.target))
        begin_others(s, from->target->variable, made.target);
}

static void settle_pop(settling *s, const xb_source_statement *from)
{
    if (!is_nested(from->target)) {
        *add(s, from->kind) = *from;
        return;
    }
    xb_source_statement made = *from;
    xb_source_variable *flat = flat_like(s, from->target);
    made.target = xb_source_whole(s->f->arena, flat);
    *add(s, made.kind) = made;
    spread_over(s, from->target, flat);
}

/* Conditions of loops are evaluated in each iteration. */
static void settle_other(settling *s, const xb_source_statement *from)
{
    xb_source_statement made = *from;
    const xb_source_statement_kind kind = made.kind;
    s->is_repeated = kind == XB_SOURCE_WHILE || kind == XB_SOURCE_FOR || kind == XB_SOURCE_END_REPEAT ||
                     kind == XB_SOURCE_END_FOR;
    if (kind != XB_SOURCE_OPAQUE) {
        made.target = settled(s, made.target, kind != XB_SOURCE_PUSH);
        made.value = settled(s, made.value, false);
        made.first = settled(s, made.first, false);
        made.last = settled(s, made.last, false);
        made.step = settled(s, made.step, false);
        made.condition = settled(s, made.condition, false);
        made.update = settled(s, made.update, false);
    }
    s->is_repeated = false;
    *add(s, made.kind) = made;
}

static void settle(settling *s, const xb_source_statement *statement)
{
    const bool is_memory = statement->kind == XB_SOURCE_ALLOCATE ||
                           statement->kind == XB_SOURCE_ALLOCATE_LIKE ||
                           statement->kind == XB_SOURCE_DEALLOCATE;
    s->f->at = statement->from ? statement->from : s->f->at;
    if (is_memory)
        settle_memory(s, statement);
    else if (statement->kind == XB_SOURCE_ASSIGN)
        settle_assignment(s, statement);
    else if (statement->kind == XB_SOURCE_CALL)
        settle_call(s, statement);
    else if (statement->kind == XB_SOURCE_POP)
        settle_pop(s, statement);
    else
        settle_other(s, statement);
}

void xb_fortran_settle_statements(xb_fortran *f, xb_source_unit *unit)
{
    settling s = {.f = f, .unit = unit};
    const xb_source_statement *statements = unit->statements.items;
    const bool *repeated = xb_fortran_repeated_memory(f, unit);
    for (size_t i = 0; i < unit->statements.count && !f->status; i++)
        if (!repeated[i])
            settle(&s, &statements[i]);
    unit->statements = s.statements;
}
