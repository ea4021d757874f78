#!/usr/bin/env python3
"""Shows XAIF as text that a person can read, and checks a derivative.

    show.py FILE.xaif
        prints the routines of a document, one statement a line; v' is the
        derivative of v.

    show.py --compare ORIGINAL.xaif DERIVED.xaif --at 0.5,1.0
        runs the first routine of both documents: the derived one gives the
        derivatives, one direction a run, the original one gives differences to
        compare them with. Only for routines without branches, loops, calls.

Exit status: 0 done, 1 the derivatives disagree, 2 wrong arguments, 3 the
document holds something that this script cannot show or run.
"""

import argparse
import math
import re
import sys
import xml.etree.ElementTree as ElementTree

INFIX = {'add': ('+', 1), 'sub': ('-', 1), 'mul': ('*', 2), 'div': ('/', 2), 'pow': ('**', 3)}
COMPARISONS = {'less_than': '<', 'greater_than': '>', 'less_or_equal': '<=', 'greater_or_equal': '>=',
               'equal': '==', 'not_equal': '/=', 'and': 'and', 'or': 'or', 'xor': 'xor'}
FUNCTIONS = {'sin': math.sin, 'cos': math.cos, 'tan': math.tan, 'exp': math.exp, 'ln': math.log,
             'sqrt': math.sqrt, 'tanh': math.tanh, 'minus': lambda a: -a, 'abs': abs,
             'add': lambda a, b: a + b, 'sub': lambda a, b: a - b, 'mul': lambda a, b: a * b,
             'div': lambda a, b: a / b, 'pow': lambda a, b: a ** b}
ATOM = 9


class Unsupported(Exception):
    """The document holds something that this script does not know."""


def tag(element):
    return element.tag.rsplit('}', 1)[-1]


def children(element, *names):
    return [child for child in element if not names or tag(child) in names]


def child(element, name):
    return next(iter(children(element, name)), None)


def plain(symbol):
    """A symbol's name as the programmer wrote it."""
    return re.sub(r'_+\d+$', '', symbol).lower() if not symbol.startswith('OpenAD_') else symbol[len('OpenAD_'):]


def family(name):
    """The intrinsic without the shapes of its operands: mul_scal_scal is mul."""
    return re.sub(r'(_(scal|arr|vec|mat))+$', '', name)


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

    def value(self, store, key=None):
        key = key or self.top
        vertex = self.vertices[key]
        kind = tag(vertex)
        if kind == 'VariableReference':
            return store.read(vertex)
        if kind == 'Constant':
            number = vertex.get('value').lower().replace('d', 'e')
            return int(number) if vertex.get('type') == 'integer' else float(number)
        if kind != 'Intrinsic' or family(vertex.get('name')) not in FUNCTIONS:
            raise Unsupported(f'running {kind} {vertex.get("name")}')
        return FUNCTIONS[family(vertex.get('name'))](*(self.value(store, k) for k in self.operands[key]))


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


def symbol_key(element):
    return element.get('scope_id'), element.get('symbol_id')


class Store:
    """Values and derivatives of the variables of one run, by symbol and subscripts."""

    def __init__(self):
        self.cells = {}

    def place(self, reference):
        symbol = symbol_key(child(reference, 'SymbolReference'))
        array = child(reference, 'ArrayElementReference')
        indices = ()
        if array is not None:
            for triplet in children(array, 'IndexTriplet'):
                if len(children(triplet)) != 1 or child(triplet, 'Index') is None:
                    raise Unsupported('running array sections')
                indices += (Expression(child(triplet, 'Index')).value(self),)
        return symbol, indices

    def read(self, reference, derivative=None):
        if derivative is None:
            derivative = reference.get('deriv') in ('1', 'true')
        try:
            return self.cells[(*self.place(reference), derivative)]
        except KeyError:
            raise Unsupported(f'{reference_text(reference)} is read before it is set') from None

    def write(self, reference, value, derivative=None):
        if derivative is None:
            derivative = reference.get('deriv') in ('1', 'true')
        self.cells[(*self.place(reference), derivative)] = value


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


def run_propagation(entry, store):
    target, pairs, sign = propagation_parts(entry)
    total = 0.0
    for factor, source in pairs:
        total += (1.0 if factor is None else Expression(factor).value(store)) * store.read(source, True)
    if sign in ('+=', '-='):
        total = store.read(target, True) + (total if sign == '+=' else -total)
    elif sign == '= -':
        total = -total
    store.write(target, total, True)


def arguments_text(call):
    arguments = sorted(children(call, 'Argument'), key=lambda a: int(a.get('position')))
    return ', '.join(Expression(argument).text() for argument in arguments)


def assignment_text(element):
    return f'{reference_text(child(element, "AssignmentLHS"))} = {Expression(child(element, "AssignmentRHS")).text()}'


def statement_lines(element):
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
        start, step = (assignment_text(child(vertex, part)) for part in ('Initialization', 'Update'))
        yield f'    for {start}; {Expression(condition).text()}; {step}'
    elif condition is not None:
        yield f'    {kind.lower()} {Expression(condition).text()}'
    elif kind not in ('Entry', 'Exit'):
        yield f'    {kind.lower()}'


EDGE_OR_LIST = ('ArgumentList', 'ModLocal', 'Mod', 'ReadLocal', 'Read', 'OnEntry', 'ControlFlowEdge', 'ReplacementList')


def show(document):
    for routine in document.iter():
        if tag(routine) != 'ControlFlowGraph':
            continue
        vertices = [v for v in routine if tag(v) not in EDGE_OR_LIST]
        if not vertices:
            continue
        formals = child(routine, 'ArgumentList')
        formals = [] if formals is None else sorted(formals, key=lambda a: int(a.get('position')))
        print(f'{plain(routine.get("symbol_id"))}({", ".join(plain(a.get("symbol_id")) for a in formals)})')
        edges = children(routine, 'ControlFlowEdge')
        branching = any(e.get('has_condition_value') in ('1', 'true') for e in edges)
        for vertex in vertices:
            if branching:
                targets = [e.get('target') + (f' if {e.get("condition_value", "1")}'
                                              if e.get('has_condition_value') in ('1', 'true') else '')
                           for e in edges if e.get('source') == vertex.get('vertex_id')]
                print(f'  [{vertex.get("vertex_id")}] {tag(vertex)}' + (' -> ' + ', '.join(targets) if targets else ''))
            for line in vertex_lines(vertex):
                print(line)


def run(document, x, direction):
    """Runs the first routine with a body; returns y and its derivative (None without a direction)."""
    routine = next(r for r in document.iter() if tag(r) == 'ControlFlowGraph' and child(r, 'Entry') is not None)
    formals = sorted(child(routine, 'ArgumentList'), key=lambda a: int(a.get('position')))
    if len(formals) != 2:
        raise Unsupported('running a routine that has not the two arguments x and y')
    store = Store()
    for i, value in enumerate(x):
        store.cells[(symbol_key(formals[0]), (i + 1,), False)] = value
        if direction is not None:
            store.cells[(symbol_key(formals[0]), (i + 1,), True)] = direction[i]

    vertices = {v.get('vertex_id'): v for v in routine if tag(v) not in EDGE_OR_LIST}
    successors = {}
    for edge in children(routine, 'ControlFlowEdge'):
        successors.setdefault(edge.get('source'), []).append(edge.get('target'))
    here = child(routine, 'Entry').get('vertex_id')
    while tag(vertices[here]) != 'Exit':
        if tag(vertices[here]) not in ('Entry', 'BasicBlock') or len(successors[here]) != 1:
            raise Unsupported(f'running {tag(vertices[here])}')
        for statement in vertices[here] if tag(vertices[here]) == 'BasicBlock' else ():
            run_statement(statement, store)
        here = successors[here][0]
    y = symbol_key(formals[1])
    return store.cells[(y, (), False)], store.cells.get((y, (), True))


def run_statement(statement, store):
    kind = tag(statement)
    if kind == 'Assignment':
        store.write(child(statement, 'AssignmentLHS'), Expression(child(statement, 'AssignmentRHS')).value(store))
    elif kind == 'DerivativePropagator':
        for entry in statement:
            run_propagation(entry, store)
    elif kind != 'Marker':
        raise Unsupported(f'running {kind}')


def difference(document, x, i):
    """dy/dx(i) by a central difference, extrapolated once."""
    def slope(h):
        up, down = list(x), list(x)
        up[i] += h
        down[i] -= h
        return (run(document, up, None)[0] - run(document, down, None)[0]) / (2 * h)
    h = 1e-3 * max(1.0, abs(x[i]))
    return (4 * slope(h / 2) - slope(h)) / 3


def compare(original, derived, x):
    value = run(original, x, None)[0]
    print(f'x = {", ".join(f"{v:g}" for v in x)}    y = {value:.12g}')
    print(f'{"":10}{"generated code":>20}{"differences":>20}')
    agree = True
    for i in range(len(x)):
        direction = [1.0 if k == i else 0.0 for k in range(len(x))]
        again, exact = run(derived, x, direction)
        if exact is None:
            raise Unsupported('the derived document sets no derivative of y')
        about = difference(original, x, i)
        ok = again == value and abs(exact - about) <= 1e-8 * max(1.0, abs(about))
        agree = agree and ok
        print(f'dy/dx({i + 1})'.ljust(10) + f'{exact:20.12f}{about:20.12f}   {"agree" if ok else "DISAGREE"}')
    return 0 if agree else 1


def main():
    parser = argparse.ArgumentParser(description='Show XAIF as text; check a derivative.')
    parser.add_argument('files', nargs='+', metavar='FILE')
    parser.add_argument('--compare', action='store_true', help='run ORIGINAL and DERIVED, compare derivatives')
    parser.add_argument('--at', default='0.5,1.0', metavar='X', help='the point, numbers separated by commas')
    arguments = parser.parse_args()
    if arguments.compare != (len(arguments.files) == 2):
        parser.error('one file to show, or --compare with two')
    try:
        documents = [ElementTree.parse(file).getroot() for file in arguments.files]
        if arguments.compare:
            return compare(*documents, [float(v) for v in arguments.at.split(',')])
        show(documents[0])
        return 0
    except (Unsupported, ElementTree.ParseError) as error:
        print(f'show.py: {error}', file=sys.stderr)
        return 3


if __name__ == '__main__':
    sys.exit(main())
