"""Score an imported event, with the rulings and differences that its official figures show.

First the method and options are chosen that give most of the official figures (``options``). Then
lines and totals that a director changed by hand become rulings and credits (``rulings``). The
remaining figures are differences. Nothing is stored here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from director.boards.paper.imports.official.credits import (
    PairCredit,
    find_credits,
    with_credits,
)
from director.boards.paper.imports.official.field import ImportedSession, imported_session
from director.boards.paper.imports.official.options import (
    Chooser,
    MethodMatch,
    choice_words,
    preset_words,
)
from director.boards.paper.imports.official.rulings import Ruled, find_ruled, with_ruled
from director.boards.paper.imports.sessions import SourceSession
from director.boards.scoring.official.figures import (
    NO_DIFFERENCES,
    Differences,
    LineDifference,
    PairDifference,
)
from director.formats.errors import Doubt
from director.models.event import Places
from scoring import Ranking, find_method, preset_of

_ADJUSTMENT_CODE = "doubt-adjustment"


@dataclass(frozen=True, slots=True)
class OfficialSession:
    """A session ready to be stored, with rulings and differences."""

    imported: ImportedSession
    ruled: tuple[Ruled, ...]
    credits: tuple[PairCredit, ...]
    differences: Differences


@dataclass(frozen=True, slots=True)
class OfficialEvent:
    """An event ready to be stored, with open *doubts* and *notes*."""

    sessions: tuple[OfficialSession, ...]
    choice: MethodMatch
    doubts: tuple[Doubt, ...]
    notes: tuple[str, ...] = ()

    @property
    def ruled(self) -> tuple[Ruled, ...]:
        """The ruled lines of all sessions."""
        return tuple(ruled for session in self.sessions for ruled in session.ruled)

    @property
    def credits(self) -> tuple[PairCredit, ...]:
        """The points added to or taken from totals in all sessions."""
        return tuple(credit for session in self.sessions for credit in session.credits)

    @property
    def differences(self) -> Differences:
        """The remaining differences of all sessions."""
        pairs: list[PairDifference] = []
        lines: list[LineDifference] = []
        for session in self.sessions:
            pairs += session.differences.pairs
            lines += session.differences.lines
        return Differences(tuple(pairs), tuple(lines))


def official_event(
    source_sessions: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    *,
    doubts: Sequence[Doubt] = (),
    is_fixed: bool = False,
) -> OfficialEvent:
    """Score *source_sessions* by *scoring* and *options*. Return the event ready to be stored.

    *doubts* are those of the file's reader. If *is_fixed*, no other method is tried.

    :raises ScoringError: if the method has no such option, or the results cannot be scored
    """
    imported_sessions, chooser, choice = _best_match(
        source_sessions, scoring, options, is_fixed=is_fixed
    )
    ruled_by_session = [
        _inferred_rulings(choice, imported, ranking)
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
        _official_session(choice, imported, ruled, ranking) for imported, ruled, ranking in parts
    )
    settled_pairs: set[tuple[str, object]] = set()
    for session in sessions:
        settled_pairs.update(_settled_pairs(session))
    open_doubts = tuple(doubt for doubt in doubts if not _is_settled(doubt, settled_pairs))
    event = OfficialEvent(sessions, choice, open_doubts)
    return replace(event, notes=tuple(_notes(event)))


def _best_match(
    source_sessions: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    *,
    is_fixed: bool,
) -> tuple[list[ImportedSession], Chooser, MethodMatch]:
    """Return the sessions, their chooser, and the best match of method and options."""
    has_own_average = find_method(scoring).has_own_average
    imported_sessions = [
        imported_session(source_session, has_own_average=has_own_average)
        for source_session in source_sessions
    ]
    readings = [imported_sessions]
    # A file does not say whether its averages were flat or the pair's own, so both are tried.
    if has_own_average and any(map(_has_own_average, imported_sessions)):
        flat_sessions = [
            imported_session(source_session, has_own_average=False)
            for source_session in source_sessions
        ]
        readings.append(flat_sessions)
    game = source_sessions[0].scoring_field.event.game
    attempts = []
    for reading in readings:
        chooser = Chooser(reading, options, game)
        attempts.append((reading, chooser, chooser.choose(scoring, is_fixed=is_fixed)))
    return max(attempts, key=lambda attempt: attempt[2].merit)


def _is_settled(doubt: Doubt, settled_pairs: set[tuple[str, object]]) -> bool:
    if doubt.code != _ADJUSTMENT_CODE:
        return False
    return (doubt.place, doubt.params["pair"]) in settled_pairs


def _has_own_average(imported: ImportedSession) -> bool:
    return any(
        entry.artificial is not None and entry.artificial.is_own
        for entry in imported.entries.values()
    )


def _inferred_rulings(
    choice: MethodMatch, imported: ImportedSession, ranking: Ranking
) -> tuple[Ruled, ...]:
    if choice.is_whole:
        return ()
    return tuple(find_ruled(choice, ranking, imported))


def _official_session(
    choice: MethodMatch, imported: ImportedSession, ruled: tuple[Ruled, ...], ranking: Ranking
) -> OfficialSession:
    """Return a session with its rulings and differences, as *choice* ranks it."""
    if choice.is_whole:
        return OfficialSession(imported, ruled, credits=(), differences=NO_DIFFERENCES)
    adjustments = {}
    for section, source in imported.source_session.sections:
        for pair in source.pairs:
            if pair.adjustment:
                adjustments[imported.source_session.pair_key(section, pair)] = pair.adjustment
    field = imported.field
    if ruled:
        field = with_ruled(field, ruled)
    credits = tuple(find_credits(choice, ranking, field, imported.official, adjustments))
    if credits:
        ranking = choice.rank(with_credits(field, credits))
    return OfficialSession(imported, ruled, credits, imported.official.differences(ranking))


def _settled_pairs(session: OfficialSession) -> Iterator[tuple[str, object]]:
    """Yield the place and number, as in doubts, of pairs whose totals match now."""
    credited_pairs = {credit.key for credit in session.credits}
    source_session = session.imported.source_session
    for section, source in source_session.sections:
        for pair in source.pairs:
            if source_session.pair_key(section, pair) in credited_pairs:
                # Not every reader of files names the section in its doubts.
                yield from ((source.place, pair.number_text), ("", pair.number_text))


def _notes(event: OfficialEvent) -> Iterator[str]:
    choice, ruled, credits = event.choice, event.ruled, event.credits
    usual = choice.method.settings(dict(choice.method.file_habits))
    preset = preset_of(choice.method, choice.settings)
    is_usual = choice.settings == usual and choice.places == Places.FIELD
    if not is_usual or choice.method.key != choice.method.in_files:
        yield f"Scored by {choice_words(choice, usual)}{''.join(_matches(choice))}."
    elif choice.is_whole and choice.all_lines and preset and not (ruled or credits):
        yield f"Scored by {choice.method.in_sentence} {preset_words(preset)}. Every figure agrees with the file."
    if ruled:
        lines = "1 result was" if len(ruled) == 1 else f"{len(ruled)} results were"
        yield f"{lines} ruled on elsewhere, so the official points are used. See Rulings."
    if credits:
        totals = "1 total was" if len(credits) == 1 else f"{len(credits)} totals were"
        yield f"{totals} changed elsewhere, so the official total is used, as a penalty or carry-over."
    if (ruled or credits) and not event.differences:
        yield "With that, every total, place and result matches the file."


def _matches(choice: MethodMatch) -> Iterator[str]:
    """Yield how many of the file's figures match, if it has any."""
    parts = []
    if choice.all_lines:
        parts.append(_count_text(choice.lines, choice.all_lines, "results"))
    if choice.all_figures:
        parts.append(
            _count_text(choice.figures, choice.all_figures, "totals, percentages and places")
        )
    if parts:
        yield f": {' and '.join(parts)} then match the file"


def _count_text(count: int, total: int, noun: str) -> str:
    if count == total:
        return f"all {total} {noun}"
    return f"{count} of {total} {noun}"
