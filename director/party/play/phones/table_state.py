"""The page of a party's table on a phone: its players, report, list and clock.

Returns JSON for the page. A table with a *list* (Skat in series) shows and stores it here too; all
other reports are stored by :mod:`~director.party.play.phones.api`.
"""

from dataclasses import asdict

from django.utils import timezone

from director.core.night.clock import make_clock_payload
from director.core.night.screens import fetch_shown_messages
from director.errors import PartyError, Sentence
from director.kinds import Json, PhoneAnswer, PhoneEntry, TableState
from director.models import Access
from director.party.models import Party, PartyResult
from director.party.movement.games.cards import is_on_cards
from director.party.movement.games.read import Evening, PlayedRound
from director.party.movement.options import (
    count_tricks_per_round,
    get_hand_points,
    get_party_system,
    has_lists,
    is_redrawn_each_round,
    list_ranked_partners,
    list_tie_rules,
    must_report_points,
)
from director.party.movement.seating.contestants import make_round_contestants
from director.party.movement.seating.read import PartyNames, fetch_party_names, format_players
from director.party.movement.tables import describe_goal, get_table_goal
from director.party.movement.waiting import make_waiting_line
from director.party.movement.words import describe_card_deadline
from director.party.play.phones.table import PartyAtTable, fetch_party_at_table
from director.party.play.report import get_unit_title
from director.party.play.skat.series.list_input import (
    ListFigures,
    TypedList,
    is_list_complete,
    read_list,
    read_typed_list,
)
from director.party.play.skat.series.write import store_list
from director.party.scoring.skat_series import check_typed_list, has_game_counts, make_list_table
from director.party.sentences import PartySentences
from movements.party.model import PartyTable
from scoring.party.methods import find_party_method
from scoring.party.ties import find_tie_rule

OK, CREATED, CONFLICT = 200, 201, 409


def make_list_payload(view: PartyAtTable) -> Json | None:
    """Return the list of a table, or None if nobody plays there. One query."""
    if view.table is None or view.table.sits_out:
        return None
    evening, played_round = _make_table_evening(view)
    shown_list = make_list_table(evening, played_round, view.table)
    # Without games the page has no boxes for those won and lost.
    games = shown_list.games if has_game_counts(evening) else 0
    return {
        "games": games,
        "rows": [asdict(row) for row in shown_list.rows],
        "passed": shown_list.passed,
        "sum": shown_list.sum,
    }


def check_sent_list(view: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Return the result of checking a list while it is typed, without storing it.

    :raises PartyError: for a box without a number
    """
    evening, typed = _parse_sent_list(view, entry)
    players = view.table.players if view.table else ()
    # A sum says nothing as long as boxes are empty.
    if not is_list_complete(typed, players, counts_games=has_game_counts(evening)):
        return PhoneAnswer(OK, {"check": "", "agrees": False})
    table_list = _read_table_list(evening, typed, players)
    check_text, agrees = check_typed_list(
        evening, table_list.lines, passed=table_list.passed, written_sum=table_list.written_sum
    )
    return PhoneAnswer(OK, {"check": check_text, "agrees": agrees})


def receive_list(view: PartyAtTable, entry: PhoneEntry) -> PhoneAnswer:
    """Store the list of a table, unless this phone may not replace it.

    :raises PartyError: for an impossible list, or one that doesn't add up and isn't confirmed
    """
    evening, typed = _parse_sent_list(view, entry)
    if typed.is_empty or view.table is None or view.round_row is None:
        raise PartyError(PartySentences.NO_REPORT_SENT)
    table_list = _read_table_list(evening, typed, view.table.players)
    if view.result is not None and not _is_same(view.result, table_list):
        # No phone replaces the director's list; that of another phone only if the user has agreed.
        if view.is_by_director:
            return _make_conflict_answer(PartySentences.DIRECTORS_REPORT_STANDS)
        if not entry.data.get("change"):
            return _make_conflict_answer(PartySentences.ANOTHER_REPORT_STANDS)
    stored = store_list(
        party=view.party,
        round_no=view.round_row.round_no,
        table_no=view.table.table_no,
        figures=table_list,
        is_confirmed=typed.is_confirmed,
        user=None,  # reported by the table
    )
    body = {
        "stored": True,
        "table": view.table.table_no,
        "round": view.round_row.round_no,
        "points": stored.points if stored else [],
        "waits_for": None,  # unlike at bridge, nobody has to confirm it
    }
    return PhoneAnswer(CREATED, body)


def _make_conflict_answer(sentence: Sentence) -> PhoneAnswer:
    return PhoneAnswer(CONFLICT, {"error": sentence.format()})


def _make_table_evening(view: PartyAtTable) -> tuple[Evening, PlayedRound]:
    """Return the round of the table, and an evening with only this table in this round.

    The functions that score a list take an :class:`Evening`. Reading the whole one costs more
    queries than a phone's page needs.
    """
    table = view.table
    round_no = view.round_row.round_no if view.round_row else 0
    results = {view.result.table_no: view.result} if view.result else {}
    played_round = PlayedRound(round_no, (table,) if table else (), results)
    names = fetch_party_names(view.party, table.players if table else ())
    return Evening(view.party, names, (played_round,)), played_round


def _parse_sent_list(view: PartyAtTable, entry: PhoneEntry) -> tuple[Evening, TypedList]:
    # An unticked box comes as False, but read_typed_list() looks for its name only.
    boxes = {
        name: str(value)
        for name, value in entry.data.items()
        if isinstance(value, str | int) and value is not False
    }
    evening, _played_round = _make_table_evening(view)
    players = view.table.players if view.table else ()
    return evening, read_typed_list(boxes, players)


def _read_table_list(evening: Evening, typed: TypedList, players: tuple[str, ...]) -> ListFigures:
    names = {player: evening.names[player] for player in players}
    return read_list(typed, players, names, counts_games=has_game_counts(evening))


def _is_same(stored: PartyResult, table_list: ListFigures) -> bool:
    points = [line.points for line in table_list.lines]
    deals = []
    if stored.deals:  # games are counted
        deals = [[line.won, line.lost] for line in table_list.lines]
    return (stored.points, stored.deals, stored.passed) == (points, deals, table_list.passed)


def build_party_payload(access: Access) -> TableState:
    """Return the state of the table of *access*. At most seven queries."""
    view = fetch_party_at_table(access)
    party, result = view.party, view.result
    session, event = party.session, party.session.event
    side_words, names = _label_sides(view)
    unit = second_figure = ""
    if must_report_points(party):
        unit = get_unit_title(party)
        # A list has boxes of its own.
        if not has_lists(party):
            second_figure = find_party_method(party.method).extra_figure
    messages = fetch_shown_messages(session)
    state: Json = {
        "kind": "party",
        "event": event.name,
        "club": event.club.name,
        "table": access.table_no,
        "section": "",  # a party has none, but the page of a table shows one
        **_make_round_payload(view, side_words, names),
        "list": make_list_payload(view) if has_lists(party) else None,
        "keys": list(get_hand_points(party)),
        "whole": count_tricks_per_round(party, result.hands if result else None),
        "goal": get_table_goal(party, access.table_no or 0),
        "goal_words": describe_goal(party),
        "unit": unit,
        "beside": second_figure,
        "line": make_waiting_payload(view, names),
        "tie": _find_tie_question(party, view.table),
        **_make_report_payload(result),
        "fixed": view.is_by_director,  # no phone replaces the director's report
        "clock": make_clock_payload(session),
        "say": [message.text for message in messages],
        "call": None,
        "over": party.is_over or not event.takes_entries,
    }
    next_change = min((message.until for message in messages if message.until), default=None)
    return TableState(state, next_change)


def _make_round_payload(view: PartyAtTable, side_words: list[str], names: PartyNames) -> Json:
    party, table = view.party, view.table
    round_no = 0  # before the draw
    trump = ""
    by_cards = ""
    if view.round_row:
        round_no = view.round_row.round_no
        # Results come from the players' cards, but a report that a table sent stays on its page.
        if view.result is None and is_on_cards(party, round_no):
            by_cards = describe_card_deadline(party)
        else:
            trump = party.describe_trump(round_no)
    sides = []
    if table:
        sides = [[names[player] for player in side] for side in table.sides]
    is_playing = table is not None and not table.sits_out
    return {
        "round": round_no,
        "rounds": party.rounds,
        "round_word": party.round_word,
        "trump": trump,
        "sides": sides,
        "side_words": side_words,
        # Sent back with a report, which is refused if others sit there by then.
        "players": format_players(table) if table else "",
        # The page asks for a report only then: a sheet of Skat or a list has its own boxes,
        # and the players' cards are entered by the director.
        "plays": is_playing and not is_redrawn_each_round(party) and not by_cards,
        "by_cards": by_cards,
    }


def _make_report_payload(result: PartyResult | None) -> Json:
    if result is None:
        return {"state": "empty", "winner": None, "points": [], "beside_points": [], "entered": ""}
    return {
        "state": "stored",
        "winner": result.winner,
        "points": result.points,
        "beside_points": result.beside,
        "entered": f"{timezone.localtime(result.entered_at):%H:%M}",
    }


def _label_sides(view: PartyAtTable) -> tuple[list[str], PartyNames]:
    """Return the labels of the table's sides, and the names of its players."""
    table, system = view.table, get_party_system(view.party)
    if table is None or view.round_row is None:
        return [], fetch_party_names(view.party, ())
    players = (*table.players, *view.waiting)
    if table.sits_out or not (system and system.sides):
        return [], fetch_party_names(view.party, players)
    round_no = view.round_row.round_no
    # A team's name is stored with its first player, who may sit at another table.
    first_players = [
        min(team, key=int) for team in list_ranked_partners(view.party, round_no, view.seating)
    ]
    names = fetch_party_names(view.party, (*players, *first_players))
    teams = make_round_contestants(names, round_no, view.seating)
    labels = []
    for role, side in zip(system.sides, table.sides, strict=True):
        label = role.capitalize()
        # Every player of a side belongs to the same team, so the first one finds it.
        if team_name := teams.get_team_title(side[0]):
            label = f"{label}: {team_name}"
        labels.append(label)
    return labels, names


def make_waiting_payload(view: PartyAtTable, names: PartyNames) -> Json | None:
    """Return the players who wait at the table and who goes out, or None if nobody waits."""
    if view.table is None or not view.waiting:
        return None
    line = make_waiting_line(view.party, names, view.table, view.waiting, view.result)
    return {
        "text": line.text,
        "words": line.words,
        "is_named": line.is_named,
        "fields": [list(field) for field in line.fields],
        "players": [list(player) for player in line.players],
    }


def _find_tie_question(party: Party, table: PartyTable | None) -> str:
    """Return the question that settles a tie at *table*, or ""."""
    # A tie is settled between two sides whose points show it.
    if table is None or len(table.sides) != 2 or not must_report_points(party):
        return ""
    if not list_tie_rules(party, table):
        return ""
    return find_tie_rule(party.tie_rule).requested_fact
