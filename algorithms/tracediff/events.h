/**
 * @file
 * What writes events of a trace, as statements.
 */
#ifndef XB_ALGORITHMS_TRACEDIFF_EVENTS_H
#define XB_ALGORITHMS_TRACEDIFF_EVENTS_H

#include "algorithm/algorithm.h"
#include "ir/runtime_call.h"

/** Where events go. */
typedef struct xb_event_writer {
    xb_run *run;
    xb_program *program;
    xb_scope *scope;     /**< of temporaries */
    xb_place place;      /**< of what is traced, for warnings */
    xb_list *statements; /**< receives statements */
} xb_event_writer;

/** Writes an event without number. */
void xb_event(const xb_event_writer *writer, xb_runtime_code code);

/** Writes an event with a number. @param number an expression vertex of integer type, taken over */
void xb_event_number(const xb_event_writer *writer, xb_runtime_code code, void *number);

/** Writes the event that something with a name begins in a source line. */
void xb_event_call(const xb_event_writer *writer, const char *name, uint64_t line);

/** Whether an expression has array accesses. */
bool xb_has_accesses(const xb_event_writer *writer, const void *node);

/** Writes, for each array access in an expression, or a reference, what its subscripts are. A subscript that
 * can't be evaluated once more is left out, with a warning. */
void xb_event_accesses(const xb_event_writer *writer, const void *node);

/** Whether a statement was made by these functions, or is an assignment to a temporary for one of them. */
bool xb_is_event(xb_program *program, const xb_statement *statement);

/** variable = value, as a statement among events. @param value taken over */
void xb_event_assign(const xb_event_writer *writer, xb_symbol *variable, xb_expression *value);

#endif
