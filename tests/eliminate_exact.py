#!/usr/bin/env python3
"""Optima of edge and face elimination on small random graphs, by exhaustive search here and by xaif-eliminate --prove.

A line is the set of the paths that it stands for, so that equal states are found whatever led to them.
An argument gives another number of graphs.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

PROGRAM = os.path.join(os.environ["XB_TOP_BUILDDIR"], "xaif-eliminate")
MOST_STATES = 3000
GRAPHS = int(sys.argv[1]) if len(sys.argv) > 1 else 150


def random_graph(rng):
    """A graph of up to two independents, three intermediates and three dependents: (independents, intermediates,
    dependents, edges)."""
    independents, intermediates, dependents = rng.randint(1, 2), rng.randint(1, 3), rng.randint(1, 3)
    first, last = independents, independents + intermediates
    count = last + dependents
    edges = set()
    for v in range(first, count):
        edges.add((rng.randrange(min(v, last)), v))
    for v in range(last):
        edges.add((v, rng.randrange(max(v + 1, first), count)))
    for _ in range(rng.randint(0, 2)):
        v = rng.randrange(first, count)
        edges.add((rng.randrange(min(v, last)), v))
    return independents, intermediates, dependents, sorted(edges)


def text_of(graph):
    """The graph file."""
    independents, intermediates, dependents, edges = graph
    first = independents + intermediates
    lines = [f"{first + dependents} {independents} {dependents}", " ".join(str(first + d) for d in range(dependents))]
    return "\n".join(lines + [f"{a} {b}" for a, b in edges]) + "\n"


def cheapest(start, moves):
    """The least cost from a state to one without moves; moves(state) gives (cost, state). None if there are too many
    states."""
    best, stacks, cost = {start: 0}, [[start]], 0
    while True:
        while cost == len(stacks) or not stacks[cost]:
            cost += 1
            if cost >= len(stacks):
                raise AssertionError("no end")
        state = stacks[cost].pop()
        if best[state] < cost:
            continue
        options = list(moves(state))
        if not options:
            return cost
        if len(best) > MOST_STATES:
            return None
        for more, after in options:
            if best.get(after, 1 << 30) > cost + more:
                best[after] = cost + more
                while len(stacks) <= cost + more:
                    stacks.append([])
                stacks[cost + more].append(after)


def edge_moves(first, last):
    """Front and back eliminations; a state is a set of edges."""

    def clean(edges):
        while True:
            sources, targets = {a for a, _ in edges}, {b for _, b in edges}
            left = frozenset((a, b) for a, b in edges
                             if (not first <= a < last or a in targets) and (not first <= b < last or b in sources))
            if left == edges:
                return left
            edges = left

    def moves(edges):
        for a, b in edges:
            if first <= b < last:
                new = {(a, c) for s, c in edges if s == b}
                yield len(new), clean(frozenset(edges - {(a, b)} | new))
            if first <= a < last:
                new = {(s, b) for s, t in edges if t == a}
                yield len(new), clean(frozenset(edges - {(a, b)} | new))

    return moves


def face_moves(first, last):
    """Face eliminations; a state is a set of pairs of lines, a line a set of paths. Pairs at independents and
    dependents (with an empty line) stay."""

    def neighbours(faces):
        before, after = {}, {}
        for i, j in faces:
            after.setdefault(i, set()).add(j)
            before.setdefault(j, set()).add(i)
        return before, after

    def rename(faces, old, new):
        return {(new if i == old else i, new if j == old else j) for i, j in faces}

    def merge(faces, line):
        """Drops a line without neighbours on a side, or unites it with one that has the same ones."""
        before, after = neighbours(faces)
        if line not in before or line not in after:
            return {(i, j) for i, j in faces if line not in (i, j)}
        for other in set(before) & set(after) - {line}:
            if before[other] == before[line] and after[other] == after[line]:
                united = line | other
                return rename(rename(faces, line, united), other, united)
        return faces

    def eliminate(faces, i, j):
        before, after = neighbours(faces)
        paths = frozenset(p + q[1:] for p in i for q in j)
        for k in set(before) & set(after):
            if before[k] == before[i] and after[k] == after[j]:
                faces = rename(faces, k, k | paths)
                i, j = (k | paths if x == k else x for x in (i, j))
                break
        else:
            faces = faces | {(p, paths) for p in before[i]} | {(paths, s) for s in after[j]}
        faces = set(faces) - {(i, j)}
        return frozenset(merge(merge(faces, i), j))

    def moves(faces):
        for i, j in faces:
            middle = next(iter(i))[-1]
            if i and j and first <= middle < last and next(iter(i))[0] >= 0 and next(iter(j))[-1] >= 0:
                yield 1, eliminate(faces, i, j)

    return moves


def line_graph(graph):
    """The faces of a graph; vertex −1 stands before independents and −2 after dependents."""
    independents, intermediates, dependents, edges = graph
    first = independents + intermediates
    lines = list(edges)
    lines += [(-1, v) for v in range(independents)] + [(v, -2) for v in range(first, first + dependents)]
    return frozenset((frozenset([a]), frozenset([b])) for a in lines for b in lines if a[1] == b[0])


def found_by_program(paths, kind):
    """The costs that the program proves, None where it doesn't."""
    command = [PROGRAM, "--json", "--order=best", f"--search={kind}", "--search-steps=500", "--prove=300000", *paths]
    costs = []
    for report in json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout):
        cost = report["results"][-1]["structural_multiplications"]
        costs.append(cost if report["lower_bound"] == cost else None)
    return costs


def main():
    rng = random.Random(1)
    graphs = [random_graph(rng) for _ in range(GRAPHS)]
    wrong = compared = finer = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, graph in enumerate(graphs):
            paths.append(os.path.join(folder, f"{number}.graph"))
            with open(paths[-1], "w", encoding="ascii") as file:
                file.write(text_of(graph))
        edges, faces = found_by_program(paths, "edges"), found_by_program(paths, "faces")
    for graph, by_edges, by_faces in zip(graphs, edges, faces):
        first, last = graph[0], graph[0] + graph[1]
        for kind, found, start, moves in (("edges", by_edges, frozenset(graph[3]), edge_moves(first, last)),
                                          ("faces", by_faces, line_graph(graph), face_moves(first, last))):
            expected = cheapest(start, moves) if found is not None else None
            if expected is None:
                continue
            compared += 1
            if expected != found:
                wrong += 1
                print(f"{kind}: {found}, exhaustive search says {expected}:\n{text_of(graph)}", file=sys.stderr)
        finer += by_edges is not None and by_faces is not None and by_faces < by_edges
    print(f"{GRAPHS} graphs, {compared} optima compared, {wrong} wrong; faces beat edges on {finer}")
    sys.exit(wrong > 0 or compared < GRAPHS)


if __name__ == "__main__":
    main()
