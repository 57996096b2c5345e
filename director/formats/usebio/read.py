"""Reading a USEBIO file: the pairs event that a scoring program wrote, versions 1.0 to 1.3.

Format: [USEBIO12] 1.2 and 1.3, and the habits of the programs that write it.  What the file says is taken as it is;
what cannot be right is refused with every fault at once, and what only looks odd comes along as a warning.
"""

from collections.abc import Sequence
from datetime import date
from typing import BinaryIO
from xml.etree.ElementTree import Element

from director.formats import sentences as files_sentences
from director.formats.errors import Doubt, ImportFileError, raise_faults
from director.formats.reading import LARGEST, looks_like, read_limited
from director.formats.source import sentences as source_sentences
from director.formats.source.dates import read_date
from director.formats.source.lines import Report
from director.formats.source.model import SourceEvent
from director.formats.usebio import sentences
from director.formats.usebio.divided import divide
from director.formats.usebio.lines import LINE, child_text
from director.formats.usebio.pairs import letters
from director.formats.usebio.sections import read_sections
from director.formats.xml import parse_xml

_PAIRS_EVENTS = {"MP_PAIRS": "matchpoints", "BUTLER_PAIRS": "butler", "CROSS_IMP": "cross-imps", "PAIRS": "", "": ""}
_METHODS = {
    "MATCHPOINTS": "matchpoints",
    "CROSSIMPS": "cross-imps",
    "BUTLERIMPS": "butler",
    "AGGREGATE": "aggregate",
}
_METHODS_BY_UNIT = {
    "NS_MATCH_POINTS": "matchpoints",
    "NS_CROSS_IMP_POINTS": "cross-imps",
    "NS_BUTLER_POINTS": "butler",
}


def read_usebio(data: bytes | BinaryIO, *, max_bytes: int = LARGEST) -> SourceEvent:
    """Return the pairs event in *data*, the bytes of a USEBIO file or a file opened in binary mode.

    The event may have several sessions, and each several sections.  Old and new names of event types, dates in
    many forms, pair numbers with and without their direction and the usual encodings are read.  Nothing is fetched,
    whatever the file names, and no more than *max_bytes* and one byte are ever read.

    >>> read_usebio(b"<USEBIO/>")
    Traceback (most recent call last):
    director.formats.errors.ImportFileError: The file holds no event; export one event into one file.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence.

    Source: [USEBIO12].
    """
    raw = read_limited(data, max_bytes)
    if (kind := looks_like(raw)) != "XML":
        advice = "export the event as USEBIO and choose that file"
        raise ImportFileError(files_sentences.FILE_OTHER_FORMAT, looks_like=kind, wanted="USEBIO", advice=advice)
    root, guessed_encoding = parse_xml(raw, flat=LINE)
    if root.tag != "USEBIO":
        raise ImportFileError(files_sentences.XML_OTHER_ROOT, root=root.tag.lower())
    report = Report()
    if guessed_encoding:
        report.doubts.append(Doubt(sentences.DOUBT_ENCODING))
    event = _read_event(root, report)
    raise_faults(report.faults)
    return event


def _read_event(root: Element, report: Report) -> SourceEvent:
    events = root.findall("EVENT")
    if len(events) != 1:
        raise ImportFileError(sentences.USEBIO_EVENTS, count=f"{len(events)} events" if events else "no event")
    club = root.find("CLUB")
    club = root if club is None else club
    parts = [*events, *events[0].findall("SESSION"), *events[0].iterfind(".//SECTION")]
    divided, of_scoring = divide(events[0]), Report()
    scoring = _scoring(parts, of_scoring)  # before the lines are read, which are let go then
    sessions = read_sections(divided, root, report)
    on = _date(_text(parts, "DATE"), report)
    report.take(of_scoring, "")
    return SourceEvent(
        club=child_text(club, "CLUB_NAME"),
        club_id=child_text(club, "CLUB_ID_NUMBER"),
        identifier=_text(parts, "EVENT_IDENTIFIER", "EVENT_ID"),
        title=_text(parts, "TITLE"),
        description=_text(parts, "EVENT_DESCRIPTION"),
        date=on,
        program=_text(parts, "PROGRAM_NAME"),
        program_version=_text(parts, "PROGRAM_VERSION"),
        scoring=scoring,
        sessions=sessions,
        warnings=tuple(report.doubts),
    )


def _text(parts: Sequence[Element], *tags: str) -> str:
    return next(filter(None, (child_text(part, *tags) for part in parts)), "")


def _date(given: str, report: Report) -> date | None:
    if not given:
        report.doubts.append(Doubt(source_sentences.DOUBT_NO_DATE))
        return None
    on = read_date(given)
    if on is None:
        report.faults.append(ImportFileError(sentences.USEBIO_DATE, given=given))
    return on


def _scoring(parts: Sequence[Element], report: Report) -> str:
    """Return how the event was scored: by its old type, by its method, or by the unit of the points in its lines."""
    methods = (child_text(part, "BOARD_SCORING_METHOD", "SCORING_METHOD") for part in parts)
    named = {letters(text): text for text in methods if text}
    if len(named) > 1:
        report.faults.append(ImportFileError(sentences.USEBIO_SEVERAL_SCORINGS, given=", ".join(named.values())))
    given = next(iter(named.values()), "")
    method = _PAIRS_EVENTS[_contest(parts)] or _METHODS.get(letters(given), "")
    if not method and letters(given) in ("", "IMPS"):
        lines = [line for part in parts for line in part.iterfind(f"BOARD/{LINE}")]
        units = (unit for unit in _METHODS_BY_UNIT for line in lines if unit in line.attrib)
        method = _METHODS_BY_UNIT.get(next(units, ""), "")
    if not method:
        report.faults.append(ImportFileError(sentences.USEBIO_SCORING, given=given))
    return method


def _contest(parts: Sequence[Element]) -> str:
    types = [part.get("EVENT_TYPE", "") for part in parts]
    types += [listing.get("EVENT_TYPE", "") for part in parts for listing in part.findall("PARTICIPANTS")]
    contest = next((text.strip().upper() for text in types if text.strip()), "")
    if contest not in _PAIRS_EVENTS:
        raise ImportFileError(sentences.USEBIO_CONTEST, contest=contest)
    return contest
