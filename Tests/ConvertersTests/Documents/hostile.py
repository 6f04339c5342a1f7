#!/usr/bin/env python3
"""Prints a document that is made to exhaust its reader.

usage: hostile.py KIND      such as bomb-docx, laughs-odt, deep-html, objects
"""
import sys

import office
import pdf

DEPTH = 10_000
ZEROS = 600 << 20


def office_file(kind, content):
    """Puts content where the main part of a format is."""
    xlsx = office.relations({"a": ("worksheet", "worksheets/sheet1.xml")})
    pptx = office.relations({"a": ("slide", "slides/slide1.xml")})
    return office.archive({
        "docx": {"word/document.xml": content},
        "odt": {"content.xml": content},
        "xlsx": {
            "xl/workbook.xml": f'<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": xlsx, "xl/worksheets/sheet1.xml": content},
        "pptx": {
            "ppt/presentation.xml": f'<p><sldIdLst><sldId xmlns:r="r" id="1" r:id="a"/></sldIdLst></p>',
            "ppt/_rels/presentation.xml.rels": pptx, "ppt/slides/slide1.xml": content},
        "epub": {
            "META-INF/container.xml": '<container><rootfile full-path="b.opf"/></container>',
            "b.opf": '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
            "a.xhtml": content},
    }[kind])


def laughs(kind):
    entities = '<!ENTITY l0 "lol">' + "".join(
        f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    inner = {
        "docx": '<d><body><p><r><t a="&l9;">Before &l9; after.</t></r></p></body></d>',
        "odt": '<d><body><p a="&l9;">Before &l9; after.</p></body></d>',
        "html": "<p title='&l9;'>Before &l9; after.</p>",
    }[kind]
    text = f"<!DOCTYPE d [{entities}]>{inner}"
    return text.encode() if kind == "html" else office_file(kind, text)


def deep(kind):
    def nested(open, close, inner="bottom"):
        return open * DEPTH + inner + close * DEPTH
    if kind == "html":
        return (nested("<div><b>", "</b></div>") + "<p>behind").encode()
    if kind == "epub":
        return office_file(kind, f"<html><body>{nested('<ul><li>', '</li></ul>')}</body></html>")
    if kind in ("docx", "odt", "pptx"):
        return office_file(kind, f"<d><body>{nested('<tbl><tr><tc><p>', '</p></tc></tr></tbl>')}</body></d>")
    if kind == "eml":
        return ("Subject: a\n" + "".join(
            f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(DEPTH)) + "\nbottom\n").encode()
    return {
        "rtf": "{\\rtf1 " + nested("{\\b ", "}") + "}",
        "tex": nested("\\textbf{\\begin{quote}\\footnote{", "}\\end{quote}}"),
        "adoc": "".join("*" * (4 + n % 7) + "\n" for n in range(DEPTH)) + "bottom\n",
    }[kind].encode()


def diagrams():
    """A diagram that a thousand slides name, whose points are all below each other, in a circle."""
    rel = f'xmlns:r="{office.REL}"'
    points = "".join(f'<pt modelId="{n}"><t><p><r><t>point {n}</t></r></p></t></pt>' for n in range(DEPTH))
    links = "".join(f'<cxn srcId="{n}" destId="{(n + 1) % DEPTH}"/>' for n in range(DEPTH))
    slides = range(1000)
    return office.archive({
        "ppt/presentation.xml": f"<p {rel}>" + "".join(f'<sldId r:id="s{n}"/>' for n in slides) + "</p>",
        "ppt/_rels/presentation.xml.rels": office.relations({f"s{n}": ("slide", f"slides/slide{n}.xml") for n in slides}),
        "ppt/diagrams/data1.xml": f"<d><ptLst>{points}</ptLst><cxnLst>{links}</cxnLst></d>",
        **{f"ppt/slides/slide{n}.xml": f'<p {rel}><spTree><relIds r:dm="d"/></spTree></p>' for n in slides},
        **{f"ppt/slides/_rels/slide{n}.xml.rels": office.relations({"d": ("diagramData", "../diagrams/data1.xml")}) for n in slides},
    })


def notes():
    """Notes, each in a text box of the one before: written once for each above it, they are 2^40."""
    nested = ("<note><note-body><p>a<frame><text-box>" * 40 + "<p>bottom</p>"
              + "</text-box></frame></p></note-body></note>" * 40)
    return office_file("odt", f"<d><body><text><p>top{nested}</p></text></body></d>")


def dates():
    """Cells whose days are none."""
    cells = "".join(
        f'<table-cell value-type="date" date-value="{day}"><p>{number}</p></table-cell>'
        for number, day in enumerate(["", "T", "TT10:00", "2026", "2026-11-25T", "2026-11-25TT09:30:00"]))
    return office_file("odt", f"<d><spreadsheet><table name='a'><table-row>{cells}</table-row></table></spreadsheet></d>")


def objects():
    file = pdf.File()
    font = file.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    content = file.stream(pdf.lines(["The only page."]))
    file.page(content, b"/Font << /F1 %d 0 R >>" % font)
    for number in range(100_000):
        file.add(b"[%d 0 R]" % (number + 7))
    return file.bytes()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    what, _, kind = sys.argv[1].partition("-")
    data = {
        "bomb": lambda: office_file(kind, bytes(ZEROS)), "laughs": lambda: laughs(kind), "deep": lambda: deep(kind),
        "objects": objects, "notes": notes, "dates": dates, "diagrams": diagrams,
    }[what]()
    sys.stdout.buffer.write(data)


main()
