/*
 * The only file that includes MPI. Its errors are fatal by default: it prints them and ends all processes.
 *
 * MPI waits by asking again and again, which takes the processor from those who are waited for where there
 * are more processes than processors. So in here who waits for long goes to sleep in between.
 */
#include "elimination/tool/mpi_bridge.h"

#include <limits.h>
#include <mpi.h>
#include <time.h>

/* Questions before the first sleep. */
enum { PATIENCE = 2000 };

static void wait_for(MPI_Request request)
{
    static const struct timespec nap = {.tv_nsec = 50000};
    for (int asked = 0, done = 0; !done; asked++) {
        if (asked > PATIENCE)
            nanosleep(&nap, NULL);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
}

static void sum(void *context, uint64_t *numbers, size_t count)
{
    (void)context;
    for (size_t done = 0; done < count;) {
        size_t left = count - done, some = left < INT_MAX ? left : INT_MAX;
        MPI_Request request;
        MPI_Iallreduce(MPI_IN_PLACE, numbers + done, (int)some, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
                       &request);
        wait_for(request);
        done += some;
    }
}

static void spread(void *context, uint32_t from, void *bytes, size_t size)
{
    (void)context;
    for (size_t done = 0; done < size;) {
        size_t left = size - done, some = left < INT_MAX ? left : INT_MAX;
        MPI_Request request;
        MPI_Ibcast((char *)bytes + done, (int)some, MPI_BYTE, (int)from, MPI_COMM_WORLD, &request);
        wait_for(request);
        done += some;
    }
}

/* Only the thread that calls this one calls the others. */
static const xb_search_team *begin(void)
{
    static xb_search_team team = {.sum = sum, .spread = spread};
    int rank, size, provided;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    team.rank = (uint32_t)rank;
    team.size = (uint32_t)size;
    return &team;
}

static void end(void)
{
    MPI_Finalize();
}

static void abandon(int status)
{
    MPI_Abort(MPI_COMM_WORLD, status);
}

const xb_mpi_bridge *xb_mpi_bridge_table(void)
{
    static const xb_mpi_bridge table = {XB_MPI_BRIDGE_ABI, begin, end, abandon};
    return &table;
}
