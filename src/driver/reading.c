/*
 * Options go to the program as they came, in their order.
 */
#include "driver/reading.h"

#include <string.h>
#include <unistd.h>

/* ---- options ---- */

static void pass_on(reading *self, const char *option, const char *first, const char *second)
{
    if (!self->option)
        self->option = option;
    xb_list_append(self->arena, &self->words, (void *)first);
    if (second)
        xb_list_append(self->arena, &self->words, (void *)second);
}

static const char *take_language(void *context, const char *value)
{
    ((reading *)context)->language = value;
    return NULL;
}

static const char *take_form(void *context, const char *value)
{
    reading *self = context;
    self->form = value;
    pass_on(self, "form", xb_arena_format(self->arena, "--form=%s", value), NULL);
    return NULL;
}

static const char *take_folder(reading *self, const char *option, const char *letter, const char *value)
{
    pass_on(self, option, letter, value);
    return *value ? NULL : "the name of the folder is empty";
}

static const char *take_include(void *context, const char *value)
{
    return take_folder(context, "include", "-I", value);
}

static const char *take_modules(void *context, const char *value)
{
    return take_folder(context, "modules", "-J", value);
}

static const char *take_name(reading *self, const char *option, const char *letter, const char *value)
{
    pass_on(self, option, letter, value);
    return *value && *value != '=' ? NULL : "the name of the macro is empty";
}

static const char *take_definition(void *context, const char *value)
{
    return take_name(context, "define", "-D", value);
}

static const char *take_undefinition(void *context, const char *value)
{
    return take_name(context, "undefine", "-U", value);
}

static bool is_flag(const char *value)
{
    static const char *const flags[] = {"default-real-8", "default-integer-8", "default-double-8"};
    static const char *const lengths[] = {"fixed-line-length-", "free-line-length-"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(value, flags[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const char *length = value + strlen(lengths[i]);
        if (strncmp(value, lengths[i], strlen(lengths[i])) == 0)
            return strcmp(length, "none") == 0 || (*length && length[strspn(length, "0123456789")] == '\0');
    }
    return false;
}

static const char *take_flag(void *context, const char *value)
{
    reading *self = context;
    pass_on(self, "flag", xb_arena_format(self->arena, "-f%s", value), NULL);
    return is_flag(value) ? NULL
                          : "it may be default-real-8, default-integer-8, default-double-8, "
                            "fixed-line-length-N or free-line-length-N";
}

static const char *const forms[] = {"free", "fixed", NULL};

const word_option reading_options[] = {
    {{"from", 0, "LANGUAGE",
      "the inputs are in this language; otherwise their suffixes say so: .f90, .f95, .f03 and .f08 mean "
      "Fortran "
      "in free form, .f, .for and .ftn in fixed form, with capital letters preprocessed first, others XAIF",
      NULL, xb_read_language_names},
     .take = take_language},
    {{"form", 0, "FORM", "all sources are in this form, whatever their suffixes are", NULL, forms},
     .take = take_form},
    {{"include", 'I', "FOLDER",
      "look for files that are included, and for module files, in this folder, too; "
      "may be repeated",
      NULL, NULL},
     .take = take_include,
     .is_of_sources = true},
    {{"modules", 'J', "FOLDER", "look for files of modules in this folder, too; may be repeated", NULL, NULL},
     .take = take_modules,
     .is_of_sources = true},
    {{"define", 'D', "NAME[=VALUE]", "define a macro of the preprocessor; may be repeated", NULL, NULL},
     .take = take_definition,
     .is_of_sources = true},
    {{"undefine", 'U', "NAME", "undefine a macro of the preprocessor; may be repeated", NULL, NULL},
     .take = take_undefinition,
     .is_of_sources = true},
    {{"flag", 'f', "FLAG",
      "what compilers are told by -fFLAG: default-real-8, default-integer-8, default-double-8, "
      "fixed-line-length-N or free-line-length-N; may be repeated",
      NULL, NULL},
     .take = take_flag,
     .is_of_sources = true},
    {.option = {.name = NULL}}};

/* ---- inputs ---- */

static const char *input_at(const reading *self, size_t i)
{
    return self->inputs.items[i];
}

const xb_foreign_language *find_foreign_language(const reading *self)
{
    const xb_foreign_language *found = self->language ? xb_foreign_language_of(self->language, NULL) : NULL;
    for (size_t i = 0; i < self->inputs.count && !self->language && !found; i++)
        found = xb_foreign_language_of(NULL, input_at(self, i));
    return found;
}

/* One document is transformed at a time. */
static xb_status check_document(const reading *self, xb_diagnostics *diagnostics, const char *program)
{
    static const char *const commands[] = {"verify"};
    if (self->inputs.count > 1)
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0},
                        xb_arena_format(self->arena, "%s --help lists the options", program),
                        "there is more than one input: %s and %s; %s", input_at(self, 0), input_at(self, 1),
                        xb_nearest(self->arena, input_at(self, 0), commands, 1)
                            ? "did you mean xaifbooster verify?"
                            : "one document is transformed at a time");
    if (self->option)
        return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "name the language: --from=fortran",
                        "--%s has no effect where XAIF is read", self->option);
    return XB_STATUS_OK;
}

xb_status check_reading(const reading *self, xb_diagnostics *diagnostics, const char *program)
{
    if (!self->foreign)
        return check_document(self, diagnostics, program);
    for (size_t i = 0; i < self->inputs.count; i++) {
        if (!self->language && xb_foreign_language_of(NULL, input_at(self, i)) != self->foreign)
            return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0},
                            xb_arena_format(self->arena, "leave it out, or say --from=%s if it is one",
                                            self->foreign->id),
                            "%s is not the name of a source of %s, as other inputs are", input_at(self, i),
                            self->foreign->name);
        for (size_t k = 0; k < i; k++)
            if (strcmp(input_at(self, i), input_at(self, k)) == 0)
                return xb_error(diagnostics, XB_STATUS_USAGE, (xb_place){0}, "name it once",
                                "%s is named twice", input_at(self, i));
    }
    return XB_STATUS_OK;
}

const char *name_beside(const reading *self, const char *mark, const char *suffix)
{
    const char *input = self->inputs.count > 0 ? input_at(self, 0) : "-";
    const char *slash = strrchr(input, '/'), *name = slash ? slash + 1 : input, *dot = strrchr(name, '.');
    const size_t length = dot && dot > name ? (size_t)(dot - input) : strlen(input);
    if (strcmp(input, "-") == 0)
        return NULL;
    return xb_arena_format(self->arena, "%s%s%s", xb_arena_copy_text(self->arena, input, length), mark,
                           suffix);
}

/* ---- the program ---- */

/* The folder that this program is in; NULL: not known. */
static const char *own_folder(xb_arena *arena)
{
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length <= 0 || (size_t)length == sizeof path)
        return NULL;
    path[length] = '\0';
    const char *slash = strrchr(path, '/');
    return slash ? xb_arena_copy_text(arena, path, (size_t)(slash - path)) : NULL;
}

const char *settle_reading(reading *self)
{
    if (self->inputs.count == 0)
        xb_list_append(self->arena, &self->inputs, "-");
    self->source = (xb_foreign_source){.language = self->foreign,
                                       .files = (const char *const *)self->inputs.items,
                                       .file_count = self->inputs.count,
                                       .options = (const char *const *)self->words.items,
                                       .option_count = self->words.count,
                                       .beside = own_folder(self->arena)};
    return self->inputs.count == 1
               ? xb_arena_format(self->arena, "(XAIF of %s)", input_at(self, 0))
               : xb_arena_format(self->arena, "%s and %u more", input_at(self, 0), self->inputs.count - 1);
}
