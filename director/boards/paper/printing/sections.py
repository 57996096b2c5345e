"""The sheets of several sections, kind by kind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, cast

from director.boards.contests import ContestRecord, contest_of
from director.boards.movement.cards.sheets import PersonalGuide, Poster
from director.boards.movement.sections import sections_of_session
from director.boards.movement.words import players_by_pair
from director.boards.paper.pdf.kinds import KINDS, kinds_for, remarks
from director.boards.paper.pdf.kinds.job import PrintJob
from director.boards.paper.printing.read import SectionJob
from director.boards.sentences import BoardSentences
from director.core.night.phones.write import open_entry_addresses, open_tables_to_phones
from director.core.night.printing.read import letters_lacking
from director.core.night.printing.write import cards_printed
from director.errors import DeskError
from director.kinds import PrintWishes
from director.models import Event, Section
from director.pdf.kinds import SheetKind, find_kind, kinds_left, opened_by, some_go_old


class SectionsJob:
    """The sheets of several sections. *parts* are those of each."""

    def __init__(self, parts: Sequence[SectionJob]) -> None:
        self.parts = parts

    def has(self, kind: "SheetKind[SectionsJob]") -> bool:
        """Return whether any of the sections has a sheet of *kind*."""
        return kind.has(self)

    @property
    def whole(self) -> "SectionsJob":
        """The same with nothing left out."""
        return SectionsJob([part.whole for part in self.parts])


@dataclass(frozen=True, slots=True)
class JointSheets:
    """What all sections have together of a sheet that hangs on the wall once."""

    guides: tuple[PersonalGuide, ...]
    poster: Poster | None


def sections_job(sections: Sequence[Section], wishes: PrintWishes) -> SectionsJob:
    """Return the sheets of *sections*.

    :raises PrintingError: if a table, round, board or pair is wanted that no section has
    """
    others = replace(wishes, spare=0)
    last = len(sections) - 1
    parts = [
        SectionJob(section, wishes if at == last else others) for at, section in enumerate(sections)
    ]
    if wishes.selection.is_narrow:
        known = [part.known for part in parts]
        wishes.selection.check(
            {what: frozenset().union(*(own[what] for own in known)) for what in known[0]}
        )
    return SectionsJob(parts)


def event_job(event: Event, wishes: PrintWishes) -> SectionsJob:
    """Return the sheets of one session of *event*, or of one section.

    :raises DeskError: if there is no such session or section
    :raises PrintingError: as :func:`sections_job`
    """
    session, section = wishes.session, wishes.section
    sessions = event.sessions.order_by("number")
    wanted = sessions.filter(number=session).first() if session else sessions.last()
    if wanted is None:
        raise DeskError(BoardSentences.NO_SESSION, name=event.name, number=session)
    sections = [each for each in sections_of_session(wanted.pk) if section in ("", each.letter)]
    if not sections:
        raise DeskError(
            BoardSentences.NO_SECTION, name=event.name, number=wanted.number, letter=section
        )
    return sections_job(sections, wishes)


def open_addresses(_event: Event, job: SectionsJob, keys: Sequence[str]) -> None:
    """Create the links that tables and pairs lack on the sheets *keys*.

    :raises PrintingError: as :class:`~director.boards.paper.printing.read.SectionJob`
    """
    opened = opened_by(KINDS, keys)
    for part in job.parts:
        if "tables" in opened and part.tables:
            open_tables_to_phones(
                session=part.section.session, section=part.section, tables=part.tables
            )
        if "pairs" in opened and part.has_own_pages:
            open_entry_addresses(
                section=part.section, pairs=[guide.entry_no for guide in part.guides]
            )


def job_printed(_event: Event, job: SectionsJob, keys: Sequence[str]) -> None:
    """Record which movement the printed cards of each section belong to."""
    for part in job.parts if some_go_old(KINDS, keys) else ():
        if part.plan:
            cards_printed(of=part.section, fingerprint=part.plan.fingerprint)


def sections_remarks(
    job: SectionsJob, keys: Sequence[str], paper: str, **asked: Any
) -> tuple[str, ...]:
    """Return the remarks on the sheets of every section, without repetitions.

    :raises PrintingError: as :func:`~director.pdf.kinds.render`
    """
    chosen = [find_kind(key, sections_kinds(contest_of(job.parts[0].section))) for key in keys]
    kept = kinds_left(chosen, job)
    said = [
        f"{kind.label}: nothing matches your choice."
        for kind in chosen
        if kept and kind not in kept
    ]
    said += [remark for part in job.parts for remark in remarks(part, keys, paper, **asked)]
    if "travellers" in keys and len(job.parts) > 1:
        said += [
            f"Section {part.section.letter}: {part.no_travellers}"
            for part in job.parts
            if part.no_travellers
        ]
    return tuple(dict.fromkeys([*said, *letters_lacking(_texts(job))]))


def _texts(job: SectionsJob) -> Iterator[str]:
    """Yield typed texts that are printed. One query per section."""
    for part in job.parts:
        for players in players_by_pair(part.section).values():
            yield from players
        yield from (part.section.session.event.name, part.section.session.event.club.name)


def _of_sections(kind: SheetKind[PrintJob]) -> SheetKind[SectionsJob]:
    """Return *kind* drawn for several sections."""

    def parts(job: Any) -> Sequence[SectionJob]:
        of_all = [part for part in job.parts if part.has(kind)]
        if kind.made_from == "results" or kind.is_once:
            return of_all[:1]
        return of_all

    def has(job: Any) -> bool:
        return bool(parts(job))

    def unfit(job: Any) -> str:
        return next((reason for part in job.parts if (reason := kind.unfit(part))), "")

    def draw(pen: Any, job: Any) -> None:
        if kind.is_joint:
            guides = chain.from_iterable(part.guides for part in parts(job))
            kind.draw(pen, cast(PrintJob, JointSheets(tuple(guides), job.parts[0].poster)))
        else:
            for part in parts(job):
                kind.draw(pen, part)

    return cast("SheetKind[SectionsJob]", replace(kind, has=has, unfit=unfit, draw=draw))


def sections_kinds(contest: ContestRecord) -> tuple[SheetKind[SectionsJob], ...]:
    """Return the kinds of sheets of a *contest*, of as many sections as a job has."""
    return tuple(_of_sections(kind) for kind in kinds_for(contest))
