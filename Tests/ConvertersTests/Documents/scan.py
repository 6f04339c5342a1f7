#!/usr/bin/env python3
"""Makes pages/scan.pdf: a page with text, and one that is a picture of text, as a scanner makes it.

Needs pdftoppm, which draws the picture; other versions of it may draw other bytes.
"""
import os
import subprocess
import tempfile
import zlib

import pdf

HERE = os.path.dirname(os.path.abspath(__file__))


def picture(texts):
    """Returns width, height and black-and-white pixels of a page."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as page:
        page.write(pdf.document([pdf.lines(texts)]))
        page.flush()
        drawn = subprocess.run(["pdftoppm", "-mono", "-r", "150", page.name], check=True, capture_output=True).stdout
    kind, size, pixels = drawn.split(b"\n", 2)
    assert kind == b"P4"
    width, height = map(int, size.split())
    return width, height, bytes(byte ^ 0xFF for byte in pixels)


def main():
    width, height, pixels = picture([
        "Receipt of the harbour office", None, "The mooring fee for the boat Ingeborg is 214 crowns.",
        "It was paid on 3 August 1987."])
    file = pdf.File()
    font = file.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    image = file.stream(pixels, b"/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 1 /ColorSpace /DeviceGray" % (width, height))
    resources = b"/Font << /F1 %d 0 R >> /XObject << /I1 %d 0 R >>" % (font, image)
    for content in [pdf.lines(["Papers of the boat, kept in the blue folder."]), b"q 612 0 0 792 0 0 cm /I1 Do Q"]:
        file.page(file.stream(content), resources)
    with open(os.path.join(HERE, "pages/scan.pdf"), "wb") as out:
        out.write(file.bytes())


main()
