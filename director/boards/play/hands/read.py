"""The page of the cards: what is kept of each board, and who may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from director.boards.movement.lines.read import SectionLines, field_lines, field_plans
from director.boards.movement.scoring_field import ScoringField, scoring_field_of
from director.boards.movement.words import dealer_name, runs_text, vulnerable_text
from director.boards.play.hands.sheets import HandRecords, HandSheet, hand_sheet
from director.boards.scoring.deals.double_dummy import is_installed
from director.boards.scoring.deals.mending import field_mending
from director.boards.scoring.deals.read import Hand, Place, boards_played, field_hands
from director.boards.scoring.deals.shared import SharingSession, still_played
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Deal, Section
from scoring import Mending


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board: whether its cards are known, how far it is played, and whether they may be seen."""

    board_no: int
    dealer: str
    vulnerability: str
    is_known: bool
    has_makeable: bool
    played: int
    due: int
    is_open: bool
    came: str  # the file, or "dealt here"


class HandsPage:
    """Everything that the page of a session's cards shows.

    Ten queries at most whatever the size.
    """

    def __init__(self, section: Section) -> None:
        self.section = section
        self.scoring_field: ScoringField = scoring_field_of(section)

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the session."""
        return field_lines(self.scoring_field, field_plans(self.scoring_field))

    @cached_property
    def hands(self) -> dict[Place, Hand]:
        """The cards of all sections."""
        return field_hands(self.scoring_field)

    @cached_property
    def open_boards(self) -> frozenset[int]:
        """The boards whose cards may be seen by anybody."""
        return boards_played(self.scoring_field, self.lines) - self.held.keys()

    @cached_property
    def held(self) -> dict[int, SharingSession]:
        """The boards that another session of the club has still to play with the same cards, and which one."""
        return {
            board_no: night
            for (_section, board_no), night in still_played(self.scoring_field, self.hands).items()
        }

    @property
    def elsewhere(self) -> tuple[tuple[str, SharingSession], ...]:
        """Those boards as people say them, night by night."""
        nights: dict[SharingSession, list[int]] = {}
        for board_no, night in sorted(self.held.items()):
            nights.setdefault(night, []).append(board_no)
        return tuple((runs_text(boards), night) for night, boards in nights.items())

    @cached_property
    def rows(self) -> tuple[BoardRow, ...]:
        """The boards in play, and those of which cards are kept besides."""
        stored = Deal.objects.filter(section__session=self.scoring_field.session)
        came = dict(stored.order_by("-section").values_list("board_no", "source"))
        known = {board_no: hand for (_section, board_no), hand in self.hands.items()}
        return tuple(
            self._row(no, known.get(no), came.get(no, ""))
            for no in sorted({*self.lines.boards, *known})
        )

    def _row(self, board_no: int, hand: Hand | None, source: str) -> BoardRow:
        lines = self.lines.on_board(board_no)
        came = (source or "dealt here") if hand else ""
        return BoardRow(
            board_no,
            dealer_name(board_no),
            vulnerable_text(board_no),
            is_known=hand is not None,
            has_makeable=hand is not None and hand.makeable is not None,
            played=sum(line.is_in for line in lines),
            due=len(lines),
            is_open=board_no in self.open_boards,
            came=came,
        )

    @property
    def known(self) -> int:
        """Of how many boards the cards are known."""
        return sum(row.is_known for row in self.rows)

    @property
    def unweighed(self) -> int:
        """Of how many of them nobody knows what can be made."""
        return sum(row.is_known and not row.has_makeable for row in self.rows)

    @property
    def unknown(self) -> tuple[int, ...]:
        """The boards in play whose cards are not known."""
        return tuple(row.board_no for row in self.rows if row.due and not row.is_known)

    @property
    def can_weigh(self) -> bool:
        """Whether what can be made can be worked out here."""
        return is_installed()

    @property
    def is_over(self) -> bool:
        """Whether the cards of every board may be seen."""
        return all(row.is_open for row in self.rows if row.due)

    @cached_property
    def mending(self) -> Mending | None:
        """What the results tell against the cards."""
        return field_mending(self.scoring_field, self.hands, self.lines)

    def sheets(self, board_no: int) -> tuple[HandSheet, ...]:
        """Return the cards of a board, open or not: one for all sections, or one for each that has its own."""
        return board_hands(self.scoring_field, self.hands, board_no)


def hand_records(sheets: SessionSheets, hands: Mapping[Place, Hand]) -> HandRecords:
    """Return *hands* as they are printed, board by board."""
    numbers = sorted({board_no for _section, board_no in hands})
    shown = (
        sheet
        for board_no in numbers
        for sheet in board_hands(sheets.scoring_field, hands, board_no)
    )
    return HandRecords(sheets.heading, tuple(shown))


def board_hands(
    scoring_field: ScoringField, hands: Mapping[Place, Hand], board_no: int
) -> tuple[HandSheet, ...]:
    """Return the sheets of a board's cards.

    It is one sheet if all sections have the same cards, else one for each.
    """
    own = {section.letter: hands.get((section.pk, board_no)) for section in scoring_field.sections}
    known = {letter: hand for letter, hand in own.items() if hand}
    if len(set(known.values())) == 1 and len(known) == len(own):
        return (hand_sheet(next(iter(known.values()))),)
    return tuple(hand_sheet(hand, letter if len(own) > 1 else "") for letter, hand in known.items())
