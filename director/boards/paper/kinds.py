"""What can be printed: the sheets of one session and the kinds they come in."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from director.boards.cards.job import PrintJob
from director.boards.draws.paper import draw_brackets
from director.boards.hands.paper import draw_hand_records
from director.boards.matches.paper import draw_cross_table, draw_match_cards, draw_team_sheets
from director.boards.matches.rosters import draw_rosters
from director.boards.paper.board_sheets import draw_board_sheets
from director.boards.paper.guide_cards import draw_guide_cards, fewer_cards
from director.boards.paper.howell_cards import draw_howell_cards
from director.boards.paper.master_sheet import draw_master_sheets
from director.boards.paper.pair_cards import draw_pair_cards
from director.boards.paper.personal_guides import draw_personal_guides
from director.boards.paper.private_scores import draw_private_scores
from director.boards.paper.recap import draw_recap
from director.boards.paper.safford_cards import draw_safford_cards
from director.boards.paper.score_slips import draw_score_slips
from director.boards.paper.slips import draw_badges, draw_entry_slips, draw_name_slips, draw_sit_out_slips, sit_outs
from director.boards.paper.standings import draw_standings
from director.boards.paper.travellers import draw_travellers
from director.boards.paper.wall import draw_drawn_rounds, draw_poster, draw_seating_list
from director.paper.kinds import Kind
from director.paper.page import PAPERS, Pen
from director.paper.table_cards import draw_table_cards
from director.paper.tents import Tent, draw_tents

_CHOOSE = "choose a movement first"
_SCORE = "enter results first"
FOR_SCORERS = "Who knows a table’s address can enter results there: a scorer or a director prints these."
TABLES, PAIRS, WALL, AFTER = "For the tables", "For the pairs", "For the wall and the desk", "After play"


def _draw_standings(pen: Pen, job: PrintJob) -> None:
    for standings in job.standings:
        draw_standings(pen, standings)


def _draw_hand_records(pen: Pen, job: PrintJob) -> None:
    if records := job.hand_records:
        draw_hand_records(pen, records.heading, records.hands)


def _draw_recap(pen: Pen, job: PrintJob) -> None:
    if job.recap:
        draw_recap(pen, job.recap)


def _draw_cross_table(pen: Pen, job: PrintJob) -> None:
    if job.cross_table:
        draw_cross_table(pen, job.cross_table)


def _draw_poster(pen: Pen, job: PrintJob) -> None:
    if job.poster:
        draw_poster(pen, job.poster)


def _tents(job: PrintJob) -> Iterator[Tent]:
    for card in job.guide_cards:
        yield Tent(card.heading, f"{card.heading.section}{card.table_no}")


_NO_MATCHES = "In this movement no two teams meet at two tables with the same boards. Use pick-up slips."


def _no_matches(job: PrintJob) -> str:
    return _NO_MATCHES if job.schedule and not job.match_cards else ""


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
        only_for=("pair", "player"),
    ),
    Kind(
        "match-cards",
        "Match cards",
        "One a match: its boards with both tables side by side, IMPs, victory points, and lines for both to sign.",
        _CHOOSE,
        lambda job: bool(job.match_cards),
        lambda pen, job: draw_match_cards(pen, job.match_cards),
        unfit=_no_matches,
        usual="before",
        goes_old=True,
        group=TABLES,
        only_for=("team",),
    ),
    Kind(
        "team-sheets",
        "Team score sheets",
        "One for each half of a team and match: contract, result, plus and minus of every board, and IMPs to compare.",
        _CHOOSE,
        lambda job: bool(job.match_cards),
        lambda pen, job: draw_team_sheets(pen, job.match_cards),
        unfit=_no_matches,
        group=TABLES,
        only_for=("team",),
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
        "table-cards",
        "Table cards",
        "One a table: the code and the private address by which its players enter results on a phone.",
        "choose a movement and say by which address phones find this program first",
        lambda job: bool(job.schedule) and job.has_addresses,
        lambda pen, job: draw_table_cards(pen, job.table_cards),
        unfit=lambda job: FOR_SCORERS if job.is_for_reading else "",
        asks="address",
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
        only_for=("pair",),
    ),
    Kind(
        "personal-guides",
        "Personal guides",
        "One a pair: table, seat, opponents and boards of every round, and a code for the pair’s own page.",
        _CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_personal_guides(pen, job.coded_guides),
        made_from="plan",
        goes_old=True,
        asks="address",
        group=PAIRS,
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
        group=PAIRS,
        only_for=("team",),
    ),
    Kind(
        "private-scores",
        "Score cards",
        "One a pair, to keep its own score: every board it will play, with dealer and vulnerability.",
        _CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_private_scores(pen, job.coded_guides if pen.two_sided else job.guides),
        made_from="plan",
        group=PAIRS,
        only_for=("pair", "player"),
    ),
    Kind(
        "name-slips",
        "Name slips",
        "One a pair: number, names and where it begins.",
        _CHOOSE,
        lambda job: bool(job.guides),
        lambda pen, job: draw_name_slips(pen, job.coded_guides),
        made_from="plan",
        asks="address",
        group=PAIRS,
    ),
    Kind(
        "badges",
        "Badges",
        "One a person, to wear: number and name, the team, and in a movement that says who sits where the own number.",
        _CHOOSE,
        lambda job: bool(job.badges),
        lambda pen, job: draw_badges(pen, job.badges),
        made_from="plan",
        group=PAIRS,
        only_for=("player", "team"),
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
        only_for=("pair",),
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
        "draw",
        "Draw of the round",
        "Who meets whom at which tables in the round drawn last.",
        "draw a round first",
        lambda job: bool(job.draws),
        lambda pen, job: draw_drawn_rounds(pen, job.draws),
        is_special=True,
        usual="before",
        group=WALL,
    ),
    Kind(
        "bracket",
        "Knock-out bracket",
        "Who meets whom from the first round to the final: seeds, byes, scores and winners as far as they are known.",
        "begin a knock-out first",
        lambda job: bool(job.brackets),
        lambda pen, job: draw_brackets(pen, job.brackets),
        is_special=True,
        group=WALL,
        only_for=("team",),
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
        "hand-records",
        "Hand records",
        "The four hands of every board with points, makeable tricks and par: up to 36 boards a page.",
        "read in or deal the cards at Hands first",
        lambda job: bool(job.hand_records),
        _draw_hand_records,
        unfit=lambda job: job.no_hand_records,
        is_special=True,
        is_once=True,
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
    Kind(
        "cross-table",
        "All matches",
        "All teams against all: what each match brought either of them.",
        _SCORE,
        lambda job: bool(job.cross_table),
        _draw_cross_table,
        made_from="results",
        group=AFTER,
        only_for=("team",),
    ),
)


def kinds_for(called: str, guided: str = "") -> tuple[Kind[PrintJob], ...]:
    """Return the kinds of sheets that make sense where those who play are *called* so, in words that call them so.

    *guided* is what those are called who carry the sheets of everybody, where it is something else: players of teams.

    >>> {kind.key: kind.label for kind in kinds_for("player")}["pair-cards"]
    'Player cards'
    >>> [kind.key for kind in kinds_for("team") if kind.only_for == ("team",)]
    ['match-cards', 'team-sheets', 'team-lists', 'bracket', 'cross-table']
    """
    return tuple(
        _worded(kind, (guided or called) if kind.group == PAIRS else called, called)
        for kind in KINDS
        if not kind.only_for or called in kind.only_for
    )


def _worded(kind: Kind[PrintJob], called: str, has_page: str) -> Kind[PrintJob]:
    """Return *kind* with every pair in its words *called* so, but who *has_page*, a page of its own."""
    if called == "pair":
        return kind

    def say(text: str) -> str:
        text = text.replace("pair’s own page", f"{has_page}’s own page")
        return re.sub(r"\b([Pp])air(?=s?\b)", lambda pair: called.capitalize() if pair[1] == "P" else called, text)

    return replace(kind, label=say(kind.label), help=say(kind.help), remedy=say(kind.remedy), group=say(kind.group))


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
