"""The mark that players have seen other tables' results. Each line is marked once."""

from collections.abc import Mapping

from django.db.models import F
from django.utils import timezone

from director.boards.movement.scoring_field import Key
from director.boards.play.table_words import fetch_marks
from director.core.night.links import create_closed_links
from director.models import Access, Plan, Section, TableWord


def mark_seen(section: Section, plan: Plan | None, lines: Mapping[Key, int]) -> None:
    """Record that the players of *lines* were shown the results of other tables.

    *lines* maps each line to its table. The mark belongs to the table, since both sides of a line
    share what they have seen. A table that never had a private link gets a closed one for it.
    """
    marks = fetch_marks(section, lines).values_list("access__table_no", "board_no", "ns", "ew")
    marked_lines = set(marks)
    new_lines = {
        line: table_no for line, table_no in lines.items() if (table_no, *line) not in marked_lines
    }
    if not new_lines:
        return
    accesses = Access.objects.filter(section=section, table_no__in=set(new_lines.values()))
    # The link in force comes last, so it replaces revoked links of the same table.
    access_by_table = {
        access.table_no or 0: access
        for access in accesses.order_by(F("revoked_at").asc(nulls_last=True))
    }
    tables_without_link = set(new_lines.values()) - access_by_table.keys()
    if tables_without_link:
        access_by_table |= create_closed_links(section=section, tables=tables_without_link)
    new_marks = [
        _make_mark(access_by_table[table_no], plan, line) for line, table_no in new_lines.items()
    ]
    # Two phones of a table may ask at once. Their marks have the same key, and one is enough.
    TableWord.objects.bulk_create(new_marks, ignore_conflicts=True)


def _make_mark(access: Access, plan: Plan | None, line: Key) -> TableWord:
    board_no, ns, ew = line
    # The key names the plan, so a new movement starts without marks.
    key = f"shown {plan.pk if plan else 0} {board_no} {ns} {ew}"
    return TableWord(
        access=access,
        key=key,
        kind=TableWord.Kind.SHOWN,
        board_no=board_no,
        ns=ns,
        ew=ew,
        status=200,
        heard_at=timezone.now(),
    )
