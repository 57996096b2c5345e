"""The club's library: listed, opened, renamed, restored, deleted, and used by a section."""

import pytest

from director.additions.library.movements import load_saved_plan, save_movement
from director.boards.movement.lines.section_lines import load_movement
from director.models import FormerMovement, Plan, SavedMovement
from movements.files.formats import parse_plan, write_plan
from movements.registry import make_plan
from tests.director.boards.others import make_empty_section
from tests.director.pages import (
    HTMX,
    count_queries,
    find_elements,
    find_errors,
    find_texts,
)
from tests.factories import field_address, make_club, make_night, make_section

pytestmark = pytest.mark.django_db

LIBRARY = "/club/movements/"
HOWELL = make_plan("howell", pairs=8, boards_per_set=3)


def save(name="Tuesday Howell", note="", movement=HOWELL) -> SavedMovement:
    return save_movement(club=make_club(), name=name, note=note, movement=movement, by=None)


def page_of(saved) -> str:
    return f"{LIBRARY}{saved.pk}/"


def test_empty_library_says_how_to_fill_it(desk):
    page = desk.get(LIBRARY)
    assert find_texts(page, ".sheet p") == [
        "No movements are saved yet. At Field, Custom movement saves one in the library. Or import a file."
    ]


def test_the_card_at_club_counts_the_movements_that_are_not_deleted(desk):
    def read_card():
        (card,) = [
            card
            for card in find_elements(desk.get("/club/"), "section.sheet")
            if card.findtext("h2/a") == "Movements"
        ]
        assert card.find("h2/a").get("href") == LIBRARY
        return card.findtext("p")

    saved = save()
    save("Monday Howell", movement=make_plan("howell", pairs=6, boards_per_set=3))
    assert read_card() == "2 saved movements."
    desk.post(f"{page_of(saved)}delete/")
    assert read_card() == "1 saved movement."


def test_movement_is_shown_with_its_rounds_and_followed(desk):
    saved = save(note="for tea")
    page = desk.get(page_of(saved))
    assert find_texts(page, ".sheet h2") == ["Tuesday Howell for 8 pairs"]
    assert find_texts(page, ".rounds td b")[:2] == ["8 v 1", "8 v 2"]
    part = desk.get(f"{page_of(saved)}?tab=follow&pair=3", **HTMX, HTTP_HX_TARGET="schedule")
    assert part.content.decode().lstrip().startswith('<div id="schedule">')


def test_name_and_note_are_changed_and_the_version_before_is_shown_and_restored(desk, director):
    saved = save()
    typed = {"name": "Monday Howell", "note": "Short"}
    assert desk.post(page_of(saved), typed).url == page_of(saved)
    saved.refresh_from_db()
    assert (saved.name, saved.note, saved.number, saved.made_by) == (
        "Monday Howell", "Short", 2, director,
    )  # fmt: skip
    page = desk.get(f"{page_of(saved)}?version=1")
    assert find_texts(page, ".say p") == ["This is version 1. Show the present one"]
    assert find_texts(page, ".sheet h2")[0] == "Tuesday Howell for 8 pairs"
    assert find_texts(desk.get(f"{page_of(saved)}?tab=versions"), ".nights b") == ["Tuesday Howell"]
    done = desk.post(f"{page_of(saved)}versions/1/restore/")
    assert done.url == page_of(saved)
    saved.refresh_from_db()
    assert saved.name == "Tuesday Howell"
    assert saved.number == 3
    assert FormerMovement.objects.count() == 2


def test_empty_name_is_refused_in_its_place_and_nothing_typed_is_lost(desk):
    saved = save()
    page = desk.post(page_of(saved), {"name": " ", "note": "for tea"})
    assert (page.status_code, find_errors(page)) == (
        422, ["Type a name for the movement, such as Tuesday Howell."],
    )  # fmt: skip
    assert 'value="for tea"' in page.content.decode()


def test_deleted_movement_is_gone_until_it_is_undone(desk):
    saved = save()
    assert desk.post(f"{page_of(saved)}delete/").url == LIBRARY
    assert desk.get(page_of(saved)).status_code == 404
    page = desk.get(LIBRARY)
    assert find_texts(page, "details .nights b") == ["Tuesday Howell"]
    assert desk.post(f"{page_of(saved)}undelete/").url == LIBRARY
    assert desk.get(page_of(saved)).status_code == 200


@pytest.mark.parametrize("form", ["json", "csv", "text"])
def test_files_are_read_back(desk, form):
    saved = save()
    response = desk.get(f"{page_of(saved)}file/{form}/")
    assert "tuesday-howell." in response["Content-Disposition"]
    assert parse_plan(response.content.decode()).rows == HOWELL.rows
    assert desk.get(f"{page_of(saved)}file/pdf/").status_code == 404


def test_movement_text_that_would_lose_something_is_refused(desk):
    saved = save("Web", movement=make_plan("web-mitchell", pairs=24))
    response = desk.get(f"{page_of(saved)}file/text/")
    assert response.status_code == 422
    assert find_texts(response, ".say.bad") == [
        "Web can’t be written as movement text, which doesn’t support several copies of the boards. Use JSON or CSV."
    ]


def test_field_lists_saved_movements_of_the_size_and_one_press_chooses(desk):
    saved = save(note="for tea")
    save("For ten", movement=make_plan("howell", pairs=10))
    section = make_section()
    page = desk.get(field_address(section, "?pairs=8&start=19:00"))
    assert find_texts(page, "#advice h2") == ["From your library"]
    assert "Tuesday Howell" in find_texts(page, "#advice th a")
    assert "For ten" not in find_texts(page, "#advice th a")
    chosen = desk.post(field_address(section, f"saved/{saved.pk}/?pairs=8"))
    assert chosen.status_code == 302
    assert chosen.url == field_address(section)
    plan = Plan.objects.get(section=section)
    assert plan.name == "Tuesday Howell"
    assert load_movement(plan).rows == HOWELL.rows
    assert (
        "From your library"
        not in desk.get(field_address(make_section(), "?pairs=11")).content.decode()
    )


def test_odd_number_chooses_a_saved_movement_for_one_more_pair(desk):
    saved = save()
    section = make_section()
    page = desk.get(field_address(section, "?pairs=7"))
    assert "For 8 pairs, number 8 stays empty" in find_texts(page, "#advice td b")
    buttons = find_elements(page, "#advice button")
    addresses = [button.get("formaction", "") for button in buttons]
    (address,) = [address for address in addresses if f"saved/{saved.pk}/" in address]
    shown = desk.get(address)
    assert "Number 8 stays empty, and its opponents sit out." in " ".join(
        find_texts(shown, "p.say")
    )
    assert "Edit as my own" not in find_texts(shown, "a")
    desk.post(address)
    plan = load_movement(Plan.objects.get(section=section))
    assert plan.contestants == 7
    assert plan.tables == 4
    assert len(plan.sit_outs) == 7
    assert 8 not in {pair for row in plan.rows for pair in (row.ns, row.ew)}


def test_movement_in_use_is_saved_from_its_files(desk, director):
    section = make_night(pairs=14)
    files = desk.get(field_address(section, "?tab=files"))
    (name,) = find_elements(files, "#id_name")
    plan = Plan.objects.get(section=section)
    assert name.get("value") == plan.name
    refused = desk.post(field_address(section, "save/"), {"name": " ", "note": "for tea"})
    assert refused.status_code == 422
    assert find_errors(refused) == ["Type a name for the movement, such as Tuesday Howell."]
    assert find_elements(refused, "#id_note")[0].get("value") == "for tea"
    done = desk.post(field_address(section, "save/"), {"name": "Ours", "note": "for tea"})
    assert done.url == field_address(section, "?tab=files")
    saved = SavedMovement.objects.get()
    assert saved.name == "Ours"
    assert saved.note == "for tea"
    assert saved.made_by == director
    assert load_saved_plan(saved).rows == load_movement(plan).rows
    response = desk.post(field_address(section, "save/"), {"name": "Twin", "note": ""})
    assert response.status_code == 422
    assert "already in the library as “Ours”" in " ".join(find_texts(response, ".bad"))


def test_without_a_movement_there_is_nothing_to_save(desk):
    page = desk.post(field_address(make_section(), "save/"), {"name": "Ours"})
    assert page.status_code == 422
    assert not SavedMovement.objects.exists()


def test_field_lists_saved_movements_where_no_other_fits(desk):
    save("Two pairs", movement=parse_plan("round,table 1\n1,1-2/1\n"))
    page = desk.get(field_address(make_section(), "?pairs=2"))
    assert page.status_code == 422
    assert find_texts(page, "#advice th a") == ["Two pairs"]
    impossible = desk.get(field_address(make_section(), "?pairs=2&minutes=1"))
    assert find_texts(impossible, "#advice th a") == []


def test_saved_movement_is_previewed_with_its_end(desk):
    saved = save()
    section = make_section()
    page = desk.get(field_address(section, f"saved/{saved.pk}/?pairs=8&start=19:00"))
    assert "ends 21:50" in " ".join(find_texts(page, ".status span"))
    assert not Plan.objects.exists()


def test_too_many_names_refuse_a_smaller_saved_movement(desk):
    saved = save()
    section = make_night(pairs=13)
    page = desk.post(field_address(section, f"saved/{saved.pk}/"))
    assert page.status_code == 422
    assert find_errors(page) == [
        "This movement has 8 places, but 13 have names. Remove those who aren’t playing in Seats first. Open Seats"
    ]


class TestSaveOfCustomMovement:
    """*Save in library* on the page of a custom movement."""

    def checked(self, desk, section, text=""):
        desk.post(field_address(section, "own/"), {"text": text or write_plan(HOWELL, "csv")})
        return field_address(section, "own/save/")

    def test_twin_is_refused_with_the_name_of_the_other(self, desk):
        save()
        section = make_section()
        page = desk.post(self.checked(desk, section), {"name": "Ours", "note": "mine"})
        assert page.status_code == 422
        assert find_errors(page) == [
            "This movement is already in the library as “Tuesday Howell”. Open that one to change its name or note."
        ]
        assert 'value="mine"' in page.content.decode()

    def test_players_and_teams_are_saved_too(self, desk):
        for contest, movement in (
            ("individual", make_plan("individual", players=8)),
            ("teams", make_plan("round-robin", teams=6)),
        ):
            section = make_empty_section(contest)
            address = self.checked(desk, section, write_plan(movement, "json"))
            assert desk.post(address, {"name": contest, "note": ""}).status_code == 302
        assert {saved.contest for saved in SavedMovement.objects.all()} == {"individual", "teams"}


def test_list_costs_the_same_queries_for_many(desk):
    save()
    few = count_queries(desk, LIBRARY)
    for pairs in range(9, 15):
        save(f"Mitchell {pairs}", movement=make_plan("mitchell", pairs=pairs))
    assert count_queries(desk, LIBRARY) == few


def test_step_1_costs_one_query_more_whatever_the_library_has(desk):
    section = make_section()
    page = field_address(section, "?pairs=8")
    save()
    few = count_queries(desk, page)
    save("Short", movement=make_plan("howell", pairs=8, rounds=5))
    save("Shorter", movement=make_plan("howell", pairs=8, rounds=4))
    assert count_queries(desk, page) == few
