"""How a tie for a prize is settled: what must be done, and the order that comes of it.

A ``Decision`` is the order of the tied players, best first.  It comes of a cut, a play-off, numbered slips or a lot
that a seed draws, and is handed to ``party_prizes``, which names the winners.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scoring.errors import ScoringError
from scoring.party_ranking import player_order

FINAL_TIES = {
    "play-off": "Play it off.",
    "one-hand": "Play one hand.",
    "cut": "Cut; the highest card is first, the lowest takes the booby prize.",
    "slips": "Draw numbered slips face down; number 1 chooses first.",
    "halves": "The tied players share the prizes.",
}
"""What a party may do about a tie in the end, by key."""

_PLAY_OFFS = {
    2: "Two play one game; the winner is first, the loser second and takes the booby prize.",
    3: "Three play one game, each for himself; the highest is first, the next highest second, the lowest takes the "
    "booby prize.",
    4: "Four play one game as individuals: all five tricks alone score 3 and not 4, and a euchre scores 2 to each of "
    "the other three; the highest is first, the next highest second, the lowest takes the booby prize.",
}
_SCORE_CARD = "Shuffle their score cards face down and draw one; it takes the prize."
_ONE_HAND = "Play one hand; who takes most is first, who takes least takes the booby prize."
_TOO_MANY = "More than four are tied, too many for one table: cut, high wins."


class DecisionTiedError(ScoringError):
    """A decision that is itself a tie."""

    code = "party-decision-tied"
    template = "{players} are tied again at {figure}; let them {again} once more and give the new figures."


class SlipsError(ScoringError):
    """Slips that are not numbered from 1 on."""

    code = "party-slips"
    template = "The slips drawn are {given}; for {count} players they are numbered 1 to {count}, one for each."


class NobodyError(ScoringError):
    """A decision between nobody."""

    code = "party-decision-empty"
    template = "A {how} needs at least two tied players; {given} was given."


@dataclass(frozen=True, slots=True)
class Decision:
    """The tied players in their order, best first; *how* it came about; *kind* of prize, if it settles one alone.

    *seed* is that of a lot, kept so that it can be shown and drawn again.
    """

    order: tuple[str, ...]
    how: str
    kind: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class OpenTie:
    """What must be done about a tie: *how* is a key of ``FINAL_TIES`` with the number who play, *text* a sentence."""

    how: str
    players: tuple[str, ...]
    text: str


def open_tie(how: str, players: Sequence[str]) -> OpenTie:
    """Return what the tied *players* have to do where the party settles its ties by *how*.

    >>> open_tie("play-off", ["4", "9"]).how, open_tie("play-off", list("12345")).how
    ('play-off-2', 'cut')

    Source: [HOYLE1926] pp. 91-92, 96.
    """
    if how != "play-off":
        texts = {**FINAL_TIES, "one-hand": _ONE_HAND, "score-card": _SCORE_CARD}
        return OpenTie(how, tuple(players), texts[how])
    if len(players) in _PLAY_OFFS:
        return OpenTie(f"play-off-{len(players)}", tuple(players), _PLAY_OFFS[len(players)])
    return OpenTie("cut", tuple(players), _TOO_MANY)


def decide_cut(cards: Mapping[str, int], kind: str = "") -> Decision:
    """Return the decision of a cut: each player's card by its rank, the highest first.

    >>> decide_cut({"4": 12, "9": 13}).order
    ('9', '4')

    :raises DecisionTiedError: if two cut cards of one rank.
    """
    return _highest_first(cards, "cut", kind)


def decide_play_off(points: Mapping[str, int], kind: str = "") -> Decision:
    """Return the decision of a play-off of any number, or of one hand: each player's points, most first.

    >>> decide_play_off({"4": 3, "9": 1, "11": 5, "2": 2}).order
    ('11', '4', '2', '9')

    :raises DecisionTiedError: if two have the same.
    """
    return _highest_first(points, "play-off", kind)


def decide_slips(slips: Mapping[str, int], kind: str = "") -> Decision:
    """Return the decision of numbered slips: the lowest number chooses first.

    >>> decide_slips({"4": 2, "9": 1}).order
    ('9', '4')

    :raises SlipsError: if the slips are not numbered from 1 on, one for each.
    """
    _refuse_too_few(slips, "drawing of slips")
    if sorted(slips.values()) != list(range(1, len(slips) + 1)):
        given = ", ".join(str(number) for number in sorted(slips.values()))
        raise SlipsError(given=given, count=len(slips))
    return Decision(tuple(sorted(slips, key=lambda player: slips[player])), "slips", kind)


def decide_by_lot(players: Sequence[str], seed: int, kind: str = "") -> Decision:
    """Return the order that a lot gives; the same *seed* gives the same order, however the players are listed.

    >>> decide_by_lot(["9", "4"], 1916) == decide_by_lot(["4", "9"], 1916)
    True
    """
    _refuse_too_few(players, "lot")
    order = sorted(players, key=player_order)
    return Decision(tuple(Random(seed).sample(order, len(order))), "lot", kind, seed)  # noqa: S311


def _highest_first(figures: Mapping[str, int], how: str, kind: str) -> Decision:
    _refuse_too_few(figures, how)
    order = sorted(figures, key=lambda player: (-figures[player], player_order(player)))
    for one, other in itertools.pairwise(order):
        if figures[one] == figures[other]:
            again = "cut" if how == "cut" else "play"
            raise DecisionTiedError(players=f"{one} and {other}", figure=figures[one], again=again)
    return Decision(tuple(order), how, kind)


def _refuse_too_few(players: Sequence[str] | Mapping[str, int], how: str) -> None:
    if len(players) < 2:
        raise NobodyError(how=how, given="one player" if players else "nobody")
