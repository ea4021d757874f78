#include "runtime_fixture.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "documents.h"

xb_evaluate_options options;
xb_program *program;
xb_evaluator *evaluator;
xb_arena *arena;

static xb_failure *failure;
static const char *reported_by_reader;

void runtime_set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
    options = (xb_evaluate_options){.directions = 2};
    evaluator = NULL;
}

void runtime_tear_down(void)
{
    xb_evaluator_destroy(evaluator);
    evaluator = NULL;
    documents_forget();
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

static void load(const char *text)
{
    xb_evaluator_destroy(evaluator);
    evaluator = NULL;
    program = documents_read(arena, text, strlen(text), &reported_by_reader);
    ck_assert_str_eq(reported_by_reader, "");
    xb_status status = xb_evaluator_create(program, &options, &evaluator);
    ck_assert_msg(status == XB_STATUS_OK, "%s", runtime_reported());
}

/* ---- programs of one block ------------------------------------------------------------------------ */

static const struct declaration {
    const char *id, *type, *shape, *bounds;
    bool active;
} declarations[] = {
    {"a", "real", "scalar", "", true},
    {"b", "real", "scalar", "", true},
    {"c", "real", "scalar", "", true},
    {"p", "real", "scalar", "", false},
    {"q", "real", "scalar", "", false},
    {"v", "real", "vector", "<DimensionBounds lower='1' upper='3'/>", true},
    {"w", "real", "vector", "<DimensionBounds lower='1' upper='3'/>", true},
    {"s", "real", "vector", "<DimensionBounds lower='0' upper='2'/>", false},
    {"m", "real", "matrix", "<DimensionBounds lower='1' upper='3'/><DimensionBounds lower='1' upper='2'/>",
     true},
    {"n", "real", "matrix", "<DimensionBounds lower='1' upper='3'/><DimensionBounds lower='1' upper='2'/>",
     true},
    {"av", "real", "vector", "", true},
    {"ps", "real", "vector", "", false},
    {"am", "real", "matrix", "", true},
    {"i", "integer", "scalar", "", false},
    {"j", "integer", "scalar", "", false},
    {"k", "integer", "vector", "<DimensionBounds lower='1' upper='2'/>", false},
    {"l", "bool", "scalar", "", false},
    {"lv", "bool", "vector", "<DimensionBounds lower='1' upper='2'/>", false},
    {"t", "string", "scalar", "", false},
    {"u", "string", "scalar", "", false},
    {"z", "complex", "scalar", "", true},
    {"zp", "complex", "scalar", "", false},
};

static const char *declared(void)
{
    const char *text = "";
    for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++) {
        const struct declaration *d = &declarations[i];
        text = xb_arena_format(arena, "%s<Symbol symbol_id='%s' type='%s' shape='%s' active='%d'>%s</Symbol>",
                               text, d->id, d->type, d->shape, d->active, d->bounds);
    }
    return text;
}

static const char *constant(const char *text, size_t length, const char *id)
{
    const char *type = "integer";
    if (*text == '\'') {
        text++;
        length -= 2;
        type = "string";
    } else if (*text == '.') {
        text++;
        length -= 2;
        type = "bool";
    } else if (memchr(text, '.', length)) {
        type = "real";
    }
    return xb_arena_format(arena, "<Constant%s type='%s' value='%.*s'/>", id, type, (int)length, text);
}

/* "name", "name[2]", "name[1:2]", "name[]" (all elements, as a section) */
static const char *reference(const char *text, size_t length, const char *element, const char *attributes)
{
    const char *bracket = memchr(text, '[', length);
    size_t name_length = bracket ? (size_t)(bracket - text) : length;
    const char *subscripts = "";
    if (bracket) {
        char colon = '\0';
        int first, last;
        int count = sscanf(bracket, "[%d%c%d]", &first, &colon, &last);
        const char *inside = "";
        if (count >= 1)
            inside = xb_arena_format(arena, "<Index><Constant type='integer' value='%d'/></Index>", first);
        if (count == 3)
            inside = xb_arena_format(arena, "%s<Bound><Constant type='integer' value='%d'/></Bound>", inside,
                                     last);
        subscripts = xb_arena_format(arena,
                                     "<ArrayElementReference vertex_id='2'><IndexTriplet>%s</IndexTriplet>"
                                     "</ArrayElementReference>"
                                     "<VariableReferenceEdge edge_id='1' source='1' target='2'/>",
                                     inside);
    }
    return xb_arena_format(arena,
                           "<%s%s><SymbolReference vertex_id='1' symbol_id='%.*s' scope_id='1'/>%s</%s>",
                           element, attributes, (int)name_length, text, subscripts, element);
}

static const char *argument(const char *text, size_t length)
{
    if (isdigit((unsigned char)*text) || strchr("-'.", *text))
        return constant(text, length, "");
    if (*text == '@')
        return reference(text + 1, length - 1, "VariableReference", " vertex_id='1' deriv='1'");
    return reference(text, length, "VariableReference", " vertex_id='1'");
}

static const char *assignment(const char *text, size_t length)
{
    const char *equals = memchr(text, '=', length);
    size_t left = (size_t)(equals - text);
    while (text[left - 1] == ' ')
        left--;
    const char *right = equals + 1 + strspn(equals + 1, " ");
    return xb_arena_format(arena,
                           "<Assignment statement_id='set'>%s<AssignmentRHS>%s</AssignmentRHS></Assignment>",
                           reference(text, left, "AssignmentLHS", ""),
                           constant(right, length - (size_t)(right - text), " vertex_id='1'"));
}

static const char *call(const char *text, size_t length)
{
    const char *open = memchr(text, '(', length), *from = open + 1;
    const char *end = text + length - 1, *arguments = "";
    for (unsigned position = 1; from < end; position++) {
        from += strspn(from, " ");
        size_t width = strcspn(from, ",)");
        if (width > 0)
            arguments = xb_arena_format(arena, "%s<Argument position='%u'>%s</Argument>", arguments, position,
                                        argument(from, width));
        from += width + 1;
    }
    return xb_arena_format(arena,
                           "<InlinableSubroutineCall subroutine_name='%.*s' statement_id='call'>%s"
                           "</InlinableSubroutineCall>",
                           (int)(open - text), text, arguments);
}

enum { FIRST_LINE = 100, HEADER_LINES = 2 };

void runtime_program(const char *statements)
{
    const char *body = "";
    char lines[FIRST_LINE - HEADER_LINES] = "";
    memset(lines, '\n', sizeof lines - 1);
    for (const char *from = statements; *from;) {
        from += strspn(from, "; ");
        size_t length = strcspn(from, ";");
        bool is_call = memchr(from, '(', length) != NULL;
        if (length > 0)
            body = xb_arena_format(arena, "%s\n%s", body,
                                   is_call ? call(from, length) : assignment(from, length));
        from += length;
    }
    load(xb_arena_format(
        arena,
        "<?xml version='1.0'?>\n"
        "<CallGraph xmlns='http://www.mcs.anl.gov/XAIF' prefix='ad_'><ScopeHierarchy><Scope vertex_id='1'>"
        "<SymbolTable><Symbol symbol_id='head' kind='subroutine' type='void' shape='void'/>%s</SymbolTable>"
        "</Scope><Scope vertex_id='2'><SymbolTable/></Scope>"
        "<ScopeEdge edge_id='1' source='2' target='1'/></ScopeHierarchy>"
        "<AliasSetMap><AliasSet key='0'/></AliasSetMap><DUUDSetMap><StmtIdSet key='0'/></DUUDSetMap>"
        "<DOSetMap><StmtIdSet key='0'/></DOSetMap>"
        "<ControlFlowGraph vertex_id='1' symbol_id='head' scope_id='1' controlflowgraph_scope_id='2'>"
        "<Entry vertex_id='1'/>%s<BasicBlock vertex_id='2' scope_id='2'>%s</BasicBlock>"
        "<Exit vertex_id='3'/><ControlFlowEdge edge_id='1' source='1' target='2'/>"
        "<ControlFlowEdge edge_id='2' source='2' target='3'/></ControlFlowGraph></CallGraph>\n",
        declared(), lines, body));
}

/* ---- programs of files ---------------------------------------------------------------------------- */

static const char *file(const char *name)
{
    return documents_file(arena, xb_arena_format(arena, "tests/data/evaluate/%s", name));
}

void runtime_file(const char *name)
{
    load(file(name));
}

void runtime_changed_file(const char *name, const char *part, const char *by)
{
    load(documents_replace(arena, file(name), part, by));
}

/* ---- running -------------------------------------------------------------------------------------- */

xb_variable *variable(const char *id)
{
    const xb_symbol *symbol = xb_symbol_find(program->root, xb_program_name(program, id));
    ck_assert_ptr_nonnull(symbol);
    xb_variable *found = xb_evaluator_global(evaluator, symbol);
    ck_assert_ptr_nonnull(found);
    return found;
}

xb_status runtime_run(xb_variable *const *arguments, size_t count)
{
    return xb_evaluator_call(evaluator, program->routines.items[0], arguments, count);
}

void runtime_run_well(xb_variable *const *arguments, size_t count)
{
    xb_status status = runtime_run(arguments, count);
    ck_assert_msg(status == XB_STATUS_OK && *runtime_reported() == '\0', "%s", runtime_reported());
}

const char *runtime_reported(void)
{
    const char *text = "";
    for (size_t i = 0; i < xb_diagnostics_count(program->diagnostics); i++)
        text = xb_arena_format(arena, "%s%s", text,
                               xb_diagnostic_text(arena, xb_diagnostics_at(program->diagnostics, i)));
    return text;
}

const char *runtime_message(void)
{
    return xb_diagnostics_count(program->diagnostics) > 0
               ? xb_diagnostics_at(program->diagnostics, 0)->message
               : "";
}

double value(xb_variable *of, size_t i)
{
    xb_number number;
    ck_assert(xb_variable_get(of, i, &number));
    return number.type == XB_TYPE_REAL || number.type == XB_TYPE_COMPLEX ? number.real
                                                                         : (double)number.integer;
}

double derivative(xb_variable *of, size_t i, size_t direction)
{
    double complex d;
    ck_assert(xb_variable_get_derivative(of, i, direction, &d));
    return creal(d);
}

void set_value(xb_variable *of, size_t i, double to)
{
    const xb_number number = xb_number_of_real(to);
    xb_variable_set(of, i, &number);
}

void set_derivatives(xb_variable *of, size_t direction, double to)
{
    for (size_t i = 0; i < xb_variable_count(of); i++)
        xb_variable_set_derivative(of, i, direction, to);
}

/* ---- numbers to begin with ------------------------------------------------------------------------ */

void runtime_number_elements(const char *id)
{
    xb_variable *of = variable(id);
    for (size_t i = 0; i < xb_variable_count(of); i++) {
        set_value(of, i, (double)i + 1);
        for (size_t direction = 0; direction < 2; direction++)
            xb_variable_set_derivative(of, i, direction, 10 * ((double)i + 1) * (direction ? 100 : 1));
    }
}

void runtime_numbered(const char *statements)
{
    static const char *const reals[] = {"a", "b", "c", "v", "w", "m", "n"};
    runtime_program(statements);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        runtime_number_elements(reals[i]);
    set_value(variable("p"), 0, 4);
    for (size_t i = 0; i < 3; i++)
        set_value(variable("s"), i, 2 + (double)i);
}
