/**
 * @file
 * The options of taping.
 */
#ifndef XB_ALGORITHMS_TAPING_SETTINGS_H
#define XB_ALGORITHMS_TAPING_SETTINGS_H

#include <stdbool.h>

/** What is pushed to have the entries of a local Jacobian in the adjoint sweep. */
typedef enum xb_tape_strategy {
    XB_TAPE_JACOBIAN, /**< the entries */
    XB_TAPE_VALUES,   /**< what they are computed from, wherever that can be had */
    XB_TAPE_AUTO      /**< what is cheaper, sequence by sequence */
} xb_tape_strategy;

/** What the options say. */
typedef struct xb_tape_settings {
    xb_tape_strategy strategy;
    bool everything; /**< push all that is needed where it is needed, whether or not it changes */
    bool initialise; /**< derivatives of local variables are not zero by themselves */
    bool combined;   /**< the adjoint sweep follows the taping sweep in one routine */
} xb_tape_settings;

#endif
