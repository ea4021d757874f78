/*
 * A pass of libxml2's streaming reader. Ends of edges may be named before the vertices are: they are looked
 * up in the end. Names are interned, and their numbers are the keys of a table of vertices.
 */
#include "elimination/files/graphml_scan.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <libxml/xmlreader.h>

#include "languages/xml/complaint.h"
#include "languages/xml/source.h"

/* An edge whose ends are not looked up yet. */
typedef struct pending {
    const xb_name *ends[2];
    size_t line;
} pending;

/* What the values of an attribute are for. */
typedef enum use { USE_NONE, USE_FLAG, USE_NUMBER } use;

/* Attributes that matter. */
enum { KNOWN = 3 };

/* A declared attribute. */
typedef struct key {
    const xb_name *name;
    size_t line;
    use use;
    size_t last; /* the last element that has a value */
} key;

typedef struct scanner {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_place place;
    xb_source source;
    xmlTextReader *reader; /* owned by xb_graphml_scan_text() */
    xmlError complaint;    /* owned: the first one */
    bool has_complaint;
    xb_graphml_scan *result;
    xb_vector pending; /* pending */
    size_t graphs;
    xb_map keys;            /* key, by name */
    key *key;               /* the last one */
    size_t declared[KNOWN]; /* lines of the attributes that matter */
    size_t elements;        /* graphs, nodes and edges so far */
    bool failed;
} scanner;

static void fail(scanner *s, const char *hint, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void fail(scanner *s, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = xb_arena_vformat(s->arena, format, arguments);
    va_end(arguments);
    if (!s->failed)
        xb_error(s->diagnostics, XB_STATUS_INVALID, s->place, hint, "%s", text);
    s->failed = true;
}

/* Called by libxml2: nothing may be allocated in an arena here. */
static void keep_complaint(void *context, xb_source_complaint *error)
{
    scanner *s = context;
    if (!s->has_complaint && error->level >= XML_ERR_ERROR)
        s->has_complaint = xmlCopyError(error, &s->complaint) == 0;
}

static void report_complaint(scanner *s)
{
    const xb_complaint why =
        xb_complaint_explain(s->arena, &s->source, s->has_complaint ? &s->complaint : NULL, false,
                             "a graph is one element graphml");
    if (s->source.scan.stop || s->has_complaint)
        s->place.line = why.line;
    fail(s, why.hint, "%s", why.message);
}

/* The value of an attribute as a name, or NULL. */
static const xb_name *attribute(scanner *s, const char *name)
{
    if (xmlTextReaderMoveToAttribute(s->reader, (const xmlChar *)name) != 1)
        return NULL;
    const xb_name *value = xb_names_get(s->result->names, (const char *)xmlTextReaderConstValue(s->reader));
    xmlTextReaderMoveToElement(s->reader);
    return value;
}

static bool is_text(const xb_name *name, const char *text)
{
    return name && strcmp(name->text, text) == 0;
}

static void take_graph(scanner *s)
{
    if (s->graphs++ > 0)
        fail(s, "put each graph into a file of its own", "there is a second graph");
    else if (!is_text(attribute(s, "edgedefault"), "directed"))
        fail(s, "linearized computational graphs have edgedefault=\"directed\"", "the graph is not directed");
}

static void take_node(scanner *s)
{
    const xb_name *id = attribute(s, "id");
    if (!id) {
        fail(s, "write <node id=\"...\">", "a node has no id");
        return;
    }
    const size_t *earlier = xb_map_get(&s->result->vertices, id->index, 0);
    if (earlier)
        fail(s, "give each node an id of its own", "the node '%s' is already in line %zu", id->text,
             *earlier);
    size_t *line = xb_arena_alloc(s->arena, sizeof *line);
    *line = s->place.line;
    xb_map_put(s->arena, &s->result->vertices, id->index, 0, line);
}

static void take_edge(scanner *s)
{
    pending *edge = xb_vector_push(s->arena, &s->pending, sizeof *edge);
    *edge = (pending){{attribute(s, "source"), attribute(s, "target")}, s->place.line};
    if (!edge->ends[0] || !edge->ends[1])
        fail(s, "write <edge source=\"...\" target=\"...\">, with the ids of two nodes",
             "an edge has no source or no target");
    if (is_text(attribute(s, "directed"), "false"))
        fail(s, "edges lead from operands to results: remove directed=\"false\"", "an edge is not directed");
    *(size_t *)xb_vector_push(s->arena, &s->result->edge_lines, sizeof(size_t)) = s->place.line;
}

/* igraph reads flags of any type, and of two attributes of the same name one. */
static void check_key(scanner *s, const xb_name *name, size_t *declared)
{
    bool is_label = is_text(name, "label");
    if (*declared > 0)
        fail(s, "one key declares an attribute: remove the other",
             "the attribute '%s' is already declared in line %zu", name->text, *declared);
    *declared = s->place.line;
    const xb_name *type = attribute(s, "attr.type");
    s->key->use = !is_label                                             ? USE_FLAG
                  : is_text(type, "string") || is_text(type, "boolean") ? USE_NONE
                                                                        : USE_NUMBER;
    if (!is_label && !is_text(type, "boolean"))
        fail(s, "attr.type=\"boolean\"", "the attribute '%s' is no boolean", name->text);
}

static void take_key(scanner *s)
{
    static const struct {
        const char *name, *other_domain;
    } known[] = {{"dependent", "edge"}, {"independent", "edge"}, {"label", "node"}};
    const xb_name *id = attribute(s, "id"), *name = attribute(s, "attr.name"), *domain = attribute(s, "for");
    if (!id) {
        fail(s, "write <key id=\"...\">, to which the key of <data> refers", "a key has no id");
        return;
    }
    const key *earlier = xb_map_get(&s->keys, id->index, 0);
    if (earlier)
        fail(s, "give each key an id of its own", "the key '%s' is already in line %zu", id->text,
             earlier->line);
    s->key = xb_arena_alloc(s->arena, sizeof *s->key);
    *s->key = (key){.name = name, .line = s->place.line};
    xb_map_put(s->arena, &s->keys, id->index, 0, s->key);
    for (size_t i = 0; i < KNOWN; i++) {
        if (is_text(name, known[i].name) && !is_text(domain, known[i].other_domain) &&
            !is_text(domain, "graph"))
            check_key(s, name, &s->declared[i]);
    }
}

/* Only what is no text is looked at here: igraph passes over numbers that are none, or words that are not
 * whether something holds. */
static void check_value(scanner *s, const key *k)
{
    static const char *const words[] = {"true", "false", "1", "0"};
    static const char blank[] = " \t\r\n";
    xmlChar *text = xmlTextReaderReadString(s->reader);
    const char *all = text ? (const char *)text : "", *word = all + strspn(all, blank);
    size_t length = strcspn(word, blank), i = 0;
    char *end = NULL;
    double number = strtod(word, &end);
    bool ends = word[length + strspn(word + length, blank)] == '\0';
    while (i < sizeof words / sizeof *words &&
           (strlen(words[i]) != length || strncasecmp(word, words[i], length) != 0))
        i++;
    if (k->use == USE_FLAG && (!ends || i == sizeof words / sizeof *words))
        fail(s, "true or false", "'%s' is not whether a node is %s", word, k->name->text);
    if (k->use == USE_NUMBER && length > 0 &&
        (!ends || end != word + length || !(number == 1 || number == 2 || number == 3)))
        fail(s, "unit, constant, variable, or 1, 2, 3", "there is no kind '%s' of label", word);
    xmlFree(text);
}

static void take_data(scanner *s)
{
    const xb_name *id = attribute(s, "key");
    key *k = id ? xb_map_get(&s->keys, id->index, 0) : NULL;
    if (!k)
        return; /* igraph refuses it */
    if (k->last == s->elements)
        fail(s, "an element has one <data> of each key: remove the other", "the value of '%s' is given twice",
             id->text);
    k->last = s->elements;
    if (k->use != USE_NONE)
        check_value(s, k);
}

static void take_default(scanner *s)
{
    if (s->key && s->key->use != USE_NONE)
        check_value(s, s->key);
}

static void take_unsupported(scanner *s)
{
    fail(s, "a graph has nodes and edges", "<%s> is not read",
         (const char *)xmlTextReaderConstLocalName(s->reader));
}

static void take_element(scanner *s)
{
    static const struct {
        const char *name;
        void (*take)(scanner *s);
    } elements[] = {
        {"key", take_key},   {"data", take_data}, {"default", take_default},       {"graph", take_graph},
        {"node", take_node}, {"edge", take_edge}, {"hyperedge", take_unsupported}, {"port", take_unsupported},
    };
    const char *name = (const char *)xmlTextReaderConstLocalName(s->reader);
    int line =
        xmlTextReaderCurrentNode(s->reader) ? (int)xmlGetLineNo(xmlTextReaderCurrentNode(s->reader)) : 0;
    s->place.line = line > 0 && line < USHRT_MAX ? (size_t)line : 0;
    if (xmlTextReaderDepth(s->reader) == 0 && strcmp(name, "graphml") != 0)
        fail(s, "a graph is a file of numbers or GraphML", "<%s> is no GraphML", name);
    s->elements += strcmp(name, "graph") == 0 || strcmp(name, "node") == 0 || strcmp(name, "edge") == 0;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        if (strcmp(name, elements[i].name) == 0)
            elements[i].take(s);
    }
}

static void check_ends(scanner *s)
{
    const pending *edges = s->pending.items;
    for (size_t e = 0; !s->failed && e < s->pending.count; e++) {
        s->place.line = edges[e].line;
        for (int end = 0; end < 2; end++) {
            if (!xb_map_get(&s->result->vertices, edges[e].ends[end]->index, 0))
                fail(s, "source and target are ids of nodes of the graph", "there is no node '%s'",
                     edges[e].ends[end]->text);
        }
    }
}

static void go_through(void *context)
{
    scanner *s = context;
    s->result->names = xb_names_create(s->arena);
    int more = 0;
    while (!s->failed && (more = xmlTextReaderRead(s->reader)) == 1) {
        int type = xmlTextReaderNodeType(s->reader);
        if (type == XML_READER_TYPE_ELEMENT)
            take_element(s);
    }
    if (more < 0 || s->has_complaint)
        report_complaint(s);
    s->place.line = 0;
    if (s->graphs == 0)
        fail(s, "put <graph edgedefault=\"directed\"> with its nodes and edges into <graphml>",
             "there is no graph");
    check_ends(s);
}

size_t xb_graphml_line_of(const xb_graphml_scan *scan, const char *id)
{
    const xb_name *name = xb_names_find(scan->names, id, strlen(id));
    const size_t *line = name ? xb_map_get(&scan->vertices, name->index, 0) : NULL;
    return line ? *line : 0;
}

bool xb_graphml_scan_text(xb_arena *arena, xb_diagnostics *diagnostics, const char *name, const char *text,
                          size_t length, xb_graphml_scan *scan)
{
    scanner s = {.arena = arena, .diagnostics = diagnostics, .place = {.file = name}, .result = scan};
    *scan = (xb_graphml_scan){0};
    xb_source_handlers handlers = xb_source_listen(keep_complaint, &s);
    xb_source_open_memory(&s.source, text, length);
    s.reader = xmlReaderForIO(xb_source_read, NULL, &s.source, NULL, NULL, XML_PARSE_NONET);
    if (s.reader)
        xmlTextReaderSetStructuredErrorHandler(s.reader, keep_complaint, &s);
    bool done = s.reader && xb_protect(xb_arena_failure(arena), go_through, &s);
    xmlFreeTextReader(s.reader);
    xmlResetError(&s.complaint);
    xb_source_unlisten(handlers);
    if (!done)
        xb_fail(xb_arena_failure(arena));
    return !s.failed;
}
