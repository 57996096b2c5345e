"""Step 1 of a party by name: one choice fills in everything, and what was typed of the evening stays."""

import pytest
from django.urls import reverse
from django.utils import timezone

from director.core.night.history import undo_event
from director.party.models import Party
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field.form import PartyFieldForm
from director.party.pages.field.views import summarize_typed_party
from director.party.paper.rules import describe_party_rules
from director.party.play.setup import compute_preset_rounds, make_preset_settings, set_up_party
from director.party.presets import NAMED_PRESETS, find_preset
from tests.director.pages import find_elements, find_texts
from tests.director.party.pages.field.test_changed_system import list_sent_fields
from tests.director.party.parties import make_party

pytestmark = pytest.mark.django_db

NAMED = [pytest.param(preset, id=preset.key) for preset in NAMED_PRESETS]
PLAYERS = "24"


def fresh() -> object:
    """Return a party of which nothing is settled."""
    party = make_party(players=0)
    set_up_party(party=party, user=None, game="", system="", options={}, method="", preset="")
    return fetch_party_by_session(party.pk)


def chosen(desk, party, key: str, **typed: str):
    """Return the answer to choosing *key* on the page as it is first shown."""
    first = desk.get(f"/parties/{party.pk}/field/").context["form"]
    sent = (
        list_sent_fields(first)
        | {"shown-preset": first.active_preset.key, "preset": key, "players": PLAYERS, "look": "1"}
        | typed
    )
    return desk.post(f"/parties/{party.pk}/field/", sent)


def saved(desk, party, form, **typed: str):
    """Return the answer to saving the page of *form*."""
    values = {name: form[name].value() for name in form.fields}
    sent = {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value not in (None, False)
    }
    shown = {
        "shown": form.chosen_system.key,
        "shown-game": form.game_key,
        "shown-method": form.chosen_method.key,
    }
    named = form.active_preset.key if form.active_preset else ""
    return desk.post(
        f"/parties/{party.pk}/field/",
        sent | shown | {"shown-preset": named, "preset": named} | typed,
    )


def test_a_new_party_begins_with_the_presets_by_name(desk):
    party = fresh()
    page = desk.get(f"/parties/{party.pk}/field/")
    assert [tab.text.strip() for tab in find_elements(page, ".tabs button")] == [
        *dict.fromkeys(preset.group for preset in NAMED_PRESETS),
        "Other systems",
    ]
    assert find_texts(page, ".suggestions tbody th") == [
        p.name for p in NAMED_PRESETS if p.group == NAMED_PRESETS[0].group
    ]
    assert page.context["form"].active_preset == NAMED_PRESETS[0]


@pytest.mark.parametrize("preset", NAMED)
def test_choosing_a_preset_and_saving_settles_all_of_it(desk, preset):
    party = fresh()
    response = chosen(
        desk, party, preset.key if preset != NAMED_PRESETS[0] else NAMED_PRESETS[1].key
    )
    form = response.context["form"]
    if preset == NAMED_PRESETS[0]:
        form = desk.get(f"/parties/{party.pk}/field/").context["form"]
    assert form.active_preset == preset
    assert saved(desk, party, form, players=PLAYERS).status_code == 302
    party = fetch_party_by_session(party.pk)
    wanted = make_preset_settings(preset, int(PLAYERS))
    stored = {name: getattr(party, name) for name in wanted}
    prizes = wanted.pop("prizes")
    assert stored.pop("prizes").items() >= prizes.items()
    assert stored == wanted | {"rounds": compute_preset_rounds(preset, int(PLAYERS))}
    assert party.session.round_minutes == preset.minutes
    assert party.players.count() == int(PLAYERS)


def test_a_button_of_the_list_chooses_without_saving(desk):
    party = fresh()
    first = desk.get(f"/parties/{party.pk}/field/").context["form"]
    tab = saved(desk, party, first, choose="kin.3", players=PLAYERS)
    assert next(tab.name for tab in tab.context["tabs"] if tab.is_open) == "Other games"
    assert saved(desk, party, first, choose="preset.beetle").context[
        "form"
    ].active_preset == find_preset("beetle")
    system = saved(desk, party, first, choose="system.drive-whist").context
    assert system["form"].chosen_system.key == "drive-whist"
    assert system["games"] == []
    assert not fetch_party_by_session(party.pk).system


def test_details_of_the_evening_stay_when_another_preset_is_chosen(desk):
    party = fresh()
    form = chosen(desk, party, "euchre-8", starts_at="19:15", players="23").context["form"]
    assert form["players"].value() == "23"
    assert form["starts_at"].value() == "19:15"
    assert form["rounds"].value() == "10"
    assert not fetch_party_by_session(party.pk).preset


def test_names_and_players_stay_when_another_is_chosen(desk):
    party = make_party(players=12, system="drive-whist", named=True)
    names = [str(player) for player in party.players.all()]
    response = saved(desk, party, chosen(desk, party, "euchre-8", players="12").context["form"])
    assert response.status_code == 302
    assert [str(player) for player in party.players.all()] == names
    assert fetch_party_by_session(party.pk).preset == "euchre-8"


def test_another_system_than_the_presets_is_a_party_settled_by_hand(desk):
    party = fresh()
    form = chosen(desk, party, "euchre-8").context["form"]
    form = saved(desk, party, form, system="rapid-euchre", look="1").context["form"]
    assert form.active_preset == find_preset("rapid-euchre")
    assert form.has_named_preset is False


def test_a_detail_that_is_changed_stays_changed(desk):
    party = fresh()
    form = chosen(desk, party, "whist-partner").context["form"]
    typed = {"rounds": "5", "trumps": "C D H S", "pause_after": "4"}
    assert saved(desk, party, form, **typed).status_code == 302
    party = fetch_party_by_session(party.pk)
    assert party.preset == "whist-partner"
    assert party.rounds == 5
    assert party.trumps == ["C", "D", "H", "S"]
    assert party.pause_after == 4
    assert desk.get(f"/parties/{party.pk}/field/").context["form"]["rounds"].value() == 5


def test_the_evening_is_told_in_three_lines(desk):
    party = fresh()
    answer = chosen(desk, party, "whist-partner", starts_at="19:00")
    words = " ".join(find_texts(answer, "#evening p"))
    assert "6 rounds of whist, 4 hands each, tea after round 3." in words
    assert "Trumps in turn: ♥ ♣ ♦ ♠." in words
    assert (
        "Partners stay together. After every round E-W pairs go to the next higher table number"
        in words
    )
    assert "6 × 24 min + 20 min tea = 2 h 44 min, ends 21:44." in words
    assert "3 principal, booby, each for a pair." in words


def test_a_system_chosen_by_hand_has_no_trumps_pause_or_cards_of_the_party_before(desk):
    party = fresh()
    page = desk.get(f"/parties/{party.pk}/field/").context["form"]
    assert (
        saved(
            desk, party, page, game="euchre", system="rapid-euchre", players="8", rounds="2"
        ).status_code
        == 302
    )
    party = fetch_party_by_session(party.pk)
    assert (party.game, party.system, party.entry) == ("euchre", "rapid-euchre", "winner")
    assert party.trumps == []
    assert party.hands == 0
    assert party.pause_after == 0
    assert party.pause_minutes == 0


@pytest.mark.parametrize(("rounds", "after"), [("24", 12), ("9", 4), ("12", 6), ("1", 0)])
def test_fewer_hands_have_the_pause_at_their_half(desk, rounds, after):
    party = fresh()
    page = desk.get(f"/parties/{party.pk}/field/").context["form"]
    assert saved(desk, party, page, players="24", rounds=rounds).status_code == 302
    assert fetch_party_by_session(party.pk).pause_after == after


def test_a_pause_typed_after_the_end_is_refused(desk):
    party = fresh()
    page = desk.get(f"/parties/{party.pk}/field/").context["form"]
    response = saved(desk, party, page, players="24", rounds="9", pause_after="10")
    assert "A break after 10 of 9 would be after the end." in response.content.decode()


def test_every_kind_of_prize_is_told(desk):
    numbers = {"places": 3, "half": 2, "aisle": 1, "table": 1, "drawn": 3, "raffle": 4}
    ticks = dict.fromkeys(("high_game", "tens", "by_group"), True) | {
        "booby": False,
        "lone_hands": False,
    }
    party = fresh()
    settings = make_preset_settings(NAMED_PRESETS[0], int(PLAYERS)) | {"prizes": numbers | ticks}
    set_up_party(party=party, user=None, players=int(PLAYERS), **settings)
    response = desk.get(f"/parties/{party.pk}/field/")
    assert (
        "3 principal, 2 half-time, 1 for each aisle, 1 for each table, 3 by a drawn number, 4 of a raffle, "
        "highest game, most hands of ten tricks, for each group."
    ) in " ".join(find_texts(response, "#evening p"))


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Friday party", "Friday whist drive"),
        ("Harvest supper", "Harvest supper"),
        ("Friday", "Friday"),
    ],
)
def test_the_name_of_the_night_follows_unless_the_director_gave_it(desk, name, called):
    party = fresh()
    party.session.event.name = name
    party.session.event.save()
    form = desk.get(f"/parties/{party.pk}/field/").context["form"]
    saved(desk, party, form, players=PLAYERS)
    assert fetch_party_by_session(party.pk).session.event.name == called


def test_undo_takes_the_whole_choice_back(desk):
    party = fresh()
    before = {field.attname: getattr(party, field.attname) for field in party._meta.fields}
    form = desk.get(f"/parties/{party.pk}/field/").context["form"]
    saved(desk, party, form, players=PLAYERS)
    undo_event(
        event=party.session.event, number=party.acts.order_by("-number").first().number, user=None
    )
    party = fetch_party_by_session(party.pk)
    assert {field.attname: getattr(party, field.attname) for field in party._meta.fields} == before
    assert party.session.event.name == "Friday party"
    assert party.players.count() == 0


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        (
            {"pause_after": "24"},
            "pause_after",
            "A break after 24 of 24 would be after the end. Enter a smaller number, or leave it empty.",
        ),
        ({"preset": "bridge"}, "preset", "This party doesn’t exist. Choose one from the list."),
        (
            {"trumps": "HX"},
            "trumps",
            "“HX” isn’t an order of trumps. Enter up to 40 hands: H, C, D, S, NT, or words of 3 to 20 letters "
            "separated by commas, such as S, H, NT, D, C, misère.",
        ),
    ],
    ids=["pause", "no-preset", "trumps"],
)
def test_impossible_input_is_refused_in_a_sentence(desk, typed, field, sentence):
    party = fresh()
    form = desk.get(f"/parties/{party.pk}/field/").context["form"]
    response = saved(desk, party, form, players=PLAYERS, **typed)
    assert response.status_code == 422
    assert response.context["form"].errors[field] == [sentence]


def test_every_preset_tells_where_the_tables_in_the_middle_go():
    party = fetch_party_by_session(make_party(players=0).pk)
    for preset in NAMED_PRESETS:
        sent = {"preset": preset.key, "shown-preset": "", "players": "24"}
        told = summarize_typed_party(PartyFieldForm(sent, party=party, players=0))
        assert told.moves or told.moves_text
        # Drives and books mean opposite ways by "up", so the words name the table it leads to.
        for move in told.moves:
            says_up = " up " in move.text or " down " in move.text
            assert says_up == ("table 1" in move.text)


def test_the_box_of_moves_tells_what_happens_at_the_head_table(desk):
    answer = chosen(desk, fresh(), "euchre-bell")
    words = " ".join(find_texts(answer, "#evening p"))
    assert "At table 1 the winners stay together, and the losers go to the last table." in words
    assert "Partners separate" not in words


@pytest.mark.parametrize("preset", NAMED)
def test_field_and_the_rules_to_read_out_tell_the_same_moves(desk, preset):
    party = fresh()
    answer = chosen(desk, party, preset.key)
    box = " ".join(" ".join(find_texts(answer, "#evening p")).split())
    assert saved(desk, party, answer.context["form"]).status_code == 302
    rules = dict(describe_party_rules(fetch_party_by_session(party.pk)))
    moving = next(text for heading, text in rules.items() if heading == "Who moves")
    for arrow in ("→", "←"):
        box = box.replace(f"\xa0{arrow}", "").replace(f" {arrow}", "")
    assert moving in box


@pytest.mark.parametrize("key", ["euchre-8", "whist-partner"])
def test_a_night_is_started_from_the_list_of_presets(desk, key):
    today = timezone.localdate()
    sent = {"name": f"{today:%A} pairs", "date": f"{today:%Y-%m-%d}", "game": f"party-{key}"}
    response = desk.post(reverse("event_new"), sent)
    party = Party.objects.select_related("session__event").latest("pk")
    preset = find_preset(key)
    assert response.url == f"/parties/{party.pk}/field/"
    assert party.preset == key
    assert party.session.event.name == f"{today:%A} {preset.night_name}"
    assert party.session.round_minutes == preset.minutes
    assert party.system == preset.system
    assert party.trumps == list(preset.settings.get("trumps", ()))
    form = desk.get(response.url).context["form"]
    assert form.active_preset == preset
    assert form["rounds"].value() == preset.rounds
    assert form["players"].value() == ""


def test_a_system_that_wants_fewer_rounds_gets_as_many_as_it_has(desk):
    party = fresh()
    form = chosen(desk, party, "progressive-whist-4", players="8").context["form"]
    assert form.active_preset == find_preset("progressive-whist-4")
    assert form["rounds"].value() == "3"


@pytest.mark.parametrize(
    ("key", "ways"),
    [
        ("five-hundred", ["points", "cards", "mix", "totals"]),
        ("euchre-bell", ["winner", "cards", "mix", "totals"]),
        ("skat-preis", ["sheets"]),
    ],
)
def test_results_come_in_only_as_what_is_played_allows(desk, key, ways):
    party = fresh()
    form = chosen(desk, party, key).context["form"]
    assert [way for way, _words in form.fields["entry"].choices] == ways
    assert form["entry"].value() == ways[0]


def test_tables_tell_their_points_once_points_are_counted(desk):
    party = fresh()
    form = chosen(desk, party, "euchre-bell").context["form"]
    assert (
        saved(desk, party, form, method="points", look="1").context["form"]["entry"].value()
        == "points"
    )


def test_rounds_follow_the_number_of_players_until_another_is_typed(desk):
    party = fresh()
    form = chosen(desk, party, "whist-partner", players="").context["form"]
    assert form["rounds"].value() == "6"
    for shown, players, rounds in (("", "14", "4"), ("14", "10", "3"), ("10", "24", "6")):
        typed = {"players": players, "shown-players": shown, "look": "1"}
        form = saved(desk, party, form, **typed).context["form"]
        assert form["rounds"].value() == rounds
        assert form.errors == {}
    form = saved(
        desk, party, form, players="24", rounds="5", look="1", **{"shown-players": "24"}
    ).context["form"]
    form = saved(desk, party, form, players="20", look="1", **{"shown-players": "24"}).context[
        "form"
    ]
    assert form["rounds"].value() == "5"
    assert saved(desk, party, form, players="20", **{"shown-players": "20"}).status_code == 302


def test_rounds_that_are_not_there_are_refused_where_somebody_wants_them(desk):
    party = fresh()
    form = chosen(desk, party, "whist-partner", players="14").context["form"]
    response = saved(desk, party, form, players="14", rounds="9", **{"shown-players": "14"})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["rounds"]


@pytest.mark.parametrize("system", ["skat-series", "schafkopf-series", "skat-congress"])
def test_a_system_of_long_rounds_chosen_by_hand_brings_its_own_number_and_minutes(desk, system):
    party = fresh()
    page = desk.get(f"/parties/{party.pk}/field/").context["form"]
    asked = {"game": system.partition("-")[0], "system": system, "players": "12", "look": "1"}
    form = saved(desk, party, page, **asked).context["form"]
    assert form["rounds"].value() == "2"
    assert form["minutes"].value() == "120"
