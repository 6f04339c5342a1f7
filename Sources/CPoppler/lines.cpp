#include "lines.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace {

// Words further apart than so many times the size of the letters are in different cells. A heading may have such a
// space behind its number alone.
constexpr double widest_space = 1.5;

// The second row has the names of TeX's fonts and of those that Ghostscript has for PostScript's.
bool is_bold(const std::string &name) {
    return contains(name, {"bold", "black", "heavy", "demi",
                           "cmbx", "cmssbx", "sfbx", "sfsx", "-medi", "l-medi"});
}

/// Whether a text is the number of a heading: `2`, `2.1.`, `A.3`, `IV.`, `§ 4`.
bool is_number(const std::string &text) {
    return text.size() <= 12 && std::any_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isdigit(c) || c == '.' || std::isupper(c);
    }) && std::none_of(text.begin(), text.end(), [](unsigned char c) { return std::islower(c) || c == ':'; });
}

PrintedLine line_of(std::vector<const Word *> words, int part) {
    std::sort(words.begin(), words.end(), [](auto a, auto b) { return a->left < b->left; });
    PrintedLine line{"", 0, words.front()->left, words.front()->top, words.front()->bottom, part, 0, false, false};
    size_t letters = 0, bold = 0, monospaced = 0, most = 0;
    std::vector<std::pair<double, size_t>> sizes;
    std::string before;
    double right = line.left;
    for (const auto *pointer : words) {
        const auto &word = *pointer;
        if (!line.text.empty() && word.left - right > widest_space * word.size && !is_number(line.text))
            line.is_broken = true;
        append(line.text, word);
        right = std::max(right, word.right);
        line.top = std::min(line.top, word.top);
        line.bottom = std::max(line.bottom, word.bottom);
        letters += word.text.size();
        if (is_monospaced(word.font)) monospaced += word.text.size();
        else if (is_bold(word.font)) bold += word.text.size();
        auto place = std::find_if(sizes.begin(), sizes.end(), [&](auto &size) { return size.first == word.size; });
        if (place == sizes.end()) place = sizes.insert(place, {word.size, 0});
        place->second += word.text.size();
        if (place->second > most) {
            most = place->second;
            line.size = word.size;
        }
    }
    // Names of code have their own font in a bold line too.
    line.bold_share = letters > monospaced ? static_cast<double>(bold) / (letters - monospaced) : 0;
    line.is_monospaced = 2 * monospaced > letters;
    return line;
}

}  // namespace

std::vector<PrintedLine> lines_of(const std::vector<Word> &words, const std::vector<std::vector<size_t>> &parts) {
    std::vector<PrintedLine> lines;
    for (size_t part = 0; part < parts.size(); part++) {
        std::vector<const Word *> found;
        for (const auto index : parts[part])
            if (words[index].is_text()) found.push_back(&words[index]);
        std::sort(found.begin(), found.end(), [](auto a, auto b) {
            return std::pair(a->middle(), a) < std::pair(b->middle(), b);
        });
        std::vector<const Word *> line;
        for (const auto *word : found) {
            if (!line.empty() && word->middle() - line.front()->middle() >= line.front()->size / 2) {
                lines.push_back(line_of(std::move(line), static_cast<int>(part)));
                line.clear();
            }
            line.push_back(word);
        }
        if (!line.empty()) lines.push_back(line_of(std::move(line), static_cast<int>(part)));
    }
    return lines;
}
