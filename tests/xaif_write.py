"""The document of a program of xaif.py."""

from xml.sax.saxutils import quoteattr

FLAGS = {'optional': 'optional', 'save': 'save', 'allocatable': 'allocatable', 'target': 'target', 'value': 'by_value', 'result': 'result', 'parameter': 'parameter'}
SHAPES = ['scalar', 'vector', 'matrix', 'three_tensor', 'four_tensor', 'five_tensor', 'six_tensor', 'seven_tensor']


class Keys:
    """Numbers for sets: equal sets have equal keys."""

    def __init__(self, first):
        self.sets, self.numbers = list(first), {content: key for key, content in enumerate(first)}

    def key(self, content):
        if content not in self.numbers:
            self.numbers[content] = len(self.sets)
            self.sets.append(content)
        return self.numbers[content]


class Writer:
    def __init__(self, program, name, text):
        self.program, self.name, self.text = program, name, text
        self.aliases, self.chains = Keys([None, ()]), Keys([None, (), ('',)])
        self.lines, self.depth = [], 0

    # -- XML

    def put(self, element, closed=True, **attributes):
        text = ''.join(f' {key}={quoteattr(str(value))}' for key, value in attributes.items() if value is not None)
        self.lines.append('  ' * self.depth + f'<xaif:{element}{text}{"/" if closed else ""}>')
        if not closed:
            self.depth += 1

    def open(self, element, **attributes):
        self.put(element, closed=False, **attributes)

    def close(self, element):
        self.depth -= 1
        self.lines.append('  ' * self.depth + f'</xaif:{element}>')

    # -- references and expressions

    def keys(self, reference):
        overrides = reference.overrides
        alias = overrides.get('alias', self.aliases.key(reference.alias))
        chain = reference.chain
        if 'chain' in overrides:
            chain = tuple('' if ident == '-' else ident for ident in overrides['chain'].split())
        flags = {key: overrides[key] for key in ('active', 'constant', 'deriv') if key in overrides}
        return {'alias': alias, 'du_ud': overrides.get('du_ud', self.chains.key(chain))} | flags

    def reference(self, element, reference, vertex=None):
        self.open(element, vertex_id=vertex, **self.keys(reference))
        self.symbol_reference(reference.symbol)
        if reference.subscripts:
            self.open('ArrayElementReference', vertex_id='2')
            for triplet in reference.subscripts:
                self.triplet(triplet)
            self.close('ArrayElementReference')
            self.put('VariableReferenceEdge', edge_id='1', source='1', target='2')
        self.close(element)

    def symbol_reference(self, symbol):
        self.put('SymbolReference', vertex_id='1', symbol_id=symbol.name, scope_id=self.home_of(symbol))

    def triplet(self, triplet):
        if triplet == (None, None, None):
            self.put('IndexTriplet')
            return
        self.open('IndexTriplet')
        for element, part in zip(('Index', 'Bound', 'Stride'), triplet):
            if part is not None:
                self.expression(element, part)
        self.close('IndexTriplet')

    def expression(self, element, root, **attributes):
        self.open(element, **attributes)
        numbers, edges = {}, []
        self.vertex(root, numbers, edges)
        for number, (source, target, position) in enumerate(edges, 1):
            self.put('ExpressionEdge', edge_id=number, source=source, target=target, position=position)
        self.close(element)

    def vertex(self, vertex, numbers, edges):
        if vertex in numbers:
            return numbers[vertex]
        number = numbers[vertex] = len(numbers) + 1
        if vertex.kind == 'reference':
            self.reference('VariableReference', vertex.reference, number)
        elif vertex.kind == 'constant':
            self.constant(vertex, number)
        elif vertex.kind == 'call':
            self.open('FunctionCall', vertex_id=number, symbol_id=vertex.symbol.name, scope_id=self.home_of(vertex.symbol))
            for argument in vertex.arguments:
                self.reference('Argument', argument)
            self.close('FunctionCall')
        else:
            self.put('Intrinsic' if vertex.kind == 'intrinsic' else 'BooleanOperation', vertex_id=number, name=vertex.name)
        for position, operand in enumerate(vertex.operands, 1):
            edges.append((self.vertex(operand, numbers, edges), number, position))
        return number

    def constant(self, vertex, number):
        self.put('Constant', vertex_id=number, type=vertex.type, feType=vertex.fe_type or None, value=vertex.value)

    # -- statements and control flow

    def assignment(self, element, statement):
        self.open(element, statement_id=statement.id)
        self.reference('AssignmentLHS', statement.target)
        self.expression('AssignmentRHS', statement.value)
        self.close(element)

    def statement(self, statement):
        if statement.kind == 'assignment':
            self.assignment('Assignment', statement)
        elif statement.kind == 'allocation':
            self.open('InlinableSubroutineCall', statement_id=statement.id, subroutine_name=statement.name)
            self.passed(enumerate(statement.arguments))
            self.close('InlinableSubroutineCall')
        elif statement.kind == 'marker':
            source = getattr(statement, 'source', None)
            self.put('Marker', closed=source is None, statement_id=statement.id, annotation=statement.text, text=source, language=getattr(statement, 'language', None))
            if source is not None:
                for effect, references in (('Mod', statement.writes), ('Read', statement.reads)):
                    self.open(effect)
                    for reference in references:
                        self.reference('SideEffectReference', reference)
                    self.close(effect)
                self.close('Marker')
        else:
            self.call(statement)

    def call(self, statement):
        self.open('SubroutineCall', statement_id=statement.id, symbol_id=statement.symbol.name,
                  scope_id=self.home_of(statement.symbol), formalArgCount=statement.positions)
        self.passed((position - 1, argument) for position, argument in statement.arguments)
        self.close('SubroutineCall')

    def passed(self, arguments):
        for position, argument in arguments:
            self.open('Argument', position=position + 1)
            if argument.kind == 'constant':
                self.constant(argument, 1)
            else:
                self.reference('VariableReference', argument.reference, 1)
            self.close('Argument')

    def node(self, node):
        if node.kind == 'BasicBlock':
            self.open('BasicBlock', vertex_id=node.id, scope_id=self.block_scope)
            for statement in node.statements:
                self.statement(statement)
            self.close('BasicBlock')
        elif node.kind == 'ForLoop':
            reversal = {'reversal': 'explicit'} if node.explicit else {}
            self.open('ForLoop', vertex_id=node.id, **reversal)
            self.assignment('Initialization', node.initialization)
            self.expression('Condition', node.condition)
            self.assignment('Update', node.update)
            self.close('ForLoop')
        elif hasattr(node, 'condition'):
            self.open(node.kind, vertex_id=node.id)
            self.expression('Condition', node.condition)
            self.close(node.kind)
        else:
            self.put(node.kind, vertex_id=node.id)

    def side_effects(self, effect, symbols):
        self.open(effect)
        for symbol in symbols:
            self.open('SideEffectReference', alias=0, du_ud=0)
            self.symbol_reference(symbol)
            self.close('SideEffectReference')
        self.close(effect)

    def lists(self, routine):
        given = {effect: [routine.symbols.get(name) or self.program.globals[name] for name in names]
                 for effect, names in routine.listed.items()}
        seen = [symbol for symbol in routine.modified if symbol.host in (None, routine.symbol.name, routine.host)]
        self.side_effects('Mod', given.get('Mod', seen))
        if 'Read' in given:
            self.side_effects('Read', given['Read'])

    def routine(self, number, routine):
        self.block_scope = routine.block_scope()
        self.open('ControlFlowGraph', vertex_id=number, symbol_id=routine.symbol.name, scope_id=self.home_of(routine.symbol),
                  controlflowgraph_scope_id=routine.scope, structured=None if routine.structured else '0')
        if routine.formals:
            self.open('ArgumentList')
            for position, (name, intent) in enumerate(routine.formals, 1):
                self.put('ArgumentSymbolReference', position=position, symbol_id=name, scope_id=routine.scope, intent=intent)
            self.close('ArgumentList')
        self.lists(routine)
        for node in routine.nodes:
            self.node(node)
        edges = [(node, target, value) for node in routine.nodes for target, value in node.out]
        for edge, (source, target, value) in enumerate(edges, 1):
            condition = {} if value is None else {'has_condition_value': 1, 'condition_value': value}
            self.put('ControlFlowEdge', edge_id=edge, source=source.id, target=target.id, **condition)
        self.close('ControlFlowGraph')

    # -- the document

    def scope_of(self, host):
        """The number of the scope of a routine, by its name, or of the global scope."""
        return next((routine.scope for routine in self.program.routines if routine.symbol.name == host), 1)

    def home_of(self, symbol):
        """The number of the scope in which a symbol is written."""
        return self.scope_of(symbol.host) if symbol.host else symbol.scope

    def symbols(self, scope, table):
        self.open('Scope', vertex_id=scope)
        self.open('SymbolTable')
        for symbol in table:
            subroutine = symbol.kind == 'subroutine'
            known = symbol.bounds and None not in symbol.bounds
            opened = known or symbol.dimensions or symbol.initial or symbol.interface
            flags = {FLAGS[flag]: 1 for flag in FLAGS if flag in symbol.flags}
            if symbol.fe_type.startswith('U'):
                flags['unsigned'] = 1
            if symbol.facts:
                unit, _, module = symbol.facts.get('unit', '').partition(' ')
                flags |= {'spelling': symbol.facts.get('spelled'), 'unit': unit or None, 'module': module or None, 'uses': symbol.facts.get('uses')}
            if symbol.block:
                flags |= {'storage': symbol.block[0], 'block': symbol.block[1], 'offset': symbol.block[2] or None}
            self.put('Symbol', closed=not opened, symbol_id=symbol.name, kind=symbol.kind, type=symbol.type,
                     pointer=1 if symbol.pointer else None, feType=symbol.fe_type or None, shape='void' if subroutine else SHAPES[symbol.rank],
                     active=int(symbol.active), **flags)
            for lower, upper in reversed(symbol.bounds if known else []):
                self.put('DimensionBounds', lower=lower, upper=upper)
            for dimension in reversed(symbol.dimensions):
                self.dimension(*dimension)
            for count, value in symbol.initial:
                self.expression('InitialValue', value, **({'repeat': count} if count > 1 else {}))
            if symbol.interface:
                self.interface(symbol)
            if opened:
                self.close('Symbol')
        self.close('SymbolTable')
        self.close('Scope')

    def interface(self, symbol):
        self.open('Interface', function=1 if symbol.is_function else None)
        for position, (name, intent) in enumerate(symbol.interface.formals, 1):
            self.put('ArgumentSymbolReference', position=position, symbol_id=name, scope_id=symbol.interface.scope, intent=intent)
        self.close('Interface')

    def dimension(self, extent, lower, upper):
        attributes = {name: bound for name, bound in (('lower', lower), ('upper', upper)) if isinstance(bound, int)}
        elements = [(name, bound) for name, bound in (('LowerBound', lower), ('UpperBound', upper)) if bound is not None and not isinstance(bound, int)]
        self.put('DimensionBounds', closed=not elements, **attributes, **({'extent': extent} if extent != 'explicit' else {}))
        for name, bound in elements:
            self.expression(name, bound)
        if elements:
            self.close('DimensionBounds')

    def maps(self):
        self.open('AliasSetMap')
        for key, ranges in enumerate(self.aliases.sets):
            self.put('AliasSet', closed=not ranges, key=key)
            for first, last, partial in ranges or ():
                self.put('AliasRange', from_virtual_address=first, to_virtual_address=last, partial=int(partial))
            if ranges:
                self.close('AliasSet')
        self.close('AliasSetMap')
        for element, chains in (('DUUDSetMap', self.chains.sets), ('DOSetMap', [None])):
            self.open(element)
            for key, ids in enumerate(chains):
                self.put('StmtIdSet', closed=not ids, key=key)
                for ident in ids or ():
                    self.put('StatementId', idRef=ident)
                if ids:
                    self.close('StmtIdSet')
            self.close(element)

    def document(self):
        self.depth = 1
        for number, routine in enumerate(self.program.routines, 1):
            self.routine(number, routine)
        body, self.lines = self.lines, []
        self.open('ScopeHierarchy')
        outside = self.program.globals.values()
        self.symbols(1, [symbol for symbol in outside if not symbol.host])
        for routine in self.program.routines:
            hosted = [symbol for symbol in outside if symbol.host == routine.symbol.name]
            inner = [symbol for symbol in routine.symbols.values() if symbol.scope == routine.inner]
            own = [symbol for symbol in routine.symbols.values() if symbol.scope == routine.scope]
            self.symbols(routine.scope, own + hosted)
            if inner:
                self.symbols(routine.inner, inner)
        for routine in self.program.interfaces:
            self.symbols(routine.scope, routine.symbols.values())
        for routine in self.program.interfaces:
            self.put('ScopeEdge', edge_id=routine.scope - 1, source=routine.scope, target=1)
        for routine in self.program.routines:
            self.put('ScopeEdge', edge_id=routine.scope - 1, source=routine.scope, target=self.scope_of(routine.host))
            if routine.block_scope() == routine.inner:
                self.put('ScopeEdge', edge_id=routine.inner - 1, source=routine.inner, target=routine.scope)
        self.close('ScopeHierarchy')
        self.maps()
        text = '\n'.join(('  ' + line).rstrip() for line in self.text.strip().splitlines()).replace('--', '- -')
        storage = f' storage={quoteattr(self.program.storage)}' if self.program.storage else ''
        return '\n'.join(['<?xml version="1.0" encoding="UTF-8"?>', '<!--', text, '-->',
                          '<xaif:CallGraph xmlns:xaif="http://www.mcs.anl.gov/XAIF"'
                          ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
                          ' xsi:schemaLocation="http://www.mcs.anl.gov/XAIF xaif.xsd"'
                          f' program_name={quoteattr(self.name)} prefix="OpenAD_"{storage}>'] + self.lines + body + ['</xaif:CallGraph>', ''])


def write(program, name, text):
    return Writer(program, name, text).document()
