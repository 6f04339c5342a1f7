// Messages of mail by GMime, whose objects Swift cannot import.
#pragma once

#include <stddef.h>

/// What a part of a message is.
enum mail_kind { MAIL_TEXT, MAIL_HTML, MAIL_CALENDAR, MAIL_ATTACHMENT, MAIL_ENCRYPTED };

/// The header of a message; a field that it does not have is NULL. Text is UTF-8.
struct mail_header {
    const char *from, *to, *cc, *subject;
    /// As in `2026-11-25 14:30 +0100`.
    const char *date;
    /// In how many messages it is contained.
    int depth;
};

/// A part of the message whose header came last.
struct mail_part {
    enum mail_kind kind;
    /// The file's name; NULL if it has none.
    const char *name;
    /// The charset that it names; NULL if it names none.
    const char *charset;
    /// Whether lines flow (RFC 3676), and whether the spaces at their ends are dropped.
    int is_flowed, drops_spaces;
    const char *bytes;
    size_t count;
};

/// Reads a message, or all messages of an mbox file, and calls back in their order. Returns how many there are.
int mail_read(
    const char *bytes, size_t count, int is_mailbox, void (*header)(const struct mail_header *, void *context),
    void (*part)(const struct mail_part *, void *context), void *context);
