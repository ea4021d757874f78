/*
 * The table is indexed by code and in order of names. To read a name, what may have been appended is cut off
 * from the end, and the rest is looked up; then the row says whether this is what it is called with.
 */
#include "ir/runtime_call.h"

#include <string.h>
#include <strings.h>

#include "base/name_table.h"

static const xb_runtime_facts table[XB_RUNTIME_COUNT] = {
    [XB_RUNTIME_NONE] = {"", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_COND_INC_ZERO_DERIV] = {"CondIncZeroDeriv", XB_SUFFIX_NONE, "uu", 2, 0, 0},
    [XB_RUNTIME_REVERSE_DEC_DERIV] = {"DecDeriv", XB_SUFFIX_NONE, "xu", 2, 0, 0, .negated = true},
    [XB_RUNTIME_REVERSE_INC_DERIV] = {"IncDeriv", XB_SUFFIX_NONE, "xu", 2, 0, 0},
    [XB_RUNTIME_LARGEST_DERIV] = {"LargestDeriv", XB_SUFFIX_NONE, "wvx", 3, 0, 0},
    [XB_RUNTIME_REVERSE_SAXPY] = {"Saxpy", XB_SUFFIX_NONE, "vxu", 3, 0, 0},
    [XB_RUNTIME_REVERSE_SET_DERIV] = {"SetDeriv", XB_SUFFIX_NONE, "xy", 2, 0, 0},
    [XB_RUNTIME_REVERSE_ZERO_DERIV] = {"ZeroDeriv", XB_SUFFIX_NONE, "y", 1, 0, 0},
    [XB_RUNTIME_POP_ACTIVE] = {"apop", XB_SUFFIX_NONE, "w", 1, 0, 0, XB_TYPE_REAL},
    [XB_RUNTIME_PUSH_ACTIVE] = {"apush", XB_SUFFIX_NONE, "v", 1, 0, 0, XB_TYPE_REAL},
    [XB_RUNTIME_COUNT_ADDITIONS] = {"countadd", XB_SUFFIX_NONE, "n", 1, 0, 0},
    [XB_RUNTIME_COUNT_MULTIPLICATIONS] = {"countmult", XB_SUFFIX_NONE, "n", 1, 0, 0},
    [XB_RUNTIME_RESTORE] = {"cp_arg_restore", XB_SUFFIX_VARIABLE, "w", 1, 0, 0},
    [XB_RUNTIME_STORE] = {"cp_arg_store", XB_SUFFIX_VARIABLE, "v", 1, 0, 0},
    [XB_RUNTIME_DEC_DERIV] = {"dec_deriv", XB_SUFFIX_RANKS, "ux", 2, 0, 0, .negated = true, .forward = true},
    [XB_RUNTIME_INC_DERIV] = {"inc_deriv", XB_SUFFIX_RANKS, "ux", 2, 0, 0, .forward = true},
    [XB_RUNTIME_ALLOCATE_MATCHING] = {"oad_AllocateMatching", XB_SUFFIX_NONE, "ms", 2, 0, 0},
    [XB_RUNTIME_ALLOCATE_SHAPE] = {"oad_AllocateShape", XB_SUFFIX_NONE, "mn", 1, 1, 0},
    [XB_RUNTIME_DEALLOCATE] = {"oad_Deallocate", XB_SUFFIX_NONE, "m", 1, 0, 0},
    [XB_RUNTIME_NULLIFY] = {"oad_Nullify", XB_SUFFIX_NONE, "m", 1, 0, 0},
    [XB_RUNTIME_SHAPE_TEST] = {"oad_ShapeTest", XB_SUFFIX_NONE, "ss", 2, 0, 0},
    [XB_RUNTIME_CONVERT] = {"oad_convert", XB_SUFFIX_NONE, "wv", 2, 0, 0},
    [XB_RUNTIME_TRACE_VALUE] = {"oad_trace_CFval", XB_SUFFIX_NONE, "n", 1, 0, 0},
    [XB_RUNTIME_TRACE_ARGUMENT] = {"oad_trace_arg", XB_SUFFIX_NONE, "t", 1, 0, 0},
    [XB_RUNTIME_TRACE_BRANCH] = {"oad_trace_branch", XB_SUFFIX_NONE, "n", 1, 0, 0},
    [XB_RUNTIME_TRACE_CALL] = {"oad_trace_call", XB_SUFFIX_NONE, "tn", 2, 0, 0},
    [XB_RUNTIME_TRACE_CONDITION] = {"oad_trace_condition", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_END_ARGUMENT] = {"oad_trace_earg", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_END_BRANCH] = {"oad_trace_ebranch", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_END_CALL] = {"oad_trace_ecall", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_END_CONDITION] = {"oad_trace_econdition", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_END_INITIALIZATION] = {"oad_trace_einitialization", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_END_LOOP] = {"oad_trace_eloop", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_END_UPDATE] = {"oad_trace_eupdate", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_INDEX] = {"oad_trace_index", XB_SUFFIX_NONE, "i", 1, 0, 0},
    [XB_RUNTIME_TRACE_INITIALIZATION] = {"oad_trace_initialization", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_TRACE_LOOP] = {"oad_trace_loop", XB_SUFFIX_NONE, "n", 1, 0, 0},
    [XB_RUNTIME_TRACE_UPDATE] = {"oad_trace_update", XB_SUFFIX_NONE, "", 0, 0, 0},
    [XB_RUNTIME_POP] = {"pop", XB_SUFFIX_RANK, "w", 1, 0, 0, XB_TYPE_REAL},
    [XB_RUNTIME_POP_LOGICAL] = {"pop_b", XB_SUFFIX_RANK, "w", 1, 0, 0, XB_TYPE_BOOL},
    [XB_RUNTIME_POP_COMPLEX] = {"pop_c", XB_SUFFIX_RANK, "w", 1, 0, 0, XB_TYPE_COMPLEX},
    [XB_RUNTIME_POP_INTEGER] = {"pop_i", XB_SUFFIX_RANK, "w", 1, 0, 0, XB_TYPE_INTEGER},
    [XB_RUNTIME_POP_STRING] = {"pop_s", XB_SUFFIX_NONE, "w", 1, 0, 0, XB_TYPE_STRING},
    [XB_RUNTIME_PUSH] = {"push", XB_SUFFIX_RANK, "v", 1, 0, 0, XB_TYPE_REAL},
    [XB_RUNTIME_PUSH_LOGICAL] = {"push_b", XB_SUFFIX_RANK, "v", 1, 0, 0, XB_TYPE_BOOL},
    [XB_RUNTIME_PUSH_COMPLEX] = {"push_c", XB_SUFFIX_RANK, "v", 1, 0, 0, XB_TYPE_COMPLEX},
    [XB_RUNTIME_PUSH_INTEGER] = {"push_i", XB_SUFFIX_RANK, "v", 1, 0, 0, XB_TYPE_INTEGER},
    [XB_RUNTIME_PUSH_STRING] = {"push_s", XB_SUFFIX_NONE, "v", 1, 0, 0, XB_TYPE_STRING},
    [XB_RUNTIME_SAX] = {"sax", XB_SUFFIX_RANKS, "vxy", 0, 2, 1, .forward = true},
    [XB_RUNTIME_SAXPY] = {"saxpy", XB_SUFFIX_RANKS, "vxu", 0, 2, 1, .forward = true},
    [XB_RUNTIME_SET_NEG_DERIV] = {"set_neg_deriv", XB_SUFFIX_RANKS, "yx", 2, 0, 0, .negated = true,
                                  .forward = true},
    [XB_RUNTIME_SET_DERIV] = {"setderiv", XB_SUFFIX_RANKS, "yx", 2, 0, 0, .forward = true},
    [XB_RUNTIME_ZERO_DERIV] = {"zero_deriv", XB_SUFFIX_RANKS, "y", 1, 0, 0, .forward = true},
};

/* Spellings of old documents. */
static const struct spelling {
    const char *name;
    xb_runtime_code code;
} spellings[] = {
    {"convert_a2p_matrix", XB_RUNTIME_CONVERT}, {"convert_a2p_scalar", XB_RUNTIME_CONVERT},
    {"convert_a2p_vector", XB_RUNTIME_CONVERT}, {"convert_p2a_matrix", XB_RUNTIME_CONVERT},
    {"convert_p2a_scalar", XB_RUNTIME_CONVERT}, {"convert_p2a_vector", XB_RUNTIME_CONVERT},
    {"cp_res_restore", XB_RUNTIME_RESTORE},     {"cp_res_store", XB_RUNTIME_STORE},
};
enum { SPELLINGS = sizeof spellings / sizeof *spellings };

const xb_runtime_facts *xb_runtime_facts_of(xb_runtime_code code)
{
    return &table[code];
}

/* ---- arguments ---------------------------------------------------------------------------------------- */

bool xb_runtime_takes(xb_runtime_code code, size_t count)
{
    const xb_runtime_facts *facts = &table[code];
    size_t least = strlen(facts->accesses);
    if (facts->again == 0)
        return count == least;
    return count >= least && (count - least) % facts->again == 0;
}

xb_runtime_access xb_runtime_access_of(const xb_runtime_call *call, size_t count, size_t i)
{
    const xb_runtime_facts *facts = &table[call->code];
    size_t place = i;
    if (i >= count - facts->last)
        place = facts->first + facts->again + (i - (count - facts->last));
    else if (i >= facts->first)
        place = facts->first + (i - facts->first) % facts->again;
    xb_runtime_access access = (xb_runtime_access)facts->accesses[place];
    if (!call->derivative)
        return access;
    return access == XB_ACCESS_READ ? XB_ACCESS_DERIVATIVE_READ : XB_ACCESS_DERIVATIVE_WRITTEN;
}

/* ---- reading names ------------------------------------------------------------------------------------ */

/* The beginning of a text that is still to be read. */
typedef struct rest {
    const char *text;
    size_t length;
} rest;

/* Cuts a part off if the text ends with it. */
static bool cut(rest *from, const char *part)
{
    size_t length = strlen(part);
    if (from->length < length || memcmp(from->text + from->length - length, part, length) != 0)
        return false;
    from->length -= length;
    return true;
}

enum { RANK_LENGTH = 3 }; /* "_s" and a digit */

static bool cut_rank(rest *from)
{
    const char *end = from->text + from->length;
    if (from->length < RANK_LENGTH || end[-3] != '_' || end[-2] != 's' || end[-1] < '0' ||
        end[-1] > '0' + XB_RANK_LIMIT)
        return false;
    from->length -= RANK_LENGTH;
    return true;
}

static void take_ranks(xb_arena *arena, rest *from, xb_runtime_call *call)
{
    while (cut_rank(from))
        call->rank_count++;
    int *ranks = xb_arena_array(arena, call->rank_count, sizeof *ranks);
    for (size_t i = 0; i < call->rank_count; i++)
        ranks[i] = from->text[from->length + RANK_LENGTH * i + 2] - '0';
    call->ranks = ranks;
}

static bool cut_shape(rest *from, int *rank)
{
    for (*rank = 0; *rank <= XB_RANK_LIMIT; ++*rank)
        if (cut(from, xb_shape_name(*rank)))
            return cut(from, "_");
    return false;
}

static bool cut_type(rest *from, xb_type *type)
{
    static const xb_type types[] = {XB_TYPE_INTEGER, XB_TYPE_REAL, XB_TYPE_COMPLEX,
                                    XB_TYPE_BOOL,    XB_TYPE_CHAR, XB_TYPE_STRING};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (cut(from, xb_type_name(types[i]))) {
            *type = types[i];
            return cut(from, "_");
        }
    return false;
}

/* Nothing is taken unless all of it is there. */
static void take_variable(xb_arena *arena, rest *from, xb_runtime_call *call)
{
    rest left = *from;
    int rank;
    xb_type type;
    bool derivative = cut(&left, "_a_d"), active = derivative || cut(&left, "_a");
    if (!cut_shape(&left, &rank) || !cut_type(&left, &type))
        return;
    int *ranks = xb_arena_alloc(arena, sizeof *ranks);
    *ranks = rank;
    *call = (xb_runtime_call){.ranks = ranks, .rank_count = 1, .type = type, .active = active};
    call->derivative = derivative;
    *from = left;
}

/* Whether a name may be continued as it is. */
static bool suits(xb_runtime_suffix suffix, const xb_runtime_call *call)
{
    bool is_variable = call->type != XB_TYPE_VOID;
    switch (suffix) {
    case XB_SUFFIX_RANK: return !is_variable && call->rank_count <= 1;
    case XB_SUFFIX_RANKS: return !is_variable;
    case XB_SUFFIX_VARIABLE: return is_variable;
    default: return !is_variable && call->rank_count == 0;
    }
}

static xb_runtime_code find(const char *name)
{
    const xb_runtime_facts *row = xb_name_table_find(table, XB_RUNTIME_COUNT, sizeof *table, name);
    if (row)
        return (xb_runtime_code)(row - table);
    const struct spelling *other = xb_name_table_find(spellings, SPELLINGS, sizeof *spellings, name);
    return other ? other->code : XB_RUNTIME_NONE;
}

/* Old documents spell push and pop in any case. */
static void lower_stack_name(char *name)
{
    char *from = name + (*name == 'a');
    if (strncasecmp(from, "push", strlen("push")) == 0)
        memcpy(from, "push", strlen("push"));
    else if (strncasecmp(from, "pop", strlen("pop")) == 0)
        memcpy(from, "pop", strlen("pop"));
}

static xb_runtime_code find_rest(const rest *of)
{
    char name[sizeof "oad_trace_einitialization"]; /* the longest */
    if (of->length >= sizeof name)
        return XB_RUNTIME_NONE;
    memcpy(name, of->text, of->length);
    name[of->length] = '\0';
    lower_stack_name(name);
    return find(name);
}

bool xb_runtime_call_read(xb_arena *arena, const char *name, xb_runtime_call *call)
{
    rest left = {name, strlen(name)};
    *call = (xb_runtime_call){.code = XB_RUNTIME_NONE};
    take_ranks(arena, &left, call);
    if (call->rank_count == 0)
        take_variable(arena, &left, call);
    xb_runtime_code code = find_rest(&left);
    if (code == XB_RUNTIME_NONE || !suits(table[code].suffix, call))
        return false;
    call->code = code;
    if (table[code].type != XB_TYPE_VOID)
        call->type = table[code].type;
    call->active = call->active || code == XB_RUNTIME_PUSH_ACTIVE || code == XB_RUNTIME_POP_ACTIVE;
    return true;
}

bool xb_runtime_is(const char *name, xb_runtime_code code)
{
    return strcmp(name, table[code].name) == 0;
}

/* ---- writing names ------------------------------------------------------------------------------------ */

const char *xb_runtime_call_name(xb_arena *arena, const xb_runtime_call *call)
{
    const char *name = table[call->code].name;
    if (table[call->code].suffix == XB_SUFFIX_VARIABLE)
        return xb_arena_format(arena, "%s_%s_%s%s%s", name, xb_type_name(call->type),
                               xb_shape_name(call->ranks[0]), call->active ? "_a" : "",
                               call->derivative ? "_d" : "");
    for (size_t i = 0; i < call->rank_count; i++)
        name = xb_arena_format(arena, "%s_s%d", name, call->ranks[i]);
    return name;
}

bool xb_runtime_traces(xb_runtime_code code)
{
    return code >= XB_RUNTIME_TRACE_VALUE && code <= XB_RUNTIME_TRACE_UPDATE;
}

bool xb_runtime_tapes(xb_runtime_code code)
{
    return code >= XB_RUNTIME_POP && code <= XB_RUNTIME_PUSH_STRING;
}

bool xb_runtime_stores(xb_runtime_code code)
{
    return code == XB_RUNTIME_STORE || code == XB_RUNTIME_RESTORE;
}

bool xb_runtime_shapes(xb_runtime_code code)
{
    return code >= XB_RUNTIME_ALLOCATE_MATCHING && code <= XB_RUNTIME_SHAPE_TEST;
}

bool xb_runtime_name_shapes(xb_arena *arena, const char *name)
{
    xb_runtime_call what;
    return xb_runtime_call_read(arena, name, &what) && xb_runtime_shapes(what.code);
}

const char *xb_runtime_example(xb_arena *arena, xb_runtime_code code)
{
    static const int scalar = 0;
    bool is_ranked = table[code].suffix == XB_SUFFIX_RANK || table[code].suffix == XB_SUFFIX_VARIABLE;
    const xb_runtime_call call = {
        .code = code, .ranks = &scalar, .rank_count = is_ranked, .type = XB_TYPE_REAL};
    return xb_runtime_call_name(arena, &call);
}
