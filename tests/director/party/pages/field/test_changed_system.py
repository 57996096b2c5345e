"""Step 1 of a party: a newly chosen system begins with its own usual choices, whatever was chosen before it."""

from itertools import product

import pytest

from director.models import Event, Session
from director.party.models import Party
from director.party.movement.parties import fetch_party_by_session
from director.party.pages.field.choices import list_suitable_methods
from director.party.pages.field.form import PartyFieldForm
from movements.party.rounds import PARTY_SYSTEMS, get_progressive_system
from scoring.party.methods import get_party_method
from tests.director.party.parties import make_party

KEYS = [system.key for system in PARTY_SYSTEMS]
GAME_OF = {
    system.key: "euchre" if system.game == "any" else system.game for system in PARTY_SYSTEMS
}
PAIRS = [
    pytest.param(former, chosen, id=f"{former}-then-{chosen}")
    for former, chosen in product(KEYS, KEYS)
    if former != chosen and (KEYS.index(chosen) - KEYS.index(former)) % len(KEYS) in (1, 4)
]
"""Every system after every other; every day each after two others."""


def new_party() -> Party:
    """Return a party by the first system; one that is not settled at all begins with the first of those by name."""
    return Party(session=Session(event=Event(name="Friday party")), game="whist", system=KEYS[0])


def list_sent_fields(form) -> dict[str, str]:
    """Return what a browser sends of the page that *form* makes."""
    fields = [
        *form.event_fields,
        form["game"],
        *form.movement_option_fields,
        *form.other_option_fields,
        form["method"],
        *form.method_option_fields,
        form["group_words"],
        *form.prize_numbers,
        *[tick for tick in form.prize_ticks if tick.value()],
        *form.hidden_prize_ticks,
    ]
    sent = {
        field.html_name: "" if field.value() is None else str(field.value()) for field in fields
    }
    shown = {
        "shown": form.chosen_system.key,
        "shown-game": form.game_key,
        "shown-method": form.chosen_method.key,
    }
    return sent | shown | {"system": form.chosen_system.key}


def looked(party: Party, sent: dict[str, str], **changed: str) -> PartyFieldForm:
    return PartyFieldForm(sent | changed, party=party, players=0)


def chosen_on(party: Party, sent: dict[str, str], key: str) -> PartyFieldForm:
    """Return the page after *key* was chosen on the page *sent*: first its game, where that is another."""
    if sent["game"] != GAME_OF[key]:
        sent = list_sent_fields(looked(party, sent, game=GAME_OF[key]))
    return looked(party, sent, system=key)


def all_changed(party: Party, form: PartyFieldForm) -> dict[str, str]:
    """Return the page of *form* with the last choice of everything that is asked."""
    fields = [*form.movement_option_fields, *form.other_option_fields, *form.method_option_fields]
    last = {field.html_name: field.field.choices[-1][0] for field in fields}
    return list_sent_fields(looked(party, list_sent_fields(form), **last))


def settled_by(form: PartyFieldForm) -> dict[str, object]:
    """Return everything that *form* settles but the numbers of the evening."""
    numbers = {
        name: form[name].value() for name in list_sent_fields(form) if name.startswith("prize-")
    }
    return {
        "system": form.chosen_system.key,
        "options": form.resolve_system_options(),
        "method": form.chosen_method.key,
        "method_options": form.resolve_method_options(),
        "rounds": form["rounds"].value(),
        "prizes": {name: str(value) for name, value in numbers.items()},
    }


@pytest.mark.parametrize(("former", "chosen"), PAIRS)
def test_a_system_chosen_after_another_is_as_if_chosen_at_once(former, chosen):
    fresh = list_sent_fields(PartyFieldForm(None, party=new_party(), players=0))
    at_once = settled_by(chosen_on(new_party(), fresh, chosen))
    page = all_changed(new_party(), chosen_on(new_party(), fresh, former))
    assert settled_by(chosen_on(new_party(), page, chosen)) == at_once


@pytest.mark.parametrize(("former", "chosen"), PAIRS)
def test_a_system_chosen_where_another_is_stored_is_as_if_chosen_at_once(former, chosen):
    fresh = list_sent_fields(PartyFieldForm(None, party=new_party(), players=0))
    at_once = settled_by(chosen_on(new_party(), fresh, chosen))
    form = looked(new_party(), all_changed(new_party(), chosen_on(new_party(), fresh, former)))
    stored = new_party()
    stored.game, stored.system, stored.options = (
        form.game_key,
        form.chosen_system.key,
        form.resolve_system_options(),
    )
    stored.method, stored.method_options, stored.rounds = (
        form.chosen_method.key,
        form.resolve_method_options(),
        int(form["rounds"].value()),
    )
    again = list_sent_fields(PartyFieldForm(None, party=stored, players=0))
    assert settled_by(chosen_on(stored, again, chosen)) == at_once


@pytest.mark.parametrize("key", KEYS)
def test_a_system_chosen_at_once_has_the_usual_choices_of_its_own(key):
    form = chosen_on(
        new_party(), list_sent_fields(PartyFieldForm(None, party=new_party(), players=0)), key
    )
    assert form.resolve_system_options() == {
        option.name: option.default for option in get_progressive_system(key).options
    }
    assert form.chosen_method.key == (
        get_progressive_system(key).default_method or list_suitable_methods(GAME_OF[key])[0].key
    )
    own = {
        name: choice
        for name, choice in form.resolve_system_options().items()
        if name == "lone_hands"
    }
    wanted = {
        option.name: own.get(option.name, option.default) for option in form.chosen_method.options
    }
    assert form.resolve_method_options() == wanted


@pytest.mark.parametrize("key", KEYS)
def test_choices_for_the_same_system_are_kept(key):
    party = new_party()
    form = chosen_on(party, list_sent_fields(PartyFieldForm(None, party=party, players=0)), key)
    page = all_changed(party, form)
    assert list_sent_fields(looked(party, page, minutes="7")) == page | {"minutes": "7"}


def test_another_way_to_count_begins_with_its_own_choices():
    page = list_sent_fields(PartyFieldForm(None, party=new_party(), players=0))
    counters = looked(new_party(), page, method="counters")
    entered = list_sent_fields(
        looked(
            new_party(),
            list_sent_fields(counters),
            **{"count-entered": "tricks", "count-start": "40"},
        )
    )
    assert entered["count-start"] == "40"
    gains = looked(new_party(), entered, method="gains-and-losses")
    assert gains.resolve_method_options() == get_party_method("gains-and-losses").complete_settings(
        {}
    )


SENT = {
    "players": "32",
    "minutes": "9",
    "rounds": "12",
    "group_words": "letters",
    "game": "euchre",
    "system": "large-euchre",
    "method": "points",
    "shown": "progressive-euchre",
    "shown-game": "euchre",
    "shown-method": "points",
    "option-tie": "cut",
    "option-odd": "short-table",
    "option-round_ends": "head-5",
    "option-lone_hands": "allowed",
    "option-deal": "visiting-a",
    "option-final_tie": "play-off",
}
"""The page of progressive euchre, with another system ticked and sent as it is: without scripts, or gone Back to."""


@pytest.mark.django_db
def test_without_scripts_a_system_that_is_ticked_and_saved_at_once_has_its_own_choices(desk):
    party = make_party(players=0)
    assert desk.post(f"/parties/{party.pk}/field/", SENT).status_code == 302
    party = fetch_party_by_session(party.pk)
    assert party.options == {
        option.name: option.default for option in get_progressive_system("large-euchre").options
    }
    assert party.options["tie"] == "half-first-made"
    assert party.method == "games"
    assert party.method_options == {
        "lone_hands": "none",
        "equal": "share",
        "sit_out": "nothing",
        "short_table": "best",
    }


@pytest.mark.django_db
def test_stored_options_return_with_their_system_only(desk):
    party = make_party(players=0, system="progressive-auction", options={"head_table": "split"})
    page = {**SENT, "game": "auction", "shown": "pivot", "shown-game": "auction", "look": "1"}
    back = desk.post(
        f"/parties/{party.pk}/field/", page | {"system": "progressive-auction"}
    ).context["form"]
    assert (back.resolve_system_options()["head_table"], back.resolve_system_options()["odd"]) == (
        "split",
        "sit-out",
    )
    other = desk.post(f"/parties/{party.pk}/field/", page | {"system": "rotation"}).context["form"]
    assert other.resolve_system_options() == {
        option.name: option.default for option in get_progressive_system("rotation").options
    }


@pytest.mark.django_db
def test_the_browser_brings_nothing_back_into_a_page_that_the_program_made(desk):
    page = desk.get(f"/parties/{make_party(players=0).pk}/field/").content.decode()
    assert '<form id="party-field" data-look novalidate autocomplete="off" method="post"' in page


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ({"entry": "points", "hands": "1"}, {"prize-high_game", "prize-tens"}),
        ({"entry": "points", "hands": "4"}, {"prize-high_game"}),
        ({"entry": "cards", "hands": "1"}, set()),
        ({"entry": "mix", "hands": "1"}, {"prize-high_game", "prize-tens"}),
    ],
    ids=["tricks of each hand", "tricks of four hands", "cards", "mix"],
)
def test_prizes_of_single_games_are_offered_where_these_are_told(typed, offered):
    chosen = {
        "game": "whist",
        "system": "drive-whist",
        "shown": "drive-whist",
        "shown-game": "whist",
    }
    form = looked(new_party(), chosen | {"method": "tricks", "shown-method": "tricks"}, **typed)
    assert {tick.html_name for tick in form.prize_ticks} & {
        "prize-high_game",
        "prize-tens",
    } == offered
