"""What can be printed: the sheets of one session and the kinds they come in."""

from collections.abc import Sequence
from dataclasses import replace

from director.boards.contests import ContestRecord
from director.boards.paper.pdf.guide_cards import fewer_cards
from director.boards.paper.pdf.kinds.after_play import AFTER
from director.boards.paper.pdf.kinds.job import PrintJob
from director.boards.paper.pdf.kinds.pairs import PAIRS
from director.boards.paper.pdf.kinds.tables import TABLES
from director.boards.paper.pdf.kinds.wall import WALL
from director.pdf.kinds import SheetKind
from director.pdf.page import PAPERS

KINDS: tuple[SheetKind[PrintJob], ...] = (*TABLES, *PAIRS, *WALL, *AFTER)


def kinds_for(contest: ContestRecord, guided: str = "") -> tuple[SheetKind[PrintJob], ...]:
    """Return the kinds of sheets for a *contest*, worded for its contestants.

    *guided* is what those are called who carry the sheets of everybody, where it is something else:
    players of teams.

    >>> from director.boards.contests import INDIVIDUAL, TEAMS
    >>> {kind.key: kind.help for kind in kinds_for(INDIVIDUAL)}["recap"]
    'Players by boards: the whole field.'
    >>> [kind.key for kind in kinds_for(TEAMS) if kind.only_for == ("team",)]
    ['match-cards', 'team-sheets', 'team-lists', 'bracket', 'cross-table']
    """
    called = contest.called
    return tuple(
        _kind_in_words(kind, (guided or called) if kind in PAIRS else called, called)
        for kind in KINDS
        if not kind.only_for or contest.paper in kind.only_for
    )


def _kind_in_words(kind: SheetKind[PrintJob], called: str, owner: str) -> SheetKind[PrintJob]:
    """Return *kind* with its pairs *called* so, and the *owner* of a page of its own so."""
    words = {"pair": called, "Pair": called.capitalize(), "owner": owner}
    label, help_text, remedy = (
        text.format(**words) for text in (kind.label, kind.help, kind.remedy)
    )
    return replace(kind, label=label, help=help_text, remedy=remedy)


def remarks(
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
    said = fewer_cards(job.guide_cards, PAPERS[paper], cards_per_page, large_print=large_print)
    if said:
        return (said,)
    return ()
