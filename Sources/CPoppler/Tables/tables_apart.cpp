#include "tables.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace {

// Of the size of the letters: the space between columns, in a frame of lines and without, and between rows.
constexpr double framed_gap = 0.8, least_gap = 1.1, most_leading = 2.6;
// A gutter may be crossed by this share of the rows, such as headers of several columns.
constexpr double crossing_share = 0.15;
constexpr size_t fewest_rows = 3, fewest_framed_rows = 2;
// Characters of a cell on average: longer ones are columns of prose.
constexpr double longest_cell = 30, longest_framed_cell = 60;
constexpr int most_alone = 2;
// A line in larger letters is a heading.
constexpr double larger = 1.15;
constexpr double least_filled = 0.5;
constexpr double near = 4;

bool is_mathematical(const std::string &font) {
    return contains(font, {"cmmi", "cmsy", "cmex", "cmbsy", "msam", "msbm", "math", "symbol", "eufm", "lmsy", "lmmi"});
}

/// Whether a text is the mark of an item: `-`, `1.`, `(a)`, `[12]`.
bool is_item_mark(const std::string &text) {
    if (text.size() > 6 || text.find(' ') != std::string::npos) return false;
    const auto first = text.front(), last = text.back();
    return last == '.' || last == ')' || last == ']' || first == '(' || first == '[' || text.size() == 1 ||
           text == "\u2022" || text == "\u2013" || text == "\u25e6";
}

}  // namespace

/// Whether dots lead from a title to a number.
bool Tables::has_leader(const TableLine &line) const {
    size_t dots = 0;
    for (const auto index : line.words) {
        const auto &text = words[index].text;
        if (std::all_of(text.begin(), text.end(), [](char c) { return c == '.'; })) dots += text.size();
        if (text.find("....") != std::string::npos || text.find("\u2026") != std::string::npos) dots += 3;
    }
    return dots > 2;
}

void Tables::find_apart(const std::vector<size_t> &part) {
    std::vector<size_t> inside;
    for (const auto index : part)
        if (words[index].is_text()) inside.push_back(index);
    const auto lines = lines_of(inside);
    // Between lines along the page that are as wide as each other.
    for (size_t first = 0; first < lines.size();) {
        const double size = size_of({lines[first]});
        if (has_leader(lines[first]) || segments_of(lines[first], framed_gap * size).size() < 2) {
            first++;
            continue;
        }
        size_t end = first + 1;
        int alone = 0;
        for (; end < lines.size(); end++) {
            if (lines[end].top - lines[end - 1].bottom > most_leading * size || has_leader(lines[end])) break;
            if (size_of({lines[end]}) > larger * size) break;
            alone = segments_of(lines[end], framed_gap * size).size() < 2 ? alone + 1 : 0;
            if (alone > most_alone) break;
        }
        // What is alone at the end is text below the table, unless lines say otherwise.
        size_t last = end - std::min<size_t>(alone, end - first - 1);
        size_t done = 0;
        const double top = lines[first].top, bottom = lines[last - 1].bottom;
        size_t frame = 0;
        double left = 1e9, right = -1e9;
        for (size_t line = first; line < last; line++) {
            left = std::min(left, words[lines[line].words.front()].left);
            right = std::max(right, words[lines[line].words.back()].right);
        }
        for (const auto &rule : along)
            frame += rule.place > top - 1.5 * size && rule.place < bottom + 1.5 * size && rule.from < left + 2 * size &&
                     rule.to > right - 2 * size;
        if (add_apart(lines, first, last, frame >= 2)) done = last;
        // Text above and below may look like rows.
        for (size_t from = first; !done && frame < 2 && from < std::min(first + 3, last); from++)
            for (size_t to = last; !done && to + 3 > last && to > from + fewest_rows; to--)
                if (add_apart(lines, from, to, false)) done = to;
        first = std::max(done, last);
    }
}

/// Whether rows name sections and pages.
bool Tables::is_contents(const std::vector<RowLine> &lines) const {
    size_t advancing = 0;
    long last = 0;
    for (const auto &line : lines) {
        const auto page = text_of(line.cells.back());
        char *end = nullptr;
        const long number = std::strtol(page.c_str(), &end, 10);
        advancing += number > 0 && number >= last && !*end;
        if (number > 0) last = number;
    }
    return advancing + 1 >= lines.size();
}

bool Tables::add_apart(const std::vector<TableLine> &lines, size_t first, size_t end, bool is_framed) {
    const std::vector<TableLine> rows(lines.begin() + first, lines.begin() + end);
    const double size = size_of(rows), gap = (is_framed ? framed_gap : least_gap) * size;
    double left = 1e9, right = -1e9;
    size_t several = 0, letters = 0, odd = 0;
    std::vector<std::vector<std::vector<size_t>>> segments;
    for (const auto &row : rows) {
        segments.push_back(segments_of(row, gap));
        several += segments.back().size() > 1;
        left = std::min(left, words[row.words.front()].left);
        for (const auto index : row.words) {
            const auto &word = words[index];
            right = std::max(right, word.right);
            letters += word.text.size();
            if (is_mathematical(word.font) || (!is_framed && is_monospaced(word.font)))
                odd += word.text.size();
        }
    }
    if (several < (is_framed ? fewest_framed_rows : fewest_rows) || 5 * several < 3 * rows.size()) return false;
    if (3 * odd > letters || !(right - left < 1e5)) return false;
    // Where few rows have anything.
    std::vector<int> inked(static_cast<size_t>(right - left) + 2);
    // Headers of several columns have fewer parts than other rows.
    std::vector<size_t> counts;
    for (const auto &row : segments)
        if (row.size() > 1) counts.push_back(row.size());
    std::nth_element(counts.begin(), counts.begin() + counts.size() / 2, counts.end());
    const size_t fewest_parts = std::max<size_t>(2, (counts[counts.size() / 2] + 1) / 2);
    for (const auto &row : segments) {
        if (row.size() < fewest_parts) continue;
        for (const auto &segment : row) {
            const auto from = static_cast<size_t>(words[segment.front()].left - left);
            const auto to = static_cast<size_t>(std::ceil(words[segment.back()].right - left));
            for (size_t x = from; x < std::min(to, inked.size()); x++) inked[x]++;
        }
    }
    const int most = several < 6 ? 0 : static_cast<int>(crossing_share * several);
    std::vector<TableColumn> columns{{left, right}};
    size_t start = 0;
    for (size_t x = 0; x < inked.size(); x++) {
        if (inked[x] > most) {
            if (start > 0 && x - start >= gap * 0.7) {
                columns.back().right = left + start;
                columns.push_back({left + x, right});
            }
            start = x + 1;
        }
    }
    if (columns.size() < 2) return false;
    std::vector<RowLine> cells;
    for (size_t row = 0; row < rows.size(); row++) {
        RowLine line{Row(columns.size()), rows[row].bottom};
        for (const auto &segment : segments[row]) {
            const double from = words[segment.front()].left, to = words[segment.back()].right;
            size_t column = 0;
            while (column + 1 < columns.size() && columns[column + 1].left <= from + near) column++;
            // What stands across several is of the first; what begins in a gutter is of the next.
            if (column + 1 < columns.size() && from > columns[column].right && to > columns[column + 1].left) column++;
            line.cells[column].insert(line.cells[column].end(), segment.begin(), segment.end());
        }
        cells.push_back(line);
    }
    // What fills one column alone at the ends is text around the table.
    const auto filled_of = [](const RowLine &line) {
        return std::count_if(line.cells.begin(), line.cells.end(), [](auto &cell) { return !cell.empty(); });
    };
    while (!cells.empty() && filled_of(cells.front()) < 2) cells.erase(cells.begin());
    while (!cells.empty() && filled_of(cells.back()) < 2 && !cells.back().cells[0].empty()) cells.pop_back();
    for (const auto &line : cells)
        if (filled_of(line) == 1 && !line.cells[0].empty() && text_of(line.cells[0]).size() > longest_framed_cell) return false;
    // The marks of items, and the numbers of lines and sections, are no column.
    const auto all_marks = [&] {
        size_t filled = 0, marks = 0, numbers = 0;
        long last = 0;
        for (const auto &line : cells) {
            if (line.cells[0].empty()) continue;
            const auto text = text_of(line.cells[0]);
            const long number = std::strtol(text.c_str(), nullptr, 10);
            filled++;
            marks += is_item_mark(text);
            numbers += number > last && number <= last + 2;
            last = number;
        }
        return 4 * marks >= 3 * filled || 4 * (numbers + 1) >= 3 * filled + 2;
    };
    const bool has_marks = all_marks();
    if (has_marks && columns.size() < 3 && !is_framed) return false;
    if (columns.size() < 4 && is_contents(cells)) return false;
    size_t filled = 0, characters = 0, full = 0, figure_columns = 0, items = 0, open = 0, fewest = cells.size();
    for (size_t column = 0; column < columns.size(); column++) {
        size_t here = 0, figures = 0;
        for (const auto &line : cells) {
            if (line.cells[column].empty()) continue;
            const auto text = text_of(line.cells[column]);
            here++;
            characters += text.size();
            items += text.compare(0, 3, "\u2022") == 0;
            open += text.back() == ',';
            figures += is_figure(text);
        }
        filled += here;
        fewest = std::min(fewest, here);
        if (!(column == 0 && has_marks) && here > 1 && 5 * figures >= 3 * (here - 1)) figure_columns++;
    }
    const double average = static_cast<double>(characters) / std::max<size_t>(1, filled);
    for (const auto &line : cells) full += filled_of(line) > 1;
    if (full < (is_framed ? fewest_framed_rows : fewest_rows)) return false;
    // Cells that end in a comma go on below: they are lists side by side, such as an index.
    if (3 * items > filled || 3 * open > filled || filled < least_filled * cells.size() * columns.size()) return false;
    if (5 * full < 3 * cells.size() || fewest == 0 || average > (is_framed ? longest_framed_cell : longest_cell)) return false;
    if (!is_framed) {
        if (columns.size() == 2 && figure_columns == 0) return false;
        // Lists side by side have equal columns; so have the names above an article.
        double least = 1e9, most = 0;
        for (size_t column = 1; column < columns.size(); column++) {
            const double step = columns[column].left - columns[column - 1].left;
            least = std::min(least, step);
            most = std::max(most, step);
        }
        if (figure_columns == 0 && (columns.size() < 3u + has_marks || most - least < 0.05 * most || average > 20)) return false;
    }
    add(rows_of(cells));
    return true;
}
