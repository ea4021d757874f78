/*
 * What the program prints on standard error.
 */
#ifndef XB_DRIVER_REPORT_H
#define XB_DRIVER_REPORT_H

#include "algorithm/transform.h"

/* Prints time and memory of each step. */
void print_timings(const xb_transform_report *report);

/* Prints metrics on standard error. */
void print_metrics(xb_arena *arena, const xb_metrics *metrics, xb_metrics_format format);

#endif
