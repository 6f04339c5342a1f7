// The lines of a page with their fonts.
#pragma once

#include "words.h"

#include <string>
#include <vector>

struct PrintedLine {
    std::string text;
    /// Points; of most letters.
    double size;
    double left, top, bottom;
    /// Of the page's parts that are read one after the other, from 0.
    int part;
    /// How many of the letters that are not monospaced are bold.
    double bold_share;
    bool is_monospaced;
    /// Whether something other than its number stands apart in it, as in the row of a table.
    bool is_broken;
};

/// Returns the lines of a page's parts, each given by the indices of its words.
std::vector<PrintedLine> lines_of(const std::vector<Word> &words, const std::vector<std::vector<size_t>> &parts);
