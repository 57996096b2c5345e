"""Counts of results that are entered and due, made by the database."""

from collections.abc import Sequence

from django.db import connection

from director.boards.movement.lines.entry import LATER
from director.boards.movement.lines.read import SectionLines, fetch_lines_by_section
from director.boards.movement.rounds import is_by_round, is_over_weeks
from director.models import Event, Plan, Section

# The same rules as in ``section_lines``: lines played off schedule at a table in a round take the
# place of its due lines, an award counts before the result of its line, and a match that was entered
# as a result, decided or void stands for those of its boards that are missing.
_COUNT_RESULTS = """
WITH due AS (
  SELECT plan.section_id, COALESCE(played.ns, planned.ns) AS ns, COALESCE(played.ew, planned.ew) AS ew,
    COALESCE(played.boards, planned.boards) AS boards, planned.round_no
  FROM director_plan plan
  JOIN director_planrow planned ON planned.plan_id = plan.id
  LEFT JOIN director_playedrow played ON played.section_id = plan.section_id
    AND played.round_no = planned.round_no AND played.table_no = planned.table_no
  WHERE plan.in_force AND plan.section_id IN ({places}) AND NOT (played.id IS NOT NULL AND planned.half = 2)
)
SELECT due.section_id,
  COUNT(CASE WHEN COALESCE(award.text, result.text, '') NOT IN ('', %s) OR reported.id IS NOT NULL THEN 1 END),
  COUNT(*), COUNT(CASE WHEN reported.unit <> '' OR event.is_long_running THEN 1 END)
FROM due
JOIN director_section section ON section.id = due.section_id
JOIN director_session session ON session.id = section.session_id
JOIN director_event event ON event.id = session.event_id
CROSS JOIN {each}(due.boards) AS board
LEFT JOIN director_result result ON result.section_id = due.section_id
  AND result.board_no = CAST(board.value AS integer) AND result.ns = due.ns AND result.ew = due.ew
LEFT JOIN director_award award ON award.result_id = result.id AND award.in_force
LEFT JOIN director_match reported ON reported.section_id = due.section_id
  AND (reported.unit <> '' OR reported.winner IS NOT NULL OR reported.is_void)
  AND reported.round_no IN (0, due.round_no)
  AND ((reported.home = due.ns AND reported.away = due.ew) OR (reported.home = due.ew AND reported.away = due.ns))
GROUP BY due.section_id
"""


def count_results(sections: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return how many results of each of *sections* are entered and due. (Costs one query.)

    Sections without a movement are left out.  If most matches are entered as results, or they are
    played over weeks, matches are counted. (Costs five more queries if there are any such results.)
    """
    if not sections:
        return {}
    # The function that makes rows of a JSON list has another name in each database.
    each_function = "json_each" if connection.vendor == "sqlite" else "jsonb_array_elements"
    places = ", ".join(["%s"] * len(sections))
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_RESULTS.format(places=places, each=each_function), [*sections, LATER])
        rows = cursor.fetchall()
    counts = {
        section_id: (results_in, results_due) for section_id, results_in, results_due, _ in rows
    }
    with_matches = [section_id for section_id, *_counts, reported in rows if reported]
    return counts | _count_match_results(with_matches)


def _count_match_results(sections: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return the counts of *sections* whose matches may be counted in place of their boards."""
    if not sections:
        return {}
    in_force = Plan.objects.filter(section__in=sections, in_force=True)
    plans = {plan.section_id: plan for plan in in_force.select_related("section__session__event")}
    counts = {}
    for section_id, lines in fetch_lines_by_section(sections, plans).items():
        plan = plans[section_id]
        section_lines = SectionLines(
            lines,
            is_by_round=is_by_round(plan),
            is_over_weeks=is_over_weeks(plan.section.session.event, plan),
        )
        counts[section_id] = section_lines.results_in, section_lines.results_due
    return counts


def count_event_results(event: Event) -> tuple[int, int]:
    """Return how many results of *event* are entered and due. (Costs two queries.)"""
    sections = Section.objects.filter(session__event=event).values_list("pk", flat=True)
    counts = count_results(list(sections)).values()
    total_in = sum(results_in for results_in, _due in counts)
    total_due = sum(results_due for _results_in, results_due in counts)
    return total_in, total_due
