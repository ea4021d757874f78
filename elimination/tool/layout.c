/*
 * The answer is in dot's format "plain": lines that begin with graph, node or edge. Edges are known by a
 * colour that was given to them. An edge that disappears and comes again takes the same way.
 */
#include "elimination/tool/layout.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/map.h"
#include "base/text.h"

extern char **environ;

static const double pixels_an_inch = 72;

/* ---- question ---- */

/* Width of a vertex in inches, for the longest name. */
static double width_of_vertices(const tool_picture *picture)
{
    size_t longest = 1;
    for (uint32_t v = 0; v < picture->history->vertices.count; v++) {
        size_t length = strlen(tool_picture_vertex(picture, v));
        longest = length > longest ? length : longest;
    }
    return 0.3 + 0.11 * (double)longest;
}

static const double height_of_vertices = 0.4;

/* With more edges, dot shall not take all the time that it would like to, nor all the width: what it leaves
 * between edges that pass each other would be most of the picture. */
enum { LARGE = 300 };

/* For each edge, the first one that takes the same way. */
static const uint32_t *share_ways(const tool_picture *picture)
{
    size_t count = picture->history->edges.count;
    const xb_history_edge *edges = picture->history->edges.items;
    uint32_t *first = xb_arena_array(picture->arena, count, sizeof *first);
    xb_map ways = {0};
    for (size_t e = 0; e < count; e++) {
        uint64_t ends = (uint64_t)edges[e].source << 32 | edges[e].target;
        const uint32_t *known = xb_map_get(&ways, ends, edges[e].parallel);
        first[e] = known ? *known : (uint32_t)e;
        if (!known)
            xb_map_put(picture->arena, &ways, ends, edges[e].parallel, &first[e]);
    }
    return first;
}

static void put_rank(xb_output *output, const tool_picture *picture, xb_lcg_role role, const char *rank)
{
    const xb_history_vertex *vertices = picture->history->vertices.items;
    xb_output_format(output, "{rank=%s", rank);
    for (size_t v = 0; v < picture->history->vertices.count; v++) {
        if (vertices[v].role == role)
            xb_output_format(output, "; v%zu", v);
    }
    xb_output_put(output, "}\n");
}

const char *tool_layout_question(const tool_picture *picture, size_t *length)
{
    const xb_history_edge *edges = picture->history->edges.items;
    const uint32_t *first = share_ways(picture);
    xb_text *text = xb_text_create(picture->arena);
    xb_output *output = xb_text_output(text);
    xb_output_format(output,
                     "digraph {\nnode [fixedsize=true, width=%.2f, height=%.2f]\nedge [arrowhead=none]\n"
                     "ranksep=0.6\n",
                     width_of_vertices(picture), height_of_vertices);
    for (size_t v = 0; v < picture->history->vertices.count; v++)
        xb_output_format(output, "v%zu\n", v);
    if (picture->history->edges.count > LARGE)
        xb_output_put(output, "nslimit=2\nnodesep=0.08\nranksep=1\n");
    put_rank(output, picture, XB_ROLE_INDEPENDENT, "min");
    put_rank(output, picture, XB_ROLE_DEPENDENT, "max");
    for (size_t e = 0; e < picture->history->edges.count; e++) {
        if (first[e] == e)
            xb_output_format(output, "v%u -> v%u [color=\"#%06zx\", weight=%d]\n", edges[e].source,
                             edges[e].target, e, edges[e].made == XB_HISTORY_START ? 4 : 1);
    }
    xb_output_put(output, "}\n");
    return xb_text_join(text, length);
}

/* ---- the program ---- */

static int spawn_dot(int input, int output)
{
    char *const words[] = {"dot", "-Tplain", NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0, error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!error)
        error = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return error;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return errno;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : EIO;
}

static int read_answer(FILE *file, xb_document *answer)
{
    long end;
    if (fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        return errno;
    answer->text = malloc((size_t)end + 1);
    if (!answer->text)
        return ENOMEM;
    answer->length = fread(answer->text, 1, (size_t)end, file);
    answer->text[answer->length] = '\0';
    return ferror(file) ? EIO : 0;
}

int tool_layout_run(const char *question, size_t length, xb_document *answer)
{
    FILE *input = tmpfile(), *output = tmpfile();
    int error = input && output ? 0 : errno;
    if (!error && (fwrite(question, 1, length, input) != length || fflush(input) != 0))
        error = errno;
    if (!error && lseek(fileno(input), 0, SEEK_SET) != 0)
        error = errno;
    if (!error)
        error = spawn_dot(fileno(input), fileno(output));
    if (!error)
        error = read_answer(output, answer);
    if (input)
        fclose(input);
    if (output)
        fclose(output);
    return error;
}

/* ---- answer ---- */

/* A line that is taken apart. */
typedef struct cursor {
    const char *at;
    bool good;
} cursor;

static double take_number(cursor *c)
{
    char *end = NULL;
    double value = strtod(c->at, &end);
    c->good = c->good && end > c->at;
    c->at = end;
    return value;
}

static bool take_word(cursor *c, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(c->at, word, length) != 0)
        return false;
    c->at += length;
    return true;
}

static tool_point take_point(cursor *c, double height)
{
    double x = take_number(c), y = take_number(c);
    return (tool_point){pixels_an_inch * x, height - pixels_an_inch * y};
}

/* v12 0.5 1.5 ... */
static void read_node(const tool_picture *picture, cursor *c, double height, tool_point *vertices)
{
    c->good = c->good && take_word(c, "v");
    size_t vertex = c->good ? (size_t)take_number(c) : 0;
    c->good = c->good && vertex < picture->history->vertices.count;
    if (c->good)
        vertices[vertex] = take_point(c, height);
}

/* v1 v2 4 0.5 1.5 ... solid #00000a, or more words before the colour */
static void read_edge(const tool_picture *picture, cursor *c, double height, tool_route *edges)
{
    const char *end = c->at + strcspn(c->at, "\n");
    c->at += strcspn(c->at, " \n");
    c->at += strspn(c->at, " ");
    c->at += strcspn(c->at, " \n");
    double count = take_number(c);
    const char *color = end;
    while (color > c->at && *color != '#')
        color--;
    c->good = c->good && count >= 4 && count <= (double)(end - c->at) && *color == '#';
    size_t edge = c->good ? strtoul(color + 1, NULL, 16) : 0;
    c->good = c->good && edge < picture->history->edges.count;
    if (!c->good)
        return;
    tool_point *points = xb_arena_array(picture->arena, (size_t)count, sizeof *points);
    for (size_t i = 0; i < (size_t)count; i++)
        points[i] = take_point(c, height);
    edges[edge] = (tool_route){points, (size_t)count};
}

bool tool_layout_read(const tool_picture *picture, const xb_document *answer, tool_layout *layout)
{
    const uint32_t *first = share_ways(picture);
    size_t edge_count = picture->history->edges.count;
    tool_point *vertices = xb_arena_array(picture->arena, picture->history->vertices.count, sizeof *vertices);
    tool_route *edges = xb_arena_array(picture->arena, edge_count, sizeof *edges);
    cursor c = {answer->text, true};
    *layout = (tool_layout){.vertex_width = pixels_an_inch * width_of_vertices(picture),
                            .vertex_height = pixels_an_inch * height_of_vertices,
                            .vertices = vertices,
                            .edges = edges};
    while (c.good && *c.at) {
        if (take_word(&c, "graph ")) {
            take_number(&c);
            layout->width = pixels_an_inch * take_number(&c);
            layout->height = pixels_an_inch * take_number(&c);
        } else if (take_word(&c, "node ")) {
            read_node(picture, &c, layout->height, vertices);
        } else if (take_word(&c, "edge ")) {
            read_edge(picture, &c, layout->height, edges);
        }
        c.at += strcspn(c.at, "\n");
        c.at += *c.at == '\n';
    }
    for (size_t e = 0; c.good && e < edge_count; e++) {
        edges[e] = edges[first[e]];
        c.good = edges[e].count > 0;
    }
    return c.good && layout->width > 0;
}
