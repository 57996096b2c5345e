"""Make an event with its sessions and sections from flat lines, one for each result."""

from collections import defaultdict
from collections.abc import Sequence

from director.additions.imports.formats.source.contest import (
    PAIRS,
    TEAMS,
    detect_contest,
    refuse_possible_teams,
)
from director.additions.imports.formats.source.flat import EventHead, FlatSection
from director.additions.imports.formats.source.model import (
    DEFAULT_TEAM_SCORING,
    TEAM_SCORINGS,
    SourceEvent,
    SourceSection,
)
from director.additions.imports.formats.source.report import Report
from director.additions.imports.formats.source.section import has_one_ranking, make_source_section
from director.additions.imports.refusals import (
    make_no_date_doubt,
    make_no_names_doubt,
    make_no_scoring_doubt,
)
from director.formats.errors import ImportFileError, raise_problems


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
    report.sort_unclear_problems(sum(len(section.lines) for section in sections))
    raise_problems(report.problems)
    scoring = head.scoring
    if contest == TEAMS and scoring not in TEAM_SCORINGS and not head.own_scoring:
        scoring = DEFAULT_TEAM_SCORING
        _update_scoring_doubt(report, "team IMPs")
    if contest == PAIRS and head.contest != PAIRS:
        refuse_possible_teams(section for session in sessions for section in session)
    _join_doubts_of_names(report, sum(map(len, sessions)))
    if head.event_date is None and not head.possible_dates:
        report.doubts.append(make_no_date_doubt())
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


def _set_common_winner_count(sections: Sequence[FlatSection]) -> None:
    """Set the winner count to 1 if *sections* share one ranking.

    It is detected for all together, since each section has only some places of the ranking.
    """
    listed_pairs = [pair for section in sections for pair in section.pairs]
    lines = [line for section in sections for line in section.lines]
    labels = [label for line in lines for label in (line.ns, line.ew) if label]
    has_directions = any(label.direction for label in labels)
    if len(sections) > 1 and not has_directions and has_one_ranking(listed_pairs):
        for section in sections:
            section.winner_count = section.winner_count or 1


def _make_sessions(
    sections: Sequence[FlatSection], report: Report, contest: str
) -> tuple[tuple[SourceSection, ...], ...]:
    """Return the sections that have results, by session in the order of the file."""
    played_sections = [section for section in sections if section.has_results]
    sections_by_session: dict[str, list[FlatSection]] = defaultdict(list)
    for section in played_sections:
        sections_by_session[section.session].append(section)
    sessions = []
    for number, flat_sections in enumerate(sections_by_session.values(), start=1):
        session_location = f"Session {number}" if len(sections_by_session) > 1 else ""
        if contest == PAIRS:
            _set_common_winner_count(flat_sections)
        source_sections = []
        for section in flat_sections:
            # A section that is the only one needs no name.
            name = section.name if len(played_sections) > 1 else ""
            section_location = f"Section {name}" if name else ""
            location = ", ".join(filter(None, (session_location, section_location)))
            section_report = Report()
            source_sections.append(
                make_source_section(section, name, location, section_report, contest)
            )
            report.add_messages(section_report, location)
        sessions.append(tuple(source_sections))
    return tuple(sessions)


def _join_doubts_of_names(report: Report, section_count: int) -> None:
    """Replace the doubts about missing names by one, if all *section_count* of a file have none."""
    other_doubts = [doubt for doubt in report.doubts if doubt.code != "doubt-no-names"]
    nameless_count = len(report.doubts) - len(other_doubts)
    if nameless_count > 1 and nameless_count == section_count:
        report.doubts = [*other_doubts, make_no_names_doubt()]


def _update_scoring_doubt(report: Report, method_name: str) -> None:
    """Say in the doubt about the missing scoring that *method_name* is used."""
    for index, doubt in enumerate(report.doubts):
        if doubt.code == "doubt-no-scoring":
            report.doubts[index] = make_no_scoring_doubt(method_name)
