/**
 * @file
 * What the parts of the reader share. Not installed.
 *
 * reader.c knows XML and the vocabulary's rules, and calls a handler per element; the handlers, grouped by
 * subject, know the IR. A handler finds the element's attributes in reader->values, with defaults filled in,
 * and must take what it needs before it reads the children.
 */
#ifndef XB_LANGUAGES_XAIF_READER_INTERNAL_H
#define XB_LANGUAGES_XAIF_READER_INTERNAL_H

#include "ir/declaration.h"
#include "ir/tags.h"
#include "languages/xaif/reader.h"
#include "languages/xaif/vocabulary.h"
#include "languages/xml/stream.h"

/** The value of an attribute. */
typedef union xb_value {
    int64_t number;
    const xb_name *name;
} xb_value;

/** An element that is open. */
typedef struct xb_reader_frame {
    xb_element element;
    const xb_element_rule *rule;
    bool labelled, label_is_name; /**< whether there is a label, and whether it is a name */
    xb_value label;               /**< value of the attribute that tells it from others */
    size_t line;                  /**< where it begins */
    size_t source_line;           /**< its lineNumber, 0 if it has none */
    bool is_read;                 /**< whether its children have been read */
    bool has_skipped; /**< whether a child was passed over or has the id of another one: reported */
    bool is_wrong;    /**< whether an attribute has a wrong value, as has been reported */
    uint32_t seen;    /**< one bit per rule for children: whether there was such a child */
    unsigned stage;   /**< stage of the latest child */
} xb_reader_frame;

/** An edge that waits for the vertices that it joins. */
typedef struct xb_reader_edge {
    const xb_name *source, *target;
    const xb_name *id, *annotation;
    uint32_t position; /**< of an operand */
    void *edge;        /**< of a control-flow or call graph: the edge's node */
    size_t line;
    bool is_incomplete; /**< an end was missing, as has been reported */
} xb_reader_edge;

/** Entries of the table that remembers which names of the parser are which rules. */
enum { XB_READER_CACHE_SIZE = 1024 };

/** What a name means within an element. */
typedef struct xb_reader_cached {
    const xb_element_rule *rule; /**< the element; NULL: free */
    const void *name;            /**< the parser's copy of the name, which stays as long as the parser */
    size_t place;                /**< place among the rules for children or attributes */
    bool is_attribute;
} xb_reader_cached;

/** A vertex id within the graph whose generation it has. */
typedef struct xb_reader_mark {
    uint32_t generation, number;
} xb_reader_mark;

/** A reference in the declaration of a symbol, whose own symbol is looked for when all are known. */
typedef struct xb_reader_later {
    xb_symbol **place; /**< where it goes */
    const xb_name *symbol, *scope;
    size_t line;
} xb_reader_later;

/** A document that is being read. */
typedef struct xb_reader {
    xb_source source;
    xb_stream stream;
    xb_failure *failure;
    xb_diagnostics *diagnostics;
    const xb_catalogue *catalogue; /**< NULL: none */
    const char *file;
    xb_program *program;
    xb_arena *scratch;
    size_t errors_before; /**< errors that had been reported when reading began */
    bool stop;            /**< whether there is no sense in reading on */
    xb_map missing;       /**< scopes and symbols that don't exist and have been reported, by names */
    size_t line;          /**< line of the current element */
    size_t latest_line;   /**< line of the latest event */
    size_t depth;         /**< index of the innermost frame; frame 0 stands for the document */
    xb_reader_frame frames[XB_STREAM_DEPTH_LIMIT + 1];
    xb_value values[XB_ATTRIBUTE_COUNT]; /**< attributes of the current element */
    bool present[XB_ATTRIBUTE_COUNT];    /**< whether an attribute was given */
    xb_reader_cached cache[XB_READER_CACHE_SIZE];
    const char *known_namespace;               /**< the stream's copy of the name of XAIF's namespace */
    xb_vector edges;                           /**< xb_reader_edge: a stack, since graphs nest */
    xb_names *local_ids;                       /**< ids of vertices and edges of expressions, in scratch */
    xb_vector marks;                           /**< xb_reader_mark by name index */
    uint32_t generation;                       /**< of the marks that count */
    xb_list routines;                          /**< all xb_routine, whether or not their symbols resolve */
    xb_scope *latest_scope;                    /**< the scope that was looked up last */
    const xb_reference_parts *latest_parts[2]; /**< of references without and with subscripts */
    xb_flow_graph *flow;                       /**< the control-flow graph that is being read */
    bool activity_told;                        /**< of a symbol whose attribute active means nothing */
    const xb_symbol *declared; /**< the symbol whose declaration is being read: it may refer to later ones */
    xb_vector later;           /**< xb_reader_later: references of declarations, in scratch */
    xb_dimension dimensions[XB_RANK_LIMIT]; /**< of the symbol that is being read */
    uint8_t dimension_count;                /**< how many of them there are */
    xb_vector initial;                      /**< xb_initial_value of that, in the program */
    const xb_interface *interface;          /**< of that, or NULL */
} xb_reader;

/** Reads an element: takes its attributes from reader->values and calls xb_read_children() if it may have
 * any. */
typedef void xb_reader_handler(xb_reader *reader, void *owner);

/** Reads the children of the current element; owner is passed to their handlers. */
void xb_read_children(xb_reader *reader, void *owner);

/** Reads the whole document. */
void xb_read_document(xb_reader *reader);

/**
 * The place of a name of the parser's among the rules of an element.
 * @param name a name from the parser's dictionary
 * @param is_attribute whether it is the name of an attribute, not of a child
 * @return the place, SIZE_MAX if there is no such rule
 */
size_t xb_read_find_rule(xb_reader *reader, const xb_element_rule *rule, const char *name, bool is_attribute);

/** Fills reader->values with the attributes of an element, and labels its frame. */
void xb_read_attributes(xb_reader *reader, const xb_stream_event *element, xb_reader_frame *frame);

/** Whether the current element has this attribute. */
bool xb_read_has(const xb_reader *reader, xb_attribute attribute);

/** Reports that the current element lacks an attribute. */
void xb_read_refuse_absence(xb_reader *reader, xb_attribute attribute);

/** Reports an error at the current element. */
void xb_read_error(xb_reader *reader, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Reports a warning at the current element. */
void xb_read_warning(xb_reader *reader, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Reports an error at a child of the current element that has been read already. @param label NULL if none
 */
void xb_read_child_error(xb_reader *reader, xb_element child, const xb_name *label, size_t line,
                         const char *hint, const char *format, ...) __attribute__((format(printf, 6, 7)));

/** "did you mean …?", if one of the candidates is like the text, else the alternative. */
const char *xb_read_hint(xb_reader *reader, const char *text, const char *const *candidates, size_t count,
                         const char *alternative);

/** The scope that an attribute names; reports an error and gives NULL if there is none. */
xb_scope *xb_read_scope(xb_reader *reader, xb_attribute attribute);

/** The symbol that symbol_id and scope_id name; reports an error and gives NULL if there is none. */
xb_symbol *xb_read_symbol(xb_reader *reader);

/** Sets the symbol of a reference or of an argument: that which symbol_id and scope_id name, or, in the
 * declaration of a symbol, NULL until all symbols are known. */
void xb_read_symbol_to(xb_reader *reader, xb_symbol **place);

/** Notes that a symbol of a scope has no name, so that others may be missed in vain. */
void xb_read_note_incomplete(xb_reader *reader, const xb_scope *scope);

/** "the first one is on line 12". */
const char *xb_read_first(xb_reader *reader, size_t line);

/** The line of the current element as nodes keep it. */
uint32_t xb_read_line(const xb_reader *reader);

/** An attribute that is text, NULL if it is absent or empty. */
const xb_name *xb_read_text(const xb_reader *reader, xb_attribute attribute);

/** The annotation of the current element, NULL if it is absent or empty. */
const xb_name *xb_read_annotation(const xb_reader *reader);

/** Gives a node the tags of the current element. */
void xb_read_tags(xb_reader *reader, const xb_node *node);

/** The number of the key that an attribute is, see xb_program_key(). */
uint32_t xb_read_key(const xb_reader *reader, xb_attribute attribute);

/** Reads what else the current element, and its children, say of its symbol. */
void xb_read_declaration(xb_reader *reader, xb_symbol *symbol);

/** Finds the symbols of references in declarations. */
void xb_read_late_symbols(xb_reader *reader);

/** Creates a node for the current element, of the kind that the vocabulary says and with its annotation. */
void *xb_read_node(xb_reader *reader, size_t size);

/** Begins to collect the vertex ids of a graph. Must end before another graph begins. */
void xb_read_begin_marks(xb_reader *reader);

/** Notes the number of a vertex id. @return false if the id occurred already */
bool xb_read_mark_vertex(xb_reader *reader, const xb_name *id, uint32_t number);

/** The number of a vertex id, XB_GRAPH_NONE if it did not occur. */
uint32_t xb_read_find_mark(const xb_reader *reader, const xb_name *id);

/**
 * Reports that a vertex has the id of another one of its graph, the current element; edges that miss the id
 * that it should have are not reported then.
 * @param label of the vertex in its path, or NULL
 */
void xb_read_refuse_second(xb_reader *reader, xb_element element, const xb_name *label, const xb_node *node,
                           const xb_name *id, const xb_node *first);

/** Puts the current element on the stack of edges. */
xb_reader_edge *xb_read_push_edge(xb_reader *reader);

/**
 * Finds the ends of an edge.
 * @return whether both ends exist; else an error is reported
 */
bool xb_read_edge_ends(xb_reader *reader, const xb_reader_edge *edge, xb_element element, uint32_t *source,
                       uint32_t *target);

/** The handlers by element; NULL: read the children, for the owner of the element itself. */
extern xb_reader_handler *const xb_read_handlers[XB_ELEMENT_COUNT];

/** Reads the current element as a reference; its role is the caller's business. */
xb_reference *xb_read_reference(xb_reader *reader);

/** Reads the current element as an expression. */
xb_expression *xb_read_expression(xb_reader *reader);

/** The element that makes nodes of a kind, of those from first to last; last if there is none. */
xb_element xb_read_element_of(xb_kind kind, xb_element first, xb_element last);

xb_reader_handler xb_handle_program;
xb_reader_handler xb_handle_scope_hierarchy;
xb_reader_handler xb_handle_scope;
xb_reader_handler xb_handle_symbol;
xb_reader_handler xb_handle_bounds;
xb_reader_handler xb_handle_bound;
xb_reader_handler xb_handle_initial_value;
xb_reader_handler xb_handle_interface;
xb_reader_handler xb_handle_source;
xb_reader_handler xb_handle_source_module;
xb_reader_handler xb_handle_scope_edge;
xb_reader_handler xb_handle_alias_set;
xb_reader_handler xb_handle_alias_range;
xb_reader_handler xb_handle_duud_map;
xb_reader_handler xb_handle_do_map;
xb_reader_handler xb_handle_chain;
xb_reader_handler xb_handle_statement_id;
xb_reader_handler xb_handle_routine;
xb_reader_handler xb_handle_replacement;
xb_reader_handler xb_handle_formals;
xb_reader_handler xb_handle_formal;
xb_reader_handler xb_handle_side_effects;
xb_reader_handler xb_handle_side_effect;
xb_reader_handler xb_handle_call_edge;
xb_reader_handler xb_handle_flow_vertex;
xb_reader_handler xb_handle_flow_edge;
xb_reader_handler xb_handle_condition;
xb_reader_handler xb_handle_loop_assignment;
xb_reader_handler xb_handle_assignment;
xb_reader_handler xb_handle_left_side;
xb_reader_handler xb_handle_right_side;
xb_reader_handler xb_handle_call;
xb_reader_handler xb_handle_inlinable_call;
xb_reader_handler xb_handle_argument;
xb_reader_handler xb_handle_marker;
xb_reader_handler xb_handle_marker_effects;
xb_reader_handler xb_handle_propagator;
xb_reader_handler xb_handle_propagation;
xb_reader_handler xb_handle_propagation_target;
xb_reader_handler xb_handle_propagation_source;
xb_reader_handler xb_handle_zero_propagation;
xb_reader_handler xb_handle_term;
xb_reader_handler xb_handle_factor;
xb_reader_handler xb_handle_term_source;
xb_reader_handler xb_handle_variable;
xb_reader_handler xb_handle_constant;
xb_reader_handler xb_handle_intrinsic;
xb_reader_handler xb_handle_boolean;
xb_reader_handler xb_handle_function;
xb_reader_handler xb_handle_function_argument;
xb_reader_handler xb_handle_expression_edge;
xb_reader_handler xb_handle_symbol_reference;
xb_reader_handler xb_handle_property;
xb_reader_handler xb_handle_element_reference;
xb_reader_handler xb_handle_reference_edge;
xb_reader_handler xb_handle_triplet;
xb_reader_handler xb_handle_subscript;
#endif
