"""Step 1 of a party by name: one choice fills in everything, and what was typed of the evening stays."""

import pytest

from director.core.night.history import undo_event
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field.form import PartyFieldForm
from director.party.pages.field.views import summarize_typed_party
from director.party.play.setup import set_up_party
from director.party.presets import NAMED_PRESETS, find_preset
from tests.director.pages import find_texts
from tests.director.party.pages.field.test_changed_system import list_sent_fields
from tests.director.party.parties import make_party

pytestmark = pytest.mark.django_db

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


def test_a_pause_typed_after_the_end_is_refused(desk):
    party = fresh()
    page = desk.get(f"/parties/{party.pk}/field/").context["form"]
    response = saved(desk, party, page, players="24", rounds="9", pause_after="10")
    assert "A break after 10 of 9 would be after the end." in response.content.decode()


@pytest.mark.slow
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


@pytest.mark.slow
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
