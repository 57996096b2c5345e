"""Who met whom in the stages before that of a section."""

from collections import defaultdict

from director.boards.movement.lines.section_lines import has_matches
from director.models import Entry, Plan, PlanRow, Section


def fetch_former_opponents(section: Section) -> dict[int, tuple[int, ...]]:
    """Return the opponents in matches of earlier stages that are in *section*, by number.

    Nobody has any in a section that continues no stage. (Costs a query for each stage before, and
    two more.)
    """
    if section.session.stage_id is None:
        return {}
    seats = _fetch_former_seats(section)
    plans = Plan.objects.filter(
        section__in={section_id for section_id, _number in seats}, in_force=True
    )
    sections = {plan.pk: plan.section_id for plan in plans if has_matches(plan)}
    rows = PlanRow.objects.filter(plan__in=sections, ns__isnull=False, ew__isnull=False)
    opponents: dict[int, set[int]] = defaultdict(set)
    for plan_id, *numbers in rows.values_list("plan_id", "ns", "ew").distinct():
        here = [seats.get((sections[plan_id], number)) for number in numbers]
        first, second = here
        if first is not None and second is not None and first != second:
            opponents[first].add(second)
            opponents[second].add(first)
    return {number: tuple(sorted(others)) for number, others in opponents.items()}


def _fetch_former_seats(section: Section) -> dict[tuple[int, int], int]:
    """Return the numbers in *section* by section and number in every stage before."""
    columns = ("continues_id", "pair_no")
    numbers = dict(section.entries.exclude(continues=None).values_list(*columns))
    seats = {}
    while numbers:
        former_numbers = {}
        former = Entry.objects.filter(pk__in=numbers)
        for pk, section_id, pair_no, continues in former.values_list(
            "pk", "section_id", "pair_no", "continues_id"
        ):
            seats[section_id, pair_no] = numbers[pk]
            if continues is not None:
                former_numbers[continues] = numbers[pk]
        numbers = former_numbers
    return seats
