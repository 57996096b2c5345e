"""Acts of a section: through the journal of its event, each a correction where the results have been published."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User

from director.boards import sentences
from director.boards.results.read.acts import PLAN, section_acts
from director.boards.results.write.built import builds_on
from director.boards.results.write.correction import correction
from director.boards.results.write.restored import check_restored
from director.boards.sitting import Key
from director.desk.journal.write import Journal, act_kept, act_redo, act_undo
from director.desk.tables.read import open_tables
from director.desk.tables.write import access_revoke, tables_open
from director.errors import PlanFixedError
from director.models import Act, PlanRow, Section


@contextmanager
def section_act(*, section: Section, kind: str, words: str, user: User | None) -> Iterator[Journal]:
    """Change *section* inside; see :func:`~director.desk.journal.write.act_kept` and :func:`correction`.

    The journal has the section as it is stored.
    """
    with (
        correction(section=section, user=user) as stored,
        act_kept(event=stored.session.event, section=stored, kind=kind, words=words, user=user) as journal,
    ):
        yield journal


def section_undo(*, section: Section, number: int, user: User | None, kinds: Collection[str] = ()) -> Act | None:
    """Undo act *number* of *section*; everything it changed is exactly as before; ``None`` if it is undone already.

    Lines do not build on each other: only a later act about the same matters stands in the way (:func:`builds_on`).
    *kinds* are those of the acts that the page offers.

    :raises DeskError: if there is nothing to undo, or another act has built on it
    :raises ScoringError: if the results could not be scored then
    :raises FinalError: if the results are final
    """
    with correction(section=section, user=user):
        with _every_result_kept(section):
            act = act_undo(acts=section_acts(section, kinds), number=number, user=user, builds_on=builds_on)
        check_restored(section, act)
        _tables_follow(section, act)
    return act


def section_redo(*, section: Section, number: int, user: User | None, kinds: Collection[str] = ()) -> Act | None:
    """Do act *number* of *section* again, the last that was undone; ``None`` if it was done again already.

    :raises DeskError: if something else was done since it was undone, or another act was undone last
    :raises ScoringError: if the results could not be scored then
    :raises FinalError: if the results are final
    """
    with correction(section=section, user=user):
        with _every_result_kept(section):
            acts, event = section_acts(section, kinds), section.session.event
            act = act_redo(event=event, acts=acts, number=number, user=user, builds_on=builds_on)
        check_restored(section, act)
        _tables_follow(section, act)
    return act


def _tables_follow(section: Section, act: Act | None) -> None:
    """Close the addresses of tables that the movement in force has not, and open those of its last tables."""
    if act is None or act.kind != PLAN:
        return
    plan = section.plans.filter(in_force=True).first()
    live = open_tables(section.session, section)
    if plan is None or not live:
        return
    for table_no, access in live.items():
        if table_no > plan.tables:
            access_revoke(access=access)
    tables_open(session=section.session, section=section, tables=range(max(live) + 1, plan.tables + 1))


def lines_due(section: Section) -> set[Key]:
    """Return the lines that the movement in force makes due: board, N-S and E-W pair; one query."""
    rows = PlanRow.objects.filter(plan__section=section, plan__in_force=True).values_list("ns", "ew", "boards")
    return {(board_no, ns, ew) for ns, ew, boards in rows for board_no in boards}


def refuse_lost(section: Section, due: set[Key]) -> None:
    """Refuse the movement in force if a result is in for which only that of before, with *due*, had a place.

    :raises PlanFixedError: with the first of them
    """
    no_more = due - lines_due(section)
    for result in section.results.filled().order_by("round_no", "table_no", "board_no"):
        if (result.board_no, result.ns, result.ew) in no_more:
            ns, ew = section.label(result.ns), section.label(result.ew)
            raise PlanFixedError(sentences.RESULT_WITHOUT_PLACE, board_no=result.board_no, ns=ns, ew=ew)


@contextmanager
def _every_result_kept(section: Section) -> Iterator[None]:
    """Refuse what puts another movement in force that has no place for what is in."""
    due = lines_due(section)
    yield
    refuse_lost(section, due)
