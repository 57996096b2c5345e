"""Everything of one party that can go on paper."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from director.party.sheets import (
    PartyRoundSheet,
    PartySeat,
    PartySheets,
    PartyTableSheet,
    PrizeRow,
    TallyCard,
)
from director.party.trumps import USUAL_TRUMPS
from director.pdf.fonts import SMALLEST, wrap_text
from director.pdf.selection import EVERYTHING, Selection
from director.pdf.table_cards import TableCard
from director.sheets import Heading

if TYPE_CHECKING:
    from director.pdf.kinds import SheetKind

REMEDY = "plan fewer rounds in step 1, Field"
"""What to do where a card has more lines than fit."""
SITS_OUT = "sits out"
"""What every paper of a party says of somebody without a table."""

QrRows = tuple[bytes, ...]
"""A QR code without its border: a byte for each square, 1 where it is dark."""


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize of the list: its rule, winner, and open ties."""

    title: str
    rule: str
    winners: tuple[str, ...]  # "17 Ada Ash"
    note: str = ""


@dataclass(frozen=True, slots=True)
class PartyJob:
    """The sheets of a party and how its cards are wanted.

    *planned* are all rounds of a system whose evening is known beforehand, else empty.
    *round_word* is what is played between two moves, *made* are the titles of the boxes of a card
    for what that brings (``("Points",)``, ``("Plus", "Minus")``), *written* is the title of what a
    table writes.  On a card each of *boxes* hands of a round has a box of its own, filled in as
    *box_words* say; 0 where a round has one.
    """

    heading: Heading
    sheets: PartySheets
    planned: tuple[PartyRoundSheet, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()  # heading and text of what is read out before play
    prizes: tuple[PrizeLine, ...] = ()
    prize_note: str = ""  # how ties for prizes are settled
    given: tuple[PrizeRow, ...] = ()  # the prizes in the order of giving, once there are some
    numbers: tuple[int, ...] = ()  # of the slips, where prizes go by a drawn number
    round_word: str = "round"
    made: tuple[str, ...] = ("Points",)
    written: str = "Points"
    trump_title: str = "Trump"
    boxes: int = 0
    box_words: str = ""
    turns: Mapping[int, Sequence[str]] = field(default_factory=dict)  # by round, who sits out
    sit_out: str = ""  # what they do for it
    has_lone: bool = False  # lone hands are noted
    has_holes: bool = False  # cards are punched, 1 to 15
    is_ranked: bool = True  # the tables have a head and a foot
    is_pivot: bool = False
    is_skat: bool = False
    has_lists: bool = False
    series_no: int = 1  # the series with the latest seats
    series_games: int = 0  # of a table of four; 0 where nobody says how many
    counts_games: bool = False  # games won and lost stand on the lists
    trumps: tuple[str, ...] = USUAL_TRUMPS
    hands: int = 1  # of a round, each with its trump
    has_trumps: bool = False  # trumps go in turn, whatever is played
    usual: tuple[str, ...] = ()  # the kinds of sheets that go with what was chosen by name
    selection: Selection = EVERYTHING  # which tables and players cards are wanted of
    spares: int = 0
    with_names: bool = True
    codes: Mapping[int, QrRows] = field(
        default_factory=dict
    )  # by player, what a phone reads off a card
    table_cards: Callable[[], tuple[TableCard, ...]] | None = None  # read when they are drawn
    is_for_reading: bool = False  # whoever prints may not be given private addresses

    def has(self, kind: "SheetKind[PartyJob]") -> bool:
        """Return whether there is any sheet of *kind*."""
        return kind.has(self)

    @property
    def whole(self) -> "PartyJob":
        """The same with nothing left out."""
        if self.selection.is_narrow:
            return replace(self, selection=EVERYTHING)
        return self

    @property
    def cards(self) -> tuple[TallyCard, ...]:
        """The wanted cards, of some players or tables."""
        wanted = self.selection
        if not wanted.is_narrow:
            return self.sheets.cards
        at_tables = set()
        for table in self.tables:
            for side in table.sides:
                for seat in side:
                    at_tables.add(seat.number)
        return tuple(
            card
            for card in self.sheets.cards
            if card.number in wanted.players and (card.number in at_tables or not wanted.tables)
        )

    @property
    def tables(self) -> tuple[PartyTableSheet, ...]:
        """The tables that play in the first round, as far as they are wanted."""
        return tuple(table for table in self._playing if self.selection.has_table(table.table_no))

    @property
    def _playing(self) -> tuple[PartyTableSheet, ...]:
        first = self.sheets.first_round
        if first:
            return tuple(table for table in first.tables if not table.sits_out)
        return ()

    @property
    def resting(self) -> dict[int, str]:
        """What the players do who do not play the first round: sit out, or wait at a table."""
        tables = self.sheets.first_round.tables if self.sheets.first_round else ()
        return {
            seat.number: table.rest
            for table in tables
            if table.sits_out
            for side in table.sides
            for seat in side
        }

    @property
    def has_rows(self) -> bool:
        """Whether the room has several aisles."""
        return len({table.row for table in self._playing}) > 1

    @property
    def round_title(self) -> str:
        """What heads the column of rounds: ``"Hand"``."""
        return self.round_word.capitalize()

    @property
    def card_note(self) -> str:
        """The note below the lines of a card."""
        worth = f"; {self.sit_out}" if self.sit_out else ""
        out = f"Out: sit out{worth}" if self.turns else ""
        return ". ".join(filter(None, (self.box_words if self.boxes else "", out)))

    @property
    def is_one_to_one(self) -> bool:
        """Whether two play each other at every table."""
        sides = []
        for table in self._playing:
            for side in table.sides:
                sides.append(len(side))
        return set(sides) == {1} and len(sides) == 2 * len(self._playing)

    @property
    def has_partners(self) -> bool:
        """Whether two or more play together."""
        return not self._playing or any(
            len(side) > 1 for table in self._playing for side in table.sides
        )

    def rank(self, table: PartyTableSheet) -> str:
        """Return "Head table", "Foot table" or "", for each aisle."""
        playing = self._playing
        if not self.is_ranked or len(playing) < 2:
            return ""
        return {playing[0].table_no: "Head table", playing[-1].table_no: "Foot table"}.get(
            table.table_no, ""
        )

    def place(self, table_no: int, row: int) -> str:
        """Return where a table is: ``"table 17, aisle 2"``."""
        if self.has_rows:
            return f"table {table_no}, aisle {row}"
        return f"table {table_no}"

    def called(self, number: int, name: str) -> str:
        """Return a name as printed, "" if it is only the number or not wanted."""
        if not self.with_names or name == f"Player {number}":
            return ""
        return name

    def names_within(self, players: Iterable[PartySeat], width: float) -> list[str]:
        """Return the names as they are printed, each in as many lines as it needs within *width*."""
        called = (self.called(player.number, player.name) for player in players)
        return ["\n".join(wrap_text(name, SMALLEST, width)) for name in called]
