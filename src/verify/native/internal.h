/*
 * What the parts of native judgements share.
 */
#ifndef XB_VERIFY_NATIVE_INTERNAL_H
#define XB_VERIFY_NATIVE_INTERNAL_H

#include "languages/code/source.h"
#include "verify/native/native.h"

/* ---- what is passed ---------------------------------------------------------------------------------- */

/* A variable that the driver of a program sets and prints. */
typedef struct xb_native_slot {
    const xb_source_variable *variable; /* as the program declares it */
    const char *label;                  /* its name in the document */
    const char *name;                   /* its name in the driver */
    xb_type type;
    unsigned bytes;
    int rank;
    xb_bounds bounds[XB_RANK_LIMIT]; /* of an argument, in the order of subscripts */
    uint32_t position;               /* of an argument, from 1; 0: a global variable */
    bool is_derivative;
    bool is_dynamic; /* allocated while the program runs: its bounds are read, and its size is printed */
} xb_native_slot;

/* One number, or a part of a complex one. */
typedef struct xb_native_number {
    bool defined;
    double real;
    int64_t integer; /* of integers, truth values and sizes */
} xb_native_number;

/* What is printed of a variable after a call. */
typedef struct xb_native_result {
    const xb_native_slot *slot;
    size_t count;              /* numbers, of complex elements two each */
    xb_native_number *numbers; /* count of them */
} xb_native_result;

/* One call of all routines that a drive calls. */
typedef struct xb_native_run {
    const double *x, *seed; /* as in xb_drive_data */
    size_t point;           /* number of the point, from 0 */
    const char *input;      /* what the driver reads */
    size_t length;
    xb_vector results; /* xb_native_result, of all slots after each routine that is looked at */
} xb_native_run;

/* A way to call a program: a routine of the driver. */
typedef struct xb_native_way {
    struct xb_native_module *module;
    size_t number;   /* among all ways, from 1 */
    xb_drive *drive; /* owned */
    bool adjoint;    /* it is driven by adjoints of y */
    xb_list units;   /* xb_source_unit to be called, in this order, with the same arguments */
    xb_list setup;   /* xb_source_unit to be called before */
    bool shows_each; /* slots are printed after each of them, not only after the last */
    xb_vector slots; /* xb_native_slot: arguments by position, then global variables */
    xb_vector runs;  /* xb_native_run */
} xb_native_way;

/* A program. */
typedef struct xb_native_module {
    const xb_native_subject *subject;
    xb_native_verdict *verdict;
    xb_program *program;
    bool is_original;
    double tolerance;
    xb_source source;
    const char *text; /* as it is written, length bytes */
    size_t length;
    xb_list ways;           /* xb_native_way */
    bool left_out;          /* the compiler does not take it */
    const char *executable; /* name of the file */
} xb_native_module;

/* ---- languages --------------------------------------------------------------------------------------- */

/* How programs of a language are compiled and called. */
typedef struct xb_native_language {
    const xb_source_language *source;
    const char *environment; /* a variable that names the compiler */
    const char *compiler;    /* the usual one */
    const char *options;     /* its options, and those of others whose names begin so */
    const char *libraries;   /* what is linked; NULL: nothing else */
    const char *header; /* the file of the run time, if programs include it; NULL: it stands before them */
    bool is_apart;      /* each program is compiled by itself: names of routines are global */
    /* Writes the main program, which calls a way by its number. @param modules xb_native_module */
    void (*put_driver)(xb_arena *arena, const xb_list *modules, xb_output *output);
} xb_native_language;

/* The language of a name; NULL: there is none. */
const xb_native_language *xb_native_language_of(const char *name);

/* The command of a compiler, as words ended by NULL. @param given NULL: by the environment, else the usual
 * one
 * @param options of the usual one, unless it was given with others @param command receives it as a text */
const char *const *xb_native_compiler(xb_arena *arena, const xb_native_language *language, const char *given,
                                      const char *options, const char **command);

/* Whether a program has numbers of single precision, as it was read. */
bool xb_native_has_single(xb_arena *arena, xb_program *program);

/* The drivers. */
void xb_native_put_c(xb_arena *arena, const xb_list *modules, xb_output *output);
void xb_native_put_fortran(xb_arena *arena, const xb_list *modules, xb_output *output);

/* ---- running by the evaluator (record.c) -------------------------------------------------------------- */

struct xb_native {
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_native_settings settings;
    const xb_native_language *language;
    const char *const *command; /* of the compiler: words, ended by NULL */
    const char *command_text;
    xb_list modules;       /* xb_native_module */
    xb_list verdicts;      /* xb_native_verdict */
    size_t ways;           /* so far */
    char *folder;          /* temporary, owned; NULL: there is none */
    xb_arena *lines;       /* owned: for what is written */
    xb_analyses *analyses; /* owned, while a program is written */
    xb_status status;
};

/* Finds what is passed in a way, and runs it by the evaluator. */
xb_status xb_native_record(xb_native *native, xb_native_way *way);

/* Runs it once more, with x moved by a few rounding errors. @param results receives xb_native_result
 * @return whether it runs */
bool xb_native_record_nearby(xb_native *native, xb_native_way *way, const xb_native_run *run,
                             xb_vector *results);

/* ---- processes (process.c) ---------------------------------------------------------------------------- */

/* How a process has ended. */
typedef struct xb_native_end {
    bool started;     /* the program was found */
    int error;        /* errno if it was not */
    bool interrupted; /* by xb_native_settings.stop */
    bool late;        /* it took too long */
    int status;       /* exit status; -1: ended by a signal */
    int signal;       /* that */
} xb_native_end;

/* Runs a command in a folder and waits. Names of files are within the folder.
 * @param seconds how long it may take
 * @param input, output, errors files; input may be NULL */
xb_native_end xb_native_execute(const char *folder, const char *const *command, const char *input,
                                const char *output, const char *errors, unsigned seconds,
                                const volatile sig_atomic_t *stop);

/* Makes a temporary folder. @return its path, to be freed; NULL, with errno */
char *xb_native_folder_create(void);

/* Removes a folder with all that is in it, and frees its path. NULL is allowed. */
void xb_native_folder_destroy(char *folder);

/* Writes a file. @return 0 or errno */
int xb_native_write(xb_arena *arena, const char *folder, const char *name, const char *text, size_t length);

/* Whether there is a file. */
bool xb_native_exists(xb_arena *arena, const char *folder, const char *name);

/* ---- comparing (compare.c) ---------------------------------------------------------------------------- */

/* Compares what a run has printed with what it should. @param text ended by a zero byte */
void xb_native_compare(xb_native *native, xb_native_way *way, const xb_native_run *run, const char *text);

#endif
