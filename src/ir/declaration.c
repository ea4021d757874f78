/*
 * Declarations are shared by symbols that are declared alike; whoever changes one has a copy of its own.
 *
 * What parameters are is found in a few rounds over all symbols, since declarations need not be in order;
 * what rests on more than that stays an expression.
 */
#include "ir/declaration.h"

#include <inttypes.h>
#include <string.h>

#include "ir/build.h"
#include "ir/program.h"

xb_declaration *xb_symbol_declare(xb_program *program, xb_symbol *symbol)
{
    xb_declaration *made = xb_arena_alloc(program->arena, sizeof *made);
    if (symbol->declaration)
        *made = *symbol->declaration;
    symbol->declaration = made;
    return made;
}

const xb_dimension *xb_symbol_dimension(const xb_symbol *symbol, size_t dimension)
{
    const xb_declaration *facts = symbol->declaration;
    if (!facts || dimension >= facts->dimension_count)
        return NULL;
    return &facts->dimensions[facts->dimension_count - 1 - dimension];
}

/* ---- storage -------------------------------------------------------------------------------------- */

/* The number that a name is from a character on; 0: it is none, or a large one. */
static uint64_t number_in(const xb_name *name, size_t first)
{
    uint64_t number = 0;
    for (size_t i = first; name && i < name->length; i++) {
        if (name->text[i] < '0' || name->text[i] > '9' || number > 1000)
            return 0;
        number = number * 10 + (uint64_t)(name->text[i] - '0');
    }
    return number;
}

static uint64_t usual_bytes(xb_type type)
{
    switch (type) {
    case XB_TYPE_REAL: return 8;
    case XB_TYPE_COMPLEX: return 16;
    case XB_TYPE_CHAR: return 1;
    case XB_TYPE_INTEGER:
    case XB_TYPE_BOOL: return 4;
    default: return 0;
    }
}

uint64_t xb_symbol_element_bytes(const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    uint64_t parts = symbol->type == XB_TYPE_COMPLEX ? 2 : 1;
    if (symbol->type == XB_TYPE_STRING)
        return facts ? number_in(facts->length, 0) : 0;
    if (facts && facts->bytes > 0)
        return facts->bytes * parts;
    uint64_t named = number_in(symbol->fe_type, 1);
    return named > 0 && usual_bytes(symbol->type) > 0 ? named : usual_bytes(symbol->type);
}

/* Equivalent variables have blocks of their scope. */
static uint64_t scope_of(const xb_symbol *symbol)
{
    return symbol->declaration->block_kind == XB_BLOCK_EQUIVALENCE ? symbol->scope->node.index : 0;
}

bool xb_are_of_one_block(const xb_symbol *a, const xb_symbol *b)
{
    return a->declaration->block_kind == b->declaration->block_kind &&
           a->declaration->block == b->declaration->block && scope_of(a) == scope_of(b);
}

int xb_compare_places(const xb_symbol *a, const xb_symbol *b)
{
    const uint64_t keys[][2] = {{a->declaration->block_kind, b->declaration->block_kind},
                                {a->declaration->block->index, b->declaration->block->index},
                                {scope_of(a), scope_of(b)},
                                {a->declaration->offset, b->declaration->offset},
                                {a->node.index, b->node.index}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

uint64_t xb_symbol_storage(const xb_symbol *symbol)
{
    bool is_known = symbol->rank <= 0 || symbol->bounds_count > 0;
    int64_t elements = symbol->rank > 0 ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 1;
    uint64_t bytes = 0;
    return is_known && !__builtin_mul_overflow(xb_symbol_element_bytes(symbol), (uint64_t)elements, &bytes)
               ? bytes
               : 0;
}

/* ---- dimensions ----------------------------------------------------------------------------------- */

bool xb_dimension_bounds(const xb_dimension *dimension, xb_integer_of *value_of, void *context,
                         xb_bounds *bounds)
{
    *bounds = dimension->known;
    return dimension->extent == XB_EXTENT_EXPLICIT &&
           (!dimension->lower ||
            xb_expression_integer_of(dimension->lower, value_of, context, &bounds->lower)) &&
           (!dimension->upper ||
            xb_expression_integer_of(dimension->upper, value_of, context, &bounds->upper));
}

bool xb_symbol_is_sized(const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    if (symbol->rank <= 0 || symbol->bounds_count > 0)
        return true;
    return facts && facts->dimension_count > 0 && facts->dimensions[0].extent != XB_EXTENT_DEFERRED;
}

void xb_declaration_each(const xb_declaration *declaration,
                         void (*each)(void *context, xb_expression *expression), void *context)
{
    for (size_t d = 0; declaration && d < declaration->dimension_count; d++) {
        const xb_dimension *dimension = &declaration->dimensions[d];
        if (dimension->lower)
            each(context, dimension->lower);
        if (dimension->upper)
            each(context, dimension->upper);
    }
    for (size_t i = 0; declaration && i < declaration->initial.count; i++)
        each(context, ((const xb_initial_value *)declaration->initial.items)[i].value);
}

/* How many elements begin with zero: all of a variable that has a value first; 0: it has none. */
static uint64_t count_of_zeros(const xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    if (facts->initial.count == 0 && !xb_symbol_is_static(symbol))
        return 0;
    return symbol->rank > 0 ? (uint64_t)xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 1;
}

/* Names of front ends have no quotes; documents that have been differentiated before may. */
static void rename_block(xb_program *program, xb_declaration *facts, uint32_t direction)
{
    const xb_name *block = facts->block;
    if (!block)
        return;
    const xb_name *made = xb_map_get(&program->derivative_blocks, block->index, direction);
    for (uint32_t number = direction + 1; !made; number++) {
        const char *text = xb_arena_format(program->arena, "%s'%" PRIu32, block->text, number);
        if (!xb_names_find(program->names, text, strlen(text)))
            made = xb_program_name(program, text);
    }
    xb_map_put(program->arena, &program->derivative_blocks, block->index, direction, (void *)made);
    facts->block = made;
}

/* The derivative of a member is one of the derivative of the structure. */
static void rename_structure(xb_program *program, xb_declaration *facts, const xb_symbol *derivative,
                             const xb_symbol *of)
{
    const bool is_plain = strncmp(derivative->id->text, of->id->text, of->id->length) == 0;
    if (!facts->structure || !facts->path)
        return;
    const char *path = facts->path->text;
    const size_t root = strcspn(path, "(%");
    facts->path =
        is_plain
            ? xb_program_name(program, xb_arena_format(program->arena, "%.*s%s%s", (int)root, path,
                                                       derivative->id->text + of->id->length, path + root))
            : NULL;
    if (!is_plain)
        facts->structure = NULL;
}

void xb_declaration_of_derivative(xb_program *program, xb_symbol *derivative, const xb_symbol *of,
                                  uint32_t direction)
{
    if (!of->declaration)
        return;
    derivative->declaration = of->declaration;
    xb_declaration *facts = xb_symbol_declare(program, derivative);
    facts->saved = xb_symbol_is_static(of) && !xb_symbol_is_in_common(of);
    rename_block(program, facts, direction);
    rename_structure(program, facts, derivative, of);
    if (facts->spelling && strncmp(derivative->id->text, of->id->text, of->id->length) == 0)
        facts->spelling =
            xb_program_name(program, xb_arena_format(program->arena, "%s%s", facts->spelling->text,
                                                     derivative->id->text + of->id->length));
    facts->initial = (xb_vector){0};
    facts->by_value = false;
    facts->is_result = false;
    uint64_t zeros = of->rank > 0 && of->bounds_count == 0 ? 0 : count_of_zeros(of);
    if (zeros > 0)
        *(xb_initial_value *)xb_vector_push(program->arena, &facts->initial, sizeof(xb_initial_value)) =
            (xb_initial_value){xb_build_leaf(program, xb_build_real(program, 0)), zeros};
}

/* ---- constants ------------------------------------------------------------------------------------ */

typedef struct settling {
    xb_program *program;
    xb_node_map known; /* by parameter: its value */
    bool found;        /* another parameter */
} settling;

static bool value_of_parameter(void *context, const xb_reference *reference, int64_t *value)
{
    const settling *s = context;
    const int64_t *known = xb_node_map_get(&s->known, &reference->symbol->node);
    if (!known || reference->subscripts.count > 0)
        return false;
    *value = *known;
    return true;
}

static bool value_of(settling *s, const xb_expression *expression, int64_t *value)
{
    return xb_expression_integer_of(expression, value_of_parameter, s, value);
}

static void settle_parameter(settling *s, xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    int64_t value;
    if (!facts->parameter || symbol->rank > 0 || symbol->type != XB_TYPE_INTEGER ||
        facts->initial.count != 1 || xb_node_map_get(&s->known, &symbol->node) ||
        !value_of(s, ((const xb_initial_value *)facts->initial.items)[0].value, &value))
        return;
    int64_t *kept = xb_arena_alloc(s->program->arena, sizeof *kept);
    *kept = value;
    xb_node_map_put(s->program->arena, &s->known, &symbol->node, kept);
    s->found = true;
}

static void settle_bounds(settling *s, xb_symbol *symbol)
{
    const xb_declaration *facts = symbol->declaration;
    xb_bounds bounds[XB_RANK_LIMIT];
    if (facts->dimension_count == 0)
        return;
    for (size_t d = 0; d < facts->dimension_count; d++)
        if (!xb_dimension_bounds(&facts->dimensions[d], value_of_parameter, s, &bounds[d]))
            return;
    symbol->bounds_count = facts->dimension_count;
    symbol->bounds = xb_arena_array(s->program->arena, symbol->bounds_count, sizeof *symbol->bounds);
    memcpy(symbol->bounds, bounds, symbol->bounds_count * sizeof *symbol->bounds);
}

static void settle_all(settling *s, const xb_list *symbols, void (*settle)(settling *s, xb_symbol *symbol))
{
    for (size_t i = 0; i < symbols->count; i++)
        settle(s, symbols->items[i]);
}

void xb_declarations_settle(xb_program *program)
{
    enum { MOST_ROUNDS = 4 };
    settling s = {.program = program, .found = true};
    xb_list declared = {.count = 0};
    for (size_t i = 0; i < program->scopes.count; i++) {
        const xb_scope *scope = program->scopes.items[i];
        for (size_t k = 0; k < scope->symbols.count; k++)
            if (((const xb_symbol *)scope->symbols.items[k])->declaration)
                xb_list_append(program->arena, &declared, scope->symbols.items[k]);
    }
    for (int round = 0; round < MOST_ROUNDS && s.found; round++) {
        s.found = false;
        settle_all(&s, &declared, settle_parameter);
    }
    settle_all(&s, &declared, settle_bounds);
}
