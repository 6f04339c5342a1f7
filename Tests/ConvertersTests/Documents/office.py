"""Small files of Office programs and a book: zip archives of XML."""
import io
import zipfile

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
P = f'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" {A}'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
O = ('xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
     ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
     ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
     ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
     ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
     ' xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"'
     ' xmlns:dc="http://purl.org/dc/elements/1.1/"')


def archive(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as out:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            out.writestr(entry, text)
    return data.getvalue()


def relations(targets):
    """`targets` has the last part of a type, and a file, by the id."""
    inner = "".join(
        f'<Relationship Id="{key}" Type="{REL}/{kind}" Target="{file}"/>' for key, (kind, file) in targets.items())
    return HEAD + f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inner}</Relationships>'


def core(title):
    return HEAD + f'<cp:coreProperties xmlns:cp="c" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></cp:coreProperties>'


def word():
    def p(text, properties="", more=""):
        return f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r>{more}</w:p>'
    def item(text, level, number):
        return p(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')
    def cell(text, properties=""):
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    end = '<w:r><w:endnoteReference w:id="3"/></w:r>'
    box = ('<w:r><mc:AlternateContent xmlns:mc="mc"><mc:Choice><w:drawing><w:txbxContent>' + p("Boxed words.")
           + '</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>' + p("Boxed words.")
           + '</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>')
    body = (
        p("Bees of the valley", '<w:pStyle w:val="T"/>')
        + p("Winter", '<w:pStyle w:val="H"/>')
        + p("Hive seven weighs 31 kg.", more=note)
        + '<w:p><w:r><w:t>Feed </w:t></w:r><w:del><w:r><w:delText>honey</w:delText><w:t>honey</w:t></w:r></w:del>'
          "<w:ins><w:r><w:t>sugar</w:t></w:r></w:ins><w:r><w:t> only.</w:t></w:r>"
          '<w:r><w:commentReference w:id="1"/></w:r></w:p>'
        + item("Check the roof", 0, 1) + item("Close the gate", 0, 1) + item("with wire", 1, 2)
        + "<w:tbl>"
          f'<w:tr>{cell("Hive")}{cell("Weight")}{cell("Queen")}</w:tr>'
          f'<w:tr>{cell("seven", "<w:vMerge w:val=%srestart%s/>" % (chr(34), chr(34)))}{cell("31 kg")}{cell("Ada")}</w:tr>'
          f'<w:tr>{cell("", "<w:vMerge/>")}{cell("none weighed", "<w:gridSpan w:val=%s2%s/>" % (chr(34), chr(34)))}</w:tr>'
          "</w:tbl>"
        + p("Eleven hives are left.", more=end + box)
        + '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden words.</w:t></w:r><w:r><w:t>Seen words.</w:t></w:r></w:p>'
        + '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "x"</w:instrText></w:r>'
          '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>the link</w:t></w:r></w:p>'
        + p("Contents entry ..... 3", '<w:pStyle w:val="TOC1"/>'))
    styles = (
        '<w:style w:styleId="T"><w:name w:val="Title"/></w:style>'
        '<w:style w:styleId="H"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>')
    numbering = (
        '<w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>'
        '<w:abstractNum w:abstractNumId="6"><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="6"/></w:num>')
    return archive({
        "word/document.xml": HEAD + f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": HEAD + f"<w:styles {W}>{styles}</w:styles>",
        "word/numbering.xml": HEAD + f"<w:numbering {W}>{numbering}</w:numbering>",
        "word/footnotes.xml": HEAD + f'<w:footnotes {W}><w:footnote w:type="separator" w:id="0">{p("line")}</w:footnote>'
                              f'<w:footnote w:id="2">{p("Weighed on 3 December.")}</w:footnote></w:footnotes>',
        "word/endnotes.xml": HEAD + f'<w:endnotes {W}><w:endnote w:id="3">{p("Counted in March.")}</w:endnote></w:endnotes>',
        "word/comments.xml": HEAD + f'<w:comments {W}><w:comment w:id="1" w:author="Ida">{p("Why not honey?")}</w:comment></w:comments>',
        "word/header1.xml": HEAD + f'<w:hdr {W}>{p("Running head")}</w:hdr>',
        "docProps/core.xml": core("Bees"),
    })


def minutes():
    """A document whose parts have names of its own, and what real ones have seldom."""
    def p(text, properties="", more=""):
        return f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r>{more}</w:p>'
    def styled(text, style, level=None):
        number = "" if level is None else f'<w:numPr><w:ilvl w:val="{level}"/></w:numPr>'
        return p(text, f'<w:pStyle w:val="{style}"/>{number}')
    def style(name, base, more=""):
        return f'<w:style w:styleId="{name}"><w:name w:val="{name}"/><w:basedOn w:val="{base}"/><w:pPr>{more}</w:pPr></w:style>'
    def box(text):
        inner = f"<w:txbxContent>{p(text)}</w:txbxContent>"
        return (f'<w:r><mc:AlternateContent xmlns:mc="mc"><mc:Choice><w:drawing>{inner}</w:drawing></mc:Choice>'
                f"<mc:Fallback><w:pict>{inner}</w:pict></mc:Fallback></mc:AlternateContent></w:r>")
    def cell(text, more=""):
        return f'<w:tc>{p(text, "", more)}</w:tc>'
    def canvas(*texts):
        shapes = "".join(f"<a:sp><a:txSp><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:txSp></a:sp>" for text in texts)
        return f'<w:r><w:drawing xmlns:a="a"><a:lockedCanvas>{shapes}</a:lockedCanvas></w:drawing></w:r>'
    def document(body):
        return HEAD + f'<w:document {W} xmlns:r="{REL}"><w:body>{body}</w:body></w:document>'
    package = relations({"a": ("officeDocument", "/text/main.xml")})
    deleted = '<w:rPr><w:del w:id="1"/></w:rPr>'
    body = (
        styled("Harbour", "Chapter") + styled("Harbour 3", "DSTOC1") + styled("Round", "Circle")
        + f'<w:tbl><w:tr>{cell("Pier")}{cell("Depth")}</w:tr><w:tr>{cell("north", box("closed"))}{cell("4 m")}</w:tr></w:tbl>'
        + p("Drawn:", "", canvas("Ebb", "Flood"))
        + "<w:p><w:r><w:t>left</w:t><w:ptab/><w:t>right</w:t></w:r></w:p>"
        + "<w:p><w:r><w:ruby><w:rt><w:r><w:t>みなと</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>港</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>"
        + p("The crane ", deleted + "<w:jc/>") + p("was sold.") + p("The end ", deleted) + "<w:tbl/>"
        + styled("Ropes", "Point") + styled("Nets", "Point") + styled("old", "Point", 1) + styled("new", "Point", 1)
        + "".join(f'<w:altChunk r:id="{key}"/>' for key in "hdthrg"))
    styles = (
        '<w:style w:styleId="Two"><w:name w:val="heading 2"/></w:style>' + style("Chapter", "Part") + style("Part", "Two")
        + style("DSTOC1", "Two") + style("Circle", "Ring") + style("Ring", "Circle") + style("Point", "List")
        + '<w:style w:styleId="List"><w:name w:val="List Number"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>')
    numbering = (
        '<w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:start w:val="26"/><w:numFmt w:val="upperLetter"/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="3"/><w:numFmt w:val="lowerRoman"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num>')
    inner = archive({
        "_rels/.rels": package, "text/main.xml": document(p("From a document.") + '<w:altChunk r:id="h"/>'),
        "text/_rels/main.xml.rels": relations({"h": ("aFChunk", "tide.html")}), "text/tide.html": "<p>Not read.</p>",
    })
    return archive({
        "_rels/.rels": package,
        "text/main.xml": document(body),
        "text/_rels/main.xml.rels": relations({
            "s": ("styles", "looks.xml"), "n": ("numbering", "/lists/numbers.xml"), "h": ("aFChunk", "tide.html"),
            "d": ("aFChunk", "inner.docx"), "t": ("aFChunk", "plain.txt"), "r": ("aFChunk", "rich.rtf"), "g": ("aFChunk", "gone.html")}),
        "text/looks.xml": HEAD + f"<w:styles {W}>{styles}</w:styles>",
        "lists/numbers.xml": HEAD + f"<w:numbering {W}>{numbering}</w:numbering>",
        "text/tide.html": "<html><body><h2>Tides</h2><p>High at noon.</p></body></html>",
        "text/inner.docx": inner,
        "text/plain.txt": "From a plain text.",
        "text/rich.rtf": "{\\rtf1 Rich.}",
    })


def workbook():
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>'
        '<row r="2"><c r="A2" t="inlineStr"><is><t>Rent</t></is></c><c r="B2" s="1"><v>46000</v></c>'
        '<c r="C2" s="2"><v>0.075</v></c><c r="D2" s="3"><f>SUM(1,2)</f><v>1234.5</v></c></row>'
        '<row r="3" hidden="1"><c r="A3" t="inlineStr"><is><t>Secret</t></is></c></row>'
        '<row r="5"><c r="A5" t="inlineStr"><is><t>Heat</t></is></c><c r="D5"><v>0.30000000000000004</v></c></row>'
        '<row r="6"><c r="A6"/><c r="B6" s="4"><v>0.5</v></c></row>')
    shown = [("Post code", 1234), ("Phone", 5551234), ("Month", 46000), ("Notice", 14), ("Coal", 1250.5), ("Debt", 12345), ("Part", 7.5)]
    rows += "".join(
        f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>{name}</t></is></c><c r="D{row}" s="{row - 3}"><v>{value}</v></c></row>'
        for row, (name, value) in enumerate(shown, 8))
    texts = "".join(f"<si><t>{text}</t></si>" for text in ["Item", "Due", "Rise", "Sum"]).replace(
        "<si><t>Rise</t></si>", "<si><r><t>Ri</t></r><r><t>se</t></r><rPh><t>ライズ</t></rPh></si>")
    codes = ["#,##0.00\\ [$€-407]", "00000", "000\\-0000", "[$-409]mmm;@", "0 &quot;days&quot;", "[Blue]#,##0.0\\ &quot;kg&quot;_-",
             # A comma that divides by a thousand, and a number that is not whole.
             "0,&quot;K&quot;", "0000"]
    styles = (
        "<numFmts>" + "".join(f'<numFmt numFmtId="{number}" formatCode="{code}"/>' for number, code in enumerate(codes, 164))
        + "</numFmts><cellXfs>" + "".join(f'<xf numFmtId="{number}"/>' for number in [0, 14, 10, 164, 20, *range(165, 172)])
        + "</cellXfs>")
    def box(text, hidden=""):
        paragraphs = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in text.split("|"))
        return (f'<xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="Box"{hidden}/></xdr:nvSpPr>'
                f"<xdr:txBody>{paragraphs}</xdr:txBody></xdr:sp></xdr:twoCellAnchor>")
    frame = '<xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData/></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor>'
    drawing = (
        box("The boiler is old.|Ask for a new one.") + box("Hidden box", ' hidden="1"')
        + f'<mc:AlternateContent><mc:Choice Requires="cx">{frame}</mc:Choice><mc:Fallback>{box("This chart is not shown.")}</mc:Fallback></mc:AlternateContent>')
    sheet = lambda inner, more="": HEAD + f"<worksheet {S}><sheetData>{inner}</sheetData>{more}</worksheet>"
    other = '<row r="1"><c r="A1" t="inlineStr"><is><t>{}</t></is></c></row>'
    return archive({
        "xl/workbook.xml": HEAD + f'<workbook {S} xmlns:r="{REL}"><sheets><sheet name="Costs" sheetId="1" r:id="a"/>'
                           '<sheet name="Drafts" sheetId="2" state="hidden" r:id="b"/>'
                           '<sheet name="Notes" sheetId="3" r:id="c"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations({
            "a": ("worksheet", "worksheets/sheet1.xml"), "b": ("worksheet", "worksheets/sheet2.xml"),
            "c": ("worksheet", "/xl/worksheets/sheet3.xml")}),
        "xl/worksheets/sheet1.xml": sheet(
            rows, f'<mergeCells><mergeCell ref="A5:A6"/></mergeCells><drawing xmlns:r="{REL}" r:id="b"/>'),
        "xl/worksheets/_rels/sheet1.xml.rels": relations({
            "d": ("vmlDrawing", "../drawings/commentsDrawing1.vml"), "c": ("comments", "../comments1.xml"),
            "b": ("drawing", "../drawings/drawing1.xml")}),
        "xl/drawings/drawing1.xml": HEAD + f'<xdr:wsDr xmlns:xdr="x" {A} {MC}>{drawing}</xdr:wsDr>',
        "xl/comments1.xml": HEAD + f'<comments {S}><commentList><comment ref="A2"><text><t>until May</t></text></comment></commentList></comments>',
        "xl/worksheets/sheet2.xml": sheet(other.format("Hidden draft")),
        "xl/worksheets/sheet3.xml": sheet(other.format("Call the landlord")),
        "xl/sharedStrings.xml": HEAD + f"<sst {S}>{texts}</sst>",
        "xl/styles.xml": HEAD + f"<styleSheet {S}>{styles}</styleSheet>",
        "docProps/core.xml": core("Household"),
    })


def since_1904():
    """A workbook that counts days as old ones of Macs do, and names its main part as no other."""
    row = '<row r="1"><c r="A1" s="1"><v>0</v></c><c r="B1" s="1"><v>44623.25</v></c><c r="C1" s="2"><v>0.25</v></c></row>'
    return archive({
        "_rels/.rels": relations({"a": ("officeDocument", "/xl/book.xml"), "b": ("extended-properties", "docProps/app.xml")}),
        "xl/book.xml": HEAD + f'<workbook {S} xmlns:r="{REL}"><workbookPr date1904="1"/><sheets><sheet name="Days" sheetId="1" r:id="a"/></sheets></workbook>',
        "xl/_rels/book.xml.rels": relations({"a": ("worksheet", "worksheets/sheet1.xml")}),
        "xl/worksheets/sheet1.xml": HEAD + f"<worksheet {S}><sheetData>{row}</sheetData></worksheet>",
        "xl/styles.xml": HEAD + f'<styleSheet {S}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>',
    })


def slides():
    def shape(kind, paragraphs):
        place = f'<p:ph type="{kind}"/>' if kind else "<p:ph/>"
        inner = "".join(f'<a:p><a:pPr lvl="{level}"/><a:r><a:t>{text}</a:t></a:r></a:p>' for text, level in paragraphs)
        return f"<p:sp><p:nvSpPr><p:nvPr>{place}</p:nvPr></p:nvSpPr><p:txBody>{inner}</p:txBody></p:sp>"
    table = ("<p:graphicFrame><a:graphic><a:graphicData><a:tbl>"
             "<a:tr><a:tc><a:txBody><a:p><a:r><a:t>Town</a:t></a:r></a:p></a:txBody></a:tc>"
             "<a:tc><a:txBody><a:p><a:r><a:t>Visitors</a:t></a:r></a:p></a:txBody></a:tc></a:tr>"
             "<a:tr><a:tc><a:txBody><a:p><a:r><a:t>Lund</a:t></a:r></a:p></a:txBody></a:tc>"
             "<a:tc><a:txBody><a:p><a:r><a:t>812</a:t></a:r></a:p></a:txBody></a:tc></a:tr>"
             "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>")
    # A formula, and the picture of it that older programs show.
    formula = ('<mc:AlternateContent><mc:Choice Requires="a14"><p:sp><p:txBody><a:p><a:r><a:t>Area </a:t></a:r><a14:m xmlns:a14="a14"><m:oMath xmlns:m="m">'
               "<m:r><m:t>π</m:t></m:r><m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
               "</m:oMath></a14:m></a:p></p:txBody></p:sp></mc:Choice>"
               "<mc:Fallback><p:sp><p:txBody><a:p><a:r><a:t>Area</a:t></a:r></a:p></p:txBody></p:sp></mc:Fallback></mc:AlternateContent>"
               '<mc:AlternateContent><mc:Choice Requires="v"/><mc:Fallback><p:sp><p:txBody><a:p><a:r><a:t>An older shape</a:t></a:r></a:p></p:txBody></p:sp></mc:Fallback>'
               "</mc:AlternateContent>")
    # Of the two that name the diagram, the first has it; the other diagram is missing.
    diagrams = "".join(
        f'<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds xmlns:dgm="dgm" xmlns:r="{REL}" r:dm="{key}"/></a:graphicData></a:graphic></p:graphicFrame>'
        for key in "ddg")
    def point(key, text, kind=""):
        return f'<dgm:pt modelId="{key}"{kind}><dgm:prSet/><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>'
    def link(parent, child, order, kind=""):
        return f'<dgm:cxn modelId="{parent}{child}" srcId="{parent}" destId="{child}" srcOrd="{order}"{kind}/>'
    # The last two are below each other.
    data = ("<dgm:ptLst>" + point(0, "", ' type="doc"') + point(1, "Paint") + point(2, "Open") + point(3, "Invite") + point(4, "Walls first")
            + point(5, "drawn", ' type="pres"') + point(6, "Egg") + point(7, "Hen") + "</dgm:ptLst><dgm:cxnLst>"
            + link(0, 1, 0) + link(0, 2, 2) + link(0, 3, 1) + link(1, 4, 0) + link(2, 1, 0, ' type="presOf"')
            + link(6, 7, 0) + link(7, 6, 0, ' type="parOf"') + "</dgm:cxnLst>")
    def slide(inner, more=""):
        return HEAD + f"<p:sld {P} {MC}{more}><p:cSld><p:spTree>{inner}</p:spTree></p:cSld></p:sld>"
    return archive({
        "ppt/presentation.xml": HEAD + f'<p:presentation {P} xmlns:r="{REL}"><p:sldIdLst><p:sldId id="256" r:id="x"/>'
                                '<p:sldId id="257" r:id="y"/><p:sldId id="258" r:id="z"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations({
            "x": ("slide", "slides/slide2.xml"), "y": ("slide", "slides/slide1.xml"), "z": ("slide", "slides/slide3.xml")}),
        "ppt/slides/slide2.xml": slide(
            shape("title", [("Museum tour", 0)]) + shape(None, [("Three towns", 0), ("Lund first", 1)])
            + shape("sldNum", [("1", 0)]) + shape("ftr", [("Footer words", 0)])),
        "ppt/slides/slide1.xml": slide(
            table + shape("ctrTitle", [("Numbers", 0)]) + formula + diagrams + shape(None, [("Next: the garden", 0)])),
        "ppt/slides/slide3.xml": slide(shape("title", [("Hidden slide", 0)]), ' show="0"'),
        "ppt/slides/_rels/slide1.xml.rels": relations({
            "n": ("notesSlide", "../notesSlides/notesSlide1.xml"), "d": ("diagramData", "../diagrams/data1.xml"),
            "g": ("diagramData", "../diagrams/data2.xml")}),
        "ppt/diagrams/data1.xml": HEAD + f'<dgm:dataModel xmlns:dgm="dgm" {A}>{data}</dgm:dataModel>',
        "ppt/notesSlides/notesSlide1.xml": HEAD + f"<p:notes {P}><p:cSld><p:spTree>"
            + shape("body", [("Mention the fire of 1811.", 0)]) + shape("sldNum", [("2", 0)]) + "</p:spTree></p:cSld></p:notes>",
        "docProps/core.xml": core("Tour"),
    })


def open_document(kind, body, styles="", title=None, shared=None):
    content = HEAD + (f"<office:document-content {O}><office:automatic-styles>{styles}</office:automatic-styles>"
                      f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>")
    files = {"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content}
    if title:
        files["meta.xml"] = HEAD + f"<office:document-meta {O}><office:meta><dc:title>{title}</dc:title></office:meta></office:document-meta>"
    if shared:
        files["styles.xml"] = HEAD + f"<office:document-styles {O}><office:styles>{shared}</office:styles></office:document-styles>"
    return archive(files)


def odt():
    return open_document("text", (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted words.</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        '<text:table-of-content><text:index-body><text:p>Rivers 1</text:p></text:index-body></text:table-of-content>'
        '<text:p text:style-name="P1">All waters</text:p><text:h text:outline-level="1">Rivers</text:h>'
        '<text:p>The Aare<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>288 km long.</text:p></text:note-body></text:note>'
        ' flows<text:s text:c="2"/>north.<text:line-break/>Then west.</text:p>'
        '<text:p><draw:custom-shape><text:p>Words in a shape</text:p></draw:custom-shape>After the shape.'
        '<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box><svg:desc xmlns:svg="s">a drawn box</svg:desc></draw:frame></text:p>'
        '<text:list text:style-name="N"><text:list-item><text:p>Boat</text:p><text:list><text:list-item><text:p>with oars</text:p></text:list-item></text:list></text:list-item>'
        "<text:list-item><text:p>Rope</text:p></text:list-item></text:list>"
        "<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>River</text:p></table:table-cell><table:table-cell><text:p>km</text:p></table:table-cell></table:table-row></table:table-header-rows>"
        "<table:table-row><table:table-cell><text:p>Reuss</text:p></table:table-cell><table:table-cell><text:p>164</text:p></table:table-cell></table:table-row></table:table>"
        # Headings by styles: a shared one, one derived from another, ones derived from each other, one without a level,
        # one that has the name of a style of characters, and one that hides a shared one.
        '<text:p text:style-name="Shore">Lakes<draw:frame><draw:text-box><text:p>Boxed reeds</text:p></draw:text-box></draw:frame></text:p>'
        '<text:p text:style-name="P2">Ponds</text:p><text:p text:style-name="P3">Still water.</text:p>'
        '<text:p text:style-name="P5">No heading.</text:p><text:p text:style-name="Note">A remark.</text:p><text:p text:style-name="P6">Plain.</text:p>'
    ), '<style:style style:name="P2" style:parent-style-name="Bank"/><style:style style:name="P3" style:parent-style-name="P4"/><style:style style:name="P4" style:parent-style-name="P3"/>'
        '<style:style style:name="P5" style:parent-style-name="Bank" style:default-outline-level=""/><style:style style:name="P6" style:family="paragraph"/>' '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/><text:list-style style:name="N"><text:list-level-style-number text:level="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>', "Waters",
        '<style:style style:name="Shore" style:default-outline-level="2"/><style:style style:name="Bank" style:parent-style-name="Heading_20_3"/>'
        '<style:style style:name="Note" style:family="paragraph"/><style:style style:name="Note" style:family="text" style:parent-style-name="Title"/>'
        '<style:style style:name="P6" style:family="paragraph" style:parent-style-name="Title"/>')


def ods():
    cell = lambda text, more="": f"<table:table-cell {more}><text:p>{text}</text:p></table:table-cell>"
    return open_document("spreadsheet", (
        '<table:table table:name="Plants">'
        f'<table:table-row>{cell("Plant")}{cell("Count")}{cell("Price")}</table:table-row>'
        f'<table:table-row>{cell("Rose")}{cell("12")}{cell("4.50 €")}</table:table-row>'
        f'<table:table-row table:visibility="collapse">{cell("Nettle")}{cell("99")}</table:table-row>'
        '<table:table-row table:number-rows-repeated="5"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
        f'<table:table-row>{cell("Fern")}<table:table-cell/>{cell("3.00 €")}</table:table-row>'
        '<table:table-row><table:table-cell><office:annotation><text:p>for Ida</text:p></office:annotation><text:p>Moss</text:p></table:table-cell>'
        f'{cell("14.03.25", "office:value-type=%sdate%s office:date-value=%s2025-03-14T00:00:00%s" % (chr(34), chr(34), chr(34), chr(34)))}'
        f'{cell("1/12", "office:value-type=%sdate%s office:date-value=%s2024-12-01T08:30:00%s" % (chr(34), chr(34), chr(34), chr(34)))}</table:table-row>'
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
        "</table:table>"
        f'<table:table table:name="Old" table:style-name="H"><table:table-row>{cell("Hidden sheet")}</table:table-row></table:table>'),
        '<style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style>')


def odp():
    frame = lambda kind, inner: f'<draw:frame presentation:class="{kind}"><draw:text-box>{inner}</draw:text-box></draw:frame>'
    return open_document("presentation", (
        "<draw:page>" + frame("title", "<text:p>Bread</text:p>")
        + frame("outline", "<text:list><text:list-item><text:p>Flour and salt</text:p></text:list-item></text:list>") + "</draw:page>"
        "<draw:page>" + frame("title", "<text:p>Oven</text:p>") + "<presentation:notes>"
        + frame("notes", "<text:p>Say how hot.</text:p>") + "</presentation:notes></draw:page>"))


def book():
    page = lambda title, inner: HEAD + (
        f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><style/></head><body><h1>{title}</h1>{inner}</body></html>')
    container = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
    opf = ('<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The lighthouse</dc:title></metadata>'
           '<manifest><item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="text/two%20b.xhtml"/><item id="a" href="text/one.xhtml"/></manifest>'
           '<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/><itemref idref="gone"/></spine></package>')
    return archive({
        "mimetype": "application/epub+zip", "META-INF/container.xml": HEAD + container, "OEBPS/book.opf": HEAD + opf,
        "OEBPS/nav.xhtml": page("Contents", "<nav><ol><li><a>Storm</a></li></ol></nav>"),
        "OEBPS/text/one.xhtml": page("Storm", "<p>The lamp went out at four&nbsp;o&#8217;clock.</p>"),
        "OEBPS/text/two b.xhtml": page("Calm", "<aside><p>1. A kind of boat.</p></aside><p>The sea was flat.</p>"),
    })


def documents():
    return {
        "office/letter.docx": word(), "office/minutes.docx": minutes(), "office/household.xlsx": workbook(), "office/since1904.xlsx": since_1904(), "office/tour.pptx": slides(),
        "office/rivers.odt": odt(), "office/plants.ods": ods(), "office/bread.odp": odp(), "office/lighthouse.epub": book(),
    }
