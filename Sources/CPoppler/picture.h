// A page as it is seen, to know what is visible on it and where lines are drawn.
#pragma once

#include "words.h"

#include <poppler-image.h>
#include <poppler-page.h>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// A straight line, along the page (`from` and `to` are left and right) or down it (top and bottom), in points.
struct Rule {
    double place, from, to;
};

class Picture {
public:
    Picture() = default;

    /// Draws a page; nothing if it is too large.
    explicit Picture(const poppler::page &page);

    /// Hides the words that nobody sees.
    ///
    /// - fonts: Returns those of the page that are not in the file, and whether this machine has one for them.
    void hide(std::vector<Word> &words, const std::vector<poppler::text_box> &boxes,
              const std::function<std::map<std::string, bool>()> &fonts) const;

    /// Returns the lines along the page, from the top, and those down it, from the left.
    void find_rules(const std::vector<Word> &words, std::vector<Rule> &along, std::vector<Rule> &down) const;

    bool is_valid() const { return image.is_valid(); }

private:
    struct Area {
        int left, top, right, bottom;
    };

    poppler::image image;
    double width = 0, height = 0, scale = 1;

    const unsigned char *pixel(int x, int y) const;
    Area area(double left, double top, double right, double bottom) const;
    int contrast(const Area &area) const;
    bool is_seen(const Word &word, const poppler::text_box &box) const;
};
