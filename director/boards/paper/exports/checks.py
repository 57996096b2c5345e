"""Problems for which a union would reject an event's file."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entry import NOT_PLAYED
from director.boards.movement.lines.read import SectionLine
from director.boards.scoring.deals.mending import field_mending
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.club.people.numbers import sent_number
from director.models import EntryPlayer, Event, Person, Section
from director.sheets import Link

MOST_LINKS = 12
"""So many are named of each, the others are counted."""


@dataclass(frozen=True, slots=True)
class ExportFault:
    """A problem of the export: *words* for all its *links*. *more* are not listed."""

    words: str
    links: tuple[Link, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class _Player:
    """Somebody who plays in the event, with number and section."""

    section_id: int
    pair_no: int
    person_id: int
    name: str
    number: str


def export_problems(results: EventResults) -> list[ExportFault]:
    """Return why a union would reject the event's file. One query.

    What is asked of the sheets is computed by them anyhow: nothing is scored again.
    """
    columns = ("section_id", "entry__pair_no", "person_id", "person__name", "sent")
    players = EntryPlayer.objects.filter(section__session__event=results.event).order_by(
        "person__name", "person_id"
    )
    numbered = players.annotate(sent=sent_number(results.event.club))
    listed = [_Player(*row) for row in numbered.values_list(*columns)]
    return [
        *_numbers(results.event, [*listed, *_former_players(results, listed)]),
        *(snag for sheets in results.sessions for snag in _session(results, sheets, listed)),
    ]


def _former_players(results: EventResults, players: Iterable[_Player]) -> Iterator[_Player]:
    """Yield who played without being entered now. At most one query."""
    sat = {
        sitter.person_id
        for sheets in results.sessions
        for four in sheets.sitters.values()
        for sitter in four
        if sitter is not None
    }
    for sheets in results.sessions:
        for entered in sheets.entered.values():
            if entered.earlier:
                sat |= {each.sitter.person_id for each in entered.presences}
    if sat := sat - {player.person_id for player in players}:
        people = Person.objects.filter(pk__in=sat).annotate(
            sent=sent_number(results.event.club, "")
        )
        for person_id, name, number in people.order_by("name", "pk").values_list(
            "pk", "name", "sent"
        ):
            yield _Player(0, 0, person_id, name, number)


def _numbers(event: Event, players: Iterable[_Player]) -> Iterator[ExportFault]:
    people = {player.person_id: player for player in players}
    if without := sum(not player.number for player in people.values()):
        words = f"{_count_text(without, 'player has', 'players have')} no {event.club.sent_label}"
        yield _snag(words, [Link("Enter numbers", reverse("event_numbers", args=[event.pk]))])
    by_number: dict[str, list[Link]] = defaultdict(list)
    for player in people.values():
        if player.number:
            address = reverse("person", args=[player.person_id])
            by_number[player.number].append(Link(player.name, f"{address}?event={event.pk}"))
    for number, links in by_number.items():
        if len(links) > 1:
            yield _snag(f"{len(links)} players share the number {number}", links)


def _session(
    results: EventResults, sheets: SessionSheets, players: Sequence[_Player]
) -> Iterator[ExportFault]:
    of = f"Session {sheets.scoring_field.session.number}: " if results.has_several else ""
    if sheets.visible_hands and field_mending(sheets.scoring_field, sheets.hands, sheets.lines):
        hands = reverse("session_hands", args=[sheets.scoring_field.sections[0].place])
        yield _snag(f"{of}the results don’t match the hands", [Link("Hands", hands)])
    for section in sheets.scoring_field.sections:
        lines = sheets.lines_of(section).all
        where = f"{of}section {section.letter}: " if sheets.scoring_field.is_divided else of
        if not any(line.is_in for line in lines):
            yield _snag(
                f"{where}no results have been entered",
                [Link("Scores", reverse("session_scores", args=[section.place]))],
            )
            continue
        named = _count_named_players(players, section)
        rows = [
            row
            for row in sheets.rows_by_number
            if sheets.scoring_field.place(row.contestant)[0] == section
        ]
        seats = reverse("session_seats", args=[section.place])
        needed = CONTESTS[results.event.contest].players
        few = [row for row in rows if named[sheets.scoring_field.place(row.contestant)[1]] < needed]
        if few:
            words = _count_text(
                len(few), f"{sheets.heading.called} has", f"{sheets.heading.called}s have"
            )
            yield _snag(f"{where}{words} too few names", [Link(row.label, seats) for row in few])
        yield from _boards(section, where, lines, "missing", lambda line: not line.is_in)
        yield from _boards(
            section, where, lines, "not played", lambda line: line.text.startswith(NOT_PLAYED)
        )


def _count_named_players(players: Iterable[_Player], section: Section) -> Mapping[int, int]:
    """Return how many players of each number of *section* are named."""
    named: dict[int, int] = defaultdict(int)
    for player in players:
        if player.section_id == section.pk:
            named[player.pair_no] += 1
    return named


def _boards(
    section: Section,
    where: str,
    lines: Iterable[SectionLine],
    what: str,
    is_so: Callable[[SectionLine], bool],
) -> Iterator[ExportFault]:
    """Yield the boards on which a line is so, if there are any."""
    numbers = [line.board_no for line in lines if is_so(line)]
    if numbers:
        links = [
            Link(
                f"board {board_no}", reverse("session_scores_board", args=[section.place, board_no])
            )
            for board_no in sorted(set(numbers))
        ]
        yield _snag(f"{where}{_count_text(len(numbers), 'result is', 'results are')} {what}", links)


def _snag(words: str, links: Sequence[Link]) -> ExportFault:
    return ExportFault(
        f"{words[0].upper()}{words[1:]}", tuple(links[:MOST_LINKS]), max(0, len(links) - MOST_LINKS)
    )


def _count_text(count: int, single: str, several: str) -> str:
    return f"{count} {single if count == 1 else several}"
