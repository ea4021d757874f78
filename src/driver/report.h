/*
 * What the program prints on standard error.
 */
#ifndef XB_DRIVER_REPORT_H
#define XB_DRIVER_REPORT_H

#include "algorithm/transform.h"
#include "driver/command_line.h"

/* Prints what was reported; warnings as the command line wants them. */
void print_diagnostics(xb_arena *arena, const xb_diagnostics *diagnostics, const command_line *line);

/* Prints time and memory of each step. */
void print_timings(const xb_transform_report *report);

/* Prints metrics on standard error. */
void print_metrics(xb_arena *arena, const xb_metrics *metrics, xb_metrics_format format);

#endif
