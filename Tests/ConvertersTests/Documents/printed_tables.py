"""Small PDF files with tables, and with what only looks like one."""
from pdf import document, lines


def cells(rows, places, top, step=18):
    """Draws rows of cells; a cell is a text, or several lines of it."""
    drawn = []
    for number, row in enumerate(rows):
        for place, cell in zip(places, row):
            for line, words in enumerate([cell] if isinstance(cell, str) else cell):
                drawn.append(b"BT /F1 10 Tf %d %d Td (%s) Tj ET" % (
                    place, top - number * step - 11 * line, words.encode("cp1252")))
    return b"\n".join(drawn)


def grid(sides, edges):
    drawn = [b"%d %d m %d %d l S" % (x, edges[0], x, edges[-1]) for x in sides]
    return b"\n".join([b"0.5 w"] + drawn + [b"%d %d m %d %d l S" % (sides[0], y, sides[-1], y) for y in edges])


def edges(*ys):
    return b"\n".join([b"0.5 w"] + [b"70 %d m 400 %d l S" % (y, y) for y in ys])


PROSE = lines(["The stores of the boat were counted in spring, and what was bought is in this list, shelf by shelf."], top=740)


def drawn():
    """With lines around all cells; the second has lines of text that go on, and its numbers are in their middle."""
    first = [["Stores", "Days", "Rate", "Sum"], ["Oak boards", "", "", "1,310"], ["Hull paint", "3.5", "120", "420"],
             ["Rope", "2", "45", "90"]]
    second = [["Work", "Hours", "Pay"], [["Both masts are oiled", "and stand again", "before May"], "", ""],
              [["The hull gets", "two coats"], "", ""]]
    numbers = [["12", "480"], ["31", "1,240"]]
    return document([b"\n".join([
        PROSE, cells(first, [74, 164, 224, 284], 700), grid([70, 160, 220, 280, 340], [712, 694, 676, 658, 640]),
        cells(second[:1], [74, 224, 284], 600), cells(second[1:2], [74, 224, 284], 580), cells(second[2:], [74, 224, 284], 540),
        cells(numbers[:1], [224, 284], 569), cells(numbers[1:], [224, 284], 534),
        grid([70, 220, 280, 340], [612, 592, 552, 520])])])


def apart():
    """Without lines, and with three along the page; numbers stand at the right."""
    first = [["Month", "Rain", "Snow"], ["May", "41", "-"], ["June", "158", "-"], ["January", "12", "134"]]
    second = [["", "Spring", "", "Autumn", ""], ["Shelf", "Count", "Price", "Count", "Price"], ["Lamps", "4", "20.50", "6", "22.25"],
              ["Nets", "7", "3.10", "1", "4.80"]]
    right = lambda rows, places, top: b"\n".join(
        cells([[row[column]] for row in rows], [place], top) if column == 0 else
        b"\n".join(cells([[row[column]]], [place - 5 * len(row[column])], top - 18 * number) for number, row in enumerate(rows))
        for column, place in enumerate(places))
    return document([b"\n".join([
        PROSE, right(first, [74, 190, 250], 700), lines(["Rain and snow in millimetres, by the old gauge behind the shed."], top=620),
        right(second, [74, 190, 250, 330, 390], 560), edges(574, 534, 498)])])


def others():
    """Not tables: contents, steps, a listing with its lines numbered, a key, terms side by side, an index, framed links."""
    index = [["3, 17, 24,", "12, 19, 30,"], ["41, 52, 58,", "44, 45, 61,"], ["60, 71, 72,", "62, 70, 75,"], ["80", "81"]]
    sentence = [["Turn to", "the weir", "or the lock", "first."], ["Then see", "the mill", "and the race", "too."],
                ["Behind", "the dam", "lies the pool", "now."]]
    links = [(left, 196 - 14 * row, left + wide, 210 - 14 * row) for row in range(3) for left, wide in [(120, 50), (170, 62)]]
    return document([b"\n".join([
        cells(index, [74, 174], 300), cells(sentence, [74, 122, 172, 236], 200, 14),
        cells([["1", "Soil", "2"], ["2", "Water", "3"], ["3", "Light", "5"], ["4", "Harvest", "8"]], [74, 100, 300], 700),
        cells([["1.", "Loosen the nut."], ["2.", "Lift the wheel."], ["3.", "Turn it round."], ["4.", "Set it down."]], [74, 100], 600),
        cells([["1", "let it be"], ["2", "so that"], ["3", "we go"], ["4", "on"]], [74, 100], 500),
        cells([["apple", "melon", "quince"], ["bean", "nut", "radish"], ["carrot", "onion", "sorrel"], ["dill", "pea", "tansy"]],
              [74, 174, 274], 400)])], links=links)


def documents():
    return {"pages/tables/drawn.pdf": drawn(), "pages/tables/apart.pdf": apart(), "pages/tables/others.pdf": others()}
