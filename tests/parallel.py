"""How much tests may do at the same time, and what does it."""

import concurrent.futures
import os

# As many as JOBS says, as for ./dev; else one a processor, but few, since suites run side by side, too.
COUNT = int(os.environ.get('JOBS') or min(os.cpu_count() or 1, 4))


def processes(count=COUNT):
    """A pool of processes; of threads, which take turns, where the system has no semaphores for processes (/dev/shm is missing, or closed to us)."""
    try:
        return concurrent.futures.ProcessPoolExecutor(count)
    except OSError:
        return concurrent.futures.ThreadPoolExecutor(count)


def threads(count=COUNT):
    """A pool of threads, for tests that mostly wait for programs."""
    return concurrent.futures.ThreadPoolExecutor(count)
