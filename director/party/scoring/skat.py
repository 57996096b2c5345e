"""What is read of the sessions of a skat congress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.core.base.tags.cards import party_figure
from director.party.models import Party, SkatSheet
from director.party.movement.games.read import Evening, PlayedRound, decisions
from director.party.movement.games.ties import OpenTieForm
from director.party.sheets import PartyPrizeRow, SkatEntry
from movements import PartyTable
from scoring import PrizeGame, SkatCard, SkatPrize, exact_text, skat_prizes, skat_settlement

LEAST_PRIZES = 7


@dataclass(frozen=True, slots=True)
class SkatRow:
    """One player's sheet: its boxes, ``before`` as stored text, and its ``error``."""

    number: int
    name: str
    boxes: tuple[tuple[str, str, str], ...]  # key, heading and text
    before: str
    is_in: bool
    error: str = ""


@dataclass(frozen=True, slots=True)
class SkatAccountRow:
    """What one player gets, or pays if below 0, at a table."""

    number: int
    name: str
    score: str
    account: str
    cents: str


@dataclass(frozen=True, slots=True)
class SkatTable:
    """One table of a session.

    ``accounts`` are there once every sheet of it is entered.
    """

    table_no: int
    rows: tuple[SkatRow, ...]
    accounts: tuple[SkatAccountRow, ...]

    @property
    def is_in(self) -> bool:
        """Whether every sheet of it is in."""
        return all(row.is_in for row in self.rows)


@dataclass(frozen=True, slots=True)
class SkatSession:
    """One session: its tables, prizes, ties, and how many sheets are missing."""

    round_no: int
    tables: tuple[SkatTable, ...]
    prizes: tuple[PartyPrizeRow, ...]
    ties: tuple[OpenTieForm, ...]
    missing: int
    cards: tuple[SkatCard, ...]

    @property
    def is_begun(self) -> bool:
        """Whether a sheet is in."""
        return bool(self.cards)


BOXES = ("won", "lost", "points", "highest", "solo", "tournee")
HEADINGS = ("Won", "Lost", "Points", "Highest game", "Solo", "Tournée")


def skat_sessions(
    evening: Evening, typed: Mapping[str, str] | None = None
) -> tuple[SkatSession, ...]:
    """Return every session of *evening*, with figures *typed* about its ties.

    One query whatever the size.
    """
    sheets: dict[int, dict[str, SkatSheet]] = {}
    for sheet in SkatSheet.objects.filter(round__party=evening.party).select_related("round"):
        sheets.setdefault(sheet.round.round_no, {})[str(sheet.player)] = sheet
    return tuple(
        _session(evening, played_round, sheets.get(played_round.round_no, {}), typed or {})
        for played_round in evening.rounds
    )


def sheet_card(sheet: SkatSheet) -> SkatCard:
    """Return a stored sheet as ``scoring`` knows it."""
    solo = PrizeGame(*sheet.solo) if sheet.solo else None
    tournee = PrizeGame(*sheet.tournee) if sheet.tournee else None
    return SkatCard(
        player=str(sheet.player),
        won=sheet.won,
        lost=sheet.lost,
        points=sheet.points,
        highest_game=sheet.highest,
        solo=solo,
        tournee=tournee,
    )


def sheet_texts(sheet: SkatSheet | None) -> tuple[str, ...]:
    """Return what is in the boxes of a sheet, empty where there is none."""
    if sheet is None:
        return ("",) * len(BOXES)
    games = (" ".join(map(str, game)) for game in (sheet.solo, sheet.tournee))
    return (str(sheet.won), str(sheet.lost), str(sheet.points), str(sheet.highest or ""), *games)


def _session(
    evening: Evening,
    played_round: PlayedRound,
    sheets: Mapping[str, SkatSheet],
    typed: Mapping[str, str],
) -> SkatSession:
    cards = tuple(sheet_card(sheet) for sheet in sheets.values())
    if cards:
        prizes = skat_prizes(
            cards,
            prize_count(evening.party),
            decisions=decisions(evening.party, played_round.round_no),
        )
    else:
        prizes = ()
    players = sum(len(table.players) for table in played_round.tables)
    if len(cards) == players:
        ties = tuple(_ties(evening, played_round.round_no, prizes, typed))
    else:
        ties = ()
    return SkatSession(
        round_no=played_round.round_no,
        tables=tuple(_table(evening, table, sheets) for table in played_round.tables),
        prizes=tuple(_prize_row(evening, played_round.round_no, prize) for prize in prizes),
        ties=ties,
        missing=players - len(cards),
        cards=cards,
    )


def prize_count(party: Party) -> int:
    """Return how many prizes a session has, seven at the least."""
    places: int = party.prizes.get("places", LEAST_PRIZES)
    return max(LEAST_PRIZES, places)


def _table(evening: Evening, table: PartyTable, sheets: Mapping[str, SkatSheet]) -> SkatTable:
    rows = tuple(_row(evening, player, sheets.get(player)) for player in table.players)
    is_in = all(player in sheets for player in table.players)
    scores = {player: sheets[player].points for player in table.players} if is_in else {}
    accounts = skat_settlement(scores) if scores else ()
    return SkatTable(
        table_no=table.table_no,
        rows=rows,
        accounts=tuple(
            SkatAccountRow(
                int(account.player),
                evening.names[account.player],
                party_figure(account.score),
                party_figure(account.account),
                party_figure(account.cents()),
            )
            for account in accounts
        ),
    )


def _row(evening: Evening, player: str, sheet: SkatSheet | None) -> SkatRow:
    texts = sheet_texts(sheet)
    boxes = tuple(zip(BOXES, HEADINGS, texts, strict=True))
    return SkatRow(
        int(player), evening.names[player], boxes, "|".join(texts), is_in=sheet is not None
    )


def _prize_row(evening: Evening, round_no: int, prize: SkatPrize) -> PartyPrizeRow:
    names = tuple(evening.names[player] for player in prize.players)
    open_tie = prize.tie.text if prize.tie else ""
    outcome = f"{' and '.join(names)}{' tie' if prize.tie else ''}." if names else prize.outcome
    return PartyPrizeRow(
        title=_title(round_no, prize),
        numbers=tuple(prize.players),
        names=names,
        open_tie=open_tie,
        heading=prize.heading,
        outcome=outcome,
    )


def _title(round_no: int, prize: SkatPrize) -> str:
    """Return what a prize is for: ``"Session 1, prize 2, most points"``."""
    return f"Session {round_no}, {prize.heading[:1].lower()}{prize.heading[1:]}"


def _ties(
    evening: Evening, round_no: int, prizes: Sequence[SkatPrize], typed: Mapping[str, str]
) -> list[OpenTieForm]:
    return [
        OpenTieForm(
            key="-".join((f"s{round_no}", *prize.players)),
            titles=_title(round_no, prize),
            text=prize.tie.text,
            how=prize.tie.how,
            asked="Card (ace 14)",
            figures=tuple(
                (player, evening.names[player], typed.get(f"figure-{player}", ""))
                for player in prize.players
            ),
            session=round_no,
        )
        for prize in prizes
        if prize.tie and prize.players
    ]


def skat_lines(evening: Evening, sessions: Sequence[SkatSession]) -> tuple[SkatEntry, ...]:
    """Return every sheet that is in, by session and most points.

    No query.
    """
    return tuple(line for session in sessions for line in _session_lines(evening, session))


def _session_lines(evening: Evening, session: SkatSession) -> list[SkatEntry]:
    table_of = {row.number: table for table in session.tables for row in table.rows}
    accounts = {
        int(account.player): account
        for table in session.tables
        if table.accounts
        for account in skat_settlement(_scores(session, table))
    }
    lines = []
    for card in sorted(session.cards, key=lambda card: (-card.points, int(card.player))):
        number = int(card.player)
        group, account = evening.names.group(card.player), accounts.get(number)
        group_name = evening.party.group_name(group) if group else ""
        cents = account.cents() if account else None
        lines.append(
            SkatEntry(
                round_no=session.round_no,
                table_no=table_of[number].table_no,
                number=number,
                name=evening.names[card.player],
                group=group,
                group_name=group_name,
                won=card.won,
                lost=card.lost,
                points=card.points,
                highest_game=card.highest_game,
                solo=_game_text(card.solo),
                tournee=_game_text(card.tournee),
                account=account.account if account else None,
                cents=cents,
                prizes=tuple(
                    prize.title
                    for prize in session.prizes
                    if prize.numbers == (str(number),) and not prize.open_tie
                ),
            )
        )
    return lines


def _game_text(game: PrizeGame | None) -> str:
    if game:
        return f"{game.matadores} {game.suit} {game.value}"
    return ""


def skat_to_json(sessions: Sequence[SkatSession]) -> list[dict[str, object]]:
    """Return *sessions* for programs.

    Players are numbers as text, figures are exact.
    """
    return [
        {
            "session": session.round_no,
            "cards": [_card_json(card) for card in session.cards],
            "prizes": [
                {
                    "title": prize.title,
                    "players": list(prize.numbers),
                    "tie": prize.open_tie or None,
                }
                for prize in session.prizes
            ],
            "settlement": [
                {
                    "player": account.player,
                    "table": table.table_no,
                    "score": account.score,
                    "account": account.account,
                    "cents": exact_text(account.cents()),
                }
                for table in session.tables
                if table.accounts
                for account in skat_settlement(_scores(session, table))
            ],
        }
        for session in sessions
    ]


def _scores(session: SkatSession, table: SkatTable) -> dict[str, int]:
    points = {card.player: card.points for card in session.cards}
    return {str(row.number): points[str(row.number)] for row in table.rows}


def _card_json(card: SkatCard) -> dict[str, object]:
    games = {
        name: {"matadores": game.matadores, "suit": game.suit, "value": game.value}
        if game
        else None
        for name, game in (("solo", card.solo), ("tournee", card.tournee))
    }
    return {
        "player": card.player,
        "won": card.won,
        "lost": card.lost,
        "points": card.points,
        "highest_game": card.highest_game,
        **games,
    }
