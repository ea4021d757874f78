/*
 * Jumps forward out of branches and loops become branches: control flow that is made of branches and loops is
 * reversed without a record of each block.
 *
 * The statements of a unit are taken as a tree of sequences. What follows a jump in its sequence is what the
 * jump does not take: it becomes the other arm of a branch. Where control does not come to the label by
 * itself then, a flag says so, and what stands before the label is executed unless it is set; a loop goes on
 * unless a flag is set that leads out of it. Nothing is written twice. A unit with a jump backward, or into a
 * construct, stays as it is.
 */
#include <algorithm>

#include "reader.h"

namespace reader
{

namespace
{

const int64_t end_of_unit = 0; /* the label that returns jump to */
const size_t depth_limit = 400;

struct Node;
using Sequence = std::vector<Node>;

/* A statement, or a construct with its end. */
struct Node {
    xb_source_statement statement;
    std::vector<Sequence> parts;            /* arms, or the body */
    std::vector<xb_source_statement> heads; /* of the arms of a select */
    xb_source_statement end;
};

using Labels = std::set<int64_t>;

class Structuring
{
  public:
    Structuring(Reader &reader, xb_source_unit *unit) : r{reader}, unit{unit}
    {
    }

    void structure()
    {
        if (!has_jump())
            return;
        const auto *items = static_cast<const xb_source_statement *>(unit->statements.items);
        std::vector<xb_source_statement> before(items, items + unit->statements.count);
        Sequence all = parse();
        std::vector<std::pair<const Sequence *, size_t>> around;
        if (is_good && deepest <= depth_limit)
            check(all, around);
        if (!is_good || deepest > depth_limit)
            return;
        unit->statements.count = 0;
        put(all, 0, all.size(), {end_of_unit}, 0);
        if (is_good)
            drop_idle_flags();
        else
            restore(before);
    }

  private:
    /* Flags that are never set, or asked for, are not reset. */
    void drop_idle_flags()
    {
        std::set<const xb_source_variable *> idle;
        for (const auto &one : flags)
            if (asked.count(one.first) == 0)
                idle.insert(one.second->variable);
        auto *s = static_cast<xb_source_statement *>(unit->statements.items);
        size_t count = 0;
        for (size_t i = 0; i < unit->statements.count; i++)
            if (s[i].kind != XB_SOURCE_ASSIGN || idle.count(s[i].target->variable) == 0)
                s[count++] = s[i];
        unit->statements.count = uint32_t(count);
    }

    // ---- the tree

    bool has_jump() const
    {
        const auto *s = static_cast<const xb_source_statement *>(unit->statements.items);
        for (size_t i = 0; i < unit->statements.count; i++)
            if (s[i].kind == XB_SOURCE_JUMP || s[i].kind == XB_SOURCE_JUMP_IF ||
                s[i].kind == XB_SOURCE_RETURN)
                return true;
        return false;
    }

    void restore(const std::vector<xb_source_statement> &before)
    {
        unit->statements.count = 0;
        for (const auto &statement : before)
            append(statement);
    }
    void append(const xb_source_statement &statement)
    {
        *xb_source_add(r.arena, unit, statement.kind, statement.line) = statement;
    }

    Sequence parse()
    {
        Sequence all;
        next = 0;
        parse_into(all, 1);
        return all;
    }
    const xb_source_statement &at(size_t i) const
    {
        return static_cast<const xb_source_statement *>(unit->statements.items)[i];
    }

    /* Takes statements as far as the end, or the next arm, of the construct that they stand in. */
    void parse_into(Sequence &into, size_t depth)
    {
        deepest = std::max(deepest, depth);
        while (next < unit->statements.count && deepest <= depth_limit) {
            switch (at(next).kind) {
            case XB_SOURCE_ELSE:
            case XB_SOURCE_END_IF:
            case XB_SOURCE_CASE:
            case XB_SOURCE_DEFAULT:
            case XB_SOURCE_END_SELECT:
            case XB_SOURCE_END_DO:
            case XB_SOURCE_END_FOR:
            case XB_SOURCE_END_REPEAT: return;
            case XB_SOURCE_IF: into.push_back(branch(depth)); break;
            case XB_SOURCE_SELECT: into.push_back(select(depth)); break;
            case XB_SOURCE_DO:
            case XB_SOURCE_FOR:
            case XB_SOURCE_REPEAT:
            case XB_SOURCE_WHILE: into.push_back(loop(depth)); break;
            default: into.push_back({at(next++), {}, {}, {}});
            }
        }
    }
    Node branch(size_t depth)
    {
        Node made{at(next++), {{}, {}}, {}, {}};
        parse_into(made.parts[0], depth + 1);
        if (next < unit->statements.count && at(next).kind == XB_SOURCE_ELSE) {
            next++;
            parse_into(made.parts[1], depth + 1);
        }
        made = finished(made);
        int64_t label;
        bool is_jump = made.parts[1].empty() && made.parts[0].size() == 1 &&
                       target_of(made.parts[0][0].statement, &label) &&
                       made.parts[0][0].statement.kind != XB_SOURCE_JUMP_IF;
        if (!is_jump)
            return made;
        xb_source_statement jump = made.statement;
        jump.kind = XB_SOURCE_JUMP_IF;
        jump.number = label;
        return {jump, {}, {}, {}};
    }
    Node select(size_t depth)
    {
        Node made{at(next++), {}, {}, {}};
        while (next < unit->statements.count && at(next).kind != XB_SOURCE_END_SELECT &&
               deepest <= depth_limit) {
            made.heads.push_back(at(next++));
            made.parts.emplace_back();
            parse_into(made.parts.back(), depth + 1);
        }
        return finished(made);
    }
    Node loop(size_t depth)
    {
        Node made{at(next++), {{}}, {}, {}};
        parse_into(made.parts[0], depth + 1);
        return finished(made);
    }
    Node finished(Node &made)
    {
        if (next < unit->statements.count)
            made.end = at(next++);
        else
            is_good = false;
        return std::move(made);
    }

    static bool is_loop(const Node &node)
    {
        return !node.parts.empty() && node.statement.kind != XB_SOURCE_IF &&
               node.statement.kind != XB_SOURCE_SELECT;
    }

    /* The label that a statement jumps to. @return whether it jumps */
    static bool target_of(const xb_source_statement &statement, int64_t *label)
    {
        *label = statement.kind == XB_SOURCE_RETURN ? end_of_unit : statement.number;
        return statement.kind == XB_SOURCE_RETURN || statement.kind == XB_SOURCE_JUMP ||
               statement.kind == XB_SOURCE_JUMP_IF;
    }

    static bool is_label(const Node &node, int64_t label)
    {
        return node.statement.kind == XB_SOURCE_LABEL && node.statement.number == label;
    }

    /* All jumps lead forward, to a label in a sequence that they are in. */
    void check(const Sequence &sequence, std::vector<std::pair<const Sequence *, size_t>> &around)
    {
        for (size_t i = 0; i < sequence.size() && is_good; i++) {
            int64_t label;
            around.emplace_back(&sequence, i);
            if (target_of(sequence[i].statement, &label)) {
                is_good = label == end_of_unit || leads_forward(label, around);
                targets.insert(label);
            }
            for (const Sequence &part : sequence[i].parts)
                check(part, around);
            around.pop_back();
        }
    }
    static bool leads_forward(int64_t label, const std::vector<std::pair<const Sequence *, size_t>> &around)
    {
        for (const auto &level : around)
            for (size_t i = level.second + 1; i < level.first->size(); i++)
                if (is_label((*level.first)[i], label))
                    return true;
        return false;
    }

    // ---- what control does

    /* Whether control may come to the end of a stretch by itself. */
    bool falls(const Sequence &sequence, size_t from, size_t to) const
    {
        bool alive = true;
        for (size_t i = from; i < to; i++) {
            const Node &node = sequence[i];
            if (node.statement.kind == XB_SOURCE_LABEL)
                alive = alive || targets.count(node.statement.number) > 0;
            else if (node.statement.kind == XB_SOURCE_JUMP || node.statement.kind == XB_SOURCE_RETURN)
                alive = false;
            else if (node.statement.kind == XB_SOURCE_IF)
                alive = alive && (falls(node.parts[0], 0, node.parts[0].size()) ||
                                  falls(node.parts[1], 0, node.parts[1].size()));
        }
        return alive;
    }

    /* Labels that are jumped to from within a node, and are not in it. */
    void leaves(const Node &node, Labels &to) const
    {
        int64_t label;
        if (target_of(node.statement, &label))
            to.insert(label);
        for (const Sequence &part : node.parts) {
            for (const Node &inner : part)
                leaves(inner, to);
            for (const Node &inner : part)
                if (inner.statement.kind == XB_SOURCE_LABEL)
                    to.erase(inner.statement.number);
        }
    }

    // ---- flags

    Expression flag(int64_t label)
    {
        auto &made = flags[label];
        if (!made)
            made = r.whole(r.temporary("left", {XB_TYPE_BOOL, 0}, 0));
        return made;
    }
    Expression any_of(const Labels &labels)
    {
        Expression all = nullptr;
        asked.insert(labels.begin(), labels.end());
        for (int64_t label : labels) {
            Expression one = flag(label);
            all = all ? r.operate(XB_INTRINSIC_OR, {XB_TYPE_BOOL, 0}, {all, one}) : one;
        }
        return all;
    }
    void set(int64_t label, bool value)
    {
        if (value)
            asked.insert(label);
        r.assign(flag(label), r.truth(value));
    }

    // ---- writing

    /* Labels from a place on, before anything else; those that control comes to after the sequence, too, if
     * nothing else follows. */
    static Labels labels_at(const Sequence &sequence, size_t from, size_t to, const Labels &after)
    {
        Labels found;
        for (; from < to && sequence[from].statement.kind == XB_SOURCE_LABEL; from++)
            found.insert(sequence[from].statement.number);
        if (from == to)
            found.insert(after.begin(), after.end());
        return found;
    }

    /* A stretch of a sequence. @param after labels that control comes to behind it @return flags that may be
     * set then: the labels are not among those */
    Labels put(const Sequence &sequence, size_t from, size_t to, const Labels &after, size_t depth)
    {
        if (depth > depth_limit) {
            is_good = false;
            return {};
        }
        for (size_t i = from; i < to && is_good; i++) {
            const Node &node = sequence[i];
            Labels out;
            if (node.statement.kind == XB_SOURCE_LABEL)
                continue;
            leaves(node, out);
            if (out.empty()) {
                put_plain(node, depth);
                continue;
            }
            r.at = place;
            return put_leaving(sequence, i, to, out, after, depth);
        }
        return {};
    }

    /* Where the first of some labels stands. */
    static size_t find_label(const Sequence &sequence, size_t from, size_t to, const Labels &labels)
    {
        while (from < to && !(sequence[from].statement.kind == XB_SOURCE_LABEL &&
                              labels.count(sequence[from].statement.number) > 0))
            from++;
        return from;
    }

    Labels leaves_of(const Sequence &sequence, size_t from, size_t to) const
    {
        Labels out;
        for (size_t i = from; i < to; i++)
            leaves(sequence[i], out);
        for (size_t i = from; i < to; i++)
            if (sequence[i].statement.kind == XB_SOURCE_LABEL)
                out.erase(sequence[i].statement.number);
        return out;
    }

    /* A node that may be left, and all that follows it. */
    Labels put_leaving(const Sequence &sequence, size_t i, size_t to, const Labels &out, const Labels &after,
                       size_t depth)
    {
        size_t stop = find_label(sequence, i + 1, to, out);
        const Labels here = labels_at(sequence, stop, to, after);
        const size_t end = is_loop(sequence[i]) ? stop : end_of_other(sequence, i, stop, to);
        const Labels behind = end > stop ? labels_at(sequence, end, to, after) : here;
        const Labels own = reset(leaves_of(sequence, i, end), is_loop(sequence[i]) ? Labels{} : behind);
        Labels pending = is_loop(sequence[i]) ? put_loop(sequence, i, stop, here, depth)
                         : end > stop         ? put_either(sequence, i, stop, end, behind, depth)
                                              : put_branch(sequence, i, stop, here, depth);
        pending = guarded(sequence, end, to, pending, after, depth);
        for (int64_t label : own)
            held.erase(label);
        return pending;
    }

    /* Flags are reset before what sets them, unless they are known not to be set. @return those that were */
    Labels reset(const Labels &labels, const Labels &but)
    {
        Labels own;
        for (int64_t label : labels)
            if (but.count(label) == 0 && held.insert(label).second) {
                set(label, false);
                own.insert(label);
            }
        return own;
    }

    /* if (value) go to label; one thing; go to end; label: another; end. @return the end, or stop if it is
     * not like that */
    size_t end_of_other(const Sequence &sequence, size_t i, size_t stop, size_t to) const
    {
        const xb_source_statement &s = sequence[i].statement;
        if (s.kind != XB_SOURCE_JUMP_IF || stop == to || falls(sequence, i + 1, stop))
            return stop;
        const Labels out = leaves_of(sequence, i + 1, stop);
        return out.count(s.number) > 0 ? stop : find_label(sequence, stop, to, out);
    }
    Labels put_either(const Sequence &sequence, size_t i, size_t stop, size_t end, const Labels &here,
                      size_t depth)
    {
        const xb_source_statement &s = sequence[i].statement;
        xb_source_statement *head = r.add(XB_SOURCE_IF);
        head->value = r.not_of(s.value);
        head->line = s.line;
        Labels pending = put(sequence, i + 1, stop, here, depth + 1);
        r.add_else();
        Labels more = put(sequence, stop, end, here, depth + 1);
        r.end_if();
        pending.insert(more.begin(), more.end());
        return pending;
    }

    /* What follows, unless one of the flags is set; those whose label is met are done with. */
    Labels guarded(const Sequence &sequence, size_t from, size_t to, Labels pending, const Labels &after,
                   size_t depth)
    {
        for (; from < to && sequence[from].statement.kind == XB_SOURCE_LABEL; from++)
            pending.erase(sequence[from].statement.number);
        if (from == to || pending.empty()) {
            Labels more = put(sequence, from, to, after, depth);
            pending.insert(more.begin(), more.end());
            return without(pending, from == to ? after : Labels{});
        }
        size_t stop = from;
        while (stop < to && !(sequence[stop].statement.kind == XB_SOURCE_LABEL &&
                              pending.count(sequence[stop].statement.number) > 0))
            stop++;
        const Labels here = labels_at(sequence, stop, to, after);
        const Labels own = reset(leaves_of(sequence, from, stop), here);
        r.begin_if(r.not_of(any_of(pending)));
        Labels more = put(sequence, from, stop, here, depth + 1);
        r.end_if();
        pending.insert(more.begin(), more.end());
        pending =
            stop == to ? without(pending, after) : guarded(sequence, stop, to, pending, after, depth + 1);
        for (int64_t label : own)
            held.erase(label);
        return pending;
    }

    /* Where nothing but these labels follows, nobody asks for their flags. */
    static Labels without(Labels labels, const Labels &gone)
    {
        for (int64_t label : gone)
            labels.erase(label);
        return labels;
    }

    void leave_for(int64_t label, const Labels &here, Labels &pending)
    {
        if (here.count(label) > 0)
            return;
        set(label, true);
        pending.insert(label);
    }

    /* A jump or a branch, with what follows it as far as stop. */
    Labels put_branch(const Sequence &sequence, size_t i, size_t stop, const Labels &here, size_t depth)
    {
        const Node &node = sequence[i];
        Labels pending;
        int64_t label;
        if (!target_of(node.statement, &label))
            return put_arms(sequence, i, stop, here, depth);
        if (node.statement.kind == XB_SOURCE_JUMP_IF)
            return put_jump_if(sequence, i, stop, here, depth);
        leave_for(label, here, pending); /* what follows is never reached */
        return pending;
    }

    /* Arms that control may come out of by itself. @param last receives the last of them */
    size_t falling_arms(const Node &node, size_t *last) const
    {
        size_t falling = 0;
        bool has_all = node.statement.kind == XB_SOURCE_IF;
        for (size_t p = 0; p < node.parts.size(); p++) {
            has_all = has_all || node.heads[p].kind == XB_SOURCE_DEFAULT;
            if (falls(node.parts[p], 0, node.parts[p].size())) {
                falling++;
                *last = p;
            }
        }
        return has_all ? falling : node.parts.size() + 1;
    }

    /* What follows goes into the only arm that control comes out of, if there is one. */
    Labels put_arms(const Sequence &sequence, size_t i, size_t stop, const Labels &here, size_t depth)
    {
        const Node &node = sequence[i];
        size_t last = 0, falling = falling_arms(node, &last);
        const bool is_tail = falling == 0 || labels_only(sequence, i + 1, stop),
                   absorbs = !is_tail && falling == 1;
        const Labels after = is_tail || absorbs ? here : Labels{};
        Labels pending;
        const Labels own = reset(leaves_of(sequence, i, i + 1), after);
        append(node.statement);
        for (size_t p = 0; p < node.parts.size(); p++) {
            Sequence arm = node.parts[p];
            if (absorbs && p == last)
                arm.insert(arm.end(), sequence.begin() + ptrdiff_t(i) + 1,
                           sequence.begin() + ptrdiff_t(stop));
            if (!node.heads.empty())
                append(node.heads[p]);
            else if (p == 1 && !arm.empty())
                r.add_else();
            Labels more = put(arm, 0, arm.size(), after, depth + 1);
            pending.insert(more.begin(), more.end());
        }
        append(node.end);
        if (!is_tail && !absorbs)
            pending = guarded(sequence, i + 1, stop, pending, here, depth);
        for (int64_t label : own)
            held.erase(label);
        return pending;
    }

    static bool labels_only(const Sequence &sequence, size_t from, size_t to)
    {
        for (; from < to; from++)
            if (sequence[from].statement.kind != XB_SOURCE_LABEL)
                return false;
        return true;
    }

    /* if (value) go to label; what follows is what is executed otherwise. */
    Labels put_jump_if(const Sequence &sequence, size_t i, size_t stop, const Labels &here, size_t depth)
    {
        const xb_source_statement &s = sequence[i].statement;
        Labels pending;
        bool is_near = here.count(s.number) > 0;
        if (is_near && labels_only(sequence, i + 1, stop))
            return pending;
        xb_source_statement *head = r.add(XB_SOURCE_IF);
        head->value = is_near ? r.not_of(s.value) : s.value;
        head->line = s.line;
        if (!is_near) {
            leave_for(s.number, here, pending);
            r.add_else();
        }
        Labels more = put(sequence, i + 1, stop, here, depth + 1);
        pending.insert(more.begin(), more.end());
        r.end_if();
        return pending;
    }

    void put_plain(const Node &node, size_t depth)
    {
        append(node.statement);
        for (size_t p = 0; p < node.parts.size(); p++) {
            if (!node.heads.empty())
                append(node.heads[p]);
            else if (p == 1 && !node.parts[1].empty())
                r.add_else();
            put(node.parts[p], 0, node.parts[p].size(), {}, depth + 1);
        }
        if (!node.parts.empty())
            append(node.end);
    }

    // ---- loops

    /* A loop that is left, with what follows it as far as stop. */
    Labels put_loop(const Sequence &sequence, size_t i, size_t stop, const Labels &here, size_t depth)
    {
        const Node &node = sequence[i];
        Labels out;
        leaves(node, out);
        switch (node.statement.kind) {
        case XB_SOURCE_DO: put_counted(node, out, depth); break;
        case XB_SOURCE_WHILE: put_while(node, out, depth); break;
        default: is_good = false;
        }
        Labels pending = without(out, labels_at(sequence, i + 1, stop, here));
        return guarded(sequence, i + 1, stop, pending, here, depth);
    }

    void put_while(const Node &node, const Labels &out, size_t depth)
    {
        const xb_source_statement &s = node.statement;
        const bool is_endless =
            s.value->kind == XB_SOURCE_CONSTANT && s.value->text && s.value->text[0] == 't';
        Expression ends = is_endless ? nullptr : r.whole(r.temporary("ends", {XB_TYPE_BOOL, 0}, 0));
        if (ends)
            r.assign(ends, r.truth(false));
        Expression left = any_of(out);
        append(s);
        last_statement().value =
            r.not_of(ends ? r.operate(XB_INTRINSIC_OR, {XB_TYPE_BOOL, 0}, {ends, left}) : left);
        if (ends)
            r.begin_if(s.value);
        put(node.parts[0], 0, node.parts[0].size(), {}, depth + 2);
        if (ends) {
            r.add_else();
            r.assign(ends, r.truth(true));
            r.end_if();
        }
        append(node.end);
    }

    xb_source_statement &last_statement()
    {
        return static_cast<xb_source_statement *>(unit->statements.items)[unit->statements.count - 1];
    }

    /* The counter goes on unless the loop is left; how often it may is counted. */
    void put_counted(const Node &node, const Labels &out, size_t depth)
    {
        const xb_source_statement &s = node.statement;
        const Kind wide = {XB_TYPE_INTEGER, s.target->bytes ? s.target->bytes : 4};
        int64_t step = 1;
        bool is_one = !s.step || (xb_source_is_integer(s.step, &step) && (step == 1 || step == -1));
        Expression last = kept(s.last, wide), by = !s.step || is_one ? r.number(step) : kept(s.step, wide);
        r.assign(s.target, s.first);
        Expression rounds = nullptr, goes_on;
        if (is_one) {
            goes_on = r.operate(step > 0 ? XB_INTRINSIC_LESS_OR_EQUAL : XB_INTRINSIC_GREATER_OR_EQUAL,
                                {XB_TYPE_BOOL, 0}, {s.target, last});
        } else {
            rounds = r.whole(r.temporary("rounds", wide, 0));
            Expression span =
                r.operate(XB_INTRINSIC_ADD, wide, {r.operate(XB_INTRINSIC_SUB, wide, {last, s.target}), by});
            r.assign(rounds, r.operate(XB_INTRINSIC_DIV, wide, {span, by}));
            goes_on = r.operate(XB_INTRINSIC_GREATER_THAN, {XB_TYPE_BOOL, 0}, {rounds, r.number(0)});
        }
        xb_source_statement *head = r.add(XB_SOURCE_WHILE);
        head->line = s.line;
        head->value = r.operate(XB_INTRINSIC_AND, {XB_TYPE_BOOL, 0}, {goes_on, r.not_of(any_of(out))});
        Sequence body = node.parts[0];
        const xb_intrinsic_code change = step < 0 && is_one ? XB_INTRINSIC_SUB : XB_INTRINSIC_ADD;
        body.push_back(
            assignment(s, s.target, r.operate(change, wide, {s.target, is_one ? r.number(1) : by})));
        if (rounds)
            body.push_back(assignment(s, rounds, r.operate(XB_INTRINSIC_SUB, wide, {rounds, r.number(1)})));
        put(body, 0, body.size(), {}, depth + 1);
        r.end_do();
    }
    static Node assignment(const xb_source_statement &at, Expression target, Expression value)
    {
        xb_source_statement made = {};
        made.kind = XB_SOURCE_ASSIGN;
        made.line = at.line;
        made.target = target;
        made.value = value;
        return {made, {}, {}, {}};
    }
    Expression kept(Expression value, Kind kind)
    {
        if (value->kind == XB_SOURCE_CONSTANT)
            return value;
        Expression made = r.whole(r.temporary("last", kind, 0));
        r.assign(made, value);
        return made;
    }

    Reader &r;
    xb_source_unit *const unit;
    parser::CharBlock place = r.at;
    std::map<int64_t, Expression> flags;
    Labels targets, asked, held; /* that are jumped to, whose flags are asked for, whose flags are not set */
    size_t next = 0, deepest = 0;
    bool is_good = true;
};

} // namespace

void Reader::structure_jumps()
{
    if (has_choices)
        return;
    parser::CharBlock before = at;
    Structuring{*this, unit}.structure();
    at = before;
}

} // namespace reader
