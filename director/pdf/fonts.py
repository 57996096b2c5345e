"""The typeface of all sheets, and text that is made to fit its space.

DejaVu Sans has figures of equal width, the four suits and the letters of most European languages.
A character that it lacks is drawn by another face of this machine, or else printed as a visible
box, so that nobody takes an incomplete name for a complete one.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from director.pdf.writing import find_face, join_letters, reorder_left_to_right

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

FONT_FOLDER = Path(__file__).resolve().parent.parent / "static" / "pdf" / "fonts"
FONT_FILE_BY_BOLDNESS = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}
CAP_HEIGHT = 0.729  # height of figures and capitals, as a part of the size
SUBSTITUTE = "□"
ELLIPSIS = "…"
_BREAKABLE_SPACE = re.compile(r"[^\S\xa0]+")
WIDTH_TOLERANCE = 1e-6
"""Two widths at size 1 that differ by less are equal. The next real width differs a hundred times more."""
MIN_SIZE = 9.0
"""Points of the smallest text that all members of a club can read. Longer text is divided."""


class FittedText(NamedTuple):
    """A text with a size at which it fits."""

    text: str  # ends in "…" if it had to be shortened
    size: float  # in points


class Run(NamedTuple):
    """Letters in one face."""

    font: str  # its name in ReportLab
    text: str
    width: float  # at size 1
    needs_weight: bool = False  # in bold text, if the face has no bold version


@cache
def _load_font(bold: bool) -> "TTFont":
    """Return the typeface, registered with ReportLab on first use."""
    # ReportLab is slow to import, and only needed for printing.
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(
        FONT_FILE_BY_BOLDNESS[bold].removesuffix(".ttf"), FONT_FOLDER / FONT_FILE_BY_BOLDNESS[bold]
    )
    pdfmetrics.registerFont(font)
    return font


@lru_cache(maxsize=4096)
def make_printable(text: str, bold: bool = False) -> str:
    """Return *text* as it can be drawn, on one line.

    Accents are composed and Arabic letters joined, and "□" replaces characters that no face has.
    Control characters, which only change the look of their neighbours, are left out.

    >>> make_printable("Łucja Győri\\t& क Ж")
    'Łucja Győri & □ Ж'
    """
    if text.isascii() and text.isprintable():
        return text
    glyphs = _load_font(bold).face.charToGlyph
    visible_text = "".join(character for character in text if not _is_invisible(character))
    joined_text = join_letters(unicodedata.normalize("NFC", " ".join(visible_text.split())))
    return "".join(
        character if _can_draw(character, glyphs) else SUBSTITUTE for character in joined_text
    )


def has_missing_letters(text: str) -> bool:
    """Return whether *text* has a character that is printed as "□".

    >>> has_missing_letters("Łucja Győri"), has_missing_letters("कमला")
    (False, True)
    """
    return SUBSTITUTE in make_printable(text) and SUBSTITUTE not in text


def _can_draw(character: str, glyphs: Mapping[int, int]) -> bool:
    """Return whether a face has *character* and ReportLab can write it.

    ReportLab can't write characters beyond four hex digits.
    """
    return ord(character) <= 0xFFFF and (
        ord(character) in glyphs or find_face(character) is not None
    )


def _is_invisible(character: str) -> bool:
    is_control = unicodedata.category(character) in {"Cc", "Cf"} and not character.isspace()
    return is_control or "\ufe00" <= character <= "\ufe0f"


@lru_cache(maxsize=8192)
def split_into_runs(text: str, bold: bool) -> tuple[Run, ...]:
    """Return the printable *text*, divided where its face changes.

    Faces of the machine have no bold version, so their runs need weight in bold text.
    """
    own_face = _load_font(bold)
    if text.isascii():
        return (Run(own_face.fontName, text, own_face.stringWidth(text, 1.0)),)
    glyphs = own_face.face.charToGlyph

    def choose_face(character: str) -> "TTFont":
        if ord(character) in glyphs:
            return own_face
        return find_face(character) or own_face

    runs = []
    for face, characters in groupby(text, choose_face):
        part = "".join(characters)
        needs_weight = bold and face is not own_face
        runs.append(Run(face.fontName, part, face.stringWidth(part, 1.0), needs_weight))
    return tuple(runs)


@lru_cache(maxsize=8192)
def arrange_runs(text: str, bold: bool) -> tuple[tuple[Run, ...], float]:
    """Return the runs of the printable *text* from left to right, and their width at size 1."""
    runs = split_into_runs(reorder_left_to_right(text), bold)
    return runs, sum(run.width for run in runs)


def _sum_run_widths(text: str, bold: bool) -> float:
    return sum(run.width for run in split_into_runs(text, bold))


@lru_cache(maxsize=16_384)  # the same few words are measured at many sizes
def _compute_natural_width(text: str, bold: bool) -> float:
    return _sum_run_widths(make_printable(text, bold), bold)


def measure_text(text: str, size: float, bold: bool = False) -> float:
    """Return how wide *text* is at *size*, both in points."""
    return _compute_natural_width(text, bold) * size


def fit_text(
    text: str, size: float, width: float, *, bold: bool = False, min_size: float = MIN_SIZE
) -> FittedText:
    """Return *text* made to fit *width*: unchanged, smaller, or at *min_size* and ending in "…".

    At a *size* below *min_size*, text is only shortened. It is empty if even "…" is too wide.

    >>> fit_text("Ada Ash & Bert Hazel", 12, 60)
    FittedText(text='Ada Ash &…', size=9.0)
    """
    printable_text = make_printable(text, bold)
    natural_width = _compute_natural_width(text, bold)
    if natural_width * size <= width:
        return FittedText(printable_text, size)
    min_size = min(size, min_size)
    if natural_width * min_size <= width:
        return FittedText(printable_text, max(min_size, int(width / natural_width * 10) / 10))
    return FittedText(_shorten_text(printable_text, width / min_size, bold), min_size)


def _shorten_text(text: str, width_at_1: float, bold: bool) -> str:
    """Return the longest beginning of *text* that fits with "…" behind it."""
    available_width = width_at_1 - _sum_run_widths(ELLIPSIS, bold)
    if available_width < 0:
        return ""
    shown_length = 0
    used_width = 0.0
    for character in text:
        used_width += _sum_run_widths(character, bold)
        if used_width > available_width:
            break
        shown_length += 1
    return text[:shown_length].rstrip() + ELLIPSIS


@lru_cache(maxsize=16_384)  # Titles of columns and names are on many sheets.
def wrap_text(text: str, size: float, width: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return *text* in lines no wider than *width*, as even as possible.

    A longer word is divided.

    >>> wrap_text("Mitchell, 13 tables, 26 pairs", 10, 120)
    ('Mitchell, 13', 'tables, 26 pairs')
    >>> wrap_text("Ada Featherstonehaugh-Cholmondeley", 10, 110)
    ('Ada', 'Featherstonehaugh-', 'Cholmondeley')
    """
    words: list[str] = []
    for word in _split_words(text):
        words.extend(_divide_word(word, size, width, bold))
    lines = _fill_lines(words, size, width, bold)
    if len(lines) < 2:
        return lines
    # The tolerance of 0.01 makes up for rounding of widths.
    even_width = compute_min_width(" ".join(words), len(lines), size, bold=bold) + 0.01
    return _fill_lines(words, size, min(even_width, width), bold)


@lru_cache(maxsize=16_384)
def _split_words(text: str) -> tuple[str, ...]:
    """Return the words between which *text* may be wrapped.

    A no-break space keeps its neighbours together.

    >>> _split_words("−10\xa0% of a top")
    ('−10\xa0%', 'of', 'a', 'top')
    """
    return tuple(word for word in _BREAKABLE_SPACE.split(text) if word)


def _divide_word(word: str, size: float, width: float, bold: bool) -> Iterator[str]:
    """Yield *word* in pieces no wider than *width*.

    It is divided at a hyphen if there is one, else anywhere.
    """
    while measure_text(word, size, bold) > width and len(word) > 1:
        piece_length = next(
            (
                end
                for end in range(len(word) - 1, 1, -1)
                if measure_text(word[:end], size, bold) <= width
            ),
            1,
        )
        hyphen = word.rfind("-", 1, piece_length) + 1
        piece_length = hyphen or piece_length
        yield word[:piece_length]
        word = word[piece_length:]
    yield word


def _fill_lines(words: Sequence[str], size: float, width: float, bold: bool) -> tuple[str, ...]:
    """Return *words* in the fewest lines, each as full as it can be."""
    starts = _compute_word_starts(tuple(words), bold)
    spans = _divide_into_full_lines(
        starts, width / size + _compute_space_width(bold) + WIDTH_TOLERANCE
    )
    return tuple(" ".join(words[start:end]) for start, end in spans)


@lru_cache(maxsize=16_384)
def _compute_word_starts(words: tuple[str, ...], bold: bool) -> tuple[float, ...]:
    """Return the start of each word on one long line of size 1, and the start of a further word."""
    space_width = _compute_space_width(bold)
    widths = (_compute_natural_width(word, bold) for word in words)
    # A word of control characters alone isn't drawn, and neither is the space behind it.
    steps = [width + space_width if width else 0.0 for width in widths]
    return tuple(accumulate(steps, initial=0.0))


def _compute_space_width(bold: bool) -> float:
    return _compute_natural_width(" ", bold)


def _divide_into_full_lines(starts: Sequence[float], line_width: float) -> list[tuple[int, int]]:
    """Return the first word and the end of each line, as full as *line_width* allows.

    *starts* come from :func:`_compute_word_starts`. *line_width* is the width of a line and a space. A wider
    word has a line of its own.
    """
    spans = []
    start = 0
    word_count = len(starts) - 1
    while start < word_count:
        end = max(bisect_right(starts, starts[start] + line_width) - 1, start + 1)
        spans.append((start, end))
        start = end
    return spans


def compute_min_width(text: str, max_lines: int, size: float, *, bold: bool = False) -> float:
    """Return the least width, in points, at which *text* fits into *max_lines* lines.

    >>> round(compute_min_width("to table 12, E-W", 1, 10), 1), round(compute_min_width("to table 12, E-W", 2, 10), 1)
    (80.6, 38.9)
    """
    return _compute_min_natural_width(_split_words(text), max_lines, bold) * size


@lru_cache(maxsize=16_384)
def _compute_min_natural_width(words: tuple[str, ...], max_lines: int, bold: bool) -> float:
    if max_lines == 1 or len(words) < 2:
        return measure_text(" ".join(words), 1.0, bold)
    if len(words) <= max_lines:
        return max(measure_text(word, 1.0, bold) for word in words)
    # Search for the width by halves: a width is enough if full lines of it are few enough. Trying every
    # division takes minutes for the long remarks of a hundred tables.
    starts = _compute_word_starts(words, bold)
    longest_word = max(end - start for start, end in pairwise(starts))
    narrow_width = max(longest_word, starts[-1] / max_lines)
    wide_width = narrow_width + longest_word
    spans = _divide_into_full_lines(starts, narrow_width + WIDTH_TOLERANCE)
    if len(spans) > max_lines:
        while wide_width - narrow_width > WIDTH_TOLERANCE:
            middle_width = (narrow_width + wide_width) / 2
            if len(_divide_into_full_lines(starts, middle_width)) <= max_lines:
                wide_width = middle_width
            else:
                narrow_width = middle_width
        spans = _divide_into_full_lines(starts, wide_width)
    start, end = max(spans, key=lambda span: starts[span[1]] - starts[span[0]])
    return measure_text(" ".join(words[start:end]), 1.0, bold)


def measure_longest_word(text: str, size: float, bold: bool = False) -> float:
    """Return the width of the widest word in *text*, which is the minimum for its column."""
    return max((measure_text(word, size, bold) for word in _split_words(text)), default=0.0)
