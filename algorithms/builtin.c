/*
 * The one table of algorithms. An algorithm joins the program by a line in here.
 */
#include "algorithms/builtin.h"

#include "algorithms/roundtrip/roundtrip.h"

const xb_algorithm *const xb_builtin_algorithms[] = {
    &xb_algorithm_roundtrip,
    NULL,
};
