"""How a USEBIO event is divided: its sessions and their sections, and which elements tell of each."""

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from director.formats.errors import ImportFileError
from director.formats.reading import visible_text
from director.formats.usebio.lines import child_text
from director.formats.usebio.sentences import UsebioSentences

MOST_PARTS = 500
"""Sessions of an event, and sections of all its sessions together."""


@dataclass(frozen=True, slots=True)
class Division:
    """One section of a session.

    *own* elements tell of it alone, *shared* ones of others too; both begin with the innermost.
    *place* is what it is called in sentences, empty where the file is not divided.
    """

    name: str
    place: str
    own: tuple[Element, ...]
    shared: tuple[Element, ...]

    @property
    def parts(self) -> tuple[Element, ...]:
        """All elements that tell of it."""
        return (*self.own, *self.shared)


@dataclass(frozen=True, slots=True)
class Divided:
    """An event with its sessions, each a tuple of sections.

    *event* is its element.
    """

    event: Element
    sessions: tuple[tuple[Division, ...], ...]


def divide(event: Element) -> Divided:
    """Return the sessions of *event*.

    Without elements for them, the event itself is the only one.

    :raises ImportFileError: if it cannot be known what belongs to which of them
    """
    sessions, outside = event.findall("SESSION"), event.findall("SECTION")
    for name, parts in (("sessions", sessions), ("sections", event.findall(".//SECTION"))):
        if len(parts) > MOST_PARTS:
            raise ImportFileError(
                UsebioSentences.USEBIO_MANY_PARTS, count=len(parts), name=name, most=MOST_PARTS
            )
    if outside and len(sessions) > 1:
        raise ImportFileError(
            UsebioSentences.USEBIO_STRAY_SECTIONS, count=len(outside), sessions=len(sessions)
        )
    inside = [[*outside, *session.findall("SECTION")] for session in sessions] or [outside]
    count = sum(len(sections) or 1 for sections in inside)
    divided = []
    for number, sections in enumerate(inside, start=1):
        outer = (*sessions[number - 1 : number], event)
        session_place = f"Session {number}" if len(inside) > 1 else ""
        divided.append(_session(sections, outer, session_place, is_divided=count > 1))
    if count > 1:
        _refuse_stray_boards(
            event, f"{len(inside)} sessions" if len(inside) > 1 else f"{count} sections"
        )
    for session, sections in zip(sessions, inside, strict=False):
        if len(sections) > 1:
            _refuse_stray_boards(session, f"{len(sections)} sections")
    return Divided(event, tuple(divided))


def _session(
    sections: list[Element], outer: tuple[Element, ...], place: str, *, is_divided: bool
) -> tuple[Division, ...]:
    if len(sections) < 2:
        name = _name(sections[0]) if sections and is_divided else ""
        split = len(outer) - 1 if is_divided else len(outer)
        return (Division(name, place, (*sections, *outer[:split]), outer[split:]),)
    names = [_name(section) for section in sections]
    if twice := next((name for name in names if name and names.count(name) > 1), ""):
        raise ImportFileError(UsebioSentences.USEBIO_SECTION_TWICE, section=twice).at(place)
    return tuple(
        Division(
            name, ", ".join(filter(None, (place, f"Section {name or position}"))), (section,), outer
        )
        for position, (name, section) in enumerate(zip(names, sections, strict=True), start=1)
    )


def _name(section: Element) -> str:
    return visible_text(section.get("SECTION_ID", "")) or child_text(section, "SECTION_ID")


def _refuse_stray_boards(element: Element, parts: str) -> None:
    if boards := len(element.findall("BOARD")):
        raise ImportFileError(UsebioSentences.USEBIO_STRAY_BOARDS, count=boards, parts=parts)
