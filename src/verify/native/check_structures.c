/*
 * Structures that a driver passes. It has their members in variables of their own, as it has all that is
 * passed, fills structures with these before a call, and takes them out after it.
 */
#include <string.h>

#include "languages/fortran/fortran.h"
#include "verify/native/check_internal.h"

/* ---- finding them ---------------------------------------------------------------------------------------
 */

static const char *root_of(const check_plan *plan, const xb_fortran_member *member)
{
    return xb_arena_copy_text(plan->arena, member->path, strcspn(member->path, "(%"));
}

static check_structure *known(const check_plan *plan, const xb_source_variable *formal, bool of_adjoint)
{
    const xb_fortran_member *member = xb_fortran_member_of(formal);
    const check_kind kind = !formal->is_derivative ? CHECK_ORIGINAL
                            : of_adjoint           ? CHECK_ADJOINT
                                                   : CHECK_TANGENT;
    check_structure *all = plan->structures.items;
    for (size_t i = 0; member && i < plan->structures.count; i++)
        if (all[i].kind == kind && strcmp(all[i].root, root_of(plan, member)) == 0)
            return &all[i];
    return NULL;
}

const check_structure *check_structure_of(const check_plan *plan, const xb_source_variable *formal,
                                          bool of_adjoint)
{
    return known(plan, formal, of_adjoint);
}

static void add_member(check_plan *plan, const xb_source_variable *formal, bool of_adjoint)
{
    const xb_fortran_member *member = xb_fortran_member_of(formal);
    check_structure *found = known(plan, formal, of_adjoint);
    if (!found) {
        found = xb_vector_push(plan->arena, &plan->structures, sizeof *found);
        *found = (check_structure){.structure = member->structure,
                                   .root = root_of(plan, member),
                                   .name = check_fresh(plan, member->structure->name),
                                   .kind = !formal->is_derivative ? CHECK_ORIGINAL
                                           : of_adjoint           ? CHECK_ADJOINT
                                                                  : CHECK_TANGENT};
    }
    for (size_t i = 0; i < found->members.count; i++) {
        const xb_fortran_member *other = xb_fortran_member_of(found->members.items[i]);
        const char *type = member->view ? member->view->type : "",
                   *other_type = other->view ? other->view->type : "";
        if (strcmp(other->path, member->path) == 0 && strcmp(other_type, type) == 0)
            return;
    }
    xb_list_append(plan->arena, &found->members, (void *)formal);
}

/* An object of a class: its type is not known before the driver runs. */
static bool is_of_class(const check_structure *structure)
{
    return structure->structure->lineage && *structure->structure->lineage;
}

/* Types that the objects may have: one name each. */
static void name_views(check_plan *plan, size_t i)
{
    check_structure *all = plan->structures.items;
    const xb_list *views = &all[i].structure->views;
    for (size_t v = 0; v < views->count; v++) {
        const xb_fortran_view *view = views->items[v];
        const char *name = NULL;
        for (size_t k = 0; k < i && !name; k++)
            for (size_t w = 0; w < all[k].types.count && !name; w++) {
                const xb_fortran_view *other = all[k].structure->views.items[w];
                if (strcmp(other->type, view->type) == 0 && strcmp(other->module, view->module) == 0)
                    name = all[k].types.items[w];
            }
        xb_list_append(plan->arena, &all[i].types, (void *)(name ? name : check_fresh(plan, view->type)));
    }
}

void check_find_structures(check_plan *plan)
{
    const xb_source_unit *units[] = {plan->original.unit, plan->tangent.unit, plan->adjoint.unit};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (size_t i = 0; units[u] && i < units[u]->formals.count; i++)
            if (xb_fortran_member_of(units[u]->formals.items[i]))
                add_member(plan, units[u]->formals.items[i], u == 2);
    check_structure *all = plan->structures.items;
    for (size_t i = 0; i < plan->structures.count; i++) {
        for (size_t k = 0; k < i && !all[i].type; k++)
            if (strcmp(all[k].structure->type_name, all[i].structure->type_name) == 0 &&
                strcmp(all[k].structure->module, all[i].structure->module) == 0)
                all[i].type = all[k].type;
        if (!all[i].type)
            all[i].type = check_fresh(plan, all[i].structure->type_name);
        name_views(plan, i);
    }
}

/* ---- declarations ---------------------------------------------------------------------------------------
 */

static void use_views(xb_fortran *f, const check_structure *all, size_t i)
{
    for (size_t v = 0; v < all[i].types.count; v++) {
        const xb_fortran_view *view = all[i].structure->views.items[v];
        bool is_used = false;
        for (size_t k = 0; k < i; k++)
            for (size_t w = 0; w < all[k].types.count; w++)
                is_used = is_used || all[k].types.items[w] == all[i].types.items[v];
        if (!is_used)
            xb_lines_say(&f->lines, "use %s, only: %s => %s", view->module,
                         (const char *)all[i].types.items[v], view->type);
    }
}

void check_use_types(const check_plan *plan, xb_fortran *f)
{
    const check_structure *all = plan->structures.items;
    for (size_t i = 0; i < plan->structures.count; i++) {
        bool is_used = false;
        for (size_t k = 0; k < i; k++)
            is_used = is_used || all[k].type == all[i].type;
        if (!is_used)
            xb_lines_say(&f->lines, "use %s, only: %s => %s", all[i].structure->module, all[i].type,
                         all[i].structure->type_name);
        use_views(f, all, i);
    }
}

/* The slot of a member, whose last dimensions are those of the structure; NULL: it is not passed. */
static const check_slot *slot_of(const check_plan *plan, const xb_source_variable *member)
{
    bool is_derivative;
    return check_slot_of(plan, member, &is_derivative);
}

static const check_slot *model_of(const check_plan *plan, const check_structure *structure)
{
    const check_slot *found = NULL;
    for (size_t i = 0; i < structure->members.count && !found; i++)
        found = slot_of(plan, structure->members.items[i]);
    return found;
}

static const char *shape_of(const check_plan *plan, const check_structure *structure)
{
    const check_slot *model = model_of(plan, structure);
    const int rank = structure->structure->rank;
    return model ? check_shape(plan, model, model->storage->rank - rank, rank) : "";
}

void check_declare_structures(const check_plan *plan, xb_fortran *f)
{
    const check_structure *all = plan->structures.items;
    for (size_t i = 0; i < plan->structures.count; i++) {
        const xb_source_variable *first = all[i].members.items[0];
        bool is_dynamic = first->allocatable && all[i].structure->rank > 0;
        if (is_of_class(&all[i])) {
            xb_lines_say(&f->lines, "class(%s), allocatable :: %s", all[i].type, all[i].name);
            continue;
        }
        xb_lines_say(&f->lines, "type(%s)%s :: %s%s", all[i].type,
                     is_dynamic      ? ", allocatable"
                     : first->target ? ", target"
                                     : "",
                     all[i].name,
                     is_dynamic ? xb_arena_format(plan->arena, "%.*s)", 3 * all[i].structure->rank - 1,
                                                  "(:, :, :, :, :, :, :, :, :, :, :, :, :, :, :")
                                : shape_of(plan, &all[i]));
    }
}

/* ---- values ---------------------------------------------------------------------------------------------
 */

/* Where the last part of a path with dimensions begins. */
static size_t last_ranked(const char *path)
{
    size_t begin = 0;
    for (size_t at = 0; path[at]; at += path[at] == '%') {
        const size_t length = strcspn(path + at, "%");
        if (xb_fortran_colons(path + at, length) > 0)
            begin = at;
        at += length;
    }
    return begin;
}

/* A member in the structure, where parts before the last one with dimensions have the loop's variable. */
static const char *inside(const check_plan *plan, const char *root, const char *path, bool loops)
{
    xb_text *text = xb_text_create(plan->arena);
    const size_t last = last_ranked(path);
    xb_output_put(xb_text_output(text), root);
    for (size_t at = strcspn(path, "(%"); path[at];)
        if (path[at] == '(') {
            if (loops && at < last)
                xb_output_put(xb_text_output(text), "(element)");
            at += strcspn(path + at, ")") + 1;
        } else {
            xb_output_char(xb_text_output(text), path[at++]);
        }
    return xb_text_join(text, NULL);
}

/* The name of a type of an object in the driver. */
static const char *type_of(const check_structure *structure, const xb_fortran_view *view)
{
    for (size_t v = 0; v < structure->types.count; v++)
        if (structure->structure->views.items[v] == view)
            return structure->types.items[v];
    return view->type;
}

/* An object of the type that is said; its derivatives are of the type that it has. */
static void allocate_object(const check_plan *plan, xb_fortran *f, const check_structure *structure)
{
    const check_structure *all = plan->structures.items;
    const char *before = "if";
    xb_lines_say(&f->lines, "if (allocated(%s)) deallocate(%s)", structure->name, structure->name);
    for (size_t k = 0; structure->kind != CHECK_ORIGINAL && k < plan->structures.count; k++)
        if (all[k].kind == CHECK_ORIGINAL &&
            strncmp(all[k].root, structure->root, strlen(all[k].root)) == 0 &&
            all[k].type == structure->type) {
            xb_lines_say(&f->lines, "allocate(%s, mold=%s)", structure->name, all[k].name);
            return;
        }
    for (size_t i = 0; i < structure->members.count; i++) {
        const xb_fortran_member *member = xb_fortran_member_of(structure->members.items[i]);
        const check_slot *slot = slot_of(plan, structure->members.items[i]);
        if (!member->is_test || !slot)
            continue;
        xb_lines_say(&f->lines, "%s (%s) then", before, slot->name);
        xb_lines_say(&f->lines, "  allocate(%s :: %s)", type_of(structure, member->view), structure->name);
        before = "else if";
    }
    xb_lines_say(&f->lines, "end if");
}

static const char *name_of(const check_slot *slot, check_kind kind)
{
    return kind == CHECK_ORIGINAL ? slot->name : kind == CHECK_ADJOINT ? slot->adjoint : slot->tangent;
}

static void move(const check_plan *plan, xb_fortran *f, const check_structure *structure,
                 const xb_source_variable *member, bool fills)
{
    const check_slot *slot = slot_of(plan, member);
    const char *path = xb_fortran_member_of(member)->path,
               *own = slot ? name_of(slot, structure->kind) : NULL;
    const xb_fortran_view *view = xb_fortran_member_of(member)->view;
    if (!own || xb_fortran_member_of(member)->is_test)
        return;
    const int outer = xb_fortran_colons(path, last_ranked(path)), rank = slot->storage->rank;
    if (outer > 1)
        check_refuse(
            (check_plan *)plan, slot->storage->symbol, "write a program that calls it",
            xb_arena_format(plan->arena, "%s is of several dimensions, which no driver passes", path));
    if (outer == 1) {
        const xb_bounds bounds = slot->storage->bounds[rank - 1];
        const char *colons = xb_arena_format(plan->arena, "%.*s", 3 * (rank - 1), ":, :, :, :, :, :, :, :, ");
        own = xb_arena_format(plan->arena, "%s(%selement)", own, colons);
        xb_lines_say(&f->lines, "do element = %lld, %lld", (long long)bounds.lower, (long long)bounds.upper);
        f->lines.depth++;
    }
    const char *part = inside(plan, view ? view->name : structure->name, path, outer == 1);
    if (view) {
        xb_lines_say(&f->lines, "select type (%s => %s)", view->name, structure->name);
        xb_lines_say(&f->lines, "class is (%s)", type_of(structure, view));
        f->lines.depth++;
    }
    xb_lines_say(&f->lines, "%s = %s", fills ? part : own, fills ? own : part);
    if (view) {
        f->lines.depth--;
        xb_lines_say(&f->lines, "end select");
    }
    if (outer == 1) {
        f->lines.depth--;
        xb_lines_say(&f->lines, "end do");
    }
}

void check_move_structures(const check_plan *plan, xb_fortran *f, check_kind kind, bool fills)
{
    const check_structure *all = plan->structures.items;
    for (size_t i = 0; i < plan->structures.count; i++) {
        const xb_source_variable *first = all[i].members.items[0];
        if (all[i].kind != kind)
            continue;
        if (fills && is_of_class(&all[i]))
            allocate_object(plan, f, &all[i]);
        if (fills && first->allocatable && all[i].structure->rank > 0) {
            xb_lines_say(&f->lines, "if (allocated(%s)) deallocate(%s)", all[i].name, all[i].name);
            xb_lines_say(&f->lines, "allocate(%s%s)", all[i].name, shape_of(plan, &all[i]));
        }
        for (size_t k = 0; k < all[i].members.count; k++)
            move(plan, f, &all[i], all[i].members.items[k], fills);
    }
}
