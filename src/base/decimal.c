/*
 * Digits are counted first, so that each is written to its place, from the last to the first.
 */
#include "base/decimal.h"

static size_t count_digits(uint64_t number)
{
    size_t count = 1;
    for (uint64_t limit = 10; number >= limit && count < XB_DECIMAL_DIGITS; limit *= 10)
        count++;
    return count;
}

size_t xb_decimal(char *to, uint64_t number)
{
    size_t count = count_digits(number);
    for (size_t i = count; i-- > 0; number /= 10)
        to[i] = (char)('0' + number % 10);
    return count;
}
