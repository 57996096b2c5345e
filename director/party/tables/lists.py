"""The signed list of a table, as the phone of that table shows it, checks it while it is typed, and hands it in."""

from dataclasses import asdict

from director.errors import PartyError
from director.kinds import Heard, Json, Said
from director.party import sentences
from director.party.models import PartyResult
from director.party.play.read.games import Evening, PlayedRound
from director.party.seats.read.seating import party_names
from director.party.skat.series.forms import ReadList, TypedList, is_whole, read_list, typed_list
from director.party.skat.series.read import check_words, counts_games, list_table
from director.party.skat.series.write import list_store
from director.party.tables.read import PartyAtTable

OK, CREATED, CONFLICT = 200, 201, 409


def list_told(at: PartyAtTable) -> Json | None:
    """Return the list of a table with what stands in its boxes, ``None`` where nobody plays there; one query."""
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


def list_checked(at: PartyAtTable, said: Said) -> Heard:
    """Return what is to be said of a list as far as it is typed; nothing is stored.

    :raises PartyError: for a box that cannot be read
    """
    evening, typed = _typed(at, said)
    players = at.table.players if at.table else ()
    if not is_whole(typed, players, counts_games=counts_games(evening)):
        return Heard(OK, {"check": "", "agrees": False})
    read = _figures(evening, typed, players)
    words = check_words(evening, read.lines, passed=read.passed, said=read.said)
    return Heard(OK, {"check": words, "agrees": words.startswith("The list agrees")})


def list_said(at: PartyAtTable, said: Said) -> Heard:
    """Store the list of a table, as the desk stores it, unless another stands that this phone may not replace.

    :raises PartyError: for a list that cannot be, or does not agree with itself and was not said to be right as it is
    """
    evening, typed = _typed(at, said)
    if typed.is_empty or at.table is None or at.round_row is None:
        raise PartyError(sentences.NO_REPORT_SENT)
    read = _figures(evening, typed, at.table.players)
    if at.result is not None and not _is_same(at.result, read) and (at.is_by_director or not said.data.get("change")):
        sentence = sentences.DIRECTORS_REPORT_STANDS if at.is_by_director else sentences.ANOTHER_REPORT_STANDS
        return Heard(CONFLICT, {"error": sentence.says()})
    stored = list_store(
        party=at.party,
        round_no=at.round_row.round_no,
        table_no=at.table.table_no,
        read=read,
        as_it_is=typed.is_confirmed,
        user=None,
    )
    points = stored.points if stored else []
    body = {"stored": True, "table": at.table.table_no, "round": at.round_row.round_no, "points": points}
    return Heard(CREATED, {**body, "waits_for": None})


def _read(at: PartyAtTable) -> tuple[Evening, PlayedRound]:
    """Return the evening as far as one table needs it."""
    table, round_no = at.table, at.round_row.round_no if at.round_row else 0
    results = {at.result.table_no: at.result} if at.result else {}
    played_round = PlayedRound(round_no, (table,) if table else (), results)
    names = party_names(at.party, table.players if table else ())
    return Evening(at.party, names, (played_round,)), played_round


def _typed(at: PartyAtTable, said: Said) -> tuple[Evening, TypedList]:
    sent = {
        name: str(value) for name, value in said.data.items() if isinstance(value, str | int) and value is not False
    }
    return _read(at)[0], typed_list(sent, at.table.players if at.table else ())


def _figures(evening: Evening, typed: TypedList, players: tuple[str, ...]) -> ReadList:
    names = {player: evening.names[player] for player in players}
    return read_list(typed, players, names, counts_games=counts_games(evening))


def _is_same(stored: PartyResult, read: ReadList) -> bool:
    points = [line.points for line in read.lines]
    deals = [[line.won, line.lost] for line in read.lines] if stored.deals else []
    return (stored.points, stored.deals, stored.passed) == (points, deals, read.passed)
