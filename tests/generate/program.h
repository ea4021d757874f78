/**
 * @file
 * Abstract programs: what is generated, analysed, made smaller, and written as XAIF.
 *
 * Everything is an entry of one of four tables and refers to other entries by number, so that a program is
 * copied by copying its tables, and is made smaller by no longer referring to something. Expressions are
 * graphs: an operand may have several uses, all within one statement.
 */
#ifndef XB_TESTS_GENERATE_PROGRAM_H
#define XB_TESTS_GENERATE_PROGRAM_H

#include <stdbool.h>

#include "base/arena.h"

enum {
    GEN_NONE = -1,      /**< no entry */
    GEN_RANK_LIMIT = 4, /**< most dimensions */
    GEN_OPERAND_LIMIT = 3,
    GEN_ARGUMENT_LIMIT = 8,
    GEN_BODY_LIMIT = 4
};

/** Types of values. */
typedef enum gen_type { GEN_INTEGER, GEN_REAL, GEN_COMPLEX, GEN_BOOL, GEN_CHARACTER } gen_type;

/** Whether values of a type are numbers. */
static inline bool gen_is_number(gen_type type)
{
    return type <= GEN_COMPLEX;
}

/** What a variable is. */
typedef enum gen_intent { GEN_NO_FORMAL, GEN_IN, GEN_OUT, GEN_INOUT } gen_intent;

/** A variable. */
typedef struct gen_variable {
    const char *name;
    gen_type type;
    bool single; /**< of single precision */
    bool active; /**< has a derivative component */
    bool known;  /**< declared with its bounds; otherwise they are those of what is passed */
    int rank;
    int lower[GEN_RANK_LIMIT], upper[GEN_RANK_LIMIT];
    int routine; /**< the routine that declares it; GEN_NONE: a global variable */
    gen_intent intent;
    bool optional;  /**< a formal that calls may leave out; a formal before it says how many there are, and 1,
                       or 0: only the second */
    bool claimed;   /**< a formal of intent inout that is declared with intent in */
    bool joint;     /**< a formal that may be the same storage as the other joint ones of its routine */
    int same;       /**< the global variable whose storage it is in, or GEN_NONE */
    int offset;     /**< the element (from 0) of that one that it begins with */
    double value;   /**< of an argument of the entry that is not an independent */
    bool module;    /**< a global variable that is a module's */
    bool hosted;    /**< a global variable that is one of the host */
    bool inner;     /**< a local variable that is in the scope of blocks */
    bool allocated; /**< is not there before it is allocated, with its bounds, which nobody knows */
    bool lazy;    /**< allocated, global, and allocated by whatever needs it and finds that it is not there */
    bool pointer; /**< a local array that is a pointer, to what nothing else refers to */
    bool gone;    /**< not there any more */
} gen_variable;

/** The shape of a value. */
typedef struct gen_shape {
    int rank;
    int extent[GEN_RANK_LIMIT]; /**< from GEN_DYNAMIC: not constant */
} gen_shape;

/** An extent of i:3 (even) or 1:i (odd) for the variable number (extent - GEN_DYNAMIC) / 2. */
enum { GEN_DYNAMIC = 1000 };

/** Kinds of subscripts. */
typedef enum gen_subscript_kind { GEN_INDEX, GEN_RANGE, GEN_VECTOR } gen_subscript_kind;

/** A subscript: an index; first, last and step of a range, each may be GEN_NONE; or an array of indices. */
typedef struct gen_subscript {
    gen_subscript_kind kind;
    int part[3];
} gen_subscript;

/** Kinds of vertices of expressions. */
typedef enum gen_kind {
    GEN_CONSTANT,
    GEN_REFERENCE,
    GEN_INTRINSIC,
    GEN_BOOLEAN,
    GEN_FUNCTION /**< of references; the last formal of its routine is the result */
} gen_kind;

/** A vertex of an expression. */
typedef struct gen_expression {
    gen_kind kind;
    gen_type type;
    bool single;
    const char *text; /**< of a constant its value, of an operation its name */
    int operands[GEN_OPERAND_LIMIT];
    int operand_count;
    int variable;
    int routine; /**< of a function */
    gen_subscript subscripts[GEN_RANK_LIMIT];
    int subscript_count; /**< 0 or the rank of the variable */
    bool derivative;     /**< a reference to the derivative, in parts of rules */
    gen_shape shape;
    double bound; /**< about the largest magnitude that it is going to have */
} gen_expression;

/** Kinds of statements. */
typedef enum gen_statement_kind {
    GEN_ASSIGN,
    GEN_CALL,
    GEN_MARKER,
    GEN_ALLOCATE,   /**< target: an array that is going to be there, without values */
    GEN_DEALLOCATE, /**< target: an array that is not there any more */
    GEN_IF,         /**< condition; bodies: then, else */
    GEN_SELECT,     /**< condition is an integer; bodies by cases, the last one the default */
    GEN_FOR,        /**< variable = low, high, step; or from low on while condition, then advance */
    GEN_WHILE,      /**< condition, then body */
    GEN_REPEAT,     /**< body, then again while condition */
    GEN_BLOCK,      /**< a body that GEN_LEAVE jumps out of */
    GEN_LEAVE,      /**< if condition (GEN_NONE: always), to the end of a block, see levels */
    GEN_UNREACHED,  /**< a body that nothing leads to; it leads to what follows */
    GEN_TANGLE /**< two bodies; if condition, begins with the second; then again from the first while low */
} gen_statement_kind;

/** A statement. */
typedef struct gen_statement {
    gen_statement_kind kind;
    const char *id, *update_id; /**< the latter of a loop's update */
    int next;                   /**< the statement after it in its body */
    int target, value;          /**< of an assignment */
    int active;                 /**< what the target says about itself: -1 nothing, 0, 1 */
    int routine;                /**< of a call */
    int arguments[GEN_ARGUMENT_LIMIT];
    int condition;
    int body[GEN_BODY_LIMIT];
    int body_count;
    int cases[GEN_BODY_LIMIT];
    int low, high, step;    /**< of a loop; step is a number */
    int loop_references[4]; /**< the loop variable in initialization, condition, update (read, set) */
    int update;             /**< of a loop: how its update is written, see write_flow.c */
    int advance;            /**< of a loop with a condition: the next value of its variable */
    int levels;      /**< of leaving: how many blocks there are between, 0: the innermost one is left */
    bool other_form; /**< If in the place of Branch; a loop of labels and jumps; one whose body always
                        jumps out of it; of what is not reached: chains take its definitions for ones all the
                        same */
} gen_statement;

/** A routine; it calls only those before it. */
typedef struct gen_routine {
    const char *name;
    int formals[GEN_ARGUMENT_LIMIT];
    int formal_count;
    int body;
    bool function; /**< is called within expressions; its last formal is the result */
    bool entry;    /**< is called from outside, and by no other */
    bool host;     /**< has hosted variables, and the hosted routines within it */
    bool hosted;   /**< is within the host */
    bool within;   /**< is declared in the scope of the host, which alone sees it */
    bool apart;    /**< is not within the module, whose variables only what it calls may use */
    bool external; /**< has no body, and does nothing */
    bool box;      /**< has a body that the document does not show; a catalogue knows its Jacobian */
    bool jacobian; /**< is such a routine's Jacobian */
    bool ruled;    /**< a catalogue has a rule for it */
    bool part;     /**< is named by such a rule, and called by nothing else */
    bool gone;
} gen_routine;

/** A program; the last routine is its main entry. */
typedef struct gen_program {
    xb_arena *arena;
    gen_variable *variables;
    gen_expression *expressions;
    gen_statement *statements;
    gen_routine *routines;
    int variable_count, expression_count, statement_count, routine_count;
    int variable_capacity, expression_capacity, statement_capacity, routine_capacity;
} gen_program;

/** An empty program. */
gen_program *gen_program_create(xb_arena *arena);

/** A copy in another arena. */
gen_program *gen_program_copy(xb_arena *arena, const gen_program *program);

/** The number of a new entry of each table, a copy of what is passed. */
int gen_add_variable(gen_program *program, const gen_variable *variable);
int gen_add_expression(gen_program *program, const gen_expression *expression);
int gen_add_statement(gen_program *program, const gen_statement *statement);
int gen_add_routine(gen_program *program, const gen_routine *routine);

/** An integer constant. */
int gen_integer(gen_program *program, int value);

/** A real constant, by its text. */
int gen_real(gen_program *program, const char *text, double magnitude, bool single);

/** A logical constant, or a character. */
int gen_truth(gen_program *program, bool value);
int gen_character(gen_program *program, const char *text);

/** A reference to a whole variable. */
int gen_reference(gen_program *program, int variable);

/** A reference to element index of an array, by index in each dimension. */
int gen_element_at(gen_program *program, int variable, const int *indices);

/** A reference to element index of a vector. */
int gen_element(gen_program *program, int variable, int index);

/** An operation; unused operands are GEN_NONE. Its shape is that of the operand with the largest rank. */
int gen_operation(gen_program *program, const char *name, gen_type type, int a, int b, int c);

/** A comparison or logical operation. */
int gen_boolean(gen_program *program, const char *name, int a, int b);

/** A copy of an expression. */
int gen_copy_expression(gen_program *program, int expression);

/** A statement of this kind with nothing in it. */
gen_statement gen_statement_of(gen_statement_kind kind, const char *id);

/** How many arguments a call passes, with those that it leaves out before others; the last ones may be left
 * out.
 */
int gen_passed(const gen_program *program, const gen_statement *call);

/** Number of elements. */
int gen_size(const gen_variable *variable);

/** The variable in whose storage this one is: itself or its same. */
int gen_root(const gen_program *program, int variable);

/** Whether what is assigned is always a whole variable that shares no storage: two targets that are not the
 * same never overlap. */
bool gen_targets_are_apart(const gen_program *program);

/** The shape of a whole variable. */
gen_shape gen_shape_of(const gen_variable *variable);

/** Whether two shapes are equal. */
bool gen_same_shape(gen_shape a, gen_shape b);

/** Numbers of entries, in an arena. */
typedef struct gen_numbers {
    int *items;
    int count, capacity;
} gen_numbers;

/** Appends a number. */
void gen_append(xb_arena *arena, gen_numbers *numbers, int number);

/** Whether a number is there. */
bool gen_contains(const gen_numbers *numbers, int number);

/** Appends the vertices of an expression, operands first, each once; with subscripts those in subscripts too.
 */
void gen_vertices(xb_arena *arena, const gen_program *program, int expression, bool with_subscripts,
                  gen_numbers *vertices);

/** Appends the vertices in the subscripts of a reference. */
void gen_subscript_vertices(xb_arena *arena, const gen_program *program, int reference,
                            gen_numbers *vertices);

/** Appends the statements of a body, and those in them, in order. */
void gen_statements(xb_arena *arena, const gen_program *program, int body, gen_numbers *statements);

/** Appends all vertices of a statement, each once: what it reads, its target, and what is in subscripts. */
void gen_statement_vertices(xb_arena *arena, const gen_program *program, const gen_statement *statement,
                            gen_numbers *vertices);

/** Appends pointers to the places of a statement that hold expressions to be read: value, condition, … */
int gen_expression_places(gen_statement *statement, int **places);

/** Most places of gen_expression_places(). */
enum { GEN_PLACE_LIMIT = GEN_ARGUMENT_LIMIT };

/** The routine that others are within, or GEN_NONE. */
int gen_host(const gen_program *program);

/** The number of the scope in which a routine is declared. */
int gen_scope_of_name(const gen_program *program, int routine);

/** Declares all routines in the global scope. @return whether one was declared elsewhere */
bool gen_declare_globally(gen_program *program);

/** Whether some variable of a routine is in the scope of blocks, which all of its blocks are in then. */
bool gen_has_inner(const gen_program *program, int routine);

/** Routines that are there, from the first to the entry. */
static inline int gen_entry(const gen_program *program)
{
    return program->routine_count - 1;
}

#endif
