"""The kinds of sheets that people carry: guides, slips, cards of their own."""

from director.boards.paper.pdf.historic import draw_safford_cards
from director.boards.paper.pdf.kinds.job import CHOOSE, PrintJob
from director.boards.paper.pdf.personal_guides import draw_personal_guides
from director.boards.paper.pdf.private_scores import draw_private_scores
from director.boards.paper.pdf.slips import (
    draw_badges,
    draw_entry_slips,
    draw_name_slips,
    draw_sit_out_slips,
    make_sit_out_slips,
)
from director.pdf.kinds import SheetKind
from director.pdf.pieces import draw_personal


def _explain_no_sit_outs(job: PrintJob) -> str:
    return "This movement has no sit-outs." if job.has_plan else ""


PAIRS: tuple[SheetKind[PrintJob], ...] = (
    SheetKind(
        "personal-guides",
        "Personal guides",
        "One per {pair}: its way through the evening. Table, seat, opponents and boards of every round, "
        "and a code for the {owner}’s own page.",
        CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_personal(pen, job.coded_guides, draw_personal_guides),
        made_from="plan",
        depends_on_plan=True,
        extra_field="address",
        needed_links="pairs",
    ),
    SheetKind(
        "private-scores",
        "Private scorecards",
        "One per {pair}: to keep its own score. Every board it plays, with dealer and vulnerability.",
        CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_personal(
            pen, job.coded_guides if pen.two_sided else job.guides, draw_private_scores
        ),
        made_from="plan",
        needed_links="pairs",  # with the guide of the pair on its back
        suitable_contestants=("pair", "player"),
    ),
    SheetKind(
        "name-slips",
        "Name slips",
        "One per {pair}: number, names and first seat.",
        CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_name_slips(pen, job.coded_guides),
        made_from="plan",
        extra_field="address",
        needed_links="pairs",
        is_rare=True,
    ),
    SheetKind(
        "badges",
        "Badges",
        "One per person: number, name and team, to wear.",
        CHOOSE,
        lambda job: bool(job.badges),
        lambda pen, job: draw_badges(pen, job.badges),
        made_from="plan",
        is_rare=True,
        suitable_contestants=("player", "team"),
    ),
    SheetKind(
        "sit-out-slips",
        "Sit-out slips",
        "One per sit-out: where the {pair} goes next.",
        CHOOSE,
        lambda job: bool(make_sit_out_slips(job.guides)),
        lambda pen, job: draw_sit_out_slips(pen, job.guides),
        explain_unsuitable=_explain_no_sit_outs,
        made_from="sit-outs",
        is_rare=True,
    ),
    SheetKind(
        "entry-slips",
        "Entry slips",
        "One per table: to write in names, and hand in.",
        CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_entry_slips(pen, job.guide_cards),
        made_from="plan",
        is_rare=True,
    ),
    SheetKind(
        "safford-cards",
        "Safford’s scorecards",
        "One per {pair}: a line for every board set. With a square for every {pair} its total is shared with.",
        "choose Safford’s system first",
        lambda job: bool(job.safford_cards),
        lambda pen, job: draw_safford_cards(pen, job.safford_cards),
        is_special=True,
        is_rare=True,
        suitable_contestants=("pair",),
    ),
)
