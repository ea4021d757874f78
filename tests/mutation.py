#!/usr/bin/env python3
"""Plants faults in transformed programs: xaifbooster verify has to catch each of them.

    mutation.py [--all] [--verbose] [--seed N] [--engine PROGRAM] [NAME...]

Forward: programs of tests/data/derivatives are differentiated, and the result is damaged in each of the ways of FAULTS, at a few
places each (--all: at every place). Reverse: the adjoint programs of tests/data/evaluate are damaged likewise, and are run with split
and with joint templates; what they are adjoints of is what their placeholders 1 hold. So are the adjoint programs that the engine makes
of programs of tests/data/derivatives, and what forward mode makes of adjoint programs.

Some damage changes nothing: two statements that are independent of each other, a zero that nobody reads, a value that is computed
once more while a callee is taped, and that no derivative depends on. Of forward programs evaluate.py, which shares nothing with
the verification, is asked whether damage has an effect. Of reverse programs, it has none if they compute the same as before, at
other points, too, but for the rounding of products: a tape may hold the factors of one product in any order.

A fault that was planted and not caught fails the test. The report has one line for each kind of fault: caught / planted.
"""

import argparse
import copy
import json
import math
import os
import random
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')
sys.path.insert(0, os.path.join(TOP, 'tests'))
os.environ['XAIFBOOSTER_SCHEMA_DIR'] = os.path.join(TOP, 'schemas')

import adjoints
import derivatives
import evaluate
import worker

NAMESPACE = 'http://www.mcs.anl.gov/XAIF'
ElementTree.register_namespace('xaif', NAMESPACE)
FORWARD = ('array_swap', 'control_if', 'control_repeat', 'dag_shared_operand', 'in_place_chain', 'loop_carried_self',
           'micro_overwritten_input', 'micro_three_targets', 'parallel_edges', 'passive_write_between', 'section_lower_bounds',
           'subscript_overwritten', 'type_change_sections')
ADJOINT = ('array_elements_of_loop', 'control_goto', 'control_select_several_cases', 'control_while', 'dag_shared_operand', 'recursion',
           'subscript_overwritten_by_call', 'type_change_sections')
SECOND = ('dag_shared_operand', 'recursion', 'control_goto')
REVERSE = {'reverse_product': {'x0': [3, 0.5]}, 'reverse_loop': {'x0': [1.5, -2, 0.25, 3], 'ranges': [0.3, 2]},
           'reverse_branch': {'x0': [1.5, 2], 'points': [[0.5, 2], [2.5, 0.5]]}, 'reverse_calls': {'x0': [0.75]},
           'reverse_recursion': {'x0': [1.25]}, 'reverse_arrays': {'x0': [1.5, -2, 0.25, 3]}}
PLACES = 2
LEAST = 40


def tag(element):
    return element.tag.rsplit('}', 1)[-1]


def rename(element, name):
    element.tag = '{%s}%s' % (NAMESPACE, name)


def is_routine(element):
    """Whether there may be faults in it; routines of Jacobians are judged by tests/jacobians.py."""
    return tag(element) in ('ControlFlowGraph', 'ReplacementList') and 'xb.jacobian' not in element.get('tags', '')


def within(root, *names):
    """Elements of these names in the routines, with their parents, in document order."""
    found = []
    for routine in filter(is_routine, root):
        for parent in routine.iter():
            found += [(child, parent) for child in parent if not names or tag(child) in names]
    return found


def executed(root, placeholders):
    """Removes what is never run, so that nothing is damaged there."""
    for routine in filter(is_routine, root):
        for child in list(routine):
            if tag(child) == 'Replacement' and child.get('placeholder') not in placeholders:
                routine.remove(child)


# ---- faults: each yields (element and what it does to it) ----------------------------------------------

PROPAGATIONS = ('SetDeriv', 'SetNegDeriv', 'IncDeriv', 'DecDeriv', 'Sax', 'Saxpy', 'ZeroDeriv')
SIGNS = {'SetDeriv': 'SetNegDeriv', 'SetNegDeriv': 'SetDeriv', 'IncDeriv': 'DecDeriv', 'DecDeriv': 'IncDeriv'}
OPERATIONS = {'add_scal_scal': 'sub_scal_scal', 'sub_scal_scal': 'add_scal_scal', 'mul_scal_scal': 'add_scal_scal',
              'div_scal_scal': 'mul_scal_scal', 'sin_scal': 'cos_scal', 'cos_scal': 'sin_scal', 'exp_scal': 'sin_scal',
              'minus_scal': 'sin_scal'}
OPPOSITES = {'less_than': 'greater_or_equal', 'less_or_equal': 'greater_than', 'greater_than': 'less_or_equal',
             'greater_or_equal': 'less_than', 'equal': 'not_equal', 'not_equal': 'equal'}
STATEMENTS = ('Assignment', 'DerivativePropagator', 'InlinableSubroutineCall', 'SubroutineCall')


def swap(parent, first, second):
    children = list(parent)
    i, j = children.index(first), children.index(second)
    parent[i], parent[j] = second, first


def neighbours(root, *names):
    """Pairs of children of one parent that follow each other."""
    for parent in {id(p): p for _, p in within(root, *names)}.values():
        children = [c for c in parent if tag(c) in names]
        for first, second in zip(children, children[1:]):
            yield parent, first, second


def sign_of_propagation(root):
    for element, _ in within(root, *SIGNS):
        yield lambda e=element: rename(e, SIGNS[tag(e)])


def sign_of_call(root):
    for element, _ in within(root, 'InlinableSubroutineCall'):
        name = element.get('subroutine_name')
        if name in SIGNS:
            yield lambda e=element, n=name: e.set('subroutine_name', SIGNS[n])


def dropped_propagation(root):
    for element, parent in within(root, *PROPAGATIONS):
        yield lambda e=element, p=parent: p.remove(e)


def overwritten(root):
    for element, _ in within(root, 'Saxpy', 'IncDeriv'):
        yield lambda e=element: rename(e, 'Sax' if tag(e) == 'Saxpy' else 'SetDeriv')


def incremented(root):
    for element, _ in within(root, 'Sax', 'SetDeriv'):
        yield lambda e=element: rename(e, 'Saxpy' if tag(e) == 'Sax' else 'IncDeriv')


def swapped_propagations(root):
    for parent, first, second in neighbours(root, *PROPAGATIONS):
        yield lambda p=parent, a=first, b=second: swap(p, a, b)


def late_zero(root):
    for element, parent in within(root, 'ZeroDeriv'):
        if list(parent)[-1] is not element:
            yield lambda e=element, p=parent: (p.remove(e), p.append(e))


def early_zero(root):
    """A derivative is set to zero where it is still needed."""
    for element, parent in within(root, 'Sax', 'Saxpy'):
        sources = [x for x in element.iter() if tag(x) == 'X']
        def plant(e=element, p=parent, s=sources):
            zero = copy.deepcopy(s[0])
            rename(zero, 'ZeroDeriv')
            p.insert(list(p).index(e), zero)
        yield plant


def dropped_statement(root):
    for element, parent in within(root, *STATEMENTS):
        yield lambda e=element, p=parent: p.remove(e)


# What an argument of a call is read (r) or written (w) for, its value (v) or its derivative (d).
ROLES = {'Saxpy': ('rv', 'rd', 'wd'), 'IncDeriv': ('rd', 'wd'), 'DecDeriv': ('rd', 'wd'), 'SetDeriv': ('rd', 'wd'), 'ZeroDeriv': ('wd',)}


def effects(statement):
    """What a statement reads and writes: sets of (variable or stack, part); None: anything."""
    def names(element):
        return [x.get('symbol_id') for x in element.iter() if tag(x) == 'SymbolReference']
    if tag(statement) == 'Assignment':
        target, *index = names(statement[0])
        return {(n, 'v') for n in index + names(statement[1])}, {(target, 'v')}
    if tag(statement) != 'InlinableSubroutineCall':
        return None
    name, arguments, reads, writes = statement.get('subroutine_name'), list(statement), set(), set()
    if name in ROLES:
        for role, argument in zip(ROLES[name], arguments):
            base, *index = names(argument) or ['']
            reads |= {(n, 'v') for n in index}
            (reads if role[0] == 'r' else writes).add((base, role[1]))
        return reads, writes
    if name.split('_')[0] in ('push', 'pop'):
        base, *index = names(arguments[0])
        reads |= {(n, 'v') for n in index}
        (reads if name.startswith('push') else writes).add((base, 'v'))
        return reads, writes | {('stack', name.split('_')[1])}
    return None


def are_related(first, second):
    """Whether the order of two statements may matter."""
    one, two = effects(first), effects(second)
    return one is None or two is None or bool(one[1] & (two[0] | two[1]) or two[1] & one[0])


def swapped_statements(root):
    for parent, first, second in neighbours(root, *STATEMENTS):
        if not are_related(first, second):
            continue
        yield lambda p=parent, a=first, b=second: swap(p, a, b)


def stale_value(root):
    """A partial derivative, or what is taped, is computed at the end of its block."""
    for element, parent in within(root, 'Assignment'):
        target = next(x for x in element.iter() if tag(x) == 'SymbolReference').get('symbol_id')
        if ('lin' in target or 'acc' in target) and list(parent)[-1] is not element:
            yield lambda e=element, p=parent: (p.remove(e), p.append(e))


def doubled_factor(root):
    for element, _ in within(root, 'A'):
        for constant in (c for c in element if tag(c) == 'Constant'):
            yield lambda c=constant: c.set('value', repr(2 * float(c.get('value')) + 0.5))


def other_factor(root):
    """The factor of the next term."""
    factors = [element for element, _ in within(root, 'A')]
    for first, second in zip(factors, factors[1:]):
        content = [copy.deepcopy(c) for c in second]
        def plant(a=first, c=content):
            a[:] = c
        yield plant


def other_source(root):
    """The source of the next propagation."""
    sources = [element for element, _ in within(root, 'X', 'Src')]
    for first, second in zip(sources, sources[1:]):
        content = [copy.deepcopy(c) for c in second]
        def plant(a=first, c=content):
            a[:] = c
        yield plant


def wrong_constant(root):
    for element, _ in within(root, 'Constant'):
        if element.get('type') == 'real':
            yield lambda e=element: e.set('value', repr(1.5 * float(e.get('value')) + 0.25))


def wrong_subscript(root):
    for element, parent in within(root, 'Constant'):
        if tag(parent) == 'Index' and element.get('type') == 'integer':
            value = int(element.get('value'))
            yield lambda e=element, v=value: e.set('value', str(v - 1 if v > 1 else v + 1))


def wrong_operation(root):
    for element, _ in within(root, 'Intrinsic'):
        if element.get('name') in OPERATIONS:
            yield lambda e=element: e.set('name', OPERATIONS[e.get('name')])


def swapped_operands(root):
    for element, parent in within(root, 'Intrinsic'):
        if element.get('name', '')[:3] in ('sub', 'div', 'pow'):
            edges = [e for e in parent if tag(e) == 'ExpressionEdge' and e.get('target') == element.get('vertex_id')]
            def plant(es=edges):
                for edge in es:
                    edge.set('position', str(3 - int(edge.get('position'))))
            yield plant


def wrong_condition(root):
    for element, _ in within(root, 'BooleanOperation'):
        if element.get('name') in OPPOSITES:
            yield lambda e=element: e.set('name', OPPOSITES[e.get('name')])


def stack_calls(root, *actions):
    return [(e, p) for e, p in within(root, 'InlinableSubroutineCall')
            if e.get('subroutine_name').lstrip('a').split('_')[0] in actions]


def dropped_push(root):
    for element, parent in stack_calls(root, 'push'):
        yield lambda e=element, p=parent: p.remove(e)


def dropped_pop(root):
    for element, parent in stack_calls(root, 'pop'):
        yield lambda e=element, p=parent: p.remove(e)


def swapped_arguments(root):
    """What two neighbouring pushes, or pops, of one kind push or pop."""
    for parent, first, second in neighbours(root, 'InlinableSubroutineCall'):
        name = first.get('subroutine_name')
        if name == second.get('subroutine_name') and name.lstrip('a').split('_')[0] in ('push', 'pop'):
            a, b = [list(first)], [list(second)]
            def plant(x=first, y=second, c=a[0], d=b[0]):
                x[:], y[:] = d, c
            yield plant


def pop_as_push(root):
    for element, _ in stack_calls(root, 'push', 'pop'):
        name = element.get('subroutine_name')
        yield lambda e=element, n=name: e.set('subroutine_name',
                                              n.replace('push', 'pop') if 'push' in n else n.replace('pop', 'push'))


def dropped_checkpoint(root):
    for element, parent in within(root, 'InlinableSubroutineCall'):
        if element.get('subroutine_name').startswith('cp_'):
            yield lambda e=element, p=parent: p.remove(e)


def swapped_factor_of_call(root):
    """Saxpy(a, x, y) takes the factor of the next one."""
    calls = [e for e, _ in within(root, 'InlinableSubroutineCall') if e.get('subroutine_name') == 'Saxpy']
    for first, second in zip(calls, calls[1:]):
        content = [copy.deepcopy(c) for c in second[0]]
        def plant(x=first, c=content):
            x[0][:] = c
        yield plant


def wrong_number(root):
    """Of an arm, or of rounds."""
    for element, _ in within(root, 'Assignment', 'Initialization'):
        if element.get('statement_id').startswith(('_number_arm', '_count_round', '_first_round', '_number_block')):
            for constant in (c for c in element.iter() if tag(c) == 'Constant'):
                yield lambda c=constant: c.set('value', str(int(c.get('value')) + 1))


def wrong_arm(root):
    """An edge of a branch has another value."""
    for element, _ in within(root, 'ControlFlowEdge'):
        if element.get('has_condition_value') in ('1', 'true'):
            yield lambda e=element: e.set('condition_value', str(int(e.get('condition_value')) + 1))


def doubled_call(root):
    """A call of the run-time library is executed twice."""
    for element, parent in within(root, 'InlinableSubroutineCall'):
        yield lambda e=element, p=parent: p.insert(list(p).index(e), copy.deepcopy(e))


def reset_of_seed(root):
    """ZeroDeriv comes before what it must follow."""
    for parent, first, second in neighbours(root, 'InlinableSubroutineCall'):
        if second.get('subroutine_name') == 'ZeroDeriv' and are_related(first, second):
            yield lambda p=parent, a=first, b=second: swap(p, a, b)


FAULTS = (sign_of_propagation, sign_of_call, dropped_propagation, overwritten, incremented, swapped_propagations, late_zero, early_zero,
          dropped_statement, swapped_statements, stale_value, doubled_factor, other_factor, other_source, wrong_constant,
          wrong_subscript, wrong_operation, swapped_operands, wrong_condition, dropped_push, dropped_pop, swapped_arguments,
          pop_as_push, dropped_checkpoint, swapped_factor_of_call, reset_of_seed, wrong_number, wrong_arm, doubled_call)


def text_of(root):
    return ElementTree.tostring(root, encoding='unicode')


def mutants(source, placeholders, places, randomness):
    """(kind of fault, number of place, damaged document) of a document."""
    right = ElementTree.fromstring(source)
    executed(right, placeholders)
    plain = text_of(right)
    for fault in FAULTS:
        count = sum(1 for _ in fault(copy.deepcopy(right)))
        chosen = range(count) if places is None or count <= places else sorted(randomness.sample(range(count), places))
        for place in chosen:
            root = copy.deepcopy(right)
            for i, plant in enumerate(fault(root)):
                if i == place:
                    plant()
                    break
            text = text_of(root)
            if text != plain:
                yield fault.__name__.replace('_', ' '), place, text


# ---- what is damaged -------------------------------------------------------------------------------------

class Subject:
    """A program, what was made of it, and how the two are judged."""

    def __init__(self, name, original, transformed, options, description, scratch):
        self.name, self.original, self.transformed, self.options, self.scratch = name, original, transformed, options, scratch
        self.case_file = os.path.join(scratch, f'{name}.json')
        with open(self.case_file, 'w', encoding='utf-8') as file:
            json.dump(description, file)

    def judge(self, engine, text):
        """Status of the verification, and what it said."""
        path = os.path.join(self.scratch, 'mutant.xaif')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        done = worker.run([engine, 'verify', *self.options, f'--case={self.case_file}', self.original, path], 60)
        return done.returncode, done.stdout + done.stderr

    def is_harmless(self, kind, place, text):
        raise NotImplementedError


class Forward(Subject):
    placeholders = ()

    def __init__(self, name, engine, scratch):
        case = derivatives.Case(os.path.join(TOP, 'tests', 'data', 'derivatives', name + '.case'))
        output = os.path.join(scratch, name + '.xaif')
        worker.run_well([engine, '--quiet', *case.command(), '-o', output, case.document])
        with open(output, encoding='utf-8') as file:
            transformed = file.read()
        self.document, self.tasks = evaluate.Document(case.document), case.tasks()
        formals = self.tasks[0].routine(self.document).formals
        passive = [symbol.name for symbol, intent in formals if not symbol.active and intent != 'out']
        fixed = [self.tasks[0].inputs.get(name) for name in passive]
        self.tasks = [task for task in self.tasks if [task.inputs.get(name) for name in passive] == fixed]
        points = [self.point(task) for task in self.tasks]
        description = {'entry': case.get('entry', 'head'), 'x0': points[0], 'points': points[1:],
                       'arguments': self.arguments(formals), 'limits': {'steps': 100000}}
        super().__init__(name, case.document, transformed, ['--tangent', '--undefined-derivatives'], description, scratch)

    def point(self, task):
        """The active inputs, in the order of the formal arguments."""
        return [number for symbol, intent in task.routine(self.document).formals
                if symbol.active and intent != 'out' for number in task.inputs[symbol.name]]

    def arguments(self, formals):
        """What each argument is, for the case."""
        arguments, next_x, next_y = [], 1, 1
        for symbol, intent in formals:
            argument, inputs = {}, self.tasks[0].inputs.get(symbol.name)
            size = 1
            for low, high in symbol.bounds:
                size *= high - low + 1
            if symbol.active and intent != 'out':
                argument['x'] = [next_x, next_x + len(inputs) - 1]
                next_x += len(inputs)
            elif inputs:
                argument['value'] = inputs if symbol.rank else inputs[0]
            if symbol.active and intent != 'in':
                argument['y'] = [next_y, next_y + size - 1]
                next_y += size
            arguments.append(argument)
        return arguments

    def is_harmless(self, kind, place, text):
        path = os.path.join(self.scratch, 'mutant.xaif')
        try:
            derived = evaluate.Document(path)
            self.effect = next(filter(None, (evaluate.compare(task, self.document, derived) for task in self.tasks)), None)
            return self.effect is None or 'before it is allocated' in self.effect  # assignments allocate
        except (evaluate.Fault, evaluate.Unknown, KeyError, StopIteration) as problem:
            self.effect = str(problem)
            return 'before it is allocated' in self.effect


class Reverse(Subject):
    def __init__(self, name, template, engine, scratch):
        self.template = template
        self.placeholders = ('1', '2', '3') if template == 'split' else ('1', '2', '3', '4', '6')
        with open(os.path.join(TOP, 'tests', 'data', 'evaluate', name + '.xaif'), encoding='utf-8') as file:
            transformed = file.read()
        original = os.path.join(scratch, name + '.xaif')
        with open(original, 'w', encoding='utf-8') as file:
            file.write(text_of(plain(ElementTree.fromstring(transformed))))
        description = {**REVERSE[name], 'entry': 'head', 'limits': {'steps': 100000}}
        super().__init__(name, original, transformed, [f'--adjoint={template}'], description, scratch)
        self.remember(engine, description)

    def remember(self, engine, description):
        """What the undamaged program computes."""
        self.program = os.path.join(os.path.dirname(engine), 'xaif-run')
        randomness = random.Random(self.name)
        self.points = [description['x0'], *description.get('points', [])]
        self.points += [[randomness.uniform(0.3, 2) for _ in description['x0']] for _ in range(6)]
        path = os.path.join(self.scratch, 'undamaged.xaif')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(self.transformed)
        self.undamaged = self.results(path)

    def results(self, path):
        """Values of the plain program, values and derivatives of the adjoint one, at all points."""
        results = []
        for point in self.points:
            x = ','.join(map(repr, point))
            for how in ([], [f'--jacobian={self.template}']):
                done = worker.run([self.program, '--format=json', f'--case={self.case_file}', f'--x={x}', *how, path], 60)
                said = json.loads(done.stdout) if done.returncode == 0 else {'y': None}
                results.append((done.returncode, said['y'], said.get('jacobian')))
        return results

    def is_harmless(self, kind, place, text):
        self.effect = 'what it computes is not the same'
        return is_alike(self.results(os.path.join(self.scratch, 'mutant.xaif')), self.undamaged)


def is_alike(first, second):
    """Whether results are the same, up to the order in which factors are multiplied."""
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        return len(first) == len(second) and all(map(is_alike, first, second))
    if isinstance(first, float) and isinstance(second, float):
        return math.isclose(first, second, rel_tol=1e-13)
    return first == second


class Adjoint(Reverse):
    """What reverse mode makes of a program."""

    def __init__(self, name, template, engine, scratch):  # pylint: disable=super-init-not-called
        case = derivatives.Case(os.path.join(TOP, 'tests', 'data', 'derivatives', name + '.case'))
        output = os.path.join(scratch, name + '.xaif')
        worker.run_well([engine, '--quiet', *adjoints.REVERSE, *case.command(), '-o', output, case.document])
        with open(output, encoding='utf-8') as file:
            transformed = file.read()
        self.template = template
        self.placeholders = ('1', '2', '3') if template == 'split' else ('1', '2', '3', '4', '6')
        description = {**adjoints.Drive(case).descriptions()[0], 'limits': {'steps': 100000}}
        Subject.__init__(self, name, case.document, transformed, [f'--adjoint={template}'], description, scratch)
        self.remember(engine, description)


class Second(Reverse):
    """What forward mode makes of an adjoint program, whose Jacobian is computed in one call to tell whether faults have an effect."""
    template, placeholders = 'second', ()

    def __init__(self, name, engine, scratch):  # pylint: disable=super-init-not-called
        first, second = (os.path.join(scratch, f'{name}.{part}.xaif') for part in ('first', 'second'))
        case = derivatives.Case(os.path.join(TOP, 'tests', 'data', 'derivatives', name + '.case'))
        x0 = adjoints.Drive(case).descriptions()[0]['x0']
        worker.run_well([engine, '--quiet', '-a', 'basicblockpreaccumulationreverse,associationbyname', '--motions=routines', '--keep-active',
                         '--jacobian=head', '-o', first, case.document])
        worker.run_well([engine, '--quiet', '-a', 'associationbyname', '-o', second, first])
        with open(second, encoding='utf-8') as file:
            transformed = file.read()
        Subject.__init__(self, name, first, transformed, ['--points=6'], {'entry': 'head', 'limits': {'steps': 100000}}, scratch)
        self.program = os.path.join(os.path.dirname(engine), 'xaif-run')
        randomness = random.Random(name)
        self.points = [[randomness.uniform(0.3, 2) for _ in range(2 * len(x0))] for _ in range(6)]
        self.undamaged = self.results(second)

    def results(self, path):
        results = []
        for point in self.points:
            done = worker.run([self.program, '--format=json', '--entry=OpenAD_jacobian_head', '--independents=x,x_d',
                               '--dependents=OpenAD_jac_0,OpenAD_jac_0_d', '--x=' + ','.join(map(repr, point)), path], 60)
            results.append((done.returncode, json.loads(done.stdout)['y'] if done.returncode == 0 else None))
        return results


def plain(root):
    """The program that an adjoint one was made of: what its placeholders 1 hold."""
    for routine in root:
        if tag(routine) != 'ReplacementList':
            continue
        rename(routine, 'ControlFlowGraph')
        del routine.attrib['template_name']
        for replacement in [c for c in routine if tag(c) == 'Replacement']:
            routine.remove(replacement)
            if replacement.get('placeholder') == '1':
                routine.extend(list(replacement))
                routine.set('structured', replacement.get('structured', '1'))
    return root


# ---- the test --------------------------------------------------------------------------------------------

def main():
    parser = argparse.ArgumentParser(description='Plant faults that the verification has to catch.')
    parser.add_argument('names', nargs='*', metavar='NAME', help='programs; all if none is named')
    parser.add_argument('--all', action='store_true', help='at every place')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--verbose', action='store_true', help='name each fault and whether it was found')
    parser.add_argument('--engine', default=os.path.join(BUILD, 'inplace', 'xaifbooster'), metavar='PROGRAM')
    arguments = parser.parse_args()
    randomness = random.Random(arguments.seed)
    caught, planted, harmless, failures = {}, {}, 0, []
    with tempfile.TemporaryDirectory(prefix='xaifbooster-mutation-') as scratch:
        subjects = [Forward(name, arguments.engine, scratch) for name in FORWARD if not arguments.names or name in arguments.names]
        subjects += [Reverse(name, template, arguments.engine, scratch) for name in REVERSE for template in ('split', 'joint')
                     if not arguments.names or name in arguments.names]
        subjects += [Adjoint(name, template, arguments.engine, scratch) for name in ADJOINT for template in ('split', 'joint')
                     if not arguments.names or name in arguments.names]
        subjects += [Second(name, arguments.engine, scratch) for name in SECOND if not arguments.names or name in arguments.names]
        for subject in subjects:
            title = f'{subject.name} {getattr(subject, "template", "tangent")}'
            status, said = subject.judge(arguments.engine, subject.transformed)
            if status != 0:
                failures.append(f'{title}: without any fault, the status is {status}: {said}')
                continue
            for kind, place, text in mutants(subject.transformed, subject.placeholders,
                                             None if arguments.all else PLACES, randomness):
                status, said = subject.judge(arguments.engine, text)
                if arguments.verbose:
                    detail = next((line.strip() for line in said.splitlines() if line.startswith('    ') or 'error:' in line), '')
                    print(f'{title}, {kind}, place {place}: {status} {detail}')
                if status == 0 and subject.is_harmless(kind, place, text):
                    harmless += 1
                    continue
                planted[kind] = planted.get(kind, 0) + 1
                caught[kind] = caught.get(kind, 0) + (status != 0)
                if status == 0:
                    failures.append(f'{title}: {kind} at place {place} was not caught: {getattr(subject, "effect", "")}')
                elif status not in (1, 3, 4, 5):
                    failures.append(f'{title}: {kind} at place {place}: status {status}: {said[:500]}')
    for kind in planted:
        print(f'{kind:24} {caught[kind]:4} / {planted[kind]:4}')
    total = sum(planted.values())
    print(f'{sum(caught.values())} caught / {total} planted; {harmless} without effect')
    for failure in failures:
        print(f'FAIL: {failure}')
    if not arguments.names and total < LEAST:
        failures.append('too few')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
