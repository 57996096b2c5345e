"""What a progressive system says happens after a game: short sentences for every choice, true of its moves."""

import json
import re
from itertools import product

import pytest

from movements.__main__ import main
from movements.party.rounds import PARTY_SYSTEMS
from movements.party.rules.progress import (
    HEAD,
    PARTNERS_KEPT_TRANSITIONS,
    TRANSITIONS,
    ProgressRule,
)


def choices(system):
    """Return every combination of the options that concern who goes where, the long ones by their ends."""
    options = [option for option in system.options if option.name in system.movement_options]
    values = [
        option.choices if len(option.choices) < 8 else (option.choices[0], option.choices[-1])
        for option in options
    ]
    return [
        dict(zip([option.name for option in options], chosen, strict=True))
        for chosen in product(*values)
    ]


@pytest.mark.parametrize("system", PARTY_SYSTEMS, ids=lambda system: system.key)
def test_every_choice_is_said_in_short_sentences(system):
    for chosen in choices(system):
        said = system.summary(chosen)
        assert said[-1] == "."
        assert said[0] == said[0].upper()
        assert [part for part in re.split(r"[.;:]", said) if len(part.split()) > 20] == []


@pytest.mark.parametrize(
    "transition",
    [*TRANSITIONS.values(), *PARTNERS_KEPT_TRANSITIONS],
    ids=lambda transition: transition.key,
)
def test_the_summary_matches_the_progression(transition):
    said = ProgressRule(transition).summary
    assert ("and losers go to the foot" in said) is (transition.lose_a[HEAD] == "foot")
    assert ("from table 1 to the foot" in said) is (
        {transition.win_a[HEAD], transition.win_b[HEAD]} == {"up"}
        and transition.lose_a[HEAD] == "stay"
    )
    assert ("Partners stay together" in said) is (
        set(transition.pairing) == {"keep"} and transition.win_a == transition.win_b
    )
    assert ("higher table number" in said) is (transition.win_a == ("down",) * 3)


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        (
            "progressive-whist-1",
            {},
            "Winners go up one table, losers stay and change partners with the arrivals; at table 1 winners stay "
            "together and losers go to the foot.",
        ),
        (
            "progressive-whist-1",
            {"head_table": "to-foot"},
            "Winners go up one table, from table 1 to the foot; losers stay and change partners with the arrivals.",
        ),
        (
            "large-euchre",
            {},
            "Winners go on to the next higher table number of their row, from its last table to its first; losers "
            "stay and change partners with the arrivals.",
        ),
        (
            "progressive-five-hundred",
            {"table": "5"},
            "The two highest scorers at each table go up one table, from table 1 to the foot; the others stay.",
        ),
        (
            "progressive-euchre",
            {"who_moves": "one-seat", "movers": "all", "reverse_after": "6"},
            "Everyone in seat B goes up one table, win or lose, and everyone in seat A stays; after round 6 seat A "
            "moves instead.",
        ),
    ],
    ids=["head-kept", "head-to-foot", "rows", "five", "seats-reversed"],
)
def test_the_summary_tells_what_happens_after_a_game(key, options, said):
    assert next(system for system in PARTY_SYSTEMS if system.key == key).summary(options) == said


def test_the_list_says_what_happens_after_a_game(capsys):
    main(["list", "--contest", "progressive", "--json"])
    listed = json.loads(capsys.readouterr().out)
    assert {system["key"]: system["summary"] for system in listed} == {
        system.key: system.summary() for system in PARTY_SYSTEMS
    }
