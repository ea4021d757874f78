#!/usr/bin/env python3
"""Judges what stages of reverse mode write when they are the last one.

    stages.py [NAME...]

For each case of derivatives.py that adjoints.py can drive, or for every fourth one if none is named (every eighth one with XB_FEWER_RUNS):

- basicblockpreaccumulationtape: the routines compute the values of the original, and leave on the tape what the adjoint
  program pops;
- basicblockpreaccumulationtapeadjoint: the judge finds nothing wrong, with split templates, nor by name;
- controlflowreversal: the values are those of the original, tapes are empty at the end, and each basic block has its place
  on the way back.

What is written fits the schema, and is the same a second time.
"""

import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import adjoints
import derivatives
import worker

PROGRAMS = os.path.join(os.environ.get('XB_TOP_BUILDDIR', '.'), 'inplace')
FOLDER = os.path.join(derivatives.TOP, 'tests', 'data', 'derivatives')
EVERY = 8 if os.environ.get('XB_FEWER_RUNS') else 4
REVERSE = 'basicblockpreaccumulationreverse'
SURE = ('runs', 'values', 'tapes')  # checks that do not look at derivatives


def reached(flow):
    """The vertices that a path from the entry leads to."""
    edges = re.findall(r'<xaif:ControlFlowEdge [^>]*?source="([^"]+)" target="([^"]+)"', flow)
    targets = {}
    for source, target in edges:
        targets.setdefault(source, []).append(target)
    found, waiting = set(), re.findall(r'<xaif:Entry vertex_id="([^"]+)"', flow)
    while waiting:
        vertex = waiting.pop()
        if vertex not in found:
            found.add(vertex)
            waiting += targets.get(vertex, [])
    return found


class Wrong(Exception):
    """Something is not as it should be."""


def run(program, *arguments):
    return worker.run([os.path.join(PROGRAMS, program), *arguments, '--quiet'])


def run_well(program, *arguments):
    done = run(program, *arguments)
    if done.returncode:
        raise Wrong(f'{program} {" ".join(arguments)}: {done.stderr.strip()}')
    return done.stdout


class Judge:
    """Judges the stages on one case."""

    def __init__(self, case, scratch):
        self.case, self.scratch = case, scratch
        self.files = []
        for number, description in enumerate(adjoints.Drive(case).descriptions()):
            self.files.append(os.path.join(scratch, f'{number}.json'))
            with open(self.files[-1], 'w', encoding='utf-8') as file:
                json.dump(description | {'y0': 0.5}, file)

    def transform(self, algorithm):
        """The name of a document, which is made twice."""
        texts = []
        for name in ('once', 'twice'):
            path = os.path.join(self.scratch, f'{algorithm}.{name}.xaif')
            run_well('xaifbooster', '-a', algorithm, '--validate=output', *self.case.command(), '-o', path, self.case.document)
            with open(path, encoding='utf-8') as file:
                texts.append(file.read())
        if texts[0] != texts[1]:
            raise Wrong(f'{algorithm} writes something else the second time')
        return path

    def result(self, document, file, *how):
        return json.loads(run_well('xaif-run', f'--case={file}', '--counts', '--format=json', *how, document))

    def judge_taping(self):
        tape, reverse = self.transform('basicblockpreaccumulationtape'), self.transform(REVERSE)
        for file in self.files:
            if run('xaif-run', f'--case={file}', self.case.document).returncode:
                raise adjoints.Unfit('the program can not be run')
            original, taped = self.result(self.case.document, file), self.result(tape, file)
            both = self.result(reverse, file, '--jacobian=split')
            if taped['y'] != original['y']:
                raise Wrong(f'taping: the values are {taped["y"]} instead of {original["y"]}')
            for key in ('pushes', 'tape_peak'):
                if taped['counts'][key] != both['counts']['pushes']:
                    raise Wrong(f'taping: {key} is {taped["counts"][key]}, and {both["counts"]["pushes"]} values are popped')

    def text(self):
        with open(self.case.document, encoding='utf-8') as file:
            return file.read()

    def expect_refusal(self):
        done = run('xaifbooster', '-a', 'controlflowreversal', *self.case.command(), self.case.document)
        if done.returncode != 3 or 'does not reverse derivative code' not in done.stderr:
            raise Wrong(f'derivative code: status {done.returncode}: {done.stderr.strip()}')

    def judge_adjoint(self):
        for algorithms in 'basicblockpreaccumulationtapeadjoint', 'basicblockpreaccumulationtapeadjoint,associationbyname':
            document = self.transform(algorithms)
            for file in self.files:
                run_well('xaifbooster', 'verify', '--adjoint=split', f'--case={file}', self.case.document, document)

    def judge_reversal(self):
        if ' deriv="1"' in self.text():
            self.expect_refusal()
            return
        document = self.transform('controlflowreversal')
        for file in self.files:
            said = run('xaifbooster', 'verify', '--adjoint=split', '--format=json', f'--case={file}', self.case.document, document)
            if not said.stdout:
                raise Wrong(f'reversal: {said.stderr.strip()}')
            for check in json.loads(said.stdout)['checks']:
                if check['name'] in SURE and check['result'] != 'ok':
                    raise Wrong(f'reversal: {check["name"]} is {check["result"]}: {check["detail"]}')
        with open(document, encoding='utf-8') as file:
            self.compare_blocks(file.read())

    def compare_blocks(self, text):
        """The blocks of a routine have their counterparts, each once; what control does not come to has none."""
        for routine in re.findall(r'<xaif:ReplacementList.*?</xaif:ReplacementList>', text, re.DOTALL):
            versions = dict(re.findall(r'<xaif:Replacement placeholder="(\d)"[^>]*(?<!/)>(.*?)</xaif:Replacement>', routine, re.DOTALL))
            if not versions:
                continue  # a module
            come_to = reached(versions['1'])
            blocks = [block for block in re.findall(r'<xaif:BasicBlock vertex_id="([^"]+)"', versions['1']) if block in come_to]
            back = re.findall(r'"reversed block ([^"]+)"', versions['3'])
            if len(set(back)) != len(back) or not set(back) <= set(blocks):
                raise Wrong(f'reversal: the blocks {blocks} are {back} on the way back')
            if back and len(back) < len(blocks) - 2:
                raise Wrong(f'reversal: of the blocks {blocks} only {back} are on the way back')

    def judge(self):
        self.judge_taping()
        self.judge_adjoint()
        self.judge_reversal()


def is_fit(case):
    """Whether the stages can be judged on the document of the case, with all that is in it."""
    plain = 'full' in case.information() and not case.bodies and case.status == 0 and not any('--wrappers' in option for option in case.command())
    return plain and not any(text.startswith(('refused', 'unfit')) for text in case.adjoint) and case.get('kinds') != 'yes'


def main():
    names = sys.argv[1:] or sorted(f[:-len('.case')] for f in os.listdir(FOLDER) if f.endswith('.case'))[::EVERY]
    judged = bad = 0
    for name in names:
        case = derivatives.Case(os.path.join(FOLDER, name + '.case'))
        if not is_fit(case):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            try:
                Judge(case, scratch).judge()
                judged += 1
            except adjoints.Unfit:
                pass
            except Wrong as problem:
                print(f'{name}: {problem}')
                bad += 1
    print(f'{judged} of {judged + bad} cases are right')
    return 1 if bad or not judged else 0


if __name__ == '__main__':
    sys.exit(main())
