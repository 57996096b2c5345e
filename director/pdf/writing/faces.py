"""Text as its script is written: from which face, in which direction, and joined how."""

import locale
import os
import struct
import sys
import unicodedata
from collections.abc import Sequence
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont, TTFontFile

# Faces of this machine, for letters that the program's own typeface lacks: Chinese, Japanese,
# Korean and some others.
#
# Their files are known by name, tried before they are used, and embedded like the program's own. A
# letter is always drawn by the same face, whatever stands beside it, so that texts can be measured
# letter by letter.

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
"""Patterns of the names of files, in small letters, the better first, by the language they were made for.

Many of the newer ones hold outlines that ReportLab cannot embed; these are left out when they are
tried.
"""

_WIDE = {"W", "F"}  # each fills a square of its own, as the letters of East Asia do
_ALONE = (
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
def face_with(character: str) -> TTFont | None:
    """Return the face of this machine that has *character*, registered with ReportLab, or ``None``.

    Letters whose form depends on their neighbours have none: a face alone does not write Hindi,
    Bengali or Burmese.
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
    return bool(name) and (
        unicodedata.east_asian_width(character) in _WIDE or name.startswith(_ALONE)
    )


def _in_order(character: str) -> list[Path]:
    """Return the font files to search for *character*.

    Those of its own language first, else of the machine's.
    """
    language = "ko" if unicodedata.name(character).startswith("HANGUL") else _own_language()
    first = files().get(language, ())
    return [
        *first,
        *(path for other, paths in files().items() if other != language for path in paths),
    ]


def _own_language() -> str:
    """Return the code of the machine's language, such as ``"ja"``, or ``""``."""
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
        language: tuple(
            by_name[name] for pattern in patterns for name in plain_first if fnmatch(name, pattern)
        )
        for language, patterns in FILES.items()
    }


def _has(path: Path, character: str) -> bool:
    code = ord(character)
    return _letters(path)[code : code + 1] == b"\1"


@cache
def _letters(path: Path) -> bytes:
    """Return a byte for every code up to ``LAST``, 1 if the face at *path* draws something.

    Empty if the face can't be used.
    """
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


# Arabic letters in the forms in which they join their neighbours.
#
# Which letters join on which side is read from the forms that Unicode lists for each: a letter with
# a form for the middle of a word joins on both sides, one with a form for the end joins what stands
# before it. Source: Unicode Standard, 9.2.

_FORMS = ("<isolated>", "<final>", "<initial>", "<medial>")
_BLOCKS = (range(0xFB50, 0xFE00), range(0xFE70, 0xFEFD))
_LAM = "\u0644"
_TATWEEL = "\u0640"

Forms = dict[str, str]
"""How a letter looks, by the name of the form."""


@cache
def _forms() -> dict[str, Forms]:
    """Return the forms of every Arabic letter, and of lam with alef, which are written as one."""
    forms: dict[str, Forms] = {}
    for number in (number for block in _BLOCKS for number in block):
        form, *letters = unicodedata.decomposition(chr(number)).split() or [""]
        text = "".join(chr(int(letter, 16)) for letter in letters)
        if form in _FORMS and (
            len(text) == 1 or (len(text) == 2 and text[0] == _LAM and text[1] in _ALEFS)
        ):
            forms.setdefault(text, {})[form] = chr(number)
    return forms


_ALEFS = "\u0622\u0623\u0625\u0627"


def joined_letters(text: str) -> str:
    """Return *text* with its Arabic letters in the forms that join.

    Anything else stays as it is.

    >>> [f"{ord(letter):X}" for letter in joined_letters("\u0628\u0628\u0627 \u0644\u0627")]
    ['FE91', 'FE92', 'FE8E', '20', 'FEFB']
    """
    if not any("\u0600" <= letter <= "\u08ff" for letter in text):
        return text
    units = _units(text)
    letters = [at for at, unit in enumerate(units) if not _is_mark(unit)]
    shown = list(units)
    for place, at in enumerate(letters):
        before = units[letters[place - 1]] if place else ""
        after = units[letters[place + 1]] if place + 1 < len(letters) else ""
        forms = _forms().get(units[at])
        if forms:
            is_joined = _joins_next(before) and _joins_former(units[at])
            joins_on = _joins_next(units[at]) and _joins_former(after)
            form = _FORMS[is_joined + 2 * joins_on]
            shown[at] = forms.get(form, units[at])
    return "".join(shown)


def _units(text: str) -> list[str]:
    """Return the letters of *text*, lam and alef together where nothing stands between them."""
    units: list[str] = []
    for letter in text:
        if units and units[-1] == _LAM and letter in _ALEFS:
            units[-1] += letter
        else:
            units.append(letter)
    return units


def _is_mark(unit: str) -> bool:
    return unicodedata.category(unit[0]) == "Mn"


def _joins_next(unit: str) -> bool:
    return unit == _TATWEEL or "<initial>" in _forms().get(unit, {})


def _joins_former(unit: str) -> bool:
    return unit == _TATWEEL or "<final>" in _forms().get(unit, {})


# The order in which letters stand on paper where some scripts run from right to left.
#
# The algorithm of Unicode (UAX 9) for a line that as a whole runs from left to right, without the
# signs that steer it, which are taken out of every text before. Points of a letter come before it
# in a word that is turned, where the typeface draws them in the letter's own room. It goes without
# looking for the fellow of a bracket (N0).

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_RIGHT = ("R", "AL")
_NUMBERS = ("EN", "AN")


def left_to_right(text: str) -> str:
    """Return *text* in the order of its letters from left to right.

    Hebrew and Arabic words are reversed.

    >>> left_to_right("Dana \u05db\u05d4\u05df") == "Dana \u05df\u05d4\u05db"
    True
    >>> left_to_right("\u05d0\u05d1 12 \u05d2\u05d3") == "\u05d3\u05d2 12 \u05d1\u05d0"
    True
    """
    kinds = [unicodedata.bidirectional(letter) or "L" for letter in text]
    if not any(kind in (*_RIGHT, "AN") for kind in kinds):
        return text
    levels = [{"L": 0, "R": 1, "EN": 2, "AN": 2}[kind] for kind in _letter_directions(kinds)]
    signs = [
        letter.translate(_MIRRORED) if level % 2 else letter
        for letter, level in zip(text, levels, strict=True)
    ]
    for level in range(max(levels), 0, -1):
        signs, levels = _reverse_runs(signs, levels, level)
    return "".join(signs)


def _letter_directions(kinds: Sequence[str]) -> list[str]:
    """Return the direction of every letter: rules W1 to W7, N1 and N2 of UAX 9."""
    kept: list[str] = []
    strong, before = "L", "L"
    for kind in kinds:
        before = before if kind == "NSM" else kind
        if before == "EN" and strong == "AL":
            before = "AN"
        if before in ("L", *_RIGHT):
            strong = before
        kept.append(before)
    kept = ["R" if kind == "AL" else kind for kind in kept]
    for at in range(1, len(kept) - 1):
        around = kept[at - 1], kept[at + 1]
        if around[0] == around[1] and (
            (kept[at] in ("ES", "CS") and around[0] == "EN")
            or (kept[at] == "CS" and around[0] == "AN")
        ):
            kept[at] = around[0]
    _spread_terminators(kept)
    kept = ["ON" if kind not in ("L", "R", *_NUMBERS) else kind for kind in kept]
    strong = "L"
    for at, kind in enumerate(kept):
        strong = kind if kind in "LR" else strong
        if kind == "EN" and strong == "L":
            kept[at] = "L"
    return _between(kept)


def _spread_terminators(kinds: list[str]) -> None:
    """Let signs such as % beside a number go with it (W5)."""
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        beside = ""
        for at in order:
            if kinds[at] == "ET" and beside == "EN":
                kinds[at] = "EN"
            beside = kinds[at]


def _between(kinds: Sequence[str]) -> list[str]:
    """Return *kinds* with neutral characters resolved.

    They go with their neighbours if both agree, else with the line.
    """
    sides = ["R" if kind in ("R", *_NUMBERS) else kind for kind in kinds]
    kept, at = list(kinds), 0
    while at < len(kept):
        end = at
        while end < len(kept) and kept[end] == "ON":
            end += 1
        before = sides[at - 1] if at else "L"
        after = sides[end] if end < len(kept) else "L"
        kept[at:end] = ["R" if before == after == "R" else "L"] * (end - at)
        at = end + 1
    return kept


def _reverse_runs(signs: list[str], levels: list[int], level: int) -> tuple[list[str], list[int]]:
    """Return both with every run of *level* or more turned round."""
    at = 0
    while at < len(levels):
        end = at
        while end < len(levels) and levels[end] >= level:
            end += 1
        signs[at:end], levels[at:end] = signs[at:end][::-1], levels[at:end][::-1]
        at = end + 1
    return signs, levels
