"""What a correction means for the round that was drawn last, as Draw, Play and Scores say it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from director.additions.contests.draws.contest import DrawnContest
from director.additions.contests.draws.options import get_standings_round
from director.additions.contests.draws.rounds import MISMATCH_LAW
from director.additions.contests.scoring.due_matches import get_reported_result
from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import (
    MatchKey,
    SectionLine,
    SectionLines,
    fetch_section_lines,
    get_match_key,
)
from director.core.night.doubts import DoubtKind
from director.models import Match, MatchVersion, Plan, Result, ResultVersion, Ruling, Section
from director.models.ruling import Unit
from scoring.errors import ScoringError
from scoring.model import MatchResult

MOVED_MARK = "MOVED"


def list_section_notices(section: Section) -> tuple[str, ...] | None:
    """Return the notices of the last draw of *section*, for a page that hasn't read its lines."""
    plan = section.plan
    if plan is None or not get_format(plan).is_drawn:
        return None
    return list_draw_notices(section, plan, fetch_section_lines(section, plan))


def list_draw_notices(
    section: Section, plan: Plan | None, lines: SectionLines
) -> tuple[str, ...] | None:
    """Return a sentence for each correction that would change the last draw of *section*.

    None if no round was drawn from results.  Two queries if the rounds of *plan* are drawn, five if
    results were entered since.
    """
    if plan is None or not get_format(plan).is_drawn or plan.rounds < 2:
        return None
    contest = DrawnContest(section, plan)
    contest.lines = lines  # the page has read them already
    return list_contest_notices(contest)


def list_contest_notices(contest: DrawnContest) -> tuple[str, ...]:
    """Return a sentence for each correction that would change the last draw of *contest*."""
    if contest.plan.rounds < 2:
        return ()
    describe_changes = (
        _describe_reversed_matches if contest.is_knockout else _describe_corrected_rounds
    )
    try:
        return tuple(describe_changes(contest))
    except ScoringError:  # the page shows this problem elsewhere
        return ()


def _describe_reversed_matches(contest: DrawnContest) -> Iterator[str]:
    """Yield a sentence for every match whose winner now isn't the team that was drawn on."""
    for round_no, drawn_team, winner in contest.knockout.overturned_matches:
        # Only the last round can be redrawn, and only until it has a result.
        is_fixed = contest.has_begun or round_no + 1 < len(contest.rounds)
        message = (
            (
                "In round {round_no}, {won} now wins, but round {next} was drawn with {drawn} and has "
                "begun. Correct the result, or choose the winner."
            )
            if is_fixed
            else (
                "In round {round_no}, {won} now wins, but round {next} was drawn with {drawn}. Redraw "
                "round {next}, or correct the result."
            )
        )
        yield message.format(
            won=contest.describe_contestant(winner),
            round_no=round_no,
            next=round_no + 1,
            drawn=contest.describe_contestant(drawn_team),
        )


@dataclass(frozen=True, slots=True)
class DrawDoubt:
    """Why the draw after a round is in doubt, in *reason* for everybody and as a short *label*.

    *has_reversed_winner*: a team that has lost since was drawn on. Otherwise a draw that can still be
    made again has used other results.
    """

    reason: str
    label: str
    has_reversed_winner: bool


def fetch_draw_doubts(section: Section, plan: Plan, lines: SectionLines) -> list[DrawDoubt]:
    """Return the doubts about the draws of *section*. The queries of :func:`list_draw_notices`.

    A Swiss round that has begun is played on, so nothing is left to settle there.
    """
    if plan.rounds < 2:
        return []
    contest = DrawnContest(section, plan)
    contest.lines = lines
    try:
        if contest.is_knockout:
            return list(_iter_reversed_winner_doubts(contest))
        return list(_iter_stale_draw_doubts(contest))
    except ScoringError:  # the page shows this problem elsewhere
        return []


def _iter_reversed_winner_doubts(contest: DrawnContest) -> Iterator[DrawDoubt]:
    for round_no, drawn_team, winner in contest.knockout.overturned_matches:
        won, drawn = contest.describe_contestant(winner), contest.describe_contestant(drawn_team)
        yield DrawDoubt(
            f"In round {round_no}, {won} now wins, but round {round_no + 1} was drawn with {drawn}.",
            f"Round {round_no}: {won} now wins, not {drawn}",
            has_reversed_winner=True,
        )


def _iter_stale_draw_doubts(contest: DrawnContest) -> Iterator[DrawDoubt]:
    draw = get_last_draw(contest)
    if draw.has_begun:
        return
    for round_no in sorted(fetch_changed_rounds(contest, draw, contest.lines.all)):
        reason = (
            "The results of round {round_no} have changed since round {drawn} was drawn.".format(
                round_no=round_no, drawn=draw.round_no
            )
        )
        label = f"Round {round_no}: {DoubtKind.STALE_DRAW.value}"
        yield DrawDoubt(reason, label, has_reversed_winner=False)


def _describe_corrected_rounds(contest: DrawnContest) -> Iterator[str]:
    """Yield a sentence for every round that counted for a Swiss draw and has changed since."""
    draw = get_last_draw(contest)
    last_round = draw.round_no
    if contest.is_second_game(last_round):
        return
    if draw.has_begun:
        correction_message = (
            "The results of round {round_no} have changed since round {drawn} was drawn. It has "
            "begun, so play on."
        )
        penalty_message = (
            "Round {drawn} was drawn before a penalty was given or withdrawn. It has begun, so "
            "play on."
        )
    else:
        correction_message = (
            "The results of round {round_no} have changed since round {drawn} was drawn. Redraw "
            "it, or play on."
        )
        penalty_message = (
            "Round {drawn} was drawn before a penalty was given or withdrawn. Redraw it, or play "
            "on."
        )
    for round_no in sorted(fetch_changed_rounds(contest, draw, contest.lines.all)):
        yield correction_message.format(drawn=last_round, round_no=round_no)
    given_since = Q(given_at__gt=draw.drawn_at, withdrawn_at__isnull=True)
    withdrawn_since = Q(given_at__lte=draw.drawn_at, withdrawn_at__gt=draw.drawn_at)
    penalties = Ruling.objects.filter(
        section__session=contest.section.session_id, penalty__isnull=False
    )
    # What is given in later matches, or for the round itself, didn't count for its draw.
    penalties = penalties.exclude(match_round__gt=draw.after_round).exclude(
        law=MISMATCH_LAW.format(round_no=last_round)
    )
    if penalties.filter(given_since | withdrawn_since).exists():
        yield penalty_message.format(drawn=last_round)


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """The draw of a round: when it was made, and the last round whose results it counted."""

    round_no: int
    drawn_at: datetime
    after_round: int
    has_begun: bool


def get_last_draw(contest: DrawnContest) -> RoundDraw:
    """Return the last draw of *contest*."""
    plan = contest.plan
    return RoundDraw(plan.rounds, plan.chosen_at, get_standings_round(plan), contest.has_begun)


def fetch_changed_rounds(
    contest: DrawnContest, draw: RoundDraw, lines: Iterable[SectionLine]
) -> set[int]:
    """Return the rounds that counted for *draw* and have changed since, by *lines* and matches."""
    if contest.is_second_game(draw.round_no):  # whatever the first games gave, they are repeated
        return set()
    counted_rounds = range(1, draw.after_round + 1)
    typed_matches = _fetch_typed_matches(contest, draw, counted_rounds)
    typed_keys = {match.key for match in typed_matches if match.is_counted_without_boards}
    rounds = {match.round_no for match in typed_matches if match.is_changed}
    # A board of a match that had a typed result changes nothing before all of them count.
    counted_lines = [
        line
        for line in lines
        if line.result
        and line.round_no in counted_rounds
        and get_match_key(line, contest.plan) not in typed_keys
    ]
    for line in _fetch_changed_lines(draw, counted_lines):
        rounds.add(line.round_no or 0)
    return rounds


@dataclass(frozen=True, slots=True)
class _TypedMatch:
    """A match that has or had a typed result, or is or was void.

    If *is_counted_without_boards*, the draw used a typed result, so its boards alone change nothing.
    """

    key: MatchKey
    is_counted_without_boards: bool
    is_changed: bool

    @property
    def round_no(self) -> int:
        return self.key[0]


def _fetch_typed_matches(
    contest: DrawnContest, draw: RoundDraw, rounds: Collection[int]
) -> list[_TypedMatch]:
    """Return the matches of *rounds* that have or had a typed result, or are or were void.

    A result that the draw didn't have counts as a change only until the round has begun.
    """
    stored_matches = [
        match
        for match in contest.lines.stored_matches.values()
        if match.version and match.round_no in rounds
    ]
    if not stored_matches:
        return []
    drawn_matches = _fetch_drawn_matches_by_id(draw, stored_matches)
    board_results_by_key: dict[MatchKey, dict[str, MatchResult]] = {}
    complete_keys = _collect_complete_keys(contest)
    # Scoring the whole contest is worth it only for a typed match that has all its boards too.
    if any((match.round_no, match.home, match.away) in complete_keys for match in stored_matches):
        board_results_by_key = _compute_board_results_by_key(contest, complete_keys)
    typed_matches = []
    for match in stored_matches:
        key = (match.round_no, match.home, match.away)
        drawn_match = drawn_matches.get(match.pk)
        was_void = drawn_match is not None and drawn_match.is_void
        if was_void or match.is_void:
            is_changed = was_void != match.is_void
            typed_matches.append(_TypedMatch(key, True, is_changed))
            continue
        drawn_result = get_reported_result(drawn_match) if drawn_match else None
        result = get_reported_result(match)
        if drawn_result is None:
            is_changed = (
                result is not None and not draw.has_begun and key not in board_results_by_key
            )
        elif key in board_results_by_key:
            is_changed = not _is_same_result(
                drawn_result, board_results_by_key[key].get(drawn_result.unit)
            )
        else:
            is_changed = not _is_same_result(drawn_result, result)
        typed_matches.append(_TypedMatch(key, drawn_result is not None, is_changed))
    return typed_matches


def _fetch_drawn_matches_by_id(
    draw: RoundDraw, matches: Iterable[Match]
) -> dict[int, Match | MatchVersion]:
    """Return what was stored about each match at the time of *draw*, by its key."""
    drawn_at = draw.drawn_at
    drawn_matches_by_id: dict[int, Match | MatchVersion] = {}
    changed_ids = []
    for match in matches:
        if match.entered_at is None or match.entered_at <= drawn_at:
            drawn_matches_by_id[match.pk] = match
        else:
            changed_ids.append(match.pk)
    if changed_ids:  # this saves a query
        is_before = Q(entered_at__lte=drawn_at) | Q(entered_at__isnull=True)
        versions = MatchVersion.objects.filter(
            is_before, match__in=changed_ids, replaced_at__gt=drawn_at
        )
        for version in versions:
            drawn_matches_by_id[version.match_id] = version
    return drawn_matches_by_id


def _collect_complete_keys(contest: DrawnContest) -> set[MatchKey]:
    """Return the matches whose boards are all entered."""
    entered_lines = [line for line in contest.lines.all if line.result and line.is_entered]
    if not entered_lines:  # as where all matches are typed
        return set()
    incomplete_lines = [
        line for line in contest.lines.all if line.is_settled or not line.is_entered
    ]
    keys, incomplete_keys = (
        {get_match_key(line, contest.plan) for line in lines}
        for lines in (entered_lines, incomplete_lines)
    )
    return keys - incomplete_keys


def _compute_board_results_by_key(
    contest: DrawnContest, keys: Collection[MatchKey]
) -> dict[MatchKey, dict[str, MatchResult]]:
    """Return the results of the matches with *keys* by their boards, in each unit."""
    results_by_key: dict[MatchKey, dict[str, MatchResult]] = {}
    for match in contest.get_ranking(len(contest.rounds)).matches:
        key = (match.round_no or 0, int(match.home), int(match.away))
        if key in keys:
            home, away = match.points
            results_by_key[key] = {
                Unit.IMPS: MatchResult(Unit.IMPS, max(home, 0), max(away, 0)),
                Unit.MATCHPOINTS: MatchResult(Unit.MATCHPOINTS, home, away),
                Unit.VICTORY_POINTS: MatchResult(Unit.VICTORY_POINTS, *match.score),
            }
    return results_by_key


def _is_same_result(drawn_result: MatchResult, result: MatchResult | None) -> bool:
    """Return whether *result* counts as *drawn_result* did. Of IMPs only the difference counts."""
    if result is None or drawn_result.unit != result.unit:
        return False
    if drawn_result.unit == Unit.IMPS:
        return drawn_result.home - drawn_result.away == result.home - result.away
    return (drawn_result.home, drawn_result.away) == (result.home, result.away)


def _fetch_changed_lines(draw: RoundDraw, lines: Iterable[SectionLine]) -> list[SectionLine]:
    """Return the *lines* that had another result, or none, at the time of *draw*.

    A line without a result then counts only until the round has begun: afterwards it is too late to
    draw it again.
    """
    drawn_at = draw.drawn_at
    lines_by_result = {}
    corrected_ids = []
    for line in lines:
        if line.result is None:
            continue
        lines_by_result[line.result.pk] = line
        if line.result.version > 1:
            corrected_ids.append(line.result.pk)
    drawn_versions_by_result = {}
    if corrected_ids:  # this saves a query
        versions = ResultVersion.objects.filter(
            result__in=corrected_ids, entered_at__lte=drawn_at, replaced_at__gt=drawn_at
        )
        drawn_versions_by_result = {version.result_id: version for version in versions}
    changed_lines = []
    if not draw.has_begun:
        late_results = Result.objects.filter(pk__in=lines_by_result, entered_at__gt=drawn_at)
        for pk in late_results.values_list("pk", flat=True):
            had_result = pk in drawn_versions_by_result and drawn_versions_by_result[pk].text
            if not had_result and lines_by_result[pk].text:
                changed_lines.append(lines_by_result[pk])
    for pk, drawn_version in drawn_versions_by_result.items():
        if drawn_version.text and not _has_same_score(drawn_version, lines_by_result[pk]):
            changed_lines.append(lines_by_result[pk])
    return changed_lines


def _has_same_score(previous_version: ResultVersion, line: SectionLine) -> bool:
    """Return whether *line* still has the text or the score of its *previous_version*."""
    if previous_version.text == line.text:
        return True
    # With points moved by hand the same score gives other points.
    if MOVED_MARK in previous_version.text or MOVED_MARK in line.text:
        return False
    return line.ns_score is not None and previous_version.ns_score == line.ns_score
