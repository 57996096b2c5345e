"""Faces of this machine, for letters that the program's own typeface lacks: Chinese, Japanese, Korean and some others.

Their files are known by name, tried before they are used, and embedded like the program's own.  A letter is always
drawn by the same face, whatever stands beside it, so that texts can be measured letter by letter.
"""

import locale
import os
import struct
import sys
import unicodedata
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont, TTFontFile

LAST = 0xFFFF  # ReportLab names no letter beyond it in a PDF
FOLDERS = {
    "win32": ("%WINDIR%/Fonts", "%LOCALAPPDATA%/Microsoft/Windows/Fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
}
"""Where the fonts of a system lie, by ``sys.platform``; ``""`` for every other."""

FILES = {
    "zh": (
        *(
            "msyh.ttc",
            "msjh.ttc",
            "simhei.ttf",
            "simsun.ttc",
            "pingfang.ttc",
            "stheiti light.ttc",
            "stheiti medium.ttc",
        ),
        *("hiragino sans gb.ttc", "wqy-microhei.ttc", "wqy-zenhei.ttc", "droidsansfallback*.ttf", "uming.ttc"),
        *("notosanssc*.ttf", "notosanstc*.ttf", "notosanshk*.ttf", "notosanscjk*.ttc", "songti.ttc"),
    ),
    "ja": (
        *("yugothm.ttc", "meiryo.ttc", "msgothic.ttc", "hiragino*.ttc", "notosansjp*.ttf", "ipaexg.ttf", "ipag.ttf"),
        *("takaogothic.ttf", "vl-gothic-regular.ttf", "fonts-japanese-gothic.ttf"),
    ),
    "ko": (
        *("malgun.ttf", "gulim.ttc", "applesdgothicneo.ttc", "applegothic.ttf", "notosanskr*.ttf"),
        *("nanumgothic.ttf", "undotum.ttf", "baekmuk-dotum.ttf"),
    ),
    "": (
        *("arial unicode.ttf", "arialuni.ttf", "leelawui.ttf", "tahoma.ttf", "thonburi.ttc", "loma.ttf", "garuda.ttf"),
        *("notosansthai*.ttf", "notosansethiopic*.ttf", "ebrima.ttf", "nyala.ttf", "kefa.ttc", "unifont*.ttf"),
    ),
}
"""Patterns of the names of files, in small letters, the better first, by the language they were made for.

Many of the newer ones hold outlines that ReportLab cannot embed; these are left out when they are tried.
"""

_WIDE = {"W", "F"}  # each fills a square of its own, as the letters of East Asia do
_ALONE = ("HALFWIDTH", "THAI", "ETHIOPIC", "CHEROKEE", "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN")
_LANGUAGES = {"Chinese": "zh", "Japanese": "ja", "Korean": "ko"}  # as Windows calls them


@cache
def face_with(character: str) -> TTFont | None:
    """Return the face of this machine that has *character*, registered with ReportLab, or ``None``.

    Letters whose form depends on their neighbours have none: a face alone does not write Hindi, Bengali or Burmese.
    """
    if ord(character) > LAST or not _stands_alone(character):
        return None
    return next((_face(path) for path in _in_order(character) if _has(path, character)), None)


def _stands_alone(character: str) -> bool:
    """Return whether *character* looks the same whatever stands beside it.

    >>> _stands_alone("王"), _stands_alone("김"), _stands_alone("ท"), _stands_alone("क")
    (True, True, True, False)
    """
    name = unicodedata.name(character, "")
    return bool(name) and (unicodedata.east_asian_width(character) in _WIDE or name.startswith(_ALONE))


def _in_order(character: str) -> list[Path]:
    """Return the files to look into for *character*: those of its own language first, else of the machine's."""
    language = "ko" if unicodedata.name(character).startswith("HANGUL") else _own_language()
    first = files().get(language, ())
    return [*first, *(path for other, paths in files().items() if other != language for path in paths)]


def _own_language() -> str:
    """Return the code of the machine's language: ``"ja"``; ``""`` where it has none."""
    name = (locale.getlocale()[0] or "").partition("_")[0]
    return _LANGUAGES.get(name, name)


@cache
def files() -> dict[str, tuple[Path, ...]]:
    """Return the files of this machine that ``FILES`` knows, by language, the better first."""
    by_name: dict[str, Path] = {}
    for folder in FOLDERS.get(sys.platform, FOLDERS[""]):
        for place, _folders, names in os.walk(os.path.expanduser(os.path.expandvars(folder))):
            by_name |= {name.casefold(): Path(place, name) for name in sorted(names)}
    plain_first = sorted(by_name, key=lambda name: ("regular" not in name, name))
    return {
        language: tuple(by_name[name] for pattern in patterns for name in plain_first if fnmatch(name, pattern))
        for language, patterns in FILES.items()
    }


def _has(path: Path, character: str) -> bool:
    code = ord(character)
    return _letters(path)[code : code + 1] == b"\1"


@cache
def _letters(path: Path) -> bytes:
    """Return a byte for every code up to ``LAST``, 1 where the face at *path* draws something; none if it is no use."""
    try:
        face = TTFontFile(str(path))
        letters = bytearray(LAST + 1)
        for code, glyph in face.charToGlyph.items():
            if code <= LAST and face.glyphPos[glyph] < face.glyphPos[glyph + 1]:
                letters[code] = 1
        face.makeSubset([letters.index(1)])
        if any(table["offset"] + table["length"] > path.stat().st_size for table in face.tables):
            return b""
    except (TTFError, OSError, ValueError, LookupError, AssertionError, struct.error):
        return b""  # outlines that cannot be embedded, an owner who forbids it, or a broken file
    return bytes(letters)


@cache
def _face(path: Path) -> TTFont:
    face = TTFont(str(path), str(path))
    pdfmetrics.registerFont(face)
    return face
