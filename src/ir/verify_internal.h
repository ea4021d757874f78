/**
 * @file
 * What the parts of the verifier share. Not installed.
 */
#ifndef XB_IR_VERIFY_INTERNAL_H
#define XB_IR_VERIFY_INTERNAL_H

#include "ir/closure.h"
#include "ir/declaration.h"
#include "ir/statement_id.h"
#include "ir/verify.h"
#include "ir/view.h"

/** One run of the verifier. */
typedef struct xb_verifier {
    xb_program *program;
    xb_arena *scratch;
    xb_view view;       /**< the form of the program that is verified */
    xb_status status;   /**< of the first error */
    size_t error_count; /**< number of errors */
    size_t subscript_depth;
    bool warns_of_bounds;        /**< whether subscripts are compared with bounds */
    const xb_routine *routine;   /**< what is verified, or NULL */
    const xb_scope *block_scope; /**< of the block that is verified, or NULL */
    xb_node_map scope_ranges;    /**< by scope: which scopes it encloses; empty if scopes are no tree */
    xb_map unseen;       /**< what has been reported to be out of sight: symbols by routine and scope */
    uint32_t generation; /**< what marks of the current set are equal to */
    uint32_t *names;     /**< marks by name index */
    uint32_t *lines;     /**< the lines where names were marked */
    uint32_t *positions; /**< marks by position */
    size_t position_count;
    bool has_formals;      /**< whether formals and inputs have been filled */
    xb_map formals;        /**< xb_formal by routine and position */
    xb_node_set inputs;    /**< formals of intent in by symbol */
    xb_node_set told;      /**< those of which has been reported that they are assigned */
    bool has_arguments;    /**< whether arguments has been filled */
    xb_node_set arguments; /**< formals by symbol */
    bool has_assigned;     /**< whether assigned has been filled */
    xb_closure assigned;   /**< symbols that something is assigned to */
    xb_list placed;        /**< private to verify_blocks.c: variables of blocks that are referred to */
    xb_node_map placed_of; /**< likewise, by symbol */
} xb_verifier;

/** What is known of a value. */
typedef struct xb_verify_value {
    xb_type type;              /**< XB_TYPE_VOID: not known */
    int rank;                  /**< number of dimensions; XB_RANK_VOID: not known */
    const xb_reference *model; /**< an array of the same shape, or NULL */
    const int64_t *extents;    /**< its own numbers of elements, -1 where one is not known; or NULL */
    const xb_name *intrinsic;  /**< then: what it is the result of */
} xb_verify_value;

/** A step of the path to what is being verified; steps live on the C stack. */
typedef struct xb_verify_step {
    const struct xb_verify_step *up; /**< the enclosing step, NULL for the program */
    const char *name;                /**< element name */
    const xb_name *id;               /**< what tells it from its like, or NULL */
    uint32_t number;                 /**< what stands for an id that is NULL; 0: nothing does */
    const xb_statement *statement;   /**< the statement that it leads to, if its id is made */
    size_t line;                     /**< 0 if unknown */
    size_t source_line;              /**< of the program that the document was made of, 0 if unknown */
} xb_verify_step;

/** A step to a node, named by its kind. @param id what tells it from its like, or NULL */
xb_verify_step xb_verify_step_to(const xb_verify_step *up, const void *node, const xb_name *id);

/** A step to a statement. */
xb_verify_step xb_verify_step_to_statement(const xb_verify_step *up, const xb_statement *statement);

/** What tells the end of a step from its like: an id, or a number; empty if there is none. */
const char *xb_verify_label(xb_arena *arena, const xb_verify_step *step);

/** Reports an error at a step. */
void xb_verify_error(xb_verifier *v, const xb_verify_step *at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** Reports at a step that something is not supported. */
void xb_verify_unsupported(xb_verifier *v, const xb_verify_step *at, const char *hint, const char *format,
                           ...) __attribute__((format(printf, 4, 5)));

/** Reports a warning at a step. */
void xb_verify_warning(xb_verifier *v, const xb_verify_step *at, const char *hint, const char *message);

/** Begins a new set of marked names and positions; the set before is forgotten. */
void xb_verify_begin_marks(xb_verifier *v);

/** Marks a name. @param line where it is; @return false if it was marked */
bool xb_verify_mark_name(xb_verifier *v, const xb_name *name, size_t line);

/** "; the first one is on line 12", of a name that has been marked; empty if the line isn't known. */
const char *xb_verify_first(xb_verifier *v, const xb_name *name);

/** Marks a position that is below the size of something in memory. @return false if it was marked */
bool xb_verify_mark_position(xb_verifier *v, size_t position);

/** The nodes that stand for those of a list, see xb_view_list(). */
const xb_list *xb_verify_list(const xb_verifier *v, const xb_list *list);

/** The one node that stands for a node; if it isn't one, that is reported and the node itself is returned. */
void *xb_verify_single(xb_verifier *v, const xb_verify_step *at, void *node);

/** Verifies scopes, symbols, and the maps. */
void xb_verify_scopes(xb_verifier *v, const xb_verify_step *up);

/** Verifies what else is known of a symbol. @param at the step to it */
void xb_verify_declaration(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol);

/** Notes a reference for xb_verify_blocks(). */
void xb_verify_place(xb_verifier *v, const xb_reference *reference);

/** Compares what blocks say of storage with what alias sets say, when all references have been noted. */
void xb_verify_blocks(xb_verifier *v, const xb_verify_step *up);

/** Numbers the scopes, which are a tree, so that xb_verify_visible() can tell what encloses what. */
void xb_verify_number_scopes(xb_verifier *v);

/** Begins a basic block, and reports if its scope has nothing to do with the routine. @param scope NULL: ends
 * it */
void xb_verify_block_scope(xb_verifier *v, const xb_verify_step *at, const xb_scope *scope);

/** Reports if a symbol can't be seen in the routine and block that are verified: once a routine and scope. */
void xb_verify_visible(xb_verifier *v, const xb_verify_step *at, const xb_symbol *symbol);

/** Verifies a routine. */
void xb_verify_routine(xb_verifier *v, const xb_verify_step *up, const xb_routine *routine);

/**
 * Warns, once, if branches and loops are not properly nested, each with its end vertex and without jumps.
 * @param entry the number of the Entry
 */
void xb_verify_structured(xb_verifier *v, const xb_verify_step *at, const xb_flow_graph *flow,
                          uint32_t entry);

/** Verifies the statements of a basic block, as they are. */
void xb_verify_statements(xb_verifier *v, const xb_verify_step *up, const xb_list *statements);

/** Verifies an assignment, as it is. @param kind the kind that it must have */
void xb_verify_assignment(xb_verifier *v, const xb_verify_step *up, const xb_assignment *assignment,
                          xb_kind kind);

/**
 * Verifies an expression.
 * @param name name of its element. NULL instead of an expression is an error.
 * @return what is known of its value
 */
xb_verify_value xb_verify_expression(xb_verifier *v, const xb_verify_step *up, xb_expression *expression,
                                     const char *name);

/** Verifies a reference. @param name name of its element. NULL instead of a reference is an error. */
void xb_verify_reference(xb_verifier *v, const xb_verify_step *up, xb_reference *reference, const char *name);

/** Verifies a reference. @param at the step to it */
void xb_verify_reference_at(xb_verifier *v, const xb_verify_step *at, const xb_reference *reference);

/** Whether some routine assigns a variable, directly or as a formal argument of what it calls. */
bool xb_verify_is_assigned(xb_verifier *v, const xb_symbol *symbol);

/** Verifies that an argument, one of reference and constant, is what a routine expects at a position. */
void xb_verify_passed(xb_verifier *v, const xb_verify_step *at, const xb_routine *callee, uint32_t position,
                      const xb_reference *reference, const xb_constant *constant);

/** Warns if what is assigned is a formal argument of intent in; once of each. */
void xb_verify_assignable(xb_verifier *v, const xb_verify_step *at, const xb_reference *reference);

/** Verifies a constant. @param at the step to it */
void xb_verify_constant(xb_verifier *v, const xb_verify_step *at, const xb_constant *constant);

#endif
