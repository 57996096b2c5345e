"""Records of matches: the cross-table, the Swiss table, and one match board by board."""

from dataclasses import dataclass
from fractions import Fraction

from director.names import join_names
from director.sheets import MINUS, BoardLine, Heading, Points, StandingRow
from scoring.display import format_for_note


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A team's score against another, over a number of boards."""

    opponent_no: int
    score: Points
    board_count: int


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One team's matches, in the order of ``CrossTable.teams``. A cell is None without a match."""

    standing: StandingRow
    cells: tuple[CrossCell | None, ...]
    byes: str = ""  # "round 3", the rounds without opponents


@dataclass(frozen=True, slots=True)
class CrossTable:
    """All teams of a division against all. A row has the scores of its team.

    An unfinished match has no score yet.
    """

    heading: Heading
    unit: str  # of the scores: "victory points", "IMPs" or "points"
    teams: tuple[StandingRow, ...]
    rows: tuple[CrossRow, ...]
    division: str = ""  # "Section A", if each division has a table of its own

    @property
    def title(self) -> str:
        """The title of the table."""
        return f"{self.division}: all matches" if self.division else "All matches"

    @property
    def has_byes(self) -> bool:
        """Whether anybody sat out a round."""
        return any(row.byes for row in self.rows)


BYE = "bye"
LATE = "late"
ABSENT = "absent"
WITHDRAWN = "withdrawn"
VOID = "void"


@dataclass(frozen=True, slots=True)
class SwissCell:
    """A round of one contestant in a Swiss."""

    opponents: tuple[StandingRow, ...] = ()  # two in a three-way match
    score: Points = None  # None before the round counts
    running_total: Points = None
    mark: str = ""  # BYE, LATE, ABSENT or WITHDRAWN without opponents, VOID if the match is void

    @property
    def opponents_text(self) -> str:
        """The numbers of the opponents, or the mark: ``"12"``, ``"5, 7"``, ``"bye"``."""
        if self.opponents:
            return ", ".join(row.label for row in self.opponents)
        return self.mark


@dataclass(frozen=True, slots=True)
class SwissRow:
    """One contestant's rounds, in the order of ``SwissTable.rounds``."""

    standing: StandingRow
    cells: tuple[SwissCell, ...]
    adjustment: Points = None  # the part of the total that no round gave: carry-over and penalties


@dataclass(frozen=True, slots=True)
class SwissTable:
    """A row for each contestant of a Swiss, by place, with a cell for each drawn round."""

    heading: Heading
    unit: str  # of the scores: "VPs", "IMPs" or "points"
    rounds: tuple[int, ...]
    rows: tuple[SwissRow, ...]

    @property
    def adjustments_title(self) -> str:
        """The heading of the adjustments, or ``""`` without any."""
        adjusted_standings = [row.standing for row in self.rows if row.adjustment]
        if not adjusted_standings:
            return ""
        has_penalties = any(standing.penalties for standing in adjusted_standings)
        has_carry_over = any(standing.carry_over for standing in adjusted_standings)
        if not has_penalties and all(standing.carry_over for standing in adjusted_standings):
            return "Carry-over"
        if not has_carry_over and all(standing.penalties for standing in adjusted_standings):
            return "Penalties"
        return "Adjustments"

    @property
    def has_byes(self) -> bool:
        """Whether anybody had a bye."""
        marks: set[str] = set()
        for row in self.rows:
            marks.update(cell.mark for cell in row.cells)
        return BYE in marks


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match in a list. A void match is in the list too, without points and score."""

    rounds: tuple[int, ...]
    home: StandingRow
    away: StandingRow
    board_count: int
    points: tuple[Points, Points]  # of its boards
    score: tuple[Points, Points]  # None for both until the match is finished
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board of a match, both tables side by side."""

    round_no: int | None
    board_no: int
    open_room: BoardLine | None  # the home team sits N-S
    closed_room: BoardLine | None  # the home team sits E-W
    home_points: Points
    away_points: Points
    running_totals: tuple[Points, Points]  # the points of both teams so far

    @property
    def only_line(self) -> BoardLine | None:
        """The line of a match that has one table, of two pairs."""
        return self.open_room or self.closed_room


@dataclass(frozen=True, slots=True)
class MatchSeats:
    """Who sat in a room in a round, N-S and E-W, as far as known."""

    round_no: int | None
    room: str  # "Open room"
    ns_players: tuple[str, ...]
    ew_players: tuple[str, ...]


VOID_NOTE = "This match is void: it doesn’t count, and neither side gets anything for it."
CARRY_OVER_NOTE = "The carry-over decides who goes through."
RULINGS_NOTE = "A ruling changes the score of one team only, so the scores may add up to more or less than usual."


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A match of two teams. Pairs of figures have the home team's first."""

    heading: Heading
    home: StandingRow
    away: StandingRow
    boards: tuple[MatchBoard, ...]
    points: tuple[Points, Points]  # of its boards
    score: tuple[Points, Points]  # of the match
    score_explanation: str  # how the score follows from the boards; empty before any board counts
    tables: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()  # in which the two teams meet, if each round is a match of its own
    round_no: int = 0  # of the sheet, 0 for all rounds together
    # What else counts in the totals of both teams: "Team 3: carry-over +5 IMPs".
    total_adjustments: tuple[str, ...] = ()
    # What rulings changed in this match: "Team 3: +1.5 VPs, ruling 4".
    rulings: tuple[str, ...] = ()
    is_reported: bool = False  # it counts by a result that was entered without boards
    # The score as people say it: if only IMPs count, those that each team won.
    result: tuple[Points, Points] = (None, None)
    imps: tuple[Points, Points] = (None, None)  # won by each, if a scale turned them into the score
    decimals: int = 2  # of the results of all matches
    # What counts in this match of a knock-out: "Team 4: carry-over +9.7 IMPs".
    match_adjustments: tuple[str, ...] = ()
    is_decided_by_carry_over: bool = False
    is_void: bool = False  # it doesn't count, whatever is entered

    @property
    def teams(self) -> tuple[int, int]:
        """The numbers of both teams."""
        return self.home.contestant, self.away.contestant

    @property
    def notes(self) -> tuple[str, ...]:
        """The rulings on the match, and what else counts in the totals, as sentences."""
        notes = [f"{text} (in this match)." for text in (*self.match_adjustments, *self.rulings)]
        if self.is_void:
            notes.insert(0, VOID_NOTE)
        if self.is_decided_by_carry_over:
            notes.append(CARRY_OVER_NOTE)
        if self.rulings:
            notes.append(RULINGS_NOTE)
        notes += [f"{text} (in the total)." for text in self.total_adjustments]
        return tuple(notes)

    @property
    def has_boards(self) -> bool:
        """Whether any board has points, or the match isn't known yet."""
        return self.score == (None, None) or any(
            board.home_points is not None or board.away_points is not None for board in self.boards
        )

    @property
    def imps_text(self) -> str:
        """The IMPs of which a scale made the score: ``"83 : 39"``, or "" if none are known."""
        home, away = self.imps
        if home is None or away is None:
            return ""
        texts = [format_for_note(Fraction(figure)) for figure in (home, away)]
        return " : ".join(texts).replace("-", MINUS)

    @property
    def location_title(self) -> str:
        """Round and tables: ``"Round 2, tables 3 and 4"``."""
        rounds = (self.round_no,) if self.round_no else self.rounds
        parts = []
        for noun, numbers in (("round", rounds), ("table", self.tables)):
            if numbers:
                plural = "s" if len(numbers) > 1 else ""
                numbers_text = join_names([str(number) for number in numbers])
                parts.append(f"{noun}{plural} {numbers_text}")
        return ", ".join(parts).capitalize()

    @property
    def seats(self) -> tuple[MatchSeats, ...]:
        """Who sat in both rooms by round, as far as known."""
        seats = []
        for board in self.boards:
            for room, line in (("Open room", board.open_room), ("Closed room", board.closed_room)):
                if line and (line.ns.players or line.ew.players):
                    seats.append(MatchSeats(board.round_no, room, line.ns.players, line.ew.players))
        # Players mostly sit for a whole round, so most boards repeat the seats of the one before.
        return tuple(dict.fromkeys(seats))
