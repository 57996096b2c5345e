"""The mark that players have seen what others made.  Who looks twice leaves it once."""

from collections.abc import Collection, Iterable, Mapping

from django.db.models import F, QuerySet
from django.utils import timezone

from director.boards.movement.scoring_field import Key
from director.boards.play.phones.read import lines_marked
from director.models import Access, Plan, Section, TableWord


def mark_seen(section: Section, plan: Plan | None, lines: Mapping[Key, int]) -> None:
    """Record that the players of *lines* were shown the results of other tables.

    The mark belongs to the table, whoever looked: both sides of a line tell the same.  A table
    without a private address has none, since nobody enters results there but the director.
    """
    marks = _marks(section, lines).values_list("access__table_no", "board_no", "ns", "ew")
    known = set(marks)
    new = {line: table_no for line, table_no in lines.items() if (table_no, *line) not in known}
    if not new:
        return
    accesses = Access.objects.filter(section=section, table_no__in=set(new.values()))
    # The address in force is read last, and so it is the one that is kept of its table.
    of_table = {
        access.table_no: access
        for access in accesses.order_by(F("revoked_at").asc(nulls_last=True))
    }
    words = [
        _mark(of_table[table_no], plan, line)
        for line, table_no in new.items()
        if table_no in of_table
    ]
    TableWord.objects.bulk_create(words, ignore_conflicts=True)  # two phones may look at once


def seen_lines(section: Section, lines: Collection[Key]) -> frozenset[Key]:
    """Return the *lines* whose players have seen the results of other tables. One query."""
    return lines_marked(section, _marks(section, lines).values_list("board_no", "ns", "ew"), lines)


def _marks(section: Section, lines: Iterable[Key]) -> QuerySet[TableWord]:
    marks = TableWord.objects.filter(
        access__section=section, kind=TableWord.Kind.SHOWN, dropped_at__isnull=True
    )
    return marks.filter(board_no__in={board_no for board_no, *_pairs in lines})


def _mark(access: Access, plan: Plan | None, line: Key) -> TableWord:
    """Return the mark of *line*. Its key names the plan, so that a new movement starts without marks."""
    board_no, ns, ew = line
    where = {"board_no": board_no, "ns": ns, "ew": ew}
    key = f"shown {plan.pk if plan else 0} {board_no} {ns} {ew}"
    return TableWord(
        access=access,
        key=key,
        kind=TableWord.Kind.SHOWN,
        status=200,
        heard_at=timezone.now(),
        **where,
    )
