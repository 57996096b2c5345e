"""Store an invented event with every step done, as a demonstration."""

import random
from datetime import date
from itertools import zip_longest

from django.db import transaction

from director.boards.contests import ContestRecord, Entrant
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import choose_plan, list_contestants
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import create_event
from director.core.base.demo import CLUB, FIRST_NAMES, LAST_NAMES
from director.core.club.club import get_or_create_named_club
from director.core.night.printing import store_printed_cards
from director.core.night.publishing import publish_results
from director.models import Event


def create_demo_night(contest: ContestRecord, *, seed: int, on: date) -> Event:
    """Store an invented night of *contest* with every result entered, and publish it.

    The same *seed* gives the same names and results.
    """
    draw = random.Random(seed)  # noqa: S311  invented people and cards, not a secret
    with transaction.atomic():
        club = get_or_create_named_club(CLUB)
        name = f"Demonstration {contest.key}"
        session = create_event(club=club, name=name, date=on, contest=contest.key)
        section = fetch_section(session.pk)
        movement = contest.make_demo_movement()
        plan = choose_plan(section=section, movement=movement)
        names = _invent_names(draw, len(list_contestants(movement)), contest.players_at_once)
        # Pairs have no team names.
        entrants = [
            Entrant(players, team) for players, team in zip_longest(names, contest.demo_teams)
        ]
        name_entries(section=section, pairs=[(None, entrant) for entrant in entrants])
        lines = fetch_section_lines(section)
        for board_no in lines.boards:
            board = InventedBoard(draw)
            for line in lines.get_board_lines(board_no):
                import_result(section=section, line=line, text=board.result(), user=None)
        session.clock = "over"
        session.round_no = movement.rounds
        session.save()
        store_printed_cards(owner=section, fingerprint=plan.fingerprint)
    return publish_results(event=session.event)


def _invent_names(draw: random.Random, count: int, players: int) -> list[tuple[str, ...]]:
    """Return the invented names of *count* contestants of *players* people, none of them twice."""
    people_count = count * players
    first_names = draw.sample(FIRST_NAMES.split(), people_count)
    last_names = draw.sample(LAST_NAMES.split(), people_count)
    names = [f"{first} {last}" for first, last in zip(first_names, last_names, strict=True)]
    return [tuple(names[start : start + players]) for start in range(0, people_count, players)]


class InventedBoard:
    """A board with a usual contract, from which the results of some tables differ."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        # A value is repeated to make it more likely.
        self.tricks = draw.choice((7, 8, 8, 9, 9, 9, 10, 10, 10, 11, 12))
        self.denomination = draw.choice(("C", "D", "H", "H", "S", "S", "NT"))
        self.declarer = draw.choice("NESW")

    def result(self) -> str:
        """Return the result of one table, as a director would type it."""
        if self.draw.random() < 0.02:  # one board in fifty is passed out
            return "PASS"
        tricks = min(13, max(5, self.tricks + self.draw.choice((-1, 0, 0, 0, 0, 1))))
        level = min(7, max(1, self.tricks - 6 + self.draw.choice((-2, -1, -1, 0, 0, 0, 1))))
        overtricks = tricks - 6 - level
        doubled = ""
        if overtricks < 0 and self.draw.random() < 0.2:
            doubled = "X"
        outcome = f"{overtricks:+d}" if overtricks else "="
        return f"{level}{self.denomination}{doubled}{self.declarer}{outcome}"
