/**
 * @file
 * Compressed Jacobians: one direction for each group of columns, or rows, of a sparsity pattern.
 */
#ifndef XB_ALGORITHMS_ASSOCIATIONBYNAME_COMPRESSION_H
#define XB_ALGORITHMS_ASSOCIATIONBYNAME_COMPRESSION_H

#include "algorithms/associationbyname/jacobian_code.h"

/** Reads a pattern. @return XB_STATUS_OK, or that of what is wrong, reported */
xb_status xb_compression_read(const xb_program *program, const char *file, xb_compression *compression);

/** Groups its columns, or its rows. @return XB_STATUS_OK, or that of what is wrong, reported */
xb_status xb_compression_group(xb_run *run, xb_compression *compression, bool of_rows);

/** Whether a pattern is one of the Jacobian at hand. @return XB_STATUS_OK, or that of what is wrong, reported
 */
xb_status xb_compression_check(const xb_jacobian_code *m, const xb_compression *compression);

/** Adds the runs, each of which gives the entries of its group their values; others are 0. */
void xb_compressed_runs(const xb_jacobian_code *m, const xb_compression *compression, xb_body *code);

#endif
