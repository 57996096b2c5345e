"""What people carry: guides, slips, cards of their own."""

from director.boards.matches.rosters import draw_rosters
from director.boards.pdf.kinds.job import CHOOSE, PrintJob
from director.boards.pdf.personal_guides import draw_personal_guides
from director.boards.pdf.private_scores import draw_private_scores
from director.boards.pdf.safford_cards import draw_safford_cards
from director.boards.pdf.slips import draw_badges, draw_entry_slips, draw_name_slips, draw_sit_out_slips, sit_outs
from director.pdf.kinds import Kind

GROUP = "For the pairs"


def _nobody_sits_out(job: PrintJob) -> str:
    return "Nobody sits out in this movement." if job.guides and not sit_outs(job.guides) else ""


PAIRS: tuple[Kind[PrintJob], ...] = (
    Kind(
        "personal-guides",
        "Personal guides",
        "One a pair: table, seat, opponents and boards of every round, and a code for the pair’s own page.",
        CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_personal_guides(pen, job.coded_guides),
        made_from="plan",
        goes_old=True,
        asks="address",
        opens="pairs",
        group=GROUP,
    ),
    Kind(
        "team-lists",
        "Team lists",
        "One a team, for its captain: every player with table and seat of every round.",
        "choose a movement that seats the players of teams first",
        lambda job: any(guide.team_no for guide in job.guides),
        lambda pen, job: draw_rosters(pen, job.guides),
        is_special=True,
        goes_old=True,
        group=GROUP,
        only_for=("team",),
    ),
    Kind(
        "private-scores",
        "Score cards",
        "One a pair, to keep its own score: every board it will play, with dealer and vulnerability.",
        CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_private_scores(pen, job.coded_guides if pen.two_sided else job.guides),
        made_from="plan",
        opens="pairs",  # with the guide of the pair on its back
        group=GROUP,
        only_for=("pair", "player"),
    ),
    Kind(
        "name-slips",
        "Name slips",
        "One a pair: number, names and where it begins.",
        CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_name_slips(pen, job.coded_guides),
        made_from="plan",
        asks="address",
        opens="pairs",
        group=GROUP,
    ),
    Kind(
        "badges",
        "Badges",
        "One a person, to wear: number and name, the team, and in a movement that says who sits where the own number.",
        CHOOSE,
        lambda job: bool(job.badges),
        lambda pen, job: draw_badges(pen, job.badges),
        made_from="plan",
        group=GROUP,
        only_for=("player", "team"),
    ),
    Kind(
        "sit-out-slips",
        "Sit-out slips",
        "One for each pair and round without opponents, with where it goes then.",
        CHOOSE,
        lambda job: bool(sit_outs(job.guides)),
        lambda pen, job: draw_sit_out_slips(pen, job.guides),
        unfit=_nobody_sits_out,
        group=GROUP,
    ),
    Kind(
        "entry-slips",
        "Entry slips",
        "One a table, for the names of those who sit there first.",
        CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_entry_slips(pen, job.guide_cards),
        made_from="plan",
        group=GROUP,
    ),
    Kind(
        "safford-cards",
        "Safford's score cards",
        "One a pair: a line for every set, and a square for every pair its total is shared with.",
        "choose Safford's system first",
        lambda job: bool(job.safford_cards),
        lambda pen, job: draw_safford_cards(pen, job.safford_cards),
        is_special=True,
        group=GROUP,
        only_for=("pair",),
    ),
)
