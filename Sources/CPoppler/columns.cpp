#include "columns.h"

#include <algorithm>
#include <cmath>

namespace {

// Points, of which an inch has 72. Justified text seldom has a space as wide as the narrowest gutter, and LaTeX leaves
// ten points between columns.
constexpr double narrowest_gutter = 8, step = 2;
// A gutter is in this part of the text's width: a page has two columns, or three.
constexpr double first_share = 0.28, last_share = 0.72;
// Columns of text, and not of a table: so many lines on each side, with so many words on average. A table has numbers.
// Within a column, a formula of several lines looks like columns too, but has fewer lines.
constexpr int fewest_lines = 4, fewest_inner_lines = 8;
constexpr double fewest_words_per_line = 3.5;
// Fewer words on a page are in order as they are.
constexpr size_t fewest_words = 40;
// Lines of a running head are in this share of the page at its top or bottom, and apart from the text by so many
// heights of a line.
constexpr double margin = 0.08, head_gap = 0.5;
constexpr int deepest = 2;
// The largest page of PDF 1.7, in points (ISO 32000-1, annex C).
constexpr double widest_page = 14400;

struct Piece {
    double left, right, top, bottom;
    bool has_letters;
    double middle() const { return (top + bottom) / 2; }
    double height() const { return bottom - top; }
};

struct Span {
    double top, bottom;
};

struct Line {
    double top, bottom, right;
    int words;
};

/// Whether a text has letters: what is not ASCII counts, except signs of currencies and the like (before U+00C0), and
/// punctuation, arrows and mathematical signs (U+2000 to U+2BFF).
bool has_letters(const std::string &text) {
    for (size_t index = 0; index < text.size(); index++) {
        const unsigned char byte = text[index];
        if ((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z')) return true;
        if (byte < 0xC3 || index + 1 == text.size()) continue;
        // Of U+2000 to U+2BFF, the second byte is 0x80 to 0xAF.
        if (byte != 0xE2 || static_cast<unsigned char>(text[index + 1]) > 0xAF) return true;
    }
    return false;
}

/// The lines of a column, of words in the order of their middles.
std::vector<Line> lines_of(const std::vector<Piece> &words) {
    std::vector<Line> lines;
    double middle = 0;
    for (const auto &word : words) {
        if (!lines.empty() && word.middle() - middle < word.height() / 2) {
            auto &line = lines.back();
            line = {std::min(line.top, word.top), std::max(line.bottom, word.bottom), std::max(line.right, word.right),
                    line.words + word.has_letters};
        } else {
            lines.push_back({word.top, word.bottom, word.right, word.has_letters});
            middle = word.middle();
        }
    }
    return lines;
}

bool is_text(const std::vector<Line> &lines, int fewest) {
    int words = 0;
    for (const auto &line : lines) words += line.words;
    return static_cast<int>(lines.size()) >= fewest && words >= fewest_words_per_line * lines.size();
}

/// The words of a region on both sides of a gutter, and where something crosses it.
struct Sides {
    std::vector<Piece> left, right;
    std::vector<Span> crossings;

    Sides(const std::vector<Piece> &words, double gutter) {
        for (const auto &word : words) {
            if (word.right <= gutter) left.push_back(word);
            else if (word.left >= gutter) right.push_back(word);
            else crossings.push_back({word.top, word.bottom});
        }
        // Words on one line with no more than a space between them.
        size_t first = 0;
        for (const auto &word : left) {
            if (gutter - word.right > narrowest_gutter) continue;
            while (first < right.size() && right[first].middle() < word.top) first++;
            for (auto next = first; next < right.size() && right[next].middle() <= word.bottom; next++) {
                if (right[next].left - word.right < narrowest_gutter)
                    crossings.push_back({std::min(word.top, right[next].top), std::max(word.bottom, right[next].bottom)});
            }
        }
        std::sort(crossings.begin(), crossings.end(), [](auto &a, auto &b) { return a.top < b.top; });
    }

    static std::vector<Piece> within(const std::vector<Piece> &words, const Span &span) {
        std::vector<Piece> found;
        for (const auto &word : words)
            if (word.middle() >= span.top && word.middle() < span.bottom) found.push_back(word);
        return found;
    }

    /// Leaves out the lines in the margins of a page that stand apart on both sides, as running heads do.
    static Span without_heads(
        Span span, const Span &page, const std::vector<Line> &left, const std::vector<Line> &right) {
        std::vector<Line> all = left;
        all.insert(all.end(), right.begin(), right.end());
        const double depth = (page.bottom - page.top) * margin;
        std::sort(all.begin(), all.end(), [](auto &a, auto &b) { return a.top < b.top; });
        double bottom = all.front().bottom;
        for (const auto &line : all) {
            if (bottom > page.top + depth) break;
            if (line.top - bottom > head_gap * (line.bottom - line.top)) span.top = (bottom + line.top) / 2;
            bottom = std::max(bottom, line.bottom);
        }
        std::sort(all.begin(), all.end(), [](auto &a, auto &b) { return a.bottom > b.bottom; });
        double top = all.front().top;
        for (const auto &line : all) {
            if (top < page.bottom - depth) break;
            if (top - line.bottom > head_gap * (line.bottom - line.top)) span.bottom = (top + line.bottom) / 2;
            top = std::min(top, line.top);
        }
        return span;
    }

    /// The spans in which both sides are columns of text, and the number of words in them.
    std::vector<Span> bands(const Span &region, const Span &page, int fewest, size_t &score) const {
        std::vector<Span> found;
        score = 0;
        double top = region.top;
        auto add = [&](double bottom) {
            Span span{top, bottom};
            for (int pass = 0; pass < 2; pass++) {
                const auto left_words = within(left, span), right_words = within(right, span);
                const auto left_lines = lines_of(left_words), right_lines = lines_of(right_words);
                if (!is_text(left_lines, fewest) || !is_text(right_lines, fewest)) return;
                if (pass == 0) {
                    span = without_heads(span, page, left_lines, right_lines);
                } else {
                    score += left_words.size() + right_words.size();
                    found.push_back(span);
                }
            }
        };
        for (const auto &crossing : crossings) {
            if (crossing.top > top) add(crossing.top);
            top = std::max(top, crossing.bottom);
        }
        if (region.bottom > top) add(region.bottom);
        return found;
    }
};

struct Region {
    double left, right;
    Span span;
};

void share_out(
    const std::vector<Piece> &words, const Region &region, const Span &page, int depth, std::vector<Region> &parts) {
    double left = region.right, right = region.left;
    for (const auto &word : words) {
        left = std::min(left, word.left);
        right = std::max(right, word.right);
    }
    // The first and the last of the gutters that part most words: the best is between them.
    double first = 0, last = 0;
    size_t best_score = 0;
    std::vector<Span> bands;
    if (words.size() >= fewest_words && depth < deepest) {
        for (double gutter = left + (right - left) * first_share; gutter < left + (right - left) * last_share; gutter += step) {
            size_t score;
            auto found = Sides(words, gutter).bands(region.span, page, depth ? fewest_inner_lines : fewest_lines, score);
            if (score > best_score) {
                first = last = gutter;
                best_score = score;
                bands = found;
            } else if (score == best_score && gutter - last < 1.5 * step) {
                last = gutter;
            }
        }
    }
    if (bands.empty()) return parts.push_back(region);
    double top = region.span.top;
    const double best = (first + last) / 2;
    const Sides sides(words, best);
    for (const auto &band : bands) {
        if (band.top > top) parts.push_back({region.left, region.right, {top, band.top}});
        share_out(Sides::within(sides.left, band), {region.left, best, band}, page, depth + 1, parts);
        share_out(Sides::within(sides.right, band), {best, region.right, band}, page, depth + 1, parts);
        top = band.bottom;
    }
    if (region.span.bottom > top) parts.push_back({region.left, region.right, {top, region.span.bottom}});
}

/// Moves the top or bottom of a part so that it parts no word on its side, if there is such a place between the lines.
double clear_of(const std::vector<Span> &sideways, double edge, const std::vector<Piece> &words) {
    double above = edge, below = edge;
    for (const auto &span : sideways) {
        if (span.top >= edge || span.bottom <= edge) continue;
        above = std::min(above, std::floor(span.top));
        below = std::max(below, std::ceil(span.bottom));
    }
    const auto is_clear = [&](double place) {
        return std::none_of(sideways.begin(), sideways.end(), [&](auto &span) {
            return span.top < place && span.bottom > place;
        }) && std::none_of(words.begin(), words.end(), [&](auto &word) {
            return word.bottom > std::min(edge, place) && word.top < std::max(edge, place);
        });
    };
    if (is_clear(edge)) return edge;
    return is_clear(above) ? above : is_clear(below) ? below : edge;
}

}  // namespace

std::vector<poppler::rectf> columns_of(const poppler::page &page, const std::vector<Word> &all) {
    const auto area = page.page_rect();
    if (!(area.width() <= widest_page)) return {};
    std::vector<Piece> words;
    std::vector<Span> sideways;
    for (const auto &word : all) {
        if (word.is_hidden || word.table >= 0) continue;
        // Text on its side is in no column.
        if (!word.is_upright) {
            if (std::isfinite(word.top + word.bottom))
                sideways.push_back({std::max(word.top, 0.0), std::min(word.bottom, area.height())});
            continue;
        }
        // Damaged pages have words far outside of them.
        if (!(word.left < area.width() && word.right > 0)) continue;
        words.push_back({std::max(word.left, 0.0), std::min(word.right, area.width()), word.top, word.bottom,
                         has_letters(word.text)});
    }
    if (words.size() < fewest_words) return {};
    std::sort(words.begin(), words.end(), [](auto &a, auto &b) { return a.middle() < b.middle(); });
    std::vector<Region> parts;
    share_out(words, {0, area.width(), {0, area.height()}}, {0, area.height()}, 0, parts);
    std::vector<poppler::rectf> found;
    if (parts.size() < 2) return found;
    // Poppler leaves out fractions, so that a letter between two parts would be in none.
    for (const auto &part : parts) {
        const double left = std::round(part.left), top = std::round(clear_of(sideways, part.span.top, words));
        found.emplace_back(left, top, std::round(part.right) - left,
                           std::round(clear_of(sideways, part.span.bottom, words)) - top);
    }
    return found;
}
