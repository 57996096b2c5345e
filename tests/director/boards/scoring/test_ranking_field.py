"""Who is ranked with whom: one object decides it, and every page, list and file says the same."""

import pytest

from director.additions.exports.event import make_exported_event
from director.boards.movement.ranking import RankingField
from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.scoring.extras import SectionExtras
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Section, Session, Stage
from director.models.event import Finals, RankingScope
from tests.director.additions.exports.nights import list_export_tables
from tests.director.boards.play.sessions.test_finals import make_finals
from tests.director.pages import find_texts
from tests.factories import make_sections, results_address

FIELD, SECTION = RankingScope.FIELD, RankingScope.SECTION


def make_field(
    letters: str,
    places: RankingScope = FIELD,
    *,
    finals: Finals = Finals.BY_PLACES,
    stage: Stage | None = None,
    follows_places: bool = False,
) -> RankingField:
    session = Session(event=Event(places=places, finals=finals), stage=stage)
    sections = [Section(session=session, letter=letter) for letter in letters]
    return RankingField(session, sections, follows_places)


@pytest.mark.parametrize(
    ("field", "is_by_section", "description"),
    [
        (make_field("A", SECTION), False, ""),
        (make_field("AB"), False, "sections together"),
        (make_field("AB", SECTION), True, "each section by itself"),
        (make_field("AB", follows_places=True), True, "each final by itself"),
        (make_field("AB", stage=Stage(has_finals=True)), True, "each final by itself"),
        (make_field("A", stage=Stage(has_finals=True)), False, ""),
    ],
)
def test_the_places_follow_from_the_event_and_the_stage(field, is_by_section, description):
    assert (field.is_ranked_by_section, field.description) == (is_by_section, description)


def test_sections_are_finals_by_their_stage_or_by_the_event():
    assert make_field("AB", finals=Finals.ALWAYS).finals == Finals.ALWAYS
    assert make_field("A", finals=Finals.ALWAYS).finals == Finals.NEVER
    assert make_field("AB", SECTION, finals=Finals.ALWAYS).finals == Finals.NEVER
    of_stage = make_field("AB", SECTION, stage=Stage(name="Cup", has_finals=True))
    assert of_stage.finals == Finals.ALWAYS
    assert [of_stage.get_title(section) for section in of_stage.sections] == ["Cup A", "Cup B"]
    by_places = make_field("AB", follows_places=True)
    assert [by_places.get_title(section) for section in by_places.sections] == [
        "Final A",
        "Final B",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("places", RankingScope)
def test_places_in_strata_are_counted_where_places_are(places):
    sections = make_sections(letters="AB")
    event = Event.objects.select_related("club").get()
    event.places = places
    event.save()
    for section in sections:
        extras = {pair_no: PairExtras(stratum="B") for pair_no in range(1, 7)}
        store_extras(section=section, extras=SectionExtras(extras), user=None)
    rows = [row for group in EventResults(event).standings.groups for row in group.rows]
    # Everybody is in one stratum, so its places are those of the list.
    assert [row.stratum_places for row in rows] == [f"B {row.place}" for row in rows]


@pytest.mark.django_db
def test_finals_by_the_places_before_are_finals_in_the_heading_and_in_files(desk):
    final = make_finals()[2]
    assert "each final by itself" in find_texts(desk.get(results_address(final)), "main")[0]
    event = Event.objects.select_related("club").get(pk=final.session.event_id)
    sessions = make_exported_event(list_export_tables(event)).sessions
    assert [session.is_ranked_apart for session in sessions] == [False, True]
    # An imported event has one setting for all its sessions, so the file says none of them.
    assert {session.scoring_description for session in sessions} == {"matchpoints"}
