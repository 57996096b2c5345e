"""Fonts of this machine, for letters that the program's own typeface lacks.

These are Chinese, Japanese, Korean and some other letters. The font files are known by name, tried
before they are used, and embedded like the program's own. A letter is always drawn by the same face,
whatever its neighbours, so that texts can be measured letter by letter.
"""

import locale
import os
import struct
import sys
import unicodedata
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

LAST_CODE = 0xFFFF  # ReportLab can't write letters beyond it in a PDF.
FOLDERS = {
    "win32": ("%WINDIR%/Fonts", "%LOCALAPPDATA%/Microsoft/Windows/Fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
}
"""Font folders by ``sys.platform``, with ``""`` for every other system."""

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
        *(
            "hiragino sans gb.ttc",
            "wqy-microhei.ttc",
            "wqy-zenhei.ttc",
            "droidsansfallback*.ttf",
            "uming.ttc",
        ),
        *(
            "notosanssc*.ttf",
            "notosanstc*.ttf",
            "notosanshk*.ttf",
            "notosanscjk*.ttc",
            "songti.ttc",
        ),
    ),
    "ja": (
        *(
            "yugothm.ttc",
            "meiryo.ttc",
            "msgothic.ttc",
            "hiragino*.ttc",
            "notosansjp*.ttf",
            "ipaexg.ttf",
            "ipag.ttf",
        ),
        *("takaogothic.ttf", "vl-gothic-regular.ttf", "fonts-japanese-gothic.ttf"),
    ),
    "ko": (
        *("malgun.ttf", "gulim.ttc", "applesdgothicneo.ttc", "applegothic.ttf", "notosanskr*.ttf"),
        *("nanumgothic.ttf", "undotum.ttf", "baekmuk-dotum.ttf"),
    ),
    "": (
        *(
            "arial unicode.ttf",
            "arialuni.ttf",
            "leelawui.ttf",
            "tahoma.ttf",
            "thonburi.ttc",
            "loma.ttf",
            "garuda.ttf",
        ),
        *(
            "notosansthai*.ttf",
            "notosansethiopic*.ttf",
            "ebrima.ttf",
            "nyala.ttf",
            "kefa.ttc",
            "unifont*.ttf",
        ),
    ),
}
"""Patterns of file names in lower case, the best first, by the language of the font.

Many newer fonts have outlines that ReportLab can't embed. They are left out when they are tried.
"""

_WIDE = {"W", "F"}  # letters that fill a square, as those of East Asia do
_ALONE_SCRIPTS = (
    "HALFWIDTH",
    "THAI",
    "ETHIOPIC",
    "CHEROKEE",
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "ARMENIAN",
    "GEORGIAN",
)
_LANGUAGES = {"Chinese": "zh", "Japanese": "ja", "Korean": "ko"}  # as Windows calls them


@cache
def find_face(character: str) -> "TTFont | None":
    """Return the face of this machine that has *character*, registered with ReportLab, or None.

    Letters whose form depends on their neighbours have no face here, because a face alone can't write
    Hindi, Bengali or Burmese.
    """
    if ord(character) > LAST_CODE or not _is_standalone(character):
        return None
    for path in _list_font_paths(character):
        if _has_character(path, character):
            return _load_face(path)
    return None


def _is_standalone(character: str) -> bool:
    """Return whether *character* looks the same beside all other letters.

    >>> _is_standalone("王"), _is_standalone("김"), _is_standalone("ท"), _is_standalone("क")
    (True, True, True, False)
    """
    name = unicodedata.name(character, "")
    return bool(name) and (
        unicodedata.east_asian_width(character) in _WIDE or name.startswith(_ALONE_SCRIPTS)
    )


def _list_font_paths(character: str) -> list[Path]:
    """Return the font files to search for *character*.

    Fonts of its language come first, or of the machine's language if the letter shows none.
    """
    language = "ko" if unicodedata.name(character).startswith("HANGUL") else _get_machine_language()
    paths = list(list_font_files().get(language, ()))
    for other_language, other_paths in list_font_files().items():
        if other_language != language:
            paths += other_paths
    return paths


def _get_machine_language() -> str:
    """Return the code of the machine's language, such as ``"ja"``, or ``""``."""
    name = (locale.getlocale()[0] or "").partition("_")[0]
    return _LANGUAGES.get(name, name)


@cache
def list_font_files() -> dict[str, tuple[Path, ...]]:
    """Return this machine's font files by language, in the order of ``FILES``."""
    by_name: dict[str, Path] = {}
    for folder in FOLDERS.get(sys.platform, FOLDERS[""]):
        for folder_path, _folders, names in os.walk(os.path.expanduser(os.path.expandvars(folder))):
            by_name |= {name.casefold(): Path(folder_path, name) for name in sorted(names)}
    plain_first = sorted(by_name, key=lambda name: ("regular" not in name, name))
    files_by_language = {}
    for language, patterns in FILES.items():
        paths: list[Path] = []
        for pattern in patterns:
            paths += [by_name[name] for name in plain_first if fnmatch(name, pattern)]
        files_by_language[language] = tuple(paths)
    return files_by_language


def _has_character(path: Path, character: str) -> bool:
    code = ord(character)
    return _read_letters(path)[code : code + 1] == b"\1"


@cache
def _read_letters(path: Path) -> bytes:
    """Return a byte for every code up to ``LAST_CODE``, 1 if the face at *path* draws something.

    Empty if the face can't be used.
    """
    # ReportLab is slow to import, and only who prints needs it.
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

    try:
        face = TTFontFile(str(path))
        letters = bytearray(LAST_CODE + 1)
        for code, glyph in face.charToGlyph.items():
            if code <= LAST_CODE and face.glyphPos[glyph] < face.glyphPos[glyph + 1]:
                letters[code] = 1
        face.makeSubset([letters.index(1)])
        if any(table["offset"] + table["length"] > path.stat().st_size for table in face.tables):
            return b""
    except (TTFError, OSError, ValueError, LookupError, AssertionError, struct.error):
        # The outlines can't be embedded, the font's licence forbids it, or the file is broken.
        return b""
    return bytes(letters)


@cache
def _load_face(path: Path) -> "TTFont":
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    face = TTFont(str(path), str(path))
    pdfmetrics.registerFont(face)
    return face
