#!/usr/bin/env python3
"""Runs XAIF programs and compares derivatives.

    evaluate.py ORIGINAL.xaif DERIVED.xaif --entry head --set x=0.5,1.0 [--set n=3] ...

runs a routine of ORIGINAL on dual numbers, which gives its exact derivatives, and of DERIVED with the meaning of the
statements that tangent-linear code is made of, once for each input with a derivative component; compares the values and
derivatives of all arguments and global variables. Derivative components of local variables are undefined until they are set;
reading what is undefined is an error, as are subscripts out of bounds, shapes that don't conform, and arguments that
differ from their formals in having a derivative component.

Exit status: 0 they agree, 1 they don't or a program is wrong, 2 wrong arguments, 3 something that this evaluator does not know.
"""

import argparse
import collections
import math
import re
import sys
import xml.etree.ElementTree as ElementTree

from evaluate_values import (Array, Dual, Fault, Unknown, apply, apply_boolean, derivative, family, indices, position_of,
                             single, value)

STEP_LIMIT = 20000
RELATIONS = {'less_than': -1, 'less_or_equal': 0, 'greater_than': 1, 'greater_or_equal': 0, 'not_equal': 0}  # to what a bound includes
NUMERIC = ('real', 'complex', 'opaque')
LISTS = ('ArgumentList', 'ModLocal', 'Mod', 'ReadLocal', 'Read', 'OnEntry', 'ControlFlowEdge')


def flag(element, name):
    return element.get(name) in ('1', 'true')


def is_inquiry(vertex):
    """Whether a vertex asks if an argument is there."""
    return vertex.tag == 'Intrinsic' and family(vertex.get('name')) == 'present'


# ---- documents ----------------------------------------------------------------------------------------

class Symbol:
    def __init__(self, element, scope, kinds):
        self.name, self.scope = element.get('symbol_id'), scope
        self.element, self.kind = element, element.get('kind', 'variable')
        self.type = element.get('type', 'real')
        shape = element.get('shape', 'scalar')
        self.rank = max(0, ['scalar', 'vector', 'matrix', 'three_tensor', 'four_tensor', 'five_tensor', 'six_tensor',
                            'seven_tensor', 'void'].index(shape) % 8)
        self.active = element.get('active', '1') in ('1', 'true') and self.type in NUMERIC and \
            self.kind != 'subroutine' and not flag(element, 'parameter')
        dimensions = element.findall('DimensionBounds')[::-1]
        self.dimensions = dimensions if any(len(b) or b.get('extent') for b in dimensions) else []
        self.bounds = [] if self.dimensions else [(int(b.get('lower')), int(b.get('upper'))) for b in dimensions]
        self.initial = element.findall('InitialValue')
        size = int(re.sub(r'\D', '', element.get('feType', '')) or 8)
        self.block = element.get('block') and (element.get('storage'), element.get('block'), int(element.get('offset', 0)), size)
        self.lasts = bool(self.initial) or flag(element, 'save') or element.get('storage') == 'common'  # from one call to the next
        self.single = kinds and self.type == 'real' and element.get('feType') == 'F4'


class Routine:
    def __init__(self, element, symbols):
        self.name = element.get('symbol_id')
        self.scope = element.get('controlflowgraph_scope_id')
        formals = element.find('ArgumentList')
        self.formals = sorted(formals if formals is not None else [], key=lambda a: int(a.get('position')))
        self.formals = [(symbols[a.get('scope_id'), a.get('symbol_id')], a.get('intent', 'inout')) for a in self.formals]
        self.vertices = {v.get('vertex_id', '1'): v for v in element if v.tag not in LISTS}
        self.out = {}
        for edge in element.findall('ControlFlowEdge'):
            condition = int(edge.get('condition_value', '1')) if flag(edge, 'has_condition_value') else None
            self.out.setdefault(edge.get('source'), []).append((condition, edge.get('target')))


class Document:
    """A program. kinds: variables of the feType F4 hold numbers of single precision; operations are those of doubles all the same."""

    def __init__(self, path, kinds=False):
        root = ElementTree.parse(path).getroot()
        for element in root.iter():
            element.tag = element.tag.rsplit('}', 1)[-1]  # all are of one namespace
        self.prefix = root.get('prefix')
        self.symbols, self.around = {}, {}
        around = self.around
        for scope in root.iter():
            if scope.tag == 'Scope':
                for element in scope.iter():
                    if element.tag == 'Symbol':
                        symbol = Symbol(element, scope.get('vertex_id'), kinds)
                        self.symbols[symbol.scope, symbol.name] = symbol
            elif scope.tag == 'ScopeEdge':
                around[scope.get('source')] = scope.get('target')
        self.root_scope = next(s.get('vertex_id') for s in root.iter() if s.tag == 'Scope' and s.get('vertex_id') not in around)
        routines = [Routine(e, self.symbols) for e in root if e.tag == 'ControlFlowGraph']
        self.routines = {routine.name: routine for routine in routines if routine.vertices}
        self.expressions, self.references, self.plans = {}, {}, {}
        owners = {routine.scope for routine in self.routines.values()} | {self.root_scope}  # a module is no routine that is run
        owners |= {argument.get('scope_id') for interface in root.iter('Interface') for argument in interface}
        for symbol in self.symbols.values():
            symbol.home = self.root_scope if symbol.lasts else symbol.scope
            while symbol.home not in owners and symbol.home in around:
                symbol.home = around[symbol.home]

    def declared(self, scope):
        """The arrays of a scope whose bounds are no constants, in their order."""
        if not hasattr(self, 'with_dimensions'):
            self.with_dimensions = {}
            for symbol in self.symbols.values():
                if symbol.dimensions:
                    self.with_dimensions.setdefault(symbol.home, []).append(symbol)
        return self.with_dimensions.get(scope, [])

    def expression(self, element):
        """(vertices, operands by vertex, top) of an element that holds an expression."""
        found = self.expressions.get(element)
        if found is None:
            vertices = {v.get('vertex_id', '1'): v for v in element if v.tag != 'ExpressionEdge'}
            operands = {key: [] for key in vertices}
            edges = element.findall('ExpressionEdge')
            for edge in sorted(edges, key=lambda e: int(e.get('position'))):
                operands[edge.get('target')].append(edge.get('source'))
            used = {edge.get('source') for edge in edges}
            tops = [key for key in vertices if key not in used]
            if len(tops) != 1:
                raise Fault('an expression without a single maximal vertex')
            found = self.expressions[element] = (vertices, operands, tops[0])
        return found

    def plan(self, element, part=None):
        """What to do for the value of an expression, or of the part that ends at a vertex: (key, vertex, keys of operands), each
        vertex after its operands. One that asks whether an argument is there has no operands: nothing of the argument is read."""
        found = self.plans.get((element, part))
        if found is None:
            vertices, operands, top = self.expression(element)
            found, known, pending = [], set(), [part or top]
            while pending:
                key = pending[-1]
                needed = [] if is_inquiry(vertices[key]) else operands[key]
                missing = [operand for operand in needed if operand not in known]
                if missing:
                    pending += missing
                    continue
                pending.pop()
                if key not in known:
                    known.add(key)
                    found.append((key, vertices[key], needed))
            self.plans[element, part] = found
        return found

    def asked(self, element, key):
        """The symbol of which a vertex asks whether it is there."""
        vertices, operands, _ = self.expression(element)
        return self.reference(vertices[operands[key][0]])[0]

    def reference(self, element):
        """(symbol, subscripts) of a reference; None instead of subscripts for a whole variable."""
        found = self.references.get(element)
        if found is None:
            subscripts = element.find('ArrayElementReference')
            triplets = None if subscripts is None else subscripts.findall('IndexTriplet')
            found = self.references[element] = (self.symbol(element.find('SymbolReference')), triplets)
        return found

    def symbol(self, element):
        try:
            return self.symbols[element.get('scope_id'), element.get('symbol_id')]
        except KeyError:
            raise Fault(f'symbol {element.get("symbol_id")} is not in scope {element.get("scope_id")}') from None


# ---- storage --------------------------------------------------------------------------------------------

class Anonymous:
    """The symbol of a constant that is an argument."""
    name, type, active = 'a constant', None, False


class Storage:
    def __init__(self, size):
        self.values, self.derivatives = [None] * size, [None] * size


class Block:
    """A storage of any size, whose elements have any places."""

    def __init__(self):
        self.values, self.derivatives = collections.defaultdict(lambda: None), collections.defaultdict(lambda: None)


class View:
    """Some elements of a storage, seen as an array or a scalar. extents is None as long as it is not allocated."""

    def __init__(self, symbol, storage, positions, extents, lowers, constant=False):
        self.symbol, self.storage, self.positions = symbol, storage, positions
        self.extents, self.lowers, self.constant = extents, lowers, constant
        self.rest = positions  # for an element: itself and what follows it in its array

    @classmethod
    def allocated(cls, symbol, bounds):
        extents = tuple(max(0, high - low + 1) for low, high in bounds)
        size = math.prod(extents)
        return cls(symbol, Storage(size), list(range(size)), extents, tuple(low for low, _ in bounds))

    def allocate(self, bounds):
        fresh = View.allocated(self.symbol, bounds)
        self.storage, self.positions, self.extents, self.lowers = fresh.storage, fresh.positions, fresh.extents, fresh.lowers
        self.rest = self.positions

    def select(self, subscripts):
        """The view of a subscripted reference; subscripts are numbers and lists of numbers."""
        if self.extents is None:
            raise Fault(f'{self.symbol.name} is used before it is allocated')
        if len(subscripts) != len(self.extents):
            raise Fault(f'{self.symbol.name} has {len(self.extents)} dimensions')
        if not any(isinstance(subscript, list) for subscript in subscripts):
            return self.element(subscripts)
        chosen = []
        for subscript, extent, lower in zip(subscripts, self.extents, self.lowers):
            numbers = [i - lower for i in (subscript if isinstance(subscript, list) else [subscript])]
            if any(i < 0 or i >= extent for i in numbers):
                raise Fault(f'{self.symbol.name} has no element {subscript}')
            chosen.append(numbers)
        extents = tuple(len(c) for c, s in zip(chosen, subscripts) if isinstance(s, list))
        places = [position_of([c[i] for c, i in zip(chosen, index)], self.extents)
                  for index in indices([len(c) for c in chosen])]
        return View(self.symbol, self.storage, [self.positions[p] for p in places], extents, (1,) * len(extents), self.constant)

    def element(self, subscripts):
        """The view of one element."""
        place, stride = 0, 1
        for subscript, extent, lower in zip(subscripts, self.extents, self.lowers):
            if not 0 <= subscript - lower < extent:
                raise Fault(f'{self.symbol.name} has no element {subscript}')
            place += stride * (subscript - lower)
            stride *= extent
        view = View(self.symbol, self.storage, [self.positions[place]], (), (), self.constant)
        view.rest = self.positions[place:]
        return view

    def read(self, derivatives, dual):
        """The values, or the derivatives; with dual, numbers that carry derivatives."""
        if self.extents is None:
            raise Fault(f'{self.symbol.name} is used before it is allocated')
        if derivatives and not self.symbol.active:
            raise Fault(f'{self.symbol.name} has no derivative')
        source = self.storage.derivatives if derivatives else self.storage.values
        numbers = [source[p] for p in self.positions]
        if any(n is None for n in numbers):
            raise Fault(f"{self.symbol.name}{chr(39) if derivatives else ''} is read before it is set")
        if dual and self.symbol.active:
            slopes = [self.storage.derivatives[p] or 0.0 for p in self.positions]
            numbers = [Dual(n, d) if d else n for n, d in zip(numbers, slopes)]
        return Array(self.extents, numbers) if self.extents else numbers[0]

    def numbers(self, written):
        if self.extents is None:
            raise Fault(f'{self.symbol.name} is set before it is allocated')
        if self.constant:
            raise Fault(f'{self.symbol.name} stands for a constant and is changed')
        if isinstance(written, Array):
            if written.shape != self.extents:
                raise Fault(f'{self.symbol.name} of shape {self.extents} is set to something of shape {written.shape}')
            return written.items
        return [written] * len(self.positions)

    def convert(self, number):
        if self.symbol.type == 'integer':
            return int(number)
        if self.symbol.type == 'real':
            real = float(number.real if isinstance(number, complex) else number)
            return single(real) if self.symbol.single else real
        return complex(number) if self.symbol.type == 'complex' else number

    def write(self, written, derivatives=False, dual=False, passive=False):
        if derivatives and not self.symbol.active:
            raise Fault(f'{self.symbol.name} has no derivative')
        for position, number in zip(self.positions, self.numbers(written)):
            if derivatives:
                self.storage.derivatives[position] = self.convert(number)
                continue
            self.storage.values[position] = self.convert(value(number))
            if dual:
                keeps = self.symbol.active and not passive
                self.storage.derivatives[position] = self.convert(derivative(number)) if keeps else 0.0


# ---- execution ------------------------------------------------------------------------------------------

class Machine:
    """Runs a document. dual: values carry derivatives, as in a program that has no derivative code of its own."""

    def __init__(self, document, dual, extents=None, shared=(), externals=None):
        self.document, self.dual = document, dual
        self.extents, self.externals, self.steps = extents or {}, externals or {}, 0
        self.shared = {name: group for group in shared for name in group}
        self.blocks = {}                   # storage by the name of the block
        self.globals = self.variables(self.document.root_scope)
        self.frame, self.callers = {}, []  # variables of the routine that runs, and of those that wait for it
        self.absent = set()                # formals of the routine that runs without actual arguments
        for symbol in list(self.globals):
            self.initialize(symbol)
        self.loops = {}                    # of the routine that runs: vertex to step and rounds to come, None if it does not count

    def variables(self, scope):
        """Views of the variables of a scope, and of those within it that are no routine's, nothing in them."""
        made, storages = {}, {}
        for symbol in self.document.symbols.values():
            if symbol.home != scope or symbol.type == 'void':
                continue
            bounds = self.extents.get(symbol.name, symbol.bounds)
            if symbol.rank and not bounds:
                made[symbol] = View(symbol, None, [], None, ())
                continue
            view = made[symbol] = View.allocated(symbol, bounds)
            group = self.shared.get(symbol.name)
            if group:
                storage = storages.setdefault(group, Storage(64))
                view.storage = storage
            if symbol.block:
                kind, block, first, size = symbol.block  # positions are bytes of the block
                owners = self.blocks if kind != 'equivalence' else storages
                view.storage = owners.setdefault(block, Block())
                view.positions = view.rest = [first + size * position for position in view.positions]
        return made

    def initialize(self, symbol):
        bounds = self.bounds_of(symbol, None) if symbol.dimensions else None
        if bounds is not None:
            self.globals[symbol] = View.allocated(symbol, bounds)
        view, at = self.globals[symbol], 0
        for element in symbol.initial:
            for _ in range(int(element.get('repeat', 1))):
                view.storage.values[view.positions[at]] = view.convert(self.value(element))
                if symbol.active:
                    view.storage.derivatives[view.positions[at]] = 0.0
                at += 1

    def bounds_of(self, symbol, view):
        """What the declaration of an array says, None if nothing. @param view: of a formal, what is passed"""
        bounds = []
        for number, dimension in enumerate(symbol.dimensions):
            extent = dimension.get('extent', 'explicit')
            low, high = dimension.find('LowerBound'), dimension.find('UpperBound')
            low = int(dimension.get('lower', 1)) if low is None else value(self.value(low))
            if extent == 'explicit':
                high = int(dimension.get('upper')) if high is None else value(self.value(high))
            elif extent == 'assumed':
                high = low + view.extents[number] - 1
            elif extent == 'assumed_size':
                high = low + len(view.positions) // max(1, math.prod(h - l + 1 for l, h in bounds)) - 1
            else:
                return None
            bounds.append((low, high))
        return bounds

    def declare(self, symbol):
        """Gives an array of the routine that begins the extents that its declaration says."""
        view = self.frame[symbol]
        bounds = self.bounds_of(symbol, view)
        if bounds is None:
            return
        extents = tuple(max(0, high - low + 1) for low, high in bounds)
        if view.extents is None:
            self.frame[symbol] = View.allocated(symbol, bounds)
            return
        if math.prod(extents) > len(view.positions):
            raise Fault(f'{symbol.name} is larger than its actual argument')
        self.frame[symbol] = View(symbol, view.storage, view.positions[:math.prod(extents)], extents, tuple(low for low, _ in bounds), view.constant)

    # -- references and expressions

    def variable(self, symbol):
        if symbol in self.frame:
            return self.frame[symbol]
        for frame in (*reversed(self.callers), self.globals):
            if symbol in frame:
                return frame[symbol]
        raise Fault(f'{symbol.name} is not visible')

    def view(self, reference):
        symbol, triplets = self.document.reference(reference)
        view = self.variable(symbol)
        if triplets is None:
            return view
        if view.extents is None:
            raise Fault(f'{view.symbol.name} is used before it is allocated')
        return view.select([self.triplet(t, view, i) for i, t in enumerate(triplets)])

    def triplet(self, triplet, view, dimension):
        parts = {part.tag: self.value(part) for part in triplet}
        if set(parts) == {'Index'}:
            index = parts['Index']
            return [value(i) for i in index.items] if isinstance(index, Array) else value(index)
        if dimension >= len(view.extents):
            raise Fault(f'{view.symbol.name} has {len(view.extents)} dimensions')
        step = value(parts.get('Stride', 1))
        low = view.lowers[dimension]
        first = value(parts.get('Index', low))
        last = value(parts.get('Bound', low + view.extents[dimension] - 1))
        return list(range(first, last + (1 if step > 0 else -1), step))

    def value(self, element, part=None):
        """The value of an element that holds an expression, or of the part of it that ends at a vertex."""
        known, key = {}, None
        for key, vertex, operands in self.document.plan(element, part):
            if not operands and is_inquiry(vertex):
                known[key] = self.document.asked(element, key) not in self.absent
            else:
                known[key] = self.vertex(vertex, [known[operand] for operand in operands])
        return known[key]

    def vertex(self, vertex, operands):
        kind = vertex.tag
        if kind == 'VariableReference':
            return self.view(vertex).read(flag(vertex, 'deriv'), self.dual)
        if kind == 'Constant':
            return constant(vertex)
        if kind == 'Intrinsic':
            return apply(vertex.get('name'), operands)
        if kind == 'BooleanOperation':
            return apply_boolean(vertex.get('name'), operands)
        if kind == 'FunctionCall':
            return self.function(vertex)
        raise Unknown(f'{kind} in an expression')

    def function(self, vertex):
        """A function: its last formal is the result."""
        routine = self.document.routines.get(vertex.get('symbol_id'))
        if routine is None:
            raise Unknown(f'function {vertex.get("symbol_id")} without body')
        result = View.allocated(routine.formals[-1][0], routine.formals[-1][0].bounds)
        arguments = {position: self.view(argument) for position, argument in enumerate(vertex, 1)}
        self.call(routine, arguments | {len(routine.formals): result})
        return result.read(False, self.dual)

    # -- statements

    def statement(self, element):
        kind = element.tag
        if kind == 'Assignment':
            self.assign(element)
        elif kind == 'SubroutineCall':
            self.subroutine(element)
        elif kind == 'DerivativePropagator':
            for entry in element:
                self.propagate(entry)
        elif kind == 'InlinableSubroutineCall':
            self.inlinable(element)
        elif kind != 'Marker':
            raise Unknown(f'{kind} in a basic block')

    def assign(self, element):
        target = element.find('AssignmentLHS')
        written = self.value(element.find('AssignmentRHS'))
        view = self.view(target)
        if view.extents is None and isinstance(written, Array):
            view.allocate([(1, extent) for extent in written.shape])
        view.write(written, flag(target, 'deriv'), self.dual, target.get('active') == 'false')

    def propagate(self, entry):
        kind = entry.tag
        if kind == 'ZeroDeriv':
            self.view(entry).write(0.0, True)
        elif kind in ('Sax', 'Saxpy'):
            terms = [(self.factor(ax.find('A')[0]), self.view(ax.find('X'))) for ax in entry.findall('AX')]
            self.combine(self.view(entry.find('Y')), terms, kind == 'Saxpy')
        else:
            factor = -1.0 if kind in ('SetNegDeriv', 'DecDeriv') else 1.0
            self.combine(self.view(entry.find('Tgt')), [(factor, self.view(entry.find('Src')))],
                         kind in ('IncDeriv', 'DecDeriv'))

    def factor(self, vertex):
        """Back ends pass factors to routines for plain numbers."""
        if vertex.tag == 'VariableReference' and self.view(vertex).symbol.active:
            raise Fault(f'the factor {self.view(vertex).symbol.name} has a derivative component')
        return self.vertex(vertex, [])

    @staticmethod
    def combine(target, terms, add):
        """target' = sum of factor times source', or target' plus that."""
        total = target.read(True, False) if add else 0.0
        for factor, source in terms:
            total = apply('add', [total, apply('mul', [factor, source.read(True, False)])])
        target.write(total, True)

    def arguments(self, element):
        result = {}
        for argument in element.findall('Argument'):
            holder = argument[0]
            position = int(argument.get('position'))
            if holder.tag == 'Constant':
                result[position] = View(Anonymous, Storage(1), [0], (), (), True)
                result[position].storage.values[0] = constant(holder)
            else:
                result[position] = self.view(holder)
        return result

    def inlinable(self, element):
        name = element.get('subroutine_name')
        arguments = [view for _, view in sorted(self.arguments(element).items())]
        base = re.sub(r'(_s\d)+$', '', name)
        if base == 'oad_AllocateMatching':
            if arguments[1].extents is None:
                raise Fault(f'{arguments[1].symbol.name} is used before it is allocated')
            arguments[0].allocate([(1, extent) for extent in arguments[1].extents])
        elif base == 'oad_AllocateShape':
            arguments[0].allocate([(1, int(argument.read(False, False))) for argument in arguments[1:]])
        elif base in ('oad_Deallocate', 'oad_Nullify'):
            arguments[0].extents = None
        elif base == 'oad_ShapeTest':
            if arguments[0].extents != arguments[1].extents:
                raise Fault('oad_ShapeTest fails')
        elif base == 'oad_convert':
            self.convert(*arguments)
        elif base in ('sax', 'saxpy'):
            pairs = [(a.read(False, False), x) for a, x in zip(arguments[:-1:2], arguments[1:-1:2])]
            self.combine(arguments[-1], pairs, base == 'saxpy')
        elif base in ('setderiv', 'set_neg_deriv', 'inc_deriv', 'dec_deriv'):
            self.combine(arguments[0], [(-1.0 if base in ('set_neg_deriv', 'dec_deriv') else 1.0, arguments[1])],
                         base in ('inc_deriv', 'dec_deriv'))
        elif base == 'zero_deriv':
            arguments[0].write(0.0, True)
        elif base not in ('countmult', 'countadd'):
            raise Unknown(f'inlinable subroutine {name}')

    @staticmethod
    def convert(target, source):
        """Copies values only, undefined ones too."""
        if source.extents is None or target.extents is None:
            raise Fault('oad_convert of what is not allocated')
        numbers = [source.storage.values[p] for p in source.positions]
        if not source.extents:
            numbers *= len(target.positions)
        elif target.extents != source.extents:
            raise Fault(f'oad_convert of shape {source.extents} to {target.extents}')
        for position, number in zip(target.positions, numbers):
            target.storage.values[position] = number if number is None else target.convert(number)

    # -- calls

    def subroutine(self, element):
        name = element.get('symbol_id')
        arguments = self.arguments(element)
        if name in self.document.routines:
            self.call(self.document.routines[name], arguments)
        elif name in self.externals:
            self.externals[name](self, *[arguments.get(p + 1) for p in range(max(arguments, default=0))])
        else:
            raise Unknown(f'subroutine {name} without body')

    def bind(self, symbol, actual):
        if not self.dual and actual.symbol.active != symbol.active:
            raise Fault(f'{actual.symbol.name} and {symbol.name} differ in having a derivative')
        element = not actual.extents
        bounds = self.extents.get(symbol.name, symbol.bounds)
        available = actual.rest if element else actual.positions
        if actual.symbol is Anonymous and bounds:
            available = [0] * math.prod(high - low + 1 for low, high in bounds)
        sequence = any(d.get('extent', 'explicit') in ('explicit', 'assumed_size') for d in symbol.dimensions)
        if symbol.rank and not bounds:
            extents = (len(available),) if element or sequence else actual.extents
            if sequence:
                return View(symbol, actual.storage, available, extents, (1,), actual.constant)
            if len(extents) != symbol.rank:
                raise Fault(f'{symbol.name} gets an array of {len(extents)} dimensions')
            bounds = [(1, extent) for extent in extents]
        elif not symbol.rank and not element:
            raise Fault(f'{symbol.name} is a scalar and gets an array')
        extents = tuple(high - low + 1 for low, high in bounds)
        if math.prod(extents) > len(available):
            raise Fault(f'{symbol.name} is larger than its actual argument')
        return View(symbol, actual.storage, available[:math.prod(extents)], extents, tuple(low for low, _ in bounds),
                    actual.constant)

    def call(self, routine, arguments):
        frame, absent = self.variables(routine.scope), set()
        for position, (symbol, _) in enumerate(routine.formals, 1):
            if position in arguments and arguments[position].symbol not in self.absent:
                frame[symbol] = self.bind(symbol, arguments[position])
            else:
                absent.add(symbol)
        before = self.loops, self.absent
        self.callers.append(self.frame)
        self.frame, self.loops, self.absent = frame, {}, absent
        for symbol in self.document.declared(routine.scope):
            if symbol in frame and symbol not in absent:
                self.declare(symbol)
        self.run(routine)
        self.frame, (self.loops, self.absent) = self.callers.pop(), before

    # -- control flow

    def run(self, routine):
        here = next(key for key, vertex in routine.vertices.items() if vertex.tag == 'Entry')
        before = None
        while routine.vertices[here].tag != 'Exit':
            self.steps += 1
            if self.steps > STEP_LIMIT:
                raise Fault('the program does not end')
            vertex = routine.vertices[here]
            try:
                condition = self.visit(vertex, before is not None and before.tag == 'EndLoop')
            except (Fault, Unknown) as problem:
                raise type(problem)(f'{problem} [{routine.name}, vertex {here}]') from None
            before, here = vertex, follow(routine.out.get(here, []), condition)

    def visit(self, vertex, again):
        """Executes a vertex; returns the value of its condition or None."""
        kind = vertex.tag
        if kind == 'BasicBlock':
            for statement in vertex:
                try:
                    self.statement(statement)
                except Fault as fault:
                    raise Fault(f'{fault}, statement {statement.get("statement_id", "of a propagator")}') from None
        elif kind == 'ForLoop':
            return self.advance(vertex) if again else self.enter(vertex)
        elif kind == 'PostLoop' and not again:
            return 1
        if kind in ('Branch', 'If', 'PreLoop', 'PostLoop'):
            return int(value(self.value(vertex.find('Condition'))))
        if kind not in ('BasicBlock', 'Entry', 'EndBranch', 'EndLoop', 'Label', 'Goto'):
            raise Unknown(f'{kind} in control flow')
        return None


    def is_variable(self, vertex, variable):
        """Whether the vertex of an expression refers to a variable, and to nothing else."""
        if vertex.tag != 'VariableReference':
            return False
        view = self.view(vertex)
        return view.storage is variable.storage and list(view.positions) == list(variable.positions)

    def counted(self, loop, variable):
        """(step, rounds) of a loop of the form v = a; v REL bound; v = v + step, which is one of Fortran; else None. Its bound and its step are
        those at its entry."""
        update, condition = loop.find('Update').find('AssignmentRHS'), loop.find('Condition')
        vertices, operands, top = self.document.expression(update)
        tests, ends, test = self.document.expression(condition)
        relation = tests[test].get('name')
        if variable.symbol.type != 'integer' or variable.extents or len(operands[top]) != 2 or relation not in RELATIONS:
            return None
        places = [key for key in vertices if self.is_variable(vertices[key], variable)]
        increased = operands[top][:1] if vertices[top].get('name') == 'sub_scal_scal' else operands[top]
        if vertices[top].get('name') not in ('add_scal_scal', 'sub_scal_scal') or len(places) != 1 or places[0] not in increased \
                or not self.is_variable(tests[ends[test][0]], variable):
            return None
        start = value(variable.read(False, self.dual))
        step = value(self.value(update)) - start
        bound = value(self.value(condition, ends[test][1])) + RELATIONS[relation]
        if step == 0:
            raise Fault('the loop has the step 0')
        if bound != start and (bound > start) == (step > 0) and relation.startswith('less' if step < 0 else 'greater'):
            raise Fault('the loop runs away from its bound')
        return step, max(0, (bound - start + step)//step)

    def enter(self, loop):
        start = loop.find('Initialization')
        variable = self.view(start.find('AssignmentLHS'))
        variable.write(self.value(start.find('AssignmentRHS')), False, self.dual)
        self.loops[loop] = self.counted(loop, variable)
        return int(self.loops[loop][1] > 0 if self.loops[loop] else value(self.value(loop.find('Condition'))))

    def advance(self, loop):
        update = loop.find('Update')
        variable = self.view(update.find('AssignmentLHS'))
        if not self.loops[loop]:
            variable.write(self.value(update.find('AssignmentRHS')), False, self.dual)
            return int(value(self.value(loop.find('Condition'))))
        step, rounds = self.loops[loop]
        variable.write(value(variable.read(False, self.dual)) + step, False, self.dual)
        self.loops[loop] = step, rounds - 1
        return int(rounds > 1)


def constant(element):
    kind, text = element.get('type'), element.get('value').strip()
    if kind == 'integer':
        return int(text)
    if kind == 'bool':
        return text in ('1', 'true', '.true.')
    if kind in ('real', 'double'):
        number = float(text.lower().replace('d', 'e'))
        return single(number) if element.get('feType') == 'F4' else number
    return text


def follow(edges, condition):
    taken = [target for wanted, target in edges if condition is not None and wanted == condition]
    taken = taken or [target for wanted, target in edges if wanted is None]
    if len(taken) != 1:
        raise Fault(f'{len(taken)} edges for the condition {condition}')
    return taken[0]


# ---- whole runs -----------------------------------------------------------------------------------------

class Task:
    """What to run and on what. inputs: name to numbers; extents: name to bounds; shared: groups of names."""

    def __init__(self, entry, inputs, extents=None, shared=(), externals=None):
        self.entry, self.inputs, self.extents = entry, inputs, extents or {}
        self.shared, self.externals, self.exact = shared, externals or {}, {}

    def directions(self, document):
        """(name, number of element) of each number that derivatives are taken with respect to."""
        symbols = {s.name: s for s in self.visible(document)}
        return [(name, i) for name, numbers in self.inputs.items() if symbols[name].active for i in range(len(numbers))]

    def routine(self, document):
        for name in (self.entry, document.prefix + self.entry, self.entry + '_d', document.prefix + self.entry + '_d'):
            if name in document.routines:
                return document.routines[name]
        raise Fault(f'no routine {self.entry}')

    def visible(self, document):
        formals = [symbol for symbol, _ in self.routine(document).formals]
        known = {symbol.name for symbol in formals}
        return formals + [s for s in document.symbols.values()
                          if s.scope == document.root_scope and s.type != 'void' and s.name not in known and s.name in self.inputs]

    def run(self, document, dual, direction):
        """name to (values, derivatives) of all arguments and of the global variables that are inputs, at the end.
        Runs on dual numbers are remembered."""
        if not dual:
            return self.run_anew(document, dual, direction)
        if (document, direction) not in self.exact:
            self.exact[document, direction] = self.run_anew(document, dual, direction)
        return self.exact[document, direction]

    def run_anew(self, document, dual, direction):
        machine = Machine(document, dual, self.extents, self.shared, self.externals)
        routine = self.routine(document)
        views, arguments = {}, {}
        for symbol in sorted(self.visible(document), key=lambda symbol: bool(symbol.rank)):
            formal = symbol.scope != document.root_scope
            bounds = self.extents.get(symbol.name, symbol.bounds)
            if symbol.rank and not bounds:
                machine.frame = {other: views[other.name] for other in self.visible(document) if other.name in views}
                explicit = symbol.dimensions and all(d.get('extent', 'explicit') == 'explicit' for d in symbol.dimensions)
                bounds = machine.bounds_of(symbol, None) if explicit else [(1, len(self.inputs.get(symbol.name, [])))]
                machine.frame = {}
            view = View.allocated(symbol, bounds) if formal else machine.globals[symbol]
            views[symbol.name] = view
            if formal:
                arguments[[other for other, _ in routine.formals].index(symbol) + 1] = view
            for i, number in enumerate(self.inputs.get(symbol.name, [])):
                view.storage.values[view.positions[i]] = view.convert(number)
                if symbol.active:
                    view.storage.derivatives[view.positions[i]] = 1.0 if (symbol.name, i) == direction else 0.0
        machine.call(routine, arguments)
        return {name: ([v.storage.values[p] for p in v.positions], [v.storage.derivatives[p] for p in v.positions])
                for name, v in views.items()}


def close(a, b, scale):
    return abs(a - b) <= 1e-9 * max(1.0, abs(a), scale)


def compare_numbers(name, part, wanted, found):
    scale = max((abs(w) for w in wanted if w is not None and not isinstance(w, bool)), default=0.0) * 1e-3
    for i, (w, f) in enumerate(zip(wanted, found)):
        if w is None:
            continue
        if f is None:
            return f'{name}({i + 1}){part} is not set'
        if not close(w, f, scale):
            return f'{name}({i + 1}){part} is {f}, not {w}'
    return None


def compare(task, original, derived):
    """None if both documents agree, else what differs. Faults of the original are raised, those of the derived told."""
    active = {s.name for s in task.visible(original) if s.active}
    for direction in task.directions(original) or [None]:
        wanted = task.run(original, True, direction)
        try:
            found = task.run(derived, False, direction)
        except Fault as fault:
            return str(fault)
        where = f', d/d{direction[0]}({direction[1] + 1})' if direction else ''
        for name, (values, slopes) in wanted.items():
            difference = compare_numbers(name, '', values, found[name][0])
            if not difference and name in active:
                known = [s if v is not None else None for v, s in zip(values, slopes)]
                difference = compare_numbers(name, "'", known, found[name][1])
            if difference:
                return difference + where
    return None


def numbers(text):
    return [complex(t) if 'j' in t else int(t) if t.lstrip('+-').isdigit() else float(t) for t in text.replace(',', ' ').split()]


def main():
    parser = argparse.ArgumentParser(description='Compare the derivatives of two XAIF documents.')
    parser.add_argument('original')
    parser.add_argument('derived')
    parser.add_argument('--entry', default='head')
    parser.add_argument('--set', action='append', default=[], metavar='NAME=NUMBERS', help='value of an argument')
    arguments = parser.parse_args()
    inputs = {name: numbers(text) for name, text in (item.split('=') for item in arguments.set)}
    try:
        difference = compare(Task(arguments.entry, inputs), Document(arguments.original), Document(arguments.derived))
    except (Fault, Unknown, ElementTree.ParseError) as problem:
        print(f'evaluate.py: {problem}', file=sys.stderr)
        return 3
    print(difference or 'the derivatives agree')
    return 1 if difference else 0


if __name__ == '__main__':
    sys.exit(main())
