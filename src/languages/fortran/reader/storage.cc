/*
 * Storage that variables share: common blocks and equivalence.
 *
 * What overlaps in a block, as any routine declares it, or by equivalence, is one variable here. Where all
 * that overlap are alike, each of them is that variable; otherwise it is an array, and they are elements of
 * it. Members of another type than that array's may say what its storage begins with (integers that give real
 * numbers bit by bit), but no statement may refer to them. Blocks are global, so a variable of a block is a
 * global one, whatever routines call it; its first value is that of the block data.
 */
#include <algorithm>

#include "kind_names.h"
#include "reader.h"

namespace reader
{

namespace
{

/* A variable in a block. */
struct Piece {
    const Symbol *symbol;
    size_t from, to; /* bytes */
};

const semantics::ArraySpec *shape_of(const Symbol &symbol)
{
    const auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>();
    return object && object->IsArray() ? &object->shape() : nullptr;
}

/* Lower bounds and extents. @return whether all are numbers */
bool bounds_of(const Symbol &symbol, std::vector<std::pair<int64_t, int64_t>> &bounds)
{
    const semantics::ArraySpec *shape = shape_of(symbol);
    for (size_t i = 0; shape && i < shape->size(); i++) {
        const auto &lower = (*shape)[i].lbound().GetExplicit(), &upper = (*shape)[i].ubound().GetExplicit();
        auto from = lower ? evaluate::ToInt64(*lower) : std::nullopt,
             to = upper ? evaluate::ToInt64(*upper) : std::nullopt;
        if (!from || !to)
            return false;
        bounds.emplace_back(*from, std::max<int64_t>(0, *to - *from + 1));
    }
    return true;
}

bool has_same_type(const Symbol &a, const Symbol &b)
{
    auto x = evaluate::DynamicType::From(a), y = evaluate::DynamicType::From(b);
    return x && y && *x == *y;
}

bool is_alike(const Piece &a, const Piece &b)
{
    std::vector<std::pair<int64_t, int64_t>> x, y;
    return a.from == b.from && a.to == b.to && has_same_type(*a.symbol, *b.symbol) &&
           bounds_of(*a.symbol, x) && bounds_of(*b.symbol, y) && x == y;
}

const std::optional<TypedExpression> &value_of(const Symbol &symbol)
{
    static const std::optional<TypedExpression> none;
    const auto *object = symbol.detailsIf<semantics::ObjectEntityDetails>();
    return object ? object->init() : none;
}

bool is_number(const Symbol &symbol)
{
    auto type = evaluate::DynamicType::From(symbol);
    return type && type->category() != common::TypeCategory::Character &&
           type->category() != common::TypeCategory::Derived;
}

bool is_real(const Symbol &symbol)
{
    auto type = evaluate::DynamicType::From(symbol);
    return type && (type->category() == common::TypeCategory::Real ||
                    type->category() == common::TypeCategory::Complex);
}

/* The member whose type an array of a group's elements has: one that can have a derivative, if there is one.
 */
const Symbol *model_of(const Overlap &group)
{
    for (const Symbol *member : group.members)
        if (is_real(*member))
            return member;
    return group.members[0];
}

/* Adds the scopes of a program that are no library's. */
void add_scopes(const semantics::Scope &scope, std::vector<const semantics::Scope *> &scopes)
{
    scopes.push_back(&scope);
    for (const semantics::Scope &child : scope.children())
        add_scopes(child, scopes);
}

} // namespace

/* Groups of a block, or of a scope: each has what overlaps. */
void Reader::add_groups(std::vector<Overlap> &groups, std::vector<std::pair<const Symbol *, size_t>> members)
{
    auto end_of = [](const std::pair<const Symbol *, size_t> &m) {
        return m.second + std::max<size_t>(1, m.first->size());
    };
    std::stable_sort(members.begin(), members.end(),
                     [](const auto &a, const auto &b) { return a.second < b.second; });
    for (const auto &member : members) {
        if (groups.empty() || member.second >= groups.back().to)
            groups.push_back({{}, member.second, member.second, true, nullptr});
        Overlap &group = groups.back();
        group.to = std::max(group.to, end_of(member));
        if (member.first->test(Symbol::Flag::CompilerCreated))
            group.image = member.first;
        else
            group.members.push_back(member.first);
    }
    for (Overlap &group : groups)
        for (const Symbol *member : group.members)
            group.is_alike = group.is_alike &&
                             reader::is_alike({group.members[0], group.members[0]->offset(),
                                               group.members[0]->offset() + group.members[0]->size()},
                                              {member, member->offset(), member->offset() + member->size()});
}

void Reader::find_shared()
{
    std::vector<const semantics::Scope *> scopes;
    std::map<std::string, std::vector<std::pair<const Symbol *, size_t>>> common;
    add_scopes(context.globalScope(), scopes);
    for (const semantics::Scope *scope : scopes) {
        for (const auto &block : scope->commonBlocks())
            for (const auto &member : block.second->get<semantics::CommonBlockDetails>().objects())
                common[block.first.ToString()].emplace_back(&*member, member->offset());
        std::vector<std::pair<const Symbol *, size_t>> own;
        for (const auto &set : scope->equivalenceSets())
            for (const auto &object : set) {
                const Symbol *block = semantics::FindCommonBlockContaining(object.symbol);
                auto &into = block ? common[block->name().ToString()] : own;
                std::pair<const Symbol *, size_t> member{&object.symbol, object.symbol.offset()};
                if (std::find(into.begin(), into.end(), member) == into.end())
                    into.push_back(member);
            }
        if (!own.empty())
            add_groups(equivalences[scope], own);
    }
    for (auto &block : common)
        add_groups(blocks[block.first], block.second);
    for (auto &groups : blocks)
        for (Overlap &group : groups.second)
            for (const Symbol *member : group.members)
                shared[member] = {&group, &groups.first};
    for (auto &groups : equivalences)
        for (Overlap &group : groups.second)
            for (const Symbol *member : group.members)
                shared[member] = {&group, nullptr};
}

/* The variable that a group is, which is made when the first one of its members is met. */
xb_source_variable *Reader::make_group(Overlap &group, xb_source_unit *home)
{
    const Symbol *first = group.members[0];
    bool is_saved = false, has_value = false;
    for (const Symbol *member : group.members) {
        first = value_of(*member) && !value_of(*first) ? member : first;
        has_value = has_value || value_of(*member);
        is_saved = is_saved || (home && semantics::IsSaved(*member));
    }
    group.made = group.is_alike ? make_variable(*first, home) : make_elements(group, home);
    if (!group.made)
        return nullptr;
    if (has_value && (!group.is_alike || group.image) && is_number(*first))
        give_values(group);
    group.made->saved = group.made->saved || is_saved || (home && has_value);
    return group.made;
}

/* An array for the elements of a group. @return nullptr, having reported it, if the group is none */
xb_source_variable *Reader::make_elements(Overlap &group, xb_source_unit *home)
{
    group.like = model_of(group);
    const std::string wish = group.like->name().ToString();
    for (const Symbol *member : group.members) {
        at = member->name();
        if (!is_number(*member))
            refuse("give it storage of its own", "%s shares storage with %s, and is a text, or a structure",
                   member->name().ToString().c_str(), wish.c_str());
    }
    auto type = evaluate::DynamicType::From(*group.like);
    if (!type || !is_number(*group.like))
        return nullptr;
    Kind kind = kind_of(*type);
    size_t bytes = kind.bytes ? kind.bytes : 4;
    bytes *= kind.type == XB_TYPE_COMPLEX ? 2 : 1;
    group.bytes = bytes;
    at = group.like->name();
    if ((group.to - group.from) % bytes != 0)
        refuse("give it storage of its own", "%s shares storage with others that do not end where it does",
               wish.c_str());
    xb_source_variable *made =
        xb_source_add_variable(arena, source, home, unique_name(home, wish).c_str(), kind.type, kind.bytes);
    auto *bounds = static_cast<xb_bounds *>(xb_arena_alloc(arena, sizeof(xb_bounds)));
    *bounds = {1, int64_t((group.to - group.from) / bytes)};
    made->rank = 1;
    made->bounds = bounds;
    made->line = line_of(group.like->name());
    made->file = home ? nullptr : file_of(group.like->name());
    if (kind_names)
        kind_names->describe(arena, made, *group.like);
    return made;
}

/* What the storage of a group begins with, bit by bit, as values of the variable that it is. */
void Reader::give_values(const Overlap &group)
{
    auto &folding = context.foldingContext();
    const Symbol &like = group.like ? *group.like : *group.members[0];
    auto type = evaluate::DynamicType::From(like);
    auto bytes = type ? evaluate::ToInt64(type->MeasureSizeInBytes(folding, false)) : std::nullopt;
    evaluate::InitialImage image{group.to - group.from};
    bool is_known = bytes && *bytes > 0;
    for (const Symbol *member : group.image ? std::vector<const Symbol *>{group.image} : group.members) {
        const auto &value = value_of(*member);
        auto offset = evaluate::ConstantSubscript(member->offset() - group.from);
        is_known = is_known && (!value || image.Add(offset, member->size(), *value, folding) ==
                                              evaluate::InitialImage::Ok);
    }
    std::optional<TypedExpression> all;
    if (is_known)
        all = image.AsConstant(folding, *type, std::nullopt, {int64_t(group.to - group.from) / *bytes}, true);
    std::vector<Expression> values;
    if (all && values_of(*all, values))
        give_values(group.made, values);
    else
        refuse("assign it", "the value that %s begins with can't be read", like.name().ToString().c_str());
}

/* The whole of a common block, which is global. */
void Reader::make_block(const std::string &name)
{
    auto *common = static_cast<xb_source_common *>(xb_arena_alloc(arena, sizeof(xb_source_common)));
    *common = xb_source_common{};
    common->name = name.empty() ? XB_SOURCE_BLANK : xb_arena_copy_text(arena, name.data(), name.size());
    common->block = common->name;
    xb_list_append(arena, &source->commons, common);
    for (Overlap &group : blocks[name]) {
        xb_source_variable *made = make_group(group, nullptr);
        if (!made)
            continue;
        made->in_common = true;
        xb_list_append(arena, &common->members, made);
        common->has_initial = common->has_initial || made->initial_count > 0;
    }
}

xb_source_variable *Reader::shared_variable(const Symbol &symbol)
{
    auto found = shared.find(&symbol);
    if (found == shared.end())
        return nullptr;
    Overlap &group = *found->second.group;
    if (!group.made && !group.is_met) {
        parser::CharBlock before = at;
        group.is_met = true;
        if (found->second.block)
            make_block(*found->second.block);
        else
            make_group(group, home_of(symbol));
        at = before;
    }
    return group.made;
}

bool Reader::is_overlaid(const Symbol &named) const
{
    auto found = shared.find(&named.GetUltimate());
    return found != shared.end() && !found->second.group->is_alike;
}

/* A variable with the name of what is overlaid, for statements that say it as a text; nullptr: that is the
 * name of something else. */
xb_source_variable *Reader::copy_called(const std::string &name, Expression value)
{
    xb_source_variable *&copy = copies_called[{unit, name}];
    if (!copy && names[unit].count(name) == 0)
        copy = xb_source_add_variable(arena, source, unit, unique_name(unit, name).c_str(), value->type,
                                      value->bytes);
    return copy;
}

/* ---- elements of what is overlaid -----------------------------------------------------------------------
 */

/* sum + (subscript - lower)*stride */
Expression Reader::advance(Expression sum, Expression subscript, int64_t lower, int64_t stride)
{
    const Kind integer = {XB_TYPE_INTEGER, 4};
    int64_t known, so_far;
    if (xb_source_is_integer(subscript, &known) && xb_source_is_integer(sum, &so_far))
        return number(so_far + (known - lower) * stride);
    Expression steps =
        stride == 1 ? subscript : operate(XB_INTRINSIC_MUL, integer, {subscript, number(stride)});
    int64_t offset = -lower * stride;
    if (xb_source_is_integer(sum, &so_far)) {
        offset += so_far;
        sum = steps;
    } else {
        sum = operate(XB_INTRINSIC_ADD, integer, {sum, steps});
    }
    if (offset == 0)
        return sum;
    return operate(offset > 0 ? XB_INTRINSIC_ADD : XB_INTRINSIC_SUB, integer,
                   {sum, number(offset > 0 ? offset : -offset)});
}

Expression Reader::overlaid(const Symbol &named, const std::vector<Expression> &subscripts)
{
    const Symbol &symbol = named.GetUltimate();
    xb_source_variable *array = shared_variable(symbol);
    std::vector<std::pair<int64_t, int64_t>> bounds;
    if (!array)
        return number(0);
    const Overlap &group = *shared.find(&symbol)->second.group;
    const size_t before = symbol.offset() - group.from;
    if (!has_same_type(symbol, *group.like) || before % group.bytes != 0)
        refuse("give it storage of its own",
               "%s shares storage with %s, and is not of the same type, or begins within an element of it",
               symbol.name().ToString().c_str(), group.like->name().ToString().c_str());
    bounds_of(symbol, bounds);
    int64_t elements = 1, stride = 1, place = int64_t(before / group.bytes) + 1;
    for (const auto &bound : bounds)
        elements *= bound.second;
    if (subscripts.empty() && bounds.size() > 1)
        refuse("name its elements", "all of %s can't be read: it shares storage with others",
               symbol.name().ToString().c_str());
    if (subscripts.empty())
        return part_of(array, {bounds.empty() ? number(place)
                                              : range(number(place), number(place + elements - 1), nullptr)});
    Expression from = number(place), to = nullptr, by = nullptr;
    for (size_t i = 0; i < subscripts.size(); i++) {
        Expression s = subscripts[i];
        bool is_range = s->kind == XB_SOURCE_RANGE;
        if ((is_range && (i > 0 || (s->operands[2] && subscripts.size() > 1))) ||
            (!is_range && s->rank > 0)) {
            refuse("name its elements", "this part of %s can't be read: it shares storage with others",
                   symbol.name().ToString().c_str());
            return from;
        }
        if (is_range) {
            Expression upper =
                s->operands[1] ? s->operands[1] : number(bounds[0].first + bounds[0].second - 1);
            to = advance(from, upper, bounds[0].first, 1);
            from = s->operands[0] ? advance(from, s->operands[0], bounds[0].first, 1) : from;
            by = s->operands[2];
        } else {
            from = advance(from, s, bounds[i].first, stride);
            to = to ? advance(to, s, bounds[i].first, stride) : nullptr;
        }
        stride *= bounds[i].second;
    }
    return part_of(array, {to ? range(from, to, by) : from});
}

} // namespace reader
