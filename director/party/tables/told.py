"""What one table of a party is shown: who sits there, what it told, its list, the clock."""

from django.utils import timezone

from director.desk.room.read import messages_shown
from director.kinds import Json, Told
from director.models import Access
from director.models.event import Clock
from director.party.cards.read.games import is_on_cards
from director.party.models import Party
from director.party.options import (
    draws_afresh,
    hand_points,
    has_lists,
    party_system,
    ranked_as_one,
    tie_rules,
    tricks_of_deal,
    wants_points,
)
from director.party.play.read.goal import goal_at, goal_words
from director.party.play.read.waiting import waiting_line
from director.party.play.write.report import party_unit
from director.party.seats.read.contestants import contestants_of_round
from director.party.seats.read.seating import Names, party_names
from director.party.tables.lists import list_told
from director.party.tables.read import PartyAtTable, party_at_table
from director.party.words import handed_in_words
from movements import PartyTable
from scoring import find_party_method, find_tie_rule


def party_told(access: Access) -> Told:
    """Return what the table of *access* is shown; at most seven queries, whatever the size of the party."""
    at = party_at_table(access)
    party, table, result = at.party, at.table, at.result
    session, event = party.session, party.session.event
    by_cards = bool(at.round_row and result is None and is_on_cards(party, at.round_row.round_no))
    sides, names = _sides(at)
    messages = messages_shown(session)
    ends_at = session.round_ends_at or session.break_ends_at
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
        "list": list_told(at) if has_lists(party) else None,
        "keys": list(hand_points(party)),
        "whole": tricks_of_deal(party, result.hands if result else None),
        "goal": goal_at(party, access.table_no or 0),
        "goal_words": goal_words(party),
        "unit": party_unit(party) if wants_points(party) else "",
        "beside": find_party_method(party.method).beside if wants_points(party) and not has_lists(party) else "",
        "line": line_told(at, names),
        "tie": _tie_asked(party, table),
        "state": "stored" if result else "empty",
        "winner": result.winner if result else None,
        "points": result.points if result else [],
        "beside_points": result.beside if result else [],
        "entered": f"{timezone.localtime(result.entered_at):%H:%M}" if result else "",
        "fixed": at.is_by_director,
        "clock": {
            "state": session.clock,
            "round": session.round_no,
            "ends_at": ends_at.isoformat().replace("+00:00", "Z") if ends_at else None,
            "seconds_left": session.seconds_left,
            "paused": session.clock == Clock.PAUSED,
        },
        "say": [message.text for message in messages],
        "call": None,
        "over": party.is_over or not event.takes_entries,
    }
    return Told(state, min((message.until for message in messages if message.until), default=None))


def _sides(at: PartyAtTable) -> tuple[list[str], Names]:
    """Return what the sides of the table are, ``"Home: Fort 3 (blue)"``, where that is anything, and the names there.

    A team is called by its first player, whose name is read as well.
    """
    table, system = at.table, party_system(at.party)
    if table is None or at.round_row is None:
        return [], party_names(at.party, ())
    here = (*table.players, *at.waiting)
    if table.sits_out or not (system and system.sides):
        return [], party_names(at.party, here)
    firsts = [min(team, key=int) for team in ranked_as_one(at.party, at.round_row.round_no, at.seating)]
    names = party_names(at.party, (*here, *firsts))
    teams = contestants_of_round(names, at.round_row.round_no, at.seating)
    sides = zip(system.sides, (teams.title(side[0]) for side in table.sides), strict=True)
    return [": ".join(filter(None, (word.capitalize(), title))) for word, title in sides], names


def line_told(at: PartyAtTable, names: Names) -> Json | None:
    """Return who waits at the table, and what it is asked and told about who goes out; ``None`` where nobody waits."""
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


def _tie_asked(party: Party, table: PartyTable | None) -> str:
    """Return what a tie of points at *table* asks for, such as the side that won the cut; empty where there is none."""
    if table is None or len(table.sides) != 2 or not wants_points(party) or not tie_rules(party, table):
        return ""
    return find_tie_rule(party.tie_rule).asks
