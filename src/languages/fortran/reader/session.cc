/*
 * Files are parsed one by one; their units make one program, so that no module has to be written and read
 * again: flang's module files do not always read back.
 */
#include "session.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "read_back.h"
#include "flang.h"
#include "library.h"
#include "nesting.h"
#include "reader.h"

namespace reader
{

using namespace Fortran;

namespace
{

/* ---- diagnostics ----------------------------------------------------------------------------------------
 */

/* Messages of flang, as ours. */
class Messages
{
  public:
    Messages(xb_diagnostics *diagnostics, const parser::AllCookedSources &cooked, std::string file = "")
        : diagnostics{diagnostics}, cooked{cooked}, file{std::move(file)}
    {
    }

    void take(parser::Messages &messages)
    {
        for (const auto &message : messages.messages())
            if (message.IsFatal())
                report(message);
    }
    /* What has no place of its own is about the end of the file. */
    void report(const parser::Message &message)
    {
        auto range = message.GetProvenanceRange(cooked);
        auto position = range ? cooked.allSources().GetSourcePosition(range->start()) : std::nullopt;
        std::string path = position ? own_path(*position->path) : file;
        xb_place place = {};
        place.file = path.empty() ? nullptr : path.c_str();
        place.line = position ? size_t(position->line) : last_line();
        std::string text = message.ToString();
        xb_error(diagnostics, XB_STATUS_INVALID, place, nullptr, "%s", text.c_str());
    }

  private:
    size_t last_line() const
    {
        std::ifstream stream{file};
        size_t count = 0;
        for (std::string line; std::getline(stream, line);)
            count++;
        return count;
    }

    xb_diagnostics *diagnostics;
    const parser::AllCookedSources &cooked;
    std::string file; /* that is read; empty: several */
};

/* ---- the order of units ---------------------------------------------------------------------------------
 */

bool has_suffix(const std::string &file, std::initializer_list<const char *> suffixes)
{
    size_t dot = file.rfind('.');
    for (const char *suffix : suffixes)
        if (dot != std::string::npos && strcasecmp(file.c_str() + dot, suffix) == 0)
            return true;
    return false;
}

/* Module names that a unit has, and those that it uses. A submodule is called by its name after a colon. */
class Dependencies
{
  public:
    explicit Dependencies(const parser::ProgramUnit &unit)
    {
        std::visit([this](const auto &x) { name(x.value()); }, unit.u);
        std::visit([this](const auto &x) { take(x.value()); }, unit.u);
    }
    std::string module, external;     /* what it defines */
    parser::CharBlock contains, end;  /* statements of a module */
    parser::CharBlock main, main_end; /* statements of a main program; the first one may be missing */
    bool is_main = false;
    std::vector<std::string> used;

  private:
    template <typename T> void name(const T &)
    {
    }
    void name(const parser::SubroutineSubprogram &x)
    {
        const auto &head = std::get<parser::Statement<parser::SubroutineStmt>>(x.t).statement;
        external = std::get<parser::Name>(head.t).ToString();
    }
    void name(const parser::FunctionSubprogram &x)
    {
        const auto &head = std::get<parser::Statement<parser::FunctionStmt>>(x.t).statement;
        external = std::get<parser::Name>(head.t).ToString();
    }
    template <typename T> void take(const T &)
    {
    }
    void take(const parser::Module &x)
    {
        module = std::get<parser::Statement<parser::ModuleStmt>>(x.t).statement.v.ToString();
        take(std::get<parser::SpecificationPart>(x.t));
        end = std::get<parser::Statement<parser::EndModuleStmt>>(x.t).source;
        const auto &part = std::get<std::optional<parser::ModuleSubprogramPart>>(x.t);
        if (part)
            contains = std::get<parser::Statement<parser::ContainsStmt>>(part->t).source;
        if (part)
            for (const auto &one : std::get<std::list<parser::ModuleSubprogram>>(part->t))
                std::visit([this](const auto &y) { take(y.value()); }, one.u);
    }
    void take(const parser::Submodule &x)
    {
        const auto &parent = std::get<parser::ParentIdentifier>(
            std::get<parser::Statement<parser::SubmoduleStmt>>(x.t).statement.t);
        used.push_back(std::get<parser::Name>(parent.t).ToString());
        if (const auto &within = std::get<std::optional<parser::Name>>(parent.t))
            used.push_back(":" + within->ToString());
        module =
            ":" + std::get<parser::Name>(std::get<parser::Statement<parser::SubmoduleStmt>>(x.t).statement.t)
                      .ToString();
        take(std::get<parser::SpecificationPart>(x.t));
    }
    template <typename T> void subprogram(const T &x)
    {
        take(std::get<parser::SpecificationPart>(x.t));
        if (const auto &part = std::get<std::optional<parser::InternalSubprogramPart>>(x.t))
            for (const auto &one : std::get<std::list<parser::InternalSubprogram>>(part->t))
                std::visit([this](const auto &y) { take(y.value()); }, one.u);
    }
    void take(const parser::SubroutineSubprogram &x)
    {
        subprogram(x);
    }
    void take(const parser::FunctionSubprogram &x)
    {
        subprogram(x);
    }
    void take(const parser::SeparateModuleSubprogram &x)
    {
        subprogram(x);
    }
    void take(const parser::MainProgram &x)
    {
        const auto &head = std::get<std::optional<parser::Statement<parser::ProgramStmt>>>(x.t);
        is_main = true;
        if (head)
            main = head->source;
        main_end = std::get<parser::Statement<parser::EndProgramStmt>>(x.t).source;
        subprogram(x);
    }
    void take(const parser::SpecificationPart &x)
    {
        for (const auto &use :
             std::get<std::list<parser::Statement<common::Indirection<parser::UseStmt>>>>(x.t))
            used.push_back(use.statement.value().moduleName.ToString());
    }
};

/* A module in a file. */
struct Place {
    std::string name;
    uint64_t contains, end;
};

/* Units of all files in one program, each module before what uses it; files likewise, as far as that is
 * possible. */
class Order
{
  public:
    void add(parser::Program &program, size_t file)
    {
        for (parser::ProgramUnit &unit : program.v)
            units.push_back({Dependencies{unit}, &unit, file, false});
    }
    /* The names of units that stand alone. */
    std::set<std::string> externals() const
    {
        std::set<std::string> names;
        for (const Unit &unit : units)
            if (!unit.needs.external.empty())
                names.insert(unit.needs.external);
        return names;
    }
    void settle(parser::Program &whole)
    {
        for (size_t i = 0; i < units.size(); i++)
            if (!units[i].needs.module.empty())
                modules[units[i].needs.module] = i;
        for (size_t i = 0; i < units.size(); i++)
            visit(i, whole);
        for (size_t i = 0; i < units.size(); i++)
            visit_file(units[i].file);
    }

    struct Unit {
        Dependencies needs;
        parser::ProgramUnit *unit;
        size_t file;
        bool met;
    };
    std::vector<Unit> units;
    std::vector<size_t> files; /* in their order */

  private:
    void visit(size_t i, parser::Program &whole)
    {
        if (units[i].met)
            return;
        units[i].met = true;
        for (const std::string &name : units[i].needs.used) {
            auto found = modules.find(name);
            if (found != modules.end())
                visit(found->second, whole);
        }
        whole.v.emplace_back(std::move(*units[i].unit));
    }
    void visit_file(size_t file)
    {
        if (!files_met.insert(file).second)
            return;
        for (const Unit &unit : units)
            for (const std::string &name : unit.needs.used) {
                auto found = modules.find(name);
                if (unit.file == file && found != modules.end())
                    visit_file(units[found->second].file);
            }
        files.push_back(file);
    }
    std::map<std::string, size_t> modules;
    std::set<size_t> files_met;
};

/* flang writes a file for each module; nobody reads these, so they go to a folder that goes away. */
class Scratch
{
  public:
    Scratch()
    {
        const char *base = std::getenv("TMPDIR");
        path = std::string(base && *base ? base : "/tmp") + "/xaif-fortran.XXXXXX";
        is_made = mkdtemp(path.data()) != nullptr;
    }
    ~Scratch()
    {
        std::error_code error;
        if (is_made)
            std::filesystem::remove_all(path, error);
    }
    std::string path;
    bool is_made;
};

} // namespace

class Session::Files
{
  public:
    Files(const Options &options, xb_arena *arena, xb_diagnostics *diagnostics)
        : options{options}, arena{arena}, diagnostics{diagnostics}
    {
        kinds.set_defaultIntegerKind(options.long_integers ? 8 : 4);
        if (options.long_reals)
            kinds.set_defaultRealKind(8);
        if (options.long_reals && !options.long_doubles)
            kinds.set_doublePrecisionKind(8);
    }

    /* The statement form of all files; nullptr: something is wrong. */
    xb_source *read()
    {
        for (const std::string &file : options.files)
            if (!parse(file))
                return nullptr;
        for (size_t i = 0; i < parsings.size(); i++)
            order.add(*parsings[i]->parseTree(), i);
        Scratch scratch;
        if (!scratch.is_made) {
            xb_error(diagnostics, XB_STATUS_FAILED, xb_place{}, "set TMPDIR", "can't make a folder %s",
                     scratch.path.c_str());
            return nullptr;
        }
        if (!parse_library(scratch.path + "/library.f90"))
            return nullptr;
        order.settle(whole);
        std::vector<std::string> folders = options.folders;
        folders.insert(folders.begin(), ".");
        folders.insert(folders.end(), options.modules.begin(), options.modules.end());
        folders.push_back(XB_FLANG_MODULES);
        context.emplace(kinds, features, cooked);
        context->set_moduleDirectory(scratch.path).set_searchDirectories(folders);
        context->set_intrinsicModuleDirectories({XB_FLANG_MODULES});
        semantics::Semantics semantics{*context, whole};
        semantics.Perform();
        Messages messages{diagnostics, cooked};
        if (context->AnyFatalError()) {
            messages.take(context->messages());
            return nullptr;
        }
        xb_source *source = xb_source_begin(arena, "", options.files.front().c_str());
        Reader reader{arena, diagnostics, cooked, *context, directives, source};
        reader.read(whole, options.entry, options.is_whole);
        warn_of_reading_back(reader, *source, diagnostics);
        return source;
    }

    /* A module whose lines are partly in a file that is included can't have anything added to it: then the
     * program has no files, and is printed anew. */
    void describe(xb_program *program) const
    {
        for (const Order::Unit &unit : order.units)
            if (unit.file < options.files.size() && unit.needs.end.size() > 0 &&
                !(is_within(unit.needs.contains, unit.file) && is_within(unit.needs.end, unit.file)))
                return;
        for (size_t file : order.files) {
            if (file >= options.files.size())
                continue;
            auto *made = static_cast<xb_source_file *>(
                xb_vector_push(program->arena, &program->sources, sizeof(xb_source_file)));
            *made = xb_source_file{};
            made->path = xb_program_name(program, options.files[file].c_str());
            made->is_fixed = is_fixed(options.files[file]);
            for (const Order::Unit &unit : order.units) {
                if (unit.file == file && unit.needs.end.size() > 0)
                    describe_module(program, made, unit.needs);
                if (unit.file == file && unit.needs.is_main) {
                    made->main = unit.needs.main.size() > 0 ? line_of(unit.needs.main) : 1;
                    made->main_end = line_of(unit.needs.main_end);
                }
            }
        }
    }

  private:
    uint64_t line_of(parser::CharBlock place) const
    {
        auto range = place.size() > 0 ? cooked.GetSourcePositionRange(place) : std::nullopt;
        return range ? uint64_t(range->first.line) : 0;
    }

    /* Whether a statement, if there is one, stands in a file itself, and not in one that it includes. */
    bool is_within(parser::CharBlock place, size_t file) const
    {
        auto range = place.size() > 0 ? cooked.GetSourcePositionRange(place) : std::nullopt;
        return !range || own_path(*range->first.path) == own_path(options.files[file]);
    }

    void describe_module(xb_program *program, xb_source_file *source, const Dependencies &unit) const
    {
        const semantics::Symbol *symbol = context->globalScope().FindSymbol(parser::CharBlock{unit.module});
        const auto *details = symbol ? symbol->detailsIf<semantics::ModuleDetails>() : nullptr;
        auto *made = static_cast<xb_source_module *>(
            xb_vector_push(program->arena, &source->modules, sizeof(xb_source_module)));
        *made = {xb_program_name(program, unit.module.c_str()), line_of(unit.contains), line_of(unit.end),
                 details && details->isDefaultPrivate()};
    }

    bool is_fixed(const std::string &file) const
    {
        return options.is_fixed || (!options.is_free && has_suffix(file, {".f", ".for", ".ftn", ".f77"}));
    }

    /* Interfaces of routines that the program may call and has not got. */
    bool parse_library(const std::string &file)
    {
        std::ofstream{file} << library_interfaces(order.externals());
        if (!parse(file, false))
            return false;
        order.add(*parsings.back()->parseTree(), parsings.size() - 1);
        return true;
    }

    bool parse(const std::string &file)
    {
        return parse(file, is_fixed(file));
    }

    bool parse(const std::string &file, bool is_fixed_form)
    {
        parser::Options how;
        how.isFixedForm = is_fixed_form;
        how.fixedFormColumns = options.fixed_columns ? options.fixed_columns : 100000;
        how.searchDirectories = options.folders;
        how.searchDirectories.insert(how.searchDirectories.begin(), ".");
        how.predefinitions.emplace_back("__XAIFBOOSTER__",
                                        "1"); /* with it come __LINE__, __FILE__ and the like */
        for (const auto &macro : options.macros)
            how.predefinitions.emplace_back(macro.first, macro.second);
        how.features = features;
        parsings.push_back(std::make_unique<parser::Parsing>(cooked));
        parser::Parsing &parsing = *parsings.back();
        Messages messages{diagnostics, cooked, file};
        const parser::SourceFile *read = parsing.Prescan(file, how);
        if (!parsing.messages().AnyFatalError() && refuses_nesting(parsing.cooked()))
            return false;
        if (!parsing.messages().AnyFatalError())
            parsing.Parse(llvm::nulls());
        bool good = parsing.parseTree() && parsing.consumedWholeFile() && !parsing.messages().AnyFatalError();
        if (!good)
            messages.take(parsing.messages());
        if (good && read)
            directives.scan(file, *read, parsing.cooked(), cooked, diagnostics);
        if (!good && xb_diagnostics_errors(diagnostics) == 0) {
            xb_place place = {};
            place.file = file.c_str();
            xb_error(diagnostics, XB_STATUS_INVALID, place, nullptr, "the file can't be parsed as Fortran");
        }
        return good;
    }

    bool refuses_nesting(const parser::CookedSource &source)
    {
        parser::CharBlock deep = find_deep_nesting(source);
        auto range = deep.size() > 0 ? cooked.GetSourcePositionRange(deep) : std::nullopt;
        if (!range)
            return false;
        std::string path = *range->first.path;
        xb_place place = {};
        place.file = path.c_str();
        place.line = size_t(range->first.line);
        xb_error(diagnostics, XB_STATUS_UNSUPPORTED, place, "compute parts of it before",
                 "parentheses or brackets are nested too deeply");
        return true;
    }

    const Options &options;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    parser::AllSources sources;
    parser::AllCookedSources cooked{sources};
    common::LanguageFeatureControl features;
    common::IntrinsicTypeDefaultKinds kinds;
    mutable std::optional<semantics::SemanticsContext> context; /* what looks for symbols is not const */
    std::vector<std::unique_ptr<parser::Parsing>> parsings;
    Directives directives;
    parser::Program whole{std::list<parser::ProgramUnit>{}};
    Order order;
};

Session::Session(const Options &options, xb_arena *arena, xb_diagnostics *diagnostics)
    : files{std::make_unique<Files>(options, arena, diagnostics)}
{
}

Session::~Session() = default;

xb_source *Session::read()
{
    return files->read();
}

void Session::describe(xb_program *program) const
{
    files->describe(program);
}

} // namespace reader
