/**
 * @file
 * Ids of statements that are made for each operation of a program: they are kept as a name and a number, not
 * as texts, which would take as much memory as the statements. (See xb_assignment.)
 */
#ifndef XB_IR_STATEMENT_ID_H
#define XB_IR_STATEMENT_ID_H

#include "ir/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An id that is made. */
typedef struct xb_made_id {
    xb_id_form form; /**< how */
    const xb_name *name;
    uint32_t number; /**< below XB_ID_NUMBER_LIMIT */
} xb_made_id;

/** An id that is a stem followed by a number that counts up, per stem, in the whole program. */
xb_made_id xb_id_numbered(xb_program *program, const char *stem);

/** The id of the replacement of a part of a statement. @param number of the part, from 1 */
xb_made_id xb_id_of_replacement(xb_program *program, const xb_statement *statement, uint32_t number);

/** Gives an assignment an id. */
void xb_id_set(xb_assignment *assignment, xb_made_id id);

/** The id of a statement; NULL if it has none. @param arena for texts that are made */
const char *xb_statement_text(xb_arena *arena, const xb_statement *statement);

/** How the id of a statement is made; XB_ID_NAME if it is not. */
xb_made_id xb_id_of(const xb_statement *statement);

/** How many bytes an id takes at most, as a text with the zero at the end. */
size_t xb_id_room(xb_made_id id);

/** Puts an id, with a zero at the end, to where there is room for it. @return its length */
size_t xb_id_put(xb_made_id id, char *text);

/** Tells whether a text may be the id of an assignment of a program that is made in one of these ways. */
bool xb_id_may_be_made(const xb_program *program, const char *text);

#ifdef __cplusplus
}
#endif

#endif
