"""Find the method and options with which the file's figures come out.

The choices that change points of lines are tried first, then those that change totals and places
only, so that few rankings are made whatever the method; in a large field the first are tried on
some of its boards.  All sessions of an event are scored alike.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from operator import attrgetter

from director.boards.paper.imports.official.field import SourceNight
from director.boards.scoring.standings.rows import ranking_to_show
from director.boards.scoring.units import OF_NO_FILE, options_of_game
from director.models.event import Game, Places
from movements import Option
from scoring import (
    Field,
    Preset,
    Ranking,
    ScoringError,
    ScoringMethod,
    find_method,
    methods_for,
    methods_of_files,
    preset_of,
    presets_for,
)

_LATE = ("sit_outs", "sit_out_imps", "round_gain_cap", "percent_from", "total", "ties")
_OF_SECTIONS = "compare"
_MANY = 20_000
_MOST_SETS, _SETS_OF_MANY = 6, 2
"""How many sets that give the same lines are looked at further, and in a large field."""


@dataclass(frozen=True, slots=True)
class MethodMatch:
    """A method with its options, its rankings, and how much of them is official.

    *places* says who is ranked with whom; *lines* of ``all_lines`` are official, *figures* of
    ``all_figures`` totals, percentages and places.
    """

    method: ScoringMethod
    settings: Mapping[str, str]
    places: str
    rankings: tuple[Ranking, ...]
    lines: int
    all_lines: int
    figures: int
    all_figures: int

    @property
    def is_whole(self) -> bool:
        """Whether every figure is official."""
        return (self.lines, self.figures) == (self.all_lines, self.all_figures)

    @property
    def merit(self) -> tuple[int, int]:
        """The quality of the match. Lines count before totals."""
        return self.lines, self.figures

    def rank(self, field: Field) -> Ranking:
        """Return what the method makes of *field*, with the places that people read."""
        return ranking_to_show(self.method.rank(field, self.settings), self.places)


def _others_called(scoring: str) -> Sequence[ScoringMethod]:
    """Return the methods that files call *scoring* beside the one that bears the name."""
    return [method for method in methods_of_files() if method.in_files == scoring != method.key]


class Chooser:
    """Tries methods and options on *nights* until the official figures come out.

    *given* options are kept as they are; *game* decides those that follow from it.
    """

    def __init__(
        self, nights: Sequence[SourceNight], given: Mapping[str, str], game: str = "bridge"
    ) -> None:
        self._officials = [night.official for night in nights]
        self._given, self._game = given, game
        self._fields = [night.field for night in nights]
        self._samples = _samples(self._fields)
        self._is_divided = any(night.of.scoring_field.is_divided for night in nights)

    def choose(self, scoring: str, *, is_fixed: bool = False) -> MethodMatch:
        """Return the best match for the file's *scoring*, of that method only if *is_fixed*.

        The first is the one that directors expect; another must give more lines, or as many and
        more totals.

        :raises ScoringError: if an option is none of the method, or the results cannot be scored so
        """
        best = self._best(find_method(scoring))
        others = () if is_fixed or best.lines == best.all_lines else self._others(scoring)
        for method in others:
            other = self._try_other(method)
            best = other if other and other.merit > best.merit else best
        return best

    def _others(self, scoring: str) -> Sequence[ScoringMethod]:
        """Return the other methods to try."""
        if self._game == Game.BRIDGE:
            return _others_called(scoring)
        return methods_for(self._game)

    def choose_again(self, choice: MethodMatch, fields: Sequence[Field]) -> MethodMatch:
        """Return *choice* for *fields* with rulings."""
        usual = self.usual(choice.method)
        late = {name: usual[name] for name in _LATE if name in usual}
        self._fields = list(fields)
        return self._with_late(self._made(choice.method, {**choice.settings, **late}))

    def usual(self, method: ScoringMethod) -> dict[str, str]:
        """Return the options by which *method* is tried first."""
        return method.settings(
            {**dict(method.file_habits), **self._given, **options_of_game(method, self._game)}
        )

    def _try_other(self, method: ScoringMethod) -> MethodMatch | None:
        try:
            return self._best(method)
        except ScoringError:  # an option that was given, or a ruling, is none of this method
            return None

    def _best(self, method: ScoringMethod) -> MethodMatch:
        usual = self._made(method, self.usual(method))
        if usual.lines == usual.all_lines:
            usual = self._with_late(usual)
        if usual.is_whole:
            return usual
        best = self._with_presets(usual)
        if best.is_whole:
            return best
        for settings in self._line_sets(method):
            best = max(best, self._with_late(self._made(method, settings)), key=_merit)
            if best.is_whole:
                break
        return best

    def _with_presets(self, usual: MethodMatch) -> MethodMatch:
        """Return *usual*, or a program's preset that matches better."""
        best, is_large = self._with_late(usual), self._samples is not self._fields
        fewest = self._wrong_of_samples(usual.method, usual.settings) if is_large else 0
        for preset in presets_for(usual.method):
            settings = {
                **usual.settings,
                **preset.settings(usual.method),
                **self._kept(usual.method),
            }
            if settings == usual.settings:
                continue
            if not is_large or self._wrong_of_samples(usual.method, settings) <= fewest:
                best = max(
                    best,
                    self._with_late(self._made(usual.method, settings), of_preset=True),
                    key=_merit,
                )
            if best.is_whole:
                break
        return best

    def _kept(self, method: ScoringMethod) -> dict[str, str]:
        """Return the options that stay as they were given, or follow from the game."""
        return {**self._given, **options_of_game(method, self._game)}

    def _wrong_of_samples(self, method: ScoringMethod, settings: Mapping[str, str]) -> int:
        return self._wrong([method.rank(sample, settings) for sample in self._samples])

    def _with_late(self, choice: MethodMatch, *, of_preset: bool = False) -> MethodMatch:
        """Return *choice* with the best options of totals and places."""
        if self._is_divided and not choice.is_whole:
            by_section = self._made(choice.method, choice.settings, Places.SECTION)
            choice = max(choice, by_section, key=_merit)
        for name in _LATE[-1:] if of_preset else _LATE:
            if choice.is_whole or not any(_matters(name, ranking) for ranking in choice.rankings):
                continue
            others = self._choices(choice.method, name)[1:]
            tried = [
                self._made(choice.method, {**choice.settings, name: value}, choice.places)
                for value in others
            ]
            choice = max((choice, *tried), key=_merit)
        return choice

    def _line_sets(self, method: ScoringMethod) -> list[dict[str, str]]:
        """Return the sets of options that match most lines, the usual ones first."""
        usual = self.usual(method)
        tried: list[tuple[int, int, dict[str, str]]] = []
        for settings in self._sets(method, usual):
            wrong = self._wrong_of_samples(method, settings)
            changes = sum(settings[name] != usual[name] for name in settings)
            tried.append((wrong, changes, settings))
        fewest = min(wrong for wrong, _changes, _settings in tried)
        equal = sorted(
            (attempt for attempt in tried if attempt[0] == fewest), key=lambda attempt: attempt[1]
        )
        most = _MOST_SETS if self._samples is self._fields else _SETS_OF_MANY
        return [settings for _wrong, _changes, settings in equal[:most]]

    def _sets(self, method: ScoringMethod, usual: Mapping[str, str]) -> Iterator[dict[str, str]]:
        named = (option for option in method.options if not option.is_rare)
        names = [option.name for option in named if option.name not in (*_LATE, *OF_NO_FILE)]
        for choices in product(*(self._choices(method, name) for name in names)):
            yield {**usual, **dict(zip(names, choices, strict=True))}
        for rare in (
            option.name for option in method.options if option.is_rare and option.name not in _LATE
        ):
            yield from ({**usual, rare: choice} for choice in self._choices(method, rare)[1:])

    def _choices(self, method: ScoringMethod, name: str) -> Sequence[str]:
        """Return the choices of an option that may be tried."""
        option = next((option for option in method.options if option.name == name), None)
        if option is None:
            return ()
        usual = self.usual(method)[name]
        is_fixed = name in self._given or name in options_of_game(method, self._game)
        if is_fixed or (name == _OF_SECTIONS and not self._is_divided):
            return (usual,)
        return (usual, *(choice for choice in option.choices if choice != usual))

    def _made(
        self, method: ScoringMethod, settings: Mapping[str, str], places: str = Places.FIELD
    ) -> MethodMatch:
        rankings = tuple(
            ranking_to_show(method.rank(field, settings), places) for field in self._fields
        )
        wrong = self._wrong(rankings)
        both = [
            official.pair_faults(ranking)
            for official, ranking in zip(self._officials, rankings, strict=True)
        ]
        figures = self._all_figures - sum(both)
        return MethodMatch(
            method,
            settings,
            places,
            rankings,
            self._all_lines - wrong,
            self._all_lines,
            figures,
            self._all_figures,
        )

    def _wrong(self, rankings: Iterable[Ranking]) -> int:
        """Return in how many lines *rankings*, one a session, differ from the official ones."""
        return sum(
            1
            for official, ranking in zip(self._officials, rankings, strict=True)
            for _ in official.line_differences(ranking)
        )

    @cached_property
    def _all_lines(self) -> int:
        lines = (both for official in self._officials for both in official.lines.values())
        return sum(any(figure is not None for figure in both) for both in lines)

    @cached_property
    def _all_figures(self) -> int:
        return sum(pair.count for official in self._officials for pair in official.pairs.values())


def _merit(choice: MethodMatch) -> tuple[int, int]:
    return choice.merit


def _matters(name: str, ranking: Ranking) -> bool:
    """Return whether an option of totals or places could change *ranking*."""
    if name == "ties":
        return any(standing.is_tied for standing in ranking.standings)
    if name not in ("sit_outs", "sit_out_imps"):
        return True
    return len({(standing.direction, standing.boards) for standing in ranking.standings}) > len(
        {standing.direction for standing in ranking.standings}
    )


def choice_words(choice: MethodMatch, usual: Mapping[str, str]) -> str:
    """Return the scoring in words: the method, and options that aren't *usual*."""
    named = {option.name: option for option in choice.method.options}
    differing = {
        name: value
        for name, value in choice.settings.items()
        if value != usual.get(name, named[name].default)
    }
    chosen = [
        f"{option_name(named[name])} {choice_name(value)}" for name, value in differing.items()
    ]
    preset = preset_of(choice.method, choice.settings)
    if preset and differing.keys() & preset.settings(choice.method).keys():
        chosen.append(preset_words(preset))
    if choice.places == Places.SECTION:
        chosen.append("places within each section")
    return ", ".join((choice.method.name, *chosen))


def preset_words(preset: Preset) -> str:
    """Return whose habits a preset is: ``"as Compscore does"``."""
    return f"as {preset.program} {'do' if ' and ' in preset.program else 'does'}"


def option_name(option: Option) -> str:
    """Return what an option is called among other words."""
    return option.name.replace("_", " ")


def choice_name(value: str) -> str:
    """Return what a choice of an option is called."""
    return value.replace("-", " ")


def _samples(fields: list[Field]) -> list[Field]:
    """Return *fields* themselves, or if they are large a part of each."""
    lines = sum(len(board.lines) for field in fields for board in field.boards)
    if lines <= _MANY:
        return fields
    return [_sample(field, Fraction(_MANY, lines)) for field in fields]


def _sample(field: Field, share: Fraction) -> Field:
    """Return a *share* of the boards of *field*, with the fullest one."""
    if not field.boards:
        return field
    fullest = max(field.boards, key=attrgetter("results"))
    count = max(2, int(share * len(field.boards)))
    spread = field.boards[:: max(1, len(field.boards) // count)]
    boards = [board for board in field.boards if board is fullest or board in spread[:count]]
    return replace(field, boards=tuple(boards), credits=())
