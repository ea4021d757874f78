/**
 * @file
 * xaif-eliminate as several processes, started by mpirun: the first one, the leader, reads and writes, all do
 * the same work, and searches share out their chains.
 */
#ifndef XB_ELIMINATION_TOOL_TEAM_H
#define XB_ELIMINATION_TOOL_TEAM_H

#include "elimination/elimination.h"
#include "base/document.h"

/** The processes. All zero is this process alone. */
typedef struct tool_team {
    const xb_search_team *team; /**< NULL if this process is alone */
    const void *bridge;         /**< private */
} tool_team;

/**
 * Joins the other processes if this one was started by mpirun, or by what its environment looks like.
 * @return whether that could be done; an error is printed if not
 */
bool tool_team_join(tool_team *t);

/** Whether this process is the one that reads and writes. */
bool tool_team_leads(const tool_team *t);

/** Whether something holds in any process. */
bool tool_team_any(const tool_team *t, bool holds);

/**
 * Gives all processes the file that the leader reads.
 * @param document all zero; must be freed in any case
 * @return as xb_document_read(), the same in all processes
 */
int tool_team_read(const tool_team *t, xb_document *document, const char *file);

/** Ends all processes, if there are others: they would wait for this one, which can't go on. */
void tool_team_abandon(const tool_team *t, int status);

/** Waits for the others. @return the leader's status */
int tool_team_leave(const tool_team *t, int status);

#endif
