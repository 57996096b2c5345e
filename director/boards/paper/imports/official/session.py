"""How an imported event is scored here, with rulings and remaining differences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import starmap

from director.boards.paper.imports.official.field import SourceNight, source_night
from director.boards.paper.imports.official.options import (
    Chooser,
    MethodMatch,
    choice_words,
    preset_words,
)
from director.boards.paper.imports.official.rulings import (
    PairCredit,
    Ruled,
    find_credits,
    find_ruled,
    with_credits,
    with_ruled,
)
from director.boards.paper.imports.scoring_fields import SourceSession
from director.boards.scoring.official.figures import NO_DIFFERENCES, Differences
from director.formats.errors import Doubt
from director.models.event import Places
from scoring import Ranking, find_method, preset_of

_ADJUSTMENT = "doubt-adjustment"


@dataclass(frozen=True, slots=True)
class OfficialSession:
    """A session ready to be stored, with rulings and differences."""

    night: SourceNight
    ruled: tuple[Ruled, ...]
    credits: tuple[PairCredit, ...]
    differences: Differences


@dataclass(frozen=True, slots=True)
class OfficialNight:
    """An event ready to be stored, with open *doubts* and *notes*."""

    sessions: tuple[OfficialSession, ...]
    choice: MethodMatch
    doubts: tuple[Doubt, ...]
    notes: tuple[str, ...] = ()

    @property
    def ruled(self) -> tuple[Ruled, ...]:
        """What was ruled on lines of all sessions."""
        return tuple(ruled for session in self.sessions for ruled in session.ruled)

    @property
    def credits(self) -> tuple[PairCredit, ...]:
        """What was given or taken from totals of all sessions."""
        return tuple(credit for session in self.sessions for credit in session.credits)

    @property
    def differences(self) -> Differences:
        """What differs still in any session."""
        each = [session.differences for session in self.sessions]
        pairs = (pair for differences in each for pair in differences.pairs)
        return Differences(
            tuple(pairs), tuple(line for differences in each for line in differences.lines)
        )


def official_night(
    scoring_fields: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    *,
    doubts: Sequence[Doubt] = (),
    is_fixed: bool = False,
) -> OfficialNight:
    """Score *scoring_fields* by *scoring* and *options*. Return the event.

    *doubts* are those of the file's reader.

    :raises ScoringError: if an option is none of the method, or the results cannot be scored
    """
    nights, chooser, choice = _chosen(scoring_fields, scoring, options, is_fixed=is_fixed)
    ruled = [
        _inferred_rulings(choice, night, ranking)
        for night, ranking in zip(nights, choice.rankings, strict=True)
    ]
    if any(ruled):
        fields = [
            with_ruled(night.field, lines) for night, lines in zip(nights, ruled, strict=True)
        ]
        choice = chooser.choose_again(choice, fields)
    sessions = tuple(
        starmap(partial(_session, choice), zip(nights, ruled, choice.rankings, strict=True))
    )
    settled: set[tuple[str, object]] = set()
    for session in sessions:
        settled.update(_settled_pairs(session))
    left = (
        doubt
        for doubt in doubts
        if doubt.code != _ADJUSTMENT or (doubt.place, doubt.params["pair"]) not in settled
    )
    night = OfficialNight(sessions, choice, tuple(left))
    return replace(night, notes=tuple(_notes(night)))


def _chosen(
    scoring_fields: Sequence[SourceSession],
    scoring: str,
    options: Mapping[str, str],
    *,
    is_fixed: bool,
) -> tuple[list[SourceNight], Chooser, MethodMatch]:
    """Return the sessions and the best match of method and options."""
    is_own = find_method(scoring).has_own_average
    readings = [
        [source_night(scoring_field, has_own_average=is_own) for scoring_field in scoring_fields]
    ]
    if is_own and any(_has_own_average(night) for night in readings[0]):
        readings.append(
            [source_night(scoring_field, has_own_average=False) for scoring_field in scoring_fields]
        )
    game = scoring_fields[0].scoring_field.event.game
    choosers = [Chooser(nights, options, game) for nights in readings]
    tried = [
        (nights, chooser, chooser.choose(scoring, is_fixed=is_fixed))
        for nights, chooser in zip(readings, choosers, strict=True)
    ]
    return max(tried, key=lambda attempt: attempt[2].merit)


def _has_own_average(night: SourceNight) -> bool:
    return any(
        entry.artificial is not None and entry.artificial.is_own for entry in night.entries.values()
    )


def _inferred_rulings(
    choice: MethodMatch, night: SourceNight, ranking: Ranking
) -> tuple[Ruled, ...]:
    if choice.is_whole:
        return ()
    return tuple(find_ruled(choice, ranking, night))


def _session(
    choice: MethodMatch, night: SourceNight, ruled: tuple[Ruled, ...], ranking: Ranking
) -> OfficialSession:
    """Return a session with its rulings, as *choice* ranks it."""
    of = night.of
    told = {}
    for section, source in of.sections:
        for pair in source.pairs:
            if pair.adjustment:
                told[of.pair_key(section, pair)] = pair.adjustment
    field = with_ruled(night.field, ruled) if ruled else night.field
    credits = (
        () if choice.is_whole else tuple(find_credits(choice, ranking, field, night.official, told))
    )
    if credits:
        ranking = choice.rank(with_credits(field, credits))
    differences = NO_DIFFERENCES if choice.is_whole else night.official.differences(ranking)
    return OfficialSession(night, ruled, credits, differences)


def _settled_pairs(session: OfficialSession) -> Iterator[tuple[str, object]]:
    """Yield the pairs whose totals match now, as doubts name them."""
    credited = {credit.key for credit in session.credits}
    of = session.night.of
    for section, source in of.sections:
        for pair in source.pairs:
            if of.pair_key(section, pair) in credited:
                yield from ((source.place, pair.number_text), ("", pair.number_text))


def _notes(night: OfficialNight) -> Iterator[str]:
    choice, ruled, credits = night.choice, night.ruled, night.credits
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
    if (ruled or credits) and not night.differences:
        yield "With that, every total, place and result matches the file."


def _matches(choice: MethodMatch) -> Iterator[str]:
    """Yield how many of the file's figures came out."""
    lines = [_share_text(choice.lines, choice.all_lines, "results")] if choice.all_lines else []
    if choice.all_figures:
        totals = [_share_text(choice.figures, choice.all_figures, "totals, percentages and places")]
    else:
        totals = []
    if lines or totals:
        yield f": {' and '.join(lines + totals)} then match the file"


def _share_text(count: int, of_all: int, what: str) -> str:
    if count == of_all:
        return f"all {of_all} {what}"
    return f"{count} of {of_all} {what}"
