/*
 * Type change keeps with each temporary what it is for. A copy of a whole array is passed with the subscripts
 * of the element that it was made for.
 */
#include "algorithms/associationbyname/conversions.h"

#include "algorithms/typechange/typechange.h"
#include "ir/build.h"

bool xb_conversion_is_needless(const xb_plain_conversions *conversions, const xb_symbol *symbol)
{
    const xb_conversion *conversion = xb_conversion_of(conversions->run, symbol);
    if (!conversion || conversions->sweep)
        return false;
    bool is_restored = conversions->reverse && conversion->formal;
    return !(is_restored && conversion->argument->constant);
}

xb_vertex *xb_conversion_original(const xb_plain_conversions *conversions, const xb_reference *reference)
{
    xb_program *program = xb_run_program(conversions->run);
    const xb_argument *argument = xb_conversion_of(conversions->run, reference->symbol)->argument;
    if (argument->constant)
        return xb_copy_vertex(program, &argument->constant->vertex);
    xb_reference *original = xb_copy_reference(program, argument->reference);
    if (reference->subscripts.count > 0)
        original->subscripts = xb_copy_reference(program, reference)->subscripts;
    return &original->vertex;
}
