#include "picture.h"

#include <algorithm>
#include <cmath>
#include <poppler-page-renderer.h>

namespace {

// Letters of six points still differ from the paper at so many dots per inch. A page that is drawn coarser is not
// looked at.
constexpr double resolution = 72, coarsest = 40, most_pixels = 4e6;
// Of 255 steps of a color: letters that differ less from what is behind them are not seen. Small ones are paler.
constexpr int least_contrast = 12, least_contrast_of_large = 20;
constexpr double large = 14;
// In points: the size of the smallest letters that can be read, and the width of narrow ones.
constexpr double smallest = 1.5, narrowest = 0.4;
// The share of letters that are seen in a word that is.
constexpr double seen_share = 0.4;

poppler::image drawn(const poppler::page &page, double dots) {
    poppler::page_renderer renderer;
    renderer.set_image_format(poppler::image::format_rgb24);
    renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
    return renderer.render_page(&page, dots, dots);
}

bool is_latin(const poppler::ustring &text) {
    return std::all_of(text.begin(), text.end(), [](unsigned c) { return c < 0x250 || (c >= 0x2000 && c < 0x2070); });
}

}  // namespace

Picture::Picture(const poppler::page &page) {
    const auto rect = page.page_rect();
    double wide = rect.width(), high = rect.height();
    if (page.orientation() == poppler::page::landscape || page.orientation() == poppler::page::seascape)
        std::swap(wide, high);
    const double inches = wide / 72 * (high / 72);
    if (!(inches > 0)) return;
    const double dots = std::min(resolution, std::sqrt(most_pixels / inches));
    if (!(dots >= coarsest)) return;
    scale = dots / 72;
    image = drawn(page, dots);
    width = image.width() / scale;
    height = image.height() / scale;
}

const unsigned char *Picture::pixel(int x, int y) const {
    return reinterpret_cast<const unsigned char *>(image.const_data()) + static_cast<size_t>(y) * image.bytes_per_row() +
           static_cast<size_t>(x) * 3;
}

Picture::Area Picture::area(double left, double top, double right, double bottom) const {
    const auto within = [](double place, int most) { return static_cast<int>(std::min(std::max(place, 0.0), most + 0.0)); };
    return {within(std::floor(left * scale), image.width()), within(std::floor(top * scale), image.height()),
            within(std::ceil(right * scale), image.width()), within(std::ceil(bottom * scale), image.height())};
}

int Picture::contrast(const Area &area) const {
    int least[3] = {255, 255, 255}, most[3] = {0, 0, 0};
    for (int y = area.top; y < area.bottom; y++) {
        const auto *row = pixel(area.left, y);
        for (int x = area.left; x < area.right; x++, row += 3) {
            for (int channel = 0; channel < 3; channel++) {
                least[channel] = std::min<int>(least[channel], row[channel]);
                most[channel] = std::max<int>(most[channel], row[channel]);
            }
        }
    }
    return std::max({most[0] - least[0], most[1] - least[1], most[2] - least[2], 0});
}

bool Picture::is_seen(const Word &word, const poppler::text_box &box) const {
    const int least = word.size >= large ? least_contrast_of_large : least_contrast;
    const auto text = box.text();
    // A line below a word is none of its letters: they are looked for in the middle of it.
    const auto is_mark = [](unsigned c) {
        return c < 0x30 || (c > 0x39 && c < 0x41) || (c > 0x5A && c < 0x61) || (c > 0x7A && c < 0xC0) ||
               (c >= 0x2000 && c < 0x2C00);
    };
    // Signs such as minus may stand outside of their boxes in the fonts of formulas.
    const double more = std::all_of(text.begin(), text.end(), is_mark) ? 0.7 * word.size : 0;
    if (contrast(area(word.left, word.top - more, word.right, word.bottom + more)) < least) return false;
    int seen = 0, letters = 0;
    for (size_t index = 0; index < text.size(); index++) {
        if (is_mark(text[index])) continue;
        letters++;
        const auto place = box.char_bbox(index);
        const double inset = word.is_upright ? 0.2 * place.height() : 0, border = 1 / scale;
        seen += contrast(area(place.left() - border, place.top() + inset, place.right() + border,
                              place.bottom() - 0.75 * inset)) >= least;
    }
    return seen >= seen_share * letters;
}

void Picture::hide(std::vector<Word> &words, const std::vector<poppler::text_box> &boxes,
                   const std::function<std::map<std::string, bool>()> &fonts) const {
    // Words that are not seen in fonts which may not be in the file.
    std::vector<size_t> unseen;
    for (size_t index = 0; index < words.size(); index++) {
        auto &word = words[index];
        const double x = word.center(), y = word.middle();
        if (!std::isfinite(x + y + word.size)) continue;
        const auto count = std::max<size_t>(1, boxes[index].text().size());
        const double length = word.right - word.left;
        const double along = (word.is_upright ? length : std::max(length, word.height())) / count;
        // A sign that is drawn over the next, such as that of a negation, has no width.
        if (count == 1 && along < narrowest && word.size >= smallest) continue;
        if (word.size < smallest || along < narrowest) word.is_hidden = true;
        if (!is_valid() || word.is_hidden) continue;
        if (x >= 0 && x < width && y >= 0 && y < height) {
            if (is_seen(word, boxes[index])) continue;
            if (boxes[index].has_font_info() && !is_subset(boxes[index].get_font_name())) {
                unseen.push_back(index);
                continue;
            }
        }
        word.is_hidden = true;
    }
    if (unseen.empty()) return;
    const auto others = fonts();
    for (const auto index : unseen) {
        const auto font = others.find(words[index].font);
        // The font that stands in for another may have no letters but Latin ones.
        words[index].is_hidden = font == others.end() || (font->second && is_latin(boxes[index].text()));
    }
}
