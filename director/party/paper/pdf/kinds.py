"""The kinds of sheets that can be printed of a party.

Each kind has a key, a name, a description, what to do first if there is nothing to print, whether a
job has any of it, and the function that draws it.
"""

from director.party.paper.pdf.cards import draw_drive_cards, draw_tally_cards
from director.party.paper.pdf.charts import draw_charts
from director.party.paper.pdf.job import PartyJob
from director.party.paper.pdf.prize_sheets import (
    draw_number_slips,
    draw_prize_giving,
    draw_prize_list,
)
from director.party.paper.pdf.skat_sheets import draw_series_lists, draw_skat_sheets
from director.party.paper.pdf.table_sheets import (
    draw_pivot_sheets,
    draw_score_sheets,
    draw_table_numbers,
)
from director.party.paper.pdf.wall_sheets import draw_party_standings, draw_room_list, draw_rules
from director.pdf.sheet_kinds import NEEDS_NETWORK, SheetKind
from director.pdf.table_cards import draw_table_cards

FOR_SCORERS = "Only scorers and directors can print these: the code opens score entry."
_CHOOSE_GAME_FIRST = "choose a game in Field first"
_DRAW_FIRST = "draw for seats first"
_ENTER_SCORES_FIRST = "enter scores first"
_CHOOSE_PRIZES_FIRST = "choose prizes in Field first"
_CHOOSE_FIXED_FIRST = "choose a movement that doesn’t depend on who wins first"


def _explain_own_sheets(job: PartyJob) -> str:
    """Return which sheets the game has instead of the usual ones.

    The text is empty for most games, and before the draw, when there are no sheets of any kind.
    """
    if not job.tables:
        return ""
    if job.is_skat:
        return "Skat has sheets of its own. Choose Skat sheets."
    if job.is_pivot:
        return "This game has sheets of its own. Choose Pivot sheets."
    if job.has_lists:
        return "This game has lists of its own. Choose Table lists."
    return ""


def _explain_missing_tally_cards(job: PartyJob) -> str:
    return "Skat has no tally cards. Its sheets at the tables count." if job.is_skat else ""


def _explain_missing_table_cards(job: PartyJob) -> str:
    """Return why the codes of tables can't be printed, or an empty text before the draw."""
    if job.is_for_reading:
        return FOR_SCORERS
    if job.tables and (job.is_skat or job.has_lists):
        return "The results of this game are entered from its lists, not by phone."
    return NEEDS_NETWORK if job.tables else ""


PARTY_KINDS: tuple[SheetKind[PartyJob], ...] = (
    SheetKind(
        "tally-cards",
        "Tally cards",
        "One per player: first seat, a line for each round.",
        _CHOOSE_GAME_FIRST,
        lambda job: bool(job.cards) and not job.is_skat,
        draw_tally_cards,
        explain_unsuitable=_explain_missing_tally_cards,
        preselected_in="before",
        alternative_key="drive-cards",
        depends_on_plan=True,
    ),
    SheetKind(
        "drive-cards",
        "Whist-drive cards",
        "One per player: tally cards with the trump of each hand.",
        "choose a game with a trump order first",
        lambda job: bool(job.cards) and (job.has_trumps or job.heading.game == "whist"),
        draw_drive_cards,
        is_special=True,
        preselected_in="before",
        depends_on_plan=True,
        extra_field="trumps",
    ),
    SheetKind(
        "room-list",
        "Seating list",
        "Everybody by name: table and seat, for the wall.",
        _DRAW_FIRST,
        lambda job: bool(job.tables),
        draw_room_list,
        preselected_in="before",
    ),
    SheetKind(
        "rules",
        "Rules",
        "To read out before play: how to play, move and win. Also what counts, ties and prizes.",
        _CHOOSE_GAME_FIRST,
        lambda job: bool(job.rules),
        draw_rules,
    ),
    SheetKind(
        "table-numbers",
        "Table numbers",
        "One per table: fold it to stand.",
        _DRAW_FIRST,
        lambda job: bool(job.tables),
        draw_table_numbers,
        preselected_in="before",
    ),
    SheetKind(
        "table-cards",
        "Table cards",
        "One per table: a code to enter scores by phone. The QR code and the private address.",
        _DRAW_FIRST,
        lambda job: (
            bool(job.tables) and not (job.is_skat or job.has_lists) and job.table_cards is not None
        ),
        lambda pen, job: draw_table_cards(pen, job.table_cards() if job.table_cards else ()),
        explain_unsuitable=_explain_missing_table_cards,
        extra_field="address",
        needed_links="tables",
    ),
    SheetKind(
        "score-sheets",
        "Score sheets",
        "One per table: a line for each round.",
        _DRAW_FIRST,
        lambda job: bool(job.tables) and not (job.is_skat or job.is_pivot or job.has_lists),
        draw_score_sheets,
        explain_unsuitable=_explain_own_sheets,
    ),
    SheetKind(
        "rotation-charts",
        "Rotation charts",
        "For everybody: the whole event, rounds by tables.",
        _CHOOSE_FIXED_FIRST,
        lambda job: bool(job.planned_rounds),
        draw_charts,
        is_special=True,
    ),
    SheetKind(
        "pivot-sheets",
        "Pivot sheets",
        "One per table: who partners whom in each rubber. With a line for each player.",
        _DRAW_FIRST,
        lambda job: job.is_pivot and bool(job.planned_rounds),
        draw_pivot_sheets,
        is_special=True,
    ),
    SheetKind(
        "skat-sheets",
        "Skat sheets",
        "Two pages per table: a line for each deal. Twenty rounds, and the figures for the prizes.",
        _DRAW_FIRST,
        lambda job: job.is_skat and bool(job.tables),
        draw_skat_sheets,
        is_special=True,
        preselected_in="before",
        depends_on_plan=True,
    ),
    SheetKind(
        "series-lists",
        "Table lists",
        "One per table: a line for each game, and sums. With room to sign.",
        _DRAW_FIRST,
        lambda job: job.has_lists and bool(job.tables),
        draw_series_lists,
        is_special=True,
        preselected_in="before",
    ),
    SheetKind(
        "prize-list",
        "Prize list",
        "Every prize: its rule and its winner. With room for the name.",
        _CHOOSE_PRIZES_FIRST,
        lambda job: bool(job.prize_lines),
        draw_prize_list,
        preselected_in="after",
    ),
    SheetKind(
        "prize-giving",
        "Prize-giving list",
        "To read out: the last prize first. In large type, with names and sums.",
        _ENTER_SCORES_FIRST,
        lambda job: bool(job.won_prizes),
        draw_prize_giving,
        made_from="results",
    ),
    SheetKind(
        "number-slips",
        "Number slips",
        "To cut out: numbers for drawn-number prizes. From the lowest to the highest total, at most a hundred on one page.",
        "add a drawn-number prize in Field and enter scores first",
        lambda job: bool(job.slip_numbers),
        draw_number_slips,
        is_special=True,
    ),
    SheetKind(
        "standings",
        "Standings",
        "For the notice board.",
        _ENTER_SCORES_FIRST,
        lambda job: bool(job.results.standings),
        draw_party_standings,
        made_from="results",
        preselected_in="after",
    ),
)
