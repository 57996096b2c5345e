"""The sheets of matches and drawn rounds of one section, each made when it is printed."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from django.urls import reverse

from director.additions.contests.captains.matches import has_captains
from director.additions.contests.paper.slips import CaptainSlip
from director.additions.contests.paper.records import DrawSheet, MatchCard
from director.additions.contests.scoring.brackets import Bracket
from director.additions.contests.scoring.brackets import build_section_bracket
from director.additions.contests.scoring.fixtures import FixtureList, make_fixture_list
from director.additions.contests.scoring.match_results import Matches
from director.additions.contests.scoring.sheets import CrossTable, MatchSheet, SwissTable
from director.additions.contests.scoring.swiss_table import build_swiss_table, has_swiss
from director.boards.contests import get_contest
from director.boards.movement.words import make_heading
from director.boards.paper.section_job import SectionJob
from director.core.night.links import NO_TOKEN, fetch_open_captains
from director.models import EntryPlayer


class MatchSheets:
    """What the kinds of sheets of contests draw, for the *job* of a section."""

    def __init__(self, job: SectionJob) -> None:
        self._job = job

    @cached_property
    def match_cards(self) -> tuple[MatchCard, ...]:
        """A card for every match of two teams that meet at two tables."""
        cards = self._job.all_match_cards
        return tuple(card for card in cards if card.round_no in self._job.selection.rounds)

    @property
    def cross_table(self) -> CrossTable | None:
        """The cross-table of teams. None before a result is entered, or if rounds are drawn."""
        if not self._job.has_results or not self._job.sheets.scoring_field.has_matches:
            return None
        matches = Matches(self._job.sheets)
        if matches.has_cross_table:
            return matches.cross_table
        return None

    @property
    def swiss_table(self) -> SwissTable | None:
        """The Swiss table, or None before a result is entered."""
        if self._job.has_results and has_swiss(self._job.sheets):
            return build_swiss_table(self._job.sheets)
        return None

    @cached_property
    def matches(self) -> tuple[MatchSheet, ...]:
        """Every match of teams with a result, board by board."""
        if not self._job.has_results or not self._job.sheets.scoring_field.has_matches:
            return ()
        selection = self._job.selection
        matches = []
        for match in Matches(self._job.sheets).scored:
            rounds = (match.round_no,) if match.round_no else match.rounds
            is_in_rounds = not rounds or any(number in selection.rounds for number in rounds)
            if is_in_rounds and self._has_team(match):
                matches.append(match)
        return tuple(matches)

    def _has_team(self, match: MatchSheet) -> bool:
        """Return whether one of the teams of *match* is selected."""
        for team in (match.home, match.away):
            section, number = self._job.sheets.scoring_field.place(team.contestant)
            if section.number(number) in self._job.selection.pairs:
                return True
        return False

    @property
    def draws(self) -> tuple[DrawSheet, ...]:
        """The round that was drawn last, if rounds are drawn one after the other."""
        return self._job.draws

    @cached_property
    def fixtures(self) -> FixtureList | None:
        """The fixtures, if a round robin of teams is played."""
        if not get_contest(self._job.section).has_halves:
            return None
        fixtures = make_fixture_list(
            self._job.sheets, self._job.section, make_heading(self._job.section, self._job.plan)
        )
        if fixtures is None:
            return None
        lines = [line for line in fixtures.lines if line.round_no in self._job.selection.rounds]
        return replace(fixtures, lines=tuple(lines))

    @cached_property
    def brackets(self) -> tuple[Bracket, ...]:
        """The bracket of the section."""
        bracket = build_section_bracket(self._job.section)
        if bracket:
            return (bracket,)
        return ()

    @cached_property
    def captain_slips(self) -> tuple[CaptainSlip, ...]:
        """A slip for every captain who has a private link, if phones can open it."""
        if not self._job.has_addresses or not has_captains(self._job.section, self._job.plan):
            return ()
        captain_names = self._captain_names
        slips = []
        for team, access in sorted(fetch_open_captains(self._job.section).items()):
            if not self._job.selection.has_pair(team, team):
                continue
            # A preview shows nobody's code in place of the private ones.
            token = NO_TOKEN if self._job.wishes.is_preview else access.token
            path = reverse("captain_page", args=[token])
            slips.append(
                CaptainSlip(
                    heading=make_heading(self._job.section, self._job.plan),
                    team=self._job.section.label(team),
                    name=self._job.team_names.get(team, ""),
                    captain=captain_names.get(team, ""),
                    address=f"{self._job.wishes.address}{path}",
                    code=self._job.make_code(path),
                )
            )
        return tuple(slips)

    @property
    def _captain_names(self) -> Mapping[int, str]:
        """The names of the captains by team. (Costs one query.)"""
        captains = EntryPlayer.objects.filter(section=self._job.section, is_captain=True)
        return dict(captains.values_list("entry__pair_no", "person__name"))
