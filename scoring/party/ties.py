"""Ties at a table of a party: which side progresses, and each side's share of the game.

A club chooses one ``TieRule``. The rule asks for something that the table knows, such as who won the
cut.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import ScoringError

_TRICKS_TO_TURN_DOWN = 3
"""The turned trick that wins: the third of five decides a deal of euchre."""


@dataclass(frozen=True, slots=True)
class TieRule:
    """A rule for ties at a table."""

    key: str
    name: str
    description: str
    required_fact: str  # what must be known, such as the side that won the cut
    gives_whole_game: bool  # to the side that progresses; otherwise both have half a game
    source: str


@dataclass(frozen=True, slots=True)
class TieResult:
    """The index of the side that progresses, and each side's share of the game."""

    progressing_side: int
    shares: tuple[Fraction, ...]


TIE_RULES: tuple[TieRule, ...] = (
    TieRule(
        key="cut",
        name="Cut",
        description="The sides cut; the winner of the cut gets the game and moves up.",
        required_fact="the side that won the cut",
        gives_whole_game=True,
        source="[HOYLE1926] pp. 91, 151",
    ),
    TieRule(
        key="half-game",
        name="Half a game each",
        description="Each player gets half a game; the sides cut to decide who moves up.",
        required_fact="the side that won the cut",
        gives_whole_game=False,
        source="[HOYLE1926] pp. 91, 151",
    ),
    TieRule(
        key="first-made",
        name="First to reach its points",
        description="The side that made its points first gets the game and moves up.",
        required_fact="the side that made its points first",
        gives_whole_game=True,
        source="[HOYLE1926] p. 91",
    ),
    TieRule(
        key="half-first-made",
        name="Half a game each; first to reach its points moves up",
        description="All four get half a game; the side that made its points first moves up.",
        required_fact="the side that made its points first",
        gives_whole_game=False,
        source="[HOYLE1926] p. 96",
    ),
    TieRule(
        key="turned-trick",
        name="Turned trick",
        description=(
            "The side that had turned down its third trick when the bell rang scores and moves up. Tricks not turned "
            "don’t count."
        ),
        required_fact="the tricks that each side had turned down",
        gives_whole_game=True,
        source="[HOYLE1926] p. 91",
    ),
)
"""All rules for ties at a table."""

_RULE_BY_KEY = {rule.key: rule for rule in TIE_RULES}


def get_tie_rule(key: str) -> TieRule:
    """Return the tie rule with this *key*.

    >>> get_tie_rule("half-game").gives_whole_game
    False

    :raises ScoringError: with the known keys, for any other key
    """
    if key not in _RULE_BY_KEY:
        raise ScoringError(
            "party-tie-rule",
            "Unknown tie rule “{key}”. Choose one of {known}.",
            key=key,
            known=", ".join(_RULE_BY_KEY),
        )
    return _RULE_BY_KEY[key]


def settle_tie(
    rule_key: str, *, winner: int | None = None, turned_tricks: Sequence[int] | None = None
) -> TieResult:
    """Return which side progresses from a tied table, and each side's share of the game.

    *winner* is the index of the side that won the cut or made its points first. The turned-trick
    rule needs *turned_tricks* instead, the tricks that each side had turned down.

    >>> settle_tie("half-game", winner=1)
    TieResult(progressing_side=1, shares=(Fraction(1, 2), Fraction(1, 2)))
    >>> settle_tie("turned-trick", turned_tricks=(3, 2)).shares
    (Fraction(1, 1), Fraction(0, 1))

    :raises ScoringError: with the known keys, for an unknown rule
    :raises ScoringError: if the answer to the rule is missing or impossible, or no side had turned
        down a third trick

    Source: [HOYLE1926] pp. 90-96, 151.
    """
    tie_rule = get_tie_rule(rule_key)
    if rule_key == "turned-trick":
        winner = _get_side_with_third_trick(tie_rule, turned_tricks)
    if winner not in (0, 1):
        raise _make_party_tie_answer_error(
            key=rule_key,
            wanted=f"{tie_rule.required_fact}, 0 or 1",
            given=_format_answer(winner),
        )
    if tie_rule.gives_whole_game:
        return TieResult(winner, (Fraction(1 - winner), Fraction(winner)))
    return TieResult(winner, (Fraction(1, 2), Fraction(1, 2)))


def _get_side_with_third_trick(rule: TieRule, turned_tricks: Sequence[int] | None) -> int:
    # A deal of euchre has five tricks, so at most one side has three.
    is_possible = (
        turned_tricks is not None
        and len(turned_tricks) == 2
        and all(tricks >= 0 for tricks in turned_tricks)
        and sum(turned_tricks) <= 5
    )
    if turned_tricks is None or not is_possible:
        raise _make_party_tie_answer_error(
            key=rule.key,
            wanted=f"{rule.required_fact}, two numbers that make 5 at most",
            given=_format_answer(None if turned_tricks is None else tuple(turned_tricks)),
        )
    sides = [side for side, tricks in enumerate(turned_tricks) if tricks >= _TRICKS_TO_TURN_DOWN]
    if not sides:
        others = ", ".join(other.key for other in TIE_RULES if other.key != rule.key)
        raise ScoringError(
            "party-tie-open",
            "Neither side had turned down its third trick, so it’s still a tie. Use another tie "
            "rule: {others}.",
            others=others,
        )
    return sides[0]


def _format_answer(answer: object) -> object:
    return "nothing" if answer is None else answer


def list_scoring_sides(points: Sequence[int]) -> tuple[bool, ...]:
    """Return for each side of a short table whether it scores: no side may have more points.

    >>> list_scoring_sides((5, 3, 1)), list_scoring_sides((5, 5, 1))
    ((True, False, False), (True, True, False))

    Source: [HOYLE1926] p. 91.
    """
    best_points = max(points)
    return tuple(side_points == best_points for side_points in points)


def _make_party_tie_answer_error(*, key: str, wanted: str, given: object) -> ScoringError:
    return ScoringError(
        "party-tie-answer",
        "The tie rule “{key}” needs {wanted}, not {given}.",
        key=key,
        wanted=wanted,
        given=given,
    )
