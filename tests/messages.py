#!/usr/bin/env python3
"""What all programs have in common: messages and how they look, answers, widths, pipes that nobody reads, interrupts."""
import bz2
import gzip
import json
import lzma
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TOP = os.environ['XB_TOP_SRCDIR']
BUILD = os.environ['XB_TOP_BUILDDIR']
SWING = os.path.join(TOP, 'examples', 'swing.xaif')
PROGRAMS = {name: [os.path.join(BUILD, 'inplace', *name.split()[:1])] + name.split()[1:]
            for name in ('xaifbooster', 'xaifbooster verify', 'xaif-run', 'xaif-eliminate')}
MEMBERS = ['program', 'severity', 'status', 'file', 'line', 'column', 'path', 'source_line', 'source_file', 'message', 'hint']
WIDTH = 100
failures = []
count = 0


def check(what, good, found=''):
    global count
    count += 1
    if not good:
        failures.append(what)
        print(f'FAIL {what}: {found!r}', file=sys.stderr)


def run(name, *arguments, environment=None, stdin=subprocess.DEVNULL):
    done = subprocess.run(PROGRAMS[name] + list(arguments), stdin=stdin, capture_output=True, check=False,
                          env=dict(os.environ, **(environment or {})))
    return done.returncode, done.stdout.decode(), done.stderr.decode('utf-8', 'surrogateescape')


def same(what, found, wanted):
    check(what, found == wanted, found)


def wrong_input(name):
    """A document that the program refuses, and where."""
    return ('bad.graph', 4) if name == 'xaif-eliminate' else ('bad.xaif', LINE)


def arguments_for(name, file):
    return [file, file] if name.endswith('verify') else [file]


def make_inputs():
    with open(SWING, encoding='utf-8') as stream:
        lines = stream.read().split('\n')
    number = next(i for i, line in enumerate(lines) if '<xaif:AliasSetMap>' in line)
    lines[number] = lines[number].replace('<xaif:AliasSetMap>', '<xaif:AliasSetMap colour="red">')
    with open('bad.xaif', 'w', encoding='utf-8') as stream:
        stream.write('\n'.join(lines))
    shutil.copy(os.path.join(TOP, 'bench', 'graphs', 'lion.graph'), '.')
    with open('bad.graph', 'w', encoding='utf-8') as stream:
        stream.write('3 1 1\n2\n0 1\n1 9\n')
    return number + 1


def answers():
    for name in PROGRAMS:
        for word in ('-V', '--version'):
            status, out, err = run(name, word)
            check(f'{name} {word}', status == 0 and err == '' and
                  re.fullmatch(re.escape(name) + r' [0-9]+\.[0-9.]+', out.split('\n')[0]), out)
        helps = [run(name, word) for word in ('-h', '--help')]
        same(f'{name} -h', helps[0], helps[1])
        check(f'{name} --help', helps[0][0] == 0 and helps[0][1].startswith(f'usage: {name} '), helps[0])
        for option in ('--diagnostics', '--color', '--quiet', '--version', '--print-completion'):
            check(f'{name} --help: {option}', f' {option}' in helps[0][1])
        status, _, err = run(name, '--hlep')
        same(f'{name} --hlep', (status, err), (2, f'{name}: error: there is no option --hlep\n  hint: did you mean --help?\n'))
    status, out, _ = run('xaifbooster', '--help=flattening')
    check('one algorithm', status == 0 and out.startswith('flattening\n') and '--per-statement' in out and
          '--rename' not in out, out)
    status, _, err = run('xaifbooster', '--help=flatening')
    same('no algorithm', (status, err), (2, 'xaifbooster: error: there is no algorithm flatening\n'
                                         '  hint: did you mean flattening?\n'))
    _, out, _ = run('xaifbooster', '--list-algorithms')
    check('options of algorithms', '    options: --per-statement, --no-alias-split\n' in out, out)


def widths():
    tables = [(name, '--help') for name in PROGRAMS] + [
        ('xaifbooster', '--list-algorithms'), ('xaif-eliminate', '--list-heuristics'),
        ('xaifbooster', '--metrics', '--time', '-M', 'operations', '--search=faces', '-o', 'out.xaif', SWING),
        ('xaifbooster', '--metrics', '--time', '-a', 'structure', '-o', 'out.xaif', SWING),
        ('xaif-eliminate', '--search=faces', 'lion.graph'), ('xaif-eliminate', '-m', 'total', 'lion.graph')]
    names = [line for line in run('xaifbooster', '--list-algorithms')[1].split('\n') if re.fullmatch('[a-z]+', line)]
    tables += [('xaifbooster', f'--help={name}') for name in names]
    for name, *arguments in tables:
        status, out, err = run(name, *arguments)
        widest = max((out + err).split('\n'), key=len)
        check(f'{name} {" ".join(arguments)}: at most {WIDTH} columns', status == 0 and len(widest) <= WIDTH, widest)


def excerpts():
    for name in PROGRAMS:
        file, line = wrong_input(name)
        arguments = arguments_for(name, file)
        status, _, err = run(name, *arguments)
        rows = err.split('\n')
        check(f'{name}: first line', status == 1 and rows[0].startswith(f'{file}:{line}: error: '), err)
        check(f'{name}: excerpt', re.match(rf' *{line} \| \S', rows[1]), err)
        brief = run(name, '--diagnostics=brief', *arguments)[2]
        check(f'{name}: brief', ' | ' not in brief and brief.split('\n')[0] == rows[0], brief)
        plain = [row for row in rows if not re.match(r' *[0-9]* \| ', row)]
        same(f'{name}: what is left', brief.split('\n'), plain)
    _, _, err = run('xaifbooster', 'bad.xaif')
    same('a caret', err, f"bad.xaif:{LINE}: error: unknown attribute 'colour'\n   {LINE} | <xaif:AliasSetMap colour=\"red\">\n"
         '      |                   ^~~~~~\n  in CallGraph/AliasSetMap\n  hint: remove it: the element has no attributes\n'
         if LINE < 100 else None)
    with open('bad.xaif', 'rb') as stream:
        same('standard input that is a file', run('xaifbooster', stdin=stream)[2], err.replace('bad.xaif', '(standard input)'))
    with open('bad.xaif', 'rb') as stream:
        content = stream.read()
    piped = subprocess.run(PROGRAMS['xaifbooster'], input=content, capture_output=True, check=False).stderr.decode()
    check('standard input that is none', piped.startswith(f'(standard input):{LINE}: error: ') and ' | ' not in piped, piped)
    check('a graph from a pipe, which is in memory',
          ' 4 | 1 9\n' in subprocess.run(PROGRAMS['xaif-eliminate'] + ['-'], input=b'3 1 1\n2\n0 1\n1 9\n',
                                         capture_output=True, check=False).stderr.decode())
    # What is read is not overwritten, under whatever name.
    with open(SWING, 'rb') as stream:
        swing = stream.read()
    with open('same.xaif', 'wb') as stream:
        stream.write(swing)
    os.symlink('same.xaif', 'symbolic.xaif')
    os.link('same.xaif', 'hard.xaif')
    for name in ('same.xaif', './same.xaif', 'symbolic.xaif', 'hard.xaif'):
        status, _, err = run('xaifbooster', '-o', name, 'same.xaif')
        with open('same.xaif', 'rb') as stream:
            check(f'input as output, {name}', status == 2 and f'the output would overwrite the document, {name}' in err and stream.read() == swing, err)
    check('links stay', os.path.islink('symbolic.xaif') and os.path.samefile('hard.xaif', 'same.xaif'), '')
    # one line of many megabytes, tabs, CRLF, a byte order mark
    folded = content.replace(b'\n', b'\t')
    for title, text in (('a long line', folded), ('many long lines', folded + b' ' * 10000000),
                        ('CRLF', content.replace(b'\n', b'\r\n')), ('a mark', b'\xef\xbb\xbf' + content)):
        with open('other.xaif', 'wb') as stream:
            stream.write(text)
        status, _, err = run('xaifbooster', 'other.xaif')
        rows = err.split('\n')
        check(title, status == 1 and 'colour="red"' in rows[1] and max(map(len, rows)) <= WIDTH and '\r' not in err and
              rows[2].index('^') == rows[1].index('colour'), err)
    with open('other.xaif', 'wb') as stream:
        stream.write(content.decode().replace('<?xml version="1.0" encoding="UTF-8"?>', '<?xml version="1.0"?>').encode('utf-16'))
    status, _, err = run('xaifbooster', 'other.xaif')
    check('UTF-16', status == 1 and 'colour' in err and ' | ' not in err, err)
    # What is not ASCII stands in lines of other encodings than UTF-8 as something else; columns would be wrong.
    latin = content.replace(b'encoding="UTF-8"', b'encoding="ISO-8859-1"', 1)
    for title, text, shown in (('ISO-8859-1', latin, True),
                               ('ISO-8859-1, another line', latin.replace(b'program_name="', b'program_name="\xe9', 1), True),
                               ('ISO-8859-1, this line', latin.replace(b'colour="red"', b'couleur="\xe9"', 1), False)):
        with open('other.xaif', 'wb') as stream:
            stream.write(text)
        status, _, err = run('xaifbooster', 'other.xaif')
        check(title, status == 1 and err.startswith(f'other.xaif:{LINE}: error: ') and (' | ' in err) == shown, err)
    # What looks like markup and is none
    begin = content.index(b'<xaif:AliasSetMap')
    for title, text in (('CDATA', b'<![CDATA[ > <a ' + b'b="" ' * 200 + b' \n ]]>'), ('an instruction', b'<?p <a > \n' + b'b="" ' * 200 + b'?>'),
                        ('a comment', b'<!-- <a > <!DOCTYPE x>\n' + b'b="" ' * 200 + b'-->')):
        with open('other.xaif', 'wb') as stream:
            stream.write(content[:begin] + text + content[begin:])
        lines = re.findall(r'^other.xaif:(\d+): error: ', run('xaifbooster', '--diagnostics=brief', 'other.xaif')[2], re.M)
        same(title, lines, ([str(LINE)] if title == 'CDATA' else []) + [str(LINE + 1)])
    # Lines beyond those that libxml2 keeps, with newlines in comments and instructions
    for title, text in (('a far comment', b'\n' * 70000 + b'<!--\n\n-->'), ('a far instruction', b'\n' * 70000 + b'<?p x\n\n?>')):
        with open('other.xaif', 'wb') as stream:
            stream.write(content[:begin] + text + content[begin:])
        lines = re.findall(r'^other.xaif:(\d+): error: ', run('xaifbooster', '--diagnostics=brief', 'other.xaif')[2], re.M)
        same(title, lines, [str(LINE + 70002)])


def colours():
    bold = '\x1b[1m'
    for name in PROGRAMS:
        arguments = arguments_for(name, wrong_input(name)[0])
        plain = run(name, *arguments)[2]
        check(f'{name}: no colours', '\x1b' not in plain)
        for always in ('--color', '--color=always'):
            err = run(name, always, *arguments, environment={'NO_COLOR': '1'})[2]
            check(f'{name} {always}', err.startswith(bold) and
                  re.sub('\x1b\\[[0-9;]*m', '', err) == plain, err)
        if not TERMINALS:
            continue
        for words, environment, wanted in (([], {}, True), ([], {'NO_COLOR': '1'}, False), ([], {'NO_COLOR': ''}, True),
                                           ([], {'TERM': 'dumb'}, False), (['--color=never'], {}, False),
                                           (['--diagnostics=json'], {}, False)):
            text = on_terminal(PROGRAMS[name] + words + arguments, dict({'TERM': 'xterm'}, **environment))
            check(f'{name} {words} {environment} on a terminal', ('\x1b' in text) == wanted, text)


def has_terminals():
    """Whether there are pseudo-terminals, which need /dev/pts."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


def on_terminal(words, environment):
    """What a command shows on a terminal that is its standard error."""
    leader, follower = pty.openpty()
    clean = {key: value for key, value in os.environ.items() if key != 'NO_COLOR'}
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=follower,
                          env=dict(clean, **environment)) as process:
        os.close(follower)
        text = b''
        while True:
            try:
                piece = os.read(leader, 4096)
            except OSError:
                break
            if not piece:
                break
            text += piece
        process.wait()
    os.close(leader)
    return text.decode()


def objects():
    hostile = b'na\xffme "\\\n\x1b[2J.xaif'
    with open('bad.xaif', 'rb') as source, open(hostile, 'wb') as target:
        target.write(source.read())
    for name in PROGRAMS:
        file, line = wrong_input(name)
        err = run(name, '--diagnostics=json', *arguments_for(name, file))[2]
        read = [json.loads(row) for row in err.splitlines()]
        check(f'{name}: JSON', len(read) == 1 and list(read[0]) == MEMBERS and read[0]['file'] == file and
              read[0]['line'] == line and read[0]['program'] == name and read[0]['status'] == 1 and
              read[0]['severity'] == 'error', err)
        err = run(name, '--nonsense', '--diagnostics=json', '-?')[2]
        read = [json.loads(row) for row in err.splitlines()]
        check(f'{name}: JSON about the command line', len(read) >= 2 and
              all(list(each) == MEMBERS and each['status'] == 2 for each in read), err)
        words = [hostile] * (2 if name.endswith('verify') else 1)
        for form in ('json', 'text'):
            done = subprocess.run([word.encode() for word in PROGRAMS[name]] + [b'--diagnostics=' + form.encode()] + words,
                                  capture_output=True, check=False)
            if form == 'json':
                check(f'{name}: JSON about a hostile name',
                      all(list(json.loads(row)) == MEMBERS for row in done.stderr.decode('ascii').splitlines()) and
                      done.returncode == 1, done.stderr)
            else:
                check(f'{name}: a hostile name', b'\x1b' not in done.stderr, done.stderr)
    _, _, err = run('xaifbooster', '--diagnostics=json', 'bad.xaif')
    check('the column', json.loads(err)['column'] == 21, err)
    _, _, err = run('xaifbooster', '--diagnostics=json', '-p', 'NOBODY', '-a', 'roundtrip', SWING)
    check('a warning', [json.loads(row)['severity'] for row in err.splitlines()] == ['warning'], err)
    status, _, err = run('xaifbooster', '--diagnostics=json', '--werror', '-p', 'NOBODY', '-a', 'roundtrip', SWING)
    check('a warning that is an error', status == 1 and json.loads(err)['severity'] == 'error' and
          json.loads(err)['status'] == 1, err)


def source_lines():
    """The line of the program that a front end made the document of: of the statement, whoever finds the error."""
    with open(SWING, encoding='utf-8') as stream:
        text = stream.read()
    begin = text.index('<xaif:Assignment statement_id="3" lineNumber="4"')
    head, statement = text[:begin], text[begin:]
    edge = statement[statement.index('<xaif:ExpressionEdge'):].split('/>')[0] + '/>'
    defects = {'the reader': ('name="add_scal_scal"', 'name="add_scal_scal" colour="red"'),
               'the verifier': (edge, ''),
               'an algorithm': ('name="add_scal_scal"', 'name="no_such_thing"')}
    for who, (old, new) in defects.items():
        for line, said in (('4', 4), ('123456', 123456), ('0', None)):
            with open('numbered.xaif', 'w', encoding='utf-8') as stream:
                stream.write(head + statement.replace('lineNumber="4"', f'lineNumber="{line}"', 1).replace(old, new, 1))
            err = run('xaifbooster', '--diagnostics=brief', 'numbered.xaif')[2]
            row = next((row for row in err.split('\n') if row.startswith('  in ')), '')
            check(f'{who}: line {line} of the source',
                  '/Assignment[3]' in row and row.endswith(f', line {said} of the source') if said else 'of the source' not in err, err)
            read = [json.loads(each) for each in run('xaifbooster', '--diagnostics=json', 'numbered.xaif')[2].splitlines()]
            check(f'{who}: source_line {line}', bool(read) and read[0]['source_line'] == said, read)


def left_out():
    with open('bad.xaif', encoding='utf-8') as stream:
        text = stream.read()
    for more, wanted in ((99, None), (100, '... and 1 more error'), (122, '... and 23 more errors'),
                         (100000, '... and 99901 more errors')):
        with open('many.xaif', 'w', encoding='utf-8') as stream:
            stream.write(text.replace('</xaif:CallGraph>', '<xaif:Nothing/>\n' * more + '</xaif:CallGraph>'))
        for words in ([], ['-v']):
            status, _, err = run('xaifbooster', '-a', 'roundtrip', '--diagnostics=brief', *words, 'many.xaif')
            if words and 'more error' in err:
                check('validation counts', re.search(r'\.\.\. and [0-9]+ more errors?$', err.strip()), err[-200:])
                continue
            if words:
                continue
            last = err.strip().split('\n')[-1]
            same(f'{more} more errors', (status, last if 'more' in last else None),
                 (1, f'xaifbooster: note: {wanted}' if wanted else None))
            check(f'{more} more errors are shown', err.count(': error: ') == min(more + 1, 100))
    err = run('xaifbooster', '-a', 'roundtrip', '--diagnostics=json', 'many.xaif')[2]
    read = [json.loads(row) for row in err.splitlines()]
    check('the last object', len(read) == 101 and read[-1]['severity'] == 'note' and
          read[-1]['message'] == '... and 99901 more errors', err[-300:])


def files():
    """Files that can't be read or written, or are something else: each message has a way out."""
    os.mkdir('folder')
    with open(SWING, 'rb') as stream:
        swing = stream.read()
    packed = {'gzip': gzip.compress(swing), 'xz': lzma.compress(swing), 'bzip2': bz2.compress(swing)}
    for packer, content in packed.items():
        with open('packed', 'wb') as stream:
            stream.write(content)
        for name in ('xaifbooster', 'xaif-run'):
            same(f'{name}, {packer}', run(name, 'packed'),
                 (1, '', f'packed: error: the document is packed by {packer}\n  hint: unpack it first: - is standard input\n'))
        for name, words in (('xaifbooster', ['-v', 'packed']), ('xaifbooster', ['--verify', 'packed']), ('xaifbooster', ['-c', 'packed', SWING]),
                            ('xaifbooster', ['-N', 'packed', SWING]), ('xaifbooster verify', ['packed', 'packed']),
                            ('xaifbooster verify', [SWING, 'packed']), ('xaif-run', ['--case=packed', SWING]),
                            ('xaif-eliminate', ['packed'])):
            status, out, err = run(name, *words)
            same(f'{name} {words}, {packer}', (status, out, [line for line in err.split('\n') if not line.startswith('  in ')]),
                 (1, '', [f'packed: error: the document is packed by {packer}', '  hint: unpack it first: - is standard input', '']))
    inputs = {'absent': ('No such file or directory', 'is the name right?'), 'folder': ('Is a directory', 'name a file in this folder'),
              'lion.graph/x': ('Not a directory', 'part of it is a file')}
    if os.geteuid() != 0:
        with open('unreadable', 'w', encoding='utf-8'):
            os.chmod('unreadable', 0)
        inputs['unreadable'] = ('Permission denied', 'readable for this user')
    for name in PROGRAMS:
        for file, (message, hint) in inputs.items():
            status, out, err = run(name, *arguments_for(name, file))
            check(f'{name} {file}', (status, out) == (4, '') and err.startswith(f"{file}: error: can't read: {message}\n  hint: ") and
                  hint in err, err)
    outputs = {'folder': 'name a file in this folder', 'nowhere/out': 'the folder must exist', 'lion.graph/x': 'is the name right? part of it is a file',
               '/dev/full': 'make room'}
    for file, hint in outputs.items():
        for name, words in (('xaifbooster', ['-a', 'roundtrip', '-o', file, SWING]),
                            ('xaif-eliminate', ['--graphviz', file, 'lion.graph'])):
            status, _, err = run(name, *words)
            check(f'{name}, output {file}', status == 4 and err.startswith(f'{file}: error: ') and f'\n  hint: {hint}' in err, err)
    for title, content in (('a byte order mark', b'\xef\xbb\xbf' + swing), ('CRLF', swing.replace(b'\n', b'\r\n')),
                           ('UTF-16', swing.decode().replace('UTF-8', 'UTF-16').encode('utf-16'))):
        with open('other.xaif', 'wb') as stream:
            stream.write(content)
        same(title, run('xaifbooster', '-a', 'roundtrip', 'other.xaif'), run('xaifbooster', '-a', 'roundtrip', SWING))
    status, _, err = run('xaifbooster', '-a', 'nosuchthing', SWING)
    check('an unknown algorithm', status == 2 and err.endswith('; --plugin=FILE loads others\n'), err)
    status, _, err = run('xaifbooster', '-a', 'basicblock', SWING)
    check('the beginning of an algorithm', status == 2 and 'did you mean basicblockpreaccumulation?' in err, err)


def pipes():
    commands = {'xaifbooster': [SWING], 'xaif-run': [SWING], 'xaif-eliminate': ['lion.graph'],
                'xaifbooster verify': ['--help']}
    for name, words in commands.items():
        for ignored, wanted in ((False, -signal.SIGPIPE), (True, 4)):
            read, write = os.pipe()
            os.close(read)
            done = subprocess.run(PROGRAMS[name] + words, stdin=subprocess.DEVNULL, stdout=write, stderr=subprocess.PIPE,
                                  restore_signals=not ignored, check=False)
            os.close(write)
            err = done.stderr.decode()
            # A script of libtool may stand before the program and show the signal as a shell does.
            status = -signal.SIGPIPE if done.returncode == 128 + signal.SIGPIPE else done.returncode
            same(f'{name}: a closed pipe, SIGPIPE {"ignored" if ignored else "not ignored"}', status, wanted)
            check(f'{name}: what is said of it', ('Broken pipe' in err) == ignored, err)
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(PROGRAMS['xaifbooster'] + ['-p', 'NOBODY', SWING], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    check('warnings are shown all the same', b'NOBODY' in done.stderr and b'standard output' not in done.stderr, done.stderr)


def interrupts():
    """Ctrl-C on a terminal takes the line of progress away."""
    if not TERMINALS:
        return
    os.mkfifo('endless')
    holder = os.open('endless', os.O_RDWR)
    leader, follower = pty.openpty()

    def own_terminal():
        os.setsid()
        import fcntl
        import termios
        fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # jobs in the background have it ignored

    with subprocess.Popen(PROGRAMS['xaifbooster'] + ['endless'], stdin=follower, stdout=subprocess.DEVNULL, stderr=follower,
                          preexec_fn=own_terminal) as process:
        text = b''
        end = time.monotonic() + 60
        while b'read, ' not in text and time.monotonic() < end:
            if select.select([leader], [], [], 1)[0]:
                text += os.read(leader, 4096)
        check('progress on a terminal', b'read, ' in text, text)
        os.write(leader, b'\x03')
        try:
            status = process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        while select.select([leader], [], [], 0.2)[0]:
            try:
                piece = os.read(leader, 4096)
            except OSError:
                break
            if not piece:
                break
            text += piece
    os.close(follower)
    os.close(leader)
    os.close(holder)
    check('the status after an interrupt', status in (-signal.SIGINT, 128 + signal.SIGINT), status)
    check('the line is gone', text.endswith(b'\r\x1b[K'), text)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    os.environ.pop('NO_COLOR', None)
    LINE = make_inputs()
    TERMINALS = has_terminals()
    if not TERMINALS:
        print('there are no pseudo-terminals (/dev/pts): what is shown on terminals is not tested')
    for part in (answers, widths, excerpts, colours, objects, source_lines, left_out, files, pipes, interrupts):
        part()
    os.chdir('/')
print(f'{count} checks, {len(failures)} failed')
sys.exit(1 if failures else 0)
