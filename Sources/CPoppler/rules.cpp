#include "picture.h"

#include <algorithm>
#include <cstdlib>

namespace {

// Pixels: how thick a line may be, how long it is at least, and which gaps it may have, as dashed ones do.
constexpr int thickest = 3, shortest_along = 20, shortest_down = 8, widest_gap = 3;
// Of 255 steps of grey.
constexpr int least_contrast = 20;
// The part of a word's height in which its letters are mostly.
constexpr double letters_from = 0.15, letters_to = 0.85;
// More are a drawing.
constexpr size_t most_rules = 4000;

/// Grey pixels, and which of them are letters.
struct Grey {
    int width, height;
    std::vector<unsigned char> pixels, letters;

    Grey(int width, int height)
        : width(width), height(height), pixels(static_cast<size_t>(width) * height), letters(pixels.size()) {}

    /// The same with rows for columns.
    Grey turned() const {
        Grey found(height, width);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                const auto from = static_cast<size_t>(y) * width + x, to = static_cast<size_t>(x) * height + y;
                found.pixels[to] = pixels[from];
                found.letters[to] = letters[from];
            }
        }
        return found;
    }

    /// Says of each pixel of a row whether it may be one of a line along it.
    void find_line(int row, std::vector<unsigned char> &is_line) const {
        const auto *here = &pixels[static_cast<size_t>(row) * width], *letter = &letters[static_cast<size_t>(row) * width];
        const auto *above = &pixels[static_cast<size_t>(std::max(row - thickest, 0)) * width];
        const auto *below = &pixels[static_cast<size_t>(std::min(row + thickest, height - 1)) * width];
        for (int x = 0; x < width; x++)
            is_line[x] = !letter[x] & (std::abs(here[x] - above[x]) >= least_contrast) &
                         (std::abs(here[x] - below[x]) >= least_contrast);
    }
};

/// Returns the lines along rows of pixels, of which those in neighboring rows are one.
std::vector<Rule> rules_of(const Grey &grey, int shortest) {
    std::vector<Rule> found;
    std::vector<unsigned char> is_line(grey.width);
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
    for (int row = 0; row < grey.height; row++) {
        grey.find_line(row, is_line);
        int start = -1, last = -1;
        for (int place = 0; place < grey.width; place++) {
            if (!is_line[place]) continue;
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
    Grey grey(image.width(), image.height());
    for (int y = 0; y < grey.height; y++) {
        const auto *row = pixel(0, y);
        auto *out = &grey.pixels[static_cast<size_t>(y) * grey.width];
        for (int x = 0; x < grey.width; x++, row += 3)
            out[x] = static_cast<unsigned char>((2 * row[0] + 5 * row[1] + row[2]) / 8);
    }
    for (const auto &word : words) {
        if (!word.is_upright || word.is_hidden) continue;
        const auto place = area(word.left, word.top + letters_from * word.height(), word.right,
                                word.top + letters_to * word.height());
        for (int y = place.top; y < place.bottom; y++)
            std::fill_n(grey.letters.begin() + static_cast<size_t>(y) * grey.width + place.left, place.right - place.left, 1);
    }
    along = rules_of(grey, shortest_along);
    down = rules_of(grey.turned(), shortest_down);
    for (auto *rules : {&along, &down})
        for (auto &rule : *rules) rule = {rule.place / scale, rule.from / scale, rule.to / scale};
}
