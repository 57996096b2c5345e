"""Wrong pairings of a Swiss: who met whom because of a wrong result, and what they get for it.

A round that has begun is played on, also if a result that it was drawn from is corrected. It is
drawn again here by the present results. A contestant who would have had another opponent in that
draw, with a score too far from the actual one's, is compensated by the regulation in
``scoring.laws.remedies``. Rulings and appeals don't make a pairing wrong.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from django.contrib.auth.models import User
from django.utils import timezone

from director.additions.contests.draws.contest import DrawnContest
from director.additions.contests.draws.notices import RoundDraw, find_changed_rounds
from director.additions.contests.draws.rounds import MISMATCH_LAW
from director.boards.movement.rounds import get_standings_round
from director.boards.movement.sections import RULING
from director.boards.play.results.acts import record_section_act
from director.boards.scoring.scored import score_section
from director.boards.scoring.units import VICTORY_POINTS, get_total_unit, list_match_units
from director.errors import DeskError
from director.models import Ruling
from director.models.ruling import Unit
from director.sheets import MINUS
from scoring.display import noted_text, points_text
from scoring.laws.remedies import is_mismatch, mismatch_award
from scoring.model import TeamMatch
from scoring.totals.ranking import signed_text

_HUNDREDTHS = 100
"""Victory points have two decimals at most, and so have awards."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A contestant with the wrong *opponent*, and the totals before the round.

    - *due_name*, *due_total*: the opponent whom the corrected results would have given.
    - *is_higher*: the actual opponent had more than the due one.
    - *score*: its own score in the match, empty before the match is over.
    - *award*, *fault_award*: what it gets if it isn't at fault, and if it is.
    - *compensation*: what a ruling has given it already.
    """

    number: int
    name: str
    opponent: int
    opponent_name: str
    opponent_total: str
    due_name: str
    due_total: str
    is_higher: bool
    score: str
    award: Fraction | None
    fault_award: Fraction | None
    compensation: str = ""

    @property
    def award_text(self) -> str:
        """What it gets if it isn't at fault, with its sign."""
        return _format_award(self.award)

    @property
    def fault_text(self) -> str:
        """What it gets if it is at fault, with its sign."""
        return _format_award(self.fault_award)

    @property
    def is_open(self) -> bool:
        """Whether it can be compensated now."""
        return self.award is not None and not self.compensation


@dataclass(frozen=True, slots=True)
class WrongRound:
    """A round drawn from wrong results.

    *due_matches* are the matches of a draw by the corrected results in place of *drawn_matches*.
    Matches of both draws are left out, so both are empty if nothing differs.
    """

    round_no: int
    has_begun: bool
    drawn_matches: tuple[str, ...]
    due_matches: tuple[str, ...]
    mismatches: tuple[Mismatch, ...]

    @property
    def can_compensate(self) -> bool:
        """Whether anybody can be compensated now."""
        return any(mismatch.is_open for mismatch in self.mismatches)

    @property
    def has_unfinished_matches(self) -> bool:
        """Whether a match isn't over whose contestants may be compensated."""
        return any(mismatch.award is None for mismatch in self.mismatches)


def find_wrong_rounds(contest: DrawnContest) -> tuple[WrongRound, ...]:
    """Return the rounds of *contest* that were drawn from results corrected since, latest first.

    It costs no query unless a result was ever corrected.
    """
    if contest.is_knockout or contest.is_redraw or not _has_corrections(contest):
        return ()
    # Whatever a ruling has changed is no reason for a compensation.
    lines = [line for line in contest.lines.all if not line.covered]
    rounds = [
        _make_wrong_round(contest, draw)
        for draw in _fetch_draws(contest)
        if find_changed_rounds(contest, draw, lines)
    ]
    return tuple(rounds)


def _has_corrections(contest: DrawnContest) -> bool:
    if contest.plan.rounds < 2:
        return False
    if any(line.result and line.result.version > 1 for line in contest.lines.all):
        return True
    # A match by boards has its first version when it becomes void.
    return any(
        match.version > 1 or (match.version > 0 and (match.is_void or not match.is_reported))
        for match in contest.lines.stored_matches.values()
    )


def _fetch_draws(contest: DrawnContest) -> Iterator[RoundDraw]:
    """Yield the draws of all rounds from the second on, the latest first. (Costs one query.)"""
    plans = contest.section.plans.filter(
        number__lte=contest.plan.number, rounds__range=(2, contest.plan.rounds)
    )
    # If a round was drawn twice, the later draw counts.
    plan_of_round = {plan.rounds: plan for plan in plans.order_by("number")}
    begun = {line.round_no for line in contest.lines.all if line.is_entered}
    for round_no, plan in sorted(plan_of_round.items(), reverse=True):
        yield RoundDraw(round_no, plan.chosen_at, get_standings_round(plan), round_no in begun)


def _make_wrong_round(contest: DrawnContest, draw: RoundDraw) -> WrongRound:
    drawn = contest.rounds[draw.round_no - 1]
    # A ruling since the draw, as for a mismatch itself, made no pairing wrong.
    former_contest = contest.with_penalties_at(draw.drawn_at)
    redrawn = former_contest.draw_again(draw.round_no, draw.after_round)
    both = _collect_couples(drawn.pairings) & _collect_couples(redrawn.pairings)
    mismatches: tuple[Mismatch, ...] = ()
    if draw.has_begun and get_total_unit(contest.section.session.scoring_record) == VICTORY_POINTS:
        totals = former_contest.compute_totals(draw.after_round)
        mismatches = tuple(_MismatchFinder(contest, draw, redrawn.pairings, totals).mismatches)
    return WrongRound(
        round_no=draw.round_no,
        has_begun=draw.has_begun,
        drawn_matches=tuple(_format_matches(contest, drawn.pairings, both)),
        due_matches=tuple(_format_matches(contest, redrawn.pairings, both)),
        mismatches=mismatches,
    )


def _collect_couples(pairings: Iterable[tuple[int, int]]) -> set[frozenset[int]]:
    return set(map(frozenset, pairings))


def _format_matches(
    contest: DrawnContest,
    pairings: Iterable[tuple[int, int]],
    left_out: Collection[frozenset[int]],
) -> Iterator[str]:
    for home, away in pairings:
        if frozenset((home, away)) not in left_out:
            yield f"{contest.label_contestant(home)} – {contest.label_contestant(away)}"


class _MismatchFinder:
    """Finds the mismatches of one round, with scores and earlier compensations.

    *pairings_due* should have been drawn, by the *totals* before the round.
    """

    def __init__(
        self,
        contest: DrawnContest,
        draw: RoundDraw,
        pairings_due: Iterable[tuple[int, int]],
        totals: Mapping[int, Fraction],
    ) -> None:
        self._contest = contest
        self._round_no = draw.round_no
        drawn = contest.rounds[draw.round_no - 1]
        self._actual_opponents = _map_opponents(drawn.pairings)
        self._due_opponents = _map_opponents(pairings_due)
        self._totals = totals

    @property
    def mismatches(self) -> Iterator[Mismatch]:
        """The mismatches in the order of the standings before the round."""
        opponents = self._actual_opponents
        for number in sorted(opponents, key=lambda number: (-self._totals[number], number)):
            opponent = opponents[number]
            due_opponent = self._due_opponents.get(number)
            if due_opponent is None or due_opponent == opponent:
                continue
            totals = self._totals[opponent], self._totals[due_opponent]
            if is_mismatch(*totals, self._contest.points_per_match):
                yield self._make_mismatch(number, opponent, due_opponent)

    def _make_mismatch(self, number: int, opponent: int, due_opponent: int) -> Mismatch:
        contest = self._contest
        is_higher = self._totals[opponent] > self._totals[due_opponent]
        score = self._find_score(number, opponent)
        awards: list[Fraction | None] = [None, None]
        if score is not None:
            awards = [
                _round_to_hundredth(
                    mismatch_award(
                        score,
                        contest.points_per_match,
                        is_higher=is_higher,
                        is_at_fault=is_at_fault,
                    )
                )
                for is_at_fault in (False, True)
            ]
        ruling = self._rulings.get(number)
        compensation = f"{ruling.penalty_text}, ruling {ruling.number}" if ruling else ""
        return Mismatch(
            number=number,
            name=contest.label_contestant(number),
            opponent=opponent,
            opponent_name=contest.label_contestant(opponent),
            opponent_total=noted_text(self._totals[opponent]),
            due_name=contest.label_contestant(due_opponent),
            due_total=noted_text(self._totals[due_opponent]),
            is_higher=is_higher,
            score="" if score is None else noted_text(score),
            award=awards[0],
            fault_award=awards[1],
            compensation=compensation,
        )

    def _find_score(self, number: int, opponent: int) -> Fraction | None:
        """Return the score of *number* in its match, without a compensation for the mismatch."""
        match = self._matches.get(frozenset((number, opponent)))
        if match is None or match.is_unfinished or not match.boards:
            return None
        score = Fraction(match.seen_from(number).score[0])
        ruling = self._rulings.get(number)
        if ruling and ruling.match_key and ruling.penalty is not None:
            score += Fraction(ruling.penalty)
        return score

    @cached_property
    def _matches(self) -> Mapping[frozenset[int], TeamMatch]:
        contest = self._contest
        open_matches = {
            frozenset((line.ns, line.ew))
            for line in contest.lines.all
            if line.round_no == self._round_no and not line.is_entered
        }
        matches = {}
        for match in contest.get_ranking(len(contest.rounds)).matches:
            couple = frozenset((int(match.home), int(match.away)))
            if match.round_no == self._round_no and couple not in open_matches:
                matches[couple] = match
        return matches

    @cached_property
    def _rulings(self) -> Mapping[int, Ruling]:
        """The rulings that compensate for a mismatch of the round, by contestant."""
        rulings = self._contest.section.rulings.filter(
            law=MISMATCH_LAW.format(round_no=self._round_no), withdrawn_at__isnull=True
        )
        return {ruling.penalty_to: ruling for ruling in rulings if ruling.penalty_to}


def _map_opponents(pairings: Iterable[tuple[int, int]]) -> dict[int, int]:
    opponents = {}
    for home, away in pairings:
        opponents[home] = away
        opponents[away] = home
    return opponents


def _round_to_hundredth(points: Fraction) -> Fraction:
    """Return *points* to the hundredth, halves up: a contestant gets the better half."""
    hundredths = (points * _HUNDREDTHS + Fraction(1, 2)).__floor__()
    return Fraction(hundredths, _HUNDREDTHS)


def _format_award(award: Fraction | None) -> str:
    if not award:
        return ""
    return signed_text(award).replace("-", MINUS)


def compensate_mismatches(
    *, contest: DrawnContest, round_no: int, at_fault: Collection[int], user: User | None
) -> str:
    """Compensate the mismatches of *round_no* by rulings. Return in words what everybody got.

    Contestants *at_fault* get less by the regulation. All rulings are one act, so they are undone
    together.

    :raises DeskError: if nobody gets or loses anything
    :raises FinalError: if the results are final
    """
    section = contest.section
    with record_section_act(section=section, kind=RULING, words="", user=user) as journal:
        wrong_round = next(
            (wrong for wrong in find_wrong_rounds(contest) if wrong.round_no == round_no), None
        )
        awards = []
        for mismatch in wrong_round.mismatches if wrong_round else ():
            award = mismatch.fault_award if mismatch.number in at_fault else mismatch.award
            if mismatch.is_open and award:
                awards.append((mismatch, award))
        if not awards:
            raise DeskError(
                "mismatches-none",
                "Nobody gets or loses anything in round {round_no}. Tick who is at fault, or enter "
                "the matches first.",
                round_no=round_no,
            )
        rulings = _make_compensations(contest, round_no, awards, user)
        journal.create_all(rulings)
        # Scored last, which refuses rulings that the event's method can't score.
        score_section(section)
        texts = [f"{mismatch.name} {_format_award(award)}" for mismatch, award in awards]
        journal.words = f"Compensation for pairings of round {round_no}: {', '.join(texts)} VPs."
    return journal.words


def _make_compensations(
    contest: DrawnContest,
    round_no: int,
    awards: Iterable[tuple[Mismatch, Fraction]],
    user: User | None,
) -> list[Ruling]:
    """Return a new ruling for each award."""
    section = contest.section
    last_ruling = section.rulings.order_by("-number").first()
    last_number = last_ruling.number if last_ruling else 0
    # Pairs have no awards in a match, so theirs count in the total.
    counts_in_match = Unit.VICTORY_POINTS in list_match_units(section)
    rulings = []
    for number, (mismatch, award) in enumerate(awards, start=last_number + 1):
        amount = points_text(abs(award), 2)
        contestant = contest.describe_contestant(mismatch.number)
        ruling = Ruling(
            section=section,
            number=number,
            facts=_describe_facts(mismatch, round_no),
            law=MISMATCH_LAW.format(round_no=round_no),
            decision=f"{_format_award(award)} VPs for {contestant}.",
            # An award is a penalty below zero.
            penalty=-Decimal(amount) if award > 0 else Decimal(amount),
            penalty_unit=Unit.VICTORY_POINTS,
            penalty_to=mismatch.number,
            match_round=round_no if counts_in_match else None,
            match_against=mismatch.opponent if counts_in_match else None,
            given_by=user,
            given_at=timezone.now(),
        )
        ruling.full_clean()
        rulings.append(ruling)
    return rulings


def _describe_facts(mismatch: Mismatch, round_no: int) -> str:
    return (
        f"Round {round_no} was drawn from a wrong result. It met {mismatch.opponent_name} "
        f"({mismatch.opponent_total}) in place of {mismatch.due_name} ({mismatch.due_total})."
    )
