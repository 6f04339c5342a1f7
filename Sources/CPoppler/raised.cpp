#include "words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace {

// Of the size of the letters beside it: how small raised ones are, how far above the line, and how near.
constexpr double smaller = 0.9, least_rise = 0.2, most_rise = 0.9, nearest = 0.3;
constexpr size_t longest = 12;

bool is_digit(unsigned char c) { return std::isdigit(c); }
bool is_letter(unsigned char c) { return std::isalpha(c) || c >= 0x80; }

bool has_digits_alone(const std::string &text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

/// Whether a text begins with a mark, such as those for degrees and trademarks: U+0080 to U+00BF and U+2000 to U+2BFF,
/// except minus.
bool begins_with_mark(const std::string &text) {
    const unsigned char first = text[0], second = text.size() > 1 ? text[1] : 0;
    return first == 0xC2 || (first == 0xE2 && second <= 0xAF && text.compare(0, 3, "\u2212") && text.compare(0, 3, "\u2013"));
}

/// The letters at the end of a word, at most three.
int letters_at_end(const std::string &text) {
    int count = 0;
    for (auto byte = text.rbegin(); byte != text.rend() && is_letter(*byte) && count < 3; byte++)
        count += (*byte & 0xC0) != 0x80;
    return count;
}

/// Whether a word is small and stands above the line of a larger one.
bool is_above(const Word &word, const Word &line) {
    if (!(word.size < smaller * line.size)) return false;
    const double rise = line.bottom - word.bottom - (line.size - word.size) * 0.2;
    return rise > least_rise * line.size && rise < most_rise * line.size;
}

bool is_beside(const Word &word, const Word &line) {
    return word.left - line.right < nearest * line.size && line.right - word.left < nearest * line.size;
}

}  // namespace

void mark_raised(std::vector<Word> &words) {
    // The notes at the foot of the page begin with their marks.
    std::set<std::string> notes;
    for (size_t index = 0; index + 1 < words.size(); index++) {
        const auto &word = words[index], &next = words[index + 1];
        if (!word.is_upright || !next.is_upright || !has_digits_alone(word.text) || word.text.size() > 3) continue;
        const bool begins = index == 0 || words[index - 1].middle() < word.top - word.size / 2 ||
                            words[index - 1].left > word.left;
        if (begins && is_above(word, next) && next.left >= word.left) notes.insert(word.text);
    }
    const Word *line = nullptr;
    for (size_t index = 0; index < words.size(); index++) {
        auto &word = words[index];
        if (!word.is_upright || word.is_hidden) continue;
        const bool follows = index > 0 && line;
        if (!follows || !is_above(word, *line)) {
            line = &word;
            continue;
        }
        // The rest of what is raised.
        if (line != &words[index - 1]) continue;
        if (!is_beside(word, *line) || line->text.empty() || word.text.empty() || word.text.size() > longest) continue;
        const auto &base = line->text;
        const unsigned char last = base.back();
        const int letters = letters_at_end(base);
        const bool has_star = word.text[0] == '*';
        const bool is_number = has_digits_alone(word.text.substr(has_star));
        if (begins_with_mark(word.text)) continue;
        if (std::all_of(word.text.begin(), word.text.end(), is_letter)) {
            // Of a variable; "1st" and the like are words.
            if (word.text.size() == 1 ? letters < 3 : letters == 1 && base.size() == 1) word.before = "^";
        } else if (!std::any_of(word.text.begin(), word.text.end(), [](auto c) { return is_digit(c) || is_letter(c); })) {
            continue;
        } else if (is_number && word.text.size() <= 3 &&
                   (has_star || (notes.count(word.text) && letters != 1) || letters > 2 || (std::ispunct(last) && last != ')' && last != ']'))) {
            word.before = " [";
            word.after = "]";
        } else {
            word.before = "^";
        }
    }
}
