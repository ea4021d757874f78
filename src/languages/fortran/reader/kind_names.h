/**
 * @file
 * How the source says kinds: by the name of a constant, by a number, or by other words.
 */
#ifndef XB_FORTRAN_READER_KIND_NAMES_H
#define XB_FORTRAN_READER_KIND_NAMES_H

#include "reader.h"

namespace reader
{

/** Kinds as the source says them. */
class KindNames
{
  public:
    /** Finds declarations of variables, but for those within bodies. */
    KindNames(semantics::SemanticsContext &context, const parser::Program &program);

    /** Finds declarations within a body.
     * @return xb_declaration.plain_constants of its procedure */
    unsigned read_body(const parser::ExecutionPart &body);

    /** Gives a variable what is known of its kind. */
    void describe(xb_arena *arena, xb_source_variable *variable, const Symbol &symbol);

  private:
    /** What is said of a kind; what is empty is not known. */
    struct Facts {
        std::string kind, module, statement;
    };
    class Search;

    const parser::DeclarationTypeSpec *type_of(const Symbol &symbol) const;
    Facts facts_of(const parser::DeclarationTypeSpec &type, unsigned bytes, int depth) const;
    Facts facts_of(const parser::Expr &kind, unsigned bytes, int depth) const;
    Facts facts_of_name(const Symbol &named) const;
    std::string value_of(const Symbol &parameter) const;

    semantics::SemanticsContext &context;
    std::map<const Symbol *, const parser::DeclarationTypeSpec *> declared;
    std::map<const Symbol *, const parser::Expr *> values; /**< of constants */
    std::map<const semantics::Scope *, std::map<char, const parser::DeclarationTypeSpec *>> implicit;
    std::map<const parser::ExecutionPart *, unsigned> bodies; /**< those that were read */
};

} // namespace reader

#endif
