/*
 * --verify: judging what a transformation has made, before it is put in its place.
 */
#ifndef XB_DRIVER_JUDGING_H
#define XB_DRIVER_JUDGING_H

#include "base/text.h"
#include "driver/command_line.h"
#include "verify/native/native.h"

/* A judgement that is asked for. */
typedef struct judging {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    const command_line *line;
    messages *messages;                /* where what was reported is said before the verdict */
    const xb_transform_report *report; /* of the transformation that is judged */
    xb_case description;
    size_t pass;              /* number of the pass of the mode, from 0 on */
    xb_program *transformed;  /* owned: what was written, read back */
    xb_program *original;     /* owned: what it was made of, to be compiled */
    struct xb_native *native; /* owned: what is compiled */
    xb_list verdicts;         /* text of each that was not written yet */
    bool bad;                 /* a verdict is bad */
} judging;

/* Reads the case, if there is one. What is asked for is complete then. */
xb_status prepare_judging(judging *work);

/*
 * Judges what a pass has made, and writes the verdict. Returns XB_STATUS_OK if the document may be put in its
 * place; XB_STATUS_INVALID without any report if it must not because the verdict is bad.
 */
xb_status perform_judging(judging *work, xb_program *program, const char *text, size_t length);

/* Adds the text of a verdict to a list, and that on compiled code. @param native NULL: nothing was compiled
 */
void keep_verdict(xb_arena *arena, xb_list *texts, const xb_verdict *verdict, const xb_native_verdict *native,
                  xb_verdict_format format);

/* Puts the texts of verdicts; several ones in JSON are an array. */
void put_verdicts(xb_output *output, const xb_list *texts, xb_verdict_format format);

/* Frees what a judgement holds. */
void release_judging(judging *work);

#endif
