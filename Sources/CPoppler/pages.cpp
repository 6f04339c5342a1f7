#include "pages.h"

#include "columns.h"
#include "lines.h"
#include "page_text.h"
#include "picture.h"
#include "Tables/tables.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <poppler-document.h>
#include <poppler-font.h>
#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>
#include <poppler-toc.h>

struct pdf_document {
    std::unique_ptr<poppler::document> poppler;
};

namespace {

// Outlines that lead back to themselves, or are nested as no book is, end here.
constexpr int deepest = 16;

// Tesseract's manual asks for 300 dots per inch. A page of A3 has 17 million pixels then; larger ones are drawn coarser.
constexpr double resolution = 300, most_pixels = 40e6;

// Whether a character set of the page has no table on this machine, and whether text is in a font that poppler gave up
// for that. Poppler only says so.
thread_local bool lacks_tables = false, lacks_letters = false;

// How many words poppler may read more than once of a page in parts: ten columns of four thousand, or many small parts.
constexpr size_t most_rereads = 100000;

void note(const std::string &message, void *) {
    for (const auto *words : {"Missing language pack", "Unknown CMap", "CMap file"})
        if (message.find(words) != std::string::npos) lacks_tables = true;
    if (lacks_tables && message.find("No font in show") != std::string::npos) lacks_letters = true;
}

template <typename Body>
void with_utf8(const poppler::ustring &text, Body body) {
    const auto utf8 = text.to_utf8();
    body(utf8.data(), utf8.size());
}

void walk(const poppler::toc_item *item, int depth, void (*body)(int, const char *, size_t, void *), void *context) {
    if (depth > deepest) return;
    for (const auto *child : item->children()) {
        with_utf8(child->title(), [&](const char *text, size_t count) { body(depth, text, count, context); });
        walk(child, depth + 1, body, context);
    }
}

/// Returns the fonts of a page that are not in the file, and whether this machine has one for them.
std::map<std::string, bool> foreign_fonts(const poppler::document &document, int page) {
    const std::unique_ptr<poppler::font_iterator> pages(document.create_font_iterator(page));
    std::map<std::string, bool> found;
    for (const auto &font : pages->next())
        if (!font.is_embedded()) found.emplace(plain_name(font.name()), !font.file().empty());
    return found;
}

/// Drops lines that are sides of frames; those of frames side by side are one line.
void drop_frames(std::vector<Rule> &along, std::vector<Rule> &down, const pdf_mark *marks, size_t count) {
    const auto drop = [&](auto &rules, auto low, auto high, auto from, auto to) {
        rules.erase(std::remove_if(rules.begin(), rules.end(), [&](auto &rule) {
            double covered[2] = {0, 0};
            for (const auto *mark = marks; mark < marks + count; mark++) {
                const double length = std::min(rule.to, mark->*to + 1) - std::max(rule.from, mark->*from - 1);
                if (!mark->is_frame || length < 0) continue;
                covered[0] += std::fabs(rule.place - mark->*low) < 2 ? length : 0;
                covered[1] += std::fabs(rule.place - mark->*high) < 2 ? length : 0;
            }
            return std::max(covered[0], covered[1]) > 0.9 * (rule.to - rule.from);
        }), rules.end());
    };
    drop(along, &pdf_mark::top, &pdf_mark::bottom, &pdf_mark::left, &pdf_mark::right);
    drop(down, &pdf_mark::left, &pdf_mark::right, &pdf_mark::top, &pdf_mark::bottom);
}

/// Returns the indices of the words in each of these areas, of which an empty one is the whole page, in their order.
std::vector<std::vector<size_t>> shared_out(const std::vector<Word> &words, const std::vector<poppler::rectf> &areas) {
    std::vector<std::vector<size_t>> parts(areas.size());
    for (size_t index = 0; index < words.size(); index++) {
        const double x = words[index].center(), y = words[index].middle();
        for (size_t part = 0; part < areas.size(); part++) {
            const auto &area = areas[part];
            if (!area.is_empty() && !(x >= area.left() && x < area.right() && y >= area.top() && y < area.bottom())) continue;
            parts[part].push_back(index);
            break;
        }
    }
    // Of a part, poppler gives line after line.
    for (size_t part = 0; part < areas.size(); part++)
        if (!areas[part].is_empty()) sort_by_lines(parts[part], words);
    return parts;
}

}  // namespace

pdf_document *pdf_open(const char *bytes, size_t count, pdf_state *state) {
    poppler::set_debug_error_function(note, nullptr);
    std::unique_ptr<poppler::document> document(
        poppler::document::load_from_raw_data(bytes, static_cast<int>(count)));
    *state = !document ? PDF_DAMAGED : document->is_locked() ? PDF_ENCRYPTED : PDF_READABLE;
    return *state == PDF_READABLE ? new pdf_document{std::move(document)} : nullptr;
}

void pdf_close(pdf_document *document) { delete document; }

int pdf_page_count(const pdf_document *document) { return document->poppler->pages(); }

bool pdf_page_text(
    pdf_document *document, int number, const pdf_mark *marks, size_t mark_count,
    void (*body)(const char *, size_t, void *),
    void (*broken)(const char *, size_t, const char *, size_t, void *), void (*line)(const pdf_line *, void *),
    void *context) {
    const std::unique_ptr<poppler::page> page(document->poppler->create_page(number));
    lacks_tables = lacks_letters = false;
    if (!page) {
        body(nullptr, 0, context);
        return false;
    }
    const auto boxes = page->text_list(poppler::page::text_list_include_font);
    auto words = words_of(boxes);
    const auto picture = words.empty() ? Picture() : Picture(*page);
    picture.hide(words, boxes, [&] { return foreign_fonts(*document->poppler, number); });
    for (auto &word : words)
        word.is_hidden = word.is_hidden && std::none_of(marks, marks + mark_count, [&](auto &mark) {
            return !mark.is_frame && word.center() > mark.left && word.center() < mark.right &&
                   word.middle() > mark.top && word.middle() < mark.bottom;
        });
    mark_raised(words);
    correct_ligatures(words, boxes);
    std::vector<Rule> along, down;
    picture.find_rules(words, along, down);
    drop_frames(along, down, marks, mark_count);
    Tables tables(words, along, down);
    tables.find_drawn();
    // Poppler reads paragraph by paragraph across columns that are no tables, unless it is given one after the other.
    auto areas = columns_of(*page, words);
    // Poppler reads the page again for each of them.
    if (areas.empty() || areas.size() * words.size() > most_rereads) areas.assign(1, {});
    const auto parts = shared_out(words, areas);
    for (const auto &part : parts) tables.find_apart(part);
    std::string text;
    for (size_t part = 0; part < areas.size(); part++) {
        with_utf8(page->text(areas[part], poppler::page::non_raw_non_physical_layout),
                  [&](const char *bytes, size_t size) {
                      text += PageText({bytes, size}, words, parts[part]).edited(tables.texts);
                  });
        text += '\v';
    }
    body(text.data(), text.size(), context);
    for (size_t index = 0; index + 1 < words.size(); index++) {
        const auto &start = words[index].text, &end = words[index + 1].text;
        if (start.size() < 2 || start.back() != '-' || !words[index].is_text() || !words[index + 1].is_text()) continue;
        broken(start.data(), start.size() - 1, end.data(), end.size(), context);
    }
    if (!line) return lacks_letters;
    for (const auto &found : lines_of(words, parts)) {
        const pdf_line printed{found.text.data(), found.text.size(), found.size, found.left, found.top, found.bottom,
                               found.part, found.bold_share, found.is_monospaced, found.is_broken};
        line(&printed, context);
    }
    return lacks_letters;
}

void pdf_page_image(
    pdf_document *document, int number, void (*body)(const char *, size_t, void *), void *context) {
    const std::unique_ptr<poppler::page> page(document->poppler->create_page(number));
    if (!page) return;
    const auto area = page->page_rect();
    const double inches = area.width() / 72 * (area.height() / 72);
    if (!(inches > 0)) return;
    const double dots = std::min(resolution, std::sqrt(most_pixels / inches));
    poppler::page_renderer renderer;
    renderer.set_image_format(poppler::image::format_gray8);
    renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
    const auto image = renderer.render_page(page.get(), dots, dots);
    if (!image.is_valid()) return;
    std::string file = "P5\n" + std::to_string(image.width()) + " " + std::to_string(image.height()) + "\n255\n";
    for (int row = 0; row < image.height(); row++)
        file.append(image.const_data() + static_cast<size_t>(row) * image.bytes_per_row(), image.width());
    body(file.data(), file.size(), context);
}

void pdf_title(pdf_document *document, void (*body)(const char *, size_t, void *), void *context) {
    with_utf8(document->poppler->get_title(), [&](const char *text, size_t size) { body(text, size, context); });
}

void pdf_outline(pdf_document *document, void (*body)(int, const char *, size_t, void *), void *context) {
    const std::unique_ptr<poppler::toc> outline(document->poppler->create_toc());
    if (outline) walk(outline->root(), 0, body, context);
}
