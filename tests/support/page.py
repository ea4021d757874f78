#!/usr/bin/env python3
"""Whether a page of xaif-eliminate shows an elimination: page.py PAGE REPORT GRAPH.

The graph is eliminated step by step, by the plainest rules, as the page's table of steps says in words; after each step its edges
have to be those that the page shows. That ends where a face is eliminated: what its vertex costs then, edges don't tell. In the end costs are compared with the report in JSON. What is wrong is printed.
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree

SVG, XHTML = '{http://www.w3.org/2000/svg}', '{http://www.w3.org/1999/xhtml}'
ARROW = ' \u2192 '


def read_graph(path):
    """Edges, by the names of their ends; dependents with successors have a copy."""
    with open(path, encoding='ascii') as file:
        lines = [[int(word) for word in line.split()] for line in file]
    edges = {(str(line[0]), str(line[1])) for line in lines[2:] if line}
    dependents = {str(number) for number in lines[1]}
    return edges | {(v, v + '\u2032') for v in dependents if any(source == v for source, _ in edges)}


class Shown:
    """An edge of the page."""

    def __init__(self, element):
        self.ends = tuple(element.find(SVG + 'title').text.replace('\u00a0', ' ').split(ARROW))
        self.made, self.gone = int(element.get('data-made')), int(element.get('data-gone', sys.maxsize))
        self.absorbed = [int(word) for word in element.get('data-absorbed', '').split()]
        if not re.match(r'M[-0-9. ]+C[-0-9. ]+$', element.find(SVG + 'path').get('d')):
            print(f'{self.ends} has no way')

    def is_at(self, step):
        return self.made <= step < self.gone


def eliminate(edges, words):
    """The edges after a step, and how many products it takes."""
    into = {}
    out_of = {}
    for source, target in edges:
        into.setdefault(target, []).append(source)
        out_of.setdefault(source, []).append(target)
    ends = words.split(' eliminate ')[-1].removeprefix('eliminate ').split(ARROW)
    if words.startswith('front'):
        sources, middle, targets, gone = [ends[0]], ends[1], out_of[ends[1]], {tuple(ends)}
    elif words.startswith('back'):
        sources, middle, targets, gone = into[ends[0]], ends[0], [ends[1]], {tuple(ends)}
    else:
        sources, middle, targets = into[ends[0]], ends[0], out_of[ends[0]]
        gone = {edge for edge in edges if middle in edge}
    made = {(source, target) for source in sources for target in targets}
    edges = (edges | made) - gone
    if not any(target == middle for _, target in edges) or not any(source == middle for source, _ in edges):
        edges = {edge for edge in edges if middle not in edge}
    return edges, len(made)


def judge_form(root):
    """Whether all that is wide scrolls in a frame of its own that keys reach, all controls have names, and nothing is loaded."""
    framed = {id(child) for frame in root.iter(XHTML + 'div') for child in frame
              if frame.get('class') in ('picture', 'scroll') and frame.get('tabindex') == '0' and frame.get('aria-label')}
    drawing = root.find(f'.//{XHTML}div[@class="picture"]/{SVG}svg')
    if drawing is None or id(drawing) not in framed or drawing.get('viewBox').split()[2:] != [drawing.get('width'), drawing.get('height')]:
        print('the picture is not in a frame, in its own size')
    if not all(id(table) in framed for table in root.iter(XHTML + 'table')):
        print('a table is in no frame')
    style = root.find(f'.//{XHTML}style').text
    if not re.search(r'\.picture \{ overflow: auto', style) or not re.search(r'\.scroll \{ overflow-x: auto', style):
        print('frames do not scroll')
    if re.search(r'svg \{[^}]*max-width', style) or ':focus-visible' not in style:
        print('pictures shrink, or the focus is invisible')
    buttons = {button.get('id'): button.get('aria-label') or button.text for button in root.iter(XHTML + 'button')}
    if not {'first', 'back', 'play', 'forward', 'last', 'smaller', 'larger', 'readable', 'whole'} <= buttons.keys() or \
            not all(re.search('[a-z]', name) for name in buttons.values()):
        print(f'buttons: {buttons}')
    script = root.find(f'.//{XHTML}script').text
    for word in ["'wheel'", "'+'", "'-'", "'0'", 'ArrowUp', 'ArrowDown'] + [f'{name}:' for name in buttons]:
        if word not in script:
            print(f'the script does not know {word}')
    if any(element.get('src') or (element.get('href') or '#')[0] != '#' for element in root.iter()):
        print('the page needs something else')


def main():
    page, report, graph = sys.argv[1:]
    root = ElementTree.parse(page).getroot()
    shown = [Shown(g) for g in root.find(f'.//{XHTML}div[@class="picture"]').iter(SVG + 'g') if g.get('class').startswith('edge')]
    judge_form(root)
    rows = [[''.join(cell.itertext()).replace('\u00a0', ' ') for cell in row]
            for row in root.find(f'.//{XHTML}table').find(XHTML + 'tbody')]
    with open(report, encoding='utf-8') as file:
        result = json.load(file)[0]['results'][-1]
    edges, total, plain = read_graph(graph), 0, True
    for step, row in enumerate(rows):
        there = [edge.ends for edge in shown if edge.is_at(step)]
        if step > 0:
            plain = plain and not row[1].startswith('eliminate the face')
            edges, products = eliminate(edges, row[1]) if plain else (set(there), int(row[2]))
            total += int(row[2])
            changed = sum(edge.made == step for edge in shown) + sum(step in edge.absorbed for edge in shown)
            if plain and (products != int(row[2]) or changed != products):
                print(f'step {step}: {row[2]} products, {changed} changes, not {products}')
        if set(there) != edges:
            print(f'step {step}: {sorted(set(there) ^ edges)} differ')
        if row[0] != str(step) or row[3] != str(total):
            print(f'step {step}: {row}')
    if len(rows) - 1 != int(root.find(f'.//{XHTML}input').get('max')):
        print('the slider has another number of steps')
    if total != result['structural_multiplications']:
        print(f'{total} products, not {result["structural_multiplications"]}')
    if len([source for source, target in edges if source + '\u2032' != target]) != result['edges']:
        print(f'{len(edges)} edges are left, not {result["edges"]}')


if __name__ == '__main__':
    main()
