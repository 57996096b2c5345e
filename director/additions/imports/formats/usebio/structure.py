"""Divide a USEBIO event into sessions and sections, each with its elements of the file."""

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from director.additions.imports.formats.usebio.lines import get_child_text
from director.additions.imports.formats.usebio.sentences import UsebioSentences
from director.formats.errors import ImportFileError
from director.formats.reading import strip_invisible

MAX_PARTS = 500
"""Sessions of an event, and sections of all its sessions together."""


@dataclass(frozen=True, slots=True)
class SectionElements:
    """One section of a session, by its elements in the file.

    *own_elements* have data of this section alone, *shared_elements* of several sections. Both begin
    with the innermost. *place* is its name in sentences, empty if the file isn't divided.
    """

    name: str
    place: str
    own_elements: tuple[Element, ...]
    shared_elements: tuple[Element, ...]

    @property
    def parts(self) -> tuple[Element, ...]:
        """All elements with data of the section."""
        return (*self.own_elements, *self.shared_elements)


@dataclass(frozen=True, slots=True)
class DividedEvent:
    """An event with its sessions, each a tuple of sections.

    *event* is its element.
    """

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
                UsebioSentences.USEBIO_MANY_PARTS, count=len(parts), name=name, most=MAX_PARTS
            )
    if event_sections and len(sessions) > 1:
        raise ImportFileError(
            UsebioSentences.USEBIO_STRAY_SECTIONS, count=len(event_sections), sessions=len(sessions)
        )
    sections_by_session = [
        [*event_sections, *session.findall("SECTION")] for session in sessions
    ] or [event_sections]
    count = sum(len(sections) or 1 for sections in sections_by_session)
    divided = []
    for number, sections in enumerate(sections_by_session, start=1):
        outer_elements = (*sessions[number - 1 : number], event)
        session_place = f"Session {number}" if len(sections_by_session) > 1 else ""
        divided.append(
            _divide_session(sections, outer_elements, session_place, is_divided=count > 1)
        )
    if count > 1:
        _refuse_stray_boards(
            event,
            f"{len(sections_by_session)} sessions"
            if len(sections_by_session) > 1
            else f"{count} sections",
        )
    # Without session elements *sessions* is empty, and the event has been checked above.
    for session, sections in zip(sessions, sections_by_session, strict=False):
        if len(sections) > 1:
            _refuse_stray_boards(session, f"{len(sections)} sections")
    return DividedEvent(event, tuple(divided))


def _divide_session(
    sections: list[Element], outer: tuple[Element, ...], session_place: str, *, is_divided: bool
) -> tuple[SectionElements, ...]:
    if len(sections) < 2:
        name = _get_section_name(sections[0]) if sections and is_divided else ""
        own_count = len(outer) - 1 if is_divided else len(outer)
        return (
            SectionElements(
                name, session_place, (*sections, *outer[:own_count]), outer[own_count:]
            ),
        )
    names = [_get_section_name(section) for section in sections]
    if repeated_name := next((name for name in names if name and names.count(name) > 1), ""):
        raise ImportFileError(
            UsebioSentences.USEBIO_SECTION_TWICE, section=repeated_name
        ).set_place(session_place)
    return tuple(
        SectionElements(
            name,
            ", ".join(filter(None, (session_place, f"Section {name or position}"))),
            (section,),
            outer,
        )
        for position, (name, section) in enumerate(zip(names, sections, strict=True), start=1)
    )


def _get_section_name(section: Element) -> str:
    return strip_invisible(section.get("SECTION_ID", "")) or get_child_text(section, "SECTION_ID")


def _refuse_stray_boards(element: Element, parts: str) -> None:
    if boards := len(element.findall("BOARD")):
        raise ImportFileError(UsebioSentences.USEBIO_STRAY_BOARDS, count=boards, parts=parts)
