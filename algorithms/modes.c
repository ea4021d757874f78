/*
 * The one table of modes. What a mode presets gives way to what the user says.
 */
#include "algorithm/mode.h"

#include <stddef.h>

static const xb_setting as_routines[] = {{"motions", "routines"}, {.name = NULL}};

/* Of the entry. */
static const xb_setting of_entry[] = {{"jacobian", NULL}, {.name = NULL}};

/* Adjoint code that can be differentiated again: directions are those of forward mode over it. */
static const xb_setting to_go_on[] = {
    {"keep-active", NULL}, {"directions", "1"}, {"combined", "none"}, {.name = NULL}};

static const char *const nothing[] = {NULL};
static const char *const by_name[] = {"associationbyname", NULL};
static const char *const forward[] = {"basicblockpreaccumulation", "associationbyname", NULL};
static const char *const reverse[] = {"basicblockpreaccumulationreverse", "associationbyname", NULL};

static const xb_transform_pass tangent[] = {{.algorithms = forward}, {.algorithms = NULL}};
static const xb_transform_pass adjoint[] = {{.algorithms = reverse, .presets = as_routines},
                                            {.algorithms = NULL}};
static const xb_transform_pass jacobian[] = {{.algorithms = by_name, .presets = of_entry},
                                             {.algorithms = NULL}};
static const xb_transform_pass hessian[] = {{.algorithms = reverse, .presets = as_routines, .own = to_go_on},
                                            {.algorithms = by_name},
                                            {.algorithms = NULL}};

static const xb_transform_pass plain[] = {{.algorithms = nothing}, {.algorithms = NULL}};

const xb_transform_mode xb_builtin_modes[] = {
    {.name = "plain", .summary = "the program itself, to be written in another language", .passes = plain},
    {.name = "tangent",
     .summary = "the product of the Jacobian and a vector, in forward mode",
     .passes = tangent},
    {.name = "adjoint",
     .summary = "the product of a vector and the Jacobian, such as a gradient, in reverse mode",
     .passes = adjoint},
    {.name = "jacobian",
     .summary = "a routine that computes the whole Jacobian of the entry, in the mode that takes fewer runs",
     .passes = jacobian},
    {.name = "hessian",
     .summary = "the product of second derivatives and a vector, in forward mode over reverse mode",
     .passes = hessian,
     .refused = "jacobian",
     .hint = "a whole Hessian is the Jacobian of the routine of a gradient, which --mode=jacobian "
             "--jacobian-mode=reverse --keep-active makes: run --mode=jacobian of that"},
    {.name = NULL}};
