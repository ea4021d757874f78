/*
 * Plain printing. Failing to print on standard error has no consequences: there is no place left to say so.
 */
#include "driver/report.h"

#include <stdio.h>

#include "base/text.h"

void print_timings(const xb_transform_report *report)
{
    static const double mebibyte = 1024.0 * 1024.0;
    const xb_timing *timings = report->timings.items;
    double seconds = 0, cpu_seconds = 0;
    size_t peak = 0;
    fprintf(stderr, "%-28s %11s %11s %12s %10s\n", "step", "seconds", "CPU", "program MiB", "peak MiB");
    for (size_t i = 0; i < report->timings.count; i++) {
        const xb_timing *timing = &timings[i];
        fprintf(stderr, "%-28s %11.6f %11.6f %12.2f %10.2f\n", timing->step, timing->seconds,
                timing->cpu_seconds, (double)timing->program_bytes / mebibyte,
                (double)timing->peak_bytes / mebibyte);
        seconds += timing->seconds;
        cpu_seconds += timing->cpu_seconds;
        peak = timing->peak_bytes;
    }
    fprintf(stderr, "%-28s %11.6f %11.6f %12s %10.2f\n", "total", seconds, cpu_seconds, "",
            (double)peak / mebibyte);
}

void print_metrics(xb_arena *arena, const xb_metrics *metrics, xb_metrics_format format)
{
    xb_text *text = xb_text_create(arena);
    xb_metrics_put(metrics, arena, xb_text_output(text), format);
    fputs(xb_text_join(text, NULL), stderr);
}
