/**
 * @file
 * Footprints: what a call of a routine may read and modify, closed over what it calls itself.
 *
 * What may happen is never too little: every variable that the routine, or anything that it calls, may modify
 * or read is told, by its own name or by one of its storage class (storage.h). What certainly happens is
 * never too much. Bodies are looked at; a Mod list of the document adds to what they show, and is believed
 * about what routines without body do.
 *
 * They are found in two phases: what may happen (effects.h), and from that, with the order in which it does,
 * what is read first and what is certainly assigned (summaries.h).
 */
#ifndef XB_ANALYSIS_FOOTPRINTS_H
#define XB_ANALYSIS_FOOTPRINTS_H

#include "analysis/calls.h"
#include "analysis/storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a routine does with variables that are not its own. Each is listed once. A variable of its own stands
 * for those from outside that may share its storage. */
typedef struct xb_footprint {
    xb_list modified; /**< xb_symbol: may be modified */
    xb_list read;     /**< xb_symbol: may be read */
    xb_list exposed;  /**< xb_symbol: may be read before it is certainly assigned as a whole; what may be read
                           as long as the order is not known */
    xb_list written;  /**< xb_symbol: is certainly assigned as a whole before the routine returns */
    bool reads_unknown; /**< it may read more: it calls routines without body, or has markers that may stand
                             for statements */
    bool modifies_unknown; /**< so it may modify more */
} xb_footprint;

/** What a routine does with a formal argument of its own. */
typedef struct xb_formal_use {
    bool modified; /**< may be modified */
    bool exposed;  /**< may be read before it is certainly assigned as a whole */
    bool seen;     /**< so it is by statements, not only by what markers may stand for */
    bool written;  /**< is certainly assigned as a whole before the routine returns */
} xb_formal_use;

/** What is known of one routine. */
typedef struct xb_footprint_entry {
    const xb_routine *routine;
    xb_footprint footprint;
} xb_footprint_entry;

/** The footprints of all routines. */
typedef struct xb_footprints {
    xb_analyses *analyses;
    xb_arena *arena;
    const xb_storage *storage;
    const xb_call_graph *calls;
    xb_footprint_entry *entries; /**< by vertex of the call graph */
    uint32_t *order;             /**< of these vertices: callees first */
    xb_node_map formals;         /**< private: xb_formal_use by symbol */
    xb_node_set inputs;          /**< private: formal arguments of intent in */
    xb_storage_set shared;       /**< private: variables from outside */
    bool anywhere;               /**< private: one of them may be anywhere */
    size_t node_count;           /**< private */
    uint64_t *met;  /**< private: node indices of variables from outside, and of what alias sets say may be in
                         the place of one */
    xb_map numbers; /**< private: (node index of a symbol, 0) or (storage class, 1) to number + 1 */
    xb_list items;  /**< private: xb_symbol by number, those that others may know */
} xb_footprints;

/** The footprint of a routine; NULL if it is none that was read, or has no body. */
const xb_footprint *xb_footprint_of(const xb_footprints *footprints, const xb_routine *routine);

/** Whether a variable in the footprint of a routine is one that the routine, or what it calls, can know from
 * outside; else it is one of another routine, which only stands for what may share its storage. */
bool xb_footprint_knows(const xb_footprints *footprints, const xb_routine *routine, const xb_symbol *symbol);

/** What a routine with a body does with a formal argument, whatever its intent is. */
xb_formal_use xb_formal_use_of(const xb_footprints *footprints, const xb_formal *formal);

/** Whether routines may know a variable that is not passed to them: it is from outside of some routine that
 * refers to it, or may share storage with such a one. */
bool xb_footprints_share(const xb_footprints *footprints, const xb_symbol *symbol);

/** The number of a variable among those that others may know; XB_FOOTPRINT_NONE if they don't. */
uint32_t xb_footprints_number(const xb_footprints *footprints, const xb_routine *routine,
                              const xb_symbol *symbol);

/** The same; if it has none, it is given one. */
uint32_t xb_footprints_give_number(xb_footprints *footprints, const xb_routine *routine,
                                   const xb_symbol *symbol);

/** No number. */
#define XB_FOOTPRINT_NONE UINT32_MAX

/** Those variables of a set of numbers that are from outside of a routine, or stand for such ones. @param set
 * bits (base/bits.h) */
xb_list xb_footprints_members(const xb_footprints *footprints, const xb_routine *routine,
                              const uint64_t *set);

/**
 * An active variable that a call of a function may modify, but for the result; NULL if there is none.
 * @param arguments how many it has
 */
const xb_symbol *xb_function_changes_active(const xb_footprints *footprints, const xb_routine *function,
                                            size_t arguments);

#ifdef __cplusplus
}
#endif

#endif
