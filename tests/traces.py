#!/usr/bin/env python3
"""Traces of what programs decide, and the comparison of paths.

    traces.py [NAME...]

For each NAME.case in tests/data/traces, a text:

    about: what is special about it             (lines before ---)
    x: 0.5 1.0                                  the first point
    trace: branch{=1} loop{condition{x[2]}=3}   its trace, in short: what is around it in braces, the outcome after =,
                                                subscripts in brackets; after a colon the name of a call
    all: …                                      with --all-decisions
    message: …                                  a part of what must be said by the transformation; nothing else may be
    then: 0.5 1.5 | the same                    a second point, and what is said of the paths
    ---
    subroutine head(x in, y out)                the program, in the notation of xaif.py
    …

The original version and the traced one give the values that the program gives. So they do for each document in
tests/data/derivatives that can be run as it is, with what it says of itself.
"""

import json
import os
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import parallel
import worker
import xaif

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = os.path.join(os.environ['XB_TOP_BUILDDIR'], 'inplace')
CASES = os.path.join(TOP, 'tests', 'data', 'traces')
DERIVATIVES = os.path.join(TOP, 'tests', 'data', 'derivatives')
LIMITS = os.path.join(CASES, 'limits.json')
DIFFERENT = 5


class Failure(Exception):
    """Something is not as it should be."""


def run(program, *arguments):
    done = worker.run([os.path.join(PROGRAMS, program), '--diagnostics=brief', *arguments])
    return done.returncode, done.stdout, done.stderr


def run_well(program, *arguments):
    status, output, messages = run(program, *arguments)
    if status:
        raise Failure(f'{program} {" ".join(arguments)}: status {status}: {messages}')
    return output


def require(found, wanted, what):
    if found != wanted:
        raise Failure(f'{what}:\n  {found}\ninstead of\n  {wanted}')


# ---- traces in short ----------------------------------------------------------------------------------------

def short(element):
    if element.tag == 'Argument':
        return f'{element.get("name")}[{" ".join(index.get("value") for index in element)}]'
    if element.tag == 'Choice':
        return f'{element.get("name")}={element.get("value")}'
    inner = ' '.join(short(child) for child in element if child.tag != 'Value')
    outcome = ''.join('=' + child.get('value') for child in element if child.tag == 'Value')
    name = ':' + element.get('name') if element.get('name') else ''
    return f'{element.tag.lower()}{name}{{{inner}{outcome}}}'


def trace(document, *options):
    """The trace of a run, in short, and what the run prints."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'trace')
        output = run_well('xaif-run', '--trace=' + path, *options, document)
        return ' '.join(short(element) for element in ElementTree.parse(path).getroot()), output


# ---- cases --------------------------------------------------------------------------------------------------

def read_text(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def read_case(name):
    head, program = read_text(os.path.join(CASES, name + '.case')).split('\n---\n')
    fields = [line.split(': ', 1) for line in head.split('\n')]
    for key, _ in fields:
        if key not in ('about', 'x', 'trace', 'all', 'message', 'then'):
            raise Failure(f'{key}: is not known')
    single = dict(fields)
    return single, [text.split(' | ') for key, text in fields if key == 'then'], program


def transform(source, target, message, *options):
    status, _, messages = run('xaifbooster', '--verify-each', '--validate=both', '-a', 'tracediff', *options, '-o', target,
                              source)
    if status or (messages and not message) or (message or '') not in messages:
        raise Failure(f'status {status}: {messages}')


def same_values(document, traced, *options):
    wanted = run_well('xaif-run', *options, document)
    require(run_well('xaif-run', *options, traced), wanted, 'values of the original version')
    found, values = trace(traced, *options)
    require(values, wanted, 'values of the traced version')
    return found


def compare(traced, x, second, wanted):
    options = ['--x=' + x, '--compare-paths=' + second, traced]
    status, output, messages = run('xaif-run', *options)
    said = output.split('\npaths: ')[-1].strip()
    require(re.sub(r' \(line \d+ of the document\)', '', said), wanted, f'paths at {second}; {messages}')
    require(status, 0 if wanted == 'the same' else DIFFERENT, f'status at {second}')
    paths = json.loads(run('xaif-run', '--format=json', *options)[1])['paths']
    require(paths.get('text', 'the same'), said, 'JSON')
    require(paths['same'], wanted == 'the same', 'JSON')


def check_case(name):
    fields, points, program = read_case(name)
    with tempfile.TemporaryDirectory() as folder:
        source, traced, everything = (os.path.join(folder, n) for n in ('source.xaif', 'traced.xaif', 'all.xaif'))
        with open(source, 'w', encoding='utf-8') as file:
            file.write(xaif.build(program, name))
        transform(source, traced, fields.get('message'))
        transform(source, everything, fields.get('message'), '--all-decisions')
        point = '--x=' + fields['x']
        require(same_values(source, traced, point), fields['trace'], 'trace')
        found = same_values(source, everything, point)
        if 'all' in fields:
            require(found, fields['all'], 'trace of all decisions')
        compare(traced, fields['x'], fields['x'], 'the same')
        for second, wanted in points:
            same_values(source, traced, '--x=' + second)
            compare(traced, fields['x'], second, wanted)


def check_document(name):
    """@return whether the document could be run, and be traced"""
    document = os.path.join(DERIVATIVES, name + '.xaif')
    case = os.path.join(DERIVATIVES, name + '.case')
    if run('xaif-run', '--case=' + LIMITS, document)[0] or (os.path.exists(case) and '\ninformation: ' in read_text(case)):
        return False
    with tempfile.TemporaryDirectory() as folder:
        traced = os.path.join(folder, 'traced.xaif')
        for options in ([], ['--all-decisions']):
            status, _, _ = run('xaifbooster', '--verify-each', '--validate=both', '-a', 'tracediff', *options, '-o', traced,
                               document)
            if status == 3:
                return False
            if status:
                raise Failure(f'status {status}')
            same_values(document, traced)
    return True


def attempt(check, name):
    try:
        return check(name), None
    except (Failure, OSError, xaif.SourceError, ElementTree.ParseError) as error:
        return False, f'{name}: {error}'


def names_in(folder, suffix):
    return sorted(name[:-len(suffix)] for name in os.listdir(folder) if name.endswith(suffix))


def main():
    names = sys.argv[1:] or names_in(CASES, '.case')
    documents = [] if sys.argv[1:] else names_in(DERIVATIVES, '.xaif')
    if os.environ.get('XB_FEWER_RUNS'):
        documents = documents[::10]
    with parallel.threads() as pool:
        results = list(pool.map(lambda name: attempt(check_case, name), names))
        ran = list(pool.map(lambda name: attempt(check_document, name), documents))
    errors = [error for _, error in results + ran if error]
    for error in errors:
        print(error, file=sys.stderr)
    print(f'{len(names)} traces, {sum(done for done, _ in ran)} of {len(documents)} documents, {len(errors)} errors')
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
