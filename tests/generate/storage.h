/**
 * @file
 * Which storage references touch: virtual addresses, and the elements within variables.
 */
#ifndef XB_TESTS_GENERATE_STORAGE_H
#define XB_TESTS_GENERATE_STORAGE_H

#include "program.h"

/** How much a front end knows of arrays. */
typedef enum gen_style {
    GEN_STYLE_VARIABLE, /**< an address for each element, but references to parts may be to any of them */
    GEN_STYLE_ELEMENT,  /**< constant subscripts are seen through */
    GEN_STYLE_SINGLE    /**< an array has one address */
} gen_style;

/** Addresses of variables. */
typedef struct gen_storage {
    const gen_program *program;
    gen_style style;
    int *address; /**< by variable */
    int *joints;  /**< by number of a group of formals: its address */
    int *joint;   /**< by routine: the address of what its joint formals share */
    bool *mixed;  /**< by variable: shares its one address with something of another size */
    int end;      /**< the first address that is free */
} gen_storage;

/** Gives addresses to all variables. */
gen_storage gen_storage_of(xb_arena *arena, const gen_program *program, gen_style style);

/**
 * Appends the offsets (from 0) of the elements of its variable that a reference selects.
 * @return false if they are not known; nothing is appended then
 */
bool gen_offsets(xb_arena *arena, const gen_program *program, int reference, gen_numbers *offsets);

/** Appends the addresses that a reference may touch. @return whether it certainly touches all of them */
bool gen_cells(xb_arena *arena, const gen_storage *storage, int reference, gen_numbers *cells);

/** Appends all addresses of a variable. @return whether they belong to it alone, or all to another one */
bool gen_cells_of(xb_arena *arena, const gen_storage *storage, int variable, gen_numbers *cells);

#endif
