// Tables of a page: by the lines drawn around their cells, or by what stands below one another.
#pragma once

#include "../picture.h"
#include "../words.h"

#include <string>
#include <vector>

/// Words that stand on one line, from the left, by their indices.
struct TableLine {
    std::vector<size_t> words;
    double top, bottom;
};

/// A column, from the left of the page, in points.
struct TableColumn {
    double left, right;
};

/// Finds tables, and says of their words in which they are.
class Tables {
public:
    Tables(std::vector<Word> &words, std::vector<Rule> along, std::vector<Rule> down);

    /// Finds those whose columns are drawn.
    void find_drawn();
    /// Finds those whose columns are only apart, among the words of a part of the page.
    void find_apart(const std::vector<size_t> &part);

    /// The rows of each table, each behind a `row_mark`, their cells behind a `cell_mark`.
    std::vector<std::string> texts;

private:
    /// The words of each cell.
    using Row = std::vector<std::vector<size_t>>;

    /// What of a line is in which column.
    struct RowLine {
        Row cells;
        double bottom;
    };

    std::vector<Word> &words;
    std::vector<Rule> along, down;

    std::vector<TableLine> lines_of(std::vector<size_t> indices) const;
    void find_drawn(const std::vector<double> &sides, const std::vector<double> &edges);
    /// The line right above an edge, if it has a cell for several columns.
    TableLine line_above(const std::vector<double> &sides, double edge, double size) const;
    /// Tries the lines from `first` to before `end`. A frame of lines makes it likely.
    bool add_apart(const std::vector<TableLine> &lines, size_t first, size_t end, bool is_framed);
    /// The words of a line that stand apart from others by so much.
    std::vector<std::vector<size_t>> segments_of(const TableLine &line, double gap) const;
    /// Joins lines that are of one row.
    std::vector<Row> rows_of(const std::vector<RowLine> &lines) const;
    bool has_leader(const TableLine &line) const;
    bool is_contents(const std::vector<RowLine> &lines) const;
    void add(const std::vector<Row> &rows);
    std::string text_of(const std::vector<size_t> &cell) const;
    double size_of(const std::vector<TableLine> &lines) const;
};

/// Whether a text is a number, with its sign, unit or currency.
bool is_figure(const std::string &text);
