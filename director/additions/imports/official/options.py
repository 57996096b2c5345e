"""Find the method and options that give the official figures of a file.

Options that change the points of lines are tried first, and those that change only totals and
places (the *late* options) afterwards, which keeps the number of rankings low. In a large field
options for lines are tried on a sample of the boards. All sessions of an event are scored alike.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from operator import attrgetter
from typing import NamedTuple

from director.additions.imports.official.field import ImportedSession, Partners, rank_field
from director.additions.imports.official.own_scale import find_own_scale
from director.boards.contests import CONTESTS
from director.boards.scoring.standings.rows import rank_by_section, with_ranks
from director.boards.scoring.units import OPTIONS_NOT_IN_FILES, get_game_options
from director.models.event import Game, RankingScope
from director.models.ruling import Unit
from scoring.errors import ScoringError
from scoring.method import SCALE_OPTION_NAME, ScoringMethod
from scoring.model import Field, Ranking
from scoring.option import Option
from scoring.presets import Preset, find_matching_preset, list_method_presets
from scoring.registry import get_method, list_methods_for_game, list_methods_in_files
from scoring.teams.victory_points import OWN_SCALE_NAME

# Samples of large fields, on which options are tried first.

MAX_SAMPLE_LINES = 20_000


def has_too_many_lines(fields: list[Field]) -> bool:
    """Return whether *fields* have too many lines to try options on all of them first."""
    return _count_lines(fields) > MAX_SAMPLE_LINES


def _count_lines(fields: list[Field]) -> int:
    return sum(len(board.lines) for field in fields for board in field.boards)


def sample_fields(fields: list[Field]) -> list[Field]:
    """Return a part of each of *fields*, or all of them if they are not large."""
    if not has_too_many_lines(fields):
        return fields
    line_count = _count_lines(fields)
    return [_sample_field(field, Fraction(MAX_SAMPLE_LINES, line_count)) for field in fields]


def _sample_field(field: Field, board_share: Fraction) -> Field:
    """Return a *board_share* of the boards of *field*, spread over the session.

    The board with most results is included: Neuberg scales all others to it.
    """
    if not field.boards:
        return field
    fullest_board = max(field.boards, key=attrgetter("result_count"))
    sample_size = max(2, int(board_share * len(field.boards)))
    step = max(1, len(field.boards) // sample_size)
    sampled_boards = field.boards[::step][:sample_size]
    boards = [board for board in field.boards if board is fullest_board or board in sampled_boards]
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

    wrong_line_count: int
    changes: int
    settings_by_name: dict[str, str]


@dataclass(frozen=True, slots=True)
class MethodMatch:
    """A method with its options and rankings, and the number of figures that match the file.

    *ranking_scope* says which pairs are ranked together. *matching_line_count* of the *line_count* lines match,
    *matching_match_count* of the *match_count* matches of teams, and *matching_figure_count* of the *figure_count*
    totals, percentages and places.
    """

    method: ScoringMethod
    settings_by_name: Mapping[str, str]
    ranking_scope: str
    rankings: tuple[Ranking, ...]
    matching_line_count: int
    line_count: int
    matching_figure_count: int
    figure_count: int
    matching_match_count: int = 0
    match_count: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether every figure matches."""
        return self.has_all_results and self.matching_figure_count == self.figure_count

    @property
    def has_all_results(self) -> bool:
        """Whether every line and every match of teams matches."""
        return (self.matching_line_count, self.matching_match_count) == (
            self.line_count,
            self.match_count,
        )

    @property
    def has_results(self) -> bool:
        """Whether the file has figures of lines or of matches of teams."""
        return bool(self.line_count or self.match_count)

    @property
    def has_figures(self) -> bool:
        """Whether the file has any figure to compare with."""
        return self.has_results or bool(self.figure_count)

    @property
    def rank_key(self) -> tuple[int, int, int]:
        """The quality of the match. Lines count before matches of teams, and those before totals."""
        return self.matching_line_count, self.matching_match_count, self.matching_figure_count

    @property
    def unit(self) -> str:
        """The unit in which the method accepts points that are added by hand, or "" if it accepts none."""
        if (
            self.settings_by_name.get(SCALE_OPTION_NAME) != "none"
            and Unit.VICTORY_POINTS in self.method.accepted_rulings
        ):
            return Unit.VICTORY_POINTS
        accepted_rulings = self.method.accepted_rulings
        return next((unit for unit in _ADJUSTMENT_UNITS if unit in accepted_rulings), "")

    def rank(self, field: Field, partners: Partners | None = None) -> Ranking:
        """Return the ranking of *field*, with the places that are shown."""
        ranking = rank_field(self.method, field, self.settings_by_name, partners)
        return with_ranks(ranking, self.ranking_scope)


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
        ranking_scope: str = "",
    ) -> None:
        self._official_figures = [
            imported_session.official_figures for imported_session in imported_sessions
        ]
        self._fixed_options_by_name = fixed_options
        self._game = game
        self._default_scope = ranking_scope or RankingScope.FIELD
        self._contest = imported_sessions[0].source_session.scoring_field.event.contest
        self._partners = [imported_session.partners for imported_session in imported_sessions]
        self._fields = [imported_session.field for imported_session in imported_sessions]
        self._samples = sample_fields(self._fields)
        self._is_large = has_too_many_lines(self._fields)
        self._scoring_fields = [
            imported_session.source_session.scoring_field for imported_session in imported_sessions
        ]
        self._is_divided = any(
            scoring_field.has_several_sections for scoring_field in self._scoring_fields
        )

    def choose_match(
        self, scoring: str, *, is_fixed: bool = False, is_assumed: bool = False
    ) -> MethodMatch:
        """Return the best match for the file's *scoring*. If *is_fixed*, try no other method.

        Directors expect the method called *scoring*. Another one is chosen only if more lines
        match, or as many lines and more totals. If *is_assumed*, the file names no method, so
        every method is tried until all figures match.

        :raises ScoringError: if the method has no such option, or the results cannot be scored
        """
        best = self._choose_best_method(scoring, is_fixed=is_fixed, is_assumed=is_assumed)
        return best if best.is_exact else self._with_own_scale(best)

    def _with_own_scale(self, choice: MethodMatch) -> MethodMatch:
        """Return *choice* with the scale of victory points that its matches have, if that is better."""
        is_fixed = SCALE_OPTION_NAME in self._get_fixed_settings_by_name(choice.method)
        if is_fixed or OWN_SCALE_NAME not in choice.settings_by_name:
            return choice
        scale = find_own_scale(self._official_figures, choice.rankings)
        if scale is None:
            return choice
        own_settings = {SCALE_OPTION_NAME: "own", OWN_SCALE_NAME: scale}
        match = self._compute_match(
            choice.method, {**choice.settings_by_name, **own_settings}, choice.ranking_scope
        )
        return max(choice, self._improve_late_options(match), key=attrgetter("rank_key"))

    def _choose_best_method(self, scoring: str, *, is_fixed: bool, is_assumed: bool) -> MethodMatch:
        best = self._choose_best_match(get_method(scoring))
        if is_fixed or best.is_exact:
            return best
        has_halves = CONTESTS[self._contest].has_halves
        # Files of teams often have totals only, which then decide.
        is_proved = best.has_results or not has_halves or self._has_all_totals(best)
        if best.has_all_results and is_proved and not is_assumed:
            return best
        for method in self._list_other_methods(scoring, is_assumed=is_assumed):
            match = self._try_best_match(method)
            if match is None:
                continue
            has_more_results = match.rank_key[:2] > best.rank_key[:2]
            # A place of teams more may be chance, or a place that a director changed.
            is_sure = is_assumed or has_more_results or match.is_exact or not has_halves
            if is_sure and match.rank_key > best.rank_key:
                best = match
            if best.is_exact:
                break
        return best

    def _has_all_totals(self, match: MethodMatch) -> bool:
        """Return whether no total differs. Places alone prove no method."""
        for official_figures, ranking in zip(self._official_figures, match.rankings, strict=True):
            if official_figures.has_other_totals(ranking):
                return False
        return True

    def _list_other_methods(self, scoring: str, *, is_assumed: bool) -> Sequence[ScoringMethod]:
        if self._game != Game.BRIDGE:
            return list_methods_for_game(self._game, self._contest)
        if CONTESTS[self._contest].has_halves:
            methods = list_methods_for_game(self._game, self._contest)
            return [method for method in methods if method.key != get_method(scoring).key]
        if is_assumed:
            return [method for method in list_methods_in_files() if method.key != scoring]
        # Files call several methods by one name.
        return [
            method
            for method in list_methods_in_files()
            if method.name_in_files == scoring and method.key != scoring
        ]

    def find_only_preset(self, choice: MethodMatch) -> Preset | None:
        """Return the preset of *choice*, or None if another program gives as many figures."""
        preset = find_matching_preset(choice.method, choice.settings_by_name)
        other_presets = [
            other_preset
            for other_preset in list_method_presets(choice.method)
            if other_preset != preset
        ]
        if preset is None or any(
            self._is_equally_good(other_preset, choice) for other_preset in other_presets
        ):
            return None
        return preset

    def _is_equally_good(self, preset: Preset, choice: MethodMatch) -> bool:
        """Return whether *preset* gives as many of the file's figures as *choice*."""
        method = choice.method
        settings = {
            **choice.settings_by_name,
            **preset.get_choices_by_option(method),
            **self._get_fixed_settings_by_name(method),
        }
        if self._is_large:
            min_wrong_count = self._count_wrong_in_samples(method, choice.settings_by_name)
            if self._count_wrong_in_samples(method, settings) > min_wrong_count:
                return False
        return (
            self._compute_match(method, settings, choice.ranking_scope).rank_key >= choice.rank_key
        )

    def choose_match_again(self, choice: MethodMatch, fields: Sequence[Field]) -> MethodMatch:
        """Return *choice* with its late options chosen again for *fields* with rulings.

        From now on the chooser works with *fields*.
        """
        default_settings = self.get_default_settings(choice.method)
        late_settings = {
            name: default_settings[name] for name in _LATE_OPTIONS if name in default_settings
        }
        self._fields = list(fields)
        return self._improve_late_options(
            self._compute_match(choice.method, {**choice.settings_by_name, **late_settings})
        )

    def get_default_settings(self, method: ScoringMethod) -> dict[str, str]:
        """Return the options with which *method* is tried first."""
        return method.complete_settings(
            {**dict(method.common_file_options), **self._get_fixed_settings_by_name(method)}
        )

    def _get_fixed_settings_by_name(self, method: ScoringMethod) -> dict[str, str]:
        return {**self._fixed_options_by_name, **get_game_options(method, self._game)}

    def _try_best_match(self, method: ScoringMethod) -> MethodMatch | None:
        try:
            match = self._choose_best_match(method)
        except ScoringError:  # a given option or a ruling may be impossible with this method
            return None
        if all(map(_has_scored_matches, self._fields, match.rankings)):
            return match
        return None

    def _choose_best_match(self, method: ScoringMethod) -> MethodMatch:
        default_match = self._compute_match(method, self.get_default_settings(method))
        if default_match.has_all_results:
            default_match = self._improve_late_options(default_match)
        if default_match.is_exact:
            return default_match
        best = self._improve_by_presets(default_match)
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

    def _improve_by_presets(self, default_match: MethodMatch) -> MethodMatch:
        """Return *get_default_settings*, or a program's preset that matches better."""
        method = default_match.method
        best = self._improve_late_options(default_match)
        min_wrong_count = 0
        if self._is_large:
            min_wrong_count = self._count_wrong_in_samples(method, default_match.settings_by_name)
        for preset in list_method_presets(method):
            settings = {
                **default_match.settings_by_name,
                **preset.get_choices_by_option(method),
                **self._get_fixed_settings_by_name(method),
            }
            if settings == default_match.settings_by_name:
                continue
            # A large field is ranked as a whole only if the preset looks promising in the sample.
            is_promising = (
                not self._is_large
                or self._count_wrong_in_samples(method, settings) <= min_wrong_count
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
            match_by_section = self._compute_match(
                choice.method, choice.settings_by_name, RankingScope.SECTION
            )
            choice = max(choice, match_by_section, key=attrgetter("rank_key"))
        names = ("ties",) if is_preset else _LATE_OPTIONS
        best = choice
        for match in self._iter_late_matches(choice, names):
            best = max(best, match, key=attrgetter("rank_key"))
        if best.is_exact or best is choice:
            return best
        # An option that helped by chance may have hidden the one that was used.
        for name in names:
            for match in self._iter_late_matches(choice, (name,)):
                best = max(best, match, key=attrgetter("rank_key"))
            if best.is_exact:
                break
        return best

    def _iter_late_matches(
        self, choice: MethodMatch, names: Sequence[str]
    ) -> Iterator[MethodMatch]:
        """Yield better and better matches, with each option of *names* changed in turn from *choice*."""
        for name in names:
            if choice.is_exact or not any(
                _can_change_ranking(name, ranking) for ranking in choice.rankings
            ):
                continue
            other_values = self._list_choices(choice.method, name)[1:]
            for value in other_values:
                settings = {**choice.settings_by_name, name: value}
                match = self._try_match(choice.method, settings, choice.ranking_scope)
                if match and match.rank_key > choice.rank_key:
                    choice = match
                    yield match

    def _try_match(
        self, method: ScoringMethod, settings: Mapping[str, str], ranking_scope: str
    ) -> MethodMatch | None:
        try:
            return self._compute_match(method, settings, ranking_scope)
        except ScoringError:  # a scale may have no victory points for so few boards
            return None

    def _list_best_option_sets(self, method: ScoringMethod) -> list[dict[str, str]]:
        """Return the sets of options that match most lines, the usual ones first."""
        default_settings = self.get_default_settings(method)
        attempts: list[Attempt] = []
        for settings in self._iter_option_sets(method, default_settings):
            wrong_count = self._count_wrong_in_samples(method, settings)
            changes = sum(settings[name] != default_settings[name] for name in settings)
            attempts.append(Attempt(wrong_count, changes, settings))
        min_wrong_count = min(attempt.wrong_line_count for attempt in attempts)
        best_attempts = [
            attempt for attempt in attempts if attempt.wrong_line_count == min_wrong_count
        ]
        best_attempts.sort(key=attrgetter("changes"))
        limit = _MAX_SETS_OF_LARGE_FIELD if self._is_large else _MAX_SETS
        return [attempt.settings_by_name for attempt in best_attempts[:limit]]

    def _iter_option_sets(
        self, method: ScoringMethod, default_settings: Mapping[str, str]
    ) -> Iterator[dict[str, str]]:
        """Yield all combinations of common options, then *get_default_settings* with one rare option changed."""
        common_names = []
        rare_names = []
        for option in method.options:
            # No file records the value of an option that is typed freely.
            if option.name in _LATE_OPTIONS or option.parse:
                continue
            if option.is_rare:
                rare_names.append(option.name)
            elif option.name not in OPTIONS_NOT_IN_FILES:
                common_names.append(option.name)
        for values in product(*(self._list_choices(method, name) for name in common_names)):
            yield {**default_settings, **dict(zip(common_names, values, strict=True))}
        for name in rare_names:
            for value in self._list_choices(method, name)[1:]:
                yield {**default_settings, name: value}

    def _list_choices(self, method: ScoringMethod, name: str) -> Sequence[str]:
        """Return the values of an option to try, the usual one first."""
        option = next((option for option in method.options if option.name == name), None)
        if option is None:
            return ()
        default_value = self.get_default_settings(method)[name]
        if name in self._get_fixed_settings_by_name(method):
            return (default_value,)
        if name == _SECTIONS_OPTION and not self._is_divided:
            return (default_value,)
        return (
            default_value,
            *(value for value in option.suggested_choices if value != default_value),
        )

    def _with_ranks(self, index: int, ranking: Ranking, ranking_scope: str) -> Ranking:
        """Return the *ranking* of the session at *index* with its ranks."""
        scoring_field = self._scoring_fields[index]
        has_lines = any(board.lines for board in ranking.boards)
        if ranking_scope == RankingScope.SECTION and ranking.matches and not has_lines:
            # Matches typed without boards have no lines that would name the divisions.
            return rank_by_section(scoring_field, ranking)
        return with_ranks(ranking, ranking_scope)

    def _compute_match(
        self, method: ScoringMethod, settings: Mapping[str, str], ranking_scope: str = ""
    ) -> MethodMatch:
        ranking_scope = ranking_scope or self._default_scope
        rankings = tuple(
            self._with_ranks(index, ranking, ranking_scope)
            for index, ranking in enumerate(self._rank_all(method, self._fields, settings))
        )
        wrong_figure_count = incomparable_count = matching_match_count = 0
        for official_figures, ranking in zip(self._official_figures, rankings, strict=True):
            matching_match_count += official_figures.count_matching_matches(ranking)
            wrong_figure_count += official_figures.count_pair_differences(ranking)
            incomparable_count += official_figures.count_incomparable_lines(ranking)
        return MethodMatch(
            method,
            settings,
            ranking_scope,
            rankings,
            matching_line_count=self._line_count
            - self._count_wrong_lines(rankings)
            - incomparable_count,
            line_count=self._line_count,
            matching_figure_count=self._figure_count - wrong_figure_count,
            figure_count=self._figure_count,
            matching_match_count=matching_match_count,
            match_count=self._match_count,
        )

    def _count_wrong_in_samples(self, method: ScoringMethod, settings: Mapping[str, str]) -> int:
        return self._count_wrong_lines(list(self._rank_all(method, self._samples, settings)))

    def _rank_all(
        self, method: ScoringMethod, fields: Sequence[Field], settings: Mapping[str, str]
    ) -> Iterator[Ranking]:
        for field, partners in zip(fields, self._partners, strict=True):
            yield rank_field(method, field, settings, partners)

    def _count_wrong_lines(self, rankings: Iterable[Ranking]) -> int:
        """Return the number of wrong lines in *rankings*, one for each session."""
        count = 0
        for official_figures, ranking in zip(self._official_figures, rankings, strict=True):
            count += len(list(official_figures.iter_line_differences(ranking)))
        return count

    @cached_property
    def _line_count(self) -> int:
        return sum(official.line_count for official in self._official_figures)

    @cached_property
    def _match_count(self) -> int:
        return sum(len(official.matches_by_key) for official in self._official_figures)

    @cached_property
    def _figure_count(self) -> int:
        return sum(
            pair.known_count
            for official in self._official_figures
            for pair in official.pairs_by_key.values()
        )


def _has_scored_matches(field: Field, ranking: Ranking) -> bool:
    """Return whether *ranking* has a score for every match of *field* that has no boards."""
    reported_count = sum(match.reported_result is not None for match in field.matches)
    if not reported_count:
        return True
    scored_count = sum(
        match.reported_unit != "" and not match.is_unfinished for match in ranking.matches
    )
    return scored_count == reported_count


def _can_change_ranking(name: str, ranking: Ranking) -> bool:
    """Return whether an option of totals or places could change *ranking*."""
    if name == "ties":
        return any(standing.is_tied for standing in ranking.standings)
    if name not in ("sit_outs", "sit_out_imps"):
        return True
    # Sit-outs matter if pairs of one direction played different numbers of boards, or if all sat out
    # in turn, so that nobody played the whole session.
    board_counts = {(standing.direction, standing.board_count) for standing in ranking.standings}
    pair_counts = Counter(standing.direction for standing in ranking.standings)
    if len(board_counts) > len(pair_counts):
        return True
    table_count = min(pair_counts.values()) if len(pair_counts) > 1 else len(ranking.standings) // 2
    most_boards = max((board_count for _direction, board_count in board_counts), default=0)
    line_count = sum(standing.board_count for standing in ranking.standings) // 2
    return most_boards * table_count < line_count


# The scoring that was chosen for an imported event, in words.


def describe_choice(
    choice: MethodMatch, default_settings: Mapping[str, str], preset: Preset | None
) -> str:
    """Return the scoring in words: the method, options that aren't *default_settings*, and their *preset*."""
    options_by_name = {option.name: option for option in choice.method.options}
    parts = [choice.method.name]
    unusual_names = set()
    for name, value in choice.settings_by_name.items():
        if value != default_settings.get(name, options_by_name[name].default):
            unusual_names.add(name)
            parts.append(f"{format_option_name(options_by_name[name])} {format_choice_name(value)}")
    if preset and unusual_names & preset.get_choices_by_option(choice.method).keys():
        parts.append(describe_preset(preset))
    if choice.ranking_scope == RankingScope.SECTION:
        parts.append("places within each section")
    return ", ".join(parts)


def describe_preset(preset: Preset) -> str:
    """Return the program of a preset in words: ``"as Compscore does"``."""
    verb = "do" if " and " in preset.program_name else "does"
    return f"as {preset.program_name} {verb}"


def format_option_name(option: Option) -> str:
    """Return the name of an option for use in a sentence."""
    return option.name.replace("_", " ")


def format_choice_name(value: str) -> str:
    """Return the *value* of an option for use in a sentence. A scale of points stays as it is."""
    return value if ":" in value else value.replace("-", " ")
