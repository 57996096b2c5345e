"""The kinds of sheets that can be printed of a session of boards."""

from collections.abc import Sequence
from dataclasses import replace

from director.additions import get_contest_desk
from director.boards.contests import ContestRecord
from director.boards.paper.pdf.guide_cards import explain_fewer_cards
from director.boards.paper.pdf.kinds.after_play import AFTER
from director.boards.paper.pdf.kinds.job import PrintJob
from director.boards.paper.pdf.kinds.pairs import PAIRS
from director.boards.paper.pdf.kinds.tables import TABLES
from director.boards.paper.pdf.kinds.wall import WALL
from director.pdf.kinds import SheetKind
from director.pdf.page import PAPERS


def list_all_kinds() -> tuple[SheetKind[PrintJob], ...]:
    """Return the kinds of sheets of a night and of contests, in the order of lists."""
    added_kinds = get_contest_desk().sheet_kinds
    kinds: list[SheetKind[PrintJob]] = []
    for kind in (*TABLES, *PAIRS, *WALL, *AFTER):
        kinds += (kind, *added_kinds.get(kind.key, ()))
    return tuple(kinds)


def list_sheet_kinds(contest: ContestRecord, guided: str = "") -> tuple[SheetKind[PrintJob], ...]:
    """Return the kinds of sheets for a *contest*, worded for its contestants.

    *guided* is the word for those who get a guide, if it is another one: players, if the movement
    seats the players of teams.

    >>> from director.boards.contests import INDIVIDUAL, TEAMS
    >>> {kind.key: kind.help for kind in list_sheet_kinds(INDIVIDUAL)}["recap"]
    'Players by boards: the whole field.'
    >>> team_keys = [kind.key for kind in list_sheet_kinds(TEAMS) if kind.suitable_contestants == ("team",)]
    >>> team_keys[:5]
    ['match-cards', 'team-sheets', 'line-up-slips', 'captain-links', 'team-lists']
    >>> team_keys[5:]
    ['fixtures', 'bracket', 'cross-table', 'scored-matches']
    """
    kinds = []
    for kind in list_all_kinds():
        if kind.suitable_contestants and contest.sheet_word not in kind.suitable_contestants:
            continue
        noun = contest.contestant_word
        if guided and kind in PAIRS:
            noun = guided
        kinds.append(_format_kind(kind, noun, contest.contestant_word))
    return tuple(kinds)


def _format_kind(kind: SheetKind[PrintJob], noun: str, owner: str) -> SheetKind[PrintJob]:
    """Return *kind* with *noun* in place of "pair". A private page belongs to an *owner*."""
    words = {"pair": noun, "Pair": noun.capitalize(), "owner": owner}
    return replace(
        kind,
        label=kind.label.format(**words),
        help=kind.help.format(**words),
        remedy=kind.remedy.format(**words),
    )


def list_remarks(
    job: PrintJob,
    keys: Sequence[str],
    paper: str,
    *,
    large_print: bool = False,
    cards_per_page: int = 1,
    **_laid: bool,
) -> tuple[str, ...]:
    """Return remarks on how a PDF differs from what was asked for.

    :raises PrintingError: as :func:`~director.pdf.kinds.render`
    """
    if cards_per_page == 1 or "guide-cards" not in keys or not job.guide_cards:
        return ()
    remark = explain_fewer_cards(
        job.guide_cards, PAPERS[paper], cards_per_page, large_print=large_print
    )
    if not remark:
        return ()
    return (remark,)
