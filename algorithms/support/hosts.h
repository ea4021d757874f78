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
