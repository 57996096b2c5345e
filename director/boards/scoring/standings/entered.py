"""Scored results that outlast an entry: only the lines that it changed are read.

The change number proves that nothing else happened. Every change of an event raises it by one, and
the event is locked meanwhile, so if the acts of a transaction account for the whole difference and
changed results alone, the results scored before it are true of everything else.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from django.db import transaction

from director.boards.movement.lines.section_lines import STORED_COLUMNS, SectionLines, StoredResult
from director.boards.movement.scoring_field import Key, ScoringField
from director.boards.scoring.standings.cache import RESULTS_CACHE
from director.boards.scoring.standings.event import EventResults
from director.core.base.versions import (
    KEY_PLACEHOLDER,
    EventVersion,
    SqlQuery,
    fetch_rows,
    fetch_uncommitted_version,
)
from director.core.night.history import fetch_last_act_number
from director.models import Award, Event, Result, ResultVersion, Section, TableWord

_RESULT, _AWARD = Result._meta.label_lower, Award._meta.label_lower
_OF_LINES = {
    _RESULT,
    _AWARD,
    ResultVersion._meta.label_lower,
    TableWord._meta.label_lower,  # what tables said scores nothing
}
"""The models, as acts name them, that say nothing but what counts on a line."""


@dataclass(frozen=True, slots=True)
class HeldResults:
    """The scored *results* of an event before a transaction, their *version*, and its latest act."""

    version: EventVersion
    results: EventResults
    last_act: int


def find_held_results(event: Event) -> HeldResults | None:
    """Return the cached results of *event*, which is locked. One query if there are any."""
    for version in RESULTS_CACHE.keys:
        if (version.event_id, version.change_no) == (event.pk, event.change_no):
            results = RESULTS_CACHE.get(version)
            if results:
                return HeldResults(version, results, fetch_last_act_number(event))
    return None


def find_held_lines(section: Section) -> SectionLines | None:
    """Return the cached lines of *section*, which is locked with its event, before any change.

    One query if there are any.
    """
    held = find_held_results(section.session.event)
    sheets = held.results.session(section.session.number) if held else None
    return sheets.lines_of(section) if sheets else None


def keep_through_entry(event: Event, held: HeldResults) -> None:
    """Keep the results *held* of *event* through the entries of this transaction.

    It costs two queries, and one for each result.

    If anything else was changed, the next page reads and scores them all.
    """
    version = fetch_uncommitted_version(event.pk)
    if version is None or version != replace(held.version, change_no=version.change_no):
        return
    acts = event.acts.filter(number__gt=held.last_act).order_by()
    changes = list(acts.values_list("changes", flat=True))
    if not changes or version.change_no != held.version.change_no + len(changes):
        return
    result_ids = _find_changed_results([change for act in changes for change in act])
    if result_ids:
        stored = _fetch_changed_results(held.results, result_ids)
        if stored is not None:
            transaction.on_commit(partial(_cache_changed, version, held.results, stored))


def _cache_changed(
    version: EventVersion,
    results: EventResults,
    stored: Mapping[int, Mapping[Key, StoredResult]],
) -> None:
    changed = results.with_results(stored)
    if changed:
        RESULTS_CACHE.set(version, changed)


def _find_changed_results(changes: Iterable[Mapping[str, Any]]) -> set[int]:
    """Return the keys of the results that *changes* are about, empty if they are about more.

    One query if awards were changed.
    """
    result_ids: set[int] = set()
    award_ids: set[int] = set()
    for change in changes:
        if change["model"] not in _OF_LINES or change["after"] is None:
            return set()
        if change["model"] == _RESULT:
            result_ids.add(change["pk"])
        elif change["model"] == _AWARD:
            award_ids.add(change["pk"])
    if award_ids:
        of_awards = Award.objects.filter(pk__in=award_ids).values_list("result_id", flat=True)
        result_ids.update(of_awards)
    return result_ids


@cache
def _make_result_query() -> SqlQuery:
    """Return the query for a result, which takes longer to build than to run."""
    rows = Result.objects.counted().filter(pk=KEY_PLACEHOLDER).order_by()
    query: SqlQuery = rows.values_list("section_id", *STORED_COLUMNS).query.sql_with_params()
    return query


def _fetch_changed_results(
    results: EventResults, result_ids: Iterable[int]
) -> dict[int, dict[Key, StoredResult]] | None:
    """Return results as they are stored, by session and line of the field. One query for each.

    None if one is of a section that *results* don't have.
    """
    places: dict[int, tuple[ScoringField, int]] = {}
    for sheets in results.sessions:
        scoring_field = sheets.scoring_field
        for section in scoring_field.sections:
            places[section.pk] = scoring_field, scoring_field.pair(section, 0)
    found: dict[int, dict[Key, StoredResult]] = defaultdict(dict)
    query = _make_result_query()
    rows = [row for result_id in result_ids for row in fetch_rows(query, result_id)]
    for section_id, *columns in rows:
        if section_id not in places:
            return None
        scoring_field, base = places[section_id]
        result = StoredResult._make(columns)
        key = (result.board_no, result.ns + base, result.ew + base)
        found[scoring_field.session.pk][key] = result
    return found
