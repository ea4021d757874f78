/*
 * A document is read as a whole before anything of it is added; its formulas may use what the catalogue has.
 */
#include "languages/xaif/catalogue.h"

#include "languages/xaif/catalogue_reader.h"

static const xb_inlinable *find_known(const void *context, const char *name)
{
    return xb_catalogue_inlinable_called(context, name);
}

xb_status xb_catalogue_read(xb_catalogue *catalogue, xb_diagnostics *diagnostics, const char *file)
{
    xb_catalogue_items items;
    xb_catalogue_known known = {find_known, catalogue};
    xb_status status = xb_catalogue_parse(xb_catalogue_arena(catalogue), diagnostics, file, &known, &items);
    if (status == XB_STATUS_OK)
        xb_catalogue_add(catalogue, &items);
    return status;
}
