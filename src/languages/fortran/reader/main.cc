/*
 * xaif-fortran: from Fortran to XAIF. See usage below; xaifbooster starts it for inputs in Fortran.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "flang.h"
#include "reader.h"

#include "base/diagnostic_text.h"
#include "base/file_output.h"
#include "base/text.h"
#include "ir/build.h"
#include "languages/xaif/writer.h"

using namespace Fortran;

namespace {

const char usage[] =
    "Usage: xaif-fortran [OPTION]... FILE...\n"
    "Reads Fortran, and writes XAIF with all that programs that write Fortran need.\n"
    "\n"
    "  -o FILE                  write there instead of to standard output\n"
    "  --entry=NAME             only this routine, and all that it needs\n"
    "  --form=free|fixed        the form of all files; by default that of their suffixes\n"
    "  --diagnostics=text|json  how to report what is wrong\n"
    "  -I FOLDER                where to look for what is included, and for modules\n"
    "  -J FOLDER                where to look for modules\n"
    "  -D NAME[=VALUE], -U NAME for the preprocessor\n"
    "  -fdefault-real-8, -fdefault-integer-8, -fdefault-double-8\n"
    "  -ffixed-line-length-N    columns of lines in fixed form; none or 0: all count\n"
    "  --help, --version\n";

struct Options {
    std::vector<std::string> files, folders, modules;
    std::vector<parser::Options::Predefinition> macros;
    std::string entry, output;
    bool json = false, is_free = false, is_fixed = false;
    bool long_reals = false, long_integers = false, long_doubles = false;
    int fixed_columns = 72;
};

bool begins(const char *text, const char *with)
{
    return std::strncmp(text, with, std::strlen(with)) == 0;
}

int wrong(const char *format, const char *argument)
{
    std::fprintf(stderr, "xaif-fortran: error: ");
    std::fprintf(stderr, format, argument);
    std::fprintf(stderr, "\n");
    return XB_STATUS_USAGE;
}

/* The value of an option that is joined to its letter, or the next argument. */
const char *value_of(int argc, char **argv, int *i)
{
    return argv[*i][2] ? argv[*i] + 2 : *i + 1 < argc ? argv[++*i] : "";
}

void define(Options &options, const std::string &text)
{
    size_t sign = text.find('=');
    options.macros.emplace_back(text.substr(0, sign),
                                std::optional<std::string>(sign == std::string::npos ? "1" : text.substr(sign + 1)));
}

/* @return 0, or a status to end with; -1: all is done */
int take_option(Options &o, int argc, char **argv, int *i)
{
    const char *a = argv[*i];
    if (begins(a, "-I"))
        o.folders.push_back(value_of(argc, argv, i));
    else if (begins(a, "-J"))
        o.modules.push_back(value_of(argc, argv, i));
    else if (begins(a, "-D"))
        define(o, value_of(argc, argv, i));
    else if (begins(a, "-U"))
        o.macros.emplace_back(value_of(argc, argv, i), std::nullopt);
    else if (begins(a, "-o"))
        o.output = value_of(argc, argv, i);
    else if (begins(a, "--entry="))
        o.entry = a + 8;
    else if (std::strcmp(a, "--form=free") == 0)
        o.is_free = true;
    else if (std::strcmp(a, "--form=fixed") == 0)
        o.is_fixed = true;
    else if (std::strcmp(a, "--diagnostics=json") == 0)
        o.json = true;
    else if (std::strcmp(a, "--diagnostics=text") == 0)
        o.json = false;
    else if (std::strcmp(a, "-fdefault-real-8") == 0)
        o.long_reals = true;
    else if (std::strcmp(a, "-fdefault-integer-8") == 0)
        o.long_integers = true;
    else if (std::strcmp(a, "-fdefault-double-8") == 0)
        o.long_doubles = true;
    else if (begins(a, "-ffixed-line-length-"))
        o.fixed_columns = std::strcmp(a + 20, "none") == 0 ? 0 : std::atoi(a + 20);
    else if (begins(a, "-ffree-line-length-"))
        return 0;
    else
        return wrong("unknown option %s", a);
    return 0;
}

int take_options(Options &o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--help") == 0) {
            std::fputs(usage, stdout);
            return -1;
        }
        if (std::strcmp(argv[i], "--version") == 0) {
            std::puts("xaif-fortran");
            return -1;
        }
        if (argv[i][0] != '-' || !argv[i][1]) {
            o.files.push_back(argv[i]);
            continue;
        }
        int status = take_option(o, argc, argv, &i);
        if (status)
            return status;
    }
    return o.files.empty() ? wrong("no file is named%s", "") : 0;
}

/* ---- diagnostics ---------------------------------------------------------------------------------------- */

/* Messages of flang, as ours. */
class Messages {
public:
    Messages(xb_diagnostics *diagnostics, const parser::AllCookedSources &cooked) : diagnostics{diagnostics}, cooked{cooked} {}

    void take(parser::Messages &messages)
    {
        for (const auto &message : messages.messages())
            if (message.IsFatal())
                report(message);
    }
    void report(const parser::Message &message)
    {
        auto range = message.GetProvenanceRange(cooked);
        auto position = range ? cooked.allSources().GetSourcePosition(range->start()) : std::nullopt;
        std::string file;
        if (position)
            file = *position->path;
        xb_place place = {};
        place.file = file.empty() ? nullptr : file.c_str();
        place.line = position ? size_t(position->line) : 0;
        std::string text = message.ToString();
        xb_error(diagnostics, XB_STATUS_INVALID, place, nullptr, "%s", text.c_str());
    }

private:
    xb_diagnostics *diagnostics;
    const parser::AllCookedSources &cooked;
};

void show(const xb_diagnostics *diagnostics, xb_arena *arena, bool json)
{
    for (size_t i = 0; i < xb_diagnostics_count(diagnostics); i++) {
        xb_text *text = xb_text_create(arena);
        xb_diagnostic_look look = {};
        look.program = "xaif-fortran";
        (json ? xb_diagnostic_json : xb_diagnostic_put)(xb_text_output(text), xb_diagnostics_at(diagnostics, i), &look);
        size_t length;
        const char *bytes = xb_text_join(text, &length);
        std::fwrite(bytes, 1, length, stderr);
        if (length && bytes[length - 1] != '\n')
            std::fputc('\n', stderr);
    }
}

/* ---- parsing -------------------------------------------------------------------------------------------- */

bool has_suffix(const std::string &file, std::initializer_list<const char *> suffixes)
{
    size_t dot = file.rfind('.');
    for (const char *suffix : suffixes)
        if (dot != std::string::npos && strcasecmp(file.c_str() + dot, suffix) == 0)
            return true;
    return false;
}

/* Module names that a unit has, and those that it uses. */
class Dependencies {
public:
    explicit Dependencies(const parser::ProgramUnit &unit)
    {
        std::visit([this](const auto &x) { take(x.value()); }, unit.u);
    }
    std::string module;
    std::vector<std::string> used;

private:
    template <typename T> void take(const T &) {}
    void take(const parser::Module &x)
    {
        module = std::get<parser::Statement<parser::ModuleStmt>>(x.t).statement.v.ToString();
        take(std::get<parser::SpecificationPart>(x.t));
        if (const auto &part = std::get<std::optional<parser::ModuleSubprogramPart>>(x.t))
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
        module = ":" + std::get<parser::Name>(std::get<parser::Statement<parser::SubmoduleStmt>>(x.t).statement.t).ToString();
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
        subprogram(x);
    }
    void take(const parser::SpecificationPart &x)
    {
        for (const auto &use : std::get<std::list<parser::Statement<common::Indirection<parser::UseStmt>>>>(x.t))
            used.push_back(use.statement.value().moduleName.ToString());
    }
};

/* Units of all files in one program, each module before what uses it. */
class Order {
public:
    void add(parser::Program &program)
    {
        for (parser::ProgramUnit &unit : program.v)
            units.push_back({Dependencies{unit}, &unit, false});
    }
    void settle(parser::Program &whole)
    {
        for (size_t i = 0; i < units.size(); i++)
            if (!units[i].needs.module.empty())
                modules[units[i].needs.module] = i;
        for (size_t i = 0; i < units.size(); i++)
            visit(i, whole);
    }

private:
    struct Unit {
        Dependencies needs;
        parser::ProgramUnit *unit;
        bool met;
    };
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
    std::vector<Unit> units;
    std::map<std::string, size_t> modules;
};

/* flang writes a file for each module; nobody reads these, so they go to a folder that goes away. */
class Scratch {
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

class Session {
public:
    Session(const Options &options, xb_arena *arena, xb_diagnostics *diagnostics)
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
        parser::Program whole{std::list<parser::ProgramUnit>{}};
        Order order;
        for (auto &parsing : parsings)
            order.add(*parsing->parseTree());
        order.settle(whole);
        std::vector<std::string> folders = options.folders;
        folders.insert(folders.begin(), ".");
        folders.insert(folders.end(), options.modules.begin(), options.modules.end());
        folders.push_back(XB_FLANG_MODULES);
        semantics::SemanticsContext context{kinds, features, cooked};
        Scratch scratch;
        if (!scratch.is_made) {
            xb_error(diagnostics, XB_STATUS_FAILED, xb_place{}, "set TMPDIR", "can't make a folder %s", scratch.path.c_str());
            return nullptr;
        }
        context.set_moduleDirectory(scratch.path).set_searchDirectories(folders);
        context.set_intrinsicModuleDirectories({XB_FLANG_MODULES});
        semantics::Semantics semantics{context, whole};
        semantics.Perform();
        Messages messages{diagnostics, cooked};
        if (context.AnyFatalError()) {
            messages.take(context.messages());
            return nullptr;
        }
        xb_source *source = xb_source_begin(arena, "", options.files.front().c_str());
        reader::Reader reader{arena, diagnostics, cooked, context, source};
        reader.read(whole, options.entry);
        return source;
    }

private:
    bool parse(const std::string &file)
    {
        parser::Options how;
        how.isFixedForm = options.is_fixed || (!options.is_free && has_suffix(file, {".f", ".for", ".ftn", ".f77"}));
        how.fixedFormColumns = options.fixed_columns ? options.fixed_columns : 100000;
        how.searchDirectories = options.folders;
        how.searchDirectories.insert(how.searchDirectories.begin(), ".");
        how.predefinitions = options.macros;
        how.features = features;
        parsings.push_back(std::make_unique<parser::Parsing>(cooked));
        parser::Parsing &parsing = *parsings.back();
        Messages messages{diagnostics, cooked};
        parsing.Prescan(file, how);
        if (!parsing.messages().AnyFatalError())
            parsing.Parse(llvm::nulls());
        bool good = parsing.parseTree() && parsing.consumedWholeFile() && !parsing.messages().AnyFatalError();
        if (!good)
            messages.take(parsing.messages());
        if (!good && xb_diagnostics_errors(diagnostics) == 0) {
            xb_place place = {};
            place.file = file.c_str();
            xb_error(diagnostics, XB_STATUS_INVALID, place, nullptr, "the file can't be parsed as Fortran");
        }
        return good;
    }

    const Options &options;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    parser::AllSources sources;
    parser::AllCookedSources cooked{sources};
    common::LanguageFeatureControl features;
    common::IntrinsicTypeDefaultKinds kinds;
    std::vector<std::unique_ptr<parser::Parsing>> parsings;
};

/* ---- all ------------------------------------------------------------------------------------------------ */

struct Task {
    const Options *options;
    xb_failure *failure;
    xb_arena *arena;
    xb_diagnostics *diagnostics;
    xb_status status;
};

void write(Task *task, const xb_program *program)
{
    xb_file_error error = {};
    const char *path = task->options->output.empty() ? nullptr : task->options->output.c_str();
    xb_file_output *file = xb_file_output_open(path, &error);
    if (file && xb_write(program, xb_file_output_stream(file), nullptr) == XB_STATUS_OK) {
        if (!xb_file_output_commit(file, &error))
            task->status = xb_file_error_report(task->diagnostics, path, &error);
        return;
    }
    if (file)
        xb_file_output_discard(file);
    else
        task->status = xb_file_error_report(task->diagnostics, path, &error);
}

void run(void *argument)
{
    Task *task = static_cast<Task *>(argument);
    Session session{*task->options, task->arena, task->diagnostics};
    xb_source *source = session.read();
    xb_program *program = nullptr;
    if (source && xb_diagnostics_errors(task->diagnostics) == 0)
        xb_source_to_program(source, task->failure, task->diagnostics, &program);
    if (program && xb_diagnostics_errors(task->diagnostics) == 0)
        write(task, program);
    xb_program_destroy(program);
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    int status = take_options(options, argc, argv);
    if (status)
        return status < 0 ? 0 : status;
    xb_failure *failure = xb_failure_create();
    xb_arena *arena = xb_arena_create(failure);
    Task task = {&options, failure, arena, xb_diagnostics_create(arena), XB_STATUS_OK};
    if (!xb_protect(failure, run, &task)) {
        std::fputs("xaif-fortran: error: out of memory\n", stderr);
        return XB_STATUS_FAILED;
    }
    show(task.diagnostics, arena, options.json);
    xb_status worst = xb_diagnostics_status(task.diagnostics);
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
    return worst ? worst : task.status;
}
