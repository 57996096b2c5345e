"""The sessions of a Skat congress: storing the players' sheets, drawing the next seats.

A *session* is a round of the party. Each player hands in a sheet; the result of a table follows
from its sheets once all of them are in.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from director.core.night.history import Journal
from director.errors import AS_SAID, PartyError
from director.party.models import Party, PartyResult, PartyRound, SkatSheet
from director.party.movement.seating.read import read_seating, serialize_seating
from director.party.movement.words import format_count
from director.party.play.draw import draw_order
from director.party.play.history import record_party_act, reset_clock
from director.party.play.play import find_round, refuse_closed_play
from director.party.scoring.skat import get_sheet_texts
from director.party.sentences import PartySentences
from movements.party.model import PartyTable
from movements.party.rounds import first_seating
from scoring.errors import ScoringError
from scoring.party.skat_prizes import PrizeGame, SkatCard, skat_prizes

DEALS_PLAYED = 60
"""Deals of a session that one player takes part in. At a table of four the dealer looks on."""


def store_skat(
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
    with record_party_act(party=party, kind="sheets", words="", user=user) as act:
        session = find_round(party, round_no)
        tables = [table for table in read_seating(session.seating) if not table.sits_out]
        seated = {int(player) for table in tables for player in table.players}
        stored = {sheet.player: sheet for sheet in session.sheets.all()}
        shown_texts = shown_sheets or {}
        for number, card in cards.items():
            _validate_card(number, card, seated, round_no)
            sheet = stored.get(number)
            if _is_stored(sheet, card):
                continue
            refuse_closed_play(party)
            _refuse_outdated_sheet(number, sheet, shown_texts.get(number))
            _store_sheet(act, session, number, card, sheet)
        # Counted before the tables' results, which are changes of the same act.
        changed = len(act.changes)
        if changed:
            _update_table_results(act, session, tables, user)
        sheets = format_count(changed, "sheet")
        act.words = f"Session {round_no}: {sheets} entered or corrected."
    return changed


def draw_next_session(*, party: Party, round_no: int, seed: int, user: User | None) -> PartyRound:
    """Draw seats for the session after *round_no*. Return the new round.

    :raises PartyError: if sheets of this session are missing
    """
    next_no = round_no + 1
    words = f"The seats of session {next_no} were drawn with the seed {seed}."
    with record_party_act(party=party, kind="next", words=words, user=user) as act:
        session = find_round(party, round_no)
        # The button may be pressed twice, or by two directors.
        if next_round := party.played_rounds.filter(round_no=next_no).first():
            return next_round
        refuse_closed_play(party)
        seated_count = sum(len(side) for table in session.seating for side in table["sides"])
        missing = seated_count - session.sheets.count()
        if missing:
            sheets_are = "sheet is" if missing == 1 else "sheets are"
            raise PartyError(
                PartySentences.SHEETS_MISSING,
                sheets_are=f"{missing} {sheets_are}",
                round_no=round_no,
            )
        players = list(party.players.filter(left_round__isnull=True))
        seats_a, seats_b = draw_order(players, seed)
        seating = first_seating(party.system, seats_a, seats_b, options=party.options)
        next_round = PartyRound(party=party, round_no=next_no, seating=serialize_seating(seating))
        act.create(next_round)
        reset_clock(party, act, next_no)
        seeds = {**party.answers.get("seeds", {}), str(next_no): seed}
        act.change(party, answers={**party.answers, "seeds": seeds})
    return next_round


def _validate_card(number: int, card: SkatCard | None, seated: set[int], round_no: int) -> None:
    if number not in seated:
        raise PartyError(
            PartySentences.SHEET_WITHOUT_SEAT, number=number, round_no=round_no, at_player=number
        )
    if card is None:
        return
    try:
        # Checks the figures; its error names the player as people read it.
        skat_prizes([replace(card, player=f"Player {number}")])
    except ScoringError as error:
        raise PartyError(AS_SAID, text=error, at_player=number) from error
    if card.games_won + card.games_lost > DEALS_PLAYED:
        raise PartyError(
            PartySentences.MORE_DEALS_THAN_PLAYED,
            number=number,
            won=card.games_won,
            lost=card.games_lost,
            total=card.games_won + card.games_lost,
            most=DEALS_PLAYED,
            at_player=number,
        )


def _refuse_outdated_sheet(number: int, stored: SkatSheet | None, shown_text: str | None) -> None:
    stored_texts = get_sheet_texts(stored)
    if shown_text is None or shown_text == "|".join(stored_texts):
        return
    if stored:
        present_state = f"holds {', '.join(text or 'nothing' for text in stored_texts)}"
    else:
        present_state = "is empty now"
    raise PartyError(
        PartySentences.SHEET_CHANGED,
        number=number,
        told=present_state,
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
        "solo": _make_game_values(card.solo),
        "tournee": _make_game_values(card.tournee),
    }


def _make_game_values(game: PrizeGame | None) -> list[int | str]:
    if game is None:
        return []
    return [game.matadores, game.suit, game.value]


def _store_sheet(
    act: Journal,
    session: PartyRound,
    number: int,
    card: SkatCard | None,
    sheet: SkatSheet | None,
) -> None:
    if card is None:
        if sheet is not None:
            act.delete(session.sheets.filter(player=number))
        return
    if sheet is None:
        act.create(SkatSheet(round=session, player=number, **_make_sheet_values(card)))
    else:
        act.change(sheet, **_make_sheet_values(card))


def _update_table_results(
    act: Journal, session: PartyRound, tables: list[PartyTable], user: User | None
) -> None:
    """Store the results of tables with all sheets, and delete those of the others."""
    points_by_player = dict(session.sheets.values_list("player", "points"))
    results = {result.table_no: result for result in session.results.all()}
    for table in tables:
        numbers = [int(player) for player in table.players]
        points = [points_by_player[number] for number in numbers if number in points_by_player]
        result = results.get(table.table_no)
        if len(points) < len(numbers):
            if result is not None:
                act.delete(session.results.filter(pk=result.pk))
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
            act.create(PartyResult(round=session, table_no=table.table_no, **values))
        else:
            act.change(result, **values)
