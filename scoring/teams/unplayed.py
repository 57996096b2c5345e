"""Provisional scores of matches that wait to be played, so that a table compares everybody.

In a contest over weeks some matches of a round are late. A club may count a fixed score for both
sides until such a match is played: Bridge Club Live gives 9 : 9 of 20 victory points for a match that
isn't played through nobody's fault.

Source: [BCLLEAGUE].
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction

from scoring.bridge.rulings import PROVISIONAL, Credit
from scoring.display import format_exact
from scoring.model import DueMatch, Field, MatchKey


def list_unplayed_matches(
    matches: Iterable[DueMatch],
    *,
    postponed_keys: Collection[MatchKey] = (),
    withdrawn_contestants: Collection[int] = (),
) -> list[DueMatch]:
    """Return the *matches* that have a provisional score, by round and contestants.

    A match without a result has one as soon as its round or a later one has a result, or if it is
    among *postponed_keys*. Whoever has withdrawn plays no more, so the director decides what such a
    match counts. Matches without a known round have none.

    >>> played = DueMatch(2, 1, 2, board_count=8)
    >>> late, next_round = DueMatch(1, 3, 4, 8, is_over=False), DueMatch(3, 1, 3, 8, is_over=False)
    >>> [match.round_no for match in list_unplayed_matches([late, played, next_round])]
    [1]
    """
    matches = list(matches)
    begun_rounds = [match.round_no for match in matches if match.round_no and _has_result(match)]
    last_begun_round = max(begun_rounds, default=0)
    unplayed_matches = []
    for match in matches:
        if not match.round_no or _has_result(match):
            continue
        if {match.home, match.away} & {*withdrawn_contestants}:
            continue
        is_postponed = (match.round_no, match.home, match.away) in postponed_keys
        if is_postponed or match.round_no <= last_begun_round:
            unplayed_matches.append(match)
    return sorted(unplayed_matches, key=lambda match: (match.round_no or 0, match.home, match.away))


def _has_result(match: DueMatch) -> bool:
    return match.is_over or match.reported_result is not None


def with_provisional_scores(
    field: Field, matches: Iterable[DueMatch], points: Fraction, unit: str = "vp"
) -> Field:
    """Return *field* with *points* in *unit* for both sides of each of the unplayed *matches*.

    >>> late = DueMatch(1, 3, 4, 8, is_over=False)
    >>> for credit in with_provisional_scores(Field(1, ()), [late], Fraction(9)).credits:
    ...     print(credit.contestant, credit)
    3 provisional 9 vp (round 1 against 4, not played yet)
    4 provisional 9 vp (round 1 against 3, not played yet)
    """
    credits = list(field.credits)
    for match in matches:
        for contestant, opponent in ((match.home, match.away), (match.away, match.home)):
            reason = f"round {match.round_no} against {opponent}, not played yet"
            # One note tells of all these matches.
            credits.append(
                Credit(
                    contestant,
                    None,
                    kind=PROVISIONAL,
                    amount=points,
                    unit=unit,
                    reason=reason,
                    needs_note=False,
                )
            )
    return replace(field, credits=tuple(credits))


def describe_provisional_score(points: Fraction) -> str:
    """Return what an unplayed match counts, in words.

    >>> describe_provisional_score(Fraction(19, 2))
    '9.5 : 9.5 until it is played'
    """
    return f"{format_exact(points)} : {format_exact(points)} until it is played"
