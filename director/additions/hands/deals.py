"""The deals of a session: dealt at random, analysed, and moved from the wrong board.

Each service is one act of the history, which keeps replaced and removed hands. A *quarter* is a
turn of a board by 90°. Hands of a file are stored by ``boards.play.hands.write``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from secrets import token_hex
from typing import Any

from django.contrib.auth.models import User

from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_field_lines,
    fetch_plans_by_section,
    fetch_section_lines,
)
from director.boards.movement.sections import ScoringField, fetch_ranking_field, fetch_scoring_field
from director.boards.movement.words import format_runs
from director.boards.play.hands import ImportedDeals, store_section_deals
from director.boards.play.results.acts import record_section_act
from director.boards.scoring.deals import (
    BoardDeal,
    DealKey,
    compute_played_boards,
    fetch_hands_by_key,
    find_played_contract,
    get_deal_hand,
)
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import Deal, Section
from scoring.hands.cards import Hands, make_seeded_deal, parse_hands
from scoring.hands.makeable import MakeableTricks, PlayedContract, make_makeable_tricks
from scoring.hands.misplaced import DealCorrection, find_deal_correction

SEED_ERROR = (
    "seed",
    "“{seed}” isn’t a seed. Use 1 to 64 letters and digits.",
)


def make_no_hands_error() -> DeskError:
    return DeskError("no-hands", "There are no hands yet. Import a deal file, or deal here.")


# Makeable tricks of deals, by the double-dummy solver of the optional extra ``hands``.

SOLVER_PACKAGE = "endplay"
_BATCH_SIZE = 20
_SEATS = ("N", "E", "S", "W")
_DENOMINATIONS = ("S", "H", "D", "C", "NT")


def is_solver_installed() -> bool:
    """Return whether the solver is installed, without loading it."""
    return find_spec(SOLVER_PACKAGE) is not None


def solve_deals(deals: Sequence[Hands]) -> list[MakeableTricks]:
    """Return the makeable tricks of each of *deals*. A deal takes about a third of a second.

    :raises DeskError: if the solver is not installed
    """
    # The solver is an optional extra, hence the import here: see docs/decisions/packages.md.
    try:
        from endplay.dds import calc_all_tables
        from endplay.types import Deal as SolverDeal
    except ImportError as error:
        raise DeskError(
            "no-solver",
            "Makeable tricks need an extra that isn’t installed. Install it with “pip install "
            ".[hands]”.",
        ) from error
    tables = []
    for start in range(0, len(deals), _BATCH_SIZE):
        batch = [SolverDeal(str(deal)) for deal in deals[start : start + _BATCH_SIZE]]
        tables += list(calc_all_tables(batch))
    return [_make_makeable_tricks(table.to_list()) for table in tables]


def _make_makeable_tricks(rows: Sequence[Sequence[int]]) -> MakeableTricks:
    """Return a table of the solver: rows spades to no trumps, columns clockwise from North."""
    tricks = {}
    for denomination, row in zip(_DENOMINATIONS, rows, strict=True):
        for seat, trick_count in zip(_SEATS, row, strict=True):
            tricks[seat, denomination] = trick_count
    return make_makeable_tricks(tricks)


# Find stored deals of the wrong board, or turned, by comparing them with the results.


def find_section_correction(section: Section) -> DealCorrection | None:
    """Return how to correct the deals of *section*'s session, or None."""
    scoring_field = fetch_scoring_field(section)
    return find_field_correction(
        scoring_field,
        fetch_hands_by_key(scoring_field),
        fetch_field_lines(scoring_field, fetch_plans_by_section(scoring_field)),
    )


def find_field_correction(
    scoring_field: ScoringField, hands: Mapping[DealKey, BoardDeal], lines: SectionLines
) -> DealCorrection | None:
    """Return the correction of *hands* that the results among *lines* suggest, or None.

    Boards that a table still has to play are left out, since a correction would show their cards.
    Boards of which sections have different cards are left out too.
    """
    unfinished_boards = frozenset(lines.boards) - compute_played_boards(scoring_field, lines)
    hands_by_board: dict[int, set[BoardDeal]] = {}
    for (_section, board_no), hand in hands.items():
        if board_no not in unfinished_boards:
            hands_by_board.setdefault(board_no, set()).add(hand)
    common_hands = {
        board_no: next(iter(board_hands))
        for board_no, board_hands in hands_by_board.items()
        if len(board_hands) == 1
    }
    if not common_hands:
        return None
    game = scoring_field.event.game
    contracts_by_board = {
        board_no: list(_iter_played_contracts(lines, board_no, game)) for board_no in common_hands
    }
    hands_in_play = {}
    makeable_by_board = {}
    for board_no, hand in common_hands.items():
        hands_in_play[board_no] = hand.cards
        if hand.makeable:
            makeable_by_board[board_no] = hand.makeable
    return find_deal_correction(contracts_by_board, hands_in_play, makeable_by_board)


def _iter_played_contracts(
    lines: SectionLines, board_no: int, game: str
) -> Iterator[PlayedContract]:
    for line in lines.get_board_lines(board_no):
        result = find_played_contract(line, game)
        if result:
            yield result


MAX_SEED_LENGTH = 64
SEED_BYTES = 16
"""128 random bits. There are fewer than 2^96 deals."""


def deal_hands(*, section: Section, user: User | None, seed: str = "") -> ImportedDeals:
    """Deal the boards of all sections that share them at random, from *seed* or a new seed.

    A board that has been played keeps its cards, known or not.

    :raises DeskError: if no boards are in play, or all of them were played
    :raises FinalError: if the results are final
    """
    if not seed:
        seed = token_hex(SEED_BYTES)
    check_seed(seed)
    with record_section_act(section=section, kind=ActKind.HANDS, message="", user=user) as journal:
        ranking_field = fetch_ranking_field(section)
        lines_by_section = {
            sharing_section: fetch_section_lines(sharing_section)
            for sharing_section in ranking_field.list_sections_with_deals(section)
        }
        boards_in_play: set[int] = set()
        played_boards: set[int] = set()
        for lines in lines_by_section.values():
            boards_in_play.update(lines.boards)
            played_boards.update(line.board_no for line in lines.all if line.is_entered)
        boards_to_deal = sorted(boards_in_play - played_boards)
        if not boards_to_deal and played_boards:
            raise DeskError(
                "hands-played",
                "Board {board_no} has been played, so its hands stay. Delete its results in Scores "
                "first.",
                board_no=min(played_boards),
            )
        if not boards_to_deal:
            raise DeskError(
                "no-boards", "No boards are in play yet. Choose a movement in step 1, Field."
            )
        fields_by_board = {
            board_no: _make_dealt_fields(str(make_seeded_deal(seed, board_no)), seed)
            for board_no in boards_to_deal
        }
        for sharing_section, lines in lines_by_section.items():
            section_boards = set(lines.boards) & fields_by_board.keys()
            section_fields = {board_no: fields_by_board[board_no] for board_no in section_boards}
            store_section_deals(sharing_section, section_fields, journal)
        journal.message = f"Hands of {format_runs(boards_to_deal)} dealt."
    return ImportedDeals(tuple(boards_to_deal), tuple(sorted(played_boards)))


def check_seed(seed: str) -> None:
    """Raise if *seed* can't be a seed.

    :raises DeskError: unless the seed is 1 to 64 letters and digits
    """
    if not (seed.isascii() and seed.isalnum() and len(seed) <= MAX_SEED_LENGTH):
        raise DeskError(*SEED_ERROR, seed=seed[:80])


def analyse_deals(*, section: Section, user: User | None) -> int:
    """Analyse each board without an analysis, and return the number of these boards.

    :raises DeskError: if there is nothing to analyse, or the solver isn't installed
    :raises FinalError: if the results are final
    """
    unsolved_deals = Deal.objects.filter(section__session=section.session_id, makeable="")
    cards = sorted(set(unsolved_deals.values_list("cards", flat=True)))
    if not cards:
        raise make_no_hands_error()
    # Solved before the section is locked, since many boards take a while.
    solutions = solve_deals([parse_hands(text) for text in cards])
    makeable_by_cards = dict(zip(cards, map(str, solutions), strict=True))
    with record_section_act(section=section, kind=ActKind.HANDS, message="", user=user) as journal:
        solved_boards = set()
        for deal in unsolved_deals.all():
            # Cards that were changed meanwhile are analysed the next time.
            if deal.cards in makeable_by_cards:
                journal.change(deal, makeable=makeable_by_cards[deal.cards])
                solved_boards.add(deal.board_no)
        journal.message = f"Makeable tricks of {format_runs(solved_boards)} worked out."
    return len(solved_boards)


def remove_deals(*, section: Section, user: User | None) -> None:
    """Remove the cards of all boards of the session. The history keeps them.

    :raises DeskError: if no cards are stored
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.HANDS, message="", user=user) as journal:
        stored_deals = Deal.objects.filter(section__session=section.session_id)
        boards = set(stored_deals.values_list("board_no", flat=True))
        if not boards:
            raise make_no_hands_error()
        journal.delete(stored_deals)
        journal.message = f"Hands of {format_runs(boards)} removed."


def turn_deal(*, section: Section, board_no: int, quarters: int, user: User | None) -> None:
    """Turn the cards of a board clockwise by *quarters*, if the board lay turned when played.

    :raises DeskError: if the cards are not known, or *quarters* are not 1, 2 or 3
    :raises FinalError: if the results are final
    """
    if quarters not in (1, 2, 3):
        raise DeskError("turns", "Choose how far to turn the board: one, two or three quarters.")
    with record_section_act(section=section, kind=ActKind.HANDS, message="", user=user) as journal:
        deals = _fetch_session_deals(section)
        if not any(deal.board_no == board_no for deal in deals):
            raise DeskError(
                "no-hand",
                "Board {board_no} has no hands. Import the deal file first.",
                board_no=board_no,
            )
        _rearrange_deals(deals, {board_no: (board_no, quarters)}, journal)
        journal.message = f"Hands of board {board_no} turned by {90 * quarters}°."


def correct_deals(
    *, section: Section, moves_by_board: Mapping[int, tuple[int, int]], user: User | None
) -> None:
    """Move cards to the boards on which they were played.

    *moves_by_board* say for each board whose cards it gets, and by how many quarters they are turned.

    :raises DeskError: if the present results suggest other moves than *moves_by_board*
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.HANDS, message="", user=user) as journal:
        correction = find_section_correction(section)
        suggested_by_board: dict[int, tuple[int, int]] = {}
        if correction:
            suggested_by_board = {
                move.board_no: (move.source_board_no, move.quarters) for move in correction.moves
            }
        # Results that came in since the page was shown may have changed the suggestion.
        if not suggested_by_board or suggested_by_board != dict(moves_by_board):
            raise DeskError(
                "hands-changed",
                "The hands or results have changed since you opened this page. Check again.",
            )
        _rearrange_deals(_fetch_session_deals(section), suggested_by_board, journal)
        boards = format_runs(suggested_by_board)
        journal.message = f"Hands of {boards} moved to the boards they were played on."


def _fetch_session_deals(section: Section) -> list[Deal]:
    return list(Deal.objects.filter(section__session=section.session_id))


def _make_dealt_fields(cards: str, seed: str) -> dict[str, Any]:
    return {"cards": cards, "makeable": "", "seed": seed, "source": ""}


def _rearrange_deals(
    deals: Iterable[Deal], moves_by_board: Mapping[int, tuple[int, int]], journal: Journal
) -> None:
    """Give each board of *moves_by_board* the turned cards of another board, in each section."""
    deals_by_section: dict[int, dict[int, Deal]] = {}
    for deal in deals:
        deals_by_section.setdefault(deal.section_id, {})[deal.board_no] = deal
    for section_deals in deals_by_section.values():
        # All cards are read before the first are changed, since boards may change places.
        previous_hands = {
            board_no: (get_deal_hand(deal), deal.seed, deal.source)
            for board_no, deal in section_deals.items()
        }
        for board_no, (cards_of, quarters) in moves_by_board.items():
            if board_no in section_deals and cards_of in previous_hands:
                hand, seed, source = previous_hands[cards_of]
                fields = _make_turned_fields(hand, quarters)
                journal.change(section_deals[board_no], **fields, seed=seed, source=source)


def _make_turned_fields(hand: BoardDeal, quarters: int) -> dict[str, Any]:
    turned_cards: Hands = hand.cards.turn_by_quarters(quarters)
    return {
        "cards": str(turned_cards),
        "makeable": str(hand.makeable.turn_by_quarters(quarters)) if hand.makeable else "",
    }
