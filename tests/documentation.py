#!/usr/bin/env python3
"""What the documentation shows is what the programs say.

    documentation.py [--write] [FILE.md...]

In the indented blocks of the pages in doc and of README.md, a line `$ COMMAND` is followed by what the command prints, up to the next command or the
end of the block. The commands of a page are run one after the other, with the programs of the build, in a folder where all is that the top folder of the
sources has; what they write is there for the next ones. A line `...` stands for any lines. After a line `<!-- needs PROGRAM... -->`, commands up to the
next heading, or all of the page if it comes before the first one, are run only where there are these programs.

An indented block after a line `<!-- FILE -->` is part of that file, line by line. A row of a table that begins with a function and a file
says that the function is defined there. Names in the last column of a table that is called `test` are sources in tests/fortran.

--write replaces what is there by what is printed, but for blocks with `...`. Links to other files, and to headings, have to lead somewhere.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOP = os.environ.get('XB_TOP_SRCDIR') or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get('XB_TOP_BUILDDIR') or os.path.join(TOP, 'build')
INDENT, PROMPT, ELISION = '    ', '    $ ', '    ...'


class Shown:
    """A command with what the document shows of its output: lines[first:last]."""

    def __init__(self, command, first):
        self.command, self.first, self.last = command, first, first


def is_there(program):
    if program == 'xaif-fortran' and os.environ.get('XAIFBOOSTER_FORTRAN_READER'):
        return True
    return shutil.which(program, path=surroundings('')['PATH']) is not None


def left_out(lines):
    """The lines that need a program that is not there."""
    result, lacks, whole = set(), False, False
    for i, line in enumerate(lines):
        needs = re.fullmatch(r'<!-- needs (.*) -->', line)
        if needs:
            lacks = not all(map(is_there, needs[1].split()))
            whole = lacks and not any(before.startswith('#') for before in lines[:i])
        elif line.startswith('#'):
            lacks = whole
        if lacks:
            result.add(i)
    return result


def commands_of(lines):
    result, current, leave = [], None, left_out(lines)
    for i, line in enumerate(lines):
        if i in leave:
            current = None
        elif line.startswith(PROMPT):
            current = Shown(line[len(PROMPT):], i + 1)
            result.append(current)
        elif not line.startswith(INDENT) and not (line == '' and current and lines[i + 1:i + 2] and lines[i + 1].startswith(INDENT) and not lines[i + 1].startswith(PROMPT)):
            current = None
        elif current:
            current.last = i + 1
    return result


def surroundings(scratch):
    path = os.pathsep.join([os.path.join(BUILD, 'inplace'), BUILD, os.environ['PATH']])
    return dict(os.environ, PATH=path, PYTHONDONTWRITEBYTECODE='1', LC_ALL='C', TMPDIR=scratch,
                XAIFBOOSTER_MODULE_PATH=os.path.join(BUILD, '.libs'), XAIFBOOSTER_SCHEMA_DIR=os.path.join(TOP, 'schemas'))


def place_for(path, scratch):
    """A new folder with what the top folder has, for the commands of a page."""
    place = tempfile.mkdtemp(prefix=os.path.basename(path), dir=scratch)
    for name in os.listdir(TOP):
        os.symlink(os.path.join(TOP, name), os.path.join(place, name))
    return place


def output_of(command, place, scratch):
    done = subprocess.run(['bash', '-c', command], cwd=place, env=surroundings(scratch), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    return [(INDENT + line).rstrip() for line in done.stdout.splitlines()]


def matches(shown, printed):
    """Whether the printed lines are the shown ones, with any lines for an elision."""
    if ELISION not in shown:
        return shown == printed
    at = shown.index(ELISION)
    rest = shown[at + 1:]
    return printed[:at] == shown[:at] and any(matches(rest, printed[k:]) for k in range(at, len(printed) + 1))


def check(path, scratch, write):
    """Returns how many commands there are and how many show something else."""
    with open(path, encoding='utf-8') as file:
        lines = file.read().split('\n')
    bad, commands, place = 0, commands_of(lines), place_for(path, scratch)
    outputs = [output_of(shown.command, place, scratch) for shown in commands]
    for shown, printed in reversed(list(zip(commands, outputs))):
        wanted = lines[shown.first:shown.last]
        if matches(wanted, printed):
            continue
        if write and ELISION not in wanted:
            lines[shown.first:shown.last] = printed
            continue
        bad += 1
        print(f'{os.path.relpath(path, TOP)}:{shown.first}: $ {shown.command}\n prints', *printed, ' instead of', *wanted, sep='\n')
    if write:
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines))
    return len(commands), bad


def excerpts_of(lines):
    """The blocks that are said to be part of a file: (file, number of the line, lines)."""
    for i, line in enumerate(lines):
        named = re.fullmatch(r'<!-- (\S+) -->', line)
        if not named:
            continue
        first = last = i + 1
        while last < len(lines) and (not lines[last] or lines[last].startswith(INDENT)):
            last += 1
        yield named[1], i + 1, [text[len(INDENT):] for text in lines[first:last]]


def wrong_excerpts(path):
    with open(path, encoding='utf-8') as file:
        lines = file.read().split('\n')
    for name, line, excerpt in excerpts_of(lines):
        excerpt = '\n'.join(excerpt).strip('\n')
        try:
            with open(os.path.join(TOP, name), encoding='utf-8') as file:
                there = f'\n{excerpt}\n' in '\n' + file.read()
        except FileNotFoundError:
            there = False
        if not excerpt or not there:
            yield f'{os.path.relpath(path, TOP)}:{line}: this is not in {name}'


def absent_functions(path):
    """Functions that a table says are in a file, and aren't."""
    with open(path, encoding='utf-8') as file:
        rows = re.findall(r'^\| `(\w+)\(\)` \| `([\w/.]+)` \|', file.read(), re.MULTILINE)
    for name, source in rows:
        try:
            with open(os.path.join(TOP, source), encoding='utf-8') as file:
                there = re.search(rf'^\w.*\b{name}\(', file.read(), re.MULTILINE)
        except FileNotFoundError:
            there = None
        if not there:
            yield f'{os.path.relpath(path, TOP)}: {name}() is not defined in {source}'


def absent_tests(path):
    """Sources that a table calls tests, and aren't there."""
    folder, in_table = os.path.join(TOP, 'tests', 'fortran'), False
    with open(path, encoding='utf-8') as file:
        lines = file.read().splitlines()
    for line in lines if os.path.isdir(folder) else []:
        in_table = line.startswith('|') and (in_table or line.endswith('| test |'))
        for name in re.findall(r'`([^`]+)`', line.split('|')[-2]) if in_table else []:
            if not glob.glob(os.path.join(glob.escape(folder), name + '.[fF]*')):
                yield f'{os.path.relpath(path, TOP)}: {name} is not in tests/fortran'


def walk_through(path, scratch):
    """Runs the commands of a page that show no output, one after the other, as a user would in the top folder. Yields those that fail."""
    place = os.path.join(scratch, 'top')
    os.mkdir(place)
    os.symlink(os.path.join(TOP, 'examples'), os.path.join(place, 'examples'))
    with open(path, encoding='utf-8') as file:
        commands = [line.strip() for line in file if re.match(INDENT + r'(xaifbooster|xaif-run|xaif-show|xaif-eliminate) ', line)]
    for command in commands:
        done = subprocess.run(['bash', '-c', command], cwd=place, env=surroundings(scratch), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
        if done.returncode != 0:
            yield f'{os.path.relpath(path, TOP)}: {command}: status {done.returncode}\n{done.stdout}'
    if not commands:
        yield f'{os.path.relpath(path, TOP)}: shows no commands'


def headings(path):
    """What a link can name after the # of a page, as GitHub makes it of headings."""
    with open(path, encoding='utf-8') as file:
        return {re.sub(r'[^\w -]', '', title.lower()).replace(' ', '-') for title in re.findall(r'^#+ (.*)$', file.read(), re.MULTILINE)}


def dead_links(path):
    with open(path, encoding='utf-8') as file:
        targets = re.findall(r'\]\(([^)#:]*)(?:#([^)]*))?\)', file.read())
    for target, heading in targets:
        page = os.path.join(os.path.dirname(path), target) if target else path
        if not os.path.exists(page):
            yield target
        elif heading and heading not in headings(page):
            yield f'{target}#{heading}'


def main():
    if os.environ.get('XB_FEWER_RUNS'):
        return 77  # the commands of pages do nothing that other suites don't
    parser = argparse.ArgumentParser(description='Compare the documentation with what the programs say.')
    parser.add_argument('--write', action='store_true')
    parser.add_argument('files', nargs='*')
    arguments = parser.parse_args()
    files = arguments.files or sorted(glob.glob(os.path.join(TOP, 'doc', '**', '*.md'), recursive=True)) + [os.path.join(TOP, 'README.md')]
    count = bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        for path in files:
            commands, wrong = check(path, scratch, arguments.write)
            count, bad = count + commands, bad + wrong
            problems = list(wrong_excerpts(path)) + list(absent_functions(path)) + list(absent_tests(path))
            if os.path.basename(path) == 'README.md':
                problems += walk_through(path, scratch)
            for problem in problems:
                print(problem)
                bad += 1
            for target in dead_links(path):
                print(f'{os.path.relpath(path, TOP)}: there is no {target}')
                bad += 1
    print(f'{count} commands, {bad} problems')
    return 1 if bad or not count else 0


if __name__ == '__main__':
    sys.exit(main())
