/**
 * @file
 * What the parts of the writer share. Not installed.
 */
#ifndef XB_LANGUAGES_XAIF_WRITER_INTERNAL_H
#define XB_LANGUAGES_XAIF_WRITER_INTERNAL_H

#include "ir/declaration.h"
#include "ir/tags.h"
#include "languages/xaif/writer.h"

/** Most elements that may nest, so that the document can be read back. */
enum { XB_WRITER_DEPTH_LIMIT = 256 };

/** What is known of a statement id: numbers of control-flow graphs, from 1; 0: none. */
typedef struct xb_writer_id {
    uint32_t read;     /**< the last one in which a statement that was read has the id */
    uint32_t written;  /**< the last one of which a statement with the id has been written */
    uint32_t replaced; /**< the last one of which replacements of a statement with the id have been written */
    uint32_t replacements; /**< the largest number of these */
} xb_writer_id;

/** A document that is being written. */
typedef struct xb_writer {
    xb_output *output;
    const xb_program *program;
    xb_write_options options;
    xb_status status;
    xb_arena *scratch;
    size_t depth;        /**< open elements */
    uint32_t generation; /**< number of the current control-flow graph */
    bool is_strict;      /**< whether all ids of statements must be unique in it */
    xb_vector ids;       /**< xb_writer_id by name index */
    xb_names *made;      /**< ids made of others */
    xb_map copies; /**< by name index and number: how many ids have been made of one, in the whole document */
    xb_map numbered;   /**< by name index of the stem: xb_vector of uint32_t by number: the last flow graph
                         of which a statement with that id has been written */
    xb_vector id_text; /**< of the last id */
    xb_node_numbers numbers;  /**< the numbers of nodes that have no id */
    const xb_node *statement; /**< the current statement or vertex, for diagnostics */
} xb_writer;

/** Says that the program can't be written, once. @param what why */
void xb_write_refuse(xb_writer *writer, const char *what);

/* ---- elements and attributes ----
 *
 * Names of elements and attributes are mostly constants: what puts them is inline, so that their lengths are
 * known. */

/** Puts the blanks before a tag. */
void xb_write_indent(xb_writer *writer);

/** Begins a start tag. */
static inline void xb_write_begin(xb_writer *writer, const char *element)
{
    xb_write_indent(writer);
    xb_output_bytes(writer->output, "<xaif:", 6);
    xb_output_put(writer->output, element);
}

/** Ends the start tag of an element with children. @return false if elements nest too deeply: write none */
bool xb_write_open(xb_writer *writer);

/** Ends the start tag of an element without children, and the element. */
void xb_write_empty(xb_writer *writer);

/** Ends an element with children. */
void xb_write_close(xb_writer *writer, const char *element);

/** Begins an attribute, up to its value. */
static inline void xb_write_key(xb_writer *writer, const char *attribute)
{
    xb_output_bytes(writer->output, " ", 1);
    xb_output_put(writer->output, attribute);
    xb_output_bytes(writer->output, "=\"", 2);
}

/** An attribute. */
static inline void xb_write_name(xb_writer *writer, const char *attribute, const xb_name *value)
{
    xb_write_key(writer, attribute);
    xb_output_xml(writer->output, value->text, value->length);
    xb_output_char(writer->output, '"');
}

/** An attribute, unless the value is NULL. */
static inline void xb_write_optional(xb_writer *writer, const char *attribute, const xb_name *value)
{
    if (value)
        xb_write_name(writer, attribute, value);
}

/** An attribute whose value needs no escapes. */
static inline void xb_write_text(xb_writer *writer, const char *attribute, const char *value)
{
    xb_write_key(writer, attribute);
    xb_output_put(writer->output, value);
    xb_output_char(writer->output, '"');
}

/** An attribute. */
static inline void xb_write_number(xb_writer *writer, const char *attribute, uint64_t value)
{
    xb_write_key(writer, attribute);
    xb_output_number(writer->output, value);
    xb_output_char(writer->output, '"');
}

/** An attribute, unless it is 0. */
static inline void xb_write_nonzero(xb_writer *writer, const char *attribute, uint64_t value)
{
    if (value != 0)
        xb_write_number(writer, attribute, value);
}

/** An attribute. */
static inline void xb_write_boolean(xb_writer *writer, const char *attribute, bool value)
{
    xb_write_text(writer, attribute, value ? "1" : "0");
}

/** An attribute. */
void xb_write_integer(xb_writer *writer, const char *attribute, int64_t value);

/** An attribute, unless it is "undefined". */
void xb_write_activity(xb_writer *writer, xb_activity value);

/** The annotation of a node, if it has one. */
void xb_write_annotation(xb_writer *writer, const xb_node *node);

/** The tags of a node, if it has some. */
void xb_write_tags(xb_writer *writer, const xb_node *node);

/** symbol_id and scope_id. */
void xb_write_symbol_id(xb_writer *writer, const xb_symbol *symbol);

/** An id attribute: the name, or the number if it is NULL. */
static inline void xb_write_id(xb_writer *writer, const char *attribute, const xb_name *name, uint32_t number)
{
    if (name)
        xb_write_name(writer, attribute, name);
    else
        xb_write_number(writer, attribute, number);
}

/* ---- what is written in the place of a node ---- */

/** Writes one node, or whatever else is to be done with it. */
typedef void xb_write_function(xb_writer *writer, const void *node);

/** The nodes that stand for those of a list. */
const xb_list *xb_write_view(xb_writer *writer, const xb_list *list);

/** Calls a function for each of the nodes that stand for those of a list. */
void xb_write_list(xb_writer *writer, const xb_list *list, xb_write_function *write);

/** The one node to write in the place of a node whose place holds exactly one; NULL for NULL. */
const void *xb_write_single(xb_writer *writer, const void *node);

/* ---- ids ---- */

/** The id of thing number i of a collection; NULL if it was generated without. */
typedef const xb_name *xb_write_id_function(const void *collection, size_t i);

/**
 * Numbers, from 1 on, the things of a collection that have no id, avoiding the ids that occur.
 * @return count numbers, meaningful where there is no id; NULL: each has its place, from 1, as its number
 */
const uint32_t *xb_write_missing_ids(xb_writer *writer, size_t count, xb_write_id_function *id,
                                     const void *collection);

/** Number i of what xb_write_missing_ids() returned. */
static inline uint32_t xb_write_missing_id(const uint32_t *numbers, size_t i)
{
    return numbers ? numbers[i] : (uint32_t)i + 1;
}

/** Gives numbers, which xb_write_node_id() writes, to those nodes of a list that have no id. */
void xb_write_number_nodes(xb_writer *writer, const xb_list *nodes, xb_write_id_function *id);

/** An id attribute of a node, or of something that refers to it: its id, or, if that is NULL, the number that
 * it was given last. */
void xb_write_node_id(xb_writer *writer, const char *attribute, const xb_node *node, const xb_name *id);

/** An attribute that refers to a scope. */
static inline void xb_write_scope_id(xb_writer *writer, const char *attribute, const xb_scope *scope)
{
    xb_write_node_id(writer, attribute, &scope->node, scope->id);
}

/**
 * Begins a new collection of statement ids.
 * @param is_strict whether ids that were read must be unique too; generated ones always are
 */
void xb_write_begin_ids(xb_writer *writer, bool is_strict);

/** Notes the id of a statement that will be written, so that generated ones avoid it. */
void xb_write_note_id(xb_writer *writer, const xb_statement *statement);

/** The attribute statement_id, made unique within the current collection if need be. */
void xb_write_statement_id(xb_writer *writer, const xb_statement *statement);

/* ---- parts of documents ---- */

void xb_write_scopes(xb_writer *writer);
void xb_write_aliases(xb_writer *writer);
void xb_write_chains(xb_writer *writer, const char *element, const xb_chain_map *map);
void xb_write_routine(xb_writer *writer, const void *routine);

/** A statement of any kind. */
void xb_write_statement(xb_writer *writer, const void *statement);

/** An assignment, as the element that its kind says. */
void xb_write_assignment(xb_writer *writer, const void *assignment);

/** A reference with attributes of its own. @param element name of the element, its role */
void xb_write_reference(xb_writer *writer, const char *element, const xb_reference *reference);

/** A reference as the left-hand side of an assignment. */
void xb_write_target(xb_writer *writer, const xb_reference *reference);

/** An expression. @param element name of the element, its role; NULL expressions are left out */
void xb_write_expression(xb_writer *writer, const char *element, const xb_expression *expression);

/** What follows the beginning of the start tag of an expression, with perhaps attributes. */
void xb_write_rest_of_expression(xb_writer *writer, const char *element, const xb_expression *expression);

/** A formal argument. */
void xb_write_formal(xb_writer *writer, const void *node);

/** Facts about a symbol that are attributes. */
void xb_write_declaration_attributes(xb_writer *writer, const xb_symbol *symbol);

/** Whether facts about a symbol are elements. */
bool xb_write_declaration_has_children(const xb_symbol *symbol);

/** These. */
void xb_write_declaration_children(xb_writer *writer, const xb_symbol *symbol);

/** A reference or a constant that is an argument. */
void xb_write_argument_value(xb_writer *writer, const xb_argument *argument);

#endif
