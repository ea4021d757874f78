/*
 * An algorithm in a plugin: counts the statements of each routine by kind, and writes what markers say with a
 * text in front. Build it with make in this folder and try
 *
 *     xaifbooster --plugin ./countstatements.so -a countstatements --metrics FILE
 *
 * Everything that the engine knows of an algorithm is its descriptor, at the end of this file.
 */
#include <xaifbooster.h>

/* ---- counting ---- */

/* Called for each statement of the kinds in the visitor below; the context of an action's visitor is the run.
 */
static xb_visit count(xb_walk *walk, xb_node *node, void *context)
{
    xb_run *run = context;
    const xb_routine *routine = xb_walk_routine(walk);
    const char *kind = xb_kind_name(node->kind);
    xb_run_metric(run, routine->symbol->id->text, kind, 1);
    xb_run_metric(run, "", kind, 1);
    return XB_VISIT_SKIP; /* there are no statements within statements */
}

/* What other algorithms have derived is counted in the place of what was read. */
static const xb_visitor counter = {
    .enter = {[XB_KIND_ASSIGNMENT] = count,
              [XB_KIND_SUBROUTINE_CALL] = count,
              [XB_KIND_INLINABLE_CALL] = count,
              [XB_KIND_MARKER] = count,
              [XB_KIND_DERIVATIVE_PROPAGATOR] = count},
};

/* ---- writing markers ---- */

/* What the options say. */
typedef struct settings {
    const char *prefix;
} settings;

static const xb_algorithm countstatements;

/* The program that was read is never changed: another marker, with another text, is written in its place. */
static const xb_list *write_marker(xb_run *run, xb_node *node)
{
    xb_program *program = xb_run_program(run);
    const xb_marker *read = (const xb_marker *)node;
    const char *text = read->text ? read->text->text : "";
    const settings *wanted = xb_run_settings(run, &countstatements);
    text = xb_arena_format(program->arena, "%s%s", wanted->prefix, text);
    xb_marker *written = xb_build_marker(program, read->statement.id->text, text);
    written->statement.node.line = node->line; /* with a line of the input it may keep the id of the input */
    xb_list *list = xb_arena_alloc(program->arena, sizeof *list);
    xb_list_append(program->arena, list, written);
    return list;
}

/* ---- the descriptor ---- */

static const xb_option options[] = {
    {"marker-prefix", 0, "TEXT", "write this in front of the text of each marker", "counted: ", NULL},
    {.name = NULL}};

static xb_status configure(const xb_options *given, void *memory)
{
    settings *wanted = memory;
    wanted->prefix = xb_option_value(given, "marker-prefix");
    return XB_STATUS_OK;
}

static const xb_action actions[] = {{"count", &counter, NULL}, {.name = NULL}};

static const xb_unparse_override overrides[] = {{XB_KIND_MARKER, write_marker}, {.unparse = NULL}};

static const xb_algorithm countstatements = {
    .name = "countstatements",
    .summary = "count the statements of each routine by kind (see --metrics)",
    .options = options,
    .settings_size = sizeof(settings),
    .configure = configure,
    .actions = actions,
    .overrides = overrides,
};

/* The one function that a plugin exports. */
const xb_plugin *xaifbooster_plugin(void);

const xb_plugin *xaifbooster_plugin(void)
{
    static const xb_plugin plugin = {XB_ALGORITHM_ABI, &countstatements, NULL};
    return &plugin;
}
