"""Gives routines without body in a document bodies that the engine has not seen, for whoever runs the program."""

import re

import strip


def link(document, bodies, mark, wanted=lambda name: True):
    """A document with the wanted routines of another one, of those that its global scope declares. Their ids are marked."""
    scopes, _, rest = document.partition('</xaif:ScopeHierarchy>')
    bodies = re.sub(r'(scope_id)="(?!1")', rf'\1="{mark}', strip.strip(bodies))
    for kind, attributes, content in re.findall(r'<xaif:(ControlFlowGraph|ReplacementList) ([^>]*)>(.*?)</xaif:\1>', bodies, re.DOTALL):
        name = re.search(r'\bsymbol_id="([^"]*)"', attributes)[1]
        if f'symbol_id="{name}"' not in scopes or not wanted(name):
            continue
        number = re.search(rf'controlflowgraph_scope_id="{mark}([^"]*)"', attributes)[1]
        scope = re.search(rf'<xaif:Scope vertex_id="{number}">.*?</xaif:Scope>', bodies, re.DOTALL)[0]
        scopes = scopes.replace('<xaif:ScopeEdge', scope.replace('vertex_id="', f'vertex_id="{mark}', 1) + '<xaif:ScopeEdge', 1)
        scopes += f'<xaif:ScopeEdge edge_id="{mark}{number}" source="{mark}{number}" target="1"/>'
        end = re.search('<xaif:CallGraphEdge|</xaif:CallGraph>', rest).start()
        attributes = attributes.replace('vertex_id="', f'vertex_id="{mark}')
        rest = rest[:end] + f'<xaif:{kind} {attributes}>{content}</xaif:{kind}>' + rest[end:]
    return scopes + '</xaif:ScopeHierarchy>' + rest
