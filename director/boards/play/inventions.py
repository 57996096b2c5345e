"""Invented names and results, for a demonstration and for the tedious part of a practised step."""

import random
from itertools import islice

from django.contrib.auth.models import User
from django.db import transaction

from director.boards.contests import Entrant, get_contest_record
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entries
from director.core.night.practice import iter_free_names
from director.models import Section


class InventedBoard:
    """A board with a typical contract, from which the results of some tables differ."""

    def __init__(self, random_source: random.Random) -> None:
        self.random_source = random_source
        # A value is repeated to make it more likely.
        self.tricks = random_source.choice((7, 8, 8, 9, 9, 9, 10, 10, 10, 11, 12))
        self.denomination = random_source.choice(("C", "D", "H", "H", "S", "S", "NT"))
        self.declarer = random_source.choice("NESW")

    def make_result(self) -> str:
        """Return the result of one table, as a director would type it."""
        if self.random_source.random() < 0.02:  # one board in fifty is passed out
            return "PASS"
        trick_difference = self.random_source.choice((-1, 0, 0, 0, 0, 1))
        tricks = min(13, max(5, self.tricks + trick_difference))
        level_difference = self.random_source.choice((-2, -1, -1, 0, 0, 0, 1))
        level = min(7, max(1, self.tricks - 6 + level_difference))
        overtricks = tricks - 6 - level
        doubled = ""
        if overtricks < 0 and self.random_source.random() < 0.2:
            doubled = "X"
        outcome = f"{overtricks:+d}" if overtricks else "="
        return f"{level}{self.denomination}{doubled}{self.declarer}{outcome}"


def store_invented_names(section: Section) -> int:
    """Seat invented people at every empty entry. Return the number of these entries."""
    contest_record = get_contest_record(section)
    empty_entries = list(section.entries.filter(entry_players__isnull=True))
    names = iter_free_names(section.session.event.club)
    taken_teams = set(section.entries.values_list("name", flat=True))
    free_teams = (team for team in contest_record.demo_teams if team not in taken_teams)
    entrants = []
    for entry in empty_entries:
        players = tuple(islice(names, contest_record.players_at_once))
        team = None
        if contest_record.has_own_name and not entry.name:
            team = next(free_teams, f"Team {entry.pair_no}")
        entrants.append((entry.pair_no, Entrant(players, team)))
    if not entrants:
        return 0
    return name_entries(section=section, pairs=entrants)


def store_invented_results(section: Section, *, user: User | None) -> int:
    """Enter an invented result on every empty line. Return the number of these lines."""
    lines = fetch_section_lines(section)
    random_source = random.Random(section.pk)  # noqa: S311  invented cards, not a secret
    entered_count = 0
    with transaction.atomic():
        for board_no in lines.boards:
            board = InventedBoard(random_source)
            for line in lines.get_board_lines(board_no):
                if not line.text:
                    import_result(
                        section=section, line=line, text=board.make_result(), user=user, lines=lines
                    )
                    entered_count += 1
    return entered_count
