"""What each person made who played only some of the boards of their pair, place or team."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from director.boards.movement.lines.read import SectionLine
from director.boards.movement.sitters import Presence, Sitter
from director.boards.scoring.scored import line_of
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.sheets import Points, StandingRow


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """What a *sitter* scored on the *boards* they played. Figures can be None."""

    sitter: Sitter
    boards: int
    total: Points = None
    percent: Fraction | None = None

    @property
    def name(self) -> str:
        """The name, with a word behind it for a substitute of a team."""
        return self.sitter.text


def played_parts(sheets: SessionSheets, row: StandingRow) -> tuple[PlayedPart, ...]:
    """Return what each person scored for the contestant of *row*, if they shared boards.

    They are in the order in which they came.  A total is the sum of the points of their boards,
    where that of *row* is one too; matches and penalties have no players.
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
        return tuple(_of_team(sheets, row.contestant, entered.presences, lines))
    if not entered.earlier:
        return ()
    whole = _part(sheets, row.contestant, Sitter(0, ""), lines)
    has_figures = row.total is None or whole.total == row.total or whole.percent == row.percent
    parts = []
    for each in entered.presences:
        part = _part(
            sheets, row.contestant, each.sitter, [line for line in lines if each.has(line.round_no)]
        )
        parts.append(part if has_figures else PlayedPart(part.sitter, part.boards))
    return tuple(parts)


def event_parts(results: EventResults, row: StandingRow) -> tuple[PlayedPart, ...]:
    """Return what each person scored for the contestant of *row* over all sessions.

    Of several sessions boards are added up, figures are not.
    """
    seats = results.seats_of(row)
    if len(seats) < 2:
        return tuple(
            part
            for sheets, pair_no in seats
            for part in played_parts(sheets, _row_of(sheets, pair_no, row))
        )
    boards: dict[Sitter, int] = {}
    is_usual = True
    people: list[set[int]] = []
    for sheets, pair_no in seats:
        own = _row_of(sheets, pair_no, row)
        parts = played_parts(sheets, own)
        seated = sheets.entered[pair_no].seated.values() if pair_no in sheets.entered else ()
        people.append({sitter.person_id for sitter in seated} if sheets.results_in else people[-1])
        is_usual = is_usual and not parts and people[-1] == people[0]
        for part in parts or [PlayedPart(sitter, own.boards) for sitter in seated]:
            boards[part.sitter] = boards.get(part.sitter, 0) + part.boards
    if is_usual:
        return ()
    return tuple(PlayedPart(sitter, played) for sitter, played in boards.items())


def _row_of(sheets: SessionSheets, pair_no: int, row: StandingRow) -> StandingRow:
    """Return the row of *pair_no* in its own session."""
    return next((each for each in sheets.rows if each.contestant == pair_no), row)


def _part(
    sheets: SessionSheets, contestant: int, sitter: Sitter, lines: Iterable[SectionLine]
) -> PlayedPart:
    points, tops = Fraction(), Fraction()
    boards = 0
    for line in lines:
        boards += 1
        points += Fraction(sheets.points(contestant, line) or 0)
        tops += Fraction(sheets.scored.top(line.board_no, line.ns) or 0)
    return PlayedPart(sitter, boards, points, points * 100 / tops if tops else None)


def _of_team(
    sheets: SessionSheets, team: int, presences: Iterable[Presence], lines: Iterable[SectionLine]
) -> Iterator[PlayedPart]:
    """Yield on how many boards everybody sat, where others than the members of now did."""
    sitters = {each.sitter.person_id: each.sitter for each in presences}
    boards = dict.fromkeys(sitters, 0)
    for line in lines:
        four = sheets.sitters.get(line_of(line), (None,) * 4)
        own = [*four[::2]] if _is_of(sheets, team, line.ns) else []
        if _is_of(sheets, team, line.ew):
            own += four[1::2]
        for sitter in filter(None, own):
            sitters.setdefault(sitter.person_id, sitter)
            boards[sitter.person_id] = boards.get(sitter.person_id, 0) + 1
    if sheets.entered[team].earlier or any(sitter.is_visitor for sitter in sitters.values()):
        yield from (PlayedPart(sitter, boards[person_id]) for person_id, sitter in sitters.items())


def _is_of(sheets: SessionSheets, team: int, side: int) -> bool:
    return team in sheets.scoring_field.members(side)
