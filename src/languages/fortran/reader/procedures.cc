/*
 * Procedures, as units. One to which procedures are passed becomes a unit for each combination of these, in
 * which they are called by their names; such a version lies within the unit that has what is passed, if that
 * is an internal procedure. An internal procedure, and the variables around it, are those of the version that
 * it lies within.
 */
#include <algorithm>

#include "library.h"
#include "reader.h"

namespace reader
{

using semantics::Attr;

namespace
{

/* Versions of one procedure: more are made by a recursion that passes something else each time. */
const int version_limit = 200;

xb_intent intent_of(const Symbol &symbol)
{
    const semantics::Attrs &attrs = symbol.attrs();
    return attrs.test(Attr::INTENT_IN)    ? XB_INTENT_IN
           : attrs.test(Attr::INTENT_OUT) ? XB_INTENT_OUT
                                          : XB_INTENT_INOUT;
}

/* What has the arguments of a procedure: itself, or the interface of a dummy one. */
const Symbol *declared_by(const Symbol &symbol)
{
    const auto *entity =
        semantics::IsDummy(symbol) ? symbol.detailsIf<semantics::ProcEntityDetails>() : nullptr;
    const Symbol *interface = entity ? entity->procInterface() : &symbol;
    return interface ? &interface->GetUltimate() : nullptr;
}

const semantics::SubprogramDetails *details_of(const Symbol &symbol)
{
    const Symbol *interface = declared_by(symbol);
    return interface ? interface->detailsIf<semantics::SubprogramDetails>() : nullptr;
}

bool is_procedure(const Symbol *dummy)
{
    return dummy && semantics::IsProcedure(*dummy);
}

bool is_within(const xb_source_unit *unit, const xb_source_unit *host)
{
    while (unit && unit != host)
        unit = unit->host;
    return unit == host;
}

/* The procedure around an internal one; nullptr: it is none. */
const Symbol *host_symbol(const Symbol &symbol)
{
    const semantics::Scope &owner = symbol.owner();
    return owner.kind() == semantics::Scope::Kind::Subprogram ? owner.symbol() : nullptr;
}

} // namespace

bool states_intent(const Symbol &dummy)
{
    return dummy.attrs().HasAny({Attr::INTENT_IN, Attr::INTENT_INOUT, Attr::INTENT_OUT});
}

/* ---- what names stand for -------------------------------------------------------------------------------
 */

/* The symbol of the body of a procedure that is named by an interface, or by its name alone; itself if there
 * is none. */
const Symbol *Reader::definition_of(const Symbol &named) const
{
    const Symbol *symbol = &named.GetUltimate();
    const auto *details = details_of(*symbol);
    auto body = separate.find(symbol);
    if (procedures.count(symbol) > 0)
        return symbol;
    if (body != separate.end())
        return body->second;
    auto found = externals.find(symbol->name().ToString());
    bool is_external = details ? details->isInterface() && !details->isDummy()
                               : symbol->has<semantics::ProcEntityDetails>() && !semantics::IsDummy(*symbol);
    auto known = library.find(symbol->name().ToString());
    if (is_external && found == externals.end() && known != library.end())
        return known->second;
    return is_external && found != externals.end() ? found->second : symbol;
}

/* The unit around the one at hand, or itself, that a procedure has become; else the one that is no version.
 */
xb_source_unit *Reader::instance_of(const Symbol &symbol)
{
    const Symbol *procedure = definition_of(symbol);
    for (xb_source_unit *around = unit; around; around = around->host)
        if (versions[around].symbol && declared_by(*versions[around].symbol) == procedure)
            return around;
    return plain_unit_of(*procedure);
}

bool Reader::has_versions(const xb_source_unit *of)
{
    for (; of; of = of->host) {
        auto found = versions.find(of);
        if (found != versions.end() &&
            (awaits_procedures(*found->second.symbol) || awaits_types(*found->second.symbol)))
            return true;
    }
    return false;
}

/* Whether a procedure, or one that it lies within, gets others as arguments. */
bool Reader::awaits_procedures(const Symbol &symbol) const
{
    const auto *details = details_of(symbol);
    const auto *host = host_symbol(symbol);
    if (details && std::any_of(details->dummyArgs().begin(), details->dummyArgs().end(), is_procedure))
        return true;
    return procedures.count(&symbol) > 0 && host && awaits_procedures(*host);
}

bool Reader::target_of(const Symbol &named, Target &target)
{
    const Symbol *symbol = definition_of(named);
    std::string name = symbol->name().ToString();
    target = Target{};
    if (!semantics::IsDummy(*symbol)) {
        const Symbol *host = procedures.count(symbol) > 0 ? host_symbol(*symbol) : nullptr;
        target.symbol = symbol;
        target.host = host ? instance_of(*host) : nullptr;
        return true;
    }
    for (const xb_source_unit *around = unit; around; around = around->host) {
        const auto &passed = versions[around].passed;
        auto found = passed.find(symbol);
        if (found != passed.end()) {
            target = found->second;
            return true;
        }
    }
    refuse("call the procedure by its name",
           "the procedure %s is an argument, and it is not known which one is passed", name.c_str());
    return false;
}

/* What is passed as a procedure. */
bool Reader::passed_by(const std::optional<evaluate::ActualArgument> &argument, Target &target)
{
    const TypedExpression *actual = argument ? argument->UnwrapExpr() : nullptr;
    target = Target{};
    if (!argument)
        return true;
    const auto *named = actual ? std::get_if<evaluate::ProcedureDesignator>(&actual->u) : nullptr;
    if (const auto *intrinsic = named ? named->GetSpecificIntrinsic() : nullptr) {
        target.intrinsic = intrinsic->name;
        return true;
    }
    bool is_pointer = named && named->GetSymbol() && is_procedure_pointer(*named->GetSymbol());
    const Symbol *symbol = is_pointer ? pointed_to(*named) : named ? named->GetSymbol() : nullptr;
    if (symbol)
        return target_of(*symbol, target);
    refuse("pass it by its name", "a procedure that is passed otherwise than by its name can't be read");
    return false;
}

/* ---- units ----------------------------------------------------------------------------------------------
 */

void Reader::add_formals(xb_source_unit *made, const semantics::SubprogramDetails &details)
{
    dummies[made] = {details.dummyArgs().begin(), details.dummyArgs().end()};
    for (const Symbol *dummy : details.dummyArgs()) {
        if (!dummy) {
            refuse("return a number", "a return to a label can't be read");
        } else if (is_procedure(dummy)) {
            continue;
        } else if (dummy->has<semantics::ObjectEntityDetails>() && structure_type(*dummy)) {
            add_formal_structure(made, *dummy, intent_of(*dummy));
        } else if (xb_source_variable *formal = variable_of(*dummy)) {
            /* What a pointer of intent in points to may be changed. */
            bool is_passed = role_of(*dummy) == PointerRole::PASSED;
            formal->open_intent = !states_intent(*dummy);
            xb_source_add_formal(arena, made, formal, is_passed ? XB_INTENT_INOUT : intent_of(*dummy));
        }
    }
    made->is_function = details.isFunction();
    if (details.isFunction() && structure_type(details.result())) {
        made->is_function = false;
        structure_results[made] = &details.result();
        add_formal_structure(made, details.result(), XB_INTENT_OUT);
    }
    if (!made->is_function)
        return;
    xb_source_variable *result = variable_of(details.result());
    if (result) {
        result->is_result = true;
        xb_source_add_formal(arena, made, result, XB_INTENT_OUT);
    }
}

/* The innermost of the units that a version has to lie within. */
xb_source_unit *Reader::host_of(const Version &version)
{
    xb_source_unit *host = version.host;
    for (const auto &passed : version.passed) {
        xb_source_unit *other = passed.second.host;
        if (!other || is_within(host, other))
            continue;
        if (host && !is_within(other, host))
            refuse("make them procedures of a module", "%s gets internal procedures of different procedures",
                   version.symbol->name().ToString().c_str());
        host = other;
    }
    return host;
}

/* Names of procedures that are passed come behind that of the procedure; what has a name in the source keeps
 * it. */
std::string Reader::name_of(const Version &version) const
{
    const std::string own = version.symbol->name().ToString(), module = reader::module_of(*version.symbol);
    std::string name = own;
    auto taken = names.find(nullptr);
    auto is_taken = [&](const std::string &wish) {
        return taken != names.end() && taken->second.count(wish) > 0;
    };
    for (const auto &passed : version.passed) {
        const Target &target = passed.second;
        if (!target.is_absent() && !version.is_open())
            name += "_" + (target.symbol ? target.symbol->name().ToString() : target.intrinsic);
    }
    for (const auto &one : version.types)
        name += "_" + one.second->name().ToString();
    const bool is_own = version.is_open();
    if (!is_own && name == own)
        name += "_alone";
    if (is_taken(name) && !module.empty())
        name += "_" + module;
    const std::string stem = name;
    for (int i = 1; is_taken(name) || (!(is_own && name == own) && own_names.count(name) > 0); i++)
        name = stem + "_" + std::to_string(i);
    return name;
}

/* A version is a procedure of the module that comes last of those that have what it is made of: it uses the
 * others. */
std::string Reader::module_of(const Version &version) const
{
    auto place_of = [this](const std::string &module) {
        auto found = module_places.find(module);
        return found != module_places.end() ? found->second : 0;
    };
    std::string module = reader::module_of(*version.symbol);
    auto note = [&](const Symbol *symbol) {
        const std::string other = symbol ? reader::module_of(*symbol) : "";
        if (!module.empty() && !other.empty() && place_of(other) > place_of(module))
            module = other;
    };
    for (const auto &passed : version.passed)
        note(passed.second.symbol);
    for (const auto &one : version.types)
        note(one.second);
    return module;
}

xb_source_unit *Reader::make_unit(const Version &version, const semantics::SubprogramDetails &details)
{
    const Symbol &symbol = *version.symbol;
    auto found = procedures.find(&symbol);
    const bool has_body = found != procedures.end();
    const std::string own_name = symbol.name().ToString();
    xb_source_unit *host = has_body ? host_of(version) : nullptr;
    const std::string &name = unique_name(nullptr, name_of(version));
    const std::string module = host || !has_body ? "" : module_of(version);
    parser::CharBlock place = has_body ? found->second.first : symbol.name();
    xb_source_unit *made = has_body ? xb_source_add_unit(arena, source, host, name.c_str(), line_of(place))
                                    : xb_source_add_external(arena, source, name.c_str(), line_of(place));
    units[version] = made;
    versions[made] = version;
    made->file = reader::module_of(symbol) == library_module ? nullptr : file_of(place);
    symbols_of_units[made] = version.symbol;
    made->spelling = xb_arena_copy_text(arena, own_name.data(), own_name.size());
    made->is_made = !version.is_open() || (host && host->is_made);
    made->is_loose = !host && module.empty();
    made->module = module.empty() ? nullptr : xb_arena_copy_text(arena, module.data(), module.size());
    made->hidden = made->module && symbol.attrs().test(Attr::PRIVATE);
    made->recursive = symbol.attrs().test(Attr::RECURSIVE);
    xb_source_unit *before = unit;
    unit = made;
    add_formals(made, details);
    unit = before;
    if (has_body)
        waiting.push_back(made);
    return made;
}

xb_source_unit *Reader::unit_of(const Version &version)
{
    const Symbol &symbol = *version.symbol;
    const std::string name = symbol.name().ToString();
    auto known = units.find(version);
    if (known != units.end())
        return known->second;
    const auto *details = details_of(symbol);
    if (!details || (procedures.count(&symbol) == 0 && !details->isInterface())) {
        refuse("give the file that has it, or, if it is of a library, an interface of it and a rule "
               "(--catalogue)",
               "there is no source of %s", name.c_str());
        return nullptr;
    }
    if (!version.is_open() && ++version_counts[&symbol] > version_limit) {
        refuse("pass the same procedures, and objects of the same types, again",
               "there are too many versions of %s, for procedures and types that are passed", name.c_str());
        return nullptr;
    }
    return make_unit(version, *details);
}

/* The unit of the entry. Procedures that it gets are routines without body, by the names that they have here.
 */
xb_source_unit *Reader::entry_unit_of(const Symbol &symbol)
{
    const auto *details = details_of(symbol);
    Version version = {&symbol, nullptr, {}, {}};
    const Symbol *before = nullptr;
    if (host_symbol(symbol))
        return plain_unit_of(symbol);
    for (const Symbol *dummy : details ? details->dummyArgs() : std::vector<Symbol *>{}) {
        if (!is_procedure(dummy)) {
            before = dummy;
            continue;
        }
        xb_source_unit *procedure = argument_unit_of(*dummy);
        if (!procedure)
            return nullptr;
        const std::string after = before ? before->name().ToString() : "";
        procedure->is_argument = true;
        procedure->after = before ? xb_arena_copy_text(arena, after.data(), after.size()) : nullptr;
        version.passed[dummy].symbol = dummy;
    }
    return unit_of(version);
}

/* A procedure that the entry gets, by its interface. */
xb_source_unit *Reader::argument_unit_of(const Symbol &dummy)
{
    const std::string name = dummy.name().ToString();
    const auto *details = details_of(dummy);
    at = dummy.name();
    if (semantics::IsPointer(dummy) || dummy.attrs().test(Attr::OPTIONAL))
        refuse("begin with a routine that calls it",
               "the argument %s is a procedure that may be absent or another one, and it is not known which "
               "one is passed",
               name.c_str());
    else if (!details)
        refuse("declare its interface, or begin with a routine that calls it",
               "the argument %s is a procedure, and it is not known what its arguments are", name.c_str());
    else
        return unit_of({&dummy, nullptr, {}, {}});
    return nullptr;
}

/* The unit of a procedure to which none is passed. */
xb_source_unit *Reader::plain_unit_of(const Symbol &named)
{
    const Symbol *symbol = definition_of(named);
    const auto *details = details_of(*symbol);
    const Symbol *host = procedures.count(symbol) > 0 ? host_symbol(*symbol) : nullptr;
    for (const Symbol *dummy : details ? details->dummyArgs() : std::vector<Symbol *>{}) {
        if (!is_procedure(dummy))
            continue;
        refuse("begin with a routine that calls it",
               "the argument %s of %s is a procedure, and it is not known which one is passed",
               dummy->name().ToString().c_str(), symbol->name().ToString().c_str());
        return nullptr;
    }
    xb_source_unit *around = host ? instance_of(*host) : nullptr;
    return host && !around ? nullptr : unit_of({symbol, around, {}, {}});
}

xb_source_unit *Reader::callee_of(const Target &target, const evaluate::ProcedureRef &call)
{
    Version version = {target.symbol, target.host, {}, {}};
    const auto *details = details_of(*target.symbol);
    size_t count = details ? details->dummyArgs().size() : 0;
    for (size_t i = 0; i < count; i++) {
        const Symbol *dummy = details->dummyArgs()[i];
        const auto &argument = i < call.arguments().size() ? call.arguments()[i] : std::nullopt;
        if (dummy && awaits_type(*dummy) && argument && argument->UnwrapExpr()) {
            const Symbol *type = type_passed(*argument->UnwrapExpr());
            if (!type)
                return nullptr;
            version.types[dummy] = type;
        }
        if (!is_procedure(dummy))
            continue;
        Target &passed = version.passed[dummy];
        if (i < call.arguments().size() && !passed_by(call.arguments()[i], passed))
            return nullptr;
    }
    return unit_of(version);
}

bool Reader::passes_procedure(const xb_source_unit *callee, size_t i) const
{
    auto found = versions.find(callee);
    const auto *details = found != versions.end() ? details_of(*found->second.symbol) : nullptr;
    return details && i < details->dummyArgs().size() && is_procedure(details->dummyArgs()[i]);
}

} // namespace reader
