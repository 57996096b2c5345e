"""The interface of a scoring method: name, options, and the function that ranks a field.

The methods are in ``scoring.methods``, all of them together in ``scoring.registry``. ``choose``
completes the options of anything that has options.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from movements.option import Option
from scoring.bridge.games import duplicate_game
from scoring.errors import FieldError, ScoringError
from scoring.faults import check_accepted, check_field
from scoring.model import Field, Ranking
from scoring.sentences import ScoringSentences

SCALE = "victory_points"
"""The option of methods that score a match in IMPs and may turn them into victory points."""
_PROPER_NAMES = ("Butler", "Howell", "Safford", "Swiss")
"""The people and the country after whom methods are named. They keep the capital in a sentence."""


def _share_no_points(_settings: Mapping[str, str], _boards: int) -> int:
    return 0


def _accept_any_length(_settings: Mapping[str, str], _boards: int) -> None:
    """Accept matches of any number of boards, for a method without matches or scales."""


def _list_no_units(_settings: Mapping[str, str]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class ScoringMethod:
    """A way to turn results into places. ``rank`` is its entry point.

    How it scores:

    - *unit* names the points, *decimals* is the number of decimals shown, *source* cites the rule.
    - *compute* ranks a field without problems, with a complete set of options.
    - *accepts* lists what else than scores it has a rule for: ``"assigned"``, ``"own-average"`` and
      ``"one-sided"`` scores, points ``"moved"`` by hand, and the units of adjustments.
    - *fixed* are the options of a more general method that this one has settled.
    - *has_large_teams*: a team adds up its results at any number of tables. *has_many_tables*: two teams
      may play a board at many tables. *voids_below_half*: matches of a team that withdraws from a
      round robin don't count if it has played fewer than half of them.
    - *player_totals_by*: the points of lines can be added up for single players, board by board
      (``"boards"``) or for a whole round (``"rounds"``).

    How it scores matches, asked with its settings:

    - *share_match_points* returns the points that both sides of a match of so many boards share, 0
      without victory points.
    - *check_match_boards* raises a ``ScoringError`` if its scale has no points for such a match.
    - *list_reported_units* returns the units in which a match can be entered without its boards.

    Where it is used:

    - *games* are the games whose scores it is made for. For *other_games* it is not offered, but
      events and files may use it. *default_for_games* are the games that begin with it.
    - *bare_score_meaning* says what a score without a contract is in a file: a score of some contract
      (``"contracts"``), ``"points"`` of auction, or ``"tricks"``, which are 13 at most.
    - *name_in_files* is its name in files of other programs, *usual_file_options* are the options that most of
      those programs use.

    What explains it:

    - *rule* says in a few words what the points are.
    - *artificial* says what an artificial score is worth: a ``"share"``, the average of the
      ``"scores"`` or of the ``"direction"``, ``"nothing"`` above or below it, or ``"none"``.
    - *has_percents*: totals are percentages of the tops of the boards too.
    - *has_average_for_missing*: the total has the average of a board without a score. *extra_points_reason* says
      what else is in a total. *has_columns*: boards are written in three columns.
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
    other_games: tuple[str, ...] = ()
    contest: str = "pairs"
    bare_score_meaning: str = "contracts"
    fixed: tuple[tuple[str, str], ...] = ()
    player_totals_by: str = ""
    rule: str = ""
    artificial: str = "share"
    has_percents: bool = False
    has_average_for_missing: bool = False
    extra_points_reason: str = "for boards sat out"
    has_columns: bool = False
    has_large_teams: bool = False
    has_many_tables: bool = False
    voids_below_half: bool = False
    share_match_points: Callable[[Mapping[str, str], int], int] = _share_no_points
    check_match_boards: Callable[[Mapping[str, str], int], None] = _accept_any_length
    list_reported_units: Callable[[Mapping[str, str]], tuple[str, ...]] = _list_no_units
    default_for_games: tuple[str, ...] = ()
    name_in_files: str = ""
    usual_file_options: tuple[tuple[str, str], ...] = ()

    @property
    def in_sentence(self) -> str:
        """The name within a sentence: "matchpoints" or "team IMPs", but "Butler IMPs"."""
        if self.name[:2].isupper() or self.name.startswith(_PROPER_NAMES):
            return self.name
        return self.name[:1].lower() + self.name[1:]

    def get_name_with_scale(self, options: Mapping[str, str]) -> str:
        """Return the name with the scale of victory points in *options*: "Team IMPs, EBU".

        Without a scale it is the name alone.
        """
        for option in self.options:
            choice = options.get(option.name, option.default)
            if option.name == SCALE and choice in option.phrases and choice != "none":
                return f"{self.name}, {option.phrases[choice]}"
        return self.name

    @property
    def has_own_average(self) -> bool:
        """Whether an average plus or minus may be a pair's own average of its other boards."""
        return "own-average" in self.accepts

    def is_for(self, game: str) -> bool:
        """Return whether the method is made for the scores of *game*, given by its key."""
        return duplicate_game(game).family in self.games

    def can_score(self, game: str) -> bool:
        """Return whether the method can rank the scores of *game*, also if it is not made for them."""
        return duplicate_game(game).family in (*self.games, *self.other_games)

    def rank(self, field: Field, options: Mapping[str, str] | None = None) -> Ranking:
        """Return the ranking of *field*. Missing options take their defaults.

        :raises ScoringError: if an option or choice is unknown
        :raises FieldError: with all problems of the field
        """
        settings = self.settings(options or {})
        allows_many_lines = self.has_large_teams or self.has_many_tables
        faults = check_field(field, has_large_teams=allows_many_lines)
        if not faults:
            faults = check_accepted(field, self.key, self.accepts, self.contest)
        if faults:
            raise FieldError(faults)
        ranking = self.compute(field, settings)
        if ranking.method != self.key:
            ranking = replace(ranking, method=self.key)
        if field.knockout:
            return field.knockout.rank(ranking)
        return ranking

    def settings(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the choices of all options of the method: those in *options*, and the defaults."""
        return choose(self.key, self.options, options)

    def with_fixed(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Return *settings* with the options that are fixed for the method."""
        return {**dict(self.fixed), **settings}


def choose(key: str, options: Sequence[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the choice of each of *options*: the one in *chosen* or the default.

    *key* is the method whose options they are, for error messages.

    >>> choose("euchre", (Option("lone_hands", "Lone hands", {"yes": "yes", "no": "no"}),), {})
    {'lone_hands': 'yes'}

    :raises ScoringError: if *chosen* has an unknown option or choice, or a text that can't be read
    """
    options_by_name = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in options_by_name:
            raise ScoringError(
                ScoringSentences.UNKNOWN_OPTION,
                method=key,
                name=name,
                known=", ".join(options_by_name) or "none",
            )
        option = options_by_name[name]
        if not _is_choice(option, value):
            raise ScoringError(
                ScoringSentences.UNKNOWN_CHOICE,
                method=key,
                name=name,
                value=value,
                known=", ".join(option.phrases),
            )
    return {option.name: _read_choice(option, chosen) for option in options}


def _is_choice(option: Option, value: object) -> bool:
    """Return whether *value* can be chosen, or is a text that the option may read."""
    if not isinstance(value, str):
        return False
    if option.read:
        return True
    choices = option.split(value)
    return len(choices) <= option.max_choices and option.phrases.keys() >= set(choices)


def _read_choice(option: Option, chosen: Mapping[str, str]) -> str:
    choice = option.get_choice(chosen)
    return option.read(choice) if option.read else ",".join(option.split(choice))
