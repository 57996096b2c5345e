"""The one typeface of every sheet, and text made sure to fit its space.

DejaVu Sans has figures of equal width, the four suits and the letters of most European languages.
A character that it lacks is drawn by a face of this machine that has it; else it is printed as a
visible box, so that nobody reads a name as complete that is not.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from director.pdf.writing.faces import face_with, joined_letters

FOLDER = Path(__file__).resolve().parent.parent / "static" / "pdf" / "fonts"
FILES = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}
CAP_HEIGHT = 0.729  # of the size: how far figures and capitals rise above the line
SUBSTITUTE = "□"
ELLIPSIS = "…"
_SPACE = re.compile(r"[^\S\xa0]+")
SMALLEST = 9.0  # points: what every reader of a club can still read; a text that is too long for it is parted


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text and the size, in points, at which it fits.

    *text* ends in "…" if it had to be shortened.
    """

    text: str
    size: float


@dataclass(frozen=True, slots=True)
class Run:
    """Letters that one face draws, by the name under which ReportLab knows it, and their width at size 1.

    Where it has no bold of its own it *needs_weight*.
    """

    font: str
    text: str
    width: float
    needs_weight: bool = False


@cache
def _font(bold: bool) -> TTFont:
    """Return the typeface, registered with ReportLab on first use."""
    font = TTFont(FILES[bold].removesuffix(".ttf"), FOLDER / FILES[bold])
    pdfmetrics.registerFont(font)
    return font


@lru_cache(maxsize=4096)
def printable(text: str, bold: bool = False) -> str:
    """Return *text* as it can be drawn.

    Composed, joined, on one line, with "□" for every character no face has.

    Characters that only steer how their neighbours are drawn have no look of their own and are left
    out.

    >>> printable("Łucja Győri\\t& क Ж")
    'Łucja Győri & □ Ж'
    """
    if text.isascii() and text.isprintable():
        return text
    glyphs = _font(bold).face.charToGlyph
    seen = "".join(character for character in text if not _is_invisible(character))
    composed = joined_letters(unicodedata.normalize("NFC", " ".join(seen.split())))
    return "".join(
        character if _can_draw(character, glyphs) else SUBSTITUTE for character in composed
    )


def lacks_letters(text: str) -> bool:
    """Return whether *text* has a character that is printed as "□".

    >>> lacks_letters("Łucja Győri"), lacks_letters("कमला")
    (False, True)
    """
    return SUBSTITUTE in printable(text) and SUBSTITUTE not in text


def _can_draw(character: str, glyphs: Mapping[int, int]) -> bool:
    """Return whether a face has *character* and a PDF can name it.

    ReportLab names none beyond four hex digits.
    """
    return ord(character) <= 0xFFFF and (
        ord(character) in glyphs or face_with(character) is not None
    )


def _is_invisible(character: str) -> bool:
    is_control = unicodedata.category(character) in {"Cc", "Cf"} and not character.isspace()
    return is_control or "\ufe00" <= character <= "\ufe0f"


@lru_cache(maxsize=8192)
def runs_of(shown: str, bold: bool) -> tuple[Run, ...]:
    """Return the printable text *shown*, divided where its face changes.

    Fonts of the machine are upright only.
    """
    own = _font(bold)
    if shown.isascii():
        return (Run(own.fontName, shown, own.stringWidth(shown, 1.0)),)
    glyphs = own.face.charToGlyph
    faces = groupby(
        shown, lambda character: own if ord(character) in glyphs else face_with(character) or own
    )
    parts = ((face, "".join(characters)) for face, characters in faces)
    return tuple(
        Run(face.fontName, text, face.stringWidth(text, 1.0), needs_weight=bold and face is not own)
        for face, text in parts
    )


def _width_at_1(shown: str, bold: bool) -> float:
    return sum(run.width for run in runs_of(shown, bold))


@lru_cache(maxsize=16_384)  # the same few words are measured at many sizes
def _natural_width(text: str, bold: bool) -> float:
    return _width_at_1(printable(text, bold), bold)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return how wide *text* is at *size*, both in points."""
    return _natural_width(text, bold) * size


def fit_text(
    text: str, size: float, width: float, *, bold: bool = False, smallest: float = SMALLEST
) -> Fitted:
    """Return *text* made to fit *width*: as it is, else smaller, else at *smallest* and ending in "…".

    A *size* below *smallest* is kept and only shortened.  Nothing at all fits where even "…" is too
    wide.

    >>> fit_text("Ada Ash & Bert Hazel", 12, 60)
    Fitted(text='Ada Ash &…', size=9.0)
    """
    shown = printable(text, bold)
    natural = _width_at_1(shown, bold)
    if natural * size <= width:
        return Fitted(shown, size)
    smallest = min(size, smallest)
    if natural * smallest <= width:
        return Fitted(shown, max(smallest, int(width / natural * 10) / 10))
    return Fitted(_shorten_text(shown, width / smallest, bold), smallest)


def _shorten_text(text: str, width_at_1: float, bold: bool) -> str:
    """Return the longest beginning of *text* that fits with "…" behind it."""
    room = width_at_1 - _width_at_1(ELLIPSIS, bold)
    if room < 0:
        return ""
    kept, used = 0, 0.0
    for character in text:
        used += _width_at_1(character, bold)
        if used > room:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS


@lru_cache(maxsize=16_384)  # titles of columns, and names, stand on many sheets
def wrap_text(text: str, size: float, width: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return *text* in lines no wider than *width*, as even as possible.

    A longer word is divided.

    >>> wrap_text("Mitchell, 13 tables, 26 pairs", 10, 120)
    ('Mitchell, 13', 'tables, 26 pairs')
    >>> wrap_text("Ada Featherstonehaugh-Cholmondeley", 10, 110)
    ('Ada', 'Featherstonehaugh-', 'Cholmondeley')
    """
    words: list[str] = []
    for word in _words(text):
        words.extend(_word_pieces(word, size, width, bold))
    lines = _greedy(words, size, width, bold)
    if len(lines) < 2:
        return lines
    even = width_in_lines(" ".join(words), len(lines), size, bold=bold) + 0.01
    return _greedy(words, size, min(even, width), bold)


@lru_cache(maxsize=16_384)
def _words(text: str) -> tuple[str, ...]:
    """Return the parts between which *text* may be wrapped.

    A no-break space holds its neighbours together.

    >>> _words("−10\xa0% of a top")
    ('−10\xa0%', 'of', 'a', 'top')
    """
    return tuple(word for word in _SPACE.split(text) if word)


def _word_pieces(word: str, size: float, width: float, bold: bool) -> Iterator[str]:
    """Yield *word* in pieces no wider than *width*.

    It is divided at a hyphen if there is one, else anywhere.
    """
    while text_width(word, size, bold) > width and len(word) > 1:
        kept = next(
            (
                end
                for end in range(len(word) - 1, 1, -1)
                if text_width(word[:end], size, bold) <= width
            ),
            1,
        )
        hyphen = word.rfind("-", 1, kept) + 1
        kept = hyphen or kept
        yield word[:kept]
        word = word[kept:]
    yield word


def _greedy(words: Sequence[str], size: float, width: float, bold: bool) -> tuple[str, ...]:
    """Return *words* in the fewest lines, each as full as it can be."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def width_in_lines(text: str, lines: int, size: float, *, bold: bool = False) -> float:
    """Return the least width, in points, at which *text* takes no more than *lines*.

    >>> round(width_in_lines("to table 12, E-W", 1, 10), 1), round(width_in_lines("to table 12, E-W", 2, 10), 1)
    (80.6, 38.9)
    """
    return _width_in_lines_at_1(_words(text), lines, bold) * size


@lru_cache(maxsize=4096)
def _width_in_lines_at_1(words: tuple[str, ...], lines: int, bold: bool) -> float:
    if lines == 1 or len(words) < 2:
        return text_width(" ".join(words), 1.0, bold)
    return min(
        max(
            text_width(" ".join(words[:end]), 1.0, bold),
            _width_in_lines_at_1(words[end:], lines - 1, bold),
        )
        for end in range(1, len(words))
    )


def longest_word(text: str, size: float, bold: bool = False) -> float:
    """Return the width of the widest word of *text* at *size*: what a column of it needs at least."""
    return max((text_width(word, size, bold) for word in _words(text)), default=0.0)
