/**
 * @file
 * Which elements of an actual argument a routine gets, written as sections.
 */
#ifndef XB_ALGORITHMS_TYPECHANGE_PASSED_H
#define XB_ALGORITHMS_TYPECHANGE_PASSED_H

#include "ir/program.h"

/** The number of elements of a variable; 0 if it is not known. */
int64_t xb_element_count(const xb_symbol *symbol);

/**
 * The elements that stand for a formal argument (sequence association): those from an element on, or the
 * first ones of an array or section, in Fortran's order of elements.
 * @param actual the actual argument
 * @param element whether it is an element that an array begins with
 * @param count how many elements there are; 0, of an element only: all after it, which can always be written
 * @param sections receives references (xb_reference) to disjoint parts, which share nothing with the actual
 * @return whether the elements can be written as sections: where they begin must be known in all dimensions
 * that they don't fill, but for the last one of a vector
 */
bool xb_passed_sections(xb_program *program, const xb_reference *actual, bool element, int64_t count,
                        xb_list *sections);

#endif
