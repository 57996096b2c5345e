"""Import an event that was played and scored elsewhere.

A *source* is the event as the file has it, read by ``formats``. ``official`` finds the method that
gives the official figures. This module stores the parts in order, in one transaction, and reports
notes, doubts and differences to the director.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from itertools import chain, islice
from pathlib import PurePath
from typing import BinaryIO, NotRequired, TypedDict, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from director.additions.imports.formats.door import read_source
from director.additions.imports.formats.source.model import SourceEvent, SourceLine, SourceSection
from director.additions.imports.official.differences import DifferenceText, describe_differences
from director.additions.imports.official.session import OfficialEvent, score_official_event
from director.additions.imports.official.store import store_official_figures
from director.additions.imports.store.event_file import is_event_file, read_event_file
from director.additions.imports.store.event_import import import_event_file
from director.additions.imports.store.pairs import store_pairs
from director.additions.imports.store.people import FilePeople
from director.additions.imports.store.plans import store_plans
from director.additions.imports.store.sections import (
    SourceSession,
    choose_section_letters,
    describe_letters,
    make_unsaved_sessions,
    store_sections,
)
from director.boards.contests import CONTESTS
from director.boards.play.hands import store_deals
from director.core.base.refusals import refuse_missing_kind
from director.core.club.club import get_or_create_named_club
from director.errors import DeskError, DuplicateImportError
from director.formats.deals import DealInFile
from director.formats.errors import ImportFileError, summarize_doubts
from director.formats.reading import MAX_BYTES, read_limited, strip_invisible, strip_unstorable
from director.formats.result import format_result
from director.models import Club, Event, Section
from director.models.club import Paper
from director.models.event import Game
from movements.option import format_count
from scoring.errors import ScoringError
from scoring.method import ScoringMethod
from scoring.registry import SCORING_METHODS, get_default_method, list_methods_for_game

MAX_DIFFERENCES = 10


@dataclass(frozen=True, slots=True)
class ImportReport:
    """A new event, or one with added sections, and what the director should review."""

    event: Event
    counts_text: str = ""  # "12 pairs, 27 boards, 161 results"
    notes: tuple[str, ...] = ()
    ignored_parts: tuple[str, ...] = ()  # parts of the file that have no use here
    doubts: tuple[str, ...] = ()  # about lines and people
    differences: tuple[str, ...] = ()  # the first official figures that differ from ours
    further_difference_count: int = 0
    differing_sections: tuple[Section, ...] = ()  # the first of each session with differences
    is_complete_copy: bool = False  # an event file, with its history
    added_sections: str = ""  # the name of sections added to a stored event

    @property
    def difference_texts(self) -> tuple[str, ...]:
        """The differences, and how many more there are."""
        if not self.further_difference_count:
            return self.differences
        further_text = f"… and {self.further_difference_count} more figures differ."
        return (*self.differences, further_text)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Problems for the director to review."""
        return (*self.doubts, *self.difference_texts)


class ImportSettings(TypedDict):
    """The arguments of :func:`import_event` besides club and event."""

    file_name: str
    again: NotRequired[bool]
    on: NotRequired[date | None]
    method: NotRequired[str]
    options: NotRequired[Mapping[str, str] | None]
    user: NotRequired[User | None]


def import_file(
    *,
    data: bytes | BinaryIO,
    club_name: str = "",
    fields: Sequence[str] = (),
    contest: str = "",
    event_no: int = 0,
    **settings: Unpack[ImportSettings],
) -> ImportReport:
    """Read the file in *data* and store it as an event of the club called *club_name*.

    The format is recognised by the content. An event file of this program is stored unchanged.

    - Without *club_name*, the club is the one in the database, or the file's if there is none yet.
    - *fields* are the meanings of the columns if the file is a table.
    - *contest* is ``"pairs"`` or ``"teams"`` for a file that can be either.
    - *event_no* is the number of the chosen event in a file of several, counted from 1.
    - *settings* are passed to :func:`import_event`. An event file uses only *again*.

    :raises ImportFileError: if the file can be of pairs or of teams
    :raises ImportFileError: if the file can't be read, with every problem
    :raises DeskError, ScoringError: as :func:`import_event` and ``import_event_file``
    """
    raw = read_limited(data, MAX_BYTES)
    if is_event_file(raw):
        file = read_event_file(raw)
        with transaction.atomic():
            club = _get_or_create_club(club_name, file.club_name)
            imported_copy = import_event_file(
                club=club, file=file, can_repeat=settings.get("again", False)
            )
        return ImportReport(imported_copy.event, notes=imported_copy.notes, is_complete_copy=True)
    source = read_source(raw, fields, contest, event_no)
    del raw  # scoring needs memory too, and a file can be large
    stored_club = _find_club(club_name)
    if stored_club:
        return import_event(club=stored_club, source=source, **settings)
    # A new club is stored with its first event, or not at all.
    with transaction.atomic():
        return import_event(
            club=_get_or_create_club(club_name, source.club), source=source, **settings
        )


def describe_planned_import(  # noqa: PLR0913
    *,
    data: bytes,
    club: Club,
    file_name: str,
    fields: Sequence[str] = (),
    again: bool = False,
    on: date | None = None,
    method: str = "",
    contest: str = "",
    event_no: int = 0,
) -> list[str]:
    """Return sentences about the event that :func:`import_file` would store.

    :raises ImportFileError: as :func:`import_file`
    :raises DeskError: as :func:`import_event`
    """
    if is_event_file(data):
        (whole_event,) = read_event_file(data).records_by_model[Event]
        return [f"{whole_event}: the whole event, with its history."]
    source = _with_date(read_source(data, fields, contest, event_no), on, club)
    event = _make_event(club, source, file_name)
    if not again:
        _refuse_second_import(event)
    if not method and source.own_scoring:
        method = source.own_scoring.method_key
    _choose_method(method, source)  # raises if it can't score the contest
    day_text = f"{event.date:%d %B %Y}".lstrip("0")
    return [
        f"{event.name}, {day_text}: {describe_counts(source)}.",
        *list_source_notes(club, source),
    ]


def list_source_notes(club: Club, source: SourceEvent) -> list[str]:
    """Return sentences on *source*: people who are new in *club*, problems and ignored parts."""
    pairs = list(chain.from_iterable(section.pairs for section in source.sections))
    people = FilePeople(club, pairs)
    for pair in pairs:
        # Only new people count here, so a player in two pairs is no problem yet.
        people.begin_session()
        people.match_earlier_people(pair, people.match_pair_people(pair, ""))
    sentences = [_describe_new_people(len(people.new_people))] if people.new_people else []
    return [*sentences, *summarize_doubts(source.warnings), *map(str, source.ignored_parts)]


def describe_counts(source: SourceEvent) -> str:
    """Return what *source* consists of: ``"12 pairs, 27 boards, 161 results"``."""
    boards = [board for section in source.sections for board in section.boards]
    contestant_noun = CONTESTS[source.contest].contestant_noun
    counts_by_noun = {
        "session": len(source.sessions),
        "section": len(source.sections),
        contestant_noun: sum(len(section.pairs) for section in source.sections),
        "board": len({board.board_no for board in boards}),
        "result": sum(len(board.lines) for board in boards),
    }
    reported_match_count = sum(
        not match.is_played for section in source.sections for match in section.matches
    )
    if reported_match_count:
        if not counts_by_noun["result"]:
            del counts_by_noun["board"], counts_by_noun["result"]
        counts_by_noun["match without boards"] = reported_match_count
    count_texts = [
        _format_noun_count(count, noun)
        for noun, count in counts_by_noun.items()
        if count > 1 or noun not in ("session", "section")
    ]
    return ", ".join(count_texts)


def _format_noun_count(count: int, noun: str) -> str:
    """Return *count* with its noun.

    >>> _format_noun_count(2, "match without boards"), _format_noun_count(1, "board")
    ('2 matches without boards', '1 board')
    """
    if count == 1:
        return f"1 {noun}"
    if noun.startswith("match"):
        return f"{count} {noun.replace('match', 'matches', 1)}"
    return f"{count} {noun}s"


def _find_club(club_name: str) -> Club | None:
    """Return the stored club called *club_name*, or the first one without a name."""
    if not club_name:
        return Club.objects.first()
    return Club.objects.filter(name=club_name, is_practice=False).first()


def _get_or_create_club(club_name: str, name_in_file: str) -> Club:
    """Return the club called *club_name*, else the first one stored, else the file's."""
    if not club_name:
        club = Club.objects.first()
        if club is not None:
            return club
    name = strip_unstorable(strip_invisible(club_name or name_in_file))[:80] or "Our club"
    return get_or_create_named_club(name)


def import_event(  # noqa: PLR0913
    *,
    club: Club,
    source: SourceEvent,
    file_name: str,
    again: bool = False,
    on: date | None = None,
    method: str = "",
    options: Mapping[str, str] | None = None,
    user: User | None = None,
) -> ImportReport:
    """Store *source* as a new event of *club*, all or nothing.

    The event is scored by *method* (if empty, the file's) with *options*. Options that are not
    given, and which pairs are ranked together, are chosen to give the official figures. A line or
    total that was changed by hand keeps its official points, as a ruling. Remaining differences are
    reported. *again* allows a second copy. *on* is the date if the file has none.

    :raises DuplicateImportError: if the same results of the same day were imported before and are not
        archived
    :raises DeskError: if there is no method for its scoring, or no kind of event for its contest
    :raises ScoringError: if an option is wrong, or the results cannot be scored
    """
    source = _with_date(source, on, club)
    draw_options = source.own_scoring.draw_options if source.own_scoring else None
    if draw_options is not None:
        source = _without_ranks(source)
    event = _make_event(club, source, file_name)
    refuse_missing_kind(event)
    if not again:
        _refuse_second_import(event)
    source_sessions, official_event = _score_source(source, event, method, options or {})
    # The method was found before the transaction, so that phones could store results meanwhile. Somebody
    # may have imported the same file by now, so that is checked again.
    with transaction.atomic():
        if not again:
            _refuse_second_import(event)
        event.save()
        store_sections(source_sessions)
        plan_failures = store_plans(source_sessions, draw_options)
        people_report = store_pairs(club, source_sessions)
        store_official_figures(event=official_event, user=user)
        hand_notes, hand_doubts = store_hands(source_sessions, file_name=file_name, user=user)
    letters_note = describe_letters(choose_section_letters(source))
    notes = (letters_note, *people_report.notes, *official_event.notes, *hand_notes)
    report = ImportReport(
        event,
        notes=tuple(filter(None, notes)),
        ignored_parts=tuple(map(str, source.ignored_parts)),
        doubts=(
            *summarize_doubts(official_event.doubts),
            *plan_failures,
            *people_report.warnings,
            *hand_doubts,
        ),
        counts_text=describe_counts(source),
    )
    return _with_differences(report, official_event)


def store_hands(
    source_sessions: Iterable[SourceSession], *, file_name: str, user: User | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Store the deals of all *source_sessions*. Return notes and warnings."""
    board_count = 0
    doubts = []
    for source_session in source_sessions:
        for section, deals, all_sections in _iter_deals_to_store(source_session):
            try:
                stored_deals = store_deals(
                    section=section,
                    deals=deals,
                    source=PurePath(file_name).name,
                    user=user,
                    is_for_all_sections=all_sections,
                )
            except DeskError as error:
                # Hands are an extra: the results are imported without them.
                doubts.append(f"The hands were left out: {error}")
            else:
                board_count += len(stored_deals.boards)
    if not board_count:
        return (), tuple(doubts)
    note = f"It includes the hands of {format_count(board_count, 'board')}."
    return (note,), tuple(doubts)


def _iter_deals_to_store(
    source_session: SourceSession,
) -> Iterator[tuple[Section, tuple[DealInFile, ...], bool]]:
    """Yield the deals of each section, or once for all sections if they are the same."""
    hands_by_section = [
        (section, source_section.hands) for section, source_section in source_session.sections
    ]
    has_common_hands = len({hands for _section, hands in hands_by_section}) == 1
    if has_common_hands:
        hands_by_section = hands_by_section[:1]
    for section, hands in hands_by_section:
        if hands:
            yield section, hands, has_common_hands


def _without_ranks(source: SourceEvent) -> SourceEvent:
    """Return *source* without official places. In a knock-out they follow from the bracket."""
    sessions = tuple(
        tuple(
            replace(section, pairs=tuple(replace(pair, rank=None) for pair in section.pairs))
            for section in session
        )
        for session in source.sessions
    )
    return replace(source, sessions=sessions)


def _score_source(
    source: SourceEvent, event: Event, method: str, options: Mapping[str, str]
) -> tuple[tuple[SourceSession, ...], OfficialEvent]:
    """Score *source* as the unsaved *event*, which gets the method and options that were chosen.

    An event that this program wrote says how it was scored, which counts if *method* is empty.
    """
    own_scoring = source.own_scoring
    if own_scoring and not method:
        method = own_scoring.method_key
        options = {**own_scoring.options_by_name, **options}
    first_method = _choose_method(method, source)
    event.scoring = first_method.key
    source_sessions = make_unsaved_sessions(source, event)
    official_event = score_official_event(
        source_sessions,
        first_method.key,
        options,
        doubts=source.warnings,
        ranking_scope=own_scoring.ranking_scope if own_scoring else "",
        is_fixed=bool(method),
        is_own_file=bool(own_scoring and method == own_scoring.method_key),
    )
    if not method and any(section.matches for section in source.sections):
        official_event = _find_match_scored_event(source, source_sessions) or official_event
    choice = official_event.choice
    event.scoring = choice.method.key
    event.scoring_options = dict(choice.settings_by_name)
    event.places = choice.ranking_scope
    return source_sessions, official_event


def _find_match_scored_event(
    source: SourceEvent, source_sessions: Sequence[SourceSession]
) -> OfficialEvent | None:
    """Return the event of pairs scored by its matches, or None if their scores in the file differ.

    The event of *source_sessions* has the method that is tried.
    """
    event = source_sessions[0].scoring_field.event
    doubts = [doubt for doubt in source.warnings if doubt.code != "doubt-match-scores"]
    first_method = event.scoring
    for match_method in CONTESTS[source.contest].match_methods:
        event.scoring = match_method.key
        try:
            official_event = score_official_event(
                source_sessions, match_method.key, {}, doubts=doubts, is_fixed=True
            )
        except ScoringError:  # a scale may have no victory points for so few boards
            continue
        choice = official_event.choice
        if choice.match_count and choice.matching_match_count == choice.match_count:
            return official_event
    event.scoring = first_method
    return None


def _with_differences(report: ImportReport, official_event: OfficialEvent) -> ImportReport:
    """Return *report* with the first differences from the official figures."""
    texts = _list_differences(official_event)
    return replace(
        report,
        differences=tuple(text.sentence for text in texts),
        further_difference_count=len(official_event.differences)
        - sum(text.figure_count for text in texts),
        differing_sections=tuple(
            session.imported_session.source_session.scoring_field.sections[0]
            for session in official_event.sessions
            if session.differences
        ),
    )


def _list_differences(official_event: OfficialEvent) -> list[DifferenceText]:
    """Return the first differences of all sessions, in each totals and places before lines."""
    texts_by_session = (
        describe_differences(
            session.imported_session.source_session.scoring_field,
            session.differences,
            session.imported_session.official_figures,
        )
        for session in official_event.sessions
    )
    return list(islice(chain.from_iterable(texts_by_session), MAX_DIFFERENCES))


def _choose_method(key: str, source: SourceEvent) -> ScoringMethod:
    """Return the method with this *key*, or without one the method to try first.

    :raises DeskError: if it can't score the contest of *source*
    """
    contest = CONTESTS[source.contest]
    default_method = get_default_method(source.game, contest.movement_contest)
    if not key and source.game != Game.BRIDGE:
        return default_method
    # Events of pairs are scored by every method, as files call several of them by one name.
    methods = (
        SCORING_METHODS
        if contest.is_whole_side
        else list_methods_for_game(source.game, contest.movement_contest)
    )
    methods = (*methods, *contest.match_methods)
    for method in methods:
        if method.key == (key or source.scoring):
            return method
        if not key and contest.has_halves and method.name_in_files == source.scoring:
            return method
    if not key and not contest.is_whole_side:
        return default_method
    raise DeskError(
        "scoring-not-here",
        "Scoring by {scoring} isn’t supported. Choose one of {known}.",
        scoring=key or source.scoring,
        known=", ".join(method.key for method in methods),
    )


def _with_date(source: SourceEvent, on: date | None, club: Club) -> SourceEvent:
    """Return *source* with the date *on* if it has none.

    A club that prints on US Letter writes the month first.

    :raises ImportFileError: if the date of *source* may be either of two, see ``list_asked_dates``
    """
    if source.possible_dates and on is None:
        day_first, month_first = source.possible_dates
        if club.paper != Paper.LETTER:
            raise ImportFileError(
                "ask-date",
                "The date of the file may be {day_first} or {month_first}. Choose one.",
                day_first=f"{day_first.day} {day_first:%B %Y}",
                month_first=f"{month_first.day} {month_first:%B %Y}",
            )
        on = month_first
    if source.date or on is None:
        return source
    warnings = tuple(doubt for doubt in source.warnings if doubt.code != "doubt-no-date")
    return replace(source, date=on, warnings=warnings)


def _make_event(club: Club, source: SourceEvent, file_name: str) -> Event:
    """Return the unsaved event."""
    name = source.title or source.description or PurePath(file_name).stem or "Results"
    return Event(
        club=club,
        name=name[:80],
        date=source.date or timezone.localdate(),
        source=describe_origin(source, file_name),
        source_fingerprint=_compute_fingerprint(source),
        game=source.game,
        contest=source.contest,
    )


def describe_origin(source: SourceEvent, file_name: str) -> str:
    """Return the name of the file and its program, as an event or section keeps it."""
    program = f"{source.program} {source.program_version}".strip()
    origin = ", ".join(part for part in (PurePath(file_name).name, program) if part)
    return origin[:200] or "a file"


def _compute_fingerprint(source: SourceEvent) -> str:
    """Return a hash that is equal for two files of the same event. The order of lines doesn't matter."""
    date = source.date.isoformat() if source.date else ""
    lines = []
    for prefix, section in _iter_sections_with_prefix(source):
        for match in section.matches:
            if not match.is_played:
                figures = f"{match.points} {match.scores}"
                lines.append(
                    f"{prefix}{match.round_no} {match.first_no} {match.second_no} {figures}"
                )
        for board in section.boards:
            for line in board.lines:
                text = _format_for_fingerprint(line, board.board_no, source.game)
                if line.is_turned:
                    text = f"turned {text}"
                lines.append(f"{prefix}{board.board_no} {line.ns_no} {line.ew_no} {text}")
    return sha256("\n".join([date, *sorted(lines)]).encode()).hexdigest()


def _format_for_fingerprint(line: SourceLine, board_no: int, game: str) -> str:
    if line.result.own_text and game != Game.BRIDGE:
        return line.result.own_text
    return format_result(line.result, board_no)


def _iter_sections_with_prefix(source: SourceEvent) -> Iterator[tuple[str, SourceSection]]:
    """Yield every section with its session and position, or with "" if it is the only one."""
    if len(source.sections) == 1:
        yield "", source.sections[0]
        return
    for session_no, session in enumerate(source.sessions, start=1):
        for position, section in enumerate(session, start=1):
            yield f"{session_no} {position} ", section


def _refuse_second_import(event: Event) -> None:
    same_events = Event.objects.filter(club=event.club, source_fingerprint=event.source_fingerprint)
    stored_event = same_events.filter(removed_at__isnull=True).first()
    if stored_event is None:
        return
    raise DuplicateImportError(
        "already-here",
        "{name} on {date} has already been imported from {source}, as event {event_id}. "
        "Nothing was imported.",
        name=stored_event.name,
        date=f"{stored_event.date:%d %B %Y}".lstrip("0"),
        source=stored_event.source,
        event_id=stored_event.pk,
        event=stored_event,
    )


def _describe_new_people(count: int) -> str:
    """Return how many players aren't in People yet."""
    if count == 1:
        return "1 player is new and is added to People."
    return f"{count} players are new and are added to People."
