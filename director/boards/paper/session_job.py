"""Print the sheets of several sections of a session, kind by kind.

A kind that has a sheet for each section is drawn for one section after the other. A kind that has
one sheet for the session (such as results, or a poster) is drawn once. *keys* name the kinds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, cast

from director.boards.contests import ContestRecord, get_contest_record
from director.boards.movement.cards.cards import PersonalGuide, Poster
from director.boards.movement.sections import fetch_session_sections
from director.boards.paper.section_job import SectionJob
from director.boards.paper.sheet_kinds import list_all_kinds, list_print_warnings, list_sheet_kinds
from director.core.night.links.opening import open_entry_addresses, open_table_addresses
from director.core.night.printing import (
    PrintOptions,
    list_unprintable_text_warnings,
    store_printed_cards,
)
from director.errors import DeskError
from director.models import Event, Section
from director.pdf.sheet_kinds import (
    SheetKind,
    depend_on_plan,
    get_kind,
    get_needed_links,
    keep_available_kinds,
)


class CombinedSectionsJob:
    """The sheets of several sections, each with a job of its own."""

    def __init__(self, parts: Sequence[SectionJob]) -> None:
        self.parts = parts

    def has(self, kind: "SheetKind[CombinedSectionsJob]") -> bool:
        """Return whether any of the sections has a sheet of *kind*."""
        return kind.has_sheets(self)

    @property
    def without_selection(self) -> "CombinedSectionsJob":
        """The job with nothing left out."""
        return CombinedSectionsJob([part.without_selection for part in self.parts])


@dataclass(frozen=True, slots=True)
class JointSheets:
    """What the sheets on the wall are made from, for all sections together."""

    guides: tuple[PersonalGuide, ...]
    poster: Poster | None


def make_sections_job(sections: Sequence[Section], options: PrintOptions) -> CombinedSectionsJob:
    """Return the sheets of *sections*.

    :raises PrintingError: if a table, round, board or pair is selected that no section has
    """
    # Spare slips are for the session as a whole: they follow the slips of the last section.
    options_without_spares = replace(options, spare_count=0)
    parts = [SectionJob(section, options_without_spares) for section in sections[:-1]]
    parts.append(SectionJob(sections[-1], options))
    if options.selection.is_narrow:
        numbers_by_noun: dict[str, frozenset[int]] = {}
        for part in parts:
            for noun, numbers in part.existing_numbers.items():
                numbers_by_noun[noun] = numbers_by_noun.get(noun, frozenset()) | numbers
        options.selection.check_numbers(numbers_by_noun)
    return CombinedSectionsJob(parts)


def make_event_job(event: Event, options: PrintOptions) -> CombinedSectionsJob:
    """Return the sheets of one session of *event*, or of one section.

    :raises DeskError: if there is no such session or section
    :raises PrintingError: as :func:`make_sections_job`
    """
    sessions = event.sessions.order_by("number")
    if options.session_no:
        session = sessions.filter(number=options.session_no).first()
    else:
        session = sessions.last()
    if session is None:
        raise DeskError(
            "no-session",
            "{name} has no session {number}. Use the number of one that it has.",
            name=event.name,
            number=options.session_no,
        )
    letter = options.section_letter
    sections = [
        section for section in fetch_session_sections(session.pk) if letter in ("", section.letter)
    ]
    if not sections:
        raise DeskError(
            "no-section",
            "{name} has no section {letter} in session {number}. Use the letter of one that it "
            "has.",
            name=event.name,
            number=session.number,
            letter=letter,
        )
    return make_sections_job(sections, options)


def create_missing_addresses(_event: Event, job: CombinedSectionsJob, keys: Sequence[str]) -> None:
    """Create the missing private addresses of tables and pairs for the sheets of *keys*.

    :raises PrintingError: as :class:`~director.boards.paper.section_job.SectionJob`
    """
    address_owners = get_needed_links(list_all_kinds(), keys)
    for part in job.parts:
        section = part.section
        if "tables" in address_owners and part.tables:
            open_table_addresses(session=section.session, section=section, tables=part.tables)
        if "pairs" in address_owners and part.has_pair_pages:
            pairs = [guide.entry_no for guide in part.guides]
            open_entry_addresses(section=section, pairs=pairs)


def record_printed_job(_event: Event, job: CombinedSectionsJob, keys: Sequence[str]) -> None:
    """Record which movement the printed cards of each section belong to."""
    if not depend_on_plan(list_all_kinds(), keys):
        return
    for part in job.parts:
        if part.plan:
            store_printed_cards(owner=part.section, fingerprint=part.plan.fingerprint)


def list_sections_warnings(
    job: CombinedSectionsJob, keys: Sequence[str], paper: str, **choices: Any
) -> tuple[str, ...]:
    """Return the warnings on the sheets of every section, without repetitions.

    :raises PrintingError: as :func:`~director.pdf.sheet_kinds.render`
    """
    kinds = list_sections_kinds(get_contest_record(job.parts[0].section))
    chosen_kinds = [get_kind(key, kinds) for key in keys]
    kinds_with_sheets = keep_available_kinds(chosen_kinds, job)
    messages = []
    # If no kind has a sheet, rendering raises a PrintingError that says so.
    if kinds_with_sheets:
        for kind in chosen_kinds:
            if kind not in kinds_with_sheets:
                messages.append(f"{kind.label}: nothing matches your choice.")
    for part in job.parts:
        messages += list_print_warnings(part, keys, paper, **choices)
    if "travellers" in keys and len(job.parts) > 1:
        for part in job.parts:
            if part.no_travellers_reason:
                messages.append(f"Section {part.section.letter}: {part.no_travellers_reason}")
    messages += list_unprintable_text_warnings(_iter_typed_texts(job))
    return tuple(dict.fromkeys(messages))


def _iter_typed_texts(job: CombinedSectionsJob) -> Iterator[str]:
    """Yield the printed texts that people typed: fonts may lack a character of them."""
    for part in job.parts:
        yield from part.player_names
        yield from (part.section.session.event.name, part.section.session.event.club.name)


def _adapt_kind(kind: SheetKind[SectionJob]) -> SheetKind[CombinedSectionsJob]:
    """Return *kind* with functions that take the job of several sections."""

    def list_parts(job: Any) -> Sequence[SectionJob]:
        parts = [part for part in job.parts if part.has(kind)]
        # The results of any section are of all sections together, so the first one is enough.
        if kind.made_from == "results" or kind.is_same_for_all_sections:
            return parts[:1]
        return parts

    def has_sheets(job: Any) -> bool:
        return bool(list_parts(job))

    def explain_unsuitable(job: Any) -> str:
        for part in job.parts:
            reason = kind.explain_unsuitable(part)
            if reason:
                return reason
        return ""

    def draw(pen: Any, job: Any) -> None:
        parts = list_parts(job)
        if kind.is_for_all_sections:
            guides = chain.from_iterable(part.guides for part in parts)
            joint_sheets = JointSheets(tuple(guides), job.parts[0].poster)
            # A joint kind uses only these two attributes of a SectionJob.
            kind.draw(pen, cast(SectionJob, joint_sheets))
            return
        for part in parts:
            kind.draw(pen, part)

    # The type of the job changes with the three functions, which ``replace`` cannot express.
    return cast(
        "SheetKind[CombinedSectionsJob]",
        replace(kind, has_sheets=has_sheets, explain_unsuitable=explain_unsuitable, draw=draw),
    )


def list_sections_kinds(
    contest_record: ContestRecord,
) -> tuple[SheetKind[CombinedSectionsJob], ...]:
    """Return the kinds of sheets for a *contest_record*, for jobs of several sections."""
    return tuple(_adapt_kind(kind) for kind in list_sheet_kinds(contest_record))
