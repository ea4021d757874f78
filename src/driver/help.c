/*
 * Texts made of tables: the program's own options and the descriptors of algorithms.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "driver/command_line.h"

#include <libxml/parser.h>

#include "algorithm/picture.h"
#include "driver/option_text.h"

static void put_pictures(xb_arena *arena, xb_output *output, const xb_registry *registry)
{
    xb_output_put(output, "\nPictures\n");
    for (const xb_picture_kind *kind = xb_picture_kinds; kind->name; kind++)
        put_entry(arena, output, kind->name, kind->summary);
    for (size_t i = 0; i < xb_registry_count(registry); i++)
        for (const xb_picture *picture = xb_registry_at(registry, i)->pictures; picture && picture->kind;
             picture++)
            put_entry(arena, output, picture->kind, picture->summary);
}

void put_help(xb_arena *arena, xb_output *output, const xb_registry *registry)
{
    xb_output_put(output, "usage: xaifbooster [OPTION]... [FILE]\n"
                          "       xaifbooster verify [OPTION]... ORIGINAL TRANSFORMED\n"
                          "Differentiates the program in FILE, an XAIF document, and writes it with code\n"
                          "for its derivatives, as XAIF.\n");
    for (const option_section *section = option_sections; section->title; section++) {
        xb_output_format(output, "\n%s\n", section->title);
        for (const own_option *own = section->options; own->take; own++)
            put_option(arena, output, &own->option);
        for (const case_option *more = section->more; more && more->option.name; more++)
            put_option(arena, output, &more->option);
    }
    xb_output_put(output, "\nPrograms\n");
    for (const xb_option *option = xb_transform_options; option->name; option++)
        put_option(arena, output, option);
    for (size_t i = 0; i < xb_registry_count(registry); i++) {
        const xb_algorithm *algorithm = xb_registry_at(registry, i);
        if (algorithm->options && algorithm->options->name)
            xb_output_format(output, "\nAlgorithm %s\n", algorithm->name);
        for (const xb_option *option = algorithm->options; option && option->name; option++)
            put_option(arena, output, option);
    }
    put_pictures(arena, output, registry);
    xb_output_put(output, "\nExit status: 0 done; 1 the input is wrong; 2 the command line is wrong; 3 the\n"
                          "input needs something that is not supported; 4 the environment failed (files,\n"
                          "memory); 5 the result was judged to be wrong.\n");
}

void put_version(xb_output *output)
{
    xb_output_format(output, "xaifbooster %s\n", PACKAGE_VERSION);
    xb_output_format(output, "interface of algorithms: version %d\n", XB_ALGORITHM_ABI);
    xb_output_format(output, "libxml2: version %s, compiled with %d\n", xmlParserVersion, LIBXML_VERSION);
}

static void put_requirements(xb_output *output, const xb_algorithm *algorithm)
{
    for (size_t i = 0; algorithm->prerequisites && algorithm->prerequisites[i]; i++)
        xb_output_format(output, "%s%s", i > 0 ? ", " : "    requires ", algorithm->prerequisites[i]);
    if (algorithm->prerequisites && algorithm->prerequisites[0])
        xb_output_char(output, '\n');
}

void put_list(xb_output *output, const xb_registry *registry)
{
    for (size_t i = 0; i < xb_registry_count(registry); i++) {
        const xb_algorithm *algorithm = xb_registry_at(registry, i);
        xb_output_format(output, "%s\n    %s\n", algorithm->name, algorithm->summary);
        put_requirements(output, algorithm);
    }
}
