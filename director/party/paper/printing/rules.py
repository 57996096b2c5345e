"""The rules of a party as they are read out before play, made from its settings."""

from collections.abc import Mapping, Sequence

from director.party.models import Party
from director.party.movement.games.read import prize_rules
from director.party.movement.options import contest_word, party_system, ranks_pairs, settled_options
from director.party.movement.words import bell_words, in_word
from director.party.paper.setup.games import ending
from director.party.paper.setup.summary import EveningSummary, Summary, evening_summary
from director.party.presets.model import ENTRIES
from director.party.presets.registry import find_preset
from movements import Option, PartySystem
from scoring import FINAL_TIES, find_party_method

SAID_ELSEWHERE = frozenset(
    {
        "round_ends",
        "final_tie",
        "who_moves",
        "direction",
        "seat",
        "seat_a_goes",
        "seat_moves",
        "movers",
        "pairs_move",
        "variant",
        "going_out",
    }
)
"""Options that *End of a round*, *Tie for a prize* and *Who moves* say already."""


def party_rules(party: Party) -> tuple[tuple[str, str], ...]:
    """Return the rules of *party* by heading, or nothing before a game is chosen.

    >>> party_rules(Party())
    ()
    """
    system = party_system(party)
    if system is None or not party.method:
        return ()
    summary = evening_summary(_evening(party, system))
    method = find_party_method(party.method)
    options = settled_options(system, party.options)
    counting = dict(method.settings(party.method_options))
    counting.pop("lone_hands", None)  # where there are lone hands, the system says where
    if options.get("odd") != "short-table":
        counting.pop("short_table", None)
    said = (
        ("What is played", " ".join(filter(None, (summary.played, _sentence(summary.trumps))))),
        ("End of a {round}", _sentence(bell_words(party))),
        ("Who moves", _moves(summary)),
        *_choices(system.options, options),
        ("Scoring", f"{method.name}: {method.rule}. {_sentence(_entry(party))}"),
        *_choices(method.options, counting),
        ("Prizes", summary.prizes),
        ("Tie for a prize", FINAL_TIES[prize_rules(party).final_tie]),
        ("Time", summary.time),
    )
    return tuple(
        (heading.format(round=party.round_word), in_word(text, party.round_word))
        for heading, text in said
        if text
    )


def _evening(party: Party, system: PartySystem) -> EveningSummary:
    preset = find_preset(party.preset)
    minutes = party.session.round_minutes or 0
    pause_minutes = party.pause_minutes if party.pause_after else 0
    starts_at = f"{party.starts_at:%H:%M}" if party.starts_at else ""
    pause = preset.pause if preset else "break"
    as_one = contest_word(party) if ranks_pairs(party) else ""
    ends_at = ending(starts_at, party.rounds * minutes + pause_minutes) if minutes else ""
    return EveningSummary(
        game=party.game,
        system=system,
        options=dict(party.options),
        counted=find_party_method(party.method).name,
        entry=_entry(party),
        members=(_member(party, "A"), _member(party, "B")),
        round_word=party.round_word,
        rounds=party.rounds,
        minutes=minutes,
        hands=party.hands,
        goal=party.goal,
        trumps=tuple(party.trumps),
        pause=pause,
        pause_after=party.pause_after,
        pause_minutes=pause_minutes,
        prizes=dict(party.prizes),
        as_one=as_one,
        ends_at=ends_at,
    )


def _entry(party: Party) -> str:
    return in_word(ENTRIES[party.entry], party.round_word)


def _member(party: Party, seat: str) -> str:
    word = party.member_word(seat)
    if len(word) == 1:
        return f"player in seat {word}"
    return word


def _moves(summary: Summary) -> str:
    """Return who goes where in whole sentences."""
    sentences = [
        _sentence(" ".join(filter(None, (move.who, move.where)))) for move in summary.moves
    ]
    return " ".join(filter(None, [*sentences, _sentence(summary.moving)]))


def _choices(options: Sequence[Option], chosen: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the label and choice of each of *options* that matters."""
    return [
        (option.label, _sentence(option.phrases.get(chosen[option.name], chosen[option.name])))
        for option in options
        if option.name in chosen and option.name not in SAID_ELSEWHERE and _matters(option, chosen)
    ]


def _matters(option: Option, chosen: Mapping[str, str]) -> bool:
    name, choice = option.needs
    return not name or chosen.get(name) == choice


def _sentence(text: str) -> str:
    """Return *text* with a capital and a full stop."""
    if text:
        return f"{text[:1].upper()}{text[1:].rstrip('.')}."
    return ""
