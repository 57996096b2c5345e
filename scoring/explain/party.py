"""Explanations of players' totals at parties: games, sum, rule and source."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.display import exact_text, tally_text
from scoring.errors import ScoringError
from scoring.party.awarding import number_with_unit
from scoring.party.faults import where
from scoring.party.model import PartyGame, PartyMethod, PartyRanking, PartyStanding
from scoring.party.presence import (
    AVERAGE,
    NOTHING,
    SIT_OUT,
    PartyPresence,
    short_factor,
    unplayed_credit,
)
from scoring.party.ranking import PlayedGame, party_standings, played_games, rounds_played
from scoring.party.sentences import PartyScoringSentences
from scoring.registry import find_party_method

ROUNDS = ("round", "rounds")
"""What a round and several are called where an evening has no other word."""
_RESULTS = {Fraction(0): "lost", Fraction(1, 2): "half a game", Fraction(1): "won"}


@dataclass(frozen=True, slots=True)
class GameReason:
    """A game of a player, and its points in plus and minus.

    *words* are what a round and several are called.
    """

    game: PartyGame
    happened: str
    plus: Fraction
    minus: Fraction
    words: tuple[str, str] = ROUNDS

    @property
    def text(self) -> str:
        """The game in a line."""
        if self.game.handed is not None:
            return f"{_rounds_of(self.game, self.words)}, {self.happened}: {_signed_points(self.plus - self.minus)}"
        return f"{where(self.game, self.words[0])}: {self.happened}: {_signed_points(self.plus - self.minus)}"


@dataclass(frozen=True, slots=True)
class PartyExplanation:
    """The explanation of a total: *games*, *formula*, rule and source."""

    what: str
    games: tuple[GameReason, ...]
    formula: str
    points: Fraction
    rule: str
    source: str

    @property
    def text(self) -> str:
        """The explanation line by line: each game, then the sum by which rule."""
        lines = [f"{self.what}:", *(f"{reason.text}." for reason in self.games)]
        return "\n".join([*lines, f"{self.formula} ({self.rule}; {self.source})."])


class PartyExplainer:
    """Explains any total of a party, whose games are scored once.

    *words* are what the evening calls a round and several of them, *unit* what it counts where that
    is no unit of the method.

    >>> games = [PartyGame(player, 1, 4, side, own=5 - 2 * side, won=1 - side) for player, side in (("7", 0), ("8", 1))]
    >>> print(PartyExplainer("games", games).total("7").text)
    7:
    Round 1, table 4: won, 5 points: +1.
    1 in 1 game = 1 game, place 1 (Games won: one per game won, a half per halved game; \
[HOYLE1926] pp. 90-92, 96).

    :raises ScoringError: as ``party_standings``.
    """

    def __init__(
        self,
        method: str,
        games: Iterable[PartyGame],
        *,
        options: Mapping[str, str] | None = None,
        presences: Iterable[PartyPresence] = (),
        ranking: PartyRanking | None = None,
        words: tuple[str, str] = ROUNDS,
        unit: str = "",
    ) -> None:
        listed = tuple(games)
        self._words = words
        self._method = find_party_method(method)
        self._unit = unit or self._method.unit
        self._settings = self._method.settings(options)
        self.ranking = ranking or party_standings(
            method, listed, options=options, presences=presences
        )
        self._played = played_games(self._method, listed, self._settings)
        self._standings = {standing.player: standing for standing in self.ranking.standings}

    def total(self, player: str) -> PartyExplanation:
        """Return why *player* has the total.

        :raises ScoringError: if the player has neither played nor sat out.
        """
        if player not in self._standings:
            raise ScoringError(PartyScoringSentences.PARTY_NO_GAME, player=player)
        standing, played = self._standings[player], self._played.get(player, [])
        gained = sum(
            (Fraction(played_game.gain.plus - played_game.gain.minus) for played_game in played),
            Fraction(0),
        )
        start = int(self._settings[self._method.starts]) if self._method.starts else 0
        begun = f"{start} at the start {'−' if gained < 0 else '+'} " if start else ""
        terms = f"{begun}{tally_text(abs(gained) if start else gained)} in {self._games(played)}"
        terms += self._sat_out(standing)
        if standing.total != gained + start + standing.credit:
            terms += f", a full card shows {tally_text(standing.total)}"
        formula = (
            f"{terms} = {number_with_unit(standing.total, self._unit)}, place {standing.place_text}"
        )
        reasons = tuple(
            replace(_reason(self._method, played_game, self._settings), words=self._words)
            for played_game in played
        )
        rule = f"{self._method.name}: {self._method.rule}"
        return PartyExplanation(player, reasons, formula, standing.total, rule, self._method.source)

    def _games(self, played: Sequence[PlayedGame]) -> str:
        """Return the number of rounds, or games of a team, *played*."""
        if any(
            played_game.game.of_team and played_game.game.handed is None for played_game in played
        ):
            return number_with_unit(len(played), "games")
        return self._rounds(rounds_played(played), "games")

    def _rounds(self, number: int, usual: str) -> str:
        """Return the number of rounds with the party's word."""
        if self._words == ROUNDS:
            return number_with_unit(number, usual)
        return f"{number} {self._words[number != 1]}"

    def _sat_out(self, standing: PartyStanding) -> str:
        """Return the rounds sat out as a term of the sum, empty for none."""
        if standing.presence is None or not standing.presence.sat_out:
            return ""
        choice = self._settings[SIT_OUT.name]
        each = {NOTHING: "nothing", AVERAGE: "the player's own average"}.get(
            choice, f"{choice} each"
        )
        sign = "−" if standing.credit < 0 else "+"
        rounds = self._rounds(len(standing.presence.sat_out), "rounds")
        return f" {sign} {tally_text(abs(standing.credit))} for {rounds} sat out ({each})"


def explain_party_total(
    method: str,
    games: Iterable[PartyGame],
    player: str,
    *,
    options: Mapping[str, str] | None = None,
    presences: Iterable[PartyPresence] = (),
) -> PartyExplanation:
    """Explain the total of *player*.

    >>> games = [PartyGame("7", 1, 4, 0, own=-40, set_back=100), PartyGame("8", 1, 4, 1, own=20, won=Fraction(1))]
    >>> explain_party_total("plus-and-minus", games, "7").formula
    '-140 in 1 game = -140 points, place 2'

    :raises ScoringError: if the player has no game.
    :raises ScoringError: as ``party_standings``.
    """
    return PartyExplainer(method, games, options=options, presences=presences).total(player)


def _rounds_of(game: PartyGame, words: tuple[str, str]) -> str:
    """Return the rounds of a card that was handed in."""
    is_single = game.rounds == 1
    word = words[not is_single].capitalize()
    if is_single:
        return f"{word} {game.round_no}"
    return f"{word} {game.round_no} to {game.last_round}"


def _reason(method: PartyMethod, played: PlayedGame, settings: Mapping[str, str]) -> GameReason:
    game, factor = played.game, short_factor(settings)
    parts = [_RESULTS[Fraction(game.won)]] if game.handed is None else [_by_card(game)]
    if game.own is not None and game.handed is None:
        against = "" if game.other is None else f" against {game.other}"
        parts.append(
            f"{number_with_unit(game.own, 'tricks' if method.unit == 'tricks' else 'points')}{against}"
        )
    parts += _extras(game)
    if game.is_short and factor != 1:
        parts.append(f"short table, times {tally_text(factor)}")
    if game.unplayed:
        credit = unplayed_credit(settings, game.own, game.hands, game.unplayed)
        worth = f", worth {tally_text(credit)}" if credit and game.counts else ""
        parts.append(f"{game.unplayed} of {game.hands + game.unplayed} hands not played{worth}")
    if not game.counts:
        parts.append("not the best of a short table")
    elif not played.is_scored:
        parts.append("beyond the games that count")
    return GameReason(
        game, ", ".join(parts), Fraction(played.gain.plus), Fraction(played.gain.minus)
    )


def _by_card(game: PartyGame) -> str:
    """Return the figures of *game* on a card that was handed in."""
    if game.own is None:
        return "from the tally card"
    return f"{_RESULTS[Fraction(game.won)]} by {abs(game.margin)}{f', {game.note}' if game.note else ''}"


def _extras(game: PartyGame) -> list[str]:
    extras = []
    if game.lone:
        extras.append(number_with_unit(game.lone, "lone hands"))
    if game.games_made:
        extras.append(f"{number_with_unit(game.games_made, 'games')} made")
    if game.deals_won or game.deals_lost:
        extras.append(f"{game.deals_won} won and {game.deals_lost} lost")
    if game.set_back:
        extras.append(f"set back {game.set_back}")
    return extras


def _signed_points(points: Fraction) -> str:
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{tally_text(abs(points))}"


def party_explanation_to_json(explanation: PartyExplanation) -> dict[str, object]:
    """Return *explanation* as JSON, with ``text`` for people."""
    return {
        "what": explanation.what,
        "games": [
            {
                "round": reason.game.round_no,
                "table": reason.game.table_no,
                "row": reason.game.row,
                "happened": reason.happened,
                "plus": exact_text(reason.plus),
                "minus": exact_text(reason.minus),
            }
            for reason in explanation.games
        ],
        "formula": explanation.formula,
        "points": exact_text(explanation.points),
        "rule": explanation.rule,
        "source": explanation.source,
        "text": explanation.text,
    }
