"""The games of a party as ``scoring`` counts them, the standings and the prizes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from director.party.cards.read.games import (
    card_games,
    card_presence,
    cards_read,
    closed_rounds,
    has_round_cards,
    rounds_presence,
)
from director.party.models import Party, PartyCard, PartyPlayer, PartyResult, PartyRound
from director.party.options import deciding_points, full_table, is_skat
from director.party.seats.read.seating import Names, Seated, seated, seating_read
from director.party.trumps import is_misere
from movements import PartyTable, Seating
from scoring import (
    BY_HALVES,
    SET_BACK,
    Decision,
    PartyGame,
    PartyMethod,
    PartyPresence,
    PartyRanking,
    Prize,
    PrizeRules,
    ScoringError,
    check_party,
    counting_sides,
    find_party_method,
    party_prizes,
    party_standings,
    slips,
    totals_after,
)


@dataclass(frozen=True)
class PlayedRound:
    """One round as it is stored: its seats and what each table told."""

    round_no: int
    seating: Seating
    results: dict[int, PartyResult]

    @cached_property
    def has_rows(self) -> bool:
        """Whether the room has several aisles."""
        return len({table.row for table in self.seating}) > 1

    @cached_property
    def places(self) -> dict[str, Seated]:
        """Where everybody sits, by player."""
        return seated(self.seating)

    @property
    def tables(self) -> tuple[PartyTable, ...]:
        """The tables that play."""
        return tuple(table for table in self.seating if not table.sits_out)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The tables that have told nothing."""
        return tuple(table.table_no for table in self.tables if table.table_no not in self.results)


@dataclass(frozen=True)
class Evening:
    """A party from one reading of the database: three queries whatever its size, and one more with cards handed in.

    *told* are the rounds in which any table has told its result, where *rounds* do not hold every table.
    """

    party: Party
    names: Names
    rounds: tuple[PlayedRound, ...]
    told: frozenset[int] | None = None
    cards: tuple[PartyCard, ...] = ()

    @property
    def latest(self) -> PlayedRound | None:
        """The round that is played or was played last, ``None`` before the draw."""
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def method(self) -> PartyMethod:
        """How the party is counted."""
        return find_party_method(self.party.method)

    @cached_property
    def full(self) -> int:
        """How many sit at a full table."""
        return full_table(self.party)

    @cached_property
    def games(self) -> tuple[PartyGame, ...]:
        """Every game of every player that is in, in the order of rounds and tables; behind them the cards handed in."""
        at_tables = (
            game
            for played_round in self.rounds
            if not self.cards or played_round.round_no < self.party.first_on_card
            for table in played_round.tables
            if table.table_no in played_round.results
            for game in _games_at(self, played_round.round_no, table, played_round.results[table.table_no])
        )
        places = self.rounds[0].places if self.rounds else {}
        return (*at_tables, *card_games(self.party, self.names, self.cards, places))

    @property
    def is_ranked(self) -> bool:
        """Whether there are standings of the evening; the sessions of a Skat congress are never added up."""
        return bool(self.party.method and self.games) and not is_skat(self.party)

    @cached_property
    def ranking(self) -> PartyRanking:
        """The standings.

        :raises ScoringError: if the games cannot be counted so
        """
        options = self.party.method_options
        return party_standings(self.party.method, self.games, options=options, presences=self.presences)

    @cached_property
    def half_totals(self) -> dict[str, Fraction]:
        """What everybody had at half time, by player; without those of whom nobody can tell.

        :raises ScoringError: if the games cannot be counted so
        """
        told = {"options": self.party.method_options, "presences": self.presences}
        return totals_after(self.party.method, self.games, self.party.half_round, **told)

    @cached_property
    def presences(self) -> tuple[PartyPresence, ...]:
        """Who came late, left or sat out, of those who have a game; who is only announced to leave still plays."""
        told = self.told
        if told is None:
            told = frozenset(played_round.round_no for played_round in self.rounds if played_round.results)
        own: dict[str, list[PartyGame]] = {}
        for game in self.games:
            own.setdefault(game.player, []).append(game)
        cards = {str(card.player): card for card in self.cards if not card.part}
        closed = closed_rounds(self.party, self.cards)
        presences = (
            rounds_presence(player, own[player], closed)
            if has_round_cards(self.party)
            else self._presence(who, own[player], told, cards.get(player))
            for player, who in self.names.by_player.items()
            if player in own
        )
        return tuple(presence for presence in presences if presence.text)

    def _presence(
        self, who: PartyPlayer, own: Sequence[PartyGame], told: Collection[int], card: PartyCard | None
    ) -> PartyPresence:
        """Return when *who* was there, by the tables and by the *card* where one was handed in."""
        presence = PartyPresence(
            player=own[0].player,
            joined=min(who.joined_round, own[0].round_no),
            left=_left(who.left_round, own[-1].last_round, max(told, default=0)),
            sat_out=self._sat_out(own[0].player, told),
        )
        return card_presence(self.party, card, presence) if card else presence

    def _sat_out(self, player: str, told: Collection[int]) -> tuple[int, ...]:
        """Return the rounds with results in which *player* had no table to play at."""
        return tuple(
            played_round.round_no
            for played_round in self.rounds
            if played_round.round_no in told and player in played_round.places and played_round.places[player].sits_out
        )

    @cached_property
    def prizes(self) -> tuple[Prize, ...]:
        """The prizes; ties that nobody has settled are open."""
        names = {player: self.names[player] for player in self.names.by_player}
        return party_prizes(
            self.ranking,
            prize_rules(self.party),
            decisions=decisions(self.party),
            drawn_number=self.party.answers.get("drawn"),
            half_totals=(self.half_totals or None) if goes_by_half(self.party) else None,
            tickets=self.party.answers.get("raffle"),
            names=names,
            group_names={letter: self.party.group_name(letter) for letter in "AB"},
        )


def _left(left: int | None, last_game: int, last_round: int) -> int | None:
    """Return the first round that somebody who left did not play, ``None`` where nothing was played since."""
    return left if left is not None and last_game < left <= last_round else None


def party_evening(party: Party) -> Evening:
    """Return *party* with everything that was played; three queries whatever its size, and one for cards handed in."""
    rounds = party.played_rounds.order_by("round_no").prefetch_related("results")
    players = party.players.select_related("person")
    played_rounds = tuple(_round(round_row) for round_row in rounds)
    return Evening(party, Names(party, players), played_rounds, cards=cards_read(party))


def party_evenings(parties: QuerySet[Party]) -> list[Evening]:
    """Return several *parties* with everything that was played; as many queries for one as for thirty."""
    rounds = PartyRound.objects.order_by("round_no").prefetch_related("results")
    players = PartyPlayer.objects.select_related("person").order_by("number")
    cards = PartyCard.objects.order_by("part", "player")
    known = parties.prefetch_related(
        Prefetch("played_rounds", rounds), Prefetch("players", players), Prefetch("cards", cards)
    )
    return [_evening_known(party) for party in known]


def _evening_known(party: Party) -> Evening:
    """Return *party* whose players, rounds and cards are fetched already."""
    played_rounds = tuple(_round(round_row) for round_row in party.played_rounds.all())
    cards = tuple(party.cards.all()) if party.has_cards else ()
    return Evening(party, Names(party, party.players.all()), played_rounds, cards=cards)


def round_read(round_row: PartyRound) -> PlayedRound:
    """Return one round with its results; one query unless they are fetched."""
    return _round(round_row)


def table_faults(party: Party, round_no: int, table: PartyTable, result: PartyResult) -> list[ScoringError]:
    """Return why what a table told cannot be counted by the party's method; one query."""
    if not party.method:
        return []
    evening = Evening(party, Names(party, party.players.filter(number__in=table.players)), ())
    settings = evening.method.settings(party.method_options)
    return check_party(evening.method, _games_at(evening, round_no, table, result), settings)


def prize_rules(party: Party) -> PrizeRules:
    """Return which prizes *party* gives, and how ties for them are settled."""
    usual = {"final_tie": party.options["final_tie"]} if "final_tie" in party.options else {}
    return PrizeRules(**{**usual, **party.prizes})


def goes_by_half(party: Party) -> bool:
    """Return whether anything of *party* goes by the totals at half time: a prize, or who is first of the tied."""
    rules = prize_rules(party)
    return bool(rules.half) or rules.final_tie in BY_HALVES


def drawn_numbers(party: Party) -> tuple[int, ...]:
    """Return the hundred numbers from which *party* draws; none where no prize goes by a drawn number."""
    return slips() if party.method and not is_skat(party) and prize_rules(party).drawn else ()


def decisions(party: Party, session: int = 0) -> tuple[Decision, ...]:
    """Return how ties for prizes were settled at *party*, or in one *session* of it, the first one first."""
    settled = party.answers.get(ties_key(session), [])
    return tuple(
        Decision(tuple(decision["order"]), decision["how"], decision["kind"], decision["seed"]) for decision in settled
    )


def ties_key(session: int) -> str:
    """Return under which of the party's answers the settled ties are kept; *session* 0 stands for the whole party."""
    return f"ties-{session}" if session else "ties"


def _round(round_row: PartyRound) -> PlayedRound:
    return PlayedRound(
        round_row.round_no,
        seating_read(round_row.seating),
        {result.table_no: result for result in round_row.results.all()},
    )


def _games_at(evening: Evening, round_no: int, table: PartyTable, result: PartyResult) -> Sequence[PartyGame]:
    points = tuple(result.points)
    deciding = deciding_points(evening.party, points, result.beside)
    counting = _counting(table, result, deciding, evening.full)
    is_low = is_misere(evening.party.trumps, round_no, evening.party.hands)
    return [
        PartyGame(
            player=player,
            round_no=round_no,
            table_no=table.table_no,
            side=side,
            group=evening.names.group(player),
            row=table.row,
            own=points[side] if points else None,
            other=max(theirs for at, theirs in enumerate(points) if at != side) if points else None,
            won=_won(result, side, deciding, counting),
            lone=result.lone.get(player, 0),
            counts=counting[side],
            low_wins=is_low,
            **_own_deals(result, side),
            **_beside(evening.method, result, side),
        )
        for side, those in enumerate(table.sides)
        for player in those
    ]


def _counting(table: PartyTable, result: PartyResult, points: tuple[int, ...], full: int) -> tuple[bool, ...]:
    """Return which sides score: all of them, but at a short table only the best."""
    if not table.alone or len(table.sides) >= full:
        return (True,) * len(table.sides)
    if points:
        return counting_sides(points)
    return tuple(side == result.winner for side in range(len(table.sides)))


def _won(result: PartyResult, side: int, points: tuple[int, ...], counting: tuple[bool, ...]) -> Fraction:
    if result.shares:
        return Fraction(result.shares[side])
    if len(counting) > 2 and points:
        return Fraction(points[side] == max(points))
    return Fraction(side == result.winner)


def _own_deals(result: PartyResult, side: int) -> dict[str, int]:
    """Return the games of a list that were those of a side."""
    return {"deals_won": result.deals[side][0], "deals_lost": result.deals[side][1]} if result.deals else {}


def _beside(method: PartyMethod, result: PartyResult, side: int) -> dict[str, int]:
    """Return what stands beside the points of a side."""
    if not result.beside:
        return {}
    if method.beside == SET_BACK:
        return {"set_back": result.beside[side]}
    others = [theirs for at, theirs in enumerate(result.beside) if at != side]
    return {"games_made": result.beside[side], "other_games_made": max(others, default=0)}
