"""The rules of a party, made from its settings, to be read out before play."""

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

COVERED_OPTIONS = frozenset(
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
"""Options that *End of a round*, *Tie for a prize* and *Who moves* cover already."""


def party_rules(party: Party) -> tuple[tuple[str, str], ...]:
    """Return the headings and texts of the rules of *party*, or none before a game is chosen.

    >>> party_rules(Party())
    ()
    """
    system = party_system(party)
    if system is None or not party.method:
        return ()
    summary = evening_summary(_evening(party, system))
    method = find_party_method(party.method)
    options = settled_options(system, party.options)
    method_settings = dict(method.settings(party.method_options))
    method_settings.pop("lone_hands", None)  # the system's own option says it
    if options.get("odd") != "short-table":
        method_settings.pop("short_table", None)
    played = " ".join(filter(None, (summary.played, _sentence(summary.trumps))))
    rules = (
        ("What is played", played),
        ("End of a {round}", _sentence(bell_words(party))),
        ("Who moves", _moves(summary)),
        *_choices(system.options, options),
        ("Scoring", f"{method.name}: {method.rule}. {_sentence(_entry(party))}"),
        *_choices(method.options, method_settings),
        ("Prizes", summary.prizes),
        ("Tie for a prize", FINAL_TIES[prize_rules(party).final_tie]),
        ("Time", summary.time),
    )
    return tuple(
        (heading.format(round=party.round_word), in_word(text, party.round_word))
        for heading, text in rules
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
    """Return sentences on who goes where."""
    sentences = [
        _sentence(" ".join(filter(None, (move.who, move.where)))) for move in summary.moves
    ]
    return " ".join(filter(None, [*sentences, _sentence(summary.moving)]))


def _choices(options: Sequence[Option], chosen: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the label and choice of each option that has an effect and isn't covered elsewhere."""
    choices = []
    for option in options:
        if option.name not in chosen or option.name in COVERED_OPTIONS:
            continue
        if _has_effect(option, chosen):
            choice = chosen[option.name]
            choices.append((option.label, _sentence(option.phrases.get(choice, choice))))
    return choices


def _has_effect(option: Option, chosen: Mapping[str, str]) -> bool:
    needed_option, needed_choice = option.needs
    return not needed_option or chosen.get(needed_option) == needed_choice


def _sentence(text: str) -> str:
    """Return *text* with a capital and a full stop."""
    if text:
        return f"{text[:1].upper()}{text[1:].rstrip('.')}."
    return ""
