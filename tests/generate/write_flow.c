/*
 * Vertices are written as they come; edges are kept until all vertices are written. A basic block is open as
 * long as plain statements follow each other.
 */
#include "write_flow.h"

#include "base/text.h"

/* Where control comes from: a vertex, and the condition's value on the edge out of it (GEN_NONE: none). */
typedef struct leaving {
    int vertex, value;
} leaving;

static const leaving nowhere = {GEN_NONE, GEN_NONE};

/* Where the end of a block is. */
typedef struct block {
    int label;
    const struct block *outer; /* of the block around it, or NULL */
} block;

typedef struct flow {
    gen_writer *w;
    xb_output *edges;
    int vertices, edge_count, labels;
    const block *innermost; /* block; NULL: there is none */
    leaving unreached;      /* the end of what nothing leads to: it leads to the next vertex, too */
    xb_output *output;      /* where it all goes; each vertex has a text of its own first */
    xb_text *text;          /* of the current vertex */
    const char **texts;
    int text_count, text_capacity;
} flow;

/* Nothing comes from no vertex. */
static void edge(flow *f, leaving from, int target)
{
    if (from.vertex == GEN_NONE)
        return;
    xb_output_format(f->edges, "<xaif:ControlFlowEdge edge_id=\"%d\" source=\"%d\" target=\"%d\"",
                     ++f->edge_count, from.vertex, target);
    if (from.value != GEN_NONE)
        xb_output_format(f->edges, " has_condition_value=\"true\" condition_value=\"%d\"", from.value);
    xb_output_put(f->edges, "/>\n");
}

/* Begins a vertex, joined to what is before it. */
static leaving open_vertex(flow *f, const char *kind, const char *attributes, leaving from)
{
    int id = ++f->vertices;
    xb_output_format(f->w->output, "<xaif:%s vertex_id=\"%d\"%s>", kind, id, attributes);
    edge(f, from, id);
    edge(f, f->unreached, id);
    f->unreached = nowhere;
    return (leaving){id, GEN_NONE};
}

static void begin_text(flow *f)
{
    f->text = xb_text_create(f->w->arena);
    f->w->output = xb_text_output(f->text);
}

static void end_text(flow *f)
{
    if (f->text_count == f->text_capacity) {
        f->text_capacity = f->text_capacity ? 2 * f->text_capacity : 32;
        const char **larger = xb_arena_array(f->w->arena, (size_t)f->text_capacity, sizeof *larger);
        for (int i = 0; i < f->text_count; i++)
            larger[i] = f->texts[i];
        f->texts = larger;
    }
    f->texts[f->text_count++] = xb_text_join(f->text, NULL);
    begin_text(f);
}

static void close_vertex(flow *f, const char *kind)
{
    xb_output_format(f->w->output, "</xaif:%s>\n", kind);
    end_text(f);
}

static leaving empty_vertex(flow *f, const char *kind, leaving from)
{
    leaving made = open_vertex(f, kind, "", from);
    close_vertex(f, kind);
    return made;
}

static void write_wrapped(gen_writer *w, const char *element, int expression)
{
    xb_output_format(w->output, "<xaif:%s>", element);
    gen_write_expression(w, expression);
    xb_output_format(w->output, "</xaif:%s>", element);
}

/* The number of the statement tells where a condition is from. */
static const char *annotation(const flow *f, const gen_statement *s)
{
    return xb_arena_format(f->w->arena, " annotation=\"statement %d\"", (int)(s - f->w->program->statements));
}

static leaving condition_vertex(flow *f, const char *kind, const gen_statement *s, int condition,
                                leaving from)
{
    leaving made = open_vertex(f, kind, annotation(f, s), from);
    write_wrapped(f->w, "Condition", condition);
    close_vertex(f, kind);
    return made;
}

/* ---- plain statements ---------------------------------------------------------------------------------- */

/* One of the sets that are always there; nobody reads them. */
static int do_chain(const gen_writer *w, int target)
{
    return w->keys ? (int)(gen_hash(w->profile->seed, (uint64_t)target, 11) % 3) : 0;
}

static void write_assignment(gen_writer *w, const char *element, const char *id, int target, int value,
                             const char *attributes)
{
    xb_output_format(w->output, "<xaif:%s statement_id=\"%s\" do_chain=\"%d\">", element, id,
                     do_chain(w, target));
    gen_write_reference(w, "AssignmentLHS", target, attributes);
    write_wrapped(w, "AssignmentRHS", value);
    xb_output_format(w->output, "</xaif:%s>\n", element);
}

static void write_call(gen_writer *w, const gen_statement *call)
{
    const gen_routine *callee = &w->program->routines[call->routine];
    xb_output_format(w->output,
                     "<xaif:SubroutineCall statement_id=\"%s\" symbol_id=\"%s\" scope_id=\"%d\""
                     " formalArgCount=\"%d\">",
                     call->id, callee->name, gen_scope_of_name(w->program, call->routine),
                     callee->formal_count);
    for (int i = 0; i < gen_passed(w->program, call); i++) {
        if (call->arguments[i] == GEN_NONE)
            continue;
        xb_output_format(w->output, "<xaif:Argument position=\"%d\">", i + 1);
        gen_write_vertex(w, call->arguments[i], 1);
        xb_output_put(w->output, "</xaif:Argument>");
    }
    xb_output_put(w->output, "</xaif:SubroutineCall>\n");
}

/* What its text is, the front end knows alone. */
static void write_marker(gen_writer *w, const gen_statement *s)
{
    const char *text = "note";
    if (s->kind != GEN_MARKER)
        text = xb_arena_format(w->arena, "%s %s", s->kind == GEN_ALLOCATE ? "allocate" : "deallocate",
                               w->program->variables[w->program->expressions[s->target].variable].name);
    xb_output_format(w->output, "<xaif:Marker statement_id=\"%s\" annotation=\"%s\"/>\n", s->id, text);
}

static void write_plain(gen_writer *w, const gen_statement *s)
{
    static const char *const activity[] = {"", " active=\"false\"", " active=\"true\""};
    if (s->kind == GEN_ASSIGN)
        write_assignment(w, "Assignment", s->id, s->target, s->value, activity[s->active + 1]);
    else if (s->kind == GEN_CALL)
        write_call(w, s);
    else
        write_marker(w, s);
}

static bool is_plain(const gen_statement *s)
{
    return s->kind == GEN_ASSIGN || s->kind == GEN_CALL || s->kind == GEN_MARKER || s->kind == GEN_ALLOCATE ||
           s->kind == GEN_DEALLOCATE;
}

/* Writes the plain statements from s on as a basic block; sets s to the one after them. */
static leaving write_block(flow *f, int *s, leaving from)
{
    const gen_program *program = f->w->program;
    const gen_statement *statements = program->statements;
    int routine = f->w->routine,
        scope = gen_has_inner(program, routine) ? gen_inner_scope(program, routine) : routine + 2;
    leaving made =
        open_vertex(f, "BasicBlock", xb_arena_format(f->w->arena, " scope_id=\"%d\"", scope), from);
    xb_output_put(f->w->output, "\n");
    for (; *s != GEN_NONE && is_plain(&statements[*s]); *s = statements[*s].next)
        write_plain(f->w, &statements[*s]);
    close_vertex(f, "BasicBlock");
    return made;
}

/* ---- structure ----------------------------------------------------------------------------------------- */

static leaving write_body(flow *f, int body, leaving from);

static leaving write_branch(flow *f, const gen_statement *s, leaving from)
{
    leaving branch = condition_vertex(f, s->other_form ? "If" : "Branch", s, s->condition, from);
    leaving ends[GEN_BODY_LIMIT];
    for (int i = 0; i < s->body_count; i++) {
        int value = i + 1 == s->body_count ? GEN_NONE : s->kind == GEN_IF ? 1 : s->cases[i];
        ends[i] = write_body(f, s->body[i], (leaving){branch.vertex, value});
    }
    leaving join = empty_vertex(f, "EndBranch", ends[0]);
    for (int i = 1; i < s->body_count; i++)
        edge(f, ends[i], join.vertex);
    return join;
}

/* The test of a loop from one number to another, and its update. */
static void write_count(gen_writer *w, const gen_statement *s)
{
    static const char *const integer =
        "<xaif:Constant vertex_id=\"%d\" type=\"integer\" feType=\"I4\" value=\"%d\"/>";
    /* l + s, s + l, l - (-s), 2*l */
    static const char *const updates[] = {"add_scal_scal", "add_scal_scal", "sub_scal_scal", "mul_scal_scal"};
    static const char *const edges =
        "<xaif:ExpressionEdge edge_id=\"1\" source=\"2\" target=\"1\" position=\"1\"/>"
        "<xaif:ExpressionEdge edge_id=\"2\" source=\"3\" target=\"1\" position=\"2\"/>";
    xb_output_format(w->output, "<xaif:Condition><xaif:BooleanOperation vertex_id=\"1\" name=\"%s\"/>",
                     s->step > 0 ? "less_or_equal" : "greater_or_equal");
    gen_write_vertex(w, s->loop_references[1], 2);
    gen_write_vertex(w, s->high, 3);
    xb_output_format(w->output, "%s</xaif:Condition>", edges);
    xb_output_format(w->output, "<xaif:Update statement_id=\"%s\" do_chain=\"0\">", s->update_id);
    gen_write_reference(w, "AssignmentLHS", s->loop_references[3], "");
    xb_output_format(w->output, "<xaif:AssignmentRHS><xaif:Intrinsic vertex_id=\"1\" name=\"%s\"/>",
                     updates[s->update]);
    gen_write_vertex(w, s->loop_references[2], s->update == 1 ? 3 : 2);
    xb_output_format(w->output, integer, s->update == 1 ? 2 : 3,
                     s->update == 2   ? -s->step
                     : s->update == 3 ? 2
                                      : s->step);
    xb_output_format(w->output, "%s</xaif:AssignmentRHS></xaif:Update>", edges);
}

/* What begins a counting loop, its test, and its update. */
static void write_for_parts(gen_writer *w, const gen_statement *s)
{
    write_assignment(w, "Initialization", s->id, s->loop_references[0], s->low, "");
    if (s->condition == GEN_NONE) {
        write_count(w, s);
    } else {
        write_wrapped(w, "Condition", s->condition);
        write_assignment(w, "Update", s->update_id, s->loop_references[3], s->advance, "");
    }
}

/* Some loops may be reversed through their own variables. */
static const char *loop_attributes(const flow *f, const gen_statement *s)
{
    size_t number = (size_t)(s - f->w->program->statements);
    bool is_explicit = s->kind == GEN_FOR && gen_hash(f->w->profile->seed, number, 17) % 2 == 0;
    return xb_arena_format(f->w->arena, "%s%s", annotation(f, s),
                           is_explicit ? " reversal=\"explicit\"" : "");
}

static leaving write_loop(flow *f, const gen_statement *s, leaving from)
{
    static const char *const kinds[] = {
        [GEN_FOR] = "ForLoop", [GEN_WHILE] = "PreLoop", [GEN_REPEAT] = "PostLoop"};
    leaving loop = open_vertex(f, kinds[s->kind], loop_attributes(f, s), from);
    if (s->kind == GEN_FOR)
        write_for_parts(f->w, s);
    else
        write_wrapped(f->w, "Condition", s->condition);
    close_vertex(f, kinds[s->kind]);
    leaving end = write_body(f, s->body[0], (leaving){loop.vertex, 1});
    leaving exit = {loop.vertex, f->w->profile->seed % 2 ? 0 : GEN_NONE};
    if (s->other_form) {
        leaving label = empty_vertex(f, "Label", empty_vertex(f, "Goto", end));
        edge(f, exit, label.vertex);
        return label;
    }
    end = empty_vertex(f, "EndLoop", end);
    edge(f, end, loop.vertex);
    return exit;
}

/* A loop that tests at its end, of a label and a jump. */
static leaving write_jumping_loop(flow *f, const gen_statement *s, leaving from)
{
    leaving label = empty_vertex(f, "Label", from);
    leaving test = condition_vertex(f, "Branch", s, s->condition, write_body(f, s->body[0], label));
    leaving back = empty_vertex(f, "Goto", (leaving){test.vertex, 1});
    edge(f, back, label.vertex);
    return test;
}

static leaving write_tangle(flow *f, const gen_statement *s, leaving from)
{
    leaving entry = condition_vertex(f, "Branch", s, s->condition, from);
    leaving top = empty_vertex(f, "Label", entry);
    leaving middle = empty_vertex(f, "Label", write_body(f, s->body[0], top));
    edge(f, (leaving){entry.vertex, 1}, middle.vertex);
    leaving test = condition_vertex(f, "Branch", s, s->low, write_body(f, s->body[1], middle));
    leaving back = empty_vertex(f, "Goto", (leaving){test.vertex, 1});
    edge(f, back, top.vertex);
    return test;
}

/* The label of a block has a number before it is written: one that no other vertex gets. */
static leaving write_jump_target(flow *f, const gen_statement *s, leaving from)
{
    const block *outer = f->innermost, end_of_block = {1000 + ++f->labels, outer};
    int id = end_of_block.label;
    f->innermost = &end_of_block;
    leaving end = empty_vertex(f, "Goto", write_body(f, s->body[0], from));
    xb_output_format(f->w->output, "<xaif:Label vertex_id=\"%d\"/>\n", id);
    end_text(f);
    edge(f, end, id);
    f->innermost = outer;
    return (leaving){id, GEN_NONE};
}

/* A branch out of some blocks, or a jump. What lost its block goes on. */
static leaving write_leave(flow *f, const gen_statement *s, leaving from)
{
    const block *left = f->innermost;
    for (int i = 0; i < s->levels && left; i++)
        left = left->outer;
    if (s->condition == GEN_NONE) {
        if (left)
            edge(f, empty_vertex(f, "Goto", from), left->label);
        return left ? nowhere : from;
    }
    leaving made = condition_vertex(f, "Branch", s, s->condition, from);
    edge(f, (leaving){made.vertex, 1}, left ? left->label : GEN_NONE);
    return made;
}

/* What is in it at its end leads to one block with it. */
static leaving write_unreached(flow *f, const gen_statement *s, leaving from)
{
    leaving end = write_body(f, s->body[0], nowhere);
    int nothing = GEN_NONE;
    if (end.vertex != GEN_NONE)
        f->unreached = f->unreached.vertex == GEN_NONE ? end : write_block(f, &nothing, end);
    return from;
}

static leaving write_structure(flow *f, const gen_statement *s, leaving from)
{
    switch (s->kind) {
    case GEN_IF:
    case GEN_SELECT: return write_branch(f, s, from);
    case GEN_BLOCK: return write_jump_target(f, s, from);
    case GEN_TANGLE: return write_tangle(f, s, from);
    case GEN_LEAVE: return write_leave(f, s, from);
    case GEN_UNREACHED: return write_unreached(f, s, from);
    case GEN_REPEAT: return s->other_form ? write_jumping_loop(f, s, from) : write_loop(f, s, from);
    default: return write_loop(f, s, from);
    }
}

/* A body is never empty: the two ways of a branch must not be one edge. */
static leaving write_body(flow *f, int body, leaving from)
{
    leaving at = from;
    while (body != GEN_NONE) {
        const gen_statement *s = &f->w->program->statements[body];
        if (is_plain(s)) {
            at = write_block(f, &body, at);
        } else {
            at = write_structure(f, s, at);
            body = s->next;
        }
    }
    return at.vertex != GEN_NONE && at.vertex == from.vertex ? write_block(f, &body, from) : at;
}

bool gen_has_jumps(gen_writer *w, int body)
{
    gen_numbers statements = {0};
    gen_statements(w->arena, w->program, body, &statements);
    for (int i = 0; i < statements.count; i++) {
        const gen_statement *s = &w->program->statements[statements.items[i]];
        bool loop = s->kind == GEN_FOR || s->kind == GEN_WHILE || s->kind == GEN_REPEAT;
        if (s->kind == GEN_BLOCK || s->kind == GEN_LEAVE || s->kind == GEN_TANGLE || (loop && s->other_form))
            return true;
    }
    return false;
}

/* The vertices in order, or in none. */
static void put_vertices(flow *f)
{
    gen_random random = {gen_hash(f->w->profile->seed, (uint64_t)f->w->routine, 9)};
    for (int i = 0; i < f->text_count; i++) {
        int pick = f->w->profile->disorder ? gen_between(&random, i, f->text_count - 1) : i;
        xb_output_put(f->output, f->texts[pick]);
        f->texts[pick] = f->texts[i];
    }
}

void gen_write_flow(gen_writer *w)
{
    xb_text *edges = xb_text_create(w->arena);
    flow f = {.w = w, .edges = xb_text_output(edges), .output = w->output, .unreached = nowhere};
    begin_text(&f);
    leaving entry = empty_vertex(&f, "Entry", nowhere);
    empty_vertex(&f, "Exit", write_body(&f, w->program->routines[w->routine].body, entry));
    put_vertices(&f);
    w->output = f.output;
    size_t length;
    const char *text = xb_text_join(edges, &length);
    xb_output_bytes(w->output, text, length);
}
