/*
 * Input, output and the like: the text of the statement, as the source has it, and the variables that it
 * names, those that it modifies first. A format that it refers to by a label stands in its place, since
 * labels are others where the statement is written.
 */
#include <algorithm>
#include <cctype>
#include <cstring>

#include "reader.h"

namespace reader
{

namespace
{

/* A part of a statement, as far as the next comma. */
struct Part {
    std::string key, value; /* key=value */
};

bool is_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string stripped(const std::string &text)
{
    size_t from = text.find_first_not_of(' '), to = text.find_last_not_of(' ');
    return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

/* Walks over a text outside of quotes. */
template <typename F> void each_character(const std::string &text, F &&visit)
{
    char quote = 0;
    int depth = 0;
    for (size_t i = 0; i < text.size(); i++) {
        char c = text[i];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '\'' || c == '"')
            quote = c;
        else {
            depth -= c == ')';
            if (!visit(i, c, depth))
                return;
            depth += c == '(';
        }
    }
}

std::vector<std::string> split(const std::string &text)
{
    std::vector<std::string> parts;
    size_t from = 0;
    each_character(text, [&](size_t i, char c, int depth) {
        if (c == ',' && depth == 0) {
            parts.push_back(stripped(text.substr(from, i - from)));
            from = i + 1;
        }
        return true;
    });
    parts.push_back(stripped(text.substr(from)));
    return parts;
}

Part part_of(const std::string &text)
{
    Part part{"", text};
    each_character(text, [&](size_t i, char c, int depth) {
        bool is_sign =
            c == '=' && depth == 0 && i > 0 && text[i + 1] != '=' && !std::strchr("=/<>", text[i - 1]);
        if (is_sign)
            part = {stripped(text.substr(0, i)), stripped(text.substr(i + 1))};
        return !is_sign;
    });
    return part;
}

/* Words that are not in quotes, and no keys. */
std::vector<std::string> names_in(const std::string &text)
{
    std::vector<std::string> found;
    std::string word;
    auto end = [&] {
        if (!word.empty() && std::isalpha(static_cast<unsigned char>(word[0])))
            found.push_back(word);
        word.clear();
    };
    each_character(text + " ", [&](size_t, char c, int) {
        if (is_word(c))
            word += c;
        else
            end();
        return true;
    });
    return found;
}

std::string first_name(const std::string &text)
{
    size_t n = 0;
    while (n < text.size() && is_word(text[n]))
        n++;
    return text.substr(0, n);
}

bool is_number(const std::string &text)
{
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

class Opaque
{
  public:
    Opaque(Reader &reader, const Procedure *procedure, const Replaced &made, const TypedExpression *status)
        : r{reader}, procedure{procedure}, made{made}, status{status}
    {
    }

    /* In fixed form, blanks are gone. */
    static std::string parted(const std::string &text)
    {
        const std::string word = first_name(text);
        if (word.compare(0, 9, "errorstop") == 0)
            return stripped("error stop " + text.substr(9));
        for (const char *known :
             {"stop", "print", "read", "rewind", "backspace", "endfile", "pause", "flush"}) {
            const size_t length = std::strlen(known);
            if (word.size() > length && word.compare(0, length, known) == 0)
                return text.substr(0, length) + " " + text.substr(length);
        }
        return text;
    }

    void put(const std::string &given)
    {
        std::string text = stripped(given);
        text = text.substr(std::min(text.find_first_not_of("0123456789 "), text.size())); /* its own label */
        text = parted(text);
        verb = first_name(text);
        std::string rest = stripped(text.substr(verb.size())), result = verb;
        bool has_controls = !rest.empty() && rest[0] == '(' && verb != "print";
        size_t end = has_controls ? closing(rest) : 0;
        if (has_controls && end < rest.size()) {
            result += " (" + controls(rest.substr(1, end - 1)) + ")";
            rest = stripped(rest.substr(end + 1));
            items(rest);
        } else if ((verb == "print" || verb == "read") && !rest.empty()) {
            auto parts = split(rest);
            std::string format = format_of(parts[0]);
            rest = format + rest.substr(std::min(rest.size(), rest.find(parts[0]) + parts[0].size()));
            name(parts[0], read);
            items(parts.size() > 1 ? rest.substr(format.size() + 1) : "");
        } else {
            name(rest, verb == "call" ? written : read);
        }
        finish(rest.empty() ? result : result + " " + rest);
        if (status && (outcome.at_end || outcome.at_error))
            outcome.status = r.expression(*status);
    }

    Outcome outcome;

  private:
    static size_t closing(const std::string &text)
    {
        size_t found = text.size();
        each_character(text, [&](size_t i, char c, int depth) {
            if (c == ')' && depth == 0)
                found = i;
            return found == text.size();
        });
        return found;
    }

    bool is_transfer() const
    {
        return verb == "read" || verb == "write";
    }

    std::string controls(const std::string &text)
    {
        std::string list;
        size_t place = 0;
        for (const std::string &one : split(text)) {
            Part part = part_of(one);
            place++;
            std::string own = is_jump(part) ? "" : control(part, place);
            list += (list.empty() || own.empty() ? "" : ", ") + own;
        }
        if (outcome.at_end == 0 && outcome.at_error == 0)
            return list;
        if (!status) {
            xb_source_variable *variable = r.temporary("status", {XB_TYPE_INTEGER, 4}, 0);
            outcome.status = r.whole(variable);
            outcome.stops = true;
            written.push_back(outcome.status);
            list += std::string(", iostat=") + variable->name;
        }
        return list;
    }

    /* Where to go is asked afterwards. */
    bool is_jump(const Part &part)
    {
        if (part.key != "err" && part.key != "end" && part.key != "eor")
            return false;
        int64_t &label = part.key == "err" ? outcome.at_error : outcome.at_end;
        int64_t wanted = std::atoll(part.value.c_str());
        if (label != 0 && label != wanted)
            r.refuse("ask for iostat", "jumps at the end of a line and of a file can't be read");
        label = wanted;
        return true;
    }

    /* A group is declared in the text, for the unit that it is written in. */
    void group(const std::string &name)
    {
        std::string list;
        for (const Symbol &one : find(name)->get<semantics::NamelistDetails>().objects()) {
            const std::string own = one.name().ToString();
            list += (list.empty() ? "" : ", ") + own;
            this->name(own, verb == "read" ? written : read);
        }
        declaration = "namelist /" + name + "/ " + list + "\n";
    }

    std::string control(const Part &part, size_t place)
    {
        const std::string &key = part.key;
        std::string value = part.value;
        bool is_unit = key == "unit" || (key.empty() && place == 1),
             is_format = key == "fmt" || (key.empty() && place == 2);
        if (key == "nml" || (is_transfer() && is_format && is_namelist(value)))
            group(value);
        else if (is_transfer() && is_format)
            value = format_of(value);
        static const std::set<std::string> results = {"iostat", "size", "iomsg", "newunit"};
        bool asks = verb == "inquire" && !is_unit && key != "file";
        if (results.count(key) > 0 || asks || (verb == "write" && is_unit && is_text(first_name(value))))
            name_result(part.value);
        else
            name(part.value, read);
        return key.empty() ? value : key + "=" + value;
    }

    /* What is input or output; parentheses have implied loops, whose variables change. */
    void items(const std::string &text)
    {
        if (stripped(text).empty())
            return;
        for (const std::string &one : split(text)) {
            Part part = part_of(one);
            if (!part.key.empty()) {
                name(part.key, made.count(part.key) > 0 ? read : written); /* it has its last value before */
                name(part.value, read);
            } else if (!one.empty() && one[0] == '(' && closing(one) == one.size() - 1) {
                items(one.substr(1, one.size() - 2));
            } else if (verb == "read") {
                name_result(one);
            } else {
                name(one, read);
            }
        }
    }

    /* A variable that gets a value: its subscripts are read. */
    void name_result(const std::string &text)
    {
        std::string first = first_name(text);
        name(first, written);
        name(text.substr(first.size()), read);
    }

    const Symbol *find(const std::string &name) const
    {
        const Symbol *symbol = r.context.FindScope(r.at).FindSymbol(parser::CharBlock{name});
        return symbol ? &symbol->GetUltimate() : nullptr;
    }
    bool is_namelist(const std::string &name) const
    {
        const Symbol *symbol = find(name);
        return symbol && symbol->has<semantics::NamelistDetails>();
    }
    bool is_text(const std::string &name) const
    {
        const Symbol *symbol = name.empty() ? nullptr : find(name);
        auto type = symbol ? evaluate::DynamicType::From(*symbol) : std::nullopt;
        return type && type->category() == common::TypeCategory::Character;
    }

    /* What shares storage has no name of its own: a copy has it, as far as it is only read. */
    void name_overlaid(const Symbol &symbol, const std::string &word, std::vector<Expression> &into)
    {
        Expression value = r.overlaid(symbol, {});
        xb_source_variable *copy = &into == &read && value->rank == 0 ? r.copy_called(word, value) : nullptr;
        if (!copy) {
            r.refuse("assign it to a variable, and name that",
                     "%s, which shares storage with others, is named in input or output", word.c_str());
            return;
        }
        r.assign(r.whole(copy), value);
        note(copy, into);
    }

    void name(const std::string &text, std::vector<Expression> &into)
    {
        for (const std::string &word : names_in(text)) {
            auto own = made.find(word);
            if (own != made.end() && own->second)
                note(own->second, into);
            const Symbol *symbol = own != made.end() ? nullptr : find(word);
            if (!symbol)
                continue;
            if (symbol->has<semantics::AssocEntityDetails>() || r.substitutes.count(symbol) > 0)
                r.refuse("name the variable itself", "%s stands for something else in output", word.c_str());
            else if (semantics::IsFunction(*symbol) && !symbol->attrs().test(semantics::Attr::INTRINSIC) &&
                     !r.is_own_result(*symbol))
                r.refuse("assign the value to a variable", "the function %s is called in input or output",
                         word.c_str());
            if (!symbol->has<semantics::ObjectEntityDetails>())
                continue;
            if (r.structure_type(*symbol)) {
                r.refuse("assign its member to a variable, and name that",
                         "%s, a structure, is named in input or output", word.c_str());
                continue;
            }
            if (r.is_overlaid(*symbol)) {
                name_overlaid(*symbol, word, into);
                continue;
            }
            if (xb_source_variable *variable = r.variable_of(*symbol))
                note(variable, into);
        }
    }
    void note(xb_source_variable *variable, std::vector<Expression> &into)
    {
        if (seen.insert(variable).second)
            into.push_back(r.whole(variable));
        else if (&into == &written)
            promote(variable);
    }
    /* Something that is read is modified, too. */
    void promote(const xb_source_variable *variable)
    {
        for (size_t i = 0; i < read.size(); i++)
            if (read[i]->variable == variable) {
                written.push_back(read[i]);
                read.erase(read.begin() + ptrdiff_t(i));
                return;
            }
    }

    /* A format instead of a label. */
    std::string format_of(const std::string &text)
    {
        if (!is_number(text))
            return text;
        std::string format = find_format(text), made = "'";
        if (format.empty())
            r.refuse(nullptr, "there is no format %s", text.c_str());
        for (char c : format)
            made += c == '\'' ? "''" : std::string(1, c);
        return made + "'";
    }
    std::string find_format(const std::string &label) const
    {
        if (!procedure)
            return "";
        const char *end = procedure->last.end();
        for (const char *line = procedure->first.begin(); line < end;) {
            const char *next = std::find(line, end, '\n');
            std::string text = stripped(std::string(line, next));
            line = next + 1;
            size_t digits = text.find_first_not_of("0123456789");
            if (digits == 0 || digits == std::string::npos ||
                std::stoull("0" + text.substr(0, digits).substr(0, 9)) != std::stoull(label.substr(0, 9)))
                continue;
            std::string rest = stripped(text.substr(digits));
            if (rest.compare(0, 6, "format") == 0)
                return stripped(rest.substr(6));
        }
        return "";
    }

    void finish(const std::string &text)
    {
        std::vector<Expression> named = written;
        named.insert(named.end(), read.begin(), read.end());
        xb_source_statement *made = r.add(XB_SOURCE_OPAQUE);
        const std::string whole = declaration + text;
        made->text = xb_arena_copy_text(r.arena, whole.data(), whole.size());
        made->language = XB_TEXT_FORTRAN;
        made->count = named.size();
        made->number = int64_t(written.size());
        made->arguments =
            static_cast<Expression *>(xb_arena_alloc(r.arena, (named.size() + 1) * sizeof(Expression)));
        std::copy(named.begin(), named.end(), made->arguments);
    }

    Reader &r;
    const Procedure *procedure;
    const Replaced &made;
    const TypedExpression *status;
    std::string verb, declaration;
    std::vector<Expression> written, read;
    std::set<const xb_source_variable *> seen;
};

} // namespace

Outcome Reader::opaque(const std::string &text, const Replaced &made, const TypedExpression *status)
{
    Opaque statement{*this, procedure, made, status};
    statement.put(text);
    return statement.outcome;
}

void Reader::go_by(Outcome outcome)
{
    const struct {
        xb_intrinsic_code code;
        int64_t label;
    } cases[] = {{XB_INTRINSIC_LESS_THAN, outcome.at_end}, {XB_INTRINSIC_GREATER_THAN, outcome.at_error}};
    for (const auto &one : cases) {
        if (!outcome.status || (!one.label && !outcome.stops))
            continue;
        begin_if(operate(one.code, {XB_TYPE_BOOL, 0}, {outcome.status, number(0)}));
        if (one.label)
            jump(one.label);
        else
            opaque("error stop 'input or output failed'", {}, nullptr);
        end_if();
    }
}

} // namespace reader
