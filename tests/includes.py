#!/usr/bin/env python3
"""Folders include only what is below them.

    includes.py [FOLDER]

Reads all `#include "..."` of the sources in FOLDER, by default this project, and fails on

- an include of a higher floor (FLOORS), or by a library of something outside its bounds (BOUNDS);
- folders that include each other in a circle; each folder is a node with its own files only, folders in it are nodes of their own;
- files of a folder of MODULES that include each other in a circle, a header and its source taken together;
- an algorithm that includes one that runs after it, in the order of the table in algorithms/builtin.c.

KNOWN lists what is being mended; an entry that no include needs is an error, too. First of all, the check is tried on small trees that it
has to refuse.
"""

import os
import re
import sys
import tempfile

TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# The floor of each folder and of those in it. In src itself there is only the header that includes all that are installed.
FLOORS = {
    'src/base': 0, 'src/graph': 1, 'src/ir': 2, 'src/traverse': 3, 'src/catalogue': 4, 'src/analysis': 5, 'src/languages': 6,
    'src/evaluate': 6, 'src/algorithm': 7, 'src/verify': 8, 'algorithms': 8, 'src/driver': 9,
}
# What folders beside the floors may include, themselves and folders in them aside.
BOUNDS = {
    'elimination': ['src/base', 'src/graph', 'src/languages/xml'],
    'elimination/tool': ['src/base', 'src/graph', 'src/languages/xml', 'elimination', 'src/driver'],
}
# Who may include them: (library, folder).
USERS = [('elimination', 'algorithms')]

# Folders of other projects, which are below all.
OUTSIDE = ('flang', 'llvm')

# Folders within which no files include each other in a circle.
MODULES = ['src/analysis']

# (folder, folder that it includes): why, as long as somebody is mending it.
KNOWN = {
}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
BUILTIN = re.compile(r'&xb_algorithm_(\w+)')


def within(folder, names):
    """The longest of the names that is the folder or has it in it, or None."""
    return max((name for name in names if (folder + '/').startswith(name + '/')), key=len, default=None)


def read(top, path):
    with open(os.path.join(top, path), encoding='utf-8') as file:
        return file.read()


def sources(top):
    for root in ('src', 'algorithms', 'elimination'):
        for folder, _, files in os.walk(os.path.join(top, root)):
            for file in sorted(files):
                if file.endswith(('.c', '.h')):
                    yield os.path.relpath(os.path.join(folder, file), top)


def includes(top):
    """(file, its folder, what it includes, the folder of that). Headers in no folder, such as config.h, are made by configure."""
    for path in sources(top):
        for header in INCLUDE.findall(read(top, path)):
            folder = os.path.dirname(header)
            if folder.split('/')[0] in OUTSIDE:
                continue
            if folder or os.path.exists(os.path.join(top, 'src', header)):
                inside = os.path.normpath(os.path.join('src', folder))
                target = inside if os.path.isdir(os.path.join(top, inside)) else folder
                yield path, os.path.dirname(path), header, target


def complaint_of(source, target):
    """What is wrong with an include between two folders, circles and the order of algorithms aside, or None."""
    bounds = within(source, BOUNDS)
    library = within(target, BOUNDS)
    if bounds:
        fine = within(target, [bounds] + BOUNDS[bounds])
        return None if fine else f'{bounds} may not include {target}'
    if library:
        return None if any(library == name and within(source, [user]) for name, user in USERS) else f'{source} may not include {library}'
    if within(target, ['algorithms']) and not within(source, ['algorithms']):
        return 'only algorithms include algorithms'
    if source == 'src':
        return None
    here, there = within(source, FLOORS), within(target, FLOORS)
    if here is None or there is None:
        return f'{source if here is None else target} has no floor: give it one in tests/includes.py'
    return f'floor {FLOORS[here]} includes floor {FLOORS[there]}' if FLOORS[here] < FLOORS[there] else None


def order_of_algorithms(top):
    """Places in the pipeline, by folder; what is not in the table of algorithms serves all of them, and comes before."""
    table = os.path.join('algorithms', 'builtin.c')
    names = BUILTIN.findall(read(top, table)) if os.path.exists(os.path.join(top, table)) else []
    return {f'algorithms/{name}': place for place, name in enumerate(names)}


def runs_later(order, source, target):
    if source == 'algorithms' or not within(target, ['algorithms']) or not within(source, ['algorithms']):
        return False
    return order.get(within(source, order), -1) < order.get(within(target, order), -1)


def reachable(edges, start):
    found, waiting = set(), [start]
    while waiting:
        for target in edges.get(waiting.pop(), ()):
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def circles(edges):
    """Sets of folders that include each other, each as a sorted list."""
    reach = {folder: reachable(edges, folder) for folder in edges}
    together = {folder: sorted(other for other in reach[folder] if folder in reach.get(other, ())) for folder in edges}
    return sorted({tuple(folders) for folders in together.values() if len(folders) > 1})


def circles_of_files(top):
    """Complaints about files that include each other within a folder of MODULES."""
    edges = {}
    for path, source, header, target in includes(top):
        file, other = (os.path.splitext(os.path.basename(name))[0] for name in (path, header))
        if source == target and source in MODULES and file != other:
            edges.setdefault(f'{source}/{file}', set()).add(f'{source}/{other}')
    return ['files include each other: ' + ', '.join(circle) for circle in circles(edges)]


def check(top, known):
    """The complaints about a tree, one a line."""
    complaints, edges, needed, order = circles_of_files(top), {}, set(), order_of_algorithms(top)
    for path, source, header, target in includes(top):
        if (source, target) in known:
            needed.add((source, target))
            continue
        wrong = complaint_of(source, target) or ('it runs later' if runs_later(order, source, target) else None)
        if wrong:
            complaints.append(f'{path}: includes {header}: {wrong}')
        if source != target:
            edges.setdefault(source, {}).setdefault(target, f'{path} includes {header}')
    for circle in circles(edges):
        complaints.append('folders include each other: ' + ', '.join(circle))
        complaints += [f'    {why}' for source in circle for target, why in sorted(edges[source].items()) if target in circle]
    complaints += [f'{source} does not include {target} any more: remove it from KNOWN in tests/includes.py'
                   for source, target in known if (source, target) not in needed]
    return complaints


# Trees, as includes by file, with the complaints that begin so.
TRIALS = [
    ({'src/base/arena.c': 'base/arena.h', 'src/ir/build.c': 'base/arena.h', 'src/evaluate/run.c': 'evaluate/intrinsics/sin.h',
      'elimination/a.c': 'graph/graph.h', 'elimination/tool/b.c': 'driver/basics.h', 'algorithms/later/c.c': 'algorithms/earlier/d.h',
      'algorithms/earlier/d.c': 'elimination/a.h', 'algorithms/builtin.c': 'algorithms/later/c.h'}, []),
    ({'src/base/arena.c': 'ir/build.h', 'src/ir/build.h': ''}, ['src/base/arena.c: includes ir/build.h: floor 0 includes floor 2']),
    ({'src/evaluate/run.c': 'evaluate/intrinsics/sin.h', 'src/evaluate/intrinsics/sin.c': 'evaluate/run.h'},
     ['folders include each other: src/evaluate, src/evaluate/intrinsics']),
    ({'src/analysis/a.h': 'analysis/b.h', 'src/analysis/a.c': 'analysis/a.h', 'src/analysis/b.c': 'analysis/a.h', 'src/base/c.h': ''},
     ['files include each other: src/analysis/a, src/analysis/b']),
    ({'src/verify/a.c': 'algorithms/later/c.h'}, ['src/verify/a.c: includes algorithms/later/c.h: only algorithms']),
    ({'src/driver/a.c': 'elimination/a.h'}, ['src/driver/a.c: includes elimination/a.h: src/driver may not include elimination']),
    ({'elimination/a.c': 'ir/build.h', 'src/ir/build.h': ''}, ['elimination/a.c: includes ir/build.h: elimination may not include src/ir']),
    ({'elimination/a.c': 'elimination/tool/b.h', 'elimination/tool/b.c': 'elimination/a.h'},
     ['folders include each other: elimination, elimination/tool']),
    ({'src/elsewhere/a.c': 'base/arena.h', 'src/base/arena.h': ''},
     ['src/elsewhere/a.c: includes base/arena.h: src/elsewhere has no floor']),
    ({'src/base/a.h': 'flang/Common/kinds.h', 'src/base/b.h': 'elsewhere/a.h'}, ['src/base/b.h: includes elsewhere/a.h: elsewhere has no floor']),
    ({'algorithms/earlier/d.c': 'algorithms/later/c.h'}, ['algorithms/earlier/d.c: includes algorithms/later/c.h: it runs later']),
    ({'algorithms/shared/e.c': 'algorithms/earlier/d.h'}, ['algorithms/shared/e.c: includes algorithms/earlier/d.h: it runs later']),
]


def plant(top, tree):
    """Makes a tree of files with one include each."""
    for path, header in tree.items():
        os.makedirs(os.path.join(top, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(top, path), 'w', encoding='utf-8') as file:
            file.write(f'#include "{header}"\n' if header else '')
    for folder in ('src/base', 'src/ir', 'src/graph', 'src/driver', 'src/evaluate/intrinsics'):
        os.makedirs(os.path.join(top, folder), exist_ok=True)
    os.makedirs(os.path.join(top, 'algorithms'), exist_ok=True)
    with open(os.path.join(top, 'algorithms', 'builtin.c'), 'a', encoding='utf-8') as file:
        file.write('&xb_algorithm_earlier,\n&xb_algorithm_later,\n')


def try_self():
    """Whether the check says of small trees what it has to."""
    fine = True
    for tree, expected in TRIALS:
        with tempfile.TemporaryDirectory() as top:
            plant(top, tree)
            found = [line for line in check(top, {}) if not line.startswith(' ')]
            stale = check(top, {('src/graph', 'src/base'): ''})
        if len(found) != len(expected) or not all(map(str.startswith, found, expected)) or 'src/graph does not' not in stale[-1]:
            print(f'includes.py: of {tree} it says {found}', file=sys.stderr)
            fine = False
    return fine


def main():
    if not try_self():
        return 2
    top = sys.argv[1] if len(sys.argv) > 1 else TOP
    complaints = check(top, KNOWN)
    print(*complaints, sep='\n', end='\n' if complaints else '', file=sys.stderr)
    return 1 if complaints else 0


if __name__ == '__main__':
    sys.exit(main())
