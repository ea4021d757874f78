"""Whether documents are valid by a schema of XSD: what xmllint says, without a process and a schema to read for each document.

libxml2 judges in this process. Only where that finds something wrong, or where there is no libxml2.so.2, xmllint is run: it says what.
"""

import ctypes
import functools
import subprocess
import threading

QUIETLY = 2048 | 64 | 32  # XML_PARSE_NONET, XML_PARSE_NOWARNING, XML_PARSE_NOERROR

_lock = threading.Lock()


@functools.cache
def _library():
    """libxml2, or None."""
    try:
        library = ctypes.CDLL('libxml2.so.2')
    except OSError:
        return None
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, *arguments in (('xmlInitParser', None), ('xmlReadFile', pointer, text, text, number),
                                     ('xmlFreeDoc', None, pointer), ('xmlSchemaNewParserCtxt', pointer, text),
                                     ('xmlSchemaParse', pointer, pointer), ('xmlSchemaFreeParserCtxt', None, pointer),
                                     ('xmlSchemaNewValidCtxt', pointer, pointer), ('xmlSchemaFreeValidCtxt', None, pointer),
                                     ('xmlSchemaSetValidStructuredErrors', None, pointer, pointer, pointer),
                                     ('xmlSchemaValidateDoc', number, pointer, pointer)):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    library.xmlInitParser()
    return library


@functools.cache
def _schema(path):
    """A schema that was read, which is kept."""
    library = _library()
    context = library.xmlSchemaNewParserCtxt(path.encode())
    schema = library.xmlSchemaParse(context) if context else None
    library.xmlSchemaFreeParserCtxt(context)
    return schema


@ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
def _keep_quiet(_data, _error):
    pass


def _is_surely_valid(document, schema):
    library = _library()
    if not library:
        return False
    with _lock:
        read = _schema(schema)
    if not read:
        return False
    tree = library.xmlReadFile(document.encode(), None, QUIETLY)
    if not tree:
        return False
    context = library.xmlSchemaNewValidCtxt(read)
    library.xmlSchemaSetValidStructuredErrors(context, _keep_quiet, None)
    status = library.xmlSchemaValidateDoc(context, tree)
    library.xmlSchemaFreeValidCtxt(context)
    library.xmlFreeDoc(tree)
    return status == 0


def problem(document, schema):
    """What is wrong with a file, or None if it is valid by the schema in another file."""
    if _is_surely_valid(document, schema):
        return None
    done = subprocess.run(['xmllint', '--noout', '--nonet', '--schema', schema, document], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, errors='replace', check=False)
    return None if done.returncode == 0 else f'status {done.returncode}: {(done.stdout + done.stderr).strip()}'
