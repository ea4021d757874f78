/*
 * An algorithm in a plugin that derives two versions of each routine: one in which the values of assignments
 * are doubled, and one in which 1 is added to them. They are written as routines of their own beside the
 * original, or as the two parts of a replacement list in its place. Build it with make in this folder and try
 *
 *     xaifbooster --plugin ./twoversions.so -a twoversions --written=routines FILE
 */
#include <string.h>
#include <xaifbooster.h>

/* A version: its name, and what is done to each value. */
typedef struct recipe {
    const char *name, *operation;
    double operand;
} recipe;

static const recipe recipes[] = {{"doubled", "mul_scal_scal", 2}, {"shifted", "add_scal_scal", 1}};

enum { RECIPES = sizeof recipes / sizeof *recipes };

/* What the option says. */
typedef struct settings {
    bool list;
} settings;

static const xb_algorithm twoversions;

static bool is_list(const xb_run *run)
{
    return ((const settings *)xb_run_settings(run, &twoversions))->list;
}

/* A subroutine of its own beside that of the routine. */
static xb_symbol *create_symbol(xb_program *program, const xb_routine *routine, const char *name)
{
    const char *id = xb_arena_format(program->arena, "%s_%s", routine->symbol->id->text, name);
    xb_symbol *symbol = xb_symbol_create(program, routine->symbol->scope, xb_program_name(program, id), true);
    if (!symbol) {
        xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, xb_program_place(program, &routine->node, NULL),
                 "rename it", "there is a symbol %s already", id);
        return NULL;
    }
    symbol->kind = XB_SYMBOL_SUBROUTINE;
    symbol->type = XB_TYPE_VOID;
    symbol->rank = XB_RANK_VOID;
    symbol->active = false;
    return symbol;
}

/* A version of its own gets the variables of the scope of its routine. Those of blocks, and of a routine
 * around it, would take more than an example: see xb_version_declare(). */
static void check_scopes(const xb_run *run, const xb_routine *routine)
{
    const xb_program *program = xb_run_program(run);
    const xb_place place = xb_program_place(program, &routine->node, NULL);
    const char *name = routine->symbol->id->text;
    for (const xb_scope *scope = routine->scope->parent; scope; scope = scope->parent)
        if (xb_program_has_procedure(program, scope)) {
            xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, place, "use --written=list",
                     "%s lies within another routine", name);
            return;
        }
    const xb_routine *current = xb_current(routine); /* other algorithms may have run */
    for (size_t i = 0; i < current->flow.vertices.count; i++) {
        const xb_flow_vertex *vertex = current->flow.vertices.items[i];
        if (vertex->scope && vertex->scope != current->scope) {
            xb_error(program->diagnostics, XB_STATUS_UNSUPPORTED, place,
                     "let scopemerging run before, or use --written=list",
                     "%s has blocks with variables of their own", name);
            return;
        }
    }
}

/* All are declared before the first is completed, so that calls find the versions that they belong to. */
static xb_status declare(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i];
        if (!is_list(run) && xb_routine_is_procedure(routine))
            check_scopes(run, routine);
        for (size_t k = 0; k < (size_t)RECIPES && xb_routine_is_procedure(routine); k++) {
            xb_symbol *symbol = is_list(run) ? NULL : create_symbol(program, routine, recipes[k].name);
            if (symbol || is_list(run))
                xb_version_declare(program, routine, recipes[k].name, symbol);
        }
    }
    return xb_diagnostics_status(program->diagnostics);
}

/* What is in a version is the version's own, and may be changed. */
static xb_visit change(xb_walk *walk, xb_node *node, void *context)
{
    const recipe *how = context;
    xb_program *program = xb_walk_program(walk);
    const xb_assignment *assignment = (const xb_assignment *)node;
    xb_expression *value = assignment->value;
    uint32_t old = value->root;
    uint32_t operation = xb_expression_add(program, value, xb_build_intrinsic(program, how->operation));
    uint32_t operand = xb_expression_add(program, value, xb_build_real(program, how->operand));
    xb_expression_connect(program, value, old, operation, 1);
    xb_expression_connect(program, value, operand, operation, 2);
    return XB_VISIT_SKIP;
}

static const xb_visitor changes = {.enter = {[XB_KIND_ASSIGNMENT] = change}};

static xb_status derive(xb_run *run)
{
    xb_program *program = xb_run_program(run);
    for (size_t i = 0; i < program->routines.count; i++) {
        xb_routine *routine = program->routines.items[i], *versions[RECIPES];
        if (!xb_routine_is_procedure(routine))
            continue;
        for (size_t k = 0; k < (size_t)RECIPES; k++) {
            versions[k] = xb_version_find(program, routine, recipes[k].name);
            xb_version_complete(program, versions[k]);
            xb_traverse(program, xb_run_scratch(run), &versions[k]->node, &changes, (void *)&recipes[k]);
        }
        void *list[] = {xb_version_replacements(program, routine, "two_versions.f90", versions, RECIPES)};
        void *all[] = {routine, versions[0], versions[1]};
        xb_derive(program, &routine->node, is_list(run) ? &(xb_list){list, 1, 1} : &(xb_list){all, 3, 3});
    }
    xb_versions_join(program);
    return XB_STATUS_OK;
}

static const char *const forms[] = {"routines", "list", NULL};
static const xb_option options[] = {{"written", 0, "FORM", "how versions are written", "routines", forms},
                                    {.name = NULL}};

static xb_status configure(const xb_options *given, void *memory)
{
    ((settings *)memory)->list = strcmp(xb_option_value(given, "written"), "list") == 0;
    return XB_STATUS_OK;
}

static const xb_action actions[] = {{"declare", NULL, declare}, {"derive", NULL, derive}, {.name = NULL}};

static const xb_algorithm twoversions = {.name = "twoversions",
                                         .summary = "derive two versions of each routine",
                                         .options = options,
                                         .settings_size = sizeof(settings),
                                         .configure = configure,
                                         .actions = actions};

const xb_plugin *xaifbooster_plugin(void);

const xb_plugin *xaifbooster_plugin(void)
{
    static const xb_plugin plugin = {XB_ALGORITHM_ABI, &twoversions, NULL};
    return &plugin;
}
