/**
 * @file
 * Homes of elements of arrays: an element is pushed once after a loop in which neither the array nor what its
 * subscripts rest on changes, or at the end of the routine.
 *
 * A push must not read an element that is not there. It is if control comes to the place of the use whenever
 * it comes to the push: through bodies of loops that are run at least once, and no arms of branches. After a
 * loop, an element with constant subscripts within the declared bounds is there, too, if the array has
 * values.
 */
#ifndef XB_ALGORITHMS_TAPING_ELEMENTS_H
#define XB_ALGORITHMS_TAPING_ELEMENTS_H

#include "algorithms/taping/homes.h"

/** The home of the value that an element has at a place, which is a push, or of what is no element: none. */
xb_home xb_home_of_element(xb_homes *homes, const xb_reference *reference, xb_flow_point place);

#endif
