#include "pages.h"

#include "columns.h"
#include "lines.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <poppler-document.h>
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

void silence(const std::string &, void *) {}

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

}  // namespace

pdf_document *pdf_open(const char *bytes, size_t count, pdf_state *state) {
    poppler::set_debug_error_function(silence, nullptr);
    std::unique_ptr<poppler::document> document(
        poppler::document::load_from_raw_data(bytes, static_cast<int>(count)));
    *state = !document ? PDF_DAMAGED : document->is_locked() ? PDF_ENCRYPTED : PDF_READABLE;
    return *state == PDF_READABLE ? new pdf_document{std::move(document)} : nullptr;
}

void pdf_close(pdf_document *document) { delete document; }

int pdf_page_count(const pdf_document *document) { return document->poppler->pages(); }

void pdf_page_text(
    pdf_document *document, int number, void (*body)(const char *, size_t, void *),
    void (*broken)(const char *, size_t, const char *, size_t, void *), void (*line)(const pdf_line *, void *),
    void *context) {
    const std::unique_ptr<poppler::page> page(document->poppler->create_page(number));
    if (!page) return body(nullptr, 0, context);
    const auto boxes = page->text_list(line ? poppler::page::text_list_include_font : 0);
    // Poppler reads paragraph by paragraph across columns that are no tables, unless it is given one after the other.
    auto parts = columns_of(*page, boxes);
    if (parts.empty()) parts.emplace_back();
    std::string text;
    for (const auto &part : parts) {
        with_utf8(page->text(part, poppler::page::non_raw_non_physical_layout),
                  [&](const char *bytes, size_t size) { text.append(bytes, size); });
        text += '\v';
    }
    body(text.data(), text.size(), context);
    for (size_t index = 0; index + 1 < boxes.size(); index++) {
        const auto start = boxes[index].text();
        if (start.size() < 2 || start.back() != '-') continue;
        with_utf8(start, [&](const char *word, size_t size) {
            with_utf8(boxes[index + 1].text(), [&](const char *next, size_t next_size) {
                if (size > 1) broken(word, size - 1, next, next_size, context);
            });
        });
    }
    if (!line) return;
    for (const auto &found : lines_of(boxes, parts)) {
        const pdf_line printed{found.text.data(), found.text.size(), found.size, found.left, found.top, found.bottom,
                               found.part, found.bold_share, found.is_monospaced, found.is_broken};
        line(&printed, context);
    }
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
