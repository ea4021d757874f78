/*
 * Statements, one after the other: a table says what becomes of each kind. What is computed before a
 * statement stands before it; before a condition that is tested again, it is computed again where control
 * comes back.
 *
 * A loop that counts is a ForLoop, whose number of iterations is fixed at its entry. One that is tested each
 * time is a ForLoop only if nobody would take it for a loop that counts, else a PreLoop.
 */
#include "ir/tags.h"
#include "languages/code/back.h"

typedef void translator(xb_back *back, const xb_source_statement *statement);

/* A loop that is open. */
typedef struct loop {
    const xb_source_statement *head;
    xb_list again; /* xb_assignment: what its condition needs, in each iteration */
    bool is_plain; /* of FOR: a PreLoop, whose update is a statement */
} loop;

/* ---- what is computed before ------------------------------------------------------------------------------
 */

static void put_before(xb_back *back)
{
    for (size_t i = 0; i < back->before.count; i++)
        xb_body_add(&back->body, back->before.items[i]);
    back->before.count = 0;
}

/* Appends a statement that has been made. */
static void add(xb_back *back, void *made)
{
    xb_statement *statement = made;
    statement->node.line = (uint32_t)back->line;
    put_before(back);
    xb_body_add(&back->body, statement);
}

static xb_flow_vertex *describe(const xb_back *back, xb_flow_vertex *vertex)
{
    vertex->node.line = (uint32_t)back->line;
    vertex->line_number = back->line;
    return vertex;
}

/* Passes on what the source says of a loop or a call. */
static void give_tags(xb_back *back, const xb_node *node, const xb_source_statement *statement)
{
    if (statement->tags)
        xb_tags_set(back->program, node, xb_program_name(back->program, statement->tags));
}

/* A condition that is tested where control is. */
static xb_expression *condition_of(xb_back *back, const xb_source_expression *condition)
{
    xb_expression *made = xb_back_expression(back, condition);
    put_before(back);
    return made;
}

/* ---- assignments ------------------------------------------------------------------------------------------
 */

static xb_assignment *assignment_of(xb_back *back, const xb_source_expression *target,
                                    const xb_source_expression *value)
{
    xb_expression *made = xb_back_expression(back, value);
    xb_reference *to = xb_back_reference(back, target);
    xb_assignment *assignment = xb_build_assignment(back->program, xb_back_statement_id(back), to, made);
    assignment->statement.node.line = (uint32_t)back->line;
    assignment->line_number = back->line;
    return assignment;
}

static void make_assignment(xb_back *back, const xb_source_statement *statement)
{
    add(back, assignment_of(back, statement->target, statement->value));
}

/* ---- calls ------------------------------------------------------------------------------------------------
 */

static void make_call(xb_back *back, const xb_source_statement *statement)
{
    xb_symbol *callee = xb_back_subroutine(back, statement->callee);
    xb_call *call = xb_build_call(back->program, xb_back_statement_id(back), callee, (uint32_t)back->line);
    call->line_number = back->line;
    call->site = ++back->program->call_sites;
    for (size_t i = 0; i < statement->count; i++)
        if (statement->arguments[i])
            xb_build_argument_at(back->program, call, (unsigned)i + 1,
                                 xb_back_argument(back, statement->arguments[i]));
    call->formal_count = statement->callee->formals.count;
    xb_back_note_call(back, statement->callee);
    give_tags(back, &call->statement.node, statement);
    add(back, call);
}

static xb_inlinable_call *access_of(xb_back *back, const xb_source_statement *statement, xb_runtime_code code)
{
    xb_inlinable_call *call = xb_build_inlinable_call(back->program, code, xb_back_statement_id(back));
    xb_build_argument(back->program, &call->arguments, xb_back_argument(back, statement->target));
    return call;
}

static void make_allocation(xb_back *back, const xb_source_statement *statement)
{
    xb_inlinable_call *call = access_of(back, statement, XB_RUNTIME_ALLOCATE_SHAPE);
    for (size_t i = 0; i < statement->count; i++)
        xb_build_argument(back->program, &call->arguments, xb_back_argument(back, statement->arguments[i]));
    add(back, call);
}

static void make_allocation_like(xb_back *back, const xb_source_statement *statement)
{
    xb_inlinable_call *call = access_of(back, statement, XB_RUNTIME_ALLOCATE_MATCHING);
    xb_build_argument(back->program, &call->arguments, xb_back_argument(back, statement->value));
    add(back, call);
}

static void make_deallocation(xb_back *back, const xb_source_statement *statement)
{
    add(back, access_of(back, statement, XB_RUNTIME_DEALLOCATE));
}

static void make_nullification(xb_back *back, const xb_source_statement *statement)
{
    add(back, access_of(back, statement, XB_RUNTIME_NULLIFY));
}

static void make_marker(xb_back *back, const xb_source_statement *statement)
{
    xb_marker *marker = xb_build_marker(back->program, xb_back_statement_id(back), "");
    marker->is_known = true;
    marker->source = xb_program_name(back->program, statement->text);
    marker->language = statement->language;
    marker->line_number = back->line;
    marker->is_constant = statement->is_apart;
    for (size_t i = 0; i < statement->count; i++)
        xb_list_append(back->program->arena,
                       (int64_t)i < statement->number ? &marker->writes : &marker->reads,
                       xb_back_reference(back, statement->arguments[i]));
    add(back, marker);
}

/* ---- branches and jumps -----------------------------------------------------------------------------------
 */

static void begin_if(xb_back *back, const xb_source_statement *statement)
{
    describe(back, xb_body_if(&back->body, condition_of(back, statement->value)));
}

static void begin_select(xb_back *back, const xb_source_statement *statement)
{
    describe(back, xb_body_branch(&back->body, condition_of(back, statement->value)));
}

/* Arms without statements stay where they are: all but the first one of a select have a block. */
static void begin_arm(xb_back *back, const xb_source_statement *statement)
{
    xb_body_fill(&back->body, statement->kind == XB_SOURCE_ELSE);
    xb_body_arm(&back->body, statement->values, statement->kind == XB_SOURCE_CASE ? statement->count : 0);
}

static void end_branch(xb_back *back, const xb_source_statement *statement)
{
    (void)statement;
    xb_body_fill(&back->body, false);
    xb_body_end(&back->body);
}

static void make_label(xb_back *back, const xb_source_statement *statement)
{
    if (xb_map_get(&back->targets, (uint64_t)statement->number, 0))
        xb_body_label(&back->body, statement->number);
}

static void make_jump(xb_back *back, const xb_source_statement *statement)
{
    xb_body_jump(&back->body, statement->number);
}

static void make_jump_if(xb_back *back, const xb_source_statement *statement)
{
    describe(back, xb_body_jump_if(&back->body, condition_of(back, statement->value), statement->number));
}

static void make_leave_if(xb_back *back, const xb_source_statement *statement)
{
    describe(back, xb_body_leave_if(&back->body, condition_of(back, statement->value)));
}

static void make_return(xb_back *back, const xb_source_statement *statement)
{
    (void)statement;
    xb_body_return(&back->body);
}

/* ---- loops ------------------------------------------------------------------------------------------------
 */

static loop *begin_loop(xb_back *back, const xb_source_statement *head)
{
    loop *made = xb_vector_push(back->scratch, &back->loops, sizeof *made);
    *made = (loop){.head = head};
    return made;
}

static xb_assignment *head_assignment(xb_back *back, xb_kind kind, const xb_source_expression *target,
                                      const xb_source_expression *value)
{
    xb_assignment *made = assignment_of(back, target, value);
    made->statement.node.kind = kind;
    return made;
}

/* The condition says the direction; that of a step whose sign is not known is left to the step. */
static xb_intrinsic_code relation_of(const xb_expression *sum)
{
    int64_t value;
    uint32_t step = xb_expression_operand(sum, sum->root, 2);
    if (!xb_expression_integer_at(sum, step, &value) || value == 0)
        return XB_INTRINSIC_NOT_EQUAL;
    return value > 0 ? XB_INTRINSIC_LESS_OR_EQUAL : XB_INTRINSIC_GREATER_OR_EQUAL;
}

static bool is_integer(const xb_source_expression *expression)
{
    return expression && expression->type == XB_TYPE_INTEGER && expression->rank == 0;
}

static void begin_do(xb_back *back, const xb_source_statement *statement)
{
    const xb_source_expression *target = statement->target;
    xb_arena *scratch = back->scratch;
    const xb_source_expression *step = statement->step ? statement->step : xb_source_integer(scratch, 1);
    if (!is_integer(target) || target->count > 0 || !is_integer(statement->last) || !is_integer(step)) {
        xb_back_refuse(back, XB_STATUS_UNSUPPORTED, "let an integer count, and compute the other number",
                       "a loop counts by what is no integer variable, or to a bound that is no integer");
        return;
    }
    xb_assignment *first = head_assignment(back, XB_KIND_INITIALIZATION, target, statement->first);
    xb_assignment *update =
        head_assignment(back, XB_KIND_UPDATE, target,
                        xb_source_operate(scratch, XB_INTRINSIC_ADD, XB_TYPE_INTEGER, 0,
                                          (const xb_source_expression *[]){target, step}, 2));
    xb_expression *condition = xb_back_expression(
        back, xb_source_operate(scratch, relation_of(update->value), XB_TYPE_BOOL, 0,
                                (const xb_source_expression *[]){target, statement->last}, 2));
    put_before(back);
    xb_flow_vertex *vertex = describe(back, xb_body_loop(&back->body, XB_KIND_FOR_LOOP, condition));
    vertex->initialization = first;
    vertex->update = update;
    vertex->reversal = statement->is_simple ? XB_REVERSAL_EXPLICIT : XB_REVERSAL_ANONYMOUS;
    give_tags(back, &vertex->node, statement);
    begin_loop(back, statement);
}

/* Whether a loop may be taken for one that counts. */
static bool seems_to_count(const xb_source_statement *statement)
{
    const xb_source_expression *update = statement->update;
    return update->kind == XB_SOURCE_OPERATION && statement->target->type == XB_TYPE_INTEGER &&
           (update->intrinsic == XB_INTRINSIC_ADD || update->intrinsic == XB_INTRINSIC_SUB);
}

/* A loop with its test first. */
static loop *begin_tested(xb_back *back, const xb_source_statement *statement,
                          const xb_source_expression *condition)
{
    xb_expression *made = xb_back_expression(back, condition);
    loop *begun = begin_loop(back, statement);
    xb_list_append_all(back->scratch, &begun->again, &back->before);
    put_before(back);
    xb_flow_vertex *vertex = describe(back, xb_body_loop(&back->body, XB_KIND_PRE_LOOP, made));
    give_tags(back, &vertex->node, statement);
    return begun;
}

static void begin_for(xb_back *back, const xb_source_statement *statement)
{
    if (seems_to_count(statement)) {
        add(back, assignment_of(back, statement->target, statement->first));
        begin_tested(back, statement, statement->condition)->is_plain = true;
        return;
    }
    xb_assignment *first = head_assignment(back, XB_KIND_INITIALIZATION, statement->target, statement->first);
    put_before(back);
    xb_expression *condition = xb_back_expression(back, statement->condition);
    xb_assignment *update = head_assignment(back, XB_KIND_UPDATE, statement->target, statement->update);
    if (back->before.count > 0)
        xb_back_refuse(back, XB_STATUS_UNSUPPORTED, "pass variables",
                       "a function in the head of a loop is passed what is no variable");
    xb_flow_vertex *vertex = describe(back, xb_body_loop(&back->body, XB_KIND_FOR_LOOP, condition));
    vertex->initialization = first;
    vertex->update = update;
    begin_loop(back, statement);
}

static void begin_while(xb_back *back, const xb_source_statement *statement)
{
    begin_tested(back, statement, statement->value);
}

static void begin_repeat(xb_back *back, const xb_source_statement *statement)
{
    begin_loop(back, statement);
    describe(back, xb_body_loop(&back->body, XB_KIND_POST_LOOP, NULL));
}

static void end_loop(xb_back *back, const xb_source_statement *statement)
{
    const loop last = ((const loop *)back->loops.items)[--back->loops.count];
    if (last.is_plain)
        add(back, assignment_of(back, last.head->target, last.head->update));
    for (size_t i = 0; i < last.again.count; i++) {
        xb_statement *copy = xb_copy_statement(back->program, last.again.items[i]);
        copy->id = xb_program_name(back->program, xb_back_statement_id(back));
        add(back, copy);
    }
    if (last.head->kind == XB_SOURCE_REPEAT)
        xb_body_construct(&back->body)->condition = condition_of(back, statement->value);
    xb_body_end(&back->body);
}

/* ---- all --------------------------------------------------------------------------------------------------
 */

static translator *const translators[] = {
    [XB_SOURCE_ASSIGN] = make_assignment,
    [XB_SOURCE_CALL] = make_call,
    [XB_SOURCE_IF] = begin_if,
    [XB_SOURCE_ELSE] = begin_arm,
    [XB_SOURCE_END_IF] = end_branch,
    [XB_SOURCE_SELECT] = begin_select,
    [XB_SOURCE_CASE] = begin_arm,
    [XB_SOURCE_DEFAULT] = begin_arm,
    [XB_SOURCE_END_SELECT] = end_branch,
    [XB_SOURCE_DO] = begin_do,
    [XB_SOURCE_FOR] = begin_for,
    [XB_SOURCE_WHILE] = begin_while,
    [XB_SOURCE_REPEAT] = begin_repeat,
    [XB_SOURCE_END_DO] = end_loop,
    [XB_SOURCE_END_FOR] = end_loop,
    [XB_SOURCE_END_REPEAT] = end_loop,
    [XB_SOURCE_RETURN] = make_return,
    [XB_SOURCE_LABEL] = make_label,
    [XB_SOURCE_JUMP] = make_jump,
    [XB_SOURCE_JUMP_IF] = make_jump_if,
    [XB_SOURCE_DEALLOCATE] = make_deallocation,
    [XB_SOURCE_NULLIFY] = make_nullification,
    [XB_SOURCE_OPAQUE] = make_marker,
    [XB_SOURCE_ALLOCATE] = make_allocation,
    [XB_SOURCE_ALLOCATE_LIKE] = make_allocation_like,
    [XB_SOURCE_LEAVE_IF] = make_leave_if,
};

/* Labels that jumps lead to; others say nothing. */
static void find_targets(xb_back *back, const xb_vector *statements)
{
    const xb_source_statement *all = statements->items;
    xb_map labels = {0};
    back->targets = (xb_map){0};
    for (size_t i = 0; i < statements->count; i++)
        if (all[i].kind == XB_SOURCE_LABEL)
            xb_map_put(back->scratch, &labels, (uint64_t)all[i].number, 0, &all[i]);
    for (size_t i = 0; i < statements->count; i++) {
        bool jumps = all[i].kind == XB_SOURCE_JUMP || all[i].kind == XB_SOURCE_JUMP_IF;
        back->line = all[i].line;
        if (jumps && !xb_map_get(&labels, (uint64_t)all[i].number, 0))
            xb_back_refuse(back, XB_STATUS_INVALID, "add the label", "there is no label %lld to jump to",
                           (long long)all[i].number);
        if (jumps)
            xb_map_put(back->scratch, &back->targets, (uint64_t)all[i].number, 0, back);
    }
}

void xb_back_statements(xb_back *back)
{
    const xb_vector *statements = &back->unit->statements;
    const xb_source_statement *all = statements->items;
    back->loops = (xb_vector){0};
    find_targets(back, statements);
    for (size_t i = 0; i < statements->count && !back->status; i++) {
        size_t kind = all[i].kind, known = sizeof translators / sizeof *translators;
        translator *translate = kind < known ? translators[kind] : NULL;
        back->line = all[i].line;
        if (translate)
            translate(back, &all[i]);
        else
            xb_back_refuse(back, XB_STATUS_UNSUPPORTED, "take the program that it was made of",
                           "an operation of the run time, such as on the tape, is no statement of a source");
    }
}
