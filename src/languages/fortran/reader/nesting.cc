/*
 * Statements are lines of what the prescanner has made, without comments.
 */
#include "nesting.h"

namespace reader
{

using namespace Fortran;

namespace
{

constexpr int MOST_PARENTHESES = 200, MOST_BRACKETS = 10;

/* What is open in a statement. */
class Depth
{
  public:
    /* Whether a character opens one more than is read. */
    bool take(char before, char c, char after)
    {
        if (c == '\n')
            *this = Depth{};
        else if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '\'' || c == '"')
            quote = c;
        else if (c == '(')
            parentheses++;
        else if (c == ')')
            parentheses--;
        if (!quote && (c == '[' || (c == '(' && after == '/')))
            brackets++;
        else if (!quote && (c == ']' || (c == ')' && before == '/')))
            brackets--;
        return parentheses > MOST_PARENTHESES || brackets > MOST_BRACKETS;
    }

  private:
    int parentheses = 0, brackets = 0;
    char quote = 0;
};

} // namespace

parser::CharBlock find_deep_nesting(const parser::CookedSource &source)
{
    const parser::CharBlock text = source.AsCharBlock();
    Depth depth;
    char before = '\n';
    for (size_t i = 0; i < text.size(); i++) {
        const char c = text[i];
        if (depth.take(before, c, i + 1 < text.size() ? text[i + 1] : '\n'))
            return {text.begin() + i, 1};
        before = c == ' ' ? before : c;
    }
    return {};
}

} // namespace reader
