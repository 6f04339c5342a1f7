#include "../page_text.h"
#include "tables.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace {

// How much closer lines of one row are than rows.
constexpr double closer = 0.8;

}  // namespace

bool is_figure(const std::string &text) {
    int digits = 0, letters = 0;
    for (const unsigned char c : text) {
        digits += std::isdigit(c) != 0;
        letters += std::isalpha(c) != 0;
    }
    return (digits > 0 && letters <= std::max(3, digits / 2)) || text == "-" || text == "\u2013" || text == "\u2014";
}

std::vector<TableLine> Tables::lines_of(std::vector<size_t> indices) const {
    std::sort(indices.begin(), indices.end(), [&](auto a, auto b) {
        return std::pair(words[a].middle(), a) < std::pair(words[b].middle(), b);
    });
    std::vector<TableLine> lines;
    double middle = 0, size = 0;
    for (const auto index : indices) {
        const auto &word = words[index];
        if (!lines.empty() && word.middle() - middle < std::max(size, word.size) / 2) {
            auto &line = lines.back();
            line.words.push_back(index);
            line.top = std::min(line.top, word.top);
            line.bottom = std::max(line.bottom, word.bottom);
            // What is raised stands above the line.
            if (word.size > size) {
                middle = word.middle();
                size = word.size;
            }
        } else {
            lines.push_back({{index}, word.top, word.bottom});
            middle = word.middle();
            size = word.size;
        }
    }
    for (auto &line : lines)
        std::sort(line.words.begin(), line.words.end(), [&](auto a, auto b) { return words[a].left < words[b].left; });
    return lines;
}

std::string Tables::text_of(const std::vector<size_t> &cell) const {
    std::string text;
    for (const auto index : cell) append(text, words[index]);
    return text;
}

double Tables::size_of(const std::vector<TableLine> &lines) const {
    std::vector<double> sizes;
    for (const auto &line : lines)
        for (const auto index : line.words) sizes.push_back(words[index].size);
    if (sizes.empty()) return 1;
    std::nth_element(sizes.begin(), sizes.begin() + sizes.size() / 2, sizes.end());
    return std::max(1.0, sizes[sizes.size() / 2]);
}

std::vector<std::vector<size_t>> Tables::segments_of(const TableLine &line, double gap) const {
    std::vector<std::vector<size_t>> segments;
    double right = 0;
    for (const auto index : line.words) {
        if (segments.empty() || words[index].left - right >= gap) segments.emplace_back();
        segments.back().push_back(index);
        right = segments.back().size() > 1 ? std::max(right, words[index].right) : words[index].right;
    }
    return segments;
}

std::vector<Tables::Row> Tables::rows_of(const std::vector<RowLine> &lines) const {
    std::vector<double> steps;
    for (size_t index = 1; index < lines.size(); index++) steps.push_back(lines[index].bottom - lines[index - 1].bottom);
    auto sorted = steps;
    std::sort(sorted.begin(), sorted.end());
    // Lines of a row are closer to each other than rows, if some are.
    const double widest = sorted.empty() ? 0 : sorted[sorted.size() * 3 / 4];
    bool has_steps = !sorted.empty() && sorted.front() < closer * widest;
    // A number is on one line: close lines with numbers below each other are rows.
    const auto common_figures = [&](const Row &above, const Row &below) {
        for (size_t column = 0; column < below.size(); column++)
            if (!above[column].empty() && !below[column].empty() && is_figure(text_of(above[column])) &&
                is_figure(text_of(below[column])))
                return true;
        return false;
    };
    for (size_t index = 0; has_steps && index < steps.size(); index++)
        if (steps[index] < closer * widest && common_figures(lines[index].cells, lines[index + 1].cells)) has_steps = false;
    std::vector<Row> rows;
    for (size_t index = 0; index < lines.size(); index++) {
        const auto &line = lines[index].cells;
        bool goes_on = false;
        if (!rows.empty()) {
            size_t filled = 0, last = 0;
            bool has_figure = false;
            for (size_t column = 0; column < line.size(); column++) {
                if (line[column].empty()) continue;
                filled++;
                last = column;
                has_figure = has_figure || is_figure(text_of(line[column]));
            }
            const auto text = text_of(line[last]);
            const bool begins_low = !text.empty() && std::islower(static_cast<unsigned char>(text[0]));
            if (has_steps) goes_on = steps[index - 1] < closer * widest;
            else if (filled == 1) goes_on = last > 0 ? !has_figure : begins_low;
            else goes_on = line[0].empty() && !has_figure && !rows.back()[0].empty() && begins_low;
        }
        if (!goes_on) {
            rows.push_back(line);
            continue;
        }
        for (size_t column = 0; column < line.size(); column++)
            rows.back()[column].insert(rows.back()[column].end(), line[column].begin(), line[column].end());
    }
    return rows;
}

void Tables::add(const std::vector<Row> &rows) {
    std::string text;
    const int table = static_cast<int>(texts.size());
    for (const auto &row : rows) {
        if (std::all_of(row.begin(), row.end(), [](auto &cell) { return cell.empty(); })) continue;
        text += row_mark;
        for (const auto &cell : row) {
            text += cell_mark + text_of(cell);
            for (const auto index : cell) words[index].table = table;
        }
        text += '\n';
    }
    texts.push_back(text);
}
