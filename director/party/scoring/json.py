"""The results of a party in the JSON shape that other programs read."""

from typing import Any

from director.party.models import PartyCard
from director.party.movement.games.cards import card_rounds
from director.party.movement.games.read import Evening, PlayedRound
from director.party.movement.games.why import evening_explainer
from director.party.movement.options import is_skat
from director.party.scoring.prizes import has_money, jackpot_row, jackpot_won_by, prize_amounts
from director.party.scoring.skat import skat_sessions, skat_to_json
from director.party.scoring.skat_series import series_to_json
from scoring import (
    PartyExplainer,
    Prize,
    party_explanation_to_json,
    party_ranking_to_json,
    prizes_to_json,
)


def party_results_json(evening: Evening, *, explain: bool = False) -> dict[str, object]:
    """Return *evening* for programs.

    The shape of ``python -m scoring rank``, with event, names, rounds and prizes.

    Players have their numbers as text; figures are exact.  Before a game is in nobody has a
    standing.  With *explain* each standing has ``why``: the explanation of its total as ``python -m
    scoring explain`` gives it.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    party, event = evening.party, evening.party.session.event
    is_scored = evening.is_ranked
    ranking: dict[str, Any] = (
        party_ranking_to_json(evening.ranking)
        if is_scored
        else {"boards": [], "standings": [], "notes": []}
    )
    explainer = evening_explainer(evening) if explain and is_scored else None
    return {
        "event": {
            "id": event.pk,
            "club": event.club.name,
            "name": event.name,
            "date": event.date.isoformat(),
            "contest": "progressive",
            "provisional_until": event.period_end.isoformat() if event.period_end else None,
            "is_final": event.is_final,
        },
        "system": party.system,
        "method": party.method,
        "options": party.method_options,
        **_count_results(evening),
        "boards": [],
        "standings": [
            _standing_json(evening, standing, explainer) for standing in ranking["standings"]
        ],
        "notes": ranking["notes"],
        "prizes": _prizes(evening) if is_scored else [],
        **({"sessions": skat_to_json(skat_sessions(evening))} if is_skat(party) else {}),
        **series_to_json(evening),
        "rounds": [_round(played_round) for played_round in evening.rounds],
        "drawn": {"number": party.answers.get("drawn"), "seed": party.answers.get("drawn_seed")},
        "raffle": {
            "numbers": party.answers.get("raffle", []),
            "seed": party.answers.get("raffle_seed"),
        },
        "seed": party.seed,
    }


def _prizes(evening: Evening) -> list[dict[str, object]]:
    """Return the prizes and the jackpot, where they are money with what each pays in words."""
    prizes = [
        _prize(evening, *each) for each in zip(evening.prizes, prize_amounts(evening), strict=True)
    ]
    if row := jackpot_row(evening):
        jackpot = Prize(
            kind="jackpot",
            players=jackpot_won_by(evening),
            heading=row.heading,
            outcome=row.outcome,
        )
        prizes.append(_prize(evening, jackpot, row.amount))
    return prizes


def _prize(evening: Evening, prize: Prize, amount: str) -> dict[str, object]:
    """Return one prize.

    It goes to people; if pairs are ranked, the pairs are beside them.
    """
    (told,), takers = prizes_to_json([prize]), evening.among(prize)
    if evening.contestants.are_pairs:
        players: list[str] = []
        for taker in prize.players:
            players.extend(takers.of(taker).players)
        told = {**told, "players": players, "contestants": list(prize.players)}
    if has_money(evening.party):
        return {**told, "amount": amount}
    return told


def _standing_json(
    evening: Evening, standing: dict[str, object], explainer: PartyExplainer | None
) -> dict[str, object]:
    contestant = str(standing["contestant"])
    players = evening.contestants.of(contestant).players
    named = (evening.names.by_player.get(player) for player in players)
    pair = {"players": list(players)} if evening.contestants.are_pairs else {}
    why = {"why": party_explanation_to_json(explainer.total(contestant))} if explainer else {}
    return {**standing, "names": [who.name for who in named if who and who.name], **pair, **why}


def _count_results(evening: Evening) -> dict[str, object]:
    """Return how many results are in and due: tables, and cards where they are handed in."""
    party, rounds = evening.party, evening.rounds
    if party.has_cards and (
        evening.cards or not any(played_round.results for played_round in rounds)
    ):
        rounds = tuple(
            played_round for played_round in rounds if played_round.round_no < party.first_on_card
        )
        playing = len(evening.contestants.playing)
        cards: dict[str, object] = {"cards": [_card(evening, card) for card in evening.cards]}
        if evening.cards:
            cards_due = playing * (max(card.part for card in evening.cards) or 1)
        else:
            cards_due = playing
    else:
        cards, cards_due = {}, 0
    return {
        "results_in": sum(len(played_round.results) for played_round in rounds)
        + len(evening.cards),
        "results_due": sum(len(played_round.tables) for played_round in rounds) + cards_due,
        **cards,
    }


def _card(evening: Evening, card: PartyCard) -> dict[str, object]:
    first, last = card_rounds(evening.party, evening.names, card)
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


def _round(played_round: PlayedRound) -> dict[str, object]:
    tables = [
        {"table": table.table_no, "row": table.row, "sides": [list(side) for side in table.sides]}
        | (
            {"winner": result.winner, "points": list(result.points)}
            | ({"hands": result.hands} if result.hands else {})
            if (result := played_round.results.get(table.table_no))
            else {}
        )
        for table in played_round.seating
    ]
    return {"round": played_round.round_no, "tables": tables}
