"""The elements of a USEBIO file: sessions, sections, lines of travellers, and what isn't imported."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from xml.etree.ElementTree import Element

from director.additions.imports.formats.source.model import SourceLine
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.results import (
    check_result,
    parse_made_result,
    parse_turned_result,
)
from director.additions.imports.refusals import make_figure_doubt
from director.additions.shared.usebio import OWN_INSTRUCTION_TARGET
from director.formats.errors import IgnoredParts, ImportFileError
from director.formats.reading import strip_invisible
from movements.option import format_count
from scoring.bridge.contracts import Vulnerability

# The texts of elements, and the lines of travellers.

POINTS = ("MATCH_POINTS", "CROSS_IMP_POINTS", "BUTLER_POINTS", "IMPS")

_FIGURE = re.compile(r"[+-]?[0-9]{1,7}(?:[.,][0-9]{1,7})?")
# Many lines have few different texts.
_make_cached_decimal = lru_cache(maxsize=100_000)(Decimal)
_strip_invisible_cached = lru_cache(maxsize=100_000)(strip_invisible)

Texts = dict[str, str]
"""The texts of an element's children by tag, and of this program's own instruction."""
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
        text = _strip_invisible_cached(child.text)
        if text:
            texts[child.tag] = text
    return texts


def get_child_text(element: Element, *tags: str) -> str:
    """Return the text of the first nonempty child with one of *tags*, or ``""``."""
    for tag in tags:
        for child in element.findall(tag):
            if text := _strip_invisible_cached(child.text or ""):
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
        return _make_cached_decimal(figure_text.replace(",", "."))
    report.doubts.append(make_figure_doubt(where=where, field=tag, text=figure_text))
    return None


def read_line(
    texts: Texts, where: str, pairs: tuple[int, int], vulnerable: Vulnerability, report: Report
) -> SourceLine:
    """Return the line in *texts* of the *pairs* N-S and E-W. Problems are added to *report*."""
    ns_points, ew_points = (read_side_points(texts, side, where, report) for side in ("NS", "EW"))
    result = parse_made_result(
        where,
        report,
        contract=texts.get("CONTRACT", ""),
        declarer=texts.get("PLAYED_BY", ""),
        tricks=texts.get("TRICKS", ""),
        score=texts.get("SCORE", ""),
    )
    ruling_text = texts.get(OWN_INSTRUCTION_TARGET, "")
    lead = texts.get("LEAD", "").upper()
    if turned_result := parse_turned_result(ruling_text):
        return SourceLine(*pairs, turned_result, lead, ns_points, ew_points, is_turned=True)
    check_result(result, where, vulnerable, report)
    if ruling_text:
        result = result._replace(own_text=ruling_text)
    return SourceLine(*pairs, result, lead, ns_points, ew_points)


def read_side_points(texts: Texts, side: str, where: str, report: Report) -> Decimal | None:
    """Return the points of a *side*, ``"NS"`` or ``"EW"``, or None."""
    for unit in POINTS:
        if (points := read_figure(texts, f"{side}_{unit}", where, report)) is not None:
            return points
    return None


# The division of an event into sessions and sections.

MAX_PARTS = 500
"""Sessions of an event, and sections of all its sessions together."""


@dataclass(frozen=True, slots=True)
class SectionElements:
    """One section of a session, by its elements in the file.

    The elements begin with the innermost.
    """

    name: str
    location: str  # the name in sentences, "" if the file isn't divided
    own_elements: tuple[Element, ...]
    shared_elements: tuple[Element, ...]  # with data of several sections

    @property
    def parts(self) -> tuple[Element, ...]:
        """All elements with data of the section."""
        return (*self.own_elements, *self.shared_elements)


@dataclass(frozen=True, slots=True)
class DividedEvent:
    """An event with its sessions, each a tuple of sections."""

    event: Element
    sessions: tuple[tuple[SectionElements, ...], ...]


def divide_event(event: Element) -> DividedEvent:
    """Return the sessions of *event*.

    Without elements for sessions, the event itself is the only session.

    :raises ImportFileError: if it is unclear which session a part belongs to
    """
    sessions, event_sections = event.findall("SESSION"), event.findall("SECTION")
    for name, parts in (("sessions", sessions), ("sections", event.findall(".//SECTION"))):
        if len(parts) > MAX_PARTS:
            raise ImportFileError(
                "usebio-many-parts",
                "The file has {count} {name}, but an event has at most {most}. Export one event per "
                "file.",
                count=len(parts),
                name=name,
                most=MAX_PARTS,
            )
    if event_sections and len(sessions) > 1:
        raise ImportFileError(
            "usebio-stray-sections",
            "The file has {sections} outside its {sessions} sessions. Put each section in "
            "its session.",
            sections=format_count(len(event_sections), "section"),
            sessions=len(sessions),
        )
    sections_by_session = [
        [*event_sections, *session.findall("SECTION")] for session in sessions
    ] or [event_sections]
    section_count = sum(len(sections) or 1 for sections in sections_by_session)
    divided_sessions = []
    for number, sections in enumerate(sections_by_session, start=1):
        outer_elements = (*sessions[number - 1 : number], event)
        session_location = f"Session {number}" if len(sections_by_session) > 1 else ""
        divided_sessions.append(
            _divide_session(
                sections, outer_elements, session_location, is_divided=section_count > 1
            )
        )
    session_count = len(sections_by_session)
    if session_count > 1:
        _refuse_stray_boards(event, f"{session_count} sessions")
    elif section_count > 1:
        _refuse_stray_boards(event, f"{section_count} sections")
    # Without session elements *sessions* is empty, and the event has been checked above.
    for session, sections in zip(sessions, sections_by_session, strict=False):
        if len(sections) > 1:
            _refuse_stray_boards(session, f"{len(sections)} sections")
    return DividedEvent(event, tuple(divided_sessions))


def _divide_session(
    sections: list[Element],
    outer_elements: tuple[Element, ...],
    session_location: str,
    *,
    is_divided: bool,
) -> tuple[SectionElements, ...]:
    if len(sections) < 2:
        name = _get_section_name(sections[0]) if sections and is_divided else ""
        own_element_count = len(outer_elements) - 1 if is_divided else len(outer_elements)
        return (
            SectionElements(
                name,
                session_location,
                (*sections, *outer_elements[:own_element_count]),
                outer_elements[own_element_count:],
            ),
        )
    names = [_get_section_name(section) for section in sections]
    if repeated_name := next((name for name in names if name and names.count(name) > 1), ""):
        raise ImportFileError(
            "usebio-section-twice",
            "Section {section} is in its session twice. Give each section its own SECTION_ID.",
            section=repeated_name,
        ).set_location(session_location)
    return tuple(
        SectionElements(
            name,
            ", ".join(filter(None, (session_location, f"Section {name or position}"))),
            (section,),
            outer_elements,
        )
        for position, (name, section) in enumerate(zip(names, sections, strict=True), start=1)
    )


def _get_section_name(section: Element) -> str:
    return strip_invisible(section.get("SECTION_ID", "")) or get_child_text(section, "SECTION_ID")


def _refuse_stray_boards(element: Element, parts: str) -> None:
    if boards := len(element.findall("BOARD")):
        raise ImportFileError(
            "usebio-stray-boards",
            "The file has {boards} outside its {parts}. Put each board in its section.",
            boards=format_count(boards, "board"),
            parts=parts,
        )


# Elements that aren't imported.

_USED_TAGS_TEXT = """CLUB_NAME CLUB_ID_NUMBER EVENT_IDENTIFIER EVENT_ID TITLE EVENT_DESCRIPTION DATE
    PROGRAM_NAME PROGRAM_VERSION BOARD_SCORING_METHOD SCORING_METHOD WINNER_TYPE SECTION_ID
    TEAM_ID TEAM_NAME PAIR_NUMBER DIRECTION TOTAL_SCORE PERCENTAGE PLACE ADJUSTMENT
    PLAYER_NAME PLAYER_NUMBER NATIONAL_ID_NUMBER BOARD_NUMBER VULNERABILITY SPADES HEARTS
    DIAMONDS CLUBS ROUND_NUMBER TEAM OPPOSING_TEAM START_BOARD_NUMBER END_BOARD_NUMBER
    MATCH_SCORING_METHOD TEAM_SCORE OPPOSING_TEAM_SCORE TEAM_VICTORY_POINTS
    OPPOSING_TEAM_VICTORY_POINTS NS_PAIR_NUMBER EW_PAIR_NUMBER CONTRACT PLAYED_BY LEAD TRICKS SCORE NS_MATCH_POINTS
    EW_MATCH_POINTS NS_CROSS_IMP_POINTS EW_CROSS_IMP_POINTS NS_BUTLER_POINTS EW_BUTLER_POINTS
    NS_IMPS EW_IMPS LIN LIN_DATA N_PLAYER_NUMBER E_PLAYER_NUMBER S_PLAYER_NUMBER
    W_PLAYER_NUMBER"""
_USED_TAGS = frozenset(_USED_TAGS_TEXT.split())
_IMPLIED_TAGS_TEXT = """SESSION_COUNT SECTION_COUNT PAIRS NS_PAIRS EW_PAIRS TEAMS BOARDS_PLAYED BOARD_COUNT
    BOARDS_PER_ROUND TEAM_POINTS OPPOSING_TEAM_POINTS
    PAIR_SCORE OPPOSING_PAIR_SCORE IMPS PAIR_IMPS WINS_OR_DRAWS"""
_IMPLIED_TAGS = frozenset(_IMPLIED_TAGS_TEXT.split())
"""Tags whose contents follow from the results, or are reported by another doubt."""
_KNOWN_TAGS = _USED_TAGS | _IMPLIED_TAGS


def collect_unread_elements(root: Element) -> IgnoredParts:
    """Return the elements with text below *root* that no reader uses."""
    ignored_parts = IgnoredParts()
    line_counts_by_tags: Counter[tuple[str, ...]] = Counter()
    examples_by_tag: dict[str, str] = {}
    for element in _iter_elements(root):
        if element.tag == LINE:
            names = tuple(element.attrib)
            if names not in line_counts_by_tags:
                examples_by_tag = element.attrib | examples_by_tag
            line_counts_by_tags[names] += 1
        elif element.text and element.tag not in _KNOWN_TAGS:
            ignored_parts.add_part(element.tag, " ".join(element.text.split()))
    for names, count in line_counts_by_tags.items():
        for name in names:
            if name not in _KNOWN_TAGS:
                ignored_parts.add_part(name, examples_by_tag[name], times=count)
    return ignored_parts


def _iter_elements(root: Element) -> Iterator[Element]:
    for element in root.iter():
        # The tag of a comment or a processing instruction is a function.
        if isinstance(element.tag, str) and (len(element) == 0 or element.tag == LINE):
            yield element
