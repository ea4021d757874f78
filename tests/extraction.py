#!/usr/bin/env python3
"""Graphs that xaifbooster extracts (--extract-lcg) cost in xaif-eliminate what the engine says that they cost.

For each document of tests/data/derivatives and some objectives and orders: the counts of each sequence in the engine's
metrics are compared with those of the file that was extracted. The files don't have the values of constants; so graphs
in which constants meet are only compared where that makes no difference. Further: what the folder may hold, errors,
that nothing is left. With XB_FEWER_RUNS, every third document.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(os.environ['XB_TOP_SRCDIR'])
BUILD = pathlib.Path(os.environ['XB_TOP_BUILDDIR'])
DATA = TOP / 'tests' / 'data' / 'derivatives'
EVERY = 3 if os.environ.get('XB_FEWER_RUNS') else 1
ORDERS = ['forward', 'reverse', 'markowitz', 'used-once', 'best']
COUNTS = {'multiplications': 'multiplications', 'propagation multiplications': 'propagation_multiplications',
          'propagation additions': 'propagation_additions', 'remainder edges': 'edges',
          'nontrivial edges': 'nontrivial_edges', 'tape labels': 'tape_labels'}
failures = 0


def fail(message):
    global failures
    failures += 1
    print('FAIL', message, file=sys.stderr)


def run(program, *arguments, status=0):
    done = subprocess.run([BUILD / 'inplace' / program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != status:
        fail(f'{program} {" ".join(map(str, arguments))}: status {done.returncode}, expected {status}: {done.stderr}')
    return done


def metrics_of(text):
    """The metrics by number of the sequence."""
    found = ((re.search(r'/sequence (\d+)$', scope['scope']), scope) for scope in json.loads(text)['scopes'])
    return {int(match[1]): scope for match, scope in found if match}


def eliminated(files, *options):
    """The counts of the one elimination of each file."""
    output = json.loads(run('xaif-eliminate', '--json', *options, *files).stdout) if files else []
    return [graph['results'][-1] for graph in output]


def constants_meet(path):
    """Whether there are two constants that are no units, or a unit whose sign matters."""
    kinds = collections.Counter(line.split()[2] for line in path.read_text().splitlines()[2:])
    return kinds['2'] > 1 or kinds['1'] > 1


def compare_with_metrics(document, folder, objective, order):
    done = run('xaifbooster', '--quiet', '--metrics=json', f'--objective={objective}', f'--elimination-order={order}',
               '--extract-lcg', folder, '-o', folder.parent / 'out.xaif', document)
    metrics = metrics_of(done.stderr)
    index = json.loads((folder / 'index.json').read_text())
    files = [folder / entry['file'] for entry in index]
    if sorted(files) != sorted(folder.glob('*.lgraph')) or [entry['sequence'] for entry in index] != list(metrics):
        fail(f'{document.name}: the list of graphs is not what there is')
        return 0
    compared = 0
    counts = eliminated(files, f'--objective={objective}', f'--order={order}', '--awareness=1')
    for entry, file, count in zip(index, files, counts):
        engine = metrics[entry['sequence']]
        same = {name: count[key] for name, key in COUNTS.items()}
        wanted = {name: engine[name] for name in COUNTS}
        if same == wanted:
            compared += 1
        elif not constants_meet(file):
            fail(f'{document.name} --objective={objective} --elimination-order={order}: {file.name}: {same}, '
                 f'the engine says {wanted}')
        if entry['vertices'] != engine['graph vertices'] or entry['edges'] != engine['graph edges']:
            fail(f'{document.name}: {file.name}: sizes are not those of the engine')
    return compared


def test_counts(scratch):
    compared = total = 0
    for number, case in enumerate(sorted(DATA.glob('*.case'))[::EVERY]):
        if re.search(r'^(status|options|catalogue):', case.read_text().split('---')[0], re.M):
            continue
        for objective, order in ('operations', ORDERS[number % len(ORDERS)]), ('scarcity', 'best'):
            folder = scratch / f'{case.stem}-{objective}'
            compared += compare_with_metrics(case.with_suffix('.xaif'), folder, objective, order)
            total += len(list(folder.glob('*.lgraph')))
    print(compared, 'of', total, 'sequences cost the same')
    if compared < 0.9 * total or total < 500 / EVERY:
        fail(f'only {compared} of {total} sequences could be compared')


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_folder(scratch):
    example, folder, out = TOP / 'examples' / 'spring.xaif', scratch / 'folder', scratch / 'spring.xaif'
    run('xaifbooster', '--extract-lcg', folder, '-o', out, example)
    first = content(folder)
    if sorted(first) != ['index.json'] + [f'sequence-00000{i}.lgraph' for i in range(3)]:
        fail(f'the folder holds {sorted(first)}')
    if first['sequence-000002.lgraph'] != b'5 2 1\n4\n0 2 3\n1 2 3\n2 3 2\n3 4 3\n1 4 3\n':
        fail('the graph of sequence 2 is another one')
    (folder / 'notes').write_text('mine')
    run('xaifbooster', '--extract-lcg', folder, '-o', out, example)
    if content(folder) != first | {'notes': b'mine'}:
        fail('a second run gives something else')
    written = out.read_bytes()
    (folder / 'sequence-000003.lgraph').write_text('0 0 0\n\n')
    (folder / 'a.lgraph').write_text('0 0 0\n\n')
    before = content(folder)
    out.write_text('old')
    done = run('xaifbooster', '--extract-lcg', folder, '-o', out, example, status=4)
    if done.stderr != (f'{folder}: error: the folder holds a.lgraph, which would be taken for part of the result\n'
                       '  hint: remove it, or name another folder\n'):
        fail(f'wrong message: {done.stderr}')
    if content(folder) != before or out.read_text() != 'old':
        fail('an error changed something')
    if run('xaifbooster', example).stdout.encode() != written:
        fail('the output depends on --extract-lcg')


def test_errors(scratch):
    example, out = TOP / 'examples' / 'spring.xaif', scratch / 'errors.xaif'
    done = run('xaifbooster', '--extract-lcg', scratch / 'no' / 'where', '-o', out, example, status=4)
    if done.stderr != (f'{scratch}/no/where: error: can\'t create the folder: No such file or directory\n'
                       '  hint: a folder is wanted, in one that exists and is writable\n'):
        fail(f'wrong message: {done.stderr}')
    (scratch / 'file').write_text('old')
    done = run('xaifbooster', '--extract-lcg', scratch / 'file', '-o', out, example, status=4)
    if 'can\'t write to the folder: Not a directory' not in done.stderr:
        fail(f'wrong message: {done.stderr}')
    done = run('xaifbooster', '--extract-lcg', '', '-o', out, example, status=2)
    if done.stderr != 'xaifbooster: error: --extract-lcg: the name of the folder is empty\n':
        fail(f'wrong message: {done.stderr}')
    done = run('xaifbooster', '--extract-lcg', scratch / 'new', '-o', scratch / 'no' / 'out.xaif', example, status=4)
    wrong = scratch / 'wrong.xaif'
    wrong.write_text(example.read_text().replace('<xaif:Exit', '<xaif:Entry'))
    run('xaifbooster', '--extract-lcg', scratch / 'new', '-o', out, wrong, status=1)
    if (scratch / 'new').exists() or out.exists() or (scratch / 'file').read_text() != 'old':
        fail('an error left something')
    empty = scratch / 'empty'
    run('xaifbooster', '--passivate', 'x v e q k y', '--quiet', '--extract-lcg', empty, '-o', out, example)
    if not (empty / 'index.json').exists():
        fail('there is no list of no graphs')


def main():
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder).resolve()
        test_counts(scratch)
        test_folder(scratch)
        test_errors(scratch)
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
