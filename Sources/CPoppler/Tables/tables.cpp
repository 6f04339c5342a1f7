#include "tables.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

// Points: lines closer than this meet, or are one.
constexpr double near = 4;
// Of a table's length, how much a line between its columns or rows covers; of its cells, how many are filled.
constexpr double least_cover = 0.3, least_filled = 0.35;
// Lines of more are a drawing, whose cells are not read.
constexpr size_t most_sides = 60, most_edges = 400;
// Characters: what is longer in a cell is a page with a frame.
constexpr size_t longest_cell = 1500, longest_on_average = 250;

/// Returns places in order, of which those near each other are one.
std::vector<double> merged(std::vector<double> places) {
    std::sort(places.begin(), places.end());
    std::vector<double> found;
    for (const double place : places)
        if (found.empty() || place - found.back() > near) found.push_back(place);
    return found;
}

/// Returns the places, but between the first and the last only those that lines cover for a good part of a length: of a
/// drawing, there are few.
std::vector<double> covered(const std::vector<double> &places, const std::vector<Rule> &rules, double length) {
    std::vector<double> found;
    for (size_t index = 0; index < places.size(); index++) {
        double sum = index == 0 || index + 1 == places.size() ? length : 0;
        for (const auto &rule : rules)
            if (std::fabs(rule.place - places[index]) <= near) sum += rule.to - rule.from;
        if (sum >= least_cover * length) found.push_back(places[index]);
    }
    return found;
}

bool is_drawn_at(const std::vector<Rule> &rules, double place, double across) {
    return std::any_of(rules.begin(), rules.end(), [&](auto &rule) {
        return std::fabs(rule.place - place) <= near && rule.from < across && rule.to > across;
    });
}

size_t root(std::vector<size_t> &parents, size_t index) {
    while (parents[index] != index) index = parents[index] = parents[parents[index]];
    return index;
}

}  // namespace

Tables::Tables(std::vector<Word> &words, std::vector<Rule> along, std::vector<Rule> down)
    : words(words), along(std::move(along)), down(std::move(down)) {}

void Tables::find_drawn() {
    if (along.size() < 2 || down.empty() || along.size() > most_edges || down.size() > most_edges) return;
    // Lines that meet are of one table.
    std::vector<size_t> parents(along.size() + down.size());
    std::iota(parents.begin(), parents.end(), 0);
    for (size_t a = 0; a < along.size(); a++) {
        for (size_t d = 0; d < down.size(); d++) {
            if (down[d].place < along[a].from - near || down[d].place > along[a].to + near) continue;
            if (along[a].place < down[d].from - near || along[a].place > down[d].to + near) continue;
            parents[root(parents, a)] = root(parents, along.size() + d);
        }
    }
    for (size_t start = 0; start < parents.size(); start++) {
        if (root(parents, start) != start) continue;
        std::vector<double> edges, sides;
        double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
        for (size_t index = 0; index < parents.size(); index++) {
            if (root(parents, index) != start) continue;
            const bool is_along = index < along.size();
            const auto &rule = is_along ? along[index] : down[index - along.size()];
            (is_along ? edges : sides).push_back(rule.place);
            auto &low = is_along ? left : top, &high = is_along ? right : bottom;
            low = std::min(low, rule.from);
            high = std::max(high, rule.to);
        }
        if (edges.empty() || sides.empty()) continue;
        // Not every table has lines at its ends.
        sides.insert(sides.end(), {left, right});
        edges.insert(edges.end(), {top, bottom});
        sides = covered(merged(sides), down, bottom - top);
        edges = covered(merged(edges), along, right - left);
        if (sides.size() < 3 || edges.size() < 2 || sides.size() > most_sides) continue;
        find_drawn(sides, edges);
    }
}

TableLine Tables::line_above(const std::vector<double> &sides, double edge, double size) const {
    std::vector<size_t> inside;
    for (size_t index = 0; index < words.size(); index++) {
        const auto &word = words[index];
        if (word.is_text() && word.center() >= sides.front() && word.center() <= sides.back() && word.middle() < edge &&
            word.bottom > edge - size)
            inside.push_back(index);
    }
    const auto lines = lines_of(inside);
    if (lines.size() != 1) return {};
    std::vector<bool> filled(sides.size() + 1);
    for (const auto &segment : segments_of(lines[0], size)) {
        const double left = words[segment.front()].left, right = words[segment.back()].right;
        const auto column = std::upper_bound(sides.begin(), sides.end(), (left + right) / 2) - sides.begin();
        if (filled[column] || left < sides[column - 1] - near || right > sides[column] + near) return {};
        filled[column] = true;
    }
    return std::count(filled.begin(), filled.end(), true) > 1 ? lines[0] : TableLine{};
}

void Tables::find_drawn(const std::vector<double> &sides, const std::vector<double> &edges) {
    std::vector<size_t> inside;
    for (size_t index = 0; index < words.size(); index++) {
        const auto &word = words[index];
        if (word.is_text() && word.center() >= sides.front() && word.center() <= sides.back() &&
            word.middle() >= edges.front() && word.middle() <= edges.back())
            inside.push_back(index);
    }
    if (inside.size() < 4) return;
    const size_t count = sides.size() - 1;
    std::vector<std::vector<RowLine>> bands(edges.size());
    const auto lines = lines_of(inside);
    const auto column_at = [&](double x) {
        const auto side = std::upper_bound(sides.begin(), sides.end(), x);
        return std::min<size_t>(std::max<ptrdiff_t>(side - sides.begin() - 1, 0), count - 1);
    };
    for (const auto &line : lines) {
        const auto middle = (line.top + line.bottom) / 2;
        const auto band = std::upper_bound(edges.begin(), edges.end(), middle) - edges.begin();
        RowLine found{Row(count), line.bottom};
        for (const auto index : line.words) {
            auto column = column_at(words[index].center());
            // A cell across several columns has no line between them.
            while (column > 0 && !is_drawn_at(down, sides[column], words[index].middle())) column--;
            found.cells[column].push_back(index);
        }
        bands[std::min<size_t>(std::max<ptrdiff_t>(band - 1, 0), edges.size() - 1)].push_back(found);
    }
    std::vector<Row> rows;
    // The lines around a header on dark ground are not seen.
    const auto header = line_above(sides, edges.front(), size_of(lines));
    if (!header.words.empty()) {
        rows.emplace_back(count);
        for (const auto index : header.words) rows.back()[column_at(words[index].center())].push_back(index);
    }
    for (const auto &band : bands) {
        if (band.empty()) continue;
        // A number is on one line: several below each other are of rows without lines between them.
        bool has_rows = band.size() > 2 && edges.size() <= 3;
        Row whole(count);
        for (size_t column = 0; column < count; column++) {
            size_t figures = 0;
            for (const auto &line : band) {
                const auto &cell = line.cells[column];
                figures += !cell.empty() && is_figure(text_of(cell));
                whole[column].insert(whole[column].end(), cell.begin(), cell.end());
            }
            has_rows = has_rows || (figures > 1 && 2 * figures > band.size());
        }
        if (!has_rows) rows.push_back(whole);
        else for (auto &row : rows_of(band)) rows.push_back(row);
    }
    size_t full = 0, cells = 0, letters = 0;
    for (const auto &row : rows) {
        size_t filled = 0;
        for (const auto &cell : row) {
            if (cell.empty()) continue;
            filled++;
            const auto size = text_of(cell).size();
            if (size > longest_cell) return;
            letters += size;
        }
        full += filled > 1;
        cells += filled;
    }
    const bool is_filled = cells >= least_filled * rows.size() * count;
    if (full > 1 && is_filled && letters <= longest_on_average * cells) add(rows);
}
