"""Read the page Hands: the cards stored for each board, and whether they may be seen.

Cards are *known* if they are stored. A board is *open* if everybody may see its cards: all tables
of this session have played it, and no other session that shares the cards has it to play.
"""

from dataclasses import dataclass
from functools import cached_property

from director.additions.hands.double_dummy import is_installed
from director.additions.hands.mending import find_field_mending
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_field_lines,
    fetch_field_plans,
)
from director.boards.movement.scoring_field import ScoringField, fetch_scoring_field
from director.boards.movement.words import format_runs, format_vulnerability, get_dealer_name
from director.boards.play.hands import HandSheet, make_board_hands
from director.boards.scoring.deals.read import (
    BoardDeal,
    Place,
    fetch_field_hands,
    find_played_boards,
)
from director.boards.scoring.deals.shared import SharingSession, find_deals_awaited_elsewhere
from director.models import Deal, Section
from scoring.hands.misplaced import DealCorrection


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board: whether its cards are known and may be seen, and how far it is played."""

    board_no: int
    dealer: str
    vulnerability: str
    is_known: bool
    has_makeable: bool
    results_in: int
    results_due: int
    is_open: bool
    source: str  # the file, or "dealt here"


class HandsPage:
    """The content of the page Hands of a session. Ten queries at most for any size."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.scoring_field: ScoringField = fetch_scoring_field(section)

    @cached_property
    def lines(self) -> SectionLines:
        """All lines of the session."""
        return fetch_field_lines(self.scoring_field, fetch_field_plans(self.scoring_field))

    @cached_property
    def hands(self) -> dict[Place, BoardDeal]:
        """The cards of all sections."""
        return fetch_field_hands(self.scoring_field)

    @cached_property
    def open_boards(self) -> frozenset[int]:
        """The boards whose cards may be seen by anybody."""
        return find_played_boards(self.scoring_field, self.lines) - self.sharing_sessions.keys()

    @cached_property
    def sharing_sessions(self) -> dict[int, SharingSession]:
        """Other sessions of the club that still have to play the same cards, by board."""
        sharing_sessions = find_deals_awaited_elsewhere(self.scoring_field, self.hands)
        return {board_no: session for (_section, board_no), session in sharing_sessions.items()}

    @property
    def boards_elsewhere(self) -> tuple[tuple[str, SharingSession], ...]:
        """The boards that other sessions still have to play, in words, with each session."""
        boards_by_session: dict[SharingSession, list[int]] = {}
        for board_no, session in sorted(self.sharing_sessions.items()):
            boards_by_session.setdefault(session, []).append(board_no)
        return tuple(
            (format_runs(boards), session) for session, boards in boards_by_session.items()
        )

    @cached_property
    def rows(self) -> tuple[BoardRow, ...]:
        """The boards in play, and any others with stored cards."""
        deals = Deal.objects.filter(section__session=self.scoring_field.session)
        # In descending order, so that the source of the first section stays in the dictionary.
        sources = dict(deals.order_by("-section").values_list("board_no", "source"))
        hands_by_board = {board_no: hand for (_section, board_no), hand in self.hands.items()}
        board_numbers = sorted({*self.lines.boards, *hands_by_board})
        return tuple(
            self._make_board_row(board_no, hands_by_board.get(board_no), sources.get(board_no, ""))
            for board_no in board_numbers
        )

    def _make_board_row(self, board_no: int, hand: BoardDeal | None, source: str) -> BoardRow:
        lines = self.lines.get_board_lines(board_no)
        hand_source = ""
        if hand:
            hand_source = source or "dealt here"
        return BoardRow(
            board_no,
            get_dealer_name(board_no),
            format_vulnerability(board_no),
            is_known=hand is not None,
            has_makeable=hand is not None and hand.makeable is not None,
            results_in=sum(line.is_entered for line in lines),
            results_due=len(lines),
            is_open=board_no in self.open_boards,
            source=hand_source,
        )

    @property
    def known_count(self) -> int:
        """The number of boards with known cards."""
        return sum(row.is_known for row in self.rows)

    @property
    def unanalysed_count(self) -> int:
        """The number of boards with known cards, but without makeable tricks."""
        return sum(row.is_known and not row.has_makeable for row in self.rows)

    @property
    def unknown_boards(self) -> tuple[int, ...]:
        """The boards in play whose cards are not known."""
        return tuple(row.board_no for row in self.rows if row.results_due and not row.is_known)

    @property
    def can_weigh(self) -> bool:
        """Whether makeable tricks can be worked out on this computer."""
        return is_installed()

    @property
    def is_over(self) -> bool:
        """Whether the cards of every board may be seen."""
        return all(row.is_open for row in self.rows if row.results_due)

    @cached_property
    def mending(self) -> DealCorrection | None:
        """The moves of cards between boards by which the results would fit them."""
        return find_field_mending(self.scoring_field, self.hands, self.lines)

    def sheets(self, board_no: int) -> tuple[HandSheet, ...]:
        """Return the cards of a board, open or not. See :func:`make_board_hands`."""
        return make_board_hands(self.scoring_field, self.hands, board_no)
