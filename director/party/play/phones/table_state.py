"""What a table of a party shows: players, report, list and clock."""

from dataclasses import asdict

from django.utils import timezone

from director.core.night.clock.read import clock_payload
from director.core.night.screens.read import messages_shown
from director.errors import PartyError
from director.kinds import Json, PhoneAnswer, PhoneEntry, TableState
from director.models import Access
from director.party.models import Party, PartyResult
from director.party.movement.games.cards import is_on_cards
from director.party.movement.games.read import Evening, PlayedRound
from director.party.movement.options import (
    draws_afresh,
    hand_points,
    has_lists,
    party_system,
    ranked_as_one,
    tie_rules,
    tricks_of_deal,
    wants_points,
)
from director.party.movement.seating.contestants import contestants_of_round
from director.party.movement.seating.read import Names, party_names
from director.party.movement.tables import goal_at, goal_words
from director.party.movement.waiting import waiting_line
from director.party.movement.words import handed_in_words
from director.party.play.phones.table import PartyAtTable, party_at_table
from director.party.play.report import party_unit
from director.party.play.skat.series.list_input import (
    ReadList,
    TypedList,
    is_whole,
    read_list,
    typed_list,
)
from director.party.play.skat.series.write import store_list
from director.party.scoring.skat_series import counts_games, list_check, list_table
from director.party.sentences import PartySentences
from movements import PartyTable
from scoring import find_party_method, find_tie_rule

OK, CREATED, CONFLICT = 200, 201, 409


def list_payload(at: PartyAtTable) -> Json | None:
    """Return the list of a table, or None. One query."""
    if at.table is None or at.table.sits_out:
        return None
    evening, played_round = _read(at)
    shown = list_table(evening, played_round, at.table)
    return {
        "games": shown.games if counts_games(evening) else 0,
        "rows": [asdict(row) for row in shown.rows],
        "passed": shown.passed,
        "sum": shown.sum,
    }


def list_checked(at: PartyAtTable, said: PhoneEntry) -> PhoneAnswer:
    """Return remarks on a list that is being typed.

    :raises PartyError: for a box that cannot be read
    """
    evening, typed = _typed_list(at, said)
    players = at.table.players if at.table else ()
    if not is_whole(typed, players, counts_games=counts_games(evening)):
        return PhoneAnswer(OK, {"check": "", "agrees": False})
    read = _figures(evening, typed, players)
    words, agrees = list_check(evening, read.lines, passed=read.passed, said=read.said)
    return PhoneAnswer(OK, {"check": words, "agrees": agrees})


def list_receive(at: PartyAtTable, said: PhoneEntry) -> PhoneAnswer:
    """Store the list of a table, unless this phone may not replace it.

    :raises PartyError: for a list that cannot be, or does not agree with itself and was not said to
        be right as it is
    """
    evening, typed = _typed_list(at, said)
    if typed.is_empty or at.table is None or at.round_row is None:
        raise PartyError(PartySentences.NO_REPORT_SENT)
    read = _figures(evening, typed, at.table.players)
    if (
        at.result is not None
        and not _is_same(at.result, read)
        and (at.is_by_director or not said.data.get("change"))
    ):
        if at.is_by_director:
            sentence = PartySentences.DIRECTORS_REPORT_STANDS
        else:
            sentence = PartySentences.ANOTHER_REPORT_STANDS
        return PhoneAnswer(CONFLICT, {"error": sentence.says()})
    stored = store_list(
        party=at.party,
        round_no=at.round_row.round_no,
        table_no=at.table.table_no,
        read=read,
        as_it_is=typed.is_confirmed,
        user=None,
    )
    points = stored.points if stored else []
    body = {
        "stored": True,
        "table": at.table.table_no,
        "round": at.round_row.round_no,
        "points": points,
    }
    return PhoneAnswer(CREATED, {**body, "waits_for": None})


def _read(at: PartyAtTable) -> tuple[Evening, PlayedRound]:
    """Return the evening as far as one table needs it."""
    table, round_no = at.table, at.round_row.round_no if at.round_row else 0
    results = {at.result.table_no: at.result} if at.result else {}
    played_round = PlayedRound(round_no, (table,) if table else (), results)
    names = party_names(at.party, table.players if table else ())
    return Evening(at.party, names, (played_round,)), played_round


def _typed_list(at: PartyAtTable, said: PhoneEntry) -> tuple[Evening, TypedList]:
    sent = {
        name: str(value)
        for name, value in said.data.items()
        if isinstance(value, str | int) and value is not False
    }
    return _read(at)[0], typed_list(sent, at.table.players if at.table else ())


def _figures(evening: Evening, typed: TypedList, players: tuple[str, ...]) -> ReadList:
    names = {player: evening.names[player] for player in players}
    return read_list(typed, players, names, counts_games=counts_games(evening))


def _is_same(stored: PartyResult, read: ReadList) -> bool:
    points = [line.points for line in read.lines]
    deals = [[line.won, line.lost] for line in read.lines] if stored.deals else []
    return (stored.points, stored.deals, stored.passed) == (points, deals, read.passed)


def party_payload(access: Access) -> TableState:
    """Return what the table of *access* shows. At most seven queries."""
    at = party_at_table(access)
    party, table, result = at.party, at.table, at.result
    session, event = party.session, party.session.event
    by_cards = bool(at.round_row and result is None and is_on_cards(party, at.round_row.round_no))
    sides, names = _sides(at)
    messages = messages_shown(session)
    state: Json = {
        "kind": "party",
        "event": event.name,
        "club": event.club.name,
        "table": access.table_no,
        "section": "",
        "round": at.round_row.round_no if at.round_row else 0,
        "rounds": party.rounds,
        "round_word": party.round_word,
        "trump": party.trump_words(at.round_row.round_no) if at.round_row and not by_cards else "",
        "sides": [[names[player] for player in side] for side in table.sides] if table else [],
        "side_words": sides,
        "plays": bool(table and not table.sits_out) and not (draws_afresh(party) or by_cards),
        "by_cards": handed_in_words(party) if by_cards else "",
        "list": list_payload(at) if has_lists(party) else None,
        "keys": list(hand_points(party)),
        "whole": tricks_of_deal(party, result.hands if result else None),
        "goal": goal_at(party, access.table_no or 0),
        "goal_words": goal_words(party),
        "unit": party_unit(party) if wants_points(party) else "",
        "beside": find_party_method(party.method).beside
        if wants_points(party) and not has_lists(party)
        else "",
        "line": waiting_payload(at, names),
        "tie": _tie_question(party, table),
        "state": "stored" if result else "empty",
        "winner": result.winner if result else None,
        "points": result.points if result else [],
        "beside_points": result.beside if result else [],
        "entered": f"{timezone.localtime(result.entered_at):%H:%M}" if result else "",
        "fixed": at.is_by_director,
        "clock": clock_payload(session),
        "say": [message.text for message in messages],
        "call": None,
        "over": party.is_over or not event.takes_entries,
    }
    return TableState(
        state, min((message.until for message in messages if message.until), default=None)
    )


def _sides(at: PartyAtTable) -> tuple[list[str], Names]:
    """Return the labels and names of the table's sides.

    A team is called by its first player, whose name is read as well.
    """
    table, system = at.table, party_system(at.party)
    if table is None or at.round_row is None:
        return [], party_names(at.party, ())
    here = (*table.players, *at.waiting)
    if table.sits_out or not (system and system.sides):
        return [], party_names(at.party, here)
    firsts = [
        min(team, key=int) for team in ranked_as_one(at.party, at.round_row.round_no, at.seating)
    ]
    names = party_names(at.party, (*here, *firsts))
    teams = contestants_of_round(names, at.round_row.round_no, at.seating)
    sides = zip(system.sides, (teams.title(side[0]) for side in table.sides), strict=True)
    return [": ".join(filter(None, (word.capitalize(), title))) for word, title in sides], names


def waiting_payload(at: PartyAtTable, names: Names) -> Json | None:
    """Return who waits at the table and who goes out, or None."""
    if at.table is None or not at.waiting:
        return None
    line = waiting_line(at.party, names, at.table, at.waiting, at.result)
    return {
        "text": line.text,
        "words": line.words,
        "is_named": line.is_named,
        "fields": [list(field) for field in line.fields],
        "players": [list(player) for player in line.players],
    }


def _tie_question(party: Party, table: PartyTable | None) -> str:
    """Return the question that a tie at *table* raises, or ""."""
    if (
        table is None
        or len(table.sides) != 2
        or not wants_points(party)
        or not tie_rules(party, table)
    ):
        return ""
    return find_tie_rule(party.tie_rule).asks
