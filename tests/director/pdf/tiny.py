"""Font files made for a test: a few letters, each drawn like another one of the program's own typeface."""

import struct
from io import BytesIO

from reportlab.pdfbase.ttfonts import TTFontFile, TTFontMaker

from director.pdf.fonts import FONT_FILE_BY_BOLDNESS, FONT_FOLDER

TABLES = ("OS/2", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "post")


def make_tiny_font(drawn_as):
    """The bytes of a TrueType font with the letters *drawn_as* (``{"王": "W"}``); a blank is drawn as nothing."""
    own = TTFontFile(str(FONT_FOLDER / FONT_FILE_BY_BOLDNESS[False]))
    alike = list(dict.fromkeys(drawn_as.values()))
    subset = TTFontFile(BytesIO(own.makeSubset([ord(like) for like in alike])), charInfo=0)
    maker = TTFontMaker()
    for name in TABLES:
        maker.add(name, subset.get_table(name))
    maker.add("name", _name("Tiny"))
    maker.add(
        "cmap", _letters({ord(letter): alike.index(like) + 1 for letter, like in drawn_as.items()})
    )
    return maker.makeStream()


def _name(name):
    """The table that tells the *name* of the font by which a PDF knows it."""
    text = name.encode("utf-16-be")
    return (
        struct.pack(">HHH", 0, 1, 18) + struct.pack(">HHHHHH", 3, 1, 0x409, 6, len(text), 0) + text
    )


def _letters(glyphs):
    """The table of *glyphs* by code, a group for each (OpenType, "cmap", format 12)."""
    groups = b"".join(
        struct.pack(">LLL", code, code, glyph) for code, glyph in sorted(glyphs.items())
    )
    table = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(glyphs)) + groups
    return struct.pack(">HHHHL", 0, 1, 3, 10, 12) + table
