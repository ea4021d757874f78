/**
 * @file
 * Names of routines that propagate tangents: f_d of f.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_TANGENT_NAMES_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_TANGENT_NAMES_H

#include "algorithm/algorithm.h"
#include "algorithms/taping/callees.h"

/**
 * Gives the versions of procedures new names, by which they call each other, and has them say by tags whose
 * tangents they propagate. Functions within expressions have plain versions, which compute values, and keep
 * their names; so do routines that are kept as they are.
 * @param callees of the program that the versions were made of
 * @param suffix what follows the names of routines; empty: they stay
 */
void xb_tangents_rename(xb_run *run, const xb_callees *callees, const char *version_name, const char *suffix);

#endif
