"""Beginning a contest whose rounds are drawn, and putting the next round in force."""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db import transaction

from director.boards.movement.acts import DECIDED, PLAN
from director.boards.movement.lines.progress import round_reached
from director.boards.movement.rounds import (
    AFTER,
    PLANNED,
    WITHDRAWN,
    is_drawn,
    rounds_expected,
    rounds_planned,
)
from director.boards.play.draws.read import DrawnContest
from director.boards.play.draws.sentences import DrawSentences
from director.boards.play.draws.sheets import LONG, ODD, refuse_triangle
from director.boards.play.plan import choose_plan, continue_clock, continue_plan
from director.boards.play.results.acts import section_act, section_locked
from director.boards.play.results.method import scale_for_halves
from director.boards.scoring.matches.knockout import HOW, MatchPoints, ways_to_decide
from director.boards.scoring.matches.totals import SCALE
from director.boards.sentences import BoardSentences
from director.core.night.clock.write import clock_follow
from director.errors import DeskError
from director.models import Match, Plan, Section
from movements import (
    KNOCK_OUT,
    DrawnRound,
    SwissEntrant,
    SwissField,
    draw_round,
    find_swiss_system,
    knockout_round,
    plan_of_rounds,
    spare_set,
)
from scoring import find_method, noted_text


def begin_contest(
    *,
    section: Section,
    key: str,
    size: int,
    rounds: int,
    boards_per_set: int,
    options: Mapping[str, str],
) -> Plan:
    """Begin a Swiss contest or knock-out with its first round, and return the plan.

    *key* is that of the movement, *size* the number of contestants.

    *rounds* is how many are meant to be played; a knock-out has as many as it takes.

    :raises DeskError: if results are in, also of another section that is scored otherwise, or so
        many cannot play
    :raises MovementError: for what cannot be chosen
    """
    first, settled = _first_round(key, size, rounds, options)
    meant = (size - 1).bit_length() if key == KNOCK_OUT else rounds
    kept = (*settled, (PLANNED, str(meant)))
    movement = plan_of_rounds(key, [first], boards_per_set=boards_per_set, options=kept)
    with transaction.atomic():
        if section.results.filled().exists():
            raise DeskError(DrawSentences.DRAW_RESULTS_IN)
        plan = choose_plan(section=section, movement=movement)
        if first.triangle and not first.part:
            scale_for_halves(section.session.event)
            refuse_triangle(section.session.event, boards_per_set)
    return plan


def _first_round(
    key: str, size: int, rounds: int, options: Mapping[str, str]
) -> tuple[DrawnRound, tuple[tuple[str, str], ...]]:
    if key == KNOCK_OUT:
        matches = knockout_round(range(1, size + 1))
        pairings = tuple((home, away) for home, away in matches if away is not None)
        return DrawnRound(pairings, tuple(home for home, away in matches if away is None)), ()
    system = find_swiss_system(key)
    if size not in system.legal_sizes:
        raise DeskError(
            DrawSentences.DRAW_SIZE_IMPOSSIBLE, name=system.name, sizes=system.sizes, size=size
        )
    settled = system.settled(options)
    drawn = draw_round(
        SwissField(tuple(SwissEntrant(number) for number in range(1, size + 1)), 1, settled)
    )
    spare, byes = (
        spare_set((), rounds) if drawn.triangle else 0,
        () if drawn.bye is None else (drawn.bye,),
    )
    part = int(bool(drawn.triangle) and dict(settled).get(ODD) == LONG)
    return DrawnRound(drawn.pairings, byes, drawn.triangle, spare, part), settled


@transaction.atomic
def use_round(
    *,
    contest: DrawnContest,
    drawn: DrawnRound,
    user: User | None,
    away: Collection[int] | None = None,
    after: int | None = None,
) -> Plan:
    """Use *drawn* as the next round of *contest*.

    If the last round is redrawn, it takes its place.

    Those who are *away* have withdrawn until another draw undoes that; without it they are as
    before.  It was drawn from the standings *after* that round; without it from those after the
    last.

    The clock goes on to the first round that is not entered, also if it was running.

    :raises DeskError: if a result was entered for which the movement has no place then
    :raises FinalError: if the results are final
    """
    rounds = (*contest.rounds, drawn)
    plan = contest.plan
    options = tuple((name, value) for name, value in plan.options if name not in (WITHDRAWN, AFTER))
    if left := sorted(contest.withdrawn if away is None else away):
        options = (*options, (WITHDRAWN, " ".join(map(str, left))))
    if after is not None and after < len(contest.rounds):
        options = (*options, (AFTER, str(after)))
    movement = plan_of_rounds(plan.key, rounds, boards_per_set=plan.boards_per_set, options=options)
    why = f"round {len(rounds)} {'redrawn' if contest.is_anew else 'drawn'}"
    stored = continue_plan(
        section=contest.section, movement=movement, from_round=len(rounds), why=why, user=user
    )
    session = contest.section.session
    round_no, last = round_reached(session)
    clock_follow(session=session, round_no=min(round_no, len(rounds)), rounds=last, is_drawn=True)
    return stored


def decide_match(
    *,
    section: Section,
    round_no: int,
    both: tuple[int, int],
    winner: int,
    how: str,
    user: User | None,
    against_score: bool = False,
) -> None:
    """Decide a match of a knock-out.

    *winner* of *both* goes on from *round_no*, by *how*; with 0 the score decides.

    :raises DeskError: if there is no such match, the winner did not play in it, *how* is missing or
        is for a level score only, the next round is drawn with the other team, or the other team
        has won by its score and that is not confirmed by *against_score*
    :raises FinalError: if the results are final
    """
    with section_act(section=section, kind=DECIDED, words="", user=user) as journal:
        section = section_locked(section)
        plan = section.plan
        if plan is None or plan.key != KNOCK_OUT:
            raise DeskError(DrawSentences.DECIDE_NO_KNOCKOUT)
        contest = DrawnContest(section, plan)
        home, away = sorted(both)
        rounds = contest.rounds[round_no - 1 : round_no] if round_no > 0 else ()
        if not any({home, away} == set(two) for drawn in rounds for two in drawn.pairings):
            raise DeskError(DrawSentences.DECIDE_NO_MATCH, home=home, away=away, round_no=round_no)
        if winner and winner not in both:
            raise DeskError(DrawSentences.DECIDE_NOT_IN_MATCH, winner=winner, home=home, away=away)
        points = contest.knockout.points.get((round_no, frozenset(both)))
        ways = ways_to_decide(points)
        if winner and how not in ways:
            raise DeskError(
                DrawSentences.DECIDE_HOW, ways=", ".join(f"“{way}”" for way in ways.values())
            )
        for drawn in contest.rounds[round_no : round_no + 1]:
            gone_on = {*drawn.playing, *drawn.byes} & {home, away}
            if winner and gone_on and winner not in gone_on:
                other = contest.who(gone_on.pop())
                raise DeskError(DrawSentences.DECIDE_DRAWN, other=other, next=round_no + 1)
        if winner and points and points.winner not in (None, winner) and not against_score:
            names = {"leader": contest.named(points.winner), "winner": contest.named(winner)}
            raise DeskError(DrawSentences.DECIDE_AGAINST, **names, margin=_margin(section, points))
        stored = section.matches.filter(round_no=round_no, home=home, away=away)
        if not winner:
            journal.delete(stored)
        elif decided := stored.first():
            journal.change(decided, winner=winner, how=how)
        else:
            teams = {"home": home, "away": away, "winner": winner}
            journal.create_all([Match(section=section, round_no=round_no, how=how, **teams)])
        match = f"{contest.named(home)} against {contest.named(away)}, round {round_no}"
        journal.words = f"{match}: {f'{contest.named(winner)} goes through {HOW[how]}' if winner else 'its score decides'}."


def _margin(section: Section, points: MatchPoints) -> str:
    """Return by how much a match was won: ``"11 IMPs"``."""
    is_of_imps = any(
        option.name == SCALE for option in find_method(section.session.event.scoring).options
    )
    unit = "IMP" if is_of_imps else "point"
    return f"{noted_text(points.margin)} {unit}{'' if points.margin == 1 else 's'}"


def set_rounds(*, section: Section, rounds: int, user: User | None) -> None:
    """Plan *rounds* rounds for the drawn contest of *section*.

    The clock ends or goes on accordingly.

    :raises DeskError: if more are drawn already
    :raises FinalError: if the results are final
    """
    words = f"Number of rounds: {rounds}."
    with section_act(section=section, kind=PLAN, words=words, user=user) as journal:
        section = section_locked(section)
        plan = section.plan
        if plan is None or not is_drawn(plan.key):
            raise DeskError(BoardSentences.NO_PLAN)
        if rounds < plan.rounds:
            raise DeskError(DrawSentences.DRAW_ROUNDS_FEWER, drawn=plan.rounds, rounds=rounds)
        if rounds == rounds_planned(plan):
            return  # pressed twice
        is_longer = rounds > rounds_expected(plan)
        options = [[name, value] for name, value in plan.options if name != PLANNED]
        journal.change(plan, options=[*options, [PLANNED, str(rounds)]])
        continue_clock(section.session, is_longer=is_longer, journal=journal)
