/*
 * Most profiles have about half of the features; many have all, some next to none.
 */
#include "profile.h"

#include <string.h>

static const char *const names[GEN_FEATURE_COUNT] = {
    "arrays",   "matrices",       "ranks",       "sections",   "subscripts",  "passive",      "branches",
    "loops",    "jumps",          "calls",       "recursion",  "conversions", "globals",      "shared",
    "dags",     "deep",           "swaps",       "single",     "cuts",        "noninlinable", "catalogue",
    "complex",  "unknown-bounds", "conditional", "functions",  "externals",   "jacobians",    "joint",
    "scopes",   "disorder",       "anywhere",    "effects",    "tangles",     "unended",      "reductions",
    "user",     "mutual",         "entries",     "names",      "strides",     "inductions",   "optional",
    "masks",    "rules",          "steering",    "allocation", "claims",      "hosts",        "blocks",
    "pointers", "lazy",           "dead",        "declared",   "sided"};

static gen_features bit(int feature)
{
    return UINT64_C(1) << feature;
}

gen_features gen_features_all(void)
{
    return bit(GEN_FEATURE_COUNT) - 1;
}

const char *gen_feature_name(int number)
{
    return number >= 0 && number < GEN_FEATURE_COUNT ? names[number] : NULL;
}

static bool parse_one(const char *text, size_t length, gen_features *features)
{
    bool without = length > 0 && text[0] == '-';
    if (without) {
        text++;
        length--;
    }
    gen_features found = length == 3 && strncmp(text, "all", 3) == 0 ? gen_features_all() : 0;
    for (int i = 0; i < GEN_FEATURE_COUNT; i++)
        if (strlen(names[i]) == length && strncmp(text, names[i], length) == 0)
            found |= bit(i);
    *features = without ? *features & ~found : *features | found;
    return found != 0;
}

bool gen_features_parse(const char *text, gen_features *features)
{
    *features = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        if (!parse_one(text, length, features))
            return false;
        text += length + (text[length] == ',');
    }
    return true;
}

static double rate(gen_random *random)
{
    static const double rates[] = {.05, .2, .5, 1};
    return gen_chance(random, .4) ? rates[gen_below(random, 4)] : 0;
}

/* Less than full information, of any kind. */
static void blur(gen_random *random, gen_profile *profile)
{
    int kind = gen_below(random, 20);
    if (kind < 7)
        return;
    /* Nothing at all of some kinds; chains alone are found by other analyses than without alias sets. */
    if (kind < 11) {
        int missing = kind == 7 ? 7 : kind == 8 ? 2 : gen_between(random, 1, 6);
        profile->no_alias = missing & 1;
        profile->no_chain = missing >> 1 & 1;
        if (missing & 4)
            profile->lists = GEN_LISTS_NONE;
        return;
    }
    profile->no_alias = rate(random);
    profile->more_alias = rate(random);
    profile->partial = rate(random);
    profile->no_chain = rate(random);
    profile->more_chain = rate(random);
    profile->outside_chain = rate(random);
}

bool gen_profile_has(const gen_profile *profile, gen_feature feature)
{
    return (profile->features & bit(feature)) != 0;
}

gen_profile gen_profile_of(uint64_t seed, gen_features features, int size)
{
    static const int sizes[] = {4, 8, 12, 18, 26, 50};
    gen_random random = {gen_hash(seed, 1, 0)};
    gen_profile profile = {.seed = seed, .size = size ? size : sizes[gen_below(&random, 6)]};
    int kind = gen_below(&random, 10);
    double share = kind < 3 ? 1 : kind == 3 ? .1 : .5;
    for (int i = 0; i < GEN_DECLARED; i++)
        if (gen_chance(&random, share))
            profile.features |= bit(i);
    gen_random other = {gen_hash(seed, 2, 0)}; /* so that programs without are what they were */
    if (gen_chance(&other, .4))
        profile.features |= bit(GEN_DECLARED);
    if (gen_chance(&other, .4))
        profile.features |= bit(GEN_SIDED);
    if (gen_profile_has(&profile, GEN_MATRICES) || gen_profile_has(&profile, GEN_SECTIONS) ||
        gen_profile_has(&profile, GEN_RANKS) || gen_profile_has(&profile, GEN_ALLOCATION) ||
        gen_profile_has(&profile, GEN_LAZY))
        profile.features |= bit(GEN_ARRAYS);
    if (gen_profile_has(&profile, GEN_LAZY))
        profile.features |= bit(GEN_GLOBALS);
    if (gen_profile_has(&profile, GEN_ANYWHERE) || gen_profile_has(&profile, GEN_EFFECTS))
        profile.features |= bit(GEN_FUNCTIONS);
    if (gen_profile_has(&profile, GEN_MUTUAL))
        profile.features |= bit(GEN_RECURSION);
    if (gen_profile_has(&profile, GEN_REDUCTIONS) || gen_profile_has(&profile, GEN_MASKS))
        profile.features |= bit(GEN_NONINLINABLE);
    if (gen_profile_has(&profile, GEN_STRIDES) || gen_profile_has(&profile, GEN_INDUCTIONS))
        profile.features |= bit(GEN_LOOPS);
    if (gen_profile_has(&profile, GEN_RECURSION) || gen_profile_has(&profile, GEN_OPTIONAL) ||
        (gen_profile_has(&profile, GEN_CONVERSIONS) && gen_chance(&random, .7)))
        profile.features |= bit(GEN_CALLS);
    profile.features &= features;
    profile.style = (gen_style[]){GEN_STYLE_VARIABLE, GEN_STYLE_ELEMENT, GEN_STYLE_ELEMENT,
                                  GEN_STYLE_SINGLE}[gen_below(&random, 4)];
    profile.conditions_are_outside = gen_chance(&random, .5);
    profile.disorder = gen_profile_has(&profile, GEN_DISORDER);
    profile.shuffled = gen_chance(&random, .2);
    profile.terse = gen_chance(&random, .3);
    if (gen_chance(&random, .25))
        profile.lists =
            (gen_lists[]){GEN_LISTS_NONE, GEN_LISTS_LARGER, GEN_LISTS_SMALLER}[gen_below(&random, 3)];
    blur(&random, &profile);
    if (profile.no_alias >= 1)
        profile.features &= ~bit(GEN_JOINT);
    if (gen_chance(&random, .08) && !gen_profile_has(&profile, GEN_JOINT))
        profile.passivated = "b t";
    profile.pessimistic = gen_profile_has(&profile, GEN_EXTERNALS) &&
                          !gen_profile_has(&profile, GEN_EFFECTS) && gen_chance(&random, .3);
    profile.declares_storage = gen_chance(&other, .5);
    profile.keyless = gen_chance(&random, .5);
    profile.module_is_routine = gen_chance(&random, .5);
    return profile;
}

void gen_profile_forget(gen_profile *profile)
{
    profile->no_alias = profile->no_chain = 1;
    profile->lists = GEN_LISTS_NONE;
    profile->features &= ~bit(GEN_JOINT);
}

void gen_profile_inform(gen_profile *profile)
{
    profile->no_alias = profile->more_alias = profile->partial = 0;
    profile->no_chain = profile->more_chain = profile->outside_chain = 0;
    profile->lists = GEN_LISTS_RIGHT;
}
