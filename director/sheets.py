"""Frozen records of what is shown: on a screen, on paper and in a spreadsheet.

A sheet holds words and figures that are ready to be read, never a database row; screens, PDF and
spreadsheet dress the same sheet, so that they cannot disagree.  Points and percentages stay exact
(``int`` or ``Fraction``); the screen or file that shows them rounds, by the named functions of
``scoring``.

Labels: a pair is named by its *label*: ``"5"`` with one winner, ``"5 N-S"`` or ``"5 E-W"`` with
two.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Protocol

Points = int | Fraction | None

MOST_WINNERS = 4
"""Where more share the first places, nobody is named above the others."""


@dataclass(frozen=True, slots=True)
class Link:
    """A page to open: what it is called, its address, and whether it is the one that is shown."""

    name: str
    address: str
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """What every printed sheet carries, so that a card from another night or an older movement is spotted."""

    club: str
    event: str
    date: date
    session: str  # "Session 1"; empty where the event has only one
    section: str  # "A"; empty where the session has only one
    movement: str  # "Mitchell, 7 tables, 13 pairs"; empty for a night played elsewhere
    fingerprint: str  # six characters of the movement; empty for a night played elsewhere
    game: str = "bridge"  # or "whist", "auction": which columns a traveller and a slip have
    called: str = "pair"  # what a contestant is: also "player" or "team"
    by_seat: bool = False  # of teams: whether the movement names their players by seat
    scoring: str = (
        "matchpoints"  # the key of the method: which points a traveller and a slip ask for
    )
    scoring_options: tuple[tuple[str, str], ...] = ()

    @property
    def is_of_players(self) -> bool:
        """Whether everybody is named by seat, and who sits N-S is two players who are partners for a round."""
        return self.by_seat or self.ranks_players

    @property
    def ranks_players(self) -> bool:
        """Whether everybody plays alone."""
        return self.called == "player"

    @property
    def has_excess(self) -> bool:
        """Whether what is above a limit is written in a column of its own."""
        return self.scoring == "excess"

    @property
    def guided(self) -> str:
        """What whoever follows the movement is called: ``"pair"``, ``"player"`` or ``"team"``."""
        if self.is_of_players:
            return "player"
        return self.called


@dataclass(frozen=True, slots=True)
class GuideCardRow:
    """One round at one table, with the next move of everyone in words."""

    round_no: int
    ns: str  # label of the pair, "–" where nobody sits
    ew: str
    boards: str  # "1–3", "2, 1"; empty in a sit-out
    marks: tuple[
        str, ...
    ]  # what is special in this round: "arrow-switch", "boards shared with table 6", "sit-out"
    ns_next: str  # "stay", "to table 3, E-W", "sit out", "" after the last round
    ew_next: str
    boards_next: str  # "to table 2", "to the bye-stand between tables 4 and 5", ""
    copy: str = ""  # "copy 2 of 3" where the boards are laid out several times
    seats: tuple[
        str, ...
    ] = ()  # of single players: the labels of N, E, S and W, "–" where nobody sits
    seats_next: tuple[
        str, ...
    ] = ()  # where each of them goes: "stay", "3 E", "sit out"; "" after the last round


@dataclass(frozen=True, slots=True)
class GuideCard:
    """Everything one table needs: who plays which boards in each round, and where everyone goes."""

    heading: Heading
    table_no: int
    rows: tuple[GuideCardRow, ...]
    ns_move: str  # the N-S move if it is the same after every round, else ""
    ew_move: str
    boards_move: str
    notes: tuple[str, ...] = ()  # what players must know besides, whole sentences
    seat_moves: tuple[
        str, ...
    ] = ()  # of single players: the move of N, E, S and W if it is always the same, else ""


@dataclass(frozen=True, slots=True)
class HowellCard:
    """Howell's card of one table: who and what is there at first, and the one way on from every seat."""

    heading: Heading
    table_no: int
    ns: str  # label of the pair that begins here, "–" where nobody does
    ew: str
    boards: tuple[
        str, ...
    ]  # the sets that lie here at first, the one in play before those that wait
    north: str  # "East at table 4", "stay"
    east: str
    south: str
    west: str
    boards_next: str
    rows: tuple[GuideCardRow, ...]


@dataclass(frozen=True, slots=True)
class SaffordLine:
    """One set of boards of one pair, and whose squares its total is copied to."""

    round_no: int
    table_no: int
    side: str  # "N-S" or "E-W"
    boards: str
    opponents: str
    shared_with: tuple[str, ...]  # labels


@dataclass(frozen=True, slots=True)
class SaffordCard:
    """The score card of one pair with a square for every total it shares.

    *others* are the pairs in order.
    """

    heading: Heading
    label: str
    others: tuple[str, ...]
    lines: tuple[SaffordLine, ...]


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """One line of a traveller, printed before play: who will meet on this board."""

    ns: str
    ew: str
    round_no: int
    table_no: int
    marks: tuple[str, ...] = ()  # as on the guide card


@dataclass(frozen=True, slots=True)
class Traveller:
    """The slip that travels with one physical board.

    *rows* are in order of N-S number.
    """

    heading: Heading
    board_no: int
    dealer: str  # "North"
    vulnerability: str  # "None", "N-S", "E-W", "All"; "" but at bridge
    rows: tuple[TravellerRow, ...]
    copy: str = ""  # "copy 2 of 3" where the board is laid out several times
    trump: str = ""  # "K♣", at whist, once it is known


@dataclass(frozen=True, slots=True)
class SlipBoard:
    """One line of a pick-up slip."""

    board_no: int
    dealer: str
    vulnerability: str
    trump: str = ""  # "K♣", at whist, once it is known


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
    copy: str = ""  # "copy 2 of 3" where the boards are laid out several times


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One contestant's place."""

    place: str  # "3="; empty before anything is scored
    contestant: int
    label: str
    names: str  # "Ada Ash & Bert Hazel"
    direction: str  # "NS", "EW", or "" with one winner
    boards: int  # boards scored so far
    total: Points
    percent: Fraction | None
    penalties: str = ""  # "−2 MP"; they are in the total already, as are the next two
    carry_over: str = ""  # "+4.5 MP"
    handicap: str = ""  # "+3 %"
    gross: Points = None  # total without handicaps; None where nobody has one
    gross_percent: Fraction | None = None
    stratum: str = ""  # "B"
    stratum_places: str = ""  # "C 1, B 2=", its own first
    sessions: tuple[
        Points, ...
    ] = ()  # of several sessions, percentage (or total) in each; None where it did not play
    matches: int | None = (
        None  # how many it played with a board that counts, of those who play matches
    )
    imps: Points = None  # won over those lost in all of them, where victory points are made of them
    came: str = ""  # "Out in the semi-final", in a knock-out
    session_no: int = (
        0  # in which session it has the number ``contestant``; 0 where there is only one
    )


@dataclass(frozen=True, slots=True)
class Standings:
    """Places of a whole field.

    One group with one winner, N-S and E-W groups with two.
    """

    heading: Heading
    method: str  # "Matchpoints"
    groups: tuple["StandingGroup", ...]
    results_in: int
    results_due: int  # 0 where no plan says how many
    notes: tuple[str, ...] = ()
    sessions: tuple[
        str, ...
    ] = ()  # of several sessions what each is called, in the order of ``StandingRow.sessions``
    is_final: bool = False  # as it is printed

    @property
    def is_complete(self) -> bool:
        """Whether every result the plan asks for is in."""
        return self.results_in >= self.results_due

    @property
    def winners(self) -> tuple[tuple[str, StandingRow], ...]:
        """The winners by direction, or else the first three with their places.

        Empty while results are missing.
        """
        if not self.is_complete or len(self.groups) > 2:
            return ()
        places = ("1",) if len(self.groups) == 2 else ("1", "2", "3")
        rows = [(group.title, row) for group in self.groups for row in group.rows]
        won = [
            (title or f"Place {row.place}", row)
            for title, row in rows
            if row.place.rstrip("=") in places
        ]
        if len(won) <= MOST_WINNERS:
            return tuple(won)
        return ()

    @property
    def has_extras(self) -> bool:
        """Whether anybody has a handicap, a carry-over or a stratum, which need columns of their own."""
        rows = (row for group in self.groups for row in group.rows)
        return any(row.handicap or row.carry_over or row.stratum for row in rows)


@dataclass(frozen=True, slots=True)
class StandingGroup:
    """Contestants ranked against each other."""

    title: str  # "North-South", "East-West", or "" with one winner
    rows: tuple[StandingRow, ...]


OFF_SCHEDULE = "off schedule"
"""What every sheet says of a line that the movement did not make due."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One result on a board with what it earned."""

    ns: str
    ew: str
    ns_no: int
    ew_no: int
    ns_names: str
    ew_names: str
    contract: (
        str  # "4SX", "PASS", "A6040", "NP", "9-R"; "" for a bare score and where nothing is in
    )
    declarer: str  # "N", "E", "S", "W", "N-S", "E-W" or ""
    tricks: Points  # whole, but for a revoke that was settled by an average
    ns_score: Points
    ns_points: Points
    ew_points: Points
    ns_percent: Fraction | None
    group: str = ""  # "B" where other cards were played than at the tables without a letter
    settled: str = ""  # why it counts otherwise than it was made, a sentence; the tricks and score are what counts
    covered: str = ""  # "4SS=": what was made, where an award counts in its place
    off_schedule: str = ""  # words, where the movement did not make the line due
    lead: str = ""  # "HK", where players said it
    seats: tuple[int, ...] = ()  # of players named by seat: who held the cards of N, E, S and W
    to_par: int | None = None  # how far the N-S score is from par, where the cards may be seen
    ns_players: tuple[str, ...] = ()  # of teams: who of the N-S team sat there
    ew_players: tuple[str, ...] = ()
    due: str = ""  # where nothing is entered: "round 3" in which it is played, or "missing"
    honours: str = ""  # at auction: "N-S 30"


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """A board's traveller after play."""

    heading: Heading
    board_no: int
    dealer: str
    vulnerability: str
    top: Points
    lines: tuple[BoardLine, ...]
    trump: str = ""  # "K♣", at whist, once it is known


@dataclass(frozen=True, slots=True)
class PairCardLine:
    """One board of one pair, seen from its own side."""

    round_no: int | None
    board_no: int
    direction: str  # "NS" or "EW": how the pair sat
    opponents: str  # label
    opponents_no: int
    opponent_names: str
    contract: str
    declarer: str
    tricks: Points
    score: Points  # from this pair's side
    points: Points
    percent: Fraction | None
    off_schedule: str = ""  # words, where the movement did not make the line due
    own_no: int = 0  # the number of its side on the line: of a player that of the partnership
    seat: str = ""  # of a player: "N", "E", "S" or "W"; empty where only the side is known
    partner: str = ""  # label of the player it had for a partner, empty of pairs and teams
    partner_no: int = 0
    partner_name: str = ""
    par: int | None = None  # from this pair's side, where the cards may be seen
    own_players: tuple[str, ...] = ()  # of a team: who of it sat there
    opponent_players: tuple[str, ...] = ()
    due: str = ""  # where nothing is entered: "round 3" in which it is played, or "missing"
    honours: str = ""  # at auction: "N-S 30"

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of the N-S and the E-W side."""
        if self.direction == "NS":
            return (self.own_no, self.opponents_no)
        return (self.opponents_no, self.own_no)

    @property
    def to_par(self) -> Points:
        """How far the score is from par, ``None`` where one of them is not known."""
        if self.par is None or self.score is None:
            return None
        return self.score - self.par


@dataclass(frozen=True, slots=True)
class CardsWorth:
    """What the cards of a pair were worth: the sum of par on so many *boards*, and what it scored there."""

    boards: int
    par: int
    score: Points

    @property
    def difference(self) -> Points:
        """How much more it scored than its cards were worth."""
        return (self.score or 0) - self.par


@dataclass(frozen=True, slots=True)
class PairCard:
    """All a pair did: every board with opponents, result and share."""

    heading: Heading
    standing: StandingRow
    lines: tuple[PairCardLine, ...]
    notes: tuple[str, ...] = ()  # what was special in its rounds: "Rounds 8 and 9: arrow-switch: …"

    @property
    def worth(self) -> CardsWorth | None:
        """What its cards were worth on the boards of which par is known, ``None`` where it is of none."""
        known = [
            (line.par, line.score)
            for line in self.lines
            if line.par is not None and line.score is not None
        ]
        if not known:
            return None
        return CardsWorth(
            len(known), sum(par for par, _score in known), sum(score for _par, score in known)
        )


@dataclass(frozen=True, slots=True)
class RecapRow:
    """One contestant's points board by board, in the order of ``Recap.boards``."""

    standing: StandingRow
    points: tuple[Points, ...]
    off_schedule: frozenset[int] = (
        frozenset()
    )  # the boards whose line the movement did not make due


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
