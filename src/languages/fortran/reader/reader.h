/**
 * @file
 * What the parts of the reader of Fortran share.
 *
 * flang parses all files, resolves names and types expressions. What it leaves is walked once: each routine
 * that is asked for, and those that these call, becomes a unit of the statement form. Symbols become units
 * and variables when they are met first. What the statement form has not got is expressed by what it has:
 *
 * - session.cc parses (nesting.cc: what is too deep for that), and puts modules before what uses them;
 * reader.cc finds procedures and reads those that are needed;
 * - procedures.cc: units, and versions of those to which procedures are passed; library.cc: interfaces of the
 *   BLAS and LAPACK; results.cc, copies.cc: results with room of their own, arguments that are copies;
 * - symbols.cc: variables; kind_names.cc: how the source says their kinds; storage.cc: common blocks and what
 * is equivalent; structures.cc, structure_arguments.cc, structure_values.cc: structures, which are the
 * variables that their members are; classes.cc: which types an object may have, which procedure a binding is;
 * dispatch.cc: branches for them; procedure_pointers.cc: what pointers to procedures point to;
 * - expressions.cc, calls.cc (intrinsics), ieee.cc (those of a module), arrays.cc (extents, arrays that are
 * made);
 * - statements.cc, output.cc and transfers.cc (input and output), memory.cc (allocation), pointers.cc,
 * masks.cc (where, forall), elementwise.cc (elemental procedures); wishes.cc heeds directives, which
 * directives.cc finds; jumps.cc makes branches of jumps; changes.cc says what a body does with variables.
 */
#ifndef XB_FORTRAN_READER_READER_H
#define XB_FORTRAN_READER_READER_H

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "directives.h"
#include "intrinsics.h"
#include "ir/tags.h"
#include "languages/code/source.h"
#include "structures.h"
#include "types.h"

namespace reader
{

/** The module that has a symbol; empty: none. */
std::string module_of(const Symbol &symbol);

/** The name of a file as options have it: flang finds it in the folder where it is started. */
std::string own_path(const std::string &path);

class KindNames;
class Pointers;

/** What is read, and what has become of it. */
class Reader
{
  public:
    Reader(xb_arena *arena, xb_diagnostics *diagnostics, const parser::AllCookedSources &cooked,
           semantics::SemanticsContext &context, Directives &directives, xb_source *source);

    /** Reads a program: the routine that is named and all that it needs; all routines if the name is empty.
     * @param is_whole if it is empty, all routines are read, even if a directive says which is meant */
    void read(const parser::Program &program, const std::string &entry, bool is_whole);

    xb_arena *const arena;
    xb_source *const source;
    semantics::SemanticsContext &context;

    // ---- places and complaints (reader.cc)

    /** Says, at the place at hand, what can't be read. @param hint what would help, or nullptr */
    void refuse(const char *hint, const char *format, ...) __attribute__((format(printf, 3, 4)));

    /** The line of a place, and of the one at hand. */
    uint64_t line_of(const parser::CharBlock &place) const;
    uint64_t line() const
    {
        return line_of(at);
    }

    /** The file of a place; it lives as long as the arena. */
    const char *file_of(const parser::CharBlock &place) const;

    parser::CharBlock at; /**< the statement or the name at hand */

    // ---- directives (wishes.cc)

    /** Passes on what directives say of the loop at hand, whose head is a statement of the unit at hand. */
    void heed_for_loop(size_t head);

    /** The same of calls from a statement of the unit at hand on, which are made of one statement. @param
     * line of that */
    void heed_for_calls(size_t first, uint64_t line);

    // ---- symbols (symbols.cc)

    /** The variable that a symbol is; nullptr, refused, if it is none that can be read. */
    xb_source_variable *variable_of(const Symbol &symbol);

    /** The type of an expression or a variable; refused if it has none here. */
    Kind kind_of(const evaluate::DynamicType &type);
    Kind known(Kind kind);

    /** Gives a text its length. */
    void describe_length(xb_source_variable *variable, const evaluate::DynamicType &type);

    // ---- structures (structures.cc)

    /** The type of an expression, or of a variable, that is a structure; nullptr: it is none. */
    StructureType structure_type(const TypedExpression &from);
    StructureType structure_type(const Symbol &symbol);

    /** The members of a type that are no structures, in their order, inherited ones first. */
    const std::vector<Way> &members_of(StructureType type);

    /** Those of all types that an object may have; before them, whether it has each type. */
    const std::vector<Way> &members_of(StructureType type, const Types &types);

    /** The structure that a variable is; nullptr, refused, if it can't be read. */
    Structure *structure_of(const Symbol &symbol);

    /** What a part of a structure is. */
    Place place_of(const evaluate::DataRef &from);

    /** The variable, or part of one, that a member is; nullptr, refused, if it can't be read. @param way to
     * it from the place */
    Expression member(const Place &place, const Way &way);

    /** A structure that gets another name: where it is, or a variable with its value. */
    Place place_to_name(const TypedExpression &value);

    // ---- types that are known when the program runs (classes.cc, dispatch.cc)

    /** Whether a place has a type; a variable, set where that is not known. */
    Expression has_type(const Place &place, const Symbol &type);

    /** Whether one of several types of an object has to be known before a call can be made. @param object
     * receives it */
    bool awaits_choice(const evaluate::ProcedureRef &call, Place &object);

    /** Makes statements once for each type that an object may have, in branches: there it has that. */
    template <typename MAKE> void for_each_type(const Place &object, const MAKE &make)
    {
        const Types types = object.types;
        for (size_t i = 0; i < types.size(); i++) {
            if (i > 0)
                add_else();
            if (i + 1 < types.size())
                begin_if(has_type(object, *types[i]));
            narrowings.push_back({object, types[i]});
            make();
            narrowings.pop_back();
        }
        for (size_t i = 1; i < types.size(); i++)
            end_if();
    }

    /** A place as it is within branches for its types. */
    Place narrowed_here(Place place);

    // ---- pointers to procedures (procedure_pointers.cc)

    /** Whether a name is one, and no argument. */
    static bool is_procedure_pointer(const Symbol &symbol);

    /** Whether a procedure is called by a pointer that is never set: nothing in the program does so, and
     * nothing that the entry gets is a structure, which may bring one along. */
    bool points_to_nothing(const evaluate::ProcedureDesignator &called);

    /** The procedures that variables tell of whether a pointer points to them; none: nothing has to be told.
     */
    Types answers_of(const Symbol &pointer);

    /** The pointer that is named; its types are the procedures that it may point to here. */
    Place place_of_pointer(const evaluate::ProcedureDesignator &named);

    /** The one procedure that a pointer points to here; nullptr: there may be several, or none is known. */
    const Symbol *pointed_to(const evaluate::ProcedureDesignator &named);

    /** Lets a pointer point to a procedure, or to nothing. */
    void point_to(const evaluate::ProcedureDesignator &pointer, const TypedExpression &value);

    /** Whether a value is a pointer to a procedure. */
    Expression is_target(const TypedExpression &value, const Symbol &procedure);

    /** Whether a pointer to a procedure is associated; nullptr: the inquiry is about something else. */
    Expression procedure_association(const evaluate::ProcedureRef &inquiry);

    /** The specification of a type without parameters. */
    StructureType spec_of(const Symbol &type);

    /** A place as an object of some of the types that it may have. */
    Place narrowed_to(Place place, const Types &types);

    /** The lower bound of a dimension of a part of the way to a place. @param i from 0 */
    Expression lower_bound_at(const Place &place, size_t level, size_t i);

    /** A member that is named. */
    Expression component(const evaluate::DataRef &from);

    /** The members of a value. */
    Record record_of(const TypedExpression &from);

    /** An assignment of one structure to another, member by member. */
    void assign_structure(const TypedExpression &target, const TypedExpression &value);

    /** Members of a structure that is passed to a formal argument of a unit. @param actual nullptr: it is
     * absent */
    void pass_structure(const xb_source_unit *callee, const Symbol &dummy, const TypedExpression *actual,
                        std::vector<Expression> &arguments);

    /** The members of a formal argument, or of a result, as formal arguments of a unit. */
    void add_formal_structure(xb_source_unit *made, const Symbol &symbol, xb_intent intent);

    /** Gives members of the structures of a scope the values that their types say, where it is entered. */
    void begin_structures(const semantics::Scope &scope);

    /** The memory of a structure. @param extents of an array. @param source the value that it has first, or
     * nullptr @param type of an object of a class, or nullptr */
    void allocate_structure(const TypedExpression &target, const std::vector<Expression> &extents,
                            const TypedExpression *source, StructureType type);
    void deallocate_structure(const TypedExpression &target);

    /** Deallocates what may be allocated. */
    void free_if_allocated(Expression part);

    /** Whether a variable is certainly not allocated at the place at hand. */
    bool is_fresh(const xb_source_variable *variable);

    /** An inquiry about a dimension of an array of structures, from 1. @return nullptr: it is no such array
     */
    Expression inquire_structure(xb_intrinsic_code code, const evaluate::DataRef &array, int dimension);

    /** An intrinsic function of a structure, such as whether it is present; nullptr, refused, if it can't be
     * read. */
    Expression structure_inquiry(const std::string &name, const evaluate::ProcedureRef &call);

    /** The procedure that is called; nullptr, refused, if it is not known. */
    const Symbol *target_of(const evaluate::ProcedureRef &call);

    /** The type that a variable of a class has when the program runs, if there is one only; else what is
     * declared. @param types receives those that it may have, if there are several; or nullptr */
    StructureType settled_type(StructureType declared, Types *types);

    /** The subscripts of a part of an array. */
    std::vector<Expression> subscripts_of(const evaluate::ArrayRef &part);

    /** A subscript of what is a section of a variable, in a dimension from 0. */
    Expression compose(Expression section, size_t dimension, Expression subscript);

    std::map<const Symbol *, Place> places; /**< structures that stand for names */

    /** A new local variable of the unit at hand. @param stem what its name begins with */
    xb_source_variable *temporary(const char *stem, Kind kind, int rank);

    /** An array of the unit at hand: of these extents from the beginning if they are constants there, else to
     * be allocated.
     * @param extents nullptr where one is not known */
    xb_source_variable *array_of(const char *stem, Kind kind, const std::vector<Expression> &extents);

    /** An array with the extents of another one, allocated if these are known only where the statement at
     * hand is. */
    xb_source_variable *array_like(const char *stem, Kind kind, Expression shape);

    /** An expression where no elemental function of the program is applied to an array: then it is assigned
     * before. */
    Expression settled(Expression e);

    /** An expression within another one; assigned before if its extents follow from values only. */
    Expression loose_kept(Expression e);

    /** An expression whose operands may be anywhere. */
    Expression with_loose_kept(Expression e);

    /** A new variable that is assigned a value here. */
    Expression kept(const char *stem, Expression value);

    /** The variable that counts a loop that is made. @param depth loops that are made around it */
    xb_source_variable *counter(size_t depth);
    /** The variable that an index of a construct becomes: that of the same name, if it only counts loops. */
    Expression index_of(const std::string &name);

    size_t open_loops = 0; /**< loops that are made around the statement at hand */

    // ---- extents (arrays.cc)

    /** The number of elements along a dimension, from 1; nullptr if it is not known before the value is. */
    Expression extent(Expression array, int dimension);
    std::vector<Expression> extents_of(Expression array);

    /** (upper - lower + stride)/stride, which may be negative where nothing is. */
    Expression extent_of_range(Expression lower, Expression upper, Expression stride);
    Expression sum_of(Expression a, Expression b);
    Expression difference_of(Expression a, Expression b);

    /** An integer by what its variables have been set to, once and for all; itself if there are none. */
    Expression known_value(Expression e);

    /** Keeps in mind what a variable is set to, if that is done in one place. */
    void note_value(Expression target, Expression value);

    /** Whether an integer is the same wherever the unit at hand is, and can be part of its declarations. */
    bool is_constant_here(Expression e);

    /** A constant array of the unit at hand. @param shape extents in the order of subscripts */
    Expression constant_array(Kind kind, const std::vector<int64_t> &shape,
                              const std::vector<Expression> &values);

    // ---- storage that is shared (storage.cc)

    /** Whether a variable is elements of an array that others are elements of, too. */
    bool is_overlaid(const Symbol &symbol) const;

    /** Elements of such a variable; all of it without subscripts. */
    Expression overlaid(const Symbol &symbol, const std::vector<Expression> &subscripts);

    /** A variable of the unit that has a name, to be a copy of what is overlaid; nullptr: it is taken. */
    xb_source_variable *copy_called(const std::string &name, Expression value);

    /** A text as a constant of the unit at hand. */
    Expression constant_text(Expression text);

    // ---- procedures (procedures.cc)

    /** What the name of a procedure stands for in the unit at hand. @return false, refused, if that is not
     * known */
    bool target_of(const Symbol &named, Target &target);

    /** The unit that is called, with its formal arguments; nullptr, refused, if it can't be called. */
    xb_source_unit *callee_of(const Target &target, const evaluate::ProcedureRef &call);

    /** Whether an argument of a unit, counted from 0, is a procedure: the unit is a version for it. */
    bool passes_procedure(const xb_source_unit *callee, size_t i) const;

    // ---- expressions (expressions.cc)

    /** An expression. What can't be part of one is computed by statements before the one at hand. */
    Expression expression(const TypedExpression &from);

    /** The same of a part of the parse tree that is a typed expression; refused if flang did not type it. */
    template <typename T> Expression expression_of(const T &part)
    {
        const TypedExpression *typed = semantics::GetExpr(nullptr, part);
        if (typed)
            return expression(*typed);
        refuse(nullptr, "an expression without a type");
        return number(0);
    }

    /** An expression of integers of the usual kind, as long as no value in it can be beyond that. */
    Expression narrowed(Expression from);

    /** Assigns the values of an array constructor, which must not read the target, one by one. @return
     * whether it is one */
    bool construct_in(Expression target, const TypedExpression &value);

    /** A call of an intrinsic function (calls.cc). */
    Expression intrinsic(const std::string &name, const evaluate::ProcedureRef &call, Kind kind, int rank);

    /** The values of a constant, element by element. @return whether it is one */
    bool values_of(const TypedExpression &constant, std::vector<Expression> &values);

    /** A call of a procedure: its arguments by position; of a function without its result. */
    std::vector<Expression> arguments_of(const evaluate::ProcedureRef &call, xb_source_unit *callee);

    Expression number(int64_t value)
    {
        return xb_source_integer(arena, value);
    }
    Expression truth(bool value);
    Expression operate(xb_intrinsic_code code, Kind kind, std::initializer_list<Expression> operands);
    Expression operate(xb_intrinsic_code code, Kind kind, const std::vector<Expression> &operands);
    Expression not_of(Expression condition);
    Expression whole(xb_source_variable *variable)
    {
        return xb_source_whole(arena, variable);
    }

    /** An element, or a section, of a variable. */
    Expression part_of(xb_source_variable *variable, const std::vector<Expression> &subscripts);

    /** A subscript that is a range. Each part may be nullptr. */
    Expression range(Expression lower, Expression upper, Expression stride);

    /** A bound or an extent of an array, as an inquiry. @param dimension from 1 */
    Expression inquire(xb_intrinsic_code code, Expression array, int dimension);

    /** A lower bound, a number where it is known. @param dimension from 1 */
    Expression lower_bound(Expression array, int dimension);
    Expression upper_bound(Expression array, int dimension);

    // ---- results (results.cc)

    /** A new variable for the result of a call, with its extents. @param arguments those that have to be
     * variables become ones */
    Expression room_for_result(xb_source_unit *callee, std::vector<Expression> &arguments);

    /** The extents that the declaration of a result gives it in a call; fewer, if it is allocatable. */
    std::vector<Expression> extents_of_result(xb_source_unit *callee, const xb_source_variable &result,
                                              std::vector<Expression> &arguments);

    /** The number of elements from one bound to the other. @param lower nullptr: 1 */
    Expression extent_between(Expression lower, Expression upper);

    // ---- pointers (pointers.cc)

    /** What a pointer of the program is here. */
    enum class PointerRole {
        NONE,      /**< it is no pointer, or one about which nothing is known */
        POINTS,    /**< a local one that points to variables */
        ALLOCATED, /**< it is only allocated */
        PASSED     /**< an argument that is used like any other one */
    };
    PointerRole role_of(const Symbol &symbol);
    const Usage &usage_of(const Symbol &procedure);
    Pointers *pointers = nullptr; /**< of the procedure at hand */

    // ---- statements (statements.cc)

    /** The body of a procedure, into the unit at hand. */
    void body(const Procedure &procedure);

    /** Input, output and the like (output.cc). @param text of the statement, without its condition
     * @param made variables that stand in it, which the source has not got
     * @param status what tells of errors; nullptr: nothing does
     * @return where to go from there */
    Outcome opaque(const std::string &text, const Replaced &made, const TypedExpression *status);

    /** Goes where input or output leads. */
    void go_by(Outcome outcome);

    /** The same, of a statement whose parts may have to be copied (transfers.cc). */
    void transfer(const parser::ActionStmt &statement);

    /** A call of a routine that Fortran has, which stays a text. @param name of that */
    void call_text(const std::string &name, const parser::CallStmt &call);

    /** Copies a variable, of which the copy has no derivative. */
    void copy_apart(xb_source_variable *to, xb_source_variable *from);

    /** Whether a symbol is the result of the function at hand. */
    bool is_own_result(const Symbol &symbol) const
    {
        return procedure && procedure->symbol == &symbol;
    }

    /** Replaces jumps of the unit at hand by branches, if all lead forward out of constructs (jumps.cc). */
    void structure_jumps();

    /** Appends a statement to the unit at hand. */
    xb_source_statement *add(xb_source_statement_kind kind)
    {
        return xb_source_add(arena, unit, kind, line());
    }
    void assign(Expression target, Expression value);
    void call(xb_source_unit *callee, const std::vector<Expression> &arguments);
    void begin_do(Expression counter, Expression first, Expression last, Expression step);
    void end_do()
    {
        add(XB_SOURCE_END_DO);
    }
    void begin_if(Expression condition)
    {
        add(XB_SOURCE_IF)->value = condition;
    }
    void add_else()
    {
        add(XB_SOURCE_ELSE);
    }
    void end_if()
    {
        add(XB_SOURCE_END_IF);
    }
    void jump(int64_t label)
    {
        add(XB_SOURCE_JUMP)->number = label;
    }
    void put_label(int64_t label)
    {
        add(XB_SOURCE_LABEL)->number = label;
    }

    /** Notes that a statement goes to one of several labels: jumps of the unit at hand stay as they are. */
    void note_choice()
    {
        has_choices = true;
    }

    /** A label that no statement of the source has. */
    int64_t new_label()
    {
        return ++labels;
    }

    // ---- memory (memory.cc)

    /** An assignment to all of an array that may have to be allocated for it. */
    void assign_whole(Expression target, Expression value);

    /** An allocation. @param lowers nullptr: 1, or as source and mold have it @param source, mold may be
     * nullptr */
    void allocate_here(Expression target, const std::vector<Expression> &lowers,
                       const std::vector<Expression> &uppers, Expression source, Expression mold);
    void deallocate_here(Expression target);

    /** What from was allocated with becomes to; from is no longer allocated. */
    void move_allocation(Expression from, Expression to);

    /** A question about a variable, such as whether it is allocated. */
    Expression inquire_truth(xb_intrinsic_code code, Expression variable);

    /** Notes of an allocatable scalar that it is there from the beginning, if nobody can tell. */
    void settle_scalar(Expression target);

    /** Allocates an array with extents, counted from 1. */
    void allocate(Expression target, const std::vector<Expression> &extents);

    xb_source_unit *unit = nullptr;                   /**< at hand */
    const Procedure *procedure = nullptr;             /**< at hand */
    std::map<const Symbol *, Expression> substitutes; /**< what stands for a name: associate names, arguments
                                                         of statement functions */
    std::map<std::string, Expression> implied;        /**< variables of implied loops */
    bool declares = false; /**< a declaration is at hand: no statement can be added */
    std::map<const Symbol *, Procedure> procedures; /**< those with a body */
    KindNames *kind_names = nullptr;                /**< how the source says kinds */

  private:
    /** What is known of the unit at hand from its text. */
    struct Surroundings {
        bool is_known = false, has_inner = false;
        std::set<std::string> names; /**< that mean something there */
        Usage usage;
    };
    const Surroundings &surroundings();

    /** What is known of an allocatable variable where the statement at hand is. */
    struct Memory {
        bool is_known = false, is_allocated = false;
        std::vector<Expression>
            extents; /**< those that it has, if they are the same everywhere; else empty */
    };
    bool is_straight() const;
    bool is_within_loop() const;
    bool is_own(const xb_source_variable *variable);
    Memory &memory_of(xb_source_variable *variable);
    void forget_memory(const xb_source_unit *callee, const std::vector<Expression> &arguments);
    void note_memory(xb_source_variable *variable, bool is_allocated, const std::vector<Expression> &extents);
    Expression zero_of(const xb_source_variable *variable);
    Expression next_generation(xb_source_variable *variable);
    void fit(Expression target, const std::vector<Expression> &extents, Expression like);
    bool is_plain_scalar(Expression target);
    bool declare_instead(Expression target, const std::vector<Expression> &lowers,
                         const std::vector<Expression> &uppers);
    bool is_constant_variable(const xb_source_variable *variable);
    Expression declared_extent(Expression array, int dimension);
    Expression extent_of_operands(Expression e, int dimension);
    Expression extent_of_operation(Expression e, int dimension);
    static Expression value_at(const xb_source_variable *parameter, size_t place);
    void settle_order();
    void check_entries(const Symbol &symbol);
    void check_results();
    void copy_values();
    void find_library();
    void find_modules(const parser::Program &program);
    void refuse_directive(const Directive &directive, const char *hint, const char *what);
    void warn_of_directive(const Directive &directive, const char *what);
    const Symbol *routine_around(const Directive &directive);
    std::string entry_of_directives(bool is_asked);
    void name_differentiated();
    void check_directives();
    void read_all(const std::vector<const Symbol *> &order, const std::string &entry);

    const std::string &unique_name(const xb_source_unit *home, const std::string &wish);
    xb_source_variable *make_variable(const Symbol &symbol, xb_source_unit *home);
    void describe_shape(xb_source_variable *variable, const semantics::ArraySpec &shape);
    void give_values(xb_source_variable *variable, const std::vector<Expression> &values);
    void describe_values(xb_source_variable *variable, const Symbol &symbol);
    xb_source_unit *home_of(const Symbol &symbol);
    Structure *make_structure(const Symbol &symbol, StructureType type);
    Structure *temporary_structure(const char *stem, StructureType type, const std::vector<int64_t> &extents);
    void describe_member(Structure &structure, const Way &way, xb_source_variable *shape);
    xb_source_variable *member_variable(Structure &structure, const Way &way);
    bool is_whole(StructureType type);
    bool is_used_outside(const Symbol &type, const semantics::Scope &module);
    bool is_out_of_reach(const Structure &structure, const Way &way);
    std::map<const Symbol *, std::vector<const semantics::Scope *>>
        type_users; /**< where variables of each type are declared */
    void describe_structure(const Structure &structure, const std::string &path, xb_source_variable *member);
    bool member_values(const Structure &structure, const Way &way, std::vector<Expression> &values);
    const char *obstacle_of(const Structure &structure, const Way &way);
    Record record_of_call(const evaluate::FunctionRef<evaluate::SomeDerived> &call);
    Structure *room_for_structures(xb_source_unit *callee, const Structure &formal,
                                   std::vector<Expression> &arguments);
    Record record_of_constructor(const evaluate::StructureConstructor &from);
    void allocate_members(const Place &place, const std::vector<Expression> &extents);
    Record record_of_list(const evaluate::ArrayConstructor<evaluate::SomeDerived> &from);
    Record record_of_place(const Place &place);
    Place kept(const Record &record);
    Expression part_of_record(const Record &record, const Way &way);
    /* A member that is assigned, its value, and when: nullptr: always. */
    struct Pair {
        Expression target, value, condition;
        int level; /* how many parts lead to the allocatable array of structures that is assigned as a whole
                      with it; -1: none */
    };
    std::vector<Pair> pairs_of(const Place &place, const Record &record, bool is_place);
    bool may_have(const Record &record, const Way &way, Expression *condition);
    void assign_pair(const Pair &pair);
    void fit_structures(const Place &array, const std::vector<Pair> &pairs, Expression like);
    void assign_structures(const Place &array, const std::vector<Pair> &pairs);
    void give_defaults(const Place &place);
    void find_types(const semantics::Scope &scope);
    void add_members(StructureType type, Way &way, std::vector<const Symbol *> &open,
                     std::vector<Way> &found);
    void add_class_members(const Types &types, Way &way, std::vector<const Symbol *> &open,
                           std::vector<Way> &found);
    bool is_expanded(const Symbol &part, const std::vector<const Symbol *> &open);
    bool is_unsettled(const Symbol &part);
    void set_type(const Place &object, const Symbol &type);
    void assign_object(const Place &object, const TypedExpression &value);
    void assign_object_as(const Place &object, const Record &value);
    void assign_members(const Place &place, const Record &record, bool is_place);
    const std::vector<const Symbol *> &all_types();
    void settle_dummy(const Symbol &symbol, const xb_source_unit *home, Structure *made);
    /* What a pointer to procedures may ever point to. */
    struct ProcedureTargets {
        Types all;                /* by their names; none if they are not known */
        bool has_answers = false; /* variables tell to which of them it points */
        bool is_unknown = false;
    };
    std::set<const Symbol *> callees_of(const evaluate::ProcedureRef &call,
                                        const std::map<const Symbol *, std::set<const Symbol *>> &from);
    void find_procedure_targets();
    const ProcedureTargets &targets_of(const Symbol &pointer);
    Place place_of_variable(const Symbol &pointer);
    bool begins_true(const Way &way, const Symbol *variable = nullptr);
    void begin_pointer(const Symbol &pointer);
    std::map<const Symbol *, ProcedureTargets> procedure_targets; /**< of pointers */
    bool awaits_type(const Symbol &dummy);
    bool awaits_types(const Symbol &procedure);
    const Symbol *type_passed(const TypedExpression &actual);
    std::vector<Way> formal_ways(const Structure &structure);
    Structure *formal_structure(const xb_source_unit *callee, const Symbol &dummy);
    Expression placeholder(const Place &actual, const Way &way);
    Place place_at(const evaluate::DataRef &from);
    Place object_of_call(const evaluate::ProcedureRef &call);
    const Symbol *binding_in(const Symbol &type, const Symbol &binding);
    bool is_visible_here(const Symbol &procedure) const;
    void give_default(const Place &place, const Way &way);
    void begin_extension(const Place &actual, const Structure &formal);
    const Symbol *definition_of(const Symbol &symbol) const;
    void find_shared();
    static void add_groups(std::vector<Overlap> &groups,
                           std::vector<std::pair<const Symbol *, size_t>> members);
    xb_source_variable *make_group(Overlap &group, xb_source_unit *home);
    xb_source_variable *make_elements(Overlap &group, xb_source_unit *home);
    void give_values(const Overlap &group);
    void make_block(const std::string &name);
    xb_source_variable *shared_variable(const Symbol &symbol);
    Expression fitted(Expression actual, const xb_source_variable *formal);
    Expression advance(Expression sum, Expression subscript, int64_t lower, int64_t stride);
    xb_source_unit *instance_of(const Symbol &symbol);
    bool has_versions(const xb_source_unit *unit);
    bool awaits_procedures(const Symbol &symbol) const;
    bool passed_by(const std::optional<evaluate::ActualArgument> &argument, Target &target);
    xb_source_unit *host_of(const Version &version);
    std::string name_of(const Version &version) const;
    std::string module_of(const Version &version) const;
    xb_source_unit *make_unit(const Version &version, const semantics::SubprogramDetails &details);
    xb_source_unit *unit_of(const Version &version);
    xb_source_unit *plain_unit_of(const Symbol &symbol);
    xb_source_unit *entry_unit_of(const Symbol &symbol);
    xb_source_unit *argument_unit_of(const Symbol &dummy);
    void add_formals(xb_source_unit *made, const semantics::SubprogramDetails &details);

    xb_diagnostics *const diagnostics;
    const parser::AllCookedSources &cooked;
    Directives &directives;
    std::map<std::pair<const Symbol *, const xb_source_unit *>, xb_source_variable *>
        variables; /**< by their units, too */
    std::map<Version, xb_source_unit *> units;
    std::map<const xb_source_unit *, Version> versions;
    std::map<const Symbol *, int> version_counts; /**< of those to which procedures are passed */
    std::map<const xb_source_variable *, const Symbol *> symbols_of_variables;
    std::map<const xb_source_unit *, const Symbol *> symbols_of_units;
    std::map<const xb_source_unit *, Surroundings> surroundings_of;
    std::map<const Symbol *, Usage> usages;                  /**< of procedures */
    std::string entry_name;                                  /**< what is differentiated, if that is known */
    std::map<const xb_source_variable *, Expression> values; /**< of integers that are set once */
    std::map<const xb_source_variable *, Memory> memory;
    std::set<const xb_source_variable *> declared_instead; /**< that are no allocatables any more */
    std::set<const xb_source_variable *> bounded; /**< local ones that may have lower bounds other than 1 */
    std::map<const xb_source_unit *, std::vector<xb_source_variable *>>
        counters; /**< of loops that are made, by depth */
    std::map<std::pair<const xb_source_unit *, std::string>, xb_source_variable *>
        indices; /**< of constructs, by name */
    std::map<std::pair<const xb_source_unit *, std::string>, xb_source_variable *>
        constants; /**< arrays, by their values */
    std::map<const xb_source_unit *, std::set<std::string>>
        names; /**< that are taken, of units; of the program: nullptr */
    /** What a variable shares storage with. */
    struct Sharing {
        Overlap *group;
        const std::string *block; /**< the name of the common block; nullptr: there is none */
    };
    std::map<std::string, std::vector<Overlap>> blocks;                    /**< common blocks */
    std::map<const semantics::Scope *, std::vector<Overlap>> equivalences; /**< what is not in a block */
    std::map<const Symbol *, Sharing> shared;
    std::map<std::pair<const xb_source_unit *, std::string>, xb_source_variable *>
        copies_called;                                 /**< copies of what is overlaid, by their names */
    std::map<std::string, const Symbol *> externals;   /**< procedures with a body of their own, by name */
    std::map<const Symbol *, const Symbol *> separate; /**< bodies in submodules, by their interfaces */
    std::map<std::string, const Symbol *> library;     /**< interfaces of routines of libraries, by name */
    std::map<std::string, size_t> module_places;       /**< of modules, in the order of their uses, from 1 */
    std::set<std::string> own_names;                   /**< of all procedures with a body */
    std::deque<xb_source_unit *> waiting;              /**< units whose bodies are still to be read */
    std::map<std::pair<const Symbol *, const xb_source_unit *>, Structure *>
        structures; /**< by their units, too */
    std::deque<Structure> all_structures;
    std::map<const semantics::Symbol *, std::vector<Way>> type_members, class_members;
    std::map<const xb_source_unit *, std::vector<const Symbol *>> dummies; /**< of units, in their order */
    std::map<const xb_source_unit *, const Symbol *>
        structure_results;             /**< functions that became subroutines */
    std::vector<const Symbol *> types; /**< derived types of the program */
    bool types_are_found = false;
    std::map<const Symbol *, bool> awaiting;          /**< arguments of classes: whether their types matter */
    std::deque<semantics::DerivedTypeSpec> own_specs; /**< of types that are named nowhere */
    std::vector<std::pair<Place, const Symbol *>> narrowings; /**< objects whose types are known here */
    static constexpr int64_t FIRST_LABEL = 100000;            /**< no label of the source is beyond that */
    bool has_choices = false;     /**< a statement of the unit at hand goes to one of several labels */
    int64_t labels = FIRST_LABEL; /**< the last one that was made up */
};

/** What a procedure does with its variables (changes.cc). @return all that it may change, and what does more
 * than count */
Usage usage_in(const parser::ExecutionPart &body);

/** Whether an allocatable argument of intent out is deallocated where it is passed: a variable that is passed
 * as it is, and is there, and not saved by a procedure. */
bool is_freed_by_caller(const xb_source_variable *formal, Expression actual);

/** Whether the source says what the intent of an argument is. */
bool states_intent(const Symbol &dummy);

/** Whether two expressions are written alike. */
bool is_same(Expression a, Expression b);

/** What a function of the module ieee_arithmetic gives, whose name may end in the types of its arguments
 * (ieee.cc); nullptr: it is none that can be read. */
Expression ieee_function(Reader &reader, const std::string &name, const evaluate::ProcedureRef &call,
                         Kind kind);

} // namespace reader

#endif
