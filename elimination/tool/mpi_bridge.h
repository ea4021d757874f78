/**
 * @file
 * What the module xaifbooster-mpi and team.c agree on. MPI takes longer to load than most runs of
 * xaif-eliminate, so that it is in a module of its own, which is loaded when the program was started by
 * mpirun.
 */
#ifndef XB_ELIMINATION_TOOL_MPI_BRIDGE_H
#define XB_ELIMINATION_TOOL_MPI_BRIDGE_H

#include "elimination/elimination.h"

/** Number of this interface, xb_search_team included; to be increased with each change. */
enum { XB_MPI_BRIDGE_ABI = 1 };

/** The functions. What goes wrong in MPI ends all processes. */
typedef struct xb_mpi_bridge {
    uint32_t abi;                         /**< XB_MPI_BRIDGE_ABI of the module */
    const xb_search_team *(*begin)(void); /**< starts MPI; once */
    void (*end)(void);                    /**< ends MPI, when all processes are there */
    void (*abandon)(int status);          /**< ends all processes with this status */
} xb_mpi_bridge;

/** The module's one symbol. */
const xb_mpi_bridge *xb_mpi_bridge_table(void);

#endif
