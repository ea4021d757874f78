/**
 * @file
 * Origins: where statements, branches and loops that are made come from.
 *
 * Whoever makes them says once on whose behalf: for which pass, and for which lines of the source. As
 * long as a program keeps them, every statement that is built (ir/build.h), and each branch and loop that is
 * added to control flow, gets them as tags:
 *
 * | tag | says |
 * | --- | --- |
 * | `pass=NAME` | which pass made it |
 * | `line=N`, `line=N-M` | for which lines of the source |
 * | `partial=NAME:P` | it computes the partial derivative of an intrinsic by its operand P |
 * | `tape=NAME` | it pushes what is popped into that variable, pops it, or goes by it |
 *
 * A program keeps none unless it is told to, and all functions do nothing then.
 */
#ifndef XB_IR_PROVENANCE_H
#define XB_IR_PROVENANCE_H

#include "ir/program.h"
#include "ir/statement.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Statements that are made from now on get their provenance as tags. */
void xb_provenance_keep(xb_program *program);

/** Statements are made by a pass from now on, for no line. @return the pass before, for
 * xb_provenance_restore()
 */
xb_provenance xb_provenance_enter(xb_program *program, const char *pass);

/** Statements are made for what they were made for when the provenance was returned. */
void xb_provenance_restore(xb_program *program, xb_provenance before);

/** Statements are made for the lines of two statements, and those between them, from now on: lines of the
 * source, or those that they were made for. */
void xb_provenance_between(xb_program *program, const xb_statement *first, const xb_statement *last);

/** Statements are made for the lines of a statement from now on. */
void xb_provenance_of(xb_program *program, const xb_statement *statement);

/** The same of a statement, or of a vertex of control flow. */
void xb_provenance_of_node(xb_program *program, const xb_node *node);

/** Statements that are made from now on have the provenance of a statement, if that has one. */
void xb_provenance_as(xb_program *program, const xb_statement *statement);

/** Gives a node that can have tags its provenance; the builders do that. */
void xb_provenance_note(xb_program *program, const xb_node *node);

/** Gives a statement the tags of another one that it stands for. Its own provenance stays unless that one has
 * been made, too. */
void xb_provenance_stand_in(xb_program *program, const xb_statement *statement, const xb_statement *original);

/** Adds to the provenance of a node what it does. @param tag a name @param format of the value */
void xb_provenance_add(xb_program *program, const xb_node *node, const char *tag, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#ifdef __cplusplus
}
#endif

#endif
