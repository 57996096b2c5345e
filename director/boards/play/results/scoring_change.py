"""The consequences of another method or option: the settings in words, and each place and total."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.text import capfirst, get_text_list

from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.units import resolve_settings
from director.models import Event, Section
from director.sheets import Points, StandingRow, Standings
from scoring.method import ScoringMethod
from scoring.registry import get_method

_MAX_NAMED = 4
"""Contestants that a sentence names; more of them are counted."""
_MAX_SETTINGS = 3
"""Settings that are described one by one; of a preset that sets more, the others are counted."""

_TIES = "ties"
_FIELD_LABELS = {"finals": "Sections of the last session"}
"""Labels of event settings that differ from the model's."""

_RowKey = tuple[int, int]  # session and contestant


@dataclass(frozen=True, slots=True)
class ScoringChangeRow:
    """A contestant whose place, total or percentage changes, with the values before and after."""

    label: str
    names: str
    previous_place: str
    place: str
    previous_total: Points
    total: Points
    previous_percent: Fraction | None
    percent: Fraction | None

    @property
    def has_other_place(self) -> bool:
        """Whether the place changes, not only the figures."""
        return self.place != self.previous_place

    @property
    def has_other_figures(self) -> bool:
        """Whether the total or percentage changes."""
        return (self.total, self.percent) != (self.previous_total, self.previous_percent)


@dataclass(frozen=True, slots=True)
class ScoringChange:
    """The consequences of other settings."""

    sentences: tuple[str, ...]  # about the settings
    rows: tuple[ScoringChangeRow, ...] = ()  # of changed contestants, in their new order
    contestant_count: int = 0
    contestant_noun: str = ""

    @property
    def moved_rows(self) -> list[ScoringChangeRow]:
        """The rows whose place changes."""
        return [row for row in self.rows if row.has_other_place]

    @property
    def has_totals(self) -> bool:
        """Whether a total changes."""
        return any(row.total != row.previous_total for row in self.rows)

    @property
    def has_percents(self) -> bool:
        """Whether a percentage changes. Not every method has them."""
        return any(
            row.percent != row.previous_percent
            for row in self.rows
            if row.percent is not None and row.previous_percent is not None
        )

    @property
    def question(self) -> str:
        """The consequences of storing the settings, in the present tense."""
        return self._describe_consequence("changes", "change")

    @property
    def message(self) -> str:
        """The message after storing."""
        if not self.sentences:
            return "Nothing was changed."
        return f"{' '.join(self.sentences)} {self._describe_consequence('changed', 'changed')}"

    def _describe_consequence(self, singular_verb: str, plural_verb: str) -> str:
        figure_count = sum(row.has_other_figures for row in self.rows)
        figures_text = f"the figures of {self._format_part(figure_count)}"
        labels = [row.label for row in self.moved_rows]
        if not labels and not figure_count:
            return f"No place {singular_verb}."
        if not labels:
            auxiliary_verb = "do" if plural_verb == "change" else "did"
            return f"No place {singular_verb}, but {figures_text} {auxiliary_verb}."
        noun = self.contestant_noun
        if len(labels) == 1:
            subject, verb = f"The place of {noun} {labels[0]}", singular_verb
        elif len(labels) <= _MAX_NAMED:
            subject, verb = f"The places of {noun}s {get_text_list(labels, 'and')}", plural_verb
        else:
            subject, verb = f"The places of {self._format_part(len(labels))}", plural_verb
        if figure_count > len(labels):
            return f"{subject} {verb}, and {figures_text}."
        return f"{subject} {verb}."

    def _format_part(self, count: int) -> str:
        """Return *count* as a part of all contestants: ``"3 of 12 pairs"``, ``"all 12 pairs"``."""
        total_text = f"{self.contestant_count} {self.contestant_noun}s"
        if count == self.contestant_count:
            return f"all {total_text}"
        return f"{count} of {total_text}"


@contextmanager
def propose_scoring(
    section: Section, scoring: str, settings: Mapping[str, str], event_settings: Mapping[str, Any]
) -> Iterator[None]:
    """Set the scoring on the records of *section* in memory, until the block ends."""
    event, scoring_record = section.session.event, section.session.scoring_record
    previous_scoring = (scoring_record.scoring, scoring_record.scoring_options)
    previous_settings = {name: getattr(event, name) for name in event_settings}
    scoring_record.scoring, scoring_record.scoring_options = scoring, dict(settings)
    _set_fields(event, event_settings)
    try:
        yield
    finally:
        scoring_record.scoring, scoring_record.scoring_options = previous_scoring
        _set_fields(event, previous_settings)


def _set_fields(event: Event, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(event, name, value)


def make_proposed_results(section: Section) -> EventResults:
    """Return the results of the event, in which the stage of *section* has the scoring of its record."""
    results = EventResults(section.session.event)
    for session_results in results.sessions:
        session = session_results.scoring_field.session
        if session.stage_id == section.session.stage_id:
            session.stage = section.session.stage
    return results


def list_changed_rows(
    previous_standings: Iterable[Standings], standings: Iterable[Standings]
) -> tuple[ScoringChangeRow, ...]:
    """Return the changed rows of the first of *standings* that differ from *previous_standings*.

    Both are in the order of :func:`list_compared_standings`.
    """
    for before, after in zip(previous_standings, standings, strict=True):
        rows = tuple(_iter_changed_rows(before, after))
        if rows:
            return rows
    return ()


def list_compared_standings(results: EventResults) -> list[Standings]:
    """Return the standings of the event, then of each session if it has several.

    The standings of a session may change although those of the event don't.
    """
    if results.has_several_sessions:
        return [results.standings, *(sheets.standings for sheets in results.sessions)]
    return [results.standings]


def _index_rows(standings: Standings) -> dict[_RowKey, StandingRow]:
    return {
        (row.session_no, row.contestant): row for group in standings.groups for row in group.rows
    }


def _iter_changed_rows(before: Standings, after: Standings) -> Iterator[ScoringChangeRow]:
    previous_rows = _index_rows(before)
    for key, row in _index_rows(after).items():
        # A contestant without a previous row counts as unchanged.
        previous = previous_rows.get(key, row)
        values = (row.place, row.total, row.percent)
        if values != (previous.place, previous.total, previous.percent):
            yield ScoringChangeRow(
                label=row.label,
                names=row.names,
                previous_place=previous.place,
                place=row.place,
                previous_total=previous.total,
                total=row.total,
                previous_percent=previous.percent,
                percent=row.percent,
            )


def describe_settings_change(
    section: Section, scoring: str, settings: Mapping[str, str], event_settings: Mapping[str, Any]
) -> tuple[str, ...]:
    """Return a sentence for each setting that differs from the stored one.

    A new method has options of its own, so one sentence stands for all of them.
    """
    event, scoring_record = section.session.event, section.session.scoring_record
    sentences = [
        _describe_event_setting(event, name, value)
        for name, value in event_settings.items()
        if value != getattr(event, name)
    ]
    method = get_method(scoring)
    if scoring != scoring_record.scoring:
        return (f"The method is now {method.name_in_sentence}.", *sentences)
    previous_settings = resolve_settings(method, event.game, scoring_record.scoring_options)
    changed_settings = {
        name: choice for name, choice in settings.items() if choice != previous_settings[name]
    }
    sentences += _list_option_sentences(method, changed_settings)
    return tuple(sentences)


def _describe_event_setting(event: Event, name: str, value: str) -> str:
    field = event._meta.get_field(name)
    label = _FIELD_LABELS.get(name) or capfirst(str(getattr(field, "verbose_name", name)))
    choice_label = str(dict(getattr(field, "flatchoices", ())).get(value, value))
    return f"{label}: {choice_label[:1].lower()}{choice_label[1:]}."


def _list_option_sentences(method: ScoringMethod, changed_settings: Mapping[str, str]) -> list[str]:
    sentences = []
    for option in method.options:
        if option.name not in changed_settings:
            continue
        choices = option.split(changed_settings[option.name])
        phrases = [option.phrases.get(choice, choice.replace(",", ", ")) for choice in choices]
        phrase = ", then ".join(phrases)
        if option.name != _TIES:
            sentences.append(f"{option.label}: {phrase}.")
        elif choices == [option.default]:
            sentences.append(f"Ties now {phrase}.")
        else:
            sentences.append(f"Ties are now broken by {phrase}.")
    further_count = len(sentences) - _MAX_SETTINGS
    if further_count > 1:
        return [*sentences[:_MAX_SETTINGS], f"{further_count} other options have changed too."]
    return sentences
