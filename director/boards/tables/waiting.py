"""What a table reads where somebody has no opponents in its round."""

from django.db.models import Q

from director.boards.tables.read import SIDE_WORDS, TableNight
from movements import CALLED


def sit_out_words(night: TableNight) -> str:
    """Return who sits out at a table in its round, and where to after it; ``""`` where nobody does."""
    for at_round, contestant, at_table, *_rest in night.plan.sit_outs if night.plan else ():
        if at_round == night.round_no and at_table == night.table_no:
            who = f"{CALLED[night.section.session.event.contest].capitalize()} {night.section.label(contestant)}"
            if not night.section.of_pairs:
                return f"{who} sits out this round."
            return f"{who} sits out this round{_after_sitting_out(night, contestant)}."
    return ""


def _after_sitting_out(night: TableNight, contestant: int) -> str:
    if night.round_no >= night.last_round:
        return ""
    rows = night.plan.rows.filter(Q(ns=contestant) | Q(ew=contestant), round_no=night.round_no + 1)
    for row in rows:
        side = SIDE_WORDS["ns" if row.ns == contestant else "ew"]
        where = "stays here" if row.table_no == night.table_no else f"goes to table {row.table_no}"
        return f", then {where}, {side}"
    return ", and the next one too"
