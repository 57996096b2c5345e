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
"""What the children of an element say, by their tags; what this program says itself of a line by ``OWN_WORDS``."""
LINE = "TRAVELLER_LINE"
"""What is read flat: what such an element has for children are its attributes."""


def child_texts(element: Element) -> Texts:
    """Return the text of every child that isn't empty, on one line.

    Of several with one tag, the first.
    """
    texts: dict[str, str] = {}
    for child in element:
        if (
            isinstance(child.tag, str)
            and child.text
            and child.tag not in texts
            and (text := _visible(child.text))
        ):
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
    """Return the figure of the child *tag* with the decimals it is printed with, ``None`` without one.

    A figure that cannot be read is a doubt.
    """
    given = texts.get(tag, "")
    if not given:
        return None
    if _FIGURE.fullmatch(given):
        return _decimal(given.replace(",", "."))
    report.doubts.append(Doubt(UsebioSentences.DOUBT_FIGURE, where=where, field=tag, given=given))
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
    given = texts.get("CONTRACT", "")
    if not given or "".join(given.split()).upper() in _PASSED:
        if given:
            return "PASS"
        return ""
    try:
        return str(read_contract(given))
    except ContractError as error:
        report.faults.append(
            ImportFileError(UsebioSentences.USEBIO_LINE_CONTRACT, where=where, reason=error)
        )
        return ""


def _declarer(texts: Texts, where: str, report: Report) -> str:
    given = texts.get("PLAYED_BY", "")
    if given and given.upper() not in _SEATS:
        report.faults.append(
            ImportFileError(UsebioSentences.USEBIO_LINE_DECLARER, where=where, given=given)
        )
    return _SEATS.get(given.upper(), "")


def _tricks(texts: Texts, where: str, report: Report) -> int | None:
    given = texts.get("TRICKS", "")
    if re.fullmatch("[0-9]{1,2}", given) and int(given) <= 13:
        return int(given)
    if given:
        report.faults.append(
            ImportFileError(UsebioSentences.USEBIO_LINE_TRICKS, where=where, given=given)
        )
    return None


def _score(texts: Texts, where: str, report: Report) -> tuple[int | None, str | None]:
    """Return the score and the artificial score of a line.

    At most one of them is given.
    """
    given = texts.get("SCORE", "")
    if not given or given.upper() in ("NP", "NOT PLAYED"):
        return None, None
    if _WHOLE.fullmatch(given):
        return int(given), None
    if given.upper().startswith("A"):
        with suppress(EntryError):
            if artificial := read_entry(given).artificial:
                return None, str(artificial)
    report.faults.append(
        ImportFileError(UsebioSentences.USEBIO_LINE_SCORE, where=where, given=given)
    )
    return None, None
