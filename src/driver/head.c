/*
 * What separates the lists says which of them is which.
 */
#include "driver/head.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char blanks[] = " \t\n";

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, blanks);
}

/* Takes names in parentheses. @return what follows them; NULL: they are no such list */
static const char *take_list(xb_arena *arena, const char *at, const char **names)
{
    const size_t length = *at == '(' ? strcspn(at + 1, "()/>\\") : 0;
    if (*at != '(' || at[1 + length] != ')')
        return NULL;
    const char *text = xb_arena_copy_text(arena, at + 1, length);
    *names = text[strspn(text, " \t\n,")] ? text : NULL;
    return skip_blanks(at + length + 2);
}

const char *parse_head(xb_arena *arena, const char *text, head *found)
{
    static const char unclear[] = "it is not a name with lists in parentheses";
    const char *first = NULL, *second = NULL, *at = skip_blanks(text);
    const size_t length = strcspn(at, " \t\n()/>\\");
    *found = (head){.entry = xb_arena_copy_text(arena, at, length)};
    if (length == 0)
        return "it names no routine";
    at = skip_blanks(at + length);
    if (!*at)
        return NULL;
    if (*at != '(')
        return strpbrk(at, "()") ? "one routine is differentiated at a time" : unclear;
    at = take_list(arena, at, &first);
    if (!at)
        return unclear;
    const char separator = *at;
    if (separator && !strchr("/>\\", separator))
        return "one routine is differentiated at a time";
    at = separator ? take_list(arena, skip_blanks(at + 1), &second) : at;
    if (!at)
        return unclear;
    if (*at)
        return "one routine is differentiated at a time";
    const bool is_reversed = separator && separator != '/';
    found->dependents = is_reversed ? second : first;
    found->independents = is_reversed ? first : second;
    return NULL;
}
