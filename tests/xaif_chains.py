"""Alias sets and chains for the programs of xaif.py.

Storage is a row of numbered cells. A reaching definitions analysis over the statements of each routine follows which
statements may have defined each cell; the chains of references are collected from it.
"""

UNKNOWN = -1  # the definition that comes from outside


class Step:
    """Something that uses and defines cells: a statement, or a part of a control-flow vertex."""

    def __init__(self, ident=None):
        self.id = ident
        self.uses, self.definitions, self.next = [], [], []  # uses: Reference; definitions: (Reference, sure)
        self.inside = {}


def integer(vertex):
    """The value of a constant index, or None."""
    if vertex is None or vertex.kind not in ('constant', 'intrinsic'):
        return None
    if vertex.kind == 'constant':
        return int(vertex.value) if vertex.type == 'integer' else None
    operands = [integer(operand) for operand in vertex.operands]
    if None in operands or vertex.name not in ('minus_scal', 'add_scal_scal', 'sub_scal_scal'):
        return None
    return -operands[0] if vertex.name == 'minus_scal' else sum(operands) if vertex.name == 'add_scal_scal' else \
        operands[0] - operands[1]


def triplet_indices(triplet, bounds):
    """The indices that a triplet selects, None if they are not known."""
    index, bound, stride = triplet
    if bounds is None:
        return None
    if index is not None and bound is None and stride is None:
        value = integer(index)
        return None if value is None else [value]
    first = bounds[0] if index is None else integer(index)
    last = bounds[1] if bound is None else integer(bound)
    step = 1 if stride is None else integer(stride)
    if None in (first, last, step):
        return None
    return list(range(first, last + (1 if step > 0 else -1), step))


class Storage:
    """What references touch."""

    def __init__(self, elements):
        self.elements = elements

    def cells(self, reference):
        """The cells that a reference may touch, and whether it certainly touches all of them."""
        symbol = reference.symbol
        everything = list(range(symbol.address, symbol.address + symbol.size))
        if not reference.subscripts:
            return everything, None not in symbol.bounds
        if not self.elements:
            return everything, False
        offsets, stride = [0], 1
        for triplet, bounds in zip(reference.subscripts, symbol.bounds):
            indices = triplet_indices(triplet, bounds)
            if indices is None:
                return everything, False
            offsets = [offset + stride * (i - bounds[0]) for i in indices for offset in offsets]
            stride *= bounds[1] - bounds[0] + 1
        return sorted(symbol.address + offset for offset in offsets), True

    def alias_set(self, reference):
        """The alias set as a tuple of (from, to, partial)."""
        if 'range' in reference.overrides:
            return tuple(explicit_range(text) for text in reference.overrides['range'].split())
        cells, sure = self.cells(reference)
        ranges = []
        for cell in cells:
            if ranges and ranges[-1][1] == cell - 1:
                ranges[-1][1] = cell
            else:
                ranges.append([cell, cell])
        return tuple((first, last, not sure) for first, last in ranges)


def explicit_range(text):
    partial = text.endswith('p')
    first, last = text.rstrip('p').split('-')
    return int(first), int(last), partial


# ---- what statements touch ------------------------------------------------------------------------------

def references_of(vertex):
    """The references in an expression, those in subscripts included."""
    if vertex is None:
        return
    if vertex.kind == 'reference':
        yield from with_subscripts(vertex.reference)
    for reference in getattr(vertex, 'arguments', ()):
        yield from with_subscripts(reference)
    for operand in vertex.operands:
        yield from references_of(operand)


def with_subscripts(reference):
    yield reference
    yield from subscript_references(reference)


def subscript_references(reference):
    for triplet in reference.subscripts:
        for part in triplet:
            yield from references_of(part)


def calls_of(vertex):
    """The calls of functions in an expression, those in subscripts included."""
    if vertex is None:
        return
    if vertex.kind == 'call':
        yield vertex
    for reference in ([vertex.reference] if vertex.kind == 'reference' else getattr(vertex, 'arguments', ())):
        yield from calls_in(reference)
    for operand in vertex.operands:
        yield from calls_of(operand)


def calls_in(reference):
    for triplet in reference.subscripts:
        for part in triplet:
            yield from calls_of(part)


def expressions_of(statement):
    """The expressions of a statement, but for subscripts of what it defines."""
    return [statement.value] if statement.kind == 'assignment' else [argument for _, argument in statement.arguments] if statement.kind == 'call' \
        else statement.arguments[1:] if statement.kind == 'allocation' else []


def functions_of(statement):
    """The calls of functions in a statement."""
    for expression in expressions_of(statement):
        yield from calls_of(expression)
    for reference in [statement.target] if statement.kind == 'assignment' else getattr(statement, 'writes', []) + getattr(statement, 'reads', []) \
            if statement.kind == 'marker' else []:
        yield from calls_in(reference)


class Effects:
    """What routines may modify, in terms of their formals and of global variables, and which of the latter they may read."""

    def __init__(self, program):
        self.by_symbol = {routine.symbol.name: routine for routine in program.routines}
        self.used = {name: [] for name in self.by_symbol}
        changed = True
        while changed:
            changed = False
            for routine in program.routines:
                found = self.modified_by(routine)
                used = self.used_by(routine)
                if found != routine.modified or used != self.used[routine.symbol.name]:
                    routine.modified, self.used[routine.symbol.name], changed = found, used, True

    def modified_by(self, routine):
        formals = {name for name, _ in routine.formals}
        found = []
        for node in routine.nodes:
            for definitions in [self.definitions(statement) for statement in parts_of(node)] + [self.definitions_within(getattr(node, 'condition', None))]:
                for reference, _ in definitions:
                    symbol = reference.symbol
                    if (symbol.scope == 1 or symbol.name in formals) and symbol not in found:
                        found.append(symbol)
        return found

    def used_by(self, routine):
        found = []
        for node in routine.nodes:
            for uses in [self.uses(statement) for statement in parts_of(node)] + [self.uses_within(getattr(node, 'condition', None))]:
                found += [r.symbol for r in uses if r.symbol.scope == 1 and r.symbol not in found]
        return list(dict.fromkeys(found))

    def globals_used(self, symbol):
        return [whole(used) for used in self.used.get(symbol.name, [])]

    def uses_within(self, expression):
        """What an expression uses, in functions that it calls as well."""
        return list(references_of(expression)) + [used for call in calls_of(expression) for used in self.globals_used(call.symbol)]

    def definitions_within(self, expression):
        return self.definitions_of_functions(calls_of(expression))

    def definitions_of_functions(self, calls):
        return [defined for call in calls if self.by_symbol.get(call.symbol.name)
                for defined in self.definitions_of_call(call.symbol, enumerate(call.arguments, 1))]

    def definitions_of_call(self, symbol, arguments):
        callee = self.by_symbol.get(symbol.name)
        result = [(reference, False) for position, reference in arguments if self.may_modify(callee, position)]
        if callee:
            result += [(whole(modified), False) for modified in callee.modified if modified.scope == 1]
        return result

    def definitions(self, statement):
        """(reference, sure) for what a statement defines."""
        return self.own_definitions(statement) + self.definitions_of_functions(functions_of(statement))

    def own_definitions(self, statement):
        if statement.kind == 'assignment':
            return [(statement.target, True)]
        if statement.kind == 'marker':
            return [(reference, False) for reference in getattr(statement, 'writes', ())]
        if statement.kind == 'allocation':
            return [(statement.arguments[0].reference, True)]
        return self.definitions_of_call(statement.symbol, [(position, a.reference) for position, a in statement.arguments if a.kind == 'reference'])

    @staticmethod
    def may_modify(callee, position):
        if callee is None:
            return True
        name, _ = callee.formals[position - 1]
        return any(symbol.name == name for symbol in callee.modified)

    def uses(self, statement):
        functions = [used for call in functions_of(statement) for used in self.globals_used(call.symbol)]
        return self.own_uses(statement) + functions

    def own_uses(self, statement):
        if statement.kind == 'assignment':
            return list(references_of(statement.value)) + list(subscript_references(statement.target))
        if statement.kind == 'marker':
            return list(getattr(statement, 'reads', ())) + [s for w in getattr(statement, 'writes', ()) for s in subscript_references(w)]
        if statement.kind == 'allocation':
            return [reference for argument in statement.arguments[1:] for reference in references_of(argument)]
        return [reference for _, argument in statement.arguments for reference in references_of(argument)] + self.globals_used(statement.symbol)


def parts_of(node):
    """The statements of a vertex of control flow."""
    return list(node.statements) + [getattr(node, part) for part in ('initialization', 'update') if hasattr(node, part)]


def whole(symbol):
    from xaif import Reference
    return Reference(symbol, [], {})


# ---- reaching definitions -------------------------------------------------------------------------------

def make_steps(routine, effects):
    """The steps of a routine in order of control: the first, and all of them."""
    enter, back, leave, steps = {}, {}, {}, []

    def step(ident=None):
        steps.append(Step(ident))
        return steps[-1]

    def statement_step(statement):
        made = step(statement.id)
        made.uses, made.definitions = effects.uses(statement), effects.definitions(statement)
        return made

    for node in routine.nodes:
        made = step()
        enter[node] = back[node] = made
        if node.kind == 'ForLoop':
            first, update = statement_step(node.initialization), statement_step(node.update)
            first.next.append(made)
            update.next.append(made)
            enter[node], back[node] = first, update
        made.uses = effects.uses_within(getattr(node, 'condition', None))
        for statement in node.statements:
            following = statement_step(statement)
            made.next.append(following)
            made = following
        leave[node] = made
    for node in routine.nodes:
        for target, _ in node.out:
            leave[node].next.append((back if node.kind == 'EndLoop' else enter)[target])
    return steps


def transfer(step, storage):
    """The definitions after a step, by cell."""
    after = dict(step.inside)
    for reference, sure in step.definitions:
        cells, all_of_them = storage.cells(reference)
        for cell in cells:
            before = set() if sure and all_of_them else after.get(cell, set())
            after[cell] = before | {step.id}
    return after


def solve(steps, storage):
    work = [steps[0]]
    reached = set()
    while work:
        step = work.pop()
        reached.add(step)
        after = transfer(step, storage)
        for following in step.next:
            grown = following not in reached
            for cell, found in after.items():
                known = following.inside.setdefault(cell, set())
                if not found <= known:
                    following.inside[cell] = known | found
                    grown = True
            if grown:
                work.append(following)


def analyse_routine(program, routine, storage, effects):
    steps = make_steps(routine, effects)
    formals = [routine.symbols[name] for name, _ in routine.formals]
    lasting = [symbol for symbol in routine.symbols.values() if 'save' in symbol.flags or symbol.initial_text]
    for symbol in formals + lasting + list(program.globals.values()):
        for cell in range(symbol.address, symbol.address + symbol.size):
            steps[0].inside[cell] = {UNKNOWN}
    solve(steps, storage)
    users = {}  # definition, or definition and cell, to the ids of its users
    for step in steps:
        for reference in step.uses:
            reference.alias = storage.alias_set(reference)
            found = {(ident, cell) for cell in storage.cells(reference)[0] for ident in step.inside.get(cell, set())}
            reference.chain = ordered({ident for ident, _ in found})
            for ident, cell in found:
                if ident != UNKNOWN and step.id is not None:
                    use(users, ident, cell, step.id)
    leaving = transfer(steps[-1], storage)
    changed = [symbol.name for symbol in routine.modified]
    outward = [routine.symbols[name] for name, intent in routine.formals if intent != 'in' or name in changed] + lasting + list(program.globals.values())
    for symbol in outward:
        for cell in range(symbol.address, symbol.address + symbol.size):
            for ident in leaving.get(cell, set()) - {UNKNOWN}:
                use(users, ident, cell, UNKNOWN)
    for step in steps:
        for reference, sure in step.definitions:
            reference.alias = storage.alias_set(reference)
            if reference.chain is None:  # of what is assigned, not of what functions modify beside it
                reference.chain = ordered(set().union(*(users.get((step.id, cell), ()) for cell in storage.cells(reference)[0])) if sure else users.get(step.id, set()))


def use(users, ident, cell, user):
    for key in (ident, (ident, cell)):
        users.setdefault(key, set()).add(user)


def ordered(found):
    return tuple(sorted(('' if ident == UNKNOWN else ident for ident in found), key=lambda t: (len(t), t)))


def analyse(program, elements):
    """Sets alias sets and chains of all references, and what routines modify."""
    effects, storage = Effects(program), Storage(elements)
    for routine in program.routines:
        if routine.nodes:
            analyse_routine(program, routine, storage, effects)
