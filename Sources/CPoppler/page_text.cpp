#include "page_text.h"

#include <algorithm>

namespace {

// How far behind the last word the next one is looked for: poppler may leave out a few.
constexpr size_t farthest = 400;

/// The number of bytes of white space or a mark of direction at a place.
size_t separator(const std::string &text, size_t place) {
    const unsigned char byte = text[place];
    if (byte <= 0x20) return 1;
    // U+200E, U+200F, U+202A to U+202E.
    if (byte != 0xE2 || place + 2 >= text.size() || text[place + 1] != '\x80') return 0;
    const unsigned char last = text[place + 2];
    return last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE) ? 3 : 0;
}

/// The letters in the other direction.
std::string reversed(const std::string &text) {
    std::string found;
    for (size_t end = text.size(); end > 0;) {
        size_t start = end - 1;
        while (start > 0 && (text[start] & 0xC0) == 0x80) start--;
        found.append(text, start, end - start);
        end = start;
    }
    return found;
}

}  // namespace

PageText::PageText(std::string bytes, const std::vector<Word> &words, const std::vector<size_t> &order)
    : text(std::move(bytes)), words(words), order(order), places(order.size(), {std::string::npos, 0}) {
    // These are ours.
    std::replace(text.begin(), text.end(), row_mark, ' ');
    std::replace(text.begin(), text.end(), cell_mark, ' ');
    size_t next = 0;
    for (size_t index = 0; index < order.size(); index++) {
        auto word = words[order[index]].text;
        if (word.empty()) continue;
        while (next < text.size() && separator(text, next)) next += separator(text, next);
        const auto is_next = [&](const std::string &word) { return text.compare(next, word.size(), word) == 0; };
        if (!is_next(word)) {
            const auto back = reversed(word);
            // Poppler leaves out a hyphen at the end of a line.
            const auto start = word.back() == '-' ? word.substr(0, word.size() - 1) : word;
            if (is_next(back)) {
                word = back;
            } else if (!start.empty() && is_next(start)) {
                word = start;
            } else {
                const auto window = text.substr(next, farthest);
                size_t found = window.find(word);
                if (found == std::string::npos) found = window.find(back);
                if (found == std::string::npos) continue;
                next += found;
            }
        }
        places[index] = {next, next + word.size()};
        next += word.size();
    }
}

std::string PageText::edited(std::vector<std::string> &tables) const {
    std::string edited;
    size_t done = 0;
    for (size_t index = 0; index < order.size(); index++) {
        const auto &word = words[order[index]];
        const auto &place = places[index];
        const bool stays = !word.is_hidden && word.table < 0 && !word.is_raised() && word.corrected.empty();
        if (stays || place.start == std::string::npos) continue;
        size_t start = place.start;
        // What is raised stands beside the word before it.
        if (word.is_text() && word.is_raised())
            while (start > done && text[start - 1] == ' ') start--;
        edited.append(text, done, start - done);
        if (word.is_hidden) {
            edited += ' ';
        } else if (word.table >= 0) {
            edited += tables[word.table].empty() ? " " : "\n\n" + tables[word.table] + "\n";
            tables[word.table].clear();
        } else {
            edited += word.before + word.reading() + word.after;
        }
        done = place.end;
    }
    return edited.append(text, done, std::string::npos);
}
