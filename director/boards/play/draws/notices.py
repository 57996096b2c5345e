"""What a correction means for the round that is drawn: said at Draw, Play and Scores."""

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

    ``None`` where no round was drawn from results.
    A query more where the rounds of *plan* are drawn, and two where results were entered since.
    """
    if plan is None or not is_drawn(plan.key) or plan.rounds < 2:
        return None
    contest = DrawnContest(section, plan)
    contest.lines = lines
    try:
        return tuple(
            _reversed_matches(contest) if contest.is_knockout else _corrected_rounds(contest)
        )
    except ScoringError:  # the page says so itself
        return ()


def _reversed_matches(contest: DrawnContest) -> Iterator[str]:
    """Yield a sentence for every match that another team has won by now than was drawn on."""
    for round_no, drawn, won in contest.knockout.reversed:
        is_fixed = contest.has_begun or round_no + 1 < len(contest.rounds)
        said = DrawSentences.DRAW_REVERSED_BEGUN if is_fixed else DrawSentences.DRAW_REVERSED
        yield said.says(
            won=contest.who(won), round_no=round_no, next=round_no + 1, drawn=contest.who(drawn)
        )


def _corrected_rounds(contest: DrawnContest) -> Iterator[str]:
    """Yield a sentence for every round that counted for the draw of a Swiss and has another result by now."""
    last = contest.plan.rounds
    said = DrawSentences.DRAW_CORRECTED_BEGUN if contest.has_begun else DrawSentences.DRAW_CORRECTED
    counted = [
        line
        for line in contest.lines.all
        if line.round_no and line.round_no <= standings_after(contest.plan)
    ]
    for round_no in sorted({line.round_no or 0 for line in _changed_lines(contest, counted)}):
        yield said.says(drawn=last, round_no=round_no)
    at = contest.plan.chosen_at
    since = Ruling.objects.filter(
        section__session=contest.section.session_id, penalty__isnull=False
    ).filter(
        Q(given_at__gt=at, withdrawn_at__isnull=True) | Q(given_at__lte=at, withdrawn_at__gt=at)
    )
    if since.exists():
        yield (
            DrawSentences.DRAW_PENALIZED_BEGUN
            if contest.has_begun
            else DrawSentences.DRAW_PENALIZED
        ).says(drawn=last)


def _changed_lines(contest: DrawnContest, lines: Iterable[SectionLine]) -> list[SectionLine]:
    """Return those of *lines* that had another result, or none, when the last round was drawn.

    None counts only until that round has begun: it is then too late to draw it again.
    """
    at = contest.plan.chosen_at
    entered = {line.result.pk: line for line in lines if line.result is not None}
    corrected = [
        pk for pk, line in entered.items() if line.result is not None and line.result.version > 1
    ]
    versions = ResultVersion.objects.filter(
        result__in=corrected, entered_at__lte=at, replaced_at__gt=at
    )
    then = {was.result_id: was for was in versions} if corrected else {}
    late = Result.objects.filter(pk__in=entered, entered_at__gt=at).values_list("pk", flat=True)
    if contest.has_begun:
        late_lines = []
    else:
        late_lines = [entered[pk] for pk in late if pk not in then or not then[pk].text]
    return [line for line in late_lines if line.text] + [
        entered[pk] for pk, was in then.items() if was.text and not _is_same(was, entered[pk])
    ]


def _is_same(was: ResultVersion, now: SectionLine) -> bool:
    """Return whether a line had the same text or score before, and no points moved by hand then or now."""
    is_moved = MOVED in f"{was.text} {now.text}"
    return was.text == now.text or (
        not is_moved and now.ns_score is not None and was.ns_score == now.ns_score
    )
