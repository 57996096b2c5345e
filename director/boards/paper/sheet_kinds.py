"""The kinds of sheets that can be printed of a session of boards.

They are in the order of the page: for the tables, for the pairs, for the wall and the director, and
after play. Each kind draws what a :class:`SectionJob` has of it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from director.boards.contests import ContestRecord, get_contest_record
from director.boards.paper.hands import draw_hand_records
from director.boards.paper.pdf.board_sheets import draw_board_sheets
from director.boards.paper.pdf.guide_cards import draw_guide_cards, explain_fewer_cards
from director.boards.paper.pdf.master_sheet import (
    draw_master_sheets,
    draw_poster,
    draw_seating_list,
)
from director.boards.paper.pdf.name_slips import (
    draw_badges,
    draw_entry_slips,
    draw_name_slips,
    draw_sit_out_slips,
    draw_trump_slips,
    make_sit_out_slips,
)
from director.boards.paper.pdf.pair_cards import draw_pair_cards
from director.boards.paper.pdf.personal_guides import draw_personal_guides
from director.boards.paper.pdf.private_scores import draw_private_scores
from director.boards.paper.pdf.recap import draw_recap
from director.boards.paper.pdf.slips import draw_score_slips
from director.boards.paper.pdf.standings import draw_standings
from director.boards.paper.pdf.travellers import draw_travellers
from director.boards.paper.section_job import SectionJob
from director.hooks import complete_registrations
from director.pdf.page import PAPERS, Pen
from director.pdf.pieces import draw_personal_sheets
from director.pdf.sheet_kinds import NEEDS_NETWORK, SheetKind, list_kinds_to_offer
from director.pdf.table_cards import TableSign, draw_table_cards, draw_table_signs
from director.sheets import RECAP_TITLE

# Remedies: what to do before a sheet can be printed.
CHOOSE_MOVEMENT = "choose a movement first"
ENTER_RESULTS = "enter results first"
FOR_SCORERS = "Only scorers and directors can print these: the code opens result entry."


ADDED_KINDS: dict[str, list[SheetKind[SectionJob]]] = defaultdict(list)
"""The kinds of sheets of applications, by the key of the kind that they follow in lists."""


def register_sheet_kinds(kinds: Mapping[str, Sequence[SheetKind[SectionJob]]]) -> None:
    """Add *kinds* after those whose keys they have, unless they have been added before."""
    for key, added_kinds in kinds.items():
        ADDED_KINDS[key] += [kind for kind in added_kinds if kind not in ADDED_KINDS[key]]


def list_all_kinds() -> tuple[SheetKind[SectionJob], ...]:
    """Return the kinds of sheets of a night and of contests, in the order of lists."""
    complete_registrations()
    kinds: list[SheetKind[SectionJob]] = []
    for kind in (*TABLE_KINDS, *PAIR_KINDS, *WALL_KINDS, *RESULT_KINDS):
        kinds += (kind, *ADDED_KINDS[kind.key])
    return tuple(kinds)


def list_sheet_kinds(
    contest_record: ContestRecord, guided_noun: str = ""
) -> tuple[SheetKind[SectionJob], ...]:
    """Return the kinds of sheets for a *contest_record*, worded for its contestants.

    If guides aren't for contestants, *guided_noun* names who gets one: a movement can seat the
    players of teams.

    >>> from director.boards.contests import INDIVIDUAL, TEAMS
    >>> {kind.key: kind.help for kind in list_sheet_kinds(INDIVIDUAL)}["recap"]
    'Players by boards: the whole field.'
    >>> team_keys = [kind.key for kind in list_sheet_kinds(TEAMS) if kind.suitable_contestants == ("team",)]
    >>> team_keys[:4]
    ['match-cards', 'team-sheets', 'line-up-slips', 'team-lists']
    >>> team_keys[4:]
    ['fixtures', 'bracket', 'cross-table', 'scored-matches']
    """
    kinds = []
    for kind in list_all_kinds():
        if kind.suitable_contestants and contest_record.sheet_noun not in kind.suitable_contestants:
            continue
        noun = contest_record.contestant_noun
        if guided_noun and kind in PAIR_KINDS:
            noun = guided_noun
        kinds.append(_format_kind(kind, noun, contest_record.contestant_noun))
    return tuple(kinds)


def _format_kind(kind: SheetKind[SectionJob], noun: str, owner_noun: str) -> SheetKind[SectionJob]:
    """Return *kind* with *noun* in place of "pair". A private page belongs to an *owner_noun*."""
    replacements = {"pair": noun, "Pair": noun.capitalize(), "owner": owner_noun}
    return replace(
        kind,
        label=kind.label.format(**replacements),
        help=kind.help.format(**replacements),
        remedy=kind.remedy.format(**replacements),
    )


def list_print_warnings(
    job: SectionJob,
    keys: Sequence[str],
    paper: str,
    *,
    large_print: bool = False,
    cards_per_page: int = 1,
    **_layout: bool,
) -> tuple[str, ...]:
    """Return warnings on how a PDF differs from the requested options.

    :raises PrintingError: as :func:`~director.pdf.sheet_kinds.render`
    """
    if cards_per_page == 1 or "guide-cards" not in keys or not job.guide_cards:
        return ()
    message = explain_fewer_cards(
        job.guide_cards, PAPERS[paper], cards_per_page, large_print=large_print
    )
    if not message:
        return ()
    return (message,)


def list_offered_kinds(job: SectionJob) -> list[tuple[SheetKind[SectionJob], bool]]:
    """Return every kind of sheet for the movement, and whether *job* has any sheet of it."""
    guided_noun = "player" if job.section.team_size else ""
    return list_kinds_to_offer(list_sheet_kinds(get_contest_record(job.section), guided_noun), job)


def _explain_no_table_cards(job: SectionJob) -> str:
    """Return why the codes of tables can't be printed, or "" before a movement is chosen."""
    if job.is_for_reading:
        return FOR_SCORERS
    if job.has_plan:
        return NEEDS_NETWORK
    return ""


def _iter_table_signs(job: SectionJob) -> Iterator[TableSign]:
    for card in job.guide_cards:
        yield TableSign(card.heading, f"{card.heading.section}{card.table_no}")


TABLE_KINDS: tuple[SheetKind[SectionJob], ...] = (
    SheetKind(
        "guide-cards",
        "Guide cards",
        "One per table: boards and next seats of every round.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_guide_cards(pen, job.guide_cards),
        made_from="plan",
        preselected_in="before",
        depends_on_plan=True,
    ),
    SheetKind(
        "travellers",
        "Travellers",
        "One per board: kept in its wallet, one line per table. The {pair}s that play it are filled in. "
        "Each copy of a board has its own.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.travellers),
        lambda pen, job: draw_travellers(pen, job.travellers),
        explain_unsuitable=lambda job: job.no_travellers_reason,
        made_from="boards",
        preselected_in="before",
        suitable_contestants=("pair", "player"),
    ),
    SheetKind(
        "trump-slips",
        "Trump slips",
        "One per deal of whist: the trump card, for its tray.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.trump_slips),
        lambda pen, job: draw_trump_slips(pen, job.trump_slips),
        is_special=True,
        preselected_in="before",
    ),
    SheetKind(
        "score-slips",
        "Pick-up slips",
        "One per table and round: collected after the round.",
        CHOOSE_MOVEMENT,
        lambda job: any(slip.boards for slip in job.score_slips),
        lambda pen, job: draw_score_slips(pen, job.score_slips, job.spare_slips),
        made_from="boards",
        preselected_in="before",
        alternative_key="travellers",
    ),
    SheetKind(
        "table-numbers",
        "Table numbers",
        "One per table: fold it to stand up.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_table_signs(pen, _iter_table_signs(job)),
        made_from="plan",
        is_folded_away=True,
    ),
    SheetKind(
        "table-cards",
        "Table cards",
        "One per table: a code to enter results by phone. The QR code and the private address.",
        CHOOSE_MOVEMENT,
        lambda job: job.has_plan and job.has_addresses,
        lambda pen, job: draw_table_cards(pen, job.table_cards),
        explain_unsuitable=_explain_no_table_cards,
        extra_field="address",
        needed_links="tables",
    ),
)


def _explain_no_sit_outs(job: SectionJob) -> str:
    return "This movement has no sit-outs." if job.has_plan else ""


PAIR_KINDS: tuple[SheetKind[SectionJob], ...] = (
    SheetKind(
        "personal-guides",
        "Personal guides",
        "One per {pair}: table, seat, opponents and boards of every round, "
        "and a code for the {owner}’s own page.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.guides),
        lambda pen, job: draw_personal_sheets(pen, job.guides_with_codes, draw_personal_guides),
        made_from="plan",
        depends_on_plan=True,
        extra_field="address",
        needed_links="pairs",
    ),
    SheetKind(
        "private-scores",
        "Private scorecards",
        "One per {pair}: for the players’ own scores. Every board they play, with dealer and vulnerability.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.guides),
        lambda pen, job: draw_personal_sheets(
            pen, job.guides_with_codes if pen.two_sided else job.guides, draw_private_scores
        ),
        made_from="plan",
        needed_links="pairs",  # with the guide of the pair on its back
        suitable_contestants=("pair", "player"),
    ),
    SheetKind(
        "name-slips",
        "Name slips",
        "One per {pair}: number, names and first seat.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.guides),
        lambda pen, job: draw_name_slips(pen, job.guides_with_codes),
        made_from="plan",
        extra_field="address",
        needed_links="pairs",
        is_folded_away=True,
    ),
    SheetKind(
        "badges",
        "Badges",
        "One per person: number, name and team, to wear.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.badges),
        lambda pen, job: draw_badges(pen, job.badges),
        made_from="plan",
        is_folded_away=True,
        suitable_contestants=("player", "team"),
    ),
    SheetKind(
        "sit-out-slips",
        "Sit-out slips",
        "One per sit-out: where the {pair} goes next.",
        CHOOSE_MOVEMENT,
        lambda job: bool(make_sit_out_slips(job.guides)),
        lambda pen, job: draw_sit_out_slips(pen, job.guides),
        explain_unsuitable=_explain_no_sit_outs,
        made_from="sit-outs",
        is_folded_away=True,
    ),
    SheetKind(
        "entry-slips",
        "Entry slips",
        "One per table: to write in names, and hand in.",
        CHOOSE_MOVEMENT,
        lambda job: bool(job.guide_cards),
        lambda pen, job: draw_entry_slips(pen, job.guide_cards),
        made_from="plan",
        is_folded_away=True,
    ),
)


def _draw_poster(pen: Pen, job: SectionJob) -> None:
    if job.poster:
        draw_poster(pen, job.poster)


def _explain_missing_names(job: SectionJob) -> str:
    """Return why a list of names isn't available, or "" before a movement is chosen."""
    return "Not available: enter the names first." if job.has_plan else ""


WALL_KINDS: tuple[SheetKind[SectionJob], ...] = (
    SheetKind(
        "seating-list",
        "Seating list",
        "Everybody by name: where to sit at first.",
        "choose a movement and enter the names first",
        lambda job: any(guide.players for guide in job.guides),
        lambda pen, job: draw_seating_list(pen, job.guides),
        explain_unsuitable=_explain_missing_names,
        made_from="names",
        is_for_all_sections=True,
    ),
    SheetKind(
        "poster",
        "Poster",
        "For phones: a code that opens the published results.",
        "open Kalamazoo at the address shown when it starts, on the club’s network",
        lambda job: bool(job.poster),
        _draw_poster,
        is_for_all_sections=True,
        extra_field="address",
        is_folded_away=True,
    ),
    SheetKind(
        "master-sheet",
        "Master sheet",
        "For the director: every table in every round.",
        CHOOSE_MOVEMENT,
        lambda job: any(card.rows for card in job.all_guide_cards),
        lambda pen, job: draw_master_sheets(pen, job.all_guide_cards),
        made_from="plan",
        is_folded_away=True,
    ),
)


def _draw_standings(pen: Pen, job: SectionJob) -> None:
    for standings in job.standings:
        draw_standings(pen, standings)


def _draw_hand_records(pen: Pen, job: SectionJob) -> None:
    if records := job.hand_records:
        draw_hand_records(pen, records.heading, records.hands)


def _draw_recap(pen: Pen, job: SectionJob) -> None:
    if job.recap:
        draw_recap(pen, job.recap)


RESULT_KINDS: tuple[SheetKind[SectionJob], ...] = (
    SheetKind(
        "standings",
        "Standings",
        "For the notice board.",
        ENTER_RESULTS,
        lambda job: any(group.rows for standings in job.standings for group in standings.groups),
        _draw_standings,
        made_from="results",
        preselected_in="after",
    ),
    SheetKind(
        "board-sheets",
        "Scored travellers",
        "Every board: all results and scores.",
        ENTER_RESULTS,
        lambda job: bool(job.boards),
        lambda pen, job: draw_board_sheets(pen, job.boards),
        made_from="results",
    ),
    SheetKind(
        "hand-records",
        "Hand records",
        "Up to 36 boards per page: hands, makeable tricks and par.",
        "import or deal the hands at Hands first",
        lambda job: bool(job.hand_records),
        _draw_hand_records,
        explain_unsuitable=lambda job: job.no_hand_records_reason,
        is_special=True,
        is_same_for_all_sections=True,
        is_printed_late=True,
    ),
    SheetKind(
        "pair-cards",
        "Scorecards",
        "One per {pair}: all its boards, to take home. With opponents, result and score.",
        ENTER_RESULTS,
        lambda job: bool(job.pairs),
        lambda pen, job: draw_personal_sheets(pen, job.pairs, draw_pair_cards),
        made_from="results",
    ),
    SheetKind(
        "recap",
        RECAP_TITLE,
        "{Pair}s by boards: the whole field.",
        ENTER_RESULTS,
        lambda job: bool(job.recap and job.recap.rows),
        _draw_recap,
        made_from="results",
    ),
)
