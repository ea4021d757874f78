/*
 * Nothing is derived before all is made, since versions are made of what stands for routines.
 */
#include "algorithms/taping/forms.h"

#include "algorithms/taping/given.h"
#include "ir/version.h"

typedef struct forms {
    xb_run *run;
    xb_program *program;
    const xb_plain *plain;
    const xb_form_maker *maker;
} forms;

xb_list xb_forms_routines(xb_program *program, const xb_plain *plain)
{
    xb_list routines = {.count = 0};
    for (size_t i = 0; i < program->routines.count; i++) {
        const xb_routine *routine = program->routines.items[i];
        if (routine->node.kind == XB_KIND_CONTROL_FLOW_GRAPH && xb_plain_is_listed(plain, routine))
            xb_list_append(program->arena, &routines, routine);
    }
    return routines;
}

/* @param made xb_routine: to be followed by the plain version, if there is one */
static void put(const forms *f, xb_routine *original, xb_list *made)
{
    xb_routine *plain = xb_plain_version(f->plain, original);
    if (plain)
        xb_list_append(f->program->arena, made, f->maker->make_plain(f->maker->context, original, plain));
    xb_derive(f->program, xb_current(original), made);
}

/* A routine that is only called within expressions keeps its name. */
static void put_plain(const forms *f, xb_routine *original)
{
    xb_list none = {.count = 0};
    if (original->node.kind != XB_KIND_CONTROL_FLOW_GRAPH || original->kept ||
        xb_plain_is_listed(f->plain, original))
        return;
    xb_plain_version(f->plain, original)->id = original->id;
    put(f, original, &none);
}

/* @param made receives an xb_list of each */
static xb_status make_all(const forms *f, const xb_list *routines, xb_node_map *made)
{
    const xb_list ordered = xb_given_order(f->maker->given, routines);
    xb_status worst = XB_STATUS_OK;
    for (size_t i = 0; i < ordered.count; i++) {
        xb_arena_reset(xb_run_scratch(f->run));
        xb_list *of_one = xb_node_map_make(f->program->arena, made, ordered.items[i], sizeof *of_one);
        xb_status status = f->maker->make(f->maker->context, ordered.items[i], of_one);
        if (!worst)
            worst = status;
    }
    return worst;
}

xb_status xb_forms_derive(xb_run *run, const xb_plain *plain, const xb_form_maker *maker)
{
    const forms f = {run, xb_run_program(run), plain, maker};
    const xb_list routines = xb_forms_routines(f.program, plain);
    xb_node_map made = {.values = {0}};
    xb_status status = make_all(&f, &routines, &made);
    if (status)
        return status;
    for (size_t i = 0; i < routines.count; i++)
        put(&f, routines.items[i], xb_node_map_get(&made, routines.items[i]));
    for (size_t i = 0; i < f.program->routines.count; i++)
        put_plain(&f, f.program->routines.items[i]);
    if (maker->join)
        maker->join(maker->context);
    else
        xb_versions_join(f.program);
    return XB_STATUS_OK;
}
