"""Who of players that are named by seat held which cards on which line."""

from director.boards.sitting import Key, Sitting
from director.models import PlanRow


def sitting_seats(sitting: Sitting) -> dict[Key, tuple[int, ...]]:
    """Return who sits N, E, S and W on every line of the plans in force of *sitting*, all by its numbers; one query."""
    sections = {section.pk: section for section in sitting.sections}
    rows = PlanRow.objects.filter(plan__section__in=sections, plan__in_force=True, players__isnull=False)
    seats: dict[Key, tuple[int, ...]] = {}
    for section_id, ns, ew, boards, players in rows.values_list("plan__section_id", "ns", "ew", "boards", "players"):
        section = sections[section_id]
        four = tuple(sitting.pair(section, player) for player in players or ())
        seats |= {sitting.key(section, (board_no, ns, ew)): four for board_no in boards}
    return seats
