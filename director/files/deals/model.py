"""A deal as a file has it."""

from dataclasses import dataclass

from scoring import Deal, Makeable


@dataclass(frozen=True, slots=True)
class FiledDeal:
    """The cards of a board, and what can be made with them where the file says so."""

    board_no: int
    cards: Deal
    makeable: Makeable | None = None
