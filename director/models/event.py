"""Competitions: an event has sessions, a session has sections."""

import datetime as dt
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import models
from django.db.models.functions import Length
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property

from director.models.change_number import ChangeNumber, CountedRecord
from director.models.club import Club

if TYPE_CHECKING:
    from director.models.plan import Plan

FIRST_LETTER = "A"
"""The letter of the first section of a session."""

MAX_STAGE_NAME_LENGTH = 40


class Game(models.TextChoices):
    """Games whose deals can be compared."""

    BRIDGE = "bridge", "Duplicate bridge"
    WHIST = "whist", "Duplicate whist"
    AUCTION = "auction", "Duplicate auction"
    AUCTION_1914 = "auction-1914", "Duplicate auction, scale of 1914"


class Contest(models.TextChoices):
    """Who competes, and how they meet."""

    PAIRS = "pairs", "Duplicate pairs"
    INDIVIDUAL = "individual", "Duplicate for single players, who change partners"
    TEAMS = "teams", "Duplicate teams"
    PROGRESSIVE = "progressive", "Progressive party (whist drive, euchre night)"


class RankingScope(models.TextChoices):
    """The ranking of a session with several sections."""

    FIELD = "field", "All sections together"
    SECTION = "section", "Each section by itself"


class Finals(models.TextChoices):
    """How the sections of an event's last session are ranked, if it has several sessions."""

    BY_PLACES = "places", "Finals, if they follow the places before"
    ALWAYS = "finals", "Finals: section A above section B"
    NEVER = "field", "One field"


class Event(CountedRecord):
    """A competition: the game, the scoring, and whether visitors may read its results.

    ``change_no`` counts every change of the event and its records that a page can show.
    ``desk_no`` doesn't count the entries of tables, which other tables don't see, and ``setup_no``
    no results at all, which leave sections, movements, names and penalties as they are.
    ``charge_code`` and ``point_scale`` are for the union's file, empty for those of the club.
    ``first_stage`` is the name of the sessions before any later stage.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=80)
    date = models.DateField()
    contest = models.CharField(max_length=12, choices=Contest, default=Contest.PAIRS)
    game = models.CharField(
        max_length=12, choices=Game, default=Game.BRIDGE, blank=True
    )  # empty for a party
    scoring = models.CharField(
        max_length=30, default="matchpoints", blank=True
    )  # empty for a party
    scoring_options = models.JSONField(default=dict, blank=True)
    places = models.CharField(max_length=7, choices=RankingScope, default=RankingScope.FIELD)
    finals = models.CharField(max_length=6, choices=Finals, default=Finals.BY_PLACES)
    shape = models.CharField(max_length=10, blank=True, default="")  # of its stages, if ready-made
    first_stage = models.CharField(max_length=MAX_STAGE_NAME_LENGTH, blank=True, default="")
    # The file and program of an event played elsewhere.
    source = models.CharField(max_length=200, blank=True)
    # The fingerprint of its results, by which the same event is recognised under any name.
    source_fingerprint = models.CharField(max_length=64, blank=True)
    # Victory points of both sides of a match until it is played, empty for none.
    unplayed_points = models.CharField(max_length=6, blank=True, default="")
    charge_code = models.CharField(max_length=2, blank=True)
    point_scale = models.CharField(max_length=20, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    # The length of the correction period after publishing.
    correction_hours = models.PositiveSmallIntegerField(default=24)
    corrections_until = models.DateTimeField(null=True, blank=True)  # final from then on
    # Unpublished before it was final: it isn't final until it is published again.
    is_period_stopped = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True, blank=True)  # taken off the lists; can be put back
    created_at = models.DateTimeField(auto_now_add=True)
    desk_no = ChangeNumber()
    setup_no = ChangeNumber()

    class Meta:
        ordering = ("-date", "-pk")
        # The public home asks for the sum of these numbers: of 2,000 events in a tenth of the time
        # with the index.
        indexes = (
            models.Index(
                fields=("club", "change_no"),
                condition=models.Q(published_at__isnull=False, removed_at__isnull=True),
                name="published_events",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @cached_property
    def session_counts_by_stage(self) -> Counter[int | None]:
        """The number of sessions by the key of their stage, None for the first stage."""
        return Counter(session.stage_id for session in self.sessions.all())

    def get_absolute_url(self) -> str:
        """Return the stable public address of the results."""
        return reverse("event_standings", args=[self.pk])

    @property
    def exported_charge_code(self) -> str:
        """The charge code in its USEBIO file."""
        return self.charge_code or self.club.charge_code

    @property
    def exported_point_scale(self) -> str:
        """The master point scale in its USEBIO file."""
        return self.point_scale or self.club.point_scale

    @property
    def last_session(self) -> "Session":
        """The last session, which is prepared or played. No query if the sessions were fetched."""
        return list(self.sessions.all())[-1]

    @property
    def is_published(self) -> bool:
        """Whether visitors may read the results."""
        return self.published_at is not None

    @property
    def has_been_published(self) -> bool:
        """Whether visitors can or could read the results. From then on every change is recorded."""
        return self.is_published or self.corrections_until is not None or self.is_period_stopped

    def unpublish(self) -> None:
        """Hide the results from visitors, and stop the correction period.

        Final results stay final.
        """
        self.published_at = None
        if self.corrections_until and not self.is_final:
            self.corrections_until = None
            self.is_period_stopped = True

    @property
    def can_take_entries(self) -> bool:
        """Whether phones may enter results: the event is neither published, final nor archived."""
        return not (self.is_published or self.is_final or self.removed_at)

    @property
    def is_final(self) -> bool:
        """Whether the correction period is over.

        Events published without one are never final.
        """
        return self.corrections_until is not None and self.corrections_until <= timezone.now()


class Stage(models.Model):
    """A later part of an event with its own scoring, such as the final after a qualifying stage.

    Sessions without a stage come first and have the scoring of the event. The players of a stage are
    ranked above players of earlier stages only.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_STAGE_NAME_LENGTH)
    scoring = models.CharField(max_length=30)
    scoring_options = models.JSONField(default=dict, blank=True)
    # A plate is for contestants who are out of the other stages, and ranks them below all others.
    is_plate = models.BooleanField(default=False)
    # Each section is a final, scored by itself. Section A is ranked above section B.
    has_finals = models.BooleanField(default=False)

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="stage_once_in_event"),
        )

    def __str__(self) -> str:
        return f"{self.event}, {self.name}"

    def format_final_name(self, letter: str) -> str:
        """Return the name of a section's final: "Final B"."""
        return f"{self.name} {letter}"

    @property
    def game(self) -> str:
        """The game of its event."""
        return self.event.game

    @property
    def contest(self) -> str:
        """The contest of its event."""
        return self.event.contest


class Clock(models.TextChoices):
    """States of a session's round clock."""

    WAITING = "waiting", "not started"
    RUNNING = "running", "running"
    PAUSED = "paused", "paused"
    OVER = "over", "play is over"


class Session(models.Model):
    """One sitting of an event, with its round clock."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sessions")
    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, null=True, blank=True, related_name="sessions"
    )
    number = models.PositiveSmallIntegerField(default=1)
    date = models.DateField(null=True, blank=True)  # if it isn't that of the event
    # The round that is played or about to start.
    round_no = models.PositiveSmallIntegerField(default=1)
    round_minutes = models.PositiveSmallIntegerField(default=20)
    clock = models.CharField(max_length=8, choices=Clock, default=Clock.WAITING)
    round_ends_at = models.DateTimeField(null=True, blank=True)  # of a running clock
    seconds_left = models.PositiveIntegerField(null=True, blank=True)  # of a paused clock
    # Before the end of a round, 0 for no warning.
    warning_minutes = models.PositiveSmallIntegerField(default=5)
    # For each break, the round before it and its minutes.
    breaks = models.JSONField(default=list, blank=True)
    break_ends_at = models.DateTimeField(null=True, blank=True)  # of the current break
    # For each finished round, its number and its end: when its time was up, or earlier if the
    # director ended it.
    round_ends = models.JSONField(default=list, blank=True)
    # The fingerprint of the draw from which a party's cards were printed last.
    printed_fingerprint = models.CharField(max_length=8, blank=True)
    # Whether the room's screen may show the standings.
    room_standings = models.BooleanField(default=False)

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="session_once_in_event"),
            models.CheckConstraint(
                condition=~models.Q(clock="running") | models.Q(round_ends_at__isnull=False),
                name="running_clock_has_end",
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}, session {self.number}"

    @property
    def scoring_record(self) -> "Event | Stage":
        """The record with the scoring of the session: its stage, or the event in the first stage.

        One query for a session of a later stage that wasn't fetched with it.
        """
        return self.stage or self.event

    @property
    def day(self) -> dt.date:
        """The day on which the session is played."""
        return self.date or self.event.date

    @property
    def title(self) -> str:
        """The name of the session: "Session 2", "Final", or "Final, session 3" of several."""
        stage_name = self.stage.name if self.stage else self.event.first_stage
        if stage_name and self.has_shared_stage:
            return f"{stage_name}, session {self.number}"
        return stage_name or f"Session {self.number}"

    @cached_property
    def has_shared_stage(self) -> bool:
        """Whether its stage has another session. One query for all sessions of an event."""
        return self.event.session_counts_by_stage[self.stage_id] > 1

    @property
    def has_finals(self) -> bool:
        """Whether its sections are finals of its stage."""
        return self.stage is not None and self.stage.has_finals

    @cached_property
    def is_one_of_several(self) -> bool:
        """Whether its event has another session. Cached after one query."""
        return Session.objects.filter(event_id=self.event_id).exclude(pk=self.pk).exists()

    @property
    def is_in_break(self) -> bool:
        """Whether the clock waits in a break, or after it, for the next round."""
        return self.clock == Clock.WAITING and self.break_ends_at is not None

    @property
    def stated_clock_end(self) -> str:
        """The state of the clock that a page sends back: the end of the round or the seconds left."""
        if self.round_ends_at:
            return self.round_ends_at.isoformat()
        return str(self.seconds_left)


@dataclass(frozen=True, slots=True)
class SectionRef:
    """The reference of a section in addresses. Without a letter it is the session's first section."""

    session_id: int
    letter: str = ""

    def __str__(self) -> str:
        if self.letter:
            return f"{self.session_id}-{self.letter}"
        return f"{self.session_id}"

    @property
    def without_first_letter(self) -> "SectionRef":
        """The same section without the letter A, so that addresses of the first section are short."""
        if self.letter == FIRST_LETTER:
            return SectionRef(self.session_id)
        return self


class Strata(models.TextChoices):
    """The pairs that are ranked in a stratum."""

    BELOW = "below", "A stratum counts those below it too"
    APART = "apart", "Each stratum counts by itself"


class Section(models.Model):
    """Tables that share boards and movement.

    With two winners the E-W pairs are numbered after the N-S pairs. ``ew_offset`` is subtracted
    from a stored E-W number to get the printed one (pair 12 of a seven-table Mitchell is "5 E-W").
    ``late_ns`` are N-S pairs with a stored number above the offset, such as a rover.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sections")
    letter = models.CharField(max_length=2, default=FIRST_LETTER)
    winners = models.PositiveSmallIntegerField(default=1)
    ew_offset = models.PositiveSmallIntegerField(default=0)
    late_ns = models.JSONField(default=list, blank=True)
    # Players by seat where partners change, by the number of the partnership: {"1001": [4, 2]}.
    partners = models.JSONField(default=dict, blank=True)
    # Players of a team, if the movement seats each of them.
    team_size = models.PositiveSmallIntegerField(default=0)
    # Seeds of the draws that gave the places, in their order.
    draws = models.JSONField(default=list, blank=True)
    # Whether a line has other cards. Saves a query for sections without any.
    is_fouled = models.BooleanField(default=False)
    # The unit of its pairs' handicaps.
    handicap_unit = models.CharField(max_length=6, blank=True, default="")
    carry_over_unit = models.CharField(max_length=6, blank=True, default="")
    # The largest amount that could be carried over.
    carry_over_of = models.CharField(max_length=8, blank=True, default="")
    # How the carry-over was calculated, empty if it was typed.
    carry_over_rule = models.JSONField(default=dict, blank=True)
    # Empty while no pair has a stratum.
    strata = models.CharField(max_length=5, choices=Strata, blank=True, default="")
    printed_fingerprint = models.CharField(
        max_length=8, blank=True
    )  # of the movement whose cards were printed last
    # Trumps of whist by board: "1:CK 2:H".
    trumps = models.CharField(max_length=2000, blank=True, default="")
    # The first section that played the same other deals, empty for the deals of the night.
    deals_letter = models.CharField(max_length=2, blank=True, default="")
    # The file and program of a section that was played elsewhere.
    source = models.CharField(max_length=200, blank=True, default="")
    # Settings for the tables that differ from the defaults.
    at_tables = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("session", Length("letter"), "letter")  # A to Z, then AA
        constraints = (
            models.UniqueConstraint(fields=("session", "letter"), name="section_once_in_session"),
            models.CheckConstraint(
                condition=models.Q(winners__in=(1, 2)), name="one_or_two_winners"
            ),
        )

    def __str__(self) -> str:
        return f"{self.session}, section {self.letter}"

    @property
    def plan(self) -> "Plan | None":
        """The movement in force, or None. One query, and none if ``plans`` were fetched."""
        if "plans" in getattr(self, "_prefetched_objects_cache", ()):
            return next((plan for plan in self.plans.all() if plan.in_force), None)
        return self.plans.filter(in_force=True).first()

    @property
    def ref(self) -> SectionRef:
        """The section in addresses. The first one keeps its address when others are added."""
        return SectionRef(self.session_id, self.letter).without_first_letter

    @cached_property
    def is_alone(self) -> bool:
        """Whether its event has no other section in any session. Cached after one query."""
        return (
            not Section.objects.filter(session__event_id=self.session.event_id)
            .exclude(pk=self.pk)
            .exists()
        )

    @cached_property
    def is_one_of_several(self) -> bool:
        """Whether its session has another section. Cached after one query."""
        others = Section.objects.filter(session_id=self.session_id).exclude(pk=self.pk)
        return not self.is_alone and others.exists()

    def get_direction(self, pair_no: int) -> str:
        """Return ``"NS"`` or ``"EW"`` for a pair, or ``""`` if there is one winner."""
        if self.winners == 1:
            return ""
        if pair_no > self.ew_offset and pair_no not in self.late_ns:
            return "EW"
        return "NS"

    def get_printed_number(self, pair_no: int) -> int:
        """Return the printed number of the pair.

        With two winners, a N-S and an E-W pair share it.
        """
        if self.get_direction(pair_no) == "EW":
            return pair_no - self.ew_offset
        return pair_no

    def get_pair_no(self, number: int, direction: str | None) -> int:
        """Return the stored number of the pair with the printed *number*.

        It is the inverse of :meth:`get_printed_number`. With two winners it needs the *direction*.
        """
        if self.winners == 2 and direction == "EW":
            return number + self.ew_offset
        return number

    @property
    def name(self) -> str:
        """Its name among those of its session: "Section B", or "Final B" of a stage with finals."""
        if self.session.stage and self.session.stage.has_finals:
            return self.session.stage.format_final_name(self.letter)
        return f"Section {self.letter}"

    @property
    def has_named_players(self) -> bool:
        """Whether the movement names everybody by seat, and the sides of lines are partnerships."""
        return bool(self.partners)

    def list_members(self, pair_no: int) -> tuple[int, ...]:
        """Return the contestants who get the points of the side *pair_no* of a line.

        They are the pair itself, both players of a partnership, or their team.
        """
        players = self.partners.get(f"{int(pair_no)}") if self.partners else None
        if players is None:
            return (pair_no,)
        # The players of all teams are numbered consecutively, team by team.
        if self.team_size:
            return ((players[0] - 1) // self.team_size + 1,)
        return tuple(players)

    def get_label(self, pair_no: int) -> str:
        """Return the printed label of the pair: ``"5"``, ``"5 N-S"`` or ``"5 E-W"``.

        A partnership of players is ``"2+4"``.
        """
        if self.partners and (partners := self.partners.get(f"{int(pair_no)}")):
            return "+".join(map(str, partners))
        side = {"NS": " N-S", "EW": " E-W", "": ""}[self.get_direction(pair_no)]
        return f"{self.get_printed_number(pair_no)}{side}"
