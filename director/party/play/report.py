"""What a table reports at a party, and whether it makes sense."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from director.errors import PartyError, TwoReportsError
from director.party.models import Party, PartyResult
from director.party.movement.options import (
    asks_hands,
    counts_rubbers,
    deciding_points,
    party_system,
    plays_to_its_end,
    settled_options,
    tie_rules,
    ties_stand,
    tricks_of_deal,
    wants_points,
    written_unit,
)
from director.party.movement.tables import goal_at
from director.party.movement.words import plural
from director.party.sentences import PartySentences
from director.party.trumps import is_misere
from movements import PartyTable
from scoring import TieRule, find_party_method, find_tie_rule, settle_tie

ODD_TRICKS = 7
"""The most points of one deal of whist: all thirteen tricks, less the six that count nothing."""
MARCH, LONE_MARCH = 2, 4
"""The most that one hand of euchre brings, without and with lone hands."""


def refuse_impossible(party: Party, table: PartyTable, points: Sequence[int]) -> None:
    """Refuse *points* that the two sides of a full table cannot have made.

    :raises PartyError: saying why
    """
    system = party_system(party)
    if system is None or not party.method or not points or table.alone or len(points) != 2:
        return
    options = settled_options(system, party.options)
    where, ends = f"Table {table.table_no}", options.get("round_ends", "")
    game = (
        party.game if party.game == system.game else ""
    )  # another game by the moves of this one has its own points
    if game == "whist" and ends == "one-deal" and _counts_deal_points(party):
        _refuse_deal(where, points)
    elif goal := goal_at(party, table.table_no):
        _refuse_past(where, party.round_word, points, goal, _hand(options, party.method_options))


def _counts_deal_points(party: Party) -> bool:
    method = find_party_method(party.method)
    settings = method.settings(party.method_options)
    return method.deal_points and settings.get("entered", "points") == "points"


def _refuse_deal(where: str, points: Sequence[int]) -> None:
    if max(points) > ODD_TRICKS:
        raise PartyError(
            PartySentences.MORE_THAN_ODD_TRICKS,
            field="points",
            where=where,
            points=max(points),
            most=ODD_TRICKS,
        )
    if min(points) > 0:
        raise PartyError(
            PartySentences.ODD_TRICKS_OF_BOTH,
            field="points",
            where=where,
            first=points[0],
            second=points[1],
        )


def _hand(options: Mapping[str, str], counting: Mapping[str, str]) -> int:
    is_lone = "none" not in (
        options.get("lone_hands", "allowed"),
        counting.get("lone_hands", "allowed"),
    )
    if is_lone:
        return LONE_MARCH
    return MARCH


def _refuse_past(where: str, word: str, points: Sequence[int], goal: int, hand: int) -> None:
    if max(points) > goal - 1 + hand:
        raise PartyError(
            PartySentences.BEYOND_GOAL,
            field="points",
            where=where,
            word=word,
            points=max(points),
            goal=goal,
            hand=hand,
        )
    if min(points) >= goal:
        raise PartyError(
            PartySentences.GOAL_OF_BOTH,
            field="points",
            where=where,
            word=word,
            first=points[0],
            second=points[1],
            goal=goal,
        )


MOST_POINTS = 100_000
TURNED_FIRST = (3, 2)  # tricks that say who had turned down the third one


@dataclass(frozen=True, slots=True)
class Reported:
    """A table's report: the winner or the points, and how a tie was settled.

    *winner* of a tie is the side that won the cut, or made its points first, as the rule asks.
    *cut* lists tied sides in order where everybody plays for himself, *out* the players who go out
    for those who wait.  *hands* are those that the table played, ``None`` for all of a round.
    *as_it_is*: points that cannot have been made are kept all the same.
    """

    winner: int | None = None
    points: tuple[int | None, ...] = ()
    tie: str = ""
    cut: tuple[int, ...] = ()
    out: tuple[str, ...] = ()
    beside: tuple[int, ...] = ()
    lone: Mapping[str, int] = field(default_factory=dict)
    hands: int | None = None
    as_it_is: bool = False


def report_values(
    party: Party, table: PartyTable, reported: Reported, *, round_no: int
) -> dict[str, Any]:
    """Return the fields to store for a valid report on *round_no*."""
    sides = len(table.sides)
    where = f"Table {table.table_no}"
    _refuse_side(where, reported.winner, sides)
    hands = _hands(party, where, reported.hands)
    points = _points(party, where, reported.points, sides, hands)
    refuse_impossible(party, table, () if reported.as_it_is else points)
    lone = {player: number for player, number in reported.lone.items() if number}
    if strange := set(lone) - set(table.players):
        raise PartyError(PartySentences.LONER_OF_STRANGER, where=where, number=min(strange))
    values: dict[str, Any] = {
        "points": points,
        "cut": list(reported.cut),
        "lone": lone,
        "tie": "",
        "shares": [],
    }
    beside = _numbers_beside_points(party, where, reported.beside, sides)
    values |= {"beside": beside, "out": list(reported.out), "hands": hands}
    points = list(deciding_points(party, points, beside))
    if sides > 2:
        return values | {"winner": _sole_winner(where, points, reported)}
    if counts_rubbers(party) and points and reported.winner is not None and not reported.tie:
        return values | {"winner": reported.winner}  # a rubber may be won with fewer points
    if points and points[0] == points[1] and ties_stand(party):
        return values | {"winner": None, "shares": ["1/2", "1/2"]}
    if reported.tie:
        return values | _tie_values(party, table, reported, points)
    if points and points[0] == points[1]:
        raise _level(party, table, points)
    is_low = is_misere(party.trumps, round_no, party.hands)
    best = points.index(min(points) if is_low else max(points)) if points else None
    if best is not None and reported.winner not in (None, best):
        told: dict[str, Any] = {
            "where": where,
            "first": points[0],
            "second": points[1],
            "side": reported.winner + 1,
        }
        if is_low:
            raise PartyError(PartySentences.MISERE_WITH_MORE, **told)
        raise PartyError(PartySentences.WINNER_WITH_FEWER, **told)
    winner = reported.winner if best is None else best
    if winner is None:
        raise PartyError(PartySentences.WINNER_MISSING, where=where)
    return values | {"winner": winner}


def _level(party: Party, table: PartyTable, points: list[int]) -> PartyError:
    """Return why *points* of two sides that are the same do not say who goes on."""
    told: dict[str, Any] = {
        "where": f"Table {table.table_no}",
        "first": points[0],
        "second": points[1],
    }
    if not tie_rules(party, table):
        if plays_to_its_end(party):
            return PartyError(PartySentences.GAME_SHARED_EVENLY, field="points", **told)
        return PartyError(PartySentences.TRICKS_SHARED_EVENLY, field="points", **told)
    return PartyError(PartySentences.TIE_WITHOUT_RULE, field="tie", **told)


def _sole_winner(where: str, points: list[int], reported: Reported) -> int | None:
    """Return the side with most points, or first in the cut, or None."""
    if not points:
        raise PartyError(PartySentences.POINTS_OF_EACH_MISSING, where=where)
    if len(set(reported.cut)) < len(reported.cut) or not set(reported.cut) <= set(
        range(len(points))
    ):
        raise PartyError(PartySentences.CUT_NAMED_TWICE, where=where)
    best = [side for side, own in enumerate(points) if own == max(points)]
    cut = reported.cut or (() if reported.winner is None else (reported.winner,))
    if len(best) == 1:
        return best[0]
    return next((side for side in cut if side in best), None)


def _tie_values(
    party: Party, table: PartyTable, reported: Reported, points: list[int]
) -> dict[str, Any]:
    """Return the values of a tie that a rule settles."""
    where = f"Table {table.table_no}"
    if points and points[0] != points[1]:
        raise PartyError(PartySentences.NO_TIE, where=where, first=points[0], second=points[1])
    if points and plays_to_its_end(party):
        raise _level(party, table, points)
    rule = find_tie_rule(reported.tie)
    _refuse_other_rule(party, table, rule)
    if reported.winner is None:
        raise PartyError(
            PartySentences.TIE_WITHOUT_SIDE,
            field="tie",
            where=where,
            rule=rule.name,
            asks=rule.asks,
        )
    if reported.tie == "turned-trick":
        turned = TURNED_FIRST if reported.winner == 0 else TURNED_FIRST[::-1]
        settled = settle_tie(reported.tie, turned=turned)
    else:
        settled = settle_tie(reported.tie, winner=reported.winner)
    return {
        "winner": settled.progresses,
        "tie": reported.tie,
        "shares": [str(share) for share in settled.shares],
    }


def _refuse_other_rule(party: Party, table: PartyTable, rule: TieRule) -> None:
    where, rules = f"Table {table.table_no}", tie_rules(party, table)
    if not rules:
        if plays_to_its_end(party):
            raise PartyError(PartySentences.GAME_NEVER_TIED, where=where)
        raise PartyError(PartySentences.NEVER_TIED, where=where)
    if rule not in rules:
        listed = " or ".join(f"“{known.name}”" for known in rules)
        raise PartyError(
            PartySentences.RULE_NOT_OF_SYSTEM,
            field="tie",
            where=where,
            system=system.name if (system := party_system(party)) else "",
            rule=rule.name,
            rules=listed,
        )


def _hands(party: Party, where: str, hands: int | None) -> int | None:
    """Return how many hands were played, ``None`` for all of a round."""
    if hands is None or not asks_hands(party) or hands == party.hands:
        return None
    if not 0 < hands < party.hands:
        raise PartyError(PartySentences.FEWER_HANDS, where=where, hands=party.hands, played=hands)
    return hands


def _points(
    party: Party, where: str, points: Sequence[int | None], sides: int, hands: int | None
) -> list[int]:
    """Return the points of every side, or none where nothing was written."""
    if all(written is None for written in points):
        if wants_points(party):
            raise PartyError(
                PartySentences.POINTS_MISSING, field="points", where=where, unit=party_unit(party)
            )
        return []
    if len(points) != sides:
        raise PartyError(
            PartySentences.FIGURES_AND_SIDES, where=where, figures=len(points), sides=sides
        )
    written = [each or 0 for each in _complete_tricks(party, points, hands)]
    if any(abs(each) > MOST_POINTS for each in written):
        raise PartyError(
            PartySentences.MORE_THAN_A_ROUND_BRINGS,
            field="points",
            where=where,
            word=party.round_word,
            most=MOST_POINTS,
        )
    lowest = find_party_method(party.method).lowest if party.method else None
    if lowest is not None and min(written) < lowest:
        raise PartyError(
            PartySentences.TOO_FEW_POINTS,
            field="points",
            where=where,
            points=min(written),
            fewest=lowest,
        )
    return written


def _numbers_beside_points(
    party: Party, where: str, beside: Sequence[int], sides: int
) -> list[int]:
    """Return what is written beside each side's points."""
    if not beside or not party.method or not find_party_method(party.method).beside:
        return []
    if len(beside) != sides:
        raise PartyError(
            PartySentences.FIGURES_AND_SIDES, where=where, figures=len(beside), sides=sides
        )
    if max(beside) > MOST_POINTS:
        raise PartyError(
            PartySentences.MORE_THAN_A_ROUND_BRINGS,
            field="points",
            where=where,
            word=party.round_word,
            most=MOST_POINTS,
        )
    if min(beside) < 0:
        raise PartyError(
            PartySentences.TOO_FEW_POINTS, field="points", where=where, points=min(beside), fewest=0
        )
    return list(beside)


def _complete_tricks(
    party: Party, points: Sequence[int | None], hands: int | None
) -> list[int | None]:
    """Return *points*, with the other side's tricks filled in."""
    whole = tricks_of_deal(party, hands)
    known = [own for own in points if own is not None]
    if not whole or len(points) != 2 or len(known) != 1 or not 0 <= known[0] <= whole:
        return list(points)
    return [whole - known[0] if own is None else own for own in points]


def party_unit(party: Party) -> str:
    """Return the word for what is written, such as Tricks."""
    unit = written_unit(party)
    return unit[:1].upper() + unit[1:]


def _refuse_side(where: str, winner: int | None, sides: int) -> None:
    if winner is not None and not 0 <= winner < sides:
        raise PartyError(PartySentences.NO_SUCH_SIDE, where=where, sides=sides, side=winner + 1)


def refuse_overtaken(
    stored: PartyResult | None, table: PartyTable, version: int | None, yours: str
) -> None:
    """Refuse to overwrite what somebody else entered since *version*.

    :raises TwoReportsError: with both, so that it can be chosen which one stands
    """
    if version is None or version == (stored.version if stored else 0):
        return
    theirs = result_in_words(table, stored) if stored else "no result"
    since = "the result you saw was deleted"
    if stored:
        who, at = (
            stored.entered_by or "someone",
            timezone.localtime(stored.entered_at).strftime("%H:%M"),
        )
        since = f"{who} entered “{theirs}” at {at}"
    raise TwoReportsError(
        PartySentences.TWO_REPORTS, table_no=table.table_no, since=since, theirs=theirs, yours=yours
    )


def result_in_words(table: PartyTable, result: PartyResult) -> str:
    """Return what a result says, by player numbers."""
    out = f"; {' and '.join(result.out)} out" if result.out else ""
    if result.winner is None:
        return f"points entered{out}"
    side = table.sides[result.winner]
    points = f" with {' to '.join(str(each) for each in result.points)}" if result.points else ""
    if result.hands:
        points += f" in {plural(result.hands, 'hand')}"
    if result.tie:
        return f"tied{points}, {' and '.join(side)} {'move' if len(side) > 1 else 'moves'} on{out}"
    return f"{' and '.join(side)} won{points}{out}"


def is_same(stored: PartyResult, values: Mapping[str, Any]) -> bool:
    """Return whether *values* are stored already."""
    return all(getattr(stored, name) == value for name, value in values.items())
