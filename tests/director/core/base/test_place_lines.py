"""The lines of places over a season."""

from itertools import pairwise

from director.core.base.place_lines import LAST_PLACE, PlaceHistory, make_place_picture


def test_lines_follow_places_and_names_stand_apart():
    histories = (
        PlaceHistory("Ada Ash", (2, 1, 1), is_leader=True),
        PlaceHistory("Bert Hazel", (None, 2, 1), is_leader=True),
        PlaceHistory("Cleo Dunn", (1, 30, 3), is_leader=False),
    )
    picture = make_place_picture(histories, ("6 Oct", "", "20 Oct"))
    assert picture is not None
    ada, bert, cleo = picture.lines
    # The first place is at the top, and who came later begins later.
    assert ada.dots[0].y > ada.dots[1].y == ada.dots[2].y
    assert len(bert.dots) == 2
    assert len(bert.parts) == 1
    # Far places are drawn at the bottom, which says so.
    assert cleo.dots[1].y == picture.places[-1].y
    assert picture.places[-1].text == f"{LAST_PLACE}+"
    label_ys = [line.label.y for line in picture.lines]
    assert all(below - above >= 20 for above, below in pairwise(label_ys))
    assert max(label_ys) < picture.height
    assert [line.short_name for line in picture.lines] == ["Ada A.", "Bert H.", "Cleo D."]


def test_a_single_event_has_no_lines():
    assert make_place_picture((PlaceHistory("Ada Ash", (1,), is_leader=True),), ("6 Oct",)) is None
    assert make_place_picture((), ("6 Oct", "13 Oct")) is None
