"""Step 1 of a party: a newly chosen system begins with its own usual choices, whatever was chosen before it."""

from itertools import product

import pytest

from director.models import Event, Session
from director.party.models import Party
from director.party.pages.field.form import PartyFieldForm
from movements.party.rounds import PARTY_SYSTEMS
from tests.cases import leave_to_slow

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


@pytest.mark.parametrize(("former", "chosen"), leave_to_slow(PAIRS, but=6))
def test_a_system_chosen_after_another_is_as_if_chosen_at_once(former, chosen):
    fresh = list_sent_fields(PartyFieldForm(None, party=new_party(), players=0))
    at_once = settled_by(chosen_on(new_party(), fresh, chosen))
    page = all_changed(new_party(), chosen_on(new_party(), fresh, former))
    assert settled_by(chosen_on(new_party(), page, chosen)) == at_once
