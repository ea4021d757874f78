/**
 * @file
 * A whole transformation: read a document, run a pipeline on it, write the result.
 */
#ifndef XB_ALGORITHM_TRANSFORM_H
#define XB_ALGORITHM_TRANSFORM_H

#include "algorithm/mode.h"
#include "algorithm/run.h"
#include "languages/code/options.h"
#include "languages/foreign.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A document to be written in the middle of the pipeline. */
typedef struct xb_dump {
    const char *after; /**< name of an algorithm, or "read" for the program as it was read */
    const char *file;  /**< file to write, "-" for standard output */
} xb_dump;

/** What one step of a transformation cost. */
typedef struct xb_timing {
    const char *step;     /**< "read", "verify", the name of an algorithm, "finish", "write", … */
    double seconds;       /**< wall-clock time */
    double cpu_seconds;   /**< processor time */
    size_t program_bytes; /**< memory of the program afterwards */
    size_t peak_bytes;    /**< most memory of the whole process so far */
} xb_timing;

/** The outcome of a transformation. Lives in the arena of the call. */
typedef struct xb_transform_report {
    xb_vector timings;             /**< xb_timing in order */
    const xb_metrics *metrics;     /**< NULL if it didn't get that far */
    xb_pipeline pipeline;          /**< the algorithms, as far as it got */
    const xb_catalogue *catalogue; /**< the intrinsics, as far as it got; in the arena */
    xb_vector chosen; /**< xb_setting: names that were chosen where none were given, if that is wanted */
    const char *text; /**< with `to_memory`, if all went well: the document, or the picture */
    size_t length;    /**< bytes of it */
} xb_transform_report;

struct xb_source;

/** Functions that are called while a transformation is under way; each may be NULL. */
typedef struct xb_transform_watch {
    void (*begin)(void *context, const char *step); /**< a step begins */
    /**
     * Looks at the document before any of it goes to its file; if a mode has several passes, at that of each.
     * @param program the program that was read, with what was derived; in each pass of a mode, what that
     * begins with
     * @param text the document, length bytes
     * @return XB_STATUS_OK, or what the transformation ends with; nothing is written then
     */
    xb_status (*inspect)(void *context, xb_program *program, const char *text, size_t length);
    /**
     * Looks at a program in another language than XAIF when all of it has been put, but not yet in its place.
     * @param program as of inspect
     * @param source its statement form, with the names that were written; gone afterwards
     * @param lines for the line at hand, if something is printed
     * @return XB_STATUS_OK, or what the transformation ends with; nothing is written then
     */
    xb_status (*written)(void *context, xb_program *program, const struct xb_source *source, xb_arena *lines);
    /** All steps are done; the output is not yet in its place, and won't be unless this returns XB_STATUS_OK.
     */
    xb_status (*complete)(void *context, const xb_transform_report *report);
    void *context;
} xb_transform_watch;

/** What to do. All zero but the input reads, verifies and writes. */
typedef struct xb_transform_settings {
    const char *input; /**< file to read, "-" for standard input; with `text`, what messages call it */
    const char *text;  /**< the document itself, length bytes, instead of a file; or NULL */
    size_t length;     /**< bytes of it */
    const xb_foreign_source
        *source; /**< files that a program of their language reads, instead of a document; or
                    NULL: then `input` is what messages call the document that this writes */
    const char
        *header; /**< file for the declarations of what is written, of languages that have such; or NULL */
    const char *output; /**< file to write; NULL or "-" for standard output */
    const char
        *language; /**< "xaif", "fortran" or "c": what to write; NULL: what the suffix of the output says */
    xb_source_options writing;     /**< how, if it is another language than XAIF */
    bool to_memory;                /**< write to the report instead of a file */
    const char *schema_folder;     /**< where the schemas are; NULL: where they were installed */
    const char *const *catalogues; /**< catalogue_count documents to read on top of the built-in catalogue */
    size_t catalogue_count;
    const xb_transform_mode *mode; /**< what to make, such as one of xb_builtin_modes; NULL: what the
                            algorithms make */
    const char *const *algorithms; /**< algorithm_count names of algorithms; if there is a mode, they run
                                      before those of its first pass */
    size_t algorithm_count;
    const xb_setting *settings; /**< setting_count options of algorithms and of xb_transform_options */
    size_t setting_count;
    const xb_dump *dumps; /**< dump_count documents to write on the way */
    size_t dump_count;
    const char
        *picture; /**< KIND or KIND:DETAIL: write this picture instead of the program (picture.h); or NULL */
    bool validate_input;      /**< validate the input against its schema */
    bool validate_output;     /**< validate the output against its schema */
    bool strip_tags;          /**< write no tags */
    bool provenance;          /**< statements that are made say where they come from (ir/provenance.h) */
    bool wants_metrics;       /**< collect metrics, also of small scopes */
    bool verify_each;         /**< verify the program after each algorithm too */
    bool warnings_are_errors; /**< write nothing if there are warnings */
    bool chooses_names; /**< choose an entry, independents and dependents where settings name none, if that is
                           plain: the routine that no other one calls, its real arguments that it reads before
                           it sets them, and those that it modifies. What is chosen is a remark */
    xb_transform_watch watch;
} xb_transform_settings;

/** Options that every run has, beside those of algorithms; ended by one without name. */
extern const xb_option xb_transform_options[];

/** Whether the option singular is set to zero: then who judges the result has to take derivatives at singular
 * points as 0, too. */
bool xb_settings_zero_singular(const xb_setting *settings, size_t count);

/** Whether settings compute activity, so that only derivatives of what is named are right. */
bool xb_settings_compute_activity(const xb_setting *settings, size_t count);

/**
 * Transforms. What was in the output file before stays there unless all went well. Must not be called within
 * xb_protect().
 * @param arena where the report is allocated; the program lives in memory of its own and is gone on return
 * @param registry the algorithms; xb_transform_options should be reserved in it
 * @param diagnostics where everything is reported, in any arena with the same failure point
 * @param report receives what there is to tell, whatever the result
 * @return XB_STATUS_OK or the class of the first error; XB_STATUS_FAILED without a diagnostic if memory ran
 * out
 */
xb_status xb_transform(xb_arena *arena, const xb_registry *registry, xb_diagnostics *diagnostics,
                       const xb_transform_settings *settings, xb_transform_report *report);

#ifdef __cplusplus
}
#endif

#endif
