"""Score an imported event, with the rulings and differences that its official figures show.

First the method and options are chosen that give most of the official figures (``options``). Then
lines and totals that a director changed by hand become rulings and credits (``rulings``). The
remaining figures are differences. Nothing is stored here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from director.additions.imports.official.field import (
    ImportedSession,
    build_imported_session,
    find_factor,
    with_factor,
)
from director.additions.imports.official.figures import (
    NO_DIFFERENCES,
    FigureDifferences,
    LineDifference,
    LineKey,
    OfficialLineFigures,
    PairDifference,
)
from director.additions.imports.official.options import (
    MethodChooser,
    MethodMatch,
    describe_choice,
    describe_preset,
)
from director.additions.imports.official.rulings import (
    FoundRuling,
    PairCredit,
    find_credits,
    find_ruled,
    with_credits,
    with_ruled,
)
from director.additions.imports.store.sections import SourceSession
from director.boards.contests import CONTESTS
from director.formats.errors import Doubt
from director.models.event import RankingScope
from scoring.model import Ranking
from scoring.presets import Preset
from scoring.registry import find_method

_ADJUSTMENT_CODE = "doubt-adjustment"
_ASSUMPTIONS = {
    "doubt-no-scoring": "The file has no scoring method",
    "doubt-vague-scoring": "The file has only “{given}” as scoring method",
}
"""What a file says of its method, by the code of the doubt of its reader."""


@dataclass(frozen=True, slots=True)
class OfficialSession:
    """A session ready to be stored, with rulings and differences.

    *points_of_percents* are the official points of lines for which the file has percentages.
    """

    imported_session: ImportedSession
    found_rulings: tuple[FoundRuling, ...]
    credits: tuple[PairCredit, ...]
    differences: FigureDifferences
    points_of_percents: Mapping[LineKey, OfficialLineFigures] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfficialEvent:
    """An event ready to be stored, with open *doubts* and *notes*."""

    sessions: tuple[OfficialSession, ...]
    choice: MethodMatch
    doubts: tuple[Doubt, ...]
    notes: tuple[str, ...] = ()

    @property
    def found_rulings(self) -> tuple[FoundRuling, ...]:
        """The ruled lines of all sessions."""
        return tuple(ruled for session in self.sessions for ruled in session.found_rulings)

    @property
    def credits(self) -> tuple[PairCredit, ...]:
        """The points added to or taken from totals in all sessions."""
        return tuple(credit for session in self.sessions for credit in session.credits)

    @property
    def differences(self) -> FigureDifferences:
        """The remaining differences of all sessions."""
        pairs: list[PairDifference] = []
        lines: list[LineDifference] = []
        for session in self.sessions:
            pairs += session.differences.pairs
            lines += session.differences.lines
        return FigureDifferences(tuple(pairs), tuple(lines))


class _BestMatch(NamedTuple):
    """The sessions of a file, their chooser, and the method that gives most of their figures."""

    imported_sessions: list[ImportedSession]
    chooser: MethodChooser
    choice: MethodMatch


def score_official_event(
    source_sessions: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    *,
    doubts: Sequence[Doubt] = (),
    places: str = "",
    is_fixed: bool = False,
    is_own: bool = False,
) -> OfficialEvent:
    """Score *source_sessions* by *scoring* and *options*. Return the event ready to be stored.

    *places* say which pairs are ranked together, if the file does. *doubts* are those of the file's
    reader. If *is_fixed*, no other method is tried. If a doubt says that the file names no method,
    every method is tried. With *is_own* this program wrote the file, so that nothing but penalties
    and carry-over can change its totals.

    :raises ScoringError: if the method has no such option, or the results cannot be scored
    """
    assumption = next((doubt for doubt in doubts if doubt.code in _ASSUMPTIONS), None)
    match, factor = _find_match_and_factor(
        source_sessions,
        scoring,
        options,
        places,
        is_fixed=is_fixed,
        is_assumed=assumption is not None,
    )
    choice, sessions = _settle_figures(match, is_own=is_own)
    settled_pairs: set[tuple[str, object]] = set()
    for session in sessions:
        settled_pairs.update(_list_settled_pairs(session))
    open_doubts = tuple(
        doubt
        for doubt in doubts
        if doubt is not assumption and not _is_settled(doubt, settled_pairs)
    )
    event = OfficialEvent(sessions, choice, open_doubts)
    if is_fixed:
        # The director has chosen the method, so nothing is assumed.
        assumption = None
    method_notes: Iterable[str]
    if assumption and (event.differences or not choice.has_figures):
        event = replace(event, doubts=(_make_method_doubt(assumption, choice), *open_doubts))
        method_notes = ()
    else:
        method_notes = _make_method_notes(event, match.chooser, assumption)
    notes = (*method_notes, *_make_factor_notes(factor), *_make_ruling_notes(event))
    return replace(event, notes=notes)


def _find_match_and_factor(
    source_sessions: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    places: str,
    *,
    is_fixed: bool,
    is_assumed: bool,
) -> tuple[_BestMatch, Decimal | None]:
    """Return the best match, and the factor of its points if the file counts in another unit."""
    find_match = partial(
        _find_best_match,
        scoring=scoring,
        options=options,
        places=places,
        is_fixed=is_fixed,
        is_assumed=is_assumed,
    )
    match = find_match(source_sessions)
    # Where most lines match, the unit is right.
    if match.choice.matching_lines * 2 >= match.choice.line_count:
        return match, None
    factor = find_factor(match.imported_sessions, match.choice.rankings)
    if factor:
        scaled = find_match(with_factor(source_sessions, factor))
        if scaled.choice.rank_key > match.choice.rank_key:
            return scaled, factor
    return match, None


def _settle_figures(
    match: _BestMatch, *, is_own: bool
) -> tuple[MethodMatch, tuple[OfficialSession, ...]]:
    """Return the choice and the sessions, with the rulings that their official figures show."""
    imported_sessions, chooser, choice = match
    ruled_by_session = [
        _infer_rulings(choice, imported, ranking)
        for imported, ranking in zip(imported_sessions, choice.rankings, strict=True)
    ]
    if any(ruled_by_session):
        fields = [
            with_ruled(imported.field, ruled)
            for imported, ruled in zip(imported_sessions, ruled_by_session, strict=True)
        ]
        # Rulings change totals, and with them which options of totals match best.
        choice = chooser.choose_again(choice, fields)
    parts = zip(imported_sessions, ruled_by_session, choice.rankings, strict=True)
    sessions = tuple(
        _build_official_session(choice, imported, ruled, ranking, is_own=is_own)
        for imported, ruled, ranking in parts
    )
    return choice, sessions


def _find_best_match(
    source_sessions: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    places: str,
    *,
    is_fixed: bool,
    is_assumed: bool,
) -> _BestMatch:
    """Return the sessions, their chooser, and the best match of method and options."""
    has_own_average = find_method(scoring).has_own_average
    imported_sessions = [
        build_imported_session(source_session, has_own_average=has_own_average)
        for source_session in source_sessions
    ]
    readings = [imported_sessions]
    # A file does not say whether its averages were flat or the pair's own, so both are tried.
    if has_own_average and any(map(_has_own_average, imported_sessions)):
        flat_sessions = [
            build_imported_session(source_session, has_own_average=False)
            for source_session in source_sessions
        ]
        readings.append(flat_sessions)
    game = source_sessions[0].scoring_field.event.game
    attempts = []
    for reading in readings:
        chooser = MethodChooser(reading, options, game, places)
        choice = chooser.choose(scoring, is_fixed=is_fixed, is_assumed=is_assumed)
        attempts.append(_BestMatch(reading, chooser, choice))
    return max(attempts, key=lambda attempt: attempt.choice.rank_key)


def _is_settled(doubt: Doubt, settled_pairs: set[tuple[str, object]]) -> bool:
    if doubt.code != _ADJUSTMENT_CODE:
        return False
    return (doubt.place, doubt.params["pair"]) in settled_pairs


def _has_own_average(imported: ImportedSession) -> bool:
    return any(
        entry.artificial is not None and entry.artificial.is_own
        for entry in imported.entries.values()
    )


def _infer_rulings(
    choice: MethodMatch, imported: ImportedSession, ranking: Ranking
) -> tuple[FoundRuling, ...]:
    # Points that were moved by hand are found for pairs only, whose lines they belong to.
    contest = CONTESTS[imported.source_session.scoring_field.event.contest]
    if choice.is_exact or not contest.is_whole_side:
        return ()
    return tuple(find_ruled(choice, ranking, imported))


def _build_official_session(
    choice: MethodMatch,
    imported: ImportedSession,
    ruled: tuple[FoundRuling, ...],
    ranking: Ranking,
    *,
    is_own: bool,
) -> OfficialSession:
    """Return a session with its rulings and differences, as *choice* ranks it."""
    if choice.is_exact:
        points = imported.official.points_of_percents(ranking)
        return OfficialSession(imported, ruled, (), NO_DIFFERENCES, points)
    adjustments = {}
    for section, source in imported.source_session.sections:
        for pair in source.pairs:
            if pair.adjustment:
                adjustments[imported.source_session.get_pair_key(section, pair)] = pair.adjustment
    field = imported.field
    if ruled:
        field = with_ruled(field, ruled)
    credits = tuple(
        find_credits(
            choice,
            ranking,
            field,
            imported.official,
            adjustments,
            imported.partners,
            is_own=is_own,
        )
    )
    if credits:
        ranking = choice.rank(with_credits(field, credits), imported.partners)
    differences = imported.official.differences(ranking)
    points = imported.official.points_of_percents(ranking)
    return OfficialSession(imported, ruled, credits, differences, points)


def _list_settled_pairs(session: OfficialSession) -> Iterator[tuple[str, object]]:
    """Yield the place and number, as in doubts, of pairs whose totals match now."""
    credited_pairs = {credit.key for credit in session.credits}
    source_session = session.imported_session.source_session
    for section, source in source_session.sections:
        for pair in source.pairs:
            if source_session.get_pair_key(section, pair) in credited_pairs:
                # Not every reader of files names the section in its doubts.
                yield from ((source.place, pair.number_text), ("", pair.number_text))


def _make_method_doubt(assumption: Doubt, choice: MethodMatch) -> Doubt:
    """Return what to check of a method that the file doesn't name."""
    known = _ASSUMPTIONS[assumption.code].format(**assumption.params)
    name = choice.method.in_sentence
    if not choice.has_figures:
        return Doubt(
            "doubt-scoring-taken",
            "{known} and no points to compare with, so {taken} is used. Choose another method if "
            "that’s wrong.",
            known=known,
            taken=name,
        )
    matches = " and ".join(_describe_matches(choice))
    return Doubt(
        "doubt-scoring-closest",
        "{known}. By {taken}, {matches} match, the most of all methods. Choose another method "
        "if that’s wrong.",
        known=known,
        taken=name,
        matches=matches,
    )


def _make_method_notes(
    event: OfficialEvent, chooser: MethodChooser, assumption: Doubt | None
) -> Iterator[str]:
    choice = event.choice
    usual = choice.method.settings(dict(choice.method.usual_file_options))
    is_usual = choice.settings == usual and choice.places == RankingScope.FIELD
    is_as_named = is_usual and choice.method.key == choice.method.name_in_files
    preset: Preset | None = None
    if choice.has_figures:
        preset = chooser.find_only_program(choice)
    if assumption:
        known = _ASSUMPTIONS[assumption.code].format(**assumption.params)
        words = describe_choice(choice, usual, preset)
        yield f"{known}. Scored by {words}: {' and '.join(_describe_matches(choice))} then match the file."
    elif not is_as_named:
        matches = " and ".join(_describe_matches(choice))
        result = f": {matches} then match the file" if matches else ""
        yield f"Scored by {describe_choice(choice, usual, preset)}{result}."
    elif choice.is_exact and choice.line_count and not (event.found_rulings or event.credits):
        program = f" {describe_preset(preset)}" if preset else ""
        yield f"Scored by {choice.method.in_sentence}{program}. Every figure agrees with the file."
    elif choice.has_figures and event.differences:
        matches = " and ".join(_describe_matches(choice))
        yield f"Scored by {choice.method.in_sentence}: {matches} match the file."


def _make_factor_notes(factor: Decimal | None) -> Iterator[str]:
    if factor:
        times = f"{factor.normalize():f}"
        yield f"The file counts points in another unit, so they were multiplied by {times} here."


def _make_ruling_notes(event: OfficialEvent) -> Iterator[str]:
    ruled, credits = event.found_rulings, event.credits
    if ruled:
        lines = "1 result was" if len(ruled) == 1 else f"{len(ruled)} results were"
        yield f"{lines} ruled on elsewhere, so the official points are used. See Rulings."
    if credits:
        totals = "1 total was" if len(credits) == 1 else f"{len(credits)} totals were"
        yield f"{totals} changed elsewhere, so the official total is used, as a penalty or carry-over."
    if (ruled or credits) and not event.differences:
        yield "With that, every total, place and result matches the file."


def _describe_matches(choice: MethodMatch) -> Iterator[str]:
    """Yield how many of the file's figures match, of each kind that it has."""
    if choice.line_count:
        yield _format_count_of_total(choice.matching_lines, choice.line_count, "results")
    if choice.figure_count:
        yield _format_count_of_total(
            choice.matching_figures, choice.figure_count, "totals, percentages and places"
        )


def _format_count_of_total(count: int, total: int, noun: str) -> str:
    if count == total:
        return f"all {total} {noun}"
    return f"{count} of {total} {noun}"
