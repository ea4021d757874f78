/**
 * @file
 * What a generated program is like: features, size, and how much its front end knows.
 */
#ifndef XB_TESTS_GENERATE_PROFILE_H
#define XB_TESTS_GENERATE_PROFILE_H

#include "random.h"
#include "storage.h"

/** What may occur in a program; a set. */
typedef enum gen_feature {
    GEN_ARRAYS = 1 << 0,           /**< vectors */
    GEN_MATRICES = 1 << 1,         /**< matrices */
    GEN_SECTIONS = 1 << 2,         /**< parts of arrays, also of variable extent */
    GEN_SUBSCRIPTS = 1 << 3,       /**< subscripts that are no constants, and change */
    GEN_PASSIVE = 1 << 4,          /**< variables and assignments without derivatives */
    GEN_BRANCHES = 1 << 5,         /**< branches, also with several ways */
    GEN_LOOPS = 1 << 6,            /**< loops of all kinds */
    GEN_JUMPS = 1 << 7,            /**< labels and jumps */
    GEN_CALLS = 1 << 8,            /**< subroutines */
    GEN_CONVERSIONS = 1 << 9,      /**< active arguments for passive formals and the other way round */
    GEN_GLOBALS = 1 << 10,         /**< global variables */
    GEN_SHARED = 1 << 11,          /**< global variables that share storage */
    GEN_DAGS = 1 << 12,            /**< expressions whose parts have several uses */
    GEN_DEEP = 1 << 13,            /**< large expressions */
    GEN_SWAPS = 1 << 14,           /**< values that change places */
    GEN_SINGLE = 1 << 15,          /**< single precision */
    GEN_CUTS = 1 << 16,            /**< active values rounded to integers */
    GEN_NONINLINABLE = 1 << 17,    /**< non-inlinable intrinsics */
    GEN_CATALOGUE = 1 << 18,       /**< all intrinsics of the catalogue that take numbers */
    GEN_COMPLEX_NUMBERS = 1 << 19, /**< complex numbers */
    GEN_UNKNOWN_BOUNDS = 1 << 20,  /**< formals that are declared without bounds */
    GEN_FUNCTIONS = 1 << 22,       /**< functions with body */
    GEN_EXTERNALS = 1 << 23,       /**< routines without body, which do nothing */
    GEN_JOINT = 1 << 24,           /**< formals that are the same storage, where alias sets say so */
    GEN_CONDITIONAL = 1 << 21      /**< merge: conditions within expressions */
} gen_feature;

enum { GEN_FEATURE_COUNT = 25 };

/** The side-effect lists of routines. */
typedef enum gen_lists { GEN_LISTS_RIGHT, GEN_LISTS_NONE, GEN_LISTS_LARGER } gen_lists;

/** What a program is like. */
typedef struct gen_profile {
    uint64_t seed;
    unsigned features; /**< a set of gen_feature */
    int size;          /**< about the number of statements of the entry */
    gen_style style;
    bool conditions_are_outside; /**< uses in conditions count as outside in chains */
    bool shuffled;               /**< vertices and edges of expressions are in no order */
    gen_lists lists;
    const char *passivated; /**< names of variables that are treated as passive; NULL: none */
    /* Probabilities that a reference has less than full information. */
    double no_alias, more_alias, partial, no_chain, more_chain, outside_chain;
} gen_profile;

/** The name of a feature by its number. */
const char *gen_feature_name(int number);

/** Features by names that commas separate; "all" is all, a name with '-' takes one away. @return false for a
 * name that is none */
bool gen_features_parse(const char *text, unsigned *features);

/** The profile that belongs to a seed. @param features those to choose from */
gen_profile gen_profile_of(uint64_t seed, unsigned features, int size);

#endif
