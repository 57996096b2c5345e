"""What a director looks up during a party: which tables still play, who sits out, which phones are there."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import F, Max
from django.urls import reverse

from director.core.night.links.finding import fetch_open_accesses_by_session
from director.core.night.screens import MAX_NAMED_TABLES
from director.core.pages.next_hour import HourFact, NextHour, list_phone_facts
from director.models.event import Clock
from director.names import join_names
from director.party.models import PartyPlayer, PartyResult, PartyRound
from director.party.movement.parties import PartyNight
from movements.party.model import OUT_TABLE_NO

MAX_NAMED_PLAYERS = 4
"""Players sitting out who are named. More are counted."""


class _RunningRound(NamedTuple):
    """The latest round of a party: tables without a report, and players without opponents."""

    playing_tables: tuple[int, ...] = ()
    resting_players: tuple[int, ...] = ()


def fetch_next_hours(nights: Sequence[PartyNight]) -> Mapping[int, NextHour]:
    """Return what the next hour of each of *nights* needs, by session key. Four queries at most."""
    # Cards are handed in after play: nobody reports a round by its table.
    parties = [night.party.pk for night in nights if night.missing_card_count is None]
    rounds = _fetch_running_rounds(parties)
    names = _fetch_names(rounds)
    accesses_by_session = fetch_open_accesses_by_session([night.session.pk for night in nights])
    hours = {}
    for night in nights:
        running_round = rounds.get(night.party.pk, _RunningRound())
        facts = [
            *_list_table_facts(night, running_round),
            *_list_rest_facts(night, running_round, names),
            *list_phone_facts(
                accesses_by_session[night.session.pk],
                reverse("party_play", args=[night.session.pk]),
            ),
        ]
        room_address = reverse("party_room", args=[night.session.pk])
        hours[night.session.pk] = NextHour(room_address, tuple(facts))
    return hours


def _fetch_running_rounds(parties: Sequence[int]) -> dict[int, _RunningRound]:
    """Return the latest round of each of *parties* that has seats. Two queries, none without parties."""
    if not parties:
        return {}
    latest_rounds = PartyRound.objects.annotate(
        latest=Max("party__played_rounds__round_no")
    ).filter(party__in=parties, round_no=F("latest"))
    rows = list(latest_rounds.values_list("pk", "party", "seating"))
    reports = PartyResult.objects.filter(round__in=[round_id for round_id, *_rest in rows])
    reported_tables = set(reports.values_list("round", "table_no"))
    rounds = {}
    for round_id, party_id, seating in rows:
        playing_tables = []
        resting_players: list[int] = []
        for table in seating:
            sides = [side for side in table["sides"] if side]
            if len(sides) > 1:
                if (round_id, table["table"]) not in reported_tables:
                    playing_tables.append(table["table"])
            elif table.get("waits_at") != OUT_TABLE_NO:
                resting_players += [int(player) for side in sides for player in side]
        rounds[party_id] = _RunningRound(tuple(sorted(playing_tables)), tuple(resting_players))
    return rounds


def _fetch_names(rounds: Mapping[int, _RunningRound]) -> Mapping[tuple[int, int], str]:
    """Return the names of those who sit out, by party and number. One query, none without any."""
    resting_players = {player for party in rounds.values() for player in party.resting_players}
    if not resting_players:
        return {}
    players = PartyPlayer.objects.filter(
        party__in=rounds, number__in=resting_players, person__isnull=False
    )
    rows = players.order_by().values_list("party", "number", "person__name")
    return {(party_id, number): name for party_id, number, name in rows}


def _list_table_facts(night: PartyNight, running_round: _RunningRound) -> list[HourFact]:
    tables = running_round.playing_tables
    # The bar beside it counts the tables. Once all play, there is nobody to look for.
    if not tables or len(tables) == night.table_count:
        return []
    text = f"{len(tables)} tables"
    if len(tables) <= MAX_NAMED_TABLES:
        text = f"table{'' if len(tables) == 1 else 's'} {', '.join(map(str, tables))}"
    # Those who are still at it after the bell keep the room waiting.
    is_late = night.session.clock == Clock.OVER or night.session.round_no > night.round_no
    return [
        HourFact(
            "Late" if is_late else "Still playing",
            text,
            reverse("party_play", args=[night.session.pk]),
            is_warning=is_late,
        )
    ]


def _list_rest_facts(
    night: PartyNight, running_round: _RunningRound, names: Mapping[tuple[int, int], str]
) -> list[HourFact]:
    players = running_round.resting_players
    if not players:
        return []
    text = f"{len(players)} players"
    if len(players) <= MAX_NAMED_PLAYERS:
        text = join_names(
            [names.get((night.party.pk, player), f"Player {player}") for player in players]
        )
    label = f"Sits out {night.party.round_noun} {night.round_no}"
    return [HourFact(label, text, reverse("party_play", args=[night.session.pk]))]
