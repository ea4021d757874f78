/**
 * @file
 * Pointers of a procedure whose targets are known: each is the variable, or the part of one, that it points
 * to.
 *
 * Which targets a pointer may have follows from all pointer assignments of the procedure. Where the last one
 * is known, the target stands for the name of the pointer. Elsewhere an integer says which one it is, and a
 * statement that names the pointer has a branch for each. Subscripts of a target are kept in variables of
 * the pointer where it is assigned.
 */
#ifndef XB_FORTRAN_READER_POINTERS_H
#define XB_FORTRAN_READER_POINTERS_H

#include <functional>

#include "members.h"

#include "flang/Parser/parse-tree-visitor.h"

namespace reader
{

/** Pointers that a part of a procedure names, or sets. */
struct Pointed {
    std::vector<const Symbol *> named; /**< but not by associated(p) */
    std::set<const Symbol *> set;
    bool compares = false; /**< associated(p, x) */
};

/** Collects them. */
class PointedVisitor
{
  public:
    explicit PointedVisitor(Pointed &found) : found{found}
    {
    }
    template <typename T> bool Pre(const T &)
    {
        return true;
    }
    template <typename T> void Post(const T &)
    {
    }
    bool Pre(const parser::FunctionReference &x);
    bool Pre(const parser::Name &x);
    bool Pre(const parser::PointerAssignmentStmt &x);
    bool Pre(const parser::NullifyStmt &x);
    bool Pre(const parser::AllocateStmt &x);
    bool Pre(const parser::DeallocateStmt &x);

  private:
    void set(const parser::Name *name);
    Pointed &found;
};

/** What a pointer may point to. */
struct PointerTarget {
    const evaluate::Assignment *assignment = nullptr; /**< nullptr: what a statement allocates */
    const parser::Allocation *allocation = nullptr;   /**< that, if so */
    const Symbol *base = nullptr;                     /**< a pointer that the target is a part of */
    int base_target = 0;                              /**< and what that points to then */
    std::string text;                                 /**< as it is written */
    xb_source_variable *made = nullptr;               /**< of an allocation */
};

/** What stands for the name of a pointer: a part of a variable, or of a structure; neither: it can't be read.
 */
struct Form {
    Expression value = nullptr;
    Place place = {nullptr, {}, {{}}, nullptr};
    bool is_known() const
    {
        return value || place.whole;
    }
};

/** The pointers of the procedure at hand. */
class Pointers
{
  public:
    /** Finds what they may point to. */
    Pointers(Reader &reader, const parser::ExecutionPart &body);

    /** Forgets them. */
    ~Pointers();
    Pointers(const Pointers &) = delete;
    Pointers &operator=(const Pointers &) = delete;

    /** Whether a symbol is a pointer with known targets. */
    bool has(const Symbol &symbol) const
    {
        return known.count(&symbol) > 0;
    }

    /** Sets the integers of all pointers where the procedure begins. */
    void begin();

    /** Pointers named in a part of the parse tree of which it is not known what they point to. */
    template <typename T> std::vector<const Symbol *> unsure(const T &part)
    {
        Pointed found;
        PointedVisitor visitor{found};
        parser::Walk(part, visitor);
        compares = found.compares;
        return unsure_among(found);
    }

    /** Pointers that a part sets. */
    template <typename T> std::set<const Symbol *> set_in(const T &part)
    {
        Pointed found;
        PointedVisitor visitor{found};
        parser::Walk(part, visitor);
        return found.set;
    }

    /** Reads something once, or in branches for what pointers may point to. */
    void in_cases(const std::vector<const Symbol *> &unsure, const std::function<void()> &read);

    /** It is no longer known what they point to. */
    void forget(const std::set<const Symbol *> &pointers);

    void assign(const Symbol &pointer, const evaluate::Assignment &assignment);
    void nullify(const Symbol &pointer);

    /** The variable that an allocation of a pointer is one of; the pointer points to it then. */
    Expression allocate(const Symbol &pointer, const parser::Allocation &allocation);

    /** Whether a pointer points to something, or to that; nullptr, refused, if that can't be told. @param
     * target nullptr: anything */
    Expression have_same_place(Expression a, Expression b);
    Expression is_associated(const Symbol &pointer, const TypedExpression *target);

    /** What is known, to be put back. */
    using State = std::map<const Symbol *, int>;
    State state() const
    {
        return points_to;
    }
    void set_state(const State &state);

  private:
    struct Pointer {
        std::set<int> targets;
        std::map<int, Form> forms; /* by target */
        xb_source_variable *selector = nullptr;
        bool is_asked = false;
    };
    static constexpr int UNKNOWN = -1, NOTHING = 0;

    std::vector<const Symbol *> unsure_among(const Pointed &found) const;
    void find(const parser::ExecutionPart &body);
    bool add_targets(const Symbol &pointer, const evaluate::Assignment &assignment);
    int number_of(const PointerTarget &target);
    bool moves_along(const PointerTarget &target) const;
    Form read(const TypedExpression &target);
    Form model_of(const PointerTarget &target);
    const Form &form_of(const Symbol &pointer, int target);
    void make_selector(const Symbol &symbol, Pointer &pointer);
    void point(const Symbol &pointer, int target);
    void select(const Symbol &pointer, int target);
    void take_form(const Symbol &pointer, int target, const Form &value);
    void copy(const Symbol &pointer, const Symbol &from);
    void read_cases(const std::vector<const Symbol *> &unsure, size_t next, bool with_nothing,
                    const std::function<void()> &read);
    int single_of(const Symbol &pointer) const;
    int used_target(const Symbol &pointer) const;
    bool is_plain(const Symbol &pointer, int target);

    Reader &r;
    std::vector<PointerTarget> targets; /* by number - 1 */
    std::map<const Symbol *, Pointer> known;
    std::vector<const Symbol *> order;
    State points_to;
    bool compares = false;
};

} // namespace reader

#endif
