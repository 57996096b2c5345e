"""Read the part ``prizes`` of a party's file, and award the prizes."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from scoring.errors import FieldError, ScoringError
from scoring.exchange.json_parts import (
    check_list,
    check_object,
    make_file_error,
    make_part_error,
    read_exact,
    read_text,
    read_whole_number,
    refuse_unknown,
)
from scoring.exchange.party import prizes_to_json, read_player
from scoring.party.decisions import (
    Decision,
    decide_by_lot,
    decide_cut,
    decide_play_off,
    decide_slips,
)
from scoring.party.drawn_number import seeded_slip
from scoring.party.model import PartyRanking
from scoring.party.prizes import PrizeDraws, PrizeRules, party_prizes, stale_decisions
from scoring.sentences import ScoringSentences

# Decisions by figures: the part that has them, and the function that makes the decision.
_FIGURE_DECISIONS = {
    "cut": ("cards", decide_cut),
    "play-off": ("points", decide_play_off),
    "slips": ("slips", decide_slips),
}
_DEFAULT_FIRST_SLIP = 1402  # see ``drawn_number``
_OTHER_PARTS = (
    "decisions",
    "drawn_number",
    "drawn_seed",
    "first_slip",
    "half_totals",
    "tickets",
    "group_names",
)


@dataclass(frozen=True, slots=True)
class PrizePart:
    """Rules, decisions, the drawn number with its seed, and names of groups.

    *half_totals* are the totals at half-time, *tickets* the players whom the raffle drew. They are
    None if the file doesn't have them.
    """

    rules: PrizeRules
    decisions: tuple[Decision, ...]
    drawn_number: int | None
    drawn_seed: int | None
    group_names: Mapping[str, str]
    half_totals: Mapping[str, Fraction] | None = None
    tickets: tuple[str, ...] | None = None


def award_prizes_from_json(ranking: PartyRanking, data: object) -> dict[str, object]:
    """Return the prizes of *ranking* by *data*, or if it is None by the usual rules.

    >>> award_prizes_from_json(PartyRanking("games", ()), {"places": 3})
    {'prizes': []}

    :raises FieldError: with the fault of the part
    """
    try:
        part = read_prizes({} if data is None else data)
        draws = PrizeDraws(part.drawn_number, part.half_totals, part.tickets)
        stale = stale_decisions(ranking, part.rules, decisions=part.decisions, drawn=draws)
        if stale:
            players = ", ".join(stale[0].order)
            raise ScoringError(ScoringSentences.PARTY_DECISION_STALE, players=players)
    except ScoringError as error:
        raise FieldError([make_file_error("prizes", error)]) from None
    prizes = party_prizes(
        ranking,
        part.rules,
        decisions=part.decisions,
        drawn=draws,
        group_names=part.group_names,
    )
    payload: dict[str, object] = {}
    if part.rules.drawn:
        payload = {"drawn_number": part.drawn_number, "drawn_seed": part.drawn_seed}
    return {**payload, "prizes": prizes_to_json(prizes)}


def read_prizes(data: object) -> PrizePart:
    """Return the part ``prizes`` in *data*.

    The shape: ``{"places": 2, "booby": true, "lone_hands": true, "aisle": 0, "table": 0,
    "table_winners": 0, "drawn": 0, "by_group": true, "equal_numbers": true, "one_each": false,
    "final_tie": "play-off", "decisions": [{"how": "cut", "cards": {"4": 12, "9": 13}}],
    "drawn_seed": 1916, "group_names": {"A": "Ladies"}}``. All parts are optional. A play-off has
    ``points``, numbered slips ``slips``, a lot ``players`` and ``seed``. ``drawn_number`` can
    replace the seed. ``half_totals`` has the total at half-time of each player, ``tickets`` the
    players whom the raffle drew, in order.

    >>> read_prizes({"final_tie": "cut", "decisions": [{"how": "cut", "cards": {"4": 12, "9": 13}}]}).decisions[0].order
    ('9', '4')

    :raises ScoringError: if a part can't be read
    """
    part = check_object(data, "prizes")
    rule_names = tuple(field.name for field in fields(PrizeRules))
    refuse_unknown(part, "prizes", (*rule_names, *_OTHER_PARTS))
    rules = PrizeRules(**{name: _read_rule(part, name) for name in rule_names if name in part})
    decisions = tuple(
        _read_decision(check_object(row, "a decision"))
        for row in check_list(part.get("decisions", []), "it")
    )
    if "drawn_number" in part and "drawn_seed" in part:
        raise ScoringError(ScoringSentences.PARTY_DRAWN_TWICE)
    seed = read_whole_number(part, "drawn_seed") if "drawn_seed" in part else None
    number = read_whole_number(part, "drawn_number") if "drawn_number" in part else None
    if seed is not None:
        first_slip = _DEFAULT_FIRST_SLIP
        if "first_slip" in part:
            first_slip = read_whole_number(part, "first_slip")
        number = seeded_slip(seed, first_slip)
    names = check_object(part.get("group_names", {}), "group_names")
    return PrizePart(
        rules=rules,
        decisions=decisions,
        drawn_number=number,
        drawn_seed=seed,
        group_names={group: read_text(names, group) for group in names},
        half_totals=_read_half_totals(part),
        tickets=_read_tickets(part),
    )


def _read_half_totals(part: Mapping[str, Any]) -> dict[str, Fraction] | None:
    if "half_totals" not in part:
        return None
    totals = check_object(part["half_totals"], "half_totals")
    return {player: read_exact(totals, player) for player in totals}


def _read_tickets(part: Mapping[str, Any]) -> tuple[str, ...] | None:
    if "tickets" not in part:
        return None
    return tuple(
        read_player({"tickets": ticket}, "tickets")
        for ticket in check_list(part["tickets"], "tickets")
    )


def _read_rule(part: Mapping[str, Any], name: str) -> Any:
    """Return the value of one rule, of the type that its default has."""
    default = getattr(PrizeRules(), name)
    # In Python a bool is an int too, so it comes first.
    if isinstance(default, bool):
        if not isinstance(part[name], bool):
            raise make_part_error(name, "true or false", part[name])
        return part[name]
    if isinstance(default, int):
        return read_whole_number(part, name, lowest=0)
    return read_text(part, name)


def _read_decision(row: Mapping[str, Any]) -> Decision:
    decision_form = read_text(row, "how")
    kind = read_text(row, "kind") if "kind" in row else ""
    if decision_form == "lot":
        refuse_unknown(row, "a lot", ("how", "kind", "players", "seed"))
        players = [
            read_player({"players": player}, "players")
            for player in check_list(row.get("players"), "players")
        ]
        return decide_by_lot(players, read_whole_number(row, "seed"), kind)
    if decision_form not in _FIGURE_DECISIONS:
        known_forms = ", ".join((*_FIGURE_DECISIONS, "lot"))
        raise ScoringError(
            ScoringSentences.PARTY_DECISION_FORM, how=decision_form, known=known_forms
        )
    name, decide = _FIGURE_DECISIONS[decision_form]
    refuse_unknown(row, "a decision", ("how", "kind", name))
    figures = check_object(row.get(name), name)
    return decide({player: read_whole_number(figures, player) for player in figures}, kind)
