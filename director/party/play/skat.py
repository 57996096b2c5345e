"""The sessions of a Skat congress: the players' sheets, typed and stored, and the next seats.

A *session* is a round of the party. Each player hands in a sheet; the result of a table follows
from its sheets once all of them are in.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.night.journal import Journal
from director.errors import PartyError
from director.party.models import Party, PartyResult, PartyRound, SkatSheet
from director.party.movement.seating import read_seating, serialize_seating
from director.party.movement.words import format_noun_count
from director.party.play.draw import draw_seat_order
from director.party.play.history import record_party_act, reset_clock
from director.party.play.play import fetch_round, refuse_closed_play
from director.party.scoring.skat import get_sheet_texts
from movements.party.model import PartyTable
from movements.party.rounds import make_opening_seating
from scoring.errors import ScoringError
from scoring.party.skat_prizes import PrizeGame, SkatCard, award_skat_prizes

DEALS_PLAYED = 60
"""Deals of a session that one player takes part in. At a table of four the dealer looks on."""


def store_session_sheets(
    *,
    party: Party,
    round_no: int,
    cards: Mapping[int, SkatCard | None],
    shown_sheets: Mapping[int, str] | None = None,
    user: User | None,
) -> int:
    """Store sheets of session *round_no*, all or nothing. Return the number of changed sheets.

    None as a card deletes the sheet. *shown_sheets* is the text of each sheet that the page showed.

    :raises PartyError: for an impossible figure, a player without a seat in the session, or a sheet
        that somebody else has changed. The player is in ``params["at_player"]``
    :raises FinalError: if the results are final
    """
    with record_party_act(party=party, kind=ActKind.SHEETS, message="", user=user) as act:
        session_round = fetch_round(party, round_no)
        tables = [table for table in read_seating(session_round.seating) if not table.sits_out]
        seated_numbers = {int(player) for table in tables for player in table.players}
        stored_sheet_by_number = {sheet.player: sheet for sheet in session_round.sheets.all()}
        shown_texts = shown_sheets or {}
        for number, card in cards.items():
            _validate_card(number, card, seated_numbers, round_no)
            sheet = stored_sheet_by_number.get(number)
            if _is_stored(sheet, card):
                continue
            refuse_closed_play(party)
            _refuse_outdated_sheet(number, sheet, shown_texts.get(number))
            _store_sheet(act, session_round, number, card, sheet)
        # Counted before the tables' results, which are changes of the same act.
        changed_count = len(act.changes)
        if changed_count:
            _update_table_results(act, session_round, tables, user)
        sheet_text = format_noun_count(changed_count, "sheet")
        act.message = f"Session {round_no}: {sheet_text} entered or corrected."
    return changed_count


def draw_next_session(*, party: Party, round_no: int, seed: int, user: User | None) -> PartyRound:
    """Draw seats for the session after *round_no*. Return the new round.

    :raises PartyError: if sheets of this session are missing
    """
    next_round_no = round_no + 1
    message = f"The seats of session {next_round_no} were drawn with the seed {seed}."
    with record_party_act(party=party, kind=ActKind.NEXT, message=message, user=user) as act:
        session_round = fetch_round(party, round_no)
        # The button may be pressed twice, or by two directors.
        if next_round := party.played_rounds.filter(round_no=next_round_no).first():
            return next_round
        refuse_closed_play(party)
        seated_count = sum(len(side) for table in session_round.seating for side in table["sides"])
        missing_count = seated_count - session_round.sheets.count()
        if missing_count:
            sheets_text = "sheet is" if missing_count == 1 else "sheets are"
            raise PartyError(
                "sheets-missing",
                "{sheets_are} missing in session {round_no}. Type them before you draw the next "
                "seats.",
                sheets_are=f"{missing_count} {sheets_text}",
                round_no=round_no,
            )
        players = list(party.players.filter(left_round__isnull=True))
        seats_a, seats_b = draw_seat_order(players, seed)
        seating = make_opening_seating(party.system, seats_a, seats_b, options=party.options)
        next_round = PartyRound(
            party=party, round_no=next_round_no, seating=serialize_seating(seating)
        )
        act.create(next_round)
        reset_clock(party, act, next_round_no)
        seeds = {**party.answers.get("seeds", {}), str(next_round_no): seed}
        act.change(party, answers={**party.answers, "seeds": seeds})
    return next_round


def _validate_card(
    number: int, card: SkatCard | None, seated_numbers: set[int], round_no: int
) -> None:
    if number not in seated_numbers:
        raise PartyError(
            "sheet-without-seat",
            "Player {number} has no seat in session {round_no}. Correct the number.",
            number=number,
            round_no=round_no,
            at_player=number,
        )
    if card is None:
        return
    try:
        # Checks the figures; its error names the player as people read it.
        award_skat_prizes([replace(card, player=f"Player {number}")])
    except ScoringError as error:
        raise PartyError.from_message(error, at_player=number) from error
    if card.games_won + card.games_lost > DEALS_PLAYED:
        raise PartyError(
            "more-deals-than-played",
            "Player {number}: {won} games won and {lost} lost make {total}; in twenty rounds a "
            "player holds cards in {most} deals. Correct one of the two.",
            number=number,
            won=card.games_won,
            lost=card.games_lost,
            total=card.games_won + card.games_lost,
            most=DEALS_PLAYED,
            at_player=number,
        )


def _refuse_outdated_sheet(
    number: int, stored_sheet: SkatSheet | None, shown_text: str | None
) -> None:
    stored_texts = get_sheet_texts(stored_sheet)
    if shown_text is None or shown_text == "|".join(stored_texts):
        return
    if stored_sheet:
        stored_state = f"holds {', '.join(text or 'nothing' for text in stored_texts)}"
    else:
        stored_state = "is empty now"
    raise PartyError(
        "sheet-changed",
        "Player {number}: someone else has changed this sheet; it {told}. Yours has not been "
        "saved. Save it again if it’s right, or type theirs.",
        number=number,
        told=stored_state,
        at_player=number,
        is_overtaken=True,
    )


def _is_stored(sheet: SkatSheet | None, card: SkatCard | None) -> bool:
    if sheet is None or card is None:
        return sheet is None and card is None
    return all(getattr(sheet, name) == value for name, value in _make_sheet_values(card).items())


def _make_sheet_values(card: SkatCard) -> dict[str, Any]:
    return {
        "won": card.games_won,
        "lost": card.games_lost,
        "points": card.points,
        "highest": card.highest_game,
        "solo": _make_game_values(card.best_solo),
        "tournee": _make_game_values(card.best_tournee),
    }


def _make_game_values(game: PrizeGame | None) -> list[int | str]:
    if game is None:
        return []
    return [game.matador_count, game.suit, game.value]


def _store_sheet(
    act: Journal,
    session_round: PartyRound,
    number: int,
    card: SkatCard | None,
    sheet: SkatSheet | None,
) -> None:
    if card is None:
        if sheet is not None:
            act.delete(session_round.sheets.filter(player=number))
        return
    if sheet is None:
        act.create(SkatSheet(round=session_round, player=number, **_make_sheet_values(card)))
    else:
        act.change(sheet, **_make_sheet_values(card))


def _update_table_results(
    act: Journal, session_round: PartyRound, tables: list[PartyTable], user: User | None
) -> None:
    """Store the results of tables with all sheets, and delete those of the others."""
    points_by_player = dict(session_round.sheets.values_list("player", "points"))
    result_by_table = {result.table_no: result for result in session_round.results.all()}
    for table in tables:
        numbers = [int(player) for player in table.players]
        points = [points_by_player[number] for number in numbers if number in points_by_player]
        result = result_by_table.get(table.table_no)
        if len(points) < len(numbers):
            if result is not None:
                act.delete(session_round.results.filter(pk=result.pk))
            continue
        if result is not None and result.points == points:
            continue
        values: dict[str, Any] = {
            "points": points,
            "winner": points.index(max(points)),
            "version": act.number,
            "entered_by_id": user.pk if user else None,
            "entered_at": timezone.now(),
        }
        if result is None:
            act.create(PartyResult(round=session_round, table_no=table.table_no, **values))
        else:
            act.change(result, **values)
