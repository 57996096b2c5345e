"""Parties: find one, and tell how far it is.

The state of the steps is worked out from a few counts, so that the list of nights needs one query
for all parties. Seats, games and standings are read by :mod:`~director.party.movement.games`.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple

from django.db.models import (
    Case,
    Count,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Greatest, NullIf
from django.http import Http404
from django.shortcuts import get_object_or_404

from director.core.night.clock import get_round_in_play
from director.core.night.events import (
    ACTION_NEEDED,
    STEP_DONE,
    STEP_NOT_YET,
    EntryBar,
    NightProgress,
    NightState,
    SessionStep,
    choose_night_turn,
    get_next_step,
    get_night_state,
    mark_next_step,
)
from director.event_kinds import EndedKindError
from director.models import Session
from director.models.composed import ComposedQuery, ComposedRecords
from director.models.event import Clock, SectionRef
from director.party.models import Party, PartyCard, PartyPlayer, PartyResult, PartyRound
from director.party.movement.options import (
    get_contestant_noun,
    get_full_table_size,
    is_ranked_by_pairs,
)
from director.party.movement.seating import SeatedTableJson
from director.party.presets import MIX, TOTALS
from scoring.party.methods import PARTY_METHODS

STEPS = (
    ("field", "Field"),
    ("seats", "Seats"),
    ("print", "Print"),
    ("play", "Play"),
    ("results", "Results"),
)


@dataclass(frozen=True, slots=True)
class PartyNight:
    """A party with the state of its steps, for its tabs and the list of nights."""

    session: Session
    party: Party
    steps: tuple[SessionStep, ...]
    player_count: int
    round_no: int  # the latest round with seats, 0 before the draw
    table_count: int  # tables of round_no
    unreported_count: int  # tables of round_no without a report
    missing_card_count: int | None  # players or pairs without a card, None if tables report
    due_card_count: int  # players or pairs who hand in a card
    url_name: ClassVar[str] = "party_open"

    @property
    def ref(self) -> SectionRef:
        """The ids in the addresses of its steps."""
        return SectionRef(self.session.pk)

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts at the top of its pages."""
        if self.player_count:
            return (f"{self.player_count} players",)
        return ()

    @property
    def progress_text(self) -> str:
        """The progress of the party, for the list of nights."""
        if self.player_count and self.missing_card_count is not None:
            has_entered_cards = self.missing_card_count < self.due_card_count
            if self.round_no or has_entered_cards:
                return f"{self.player_count} players · {self._describe_entered()}"
        if not self.round_no:
            if self.player_count:
                return f"{self.player_count} players, no seats yet"
            return "no game chosen yet"
        round_text = f"{self.party.round_noun} {self.round_no} of {self.party.rounds}"
        entered = self._describe_entered()
        return f"{self.player_count} players · {round_text}, {entered}"

    @property
    def progress(self) -> NightProgress:
        """How far the party is, for its card on Tonight."""
        game_name = self.party.preset_or_system_name
        facts = self.facts
        if game_name:
            facts = (*facts, game_name)
        is_clock_used = get_round_in_play(self.session).has_play_begun
        has_cards = self.missing_card_count is not None
        cards_in = max(self.due_card_count - (self.missing_card_count or 0), 0)
        bars: tuple[EntryBar, ...] = ()
        has_begun = is_clock_used
        round_no = 0
        if has_cards and self.player_count:
            bars = (EntryBar(cards_in, self.due_card_count),)
            has_begun = has_begun or cards_in > 0
            if is_clock_used:
                round_no = self.session.round_no
        elif self.round_no:
            # A table counts once a round, and later rounds have as many tables as this one.
            reported_count = self.round_no * self.table_count - self.unreported_count
            bars = (EntryBar(reported_count, self.party.rounds * self.table_count),)
            has_begun = has_begun or reported_count > 0
            if has_begun:
                round_no = self.round_no
        return NightProgress(
            turn=choose_night_turn(
                self.session.event, has_begun=has_begun, is_complete=has_begun and self.is_over
            ),
            facts=" · ".join(facts),
            round_noun=self.party.round_noun,
            round_no=min(round_no, self.party.rounds),
            round_count=self.party.rounds,
            bars=bars,
            entered_text=self._describe_entered(),
        )

    def _describe_entered(self) -> str:
        """Return what is entered of the current round, or of all cards."""
        if self.missing_card_count is not None and self.player_count:
            cards_in = max(self.due_card_count - self.missing_card_count, 0)
            return f"{cards_in} of {self.due_card_count} cards entered"
        if not self.round_no:
            return "no seats yet" if self.player_count else "no game chosen yet"
        if self.unreported_count == self.table_count and self.session.clock == Clock.WAITING:
            return "not started"
        if self.unreported_count:
            return f"{self.unreported_count} of {self.table_count} tables still playing"
        return "all results entered"

    @property
    def next_step(self) -> SessionStep:
        """The first step that needs the director. During play it is Play."""
        return get_next_step(self.steps)

    @property
    def has_begun(self) -> bool:
        """Whether something is entered, or the clock was started."""
        is_clock_used = get_round_in_play(self.session).has_play_begun
        has_cards = self.missing_card_count is not None
        if has_cards and self.missing_card_count != self.due_card_count:
            return True
        has_reports = self.round_no > 1 or self.unreported_count < self.table_count
        return is_clock_used or (self.round_no > 0 and has_reports)

    @property
    def is_over(self) -> bool:
        """Whether all results are entered, or the director has closed play."""
        return _is_over(self.party, self.round_no, self.unreported_count, self.missing_card_count)

    @property
    def state(self) -> NightState:
        """Where the party is now."""
        return get_night_state(self.session.event, is_played=self.is_over)


PLAYED_METHODS = ("", *(method.key for method in PARTY_METHODS))
"""The methods of the parties that this version plays, "" before one is chosen."""


def refuse_ended_method(party: Party) -> None:
    """Raise if *party* has a scoring method that a former version had.

    :raises EndedKindError: with its key
    """
    if party.method not in PLAYED_METHODS:
        raise EndedKindError(party.method)


def fetch_party_by_session(session_id: int) -> Party:
    """Return the party of a session with session, event and club, or raise 404."""
    party = next(iter(_PARTY_QUERY.fetch_records(session_id)), None)
    if party is None:
        raise Http404("There is no such party.")
    refuse_ended_method(party)
    return party


def fetch_party_by_event(event_id: int) -> Party:
    """Return the party of an event with session, event and club, or raise 404."""
    party = get_object_or_404(_select_parties_with_club(), session__event_id=event_id)
    refuse_ended_method(party)
    return party


def fetch_readable_party(event_id: int, *, by_director: bool) -> Party:
    """Return the party whose results may be read, or raise 404."""
    party = fetch_party_by_event(event_id)
    event = party.session.event
    if not by_director and (not event.is_published or event.removed_at):
        raise Http404("The results are not published.")
    return party


def fetch_party_night(party: Party) -> PartyNight:
    """Return the steps of *party*. (Costs one query.)"""
    (night,) = fetch_party_nights([party])
    return night


def fetch_parties_tonight(today: date) -> list[PartyNight]:
    """Return the parties of *today* with their steps. (Costs one query, two if there are any.)"""
    return fetch_party_nights(_TONIGHT_QUERY.fetch_records(today))


def _select_parties_tonight(today: date) -> QuerySet[Party]:
    parties = _select_parties_with_club().filter(
        session__event__date=today,
        session__event__removed_at__isnull=True,
        session__event__club__is_practice=False,
        method__in=PLAYED_METHODS,
    )
    return parties.order_by("pk")


_CLUB_PATHS = ("session", "session__event", "session__event__club")
_TONIGHT_QUERY = ComposedRecords(Party, _select_parties_tonight, related=_CLUB_PATHS)
_PARTY_QUERY = ComposedRecords(
    Party, lambda party_id: Party.objects.filter(pk=party_id), related=_CLUB_PATHS
)


def fetch_party_nights(parties: Iterable[Party]) -> list[PartyNight]:
    """Return *parties* with their steps. (Costs one query, none without parties.)"""
    party_by_pk = {party.pk: party for party in parties}
    if not party_by_pk:
        return []
    counts_by_pk = {}
    for pk, *columns in _COUNTS_QUERY.fetch_rows(*party_by_pk):
        counts_by_pk[pk] = _read_counts(columns)
    return [
        _make_party_night(party, counts_by_pk[pk])
        for pk, party in party_by_pk.items()
        if pk in counts_by_pk
    ]


class _Counts(NamedTuple):
    """Counts of a party, each an annotation of the same name."""

    present_players: int  # players who have not left
    left_cards: int  # players who left after a round on their card
    latest_round: int  # the latest round with seats, 0 before the draw
    latest_seating: list[SeatedTableJson] | None  # its seats
    results_in: int  # its reported tables
    cards_in: int  # cards for the whole evening, or for its last round


def _read_counts(columns: Sequence[Any]) -> _Counts:
    """Return the counts in *columns*, in which the seats are text."""
    counts = _Counts(*columns)
    seating: Any = counts.latest_seating
    return counts._replace(latest_seating=json.loads(seating) if seating else None)


def _select_parties_with_club() -> QuerySet[Party]:
    return Party.objects.select_related("session__event__club")


def _with_counts(parties: QuerySet[Party]) -> QuerySet[Party]:
    rounds = PartyRound.objects.filter(party=OuterRef("pk")).order_by("-round_no")
    results = PartyResult.objects.filter(
        round__party=OuterRef("pk"), round__round_no=OuterRef("latest_round")
    )
    # The models' default order would become part of GROUP BY, so it is removed before counting.
    result_count = results.order_by().values("round").annotate(number=Count("pk")).values("number")
    players = PartyPlayer.objects.filter(party=OuterRef("pk"), left_round__isnull=True).order_by()
    player_count = players.values("party").annotate(number=Count("pk")).values("number")
    leavers = PartyPlayer.objects.filter(
        party=OuterRef("pk"),
        left_round__gt=Greatest(F("joined_round"), OuterRef("first_of_cards")),
    ).order_by()
    leaver_count = leavers.values("party").annotate(number=Count("pk")).values("number")
    cards = PartyCard.objects.filter(
        Q(part=0) | Q(part=OuterRef("rounds")), party=OuterRef("pk")
    ).order_by()
    card_count = cards.values("party").annotate(number=Count("pk")).values("number")
    return parties.annotate(
        first_of_cards=_make_first_card_round_case(),
        left_cards=Coalesce(Subquery(leaver_count[:1]), 0),
        present_players=Coalesce(Subquery(player_count[:1]), 0),
        latest_round=Coalesce(Subquery(rounds.values("round_no")[:1]), 0),
        latest_seating=Subquery(rounds.values("seating")[:1]),
        results_in=Coalesce(Subquery(result_count[:1]), 0),
        cards_in=Coalesce(Subquery(card_count[:1]), 0),
    )


_COUNTS_QUERY = ComposedQuery(
    lambda *party_ids: (
        _with_counts(Party.objects.filter(pk__in=party_ids))
        .order_by()
        .values_list("pk", *_Counts._fields)
    )
)


def _make_first_card_round_case() -> Case:
    """Return the expression for ``Party.first_card_round``."""
    half_after = Cast(KeyTextTransform("half_after", "prizes"), IntegerField())
    half_round = Coalesce(NullIf(half_after, 0), NullIf("pause_after", 0), F("rounds") / 2)
    return Case(
        When(~Q(entry=MIX), then=Value(1)),
        When(card_from__gt=1, then=F("card_from")),
        default=half_round + 1,
        output_field=IntegerField(),
    )


def _make_party_night(party: Party, counts: _Counts) -> PartyNight:
    seated_tables = counts.latest_seating or ()
    table_count = sum(_is_playing(table) for table in seated_tables)
    unreported_count = table_count - counts.results_in
    missing_card_count = _find_missing_card_count(party, counts)
    states = _compute_step_states(party, counts, unreported_count, missing_card_count)
    steps = []
    for number, ((key, title), state) in enumerate(zip(STEPS, states, strict=True), 1):
        steps.append(SessionStep(number, key, title, state, "party"))
    return PartyNight(
        session=party.session,
        party=party,
        steps=mark_next_step(steps),
        player_count=counts.present_players,
        round_no=counts.latest_round,
        table_count=table_count,
        unreported_count=unreported_count,
        missing_card_count=missing_card_count,
        due_card_count=_count_cards_due(party, counts),
    )


def _count_cards_due(party: Party, counts: _Counts) -> int:
    player_count = counts.present_players
    # Leavers hand in a card of the whole evening, but none for a later round.
    if party.entry != TOTALS:
        player_count += counts.left_cards
    # Pairs and teams follow from the seats: before the draw everybody counts alone.
    if not (counts.latest_round and is_ranked_by_pairs(party)):
        return player_count
    players_per_card = 2 if get_contestant_noun(party) == "pair" else get_full_table_size(party)
    return player_count // players_per_card


def _find_missing_card_count(party: Party, counts: _Counts) -> int | None:
    """Return the number of missing cards, or None if results come from tables."""
    if not party.has_cards:
        return None
    if party.entry == MIX:
        is_reported_by_tables = counts.latest_round < party.first_card_round
    else:
        is_reported_by_tables = counts.results_in > 0  # although cards were planned
    if is_reported_by_tables:
        return None
    return max(_count_cards_due(party, counts) - counts.cards_in, 0)


def _is_playing(table: SeatedTableJson) -> bool:
    """Return whether *table* has two sides, so that its players don't sit out."""
    return sum(bool(side) for side in table["sides"]) > 1


def _compute_step_states(
    party: Party, counts: _Counts, unreported_count: int, missing_card_count: int | None
) -> tuple[str, ...]:
    """Return the state of each step, in the order of ``STEPS``."""
    is_settled = bool(party.system and party.method and counts.present_players)
    if not is_settled:
        return (ACTION_NEEDED, STEP_NOT_YET, STEP_NOT_YET, STEP_NOT_YET, STEP_NOT_YET)
    is_seated = counts.latest_round > 0
    # With cards or totals a party may play without seats from the program.
    has_begun = is_seated or counts.cards_in > 0 or party.entry == TOTALS
    is_over = has_begun and _is_over(
        party, counts.latest_round, unreported_count, missing_card_count
    )
    is_print_due = is_seated and not _is_under_way(party, counts)
    seats = print_cards = play = results = STEP_NOT_YET
    if is_seated:
        seats = STEP_DONE
    elif not has_begun:
        seats = ACTION_NEEDED
    if party.printed == party.system or is_over:
        print_cards = STEP_DONE
    elif is_print_due:
        print_cards = ACTION_NEEDED
    if is_over:
        play = STEP_DONE
    elif has_begun:
        play = ACTION_NEEDED
    if party.session.event.is_published:
        results = STEP_DONE
    elif is_over:
        results = ACTION_NEEDED
    return (STEP_DONE, seats, print_cards, play, results)


def _is_under_way(party: Party, counts: _Counts) -> bool:
    """Return whether *party* plays, so that nobody waits for the cards."""
    session = party.session
    has_results = counts.results_in > 0 or counts.cards_in > 0
    is_clock_used = get_round_in_play(session).has_play_begun
    return has_results or is_clock_used or counts.latest_round > 1


def _is_over(
    party: Party, round_no: int, unreported_count: int, missing_card_count: int | None
) -> bool:
    if missing_card_count is not None:
        return party.is_over or missing_card_count == 0
    return party.is_over or (round_no >= party.rounds and unreported_count == 0)
