"""What each player of a team event made: IMPs against the datum of every board on which they sat."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from director.boards.movement.scoring_field import Key
from director.boards.movement.sitters import Sitter
from director.boards.scoring.standings.sheets import SessionSheets
from director.names import make_family_key
from scoring import Board, Field, Line, Points, ScoredLine, rank

METHOD = "butler"


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player: *teams* (by number or name), boards and IMPs, and the place with ties."""

    place: str
    name: str
    teams: tuple[str, ...]
    boards: int
    imps: Points

    @property
    def average(self) -> Fraction:
        """IMPs per board."""
        return Fraction(self.imps) / self.boards


@dataclass(frozen=True, slots=True)
class PlayersRecord:
    """Every player of an event by IMPs per board.

    *unknown* counts the seats whose player nobody knows.
    """

    players: tuple[PlayerRecord, ...]
    unknown: int = 0
    left_out: int = 0  # results that are averages and the like


@dataclass(slots=True)
class _ButlerSum:
    """What is added up for somebody."""

    name: str
    teams: dict[str, None] = field(default_factory=dict)  # in the order in which they sat for them
    boards: int = 0
    imps: Points = 0


def compute_players_record(sessions: Iterable[SessionSheets]) -> PlayersRecord:
    """Return the record of everybody who sat for a team in *sessions*.

    No query of its own.

    No query of its own.

    A board counts for a player by the score that counts at their table, against the datum of all
    tables that played the same cards: the mean of their scores, rounded to ten.  A result that is
    no score of bridge, such as an average, counts for nobody and is not in the datum.  A place goes
    by the average of IMPs per board; equal averages share it.

    Source: [BUTLER].
    """
    sums: dict[int, _ButlerSum] = {}
    unknown = left_out = 0
    for sheets in sessions:
        scored = sheets.scored
        comparable = {key: line for key, line in scored.points.items() if _is_score(line.line)}
        left_out += sum(line.line.artificial is not None for line in scored.points.values())
        for (board_no, ns, ew), points in _compare_with_datum(comparable):
            seats = sheets.sitters.get((board_no, ns, ew), (None,) * 4)
            unknown += seats.count(None)
            for at, sitter in enumerate(seats):
                if sitter is not None:
                    (team,) = sheets.scoring_field.members(ew if at % 2 else ns)
                    imps = points.ew_points if at % 2 else points.ns_points
                    _add(
                        sums,
                        sitter,
                        sheets.names.get(team) or f"Team {sheets.scoring_field.label(team)}",
                        imps or 0,
                    )
    return PlayersRecord(tuple(_rank_players(sums.values())), unknown, left_out)


def _is_score(line: Line) -> bool:
    return line.artificial is None and (line.score is not None or line.assigned is not None)


def _compare_with_datum(lines: dict[Key, ScoredLine]) -> Iterator[tuple[Key, ScoredLine]]:
    """Yield *lines* with IMPs against the datum of their board, in the order of boards.

    At teams two contestants meet on a board twice, once each way; compared one by one, every line
    has two of its own.
    """
    boards: dict[int, list[Key]] = {}
    for key in lines:
        boards.setdefault(key[0], []).append(key)
    numbers = sorted(boards)
    compared = tuple(
        Board(
            board_no,
            tuple(_isolate_line(lines[key].line, at) for at, key in enumerate(boards[board_no])),
        )
        for board_no in numbers
    )
    if not compared:
        return
    ranking = rank(METHOD, Field(1, compared))
    for board_no, board in zip(numbers, ranking.boards, strict=True):
        by_side = {line.line.ns: line for line in board.lines}
        yield from ((key, by_side[2 * at + 1]) for at, key in enumerate(boards[board_no]))


def _isolate_line(line: Line, at: int) -> Line:
    """Return *line* as one of two contestants whom nobody else meets, without what teams were taken."""
    return line._replace(ns=2 * at + 1, ew=2 * at + 2, adjustments=(), moved=None, section="")


def _add(sums: dict[int, _ButlerSum], sitter: Sitter, team: str, imps: Points) -> None:
    own = sums.setdefault(sitter.person_id, _ButlerSum(sitter.name))
    own.teams[team] = None
    own.boards += 1
    own.imps += imps


def _rank_players(sums: Iterable[_ButlerSum]) -> Iterator[PlayerRecord]:
    """Yield the records of *sums* by average, best first, with places."""
    averages = [(Fraction(own.imps) / own.boards, own) for own in sums]
    averages.sort(key=lambda each: (-each[0], make_family_key(each[1].name)))
    ahead = 0
    for _average, equal in groupby(averages, key=lambda each: each[0]):
        players = [own for _own_average, own in equal]
        place = f"{ahead + 1}{'=' * (len(players) > 1)}"
        yield from (
            PlayerRecord(place, own.name, tuple(own.teams), own.boards, own.imps) for own in players
        )
        ahead += len(players)
