/*
 * A line that begins as a directive is split into clauses, a word with or without a list in parentheses each.
 * Lines that flang has taken something from say where the next statement is, and which parts of a conditional
 * of the preprocessor count: a part that has directives only can't be judged, and they are refused.
 */
#include "directives.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace reader
{

using namespace Fortran;

bool is_same_file(const std::string &a, const std::string &b)
{
    return a == b ||
           std::filesystem::path(a).lexically_normal() == std::filesystem::path(b).lexically_normal();
}

namespace
{

const char forms_of_checkpoint[] =
    "checkpoint, checkpoint(30), checkpoint(periodic:20) and checkpoint(fixedpoint:1e-8) "
    "are what a loop can have";
const char known[] = "there are independent(x), dependent(y), checkpoint(30) and reversal(weak)";

std::string normal(const std::string &file)
{
    return std::filesystem::path(file).lexically_normal().string();
}

std::string small(std::string text)
{
    for (char &c : text)
        c = char(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/* What follows the sentinel of a directive; nullptr: the line is none. @param is_ours */
const char *text_of(const std::string &line, bool *is_ours)
{
    const char *text = line.c_str();
    if (std::strchr("cC*", text[0]) == nullptr || !text[0])
        text += std::strspn(text, " \t");
    if (!text[0] || !std::strchr("cC*!", text[0]))
        return nullptr;
    for (const char *sentinel : {"$xaif", "$openad"}) {
        size_t length = std::strlen(sentinel);
        if (strncasecmp(text + 1, sentinel, length) != 0 || !std::strchr(" \t\r", text[1 + length]))
            continue;
        *is_ours = sentinel[1] == 'x';
        return text + 1 + length;
    }
    return nullptr;
}

/* Whether a line is a directive of OpenMP, and not the continuation of one, or the end of a construct. */
bool is_parallel(const std::string &line)
{
    size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || (begin > 0 && line[begin] != '!') ||
        !std::strchr("cC*!", line[begin]) || strncasecmp(line.c_str() + begin + 1, "$omp", 4) != 0 ||
        begin + 5 >= line.size())
        return false;
    size_t word = line.find_first_not_of(" \t", begin + 5);
    bool is_blank = line[begin + 5] == ' ' || line[begin + 5] == '\t';
    return is_blank && word != std::string::npos && line[word] != '&' &&
           strncasecmp(line.c_str() + word, "end", 3) != 0;
}

/* Lines of a file that flang has taken something from. */
std::set<uint64_t> lines_with_code(const std::string &file, const parser::CookedSource &cooked,
                                   const parser::AllCookedSources &all)
{
    std::set<uint64_t> lines;
    parser::CharBlock text = cooked.AsCharBlock();
    for (size_t i = 0; i < text.size(); i++) {
        if (i > 0 && text[i - 1] != '\n')
            continue;
        while (i + 1 < text.size() && text[i] == ' ')
            i++;
        auto range = all.GetSourcePositionRange(parser::CharBlock{text.begin() + i, 1});
        if (range && is_same_file(*range->first.path, file))
            lines.insert(uint64_t(range->first.line));
    }
    return lines;
}

/* The directives of one file. */
class Scan
{
  public:
    Scan(const std::string &file, std::set<uint64_t> code, xb_diagnostics *diagnostics,
         std::vector<Directive> &all)
        : file{file}, code{std::move(code)}, diagnostics{diagnostics}, all{all}, first{all.size()}
    {
    }

    void take(const std::string &text, uint64_t number)
    {
        bool is_ours = false;
        line = number;
        if (text[0] == '#')
            begin_part();
        const char *at = text_of(text, &is_ours);
        has_text = has_text || is_statement(text);
        if (is_parallel(text))
            add(Wish::parallel, {});
        if (!at)
            return;
        rest = at;
        size_t end = rest.find_last_not_of(" \t\r");
        rest = end == std::string::npos ? "" : rest.substr(0, end + 1);
        if (!is_ours && strncasecmp(skipped(), "xxx", 3) == 0)
            pragma();
        else
            clauses();
    }

    /* At a line of the preprocessor, and at the end of the file. Without such lines, all counts. */
    void begin_part()
    {
        auto next = code.lower_bound(part);
        bool counts = part == 0 || (next != code.end() && *next < line);
        uint64_t here = line;
        for (size_t i = first; !counts && !has_text && i < all.size(); i++) {
            line = all[i].line;
            if (all[i].wish != Wish::parallel)
                refuse("let a statement stand there, too",
                       "a directive stands alone between lines of the preprocessor");
        }
        line = here;
        if (!counts)
            all.resize(first);
        first = all.size();
        has_text = false;
        part = line;
    }

  private:
    static bool is_statement(const std::string &text)
    {
        size_t begin = text.find_first_not_of(" \t\r");
        return begin != std::string::npos && text[0] != '#' && !std::strchr("cC*", text[0]) &&
               text[begin] != '!';
    }

    void refuse(const char *hint, const std::string &what)
    {
        xb_place place = {};
        place.file = file.c_str();
        place.line = line;
        xb_error(diagnostics, XB_STATUS_INVALID, place, hint, "%s", what.c_str());
        rest.clear();
    }

    const char *skipped()
    {
        size_t blank = rest.find_first_not_of(" \t,");
        rest = blank == std::string::npos ? "" : rest.substr(blank);
        return rest.c_str();
    }

    std::string word()
    {
        skipped();
        size_t length = 0;
        while (length < rest.size() &&
               (std::isalnum(static_cast<unsigned char>(rest[length])) || rest[length] == '_'))
            length++;
        std::string taken = small(rest.substr(0, length));
        rest = rest.substr(length);
        return taken;
    }

    /* What is in parentheses, split at commas. @return whether it is closed */
    bool list(std::vector<std::string> &words)
    {
        size_t blank = rest.find_first_not_of(" \t");
        if (blank == std::string::npos || rest[blank] != '(')
            return true;
        size_t end = rest.find(')', blank);
        if (end == std::string::npos)
            return false;
        std::string inner = small(rest.substr(blank + 1, end - blank - 1)) + ",", one;
        rest = rest.substr(end + 1);
        for (char c : inner) {
            if (c == ',') {
                words.push_back(one);
                one.clear();
            } else if (c != ' ' && c != '\t') {
                one += c;
            }
        }
        return true;
    }

    void add(Wish wish, std::vector<std::string> words)
    {
        auto next = code.upper_bound(line);
        all.push_back({wish, std::move(words), file, line, next == code.end() ? 0 : *next});
    }

    /* Of the older tool chain, which ignores what it does not know. */
    void pragma()
    {
        word();
        std::string what = word(), object = word();
        if (what == "simple" && object == "loop")
            add(Wish::simple, {});
        else if (what != "template" && what != "file_start")
            refuse("XXX Template and XXX Simple loop are known", "an unknown directive: XXX " + what);
    }

    void clauses()
    {
        if (!*skipped())
            refuse(known, "a directive that says nothing");
        while (*skipped()) {
            std::string what = word();
            std::vector<std::string> words;
            if (!list(words))
                refuse(nullptr, "a directive without its closing parenthesis");
            else if (what == "independent" || what == "dependent")
                names(what, words);
            else if (what == "checkpoint")
                checkpoint(words);
            else if (what == "reversal" && words.size() == 1 && (words[0] == "weak" || words[0] == "strong"))
                add(Wish::reversal, words);
            else if (what == "reversal")
                refuse("reversal(weak) or reversal(strong) goes before a call",
                       "a directive that can't be understood");
            else
                refuse(known, "an unknown directive: " + (what.empty() ? rest : what));
        }
    }

    void names(const std::string &what, const std::vector<std::string> &words)
    {
        bool good = !words.empty();
        for (const std::string &name : words)
            good = good && !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) &&
                   std::all_of(name.begin(), name.end(),
                               [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '%'; });
        if (good)
            add(what == "dependent" ? Wish::dependents : Wish::independents, words);
        else
            refuse(nullptr, what + " needs names of variables in parentheses");
    }

    void checkpoint(const std::vector<std::string> &words)
    {
        std::string way = words.empty() ? "" : words[0], number;
        size_t colon = way.find(':');
        std::string form = way.substr(0, colon);
        bool is_named = form == "periodic" || form == "fixedpoint";
        if (is_named)
            number = colon == std::string::npos ? "1" : way.substr(colon + 1);
        else
            number = way.empty() ? "1" : way;
        char *end = nullptr;
        double value = std::strtod(number.c_str(), &end);
        bool is_good = words.size() < 2 && !number.empty() && !*end && value > 0;
        if (form != "fixedpoint")
            is_good = is_good && number.find_first_not_of("0123456789") == std::string::npos;
        if (is_good)
            add(Wish::checkpoint, {way});
        else
            refuse(forms_of_checkpoint, "a directive that can't be understood");
    }

    const std::string &file;
    const std::set<uint64_t> code;
    xb_diagnostics *diagnostics;
    std::vector<Directive> &all;
    std::string rest; /* of the directive at hand */
    uint64_t line = 0;
    uint64_t part = 0;     /* where that part of a conditional begins that is at hand; 0: the file */
    bool has_text = false; /* it has statements, whether they count or not */
    size_t first;          /* of its directives */
};

} // namespace

void Directives::scan(const std::string &file, const parser::SourceFile &source,
                      const parser::CookedSource &cooked, const parser::AllCookedSources &sources,
                      xb_diagnostics *diagnostics)
{
    std::istringstream stream{std::string{source.content().data(), source.content().size()}};
    std::vector<std::string> lines;
    bool has_any = false, is_ours;
    for (std::string line; std::getline(stream, line);
         has_any = has_any || is_parallel(lines.back()) || text_of(lines.back(), &is_ours))
        lines.push_back(line);
    if (!has_any)
        return;
    size_t first = all.size();
    Scan scan{file, lines_with_code(file, cooked, sources), diagnostics, all};
    for (size_t i = 0; i < lines.size(); i++)
        scan.take(lines[i], i + 1);
    scan.take("#", lines.size() + 1);
    for (size_t i = first; i < all.size(); i++)
        by_statement[{normal(file), all[i].statement}].push_back(i);
}

std::vector<const Directive *> Directives::at(const char *file, uint64_t line, Wish wish)
{
    std::vector<const Directive *> found;
    if (by_statement.empty() || !file)
        return found;
    auto here = by_statement.find({normal(file), line});
    if (here == by_statement.end())
        return found;
    for (size_t i : here->second)
        if (all[i].wish == wish) {
            all[i].is_heeded = true;
            found.push_back(&all[i]);
        }
    return found;
}

} // namespace reader
