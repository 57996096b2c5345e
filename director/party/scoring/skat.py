"""The sessions of a Skat congress: sheets, prizes, ties and settlement, for pages and JSON.

Every player has a stored sheet (``SkatSheet``) for each session. Prizes and the settlement of a
table are calculated from the sheets when they are read. A *card* is a sheet as a record of
``scoring``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.core.night.clock import ClockFace
from director.party.models import Party, SkatSheet
from director.party.movement.clock import make_party_clock
from director.party.movement.games import PartyRecord, PlayedRound, read_tie_decisions
from director.party.scoring.open_ties import OpenTieForm, make_open_tie_form
from director.party.sheets import PrizeRow, SkatEntry
from movements.party.model import PartyTable
from scoring.display import format_exact
from scoring.party.skat_prizes import (
    PrizeGame,
    SkatAccount,
    SkatCard,
    SkatPrize,
    award_skat_prizes,
    settle_skat_scores,
)

MIN_PRIZES = 7  # of a session


@dataclass(frozen=True, slots=True)
class SkatRow:
    """One player's sheet on the page."""

    number: int
    name: str
    boxes: tuple[tuple[str, str, str], ...]  # key, heading and text
    stored_text: str  # the stored texts of the boxes, joined by bars
    is_entered: bool
    error: str = ""


@dataclass(frozen=True, slots=True)
class SkatTable:
    """One table of a session."""

    table_no: int
    rows: tuple[SkatRow, ...]
    accounts: tuple[SkatAccount, ...]  # empty until all sheets are entered

    @property
    def settlement(self) -> tuple[tuple[SkatRow, SkatAccount], ...]:
        """Each player's row and account. A negative account is to be paid."""
        return tuple(zip(self.rows, self.accounts, strict=False))

    @property
    def is_entered(self) -> bool:
        """Whether all sheets of the table are entered."""
        return all(row.is_entered for row in self.rows)


@dataclass(frozen=True, slots=True)
class SkatSession:
    """One session: its tables, prizes, ties, and how many sheets are missing."""

    round_no: int
    tables: tuple[SkatTable, ...]
    prizes: tuple[PrizeRow, ...]
    ties: tuple[OpenTieForm, ...]
    missing_sheet_count: int
    cards: tuple[SkatCard, ...]

    @property
    def has_begun(self) -> bool:
        """Whether any sheet is entered."""
        return bool(self.cards)


BOXES = ("won", "lost", "points", "highest", "solo", "tournee")
HEADINGS = ("Won", "Lost", "Points", "Highest game", "Solo", "Tournée")


def fetch_skat_sessions(
    record: PartyRecord, typed_figures: Mapping[str, str] | None = None
) -> tuple[SkatSession, ...]:
    """Return every session of *record*, with *typed_figures* for its ties.

    (Costs one query whatever the size.)
    """
    sheets_by_round: dict[int, dict[str, SkatSheet]] = {}
    for sheet in SkatSheet.objects.filter(round__party=record.party).select_related("round"):
        sheets_by_round.setdefault(sheet.round.round_no, {})[str(sheet.player)] = sheet
    sessions = []
    for played_round in record.rounds:
        sheets = sheets_by_round.get(played_round.round_no, {})
        sessions.append(_make_skat_session(record, played_round, sheets, typed_figures or {}))
    return tuple(sessions)


def to_skat_card(sheet: SkatSheet) -> SkatCard:
    """Return a stored sheet as a record of ``scoring``."""
    solo = PrizeGame(*sheet.solo) if sheet.solo else None
    tournee = PrizeGame(*sheet.tournee) if sheet.tournee else None
    return SkatCard(
        player=str(sheet.player),
        games_won=sheet.won,
        games_lost=sheet.lost,
        points=sheet.points,
        highest_game=sheet.highest,
        best_solo=solo,
        best_tournee=tournee,
    )


def get_sheet_texts(sheet: SkatSheet | None) -> tuple[str, ...]:
    """Return the texts in the boxes of *sheet*, empty ones if it is None."""
    if sheet is None:
        return ("",) * len(BOXES)
    games = (" ".join(map(str, game)) for game in (sheet.solo, sheet.tournee))
    return (str(sheet.won), str(sheet.lost), str(sheet.points), str(sheet.highest or ""), *games)


def _make_skat_session(
    record: PartyRecord,
    played_round: PlayedRound,
    sheet_by_player: Mapping[str, SkatSheet],
    typed_figures: Mapping[str, str],
) -> SkatSession:
    cards = tuple(to_skat_card(sheet) for sheet in sheet_by_player.values())
    prizes: tuple[SkatPrize, ...] = ()
    if cards:
        prizes = award_skat_prizes(
            cards,
            get_prize_count(record.party),
            decisions=read_tie_decisions(record.party, played_round.round_no),
        )
    player_count = sum(len(table.players) for table in played_round.tables)
    ties: tuple[OpenTieForm, ...] = ()
    # A tie is settled once no further sheet can end it.
    if len(cards) == player_count:
        ties = tuple(_make_tie_forms(record, played_round.round_no, prizes, typed_figures))
    return SkatSession(
        round_no=played_round.round_no,
        tables=tuple(
            _make_skat_table(record, table, sheet_by_player) for table in played_round.tables
        ),
        prizes=tuple(
            _make_session_prize_row(record, played_round.round_no, prize) for prize in prizes
        ),
        ties=ties,
        missing_sheet_count=player_count - len(cards),
        cards=cards,
    )


def get_prize_count(party: Party) -> int:
    """Return the number of prizes of a session, at least seven."""
    prize_count: int = party.prizes.get("places", MIN_PRIZES)
    return max(MIN_PRIZES, prize_count)


def _make_skat_table(
    record: PartyRecord, table: PartyTable, sheet_by_player: Mapping[str, SkatSheet]
) -> SkatTable:
    rows = tuple(
        _make_skat_row(record, player, sheet_by_player.get(player)) for player in table.players
    )
    accounts: tuple[SkatAccount, ...] = ()
    if all(player in sheet_by_player for player in table.players):
        accounts = settle_skat_scores(
            {player: sheet_by_player[player].points for player in table.players}
        )
    return SkatTable(table.table_no, rows, accounts)


def _make_skat_row(record: PartyRecord, player: str, sheet: SkatSheet | None) -> SkatRow:
    texts = get_sheet_texts(sheet)
    boxes = tuple(zip(BOXES, HEADINGS, texts, strict=True))
    return SkatRow(
        int(player), record.names[player], boxes, "|".join(texts), is_entered=sheet is not None
    )


def _make_session_prize_row(record: PartyRecord, round_no: int, prize: SkatPrize) -> PrizeRow:
    names = tuple(record.names[player] for player in prize.players)
    open_tie = prize.tie.instructions if prize.tie else ""
    outcome = prize.outcome
    if names:
        verb = " tie" if prize.tie else ""
        outcome = f"{' and '.join(names)}{verb}."
    return PrizeRow(
        title=_format_session_prize_title(round_no, prize),
        numbers=tuple(prize.players),
        names=names,
        open_tie=open_tie,
        heading=prize.heading,
        outcome=outcome,
    )


def _format_session_prize_title(round_no: int, prize: SkatPrize) -> str:
    """Return the title of a prize: ``"Session 1, prize 2, most points"``."""
    return f"Session {round_no}, {prize.heading[:1].lower()}{prize.heading[1:]}"


def _make_tie_forms(
    record: PartyRecord,
    round_no: int,
    prizes: Sequence[SkatPrize],
    typed_figures: Mapping[str, str],
) -> list[OpenTieForm]:
    return [
        make_open_tie_form(
            prize.tie,
            record.names,
            key="-".join((f"s{round_no}", *prize.tie.players)),
            prize_titles=_format_session_prize_title(round_no, prize),
            typed_figures=typed_figures,
        )
        for prize in prizes
        # A prize without players waits for an earlier tie.
        if prize.tie and prize.players
    ]


def list_skat_entries(
    record: PartyRecord, sessions: Sequence[SkatSession]
) -> tuple[SkatEntry, ...]:
    """Return all entered sheets by session, most points first. (Costs no query.)"""
    entries: list[SkatEntry] = []
    for session in sessions:
        entries += _list_session_entries(record, session)
    return tuple(entries)


def _list_session_entries(record: PartyRecord, session: SkatSession) -> list[SkatEntry]:
    table_by_player = {}
    account_by_player = {}
    for table in session.tables:
        table_by_player.update({row.number: table for row in table.rows})
        for account in table.accounts:
            account_by_player[int(account.player)] = account
    entries = []
    for card in sorted(session.cards, key=lambda card: (-card.points, int(card.player))):
        number = int(card.player)
        group = record.names.get_group(card.player)
        group_name = record.party.get_group_name(group) if group else ""
        player_account = account_by_player.get(number)
        cents = player_account.compute_cents() if player_account else None
        prizes = [
            prize.title
            for prize in session.prizes
            if prize.numbers == (str(number),) and not prize.open_tie
        ]
        entries.append(
            SkatEntry(
                round_no=session.round_no,
                table_no=table_by_player[number].table_no,
                number=number,
                name=record.names[card.player],
                group=group,
                group_name=group_name,
                games_won=card.games_won,
                games_lost=card.games_lost,
                points=card.points,
                highest_game=card.highest_game,
                solo=_format_prize_game(card.best_solo),
                tournee=_format_prize_game(card.best_tournee),
                account=player_account.account if player_account else None,
                cents=cents,
                prizes=tuple(prizes),
            )
        )
    return entries


def _format_prize_game(game: PrizeGame | None) -> str:
    if game:
        return f"{game.matador_count} {game.suit} {game.value}"
    return ""


def serialize_skat_sessions(sessions: Sequence[SkatSession]) -> list[dict[str, object]]:
    """Return *sessions* as JSON, with player numbers as text and exact figures."""
    return [_make_session_json(session) for session in sessions]


def _make_session_json(session: SkatSession) -> dict[str, object]:
    prizes = [
        {
            "title": prize.title,
            "players": list(prize.numbers),
            "tie": prize.open_tie or None,
        }
        for prize in session.prizes
    ]
    settlement = []
    for table in session.tables:
        for account in table.accounts:
            settlement.append(
                {
                    "player": account.player,
                    "table": table.table_no,
                    "score": account.score,
                    "account": account.account,
                    "cents": format_exact(account.compute_cents()),
                }
            )
    return {
        "session": session.round_no,
        "cards": [_make_card_json(card) for card in session.cards],
        "prizes": prizes,
        "settlement": settlement,
    }


def _make_card_json(card: SkatCard) -> dict[str, object]:
    return {
        "player": card.player,
        "won": card.games_won,
        "lost": card.games_lost,
        "points": card.points,
        "highest_game": card.highest_game,
        "solo": _make_game_json(card.best_solo),
        "tournee": _make_game_json(card.best_tournee),
    }


def _make_game_json(game: PrizeGame | None) -> dict[str, object] | None:
    if game is None:
        return None
    return {"matadores": game.matador_count, "suit": game.suit, "value": game.value}


@dataclass(frozen=True, slots=True)
class SkatPlay:
    """The page of one session: its sheets, the seed of its draw and the clock."""

    session: SkatSession
    latest_no: int  # the latest session that has seats
    seed: int | None
    clock: ClockFace

    @property
    def round_no(self) -> int:
        """The session that is shown."""
        return self.session.round_no

    @property
    def rounds(self) -> range:
        """The sessions that have seats."""
        return range(1, self.latest_no + 1)

    @property
    def is_current(self) -> bool:
        """Whether no later session has seats."""
        return self.round_no == self.latest_no


def fetch_skat_play(record: PartyRecord, round_no: int) -> SkatPlay | None:
    """Return the page of session *round_no*, or else the latest one. None before the draw."""
    sessions = fetch_skat_sessions(record)
    if not sessions:
        return None
    shown_session = next(
        (session for session in sessions if session.round_no == round_no), sessions[-1]
    )
    return SkatPlay(
        session=shown_session,
        latest_no=len(sessions),
        seed=get_session_seed(record.party, shown_session.round_no),
        clock=make_party_clock(record.party),
    )


def get_session_seed(party: Party, round_no: int) -> int | None:
    """Return the seed of the draw for seats of a session, None if seats go by number."""
    if round_no == 1:
        return party.seed
    seed: int | None = party.answers.get("seeds", {}).get(str(round_no))
    return seed
