"""Make an event with its sessions and sections from flat lines, one for each result."""

from collections import defaultdict
from collections.abc import Sequence

from director.additions.imports.formats.source.contest import (
    PAIRS,
    TEAMS,
    ask_contest,
    detect_contest,
)
from director.additions.imports.formats.source.lines import EventHead, FlatSection, Report
from director.additions.imports.formats.source.model import (
    TEAM_SCORINGS,
    SourceEvent,
    SourceSection,
)
from director.additions.imports.formats.source.section import (
    has_one_ranking,
    make_source_section,
)
from director.additions.imports.refusals import DOUBT_NO_DATE, DOUBT_NO_NAMES, DOUBT_NO_SCORING
from director.formats.errors import Doubt, ImportFileError, raise_problems


def make_source_event(
    head: EventHead, sections: Sequence[FlatSection], report: Report
) -> SourceEvent:
    """Return the event of *sections*, grouped by session.

    :raises ImportFileError: if the lines are of pairs or of teams and the head doesn't say which
    :raises ImportFileError: with every problem in *report*, and those that are found now
    """
    if not any(section.has_results for section in sections) and not report.problems:
        raise ImportFileError(
            "no-lines",
            "The file has no results. Export the event again after entering its results.",
        )
    contest = detect_contest(head.contest, sections)
    sessions = _make_sessions(sections, report, contest)
    report.settle(sum(len(section.lines) for section in sections))
    raise_problems(report.problems)
    scoring = head.scoring
    if contest == TEAMS and scoring not in TEAM_SCORINGS and not head.own_scoring:
        scoring = TEAM_SCORINGS[0]
        _update_scoring_doubt(report, "team IMPs")
    if contest == PAIRS != head.contest:
        ask_contest(section for session in sessions for section in session)
    _join_doubts_of_names(report, sum(map(len, sessions)))
    if head.event_date is None and not head.possible_dates:
        report.doubts.append(Doubt(*DOUBT_NO_DATE))
    return SourceEvent(
        club=head.club,
        club_id="",
        identifier="",
        title=head.title,
        description="",
        date=head.event_date,
        possible_dates=head.possible_dates,
        program=head.program,
        program_version="",
        scoring=scoring,
        sessions=sessions,
        warnings=tuple(report.doubts),
        game=head.game,
        contest=contest,
        own_scoring=head.own_scoring,
        ignored_parts=tuple(report.ignored_parts),
        suit_letters=head.suit_letters,
    )


def _set_common_winners(sections: Sequence[FlatSection]) -> None:
    """Give *sections* that share one ranking one winner. Each alone has only some of its places."""
    listed_pairs = [pair for section in sections for pair in section.pairs]
    has_directions = any(
        label.direction
        for section in sections
        for line in section.lines
        for label in (line.ns, line.ew)
        if label
    )
    if len(sections) > 1 and not has_directions and has_one_ranking(listed_pairs):
        for section in sections:
            section.winner_count = section.winner_count or 1


def _make_sessions(
    sections: Sequence[FlatSection], report: Report, contest: str
) -> tuple[tuple[SourceSection, ...], ...]:
    """Return the sections that have results, read, by session in the order of the file."""
    sections_by_session: dict[str, list[FlatSection]] = defaultdict(list)
    for section in sections:
        if section.has_results:
            sections_by_session[section.session].append(section)
    is_divided = sum(map(len, sections_by_session.values())) > 1
    sessions = []
    for number, flat_sections in enumerate(sections_by_session.values(), start=1):
        session_location = f"Session {number}" if len(sections_by_session) > 1 else ""
        if contest == PAIRS:
            _set_common_winners(flat_sections)
        sessions.append(
            tuple(
                _make_section_at_location(
                    section, session_location, report, contest, is_divided=is_divided
                )
                for section in flat_sections
            )
        )
    return tuple(sessions)


def _join_doubts_of_names(report: Report, section_count: int) -> None:
    """Say once that names are missing, if all *section_count* of a file have none."""
    nameless_doubts = [doubt for doubt in report.doubts if doubt.code == DOUBT_NO_NAMES[0]]
    if len(nameless_doubts) > 1 and len(nameless_doubts) == section_count:
        report.doubts = [doubt for doubt in report.doubts if doubt not in nameless_doubts] + [
            Doubt(*DOUBT_NO_NAMES)
        ]


def _update_scoring_doubt(report: Report, method_name: str) -> None:
    """Say in the doubt about the missing scoring that *method_name* is used."""
    for index, doubt in enumerate(report.doubts):
        if doubt.code == DOUBT_NO_SCORING[0]:
            report.doubts[index] = Doubt(*DOUBT_NO_SCORING, taken=method_name)


def _make_section_at_location(
    flat_section: FlatSection,
    session_location: str,
    report: Report,
    contest: str,
    *,
    is_divided: bool,
) -> SourceSection:
    section_report = Report()
    name = flat_section.name if is_divided else ""
    location = ", ".join(filter(None, (session_location, f"Section {name}" if name else "")))
    section = make_source_section(flat_section, name, location, section_report, contest)
    report.add_messages(section_report, location)
    return section
