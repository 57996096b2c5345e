"""What a table reports at a party, and whether it makes sense."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from director.errors import PartyError, TwoReportsError
from director.party.models import Party, PartyResult
from director.party.options import counts_rubbers, deciding_points, tie_rules, wants_points, written_unit
from director.party.play.write.possible import refuse_impossible
from movements import PartyTable, find_party_system
from scoring import TieRule, find_party_method, find_tie_rule, settle_tie

MOST_POINTS = 100_000
TURNED_FIRST = (3, 2)  # tricks that say who had turned down the third one


@dataclass(frozen=True, slots=True)
class Reported:
    """What a table reports: the winning side, or points of each side, and for a tie the rule that settled it.

    *winner* of a tie is the side that won the cut, or made its points first, as the rule asks.  *cut* lists tied sides
    in order where everybody plays for himself.
    """

    winner: int | None = None
    points: tuple[int | None, ...] = ()
    tie: str = ""
    cut: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    lone: Mapping[str, int] = field(default_factory=dict)


def report_values(party: Party, table: PartyTable, reported: Reported) -> dict[str, Any]:
    """Return what is stored of a report that makes sense."""
    sides = len(table.sides)
    where = f"Table {table.table_no}"
    _refuse_side(where, reported.winner, sides)
    points = _points(party, where, reported.points, sides)
    refuse_impossible(party, table, points)
    lone = {player: number for player, number in reported.lone.items() if number}
    if strange := set(lone) - set(table.players):
        raise PartyError(text=f"{where}: player {min(strange)} does not sit there, so no lone hand is theirs.")
    values: dict[str, Any] = {"points": points, "cut": list(reported.cut), "lone": lone, "tie": "", "shares": []}
    values["beside"] = list(reported.beside)
    points = list(deciding_points(party, points, reported.beside))
    if sides > 2:
        return values | {"winner": _alone_winner(where, points, reported)}
    if counts_rubbers(party) and points and reported.winner is not None and not reported.tie:
        return values | {"winner": reported.winner}  # a rubber may be won with fewer points
    if reported.tie:
        return values | _tied(party, table, reported, points)
    if points and points[0] == points[1] and not tie_rules(party, table):
        raise PartyError(
            "points",
            text=f"{where}: {points[0]} and {points[1]} are not possible; the 13 tricks of a deal are never shared "
            "evenly. Correct one of the two.",
        )
    if points and points[0] == points[1]:
        raise PartyError(
            "tie",
            text=f"{where}: {points[0]} points and {points[1]} points are a tie. "
            "Choose how it is settled, and who won that.",
        )
    best = points.index(max(points)) if points else None
    if best is not None and reported.winner not in (None, best):
        raise PartyError(
            text=f"{where}: with {points[0]} and {points[1]} points side {reported.winner + 1} did not win. "
            "Correct the points, or tap the other side."
        )
    winner = reported.winner if best is None else best
    if winner is None:
        raise PartyError(text=f"{where}: it is not said who won. Tap the side that did.")
    return values | {"winner": winner}


def _alone_winner(where: str, points: list[int], reported: Reported) -> int | None:
    """Return the side with most points, of several the first in the cut; ``None`` where they have not cut."""
    if not points:
        raise PartyError(
            text=f"{where}: everybody plays alone there, so the points of each are needed to know who moves."
        )
    if len(set(reported.cut)) < len(reported.cut) or not set(reported.cut) <= set(range(len(points))):
        raise PartyError(text=f"{where}: somebody stands twice in the order of the cut. Name each player once.")
    best = [side for side, own in enumerate(points) if own == max(points)]
    cut = reported.cut or (() if reported.winner is None else (reported.winner,))
    return best[0] if len(best) == 1 else next((side for side in cut if side in best), None)


def _tied(party: Party, table: PartyTable, reported: Reported, points: list[int]) -> dict[str, Any]:
    """Return the values of a tie that a rule settles."""
    where = f"Table {table.table_no}"
    if points and points[0] != points[1]:
        raise PartyError(text=f"{where}: {points[0]} and {points[1]} points are no tie. Correct one of the two.")
    rule = find_tie_rule(reported.tie)
    _refuse_other_rule(party, table, rule)
    if reported.winner is None:
        raise PartyError("tie", text=f"{where}: a tie settled by “{rule.name}” needs {rule.asks}. Tap that side.")
    if reported.tie == "turned-trick":
        turned = TURNED_FIRST if reported.winner == 0 else TURNED_FIRST[::-1]
        settled = settle_tie(reported.tie, turned=turned)
    else:
        settled = settle_tie(reported.tie, winner=reported.winner)
    return {"winner": settled.progresses, "tie": reported.tie, "shares": [str(share) for share in settled.shares]}


def _refuse_other_rule(party: Party, table: PartyTable, rule: TieRule) -> None:
    where, rules = f"Table {table.table_no}", tie_rules(party, table)
    if not rules:
        raise PartyError(text=f"{where}: one deal has 13 tricks and is never tied. Tap the side that has won.")
    if rule not in rules:
        listed = " or ".join(f"“{known.name}”" for known in rules)
        raise PartyError(
            "tie", text=f"{where}: {find_party_system(party.system).name} has no “{rule.name}”. Choose {listed}."
        )


def _points(party: Party, where: str, points: Sequence[int | None], sides: int) -> list[int]:
    """Return the points of every side, or none where nothing was written."""
    if all(written is None for written in points):
        if wants_points(party):
            raise PartyError("points", text=f"{where}: {party_unit(party)} of each side are needed. Type them.")
        return []
    if len(points) != sides:
        raise PartyError(text=f"{where}: {len(points)} figures came for {sides} sides. Type one for each.")
    written = [each or 0 for each in points]
    if any(abs(each) > MOST_POINTS for each in written):
        raise PartyError(
            "points", text=f"{where}: no round brings more than {MOST_POINTS} points. Look at the figures."
        )
    lowest = find_party_method(party.method).lowest if party.method else None
    if lowest is not None and min(written) < lowest:
        raise PartyError("points", text=f"{where}: {min(written)} points are not possible; {lowest} are the fewest.")
    return written


def party_unit(party: Party) -> str:
    """Return what is written down, such as Tricks."""
    unit = written_unit(party)
    return unit[:1].upper() + unit[1:]


def _refuse_side(where: str, winner: int | None, sides: int) -> None:
    if winner is not None and not 0 <= winner < sides:
        raise PartyError(text=f"{where} has {sides} sides, so side {winner + 1} cannot win there.")


def refuse_overtaken(stored: PartyResult | None, table: PartyTable, version: int | None, yours: str) -> None:
    """Refuse what differs from what somebody else has entered since *version*; *yours* is that in words.

    :raises TwoReportsError: with both, so that it can be chosen which one stands
    """
    if version is None or version == (stored.version if stored else 0):
        return
    theirs = said(table, stored) if stored else "nothing"
    since = "what you saw there was taken out meanwhile"
    if stored:
        who, at = stored.entered_by or "somebody", timezone.localtime(stored.entered_at).strftime("%H:%M")
        since = f"{who} entered at {at} that {theirs}"
    raise TwoReportsError(table_no=table.table_no, since=since, theirs=theirs, yours=yours)


def said(table: PartyTable, result: PartyResult) -> str:
    """Return what a result says, by player numbers."""
    if result.winner is None:
        return "the points are in"
    side = " and ".join(table.sides[result.winner])
    points = f" with {' to '.join(str(each) for each in result.points)}" if result.points else ""
    return f"{side} won{points}" if not result.tie else f"a tie, {side} go on{points}"


def is_same(stored: PartyResult, values: Mapping[str, Any]) -> bool:
    """Return whether *values* are stored already."""
    return all(getattr(stored, name) == value for name, value in values.items())
