"""Finals A to D, filled by one press in the order of the standings."""

import pytest

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.stages import start_stage
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_event_fields
from director.boards.play.plan import store_plan
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Section, Session, Stage
from movements.registry import make_plan
from tests.director.additions.contests.draws.test_draws import reload_drawn_section
from tests.director.additions.contests.stages.test_next_stage import make_league
from tests.director.boards.play.sessions.nights import (
    make_session_sections,
    reload_sections,
    stage_address,
)
from tests.director.pages import find_errors, find_texts
from tests.factories import enter_all_results, enter_on_line, make_night, reload_section
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def finals_of(session: Session) -> list[Section]:
    return list(reload_sections(*session.sections.all()))


def names_in(section: Section) -> list[str]:
    return [entry.name for entry in section.entries.order_by("pair_no")]


def standings(section: Section) -> list:
    results = EventResults(Event.objects.get(pk=section.session.event_id))
    return [row for group in results.standings.groups for row in group.rows]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"size-A": "4", "size-B": "4"}, "The finals have 8 places, but only 6 can go on."),
        ({"size-A": "2", "size-C": "2"}, "Final B is empty, but a later one isn’t."),
        ({}, "Nobody goes on yet. Type how many play in Final A"),
        ({"size-A": "1"}, "The number must be 2 or more, such as 8, not 1."),
        ({"size-A": "two"}, "“two” isn’t a number"),
        ({"size-A": "5", "takes_others": "on"}, "Section B needs at least two contestants."),
    ],
)
def test_impossible_finals_get_a_sentence_and_keep_what_was_typed(desk, typed, sentence):
    response = desk.post(stage_address(make_league()), typed | {"name": "Final"})
    assert response.status_code == 422
    (shown,) = find_errors(response)
    assert shown.startswith(sentence)
    assert not Stage.objects.exists()
    for name, value in typed.items():
        assert response.context["form"][name].data in (value, True)


def test_the_withdrawn_stay_out_with_a_sentence(desk):
    league = make_league()
    plan = league.plan
    plan.options = [*plan.options, ["withdrawn", "3:5"]]
    plan.save()
    page = desk.get(stage_address(league))
    assert "Team 3 Team 3 has withdrawn and won’t go on." in find_texts(page, "main")[0]
    desk.post(stage_address(league), {"name": "Final", "size-A": "4"})
    (section,) = finals_of(Session.objects.get(number=2))
    assert "Team 3" not in names_in(section)
    assert len(names_in(section)) == 4


def test_qualifiers_of_several_lists_take_turns(desk):
    """The first N-S and the first E-W pair go on before the second ones."""
    section = make_night(pairs=8, boards_per_set=2)
    enter_all_results(section)
    event = Event.objects.get(pk=section.session.event_id)
    results = EventResults(event)
    north_south, east_west = (
        [row.names for row in group.rows] for group in results.standings.groups
    )
    order = [person.names for person in fetch_candidates(event, results)]
    assert order == [name for both in zip(north_south, east_west, strict=True) for name in both]


def score(section: Section, *, first: int = 0) -> None:
    """Enter results that let the pair of the lower number win most boards."""
    for index, line in enumerate(fetch_section_lines(section).all):
        is_ns_better = line.ns % 100 < line.ew % 100 or (index + first) % 5 == 0
        text = "4SS+1" if is_ns_better else "4SS-2"
        enter_on_line(section, line, text)


@pytest.mark.slow
def test_a_championship_of_60_pairs_with_finals_a_to_d(desk):
    sections = make_session_sections(letters="ABCDE", pairs=12)
    for index, section in enumerate(sections):
        score(section, first=index)
    before = [row.names for row in standings(sections[0])]
    order = [
        person.names
        for person in fetch_candidates(
            Event.objects.get(pk=sections[0].session.event_id),
            EventResults(Event.objects.get(pk=sections[0].session.event_id)),
        )
    ]
    assert sorted(before) == sorted(order)
    assert len(order) == 60
    typed = {"name": "Final", "size-A": "16", "size-B": "16", "size-C": "14", "size-D": "14"}
    page = desk.get(stage_address(sections[0]))
    assert "How many of the 60 pairs" in find_texts(page, "main")[0]
    assert desk.post(stage_address(sections[0]), typed).status_code == 302
    session = Session.objects.get(number=2)
    starts = {"A": (0, 16), "B": (16, 32), "C": (32, 46), "D": (46, 60)}
    for section in finals_of(session):
        size = section.entries.count()
        store_plan(
            section=section, movement=make_plan("howell", pairs=size, rounds=5, boards_per_set=1)
        )
        assert not section.entries.filter(continues=None).exists()
        score(reload_section(section))
    rows = standings(sections[0])
    assert len(rows) == 60
    event = Event.objects.get(pk=sections[0].session.event_id)
    groups = EventResults(event).sessions[1].standings.groups
    assert [group.title for group in groups] == ["Final A", "Final B", "Final C", "Final D"]
    for group, (letter, (start, end)) in zip(groups, starts.items(), strict=True):
        own = set(order[start:end])
        assert {row.names for row in group.rows} == own
        assert {row.names for row in rows[start:end]} == own
        assert [row.label[0] for row in rows[start:end]] == [letter] * (end - start)
        # A final is matchpointed by itself: its percentages are 50 on average.
        assert sum(row.percent for row in group.rows) == 50 * (end - start)
    assert all(row.total is not None and None not in row.sessions for row in rows)
    note = "Places go to Final A first, then to Final B, Final C and Final D."
    assert EventResults(event).standings.notes[0] == note
    assert [
        compute_field_differences(scoring_field) for scoring_field in fetch_event_fields(event)
    ] == [[], []]


@pytest.mark.slow
def test_a_stage_after_finals_compares_the_whole_field_again():
    section = make_night(pairs=8, boards_per_set=2, key="howell")
    enter_all_results(section)
    event = Event.objects.get(pk=section.session.event_id)
    people = [person.entry_id for person in fetch_candidates(event, EventResults(event))]
    usual = {"day": None, "is_early": True, "user": None, "event": event}
    start_stage(
        name="Final",
        entry_ids_by_letter={"A": people[:4], "B": people[4:]},
        has_finals=True,
        **usual,
    )
    final = Stage.objects.get()
    assert final.scoring_options["compare"] == "section"
    for half in Session.objects.get(number=2).sections.all():
        store_plan(section=half, movement=make_plan("howell", pairs=4, boards_per_set=2))
        enter_all_results(reload_section(half))
    last = fetch_candidates(event, EventResults(Event.objects.get(pk=event.pk)))
    start_stage(
        name="Super-final",
        entry_ids_by_letter={"A": [person.entry_id for person in last[:4]]},
        **usual,
    )
    assert Stage.objects.get(name="Super-final").scoring_options.get("compare") != "section"
    assert reload_drawn_section(section).session.event_id == event.pk
