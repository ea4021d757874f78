/*
 * A where or a forall construct becomes a tree first. If no statement of it reads what another one, or
 * another element of the same, has assigned, all statements are executed for one element after the other: one
 * nest of loops with branches in it. Otherwise each statement is executed for all elements before the next
 * one, as the standard has it: masks are kept if something that they read is assigned, and so are values of
 * which elements are read that are assigned.
 */
#include "masks.h"

#include <algorithm>

#include "elementwise.h"

namespace reader
{

namespace
{

const Kind default_integer = {XB_TYPE_INTEGER, 4};
const Kind truth = {XB_TYPE_BOOL, 0};

struct Part;

/* An assignment, or parts of a where construct. */
struct Node {
    parser::CharBlock at;
    Expression target, value;
    std::vector<Part> parts;
};

/* What is done where a mask holds. */
struct Part {
    parser::CharBlock at;
    Expression mask; /* nullptr: all that is left */
    std::vector<Node> body;
};

/* An index of a forall. */
struct Index {
    Expression counter, first, last, step;
};

class Masks
{
  public:
    explicit Masks(Reader &reader) : r{reader}
    {
    }

    // ---- trees

    Node tree(const parser::WhereStmt &x)
    {
        Node made = {r.at, nullptr, nullptr, {}};
        made.parts.push_back({r.at, mask_of(std::get<parser::LogicalExpr>(x.t)), {}});
        add(made.parts.back().body, std::get<parser::AssignmentStmt>(x.t));
        return made;
    }
    Node tree(const parser::WhereConstruct &x)
    {
        const auto &head = std::get<parser::Statement<parser::WhereConstructStmt>>(x.t);
        r.at = head.source;
        Node made = {r.at, nullptr, nullptr, {}};
        made.parts.push_back({r.at, mask_of(std::get<parser::LogicalExpr>(head.statement.t)), {}});
        body(made.parts.back().body, std::get<std::list<parser::WhereBodyConstruct>>(x.t));
        for (const auto &other : std::get<std::list<parser::WhereConstruct::MaskedElsewhere>>(x.t)) {
            const auto &stmt = std::get<parser::Statement<parser::MaskedElsewhereStmt>>(other.t);
            r.at = stmt.source;
            made.parts.push_back({r.at, mask_of(std::get<parser::LogicalExpr>(stmt.statement.t)), {}});
            body(made.parts.back().body, std::get<std::list<parser::WhereBodyConstruct>>(other.t));
        }
        if (const auto &other = std::get<std::optional<parser::WhereConstruct::Elsewhere>>(x.t)) {
            made.parts.push_back({r.at, nullptr, {}});
            body(made.parts.back().body, std::get<std::list<parser::WhereBodyConstruct>>(other->t));
        }
        return made;
    }

    /* Executes a construct. Statements that compute what it needs stand before all of it. */
    template <typename T> void run(const T &from)
    {
        Node node = tree(from);
        look_at(node);
        const bool computes = r.unit->statements.count > after_first;
        if (is_one() ? is_independent() : !computes && is_independent()) {
            together(node);
            return;
        }
        if (computes)
            r.refuse("assign it to a variable before the construct",
                     "a value under a mask that is no element-wise expression can't be read here");
        separately(node, nullptr);
    }

    // ---- what they read and assign

    std::vector<Expression> targets, expressions;

    void look_at(const Node &node)
    {
        if (node.target) {
            targets.push_back(node.target);
            expressions.push_back(node.value);
        }
        for (const Part &part : node.parts) {
            if (part.mask)
                expressions.push_back(part.mask);
            for (const Node &one : part.body)
                look_at(one);
        }
    }
    bool is_one() const
    {
        return targets.size() == 1 && expressions.size() == 2;
    }
    /* Whether elements may be assigned one after the other. */
    bool is_independent() const
    {
        for (Expression target : targets) {
            for (Expression e : expressions)
                if (reads_others(e, target) || (!is_one() && !is_all_elemental(e)))
                    return false;
            for (Expression other : targets)
                if (!is_same(other, target) && mentions(other, target->variable))
                    return false;
            for (size_t i = 0; i < target->count; i++)
                if (mentions(target->operands[i], target->variable))
                    return false;
        }
        return true;
    }
    bool is_assigned(Expression e) const
    {
        return std::any_of(targets.begin(), targets.end(),
                           [&](Expression target) { return mentions(e, target->variable); });
    }

    // ---- one element after the other

    void together(const Node &node)
    {
        Elements elements{r};
        Node ready = node;
        prepare(elements, ready);
        auto places = elements.begin_loops(targets.empty() ? node.parts[0].mask : targets[0]);
        put(elements, ready, places);
        elements.end_loops(places.size());
    }
    void prepare(Elements &elements, Node &node)
    {
        if (node.value)
            node.value = elements.prepared(node.value);
        for (Part &part : node.parts) {
            if (part.mask)
                part.mask = elements.prepared(part.mask);
            for (Node &one : part.body)
                prepare(elements, one);
        }
    }
    void put(Elements &elements, const Node &node, const std::vector<Elements::Place> &places)
    {
        size_t nested = 0;
        r.at = node.at;
        if (node.target)
            r.assign(elements.element(node.target, places), elements.element(node.value, places));
        for (const Part &part : node.parts) {
            r.at = part.at;
            if (&part != &node.parts[0])
                r.add_else();
            if (part.mask) {
                r.begin_if(elements.element(part.mask, places));
                nested++;
            }
            for (const Node &one : part.body)
                put(elements, one, places);
        }
        while (nested-- > 0)
            r.end_if();
    }

    // ---- one statement after the other

    /* @param outer nullptr: everywhere */
    void separately(const Node &node, Expression outer)
    {
        r.at = node.at;
        if (node.target) {
            assign_by_loops(r, node.target, node.value, outer);
            return;
        }
        Expression left = outer;
        for (const Part &part : node.parts) {
            r.at = part.at;
            Expression own = part.mask ? kept(part.mask) : nullptr;
            Expression now = left && own ? both(left, own) : own ? own : left;
            for (const Node &one : part.body)
                separately(one, now);
            if (own && &part != &node.parts.back())
                left = left ? both(left, r.not_of(own)) : r.not_of(own);
        }
    }
    Expression both(Expression a, Expression b)
    {
        return r.operate(XB_INTRINSIC_AND, truth, {a, b});
    }
    Expression kept(Expression mask)
    {
        if (is_all_elemental(mask) && !is_assigned(mask))
            return mask;
        Expression made = r.whole(r.array_like("mask", truth, mask));
        assign_elementwise(r, made, mask);
        return made;
    }

    size_t after_first = 0; /* statements, once the first mask and the first assignment are read */

  private:
    template <typename T> Expression mask_of(const T &from)
    {
        Expression mask = r.expression_of(from);
        if (masks++ == 0)
            after_first = r.unit->statements.count;
        return mask;
    }
    void add(std::vector<Node> &to, const parser::AssignmentStmt &x)
    {
        const auto *assignment = semantics::GetAssignment(x);
        if (!assignment || !std::holds_alternative<evaluate::Assignment::Intrinsic>(assignment->u)) {
            r.refuse(nullptr, "this assignment under a mask can't be read");
            return;
        }
        Expression value = r.expression(assignment->rhs), target = r.expression(assignment->lhs);
        if (assignments++ == 0 && masks == 1)
            after_first = r.unit->statements.count;
        to.push_back({r.at, target, value, {}});
    }
    void body(std::vector<Node> &to, const std::list<parser::WhereBodyConstruct> &from)
    {
        for (const auto &one : from) {
            if (const auto *assignment = std::get_if<parser::Statement<parser::AssignmentStmt>>(&one.u)) {
                r.at = assignment->source;
                add(to, assignment->statement);
            } else if (const auto *inner = std::get_if<parser::Statement<parser::WhereStmt>>(&one.u)) {
                r.at = inner->source;
                to.push_back(tree(inner->statement));
            } else {
                to.push_back(tree(std::get<common::Indirection<parser::WhereConstruct>>(one.u).value()));
            }
        }
    }

    Reader &r;
    size_t masks = 0, assignments = 0;
};

/* A forall: its indices, of which inner ones come later, and what is done for them. */
class Forall
{
  public:
    explicit Forall(Reader &reader) : r{reader}
    {
    }

    void statement(const parser::ForallStmt &x)
    {
        Expression mask = begin(std::get<common::Indirection<parser::ConcurrentHeader>>(x.t).value());
        const auto &inner = std::get<parser::UnlabeledStatement<parser::ForallAssignmentStmt>>(x.t);
        std::vector<Node> body;
        add(body, inner.statement);
        run(mask, body);
    }
    void construct(const parser::ForallConstruct &x)
    {
        const auto &head = std::get<parser::Statement<parser::ForallConstructStmt>>(x.t);
        r.at = head.source;
        Expression mask =
            begin(std::get<common::Indirection<parser::ConcurrentHeader>>(head.statement.t).value());
        std::vector<Node> body;
        for (const auto &one : std::get<std::list<parser::ForallBodyConstruct>>(x.t))
            take(body, one);
        run(mask, body);
    }

  private:
    /* Reads the indices. @return the mask, or nullptr */
    Expression begin(const parser::ConcurrentHeader &header)
    {
        for (const auto &control : std::get<std::list<parser::ConcurrentControl>>(header.t)) {
            const auto &name = std::get<parser::Name>(control.t);
            const auto &step = std::get<std::optional<parser::ScalarIntExpr>>(control.t);
            Expression first = r.narrowed(r.expression_of(std::get<1>(control.t)));
            Expression last = r.narrowed(r.expression_of(std::get<2>(control.t)));
            Expression counter = r.index_of(name.ToString());
            r.substitutes[name.symbol] = counter;
            indices.push_back({counter, first, last, step ? r.narrowed(r.expression_of(*step)) : nullptr});
        }
        const auto &mask = std::get<std::optional<parser::ScalarLogicalExpr>>(header.t);
        mark = r.unit->statements.count;
        return mask ? r.expression_of(*mask) : nullptr;
    }
    void take(std::vector<Node> &body, const parser::ForallBodyConstruct &x)
    {
        if (const auto *assignment = std::get_if<parser::Statement<parser::ForallAssignmentStmt>>(&x.u)) {
            r.at = assignment->source;
            add(body, assignment->statement);
        } else if (const auto *where = std::get_if<parser::Statement<parser::WhereStmt>>(&x.u)) {
            r.at = where->source;
            body.push_back(Masks{r}.tree(where->statement));
        } else if (const auto *masked = std::get_if<parser::WhereConstruct>(&x.u)) {
            body.push_back(Masks{r}.tree(*masked));
        } else {
            r.refuse("give all indices to one of them", "a forall within a forall can't be read");
        }
    }
    void add(std::vector<Node> &to, const parser::ForallAssignmentStmt &x)
    {
        const auto *plain = std::get_if<parser::AssignmentStmt>(&x.u);
        const auto *assignment = plain ? semantics::GetAssignment(*plain) : nullptr;
        if (!assignment || !std::holds_alternative<evaluate::Assignment::Intrinsic>(assignment->u)) {
            r.refuse(nullptr, "this assignment in a forall can't be read");
            return;
        }
        Expression value = r.expression(assignment->rhs), target = r.expression(assignment->lhs);
        to.push_back({r.at, target, value, {}});
    }

    void begin_loops()
    {
        for (const Index &index : indices) {
            r.begin_do(index.counter, index.first, index.last, index.step);
            r.open_loops++;
        }
    }
    void end_loops()
    {
        for (size_t i = 0; i < indices.size(); i++)
            r.end_do();
        r.open_loops -= indices.size();
    }

    void run(Expression mask, const std::vector<Node> &body)
    {
        if (r.unit->statements.count > mark)
            r.refuse("make it a loop", "an expression of a forall that needs a variable can't be read");
        Masks all{r};
        for (const Node &node : body)
            all.look_at(node);
        if (mask)
            all.expressions.push_back(mask);
        std::reverse(indices.begin(), indices.end());
        bool bounds_change = std::any_of(indices.begin(), indices.end(), [&](const Index &i) {
            return all.is_assigned(i.first) || all.is_assigned(i.last) || (i.step && all.is_assigned(i.step));
        });
        if (bounds_change || depends())
            std::reverse(indices.begin(), indices.end());
        if (bounds_change)
            r.refuse("keep them in variables", "what bounds of a forall are made of is assigned by it");
        else if (is_independent(all))
            together(mask, body);
        else
            separately(all, mask, body);
    }
    /* Whether a bound is made of another index. */
    bool depends() const
    {
        for (const Index &a : indices)
            for (const Index &b : indices)
                if (mentions(a.first, b.counter->variable) || mentions(a.last, b.counter->variable))
                    return true;
        return false;
    }
    static bool is_independent(const Masks &all)
    {
        for (Expression target : all.targets)
            for (Expression e : all.expressions)
                if (!is_all_elemental(e) && mentions(e, target->variable))
                    return false;
        return all.is_independent();
    }

    void together(Expression mask, const std::vector<Node> &body)
    {
        begin_loops();
        if (mask)
            r.begin_if(mask);
        for (const Node &node : body)
            put(node);
        if (mask)
            r.end_if();
        end_loops();
    }
    void put(const Node &node)
    {
        r.at = node.at;
        if (node.target) {
            assign_elementwise(r, node.target, node.value);
            return;
        }
        Masks inner{r};
        inner.look_at(node);
        inner.together(node);
    }

    /* The element of an array over all indices. */
    Expression at_indices(xb_source_variable *array)
    {
        std::vector<Expression> places;
        for (const Index &index : indices) {
            Expression steps = r.difference_of(index.counter, index.first);
            if (index.step)
                steps = r.operate(XB_INTRINSIC_DIV, default_integer, {steps, index.step});
            int64_t first;
            bool is_plain = !index.step && xb_source_is_integer(index.first, &first) && first == 1;
            places.push_back(is_plain ? index.counter : r.sum_of(steps, r.number(1)));
        }
        return r.part_of(array, places);
    }
    xb_source_variable *over_indices(const char *stem, Kind kind)
    {
        std::vector<Expression> extents;
        for (const Index &index : indices)
            extents.push_back(r.extent_of_range(index.first, index.last, index.step));
        xb_source_variable *made = r.array_of(stem, kind, extents);
        if (made->allocatable)
            r.allocate(r.whole(made), extents);
        return made;
    }

    void separately(const Masks &all, Expression mask, const std::vector<Node> &body)
    {
        bool is_simple = !depends();
        for (const Node &node : body)
            is_simple = is_simple && node.target && node.target->rank == 0;
        if (!is_simple) {
            r.refuse("make it a loop", "a forall that reads other elements of what it assigns has sections, "
                                       "where, or bounds made of indices");
            return;
        }
        if (mask && all.is_assigned(mask)) {
            xb_source_variable *kept = over_indices("mask", truth);
            begin_loops();
            r.assign(at_indices(kept), mask);
            end_loops();
            mask = at_indices(kept);
        }
        for (const Node &node : body)
            assign(node, mask);
    }
    void assign(const Node &node, Expression mask)
    {
        r.at = node.at;
        Masks one{r};
        one.look_at(node);
        Expression value = node.value;
        if (!is_independent(one)) {
            xb_source_variable *kept = over_indices("array", {node.target->type, node.target->bytes});
            one_assignment(at_indices(kept), value, mask);
            value = at_indices(kept);
        }
        one_assignment(node.target, value, mask);
    }
    void one_assignment(Expression target, Expression value, Expression mask)
    {
        begin_loops();
        if (mask)
            r.begin_if(mask);
        r.assign(target, value);
        if (mask)
            r.end_if();
        end_loops();
    }

    Reader &r;
    std::vector<Index> indices;
    size_t mark = 0;
};

} // namespace

void read_where(Reader &reader, const parser::WhereStmt &from)
{
    Masks{reader}.run(from);
}

void read_where(Reader &reader, const parser::WhereConstruct &from)
{
    Masks{reader}.run(from);
}

void read_forall(Reader &reader, const parser::ForallStmt &from)
{
    Forall{reader}.statement(from);
}

void read_forall(Reader &reader, const parser::ForallConstruct &from)
{
    Forall{reader}.construct(from);
}

} // namespace reader
