"""What an evening will be, in three lines: what is played, who goes where, what counts and how long it takes."""

from dataclasses import dataclass, field

from director.party.field.read.moving import Move, moving
from director.party.trumps import trump_sign
from director.party.words import game_word
from movements import PartySystem

_COUNTED = (
    ("places", "principal"),
    ("half", "half-time"),
    ("aisle", "for each aisle"),
    ("table", "for each table"),
    ("drawn", "by a drawn number"),
    ("raffle", "of a raffle"),
)
_GIVEN = (
    ("high_game", "highest game"),
    ("lone_hands", "most lone hands"),
    ("tens", "most hands of ten tricks"),
    ("booby", "booby"),
)
"""What prizes there are, with what is said of them in a list, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening as step 1 has it now, without anything stored; numbers that are not known are 0."""

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
    pause: str = "pause"
    pause_after: int = 0
    pause_minutes: int = 0
    prizes: dict[str, object] = field(default_factory=dict)
    ends_at: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The three lines; *moves* have an arrow each, and *moving* says it in a sentence where they do not."""

    played: str
    trumps: str
    moves: tuple[Move, ...]
    moving: str
    counted: str
    time: str


def evening_summary(evening: Evening) -> Summary:
    """Return what *evening* will be."""
    seen = moving(evening.system.key, tuple(sorted(evening.options.items())), evening.members)
    partners = f"{seen.partners[:1].upper()}{seen.partners[1:]}." if seen.moves and seen.partners else ""
    method = f"{evening.counted[:1].lower()}{evening.counted[1:]}"
    return Summary(
        played=_played(evening),
        trumps=" ".join(trump_sign(label) for label in _turn(evening.trumps)),
        moves=seen.moves,
        moving=partners if seen.moves else evening.system.summary(evening.options),
        counted=f"Counted: {method}; {evening.entry}. {_prizes(evening.prizes)}",
        time=_time(evening),
    )


def plural(number: int, word: str) -> str:
    """Return so many of *word*.

    >>> plural(1, "hand"), plural(2, "Serie"), plural(3, "series")
    ('1 hand', '2 Serien', '3 series')
    """
    several = {"Serie": "Serien", "series": "series"}.get(word, f"{word}s")
    return f"{number} {word if number == 1 else several}"


def _played(evening: Evening) -> str:
    words = f"{plural(evening.rounds, evening.round_word)} of {game_word(evening.game).lower()}"
    if evening.hands > 1:
        words += f", {evening.hands} hands each"
    if evening.goal:
        words += f", a game to {evening.goal} points"
    if evening.pause_after:
        words += f", {evening.pause} after {evening.round_word} {evening.pause_after}"
    return f"{words}."


def _turn(trumps: tuple[str, ...]) -> tuple[str, ...]:
    """Return *trumps* with what is the same several times running once."""
    return tuple(label for at, label in enumerate(trumps) if not at or label != trumps[at - 1])


def _prizes(prizes: dict[str, object]) -> str:
    counted = [f"{prizes[key]} {words}" for key, words in _COUNTED if prizes.get(key)]
    given = [*counted, *(words for key, words in _GIVEN if prizes.get(key))]
    each = ", for each group" if given and prizes.get("by_group") else ""
    return f"Prizes: {', '.join(given)}{each}." if given else "No prizes."


def _time(evening: Evening) -> str:
    if not (evening.rounds and evening.minutes):
        return ""
    pause = evening.pause_minutes if evening.pause_after else 0
    hours, minutes = divmod(evening.rounds * evening.minutes + pause, 60)
    lasting = " ".join(filter(None, (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "")))
    with_pause = f" and {pause} of {evening.pause}" if pause else ""
    ends = f" Play ends at about {evening.ends_at}." if evening.ends_at else ""
    return f"{evening.rounds} × {evening.minutes} minutes{with_pause}: {lasting}.{ends}"
