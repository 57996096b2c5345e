"""Begin a contest with drawn rounds, and draw its next round.

Proposals change nothing. Each drawn round makes a new plan of all rounds so far, which
``boards.play.plan`` puts in force like any other change of the movement.
"""

from collections.abc import Collection, Iterator, Mapping

from django.contrib.auth.models import User
from django.db import transaction

from director.additions.contests.draws.contest import DrawnContest, compute_second_final_round
from director.additions.contests.draws.options import DESK_OPTIONS, STANDINGS_AFTER
from director.additions.contests.draws.rounds import (
    GAMES,
    LONG_TRIANGLE,
    ODD,
    TABLE_ORDER,
    DraftRound,
    DrawChoices,
    fetch_previous_opponents_by_number,
    get_tables_per_match,
    make_match_round,
    make_three_way_round,
    place_at_tables,
    refuse_triangle,
)
from director.boards.movement.formats import FORMATS, PLANNED
from director.boards.movement.lines.progress import fetch_reached_round
from director.boards.movement.rounds import WITHDRAWN, count_planned_rounds, with_board_numbers
from director.boards.play.plan import continue_plan, store_plan
from director.boards.play.results.method import set_scale_for_halves
from director.core.night.clock_buttons import move_clock_to_draw
from director.core.night.journal import Journal
from director.errors import DeskError
from director.models import Plan, Section, Session, Stage
from movements.layout import with_first_board
from movements.swiss.drawing import draw_round
from movements.swiss.field import SwissEntrant, SwissField
from movements.swiss.knockout import (
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


def make_begin_after_results_error() -> DeskError:
    return DeskError(
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
    """Yield the teams that go on from the three-way matches.

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


def begin_contest(
    *,
    section: Section,
    movement_key: str,
    size: int,
    round_count: int,
    boards_per_set: int,
    options: Mapping[str, str],
    each_round_from: int | None = None,
) -> Plan:
    """Begin a Swiss contest or knock-out with its first round, and return the plan.

    Every round begins at board *each_round_from*. Without it, boards run on from round to round.

    *size* is the number of contestants, and *round_count* the planned number of rounds. A knock-out
    has as many rounds as it takes.

    :raises DeskError: if the section has results, another section is scored by another method, or
        the contest isn't for *size* contestants
    :raises MovementError: if *options* or the number of rounds are impossible
    """
    is_knockout = FORMATS[movement_key].is_knockout
    desk_options = {}
    for option in (*DESK_OPTIONS, GAMES, TABLE_ORDER):
        if not is_knockout and option.name in options:
            desk_options[option.name] = options[option.name]
    draw_options = {name: options[name] for name in options if name not in desk_options}
    first_round, settled_options = _draw_first_round(
        movement_key, size, round_count, draw_options, fetch_previous_opponents_by_number(section)
    )
    if not is_knockout:
        first_round = place_at_tables(
            first_round,
            (*settled_options, *desk_options.items()),
            tables_per_match=get_tables_per_match(section),
        )
    planned_rounds = round_count
    if is_knockout:
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
    if each_round_from:
        movement = with_board_numbers(movement, each_round_from, is_each_round=True)
    with transaction.atomic():
        if section.results.filled().exists():
            raise make_begin_after_results_error()
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
    is_knockout = FORMATS[movement_key].is_knockout
    if is_knockout and is_double_elimination(options):
        return make_match_round(draw_two_loss_round(numbers, ())), ((LOSSES.name, "2"),)
    if is_knockout and has_three_way_matches(options):
        drawn_round = make_three_way_round(
            draw_three_way_round(numbers), count_three_way_rounds(size)
        )
        # Without a group nothing differs from other knock-outs.
        uneven_options = ((UNEVEN.name, options[UNEVEN.name]),) if drawn_round.triangle else ()
        return drawn_round, uneven_options
    if is_knockout:
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

    Contestants with *withdrawn_numbers* stay out until another draw changes that. None leaves the
    withdrawals unchanged. The round was drawn from the standings after *after_round*, by default
    the last one.

    :raises DeskError: if the movement would have no place for an entered result, or a later stage
        has ended the draw
    :raises FinalError: if the results are final
    """
    rounds = (*contest.rounds, drawn_round)
    plan = contest.plan
    refuse_ended_draw(contest.section, plan, round_count=len(rounds))
    options = [
        (name, value) for name, value in plan.options if name not in (WITHDRAWN, STANDINGS_AFTER)
    ]
    if withdrawn_numbers is None:
        withdrawn_numbers = contest.withdrawn_numbers
    if withdrawn_numbers:
        options.append((WITHDRAWN, " ".join(map(str, sorted(withdrawn_numbers)))))
    if after_round is not None and after_round < len(contest.rounds):
        options.append((STANDINGS_AFTER, str(after_round)))
    movement = make_plan_of_rounds(
        plan.key, rounds, boards_per_set=plan.boards_per_set, options=tuple(options)
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


def refuse_ended_draw(section: Section, plan: Plan, *, round_count: int) -> None:
    """Raise if *plan* would get more rounds than planned although a later stage has begun.

    A page that was opened before may still offer them. A plate is no such stage, since it is played
    beside the draw.
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
