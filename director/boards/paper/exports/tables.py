"""Everything of an event with boards that can be exported."""

from dataclasses import replace
from functools import partial

from director.additions import get_contest_desk
from director.boards.paper.exports.boards import make_results_table
from director.boards.paper.exports.players import TITLE, make_players_table
from director.boards.paper.tables.files import make_event_tables
from director.boards.scoring.standings.event import EventResults
from director.formats.formats import EventTables
from director.models import Event
from director.models.event import Game


def is_sent(event: Event) -> bool:
    """Return whether formats of other programs can hold *event*. They know bridge only."""
    return event.game == Game.BRIDGE


def make_export_tables(results: EventResults, *, numbered: bool = True) -> EventTables:
    """Return everything that can be exported, with people's numbers if *numbered*."""
    files = make_event_tables(results)
    boards = {"boards": partial(make_results_table, results)}
    players = {TITLE.lower(): partial(make_players_table, results, numbered=numbered)}
    tables = replace(
        files,
        makers=files.makers | boards | get_contest_desk().get_table_makers(results) | players,
        is_numbered=numbered,
        unnumbered=partial(make_export_tables, results, numbered=False),
    )
    if not is_sent(results.event):
        return tables
    session_nos = (sheets.scoring_field.session.number for sheets in results.sessions)
    return replace(tables, results=results, session_nos=tuple(session_nos))
