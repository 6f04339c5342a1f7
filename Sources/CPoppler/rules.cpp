#include "picture.h"

#include <algorithm>
#include <cstring>

namespace {

// Pixels: how thick a line may be, how long it is at least, and which gaps it may have, as dashed ones do.
constexpr int thickest = 3, shortest_along = 20, shortest_down = 8, widest_gap = 3;
// Of 255 steps of grey.
constexpr int least_contrast = 20;
// The part of a word's height in which its letters are mostly.
constexpr double letters_from = 0.15, letters_to = 0.85;
// More are a drawing.
constexpr size_t most_rules = 4000;

/// A byte for each pixel, row by row.
struct Pixels {
    int width, height;
    std::vector<unsigned char> bytes;

    Pixels(int width, int height) : width(width), height(height), bytes(static_cast<size_t>(width) * height) {}

    unsigned char *row(int y) { return &bytes[static_cast<size_t>(y) * width]; }
    const unsigned char *row(int y) const { return &bytes[static_cast<size_t>(y) * width]; }
};

/// Says of so many pixels whether they may be of a line: no letters, and apart from what is on both sides of them.
void find_line(const unsigned char *here, const unsigned char *before, const unsigned char *after,
               const unsigned char *letters, unsigned char *is_line, int count) {
    // Bytes throughout, so that the compiler takes 16 or more at once.
    const auto apart = [](unsigned char one, unsigned char other) -> unsigned char {
        const unsigned char contrast = std::max(one, other) - std::min(one, other);
        return contrast >= least_contrast;
    };
    for (int place = 0; place < count; place++)
        is_line[place] = !letters[place] & apart(here[place], before[place]) & apart(here[place], after[place]);
}

/// The pixels that may be of lines along rows.
Pixels along_rows(const Pixels &grey, const Pixels &letters) {
    Pixels found(grey.width, grey.height);
    for (int y = 0; y < grey.height; y++)
        find_line(grey.row(y), grey.row(std::max(y - thickest, 0)), grey.row(std::min(y + thickest, grey.height - 1)),
                  letters.row(y), found.row(y), grey.width);
    return found;
}

/// The pixels that may be of lines down columns, with rows for columns.
Pixels down_columns(const Pixels &grey, const Pixels &letters) {
    Pixels found(grey.height, grey.width);
    const int width = grey.width, end = std::max(width - thickest, 0);
    std::vector<unsigned char> is_line(width);
    for (int y = 0; y < grey.height; y++) {
        const auto *row = grey.row(y), *letter = letters.row(y);
        for (int x = 0; x < width;) {
            const bool is_inner = x >= thickest && x < end;
            const int count = is_inner ? end - x : 1;
            find_line(row + x, row + std::max(x - thickest, 0), row + std::min(x + thickest, width - 1), letter + x,
                      &is_line[x], count);
            x += count;
        }
        // They are few.
        const auto *next = is_line.data(), *last = next + width;
        while ((next = static_cast<const unsigned char *>(std::memchr(next, 1, last - next))) != nullptr)
            found.row(static_cast<int>(next++ - is_line.data()))[y] = 1;
    }
    return found;
}

/// Returns the lines along rows of pixels, of which those in neighboring rows are one.
std::vector<Rule> rules_of(const Pixels &is_line, int shortest) {
    std::vector<Rule> found;
    size_t recent = 0;
    const auto add = [&](int row, int start, int last) {
        if (last - start + 1 < shortest || found.size() >= most_rules) return;
        while (recent < found.size() && found[recent].place < row - thickest) recent++;
        const auto same = std::find_if(found.begin() + recent, found.end(), [&](auto &rule) {
            return rule.from <= last && rule.to >= start;
        });
        if (same == found.end()) {
            found.push_back({row + 0.5, start + 0.0, last + 1.0});
        } else {
            same->from = std::min(same->from, start + 0.0);
            same->to = std::max(same->to, last + 1.0);
        }
    };
    for (int row = 0; row < is_line.height; row++) {
        const auto *pixels = is_line.row(row), *end = pixels + is_line.width, *next = pixels;
        int start = -1, last = -1;
        while ((next = static_cast<const unsigned char *>(std::memchr(next, 1, end - next))) != nullptr) {
            const int place = static_cast<int>(next++ - pixels);
            if (start >= 0 && place - last > widest_gap) {
                add(row, start, last);
                start = -1;
            }
            if (start < 0) start = place;
            last = place;
        }
        if (start >= 0) add(row, start, last);
    }
    return found;
}

}  // namespace

void Picture::find_rules(const std::vector<Word> &words, std::vector<Rule> &along, std::vector<Rule> &down) const {
    if (!is_valid()) return;
    Pixels grey(image.width(), image.height()), letters(image.width(), image.height());
    for (int y = 0; y < grey.height; y++) {
        const auto *row = pixel(0, y);
        auto *out = grey.row(y);
        for (int x = 0; x < grey.width; x++, row += 3)
            out[x] = static_cast<unsigned char>((2 * row[0] + 5 * row[1] + row[2]) / 8);
    }
    for (const auto &word : words) {
        if (!word.is_upright || word.is_hidden) continue;
        const auto place = area(word.left, word.top + letters_from * word.height(), word.right,
                                word.top + letters_to * word.height());
        for (int y = place.top; y < place.bottom; y++)
            std::fill_n(letters.row(y) + place.left, place.right - place.left, 1);
    }
    along = rules_of(along_rows(grey, letters), shortest_along);
    down = rules_of(down_columns(grey, letters), shortest_down);
    for (auto *rules : {&along, &down})
        for (auto &rule : *rules) rule = {rule.place / scale, rule.from / scale, rule.to / scale};
}
