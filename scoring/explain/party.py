"""Explain players' totals at parties: games, sum, rule and source.

A *card* that was handed in is a game for several rounds at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.display import format_as_tally, format_exact
from scoring.errors import ScoringError
from scoring.party.awarding import format_number_with_unit
from scoring.party.faults import describe_round_and_table
from scoring.party.methods import get_party_method
from scoring.party.model import PartyGame, PartyMethod, PartyRanking, PartyStanding
from scoring.party.presence import (
    AVERAGE_CREDIT,
    NO_CREDIT,
    SIT_OUT,
    PartyPresence,
    compute_unplayed_credit,
    get_short_table_factor,
)
from scoring.party.ranking import (
    PlayedGame,
    collect_games_by_player,
    count_rounds_played,
    rank_party_games,
)

DEFAULT_ROUND_NOUNS = ("round", "rounds")
"""The usual words for one round and for several."""
_OUTCOME_BY_GAMES_WON = {Fraction(0): "lost", Fraction(1, 2): "half a game", Fraction(1): "won"}


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """A game of a player, with its points in plus and minus."""

    game: PartyGame
    outcome_text: str  # the result and its details
    plus: Fraction
    minus: Fraction
    round_nouns: tuple[str, str] = DEFAULT_ROUND_NOUNS  # for one round and for several

    @property
    def points(self) -> Fraction:
        """The points of the game, those in minus subtracted."""
        return self.plus - self.minus

    @property
    def round_numbers_text(self) -> str:
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
                f"{_format_card_rounds(self.game, self.round_nouns)}, {self.outcome_text}: {points}"
            )
        return f"{describe_round_and_table(self.game, self.round_nouns[0])}: {self.outcome_text}: {points}"


@dataclass(frozen=True, slots=True)
class PartyExplanation:
    """The explanation of a total."""

    subject: str
    games: tuple[ExplainedGame, ...]
    formula: str
    points: Fraction
    rule: str
    source: str
    start_points: int = 0  # the points with which everybody began

    @property
    def iter_running_totals(self) -> Iterator[tuple[ExplainedGame, Fraction]]:
        """Each game with the sum so far, which begins with the *start_points*."""
        total = Fraction(self.start_points)
        for explained_game in self.games:
            total += explained_game.points
            yield explained_game, total

    @property
    def text(self) -> str:
        """The explanation in lines: each game, then the sum with rule and source."""
        lines = [f"{self.subject}:", *(f"{reason.text}." for reason in self.games)]
        return "\n".join([*lines, f"{self.formula} ({self.rule}; {self.source})."])


class PartyExplainer:
    """Explains any total of a party, whose games are scored once.

    *words* are the party's nouns for one round and for several. *unit* is its unit if it isn't the
    method's.

    >>> games = [
    ...     PartyGame("7", 1, 4, 0, own_points=5, games_won=1),
    ...     PartyGame("8", 1, 4, 1, own_points=3, games_won=0),
    ... ]
    >>> print(PartyExplainer("games", games).explain_total("7").text)
    7:
    Round 1, table 4: won, 5 points: +1.
    1 in 1 game = 1 game, place 1 (Games won: one per game won, a half per halved game; \
[HOYLE1926] pp. 90-92, 96).

    :raises ScoringError: as ``rank_party_games``
    """

    def __init__(
        self,
        method: str,
        games: Iterable[PartyGame],
        *,
        options: Mapping[str, str] | None = None,
        presences: Iterable[PartyPresence] = (),
        ranking: PartyRanking | None = None,
        round_nouns: tuple[str, str] = DEFAULT_ROUND_NOUNS,
        unit: str = "",
    ) -> None:
        all_games = tuple(games)
        self._round_nouns = round_nouns
        self._method = get_party_method(method)
        self._unit = unit or self._method.unit
        self._choice_by_option = self._method.complete_settings(options)
        self.ranking = ranking or rank_party_games(
            method, all_games, options=options, presences=presences
        )
        self._games_by_player = collect_games_by_player(
            self._method, all_games, self._choice_by_option
        )
        self._standing_by_player = {
            standing.player: standing for standing in self.ranking.standings
        }

    def explain_total(self, player: str) -> PartyExplanation:
        """Return the explanation of the total of *player*.

        :raises ScoringError: if the player has neither played nor sat out
        """
        standing = self._standing_by_player.get(player)
        if standing is None:
            raise ScoringError(
                "party-no-game",
                "{player} has no game at this party. Name a player who has.",
                player=player,
            )
        played_games = self._games_by_player.get(player, [])
        explained_games = []
        for played_game in played_games:
            explained_game = _explain_game(self._method, played_game, self._choice_by_option)
            explained_games.append(replace(explained_game, round_nouns=self._round_nouns))
        method = self._method
        return PartyExplanation(
            subject=player,
            games=tuple(explained_games),
            formula=self._make_formula(standing, played_games),
            points=standing.total,
            rule=f"{method.name}: {method.rule_text}",
            source=method.source,
            start_points=self._start_points,
        )

    @property
    def _start_points(self) -> int:
        """The points with which everybody begins."""
        if self._method.start_option:
            return int(self._choice_by_option[self._method.start_option])
        return 0

    def _make_formula(self, standing: PartyStanding, played_games: Sequence[PlayedGame]) -> str:
        net_gain = Fraction(0)
        for played_game in played_games:
            net_gain += Fraction(played_game.gain.plus - played_game.gain.minus)
        start_points = self._start_points
        games_text = self._format_games(played_games)
        if start_points:
            sign = "−" if net_gain < 0 else "+"
            terms = f"{start_points} at the start {sign} {format_as_tally(abs(net_gain))} in {games_text}"
        else:
            terms = f"{format_as_tally(net_gain)} in {games_text}"
        terms += self._format_sit_out_term(standing)
        # Some methods limit the total to what a card has room for.
        if standing.total != net_gain + start_points + standing.sit_out_credit:
            terms += f", a full card shows {format_as_tally(standing.total)}"
        total = format_number_with_unit(standing.total, self._unit)
        return f"{terms} = {total}, place {standing.rank_text}"

    def _format_games(self, played_games: Sequence[PlayedGame]) -> str:
        """Return how many rounds were played, or how many games by a team."""
        for played_game in played_games:
            if played_game.game.is_team and played_game.game.card_total is None:
                return format_number_with_unit(len(played_games), "games")
        return self._format_rounds(count_rounds_played(played_games), "games")

    def _format_rounds(self, round_count: int, default_unit: str) -> str:
        """Return the number of rounds with the party's own word, or else *default_unit*."""
        if self._round_nouns == DEFAULT_ROUND_NOUNS:
            return format_number_with_unit(round_count, default_unit)
        singular, plural = self._round_nouns
        return f"{round_count} {singular if round_count == 1 else plural}"

    def _format_sit_out_term(self, standing: PartyStanding) -> str:
        """Return the rounds sat out as a term of the sum, or "" if there are none."""
        if standing.presence is None or not standing.presence.rounds_sat_out:
            return ""
        choice = self._choice_by_option[SIT_OUT.name]
        special_values = {NO_CREDIT: "nothing", AVERAGE_CREDIT: "the player’s own average"}
        value_text = special_values.get(choice, f"{choice} each")
        sign = "−" if standing.sit_out_credit < 0 else "+"
        rounds = self._format_rounds(len(standing.presence.rounds_sat_out), "rounds")
        return f" {sign} {format_as_tally(abs(standing.sit_out_credit))} for {rounds} sat out ({value_text})"


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

    :raises ScoringError: if the player has no game, and as ``rank_party_games``
    """
    return PartyExplainer(method, games, options=options, presences=presences).explain_total(player)


def _format_card_rounds(game: PartyGame, round_nouns: tuple[str, str]) -> str:
    """Return the rounds of a card that was handed in."""
    singular, plural = round_nouns
    if game.rounds == 1:
        return f"{singular.capitalize()} {game.round_no}"
    return f"{plural.capitalize()} {game.round_no} to {game.last_round}"


def _explain_game(
    method: PartyMethod, played_game: PlayedGame, settings: Mapping[str, str]
) -> ExplainedGame:
    game = played_game.game
    texts = []
    if game.card_total is not None:
        texts.append("from the tally card")
    else:
        texts.append(_OUTCOME_BY_GAMES_WON[Fraction(game.games_won)])
        if game.own_points is not None:
            unit = "tricks" if method.unit == "tricks" else "points"
            opponents_text = "" if game.other_points is None else f" against {game.other_points}"
            texts.append(f"{format_number_with_unit(game.own_points, unit)}{opponents_text}")
    texts += _iter_details(game)
    factor = get_short_table_factor(settings)
    if game.is_short and factor != 1:
        texts.append(f"short table, times {format_as_tally(factor)}")
    if game.hands_unplayed:
        credit = compute_unplayed_credit(
            settings, game.own_points, game.hands_played, game.hands_unplayed
        )
        credit_text = f", worth {format_as_tally(credit)}" if credit and game.is_counted else ""
        texts.append(
            f"{game.hands_unplayed} of {game.hands_played + game.hands_unplayed} hands not played{credit_text}"
        )
    if not game.is_counted:
        texts.append("not the best of a short table")
    elif not played_game.is_scored:
        texts.append("beyond the games that count")
    return ExplainedGame(
        game, ", ".join(texts), Fraction(played_game.gain.plus), Fraction(played_game.gain.minus)
    )


def _iter_details(game: PartyGame) -> Iterator[str]:
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
    return f"{sign}{format_as_tally(abs(points))}"


def make_party_explanation_json(explanation: PartyExplanation) -> dict[str, object]:
    """Return *explanation* as JSON, with ``text`` for people."""
    games = []
    for explained_game in explanation.games:
        games.append(
            {
                "round": explained_game.game.round_no,
                "table": explained_game.game.table_no,
                "row": explained_game.game.row,
                "happened": explained_game.outcome_text,
                "plus": format_exact(explained_game.plus),
                "minus": format_exact(explained_game.minus),
            }
        )
    return {
        "what": explanation.subject,
        "games": games,
        "formula": explanation.formula,
        "points": format_exact(explanation.points),
        "rule": explanation.rule,
        "source": explanation.source,
        "text": explanation.text,
    }
