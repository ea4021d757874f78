/**
 * @file
 * Which elements of an actual argument a routine gets, written as sections.
 */
#ifndef XB_ALGORITHMS_SUPPORT_PASSED_H
#define XB_ALGORITHMS_SUPPORT_PASSED_H

#include "analysis/analyses.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The number of elements of a variable; 0 if it is not known. */
int64_t xb_element_count(const xb_symbol *symbol);

/** Likewise, of a formal argument; 0 if it is of assumed size (assumed_size.h). */
int64_t xb_formal_count(xb_analyses *analyses, const xb_symbol *formal);

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

/** An actual argument, the formal one that it is passed for, and what of it the callee gets. */
typedef struct xb_passing {
    const xb_reference *actual;
    const xb_formal *formal;
    bool begins;  /**< an element that an array begins with */
    bool open;    /**< an array whose extents the formal argument does not tell */
    bool cut_off; /**< an array that begins at an element, of which only that can be written as a section */
    bool vague;   /**< the first elements of an array, which can't be written as a section */
    xb_list sections; /**< xb_reference: what the callee certainly gets; if that is vague, all of which it
                         gets some */
} xb_passing;

/**
 * Finds what of an actual argument the callee gets. An array of unknown extents that begins at an element has
 * this element only, since work arrays are cut into pieces like this.
 * @param scratch where the sections are listed
 * @return the passing; the actual argument itself may be among the sections
 */
xb_passing xb_passing_of(xb_analyses *analyses, xb_arena *scratch, const xb_reference *actual,
                         const xb_formal *formal);

/** Whether two arguments of one call have storage in common. */
xb_overlap xb_overlap_of_passed(xb_analyses *analyses, xb_arena *scratch, const xb_passing *a,
                                const xb_passing *b);

#ifdef __cplusplus
}
#endif

#endif
