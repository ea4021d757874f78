/**
 * @file
 * Tags: names with optional values that front ends, back ends and algorithms give to symbols, routines,
 * statements, and branches and loops, in documents as tags="name other=value".
 *
 * The engine keeps them and reads none but its own, of names that begin with `xb.`. They are a table beside
 * the nodes, so that a program without tags has neither memory nor time to pay for them. Copies of a node
 * have its tags, and so have what versions of routines make of symbols and routines, and the statements that
 * xb_build_stand_in() says stand for another one.
 */
#ifndef XB_IR_TAGS_H
#define XB_IR_TAGS_H

#include "ir/program.h"

/** Tags of routines that are motions, which one and of which routine; of calls that lead to them, which call
 * they were. */
#define XB_TAG_MOTION  "xb.motion"
#define XB_TAG_ROUTINE "xb.routine"
#define XB_TAG_CALL    "xb.call"

/** Values of XB_TAG_MOTION. */
#define XB_TAG_RECORDING "recording"
#define XB_TAG_RETURNING "returning"
#define XB_TAG_JOINT     "joint"
#define XB_TAG_COMBINED  "combined"

/** Tag of a routine that is the passive version of another one: which. */
#define XB_TAG_PASSIVE "xb.passive"

/** Tag of a routine that stands for calls by a rule: the name of that. */
#define XB_TAG_RULE "xb.rule"

/** Tag of a routine that a part of another one became: which. */
#define XB_TAG_PART "xb.part"

/** Tags of a routine that computes a Jacobian in one call: of which routine, and the names of the variables
 * that have rows and columns, separated by commas. */
#define XB_TAG_JACOBIAN "xb.jacobian"
#define XB_TAG_ROWS     "xb.rows"
#define XB_TAG_COLUMNS  "xb.columns"

/** Tags of the symbol of the routine that a program begins with, if derivatives are only right of some
 * variables by some: the names of these, separated by commas. */
#define XB_TAG_INDEPENDENTS "xb.independents"
#define XB_TAG_DEPENDENTS   "xb.dependents"

/** Tags of the symbol of a routine that is to be differentiated, as the source says: names of variables,
 * separated by commas, that are independent and dependent where users don't name any. */
#define XB_TAG_WANTED_INDEPENDENTS "xb.wanted_independents"
#define XB_TAG_WANTED_DEPENDENTS   "xb.wanted_dependents"

/** Tag of a call that is weak in reverse mode (algorithms/motions/marks.h), and its value. */
#define XB_TAG_REVERSAL "xb.reversal"
#define XB_TAG_WEAK     "weak"

/** Tag of a loop that is to be reversed by checkpoints: how, as in options. */
#define XB_TAG_CHECKPOINT "xb.checkpoint"

/** Tag of a variable that holds the derivatives of another one of its scope: the name of that. Several of
 * them are those of several directions, in their order. */
#define XB_TAG_DERIVATIVE "xb.derivative"

#ifdef __cplusplus
extern "C" {
#endif

/** One tag of a list. Texts are parts of the list, not ended by a zero. */
typedef struct xb_tag {
    const char *name;
    size_t name_length;
    const char *value; /**< NULL if it has none */
    size_t value_length;
} xb_tag;

/** Tells whether the elements that the nodes of a kind are written as can have tags. */
bool xb_kind_has_tags(xb_kind kind);

/**
 * Reads the next tag of a list. A tag is a name, or name=value: names have letters, digits and _ - . : and do
 * not begin with a digit, - . or :; values are texts without blanks. Blanks separate tags.
 * @param rest where to go on, moved past the tag
 * @return false if there is no further tag, *rest is at the end then, or at what is no tag
 */
bool xb_tag_next(const char **rest, xb_tag *tag);

/** The list of tags of a node, as in the document; NULL if it has none. */
const xb_name *xb_tags_get(const xb_program *program, const xb_node *node);

/** Looks for a tag of a node by its name. @param tag receives it; the first, if there are several */
bool xb_tags_find(const xb_program *program, const xb_node *node, const char *name, xb_tag *tag);

/** Sets the list of tags of a node. @param tags a valid list, a name of the program; NULL or empty: none */
void xb_tags_set(xb_program *program, const xb_node *node, const xb_name *tags);

/** Adds a tag to those that a node has. @param name a valid name @param value without blanks; NULL: none */
void xb_tags_add(xb_program *program, const xb_node *node, const char *name, const char *value);

/** Takes the tags of a name from a node. */
void xb_tags_remove(xb_program *program, const xb_node *node, const char *name);

/** Gives a node the tags of another one, instead of those it has. */
void xb_tags_copy(xb_program *program, const xb_node *to, const xb_node *from);

#ifdef __cplusplus
}
#endif

#endif
