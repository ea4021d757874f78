/*
 * Characters and strings. Results that are no longer than an operand, and not changed, are parts of it; those
 * that need memory (adjustl, adjustr, repeat) are in transformational_text.c.
 */
#include "evaluate/intrinsics/elemental.h"

static bool is_string(const xb_number *x)
{
    return x->type == XB_TYPE_STRING;
}

static size_t trimmed_length(xb_string text)
{
    size_t length = text.length;
    while (length > 0 && text.bytes[length - 1] == ' ')
        length--;
    return length;
}

/* ---- characters and their numbers ------------------------------------------ */

static const char *code_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (!is_string(x))
        return xb_wrong_type();
    return x->text.length == 1 ? xb_set_integer(y, (unsigned char)x->text.bytes[0])
                               : "a string of other than one character";
}

/* Each byte once, eight octal rows by eight. */
static const char all_bytes[] = "\000\001\002\003\004\005\006\007\010\011\012\013\014\015\016\017"
                                "\020\021\022\023\024\025\026\027\030\031\032\033\034\035\036\037"
                                "\040\041\042\043\044\045\046\047\050\051\052\053\054\055\056\057"
                                "\060\061\062\063\064\065\066\067\070\071\072\073\074\075\076\077"
                                "\100\101\102\103\104\105\106\107\110\111\112\113\114\115\116\117"
                                "\120\121\122\123\124\125\126\127\130\131\132\133\134\135\136\137"
                                "\140\141\142\143\144\145\146\147\150\151\152\153\154\155\156\157"
                                "\160\161\162\163\164\165\166\167\170\171\172\173\174\175\176\177"
                                "\200\201\202\203\204\205\206\207\210\211\212\213\214\215\216\217"
                                "\220\221\222\223\224\225\226\227\230\231\232\233\234\235\236\237"
                                "\240\241\242\243\244\245\246\247\250\251\252\253\254\255\256\257"
                                "\260\261\262\263\264\265\266\267\270\271\272\273\274\275\276\277"
                                "\300\301\302\303\304\305\306\307\310\311\312\313\314\315\316\317"
                                "\320\321\322\323\324\325\326\327\330\331\332\333\334\335\336\337"
                                "\340\341\342\343\344\345\346\347\350\351\352\353\354\355\356\357"
                                "\360\361\362\363\364\365\366\367\370\371\372\373\374\375\376\377";

static const char *character_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (x->type != XB_TYPE_INTEGER)
        return xb_wrong_type();
    if (x->integer < 0 || x->integer > 255)
        return "a number that no character has";
    *y = (xb_number){.type = XB_TYPE_STRING, .text = {all_bytes + x->integer, 1}};
    return NULL;
}

/* ---- parts of strings ------------------------------------------------------ */

static const char *trim_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    if (!is_string(x))
        return xb_wrong_type();
    *y = (xb_number){.type = XB_TYPE_STRING, .text = {x->text.bytes, trimmed_length(x->text)}};
    return NULL;
}

static const char *len_trim_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    (void)self, (void)count;
    return is_string(x) ? xb_set_integer(y, (int64_t)trimmed_length(x->text)) : xb_wrong_type();
}

/* ---- searches -------------------------------------------------------------- */

/* How a search tells whether text holds what is looked for at a place. */
typedef struct search {
    bool (*found)(xb_string text, size_t place, xb_string wanted);
    bool whole; /* all of `wanted` has to fit in */
} search;

static bool is_among(char c, xb_string set)
{
    for (size_t i = 0; i < set.length; i++)
        if (set.bytes[i] == c)
            return true;
    return false;
}

static bool has_part(xb_string text, size_t place, xb_string wanted)
{
    for (size_t i = 0; i < wanted.length; i++)
        if (text.bytes[place + i] != wanted.bytes[i])
            return false;
    return true;
}

static bool has_one_of(xb_string text, size_t place, xb_string set)
{
    return is_among(text.bytes[place], set);
}

static bool has_none_of(xb_string text, size_t place, xb_string set)
{
    return !is_among(text.bytes[place], set);
}

/* The number of the place where something is, from 1; 0 if it is nowhere. */
static const char *search_value(const xb_elemental *self, const xb_number *x, size_t count, xb_number *y)
{
    const search *how = self->function;
    bool backwards = count > 2 && x[2].type == XB_TYPE_BOOL && x[2].integer;
    if (!is_string(&x[0]) || !is_string(&x[1]))
        return xb_wrong_type();
    if (count > 2 && x[2].type != XB_TYPE_BOOL && x[2].type != XB_TYPE_VOID)
        return xb_wrong_type();
    xb_string text = x[0].text, wanted = x[1].text;
    size_t places = text.length;
    if (how->whole) {
        if (wanted.length > text.length)
            return xb_set_integer(y, 0);
        places = text.length - wanted.length + 1;
    }
    for (size_t i = 0; i < places; i++) {
        size_t place = backwards ? places - 1 - i : i;
        if (how->found(text, place, wanted))
            return xb_set_integer(y, (int64_t)place + 1);
    }
    return xb_set_integer(y, 0);
}

static const search index_search = {has_part, true}, scan = {has_one_of, false},
                    verify = {has_none_of, false};

static const xb_elemental rows[] = {
    {XB_INTRINSIC_ACHAR, character_value, NULL, NULL, NULL},
    {XB_INTRINSIC_CHAR, character_value, NULL, NULL, NULL},
    {XB_INTRINSIC_IACHAR, code_value, NULL, NULL, NULL},
    {XB_INTRINSIC_ICHAR, code_value, NULL, NULL, NULL},
    {XB_INTRINSIC_INDEX, search_value, NULL, NULL, &index_search},
    {XB_INTRINSIC_LEN_TRIM, len_trim_value, NULL, NULL, NULL},
    {XB_INTRINSIC_SCAN, search_value, NULL, NULL, &scan},
    {XB_INTRINSIC_TRIM, trim_value, NULL, NULL, NULL},
    {XB_INTRINSIC_VERIFY, search_value, NULL, NULL, &verify},
};

const xb_elemental_family xb_elemental_text = {rows, sizeof rows / sizeof rows[0]};
