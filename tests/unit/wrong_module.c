/*
 * A module of the same name as the bridge to igraph, but with another number of interface, for test_analysis.
 */
#include "graph/igraph_bridge.h"

const xb_igraph_bridge *xb_igraph_bridge_table(void)
{
    static const xb_igraph_bridge table = {.abi = XB_IGRAPH_BRIDGE_ABI + 1};
    return &table;
}
