"""One line of a USEBIO traveller: reading it, and asking whether its parts agree with each other."""

import re
from decimal import Decimal
from functools import lru_cache
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.lines import Report, check_result, read_turned
from director.additions.imports.formats.source.model import SourceLine
from director.additions.imports.formats.source.results import read_made
from director.additions.imports.formats.usebio.sentences import UsebioSentences
from director.formats.errors import Doubt
from director.formats.reading import strip_invisible
from director.formats.xml import OWN_WORDS
from scoring.bridge.contracts import Vulnerability

POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS")

_FIGURE = re.compile(r"[+-]?[0-9]{1,7}(?:[.,][0-9]{1,7})?")


_decimal = lru_cache(maxsize=100_000)(Decimal)  # however many lines, few different figures
_visible = lru_cache(maxsize=100_000)(strip_invisible)

Texts = dict[str, str]
"""The texts of an element's children by tag. This program's own remark has the key ``OWN_WORDS``."""
LINE = "TRAVELLER_LINE"
"""The element that is read flat: the parser turns its children into attributes."""


def get_child_texts(element: Element) -> Texts:
    """Return the text of every child that isn't empty, on one line.

    If several children have the same tag, the first one counts.
    """
    texts: dict[str, str] = {}
    for child in element:
        # The tag of a processing instruction is a function, not text.
        if not isinstance(child.tag, str) or not child.text or child.tag in texts:
            continue
        text = _visible(child.text)
        if text:
            texts[child.tag] = text
    return texts


def get_child_text(element: Element, *tags: str) -> str:
    """Return the text of the first nonempty child with one of *tags*, or ``""``."""
    for tag in tags:
        for child in element.findall(tag):
            if text := _visible(child.text or ""):
                return text
    return ""


def read_figure(texts: Texts, tag: str, where: str, report: Report) -> Decimal | None:
    """Return the figure of the child *tag* with its printed decimals, or None without one.

    An unreadable figure becomes a doubt.
    """
    figure_text = texts.get(tag, "")
    if not figure_text:
        return None
    if _FIGURE.fullmatch(figure_text):
        return _decimal(figure_text.replace(",", "."))
    report.doubts.append(
        Doubt(UsebioSentences.DOUBT_FIGURE, where=where, field=tag, given=figure_text)
    )
    return None


def read_line(
    texts: Texts, where: str, pairs: tuple[int, int], vulnerable: Vulnerability, report: Report
) -> SourceLine:
    """Return the line of *texts* between *pairs* N-S and E-W.

    Faults go into *report*.
    """
    ns_points, ew_points = (read_side_points(texts, side, where, report) for side in ("NS", "EW"))
    result = read_made(
        where,
        report,
        contract=texts.get("CONTRACT", ""),
        declarer=texts.get("PLAYED_BY", ""),
        tricks=texts.get("TRICKS", ""),
        score=texts.get("SCORE", ""),
    )
    own_words = texts.get(OWN_WORDS, "")
    lead = texts.get("LEAD", "").upper()
    if turned := read_turned(own_words):
        return SourceLine(*pairs, turned, lead, ns_points, ew_points, is_turned=True)
    check_result(result, where, vulnerable, report)
    if own_words:
        result = result._replace(ruled=own_words)
    return SourceLine(*pairs, result, lead, ns_points, ew_points)


def read_side_points(texts: Texts, side: str, where: str, report: Report) -> Decimal | None:
    """Return the points of a *side*, ``"NS"`` or ``"EW"``, or None."""
    for unit in POINTS:
        if (points := read_figure(texts, f"{side}_{unit}", where, report)) is not None:
            return points
    return None
