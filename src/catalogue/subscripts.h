/**
 * @file
 * Ranks of intrinsics in subscripts, as far as only catalogues that were read know them.
 */
#ifndef XB_CATALOGUE_SUBSCRIPTS_H
#define XB_CATALOGUE_SUBSCRIPTS_H

#include "catalogue/catalogue.h"
#include "ir/program.h"

/**
 * Completes a program that was just read: intrinsics within subscripts that make scalars of arrays, according
 * to catalogues that were read, get the result shape scalar, unless the document says another one. Nothing is
 * looked at if no catalogue was read.
 * @param scratch working memory
 */
void xb_catalogue_complete_subscripts(const xb_catalogue *catalogue, xb_program *program, xb_arena *scratch);

#endif
