#include "mail.h"

#include <gmime/gmime.h>
#include <string.h>

// Deeper parts are dropped: no program writes them.
enum { deepest = 32 };

struct reader {
    void (*header)(const struct mail_header *, void *);
    void (*part)(const struct mail_part *, void *);
    void *context;
};

static void read_object(const struct reader *reader, GMimeObject *object, int depth, int level);

static void read_message(const struct reader *reader, GMimeMessage *message, int depth, int level) {
    GDateTime *date = g_mime_message_get_date(message);
    char *from = internet_address_list_to_string(g_mime_message_get_from(message), NULL, FALSE);
    char *to = internet_address_list_to_string(g_mime_message_get_to(message), NULL, FALSE);
    char *cc = internet_address_list_to_string(g_mime_message_get_cc(message), NULL, FALSE);
    char *day = date ? g_date_time_format(date, "%Y-%m-%d %H:%M %z") : NULL;
    const struct mail_header header = {
        .from = from, .to = to, .cc = cc, .subject = g_mime_message_get_subject(message), .date = day, .depth = depth};
    reader->header(&header, reader->context);
    g_free(from);
    g_free(to);
    g_free(cc);
    g_free(day);
    GMimeObject *body = g_mime_message_get_mime_part(message);
    if (body) read_object(reader, body, depth, level + 1);
}

static int is_attached(GMimeObject *object) {
    const char *disposition = g_mime_object_get_disposition(object);
    return disposition && g_ascii_strcasecmp(disposition, "attachment") == 0;
}

static int is_calendar(GMimeObject *object) {
    GMimeContentType *type = g_mime_object_get_content_type(object);
    return g_mime_content_type_is_type(type, "text", "calendar");
}

// The part of several equal ones that is read, beside calendars: plain text, else HTML, else the last, which is the
// richest.
static GMimeObject *preferred(GMimeMultipart *alternatives) {
    GMimeObject *html = NULL, *last = NULL;
    const int count = g_mime_multipart_get_count(alternatives);
    for (int number = 0; number < count; number++) {
        GMimeObject *child = g_mime_multipart_get_part(alternatives, number);
        GMimeContentType *type = g_mime_object_get_content_type(child);
        if (g_mime_content_type_is_type(type, "text", "plain")) return child;
        if (g_mime_content_type_is_type(type, "text", "html")) html = child;
        last = child;
    }
    return html ? html : last;
}

static int says(GMimeContentType *type, const char *parameter, const char *value) {
    const char *found = g_mime_content_type_get_parameter(type, parameter);
    return found && g_ascii_strcasecmp(found, value) == 0;
}

static void report(
    const struct reader *reader, enum mail_kind kind, GMimeContentType *type, const char *name, const char *bytes,
    size_t count) {
    const struct mail_part part = {
        .kind = kind,
        .name = name,
        .charset = type ? g_mime_content_type_get_parameter(type, "charset") : NULL,
        .is_flowed = type && says(type, "format", "flowed"),
        .drops_spaces = type && says(type, "delsp", "yes"),
        .bytes = bytes,
        .count = count};
    reader->part(&part, reader->context);
}

static void read_part(const struct reader *reader, GMimePart *part) {
    GMimeObject *object = GMIME_OBJECT(part);
    const char *name = g_mime_part_get_filename(part);
    GMimeContentType *type = g_mime_object_get_content_type(object);
    if (GMIME_IS_TEXT_PART(part) && !is_attached(object)) {
        char *text = g_mime_text_part_get_text(GMIME_TEXT_PART(part));
        const int is_html = g_mime_content_type_is_type(type, "text", "html");
        const int is_plain = g_mime_content_type_is_type(type, "text", "plain");
        if (text && (is_html || is_plain || is_calendar(object) || !name)) {
            const enum mail_kind kind = is_html ? MAIL_HTML : is_calendar(object) ? MAIL_CALENDAR : MAIL_TEXT;
            report(reader, kind, type, name, text, strlen(text));
            g_free(text);
            return;
        }
        g_free(text);
    }
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    if (!content) return;
    GMimeStream *memory = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(content, memory);
    const GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory));
    report(reader, MAIL_ATTACHMENT, type, name, (const char *)bytes->data, bytes->len);
    g_object_unref(memory);
}

static void read_object(const struct reader *reader, GMimeObject *object, int depth, int level) {
    if (level > deepest) return;
    if (GMIME_IS_MULTIPART_ENCRYPTED(object)) {
        report(reader, MAIL_ENCRYPTED, NULL, NULL, NULL, 0);
    } else if (GMIME_IS_MULTIPART(object)) {
        GMimeMultipart *multipart = GMIME_MULTIPART(object);
        GMimeContentType *type = g_mime_object_get_content_type(object);
        if (g_mime_content_type_is_type(type, "multipart", "alternative")) {
            GMimeObject *child = preferred(multipart);
            if (child) read_object(reader, child, depth, level + 1);
            const int alternatives = g_mime_multipart_get_count(multipart);
            for (int number = 0; number < alternatives; number++) {
                GMimeObject *other = g_mime_multipart_get_part(multipart, number);
                if (other != child && is_calendar(other)) read_object(reader, other, depth, level + 1);
            }
            return;
        }
        const int count = g_mime_multipart_get_count(multipart);
        for (int number = 0; number < count; number++)
            read_object(reader, g_mime_multipart_get_part(multipart, number), depth, level + 1);
    } else if (GMIME_IS_MESSAGE_PART(object)) {
        GMimeMessage *message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
        if (message) read_message(reader, message, depth + 1, level);
    } else if (GMIME_IS_PART(object)) {
        read_part(reader, GMIME_PART(object));
    }
}

int mail_read(
    const char *bytes, size_t count, int is_mailbox, void (*header)(const struct mail_header *, void *context),
    void (*part)(const struct mail_part *, void *context), void *context) {
    static gsize is_ready = 0;
    if (g_once_init_enter(&is_ready)) {
        g_mime_init();
        g_once_init_leave(&is_ready, 1);
    }
    const struct reader reader = {.header = header, .part = part, .context = context};
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, count);
    GMimeParser *parser = g_mime_parser_new_with_stream(stream);
    g_mime_parser_set_format(parser, is_mailbox ? GMIME_FORMAT_MBOX : GMIME_FORMAT_MESSAGE);
    int found = 0;
    while (!g_mime_parser_eos(parser)) {
        GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
        if (!message) break;
        read_message(&reader, message, 0, 0);
        g_object_unref(message);
        found++;
        if (!is_mailbox) break;
    }
    g_object_unref(parser);
    g_object_unref(stream);
    return found;
}
