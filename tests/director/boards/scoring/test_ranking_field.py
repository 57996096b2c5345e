"""Who is ranked with whom: one object decides it, and every page, list and file says the same."""

import pytest

from director.boards.movement.ranking import RankingField
from director.models import Event, Section, Session, Stage
from director.models.event import Finals, RankingScope

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
