"""Doubts about results: disputed, void or drawn from old results, and results that look wrong.

Results, Publish, the pages and files of visitors and everything that is sent show the open doubts of
an event. The kind of event adds doubts about missing results.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from statistics import median_low

from django.urls import reverse

from director.boards.movement.formats import get_format
from director.boards.movement.lines.entries import parse_line_entry
from director.boards.movement.lines.section_lines import SectionLine, SectionLines
from director.boards.movement.sections import fetch_event_fields
from director.boards.play.hooks import RULING_DESK
from director.boards.play.table_words import count_disputed_lines
from director.boards.scoring.deals import iter_far_off_lines
from director.boards.scoring.standings.sheets import SessionResults
from director.core.base.address import find_url
from director.core.night.doubts import DoubtKind, OpenDoubt
from director.models import Event, Plan, Section, TableWord
from scoring.bridge.contracts import get_duplicate_game
from scoring.hands.makeable import MakeableTricks


def list_event_doubts(event: Event) -> list[OpenDoubt]:
    """Return the open doubts of all sections of *event*.

    An imported event was settled where it was played.
    """
    if event.source:
        return []
    doubts: list[OpenDoubt] = []
    for scoring_field in fetch_event_fields(event):
        for section in scoring_field.sections:
            doubts += list_section_doubts(section)
    return doubts


def list_public_doubts(sessions: Iterable[SessionResults]) -> list[OpenDoubt]:
    """Return the open doubts about *sessions* for everybody who reads the results.

    Disputes are left out: an entry of a table isn't counted as a change of a page, so a
    cached page would go on showing it.
    """
    doubts: list[OpenDoubt] = []
    for session_results in sessions:
        if not session_results.scoring_field.event.source:
            doubts += session_results.compute_once(
                "doubts", partial(_list_stored_doubts_of_field, session_results)
            )
    return doubts


def _list_stored_doubts_of_field(session_results: SessionResults) -> list[OpenDoubt]:
    doubts: list[OpenDoubt] = []
    for section in session_results.scoring_field.sections:
        doubts += _list_stored_doubts(
            section, session_results.plan_by_section.get(section.pk), session_results
        )
    return doubts


def list_section_doubts(
    section: Section, session_results: SessionResults | None = None
) -> list[OpenDoubt]:
    """Return the open doubts of *section*.

    With the *session_results* of its session, doubts about stored results are found only once.
    """
    if session_results is None:
        stored_doubts = _list_stored_doubts(section, section.plan, None)
    else:
        find_stored = partial(
            _list_stored_doubts,
            section,
            session_results.plan_by_section.get(section.pk),
            session_results,
        )
        stored_doubts = session_results.compute_once(("doubts", section.pk), find_stored)
    return [*stored_doubts, *_iter_disputes(section)]


def _list_stored_doubts(
    section: Section, plan: Plan | None, session_results: SessionResults | None
) -> list[OpenDoubt]:
    """Return the doubts of *section* that follow from stored results and matches."""
    if plan is None:
        return []
    doubts = [*get_format(plan).iter_stored_doubts(section, plan, session_results)]
    if count := RULING_DESK.answers.count_unsettled_problems(section, plan, session_results):
        address = find_url("session_irregularities", section.ref)
        text = f"{count} off schedule to settle"
        doubts.append(make_doubt(section, DoubtKind.OFF_SCHEDULE, text, "Settle problems", address))
    return doubts


def _has_open_entries(section: Section) -> bool:
    """Return whether a table of *section* sent a possible dispute. One query."""
    open_entries = TableWord.objects.filter(access__section=section, dropped_at__isnull=True)
    return open_entries.filter(kind=TableWord.Kind.RESULT, version__isnull=True).exists()


def _iter_disputes(section: Section) -> Iterator[OpenDoubt]:
    if not _has_open_entries(section):  # as nearly always
        return
    if count := count_disputed_lines(section):
        text = f"{count} result{'s' if count > 1 else ''} disputed"
        address = reverse("session_play", args=[section])
        yield make_doubt(section, DoubtKind.DISPUTED, text, "Settle disputes", address)


def make_doubt(section: Section, kind: DoubtKind, text: str, name: str, address: str) -> OpenDoubt:
    """Return the doubt described by the short *text*, to be settled at *address*, a page *name*."""
    sentence = f"{get_section_prefix(section)}{text}."
    return OpenDoubt(kind=kind, message=sentence, label=text, name=name, address=address)


def get_section_prefix(section: Section) -> str:
    """Return "Section B: " for a sentence, or "" if the event has one section."""
    return "" if section.is_alone else f"Section {section.letter}: "


# Results that look wrong: *odd* ones, and *turned* ones with the score on the wrong side.
#
# Neither rule needs an opinion about bidding. They flag a result; what counts stays as it is.
#
# On a board with at least three other scores a result is odd if it is both far from the median of
# the others and alone, with no other score near it.  A slam that only one table bids, or a game that
# goes down once, isn't odd; a score entered for the wrong side mostly is.
#
# A result is turned if every other table has its score on the other side, at least one of them has
# the opposite score, and one of these, where contracts are known, the same denomination.


MIN_OTHER_SCORES = 3
"""A result is flagged only if its board has this number of other scores."""


@dataclass(frozen=True, slots=True)
class OddityLimits:
    """The least distances of an odd score from the median and from each other score."""

    from_median: int
    from_others: int


ODDITY_LIMITS = {
    "bridge": OddityLimits(from_median=800, from_others=500),
    "whist": OddityLimits(from_median=5, from_others=3),
    "auction": OddityLimits(from_median=400, from_others=250),
}


def detect_odd_lines(
    lines: SectionLines, game: str, makeable_by_board: Mapping[int, MakeableTricks] | None = None
) -> set[SectionLine]:
    """Return the odd lines of a section.

    With *makeable_by_board*, a result far from the makeable tricks is odd too, even if no other
    table has played the board.
    """
    odd_lines = set(lines.compute_once(("odd", game), partial(_detect_odd_scores, game=game)))
    if makeable_by_board:
        odd_lines.update(iter_far_off_lines(lines, game, makeable_by_board))
    return odd_lines


def _detect_odd_scores(lines: SectionLines, game: str) -> set[SectionLine]:
    odd_lines: set[SectionLine] = set()
    for board_no in lines.boards:
        for deal_lines in lines.split_by_deal(lines.get_board_lines(board_no)):
            odd_lines |= detect_odd_board_lines(deal_lines, game)
    return odd_lines


def detect_odd_board_lines(lines: Iterable[SectionLine], game: str) -> set[SectionLine]:
    """Return the *lines* of one board whose score is odd. Artificial scores are ignored."""
    scores_by_line = _collect_scores(lines)
    scores = list(scores_by_line.values())
    limits = ODDITY_LIMITS[get_duplicate_game(game).family]
    odd_scores = set()
    for score in set(scores):
        other_scores = scores.copy()
        other_scores.remove(score)  # one of them, since another table may have the same
        if is_odd(score, other_scores, limits):
            odd_scores.add(score)
    return {line for line, score in scores_by_line.items() if score in odd_scores}


def _collect_scores(lines: Iterable[SectionLine]) -> dict[SectionLine, int]:
    return {line: line.ns_score for line in lines if line.is_entered and line.ns_score is not None}


def is_odd(score: int, other_scores: list[int], limits: OddityLimits) -> bool:
    """Return whether *score* is far from the middle of *other_scores* and alone.

    >>> bridge = ODDITY_LIMITS["bridge"]
    >>> is_odd(-500, [620, 600, 620, 200], bridge), is_odd(1430, [680, 680, 650], bridge)
    (True, False)
    >>> is_odd(-500, [620, 600, 620, -800], bridge), is_odd(-500, [620, 600], bridge)
    (False, False)
    """
    if len(other_scores) < MIN_OTHER_SCORES:
        return False
    is_far = abs(score - median_low(other_scores)) >= limits.from_median
    return is_far and all(
        abs(score - other_score) >= limits.from_others for other_score in other_scores
    )


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """Limits for a turned score.

    *opposite_sum* is the sum of a score and its opposite, and *min_difference* the least difference
    of both: small scores occur on either side. Scores that differ by *tolerance* or less count as
    the same.
    """

    opposite_sum: int
    min_difference: int
    tolerance: int


TURN_LIMITS = {
    "bridge": TurnLimits(opposite_sum=0, min_difference=200, tolerance=30),
    "whist": TurnLimits(opposite_sum=13, min_difference=5, tolerance=1),
    "auction": TurnLimits(opposite_sum=0, min_difference=150, tolerance=20),
}


def detect_turned_lines(lines: SectionLines, game: str) -> set[SectionLine]:
    """Return every line of a section that looks turned. Artificial scores are ignored."""
    turned_lines = set()
    for board_no in lines.boards:
        for deal_lines in lines.split_by_deal(lines.get_board_lines(board_no)):
            turned_lines.update(detect_turned_board_lines(deal_lines, game))
    return turned_lines


def detect_turned_board_lines(lines: Iterable[SectionLine], game: str) -> set[SectionLine]:
    """Return the *lines* of one board whose score looks turned."""
    scores_by_line = _collect_scores(lines)
    scores = list(scores_by_line.values())
    limits = TURN_LIMITS[get_duplicate_game(game).family]
    turned_lines = set()
    for score in set(scores):
        other_scores = scores.copy()
        other_scores.remove(score)  # one of them, since another table may have the same
        if not is_likely_turned(score, other_scores, limits):
            continue
        opposite_score = limits.opposite_sum - score
        matching_lines = [
            other_line
            for other_line, other_score in scores_by_line.items()
            if abs(opposite_score - other_score) <= limits.tolerance
        ]
        for line, line_score in scores_by_line.items():
            if line_score == score and _has_same_denomination(line, matching_lines, game):
                turned_lines.add(line)
    return turned_lines


def is_likely_turned(score: int, other_scores: list[int], limits: TurnLimits) -> bool:
    """Return whether *score* stands alone, and would match *other_scores* for the other side.

    >>> bridge, whist = TURN_LIMITS["bridge"], TURN_LIMITS["whist"]
    >>> is_likely_turned(-620, [620, 650, 200], bridge), is_likely_turned(3, [10, 9, 10], whist)
    (True, True)
    >>> is_likely_turned(-620, [620, 650, -100], bridge), is_likely_turned(-50, [50, 50, 100], bridge)
    (False, False)
    """
    opposite_score = limits.opposite_sum - score
    if len(other_scores) < MIN_OTHER_SCORES or abs(opposite_score - score) < limits.min_difference:
        return False
    # Twice the distance from the middle between both sides, positive for N-S.
    lead = 2 * score - limits.opposite_sum
    is_alone = all(
        lead * (2 * other_score - limits.opposite_sum) <= 0 for other_score in other_scores
    )
    return is_alone and any(
        abs(opposite_score - other_score) <= limits.tolerance for other_score in other_scores
    )


def _has_same_denomination(
    line: SectionLine, other_lines: Iterable[SectionLine], game: str
) -> bool:
    """Return whether one of *other_lines* may have been played in the denomination of *line*."""
    denomination = _get_denomination(line, game)
    # Results entered as scores have no contract, so any denomination is possible.
    if not denomination:
        return True
    return any(
        _get_denomination(other_line, game) in (denomination, "") for other_line in other_lines
    )


def _get_denomination(line: SectionLine, game: str) -> str:
    entry = parse_line_entry(line.text, game=game).entry
    if entry and entry.contract:
        return entry.contract.denomination
    return ""
