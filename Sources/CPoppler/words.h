// The words of a page, and what is known of them besides their letters.
#pragma once

#include <initializer_list>
#include <poppler-page.h>
#include <string>
#include <vector>

struct Word {
    /// UTF-8. What is read from the right stands in the order of the eye.
    std::string text;
    /// From the left and the top of the page, in points.
    double left, right, top, bottom;
    /// Of its letters, in points.
    double size;
    std::string font;
    /// Whether it is printed from left to right, at a place that can be told.
    bool is_upright;
    /// Whether it ends with a space.
    bool is_spaced;
    /// Whether nobody sees it.
    bool is_hidden = false;
    /// What is written before and after it if it stands above the line.
    const char *before = "", *after = "";
    /// What it is when read, unless that is `text`.
    std::string corrected;
    /// The table that it is in, from 0; -1 if it is in none.
    int table = -1;

    double middle() const { return (top + bottom) / 2; }
    double center() const { return (left + right) / 2; }
    double height() const { return bottom - top; }
    bool is_raised() const { return *before || *after; }
    /// Whether it belongs to the running text.
    bool is_text() const { return is_upright && !is_hidden && table < 0; }
    const std::string &reading() const { return corrected.empty() ? text : corrected; }
};

/// Whether a font is a part of one, which the file has: its name has a prefix of six letters (ISO 32000-1, 9.6.4).
bool is_subset(const std::string &font);

/// Returns the name of a font in lowercase, without the prefix of a subset.
std::string plain_name(std::string font);

/// Whether the name of a font has one of these parts.
bool contains(const std::string &name, std::initializer_list<const char *> parts);

/// Whether all letters of a font, by its name, are as wide as each other.
bool is_monospaced(const std::string &font);

/// Returns a word for each box.
std::vector<Word> words_of(const std::vector<poppler::text_box> &boxes);

/// Sorts words line by line.
void sort_by_lines(std::vector<size_t> &indices, const std::vector<Word> &words);

/// Adds a word to a text: behind a space, unless it is raised beside the word before it.
void append(std::string &text, const Word &word);

/// Finds the words above the line, such as powers and the marks of notes.
void mark_raised(std::vector<Word> &words);

/// Puts the letters of Arabic ligatures in order.
void correct_ligatures(std::vector<Word> &words, const std::vector<poppler::text_box> &boxes);
