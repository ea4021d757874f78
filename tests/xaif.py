"""Writes XAIF for small programs in a notation that is quick to write and to read.

    document = xaif.build(text, name, elements=False)

The text is made of units; `!` begins a comment, names are used as they are, case counts:

    common real g, h(3)                 variables of the global scope
    common in head real g               variables of the scope of head, or of module head, which routines within it see
    external foo                        a routine without body
    interface foo(x in, y out)          the same, whose arguments are known; declarations follow, and end; `interface function` of a function, whose last argument is the result
    storage declared                    what shares storage is declared
    module m                            a scope for variables and routines: it has no body
    subroutine head(x in, y out, n in)  formals with their intents (inout without one)
      unit external                     it is a unit of its own; or `unit module NAME`, a procedure of that
      spelled NAME                      its name in the source
      uses TEXT                         a use or an include of it
      within head                       its scope is within that of head; within head, known there: so is that of its name
      modifies y, g                     a Mod list, right or wrong (without this line, what the body modifies)
      reads x                           a Read list, right or wrong (without this line, none)
      real x(2), y                      declarations, see below
      inner real z                      a variable that only blocks know: all of them stand in a scope within the routine's
      t = sin(x(1))                     statements
    end

Declarations: `real`, `real4` (feType F4), `complex`, `complex8`, `integer`, `integer1` (feType I1), `integer2`, `integer8`, `unsigned1` (feType U1), `unsigned2`, `unsigned4`, `unsigned8`, `logical`, `character`, before it perhaps `pointer`, and `passive` (no derivative
component) or `active`; a bound is an upper one, lower:upper, or `:` (unknown); expressions of arguments, globals and parameters may be bounds, too,
`lower::` is an assumed extent (in documents of facts, `:` of an `allocatable` array is deferred), `*` the last one of an assumed size. Before the type may also stand
`block NAME OFFSET` (a common block, in bytes), `equivalent NAME OFFSET`, `same NAME`, and `optional`, `save`, `allocatable`, `target`, `value`, `result` and `parameter`; `a = e` and `k(3) = /1, 2*e/` give initial values; `a @ b` puts a where b is, `a @ 7` at the
address 7 (storage shared: the evaluator has to be told).

Statements may begin with an id, `17: t = x`; else they are numbered in the order of the text. Structured ones:

    if (c) then … else … end            Branch; `if*` makes an If
    select (i) … case 1 … case 2 3 … default … end
    do i = a, b, s … end                ForLoop; s is a constant
    for (i = a; c; j = b) … end         ForLoop of any form; `do*` and `for*` may be reversed explicitly
    once i = a, b … end                 ForLoop without EndLoop: jumps leave its body
    while (c) … end                     PreLoop
    repeat … until (c)                  PostLoop, left when c is true
    goto L, L:: , if (c) goto L         unstructured control flow
    unreached … end                     what nothing leads to; it leads to whatever follows
    marker text
    allocate a(n, m)                    where extents are variables and constants; deallocate a
    opaque text | reads x, y | writes n a statement that the front end keeps to itself (~ stands for an exclamation mark); `| in c`: its text is C

Expressions are Fortran's. 1.5f has the feType F4, 1.5d the type double, 1.5fd both; "a" is a character. A function that is neither declared
nor known here is an intrinsic by that name; `[s: sin(x)]` names a vertex that `[s]` uses again. In subscripts `:` is the section
with a stride only that front ends write, `*` the triplet without children. A reference can be followed by overrides in
braces: {alias=0, du_ud=0, active=false, range=3-5, range=3-5p, chain=1 2, chain=} (`-` in a chain is the empty id);
`t{active=false} = x` is a passive assignment.

Alias sets and chains are computed: addresses are given out in order of declaration; a reference to part of an array
touches some unknown part of it, unless `elements` says that constant subscripts are seen through; chains are those of a
reaching definitions analysis of each routine with calls doing what the intents and bodies of their callees say.
"""

import math
import re
from itertools import count

from xaif_chains import analyse
from xaif_write import FLAGS, write

TYPES = {'real': ('real', 'F8'), 'real4': ('real', 'F4'), 'complex': ('complex', 'C16'), 'complex8': ('complex', 'C8'), 'integer': ('integer', 'I4'),
         'integer1': ('integer', 'I1'), 'unsigned1': ('integer', 'U1'), 'unsigned2': ('integer', 'U2'), 'unsigned4': ('integer', 'U4'), 'unsigned8': ('integer', 'U8'), 'integer2': ('integer', 'I2'), 'integer8': ('integer', 'I8'),
         'logical': ('bool', 'I4'), 'character': ('char', 'C1')}
OPERATORS = {'+': 'add_scal_scal', '-': 'sub_scal_scal', '*': 'mul_scal_scal', '/': 'div_scal_scal', '**': 'pow_scal_scal'}
COMPARISONS = {'<': 'less_than', '>': 'greater_than', '<=': 'less_or_equal', '>=': 'greater_or_equal', '==': 'equal',
               '/=': 'not_equal'}
UNARY = ['sin', 'cos', 'tan', 'exp', 'ln', 'sqrt', 'tanh', 'abs', 'int', 'nint', 'floor', 'real', 'arctan', 'sinh', 'cosh',
         'complex', 'imag', 'conj', 'minus', 'dble']
INTRINSICS = {name: name + '_scal' for name in UNARY} | {
    'max': 'nc_max_scal_scal', 'min': 'nc_min_scal_scal', 'sign': 'sign_scal_scal', 'mod': 'mod_scal_scal',
    'sum': 'sum_arr', 'transpose': 'transpose_arr', 'reshape': 'reshape_arr', 'spread': 'spread_arr',
    'merge': 'merge_scal_scal_scal', 'maxval': 'nc_maxval', 'minval': 'nc_minval', 'product': 'product_arr',
    'norm2': 'norm2_arr', 'dot_product': 'dot_product_arr', 'matmul': 'matmul_arr'}
UNKNOWN_EXTENT = 64  # addresses given to an array without bounds


class SourceError(Exception):
    """The text is not understood."""


# ---- programs -----------------------------------------------------------------------------------------

class Symbol:
    def __init__(self, name, kind, scope):
        self.name, self.kind, self.scope = name, kind, scope
        self.type, self.fe_type, self.bounds, self.active = 'void', '', [], False
        self.host = None  # name of the routine in whose scope it is written, in the place of the global one
        self.address = self.size = 0
        self.pointer = False
        self.flags = []         # words of FLAGS
        self.bound_texts = []   # of each dimension: the text, in which later symbols may occur
        self.dimensions = []    # (extent, lower, upper) of each, if one is no constant: numbers, vertices or None
        self.initial_text, self.initial = '', []  # (number of elements, vertex)
        self.block = None       # (kind, name, offset)
        self.facts = {}         # of a routine: words and what they say
        self.interface, self.is_function = None, False  # of a routine without body: a Routine without nodes

    @property
    def rank(self):
        return len(self.bounds)

    def bounds_at(self, values):
        """Bounds by expressions, given numbers by name; of other arrays what is known of them, None where nothing is."""
        def number(text):
            return int(eval(text.replace('/', '//'), {'__builtins__': {}}, {name: given[0] for name, given in values.items() if given}))  # pylint: disable=eval-used
        if not self.dimensions or any(extent != 'explicit' for extent, _, _ in self.dimensions):
            return self.bounds
        try:
            pairs = [text.rpartition(':') for text in self.bound_texts]
            return [(number(low or '1'), number(high)) for low, _, high in pairs]
        except (NameError, SyntaxError):
            return self.bounds


class Vertex:
    """A vertex of an expression: kind is constant, reference, intrinsic, boolean or call."""

    def __init__(self, kind, **fields):
        self.kind, self.operands = kind, []
        self.__dict__.update(fields)


class Reference:
    def __init__(self, symbol, subscripts, overrides):
        self.symbol, self.subscripts, self.overrides = symbol, subscripts, overrides
        self.alias = self.chain = None  # set by the analyses


class Statement:
    def __init__(self, kind, ident, **fields):
        self.kind, self.id = kind, ident
        self.__dict__.update(fields)


class Node:
    """A vertex of control flow."""

    def __init__(self, kind, **fields):
        self.kind, self.statements, self.out = kind, [], []  # out: (Node, condition value or None)
        self.id = None
        self.__dict__.update(fields)


class Routine:
    def __init__(self, symbol, scope):
        self.symbol, self.scope = symbol, scope
        self.inner = 1000 + scope  # the scope of its blocks if some symbol is in there
        self.formals = []  # (name, intent)
        self.nodes, self.symbols, self.structured = [], {}, True
        self.modified = []  # symbols that it may define
        self.host = None  # name of the routine around it
        self.listed = {}  # names in the lists Mod and Read if they are given


    def block_scope(self):
        return self.inner if any(symbol.scope == self.inner for symbol in self.symbols.values()) else self.scope


class Program:
    def __init__(self):
        self.globals, self.routines, self.next_address = {}, [], 1
        self.interfaces = []  # Routine
        self.storage = None   # what is known of it


# ---- parsing ------------------------------------------------------------------------------------------

TOKEN = re.compile(r'\s*(?:("[^"]*"|\d+\.\d*(?:[eEd][-+]?\d+)?f?d?|\d+[eE][-+]?\d+f?d?|\d+)|(\.[a-z]+\.)|([A-Za-z_][A-Za-z_0-9]*)'
                   r'|(\*\*|<=|>=|==|/=|\{[^}]*\}|[-+*/()<>,:=\[\]]))')


def tokens_of(text):
    result, position = [], 0
    text = text.strip()
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise SourceError(f'what is "{text[position:]}"?')
        result.append(match.group(match.lastindex))
        position = match.end()
    return result


class Parser:
    """Expressions and references of one routine."""

    def __init__(self, program, routine, text):
        self.program, self.routine, self.text = program, routine, text
        self.tokens, self.at, self.shared = tokens_of(text), 0, {}

    def fail(self, what):
        raise SourceError(f'{what} in "{self.text}"')

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, expected=None):
        token = self.peek()
        if token is None or (expected and token != expected):
            self.fail(f'{expected or "more"} expected, not {token}')
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def end(self):
        if self.peek() is not None:
            self.fail(f'{self.peek()} not expected')

    def symbol(self, name):
        return self.routine.symbols.get(name) or self.program.globals.get(name)

    def expression(self, level=0):
        levels = [('.or.', '.xor.'), ('.and.',), tuple(COMPARISONS), ('+', '-'), ('*', '/')]
        if level == len(levels):
            return self.power()
        if level == 2 and self.accept('.not.'):
            return self.operation('boolean', 'not', self.expression(level))
        if level == 3 and self.accept('-'):
            left = self.operation('intrinsic', 'minus_scal', self.expression(4))
        else:
            left = self.expression(level + 1)
        while self.peek() in levels[level]:
            sign = self.take()
            name = OPERATORS.get(sign) or COMPARISONS.get(sign) or sign.strip('.')
            kind = 'intrinsic' if sign in OPERATORS else 'boolean'
            left = self.operation(kind, name, left, self.expression(level + 1))
        return left

    def power(self):
        base = self.primary()
        if not self.accept('**'):
            return base
        if self.accept('-'):
            return self.operation('intrinsic', OPERATORS['**'], base,
                                  self.operation('intrinsic', 'minus_scal', self.power()))
        return self.operation('intrinsic', OPERATORS['**'], base, self.power())

    @staticmethod
    def operation(kind, name, *operands):
        vertex = Vertex(kind, name=name)
        vertex.operands = list(operands)
        return vertex

    def primary(self):
        token = self.take()
        if token == '(':
            inner = self.expression()
            self.take(')')
            return inner
        if token == '[':
            return self.shared_vertex()
        if token in ('.true.', '.false.'):
            return Vertex('constant', type='bool', fe_type='I4', value='1' if token == '.true.' else '0')
        if token[0].isdigit() or token[0] == '"':
            return self.constant(token)
        if not re.match('[A-Za-z_]', token):
            self.fail(f'{token} not expected')
        symbol = self.symbol(token)
        if symbol and symbol.kind == 'variable':
            return Vertex('reference', reference=self.reference(symbol))
        operands = []
        self.take('(')
        while not self.accept(')'):
            operands.append(self.expression())
            if self.peek() != ')':
                self.take(',')
        if symbol:
            return Vertex('call', symbol=symbol, arguments=[operand.reference for operand in operands])
        return self.operation('intrinsic', INTRINSICS.get(token, token), *operands)

    def shared_vertex(self):
        name = self.take()
        if self.accept(']'):
            return self.shared[name]
        self.take(':')
        self.shared[name] = self.expression()
        self.take(']')
        return self.shared[name]

    @staticmethod
    def constant(token):
        if token[0] == '"':
            return Vertex('constant', type='char', fe_type='C1', value=token[1:-1])
        if token.isdigit():
            return Vertex('constant', type='integer', fe_type='I4', value=token)
        if 'd' in token:
            return Vertex('constant', type='double', fe_type='F4' if 'f' in token else '', value=token.rstrip('fd'))
        single = token[-1] == 'f'
        return Vertex('constant', type='real', fe_type='F4' if single else 'F8', value=token.rstrip('f'))

    def reference(self, symbol):
        subscripts = []
        if self.accept('('):
            while not self.accept(')'):
                subscripts.append(self.triplet())
                if self.peek() != ')':
                    self.take(',')
        overrides = {}
        if (self.peek() or '').startswith('{'):
            for part in self.take()[1:-1].split(','):
                key, value = part.split('=')
                overrides[key.strip()] = value.strip()
        if subscripts and len(subscripts) != symbol.rank:
            self.fail(f'{symbol.name} has {symbol.rank} dimensions')
        return Reference(symbol, subscripts, overrides)

    def triplet(self):
        if self.accept('*'):
            return (None, None, None)
        ends = (',', ')', ':')
        index = None if self.peek() in ends else self.expression()
        if not self.accept(':'):
            return (index, None, None)
        bound = None if self.peek() in ends else self.expression()
        stride = self.expression() if self.accept(':') else None
        if bound is None and stride is None:
            stride = Vertex('constant', type='integer', fe_type='I4', value='1')
        return (index, bound, stride)


class Reader:
    """Whole programs, line by line."""

    def __init__(self, text):
        self.lines = [line.split('!')[0].strip() for line in text.splitlines()]
        self.lines = [line for line in self.lines if line]
        self.at, self.program = 0, Program()
        self.routine = self.block = None
        self.late = []  # (routine or None, symbol) whose declarations have expressions
        self.ids = None
        self.labels, self.jumps = {}, []
        self.unreached = []  # exits of what nothing leads to, that the next node is joined to, too

    def read(self):
        while self.at < len(self.lines):
            words = self.lines[self.at].split(None, 1)
            if words[0] == 'external':
                for name in words[1].replace(',', ' ').split():
                    self.program.globals[name] = Symbol(name, 'subroutine', 1)
                self.at += 1
            elif words[0] == 'storage':
                self.program.storage = words[1]
                self.at += 1
            elif words[0] == 'interface':
                self.read_interface()
            elif words[0] == 'module':
                symbol = self.program.globals[words[1]] = Symbol(words[1], 'subroutine', 1)
                self.program.routines.append(Routine(symbol, len(self.program.routines) + 2))
                self.at += 1
            elif words[0] == 'common':
                host = re.match(r'in (\w+) ', words[1])
                known = set(self.program.globals)
                self.declare(words[1][host.end():] if host else words[1], self.program.globals, 1)
                for name in set(self.program.globals) - known if host else ():
                    self.program.globals[name].host = host.group(1)
                self.at += 1
            elif words[0] == 'subroutine':
                self.headers_ahead()
                self.read_routine()
            else:
                raise SourceError(f'what is "{self.lines[self.at]}"?')
        for routine, symbol in self.late:
            self.declare_late(routine, symbol)
        return self.program

    def declare_late(self, routine, symbol):
        """Expressions of a declaration."""
        known = routine or Routine(symbol, 1)

        def parsed(text):
            text = text.strip()
            if re.fullmatch(r'-?\d+', text):
                return int(text)
            parser = Parser(self.program, known, text)
            result = parser.expression()
            parser.end()
            return result
        if None in symbol.bounds and ('allocatable' in symbol.flags or any(text != ':' for text in symbol.bound_texts)):
            for text in symbol.bound_texts:
                low, colon, high = text.partition(':')
                if text == ':':
                    symbol.dimensions.append(('deferred', None, None))
                elif text.endswith('*'):
                    symbol.dimensions.append(('assumed_size', parsed(low) if colon else 1, None))
                elif high == ':':
                    symbol.dimensions.append(('assumed', parsed(low or '1'), None))
                else:
                    symbol.dimensions.append(('explicit', parsed(low) if colon else 1, parsed(high if colon else low)))
        for text in split(symbol.initial_text.strip('/')) if symbol.initial_text else []:
            repeated = re.match(r'(\d+)\*(.*)', text)
            count, text = (int(repeated[1]), repeated[2]) if repeated and symbol.rank else (1, text)
            value = parsed(text)
            symbol.initial.append((count, Parser.constant(str(value)) if isinstance(value, int) and value >= 0 else self.negative(text, known)
                                   if isinstance(value, int) else value))

    def negative(self, text, known):
        parser = Parser(self.program, known, text)
        return parser.expression()

    def headers_ahead(self):
        """Routines may be called before their text."""
        for line in self.lines:
            match = re.match(r'subroutine\s+(\w+)', line)
            if match and match.group(1) not in self.program.globals:
                self.program.globals[match.group(1)] = Symbol(match.group(1), 'subroutine', 1)

    def read_interface(self):
        match = re.fullmatch(r'interface\s+(function\s+)?(\w+)\s*\((.*)\)', self.lines[self.at])
        symbol = self.program.globals[match.group(2)] = Symbol(match.group(2), 'subroutine', 1)
        symbol.interface, symbol.is_function = Routine(symbol, 2001 + len(self.program.interfaces)), bool(match.group(1))
        self.program.interfaces.append(symbol.interface)
        symbol.interface.formals = [(formal.split() + ['inout'])[:2] for formal in match.group(3).split(',') if formal.strip()]
        self.routine = symbol.interface
        self.at += 1
        while self.is_declaration(self.lines[self.at]):
            self.declare(self.lines[self.at], self.routine.symbols, self.routine.scope)
            self.at += 1
        self.at += 1
        self.routine = None

    def read_routine(self):
        match = re.fullmatch(r'subroutine\s+(\w+)\s*\((.*)\)', self.lines[self.at])
        if not match:
            raise SourceError(f'what is "{self.lines[self.at]}"?')
        routine = Routine(self.program.globals[match.group(1)], len(self.program.routines) + 2)
        self.program.routines.append(routine)
        for formal in match.group(2).split(','):
            words = formal.split()
            if words:
                routine.formals.append((words[0], words[1] if len(words) > 1 else 'inout'))
        self.routine, self.ids, self.block = routine, count(1), None
        self.labels, self.jumps = {}, []
        self.unreached = []
        entry = self.node('Entry')
        self.at += 1
        within = re.fullmatch(r'within (\w+)(, known there)?', self.lines[self.at])
        if within:
            routine.host = within.group(1)
            routine.symbol.host = routine.host if within.group(2) else None
            self.at += 1
        for word in ('unit', 'spelled', 'uses'):
            said = re.fullmatch(word + r'\b\s+(.*)', self.lines[self.at])
            if said:
                routine.symbol.facts[word] = said.group(1)
                self.at += 1
        for word, effect in (('modifies', 'Mod'), ('reads', 'Read')):
            listed = re.fullmatch(word + r'\b(.*)', self.lines[self.at])
            if listed:
                routine.listed[effect] = re.findall(r'\w+', listed.group(1))
                self.at += 1
        while self.is_declaration(self.lines[self.at]):
            inner = re.fullmatch(r'inner (.*)', self.lines[self.at])
            self.declare(inner.group(1) if inner else self.lines[self.at], routine.symbols, routine.inner if inner else routine.scope)
            self.at += 1
        last = self.body((entry, None), ('end',))
        self.at += 1
        self.connect(last, self.node('Exit'))
        for source, label, value in self.jumps:
            source.out.append((self.labels[label], value))

    @staticmethod
    def is_declaration(line):
        words = line.split()
        while words[0] in ('inner', 'pointer', 'block', 'equivalent', 'same', *FLAGS):
            words = words[3 if words[2:3] and words[2].isdigit() else 2:] if words[0] in ('block', 'equivalent', 'same') else words[1:]
        return words[0] in TYPES or (words[0] in ('passive', 'active') and words[1] in TYPES)

    def declare(self, line, table, scope):
        block = re.match(r'(block|equivalent|same)\s+(\w+)\s+(\d*)\s*(.*)', line)
        offset = int(block[3] or 0) if block else 0
        line = block[4] if block else line
        words, flags = line.split(None, 1), []
        while words[0] in FLAGS:
            flags.append(words[0])
            words = words[1].split(None, 1)
        pointer = words[0] == 'pointer'
        if pointer:
            words = words[1].split(None, 1)
        flag = words[0] if words[0] in ('passive', 'active') else None
        if flag:
            words = words[1].split(None, 1)
        for text in split(words[1]):
            match = re.fullmatch(r'(\w+)\s*(?:\(((?:[^()]|\([^()]*\))*)\))?\s*(?:@\s*(\w+))?\s*(?:=\s*(.*))?', text)
            symbol = Symbol(match.group(1), 'variable', scope)
            symbol.type, symbol.fe_type = TYPES[words[0]]
            symbol.pointer = pointer
            symbol.active = flag == 'active' or (flag is None and symbol.type in ('real', 'complex') and 'parameter' not in flags)
            if block:
                symbol.block = ({'block': 'common', 'equivalent': 'equivalence', 'same': 'module'}[block[1]], block[2], offset)
                offset += math.prod(int(b.rpartition(':')[2]) - int(b.rpartition(':')[0] or 1) + 1 for b in split(match.group(2) or '1')) * int(re.sub(r'\D', '', symbol.fe_type))
            symbol.flags, symbol.initial_text = flags, match.group(4) or ''
            symbol.bound_texts = split(match.group(2)) if match.group(2) else []
            for bound in symbol.bound_texts:
                constant = re.fullmatch(r'(?:(-?\d+)\s*:\s*)?(-?\d+)', bound)
                symbol.bounds.append((int(constant[1] or 1), int(constant[2])) if constant else None)
            self.place(symbol, match.group(3), table)
            table[symbol.name] = symbol
            if symbol.initial_text or None in symbol.bounds:
                self.late.append((self.routine if table is not self.program.globals else None, symbol))

    def place(self, symbol, where, table):
        symbol.size = 1
        for bound in symbol.bounds:
            symbol.size *= max(bound[1] - bound[0] + 1, 0) if bound else 8
        if symbol.bounds and None in symbol.bounds:
            symbol.size = UNKNOWN_EXTENT
        if where and where.isdigit():
            symbol.address = int(where)
        elif where:
            symbol.address = (table.get(where) or self.program.globals[where]).address
        else:
            symbol.address = self.program.next_address
        self.program.next_address = max(self.program.next_address, symbol.address + symbol.size)

    # -- control flow; an exit is (node, condition value) that the next node is joined to, None after a jump

    def node(self, kind, **fields):
        node = Node(kind, **fields)
        node.id = str(len(self.routine.nodes) + 1)
        self.routine.nodes.append(node)
        return node

    def connect(self, leaving, target):
        for exit in [leaving] + self.unreached:
            if exit is not None:
                exit[0].out.append((target, exit[1]))
        self.unreached = []

    def parse(self, text):
        parser = Parser(self.program, self.routine, text)
        result = parser.expression()
        parser.end()
        return result

    def body(self, leaving, ends):
        """Reads statements up to a line whose first word is in ends; returns the last exit."""
        block = None
        while True:
            line = self.lines[self.at]
            word = re.match(r'[\w*]*', line).group()
            if word in ends:
                return leaving
            structured = {'if': self.read_if, 'if*': self.read_if, 'select': self.read_select, 'do': self.read_do,
                          'do*': self.read_do, 'for': self.read_for, 'for*': self.read_for, 'once': self.read_once, 'while': self.read_while,
                          'repeat': self.read_repeat, 'unreached': self.read_unreached}.get(word)
            label = re.fullmatch(r'(\w+)::', line)
            if structured or label or word == 'goto':
                block = None
                leaving = structured(leaving) if structured else self.read_jump(leaving, label)
                continue
            if block is None:
                block = self.node('BasicBlock')
                self.connect(leaving, block)
                leaving = (block, None)
            block.statements.append(self.statement(line))
            self.at += 1

    def statement(self, line):
        match = re.match(r'(\w+):\s*(?!:)', line)
        ident = str(next(self.ids))
        if match:
            ident, line = match.group(1), line[match.end():]
        words = line.split(None, 1)
        if words[0] == 'marker':
            return Statement('marker', ident, text=words[1])
        if words[0] == 'opaque':
            text, *lists = [part.strip() for part in words[1].split('|')]
            effects, language = {}, None
            for part in lists:
                word, names = part.split(None, 1)
                if word == 'in':
                    language = names
                    continue
                effects[word] = [self.parse(name).reference for name in split(names)]
            return Statement('marker', ident, text=None, source=text.replace('~', '!'), language=language, reads=effects.get('reads', []), writes=effects.get('writes', []))
        if words[0] in ('allocate', 'deallocate'):
            parser = Parser(self.program, self.routine, words[1])
            symbol = parser.symbol(parser.take())
            arguments = [Vertex('reference', reference=Reference(symbol, [], {}))]
            while parser.peek() in ('(', ','):
                parser.take()
                arguments.append(parser.expression())
            return Statement('allocation', ident, name='oad_AllocateShape' if words[0] == 'allocate' else 'oad_Deallocate', arguments=arguments)
        if words[0] == 'call':
            return self.call(ident, words[1])
        return self.assignment(ident, line)

    def assignment(self, ident, line):
        parser = Parser(self.program, self.routine, line)
        name = parser.take()
        symbol = parser.symbol(name)
        if symbol is None:
            raise SourceError(f'{name} is not declared in "{line}"')
        target = parser.reference(symbol)
        parser.take('=')
        value = parser.expression()
        parser.end()
        return Statement('assignment', ident, target=target, value=value)

    def call(self, ident, text):
        match = re.fullmatch(r'(\w+)\s*\((.*)\)', text)
        symbol = self.program.globals[match.group(1)]
        parser = Parser(self.program, self.routine, match.group(2))
        arguments, position = [], 0 if parser.peek() is None else 1
        while parser.peek() is not None:
            if parser.peek() != ',':
                arguments.append((position, parser.expression()))
            if parser.peek() is not None:
                parser.take(',')
                position += 1
        return Statement('call', ident, symbol=symbol, arguments=arguments, positions=position)

    def read_jump(self, leaving, label):
        line = self.lines[self.at]
        self.at += 1
        self.routine.structured = False
        node = self.node('Label' if label else 'Goto')
        self.connect(leaving, node)
        if label:
            self.labels[label.group(1)] = node
            return (node, None)
        self.jumps.append((node, line.split()[1], None))
        return None

    def read_unreached(self, leaving):
        self.at += 1
        last = self.body(None, ('end',))
        self.unreached.append(last)
        self.at += 1
        return leaving

    def match(self, pattern):
        line = self.lines[self.at]
        match = re.fullmatch(pattern, line)
        if not match:
            raise SourceError(f'what is "{line}"?')
        self.at += 1
        return match

    def read_if(self, leaving):
        match = self.match(r'(if\*?)\s*\((.*)\)\s*(then|goto\s+\w+)')
        branch = self.node('If' if match.group(1) == 'if*' else 'Branch', condition=self.parse(match.group(2)))
        self.connect(leaving, branch)
        if match.group(3) != 'then':
            self.routine.structured = False
            self.jumps.append((branch, match.group(3).split()[1], 1))
            return (branch, None)
        exits = [self.arm((branch, 1), ('else', 'end'))]
        if self.lines[self.at] == 'else':
            self.at += 1
            exits.append(self.arm((branch, None), ('end',)))
        else:
            exits.append((branch, None))
        self.at += 1
        return self.join(exits)

    def arm(self, leaving, ends):
        last = self.body(leaving, ends)
        if last is leaving:
            block = self.node('BasicBlock')
            self.connect(leaving, block)
            last = (block, None)
        return last

    def join(self, exits):
        join = self.node('EndBranch')
        for leaving in exits:
            self.connect(leaving, join)
        return (join, None)

    def read_select(self, leaving):
        match = self.match(r'select\s*\((.*)\)')
        branch = self.node('Branch', condition=self.parse(match.group(1)))
        self.connect(leaving, branch)
        exits, default = [], False
        while self.lines[self.at] != 'end':
            words = self.lines[self.at].split()
            self.at += 1
            default = default or words[0] == 'default'
            values = [int(word) for word in words[1:]] or [None]
            first = len(self.routine.nodes)
            exits.append(self.arm((branch, values[0]), ('case', 'default', 'end')))
            branch.out.extend((self.routine.nodes[first], value) for value in values[1:])
        self.at += 1
        if not default:
            exits.append((branch, None))
        return self.join(exits)

    def read_loop(self, leaving, node):
        self.connect(leaving, node)
        last = self.arm((node, 1), ('end', 'until'))
        close = self.node('EndLoop')
        self.connect(last, close)
        self.connect((close, None), node)
        return (node, None)

    def read_do(self, leaving):
        node = self.do_node(self.match(r'do\*?\s+(\w+)\s*=\s*(.*)'), self.is_explicit())
        leaving = self.read_loop(leaving, node)
        self.at += 1
        return leaving

    def read_once(self, leaving):
        node = self.do_node(self.match(r'once\s+(\w+)\s*=\s*(.*)'))
        self.connect(leaving, node)
        if self.body((node, 1), ('end',)) is not None:
            raise SourceError('the body is not left by a jump')
        self.at += 1
        return (node, None)

    def is_explicit(self):
        """Whether the loop before this place may be reversed explicitly."""
        return bool(re.match(r'\w+\*', self.lines[self.at - 1]))

    def do_node(self, match, explicit=False):
        name, (first, last, step) = match.group(1), do_parts(match.group(2))
        return self.node('ForLoop', initialization=self.assignment(str(next(self.ids)), f'{name} = {first}'),
                         condition=self.parse(f'{name} {">=" if step.startswith("-") else "<="} {last}'),
                         update=self.assignment(str(next(self.ids)), f'{name} = {name} + ({step})'), explicit=explicit)

    def read_for(self, leaving):
        first, test, last = self.match(r'for\*?\s*\((.*);(.*);(.*)\)').groups()
        explicit = self.is_explicit()
        node = self.node('ForLoop', initialization=self.assignment(str(next(self.ids)), first.strip()),
                         condition=self.parse(test), update=self.assignment(str(next(self.ids)), last.strip()), explicit=explicit)
        leaving = self.read_loop(leaving, node)
        self.at += 1
        return leaving

    def read_while(self, leaving):
        match = self.match(r'while\s*\((.*)\)')
        leaving = self.read_loop(leaving, self.node('PreLoop', condition=self.parse(match.group(1))))
        self.at += 1
        return leaving

    def read_repeat(self, leaving):
        self.at += 1
        node = self.node('PostLoop')
        leaving = self.read_loop(leaving, node)
        match = self.match(r'until\s*\((.*)\)')
        node.condition = self.parse(f'.not. ({match.group(1)})')
        return leaving


def split(text):
    """The parts of a text that commas separate, outside of parentheses and between slashes that enclose values."""
    parts, depth, listed = [''], 0, False
    for i, character in enumerate(text):
        depth += (character == '(') - (character == ')')
        if character == '/' and (not listed and text[:i].rstrip().endswith('=') or listed):
            listed = not listed
        if character == ',' and depth == 0 and not listed:
            parts.append('')
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def do_parts(text):
    """first, last, step: separated by commas outside of parentheses."""
    parts, depth = [''], 0
    for character in text:
        depth += (character == '(') - (character == ')')
        if character == ',' and depth == 0:
            parts.append('')
        else:
            parts[-1] += character
    return (parts + ['1'])[:3] if len(parts) < 3 else [part.strip() for part in parts]


def build(text, name, elements=False):
    """The document of a program text."""
    program = Reader(text).read()
    analyse(program, elements)
    return write(program, name, text)
