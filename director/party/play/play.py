"""The evening of a party: reports of tables, the next round, and the end of play.

Each change is an act of the party's journal. What a report may say is checked in
:mod:`~director.party.play.report`, the seats of the next round come from
:mod:`~director.party.movement.next_round`.
"""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.night.clock import get_round_in_play
from director.errors import PartyError
from director.party.models import Party, PartyResult, PartyRound
from director.party.movement.cards import is_typed_from_cards
from director.party.movement.games import check_table_report, read_round
from director.party.movement.next_round import (
    compute_next_seating,
    make_winners_missing_error,
)
from director.party.movement.options import is_fixed, make_table_outcome
from director.party.movement.seating import read_seating, serialize_seating
from director.party.play.history import record_party_act, reset_clock
from director.party.play.report import (
    PartyTableReport,
    describe_result,
    is_stored,
    make_report_values,
    refuse_other_players,
    refuse_outdated_report,
)
from movements.errors import MovementError
from movements.party.model import PartyTable
from movements.party.rounds import validate_outcome


def enter_party_result(
    *,
    party: Party,
    round_no: int,
    table_no: int,
    report: PartyTableReport,
    version: int | None = None,
    must_be_current: bool = False,
    user: User | None,
) -> PartyResult:
    """Store the *report* of a table. Return the result.

    Correcting an earlier round moves nobody, because the seats of each round are stored. *version*
    is the version of the result that the page showed: 0 for no result, None to overwrite any. With
    *must_be_current* the round must still be the current one.

    :raises PartyError: if the table does not play, the report makes no sense, a tie is not settled,
        other players were seated there since, or the round or all play has ended
    :raises TwoReportsError: if somebody else changed the result since *version*
    :raises FinalError: if the results are final
    """
    with record_party_act(party=party, kind=ActKind.RESULT, message="", user=user) as act:
        act.is_by_table = user is None
        round_row = fetch_round(party, round_no)
        table = get_table(round_row, table_no)
        _refuse_on_cards(party, round_no, table)
        refuse_other_players(table, report.shown_players)
        values = make_report_values(party, table, report, round_no=round_no)
        stored_result = (
            round_row.results.select_related("entered_by").filter(table_no=table_no).first()
        )
        # A repeated report succeeds, also from a second phone or after the end of play.
        if stored_result is not None and is_stored(stored_result, values):
            return stored_result
        refuse_closed_play(party)
        if must_be_current:
            _refuse_past_round(party, round_no)
        refuse_outdated_report(
            stored_result, table, version, describe_result(table, PartyResult(**values))
        )
        _refuse_uncounted(party, round_no, table, values)
        _refuse_undecided(party, round_row, table, values)
        values |= {
            "version": act.number,
            "entered_by_id": user.pk if user else None,
            "entered_at": timezone.now(),
        }
        if stored_result is None:
            stored_result = PartyResult(round=round_row, table_no=table_no, **values)
            act.create(stored_result)
        else:
            act.change(stored_result, **values)
        act.message = f"{party.round_title} {round_no}, table {table_no}: {describe_result(table, stored_result)}."
    return stored_result


def remove_table_result(
    *, party: Party, round_no: int, table_no: int, version: int | None = None, user: User | None
) -> None:
    """Remove the report of a table in the current round, if any.

    *version* is the version that the page showed, None to remove any.

    :raises PartyError: if the table does not play, or the next round was seated from its report
    :raises TwoReportsError: if somebody else changed the result since *version*
    """
    message = f"{party.round_title} {round_no}, table {table_no}: deleted."
    with record_party_act(party=party, kind=ActKind.RESULT, message=message, user=user) as act:
        round_row = fetch_round(party, round_no)
        table = get_table(round_row, table_no)
        stored_results = round_row.results.select_related("entered_by").filter(table_no=table_no)
        if not stored_results:
            return
        refuse_closed_play(party)
        if party.played_rounds.filter(round_no__gt=round_no).exists() and not is_fixed(party):
            raise PartyError(
                "round-only-corrected",
                "{title} {round_no} is over, and the next seats depend on it. You can only correct "
                "its results.",
                title=party.round_title,
                round_no=round_no,
            )
        refuse_outdated_report(stored_results[0], table, version, "no result")
        act.delete(stored_results)


def has_table_result(party: Party, round_no: int, table_no: int) -> bool:
    """Return whether *table_no* has a stored result in *round_no*."""
    return PartyResult.objects.filter(
        round__party=party, round__round_no=round_no, table_no=table_no
    ).exists()


def seat_next_round(*, party: Party, round_no: int, user: User | None) -> PartyRound:
    """Seat everybody for the round after *round_no*. Return the new round.

    :raises PartyError: if play is closed, reports are missing, or nobody is left to play
    :raises MovementError: if the movement can't seat the players after these reports
    """
    message = f"{party.round_title} {round_no} ended; {party.round_noun} {round_no + 1} seated."
    with record_party_act(party=party, kind=ActKind.NEXT, message=message, user=user) as act:
        round_row = fetch_round(party, round_no)
        # The button may be pressed twice, or by two directors.
        if next_round := party.played_rounds.filter(round_no=round_no + 1).first():
            return next_round
        refuse_closed_play(party)
        seating = compute_next_seating(party, read_round(round_row))
        if all(table.sits_out for table in seating):
            raise PartyError(
                "nobody-left",
                "{title} {round_no} was the last: all others are out. Go on to step 5, Results.",
                title=party.round_title,
                round_no=round_no,
            )
        next_round = PartyRound(
            party=party, round_no=round_no + 1, seating=serialize_seating(seating)
        )
        act.create(next_round)
        reset_clock(party, act, round_no + 1)
    return next_round


def finish_party(*, party: Party, is_over: bool, user: User | None) -> Party:
    """Close play after the current round, or reopen it if *is_over* is false.

    :raises PartyError: if some tables of the current round have reported and others have not
    """
    message = "Play ended." if is_over else "Play reopened."
    with record_party_act(party=party, kind=ActKind.FINISH, message=message, user=user) as act:
        current_round = party.played_rounds.order_by("-round_no").first()
        if current_round is None and not party.cards.exists():
            raise PartyError(
                "no-seats-to-close",
                "Nobody has a seat yet, so you can’t end play. Draw the seats in step 2, Seats.",
            )
        if is_over and not (party.has_begun or get_round_in_play(party.session).has_play_begun):
            raise PartyError(
                "play-not-begun",
                "Play hasn’t begun, so you can’t end it. Start the clock or enter a result first.",
            )
        if current_round is None or is_typed_from_cards(party):
            act.change(party, is_over=is_over)
            return party
        reported_tables = set(current_round.results.values_list("table_no", flat=True))
        unreported_tables = [
            table.table_no
            for table in read_seating(current_round.seating)
            if not table.sits_out and table.table_no not in reported_tables
        ]
        # A round without any report was seated but not played, and needs none.
        if is_over and reported_tables and unreported_tables:
            raise make_winners_missing_error(party, unreported_tables, current_round.round_no)
        act.change(party, is_over=is_over)
    return party


def refuse_closed_play(party: Party) -> None:
    """Raise if play is closed.

    :raises PartyError: with the way to reopen it
    """
    if party.is_over:
        raise PartyError(
            "play-closed",
            "Play has ended. Reopen it in Play before you enter a result or start another {noun}.",
            noun=party.round_noun,
        )


def fetch_round(party: Party, round_no: int) -> PartyRound:
    """Return round *round_no* of *party*.

    :raises PartyError: if it has no seats yet
    """
    round_row = party.played_rounds.filter(round_no=round_no).first()
    if round_row is None:
        raise PartyError(
            "no-seats-in-round",
            "Nobody has a seat in {noun} {round_no} yet. Open step 4, Play, for the {noun} to be "
            "played.",
            noun=party.round_noun,
            round_no=round_no,
        )
    return round_row


def get_table(round_row: PartyRound, table_no: int) -> PartyTable:
    """Return a table of round *round_row* that plays.

    :raises PartyError: if the table doesn't exist, or nobody plays there
    """
    tables = read_seating(round_row.seating)
    table = next((table for table in tables if table.table_no == table_no), None)
    params: dict[str, Any] = {
        "table_no": table_no,
        "noun": round_row.party.round_noun,
        "round_no": round_row.round_no,
    }
    if table is None:
        raise PartyError(
            "table-not-in-round",
            "Table {table_no} doesn’t play in {noun} {round_no}. The tables are 1 to {tables}.",
            tables=len(tables),
            **params,
        )
    if table.sits_out:
        raise PartyError(
            "empty-table",
            "Table {table_no} is empty in {noun} {round_no}. Choose another.",
            **params,
        )
    return table


def _refuse_past_round(party: Party, round_no: int) -> None:
    # In a fixed rotation late reports change no seats, so they are still welcome.
    if party.played_rounds.filter(round_no__gt=round_no).exists() and not is_fixed(party):
        raise PartyError(
            "round-over",
            "{title} {round_no} is over, so nothing was saved. To correct {noun} {round_no}, "
            "choose it below the tables.",
            title=party.round_title,
            noun=party.round_noun,
            round_no=round_no,
        )


def _refuse_on_cards(party: Party, round_no: int, table: PartyTable) -> None:
    # Once a card is in, rounds on cards are counted from cards alone.
    if party.has_cards and round_no >= party.first_card_round and party.cards.exists():
        raise PartyError(
            "cards-are-in",
            "{where}: this {noun} is on the tally cards, and cards have been entered. Correct the "
            "card.",
            where=f"Table {table.table_no}",
            noun=party.round_noun,
        )


def _refuse_uncounted(
    party: Party, round_no: int, table: PartyTable, values: dict[str, Any]
) -> None:
    """Raise if the party's method can't count the report."""
    problems = check_table_report(
        party, round_no, table, PartyResult(table_no=table.table_no, **values)
    )
    if problems:
        raise PartyError.from_message(problems[0], field="points")


def _refuse_undecided(
    party: Party, round_row: PartyRound, table: PartyTable, values: dict[str, Any]
) -> None:
    """Raise if the report doesn't decide who moves."""
    if not (table.is_for_singles or values["out"]):
        return  # the winner alone decides
    waiting_tables = tuple(
        waiting_table
        for waiting_table in read_seating(round_row.seating)
        if waiting_table.waits_at == table.table_no
    )
    outcome = make_table_outcome(party, PartyResult(**values))
    try:
        validate_outcome(
            party.system, table, outcome, options=party.options, waiting=waiting_tables
        )
    except MovementError as error:
        # A correction after the next round was seated moves nobody.
        if not party.played_rounds.filter(round_no__gt=round_row.round_no).exists():
            raise PartyError.from_message(error, field="points") from error
