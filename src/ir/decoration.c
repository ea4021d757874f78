/*
 * Only ASCII letters have cases in the identifiers of front ends; locales must not matter, and those that a
 * program may have set do not change them.
 */
#include "ir/decoration.h"

#include <string.h>
#include <strings.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t xb_plain_length(const char *id, size_t length, size_t underscores)
{
    size_t end = length;
    while (end > 0 && is_digit(id[end - 1]))
        end--;
    if (end == length || end < 2 || id[end - 1] != '_')
        return length;
    for (size_t i = 0; i < underscores && end > 1 && id[end - 1] == '_'; i++)
        end--;
    return end;
}

const char *xb_plain_text(xb_arena *arena, const char *id)
{
    return xb_arena_copy_text(arena, id, xb_plain_length(id, strlen(id), SIZE_MAX));
}

xb_agreement xb_name_agreement(const char *id, const char *name)
{
    size_t length = strlen(name);
    if (strncasecmp(id, name, length) != 0)
        return XB_AGREES_NOT;
    const char *rest = id + length;
    if (*rest == '\0')
        return strcmp(id, name) == 0 ? XB_AGREES_EXACTLY : XB_AGREES_BUT_FOR_CASE;
    size_t underscores = strspn(rest, "_");
    bool decorated = underscores > 0 && rest[underscores + strspn(rest + underscores, "0123456789")] == '\0';
    return decorated ? XB_AGREES_UNDECORATED : XB_AGREES_BEGINNING;
}

bool xb_name_agrees(const char *id, const char *name)
{
    return xb_name_agreement(id, name) <= XB_AGREES_UNDECORATED;
}
