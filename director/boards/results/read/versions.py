"""What a correction changes, and the standings as they were read."""

from collections.abc import Collection, Mapping

from django.db.models import QuerySet

from director.boards.results.read.extras import section_extras
from director.boards.results.read.scored import Key, line_of
from director.boards.results.read.sheets import SectionSheets
from director.boards.scores.read.fouled import section_groups
from director.models import Event, StandingsVersion
from director.sheets import StandingRow
from scoring import ScoringError, find_method, percent_text, points_text

EXTRA = ("carry_over", "handicap", "stratum", "stratum_places")
Facts = Mapping[str, str]
"""Everything the standings of a section follow from: what it is about, and what stands there."""


def sheets_changed(before: SectionSheets, after: SectionSheets) -> list[dict[str, str]]:
    """Return what differs between two states of a section, as :func:`facts_changed`."""
    were, are = _texts(before), _texts(after)
    changed = {key for key in were.keys() | are.keys() if were.get(key) != are.get(key)}
    return facts_changed(_facts(before, changed), _facts(after, changed))


def _texts(sheets: SectionSheets) -> dict[Key, str]:
    """Return what stands on every line."""
    return {line_of(line): line.text for line in sheets.lines.all if line.text}


def _facts(sheets: SectionSheets, changed: Collection[Key]) -> Facts:
    """Return the results of the lines *changed*, penalties, names and scoring of a section; no query."""
    section = sheets.section
    event, label = section.session.event, section.label
    method = find_method(event.scoring)
    lines = [line for line in sheets.lines.all if line_of(line) in changed and line.text]
    facts = {
        f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}": line.text
        for line in sorted(lines, key=lambda line: (line.round_no or 0, line.table_no or 0, *line_of(line)))
    }
    for (board_no, ns, ew), letter in section_groups(section).items():
        facts[f"Cards of board {board_no}, {label(ns)} against {label(ew)}"] = letter
    for ruling in sheets.penalties:
        if ruling.penalty_to is not None:
            facts[f"Penalty of {label(ruling.penalty_to)}, ruling {ruling.number}"] = ruling.penalty_text
    extras = section_extras(section)
    for pair_no in extras.pairs:
        facts[f"Handicap of {label(pair_no)}"] = extras.handicap_text(pair_no)
        facts[f"Carry-over of {label(pair_no)}"] = extras.carry_over_text(pair_no)
        facts[f"Stratum of {label(pair_no)}"] = extras.stratum(pair_no)
    facts |= {f"Pair {label(pair_no)}": names for pair_no, names in sheets.names.items() if names}
    facts["Scoring"] = method.name
    facts |= {
        f"Scoring, {name.replace('_', ' ')}": value for name, value in method.settings(event.scoring_options).items()
    }
    return facts


def facts_changed(before: Facts, after: Facts) -> list[dict[str, str]]:
    """Return what differs between two states of a section, line by line.

    >>> facts_changed({"Board 1": "4SS=", "Board 2": "PASS"}, {"Board 1": "4SS+1", "Board 2": "PASS", "Board 3": "NP"})
    [{'what': 'Board 1', 'was': '4SS=', 'now': '4SS+1'}, {'what': 'Board 3', 'was': '', 'now': 'NP'}]
    """
    return [
        {"what": what, "was": before.get(what, ""), "now": after.get(what, "")}
        for what in dict.fromkeys((*before, *after))
        if before.get(what, "") != after.get(what, "")
    ]


def standings_read(sheets: SectionSheets) -> list[dict[str, object]]:
    """Return the standings of *sheets* as people read them, group by group; none where they cannot be scored."""
    try:
        standings = sheets.standings
    except ScoringError:
        return []
    decimals = find_method(sheets.section.session.event.scoring).decimals
    return [{"title": group.title, "rows": [_row(row, decimals) for row in group.rows]} for group in standings.groups]


def event_versions(event: Event) -> QuerySet[StandingsVersion]:
    """Return the versions of the standings of *event*, the latest first."""
    return event.versions.select_related("made_by").order_by("-number")


def _row(row: StandingRow, decimals: int) -> dict[str, str]:
    return {
        "place": row.place,
        "pair": row.label,
        "names": row.names,
        "penalties": row.penalties,
        **{name: text for name in EXTRA if (text := getattr(row, name))},
        "total": "" if row.total is None else points_text(row.total, decimals),
        "percent": "" if row.percent is None else percent_text(row.percent),
    }
