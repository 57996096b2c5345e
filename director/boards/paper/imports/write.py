"""Taking over a night that was played and scored elsewhere."""

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

from director.boards.paper.imports.official.sentences import difference_sentences
from director.boards.paper.imports.official.session import OfficialNight, official_night
from director.boards.paper.imports.official.store import store_official_figures
from director.boards.paper.imports.people import FilePeople
from director.boards.paper.imports.plans import store_plans
from director.boards.paper.imports.scoring_fields import (
    SourceSession,
    note_letters,
    section_letters,
    source_fields,
)
from director.boards.paper.imports.store import seat_fields, store_fields
from director.boards.play.hands.write import store_deals
from director.boards.sentences import BoardSentences
from director.core.files.archive.file import event_file, is_event_file
from director.core.files.archive.write import take_in_event
from director.errors import AlreadyHereError, DeskError
from director.formats.deals.model import FiledDeal
from director.formats.reading import LARGEST, read_limited, storable, visible_text
from director.formats.source.lines import line_text
from director.formats.source.model import SourceEvent, SourceLine, SourceSection
from director.formats.source.read import read_source
from director.formats.source.sentences import ImportSentences
from director.models import Club, Event, Section
from director.models.event import Game
from scoring import SCORING_METHODS, ScoringMethod, usual_method


def fields_hands(
    scoring_fields: Iterable[SourceSession], *, file_name: str, user: User | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Store the deals of all *scoring_fields*. Return notes and warnings."""
    count, looks = 0, []
    for scoring_field in scoring_fields:
        for section, deals, all_sections in _together(scoring_field):
            try:
                taken = store_deals(
                    section=section,
                    deals=deals,
                    source=PurePath(file_name).name,
                    user=user,
                    all_sections=all_sections,
                )
            except DeskError as error:
                looks.append(f"The hands were left out: {error}")
            else:
                count += len(taken.boards)
    notes = (f"It includes the hands of {count} board{'s' * (count != 1)}.",) if count else ()
    return notes, tuple(looks)


def _together(
    scoring_field: SourceSession,
) -> Iterator[tuple[Section, tuple[FiledDeal, ...], bool]]:
    """Yield the deals of *scoring_field*, once if all sections have the same."""
    parts = [(section, source.hands) for section, source in scoring_field.sections]
    if len({hands for _section, hands in parts}) == 1:
        parts, all_sections = parts[:1], True
    else:
        all_sections = False
    yield from ((section, hands, all_sections) for section, hands in parts if hands)


MOST_DIFFERENCES = 10


@dataclass(frozen=True, slots=True)
class Imported:
    """A new event with *notes*, and what the director should check.

    *looks* are doubts about lines and people; *differences* tells the first of the official figures
    that are not ours, *more* how many others there are, *differing* the first section of each
    session that has some.
    """

    event: Event
    notes: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    more: int = 0
    differing: tuple[Section, ...] = ()
    is_whole: bool = False  # it came with its history, and is of any kind

    @property
    def differences_listed(self) -> tuple[str, ...]:
        """The differences, and how many more there are."""
        if self.more:
            return (*self.differences, f"… and {self.more} more figures differ.")
        return self.differences

    @property
    def warnings(self) -> tuple[str, ...]:
        """Everything that a person should look at."""
        return (*self.looks, *self.differences_listed)


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
    **settings: Unpack[ImportSettings],
) -> Imported:
    """Read the file in *data* and store it as an event of the club called *club_name*.

    What is in it says of which format it is; a whole event of this program is stored as it was.
    *fields* say what each column of a file of columns holds.  Without a name the club is that of
    this database, in an empty database the club of the file.  *settings* are those of
    :func:`import_event`; a whole event asks only whether it is wanted *again*.

    :raises ImportFileError: if the file cannot be read, with every fault
    :raises DeskError, ScoringError: as :func:`import_event` and ``take_in_event``
    """
    raw = read_limited(data, LARGEST)
    if is_event_file(raw):
        whole = event_file(raw)
        with transaction.atomic():
            club = _club(club_name, whole.club)
            taken = take_in_event(club=club, file=whole, again=settings.get("again", False))
        return Imported(taken.event, notes=taken.notes, is_whole=True)
    source = read_source(raw, fields)
    del raw  # a large file is let go before it is scored
    with transaction.atomic():
        return import_event(club=_club(club_name, source.club), source=source, **settings)


def file_planned(
    *,
    data: bytes,
    club: Club,
    file_name: str,
    fields: Sequence[str] = (),
    again: bool = False,
    on: date | None = None,
) -> list[str]:
    """Return in words what :func:`import_file` would store.

    :raises ImportFileError: as :func:`import_file`
    :raises AlreadyHereError: as :func:`import_event`
    """
    if is_event_file(data):
        (whole,) = event_file(data).records[Event]
        return [f"{whole}: the whole event, with its history."]
    source = _with_date(read_source(data, fields), on)
    event = _event(club, source, file_name)
    if not again:
        _refuse_twice(event)
    sections, pairs = (
        source.sections,
        [pair for section in source.sections for pair in section.pairs],
    )
    boards = [board for section in sections for board in section.boards]
    counts = {
        "session": len(source.sessions),
        "section": len(sections),
        "pair": len(pairs),
        "board": len({board.board_no for board in boards}),
        "result": sum(len(board.lines) for board in boards),
    }
    told = [
        f"{n} {what}{'s' * (n != 1)}"
        for what, n in counts.items()
        if n > 1 or what not in ("session", "section")
    ]
    people = FilePeople(club, pairs)
    for pair in pairs:
        people.next_session()
        people.of_pair(pair, "")
    return [
        f"{event.name}, {event.date:%d %B %Y}: {', '.join(told)}.",
        *([_new_people_text(len(people.added))] if people.added else ()),
        *map(str, source.warnings),
    ]


def _club(wanted: str, of_file: str) -> Club:
    """Return the club that is *wanted*, or the one that is here, or else the one of the file."""
    here = None if wanted else Club.objects.first()
    name = storable(visible_text(wanted or of_file))[:80] or "Our club"
    return here or Club.objects.get_or_create(name=name)[0]


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
) -> Imported:
    """Store *source* as a new event of *club*, all or nothing.

    It is scored by *method* (if empty, the file's) with *options*; those that are not given, and
    who is ranked with whom, are chosen so that the official figures come out.  A line or a total
    that was ruled by hand keeps its official points, as a ruling; what differs still is told.
    *again* allows a second copy; *on* is the day where the file has none.

    :raises AlreadyHereError: if the same results of the same day were imported before and are not
        archived
    :raises DeskError: if there is no method for its scoring
    :raises ScoringError: if an option is wrong, or the results cannot be scored
    """
    source = _with_date(source, on)
    event = _event(club, source, file_name)
    if not again:
        _refuse_twice(event)
    chosen = _method(method or _scoring_of(source))
    scoring_fields = source_fields(source, event)
    night = official_night(
        scoring_fields, chosen.key, options or {}, doubts=source.warnings, is_fixed=bool(method)
    )
    choice = night.choice
    with transaction.atomic():
        event.scoring, event.scoring_options, event.places = (
            choice.method.key,
            dict(choice.settings),
            choice.places,
        )
        event.save()
        store_fields(scoring_fields)
        without_plan = store_plans(scoring_fields)
        seated = seat_fields(club, scoring_fields)
        store_official_figures(night=night, user=user)
        notes, looks = fields_hands(scoring_fields, file_name=file_name, user=user)
    sentences = _differences(night)
    return Imported(
        event,
        notes=tuple(
            filter(
                None, (note_letters(section_letters(source)), *seated.notes, *night.notes, *notes)
            )
        ),
        looks=(*map(str, night.doubts), *without_plan, *seated.warnings, *looks),
        differences=sentences,
        more=len(night.differences) - len(sentences),
        differing=tuple(
            session.night.of.scoring_field.sections[0]
            for session in night.sessions
            if session.differences
        ),
    )


def _differences(night: OfficialNight) -> tuple[str, ...]:
    """Return the first differences of all sessions, totals and places of each first."""
    each = (
        difference_sentences(session.night.of.scoring_field, session.differences, MOST_DIFFERENCES)
        for session in night.sessions
    )
    return tuple(islice(chain.from_iterable(each), MOST_DIFFERENCES))


def _method(scoring: str) -> ScoringMethod:
    for method in SCORING_METHODS:
        if method.key == scoring:
            return method
    raise DeskError(
        BoardSentences.SCORING_NOT_HERE,
        scoring=scoring,
        known=", ".join(method.key for method in SCORING_METHODS),
    )


def _scoring_of(source: SourceEvent) -> str:
    """Return the key of the method to begin with."""
    if source.game == Game.BRIDGE:
        return source.scoring
    return usual_method(source.game).key


def _with_date(source: SourceEvent, on: date | None) -> SourceEvent:
    """Return *source* with the date *on*, if it has none."""
    if source.date or on is None:
        return source
    warnings = tuple(
        doubt for doubt in source.warnings if doubt.sentence is not ImportSentences.DOUBT_NO_DATE
    )
    return replace(source, date=on, warnings=warnings)


def _event(club: Club, source: SourceEvent, file_name: str) -> Event:
    """Return the event, not stored yet."""
    name = source.title or source.description or PurePath(file_name).stem or "Pairs"
    program = f"{source.program} {source.program_version}".strip()
    origin = ", ".join(part for part in (PurePath(file_name).name, program) if part)
    return Event(
        club=club,
        name=name[:80],
        date=source.date or timezone.localdate(),
        source=origin[:200] or "a file",
        source_fingerprint=_fingerprint(source),
        game=source.game,
    )


def _fingerprint(source: SourceEvent) -> str:
    """Return a key that two files of the same event share."""
    lines = []
    for where, section in _sections_with_place(source):
        for board in section.boards:
            for line in board.lines:
                lines.append(
                    f"{where}{board.board_no} {line.ns_no} {line.ew_no} {_text(line, board.board_no, source.game)}"
                )
    return sha256(
        "\n".join([source.date.isoformat() if source.date else "", *sorted(lines)]).encode()
    ).hexdigest()


def _text(line: SourceLine, board_no: int, game: str) -> str:
    if line.ruled and game != Game.BRIDGE:
        return line.ruled
    return line_text(line, board_no)


def _sections_with_place(source: SourceEvent) -> Iterator[tuple[str, SourceSection]]:
    """Yield every section with its place, "" if it is the only one."""
    is_alone = len(source.sections) == 1
    for number, session in enumerate(source.sessions, start=1):
        for position, section in enumerate(session, start=1):
            yield "" if is_alone else f"{number} {position} ", section


def _refuse_twice(event: Event) -> None:
    same = Event.objects.filter(club=event.club, source_fingerprint=event.source_fingerprint)
    if former := same.filter(removed_at__isnull=True).first():
        date = f"{former.date:%d %B %Y}".lstrip("0")
        raise AlreadyHereError(
            BoardSentences.ALREADY_HERE,
            name=former.name,
            date=date,
            source=former.source,
            event_id=former.pk,
            event=former,
        )


def _new_people_text(count: int) -> str:
    """Return how many players aren't in People yet."""
    if count == 1:
        return "1 player is new and is added to People."
    return f"{count} players are new and are added to People."
