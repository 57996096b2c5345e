"""Two desks with the same form open: neither overwrites what the other has stored, without a word."""

from dataclasses import dataclass

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from director.boards.scoring.extras import fetch_section_extras
from director.core.club.club import get_or_create_club
from director.core.night.history import find_act_to_undo
from director.core.night.publishing import finalise_results
from director.party.pages.field.form import PartyFieldForm
from director.party.play.history import undo_party
from director.party.play.series import begin_next_series
from scoring.party.methods import get_party_method
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.doors.page_forms import Door, iterate_doors
from tests.director.pages import find_elements, find_texts, parse_page
from tests.director.party.parties import (
    make_party,
    make_preset_party,
    make_seated_party,
)
from tests.director.party.play.test_series import make_series, play_first
from tests.director.sent_forms import (
    Sent,
    fill_form,
    is_submit_button,
    list_form_parts,
)
from tests.factories import make_played_section, make_sections

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@dataclass
class OpenForm:
    """A form as one desk has it open. It sends what it shows, with some boxes changed.

    The name and value of a button press that one instead of the first.
    """

    desk: Client
    door: Door
    boxes: Sent

    def send(self, to: str = "", **changes: str) -> HttpResponse:
        changed = {name.replace("__", "-"): value for name, value in changes.items()}
        buttons = {part.get("name") for part in self.door.form if is_submit_button(part)}
        pressed = tuple((name, value) for name, value in changed.items() if name in buttons)
        filled = {name: value for name, value in changed.items() if name not in buttons}
        sent = fill_form(self.door.form, filled, button=pressed or self.door.button)
        return self.desk.post(to or self.door.address, sent)


def open_form(desk: Client, path: str, address: str = "") -> OpenForm:
    return read_form(desk, path, desk.get(path), address)


def read_form(desk: Client, path: str, page: HttpResponse, address: str = "") -> OpenForm:
    doors = iterate_doors(path, page)
    door = next(door for door in doors if door.address == (address or path) and not door.is_htmx)
    return OpenForm(desk, door, fill_form(door.form, {}, button=door.button))


def boxes_now(desk: Client, path: str, *names: str) -> list[str]:
    boxes = open_form(desk, path).boxes
    return ["".join(boxes.get(name, [])) for name in names]


def test_a_setting_that_both_desks_changed_is_refused_once_and_keeps_what_was_typed(desk):
    get_or_create_club()
    first, second = (open_form(desk, "/club/", "/club/phones/") for _ in range(2))
    first.send(wifi_name="Club room")
    response = second.send(wifi_name="Bar")
    assert response.status_code == 422
    assert find_texts(response, ".bad") == [
        "This was changed to “Club room” after you opened the page. "
        "Check it, then press again to replace it."
    ]
    assert get_or_create_club().wifi_name == "Club room"
    door = next(
        door for door in iterate_doors("/club/phones/", response) if door.address == "/club/phones/"
    )
    again = OpenForm(desk, door, fill_form(door.form, {}, button=door.button))
    assert again.boxes["wifi_name"] == ["Bar"]
    assert again.send().status_code == 302
    assert get_or_create_club().wifi_name == "Bar"


def send_and_confirm(form: OpenForm, **changes: str) -> HttpResponse:
    """Send *changes* of the scoring, and press *Change* if they change the results."""
    answer = form.send(**changes)
    if answer.status_code != 422:
        return answer
    (sure,) = [
        button
        for button in find_elements(answer, "#scoring button")
        if button.get("name") == "sure"
    ]
    sent = [*fill_form(form.door.form, changes).items(), ("sure", sure.get("value"))]
    return form.desk.post(form.door.address, dict(sent))


@pytest.mark.slow
def test_scoring_that_one_desk_left_alone_stays_as_the_other_chose_it(desk):
    section = make_played_section()
    path = f"/sessions/{section.session_id}/results/?tab=scoring"
    address = f"/sessions/{section.session_id}/results/"
    first, second = (open_form(desk, path, address) for _ in range(2))
    options = [name for name in first.boxes if name.startswith("option_")][:2]
    choices = {
        box.get("name"): [option.get("value") for option in box.iter("option")]
        for box in first.door.form
        if box.tag == "select"
    }
    others = {
        name: next(choice for choice in choices[name] if choice != first.boxes[name][0])
        for name in options
    }
    for form, name in zip((first, second), options, strict=True):
        assert send_and_confirm(form, **{name: others[name]}).status_code == 302
    now = open_form(desk, path, address).boxes
    assert {name: now[name][0] for name in options} == others
    first, second = (open_form(desk, path, address) for _ in range(2))
    assert send_and_confirm(first, scoring="ascherman").status_code == 302
    assert second.send().status_code == 302
    assert open_form(desk, path, address).boxes["scoring"] == ["ascherman"]


def test_minutes_and_warning_of_the_clock_are_changed_at_two_desks(desk):
    section = make_played_section()
    path = f"/sessions/{section.session_id}/play/"
    address = f"{path}minutes/"
    first, second = (open_form(desk, path, address) for _ in range(2))
    first.send(minutes="31")
    second.send(warning="7")
    session = reload_drawn_section(section).session
    assert (session.round_minutes, session.warning_minutes) == (31, 7)


def test_settings_of_phones_are_changed_at_two_desks(desk):
    section = make_played_section()
    path = f"/sessions/{section.session_id}/tables/"
    first, second = (open_form(desk, path) for _ in range(2))
    first.send(order="fixed")
    second.send(result="total")
    now = open_form(desk, path).boxes
    changed = {name for name in now if now[name] != first.boxes.get(name)}
    keys = {"idempotency_key", "csrfmiddlewaretoken"}
    assert changed - keys == {"order", "result", "initial-order", "initial-result"}


@pytest.fixture
def extras(desk):
    section = make_played_section(published=False)
    return section, f"/sessions/{section.session_id}/results/extras/"


def stored_extras(section):
    return {
        number: tuple(pair)
        for number, pair in fetch_section_extras(
            reload_drawn_section(section)
        ).extras_by_pair.items()
    }


@pytest.mark.slow
def test_handicaps_of_two_desks_are_both_stored(desk, extras):
    section, path = extras
    first, second = (open_form(desk, path) for _ in range(2))
    assert first.send(handicap__1="3").status_code == 302
    assert second.send(handicap__2="5", stratum__1="B").status_code == 302
    assert stored_extras(section) == {1: ("3", "B", ""), 2: ("5", "", "")}


@pytest.mark.slow
def test_the_handicap_that_both_desks_typed_is_refused_with_the_one_that_is_stored(desk, extras):
    section, path = extras
    first, second = (open_form(desk, path) for _ in range(2))
    first.send(handicap__1="3", handicap__3="1")
    response = second.send(handicap__1="4")
    assert response.status_code == 422
    assert find_texts(response, ".bad") == [
        "Pair 1: This was changed to “3” after you opened the page. "
        "Check it, then press again to replace it."
    ]
    assert stored_extras(section) == {1: ("3", "", ""), 3: ("1", "", "")}
    door = next(door for door in iterate_doors(path, response) if door.address == path)
    again = OpenForm(desk, door, fill_form(door.form, {}, button=door.button))
    assert (again.boxes["handicap-1"], again.boxes["handicap-3"]) == (["4"], ["1"])
    assert again.send().status_code == 302
    assert stored_extras(section) == {1: ("4", "", ""), 3: ("1", "", "")}


@pytest.fixture
def seeding(desk):
    section = make_drawn_section(desk, contest="pairs", key="swiss-pairs", size=4, boards=5)
    return reload_drawn_section(section), f"/sessions/{section.session_id}/draw/seeding/"


def test_the_rating_that_both_desks_typed_is_refused(desk, seeding):
    section, path = seeding
    first, second = (open_form(desk, path) for _ in range(2))
    first.send(action="seeds", rating__1="40")
    response = second.send(action="seeds", rating__1="50")
    assert response.status_code == 422
    assert "was changed to “40”" in " ".join(find_texts(response, ".bad"))
    assert section.entries.get(pair_no=1).rating == "40"


@pytest.mark.slow
def test_seeds_that_another_desk_has_changed_meanwhile_are_shown_before_others_are_stored(desk):
    section = make_drawn_section(desk, contest="pairs", key="swiss-pairs", size=4, boards=5)
    for number, name in enumerate(("Ash", "Birch", "Cole", "Dunn"), start=1):
        desk.post(
            f"/sessions/{section.session_id}/seats/{number}/",
            {f"name-{number}-1": f"Ada {name}", f"name-{number}-2": f"Bert {name}"},
        )
    path = f"/sessions/{section.session_id}/draw/seeding/"
    first, second = (open_form(desk, path) for _ in range(2))
    first.send(action="seeds", seed__1="2", seed__2="1")
    response = second.send(action="seeds", rating__1="40")
    assert response.status_code == 422
    assert find_texts(response, ".bad") == [
        "The entries have changed since this page was opened. Check the seeds, then save again."
    ]
    door = next(door for door in iterate_doors(path, response) if door.address == path)
    shown = fill_form(door.form, {}, button=door.button)
    assert (shown["rating-2"], shown["rating-1"]) == (["40"], [""])


@pytest.fixture
def seats(desk):
    section = make_sections(letters="A", played=False)[0]
    return section, f"/sessions/{section.session_id}/seats/"


def names_of(section, pair_no):
    players = section.entries.get(pair_no=pair_no).entry_players.order_by("order")
    return [player.person.name for player in players]


@pytest.mark.slow
@pytest.mark.parametrize("button", ["2/clear/", "swap/1/2/", "swap/"])
def test_names_that_another_desk_stored_are_neither_cleared_nor_swapped_unseen(desk, seats, button):
    section, path = seats
    open_form(desk, path).send(**{"name__2__1": "Old Name"})
    first, second = (open_form(desk, path) for _ in range(2))
    first.send(**{"name__2__1": "Ada Ash"})
    response = second.send(f"{path}{button}", first="1", second="2")
    assert response.status_code == 422
    assert "was changed to “Ada Ash" in " ".join(find_texts(response, ".bad"))
    assert names_of(section, 2)[0] == "Ada Ash"


LINE_PAGES = ("scores/boards/1/", "scores/rounds/1/tables/1/")


@pytest.fixture
def undone_line(desk, request):
    """A page of lines, opened when its first result was corrected, which another desk has undone altogether."""
    section = make_sections(letters="A", played=False)[0]
    path = f"/sessions/{section.ref}/{request.param}"
    name = next(name for name in open_form(desk, path).boxes if name.startswith("text-"))
    for text in ("4SS=", "4SS+1"):
        assert open_form(desk, path).send(**{name: text}).status_code == 302
    page = open_form(desk, path)
    for _ in range(2):
        act = find_act_to_undo(section.acts.all())
        desk.post(f"/sessions/{section.ref}/scores/undo/", {"change": act.number})
    assert not section.results.exists()
    return page, path, name


@pytest.mark.slow
@pytest.mark.parametrize("undone_line", LINE_PAGES, indirect=True)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_result_that_another_desk_has_undone_altogether_is_asked_about(
    desk, undone_line, headers
):
    page, path, name = undone_line
    sent = fill_form(page.door.form, {name: "4SS-1"})
    refused = desk.post(path, sent, **headers)
    assert refused.status_code == 422
    assert "deleted the result" in " ".join(find_texts(refused, ".bad"))
    buttons = find_texts(refused, ".refusal button")
    assert buttons == ["Keep theirs: nothing", "Use mine: 4SS-1"]
    [box] = [box for box in find_elements(refused, "input") if box.get("name") == name]
    assert box.get("value") == "4SS-1"
    [theirs] = [
        box
        for box in find_elements(refused, "input")
        if box.get("name") == name.replace("text", "theirs")
    ]
    key = name.removeprefix("text-")
    kept = desk.post(path, {**sent, "keep": key})
    assert kept.status_code == 302
    assert boxes_now(desk, path, name) == [""]
    chosen = desk.post(path, {**sent, "put": key, theirs.get("name"): theirs.get("value")})
    assert chosen.status_code == 302
    assert boxes_now(desk, path, name) == ["4SS-1"]


def test_a_name_typed_at_a_place_that_another_desk_removed_is_refused_with_the_name(desk):
    party = make_party(players=8)
    path = f"/parties/{party.pk}/seats/"
    form = open_form(desk, path)
    removed = party.players.get(number=8)
    removed.delete()
    response = form.send(**{"name__3": "Ada Ash", "name__8": "Zoe Zander"})
    assert response.status_code == 422
    assert "Not saved: 8 Zoe Zander." in " ".join(find_texts(response, ".bad"))
    [kept] = [box for box in find_elements(response, "input") if box.get("name") == "name-3"]
    assert kept.get("value") == "Ada Ash"


def test_a_list_beside_a_name_at_a_place_that_another_desk_removed_waits_with_both(desk):
    party = make_party(players=8)
    path = f"/parties/{party.pk}/seats/"
    form = open_form(desk, path, f"{path}list/")
    party.players.get(number=8).delete()
    response = form.send(**{"name__3": "Ada Ash", "name__8": "Zoe Zander", "text": "Dan Dow"})
    assert response.status_code == 422
    assert "Not saved: 8 Zoe Zander." in " ".join(find_texts(response, ".bad"))
    shown = open_shown_boxes(response)
    assert (shown["name-3"], shown["text"]) == (["Ada Ash"], ["Dan Dow"])
    assert not party.players.filter(person__isnull=False)


@pytest.mark.parametrize("is_file", leave_to_slow([False, True], but=1))
def test_a_list_beside_names_that_another_desk_has_typed_too_waits_with_both(desk, seats, is_file):
    section, path = seats
    first, second = open_form(desk, path), open_form(desk, path, f"{path}list/")
    first.send(**{"name__1__1": "Ada Ash", "name__1__2": "Bert Birch"})
    listed = "Dan Dow & Eve Elm"
    names = {"name__1__1": "Zoe Zander", "text": "" if is_file else listed}
    if is_file:
        names["file"] = SimpleUploadedFile("names.txt", listed.encode())
    response = second.send(**names)
    assert response.status_code == 422
    assert "was changed to “Ada Ash & Bert Birch”" in " ".join(find_texts(response, ".bad"))
    shown = open_shown_boxes(response)
    assert (shown["name-1-1"], shown["text"]) == (["Zoe Zander"], [listed])
    assert names_of(section, 1) == ["Ada Ash", "Bert Birch"]


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("button", ["", "list/"])
def test_names_for_a_night_that_another_desk_made_final_are_refused_with_the_names(
    desk, button, headers
):
    section = make_played_section()
    path = f"/sessions/{section.session_id}/seats/"
    form = open_form(desk, path, path + button)
    finalise_results(event=section.session.event)
    sent = form.boxes | {"name-1-1": ["Ada Ash"], "text": ["Dan Dow & Eve Elm"]}
    response = desk.post(form.door.address, sent, **headers)
    assert response.status_code == 422
    [reason] = find_texts(response, ".bad")
    assert "is final since" in reason
    assert "Ada Ash" in reason
    assert "Dan Dow & Eve Elm" in reason


def open_shown_boxes(response: HttpResponse) -> Sent:
    """Return what the form of the names on the page *response* shows."""
    form = find_elements(response, "form#names")[0]
    return fill_form(list_form_parts(parse_page(response), form), {})


def test_a_list_of_a_series_counts_for_nobody_who_was_seated_after_it_was_opened(desk):
    party = make_series(options={"seats": "drawn"})
    play_first(party)
    begin_next_series(party=party, round_no=1, seed=3, user=None)
    path = f"/parties/{party.pk}/play/"
    address = f"{path}series/2/tables/1/"
    form = open_form(desk, path, address)
    undo_party(party=party, number=party.acts.latest("number").number, user=None)
    begin_next_series(party=party, round_no=1, seed=4, user=None)
    response = form.send(**{name: "3" for name in form.boxes if name.startswith("points")})
    assert response.status_code == 422
    assert "The seats have changed, so nothing was saved." in " ".join(find_texts(response, ".bad"))
    shown = read_form(desk, path, response, address).boxes
    assert {"".join(shown[name]) for name in shown if name.startswith("points")} == {""}


def test_a_number_that_another_desk_has_undone_is_asked_about_and_stored_then(desk):
    party = make_party(players=8)
    path = f"/parties/{party.pk}/field/"
    form = open_form(desk, path)
    party.players.all().delete()
    response = form.send()
    assert response.status_code == 422
    assert "This was emptied after you opened the page." in " ".join(find_texts(response, ".bad"))
    assert read_form(desk, path, response).send().status_code == 302
    assert party.players.count() == 8


@pytest.mark.slow
def test_a_method_that_another_desk_chose_is_not_replaced_unseen(desk):
    party = make_seated_party(players=8, rounds=2)
    path = f"/parties/{party.pk}/field/"
    methods = [method.key for method in PartyFieldForm(None, party=party, players=8).methods]
    first, second = (open_form(desk, path) for _ in range(2))
    other = next(key for key in methods if key != party.method)
    looked = first.send(look="1", method=other)
    assert read_form(desk, path, looked).send(path).status_code == 302
    response = second.send(minutes="17")
    method_name = get_party_method(other).name
    assert response.status_code == 422
    assert find_texts(response, ".bad") == [
        f"Another desk has chosen Progressive euchre, {method_name}, after you opened this page. "
        "Check that, then press Save again to replace it."
    ]
    party.refresh_from_db()
    assert party.method == other
    assert read_form(desk, path, response).send(path).status_code == 302
    party.refresh_from_db()
    assert party.method == second.boxes["method"][0]


def test_a_refused_page_of_teams_keeps_the_team_of_a_player_who_came_after_it(desk):
    party = make_preset_party(key="skat-preis", players=8)
    path = f"/parties/{party.pk}/teams/"
    first, second = (open_form(desk, path) for _ in range(2))
    late = party.players.get(number=8)
    for name in [name for name in second.boxes if name.endswith("-8")]:
        del second.boxes[name]
    late.team = "Late Birds"
    late.save()
    first.send(team__1="Aces")
    response = second.send(team__1="Queens")
    assert response.status_code == 422
    assert read_form(desk, path, response).send().status_code == 302
    assert boxes_now(desk, path, "team-1", "team-8") == ["Queens", "Late Birds"]
