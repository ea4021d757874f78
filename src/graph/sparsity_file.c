/*
 * One comment a row and a column, since lines have at most 1024 characters.
 */
#include "graph/sparsity_file.h"

static void put_names(xb_output *output, const char *what, const char *const *names, uint32_t count,
                      const xb_sparsity_groups *groups)
{
    for (uint32_t i = 0; i < count; i++) {
        xb_output_format(output, "%% %s %u: %s", what, i + 1, names[i]);
        if (groups && groups->group[i] != XB_GRAPH_NONE)
            xb_output_format(output, ", group %u", groups->group[i] + 1);
        xb_output_char(output, '\n');
    }
}

void xb_sparsity_write(xb_output *output, const xb_sparsity *sparsity, const xb_sparsity_labels *labels)
{
    const xb_sparsity_groups *groups = labels->groups;
    xb_output_put(output, "%%MatrixMarket matrix coordinate pattern general\n");
    put_names(output, "row", labels->rows, sparsity->rows, groups && groups->of_rows ? groups : NULL);
    put_names(output, "column", labels->columns, sparsity->columns,
              groups && !groups->of_rows ? groups : NULL);
    xb_output_format(output, "%u %u %zu\n", sparsity->rows, sparsity->columns, sparsity->count);
    for (uint32_t j = 0; j < sparsity->rows; j++)
        for (size_t e = sparsity->starts[j]; e < sparsity->starts[j + 1]; e++)
            xb_output_format(output, "%u %u\n", j + 1, sparsity->entries[e] + 1);
}
