"""The interface of a scoring method: name, options, and the function that ranks a field."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from movements.option import Option
from scoring.bridge.games import duplicate_game
from scoring.errors import FieldError, ScoringError
from scoring.faults import check_accepted, check_field
from scoring.knockout import knockout_ranking
from scoring.model import Field, Ranking
from scoring.sentences import ScoringSentences

_PEOPLE = ("Butler", "Howell", "Safford")
"""People after whom methods are named: their names keep the capital."""


@dataclass(frozen=True, slots=True)
class ScoringMethod:
    """A way to turn results into places.

    *unit* names the points, *decimals* is how many people see, *source* says where the rule stands.
    *compute* gets a field without faults and a complete set of options; ``rank`` is the way in.
    *accepts* names what besides scores the method has a rule for: ``"assigned"``, ``"own-average"``
    and ``"one-sided"`` scores (a share of one side alone), points that were ``"moved"`` by hand,
    and the units of adjustments.  *games* are those whose scores it is made for; at those that it
    *also_scores* nobody is offered it, but nights and files may have it. *bare_scores* says what a
    score in a file is that comes without its contract: ``"contracts"`` (some contract must give
    it), ``"points"`` of auction, or ``"tricks"`` where it is none above 13.  *fixed* are options of
    a more general method that this one has settled.  *for_players* says whether the points of lines
    can be added up for single players, board by board (``"boards"``) or those of a round compared
    together (``"rounds"``).

    What explains it: *rule* says in a few words what the points are; *formula* shows the arithmetic
    behind those of a line (a ``Case`` of ``explain``); *artificial* is what an artificial score
    stands for: a ``"share"``, the average of the ``"scores"`` or of the ``"direction"``,
    ``"nothing"`` above or below it, ``"none"`` at all; *averages_missing* tells that the total has
    the average of a board without a score, *beside_boards* what else is in a total, *has_columns*
    that its boards are written in three columns, *has_large_teams* that a team adds up all it made,
    at as many tables as it may have a board, *many_tables* that two teams may share a board at many
    tables.  *plain* is the second route, a whole ranking by the definitions alone; it and the
    formula are joined to the method in the registry, since no method may know them.

    *usual_for* are the games that begin with it.  *in_files* is what files of other programs call
    it, if they know it, and *file_habits* are the options that most of those programs choose.
    """

    key: str
    name: str
    abbr: str
    unit: str
    decimals: int
    options: tuple[Option, ...]
    source: str
    compute: Callable[[Field, Mapping[str, str]], Ranking]
    accepts: frozenset[str] = frozenset()
    games: tuple[str, ...] = ("bridge", "whist", "auction")
    also_scores: tuple[str, ...] = ()
    contest: str = "pairs"
    bare_scores: str = "contracts"
    fixed: tuple[tuple[str, str], ...] = ()
    for_players: str = ""
    rule: str = ""
    artificial: str = "share"
    averages_missing: bool = False
    beside_boards: str = "for boards sat out"
    has_columns: bool = False
    has_large_teams: bool = False
    many_tables: bool = False
    usual_for: tuple[str, ...] = ()
    in_files: str = ""
    file_habits: tuple[tuple[str, str], ...] = ()
    formula: Callable[[Any], str] | None = None
    plain: Callable[[Field, Mapping[str, str]], Any] | None = None

    @property
    def in_sentence(self) -> str:
        """The name within a sentence: "matchpoints" or "team IMPs", but "Butler IMPs"."""
        if self.name[:2].isupper() or self.name.startswith(_PEOPLE):
            return self.name
        return self.name[:1].lower() + self.name[1:]

    @property
    def has_own_average(self) -> bool:
        """Whether a pair may get its own average of the other boards for an average plus or minus."""
        return "own-average" in self.accepts

    def is_for(self, game: str) -> bool:
        """Return whether it is made for the scores of *game*, a game of the desk by its key."""
        return duplicate_game(game).family in self.games

    def can_score(self, game: str) -> bool:
        """Return whether the scores of *game* can be ranked by it, whether it is made for them or not."""
        return duplicate_game(game).family in (*self.games, *self.also_scores)

    def rank(self, field: Field, options: Mapping[str, str] | None = None) -> Ranking:
        """Return the ranking of *field*. Missing options take their defaults.

        :raises ScoringError: if an option is not one of this method.
        :raises FieldError: with every fault of the field.
        """
        settings = self.settings(options or {})
        faults = check_field(
            field, has_large_teams=self.has_large_teams or self.many_tables
        ) or check_accepted(field, self.key, self.accepts, self.contest)
        if faults:
            raise FieldError(faults)
        ranking = replace(self.compute(field, settings), method=self.key)
        if field.knockout:
            return knockout_ranking(ranking, field.knockout)
        return ranking

    def settings(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return every option of the method with the choice that *options* make or the default."""
        return choose(self.key, self.options, options)

    def with_fixed(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Return *settings* with the options that the method has settled for itself."""
        return {**dict(self.fixed), **settings}


def choose(key: str, options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Return each of *options* with its *given* choice or default. *key* names their owner in
    errors.

    >>> choose("euchre", (Option("lone_hands", "Lone hands", {"yes": "yes", "no": "no"}),), {})
    {'lone_hands': 'yes'}

    :raises ScoringError: if there is no such option or choice.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise ScoringError(
                ScoringSentences.UNKNOWN_OPTION,
                method=key,
                name=name,
                known=", ".join(known) or "none",
            )
        if value not in known[name].phrases:
            raise ScoringError(
                ScoringSentences.UNKNOWN_CHOICE,
                method=key,
                name=name,
                value=value,
                known=", ".join(known[name].phrases),
            )
    return {option.name: given.get(option.name, option.default) for option in options}
