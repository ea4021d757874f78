/*
 * Constants, as documents spell them. The shortest digits of a number are found by trying.
 */
#include "languages/code/constant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 64,
    DIGITS = 17,         /* tell all numbers apart */
    MOST_WHOLE = 1000000 /* below which a whole number is written without an exponent */
};

bool xb_constant_is_true(const char *text)
{
    return strcmp(text, "1") == 0 || strcmp(text, "true") == 0 || strcmp(text, ".true.") == 0;
}

double xb_constant_real(const char *text)
{
    char with_e[LONGEST];
    size_t length = strlen(text);
    if (length >= sizeof with_e)
        length = sizeof with_e - 1;
    memcpy(with_e, text, length);
    with_e[length] = '\0';
    for (char *c = with_e; *c; c++)
        if (*c == 'd' || *c == 'D')
            *c = 'e';
    return strtod(with_e, NULL);
}

void xb_constant_shortest(double value, bool single, char *text, size_t room)
{
    bool is_whole = value > -MOST_WHOLE && value < MOST_WHOLE && value == (double)(long long)value &&
                    !(value == 0 && signbit(value));
    if (is_whole) {
        snprintf(text, room, "%lld", (long long)value);
        return;
    }
    for (int digits = 1; digits <= DIGITS; digits++) {
        snprintf(text, room, "%.*g", digits, value);
        double back = strtod(text, NULL);
        if (single ? (float)back == (float)value : back == value)
            return;
    }
}
