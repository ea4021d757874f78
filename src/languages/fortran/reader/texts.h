/**
 * @file
 * Texts: values that have a length.
 *
 * Texts are expressions like others. Parts of them are operations, and so is a text of which a part is
 * assigned: that is another text, which is assigned to all of the variable. Lengths that are known before the
 * program runs are part of what is declared; a variable that is made for another text has the length of what
 * is assigned to it. So has one whose length is computed where its procedure is entered: it is filled with
 * blanks there, and all of these are assigned as a part.
 */
#ifndef XB_FORTRAN_READER_TEXTS_H
#define XB_FORTRAN_READER_TEXTS_H

#include "reader.h"

namespace reader
{

/** A constant. Characters that documents can't have are written by their numbers. */
Expression constant_of_text(Reader &reader, const std::string &value);

/** How many characters a text has, whatever values variables have; -1: that is not known. */
int64_t known_length(Expression text);

/** How many characters a text has. */
Expression length_of(Reader &reader, Expression text);

/** Declares a variable to have the length of texts that are assigned to it. */
void take_length(Reader &reader, xb_source_variable *variable, int64_t known);

/** The characters of a text from one place to another one. */
Expression part_of_text(Reader &reader, Expression text, Expression first, Expression last);

/** Whether a text has a length that is computed where its procedure is entered. */
bool has_computed_length(const Symbol &symbol);

/** Gives texts of a scope that length. */
void begin_texts(Reader &reader, const semantics::Scope &scope);

/** Gives an allocatable text its memory, as a statement says it. @return whether it is one */
bool allocate_text(Reader &reader, const parser::AllocateStmt &from, Expression target, Expression source,
                   Expression mold);

/** Whether an expression is a part of a variable, to which can be assigned. */
bool is_part_of_variable(Expression text);

} // namespace reader

#endif
