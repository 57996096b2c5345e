"""The results of a party as JSON for other programs.

The shape is that of the command line of ``scoring``, with the names, prizes and rounds that only
the program knows.
"""

from typing import Any

from director.party.models import PartyCard
from director.party.movement.cards import get_card_rounds, list_card_holders
from director.party.movement.games import PartyRecord, PlayedRound
from director.party.movement.options import is_skat
from director.party.scoring.prizes import (
    describe_prize_amounts,
    has_money,
    list_jackpot_winners,
    make_party_jackpot_row,
)
from director.party.scoring.skat import fetch_skat_sessions, serialize_skat_sessions
from director.party.scoring.skat_series import serialize_series
from director.party.scoring.standings import make_total_explainer
from scoring.exchange import make_party_ranking_json, make_prizes_json
from scoring.explain.party import PartyExplainer, make_party_explanation_json
from scoring.party.awarding import Prize


def make_results_json(record: PartyRecord, *, explain: bool = False) -> dict[str, object]:
    """Return the results of *record* as JSON.

    It has the shape of ``python -m scoring rank``, with event, names, rounds and prizes added.
    Player numbers are texts, figures are exact. Before the first game there are no standings. With
    *explain* each standing has ``why``, the explanation of its total in the shape of ``python -m
    scoring explain``.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    party = record.party
    event = party.session.event
    is_scored = record.is_ranked
    ranking: dict[str, Any] = {"boards": [], "standings": [], "notes": []}
    if is_scored:
        ranking = make_party_ranking_json(record.ranking)
    sessions = (
        {"sessions": serialize_skat_sessions(fetch_skat_sessions(record))} if is_skat(party) else {}
    )
    explainer = make_total_explainer(record) if explain and is_scored else None
    prizes = _list_prize_payloads(record) if is_scored else []
    period_end = event.corrections_until.isoformat() if event.corrections_until else None
    return {
        "event": {
            "id": event.pk,
            "club": event.club.name,
            "name": event.name,
            "date": event.date.isoformat(),
            "contest": "progressive",
            "provisional_until": period_end,
            "is_final": event.is_final,
        },
        "system": party.system,
        "method": party.method,
        "options": party.method_options,
        **_make_result_counts(record),
        "boards": [],
        "standings": [
            _make_standing_payload(record, standing, explainer) for standing in ranking["standings"]
        ],
        "notes": ranking["notes"],
        "prizes": prizes,
        **sessions,
        **serialize_series(record),
        "rounds": serialize_rounds(record),
        "drawn": {"number": party.answers.get("drawn"), "seed": party.answers.get("drawn_seed")},
        "raffle": {
            "numbers": party.answers.get("raffle", []),
            "seed": party.answers.get("raffle_seed"),
        },
        "seed": party.seed,
    }


def _list_prize_payloads(record: PartyRecord) -> list[dict[str, object]]:
    """Return the prizes and the jackpot, with what each pays if they are money."""
    prizes = [
        _make_prize_payload(record, prize, amount)
        for prize, amount in zip(record.prizes, describe_prize_amounts(record), strict=True)
    ]
    row = make_party_jackpot_row(record)
    if row:
        jackpot = Prize(
            kind="jackpot",
            players=list_jackpot_winners(record),
            heading=row.heading,
            outcome=row.outcome,
        )
        prizes.append(_make_prize_payload(record, jackpot, row.amount))
    return prizes


def _make_prize_payload(record: PartyRecord, prize: Prize, amount: str) -> dict[str, object]:
    """Return one prize. If pairs are ranked, it has the players and the pairs."""
    (payload,) = make_prizes_json([prize])
    candidates = record.get_prize_candidates(prize)
    if record.contestants.are_pairs:
        players: list[str] = []
        for winner in prize.players:
            players.extend(candidates.get_contestant(winner).players)
        payload = {**payload, "players": players, "contestants": list(prize.players)}
    if has_money(record.party):
        return {**payload, "amount": amount}
    return payload


def _make_standing_payload(
    record: PartyRecord, standing: dict[str, object], explainer: PartyExplainer | None
) -> dict[str, object]:
    contestant = str(standing["contestant"])
    players = record.contestants.get_contestant(contestant).players
    known_players = (record.names.facts_by_player.get(player) for player in players)
    names = [
        player_facts.name for player_facts in known_players if player_facts and player_facts.name
    ]
    payload: dict[str, object] = {**standing, "names": names}
    if record.contestants.are_pairs:
        payload["players"] = list(players)
    if explainer:
        payload["why"] = make_party_explanation_json(explainer.explain_total(contestant))
    return payload


def _make_result_counts(record: PartyRecord) -> dict[str, object]:
    """Return the numbers of entered and of due results: those of tables, and cards."""
    party = record.party
    rounds = record.rounds
    has_table_results = any(played_round.results for played_round in rounds)
    # If tables reported every round although cards were planned, their results are counted.
    if party.has_cards and (record.cards or not has_table_results):
        # Rounds on cards have no results of tables.
        rounds = tuple(
            played_round
            for played_round in rounds
            if played_round.round_no < party.first_card_round
        )
        holder_count = len(list_card_holders(party, record.contestants))
        card_fields: dict[str, object] = {
            "cards": [_make_card_payload(record, card) for card in record.cards]
        }
        # Cards of parts (rounds) are numbered from 1; a card of the whole evening has part 0.
        last_part = max((card.part for card in record.cards), default=0)
        due_card_count = holder_count * max(last_part, 1)
    else:
        card_fields = {}
        due_card_count = 0
    table_result_count = sum(len(played_round.results) for played_round in rounds)
    due_table_result_count = sum(len(played_round.tables) for played_round in rounds)
    return {
        "results_in": table_result_count + len(record.cards),
        "results_due": due_table_result_count + due_card_count,
        **card_fields,
    }


def _make_card_payload(record: PartyRecord, card: PartyCard) -> dict[str, object]:
    first_round, last_round = get_card_rounds(record.party, record.names, card)
    return {
        "player": str(card.player),
        "part": card.part,
        "total": card.total,
        "half": card.half,
        "second": card.second,
        "lone": card.lone,
        "first_round": first_round,
        "last_round": last_round,
    }


def serialize_rounds(record: PartyRecord) -> list[dict[str, Any]]:
    """Return the rounds of *record*, each with its tables and their results."""
    return [_serialize_round(played_round) for played_round in record.rounds]


def _serialize_round(played_round: PlayedRound) -> dict[str, Any]:
    tables = []
    for table in played_round.seating:
        table_json: dict[str, object] = {
            "table": table.table_no,
            "row": table.row,
            "sides": [list(side) for side in table.sides],
        }
        result = played_round.results.get(table.table_no)
        if result:
            table_json["winner"] = result.winner
            table_json["points"] = list(result.points)
            if result.hands:
                table_json["hands"] = result.hands
        tables.append(table_json)
    return {"round": played_round.round_no, "tables": tables}
