"""Matches of a knock-out that the director decides, and the open matches of its last round."""

from django.contrib.auth.models import User

from director.additions.contests.draws.contest import DrawnContest
from director.additions.contests.draws.rounds import OpenMatch
from director.additions.contests.scoring.knockout import get_deciding_reasons_by_code
from director.additions.contests.scoring.knockout_points import MatchPoints
from director.boards.movement.formats import get_format
from director.boards.movement.lines.matches import DECISION_DESCRIPTIONS
from director.boards.play.results.acts import lock_section, record_section_act
from director.core.base.act_kinds import ActKind
from director.errors import DeskError
from director.models import Match, Section
from movements.swiss.knockout import KnockoutMatch
from scoring.display import format_for_note
from scoring.method import SCALE_OPTION_NAME
from scoring.registry import get_method


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
    decision = contest.knockout.decisions_by_key.get(key)
    points = contest.knockout.points_by_key.get(key)
    leader = contest.label_contestant(points.winner) if points and points.winner else ""
    winner = contest.label_contestant(match.winner) if match.winner else ""
    # Without a decision of the director the page ticks none.
    chosen_team, chosen_reason = 0, ""
    if decision and decision.winner:
        chosen_team, chosen_reason = decision.winner, decision.how
    return OpenMatch(
        round_no=last_round,
        numbers=(upper, lower),
        names=(contest.label_contestant(upper), contest.label_contestant(lower)),
        winner=winner,
        outcome=contest.knockout.get_deciding_reason(last_round, match),
        chosen_team=chosen_team,
        chosen_reason=chosen_reason,
        reasons=tuple(get_deciding_reasons_by_code(points).items()),
        leader=leader,
    )


def decide_match(
    *,
    section: Section,
    round_no: int,
    contestants: tuple[int, int],
    winner: int,
    reason: str,
    user: User | None,
    is_against_score: bool = False,
) -> None:
    """Decide a match of a knock-out: *winner* of *contestants* goes through, for *reason*.

    With *winner* 0 the score decides again.

    :raises DeskError: if there is no such match, or the winner didn't play in it
    :raises DeskError: if *reason* isn't one of the reasons that the score allows
    :raises DeskError: if the next round was drawn with the other team
    :raises DeskError: if the other team has won by its score, unless *is_against_score*
    :raises FinalError: if the results are final
    """
    with record_section_act(
        section=section, kind=ActKind.DECIDED, message="", user=user
    ) as journal:
        section = lock_section(section)
        plan = section.plan
        if plan is None or not get_format(plan).is_knockout:
            raise DeskError("decide-no-knockout", "You can choose winners only in a knock-out.")
        contest = DrawnContest(section, plan)
        home, away = sorted(contestants)
        _check_match(contest, round_no, home, away)
        points = contest.knockout.points_by_key.get((round_no, frozenset(contestants)))
        labels = (contest.label_contestant(home), contest.label_contestant(away))
        match_name = f"{labels[0]} against {labels[1]}, round {round_no}"
        stored_matches = section.matches.filter(round_no=round_no, home=home, away=away)
        stored_match = stored_matches.first()
        if not winner:
            if stored_match:
                journal.change(stored_match, winner=None, how="")
            if stored_match and not stored_match.has_content:
                journal.delete(stored_matches)
            journal.message = f"{match_name}: its score decides."
            return
        if winner not in contestants:
            raise DeskError(
                "decide-not-in-match",
                "Team {winner} isn’t in the match of {home} and {away}. Choose one of the two.",
                winner=winner,
                home=home,
                away=away,
            )
        _refuse_unknown_reason(points, reason)
        _refuse_overtaken_winner(contest, round_no, contestants, winner)
        if not is_against_score:
            _refuse_winner_against_score(contest, points, winner)
        if stored_match:
            journal.change(stored_match, winner=winner, how=reason)
        else:
            match = Match(
                section=section, round_no=round_no, home=home, away=away, winner=winner, how=reason
            )
            journal.create_all([match])
        journal.message = f"{match_name}: {contest.label_contestant(winner)} goes through {DECISION_DESCRIPTIONS[reason]}."


def _refuse_unknown_reason(points: MatchPoints | None, reason_code: str) -> None:
    """Raise unless *reason_code* is one of the reasons that the score allows."""
    reasons_by_code = get_deciding_reasons_by_code(points)
    if reason_code not in reasons_by_code:
        reason_texts = ", ".join(f"“{reason}”" for reason in reasons_by_code.values())
        raise DeskError("decide-how", "Choose what decided the match: {ways}.", ways=reason_texts)


def _refuse_winner_against_score(
    contest: DrawnContest, points: MatchPoints | None, winner: int
) -> None:
    """Raise if the other team has won by its score."""
    if points and points.winner not in (None, winner):
        raise DeskError(
            "decide-against",
            "{leader} won the match by {margin}. To let {winner} go through, choose the reason "
            "and tick Against the score.",
            leader=contest.label_contestant(points.winner),
            winner=contest.label_contestant(winner),
            margin=_format_margin(contest.section, points),
        )


def _check_match(contest: DrawnContest, round_no: int, home: int, away: int) -> None:
    if 0 < round_no <= len(contest.rounds):
        meetings = contest.rounds[round_no - 1].meetings
    else:
        meetings = ()
    if {home, away} not in map(set, meetings):
        raise DeskError(
            "decide-no-match",
            "Teams {home} and {away} don’t meet in round {round_no}. Choose another match.",
            home=home,
            away=away,
            round_no=round_no,
        )


def _refuse_overtaken_winner(
    contest: DrawnContest, round_no: int, contestants: tuple[int, int], winner: int
) -> None:
    """Raise if the next round was drawn with the other team."""
    if round_no >= len(contest.rounds):
        return
    for group in contest.knockout.three_way_matches if round_no == 1 else ():
        if set(contestants) <= set(group.teams):
            drawn_teams = " and ".join(map(contest.describe_contestant, group.advancing_teams))
            raise _make_decide_drawn_error(drawn_teams=drawn_teams, next_round=round_no + 1)
    # After a withdrawal the next round has neither of the two.
    for match in contest.knockout.bracket_rounds[round_no - 1]:
        is_decided_here = {match.upper, match.lower} == set(contestants)
        if is_decided_here and match.winner not in (None, winner):
            drawn_team = contest.describe_contestant(match.winner or 0)
            raise _make_decide_drawn_error(drawn_teams=drawn_team, next_round=round_no + 1)


def _format_margin(section: Section, points: MatchPoints) -> str:
    """Return the margin of a match in words: ``"11 IMPs"``."""
    method = get_method(section.session.scoring_record.scoring)
    # Methods with a scale of victory points score matches in IMPs.
    is_in_imps = any(option.name == SCALE_OPTION_NAME for option in method.options)
    unit = "IMP" if is_in_imps else "point"
    plural = "" if points.margin == 1 else "s"
    return f"{format_for_note(points.margin)} {unit}{plural}"


def _make_decide_drawn_error(*, next_round: object, drawn_teams: object) -> DeskError:
    return DeskError(
        "decide-drawn",
        "Round {next} was drawn with {other}. Redraw it first, then choose the winner.",
        next=next_round,
        other=drawn_teams,
    )
