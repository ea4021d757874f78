/**
 * @file
 * Statements of basic blocks.
 */
#ifndef XB_IR_STATEMENT_H
#define XB_IR_STATEMENT_H

#include "ir/expression.h"

#ifdef __cplusplus
extern "C" {
#endif

struct xb_routine;

/** How the id of a statement is made of a name and a number: see statement_id.h. */
typedef enum xb_id_form {
    XB_ID_NAME,       /**< it is the name */
    XB_ID_NUMBERED,   /**< the name, then the number */
    XB_ID_REPLACEMENT /**< "_replacement_", the number, "_for_", the name */
} xb_id_form;

/** Numbers of ids are below it. */
enum { XB_ID_NUMBER_LIMIT = 1 << 30 };

/** The head of each statement. */
typedef struct xb_statement {
    xb_node node;
    const xb_name *id; /**< statement_id; the empty name for a DerivativePropagator; of an assignment that was
                          made perhaps the name of which it is made: see xb_statement_text() */
} xb_statement;

/** Its kind among those of statements. */
static inline xb_statement_kind xb_statement_kind_of(const xb_statement *statement)
{
    return (xb_statement_kind)statement->node.kind;
}

/** Assignment; Initialization and Update of a loop too. */
typedef struct xb_assignment {
    xb_statement statement;
    uint64_t line_number;    /**< source line, 0 if unknown */
    uint32_t do_chain;       /**< key of the DO map (xb_program_key()), 0: no information */
    xb_id_form id_form : 2;  /**< XB_ID_NAME unless it was made */
    uint32_t id_number : 30; /**< what the id is made with */
    xb_reference *target;    /**< left-hand side */
    xb_expression *value;    /**< right-hand side */
} xb_assignment;

/** An actual argument: either a reference or a constant. */
typedef struct xb_argument {
    xb_node node;
    uint32_t position;       /**< from 1; positions of optional arguments may be missing */
    xb_reference *reference; /**< or NULL */
    xb_constant *constant;   /**< or NULL */
} xb_argument;

/** SubroutineCall. */
typedef struct xb_call {
    xb_statement statement;
    xb_symbol *symbol; /**< the subroutine */
    xb_activity active;
    uint64_t line_number;
    uint64_t formal_count; /**< formalArgCount */
    xb_list arguments;     /**< xb_argument in document order */
    uint32_t site; /**< number of the call in the document, from 1; copies keep it. 0: made by an algorithm */
} xb_call;

/** What a SubroutineCall or a FunctionCall calls. */
static inline xb_symbol *xb_called_symbol(const xb_node *call)
{
    return call->kind == XB_KIND_SUBROUTINE_CALL ? ((const xb_call *)call)->symbol
                                                 : ((const xb_function_call *)call)->symbol;
}

/** InlinableSubroutineCall. */
typedef struct xb_inlinable_call {
    xb_statement statement;
    const xb_name *name;
    xb_list arguments;  /**< xb_argument */
    bool of_derivative; /**< it does for a derivative what another call does for a value */
} xb_inlinable_call;

/** The language of a text that the front end keeps. */
typedef enum xb_text_language { XB_TEXT_FORTRAN, XB_TEXT_C } xb_text_language;

/** Marker: a note of the front end, or a statement that it keeps to itself. */
typedef struct xb_marker {
    xb_statement statement;
    bool is_known;             /**< the document says what it reads and writes: nothing else */
    uint64_t line_number;      /**< of the source, 0 if it is not known */
    bool is_constant;          /**< what it writes gets new values, all of it, which are constants as far as
                                  derivatives are concerned */
    xb_list reads;             /**< xb_reference */
    xb_list writes;            /**< xb_reference */
    const xb_name *source;     /**< its text in the source, NULL if that is not known */
    xb_text_language language; /**< of that text */
    const xb_name *text; /**< what it says, NULL if nothing: in documents the annotation, of which nodes of
                            this kind have no other */
} xb_marker;

/** One term a·x of a Sax or Saxpy. */
typedef struct xb_term {
    xb_expression *factor;
    xb_reference *source;
} xb_term;

/** One entry of a DerivativePropagator; the kind says which. */
typedef struct xb_propagation {
    xb_node node;
    xb_reference *target;
    xb_reference *source; /**< of Set-, SetNeg-, Inc- and DecDeriv, else NULL */
    xb_vector terms;      /**< xb_term, of Sax and Saxpy */
} xb_propagation;

/** DerivativePropagator. */
typedef struct xb_propagator {
    xb_statement statement;
    xb_list entries; /**< xb_propagation */
} xb_propagator;

#ifdef __cplusplus
}
#endif

#endif
