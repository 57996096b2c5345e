"""Versions of published standings: what visitors could read, and what each correction changed.

A correction only stores a version that is *due*. The version is completed when somebody asks for it,
so that entering a result costs the same before and after publishing. Corrections that nobody read in
between become one version.

The *facts* of a version are everything that its standings depend on: results, names, penalties. What
a correction changed is found by comparing the facts before and after. Which facts there are is up
to the kind of event.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Max, Q
from django.utils import timezone

from director.core.base.versions import count_change
from director.event_kinds import OF_EVENT, LeftOutError, get_event_kind
from director.models import Event, StandingsVersion
from director.models.version import Action
from scoring.errors import ScoringError

# Figures and places before and after a correction.


Groups = Sequence[Mapping[str, Any]]
"""Standings as text by group, as a version stores them."""


class FigureChange(NamedTuple):
    """A figure of the standings with its *unit*, before and after a correction."""

    unit: str  # "%", " VPs"
    value_before: str
    value_after: str

    def __str__(self) -> str:
        if self.value_before == self.value_after:
            return f"{self.value_after}{self.unit}"
        return f"{self.value_before}{self.unit} → {self.value_after}{self.unit}"


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """The *figures* and the place of a contestant before and after a correction."""

    names: str
    figures: tuple[FigureChange, ...]
    place_before: str  # "3="
    place_after: str

    @property
    def is_any(self) -> bool:
        """Whether the place or a figure changed."""
        return self.place_before != self.place_after or any(
            figure.value_before != figure.value_after for figure in self.figures
        )

    @property
    def figures_text(self) -> str:
        """The figures in words: ``"8 IMPs → 12 IMPs, 51.85 VPs → 54.10 VPs"``."""
        return ", ".join(map(str, self.figures))

    @property
    def place_text(self) -> str:
        """The places in words: ``"7th → 5th"``, or ``"still 7th"``."""
        if self.place_before == self.place_after:
            return f"still {format_ordinal_place(self.place_after)}"
        before = format_ordinal_place(self.place_before)
        after = format_ordinal_place(self.place_after)
        return f"{before} → {after}"

    @property
    def text(self) -> str:
        """The change in a line.

        >>> PlaceChange("Penn & Ives", (FigureChange("%", "36.90", "41.67"),), "7", "5").text
        'Penn & Ives 36.90% → 41.67%, 7th → 5th'
        """
        return f"{self.names} {self.figures_text}, {self.place_text}"


def format_ordinal_place(place: str) -> str:
    """Return a place as an ordinal number.

    >>> [format_ordinal_place(place) for place in ("1", "2=", "3", "12", "23=", "111", "")]
    ['1st', '2nd=', '3rd', '12th', '23rd=', '111th', '–']
    """
    digits = place.removesuffix("=")
    if not digits:
        return "–"
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(digits[-1], "th")
    if digits[-2:] in ("11", "12", "13"):
        ending = "th"
    return f"{digits}{ending}{place.removeprefix(digits)}"


def add_change_sentences(text: str, changes: Iterable[PlaceChange]) -> str:
    """Return the message *text* with a sentence for each of *changes*."""
    for change in changes:
        text += f" {change.text}."
    return text


def find_place_changes(groups_before: Groups, groups_after: Groups) -> list[PlaceChange]:
    """Return everybody whose figure or place differs between two versions of standings.

    A contestant that only one of them has is left out.
    """
    rows_before = {}
    for group in groups_before:
        for row in group["rows"]:
            rows_before[group["title"], row["pair"]] = row
    changes = []
    for group in groups_after:
        for row in group["rows"]:
            row_before = rows_before.get((group["title"], row["pair"]))
            if row_before is not None and _differ(row_before, row):
                changes.append(_make_place_change(row_before, row))
    return changes


_COMPARED_KEYS = ("place", "total", "percent")


def _differ(row_before: Mapping[str, str], row: Mapping[str, str]) -> bool:
    # A version lacks the keys of figures that it doesn't have.
    return any(row_before.get(key, "") != row.get(key, "") for key in _COMPARED_KEYS)


def _make_place_change(row_before: Mapping[str, str], row: Mapping[str, str]) -> PlaceChange:
    # A percentage says more than a total, but only if both versions have it.
    name, unit = "total", ""
    if row.get("percent") and row_before.get("percent"):
        name, unit = "percent", "%"
    figure = FigureChange(unit, row_before.get(name, ""), row.get(name, ""))
    return PlaceChange(
        names=row["names"] or row["pair"],
        figures=(figure,),
        place_before=row_before["place"],
        place_after=row["place"],
    )


# The versions.


Facts = Mapping[str, Mapping[str, Sequence[str]]]
"""Facts by session and key (:class:`~director.event_kinds.StandingsSnapshot`)."""
Change = dict[str, str]
"""A change: ``{"what": "Board 7, 3 N-S against 5 E-W", "was": "4SS=", "now": "A6040"}``."""


def add_version(*, event: Event, action: Action, user: User | None) -> StandingsVersion:
    """Store the present standings of *event* as its next version."""
    # An earlier correction gets its own version first.
    complete_versions([event.pk])
    last_number = event.versions.aggregate(last=Max("number"))["last"] or 0
    snapshot = get_event_kind(event).make_standings_snapshot(event)
    with transaction.atomic(savepoint=False):
        count_change(event.pk)
        # Only the latest facts are compared with, so older ones would only take space.
        event.versions.update(facts=None)
        return StandingsVersion.objects.create(
            event=event,
            number=last_number + 1,
            action=action,
            standings=snapshot.standings,
            facts=snapshot.facts,
            made_by=user,
            made_at=timezone.now(),
        )


def prepare_correction(event: Event) -> None:
    """Store the facts of *event* before a correction, if its last version lacks them.

    Events published by version 0.3.0 or earlier have none. One query if there is nothing to store.
    """
    # The facts of a large event are long, so they are not read.
    lacks_facts = ExpressionWrapper(
        Q(is_due=False, facts__isnull=True), output_field=BooleanField()
    )
    last_version = event.versions.order_by("-number").values_list("number", lacks_facts).first()
    if last_version and last_version[1]:
        facts = get_event_kind(event).make_standings_snapshot(event).facts
        event.versions.filter(number=last_version[0]).update(facts=facts)


def record_correction(event: Event, user: User | None, changes: Sequence[Change] = ()) -> None:
    """Store that the published standings of *event* changed, with *changes* that facts don't show.

    The change itself was counted when it was stored, in the same transaction.
    """
    last_version = event.versions.order_by("-number").only("number", "is_due", "changes").first()
    if last_version and last_version.is_due:
        # Nobody has read the standings since the last correction.
        last_version.changes = [*last_version.changes, *changes]
        last_version.made_by = user
        last_version.made_at = timezone.now()
        last_version.save(update_fields=["changes", "made_by", "made_at"])
        return
    number = last_version.number + 1 if last_version else 1
    StandingsVersion.objects.create(
        event=event,
        number=number,
        action=Action.CORRECTED,
        changes=list(changes),
        is_due=True,
        made_by=user,
        made_at=timezone.now(),
    )


def complete_versions(event_ids: Iterable[int]) -> None:
    """Complete the versions that corrections of these events left due. One query if there are none."""
    due_versions = StandingsVersion.objects.filter(event__in=list(event_ids), is_due=True)
    for version_id, event_id in due_versions.order_by("event").values_list("pk", "event"):
        _complete_version(version_id, event_id)


def _complete_version(version_id: int, event_id: int) -> None:
    with transaction.atomic():
        events = Event.objects.select_for_update(of=("self",)).select_related("club")
        event = events.get(pk=event_id)
        # Another request may have completed the version before this one got the lock.
        version = event.versions.filter(pk=version_id, is_due=True).first()
        if version is None:
            return
        previous = event.versions.filter(number__lt=version.number).order_by("-number").first()
        try:
            snapshot = get_event_kind(event).make_standings_snapshot(event)
        except (ScoringError, LeftOutError):
            # Results that can't be scored, such as a board played twice by a pair, or a kind of
            # event or method that the program was set up without. The version stays due until they can be,
            # and pages show the version before.
            return
        if previous and previous.facts is not None and snapshot.facts is not None:
            version.changes += compare_facts(previous.facts, snapshot.facts)
        version.changes = _merge_changes(version.changes)
        if not version.changes:  # the correction was reversed before anybody read it
            version.delete()
            return
        if previous:
            # Only the latest facts are compared with; see add_version.
            previous.facts = None
            previous.save(update_fields=["facts"])
        version.standings = snapshot.standings
        version.facts = snapshot.facts
        version.is_due = False
        version.save(update_fields=["changes", "standings", "facts", "is_due"])


def _merge_changes(changes: Iterable[Change]) -> list[Change]:
    """Merge the changes of each subject into one, from its first value to its last.

    A change without values is a whole sentence and stays as it is.
    """
    merged: list[Change] = []
    merged_by_subject: dict[str, Change] = {}
    for change in changes:
        has_values = bool(change["was"] or change["now"])
        if has_values and change["what"] in merged_by_subject:
            merged_by_subject[change["what"]]["now"] = change["now"]
            continue
        merged.append(dict(change))
        if has_values:
            merged_by_subject[change["what"]] = merged[-1]
    # A subject that has its old value again didn't change.
    return [change for change in merged if not change["was"] or change["was"] != change["now"]]


def compare_facts(facts_before: Facts, facts_after: Facts) -> list[Change]:
    """Return the differences between two states of facts, session by session.

    A session that *facts_before* lacks is new and left out.

    >>> compare_facts(
    ...     {"1": {"line 1 1 2": ["Board 1, 1 against 2", "4SS=", "+420"]}},
    ...     {"1": {"line 1 1 2": ["Board 1, 1 against 2", "4SS+1", "+450"]}},
    ... )
    [{'what': 'Board 1, 1 against 2', 'was': '4SS=', 'now': '4SS+1'}]
    """
    sessions = [name for name in facts_after if name != OF_EVENT]
    changes = []
    for name in (*sessions, OF_EVENT):
        is_one_of_several = name != OF_EVENT and len(sessions) > 1
        prefix = f"Session {name}, " if is_one_of_several else ""
        if name in facts_before:
            changes += _compare_session_facts(facts_before[name], facts_after[name], prefix)
    return changes


def _compare_session_facts(
    facts_before: Mapping[str, Sequence[str]], facts_after: Mapping[str, Sequence[str]], prefix: str
) -> list[Change]:
    changes = []
    # A fact holds its subject, its value in words and, for a line, its score.
    for key in dict.fromkeys((*facts_before, *facts_after)):
        old_fact = facts_before.get(key, ())
        new_fact = facts_after.get(key, ())
        facts_with_score = [fact for fact in (old_fact, new_fact) if len(fact) > 2]
        has_bare_score = any(fact[1].startswith(("+", "-")) for fact in facts_with_score)
        # If one of the two is a score without a contract, scores are compared instead of words.
        column = 2 if has_bare_score else 1
        old_text = old_fact[column] if old_fact else ""
        new_text = new_fact[column] if new_fact else ""
        if old_text != new_text:
            subject = (new_fact or old_fact)[0]
            changes.append({"what": prefix + subject, "was": old_text, "now": new_text})
    return changes
