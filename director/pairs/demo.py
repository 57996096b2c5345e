"""One invented, complete night: every step done, to look at."""

import random
from datetime import date

from django.db import transaction

from director.boards.movement.write import plan_choose
from director.boards.scores.read.lines import section_lines
from director.boards.scores.write.result import result_enter
from director.boards.sections import section_of_session
from director.boards.start import event_create
from director.desk.demo import CLUB, FIRST_NAMES, LAST_NAMES
from director.desk.paper.write import cards_printed
from director.desk.publish.write import results_publish
from director.models import Club, Event
from director.pairs.seats.write import entries_name
from movements import make_plan

PAIRS = 14


def demo_night(*, seed: int, on: date) -> Event:
    """Return a published night of 14 invented pairs with every result in; the same *seed* gives the same night."""
    draw = random.Random(seed)  # noqa: S311  invented people and cards, not a secret
    with transaction.atomic():
        club, _created = Club.objects.get_or_create(name=CLUB)
        session = event_create(club=club, name="Demonstration pairs", on=on)
        section = section_of_session(session.pk)
        movement = make_plan("mitchell", pairs=PAIRS, boards_per_set=3)
        plan = plan_choose(section=section, movement=movement)
        entries_name(section=section, pairs=[(None, names) for names in _names(draw)])
        lines = section_lines(section)
        for board_no in lines.boards:
            board = _Board(draw)
            for line in lines.on_board(board_no):
                result_enter(
                    section=section,
                    board_no=board_no,
                    ns=line.ns,
                    ew=line.ew,
                    text=board.result(),
                    user=None,
                    lines=lines,
                )
        session.clock, session.round_no = "over", movement.rounds
        session.save()
        cards_printed(of=section, fingerprint=plan.fingerprint)
    return results_publish(event=session.event)


def _names(draw: random.Random) -> list[tuple[str, str]]:
    """Return two invented people for each pair, nobody twice."""
    people = [f"{first} {last}" for first, last in zip(_some(draw, FIRST_NAMES), _some(draw, LAST_NAMES), strict=True)]
    return list(zip(people[::2], people[1::2], strict=True))


def _some(draw: random.Random, names: str) -> list[str]:
    return draw.sample(names.split(), 2 * PAIRS)


class _Board:
    """A deal as the field plays it: one usual contract and tricks, with some tables above, below or elsewhere."""

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
