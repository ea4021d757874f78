"""What Fortran does not allow of the arguments of a program, of which derivatives are variables of their own.

Interpreters pass anything for anything; compilers do not. Looked for is what generated code may do wrong: an argument that the
callee declares to be modified gets a constant, an argument of intent in, or the variable of a loop around the call; and an
argument of intent in is assigned, or restored.
"""

import xml.etree.ElementTree as tree


def local(element):
    return element.tag.rpartition('}')[2]


def named(parent, kind):
    return [element for element in parent if local(element) == kind]


def below(parent, kind):
    return [element for element in parent.iter() if local(element) == kind]


def symbol_of(reference):
    """Scope and name of a variable."""
    symbol = below(reference, 'SymbolReference')[0]
    return symbol.get('scope_id'), symbol.get('symbol_id')


class Routine:
    """A routine with a body."""

    def __init__(self, graph):
        self.graph, self.name = graph, graph.get('symbol_id')
        self.formals = {formal.get('position'): formal for arguments in named(graph, 'ArgumentList') for formal in arguments}
        self.read_only = {(formal.get('scope_id'), formal.get('symbol_id')) for formal in self.formals.values() if formal.get('intent') == 'in'}
        self.vertices = {vertex.get('vertex_id'): vertex for vertex in graph if vertex.get('vertex_id')}
        self.edges = {}
        for edge in named(graph, 'ControlFlowEdge'):
            self.edges.setdefault(edge.get('source'), []).append(edge)

    def loops(self):
        """The loops that count, each with its variable and the vertices within it."""
        for loop in named(self.graph, 'ForLoop'):
            open_, inside = [edge.get('target') for edge in self.edges[loop.get('vertex_id')] if edge.get('has_condition_value')], set()
            while open_:
                vertex = open_.pop()
                if vertex not in inside and vertex != loop.get('vertex_id'):
                    inside.add(vertex)
                    open_ += [edge.get('target') for edge in self.edges.get(vertex, [])]
            yield symbol_of(below(loop, 'AssignmentLHS')[0]), inside

    def fixed(self):
        """The statements of each vertex, and the variables that they must not change: scope and name."""
        loops = list(self.loops())
        for number, vertex in self.vertices.items():
            yield vertex, self.read_only | {variable for variable, inside in loops if number in inside}


def modified_arguments(call, routines):
    callee = routines.get(call.get('symbol_id'))
    for argument in named(call, 'Argument'):
        formal = callee.formals.get(argument.get('position')) if callee else None
        if formal is not None and formal.get('intent') != 'in':
            yield argument, formal


def restored_or_assigned(vertex):
    for assignment in below(vertex, 'Assignment'):
        yield below(assignment, 'AssignmentLHS')[0]
    for call in below(vertex, 'InlinableSubroutineCall'):
        if call.get('subroutine_name').startswith(('cp_arg_restore', 'pop')):
            yield call


def problems(content):
    """What is wrong, as text. @param content: bytes"""
    routines = {routine.name: routine for routine in map(Routine, below(tree.fromstring(content), 'ControlFlowGraph'))}
    found = set()
    for routine in routines.values():
        for vertex, fixed in routine.fixed():
            for call in below(vertex, 'SubroutineCall'):
                for argument, formal in modified_arguments(call, routines):
                    what = f'{formal.get("symbol_id")} of {call.get("symbol_id")}, which may modify it'
                    if named(argument, 'Constant'):
                        found.add(f'a constant is passed for {what}')
                    elif symbol_of(argument) in fixed:
                        found.add(f'{symbol_of(argument)[1]}, which {routine.name} must not change there, is passed for {what}')
            found.update(f'{routine.name} changes {symbol_of(target)[1]}, which it must not change there' for target in restored_or_assigned(vertex)
                         if symbol_of(target) in fixed)
    return sorted(found)
