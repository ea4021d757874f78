#!/usr/bin/env python3
"""Judges sparsity patterns: xaif-run --pattern, --colouring.

    patterns.py [--run PROGRAM] [--corpus FOLDER] [--jobs N] [NAME...]

The cases of tests/data/jacobians have the patterns of PICTURES, which were drawn by hand. Each case of derivatives.py has entries in its
pattern wherever its exact Jacobian is not 0; groups have no two members that meet. With --corpus, so have the programs of that folder.
Large patterns take one run. What is printed in other forms says the same, and command lines that ask for what can't be are refused.
"""

import argparse
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import derivatives
import parallel
import second_order
import worker
import xaif

FOLDER = os.path.join(derivatives.TOP, 'tests', 'data', 'jacobians')
PICTURES = {
    'arrow': ('columns', 6, 'abcdef ab.... a.c... a..d.. a...e. a....f'),
    'arrow_of_column': ('columns', 2, 'a...b .a..b ..a.b ...ab a...b a.... .a..b .a... ..a.b ..a.. ...ab ...a.'),
    'arrow_of_row': ('rows', 2, 'aa...... ..aa.... ....aa.. ......aa bbbbbbbb'),
    'pentadiagonal': ('columns', 5, '............ abcd........ abcde....... .bcdea...... ..cdeab..... ...deabc.... ....eabcd... '
                                    '.....abcde.. ......bcdea. .......cdeab ........deab ............'),
    'reductions': ('columns', 4, 'abc. .bcd abc. abcd .... ..c. ab.. a..d ab.. ab.d ab..'),
    'rows': ('rows', 2, 'aaaa... ....aa. ....... ...bb..'),
    'tridiagonal': ('columns', 3, 'ab....... abc...... .bca..... ..cab.... ...abc... ....bca.. .....cab. ......abc .......bc'),
}
# What is as large as one run can do, and as columns that are grouped in turn.
LARGE = {
    'tridiagonal': (100000, 3, """
subroutine head(x in, y out)
  real x({n}), y({n})
  integer i
  y(1) = x(1)*x(2)
  do i = 2, {n} - 1
    y(i) = x(i-1)*x(i) + sin(x(i+1))
  end
  y({n}) = x({n}-1)*x({n})
end"""),
    'arrow': (2500, 2500, """
subroutine head(x in, y out)
  real x({n}), y({n})
  integer i
  y(1) = sum(x)
  do i = 2, {n}
    y(i) = x(1)*x(i)
  end
end"""),
}
REFUSED = {
    ('--pattern', '--jacobian'): "--jacobian can't be used with --pattern",
    ('--colouring',): '--colouring needs the pattern that it is one of',
    ('--pattern', '--trace=-'): "--pattern can't be used with --trace",
    ('--pattern=svg', '--format=json'): "--format=json can't be used with --pattern=svg",
    ('--pattern=market', '--counts'): "--counts can't be used with --pattern=market",
    ('--pattern=dots',): "'dots'",
}


def run(program, *words):
    done = worker.run([program, '--quiet', *words], 200)
    return done.returncode, done.stdout, done.stderr


def wrong_groups(said):
    """What is wrong with groups, or None."""
    groups, pattern = said['groups'], said['pattern']
    if groups['of'] == 'rows':
        pattern = [[j for j, row in enumerate(said['pattern']) if i in row] for i in range(len(said['independents']))]
    for row in pattern:
        members = [groups['group'][i] for i in row]
        if None in members or len(set(members)) < len(members):
            return f'{groups["of"]} {row} meet but are in groups {members}'
    used = {group for group in groups['group'] if group is not None}
    return None if used == set(range(groups['count'])) else f'{groups["count"]} groups, but {sorted(used)} have members'


def wrong_pattern(program, *words):
    """What is wrong with a program's pattern: None if nothing is, False if the program can't be run."""
    status, exact, _ = run(program, '--jacobian', '--allow-nan', '--format=json', *words)
    if status:
        return False
    status, found, said = run(program, '--pattern', '--colouring', '--allow-nan', '--format=json', *words)
    if status:
        return f'status {status}: {said}'
    exact, found = json.loads(exact), json.loads(found)
    if (exact['x'], exact['y']) != (found['x'], found['y']):
        return 'other values'
    for j, row in enumerate(exact['jacobian']):
        missing = [exact['independents'][i] for i, entry in enumerate(row) if entry != 0 and i not in found['pattern'][j]]
        if missing:
            return f'{exact["dependents"][j]} depends on {missing}'
    return wrong_groups(found)


def wrong_case(work):
    program, name, document, case, scratch = work
    if case is None:
        return name, wrong_pattern(program, document)
    file = os.path.join(scratch, name + '.json')
    with open(file, 'w', encoding='utf-8') as stream:
        json.dump(case, stream)
    return name, wrong_pattern(program, '--case=' + file, document)


def of_market(text):
    """The rows of a Matrix Market file, and the names and groups in its comments."""
    lines = text.splitlines()
    assert lines[0] == '%%MatrixMarket matrix coordinate pattern general', lines[0]
    names = {what: re.findall(rf'^% {what} \d+: (.*?)(?:, group (\d+))?$', text, re.MULTILINE) for what in ('row', 'column')}
    size, *entries = ([int(word) for word in line.split()] for line in lines if line[0] != '%')
    assert size == [len(names['row']), len(names['column']), len(entries)], size
    return names, [[i - 1 for row, i in entries if row - 1 == j] for j in range(size[0])]


def wrong_forms(program, name):
    """What is wrong with what is printed of a case whose pattern is known, or None."""
    of, count, picture = PICTURES[name]
    document = os.path.join(FOLDER, name + '.xaif')
    said = json.loads(run(program, '--pattern', '--colouring', '--format=json', document)[1])
    if (said['groups']['of'], said['groups']['count']) != (of, count):
        return f'{said["groups"]} instead of {count} groups of {of}'
    texts = {form: run(program, '--pattern=' + form, '--colouring', document)[1] for form in ('picture', 'market', 'svg', 'rows')}
    found = ' '.join(line for line in texts['picture'].splitlines() if re.fullmatch('[a-z.]+', line))
    if found != picture:
        return f'{found} instead of {picture}'
    zeros = '--x=' + ','.join('0' for _ in said['x'])  # factors do not count, whatever they are
    plain = ' '.join(line for line in run(program, '--pattern=picture', zeros, document)[1].splitlines() if re.fullmatch('[*.]+', line))
    if plain != re.sub('[a-z]', '*', picture):
        return f'{plain} instead of {picture}'
    names, rows = of_market(texts['market'])
    groups = [int(group) - 1 if group else None for _, group in names[of[:-1]]]
    if rows != said['pattern'] or groups != said['groups']['group'] or [r for r, _ in names['row']] != said['dependents']:
        return 'the Matrix Market file says something else'
    squares = [(int(y), int(x)) for x, y in re.findall(r'<rect x="(\d+)" y="(\d+)"', texts['svg'])]
    if squares != [(j, i) for j, row in enumerate(said['pattern']) for i in row]:
        return 'the image has other squares'
    for name_of_y, row in zip(said['dependents'], said['pattern']):
        line = name_of_y + ' depends on ' + (', '.join(said['independents'][i] for i in row) or 'nothing')
        if line not in texts['rows'].splitlines():
            return f'there is no {line}'
    return None


def wrong_large(program, name, scratch):
    """What is wrong with a pattern that is large, or None."""
    n, count, text = LARGE[name]
    document = os.path.join(scratch, f'large_{name}.xaif')
    with open(document, 'w', encoding='utf-8') as stream:
        stream.write(xaif.build(text.format(n=n), name))
    status, out, said = run(program, '--pattern', '--colouring', '--format=json', document)
    if status:
        return f'status {status}: {said}'
    found = json.loads(out)
    near = [sorted({max(i - 1, 0), i, min(i + 1, n - 1)}) for i in range(n)]
    rows = near if name == 'tridiagonal' else [list(range(n)), *([0, i] for i in range(1, n))]
    if found['pattern'] != rows:
        return 'another pattern'
    return wrong_groups(found) or (None if found['groups']['count'] == count else f'{found["groups"]["count"]} groups')


def wrong_refusal(program, words):
    status, out, said = run(program, *words, os.path.join(FOLDER, 'arrow.xaif'))
    return None if status == 2 and not out and REFUSED[words] in said else f'{words}: status {status}: {said}'


def programs(arguments):
    folder = os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives')
    names = arguments.names or sorted(f[:-len('.case')] for f in os.listdir(folder) if f.endswith('.case'))
    for name in names:
        case = derivatives.Case(os.path.join(folder, name + '.case'))
        if case.bodies or case.status:
            continue
        try:
            yield name, case.document, adjoints.Drive(case).descriptions()[0]
        except adjoints.Unfit:
            pass


def main():
    parser = argparse.ArgumentParser(description='Judge sparsity patterns.')
    parser.add_argument('--run', default=os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace', 'xaif-run'))
    parser.add_argument('--corpus')
    parser.add_argument('--jobs', type=int, default=parallel.COUNT)
    parser.add_argument('names', nargs='*')
    arguments = parser.parse_args()
    problems, good = [], 0
    with tempfile.TemporaryDirectory() as scratch, parallel.threads(arguments.jobs) as pool:
        rows = list(second_order.of_corpus(arguments.corpus) if arguments.corpus else programs(arguments))
        for name, wrong in pool.map(wrong_case, [(arguments.run, *row, scratch) for row in rows]):
            good += wrong is None
            problems += [f'{name}: {wrong}'] if wrong else []
        if not arguments.names and not arguments.corpus:
            problems += [f'{name}: {wrong}' for name in PICTURES if (wrong := wrong_forms(arguments.run, name))]
            problems += [f'large {name}: {wrong}' for name in LARGE if (wrong := wrong_large(arguments.run, name, scratch))]
            problems += [wrong for words in REFUSED if (wrong := wrong_refusal(arguments.run, words))]
    print(*problems, f'{good} patterns cover exact Jacobians', sep='\n')
    return 1 if problems or not good else 0


if __name__ == '__main__':
    sys.exit(main())
