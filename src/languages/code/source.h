/**
 * @file
 * The statement form: a program as a programmer would write it, for printers of languages.
 *
 * A program has units (subroutines and functions) and global variables; a unit has variables, and statements
 * in the order of the text. Statements form a tree that is kept as a list: what is in a construct stands
 * between its head and its end, as it does in the text, so that neither making nor printing a program nests
 * in the program's depth. Expressions are trees whose nodes know type, kind and rank. What differs between
 * languages is left to printers: operators, precedence, conversions, how arrays are passed.
 *
 * xb_source_make() makes it of the IR, for printers; a reader of a language makes it by the functions at the
 * end of this page, for xb_source_to_program(). Then nothing of an IR is in it: the symbols of variables, the
 * routines of units and what statements were made of are NULL, and so is all that is private. What a reader
 * sees to:
 *
 * - Names of units are unique, those of global variables among these and units, those of variables of a unit
 *   within that; they are the names in the source.
 * - A function is a unit whose last formal argument has the result.
 * - Types are explicit: operands of an operation have types that it takes, mixed ones are converted as
 * Fortran does, other conversions are operations. Kinds of results follow from those of operands.
 * - Leaving a loop, or going on with its next iteration, is a jump to a label behind its end, or before that.
 *   What can't be reached may be there.
 * - A comment is an opaque statement whose text begins as comments of the language do, and which names
 * nothing.
 * - Input, output and the like are opaque statements that name what they modify, then what they read.
 * - Extents of allocations count from 1.
 * - An expression may be an operand of several others: it is evaluated once.
 */
#ifndef XB_LANGUAGES_CODE_SOURCE_H
#define XB_LANGUAGES_CODE_SOURCE_H

#include "analysis/analyses.h"
#include "base/output.h"
#include "ir/declaration.h"
#include "languages/code/options.h"

#ifdef __cplusplus
extern "C" {
#endif

struct xb_source_unit;

/** One dimension of a variable whose bounds are not all constants. */
typedef struct xb_source_dimension {
    xb_bound_kind extent;
    const struct xb_source_expression *lower, *upper; /**< NULL: it has none */
    const struct xb_source_expression *stride; /**< only without arrays: elements from one to the next */
} xb_source_dimension;

/** What is added to the bytes of an integer that has no sign. */
enum { XB_SOURCE_UNSIGNED = 32 };

/** The bytes of a number of a kind. */
static inline unsigned xb_source_size(unsigned kind)
{
    return kind & (XB_SOURCE_UNSIGNED - 1);
}

/** A number by which kinds of one type are ordered: integers without sign come after those with sign that
 * have as many bytes. */
static inline unsigned xb_source_order(unsigned kind)
{
    return 2 * xb_source_size(kind) + kind / XB_SOURCE_UNSIGNED;
}

/** A value that elements have first. */
typedef struct xb_source_value {
    const struct xb_source_expression *value;
    uint64_t count; /**< of elements */
} xb_source_value;

/** What is done with an argument. */
enum xb_source_access {
    XB_SOURCE_READ = 1,
    XB_SOURCE_WRITTEN = 2,
    XB_SOURCE_INCREMENTED = 4, /**< something is added to it, or taken from it */
    XB_SOURCE_RESET = 8,       /**< a derivative is set to zero */
    XB_SOURCE_ANY = 15         /**< all of these */
};

/** A variable. */
typedef struct xb_source_variable {
    const xb_symbol *symbol;     /**< NULL for one that was made for a printer */
    struct xb_source_unit *home; /**< the unit that declares it; NULL: it is global */
    const char *name;            /**< legal in the language, unique where it is visible */
    const char *spelling;        /**< the name in the source; NULL: that is the name */
    const char *module;          /**< of a global variable: the module that declares it, or NULL */
    bool hidden;                 /**< that module keeps it to itself, or does not let others change it */
    const char *path;            /**< a printer's own: what stands before the name, or NULL */
    const char *stem;            /**< private: what the name is made of */
    const char *member;          /**< of a member of a structure: the path to it, such as a%b(:); or NULL */
    const char *structure, *structure_module; /**< of such a member: what declares the structure, such as
                                                 type(t), and the module that has that type; or NULL */
    const char *declared_kind, *kind_module, *kind_statement; /**< as in xb_declaration; or NULL */
    xb_type type;
    unsigned bytes; /**< kind: bytes of a number, of each part of a complex one; 0: the language's own; of
                         an integer without sign, XB_SOURCE_UNSIGNED is added */
    int rank;
    const xb_bounds *bounds; /**< in document order, the reverse of that of subscripts; NULL: not declared */
    const xb_source_dimension *dimensions; /**< likewise, if bounds are expressions; NULL: they are not */
    const xb_source_value *initial;        /**< values to begin with, or that of a parameter */
    size_t initial_count;
    const struct xb_source_variable *same; /**< the variable that this one is by another symbol, or NULL */
    const char *length;                    /**< of a text: number of characters, "*" or ":"; NULL: 1 */
    uint32_t position;                     /**< of a formal argument in the document, from 1; 0: it is none */
    xb_intent intent;                      /**< of a formal argument: XB_INTENT_IN if it is never written */
    bool optional : 1;                     /**< a formal argument that may be absent */
    bool pointer : 1;
    bool allocatable : 1;   /**< an array that is allocated while the program runs */
    bool target : 1;        /**< pointers may point to it */
    bool by_value : 1;      /**< a formal argument that is a copy of the actual one */
    bool parameter : 1;     /**< a constant */
    bool saved : 1;         /**< a variable of a unit that keeps its value from one call to the next */
    bool sequence : 1;      /**< an array that takes elements in order, wherever they begin */
    bool assumed_size : 1;  /**< a formal argument whose last extent is not known */
    bool shared : 1;        /**< it shares storage with others, or may do so */
    bool in_common : 1;     /**< it is part of a common block */
    bool is_gap : 1;        /**< it is there since a common block has to have something in its place */
    bool is_early : 1;      /**< private: declarations refer to it */
    bool is_result : 1;     /**< it has the result of a function */
    bool written : 1;       /**< some statement changes it, or may do so by a call */
    bool is_counting : 1;   /**< private: a counted loop of it is open */
    bool is_derivative : 1; /**< it holds derivatives: zero when a program begins, if it is global */
    bool open_intent : 1;   /**< the source does not say what the intent of a formal argument is */
    bool may_overlap : 1;   /**< of a formal argument: calls may pass what others of them have, too */
    bool live : 1;          /**< it is used, other than by being passed to what is not */
    bool named : 1;         /**< a printer's own: its name is in the text, or is that of a part of it */
    bool open : 1;          /**< likewise: a formal argument whose intent is not said */
    bool implied : 1;       /**< likewise: another formal argument says what it does */
    bool reshaped : 1;      /**< some statement allocates it, or may do so by a call */
    bool met : 1;           /**< private: a statement that was looked at has to do with it */
    bool overwritten : 1;   /**< of a formal argument: what it has before a call does not matter */
    unsigned access : 4;    /**< what is done with a formal argument: bits of xb_source_access */
    uint64_t line;          /**< of its declaration in the source, 0 if it is not known */
    const char *file;       /**< that line is of; NULL: that of its unit, or not known */
    void *note;             /**< a printer's own */
    const void *part;       /**< a printer's own: what it is a part of in the text, or NULL */
} xb_source_variable;

/** Storage that two variables of one place share: part begins at an element of whole. */
typedef struct xb_source_share {
    const xb_source_variable *whole, *part;
    int64_t subscripts[XB_RANK_LIMIT]; /**< of the element, if whole is an array */
} xb_source_share;

/** What stands for the name of the common block that has none. */
#define XB_SOURCE_BLANK "_blank_"

/** A common block, as one place declares it. */
typedef struct xb_source_common {
    const char *name;  /**< XB_SOURCE_BLANK: it has none */
    const char *block; /**< private: its identity */
    xb_list members;   /**< xb_source_variable in their order, without gaps */
    bool has_initial;  /**< this is the place that gives variables of the block their first values */
} xb_source_common;

/** Kinds of expressions. */
typedef enum xb_source_kind {
    XB_SOURCE_CONSTANT,  /**< `text` as the document has it */
    XB_SOURCE_VARIABLE,  /**< a whole variable without operands, else the element or section of these; of
                            several dimensions, or of bounds that are expressions, with one operand, without
                            arrays: the element at a place in storage, from 0 */
    XB_SOURCE_RANGE,     /**< as a subscript: lower, upper, stride, each of which may be NULL */
    XB_SOURCE_OPERATION, /**< an intrinsic or boolean operation of the operands */
    XB_SOURCE_FUNCTION   /**< a call of a function of the program; absent operands are NULL */
} xb_source_kind;

/** An expression. */
typedef struct xb_source_expression {
    xb_source_kind kind;
    xb_type type;
    unsigned bytes; /**< as those of a variable */
    int rank;
    xb_intrinsic_code intrinsic;   /**< of an operation */
    const char *text;              /**< of a constant; name of an intrinsic that is not known */
    xb_source_variable *variable;  /**< of a variable */
    struct xb_source_unit *callee; /**< of a function call */
    const struct xb_source_expression **operands;
    size_t count;
    uint32_t size; /**< number of nodes */
} xb_source_expression;

/** Kinds of statements. */
typedef enum xb_source_statement_kind {
    XB_SOURCE_ASSIGN,     /**< target = value */
    XB_SOURCE_CALL,       /**< call callee(arguments) */
    XB_SOURCE_IF,         /**< if (value); ended by END_IF */
    XB_SOURCE_ELSE,       /**< */
    XB_SOURCE_END_IF,     /**< */
    XB_SOURCE_SELECT,     /**< select case (value); ended by END_SELECT */
    XB_SOURCE_CASE,       /**< values */
    XB_SOURCE_DEFAULT,    /**< of a select: all other values */
    XB_SOURCE_END_SELECT, /**< */
    XB_SOURCE_DO,         /**< target counts from first to last, both included, by step; ended by END_DO */
    XB_SOURCE_FOR,        /**< as DO, but the variable changes under way: first assigned, then as long as
                               condition holds; ended by END_FOR */
    XB_SOURCE_WHILE,      /**< while (value); ended by END_DO */
    XB_SOURCE_REPEAT,  /**< executed once at least; ended by END_REPEAT, which has the condition to go on */
    XB_SOURCE_END_DO,  /**< */
    XB_SOURCE_END_FOR, /**< update is assigned to target */
    XB_SOURCE_END_REPEAT,    /**< value */
    XB_SOURCE_RETURN,        /**< */
    XB_SOURCE_LABEL,         /**< number */
    XB_SOURCE_JUMP,          /**< to number */
    XB_SOURCE_JUMP_IF,       /**< if (value), to number */
    XB_SOURCE_PUSH,          /**< target to a stack */
    XB_SOURCE_POP,           /**< */
    XB_SOURCE_RESERVE,       /**< room on a stack for number elements, which PUSHes of scalars put there */
    XB_SOURCE_ADVANCE,       /**< the top of a stack by number elements, after PUSHes or POPs of scalars */
    XB_SOURCE_TURN,          /**< something is taken from a stack, after something may have been put there */
    XB_SOURCE_DEALLOCATE,    /**< target */
    XB_SOURCE_NULLIFY,       /**< target */
    XB_SOURCE_OPAQUE,        /**< text, in a language; arguments are what it names */
    XB_SOURCE_ALLOCATE,      /**< target, with extents of arguments */
    XB_SOURCE_ALLOCATE_LIKE, /**< target, with the extents of value */
    XB_SOURCE_ROOM,    /**< target, a local array with bounds that are expressions, gets its memory, for as
                          many elements as argument says; only without arrays */
    XB_SOURCE_FIT,     /**< target gets extents of arguments unless it has them; only without arrays */
    XB_SOURCE_LEAVE_IF /**< the innermost loop, if value holds; only without arrays */
} xb_source_statement_kind;

/** A statement; what a kind has not got is NULL, 0. */
typedef struct xb_source_statement {
    xb_source_statement_kind kind;
    uint64_t line;       /**< of the source, 0 if it is not known */
    const xb_node *from; /**< what it was made of; for diagnostics */
    const xb_source_expression *target, *value;
    const xb_source_expression *first, *last, *step; /**< of DO; first of FOR */
    const xb_source_expression *condition, *update;  /**< of FOR, DO */
    struct xb_source_unit *callee;
    const xb_source_expression **arguments; /**< by position, from 0; NULL: absent */
    const int64_t *values;                  /**< count of CASE, ascending */
    size_t count;
    int64_t number;   /**< of a label; of a scalar that is pushed or popped, see xb_source_width(); of OPAQUE,
                         how   many arguments, the first ones, it modifies */
    const char *text; /**< of OPAQUE; a printer's own of SELECT and CASE: what stands in their place */
    xb_text_language language; /**< of that text */
    const char
        *tags;       /**< of a loop or a call that was read: what the IR is told of it (ir/tags.h); or NULL */
    bool is_simple;  /**< of DO: it can be taken back by arithmetic, as the source says */
    bool checkpoint; /**< the stack is that of the checkpoints, and not the tape */
    bool is_apart; /**< of OPAQUE: what it modifies gets new values, all of it, which are constants as far as
                      derivatives are concerned */
    bool is_dropped; /**< private: it is to be taken out */
} xb_source_statement;

/**
 * Elements of a stack that a scalar takes up.
 *
 * PUSHes and POPs of scalars stand in groups. Elements of a stack count from its top as it is at the first
 * one of a group: those of the k-th element above it and on are pushed with number k, from 1, and those of
 * the k-th element below the top, which is 0, and on are popped with number k. ADVANCE ends a group, whose
 * PUSHes RESERVE begins.
 */
unsigned xb_source_width(const xb_source_expression *scalar);

/** What a call passes as an argument. */
typedef struct xb_source_pass {
    uint32_t position;                  /**< from 0 */
    const xb_source_expression *actual; /**< NULL: nothing */
} xb_source_pass;

/** A subroutine or a function. */
typedef struct xb_source_unit {
    const xb_routine *routine;
    const char *name;
    const struct xb_source_unit *whole; /**< the unit that it is a piece of; NULL: it is none */
    struct xb_source_unit *host;        /**< the unit that it lies within, or NULL */
    xb_list inner;                      /**< xb_source_unit */
    bool is_made;                       /**< the source has not got it: it is a version of one of its units */
    bool is_loose;                      /**< it is a unit of its own, not a procedure of the module */
    const char *module;       /**< the module that it is a procedure of, if the source says it; or NULL */
    const char *file;         /**< of the source; NULL: that of the program */
    const char *spelling;     /**< the name in the source; NULL: that is the name */
    bool is_argument;         /**< an external one that is an argument of the entry */
    const char *after;        /**< of such a one: the argument before it in the source; NULL: none */
    uint64_t line;            /**< of the source, 0 if it is not known */
    const char *uses;         /**< uses and includes, lines of the source; NULL: none */
    unsigned plain_constants; /**< as in xb_declaration */
    const char *independents, *dependents; /**< names of variables, if the source says that they are
                                              differentiated; separated by commas, or NULL */
    bool is_external;                      /**< it has no body here: only its interface is known */
    bool imports;         /**< private: declarations of an external one refer to global variables */
    bool is_function;     /**< its last formal argument has the result */
    bool recursive;       /**< it may call itself */
    bool is_used;         /**< private: it is called, or can be called from outside */
    bool is_derived;      /**< private: it is a derived version of another one */
    bool is_helper;       /**< private: such a one that nobody but others calls */
    bool has_tape;        /**< it, or what it calls, has to do with the tape or the checkpoints */
    xb_list formals;      /**< xb_source_variable, those that are arguments in code */
    xb_list locals;       /**< xb_source_variable, those that are used */
    xb_list commons;      /**< xb_source_common */
    xb_vector shares;     /**< xb_source_share */
    xb_list declared;     /**< xb_source_variable: all of these, in the order of their declarations */
    xb_vector statements; /**< xb_source_statement */
    xb_list calls;        /**< private: xb_source_unit that it calls */
    xb_vector passes;     /**< private: xb_source_pass of its calls */
    xb_list passed;       /**< a printer's own: procedures that are its arguments, xb_source_unit */
    uint32_t number;      /**< in the order of the program */
    bool puts;            /**< something is put on a stack while it runs */
    bool changes_others;  /**< private: it changes more than its arguments and its result */
    bool hidden;          /**< its module keeps it to itself */
    bool is_copied;       /**< a printer's own: what is added has one of its own, since it is hidden */
} xb_source_unit;

/** A program. */
typedef struct xb_source {
    const xb_program *program; /**< that it was made of, or NULL */
    const char *file;          /**< of the source, for diagnostics; NULL: that of the program */
    xb_source_options options;
    const char *name;  /**< of the whole: no unit or global variable has it */
    xb_list globals;   /**< xb_source_variable, those that are used, in the order of their declarations */
    xb_list units;     /**< xb_source_unit in document order */
    xb_list commons;   /**< xb_source_common that global variables are in */
    xb_vector shares;  /**< xb_source_share of global variables */
    xb_list externals; /**< xb_source_unit: those without body that are called */
    xb_map unit_names; /**< private: names of units by index of the routine's id */
    bool has_tape;     /**< something is put on the tape, or taken from it, or from the checkpoints */
} xb_source;

/** Where declarations of what users call go, for languages that have a file for them. */
typedef struct xb_source_header {
    const char *file; /**< its name, or NULL */
    xb_output *output;
} xb_source_header;

/** A language that programs are written in. */
typedef struct xb_source_language {
    const char *id;              /**< how options name it, such as "fortran" */
    const char *name;            /**< such as "Fortran" */
    const char *const *suffixes; /**< of its files, with their dots, the usual one first; last NULL */
    const char *const *run_time; /**< lines of the file that programs with a tape need; last NULL */
    size_t name_limit;           /**< longest name */
    bool ignores_case;           /**< whether names that differ in case are one */
    bool (*is_reserved)(const char *name); /**< whether a name means something else; it is in lower case if
                                              case is ignored */
    const char *const *tape_names; /**< names that mean something else in programs with a tape; last NULL */
    bool lacks_nesting;            /**< routines do not lie within others */
    bool lacks_arrays; /**< array statements become loops; what tapes and checkpoints hold, and arguments, are
                          elements that lie one after the other, or whole variables and plain sections */
    bool passes_anything; /**< what is passed to an argument that is a value and not used may be anything */
    /** Prints a program in its statement form, in which notes may be made.
     * @param lines an arena for the line at hand
     * @param header NULL: none is wanted
     * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED, reported: then what is put is of no use */
    xb_status (*put)(xb_source *source, xb_arena *arena, xb_arena *lines, xb_output *output,
                     const xb_source_header *header);
    bool has_headers; /**< declarations have a file of their own */
} xb_source_language;

/**
 * The statement form of a program as it is derived.
 * @param arena where it lives
 * @param scratch for what is needed under way, of the same failure
 * @param options how it will be written
 * @param source receives it
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED if the document lacks what a language can't do without, or has
 * what none has: each such thing is reported at its line
 */
xb_status xb_source_make(xb_analyses *analyses, xb_arena *arena, xb_arena *scratch,
                         const xb_source_language *language, const xb_source_options *options,
                         xb_source *source);

/**
 * Puts a program in its statement form: all of it, or nothing.
 * @param arena for the text
 * @param lines for the line at hand: nothing else may be in it
 * @param header NULL: none is wanted
 * @return XB_STATUS_OK, or XB_STATUS_UNSUPPORTED, reported; errors of the output are for its owner to ask for
 */
xb_status xb_source_put(xb_source *source, const xb_source_language *language, xb_arena *arena,
                        xb_arena *lines, xb_output *output, const xb_source_header *header);

/** Puts the file of a language's run time. @return how many lines it has */
size_t xb_source_put_run_time(const xb_source_language *language, xb_output *output);

/** Who looks at a program when it has been written. */
typedef struct xb_source_watch {
    /** @param source the statement form with the names that were written @param arena where that lives
     * @param lines for the line at hand, if something is printed @return what writing ends with */
    xb_status (*written)(void *context, const xb_source *source, xb_arena *arena, xb_arena *lines);
    void *context;
} xb_source_watch;

/**
 * Writes a program as it is derived.
 * @param options how
 * @param watch NULL: nobody looks
 * @param header NULL: none is wanted; it is of no use unless the status is XB_STATUS_OK
 * @return XB_STATUS_OK; XB_STATUS_UNSUPPORTED if the program can't be expressed, which is reported before
 * anything is written; XB_STATUS_FAILED if memory ran out or the output has an error, which is the owner of
 * the output's to report
 */
xb_status xb_source_write(xb_analyses *analyses, const xb_source_language *language,
                          const xb_source_options *options, xb_output *output, const xb_source_header *header,
                          const xb_source_watch *watch);

/* ---- the way back ---------------------------------------------------------------------------------------
 */

/**
 * The IR of a program in its statement form, as if a document had been read: for algorithms, or to be
 * written. Control flow is structured where it is made of branches and loops; variables have alias sets, by
 * the storage that they share. All that is real or complex is active. Takes time linear in the size of the
 * program.
 * @param failure where failing allocations of the program will jump to; need not be protected here
 * @param diagnostics where everything that is wrong is reported; must outlive the program
 * @param program receives the program, owned by the caller (xb_program_destroy()); NULL unless the result is
 * XB_STATUS_OK
 * @return XB_STATUS_OK; XB_STATUS_INVALID, XB_STATUS_UNSUPPORTED, reported with the line of the source;
 * XB_STATUS_FAILED if memory ran out. Whatever else is wrong is for xb_verify() to find
 */
xb_status xb_source_to_program(const xb_source *source, xb_failure *failure, xb_diagnostics *diagnostics,
                               xb_program **program);

/* ---- making a statement form ----------------------------------------------------------------------------
 *
 * What is made lives in an arena. Whatever these functions don't set is for the caller to set: all is zero.
 */

/** A program without units. @param name, file copied */
xb_source *xb_source_begin(xb_arena *arena, const char *name, const char *file);

/** Adds a unit. @param host the unit that it lies within, or NULL @param name copied */
xb_source_unit *xb_source_add_unit(xb_arena *arena, xb_source *source, xb_source_unit *host, const char *name,
                                   uint64_t line);

/** Adds a unit of which only the interface is known. */
xb_source_unit *xb_source_add_external(xb_arena *arena, xb_source *source, const char *name, uint64_t line);

/** Adds a variable. @param home the unit that declares it; NULL: it is global @param name copied */
xb_source_variable *xb_source_add_variable(xb_arena *arena, xb_source *source, xb_source_unit *home,
                                           const char *name, xb_type type, unsigned bytes);

/** Makes a variable of a unit its next formal argument. */
void xb_source_add_formal(xb_arena *arena, xb_source_unit *unit, xb_source_variable *variable,
                          xb_intent intent);

/** Appends a statement to a unit. @return it; valid until the next one is appended */
xb_source_statement *xb_source_add(xb_arena *arena, xb_source_unit *unit, xb_source_statement_kind kind,
                                   uint64_t line);

/** A new expression without operands. */
xb_source_expression *xb_source_new(xb_arena *arena, xb_source_kind kind, xb_type type, unsigned bytes,
                                    int rank);

/** Gives an expression room for operands. */
void xb_source_take_operands(xb_arena *arena, xb_source_expression *made, size_t count);

/** Sets an operand, counted from 0. @param operand NULL: there is none */
void xb_source_set_operand(xb_source_expression *made, size_t i, const xb_source_expression *operand);

/** All of a variable. */
const xb_source_expression *xb_source_whole(xb_arena *arena, xb_source_variable *variable);

/** An integer. */
const xb_source_expression *xb_source_integer(xb_arena *arena, int64_t value);

/** An operation whose kind follows from its operands. @param type of the result @param rank of that */
xb_source_expression *xb_source_operate(xb_arena *arena, xb_intrinsic_code code, xb_type type, int rank,
                                        const xb_source_expression *const *operands, size_t count);

/** Whether an expression is an integer constant. @param value receives it */
bool xb_source_is_integer(const xb_source_expression *expression, int64_t *value);

#ifdef __cplusplus
}
#endif

#endif
