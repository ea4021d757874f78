#!/usr/bin/env python3
"""Optima of vertex, edge and face elimination on random graphs, by tests/exhaustive and by xaif-eliminate --prove.

    eliminate_exact.py [GRAPHS [STATES]]

GRAPHS random graphs of up to 8 intermediates, of which those are compared that the exhaustive search gets through with
at most STATES states.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

BUILD = os.environ["XB_TOP_BUILDDIR"]
PROGRAM = os.path.join(BUILD, "inplace", "xaif-eliminate")
EXHAUSTIVE = os.path.join(BUILD, "tests", "exhaustive", "exhaustive")
KINDS = ("vertices", "edges", "faces")
MOST_INTERMEDIATES = 8
ONE_RUN = 200  # graphs


def random_edges(rng, first, last, count, more):
    """Edges such that each vertex is on the way from an independent to a dependent, and some more."""
    edges = {(rng.randrange(min(v, last)), v) for v in range(first, count)}
    edges |= {(v, rng.randrange(max(v + 1, first), count)) for v in range(last)}
    for _ in range(rng.randint(0, more)):
        v = rng.randrange(first, count)
        edges.add((rng.randrange(min(v, last)), v))
    return edges


def random_graph(rng):
    """The text of a graph file. In one of five, all ways go through an edge at whose ends there is much to do, so that
    edges and faces are of more use. Now and then a dependent has successors."""
    narrow = rng.random() < 0.2
    first = 2 if narrow else rng.randint(1, 3)
    last = first + (2 if narrow else rng.randint(1, MOST_INTERMEDIATES))
    count = last + (rng.randint(3, 4) if narrow else rng.randint(1, 3))
    if narrow:
        edges = {(v, first) for v in range(first)} | {(v, v + 1) for v in range(first, last - 1)}
        edges |= {(last - 1, v) for v in range(last, count)}
        edges |= {(rng.randrange(last - 1), rng.randrange(last, count)) for _ in range(rng.randint(1, 2))}
    else:
        edges = random_edges(rng, first, last, count, 4)
    ends = list(range(last, count))
    if rng.random() < 0.2:
        ends.append(rng.randrange(first, last))
    head = f"{count} {first} {len(ends)}\n{' '.join(map(str, ends))}\n"
    return head + "".join(f"{a} {b}\n" for a, b in sorted(edges))


def exhaustive(paths, states):
    """For each graph and kind, the optimum, or None if it took too many states."""
    text = subprocess.run([EXHAUSTIVE, str(states), *paths], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [[None if word == "-" else int(word) for word in line.split()] for line in text.splitlines()]


def proven(paths):
    """For each graph and kind, the lower bound and the cost."""
    columns = []
    for kind in KINDS:
        command = [PROGRAM, "--json", "--order=best", f"--search={kind}", "--search-steps=200", "--prove=100000"]
        reports = json.loads(subprocess.run([*command, *paths], check=True, stdout=subprocess.PIPE).stdout)
        columns.append([(r["lower_bound"], r["results"][-1]["structural_multiplications"]) for r in reports])
    return list(zip(*columns))


def main():
    graphs = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    states = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    rng = random.Random(1)
    compared, wrong, unproven, finer = [0, 0, 0], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, graphs, ONE_RUN):
            paths = []
            for number in range(begin, min(begin + ONE_RUN, graphs)):
                paths.append(os.path.join(folder, f"{number}.graph"))
                with open(paths[-1], "w", encoding="ascii") as file:
                    file.write(random_graph(rng))
            for path, optima, found in zip(paths, exhaustive(paths, states), proven(paths)):
                finer += min(cost for cost in optima if cost is not None) < optima[0]
                for kind, (optimum, (bound, cost)) in enumerate(zip(optima, found)):
                    unproven += bound < cost
                    if optimum is None:
                        continue
                    compared[kind] += 1
                    if not bound <= optimum <= cost or bound == cost != optimum:
                        wrong += 1
                        with open(path, encoding="ascii") as file:
                            print(f"{KINDS[kind]}: {bound} to {cost}, exhaustive search says {optimum}:\n{file.read()}",
                                  file=sys.stderr)
    counts = ", ".join(f"{count} by {kind}" for count, kind in zip(compared, KINDS))
    print(f"{graphs} graphs; compared: {counts}; {wrong} wrong, {unproven} not proven; "
          f"vertices are not enough on {finer} of these")
    sys.exit(wrong > 0 or min(compared) < graphs // 3)


if __name__ == "__main__":
    main()
