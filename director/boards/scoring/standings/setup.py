"""What no result changes of an event: its sections, plans, names, penalties, extras and deals.

It is cached under ``Event.setup_no``, which results don't raise, so a page after an entry reads
only the results again.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from director.boards.movement.formats import get_format
from director.boards.movement.lines.section_lines import (
    PlannedRows,
    fetch_planned_rows,
    fetch_plans_by_section,
)
from director.boards.movement.sections import Key, ScoringField, fetch_event_fields
from director.boards.movement.sitters import fetch_seats_by_line
from director.boards.movement.words import (
    EntryNames,
    fetch_field_entry_names_by_number,
    make_field_heading,
    with_field_partnership_names,
)
from director.boards.scoring.deals import BoardDeal, DealKey, fetch_hands_by_key
from director.boards.scoring.extras import (
    PairPenalty,
    SectionExtras,
    fetch_field_extras,
    fetch_field_penalties,
)
from director.models import Entry, Event, Plan, Section
from director.sheets import Heading
from scoring.bridge.contracts import get_duplicate_game
from scoring.registry import get_method

Seat = tuple[int, int]
"""The index of a scoring field, from 0, and the pair's number in it."""


class SessionSetup:
    """What no result changes of a session. Each part is read when it is first asked for.

    Nothing here may be computed from results.
    """

    def __init__(self, scoring_field: ScoringField) -> None:
        self.scoring_field = scoring_field
        # Names differ between rounds only if there are substitutes.
        self._names_by_round: dict[int | None, Mapping[int, str]] = {}
        self._names_by_section: dict[tuple[str, int | None], Mapping[int, str]] = {}

    def read(self) -> None:
        """Make all queries now, and everything that follows from them alone."""
        # Each is a cached property, which makes its queries when it is first read.
        _all_read = (
            self.planned_rows,
            self.knockouts,
            self.name_by_side,
            self.starters_by_number,
            self.heading,
            self.penalties,
            self.extras,
            self.unranked_pairs,
            self.seats_by_line,
            self.hands_by_key,
        )

    @cached_property
    def plan_by_section(self) -> dict[int, Plan]:
        """The stored plans by section key."""
        return fetch_plans_by_section(self.scoring_field)

    @cached_property
    def planned_rows(self) -> PlannedRows:
        """The rows of the plans, rows played off schedule, and matches."""
        return fetch_planned_rows(self.scoring_field, self.plan_by_section)

    @property
    def is_drawn(self) -> bool:
        """Whether the rounds of all sections are drawn. Imported sections may have no plan at all."""
        plans = list(self.plan_by_section.values())
        return bool(plans) and all(get_format(plan).is_drawn for plan in plans)

    @cached_property
    def knockouts(self) -> list[Section]:
        """The sections that play a knock-out."""
        return [
            section
            for section in self.scoring_field.sections
            if section.pk in self.plan_by_section
            and get_format(self.plan_by_section[section.pk]).is_knockout
        ]

    @cached_property
    def heading(self) -> Heading:
        """The heading of every sheet."""
        return make_field_heading(self.scoring_field, self.plan_by_section)

    @property
    def method(self) -> str:
        """The name of the scoring method, with its scale of victory points."""
        scoring_record = self.scoring_field.scoring_record
        method = get_method(scoring_record.scoring)
        # Only matches have a scale.
        if not self.scoring_field.has_matches:
            return method.name
        return method.get_name_with_scale(scoring_record.scoring_options)

    @cached_property
    def penalties(self) -> tuple[PairPenalty, ...]:
        """The penalties of rulings."""
        return fetch_field_penalties(self.scoring_field)

    @cached_property
    def entry_names_by_number(self) -> dict[int, EntryNames]:
        """The names of each pair, player or team that is entered."""
        return fetch_field_entry_names_by_number(self.scoring_field)

    def get_entry_names_by_number(self, section: Section) -> dict[int, EntryNames]:
        """Return the names of each entry of *section*, by number in the section."""
        names_by_number = {}
        for number, names in self.entry_names_by_number.items():
            entry_section, number_in_section = self.scoring_field.get_section_and_number(number)
            if entry_section.pk == section.pk:
                names_by_number[number_in_section] = names
        return names_by_number

    @cached_property
    def extras(self) -> SectionExtras:
        """The handicaps, strata and carry-over of pairs."""
        return fetch_field_extras(self.scoring_field, self.entry_names_by_number)

    @cached_property
    def unranked_pairs(self) -> frozenset[int]:
        """The pairs, players or teams that play without standing."""
        return frozenset(
            pair_no
            for pair_no, entry_names in self.entry_names_by_number.items()
            if entry_names.is_unranked
        )

    @cached_property
    def starters_by_number(self) -> dict[int, list[str]]:
        """The names of the starters of each pair or team."""
        return {
            pair_no: entry_names.starter_names
            for pair_no, entry_names in self.entry_names_by_number.items()
        }

    @cached_property
    def name_by_number(self) -> dict[int, str]:
        """The names of each pair, player or team, with its substitutes."""
        return {
            pair_no: entry_names.full_text
            for pair_no, entry_names in self.entry_names_by_number.items()
        }

    @cached_property
    def name_by_side(self) -> Mapping[int, str]:
        """The names of each side of a line, which may be a partnership."""
        return with_field_partnership_names(self.scoring_field, self.name_by_number)

    def get_names_by_number(self, round_no: int | None) -> Mapping[int, str]:
        """Return the names of each side of a line in *round_no*."""
        if not self._has_substitutes:
            return self.name_by_side
        if round_no not in self._names_by_round:
            names = {
                pair_no: entry_names.get_name_in_round(round_no)
                for pair_no, entry_names in self.entry_names_by_number.items()
            }
            self._names_by_round[round_no] = with_field_partnership_names(self.scoring_field, names)
        return self._names_by_round[round_no]

    @cached_property
    def _has_substitutes(self) -> bool:
        return any(
            entry_names.replaced_players for entry_names in self.entry_names_by_number.values()
        )

    def get_section_names_by_number(
        self, section: Section, round_no: int | None = None
    ) -> Mapping[int, str]:
        """Return the names of each side of a line of *section*, by number in the section."""
        if not self.scoring_field.has_several_sections:
            return self.get_names_by_number(round_no)
        key = (section.letter, round_no if self._has_substitutes else None)
        if key not in self._names_by_section:
            base = self.scoring_field.get_field_number(section, 0)
            self._names_by_section[key] = {
                pair_no - base: names
                for pair_no, names in self.get_names_by_number(round_no).items()
                if self.scoring_field.get_letter(pair_no) == section.letter
            }
        return self._names_by_section[key]

    @cached_property
    def seats_by_line(self) -> Mapping[Key, tuple[int, ...]]:
        """The players at N, E, S and W on every due line, if the movement seats players."""
        if self.heading.has_player_moves:
            return fetch_seats_by_line(self.scoring_field)
        return {}

    @cached_property
    def hands_by_key(self) -> Mapping[DealKey, BoardDeal]:
        """All stored deals at bridge, visible or not."""
        if get_duplicate_game(self.scoring_field.event.game).is_known_elsewhere:
            return fetch_hands_by_key(self.scoring_field)
        return {}


class EventSetup:
    """What no result changes of an *event* and its sessions. *event* should come with its club."""

    def __init__(self, event: Event, scoring_fields: Iterable[ScoringField] | None = None) -> None:
        self.event = event
        scoring_fields = fetch_event_fields(event) if scoring_fields is None else scoring_fields
        self.sessions = tuple(map(SessionSetup, scoring_fields))

    def read(self) -> None:
        """Make all queries now."""
        for session_setup in self.sessions:
            session_setup.read()
        _read = self.first_seat_by_seat  # a cached property, which makes the last query

    @cached_property
    def first_seat_by_seat(self) -> dict[Seat, Seat]:
        """The first seat of every contestant, by each of its seats. (Costs one query.)"""
        if len(self.sessions) == 1:
            return {}
        return fetch_first_seat_by_seat(
            [session_setup.scoring_field for session_setup in self.sessions], self.event
        )


def fetch_first_seat_by_seat(
    scoring_fields: Sequence[ScoringField], event: Event
) -> dict[Seat, Seat]:
    """Return, for every seat of *scoring_fields*, the pair's seat in its first session among them."""
    sections = {}
    for index, scoring_field in enumerate(scoring_fields):
        for section in scoring_field.sections:
            sections[section.pk] = (index, section)
    # By session, so that the entry that another continues has its first seat already.
    entries = Entry.objects.filter(section__session__event=event).order_by(
        "section__session__number", "pk"
    )
    first_seat_by_entry: dict[int, Seat] = {}
    first_seats: dict[Seat, Seat] = {}
    for pk, section_id, pair_no, continues in entries.values_list(
        "pk", "section_id", "pair_no", "continues"
    ):
        first_seat = first_seat_by_entry.get(continues or 0)
        # An entry of another stage has no seat here, but may be continued by one that has.
        if section_id in sections:
            index, section = sections[section_id]
            seat = (index, scoring_fields[index].get_field_number(section, pair_no))
            first_seat = first_seat or seat
            first_seats[seat] = first_seat
        if first_seat:
            first_seat_by_entry[pk] = first_seat
    return first_seats
