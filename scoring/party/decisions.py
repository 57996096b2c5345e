"""Settle ties for prizes: the necessary action and the resulting order.

A ``Decision`` is the order of the tied players, best first.  It comes of a cut, a play-off,
numbered slips or a lot that a seed draws, and is handed to ``party_prizes``, which names the
winners.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scoring.errors import ScoringError
from scoring.party.ranking import player_order
from scoring.party.sentences import PartyScoringSentences

FINAL_TIES = {
    "play-off": "Play off.",
    "one-hand": "Play one hand.",
    "cut": "Cut.",
    "slips": "Draw numbered slips face down.",
    "halves": "Share the prizes.",
    "one-share": "Share the prize; the next player takes the one after it.",
    "second-half": "The better second half wins. If that is tied too, cut.",
    "first-half": "The better first half wins. If that is tied too, cut.",
}
"""What a party may do about a tie in the end, by key."""

SHARED = ("halves", "one-share")
"""By which of them those who are tied share, with nothing left to do."""
BY_HALVES = {"second-half": "better second half", "first-half": "better first half"}
"""Those by which the totals at half-time part the tied, with what it is called."""

_PLAY_OFFS = {
    2: "Two play one game",
    3: "Three play one game as individuals",
    4: (
        "Four play one game as individuals (at euchre all five tricks alone score 3, not 4; a euchre scores 2 to "
        "each of the other three)"
    ),
}
_HOW = {
    "one-hand": "Play one hand",
    "cut": "Cut",
    "slips": "Draw numbered slips face down",
    "too-many": "More than four are tied: cut",
}
_ENDS = {
    "one-hand": ("the highest score", "the lowest score"),
    "cut": ("the highest card", "the lowest card"),
    "slips": ("number 1", "the highest number"),
    "play-off": ("the highest", "the lowest"),
}
"""Who is the best of a tie, and who the last, by what settles it."""
_ONE_PRIZE, _BOOBY_PRIZE = "takes the prize", "takes the booby prize"
_SEVERAL = {"slips": "chooses first, then number 2"}
_FIRST_AND_SECOND, _LATER = (
    "is first, the next second",
    "takes the higher prize, the next the one after it",
)
_SCORE_CARD = "Shuffle their score cards face down and draw one. It wins the prize."


@dataclass(frozen=True, slots=True)
class Decision:
    """The tied players in order, best first.

    *how* is the way it came about, *kind* the only prize that it settles, if any.

    *seed* is that of a lot, kept so that it can be shown and drawn again.
    """

    order: tuple[str, ...]
    how: str
    kind: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class OpenTie:
    """An open tie.

    *how* is a key of ``FINAL_TIES`` with the number of players, *text* a sentence.
    """

    how: str
    players: tuple[str, ...]
    text: str


def open_tie(
    how: str,
    players: Sequence[str],
    *,
    prizes: Sequence[str] = ("first", "second"),
    is_booby: bool = False,
) -> OpenTie:
    """Return the tie of *players* that the party settles by *how*.

    *prizes* are the kinds they are tied for, the highest first.  More than four cannot play off at
    one table and cut.

    >>> open_tie("play-off", ["4", "9"]).text
    'Two play one game; the highest is first, the next second.'
    >>> open_tie("cut", ["4", "9"], prizes=["second"]).text
    'Cut; the highest card takes the prize.'
    >>> open_tie("play-off", list("12345"), is_booby=True).text
    'More than four are tied: cut; the lowest card takes the booby prize.'

    Source: [HOYLE1926] pp. 36, 91-92, 96.
    """
    if how == "score-card":
        return OpenTie(how, tuple(players), _SCORE_CARD)
    if how in BY_HALVES:
        how = "cut"
    if how == "play-off" and len(players) in _PLAY_OFFS:
        key, what = how, _PLAY_OFFS[len(players)]
        what_to_do = f"play-off-{len(players)}"
    else:
        what_to_do = key = "cut" if how == "play-off" else how
        what = _HOW["too-many" if how == "play-off" else how]
    return OpenTie(what_to_do, tuple(players), f"{what}; {_end(key, prizes, is_booby=is_booby)}.")


def _end(how: str, prizes: Sequence[str], *, is_booby: bool) -> str:
    """Return the sentence about the outcome of a tie settled by *how*."""
    best, last = _ENDS[how]
    if is_booby:
        return f"{last} {_BOOBY_PRIZE}"
    if len(prizes) == 1:
        return f"{best} {_ONE_PRIZE}"
    return f"{best} {_SEVERAL.get(how) or (_FIRST_AND_SECOND if prizes[0] == 'first' else _LATER)}"


def decide_cut(cards: Mapping[str, int], kind: str = "") -> Decision:
    """Return the decision of a cut: each player's card by its rank, the highest first.

    >>> decide_cut({"4": 12, "9": 13}).order
    ('9', '4')

    :raises ScoringError: if two cut cards of one rank.
    """
    return _highest_first(cards, "cut", kind)


def decide_play_off(points: Mapping[str, int], kind: str = "") -> Decision:
    """Return the decision of a play-off of any number, or of one hand: each player's points, most first.

    >>> decide_play_off({"4": 3, "9": 1, "11": 5, "2": 2}).order
    ('11', '4', '2', '9')

    :raises ScoringError: if two have the same.
    """
    return _highest_first(points, "play-off", kind)


def decide_slips(slips: Mapping[str, int], kind: str = "") -> Decision:
    """Return the decision of numbered slips: the lowest number chooses first.

    >>> decide_slips({"4": 2, "9": 1}).order
    ('9', '4')

    :raises ScoringError: if the slips are not numbered from 1 on, one for each.
    """
    _refuse_too_few(slips, "drawing of slips")
    if sorted(slips.values()) != list(range(1, len(slips) + 1)):
        given = ", ".join(str(number) for number in sorted(slips.values()))
        raise ScoringError(PartyScoringSentences.PARTY_SLIPS, given=given, count=len(slips))
    return Decision(tuple(sorted(slips, key=lambda player: slips[player])), "slips", kind)


def decide_by_lot(players: Sequence[str], seed: int, kind: str = "") -> Decision:
    """Return the order drawn by lot.

    The same *seed* gives the same order, however the players are listed.

    >>> decide_by_lot(["9", "4"], 1916) == decide_by_lot(["4", "9"], 1916)
    True
    """
    _refuse_too_few(players, "lot")
    twice = next((player for at, player in enumerate(players) if player in players[:at]), None)
    if twice is not None:
        raise ScoringError(PartyScoringSentences.PARTY_LOT_TWICE, player=twice)
    order = sorted(players, key=player_order)
    return Decision(tuple(Random(seed).sample(order, len(order))), "lot", kind, seed)  # noqa: S311


def _highest_first(figures: Mapping[str, int], how: str, kind: str) -> Decision:
    _refuse_too_few(figures, how)
    order = sorted(figures, key=lambda player: (-figures[player], player_order(player)))
    for player, next_player in itertools.pairwise(order):
        if figures[player] == figures[next_player]:
            again = "cut" if how == "cut" else "play"
            raise ScoringError(
                PartyScoringSentences.PARTY_DECISION_TIED,
                players=f"{player} and {next_player}",
                tied=(player, next_player),
                figure=figures[player],
                again=again,
            )
    return Decision(tuple(order), how, kind)


def _refuse_too_few(players: Sequence[str] | Mapping[str, int], how: str) -> None:
    if len(players) < 2:
        raise ScoringError(
            PartyScoringSentences.PARTY_DECISION_EMPTY,
            how=how,
            given="one player" if players else "nobody",
        )
