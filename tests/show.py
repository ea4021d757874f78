#!/usr/bin/env python3
"""xaif-show: what it prints of nested and of other control flow, in whatever order the document has it; names; messages, exit status.

    show.py [DOCUMENT...]

Of each document (those of tests/data/derivatives, by default) the text has to be the same when its vertices and edges are in another order.
"""

import glob
import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')
DATA = os.path.join(TOP, 'tests', 'data')
XAIF = 'http://www.mcs.anl.gov/XAIF'
FLOWS = (f'{{{XAIF}}}ControlFlowGraph', f'{{{XAIF}}}Replacement')
FIRST = ('ArgumentList', 'ModLocal', 'Mod', 'ReadLocal', 'Read', 'OnEntry')

sys.dont_write_bytecode = True
LOADER = SourceFileLoader('show', os.path.join(BUILD, 'xaif-show'))
SHOW = module_from_spec(spec_from_loader('show', LOADER))
LOADER.exec_module(SHOW)

failures = []


def expect(what, wanted, found):
    if wanted != found:
        print(f'FAIL {what}: expected\n{wanted}\nfound\n{found}', file=sys.stderr)
        failures.append(what)


def run(*arguments, text=None, program='xaif-show'):
    return subprocess.run([os.path.join(BUILD, 'inplace', program), *arguments], input=text, capture_output=True, text=True, check=False,
                          env={**os.environ, 'XAIFBOOSTER_SCHEMA_DIR': os.path.join(TOP, 'schemas')})


def shuffled(text, numbers):
    """The document with the vertices of each control flow, then its edges, in another order."""
    root = ElementTree.fromstring(text)
    for flow in root.iter():
        if flow.tag in FLOWS:
            parts = [[], [], []]
            for each in flow:
                name = each.tag.rpartition('}')[2]
                parts[0 if name in FIRST else 2 if name == 'ControlFlowEdge' else 1].append(each)
            numbers.shuffle(parts[1])
            numbers.shuffle(parts[2])
            flow[:] = parts[0] + parts[1] + parts[2]
    return ElementTree.tostring(root, encoding='unicode')


def check_order(file):
    with open(file, encoding='utf-8') as stream:
        text = stream.read()
    if '<xaif:CallGraph' not in text:
        return
    expect(f'{file}: in another order', shown(text), shown(shuffled(text, random.Random(1))))


def shown(text):
    """The lines of a document, but for what can't be reached, which stays in the order of the document."""
    lines = SHOW.Display(SHOW.Reader().read(text.encode()), set(), False).lines()
    return '\n'.join(lines).split('  unreachable')[0]


def flow_document(vertices, edges, symbols=''):
    """A program of one routine. A vertex is an id and a kind, or an id and a whole element; an edge is source, target and perhaps a value."""
    lines = [f'<xaif:CallGraph xmlns:xaif="{XAIF}" program_name="p" prefix="OpenAD_"><xaif:ScopeHierarchy>'
             '<xaif:Scope vertex_id="1"><xaif:SymbolTable><xaif:Symbol symbol_id="head_1" kind="subroutine" type="void"/>'
             f'</xaif:SymbolTable></xaif:Scope><xaif:Scope vertex_id="2"><xaif:SymbolTable>{symbols}</xaif:SymbolTable></xaif:Scope>'
             '</xaif:ScopeHierarchy>',
             '<xaif:ControlFlowGraph vertex_id="1" scope_id="1" symbol_id="head_1" controlflowgraph_scope_id="2">']
    for key, what in vertices:
        lines.append(what if what.startswith('<') else f'<xaif:{what} vertex_id="{key}"/>')
    for number, (source, target, *value) in enumerate(edges):
        taken = f' has_condition_value="true" condition_value="{value[0]}"' if value else ''
        lines.append(f'<xaif:ControlFlowEdge edge_id="{number}" source="{source}" target="{target}"{taken}/>')
    return '\n'.join([*lines, '</xaif:ControlFlowGraph></xaif:CallGraph>'])


def reference(symbol, element='VariableReference'):
    return f'<xaif:{element}><xaif:SymbolReference symbol_id="{symbol}" scope_id="2"/></xaif:{element}>'


def block(key, *symbols):
    statements = ''.join(f'<xaif:Assignment statement_id="{s}">{reference(s, "AssignmentLHS")}<xaif:AssignmentRHS>'
                         f'<xaif:Constant type="real" value="-1.0"/></xaif:AssignmentRHS></xaif:Assignment>' for s in symbols)
    return f'<xaif:BasicBlock vertex_id="{key}" scope_id="2">{statements}</xaif:BasicBlock>'


def conditional(key, kind, symbol):
    return f'<xaif:{kind} vertex_id="{key}"><xaif:Condition>{reference(symbol)}</xaif:Condition></xaif:{kind}>'


SYMBOLS = '<xaif:Symbol symbol_id="b" type="bool"/><xaif:Symbol symbol_id="k" type="integer"/>'


def check_nested():
    vertices = [(9, 'Exit'), (8, 'EndBranch'), (5, block(5, 'X_1')), (6, block(6, 'u', 'U')), (3, conditional(3, 'PostLoop', 'b')), (4, 'EndLoop'),
                (7, conditional(7, 'Branch', 'k')), (2, conditional(2, 'PreLoop', 'b')), (1, 'Entry'), (10, 'EndLoop'),
                (11, conditional(11, 'If', 'b')), (12, 'EndBranch'), (13, block(13, 'OpenAD_t_0'))]
    edges = [(1, 2), (2, 7), (2, 3, 1), (3, 5, 1), (5, 4), (4, 3), (3, 10), (10, 2), (7, 6, 4), (7, 11), (7, 6, -2), (7, 8, 3), (6, 8), (11, 12, 1),
             (11, 13), (13, 12), (12, 8), (8, 9)]
    expect('nested', '''head()
    while b
        repeat
            x = (-1.0)
        while b
    select k
        case -2, 4
            u = (-1.0)
            U = (-1.0)
        case 3
        otherwise
            if b
            else
                t_0 = (-1.0)
''', run('-', text=flow_document(vertices, edges, SYMBOLS)).stdout)
    expect('full names', '            X_1 = (-1.0)', run('--full-names', '-', text=flow_document(vertices, edges, SYMBOLS)).stdout.split('\n')[3])


def check_others():
    """A jump into a loop; vertices that nothing leads to, in nested control flow, too."""
    vertices = [(9, block(9, 'd')), (8, 'Exit'), (2, conditional(2, 'Branch', 'b')), (3, block(3, 'x')), (4, conditional(4, 'PreLoop', 'b')),
                (5, block(5, 'y')), (6, 'EndLoop'), (1, 'Entry')]
    edges = [(1, 2), (2, 5, 1), (2, 3), (3, 4), (4, 5, 1), (5, 6), (6, 4), (4, 8), (9, 8)]
    expect('a jump', '''head()
  [1] Entry -> 2
  [2] Branch -> 5 if 1, 3
    branch b
  [3] BasicBlock -> 4
    x = (-1.0)
  [4] PreLoop -> 5 if 1, 8
    preloop b
  [5] BasicBlock -> 6
    y = (-1.0)
  [6] EndLoop -> 4
  [8] Exit
  unreachable
  [9] BasicBlock -> 8
    d = (-1.0)
''', run('-', text=flow_document(vertices, edges, SYMBOLS)).stdout)
    expect('dead code', 'head()\n    x = (-1.0)\n  unreachable\n  [9] BasicBlock -> 8\n    d = (-1.0)\n', run('-', text=flow_document(
        [(9, block(9, 'd')), (1, 'Entry'), (8, 'Exit'), (2, block(2, 'x'))], [(1, 2), (2, 8), (9, 8)])).stdout)


def check_wrong_ends():
    """An EndLoop that leads back to a branch, and an EndBranch in a loop of its own: no nests."""
    for vertices, edges in (
            ([(1, 'Entry'), (2, conditional(2, 'Branch', 'b')), (3, 'EndLoop'), (4, 'Exit')], [(1, 2), (2, 3, 1), (3, 2), (2, 4)]),
            ([(1, 'Entry'), (2, conditional(2, 'PreLoop', 'b')), (3, 'EndBranch'), (4, 'Exit')], [(1, 2), (2, 3, 1), (3, 2), (2, 4)])):
        shown = run('-', text=flow_document(vertices, edges, SYMBOLS))
        expect('wrong ends', (0, '  [1] Entry -> 2'), (shown.returncode, shown.stdout.split('\n')[1]))


def chain(depth, operands=1):
    """An assignment of so many intrinsics within each other."""
    vertices = ''.join(f'<xaif:Intrinsic vertex_id="{i}" name="{"sin" if operands == 1 else "add"}_scal"/>' for i in range(depth))
    edges = ''.join(f'<xaif:ExpressionEdge edge_id="{i}" source="{i + 1}" target="{i}" position="{k}"/>' for i in range(depth)
                    for k in range(1, operands + 1))
    right = f'{vertices}<xaif:Constant vertex_id="{depth}" type="real" value="1.0"/>{edges}'
    return ('<xaif:BasicBlock vertex_id="2" scope_id="2"><xaif:Assignment statement_id="1">' + reference('x', 'AssignmentLHS') +
            f'<xaif:AssignmentRHS>{right}</xaif:AssignmentRHS></xaif:Assignment></xaif:BasicBlock>')


def check_sizes():
    straight = [(1, 2), (2, 3)]
    deep = run('-', text=flow_document([(1, 'Entry'), (2, chain(100000)), (3, 'Exit')], straight)).stdout
    expect('a long chain', 'sin(' * 100000 + '1.0' + ')' * 100000, deep.split('= ')[-1].strip())
    shared = run('-', text=flow_document([(1, 'Entry'), (2, chain(100, 2)), (3, 'Exit')], straight))
    expect('what is shared', (3, '(standard input):4: error: the expression is too long when it is written out\n'), (shared.returncode, shared.stderr))
    ifs = 3000
    vertices = [(0, 'Entry'), *((i, conditional(i, 'If', 'b')) for i in range(1, ifs)), (ifs, block(ifs, 'x')),
                *((ifs + i, 'EndBranch') for i in range(1, ifs)), (2 * ifs, 'Exit')]
    edges = [(0, 1), *((i, i + 1, 1) for i in range(1, ifs)), *((i, 2 * ifs - i) for i in range(1, ifs)), *((i, i + 1) for i in range(ifs, 2 * ifs))]
    lines = run('-', text=flow_document(vertices, edges, SYMBOLS)).stdout.split('\n')
    expect('deep nests', '    ' * ifs + 'x = (-1.0)', lines[ifs])


def check_messages():
    good = flow_document([(1, 'Entry'), (2, block(2, 'x')), (3, 'Exit')], [(1, 2), (2, 3)])
    well = '\n  hint: the document must be well-formed XML\n'
    root = f'\n  hint: a program is one element CallGraph of the namespace {XAIF}\n'
    options = '\n  hint: xaif-show --help lists the options\n'
    for arguments, text, status, message in (
            (['-'], '', 1, '(standard input):1: error: the document is empty' + well),
            (['-'], good[:len(good) // 2], 1, '(standard input):3: error: the document ends here' + well),
            (['-'], '<a/>', 1, '(standard input):1: error: the root element is \'a\' instead of CallGraph' + root),
            (['-'], '<CallGraph/>', 1, f'(standard input):1: error: the root element is not of the namespace {XAIF}' + root),
            (['-'], '<!DOCTYPE a>\n<a/>', 1, '(standard input):1: error: a document type declaration (DOCTYPE) is not allowed\n'
                                             '  hint: remove the DOCTYPE: documents are described by XML schemas\n'),
            (['-'], good.replace('source="2" target="3"', 'source="2" target="7"'), 1,
             '(standard input):7: error: there is no vertex 7 in the control flow\n'),
            (['-'], good.replace('symbol_id="x"', ''), 1, '(standard input):4: error: SymbolReference has no attribute symbol_id\n'),
            (['-'], good.replace('Assignment ', 'Allocation ').replace('/xaif:Assignment>', '/xaif:Allocation>'), 3,
             '(standard input):4: error: Allocation can\'t be shown in a basic block\n'),
            (['-'], '<?xml version="1.0" encoding="strange"?>' + good, 1,
             '(standard input):1: error: unknown encoding: strange\n  hint: UTF-8 is known, among others\n'),
            (['-'], '<a>' * 300, 1, '(standard input):1: error: the root element is \'a\' instead of CallGraph' + root),
            (['-'], good.replace('<xaif:Constant', '<a>' * 300 + '<xaif:Constant'), 1,
             '(standard input):4: error: elements are nested too deeply\n  hint: at most 256 elements may be open at a time\n'),
            (['/nowhere/in.xaif'], None, 4, '/nowhere/in.xaif: error: can\'t read: No such file or directory\n'),
            ([], None, 2,
             'xaif-show: error: there is no document\n  hint: name a file, or - for standard input; see xaif-show --help\n'),
            (['a', 'b'], None, 2, 'xaif-show: error: there is more than one document' + options),
            (['--foo', '-'], good, 2, 'xaif-show: error: there is no option --foo' + options),
            (['--replacements=x', '-'], good, 2, 'xaif-show: error: --replacements=x: placeholders are numbers, separated by commas' + options)):
        shown = run(*arguments, text=text)
        expect(f'{arguments}: {message}', (status, '', message), (shown.returncode, shown.stdout, shown.stderr))
    if os.path.exists('/dev/full'):
        with open('/dev/full', 'w', encoding='utf-8') as full:
            done = subprocess.run([os.path.join(BUILD, 'inplace', 'xaif-show'), '-'], input=good, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        expect('a full disk', (4, 'xaif-show: error: can\'t write to standard output: No space left on device\n'), (done.returncode, done.stderr))
    expect('version', run('--version', program='xaif-run').stdout.replace('xaif-run', 'xaif-show'), run('--version').stdout)


def check_replacements():
    adjoint = run('-a', 'basicblockpreaccumulationreverse', os.path.join(TOP, 'examples', 'spring.xaif'), program='xaifbooster').stdout
    heads = [line for line in run('--replacements=3', '-', text=adjoint).stdout.split('\n') if re.match(r'\w', line)]
    expect('replacements', ['spring(x, y), replacement 3 and 11', 'energy(d, k, e), replacement 3 and 11'], heads)


def main():
    files = sys.argv[1:] or sorted(glob.glob(os.path.join(DATA, 'derivatives', '*.xaif')))
    if os.environ.get('XB_FEWER_RUNS') and not sys.argv[1:]:
        files = files[::8]
    for file in files:
        check_order(file)
    for check in (check_nested, check_others, check_wrong_ends, check_sizes, check_messages, check_replacements):
        check()
    print(f'{len(files)} documents, {len(failures)} failures')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
