"""What a correction changes, and the standings as they were read."""

from collections.abc import Collection, Mapping, Sequence

from director.boards.lines.settled import sitting_groups
from director.boards.matches.knockout import HOW
from director.boards.results.read.event import EventResults
from director.boards.results.read.scored import line_of
from director.boards.results.read.sheets import SessionSheets
from director.boards.sitting import Key
from director.core.publishing.read import event_shown
from director.core.storage.latest import Latest
from director.models import Event
from director.models.event import Places
from director.pdf.words import points_column
from director.sheets import StandingRow
from scoring import ScoringError, find_method, percent_text

EXTRA = ("came", "carry_over", "handicap", "stratum", "stratum_places")
Facts = Mapping[str, str]
"""Everything the standings follow from: what it is about, and what stands there."""


def results_changed(before: EventResults, after: EventResults) -> list[dict[str, str]]:
    """Return what differs between two states of an event, session by session, as :func:`facts_changed`."""
    changes = []
    for now in after.sessions:
        session = now.sitting.session
        if (were := before.session(session.number)) is not None:
            told = f"Session {session.number}, " if now.sitting.of_several else ""
            changes += [{**change, "what": told + change["what"]} for change in _sheets_changed(were, now)]
    scoring = facts_changed(_scoring(before.first), _scoring(after.first))
    return changes + scoring


def _sheets_changed(before: SessionSheets, after: SessionSheets) -> list[dict[str, str]]:
    were, are = _texts(before), _texts(after)
    changed = {key for key in were.keys() | are.keys() if were.get(key) != are.get(key)}
    return facts_changed(_facts(before, changed), _facts(after, changed))


def _texts(sheets: SessionSheets) -> dict[Key, str]:
    """Return what stands on every line."""
    return {line_of(line): line.text for line in sheets.lines.all if line.text}


def _facts(sheets: SessionSheets, changed: Collection[Key]) -> Facts:
    """Return the results of the lines *changed*, penalties and names of a session; no query."""
    sitting = sheets.sitting
    label = sitting.label
    lines = [line for line in sheets.lines.all if line_of(line) in changed and line.text]
    facts = {
        f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}": line.text
        for line in sorted(lines, key=lambda line: (line.round_no or 0, line.table_no or 0, *line_of(line)))
    }
    for (board_no, ns, ew), letter in sitting_groups(sitting).items():
        facts[f"Cards of board {board_no}, {label(ns)} against {label(ew)}"] = letter
    for penalty in sheets.penalties:
        of_section = f" of section {penalty.letter}" if penalty.letter else ""
        facts[f"Penalty of {label(penalty.to)}, ruling {penalty.number}{of_section}"] = penalty.text
    for section in sheets.knockouts:
        for match in section.matches.all():
            home, away, winner = (
                label(sitting.pair(section, number)) for number in (match.home, match.away, match.winner)
            )
            facts[f"Match of {home} and {away}, round {match.round_no}"] = f"{winner} goes on {HOW[match.how]}"
    extras = sheets.extras
    for pair_no in extras.pairs:
        facts[f"Handicap of {label(pair_no)}"] = extras.handicap_text(pair_no)
        facts[f"Carry-over of {label(pair_no)}"] = extras.carry_over_text(pair_no)
        facts[f"Stratum of {label(pair_no)}"] = extras.stratum(pair_no)
    return facts | {f"Pair {label(pair_no)}": names for pair_no, names in sheets.names.items() if names}


def _scoring(sheets: SessionSheets) -> Facts:
    """Return how an event is scored and ranked; no query."""
    event = sheets.sitting.event
    method = find_method(event.scoring)
    options = method.settings(event.scoring_options)
    facts = {f"Scoring, {name.replace('_', ' ')}": value for name, value in options.items()}
    return {"Scoring": method.name, **facts, "Places": Places(event.places).label}


def facts_changed(before: Facts, after: Facts) -> list[dict[str, str]]:
    """Return what differs between two states, line by line.

    >>> facts_changed({"Board 1": "4SS=", "Board 2": "PASS"}, {"Board 1": "4SS+1", "Board 2": "PASS", "Board 3": "NP"})
    [{'what': 'Board 1', 'was': '4SS=', 'now': '4SS+1'}, {'what': 'Board 3', 'was': '', 'now': 'NP'}]
    """
    return [
        {"what": what, "was": before.get(what, ""), "now": after.get(what, "")}
        for what in dict.fromkeys((*before, *after))
        if before.get(what, "") != after.get(what, "")
    ]


def standings_read(results: EventResults) -> list[dict[str, object]]:
    """Return the standings of *results* as people read them, group by group; none where they cannot be scored.

    Those after all sessions come first, then those of each session where there are several.
    """
    try:
        standings = results.standings
        apart = [sheets.standings for sheets in results.sessions] if results.has_several else []
    except ScoringError:
        return []
    groups = [(group.title, group.rows) for group in standings.groups]
    groups += [
        (", ".join(filter(None, (session.heading.session, group.title))), group.rows)
        for session in apart
        for group in session.groups
    ]
    return [{"title": title, "rows": _rows(rows)} for title, rows in groups]


def _rows(rows: Sequence[StandingRow]) -> list[dict[str, str]]:
    return [
        {
            "place": row.place,
            "pair": row.label,
            "names": row.names,
            "penalties": row.penalties,
            **{name: text for name in EXTRA if (text := getattr(row, name))},
            "total": total,
            "percent": "" if row.percent is None else percent_text(row.percent),
        }
        for row, total in zip(rows, points_column([row.total for row in rows]), strict=True)
    ]


# Published nights read and scored, held in memory under the mark of what was stored when they were read.

MOST_NIGHTS = 4
"""How many nights are held ready for pages that are still to be made."""


class HeldNights(Latest[EventResults]):
    """The results of the nights that were used last, each by the mark that they are true of."""

    def __init__(self, most: int = MOST_NIGHTS) -> None:
        super().__init__(most)


HELD = HeldNights()
"""Those of this process."""


def results_at(mark: str, event: Event) -> EventResults:
    """Return the results of *event*, which was read after *mark*: the same for all pages made at it.

    So a night is scored once after every change, however many of its pages are then asked for.  Results during whose
    reading something changed are true of no mark: they are for this page alone, as all are without a mark.
    """
    if not mark:
        return EventResults(event)
    results = HELD.find(mark)
    if results is None:
        results = EventResults(event)
        results.read()
        if event_mark(event.pk) == mark:
            HELD.hold(mark, results)
    return results


def results_stored(event: Event) -> EventResults:
    """Return the results of *event* as it is stored now, held ones where it is published; all of them are read."""
    mark = event_mark(event.pk)
    if held := HELD.find(mark):
        return held
    results = results_at(mark, Event.objects.select_related("club").get(pk=event.pk))
    results.read()
    return results


def event_mark(event_id: int) -> str:
    """Return the mark of a published event, ``""`` of any other."""
    shown = event_shown(event_id)
    return shown.mark if shown else ""
