#include "lines.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace {

// Words further apart than so many times the size of the letters are in different cells. A heading may have such a
// space behind its number alone.
constexpr double widest_space = 1.5;

struct Word {
    std::string text;
    double left, right, top, bottom, size;
    bool is_bold, is_monospaced;
    double middle() const { return (top + bottom) / 2; }
};

std::string lowercase_name(const poppler::text_box &box) {
    auto name = box.get_font_name();
    // A subset of a font has a prefix of six letters.
    if (name.size() > 7 && name[6] == '+') name.erase(0, 7);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name;
}

bool contains(const std::string &name, std::initializer_list<const char *> parts) {
    return std::any_of(parts.begin(), parts.end(), [&](auto part) { return name.find(part) != std::string::npos; });
}

// The second row has the names of TeX's fonts and of those that Ghostscript has for PostScript's.
bool is_bold(const std::string &name) {
    return contains(name, {"bold", "black", "heavy", "demi",
                           "cmbx", "cmssbx", "sfbx", "sfsx", "-medi", "l-medi"});
}

bool is_monospaced(const std::string &name) {
    return contains(name, {"mono", "courier", "consol", "menlo", "code", "typewriter", "cmtt", "sftt", "lmtt", "xtt"});
}

/// Whether a text is the number of a heading: `2`, `2.1.`, `A.3`, `IV.`, `§ 4`.
bool is_number(const std::string &text) {
    return text.size() <= 12 && std::any_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isdigit(c) || c == '.' || std::isupper(c);
    }) && std::none_of(text.begin(), text.end(), [](unsigned char c) { return std::islower(c) || c == ':'; });
}

PrintedLine line_of(std::vector<Word> words, int part) {
    std::sort(words.begin(), words.end(), [](auto &a, auto &b) { return a.left < b.left; });
    PrintedLine line{"", 0, words.front().left, words.front().top, words.front().bottom, part, 0, false, false};
    size_t letters = 0, bold = 0, monospaced = 0, most = 0;
    std::vector<std::pair<double, size_t>> sizes;
    std::string before;
    double right = line.left;
    for (const auto &word : words) {
        if (!line.text.empty()) {
            if (word.left - right > widest_space * word.size && !is_number(line.text)) line.is_broken = true;
            line.text += ' ';
        }
        line.text += word.text;
        right = std::max(right, word.right);
        line.top = std::min(line.top, word.top);
        line.bottom = std::max(line.bottom, word.bottom);
        letters += word.text.size();
        if (word.is_monospaced) monospaced += word.text.size();
        else if (word.is_bold) bold += word.text.size();
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

std::vector<PrintedLine> lines_of(
    const std::vector<poppler::text_box> &boxes, const std::vector<poppler::rectf> &parts) {
    std::vector<std::vector<Word>> words(parts.size());
    for (const auto &box : boxes) {
        if (box.rotation() != 0 || !box.has_font_info()) continue;
        const auto area = box.bbox();
        const double x = (area.left() + area.right()) / 2, y = (area.top() + area.bottom()) / 2;
        // What a damaged page says of its letters has no order.
        if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(box.get_font_size())) continue;
        size_t part = 0;
        while (part < parts.size() && !parts[part].is_empty() &&
               !(x >= parts[part].left() && x < parts[part].right() && y >= parts[part].top() && y < parts[part].bottom()))
            part++;
        if (part == parts.size()) continue;
        const auto utf8 = box.text().to_utf8();
        if (utf8.empty()) continue;
        const auto name = lowercase_name(box);
        words[part].push_back({{utf8.data(), utf8.size()}, area.left(), area.right(), area.top(), area.bottom(),
                               box.get_font_size(), is_bold(name), is_monospaced(name)});
    }
    std::vector<PrintedLine> lines;
    for (size_t part = 0; part < words.size(); part++) {
        auto &found = words[part];
        std::sort(found.begin(), found.end(), [](auto &a, auto &b) { return a.middle() < b.middle(); });
        std::vector<Word> line;
        for (auto &word : found) {
            if (!line.empty() && word.middle() - line.front().middle() >= line.front().size / 2) {
                lines.push_back(line_of(std::move(line), static_cast<int>(part)));
                line.clear();
            }
            line.push_back(std::move(word));
        }
        if (!line.empty()) lines.push_back(line_of(std::move(line), static_cast<int>(part)));
    }
    return lines;
}
