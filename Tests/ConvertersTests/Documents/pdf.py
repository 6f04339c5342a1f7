"""Small PDF files."""
import hashlib
import zlib

LEFT, RIGHT, TOP, STEP = 72, 320, 720, 14


def escaped(text):
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("cp1252")


def lines(texts, x=LEFT, top=TOP):
    """Draws lines below one another; None leaves a gap."""
    parts = []
    for number, text in enumerate(texts):
        if text is not None:
            parts.append(b"BT /F1 11 Tf %d %d Td (%s) Tj ET" % (x, top - number * STEP, escaped(text)))
    return b"\n".join(parts)


def printed(texts, top=TOP):
    """Draws lines below one another, each (text, font, size, gap above it in points, x)."""
    parts = []
    for text, font, size, gap, x in texts:
        top -= size * 1.2 + gap
        parts.append(b"BT /%s %d Tf %d %d Td (%s) Tj ET" % (font.encode(), size, x, top, escaped(text)))
    return b"\n".join(parts)


class File:
    def __init__(self):
        self.objects, self.pages = [], []
        self.root, self.tree = self.add(b""), self.add(b"")

    def add(self, body):
        self.objects.append(body)
        return len(self.objects)

    def stream(self, data, head=b"", key=None):
        number = len(self.objects) + 1
        data = zlib.compress(data, 9)
        if key:
            data = rc4(hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10], data)
        return self.add(b"<< /Length %d /Filter /FlateDecode %s >>\nstream\n%s\nendstream" % (len(data), head, data))

    def page(self, content, resources, more=b""):
        self.pages.append(self.add(
            b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R%s /Resources << %s >> >>"
            % (self.tree, content, more, resources)))

    def mapped_font(self, letters):
        """Adds a font that only maps codes, from 1 on, to letters, all as wide as each other."""
        mapping = "\n".join(f"<{n:04x}> <{letter.encode('utf-16-be').hex()}>" for n, letter in enumerate(letters, 1))
        cmap = self.stream(f"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /M def /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange
{len(letters)} beginbfchar
{mapping}
endbfchar endcmap end end""".encode())
        inner = self.add(
            b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /None /DW 600"
            b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>")
        return self.add(
            b"<< /Type /Font /Subtype /Type0 /BaseFont /None /Encoding /Identity-H /DescendantFonts [%d 0 R]"
            b" /ToUnicode %d 0 R >>" % (inner, cmap))

    def bytes(self, catalog=b"", more=b""):
        self.objects[self.tree - 1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
            len(self.pages), b" ".join(b"%d 0 R" % page for page in self.pages))
        self.objects[self.root - 1] = b"<< /Type /Catalog /Pages %d 0 R%s >>" % (self.tree, catalog)
        out, places = bytearray(b"%PDF-1.4\n"), []
        for number, body in enumerate(self.objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n \n" % place for place in places)
        return bytes(out) + b"trailer\n<< /Size %d /Root %d 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (
            len(places) + 1, self.root, more, start)


def rc4(key, data):
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    i = j = 0
    out = bytearray()
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def document(pages, outline=(), title=None, key=None, more=b"", resources=None, has_bold=False, links=()):
    """Returns a file of these pages (drawing commands), an outline of titles with their depths, and links of every page."""
    file = File()
    font = file.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    resources = resources or b"/Font << /F1 %d 0 R >>" % font
    if has_bold:
        bold = file.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>")
        resources = b"/Font << /F1 %d 0 R /F2 %d 0 R >>" % (font, bold)
    frame = b"<< /Type /Annot /Subtype /Link /Border [0 0 1] /C [1 0 0] /Rect [%d %d %d %d] >>"
    annotations = b" /Annots [%s]" % b"".join(frame % link for link in links) if links else b""
    for page in pages:
        file.page(file.stream(page, key=key), resources, annotations)
    extra = b""
    if outline:
        top = file.add(b"")
        first = len(file.objects) + 1
        for number, text in enumerate(outline):
            near = b"/Prev %d 0 R " % (first + number - 1) if number else b""
            near += b"/Next %d 0 R " % (first + number + 1) if number + 1 < len(outline) else b""
            file.add(b"<< /Title (%s) /Parent %d 0 R %s >>" % (escaped(text), top, near))
        file.objects[top - 1] = b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (
            first, first + len(outline) - 1, len(outline))
        extra = b"/Outlines %d 0 R" % top
    if title:
        more += b"/Info %d 0 R" % file.add(b"<< /Title (%s) >>" % escaped(title))
    return file.bytes(b" " + extra, more)


def encrypted(pages, user, owner):
    """Encrypts with 40-bit RC4 (PDF 1.4, algorithms 3.2 to 3.4)."""
    pad = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
    padded = lambda word: (word + pad)[:32]
    entry = rc4(hashlib.md5(padded(owner)).digest()[:5], padded(user))
    name, rights = b"0123456789abcdef", (-44).to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded(user) + entry + rights + name).digest()[:5]
    more = b"/ID [<%s> <%s>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -44 >>" % (
        name.hex().encode(), name.hex().encode(), entry.hex().encode(), rc4(key, pad).hex().encode())
    return document(pages, key=key, more=more)


def report():
    """A report with running heads, page numbers, a list of contents, a footnote and words split at line ends."""
    titles = ["Soil", "Water", "Light and shade of the greenhouse in the north", "Harvest", "Seeds"]
    contents = lines(["Contents", None] + [
        f"{n} {title} " + ". " * 30 + f"{n + 1}" for n, title in enumerate(titles, 1)])
    def page(number, texts):
        return lines([f"Garden report {number}"], top=760) + b"\n" + lines(texts) + b"\n" + lines([f"{number}"], top=40)
    prices = lines([None] + [f"{name} " + ". " * 30 + f"{n} francs" for n, name in enumerate(
        ["Leeks", "Beans", "Chard", "Cress", "Dill"], 3)])
    return document([
        page(1, ["Garden report", None, "Written in autumn."]),
        page(2, []) + b"\n" + contents,
        page(3, ["1 Soil", None, "The soil in bed four is heavy clay; it needs a full barrow of com-",
                 "post before spring.", "• Dig in October.", "• Leave the frost to break it.",
                 None, None, "1 The barrow holds eighty litres."]),
        page(4, ["2 Water", None, "The long-term average is 640 mm. A long-", "term plan needs a second barrel."]),
        page(5, ["3 Light and shade of the greenhouse", "in the north", None, "Tomatoes get six hours."]),
        page(6, ["4 Harvest", None, "Mostly leeks.", None, "5 Seeds", None, "None were left."]),
        page(7, []) + b"\n" + prices,
    ], outline=titles, title="Garden report 2026")


def chapters():
    """Numbers at the ends of pages that are no page numbers: of chapters, and in the last row of a table."""
    titles = {1: "Soil", 3: "Water", 4: "Light", 6: "Seeds"}
    def page(number):
        head = [f"Chapter {list(titles).index(number) + 1}", titles[number]] if number in titles else ["More of it."]
        return b"\n".join([lines(head), lines(["Bed, rows, plants", f"{3 + number % 2} {number * 37 % 50} {number * 71 % 90}"], top=400),
                           lines([f"{number}"], top=40)])
    return document([page(number) for number in range(1, 8)])


def handbook():
    """Headings by their fonts, without an outline, and lines that are bold or large for other reasons."""
    text = lambda words, gap=0, x=LEFT: (words, "F1", 11, gap, x)
    bold = lambda words, gap=0, x=LEFT: (words, "F2", 11, gap, x)
    first = printed([
        ("Boat handbook", "F2", 20, 0, LEFT), ("Ida Berg", "F1", 13, 6, LEFT),
        text("The boat lies in the north harbour from April to October. It is seven metres", 12),
        text("long, and its engine takes diesel."),
        ("1 Before you leave", "F2", 15, 12, LEFT),
        text("Check the oil, the water in the bilge and the weather, and sign the book in", 6),
        text("the hut. All members know this rule:"),
        bold("Nobody leaves alone"),
        text("when the wind comes from the west."),
        bold("Engine", 10), text("Turn the key to the right, and wait for ten seconds.", 3),
        bold("Figure 1: The engine seen from above.", 10),
        text("The lamp goes out.", 10),
        bold("Anchor", 10), text("The heavy iron thing in the bow.", 0, LEFT + 36)]) + b"\n" + b"\n".join(
            printed([bold(name, 0, x), text(value, 0, x)], top=380) for name, value, x in [("Part", "Fuse", 72), ("Number", "A12", 200)])
    second = printed([
        ("2 What to do when you", "F2", 15, 0, LEFT), ("come back", "F2", 15, 0, LEFT),
        text("Wash the deck and close the valve. Write down the hours of the engine, and", 6),
        text("what you noticed."),
        ("Chapter 3", "F2", 13, 20, LEFT), ("In winter", "F2", 15, 20, LEFT),
        text("The boat stands on its frame in the shed of the Larsson brothers.", 6)])
    return document([first, second], has_bold=True)


def listings():
    """More letters in small print than in the text, whose short lines are no headings."""
    page = []
    for number in range(9):
        page.append((f"This is how the program says good morning to member {number}", "F1", 11, 10, LEFT))
        page += [(f"print one line for each member, and so on, number {number}{line}", "F1", 8, 0, LEFT) for line in range(4)]
    return document([printed(page)])


def columns():
    left = ["The left column comes first.", "It has a second line,", "and a third one.", "Then it ends."]
    right = ["The right column is second.", "Nobody reads across.", "It ends the page.", "The end."]
    long = lambda texts: [line for text in texts for line in (text + " It goes on a bit.",) * 1] * 6
    return document([lines(long(left)) + b"\n" + lines(long(right), x=RIGHT)])


def leaflet():
    """Two columns of paragraphs, with gaps at the same heights, between lines across the page."""
    left = ["Opening hours", None, "The garden is open from April to", "the end of October, from eight in", "the morning until dusk.", None,
            "On Sundays a guide walks round", "with you at eleven. You need not", "tell anybody before you come.", None]
    right = ["Second column", None, "Nobody reads across, although the", "paragraphs begin side by side on", "this page, as they do in leaflets.", None,
             "It has a price too: grown-ups pay", "four francs, children nothing at", "all, and dogs have to wait outside."]
    left.append("In April the narcissi are in full")
    right.insert(0, "flower, and most visitors come.")
    head = lines(["Our spring leaflet for all who like to walk in gardens and under old trees when the sun shines"], top=770)
    foot = lines(["Both columns end here, and this line goes across the page from the left to the right edge"], top=400)
    return document([head + b"\n" + lines(left) + b"\n" + lines(right, x=RIGHT) + b"\n" + foot])


def wide():
    """A letter that is wider than its page by far."""
    text = lines(["Forty words and more make the page one that may have columns"] * 6)
    return document([text + b"\nBT /F1 99999999999 Tf 72 300 Td (C) Tj ET"])


def picture():
    file = File()
    image = file.stream(
        bytes(64), b"/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray")
    content = file.stream(b"q 400 0 0 400 72 72 cm /I1 Do Q")
    file.page(content, b"/XObject << /I1 %d 0 R >>" % image)
    file.pages *= 2
    return file.bytes()


def unicode():
    """Hebrew, Arabic forms of letters, Japanese and ligatures (also as TeX's fonts number them), by a font that only maps codes to characters."""
    garden, green = "\u05d2\u05df", "\u05d9\u05e8\u05d5\u05e7"
    pages = [["\ufb01nal o\ufb03ce \ufb02ow", "de\x1cned by o\x1ece sta\x1b", "庭の猫", "\u05d2\u05df \u05d9\u05e8\u05e7",
              "\ufe91\ufef4\ufe96", f"a radish {garden} apple"], [f"{garden} {green} fig {green}"]]
    file = File()
    letters = sorted(set("".join(sum(pages, []))))
    font = file.mapped_font(letters)
    for texts in pages:
        drawn = []
        for number, text in enumerate(texts):
            # What is read from the right stands on the page in the order of the eye.
            seen = text[::-1] if "\u0590" < text[0] < "\u0700" or text[0] > "\ufe70" else text
            seen = seen.replace("gif", "fig").replace(f"{garden} apple", f"{garden[::-1]} apple")
            codes = "".join(f"{letters.index(letter) + 1:04x}" for letter in seen)
            drawn.append(f"BT /F1 11 Tf 72 {TOP - 30 * number} Td <{codes}> Tj ET")
        file.page(file.stream("\n".join(drawn).encode()), b"/Font << /F1 %d 0 R >>" % font)
    return file.bytes()


def notices():
    """The same lines on pages that say little else, numbered alike."""
    return document([lines([f"Notice {number}"]) + b"\n" + lines([f"{number}"], top=40) for number in range(1, 5)])


def form():
    """Running heads: one has words that stand nowhere else, one is a heading, too."""
    texts = [["Mooring", None, "Each boat is moored by its owner, who brings two ropes of ten metres."],
             ["The ropes are looked over in spring, and new ones are bought in summer."],
             ["Whoever leaves the place for a week gives the key to the harbour master."]]
    return document([
        lines(["Agreement No. 2041-77", "Mooring"], top=770) + b"\n" + lines(text) + b"\n" + lines([f"Page {number} of 3"], top=40)
        for number, text in enumerate(texts, 1)])


def manual():
    """A running head in capitals above the heading that the outline names, and hyphens at the ends of lines."""
    return document([
        lines(["2.1. READING CHARTS"], top=770) + b"\n" + lines([
            "A chart shows the depth of the water.", None, "2.1 Reading charts", None,
            "The buoys have a top-of-the-", "line lamp, and the Benutzer-", "und Hafenordnung is in the UTF-", "Format of last year."]),
        lines(["Ask the pilots."])], outline=["Reading charts"])


def numbers():
    """A page of numbers alone, and one of a lone number."""
    return document([lines(["12 48", "7 31"]), lines(["8004"])])


def ledger():
    """A table of numbers in large print, whose rows are read across although it has a gap in its middle."""
    rows = [[str(n * step % 90 + 10) for step in (3, 7, 17, 13, 19, 23, 29, 31)] for n in range(11, 17)]
    half = lambda start, x: printed([(" ".join(row[start:start + 4]), "F1", 14, 0, x) for row in rows])
    return document([half(0, LEFT) + b"\n" + half(4, 155) + b"\n" + lines(["Depths in metres."], top=500)])


def documents():
    return {
        "pages/report.pdf": report(), "pages/columns.pdf": columns(), "pages/leaflet.pdf": leaflet(), "pages/picture.pdf": picture(),
        "pages/handbook.pdf": handbook(), "pages/chapters.pdf": chapters(), "pages/listings.pdf": listings(),
        "pages/wide.pdf": wide(), "pages/notices.pdf": notices(), "pages/figures/form.pdf": form(), "pages/manual.pdf": manual(),
        "pages/figures/numbers.pdf": numbers(), "pages/figures/ledger.pdf": ledger(),
        "pages/unicode.pdf": unicode(),
        "pages/locked.pdf": encrypted([lines(["Nobody may read this."])], b"secret", b"owner"),
        "pages/restricted.pdf": encrypted([lines(["Everybody may read this."])], b"", b"owner"),
    }
