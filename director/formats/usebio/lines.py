"""One line of a USEBIO traveller: reading it, and asking whether its parts agree with each other."""

import re
from contextlib import suppress
from decimal import Decimal
from functools import lru_cache
from xml.etree.ElementTree import Element

from director.formats.errors import Doubt, ImportFileError
from director.formats.reading import visible_text
from director.formats.source.lines import Report, check_result
from director.formats.source.model import SourceLine
from director.formats.usebio.sentences import UsebioSentences
from director.formats.xml import OWN_WORDS
from scoring import (
    ContractError,
    EntryError,
    Vulnerability,
    read_contract,
    read_entry,
)

POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS")

_FIGURE = re.compile(r"[+-]?[0-9]{1,7}(?:[.,][0-9]{1,7})?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,5}")
_SEATS = {
    "N": "N",
    "E": "E",
    "S": "S",
    "W": "W",
    "NORTH": "N",
    "EAST": "E",
    "SOUTH": "S",
    "WEST": "W",
}
_PASSED = frozenset({"PASS", "PASSED", "PASSEDOUT", "PASSOUT", "ALLPASS", "AP", "P"})


_decimal = lru_cache(maxsize=100_000)(Decimal)  # however many lines, few different figures
_visible = lru_cache(maxsize=100_000)(visible_text)

Texts = dict[str, str]
"""The texts of an element's children by tag. This program's own remark has the key ``OWN_WORDS``."""
NOBODY = "?"
"""The name of a player who isn't known, for receivers that need two names of a pair."""
LINE = "TRAVELLER_LINE"
"""The element that is read flat: the parser turns its children into attributes."""


def child_texts(element: Element) -> Texts:
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


def child_text(element: Element, *tags: str) -> str:
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
    ns_points, ew_points = (_points(texts, side, where, report) for side in ("NS", "EW"))
    score, artificial = _score(texts, where, report)
    contract = _contract(texts, where, report)
    declarer = "" if contract == "PASS" else _declarer(texts, where, report)
    tricks = None if contract == "PASS" else _tricks(texts, where, report)
    line = SourceLine(
        *pairs,
        contract=contract,
        declarer=declarer,
        lead=texts.get("LEAD", "").upper(),
        tricks=tricks,
        score=score,
        artificial=artificial,
        ns_points=ns_points,
        ew_points=ew_points,
        ruled=texts.get(OWN_WORDS, ""),
    )
    check_result(line, where, vulnerable, report)
    return line


def _points(texts: Texts, side: str, where: str, report: Report) -> Decimal | None:
    for unit in POINTS:
        if (points := read_figure(texts, f"{side}_{unit}", where, report)) is not None:
            return points
    return None


def _contract(texts: Texts, where: str, report: Report) -> str:
    contract_text = texts.get("CONTRACT", "")
    if not contract_text or "".join(contract_text.split()).upper() in _PASSED:
        if contract_text:
            return "PASS"
        return ""
    try:
        return str(read_contract(contract_text))
    except ContractError as error:
        report.faults.append(
            ImportFileError(UsebioSentences.USEBIO_LINE_CONTRACT, where=where, reason=error)
        )
        return ""


def _declarer(texts: Texts, where: str, report: Report) -> str:
    seat_text = texts.get("PLAYED_BY", "")
    if seat_text and seat_text.upper() not in _SEATS:
        report.faults.append(
            ImportFileError(UsebioSentences.USEBIO_LINE_DECLARER, where=where, given=seat_text)
        )
    return _SEATS.get(seat_text.upper(), "")


def _tricks(texts: Texts, where: str, report: Report) -> int | None:
    tricks_text = texts.get("TRICKS", "")
    if re.fullmatch("[0-9]{1,2}", tricks_text) and int(tricks_text) <= 13:
        return int(tricks_text)
    if tricks_text:
        report.faults.append(
            ImportFileError(UsebioSentences.USEBIO_LINE_TRICKS, where=where, given=tricks_text)
        )
    return None


def _score(texts: Texts, where: str, report: Report) -> tuple[int | None, str | None]:
    """Return the score and the artificial score of a line, at least one of them None."""
    score_text = texts.get("SCORE", "")
    if not score_text or score_text.upper() in ("NP", "NOT PLAYED"):
        return None, None
    if _WHOLE.fullmatch(score_text):
        return int(score_text), None
    if "".join(score_text.split()).upper() in _PASSED:
        return 0, None
    if score_text.upper().startswith("A"):
        with suppress(EntryError):
            if artificial := read_entry(score_text).artificial:
                return None, str(artificial)
    report.faults.append(
        ImportFileError(UsebioSentences.USEBIO_LINE_SCORE, where=where, given=score_text)
    )
    return None, None
