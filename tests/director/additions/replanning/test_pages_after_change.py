"""Whatever has changed, every page, sheet and file of the night goes by the movement that is in force."""

import pytest

from director.additions.replanning.options import make_replan_options
from director.boards.movement.lines.section_lines import fetch_section_lines, load_movement
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import continue_plan
from director.boards.play.plan_changes import fetch_played_rounds
from director.boards.play.scores.result import import_result
from director.core.night.publishing import publish_results
from director.models import Session
from director.models.event import Clock
from movements.replan.records import Change
from tests.director.pages import fetch_print_preview, find_elements
from tests.factories import make_night

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CHANGES = [
    Change("pair-arrives"),
    Change("pair-leaves", pair=2),
    Change("table-closes", table=2),
    Change("late-table", table=3),
    Change("rounds", rounds=4),
    Change("rounds", rounds=8),
    Change("boards-per-set", boards=1),
    Change("boards-exchanged", table=3, other_table=4, first_round=3),
]
NIGHTS = [("mitchell", 13), ("howell", 8), ("mitchell", 12), ("howell", 9), ("mitchell", 10)]
PAGES = (
    "field",
    "seats",
    "print",
    "play",
    "scores",
    "results",
    "changed",
    "acts",
    "room",
    "results/official",
)


def play(section, rounds: int, leave: tuple[int, int] | None = None) -> None:
    """Enter a result for every line of the first *rounds* rounds that has none, but at *leave*."""
    lines = fetch_section_lines(section)
    for line in lines.all:
        if (
            line.round_no <= rounds
            and not line.is_entered
            and (line.round_no, line.table_no) != leave
        ):
            import_result(section=section, line=line, text="3NTN=", user=None)


def ways_of(section, change):
    lines, plan = fetch_section_lines(section), section.plan
    plan.section = section
    from_round = max(fetch_played_rounds(section, lines)) + 1
    return from_round, make_replan_options(
        section,
        load_movement(plan),
        lines,
        change=change,
        from_round=from_round,
        round_count=plan.rounds,
    ).options


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize(("key", "pairs"), NIGHTS[:1])
def test_every_page_and_sheet_follows(desk, key, pairs, change):
    section = make_night(key=key, pairs=pairs, boards_per_set=2)
    play(section, 2, leave=(2, 3) if change.kind == "late-table" else None)
    if change.kind == "boards-exchanged":  # in the round that is being played
        Session.objects.filter(pk=section.session_id).update(
            clock=Clock.PAUSED, seconds_left=60, round_no=3
        )
        section = fetch_section(section.ref)
    from_round, ways = ways_of(section, change)
    ways = [way for way in ways if way.changed_rows]
    assert ways
    way = ways[0]
    continue_plan(
        section=section, movement=way.movement, from_round=from_round, reason=way.title, user=None
    )
    play(fetch_section(section.ref), way.movement.rounds)
    section = fetch_section(section.ref)
    stored = section.plan
    stored.section = section
    assert load_movement(stored) == way.movement
    publish_results(event=section.session.event)
    session, event = f"/sessions/{section.session_id}/", f"/events/{section.session.event_id}/"
    row = way.movement.rows[-1]
    pages = [f"{session}{page}/" for page in PAGES]
    pages += [
        f"{session}scores/rounds/{row.round_no}/tables/{row.table_no}/",
        f"{session}scores/boards/1/",
    ]
    pages += [
        event,
        f"{event}pairs/1/",
        f"{event}boards/1/",
        f"{event}recap/",
        f"{event}results.json",
    ]
    for page in pages:
        assert desk.get(page).status_code in (200, 302), page
    sets = [
        find_elements(desk.get(f"{session}print/?set={when}"), "input")
        for when in ("before", "after")
    ]
    boxes = [
        box
        for shown in sets
        for box in shown
        if box.get("name") == "kinds" and box.get("disabled") is None
    ]
    kinds = list(dict.fromkeys(box.get("value") for box in boxes))
    assert {"guide-cards", "pair-cards", "travellers", "standings"} <= set(kinds)
    pdf = fetch_print_preview(desk, f"{session}print/", {"kinds": kinds, "paper": "a4"})
    assert pdf.status_code == 200
    assert pdf.content[:5] == b"%PDF-"
