"""Enter matches: remarks, and results without boards of those that were played elsewhere.

A result counts as long as boards of the match are missing. Boards that are entered keep their
points; once all are in, they count instead.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from director.additions.contests.scoring.due_matches import get_reported_result
from director.boards.movement.formats import get_format
from director.boards.movement.lines.matches import SectionMatch, fetch_match_by_key
from director.boards.movement.lines.section_lines import MatchKey, SectionLines
from director.boards.movement.words import fetch_name_by_pair
from director.boards.play.results.acts import lock_section, record_section_act
from director.boards.play.scores.undoing import EntryPage
from director.boards.scoring.scored import score_section
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import list_match_units
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import ChangedMeanwhileError, DeskError, UnlikelyResultError
from director.models import Match, MatchVersion, Plan, Section
from director.models.ruling import Unit
from movements.option import format_count
from scoring.display import format_exact
from scoring.model import MatchResult, format_match_result
from scoring.registry import get_method

_MAX_IMPS = 999
LARGEST_LIKELY_MARGIN = 5
"""IMPs per board. A larger margin is usually a typing slip, or a match of more boards."""
_STEPS_PER_UNIT = {Unit.IMPS: 1, Unit.VICTORY_POINTS: 100, Unit.MATCHPOINTS: 2}
"""Steps in one unit of a result: IMPs are whole, victory points have hundredths."""


def format_scale(section: Section, board_count: int) -> str:
    """Return the scale by which a typed match counts: ``"VPs for 24 boards"``, ``"24 boards"``."""
    length = format_count(board_count, "board")
    units = list_match_units(section)
    if units[:2] == (Unit.IMPS, Unit.VICTORY_POINTS):
        return f"VPs for {length}"
    return length


def list_result_units(section: Section, plan: Plan | None, match: SectionMatch) -> tuple[Unit, ...]:
    """Return the units in which the result of *match* can be typed, the default first.

    There is none for a three-way match, which counts by its boards: half matches have victory
    points of their own. A knock-out compares only the IMPs.
    """
    units = list_match_units(section)
    if not match.is_half_match:
        return units
    if plan and get_format(plan).is_knockout:
        return tuple(unit for unit in units if unit == Unit.IMPS)
    return ()


def list_offered_units(
    section: Section, plan: Plan | None, match: SectionMatch
) -> tuple[Unit, ...]:
    """Return the units that a page offers for the result of *match*, none if it takes no result.

    A result that was typed before the match became a three-way match can be deleted.
    """
    units = list_result_units(section, plan, match)
    if not units and match.stored_match and match.stored_match.is_reported:
        return list_match_units(section)
    return units


def are_matches_entered_first(section: Section) -> bool:
    """Return whether Scores of *section* begins with its matches, not with its boards.

    That is one that has results of matches and none by boards.
    """
    plan = section.plan
    if plan is None or not get_format(plan).is_by_round:
        return False
    return not section.results.exists() and section.matches.reported().exists()


@dataclass(frozen=True, slots=True)
class TypedMatch:
    """A match as typed, with its remark.

    Both texts are results as :func:`format_shown_result` writes them.
    """

    key: MatchKey
    result: MatchResult | None  # None if it has none without boards
    remark: str = ""
    is_postponed: bool = False
    is_swapped: bool = False
    shown_text: str | None = None  # the result that the page showed, None if unknown
    # An unlikely result that the page has asked about. With None the page can't ask.
    questioned_text: str | None = None


def find_match(section: Section, key: MatchKey) -> Match | None:
    """Return the stored record of the match *key*, or None. (Costs one query.)"""
    round_no, home, away = key
    return section.matches.filter(round_no=round_no, home=home, away=away).first()


def report_match(
    *,
    section: Section,
    key: MatchKey,
    result: MatchResult | None,
    user: User | None,
    shown_text: str | None = None,
    questioned_text: str | None = None,
) -> None:
    """Store the *result* of the match *key* of *section*. None deletes it.

    *shown_text* and *questioned_text* are those of a :class:`TypedMatch`.

    :raises UnlikelyResultError: if the margin is very large and the page hasn't asked about it
    :raises ChangedMeanwhileError: if another result than the *shown_text* one is stored now
    :raises DeskError: if there is no such match, all its boards are entered, or the result is
        impossible
    :raises ScoringError: if the results can't be scored so
    :raises FinalError: if the results are final
    """
    with record_section_act(
        section=section, kind=ActKind.DECIDED, message="", user=user
    ) as journal:
        section = lock_section(section)
        typed_match = TypedMatch(
            key, result, shown_text=shown_text, questioned_text=questioned_text
        )
        journal.message = store_match_result(section, typed_match, journal)
        score_section(section)


def store_match_result(section: Section, typed_match: TypedMatch, journal: Journal) -> str:
    """Store the result of a match of the locked *section*, and return a sentence on the change.

    Its remark stays as it is.

    :raises DeskError: as :func:`report_match`
    """
    stored_match = find_match(section, typed_match.key)
    if stored_match:
        typed_match = replace(
            typed_match,
            remark=stored_match.remark,
            is_postponed=stored_match.is_postponed,
            is_swapped=stored_match.is_swapped,
        )
    return _MatchStore(section, journal).store(typed_match)


def set_match_void(*, section: Section, key: MatchKey, is_void: bool, user: User | None) -> None:
    """Make the match *key* of *section* void, or let it count again.

    The boards and the result of a void match stay stored, but neither side gets anything for them.

    :raises DeskError: if there is no such match, or it is one of a knock-out
    :raises FinalError: if the results are final
    """
    with record_section_act(
        section=section, kind=ActKind.DECIDED, message="", user=user
    ) as journal:
        section = lock_section(section)
        journal.message = _MatchStore(section, journal).set_void(key, is_void=is_void)
        score_section(section)


def enter_matches(
    *, section: Section, typed_matches: Iterable[TypedMatch], user: User | None
) -> tuple[int, dict[MatchKey, DeskError]]:
    """Store each of the *typed_matches* that is possible.

    Return how many changed, and the reason for each that was refused.

    :raises ScoringError: if the results can't be scored so
    :raises FinalError: if the results are final
    """
    changes = []
    error_by_key: dict[MatchKey, DeskError] = {}
    with record_section_act(
        section=section, kind=ActKind.DECIDED, message="", user=user
    ) as journal:
        match_store = _MatchStore(lock_section(section), journal)
        for match in typed_matches:
            try:
                change = match_store.store(match)
            except DeskError as error:
                error_by_key[match.key] = error
            else:
                if change:
                    changes.append(change)
        if len(changes) == 1:
            journal.message = changes[0]
        else:
            journal.message = f"{len(changes)} matches changed."
        score_section(match_store.section)
    return len(changes), error_by_key


class _MatchStore:
    """Stores matches of the locked *section* with *journal*."""

    def __init__(self, section: Section, journal: Journal) -> None:
        self.section = section
        self._journal = journal
        self._match_by_key = fetch_match_by_key(section)
        self._name_by_team = fetch_name_by_pair(section)

    def store(self, typed_match: TypedMatch) -> str:
        """Store a match and return a sentence on the change, or "" if nothing changes.

        :raises DeskError: if there is no such match, or its result is impossible
        """
        match = self._get_match(typed_match.key)
        previous_match = match.stored_match or self._make_match(typed_match.key)
        typed_match = _resolve_typed_match(get_reported_result(previous_match), typed_match)
        fields: dict[str, Any] = {
            "unit": "",
            "home_points": "",
            "away_points": "",
            "remark": typed_match.remark,
            "is_postponed": typed_match.is_postponed,
            "is_swapped": typed_match.is_swapped,
        }
        if typed_match.result:
            fields["unit"] = typed_match.result.unit
            fields["home_points"] = format_exact(typed_match.result.home)
            fields["away_points"] = format_exact(typed_match.result.away)
        if all(getattr(previous_match, name) == value for name, value in fields.items()):
            return ""
        if typed_match.result and get_reported_result(previous_match) != typed_match.result:
            _check_result(self.section, match, typed_match.result)
            _refuse_unlikely_margin(typed_match, match.board_count)
        change = self._describe_change(previous_match, typed_match)
        if typed_match.result != get_reported_result(previous_match):
            fields |= self._store_previous_version(previous_match)
        self._store_fields(previous_match, fields)
        return change

    def set_void(self, key: MatchKey, *, is_void: bool) -> str:
        """Make a match void, or let it count again. Return a sentence, or "" if nothing changes.

        :raises DeskError: if there is no such match, or it is one of a knock-out
        """
        match = self._get_match(key)
        if match.is_void == is_void:
            return ""
        if is_void and self.section.plan and get_format(self.section.plan).is_knockout:
            raise DeskError(
                "void-needs-winner",
                "A match of a knock-out needs a winner, so it can’t be void. Choose at Draw who goes "
                "through.",
            )
        previous_match = match.stored_match or self._make_match(key)
        fields = {"is_void": is_void, **self._store_previous_version(previous_match)}
        self._store_fields(previous_match, fields)
        message = "the match is void and doesn’t count" if is_void else "the match counts again"
        return f"{self._format_name(key)}: {message}."

    def _get_match(self, key: MatchKey) -> SectionMatch:
        """Return the match *key*.

        :raises DeskError: if there is no such match
        """
        match = self._match_by_key.get(key)
        if match is None:
            round_no, home, away = key
            raise DeskError(
                "report-no-match",
                "{home} and {away} have no match in round {round_no}. Choose a match from the list.",
                home=home,
                away=away,
                round_no=round_no,
            )
        return match

    def _make_match(self, key: MatchKey) -> Match:
        round_no, home, away = key
        return Match(section=self.section, round_no=round_no, home=home, away=away)

    def _store_fields(self, match: Match, fields: Mapping[str, Any]) -> None:
        """Store *match* with *fields*, or delete it if it then holds nothing."""
        if not match.pk:
            for name, value in fields.items():
                setattr(match, name, value)
            self._journal.create_all([match])
            return
        self._journal.change(match, **fields)
        if not match.has_content:
            self._journal.delete(self.section.matches.filter(pk=match.pk))

    def _store_previous_version(self, match: Match) -> dict[str, Any]:
        """Store the version that counted until now, and return the fields of the next one."""
        now = timezone.now()
        if match.version or match.is_reported:
            previous_version = MatchVersion(
                match=match,
                version=match.version,
                unit=match.unit,
                home_points=match.home_points,
                away_points=match.away_points,
                is_void=match.is_void,
                entered_at=match.entered_at,
                replaced_at=now,
            )
            self._journal.create_all([previous_version])
        return {"version": match.version + 1, "entered_at": now}

    def _describe_change(self, previous_match: Match, typed_match: TypedMatch) -> str:
        match_name = self._format_name(typed_match.key)
        previous_result = get_reported_result(previous_match)
        if typed_match.result and typed_match.result != previous_result:
            return f"{match_name}: {format_match_result(typed_match.result)}."
        if previous_result and not typed_match.result:
            return f"{match_name}: result of the match deleted."
        if typed_match.is_postponed and not previous_match.is_postponed:
            return f"{match_name}: postponed."
        if typed_match.is_swapped != previous_match.is_swapped:
            return f"{match_name}: home and away swapped."
        if typed_match.remark != previous_match.remark:
            remark_text = f"“{typed_match.remark}”" if typed_match.remark else "none"
            return f"{match_name}: remark {remark_text}."
        return f"{match_name}: no longer postponed."

    def _format_name(self, key: MatchKey) -> str:
        """Return a match in the history: ``"2 Elm against 5 Oak, round 3"``."""
        round_no, home, away = key
        home_name = f"{home} {self._name_by_team.get(home, '')}".strip()
        away_name = f"{away} {self._name_by_team.get(away, '')}".strip()
        match_name = f"{home_name} against {away_name}"
        if round_no:
            match_name = f"{match_name}, round {round_no}"
        return match_name


def format_shown_result(result: MatchResult | None) -> str:
    """Return *result* as the text that a page sends back as the result it showed, or ""."""
    return format_match_result(result) if result else ""


def _resolve_typed_match(stored_result: MatchResult | None, typed_match: TypedMatch) -> TypedMatch:
    """Return *typed_match*, with *stored_result* if nobody changed the result on the page.

    :raises ChangedMeanwhileError: if a new result was typed on a page that showed an outdated one
    """
    stored_text = format_shown_result(stored_result)
    if typed_match.shown_text in (None, stored_text) or typed_match.result == stored_result:
        return typed_match
    if format_shown_result(typed_match.result) == typed_match.shown_text:
        return replace(typed_match, result=stored_result)
    _round_no, home, away = typed_match.key
    raise ChangedMeanwhileError(
        "report-changed",
        "{home} against {away}: {now} was saved since you opened this page; you typed "
        "{typed}. Press Save again to replace it.",
        home=home,
        away=away,
        now=stored_text or "no result",
        typed=format_shown_result(typed_match.result) or "no result",
    )


def _check_result(section: Section, match: SectionMatch, result: MatchResult) -> None:
    """Raise if the match can't have the *result*.

    :raises DeskError: with a sentence on what to do
    """
    if match.is_half_match and result.unit not in list_result_units(section, section.plan, match):
        raise DeskError(
            "report-half-match",
            "A three-way match counts by its boards, in a knock-out also by its IMPs. Enter those.",
        )
    if all(line.has_result for line in match.lines):
        raise DeskError(
            "report-boards-in",
            "All boards of this match are entered, so they count. To enter only its result, "
            "delete a board first.",
        )
    _check_points(section, match, result)


def _check_points(section: Section, match: SectionMatch, result: MatchResult) -> None:
    """Raise if a match with the boards of *match* can't have such points.

    :raises DeskError: with a sentence on what to do
    """
    if result.unit not in list_match_units(section):
        raise DeskError(
            "report-unit", "This scoring has no such result. Choose a unit from the list."
        )
    max_points = _get_max_points(section, match.board_count, result.unit)
    unit = Unit(result.unit)
    steps = _STEPS_PER_UNIT[unit]
    for points in (result.home, result.away):
        if not 0 <= points <= max_points or (Fraction(points) * steps).denominator > 1:
            raise DeskError(
                "report-out-of-range",
                "{points} {unit} isn’t a result of a match. Type a number from 0 to {most}.",
                points=format_exact(points),
                unit=unit.label,
                most=max_points,
            )
    total = result.home + result.away
    if unit != Unit.IMPS and total > max_points:
        raise DeskError(
            "report-too-many",
            "{total} {unit} is more than both sides of a match can have together, {most}. Correct "
            "one.",
            total=format_exact(total),
            unit=unit.label,
            most=max_points,
        )


def _refuse_unlikely_margin(typed_match: TypedMatch, board_count: int) -> None:
    """Raise if a match has more IMPs than its *board_count* usually give, unless the page asked.

    :raises UnlikelyResultError: with the margin
    """
    result = typed_match.result
    if result is None or result.unit != Unit.IMPS:
        return
    if typed_match.questioned_text in (None, format_shown_result(result)):
        return
    margin = abs(Fraction(result.home) - Fraction(result.away))
    if margin > LARGEST_LIKELY_MARGIN * board_count:
        _round_no, home, away = typed_match.key
        raise UnlikelyResultError(
            "report-large-margin",
            "{home} against {away}: {margin} IMPs in {boards} are more than {most} per board. Check "
            "both, or press the button again to save them.",
            home=home,
            away=away,
            margin=format_exact(margin),
            boards=format_count(board_count, "board"),
            most=LARGEST_LIKELY_MARGIN,
        )


def _get_max_points(section: Section, board_count: int, unit: str) -> int:
    """Return the most that both sides of a match of *board_count* get together, or one side in IMPs."""
    scoring_record = section.session.scoring_record
    method = get_method(scoring_record.scoring)
    settings = method.complete_settings(scoring_record.scoring_options)
    if unit == Unit.VICTORY_POINTS:
        return method.get_points_per_match(settings, board_count)
    if unit == Unit.MATCHPOINTS:
        return int(settings["win"]) * board_count
    return _MAX_IMPS


def get_matches_path(section: Section, session_results: SessionResults) -> str:
    """Return the address of the results by match, or "" unless each round is a match."""
    is_by_round = (
        section.pk in session_results.plan_by_section
        and session_results.get_section_lines(section).is_by_round
    )
    if is_by_round and session_results.scoring_field.has_matches and list_match_units(section):
        return reverse("session_scores_matches", args=[section.ref])
    return ""


def get_match_path(section: Section, session_results: SessionResults, page: EntryPage) -> str:
    """Return the address of the match of a table in a round, or "" without matches."""
    section_lines: SectionLines = session_results.get_section_lines(section)
    lines = page.get_lines(section_lines)
    if not (lines and session_results.scoring_field.has_matches) or page.kind == "board":
        return ""
    if page.kind == "table" and get_matches_path(section, session_results):
        return reverse("session_scores_round", args=[section.ref, page.round_no])
    low, high = sorted((lines[0].ns, lines[0].ew))
    path = reverse("session_results_match", args=[section.ref, low, high])
    if section_lines.is_by_round:
        path = f"{path}?round={page.round_no}"
    return f"{path}#report"
