"""What is independent and what dependent in a program of the corpus, and which of its variables are active."""

import re

NUMBERS = ('real', 'complex')
SYMBOL = re.compile(r'<(?:\w+:)?Symbol\b[^>]*>')
ATTRIBUTE = re.compile(r'([\w:]+)\s*=\s*"([^"]*)"|([\w:]+)\s*=\s*\'([^\']*)\'')


def attributes(tag):
    return {a or c: b or d for a, b, c, d in ATTRIBUTE.findall(tag)}


def is_number(symbol):
    """Whether a symbol, by its attributes, can be active."""
    return symbol.get('kind', 'variable') == 'variable' and symbol.get('type', 'real') in NUMBERS


def without_flags(text):
    """A document that calls no variable active, and says so of no reference."""
    def passive(match):
        tag = re.sub(r'\sactive\s*=\s*("[^"]*"|\'[^\']*\')', '', match[0])
        return re.sub(r'(/?>)$', r' active="0"\1', tag) if is_number(attributes(tag)) else tag
    text = re.sub(r'(<(?:\w+:)?(?:AssignmentLHS|VariableReference|Argument|SubroutineCall)\b[^>]*?)\sactive\s*=\s*("[^"]*"|\'[^\']*\')', r'\1', text)
    return SYMBOL.sub(passive, text)


def active_variables(text):
    """Scope and id of each variable that a document calls active."""
    found, scope = set(), None
    for match in re.finditer(r'<(?:\w+:)?(Scope|Symbol)\b[^>]*>', text):
        symbol = attributes(match[0])
        if match[1] == 'Scope':
            scope = symbol['vertex_id']
        elif is_number(symbol) and symbol.get('active', '1') in ('1', 'true'):
            found.add((scope, symbol['symbol_id']))
    return found


def entry_of(text, case):
    """The arguments of the entry, scope and id of each, in order."""
    for graph in re.finditer(r'<(?:\w+:)?ControlFlowGraph\b([^>]*)>\s*<(?:\w+:)?ArgumentList>(.*?)</(?:\w+:)?ArgumentList>', text, re.DOTALL):
        if attributes(graph[1])['symbol_id'].startswith(case.get('entry', 'head')):
            formals = [attributes(tag) for tag in re.findall(r'<(?:\w+:)?ArgumentSymbolReference\b[^>]*>', graph[2])]
            return [(f['scope_id'], f['symbol_id']) for f in sorted(formals, key=lambda f: int(f['position']))]
    return []


def globals_named(text, plain):
    """The variables outside of routines that a name may be that of, scope and id of each."""
    found, scope, own = [], None, set(re.findall(r'controlflowgraph_scope_id="(\w+)"', text))
    for match in re.finditer(r'<(?:\w+:)?(Scope|Symbol)\b[^>]*>', text):
        symbol = attributes(match[0])
        scope = symbol['vertex_id'] if match[1] == 'Scope' else scope
        if match[1] == 'Symbol' and scope not in own and re.fullmatch(plain + r'(_\d+)?', symbol['symbol_id'], re.IGNORECASE):
            found.append((scope, symbol['symbol_id']))
    return found


def names(text, case):
    """The options that name independents and dependents of a program as its case has them."""
    formals = entry_of(text, case)
    places = case.get('arguments') or [{'x': 'all'}, {'y': 'all'}]
    sides = {}
    for side in ('x', 'y'):
        found = [formal for formal, place in zip(formals, places) if side in place]
        if 'globals' in case:
            found = [variable for name in case['globals'][side] for variable in globals_named(text, name)]
        sides[side] = ','.join(f'{scope}/{name}' for scope, name in found)
    return [f'--entry={case.get("entry", "head")}', f'--independents={sides["x"]}', f'--dependents={sides["y"]}']
