// Text of PDF files by poppler, whose C++ interface Swift cannot import.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pdf_document;

/// How a file could be opened.
enum pdf_state { PDF_READABLE, PDF_ENCRYPTED, PDF_DAMAGED };

/// A line of a page, and how it is printed.
struct pdf_line {
    const char *text;
    size_t count;
    /// The size of most of its letters, in points.
    double size;
    /// From the left and the top of the page, in points.
    double left, top, bottom;
    /// The part of the page, from 0: a column, or what is above or below columns.
    int part;
    /// How many of the letters that are not monospaced are bold, from 0 to 1.
    double bold_share;
    bool is_monospaced;
    /// Whether words stand apart in it, as in the row of a table.
    bool is_broken;
};

/// A part of a page on which poppler draws what its author did not mean, from the left and the top, in points.
struct pdf_mark {
    double left, top, right, bottom;
    /// Whether it is the frame of a link, which is no line of a table; else black over words, which are seen.
    bool is_frame;
};

/// Opens a file in memory, which must outlive the document; NULL unless `state` is `PDF_READABLE`.
struct pdf_document *pdf_open(const char *bytes, size_t count, enum pdf_state *state);
void pdf_close(struct pdf_document *document);

int pdf_page_count(const struct pdf_document *document);

/// Calls `body` with the UTF-8 text of a page, counted from 0, in reading order; with NULL if the page is damaged. What
/// nobody sees on the page is not in it. The rows of tables begin with U+0002, their cells with U+0003.
///
/// Then calls `broken` with each word that ends in a hyphen, without it, and the word behind it: at the end of a line,
/// the text has them without the hyphen as one. Then calls `line`, unless it is NULL, with each upright line, part by
/// part from the top.
///
/// Returns whether the page has letters of a character set that this machine has no table for: the text lacks them.
bool pdf_page_text(
    struct pdf_document *document, int page, const struct pdf_mark *marks, size_t mark_count,
    void (*body)(const char *text, size_t count, void *context),
    void (*broken)(const char *start, size_t start_count, const char *end, size_t end_count, void *context),
    void (*line)(const struct pdf_line *line, void *context), void *context);

/// Calls `body` with a picture of a page, as PGM (a header and a byte of grey for each pixel), fine enough to recognize
/// letters; not at all if it cannot be drawn.
void pdf_page_image(
    struct pdf_document *document, int page, void (*body)(const char *image, size_t count, void *context),
    void *context);

/// Calls `body` with the title in the file's properties, which may be empty.
void pdf_title(struct pdf_document *document, void (*body)(const char *text, size_t count, void *context), void *context);

/// Calls `body` for each entry of the outline, with its depth from 0, before those below it.
void pdf_outline(
    struct pdf_document *document, void (*body)(int depth, const char *title, size_t count, void *context),
    void *context);

#ifdef __cplusplus
}
#endif
