"""Frozen records of guide cards, slips, standings and scorecards.

A sheet holds words and figures that are ready to read, never a database row. Screens, PDF and
spreadsheets show the same sheet, so that they always agree. Points and percentages stay exact
(``int`` or ``Fraction``) and are rounded when they are shown, by functions of ``scoring``.

A *label* names a contestant: ``"5"`` with one winner, ``"5 N-S"`` or ``"5 E-W"`` with two. Fields
without a meaning for an event are empty.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Protocol

Points = int | Fraction | None

MINUS = "\N{MINUS SIGN}"
"""The sign in front of negative figures, for people. Files and forms have a hyphen."""
MAX_WINNERS = 4
"""If more contestants share the first places, no winners are named."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page. *is_current* if it is the page that is shown."""

    name: str
    address: str
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of every printed sheet, which shows if a sheet is of another event or movement."""

    club: str
    event: str
    date: date
    session: str  # "Session 1" or "Final"; empty if the event has only one
    section: str  # "A"; empty if the session has only one
    movement: str  # "Mitchell, 7 tables, 13 pairs"; empty for an imported event
    fingerprint: str  # the code of the movement; empty for an imported event
    game: str = "bridge"  # or "whist", "auction"; decides the columns of travellers and slips
    contestant_noun: str = "pair"  # the word for a contestant: also "player" or "team"
    is_by_seat: bool = False  # of teams: whether the movement names their players by seat
    scoring: str = "matchpoints"  # the method's key; decides the points on travellers and slips
    scoring_options: tuple[tuple[str, str], ...] = ()
    final: str = ""  # "Final B", the section's name if it is a final of a stage

    @property
    def has_player_moves(self) -> bool:
        """Whether the movement names single players, so that a side is two partners for a round."""
        return self.is_by_seat or self.has_player_contestants

    @property
    def has_player_contestants(self) -> bool:
        """Whether the contestants are single players."""
        return self.contestant_noun == "player"

    @property
    def has_excess(self) -> bool:
        """Whether points above a limit have their own column (excess scoring)."""
        return self.scoring == "excess"

    @property
    def guided_noun(self) -> str:
        """The word for a unit of the movement: ``"pair"``, ``"player"`` or ``"team"``."""
        if self.has_player_moves:
            return "player"
        return self.contestant_noun


@dataclass(frozen=True, slots=True)
class GuideCardRow:
    """One round at one table, with the next move of everyone in words."""

    round_no: int
    ns: str  # label of the pair, "–" for an empty seat
    ew: str
    boards: str  # "1–3", "2, 1"; empty in a sit-out
    # Remarks about the round: "arrow-switch", "boards shared with table 6", "sit-out".
    marks: tuple[str, ...]
    ns_next: str  # "stay", "to table 3, E-W", "sit out", "" after the last round
    ew_next: str
    boards_next: str  # "to table 2", "to the bye-stand between tables 4 and 5", ""
    copy: str = ""  # "copy 2 of 3" if there are several copies of the boards
    # Of single players: the labels of N, E, S and W, "–" for an empty seat.
    seats: tuple[str, ...] = ()
    # The next seat of each of them: "stay", "3 E", "sit out"; "" after the last round.
    seats_next: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The guide card of one table: players and boards of each round, and everybody's next seat."""

    heading: Heading
    table_no: int
    rows: tuple[GuideCardRow, ...]
    ns_move: str  # the N-S move if it is the same after every round, else ""
    ew_move: str
    boards_move: str
    notes: tuple[str, ...] = ()  # further sentences for the players
    # Of single players: the move of N, E, S and W if it is always the same, else "".
    seat_moves: tuple[str, ...] = ()
    boards_notes: tuple[str, ...] = ()  # what is true of the boards in every round


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """A line of a traveller, printed before play: two contestants who will play the board."""

    ns: str
    ew: str
    round_no: int
    table_no: int
    marks: tuple[str, ...] = ()  # as on the guide card


@dataclass(frozen=True, slots=True)
class PairRound:
    """A round as a pair, player or team has it. Without boards it is a sit-out, perhaps at a table.

    During play it *is_played* once all its boards are in, and the first that isn't *is_now*.
    """

    round_no: int
    table: str  # "3", "B3"; "" for a sit-out away from the tables
    side: str = ""  # "N-S", "E-W", of a single player "North"; "" in a sit-out
    opponents: str = ""  # label
    opponent_names: str = ""
    boards: str = ""  # "4–6"
    partner: str = ""  # label, of single players
    partner_name: str = ""
    is_played: bool = False
    is_now: bool = False

    @property
    def is_sit_out(self) -> bool:
        """Whether there are no opponents."""
        return not self.boards

    @property
    def partner_description(self) -> str:
        """The partner by label and name."""
        return f"{self.partner} {self.partner_name}".strip()


@dataclass(frozen=True, slots=True)
class Traveller:
    """The slip that travels with one physical board. *rows* are in order of N-S number."""

    heading: Heading
    board_no: int
    dealer: str  # "North"
    vulnerability: str  # "None", "N-S", "E-W", "All"; empty unless the game is bridge
    rows: tuple[TravellerRow, ...]
    copy: str = ""  # "copy 2 of 3" if there are several copies of the board
    trump: str = ""  # "K♣", at whist, once it is known


@dataclass(frozen=True, slots=True)
class SlipBoard:
    """One line of a pick-up slip or a private scorecard.

    It never has the trump of whist: nobody may know the trump of a deal before they play it, and
    these sheets are in players' hands earlier (Law IV of duplicate whist).
    """

    board_no: int
    dealer: str
    vulnerability: str


@dataclass(frozen=True, slots=True)
class ScoreSlip:
    """The pick-up slip of one table and round."""

    heading: Heading
    table_no: int
    round_no: int
    ns: str
    ew: str
    boards: tuple[SlipBoard, ...]
    marks: tuple[str, ...] = ()  # as on the guide card
    copy: str = ""  # "copy 2 of 3" if there are several copies of the boards


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The place of one contestant."""

    place: str  # "3="; empty before anything is scored
    contestant: int
    label: str
    names: str  # "Ada Ash & Bert Hazel"
    direction: str  # "NS", "EW", or "" with one winner
    boards: int  # boards scored so far
    total: Points
    percent: Fraction | None
    penalties: str = ""  # "−2 MP"; included in the total, as are carry-over and handicap
    carry_over: str = ""  # "+4.5 MP"
    handicap: str = ""  # "+3 %"
    gross: Points = None  # total without handicaps; None if nobody has a handicap
    gross_percent: Fraction | None = None
    stratum: str = ""  # "B"
    stratum_places: str = ""  # "C 1, B 2=", the contestant's own stratum first
    # Of several sessions: the percentage or total in each, None for a session not played.
    sessions: tuple[Points, ...] = ()
    matches: int | None = None  # of those who play matches: matches with a board that counts
    imps: Points = None  # IMPs won less IMPs lost, if victory points are made of them
    match_percent: Fraction | None = None  # of matchpoints, if victory points are made of them
    won: int | None = None  # in a round robin: matches won, drawn and lost
    drawn: int | None = None
    lost: int | None = None
    came: str = ""  # "Out in the semi-final", in a knock-out
    # Titles and figures of the tie-breaks that its group needed, "" for those in no such tie.
    tie_breaks: tuple[tuple[str, str], ...] = ()
    session_no: int = 0  # the session in which *contestant* is the number; 0 if there is only one
    is_unranked: bool = False  # it plays without standing, so no list of standings has it


@dataclass(frozen=True, slots=True)
class Standings:
    """The places of a whole field: one group with one winner, N-S and E-W groups with two."""

    heading: Heading
    method: str  # "Matchpoints"
    groups: tuple["StandingGroup", ...]
    results_in: int
    results_due: int  # 0 if no movement says how many are due
    notes: tuple[str, ...] = ()
    # Of several sessions: their names, in the order of ``StandingRow.sessions``.
    sessions: tuple[str, ...] = ()
    is_final: bool = False  # when it is printed

    @property
    def is_complete(self) -> bool:
        """Whether every due result has been entered."""
        return self.results_in >= self.results_due

    @property
    def winners(self) -> tuple[tuple[str, StandingRow], ...]:
        """The winners by direction, or the first three with their places.

        Empty while results are missing, or if too many share the places.
        """
        if not self.is_complete or len(self.groups) > 2:
            return ()
        places = ("1",) if len(self.groups) == 2 else ("1", "2", "3")
        winners = []
        for group in self.groups:
            for row in group.rows:
                if row.place.rstrip("=") in places:
                    winners.append((group.title or f"Place {row.place}", row))
        if len(winners) <= MAX_WINNERS:
            return tuple(winners)
        return ()

    @property
    def has_extras(self) -> bool:
        """Whether handicaps, carry-overs or strata need their own columns."""
        rows = (row for group in self.groups for row in group.rows)
        return any(row.handicap or row.carry_over or row.stratum for row in rows)


@dataclass(frozen=True, slots=True)
class StandingGroup:
    """Contestants ranked against each other."""

    title: str  # "North-South", "East-West", or "" with one winner
    rows: tuple[StandingRow, ...]

    @property
    def tie_titles(self) -> tuple[str, ...]:
        """The titles of the tie-breaks that have a figure in the group."""
        return list_used_tie_titles(self.rows)


def list_used_tie_titles(rows: Iterable[StandingRow]) -> tuple[str, ...]:
    """Return the titles of the tie-breaks that have a figure in one of *rows*."""
    is_used_by_title: dict[str, bool] = {}
    for row in rows:
        for title, tie_break_value in row.tie_breaks:
            is_used_by_title[title] = is_used_by_title.get(title, False) or bool(tie_break_value)
    return tuple(title for title, is_used in is_used_by_title.items() if is_used)


OFF_SCHEDULE_LABEL = "off schedule"
"""The words for a line that was played but wasn't due by the movement."""


@dataclass(frozen=True, slots=True)
class LineSide:
    """One side of a line: who sat there, and what the board gave it."""

    label: str
    number: int
    names: str
    points: Points
    percent: Fraction | None
    players: tuple[str, ...] = ()  # of a team: its players who sat there


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One result on a board with its points.

    A traveller shows it as N-S see it, a card as its contestant does, who sat *seen_from* there:
    *score* and *par* are those of E-W then, at whist also *contract* and *tricks*.
    """

    board_no: int
    ns: LineSide
    ew: LineSide
    contract: str  # "4SX", "PASS", "A6040", "NP", "9-R"; "" for a bare score or a missing result
    declarer: str  # "N", "E", "S", "W", "N-S", "E-W" or ""
    tricks: Points  # a fraction only for a revoke that was settled by an average
    score: Points
    group: str = ""  # "B" if other cards were played than at the tables without a letter
    settlement_reason: str = ""  # a sentence why tricks and score aren't those played
    covered: str = ""  # "4SS=": the result played, if an award counts instead
    off_schedule: str = ""  # in words, if the line wasn't due by the movement
    lead: str = ""  # "HK", if the players entered it
    seats: tuple[int, ...] = ()  # of players named by seat: the holders of N, E, S and W
    par: int | None = None  # if the cards may be seen
    due: str = ""  # without a result: "round 3" in which it will be played, or "missing"
    honours: str = ""  # at auction: "N-S 30"
    round_no: int | None = None  # an imported event can be without
    is_void: bool = False  # its match doesn't count
    seen_from: str = "N-S"  # or "E-W"; for a single player "N", "E", "S" or "W" if it is known
    partner: LineSide | None = None  # on a single player's card

    @property
    def key(self) -> tuple[int, int, int]:
        """Its board and the numbers of both sides."""
        return self.board_no, self.ns.number, self.ew.number

    @property
    def direction(self) -> str:
        """The side that sees it: ``"NS"`` or ``"EW"``."""
        return "NS" if self.seen_from[0] in "NS" else "EW"

    @property
    def own(self) -> LineSide:
        """The side that sees it."""
        return self.ns if self.direction == "NS" else self.ew

    @property
    def opponents(self) -> LineSide:
        """The side against it."""
        return self.ew if self.direction == "NS" else self.ns

    @property
    def to_par(self) -> Points:
        """The score less par, or None if one of them is unknown."""
        if self.par is None or self.score is None:
            return None
        return self.score - self.par


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """The traveller of a board after play."""

    heading: Heading
    board_no: int
    dealer: str
    vulnerability: str
    top: Points
    lines: tuple[BoardLine, ...]
    trump: str = ""  # "K♣", at whist, once it is known


@dataclass(frozen=True, slots=True)
class ParComparison:
    """The worth of a pair's cards: the sum of par over a number of *board_count*, and of its scores."""

    board_count: int
    par_sum: int
    score_sum: Points

    @property
    def difference(self) -> Points:
        """The pair's score less the worth of its cards."""
        return (self.score_sum or 0) - self.par_sum


@dataclass(frozen=True, slots=True)
class PairCard:
    """The scorecard of a contestant: every board with opponents, result and points."""

    heading: Heading
    standing: StandingRow
    lines: tuple[BoardLine, ...]
    notes: tuple[str, ...] = ()  # remarks about its rounds: "Rounds 8 and 9: arrow-switch: …"
    needs_large_print: bool = False  # printed for somebody who needs large print

    @property
    def par_comparison(self) -> ParComparison | None:
        """The worth of its cards on the boards with a known par, or None without such boards."""
        boards = 0
        par = 0
        score: int | Fraction = 0
        for line in self.lines:
            if line.par is not None and line.score is not None:
                boards += 1
                par += line.par
                score += line.score
        if boards:
            return ParComparison(boards, par, score)
        return None


RECAP_TITLE = "Recap"


@dataclass(frozen=True, slots=True)
class RecapRow:
    """One contestant's points board by board, in the order of ``Recap.boards``."""

    standing: StandingRow
    points: tuple[Points, ...]
    off_schedule: frozenset[int] = frozenset()  # boards whose line wasn't due by the movement


@dataclass(frozen=True, slots=True)
class Recap:
    """The whole field on one sheet: contestants down, boards across."""

    heading: Heading
    boards: tuple[int, ...]
    rows: tuple[RecapRow, ...]


class EventSheets(Protocol):
    """Everything that is published or exported of one section.

    Each part may be computed when it is asked for.
    """

    @property
    def standings(self) -> Standings:
        """The standings."""

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The travellers of all boards."""

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of all pairs."""

    @property
    def recap(self) -> Recap:
        """The whole field, board by board."""
