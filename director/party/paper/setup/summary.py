"""A summary of a party in three lines: game, moves, counting and length.

Where players move is said in ``moving``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from director.party.models import Party
from director.party.movement.options import get_contestant_word, is_ranked_by_pairs
from director.party.movement.words import (
    format_count,
    format_game_suffix,
    get_trump_title,
    replace_round_word,
)
from director.party.paper.setup.games import format_duration
from director.party.paper.setup.moves import TableMove
from director.party.paper.setup.moving import describe_moving
from director.party.presets.model import ENTRIES
from director.party.presets.registry import find_preset
from director.party.trumps import get_trump_sign
from movements.party.model import Seating
from scoring.party.awarding import PRIZE_KINDS
from scoring.party.methods import find_party_method

MAX_SIGN_LETTERS = 6
"""Trump signs up to this length are listed without commas. It is the length of misère."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary: *moves* with arrows, and in *moves_text* what follows them."""

    game: str
    trumps: str
    moves: tuple[TableMove, ...]
    moves_text: str
    scoring: str
    prizes: str
    time: str


def describe_evening(party: Party, seating: Seating, ends_at: str) -> Summary:
    """Return the summary of *party*, which may be unsaved. Unknown numbers are 0, as is its end "".

    *seating* holds the first seats, or is empty if there are none.
    """
    moving = describe_moving(party, seating)
    entry = replace_round_word(ENTRIES[party.entry], party.round_word)
    return Summary(
        game=_describe_rounds(party),
        trumps=_describe_trumps(party),
        moves=moving.moves,
        moves_text=replace_round_word(" ".join(moving.sentences), party.round_word),
        scoring=f"{find_party_method(party.method).name}; {entry}.",
        prizes=_describe_listed_prizes(party),
        time=_describe_time(party, ends_at),
    )


def _describe_rounds(party: Party) -> str:
    text = f"{format_count(party.rounds, party.round_word)}{format_game_suffix(party.game)}"
    if party.hands > 1:
        text += f", {party.hands} hands each"
    if party.goal:
        text += f", a game to {party.goal} points"
    if party.pause_after:
        text += f", {_get_pause_word(party)} after {party.round_word} {party.pause_after}"
    return f"{text}."


def _get_pause_word(party: Party) -> str:
    preset = find_preset(party.preset)
    return preset.pause if preset else "break"


def _describe_trumps(party: Party) -> str:
    labels = [get_trump_sign(label) for label in _without_repetitions(party.trumps)]
    if not labels:
        return ""
    separator = ", " if max(map(len, labels)) > MAX_SIGN_LETTERS else " "
    return f"{get_trump_title(party.game)}s in turn: {separator.join(labels)}"


def _without_repetitions(trumps: Sequence[str]) -> list[str]:
    """Return *trumps* with each run of the same label as one."""
    return [label for label, _run in groupby(trumps)]


def _describe_listed_prizes(party: Party) -> str:
    prizes = party.prizes
    as_one = get_contestant_word(party) if is_ranked_by_pairs(party) else ""
    raffle = ""
    if as_one and prizes.get("raffle"):
        # A raffle is for single people even if pairs win the other prizes, so it is listed apart.
        raffle = f"{prizes['raffle']} of a raffle"
    listed = []
    if prizes.get("places"):
        listed.append(f"{prizes['places']} principal")
    kinds = [kind for kind in PRIZE_KINDS.values() if prizes.get(kind.rule_name)]
    listed += [f"{prizes[kind.rule_name]} {kind.list_label}" for kind in kinds if kind.is_counted]
    listed += [kind.list_label for kind in kinds if not kind.is_counted]
    shared = ", ".join(text for text in listed if text != raffle)
    if shared and as_one:
        shared += f", each for a {as_one}"
    elif shared and prizes.get("by_group"):
        shared += ", for each group"
    text = "; ".join(filter(None, (shared, raffle))) or "none"
    return f"{text[:1].upper()}{text[1:]}."


def _describe_time(party: Party, ends_at: str) -> str:
    minutes = party.session.round_minutes
    if not (party.rounds and minutes):
        return ""
    pause = party.pause_minutes if party.pause_after else 0
    length = format_duration(party.rounds * minutes + pause)
    with_pause = f" + {pause} min {_get_pause_word(party)}" if pause else ""
    ends = f", ends {ends_at}" if ends_at else ""
    return f"{party.rounds} × {minutes} min{with_pause} = {length}{ends}."
