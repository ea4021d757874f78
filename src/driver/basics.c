/*
 * Requests are noted; they are answered when all options are known to be right.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "driver/basics.h"

#include "driver/completion.h"

static const char *take_help(void *context, const char *value)
{
    basics *asked = context;
    asked->request = value ? REQUEST_DESCRIPTION : REQUEST_HELP;
    asked->topic = value;
    return NULL;
}

static const char *take_version(void *context, const char *value)
{
    (void)value;
    ((basics *)context)->request = REQUEST_VERSION;
    return NULL;
}

static const char *take_completion(void *context, const char *value)
{
    basics *asked = context;
    asked->request = REQUEST_COMPLETION;
    asked->shell = value;
    return NULL;
}

static const char *const shells[] = {"bash", "zsh", NULL};

static const word_option help_options[] = {
    {{"help", 'h', NULL, "show this text", NULL, NULL}, .take = take_help}, {.option = {.name = NULL}}};

const word_option describing_options[] = {
    {{"help", 'h', "[=ALGORITHM]", "show this text, or what there is to know of one algorithm", NULL, NULL},
     .take = take_help},
    {.option = {.name = NULL}}};

const word_option basic_options[] = {
    {{"version", 'V', NULL, "show the version", NULL, NULL}, .take = take_version},
    {{"print-completion", 0, "SHELL", "print a script that lets this shell complete command lines", NULL,
      shells},
     .take = take_completion},
    {.option = {.name = NULL}}};

void add_basic_options(word_command *command, basics *asked)
{
    words_add(command, message_options, &asked->messages);
    words_add(command, help_options, asked);
    words_add(command, basic_options, asked);
}

void put_version(xb_output *output, const char *name)
{
    xb_output_format(output, "%s %s\n", name, PACKAGE_VERSION);
}

void put_basic_answer(xb_output *output, const basics *asked, const word_command *const *commands,
                      size_t count)
{
    if (asked->request == REQUEST_VERSION)
        put_version(output, commands[0]->name);
    else if (asked->request == REQUEST_COMPLETION)
        put_completion(output, asked->shell, commands, count);
    else
        words_put_help(commands[0], output);
}
