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

from director.core.base.versions import increment_event_version
from director.event_kinds import EndedKindError, get_event_kind
from director.models import Event, StandingsVersion
from director.models.version import Action
from scoring.errors import ScoringError

# Figures and places before and after a correction.


StandingsGroups = Sequence[Mapping[str, Any]]
"""Standings as text by group, as a version stores them."""


StoredStandings = list[dict[str, Any]]
"""The standings stored in a version: groups, each with a title and rows."""


EVENT_FACTS_KEY = ""
"""The key of facts that belong to the event and not to a session."""


@dataclass(frozen=True, slots=True)
class StandingsSnapshot:
    """The standings of an event and the *facts_by_session* they depend on.

    *facts_by_session* are dictionaries by session number. Each fact is its subject, its value in words and, for
    a line, its score: ``{"1": {"line 7 3 5": ["Board 7, 3 N-S against 5 E-W", "4SS=", "+420"]}}``.
    Its key stays the same when sections or names change. *facts_by_session* is None if the kind itself names the
    changes of each correction.
    """

    standings: StoredStandings
    facts_by_session: dict[str, dict[str, list[str]]] | None = None


class ScoreChange(NamedTuple):
    """A figure of the standings with its *unit*, before and after a correction."""

    unit: str  # "%", " VPs"
    previous_value: str
    new_value: str

    def __str__(self) -> str:
        if self.previous_value == self.new_value:
            return f"{self.new_value}{self.unit}"
        return f"{self.previous_value}{self.unit} → {self.new_value}{self.unit}"


@dataclass(frozen=True, slots=True)
class RankChange:
    """The *score_changes* and the place of a contestant before and after a correction."""

    names: str
    score_changes: tuple[ScoreChange, ...]
    previous_rank: str  # "3="
    new_rank: str

    @property
    def has_difference(self) -> bool:
        """Whether the place or a figure changed."""
        return self.previous_rank != self.new_rank or any(
            figure.previous_value != figure.new_value for figure in self.score_changes
        )

    @property
    def scores_description(self) -> str:
        """The figures in words: ``"8 IMPs → 12 IMPs, 51.85 VPs → 54.10 VPs"``."""
        return ", ".join(map(str, self.score_changes))

    @property
    def rank_description(self) -> str:
        """The places in words: ``"7th → 5th"``, or ``"still 7th"``."""
        if self.previous_rank == self.new_rank:
            return f"still {format_ordinal_rank(self.new_rank)}"
        previous_ordinal = format_ordinal_rank(self.previous_rank)
        new_ordinal = format_ordinal_rank(self.new_rank)
        return f"{previous_ordinal} → {new_ordinal}"

    @property
    def description(self) -> str:
        """The change in a line.

        >>> RankChange("Penn & Ives", (ScoreChange("%", "36.90", "41.67"),), "7", "5").description
        'Penn & Ives 36.90% → 41.67%, 7th → 5th'
        """
        return f"{self.names} {self.scores_description}, {self.rank_description}"


def format_ordinal_rank(rank: str) -> str:
    """Return a place as an ordinal number.

    >>> [format_ordinal_rank(place) for place in ("1", "2=", "3", "12", "23=", "111", "")]
    ['1st', '2nd=', '3rd', '12th', '23rd=', '111th', '–']
    """
    digits = rank.removesuffix("=")
    if not digits:
        return "–"
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(digits[-1], "th")
    if digits[-2:] in ("11", "12", "13"):
        ending = "th"
    return f"{digits}{ending}{rank.removeprefix(digits)}"


def append_change_descriptions(text: str, changes: Iterable[RankChange]) -> str:
    """Return the message *text* with a sentence for each of *changes*."""
    for change in changes:
        text += f" {change.description}."
    return text


def list_rank_changes(
    previous_groups: StandingsGroups, new_groups: StandingsGroups
) -> list[RankChange]:
    """Return everybody whose figure or place differs between two versions of standings.

    A contestant that only one of them has is left out.
    """
    previous_rows = {}
    for group in previous_groups:
        for row in group["rows"]:
            previous_rows[group["title"], row["pair"]] = row
    changes = []
    for group in new_groups:
        for row in group["rows"]:
            previous_row = previous_rows.get((group["title"], row["pair"]))
            if previous_row is not None and _are_rows_different(previous_row, row):
                changes.append(_make_rank_change(previous_row, row))
    return changes


_COMPARED_KEYS = ("place", "total", "percent")


def _are_rows_different(previous_row: Mapping[str, str], row: Mapping[str, str]) -> bool:
    # A version lacks the keys of figures that it doesn't have.
    return any(previous_row.get(key, "") != row.get(key, "") for key in _COMPARED_KEYS)


def _make_rank_change(previous_row: Mapping[str, str], row: Mapping[str, str]) -> RankChange:
    # A percentage says more than a total, but only if both versions have it.
    name, unit = "total", ""
    if row.get("percent") and previous_row.get("percent"):
        name, unit = "percent", "%"
    score_change = ScoreChange(unit, previous_row.get(name, ""), row.get(name, ""))
    return RankChange(
        names=row["names"] or row["pair"],
        score_changes=(score_change,),
        previous_rank=previous_row["place"],
        new_rank=row["place"],
    )


# The versions.

UNFINISHED = "is_unfinished"
"""The key of a group of standings to which results are missing. Whoever leads hasn't won yet."""


def mark_unfinished(groups: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return *groups* of standings, marked as lacking results."""
    return [group | {UNFINISHED: True} for group in groups]


FactsBySession = Mapping[str, Mapping[str, Sequence[str]]]
"""Facts by session and key (:class:`~director.core.base.standings_versions.StandingsSnapshot`)."""
Change = dict[str, str]
"""A change: ``{"what": "Board 7, 3 N-S against 5 E-W", "was": "4SS=", "now": "A6040"}``."""


def add_version(*, event: Event, action: Action, user: User | None) -> StandingsVersion:
    """Store the present standings of *event* as its next version."""
    # An earlier correction gets its own version first.
    complete_versions([event.pk])
    last_number = event.versions.aggregate(last=Max("number"))["last"] or 0
    snapshot = get_event_kind(event).make_standings_snapshot(event)
    with transaction.atomic(savepoint=False):
        increment_event_version(event.pk)
        # Only the latest facts are compared with, so older ones would only take space.
        event.versions.update(facts=None)
        return StandingsVersion.objects.create(
            event=event,
            number=last_number + 1,
            action=action,
            standings=snapshot.standings,
            facts=snapshot.facts_by_session,
            made_by=user,
            made_at=timezone.now(),
        )


def store_facts_before_correction(event: Event) -> None:
    """Store the facts of *event* before a correction, if its last version lacks them.

    Events published by version 0.3.0 or earlier have none. One query if there is nothing to store.
    """
    last_version = _fetch_last_version(event)
    if last_version and last_version.lacks_facts:
        facts = get_event_kind(event).make_standings_snapshot(event).facts_by_session
        event.versions.filter(pk=last_version.pk).update(facts=facts)


# The facts and the standings of a large event are long, so they are not read.
_LACKS_FACTS = ExpressionWrapper(Q(is_due=False, facts__isnull=True), output_field=BooleanField())


def _fetch_last_version(event: Event) -> Any:
    """Return the latest version of *event*, or None. It also has ``lacks_facts``. One query."""
    versions = event.versions.order_by("-number").only("number", "is_due", "changes")
    return versions.annotate(**{"lacks_facts": _LACKS_FACTS}).first()


def record_correction(event: Event, user: User | None, changes: Sequence[Change] = ()) -> None:
    """Store that the published standings of *event* changed, with *changes* that facts don't show.

    The change itself was counted when it was stored, in the same transaction.
    """
    last_version = _fetch_last_version(event)
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
    due_versions = StandingsVersion.objects.filter(event__in=event_ids, is_due=True)
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
        previous_version = (
            event.versions.filter(number__lt=version.number).order_by("-number").first()
        )
        try:
            snapshot = get_event_kind(event).make_standings_snapshot(event)
        except (ScoringError, EndedKindError):
            # Results that can't be scored, such as a board played twice by a pair, or a kind of
            # event or method that this version no longer has. The version stays due until they can be,
            # and pages show the version before.
            return
        if (
            previous_version
            and previous_version.facts is not None
            and snapshot.facts_by_session is not None
        ):
            version.changes += compare_facts(previous_version.facts, snapshot.facts_by_session)
        version.changes = _merge_changes(version.changes)
        if not version.changes:  # the correction was reversed before anybody read it
            version.delete()
            return
        if previous_version:
            # Only the latest facts are compared with; see add_version.
            previous_version.facts = None
            previous_version.save(update_fields=["facts"])
        version.standings = snapshot.standings
        version.facts = snapshot.facts_by_session
        version.is_due = False
        version.save(update_fields=["changes", "standings", "facts", "is_due"])


def _merge_changes(changes: Iterable[Change]) -> list[Change]:
    """Merge the changes of each subject into one, from its first value to its last.

    A change without values is a whole sentence and stays as it is.
    """
    merged_changes: list[Change] = []
    changes_by_subject: dict[str, Change] = {}
    for change in changes:
        has_values = bool(change["was"] or change["now"])
        if has_values and change["what"] in changes_by_subject:
            changes_by_subject[change["what"]]["now"] = change["now"]
            continue
        merged_changes.append(dict(change))
        if has_values:
            changes_by_subject[change["what"]] = merged_changes[-1]
    # A subject that has its old value again didn't change.
    return [
        change for change in merged_changes if not change["was"] or change["was"] != change["now"]
    ]


def compare_facts(previous_facts: FactsBySession, new_facts: FactsBySession) -> list[Change]:
    """Return the differences between two states of facts, session by session.

    A session that *previous_facts* lacks is new and left out.

    >>> compare_facts(
    ...     {"1": {"line 1 1 2": ["Board 1, 1 against 2", "4SS=", "+420"]}},
    ...     {"1": {"line 1 1 2": ["Board 1, 1 against 2", "4SS+1", "+450"]}},
    ... )
    [{'what': 'Board 1, 1 against 2', 'was': '4SS=', 'now': '4SS+1'}]
    """
    sessions = [name for name in new_facts if name != EVENT_FACTS_KEY]
    changes = []
    for name in (*sessions, EVENT_FACTS_KEY):
        is_one_of_several = name != EVENT_FACTS_KEY and len(sessions) > 1
        prefix = f"Session {name}, " if is_one_of_several else ""
        if name in previous_facts:
            changes += _compare_session_facts(previous_facts[name], new_facts[name], prefix)
    return changes


def _compare_session_facts(
    previous_facts: Mapping[str, Sequence[str]], new_facts: Mapping[str, Sequence[str]], prefix: str
) -> list[Change]:
    changes = []
    # A fact holds its subject, its value in words and, for a line, its score.
    for key in dict.fromkeys((*previous_facts, *new_facts)):
        previous_fact = previous_facts.get(key, ())
        new_fact = new_facts.get(key, ())
        facts_with_score = [fact for fact in (previous_fact, new_fact) if len(fact) > 2]
        has_bare_score = any(fact[1].startswith(("+", "-")) for fact in facts_with_score)
        # If one of the two is a score without a contract, scores are compared instead of words.
        column = 2 if has_bare_score else 1
        previous_text = previous_fact[column] if previous_fact else ""
        new_text = new_fact[column] if new_fact else ""
        if previous_text != new_text:
            subject = (new_fact or previous_fact)[0]
            changes.append({"what": prefix + subject, "was": previous_text, "now": new_text})
    return changes
