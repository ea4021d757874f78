/*
 * All statements of procedures that read or write numbers are noted with their units; each one that reads is
 * compared with those that write.
 */
#include "read_back.h"

#include <algorithm>
#include <tuple>

#include "flang/Parser/parse-tree-visitor.h"

namespace reader
{

namespace
{

/* A statement that reads or writes numbers. */
struct Access {
    std::string unit; /* all texts are one */
    parser::CharBlock place;
    const Symbol *routine;
    const parser::DoConstruct *loop; /* the outermost one around it, or nullptr */
    std::string file;
    uint64_t line;
};

/* Whether an item of a list is, or rests on, what may have a derivative. */
class Numbers
{
  public:
    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    bool Pre(const parser::Expr &x)
    {
        see(semantics::GetExpr(nullptr, x));
        return true;
    }
    bool Pre(const parser::Variable &x)
    {
        see(semantics::GetExpr(nullptr, x));
        return true;
    }
    bool found = false;

  private:
    void see(const TypedExpression *typed)
    {
        const auto type = typed ? typed->GetType() : std::nullopt;
        found = found || (type && (type->category() == common::TypeCategory::Real ||
                                   type->category() == common::TypeCategory::Complex ||
                                   type->category() == common::TypeCategory::Derived));
    }
};

class Search
{
  public:
    explicit Search(const Reader &reader) : reader{reader}
    {
    }
    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    template <typename T> bool Pre(const parser::Statement<T> &x)
    {
        place = x.source;
        return true;
    }
    bool Pre(const parser::DoConstruct &x)
    {
        loop = loop ? loop : &x;
        return true;
    }
    void Post(const parser::DoConstruct &x)
    {
        loop = loop == &x ? nullptr : loop;
    }
    bool Pre(const parser::ReadStmt &x)
    {
        note(x, read);
        return false;
    }
    bool Pre(const parser::WriteStmt &x)
    {
        note(x, written);
        return false;
    }
    std::vector<Access> read, written;
    const Symbol *routine = nullptr;

  private:
    template <typename T> void note(const T &x, std::vector<Access> &list)
    {
        const parser::IoUnit *unit = x.iounit ? &*x.iounit : nullptr;
        for (const parser::IoControlSpec &spec : x.controls)
            unit = std::holds_alternative<parser::IoUnit>(spec.u) ? &std::get<parser::IoUnit>(spec.u) : unit;
        Numbers numbers;
        parser::Walk(x.items, numbers);
        const std::string name = unit && numbers.found ? name_of(*unit) : "";
        const char *file = reader.file_of(place);
        if (!name.empty() && file)
            list.push_back({name, place, routine, loop, file, reader.line_of(place)});
    }
    /* What a message calls it; empty: standard input, which is another file than standard output. A variable
     * that is no number is a text. */
    static std::string name_of(const parser::IoUnit &unit)
    {
        if (const auto *number = std::get_if<parser::FileUnitNumber>(&unit.u)) {
            const auto &value = number->v.thing.thing.value();
            const TypedExpression *typed = semantics::GetExpr(nullptr, value);
            const auto known = typed ? evaluate::ToInt64(*typed) : std::nullopt;
            return known ? std::to_string(*known) : value.source.ToString();
        }
        return std::holds_alternative<parser::Variable>(unit.u) ? "a text" : "";
    }

    const Reader &reader;
    parser::CharBlock place;
    const parser::DoConstruct *loop = nullptr;
};

/* Whether what is written may be there when it is read. */
bool may_come_before(const Access &written, const Access &read)
{
    return written.unit == read.unit &&
           (written.routine != read.routine || written.place.begin() < read.place.begin() ||
            (written.loop && written.loop == read.loop));
}

void sort(std::vector<Access> &list)
{
    std::sort(list.begin(), list.end(), [](const Access &a, const Access &b) {
        return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
}

/* The names of procedures that were read; those of versions have more at their ends. */
bool has_unit(const xb_source &source, const Symbol &symbol)
{
    const std::string name = symbol.name().ToString();
    for (size_t i = 0; i < source.units.count; i++) {
        const std::string own = static_cast<const xb_source_unit *>(source.units.items[i])->name;
        if (own == name || own.compare(0, name.size() + 1, name + "_") == 0)
            return true;
    }
    return false;
}

} // namespace

void warn_of_reading_back(const Reader &reader, const xb_source &source, xb_diagnostics *diagnostics)
{
    Search search{reader};
    for (const auto &one : reader.procedures) {
        if (!one.second.body || !has_unit(source, *one.first))
            continue;
        search.routine = one.first;
        parser::Walk(*one.second.body, search);
    }
    sort(search.read);
    sort(search.written);
    for (const Access &read : search.read) {
        auto found = std::find_if(search.written.begin(), search.written.end(),
                                  [&](const Access &written) { return may_come_before(written, read); });
        if (found == search.written.end())
            continue;
        xb_place place = {};
        place.file = read.file.c_str();
        place.line = read.line;
        xb_warning(
            diagnostics, place, "pass on by an assignment what has derivatives",
            "what is read from %s here may have been written at line %llu: it is taken to be a constant, "
            "without derivatives",
            read.unit.c_str(), (unsigned long long)found->line);
    }
}

} // namespace reader
