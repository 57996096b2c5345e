"""One invented, complete night: every step done, to look at."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest

from django.db import transaction

from director.boards.contests import CONTESTS, Entrant
from director.boards.movement.lines.read import section_lines
from director.boards.movement.sections import section_of_session
from director.boards.play.plan import choose_plan, contestants
from director.boards.play.scores.result import import_result
from director.boards.play.seats.write import name_entries
from director.boards.play.start import create_event
from director.core.base.demo import CLUB, FIRST_NAMES, LAST_NAMES
from director.core.night.printing.write import store_printed_cards
from director.core.night.publishing.write import publish_results
from director.models import Club, Event
from director.models.event import Contest
from movements import Movement


@dataclass(frozen=True, slots=True)
class InventedNight:
    """Which night is invented: who plays by which movement."""

    contest: Contest
    name: str
    movement: Callable[[], Movement]
    teams: Sequence[str] = ()  # what the teams are called


def demo_night(night: InventedNight, *, seed: int, on: date) -> Event:
    """Return the published *night* with every result entered.

    The same *seed* gives the same night.
    """
    draw = random.Random(seed)  # noqa: S311  invented people and cards, not a secret
    with transaction.atomic():
        club, _created = Club.objects.get_or_create(name=CLUB)
        session = create_event(club=club, name=night.name, on=on, contest=night.contest)
        section = section_of_session(session.pk)
        movement = night.movement()
        plan = choose_plan(section=section, movement=movement)
        people = _names(draw, contestants(movement), CONTESTS[night.contest].players)
        named = zip_longest(people, night.teams)
        name_entries(section=section, pairs=[(None, Entrant(names, team)) for names, team in named])
        lines = section_lines(section)
        for board_no in lines.boards:
            board = InventedBoard(draw)
            for line in lines.on_board(board_no):
                import_result(section=section, line=line, text=board.result(), user=None)
        session.clock, session.round_no = "over", movement.rounds
        session.save()
        store_printed_cards(owner=section, fingerprint=plan.fingerprint)
    return publish_results(event=session.event)


def _names(draw: random.Random, playing: Sequence[int], each: int) -> list[tuple[str, ...]]:
    """Return so many invented people *each* for all who are *playing*, nobody twice."""
    count = len(playing) * each
    people = []
    for first, last in zip(
        draw.sample(FIRST_NAMES.split(), count),
        draw.sample(LAST_NAMES.split(), count),
        strict=True,
    ):
        people.append(f"{first} {last}")
    return [tuple(people[at : at + each]) for at in range(0, count, each)]


class InventedBoard:
    """A deal as the field plays it: one usual contract, with some tables above, below or elsewhere."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.tricks = draw.choice((7, 8, 8, 9, 9, 9, 10, 10, 10, 11, 12))
        self.denomination = draw.choice(("C", "D", "H", "H", "S", "S", "NT"))
        self.declarer = draw.choice("NESW")

    def result(self) -> str:
        """Return what one table did, as a director would type it."""
        if self.draw.random() < 0.02:  # one board in fifty is passed out
            return "PASS"
        tricks = min(13, max(5, self.tricks + self.draw.choice((-1, 0, 0, 0, 0, 1))))
        level = min(7, max(1, self.tricks - 6 + self.draw.choice((-2, -1, -1, 0, 0, 0, 1))))
        over = tricks - 6 - level
        doubled = "X" if over < 0 and self.draw.random() < 0.2 else ""
        return f"{level}{self.denomination}{doubled}{self.declarer}{f'{over:+d}' if over else '='}"
