"""Ties at a table: which side progresses, and each side's share of the game.

A club chooses one ``TieRule``. The rule asks for something that the table knows, such as who won
the cut. Ties for prizes are settled in ``decisions``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.party.sentences import PartyScoringSentences

_THIRD_TRICK = 3


@dataclass(frozen=True, slots=True)
class TieRule:
    """A rule for ties at a table.

    *requested_fact* names what must be known. *gives_whole_game* says whether the side that progresses has the whole
    game, or both have half a game.
    """

    key: str
    name: str
    text: str
    requested_fact: str
    gives_whole_game: bool
    source: str


@dataclass(frozen=True, slots=True)
class TieResult:
    """The index of the side that progresses, and each side's share of the game."""

    progresses: int
    shares: tuple[Fraction, ...]


TIE_RULES: tuple[TieRule, ...] = (
    TieRule(
        key="cut",
        name="Cut",
        text="The sides cut; the winner of the cut gets the game and moves up.",
        requested_fact="the side that won the cut",
        gives_whole_game=True,
        source="[HOYLE1926] pp. 91, 151",
    ),
    TieRule(
        key="half-game",
        name="Half a game each",
        text="Each player gets half a game; the sides cut to decide who moves up.",
        requested_fact="the side that won the cut",
        gives_whole_game=False,
        source="[HOYLE1926] pp. 91, 151",
    ),
    TieRule(
        key="first-made",
        name="First to reach its points",
        text="The side that made its points first gets the game and moves up.",
        requested_fact="the side that made its points first",
        gives_whole_game=True,
        source="[HOYLE1926] p. 91",
    ),
    TieRule(
        key="half-first-made",
        name="Half a game each; first to reach its points moves up",
        text="All four get half a game; the side that made its points first moves up.",
        requested_fact="the side that made its points first",
        gives_whole_game=False,
        source="[HOYLE1926] p. 96",
    ),
    TieRule(
        key="turned-trick",
        name="Turned trick",
        text=(
            "The side that had turned down its third trick when the bell rang scores and moves up. Tricks not turned "
            "don't count."
        ),
        requested_fact="the tricks that each side had turned down",
        gives_whole_game=True,
        source="[HOYLE1926] p. 91",
    ),
)
"""All rules for ties at a table."""

_BY_KEY = {rule.key: rule for rule in TIE_RULES}


def find_tie_rule(key: str) -> TieRule:
    """Return the tie rule with this *key*.

    >>> find_tie_rule("half-game").gives_whole_game
    False

    :raises ScoringError: with the known keys, for any other key
    """
    if key not in _BY_KEY:
        raise ScoringError(PartyScoringSentences.PARTY_TIE_RULE, key=key, known=", ".join(_BY_KEY))
    return _BY_KEY[key]


def settle_tie(
    rule: str, *, winner: int | None = None, turned: Sequence[int] | None = None
) -> TieResult:
    """Return which side progresses from a tied table, and each side's share of the game.

    *winner* is the index of the side that won the cut or made its points first. The turned-trick
    rule needs *turned* instead, the tricks that each side had turned down.

    >>> settle_tie("half-game", winner=1)
    TieResult(progresses=1, shares=(Fraction(1, 2), Fraction(1, 2)))
    >>> settle_tie("turned-trick", turned=(3, 2)).shares
    (Fraction(1, 1), Fraction(0, 1))

    :raises ScoringError: with the known keys, for an unknown rule
    :raises ScoringError: if the answer to the rule is missing or impossible, or no side had turned
        down a third trick

    Source: [HOYLE1926] pp. 90-96, 151.
    """
    tie_rule = find_tie_rule(rule)
    if rule == "turned-trick":
        winner = _find_side_with_third_trick(tie_rule, turned)
    if winner not in (0, 1):
        raise ScoringError(
            PartyScoringSentences.PARTY_TIE_ANSWER,
            key=rule,
            wanted=f"{tie_rule.requested_fact}, 0 or 1",
            given=_format_answer(winner),
        )
    if tie_rule.gives_whole_game:
        return TieResult(winner, (Fraction(1 - winner), Fraction(winner)))
    return TieResult(winner, (Fraction(1, 2), Fraction(1, 2)))


def _find_side_with_third_trick(rule: TieRule, turned: Sequence[int] | None) -> int:
    # A deal of euchre has five tricks, so at most one side has three.
    is_possible = (
        turned is not None
        and len(turned) == 2
        and all(tricks >= 0 for tricks in turned)
        and sum(turned) <= 5
    )
    if turned is None or not is_possible:
        raise ScoringError(
            PartyScoringSentences.PARTY_TIE_ANSWER,
            key=rule.key,
            wanted=f"{rule.requested_fact}, two numbers that make 5 at most",
            given=_format_answer(None if turned is None else tuple(turned)),
        )
    sides = [side for side, tricks in enumerate(turned) if tricks >= _THIRD_TRICK]
    if not sides:
        others = ", ".join(other.key for other in TIE_RULES if other.key != rule.key)
        raise ScoringError(PartyScoringSentences.PARTY_TIE_OPEN, others=others)
    return sides[0]


def _format_answer(answer: object) -> object:
    return "nothing" if answer is None else answer


def counting_sides(points: Sequence[int]) -> tuple[bool, ...]:
    """Return for each side of a short table whether it scores: no side may have more points.

    >>> counting_sides((5, 3, 1)), counting_sides((5, 5, 1))
    ((True, False, False), (True, True, False))

    Source: [HOYLE1926] p. 91.
    """
    best_points = max(points)
    return tuple(side_points == best_points for side_points in points)
