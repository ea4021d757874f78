/*
 * Starters of MPI programs say so in the environment; which variables they set is their own business, but
 * each sets one of a few. Where none is set, MPI isn't even loaded. A starter of another MPI than the one
 * that is loaded starts processes that know nothing of each other; that shows in their number.
 */
#include "elimination/tool/team.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elimination/tool/mpi_bridge.h"
#include "base/module.h"

typedef const xb_mpi_bridge *table_function(void);

static const char module_name[] = "xaifbooster-mpi";

/* Of MPICH and its relatives; of Open MPI; of both under PMIx, as with Slurm. */
static const char *const signs[] = {"PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK"};

static const char *const sizes[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE"};

static bool is_started_by_mpi(void)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (getenv(signs[i]))
            return true;
    }
    return false;
}

/* Whether the starter says that there are other processes, too. */
static bool is_one_of_many(void)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *size = getenv(sizes[i]);
        if (size && strtoul(size, NULL, 10) > 1)
            return true;
    }
    return false;
}

static bool refuse(const char *problem)
{
    fprintf(stderr, "xaif-eliminate: error: can't load the module %s: %s\n  hint: %s\n", module_name, problem,
            "started by mpirun, the program needs that module, which is there when it was built with "
            "./configure --with-mpi; " XB_MODULE_FOLDERS);
    return false;
}

bool tool_team_join(tool_team *t)
{
    if (!is_started_by_mpi())
        return true;
    const char *problem = NULL;
    void *module = xb_module_open(module_name, &problem);
    if (!module)
        return refuse(problem);
    void *symbol = xb_module_symbol(module, "xb_mpi_bridge_table");
    if (!symbol)
        return refuse("it has no function xb_mpi_bridge_table");
    table_function *function;
    memcpy(&function, &symbol, sizeof function); /* ISO C has no cast from objects to functions */
    const xb_mpi_bridge *bridge = function();
    if (bridge->abi != XB_MPI_BRIDGE_ABI)
        return refuse("it belongs to another version");
    t->bridge = bridge;
    t->team = bridge->begin();
    if (t->team->size > 1 || !is_one_of_many())
        return true;
    bridge->end();
    fputs("xaif-eliminate: error: the processes don't find each other\n"
          "  hint: mpirun is of another MPI than the one that the program was built with\n",
          stderr);
    return false;
}

bool tool_team_leads(const tool_team *t)
{
    return !t->team || t->team->rank == 0;
}

static void spread(const tool_team *t, void *bytes, size_t size)
{
    t->team->spread(t->team->context, 0, bytes, size);
}

bool tool_team_any(const tool_team *t, bool holds)
{
    uint64_t count = holds;
    if (t->team)
        t->team->sum(t->team->context, &count, 1);
    return count > 0;
}

int tool_team_read(const tool_team *t, xb_document *document, const char *file)
{
    int error = tool_team_leads(t) ? xb_document_read(document, file) : 0;
    if (!t->team)
        return error;
    spread(t, &error, sizeof error);
    if (error)
        return error;
    uint64_t length = document->length;
    spread(t, &length, sizeof length);
    if (!tool_team_leads(t)) {
        document->text = malloc((size_t)length + 1);
        document->length = (size_t)length;
        error = document->text ? 0 : ENOMEM;
    }
    if (tool_team_any(t, error != 0))
        return ENOMEM;
    spread(t, document->text, document->length);
    return 0;
}

void tool_team_abandon(const tool_team *t, int status)
{
    if (t->team && t->team->size > 1)
        ((const xb_mpi_bridge *)t->bridge)->abandon(status);
}

int tool_team_leave(const tool_team *t, int status)
{
    if (!t->team)
        return status;
    spread(t, &status, sizeof status);
    ((const xb_mpi_bridge *)t->bridge)->end();
    return status;
}
