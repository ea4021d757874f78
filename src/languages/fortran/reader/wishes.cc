/*
 * What becomes of directives: names of variables go with the routine around them, other wishes with the loop,
 * or the calls, of the next statement. Those that nothing has taken stand at a wrong place, if the routine
 * around them has been read; of other routines, nothing is known.
 */
#include "reader.h"

namespace reader
{

namespace
{

bool names_variables(const Directive &directive)
{
    return directive.wish == Wish::independents || directive.wish == Wish::dependents;
}

} // namespace

void Reader::refuse_directive(const Directive &directive, const char *hint, const char *what)
{
    xb_place place = {};
    place.file = directive.file.c_str();
    place.line = directive.line;
    xb_error(diagnostics, XB_STATUS_INVALID, place, hint, "%s", what);
}

/* Of one that others have always ignored where it stands. */
void Reader::warn_of_directive(const Directive &directive, const char *what)
{
    xb_place place = {};
    place.file = directive.file.c_str();
    place.line = directive.line;
    xb_warning(diagnostics, place, nullptr, "%s", what);
}

/* The innermost one; nullptr: none is around it. */
const Symbol *Reader::routine_around(const Directive &directive)
{
    const Procedure *found = nullptr;
    for (const auto &one : procedures) {
        const Procedure &candidate = one.second;
        uint64_t first = line_of(candidate.first);
        if (directive.line < first || directive.line > line_of(candidate.last) ||
            (found && line_of(found->first) > first))
            continue;
        const char *file = file_of(candidate.first);
        if (file && is_same_file(file, directive.file))
            found = &candidate;
    }
    return found ? found->symbol : nullptr;
}

/* The routine that directives name variables of; empty: there is none. */
std::string Reader::entry_of_directives(bool is_asked)
{
    const Symbol *entry = nullptr;
    for (const Directive &directive : directives.all) {
        const Symbol *routine = names_variables(directive) ? routine_around(directive) : nullptr;
        if (is_asked && entry && routine && routine != entry)
            refuse_directive(
                directive, "name the one that is meant, with --entry",
                xb_arena_format(arena, "variables of %s are to be differentiated, but also those of %s",
                                routine->name().ToString().c_str(), entry->name().ToString().c_str()));
        entry = entry ? entry : routine;
    }
    return entry ? entry->name().ToString() : "";
}

/* Units of a routine know which of their variables are meant. */
void Reader::name_differentiated()
{
    for (const Directive &directive : directives.all) {
        const Symbol *routine = names_variables(directive) ? routine_around(directive) : nullptr;
        if (!routine || !routine->scope())
            continue;
        for (const std::string &name : directive.words) {
            const std::string base = name.substr(0, name.find('%'));
            if (!routine->scope()->FindSymbol(parser::CharBlock{base}))
                refuse_directive(directive, nullptr,
                                 xb_arena_format(arena, "there is no variable %s in %s", name.c_str(),
                                                 routine->name().ToString().c_str()));
        }
        for (const auto &[version, made] : units) {
            if (version.symbol != routine)
                continue;
            const char *&names = directive.wish == Wish::dependents ? made->dependents : made->independents;
            for (const std::string &name : directive.words)
                names = names ? xb_arena_format(arena, "%s,%s", names, name.c_str())
                              : xb_arena_copy_text(arena, name.data(), name.size());
        }
    }
}

void Reader::check_directives()
{
    for (const Directive &directive : directives.all) {
        const Symbol *routine = routine_around(directive);
        if (!routine && directive.wish == Wish::parallel)
            continue;
        if (!routine)
            refuse_directive(directive, "put it into the routine that is meant",
                             "a directive that stands in no routine");
        if (!routine || directive.is_heeded || names_variables(directive))
            continue;
        bool is_read = false;
        for (const auto &one : units)
            is_read = is_read || one.first.symbol == routine;
        if (is_read && directive.wish == Wish::parallel)
            warn_of_directive(
                directive,
                "a directive of OpenMP: it stays in the source, and what is derived is not parallel");
        else if (is_read && directive.wish == Wish::reversal)
            refuse_directive(directive, "put it before a call statement", "no call follows this directive");
        else if (is_read && directive.wish == Wish::simple)
            warn_of_directive(directive, "no loop follows this directive, which says nothing here");
        else if (is_read)
            refuse_directive(directive, "put it before a loop", "no loop follows this directive");
    }
}

void Reader::heed_for_loop(size_t head)
{
    auto *loop = static_cast<xb_source_statement *>(unit->statements.items) + head;
    const char *file = directives.all.empty() ? nullptr : file_of(at);
    if (!file)
        return;
    for (const Directive *one : directives.at(file, loop->line, Wish::checkpoint))
        loop->tags = one->words[0].empty()
                         ? XB_TAG_CHECKPOINT
                         : xb_arena_format(arena, XB_TAG_CHECKPOINT "=%s", one->words[0].c_str());
    if (!directives.at(file, loop->line, Wish::simple).empty())
        loop->is_simple = loop->kind == XB_SOURCE_DO;
}

void Reader::heed_for_calls(size_t first, uint64_t line)
{
    const char *file = directives.all.empty() ? nullptr : file_of(at);
    if (!file)
        return;
    for (const Directive *one : directives.at(file, line, Wish::reversal)) {
        auto *all = static_cast<xb_source_statement *>(unit->statements.items);
        for (size_t i = first; i < unit->statements.count; i++)
            if (all[i].kind == XB_SOURCE_CALL && one->words[0] == "weak")
                all[i].tags = XB_TAG_REVERSAL "=" XB_TAG_WEAK;
    }
}

} // namespace reader
