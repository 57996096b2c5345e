"""Progressive parties at the command line: the commands ``step`` and ``show``.

The functions make JSON, or lines for people. :mod:`movements.command.cli` has the files and exit statuses.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from movements.command.party_seatings import party_state_from_json, seating_to_json
from movements.errors import MovementError
from movements.party.model import PartySystem, Seating
from movements.party.rounds import (
    find_party_system,
    first_seating,
    get_system_and_rule,
    meets_again_words,
    next_seating,
    resolve_party_options,
)
from movements.party.rules.rotation import chart_facts
from movements.party.rules.today.shifts import ShiftRule
from movements.party.sentences import PartyMovementSentences
from movements.sentences import MovementSentences

PARTY_GUARANTEES = {
    "letters-stay": "Players keep their seat letter, A or B, except at a short table.",
    "sit-outs-in-turn": "No player sits out twice before all players with that letter have sat out once.",
    "partners-stay": "Partners stay together for the whole event.",
    "each-ns-meets-each-ew": "Every N-S pair meets every E-W pair once.",
    "all-pairs-meet": "All pairs meet once.",
    "table-partners-once": "Each of the four players at a table partners the other three once.",
    "seats-stay": "Everyone keeps their seat for the session.",
    "partners-once": "All players partner each other exactly once.",
    "no-partner-again": "Nobody has the same partner twice.",
    "opponents-twice": "All players oppose each other exactly twice.",
    "sit-outs-even": "Everyone sits out equally often.",
    "each-fort-visits-each": "The two players who go out visit every other fort once before any fort again.",
    "nobody-meets-twice": "All players meet once.",
    "waits-one-game": "Nobody waits two games in a row.",
}
"""The guarantees of progressive systems by key. They hold for a complete evening."""


def chart_promises(players: int) -> tuple[str, ...]:
    """Return the guarantees of the whole chart of a fixed rotation for *players*.

    >>> chart_promises(8)
    ('partners-once', 'no-partner-again', 'opponents-twice', 'sit-outs-even')
    >>> chart_promises(10)
    ('no-partner-again', 'sit-outs-even')
    """
    facts = chart_facts(players)
    _min_together, max_together = facts.partners
    keys = []
    if facts.partners == (1, 1):
        keys.append("partners-once")
    if max_together == 1:
        keys.append("no-partner-again")
    if facts.opponents == (2, 2):
        keys.append("opponents-twice")
    keys.append("sit-outs-even")
    return tuple(keys)


def list_promises(system: PartySystem, players: int) -> tuple[str, ...]:
    """Return the guarantees of *system* for this number of *players*.

    >>> from movements.party.rounds import find_party_system
    >>> list_promises(find_party_system("whist-4"), 16)
    ('partners-stay', 'all-pairs-meet')
    """
    if system.by_chart:
        return chart_promises(players)
    return system.guarantees


MAX_SHOWN_ROUNDS = 100
"""Rounds shown at most if the evening has no fixed length."""


def seat_next_round(key: str, data: object, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the next seating for a JSON value, in the same shape, with its ``round`` counted up.

    >>> tables = [{"table": no, "sides": [[f"L{no}", f"G{no}"], [f"M{no}", f"H{no}"]]} for no in (1, 2)]
    >>> seat_next_round("rapid-euchre", {"tables": tables, "winners": {"1": 0, "2": 0}}, {})["tables"][0]["sides"]
    [['M1', 'G2'], ['L2', 'H1']]
    """
    state = party_state_from_json(data)
    seating = next_seating(
        key, state.seating, state.outcomes, options=options, round_no=state.round_no
    )
    shape = seating_to_json(seating)
    _restore_number_ids(shape, data)
    if isinstance(data, Mapping) and "round" in data:
        shape["round"] = state.round_no + 1
    return shape


def _restore_number_ids(shape: dict[str, Any], data: Any) -> None:
    """Make ids of players in *shape* numbers again if they are numbers in *data*."""
    input_ids = {}
    for table in data["tables"]:
        for side in table["sides"]:
            for player in side:
                input_ids[str(player)] = player
    for table in shape["tables"]:
        table["sides"] = [[input_ids[player] for player in side] for side in table["sides"]]


def make_sample_rounds(
    key: str, *, players: int | None, rounds: int | None, options: Mapping[str, str]
) -> tuple[Seating, ...]:
    """Return the seatings of a sample party whose players are called A1, B1, A2 and so on.

    A fixed rotation has all its rounds, or the first *rounds*. Fixed shifts have the rounds before
    players meet again, other systems the first seating only.

    >>> len(make_sample_rounds("whist-4", players=16, rounds=None, options={}))
    7

    :raises MovementError: for an impossible number of players or rounds, or a wrong option.
    """
    system, rule = get_system_and_rule(key, options)
    if players is None:
        raise MovementError(MovementSentences.PLAYERS_WANTED, movement=system.name)
    size_b = players // 2
    size_a = players - size_b
    names_a = [f"A{number}" for number in range(1, size_a + 1)]
    names_b = [f"B{number}" for number in range(1, size_b + 1)]
    seatings = [first_seating(key, names_a, names_b, options=options)]
    max_rounds = 1
    if rule.fixed:
        max_rounds = rule.most_rounds(players) or 1
    default_rounds = max_rounds
    if isinstance(rule, ShiftRule):
        default_rounds = rule.count_rounds_apart(players)
        max_rounds = MAX_SHOWN_ROUNDS
    if rounds is not None and not 1 <= rounds <= max_rounds:
        raise MovementError(
            PartyMovementSentences.PARTY_ROUNDS,
            system=system.name,
            players=players,
            most=_describe_max_rounds(max_rounds),
            rounds=rounds,
        )
    for round_no in range(1, rounds or default_rounds):
        seatings.append(next_seating(key, seatings[-1], {}, options=options, round_no=round_no))
    return tuple(seatings)


def _describe_max_rounds(max_rounds: int) -> str:
    if max_rounds == 1:
        return "only its first seating, since later ones depend on who wins"
    return f"1 to {max_rounds} rounds"


def party_to_json(
    key: str, *, players: int | None, rounds: int | None, options: Mapping[str, str]
) -> dict[str, Any]:
    """Return a party as a JSON object for ``show``.

    >>> party_to_json("rotation", players=5, rounds=1, options={})["opponents"]
    {'min': 2, 'max': 2}
    """
    system = find_party_system(key)
    seatings = make_sample_rounds(key, players=players, rounds=rounds, options=options)
    shape: dict[str, Any] = {
        "key": system.key,
        "name": system.name,
        "contest": system.contest,
        "source": system.source,
        "options": dict(resolve_party_options(system, options)),
        "players": players,
        "rounds": [
            {"round": number} | seating_to_json(seating)
            for number, seating in enumerate(seatings, start=1)
        ],
        "guarantees": list(list_promises(system, players or 0)),
    }
    if system.by_chart:
        facts = chart_facts(players or 0)
        shape["partners"] = _range_to_json(facts.partners)
        shape["opponents"] = _range_to_json(facts.opponents)
    return shape


def _range_to_json(counts: tuple[int, int]) -> dict[str, int]:
    lowest, highest = counts
    return {"min": lowest, "max": highest}


def format_party(
    key: str, *, players: int | None, rounds: int | None, options: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of ``show`` about a party.

    >>> list(format_party("whist-3", players=8, rounds=2, options={}))[3:6]
    ['Round 1', 'Table 1: A1-B1 against A2-B2', 'Table 2: A3-B3 against A4-B4']
    """
    system = find_party_system(key)
    seatings = make_sample_rounds(key, players=players, rounds=rounds, options=options)
    rounds_word = "round" if len(seatings) == 1 else "rounds"
    yield f"{system.name}: {players} players, {len(seatings)} {rounds_word}"
    yield f"Source: {system.source}"
    if sentence := meets_again_words(key, players or 0, options=options):
        yield sentence
    for number, seating in enumerate(seatings, start=1):
        yield ""
        yield f"Round {number}"
        yield from format_seating(seating)


def render_party(
    key: str, players: int | None, rounds: int | None, options: Mapping[str, str], *, as_json: bool
) -> Iterator[str]:
    """Yield the lines that ``show`` prints.

    >>> next(render_party("pivot", 8, None, {}, as_json=False))
    'Pivot bridge: 8 players, 3 rounds'
    """
    if as_json:
        yield json.dumps(
            party_to_json(key, players=players, rounds=rounds, options=options), ensure_ascii=False
        )
    else:
        yield from format_party(key, players=players, rounds=rounds, options=options)


def format_seating(seating: Seating) -> Iterator[str]:
    """Yield one line per table.

    >>> from movements.party.model import PartyTable
    >>> list(format_seating((PartyTable(1, (("L1", "G1"), ("L2", "G2"))), PartyTable(2, (("L3",),)))))
    ['Table 1: L1-G1 against L2-G2', 'Sit out: L3']
    """
    for table in seating:
        if table.sits_out:
            yield f"Sit out: {', '.join(table.players)}"
        else:
            sides = " against ".join("-".join(side) for side in table.sides)
            yield f"Table {table.table_no}: {sides}"
