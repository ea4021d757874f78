#!/usr/bin/env python3
"""Documents that are wrong: each is refused with the messages of a table, and nothing is written. And documents that are
doubtful: each is accepted with the warnings of a table.

The tables are the files in tests/data/malformed. A block of a table is a document that is wrong in one way, and what is
said of it:

    == name of the defect
    - a text of the base, perhaps several such lines
    + what stands there instead; more such changes may follow
    12: error: what is wrong on line 12
      hint: the way out

`occurrence: 2` changes not the first place where the text is; `status: 3` is another exit status than 1, and `status: 0`
says that the document is accepted. Instead of the
change, lines `| ...` are a program in the notation of tests/xaif.py, and `made: NAME` is a document that a function below
makes of the base. The head of a table names the base, and the command: IN is the document, OUT the output, and a name
with @ before it a file beside the table. All messages must be those of the block, and each has a hint, warnings beside errors
excepted. At the end it is said how many kinds of messages there were, apart from names and numbers.

    tests/malformed.py [--write] [TABLE...]

--write puts what is said into the tables; read the difference before you believe it.
"""
import gzip
import os
import re
import subprocess
import sys
import tempfile

import xaif

TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')
FOLDER = os.path.join(TOP, 'tests', 'data', 'malformed')
ENVIRONMENT = dict(os.environ, XAIFBOOSTER_SCHEMA_DIR=os.path.join(TOP, 'schemas'), LC_ALL='C')
LEAST = 200     # documents
MESSAGES = 170  # kinds of messages: what they quote and count is left out
DOCTYPE = b'<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n'


# ---- documents that no small change makes ---------------------------------------------------------------

def body(text):
    return text[text.index(b'<xaif:CallGraph'):]


def without(text, begin, end):
    """Without what is between two texts, these included."""
    first = text.index(begin)
    return text[:first] + text[text.index(end, first) + len(end):]


def deep_subscripts(text):
    """A subscript in a subscript in a subscript …"""
    head = (b'<xaif:VariableReference vertex_id="1"><xaif:SymbolReference vertex_id="1" scope_id="2" symbol_id="X_1"/>'
            b'<xaif:ArrayElementReference vertex_id="2"><xaif:IndexTriplet><xaif:Index>')
    tail = (b'</xaif:Index></xaif:IndexTriplet></xaif:ArrayElementReference>'
            b'<xaif:VariableReferenceEdge edge_id="1" source="1" target="2"/></xaif:VariableReference>')
    inside = b'<xaif:Constant vertex_id="1" type="integer" value="1"/>'
    old = b'<xaif:Constant vertex_id="1" type="integer" feType="I4" value="1"/>'
    return text.replace(old, head * 300 + inside + tail * 300, 1)


def many(element):
    return lambda text: text.replace(b'<xaif:Entry vertex_id="1"/>', element * 100000 + b'<xaif:Entry vertex_id="1"/>', 1)


MADE = {
    'empty': lambda text: b'',
    'blank': lambda text: b'   \n\n',
    'text': lambda text: b'SUBROUTINE SWING(X, Y)\n',
    'C source': lambda text: b'/* two numbers */\n#include <math.h>\nint main(void)\n{\n    return 0;\n}\n',
    'Fortran source without markup at its beginning': lambda text: b'! a comment\n  module swings\n',
    'UTF-32 with byte order mark': lambda text: b'\xff\xfe\0\0' + text.decode().encode('utf-32-le'),
    'UTF-32, little-endian': lambda text: text.decode().encode('utf-32-le'),
    'UTF-32, big-endian': lambda text: text.decode().encode('utf-32-be'),
    'half a character of UTF-16': lambda text: text.decode().encode('utf-16')[:5001],
    'bytes that are no character': lambda text: text.replace(b'UTF-8', b'SHIFT_JIS', 1).replace(b'"swing"', b'"sw\x81\xff"', 1),
    'a quote that is missing': lambda text: text.replace(b'program_name="swing"', b'program_name="swing', 1),
    'binary': lambda text: bytes(range(256)) * 8,
    'truncated in the head': lambda text: text[:len(text) // 20],
    'truncated in the symbols': lambda text: text[:len(text) // 5],
    'truncated in the maps': lambda text: text[:len(text) * 35 // 100],
    'truncated in a statement': lambda text: text[:len(text) * 7 // 10],
    'truncated at the end': lambda text: text[:-20],
    'two roots': lambda text: text + body(text),
    'text after the end': lambda text: text + b'end',
    'not UTF-8': lambda text: text.replace(b'program_name="swing"', b'program_name="sw\xff\xfeing"'),
    'zero byte': lambda text: text.replace(b'program_name="swing"', b'program_name="sw\x00ing"'),
    'DOCTYPE': lambda text: DOCTYPE + body(text),
    'entities': lambda text: DOCTYPE + body(text).replace(b'program_name="swing"', b'program_name="&b;"'),
    'external entity': lambda text: b'<!DOCTYPE x SYSTEM "file:///etc/passwd">' + body(text),
    'elements too deep': lambda text: text.replace(b'<xaif:Exit vertex_id="3"/>', b'<xaif:Exit>' * 5000),
    'subscripts too deep': deep_subscripts,
    'other root': lambda text: b'<html><body/></html>',
    'no scope hierarchy': lambda text: without(text, b'<xaif:ScopeHierarchy', b'</xaif:ScopeHierarchy>'),
    'no left-hand side': lambda text: without(text, b'<xaif:AssignmentLHS', b'</xaif:AssignmentLHS>'),
    'empty expression': lambda text: text.replace(
        text[text.index(b'<xaif:AssignmentRHS>') + 20:text.index(b'</xaif:AssignmentRHS>')], b'', 1),
    'huge attribute': lambda text: text.replace(b'"swing"', b'"' + b'a' * 3000000 + b'"', 1),
    'attribute of hundred megabytes': lambda text: text.replace(b'"swing"', b'"' + b'a' * 100000000 + b'"', 1),
    'name of a megabyte': lambda text: text.replace(b'program_name', b'a' * 1000000, 1),
    'hundred thousand attributes': lambda text: text.replace(
        b'program_name=', b' '.join(b'a%d="1"' % i for i in range(100000)) + b' program_name=', 1),
    'hundred thousand namespaces': lambda text: text.replace(
        b'program_name=', b' '.join(b'xmlns:a%d="u"' % i for i in range(100000)) + b' program_name=', 1),
    'text of twenty megabytes': lambda text: text.replace(b'<xaif:Entry', b'text ' * 4000000 + b'<xaif:Entry', 1),
    'comment of twenty megabytes': lambda text: text.replace(
        b'<xaif:Entry', b'<!--' + b'text ' * 4000000 + b'--><xaif:Entry', 1),
    'hundred thousand unknown elements': many(b'<xaif:Enter/>\n'),
    'hundred thousand entries': many(b'<xaif:Entry vertex_id="1"/>\n'),
    'hundred thousand attributes in a catalogue': lambda text: text.replace(
        b' name=', b' ' + b' '.join(b'a%d="1"' % i for i in range(100000)) + b' name=', 1),
    'packed': gzip.compress,
    'a condition value of 7': lambda text: xaif.build(
        'subroutine head(x in, y out)\nreal x, y\ny = x\nif (x > 0.0) then\ny = 2.0*x\nend\nend', 'malformed'
    ).replace(' condition_value="1"', ' condition_value="7"').encode(),
    'a catalogue': lambda text: open(os.path.join(TOP, 'examples', 'noninlinable.xaif'), 'rb').read(),
    'a program': lambda text: open(os.path.join(TOP, 'examples', 'swing.xaif'), 'rb').read(),
    'broken case': lambda text: text[:40],
    'a list as case': lambda text: b'[' + text + b']',
    'a case': lambda text: b'{"entry": "head"}\n',
}


# ---- tables ---------------------------------------------------------------------------------------------

class Block:
    """One defect. `given` are the lines that make the document, `said` those that are expected."""

    def __init__(self, lines):
        self.name = lines[0][3:]
        self.given = [line for line in lines[1:] if not re.match(r'(\d+: |)(error|warning): |  hint: ', line)]
        self.said = [line for line in lines[1:] if line not in self.given]
        self.status = int(self.field('status', '1'))

    def field(self, name, preset):
        return next((line.split(': ', 1)[1] for line in self.given if line.startswith(name + ': ')), preset)

    def lines(self, sign):
        return '\n'.join(line[2:] for line in self.given if line[:2] == sign + ' ' or line == sign).encode()

    def changes(self):
        """Pairs of what stands in the base and what is to stand there; the next one begins where - follows +."""
        text = '\n'.join(line for line in self.given if line[:1] in ('-', '+'))
        for change in re.findall(r'(?:-.*\n)+(?:\+.*\n)+', text + '\n'):
            lines = change.splitlines()
            yield tuple('\n'.join(line[2:] for line in lines if line[0] == sign).encode() for sign in '-+')

    def document(self, base):
        made = self.field('made', None)
        if made:
            return MADE[made](base)
        if any(line.startswith('| ') for line in self.given):
            return xaif.build(self.lines('|').decode(), 'malformed').encode()
        number = int(self.field('occurrence', '1'))
        for old, new in self.changes():
            parts = base.split(old)
            assert len(parts) > number, f'{self.name}: the base has no such text'
            base = old.join(parts[:number]) + new + old.join(parts[number:])
        return base


class Table:
    def __init__(self, path):
        self.path = path
        with open(path, encoding='utf-8') as file:
            head, *blocks = re.split(r'\n\n(?==)', file.read().rstrip('\n'))
        self.head = head
        self.blocks = [Block(block.split('\n')) for block in blocks]
        fields = dict(re.findall(r'^(\w+): (.*)$', head, re.M))
        self.command = fields['command'].split()
        with open(os.path.join(FOLDER, fields['base']), 'rb') as file:
            self.base = file.read()

    def write(self):
        with open(self.path, 'w', encoding='utf-8') as file:
            file.write(self.head + '\n')
            for block in self.blocks:
                file.write('\n' + '\n'.join(['== ' + block.name] + block.given + block.said) + '\n')


# ---- runs -----------------------------------------------------------------------------------------------

def shortened(text, path):
    """The lines with messages and hints: places without the name of the document."""
    lines = []
    for line in text.split('\n'):
        found = re.match(re.escape(path) + r':(?:(\d+):)? ((?:error|warning): .*)', line)
        if found:
            lines.append((found[1] + ': ' if found[1] else '') + found[2])
        elif line.startswith('  hint: ') or ': error: ' in line:
            lines.append(line)
    return lines[:12] if len(lines) > 100 else lines


def run(command, document):
    """Status, what is said in short, and whether something was written."""
    with tempfile.TemporaryDirectory() as folder:
        path, output = os.path.join(folder, 'in.xaif'), os.path.join(folder, 'out.xaif')
        with open(path, 'wb') as file:
            file.write(document)
        with open(output, 'wb') as file:
            file.write(b'old content\n')
        names = {'IN': path, 'OUT': output}
        words = [names.get(word) or (os.path.join(FOLDER, word[1:]) if word[0] == '@' else word) for word in command]
        words = [word.replace('=IN', '=' + path) for word in words]
        done = subprocess.run([os.path.join(BUILD, 'inplace', words[0]), *words[1:]], capture_output=True, timeout=60, env=ENVIRONMENT)
        with open(output, 'rb') as file:
            kept = file.read() == b'old content\n'
        dirty = bool(done.stdout) or not kept or sorted(os.listdir(folder)) != ['in.xaif', 'out.xaif']
        return done.returncode, shortened(done.stderr.decode(errors='replace'), path), dirty


def kinds(said):
    """The messages without what is different from document to document."""
    found = (re.match(r'(?:\d+: |[^ ]+: )?(?:error|warning): (.*)', line) for line in said)
    return {re.sub(r'\'[^\']*\'|"[^"]*"|\b\d+\b', '#', each[1]) for each in found if each}


def without_hint(said, severity):
    return [line for i, line in enumerate(said)
            if severity + ': ' in line and not ''.join(said[i + 1:i + 2]).startswith('  hint: ')]


def check(table, block, write):
    """A text of what is wrong, or None."""
    status, said, dirty = run(table.command, block.document(table.base))
    if write:
        block.said = said
    if status != block.status:
        return f'status {status} instead of {block.status}: {said[:2]}'
    if said != block.said:
        return 'said:\n' + '\n'.join(said) + '\ninstead of:\n' + '\n'.join(block.said)
    severity = 'error' if block.status else 'warning'
    if not any(severity + ': ' in line for line in said):
        return f'no {severity}'
    if without_hint(said, severity):
        return f'no way out: {without_hint(said, severity)[0]}'
    if dirty != (block.status == 0):
        return 'something was written' if dirty else 'nothing was written'
    return None


def environment_cases():
    """What is wrong with files rather than documents: (name, arguments, status, part of the message)."""
    with tempfile.TemporaryDirectory() as folder:
        good = os.path.join(TOP, 'examples', 'swing.xaif')
        missing, locked = os.path.join(folder, 'missing.xaif'), os.path.join(folder, 'locked.xaif')
        with open(locked, 'wb') as file:
            file.write(b'<x/>')
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
            run = subprocess.run([os.path.join(BUILD, 'inplace', 'xaifbooster'), *arguments], capture_output=True, timeout=60, env=ENVIRONMENT)
            text = run.stderr.decode(errors='replace')
            good_run = run.returncode == status and part in text and 'error: ' in text and not run.stdout
            yield name, None if good_run else 'status %d instead of %d: %s' % (run.returncode, status, text[:300])


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != '--write']
    write = len(arguments) < len(sys.argv) - 1
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith('.txt'))
    unknown = [argument for argument in arguments if argument not in names]
    if unknown:
        sys.exit(f'there is no table {", ".join(unknown)}; there are {", ".join(names)}')
    failures = total = 0
    messages = set()
    for name in names:
        if arguments and name not in arguments:
            continue
        table = Table(os.path.join(FOLDER, name))
        for block in table.blocks:
            total += 1
            complaint = check(table, block, write)
            messages |= kinds(block.said)
            if complaint:
                failures += 1
                print(f'FAIL {name}: {block.name}: {complaint}')
        if write:
            table.write()
    for name, complaint in [] if arguments else environment_cases():
        total += 1
        if complaint:
            failures += 1
            print(f'FAIL {name}: {complaint}')
    if not arguments and total < LEAST:
        failures += 1
        print(f'FAIL there are {total} documents, less than {LEAST}')
    if not arguments and len(messages) < MESSAGES:
        failures += 1
        print(f'FAIL there are {len(messages)} kinds of messages, less than {MESSAGES}')
    print(f'{total - failures} passed, {failures} failed; {len(messages)} kinds of messages')
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
