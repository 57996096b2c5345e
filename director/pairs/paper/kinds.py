"""What can be printed: the sheets of one session and the kinds they come in."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from director.boards.cards.sheets import PersonalGuide, Poster
from director.boards.paper.board_sheets import draw_board_sheets
from director.boards.paper.master_sheet import draw_master_sheets
from director.boards.paper.score_slips import draw_score_slips
from director.boards.paper.travellers import draw_travellers
from director.pairs.paper.guide_cards import draw_guide_cards, fewer_cards
from director.pairs.paper.howell_cards import draw_howell_cards
from director.pairs.paper.pair_cards import draw_pair_cards
from director.pairs.paper.personal_guides import draw_personal_guides
from director.pairs.paper.private_scores import draw_private_scores
from director.pairs.paper.recap import draw_recap
from director.pairs.paper.safford_cards import draw_safford_cards
from director.pairs.paper.slips import draw_entry_slips, draw_name_slips, draw_sit_out_slips, sit_outs
from director.pairs.paper.standings import draw_standings
from director.pairs.paper.wall import draw_poster, draw_seating_list
from director.paper.kinds import Kind
from director.paper.page import PAPERS, Pen
from director.paper.tents import Tent, draw_tents
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
    def whole(self) -> "PrintJob":
        """The same with nothing left out."""

    @property
    def schedule(self) -> tuple[GuideCard, ...]:
        """The guide card of every table, whatever is left out."""

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
    def guides(self) -> tuple[PersonalGuide, ...]:
        """What every pair does, round by round."""

    @property
    def poster(self) -> Poster | None:
        """What leads to the results, where it is known by which address phones find them."""

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
TABLES, PAIRS, WALL, AFTER = "For the tables", "For the pairs", "For the wall and the desk", "After play"


def _draw_standings(pen: Pen, job: PrintJob) -> None:
    for standings in job.standings:
        draw_standings(pen, standings)


def _draw_recap(pen: Pen, job: PrintJob) -> None:
    if job.recap:
        draw_recap(pen, job.recap)


def _draw_poster(pen: Pen, job: PrintJob) -> None:
    if job.poster:
        draw_poster(pen, job.poster)


def _tents(job: PrintJob) -> Iterator[Tent]:
    for card in job.guide_cards:
        yield Tent(card.heading, f"{card.heading.section}{card.table_no}")


def _nobody_sits_out(job: PrintJob) -> str:
    return "Nobody sits out in this movement." if job.guides and not sit_outs(job.guides) else ""


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
        group=TABLES,
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
        group=TABLES,
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
        group=TABLES,
    ),
    Kind(
        "table-numbers",
        "Table numbers",
        "One page a table, folded to stand.",
        _CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_tents(pen, _tents(job)),
        made_from="plan",
        group=TABLES,
    ),
    Kind(
        "howell-cards",
        "Howell's movement cards",
        "As in 1900, one page a table: who and what is there at first, and every player's next seat.",
        "choose a Howell first",
        lambda job: bool(job.howell_cards),
        lambda pen, job: draw_howell_cards(pen, job.howell_cards),
        is_special=True,
        group=TABLES,
    ),
    Kind(
        "personal-guides",
        "Personal guides",
        "One a pair: table, seat, opponents and boards of every round, and a code for the pair’s page.",
        _CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_personal_guides(pen, job.guides),
        made_from="plan",
        goes_old=True,
        asks="address",
        group=PAIRS,
    ),
    Kind(
        "private-scores",
        "Score cards",
        "One a pair, to keep its own score: every board it will play, with dealer and vulnerability.",
        _CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_private_scores(pen, job.guides),
        made_from="plan",
        group=PAIRS,
    ),
    Kind(
        "name-slips",
        "Name slips",
        "One a pair: number, names and where it begins.",
        _CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_name_slips(pen, job.guides),
        made_from="plan",
        asks="address",
        group=PAIRS,
    ),
    Kind(
        "sit-out-slips",
        "Sit-out slips",
        "One for each pair and round without opponents, with where it goes then.",
        _CHOOSE,
        lambda job: bool(sit_outs(job.guides)),
        lambda pen, job: draw_sit_out_slips(pen, job.guides),
        unfit=_nobody_sits_out,
        group=PAIRS,
    ),
    Kind(
        "entry-slips",
        "Entry slips",
        "One a table, for the names of those who sit there first.",
        _CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_entry_slips(pen, job.guide_cards),
        made_from="plan",
        group=PAIRS,
    ),
    Kind(
        "safford-cards",
        "Safford's score cards",
        "One a pair: a line for every set, and a square for every pair its total is shared with.",
        "choose Safford's system first",
        lambda job: bool(job.safford_cards),
        lambda pen, job: draw_safford_cards(pen, job.safford_cards),
        is_special=True,
        group=PAIRS,
    ),
    Kind(
        "seating-list",
        "Seating list",
        "Everybody by family name with pair, table and seat.",
        "choose a movement and give the pairs names first",
        lambda job: any(guide.players for guide in job.guides),
        lambda pen, job: draw_seating_list(pen, job.guides),
        is_joint=True,
        group=WALL,
    ),
    Kind(
        "poster",
        "Poster",
        "A large code that opens the results on a phone, once they are published.",
        "choose a movement and say by which address phones find this program first",
        lambda job: bool(job.poster),
        _draw_poster,
        is_joint=True,
        asks="address",
        group=WALL,
    ),
    Kind(
        "master-sheet",
        "Master sheet",
        "For the director: every table in every round, and who sits out.",
        _CHOOSE,
        lambda job: any(card.rows for card in job.schedule),
        lambda pen, job: draw_master_sheets(pen, job.schedule),
        made_from="plan",
        group=WALL,
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
        group=AFTER,
    ),
    Kind(
        "board-sheets",
        "Scored travellers",
        "Every board with all its results and what they earned.",
        _SCORE,
        lambda job: bool(job.boards),
        lambda pen, job: draw_board_sheets(pen, job.boards),
        made_from="results",
        group=AFTER,
    ),
    Kind(
        "pair-cards",
        "Pair cards",
        "One card a pair, to take home: every board with opponents, result and share.",
        _SCORE,
        lambda job: bool(job.pairs),
        lambda pen, job: draw_pair_cards(pen, job.pairs),
        made_from="results",
        group=AFTER,
    ),
    Kind(
        "recap",
        "Recap",
        "The whole field on one sheet: pairs down, boards across.",
        _SCORE,
        lambda job: bool(job.recap and job.recap.rows),
        _draw_recap,
        made_from="results",
        group=AFTER,
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
