"""What can be printed of a party."""

from director.party.pdf.cards import draw_drive_cards, draw_tally_cards
from director.party.pdf.charts import draw_charts
from director.party.pdf.job import PartyJob
from director.party.pdf.lists import (
    draw_number_slips,
    draw_party_standings,
    draw_prize_giving,
    draw_prize_list,
    draw_room_list,
)
from director.party.pdf.pivot import draw_pivot_sheets
from director.party.pdf.series import draw_series_lists
from director.party.pdf.skat import draw_skat_sheets
from director.party.pdf.tables import draw_score_sheets, draw_table_numbers
from director.pdf.kinds import Kind
from director.pdf.table_cards import draw_table_cards

FOR_SCORERS = "Who knows a table’s address can tell who won there: a scorer or a director prints these."
_FIELD = "settle the evening in step 1, Field, first"
_DRAW = "draw the seats first"
_PLAY = "let tables tell who won first"
_PRIZES = "choose prizes in step 1, Field, first"
_FIXED = "a chart needs a system in which winners move nobody"

PARTY_KINDS: tuple[Kind[PartyJob], ...] = (
    Kind(
        "tally-cards",
        "Tally cards",
        "One for each player: number, where to start, and a line for everything played between two moves.",
        _FIELD,
        lambda job: bool(job.sheets.cards) and not job.is_skat,
        draw_tally_cards,
        usual="before",
        gives_way_to="drive-cards",
        goes_old=True,
    ),
    Kind(
        "drive-cards",
        "Whist-drive cards",
        "Tally cards with the trump of each hand printed on them.",
        "these cards are for games with trumps in turn",
        lambda job: bool(job.sheets.cards) and (job.has_trumps or job.heading.game == "whist"),
        draw_drive_cards,
        is_special=True,
        usual="before",
        goes_old=True,
        asks="trumps",
    ),
    Kind(
        "room-list",
        "Who starts where",
        "Everybody by name with table and seat, for the wall.",
        _DRAW,
        lambda job: bool(job.tables),
        draw_room_list,
        usual="before",
    ),
    Kind(
        "table-numbers",
        "Table numbers",
        "One page a table, folded to stand; head and foot are named.",
        _DRAW,
        lambda job: bool(job.tables),
        draw_table_numbers,
        usual="before",
    ),
    Kind(
        "table-cards",
        "Table cards",
        "One a table: the code and the private address by which its players tell on a phone who won.",
        "draw the seats and say by which address phones find this program first",
        lambda job: bool(job.tables) and not (job.is_skat or job.has_lists) and job.table_cards is not None,
        lambda pen, job: draw_table_cards(pen, job.table_cards() if job.table_cards else ()),
        unfit=lambda job: FOR_SCORERS if job.is_for_reading else "",
        asks="address",
        opens="tables",
    ),
    Kind(
        "score-sheets",
        "Score sheets",
        "One a table, with a line for everything played between two moves.",
        _DRAW,
        lambda job: bool(job.tables) and not (job.is_skat or job.is_pivot or job.has_lists),
        draw_score_sheets,
    ),
    Kind(
        "rotation-charts",
        "Charts of the rotation",
        "The whole evening, its moves down and tables across: one for the director and a copy for each player.",
        _FIXED,
        lambda job: bool(job.planned),
        draw_charts,
        is_special=True,
    ),
    Kind(
        "pivot-sheets",
        "Pivot sheets",
        "One a table: who partners whom in each rubber, and a line for each player.",
        _DRAW,
        lambda job: job.is_pivot and bool(job.planned),
        draw_pivot_sheets,
        is_special=True,
    ),
    Kind(
        "skat-sheets",
        "Skat sheets",
        "Two pages a table: twenty rounds, a line for each deal, and the figures for the prizes.",
        _DRAW,
        lambda job: job.is_skat and bool(job.tables),
        draw_skat_sheets,
        is_special=True,
        usual="before",
        goes_old=True,
    ),
    Kind(
        "series-lists",
        "Lists of the tables",
        "One page a table for the latest seats: a line for each game, the sums, and room to sign.",
        _DRAW,
        lambda job: job.has_lists and bool(job.tables),
        draw_series_lists,
        is_special=True,
        usual="before",
    ),
    Kind(
        "prize-list",
        "Prize list",
        "Every prize with its rule, and the winner or room for the name.",
        _PRIZES,
        lambda job: bool(job.prizes),
        draw_prize_list,
        usual="after",
    ),
    Kind(
        "prize-giving",
        "Prizes to read out",
        "For whoever gives the prizes: the last one first, in large type, with names and sums.",
        "let tables tell who won first",
        lambda job: bool(job.given),
        draw_prize_giving,
        made_from="results",
    ),
    Kind(
        "number-slips",
        "Numbers to draw from",
        "A hundred slips on one page to cut out, for the prizes by a drawn number.",
        "give prizes by a drawn number in step 1, Field, first",
        lambda job: bool(job.numbers),
        draw_number_slips,
        is_special=True,
    ),
    Kind(
        "standings",
        "Standings",
        "The list for the notice board.",
        _PLAY,
        lambda job: bool(job.sheets.standings),
        draw_party_standings,
        made_from="results",
        usual="after",
    ),
)
