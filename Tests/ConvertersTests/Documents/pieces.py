#!/usr/bin/env python3
"""Prints a document of an Office program with one kind of thing in it.

usage: pieces.py KIND      such as raised-docx, chart-pptx, hidden-ods
"""
import sys

from office import A, HEAD, O, P, REL, S, W, archive, open_document, relations

M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'


# Word

def run(text, properties=""):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(*runs, properties=""):
    return f"<w:p><w:pPr>{properties}</w:pPr>" + "".join(r if r.startswith("<") else run(r) for r in runs) + "</w:p>"


def cell(inner, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def table(*rows, properties=""):
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>" + "".join(f"<w:tr>{''.join(row)}</w:tr>" for row in rows) + "</w:tbl>"


def docx(body, styles="", more={}, head=""):
    return archive({
        "word/document.xml": HEAD + f'<w:document {W} {M} {A} {C} xmlns:r="{REL}">{head}<w:body>{body}</w:body></w:document>',
        "word/styles.xml": HEAD + f"<w:styles {W}>{styles}</w:styles>", **more})


def raised_docx():
    up, down = '<w:vertAlign w:val="superscript"/>', '<w:vertAlign w:val="subscript"/>'
    styles = f'<w:style w:type="character" w:styleId="Up"><w:name w:val="Up"/><w:rPr>{up}</w:rPr></w:style>'
    return docx(
        p("Add 10", run("6", up), " cells to 5 m", run("2", '<w:rStyle w:val="Up"/>'), " at 10", run("-", up), run("3", up), ".")
        + p("H", run("2", down), "O in the base 10", run("2", down), " on the 1", run("st", up), " of May, v", run("max", down), " and e",
            run("2x", up), "."), styles)


def omml(name, **parts):
    return f"<m:{name}>" + "".join(
        f"<m:{key}>{value}</m:{key}>" if key != "pr" else value for key, value in parts.items()) + f"</m:{name}>"


def t(text):
    return f"<m:r><m:rPr/><m:t>{text}</m:t></m:r>"


def formulas():
    chr_ = lambda name, sign: f'<m:{name}><m:chr m:val="{sign}"/></m:{name}>'
    return [
        omml("f", num=t("3"), den=t("4")),
        omml("f", num=t("a+b"), den=omml("sSup", e=t("x"), sup=t("2"))),
        omml("rad", pr="<m:radPr/>", deg="", e=t("x+1")) + t("=") + omml("rad", pr="<m:radPr/>", deg=t("3"), e=t("8")),
        omml("nary", pr=chr_("naryPr", "∑"), sub=t("i=1"), sup=t("n"), e=omml("sSub", e=t("x"), sub=t("i"))),
        omml("nary", pr="<m:naryPr/>", sub=t("0"), sup=t("1"), e=t("f(x)dx")),
        omml("func", fName=omml("limLow", e=t("lim"), lim=t("x→0")), e=omml("d", pr="<m:dPr/>", e=t("1+x"))),
        omml("sSubSup", e=t("a"), sub=t("1"), sup=t("2")),
        omml("d", pr="<m:dPr/>", e=omml("f", pr='<m:fPr><m:type m:val="noBar"/></m:fPr>', num=t("n"), den=t("k"))),
        omml("d", pr='<m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr>', e=t("x")),
        f"<m:m><m:mr><m:e>{t('1')}</m:e><m:e>{t('2')}</m:e></m:mr><m:mr><m:e>{t('3')}</m:e><m:e>{t('4')}</m:e></m:mr></m:m>",
    ]


def formula_docx():
    return docx("".join(
        p("Take ", f"<m:oMath>{formula}</m:oMath>", " of it.") for formula in formulas()))


def formula_pptx():
    lines = "".join(
        f'<a:p><a:r><a:t>Take </a:t></a:r><a14:m xmlns:a14="a14" {M}><m:oMathPara><m:oMath>{formula}</m:oMath></m:oMathPara></a14:m></a:p>'
        for formula in formulas())
    return pptx([f"<p:sp><p:txBody>{lines}</p:txBody></p:sp>"])


def nested_docx():
    inner = table([cell(p("Monday")), cell(p("9"))], [cell(p("Friday")), cell(p("10"))])
    return docx(table([cell(p("Shop")), cell(p("Hours"))], [cell(p("Bakery")), cell(p("Open:") + inner + p(""))],
                      [cell(p("Mill")), cell(p("closed"))]))


def hidden_docx():
    white, tiny = '<w:color w:val="FFFFFF"/>', '<w:sz w:val="2"/>'
    styles = (
        '<w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Base"/><w:rPr><w:color w:val="FEFEFE"/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Pale"><w:name w:val="Pale"/><w:basedOn w:val="Base"/></w:style>'
        '<w:style w:type="table" w:styleId="Dark"><w:name w:val="Dark"/><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:fill="203864"/></w:tcPr></w:tblStylePr></w:style>')
    dark = '<w:shd w:val="clear" w:fill="1F3864"/>'
    return docx(
        p("Seen one.", run("Secret one.", white)) + p(run("Secret two.", tiny), "Seen two.")
        + p(run("Secret three.", '<w:rStyle w:val="Gone"/>'), "Seen three.")
        + p("Secret four.", run("Seen four.", '<w:color w:val="auto"/>'), properties='<w:pStyle w:val="Pale"/>')
        + p(run("Seen five.", white), properties=dark)
        + p(run("Seen six.", white + '<w:highlight w:val="black"/>'), run("Secret five.", '<w:color w:val="1F3864"/>' + dark))
        + table([cell(p(run("Seen seven", white)), dark), cell(p(run("Secret six", white)))], [cell(p("a")), cell(p("b"))])
        + table([cell(p(run("Seen eight", white))), cell(p("c"))], [cell(p("d")), cell(p("e"))], properties='<w:tblStyle w:val="Dark"/>'),
        styles)


def chart():
    def points(values):
        return "".join(f'<c:pt idx="{n}"><c:v>{value}</c:v></c:pt>' for n, value in enumerate(values))
    def series(name, values, code):
        return (f"<c:ser><c:tx><c:strRef><c:f>A!B1</c:f><c:strCache>{points([name])}</c:strCache></c:strRef></c:tx>"
                f"<c:cat><c:strRef><c:f>x</c:f><c:strCache>{points(['2024', '2025'])}</c:strCache></c:strRef></c:cat>"
                f"<c:val><c:numRef><c:f>y</c:f><c:numCache><c:formatCode>{code}</c:formatCode>{points(values)}</c:numCache></c:numRef></c:val></c:ser>")
    title = lambda text: f"<c:title><c:tx><c:rich><a:p><a:r><a:t>{text}</a:t></a:r></a:p></c:rich></c:tx></c:title>"
    return HEAD + (f"<c:chartSpace {C} {A}><c:chart>{title('Jam by year')}<c:plotArea><c:barChart>"
                   f"{series('Plum', [41, 57], 'General')}{series('Share', [0.25, 0.5], '0%')}</c:barChart>"
                   f"<c:catAx>{title('Year')}</c:catAx></c:plotArea></c:chart></c:chartSpace>")


CHART = '<a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic>'


def chart_docx():
    return docx(p("Below is a chart.", f"<w:r><w:drawing>{CHART}</w:drawing></w:r>"), more={
        "word/_rels/document.xml.rels": relations({"c": ("chart", "charts/chart1.xml")}), "word/charts/chart1.xml": chart()})


# Slides

def pptx(slides, more={}, presentation=None, parts=None):
    numbers = range(1, len(slides) + 1)
    return archive({
        "ppt/presentation.xml": HEAD + f'<p:presentation {P} xmlns:r="{REL}"><p:sldIdLst>'
            + "".join(f'<p:sldId id="{255 + n}" r:id="s{n}"/>' for n in numbers) + "</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations({f"s{n}": ("slide", f"slides/slide{n}.xml") for n in numbers} | (presentation or {})),
        **{f"ppt/slides/slide{n}.xml": HEAD + f'<p:sld {P} {C} xmlns:r="{REL}"><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>'
           for n, slide in enumerate(slides, 1)},
        **{f"ppt/slides/_rels/slide{n}.xml.rels": relations(parts or {}) for n in numbers}, **more})


def shape(*runs, hidden=""):
    inner = "".join(f"<a:r><a:rPr {more}</a:rPr><a:t>{text}</a:t></a:r>" for text, more in runs)
    return (f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"{hidden}/><p:nvPr/></p:nvSpPr><p:txBody><a:p>{inner}</a:p></p:txBody></p:sp>')


def raised_pptx():
    return pptx([shape(("About 10", ">"), ("6", 'baseline="30000">'), (" jars of H", ">"), ("2", 'baseline="-25000">'), ("O", ">"))])


def hidden_pptx():
    clear = '><a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>'
    white = '><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'
    return pptx([
        shape(("Seen words", ">"), (" secret one", 'sz="100">'), (" secret two", clear)) + shape(("Secret three", ">"), hidden=' hidden="1"')
        + shape(("White on a dark slide", white))])


def chart_pptx():
    return pptx([f"<p:graphicFrame>{CHART}</p:graphicFrame>"], {"ppt/charts/chart1.xml": chart()},
                parts={"c": ("chart", "../charts/chart1.xml")})


def comment_pptx():
    old = HEAD + f'<p:cmLst {P}><p:cm authorId="0" idx="1"><p:pos x="1" y="1"/><p:text>Ask the harbour first.</p:text></p:cm></p:cmLst>'
    return pptx([shape(("Boats", ">"))], {
        "ppt/comments/comment1.xml": old,
        "ppt/commentAuthors.xml": HEAD + f'<p:cmAuthorLst {P}><p:cmAuthor id="0" name="Ida"/></p:cmAuthorLst>'},
        {"a": ("commentAuthors", "commentAuthors.xml")}, {"k": ("comments", "../comments/comment1.xml")})


def thread_pptx():
    body = lambda text: f"<t:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></t:txBody>"
    new = HEAD + (f'<t:cmLst xmlns:t="t" {A}><t:cm id="1" authorId="b"><t:replyLst><t:reply id="2" authorId="c">{body("Until June.")}</t:reply></t:replyLst>'
                  f'{body("Are the boats insured?")}</t:cm></t:cmLst>')
    return pptx([shape(("Boats", ">"))], {
        "ppt/comments/modernComment_1.xml": new,
        "ppt/authors.xml": HEAD + '<t:authorLst xmlns:t="t"><t:author id="b" name="Ben"/><t:author id="c" name="Cleo"/></t:authorLst>'},
        {"a": ("authors", "authors.xml")}, {"k": ("comments", "../comments/modernComment_1.xml")})


# Sheets

def xlsx(sheet, more={}, styles="", texts="", parts={}, workbook={}):
    return archive({
        "xl/workbook.xml": HEAD + f'<workbook {S} xmlns:r="{REL}"><sheets><sheet name="Jars" sheetId="1" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations({"a": ("worksheet", "worksheets/sheet1.xml"), **workbook}),
        "xl/worksheets/sheet1.xml": HEAD + f'<worksheet {S} xmlns:r="{REL}">{sheet}</worksheet>',
        "xl/worksheets/_rels/sheet1.xml.rels": relations(parts),
        "xl/sharedStrings.xml": HEAD + f"<sst {S}>{texts}</sst>", "xl/styles.xml": HEAD + f"<styleSheet {S}>{styles}</styleSheet>", **more})


def value(place, text, more=""):
    return f'<c r="{place}" t="inlineStr"{more}><is><t>{text}</t></is></c>'


def raised_xlsx():
    up = '<r><t>Area in m</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r>'
    return xlsx(f'<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>', texts=f"<si>{up}</si>")


def hidden_xlsx():
    styles = ('<fonts><font><color theme="1"/></font><font><color rgb="FFFFFFFF"/></font></fonts>'
              '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF203864"/></patternFill></fill></fills>'
              '<cellXfs><xf fontId="0" fillId="0"/><xf fontId="1" fillId="0"/><xf fontId="1" fillId="1"/></cellXfs>')
    return xlsx(
        '<cols><col min="3" max="3" hidden="1"/></cols><sheetData>'
        f'<row r="1">{value("A1", "Jar", chr(32) + "s=%s2%s" % (chr(34), chr(34)))}{value("B1", "Count")}{value("C1", "Cost")}</row>'
        f'<row r="2">{value("A2", "Plum")}{value("B2", "12")}{value("C2", "3")}</row>'
        f'<row r="3" hidden="1">{value("A3", "Fig")}{value("B3", "9")}</row>'
        f'<row r="4">{value("A4", "Pear", chr(32) + "s=%s1%s" % (chr(34), chr(34)))}{value("B4", "7")}</row></sheetData>', styles=styles)


def chart_xlsx():
    drawing = f'<d:wsDr xmlns:d="d" {A} {C} xmlns:r="{REL}"><d:twoCellAnchor><d:graphicFrame>{CHART}</d:graphicFrame></d:twoCellAnchor></d:wsDr>'
    return xlsx(f'<sheetData><row r="1">{value("A1", "See the chart")}</row></sheetData><drawing r:id="d"/>', {
        "xl/drawings/drawing1.xml": HEAD + drawing, "xl/drawings/_rels/drawing1.xml.rels": relations({"c": ("chart", "../charts/chart1.xml")}),
        "xl/charts/chart1.xml": chart()}, parts={"d": ("drawing", "../drawings/drawing1.xml")})


def comment_xlsx():
    old = "".join(f'<comment ref="{place}"><text><t>{text}</t></text></comment>' for place, text in [
        ("A1", "[Threaded comment] Your version of Excel shows no threads. Comment: Plums only?"), ("D9", "Nothing yet")])
    new = ('<threadedComment ref="A1" personId="p" id="1"><text>Plums only?</text></threadedComment>'
           '<threadedComment ref="A1" personId="q" id="2" parentId="1"><text>And figs.</text></threadedComment>')
    return xlsx(f'<sheetData><row r="1">{value("A1", "Jar")}</row></sheetData>', {
        "xl/comments1.xml": HEAD + f"<comments {S}><commentList>{old}</commentList></comments>",
        "xl/threadedComments/threadedComment1.xml": HEAD + f'<ThreadedComments xmlns="t">{new}</ThreadedComments>',
        "xl/persons/person.xml": HEAD + '<personList xmlns="t"><person displayName="Ida" id="p"/><person displayName="Ben" id="q"/></personList>'},
        parts={"k": ("comments", "../comments1.xml"), "t": ("threadedComment", "../threadedComments/threadedComment1.xml")},
        workbook={"p": ("person", "persons/person.xml")})


# LibreOffice

def style(name, family, properties):
    return f'<style:style style:name="{name}" style:family="{family}">{properties}</style:style>'


def text_style(name, properties, family="text"):
    return style(name, family, f"<style:text-properties {F} {properties}/>")


F = 'xmlns:fo="fo"'


def raised_odt():
    span = lambda name, text: f'<text:span text:style-name="{name}">{text}</text:span>'
    return open_document("text", (
        f'<text:p>Add 10{span("U", "6")} cells, 10{span("V", "-3")} of H{span("D", "2")}O.</text:p>'),
        text_style("U", 'style:text-position="super 58%"') + text_style("V", 'style:text-position="33% 58%"')
        + text_style("D", 'style:text-position="sub 58%"'))


def embedded(kind, body, name, content):
    """A document with an object in a folder of its own."""
    frame = f'<draw:frame><draw:object xlink:href="./{name}" xmlns:xlink="l"/></draw:frame>'
    head = f"<office:document-content {O}><office:body><office:{kind}>{body.format(frame)}</office:{kind}></office:body></office:document-content>"
    return archive({"content.xml": HEAD + head, f"{name}/content.xml": HEAD + content})


def formula_odt():
    math = ('<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mfrac><mn>3</mn><mn>4</mn></mfrac><mo>+</mo><msup><mi>x</mi><mn>2</mn></msup>'
            '<mo>+</mo><msqrt><mrow><mi>y</mi><mo>+</mo><mn>1</mn></mrow></msqrt><mo>=</mo><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>'
            '<msub><mi>a</mi><mi>i</mi></msub></mrow><annotation encoding="StarMath 5.0">3 over 4</annotation></semantics></math>')
    return embedded("text", "<text:p>Take {} of it.</text:p>", "Object 1", math)


def chart_odt(kind="text", body="<text:p>Below is a chart.{}</text:p>"):
    rows = "".join("<table:table-row>" + "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in row) + "</table:table-row>"
        for row in [["", "Plum"], ["2024", "41"], ["2025", "57"]])
    content = (f'<office:document-content {O} xmlns:chart="c"><office:body><office:chart><chart:chart><chart:title><text:p>Jam by year</text:p></chart:title>'
               f'<chart:plot-area/><table:table table:name="local-table">{rows}</table:table></chart:chart></office:chart></office:body></office:document-content>')
    return embedded(kind, body, "Object 1", content)


def chart_odp():
    return chart_odt("presentation", "<draw:page>{}<office:annotation><dc:creator>Ida</dc:creator><text:p>Too small?</text:p></office:annotation></draw:page>")


def chart_ods():
    return chart_odt("spreadsheet", '<table:table table:name="Jars"><table:table-row><table:table-cell><text:p>Plum</text:p></table:table-cell></table:table-row>'
                                    "<table:shapes>{}</table:shapes></table:table>")


def nested_odt():
    c = lambda inner: f"<table:table-cell>{inner}</table:table-cell>"
    q = lambda text: f"<text:p>{text}</text:p>"
    t = lambda *rows: "<table:table>" + "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows) + "</table:table>"
    inner = t([c(q("Monday")), c(q("9"))], [c(q("Friday")), c(q("10"))])
    return open_document("text", t([c(q("Shop")), c(q("Hours"))], [c(q("Bakery")), c(q("Open:") + inner)], [c(q("Mill")), c(q("closed"))]))


def hidden_odt():
    span = lambda name, text: f'<text:span text:style-name="{name}">{text}</text:span>'
    return open_document("text", (
        f'<text:p>Seen one.{span("W", "Secret one.")}</text:p><text:p>Seen two.{span("T", "Secret two.")}{span("N", "Secret three.")}</text:p>'
        '<text:section text:display="none"><text:p>Secret four.</text:p></text:section>'
        f'<text:p>Seen three.<text:hidden-text text:is-hidden="true">Secret five.</text:hidden-text></text:p>'
        '<text:p><text:hidden-paragraph text:is-hidden="true"/>Secret six.</text:p>'
        f'<text:p text:style-name="B">{span("W", "Seen four.")}</text:p>'),
        text_style("W", 'fo:color="#ffffff"') + text_style("T", 'fo:font-size="1pt"') + text_style("N", 'text:display="none"')
        + style("B", "paragraph", f'<style:paragraph-properties {F} fo:background-color="#203864"/>'))


def hidden_ods():
    c = lambda text, more="": f"<table:table-cell {more}><text:p>{text}</text:p></table:table-cell>"
    row = lambda *cells, more="": f"<table:table-row {more}>{''.join(cells)}</table:table-row>"
    return open_document("spreadsheet", (
        '<table:table table:name="Jars"><table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>'
        + row(c("Jar", 'table:style-name="D"'), c("Count"), c("Cost")) + row(c("Plum"), c("12"), c("3"))
        + row(c("Fig"), c("9"), more='table:visibility="filter"') + row(c("Pear", 'table:style-name="W"'), c("7")) + "</table:table>"),
        text_style("W", 'fo:color="#ffffff"', "table-cell") + style("D", "table-cell", (
            f'<style:table-cell-properties {F} fo:background-color="#203864"/><style:text-properties {F} fo:color="#ffffff"/>')))


def repeated_ods():
    """A few hundred bytes that ask for a million cells."""
    c = '<table:table-cell table:number-columns-repeated="1000"><text:p>all of this again and again</text:p></table:table-cell>'
    return open_document("spreadsheet", f'<table:table table:name="A"><table:table-row table:number-rows-repeated="1000000">{c * 20}</table:table-row></table:table>')


def repeated_epub():
    page = HEAD + "<html><body><p>" + "The same words. " * 40_000 + "</p></body></html>"
    return book([f'<itemref idref="a{n}"/>' for n in range(2000)], "".join(f'<item id="a{n}" href="a.xhtml"/>' for n in range(2000)), page)


def author_epub():
    return book(['<itemref idref="a"/>'], '<item id="a" href="a.xhtml"/>', "<html><body><h1>Fog</h1><p>A bell rang.</p></body></html>", (
        '<dc:title>Harbour nights</dc:title><dc:creator id="c1">Mira Holt</dc:creator><dc:creator role="aut">Jon Reed</dc:creator>'
        '<dc:creator id="c2">Ana Silva</dc:creator><meta refines="#c2" property="role">trl</meta>'
        '<dc:contributor role="bkp">Bookmaker 3.1</dc:contributor>'))


def book(spine, manifest, page, metadata=""):
    return archive({
        "META-INF/container.xml": '<container><rootfile full-path="b.opf"/></container>',
        "b.opf": f'<package xmlns:dc="d"><metadata>{metadata}</metadata><manifest>{manifest}</manifest><spine>{"".join(spine)}</spine></package>',
        "a.xhtml": page})


def repeated_pptx():
    """The same long slide a thousand times."""
    slide = shape(("The same words. " * 40_000, ">"))
    numbers = range(1, 1001)
    return archive({
        "ppt/presentation.xml": HEAD + f'<p:presentation {P} xmlns:r="{REL}"><p:sldIdLst>'
            + "".join(f'<p:sldId id="{255 + n}" r:id="s{n}"/>' for n in numbers) + "</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations({f"s{n}": ("slide", "slides/slide1.xml") for n in numbers}),
        "ppt/slides/slide1.xml": HEAD + f"<p:sld {P}><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>"})


def attributes_docx():
    more = " ".join(f'a{n}="1"' for n in range(100_000))
    return docx(f"<w:p {more}><w:r><w:t>Words</w:t></w:r></w:p>")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.buffer.write(globals()[sys.argv[1].replace("-", "_")]())
