/*
 * The rules are in user.xaif and boxes.xaif.
 */
#include "user.h"

#include <string.h>

static const char attribute[] = "name=\"user_";

static const char *const names[][2] = {{"sine_scal", "sin_scal"},
                                       {"tanh_scal", "tanh_scal"},
                                       {"mul_scal_scal", "mul_scal_scal"},
                                       {"div_scal_scal", "div_scal_scal"},
                                       {"times_scal_scal", "mul_scal_scal"},
                                       {"norm_arr", "norm2_arr"},
                                       {"dot_arr_arr", "dot_product_arr"},
                                       {"total_arr", "sum_arr"}};

bool gen_has_user_names(const char *text)
{
    return strstr(text, attribute) != NULL;
}

/* The known name of what stands here, of a length; NULL if there is none. */
static const char *known_name(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i][0]) == length && memcmp(names[i][0], text, length) == 0)
            return names[i][1];
    return NULL;
}

const char *gen_plain_names(xb_arena *arena, const char *text)
{
    /* A known name is longer than the other one by less than the prefix is long, or shorter. */
    size_t size = strlen(text) + 1;
    char *result = gen_has_user_names(text) ? xb_arena_array(arena, size, 1) : NULL, *at = result;
    if (!result)
        return text;
    for (const char *next = strstr(text, attribute); next; next = strstr(text, attribute)) {
        const char *word = next + strlen(attribute);
        size_t before = (size_t)(next - text) + strlen("name=\""), length = strcspn(word, "\"");
        const char *known = known_name(word, length);
        memcpy(at, text, before);
        at += before;
        memcpy(at, known ? known : word, known ? strlen(known) : length);
        at += known ? strlen(known) : length;
        text = word + length;
    }
    memcpy(at, text, strlen(text) + 1);
    return result;
}
