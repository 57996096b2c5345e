"""The sessions of a Skat congress.

Store the sheets that players hand in, and draw seats for the next session.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from director.core.night.history.write import Journal
from director.errors import AS_SAID, PartyError
from director.party.models import Party, PartyResult, PartyRound, SkatSheet
from director.party.movement.seating.read import read_seating, seating_stored
from director.party.play.draw import drawn_order
from director.party.play.history import clock_to, party_act
from director.party.play.play import find_round, refuse_closed
from director.party.scoring.skat import sheet_texts
from director.party.sentences import PartySentences
from movements import PartyTable, first_seating
from scoring import ScoringError, SkatCard, skat_prizes

DEALS_PLAYED = 60
"""Of the deals of twenty rounds, those in which one player holds cards: whoever deals at a table of four looks on."""


def store_skat(
    *,
    party: Party,
    round_no: int,
    cards: Mapping[int, SkatCard | None],
    before: Mapping[int, str] | None = None,
    user: User | None,
) -> int:
    """Store the sheets of some players of session *round_no*, all or nothing, and return how many
    changed.

    ``None`` takes a sheet out.  *before* is what the page showed of each sheet: one that somebody
    else has changed since is refused.  A refusal names the player in ``params["at_player"]``.

    :raises PartyError: for a figure that cannot be, or a player without a seat in the session
    :raises FinalError: if the results are final
    """
    with party_act(party=party, kind="sheets", words="", user=user) as act:
        session = find_round(party, round_no)
        tables = [table for table in read_seating(session.seating) if not table.sits_out]
        seated = {int(player) for table in tables for player in table.players}
        stored = {sheet.player: sheet for sheet in session.sheets.all()}
        for number, card in cards.items():
            _refuse(number, card, seated, round_no)
            if _is_kept(stored.get(number), card):
                continue
            refuse_closed(party)
            _refuse_overtaken(number, stored.get(number), (before or {}).get(number))
            _keep(act, session, number, card, stored)
        changed = len(act.changes)
        if changed:
            _tell_tables(act, session, tables, user)
        act.words = f"Session {round_no}: {'1 sheet' if changed == 1 else f'{changed} sheets'} entered or corrected."
    return changed


def skat_next_session(*, party: Party, round_no: int, seed: int, user: User | None) -> PartyRound:
    """Draw new seats for the session after *round_no*, and return it.

    It may have its seats already; then that draw stands.

    :raises PartyError: if sheets of this session are missing
    """
    words = f"The seats of session {round_no + 1} were drawn with the seed {seed}."
    with party_act(party=party, kind="next", words=words, user=user) as act:
        session = find_round(party, round_no)
        if seated := party.played_rounds.filter(round_no=round_no + 1).first():
            return seated
        refuse_closed(party)
        missing = (
            sum(len(side) for table in session.seating for side in table["sides"])
            - session.sheets.count()
        )
        if missing:
            raise PartyError(
                PartySentences.SHEETS_MISSING,
                sheets_are=f"{missing} {'sheet is' if missing == 1 else 'sheets are'}",
                round_no=round_no,
            )
        a, b = drawn_order(list(party.players.filter(left_round__isnull=True)), seed)
        seating = first_seating(party.system, a, b, options=party.options)
        new = PartyRound(party=party, round_no=round_no + 1, seating=seating_stored(seating))
        act.create(new)
        clock_to(party, act, round_no + 1)
        seeds = {**party.answers.get("seeds", {}), str(round_no + 1): seed}
        act.change(party, answers={**party.answers, "seeds": seeds})
    return new


def _refuse(number: int, card: SkatCard | None, seated: set[int], round_no: int) -> None:
    if number not in seated:
        raise PartyError(
            PartySentences.SHEET_WITHOUT_SEAT, number=number, round_no=round_no, at_player=number
        )
    if card is None:
        return
    try:
        skat_prizes([replace(card, player=f"Player {number}")])
    except ScoringError as error:
        raise PartyError(AS_SAID, text=error, at_player=number) from error
    if card.won + card.lost > DEALS_PLAYED:
        raise PartyError(
            PartySentences.MORE_DEALS_THAN_PLAYED,
            number=number,
            won=card.won,
            lost=card.lost,
            total=card.won + card.lost,
            most=DEALS_PLAYED,
            at_player=number,
        )


def _refuse_overtaken(number: int, stored: SkatSheet | None, before: str | None) -> None:
    theirs = sheet_texts(stored)
    if before is not None and before != "|".join(theirs):
        if stored:
            told = f"holds {', '.join(text or 'nothing' for text in theirs)}"
        else:
            told = "is empty now"
        raise PartyError(
            PartySentences.SHEET_CHANGED,
            number=number,
            told=told,
            at_player=number,
            is_overtaken=True,
        )


def _is_kept(sheet: SkatSheet | None, card: SkatCard | None) -> bool:
    """Return whether *sheet* is stored with what *card* says."""
    if sheet is None or card is None:
        return sheet is None and card is None
    return all(getattr(sheet, name) == value for name, value in _values(card).items())


def _values(card: SkatCard) -> dict[str, Any]:
    return {
        "won": card.won,
        "lost": card.lost,
        "points": card.points,
        "highest": card.highest_game,
        "solo": [card.solo.matadores, card.solo.suit, card.solo.value] if card.solo else [],
        "tournee": [card.tournee.matadores, card.tournee.suit, card.tournee.value]
        if card.tournee
        else [],
    }


def _keep(
    act: Journal,
    session: PartyRound,
    number: int,
    card: SkatCard | None,
    stored: dict[int, SkatSheet],
) -> None:
    sheet = stored.get(number)
    if card is None:
        if sheet is not None:
            act.delete(session.sheets.filter(player=number))
        return
    if sheet is None:
        act.create(SkatSheet(round=session, player=number, **_values(card)))
    else:
        act.change(sheet, **_values(card))


def _tell_tables(
    act: Journal, session: PartyRound, tables: list[PartyTable], user: User | None
) -> None:
    """Let every table whose sheets are all in have its points, and the others none."""
    points = dict(session.sheets.values_list("player", "points"))
    told = {result.table_no: result for result in session.results.all()}
    for table in tables:
        own = [points[int(player)] for player in table.players if int(player) in points]
        result = told.get(table.table_no)
        if len(own) < len(table.players):
            if result is not None:
                act.delete(session.results.filter(pk=result.pk))
            continue
        if result is not None and result.points == own:
            continue
        values: dict[str, Any] = {
            "points": own,
            "winner": own.index(max(own)),
            "version": act.number,
        }
        values |= {"entered_by_id": user.pk if user else None, "entered_at": timezone.now()}
        if result is None:
            act.create(PartyResult(round=session, table_no=table.table_no, **values))
        else:
            act.change(result, **values)
