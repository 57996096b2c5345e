"""What can be printed: the sheets of one session and the kinds they come in."""

from collections.abc import Sequence
from typing import Protocol

from director.boards.paper.board_sheets import draw_board_sheets
from director.boards.paper.master_sheet import draw_master_sheets
from director.boards.paper.score_slips import draw_score_slips
from director.boards.paper.travellers import draw_travellers
from director.pairs.paper.guide_cards import draw_guide_cards, fewer_cards
from director.pairs.paper.howell_cards import draw_howell_cards
from director.pairs.paper.pair_cards import draw_pair_cards
from director.pairs.paper.recap import draw_recap
from director.pairs.paper.safford_cards import draw_safford_cards
from director.pairs.paper.standings import draw_standings
from director.paper.kinds import Kind
from director.paper.page import PAPERS, Pen
from director.sheets import (
    BoardSheet,
    GuideCard,
    HowellCard,
    PairCard,
    Recap,
    SaffordCard,
    ScoreSlip,
    Standings,
    Traveller,
)


class PrintJob(Protocol):
    """The sheets of one session; empty is what cannot be printed or is not known yet."""

    def has(self, kind: "Kind[PrintJob]") -> bool:
        """Return whether there is any sheet of *kind*."""

    @property
    def guide_cards(self) -> tuple[GuideCard, ...]:
        """A card for every table."""

    @property
    def howell_cards(self) -> tuple[HowellCard, ...]:
        """Howell's card of every table, where the movement is his."""

    @property
    def safford_cards(self) -> tuple[SaffordCard, ...]:
        """Safford's card of every pair, where the movement is his."""

    @property
    def travellers(self) -> tuple[Traveller, ...]:
        """A traveller for every board."""

    @property
    def score_slips(self) -> tuple[ScoreSlip, ...]:
        """A slip for every table in every round."""

    @property
    def standings(self) -> tuple[Standings, ...]:
        """The standings, if a result is in: of the event where it has several sessions, and of the session."""

    @property
    def boards(self) -> tuple[BoardSheet, ...]:
        """The scored travellers."""

    @property
    def pairs(self) -> tuple[PairCard, ...]:
        """The cards of the pairs."""

    @property
    def recap(self) -> Recap | None:
        """The whole field, if a result is in."""

    @property
    def spare_slips(self) -> int:
        """How many pick-up slips are wanted without table, round and pairs."""

    @property
    def no_travellers(self) -> str:
        """Why this movement can have no travellers, a whole sentence; empty where it can."""


_CHOOSE = "choose a movement first"
_SCORE = "enter results first"


def _draw_standings(pen: Pen, job: PrintJob) -> None:
    for standings in job.standings:
        draw_standings(pen, standings)


def _draw_recap(pen: Pen, job: PrintJob) -> None:
    if job.recap:
        draw_recap(pen, job.recap)


KINDS: tuple[Kind[PrintJob], ...] = (
    Kind(
        "guide-cards",
        "Guide cards",
        "One page a table: who plays which boards in each round, and where everyone goes next.",
        _CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_guide_cards(pen, job.guide_cards),
        made_from="plan",
        usual="before",
        goes_old=True,
    ),
    Kind(
        "travellers",
        "Travellers",
        "One slip a board (a copy of a board has its own), with the pairs who will meet on it already printed.",
        _CHOOSE,
        lambda job: bool(job.travellers),
        lambda pen, job: draw_travellers(pen, job.travellers),
        unfit=lambda job: job.no_travellers,
        usual="before",
    ),
    Kind(
        "score-slips",
        "Pick-up slips",
        "One slip a table and round, collected when its boards are played.",
        _CHOOSE,
        lambda job: any(slip.boards for slip in job.score_slips),
        lambda pen, job: draw_score_slips(pen, job.score_slips, job.spare_slips),
        usual="before",
        gives_way_to="travellers",
    ),
    Kind(
        "master-sheet",
        "Master sheet",
        "For the director: every table in every round, and who sits out.",
        _CHOOSE,
        lambda job: any(card.rows for card in job.guide_cards),
        lambda pen, job: draw_master_sheets(pen, job.guide_cards),
        made_from="plan",
    ),
    Kind(
        "howell-cards",
        "Howell's movement cards",
        "As in 1900, one page a table: who and what is there at first, and every player's next seat.",
        "choose a Howell first",
        lambda job: bool(job.howell_cards),
        lambda pen, job: draw_howell_cards(pen, job.howell_cards),
        is_special=True,
    ),
    Kind(
        "safford-cards",
        "Safford's score cards",
        "One a pair: a line for every set, and a square for every pair its total is shared with.",
        "choose Safford's system first",
        lambda job: bool(job.safford_cards),
        lambda pen, job: draw_safford_cards(pen, job.safford_cards),
        is_special=True,
    ),
    Kind(
        "standings",
        "Standings",
        "The list for the notice board.",
        _SCORE,
        lambda job: any(group.rows for standings in job.standings for group in standings.groups),
        _draw_standings,
        made_from="results",
        usual="after",
    ),
    Kind(
        "board-sheets",
        "Scored travellers",
        "Every board with all its results and what they earned.",
        _SCORE,
        lambda job: bool(job.boards),
        lambda pen, job: draw_board_sheets(pen, job.boards),
        made_from="results",
    ),
    Kind(
        "pair-cards",
        "Pair cards",
        "One card a pair, to take home: every board with opponents, result and share.",
        _SCORE,
        lambda job: bool(job.pairs),
        lambda pen, job: draw_pair_cards(pen, job.pairs),
        made_from="results",
    ),
    Kind(
        "recap",
        "Recap",
        "The whole field on one sheet: pairs down, boards across.",
        _SCORE,
        lambda job: bool(job.recap and job.recap.rows),
        _draw_recap,
        made_from="results",
    ),
)


def remarks(
    job: PrintJob, keys: Sequence[str], paper: str, *, large_print: bool = False, cards_per_page: int = 1
) -> tuple[str, ...]:
    """Return what the director must be told of a PDF that differs from what was asked for, whole sentences.

    :raises TooLongError: as :func:`~director.paper.kinds.render`
    """
    if cards_per_page == 1 or "guide-cards" not in keys or not job.guide_cards:
        return ()
    said = fewer_cards(job.guide_cards, PAPERS[paper], cards_per_page, large_print=large_print)
    return (said,) if said else ()
