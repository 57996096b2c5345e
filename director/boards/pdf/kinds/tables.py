"""What lies at the tables while boards are played."""

from collections.abc import Iterator

from director.boards.pdf.guide_cards import draw_guide_cards
from director.boards.pdf.howell_cards import draw_howell_cards
from director.boards.pdf.kinds.job import CHOOSE, PrintJob
from director.boards.pdf.matches import draw_match_cards, draw_team_sheets
from director.boards.pdf.slips import draw_score_slips
from director.boards.pdf.travellers import draw_travellers
from director.pdf.kinds import Kind
from director.pdf.table_cards import Tent, draw_table_cards, draw_tents

GROUP = "For the tables"
_NO_MATCHES = "In this movement no two teams meet at two tables with the same boards. Use pick-up slips."
_FOR_SCORERS = "Who knows a table’s address can enter results there: a scorer or a director prints these."


def _tents(job: PrintJob) -> Iterator[Tent]:
    for card in job.guide_cards:
        yield Tent(card.heading, f"{card.heading.section}{card.table_no}")


def _no_matches(job: PrintJob) -> str:
    return _NO_MATCHES if job.schedule and not job.match_cards else ""


TABLES: tuple[Kind[PrintJob], ...] = (
    Kind(
        "guide-cards",
        "Guide cards",
        "One page a table: who plays which boards in each round, and where everyone goes next.",
        CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_guide_cards(pen, job.guide_cards),
        made_from="plan",
        usual="before",
        goes_old=True,
        group=GROUP,
    ),
    Kind(
        "travellers",
        "Travellers",
        "One slip a board (a copy of a board has its own), with the pairs who will meet on it already printed.",
        CHOOSE,
        lambda job: bool(job.travellers),
        lambda pen, job: draw_travellers(pen, job.travellers),
        unfit=lambda job: job.no_travellers,
        usual="before",
        group=GROUP,
        only_for=("pair", "player"),
    ),
    Kind(
        "match-cards",
        "Match cards",
        "One a match: its boards with both tables side by side, IMPs, victory points, and lines for both to sign.",
        CHOOSE,
        lambda job: bool(job.match_cards),
        lambda pen, job: draw_match_cards(pen, job.match_cards),
        unfit=_no_matches,
        usual="before",
        goes_old=True,
        group=GROUP,
        only_for=("team",),
    ),
    Kind(
        "team-sheets",
        "Team score sheets",
        "One for each half of a team and match: contract, result, plus and minus of every board, and IMPs to compare.",
        CHOOSE,
        lambda job: bool(job.match_cards),
        lambda pen, job: draw_team_sheets(pen, job.match_cards),
        unfit=_no_matches,
        group=GROUP,
        only_for=("team",),
    ),
    Kind(
        "score-slips",
        "Pick-up slips",
        "One slip a table and round, collected when its boards are played.",
        CHOOSE,
        lambda job: any(slip.boards for slip in job.score_slips),
        lambda pen, job: draw_score_slips(pen, job.score_slips, job.spare_slips),
        usual="before",
        gives_way_to="travellers",
        group=GROUP,
    ),
    Kind(
        "table-numbers",
        "Table numbers",
        "One page a table, folded to stand.",
        CHOOSE,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_tents(pen, _tents(job)),
        made_from="plan",
        group=GROUP,
    ),
    Kind(
        "table-cards",
        "Table cards",
        "One a table: the code and the private address by which its players enter results on a phone.",
        "choose a movement and say by which address phones find this program first",
        lambda job: bool(job.schedule) and job.has_addresses,
        lambda pen, job: draw_table_cards(pen, job.table_cards),
        unfit=lambda job: _FOR_SCORERS if job.is_for_reading else "",
        asks="address",
        opens="tables",
        group=GROUP,
    ),
    Kind(
        "howell-cards",
        "Howell's movement cards",
        "As in 1900, one page a table: who and what is there at first, and every player's next seat.",
        "choose a Howell first",
        lambda job: bool(job.howell_cards),
        lambda pen, job: draw_howell_cards(pen, job.howell_cards),
        is_special=True,
        group=GROUP,
        only_for=("pair",),
    ),
)
