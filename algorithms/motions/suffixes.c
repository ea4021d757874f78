/*
 * The text is cut at commas, and each part at its first colon.
 */
#include "algorithms/motions/motions.h"

#include <string.h>

#include "algorithm/options.h"

bool xb_suffix_is_valid(const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return *text && strspn(text, allowed) == strlen(text);
}

static xb_status take(const xb_options *options, const char *part, const char **suffixes)
{
    const char *colon = strchr(part, ':');
    const size_t length = colon ? (size_t)(colon - part) : strlen(part);
    int motion = 0;
    while (motion < XB_MOTION_COUNT && (strncmp(xb_motion_name((xb_motion)motion), part, length) != 0 ||
                                        strlen(xb_motion_name((xb_motion)motion)) != length))
        motion++;
    if (!colon || motion == XB_MOTION_COUNT)
        return xb_option_error(options, "combined:_b,recording:_rec,returning:_ret is an example",
                               "--motion-suffixes: '%s' is no motion with a suffix", part);
    if (!colon[1])
        return xb_option_error(options, "combined:_b,recording:_rec,returning:_ret is an example",
                               "--motion-suffixes: the suffix of '%s' is empty: names would stay", part);
    if (!xb_suffix_is_valid(colon + 1))
        return xb_option_error(options, "use letters, digits and underscores",
                               "--motion-suffixes: '%s' can't end a name", colon + 1);
    suffixes[motion] = colon + 1;
    return XB_STATUS_OK;
}

static xb_status check(const xb_options *options, const char *const *suffixes)
{
    for (int i = 0; i < XB_MOTION_COUNT; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(suffixes[i], suffixes[k]) == 0)
                return xb_option_error(options, "give each one of its own",
                                       "--motion-suffixes: '%s' is that of two motions", suffixes[i]);
    return XB_STATUS_OK;
}

xb_status xb_motion_suffixes_read(const xb_options *options, const char **suffixes)
{
    const char *text = xb_option_value(options, "motion-suffixes");
    xb_status status = XB_STATUS_OK;
    for (int i = 0; i < XB_MOTION_COUNT; i++)
        suffixes[i] = xb_motion_suffixes[i];
    while (!status && text && *text) {
        const size_t length = strcspn(text, ",");
        status = take(options, xb_arena_copy_text(xb_options_arena(options), text, length), suffixes);
        text += length;
        text += *text == ',';
    }
    return status ? status : check(options, suffixes);
}
