#include "base/number_set.h"

#include "base/bits.h"

enum { STRETCH = 2048 };

bool xb_number_set_has(const xb_number_set *set, uint64_t number)
{
    const uint64_t *stretch = xb_map_get(&set->stretches, number / STRETCH, 0);
    return stretch && xb_bits_has(stretch, number % STRETCH);
}

void xb_number_set_add(xb_arena *arena, xb_number_set *set, uint64_t number)
{
    uint64_t *stretch = xb_map_get(&set->stretches, number / STRETCH, 0);
    if (!stretch) {
        stretch = xb_bits_create(arena, STRETCH);
        xb_map_put(arena, &set->stretches, number / STRETCH, 0, stretch);
    }
    xb_bits_add(stretch, number % STRETCH);
}
