"""The stages of an event: ready shapes with their names, and the start of the next one.

The next stage is a new session of the qualifiers, seeded by place.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import User

from director.additions.contests.draws.contest import find_second_final
from director.boards.movement.rounds import PLANNED, count_rounds_to_draw, get_withdrawals
from director.boards.movement.sections import (
    SECTIONS,
    ScoringField,
    fetch_event_fields,
    get_next_letter,
)
from director.boards.play.results.acts import open_correction
from director.boards.play.seats.entrants import copy_players
from director.boards.play.sessions import lock_session
from director.boards.refusals import make_played_elsewhere_error
from director.boards.scoring.extras import BEFORE, CarryRule
from director.boards.scoring.standings.carried import get_former_stage_title
from director.boards.scoring.standings.event import EventResults
from director.core.night.history import Journal, record_act
from director.errors import DeskError
from director.models import Entry, EntryPlayer, Event, Plan, Section, Session, Stage
from director.models.event import FIRST_LETTER
from director.sheets import Points
from movements.model import KNOCK_OUT
from movements.swiss.systems import LOSSES
from scoring.registry import find_method

FIRST_MATCH = "first"
"""The rule that a stage takes everybody who was knocked out in the first match."""
KNOCKED_OUT = "out"
"""The rule that a stage takes everybody who was knocked out in any round."""
COMEBACKS = "back"
"""The rule that a stage takes who is still in, and the first of those who were knocked out."""


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A later stage: *size* contestants go on to it, or all with *takes_all*.

    *qualification_rule* can name another rule instead, such as :data:`FIRST_MATCH` or
    :data:`COMEBACKS`.
    """

    name: str
    size: int = 0
    takes_all: bool = False
    carry_over: str = ""
    qualification_rule: str = ""


@dataclass(frozen=True, slots=True)
class StageShape:
    """The stages of an event: the name of the first one, and the later stages.

    *first_draw* are the choices with which the first stage is usually drawn, *note* says what is
    special about the stages.
    """

    key: str
    label: str
    first_name: str
    later_stages: tuple[PlannedStage, ...] = ()
    first_draw: tuple[tuple[str, str], ...] = ()
    note: str = ""


SHAPES = (
    StageShape(
        "finals",
        "Qualifying and finals",
        "Qualifying",
        (PlannedStage("Final", size=8, takes_all=True),),
    ),
    StageShape(
        "swiss",
        "Groups, Swiss and play-off",
        "Groups",
        (
            PlannedStage("Swiss", takes_all=True, carry_over=BEFORE),
            PlannedStage("Play-off", size=8),
        ),
    ),
    StageShape("league", "League and final", "League", (PlannedStage("Final", size=4),)),
    StageShape(
        "plate",
        "Knock-out and plate",
        "Knock-out",
        (PlannedStage("Plate", qualification_rule=FIRST_MATCH),),
        (("key", KNOCK_OUT),),
    ),
    StageShape(
        "repechage",
        "Knock-out and repechage",
        "Knock-out",
        (
            PlannedStage("Repechage", qualification_rule=KNOCKED_OUT),
            PlannedStage("Final rounds", qualification_rule=COMEBACKS),
        ),
        (("key", KNOCK_OUT),),
        note=(
            "After one round of the knock-out or more, start the repechage: the losers play for a way "
            "back in. Then start the final rounds: the first of the repechage join those still in."
        ),
    ),
    StageShape(
        "double",
        "Double elimination",
        "Double elimination",
        first_draw=(("key", KNOCK_OUT), (LOSSES.name, "2")),
    ),
)


def list_first_draw(event: Event) -> dict[str, str]:
    """Return the choices with which the first stage of *event* is drawn by its shape."""
    shape = next((shape for shape in SHAPES if shape.key == event.shape), None)
    return dict(shape.first_draw) if shape else {}


def get_shape_note(event: Event) -> str:
    """Return what is special about the stages of *event* by its shape, or ""."""
    shape = next((shape for shape in SHAPES if shape.key == event.shape), None)
    return shape.note if shape else ""


def find_planned_stage(event: Event) -> PlannedStage | None:
    """Return the stage that is next by the shape of *event*, or None. (Costs one query.)"""
    shape = next((shape for shape in SHAPES if shape.key == event.shape), None)
    started = event.stages.count()
    if shape is None or started >= len(shape.later_stages):
        return None
    return shape.later_stages[started]


def choose_shape(*, section: Section, key: str, user: User | None) -> None:
    """Store the shape *key* of the event of *section*, "" for none.

    :raises DeskError: if there is no such shape, or a later stage has started
    :raises FinalError: if the results are final
    """
    event = section.session.event
    shapes = {shape.key: shape for shape in SHAPES}
    if key and key not in shapes:
        raise DeskError("shape-unknown", "These stages aren’t in the list. Choose others.")
    first = shapes[key].first_name if key else ""
    label = shapes[key].label if key else "One"
    with open_correction(section=section, user=user):
        if event.stages.exists():
            raise DeskError(
                "shape-too-late",
                "A later stage has started, so the stages are fixed. Name the next one here.",
            )
        with record_act(
            event=event, kind=SECTIONS, words=f"Stages: {label}.", user=user
        ) as journal:
            journal.change(event, shape=key, first_stage=first)


FEWEST = 2
"""Contestants of a section of a stage."""
COMPARE, BY_SECTION = "compare", "section"
"""The scoring option for which results are compared, and its choice for finals."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A contestant who may go on, with its entry in the last session and its place so far.

    - *knocked_out_round*: the round in which it was knocked out of that session, or 0.
    - *has_won_nothing*: it was knocked out there without winning a match.
    - *is_still_in_knockout*: it is in a knock-out there, or has won it.
    - *has_withdrawn*: it left that session before its end.
    - *plate_name*: the name of that stage if it is a plate or a repechage, else "".
    """

    entry_id: int
    session_id: int
    place: str
    label: str
    names: str
    total: Points
    is_percent: bool
    knocked_out_round: int = 0
    has_won_nothing: bool = False
    is_still_in_knockout: bool = False
    has_withdrawn: bool = False
    plate_name: str = ""


def fetch_candidates(event: Event, results: EventResults) -> list[Candidate]:
    """Return all contestants of *event* in the order of the standings. (Costs one query.)

    Of several lists (N-S and E-W, or sections by themselves) the first of each come first, then
    the second of each.

    :raises ScoringError: if the results can't be scored
    """
    entries = Entry.objects.filter(section__session__event=event)
    entry_ids = {
        (section_id, pair_no): pk
        for pk, section_id, pair_no in entries.values_list("pk", "section_id", "pair_no")
    }
    ranked: list[tuple[int, int, Candidate]] = []
    for list_no, group in enumerate(results.standings.groups):
        for rank, row in enumerate(group.rows):
            sheets, number = results.list_seats(row)[-1]
            section, number_in_section = sheets.scoring_field.place(number)
            entry_id = entry_ids.get((section.pk, number_in_section))
            if entry_id is None:
                continue
            points = row.total if row.percent is None else row.percent
            knockout = sheets.scored.field.knockout
            lost = knockout.lost(sheets.scoring_field.number(number)) if knockout else None
            plan = sheets.plans.get(section.pk)
            stage = section.session.stage
            candidate = Candidate(
                entry_id=entry_id,
                session_id=section.session_id,
                place=row.place,
                label=sheets.scoring_field.label(number),
                names=row.names,
                total=points,
                is_percent=row.percent is not None,
                knocked_out_round=lost.round_no if lost else 0,
                has_won_nothing=lost is not None and not lost.has_gone_on,
                is_still_in_knockout=knockout is not None and lost is None,
                has_withdrawn=plan is not None and number_in_section in get_withdrawals(plan),
                plate_name=stage.name if stage and stage.is_plate else "",
            )
            ranked.append((rank, list_no, candidate))
    ranked.sort(key=lambda place: place[:2])
    return [candidate for _rank, _list_no, candidate in ranked]


def fill_finals(
    people: Sequence[Candidate], sizes: Sequence[int], *, takes_others: bool
) -> dict[str, list[int]]:
    """Return the entries of finals of these *sizes*, by letter, in the order of the standings.

    With *takes_others*, everybody else plays in one more final. Withdrawn contestants are left out.

    :raises DeskError: if the finals have more places than there are contestants
    """
    entry_ids = [candidate.entry_id for candidate in people if not candidate.has_withdrawn]
    if sum(sizes) > len(entry_ids):
        raise DeskError(
            "stage-too-many",
            "The finals have {places} places, but only {count} can go on. Lower a number.",
            places=sum(sizes),
            count=len(entry_ids),
        )
    others = len(entry_ids) - sum(sizes)
    if takes_others and others:
        sizes = [*sizes, others]
    finals = {}
    letter, start = FIRST_LETTER, 0
    for size in sizes:
        finals[letter] = entry_ids[start : start + size]
        letter, start = get_next_letter(letter), start + size
    return finals


def choose_comebacks(people: Sequence[Candidate], size: int) -> list[int]:
    """Return the entries of *size* contestants: who is still in, then the first of a plate."""
    playing = [candidate for candidate in people if not candidate.has_withdrawn]
    still_in = [candidate for candidate in playing if _is_in_main_draw(candidate)]
    in_plate = [candidate for candidate in playing if candidate.plate_name]
    return [candidate.entry_id for candidate in (*still_in, *in_plate)][:size]


def suggest_comebacks(people: Sequence[Candidate]) -> int:
    """Return how many usually go on if the first of a plate join those still in.

    They fill the next power of two, but at most half of the plate comes back.
    """
    playing = [candidate for candidate in people if not candidate.has_withdrawn]
    still_in = sum(map(_is_in_main_draw, playing))
    in_plate = sum(bool(candidate.plate_name) for candidate in playing)
    next_power = 1 << still_in.bit_length()
    return still_in + min(next_power - still_in, max(1, in_plate // 2))


def _is_in_main_draw(candidate: Candidate) -> bool:
    return candidate.is_still_in_knockout and not candidate.plate_name


def start_stage(  # noqa: PLR0913
    *,
    event: Event,
    name: str,
    day: datetime.date | None,
    going_on: Mapping[str, Sequence[int]],
    is_early: bool,
    user: User | None,
    is_plate: bool = False,
    has_finals: bool = False,
    first_stage: str = "",
    carry_rule: CarryRule | None = None,
) -> Session:
    """Start the stage *name* of *event* on *day*. Return its session, which has no movement yet.

    The stage is scored like the last session until its own scoring is chosen.

    - *going_on*: the keys of the entries of each section by its letter, the best first.
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
        raise _make_stage_nobody_error()
    section = last_session.sections.first()
    if section is None:
        raise _make_stage_nobody_error()
    with open_correction(section=section, user=user):
        last_session = lock_session(last_session)
        if event.source:
            raise make_played_elsewhere_error(name=event.name)
        has_comebacks = not is_plate and _are_from_plate_and_main(going_on)
        if not (is_early or is_plate):
            _refuse_unfinished(event, has_comebacks=has_comebacks)
        _check_sections(going_on)
        stage = _make_stage(
            event, name, last_session.scoring_record, has_finals=has_finals and len(going_on) > 1
        )
        stage.is_plate = is_plate
        session = Session(
            event=event,
            stage=stage,
            number=last_session.number + 1,
            date=day,
            round_minutes=last_session.round_minutes,
        )
        words = f"{name} started as session {session.number}."
        with record_act(event=event, kind=SECTIONS, words=words, user=user) as journal:
            if first_stage:
                journal.change(event, first_stage=first_stage)
            journal.create(stage)
            session.stage = stage
            if has_comebacks:
                _end_draws(event, journal)
            journal.create(session)
            _add_stage_sections(session, going_on, carry_rule, journal)
    return session


def _add_stage_sections(
    session: Session,
    going_on: Mapping[str, Sequence[int]],
    carry_rule: CarryRule | None,
    journal: Journal,
) -> None:
    """Add the sections of a new stage by letter, with their entries and carry-over."""
    for letter, entry_ids in sorted(going_on.items()):
        section = Section(session=session, letter=letter)
        if carry_rule:
            title = get_former_stage_title(section)
            section.carry_over_rule = replace(carry_rule, title=title).stored()
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
    if has_finals and COMPARE in find_method(scoring_record.scoring).settings({}):
        options[COMPARE] = BY_SECTION
    return options


def _get_next_number(event: Event) -> int:
    last_stage = event.stages.order_by("number").last()
    if last_stage is None:
        return 2  # the sessions without a stage are the first one
    return last_stage.number + 1


def _are_from_plate_and_main(going_on: Mapping[str, Sequence[int]]) -> bool:
    """Return whether some of *going_on* come back from a plate and others do not. (One query.)"""
    entry_ids = [entry_id for section_ids in going_on.values() for entry_id in section_ids]
    plates = Entry.objects.filter(pk__in=entry_ids).values_list(
        "section__session__stage__is_plate", flat=True
    )
    are_from_plate = {bool(is_plate) for is_plate in plates}
    return are_from_plate == {True, False}


def _end_draws(event: Event, journal: Journal) -> None:
    """Draw no further rounds of the earlier stages, as those who come back play in the new one."""
    for plan in Plan.objects.filter(section__session__event=event, in_force=True):
        if count_rounds_to_draw(plan):
            options = dict(plan.options) | {PLANNED: str(plan.rounds)}
            journal.change(plan, options=[*map(list, options.items())])


def _refuse_unfinished(event: Event, *, has_comebacks: bool) -> None:
    """Raise if the stages so far aren't over. Those with *has_comebacks* end with the rounds drawn."""
    # A plate goes on beside the others, unless its first join the new stage.
    main_fields = []
    for scoring_field in fetch_event_fields(event):
        stage = scoring_field.session.stage
        if stage is None or not stage.is_plate or has_comebacks:
            main_fields.append(scoring_field)
    results = EventResults(event, main_fields)
    if not results.is_complete:
        missing = results.results_due - results.results_in
        raise DeskError(
            "stage-unfinished",
            "{missing} results are still missing. Enter them first, or tick Start before all "
            "results are in.",
            missing=missing,
        )
    for scoring_field in main_fields:
        for section in scoring_field.sections:
            if section.plan is None:
                number = scoring_field.session.number
                raise DeskError(
                    "stage-no-movement",
                    "Session {session} has no movement yet. Choose one, or remove that session, before "
                    "you start another stage.",
                    session=number,
                )
    if not has_comebacks:
        _refuse_undrawn(main_fields)


def _refuse_undrawn(fields: Sequence[ScoringField]) -> None:
    """Raise if a round of *fields* is to be drawn: its results can't be missing yet."""
    for scoring_field in fields:
        for section in scoring_field.sections:
            plan = section.plan
            if plan and (count_rounds_to_draw(plan) or find_second_final(section, plan)):
                raise DeskError(
                    "stage-not-drawn",
                    "Round {round_no} isn’t drawn yet. Draw it first, or tick Start before all results "
                    "are in.",
                    round_no=plan.rounds + 1,
                )


def _check_sections(going_on: Mapping[str, Sequence[int]]) -> None:
    """Raise unless the sections have the letters from A on, each with enough contestants."""
    if not going_on:
        raise _make_stage_nobody_error()
    expected = FIRST_LETTER
    for letter in sorted(going_on):
        if letter != expected:
            raise DeskError(
                "stage-letters",
                "Nobody is in section {letter}. Use the letters from A on.",
                letter=expected,
            )
        if len(going_on[letter]) < FEWEST:
            raise DeskError(
                "stage-too-few",
                "Section {letter} needs at least two contestants. Choose more.",
                letter=letter,
            )
        expected = get_next_letter(letter)


def _add_section(section: Section, entry_ids: Sequence[int], journal: Journal) -> None:
    """Create *section* with the people of earlier entries, numbered from 1."""
    journal.create(section)
    former_entries = Entry.objects.prefetch_related("entry_players").in_bulk(entry_ids)
    entries = []
    for pair_no, entry_id in enumerate(entry_ids, start=1):
        former = former_entries.get(entry_id)
        if former is None:
            raise _make_stage_nobody_error()
        entries.append(
            Entry(
                section=section,
                pair_no=pair_no,
                name=former.name,
                club=former.club,
                rating=former.rating,
                is_here=former.is_here,
                continues=former,
            )
        )
    journal.create_all(entries)
    journal.create_all(list(_copy_players(entries)))


def _copy_players(entries: Sequence[Entry]) -> Iterator[EntryPlayer]:
    for entry in entries:
        if entry.continues:
            yield from copy_players(entry, entry.continues.entry_players.all())


def _make_stage_nobody_error() -> DeskError:
    return DeskError("stage-nobody", "Nobody goes on yet. Choose who plays in section A.")
