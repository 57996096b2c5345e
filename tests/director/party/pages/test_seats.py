"""Step 2 of a party: names, groups, lists and the draw."""

import pytest

from director.errors import DeskError
from director.formats.errors import ImportFileError
from director.formats.names.players import NamedPlayer, read_players
from director.models import Person
from director.party.movement.parties import fetch_party_by_session
from director.party.movement.seating import describe_moves, fetch_party_names, read_seating
from director.party.play.draw import draw_partners, draw_party, undo_party_draw
from director.party.play.history import undo_party
from director.party.play.seats import ListedPlayer, name_player, name_players
from movements.party.model import PartyTable
from movements.party.rounds import list_seat_changes
from tests.director.pages import find_elements, find_errors, find_texts
from tests.director.party.parties import (
    SEED,
    enter_winner,
    get_latest_round,
    make_party,
    make_player_name,
    make_seated_party,
)

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def seated_players(party) -> list[list[str]]:
    """Return the players of every table."""
    return [list(table.players) for table in read_seating(get_latest_round(party).seating)]


def test_the_draw_is_taken_back_and_drawn_again():
    party = make_seated_party(players=12)
    undo_party_draw(party=party, user=None)
    assert get_latest_round(party) is None
    assert fetch_party_by_session(party.pk).seed is None
    acts = party.acts.count()
    undo_party_draw(party=party, user=None)
    assert party.acts.count() == acts


def test_no_draw_once_somebody_has_won():
    party = make_seated_party(players=12)
    enter_winner(party, 1)
    with pytest.raises(DeskError) as refused:
        draw_party(party=party, seed=1, user=None)
    assert str(refused.value) == (
        "Play has begun, so the seats stay as they are. Undo the results first, or go on; "
        "enter late arrivals and withdrawals in step 4, Play."
    )


def test_a_number_that_is_not_there():
    with pytest.raises(DeskError) as refused:
        name_player(party=make_party(players=8), number=99, name="Ada Ash", user=None)
    assert str(refused.value) == "There is no player 99 at this party. Look it up in Seats."


def test_a_list_is_taken_over_whole_or_not_at_all():
    party = make_party(players=4)
    with pytest.raises(DeskError):
        name_players(
            party=party,
            listed_players=[
                ListedPlayer(1, "Ada Ash"),
                ListedPlayer(2, "Bert Birch"),
                ListedPlayer(3, "Ada Ash"),
            ],
            user=None,
        )
    assert not party.players.filter(person__isnull=False).exists()
    assert not Person.objects.exists()


def send_list(desk, party, text, **buttons):
    """Send a pasted list; return the page that answers."""
    return desk.post(f"/parties/{party.pk}/seats/list/", {"text": text, **buttons}, follow=True)


def names_of(party):
    return [str(player) for player in party.players.all()]


def test_two_of_one_name_on_a_list_are_two_people(desk):
    party = make_party(players=3)
    page = send_list(desk, party, "Ada Ash\nBert Birch\nAda Ash")
    assert names_of(party) == ["Ada Ash", "Bert Birch", "Ada Ash 2"]
    assert (
        "Imported 3 players. Ada Ash is listed twice, so there are two of that name."
        in page.content.decode()
    )
    again = make_party(players=3)
    send_list(desk, again, "Ada Ash\nBert Birch\nAda Ash")
    assert names_of(again) == names_of(party)


def test_a_second_list_adds_whoever_is_not_there(desk):
    party = make_party(players=2)
    send_list(desk, party, "Ada Ash\nBert Birch")
    send_list(desk, party, "Bert Birch\nCora Cole")
    assert names_of(party) == ["Ada Ash", "Bert Birch", "Cora Cole"]


@pytest.mark.slow
def test_replace_the_list_begins_again_before_the_draw(desk):
    party = make_party(players=4)
    page = send_list(desk, party, "Ada Ash\nBert Birch\nCora Cole\nDan Dow")
    assert "Replace list" in find_texts(page, "button")
    send_list(desk, party, "Dan Dow\nEve Elm", replace="1")
    assert [(player.number, str(player)) for player in party.players.all()] == [
        (1, "Dan Dow"),
        (2, "Eve Elm"),
    ]


def test_replace_the_list_keeps_players_once_seats_are_drawn_and_is_refused_in_play(desk):
    party = make_seated_party(players=8, named=True)
    send_list(desk, party, "Zoe Zorn", replace="1")
    assert names_of(party) == ["Zoe Zorn", *(f"Player {number}" for number in range(2, 9))]
    enter_winner(party, 1)
    response = desk.post(f"/parties/{party.pk}/seats/list/", {"text": "Ada Ash", "replace": "1"})
    assert response.context["list_problems"] == [
        "Play has begun, so you can’t replace the list. Correct names one by one, or add the list to the players."
    ]
    assert names_of(party)[0] == "Zoe Zorn"


def test_nothing_on_a_list_vanishes(desk):
    party = make_party(players=3)
    page = send_list(desk, party, "Ladies\nAda Ash\nB\nW\n7\nno. 9")
    assert {(str(player), player.group) for player in party.players.all()} == {
        ("Ada Ash", "A"),
        ("B", "A"),
        ("W", "A"),
    }
    assert "Read as a heading: Ladies." in page.content.decode()
    assert "No name beside 7, no. 9: skipped." in page.content.decode()


def test_a_list_brings_no_more_players_once_seats_are_drawn():
    party = make_seated_party(players=8, named=True)
    with pytest.raises(DeskError) as refused:
        name_players(party=party, listed_players=[ListedPlayer(None, "New Comer")], user=None)
    assert str(refused.value) == (
        "The seats have been drawn, so the list can’t add players. Undo the draw, or add them as late arrivals."
    )


def test_a_name_is_stored_when_its_box_is_left(desk):
    party = make_party()
    path = f"/parties/{party.pk}/seats/3/"
    page = desk.post(
        path, {"name-3": "Ada Ash", "group-3": "B", "was-3": "|A"}, headers=HTMX
    ).content.decode()
    assert "✓ saved" in page
    assert 'id="night-steps"' in page
    player = party.players.get(number=3)
    assert str(player) == "Ada Ash"
    assert player.group == "B"


@pytest.mark.parametrize(
    ("words", "by_group", "is_asked"), [("letters", False, False), ("ladies", False, True)]
)
def test_the_group_is_asked_where_it_means_something_and_kept_elsewhere(
    desk, words, by_group, is_asked
):
    party = make_party(players=8, group_words=words, prizes={"by_group": by_group})
    path = f"/parties/{party.pk}/seats/"
    page = desk.get(path)
    assert len(find_elements(page, "tbody select")) == (8 if is_asked else 0)
    assert find_texts(page, "thead th") == ["No.", "Name", "Group"][: 3 if is_asked else 2] * 2
    assert ("Ladies" in " ".join(find_texts(page, "#seats p"))) is is_asked
    before = list(party.players.values_list("number", "group"))
    post_data = {
        element.get("name"): element.get("value") or ""
        for element in find_elements(page, "tbody input")
    }
    assert (
        desk.post(path, post_data | ({} if is_asked else {"name-2": "Ada Ash"})).status_code == 302
    )
    assert is_asked or list(party.players.values_list("number", "group")) == before


def test_a_refused_name_stays_in_its_box(desk):
    party = make_party(players=8)
    name_player(party=party, number=1, name="Ada Ash", user=None)
    sent = {
        "name-2": "Ada Ash",
        "group-2": "B",
        "was-2": "|B",
        "name-3": "Cleo Cole",
        "group-3": "A",
        "was-3": "|A",
    }
    response = desk.post(f"/parties/{party.pk}/seats/", sent)
    rows = {row["seat"].number: row for row in response.context["rows"]}
    assert response.status_code == 422
    assert rows[2]["name"] == "Ada Ash"
    assert rows[3]["name"] == "Cleo Cole"
    assert rows[2]["error"] == (
        "Ada Ash already plays as number 1. Remove the name there first, or correct this one."
    )


def test_a_pasted_list_is_taken_over(desk):
    party = make_party(players=4)
    desk.post(
        f"/parties/{party.pk}/seats/list/", {"text": "3. Ada Ash (lady)\nBert Birch & Cleo Cole"}
    )
    assert [
        (player.number, str(player)) for player in party.players.filter(person__isnull=False)
    ] == [
        (1, "Bert Birch"),
        (2, "Cleo Cole"),
        (3, "Ada Ash"),
    ]


def test_names_without_a_group_are_taken_in_turn_or_into_the_one_that_was_chosen(desk):
    party = make_party(players=4)
    page = f"/parties/{party.pk}/seats/"
    assert find_texts(desk.get(page), "#id_group option") == ["In turn: A, B", "A only", "B only"]
    desk.post(f"{page}list/", {"text": "Ada Ash\nBert Birch\nCid Cole (lady)", "group": ""})
    desk.post(f"{page}list/", {"text": "Dee Dunn\nEve Elm", "group": "B"})
    assert [(str(player), player.group) for player in party.players.all()] == [
        ("Ada Ash", "A"), ("Bert Birch", "B"), ("Cid Cole", "A"), ("Dee Dunn", "B"), ("Eve Elm", "B")
    ]  # fmt: skip


def test_button_is_not_named_after_what_was_done_before(desk):
    party = make_party(players=8)
    response = desk.post(f"/parties/{party.pk}/seats/list/", {"text": "Ada Ash"}, headers=HTMX)
    labels = [button.get("aria-label") or "" for button in find_elements(response, "#seats button")]
    assert response.context["outcome_message"]
    # Undo names the act that it undoes; no other button repeats the message.
    assert not [label for label in labels if response.context["outcome_message"] in label]


@pytest.mark.slow
def test_a_list_of_more_than_a_party_holds_is_refused_whole(desk):
    party = make_party(players=400)
    response = desk.post(
        f"/parties/{party.pk}/seats/list/", {"text": "Ada Ash\n401 Bert Birch"}, headers=HTMX
    )
    assert response.context["list_problems"] == [
        "With this list there would be more than 400 players. Shorten it, or start a second party."
    ]
    assert party.players.count() == 400
    assert Person.objects.count() == 0


def test_a_faulty_list_is_named_line_by_line_and_kept(desk):
    party = make_party(players=4)
    text = "Ada Ash\n12 --- 3\n1 Bert Birch\n1 Cora Cole"
    response = desk.post(f"/parties/{party.pk}/seats/list/", {"text": text})
    assert response.context["list_problems"] == [
        "Line 2: “12 --- 3” isn’t a name. Type the name, after the number if there is one.",
        "Line 4: number 1 is already in line 3. Use a different number.",
    ]
    assert "12 --- 3\n1 Bert Birch\n1 Cora Cole</textarea>" in response.content.decode().replace(
        "\r", ""
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ada Ash", [(None, "Ada Ash", None)]),
        ("7) Ash, Ada", [(7, "Ada Ash", None)]),
        ("Ada Ash\tB", [(None, "Ada Ash", "B")]),
        ("Ada Ash, gentleman", [(None, "Ada Ash", "B")]),
        (
            "Ladies\nAda Ash\nGentlemen\nBert Birch",
            [(None, "Ada Ash", "A"), (None, "Bert Birch", "B")],
        ),
        ("1\n2 Ada Ash", [(2, "Ada Ash", None)]),
        ("Number;Name\n4;Ada Ash", [(4, "Ada Ash", None)]),
    ],
    ids=["name", "turned", "column", "comma", "headings", "empty-place", "csv"],
)
def test_lists_as_people_write_them(text, found):
    assert [(player.number, player.name, player.group) for player in read_players(text)] == found


def test_a_list_from_a_file():
    assert read_players("\ufeff1;Zoë Ash\r\n".encode()) == [NamedPlayer(1, 1, "Zoë Ash", None)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "\n\n",
            "The list has no names. Type one player per line, such as “Ada Ash” or “12 Ada Ash”.",
        ),
        (
            "x" * 90,
            f"Line 1: a name with 90 letters (“{'x' * 30}…”) is too long. Shorten it to 80.",
        ),
        ("1 Ada\n1 Bert", "Line 2: number 1 is already in line 1. Use a different number."),
    ],
    ids=["nothing", "long", "number-twice"],
)
def test_lists_that_cannot_be_read(text, sentence):
    with pytest.raises(ImportFileError) as refused:
        read_players(text)
    assert str((getattr(refused.value, "problems", ()) or [refused.value])[0]) == sentence


def test_who_changes_places_is_told_the_chairs_of_screens_and_cards():
    party = make_party(players=8)
    before, after = (
        (PartyTable(1, (("1",), ("2",), ("3",))),),
        (PartyTable(1, (("1", "3", "5"), ("2", "4", "6"))),),
    )
    moves = describe_moves(
        fetch_party_names(party), before, after, list_seat_changes(before, after)
    )
    told = {move.player: (move.previous_seat, move.new_seat) for move in moves}
    assert told["3"] == ("table 1, seat 3", "table 1, seat B1")
    assert [told[player][1][-2:] for player in ("4", "5", "6")] == ["B2", "C1", "C2"]


def swap(desk, party, first, second, **headers):
    """Press Swap for two players; return the answer."""
    return desk.post(
        f"/parties/{party.pk}/seats/swap/", {"first": first, "second": second}, **headers
    )


def test_two_players_swap_their_places_and_all_else_stays(desk):
    party = make_seated_party(players=13, named=True)
    before, names = get_latest_round(party).seating, names_of(party)
    out = next(table for table in read_seating(before) if table.sits_out).players[0]
    other = next(player for player in read_seating(before)[0].players if player != out)
    page = desk.get(f"/parties/{party.pk}/seats/")
    assert find_texts(page, "#swap-first option")[1] == f"1 {make_player_name(0)}"
    page = swap(desk, party, out, other, headers=HTMX)
    assert find_texts(page, ".success") == [f"Players {out} and {other} swapped."]
    places = {out: other, other: out}
    assert [
        [
            [places.get(player, player) for player in table.players],
            {places.get(who, who): games for who, games in table.games_here},
        ]
        for table in read_seating(before)
    ] == [
        [list(table.players), dict(table.games_here)]
        for table in read_seating(get_latest_round(party).seating)
    ]
    assert names_of(party) == names
    (undo,) = find_elements(page, "#steps button")
    assert undo.get("title") == f"Players {out} and {other} swapped."
    number = undo.get("value")
    asked = desk.post(f"/parties/{party.pk}/seats/undo/", {"undo": number}, headers=HTMX)
    assert asked.status_code == 422
    assert asked["HX-Retarget"] == "#main"
    page = desk.post(
        f"/parties/{party.pk}/seats/undo/", {"undo": number, "sure": number}, headers=HTMX
    )
    assert find_texts(page, ".success") == [f"Undone: Players {out} and {other} swapped."]
    assert get_latest_round(party).seating == before
    (redo,) = find_elements(page, "#steps button")[-1:]
    page = desk.post(f"/parties/{party.pk}/seats/redo/", {"redo": redo.get("value")}, headers=HTMX)
    assert find_texts(page, ".success") == [f"Redone: Players {out} and {other} swapped."]
    assert get_latest_round(party).seating != before


def test_seats_are_swapped_between_the_draw_and_the_first_result(desk):
    party = make_party(players=12)
    nobody = "Nobody has a seat yet. Draw the seats in step 2, Seats, for everyone who is there."
    assert find_texts(swap(desk, party, 1, 2), ".say.bad") == [nobody]
    assert "Swap" not in find_texts(desk.get(f"/parties/{party.pk}/seats/"), "button")
    draw_party(party=party, seed=SEED, user=None)
    assert "Swap" in find_texts(desk.get(f"/parties/{party.pk}/seats/"), "button")
    enter_winner(party, 1)
    assert "Swap" not in find_texts(desk.get(f"/parties/{party.pk}/seats/"), "button")
    assert find_texts(swap(desk, party, 1, 2), ".say.bad") == [
        "Play has begun, so the seats stay as they are. Undo the results first, or go on; "
        "enter late arrivals and withdrawals in step 4, Play."
    ]


def test_a_name_that_is_saved_is_what_is_undone_next(desk):
    party = make_seated_party(players=12)
    sent = {"name-3": "Ada Ash", "group-3": "A", "was-3": "|A"}
    saved = desk.post(f"/parties/{party.pk}/seats/3/", sent, headers=HTMX)
    assert [button.get("title") for button in find_elements(saved, "#steps button")] == [
        "Name of player 3."
    ]


def test_a_draw_is_not_done_again_at_seats_over_what_was_undone_since(desk):
    party = make_seated_party(players=12)
    name_player(party=party, number=3, name="Ada Ash", group="A", user=None)
    named = party.acts.first().number
    undo_party(party=party, number=named, user=None)
    enter_winner(party, 1)
    won = party.acts.first()
    page = f"/parties/{party.pk}/seats/redo/"
    assert find_errors(desk.post(page, {"redo": named})) == [
        f"You can’t redo this because of a later change: {won.words}"
    ]


def test_redo_is_offered_once(desk):
    party = make_seated_party(players=12)
    number = party.acts.first().number
    address = f"/parties/{party.pk}/seats/"
    page = desk.post(f"{address}undo/", {"undo": number, "sure": number}, headers=HTMX)
    assert find_texts(page, "#steps button")[-1].startswith("Redo: ")
    redo_buttons = [text for text in find_texts(desk.get(address), "button") if "Redo" in text]
    assert len(redo_buttons) == 1


def make_drive(players: int, **fields):
    """Return a drive whist of ladies and gentlemen, of whom every other one is a lady."""
    party = make_party(players=players)
    party.system, party.options, party.group_words = "drive-whist", {"partners": "kept"}, "ladies"
    for name, value in fields.items():
        setattr(party, name, value)
    party.save()
    return party


def test_partners_are_drawn_by_red_and_black(desk):
    party = make_drive(16)
    page = f"/parties/{party.pk}/seats/"
    assert "Draw partners" in find_texts(desk.get(page), "button")
    desk.post(f"{page}draw/", {"how": "cards", "seen": ""})
    party = fetch_party_by_session(party.pk)
    genders = {str(player.number): player.group for player in party.players.all()}
    sides = [
        side for table in read_seating(get_latest_round(party).seating) for side in table.sides
    ]
    assert len(sides) == 8
    assert all(sorted(genders[player] for player in side) == ["A", "B"] for side in sides)
    assert party.acts.latest("number").words == (
        "Partners drawn by red and black: A 2 3 4 5 6 7 8 of hearts, with A 2 3 4 5 6 7 8 of clubs."
    )
    undo_party(party=party, number=party.acts.latest("number").number, user=None)
    assert not party.played_rounds.exists()


def test_the_same_seed_draws_the_same_partners():
    first, second = make_drive(12), make_drive(12)
    for party in (first, second):
        draw_partners(party=party, seed=SEED, user=None)
    assert seated_players(first) == seated_players(second)


def test_a_draw_of_partners_needs_equal_groups_and_one_pack():
    party = make_drive(9)
    with pytest.raises(DeskError, match="5 Ladies and 4 Gentlemen can’t draw partners"):
        draw_partners(party=party, seed=SEED, user=None)
    with pytest.raises(DeskError, match="cards for 26 couples, not 27"):
        draw_partners(party=make_drive(54), seed=SEED, user=None)


def test_unequal_groups_see_why_they_have_no_draw_of_partners(desk):
    party = make_drive(9)
    path = f"/parties/{party.pk}/seats/"
    page = desk.get(path)
    assert "Draw partners" not in find_texts(page, "button")
    reason = "5 Ladies and 4 Gentlemen can’t draw partners. Give both groups the same number, or use Draw for seats."
    assert reason in find_texts(page, "main")[0]
    assert "Draw for seats" in find_texts(page, "button")
    # The button of a page from before a name was added is refused in the same words.
    refused = desk.post(f"{path}draw/", {"how": "cards", "seen": ""}, follow=True)
    assert reason in find_texts(refused, ".bad")
