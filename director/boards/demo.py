"""Store an invented event with every step done, as a demonstration."""

import random
from datetime import date
from itertools import zip_longest

from django.db import transaction

from director.boards.contests import ContestRecord, Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.inventions import InventedBoard
from director.boards.play.plan import list_contestants, store_plan
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import create_event
from director.core.base.demo import CLUB_NAME, FIRST_NAMES, LAST_NAMES
from director.core.club.club import get_or_create_named_club
from director.core.night.printing import store_printed_cards
from director.core.night.publishing import publish_results
from director.models import Event


def create_demo_event(contest_record: ContestRecord, *, seed: int, day: date) -> Event:
    """Store an invented night of *contest_record* with every result entered, and publish it.

    The same *seed* gives the same names and results.
    """
    random_source = random.Random(seed)  # noqa: S311  invented people and cards, not a secret
    with transaction.atomic():
        club = get_or_create_named_club(CLUB_NAME)
        name = f"Demonstration {contest_record.key}"
        session = create_event(club=club, name=name, date=day, contest=contest_record.key)
        section = fetch_section(session.pk)
        movement = contest_record.make_demo_movement()
        plan = store_plan(section=section, movement=movement)
        names = _invent_names(
            random_source, len(list_contestants(movement)), contest_record.players_at_once
        )
        # Pairs have no team names.
        entrants = [
            Entrant(players, team)
            for players, team in zip_longest(names, contest_record.demo_teams)
        ]
        name_entries(section=section, pairs=[(None, entrant) for entrant in entrants])
        lines = fetch_section_lines(section)
        for board_no in lines.boards:
            board = InventedBoard(random_source)
            for line in lines.get_board_lines(board_no):
                import_result(
                    section=section, line=line, text=board.make_result(), user=None, lines=lines
                )
        session.clock = "over"
        session.round_no = movement.rounds
        session.save()
        store_printed_cards(owner=section, fingerprint=plan.fingerprint)
    return publish_results(event=session.event)


def _invent_names(random_source: random.Random, count: int, players: int) -> list[tuple[str, ...]]:
    """Return the invented names of *count* contestants of *players* people, none of them twice."""
    people_count = count * players
    first_names = random_source.sample(FIRST_NAMES.split(), people_count)
    last_names = random_source.sample(LAST_NAMES.split(), people_count)
    names = [f"{first} {last}" for first, last in zip(first_names, last_names, strict=True)]
    return [tuple(names[start : start + players]) for start in range(0, people_count, players)]
