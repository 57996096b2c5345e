"""Start the next stage of an event.

The next stage is a new session of the qualifiers, seeded by place.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.contrib.auth.models import User

from director.additions.contests.draws.contest import compute_second_final_round
from director.boards.movement.formats import PLANNED
from director.boards.movement.rounds import count_rounds_to_draw
from director.boards.movement.sections import ScoringField, fetch_event_fields, get_next_letter
from director.boards.play.results.acts import open_correction
from director.boards.play.seats.entrants import copy_players
from director.boards.play.sessions import lock_session
from director.boards.refusals import make_played_elsewhere_error
from director.boards.scoring.extras import CarryRule
from director.boards.scoring.standings.carried import fetch_previous_stage_title
from director.boards.scoring.standings.event import EventResults
from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal, record_act
from director.errors import DeskError
from director.models import Entry, EntryPlayer, Event, Plan, Section, Session, Stage
from director.models.event import FIRST_LETTER
from scoring.registry import get_method

MIN_SECTION_SIZE = 2
"""Contestants of a section of a stage."""
COMPARE, BY_SECTION = "compare", "section"
"""The scoring option for which results are compared, and its choice for finals."""


def start_stage(  # noqa: PLR0913
    *,
    event: Event,
    name: str,
    day: datetime.date | None,
    entry_ids_by_letter: Mapping[str, Sequence[int]],
    is_early: bool,
    user: User | None,
    is_plate: bool = False,
    has_finals: bool = False,
    first_stage: str = "",
    carry_rule: CarryRule | None = None,
) -> Session:
    """Start the stage *name* of *event* on *day*. Return its session, which has no movement yet.

    The stage is scored like the last session until its own scoring is chosen.

    - *entry_ids_by_letter*: the keys of the entries of each section by its letter, the best first.
    - *is_early*: results of the earlier stages may still be missing.
    - *is_plate*: the stage is played beside the others, and never waits for them.
    - *has_finals*: its sections are ranked one above the other, and compare only their own results.
    - *first_stage*: the name of the sessions before the first stage.
    - *carry_rule*: the carry-over that is filled in when a movement is chosen.

    :raises DeskError: if results are missing, or the sections are impossible
    :raises FinalError: if the results are final
    """
    last_session = event.sessions.order_by("number").last()
    if last_session is None:
        raise _make_no_qualifiers_error()
    section = last_session.sections.first()
    if section is None:
        raise _make_no_qualifiers_error()
    with open_correction(section=section, user=user):
        last_session = lock_session(last_session)
        if event.source:
            raise make_played_elsewhere_error(name=event.name)
        has_comebacks = not is_plate and _has_plate_and_main_entries(entry_ids_by_letter)
        if not (is_early or is_plate):
            _refuse_unfinished(event, has_comebacks=has_comebacks)
        _check_sections(entry_ids_by_letter)
        stage = _make_stage(
            event,
            name,
            last_session.scoring_record,
            has_finals=has_finals and len(entry_ids_by_letter) > 1,
        )
        stage.is_plate = is_plate
        session = Session(
            event=event,
            stage=stage,
            number=last_session.number + 1,
            date=day,
            round_minutes=last_session.round_minutes,
        )
        description = f"{name} started as session {session.number}."
        with record_act(
            event=event, kind=ActKind.SECTIONS, message=description, user=user
        ) as journal:
            if first_stage:
                journal.change(event, first_stage=first_stage)
            journal.create(stage)
            session.stage = stage
            if has_comebacks:
                _end_draws(event, journal)
            journal.create(session)
            _add_stage_sections(session, entry_ids_by_letter, carry_rule, journal)
    return session


def _add_stage_sections(
    session: Session,
    entry_ids_by_letter: Mapping[str, Sequence[int]],
    carry_rule: CarryRule | None,
    journal: Journal,
) -> None:
    """Add the sections of a new stage by letter, with their entries and carry-over."""
    for letter, entry_ids in sorted(entry_ids_by_letter.items()):
        section = Section(session=session, letter=letter)
        if carry_rule:
            title = fetch_previous_stage_title(section)
            section.carry_over_rule = replace(carry_rule, title=title).as_stored_rule()
        _add_section(section, entry_ids, journal)


def _make_stage(
    event: Event, name: str, scoring_record: Event | Stage, *, has_finals: bool
) -> Stage:
    """Return an unsaved stage of *event* that is scored like the one before."""
    return Stage(
        event=event,
        number=_get_next_number(event),
        name=name,
        scoring=scoring_record.scoring,
        scoring_options=_make_stage_options(scoring_record, has_finals=has_finals),
        has_finals=has_finals,
    )


def _make_stage_options(scoring_record: Event | Stage, *, has_finals: bool) -> dict[str, str]:
    """Return the scoring options of the stage before for the next one, which may have finals."""
    options = dict(scoring_record.scoring_options)
    if isinstance(scoring_record, Stage) and scoring_record.has_finals:
        options.pop(COMPARE, None)
    if has_finals and COMPARE in get_method(scoring_record.scoring).complete_settings({}):
        options[COMPARE] = BY_SECTION
    return options


def _get_next_number(event: Event) -> int:
    last_stage = event.stages.order_by("number").last()
    if last_stage is None:
        return 2  # the sessions without a stage are the first one
    return last_stage.number + 1


def _has_plate_and_main_entries(entry_ids_by_letter: Mapping[str, Sequence[int]]) -> bool:
    """Return whether some of *entry_ids_by_letter* come back from a plate and others do not. (One query.)"""
    entry_ids = [
        entry_id for ids_of_section in entry_ids_by_letter.values() for entry_id in ids_of_section
    ]
    plate_flags = Entry.objects.filter(pk__in=entry_ids).values_list(
        "section__session__stage__is_plate", flat=True
    )
    distinct_flags = {bool(is_plate) for is_plate in plate_flags}
    return distinct_flags == {True, False}


def _end_draws(event: Event, journal: Journal) -> None:
    """End the draws of the earlier stages, because teams that come back play in the new one."""
    for plan in Plan.objects.filter(section__session__event=event, in_force=True):
        if count_rounds_to_draw(plan):
            options = dict(plan.options) | {PLANNED: str(plan.rounds)}
            journal.change(plan, options=[*map(list, options.items())])


def _refuse_unfinished(event: Event, *, has_comebacks: bool) -> None:
    """Raise if the stages so far aren't over. With *has_comebacks* they end with the drawn rounds."""
    # A plate is played beside the other stages, unless its best join the new one.
    main_fields = []
    for scoring_field in fetch_event_fields(event):
        stage = scoring_field.session.stage
        if stage is None or not stage.is_plate or has_comebacks:
            main_fields.append(scoring_field)
    results = EventResults(event, main_fields)
    if not results.is_complete:
        missing_count = results.results_due - results.results_in
        raise DeskError(
            "stage-unfinished",
            "{missing} results are still missing. Enter them first, or tick Start before all "
            "results are in.",
            missing=missing_count,
        )
    for scoring_field in main_fields:
        for section in scoring_field.sections:
            if section.plan is None:
                session_no = scoring_field.session.number
                raise DeskError(
                    "stage-no-movement",
                    "Session {session} has no movement yet. Choose one, or remove that session, before "
                    "you start another stage.",
                    session=session_no,
                )
    if not has_comebacks:
        _refuse_undrawn(main_fields)


def _refuse_undrawn(fields: Sequence[ScoringField]) -> None:
    """Raise if *fields* have a round to be drawn, which no missing result would show."""
    for scoring_field in fields:
        for section in scoring_field.sections:
            plan = section.plan
            if plan and (count_rounds_to_draw(plan) or compute_second_final_round(section, plan)):
                raise DeskError(
                    "stage-not-drawn",
                    "Round {round_no} isn’t drawn yet. Draw it first, or tick Start before all results "
                    "are in.",
                    round_no=plan.rounds + 1,
                )


def _check_sections(entry_ids_by_letter: Mapping[str, Sequence[int]]) -> None:
    """Raise unless the sections have the letters from A on, each with enough contestants."""
    if not entry_ids_by_letter:
        raise _make_no_qualifiers_error()
    expected_letter = FIRST_LETTER
    for letter in sorted(entry_ids_by_letter):
        if letter != expected_letter:
            raise DeskError(
                "stage-letters",
                "Nobody is in section {letter}. Use the letters from A on.",
                letter=expected_letter,
            )
        if len(entry_ids_by_letter[letter]) < MIN_SECTION_SIZE:
            raise DeskError(
                "stage-too-few",
                "Section {letter} needs at least two contestants. Choose more.",
                letter=letter,
            )
        expected_letter = get_next_letter(letter)


def _add_section(section: Section, entry_ids: Sequence[int], journal: Journal) -> None:
    """Create *section* with the people of earlier entries, numbered from 1."""
    journal.create(section)
    previous_entries_by_id = Entry.objects.prefetch_related("entry_players").in_bulk(entry_ids)
    entries = []
    for pair_no, entry_id in enumerate(entry_ids, start=1):
        previous_entry = previous_entries_by_id.get(entry_id)
        if previous_entry is None:
            raise _make_no_qualifiers_error()
        entries.append(
            Entry(
                section=section,
                pair_no=pair_no,
                name=previous_entry.name,
                club=previous_entry.club,
                rating=previous_entry.rating,
                is_here=previous_entry.is_here,
                is_unranked=previous_entry.is_unranked,
                continues=previous_entry,
            )
        )
    journal.create_all(entries)
    journal.create_all(list(_copy_players(entries)))


def _copy_players(entries: Sequence[Entry]) -> Iterator[EntryPlayer]:
    for entry in entries:
        if entry.continues:
            yield from copy_players(entry, entry.continues.entry_players.all())


def _make_no_qualifiers_error() -> DeskError:
    return DeskError("stage-nobody", "Nobody goes on yet. Choose who plays in section A.")
