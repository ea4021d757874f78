/**
 * @file
 * What a generated program is like: features, size, and how much its front end knows.
 */
#ifndef XB_TESTS_GENERATE_PROFILE_H
#define XB_TESTS_GENERATE_PROFILE_H

#include "random.h"
#include "storage.h"

/** What may occur in a program. */
typedef enum gen_feature {
    GEN_ARRAYS,          /**< vectors */
    GEN_MATRICES,        /**< matrices */
    GEN_RANKS,           /**< arrays of three and four dimensions */
    GEN_SECTIONS,        /**< parts of arrays, also of variable extent */
    GEN_SUBSCRIPTS,      /**< subscripts that are no constants, and change */
    GEN_PASSIVE,         /**< variables and assignments without derivatives */
    GEN_BRANCHES,        /**< branches, also with several ways */
    GEN_LOOPS,           /**< loops of all kinds */
    GEN_JUMPS,           /**< labels and jumps */
    GEN_CALLS,           /**< subroutines */
    GEN_RECURSION,       /**< subroutines that call themselves */
    GEN_CONVERSIONS,     /**< active arguments for passive formals and the other way round */
    GEN_GLOBALS,         /**< global variables */
    GEN_SHARED,          /**< global variables that share storage */
    GEN_DAGS,            /**< expressions whose parts have several uses */
    GEN_DEEP,            /**< large expressions */
    GEN_SWAPS,           /**< values that change places */
    GEN_SINGLE,          /**< single precision */
    GEN_CUTS,            /**< active values rounded to integers */
    GEN_NONINLINABLE,    /**< non-inlinable intrinsics */
    GEN_CATALOGUE,       /**< all intrinsics of the catalogue that take numbers */
    GEN_COMPLEX_NUMBERS, /**< complex numbers */
    GEN_UNKNOWN_BOUNDS,  /**< formals that are declared without bounds */
    GEN_CONDITIONAL,     /**< merge: conditions within expressions */
    GEN_FUNCTIONS,       /**< functions with body */
    GEN_EXTERNALS,       /**< routines without body, which do nothing */
    GEN_JACOBIANS,       /**< routines without body that a catalogue knows */
    GEN_JOINT,           /**< formals that are the same storage, where alias sets say so */
    GEN_SCOPES,          /**< variables of modules, names that hide others, names like generated ones */
    GEN_DISORDER,        /**< vertices of control flow in no order */
    GEN_ANYWHERE,        /**< functions are called in subscripts, bounds, conditions, and loop heads, too */
    GEN_EFFECTS,         /**< functions change arguments and global variables */
    GEN_TANGLES,         /**< loops that are entered at two places */
    GEN_UNENDED,         /**< loops whose body always jumps out */
    GEN_REDUCTIONS,      /**< norm2, dot_product, maxval, minval, product, and the gamma functions */
    GEN_USER,            /**< intrinsics that a catalogue of the user defines */
    GEN_MUTUAL,          /**< routines that call each other */
    GEN_ENTRIES,         /**< a second routine that is called from outside */
    GEN_NAMES,           /**< names like those that routines get when they are renamed */
    GEN_STRIDES,         /**< counting loops in directions that are not known, or by computed steps */
    GEN_INDUCTIONS,      /**< integer variables that loops add to, and what is computed from them */
    GEN_OPTIONAL,        /**< formals that calls may leave out */
    GEN_MASKS,           /**< masks, shifts past the end, and products of matrices */
    GEN_RULES,           /**< routines with rules */
    GEN_STEERING,        /**< logical and character variables, which tell where control goes */
    GEN_ALLOCATION,      /**< arrays that are allocated, and deallocated, by markers or by assignments */
    GEN_CLAIMS,          /**< formals of intent in that are modified all the same */
    GEN_HOSTS,           /**< routines within another one, whose variables they use */
    GEN_BLOCKS,          /**< variables of blocks */
    GEN_POINTERS,        /**< local arrays that are pointers */
    GEN_LAZY,            /**< global arrays that are allocated by what first needs them */
    GEN_DEAD,            /**< parts that are never run: nothing leads to them, or a jump is before them */
    GEN_DECLARED, /**< facts about symbols: bounds as expressions, optional arguments, storage blocks */
    GEN_SIDED,    /**< independents and dependents are named, and activity is computed */
    GEN_FEATURE_COUNT
} gen_feature;

/** A set of features: bits by their numbers. */
typedef uint64_t gen_features;

/** The side-effect lists of routines. What lists omit, bodies tell. */
typedef enum gen_lists { GEN_LISTS_RIGHT, GEN_LISTS_NONE, GEN_LISTS_LARGER, GEN_LISTS_SMALLER } gen_lists;

/** What a program is like. */
typedef struct gen_profile {
    uint64_t seed;
    gen_features features;
    int size; /**< about the number of statements of the entry */
    gen_style style;
    bool conditions_are_outside; /**< uses in conditions count as outside in chains */
    bool disorder;               /**< so are vertices of control flow */
    bool shuffled;               /**< vertices and edges of expressions are in no order */
    gen_lists lists;
    bool module_is_routine; /**< the module has a control-flow graph, without vertices */
    bool keyless;           /**< references in lists have no alias sets, as front ends write them */
    bool terse;             /**< attributes that say nothing are left out */
    bool declares_storage;  /**< it says that what shares storage is declared, where that is so */
    bool pessimistic;       /**< routines without body end derivatives */
    const char *passivated; /**< names of variables that are treated as passive; NULL: none */
    /* Probabilities that a reference has less than full information. */
    double no_alias, more_alias, partial, no_chain, more_chain, outside_chain;
} gen_profile;

/** The name of a feature by its number. */
const char *gen_feature_name(int number);

/** Features by names that commas separate; "all" is all, a name with '-' takes one away. @return false for a
 * name that is none */
bool gen_features_parse(const char *text, gen_features *features);

/** All features, which are used where nothing else is said. */
gen_features gen_features_all(void);

/** Whether a feature may occur. */
bool gen_profile_has(const gen_profile *profile, gen_feature feature);

/** The profile that belongs to a seed. @param features those to choose from */
gen_profile gen_profile_of(uint64_t seed, gen_features features, int size);

/** Has a front end know nothing: no alias sets, no chains, no lists of side effects. */
void gen_profile_forget(gen_profile *profile);

/** Has it know everything that can be known. */
void gen_profile_inform(gen_profile *profile);

#endif
