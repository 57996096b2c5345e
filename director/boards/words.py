"""How a section's figures are said in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from director.boards.sitting import Sitting
from director.desk.answers import file_stem
from director.models import Entry, Plan, Section, Session
from director.sheets import Heading
from scoring import Vulnerability, dealer, vulnerability

DEALERS = {"N": "North", "E": "East", "S": "South", "W": "West"}
VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "N-S",
    Vulnerability.EW: "E-W",
    Vulnerability.ALL: "All",
}


def dealer_name(board_no: int) -> str:
    """Return who deals a board, in full.

    >>> dealer_name(7)
    'South'
    """
    return DEALERS[dealer(board_no)]


def vulnerable_text(board_no: int, game: str = "bridge") -> str:
    """Return who is vulnerable on a board: ``"None"``, ``"N-S"``, ``"E-W"`` or ``"All"``; at whist ``""``.

    >>> vulnerable_text(7)
    'All'
    """
    return "" if game == "whist" else VULNERABLE[vulnerability(board_no)]


def boards_text(boards: Sequence[int]) -> str:
    """Return board numbers in playing order as short as they can be said.

    >>> boards_text((4, 5, 6)), boards_text((2, 1)), boards_text((7,))
    ('4–6', '2, 1', '7')
    """
    run = list(range(boards[0], boards[0] + len(boards))) if boards else []
    if len(boards) > 1 and list(boards) == run:
        return f"{boards[0]}–{boards[-1]}"
    return ", ".join(map(str, boards))


def boards_of_set(board_set: int, boards_per_set: int) -> range:
    """Return the numbers of the boards of one set.

    >>> list(boards_of_set(3, 2))
    [5, 6]
    """
    return range((board_set - 1) * boards_per_set + 1, board_set * boards_per_set + 1)


def movement_text(plan: Plan | None) -> str:
    """Return the movement as a card names it: ``"Mitchell, 7 tables, 13 pairs"``."""
    return f"{plan.name}, {plan.tables} tables, {plan.contestants} pairs" if plan else ""


def heading(section: Section, plan: Plan | None) -> Heading:
    """Return what every sheet of *section* carries; session and section are named only where there are several."""
    session: Session = section.session
    event = session.event
    is_one_of_sessions = not section.is_alone and session.is_one_of_several
    return Heading(
        club=event.club.name,
        event=event.name,
        date=event.date,
        session=f"Session {session.number}" if is_one_of_sessions else "",
        section=section.letter if section.is_one_of_several else "",
        movement=movement_text(plan),
        fingerprint=plan.fingerprint if plan else "",
        game=event.game,
    )


def section_stem(section: Section) -> str:
    """Return how a file of *section* is called, without its ending; session and letter only where there are several."""
    session = f"-session-{section.session.number}" if not section.is_alone and section.session.is_one_of_several else ""
    letter = f"-section-{section.letter.lower()}" if section.is_one_of_several else ""
    return f"{file_stem(section.session.event)}{session}{letter}"


def paper_label(section: Section, head: Heading) -> Callable[[int], str]:
    """Return how paper with this heading calls a pair: ``"B5"`` where it names the section, else ``"5"``."""
    return lambda pair_no: f"{head.section}{section.label(pair_no)}"


def sitting_heading(sitting: Sitting, plans: Mapping[int, Plan]) -> Heading:
    """Return what every sheet of a whole *sitting* carries; of several movements none is named."""
    if not sitting.is_divided:
        (section,) = sitting.sections
        own = heading(section, plans.get(section.pk))
    else:
        movements = {movement_text(plans.get(section.pk)) for section in sitting.sections}
        both = f"{len(sitting.sections)} sections: {movements.pop()}" if len(movements) == 1 else ""
        own = replace(heading(sitting.sections[0], None), section="", movement=both)
    return replace(own, session=f"Session {sitting.session.number}") if sitting.of_several else own


def sitting_players(sitting: Sitting) -> dict[int, list[str]]:
    """Return the names of the players of each pair of *sitting*, ``[]`` for a pair without names; one query."""
    sections = {section.pk: section for section in sitting.sections}
    entries = Entry.objects.filter(section__session=sitting.session)
    return _players(entries, lambda section_id, pair_no: sitting.pair(sections[section_id], pair_no))


def sitting_names(sitting: Sitting) -> dict[int, str]:
    """Return ``"Ada Ash & Bert Hazel"`` for each pair of *sitting*, ``""`` for a pair without names."""
    return {pair_no: " & ".join(players) for pair_no, players in sitting_players(sitting).items()}


def players_by_pair(section: Section) -> dict[int, list[str]]:
    """Return the names of the players of each pair number of *section*, ``[]`` for a pair without names; one query."""
    return _players(Entry.objects.filter(section=section), lambda _section_id, pair_no: pair_no)


def names_by_pair(section: Section) -> dict[int, str]:
    """Return ``"Ada Ash & Bert Hazel"`` for each pair number of *section*, ``""`` for a pair without names."""
    return {pair_no: " & ".join(players) for pair_no, players in players_by_pair(section).items()}


def _players(entries: QuerySet[Entry], number: Callable[[int, int], int]) -> dict[int, list[str]]:
    """Return the names of the players of *entries* by what *number* makes of section and pair.

    One query: fetching the players entry by entry would name each of thousands in its condition.
    """
    players: dict[int, list[str]] = {}
    seats = entries.order_by("section", "pair_no", "entry_players__order")
    for section_id, pair_no, name in seats.values_list("section_id", "pair_no", "entry_players__person__name"):
        players.setdefault(number(section_id, pair_no), []).extend([name] if name is not None else [])
    return players
