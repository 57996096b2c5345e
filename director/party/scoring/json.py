"""The results of a party as JSON for other programs.

The shape is that of the command line of ``scoring``, with the names, prizes and rounds that only
the program knows.
"""

from typing import Any

from director.party.models import PartyCard
from director.party.movement.cards import get_card_rounds, list_card_holders
from director.party.movement.games import Evening, PlayedRound
from director.party.movement.options import is_skat
from director.party.scoring.prizes import (
    describe_prize_amounts,
    has_money,
    list_jackpot_winners,
    make_jackpot_row,
)
from director.party.scoring.skat import fetch_skat_sessions, serialize_skat_sessions
from director.party.scoring.skat_series import serialize_series
from director.party.scoring.standings import make_evening_explainer
from scoring.exchange import party_ranking_to_json, prizes_to_json
from scoring.explain.party import PartyExplainer, party_explanation_to_json
from scoring.party.awarding import Prize


def make_results_json(evening: Evening, *, explain: bool = False) -> dict[str, object]:
    """Return the results of *evening* as JSON.

    It has the shape of ``python -m scoring rank``, with event, names, rounds and prizes added.
    Player numbers are texts, figures are exact. Before the first game there are no standings. With
    *explain* each standing has ``why``, the explanation of its total in the shape of ``python -m
    scoring explain``.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    party = evening.party
    event = party.session.event
    is_scored = evening.is_ranked
    ranking: dict[str, Any] = {"boards": [], "standings": [], "notes": []}
    if is_scored:
        ranking = party_ranking_to_json(evening.ranking)
    sessions = (
        {"sessions": serialize_skat_sessions(fetch_skat_sessions(evening))}
        if is_skat(party)
        else {}
    )
    explainer = make_evening_explainer(evening) if explain and is_scored else None
    prizes = _list_prize_payloads(evening) if is_scored else []
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
        **_count_results(evening),
        "boards": [],
        "standings": [
            _make_standing_payload(evening, standing, explainer)
            for standing in ranking["standings"]
        ],
        "notes": ranking["notes"],
        "prizes": prizes,
        **sessions,
        **serialize_series(evening),
        "rounds": serialize_rounds(evening),
        "drawn": {"number": party.answers.get("drawn"), "seed": party.answers.get("drawn_seed")},
        "raffle": {
            "numbers": party.answers.get("raffle", []),
            "seed": party.answers.get("raffle_seed"),
        },
        "seed": party.seed,
    }


def _list_prize_payloads(evening: Evening) -> list[dict[str, object]]:
    """Return the prizes and the jackpot, with what each pays if they are money."""
    prizes = [
        _make_prize_payload(evening, prize, amount)
        for prize, amount in zip(evening.prizes, describe_prize_amounts(evening), strict=True)
    ]
    row = make_jackpot_row(evening)
    if row:
        jackpot = Prize(
            kind="jackpot",
            players=list_jackpot_winners(evening),
            heading=row.heading,
            outcome=row.outcome,
        )
        prizes.append(_make_prize_payload(evening, jackpot, row.amount))
    return prizes


def _make_prize_payload(evening: Evening, prize: Prize, amount: str) -> dict[str, object]:
    """Return one prize. If pairs are ranked, it has the players and the pairs."""
    (payload,) = prizes_to_json([prize])
    takers = evening.get_prize_candidates(prize)
    if evening.contestants.are_pairs:
        players: list[str] = []
        for taker in prize.players:
            players.extend(takers.find(taker).players)
        payload = {**payload, "players": players, "contestants": list(prize.players)}
    if has_money(evening.party):
        return {**payload, "amount": amount}
    return payload


def _make_standing_payload(
    evening: Evening, standing: dict[str, object], explainer: PartyExplainer | None
) -> dict[str, object]:
    contestant = str(standing["contestant"])
    players = evening.contestants.find(contestant).players
    named_players = (evening.names.by_player.get(player) for player in players)
    names = [named.name for named in named_players if named and named.name]
    payload: dict[str, object] = {**standing, "names": names}
    if evening.contestants.are_pairs:
        payload["players"] = list(players)
    if explainer:
        payload["why"] = party_explanation_to_json(explainer.explain_total(contestant))
    return payload


def _count_results(evening: Evening) -> dict[str, object]:
    """Return the numbers of entered and of due results: those of tables, and cards."""
    party = evening.party
    rounds = evening.rounds
    has_table_results = any(played_round.results for played_round in rounds)
    # If tables reported every round although cards were planned, their results are counted.
    if party.has_cards and (evening.cards or not has_table_results):
        # Rounds on cards have no results of tables.
        rounds = tuple(
            played_round
            for played_round in rounds
            if played_round.round_no < party.first_card_round
        )
        playing = len(list_card_holders(party, evening.contestants))
        cards: dict[str, object] = {
            "cards": [_make_card_payload(evening, card) for card in evening.cards]
        }
        # Cards of parts (rounds) are numbered from 1; a card of the whole evening has part 0.
        last_part = max((card.part for card in evening.cards), default=0)
        cards_due = playing * max(last_part, 1)
    else:
        cards = {}
        cards_due = 0
    table_results = sum(len(played_round.results) for played_round in rounds)
    table_results_due = sum(len(played_round.tables) for played_round in rounds)
    return {
        "results_in": table_results + len(evening.cards),
        "results_due": table_results_due + cards_due,
        **cards,
    }


def _make_card_payload(evening: Evening, card: PartyCard) -> dict[str, object]:
    first, last = get_card_rounds(evening.party, evening.names, card)
    return {
        "player": str(card.player),
        "part": card.part,
        "total": card.total,
        "half": card.half,
        "second": card.second,
        "lone": card.lone,
        "first_round": first,
        "last_round": last,
        **({"games": card.games} if card.games else {}),
    }


def serialize_rounds(evening: Evening) -> list[dict[str, Any]]:
    """Return the rounds of *evening*, each with its tables and their results."""
    return [_serialize_round(played_round) for played_round in evening.rounds]


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
