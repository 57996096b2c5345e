"""A party as one table sees it: who sits there in the round that is played, and what it told."""

from dataclasses import dataclass

from django.utils import timezone

from director.desk.room.read import messages_shown
from director.kinds import Json, Told
from director.models import Access
from director.models.event import Clock
from director.party.cards.read.games import is_on_cards
from director.party.models import Party, PartyResult, PartyRound
from director.party.options import draws_afresh, hand_points, tricks_of_deal, wants_points
from director.party.parties import party_of_session
from director.party.play.write.report import party_unit
from director.party.seats.read.seating import party_names, seating_read
from movements import PartyTable


@dataclass(frozen=True, slots=True)
class PartyAtTable:
    """The latest round of a party at one table; *table* is ``None`` where it is not laid, or before the draw."""

    party: Party
    round_row: PartyRound | None
    table: PartyTable | None
    result: PartyResult | None

    @property
    def is_by_director(self) -> bool:
        """Whether what stands was entered at the desk."""
        return self.result is not None and self.result.entered_by_id is not None


def party_at_table(access: Access) -> PartyAtTable:
    """Return what is played at the table of *access*; three queries.

    :raises Http404: if the party is gone
    """
    party = party_of_session(access.session_id)
    round_row = party.played_rounds.order_by("-round_no").first()
    seating = seating_read(round_row.seating) if round_row else ()
    table = next((table for table in seating if table.table_no == access.table_no), None)
    result = round_row.results.filter(table_no=access.table_no or 0).first() if round_row else None
    return PartyAtTable(party, round_row, table, result)


def party_told(access: Access) -> Told:
    """Return what the table of *access* is shown; at most six queries, whatever the size of the party."""
    at = party_at_table(access)
    party, table, result = at.party, at.table, at.result
    session, event = party.session, party.session.event
    by_cards = bool(at.round_row and result is None and is_on_cards(party, at.round_row.round_no))
    names = party_names(party, table.players if table else ())
    sides = [[names[player] for player in side] for side in table.sides] if table else []
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
        "trump": party.trump_words(at.round_row.round_no) if at.round_row else "",
        "sides": sides,
        "plays": bool(table and not table.sits_out) and not (draws_afresh(party) or by_cards),
        "by_cards": by_cards,
        "keys": list(hand_points(party)),
        "whole": tricks_of_deal(party),
        "unit": party_unit(party) if wants_points(party) else "",
        "state": "stored" if result else "empty",
        "winner": result.winner if result else None,
        "points": result.points if result else [],
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
        "over": party.is_over or event.was_published or event.removed_at is not None,
    }
    return Told(state, min((message.until for message in messages if message.until), default=None))
