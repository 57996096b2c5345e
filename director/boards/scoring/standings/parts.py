"""Scores of each person of a pair, player's place or team that several people shared.

A person who played only some of the boards gets the points of those boards. For teams, whose points
belong to matches, only boards are counted.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from director.boards.movement.lines.section_lines import SectionLine
from director.boards.movement.sitters import Presence, Sitter
from director.boards.scoring.scored import get_line_key
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.sheets import Points, StandingRow


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """The score of a *sitter* on the *boards* they played. *total* and *percent* can be None."""

    sitter: Sitter
    boards: int
    total: Points = None
    percent: Fraction | None = None

    @property
    def name(self) -> str:
        """The name, with a word after it for a substitute of a team."""
        return self.sitter.text


def list_played_parts(sheets: SessionSheets, row: StandingRow) -> tuple[PlayedPart, ...]:
    """Return each person's score for the contestant of *row*, in the order in which they came.

    It is empty unless they shared the boards. Totals are sums of board points. If the total of
    *row* is no such sum, for example after a penalty, only boards are counted.
    """
    entered = sheets.entered.get(row.contestant)
    if entered is None:
        return ()
    lines = [
        line
        for line in sheets.lines_by_pair[row.contestant]
        if sheets.points(row.contestant, line) is not None
    ]
    if sheets.sitters:
        return tuple(_make_team_parts(sheets, row.contestant, entered.presences, lines))
    if not entered.earlier_players:
        return ()
    whole_part = _make_played_part(sheets, row.contestant, Sitter(0, ""), lines)
    is_sum_of_boards = (
        row.total is None or whole_part.total == row.total or whole_part.percent == row.percent
    )
    parts = []
    for presence in entered.presences:
        lines_played = [line for line in lines if presence.has(line.round_no)]
        part = _make_played_part(sheets, row.contestant, presence.sitter, lines_played)
        if not is_sum_of_boards:
            part = PlayedPart(part.sitter, part.boards)
        parts.append(part)
    return tuple(parts)


def list_event_parts(results: EventResults, row: StandingRow) -> tuple[PlayedPart, ...]:
    """Return each person's score for the contestant of *row* over all sessions.

    Over several sessions only the boards are added up. It is empty if the same people played all
    of every session.
    """
    seats = results.list_seats(row)
    if len(seats) < 2:
        return tuple(
            part
            for sheets, pair_no in seats
            for part in list_played_parts(sheets, _find_session_row(sheets, pair_no, row))
        )
    boards: dict[Sitter, int] = {}
    has_changes = False
    people_by_session: list[set[int]] = []
    for sheets, pair_no in seats:
        session_row = _find_session_row(sheets, pair_no, row)
        parts = list_played_parts(sheets, session_row)
        entered = sheets.entered.get(pair_no)
        sitters = list(entered.sitters.values()) if entered else []
        people = {sitter.person_id for sitter in sitters}
        if people_by_session and not sheets.results_in:
            # Nobody has played in this session yet, so other names are no change.
            people = people_by_session[-1]
        people_by_session.append(people)
        if parts or people != people_by_session[0]:
            has_changes = True
        for part in parts or [PlayedPart(sitter, session_row.boards) for sitter in sitters]:
            boards[part.sitter] = boards.get(part.sitter, 0) + part.boards
    if not has_changes:
        return ()
    return tuple(PlayedPart(sitter, count) for sitter, count in boards.items())


def _find_session_row(sheets: SessionSheets, pair_no: int, row: StandingRow) -> StandingRow:
    """Return the row of *pair_no* in its own session."""
    return next((candidate for candidate in sheets.rows if candidate.contestant == pair_no), row)


def _make_played_part(
    sheets: SessionSheets, contestant: int, sitter: Sitter, lines: Iterable[SectionLine]
) -> PlayedPart:
    points = tops = Fraction()
    boards = 0
    for line in lines:
        boards += 1
        points += Fraction(sheets.points(contestant, line) or 0)
        tops += Fraction(sheets.scored.top(line.board_no, line.ns) or 0)
    percent = points * 100 / tops if tops else None
    return PlayedPart(sitter, boards, points, percent)


def _make_team_parts(
    sheets: SessionSheets, team: int, presences: Iterable[Presence], lines: Iterable[SectionLine]
) -> Iterator[PlayedPart]:
    """Yield the boards of each person of *team*, if others than its present members played."""
    sitters = {presence.sitter.person_id: presence.sitter for presence in presences}
    boards = dict.fromkeys(sitters, 0)
    members = sheets.scoring_field.members
    for line in lines:
        north, east, south, west = sheets.sitters.get(get_line_key(line), (None,) * 4)
        team_sitters: list[Sitter | None] = []
        if team in members(line.ns):
            team_sitters += (north, south)
        if team in members(line.ew):
            team_sitters += (east, west)
        for sitter in filter(None, team_sitters):
            sitters.setdefault(sitter.person_id, sitter)
            boards[sitter.person_id] = boards.get(sitter.person_id, 0) + 1
    if sheets.entered[team].earlier_players or any(
        sitter.is_visitor for sitter in sitters.values()
    ):
        for person_id, sitter in sitters.items():
            yield PlayedPart(sitter, boards[person_id])
