"""Explain players' totals at parties: games, sum, rule and source.

A *card* that was handed in is a game for several rounds at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.display import exact_text, tally_text
from scoring.errors import ScoringError
from scoring.party.awarding import format_number_with_unit
from scoring.party.faults import describe_game_place
from scoring.party.methods import find_party_method
from scoring.party.model import (
    AVERAGE,
    NOTHING,
    SIT_OUT,
    PartyGame,
    PartyMethod,
    PartyPresence,
    PartyRanking,
    PartyStanding,
    short_factor,
    unplayed_credit,
)
from scoring.party.ranking import (
    PlayedGame,
    collect_played_games,
    count_rounds_played,
    party_standings,
)

ROUNDS = ("round", "rounds")
"""The usual words for one round and for several."""
_RESULT_WORDS = {Fraction(0): "lost", Fraction(1, 2): "half a game", Fraction(1): "won"}


@dataclass(frozen=True, slots=True)
class GameReason:
    """A game of a player, with its points in plus and minus.

    *outcome_text* are the result and its details. *round_words* are those for one round and for
    several.
    """

    game: PartyGame
    outcome_text: str
    plus: Fraction
    minus: Fraction
    round_words: tuple[str, str] = ROUNDS

    @property
    def points(self) -> Fraction:
        """The points of the game, those in minus subtracted."""
        return self.plus - self.minus

    @property
    def rounds_text(self) -> str:
        """The number of the round, or of the first and the last round of a card."""
        if self.game.card_total is not None and self.game.rounds > 1:
            return f"{self.game.round_no}–{self.game.last_round}"
        return str(self.game.round_no)

    @property
    def text(self) -> str:
        """The game in a line."""
        points = _format_signed_points(self.points)
        if self.game.card_total is not None:
            return (
                f"{_format_card_rounds(self.game, self.round_words)}, {self.outcome_text}: {points}"
            )
        return (
            f"{describe_game_place(self.game, self.round_words[0])}: {self.outcome_text}: {points}"
        )


@dataclass(frozen=True, slots=True)
class PartyExplanation:
    """The explanation of a total: *games*, *formula*, rule and source.

    *start_points* are the points with which everybody began.
    """

    subject: str
    games: tuple[GameReason, ...]
    formula: str
    points: Fraction
    rule: str
    source: str
    start_points: int = 0

    @property
    def running(self) -> Iterator[tuple[GameReason, Fraction]]:
        """Each game with the sum so far, which begins with the *start_points*."""
        total = Fraction(self.start_points)
        for reason in self.games:
            total += reason.points
            yield reason, total

    @property
    def text(self) -> str:
        """The explanation in lines: each game, then the sum with rule and source."""
        lines = [f"{self.subject}:", *(f"{reason.text}." for reason in self.games)]
        return "\n".join([*lines, f"{self.formula} ({self.rule}; {self.source})."])


class PartyExplainer:
    """Explains any total of a party, whose games are scored once.

    *words* are the party's words for one round and for several, *unit* is its unit if it isn't that
    of the method.

    >>> games = [
    ...     PartyGame("7", 1, 4, 0, own_points=5, games_won=1),
    ...     PartyGame("8", 1, 4, 1, own_points=3, games_won=0),
    ... ]
    >>> print(PartyExplainer("games", games).explain_total("7").text)
    7:
    Round 1, table 4: won, 5 points: +1.
    1 in 1 game = 1 game, place 1 (Games won: one per game won, a half per halved game; \
[HOYLE1926] pp. 90-92, 96).

    :raises ScoringError: as ``party_standings``
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
        all_games = tuple(games)
        self._words = words
        self._method = find_party_method(method)
        self._unit = unit or self._method.unit
        self._settings = self._method.settings(options)
        self.ranking = ranking or party_standings(
            method, all_games, options=options, presences=presences
        )
        self._played_games = collect_played_games(self._method, all_games, self._settings)
        self._standings = {standing.player: standing for standing in self.ranking.standings}

    def explain_total(self, player: str) -> PartyExplanation:
        """Return the explanation of the total of *player*.

        :raises ScoringError: if the player has neither played nor sat out
        """
        standing = self._standings.get(player)
        if standing is None:
            raise ScoringError(
                "party-no-game",
                "{player} has no game at this party. Name a player who has.",
                player=player,
            )
        played = self._played_games.get(player, [])
        reasons = []
        for played_game in played:
            reason = _make_game_reason(self._method, played_game, self._settings)
            reasons.append(replace(reason, round_words=self._words))
        method = self._method
        return PartyExplanation(
            subject=player,
            games=tuple(reasons),
            formula=self._make_formula(standing, played),
            points=standing.total,
            rule=f"{method.name}: {method.rule_text}",
            source=method.source,
            start_points=self._start,
        )

    @property
    def _start(self) -> int:
        """The points with which everybody begins."""
        if self._method.start_option:
            return int(self._settings[self._method.start_option])
        return 0

    def _make_formula(self, standing: PartyStanding, played: Sequence[PlayedGame]) -> str:
        gained = Fraction(0)
        for played_game in played:
            gained += Fraction(played_game.gain.plus - played_game.gain.minus)
        start = self._start
        games_text = self._format_games(played)
        if start:
            sign = "−" if gained < 0 else "+"
            terms = f"{start} at the start {sign} {tally_text(abs(gained))} in {games_text}"
        else:
            terms = f"{tally_text(gained)} in {games_text}"
        terms += self._format_sit_out_term(standing)
        # Some methods limit the total to what a card has room for.
        if standing.total != gained + start + standing.sit_out_credit:
            terms += f", a full card shows {tally_text(standing.total)}"
        total = format_number_with_unit(standing.total, self._unit)
        return f"{terms} = {total}, place {standing.place_text}"

    def _format_games(self, played: Sequence[PlayedGame]) -> str:
        """Return the number of rounds played, or of games of a team."""
        for played_game in played:
            if played_game.game.is_team and played_game.game.card_total is None:
                return format_number_with_unit(len(played), "games")
        return self._format_rounds(count_rounds_played(played), "games")

    def _format_rounds(self, number: int, usual_unit: str) -> str:
        """Return the number of rounds with the party's own word, or else *usual_unit*."""
        if self._words == ROUNDS:
            return format_number_with_unit(number, usual_unit)
        singular, plural = self._words
        return f"{number} {singular if number == 1 else plural}"

    def _format_sit_out_term(self, standing: PartyStanding) -> str:
        """Return the rounds sat out as a term of the sum, or "" if there are none."""
        if standing.presence is None or not standing.presence.rounds_sat_out:
            return ""
        choice = self._settings[SIT_OUT.name]
        special_values = {NOTHING: "nothing", AVERAGE: "the player's own average"}
        value = special_values.get(choice, f"{choice} each")
        sign = "−" if standing.sit_out_credit < 0 else "+"
        rounds = self._format_rounds(len(standing.presence.rounds_sat_out), "rounds")
        return f" {sign} {tally_text(abs(standing.sit_out_credit))} for {rounds} sat out ({value})"


def explain_party_total(
    method: str,
    games: Iterable[PartyGame],
    player: str,
    *,
    options: Mapping[str, str] | None = None,
    presences: Iterable[PartyPresence] = (),
) -> PartyExplanation:
    """Explain the total of *player*.

    >>> games = [
    ...     PartyGame("7", 1, 4, 0, own_points=-40, set_back=100),
    ...     PartyGame("8", 1, 4, 1, own_points=20, games_won=Fraction(1)),
    ... ]
    >>> explain_party_total("plus-and-minus", games, "7").formula
    '-140 in 1 game = -140 points, place 2'

    :raises ScoringError: if the player has no game, and as ``party_standings``
    """
    return PartyExplainer(method, games, options=options, presences=presences).explain_total(player)


def _format_card_rounds(game: PartyGame, words: tuple[str, str]) -> str:
    """Return the rounds of a card that was handed in."""
    singular, plural = words
    if game.rounds == 1:
        return f"{singular.capitalize()} {game.round_no}"
    return f"{plural.capitalize()} {game.round_no} to {game.last_round}"


def _make_game_reason(
    method: PartyMethod, played: PlayedGame, settings: Mapping[str, str]
) -> GameReason:
    game = played.game
    parts = []
    if game.card_total is not None:
        parts.append(_format_card(game))
    else:
        parts.append(_RESULT_WORDS[Fraction(game.games_won)])
        if game.own_points is not None:
            unit = "tricks" if method.unit == "tricks" else "points"
            opponents = "" if game.other_points is None else f" against {game.other_points}"
            parts.append(f"{format_number_with_unit(game.own_points, unit)}{opponents}")
    parts += _list_details(game)
    factor = short_factor(settings)
    if game.is_short and factor != 1:
        parts.append(f"short table, times {tally_text(factor)}")
    if game.hands_unplayed:
        credit = unplayed_credit(settings, game.own_points, game.hands_played, game.hands_unplayed)
        worth = f", worth {tally_text(credit)}" if credit and game.is_counted else ""
        parts.append(
            f"{game.hands_unplayed} of {game.hands_played + game.hands_unplayed} hands not played{worth}"
        )
    if not game.is_counted:
        parts.append("not the best of a short table")
    elif not played.is_scored:
        parts.append("beyond the games that count")
    return GameReason(
        game, ", ".join(parts), Fraction(played.gain.plus), Fraction(played.gain.minus)
    )


def _format_card(game: PartyGame) -> str:
    """Return the figures on a card that was handed in."""
    if game.own_points is None:
        return "from the tally card"
    note = f", {game.note}" if game.note else ""
    return f"{_RESULT_WORDS[Fraction(game.games_won)]} by {abs(game.margin)}{note}"


def _list_details(game: PartyGame) -> Iterator[str]:
    if game.lone_hands:
        yield format_number_with_unit(game.lone_hands, "lone hands")
    if game.games_made:
        yield f"{format_number_with_unit(game.games_made, 'games')} made"
    if game.deals_won or game.deals_lost:
        yield f"{game.deals_won} won and {game.deals_lost} lost"
    if game.set_back:
        yield f"set back {game.set_back}"


def _format_signed_points(points: Fraction) -> str:
    sign = ""
    if points > 0:
        sign = "+"
    elif points < 0:
        sign = "−"
    return f"{sign}{tally_text(abs(points))}"


def party_explanation_to_json(explanation: PartyExplanation) -> dict[str, object]:
    """Return *explanation* as JSON, with ``text`` for people."""
    games = []
    for reason in explanation.games:
        games.append(
            {
                "round": reason.game.round_no,
                "table": reason.game.table_no,
                "row": reason.game.row,
                "happened": reason.outcome_text,
                "plus": exact_text(reason.plus),
                "minus": exact_text(reason.minus),
            }
        )
    return {
        "what": explanation.subject,
        "games": games,
        "formula": explanation.formula,
        "points": exact_text(explanation.points),
        "rule": explanation.rule,
        "source": explanation.source,
        "text": explanation.text,
    }
