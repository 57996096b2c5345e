"""A summary of a party in three lines: game, moves, counting and length.

Where players move is found in ``moves``.
"""

from dataclasses import dataclass, field
from itertools import groupby

from director.party.movement.words import (
    format_count,
    format_game_suffix,
    get_trump_title,
    replace_round_word,
)
from director.party.paper.setup.games import format_duration
from director.party.paper.setup.moves import TableMove, derive_moves
from director.party.trumps import get_trump_sign
from movements import PartySystem
from scoring import PRIZE_KINDS

MAX_SIGN_LETTERS = 6
"""Trump signs up to this length are listed without commas. It is the length of misère."""


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """A party as the page Field shows it, perhaps not saved yet. Unknown numbers are 0."""

    game: str
    system: PartySystem
    options: dict[str, str]
    counted: str  # the name of the method
    entry: str  # how results come in, in words
    members: tuple[str, str]  # of seats A and B: "lady", "gentleman"
    round_word: str
    rounds: int
    minutes: int
    hands: int = 0
    goal: int = 0
    trumps: tuple[str, ...] = ()
    pause: str = "break"
    pause_after: int = 0
    pause_minutes: int = 0
    prizes: dict[str, object] = field(default_factory=dict)
    as_one: str = ""  # "pair" or "fort" if these win prizes together; empty if players win alone
    ends_at: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary: *moves* with arrows, or *moving* as a sentence."""

    played: str
    trumps: str
    moves: tuple[TableMove, ...]
    moving: str
    counted: str
    prizes: str
    time: str


def describe_evening(evening: EveningSummary) -> Summary:
    """Return the summary of *evening*."""
    moves = derive_moves(
        evening.system.key, tuple(sorted(evening.options.items())), evening.members
    )
    if not moves.moves:
        # The moves have no simple arrows, so the system's own sentence describes them.
        moving_text = replace_round_word(
            evening.system.summary(evening.options), evening.round_word
        )
    elif moves.partners:
        moving_text = f"{moves.partners[:1].upper()}{moves.partners[1:]}."
    else:
        moving_text = ""
    return Summary(
        played=_describe_rounds(evening),
        trumps=_describe_trumps(evening),
        moves=moves.moves,
        moving=moving_text,
        counted=f"{evening.counted}; {evening.entry}.",
        prizes=_describe_listed_prizes(evening.prizes, as_one=evening.as_one),
        time=_describe_time(evening),
    )


def _describe_rounds(evening: EveningSummary) -> str:
    text = f"{format_count(evening.rounds, evening.round_word)}{format_game_suffix(evening.game)}"
    if evening.hands > 1:
        text += f", {evening.hands} hands each"
    if evening.goal:
        text += f", a game to {evening.goal} points"
    if evening.pause_after:
        text += f", {evening.pause} after {evening.round_word} {evening.pause_after}"
    return f"{text}."


def _describe_trumps(evening: EveningSummary) -> str:
    labels = [get_trump_sign(label) for label in _without_repetitions(evening.trumps)]
    if not labels:
        return ""
    separator = ", " if max(map(len, labels)) > MAX_SIGN_LETTERS else " "
    return f"{get_trump_title(evening.game)}s in turn: {separator.join(labels)}"


def _without_repetitions(trumps: tuple[str, ...]) -> list[str]:
    """Return *trumps* with each run of the same label as one."""
    return [label for label, _run in groupby(trumps)]


def _describe_listed_prizes(prizes: dict[str, object], *, as_one: str) -> str:
    raffle = ""
    if as_one and prizes.get("raffle"):
        # A raffle is for single people even if pairs win the other prizes, so it is listed apart.
        raffle = f"{prizes['raffle']} of a raffle"
    listed = []
    if prizes.get("places"):
        listed.append(f"{prizes['places']} principal")
    kinds = [kind for kind in PRIZE_KINDS.values() if prizes.get(kind.rule)]
    listed += [f"{prizes[kind.rule]} {kind.listed}" for kind in kinds if kind.is_counted]
    listed += [kind.listed for kind in kinds if not kind.is_counted]
    shared = ", ".join(text for text in listed if text != raffle)
    if shared and as_one:
        shared += f", each for a {as_one}"
    elif shared and prizes.get("by_group"):
        shared += ", for each group"
    text = "; ".join(filter(None, (shared, raffle))) or "none"
    return f"{text[:1].upper()}{text[1:]}."


def _describe_time(evening: EveningSummary) -> str:
    if not (evening.rounds and evening.minutes):
        return ""
    pause = evening.pause_minutes if evening.pause_after else 0
    length = format_duration(evening.rounds * evening.minutes + pause)
    with_pause = f" + {pause} min {evening.pause}" if pause else ""
    ends = f", ends {evening.ends_at}" if evening.ends_at else ""
    return f"{evening.rounds} × {evening.minutes} min{with_pause} = {length}{ends}."
