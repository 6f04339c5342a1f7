"""Text as the server shows it: `Sources/LanguageModels/Prompts/VisibleText.swift` once more."""

import unicodedata

_IGNORABLE = [
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
]  # fmt: skip
_SELECTORS = [(0x180B, 0x180D), (0x180F, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF)]


def _within(character, ranges):
    return any(first <= ord(character) <= last for first, last in ranges)


def _is_joiner(character):
    return "\u200b" <= character <= "\u200d"


def is_unseen(character, previous):
    """Whether a terminal obeys a character or does not show it, after another one or after something unknown."""
    if unicodedata.category(character) in ("Cc", "Zl", "Zp"):
        return True
    if not _within(character, _IGNORABLE) and not "\ufff9" <= character <= "\ufffb":
        return False
    if character == "\u00ad":
        return False
    if _within(character, _SELECTORS):
        return bool(previous) and _within(previous, _IGNORABLE)
    return not _is_joiner(character) or (bool(previous) and (previous.isascii() or _is_joiner(previous)))


def visible(text):
    """Returns a piece of text with the characters that a reader would not see written out."""
    shown = []
    previous = None
    for place, character in enumerate(text):
        is_kept = character in "\n\t" or text[place : place + 2] == "\r\n"
        if not is_kept and is_unseen(character, previous):
            shown.append("\\r" if character == "\r" else f"\\u{{{ord(character):X}}}")
        else:
            shown.append(character)
        previous = character
    return "".join(shown)


def is_plain(text):
    """Whether the text is shown as it is, wherever a page ends."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return True
    if "\r" in text.replace("\r\n", "") or any(_is_joiner(character) for character in text):
        return False
    return visible(text) == text and not any(_within(character, _SELECTORS) for character in text)
