/**
 * @file
 * Hosts: a routine whose scope lies within that of another routine, its host, uses the host's variables.
 */
#ifndef XB_ALGORITHMS_SUPPORT_HOSTS_H
#define XB_ALGORITHMS_SUPPORT_HOSTS_H

#include "algorithm/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Procedures, by the node indices of their scopes. */
typedef xb_node_map xb_hosts;

/** Adds the procedures of a list (xb_routine). Modules are none, which have no control flow: what is in them
 * is seen from everywhere. */
void xb_hosts_add(xb_hosts *hosts, xb_arena *arena, const xb_list *routines);

/** The host of a routine, NULL if it has none. */
const xb_routine *xb_host_of(const xb_hosts *hosts, const xb_routine *routine);

/** What keeps routines that are made of a routine from standing beside it, in scopes of their own, as the
 * rest of a sentence about it; NULL: nothing. */
const char *xb_siblings_obstacle(const xb_routine *routine);

/**
 * Checks that routines that lie within a host, as the program is now, are called only from within this host:
 * elsewhere they would use other variables than those of the caller.
 * @param hint a way out
 * @return XB_STATUS_UNSUPPORTED if there is such a call, which is reported
 */
xb_status xb_hosts_check(xb_run *run, const char *hint);

#ifdef __cplusplus
}
#endif

#endif
