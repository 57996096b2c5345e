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

from director.additions.imports.formats.source.matches import SCORES
from director.additions.imports.official.field import (
    ImportedSession,
    find_factor,
    find_match_result,
    iter_matches,
    make_imported_session,
    with_factor,
)
from director.additions.imports.official.figures import (
    NO_DIFFERENCES,
    FigureDifferences,
    LineDifference,
    LineKey,
    MatchDifference,
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
    list_credits,
    list_found_rulings,
    with_credits,
    with_rulings,
)
from director.additions.imports.store.sections import SourceSession
from director.boards.contests import CONTESTS
from director.formats.errors import Doubt
from director.models.event import RankingScope
from scoring.method import SCALE_OPTION_NAME
from scoring.model import DueMatch, Field, Ranking
from scoring.presets import Preset
from scoring.registry import get_method

_ADJUSTMENT_CODE = "doubt-adjustment"
_ASSUMPTION_TEXTS = {
    "doubt-no-scoring": "The file has no scoring method",
    "doubt-vague-scoring": "The file has only “{given}” as scoring method",
}
"""What a file says of its method, by the code of the doubt of its reader."""


@dataclass(frozen=True, slots=True)
class OfficialSession:
    """A session ready to be stored, with rulings and differences.

    *percent_points_by_key* are the official points of lines for which the file has percentages.
    *reported_matches* are those without boards, with the keys of the scored field.
    *rescored_match_count* counts those whose victory points aren't what their IMPs give here.
    """

    imported_session: ImportedSession
    found_rulings: tuple[FoundRuling, ...]
    credits: tuple[PairCredit, ...]
    differences: FigureDifferences
    percent_points_by_key: Mapping[LineKey, OfficialLineFigures] = field(default_factory=dict)
    reported_matches: tuple[DueMatch, ...] = ()
    rescored_match_count: int = 0


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
        matches: list[MatchDifference] = []
        for session in self.sessions:
            pairs += session.differences.pairs
            lines += session.differences.lines
            matches += session.differences.matches
        return FigureDifferences(tuple(pairs), tuple(lines), tuple(matches))


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
    ranking_scope: str = "",
    is_fixed: bool = False,
    is_own_file: bool = False,
) -> OfficialEvent:
    """Score *source_sessions* by *scoring* and *options*. Return the event ready to be stored.

    *ranking_scope* say which pairs are ranked together, if the file does. *doubts* are those of the file's
    reader. If *is_fixed*, no other method is tried. If a doubt says that the file names no method,
    every method is tried. With *is_own_file* this program wrote the file, so that nothing but penalties
    and carry-over can change its totals.

    :raises ScoringError: if the method has no such option, or the results cannot be scored
    """
    assumption = next((doubt for doubt in doubts if doubt.code in _ASSUMPTION_TEXTS), None)
    match, factor = _find_match_and_factor(
        source_sessions,
        scoring,
        options,
        ranking_scope,
        is_fixed=is_fixed,
        is_assumed=assumption is not None,
    )
    choice, sessions = _settle_rulings(match, is_own_file=is_own_file)
    settled_pairs: set[tuple[str, object]] = set()
    for session in sessions:
        settled_pairs.update(_iter_settled_pairs(session))
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
    notes = (
        *method_notes,
        *_make_factor_notes(factor),
        *_make_scale_notes(choice, options),
        *_make_match_notes(event),
        *_make_ruling_notes(event),
    )
    return replace(event, notes=notes)


def _find_match_and_factor(
    source_sessions: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    ranking_scope: str,
    *,
    is_fixed: bool,
    is_assumed: bool,
) -> tuple[_BestMatch, Decimal | None]:
    """Return the best match, and the factor of its points if the file counts in another unit."""
    find_match = partial(
        _choose_best_match,
        scoring=scoring,
        options=options,
        ranking_scope=ranking_scope,
        is_fixed=is_fixed,
        is_assumed=is_assumed,
    )
    match = find_match(source_sessions)
    # Where most lines match, the unit is right.
    choice = match.choice
    if choice.matching_line_count * 2 >= choice.line_count:
        return match, None
    factor = find_factor(match.imported_sessions, choice.rankings)
    if factor:
        scaled_match = find_match(with_factor(source_sessions, factor))
        if scaled_match.choice.rank_key > choice.rank_key:
            return scaled_match, factor
    return match, None


def _settle_rulings(
    match: _BestMatch, *, is_own_file: bool
) -> tuple[MethodMatch, tuple[OfficialSession, ...]]:
    """Return the choice and the sessions, with the rulings that their official figures show."""
    imported_sessions, chooser, choice = match
    rulings_by_session = [
        _infer_rulings(choice, imported_session, ranking)
        for imported_session, ranking in zip(imported_sessions, choice.rankings, strict=True)
    ]
    if any(rulings_by_session):
        fields = [
            with_rulings(imported_session.field, rulings)
            for imported_session, rulings in zip(imported_sessions, rulings_by_session, strict=True)
        ]
        # Rulings change totals, and with them which options of totals match best.
        choice = chooser.choose_match_again(choice, fields)
    parts = zip(imported_sessions, rulings_by_session, choice.rankings, strict=True)
    sessions = tuple(
        _make_official_session(choice, imported_session, rulings, ranking, is_own_file=is_own_file)
        for imported_session, rulings, ranking in parts
    )
    return choice, sessions


def _choose_best_match(
    source_sessions: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    ranking_scope: str,
    *,
    is_fixed: bool,
    is_assumed: bool,
) -> _BestMatch:
    """Return the sessions, their chooser, and the best match of method and options."""
    has_own_average = get_method(scoring).has_own_average
    imported_sessions = [
        make_imported_session(source_session, has_own_average=has_own_average)
        for source_session in source_sessions
    ]
    readings = [imported_sessions]
    # A file does not say whether its averages were flat or the pair's own, so both are tried.
    if has_own_average and any(map(_has_own_average, imported_sessions)):
        flat_sessions = [
            make_imported_session(source_session, has_own_average=False)
            for source_session in source_sessions
        ]
        readings.append(flat_sessions)
    game = source_sessions[0].scoring_field.event.game
    attempts = []
    for sessions_read in readings:
        chooser = MethodChooser(sessions_read, options, game, ranking_scope)
        choice = chooser.choose_match(scoring, is_fixed=is_fixed, is_assumed=is_assumed)
        attempts.append(_BestMatch(sessions_read, chooser, choice))
    return max(attempts, key=lambda attempt: attempt.choice.rank_key)


def _is_settled(doubt: Doubt, settled_pairs: set[tuple[str, object]]) -> bool:
    if doubt.code != _ADJUSTMENT_CODE:
        return False
    return (doubt.location, doubt.params["pair"]) in settled_pairs


def _has_own_average(imported_session: ImportedSession) -> bool:
    return any(
        entry.artificial is not None and entry.artificial.has_own_average
        for entry in imported_session.entries_by_line.values()
    )


def _infer_rulings(
    choice: MethodMatch, imported_session: ImportedSession, ranking: Ranking
) -> tuple[FoundRuling, ...]:
    # Points that were moved by hand are found for pairs only, whose lines they belong to.
    contest = CONTESTS[imported_session.source_session.scoring_field.event.contest]
    if choice.is_exact or not contest.is_whole_side:
        return ()
    return tuple(list_found_rulings(choice, ranking, imported_session))


def _make_official_session(
    choice: MethodMatch,
    imported_session: ImportedSession,
    rulings: tuple[FoundRuling, ...],
    ranking: Ranking,
    *,
    is_own_file: bool,
) -> OfficialSession:
    """Return a session with its rulings and differences, as *choice* ranks it."""
    if choice.is_exact:
        percent_points = imported_session.official_figures.compute_percent_points_by_key(ranking)
        return OfficialSession(
            imported_session,
            rulings,
            (),
            NO_DIFFERENCES,
            percent_points,
            _list_reported_matches(imported_session.field),
        )
    adjustments_by_pair = {}
    for section, source_section in imported_session.source_session.sections:
        for pair in source_section.pairs:
            if pair.adjustment:
                adjustments_by_pair[imported_session.source_session.get_pair_key(section, pair)] = (
                    pair.adjustment
                )
    field = imported_session.field
    if rulings:
        field = with_rulings(field, rulings)
    matches = make_officially_scored_matches(imported_session, choice, ranking)
    rescored_match_count = len(set(matches) - set(field.matches))
    if rescored_match_count:
        field = replace(field, matches=matches)
        ranking = choice.rank(field, imported_session.partners)
    credits = tuple(
        list_credits(
            choice,
            ranking,
            field,
            imported_session.official_figures,
            adjustments_by_pair,
            imported_session.partners,
            is_own_file=is_own_file,
        )
    )
    if credits:
        ranking = choice.rank(with_credits(field, credits), imported_session.partners)
    differences = imported_session.official_figures.compute_differences(ranking)
    percent_points = imported_session.official_figures.compute_percent_points_by_key(ranking)
    return OfficialSession(
        imported_session,
        rulings,
        credits,
        differences,
        percent_points,
        _list_reported_matches(field),
        rescored_match_count,
    )


def make_officially_scored_matches(
    imported_session: ImportedSession, choice: MethodMatch, ranking: Ranking
) -> tuple[DueMatch, ...]:
    """Return the matches of the field, those without boards by their official victory points.

    A match whose points of boards give the official ones here keeps those points.
    """
    due_matches = imported_session.field.matches
    units = choice.method.list_reported_units(choice.settings_by_name)
    if SCORES not in units:
        return due_matches
    differing_keys = {
        difference.key
        for difference in imported_session.official_figures.iter_match_differences(ranking)
    }
    results_by_key = {}
    for _section, key, match in iter_matches(imported_session.source_session):
        result = find_match_result(match, is_by_score=True)
        if key in differing_keys and result:
            results_by_key[key] = result
    scored_matches = []
    for due_match in due_matches:
        key = due_match.round_no, due_match.home, due_match.away
        if due_match.reported_result and key in results_by_key:
            scored_matches.append(replace(due_match, reported_result=results_by_key[key]))
        else:
            scored_matches.append(due_match)
    return tuple(scored_matches)


def _list_reported_matches(field: Field) -> tuple[DueMatch, ...]:
    return tuple(match for match in field.matches if match.reported_result)


def _iter_settled_pairs(session: OfficialSession) -> Iterator[tuple[str, object]]:
    """Yield the place and number, as in doubts, of pairs whose totals match now."""
    credited_pairs = {credit.key for credit in session.credits}
    source_session = session.imported_session.source_session
    for section, source_section in source_session.sections:
        for pair in source_section.pairs:
            if source_session.get_pair_key(section, pair) in credited_pairs:
                # Not every reader of files names the section in its doubts.
                yield from ((source_section.location, pair.number_text), ("", pair.number_text))


def _make_method_doubt(assumption: Doubt, choice: MethodMatch) -> Doubt:
    """Return what to check of a method that the file doesn't name."""
    assumption_text = _ASSUMPTION_TEXTS[assumption.code].format(**assumption.params)
    name = choice.method.name_in_sentence
    if not choice.has_figures:
        return Doubt(
            "doubt-scoring-taken",
            "{known} and no points to compare with, so {taken} is used. Choose another method if "
            "that’s wrong.",
            known=assumption_text,
            taken=name,
        )
    if not (
        choice.matching_line_count or choice.matching_match_count or choice.matching_figure_count
    ):
        return Doubt(
            "doubt-scoring-none",
            "{known}, and its points match by no method. {taken} is used. Choose another method if "
            "that’s wrong.",
            known=assumption_text,
            taken=f"{name[:1].upper()}{name[1:]}",
        )
    matches_text = _describe_matches(choice)
    return Doubt(
        "doubt-scoring-closest",
        "{known}. By {taken}, {matches} match, the most of all methods. Choose another method "
        "if that’s wrong.",
        known=assumption_text,
        taken=name,
        matches=matches_text,
    )


def _make_method_notes(
    event: OfficialEvent, chooser: MethodChooser, assumption: Doubt | None
) -> Iterator[str]:
    choice = event.choice
    default_settings = choice.method.complete_settings(dict(choice.method.common_file_options))
    is_default = (
        choice.settings_by_name == default_settings and choice.ranking_scope == RankingScope.FIELD
    )
    is_named_method = is_default and choice.method.key == choice.method.name_in_files
    preset: Preset | None = None
    if choice.has_figures:
        preset = chooser.find_only_preset(choice)
    if assumption:
        assumption_text = _ASSUMPTION_TEXTS[assumption.code].format(**assumption.params)
        description = describe_choice(choice, default_settings, preset)
        yield f"{assumption_text}. Scored by {description}: {_describe_matches(choice)} then match the file."
    elif not is_named_method:
        matches_text = _describe_matches(choice)
        matches_part = f": {matches_text} then match the file" if matches_text else ""
        yield f"Scored by {describe_choice(choice, default_settings, preset)}{matches_part}."
    elif choice.is_exact and choice.line_count and not (event.found_rulings or event.credits):
        program_part = f" {describe_preset(preset)}" if preset else ""
        yield f"Scored by {choice.method.name_in_sentence}{program_part}. Every figure agrees with the file."
    elif choice.has_figures and event.differences:
        matches_text = _describe_matches(choice)
        yield f"Scored by {choice.method.name_in_sentence}: {matches_text} match the file."


def _make_factor_notes(factor: Decimal | None) -> Iterator[str]:
    if factor:
        times = f"{factor.normalize():f}"
        yield f"The file counts points in another unit, so they were multiplied by {times} here."


def _make_scale_notes(choice: MethodMatch, options: Mapping[str, str]) -> Iterator[str]:
    if choice.settings_by_name.get(SCALE_OPTION_NAME) == "own" and SCALE_OPTION_NAME not in options:
        yield (
            "The scale of victory points was found from the matches. A margin that none of them had gets what the "
            "next smaller one gets."
        )


def _make_match_notes(event: OfficialEvent) -> Iterator[str]:
    count = sum(session.rescored_match_count for session in event.sessions)
    if count == 1:
        yield "1 match has other victory points than its IMPs give here, so the file’s are used."
    elif count:
        yield f"{count} matches have other victory points than their IMPs give here, so the file’s are used."


def _make_ruling_notes(event: OfficialEvent) -> Iterator[str]:
    rulings, credits = event.found_rulings, event.credits
    if rulings:
        results_text = "1 result was" if len(rulings) == 1 else f"{len(rulings)} results were"
        yield f"{results_text} ruled on elsewhere, so the official points are used. See Rulings."
    sit_out_count = sum(credit.is_for_sit_outs for credit in credits)
    if sit_out_count:
        totals_text = "1 total has" if sit_out_count == 1 else f"{sit_out_count} totals have"
        yield f"{totals_text} points for sitting out, which are stored as a carry-over."
    changed_count = len(credits) - sit_out_count
    if changed_count:
        totals_text = "1 total was" if changed_count == 1 else f"{changed_count} totals were"
        yield f"{totals_text} changed elsewhere, so the official total is used, as a penalty or carry-over."
    if (rulings or credits) and not event.differences:
        yield "With that, every total, place and result matches the file."


def _describe_matches(choice: MethodMatch) -> str:
    """Return how many of the file's figures match, of each kind that it has."""
    counts = list(_iter_match_counts(choice))
    if len(counts) < 3:
        return " and ".join(counts)
    return f"{', '.join(counts[:-1])} and {counts[-1]}"


def _iter_match_counts(choice: MethodMatch) -> Iterator[str]:
    if choice.line_count:
        yield _format_count_of_total(choice.matching_line_count, choice.line_count, "results")
    if choice.match_count:
        yield _format_count_of_total(choice.matching_match_count, choice.match_count, "matches")
    if choice.figure_count:
        yield _format_count_of_total(
            choice.matching_figure_count, choice.figure_count, "totals, percentages and places"
        )


def _format_count_of_total(count: int, total: int, noun: str) -> str:
    if count == total:
        return f"all {total} {noun}"
    return f"{count} of {total} {noun}"
