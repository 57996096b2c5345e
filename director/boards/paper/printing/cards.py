"""What the sheets of a section are made from, before anybody selects some of them.

It is kept with the scored sheets of the session: a Print page asks for the same cards three times,
to know whether there are any, for the preview, and for the PDF.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from director.additions import get_contest_desk
from director.boards.contests import get_contest
from director.boards.movement.cards.cards import fetch_required_plan, make_guide_cards
from director.boards.movement.cards.guides import PersonalGuide, make_personal_guides
from director.boards.movement.lines.section_lines import load_movement
from director.boards.movement.sections import fetch_scoring_field
from director.boards.movement.words import (
    EntryNames,
    fetch_large_print_entries,
    fetch_names_by_seat,
    make_heading,
)
from director.boards.play.plan import list_contestants
from director.boards.scoring.standings.event import load_session_sheets
from director.boards.scoring.standings.sheets import SessionSheets
from director.core.base.versions import EventVersion
from director.models import Plan, Section
from director.sheets import GuideCard
from movements.model import Movement


class SectionCards:
    """All cards of a *section*, each sort made when it is first asked for, and its *sheets*."""

    def __init__(self, section: Section, sheets: SessionSheets) -> None:
        self.section = section
        self.sheets = sheets

    @cached_property
    def has_results(self) -> bool:
        """Whether any line has a result, or a match was entered as a result alone."""
        if self.section.results.filled().exists():
            return True
        return self.section.matches.reported().exists()

    @cached_property
    def plan(self) -> Plan | None:
        """The stored plan of the section."""
        return self.sheets.plans.get(self.section.pk)

    @cached_property
    def movement(self) -> Movement:
        """The movement of the stored plan.

        :raises NoPlanError: if no movement is chosen yet
        """
        return load_movement(self.plan or fetch_required_plan(self.section))

    @cached_property
    def guide_cards(self) -> tuple[GuideCard, ...]:
        """The guide card of every table."""
        if self.plan:
            return make_guide_cards(self.section, self.plan)
        return ()

    @cached_property
    def guides(self) -> tuple[PersonalGuide, ...]:
        """The guide of every pair or player."""
        if self.plan is None:
            return ()
        guides = make_personal_guides(
            self.section,
            self.movement,
            make_heading(self.section, self.plan),
            self._players,
            self.team_names,
            self._arrivals,
        )
        large_keys = fetch_large_print_entries([self.section])
        return tuple(
            replace(guide, needs_large_print=(self.section.pk, guide.entry_no) in large_keys)
            for guide in guides
        )

    @cached_property
    def _players(self) -> Mapping[int, list[str]]:
        """The names of the players of each pair or team, or of each player that the movement seats."""
        if self.section.team_size:
            # The movement seats each player of a team, who has a number of their own.
            names = fetch_names_by_seat(self.section)
            return {number: [name] for number, name in names.items()}
        return {number: entered.players for number, entered in self._entries.items()}

    @cached_property
    def _entries(self) -> Mapping[int, EntryNames]:
        """The names of every entry, by number."""
        return self.sheets.get_section_entries(self.section)

    @property
    def player_names(self) -> Iterator[str]:
        """The names of all players, as they were typed."""
        for entered in self._entries.values():
            yield from entered.players

    @cached_property
    def has_player_names(self) -> bool:
        """Whether any guide names its players. No guide is made for it."""
        movement = self.movement
        numbers = {sit_out.contestant for sit_out in movement.sit_outs}
        for row in movement.rows:
            numbers.update(movement.get_seated_numbers(row))
        return any(self._players.get(number) for number in numbers)

    @cached_property
    def has_sit_outs(self) -> bool:
        """Whether anybody sits out while they are here. No guide is made for it."""
        movement = self.movement
        if not all(row.boards for row in movement.rows):
            return any(line.sits_out for guide in self.guides for line in guide.lines)
        return any(
            sit_out.round_no >= self._arrivals.get(sit_out.contestant, 1)
            for sit_out in movement.sit_outs
        )

    @cached_property
    def _arrivals(self) -> Mapping[int, int]:
        """The rounds from which late contestants are here, by number."""
        if self.plan is None or self.plan.from_round == 1:
            return {}
        arrivals: dict[int, int] = {}
        earlier_numbers: set[int] = set()
        earlier_plans = self.section.plans.filter(number__lt=self.plan.number).order_by("number")
        for plan in (*earlier_plans, self.plan):
            movement = self.movement if plan is self.plan else load_movement(plan)
            numbers = set(list_contestants(movement))
            # Whoever is in the first plan was there at the start.
            if earlier_numbers:
                arrivals |= dict.fromkeys(numbers - earlier_numbers, plan.from_round)
            earlier_numbers |= numbers
        return arrivals

    @cached_property
    def team_names(self) -> Mapping[int, str]:
        """The names of the teams by number."""
        if get_contest(self.section).has_own_name:
            return {number: entered.text for number, entered in self._entries.items()}
        return {}

    @cached_property
    def match_cards(self) -> tuple[Any, ...]:
        """A card for every match of two teams that meet at two tables."""
        if self.plan is None or not get_contest(self.section).has_halves:
            return ()
        heading = make_heading(self.section, self.plan)
        desk = get_contest_desk()
        return desk.make_match_cards(self.section, self.movement, heading, self.team_names)

    @cached_property
    def draws(self) -> tuple[Any, ...]:
        """The round that was drawn last, if rounds are drawn one after the other."""
        heading = make_heading(self.section, self.plan)
        sheets = self.sheets if self.has_results else None
        return get_contest_desk().make_draw_sheets(self.section, heading, sheets)


def load_section_cards(section: Section, version: EventVersion | None) -> SectionCards:
    """Return the cards of *section*, shared by all who ask at the same *version* of its event."""
    if version is None:
        return SectionCards(section, SessionSheets(fetch_scoring_field(section)))
    sheets = load_session_sheets(section)
    # They were read after the version, and *section* may be older than that.
    stored_sections = {stored.pk: stored for stored in sheets.scoring_field.sections}
    if section.pk not in stored_sections:  # it was removed after *section* was read
        return SectionCards(section, sheets)
    stored_section = stored_sections[section.pk]
    return sheets.keep(("cards", section.pk), lambda: SectionCards(stored_section, sheets))
