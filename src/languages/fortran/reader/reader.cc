/*
 * The program: its procedures are found first; then those that are asked for are read, and what they call.
 */
#include <algorithm>
#include <cstdarg>
#include <cstring>

#include "kind_names.h"
#include "library.h"
#include "reader.h"

namespace reader
{

Reader::Reader(xb_arena *arena, xb_diagnostics *diagnostics, const parser::AllCookedSources &cooked,
               semantics::SemanticsContext &context, Directives &directives, xb_source *source)
    : arena{arena}, source{source}, context{context}, diagnostics{diagnostics}, cooked{cooked},
      directives{directives}
{
}

/* ---- places and complaints ------------------------------------------------------------------------------
 */

std::string own_path(const std::string &path)
{
    return path.compare(0, 2, "./") == 0 ? path.substr(2) : path;
}

uint64_t Reader::line_of(const parser::CharBlock &place) const
{
    auto range = cooked.GetSourcePositionRange(place);
    return range ? uint64_t(range->first.line) : 0;
}

const char *Reader::file_of(const parser::CharBlock &place) const
{
    auto range = cooked.GetSourcePositionRange(place);
    std::string path;
    if (range)
        path = own_path(*range->first.path);
    return path.empty() ? nullptr : xb_arena_copy_text(arena, path.data(), path.size());
}

void Reader::refuse(const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = xb_arena_vformat(arena, format, arguments);
    va_end(arguments);
    xb_place place = {};
    place.file = file_of(at);
    place.line = line();
    xb_error(diagnostics, XB_STATUS_UNSUPPORTED, place, hint, "%s", text);
}

/* ---- procedures -----------------------------------------------------------------------------------------
 */

namespace
{

/* Finds the procedures with a body, in the order of the text. */
class Search
{
  public:
    Search(std::map<const Symbol *, Procedure> &found, std::vector<const Symbol *> &order)
        : found{found}, order{order}
    {
    }

    void units(const parser::Program &program)
    {
        for (const auto &unit : program.v)
            std::visit([this](const auto &x) { take(x.value()); }, unit.u);
    }

  private:
    void add(const Symbol *symbol, const parser::ExecutionPart &body, parser::CharBlock first,
             parser::CharBlock last)
    {
        if (!symbol)
            return;
        found[symbol] = {symbol, &body, first, last};
        order.push_back(symbol);
    }

    template <typename T> void take(const T &)
    {
    }
    void take(const parser::SubroutineSubprogram &x)
    {
        const auto &head = std::get<parser::Statement<parser::SubroutineStmt>>(x.t);
        add(std::get<parser::Name>(head.statement.t).symbol, std::get<parser::ExecutionPart>(x.t),
            head.source, std::get<parser::Statement<parser::EndSubroutineStmt>>(x.t).source);
        inner(std::get<std::optional<parser::InternalSubprogramPart>>(x.t));
    }
    void take(const parser::FunctionSubprogram &x)
    {
        const auto &head = std::get<parser::Statement<parser::FunctionStmt>>(x.t);
        add(std::get<parser::Name>(head.statement.t).symbol, std::get<parser::ExecutionPart>(x.t),
            head.source, std::get<parser::Statement<parser::EndFunctionStmt>>(x.t).source);
        inner(std::get<std::optional<parser::InternalSubprogramPart>>(x.t));
    }
    void take(const parser::SeparateModuleSubprogram &x)
    {
        const auto &head = std::get<parser::Statement<parser::MpSubprogramStmt>>(x.t);
        add(head.statement.v.symbol, std::get<parser::ExecutionPart>(x.t), head.source,
            std::get<parser::Statement<parser::EndMpSubprogramStmt>>(x.t).source);
        inner(std::get<std::optional<parser::InternalSubprogramPart>>(x.t));
    }
    void take(const parser::Module &x)
    {
        module_part(std::get<std::optional<parser::ModuleSubprogramPart>>(x.t));
    }
    void take(const parser::Submodule &x)
    {
        module_part(std::get<std::optional<parser::ModuleSubprogramPart>>(x.t));
    }
    void module_part(const std::optional<parser::ModuleSubprogramPart> &part)
    {
        if (part)
            for (const auto &one : std::get<std::list<parser::ModuleSubprogram>>(part->t))
                std::visit([this](const auto &x) { take(x.value()); }, one.u);
    }
    void inner(const std::optional<parser::InternalSubprogramPart> &part)
    {
        if (part)
            for (const auto &one : std::get<std::list<parser::InternalSubprogram>>(part->t))
                std::visit([this](const auto &x) { take(x.value()); }, one.u);
    }

    std::map<const Symbol *, Procedure> &found;
    std::vector<const Symbol *> &order;
};

bool comes_before(const void *a, const void *b)
{
    const auto *x = static_cast<const xb_source_unit *>(a), *y = static_cast<const xb_source_unit *>(b);
    const char *f = x->file ? x->file : "", *g = y->file ? y->file : "";
    int order = std::strcmp(f, g);
    return order != 0 ? order < 0 : x->line < y->line;
}

} // namespace

/* Further entries of a procedure stand beside it, wherever in it they are. */
void Reader::check_entries(const Symbol &symbol)
{
    for (const auto &one : symbol.owner()) {
        const auto *details = one.second->detailsIf<semantics::SubprogramDetails>();
        if (!details || !details->entryScope() || details->entryScope() != symbol.scope())
            continue;
        at = one.second->name();
        refuse("make it a procedure of its own", "entry can't be read");
    }
}

/* Whether a statement gives all of an allocatable variable a new value, wherever it stood. */
static bool allocates(const xb_source_statement &s, const xb_source_variable *variable)
{
    bool sets = s.kind == XB_SOURCE_ALLOCATE || s.kind == XB_SOURCE_ALLOCATE_LIKE ||
                s.kind == XB_SOURCE_ASSIGN || s.kind == XB_SOURCE_DEALLOCATE;
    if (sets && s.target && s.target->variable == variable)
        return s.target->count == 0;
    for (size_t i = 0; s.kind == XB_SOURCE_CALL && i < s.count && i < s.callee->formals.count; i++) {
        const auto *formal = static_cast<const xb_source_variable *>(s.callee->formals.items[i]);
        if (s.arguments[i] && s.arguments[i]->variable == variable && formal->intent == XB_INTENT_OUT)
            return true;
    }
    return false;
}

/* Whether a variable is certainly allocated before anything may end the procedure. */
static bool is_certainly_allocated(const xb_source_unit *unit, const xb_source_variable *variable)
{
    const auto *all = static_cast<const xb_source_statement *>(unit->statements.items);
    size_t depth = 0;
    for (size_t i = 0; i < unit->statements.count; i++) {
        const xb_source_statement_kind kind = all[i].kind;
        bool opens = kind == XB_SOURCE_IF || kind == XB_SOURCE_SELECT || kind == XB_SOURCE_DO ||
                     kind == XB_SOURCE_WHILE;
        bool closes = kind == XB_SOURCE_END_IF || kind == XB_SOURCE_END_SELECT || kind == XB_SOURCE_END_DO;
        depth = opens ? depth + 1 : closes && depth > 0 ? depth - 1 : depth;
        if (depth == 0 && allocates(all[i], variable))
            return true;
        if (kind == XB_SOURCE_RETURN || kind == XB_SOURCE_JUMP || kind == XB_SOURCE_JUMP_IF)
            return false;
    }
    return false;
}

/* Whether a formal argument of intent out may have something that nobody deallocates where it is passed. */
static bool may_be_left(const xb_source *source, const xb_source_unit *callee, size_t place)
{
    const auto *formal = static_cast<const xb_source_variable *>(callee->formals.items[place]);
    for (size_t u = 0; u < source->units.count; u++) {
        const auto *unit = static_cast<const xb_source_unit *>(source->units.items[u]);
        const auto *all = static_cast<const xb_source_statement *>(unit->statements.items);
        for (size_t i = 0; i < unit->statements.count; i++)
            if (all[i].kind == XB_SOURCE_CALL && all[i].callee == callee && place < all[i].count &&
                all[i].arguments[place] && !is_freed_by_caller(formal, all[i].arguments[place]))
                return true;
    }
    return callee->is_function;
}

/* What is allocatable and of intent out is deallocated where a procedure begins, or rather where it is
 * called; what is differentiated is called from outside. */
void Reader::check_results()
{
    for (size_t u = 0; u < source->units.count; u++) {
        auto *callee = static_cast<xb_source_unit *>(source->units.items[u]);
        const Symbol *symbol = symbols_of_units.count(callee) ? symbols_of_units[callee] : nullptr;
        auto found = procedures.find(symbol);
        if (found == procedures.end())
            continue;
        bool is_entry = entry_name.empty() || symbol->name().ToString() == entry_name;
        for (size_t i = 0; i < callee->formals.count; i++) {
            const auto *formal = static_cast<const xb_source_variable *>(callee->formals.items[i]);
            if (!formal->allocatable || formal->intent != XB_INTENT_OUT || formal->is_result ||
                is_certainly_allocated(callee, formal) || !(is_entry || may_be_left(source, callee, i)))
                continue;
            at = found->second.first;
            refuse("let it be intent(inout)",
                   "%s, of intent out, may be left as it is: it is not always allocated", formal->name);
        }
    }
}

/* Units come in the order of the text. */
void Reader::settle_order()
{
    void **items = reinterpret_cast<void **>(source->units.items);
    std::stable_sort(items, items + source->units.count, comes_before);
    for (uint32_t i = 0; i < source->units.count; i++)
        static_cast<xb_source_unit *>(items[i])->number = i;
}

/* Begins with the entry, or with all procedures that need no others: these wait for calls. */
/* Names are without case. Where there is no such routine, all are read: others say which there are. */
void Reader::read_all(const std::vector<const Symbol *> &order, const std::string &entry)
{
    auto is_named = [&](const Symbol *symbol) {
        return parser::ToLowerCaseLetters(entry) == symbol->name().ToString();
    };
    bool is_there = std::any_of(order.begin(), order.end(), is_named), is_any = order.empty();
    for (const Symbol *symbol : order) {
        at = procedures[symbol].first;
        bool wanted = is_there ? is_named(symbol)
                               : symbol->owner().kind() != semantics::Scope::Kind::MainProgram &&
                                     !awaits_procedures(*symbol);
        is_any = is_any || wanted || symbol->owner().kind() == semantics::Scope::Kind::MainProgram;
        if (wanted && is_there)
            entry_unit_of(*symbol);
        else if (wanted)
            plain_unit_of(*symbol);
    }
    if (!is_any)
        refuse("name the one that is to be differentiated, with --entry",
               "all routines get procedures as arguments, and it is not known which ones");
}

void Reader::find_modules(const parser::Program &program)
{
    for (const auto &one : program.v)
        if (const auto *module = std::get_if<common::Indirection<parser::Module>>(&one.u)) {
            const auto &head = std::get<parser::Statement<parser::ModuleStmt>>(module->value().t);
            module_places.emplace(head.statement.v.ToString(), module_places.size() + 1);
        }
}

/* Interfaces that are known beside those of the program. */
void Reader::find_library()
{
    const Symbol *module =
        context.globalScope().FindSymbol(parser::CharBlock{library_module, std::strlen(library_module)});
    if (!module || !module->scope())
        return;
    for (const auto &named : *module->scope())
        library[named.first.ToString()] = &*named.second;
}

void Reader::read(const parser::Program &program, const std::string &entry, bool is_whole)
{
    std::vector<const Symbol *> order;
    Search{procedures, order}.units(program);
    for (const Symbol *symbol : order) {
        const auto *details = symbol->detailsIf<semantics::SubprogramDetails>();
        own_names.insert(symbol->name().ToString());
        if (symbol->owner().IsGlobal())
            externals[symbol->name().ToString()] = symbol;
        if (details && details->moduleInterface())
            separate[&details->moduleInterface()->GetUltimate()] = symbol;
    }
    KindNames names_of_kinds{context, program};
    kind_names = &names_of_kinds;
    find_shared();
    find_library();
    find_modules(program);
    const std::string meant = entry_of_directives(entry.empty());
    entry_name = parser::ToLowerCaseLetters(entry.empty() && !is_whole ? meant : entry);
    read_all(order, entry_name);
    while (!waiting.empty()) {
        unit = waiting.front();
        waiting.pop_front();
        const Procedure &procedure = procedures[versions[unit].symbol];
        has_choices = false;
        check_entries(*procedure.symbol);
        at = procedure.first;
        unit->plain_constants = kind_names->read_body(*procedure.body);
        body(procedure);
        at = procedure.first;
        structure_jumps();
    }
    unit = nullptr;
    check_results();
    name_differentiated();
    check_directives();
    copy_values();
    settle_order();
    kind_names = nullptr;
}

} // namespace reader
