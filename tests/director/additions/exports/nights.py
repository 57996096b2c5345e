"""Nights that hold whatever a file has to tell: rulings, averages, penalties, carry-over, long names, empty lines."""

import random
from decimal import Decimal

from director.additions.rulings.rulings import Penalty
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.scoring.extras import SectionExtras
from director.boards.scoring.standings.event import EventResults
from director.event_kinds import get_event_kind
from director.models import Event, Person
from director.models.event import RankingScope
from scoring.bridge.contracts import get_vulnerability, list_possible_scores
from tests.director.additions.imports.store.usebio_divided import reload_event
from tests.factories import RESULT_TEXTS, add_ruling, enter_result_with_lead, make_sections

LONG = "Maximiliana Featherstonehaugh-Cholmondeley v. Wolkenstein "  # with two digits 60 characters
CONTRACTS = (*(text for text in RESULT_TEXTS if text[0] not in "A+"), "4SNS=")
GIVEN = ("4SS= MOVED +1/-1 {unit}", "A6040", "A5050", "A6060")
WEIGHTED = ("60% 4SS=, 40% 4SS-1", "N-S 4SS= / E-W 4SS-1")
EMPTY = ("NP: no time", "LATER", "")
METHODS = {"matchpoints": "mp", "cross-imps": "imp", "butler": "imp", "aggregate": "points"}


def make_export_event(
    seed: int,
    *,
    scoring="matchpoints",
    letters="A",
    sessions=1,
    key="mitchell",
    pairs=8,
    ruled=GIVEN,
    extras=True,
    penalty=True,
    **kwargs,
) -> Event:
    """Return an event with a result on every line, some *ruled*, some left empty, and what directors do besides."""
    chance = random.Random(seed)
    sections = make_sections(
        letters=letters, sessions=sessions, key=key, pairs=pairs, played=False, **kwargs
    )
    set_scoring(section=sections[0], scoring=scoring, options={}, places=RankingScope.FIELD)
    for section in map(fetch_section, [section.ref for section in sections]):
        _enter_results(section, chance, METHODS.get(scoring, "mp"), ruled=ruled)
    unit = METHODS.get(scoring, "mp")
    if extras:
        given = SectionExtras({1: PairExtras(carry_over="2.5")}, carry_over_unit=unit)
        store_extras(section=sections[0], extras=given, user=None)
    if penalty:
        fine = Penalty(pair_no=2, amount=Decimal("0.5"), unit=unit)
        add_ruling(section=sections[-1], user=None, facts="Late.", decision="Fined.", penalty=fine)
    _lengthen_names()
    return reload_event(sections[0].session.event)


def _enter_results(section, chance, unit, *, ruled):
    """Enter every line; on a board one at most is ruled, or nobody could tell from outside which."""
    lines = fetch_section_lines(section)
    boards = set()
    for line in lines.all:
        drawn = chance.random()
        if unit != "points" and drawn < 0.12 and line.board_no not in boards:
            boards.add(line.board_no)
            text = chance.choice(ruled).format(unit=unit)
        elif drawn < 0.18:
            text = chance.choice(EMPTY)
        elif drawn < 0.35:
            usual = [
                score
                for score in list_possible_scores(get_vulnerability(line.board_no))
                if score and abs(score) < 1000
            ]
            text = f"{chance.choice(usual):+d}"
        else:
            text = chance.choice(CONTRACTS)
        enter_result_with_lead(section, line[:3], text, "HK")


def _lengthen_names():
    """Give everybody a name of 60 characters, and every second a number."""
    people = list(Person.objects.order_by("pk"))
    for index, person in enumerate(people):
        person.name, person.number = f"{LONG}{index:02}", str(1000 + index) if index % 2 else ""
    Person.objects.bulk_update(people, ["name", "number"])


def list_export_tables(event: Event):
    """Return what of *event* can be taken away."""
    event = reload_event(event)
    return get_event_kind(event).make_export_tables(event)


def list_standings(event: Event) -> list:
    """Return every list of *event*: after all sessions, then those of each, with names, figures and places."""
    results = EventResults(reload_event(event))
    return [
        [
            (
                group.title,
                sorted(
                    (row.label, row.names, row.total, row.percent, row.place) for row in group.rows
                ),
            )
            for group in standings.groups
        ]
        for standings in (results.standings, *(sheets.standings for sheets in results.sessions))
    ]


def list_scored_lines(event: Event) -> list:
    """Return every line of *event* that has points: who met, the score, the shares, the lead, and the points."""
    return [
        (
            sheets.scoring_field.session.number,
            board.board_no,
            line.ns.label,
            line.ew.label,
            line.ns.points,
            line.ew.points,
        )
        for sheets in EventResults(reload_event(event)).sessions
        for board in sheets.boards
        for line in board.lines
        if line.ns.points is not None
    ]
