/**
 * @file
 * The vocabulary of XAIF: which elements there are, what they may contain, which attributes they have.
 *
 * The tables drive the reader: names, defaults, types of values and the order of children are said here and
 * nowhere else. An element is known by its name *and* its parent, because some names ("Argument") mean
 * different things in different places.
 */
#ifndef XB_LANGUAGES_XAIF_VOCABULARY_H
#define XB_LANGUAGES_XAIF_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/node.h"

/** The namespace of XAIF. */
extern const char xb_xaif_namespace[];

/** Elements of program and output documents. */
typedef enum xb_element {
    XB_ELEMENT_DOCUMENT, /**< what contains the root element */
    XB_ELEMENT_CALL_GRAPH,
    XB_ELEMENT_SOURCE,
    XB_ELEMENT_SOURCE_MODULE,
    XB_ELEMENT_SCOPE_HIERARCHY,
    XB_ELEMENT_SCOPE,
    XB_ELEMENT_SYMBOL_TABLE,
    XB_ELEMENT_SYMBOL,
    XB_ELEMENT_DIMENSION_BOUNDS,
    XB_ELEMENT_LOWER_BOUND,
    XB_ELEMENT_UPPER_BOUND,
    XB_ELEMENT_INITIAL_VALUE,
    XB_ELEMENT_INTERFACE,
    XB_ELEMENT_SCOPE_EDGE,
    XB_ELEMENT_ALIAS_SET_MAP,
    XB_ELEMENT_ALIAS_SET,
    XB_ELEMENT_ALIAS_RANGE,
    XB_ELEMENT_DUUD_SET_MAP,
    XB_ELEMENT_DO_SET_MAP,
    XB_ELEMENT_STMT_ID_SET,
    XB_ELEMENT_STATEMENT_ID,
    XB_ELEMENT_CONTROL_FLOW_GRAPH,
    XB_ELEMENT_REPLACEMENT_LIST,
    XB_ELEMENT_REPLACEMENT,
    XB_ELEMENT_CALL_GRAPH_EDGE,
    XB_ELEMENT_ARGUMENT_LIST,
    XB_ELEMENT_ARGUMENT_SYMBOL_REFERENCE,
    XB_ELEMENT_MOD_LOCAL,
    XB_ELEMENT_MOD,
    XB_ELEMENT_READ_LOCAL,
    XB_ELEMENT_READ,
    XB_ELEMENT_ON_ENTRY,
    XB_ELEMENT_SIDE_EFFECT_REFERENCE,
    XB_ELEMENT_ENTRY,
    XB_ELEMENT_EXIT,
    XB_ELEMENT_BASIC_BLOCK,
    XB_ELEMENT_IF,
    XB_ELEMENT_BRANCH,
    XB_ELEMENT_END_BRANCH,
    XB_ELEMENT_FOR_LOOP,
    XB_ELEMENT_PRE_LOOP,
    XB_ELEMENT_POST_LOOP,
    XB_ELEMENT_END_LOOP,
    XB_ELEMENT_LABEL,
    XB_ELEMENT_GOTO,
    XB_ELEMENT_CONTROL_FLOW_EDGE,
    XB_ELEMENT_INITIALIZATION,
    XB_ELEMENT_UPDATE,
    XB_ELEMENT_CONDITION,
    XB_ELEMENT_ASSIGNMENT,
    XB_ELEMENT_ASSIGNMENT_LHS,
    XB_ELEMENT_ASSIGNMENT_RHS,
    XB_ELEMENT_SUBROUTINE_CALL,
    XB_ELEMENT_INLINABLE_SUBROUTINE_CALL,
    XB_ELEMENT_ARGUMENT,
    XB_ELEMENT_MARKER,
    XB_ELEMENT_MARKER_MOD,
    XB_ELEMENT_MARKER_READ,
    XB_ELEMENT_DERIVATIVE_PROPAGATOR,
    XB_ELEMENT_SET_DERIV,
    XB_ELEMENT_SET_NEG_DERIV,
    XB_ELEMENT_INC_DERIV,
    XB_ELEMENT_DEC_DERIV,
    XB_ELEMENT_SAX,
    XB_ELEMENT_SAXPY,
    XB_ELEMENT_ZERO_DERIV,
    XB_ELEMENT_TGT,
    XB_ELEMENT_SRC,
    XB_ELEMENT_AX,
    XB_ELEMENT_A,
    XB_ELEMENT_X,
    XB_ELEMENT_Y,
    XB_ELEMENT_VARIABLE_REFERENCE,
    XB_ELEMENT_CONSTANT,
    XB_ELEMENT_INTRINSIC,
    XB_ELEMENT_BOOLEAN_OPERATION,
    XB_ELEMENT_FUNCTION_CALL,
    XB_ELEMENT_FUNCTION_ARGUMENT,
    XB_ELEMENT_EXPRESSION_EDGE,
    XB_ELEMENT_SYMBOL_REFERENCE,
    XB_ELEMENT_SYMBOL_REFERENCE_PROPERTY,
    XB_ELEMENT_ARRAY_ELEMENT_REFERENCE,
    XB_ELEMENT_VARIABLE_REFERENCE_EDGE,
    XB_ELEMENT_INDEX_TRIPLET,
    XB_ELEMENT_INDEX,
    XB_ELEMENT_BOUND,
    XB_ELEMENT_STRIDE,
    XB_ELEMENT_COUNT
} xb_element;

/** Attributes. Each has one name, whatever the element. */
typedef enum xb_attribute {
    XB_ATTRIBUTE_NONE, /**< ends a list */
    XB_ATTRIBUTE_ACTIVE,
    XB_ATTRIBUTE_AFTER,
    XB_ATTRIBUTE_ALIAS,
    XB_ATTRIBUTE_ALLOCATABLE,
    XB_ATTRIBUTE_ANNOTATION,
    XB_ATTRIBUTE_BLOCK,
    XB_ATTRIBUTE_BYTES,
    XB_ATTRIBUTE_BY_VALUE,
    XB_ATTRIBUTE_CONDITION_VALUE,
    XB_ATTRIBUTE_CONSTANT,
    XB_ATTRIBUTE_CONTAINS,
    XB_ATTRIBUTE_CONTROLFLOWGRAPH_SCOPE_ID,
    XB_ATTRIBUTE_DECLARED_KIND,
    XB_ATTRIBUTE_DERIV,
    XB_ATTRIBUTE_DO_CHAIN,
    XB_ATTRIBUTE_DU_UD,
    XB_ATTRIBUTE_EDGE_ID,
    XB_ATTRIBUTE_END,
    XB_ATTRIBUTE_EXTENT,
    XB_ATTRIBUTE_FE_TYPE,
    XB_ATTRIBUTE_FILE,
    XB_ATTRIBUTE_FIXED,
    XB_ATTRIBUTE_FORMAL_ARG_COUNT,
    XB_ATTRIBUTE_FROM_VIRTUAL_ADDRESS,
    XB_ATTRIBUTE_FUNCTION,
    XB_ATTRIBUTE_HAS_CONDITION_VALUE,
    XB_ATTRIBUTE_HIDDEN,
    XB_ATTRIBUTE_OPEN_INTENT,
    XB_ATTRIBUTE_ID_REF,
    XB_ATTRIBUTE_INTENT,
    XB_ATTRIBUTE_KEY,
    XB_ATTRIBUTE_KIND,
    XB_ATTRIBUTE_KIND_MODULE,
    XB_ATTRIBUTE_KIND_STATEMENT,
    XB_ATTRIBUTE_LANGUAGE,
    XB_ATTRIBUTE_LENGTH,
    XB_ATTRIBUTE_LINE_NUMBER,
    XB_ATTRIBUTE_LIVE,
    XB_ATTRIBUTE_LOWER,
    XB_ATTRIBUTE_MAIN,
    XB_ATTRIBUTE_MAIN_END,
    XB_ATTRIBUTE_MODULE,
    XB_ATTRIBUTE_NAME,
    XB_ATTRIBUTE_OFFSET,
    XB_ATTRIBUTE_OPTIONAL,
    XB_ATTRIBUTE_PARAMETER,
    XB_ATTRIBUTE_PARTIAL,
    XB_ATTRIBUTE_PATH,
    XB_ATTRIBUTE_PLACEHOLDER,
    XB_ATTRIBUTE_PLAIN_CONSTANTS,
    XB_ATTRIBUTE_POINTER,
    XB_ATTRIBUTE_POSITION,
    XB_ATTRIBUTE_PREFIX,
    XB_ATTRIBUTE_PROGRAM_NAME,
    XB_ATTRIBUTE_REPEAT,
    XB_ATTRIBUTE_RESULT,
    XB_ATTRIBUTE_REVERSAL,
    XB_ATTRIBUTE_R_SHAPE,
    XB_ATTRIBUTE_R_TYPE,
    XB_ATTRIBUTE_SAVE,
    XB_ATTRIBUTE_SCOPE_ID,
    XB_ATTRIBUTE_SHAPE,
    XB_ATTRIBUTE_SOURCE,
    XB_ATTRIBUTE_SPELLING,
    XB_ATTRIBUTE_STATEMENT_ID,
    XB_ATTRIBUTE_STORAGE,
    XB_ATTRIBUTE_STRUCTURE,
    XB_ATTRIBUTE_STRUCTURE_MODULE,
    XB_ATTRIBUTE_STRUCTURED,
    XB_ATTRIBUTE_SUBROUTINE_NAME,
    XB_ATTRIBUTE_SYMBOL_ID,
    XB_ATTRIBUTE_TAGS,
    XB_ATTRIBUTE_TARGET,
    XB_ATTRIBUTE_TEMP,
    XB_ATTRIBUTE_TEMPLATE_NAME,
    XB_ATTRIBUTE_TEXT,
    XB_ATTRIBUTE_TO_VIRTUAL_ADDRESS,
    XB_ATTRIBUTE_TYPE,
    XB_ATTRIBUTE_UNIT,
    XB_ATTRIBUTE_UNSIGNED,
    XB_ATTRIBUTE_UPPER,
    XB_ATTRIBUTE_USES,
    XB_ATTRIBUTE_VALUE,
    XB_ATTRIBUTE_VERTEX_ID,
    XB_ATTRIBUTE_COUNT
} xb_attribute;

/** What values an attribute may have, and so how it is read. */
typedef enum xb_value_type {
    XB_VALUE_NAME,     /**< any text, as an interned name */
    XB_VALUE_LOCAL,    /**< an id that tells apart what is in one expression: a name of the reader's own */
    XB_VALUE_BOOLEAN,  /**< true, false, 1, 0: a number */
    XB_VALUE_WORD,     /**< one of a list of words: the number of the word, from 0 */
    XB_VALUE_UNSIGNED, /**< an integer that isn't negative, up to 2^63 - 1 */
    XB_VALUE_POSITION, /**< an integer from 1 to 2^31 - 1 */
    XB_VALUE_INTEGER   /**< an integer of 64 bits */
} xb_value_type;

/** An attribute of an element. */
typedef struct xb_attribute_rule {
    xb_attribute attribute; /**< XB_ATTRIBUTE_NONE ends the list */
    xb_value_type type;
    bool required;
    int64_t number;           /**< default, unless it is a name */
    const char *text;         /**< default of a name, NULL: no value */
    const char *const *words; /**< of a word: the words, ended by NULL */
} xb_attribute_rule;

/** How often a child may occur. */
typedef enum xb_occurrence {
    XB_OCCURS_ONCE,     /**< exactly once */
    XB_OCCURS_OPTIONAL, /**< at most once */
    XB_OCCURS_ANY       /**< any number of times */
} xb_occurrence;

/** A child of an element. */
typedef struct xb_child_rule {
    xb_element element; /**< XB_ELEMENT_DOCUMENT ends the list */
    xb_occurrence occurrence;
    unsigned stage; /**< a child may not come before one of a lower stage; those of one stage may be mixed */
} xb_child_rule;

/** Most attributes of an element and most kinds of children of an element. */
enum { XB_ATTRIBUTE_RULES_LIMIT = 40, XB_CHILD_RULES_LIMIT = 32 };

/** An element. */
typedef struct xb_element_rule {
    const char *name;
    xb_attribute label;                  /**< the attribute that tells elements apart in a path */
    xb_kind kind;                        /**< kind of the node; XB_KIND_COUNT if it makes none */
    const xb_attribute_rule *attributes; /**< ended by XB_ATTRIBUTE_NONE; NULL if there are none */
    const xb_child_rule *children;       /**< ended by XB_ELEMENT_DOCUMENT; NULL if there are none */
} xb_element_rule;

/** The rule of an element. */
const xb_element_rule *xb_element_rule_get(xb_element element);

/** The name of an attribute. */
const char *xb_attribute_name(xb_attribute attribute);

/**
 * The place of a child among the rules for children of its parent.
 * @return the place, or SIZE_MAX if the parent has no child of this name
 */
size_t xb_child_rule_find(const xb_element_rule *parent, const char *name);

/**
 * The place of an attribute among the rules for attributes of its element.
 * @return the place, or SIZE_MAX if the element has no attribute of this name
 */
size_t xb_attribute_rule_find(const xb_element_rule *element, const char *name);

/** Whether some element has this name. */
bool xb_element_exists(const char *name);

/** Number of rules for children of an element. */
size_t xb_child_rule_count(const xb_element_rule *element);

/** Number of rules for attributes of an element. */
size_t xb_attribute_rule_count(const xb_element_rule *element);

#endif
