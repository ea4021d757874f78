#!/usr/bin/env python3
"""Tags go through the program: read, kept by every algorithm, written, shown, and stripped.

    tags.py [NAME...]

Documents of derivatives.py (some, or those named) get a tag of its own on each symbol, routine, statement, branch and loop. Each
algorithm has to write all of them, and but for tags the same bytes as without; so has --strip-tags. With --provenance,
all that algorithms made has tags that say so. Names that are made have the prefix that is wanted.

With XB_FEWER_RUNS, every third document.
"""

import os
import re
import subprocess
import sys
import tempfile

TOP = os.environ.get('XB_TOP_SRCDIR', os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get('XB_TOP_BUILDDIR', os.path.join(TOP, 'build'))
PROGRAM = os.path.join(BUILD, 'inplace', 'xaifbooster')
CORPUS = os.environ.get('XAIF_CORPUS', os.path.join(TOP, '..', 'shared', 'corpus'))
DATA = os.path.join(TOP, 'tests', 'data')
STRANGE = 'pass=a&amp;b note=&quot;&lt;&gt;ü x:y.z-1'

TAGGED = re.compile(r'<((?:\w+:)?)(Symbol|ControlFlowGraph|ReplacementList|Assignment|Initialization|Update|SubroutineCall|'
                    r'InlinableSubroutineCall|Marker|DerivativePropagator|If|Branch|ForLoop|PreLoop|PostLoop)(?=[\s/>])')
ALGORITHMS = (['roundtrip'], ['canonicalization'], ['typechange'], ['basicblockpreaccumulation'],
              ['basicblockpreaccumulation', '--per-statement', '--inlinable-propagation'],
              ['basicblockpreaccumulationreverse'], ['loopcheckpointing,basicblockpreaccumulationreverse'],
              ['basicblockpreaccumulationreverse', '--motions=routines'], ['tracediff'],
              ['basicblockpreaccumulation,associationbyname'],
              ['basicblockpreaccumulationreverse,associationbyname', '--motions=routines'])
DIFFERENTIATING = [algorithm for algorithm in ALGORITHMS if 'basicblock' in algorithm[0]]
NAMES = ('black_box_function_arguments', 'checkpointed_loop', 'complex_arrays', 'control_marker', 'explicit_strides',
         'function_in_target_subscript', 'function_vector_subscript', 'reductions_weighted', 'rename_routines',
         'reverse_early_exits', 'reverse_subscripts_of_reductions', 'steps_called_twice', 'subscript_changed_by_itself',
         'type_change_element_to_array')

if os.environ.get('XB_FEWER_RUNS'):
    NAMES = NAMES[::3]

failures = []


def expect(what, condition):
    if not condition:
        print(f'FAIL {what}', file=sys.stderr)
        failures.append(what)


def run(*arguments, text):
    environment = {**os.environ, 'XAIFBOOSTER_SCHEMA_DIR': os.path.join(TOP, 'schemas')}
    return subprocess.run([PROGRAM, *arguments, '-'], input=text.encode(), capture_output=True, env=environment, check=False)


def tagged(text):
    """The document with a tag for each element that may have one, and how many there are."""
    numbers = iter(range(1, 10 ** 6))
    return TAGGED.sub(lambda match: f'{match[0]} tags="at={next(numbers)}. {STRANGE}"', text)


def tags_of(text):
    return set(re.findall(r' tags="([^"]*)"', text))


def without_tags(text):
    return re.sub(r' tags="[^"]*"', '', text)


def file_text(*path):
    with open(os.path.join(*path), encoding='utf-8') as stream:
        return stream.read()


def check_algorithm(name, algorithm, text):
    """Returns whether the algorithm can do the document."""
    plain = run('-a', *algorithm, '--strip-tags', text=text)  # algorithms have tags of their own
    if plain.returncode != 0:
        return False
    what = f'{name}, {" ".join(algorithm)}'
    result = run('-a', *algorithm, '--validate=output', '--verify-each', text=tagged(text))
    expect(f'{what}: {result.stderr.decode()[:300]}', result.returncode == 0)
    written = result.stdout.decode()
    lost = tags_of(tagged(text)) - tags_of(re.sub(r' xb\.routine=[^ "]*', '', written))  # of what propagates tangents
    expect(f'{what}: lost {sorted(lost)[:5]}', not lost)
    expect(f'{what}: tags change the output', without_tags(written) == plain.stdout.decode())
    stripped = run('-a', *algorithm, '--strip-tags', text=tagged(text))
    expect(f'{what}: tags are not stripped', stripped.stdout == plain.stdout)
    return True


def check_algorithms(names):
    count = 0
    for name in names or NAMES:
        text = file_text(DATA, 'derivatives', f'{name}.xaif')
        done = [check_algorithm(name, algorithm, text) for algorithm in ALGORITHMS]
        expect(f'{name}: most algorithms work', sum(done) >= 4)
        count += sum(done)
    return count


# ---- provenance ------------------------------------------------------------------------------------------

DECISION = 'If|Branch|ForLoop|PreLoop|PostLoop'
MADE = re.compile(r'<xaif:(?:InlinableSubroutineCall|DerivativePropagator)\b[^>]*>|'
                  rf'<xaif:(?:{DECISION})\b[^>]* annotation="(?:_cfr_|cp_branch)"[^>]*>|'
                  r'<xaif:(?:Assignment|Initialization|Update)\b[^>]* statement_id="(_[^"]*)"[^>]*>')
TAPE = re.compile(r'<xaif:InlinableSubroutineCall [^>]*subroutine_name="a?(push|pop)[^>]*tags="[^"]*\btape=([^ "]+)')


def numbered(text):
    """The document with lines of a source."""
    lines = iter(range(1, 10 ** 6))
    return re.sub(rf'<xaif:(?:Assignment|SubroutineCall|{DECISION})\b', lambda match: f'{match[0]} lineNumber="{next(lines)}"', text)


def check_made(what, original, written):
    """What was made says so, and for lines of the original; what is popped was pushed."""
    given = set(re.findall(r'statement_id="([^"]*)"', original))
    lines = max(map(int, re.findall(r'lineNumber="(\d+)"', original)), default=0)
    silent = [match[0] for match in MADE.finditer(written) if match[1] not in given and not re.search(r' tags="pass=\w+', match[0])]
    expect(f'{what}: {silent[:3]} without provenance', not silent)
    found = re.findall(r'\bline=(\d+)(?:-(\d+))?', written)
    expect(f'{what}: lines {found[:5]}', found and all(0 < int(first) <= int(last or first) <= lines for first, last in found))
    for pushed, popped in (('push', 'pop'), ('pop', 'push')):
        names = [{name for kind, name in TAPE.findall(written) if kind == which} for which in (pushed, popped)]
        expect(f'{what}: {names[0] - names[1]} only in calls of {pushed}', names[0] <= names[1])


def check_provenance(names):
    for name in names or NAMES:
        text = file_text(DATA, 'derivatives', f'{name}.xaif')
        assert 'lineNumber' not in text
        text = numbered(text)
        for algorithm in DIFFERENTIATING:
            plain = run('-a', *algorithm, text=text)
            what = f'{name}, {" ".join(algorithm)} --provenance'
            if plain.returncode != 0:
                continue
            result = run('-a', *algorithm, '--provenance', '--validate=output', text=text)
            expect(f'{what}: {result.stderr.decode()[:300]}', result.returncode == 0)
            written = result.stdout.decode()
            expect(f'{what}: changes more than tags', without_tags(written) == without_tags(plain.stdout.decode()))
            check_made(what, text, written)


def check_ways_back():
    """Loops and branches of adjoint sweeps say for which ones of the program they are, and by what they go."""
    text = numbered(file_text(DATA, 'derivatives', 'induction_derived.xaif'))
    given = re.findall(r'<xaif:(ForLoop|Branch)\b[^>]* lineNumber="(\d+)"', text)
    for algorithm in (['basicblockpreaccumulationreverse'], ['basicblockpreaccumulationreverse,associationbyname', '--motions=routines', '--combined=none']):
        written = run('-a', *algorithm, '--provenance', text=text).stdout.decode()
        made = re.findall(r'<xaif:(ForLoop|Branch)\b[^>]* tags="pass=controlflowreversal line=(\d+)(?: tape=(\w+))?"', written)
        expect(f'ways back: {made} for {given}', {(kind, line) for kind, line, _ in made} == set(given))
        popped = {name for kind, name in TAPE.findall(written) if kind == 'pop'}
        expect(f'ways back: branches go by what is popped: {made}', all((kind == 'Branch') == (name in popped) for kind, _, name in made))


def check_names():
    """Generated names have the prefix that is wanted, and are none of the program's, whatever the case."""
    text = file_text(TOP, 'examples', 'swing.xaif').replace('"T_3"', '"MY_LIN_0"')
    written = run('-a', 'basicblockpreaccumulation', '--name-prefix=my_', '--verify-each', text=text).stdout.decode()
    made = set(re.findall(r'symbol_id="(\w+)"', written)) - set(re.findall(r'symbol_id="(\w+)"', text))
    expect(f'names: {made}', made == {'my_lin_1', 'my_acc_0', 'my_acc_1'} and 'prefix="my_"' in written)


def check_motions():
    """Tags say which routines record and return, where their names were taken."""
    text = file_text(DATA, 'derivatives', 'names_of_motions_taken.xaif')
    result = run('-a', 'basicblockpreaccumulationreverse', '--motions=routines', '--verify', text=text)
    expect(f'motions: {result.stderr.decode()}', result.returncode == 0 and b'combined adjoint' in result.stderr)


def check_formats():
    """All elements that may have tags; what comes out is read again."""
    for name in ('program', 'output'):
        text = tagged(file_text(DATA, 'schemas', f'{name}.xaif'))
        once = run('-a', 'roundtrip', '--validate=output', text=text)
        expect(f'{name}: {once.stderr.decode()}', once.returncode == 0)
        expect(f'{name}: tags are the same', tags_of(once.stdout.decode()) == tags_of(text))
        twice = run('-a', 'roundtrip', '--validate=both', text=once.stdout.decode())
        expect(f'{name}: is written as it is read', twice.stdout == once.stdout)


def check_original_schemas():
    """They know no tags, so a document for tools that hold to them has to be stripped."""
    folder = os.path.join(CORPUS, 'schema')
    if not os.path.isdir(folder):
        return
    text = tagged(file_text(TOP, 'examples', 'swing.xaif'))
    options = ('-s', folder, '--validate=output')
    expect('original schemas: with tags', run(*options, text=text).returncode == 1)
    expect('original schemas: stripped', run(*options, '--strip-tags', text=text).returncode == 0)


def check_show():
    text = tagged(file_text(DATA, 'schemas', 'program.xaif'))
    with tempfile.NamedTemporaryFile('w', suffix='.xaif', encoding='utf-8') as stream:
        stream.write(text)
        stream.flush()
        shown = subprocess.run([os.path.join(BUILD, 'xaif-show'), stream.name],
                               capture_output=True, check=False).stdout.decode()
    numbers = set(re.findall(r'\bat=\d+\.', text)) - set(re.findall(r'\[(at=\d+\.)', shown))
    hidden = [number for number in numbers if f'ControlFlowGraph tags="{number}' not in text]
    expect(f'xaif-show: not shown {hidden}', not hidden) # routines without vertices are not shown at all


def with_tags(value):
    return file_text(TOP, 'examples', 'swing.xaif').replace('<xaif:Assignment ', f'<xaif:Assignment tags="{value}" ', 1)


def check_errors():
    for value in ('a', 'a=', 'a=b=c', '_', 'a.b:c-d', ' a\tb ', ''):
        result = run('-a', 'roundtrip', '--validate=both', text=with_tags(value))
        expect(f'{value!r}: {result.stderr.decode()}', result.returncode == 0)
    for value, part in (('1a', '1a'), ('=v', '=v'), ('a b,c d', 'b,c'), ('a -b', '-b'), ('ü', 'ü')):
        result = run('-a', 'roundtrip', text=with_tags(value))
        message = result.stderr.decode()
        expect(f'{value!r} is refused: {message}', result.returncode == 1 and 'hint: tags are names' in message and
               re.search(rf"^.*:\d+: error: attribute tags has '{part}', which is no tag$", message, re.M))
        expect(f'{value!r} is not valid', run('-a', 'roundtrip', '-v', text=with_tags(value)).returncode == 1)
    text = file_text(TOP, 'examples', 'swing.xaif').replace('<xaif:BasicBlock ', '<xaif:BasicBlock tags="a" ', 1)
    expect('tags where there are none', run('-a', 'roundtrip', text=text).returncode == 1)


def main():
    count = check_algorithms(sys.argv[1:])
    check_provenance(sys.argv[1:])
    if not sys.argv[1:]:
        check_ways_back()
        check_formats()
        check_names()
        check_motions()
        check_original_schemas()
        check_show()
        check_errors()
    print(f'{count} runs of algorithms, {len(failures)} failures')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
