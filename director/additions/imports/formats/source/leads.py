"""Read the leads of a file as cards, all together, because one card can't tell its language."""

from dataclasses import replace

from director.additions.imports.formats.source.model import SourceBoard, SourceEvent, SourceSection
from director.additions.imports.formats.source.results import is_nothing
from director.formats.errors import Doubt
from movements.option import format_count
from scoring.hands.card_languages import read_cards

_MAX_LEADS_NAMED = 6


def with_read_leads(event: SourceEvent) -> SourceEvent:
    """Return *event* with its leads as cards such as ``"HT"``, and a doubt about those left out."""
    lead_texts = [
        line.lead
        for section in event.sections
        for board in section.boards
        for line in board.lines
        if not is_nothing(line.lead)
    ]
    if not lead_texts:
        return event
    cards = read_cards(lead_texts, event.suit_letters)
    sessions = tuple(
        tuple(_with_leads(section, cards) for section in session) for session in event.sessions
    )
    event = replace(event, sessions=sessions)
    unread_leads = [text for text in lead_texts if text not in cards]
    if not unread_leads:
        return event
    different_leads = list(dict.fromkeys(unread_leads))
    names = ", ".join(f"“{text[:20]}”" for text in different_leads[:_MAX_LEADS_NAMED])
    if len(different_leads) > _MAX_LEADS_NAMED:
        names += ", …"
    doubt = Doubt(
        "doubt-leads",
        "{count} could be more than one card, or none, and were left out: {names}.",
        count=format_count(len(unread_leads), "lead"),
        names=names,
    )
    return replace(event, warnings=(*event.warnings, doubt))


def _with_leads(section: SourceSection, cards: dict[str, str]) -> SourceSection:
    boards = tuple(
        SourceBoard(
            board.board_no,
            tuple(
                line._replace(lead=cards.get(line.lead, "")) if line.lead else line
                for line in board.lines
            ),
        )
        for board in section.boards
    )
    return replace(section, boards=boards)
