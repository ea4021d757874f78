/*
 * Type change keeps with each temporary what it is for. A copy of a whole array is passed with the subscripts
 * of the element that it was made for.
 */
#include "algorithms/associationbyname/conversions.h"

#include "algorithms/typechange/typechange.h"
#include "analysis/effects.h"
#include "analysis/footprints.h"
#include "analysis/summaries.h"
#include "ir/build.h"
#include "ir/declaration.h"
#include "ir/version.h"

static const xb_conversion *find(const xb_plain_conversions *conversions, const xb_symbol *symbol)
{
    if (conversions->version)
        symbol = xb_version_origin(xb_run_program(conversions->run), conversions->version, symbol);
    return xb_conversion_of(conversions->run, symbol);
}

/* Whether an argument is a number that the routine only reads: what is passed may be of intent in. */
static bool is_read_only(const xb_plain_conversions *conversions, const xb_formal *formal)
{
    const xb_footprints *effects = xb_effects_of(xb_run_analyses(conversions->run));
    return formal->symbol->rank == 0 && !xb_effects_modifies(effects, formal);
}

/* Whether an argument is a constant, which no routine can restore. */
static bool is_constant(const xb_argument *argument)
{
    return argument->constant || (argument->reference && xb_symbol_is_parameter(argument->reference->symbol));
}

bool xb_conversion_is_one(const xb_plain_conversions *conversions, const xb_symbol *symbol)
{
    return find(conversions, symbol) != NULL;
}

bool xb_conversion_is_needless(const xb_plain_conversions *conversions, const xb_symbol *symbol)
{
    const xb_conversion *conversion = find(conversions, symbol);
    if (!conversion || conversions->sweep)
        return false;
    bool is_restored = conversions->reverse && conversion->formal;
    return !(is_restored &&
             (is_constant(conversion->argument) || is_read_only(conversions, conversion->formal)));
}

bool xb_conversion_is_unused(const xb_plain_conversions *conversions, const xb_symbol *symbol)
{
    const xb_conversion *conversion = find(conversions, symbol);
    if (!conversion || !conversion->formal)
        return false;
    const xb_footprints *footprints = xb_footprints_of(xb_run_analyses(conversions->run));
    const xb_formal_use use = xb_formal_use_of(footprints, conversion->formal);
    return !use.exposed && !use.modified;
}

static xb_visit lead_to_version(xb_walk *walk, xb_node *node, void *context)
{
    xb_reference *reference = (xb_reference *)node;
    reference->symbol = xb_version_symbol(xb_walk_program(walk), context, reference->symbol);
    return XB_VISIT_CONTINUE;
}

/* A reference, with all in its subscripts, as a version has it. */
static void use_version(const xb_plain_conversions *conversions, xb_reference *reference)
{
    static const xb_visitor visitor = {.enter = {[XB_KIND_VARIABLE_REFERENCE] = lead_to_version}};
    if (conversions->version)
        xb_traverse(xb_run_program(conversions->run), xb_run_scratch(conversions->run),
                    &reference->vertex.node, &visitor, (void *)conversions->version);
}

xb_vertex *xb_conversion_original(const xb_plain_conversions *conversions, const xb_reference *reference)
{
    xb_program *program = xb_run_program(conversions->run);
    const xb_argument *argument = find(conversions, reference->symbol)->argument;
    if (argument->constant)
        return xb_copy_vertex(program, &argument->constant->vertex);
    xb_reference *original = xb_copy_reference(program, argument->reference);
    use_version(conversions, original);
    if (reference->subscripts.count > 0)
        original->subscripts = xb_copy_reference(program, reference)->subscripts;
    return &original->vertex;
}
