#include "pages.h"

#include "columns.h"

#include <memory>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>
#include <poppler-toc.h>

struct pdf_document {
    std::unique_ptr<poppler::document> poppler;
};

namespace {

// Outlines that lead back to themselves, or are nested as no book is, end here.
constexpr int deepest = 16;

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
    pdf_document *document, int number, void (*body)(const char *, size_t, void *), void *context) {
    const std::unique_ptr<poppler::page> page(document->poppler->create_page(number));
    if (!page) return body(nullptr, 0, context);
    // Poppler reads paragraph by paragraph across columns that are no tables, unless it is given one after the other.
    auto parts = columns_of(*page);
    if (parts.empty()) parts.emplace_back();
    std::string text;
    for (const auto &part : parts) {
        with_utf8(page->text(part, poppler::page::non_raw_non_physical_layout),
                  [&](const char *bytes, size_t size) { text.append(bytes, size); });
        text += '\n';
    }
    body(text.data(), text.size(), context);
}

void pdf_title(pdf_document *document, void (*body)(const char *, size_t, void *), void *context) {
    with_utf8(document->poppler->get_title(), [&](const char *text, size_t size) { body(text, size, context); });
}

void pdf_outline(pdf_document *document, void (*body)(int, const char *, size_t, void *), void *context) {
    const std::unique_ptr<poppler::toc> outline(document->poppler->create_toc());
    if (outline) walk(outline->root(), 0, body, context);
}
