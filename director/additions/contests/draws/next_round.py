"""The next round of a drawn contest, and the matches that a knock-out waits for."""

from collections.abc import Iterator

from director.additions.contests.draws.contest import DrawnContest
from director.additions.contests.draws.rounds import OpenMatch
from director.additions.contests.draws.rounds import (
    DraftRound,
    DrawChoices,
    make_match_round,
    make_three_way_round,
)
from director.additions.contests.scoring.knockout import list_deciding_reasons
from director.errors import DeskError
from movements.swiss.knockout import KnockoutMatch, knockout_round
from movements.swiss.knockout import draw_three_way_knockout
from movements.swiss.two_losses import draw_two_loss_round


def propose_round(contest: DrawnContest, choices: DrawChoices) -> DraftRound:
    """Return the next round of *contest*: of a Swiss by the director's *choices*.

    :raises DeskError: if nobody is left to pair, or a match of a knock-out has no winner
    :raises MovementError: if a pairing, bye or triangle of *choices* is impossible
    """
    if not contest.is_knockout:
        return contest.draw_swiss_round(choices)
    if contest.rounds:
        return _draw_later_knockout_round(contest)
    return _draw_first_knockout_round(contest)


def _draw_first_knockout_round(contest: DrawnContest) -> DraftRound:
    seeds = sorted(contest.names)
    if contest.has_groups:
        return DraftRound(
            make_three_way_round(draw_three_way_knockout(seeds), contest.planned_rounds)
        )
    matches = draw_two_loss_round(seeds, ()) if contest.is_double else knockout_round(seeds)
    return DraftRound(make_match_round(matches))


def _draw_later_knockout_round(contest: DrawnContest) -> DraftRound:
    knockout = contest.knockout
    if knockout.winner:
        raise DeskError(
            "draw-over",
            "The final is over: {winner} has won.",
            winner=contest.describe_contestant(knockout.winner),
        )
    seeds = sorted(contest.names)
    played_rounds = knockout.bracket_rounds[: len(contest.rounds)]
    for match in played_rounds[-1]:
        if match.winner is None and match.upper and match.lower:
            raise DeskError(
                "draw-not-decided",
                "The match of {home} and {away} has no winner yet. Enter its results, or choose the "
                "winner below.",
                home=contest.describe_contestant(match.upper),
                away=contest.describe_contestant(match.lower),
            )
    if contest.is_double:
        return DraftRound(make_match_round(draw_two_loss_round(seeds, knockout.results)))
    winners = []
    for matches in played_rounds:
        winners.append({match.winner for match in matches if match.winner})
    if not contest.has_groups:
        return DraftRound(make_match_round(knockout_round(seeds, winners)))
    winners[0].update(_list_group_winners(contest))
    return DraftRound(make_match_round(draw_three_way_knockout(seeds, winners).matches))


def _list_group_winners(contest: DrawnContest) -> Iterator[int]:
    """Yield who goes on from the three-way matches.

    :raises DeskError: if one of them isn't decided
    """
    for group in contest.knockout.three_way_matches:
        if not group.advancing_teams:
            names = ", ".join(map(contest.label_contestant, group.teams))
            raise DeskError(
                "draw-group-not-decided",
                "The three-way match of {names} isn’t decided yet. Enter its results, or choose "
                "winners of its matches below.",
                names=names,
            )
        yield from group.advancing_teams


def list_open_matches(contest: DrawnContest) -> tuple[OpenMatch, ...]:
    """Return the matches of the last round of a knock-out, with winner and reason."""
    if not contest.is_knockout or not contest.rounds:
        return ()
    matches = [*contest.knockout.bracket_rounds[len(contest.rounds) - 1]]
    if len(contest.rounds) == 1:
        matches += contest.knockout.group_matches
    return tuple(
        _make_open_match(contest, match, match.upper, match.lower)
        for match in matches
        if match.upper and match.lower
    )


def _make_open_match(
    contest: DrawnContest, match: KnockoutMatch, upper: int, lower: int
) -> OpenMatch:
    last_round = len(contest.rounds)
    key = (last_round, frozenset((upper, lower)))
    decision = contest.knockout.decisions.get(key)
    points = contest.knockout.points.get(key)
    leader = contest.label_contestant(points.winner) if points and points.winner else ""
    winner = contest.label_contestant(match.winner) if match.winner else ""
    # Without a decision of the director the page ticks none.
    chosen, reason = 0, ""
    if decision and decision.winner:
        chosen, reason = decision.winner, decision.how
    return OpenMatch(
        round_no=last_round,
        numbers=(upper, lower),
        names=(contest.label_contestant(upper), contest.label_contestant(lower)),
        winner=winner,
        outcome=contest.knockout.how(last_round, match),
        chosen_team=chosen,
        chosen_reason=reason,
        reasons=tuple(list_deciding_reasons(points).items()),
        leader=leader,
    )
