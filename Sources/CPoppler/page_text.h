// The text of a page as poppler has it, and where its words stand in it, so that they can be changed.
#pragma once

#include "words.h"

#include <string>
#include <vector>

/// What the rows and the cells of tables begin with in a text.
constexpr char row_mark = '\x02', cell_mark = '\x03';

class PageText {
public:
    /// - words: Indices of the words that the text has, in its order.
    PageText(std::string text, const std::vector<Word> &words, const std::vector<size_t> &order);

    /// Returns the text with its words as they are read, without the hidden ones, and with tables in their places.
    /// A table that is written is left empty.
    std::string edited(std::vector<std::string> &tables) const;

private:
    struct Place {
        size_t start, end;
    };

    std::string text;
    const std::vector<Word> &words;
    const std::vector<size_t> &order;
    std::vector<Place> places;
};
