"""What the sheets of one party print.

``director.party.paper.printing`` collects a ``PartyJob``. Drawing it makes no queries.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from director.party.sheets import (
    PartyEventResults,
    PartySeat,
    PrizeRow,
    RoundRecord,
    TableRecord,
    TallyCard,
)
from director.party.trumps import DEFAULT_TRUMPS
from director.pdf.fonts import MIN_SIZE, wrap_text
from director.pdf.selection import ALL_SHEETS, Selection
from director.pdf.table_cards import TableCard
from director.sheets import Heading

if TYPE_CHECKING:
    from director.pdf.sheet_kinds import SheetKind

REMEDY = "plan fewer rounds in step 1, Field"
"""What the director can do if a card has more lines than fit."""
SITS_OUT = "sits out"
"""What every sheet prints for a player without a table."""

QrRows = tuple[bytes, ...]
"""A QR code without its border: a byte for each square, 1 where it is dark."""


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A line of the list of prizes."""

    title: str
    rule: str
    winners: tuple[str, ...]  # "Ada Ash"
    amount: str = ""  # "£5.00"
    numbers: tuple[str, ...] = ()  # of the winners
    tie: str = ""  # who is tied, and how the tie is broken


@dataclass(frozen=True, slots=True)
class PartyJob:
    """The contents of a party's sheets, and how its cards are printed."""

    heading: Heading
    results: PartyEventResults
    planned_rounds: tuple[RoundRecord, ...] = ()  # empty unless all rounds are known in advance
    rules: tuple[tuple[str, str], ...] = ()  # headings and texts to read out before play
    prize_lines: tuple[PrizeLine, ...] = ()
    prize_note: str = ""  # how ties for prizes are settled
    won_prizes: tuple[PrizeRow, ...] = ()  # won prizes, in the order in which they are given
    slip_numbers: tuple[int, ...] = ()  # of the slips for a drawn-number prize
    round_noun: str = "round"  # what is played between two moves
    score_titles: tuple[str, ...] = ("Points",)  # of a card's boxes for a round
    written_title: str = "Points"  # of the score that a table writes
    trump_title: str = "Trump"
    hand_boxes: int = 0  # boxes for the hands of a round on a card, 0 for one box
    box_text: str = ""  # how to fill in the boxes of hands
    sit_outs_by_round: Mapping[int, Sequence[str]] = field(default_factory=dict)  # numbers
    sit_out_text: str = ""  # what a player gets for sitting out
    has_lone_hands: bool = False  # lone hands are counted
    has_holes: bool = False  # cards are punched, 1 to 15
    is_ranked: bool = True  # there are a head table and a foot table
    is_pivot: bool = False
    is_skat: bool = False
    has_lists: bool = False
    series_no: int = 1  # the series with the latest seats
    series_games: int = 0  # of a table of four; 0 if not known
    has_duty_solo: bool = False  # whether a list shows who has played a solo
    has_game_counts: bool = False  # the lists have games won and lost
    trumps: tuple[str, ...] = DEFAULT_TRUMPS
    hands: int = 1  # of a round, each with its trump
    has_trumps: bool = False  # the party has an order of trumps
    preset_kinds: tuple[str, ...] = ()  # the kinds of sheets that the chosen preset suggests
    selection: Selection = ALL_SHEETS  # the tables and players whose cards are printed
    spare_cards: int = 0
    has_names: bool = True
    codes: Mapping[int, QrRows] = field(default_factory=dict)  # by player
    table_cards: Callable[[], Sequence[TableCard]] | None = None  # called when they are drawn
    is_for_reading: bool = False  # the user may not see private addresses

    def has(self, kind: "SheetKind[PartyJob]") -> bool:
        """Return whether there is any sheet of *kind*."""
        return kind.has_sheets(self)

    @property
    def without_selection(self) -> "PartyJob":
        """The same job with all tables and players."""
        if self.selection.is_narrow:
            return replace(self, selection=ALL_SHEETS)
        return self

    @property
    def cards(self) -> tuple[TallyCard, ...]:
        """The cards of the selected players and tables."""
        if not self.selection.is_narrow:
            return self.results.cards
        cards = [card for card in self.results.cards if card.number in self.selection.players]
        if self.selection.tables:
            seated_players = {seat.number for table in self.tables for seat in table.seats}
            cards = [card for card in cards if card.number in seated_players]
        return tuple(cards)

    @property
    def known_rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds whose seats are known: only the first if moves depend on results."""
        return self.planned_rounds or self.results.rounds[:1]

    @property
    def tables(self) -> tuple[TableRecord, ...]:
        """The selected tables that play in the first round."""
        return tuple(
            table for table in self._playing_tables if self.selection.has_table(table.table_no)
        )

    @property
    def _playing_tables(self) -> tuple[TableRecord, ...]:
        first_round = self.results.first_round
        if first_round:
            return tuple(table for table in first_round.tables if not table.sits_out)
        return ()

    @property
    def rest_by_player(self) -> dict[int, str]:
        """What players without a game in the first round do, by number: sit out or wait at a table."""
        tables = self.results.first_round.tables if self.results.first_round else ()
        rest_by_player: dict[int, str] = {}
        for table in tables:
            if table.sits_out:
                rest_by_player |= {seat.number: table.rest for seat in table.seats}
        return rest_by_player

    @property
    def has_rows(self) -> bool:
        """Whether the room has several aisles."""
        return len({table.row for table in self._playing_tables}) > 1

    @property
    def round_title(self) -> str:
        """The title of the column of rounds: ``"Hand"``."""
        return self.round_noun.capitalize()

    @property
    def card_note(self) -> str:
        """The note below the lines of a card."""
        notes = []
        if self.hand_boxes and self.box_text:
            notes.append(self.box_text)
        if self.sit_outs_by_round:
            if self.sit_out_text:
                notes.append(f"When you sit out, {self.sit_out_text}")
            else:
                notes.append("Out: you sit out")
        return ". ".join(notes)

    @property
    def has_partners(self) -> bool:
        """Whether some side has two or more players, as is assumed before the draw."""
        if not self._playing_tables:
            return True
        return any(len(side) > 1 for table in self._playing_tables for side in table.sides)

    def get_rank_title(self, table: TableRecord) -> str:
        """Return "Head table", "Foot table" or an empty text for *table*."""
        playing_tables = self._playing_tables
        if not self.is_ranked or len(playing_tables) < 2:
            return ""
        if table.table_no == playing_tables[-1].table_no:
            return "Foot table"
        if table.table_no == playing_tables[0].table_no:
            return "Head table"
        return ""

    def format_table(self, table_no: int, row: int) -> str:
        """Return where a table is: ``"table 17, aisle 2"``."""
        if self.has_rows:
            return f"table {table_no}, aisle {row}"
        return f"table {table_no}"

    def get_printed_name(self, number: int, name: str) -> str:
        """Return the printed name of a player, or an empty text without a name to print.

        ``"Player 7"`` is no name: the number is printed anyway.
        """
        if not self.has_names or name == f"Player {number}":
            return ""
        return name

    def wrap_names(self, players: Iterable[PartySeat], width: float) -> list[str]:
        """Return the printed names of *players*, each wrapped to lines of *width*."""
        names = (self.get_printed_name(player.number, player.name) for player in players)
        return ["\n".join(wrap_text(name, MIN_SIZE, width)) for name in names]
