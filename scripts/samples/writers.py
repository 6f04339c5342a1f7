"""Writes small PDF files and zip archives of XML; the same bytes on every machine, since nothing is compressed."""
import io
import zipfile
from xml.sax.saxutils import escape

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SLIDES = ('xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
          ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"')
OPEN = ('xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
        ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"')
LINE, TOP, BOTTOM = 15, 740, 60


def archive(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as out:
        for name, text in files.items():
            out.writestr(zipfile.ZipInfo(name, (2026, 11, 1, 0, 0, 0)), text)
    return data.getvalue()


# PDF


def drawn(text, x, y, size=11):
    code = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("cp1252")
    return b"BT /F1 %d Tf %d %d Td (%s) Tj ET" % (size, x, y, code)


def wrapped(text, width):
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return lines + [line]


def column(paragraphs, x, width):
    """Draws paragraphs below one another; one that begins with # is a heading."""
    parts, y = [], TOP
    for paragraph in paragraphs:
        is_heading = paragraph.startswith("#")
        for line in wrapped(paragraph.lstrip("# "), width):
            parts.append(drawn(line, x, y, 14 if is_heading else 11))
            y -= LINE
        y -= LINE
    assert y > BOTTOM, paragraphs
    return parts


def pdf(title, pages, outline=()):
    """`pages` has the drawing commands of each page, `outline` titles with the number of their page."""
    objects = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]

    def add(body):
        objects.append(body)
        return len(objects)

    kids = []
    for parts in pages:
        content = b"\n".join(parts)
        stream = add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        kids.append(add(b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
                        b" /Resources << /Font << /F1 3 0 R >> >> >>" % stream))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids))
    more = b""
    if outline:
        top = add(b"")
        first = top + 1
        for number, (text, page) in enumerate(outline):
            near = b"/Prev %d 0 R " % (first + number - 1) if number else b""
            near += b"/Next %d 0 R " % (first + number + 1) if number + 1 < len(outline) else b""
            add(b"<< /Title (%s) /Parent %d 0 R /Dest [%d 0 R /Fit] %s>>" % (
                text.encode("cp1252"), top, kids[page - 1], near))
        objects[top - 1] = b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (
            first, first + len(outline) - 1, len(outline))
        more = b" /Outlines %d 0 R" % top
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R%s >>" % more
    info = add(b"<< /Title (%s) >>" % title.encode("cp1252"))

    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(places) + 1, info, start)


# Office


def relations(targets):
    inner = "".join(f'<Relationship Id="{key}" Type="{RELATIONS}/{kind}" Target="{file}"/>'
                    for key, (kind, file) in targets.items())
    return HEAD + f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inner}</Relationships>'


def core(title):
    return HEAD + ('<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"'
                   f' xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(title)}</dc:title></cp:coreProperties>')


def types(parts):
    inner = "".join(f'<Override PartName="/{name}" ContentType="application/vnd.openxmlformats-officedocument.{kind}+xml"/>'
                    for name, kind in parts.items())
    return HEAD + ('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                   '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                   f'<Default Extension="xml" ContentType="application/xml"/>{inner}</Types>')


def office(main, kind, files, title):
    parts = {main: kind, **files.pop("types", {})}
    return archive({
        "[Content_Types].xml": types(parts),
        "_rels/.rels": relations({"main": ("officeDocument", main)}),
        **files, "docProps/core.xml": core(title)})


def word(title, blocks):
    """Blocks are headings (#), paragraphs, and tables (lists of rows)."""
    def paragraph(text, style=""):
        style = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f'<w:p>{style}<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'
    body = ""
    for block in blocks:
        if isinstance(block, list):
            body += "<w:tbl>" + "".join(
                "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>" for row in block) + "</w:tbl>"
        elif block.startswith("#"):
            body += paragraph(block.lstrip("# "), "H")
        else:
            body += paragraph(block)
    return office("word/document.xml", "wordprocessingml.document.main", {
        "types": {"word/styles.xml": "wordprocessingml.styles"},
        "word/document.xml": HEAD + f"<w:document {WORD}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": HEAD + f'<w:styles {WORD}><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>',
        "word/_rels/document.xml.rels": relations({"s": ("styles", "styles.xml")}),
    }, title)


def workbook(title, sheets):
    files = {"types": {}}
    for number, rows in enumerate(sheets.values(), 1):
        inner = ""
        for row, cells in enumerate(rows, 1):
            inner += f'<row r="{row}">'
            for index, cell in enumerate(cells):
                place = f"{chr(65 + index)}{row}"
                inner += (f'<c r="{place}"><v>{cell}</v></c>' if isinstance(cell, (int, float)) else
                          f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>')
            inner += "</row>"
        files[f"xl/worksheets/sheet{number}.xml"] = HEAD + f"<worksheet {SHEET}><sheetData>{inner}</sheetData></worksheet>"
        files["types"][f"xl/worksheets/sheet{number}.xml"] = "spreadsheetml.worksheet"
    names = "".join(f'<sheet name="{escape(name)}" sheetId="{number}" r:id="r{number}"/>' for number, name in enumerate(sheets, 1))
    files["xl/workbook.xml"] = HEAD + f'<workbook {SHEET} xmlns:r="{RELATIONS}"><sheets>{names}</sheets></workbook>'
    files["xl/_rels/workbook.xml.rels"] = relations(
        {f"r{number}": ("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(sheets) + 1)})
    return office("xl/workbook.xml", "spreadsheetml.sheet.main", files, title)


def slides(title, pages):
    """Of each page its title, its lines, and the speaker's notes or None."""
    files = {"types": {}}
    for number, (name, lines, notes) in enumerate(pages, 1):
        def shape(kind, texts):
            inner = "".join(f"<a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p>" for text in texts)
            return (f'<p:sp><p:nvSpPr><p:cNvPr id="{2 + (kind != "title")}" name="{kind}"/><p:cNvSpPr/><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>'
                    f"<p:spPr/><p:txBody><a:bodyPr/>{inner}</p:txBody></p:sp>")
        tree = lambda kind, inner: HEAD + f"<p:{kind} {SLIDES}><p:cSld><p:spTree>{inner}</p:spTree></p:cSld></p:{kind}>"
        files[f"ppt/slides/slide{number}.xml"] = tree("sld", shape("title", [name]) + shape("body", lines))
        files["types"][f"ppt/slides/slide{number}.xml"] = "presentationml.slide"
        if notes:
            files[f"ppt/notesSlides/notesSlide{number}.xml"] = tree("notes", shape("body", [notes]))
            files["types"][f"ppt/notesSlides/notesSlide{number}.xml"] = "presentationml.notesSlide"
            files[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(
                {"n": ("notesSlide", f"../notesSlides/notesSlide{number}.xml")})
    ids = "".join(f'<p:sldId id="{255 + number}" r:id="r{number}"/>' for number in range(1, len(pages) + 1))
    files["ppt/presentation.xml"] = HEAD + f'<p:presentation {SLIDES} xmlns:r="{RELATIONS}"><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>'
    files["ppt/_rels/presentation.xml.rels"] = relations(
        {f"r{number}": ("slide", f"slides/slide{number}.xml") for number in range(1, len(pages) + 1)})
    return office("ppt/presentation.xml", "presentationml.presentation.main", files, title)


def open_text(title, blocks):
    body = ""
    for block in blocks:
        if isinstance(block, list):
            body += f'<table:table><table:table-column table:number-columns-repeated="{len(block[0])}"/>' + "".join(
                "<table:table-row>" + "".join(
                    f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
                    for cell in row) + "</table:table-row>" for row in block) + "</table:table>"
        elif block.startswith("#"):
            body += f'<text:h text:outline-level="1">{escape(block.lstrip("# "))}</text:h>'
        else:
            body += f"<text:p>{escape(block)}</text:p>"
    media = "application/vnd.oasis.opendocument.text"
    return archive({
        "mimetype": media,
        "META-INF/manifest.xml": HEAD + (
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{media}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'),
        "content.xml": HEAD + f'<office:document-content {OPEN} office:version="1.3"><office:body><office:text>{body}</office:text></office:body></office:document-content>',
        "meta.xml": HEAD + ('<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
                            ' xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3"><office:meta>'
                            f"<dc:title>{escape(title)}</dc:title></office:meta></office:document-meta>")})


def book(title, author, chapters):
    page = lambda name, paragraphs: HEAD + (
        f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{escape(name)}</title></head><body><h1>{escape(name)}</h1>'
        + "".join(f"<p>{escape(text)}</p>" for text in paragraphs) + "</body></html>")
    files = {"mimetype": "application/epub+zip",
             "META-INF/container.xml": HEAD + (
                 '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
                 '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')}
    items = "".join(f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(1, len(chapters) + 1))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(1, len(chapters) + 1))
    files["book.opf"] = HEAD + (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="i">sample</dc:identifier><dc:title>{escape(title)}</dc:title><dc:creator>{escape(author)}</dc:creator>'
        f"<dc:language>en</dc:language></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>")
    for number, (name, paragraphs) in enumerate(chapters, 1):
        files[f"c{number}.xhtml"] = page(name, paragraphs)
    return archive(files)
