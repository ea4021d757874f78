/**
 * @file
 * The interface of algorithm modules.
 *
 * An algorithm is described by data: its descriptor. Everything about it that a user sees, the list of
 * algorithms, options, help, order of execution, timing, dumps and verification, is generated from
 * descriptors. An algorithm attaches results to nodes through extension slots and derives new IR; it never
 * changes what was read.
 */
#ifndef XB_ALGORITHM_ALGORITHM_H
#define XB_ALGORITHM_ALGORITHM_H

#include "analysis/analyses.h"
#include "base/output.h"
#include "traverse/traverse.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of this interface; a plugin is refused if it was built for another one. */
enum { XB_ALGORITHM_ABI = 12 };

typedef struct xb_run xb_run;
typedef struct xb_options xb_options;

/** An option of an algorithm. On the command line: --NAME or --NAME=ARGUMENT. */
typedef struct xb_option {
    const char *name;          /**< long name */
    char letter;               /**< short name, 0 if none */
    const char *argument;      /**< name of the argument in help texts; NULL for a flag */
    const char *help;          /**< one line or more */
    const char *default_value; /**< NULL if none (a flag is off) */
    const char *const *values; /**< allowed values, NULL-terminated; NULL if any */
} xb_option;

/** The value that an option is given. */
typedef struct xb_setting {
    const char *name;  /**< long name of the option */
    const char *value; /**< NULL for a flag */
} xb_setting;

/** Extension data that an algorithm wants on the nodes of a kind. */
typedef struct xb_factory {
    xb_kind kind;     /**< kind of node */
    const char *slot; /**< name of the slot, see xb_slot_register() */
    size_t size;      /**< bytes of the extension, zeroed */
    void (*initialise)(xb_run *run, xb_node *node, void *extension); /**< or NULL */
} xb_factory;

/** One step of an algorithm: a named walk over the program, or a function. */
typedef struct xb_action {
    const char *name;
    const xb_visitor *visitor;         /**< walked over the program with the run as context; or NULL */
    xb_status (*perform)(xb_run *run); /**< called after the walk; or NULL */
} xb_action;

/** How nodes of a kind are written: names the derived nodes to write in place of a node. */
typedef struct xb_unparse_override {
    xb_kind kind;
    /**
     * Returns the nodes to write in place of node (may contain it), NULL to write it as it is. It is called
     * once for each node that is going to be written, at the end of the run; what it returns is derived from
     * the node and not overridden again. The list is copied as soon as the function returns; the nodes have
     * to be the program's.
     */
    const xb_list *(*unparse)(xb_run *run, xb_node *node);
} xb_unparse_override;

/** A picture that an algorithm can draw of its results: --dot KIND or --dot KIND:DETAIL. */
typedef struct xb_picture {
    const char *kind;    /**< name of the kind of picture */
    const char *summary; /**< one line; says what DETAIL selects, if anything */
    /**
     * Draws as Graphviz text; called when all algorithms are done.
     * @param detail what the user wants of it, NULL for everything
     */
    xb_status (*draw)(xb_run *run, const char *detail, xb_output *output);
} xb_picture;

/*
 * Properties of the program that algorithms establish and need, by name: the adjective that completes "a
 * program that is". Plugins may have properties of their own.
 */
#define XB_PROPERTY_CANONICAL      "canonical"         /* calls and non-inlinable intrinsics stand alone */
#define XB_PROPERTY_TYPES_MATCH    "of matching types" /* actual and formal arguments agree in activity */
#define XB_PROPERTY_FLATTENED      "flattened"         /* basic blocks are grouped into sequences */
#define XB_PROPERTY_LINEARIZED     "linearized"        /* assignments have partial derivatives */
#define XB_PROPERTY_FOLDED         "folded"            /* constant partial derivatives are folded */
#define XB_PROPERTY_PREACCUMULATED "preaccumulated"    /* sequences have local Jacobians */
#define XB_PROPERTY_TANGENT        "tangent-linear"    /* derivatives are propagated with the values */
#define XB_PROPERTY_ADJOINT        "adjoint"           /* derivatives are propagated backward */
#define XB_PROPERTY_DIFFERENTIATED "differentiated"    /* it has derivative code, of whatever mode */

#define XB_PROPERTY_RECORDED  "recorded"             /* it records what it does, */
#define XB_PROPERTY_REVERSED  "reversed"             /* and has derivatives of that */
#define XB_PROPERTY_NAMED     "of plain variables"   /* derivatives are variables of their own */
#define XB_PROPERTY_DECIDED   "decided by variables" /* no condition changes derivatives */
#define XB_PROPERTY_REWRITTEN "rewritten"            /* other algorithms read what is written of it */

/** What one algorithm of a pipeline makes at most: statements that compute derivatives. */
#define XB_PRODUCT_DERIVATIVES "derivative code"
/** Another one: what is run in place of the original, in forward mode, in reverse mode, or traced. */
#define XB_PRODUCT_RUN "what is run in place of the program"

/** What a program decides about the pipeline that it goes through. */
typedef struct xb_algorithm_choice {
    const char *algorithm;     /**< name of one that is to run, too; NULL: none */
    const xb_setting *presets; /**< values of options where the user gives none; ended by one without name, or
                                  NULL */
} xb_algorithm_choice;

/** An algorithm. */
typedef struct xb_algorithm {
    const char *name;
    const char *summary;              /**< one line */
    const char *const *prerequisites; /**< names of algorithms that run before; NULL-terminated, or NULL */
    const xb_option *options;         /**< ended by an option without name, or NULL */
    const xb_factory *factories;      /**< ended by a factory without slot, or NULL */
    const xb_action *actions;         /**< ended by an action without name, or NULL */
    const xb_unparse_override *overrides; /**< ended by an override without function, or NULL */
    const char *const *needs; /**< properties that must hold before; NULL-terminated, or NULL. If no algorithm
                                 that was named gives one, the first known one that does runs before */
    const char *const *gives; /**< properties that hold afterwards; NULL-terminated, or NULL */
    const char *product;      /**< what no other algorithm of the pipeline may make, or NULL */
    size_t settings_size;     /**< bytes of what the next member fills, zeroed before */
    /** Reads the options of the algorithm, before the program is read; NULL if there are none. Returns
     * XB_STATUS_OK, or that of an error that was reported, as by xb_option_error(). */
    xb_status (*configure)(const xb_options *options, void *settings);
    /**
     * Called at the end, only if the user named the algorithm and no algorithm that needs it: derives IR that
     * shows the results in the output. NULL if the results are in the output anyway.
     */
    xb_status (*present)(xb_run *run);
    /** Appends metrics; NULL if there are none. */
    void (*metrics)(xb_run *run);
    const xb_picture *pictures; /**< ended by a picture without kind, or NULL */
    const xb_setting *presets; /**< values of options of others while this algorithm is in the pipeline, where
                                  the user gives none; ended by one without name, or NULL */
    /**
     * Looks at the program that was read, before the pipeline is settled: the run is one of the algorithms
     * that would run without the choice. NULL if the algorithm doesn't choose.
     * @param settings what `configure` has filled; what is put there is kept
     * @param choice receives what is chosen; all zero before
     * @return XB_STATUS_OK, or that of an error that was reported
     */
    xb_status (*choose)(xb_run *run, void *settings, xb_algorithm_choice *choice);
} xb_algorithm;

/** Something that a plugin offers to whoever looks for it, see xb_option_offer(). */
typedef struct xb_offer {
    const char *kind; /**< says what it is, and so what `what` points to */
    const char *name; /**< no two offers of a kind have the same name */
    const void *what; /**< not NULL; must outlive the run */
} xb_offer;

/** What a plugin's function returns. Nothing of it is copied: plugin, algorithm, offers and all that they
 * point to have to be there as long as the plugin is loaded, as static data is. */
typedef struct xb_plugin {
    int abi;                       /**< XB_ALGORITHM_ABI */
    const xb_algorithm *algorithm; /**< NULL if there are only offers */
    const xb_offer *offers;        /**< ended by an offer without kind, or NULL */
} xb_plugin;

/** The type of the function that a plugin exports under the name "xaifbooster_plugin". */
typedef const xb_plugin *xb_plugin_function(void);

/** The program that is transformed. */
xb_program *xb_run_program(const xb_run *run);

/** The catalogue of intrinsics. */
const xb_catalogue *xb_run_catalogue(const xb_run *run);

/** What is known about the program, computed when it is asked for. */
xb_analyses *xb_run_analyses(const xb_run *run);

/** Scratch memory; reset between actions. An action may reset it between pieces of work. Nothing that is to
 * last goes there: that belongs in the program's arena. */
xb_arena *xb_run_scratch(const xb_run *run);

/** Scratch memory for work whose result goes to xb_run_scratch(): whoever uses it releases it when the work
 * is done. */
xb_arena *xb_run_inner_scratch(const xb_run *run);

/** The settings of an algorithm of the pipeline: what its function `configure` has filled. NULL if it has
 * none or does not run. */
const void *xb_run_settings(const xb_run *run, const xb_algorithm *algorithm);

/**
 * Has the algorithm that is running run again before the next one does, on what is written of the program as
 * it is derived when it is done. What its settings point to lasts, so that it can know how far it is.
 */
void xb_run_repeat(xb_run *run);

/** Whether an algorithm of the pipeline gives a property. */
bool xb_run_gives(const xb_run *run, const char *property);

/** Whether the user asks for a property: names an algorithm that gives it, or one that requires such an
 * algorithm by name. What was only added because it is needed doesn't count. */
bool xb_run_is_asked_for(const xb_run *run, const char *property);

/** Whether the user named an algorithm, and no other one of the pipeline requires it by name. An algorithm
 * that others take the results of without their being in the output derives IR only then. */
bool xb_run_is_goal(const xb_run *run, const xb_algorithm *algorithm);

/** The slot that a factory of this name registered. */
unsigned xb_run_slot(const xb_run *run, const char *slot);

/** The extension of a node by slot name and, if it has none yet, a fresh one made by the factory for its
 * kind. */
void *xb_run_extension(xb_run *run, xb_node *node, unsigned slot);

/** Adds to a metric; metrics are reported in order of first mention. @param scope e.g. a routine or block, ""
 * for totals */
void xb_run_metric(xb_run *run, const char *scope, const char *name, double amount);

/** Whether metrics are going to be shown: only then are those of small scopes worth collecting. */
bool xb_run_wants_metrics(const xb_run *run);

/** Whether the output will have no tags: what they would have told is lost to those who read it. */
bool xb_run_strips_tags(const xb_run *run);

/** Whether a picture of this kind is going to be drawn: an algorithm then keeps what it shows. */
bool xb_run_wants_picture(const xb_run *run, const char *kind);

/** A file that is written beside the output. */
typedef struct xb_attachment {
    const char *folder; /**< folder that the file is put into, created if it isn't there; NULL: none */
    const char *suffix; /**< of a folder: no other file there may have a name that ends so; or NULL */
    const char *path;   /**< of the file; within a folder, its name */
    const char *text;   /**< length bytes */
    size_t length;      /**< bytes of text */
} xb_attachment;

/**
 * Has a file written when all went well, together with the output and not before.
 * @param attachment copied but for its text, which must last as long as the program, best in its arena; files
 * of the same folder are attached one after the other
 */
void xb_run_attach(xb_run *run, const xb_attachment *attachment);

/**
 * Memory that lasts as long as the run: size zeroed bytes, the same for the same key.
 * @param key a name, by convention "ALGORITHM.WHAT"
 */
void *xb_run_state(xb_run *run, const char *key, size_t size);

/* What a function `configure` reads options by. */

/** Memory that lasts as long as the settings. */
xb_arena *xb_options_arena(const xb_options *options);

/** The value of an option: what was given, or what an algorithm of the pipeline presets, or its default; NULL
 * if there is none of them. */
const char *xb_option_value(const xb_options *options, const char *name);

/** Whether an option, such as a flag, was given or is preset. */
bool xb_option_given(const xb_options *options, const char *name);

/** The position in the list of allowed values of an option that has one and has a default. */
size_t xb_option_choice(const xb_options *options, const char *name);

/** What plugins offer of a kind, for number from 0 on; NULL after the last one. */
const void *xb_option_offer(const xb_options *options, const char *kind, size_t number);

/** Reports that an option is wrong. @param hint what to do about it, or NULL. @return XB_STATUS_USAGE */
xb_status xb_option_error(const xb_options *options, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

#endif
