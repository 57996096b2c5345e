"""What a correction means for the round that was drawn last, as Draw, Play and Scores say it."""

from collections.abc import Iterable, Iterator

from django.db.models import Q

from director.boards.movement.lines.read import SectionLine, SectionLines
from director.boards.movement.rounds import is_drawn, standings_after
from director.boards.play.draws.read import DrawnContest
from director.boards.play.draws.sentences import DrawSentences
from director.models import Plan, Result, ResultVersion, Ruling, Section
from scoring import ScoringError

MOVED = "MOVED"


def draw_notices(
    section: Section, plan: Plan | None, lines: SectionLines
) -> tuple[str, ...] | None:
    """Return a sentence for each correction that would change the last draw of *section*.

    None if no round was drawn from results.  One query if the rounds of *plan* are drawn, three if
    results were entered since.
    """
    if plan is None or not is_drawn(plan.key) or plan.rounds < 2:
        return None
    contest = DrawnContest(section, plan)
    contest.lines = lines  # the page has read them already
    find_notices = _reversed_matches if contest.is_knockout else _corrected_rounds
    try:
        return tuple(find_notices(contest))
    except ScoringError:  # the page shows this problem elsewhere
        return ()


def _reversed_matches(contest: DrawnContest) -> Iterator[str]:
    """Yield a sentence for every match whose winner now isn't the team that was drawn on."""
    for round_no, drawn, winner in contest.knockout.reversed:
        # Only the last round can be redrawn, and only until it has a result.
        is_fixed = contest.has_begun or round_no + 1 < len(contest.rounds)
        sentence = DrawSentences.DRAW_REVERSED_BEGUN if is_fixed else DrawSentences.DRAW_REVERSED
        yield sentence.says(
            won=contest.who(winner),
            round_no=round_no,
            next=round_no + 1,
            drawn=contest.who(drawn),
        )


def _corrected_rounds(contest: DrawnContest) -> Iterator[str]:
    """Yield a sentence for every round that counted for a Swiss draw and has changed since."""
    last_round = contest.plan.rounds
    if contest.has_begun:
        corrected = DrawSentences.DRAW_CORRECTED_BEGUN
        penalized = DrawSentences.DRAW_PENALIZED_BEGUN
    else:
        corrected = DrawSentences.DRAW_CORRECTED
        penalized = DrawSentences.DRAW_PENALIZED
    counted_rounds = range(1, standings_after(contest.plan) + 1)
    counted_lines = [line for line in contest.lines.all if line.round_no in counted_rounds]
    changed_lines = _changed_lines(contest, counted_lines)
    for round_no in sorted({line.round_no or 0 for line in changed_lines}):
        yield corrected.says(drawn=last_round, round_no=round_no)
    drawn_at = contest.plan.chosen_at
    given_since = Q(given_at__gt=drawn_at, withdrawn_at__isnull=True)
    withdrawn_since = Q(given_at__lte=drawn_at, withdrawn_at__gt=drawn_at)
    penalties = Ruling.objects.filter(
        section__session=contest.section.session_id, penalty__isnull=False
    )
    if penalties.filter(given_since | withdrawn_since).exists():
        yield penalized.says(drawn=last_round)


def _changed_lines(contest: DrawnContest, lines: Iterable[SectionLine]) -> list[SectionLine]:
    """Return the *lines* that had another result, or none, when the last round was drawn.

    A line without a result then counts only until the round has begun: afterwards it is too late to
    draw it again.
    """
    drawn_at = contest.plan.chosen_at
    line_by_result = {}
    corrected = []
    for line in lines:
        if line.result is None:
            continue
        line_by_result[line.result.pk] = line
        if line.result.version > 1:
            corrected.append(line.result.pk)
    former_versions = {}
    if corrected:  # this saves a query
        versions = ResultVersion.objects.filter(
            result__in=corrected, entered_at__lte=drawn_at, replaced_at__gt=drawn_at
        )
        former_versions = {version.result_id: version for version in versions}
    changed_lines = []
    if not contest.has_begun:
        late_results = Result.objects.filter(pk__in=line_by_result, entered_at__gt=drawn_at)
        for pk in late_results.values_list("pk", flat=True):
            had_result = pk in former_versions and former_versions[pk].text
            if not had_result and line_by_result[pk].text:
                changed_lines.append(line_by_result[pk])
    for pk, former in former_versions.items():
        if former.text and not _is_same(former, line_by_result[pk]):
            changed_lines.append(line_by_result[pk])
    return changed_lines


def _is_same(former: ResultVersion, line: SectionLine) -> bool:
    """Return whether *line* still has the text or the score of its *former* version."""
    if former.text == line.text:
        return True
    # With points moved by hand the same score gives other points.
    if MOVED in former.text or MOVED in line.text:
        return False
    return line.ns_score is not None and former.ns_score == line.ns_score
