"""Writes plain XAIF as Fortran, so that a compiler reads what interpreters pass over: intents, kinds, ranks, and what may be associated.

    source = fortran_write.run_time() + fortran_write.write(evaluate.Document(path))

One module holds global variables and all routines; another one is the run time (RUNTIME): a stack for pushes and pops, and one for
checkpoints. Control flow is written with labels and jumps, whatever it is made of. Raises evaluate.Unknown for what it does not write:
routines without body, strings, and intrinsics of users. Variables that share storage are written as if they did not.
"""

from evaluate import RELATIONS as RELATIONS_OF_LOOPS, Unknown
from evaluate_values import BOOLEAN, family

KINDS = {'F8': '8', 'F4': '4', 'C16': '8', 'C8': '4', 'I1': '1', 'I2': '2', 'I4': '4', 'I8': '8'}
BINARY = {'add': '+', 'sub': '-', 'mul': '*', 'div': '/', 'pow': '**'}
RELATIONS = {'less_than': '<', 'greater_than': '>', 'less_or_equal': '<=', 'greater_or_equal': '>=', 'equal': '==', 'not_equal': '/='}
# Intrinsics that Fortran has by another name.
RENAMED = {'ln': 'log', 'arctan': 'atan', 'arctan2': 'atan2', 'arcsin': 'asin', 'arccos': 'acos', 'nc_max': 'max', 'nc_min': 'min', 'nc_maxval': 'maxval', 'nc_minval': 'minval',
           'lgamma': 'log_gamma', 'imag': 'aimag', 'conj': 'oad_conj'}
# Those that it has not got, by what is as good; and then those that it has by the same name.
COMPOSED = {'log2': 'log({0})/log(2.0_8)', 'exp2': '2.0_8**({0})', 'fma': '({0}*{1} + {2})', 'ldexp': 'scale({0}, {1})', 'arcsinh': 'asinh({0})', 'arccosh': 'acosh({0})',
            'arctanh': 'atanh({0})', 'cbrt': 'sign(abs({0})**(1/3.0_8), {0})', 'fmod': 'mod({0}, {1})', 'expm1': '(2*exp({0}/2)*sinh({0}/2))', 'log1p': '(2*atanh({0}/(2 + {0})))',
            'tand': 'tan({0}*acos(-1.0_8)/180)', 'sind': 'sin({0}*acos(-1.0_8)/180)', 'cosd': 'cos({0}*acos(-1.0_8)/180)', 'sinpi': 'sin({0}*acos(-1.0_8))',
            'cospi': 'cos({0}*acos(-1.0_8))', 'tanpi': 'tan({0}*acos(-1.0_8))', 'arcsinpi': 'asin({0})/acos(-1.0_8)', 'arccospi': 'acos({0})/acos(-1.0_8)',
            'arctanpi': 'atan({0})/acos(-1.0_8)', 'arcsind': 'asin({0})*180/acos(-1.0_8)', 'arccosd': 'acos({0})*180/acos(-1.0_8)', 'arctand': 'atan({0})*180/acos(-1.0_8)',
            'copysign': 'sign({0}, {1})', 'square': '({0})**2', 'float': 'real({0}, 8)', 'trunc': 'aint({0})', 'round': 'anint({0})',
            'rint': 'anint({0})', 'remainder': '({0} - {1}*anint({0}/{1}))', 'fmax': 'max({0}, {1})', 'fmin': 'min({0}, {1})', 'fdim': 'dim({0}, {1})', 'oad_tan': 'tan({0})',
            'idint': 'int({0})', 'ifix': 'int({0})'}
SAME = {'sin', 'cos', 'tan', 'exp', 'sqrt', 'tanh', 'sinh', 'cosh', 'abs', 'sign', 'mod', 'merge', 'int', 'nint', 'floor', 'dble', 'gamma', 'anint', 'bessel_jn',
        'bessel_j0', 'bessel_j1', 'sum', 'transpose', 'reshape', 'spread', 'cshift', 'eoshift', 'pack', 'unpack', 'size', 'shape', 'lbound', 'ubound', 'maxval', 'minval',
        'product', 'norm2', 'dot_product', 'matmul', 'maxloc', 'minloc', 'count', 'all', 'any', 'present', 'allocated', 'log10',
        'huge', 'tiny', 'epsilon', 'digits', 'precision', 'range', 'radix', 'maxexponent', 'minexponent', 'kind', 'bit_size', 'ishft', 'iand', 'ior', 'ieor', 'not',
        'ibset', 'ibclr', 'btest', 'transfer', 'rrspacing', 'set_exponent',
        'bessel_y0', 'bessel_y1', 'bessel_yn', 'erf', 'erfc', 'erfc_scaled', 'hypot', 'dim', 'ceiling', 'aint', 'modulo', 'asinh', 'acosh', 'atanh', 'atan2', 'dprod', 'scale', 'fraction', 'exponent', 'nearest', 'spacing'}
WIDTH = 110

RUNTIME = '''module oad_run_time
  implicit none
  type entry
    real(8), allocatable :: r(:)
    complex(8), allocatable :: c(:)
    integer, allocatable :: i(:)
    logical, allocatable :: b(:)
    character, allocatable :: s(:)
  end type
  type(entry), target :: tape(20000), checkpoints(20000)
  integer :: top = 0, checkpoint_top = 0
{interfaces}
contains
  elemental function conj_real(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    r = x
  end function
  elemental function conj_single(x) result(r)
    real(4), intent(in) :: x
    real(4) :: r
    r = x
  end function
  elemental function conj_complex(x) result(r)
    complex(8), intent(in) :: x
    complex(8) :: r
    r = conjg(x)
  end function
{procedures}
end module
'''
STACKED = {'s': ('character', 's'), 'r': ('real(8)', 'r'), 'f': ('real(4)', 'r'), 'c': ('complex(8)', 'c'), 'i': ('integer', 'i'), 'b': ('logical', 'b')}
RANKS = range(8)


def run_time():
    """The run time: a specific procedure of push, pop, store and restore for each type and rank."""
    names, procedures = {'push': [], 'pop': [], 'store': [], 'restore': []}, []
    for letter, (declaration, component) in STACKED.items():
        for rank in RANKS:
            for generic, stack, top in (('push', 'tape', 'top'), ('store', 'checkpoints', 'checkpoint_top')):
                name = f'{generic}_{letter}{rank}'
                names[generic].append(name)
                shape = f'({",".join(":" * rank)})' if rank else ''
                whole = 'reshape(x, [size(x)])' if rank else '[x]'
                procedures.append(f'  subroutine {name}(x)\n    {declaration}, intent(in) :: x{shape}\n    {top} = {top} + 1\n'
                                  f'    {stack}({top})%{component} = {whole}\n  end subroutine')
            for generic, stack, top in (('pop', 'tape', 'top'), ('restore', 'checkpoints', 'checkpoint_top')):
                name = f'{generic}_{letter}{rank}'
                names[generic].append(name)
                shape = f'({",".join(":" * rank)})' if rank else ''
                taken = f'{stack}({top})%{component}'
                value = f'reshape({taken}, shape(x))' if rank else f'{taken}(1)'
                check = f'    if (size({taken}) /= {"size(x)" if rank else "1"}) error stop "another number of elements"\n'
                converted = f'real({value}, 4)' if letter == 'f' else value
                procedures.append(f'  subroutine {name}(x)\n    {declaration}, intent(out) :: x{shape}\n'
                                  f'    if (.not. allocated({taken})) error stop "something else was stored"\n{check}'
                                  f'    x = {converted}\n    deallocate({taken})\n    {top} = {top} - 1\n  end subroutine')
    interfaces = [f'  interface oad_{generic}\n    module procedure {", ".join(specific)}\n  end interface' for generic, specific in names.items()]
    interfaces.append('  interface oad_conj\n    module procedure conj_real, conj_single, conj_complex\n  end interface')
    return RUNTIME.format(interfaces=wrap('\n'.join(interfaces)), procedures='\n'.join(procedures))


def wrap(text):
    """Breaks long lines with `&`."""
    lines = []
    for line in text.split('\n'):
        while len(line) > WIDTH:
            cut = max(line.rfind(mark, 20, WIDTH) for mark in ',+*() ')
            cut = cut if cut > 0 else WIDTH
            lines.append(line[:cut] + '&')
            line = '  &' + line[cut:]
        lines.append(line)
    return '\n'.join(lines)


def type_of(symbol):
    kind = KINDS.get(symbol.fe_type)
    if symbol.type in ('real', 'double', 'opaque'):
        return f'real({kind or 8})'
    if symbol.type == 'complex':
        return f'complex({kind or 8})'
    if symbol.type == 'char':
        return 'character'
    if symbol.type in ('integer', 'bool'):
        return {'integer': f'integer({kind or 4})', 'bool': 'logical'}[symbol.type]
    raise Unknown(f'the type {symbol.type}')


def signed(text):
    return f'({text})' if text.startswith('-') else text


def constant(vertex):
    kind, text = vertex.get('type'), vertex.get('value').strip()
    if kind == 'bool':
        return '.true.' if text in ('1', 'true', '.true.') else '.false.'
    if kind in ('real', 'double'):
        text = text.lower().replace('d', 'e')
        text = text if any(mark in text for mark in '.e') else text + '.0'
        return signed(f'{text}_{KINDS.get(vertex.get("feType"), 8)}')
    if kind == 'integer':
        return signed(text)
    if kind == 'char':
        return "'" + vertex.get('value')[:1].replace("'", "''") + "'"
    raise Unknown(f'a constant of type {kind}')


class Writer:
    def __init__(self, document):
        self.document = document
        self.functions = {callee.name for _, callee, _, result in self.calls() if result}
        self.optional = set()  # (routine, position) that some call leaves out
        self.used = {(e.get('scope_id'), e.get('symbol_id')) for routine in document.routines.values() for vertex in routine.vertices.values()
                     for e in vertex.iter('SymbolReference')}
        for symbol in document.symbols.values():
            symbol.fe_type = symbol.element.get('feType', '')
            symbol.pointer = symbol.element.get('pointer') in ('1', 'true')
        self.find_optional()

    # -- arguments that may be absent

    def calls(self):
        """Caller, callee, position to what is passed, and the position of the result of a function, or 0."""
        for routine in self.document.routines.values():
            for vertex in routine.vertices.values():
                for element in vertex.iter():
                    name = element.get('symbol_id')
                    if element.tag == 'SubroutineCall' and name in self.document.routines:
                        yield routine, self.document.routines[name], {int(a.get('position')): a[0] for a in element.findall('Argument')}, 0
                    elif element.tag == 'FunctionCall' and name in self.document.routines:
                        callee = self.document.routines[name]
                        yield routine, callee, dict(enumerate(element, 1)), len(callee.formals)

    def note_present(self):
        """Arguments that the program asks for are optional, too."""
        for routine in self.document.routines.values():
            for vertex in routine.vertices.values():
                for holder in vertex.iter():
                    if holder.find('Intrinsic') is None or not any(family(v.get('name')) == 'present' for v in holder.findall('Intrinsic')):
                        continue
                    vertices, operands, _ = self.document.expression(holder)
                    asked = [self.document.reference(vertices[operands[key][0]])[0] for key, v in vertices.items() if v.tag == 'Intrinsic' and family(v.get('name')) == 'present']
                    self.optional.update((routine.name, position) for position, (symbol, _) in enumerate(routine.formals, 1) if symbol in asked)

    def find_optional(self):
        self.note_present()
        calls, found = list(self.calls()), True
        while found:
            found = False
            for caller, callee, passed, result in calls:
                for position in range(1, len(callee.formals) + 1):
                    if (callee.name, position) in self.optional or position == result:
                        continue
                    if position not in passed or self.may_be_absent(caller, passed[position]):
                        self.optional.add((callee.name, position))
                        found = True

    def may_be_absent(self, caller, holder):
        if holder.tag != 'VariableReference' or holder.find('ArrayElementReference') is not None:
            return False
        symbol = self.document.symbol(holder.find('SymbolReference'))
        return any(s is symbol and (caller.name, position) in self.optional for position, (s, _) in enumerate(caller.formals, 1))

    # -- expressions

    def reference(self, element):
        symbol, triplets = self.document.reference(element)
        if triplets is None:
            return symbol.name
        return f'{symbol.name}({", ".join(self.triplet(triplet) for triplet in triplets)})'

    def triplet(self, triplet):
        parts = {part.tag: self.expression(part) for part in triplet}
        if set(parts) == {'Index'}:
            return parts['Index']
        stride = f':{parts["Stride"]}' if 'Stride' in parts else ''
        return f'{parts.get("Index", "")}:{parts.get("Bound", "")}{stride}'

    def expression(self, holder, top=None):
        vertices, operands, last = self.document.expression(holder)
        return self.vertex(vertices, operands, top or last)

    def vertex(self, vertices, operands, key):
        vertex = vertices[key]
        if vertex.tag == 'VariableReference':
            return self.reference(vertex)
        if vertex.tag == 'Constant':
            return constant(vertex)
        if vertex.tag == 'FunctionCall':
            return self.function(vertex)
        below = [self.vertex(vertices, operands, operand) for operand in operands[key]]
        if vertex.tag == 'BooleanOperation':
            return self.boolean(vertex.get('name'), below, [self.is_logical(vertices, operand) for operand in operands[key]])
        if vertex.tag != 'Intrinsic':
            raise Unknown(f'{vertex.tag} in an expression')
        return self.intrinsic(family(vertex.get('name')), below)

    def is_logical(self, vertices, key):
        vertex = vertices[key]
        if vertex.tag == 'VariableReference':
            return self.document.reference(vertex)[0].type == 'bool'
        if vertex.tag == 'FunctionCall':
            return self.document.routines[vertex.get('symbol_id')].formals[-1][0].type == 'bool'
        return vertex.tag == 'BooleanOperation' or vertex.get('type') == 'bool' or family(vertex.get('name', '')) in ('any', 'all', 'present', 'allocated')

    @staticmethod
    def boolean(name, below, logical):
        if name == 'not':
            return f'(.not. {below[0]})'
        if name in ('and', 'or'):
            return f'({below[0]} .{name}. {below[1]})'
        if name not in BOOLEAN:
            raise Unknown(f'the operation {name}')
        if all(logical):
            return f'({below[0]} {".neqv." if name in ("xor", "not_equal") else ".eqv."} {below[1]})'
        return f'({below[0]} {RELATIONS[name]} {below[1]})'

    @staticmethod
    def intrinsic(name, below):
        if name in BINARY:
            return f'({below[0]} {BINARY[name]} {below[1]})'
        if name == 'minus':
            return f'(-{below[0]})'
        if name == 'real' and len(below) == 1:
            return f'real({below[0]}, 8)'
        if name == 'real':
            return f'real({below[0]}, {below[1]})'
        if name == 'complex':
            return f'cmplx({", ".join(below)}, kind=8)'
        if name in COMPOSED:
            return f'({COMPOSED[name].format(*below)})'
        if name not in SAME and name not in RENAMED:
            raise Unknown(f'the intrinsic {name}')
        return f'{RENAMED.get(name, name)}({", ".join(below)})'

    def passed(self, holder):
        return constant(holder) if holder.tag == 'Constant' else self.reference(holder)

    def arguments(self, name, passed):
        """The list of arguments; after one that is left out, by keyword."""
        callee, texts = self.document.routines[name], []
        for position in sorted(passed):
            keyword = '' if len(texts) == position - 1 else callee.formals[position - 1][0].name + '='
            texts.append(keyword + self.passed(passed[position]))
        return ', '.join(texts)

    def function(self, vertex):
        name = vertex.get('symbol_id')
        if name not in self.document.routines:
            raise Unknown(f'the function {name} without body')
        return f'{name}_f({self.arguments(name, dict(enumerate(vertex, 1)))})'

    # -- statements

    def statement(self, element):
        if element.tag == 'Marker':
            return []
        if element.tag == 'Assignment':
            return [self.assignment(element)]
        passed = {int(a.get('position')): a[0] for a in element.findall('Argument')}
        if element.tag == 'SubroutineCall':
            name = element.get('symbol_id')
            if name not in self.document.routines:
                raise Unknown(f'the subroutine {name} without body')
            return [f'call {name}({self.arguments(name, passed)})']
        if element.tag == 'InlinableSubroutineCall':
            return self.run_time_call(element.get('subroutine_name'), [passed[position] for position in sorted(passed)])
        raise Unknown(f'{element.tag} in a basic block')

    def assignment(self, element):
        return f'{self.reference(element.find("AssignmentLHS"))} = {self.expression(element.find("AssignmentRHS"))}'

    def run_time_call(self, name, passed):
        texts = [self.passed(holder) for holder in passed]
        for generic in ('push', 'pop'):
            if name.split('_')[0] == generic:
                return [f'call oad_{generic}({texts[0]})']
        for generic in ('store', 'restore'):
            if name.startswith(f'cp_arg_{generic}_'):
                return [f'call oad_{generic}({texts[0]})']
        if name in ('countmult', 'countadd', 'oad_ShapeTest'):
            return []
        if not name.startswith('oad_Allocate'):
            raise Unknown(f'the run-time call {name}')
        symbol = self.document.reference(passed[0])[0]
        if not self.is_allocatable(symbol):
            return []
        free = f'if ({"associated" if symbol.pointer else "allocated"}({texts[0]})) deallocate({texts[0]})'
        if name == 'oad_AllocateShape':
            return [free, f'allocate({texts[0]}({", ".join(texts[1:])}))']
        sizes = ', '.join(f'size({texts[1]}, {d})' for d in range(1, symbol.rank + 1))
        return [free, f'allocate({texts[0]}({sizes}))']

    # -- routines

    def is_formal(self, symbol):
        return any(s is symbol for routine in self.document.routines.values() for s, _ in routine.formals)

    def is_allocatable(self, symbol):
        return symbol.rank > 0 and not symbol.bounds and not self.is_formal(symbol)

    def declaration(self, symbol, words=()):
        attributes = [type_of(symbol), *words]
        if symbol.rank and symbol.bounds:
            shape = ','.join(f'{low}:{high}' for low, high in symbol.bounds)
        else:
            shape = ','.join(':' * symbol.rank)
        if symbol.pointer:
            attributes.append('pointer')
        elif self.is_allocatable(symbol):
            attributes.append('allocatable')
        return f'  {", ".join(attributes)} :: {symbol.name}{f"({shape})" if shape else ""}'

    def variables(self, home):
        for symbol in self.document.symbols.values():
            if symbol.home == home and symbol.kind == 'variable' and symbol.type != 'void' and (symbol.scope, symbol.name) in self.used:
                yield symbol

    def host(self, routine):
        """The routine that one is within, or None."""
        by_scope = {other.scope: other for other in self.document.routines.values()}
        scope = self.document.around.get(routine.scope)
        while scope and scope not in by_scope:
            scope = self.document.around.get(scope)
        return by_scope.get(scope)

    def routine(self, routine):
        names = ', '.join(symbol.name for symbol, _ in routine.formals)
        self.counters = []
        lines, formals = [f'recursive subroutine {routine.name}({names})'], {}
        for position, (symbol, intent) in enumerate(routine.formals, 1):
            formals[symbol] = [f'intent({intent})'] if not symbol.pointer else []
            if (routine.name, position) in self.optional:
                formals[symbol].append('optional')
        lines += [self.declaration(symbol, words) for symbol, words in formals.items()]
        lines += [self.declaration(symbol) for symbol in self.variables(routine.scope) if symbol not in formals]
        body = self.body(routine)
        lines += [f'  integer :: {name}' for name in self.counters] + body
        inner = [other for other in self.document.routines.values() if self.host(other) is routine]
        if inner:
            lines.append('contains')
            for other in inner:
                lines += self.routine(other)
        return [*lines, f'end subroutine {routine.name}', *self.as_function(routine)]

    def as_function(self, routine):
        if routine.name not in self.functions:
            return []
        *formals, (result, _) = routine.formals
        names = [symbol.name for symbol, _ in formals]
        lines = [f'recursive function {routine.name}_f({", ".join(names)}) result({result.name})']
        for position, (symbol, intent) in enumerate(formals, 1):
            optional = ['optional'] if (routine.name, position) in self.optional else []
            lines.append(self.declaration(symbol, [f'intent({intent})', *optional]))
        lines += [self.declaration(result), f'  call {routine.name}({", ".join([*names, result.name])})']
        return [*lines, f'end function {routine.name}_f']

    def body(self, routine):
        """Each vertex has a label; loops have another one, where they are entered again."""
        self.labels = {key: 10 * number for number, key in enumerate(routine.vertices, 1)}
        lines = [self.jump(next(key for key, vertex in routine.vertices.items() if vertex.tag == 'Entry'))]
        for key, vertex in routine.vertices.items():
            lines.append(f'{self.labels[key]} continue')
            lines += ['  ' + line for line in self.flow(routine, key, vertex)]
        return lines

    def jump(self, target):
        return f'goto {self.labels[target]}'

    def again(self, target):
        return self.labels[target] + 1

    def flow(self, routine, key, vertex):
        arms = dict(routine.out.get(key, []))  # the target for each value of a condition; None: for all others
        if vertex.tag == 'Exit':
            return ['return']
        if vertex.tag == 'EndLoop':
            (target,) = arms.values()
            return [f'goto {self.again(target)}']
        if vertex.tag == 'BasicBlock':
            return [*(line for element in vertex for line in self.statement(element)), *map(self.jump, arms.values())]
        if vertex.tag in ('Entry', 'EndBranch', 'Label', 'Goto'):
            return list(map(self.jump, arms.values()))
        if vertex.tag in ('Branch', 'If'):
            return self.branch(vertex, arms)
        body, end = self.jump(arms[1]), self.jump(arms[None] if None in arms else arms[0])
        if vertex.tag == 'ForLoop':
            return self.for_loop(key, vertex, body, end)
        test = f'if ({self.expression(vertex.find("Condition"))}) then; {body}; else; {end}; end if'
        return [*([body] if vertex.tag == 'PostLoop' else []), f'{self.again(key)} continue', test]

    def for_loop(self, key, loop, body, end):
        """Loops that count do so as those of Fortran: their bounds and steps are those at the entry."""
        variable = self.reference(loop.find('Initialization').find('AssignmentLHS'))
        start, update = self.assignment(loop.find('Initialization')), self.assignment(loop.find('Update'))
        condition = self.expression(loop.find('Condition'))
        counted = self.counted(loop, variable)
        if not counted:
            return [start, f'goto {self.again(key) + 1}', f'{self.again(key)} continue', update, f'{self.again(key) + 1} continue',
                    f'if ({condition}) then; {body}; else; {end}; end if']
        step, rounds = f'oad_step_{key}', f'oad_rounds_{key}'
        self.counters += [step, rounds]
        bound, offset, next_value = counted
        return [start, f'{step} = {next_value} - {variable}', f'{rounds} = int(max(0_8, (({bound})*1_8 + ({offset}) - {variable} + {step})/{step}))', f'goto {self.again(key) + 1}',
                f'{self.again(key)} continue', f'{variable} = {variable} + {step}', f'{rounds} = {rounds} - 1', f'{self.again(key) + 1} continue',
                f'if ({rounds} > 0) then; {body}; else; {end}; end if']

    def counted(self, loop, variable):
        """(bound, what it is off by, next value) of a loop of the form v = a; v REL bound; v = v + step; else None."""
        update, condition = loop.find('Update').find('AssignmentRHS'), loop.find('Condition')
        vertices, operands, top = self.document.expression(update)
        _, ends, test = self.document.expression(condition)
        relation = self.document.expression(condition)[0][test].get('name')
        if relation not in RELATIONS_OF_LOOPS or vertices[top].get('name') not in ('add_scal_scal', 'sub_scal_scal'):
            return None
        places = [key for key in vertices if vertices[key].tag == 'VariableReference' and self.expression(update, key) == variable]
        if len(places) != 1 or places[0] not in operands[top] or (vertices[top].get('name') == 'sub_scal_scal' and places != operands[top][:1]):
            return None
        if self.expression(condition, ends[test][0]) != variable:
            return None
        return self.expression(condition, ends[test][1]), RELATIONS_OF_LOOPS[relation], self.expression(update)

    def branch(self, vertex, arms):
        vertices, _, top = self.document.expression(vertex.find('Condition'))
        condition = self.expression(vertex.find('Condition'))
        if self.is_logical(vertices, top):
            arm = [arms[value] if value in arms else arms[None] for value in (1, 0)]
            return [f'if ({condition}) then; {self.jump(arm[0])}; else; {self.jump(arm[1])}; end if']
        lines = [f'select case ({condition})']
        for value, target in arms.items():
            lines.append(f'case {f"({value})" if value is not None else "default"}; {self.jump(target)}')
        return [*lines, 'end select']

    # -- all

    def write(self):
        routines = []
        for routine in self.document.routines.values():
            if not self.host(routine):
                routines += self.routine(routine)
        globals_ = [self.declaration(symbol) for symbol in self.variables(self.document.root_scope)]
        return wrap('\n'.join(['module program_module', '  use oad_run_time', '  implicit none', *globals_, 'contains', *routines, 'end module']))


def write(document):
    """The module of a document."""
    return Writer(document).write() + '\n'
