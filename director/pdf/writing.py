"""Print words of other scripts: find a face, join letters, and put them in order."""

import locale
import os
import struct
import sys
import unicodedata
from collections.abc import Sequence
from fnmatch import fnmatch
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont


# Fonts of this machine, for letters that the program's own typeface lacks.
#
# These are Chinese, Japanese, Korean and some other letters. The font files are known by name, tried
# before they are used, and embedded like the program's own. A letter is always drawn by the same face,
# whatever its neighbours, so that texts can be measured letter by letter.


MAX_CODE_POINT = 0xFFFF  # ReportLab can't write letters beyond it in a PDF.
FONT_FOLDERS_BY_PLATFORM = {
    "win32": ("%WINDIR%/Fonts", "%LOCALAPPDATA%/Microsoft/Windows/Fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
}
"""Font folders by ``sys.platform``, with ``""`` for every other system."""

FILE_PATTERNS_BY_LANGUAGE = {
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

_WIDE_CLASSES = {"W", "F"}  # letters that fill a square, as those of East Asia do
_STANDALONE_SCRIPTS = (
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
_LANGUAGE_CODES = {"Chinese": "zh", "Japanese": "ja", "Korean": "ko"}  # as Windows calls them


@cache
def find_face(character: str) -> "TTFont | None":
    """Return the face of this machine that has *character*, registered with ReportLab, or None.

    Letters whose form depends on their neighbours have no face here, because a face alone can't write
    Hindi, Bengali or Burmese.
    """
    if ord(character) > MAX_CODE_POINT or not _is_standalone(character):
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
        unicodedata.east_asian_width(character) in _WIDE_CLASSES
        or name.startswith(_STANDALONE_SCRIPTS)
    )


def _list_font_paths(character: str) -> list[Path]:
    """Return the font files to search for *character*.

    Fonts of its language come first, or of the machine's language if the letter shows none.
    """
    language = "ko" if unicodedata.name(character).startswith("HANGUL") else _get_machine_language()
    paths = list(collect_font_files_by_language().get(language, ()))
    for other_language, other_paths in collect_font_files_by_language().items():
        if other_language != language:
            paths += other_paths
    return paths


def _get_machine_language() -> str:
    """Return the code of the machine's language, such as ``"ja"``, or ``""``."""
    name = (locale.getlocale()[0] or "").partition("_")[0]
    return _LANGUAGE_CODES.get(name, name)


@cache
def collect_font_files_by_language() -> dict[str, tuple[Path, ...]]:
    """Return this machine's font files by language, in the order of ``FILES``."""
    path_by_name: dict[str, Path] = {}
    for folder in FONT_FOLDERS_BY_PLATFORM.get(sys.platform, FONT_FOLDERS_BY_PLATFORM[""]):
        for folder_path, _folders, names in os.walk(os.path.expanduser(os.path.expandvars(folder))):
            path_by_name |= {name.casefold(): Path(folder_path, name) for name in sorted(names)}
    sorted_names = sorted(path_by_name, key=lambda name: ("regular" not in name, name))
    files_by_language = {}
    for language, patterns in FILE_PATTERNS_BY_LANGUAGE.items():
        paths: list[Path] = []
        for pattern in patterns:
            paths += [path_by_name[name] for name in sorted_names if fnmatch(name, pattern)]
        files_by_language[language] = tuple(paths)
    return files_by_language


def _has_character(path: Path, character: str) -> bool:
    code = ord(character)
    return _read_drawable_letters(path)[code : code + 1] == b"\1"


@cache
def _read_drawable_letters(path: Path) -> bytes:
    """Return a byte for every code up to ``MAX_CODE_POINT``, 1 if the face at *path* draws something.

    Empty if the face can't be used.
    """
    # ReportLab is slow to import, and only who prints needs it.
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

    try:
        face = TTFontFile(str(path))
        letters = bytearray(MAX_CODE_POINT + 1)
        for code, glyph in face.charToGlyph.items():
            if code <= MAX_CODE_POINT and face.glyphPos[glyph] < face.glyphPos[glyph + 1]:
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


# Arabic letters in the forms in which they join their neighbours.
#
# The forms that Unicode lists for a letter show on which sides it joins: a letter with a form for the
# middle of a word joins on both sides, one with a form for the end joins the letter before it.
# Source: Unicode Standard, 9.2.


_FORM_NAMES = ("<isolated>", "<final>", "<initial>", "<medial>")
_FORM_BLOCKS = (range(0xFB50, 0xFE00), range(0xFE70, 0xFEFD))
_LAM = "\u0644"
_TATWEEL = "\u0640"
_ALEFS = "\u0622\u0623\u0625\u0627"

CharacterByForm = dict[str, str]
"""The code points of a letter by the name of the form."""


@cache
def _make_forms_by_letter() -> dict[str, CharacterByForm]:
    """Return the forms of each Arabic letter, and of lam with alef, a pair written as one."""
    forms_by_letter: dict[str, CharacterByForm] = {}
    for number in chain(*_FORM_BLOCKS):
        form, *letters = unicodedata.decomposition(chr(number)).split() or [""]
        text = "".join(chr(int(letter, 16)) for letter in letters)
        is_lam_alef = len(text) == 2 and text[0] == _LAM and text[1] in _ALEFS
        if form in _FORM_NAMES and (len(text) == 1 or is_lam_alef):
            forms_by_letter.setdefault(text, {})[form] = chr(number)
    return forms_by_letter


def join_letters(text: str) -> str:
    """Return *text* with its Arabic letters in the forms that join.

    Anything else stays as it is.

    >>> [f"{ord(letter):X}" for letter in join_letters("\u0628\u0628\u0627 \u0644\u0627")]
    ['FE91', 'FE92', 'FE8E', '20', 'FEFB']
    """
    if not any("\u0600" <= letter <= "\u08ff" for letter in text):
        return text
    units = _split_units(text)
    letter_indexes = [unit_index for unit_index, unit in enumerate(units) if not _is_mark(unit)]
    joined_units = list(units)
    for letter_no, unit_index in enumerate(letter_indexes):
        previous_letter = units[letter_indexes[letter_no - 1]] if letter_no else ""
        next_letter = (
            units[letter_indexes[letter_no + 1]] if letter_no + 1 < len(letter_indexes) else ""
        )
        forms = _make_forms_by_letter().get(units[unit_index])
        if forms:
            is_joined_to_previous = _can_join_next(previous_letter) and _can_join_previous(
                units[unit_index]
            )
            is_joined_to_next = _can_join_next(units[unit_index]) and _can_join_previous(
                next_letter
            )
            # _FORMS is in this order: neither, to the former, to the next, to both.
            form = _FORM_NAMES[is_joined_to_previous + 2 * is_joined_to_next]
            joined_units[unit_index] = forms.get(form, units[unit_index])
    return "".join(joined_units)


def _split_units(text: str) -> list[str]:
    """Return the letters of *text*, with adjacent lam and alef as one unit."""
    units: list[str] = []
    for letter in text:
        if units and units[-1] == _LAM and letter in _ALEFS:
            units[-1] += letter
        else:
            units.append(letter)
    return units


def _is_mark(unit: str) -> bool:
    return unicodedata.category(unit[0]) == "Mn"


def _can_join_next(unit: str) -> bool:
    return unit == _TATWEEL or "<initial>" in _make_forms_by_letter().get(unit, {})


def _can_join_previous(unit: str) -> bool:
    return unit == _TATWEEL or "<final>" in _make_forms_by_letter().get(unit, {})


# The order of letters on paper, if some scripts run from right to left.
#
# This is the algorithm of Unicode (UAX 9) for a line that runs from left to right. Its control
# characters are removed from every text before. Vowel points come before their letter in a reversed
# word, because the typeface draws them in the letter's space. Pairs of brackets (N0) are not matched.


_MIRRORED_BRACKETS = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_RIGHT_TO_LEFT_CLASSES = ("R", "AL")
_NUMBER_CLASSES = ("EN", "AN")
_LEVEL_BY_CLASS = {"L": 0, "R": 1, "EN": 2, "AN": 2}
"""Embedding levels (UAX 9, I1). Odd levels run from right to left."""


def reorder_left_to_right(text: str) -> str:
    """Return *text* in the order of its letters from left to right.

    Hebrew and Arabic words are reversed.

    >>> reorder_left_to_right("Dana \u05db\u05d4\u05df") == "Dana \u05df\u05d4\u05db"
    True
    >>> reorder_left_to_right("\u05d0\u05d1 12 \u05d2\u05d3") == "\u05d3\u05d2 12 \u05d1\u05d0"
    True
    """
    bidirectional_classes = [unicodedata.bidirectional(letter) or "L" for letter in text]
    if not any(kind in (*_RIGHT_TO_LEFT_CLASSES, "AN") for kind in bidirectional_classes):
        return text
    levels = [
        _LEVEL_BY_CLASS[direction]
        for direction in _compute_letter_directions(bidirectional_classes)
    ]
    signs = []
    for letter, level in zip(text, levels, strict=True):
        is_right_to_left = level % 2 == 1
        signs.append(letter.translate(_MIRRORED_BRACKETS) if is_right_to_left else letter)
    for level in range(max(levels), 0, -1):
        signs, levels = _reverse_runs(signs, levels, level)
    return "".join(signs)


def _compute_letter_directions(kinds: Sequence[str]) -> list[str]:
    """Return the direction of every letter by the rules W1 to W7, N1 and N2 of UAX 9."""
    directions: list[str] = []
    last_strong_direction, direction = "L", "L"
    for kind in kinds:
        direction = direction if kind == "NSM" else kind
        if direction == "EN" and last_strong_direction == "AL":
            direction = "AN"
        if direction in ("L", *_RIGHT_TO_LEFT_CLASSES):
            last_strong_direction = direction
        directions.append(direction)
    directions = ["R" if kind == "AL" else kind for kind in directions]
    for index in range(1, len(directions) - 1):
        neighbours = directions[index - 1], directions[index + 1]
        if neighbours[0] == neighbours[1] and (
            (directions[index] in ("ES", "CS") and neighbours[0] == "EN")
            or (directions[index] == "CS" and neighbours[0] == "AN")
        ):
            directions[index] = neighbours[0]
    _resolve_terminators(directions)
    directions = ["ON" if kind not in ("L", "R", *_NUMBER_CLASSES) else kind for kind in directions]
    last_strong_direction = "L"
    for index, kind in enumerate(directions):
        last_strong_direction = kind if kind in "LR" else last_strong_direction
        if kind == "EN" and last_strong_direction == "L":
            directions[index] = "L"
    return _resolve_neutrals(directions)


def _resolve_terminators(kinds: list[str]) -> None:
    """Give signs such as % beside a number the direction of the number (W5)."""
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        neighbour = ""
        for index in order:
            if kinds[index] == "ET" and neighbour == "EN":
                kinds[index] = "EN"
            neighbour = kinds[index]


def _resolve_neutrals(kinds: Sequence[str]) -> list[str]:
    """Return *kinds* with a direction for neutral characters.

    They take the direction of their neighbours if both agree, else of the line (N1, N2).
    """
    sides = ["R" if kind in ("R", *_NUMBER_CLASSES) else kind for kind in kinds]
    directions = list(kinds)
    start = 0
    while start < len(directions):
        end = start
        while end < len(directions) and directions[end] == "ON":
            end += 1
        direction_before = sides[start - 1] if start else "L"
        direction_after = sides[end] if end < len(directions) else "L"
        direction = "R" if direction_before == direction_after == "R" else "L"
        directions[start:end] = [direction] * (end - start)
        start = end + 1
    return directions


def _reverse_runs(signs: list[str], levels: list[int], level: int) -> tuple[list[str], list[int]]:
    """Return *signs* and *levels* with every run of *level* or more reversed."""
    start = 0
    while start < len(levels):
        end = start
        while end < len(levels) and levels[end] >= level:
            end += 1
        signs[start:end] = signs[start:end][::-1]
        levels[start:end] = levels[start:end][::-1]
        start = end + 1
    return signs, levels
