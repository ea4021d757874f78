/**
 * @file
 * Conversions of arguments, which a program without active types hardly needs.
 *
 * Their temporaries have derivatives where what is passed has none. The values of variables are passed as
 * they are, but for constants and for numbers that the routine only reads, where arguments are restored. In
 * adjoint sweeps temporaries stand for them all the same: what subscripts were is not known there.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_CONVERSIONS_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_CONVERSIONS_H

#include "algorithm/algorithm.h"

/** Which conversions of a program are needed. */
typedef struct xb_plain_conversions {
    xb_run *run;
    bool reverse;              /**< the program has adjoint sweeps, in which arguments are restored */
    bool sweep;                /**< this is one of them */
    const xb_routine *version; /**< this is a version with symbols of its own; else NULL */
} xb_plain_conversions;

/** Whether a variable is a temporary that an argument was converted to. */
bool xb_conversion_is_one(const xb_plain_conversions *conversions, const xb_symbol *symbol);

/** Whether a variable is a temporary whose value nobody needs, since what it was made for is passed. */
bool xb_conversion_is_needless(const xb_plain_conversions *conversions, const xb_symbol *symbol);

/** Whether a variable is a temporary that the routine neither reads nor modifies: what it stands for may
 * never have been set. */
bool xb_conversion_is_unused(const xb_plain_conversions *conversions, const xb_symbol *symbol);

/** What a reference to a needless temporary stands for, as a new vertex. */
xb_vertex *xb_conversion_original(const xb_plain_conversions *conversions, const xb_reference *reference);

#endif
