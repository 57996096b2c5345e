"""What a union would refuse of an event, each with a link to where it is mended."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from director.boards.contests import CONTESTS
from director.boards.deals.made import sitting_mending
from director.boards.lines.entry import NOT_PLAYED
from director.boards.lines.read import Line
from director.boards.results.read.event import EventResults
from director.boards.results.read.sheets import SessionSheets
from director.core.people.numbers import sent_number
from director.models import EntryPlayer, Section

MOST_LINKS = 12
"""So many are named of each, the others are counted."""


@dataclass(frozen=True, slots=True)
class Link:
    """Where something is mended: what it is called, and its address."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Snag:
    """Something that is refused: *words* for all its *links*, of which *more* are not named."""

    words: str
    links: tuple[Link, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class _Player:
    """Somebody who plays in the event, and as which number of which section."""

    section_id: int
    pair_no: int
    person_id: int
    name: str
    number: str

    @property
    def link(self) -> Link:
        return Link(self.name, reverse("person", args=[self.person_id]))


def event_snags(results: EventResults) -> list[Snag]:
    """Return what a union would refuse of the event of *results*, numbers of players first; one query.

    What is asked of the sheets is computed by them anyhow: nothing is scored again.
    """
    columns = ("section_id", "entry__pair_no", "person_id", "person__name", "sent")
    players = EntryPlayer.objects.filter(section__session__event=results.event).order_by("person__name", "person_id")
    numbered = players.annotate(sent=sent_number(results.event.club))
    listed = [_Player(*row) for row in numbered.values_list(*columns)]
    return [*_numbers(listed), *(snag for sheets in results.sessions for snag in _session(results, sheets, listed))]


def _numbers(players: Iterable[_Player]) -> Iterator[Snag]:
    people = {player.person_id: player for player in players}
    without = [player.link for player in people.values() if not player.number]
    if without:
        yield _snag(f"{_counted(len(without), 'player has', 'players have')} no number", without)
    by_number: dict[str, list[Link]] = defaultdict(list)
    for player in people.values():
        if player.number:
            by_number[player.number].append(player.link)
    for number, links in by_number.items():
        if len(links) > 1:
            yield _snag(f"Number {number} is that of {len(links)} players", links)


def _session(results: EventResults, sheets: SessionSheets, players: Sequence[_Player]) -> Iterator[Snag]:
    of = f"Session {sheets.sitting.session.number}: " if results.has_several else ""
    if sheets.hands_seen and sitting_mending(sheets.sitting, sheets.hands, sheets.lines):
        hands = reverse("session_hands", args=[sheets.sitting.sections[0].place])
        yield _snag(f"{of}the results do not fit the cards", [Link("Hands", hands)])
    for section in sheets.sitting.sections:
        lines = sheets.lines_of(section).all
        where = f"{of}section {section.letter}: " if sheets.sitting.is_divided else of
        if not any(line.is_in for line in lines):
            yield _snag(f"{where}there is no result", [Link("Scores", reverse("session_scores", args=[section.place]))])
            continue
        named = _named(players, section)
        rows = [row for row in sheets.rows_by_number if sheets.sitting.place(row.contestant)[0] == section]
        seats = reverse("session_seats", args=[section.place])
        needed = CONTESTS[results.event.contest].players
        few = [row for row in rows if named[sheets.sitting.place(row.contestant)[1]] < needed]
        if few:
            words = _counted(len(few), f"{sheets.heading.called} lacks", f"{sheets.heading.called}s lack")
            yield _snag(f"{where}{words} players", [Link(row.label, seats) for row in few])
        yield from _boards(section, where, lines, "not in", lambda line: not line.is_in)
        yield from _boards(section, where, lines, "not played", lambda line: line.text.startswith(NOT_PLAYED))


def _named(players: Iterable[_Player], section: Section) -> Mapping[int, int]:
    """Return how many players of each number of *section* are named."""
    named: dict[int, int] = defaultdict(int)
    for player in players:
        if player.section_id == section.pk:
            named[player.pair_no] += 1
    return named


def _boards(
    section: Section, where: str, lines: Iterable[Line], what: str, is_so: Callable[[Line], bool]
) -> Iterator[Snag]:
    """Yield the boards on which a line is so, if there are any."""
    numbers = [line.board_no for line in lines if is_so(line)]
    if numbers:
        links = [
            Link(f"board {board_no}", reverse("session_scores_board", args=[section.place, board_no]))
            for board_no in sorted(set(numbers))
        ]
        yield _snag(f"{where}{_counted(len(numbers), 'result is', 'results are')} {what}", links)


def _snag(words: str, links: Sequence[Link]) -> Snag:
    return Snag(f"{words[0].upper()}{words[1:]}", tuple(links[:MOST_LINKS]), max(0, len(links) - MOST_LINKS))


def _counted(count: int, single: str, several: str) -> str:
    return f"{count} {single if count == 1 else several}"
