"""The kinds of sheets for the tables."""

from collections.abc import Iterator

from director.boards.paper.pdf.guide_cards import draw_guide_cards
from director.boards.paper.pdf.historic import draw_howell_cards
from director.boards.paper.pdf.kinds.job import CHOOSE, PrintJob
from director.boards.paper.pdf.slips import draw_score_slips, draw_trump_slips
from director.boards.paper.pdf.travellers import draw_travellers
from director.pdf.kinds import NEEDS_NETWORK, SheetKind
from director.pdf.table_cards import TableSign, draw_table_cards, draw_tents

FOR_SCORERS = "Only scorers and directors can print these: the code opens result entry."


def _explain_no_table_cards(job: PrintJob) -> str:
    """Return why the codes of tables can't be printed, or "" before a movement is chosen."""
    if job.is_for_reading:
        return FOR_SCORERS
    if job.has_plan:
        return NEEDS_NETWORK
    return ""


def _make_tents(job: PrintJob) -> Iterator[TableSign]:
    for card in job.guide_cards:
        yield TableSign(card.heading, f"{card.heading.section}{card.table_no}")


TABLES: tuple[SheetKind[PrintJob], ...] = (
    SheetKind(
        "guide-cards",
        "Guide cards",
        "One per table: boards and next seats of every round.",
        CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_guide_cards(pen, job.guide_cards),
        made_from="plan",
        preselected_in="before",
        depends_on_plan=True,
    ),
    SheetKind(
        "travellers",
        "Travellers",
        "One per board: travels with it, a line per table. The {pair}s that play it are filled in. "
        "Each copy of a board has its own.",
        CHOOSE,
        lambda job: bool(job.travellers),
        lambda pen, job: draw_travellers(pen, job.travellers),
        explain_unsuitable=lambda job: job.no_travellers,
        made_from="boards",
        preselected_in="before",
        suitable_contestants=("pair", "player"),
    ),
    SheetKind(
        "trump-slips",
        "Trump slips",
        "One per deal of whist: the trump card, for its tray.",
        CHOOSE,
        lambda job: bool(job.trump_slips),
        lambda pen, job: draw_trump_slips(pen, job.trump_slips),
        is_special=True,
        preselected_in="before",
    ),
    SheetKind(
        "score-slips",
        "Pick-up slips",
        "One per table and round: collected after the round.",
        CHOOSE,
        lambda job: any(slip.boards for slip in job.score_slips),
        lambda pen, job: draw_score_slips(pen, job.score_slips, job.spare_slips),
        made_from="boards",
        preselected_in="before",
        preselected_instead="travellers",
    ),
    SheetKind(
        "table-numbers",
        "Table numbers",
        "One per table: fold it to stand up.",
        CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_tents(pen, _make_tents(job)),
        made_from="plan",
        is_rare=True,
    ),
    SheetKind(
        "table-cards",
        "Table cards",
        "One per table: a code to enter results by phone. The QR code and the private address.",
        CHOOSE,
        lambda job: job.has_plan and job.has_addresses,
        lambda pen, job: draw_table_cards(pen, job.table_cards),
        explain_unsuitable=_explain_no_table_cards,
        extra_field="address",
        needed_links="tables",
    ),
    SheetKind(
        "howell-cards",
        "Howell’s movement cards",
        "One per table: every player’s next seat, as in 1900. Who and what starts there is on it too.",
        "choose a Howell first",
        lambda job: bool(job.howell_cards),
        lambda pen, job: draw_howell_cards(pen, job.howell_cards),
        is_special=True,
        is_rare=True,
        suitable_contestants=("pair",),
    ),
)
