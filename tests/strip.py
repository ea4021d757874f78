#!/usr/bin/env python3
"""Takes away what a front end found out about a program.

    tests/strip.py [FILE]

Writes an XAIF document without alias sets, chains and lists of side effects, as a front end would write it that analyses
nothing: all keys are 0.
"""

import re
import sys

# The attributes with keys, and the maps that they look into: what is left of those.
MAPS = {'alias': ('AliasSetMap', 'AliasSet'), 'du_ud': ('DUUDSetMap', 'StmtIdSet'), 'do_chain': ('DOSetMap', 'StmtIdSet')}
LISTS = ('ModLocal', 'Mod', 'ReadLocal', 'Read', 'OnEntry')
EVERYTHING = (*MAPS, *LISTS)


def strip(text, what=EVERYTHING):
    """A document without keys of some sorts and lists of some sorts."""
    for attribute in [name for name in MAPS if name in what]:
        outer, inner = MAPS[attribute]
        text = re.sub(rf'<((?:\w+:)?){outer}>.*?</\1{outer}>', rf'<\1{outer}><\1{inner} key="0"/></\1{outer}>', text,
                      flags=re.DOTALL)
        text = re.sub(rf'(?<=\s){attribute}\s*=\s*("[^"]*"|\'[^\']*\')', f'{attribute}="0"', text)
    for name in [name for name in LISTS if name in what]:
        text = re.sub(rf'<((?:\w+:)?){name}(?:\s*/>|>.*?</\1{name}>)', '', text, flags=re.DOTALL)
    return text


def declare(text):
    """A document that says that what shares storage is declared.

    That is true of programs in which blocks of storage tell all that alias sets tell. Of local variables of different routines, alias sets
    tell nothing that is lost: no language lets them share storage but by blocks, and sets with addresses in common are those of front ends
    that count places from where each routine begins.
    """
    return re.sub(r'<((?:\w+:)?)CallGraph(?=[\s>])', r'<\1CallGraph storage="declared"', text, count=1)


def main():
    with open(sys.argv[1], encoding='utf-8') if len(sys.argv) > 1 else sys.stdin as stream:
        sys.stdout.write(strip(stream.read()))


if __name__ == '__main__':
    main()
