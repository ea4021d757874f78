#!/usr/bin/env python3
"""The documents in tests/data/evaluate are what tests/xaif.py makes of the texts beside them, and valid; --write makes them."""

import os
import subprocess
import sys

import xaif

BUILD = os.environ.get('XB_TOP_BUILDDIR')
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'data', 'evaluate')


def main():
    stale = []
    for name in sorted(os.listdir(FOLDER)):
        stem, extension = os.path.splitext(name)
        if extension != '.f':
            continue
        with open(os.path.join(FOLDER, name), encoding='utf-8') as file:
            document = xaif.build(file.read(), stem)
        path = os.path.join(FOLDER, stem + '.xaif')
        if sys.argv[1:] == ['--write']:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(document)
        elif not os.path.exists(path) or open(path, encoding='utf-8').read() != document:
            stale.append(path)
        elif BUILD:
            command = [os.path.join(BUILD, 'inplace', 'xaifbooster'), '--algorithm=roundtrip', '--validate=both', '--output', os.devnull, path]
            subprocess.run(command, check=True)
    if stale:
        sys.exit(f'not made of the texts beside them (tests/evaluate_data.py --write): {", ".join(stale)}')


if __name__ == '__main__':
    main()
