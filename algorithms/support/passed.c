/*
 * A run of consecutive elements of a matrix is, in general, the rest of one column, some whole columns and
 * the beginning of another; of an array of higher rank, the same with planes in the place of columns, and
 * their parts in turn. Only the first dimensions whose start is known take part in that: a run that fits into
 * them stays within one value of the other subscripts. If the run goes to the end of the array, nothing has
 * to be known.
 */
#include "algorithms/support/passed.h"

#include "analysis/assumed_size.h"
#include "analysis/overlap.h"
#include "analysis/shape.h"
#include "ir/build.h"
#include "ir/declaration.h"

/* A run that is being cut into sections. */
typedef struct cutter {
    xb_program *program;
    const xb_reference *actual;
    xb_bounds declared[XB_RANK_LIMIT]; /* of the dimensions that take part */
    int64_t strides[XB_RANK_LIMIT];    /* number of elements between neighbours in a dimension */
    size_t rank;                       /* number of dimensions that take part */
    xb_bounds box[XB_RANK_LIMIT];      /* the section under way */
    xb_list *sections;
} cutter;

int64_t xb_element_count(const xb_symbol *symbol)
{
    bool known = symbol->rank <= 0 || symbol->bounds_count > 0;
    return known ? xb_bounds_elements(symbol->bounds, symbol->bounds_count) : 0;
}

static xb_expression *integer(xb_program *program, int64_t value)
{
    return xb_build_leaf(program, xb_build_integer(program, value));
}

static xb_expression *plus(xb_program *program, const xb_expression *expression, int64_t number)
{
    int64_t value;
    if (xb_expression_integer(expression, &value) && !__builtin_add_overflow(value, number, &value))
        return integer(program, value);
    xb_expression *sum = xb_copy_expression(program, expression);
    uint32_t second = xb_expression_add(program, sum, xb_build_integer(program, number));
    sum->root = xb_build_binary(program, sum, XB_INTRINSIC_ADD, sum->root, second);
    return sum;
}

/* A copy of the actual argument with a subscript for each dimension. */
static xb_reference *subscripted(xb_program *program, const xb_reference *actual)
{
    xb_reference *copy = xb_copy_reference(program, actual);
    for (int i = 0; actual->subscripts.count == 0 && i < actual->symbol->rank; i++)
        xb_list_append(program->arena, &copy->subscripts, xb_build_triplet(program, NULL, NULL, NULL));
    return copy;
}

/* ---- vectors ------------------------------------------------------------------------------------------- */

/* Where a dimension of a variable begins. @return whether that is known */
static bool find_lower(const xb_symbol *symbol, size_t i, int64_t *lower)
{
    const xb_bounds *declared = xb_symbol_bounds(symbol, i);
    const xb_dimension *dimension = xb_symbol_dimension(symbol, i);
    *lower = declared ? declared->lower : 1;
    return declared || (dimension && dimension->extent != XB_EXTENT_DEFERRED &&
                        (!dimension->lower || xb_expression_integer(dimension->lower, lower)));
}

/* Cuts a vector down to its first elements. False if its start or its stride is not known. */
static bool keep_first(xb_program *program, xb_reference *vector, int64_t count)
{
    int64_t stride = 1, length;
    size_t i = 0;
    while (i < vector->subscripts.count && !xb_triplet_is_range(vector->subscripts.items[i]))
        i++;
    if (i == vector->subscripts.count)
        return false;
    const xb_bounds *declared = xb_symbol_bounds(vector->symbol, i);
    const xb_triplet *triplet = vector->subscripts.items[i];
    int64_t lower = 1;
    const bool begins = find_lower(vector->symbol, i, &lower);
    if ((triplet->stride && !xb_expression_integer(triplet->stride, &stride)) ||
        (triplet->index && !triplet->bound && !triplet->stride) ||
        (!triplet->index && !(stride > 0 ? begins : declared != NULL)) ||
        __builtin_mul_overflow(count - 1, stride, &length))
        return false;
    xb_expression *start =
        triplet->index ? triplet->index : integer(program, stride > 0 ? lower : declared->upper);
    vector->subscripts.items[i] =
        xb_build_triplet(program, start, plus(program, start, length), triplet->stride);
    return true;
}

/* An element of a vector and some after it. */
static void keep_from_element(xb_program *program, xb_reference *element, int64_t count)
{
    const xb_triplet *first = element->subscripts.items[0];
    if (count > 1)
        element->subscripts.items[0] =
            xb_build_triplet(program, first->index, plus(program, first->index, count - 1), first->stride);
}

/* ---- arrays of higher rank ----------------------------------------------------------------------------- */

/* Appends the section that the box describes. */
static void emit(cutter *c)
{
    xb_reference *section = subscripted(c->program, c->actual);
    for (size_t i = 0; i < c->rank; i++) {
        xb_expression *lower = integer(c->program, c->box[i].lower), *upper = NULL;
        if (c->box[i].lower < c->box[i].upper)
            upper = integer(c->program, c->box[i].upper);
        section->subscripts.items[i] = xb_build_triplet(c->program, lower, upper, NULL);
    }
    xb_list_append(c->program->arena, c->sections, section);
}

static void cut_run(cutter *c, size_t dimensions, int64_t first, int64_t last);

/* The run within one value of the last dimension. */
static void cut_within(cutter *c, size_t dimension, int64_t place, int64_t first, int64_t last)
{
    c->box[dimension].lower = c->box[dimension].upper = c->declared[dimension].lower + place;
    cut_run(c, dimension, first, last);
}

/* The elements first to last (from 0, inclusive) of the first dimensions. */
static void cut_run(cutter *c, size_t dimensions, int64_t first, int64_t last)
{
    if (dimensions == 0) {
        emit(c);
        return;
    }
    size_t d = dimensions - 1;
    int64_t stride = c->strides[d], begin = first / stride, end = last / stride;
    bool whole_first = first % stride == 0, whole_last = (last + 1) % stride == 0;
    if (begin == end && !(whole_first && whole_last)) {
        cut_within(c, d, begin, first % stride, last % stride);
        return;
    }
    if (!whole_first)
        cut_within(c, d, begin, first % stride, stride - 1);
    int64_t from = whole_first ? begin : begin + 1, to = whole_last ? end : end - 1;
    if (from <= to) {
        for (size_t i = 0; i < d; i++)
            c->box[i] = c->declared[i];
        c->box[d] = (xb_bounds){c->declared[d].lower + from, c->declared[d].lower + to};
        emit(c);
    }
    if (!whole_last)
        cut_within(c, d, end, 0, last % stride);
}

/*
 * Takes the dimensions whose start is known.
 * @param first receives the number of the first element within them
 * @return the number of elements within them, 0 if there are too many
 */
static int64_t take_dimensions(cutter *c, bool element, int64_t *first)
{
    int64_t count = 1, start;
    *first = 0;
    for (c->rank = 0; c->rank < (size_t)c->actual->symbol->rank; c->rank++) {
        const xb_bounds *declared = xb_symbol_bounds(c->actual->symbol, c->rank);
        start = declared ? declared->lower : 0;
        if (!declared || declared->upper < declared->lower ||
            (element &&
             !xb_expression_integer(((xb_triplet *)c->actual->subscripts.items[c->rank])->index, &start)))
            break;
        if (start < declared->lower || start > declared->upper)
            return 0;
        c->declared[c->rank] = *declared;
        c->strides[c->rank] = count;
        *first += (start - declared->lower) * count;
        if (__builtin_mul_overflow(count, xb_bounds_extent(*declared), &count))
            return 0;
    }
    return count;
}

static bool cut_array(xb_program *program, const xb_reference *actual, bool element, int64_t count,
                      xb_list *sections)
{
    cutter c = {.program = program, .actual = actual, .sections = sections};
    int64_t first, available = take_dimensions(&c, element, &first);
    bool all = c.rank == (size_t)actual->symbol->rank;
    if (available == 0 || (!all && count > available - first))
        return false;
    int64_t last = count > available - first ? available - 1 : first + count - 1;
    cut_run(&c, c.rank, first, last);
    return true;
}

/*
 * An element and all after it, whatever is known of the array: the rest of its column, the columns after
 * that, the planes after these, and so on; parts that are certainly empty are left out. Whole dimensions
 * have a stride, since some readers take a triplet without children for an element.
 */
static void cut_rest(xb_program *program, const xb_reference *element, xb_list *sections)
{
    size_t rank = element->subscripts.count;
    for (size_t d = 0; d < rank; d++) {
        xb_reference *section = subscripted(program, element);
        void **triplets = section->subscripts.items;
        const xb_triplet *last = triplets[d];
        const xb_bounds *declared = xb_symbol_bounds(element->symbol, d);
        xb_expression *index = d > 0 ? plus(program, last->index, 1) : last->index;
        int64_t start;
        if (d > 0 && declared && xb_expression_integer(index, &start) && start > declared->upper)
            continue;
        for (size_t k = 0; k < d; k++)
            triplets[k] = xb_build_triplet(program, NULL, NULL, integer(program, 1));
        triplets[d] = xb_build_triplet(program, index, last->bound, integer(program, 1));
        xb_list_append(program->arena, sections, section);
    }
}

bool xb_passed_sections(xb_program *program, const xb_reference *actual, bool element, int64_t count,
                        xb_list *sections)
{
    if (element && count == 0) {
        cut_rest(program, actual, sections);
        return true;
    }
    bool vector = element ? actual->symbol->rank == 1 : xb_reference_rank(actual) == 1;
    if (!vector && !(element && count == 1))
        return (element || actual->subscripts.count == 0) &&
               cut_array(program, actual, element, count, sections);
    xb_reference *section = subscripted(program, actual);
    if (element && vector)
        keep_from_element(program, section, count);
    else if (!element && !keep_first(program, section, count))
        return false;
    xb_list_append(program->arena, sections, section);
    return true;
}

/* ---- arguments ----------------------------------------------------------------------------------------- */

int64_t xb_formal_count(xb_analyses *analyses, const xb_symbol *formal)
{
    return xb_is_assumed_size(analyses, formal) ? 0 : xb_element_count(formal);
}

xb_passing xb_passing_of(xb_analyses *analyses, xb_arena *scratch, const xb_reference *actual,
                         const xb_formal *formal)
{
    const xb_symbol *symbol = formal->symbol;
    xb_program *program = xb_analyses_program(analyses);
    int64_t count = xb_formal_count(analyses, symbol);
    xb_shape shape = xb_shape_of_reference(scratch, actual);
    xb_passing p = {.actual = actual,
                    .formal = formal,
                    .begins = symbol->rank > 0 && actual->subscripts.count > 0 && shape.rank == 0,
                    .open = symbol->rank > 0 && count == 0};
    int64_t available = xb_shape_count(&shape);
    bool is_cut = count > 0 && (p.begins || (shape.rank > 0 && (available <= 0 || available > count)));
    if (is_cut && xb_passed_sections(program, actual, p.begins, count, &p.sections))
        return p;
    p.vague = is_cut && !p.begins;
    p.cut_off = is_cut && p.begins;
    p.sections = (xb_list){.count = 0};
    xb_list_append(scratch, &p.sections, actual);
    return p;
}

static bool any_meet(xb_analyses *analyses, const xb_list *a, const xb_list *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            if (xb_overlap_of(analyses, a->items[i], b->items[k], true) == XB_OVERLAP_MUST)
                return true;
    return false;
}

/* Whether a section has all elements of a dimension. */
static bool has_whole_dimension(const xb_reference *section)
{
    bool has = false;
    for (size_t d = 0; d < section->subscripts.count && !has; d++) {
        const xb_triplet *t = section->subscripts.items[d];
        has = !t->index && !t->bound;
    }
    return has;
}

/* The first element of what is passed: nothing, if it is not known. */
static xb_list first_of(xb_program *program, xb_arena *scratch, const xb_passing *p)
{
    xb_list first = {.count = 0};
    if (p->begins)
        xb_list_append(scratch, &first, p->actual);
    else if (!xb_passed_sections(program, p->actual, false, 1, &first) || has_whole_dimension(first.items[0]))
        first.count = 0;
    return first;
}

/* An array of unknown extents has an element in common with what begins there. */
static bool certainly_meet(xb_analyses *analyses, xb_arena *scratch, const xb_passing *a, const xb_passing *b)
{
    xb_program *program = xb_analyses_program(analyses);
    xb_list first;
    if (xb_are_written_alike(a->actual, b->actual))
        return true;
    if (a->vague || b->vague)
        return false;
    if (a->open && b->begins) {
        first = first_of(program, scratch, a);
        return any_meet(analyses, &first, &b->sections);
    }
    if (b->open && a->begins) {
        first = first_of(program, scratch, b);
        return any_meet(analyses, &a->sections, &first);
    }
    return any_meet(analyses, &a->sections, &b->sections);
}

static bool are_apart(xb_analyses *analyses, const xb_passing *a, const xb_passing *b)
{
    if ((a->open && a->begins) || (b->open && b->begins) || a->cut_off || b->cut_off)
        return false;
    for (size_t i = 0; i < a->sections.count; i++)
        for (size_t k = 0; k < b->sections.count; k++)
            if (xb_overlap_of(analyses, a->sections.items[i], b->sections.items[k], true) != XB_OVERLAP_NEVER)
                return false;
    return true;
}

xb_overlap xb_overlap_of_passed(xb_analyses *analyses, xb_arena *scratch, const xb_passing *a,
                                const xb_passing *b)
{
    if (a->actual->symbol != b->actual->symbol)
        return xb_overlap_of(analyses, a->actual, b->actual, true);
    return certainly_meet(analyses, scratch, a, b) ? XB_OVERLAP_MUST
           : are_apart(analyses, a, b)             ? XB_OVERLAP_NEVER
                                                   : XB_OVERLAP_MAY;
}
