/**
 * @file
 * The algorithms that there are: built-in ones and those of plugins.
 */
#ifndef XB_ALGORITHM_REGISTRY_H
#define XB_ALGORITHM_REGISTRY_H

#include "algorithm/algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A registry, in the arena that it was created in. */
typedef struct xb_registry xb_registry;

/**
 * Creates a registry.
 * @param algorithms the first algorithms, ended by NULL; NULL if there are none. They are trusted to be
 * well-formed and must outlive the registry.
 */
xb_registry *xb_registry_create(xb_arena *arena, const xb_algorithm *const *algorithms);

/** Whether an option can have a value; NULL: it is given without one. */
bool xb_option_takes(const xb_option *option, const char *value);

/**
 * Reserves the names of options that are not of algorithms, for those of xb_registry_add() to be refused if
 * they clash.
 * @param options ended by an option without name; must outlive the registry
 */
void xb_registry_reserve(xb_registry *registry, const xb_option *options);

/**
 * Adds an algorithm that somebody else wrote. It must have a name and a summary, and what it brings along
 * (its own name, long and short names of options, kinds of pictures) must be new.
 * @param algorithm must outlive the registry
 * @param file where it comes from, for diagnostics
 * @return XB_STATUS_OK; XB_STATUS_USAGE if it was refused, which was reported
 */
xb_status xb_registry_add(xb_registry *registry, xb_diagnostics *diagnostics, const xb_algorithm *algorithm,
                          const char *file);

/**
 * Adds what somebody offers. Each offer must have a kind, a name that can be typed and is new among those of
 * its kind, and be something.
 * @param offers ended by an offer without kind; must outlive the registry
 * @param file where they come from, for diagnostics
 * @return XB_STATUS_OK; XB_STATUS_USAGE if one was refused, which was reported
 */
xb_status xb_registry_add_offers(xb_registry *registry, xb_diagnostics *diagnostics, const xb_offer *offers,
                                 const char *file);

/** What is offered of a kind, for number from 0 on; NULL after the last one. */
const void *xb_registry_offer(const xb_registry *registry, const char *kind, size_t number);

/** Number of algorithms. */
size_t xb_registry_count(const xb_registry *registry);

/** Algorithm number i, from 0, in order of registration. */
const xb_algorithm *xb_registry_at(const xb_registry *registry, size_t i);

/** The algorithm of this name, or NULL. */
const xb_algorithm *xb_registry_find(const xb_registry *registry, const char *name);

/** A hint for an unknown name: the most similar name, else the list of all names. */
const char *xb_registry_hint(const xb_registry *registry, xb_arena *arena, const char *name);

/**
 * The option with this long name.
 * @param owner receives its algorithm, NULL if it is a reserved one; may be NULL
 * @return NULL if there is none
 */
const xb_option *xb_registry_option(const xb_registry *registry, const char *name,
                                    const xb_algorithm **owner);

/** The picture of this kind, or NULL. @param owner receives its algorithm; may be NULL */
const xb_picture *xb_registry_picture(const xb_registry *registry, const char *kind,
                                      const xb_algorithm **owner);

#ifdef __cplusplus
}
#endif

#endif
