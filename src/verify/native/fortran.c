/*
 * The driver in Fortran: a main program with an internal subroutine for each way, so that names of programs
 * don't meet. Variables have names of the driver's own, and global ones are renamed where they are used.
 * Each number is on a line of its own, in as well as out.
 */
#include "languages/fortran/fortran.h"
#include "verify/native/internal.h"

/* What a subroutine is written from. */
typedef struct writing {
    xb_arena *arena;
    xb_output *output;
    const xb_native_way *way;
} writing;

static bool is_argument(const xb_native_slot *slot)
{
    return slot->position > 0;
}

/* ---- declarations ---- */

static void put_shape(const writing *w, const xb_native_slot *slot)
{
    for (int d = 0; d < slot->rank; d++) {
        const char *separator = d > 0 ? "," : "(";
        if (slot->is_dynamic)
            xb_output_format(w->output, "%s:", separator);
        else
            xb_output_format(w->output, "%s%lld:%lld", separator, (long long)slot->bounds[d].lower,
                             (long long)slot->bounds[d].upper);
    }
    xb_output_put(w->output, slot->rank > 0 ? ")\n" : "\n");
}

static void put_declaration(const writing *w, const xb_native_slot *slot)
{
    xb_output_put(w->output, "    ");
    xb_fortran_type(w->output, slot->type, slot->bytes);
    if (slot->is_dynamic)
        xb_output_put(w->output, slot->variable->pointer ? ", pointer" : ", allocatable");
    xb_output_format(w->output, " :: %s", slot->name);
    put_shape(w, slot);
}

static void put_use(const writing *w, const char *own, const char *name)
{
    xb_output_format(w->output, "    use %s, only: %s => &\n      %s\n", w->way->module->source.name, own,
                     name);
}

static void put_uses(const writing *w)
{
    const xb_native_way *way = w->way;
    const xb_native_slot *slots = way->slots.items;
    for (size_t i = 0; i < way->setup.count; i++)
        put_use(w, xb_arena_format(w->arena, "s%zu", i + 1),
                ((const xb_source_unit *)way->setup.items[i])->name);
    for (size_t i = 0; i < way->units.count; i++)
        put_use(w, xb_arena_format(w->arena, "r%zu", i + 1),
                ((const xb_source_unit *)way->units.items[i])->name);
    for (size_t i = 0; i < way->slots.count; i++)
        if (!is_argument(&slots[i]))
            put_use(w, slots[i].name, slots[i].variable->name);
}

static int widest(const xb_native_way *way)
{
    const xb_native_slot *slots = way->slots.items;
    int rank = -1;
    for (size_t i = 0; i < way->slots.count; i++)
        if (slots[i].is_dynamic && slots[i].rank > rank)
            rank = slots[i].rank;
    return rank;
}

static void put_declarations(const writing *w)
{
    const xb_native_way *way = w->way;
    const xb_native_slot *slots = way->slots.items;
    const int rank = widest(way);
    for (size_t i = 0; i < way->slots.count; i++)
        if (is_argument(&slots[i]))
            put_declaration(w, &slots[i]);
    if (rank >= 0)
        xb_output_put(w->output, "    integer :: n\n");
    if (rank > 0)
        xb_output_format(w->output, "    integer(8) :: b(%d)\n", 2 * rank);
}

/* ---- input and output ---- */

static const char *format_of(const xb_native_slot *slot, bool reads)
{
    switch (slot->type) {
    case XB_TYPE_INTEGER: return reads ? "(i40)" : "(''='', i0)";
    case XB_TYPE_BOOL: return reads ? "(l1)" : "(''='', l1)";
    default: return reads ? "(f40.0)" : "(''='', es26.17e4)";
    }
}

static void put_read(const writing *w, const xb_native_slot *slot)
{
    const char *name = slot->name;
    if (!slot->is_dynamic) {
        xb_output_format(w->output, "    read (*, '%s') %s\n", format_of(slot, true), name);
        return;
    }
    if (slot->variable->pointer)
        xb_output_format(w->output, "    nullify(%s)\n", name);
    else
        xb_output_format(w->output, "    if (allocated(%s)) deallocate(%s)\n", name, name);
    xb_output_put(w->output, "    read (*, '(i40)') n\n    if (n > 0) then\n");
    if (slot->rank > 0)
        xb_output_format(w->output, "      read (*, '(i40)') b(1:%d)\n", 2 * slot->rank);
    xb_output_format(w->output, "      allocate(%s", name);
    for (int d = 0; d < slot->rank; d++)
        xb_output_format(w->output, "%sb(%d):b(%d)", d > 0 ? ", " : "(", 2 * d + 1, 2 * d + 2);
    xb_output_put(w->output, slot->rank > 0 ? "))\n" : ")\n");
    xb_output_format(w->output, "      read (*, '%s') %s\n    end if\n", format_of(slot, true), name);
}

static void put_print(const writing *w, const xb_native_slot *slot)
{
    const char *name = slot->name, *format = format_of(slot, false);
    if (!slot->is_dynamic) {
        xb_output_format(w->output, "    write (*, '%s') %s\n", format, name);
        return;
    }
    const char *count = slot->rank > 0 ? xb_arena_format(w->arena, "size(%s)", name) : "1";
    xb_output_format(w->output,
                     "    if (%s(%s)) then\n      write (*, '(''='', i0)') %s\n      write (*, '%s') %s\n"
                     "    else\n      write (*, '(''='', i0)') 0\n    end if\n",
                     slot->variable->pointer ? "associated" : "allocated", name, count, format, name);
}

static void put_all(const writing *w, void (*put)(const writing *w, const xb_native_slot *slot))
{
    const xb_native_slot *slots = w->way->slots.items;
    for (size_t i = 0; i < w->way->slots.count; i++)
        put(w, &slots[i]);
}

/* ---- calls ---- */

/* The slot of an argument; NULL: it is absent. */
static const xb_native_slot *slot_at(const xb_native_way *way, uint32_t position)
{
    const xb_native_slot *slots = way->slots.items;
    for (size_t i = 0; i < way->slots.count && is_argument(&slots[i]); i++)
        if (slots[i].position == position)
            return &slots[i];
    return NULL;
}

static bool has_context_of(const writing *w, const xb_source_unit *unit)
{
    return unit->has_tape && w->way->module->source.options.has_tape_argument;
}

/* After one that is absent, arguments have their names. */
static void put_arguments(const writing *w, const xb_source_unit *unit)
{
    bool by_name = false, has_context = has_context_of(w, unit);
    const char *separator = has_context ? ", " : "";
    xb_output_put(w->output, has_context ? "context" : "");
    for (size_t i = 0; i < unit->formals.count - unit->is_function; i++) {
        const xb_source_variable *formal = unit->formals.items[i];
        const xb_native_slot *slot = slot_at(w->way, formal->position);
        by_name = by_name || !slot;
        if (!slot)
            continue;
        xb_output_format(w->output, "%s&\n      %s%s%s", separator, by_name ? formal->name : "",
                         by_name ? "=" : "", slot->name);
        separator = ", ";
    }
}

static void put_call(const writing *w, size_t number)
{
    const xb_source_unit *unit = w->way->units.items[number];
    if (unit->is_function) {
        const xb_source_variable *result = unit->formals.items[unit->formals.count - 1];
        const xb_native_slot *slot = slot_at(w->way, result->position);
        xb_output_format(w->output, "    %s = r%zu(", slot ? slot->name : "", number + 1);
    } else {
        xb_output_format(w->output, "    call r%zu(", number + 1);
    }
    put_arguments(w, unit);
    xb_output_put(w->output, ")\n");
    if (w->way->shows_each || number + 1 == w->way->units.count)
        put_all(w, put_print);
}

static void put_way(const writing *w)
{
    const xb_native_way *way = w->way;
    const bool has_tape = way->module->source.has_tape;
    const bool has_context = has_tape && way->module->source.options.has_tape_argument;
    xb_output_format(w->output, "\n  subroutine way_%zu()\n", way->number);
    if (has_tape)
        xb_output_format(w->output, "    use xaif_tape, only: tape_is_empty, %s\n",
                         has_context ? "tape_context" : "tape, checkpoints");
    put_uses(w);
    put_declarations(w);
    xb_output_put(w->output, has_context ? "    type(tape_context) :: context\n" : "");
    xb_output_char(w->output, '\n');
    for (size_t i = 0; i < way->setup.count; i++)
        xb_output_format(w->output, "    call s%zu(%s)\n", i + 1,
                         has_context_of(w, way->setup.items[i]) ? "context" : "");
    put_all(w, put_read);
    for (size_t i = 0; i < way->units.count; i++)
        put_call(w, i);
    if (has_tape)
        xb_output_format(w->output, "    write (*, '(''='', l1)') %s\n",
                         has_context ? "tape_is_empty(context)"
                                     : "tape_is_empty(tape) .and. tape_is_empty(checkpoints)");
    xb_output_format(w->output, "  end subroutine way_%zu\n", way->number);
}

static void put_each(xb_arena *arena, const xb_list *modules, xb_output *output, bool calls)
{
    for (size_t m = 0; m < modules->count; m++) {
        const xb_native_module *module = modules->items[m];
        for (size_t i = 0; i < module->ways.count; i++) {
            const writing w = {arena, output, module->ways.items[i]};
            if (calls)
                xb_output_format(output, "  case (%zu)\n    call way_%zu()\n", w.way->number, w.way->number);
            else
                put_way(&w);
        }
    }
}

void xb_native_put_fortran(xb_arena *arena, const xb_list *modules, xb_output *output)
{
    xb_output_put(output, "program driver\n"
                          "  implicit none\n"
                          "  character(20) :: text\n"
                          "  integer :: way\n\n"
                          "  call get_command_argument(1, text)\n"
                          "  read (text, *) way\n"
                          "  select case (way)\n");
    put_each(arena, modules, output, true);
    xb_output_put(output, "  end select\n"
                          "  write (*, '(''='', a)') 'end'\n"
                          "contains\n");
    put_each(arena, modules, output, false);
    xb_output_put(output, "end program driver\n");
}
