/*
 * The routines are written first, into memory, as that finds out which sets there are.
 */
#include "write.h"

#include <string.h>

#include "base/text.h"
#include "keys.h"
#include "lower.h"
#include "write_flow.h"

/* ---- points -------------------------------------------------------------------------------------------- */

bool gen_is_independent(const gen_program *program, int variable)
{
    const gen_variable *v = &program->variables[variable];
    return v->name[0] == 'x';
}

/* Whether the entry is called with its optional argument at a point: at every other one, as what says so has
 * it. */
static bool is_given(const gen_program *program, const gen_routine *entry, int point)
{
    bool first = false;
    for (int i = 0; i < entry->formal_count; i++)
        first |= strcmp(program->variables[entry->formals[i]].name, "given") == 0 &&
                 program->variables[entry->formals[i]].value > 0;
    return first == (point % 2 == 0);
}

/* The value of element i of an argument. */
static double input(const gen_program *program, const gen_routine *entry, int variable, int i, int point)
{
    static const double inputs[GEN_POINTS][6] = {{.7, 1.3, -.4, .9, 1.1, .3}, {-1.2, .6, 1.9, -.5, .2, 1.4}};
    const gen_variable *v = &program->variables[variable];
    if (strcmp(v->name, "given") == 0)
        return is_given(program, entry, point) ? 2 : 1;
    if (!gen_is_independent(program, variable))
        return v->value;
    int shift = v->name[1] ? v->name[1] - '0' : 0;
    return inputs[point][(i + shift) % 6];
}

/* ---- references and expressions ------------------------------------------------------------------------ */

/* The scope between the global one and those of routines. */
static int module_scope(const gen_program *program)
{
    return program->routine_count + 2;
}

int gen_inner_scope(const gen_program *program, int routine)
{
    return module_scope(program) + 1 + routine;
}

static int scope_of(const gen_program *program, int variable)
{
    const gen_variable *v = &program->variables[variable];
    if (v->hosted)
        return gen_host(program) + 2;
    if (v->inner)
        return gen_inner_scope(program, v->routine);
    return v->module ? module_scope(program) : v->routine + 2;
}

static void write_symbol_reference(gen_writer *w, int variable)
{
    xb_output_format(w->output, "<xaif:SymbolReference vertex_id=\"1\" scope_id=\"%d\" symbol_id=\"%s\"/>",
                     scope_of(w->program, variable), w->program->variables[variable].name);
}

static void write_part(gen_writer *w, const char *element, int expression)
{
    if (expression == GEN_NONE)
        return;
    xb_output_format(w->output, "<xaif:%s>", element);
    gen_write_expression(w, expression);
    xb_output_format(w->output, "</xaif:%s>", element);
}

static void write_subscript(gen_writer *w, const gen_subscript *subscript)
{
    xb_output_put(w->output, "<xaif:IndexTriplet>");
    write_part(w, "Index", subscript->part[0]);
    write_part(w, "Bound", subscript->part[1]);
    write_part(w, "Stride", subscript->part[2]);
    if (subscript->kind == GEN_RANGE && subscript->part[1] == GEN_NONE && subscript->part[2] == GEN_NONE)
        xb_output_put(w->output, "<xaif:Stride><xaif:Constant vertex_id=\"1\" type=\"integer\" feType=\"I4\""
                                 " value=\"1\"/></xaif:Stride>");
    xb_output_put(w->output, "</xaif:IndexTriplet>");
}

static void write_key(gen_writer *w, const char *attribute, int key)
{
    if (key != 0 || !w->profile->terse)
        xb_output_format(w->output, " %s=\"%d\"", attribute, key);
}

void gen_write_reference(gen_writer *w, const char *element, int reference, const char *attributes)
{
    const gen_expression *e = &w->program->expressions[reference];
    xb_output_format(w->output, "<xaif:%s%s%s", element, attributes, e->derivative ? " deriv=\"1\"" : "");
    write_key(w, "alias", w->keys ? gen_alias_key(w->keys, reference) : 0);
    write_key(w, "du_ud", w->keys ? gen_chain_key(w->keys, reference, w->routine) : 0);
    xb_output_put(w->output, ">");
    write_symbol_reference(w, e->variable);
    if (e->subscript_count > 0) {
        xb_output_put(w->output, "<xaif:ArrayElementReference vertex_id=\"2\">");
        for (int i = 0; i < e->subscript_count; i++)
            write_subscript(w, &e->subscripts[i]);
        xb_output_put(w->output, "</xaif:ArrayElementReference>"
                                 "<xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/>");
    }
    xb_output_format(w->output, "</xaif:%s>", element);
}

static const char *fe_type(gen_type type, bool single)
{
    switch (type) {
    case GEN_INTEGER: return "I4";
    case GEN_REAL: return single ? "F4" : "F8";
    case GEN_COMPLEX: return "C8";
    case GEN_CHARACTER: return "C1";
    default: return "L4";
    }
}

static const char *const type_names[] = {"integer", "real", "complex", "bool", "char"};

static void write_function(gen_writer *w, const gen_expression *e, int id)
{
    xb_output_format(w->output, "<xaif:FunctionCall vertex_id=\"%d\" symbol_id=\"%s\" scope_id=\"%d\">", id,
                     w->program->routines[e->routine].name, gen_scope_of_name(w->program, e->routine));
    for (int i = 0; i < e->operand_count; i++)
        gen_write_reference(w, "Argument", e->operands[i], "");
    xb_output_put(w->output, "</xaif:FunctionCall>");
}

void gen_write_vertex(gen_writer *w, int expression, int id)
{
    const gen_expression *e = &w->program->expressions[expression];
    switch (e->kind) {
    case GEN_REFERENCE:
        gen_write_reference(w, "VariableReference", expression,
                            xb_arena_format(w->arena, " vertex_id=\"%d\"", id));
        return;
    case GEN_CONSTANT:
        xb_output_format(w->output,
                         "<xaif:Constant vertex_id=\"%d\" type=\"%s\" feType=\"%s\" value=\"%s\"/>", id,
                         type_names[e->type], fe_type(e->type, e->single), e->text);
        return;
    case GEN_FUNCTION: write_function(w, e, id); return;
    default:
        xb_output_format(w->output, "<xaif:%s vertex_id=\"%d\" name=\"%s\"/>",
                         e->kind == GEN_BOOLEAN ? "BooleanOperation" : "Intrinsic", id, e->text);
        return;
    }
}

static void shuffle(gen_random *random, int *items, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int k = gen_below(random, i + 1), item = items[i];
        items[i] = items[k];
        items[k] = item;
    }
}

static int place_of(const gen_numbers *vertices, int vertex)
{
    int place = 0;
    while (vertices->items[place] != vertex)
        place++;
    return place + 1;
}

/* Arguments of functions are no vertices of their own. */
static gen_numbers vertices_to_write(gen_writer *w, int expression)
{
    gen_numbers all = {0}, arguments = {0}, result = {0};
    gen_vertices(w->arena, w->program, expression, false, &all);
    for (int i = 0; i < all.count; i++) {
        const gen_expression *e = &w->program->expressions[all.items[i]];
        for (int k = 0; e->kind == GEN_FUNCTION && k < e->operand_count; k++)
            gen_append(w->arena, &arguments, e->operands[k]);
    }
    for (int i = 0; i < all.count; i++)
        if (!gen_contains(&arguments, all.items[i]))
            gen_append(w->arena, &result, all.items[i]);
    return result;
}

void gen_write_expression(gen_writer *w, int expression)
{
    gen_numbers vertices = vertices_to_write(w, expression), edges = {0};
    gen_random random = {gen_hash(w->profile->seed, (uint64_t)expression, 7)};
    if (w->profile->shuffled)
        shuffle(&random, vertices.items, vertices.count);
    for (int i = 0; i < vertices.count; i++) {
        gen_write_vertex(w, vertices.items[i], i + 1);
        const gen_expression *e = &w->program->expressions[vertices.items[i]];
        for (int k = 0; e->kind != GEN_FUNCTION && k < e->operand_count; k++)
            gen_append(w->arena, &edges, vertices.items[i] * GEN_OPERAND_LIMIT + k);
    }
    if (w->profile->shuffled && edges.count > 0)
        shuffle(&random, edges.items, edges.count);
    for (int i = 0; i < edges.count; i++) {
        int target = edges.items[i] / GEN_OPERAND_LIMIT, position = edges.items[i] % GEN_OPERAND_LIMIT;
        int source = w->program->expressions[target].operands[position];
        xb_output_format(w->output,
                         "<xaif:ExpressionEdge edge_id=\"%d\" source=\"%d\" target=\"%d\" position=\"%d\"/>",
                         i + 1, place_of(&vertices, source), place_of(&vertices, target), position + 1);
    }
}

/* ---- routines ------------------------------------------------------------------------------------------ */

/* What a routine may set without derivatives, it must set: see gen_call_is_legal(). */
static bool loses_derivatives(const gen_variable *formal)
{
    return !formal->active && (formal->type == GEN_REAL || formal->type == GEN_COMPLEX);
}

/* Whether a Mod list has a variable that is not modified. */
static bool is_added(const gen_writer *w, int v)
{
    const gen_variable *variable = &w->program->variables[v];
    bool formal = variable->routine == w->routine && variable->intent != GEN_NO_FORMAL;
    return w->profile->lists == GEN_LISTS_LARGER && formal && variable->intent != GEN_IN &&
           !loses_derivatives(variable) && gen_hash(w->profile->seed, (uint64_t)v, 8) % 2;
}

/* Whether a list omits a variable, as bodies tell of it: those that are shown, and have no markers for it. */
static bool is_omitted(const gen_writer *w, const char *element, int v)
{
    return w->profile->lists == GEN_LISTS_SMALLER && !w->keys->effects.hidden[w->routine] &&
           !w->program->variables[v].allocated &&
           gen_hash(w->profile->seed, (uint64_t)v, (uint64_t)(w->routine * 256 + element[0])) % 2;
}

/* Lists have none of the routine's own variables, and none that are not visible in it. */
static void write_effects(gen_writer *w, const char *element, const gen_numbers *variables, bool is_mod)
{
    const gen_routine *routine = &w->program->routines[w->routine];
    int id = 1;
    xb_output_format(w->output, "<xaif:%s>", element);
    for (int v = 0; v < w->program->variable_count; v++) {
        bool listed = gen_contains(variables, v) ? !is_omitted(w, element, v) : is_mod && is_added(w, v);
        if (!listed || (routine->host && w->program->variables[v].hosted) ||
            (routine->apart && w->program->variables[v].module))
            continue;
        xb_output_format(w->output, "<xaif:SideEffectReference vertex_id=\"%d\" alias=\"%d\" du_ud=\"0\">",
                         id++, w->profile->keyless ? 0 : gen_alias_key_of(w->keys, v));
        write_symbol_reference(w, v);
        xb_output_put(w->output, "</xaif:SideEffectReference>");
    }
    xb_output_format(w->output, "</xaif:%s>\n", element);
}

static void write_formals(gen_writer *w, const gen_routine *routine)
{
    static const char *const intents[] = {"", "in", "out", "inout"};
    xb_output_put(w->output, "<xaif:ArgumentList>");
    for (int i = 0; i < routine->formal_count; i++) {
        const gen_variable *v = &w->program->variables[routine->formals[i]];
        xb_output_format(w->output,
                         "<xaif:ArgumentSymbolReference position=\"%d\" scope_id=\"%d\" symbol_id=\"%s\""
                         " intent=\"%s\"/>",
                         i + 1, w->routine + 2, v->name, intents[v->claimed ? GEN_IN : v->intent]);
    }
    xb_output_put(w->output, "</xaif:ArgumentList>\n");
}

/* @param informed with what the front end knows of it */
static void write_routine(gen_writer *w, bool informed)
{
    gen_keys *keys = w->keys;
    const gen_routine *routine = &w->program->routines[w->routine];
    xb_output_format(w->output,
                     "<xaif:ControlFlowGraph vertex_id=\"%d\" scope_id=\"%d\" symbol_id=\"%s\""
                     " controlflowgraph_scope_id=\"%d\"%s>\n",
                     w->routine + 1, gen_scope_of_name(w->program, w->routine), routine->name, w->routine + 2,
                     gen_has_jumps(w, routine->body) ? " structured=\"0\"" : "");
    write_formals(w, routine);
    if (informed && w->profile->lists != GEN_LISTS_NONE) {
        const gen_effects *effects = &w->keys->effects;
        write_effects(w, "Mod", &effects->modified[w->routine], true);
        write_effects(w, "Read", &effects->read[w->routine], false);
    }
    w->keys = informed ? keys : NULL;
    gen_write_flow(w);
    w->keys = keys;
    xb_output_put(w->output, "</xaif:ControlFlowGraph>\n");
}

/* ---- symbols ------------------------------------------------------------------------------------------- */

/* A formal array of the same routine, declared before, whose extent is known: what bounds can rest on. */
static const gen_variable *model_of(const gen_writer *w, const gen_variable *v)
{
    const gen_program *program = w->program;
    bool is_own = v->routine != GEN_NONE && !v->pointer && !v->inner && !v->optional && !v->allocated;
    if (!is_own || !gen_profile_has(w->profile, GEN_DECLARED))
        return NULL;
    const gen_routine *routine = &program->routines[v->routine];
    bool is_formal = false, is_entry = v->routine == gen_entry(program) || routine->entry;
    for (int i = 0; i < routine->formal_count; i++)
        is_formal |= &program->variables[routine->formals[i]] == v;
    for (int i = 0; i < routine->formal_count && !(is_formal && is_entry); i++) {
        const gen_variable *f = &program->variables[routine->formals[i]];
        if (f < v && !f->gone && !f->optional && f->known && f->rank > 0)
            return f;
    }
    return NULL;
}

/* An upper bound as the extent of another array, and what differs. */
static void write_upper_bound(gen_writer *w, const gen_variable *v, int dimension, const gen_variable *model)
{
    int extent = model->upper[0] - model->lower[0] + 1;
    xb_output_format(w->output,
                     "<xaif:DimensionBounds lower=\"%d\"><xaif:UpperBound>"
                     "<xaif:Intrinsic vertex_id=\"1\" name=\"add_scal_scal\" rType=\"integer\"/>"
                     "<xaif:Intrinsic vertex_id=\"2\" name=\"size\" rType=\"integer\"/>"
                     "<xaif:VariableReference vertex_id=\"3\">"
                     "<xaif:SymbolReference vertex_id=\"1\" symbol_id=\"%s\" scope_id=\"%d\"/>"
                     "</xaif:VariableReference><xaif:Constant vertex_id=\"4\" type=\"integer\" value=\"1\"/>"
                     "<xaif:Constant vertex_id=\"5\" type=\"integer\" value=\"%d\"/>"
                     "<xaif:ExpressionEdge edge_id=\"1\" source=\"2\" target=\"1\" position=\"1\"/>"
                     "<xaif:ExpressionEdge edge_id=\"2\" source=\"5\" target=\"1\" position=\"2\"/>"
                     "<xaif:ExpressionEdge edge_id=\"3\" source=\"3\" target=\"2\" position=\"1\"/>"
                     "<xaif:ExpressionEdge edge_id=\"4\" source=\"4\" target=\"2\" position=\"2\"/>"
                     "</xaif:UpperBound></xaif:DimensionBounds>",
                     v->lower[dimension], model->name,
                     scope_of(w->program, (int)(model - w->program->variables)),
                     v->upper[dimension] - extent);
}

/* Global variables that share storage are parts of a common block, if facts are written. */
static bool may_have_block(const gen_writer *w, const gen_variable *v)
{
    return gen_profile_has(w->profile, GEN_DECLARED) && v->routine == GEN_NONE && v->known && !v->allocated &&
           !v->pointer;
}

static void write_block(gen_writer *w, const gen_variable *v)
{
    const gen_program *program = w->program;
    int number = (int)(v - program->variables), root = v->same == GEN_NONE ? number : v->same;
    bool is_shared = v->same != GEN_NONE;
    for (int i = 0; i < program->variable_count && !is_shared; i++)
        is_shared = program->variables[i].same == number && !program->variables[i].gone;
    int bytes = (v->type == GEN_COMPLEX ? 16 : v->type == GEN_REAL ? 8 : 4) / (v->single ? 2 : 1);
    if (is_shared && may_have_block(w, v))
        xb_output_format(w->output, " storage=\"common\" block=\"b%d\" offset=\"%d\"", root,
                         v->offset * bytes);
}

static void write_symbol(gen_writer *w, const gen_variable *v)
{
    static const char *const shapes[] = {"scalar", "vector", "matrix", "three_tensor", "four_tensor"};
    xb_output_format(w->output,
                     "<xaif:Symbol symbol_id=\"%s\" kind=\"variable\" type=\"%s\" feType=\"%s\" shape=\"%s\""
                     " active=\"%d\"%s",
                     v->name, type_names[v->type], fe_type(v->type, v->single), shapes[v->rank], v->active,
                     v->pointer ? " pointer=\"1\"" : "");
    if (v->optional && gen_profile_has(w->profile, GEN_DECLARED))
        xb_output_put(w->output, " optional=\"1\"");
    write_block(w, v);
    const gen_variable *model = model_of(w, v);
    if (v->rank == 0 || !v->known) {
        xb_output_put(w->output, "/>\n");
        return;
    }
    xb_output_put(w->output, ">");
    for (int i = v->rank - 1; i >= 0; i--)
        if (model)
            write_upper_bound(w, v, i, model);
        else
            xb_output_format(w->output, "<xaif:DimensionBounds lower=\"%d\" upper=\"%d\"/>", v->lower[i],
                             v->upper[i]);
    xb_output_put(w->output, "</xaif:Symbol>\n");
}

static bool has_module(const gen_program *program)
{
    for (int v = 0; v < program->variable_count; v++)
        if (program->variables[v].module && !program->variables[v].gone)
            return true;
    return false;
}

/* What a module is called if it is written as a routine. */
static const char module_name[] = "variables";

static bool module_is_routine(const gen_writer *w)
{
    return w->profile->module_is_routine && has_module(w->program);
}

static void write_module(gen_writer *w)
{
    xb_output_format(w->output,
                     "<xaif:ControlFlowGraph vertex_id=\"%d\" scope_id=\"1\" symbol_id=\"%s\""
                     " controlflowgraph_scope_id=\"%d\"/>\n",
                     w->program->routine_count + 1, module_name, module_scope(w->program));
}

static void write_name_of_routine(gen_writer *w, const char *name)
{
    xb_output_format(w->output,
                     "<xaif:Symbol symbol_id=\"%s\" kind=\"subroutine\" type=\"void\" shape=\"void\""
                     " active=\"0\"/>\n",
                     name);
}

static void write_scope(gen_writer *w, int scope)
{
    xb_output_format(w->output, "<xaif:Scope vertex_id=\"%d\"><xaif:SymbolTable>\n", scope);
    for (int v = 0; v < w->program->variable_count; v++)
        if (scope_of(w->program, v) == scope && !w->program->variables[v].gone)
            write_symbol(w, &w->program->variables[v]);
    for (int r = 0; r < w->program->routine_count; r++)
        if (!w->program->routines[r].gone && gen_scope_of_name(w->program, r) == scope)
            write_name_of_routine(w, w->program->routines[r].name);
    if (scope == 1 && module_is_routine(w))
        write_name_of_routine(w, module_name);
    xb_output_put(w->output, "</xaif:SymbolTable></xaif:Scope>\n");
}

static bool has_body(const gen_program *program, int routine)
{
    return !program->routines[routine].gone && !program->routines[routine].external;
}

static bool is_hidden(const gen_program *program, int routine)
{
    return program->routines[routine].box || program->routines[routine].jacobian;
}

static void write_scope_edge(gen_writer *w, int inner, int outer)
{
    xb_output_format(w->output, "<xaif:ScopeEdge edge_id=\"%d\" source=\"%d\" target=\"%d\"/>", inner - 1,
                     inner, outer);
}

static void write_scopes(gen_writer *w)
{
    xb_output_put(w->output, "<xaif:ScopeHierarchy>\n");
    int module = module_scope(w->program);
    write_scope(w, 1);
    for (int r = 0; r < w->program->routine_count; r++)
        if (has_body(w->program, r)) {
            write_scope(w, r + 2);
            if (gen_has_inner(w->program, r))
                write_scope(w, gen_inner_scope(w->program, r));
        }
    if (has_module(w->program))
        write_scope(w, module);
    for (int r = 0; r < w->program->routine_count; r++)
        if (has_body(w->program, r)) {
            const gen_routine *routine = &w->program->routines[r];
            int outside = has_module(w->program) && !routine->apart ? module : 1;
            write_scope_edge(w, r + 2, routine->hosted ? gen_host(w->program) + 2 : outside);
            if (gen_has_inner(w->program, r))
                write_scope_edge(w, gen_inner_scope(w->program, r), r + 2);
        }
    if (has_module(w->program))
        write_scope_edge(w, module, 1);
    xb_output_put(w->output, "\n</xaif:ScopeHierarchy>\n");
}

/* ---- the document -------------------------------------------------------------------------------------- */

/* How to run it: values of the arguments, points separated by bars; what shares storage. */
static void write_inputs(const gen_program *program, int routine, xb_output *output)
{
    const gen_routine *entry = &program->routines[routine];
    const char *name = routine == gen_entry(program) ? "" : entry->name;
    for (int i = 0; i < entry->formal_count; i++) {
        const gen_variable *v = &program->variables[entry->formals[i]];
        if (v->intent == GEN_OUT)
            continue;
        xb_output_format(output, "  %s%s%s:", name, *name ? "." : "", v->name);
        for (int point = 0; point < GEN_POINTS; point++) {
            xb_output_put(output, point > 0 ? " |" : "");
            if (v->optional && !is_given(program, entry, point)) {
                xb_output_put(output, " absent");
                continue;
            }
            for (int k = 0; k < gen_size(v); k++)
                xb_output_format(output, " %g", input(program, entry, entry->formals[i], k, point));
        }
        xb_output_put(output, "\n");
    }
}

static void write_case(const gen_program *program, xb_output *output)
{
    for (int r = program->routine_count - 1; r >= 0; r--)
        if (program->routines[r].entry && !program->routines[r].gone)
            write_inputs(program, r, output);
    for (int v = 0; v < program->variable_count; v++)
        if (program->variables[v].same != GEN_NONE && !program->variables[v].gone)
            xb_output_format(output, "  shared: %s %s %d\n",
                             program->variables[program->variables[v].same].name, program->variables[v].name,
                             program->variables[v].offset);
}

/* Whether all that shares storage is declared, or has alias sets throughout. */
static bool is_declared(const gen_writer *w)
{
    const gen_variable *all = w->program->variables;
    bool declared = w->profile->declares_storage;
    for (int i = 0; i < w->program->variable_count && declared && w->profile->no_alias > 0; i++)
        declared = all[i].gone || all[i].same == GEN_NONE ||
                   (may_have_block(w, &all[i]) && may_have_block(w, &all[all[i].same]));
    return declared;
}

static void write_all(xb_arena *arena, const gen_program *program, const gen_profile *profile,
                      const char *note, bool with_hidden, xb_output *output)
{
    gen_keys keys;
    xb_text *body = xb_text_create(arena);
    gen_writer w = {.arena = arena,
                    .program = program,
                    .profile = profile,
                    .keys = &keys,
                    .output = xb_text_output(body)};
    gen_keys_init(&keys, arena, program, profile);
    for (w.routine = 0; w.routine < program->routine_count; w.routine++)
        if (has_body(program, w.routine) && (with_hidden || !is_hidden(program, w.routine)))
            write_routine(&w, !program->routines[w.routine].part);
    if (module_is_routine(&w))
        write_module(&w);
    w.output = output;
    xb_output_put(output, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!--\n");
    write_case(program, output);
    if (note)
        xb_output_format(output, "  %s\n", note);
    xb_output_put(output, "-->\n<xaif:CallGraph xmlns:xaif=\"http://www.mcs.anl.gov/XAIF\""
                          " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                          " xsi:schemaLocation=\"http://www.mcs.anl.gov/XAIF xaif.xsd\""
                          " program_name=\"generated\" prefix=\"OpenAD_\"");
    xb_output_put(output, is_declared(&w) ? " storage=\"declared\">\n" : ">\n");
    write_scopes(&w);
    gen_write_maps(&keys, output);
    size_t length;
    const char *text = xb_text_join(body, &length);
    xb_output_bytes(output, text, length);
    xb_output_put(output, "</xaif:CallGraph>\n");
}

void gen_write(xb_arena *arena, const gen_program *program, const gen_profile *profile, const char *note,
               xb_output *output)
{
    write_all(arena, program, profile, note, false, output);
}

static bool hides_bodies(const gen_program *program)
{
    for (int r = 0; r < program->routine_count; r++)
        if (is_hidden(program, r) && !program->routines[r].gone)
            return true;
    return false;
}

const char *gen_reference_text(xb_arena *arena, const gen_program *program, const gen_profile *profile)
{
    if (!profile->pessimistic && !hides_bodies(program))
        return NULL;
    xb_text *text = xb_text_create(arena);
    const gen_program *other = profile->pessimistic ? gen_with_ended_derivatives(arena, program) : program;
    write_all(arena, other, profile, NULL, true, xb_text_output(text));
    return xb_text_join(text, NULL);
}

const char *gen_bodies_text(xb_arena *arena, const gen_program *program, const gen_profile *profile)
{
    xb_text *text = xb_text_create(arena);
    gen_writer w = {.arena = arena, .program = program, .profile = profile, .output = xb_text_output(text)};
    if (!hides_bodies(program))
        return NULL;
    for (w.routine = 0; w.routine < program->routine_count; w.routine++)
        if (is_hidden(program, w.routine) && !program->routines[w.routine].gone)
            write_routine(&w, false);
    return xb_text_join(text, NULL);
}
