/*
 * Constant tables, one list of attributes and one of children per element, shared where elements agree.
 * Look-up by name searches the short list of one element; the reader remembers the answers, so that it
 * happens once per element and name in a document.
 */
#include "languages/xaif/vocabulary.h"

#include <string.h>

#include "ir/intrinsic.h"

const char xb_xaif_namespace[] = "http://www.mcs.anl.gov/XAIF";

static const char *const attribute_names[XB_ATTRIBUTE_COUNT] = {
    [XB_ATTRIBUTE_ACTIVE] = "active",
    [XB_ATTRIBUTE_AFTER] = "after",
    [XB_ATTRIBUTE_ALIAS] = "alias",
    [XB_ATTRIBUTE_ALLOCATABLE] = "allocatable",
    [XB_ATTRIBUTE_ANNOTATION] = "annotation",
    [XB_ATTRIBUTE_BLOCK] = "block",
    [XB_ATTRIBUTE_BYTES] = "bytes",
    [XB_ATTRIBUTE_BY_VALUE] = "by_value",
    [XB_ATTRIBUTE_CONDITION_VALUE] = "condition_value",
    [XB_ATTRIBUTE_CONSTANT] = "constant",
    [XB_ATTRIBUTE_CONTAINS] = "contains",
    [XB_ATTRIBUTE_CONTROLFLOWGRAPH_SCOPE_ID] = "controlflowgraph_scope_id",
    [XB_ATTRIBUTE_DECLARED_KIND] = "declared_kind",
    [XB_ATTRIBUTE_DERIV] = "deriv",
    [XB_ATTRIBUTE_DO_CHAIN] = "do_chain",
    [XB_ATTRIBUTE_DU_UD] = "du_ud",
    [XB_ATTRIBUTE_EDGE_ID] = "edge_id",
    [XB_ATTRIBUTE_END] = "end",
    [XB_ATTRIBUTE_EXTENT] = "extent",
    [XB_ATTRIBUTE_FE_TYPE] = "feType",
    [XB_ATTRIBUTE_FILE] = "file",
    [XB_ATTRIBUTE_FIXED] = "fixed",
    [XB_ATTRIBUTE_FORMAL_ARG_COUNT] = "formalArgCount",
    [XB_ATTRIBUTE_FROM_VIRTUAL_ADDRESS] = "from_virtual_address",
    [XB_ATTRIBUTE_FUNCTION] = "function",
    [XB_ATTRIBUTE_HAS_CONDITION_VALUE] = "has_condition_value",
    [XB_ATTRIBUTE_HIDDEN] = "hidden",
    [XB_ATTRIBUTE_OPEN_INTENT] = "open_intent",
    [XB_ATTRIBUTE_ID_REF] = "idRef",
    [XB_ATTRIBUTE_INTENT] = "intent",
    [XB_ATTRIBUTE_KEY] = "key",
    [XB_ATTRIBUTE_KIND] = "kind",
    [XB_ATTRIBUTE_KIND_MODULE] = "kind_module",
    [XB_ATTRIBUTE_KIND_STATEMENT] = "kind_statement",
    [XB_ATTRIBUTE_LANGUAGE] = "language",
    [XB_ATTRIBUTE_LENGTH] = "length",
    [XB_ATTRIBUTE_LINE_NUMBER] = "lineNumber",
    [XB_ATTRIBUTE_LIVE] = "live",
    [XB_ATTRIBUTE_LOWER] = "lower",
    [XB_ATTRIBUTE_MAIN] = "main",
    [XB_ATTRIBUTE_MAIN_END] = "main_end",
    [XB_ATTRIBUTE_MODULE] = "module",
    [XB_ATTRIBUTE_NAME] = "name",
    [XB_ATTRIBUTE_OFFSET] = "offset",
    [XB_ATTRIBUTE_OPTIONAL] = "optional",
    [XB_ATTRIBUTE_PARAMETER] = "parameter",
    [XB_ATTRIBUTE_PARTIAL] = "partial",
    [XB_ATTRIBUTE_PATH] = "path",
    [XB_ATTRIBUTE_PLACEHOLDER] = "placeholder",
    [XB_ATTRIBUTE_PLAIN_CONSTANTS] = "plain_constants",
    [XB_ATTRIBUTE_POINTER] = "pointer",
    [XB_ATTRIBUTE_POSITION] = "position",
    [XB_ATTRIBUTE_PREFIX] = "prefix",
    [XB_ATTRIBUTE_PROGRAM_NAME] = "program_name",
    [XB_ATTRIBUTE_REPEAT] = "repeat",
    [XB_ATTRIBUTE_RESULT] = "result",
    [XB_ATTRIBUTE_REVERSAL] = "reversal",
    [XB_ATTRIBUTE_R_SHAPE] = "rShape",
    [XB_ATTRIBUTE_R_TYPE] = "rType",
    [XB_ATTRIBUTE_SAVE] = "save",
    [XB_ATTRIBUTE_SCOPE_ID] = "scope_id",
    [XB_ATTRIBUTE_SHAPE] = "shape",
    [XB_ATTRIBUTE_SOURCE] = "source",
    [XB_ATTRIBUTE_SPELLING] = "spelling",
    [XB_ATTRIBUTE_STATEMENT_ID] = "statement_id",
    [XB_ATTRIBUTE_STORAGE] = "storage",
    [XB_ATTRIBUTE_STRUCTURE] = "structure",
    [XB_ATTRIBUTE_STRUCTURE_MODULE] = "structure_module",
    [XB_ATTRIBUTE_STRUCTURED] = "structured",
    [XB_ATTRIBUTE_SUBROUTINE_NAME] = "subroutine_name",
    [XB_ATTRIBUTE_SYMBOL_ID] = "symbol_id",
    [XB_ATTRIBUTE_TAGS] = "tags",
    [XB_ATTRIBUTE_TARGET] = "target",
    [XB_ATTRIBUTE_TEMP] = "temp",
    [XB_ATTRIBUTE_TEMPLATE_NAME] = "template_name",
    [XB_ATTRIBUTE_TEXT] = "text",
    [XB_ATTRIBUTE_TO_VIRTUAL_ADDRESS] = "to_virtual_address",
    [XB_ATTRIBUTE_TYPE] = "type",
    [XB_ATTRIBUTE_UNIT] = "unit",
    [XB_ATTRIBUTE_UNSIGNED] = "unsigned",
    [XB_ATTRIBUTE_UPPER] = "upper",
    [XB_ATTRIBUTE_USES] = "uses",
    [XB_ATTRIBUTE_VALUE] = "value",
    [XB_ATTRIBUTE_VERTEX_ID] = "vertex_id",
};

/* The words of an attribute stand in the order of the enumeration that they are read into, but those of
 * constants. */

static const char *const symbol_kinds[] = {"subroutine", "variable", "pointer", NULL};
static const char *const types[] = {"void", "integer", "real",   "complex", "bool",
                                    "char", "string",  "opaque", NULL};
static const char *const constant_types[] = {"integer", "real", "bool", "char", "string", "double", NULL};
static const char *const shapes[] = {"void",         "scalar",      "vector",      "matrix",
                                     "three_tensor", "four_tensor", "five_tensor", "six_tensor",
                                     "seven_tensor", NULL};
static const char *const activities[] = {"undefined", "true", "false", NULL};
static const char *const intents[] = {"inout", "in", "out", NULL};
static const char *const reversals[] = {"anonymous", "explicit", NULL};
static const char *const storages[] = {"own", "common", "equivalence", "module", NULL};
static const char *const knowledge_of_storage[] = {"unknown", "declared", NULL};
static const char *const units[] = {"unknown", "external", "module", "argument", NULL};
static const char *const text_languages[] = {"fortran", "c", NULL};
static const char *const extents[] = {"explicit", "assumed", "assumed_size", "deferred", NULL};

/* ---- attributes --------------------------------------------------------------------------------- */

#define REQUIRED(attribute, type)            \
    {                                        \
        attribute, type, true, 0, NULL, NULL \
    }
#define NUMBER(attribute, type, number)            \
    {                                              \
        attribute, type, false, number, NULL, NULL \
    }
#define NAME(attribute, text)                          \
    {                                                  \
        attribute, XB_VALUE_NAME, false, 0, text, NULL \
    }
#define WORD(attribute, number, words)                       \
    {                                                        \
        attribute, XB_VALUE_WORD, false, number, NULL, words \
    }
#define END                                                    \
    {                                                          \
        XB_ATTRIBUTE_NONE, XB_VALUE_NAME, false, 0, NULL, NULL \
    }
/* Vertices and edges of expressions. */
#define LOCAL(attribute, text)                          \
    {                                                   \
        attribute, XB_VALUE_LOCAL, false, 0, text, NULL \
    }
#define ANNOTATION NAME(XB_ATTRIBUTE_ANNOTATION, NULL)
#define TAGS       NAME(XB_ATTRIBUTE_TAGS, NULL)
#define VERTEX     NAME(XB_ATTRIBUTE_VERTEX_ID, "1"), ANNOTATION
#define OPERAND    LOCAL(XB_ATTRIBUTE_VERTEX_ID, "1"), ANNOTATION
#define EDGE_OF(type)                                                          \
    REQUIRED(XB_ATTRIBUTE_EDGE_ID, type), REQUIRED(XB_ATTRIBUTE_SOURCE, type), \
        REQUIRED(XB_ATTRIBUTE_TARGET, type), ANNOTATION
#define EDGE EDGE_OF(XB_VALUE_NAME)
#define SYMBOL_IN_SCOPE \
    REQUIRED(XB_ATTRIBUTE_SYMBOL_ID, XB_VALUE_NAME), REQUIRED(XB_ATTRIBUTE_SCOPE_ID, XB_VALUE_NAME)
/* Where a reference isn't an expression vertex, its id is of no use: kept if given. */
#define REFERENCE(id)                                                                                       \
    id, ANNOTATION, WORD(XB_ATTRIBUTE_ACTIVE, 0, activities),                                               \
        NUMBER(XB_ATTRIBUTE_ALIAS, XB_VALUE_UNSIGNED, 0), NUMBER(XB_ATTRIBUTE_DU_UD, XB_VALUE_UNSIGNED, 0), \
        NUMBER(XB_ATTRIBUTE_DERIV, XB_VALUE_BOOLEAN, 0), NUMBER(XB_ATTRIBUTE_CONSTANT, XB_VALUE_BOOLEAN, 0)
#define LINE_NUMBER NUMBER(XB_ATTRIBUTE_LINE_NUMBER, XB_VALUE_UNSIGNED, 0)
#define STATEMENT   REQUIRED(XB_ATTRIBUTE_STATEMENT_ID, XB_VALUE_NAME)

static const xb_attribute_rule call_graph_attributes[] = {
    NAME(XB_ATTRIBUTE_PROGRAM_NAME, NULL), NAME(XB_ATTRIBUTE_PREFIX, NULL),
    WORD(XB_ATTRIBUTE_STORAGE, 0, knowledge_of_storage), END};
static const xb_attribute_rule vertex_attributes[] = {VERTEX, END};
static const xb_attribute_rule edge_attributes[] = {EDGE, END};
static const xb_attribute_rule symbol_attributes[] = {
    REQUIRED(XB_ATTRIBUTE_SYMBOL_ID, XB_VALUE_NAME),
    WORD(XB_ATTRIBUTE_KIND, 1, symbol_kinds),
    WORD(XB_ATTRIBUTE_TYPE, 2, types),
    NAME(XB_ATTRIBUTE_FE_TYPE, NULL),
    WORD(XB_ATTRIBUTE_SHAPE, 1, shapes),
    ANNOTATION,
    NUMBER(XB_ATTRIBUTE_ACTIVE, XB_VALUE_BOOLEAN, 1),
    NUMBER(XB_ATTRIBUTE_TEMP, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_POINTER, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_BYTES, XB_VALUE_UNSIGNED, 0),
    NUMBER(XB_ATTRIBUTE_UNSIGNED, XB_VALUE_BOOLEAN, 0),
    NAME(XB_ATTRIBUTE_LENGTH, NULL),
    NUMBER(XB_ATTRIBUTE_ALLOCATABLE, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_TARGET, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_OPTIONAL, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_BY_VALUE, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_RESULT, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_PARAMETER, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_SAVE, XB_VALUE_BOOLEAN, 0),
    WORD(XB_ATTRIBUTE_STORAGE, 0, storages),
    NAME(XB_ATTRIBUTE_BLOCK, NULL),
    NUMBER(XB_ATTRIBUTE_OFFSET, XB_VALUE_UNSIGNED, 0),
    NAME(XB_ATTRIBUTE_SPELLING, NULL),
    NAME(XB_ATTRIBUTE_PATH, NULL),
    NAME(XB_ATTRIBUTE_STRUCTURE, NULL),
    NAME(XB_ATTRIBUTE_STRUCTURE_MODULE, NULL),
    NAME(XB_ATTRIBUTE_DECLARED_KIND, NULL),
    NAME(XB_ATTRIBUTE_KIND_MODULE, NULL),
    NAME(XB_ATTRIBUTE_KIND_STATEMENT, NULL),
    WORD(XB_ATTRIBUTE_UNIT, 0, units),
    NAME(XB_ATTRIBUTE_MODULE, NULL),
    NAME(XB_ATTRIBUTE_AFTER, NULL),
    NUMBER(XB_ATTRIBUTE_HIDDEN, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_OPEN_INTENT, XB_VALUE_BOOLEAN, 0),
    NAME(XB_ATTRIBUTE_USES, NULL),
    NUMBER(XB_ATTRIBUTE_PLAIN_CONSTANTS, XB_VALUE_UNSIGNED, 0),
    LINE_NUMBER,
    NAME(XB_ATTRIBUTE_FILE, NULL),
    TAGS,
    END,
};
/* Which bounds there have to be depends on the extent: see xb_handle_bounds(). */
static const xb_attribute_rule bounds_attributes[] = {NUMBER(XB_ATTRIBUTE_LOWER, XB_VALUE_INTEGER, 1),
                                                      NUMBER(XB_ATTRIBUTE_UPPER, XB_VALUE_INTEGER, 0),
                                                      WORD(XB_ATTRIBUTE_EXTENT, 0, extents), END};
static const xb_attribute_rule initial_attributes[] = {NUMBER(XB_ATTRIBUTE_REPEAT, XB_VALUE_POSITION, 1),
                                                       END};
static const xb_attribute_rule interface_attributes[] = {NUMBER(XB_ATTRIBUTE_FUNCTION, XB_VALUE_BOOLEAN, 0),
                                                         END};
static const xb_attribute_rule source_attributes[] = {
    REQUIRED(XB_ATTRIBUTE_FILE, XB_VALUE_NAME), NUMBER(XB_ATTRIBUTE_FIXED, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_MAIN, XB_VALUE_UNSIGNED, 0), NUMBER(XB_ATTRIBUTE_MAIN_END, XB_VALUE_UNSIGNED, 0),
    END};
static const xb_attribute_rule source_module_attributes[] = {
    REQUIRED(XB_ATTRIBUTE_NAME, XB_VALUE_NAME), NUMBER(XB_ATTRIBUTE_CONTAINS, XB_VALUE_UNSIGNED, 0),
    REQUIRED(XB_ATTRIBUTE_END, XB_VALUE_UNSIGNED), NUMBER(XB_ATTRIBUTE_HIDDEN, XB_VALUE_BOOLEAN, 0), END};
static const xb_attribute_rule key_attributes[] = {REQUIRED(XB_ATTRIBUTE_KEY, XB_VALUE_UNSIGNED), END};
static const xb_attribute_rule range_attributes[] = {
    REQUIRED(XB_ATTRIBUTE_FROM_VIRTUAL_ADDRESS, XB_VALUE_UNSIGNED),
    REQUIRED(XB_ATTRIBUTE_TO_VIRTUAL_ADDRESS, XB_VALUE_UNSIGNED),
    NUMBER(XB_ATTRIBUTE_PARTIAL, XB_VALUE_BOOLEAN, 1),
    END,
};
static const xb_attribute_rule id_ref_attributes[] = {NAME(XB_ATTRIBUTE_ID_REF, ""), END};
static const xb_attribute_rule control_flow_graph_attributes[] = {
    VERTEX,
    SYMBOL_IN_SCOPE,
    REQUIRED(XB_ATTRIBUTE_CONTROLFLOWGRAPH_SCOPE_ID, XB_VALUE_NAME),
    NUMBER(XB_ATTRIBUTE_ACTIVE, XB_VALUE_BOOLEAN, 1),
    NUMBER(XB_ATTRIBUTE_STRUCTURED, XB_VALUE_BOOLEAN, 1),
    TAGS,
    END,
};
static const xb_attribute_rule replacement_list_attributes[] = {
    VERTEX,
    SYMBOL_IN_SCOPE,
    REQUIRED(XB_ATTRIBUTE_CONTROLFLOWGRAPH_SCOPE_ID, XB_VALUE_NAME),
    REQUIRED(XB_ATTRIBUTE_TEMPLATE_NAME, XB_VALUE_NAME),
    TAGS,
    END,
};
static const xb_attribute_rule replacement_attributes[] = {
    REQUIRED(XB_ATTRIBUTE_PLACEHOLDER, XB_VALUE_NAME),
    NUMBER(XB_ATTRIBUTE_STRUCTURED, XB_VALUE_BOOLEAN, 1),
    END,
};
static const xb_attribute_rule formal_attributes[] = {
    REQUIRED(XB_ATTRIBUTE_POSITION, XB_VALUE_POSITION),
    SYMBOL_IN_SCOPE,
    WORD(XB_ATTRIBUTE_INTENT, 0, intents),
    NUMBER(XB_ATTRIBUTE_DERIV, XB_VALUE_BOOLEAN, 0),
    ANNOTATION,
    END,
};
static const xb_attribute_rule block_attributes[] = {VERTEX, REQUIRED(XB_ATTRIBUTE_SCOPE_ID, XB_VALUE_NAME),
                                                     END};
static const xb_attribute_rule condition_attributes[] = {VERTEX, LINE_NUMBER, TAGS, END};
static const xb_attribute_rule for_loop_attributes[] = {VERTEX, LINE_NUMBER,
                                                        WORD(XB_ATTRIBUTE_REVERSAL, 0, reversals), TAGS, END};
static const xb_attribute_rule flow_edge_attributes[] = {
    EDGE, NUMBER(XB_ATTRIBUTE_HAS_CONDITION_VALUE, XB_VALUE_BOOLEAN, 0),
    NUMBER(XB_ATTRIBUTE_CONDITION_VALUE, XB_VALUE_INTEGER, 1), END};
static const xb_attribute_rule loop_assignment_attributes[] = {
    STATEMENT, NUMBER(XB_ATTRIBUTE_DO_CHAIN, XB_VALUE_UNSIGNED, 0), TAGS, END};
static const xb_attribute_rule assignment_attributes[] = {
    STATEMENT, NUMBER(XB_ATTRIBUTE_DO_CHAIN, XB_VALUE_UNSIGNED, 0), LINE_NUMBER, TAGS, END};
static const xb_attribute_rule call_attributes[] = {
    STATEMENT,
    SYMBOL_IN_SCOPE,
    WORD(XB_ATTRIBUTE_ACTIVE, 0, activities),
    LINE_NUMBER,
    NUMBER(XB_ATTRIBUTE_FORMAL_ARG_COUNT, XB_VALUE_UNSIGNED, 0),
    TAGS,
    END,
};
static const xb_attribute_rule inlinable_call_attributes[] = {
    STATEMENT, REQUIRED(XB_ATTRIBUTE_SUBROUTINE_NAME, XB_VALUE_NAME), TAGS, END};
static const xb_attribute_rule argument_attributes[] = {REQUIRED(XB_ATTRIBUTE_POSITION, XB_VALUE_POSITION),
                                                        ANNOTATION, END};
static const xb_attribute_rule marker_attributes[] = {STATEMENT,
                                                      ANNOTATION,
                                                      NAME(XB_ATTRIBUTE_TEXT, NULL),
                                                      WORD(XB_ATTRIBUTE_LANGUAGE, 0, text_languages),
                                                      NUMBER(XB_ATTRIBUTE_CONSTANT, XB_VALUE_BOOLEAN, 0),
                                                      LINE_NUMBER,
                                                      TAGS,
                                                      END};
static const xb_attribute_rule propagator_attributes[] = {TAGS, END};
static const xb_attribute_rule reference_attributes[] = {REFERENCE(NAME(XB_ATTRIBUTE_VERTEX_ID, NULL)), END};
static const xb_attribute_rule lhs_attributes[] = {REFERENCE(NAME(XB_ATTRIBUTE_VERTEX_ID, NULL)),
                                                   NUMBER(XB_ATTRIBUTE_LIVE, XB_VALUE_BOOLEAN, 1), END};
static const xb_attribute_rule variable_attributes[] = {REFERENCE(LOCAL(XB_ATTRIBUTE_VERTEX_ID, "1")), END};
static const xb_attribute_rule constant_attributes[] = {
    OPERAND,
    {XB_ATTRIBUTE_TYPE, XB_VALUE_WORD, true, 0, NULL, constant_types},
    NAME(XB_ATTRIBUTE_FE_TYPE, NULL),
    REQUIRED(XB_ATTRIBUTE_VALUE, XB_VALUE_NAME),
    END,
};
static const xb_attribute_rule intrinsic_attributes[] = {
    OPERAND,
    REQUIRED(XB_ATTRIBUTE_NAME, XB_VALUE_NAME),
    NAME(XB_ATTRIBUTE_TYPE, NULL),
    WORD(XB_ATTRIBUTE_R_TYPE, 2, types),
    WORD(XB_ATTRIBUTE_R_SHAPE, 1, shapes),
    END,
};
static const xb_attribute_rule boolean_attributes[] = {
    OPERAND, {XB_ATTRIBUTE_NAME, XB_VALUE_NAME, true, 0, NULL, xb_boolean_operations}, END};
static const xb_attribute_rule function_attributes[] = {OPERAND, SYMBOL_IN_SCOPE, END};
static const xb_attribute_rule expression_edge_attributes[] = {
    EDGE_OF(XB_VALUE_LOCAL), REQUIRED(XB_ATTRIBUTE_POSITION, XB_VALUE_POSITION), END};
static const xb_attribute_rule symbol_reference_attributes[] = {NAME(XB_ATTRIBUTE_VERTEX_ID, NULL),
                                                                ANNOTATION, SYMBOL_IN_SCOPE, END};
static const xb_attribute_rule element_reference_attributes[] = {NAME(XB_ATTRIBUTE_VERTEX_ID, NULL),
                                                                 ANNOTATION, END};
static const xb_attribute_rule property_attributes[] = {REQUIRED(XB_ATTRIBUTE_NAME, XB_VALUE_NAME),
                                                        REQUIRED(XB_ATTRIBUTE_VALUE, XB_VALUE_NAME), END};

/* ---- children ----------------------------------------------------------------------------------- */

#define LAST                                  \
    {                                         \
        XB_ELEMENT_DOCUMENT, XB_OCCURS_ANY, 0 \
    }
#define FLOW(stage)                                                                                       \
    {XB_ELEMENT_BASIC_BLOCK, XB_OCCURS_ANY, stage}, {XB_ELEMENT_CONTROL_FLOW_EDGE, XB_OCCURS_ANY, stage}, \
        {XB_ELEMENT_ENTRY, XB_OCCURS_ANY, stage}, {XB_ELEMENT_EXIT, XB_OCCURS_ANY, stage},                \
        {XB_ELEMENT_IF, XB_OCCURS_ANY, stage}, {XB_ELEMENT_BRANCH, XB_OCCURS_ANY, stage},                 \
        {XB_ELEMENT_END_BRANCH, XB_OCCURS_ANY, stage}, {XB_ELEMENT_FOR_LOOP, XB_OCCURS_ANY, stage},       \
        {XB_ELEMENT_PRE_LOOP, XB_OCCURS_ANY, stage}, {XB_ELEMENT_POST_LOOP, XB_OCCURS_ANY, stage},        \
        {XB_ELEMENT_END_LOOP, XB_OCCURS_ANY, stage}, {XB_ELEMENT_LABEL, XB_OCCURS_ANY, stage},            \
    {                                                                                                     \
        XB_ELEMENT_GOTO, XB_OCCURS_ANY, stage                                                             \
    }

static const xb_child_rule document_children[] = {{XB_ELEMENT_CALL_GRAPH, XB_OCCURS_ONCE, 0}, LAST};
static const xb_child_rule call_graph_children[] = {
    {XB_ELEMENT_SOURCE, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_SCOPE_HIERARCHY, XB_OCCURS_ONCE, 1},
    {XB_ELEMENT_ALIAS_SET_MAP, XB_OCCURS_ONCE, 2},
    {XB_ELEMENT_DUUD_SET_MAP, XB_OCCURS_ONCE, 3},
    {XB_ELEMENT_DO_SET_MAP, XB_OCCURS_ONCE, 4},
    {XB_ELEMENT_CONTROL_FLOW_GRAPH, XB_OCCURS_ANY, 5},
    {XB_ELEMENT_REPLACEMENT_LIST, XB_OCCURS_ANY, 5},
    {XB_ELEMENT_CALL_GRAPH_EDGE, XB_OCCURS_ANY, 5},
    LAST,
};
static const xb_child_rule source_children[] = {{XB_ELEMENT_SOURCE_MODULE, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule hierarchy_children[] = {
    {XB_ELEMENT_SCOPE, XB_OCCURS_ANY, 0}, {XB_ELEMENT_SCOPE_EDGE, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule scope_children[] = {{XB_ELEMENT_SYMBOL_TABLE, XB_OCCURS_ONCE, 0}, LAST};
static const xb_child_rule table_children[] = {{XB_ELEMENT_SYMBOL, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule symbol_children[] = {
    {XB_ELEMENT_DIMENSION_BOUNDS, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_INITIAL_VALUE, XB_OCCURS_ANY, 1},
    {XB_ELEMENT_INTERFACE, XB_OCCURS_OPTIONAL, 1},
    LAST,
};
static const xb_child_rule interface_children[] = {{XB_ELEMENT_ARGUMENT_SYMBOL_REFERENCE, XB_OCCURS_ANY, 0},
                                                   LAST};
static const xb_child_rule bounds_children[] = {
    {XB_ELEMENT_LOWER_BOUND, XB_OCCURS_OPTIONAL, 0}, {XB_ELEMENT_UPPER_BOUND, XB_OCCURS_OPTIONAL, 1}, LAST};
static const xb_child_rule alias_map_children[] = {{XB_ELEMENT_ALIAS_SET, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule alias_set_children[] = {{XB_ELEMENT_ALIAS_RANGE, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule chain_map_children[] = {{XB_ELEMENT_STMT_ID_SET, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule chain_children[] = {{XB_ELEMENT_STATEMENT_ID, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule control_flow_graph_children[] = {
    {XB_ELEMENT_ARGUMENT_LIST, XB_OCCURS_OPTIONAL, 0},
    {XB_ELEMENT_MOD_LOCAL, XB_OCCURS_OPTIONAL, 1},
    {XB_ELEMENT_MOD, XB_OCCURS_OPTIONAL, 2},
    {XB_ELEMENT_READ_LOCAL, XB_OCCURS_OPTIONAL, 3},
    {XB_ELEMENT_READ, XB_OCCURS_OPTIONAL, 4},
    {XB_ELEMENT_ON_ENTRY, XB_OCCURS_OPTIONAL, 5},
    FLOW(6),
    LAST,
};
static const xb_child_rule replacement_list_children[] = {
    {XB_ELEMENT_ARGUMENT_LIST, XB_OCCURS_OPTIONAL, 0}, {XB_ELEMENT_REPLACEMENT, XB_OCCURS_ANY, 1}, LAST};
static const xb_child_rule replacement_children[] = {FLOW(0), LAST};
static const xb_child_rule argument_list_children[] = {
    {XB_ELEMENT_ARGUMENT_SYMBOL_REFERENCE, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule side_effect_children[] = {{XB_ELEMENT_SIDE_EFFECT_REFERENCE, XB_OCCURS_ANY, 0},
                                                     LAST};
static const xb_child_rule marker_children[] = {
    {XB_ELEMENT_MARKER_MOD, XB_OCCURS_OPTIONAL, 0}, {XB_ELEMENT_MARKER_READ, XB_OCCURS_OPTIONAL, 1}, LAST};
static const xb_child_rule block_children[] = {
    {XB_ELEMENT_ASSIGNMENT, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_SUBROUTINE_CALL, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_MARKER, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_INLINABLE_SUBROUTINE_CALL, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_DERIVATIVE_PROPAGATOR, XB_OCCURS_ANY, 0},
    LAST,
};
static const xb_child_rule condition_children[] = {{XB_ELEMENT_CONDITION, XB_OCCURS_OPTIONAL, 0}, LAST};
static const xb_child_rule for_loop_children[] = {{XB_ELEMENT_INITIALIZATION, XB_OCCURS_OPTIONAL, 0},
                                                  {XB_ELEMENT_CONDITION, XB_OCCURS_OPTIONAL, 1},
                                                  {XB_ELEMENT_UPDATE, XB_OCCURS_OPTIONAL, 2},
                                                  LAST};
static const xb_child_rule assignment_children[] = {
    {XB_ELEMENT_ASSIGNMENT_LHS, XB_OCCURS_ONCE, 0}, {XB_ELEMENT_ASSIGNMENT_RHS, XB_OCCURS_ONCE, 1}, LAST};
static const xb_child_rule call_children[] = {{XB_ELEMENT_ARGUMENT, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule argument_children[] = {{XB_ELEMENT_VARIABLE_REFERENCE, XB_OCCURS_OPTIONAL, 0},
                                                  {XB_ELEMENT_CONSTANT, XB_OCCURS_OPTIONAL, 0},
                                                  LAST};
static const xb_child_rule propagator_children[] = {
    {XB_ELEMENT_SET_DERIV, XB_OCCURS_ANY, 0},  {XB_ELEMENT_SET_NEG_DERIV, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_INC_DERIV, XB_OCCURS_ANY, 0},  {XB_ELEMENT_DEC_DERIV, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_SAX, XB_OCCURS_ANY, 0},        {XB_ELEMENT_SAXPY, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_ZERO_DERIV, XB_OCCURS_ANY, 0}, LAST,
};
static const xb_child_rule unary_children[] = {
    {XB_ELEMENT_TGT, XB_OCCURS_ONCE, 0}, {XB_ELEMENT_SRC, XB_OCCURS_ONCE, 1}, LAST};
static const xb_child_rule sax_children[] = {
    {XB_ELEMENT_AX, XB_OCCURS_ANY, 0}, {XB_ELEMENT_Y, XB_OCCURS_ONCE, 1}, LAST};
static const xb_child_rule ax_children[] = {
    {XB_ELEMENT_A, XB_OCCURS_ONCE, 0}, {XB_ELEMENT_X, XB_OCCURS_ONCE, 1}, LAST};
static const xb_child_rule expression_children[] = {
    {XB_ELEMENT_VARIABLE_REFERENCE, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_CONSTANT, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_INTRINSIC, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_EXPRESSION_EDGE, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_BOOLEAN_OPERATION, XB_OCCURS_ANY, 0},
    {XB_ELEMENT_FUNCTION_CALL, XB_OCCURS_ANY, 0},
    LAST,
};
static const xb_child_rule function_children[] = {{XB_ELEMENT_FUNCTION_ARGUMENT, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule reference_children[] = {
    {XB_ELEMENT_SYMBOL_REFERENCE, XB_OCCURS_ONCE, 0},
    {XB_ELEMENT_ARRAY_ELEMENT_REFERENCE, XB_OCCURS_OPTIONAL, 0},
    {XB_ELEMENT_VARIABLE_REFERENCE_EDGE, XB_OCCURS_OPTIONAL, 0},
    LAST,
};
static const xb_child_rule symbol_reference_children[] = {
    {XB_ELEMENT_SYMBOL_REFERENCE_PROPERTY, XB_OCCURS_ANY, 0}, LAST};
static const xb_child_rule element_reference_children[] = {{XB_ELEMENT_INDEX_TRIPLET, XB_OCCURS_ANY, 0},
                                                           LAST};
static const xb_child_rule triplet_children[] = {{XB_ELEMENT_INDEX, XB_OCCURS_OPTIONAL, 0},
                                                 {XB_ELEMENT_BOUND, XB_OCCURS_OPTIONAL, 1},
                                                 {XB_ELEMENT_STRIDE, XB_OCCURS_OPTIONAL, 2},
                                                 LAST};

/* ---- elements ----------------------------------------------------------------------------------- */

#define NO_NODE  XB_KIND_COUNT
#define NO_LABEL XB_ATTRIBUTE_NONE

static const xb_element_rule rules[XB_ELEMENT_COUNT] = {
    [XB_ELEMENT_DOCUMENT] = {"document", NO_LABEL, NO_NODE, NULL, document_children},
    [XB_ELEMENT_CALL_GRAPH] = {"CallGraph", NO_LABEL, XB_KIND_PROGRAM, call_graph_attributes,
                               call_graph_children},
    [XB_ELEMENT_SOURCE] = {"Source", NO_LABEL, NO_NODE, source_attributes, source_children},
    [XB_ELEMENT_SOURCE_MODULE] = {"SourceModule", NO_LABEL, NO_NODE, source_module_attributes, NULL},
    [XB_ELEMENT_SCOPE_HIERARCHY] = {"ScopeHierarchy", NO_LABEL, NO_NODE, NULL, hierarchy_children},
    [XB_ELEMENT_SCOPE] = {"Scope", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_SCOPE, vertex_attributes, scope_children},
    [XB_ELEMENT_SYMBOL_TABLE] = {"SymbolTable", NO_LABEL, NO_NODE, NULL, table_children},
    [XB_ELEMENT_SYMBOL] = {"Symbol", XB_ATTRIBUTE_SYMBOL_ID, XB_KIND_SYMBOL, symbol_attributes,
                           symbol_children},
    [XB_ELEMENT_DIMENSION_BOUNDS] = {"DimensionBounds", NO_LABEL, NO_NODE, bounds_attributes,
                                     bounds_children},
    [XB_ELEMENT_LOWER_BOUND] = {"LowerBound", NO_LABEL, XB_KIND_EXPRESSION, NULL, expression_children},
    [XB_ELEMENT_UPPER_BOUND] = {"UpperBound", NO_LABEL, XB_KIND_EXPRESSION, NULL, expression_children},
    [XB_ELEMENT_INITIAL_VALUE] = {"InitialValue", NO_LABEL, XB_KIND_EXPRESSION, initial_attributes,
                                  expression_children},
    [XB_ELEMENT_INTERFACE] = {"Interface", NO_LABEL, NO_NODE, interface_attributes, interface_children},
    [XB_ELEMENT_SCOPE_EDGE] = {"ScopeEdge", XB_ATTRIBUTE_EDGE_ID, NO_NODE, edge_attributes, NULL},
    [XB_ELEMENT_ALIAS_SET_MAP] = {"AliasSetMap", NO_LABEL, NO_NODE, NULL, alias_map_children},
    [XB_ELEMENT_ALIAS_SET] = {"AliasSet", XB_ATTRIBUTE_KEY, NO_NODE, key_attributes, alias_set_children},
    [XB_ELEMENT_ALIAS_RANGE] = {"AliasRange", NO_LABEL, NO_NODE, range_attributes, NULL},
    [XB_ELEMENT_DUUD_SET_MAP] = {"DUUDSetMap", NO_LABEL, NO_NODE, NULL, chain_map_children},
    [XB_ELEMENT_DO_SET_MAP] = {"DOSetMap", NO_LABEL, NO_NODE, NULL, chain_map_children},
    [XB_ELEMENT_STMT_ID_SET] = {"StmtIdSet", XB_ATTRIBUTE_KEY, NO_NODE, key_attributes, chain_children},
    [XB_ELEMENT_STATEMENT_ID] = {"StatementId", NO_LABEL, NO_NODE, id_ref_attributes, NULL},
    [XB_ELEMENT_CONTROL_FLOW_GRAPH] = {"ControlFlowGraph", XB_ATTRIBUTE_SYMBOL_ID, XB_KIND_CONTROL_FLOW_GRAPH,
                                       control_flow_graph_attributes, control_flow_graph_children},
    [XB_ELEMENT_REPLACEMENT_LIST] = {"ReplacementList", XB_ATTRIBUTE_SYMBOL_ID, XB_KIND_REPLACEMENT_LIST,
                                     replacement_list_attributes, replacement_list_children},
    [XB_ELEMENT_REPLACEMENT] = {"Replacement", XB_ATTRIBUTE_PLACEHOLDER, XB_KIND_REPLACEMENT,
                                replacement_attributes, replacement_children},
    [XB_ELEMENT_CALL_GRAPH_EDGE] = {"CallGraphEdge", XB_ATTRIBUTE_EDGE_ID, XB_KIND_CALL_GRAPH_EDGE,
                                    edge_attributes, NULL},
    [XB_ELEMENT_ARGUMENT_LIST] = {"ArgumentList", NO_LABEL, NO_NODE, NULL, argument_list_children},
    [XB_ELEMENT_ARGUMENT_SYMBOL_REFERENCE] = {"ArgumentSymbolReference", XB_ATTRIBUTE_POSITION,
                                              XB_KIND_FORMAL, formal_attributes, NULL},
    [XB_ELEMENT_MOD_LOCAL] = {"ModLocal", NO_LABEL, NO_NODE, NULL, side_effect_children},
    [XB_ELEMENT_MOD] = {"Mod", NO_LABEL, NO_NODE, NULL, side_effect_children},
    [XB_ELEMENT_READ_LOCAL] = {"ReadLocal", NO_LABEL, NO_NODE, NULL, side_effect_children},
    [XB_ELEMENT_READ] = {"Read", NO_LABEL, NO_NODE, NULL, side_effect_children},
    [XB_ELEMENT_ON_ENTRY] = {"OnEntry", NO_LABEL, NO_NODE, NULL, side_effect_children},
    [XB_ELEMENT_SIDE_EFFECT_REFERENCE] = {"SideEffectReference", NO_LABEL, XB_KIND_VARIABLE_REFERENCE,
                                          reference_attributes, reference_children},
    [XB_ELEMENT_ENTRY] = {"Entry", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_ENTRY, vertex_attributes, NULL},
    [XB_ELEMENT_EXIT] = {"Exit", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_EXIT, vertex_attributes, NULL},
    [XB_ELEMENT_BASIC_BLOCK] = {"BasicBlock", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_BASIC_BLOCK, block_attributes,
                                block_children},
    [XB_ELEMENT_IF] = {"If", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_IF, condition_attributes, condition_children},
    [XB_ELEMENT_BRANCH] = {"Branch", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_BRANCH, condition_attributes,
                           condition_children},
    [XB_ELEMENT_END_BRANCH] = {"EndBranch", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_END_BRANCH, vertex_attributes,
                               NULL},
    [XB_ELEMENT_FOR_LOOP] = {"ForLoop", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_FOR_LOOP, for_loop_attributes,
                             for_loop_children},
    [XB_ELEMENT_PRE_LOOP] = {"PreLoop", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_PRE_LOOP, condition_attributes,
                             condition_children},
    [XB_ELEMENT_POST_LOOP] = {"PostLoop", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_POST_LOOP, condition_attributes,
                              condition_children},
    [XB_ELEMENT_END_LOOP] = {"EndLoop", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_END_LOOP, vertex_attributes, NULL},
    [XB_ELEMENT_LABEL] = {"Label", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_LABEL, vertex_attributes, NULL},
    [XB_ELEMENT_GOTO] = {"Goto", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_GOTO, vertex_attributes, NULL},
    [XB_ELEMENT_CONTROL_FLOW_EDGE] = {"ControlFlowEdge", XB_ATTRIBUTE_EDGE_ID, XB_KIND_CONTROL_FLOW_EDGE,
                                      flow_edge_attributes, NULL},
    [XB_ELEMENT_INITIALIZATION] = {"Initialization", XB_ATTRIBUTE_STATEMENT_ID, XB_KIND_INITIALIZATION,
                                   loop_assignment_attributes, assignment_children},
    [XB_ELEMENT_UPDATE] = {"Update", XB_ATTRIBUTE_STATEMENT_ID, XB_KIND_UPDATE, loop_assignment_attributes,
                           assignment_children},
    [XB_ELEMENT_CONDITION] = {"Condition", NO_LABEL, XB_KIND_EXPRESSION, NULL, expression_children},
    [XB_ELEMENT_ASSIGNMENT] = {"Assignment", XB_ATTRIBUTE_STATEMENT_ID, XB_KIND_ASSIGNMENT,
                               assignment_attributes, assignment_children},
    [XB_ELEMENT_ASSIGNMENT_LHS] = {"AssignmentLHS", NO_LABEL, XB_KIND_VARIABLE_REFERENCE, lhs_attributes,
                                   reference_children},
    [XB_ELEMENT_ASSIGNMENT_RHS] = {"AssignmentRHS", NO_LABEL, XB_KIND_EXPRESSION, NULL, expression_children},
    [XB_ELEMENT_SUBROUTINE_CALL] = {"SubroutineCall", XB_ATTRIBUTE_STATEMENT_ID, XB_KIND_SUBROUTINE_CALL,
                                    call_attributes, call_children},
    [XB_ELEMENT_INLINABLE_SUBROUTINE_CALL] = {"InlinableSubroutineCall", XB_ATTRIBUTE_STATEMENT_ID,
                                              XB_KIND_INLINABLE_CALL, inlinable_call_attributes,
                                              call_children},
    [XB_ELEMENT_ARGUMENT] = {"Argument", XB_ATTRIBUTE_POSITION, XB_KIND_ARGUMENT, argument_attributes,
                             argument_children},
    [XB_ELEMENT_MARKER] = {"Marker", XB_ATTRIBUTE_STATEMENT_ID, XB_KIND_MARKER, marker_attributes,
                           marker_children},
    [XB_ELEMENT_MARKER_MOD] = {"Mod", NO_LABEL, NO_NODE, NULL, side_effect_children},
    [XB_ELEMENT_MARKER_READ] = {"Read", NO_LABEL, NO_NODE, NULL, side_effect_children},
    [XB_ELEMENT_DERIVATIVE_PROPAGATOR] = {"DerivativePropagator", NO_LABEL, XB_KIND_DERIVATIVE_PROPAGATOR,
                                          propagator_attributes, propagator_children},
    [XB_ELEMENT_SET_DERIV] = {"SetDeriv", NO_LABEL, XB_KIND_SET_DERIV, NULL, unary_children},
    [XB_ELEMENT_SET_NEG_DERIV] = {"SetNegDeriv", NO_LABEL, XB_KIND_SET_NEG_DERIV, NULL, unary_children},
    [XB_ELEMENT_INC_DERIV] = {"IncDeriv", NO_LABEL, XB_KIND_INC_DERIV, NULL, unary_children},
    [XB_ELEMENT_DEC_DERIV] = {"DecDeriv", NO_LABEL, XB_KIND_DEC_DERIV, NULL, unary_children},
    [XB_ELEMENT_SAX] = {"Sax", NO_LABEL, XB_KIND_SAX, NULL, sax_children},
    [XB_ELEMENT_SAXPY] = {"Saxpy", NO_LABEL, XB_KIND_SAXPY, NULL, sax_children},
    [XB_ELEMENT_ZERO_DERIV] = {"ZeroDeriv", NO_LABEL, XB_KIND_ZERO_DERIV, reference_attributes,
                               reference_children},
    [XB_ELEMENT_TGT] = {"Tgt", NO_LABEL, XB_KIND_VARIABLE_REFERENCE, reference_attributes,
                        reference_children},
    [XB_ELEMENT_SRC] = {"Src", NO_LABEL, XB_KIND_VARIABLE_REFERENCE, reference_attributes,
                        reference_children},
    [XB_ELEMENT_AX] = {"AX", NO_LABEL, NO_NODE, NULL, ax_children},
    [XB_ELEMENT_A] = {"A", NO_LABEL, XB_KIND_EXPRESSION, NULL, expression_children},
    [XB_ELEMENT_X] = {"X", NO_LABEL, XB_KIND_VARIABLE_REFERENCE, reference_attributes, reference_children},
    [XB_ELEMENT_Y] = {"Y", NO_LABEL, XB_KIND_VARIABLE_REFERENCE, reference_attributes, reference_children},
    [XB_ELEMENT_VARIABLE_REFERENCE] = {"VariableReference", XB_ATTRIBUTE_VERTEX_ID,
                                       XB_KIND_VARIABLE_REFERENCE, variable_attributes, reference_children},
    [XB_ELEMENT_CONSTANT] = {"Constant", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_CONSTANT, constant_attributes, NULL},
    [XB_ELEMENT_INTRINSIC] = {"Intrinsic", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_INTRINSIC, intrinsic_attributes,
                              NULL},
    [XB_ELEMENT_BOOLEAN_OPERATION] = {"BooleanOperation", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_BOOLEAN_OPERATION,
                                      boolean_attributes, NULL},
    [XB_ELEMENT_FUNCTION_CALL] = {"FunctionCall", XB_ATTRIBUTE_VERTEX_ID, XB_KIND_FUNCTION_CALL,
                                  function_attributes, function_children},
    [XB_ELEMENT_FUNCTION_ARGUMENT] = {"Argument", NO_LABEL, XB_KIND_VARIABLE_REFERENCE, reference_attributes,
                                      reference_children},
    [XB_ELEMENT_EXPRESSION_EDGE] = {"ExpressionEdge", XB_ATTRIBUTE_EDGE_ID, NO_NODE,
                                    expression_edge_attributes, NULL},
    [XB_ELEMENT_SYMBOL_REFERENCE] = {"SymbolReference", NO_LABEL, NO_NODE, symbol_reference_attributes,
                                     symbol_reference_children},
    [XB_ELEMENT_SYMBOL_REFERENCE_PROPERTY] = {"SymbolReferenceProperty", XB_ATTRIBUTE_NAME, NO_NODE,
                                              property_attributes, NULL},
    [XB_ELEMENT_ARRAY_ELEMENT_REFERENCE] = {"ArrayElementReference", NO_LABEL, NO_NODE,
                                            element_reference_attributes, element_reference_children},
    [XB_ELEMENT_VARIABLE_REFERENCE_EDGE] = {"VariableReferenceEdge", XB_ATTRIBUTE_EDGE_ID, NO_NODE,
                                            edge_attributes, NULL},
    [XB_ELEMENT_INDEX_TRIPLET] = {"IndexTriplet", NO_LABEL, XB_KIND_TRIPLET, NULL, triplet_children},
    [XB_ELEMENT_INDEX] = {"Index", NO_LABEL, XB_KIND_EXPRESSION, NULL, expression_children},
    [XB_ELEMENT_BOUND] = {"Bound", NO_LABEL, XB_KIND_EXPRESSION, NULL, expression_children},
    [XB_ELEMENT_STRIDE] = {"Stride", NO_LABEL, XB_KIND_EXPRESSION, NULL, expression_children},
};

const xb_element_rule *xb_element_rule_get(xb_element element)
{
    return &rules[element];
}

const char *xb_attribute_name(xb_attribute attribute)
{
    return attribute_names[attribute];
}

size_t xb_child_rule_find(const xb_element_rule *parent, const char *name)
{
    size_t count = xb_child_rule_count(parent);
    for (size_t i = 0; i < count; i++)
        if (strcmp(rules[parent->children[i].element].name, name) == 0)
            return i;
    return SIZE_MAX;
}

size_t xb_attribute_rule_find(const xb_element_rule *element, const char *name)
{
    size_t count = xb_attribute_rule_count(element);
    for (size_t i = 0; i < count; i++)
        if (strcmp(attribute_names[element->attributes[i].attribute], name) == 0)
            return i;
    return SIZE_MAX;
}

bool xb_element_exists(const char *name)
{
    for (size_t i = XB_ELEMENT_CALL_GRAPH; i < XB_ELEMENT_COUNT; i++)
        if (strcmp(rules[i].name, name) == 0)
            return true;
    return false;
}

size_t xb_child_rule_count(const xb_element_rule *element)
{
    size_t count = 0;
    while (element->children && element->children[count].element != XB_ELEMENT_DOCUMENT)
        count++;
    return count;
}

size_t xb_attribute_rule_count(const xb_element_rule *element)
{
    size_t count = 0;
    while (element->attributes && element->attributes[count].attribute != XB_ATTRIBUTE_NONE)
        count++;
    return count;
}
