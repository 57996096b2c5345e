"""What becomes of a night from a file: how it is scored here, what was ruled by hand, and what differs still."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from director.boards.official.read.figures import Differences, LineKey, OfficialFigures
from director.boards.official.write.credits import PairCredit, find_credits, with_credits
from director.boards.official.write.field import pair_key, source_night
from director.boards.official.write.options import Choice, Chooser, choice_words
from director.boards.official.write.rulings import Ruled, find_ruled, with_ruled
from director.boards.scores.read.line_entry import LineEntry
from director.files.errors import Doubt
from director.files.usebio.model import UsebioEvent

_ADJUSTMENT = "doubt-adjustment"


@dataclass(frozen=True, slots=True)
class OfficialNight:
    """A night ready to be stored; *doubts* of its reader are those that are not settled, *notes* say what was done."""

    entries: Mapping[LineKey, LineEntry]
    official: OfficialFigures
    choice: Choice
    ruled: tuple[Ruled, ...]
    credits: tuple[PairCredit, ...]
    differences: Differences
    doubts: tuple[Doubt, ...]
    notes: tuple[str, ...]


def official_night(
    source: UsebioEvent, scoring: str, options: Mapping[str, str], *, is_fixed: bool = False
) -> OfficialNight:
    """Return what becomes of *source*, scored by the method *scoring* (that one alone if it *is_fixed*) with *options*.

    :raises ScoringError: if an option is none of the method, or the results cannot be scored
    """
    night = source_night(source)
    chooser = Chooser(night.field, night.official, options)
    choice = chooser.choose(scoring, is_fixed=is_fixed)
    ruled = () if choice.is_whole else tuple(find_ruled(choice, night.field, night.entries, night.official))
    field = with_ruled(night.field, ruled) if ruled else night.field
    choice = chooser.choose_again(choice, field) if ruled else choice
    told = {pair_key(pair): pair.adjustment for pair in source.pairs if pair.adjustment}
    credits = () if choice.is_whole else tuple(find_credits(choice, field, night.official, told))
    ranking = choice.ranking
    if ruled or credits:
        ranking = choice.method.rank(with_credits(field, credits), choice.settings)
    differences = night.official.differences(ranking)
    settled = {pair.number_text for pair in source.pairs if pair_key(pair) in {credit.key for credit in credits}}
    return OfficialNight(
        entries=night.entries,
        official=night.official,
        choice=choice,
        ruled=ruled,
        credits=credits,
        differences=differences,
        doubts=tuple(doubt for doubt in source.warnings if not _is_settled(doubt, settled)),
        notes=tuple(_notes(choice, ruled, credits, differences)),
    )


def _is_settled(doubt: Doubt, pairs: set[str]) -> bool:
    return doubt.code == _ADJUSTMENT and doubt.params["pair"] in pairs


def _notes(
    choice: Choice, ruled: tuple[Ruled, ...], credits: tuple[PairCredit, ...], differences: Differences
) -> Iterator[str]:
    usual = choice.method.settings(dict(choice.method.file_habits))
    if choice.settings != usual or choice.method.key != choice.method.in_files:
        lines = _of(choice.lines, choice.all_lines, "lines")
        figures = _of(choice.figures, choice.all_figures, "totals, percentages and places")
        yield f"Scored by {choice_words(choice, usual)}: {lines} and {figures} are then those of the file."
    if ruled:
        lines = "1 line was" if len(ruled) == 1 else f"{len(ruled)} lines were"
        yield f"{lines} ruled by hand elsewhere: the official points are kept. Rulings says which and why."
    if credits:
        totals = "1 total was" if len(credits) == 1 else f"{len(credits)} totals were"
        yield f"{totals} changed by hand elsewhere: the official total is kept, as a penalty or a carry-over."
    if (ruled or credits) and not differences:
        yield "With that every total, place and line is as in the file."


def _of(count: int, of_all: int, what: str) -> str:
    if not of_all:
        return f"no {what}"
    return f"all {of_all} {what}" if count == of_all else f"{count} of {of_all} {what}"
