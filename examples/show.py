#!/usr/bin/env python3
"""Shows XAIF as text that a person can read, and checks a derivative.

    show.py FILE.xaif
        prints the routines of a document (- is standard input), one statement a
        line; v' is the derivative of v. Of replacement lists it prints all that
        differ, or with --replacements 2,3 only these. Tags stand in brackets
        after what has them.

    show.py --compare ORIGINAL.xaif DERIVED.xaif --at 0.5,1.0
        runs the first routine of both documents: the derived one gives the
        derivatives, one direction a run, the original one gives differences to
        compare them with. tests/evaluate.py does the running.

Exit status: 0 done, 1 the derivatives disagree, 2 wrong arguments, 3 the
document holds something that this script cannot show or run.
"""

import argparse
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'tests'))

import evaluate
from evaluate_values import family

INFIX = {'add': ('+', 1), 'sub': ('-', 1), 'mul': ('*', 2), 'div': ('/', 2), 'pow': ('**', 3)}
COMPARISONS = {'less_than': '<', 'greater_than': '>', 'less_or_equal': '<=', 'greater_or_equal': '>=',
               'equal': '==', 'not_equal': '/=', 'and': 'and', 'or': 'or', 'xor': 'xor'}
ATOM = 9


class Unsupported(Exception):
    """The document holds something that this script does not know."""


def tag(element):
    return element.tag.rsplit('}', 1)[-1]


def child(element, name):
    return next((c for c in element if tag(c) == name), None)


def children(element, *names):
    return [child for child in element if not names or tag(child) in names]


def plain(symbol):
    """A symbol's name as the programmer wrote it."""
    return re.sub(r'_+\d+$', '', symbol).lower() if not symbol.startswith('OpenAD_') else symbol[len('OpenAD_'):]


class Expression:
    """The graph of an expression, entered at its maximal vertex."""

    def __init__(self, element):
        edges = children(element, 'ExpressionEdge')
        self.vertices = {v.get('vertex_id', '1'): v for v in element if tag(v) != 'ExpressionEdge'}
        self.operands = {key: [] for key in self.vertices}
        for edge in sorted(edges, key=lambda e: int(e.get('position', '1'))):
            self.operands[edge.get('target')].append(edge.get('source'))
        used = {edge.get('source') for edge in edges}
        self.top = next(key for key in self.vertices if key not in used)

    def text(self, key=None):
        return self._text(key or self.top)[0]

    def factor_text(self):
        text, rank = self._text(self.top)
        return text if rank > INFIX['add'][1] else f'({text})'

    def _text(self, key):
        vertex = self.vertices[key]
        kind = tag(vertex)
        if kind == 'VariableReference':
            return reference_text(vertex), ATOM
        if kind == 'Constant':
            value = vertex.get('value')
            return (value, ATOM) if not value.startswith('-') else (f'({value})', ATOM)
        if kind == 'FunctionCall':
            return f'{plain(vertex.get("symbol_id"))}({", ".join(reference_text(a) for a in vertex)})', ATOM
        if kind not in ('Intrinsic', 'BooleanOperation'):
            raise Unsupported(f'{kind} in an expression')
        operands = [self._text(operand) for operand in self.operands[key]]
        name = vertex.get('name')
        if kind == 'BooleanOperation' and name in COMPARISONS and len(operands) == 2:
            return f'({operands[0][0]} {COMPARISONS[name]} {operands[1][0]})', ATOM
        if family(name) in INFIX and len(operands) == 2:
            sign, rank = INFIX[family(name)]
            left, right = (f'({text})' if inner < rank + side else text
                           for side, (text, inner) in enumerate(operands))
            return f'{left} {sign} {right}', rank
        if family(name) == 'minus':
            text, inner = operands[0]
            return ('-' + (text if inner > 1 else f'({text})')), 1
        return f'{family(name)}({", ".join(text for text, _ in operands)})', ATOM


def triplet_text(triplet):
    parts = {name: child(triplet, name) for name in ('Index', 'Bound', 'Stride')}
    texts = {name: '' if part is None else Expression(part).text() for name, part in parts.items()}
    if parts['Bound'] is None and parts['Stride'] is None:
        return texts['Index'] or ':'
    text = f'{texts["Index"]}:{texts["Bound"]}'
    return text if texts['Stride'] in ('', '1') else f'{text}:{texts["Stride"]}'


def reference_text(reference):
    text = plain(child(reference, 'SymbolReference').get('symbol_id'))
    subscripts = child(reference, 'ArrayElementReference')
    if subscripts is not None:
        text += f'({", ".join(triplet_text(t) for t in children(subscripts, "IndexTriplet"))})'
    return text + ("'" if reference.get('deriv') in ('1', 'true') else '')


def propagation_parts(entry):
    """Target, factors with sources, and the sign and kind of an entry of a propagator."""
    kind = tag(entry)
    if kind == 'ZeroDeriv':
        return entry, [], '='
    if kind in ('Sax', 'Saxpy'):
        pairs = [(child(ax, 'A'), child(ax, 'X')) for ax in children(entry, 'AX')]
        return child(entry, 'Y'), pairs, '=' if kind == 'Sax' else '+='
    return child(entry, 'Tgt'), [(None, child(entry, 'Src'))], {
        'SetDeriv': '=', 'SetNegDeriv': '= -', 'IncDeriv': '+=', 'DecDeriv': '-='}[kind]


def propagation_text(entry):
    target, pairs, sign = propagation_parts(entry)
    terms = []
    for factor, source in pairs:
        term = reference_text(source)
        if factor is not None:
            term = f'{Expression(factor).factor_text()} * {term}'
        terms.append(term)
    return f'{reference_text(target)} {sign} {" + ".join(terms) or "0"}'.replace('= - ', '= -')


def arguments_text(call):
    arguments = sorted(children(call, 'Argument'), key=lambda a: int(a.get('position')))
    return ', '.join(Expression(argument).text() for argument in arguments)


def tags_text(element):
    """Names tell already what is the derivative of what."""
    tags = ' '.join(word for word in element.get('tags', '').split() if not word.startswith('xb.derivative='))
    return f'  [{tags}]' if tags else ''


def assignment_text(element):
    return f'{reference_text(child(element, "AssignmentLHS"))} = {Expression(child(element, "AssignmentRHS")).text()}'


def statement_lines(element):
    lines = list(plain_lines(element))
    tags = tags_text(element)
    if tags:
        lines[:1] = [(lines[0] if lines else '') + tags]
    return lines


def plain_lines(element):
    kind = tag(element)
    if kind == 'Assignment':
        yield assignment_text(element)
    elif kind == 'SubroutineCall':
        yield f'call {plain(element.get("symbol_id"))}({arguments_text(element)})'
    elif kind == 'InlinableSubroutineCall':
        yield f'call {element.get("subroutine_name")}({arguments_text(element)})'
    elif kind == 'DerivativePropagator':
        for entry in element:
            yield propagation_text(entry)
    elif kind == 'Marker':
        yield f'! {element.get("annotation", "")}'.rstrip()
    else:
        raise Unsupported(f'{kind} in a basic block')


def vertex_lines(vertex):
    kind = tag(vertex)
    condition = child(vertex, 'Condition')
    if kind == 'BasicBlock':
        for statement in vertex:
            yield from ('    ' + line for line in statement_lines(statement))
    elif kind == 'ForLoop':
        start, step = (assignment_text(part) + tags_text(part)
                       for part in (child(vertex, 'Initialization'), child(vertex, 'Update')))
        yield f'    for {start}; {Expression(condition).text()}; {step}{tags_text(vertex)}'
    elif condition is not None:
        yield f'    {kind.lower()} {Expression(condition).text()}{tags_text(vertex)}'
    elif kind not in ('Entry', 'Exit'):
        yield f'    {kind.lower()}'


EDGE_OR_LIST = ('ArgumentList', 'ModLocal', 'Mod', 'ReadLocal', 'Read', 'OnEntry', 'ControlFlowEdge')


def flow_lines(flow):
    """The control flow in a ControlFlowGraph or a Replacement."""
    vertices = [v for v in flow if tag(v) not in EDGE_OR_LIST]
    edges = children(flow, 'ControlFlowEdge')
    branching = any(e.get('has_condition_value') in ('1', 'true') for e in edges)
    for vertex in vertices:
        if branching:
            targets = [e.get('target') + (f' if {e.get("condition_value", "1")}'
                                          if e.get('has_condition_value') in ('1', 'true') else '')
                       for e in edges if e.get('source') == vertex.get('vertex_id')]
            yield f'  [{vertex.get("vertex_id")}] {tag(vertex)}' + (' -> ' + ', '.join(targets) if targets else '')
        yield from vertex_lines(vertex)


def show_replacements(head, replacements, wanted):
    """Those that are the same are shown once, those without statements not at all."""
    by_text = {}
    for replacement in replacements:
        by_text.setdefault('\n'.join(flow_lines(replacement)), []).append(replacement.get('placeholder'))
    for text, placeholders in by_text.items():
        if text and (not wanted or set(placeholders) & wanted):
            print(f'{head}, replacement {" and ".join(placeholders)}\n{text}')


def tagged_symbols(document):
    """For each scope the lines that show its symbols with tags."""
    scopes = {}
    for scope in document.iter():
        if tag(scope) == 'Scope':
            scopes[scope.get('vertex_id', '1')] = [
                f'    {plain(symbol.get("symbol_id"))}{tags_text(symbol)}'
                for symbol in scope.iter() if tag(symbol) == 'Symbol' and tags_text(symbol)]
    return scopes


def show_routine(routine, symbols, wanted):
    formals = child(routine, 'ArgumentList')
    formals = [] if formals is None else sorted(formals, key=lambda a: int(a.get('position')))
    head = f'{plain(routine.get("symbol_id"))}({", ".join(plain(a.get("symbol_id")) for a in formals)})'
    head += tags_text(routine)
    if tag(routine) == 'ReplacementList':
        if symbols:
            print('\n'.join([head, *symbols]))
        show_replacements(head, children(routine, 'Replacement'), wanted)
        return
    lines = symbols + list(flow_lines(routine))
    if lines:
        print('\n'.join([head, *lines]))


def show(document, wanted):
    symbols = tagged_symbols(document)
    routines = [each for each in document.iter() if tag(each) in ('ControlFlowGraph', 'ReplacementList')]
    local = {each.get('controlflowgraph_scope_id') for each in routines}
    for scope, lines in symbols.items():
        if lines and scope not in local:
            print('\n'.join(['symbols', *lines]))
    for routine in routines:
        show_routine(routine, symbols.get(routine.get('controlflowgraph_scope_id'), []), wanted)


def task_of(document, x):
    """Running the first routine with a body, which has an input and an output."""
    routine = next(iter(document.routines.values()))
    if len(routine.formals) != 2:
        raise evaluate.Unknown('running a routine that has not the two arguments x and y')
    (first, _), (second, _) = routine.formals
    return evaluate.Task(routine.name, {first.name: x}), first.name, second.name


def difference(document, x, i):
    """dy/dx(i) by a central difference, extrapolated once."""
    def value(step):
        moved = list(x)
        moved[i] += step
        task, _, y = task_of(document, moved)
        return task.run(document, True, None)[y][0][0]

    def slope(h):
        return (value(h) - value(-h)) / (2 * h)
    h = 1e-3 * max(1.0, abs(x[i]))
    return (4 * slope(h / 2) - slope(h)) / 3


def compare(original, derived, x):
    task, first, y = task_of(original, x)
    value = task.run(original, True, None)[y][0][0]
    print(f'x = {", ".join(f"{v:g}" for v in x)}    y = {value:.12g}')
    print(f'{"":10}{"generated code":>20}{"differences":>20}')
    agree = True
    for i in range(len(x)):
        (again,), (exact,) = task.run(derived, False, (first, i))[y]
        about = difference(original, x, i)
        ok = again == value and exact is not None and abs(exact - about) <= 1e-8 * max(1.0, abs(about))
        agree = agree and ok
        print(f'dy/dx({i + 1})'.ljust(10) + f'{exact:20.12f}{about:20.12f}   {"agree" if ok else "DISAGREE"}')
    return 0 if agree else 1


def main():
    parser = argparse.ArgumentParser(description='Show XAIF as text; check a derivative.')
    parser.add_argument('files', nargs='+', metavar='FILE')
    parser.add_argument('--compare', action='store_true', help='run ORIGINAL and DERIVED, compare derivatives')
    parser.add_argument('--replacements', default='', metavar='N', help='show only these placeholders, separated by commas')
    parser.add_argument('--at', default='0.5,1.0', metavar='X', help='the point, numbers separated by commas')
    arguments = parser.parse_args()
    if arguments.compare != (len(arguments.files) == 2):
        parser.error('one file to show, or --compare with two')
    try:
        if arguments.compare:
            documents = [evaluate.Document(file) for file in arguments.files]
            return compare(*documents, [float(v) for v in arguments.at.split(',')])
        file = sys.stdin.buffer if arguments.files == ['-'] else arguments.files[0]
        show(ElementTree.parse(file).getroot(), set(arguments.replacements.split(',')) - {''})
        return 0
    except (OSError, Unsupported, evaluate.Fault, evaluate.Unknown, ElementTree.ParseError) as error:
        print(f'show.py: {error}', file=sys.stderr)
        return 3


if __name__ == '__main__':
    sys.exit(main())
