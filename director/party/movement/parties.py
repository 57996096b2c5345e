"""Parties: finding one, and how far its evening is.

The state of the steps is worked out from a few counts, so that the list of nights needs one query
for all parties. Seats, games and standings are read by :mod:`~director.party.movement.games`.
"""

from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import ClassVar, NamedTuple

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

from director.core.night.events import (
    DONE,
    NEEDS,
    NOT_YET,
    SessionStep,
    find_next_step,
    mark_next_step,
)
from director.models import Session
from director.models.event import Clock, SectionRef
from director.party.models import Party, PartyCard, PartyPlayer, PartyResult, PartyRound
from director.party.movement.options import (
    get_contestant_word,
    get_full_table_size,
    is_ranked_by_pairs,
)
from director.party.movement.seating import StoredTable
from director.party.presets import MIX, TOTALS

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
    players: int
    round_no: int  # the latest round with seats, 0 before the draw
    tables: int  # tables of round_no
    unreported_count: int  # tables of round_no without a report
    cards_missing: int | None  # players or pairs without a card, None if tables report
    cards_due: int  # players or pairs who hand in a card
    url_name: ClassVar[str] = "party_open"

    @property
    def place(self) -> SectionRef:
        """The ids in the addresses of its steps."""
        return SectionRef(self.session.pk)

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts at the top of its pages."""
        if self.players:
            return (f"{self.players} players",)
        return ()

    @property
    def words(self) -> str:
        """The progress of the party, for the list of nights."""
        has_begun = self.cards_missing is not None and (
            self.round_no > 0 or self.cards_missing < self.cards_due
        )
        if self.players and has_begun and self.cards_missing is not None:
            cards_in = max(self.cards_due - self.cards_missing, 0)
            return f"{self.players} players · {cards_in} of {self.cards_due} cards entered"
        if not self.round_no:
            if self.players:
                return f"{self.players} players, no seats yet"
            return "no game chosen yet"
        if self.unreported_count == self.tables and self.session.clock == Clock.WAITING:
            playing = "not started"
        elif self.unreported_count:
            playing = f"{self.unreported_count} of {self.tables} tables still playing"
        else:
            playing = "all results entered"
        round_text = f"{self.party.round_word} {self.round_no} of {self.party.rounds}"
        return f"{self.players} players · {round_text}, {playing}"

    @property
    def next_step(self) -> SessionStep:
        """The first step that needs the director. During play it is Play."""
        return find_next_step(self.steps)

    @property
    def is_over(self) -> bool:
        """Whether all results are entered, or the director has closed play."""
        return _is_over(self.party, self.round_no, self.unreported_count, self.cards_missing)


def get_party_by_session(session_id: int) -> Party:
    """Return the party of a session with session, event and club, or raise 404."""
    return get_object_or_404(_get_party_queryset(), pk=session_id)


def get_party_by_event(event_id: int) -> Party:
    """Return the party of an event with session, event and club, or raise 404."""
    return get_object_or_404(_get_party_queryset(), session__event_id=event_id)


def get_readable_party(event_id: int, *, by_director: bool) -> Party:
    """Return the party whose results may be read, or raise 404."""
    party = get_party_by_event(event_id)
    event = party.session.event
    if not by_director and (not event.is_published or event.removed_at):
        raise Http404("The results are not published.")
    return party


def fetch_party_night(party: Party) -> PartyNight:
    """Return the steps of *party*. One query."""
    counts = _with_counts(Party.objects.filter(pk=party.pk)).values_list(*_Counts._fields).get()
    return _make_party_night(party, _Counts(*counts))


def fetch_parties_tonight(today: date) -> list[PartyNight]:
    """Return the parties of *today* with their steps. One query."""
    return fetch_party_nights(
        _get_party_queryset().filter(
            session__event__date=today, session__event__removed_at__isnull=True
        )
    )


def fetch_party_nights(parties: QuerySet[Party]) -> list[PartyNight]:
    """Return *parties* with their steps. One query."""
    counts_of = attrgetter(*_Counts._fields)
    return [
        _make_party_night(party, _Counts(*counts_of(party)))
        for party in _with_counts(parties).order_by("pk")
    ]


class _Counts(NamedTuple):
    """Counts of a party, each an annotation of the same name."""

    present_players: int  # players who have not left
    left_cards: int  # players who left after a round on their card
    latest_round: int  # the latest round with seats, 0 before the draw
    latest_seating: list[StoredTable] | None  # its seats
    results_in: int  # its reported tables
    cards_in: int  # cards for the whole evening, or for its last round


def _get_party_queryset() -> QuerySet[Party]:
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
        first_of_cards=_build_first_on_card_case(),
        left_cards=Coalesce(Subquery(leaver_count[:1]), 0),
        present_players=Coalesce(Subquery(player_count[:1]), 0),
        latest_round=Coalesce(Subquery(rounds.values("round_no")[:1]), 0),
        latest_seating=Subquery(rounds.values("seating")[:1]),
        results_in=Coalesce(Subquery(result_count[:1]), 0),
        cards_in=Coalesce(Subquery(card_count[:1]), 0),
    )


def _build_first_on_card_case() -> Case:
    """Return the expression for ``Party.first_on_card``."""
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
    tables = sum(_is_playing(table) for table in seated_tables)
    waiting = tables - counts.results_in
    missing = _count_missing_cards(party, counts)
    states = _compute_step_states(party, counts, waiting, missing)
    steps = [
        SessionStep(number, *step, state, "party")
        for number, (step, state) in enumerate(zip(STEPS, states, strict=True), 1)
    ]
    return PartyNight(
        session=party.session,
        party=party,
        steps=mark_next_step(steps),
        players=counts.present_players,
        round_no=counts.latest_round,
        tables=tables,
        unreported_count=waiting,
        cards_missing=missing,
        cards_due=_count_cards_due(party, counts),
    )


def _count_cards_due(party: Party, counts: _Counts) -> int:
    # Who is a pair or a team follows from the seats: before the draw everybody counts alone.
    holders = counts.present_players
    if party.entry != TOTALS:
        holders += counts.left_cards
    if not (counts.latest_round and is_ranked_by_pairs(party)):
        return holders
    players_per_card = 2 if get_contestant_word(party) == "pair" else get_full_table_size(party)
    return holders // players_per_card


def _count_missing_cards(party: Party, counts: _Counts) -> int | None:
    """Return the number of missing cards, or None if results come from tables."""
    if not party.has_cards:
        return None
    if party.entry == MIX:
        by_tables = counts.latest_round < party.first_card_round
    else:
        by_tables = counts.results_in > 0  # although cards were planned
    if by_tables:
        return None
    return max(_count_cards_due(party, counts) - counts.cards_in, 0)


def _is_playing(table: StoredTable) -> bool:
    """Return whether *table* has two sides, so that its players don't sit out."""
    return sum(bool(side) for side in table["sides"]) > 1


def _compute_step_states(
    party: Party, counts: _Counts, waiting: int, missing: int | None
) -> tuple[str, ...]:
    """Return the state of each of STEPS."""
    is_settled = bool(party.system and party.method and counts.present_players)
    if not is_settled:
        return (NEEDS, NOT_YET, NOT_YET, NOT_YET, NOT_YET)
    is_seated = counts.latest_round > 0
    # With cards or totals a party may play without seats from the program.
    has_begun = is_seated or counts.cards_in > 0 or party.entry == TOTALS
    is_over = has_begun and _is_over(party, counts.latest_round, waiting, missing)
    seats = print_cards = play = results = NOT_YET
    if is_seated:
        seats = DONE
    elif not has_begun:
        seats = NEEDS
    if party.printed == party.system:
        print_cards = DONE
    if is_over:
        play = DONE
    elif has_begun:
        play = NEEDS
    if party.session.event.is_published:
        results = DONE
    elif is_over:
        results = NEEDS
    return (DONE, seats, print_cards, play, results)


def _is_over(party: Party, round_no: int, waiting: int, cards_missing: int | None) -> bool:
    if cards_missing is not None:
        return party.is_over or cards_missing == 0
    return party.is_over or (round_no >= party.rounds and waiting == 0)
