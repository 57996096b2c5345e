"""Ties for a prize: what the tied players have to do, and their resulting order.

An ``OpenTie`` says what players tied for a prize have to do. A ``Decision`` is their resulting order,
best first. It is made by a cut, a play-off, numbered slips or a lot, and passed to
``list_party_prizes``, which finds the winners.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scoring.errors import ScoringError
from scoring.party.ranking import get_player_sort_key

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
"""What a party can do about a tie for a prize, by key."""

SHARING_TIE_RULES = ("halves", "one-share")
"""The keys by which tied players share, so that nothing is left to do."""
HALF_NAME_BY_TIE_RULE = {"second-half": "better second half", "first-half": "better first half"}
"""The keys by which half-time totals settle a tie, with the name of the half."""

_PLAY_OFF_TEXTS = {
    2: "They play one game",
    3: "All three play one game as individuals",
    4: (
        "All four play one game as individuals (at euchre all five tricks alone score 3, not 4; a euchre scores 2 to "
        "each of the other three)"
    ),
}
_ACTION_TEXTS = {
    "one-hand": "Play one hand",
    "cut": "Cut",
    "slips": "Draw numbered slips face down",
    "too-many": "More than four are tied: cut",
}
_FIRST_AND_LAST_TEXTS = {
    "one-hand": ("the highest score", "the lowest score"),
    "cut": ("the highest card", "the lowest card"),
    "slips": ("number 1", "the highest number"),
    "play-off": ("the highest", "the lowest"),
}
"""What makes a player the first or the last of a tie, by the method that settles it."""
_ONE_PRIZE_TEXT = "takes the prize"
_BOOBY_PRIZE_TEXT = "takes the booby prize"
_CHOICE_BY_SLIPS_TEXT = "chooses first, then number 2"
_FIRST_AND_SECOND_TEXT = "takes first prize, the next second prize"
_LATER_PRIZES_TEXT = "takes the higher prize, the next the one after it"
_SCORE_CARD_TEXT = "Shuffle their score cards face down and draw one. It wins the prize."


@dataclass(frozen=True, slots=True)
class Decision:
    """The tied players in order, best first."""

    sorted_players: tuple[str, ...]
    form: str  # how the tie was settled, such as "cut"
    prize_kind: str = ""  # the only kind of prize that it is for, or ""
    seed: int | None = None  # of a lot, with which it can be drawn again


@dataclass(frozen=True, slots=True)
class OpenTie:
    """An open tie, and what to do about it."""

    rule_key: str  # a key of FINAL_TIES; for a play-off the number of players follows it
    players: tuple[str, ...]
    instructions: str


def make_open_tie(
    tie_rule: str,
    players: Sequence[str],
    *,
    prize_kinds: Sequence[str] = ("first", "second"),
    is_booby: bool = False,
) -> OpenTie:
    """Return the open tie of *players* that the party settles by *tie_rule*.

    The players are tied for *prize_kinds*, the highest first. More than four can't play off at one
    table, so they cut.

    >>> make_open_tie("play-off", ["4", "9"]).instructions
    'They play one game; the highest takes first prize, the next second prize.'
    >>> make_open_tie("cut", ["4", "9"], prize_kinds=["second"]).instructions
    'Cut; the highest card takes the prize.'
    >>> make_open_tie("play-off", list("12345"), is_booby=True).instructions
    'More than four are tied: cut; the lowest card takes the booby prize.'

    Source: [HOYLE1926] pp. 36, 91-92, 96.
    """
    if tie_rule == "score-card":
        return OpenTie(tie_rule, tuple(players), _SCORE_CARD_TEXT)
    if tie_rule in HALF_NAME_BY_TIE_RULE:
        tie_rule = "cut"  # the halves were compared already and are equal
    key = tie_rule
    if tie_rule != "play-off":
        action = _ACTION_TEXTS[tie_rule]
    elif len(players) in _PLAY_OFF_TEXTS:
        action = _PLAY_OFF_TEXTS[len(players)]
        key = f"play-off-{len(players)}"
    else:
        action = _ACTION_TEXTS["too-many"]
        tie_rule = key = "cut"
    outcome = _describe_outcome(tie_rule, prize_kinds, is_booby=is_booby)
    return OpenTie(key, tuple(players), f"{action}; {outcome}.")


def _describe_outcome(tie_rule: str, prize_kinds: Sequence[str], *, is_booby: bool) -> str:
    """Return who takes which prize after a tie settled by *tie_rule*."""
    first_text, last_text = _FIRST_AND_LAST_TEXTS[tie_rule]
    if is_booby:
        return f"{last_text} {_BOOBY_PRIZE_TEXT}"
    if len(prize_kinds) == 1:
        return f"{first_text} {_ONE_PRIZE_TEXT}"
    if tie_rule == "slips":
        return f"{first_text} {_CHOICE_BY_SLIPS_TEXT}"
    if prize_kinds[0] == "first":
        return f"{first_text} {_FIRST_AND_SECOND_TEXT}"
    return f"{first_text} {_LATER_PRIZES_TEXT}"


def decide_cut(card_rank_by_player: Mapping[str, int], prize_kind: str = "") -> Decision:
    """Return the decision of a cut. *card_rank_by_player* has the rank of each player's card.

    >>> decide_cut({"4": 12, "9": 13}).sorted_players
    ('9', '4')

    :raises ScoringError: if two players cut cards of the same rank
    """
    return _decide_by_figures(card_rank_by_player, "cut", prize_kind)


def decide_play_off(points_by_player: Mapping[str, int], prize_kind: str = "") -> Decision:
    """Return the decision of a play-off or of one hand. *points_by_player* are the points of each player.

    >>> decide_play_off({"4": 3, "9": 1, "11": 5, "2": 2}).sorted_players
    ('11', '4', '2', '9')

    :raises ScoringError: if two players have the same points
    """
    return _decide_by_figures(points_by_player, "play-off", prize_kind)


def decide_slips(number_by_player: Mapping[str, int], prize_kind: str = "") -> Decision:
    """Return the decision of numbered slips: the lowest number chooses first.

    >>> decide_slips({"4": 2, "9": 1}).sorted_players
    ('9', '4')

    :raises ScoringError: unless the slips are numbered from 1, one for each player
    """
    _refuse_too_few_players(number_by_player, "drawing of slips")
    if sorted(number_by_player.values()) != list(range(1, len(number_by_player) + 1)):
        written_numbers = ", ".join(str(number) for number in sorted(number_by_player.values()))
        raise ScoringError(
            "party-slips",
            "The slips drawn are {given}. {count} players need the numbers 1 to {count}, one each.",
            given=written_numbers,
            count=len(number_by_player),
        )
    order = sorted(number_by_player, key=lambda player: number_by_player[player])
    return Decision(tuple(order), "slips", prize_kind)


def decide_by_lot(players: Sequence[str], seed: int, prize_kind: str = "") -> Decision:
    """Return the order that *seed* draws. It doesn't depend on the order of *players*.

    >>> decide_by_lot(["9", "4"], 1916) == decide_by_lot(["4", "9"], 1916)
    True
    """
    _refuse_too_few_players(players, "lot")
    for index, player in enumerate(players):
        if player in players[:index]:
            raise ScoringError(
                "party-lot-twice",
                "{player} is in the draw twice. Name each tied player once.",
                player=player,
            )
    # In a fixed order first, so that only the seed decides.
    players_by_number = sorted(players, key=get_player_sort_key)
    drawn_players = Random(seed).sample(players_by_number, len(players_by_number))  # noqa: S311
    return Decision(tuple(drawn_players), "lot", prize_kind, seed)


def _decide_by_figures(
    figure_by_player: Mapping[str, int], decision_form: str, prize_kind: str
) -> Decision:
    _refuse_too_few_players(figure_by_player, decision_form)
    order = sorted(
        figure_by_player,
        key=lambda player: (-figure_by_player[player], get_player_sort_key(player)),
    )
    for player, next_player in itertools.pairwise(order):
        if figure_by_player[player] == figure_by_player[next_player]:
            next_step = "cut" if decision_form == "cut" else "play"
            raise ScoringError(
                "party-decision-tied",
                "{players} are tied again at {figure}. Let them {again} again, then enter the new "
                "figures.",
                players=f"{player} and {next_player}",
                tied=(player, next_player),
                figure=figure_by_player[player],
                again=next_step,
            )
    return Decision(tuple(order), decision_form, prize_kind)


def _refuse_too_few_players(players: Sequence[str] | Mapping[str, int], decision_form: str) -> None:
    if len(players) < 2:
        given = "one player" if players else "nobody"
        raise ScoringError(
            "party-decision-empty",
            "A {how} needs at least two tied players, not {given}.",
            how=decision_form,
            given=given,
        )
