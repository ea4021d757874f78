/*
 * Writing. Vertices of an expression come last first, so that operators stand before their operands, as front
 * ends write them.
 */
#include "bench/model_internal.h"

/* A document being written. */
typedef struct writer {
    const model *program;
    FILE *output;
    int depth;
} writer;

/* ---- lines ---- */

static void line(writer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#include <stdarg.h>

static void line(writer *out, const char *format, ...)
{
    va_list arguments;
    fprintf(out->output, "%*s<", 2 * out->depth, "");
    va_start(arguments, format);
    vfprintf(out->output, format, arguments);
    va_end(arguments);
    fputs(">\n", out->output);
}

static void begin(writer *out, const char *name)
{
    line(out, "xaif:%s", name);
    out->depth++;
}

static void end(writer *out, const char *name)
{
    out->depth--;
    line(out, "/xaif:%s", name);
}

/* ---- names ---- */

static const char *const roles[] = {
    [MODEL_LOCAL] = "t", [MODEL_IN] = "x", [MODEL_OUT] = "y", [MODEL_INOUT] = "z", [MODEL_GLOBAL] = "g"};

static const char *const intents[] = {
    [MODEL_LOCAL] = "", [MODEL_IN] = "in", [MODEL_OUT] = "out", [MODEL_INOUT] = "inout"};

static const declaration *variable_of(const writer *out, size_t number)
{
    return (const declaration *)out->program->variables.items + number;
}

static void put_symbol_reference(writer *out, size_t number)
{
    const declaration *one = variable_of(out, number);
    line(out, "xaif:SymbolReference vertex_id=\"1\" scope_id=\"%zu\" symbol_id=\"%s_%zu\"/", one->routine + 2,
         roles[one->role], number);
}

static size_t alias_of(const writer *out, reference what)
{
    const declaration *one = variable_of(out, what.variable);
    if (one->kind & MODEL_UNKNOWN)
        return 0;
    return one->alias + ((one->kind & MODEL_ELEMENTS) ? (size_t)what.offset - 1 : 0);
}

/* ---- scopes, aliases, chains ---- */

static void put_symbol(writer *out, size_t number)
{
    const declaration *one = variable_of(out, number);
    bool integer = one->kind & MODEL_INTEGER;
    line(out,
         "xaif:Symbol symbol_id=\"%s_%zu\" kind=\"variable\" type=\"%s\" feType=\"%s\" shape=\"%s\" "
         "active=\"%d\"%s",
         roles[one->role], number, integer ? "integer" : "real", integer ? "I4" : "F8",
         one->extent ? "vector" : "scalar", (one->kind & MODEL_ACTIVE) != 0, one->extent ? "" : "/");
    if (!one->extent)
        return;
    out->depth++;
    line(out, "xaif:DimensionBounds lower=\"1\" upper=\"%zu\"/", one->extent);
    end(out, "Symbol");
}

static void put_scope(writer *out, size_t number)
{
    const unit *routines = out->program->routines.items;
    line(out, "xaif:Scope vertex_id=\"%zu\"", number);
    out->depth++;
    begin(out, "SymbolTable");
    for (size_t i = 0; number == 1 && i < out->program->routines.count; i++)
        line(out,
             "xaif:Symbol symbol_id=\"routine_%zu\" kind=\"subroutine\" type=\"void\" shape=\"void\" "
             "active=\"0\"/",
             i);
    for (size_t i = 0; number == 1 && i < out->program->globals; i++)
        put_symbol(out, i);
    for (size_t i = 0; number > 1 && i < routines[number - 2].variable_count; i++)
        put_symbol(out, routines[number - 2].variable + i);
    end(out, "SymbolTable");
    end(out, "Scope");
}

static void put_scopes(writer *out)
{
    size_t count = out->program->routines.count + 1;
    begin(out, "ScopeHierarchy");
    for (size_t i = 1; i <= count; i++)
        put_scope(out, i);
    for (size_t i = 2; i <= count; i++)
        line(out, "xaif:ScopeEdge edge_id=\"%zu\" source=\"%zu\" target=\"1\"/", i - 1, i);
    end(out, "ScopeHierarchy");
}

static void put_alias_set(writer *out, size_t key, size_t address, size_t width, bool partial)
{
    line(out, "xaif:AliasSet key=\"%zu\"", key);
    out->depth++;
    line(out, "xaif:AliasRange from_virtual_address=\"%zu\" to_virtual_address=\"%zu\" partial=\"%d\"/",
         address, address + width - 1, partial);
    end(out, "AliasSet");
}

static void put_aliases(writer *out)
{
    begin(out, "AliasSetMap");
    line(out, "xaif:AliasSet key=\"0\"/");
    line(out, "xaif:AliasSet key=\"1\"/");
    for (size_t i = 0; i < out->program->variables.count; i++) {
        const declaration *one = variable_of(out, i);
        if (one->kind & MODEL_ELEMENTS)
            for (size_t k = 0; k < one->extent; k++)
                put_alias_set(out, one->alias + k, one->address + k, 1, false);
        else
            put_alias_set(out, one->alias, one->address, one->width, one->extent > 0);
    }
    end(out, "AliasSetMap");
}

static void put_chain(writer *out, size_t key, const list *members)
{
    const size_t *numbers = members->items;
    line(out, "xaif:StmtIdSet key=\"%zu\"", key);
    out->depth++;
    for (size_t i = 0; i < members->count; i++)
        if (numbers[i] == OUTSIDE)
            line(out, "xaif:StatementId idRef=\"\"/");
        else
            line(out, "xaif:StatementId idRef=\"%zu\"/", numbers[i] + 1);
    end(out, "StmtIdSet");
}

static void put_chains(writer *out)
{
    size_t outside = OUTSIDE;
    const list only_outside = {&outside, 1, 1};
    begin(out, "DUUDSetMap");
    line(out, "xaif:StmtIdSet key=\"%d\"/", KEY_NOTHING_KNOWN);
    line(out, "xaif:StmtIdSet key=\"%d\"/", KEY_EMPTY);
    put_chain(out, KEY_OUTSIDE, &only_outside);
    for (size_t i = 0; i < out->program->chains.count; i++)
        put_chain(out, KEY_FIRST + i, &((const chain *)out->program->chains.items)[i].members);
    end(out, "DUUDSetMap");
    begin(out, "DOSetMap");
    line(out, "xaif:StmtIdSet key=\"0\"/");
    line(out, "xaif:StmtIdSet key=\"1\"/");
    end(out, "DOSetMap");
}

/* ---- references and expressions ---- */

static void put_edge(writer *out, size_t number, size_t source, size_t target, size_t position)
{
    line(out, "xaif:ExpressionEdge edge_id=\"%zu\" source=\"%zu\" target=\"%zu\" position=\"%zu\"/", number,
         source, target, position);
}

static void put_integer(writer *out, size_t id, long value)
{
    line(out, "xaif:Constant vertex_id=\"%zu\" type=\"integer\" feType=\"I4\" value=\"%ld\"/", id, value);
}

static void put_use(writer *out, size_t id, size_t variable, size_t key)
{
    line(out, "xaif:VariableReference vertex_id=\"%zu\" du_ud=\"%zu\" alias=\"%zu\"", id, key,
         alias_of(out, model_scalar(variable)));
    out->depth++;
    put_symbol_reference(out, variable);
    end(out, "VariableReference");
}

/* factor * index + offset */
static void put_subscript(writer *out, reference what, size_t index_key)
{
    if (what.index == MODEL_NONE) {
        put_integer(out, 1, what.offset);
        return;
    }
    line(out, "xaif:Intrinsic vertex_id=\"1\" name=\"add_scal_scal\" type=\"***\" rType=\"integer\"/");
    line(out, "xaif:Intrinsic vertex_id=\"2\" name=\"mul_scal_scal\" type=\"***\" rType=\"integer\"/");
    put_integer(out, 3, what.factor);
    put_use(out, 4, (size_t)what.index, index_key);
    put_integer(out, 5, what.offset);
    put_edge(out, 1, 2, 1, 1);
    put_edge(out, 2, 5, 1, 2);
    put_edge(out, 3, 3, 2, 1);
    put_edge(out, 4, 4, 2, 2);
}

/* What is inside a reference. */
static void put_place(writer *out, reference what, size_t index_key)
{
    put_symbol_reference(out, what.variable);
    if (variable_of(out, what.variable)->extent == 0)
        return;
    line(out, "xaif:ArrayElementReference vertex_id=\"2\"");
    out->depth++;
    begin(out, "IndexTriplet");
    begin(out, "Index");
    put_subscript(out, what, index_key);
    end(out, "Index");
    end(out, "IndexTriplet");
    end(out, "ArrayElementReference");
    line(out, "xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/");
}

static void put_reference(writer *out, size_t id, reference what, size_t key, size_t index_key)
{
    line(out, "xaif:VariableReference vertex_id=\"%zu\" du_ud=\"%zu\" alias=\"%zu\"", id, key,
         alias_of(out, what));
    out->depth++;
    put_place(out, what, index_key);
    end(out, "VariableReference");
}

static void put_vertex(writer *out, size_t id, const node *one)
{
    if (one->kind == VERTEX_REFERENCE)
        put_reference(out, id, one->what, one->key, one->index_key);
    else if (one->kind == VERTEX_CONSTANT)
        line(out, "xaif:Constant vertex_id=\"%zu\" type=\"real\" feType=\"F8\" value=\"%.17g\"/", id,
             one->value);
    else if (one->kind == VERTEX_INTEGER)
        put_integer(out, id, (long)one->value);
    else
        line(out, "xaif:Intrinsic vertex_id=\"%zu\" name=\"%s\" type=\"***\"/", id, one->name);
}

static void put_expression(writer *out, const node *vertices, size_t count)
{
    size_t edge = 1;
    for (size_t i = count; i-- > 0;)
        put_vertex(out, count - i, &vertices[i]);
    for (size_t i = count; i-- > 0;)
        for (size_t k = 0; k < vertices[i].operand_count; k++)
            put_edge(out, edge++, count - vertices[i].operands[k], count - i, k + 1);
}

/* ---- statements ---- */

static void put_assignment(writer *out, const statement *one, size_t number)
{
    line(out, "xaif:Assignment statement_id=\"%zu\" lineNumber=\"%zu\" do_chain=\"1\"", number + 1,
         number + 1);
    out->depth++;
    line(out, "xaif:AssignmentLHS du_ud=\"%zu\" alias=\"%zu\"", one->target_key, alias_of(out, one->target));
    out->depth++;
    put_place(out, one->target, one->index_key);
    end(out, "AssignmentLHS");
    begin(out, "AssignmentRHS");
    put_expression(out, (const node *)out->program->vertices.items + one->vertex, one->vertex_count);
    end(out, "AssignmentRHS");
    end(out, "Assignment");
}

static void put_argument(writer *out, size_t position, reference what, size_t key, size_t index_key)
{
    line(out, "xaif:Argument position=\"%zu\"", position);
    out->depth++;
    put_reference(out, 1, what, key, index_key);
    end(out, "Argument");
}

static void put_call(writer *out, const statement *one, size_t number)
{
    const node *in = (const node *)out->program->vertices.items + one->vertex;
    line(out,
         "xaif:SubroutineCall statement_id=\"%zu\" lineNumber=\"%zu\" scope_id=\"1\" "
         "symbol_id=\"routine_%zu\" "
         "formalArgCount=\"2\"",
         number + 1, number + 1, one->callee);
    out->depth++;
    put_argument(out, 1, in->what, in->key, in->index_key);
    put_argument(out, 2, one->target, one->target_key, one->index_key);
    end(out, "SubroutineCall");
}

/* ---- control flow ---- */

static void put_block(writer *out, const flow *block, size_t scope, size_t id)
{
    const statement *statements = out->program->statements.items;
    line(out, "xaif:BasicBlock vertex_id=\"%zu\" scope_id=\"%zu\"", id, scope);
    out->depth++;
    for (size_t i = block->statement; i < block->statement + block->statement_count; i++)
        if (statements[i].call)
            put_call(out, &statements[i], i);
        else
            put_assignment(out, &statements[i], i);
    end(out, "BasicBlock");
}

static void put_branch(writer *out, const flow *branch, size_t id)
{
    line(out, "xaif:Branch vertex_id=\"%zu\"", id);
    out->depth++;
    begin(out, "Condition");
    line(out, "xaif:BooleanOperation vertex_id=\"1\" name=\"less_than\"/");
    put_use(out, 2, branch->variable, branch->key);
    put_integer(out, 3, branch->value);
    put_edge(out, 1, 2, 1, 1);
    put_edge(out, 2, 3, 1, 2);
    end(out, "Condition");
    end(out, "Branch");
}

static void put_flow(writer *out, const unit *here, size_t scope)
{
    const flow *flows = (const flow *)out->program->flows.items + here->flow;
    line(out, "xaif:Entry vertex_id=\"1\"/");
    for (size_t i = 0; i < here->flow_count; i++)
        if (flows[i].kind == FLOW_BLOCK)
            put_block(out, &flows[i], scope, i + 2);
        else if (flows[i].kind == FLOW_BRANCH)
            put_branch(out, &flows[i], i + 2);
        else
            line(out, "xaif:EndBranch vertex_id=\"%zu\"/", i + 2);
    line(out, "xaif:Exit vertex_id=\"%zu\"/", here->flow_count + 2);
}

static void put_flow_edges(writer *out, const unit *here)
{
    static const char *const values[] = {"", " has_condition_value=\"true\" condition_value=\"1\""};
    const flow_edge *edges = (const flow_edge *)out->program->edges.items + here->edge;
    for (size_t i = 0; i < here->edge_count; i++)
        line(out, "xaif:ControlFlowEdge edge_id=\"%zu\" source=\"%zu\" target=\"%zu\"%s/", i + 1,
             edges[i].source + 1, edges[i].target + 1, values[edges[i].value == 1]);
    line(out, "xaif:ControlFlowEdge edge_id=\"%zu\" source=\"%zu\" target=\"%zu\"/", here->edge_count + 1,
         here->flow_count + 1, here->flow_count + 2);
}

/* ---- routines ---- */

static void put_arguments(writer *out, const unit *here, size_t scope)
{
    size_t position = 0;
    begin(out, "ArgumentList");
    for (size_t i = here->variable; i < here->variable + here->variable_count; i++) {
        variable_role role = variable_of(out, i)->role;
        if (role != MODEL_LOCAL)
            line(out,
                 "xaif:ArgumentSymbolReference position=\"%zu\" scope_id=\"%zu\" symbol_id=\"%s_%zu\" "
                 "intent=\"%s\"/",
                 ++position, scope, roles[role], i, intents[role]);
    }
    end(out, "ArgumentList");
}

static void put_effect(writer *out, size_t variable)
{
    const declaration *one = variable_of(out, variable);
    line(out, "xaif:SideEffectReference vertex_id=\"1\" alias=\"%zu\"",
         (one->kind & MODEL_UNKNOWN) ? 0 : one->alias);
    out->depth++;
    put_symbol_reference(out, variable);
    end(out, "SideEffectReference");
}

static void put_global_effects(writer *out, const list *globals)
{
    for (size_t i = 0; i < globals->count; i++)
        put_effect(out, ((const size_t *)globals->items)[i]);
}

/* Global variables that are named are read and modified. */
static void put_effects(writer *out, const unit *here, const char *name, variable_role without, bool called)
{
    begin(out, name);
    for (size_t i = here->variable; i < here->variable + here->variable_count; i++) {
        const declaration *one = variable_of(out, i);
        if (one->role != MODEL_LOCAL && one->role != without)
            put_effect(out, i);
    }
    put_global_effects(out, &here->globals);
    if (called)
        put_global_effects(out, &here->called_globals);
    end(out, name);
}

static void put_routine(writer *out, size_t number)
{
    const unit *here = (const unit *)out->program->routines.items + number;
    size_t scope = number + 2;
    line(out,
         "xaif:ControlFlowGraph vertex_id=\"%zu\" scope_id=\"1\" symbol_id=\"routine_%zu\" "
         "controlflowgraph_scope_id=\"%zu\"",
         number + 1, number, scope);
    out->depth++;
    put_arguments(out, here, scope);
    put_effects(out, here, "ModLocal", MODEL_IN, false);
    put_effects(out, here, "Mod", MODEL_IN, true);
    put_effects(out, here, "ReadLocal", MODEL_OUT, false);
    put_effects(out, here, "Read", MODEL_OUT, true);
    put_flow(out, here, scope);
    put_flow_edges(out, here);
    end(out, "ControlFlowGraph");
}

/* An edge a call. */
static void put_call_edges(writer *out)
{
    const unit *routines = out->program->routines.items;
    const statement *statements = out->program->statements.items;
    size_t edge = 0;
    for (size_t r = 0; r < out->program->routines.count; r++)
        for (size_t i = routines[r].statement; i < routines[r].statement + routines[r].statement_count; i++)
            if (statements[i].call)
                line(out, "xaif:CallGraphEdge edge_id=\"%zu\" source=\"%zu\" target=\"%zu\"/", ++edge, r + 1,
                     statements[i].callee + 1);
}

void model_write(model *program, FILE *output)
{
    writer out = {program, output, 0};
    model_finish(program);
    line(&out, "?xml version=\"1.0\" encoding=\"UTF-8\"?");
    line(&out, "xaif:CallGraph xmlns:xaif=\"http://www.mcs.anl.gov/XAIF\" "
               "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
               "xsi:schemaLocation=\"http://www.mcs.anl.gov/XAIF xaif.xsd\" program_name=\"bench\" "
               "prefix=\"OpenAD_\"");
    out.depth++;
    put_scopes(&out);
    put_aliases(&out);
    put_chains(&out);
    for (size_t i = 0; i < program->routines.count; i++)
        put_routine(&out, i);
    put_call_edges(&out);
    end(&out, "CallGraph");
}
