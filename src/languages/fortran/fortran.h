/**
 * @file
 * What the parts of the printer of Fortran share. Not installed.
 */
#ifndef XB_LANGUAGES_FORTRAN_FORTRAN_H
#define XB_LANGUAGES_FORTRAN_FORTRAN_H

#include "languages/code/printing.h"
#include "languages/code/tidying.h"

/** Kinds that have names where something is written (kinds.c). */
typedef struct xb_fortran_kinds xb_fortran_kinds;

/** A program that is being written. */
typedef struct xb_fortran {
    xb_lines lines;
    const xb_source *source;
    xb_arena *arena;            /**< for what is needed longer than for a line */
    const xb_source_unit *unit; /**< at hand */
    const xb_node *at;          /**< statement at hand, for diagnostics */
    bool in_block_data;         /**< where values of common blocks are given */
    bool weaves;                /**< what is derived is added to the source */
    xb_fortran_kinds *kinds;    /**< those of the unit, the interface or the declarations at hand; NULL:
                                         kinds are numbers */
    const struct global_kinds *kinds_of_globals; /**< private to kinds.c; NULL when names have changed */
    unsigned plain_constants;                    /**< of the unit at hand */
    bool has_wide_default;                       /**< real numbers without kind have 8 bytes, by an option */
    xb_map unique;        /**< private to weaving.c: names by address of the variable or the unit */
    xb_map roots;         /**< likewise: names of structures by those in their modules */
    xb_map commons;       /**< private to commons.c: xb_source_common by variables */
    xb_map keeping;       /**< likewise: units that keep values */
    xb_map joined;        /**< private to structures.c: structures of modules, by names */
    xb_map wholes;        /**< private to structure_parts.c: what parts of these belong to, by address */
    xb_vector parts;      /**< likewise: all of these parts */
    xb_names *names;      /**< private to weaving.c: all of them */
    xb_map taken, own;    /**< likewise: those that are, and those of what the module at hand has */
    xb_map of_hosts;      /**< private to host_names.c: names of intrinsics that modules have for something */
    xb_text *held;        /**< likewise: what is written of the unit at hand */
    bool hosts_are_known; /**< likewise: these are all such names */
    xb_status status;
} xb_fortran;

/** Says, with the place, why the program can't be written. @param hint what would help, or NULL */
void xb_fortran_refuse(xb_fortran *fortran, const char *hint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Ends the line at hand, which has at most one statement. */
void xb_fortran_end_line(xb_fortran *fortran);

/* ---- units (writer.c) ---- */

/** Begins a program in free form that calls what was added to a source. @param lines for the line at hand */
xb_fortran xb_fortran_begin(const xb_source *source, xb_arena *arena, xb_arena *lines, xb_output *output);

/** A block with the interfaces of units, each as it is; nothing if there are none. @param called
 * xb_source_unit */
void xb_fortran_put_interfaces(xb_fortran *fortran, const xb_list *called);

/** Whether the declaration of a variable is part of an interface: it is a formal argument, or a constant that
 * these rest on. */
bool xb_fortran_is_in_interface(const xb_source_variable *variable);

/** A unit, with all that lies within it. */
void xb_fortran_put_unit(xb_fortran *fortran, xb_source_unit *unit);

/** The way to a member of a structure, as the source has it; NULL: the variable is none. */
const char *xb_fortran_path(const xb_source_variable *variable);

/* ---- derivatives within the source (weaving.c) ---- */

/** The files of the source, with what was derived in its places. */
void xb_fortran_weave(xb_fortran *fortran);

/** Whether the text may have the files of the source as they are: there are files, all of the form that the
 * text has, and variables have places in modules of them. Otherwise the program is printed anew. */
bool xb_fortran_may_weave(const xb_source *source);

/** Whether what was derived can be added to the source: it needs nothing that other modules keep to
 * themselves, and no module has a name of the run time. */
bool xb_fortran_can_weave(xb_fortran *fortran);

/** Whether what is derived can be written apart from the source; if not, that is reported. */
bool xb_fortran_check_apart(xb_fortran *fortran);

/** Whether a unit is there already, since the source is part of the text. */
bool xb_fortran_is_given(const xb_fortran *fortran, const xb_source_unit *unit);

/** Uses of all that a unit needs of modules of the source, its kinds among them. */
void xb_fortran_put_uses(xb_fortran *fortran, const xb_source_unit *unit);

/** Calls a function for each variable in a unit's statements and declarations, and in those of the units
 * within it. */
void xb_fortran_see_variables(xb_arena *arena, const xb_source_unit *unit, xb_source_visit *see,
                              void *context);

/** Uses of the types of a unit's arguments, and of the kinds at hand. */
void xb_fortran_put_type_uses(xb_fortran *fortran, const xb_source_unit *unit);

/** A name that nothing has so far, from now on taken. */
const char *xb_fortran_take_name(xb_fortran *fortran, const char *stem);

/* ---- structures (structures.c, structure_parts.c, structure_statements.c, structure_types.c) ---- */

/** An object of a class as one of the types that it may have. */
typedef struct xb_fortran_view {
    const char *type, *module; /**< the type, and what has it */
    const char *name;          /**< of the object where it has that type */
} xb_fortran_view;

/** A variable of a derived type, which a unit declares: what belongs to it in the statement form. */
typedef struct xb_fortran_structure {
    const char *name, *type; /**< type as declared, such as class(t) */
    const char *type_name;   /**< the t of that */
    const char *module;      /**< the module that has the type */
    const char *zero;        /**< a value with zeros, if a module declares it; or NULL */
    const char *root;        /**< what paths call it */
    const char *lineage; /**< of an object whose type is not known: those that it certainly has, with commas;
                            or NULL */
    xb_list views;       /**< xb_fortran_view of such an object */
    int rank;            /**< its own */
    xb_list members;     /**< xb_source_variable, in the order of their declarations */
    const void *first_formal; /**< the first of them that is a formal argument, or NULL */
} xb_fortran_structure;

/** A variable that is a member of a structure. */
typedef struct xb_fortran_member {
    xb_fortran_structure *structure;
    const char *path;            /**< from the structure on, with its subscripts, such as a(:)%x */
    const xb_fortran_view *view; /**< what the structure has to be for it to be there; NULL: what it is */
    bool is_test;                /**< it says whether the structure is that */
} xb_fortran_member;

/** The colons in a path, one for each subscript. @param length of the part that counts */
int xb_fortran_colons(const char *path, size_t length);

/** The path to a member without subscripts. @param root the name of the structure, in place of that in the
 * path */
const char *xb_fortran_member_name(xb_arena *arena, const char *root, const char *path);

/** What a variable is a member of; NULL: of nothing that its unit has as a whole. */
const xb_fortran_member *xb_fortran_member_of(const xb_source_variable *variable);

/** Makes the structures of all units of their members, and has the statements of units that are written do
 * with them. */
void xb_fortran_find_structures(xb_fortran *fortran);

/** Whether a variable is a member of a structure that a module has, or the derivative of one that can be a
 * member of a derivative of that: a value for it is known. */
bool xb_fortran_joins_globals(const xb_source_variable *variable);

/** Makes it one. @param root what the structure, or the derivative of it, is called */
void xb_fortran_join_global(xb_fortran *fortran, xb_source_variable *variable, const char *root);

/** Whether all members of structures that are arguments of a unit are, and it has no structure as its result:
 * it can be called as the source has it. */
bool xb_fortran_takes_structures(const xb_source_unit *unit);

/** Whether a formal argument is a member of a structure that is in the list by another one already. */
bool xb_fortran_is_listed(const xb_source_variable *formal);

/** Declares the structure that a variable is a member of, once. @return whether it is one */
bool xb_fortran_declare_structure(xb_fortran *fortran, const xb_source_variable *variable);

/** What is passed as the structure that a formal argument is a member of. @param i its number, from 0
 * @return the text; "": nothing; NULL: no structure has what is passed as its members */
const char *xb_fortran_structure_passed(xb_fortran *fortran, const xb_source_unit *callee,
                                        const xb_source_expression *const *arguments, size_t count, size_t i);

/** Adds a member to a structure of a unit. @param like another one that is declared alike @param path as in
 * xb_fortran_member: the name of the structure there does not matter */
xb_source_variable *xb_fortran_add_member(xb_fortran *fortran, xb_source_unit *unit,
                                          xb_fortran_structure *structure, const xb_source_variable *like,
                                          const char *path);

/** A path without what it says of types. */
const char *xb_fortran_plain_path(xb_arena *arena, const char *path);

/** Notes what a path says of types. */
void xb_fortran_note_types(xb_fortran *fortran, xb_fortran_member *member, const char *path);

/** The name by which a structure is passed as another one. */
const char *xb_fortran_passed_as(xb_fortran *fortran, xb_fortran_structure *structure,
                                 const xb_fortran_structure *formal);

/** Puts statements that need an object to be of a type where it is that. */
void xb_fortran_type_statements(xb_fortran *fortran, xb_source_unit *unit);

/** Statements that structures need in place of some of a unit's. */
void xb_fortran_settle_statements(xb_fortran *fortran, xb_source_unit *unit);

/** The part of the path to a member that has a dimension (from 1) of it, as a variable. @param own receives
 * the number of the dimension in that @param in_first where parts before it have dimensions, too, that of
 * their first element: all of them have members of one shape; otherwise, it is NULL then */
const xb_source_expression *xb_fortran_part(xb_fortran *fortran, const xb_source_variable *member,
                                            int dimension, int *own, bool in_first);

/** The part that is allocated. */
const xb_source_expression *xb_fortran_allocated_part(xb_fortran *fortran, const xb_source_variable *member);

/** Which statements of a unit allocate or deallocate, for one member, what another one does for another
 * member: by statement. */
const bool *xb_fortran_repeated_memory(xb_fortran *fortran, const xb_source_unit *unit);

/** Names parts of members of structures that modules have as these are named now. */
void xb_fortran_name_parts(xb_fortran *fortran);

/** The member that a variable was made for as a part of its path; otherwise itself. */
const xb_source_variable *xb_fortran_whole_of(const xb_fortran *fortran, const xb_source_variable *variable);

/** A member as the path to it. @param parts how many parts of that, from the first one; 0: all of them */
void xb_fortran_write_member(xb_fortran *fortran, const xb_source_expression *expression, const char *path,
                             size_t parts);

/* ---- intents (declarations.c, structures.c) ---- */

/** The intent that the document gives a formal argument. */
xb_intent xb_fortran_declared_intent(const xb_source_variable *formal);

/** Interfaces of procedures of the source say the intents that it says. Formal arguments that are not
 * changed, but are passed to such a procedure, which declares that it may change them, can't have intent in:
 * nothing is said of them. */
void xb_fortran_settle_intents(xb_fortran *fortran);

/* ---- procedures as arguments (procedure_arguments.c) ---- */

/** Finds which procedures that the entry gets are arguments of each unit. */
void xb_fortran_find_procedures(xb_fortran *fortran);

/** Those that stand before a formal argument of a unit, in its head and where it is called. @param place of
 * the formal argument, from 0; their number: after all of them @param any something stands before them
 * @param by_keyword with their names @return whether something stands there now */
bool xb_fortran_put_passed(xb_fortran *fortran, const xb_source_unit *unit, size_t place, bool any,
                           bool by_keyword);

/* ---- intrinsics (intrinsics.c) ---- */

/** Precedence, the loosest first. */
enum {
    XB_FORTRAN_ANY,
    XB_FORTRAN_EQUIVALENCE,
    XB_FORTRAN_OR,
    XB_FORTRAN_AND,
    XB_FORTRAN_NOT,
    XB_FORTRAN_RELATION,
    XB_FORTRAN_CONCATENATION,
    XB_FORTRAN_SUM,
    XB_FORTRAN_PRODUCT,
    XB_FORTRAN_POWER,
    XB_FORTRAN_PRIMARY
};

/** How an intrinsic is written. */
typedef struct xb_fortran_row {
    const char *text; /**< NULL: it has no row */
    int precedence;   /**< of an operator; XB_FORTRAN_ANY: a function, or a text */
    bool same;        /**< operands have to be of one type and kind */
} xb_fortran_row;

/** By intrinsic. */
extern const xb_fortran_row xb_fortran_rows[XB_INTRINSIC_COUNT];

/** Whether a name, in lower case, is that of an intrinsic that may be written. */
bool xb_fortran_is_intrinsic(const char *name);

/** Whether a name, in lower case, is that, or begins statements. */
bool xb_fortran_is_reserved(const char *name);

/* ---- intrinsics and what modules call so (host_names.c) ---- */

/** Finds the names of intrinsics that modules of the source have for something else. */
void xb_fortran_find_host_names(xb_fortran *fortran);

/** A name of what the module at hand has, as it is called in what is added to that: with a mark if it is one
 * of an intrinsic, until what is held back is put. */
const char *xb_fortran_mark_own(xb_fortran *fortran, const char *name, const xb_node *what);

/** A text without such marks. */
char *xb_fortran_unmarked(xb_fortran *fortran, const char *text);

/** Holds back what is written of a unit that is added to a module, since declarations of intrinsics come
 * before it. @return where lines went so far, NULL: they still do */
xb_output *xb_fortran_hold(xb_fortran *fortran, const xb_source_unit *unit);

/** Puts declarations of the intrinsics that the unit calls and a module has other things for, then what was
 * held back. @param out what holding it returned */
void xb_fortran_release(xb_fortran *fortran, const xb_source_unit *unit, xb_output *out);

/* ---- expressions (expression.c) ---- */

/** A type, such as real(8). */
void xb_fortran_type(xb_output *output, xb_type type, unsigned bytes);

/** Refuses a whole array of which the last extent is needed, if that is of assumed size. */
void xb_fortran_check_size(xb_fortran *fortran, const xb_source_expression *array);

/** An expression. */
void xb_fortran_expression(xb_fortran *fortran, const xb_source_expression *expression);

/** An expression that is assigned to a variable of a type: converted, if compilers would warn otherwise. */
void xb_fortran_converted(xb_fortran *fortran, const xb_source_expression *expression, xb_type type,
                          unsigned bytes);

/** The arguments of a call, in parentheses; after one that is absent, by keyword. @param count without a
 * result */
void xb_fortran_arguments(xb_fortran *fortran, const xb_source_unit *callee,
                          const xb_source_expression *const *arguments, size_t count);

/** Whether a unit has the stacks as its first argument, which is called context. */
bool xb_fortran_has_context(const xb_fortran *fortran, const xb_source_unit *unit);

/* ---- kinds by their names (kinds.c) ---------------------------------------------------------------------
 */

/** Those of a unit that lies within no other one, and of what lies within it. */
xb_fortran_kinds *xb_fortran_kinds_of(xb_fortran *f, const xb_source_unit *unit);

/** Begins a unit of these: what is usual is what is usual there. */
void xb_fortran_enter_unit(xb_fortran *f, const xb_source_unit *unit);

/** Those of the interface of a unit. */
xb_fortran_kinds *xb_fortran_kinds_of_interface(xb_fortran *f, const xb_source_unit *unit);

/** Those of variables that are declared in a module of the source. */
xb_fortran_kinds *xb_fortran_kinds_of_module(xb_fortran *f, const char *module, const xb_list *variables);

/** Calls a function for each kind that a unit uses from a module of the source. @param name perhaps with the
 * one there, such as wp => dp */
void xb_fortran_each_used_kind(xb_fortran *f,
                               void (*each)(void *context, const char *module, const char *name),
                               void *context);

/** Uses of kinds from intrinsic modules. */
void xb_fortran_put_kind_uses(xb_fortran *f);

/** The import of kinds that are known around an interface. */
void xb_fortran_put_kind_imports(xb_fortran *f);

/** Declarations of kinds. */
void xb_fortran_put_kind_constants(xb_fortran *f);

/** Whether a variable is declared with these. */
bool xb_fortran_is_kind(const xb_fortran *f, const xb_source_variable *variable);

/** The type of a number, or of a variable of another type without its length. */
void xb_fortran_put_type(xb_fortran *f, const xb_source_variable *variable);

/** Whether that is the same text for two variables. */
bool xb_fortran_have_same_type(const xb_fortran *f, const xb_source_variable *a, const xb_source_variable *b);

/** The usual name of a kind, or its number; it lives as long as the line at hand. */
const char *xb_fortran_kind(const xb_fortran *f, xb_type type, unsigned bytes);

/** Whether some variable that the source declares without a kind is of 8 bytes. */
bool xb_fortran_finds_wide_default(const xb_source *source);

/** The name of the kind that real constants get; NULL: none. */
const char *xb_fortran_constant_kind(const xb_fortran *f, unsigned bytes);

/* ---- declarations (declarations.c) ---- */

/** A variable. */
void xb_fortran_declare(xb_fortran *fortran, const xb_source_variable *variable);

/** Variables, but for those that are others by another symbol. */
void xb_fortran_declare_all(xb_fortran *fortran, const xb_list *variables);

/** The last dimensions of a variable, in parentheses; nothing if there are none. */
void xb_fortran_put_dimensions(xb_fortran *fortran, const xb_source_variable *variable, int count);

/* ---- common blocks (commons.c) ---- */

/** Finds out which common blocks of external routines there are, for what follows. */
void xb_fortran_find_commons(xb_fortran *fortran);

/** Declares the common blocks of external routines whose variables a unit names, in it. */
void xb_fortran_put_commons(xb_fortran *fortran, const xb_source_unit *unit);

/** Whether a unit, or one that it calls, has saved variables that its versions share
 * (algorithm/saved_variables.c): they are others than those of the source, so that what is derived calls a
 * copy. */
bool xb_fortran_keeps(const xb_fortran *fortran, const xb_source_unit *unit);

/** Units that give first values to variables of common blocks; within the source, to those that it has not.
 */
void xb_fortran_put_block_data(xb_fortran *fortran);

/** Common blocks. */
void xb_fortran_commons(xb_fortran *fortran, const xb_list *commons);

/** Storage that variables share. */
void xb_fortran_shares(xb_fortran *fortran, const xb_vector *shares);

/** Has compilers accept arguments of a derived unit that it has for the sake of its callers. */
void xb_fortran_put_unused(xb_fortran *fortran, const xb_source_unit *unit);

/* ---- statements (statements.c) ---- */

/** Text in the language, line by line; comments and directives stay as they are, however long. @param text
 * may be NULL */
void xb_fortran_text(xb_fortran *fortran, const char *text);

/** Has local variables that compilers take to be used without a value begin with one, in units that the
 * source has not got. (starts.c) */
void xb_fortran_settle_starts(xb_fortran *fortran, xb_source_unit *unit);

/** Declarations of groups of variables that statements of a unit name (namelist). */
void xb_fortran_groups(xb_fortran *fortran, const xb_source_unit *unit);

/** The statements of a unit. */
void xb_fortran_statements(xb_fortran *fortran, const xb_source_unit *unit);

/** The end of the names of procedures of the run time for arrays. */
const char *xb_fortran_tape_suffix(xb_fortran *fortran, const xb_source_expression *expression);

/** Whether a variable is a text whose length is that of what is assigned to it. */
bool xb_fortran_is_deferred(const xb_source_variable *variable);

/** The stack that a statement has to do with. */
const char *xb_fortran_stack(const xb_fortran *fortran, const xb_source_statement *statement);

/* ---- names of the run time (tape.c) ---- */

/** Adds the names of the run time that a unit, or one within it, uses, each once. */
void xb_fortran_find_tape_names(xb_fortran *fortran, const xb_source_unit *unit, xb_list *names);

/** The use of the module of the run time; nothing without names. */
void xb_fortran_import_tape(xb_fortran *fortran, const xb_list *names);

/** Keeps names of the run time within a module, but for the type of arguments. */
void xb_fortran_hide_tape(xb_fortran *fortran, const xb_list *names);

#endif
