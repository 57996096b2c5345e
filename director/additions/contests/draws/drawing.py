"""Begin a contest with drawn rounds, draw its next round, and decide matches of a knock-out.

Proposals change nothing. Each drawn round makes a new plan of all rounds so far, which
``boards.play.plan`` puts in force like any other change of the movement.
"""

import datetime
from collections.abc import Collection, Iterator, Mapping

from django.contrib.auth.models import User
from django.db import transaction

from director.additions.contests.draws.contest import DrawnContest, compute_second_final_round
from director.additions.contests.draws.rounds import (
    GAMES,
    LOCKED_TABLES,
    LONG_TRIANGLE,
    ODD,
    TABLE_ORDER,
    DraftRound,
    DrawChoices,
    OpenMatch,
    fetch_previous_opponents_by_number,
    get_tables_per_match,
    make_match_round,
    make_three_way_round,
    place_at_tables,
    refuse_triangle,
)
from director.additions.contests.scoring.knockout import MatchPoints, get_deciding_reasons_by_code
from director.boards.movement.lines.progress import DECISION_DESCRIPTIONS, fetch_reached_round
from director.boards.movement.rounds import (
    DESK_OPTIONS,
    PLANNED,
    STANDINGS_AFTER,
    WITHDRAWN,
    count_expected_rounds,
    count_planned_rounds,
    fetch_round_days,
    is_drawn,
)
from director.boards.movement.sections import DECIDED, PLAN
from director.boards.play.plan import continue_clock, continue_plan, store_plan
from director.boards.play.results.acts import lock_section, record_section_act
from director.boards.play.results.method import set_scale_for_halves
from director.boards.refusals import NO_PLAN
from director.core.night.clock import move_clock_to_draw
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import Match, Plan, RoundDate, Section, Session, Stage
from director.pdf.words import format_date
from movements.layout import with_first_board
from movements.model import KNOCK_OUT
from movements.swiss.drawing import draw_round
from movements.swiss.field import SwissEntrant, SwissField
from movements.swiss.knockout import (
    KnockoutMatch,
    count_three_way_rounds,
    draw_three_way_knockout,
    draw_three_way_round,
    make_knockout_matches,
)
from movements.swiss.plans import DrawnRound, choose_spare_set, make_plan_of_rounds
from movements.swiss.systems import (
    LOSSES,
    UNEVEN,
    get_swiss_system,
    has_three_way_matches,
    is_double_elimination,
)
from movements.swiss.two_losses import count_two_loss_rounds, draw_two_loss_round
from scoring.display import format_for_note
from scoring.method import SCALE_OPTION_NAME
from scoring.registry import get_method

BEGIN_AFTER_RESULTS = (
    "draw-results-in",
    "Results have been entered, so you can’t start again. Draw the next round, or start a new event.",
)


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
    seeds = sorted(contest.names_by_number)
    if contest.has_groups:
        return DraftRound(
            make_three_way_round(draw_three_way_knockout(seeds), contest.planned_round_count)
        )
    matches = draw_two_loss_round(seeds, ()) if contest.is_double else make_knockout_matches(seeds)
    return DraftRound(make_match_round(matches))


def _draw_later_knockout_round(contest: DrawnContest) -> DraftRound:
    knockout = contest.knockout
    if knockout.winner:
        raise DeskError(
            "draw-over",
            "The final is over: {winner} has won.",
            winner=contest.describe_contestant(knockout.winner),
        )
    seeds = sorted(contest.names_by_number)
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
        return DraftRound(make_match_round(draw_two_loss_round(seeds, knockout.results_by_round)))
    winners_by_round = []
    for matches in played_rounds:
        winners_by_round.append({match.winner for match in matches if match.winner})
    if not contest.has_groups:
        return DraftRound(make_match_round(make_knockout_matches(seeds, winners_by_round)))
    winners_by_round[0].update(_iter_group_winners(contest))
    return DraftRound(make_match_round(draw_three_way_knockout(seeds, winners_by_round).matches))


def _iter_group_winners(contest: DrawnContest) -> Iterator[int]:
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


def begin_contest(
    *,
    section: Section,
    movement_key: str,
    size: int,
    round_count: int,
    boards_per_set: int,
    options: Mapping[str, str],
) -> Plan:
    """Begin a Swiss contest or knock-out with its first round, and return the plan.

    *movement_key* is that of the movement, *size* the number of contestants. *round_count* is the planned number
    of rounds; a knock-out has as many as it takes.

    :raises DeskError: if the section has results, another section is scored by another method, or
        the contest isn't for *size* contestants
    :raises MovementError: if *options* or the number of rounds are impossible
    """
    desk_options = {}
    for option in (*DESK_OPTIONS, GAMES, TABLE_ORDER):
        if movement_key != KNOCK_OUT and option.name in options:
            desk_options[option.name] = options[option.name]
    draw_options = {name: options[name] for name in options if name not in desk_options}
    first_round, settled_options = _draw_first_round(
        movement_key, size, round_count, draw_options, fetch_previous_opponents_by_number(section)
    )
    if movement_key != KNOCK_OUT:
        first_round = place_at_tables(
            first_round,
            (*settled_options, *desk_options.items()),
            tables_per_match=get_tables_per_match(section),
        )
    planned_rounds = round_count
    if movement_key == KNOCK_OUT:
        planned_rounds = _count_knockout_rounds(size, settled_options)
    movement = make_plan_of_rounds(
        movement_key,
        [first_round],
        boards_per_set=boards_per_set,
        options=(
            *settled_options,
            *desk_options.items(),
            (PLANNED, str(planned_rounds)),
        ),
    )
    with transaction.atomic():
        if section.results.filled().exists():
            raise DeskError(*BEGIN_AFTER_RESULTS)
        plan = store_plan(section=section, movement=movement)
        # Half matches: store_plan() has set the method, so its scale can be chosen and checked.
        if first_round.triangle and not first_round.part:
            set_scale_for_halves(section.session)
            refuse_triangle(section.session.scoring_record, boards_per_set)
    return plan


def _count_knockout_rounds(size: int, options: tuple[tuple[str, str], ...]) -> int:
    """Return the number of rounds of a knock-out of *size* teams."""
    if is_double_elimination(options):
        return count_two_loss_rounds(size)
    if has_three_way_matches(options):
        return count_three_way_rounds(size)
    # One of 5 to 8 teams takes three rounds, of 9 to 16 four, and so on.
    return (size - 1).bit_length()


def _draw_first_round(
    movement_key: str,
    size: int,
    round_count: int,
    options: Mapping[str, str],
    previous_opponents: Mapping[int, tuple[int, ...]],
) -> tuple[DrawnRound, tuple[tuple[str, str], ...]]:
    """Return the first round, and the options of the contest with their defaults.

    *previous_opponents* are the opponents of earlier stages by number.
    """
    numbers = range(1, size + 1)
    if movement_key == KNOCK_OUT and is_double_elimination(options):
        return make_match_round(draw_two_loss_round(numbers, ())), ((LOSSES.name, "2"),)
    if movement_key == KNOCK_OUT and has_three_way_matches(options):
        drawn_round = make_three_way_round(
            draw_three_way_round(numbers), count_three_way_rounds(size)
        )
        # Without a group nothing differs from other knock-outs.
        uneven_options = ((UNEVEN.name, options[UNEVEN.name]),) if drawn_round.triangle else ()
        return drawn_round, uneven_options
    if movement_key == KNOCK_OUT:
        return make_match_round(make_knockout_matches(numbers)), ()
    system = get_swiss_system(movement_key)
    if size not in system.legal_sizes:
        raise DeskError(
            "draw-size-impossible",
            "{name} is for {sizes}, not for {size}. Type another number.",
            name=system.name,
            sizes=system.sizes,
            size=size,
        )
    settled_options = system.resolve_options(options)
    entrants = tuple(
        SwissEntrant(number, previous_opponents=previous_opponents.get(number, ()))
        for number in numbers
    )
    swiss_draw = draw_round(SwissField(entrants, 1, settled_options))
    byes = () if swiss_draw.bye is None else (swiss_draw.bye,)
    if not swiss_draw.triangle:
        return DrawnRound(swiss_draw.pairings, byes), settled_options
    # A triangle has a set of boards besides those of its round.
    is_long = dict(settled_options).get(ODD) == LONG_TRIANGLE
    first_round = DrawnRound(
        swiss_draw.pairings,
        byes,
        swiss_draw.triangle,
        choose_spare_set((), round_count),
        part=1 if is_long else 0,
    )
    return first_round, settled_options


@transaction.atomic
def use_round(
    *,
    contest: DrawnContest,
    drawn_round: DrawnRound,
    user: User | None,
    withdrawn_numbers: Collection[int] | None = None,
    after_round: int | None = None,
) -> Plan:
    """Put *drawn_round* in force as the next round of *contest*, or in place of the last round.

    Contestants who are *withdrawn_numbers* stay out until another draw changes that. None leaves the
    withdrawals unchanged. *after_round* is the round of the standings that it was drawn from, by
    default the last one.

    :raises DeskError: if the movement would have no place for an entered result, or a later stage
        has ended the draw
    :raises FinalError: if the results are final
    """
    rounds = (*contest.rounds, drawn_round)
    plan = contest.plan
    _refuse_ended_draw(contest.section, plan, round_count=len(rounds))
    options = tuple(
        (name, value) for name, value in plan.options if name not in (WITHDRAWN, STANDINGS_AFTER)
    )
    current_withdrawals = (
        contest.withdrawn_numbers if withdrawn_numbers is None else withdrawn_numbers
    )
    if current_withdrawals:
        options = (*options, (WITHDRAWN, " ".join(map(str, sorted(current_withdrawals)))))
    if after_round is not None and after_round < len(contest.rounds):
        options = (*options, (STANDINGS_AFTER, str(after_round)))
    movement = make_plan_of_rounds(
        plan.key, rounds, boards_per_set=plan.boards_per_set, options=options
    )
    movement = with_first_board(movement, plan.first_board)
    act = "redrawn" if contest.is_redraw else "drawn"
    return continue_plan(
        section=contest.section,
        movement=movement,
        from_round=len(rounds),
        reason=f"round {len(rounds)} {act}",
        message=f"Round {len(rounds)} {act}.",
        user=user,
        make_other_changes=lambda journal: _move_clock(
            contest.section.session, len(rounds), journal
        ),
    )


def _refuse_ended_draw(section: Section, plan: Plan, *, round_count: int) -> None:
    """Raise if *plan* would get more than its planned *round_count* although its first play on elsewhere.

    A page that was opened before may still offer them. A plate is played beside the draw.
    """
    if round_count <= count_planned_rounds(plan) or round_count == compute_second_final_round(
        section, plan
    ):
        return
    stages = Stage.objects.filter(sessions__sections__entries__continues__section=section)
    stage = stages.filter(is_plate=False).first()
    if stage:
        raise DeskError(
            "draw-ended",
            "{stage} has started with those who go on, so no further round can be drawn here. "
            "Remove {stage} first.",
            stage=stage.name,
        )


def _move_clock(session: Session, drawn_round: int, journal: Journal) -> None:
    """Move the clock to the first unfinished round, even if it is running."""
    reached_round, last_round = fetch_reached_round(session)
    move_clock_to_draw(
        session=session,
        round_no=min(reached_round, drawn_round),
        round_count=last_round,
        journal=journal,
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
    """Decide a match of a knock-out: *winner* of *contestants* goes through for the reason *reason*.

    With *winner* 0 the score decides again.

    :raises DeskError: if there is no such match, or the winner didn't play in it
    :raises DeskError: if *reason* isn't one of the reasons that the score allows
    :raises DeskError: if the next round was drawn with the other team
    :raises DeskError: if the other team has won by its score, unless *is_against_score*
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=DECIDED, message="", user=user) as journal:
        section = lock_section(section)
        plan = section.plan
        if plan is None or plan.key != KNOCK_OUT:
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


def _describe_options(plan: Plan, options: Mapping[str, str]) -> Iterator[str]:
    """Yield the changed *options* of a Swiss: "A sit-out gives: half of a match"."""
    if not options:
        return
    previous_options = dict(plan.options)
    if LOCKED_TABLES in options and options[LOCKED_TABLES] != previous_options.get(
        LOCKED_TABLES, ""
    ):
        yield f"Locked tables: {options[LOCKED_TABLES] or 'none'}"
    for option in (*get_swiss_system(plan.key).options, *DESK_OPTIONS, TABLE_ORDER):
        choice = options.get(option.name, "")
        if choice and choice != option.get_choice(previous_options):
            yield f"{option.label}: {option.phrases[choice]}"


def set_round_date(
    *, section: Section, from_round: int, day: datetime.date | None, user: User | None
) -> None:
    """Set the *day* of the rounds of the session of *section* from *from_round* on.

    Without a *day* they are played on that of the round before.

    :raises DeskError: if there is no such round, or the dates of rounds would go back
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=PLAN, message="", user=user) as journal:
        section = lock_section(section)
        plan = section.plan
        if plan is None or not is_drawn(plan.key):
            raise DeskError(*NO_PLAN)
        last_round = count_expected_rounds(plan)
        if not 2 <= from_round <= last_round:
            raise DeskError(
                "date-no-round",
                "Round {round_no} can’t have a date of its own. Type a round from 2 to {last}, or add "
                "rounds first.",
                round_no=from_round,
                last=last_round,
            )
        stored_dates = section.session.round_dates.filter(from_round=from_round)
        stored_date = stored_dates.first()
        if day is None:
            if stored_date is None:
                raise DeskError(
                    "date-none",
                    "Round {round_no} has no date of its own yet. Choose a date.",
                    round_no=from_round,
                )
            journal.message = f"Round {from_round}: on the date of the round before."
            journal.delete(stored_dates)
            return
        _refuse_day_out_of_order(section.session, from_round, day)
        journal.message = f"From round {from_round}: on {format_date(day)}."
        if stored_date:
            journal.change(stored_date, date=day)
        else:
            new_date = RoundDate(session=section.session, from_round=from_round, date=day)
            journal.create_all([new_date])


def _refuse_day_out_of_order(session: Session, from_round: int, day: datetime.date) -> None:
    round_days = fetch_round_days(session)
    day_before = round_days.get_day(from_round - 1)
    if day < day_before:
        raise DeskError(
            "date-goes-back",
            "{day} is before {before}, the date of the round before. Choose that date or a later "
            "one.",
            day=format_date(day),
            before=format_date(day_before),
        )
    for later_round, later_day in round_days.later_days:
        if later_round > from_round and later_day < day:
            raise DeskError(
                "date-passes",
                "{day} is after {later}, the date from round {round_no} on. Choose that date or an "
                "earlier one.",
                day=format_date(day),
                later=format_date(later_day),
                round_no=later_round,
            )


def set_round_count(
    *,
    section: Section,
    round_count: int,
    user: User | None,
    options: Mapping[str, str] | None = None,
) -> None:
    """Set the planned number of rounds of a drawn contest, and let the clock follow.

    *options* of a Swiss are changed too. They count for later draws, and points of sit-outs and
    missed rounds for all rounds.

    :raises DeskError: if more rounds have been drawn, or a later stage has ended the draw
    :raises FinalError: if the results are final
    """
    options = options or {}
    description = f"Number of rounds: {round_count}."
    with record_section_act(section=section, kind=PLAN, message=description, user=user) as journal:
        section = lock_section(section)
        plan = section.plan
        if plan is None or not is_drawn(plan.key):
            raise DeskError(*NO_PLAN)
        if round_count < plan.rounds:
            raise DeskError(
                "draw-rounds-fewer",
                "{drawn} rounds have been drawn, so {rounds} is too few. Type {drawn} or more.",
                drawn=plan.rounds,
                rounds=round_count,
            )
        changed_options = {**options, PLANNED: str(round_count)}
        if changed_options.items() <= dict(plan.options).items():  # the button was pressed twice
            return
        _refuse_ended_draw(section, plan, round_count=round_count)
        changes = list(_describe_options(plan, options))
        if round_count != count_planned_rounds(plan):
            changes.insert(0, f"Number of rounds: {round_count}")
        journal.message = f"{'; '.join(changes)}."
        # Asked before the plan changes: play that was over continues only if rounds are added.
        is_longer = round_count > count_expected_rounds(plan)
        unchanged_options = [
            [name, value] for name, value in plan.options if name not in changed_options
        ]
        journal.change(plan, options=[*unchanged_options, *map(list, changed_options.items())])
        continue_clock(section.session, is_longer=is_longer, journal=journal)


def _make_decide_drawn_error(*, next_round: object, drawn_teams: object) -> DeskError:
    return DeskError(
        "decide-drawn",
        "Round {next} was drawn with {other}. Redraw it first, then choose the winner.",
        next=next_round,
        other=drawn_teams,
    )
