"""Decisions on the results of a party: ties, the drawn number, its money, and corrections."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.standings_versions import mark_unfinished, record_correction
from director.core.base.tags.cards import party_figure
from director.errors import EXTERNAL_MESSAGE_ERROR, PartyError
from director.models import Event
from director.party.models import Party, PartyPlayer
from director.party.movement.contestants import fetch_party_contestants
from director.party.movement.games import (
    PartyRecord,
    fetch_party_record,
    get_prize_rules,
    is_play_over,
    list_numbers_to_draw,
    make_ties_key,
)
from director.party.play.history import record_party_act
from director.party.scoring.prizes import MONEY_RULE_NAMES, get_money_rules
from director.party.scoring.sheets import make_standing_row
from director.party.scoring.standings import find_tie_decision, make_default_standings
from scoring.errors import ScoringError
from scoring.party.model import PartyStanding
from scoring.party.ties import (
    Decision,
    decide_by_lot,
    decide_cut,
    decide_play_off,
    decide_slips,
)

DECIDE_BY_METHOD = {"cut": decide_cut, "slips": decide_slips}
"""Functions that decide a tie by its figures. Any other tie-break is a play-off."""


def settle_prize_tie(
    *, party: Party, method: str, figures: Mapping[str, int], session: int = 0, user: User | None
) -> Decision:
    """Settle a tie by *figures*: cut cards, slips or points of a play-off.

    *session* is the session of a Skat congress, 0 for a party that is counted as a whole.

    :raises PartyError: if two players have the same figure, or the tie was settled differently
    :raises ScoringError: if a figure isn't the number of a slip
    :raises FinalError: if the results are final
    """
    try:
        decision = DECIDE_BY_METHOD.get(method, decide_play_off)(figures)
    except ScoringError as error:
        raise _with_player_names(party, error) from error
    return _store_decision(party, decision, "A tie for a prize was settled.", session, user)


def draw_prize_tie(
    *, party: Party, players: Sequence[str], seed: int, session: int = 0, user: User | None
) -> Decision:
    """Settle a tie between *players* by lot with *seed*."""
    decision = decide_by_lot(players, seed)
    message = f"A tie for a prize was drawn with the seed {seed}."
    return _store_decision(party, decision, message, session, user)


def draw_prize_number(*, party: Party, seed: int, user: User | None) -> int:
    """Draw the number for a drawn-number prize with *seed*. Return the number.

    :raises PartyError: if no table has reported yet
    """
    with record_party_act(party=party, kind="prize", message="", user=user) as act:
        if "drawn" in party.answers:  # a second press of the button
            return int(party.answers["drawn"])
        numbers = list_numbers_to_draw(fetch_party_record(party))
        if not numbers:
            raise PartyError(
                "drawn-before-winners",
                "No winners have been entered, so you can’t draw the number yet. Draw it when all "
                "cards have been entered.",
            )
        number = Random(seed).choice(numbers)  # noqa: S311  the seed is shown
        act.message = f"The number {number} was drawn with the seed {seed}."
        drawn_answers = {
            "drawn": number,
            "drawn_seed": seed,
            "drawn_between": [numbers[0], numbers[-1]],
        }
        act.change(party, answers={**party.answers, **drawn_answers})
    return number


def _with_player_names(party: Party, error: ScoringError) -> Exception:
    """Return *error* with names if it is about players with equal figures."""
    tied = error.params.get("tied")
    if not isinstance(tied, tuple):
        return error
    contestants = fetch_party_contestants(party)
    players = " and ".join(contestants.format_with_numbers(player) for player in tied)
    return PartyError(
        *EXTERNAL_MESSAGE_ERROR, text=error.text.format(**{**error.params, "players": players})
    )


def _store_decision(
    party: Party, decision: Decision, message: str, session: int, user: User | None
) -> Decision:
    """Store *decision* unless the tie is settled already. Return the stored decision."""
    stored_decision = {
        "order": list(decision.sorted_players),
        "how": decision.form,
        "kind": decision.prize_kind,
        "seed": decision.seed,
    }
    with record_party_act(party=party, kind="prize", message=message, user=user) as act:
        if settled_decision := find_tie_decision(party, decision.sorted_players, session):
            # A second draw keeps the first one. Other figures are a contradiction.
            if decision.seed is None and settled_decision.sorted_players != decision.sorted_players:
                raise _make_settled_differently_error(party, settled_decision, decision)
            return settled_decision
        key = make_ties_key(session)
        stored_decisions = [*party.answers.get(key, []), stored_decision]
        act.change(party, answers={**party.answers, key: stored_decisions})
    return decision


def _make_settled_differently_error(
    party: Party, settled_decision: Decision, decision: Decision
) -> PartyError:
    contestants = fetch_party_contestants(party)
    settled_order = ", ".join(contestants[player] for player in settled_decision.sorted_players)
    typed_order = ", ".join(contestants[player] for player in decision.sorted_players)
    return PartyError(
        "tie-settled-meanwhile",
        "Someone settled this tie as {theirs}; yours is {yours}. To use yours, undo that "
        "change first.",
        theirs=settled_order,
        yours=typed_order,
    )


# The money of a party and its raffle, as acts of its journal.
#
# The money is stored as the fields of ``MoneyRules`` with ``sign`` (of the currency), ``heads``
# (number of people who pay, None for all players) and ``draw_winner`` (winner of the 50/50 draw, or
# the winning ticket).

OTHER_MONEY_FIELDS = ("sign", "heads", "draw_winner")


def settle_money(*, party: Party, user: User | None, **money: Any) -> Party:
    """Store the money of *party*, also of one that is final: the till is counted last.

    :raises ScoringError: if the money is impossible, such as shares of more than the prize fund
    """
    unknown_fields = set(money) - {*MONEY_RULE_NAMES, *OTHER_MONEY_FIELDS}
    if unknown_fields:
        raise TypeError(f"The money of a party has no {', '.join(sorted(unknown_fields))}.")
    message = "The money was changed."
    with record_party_act(
        party=party, kind="money", message=message, user=user, is_of_results=False
    ) as act:
        act.change(party, money=money)
        get_money_rules(party)  # raises for impossible money, which rolls the act back
    return party


def draw_raffle(*, party: Party, seed: int, user: User | None) -> list[str]:
    """Draw numbers for the raffle with *seed*, also of a final party. Return the numbers.

    A second draw returns the numbers of the first.

    :raises PartyError: if the party has no raffle or no players
    """
    message = f"The raffle was drawn with the seed {seed}."
    with record_party_act(
        party=party, kind="raffle", message=message, user=user, is_of_results=False
    ) as act:
        if "raffle" in party.answers:
            drawn_numbers: list[str] = party.answers["raffle"]
            return drawn_numbers
        # In order of numbers, so that the same seed draws the same players.
        players = party.players.filter(left_round__isnull=True).order_by("number")
        numbers = [str(player.number) for player in players]
        winner_count = min(get_prize_rules(party).raffle, len(numbers))
        if not winner_count:
            raise PartyError(
                "no-raffle",
                "There is no raffle to draw. Choose raffle prizes in step 1, Field, and add players "
                "in step 2, Seats.",
            )
        drawn_numbers = Random(seed).sample(numbers, winner_count)  # noqa: S311  the seed is shown
        act.change(party, answers={**party.answers, "raffle": drawn_numbers, "raffle_seed": seed})
    return drawn_numbers


# Corrections to a published party.


@contextmanager
def lock_party_for_correction(event: Event, user: User | None) -> Iterator[None]:
    """Lock a published party while names change.

    The changed names are stored with the standings as a correction.
    """
    with transaction.atomic():
        # Also blocks acts and publishing, which take their version numbers from the same row.
        Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
        previous_names = _fetch_names_by_number(event)
        yield
        changes = []
        for number, name in _fetch_names_by_number(event).items():
            previous_name = previous_names.get(number, name)
            if previous_name != name:
                changes.append(
                    {"what": f"Name of player {number}", "was": previous_name, "now": name}
                )
        if changes:
            record_correction(event, user, changes)


def _fetch_names_by_number(event: Event) -> dict[int, str]:
    players = PartyPlayer.objects.filter(party__session__event=event).select_related("person")
    return {player.number: str(player) for player in players.order_by("number")}


def read_party_to_change(event: Event) -> list[dict[str, Any]]:
    """Return the present standings of the party of *event*, in the lists that say who won."""
    party = Party.objects.select_related("session").get(session__event=event)
    party.session.event = event  # saves a query
    record = fetch_party_record(party)
    groups = [
        {"title": caption, "rows": [_format_standing(record, standing) for standing in standings]}
        for caption, standings in make_default_standings(record)
    ]
    return groups if is_play_over(record) else mark_unfinished(groups)


def _format_standing(record: PartyRecord, standing: PartyStanding) -> dict[str, str]:
    row = make_standing_row(record, standing)
    return {
        "place": row.place,
        "pair": row.numbers,
        "names": row.name,
        "penalties": "",
        "total": party_figure(row.total),
        "percent": "",
    }
