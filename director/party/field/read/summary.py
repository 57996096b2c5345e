"""What an evening will be, in three lines: what is played, who goes where, what counts and how long it takes."""

from dataclasses import dataclass, field

from director.party.field.read.moving import Move, moving
from director.party.trumps import trump_sign
from director.party.words import in_sentence, in_word, of_game, plural, trump_title
from movements import PartySystem
from scoring import PRIZE_KINDS

LONGEST_SIGN = 6
"""Letters of the longest sign that needs no comma beside others: that of misère."""


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
    as_one: str = ""  # what is one, and has prizes as one: "pair", "fort"; empty where everybody plays for himself
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
    return Summary(
        played=_played(evening),
        trumps=_trumps(evening),
        moves=seen.moves,
        moving=partners if seen.moves else in_word(evening.system.summary(evening.options), evening.round_word),
        counted=(
            f"Counted: {in_sentence(evening.counted)}; {evening.entry}. "
            f"{_prizes(evening.prizes, as_one=evening.as_one)}"
        ),
        time=_time(evening),
    )


def _played(evening: Evening) -> str:
    words = f"{plural(evening.rounds, evening.round_word)}{of_game(evening.game)}"
    if evening.hands > 1:
        words += f", {evening.hands} hands each"
    if evening.goal:
        words += f", a game to {evening.goal} points"
    if evening.pause_after:
        words += f", {evening.pause} after {evening.round_word} {evening.pause_after}"
    return f"{words}."


def _trumps(evening: Evening) -> str:
    """Return what goes in turn: the signs of the trumps, or other labels with commas; empty where nothing does."""
    labels = [trump_sign(label) for label in _turn(evening.trumps)]
    if not labels:
        return ""
    between = ", " if max(map(len, labels)) > LONGEST_SIGN else " "
    return f"{trump_title(evening.game)}s in turn: {between.join(labels)}"


def _turn(trumps: tuple[str, ...]) -> tuple[str, ...]:
    """Return *trumps* with what is the same several times running once."""
    return tuple(label for at, label in enumerate(trumps) if not at or label != trumps[at - 1])


def _prizes(prizes: dict[str, object], *, as_one: str) -> str:
    """Return which prizes there are: those told by their number first."""
    kinds = [kind for kind in PRIZE_KINDS.values() if prizes.get(kind.rule)]
    raffle = f"{prizes['raffle']} of a raffle" if as_one and prizes.get("raffle") else ""
    places = [f"{prizes['places']} principal"] if prizes.get("places") else []
    counted = (f"{prizes[kind.rule]} {kind.listed}" for kind in kinds if kind.is_counted)
    told = [*places, *counted, *(kind.listed for kind in kinds if not kind.is_counted)]
    given = [words for words in told if words != raffle]  # which goes by people, whoever plays together
    each = f", each for a {as_one}" if as_one else ", for each group" if prizes.get("by_group") else ""
    parts = filter(None, (f"{', '.join(given)}{each}" if given else "", raffle))
    return f"Prizes: {words}." if (words := "; ".join(parts)) else "No prizes."


def _time(evening: Evening) -> str:
    if not (evening.rounds and evening.minutes):
        return ""
    pause = evening.pause_minutes if evening.pause_after else 0
    hours, minutes = divmod(evening.rounds * evening.minutes + pause, 60)
    lasting = " ".join(filter(None, (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "")))
    with_pause = f" and {pause} of {evening.pause}" if pause else ""
    ends = f" Play ends at about {evening.ends_at}." if evening.ends_at else ""
    return f"{evening.rounds} × {evening.minutes} minutes{with_pause}: {lasting}.{ends}"
