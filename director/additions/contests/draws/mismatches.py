"""Wrong pairings of a Swiss: matches drawn from a wrong result, and the compensation for them.

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
from director.additions.contests.draws.notices import RoundDraw, fetch_changed_rounds
from director.additions.contests.draws.options import get_standings_round
from director.additions.contests.draws.rounds import MISMATCH_LAW
from director.boards.play.results.acts import record_section_act
from director.boards.scoring.scored import score_section
from director.boards.scoring.units import VICTORY_POINTS, get_total_unit, list_match_units
from director.core.base.act_kinds import ActKind
from director.errors import DeskError
from director.models import Ruling
from director.models.ruling import Unit
from director.sheets import MINUS
from scoring.display import format_for_note, format_rounded
from scoring.laws.remedies import compute_mismatch_award, is_mismatch
from scoring.model import TeamMatch
from scoring.totals.ranking import format_signed

_HUNDREDTHS = 100
"""Victory points have two decimals at most, and so have awards."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A contestant with a wrong opponent. Totals are those before the round."""

    number: int
    name: str
    opponent_no: int
    opponent_name: str
    opponent_total: str
    due_name: str  # of the opponent in a draw by the corrected results
    due_total: str
    is_higher: bool  # whether the actual opponent had more than the due one
    score: str  # its own score in the match, "" before the match is over
    award: Fraction | None  # what it gets if it isn't at fault, None before the match is over
    fault_award: Fraction | None  # what it gets if it is at fault
    compensation: str = ""  # what a ruling has given it already

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
    """A round drawn from wrong results. Matches that a new draw has too are left out."""

    round_no: int
    has_begun: bool
    drawn_matches: tuple[str, ...]
    due_matches: tuple[str, ...]  # of a draw by the corrected results
    mismatches: tuple[Mismatch, ...]

    @property
    def can_compensate(self) -> bool:
        """Whether anybody can be compensated now."""
        return any(mismatch.is_open for mismatch in self.mismatches)

    @property
    def has_unfinished_matches(self) -> bool:
        """Whether a match isn't over whose contestants may be compensated."""
        return any(mismatch.award is None for mismatch in self.mismatches)


def list_wrong_rounds(contest: DrawnContest) -> tuple[WrongRound, ...]:
    """Return the rounds of *contest* that were drawn from results corrected since, latest first.

    It costs no query unless a result was ever corrected.
    """
    if contest.is_knockout or contest.is_redraw or not _has_corrections(contest):
        return ()
    # A result that a ruling has changed is no reason for a compensation.
    lines = [line for line in contest.lines.all if not line.covered_result]
    rounds = [
        _make_wrong_round(contest, draw)
        for draw in _fetch_draws(contest)
        if fetch_changed_rounds(contest, draw, lines)
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
    plans_by_round = {plan.rounds: plan for plan in plans.order_by("number")}
    begun_rounds = {line.round_no for line in contest.lines.all if line.is_entered}
    for round_no, plan in sorted(plans_by_round.items(), reverse=True):
        yield RoundDraw(
            round_no, plan.chosen_at, get_standings_round(plan), round_no in begun_rounds
        )


def _make_wrong_round(contest: DrawnContest, draw: RoundDraw) -> WrongRound:
    drawn_round = contest.rounds[draw.round_no - 1]
    # A ruling since the draw, as for a mismatch itself, made no pairing wrong.
    contest_at_draw = contest.with_penalties_at(draw.drawn_at)
    redraw = contest_at_draw.redraw_round(draw.round_no, draw.after_round)
    common_couples = _collect_couples(drawn_round.pairings) & _collect_couples(redraw.pairings)
    mismatches: tuple[Mismatch, ...] = ()
    if draw.has_begun and get_total_unit(contest.section.session.scoring_record) == VICTORY_POINTS:
        totals_by_number = contest_at_draw.compute_totals_by_number(draw.after_round)
        mismatches = tuple(
            _MismatchFinder(contest, draw, redraw.pairings, totals_by_number).mismatches
        )
    return WrongRound(
        round_no=draw.round_no,
        has_begun=draw.has_begun,
        drawn_matches=tuple(_format_matches(contest, drawn_round.pairings, common_couples)),
        due_matches=tuple(_format_matches(contest, redraw.pairings, common_couples)),
        mismatches=mismatches,
    )


def _collect_couples(pairings: Iterable[tuple[int, int]]) -> set[frozenset[int]]:
    return set(map(frozenset, pairings))


def _format_matches(
    contest: DrawnContest,
    pairings: Iterable[tuple[int, int]],
    excluded_couples: Collection[frozenset[int]],
) -> Iterator[str]:
    for home, away in pairings:
        if frozenset((home, away)) not in excluded_couples:
            yield f"{contest.label_contestant(home)} – {contest.label_contestant(away)}"


class _MismatchFinder:
    """Finds the mismatches of one round, with scores and previous compensations.

    *due_pairings* should have been drawn, by the totals before the round.
    """

    def __init__(
        self,
        contest: DrawnContest,
        draw: RoundDraw,
        due_pairings: Iterable[tuple[int, int]],
        totals_by_number: Mapping[int, Fraction],
    ) -> None:
        self._contest = contest
        self._round_no = draw.round_no
        drawn_round = contest.rounds[draw.round_no - 1]
        self._opponents_by_number = _get_opponents_by_number(drawn_round.pairings)
        self._due_opponents_by_number = _get_opponents_by_number(due_pairings)
        self._totals_by_number = totals_by_number

    @property
    def mismatches(self) -> Iterator[Mismatch]:
        """The mismatches in the order of the standings before the round."""
        opponents_by_number = self._opponents_by_number
        for number in sorted(
            opponents_by_number, key=lambda number: (-self._totals_by_number[number], number)
        ):
            opponent = opponents_by_number[number]
            due_opponent = self._due_opponents_by_number.get(number)
            if due_opponent is None or due_opponent == opponent:
                continue
            totals = self._totals_by_number[opponent], self._totals_by_number[due_opponent]
            if is_mismatch(*totals, self._contest.points_per_match):
                yield self._make_mismatch(number, opponent, due_opponent)

    def _make_mismatch(self, number: int, opponent: int, due_opponent: int) -> Mismatch:
        contest = self._contest
        is_higher = self._totals_by_number[opponent] > self._totals_by_number[due_opponent]
        score = self._find_score(number, opponent)
        award: Fraction | None = None
        fault_award: Fraction | None = None
        if score is not None:
            award = self._compute_award(score, is_higher=is_higher, is_at_fault=False)
            fault_award = self._compute_award(score, is_higher=is_higher, is_at_fault=True)
        ruling = self._rulings_by_number.get(number)
        compensation = f"{ruling.penalty_description}, ruling {ruling.number}" if ruling else ""
        return Mismatch(
            number=number,
            name=contest.label_contestant(number),
            opponent_no=opponent,
            opponent_name=contest.label_contestant(opponent),
            opponent_total=format_for_note(self._totals_by_number[opponent]),
            due_name=contest.label_contestant(due_opponent),
            due_total=format_for_note(self._totals_by_number[due_opponent]),
            is_higher=is_higher,
            score="" if score is None else format_for_note(score),
            award=award,
            fault_award=fault_award,
            compensation=compensation,
        )

    def _compute_award(self, score: Fraction, *, is_higher: bool, is_at_fault: bool) -> Fraction:
        award = compute_mismatch_award(
            score,
            self._contest.points_per_match,
            is_higher=is_higher,
            is_at_fault=is_at_fault,
        )
        return _round_to_hundredth(award)

    def _find_score(self, number: int, opponent: int) -> Fraction | None:
        """Return the score of *number* in its match, without a compensation for the mismatch."""
        match = self._matches_by_couple.get(frozenset((number, opponent)))
        if match is None or match.is_unfinished or not match.board_count:
            return None
        score = Fraction(match.view_from_team(number).score[0])
        ruling = self._rulings_by_number.get(number)
        if ruling and ruling.match_key and ruling.penalty is not None:
            score += Fraction(ruling.penalty)
        return score

    @cached_property
    def _matches_by_couple(self) -> Mapping[frozenset[int], TeamMatch]:
        contest = self._contest
        open_couples = {
            frozenset((line.ns, line.ew))
            for line in contest.lines.all
            if line.round_no == self._round_no and not line.is_entered
        }
        matches_by_couple = {}
        for match in contest.get_ranking(len(contest.rounds)).matches:
            couple = frozenset((int(match.home), int(match.away)))
            if match.round_no == self._round_no and couple not in open_couples:
                matches_by_couple[couple] = match
        return matches_by_couple

    @cached_property
    def _rulings_by_number(self) -> Mapping[int, Ruling]:
        """The rulings that compensate for a mismatch of the round, by contestant."""
        rulings = self._contest.section.rulings.filter(
            law=MISMATCH_LAW.format(round_no=self._round_no), withdrawn_at__isnull=True
        )
        return {ruling.penalty_to: ruling for ruling in rulings if ruling.penalty_to}


def _get_opponents_by_number(pairings: Iterable[tuple[int, int]]) -> dict[int, int]:
    opponents_by_number = {}
    for home, away in pairings:
        opponents_by_number[home] = away
        opponents_by_number[away] = home
    return opponents_by_number


def _round_to_hundredth(points: Fraction) -> Fraction:
    """Return *points* to the hundredth, halves up: a contestant gets the better half."""
    hundredths = (points * _HUNDREDTHS + Fraction(1, 2)).__floor__()
    return Fraction(hundredths, _HUNDREDTHS)


def _format_award(award: Fraction | None) -> str:
    if not award:
        return ""
    return format_signed(award).replace("-", MINUS)


def compensate_mismatches(
    *, contest: DrawnContest, round_no: int, numbers_at_fault: Collection[int], user: User | None
) -> str:
    """Compensate the mismatches of *round_no* by rulings, and return a sentence on the amounts.

    Contestants with *numbers_at_fault* get less by the regulation. All rulings are one act, so they
    are undone together.

    :raises DeskError: if nobody gets or loses anything
    :raises FinalError: if the results are final
    """
    section = contest.section
    with record_section_act(section=section, kind=ActKind.RULING, message="", user=user) as journal:
        awards = []
        for wrong_round in list_wrong_rounds(contest):
            if wrong_round.round_no != round_no:
                continue
            for mismatch in wrong_round.mismatches:
                is_at_fault = mismatch.number in numbers_at_fault
                award = mismatch.fault_award if is_at_fault else mismatch.award
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
        award_texts = [f"{mismatch.name} {_format_award(award)}" for mismatch, award in awards]
        journal.message = (
            f"Compensation for pairings of round {round_no}: {', '.join(award_texts)} VPs."
        )
    return journal.message


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
    is_in_match = Unit.VICTORY_POINTS in list_match_units(section)
    rulings = []
    for number, (mismatch, award) in enumerate(awards, start=last_number + 1):
        amount = format_rounded(abs(award), 2)
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
            match_round=round_no if is_in_match else None,
            match_against=mismatch.opponent_no if is_in_match else None,
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
