"""How long a national event takes: 300 clubs of 12 tables that play the same 26 boards, in one file and one event.

Seconds and megabytes are printed (``-s``): of reading the file in, the first page of standings, one
correction typed after publishing, and a pair's card that a visitor asks for.
"""

import os
import random
import resource
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from director.additions.imports.store.event import import_file
from director.core.base.versions import LruCache
from director.core.night.publishing import publish_results
from director.models import Result, Section
from scoring.bridge.contracts import get_vulnerability, list_possible_scores
from scoring.display import format_percent, format_rounded
from scoring.model import Board, Field, Line
from scoring.registry import get_method
from tests.factories import enter_on_line, make_director, sign_in

pytestmark = [pytest.mark.bench, pytest.mark.django_db]

CLUBS, TABLES, BOARDS = int(os.environ.get("CLUBS", "300")), 12, 26
APART = 1000
"""How far the numbers of two clubs lie apart in the field."""


def letters(club: int) -> str:
    """Return the letter of a club, counted from 0."""
    return (chr(ord("A") + club // 26 - 1) if club >= 26 else "") + chr(ord("A") + club % 26)


def national_field() -> Field:
    """Return the lines of all clubs: N-S stay at their tables, E-W move on with every second board."""
    chance = random.Random(1)
    boards = []
    for board_no in range(1, BOARDS + 1):
        scores = [
            score for score in list_possible_scores(get_vulnerability(board_no)) if abs(score) < 800
        ]
        boards.append(
            Board(
                board_no,
                tuple(
                    Line(
                        club * APART + table,
                        club * APART + (table + board_no // 2) % TABLES + 1,
                        chance.choice(scores),
                    )
                    for club in range(CLUBS)
                    for table in range(1, TABLES + 1)
                ),
            )
        )
    return Field(2, tuple(boards))


def national_file() -> bytes:
    """Return the event as a scoring program exports it: a section each club, places across the field."""
    method = get_method("matchpoints")
    ranking = method.rank(national_field(), dict(method.common_file_options))
    pairs: dict[int, list[str]] = {club: [] for club in range(CLUBS)}
    for standing in ranking.standings:
        club, number = divmod(standing.contestant, APART)
        who = f"{number}{standing.direction}"
        players = "".join(
            f"<PLAYER><PLAYER_NAME>{name} of {letters(club)}{who}</PLAYER_NAME></PLAYER>"
            for name in ("Ada", "Bert")
        )
        pairs[club].append(
            f"<PAIR><PAIR_NUMBER>{who}</PAIR_NUMBER><DIRECTION>{standing.direction}</DIRECTION>"
            f"<TOTAL_SCORE>{format_rounded(standing.total)}</TOTAL_SCORE><PERCENTAGE>{format_percent(standing.percent)}</PERCENTAGE>"
            f"<PLACE>{standing.rank_text}</PLACE>{players}</PAIR>"
        )
    boards: dict[int, list[str]] = {club: [] for club in range(CLUBS)}
    for board in ranking.boards:
        lines: dict[int, list[str]] = {club: [] for club in range(CLUBS)}
        for scored in board.lines:
            (club, ns), ew = divmod(scored.line.ns, APART), scored.line.ew % APART
            lines[club].append(
                f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}NS</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}EW</EW_PAIR_NUMBER>"
                f"<SCORE>{scored.line.score}</SCORE><NS_MATCH_POINTS>{format_rounded(scored.ns_points)}</NS_MATCH_POINTS>"
                f"<EW_MATCH_POINTS>{format_rounded(scored.ew_points)}</EW_MATCH_POINTS></TRAVELLER_LINE>"
            )
        for club, own in lines.items():
            number = f"<BOARD_NUMBER>{board.board_no}</BOARD_NUMBER>"
            boards[club].append(f"<BOARD>{number}{''.join(own)}</BOARD>")
    sections = (
        f'<SECTION SECTION_ID="{letters(club)}"><PARTICIPANTS>{"".join(pairs[club])}</PARTICIPANTS>'
        f"{''.join(boards[club])}</SECTION>"
        for club in range(CLUBS)
    )
    facts = (
        "<TITLE>National pairs</TITLE><DATE>21/07/2022</DATE><WINNER_TYPE>2</WINNER_TYPE>"
        "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>"
    )
    body = f'<EVENT EVENT_TYPE="PAIRS">{facts}<SESSION SESSION_ID="1">{"".join(sections)}</SESSION></EVENT>'
    return f'<USEBIO Version="1.2">{body}</USEBIO>'.encode()


@contextmanager
def measured(what: str, *, traced: bool) -> Iterator[None]:
    """Print how long *what* is done inside takes; if *traced*, how much memory it needs, which makes it slower."""
    if traced:
        tracemalloc.start()
    start = time.perf_counter()
    with CaptureQueriesContext(connection) as captured:
        yield
    seconds = time.perf_counter() - start
    memory = f", {tracemalloc.get_traced_memory()[1] / 1e6:.0f} MB" if traced else ""
    tracemalloc.stop()
    process = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    say(
        f"{what}: {seconds:.1f} s, {len(captured)} queries{memory}; the process so far {process:.0f} MB"
    )


def say(text: str) -> None:
    """Print a line."""
    print(f"\n{text}", end="")  # noqa: T201


@pytest.mark.parametrize("traced", [False, True], ids=["time", "memory"])
def test_a_national_event(traced):
    data = national_file()
    say(f"the file: {len(data) / 1e6:.0f} MB")
    with measured("reading it in", traced=traced):
        imported = import_file(data=data, file_name="national.xml")
    assert (imported.differences, imported.doubts) == ((), ())
    event = imported.event
    assert Section.objects.filter(session__event=event).count() == CLUBS
    assert Result.objects.filter(section__session__event=event).count() == CLUBS * TABLES * BOARDS
    desk = sign_in(make_director())
    sections = list(Section.objects.filter(session__event=event).select_related("session__event"))
    with measured("the desk's standings", traced=traced):
        assert desk.get(f"/sessions/{sections[0].ref}/results/").status_code == 200
    with measured("publishing", traced=traced):
        publish_results(event=event)
    visitor = Client()
    with measured("the first page of standings for a visitor", traced=traced):
        assert visitor.get(event.get_absolute_url()).status_code == 200
    with measured("the same page again", traced=traced):
        assert visitor.get(event.get_absolute_url()).status_code == 200
    middle = sections[CLUBS // 2]
    line = Result.objects.filter(section=middle).first()
    with measured("a correction in one section", traced=traced):
        enter_on_line(middle, line, "+50")
    caches["pages"].clear()
    with measured("a pair’s card after it", traced=traced):
        assert visitor.get(f"/events/{event.pk}/pairs/100001/").status_code == 200
    LruCache.clear_all()
    caches["pages"].clear()
    with measured("a pair’s card with nothing held", traced=traced):
        assert visitor.get(f"/events/{event.pk}/pairs/100002/").status_code == 200
