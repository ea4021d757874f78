/**
 * @file
 * What is measured of a document for options of the engine, as xaif-run does: sparsity patterns and profiles.
 */
#ifndef XB_TESTS_GENERATE_MEASURE_H
#define XB_TESTS_GENERATE_MEASURE_H

#include "document.h"

/**
 * Measures what the options of an opened document ask for, and writes it to files that the document names.
 * What can't be measured is left out. Must not be called within xb_protect().
 */
void gen_measure(gen_document *d, const gen_trial *trial);

/** Removes the files. */
void gen_measure_forget(const gen_document *d);

#endif
