/**
 * @file
 * Grouping: decides whether an assignment can be taken into a sequence, and takes it.
 */
#ifndef XB_ALGORITHMS_FLATTENING_GROUPING_H
#define XB_ALGORITHMS_FLATTENING_GROUPING_H

#include "algorithms/flattening/flattening.h"
#include "analysis/locations.h"

/** What the options of flattening say. */
typedef struct xb_flattening_settings {
    bool per_statement;  /**< each assignment is a sequence */
    bool no_alias_split; /**< different targets of a block don't overlap */
} xb_flattening_settings;

/** What the options of a run say. */
const xb_flattening_settings *xb_flattening_settings_of(const xb_run *run);

/** The sequence under construction and what is needed to decide what fits into it. */
typedef struct xb_grouping xb_grouping;

/** Starts an empty sequence. The grouping lives in the run's scratch arena, the sequence in the program's. */
xb_grouping *xb_grouping_open(xb_run *run, xb_block_place place);

/** The sequence. */
xb_sequence *xb_grouping_sequence(const xb_grouping *grouping);

/** The locations that it has seen. What a location overlaps depends on the reference that it was made for, so
 * that whoever wants the same answers as the grouping has to ask for its locations. */
xb_location_table *xb_grouping_table(const xb_grouping *grouping);

/** Whether an assignment is in a sequence. */
typedef enum xb_grouping_outcome {
    XB_GROUPING_TAKEN,           /**< it is in the sequence */
    XB_GROUPING_NEW_SEQUENCE,    /**< it needs a new sequence */
    XB_GROUPING_SAVE_SUBSCRIPTS, /**< it changes what its own subscripts depend on: these have to be saved
                                    before */
    XB_GROUPING_REFUSED          /**< it can't be differentiated; reported */
} xb_grouping_outcome;

/** Takes an assignment into the sequence if that is possible; otherwise the sequence stays as it is. */
xb_grouping_outcome xb_grouping_take(xb_grouping *grouping, xb_assignment *assignment);

/**
 * Whether an assignment can be differentiated on its own, by code after it: it must not change what
 * subscripts of its active references depend on. The grouping is empty, and takes nothing.
 */
bool xb_grouping_can_stand_alone(xb_grouping *grouping, xb_assignment *assignment);

/** Takes a marker, which stays between the assignments around it. */
void xb_grouping_take_marker(xb_grouping *grouping, xb_statement *marker);

/** Completes the sequence: what is live after it, what is overwritten, what stays as it is. */
void xb_grouping_close(xb_grouping *grouping);

#endif
