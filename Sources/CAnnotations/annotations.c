#include "annotations.h"

#include <poppler.h>

// More is no work of people.
static const int most_pages = 20000, most_annotations = 10000;

static bool may_repeat(PopplerAnnot *annotation) {
    switch (poppler_annot_get_annot_type(annotation)) {
    case POPPLER_ANNOT_FREE_TEXT:
    case POPPLER_ANNOT_HIGHLIGHT:
    case POPPLER_ANNOT_UNDERLINE:
    case POPPLER_ANNOT_SQUIGGLY:
    case POPPLER_ANNOT_STRIKE_OUT:
    case POPPLER_ANNOT_STAMP: return true;
    default: return false;
    }
}

/// Whether an annotation is of a kind that says nothing itself, or is not shown.
static bool is_silent(PopplerAnnot *annotation) {
    switch (poppler_annot_get_annot_type(annotation)) {
    case POPPLER_ANNOT_POPUP:
    case POPPLER_ANNOT_WIDGET:
    case POPPLER_ANNOT_SCREEN:
    case POPPLER_ANNOT_PRINTER_MARK:
    case POPPLER_ANNOT_TRAP_NET:
    case POPPLER_ANNOT_WATERMARK: return true;
    default: return poppler_annot_get_flags(annotation) & (POPPLER_ANNOT_FLAG_HIDDEN | POPPLER_ANNOT_FLAG_NO_VIEW);
    }
}

void pdf_annotations(
    const char *bytes, size_t count, void (*body)(const struct pdf_annotation *annotation, void *context), void *context) {
    GBytes *data = g_bytes_new_static(bytes, count);
    PopplerDocument *document = poppler_document_new_from_bytes(data, NULL, NULL);
    g_bytes_unref(data);
    if (!document) return;
    int left = most_annotations;
    const int pages = MIN(poppler_document_get_n_pages(document), most_pages);
    for (int number = 0; number < pages && left > 0; number++) {
        PopplerPage *page = poppler_document_get_page(document, number);
        if (!page) continue;
        double width, height;
        poppler_page_get_size(page, &width, &height);
        GList *found = poppler_page_get_annot_mapping(page);
        for (GList *item = found; item && left > 0; item = item->next, left--) {
            PopplerAnnot *annotation = ((PopplerAnnotMapping *)item->data)->annot;
            if (is_silent(annotation)) continue;
            const bool is_link = poppler_annot_get_annot_type(annotation) == POPPLER_ANNOT_LINK;
            char *text = is_link ? NULL : poppler_annot_get_contents(annotation);
            char *author = POPPLER_IS_ANNOT_MARKUP(annotation)
                ? poppler_annot_markup_get_label(POPPLER_ANNOT_MARKUP(annotation)) : NULL;
            PopplerColor *color = poppler_annot_get_color(annotation);
            const bool is_black = !color && poppler_annot_get_annot_type(annotation) == POPPLER_ANNOT_HIGHLIGHT;
            const PopplerRectangle area = ((PopplerAnnotMapping *)item->data)->area;
            if (is_black || is_link || (text && *text)) {
                const struct pdf_annotation one = {
                    number, text ? text : "", author, is_black, is_link, area.x1, height - area.y2, area.x2,
                    height - area.y1, may_repeat(annotation)};
                body(&one, context);
            }
            g_free(color);
            g_free(text);
            g_free(author);
        }
        poppler_page_free_annot_mapping(found);
        g_object_unref(page);
    }
    g_object_unref(document);
}
