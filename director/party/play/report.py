"""The report of a table: its fields, the checks against impossible figures, and its description.

:mod:`director.party.play.play` stores it, and :mod:`director.party.movement.tables` has the fields on
pages. The *deciding points* of a side are its points together with
the second figure that some methods ask for (set-backs, games made).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from director.errors import PartyError, TwoReportsError
from director.party.models import Party, PartyResult
from director.party.movement.options import (
    can_report_fewer_hands,
    can_ties_stand,
    compute_deciding_points,
    count_tricks_per_round,
    get_party_system,
    get_written_unit,
    is_played_in_rubbers,
    is_played_to_the_end,
    list_tie_rules,
    must_report_points,
    resolve_options,
)
from director.party.movement.seating import format_players
from director.party.movement.tables import get_table_goal
from director.party.movement.words import format_noun_count
from director.party.trumps import is_misere
from movements.party.model import PartyTable
from scoring.party.methods import get_party_method
from scoring.party.model import GAMES_MADE
from scoring.party.ties import TieRule, get_tie_rule, settle_tie

ODD_TRICKS = 7
"""The most points of one deal of whist: all thirteen tricks, less the six that count nothing."""
MARCH, LONE_MARCH = 2, 4
"""The most points of one hand of euchre, without and with lone hands."""
DEALS_OF_AUCTION = 4
"""The deals of a round of auction. A game is made on one deal, by one side."""
MAX_POINTS = 100_000
"""Points of one side at a table, far above any real score."""
FIRST_SIDE_TURNED = (3, 2)
"""Tricks that each side has turned, if the first side turned its third trick first."""


def refuse_impossible_points(party: Party, table: PartyTable, points: Sequence[int]) -> None:
    """Raise if the two sides of a full table can't have made these *points*.

    :raises PartyError: with the reason
    """
    system = get_party_system(party)
    if system is None or not party.method or not points or table.is_for_singles or len(points) != 2:
        return
    options = resolve_options(system, party.options)
    table_name = f"Table {table.table_no}"
    # Another game may use the moves of this system, but it has points of its own.
    is_whist = party.game == system.game == "whist"
    is_one_deal = options.get("round_ends", "") == "one-deal"
    if is_whist and is_one_deal and _has_deal_points(party):
        _refuse_deal(table_name, points)
    elif goal := get_table_goal(party, table.table_no):
        max_of_hand = _get_max_of_hand(options, party.method_options)
        _refuse_beyond_goal(table_name, party.round_noun, points, goal, max_of_hand)


def _has_deal_points(party: Party) -> bool:
    method = get_party_method(party.method)
    settings = method.complete_settings(party.method_options)
    return method.has_deal_points and settings.get("entered", "points") == "points"


def _refuse_deal(table_name: str, points: Sequence[int]) -> None:
    if max(points) > ODD_TRICKS:
        raise PartyError(
            "more-than-odd-tricks",
            "{where}: {points} points are too many. In one deal a side takes at most {most} "
            "tricks above six.",
            field="points",
            where=table_name,
            points=max(points),
            most=ODD_TRICKS,
        )
    if min(points) > 0:
        # Of thirteen tricks only one side can have more than six.
        raise PartyError(
            "odd-tricks-of-both",
            "{where}: {first} and {second} points don’t fit. Only one side takes more than six "
            "tricks, so leave the other at 0.",
            field="points",
            where=table_name,
            first=points[0],
            second=points[1],
        )


def _get_max_of_hand(options: Mapping[str, str], method_options: Mapping[str, str]) -> int:
    choices = (
        options.get("lone_hands", "allowed"),
        method_options.get("lone_hands", "allowed"),
    )
    if "none" in choices:
        return MARCH
    return LONE_MARCH


def _refuse_beyond_goal(
    table_name: str, round_noun: str, points: Sequence[int], goal: int, max_of_hand: int
) -> None:
    # Before the last hand a side is at least one point short of the goal.
    if max(points) > goal - 1 + max_of_hand:
        raise PartyError(
            "beyond-goal",
            "{where}: {points} points are too many. The {noun} ends at {goal}, and its last hand "
            "scores at most {hand}.",
            field="points",
            where=table_name,
            noun=round_noun,
            points=max(points),
            goal=goal,
            hand=max_of_hand,
        )
    if min(points) >= goal:
        raise PartyError(
            "goal-of-both",
            "{where}: {first} and {second} points don’t fit. The {noun} ends as soon as one side "
            "has {goal}.",
            field="points",
            where=table_name,
            noun=round_noun,
            first=points[0],
            second=points[1],
            goal=goal,
        )


@dataclass(frozen=True, slots=True)
class PartyTableReport:
    """A table's report: the winner or the points, and how a tie was settled."""

    # Of a tie: the side that won the cut or made its points first, as the tie rule requires.
    winner: int | None = None
    points: tuple[int | None, ...] = ()
    tie: str = ""  # the key of the rule that settled it
    cut: tuple[int, ...] = ()  # tied sides in order, at a table where everybody plays alone
    players_out: tuple[str, ...] = ()  # who go out for the players who wait
    second_figures: tuple[int, ...] = ()
    lone_hands: Mapping[str, int] = field(default_factory=dict)  # by player
    hands: int | None = None  # played, None for all of a round
    is_confirmed: bool = False  # the points are stored although nobody can have made them
    shown_players: str | None = None  # on the page, None if the report doesn't say


def make_report_values(
    party: Party, table: PartyTable, report: PartyTableReport, *, round_no: int
) -> dict[str, Any]:
    """Return the fields to store for a valid report on round *round_no*.

    :raises PartyError: if the report makes no sense
    """
    side_count = len(table.sides)
    table_name = f"Table {table.table_no}"
    _refuse_unknown_side(table_name, report.winner, side_count)
    # The number of hands comes first: it decides how many tricks the points may have.
    hands = _check_hands_played(party, table_name, report.hands)
    points = _complete_points(party, table_name, report.points, side_count, hands)
    if not report.is_confirmed:
        refuse_impossible_points(party, table, points)
    lone_hands = {player: number for player, number in report.lone_hands.items() if number}
    absent_players = set(lone_hands) - set(table.players)
    if absent_players:
        raise PartyError(
            "loner-of-stranger",
            "{where}: player {number} doesn’t sit there. Correct the lone hand.",
            where=table_name,
            number=min(absent_players),
        )
    second_figures = _check_second_figures(party, table_name, report.second_figures, side_count)
    if second_figures and not report.is_confirmed:
        _refuse_too_many_games(party, table_name, second_figures)
    values: dict[str, Any] = {
        "points": points,
        "cut": list(report.cut),
        "lone": lone_hands,
        "tie": "",
        "shares": [],
        "beside": second_figures,
        "out": list(report.players_out),
        "hands": hands,
    }
    deciding_points = list(compute_deciding_points(party, points, second_figures))
    return values | _make_winner_values(party, table, report, deciding_points, round_no)


def _make_winner_values(
    party: Party, table: PartyTable, report: PartyTableReport, points: list[int], round_no: int
) -> dict[str, Any]:
    """Return the winner to store, with rule and shares of a tie. *points* are deciding points."""
    table_name = f"Table {table.table_no}"
    if len(table.sides) > 2:
        return {"winner": _find_sole_winner(table_name, points, report)}
    if is_played_in_rubbers(party) and points and report.winner is not None and not report.tie:
        return {"winner": report.winner}  # a rubber may be won with fewer points
    is_tied = bool(points) and points[0] == points[1]
    if is_tied and can_ties_stand(party):
        return {"winner": None, "shares": ["1/2", "1/2"]}
    if report.tie:
        return _make_tie_values(party, table, report, points)
    if is_tied:
        raise _make_tie_error(party, table, points)
    if not points:
        if report.winner is None:
            raise PartyError(
                "winner-missing",
                "{where}: the winner is missing. Tap the side that won.",
                where=table_name,
            )
        return {"winner": report.winner}
    is_low = is_misere(party.trumps, round_no, party.hands)
    best_points = min(points) if is_low else max(points)
    winner = points.index(best_points)
    if report.winner not in (None, winner):
        params: dict[str, Any] = {
            "where": table_name,
            "first": points[0],
            "second": points[1],
            "side": report.winner + 1,
        }
        if is_low:
            raise PartyError(
                "misere-with-more",
                "{where}: side {side} can’t have won a hand of misère with {first} and {second} "
                "tricks. Correct the tricks, or tap the other side.",
                **params,
            )
        raise PartyError(
            "winner-with-fewer",
            "{where}: side {side} can’t have won with {first} and {second} points. Correct the "
            "points, or tap the other side.",
            **params,
        )
    return {"winner": winner}


def _make_tie_error(party: Party, table: PartyTable, points: list[int]) -> PartyError:
    """Return why two sides can't have equal *points* without saying more."""
    params: dict[str, Any] = {
        "where": f"Table {table.table_no}",
        "first": points[0],
        "second": points[1],
    }
    if list_tie_rules(party, table):
        return PartyError(
            "tie-without-rule",
            "{where}: {first} points and {second} points are a tie. Choose how it was settled and "
            "who won.",
            field="tie",
            **params,
        )
    if is_played_to_the_end(party):
        return PartyError(
            "game-shared-evenly",
            "{where}: {first} and {second} don’t fit, because a finished game has a winner. "
            "Correct one of the two.",
            field="points",
            **params,
        )
    return PartyError(
        "tricks-shared-evenly",
        "{where}: {first} and {second} don’t fit. The 13 tricks of a deal can’t be shared evenly.",
        field="points",
        **params,
    )


def _find_sole_winner(table_name: str, points: list[int], report: PartyTableReport) -> int | None:
    """Return the side with most points, or first in the cut, or None."""
    if not points:
        raise PartyError(
            "points-of-each-missing",
            "{where}: everybody plays alone there. Enter the points of each player.",
            where=table_name,
        )
    cut_sides = set(report.cut)
    if len(cut_sides) < len(report.cut) or not cut_sides <= set(range(len(points))):
        raise PartyError(
            "cut-named-twice",
            "{where}: a player is listed twice in the cut. List each player once.",
            where=table_name,
        )
    best_sides = [side for side, figure in enumerate(points) if figure == max(points)]
    if len(best_sides) == 1:
        return best_sides[0]
    cut = report.cut
    if not cut and report.winner is not None:
        cut = (report.winner,)
    return next((side for side in cut if side in best_sides), None)


def _make_tie_values(
    party: Party, table: PartyTable, report: PartyTableReport, points: list[int]
) -> dict[str, Any]:
    """Return the values of a tie that a rule settles."""
    table_name = f"Table {table.table_no}"
    if points and points[0] != points[1]:
        raise PartyError(
            "no-tie",
            "{where}: {first} and {second} points aren’t a tie. Correct one of the two.",
            where=table_name,
            first=points[0],
            second=points[1],
        )
    if points and is_played_to_the_end(party):
        raise _make_tie_error(party, table, points)
    rule = get_tie_rule(report.tie)
    _refuse_foreign_rule(party, table, rule)
    if report.winner is None:
        raise PartyError(
            "tie-without-side",
            "{where}: a tie settled by “{rule}” needs {asks}. Tap that side.",
            field="tie",
            where=table_name,
            rule=rule.name,
            asks=rule.required_fact,
        )
    if report.tie == "turned-trick":
        # The rule needs numbers of turned tricks, but a report only has the first side.
        turned_tricks = FIRST_SIDE_TURNED if report.winner == 0 else FIRST_SIDE_TURNED[::-1]
        settled_tie = settle_tie(report.tie, turned_tricks=turned_tricks)
    else:
        settled_tie = settle_tie(report.tie, winner=report.winner)
    return {
        "winner": settled_tie.progressing_side,
        "tie": report.tie,
        "shares": [str(share) for share in settled_tie.shares],
    }


def _refuse_foreign_rule(party: Party, table: PartyTable, rule: TieRule) -> None:
    table_name = f"Table {table.table_no}"
    rules = list_tie_rules(party, table)
    if not rules:
        if is_played_to_the_end(party):
            raise PartyError(
                "game-never-tied",
                "{where}: a game is played until one side has won it, so it is never tied. Tap the "
                "side that won.",
                where=table_name,
            )
        raise PartyError(
            "never-tied",
            "{where}: one deal has 13 tricks and is never tied. Tap the side that won.",
            where=table_name,
        )
    if rule not in rules:
        system = get_party_system(party)
        rule_names = " or ".join(f"“{possible_rule.name}”" for possible_rule in rules)
        raise PartyError(
            "rule-not-of-system",
            "{where}: {system} has no “{rule}”. Choose {rules}.",
            field="tie",
            where=table_name,
            system=system.name if system else "",
            rule=rule.name,
            rules=rule_names,
        )


def _check_hands_played(party: Party, table_name: str, hands: int | None) -> int | None:
    """Return the number of hands played, None for all of a round."""
    if hands is None or not can_report_fewer_hands(party) or hands == party.hands:
        return None
    if not 0 < hands < party.hands:
        raise PartyError(
            "fewer-hands",
            "{where}: {played} of {hands} hands doesn’t fit. Type 1 to {hands}, or leave it empty "
            "for all.",
            where=table_name,
            hands=party.hands,
            played=hands,
        )
    return hands


def _complete_points(
    party: Party, table_name: str, points: Sequence[int | None], side_count: int, hands: int | None
) -> list[int]:
    """Return the points of each side, or an empty list if nothing was written."""
    if all(figure is None for figure in points):
        if must_report_points(party):
            raise PartyError(
                "points-missing",
                "{where}: {unit} of each side are missing. Enter both.",
                field="points",
                where=table_name,
                unit=get_unit_title(party),
            )
        return []
    if len(points) != side_count:
        raise _make_figures_and_sides_error(
            where=table_name,
            figures=len(points),
            sides=side_count,
        )
    # Once one side has written its points, an empty box means 0.
    complete_points = [figure or 0 for figure in _complete_tricks(party, points, hands)]
    if any(abs(figure) > MAX_POINTS for figure in complete_points):
        raise _make_more_than_a_round_brings_error(
            field="points",
            where=table_name,
            noun=party.round_noun,
            most=MAX_POINTS,
        )
    min_points = get_party_method(party.method).min_points if party.method else None
    if min_points is not None and min(complete_points) < min_points:
        raise _make_too_few_points_error(
            field="points",
            where=table_name,
            points=min(complete_points),
            fewest=min_points,
        )
    return complete_points


def _check_second_figures(
    party: Party, table_name: str, second_figures: Sequence[int], side_count: int
) -> list[int]:
    """Return the second figure of each side, or an empty list if the method asks for none."""
    if not second_figures or not party.method or not get_party_method(party.method).extra_figure:
        return []
    if len(second_figures) != side_count:
        raise _make_figures_and_sides_error(
            where=table_name,
            figures=len(second_figures),
            sides=side_count,
        )
    if max(second_figures) > MAX_POINTS:
        raise _make_more_than_a_round_brings_error(
            field="points",
            where=table_name,
            noun=party.round_noun,
            most=MAX_POINTS,
        )
    if min(second_figures) < 0:
        raise _make_too_few_points_error(
            field="points",
            where=table_name,
            points=min(second_figures),
            fewest=0,
        )
    return list(second_figures)


def _refuse_too_many_games(party: Party, table_name: str, games_made: Sequence[int]) -> None:
    """Raise if the sides made more games than there are deals in a round of auction."""
    system = get_party_system(party)
    if system is None or get_party_method(party.method).extra_figure != GAMES_MADE:
        return
    is_four_deals = resolve_options(system, party.options).get("round_ends") == "four-hands"
    if is_four_deals and sum(games_made) > DEALS_OF_AUCTION:
        raise PartyError(
            "more-games-than-deals",
            "{where}: {games} games are too many. Both sides together make at most {most} in the "
            "{most} deals of a round.",
            field="points",
            where=table_name,
            games=sum(games_made),
            most=DEALS_OF_AUCTION,
        )


def _complete_tricks(
    party: Party, points: Sequence[int | None], hands: int | None
) -> list[int | None]:
    """Return *points* with the missing side's tricks, if the sum of both is known."""
    total_tricks = count_tricks_per_round(party, hands)
    written_figures = [figure for figure in points if figure is not None]
    if not total_tricks or len(points) != 2 or len(written_figures) != 1:
        return list(points)
    if not 0 <= written_figures[0] <= total_tricks:
        return list(points)
    missing_tricks = total_tricks - written_figures[0]
    return [missing_tricks if figure is None else figure for figure in points]


def get_unit_title(party: Party) -> str:
    """Return the unit that tables write, such as Tricks."""
    unit = get_written_unit(party)
    return unit[:1].upper() + unit[1:]


def _refuse_unknown_side(table_name: str, winner: int | None, side_count: int) -> None:
    if winner is not None and not 0 <= winner < side_count:
        raise PartyError(
            "no-such-side",
            "{where} has {sides} sides, so side {side} can’t win there.",
            where=table_name,
            sides=side_count,
            side=winner + 1,
        )


def refuse_outdated_report(
    stored_result: PartyResult | None, table: PartyTable, version: int | None, typed_text: str
) -> None:
    """Raise if somebody else has changed the report since *version*.

    :raises TwoReportsError: with both reports, so that the page can offer a choice
    """
    if version is None or version == (stored_result.version if stored_result else 0):
        return
    if stored_result:
        stored_text = describe_result(table, stored_result)
        user_name = stored_result.entered_by or "someone"
        time = timezone.localtime(stored_result.entered_at).strftime("%H:%M")
        change_text = f"{user_name} entered “{stored_text}” at {time}"
    else:
        stored_text = "no result"
        change_text = "the result you saw was deleted"
    raise TwoReportsError(
        "two-reports",
        "Table {table_no}: {since}. You entered “{yours}”, which hasn’t been saved. Choose "
        "which result to keep.",
        table_no=table.table_no,
        since=change_text,
        theirs=stored_text,
        yours=typed_text,
    )


def refuse_other_players(table: PartyTable, shown_players: object) -> None:
    """Raise unless *shown_players* still sit at *table*. None means that the report doesn't say.

    The round may have been seated again since the page was made, after an undo.

    :raises PartyError: if others sit there
    """
    if shown_players is not None and shown_players != format_players(table):
        raise PartyError(
            "other-players",
            "The seats have changed, so nothing was saved. Check who plays at table {table_no}, "
            "then enter the result.",
            table_no=table.table_no,
        )


def describe_result(table: PartyTable, result: PartyResult) -> str:
    """Return a result in words, with player numbers."""
    leaver_text = f"; {' and '.join(result.out)} out" if result.out else ""
    if result.winner is None:
        return f"points entered{leaver_text}"
    winners = table.sides[result.winner]
    winner_text = " and ".join(winners)
    point_text = ""
    if result.points:
        point_text = f" with {' to '.join(map(str, result.points))}"
    if result.hands:
        point_text += f" in {format_noun_count(result.hands, 'hand')}"
    if not result.tie:
        return f"{winner_text} won{point_text}{leaver_text}"
    verb = "move" if len(winners) > 1 else "moves"
    return f"tied{point_text}, {winner_text} {verb} on{leaver_text}"


def is_stored(stored_result: PartyResult, values: Mapping[str, Any]) -> bool:
    """Return whether *values* are stored already."""
    return all(getattr(stored_result, name) == value for name, value in values.items())


def _make_figures_and_sides_error(*, where: object, figures: object, sides: object) -> PartyError:
    return PartyError(
        "figures-and-sides",
        "{where}: there are {figures} figures for {sides} sides. Type one for each.",
        where=where,
        figures=figures,
        sides=sides,
    )


def _make_more_than_a_round_brings_error(**params: Any) -> PartyError:
    return PartyError(
        "more-than-a-round-brings",
        "{where}: a {noun} can’t have more than {most} points. Check the figures.",
        **params,
    )


def _make_too_few_points_error(**params: Any) -> PartyError:
    return PartyError(
        "too-few-points", "{where}: {points} points are too few. Type {fewest} or more.", **params
    )
