#!/usr/bin/env python3
"""Malformed documents: each is refused with a located message and the documented status, and nothing is written.

A case is a name, what makes the document from examples/swing.xaif, the exit status, and a part of the message that is
expected. The message must begin with the name of the document, carry a line where there is one, and name an error. The
file that the output was to go to must keep its old content, and nothing must be left beside it.
"""
import os
import subprocess
import sys
import tempfile

TOP = os.environ['XB_TOP_SRCDIR']
PROGRAM = os.path.join(os.environ['XB_TOP_BUILDDIR'], 'xaifbooster')
with open(os.path.join(TOP, 'examples', 'swing.xaif'), 'rb') as stream:
    SWING = stream.read()
ENVIRONMENT = dict(os.environ, XAIFBOOSTER_SCHEMA_DIR=os.path.join(TOP, 'schemas'))


def swap(old, new, number=1):
    """Replaces occurrence `number` of old."""
    old, new = old.encode(), new if isinstance(new, bytes) else new.encode()

    def mutate(text):
        parts = text.split(old)
        assert len(parts) > number, old
        return old.join(parts[:number]) + new + old.join(parts[number:])
    return mutate


def drop(text):
    return swap(text, '')


def truncate(share):
    return lambda text: text[:int(len(text) * share)]


def whole(content):
    return lambda text: content if isinstance(content, bytes) else content.encode()


def deep_elements(text):
    return text.replace(b'<xaif:Exit vertex_id="3"/>', b'<xaif:Exit>' * 5000 + b'</xaif:Exit>' * 5000)


def deep_subscripts(text):
    """A subscript in a subscript in a subscript …"""
    head = (b'<xaif:VariableReference vertex_id="1"><xaif:SymbolReference vertex_id="1" scope_id="2" symbol_id="X_1"/>'
            b'<xaif:ArrayElementReference vertex_id="2"><xaif:IndexTriplet><xaif:Index>')
    tail = (b'</xaif:Index></xaif:IndexTriplet></xaif:ArrayElementReference>'
            b'<xaif:VariableReferenceEdge edge_id="1" source="1" target="2"/></xaif:VariableReference>')
    inside = b'<xaif:Constant vertex_id="1" type="integer" value="1"/>'
    nested = head * 300 + inside + tail * 300
    old = b'<xaif:Constant vertex_id="1" type="integer" feType="I4" value="1"/>'
    return text.replace(old, nested, 1)


CYCLE = ('<xaif:ExpressionEdge edge_id="3" source="2" target="1" position="1"/>',
         '<xaif:ExpressionEdge edge_id="3" source="2" target="1" position="1"/>'
         '<xaif:ExpressionEdge edge_id="9" source="1" target="2" position="3"/>')
DOCTYPE = '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n'
BODY = SWING[SWING.index(b'<xaif:CallGraph'):]
NESTED = BODY.replace(b'program_name="swing"', b'program_name="&b;"')
SECOND = '<xaif:Symbol symbol_id="T_3" kind="variable" type="real"/></xaif:SymbolTable>\n    </xaif:Scope>\n    <xaif:ScopeEdge'
EDGE = '<xaif:ControlFlowEdge edge_id="2" source="2" target="3"/>'

CASES = [
    # the file itself
    ('empty', whole(''), 1, 'no XML element'),
    ('blank', whole('   \n\n'), 1, ''),
    ('text', whole('SUBROUTINE SWING(X, Y)\n'), 1, ''),
    ('binary', whole(bytes(range(256)) * 8), 1, ''),
    ('truncated in the head', truncate(0.05), 1, ''),
    ('truncated in the symbols', truncate(0.2), 1, ''),
    ('truncated in the maps', truncate(0.35), 1, ''),
    ('truncated in a statement', truncate(0.7), 1, ''),
    ('truncated at the end', truncate(0.995), 1, ''),
    ('two roots', lambda t: t + BODY, 1, ''),
    ('text behind', lambda t: t + b'end', 1, ''),
    ('not UTF-8', swap('program_name="swing"', b'program_name="sw\xff\xfeing"'), 1, ''),
    ('zero byte', swap('program_name="swing"', b'program_name="sw\x00ing"'), 1, ''),
    ('unknown encoding', swap('encoding="UTF-8"', 'encoding="KLINGON-8"'), 1, ''),
    # XML that is not accepted
    ('DOCTYPE', whole(DOCTYPE.encode() + BODY), 1, 'DOCTYPE'),
    ('entities', whole(DOCTYPE.encode() + NESTED), 1, 'DOCTYPE'),
    ('undefined entity', swap('program_name="swing"', 'program_name="&nope;"'), 1, 'nope'),
    ('external entity', whole(b'<!DOCTYPE x SYSTEM "file:///etc/passwd">' + BODY), 1, 'DOCTYPE'),
    ('wrong nesting', swap('</xaif:SymbolTable>', '</xaif:Scope>'), 1, 'SymbolTable'),
    ('dimension too large', swap('lower="1" upper="2"', 'lower="-9223372036854775808" upper="9223372036854775807"'), 1,
     'a dimension of more than 2^63 - 1 elements'),
    ('attribute twice', swap('vertex_id="2" scope_id="2"', 'vertex_id="2" vertex_id="4" scope_id="2"'), 1, 'vertex_id'),
    ('attribute without quotes', swap('vertex_id="3"/>', 'vertex_id=3/>'), 1, ''),
    ('undeclared prefix', swap('<xaif:DOSetMap>', '<nope:DOSetMap>'), 1, ''),
    ('text inside', swap('<xaif:Entry vertex_id="1"/>', 'x = 1<xaif:Entry vertex_id="1"/>'), 1, 'text'),
    ('elements too deep', deep_elements, 1, ''),
    ('subscripts too deep', deep_subscripts, 1, ''),
    ('huge attribute', swap('program_name="swing"', 'program_name="' + 'a' * 3000000 + '"'), 1, ''),
    # elements and attributes
    ('other namespace', swap('http://www.mcs.anl.gov/XAIF"', 'http://www.mcs.anl.gov/XIAF"'), 1, 'namespace'),
    ('other root', whole(b'<html><body/></html>'), 1, 'html'),
    ('unknown element', swap('xaif:Marker' if b'xaif:Marker' in SWING else '<xaif:Exit vertex_id="3"/>',
                             '<xaif:Exits vertex_id="3"/>'), 1, 'Exits'),
    ('element at a wrong place', swap('<xaif:DOSetMap>', '<xaif:Entry vertex_id="9"/><xaif:DOSetMap>'), 1, 'Entry'),
    ('unknown attribute', swap('statement_id="2"', 'statement_id="2" colour="red"'), 1, 'colour'),
    ('missing attribute', drop(' statement_id="2"'), 1, 'statement_id'),
    ('missing symbol_id', drop(' symbol_id="Y_2" intent="out"'), 1, 'symbol_id'),
    ('missing alias map', swap('xaif:AliasSetMap>', 'xaif:DOSetMap>', 1), 1, ''),
    ('no scope hierarchy', lambda t: t[:t.index(b'<xaif:ScopeHierarchy')] + t[t.index(b'</xaif:ScopeHierarchy>') + 22:],
     1, ''),
    ('no left-hand side', lambda t: t[:t.index(b'<xaif:AssignmentLHS')] + t[t.index(b'</xaif:AssignmentLHS>') + 21:],
     1, 'AssignmentLHS'),
    ('two right-hand sides', swap('</xaif:AssignmentRHS>', '</xaif:AssignmentRHS><xaif:AssignmentRHS/>'), 1, ''),
    # values
    ('bad boolean', swap('partial="1"', 'partial="maybe"'), 1, 'maybe'),
    ('bad type', swap('type="real"', 'type="reel"'), 1, 'reel'),
    ('bad shape', swap('shape="vector"', 'shape="vectr"'), 1, 'vectr'),
    ('bad kind', swap('kind="variable"', 'kind="varable"'), 1, 'varable'),
    ('bad intent', swap('intent="in"', 'intent="inside"'), 1, 'inside'),
    ('number that is none', swap('lineNumber="3"', 'lineNumber="three"'), 1, 'three'),
    ('number too large', swap('alias="4"', 'alias="99999999999999999999999999"'), 1, '9999'),
    ('negative key', swap('key="4"', 'key="-4"'), 1, '-4'),
    ('position 0', swap('target="1" position="1"', 'target="1" position="0"'), 1, 'position'),
    ('bound that is none', swap('upper="2"', 'upper="n"'), 1, ''),
    # symbols and scopes
    ('symbol twice', lambda t: t.replace(b'</xaif:SymbolTable>\n    </xaif:Scope>\n    <xaif:ScopeEdge', SECOND.encode()),
     1, 'T_3'),
    ('scope twice', swap('<xaif:Scope vertex_id="2">', '<xaif:Scope vertex_id="1">'), 1, ''),
    ('unknown symbol', swap('<xaif:SymbolReference vertex_id="1" scope_id="2" symbol_id="U_4"/>',
                            '<xaif:SymbolReference vertex_id="1" scope_id="2" symbol_id="U_5"/>'), 1, 'U_5'),
    ('unknown scope', swap('<xaif:SymbolReference vertex_id="1" scope_id="2" symbol_id="U_4"/>',
                           '<xaif:SymbolReference vertex_id="1" scope_id="7" symbol_id="U_4"/>'), 1, '7'),
    ('two root scopes', drop('<xaif:ScopeEdge edge_id="1" source="2" target="1"/>'), 1, 'scope'),
    ('cycle of scopes', swap('<xaif:ScopeEdge edge_id="1" source="2" target="1"/>',
                             '<xaif:ScopeEdge edge_id="1" source="2" target="1"/>'
                             '<xaif:ScopeEdge edge_id="2" source="1" target="2"/>'), 1, ''),
    ('dangling scope edge', swap('source="2" target="1"/>\n  </xaif:ScopeHierarchy>',
                                 'source="2" target="8"/>\n  </xaif:ScopeHierarchy>'), 1, '8'),
    ('routine is a variable', swap('scope_id="1" symbol_id="swing__1"', 'scope_id="2" symbol_id="T_3"'), 1, 'T_3'),
    ('formal twice', swap('position="2" scope_id="2"', 'position="1" scope_id="2"'), 1, 'position'),
    ('formals with a gap', swap('position="2" scope_id="2"', 'position="3" scope_id="2"'), 1, ''),
    # maps
    ('alias key twice', swap('<xaif:AliasSet key="3">', '<xaif:AliasSet key="2">'), 1, '2'),
    ('chain key twice', swap('<xaif:StmtIdSet key="3">', '<xaif:StmtIdSet key="2">'), 1, '2'),
    ('unknown alias key', swap('alias="5"', 'alias="55"'), 1, '55'),
    ('unknown chain key', swap('du_ud="5"', 'du_ud="55"'), 1, '55'),
    ('unknown DO key', swap('do_chain="1"', 'do_chain="11"'), 1, '11'),
    ('range upside down', swap('from_virtual_address="1" to_virtual_address="2"',
                               'from_virtual_address="2" to_virtual_address="1"'), 1, ''),
    # expressions
    ('cycle in an expression', swap(*CYCLE), 1, 'cycle'),
    ('two maximal vertices', drop('<xaif:ExpressionEdge edge_id="4" source="5" target="1" position="2"/>'), 1, ''),
    ('operand missing', swap('target="1" position="2"/>', 'target="1" position="3"/>'), 1, 'position'),
    ('operand twice', swap('target="1" position="2"/>', 'target="1" position="1"/>'), 1, 'position'),
    ('dangling expression edge', swap('source="5" target="1"', 'source="6" target="1"'), 1, '6'),
    ('expression vertex twice', swap('<xaif:VariableReference vertex_id="5"', '<xaif:VariableReference vertex_id="4"'),
     1, '4'),
    ('empty expression', lambda t: t[:t.index(b'<xaif:AssignmentRHS>') + 20] + t[t.index(b'</xaif:AssignmentRHS>'):],
     1, ''),
    ('constant that is none', swap('feType="I4" value="2"', 'feType="I4" value="two"'), 1, 'two'),
    ('too many subscripts', swap('</xaif:IndexTriplet>', '</xaif:IndexTriplet><xaif:IndexTriplet/>'), 1, 'X_1'),
    ('subscripted scalar', swap('<xaif:SymbolReference vertex_id="1" scope_id="2" symbol_id="X_1"/>\n            <xaif:Arr',
                                '<xaif:SymbolReference vertex_id="1" scope_id="2" symbol_id="T_3"/>\n            <xaif:Arr'),
     1, 'T_3'),
    # control flow
    ('vertex id twice', swap('<xaif:Exit vertex_id="3"/>', '<xaif:Exit vertex_id="2"/>'), 1, '2'),
    ('statement id twice', swap('statement_id="2"', 'statement_id="1"'), 1, '1'),
    ('no entry', drop('<xaif:Entry vertex_id="1"/>'), 1, ''),
    ('no exit', drop('<xaif:Exit vertex_id="3"/>'), 1, ''),
    ('two entries', swap('<xaif:Exit vertex_id="3"/>', '<xaif:Exit vertex_id="3"/><xaif:Entry vertex_id="4"/>'), 1, 'Entry'),
    ('edge to nowhere', swap(EDGE, '<xaif:ControlFlowEdge edge_id="2" source="2" target="30"/>'), 1, '30'),
    ('edge id twice', swap(EDGE, '<xaif:ControlFlowEdge edge_id="1" source="2" target="3"/>'), 1, ''),
    ('block without exit', drop(EDGE), 1, ''),
    ('two ways out of a block', swap(EDGE, EDGE + '<xaif:ControlFlowEdge edge_id="3" source="2" target="2"/>'), 1, ''),
    ('dangling call edge', swap('</xaif:ControlFlowGraph>', '</xaif:ControlFlowGraph><xaif:CallGraphEdge edge_id="1" '
                                'source="1" target="77"/>'), 1, '77'),
    # right, but not supported
    ('unknown intrinsic', swap('sin_scal', 'sine_scal'), 3, 'sine_scal'),
    ('no partial derivative', swap('sin_scal', 'nc_maxval'), 3, 'nc_maxval'),
]


def remains(folder, expected):
    found = sorted(os.listdir(folder))
    return found == sorted(expected)


def check(name, document, status, part, arguments=(), located=True):
    """The text of a complaint, or None."""
    with tempfile.TemporaryDirectory() as folder:
        path, output = os.path.join(folder, 'in.xaif'), os.path.join(folder, 'out.xaif')
        with open(path, 'wb') as file:
            file.write(document)
        with open(output, 'wb') as file:
            file.write(b'old content\n')
        run = subprocess.run([PROGRAM, *arguments, '-o', output, path], capture_output=True, timeout=60, env=ENVIRONMENT)
        text = run.stderr.decode(errors='replace')
        with open(output, 'rb') as file:
            kept = file.read() == b'old content\n'
        lines = [line for line in text.splitlines() if ': error: ' in line]
        if run.returncode != status:
            return 'status %d instead of %d: %s' % (run.returncode, status, text[:300])
        if not lines:
            return 'no error message: %r' % text[:300]
        if located and not lines[0].startswith(path):
            return 'not located: %s' % lines[0][:300]
        if part not in text:
            return '%r is not mentioned: %s' % (part, text[:300])
        if run.stdout or not kept or not remains(folder, ['in.xaif', 'out.xaif']):
            return 'something was written'
    return None


def environment_cases():
    """What is wrong with files rather than documents: (name, arguments, status, part of the message)."""
    with tempfile.TemporaryDirectory() as folder:
        good = os.path.join(TOP, 'examples', 'swing.xaif')
        missing, locked = os.path.join(folder, 'missing.xaif'), os.path.join(folder, 'locked.xaif')
        with open(locked, 'wb') as file:
            file.write(SWING)
        os.chmod(locked, 0)
        cases = [('missing file', [missing], 4, 'missing.xaif'),
                 ('a folder', [folder], 4, folder),
                 ('missing folder for the output', ['-o', os.path.join(folder, 'no', 'out.xaif'), good], 4, 'out.xaif'),
                 ('the output is a folder', ['-o', folder, good], 4, folder),
                 ('unknown algorithm', ['-a', 'linearisation', good], 2, 'linearization'),
                 ('missing catalogue', ['-c', missing, good], 4, 'missing.xaif'),
                 ('a program as catalogue', ['-c', good, good], 1, 'swing.xaif')]
        if os.geteuid() != 0:
            cases.append(('unreadable file', [locked], 4, 'locked.xaif'))
        if os.path.exists('/dev/full'):
            cases.append(('full device', ['-o', '/dev/full', good], 4, '/dev/full'))
        for name, arguments, status, part in cases:
            run = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=60, env=ENVIRONMENT)
            text = run.stderr.decode(errors='replace')
            good_run = run.returncode == status and part in text and 'error: ' in text and not run.stdout
            yield name, None if good_run else 'status %d instead of %d: %s' % (run.returncode, status, text[:300])


def main():
    failures = total = 0
    results = [(name, check(name, mutate(SWING), status, part)) for name, mutate, status, part in CASES]
    results += list(environment_cases())
    for name, complaint in results:
        total += 1
        if complaint:
            failures += 1
            print('FAIL %s: %s' % (name, complaint))
    print('%d passed, %d failed' % (total - failures, failures))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
