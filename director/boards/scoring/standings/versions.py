"""What a correction changes, and the standings as they were read."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from director.boards.movement.lines.fouled import field_groups
from director.boards.movement.lines.read import SectionLine
from director.boards.movement.scoring_field import Key
from director.boards.scoring.matches.knockout import HOW
from director.boards.scoring.scored import line_of
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.models import Event
from director.models.event import Finals, Places
from director.pdf.words import points_column
from director.sheets import StandingRow
from scoring import ScoringError, find_method, percent_text

EXTRA = ("came", "carry_over", "handicap", "stratum", "stratum_places")
Facts = Mapping[str, str]
"""Everything the standings depend on: what it is about, and its value."""


def results_changed(before: EventResults, after: EventResults) -> list[dict[str, str]]:
    """Return the differences between two states of an event, session by session."""
    changes = []
    for now in after.sessions:
        session = now.scoring_field.session
        if (were := before.session(session.number)) is not None:
            told = f"Session {session.number}, " if now.scoring_field.of_several else ""
            changes += [
                {**change, "what": told + change["what"]} for change in _sheets_changed(were, now)
            ]
    scoring = facts_changed(_scoring(before.first), _scoring(after.first))
    return changes + scoring


def _sheets_changed(before: SessionSheets, after: SessionSheets) -> list[dict[str, str]]:
    same = frozenset(map(id, before.lines.all)) & frozenset(map(id, after.lines.all))
    were, are = (
        _texts(line for line in sheets.lines.all if id(line) not in same)
        for sheets in (before, after)
    )
    changed = {key for key in were.keys() | are.keys() if were.get(key) != are.get(key)}
    bare = {
        key for key in changed for texts in (were, are) if texts.get(key, "").startswith(("+", "-"))
    }
    return facts_changed(_facts(before, changed, bare), _facts(after, changed, bare))


def _texts(lines: Iterable[SectionLine]) -> dict[Key, str]:
    """Return the results of *lines*."""
    return {line_of(line): line.text for line in lines if line.text}


def _facts(sheets: SessionSheets, changed: Collection[Key], bare: Collection[Key]) -> Facts:
    """Return the *changed* results, penalties and names of a session. No query.

    Of *bare* lines one state is a score without a contract, so the other is told by its score too.
    """
    scoring_field = sheets.scoring_field
    label = scoring_field.label
    on_boards = [
        line for board_no in {key[0] for key in changed} for line in sheets.lines.on_board(board_no)
    ]
    lines = [line for line in on_boards if line_of(line) in changed and line.text]
    facts = {
        f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}": (
            f"{line.ns_score:+d}" if line.ns_score and line_of(line) in bare else line.text
        )
        for line in sorted(
            lines, key=lambda line: (line.round_no or 0, line.table_no or 0, *line_of(line))
        )
    }
    for (board_no, ns, ew), letter in field_groups(scoring_field).items():
        facts[f"Cards of board {board_no}, {label(ns)} against {label(ew)}"] = letter
    for penalty in sheets.penalties:
        of_section = f" of section {penalty.letter}" if penalty.letter else ""
        facts[f"Penalty of {label(penalty.to)}, ruling {penalty.number}{of_section}"] = penalty.text
    for section in sheets.knockouts:
        for match in section.matches.all():
            home, away, winner = (
                label(scoring_field.pair(section, number))
                for number in (match.home, match.away, match.winner)
            )
            facts[f"Match of {home} and {away}, round {match.round_no}"] = (
                f"{winner} goes through {HOW[match.how]}"
            )
    extras = sheets.extras
    if extras.carry_over_of:
        facts["Maximum carry-over"] = extras.carry_over_most
    for pair_no in extras.pairs:
        facts[f"Handicap of {label(pair_no)}"] = extras.handicap_text(pair_no)
        facts[f"Carry-over of {label(pair_no)}"] = extras.carry_over_text(pair_no)
        facts[f"Stratum of {label(pair_no)}"] = extras.stratum(pair_no)
    return facts | {
        f"Pair {label(pair_no)}": names for pair_no, names in sheets.names.items() if names
    }


def _scoring(sheets: SessionSheets) -> Facts:
    """Return how an event is scored and ranked. No query."""
    event = sheets.scoring_field.event
    method = find_method(event.scoring)
    options = method.settings(event.scoring_options)
    facts = {f"Scoring, {name.replace('_', ' ')}": value for name, value in options.items()}
    return {"Scoring": method.name, **facts, "Places": Places(event.places).label, **_finals(event)}


def _finals(event: Event) -> Facts:
    """Return what the last session's sections are, unless the usual choice holds."""
    is_usual = event.finals == Finals.BY_PLACES
    return {} if is_usual else {"Sections of the last session": Finals(event.finals).label}


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
    """Return the standings of *results* as text, by group, or none if they can't be scored.

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
