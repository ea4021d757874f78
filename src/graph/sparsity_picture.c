/*
 * Colours of groups are hues at distances of the golden angle, so that any number of them differ.
 */
#include "graph/sparsity_picture.h"

/* The group that an entry is in; XB_GRAPH_NONE without groups. */
static uint32_t group_of(const xb_sparsity_groups *groups, uint32_t row, uint32_t column)
{
    if (!groups)
        return XB_GRAPH_NONE;
    return groups->group[groups->of_rows ? row : column];
}

static char letter_of(uint32_t group)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return group < sizeof letters - 1 ? letters[group] : '*';
}

void xb_sparsity_put_text(xb_output *output, const xb_sparsity *sparsity, const xb_sparsity_groups *groups)
{
    for (uint32_t j = 0; j < sparsity->rows; j++) {
        uint32_t column = 0;
        for (size_t e = sparsity->starts[j]; e < sparsity->starts[j + 1]; e++) {
            xb_output_repeat(output, '.', sparsity->entries[e] - column);
            xb_output_char(output, letter_of(group_of(groups, j, sparsity->entries[e])));
            column = sparsity->entries[e] + 1;
        }
        xb_output_repeat(output, '.', sparsity->columns - column);
        xb_output_char(output, '\n');
    }
}

static void put_square(xb_output *output, uint32_t row, uint32_t column, uint32_t group)
{
    enum { GOLDEN_ANGLE = 137, CIRCLE = 360 };
    xb_output_format(output, "<rect x=\"%u\" y=\"%u\" width=\"1\" height=\"1\"", column, row);
    if (group != XB_GRAPH_NONE)
        xb_output_format(output, " fill=\"hsl(%u,70%%,45%%)\"",
                         (unsigned)((uint64_t)group * GOLDEN_ANGLE % CIRCLE));
    xb_output_put(output, "/>\n");
}

void xb_sparsity_put_svg(xb_output *output, const xb_sparsity *sparsity, const xb_sparsity_groups *groups)
{
    enum { SIDE = 8 }; /* of a square, in pixels */
    uint32_t width = sparsity->columns, height = sparsity->rows;
    xb_output_format(output,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%llu\" height=\"%llu\" "
                     "viewBox=\"-0.5 -0.5 %llu %llu\">\n",
                     SIDE * (width + 1ULL), SIDE * (height + 1ULL), width + 1ULL, height + 1ULL);
    xb_output_format(output,
                     "<rect width=\"%u\" height=\"%u\" fill=\"none\" stroke=\"black\" "
                     "stroke-width=\"0.1\"/>\n",
                     width, height);
    for (uint32_t j = 0; j < height; j++)
        for (size_t e = sparsity->starts[j]; e < sparsity->starts[j + 1]; e++)
            put_square(output, j, sparsity->entries[e], group_of(groups, j, sparsity->entries[e]));
    xb_output_put(output, "</svg>\n");
}
