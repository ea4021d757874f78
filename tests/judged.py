"""Remembers what a judge has found right, so that the same judge is not asked about the same bytes again.

A judgement is known by a digest of all that it depends on: the judge's own source, the question, the answer. Only good ones
are remembered: for one run in memory, and, where XB_JUDGED names a folder, as an empty file in it for each, which several
runs share (those of one build with and without sanitizers, say).
"""

import hashlib
import os

_right = set()


def digest(*parts):
    """A name for a sequence of byte strings."""
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(len(part).to_bytes(8, 'little'))
        hashed.update(part)
    return hashed.hexdigest()


def digest_of_files(paths):
    """A name for the contents of files, and of the files in folders, whatever they are called."""
    parts = []
    for path in sorted(paths):
        if os.path.isdir(path):
            inner = digest_of_files(os.path.join(path, name) for name in os.listdir(path) if name != '__pycache__')
            parts.append(inner.encode())
        else:
            with open(path, 'rb') as file:
                parts.append(file.read())
    return digest(*parts)


def is_right(name):
    folder = os.environ.get('XB_JUDGED')
    return name in _right or bool(folder) and os.path.exists(os.path.join(folder, name))


def remember(name):
    _right.add(name)
    folder = os.environ.get('XB_JUDGED')
    if folder:
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), 'wb'):
            pass
