"""The standings as a version of them stores them, with everything they depend on."""

from collections.abc import Sequence

from director.boards.movement.lines.fouled import field_groups
from director.boards.movement.lines.read import SectionLine
from director.boards.scoring.matches.knockout import HOW
from director.boards.scoring.scored import line_of
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.sheets import SessionSheets
from director.kinds import OF_EVENT, StandingsSnapshot
from director.models.event import Finals, Places
from director.pdf.words import points_column
from director.sheets import StandingRow
from scoring import ScoringError, find_method, percent_text

EXTRA = ("came", "carry_over", "handicap", "stratum", "stratum_places")


def standings_snapshot(results: EventResults) -> StandingsSnapshot:
    """Return the standings of *results* and everything they depend on."""
    sessions = {
        str(sheets.scoring_field.session.number): _session_facts(sheets)
        for sheets in results.sessions
    }
    return StandingsSnapshot(
        standings_facts(results), sessions | {OF_EVENT: _scoring(results.first)}
    )


def _session_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    """Return the results, penalties, matches and names of a session. No query.

    A line has its score as a third entry: it is compared with a score typed without a contract.
    """
    scoring_field = sheets.scoring_field
    label = scoring_field.label
    facts: dict[str, list[str]] = {}
    for line in sorted(sheets.lines.all, key=_line_order):
        if line.text:
            what = f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}"
            score = f"{line.ns_score:+d}" if line.ns_score else line.text
            facts[_key("line", *line_of(line))] = [what, line.text, score]
    for (board_no, ns, ew), letter in field_groups(scoring_field).items():
        what = f"Cards of board {board_no}, {label(ns)} against {label(ew)}"
        facts[_key("cards", board_no, ns, ew)] = [what, letter]
    for penalty in sheets.penalties:
        of_section = f" of section {penalty.letter}" if penalty.letter else ""
        what = f"Penalty of {label(penalty.to)}, ruling {penalty.number}{of_section}"
        facts[_key("penalty", penalty.letter, penalty.number, penalty.to)] = [what, penalty.text]
    for section in sheets.knockouts:
        for match in section.matches.all():
            home, away, winner = (
                label(scoring_field.pair(section, number))
                for number in (match.home, match.away, match.winner)
            )
            what = f"Match of {home} and {away}, round {match.round_no}"
            key = _key("match", section.letter, match.round_no, match.home, match.away)
            facts[key] = [what, f"{winner} goes through {HOW[match.how]}"]
    return facts | _extras_facts(sheets) | _name_facts(sheets)


def _extras_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    """Return the handicaps, strata and carry-overs of a session."""
    extras = sheets.extras
    label = sheets.scoring_field.label
    facts: dict[str, list[str]] = {}
    if extras.carry_over_of:
        facts["carry-over"] = ["Maximum carry-over", extras.carry_over_most]
    for pair_no in extras.pairs:
        name = label(pair_no)
        facts[_key("handicap", pair_no)] = [f"Handicap of {name}", extras.handicap_text(pair_no)]
        facts[_key("carry-over", pair_no)] = [
            f"Carry-over of {name}",
            extras.carry_over_text(pair_no),
        ]
        facts[_key("stratum", pair_no)] = [f"Stratum of {name}", extras.stratum(pair_no)]
    return facts


def _name_facts(sheets: SessionSheets) -> dict[str, list[str]]:
    return {
        _key("pair", pair_no): [f"Pair {sheets.scoring_field.label(pair_no)}", names]
        for pair_no, names in sheets.names.items()
        if names
    }


def _line_order(line: SectionLine) -> tuple[int, ...]:
    return (line.round_no or 0, line.table_no or 0, *line_of(line))


def _key(*parts: object) -> str:
    return " ".join(map(str, parts))


def _scoring(sheets: SessionSheets) -> dict[str, list[str]]:
    """Return how an event is scored and ranked. No query."""
    event = sheets.scoring_field.event
    method = find_method(event.scoring)
    options = method.settings(event.scoring_options)
    facts = {"Scoring": method.name}
    facts |= {f"Scoring, {name.replace('_', ' ')}": value for name, value in options.items()}
    facts["Places"] = Places(event.places).label
    if event.finals != Finals.BY_PLACES:
        facts["Sections of the last session"] = Finals(event.finals).label
    return {what: [what, str(value)] for what, value in facts.items()}


def standings_facts(results: EventResults) -> list[dict[str, object]]:
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
