/*
 * Recursive descent by binding strength, from the table of operators; what it builds is a tree whose depth is
 * limited, so that computing it may recurse.
 */
#include "verify/cases/marker.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum operation {
    CONSTANT,
    NAME,
    CALL,
    OR,
    AND,
    NOT,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    EQUAL,
    NOT_EQUAL,
    PLUS,
    MINUS,
    TIMES,
    DIVIDE,
    FLOOR_DIVIDE,
    MODULO,
    NEGATE,
    POWER
} operation;

typedef enum function { ABS, ARGMAX, ARGMIN, FLOAT, INT, MAX, MIN, FUNCTION_COUNT } function;

static const char *const function_names[] = {"abs", "argmax", "argmin", "float", "int", "max", "min"};

struct xb_marker_formula {
    operation operation;
    function function;
    int depth;
    xb_number value;
    const char *name;
    xb_list operands; /* xb_marker_formula */
};

enum { DEPTH_LIMIT = 100 };

/* Binary operators; longer spellings first. Comparisons don't chain. */
static const struct {
    const char *text;
    operation operation;
    int strength;
} operators[] = {
    {"or", OR, 1},     {"and", AND, 2},  {"<=", LESS_EQUAL, 4},   {"<", LESS, 4},   {">=", GREATER_EQUAL, 4},
    {">", GREATER, 4}, {"==", EQUAL, 4}, {"!=", NOT_EQUAL, 4},    {"+", PLUS, 5},   {"-", MINUS, 5},
    {"**", POWER, 8},  {"*", TIMES, 6},  {"//", FLOOR_DIVIDE, 6}, {"/", DIVIDE, 6}, {"%", MODULO, 6}};

enum {
    OPERATOR_COUNT = sizeof operators / sizeof operators[0],
    NOT_STRENGTH = 3,
    SIGN_STRENGTH = 7,
    POWER_STRENGTH = 8
};

/* ---- parsing ---- */

typedef struct parser {
    xb_arena *arena;
    const char *text, *at;
    const char *problem;
} parser;

static xb_marker_formula *parse(parser *state, int strength, int depth);

static xb_marker_formula *fail(parser *state, const char *what)
{
    if (!state->problem)
        state->problem = xb_arena_format(state->arena, "%s at '%s'", what, state->at);
    return NULL;
}

static void skip_blanks(parser *state)
{
    while (isspace((unsigned char)*state->at))
        state->at++;
}

static bool is_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    if (!isdigit((unsigned char)*text))
        while (is_word(text[length]))
            length++;
    return length;
}

static bool is(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && strncmp(word, text, length) == 0;
}

static xb_marker_formula *create(parser *state, operation what)
{
    xb_marker_formula *formula = xb_arena_alloc(state->arena, sizeof *formula);
    formula->operation = what;
    formula->depth = 1;
    return formula;
}

/* Adds an operand; NULL stays NULL, so that errors pass through. */
static xb_marker_formula *with(parser *state, xb_marker_formula *formula, const xb_marker_formula *operand)
{
    if (!formula || !operand)
        return NULL;
    xb_list_append(state->arena, &formula->operands, operand);
    if (formula->depth <= operand->depth)
        formula->depth = operand->depth + 1;
    return formula->depth > DEPTH_LIMIT ? fail(state, "it is too deep") : formula;
}

static xb_marker_formula *constant(parser *state, xb_number value)
{
    xb_marker_formula *formula = create(state, CONSTANT);
    formula->value = value;
    return formula;
}

static xb_marker_formula *parse_number(parser *state)
{
    char *end = NULL;
    const char *start = state->at;
    size_t digits = strspn(start, "0123456789");
    if (!strchr(".eE", start[digits]) || !start[digits]) {
        errno = 0;
        long long integer = strtoll(start, &end, 10);
        if (errno || is_word(*end))
            return fail(state, "there is no such number");
        state->at = end;
        return constant(state, xb_number_of_integer(integer));
    }
    double real = strtod(start, &end);
    if (end == start || is_word(*end))
        return fail(state, "there is no such number");
    state->at = end;
    return constant(state, xb_number_of_real(real));
}

static xb_marker_formula *parse_text(parser *state)
{
    char quote = *state->at;
    const char *end = strchr(state->at + 1, quote);
    if (!end)
        return fail(state, "a text does not end");
    size_t length = (size_t)(end - state->at - 1);
    xb_number value = {.type = XB_TYPE_STRING};
    value.text.bytes = xb_arena_copy_text(state->arena, state->at + 1, length);
    value.text.length = length;
    state->at = end + 1;
    return constant(state, value);
}

static xb_marker_formula *parse_call(parser *state, const char *word, size_t length, int depth)
{
    xb_marker_formula *formula = create(state, CALL);
    formula->function = FUNCTION_COUNT;
    for (function f = 0; f < FUNCTION_COUNT; f++)
        if (is(word, length, function_names[f]))
            formula->function = f;
    if (formula->function == FUNCTION_COUNT) {
        state->at = word;
        return fail(state, "there is no such function (abs, argmax, argmin, float, int, max, min)");
    }
    do {
        state->at++;
        formula = with(state, formula, parse(state, 1, depth));
        skip_blanks(state);
    } while (formula && *state->at == ',');
    if (!formula || *state->at != ')')
        return fail(state, "')' is missing");
    state->at++;
    bool several = formula->function == MAX || formula->function == MIN;
    if (!several && formula->operands.count != 1)
        return fail(state, "the function takes one argument");
    return formula;
}

static xb_marker_formula *parse_word(parser *state, int depth)
{
    const char *word = state->at;
    size_t length = word_length(word);
    state->at += length;
    skip_blanks(state);
    if (*state->at == '(')
        return parse_call(state, word, length, depth);
    if (is(word, length, "True") || is(word, length, "False"))
        return constant(state, xb_number_of_bool(*word == 'T'));
    xb_marker_formula *formula = create(state, NAME);
    formula->name = xb_arena_copy_text(state->arena, word, length);
    return formula;
}

static xb_marker_formula *parse_operand(parser *state, int depth)
{
    skip_blanks(state);
    size_t length = word_length(state->at);
    if (depth > DEPTH_LIMIT)
        return fail(state, "it is too deep");
    if (is(state->at, length, "not")) {
        state->at += length;
        return with(state, create(state, NOT), parse(state, NOT_STRENGTH, depth + 1));
    }
    if (length > 0)
        return parse_word(state, depth + 1);
    if (isdigit((unsigned char)*state->at) || *state->at == '.')
        return parse_number(state);
    if (*state->at == '"' || *state->at == '\'')
        return parse_text(state);
    if (*state->at == '-' || *state->at == '+') {
        bool negative = *state->at++ == '-';
        xb_marker_formula *operand = parse(state, SIGN_STRENGTH, depth + 1);
        return negative ? with(state, create(state, NEGATE), operand) : operand;
    }
    if (*state->at != '(')
        return fail(state, "a value is missing");
    state->at++;
    xb_marker_formula *formula = parse(state, 1, depth + 1);
    skip_blanks(state);
    if (!formula || *state->at != ')')
        return fail(state, "')' is missing");
    state->at++;
    return formula;
}

/* The operator at this place that binds at least so strongly; OPERATOR_COUNT if there is none. */
static size_t operator_at(parser *state, int strength)
{
    skip_blanks(state);
    size_t word = word_length(state->at);
    for (size_t i = 0; i < OPERATOR_COUNT; i++) {
        size_t length = strlen(operators[i].text);
        if (strncmp(state->at, operators[i].text, length) == 0 && (word == 0 || word == length))
            return operators[i].strength >= strength ? i : OPERATOR_COUNT;
    }
    return OPERATOR_COUNT;
}

/* Parses what binds at least so strongly. */
static xb_marker_formula *parse(parser *state, int strength, int depth)
{
    xb_marker_formula *left = parse_operand(state, depth);
    for (size_t i; left && (i = operator_at(state, strength)) < OPERATOR_COUNT;) {
        int own = operators[i].strength;
        state->at += strlen(operators[i].text);
        /* powers group from the right, and their exponents may have a sign */
        const xb_marker_formula *right =
            parse(state, own == POWER_STRENGTH ? SIGN_STRENGTH : own + 1, depth + 1);
        left = with(state, with(state, create(state, operators[i].operation), left), right);
    }
    return left;
}

const xb_marker_formula *xb_marker_parse(xb_arena *arena, const char *text, const char **problem)
{
    parser state = {.arena = arena, .text = text, .at = text};
    xb_marker_formula *formula = parse(&state, 1, 1);
    skip_blanks(&state);
    if (formula && *state.at)
        formula = fail(&state, "an operator is missing");
    *problem = state.problem;
    return state.problem ? NULL : formula;
}

const xb_marker_formula *xb_marker_constant(xb_arena *arena, const xb_number *value)
{
    parser state = {.arena = arena};
    return constant(&state, *value);
}

/* ---- computing ---- */

typedef struct computer {
    xb_arena *arena;
    const xb_marker_world *world;
} computer;

static const char *compute(const computer *state, const xb_marker_formula *formula, xb_number *value);

static bool is_whole(const xb_number *x)
{
    return x->type == XB_TYPE_INTEGER || x->type == XB_TYPE_BOOL;
}

static double real_of(const xb_number *x)
{
    return is_whole(x) ? (double)x->integer : x->real;
}

static bool is_true(const xb_number *x)
{
    return x->type == XB_TYPE_STRING ? x->text.length > 0 : real_of(x) != 0;
}

/* -1, 0, 1 as x is less than, equal to, or greater than y. */
static int compare(const xb_number *x, const xb_number *y)
{
    if (is_whole(x) && is_whole(y))
        return (x->integer > y->integer) - (x->integer < y->integer);
    return (real_of(x) > real_of(y)) - (real_of(x) < real_of(y));
}

static int64_t floor_quotient(int64_t x, int64_t y)
{
    int64_t quotient = x / y;
    return x % y != 0 && (x < 0) != (y < 0) ? quotient - 1 : quotient;
}

static bool whole_power(int64_t base, int64_t exponent, int64_t *result)
{
    *result = 1;
    if (base == 0 || base == 1 || base == -1) {
        *result = exponent == 0 || base == 1 || (base == -1 && exponent % 2 == 0) ? 1 : base;
        return true;
    }
    for (int64_t i = 0; i < exponent; i++)
        if (__builtin_mul_overflow(*result, base, result))
            return false;
    return true;
}

static const char *whole(operation what, int64_t x, int64_t y, xb_number *value)
{
    int64_t result = 0;
    bool overflow = false;
    if ((what == FLOOR_DIVIDE || what == MODULO) && y == 0)
        return "division by 0";
    if ((what == FLOOR_DIVIDE || what == MODULO) && y == -1)
        overflow = what == FLOOR_DIVIDE && __builtin_sub_overflow(0, x, &result);
    else if (what == FLOOR_DIVIDE)
        result = floor_quotient(x, y);
    else if (what == MODULO)
        result = x - y * floor_quotient(x, y);
    else if (what == PLUS)
        overflow = __builtin_add_overflow(x, y, &result);
    else if (what == MINUS)
        overflow = __builtin_sub_overflow(x, y, &result);
    else if (what == TIMES)
        overflow = __builtin_mul_overflow(x, y, &result);
    else
        overflow = !whole_power(x, y, &result);
    *value = xb_number_of_integer(result);
    return overflow ? "the result is too large for an integer" : NULL;
}

static const char *real(operation what, double x, double y, xb_number *value)
{
    double result = 0;
    if ((what == DIVIDE || what == FLOOR_DIVIDE || what == MODULO) && y == 0)
        return "division by 0";
    if (what == PLUS)
        result = x + y;
    else if (what == MINUS)
        result = x - y;
    else if (what == TIMES)
        result = x * y;
    else if (what == DIVIDE)
        result = x / y;
    else if (what == FLOOR_DIVIDE)
        result = floor(x / y);
    else if (what == MODULO)
        result = x - y * floor(x / y);
    else
        result = pow(x, y);
    *value = xb_number_of_real(result);
    return NULL;
}

static bool holds(operation what, int order)
{
    switch (what) {
    case LESS: return order < 0;
    case LESS_EQUAL: return order <= 0;
    case GREATER: return order > 0;
    case GREATER_EQUAL: return order >= 0;
    case EQUAL: return order == 0;
    default: return order != 0;
    }
}

static bool same_text(const xb_number *x, const xb_number *y)
{
    return x->text.length == y->text.length && memcmp(x->text.bytes, y->text.bytes, x->text.length) == 0;
}

static const char *binary(operation what, const xb_number *x, const xb_number *y, xb_number *value)
{
    if (x->type == XB_TYPE_STRING && y->type == XB_TYPE_STRING && (what == EQUAL || what == NOT_EQUAL)) {
        *value = xb_number_of_bool(same_text(x, y) == (what == EQUAL));
        return NULL;
    }
    if (x->type == XB_TYPE_STRING || y->type == XB_TYPE_STRING)
        return "a text is no number";
    if (what >= LESS && what <= NOT_EQUAL) {
        *value = xb_number_of_bool(holds(what, compare(x, y)));
        return NULL;
    }
    bool integers = is_whole(x) && is_whole(y) && what != DIVIDE && !(what == POWER && y->integer < 0);
    return integers ? whole(what, x->integer, y->integer, value) : real(what, real_of(x), real_of(y), value);
}

/* The position of the largest or smallest element of a variable. */
static const char *position(const computer *state, const xb_marker_formula *formula, xb_number *value)
{
    const xb_marker_formula *operand = formula->operands.items[0];
    xb_array values = {0};
    if (operand->operation != NAME)
        return "argmax and argmin take the name of an array";
    const char *wrong = NULL;
    if (!state->world->get(state->world->context, operand->name, &values, &wrong))
        return wrong;
    if (values.count == 0 || values.type == XB_TYPE_STRING)
        return "argmax and argmin take an array of numbers";
    size_t best = 0;
    for (size_t i = 1; i < values.count; i++) {
        xb_number x = xb_array_get(&values, i), y = xb_array_get(&values, best);
        int order = compare(&x, &y);
        if (formula->function == ARGMAX ? order > 0 : order < 0)
            best = i;
    }
    *value = xb_number_of_integer((int64_t)best + 1);
    return NULL;
}

static const char *convert(function what, const xb_number *x, xb_number *value)
{
    if (x->type == XB_TYPE_STRING)
        return "a text is no number";
    *value = *x;
    if (what == FLOAT)
        *value = xb_number_of_real(real_of(x));
    else if (what == INT && !is_whole(x)) {
        if (!(fabs(x->real) < 9e18))
            return "the result is too large for an integer";
        *value = xb_number_of_integer((int64_t)x->real);
    } else if (what == INT)
        *value = xb_number_of_integer(x->integer);
    else if (is_whole(x) && x->integer < 0)
        return whole(MINUS, 0, x->integer, value);
    else if (is_whole(x))
        *value = xb_number_of_integer(x->integer);
    else
        *value = xb_number_of_real(fabs(x->real));
    return NULL;
}

static const char *call(const computer *state, const xb_marker_formula *formula, xb_number *value)
{
    if (formula->function == ARGMAX || formula->function == ARGMIN)
        return position(state, formula, value);
    const char *wrong = compute(state, formula->operands.items[0], value);
    if (wrong)
        return wrong;
    if (formula->function != MAX && formula->function != MIN) {
        xb_number x = *value;
        return convert(formula->function, &x, value);
    }
    for (size_t i = 1; i < formula->operands.count; i++) {
        xb_number other = {0};
        wrong = compute(state, formula->operands.items[i], &other);
        if (wrong)
            return wrong;
        if (other.type == XB_TYPE_STRING || value->type == XB_TYPE_STRING)
            return "a text is no number";
        int order = compare(&other, value);
        if (formula->function == MAX ? order > 0 : order < 0)
            *value = other;
    }
    return NULL;
}

static const char *get(const computer *state, const char *name, xb_number *value)
{
    xb_array values = {0};
    const char *wrong = NULL;
    if (!state->world->get(state->world->context, name, &values, &wrong))
        return wrong;
    if (values.count != 1)
        return xb_arena_format(state->arena, "%s is an array; only argmax and argmin take one", name);
    *value = xb_array_get(&values, 0);
    return NULL;
}

/* and, or: like Python's, the value of one of the operands. */
static const char *decide(const computer *state, const xb_marker_formula *formula, xb_number *value)
{
    const char *wrong = compute(state, formula->operands.items[0], value);
    if (wrong || is_true(value) == (formula->operation == OR))
        return wrong;
    return compute(state, formula->operands.items[1], value);
}

static const char *compute(const computer *state, const xb_marker_formula *formula, xb_number *value)
{
    xb_number x = {0}, y = {0};
    const char *wrong = NULL;
    switch (formula->operation) {
    case CONSTANT: *value = formula->value; return NULL;
    case NAME: return get(state, formula->name, value);
    case CALL: return call(state, formula, value);
    case OR:
    case AND: return decide(state, formula, value);
    default: break;
    }
    wrong = compute(state, formula->operands.items[0], &x);
    if (!wrong && formula->operands.count > 1)
        wrong = compute(state, formula->operands.items[1], &y);
    if (wrong)
        return wrong;
    if (formula->operation == NOT) {
        *value = xb_number_of_bool(!is_true(&x));
        return NULL;
    }
    if (formula->operation == NEGATE) {
        y = x;
        x = xb_number_of_integer(0);
        if (y.type == XB_TYPE_REAL) { /* 0 - 0.0 would lose the sign */
            *value = xb_number_of_real(-y.real);
            return NULL;
        }
        return binary(MINUS, &x, &y, value);
    }
    return binary(formula->operation, &x, &y, value);
}

void xb_marker_names(const xb_marker_formula *formula, void (*visit)(void *context, const char *name),
                     void *context)
{
    if (formula->operation == NAME)
        visit(context, formula->name);
    for (size_t i = 0; i < formula->operands.count; i++)
        xb_marker_names(formula->operands.items[i], visit, context);
}

const char *xb_marker_compute(xb_arena *arena, const xb_marker_formula *formula, const xb_marker_world *world,
                              xb_number *value)
{
    computer state = {arena, world};
    return compute(&state, formula, value);
}
