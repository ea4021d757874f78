/**
 * @file
 * Jobs: what the parts of a transformation share. Private to transform.c, planning.c, loading.c, source.c,
 * chosen_names.c, saved_variables.c and writing.c.
 */
#ifndef XB_ALGORITHM_JOB_H
#define XB_ALGORITHM_JOB_H

#include "algorithm/attachments.h"
#include "algorithm/transform.h"
#include "base/document.h"
#include "base/file_output.h"
#include "base/text.h"

/** A transformation under way. */
typedef struct xb_job {
    xb_arena *arena;
    xb_arena *scratch; /**< owned; reset after each step */
    const xb_registry *registry;
    xb_diagnostics *diagnostics;
    const xb_transform_settings *settings;
    xb_transform_report *report;
    xb_pipeline *pipelines; /**< by pass of the mode, as far as they are known */
    size_t pass;            /**< the pass at hand, from 0 on */
    xb_pipeline pipeline;   /**< of that pass */
    const xb_options *options;
    xb_catalogue *catalogue;
    const char *picture;        /**< kind of picture, or NULL */
    xb_document document;       /**< owned: the text of the input, if it is validated */
    xb_program *program;        /**< owned */
    xb_list former;             /**< xb_program, owned: programs that were rewritten, the input first */
    size_t first;               /**< number of that which the pass began with, among former and program */
    xb_run *run;                /**< owned */
    xb_file_output *file;       /**< owned: what is being written */
    xb_file_output *header;     /**< owned: declarations that go with it, or NULL */
    const char *text;           /**< what is written, if that goes to memory */
    size_t length;              /**< bytes of it */
    xb_attachments attachments; /**< owned */
    bool has_long_names;        /**< that has been warned of */
    bool activity_is_computed;  /**< and is counted */
    xb_status status;
} xb_job;

/** A step under way. */
typedef struct xb_step {
    const char *name;
    double wall, cpu; /**< seconds when it began */
} xb_step;

/** Begins a step, and says so to who watches. */
xb_step xb_step_begin(const xb_job *work, const char *name);

/** Keeps the time that a step took, and gives back its scratch memory. @return the status of the step */
xb_status xb_step_end(xb_job *work, xb_step done, xb_status status);

/** Settles, as far as the command line tells, which algorithms run, with which settings. */
xb_status xb_job_plan(xb_job *work);

/** Settles that of the pass at hand alone. */
xb_status xb_job_plan_pass(xb_job *work);

/** How many passes there are. */
size_t xb_job_passes(const xb_job *work);

/** The value of an option that is given; NULL if it is not. */
const char *xb_job_given(const xb_job *work, const char *option);

/** Settles what the program decides of that, once it is read. */
xb_status xb_job_choose(xb_job *work);

/** Chooses names that are not given, for the program that was read: if users leave that to us
 * (`chooses_names`), as is plain; else only as directives of the source say. */
xb_status xb_job_choose_names(xb_job *work);

/** Plans the job, and reads and verifies what it needs. */
xb_status xb_job_load(xb_job *work);

/** Looks at what is independent and dependent, if the user says so. */
xb_status xb_job_check_names(const xb_job *work);

/** Has the sources read, if there are any: the document is kept. */
xb_status xb_job_read_source(xb_job *work);

/** What reading or verifying the document that was made of sources comes to: what is wrong with it is no
 * fault of who wrote these. @param status of that @return the status of the job */
xb_status xb_job_trust_source(const xb_job *work, xb_status status);

/**
 * In reverse mode, gives the local variables of routines that are saved, and change, storage blocks of their
 * own, which their versions for the taping and the adjoint sweep share, and which are restored as other
 * common blocks are (saved_variables.c). Variables that are allocated, or have storage together with others,
 * stay as they are. What is known of the program before is not to be used afterwards.
 */
void xb_job_share_saved(const xb_job *work);

/** Whether the program that a stage ends with is not the one that the next stage begins with. */
bool xb_job_rewrites(const xb_job *work, size_t stage);

/** The program becomes what is written of it. @param after what has made it @param next stage that begins
 * with it */
xb_status xb_job_read_again(xb_job *work, const char *after, size_t next);

/** The program becomes what the pass has made of it, and the next pass, whose pipeline is settled, begins
 * with that. */
xb_status xb_job_next_pass(xb_job *work);

/** Writes the dumps that are wanted after a step. If several passes have it, the last one counts. */
xb_status xb_job_dump_after(xb_job *work, const char *step);

/** Whether nothing may be written because of warnings. Standard output can't be taken back, so this is asked
 * before anything is opened. */
xb_status xb_job_heed_warnings(const xb_job *work);

/** Writes the program, or the picture that is wanted, to the output, which is not put in its place yet. */
xb_status xb_job_write(xb_job *work);

/** Writes what the next pass begins with, and has it looked at. */
xb_status xb_job_write_pass(xb_job *work, xb_text *text);

/** Completes the file of declarations, if there is one. */
xb_status xb_job_commit_header(xb_job *work);

/** Puts the file that was written in its place. @param file its name */
xb_status xb_job_commit(xb_job *work, const char *file);

#endif
