/**
 * @file
 * Running the entry of a document at a point, with derivatives for all independents at once.
 */
#ifndef XB_TESTS_GENERATE_MACHINE_H
#define XB_TESTS_GENERATE_MACHINE_H

#include "evaluate/evaluate.h"
#include "sides.h"

/** The name of the main entry. */
#define GEN_MAIN "head"

enum { GEN_SHARED_LIMIT = 24 };

/** The inputs that the comment at the beginning of a document names. */
typedef struct gen_inputs {
    const char *names[16];
    double values[16][4][16]; /**< by name, point, element */
    bool absent[16][4];       /**< by name, point: an argument that is not passed */
    int counts[16];
    int name_count, point_count;
    const char *shared[GEN_SHARED_LIMIT][2]; /**< the second name shares the storage of the first */
    size_t offsets[GEN_SHARED_LIMIT];        /**< the element of the first that the second begins with */
    int shared_count;
} gen_inputs;

/** Reads the comment at the beginning of a document. */
gen_inputs gen_inputs_read(xb_arena *arena, const char *text);

/** A number at the end, of an argument or a global variable. */
typedef struct gen_result {
    const char *name;
    size_t element; /**< from 0 */
    bool defined;
    xb_number value;
    bool active;
    bool differentiated;         /**< the derivatives are defined */
    bool omitted;                /**< the derivatives are not among what is computed, or asked for */
    double complex *derivatives; /**< by direction */
} gen_result;

/** All of them. */
typedef struct gen_results {
    gen_result *items;
    size_t count;
    size_t directions;
    double kink; /**< distance to the nearest kink */
} gen_results;

/** The variable that holds the derivatives of another one. */
typedef struct gen_named {
    const xb_symbol *symbol, *derivative;
} gen_named;

/** A program that is ready to run. */
typedef struct gen_machine {
    xb_failure *failure;
    xb_arena *arena;
    xb_program *program;
    const gen_inputs *inputs;
    xb_evaluator *evaluator;
    const char *name;       /**< of the entry */
    const gen_sides *sides; /**< what derivatives are of, and by; NULL: all that is active */
    const xb_routine *entry;
    size_t directions;
    bool exact;                 /**< by dual numbers; otherwise by derivative statements */
    xb_exact_activity activity; /**< what passive variables mean */
    xb_exact_numbers numbers;   /**< what exact derivatives are */
    xb_evaluate_watch watch;    /**< what is told of runs */
    /* of adjoint programs */
    xb_template template_kind; /**< XB_TEMPLATE_NONE: it is none */
    size_t seeds;              /**< adjoints that are set, at most */
    bool strict;               /**< placeholders 10 and 11 */
    bool motions; /**< routines record and return, named after the entry; template_kind says only that it is
                     an adjoint program */
    bool
        combined; /**< of motions: the one that does both sweeps in one call, after which values are judged */
    const xb_routine *back;     /**< what takes the adjoint sweep: the entry, or what returns from it */
    bool initialises;           /**< derivatives of local variables are undefined at first */
    const xb_routine *original; /**< the entry of the original, whose intents count for Jacobians */
    /* of those whose adjoints are variables of their own */
    const xb_program *original_program; /**< what names are those of; NULL: adjoints are components */
    gen_named *named;                   /**< of all scopes */
    size_t named_count;
    /* of routines that compute Jacobians */
    bool given;    /**< global variables have values at first, as where the Jacobian is computed, which saves
                      them */
    bool jacobian; /**< the routine that computes the Jacobian of the entry is run, see gen_machine_whole() */
} gen_machine;

/** Whether an argument of the entry is not passed at a point. */
bool gen_is_incomplete(const gen_machine *machine, int point);

/** The routine of a name, or with the prefix of generated names before it. @return NULL if there is none */
const xb_routine *gen_find_entry(const xb_program *program, const char *name);

/** Prepares to run a program: failure, arena, program, inputs, name, exact, activity are set. Local arrays
 * that are declared without bounds, and are named free, have those from 1 to 3. */
xb_status gen_machine_create(gen_machine *machine);

/** Frees the evaluator. */
void gen_machine_destroy(gen_machine *machine);

/**
 * Runs the entry at a point.
 * @param shift relative change of each input
 * @return as xb_evaluator_call()
 */
xb_status gen_machine_run(gen_machine *machine, int point, double shift, gen_results *results);

/** How many adjoints are set for a result: none if it has no derivatives that are asked for, one for each
 * part of a complex one. */
size_t gen_seeds_of(const gen_result *result);

/**
 * Runs the adjoint of the entry at a point, and makes derivatives of its adjoints.
 * @param like what the original has computed there: these derivatives are wanted
 * @return as xb_evaluator_call(); what is left on tapes is an error
 */
xb_status gen_machine_reverse(gen_machine *machine, int point, const gen_results *like, gen_results *results);

/**
 * The names of active arguments of an entry that it may modify by their intents, separated by commas.
 * @param outside those of variables from outside, too
 * @return NULL if there is nothing, or no such entry
 */
const char *gen_dependents(xb_arena *arena, const xb_program *program, const char *entry, bool outside);

/** The same of arguments that are independent. */
const char *gen_independents(xb_arena *arena, const xb_program *program, const char *entry);

/**
 * Whether a result is among those that a Jacobian is asked to have rows for.
 * @param entry with formals of its name
 * @param dependents see gen_dependents(); NULL: what arguments the entry modifies
 */
bool gen_is_dependent(const xb_routine *entry, const char *dependents, const gen_result *result);

/**
 * Runs the routine that computes the Jacobian of the entry, and takes derivatives of arguments from that.
 * @param like what the original has computed there: these derivatives are wanted; those of others are omitted
 * @return as xb_evaluator_call(); a matrix of another shape, or what is left on tapes, is an error
 */
xb_status gen_machine_whole(gen_machine *machine, int point, const gen_results *like, gen_results *results);

#endif
