"""Find the method and options that give the official figures of a file.

Options that change the points of lines are tried first, and those that change only totals and
places (the *late* options) afterwards, which keeps the number of rankings low. In a large field
options for lines are tried on a sample of the boards. All sessions of an event are scored alike.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from director.additions.imports.official.field import ImportedSession, Partners, rank_field
from director.boards.contests import CONTESTS
from director.boards.scoring.standings.rows import apply_places
from director.boards.scoring.units import OF_NO_FILE, get_game_options
from director.models.event import Game, RankingScope
from director.models.ruling import Unit
from movements.option import Option
from scoring.errors import ScoringError
from scoring.method import SCALE, ScoringMethod
from scoring.model import Field, Ranking
from scoring.presets import Preset, preset_of, presets_for
from scoring.registry import find_method, methods_for, methods_of_files

# Samples of large fields, on which options are tried first.

MAX_SAMPLE_LINES = 20_000


def are_large(fields: list[Field]) -> bool:
    """Return whether *fields* together have so many lines that a sample is tried first."""
    return _count_lines(fields) > MAX_SAMPLE_LINES


def _count_lines(fields: list[Field]) -> int:
    return sum(len(board.lines) for field in fields for board in field.boards)


def sample_fields(fields: list[Field]) -> list[Field]:
    """Return a part of each of *fields*, or all of them if they are not large."""
    if not are_large(fields):
        return fields
    line_count = _count_lines(fields)
    return [_sample_field(field, Fraction(MAX_SAMPLE_LINES, line_count)) for field in fields]


def _sample_field(field: Field, share: Fraction) -> Field:
    """Return a *share* of the boards of *field*, spread over the session.

    The board with most results is included: Neuberg scales all others to it.
    """
    if not field.boards:
        return field
    fullest = max(field.boards, key=attrgetter("results"))
    count = max(2, int(share * len(field.boards)))
    step = max(1, len(field.boards) // count)
    sampled = field.boards[::step][:count]
    boards = [board for board in field.boards if board is fullest or board in sampled]
    return replace(field, boards=tuple(boards), credits=())


_LATE_OPTIONS = (
    "sit_outs",
    "sit_out_imps",
    "round_gain_cap",
    "percent_from",
    "total",
    "victory_points",
    "ties",
)
_SECTIONS_OPTION = "compare"
_ADJUSTMENT_UNITS = ("mp", "imp", "points")
# Of the equally good sets of options, so many are tried with late options.
_MAX_SETS = 6
_MAX_SETS_OF_LARGE_FIELD = 2


class Attempt(NamedTuple):
    """A set of options with the lines that it gets wrong. *changes* counts its unusual options."""

    wrong_lines: int
    changes: int
    settings: dict[str, str]


@dataclass(frozen=True, slots=True)
class MethodMatch:
    """A method with its options and rankings, and the number of figures that match the file.

    *places* says which pairs are ranked together. *matching_lines* of the *line_count* lines match,
    and *matching_figures* of the *figure_count* totals, percentages and places.
    """

    method: ScoringMethod
    settings: Mapping[str, str]
    places: str
    rankings: tuple[Ranking, ...]
    matching_lines: int
    line_count: int
    matching_figures: int
    figure_count: int

    @property
    def is_exact(self) -> bool:
        """Whether every figure matches."""
        return (self.matching_lines, self.matching_figures) == (self.line_count, self.figure_count)

    @property
    def has_all_lines(self) -> bool:
        """Whether every line matches."""
        return self.matching_lines == self.line_count

    @property
    def has_figures(self) -> bool:
        """Whether the file has any figure to compare with."""
        return bool(self.line_count or self.figure_count)

    @property
    def rank_key(self) -> tuple[int, int]:
        """The quality of the match. Lines count before totals."""
        return self.matching_lines, self.matching_figures

    @property
    def unit(self) -> str:
        """The unit in which the method accepts points that are added by hand."""
        if self.settings.get(SCALE) != "none" and Unit.VICTORY_POINTS in self.method.accepts:
            return Unit.VICTORY_POINTS
        return next(unit for unit in _ADJUSTMENT_UNITS if unit in self.method.accepts)

    def rank(self, field: Field, partners: Partners | None = None) -> Ranking:
        """Return the ranking of *field*, with the places that are shown."""
        ranking = rank_field(self.method, field, self.settings, partners)
        return apply_places(ranking, self.places)


class MethodChooser:
    """Tries methods and options on *imported_sessions* until the official figures match.

    *fixed_options* are never changed, nor are options that follow from the *game*. *places* are
    those to try first, by default all sections together. Words used here:

    - a line or figure is *wrong* if it differs from the official one
    - a *sample* is a field, or a part of its boards if the field is large
    - a *preset* is a set of options that another program uses
    - *late* options change totals and places only

    Module ``rulings`` finds lines and totals that were changed by hand.
    """

    def __init__(
        self,
        imported_sessions: Sequence[ImportedSession],
        fixed_options: Mapping[str, str],
        game: str = "bridge",
        places: str = "",
    ) -> None:
        self._officials = [imported.official for imported in imported_sessions]
        self._fixed_options = fixed_options
        self._game = game
        self._usual_places = places or RankingScope.FIELD
        self._contest = imported_sessions[0].source_session.scoring_field.event.contest
        self._partners = [imported.partners for imported in imported_sessions]
        self._fields = [imported.field for imported in imported_sessions]
        self._samples = sample_fields(self._fields)
        self._is_large = are_large(self._fields)
        self._is_divided = any(
            imported.source_session.scoring_field.has_several_sections
            for imported in imported_sessions
        )

    def choose(
        self, scoring: str, *, is_fixed: bool = False, is_assumed: bool = False
    ) -> MethodMatch:
        """Return the best match for the file's *scoring*. If *is_fixed*, try no other method.

        Directors expect the method called *scoring*. Another one is chosen only if more lines
        match, or as many lines and more totals. If *is_assumed*, the file names no method, so
        every method is tried until all figures match.

        :raises ScoringError: if the method has no such option, or the results cannot be scored
        """
        best = self._choose_best_match(find_method(scoring))
        if is_fixed or best.is_exact:
            return best
        if best.has_all_lines and not is_assumed:
            return best
        for method in self._list_other_methods(scoring, is_assumed=is_assumed):
            match = self._try_best_match(method)
            if match and match.rank_key > best.rank_key:
                best = match
            if best.is_exact:
                break
        return best

    def _list_other_methods(self, scoring: str, *, is_assumed: bool) -> Sequence[ScoringMethod]:
        if self._game != Game.BRIDGE:
            return methods_for(self._game, self._contest)
        if CONTESTS[self._contest].has_halves:
            methods = methods_for(self._game, self._contest)
            return [method for method in methods if method.key != find_method(scoring).key]
        if is_assumed:
            return [method for method in methods_of_files() if method.key != scoring]
        # Files call several methods by one name.
        return [
            method
            for method in methods_of_files()
            if method.name_in_files == scoring and method.key != scoring
        ]

    def find_only_program(self, choice: MethodMatch) -> Preset | None:
        """Return the preset of *choice*, or None if another program gives as many figures."""
        preset = preset_of(choice.method, choice.settings)
        others = [other for other in presets_for(choice.method) if other != preset]
        if preset is None or any(self._is_equally_good(other, choice) for other in others):
            return None
        return preset

    def _is_equally_good(self, preset: Preset, choice: MethodMatch) -> bool:
        """Return whether *preset* gives as many of the file's figures as *choice*."""
        method = choice.method
        settings = {
            **choice.settings,
            **preset.settings(method),
            **self._get_fixed_settings(method),
        }
        if self._is_large:
            fewest_wrong = self._count_wrong_in_samples(method, choice.settings)
            if self._count_wrong_in_samples(method, settings) > fewest_wrong:
                return False
        return self._compute_match(method, settings, choice.places).rank_key >= choice.rank_key

    def choose_again(self, choice: MethodMatch, fields: Sequence[Field]) -> MethodMatch:
        """Return *choice* with its late options chosen again for *fields* with rulings.

        From now on the chooser works with *fields*.
        """
        usual = self.usual(choice.method)
        late_settings = {name: usual[name] for name in _LATE_OPTIONS if name in usual}
        self._fields = list(fields)
        return self._improve_late_options(
            self._compute_match(choice.method, {**choice.settings, **late_settings})
        )

    def usual(self, method: ScoringMethod) -> dict[str, str]:
        """Return the options with which *method* is tried first."""
        return method.settings(
            {**dict(method.usual_file_options), **self._get_fixed_settings(method)}
        )

    def _get_fixed_settings(self, method: ScoringMethod) -> dict[str, str]:
        return {**self._fixed_options, **get_game_options(method, self._game)}

    def _try_best_match(self, method: ScoringMethod) -> MethodMatch | None:
        try:
            return self._choose_best_match(method)
        except ScoringError:  # a given option or a ruling may be impossible with this method
            return None

    def _choose_best_match(self, method: ScoringMethod) -> MethodMatch:
        usual = self._compute_match(method, self.usual(method))
        if usual.has_all_lines:
            usual = self._improve_late_options(usual)
        if usual.is_exact:
            return usual
        best = self._improve_by_presets(usual)
        if best.is_exact:
            return best
        for settings in self._list_best_option_sets(method):
            best = max(
                best,
                self._improve_late_options(self._compute_match(method, settings)),
                key=attrgetter("rank_key"),
            )
            if best.is_exact:
                break
        return best

    def _improve_by_presets(self, usual: MethodMatch) -> MethodMatch:
        """Return *usual*, or a program's preset that matches better."""
        method = usual.method
        best = self._improve_late_options(usual)
        fewest_wrong = 0
        if self._is_large:
            fewest_wrong = self._count_wrong_in_samples(method, usual.settings)
        for preset in presets_for(method):
            settings = {
                **usual.settings,
                **preset.settings(method),
                **self._get_fixed_settings(method),
            }
            if settings == usual.settings:
                continue
            # A large field is ranked as a whole only if the preset looks promising in the sample.
            is_promising = (
                not self._is_large or self._count_wrong_in_samples(method, settings) <= fewest_wrong
            )
            if is_promising:
                match = self._improve_late_options(
                    self._compute_match(method, settings), is_preset=True
                )
                best = max(best, match, key=attrgetter("rank_key"))
            if best.is_exact:
                break
        return best

    def _improve_late_options(self, choice: MethodMatch, *, is_preset: bool = False) -> MethodMatch:
        """Return *choice* with the best late options.

        For a preset only ties are tried, because its other options are those of its program.
        """
        if self._is_divided and not choice.is_exact:
            by_section = self._compute_match(choice.method, choice.settings, RankingScope.SECTION)
            choice = max(choice, by_section, key=attrgetter("rank_key"))
        names = ("ties",) if is_preset else _LATE_OPTIONS
        for name in names:
            if choice.is_exact or not any(
                _may_change_ranking(name, ranking) for ranking in choice.rankings
            ):
                continue
            other_values = self._list_choices(choice.method, name)[1:]
            for value in other_values:
                settings = {**choice.settings, name: value}
                match = self._try_match(choice.method, settings, choice.places)
                if match and match.rank_key > choice.rank_key:
                    choice = match
        return choice

    def _try_match(
        self, method: ScoringMethod, settings: Mapping[str, str], places: str
    ) -> MethodMatch | None:
        try:
            return self._compute_match(method, settings, places)
        except ScoringError:  # a scale may have no victory points for so few boards
            return None

    def _list_best_option_sets(self, method: ScoringMethod) -> list[dict[str, str]]:
        """Return the sets of options that match most lines, the usual ones first."""
        usual = self.usual(method)
        attempts: list[Attempt] = []
        for settings in self._generate_option_sets(method, usual):
            wrong = self._count_wrong_in_samples(method, settings)
            changes = sum(settings[name] != usual[name] for name in settings)
            attempts.append(Attempt(wrong, changes, settings))
        fewest_wrong = min(attempt.wrong_lines for attempt in attempts)
        best_attempts = [attempt for attempt in attempts if attempt.wrong_lines == fewest_wrong]
        best_attempts.sort(key=attrgetter("changes"))
        limit = _MAX_SETS_OF_LARGE_FIELD if self._is_large else _MAX_SETS
        return [attempt.settings for attempt in best_attempts[:limit]]

    def _generate_option_sets(
        self, method: ScoringMethod, usual: Mapping[str, str]
    ) -> Iterator[dict[str, str]]:
        """Yield all combinations of common options, then *usual* with one rare option changed."""
        common_names = []
        rare_names = []
        for option in method.options:
            # No file records the value of an option that is typed freely.
            if option.name in _LATE_OPTIONS or option.read:
                continue
            if option.is_rare:
                rare_names.append(option.name)
            elif option.name not in OF_NO_FILE:
                common_names.append(option.name)
        for values in product(*(self._list_choices(method, name) for name in common_names)):
            yield {**usual, **dict(zip(common_names, values, strict=True))}
        for name in rare_names:
            for value in self._list_choices(method, name)[1:]:
                yield {**usual, name: value}

    def _list_choices(self, method: ScoringMethod, name: str) -> Sequence[str]:
        """Return the values of an option to try, the usual one first."""
        option = next((option for option in method.options if option.name == name), None)
        if option is None:
            return ()
        usual_value = self.usual(method)[name]
        if name in self._get_fixed_settings(method):
            return (usual_value,)
        if name == _SECTIONS_OPTION and not self._is_divided:
            return (usual_value,)
        return (usual_value, *(value for value in option.advised if value != usual_value))

    def _compute_match(
        self, method: ScoringMethod, settings: Mapping[str, str], places: str = ""
    ) -> MethodMatch:
        places = places or self._usual_places
        rankings = tuple(
            apply_places(ranking, places)
            for ranking in self._rank_all(method, self._fields, settings)
        )
        wrong_figures = incomparable = 0
        for official, ranking in zip(self._officials, rankings, strict=True):
            wrong_figures += official.pair_faults(ranking)
            incomparable += official.count_incomparable_lines(ranking)
        return MethodMatch(
            method,
            settings,
            places,
            rankings,
            matching_lines=self._all_lines - self._count_wrong(rankings) - incomparable,
            line_count=self._all_lines,
            matching_figures=self._all_figures - wrong_figures,
            figure_count=self._all_figures,
        )

    def _count_wrong_in_samples(self, method: ScoringMethod, settings: Mapping[str, str]) -> int:
        return self._count_wrong(list(self._rank_all(method, self._samples, settings)))

    def _rank_all(
        self, method: ScoringMethod, fields: Sequence[Field], settings: Mapping[str, str]
    ) -> Iterator[Ranking]:
        for field, partners in zip(fields, self._partners, strict=True):
            yield rank_field(method, field, settings, partners)

    def _count_wrong(self, rankings: Iterable[Ranking]) -> int:
        """Return the number of wrong lines in *rankings*, one for each session."""
        count = 0
        for official, ranking in zip(self._officials, rankings, strict=True):
            count += len(list(official.find_line_differences(ranking)))
        return count

    @cached_property
    def _all_lines(self) -> int:
        return sum(official.line_count for official in self._officials)

    @cached_property
    def _all_figures(self) -> int:
        return sum(
            pair.known_count for official in self._officials for pair in official.pairs.values()
        )


def _may_change_ranking(name: str, ranking: Ranking) -> bool:
    """Return whether an option of totals or places could change *ranking*."""
    if name == "ties":
        return any(standing.is_tied for standing in ranking.standings)
    if name not in ("sit_outs", "sit_out_imps"):
        return True
    # Sit-outs matter only if pairs of one direction played different numbers of boards.
    board_counts = {(standing.direction, standing.boards) for standing in ranking.standings}
    directions = {standing.direction for standing in ranking.standings}
    return len(board_counts) > len(directions)


# The scoring that was chosen for an imported event, in words.


def describe_choice(choice: MethodMatch, usual: Mapping[str, str], preset: Preset | None) -> str:
    """Return the scoring in words: the method, options that aren't *usual*, and their *preset*."""
    options = {option.name: option for option in choice.method.options}
    parts = [choice.method.name]
    unusual_names = set()
    for name, value in choice.settings.items():
        if value != usual.get(name, options[name].default):
            unusual_names.add(name)
            parts.append(f"{format_option_name(options[name])} {format_choice_name(value)}")
    if preset and unusual_names & preset.settings(choice.method).keys():
        parts.append(describe_preset(preset))
    if choice.places == RankingScope.SECTION:
        parts.append("places within each section")
    return ", ".join(parts)


def describe_preset(preset: Preset) -> str:
    """Return the program of a preset in words: ``"as Compscore does"``."""
    verb = "do" if " and " in preset.program else "does"
    return f"as {preset.program} {verb}"


def format_option_name(option: Option) -> str:
    """Return the name of an option for use in a sentence."""
    return option.name.replace("_", " ")


def format_choice_name(value: str) -> str:
    """Return the *value* of an option for use in a sentence."""
    return value.replace("-", " ")
