"""Inputs that make readers of files slow if their time grows faster than their input, by format."""

import os
import random


# How many patterns are made by chance for each list of units, and which.
MIXED = int(os.environ.get("MIXED", "12"))
SEED = os.environ.get("SEED", "1")


def repeated(unit, count):
    """Returns a text that repeats a unit; {n} in it becomes a number that never returns."""
    return "".join(unit.replace("{n}", str(number)) for number in range(count)) if "{n}" in unit else unit * count


def maker(head, tail, unit, close=""):
    """Returns a function that makes an input of a size: it repeats the unit, then as often what may close it."""
    def make(size):
        count = max(1, (size - len(head) - len(tail)) // len((unit + close).encode("utf-8", "surrogateescape")))
        return (head + repeated(unit, count) + repeated(close, count) + tail).encode("utf-8", "surrogateescape")
    return make


def runs(head, tail, units, name=""):
    """Returns makers by name: for each unit, and for units that chance combines behind another one or before closing
    ones."""
    chance = random.Random(SEED + name + head)
    patterns = {(name, unit[:40]): maker(head, tail, unit) for unit in units}
    for _ in range(MIXED):
        unit = "".join(chance.choices(units, k=chance.randint(1, 4)))
        begin = chance.choice(["", "", chance.choice(units)])
        close = chance.choice(["", "", chance.choice(units), unit[::-1]])
        patterns[name, begin[:40], unit[:80], close[:40]] = maker(head + begin, tail, unit, close)
    return patterns


MARKUP = [
    "<a ", "<b>", "<i><b>", "<div>", "<p>", "<li>", "<ul><li>", "<table>", "<table><tr><td>", "<td>", "<tr>", "</b>",
    "</x>", "<x>", "<b></i>", "<a{n}>", "<a><b></a>", "<font color=red>", "<!--", "<!-- -->", "<!-", "<![CDATA[",
    "<?x", "<!DOCTYPE", "&", "&amp;", "&#", "&#x41", "&nosuch;", "&lt", "\"", "<a b=\"", "<a b='", "<a b=c>", "<br>",
    "<blockquote>", "<pre>", "<sup>", "<sup><a>x</a></sup>", "<h1>", "<h1>x", "<select><option>", "<form>",
    "<dl><dt>", "<dd>", "<script>", "</script>", "<style>", "<style>.a{b:c}</style>", "<title>", "<textarea>",
    "<svg>", "<math>", "<template>", "<noscript>", "<caption>", "<img alt='x'>", "<td rowspan=100>x</td>",
    "<p style='color:red'>x", "<p class='a b c'>x", "<span>x</span>", "x<br>", "<body>", "<html>", "<body a{n}>",
    "<html a{n}=1>", "<head>", "\u0000", "<", "</", "<a<", "< a", "<a/", "<a/>", "<tr><td>x", "<p>x</div>",
    "<em>a<p>", "<frameset>", "<col>", "<button>", "<nobr>", "\r", "\n",
]
ATTRIBUTES = [
    " a", " a{n}", " a=1", " a{n}=\"x\"", " a{n}='", " style=x", " =", "/ ", "\n", " a=\"", " class=a{n}",
]
STYLES = [
    ".a{n}{display:none}", ".a.b{n} .c{color:red}", "a ", "a,", "{", "}", "/*", "@media x{", "a{b:c;", "a{color:",
    ".a>", "[x=", "\\", "'", "a{b:\"", "display:none;", "*{opacity:0}", ".x .x", "(", "a:not(",
]

TEXT = [
    "a", " ", "\t", "a ", "\n", "\n\n", "\r\n", "*", "_", "`", "'", "\"", "(", ")", "[", "]", "{", "}", "<", ">",
    "<<", ">>", "|", "|a", "||", "^", "~", "#", "=", "==", "-", "--", "+", "++", ":", "::", ";", ",", ".", "..", "/",
    "\\", "&", "%", "$", "@", "!", "?", "x:", "x::", "[[", "]]", "((", "))", "{x}", "[x](", "http://", "http://x[",
    "\u00e9", "\u200b", "a\n", "* a\n", "- a\n", ". a\n", "1. a\n", "= a\n", "# a\n", "> a\n", "> ", ">", "| a\n",
    " a\n", "a::\n",
]
ASCIIDOC = [
    "<<", "<<a", "<<a,", "<<a,b>>", "<<a ", "{a", "{a}", "footnote:[", "footnote:", "link:", "link:x[", "xref:a[",
    "image:", "image::", "image::x[", "image::x[a", "kbd:[", "pass:", "indexterm:[", "((", "(((", "(((a", "[[", "[[a",
    "[[a,", "[.a]", "[.a]#", "[.a]##", "[.a.", "[#", " +", " +\n", "a:: b\n", "a::", "a::: ", "a;;", "a;; ",
    ":a: b\n", ":a:", ":a", ":!a", "= a =", "= a ", "== ", "====\n", "----\n", "____\n", "|===\n", "|===\n|a\n",
    "|===\n|a|b\n\n|", "2+|a ", "a|", ".2+|", "<.>", "<1> a\n", "<1>", "* [x] a\n", "*** a\n", "......", ".a\n", ".a",
    "[source,", "[source,sh]\n", "[quote]\n", "ifdef::", "ifdef::a", "include::a[]\n", "//", "////\n", "http://a[",
    "http://a[b,", "mailto:a[", "stem:[", "menu:a[", "+\n", "'''\n", "a\n+\n", "--\n", "```\n", "{x", "link:a",
    "xref:", "icon:a[", "\u00e9::", "1. a\n", "-a", "- ", "x ::",
]
LATEX = [
    "\\", "\\a", "\\a{", "\\a[", "{", "}", "{}", "$", "$$", "$a$", "\\(", "\\[", "\\begin{", "\\begin{a}", "\\end{a}",
    "\\begin{itemize}", "\\item ", "\\item[", "\\section{", "\\section{a}", "%", "%\n", "\\%", "\\verb", "\\verb|",
    "\\\\", "\\\\[", "&", "\\begin{tabular}{ll}", "\\begin{tabular}{ll}a&b\\\\\\end{tabular}", "\\footnote{",
    "\\footnote{a}", "\\newcommand{\\x{n}}{y}", "\\newcommand{\\x}{\\x\\x}", "\\newcommand{\\x}[9]{#1#2}",
    "\\def\\x{", "\\def\\x#1{", "\\x", "\\x{a}", "\\cite{", "\\cite{a}", "\\ref{", "\\href{", "\\url{", "\\textbf{",
    "\\textbf{a}", "\\frac{", "^{", "_{", "^", "_", "\\sqrt{", "\\left(", "\\input{", "\\begin{verbatim}",
    "\\begin{equation}", "\\begin{figure}", "\\caption{", "\\label{", "\\SI{", "\\SI{1}{", "\\num{",
    "\\qty{1}{\\kilo", "\\kilo", "\\newglossaryentry{", "\\gls{", "\\begin{frame}", "\\multicolumn{",
    "\\multicolumn{2}{c}{", "\\let\\x", "\\csname", "\\if", "\\fi", "\\else", "~", "``", "''", "\\'", "\\'{e}",
    "\\\"", "\\begin{thebibliography}", "\\bibitem{", "\\newenvironment{x}{", "\\title{", "\\hline", "\\,", "#1",
]
MAIL_HEAD = "From: a@example.org\nSubject: a\n"
MULTI = MAIL_HEAD + "Content-Type: multipart/mixed; boundary=m\n\n"
MAIL_BODY = [
    "a", "\n", "a\n", ">", "> ", "> a\n", ">>", "> > ", "<http://a", "<http://a\n", "http://" + "a" * 80 + "\n",
    "http://" + "a/" * 40 + "\nb/c\n", "a \n", "> a \n", "-- \n", "--\n", "--m\n", "From a\n", ">From a\n", "=\n",
    "=3D", "= \n", "\u0000", "\r", " ", "\t\n", "www.",
]
MAIL_FIELDS = [
    "Subject: a\n", "Subject: =?utf-8?q?a?=\n", "X: a\n", "X{n}: a\n", " a\n", "\t\n", "To: a@example.org, \n",
    ": a\n", "Content-Type: text/plain\n", "Content-Type: multipart/mixed; boundary=a{n}\n",
    "Content-Type: text/html;\n", "To: a@example.org\n", "Cc: (a", "From: <a", "Received: a; b\n", "Date: 1\n",
    "Content-Disposition: a; b=\"\n",
]
ADDRESSES = [
    "a@b.c, ", "\"", "(", "<", ",", "a:", ";", "\\", "[", "@", "=?utf-8?q?a?= ", "=?utf-8?b?YQ==?= ", "=?", "a ",
    "(a)",
]
PARAMETERS = [
    "; a=b", "; a*{n}=b", "; name*{n}=b", "; filename*{n}*=%41", "; filename*0=", ";", "; a=\"", "\"", "\\", "%41",
    "*", "=", "; boundary=a", " =?utf-8?q?a?=", "'", "; a*0*=utf-8''a", "(", ",",
]
PARTS = [
    "--m\n\na\n", "--m\nContent-Type: text/html\n\n<p>a\n",
    "--m\nContent-Disposition: attachment; filename=a.txt\n\na\n", "--m\nContent-Type: message/rfc822\n\n",
    "--m\nContent-Type: message/rfc822\n\nSubject: a\n\na\n",
    "--m\nContent-Type: multipart/mixed; boundary=n{n}\n\n--n{n}\n\n",
    "--m\nContent-Type: multipart/alternative; boundary=m\n\n", "--m--\n", "--m", "--",
    "--m\nContent-Transfer-Encoding: base64\n\nYQ==\n", "--m\nContent-Type: text/plain; charset=utf-7\n\n+AGE-\n",
    "--m\nContent-Type: text/plain; format=flowed\n\na \n", "begin 644 a\n", "--m\n",
    "--m\nContent-Disposition: attachment; filename=a.csv\n\na,b\n",
]
MESSAGES = [
    "From a\nFrom: a\nSubject: b\n\na\n\n", "From a\n", "From a\n\n", "\nFrom ", ">From a\n", "From", "\n",
    "From a\nSubject: b\n\n", "From a\nContent-Type: multipart/mixed; boundary=m\n\n--m\n\na\n", "From \n>", "a\n\n",
    "From a\nContent-Type: text/html\n\n<p>a\n\n", "From a\nContent-Type: message/rfc822\n\n", "--m\n", "\0",
]
VCARD = [
    "BEGIN:VCARD\n", "END:VCARD\n", "FN:a\n", "BEGIN:VCARD\nFN:a\nEND:VCARD\n", "TEL;TYPE=home:1\n", " a\n", " \n",
    "NOTE;ENCODING=QUOTED-PRINTABLE:a=\n", "a=\n", "=\n", "=41", "TEL;", ";TYPE=a", ";TYPE=a,b", "ADR:;;;\n", "ADR:",
    ";", "\\", "\\;", "\\n", "\"", ":", "a.FN:b\n", "X-A:b\n", "N:a;b;c\n", "ORG:a\\;b;c\n", "BDAY:2000-01-01\n",
    "PHOTO;BASE64:\n AAAA\n", "\n", "\u00e9", "item{n}.TEL:1\n", ",", "NOTE:a\\n",
]
ICAL = [
    "BEGIN:VEVENT\n", "END:VEVENT\n", "SUMMARY:a\n", "BEGIN:VEVENT\nSUMMARY:a\nDTSTART:20260101\nEND:VEVENT\n",
    " a\n", "RRULE:FREQ=DAILY\n", "EXDATE:20260101\n", "RDATE:20260101\n", ",20260101", "ATTENDEE:a\n",
    "BEGIN:VALARM\n", "BEGIN:VTIMEZONE\n", "DTSTART;TZID=a:20260101\n", "DESCRIPTION:a\\n\n", "BEGIN:X\n", "END:X\n",
    ";A=b", "BEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n", "BYDAY=MO,", "BEGIN:STANDARD\n",
]
TABLE = [
    ",", ";", "\"", "\"\"", "a,", "a,b\n", "\"a\"\n", "\n", "\"a\n", "a\n", ",\n", "\"\n", "a\"", "\"a\"b", "\t", "|",
    "\r", "\r\n", "1,2\n", "\u00e9,", "\"a,b\",", "a,,,,\n", " ", "sep=,\n", "a;b,c\n", "x" * 1000 + ",", "1\n",
]
CUES = [
    "00:01.000 --> 00:02.000\na\n\n", "00:01.000 --> 00:02.000\n", "-->", "--> ", "1 --> 2\n", "<", "<v ", "<v a>",
    "<v a", "<b>", "</b>", "{", "{\\", "{\\a}", "&", "&amp;", "&a", "&#", "a\n", "\n", ":", "00:", "00:00:",
    "1:1:1:1:", ",", "a", "<<", "><", "<v <v ", "1\n00:00:{n},0 --> 1\n", "NOTE a\n\n", "STYLE\n",
]
NOTEBOOK_CELLS = [
    "{\"cell_type\":\"code\",\"source\":\"a\",\"outputs\":[]},", "{\"cell_type\":\"markdown\",\"source\":[\"a\"]},",
    "{\"cell_type\":\"code\",\"source\":[\"a\\n\",\"b\"]},", "{\"cell_type\":\"raw\"},",
    "{\"cell_type\":\"code\",\"outputs\":[{\"text\":\"a\"}]},", "{\"cell_type\":\"heading\",\"source\":\"a\"},",
    "{\"cell_type\":\"code\",\"outputs\":[{\"data\":{\"text/plain\":\"a\"}}]},",
]
QUOTED = ["a=\n", "=\n", "=41", "=41=\n", "a", "=", "=\n "]
JSON = [
    "[", "{\"a\":", "\"", "\\", "1,", "[],", "{},", "\"a\",", "\\u0041", "\\n", "null,", "-", "1e", " ", "\n",
]
SOURCES = [
    "a", "\\n", "#", "# a\\n", "`", "```\\n", "\\n\\n", "\\t", "- a\\n", "\\\"", "<b>", "|a", "> ",
]
TURNS = [
    "{\"role\":\"a\",\"content\":\"b\"}\n", "{\"role\":\"a\",\"content\":[{\"type\":\"text\",\"text\":\"b\"}]}\n",
    "{\"messages\":[]}\n", "{}\n", "a\n", "\n",
    "{\"role\":\"a\",\"content\":[{\"type\":\"tool_use\",\"input\":{}}]}\n",
    "{\"role\":\"a\",\"text\":\"b\",\"time\":1}\n", "[\n", "{\"message\":{\"role\":\"a\",\"content\":\"b\"}}\n",
]
FORMATS = {
    "html": runs("<p>a", "", MARKUP)
    | runs("<p>a<div", ">b</div>", ATTRIBUTES, "attributes")
    | runs("<style>", "</style><p class='a b x'>a<b class=x>b", STYLES, "style")
    | runs("<p style='", "'>a", STYLES, "inline")
    | runs("<p class='", "'>a", ["a ", "a{n} ", " ", "nav-"], "class")
    | runs("<p>a<img alt='", "'>", ["a", " ", "&", "\n"], "alt")
    | runs("<style>.x{opacity:0}</style>", "", [
            "<b class=x>a", "<i class='x y'>a</i>", "<p style='font-size:0'>a<b style='font-size:9px'>b",
            "<p style='color:#fff;background:#fff'>a",
        ], "hidden"),
    "mail": runs(MAIL_HEAD + "\n", "", MAIL_BODY, "body")
    | runs(MAIL_HEAD + "Content-Type: text/plain; format=flowed\n\n", "", MAIL_BODY, "flowed")
    | runs(MAIL_HEAD + "Content-Transfer-Encoding: quoted-printable\n\n", "", MAIL_BODY, "quoted")
    | runs(MAIL_HEAD, "\n\na\n", MAIL_FIELDS, "fields")
    | runs("From: a@example.org\nTo: ", "\n\na\n", ADDRESSES, "to")
    | runs("From: a@example.org\nSubject: ", "\n\na\n", ADDRESSES, "subject")
    | runs(MAIL_HEAD + "Content-Type: text/plain", "\n\na\n", PARAMETERS, "type")
    | runs(MULTI + "--m\nContent-Disposition: attachment", "\n\na\n--m--\n", PARAMETERS, "disposition")
    | runs(MULTI, "", PARTS, "parts")
    | runs(MAIL_HEAD + "Content-Type: text/html\n\n", "", ["<b>", "<a ", "<p style=", "&", "<td>"], "page"),
    "mailbox": runs("From a\n" + MAIL_HEAD + "\na\n\n", "", MESSAGES)
    | runs("From a\n" + MAIL_HEAD, "\n\na\n", MAIL_FIELDS, "fields"),
    "contacts": runs("BEGIN:VCARD\n", "", VCARD)
    | runs("BEGIN:VCARD\nNOTE", ":a\nEND:VCARD\n", [
            ";A=b", ";TYPE=a", ";A{n}=b", ";QUOTED-PRINTABLE", "\"", ";", "=", ",",
        ], "parameters")
    | runs("BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:", "\nEND:VCARD\n", QUOTED, "quoted"),
    "calendar": runs("BEGIN:VCALENDAR\n", "", ICAL)
    | runs("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\n", "", ICAL, "event"),
    "csv": runs("", "", TABLE)
    | runs("a,b,c\n", "", TABLE, "rows")
    | runs("x" * 10000 + ",b\n", "", ["1,2\n", "a\n", ",\n"], "names"),
    "subtitles": runs("WEBVTT\n\n", "", CUES)
    | runs("WEBVTT\n\n00:01.000 --> 00:02.000\n", "", CUES, "cue"),
    "asciidoc": runs("", "", ASCIIDOC)
    | runs("= a\n\n", "", TEXT, "text")
    | runs("* ", "", ASCIIDOC, "item")
    | runs("|===\n", "", ASCIIDOC, "table"),
    "latex": runs("\\begin{document}\n", "", LATEX)
    | runs("", "\\begin{document}a\\end{document}", LATEX, "preamble")
    | runs("\\begin{document}$", "", LATEX, "formula"),
    "notebook": runs("{\"cells\":[", "{\"cell_type\":\"code\"}]}", NOTEBOOK_CELLS, "cells")
    | runs("{\"cells\":[", "", JSON, "json")
    | runs("{\"cells\":[{\"cell_type\":\"markdown\",\"source\":\"", "\"}]}", SOURCES, "source")
    | runs("{\"cells\":[{\"cell_type\":\"code\",\"source\":\"", "\"}]}", SOURCES, "code"),
    "chat": runs("{\"role\":\"a\",\"content\":\"b\"}\n", "", TURNS)
    | runs("{\"role\":\"a\",\"content\":\"", "\"}\n", SOURCES, "content")
    | runs("{\"role\":\"a\",\"content\":", "}\n", JSON, "json"),
}
ENDINGS = {
    "html": "html", "mail": "eml", "mailbox": "mbox", "contacts": "vcf", "calendar": "ics", "csv": "csv",
    "subtitles": "vtt", "asciidoc": "adoc", "latex": "tex", "notebook": "ipynb", "chat": "jsonl",
}
