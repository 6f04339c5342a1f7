// What readers of PDF files wrote on them: sticky notes, comments on marked words, and the like.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An annotation; its text may be empty.
struct pdf_annotation {
    /// From 0.
    int page;
    /// UTF-8.
    const char *text;
    /// NULL if it is not known.
    const char *author;
    /// Whether it is a highlight without a color, which poppler paints black over the words that it marks.
    bool is_black;
    /// Whether it is a link, which says nothing itself and may have a frame.
    bool is_link;
    /// Its place, from the left and the top of the page, in points.
    double left, top, right, bottom;
    /// Whether it shows its words on the page, or may repeat the words that it marks.
    bool may_repeat;
};

/// Calls `body` with each annotation of a file in memory, page by page.
void pdf_annotations(
    const char *bytes, size_t count, void (*body)(const struct pdf_annotation *annotation, void *context), void *context);

#ifdef __cplusplus
}
#endif
