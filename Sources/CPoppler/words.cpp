#include "words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

bool is_subset(const std::string &font) { return font.size() > 7 && font[6] == '+'; }

std::string plain_name(std::string font) {
    if (is_subset(font)) font.erase(0, 7);
    std::transform(font.begin(), font.end(), font.begin(), [](unsigned char c) { return std::tolower(c); });
    return font;
}

bool contains(const std::string &name, std::initializer_list<const char *> parts) {
    return std::any_of(parts.begin(), parts.end(), [&](auto part) { return name.find(part) != std::string::npos; });
}

bool is_monospaced(const std::string &font) {
    return contains(font, {"mono", "courier", "consol", "menlo", "code", "typewriter", "cmtt", "sftt", "lmtt", "xtt"});
}

std::vector<Word> words_of(const std::vector<poppler::text_box> &boxes) {
    std::vector<Word> words;
    words.reserve(boxes.size());
    for (const auto &box : boxes) {
        const auto area = box.bbox();
        const auto utf8 = box.text().to_utf8();
        const auto font = plain_name(box.has_font_info() ? box.get_font_name() : std::string());
        const double size = box.has_font_info() ? box.get_font_size() : area.height();
        // What a damaged page says of its letters has no order.
        const bool has_place = std::isfinite(area.left() + area.right() + area.top() + area.bottom() + size);
        words.push_back({{utf8.data(), utf8.size()}, area.left(), area.right(), area.top(), area.bottom(), size, font,
                         box.rotation() == 0 && has_place && !utf8.empty(), box.has_space_after(), false, "", "", {}, -1});
    }
    return words;
}

void append(std::string &text, const Word &word) {
    if (!text.empty() && !word.is_raised()) text += ' ';
    text += word.before + word.reading() + word.after;
}

namespace {

constexpr unsigned lam = 0x644;

bool is_alef(unsigned letter) { return letter == 0x622 || letter == 0x623 || letter == 0x625 || letter == 0x627; }

std::string utf8_of(const poppler::ustring &letters) {
    const auto utf8 = letters.to_utf8();
    return {utf8.data(), utf8.size()};
}

}  // namespace

// A glyph of two letters is a box halved, and poppler takes what is in its left half for the later letter. Two glyphs
// of lam and alef that are as wide as each other have that width elsewhere on the page, too, or most letters have it.
void correct_ligatures(std::vector<Word> &words, const std::vector<poppler::text_box> &boxes) {
    struct Pair {
        size_t box, index;
    };
    std::map<std::pair<std::string, long>, std::vector<Pair>> pairs;
    std::set<std::pair<std::string, long>> alone;
    std::map<std::pair<std::string, long>, int> widths;
    std::map<std::string, int> letters;
    for (size_t number = 0; number < boxes.size(); number++) {
        if (!words[number].is_upright || !(words[number].size > 0)) continue;
        const auto text = boxes[number].text();
        if (std::none_of(text.begin(), text.end(), [](unsigned c) { return c == lam || is_alef(c); })) continue;
        const auto width = [&](size_t index) {
            return std::lround(boxes[number].char_bbox(index).width() / words[number].size * 1e4);
        };
        for (size_t index = 0; index < text.size(); index++) {
            if (text[index] == lam && index + 1 < text.size() && is_alef(text[index + 1]) &&
                std::labs(width(index) - width(index + 1)) <= 1) {
                pairs[{words[number].font, width(index)}].push_back({number, index});
                index++;
                continue;
            }
            if (text[index] == lam || is_alef(text[index])) alone.insert({words[number].font, width(index)});
            widths[{words[number].font, width(index)}]++;
            letters[words[number].font]++;
        }
    }
    std::map<size_t, poppler::ustring> corrected;
    for (const auto &[kind, found] : pairs) {
        if (alone.count(kind) || 2 * widths[kind] > letters[kind.first]) continue;
        for (const auto &pair : found) {
            auto &text = corrected.emplace(pair.box, boxes[pair.box].text()).first->second;
            std::swap(text[pair.index], text[pair.index + 1]);
        }
    }
    for (auto &[box, text] : corrected) {
        std::reverse(text.begin(), text.end());
        words[box].corrected = utf8_of(text);
    }
}

void sort_by_lines(std::vector<size_t> &indices, const std::vector<Word> &words) {
    std::sort(indices.begin(), indices.end(), [&](auto a, auto b) {
        return std::pair(words[a].middle(), a) < std::pair(words[b].middle(), b);
    });
    for (size_t first = 0, next = 1; next <= indices.size(); next++) {
        const auto &start = words[indices[first]];
        if (next < indices.size() && words[indices[next]].middle() - start.middle() < start.size / 2) continue;
        std::sort(indices.begin() + first, indices.begin() + next,
                  [&](auto a, auto b) { return std::pair(words[a].left, a) < std::pair(words[b].left, b); });
        first = next;
    }
}
