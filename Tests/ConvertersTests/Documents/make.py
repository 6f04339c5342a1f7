#!/usr/bin/env python3
"""Makes the documents of these tests that are no plain text. The same bytes each time; only the standard library.

usage: make.py      writes into pages, office and markup beside it
"""
import os

import office
import pdf
import printed_tables
import seen

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, data):
    os.makedirs(os.path.dirname(os.path.join(HERE, name)), exist_ok=True)
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def main():
    for name, data in {**pdf.documents(), **seen.documents(), **printed_tables.documents(), **office.documents()}.items():
        write(name, data)
    # "Café" and "Größe" in what Windows wrote, without a declaration and with one; Japanese and UTF-16.
    write("markup/windows.html", "<title>Ma\xdfe</title><p>Gr\xf6\xdfe \x96 12\xa0cm \x80 5".encode("latin-1"))
    page = '<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS"><title>猫</title><p>猫は庭にいる。①'
    write("markup/shift-jis.html", page.encode("cp932"))
    write("markup/utf-16.html", b"\xff\xfe" + "<title>Wide</title><p>Zwölf Eier kaufen</p>".encode("utf-16-le"))


if __name__ == "__main__":
    main()
