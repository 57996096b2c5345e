"""Drawn rounds: the choices before a draw, the drawn round, and how pages and the wall show it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from director.boards.contests import get_contest_record
from director.boards.movement.formats import get_format
from director.errors import DeskError
from director.models import Entry, Event, Plan, PlanRow, Section, Stage
from movements.option import Option
from movements.swiss.knockout import ThreeWayRound
from movements.swiss.plans import DrawnRound, choose_spare_set, has_home_tables
from movements.swiss.systems import SWISS_SYSTEMS
from movements.swiss.tables import (
    PAIR_TABLES,
    TEAM_TABLES,
    fill_free_tables,
    list_match_tables,
    parse_tables,
)
from scoring.method import SCALE_OPTION_NAME
from scoring.registry import get_method


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A drawn match of a page or of the sheet for the wall."""

    tables: str  # "3 and 4"
    home: str  # "5 Smiths"
    away: str
    numbers: tuple[int, int]  # of both sides
    score: str = ""  # "+7 IMPs, 11.76–8.24"; empty on the sheet, which is printed before the round


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A drawn round with its matches."""

    round_no: int
    title: str  # "Round 4 · 10 March 2026", without the date if all rounds have the same
    matches: tuple[DrawnMatch, ...]
    byes: tuple[str, ...]  # the names of contestants who sit out


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """A side of a drawn match, with the standing that it is drawn from."""

    name: str  # "5 Smiths"
    rank: str = ""  # "" without a standing
    total: str = ""


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A match of the round to be played."""

    tables: str  # "3 and 4"
    home: DrawnSide
    away: DrawnSide
    reason: str = ""  # why these two were paired


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to be played."""

    matches: tuple[NextMatch, ...]
    byes: tuple[str, ...]  # the names of contestants who sit out
    three_way_matches: tuple[tuple[str, ...], ...] = ()  # the three names of each
    is_second_of_triangle: bool = False  # whether it is the second round of a long three-way match

    @property
    def has_standings(self) -> bool:
        """Whether somebody has a place that the round is drawn from."""
        return any(match.home.rank or match.away.rank for match in self.matches)

    @property
    def has_reasons(self) -> bool:
        """Whether the reason of a match is known."""
        return any(match.reason for match in self.matches)


@dataclass(frozen=True, slots=True)
class ShownOpponents:
    """A contestant in the standings, with its opponents."""

    side: DrawnSide
    opponents_text: str  # the number met in each round: "4, 7, –, 2", a dash without an opponent


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match of the last round of a knock-out, with the form to choose its winner."""

    round_no: int
    numbers: tuple[int, int]  # of both teams
    names: tuple[str, str]
    winner: str
    outcome: str  # how it was decided, "" if the score decides
    chosen_team: int = 0  # by the director, 0 without a decision
    chosen_reason: str = ""
    reasons: tuple[tuple[str, str], ...] = ()  # to choose from, each with its key
    leader: str = ""  # the team ahead once the match is over, "" if the score is level
    error_message: str = ""  # why the chosen winner is refused, "" if it isn't
    is_against_score: bool = False  # whether that box was ticked

    @property
    def sides(self) -> tuple[tuple[int, str], tuple[int, str]]:
        """Number and name of either team."""
        return (self.numbers[0], self.names[0]), (self.numbers[1], self.names[1])


GAMES = Option(
    "games",
    "Each draw is for",
    {"1": "one round", "2": "two rounds: two games against each opponent, home and away"},
    note="Total rounds counts both games.",
)
"""The option of a Swiss whose contestants play twice before the next draw."""
TABLE_ORDER = Option(
    "table_order",
    "Tables filled",
    {"near": "from table 1", "far": "from the last table"},
    note="The leaders meet at the first of them. Home tables keep their numbers.",
)
"""The option of a Swiss for the end of the room at which the leaders meet."""
LOCKED_TABLES = "locked_tables"
"""The option of a Swiss with the numbers of tables that no match is given: "3 7"."""
ODD = "odd"
"""The option of a contest for an odd number of contestants: a bye or a three-way match."""
LONG_TRIANGLE = "long-triangle"
"""The choice of a three-way match of whole matches over two rounds."""
ODD_PHRASES = next(option.phrases for option in SWISS_SYSTEMS[0].options if option.name == ODD)
"""The choices for an odd number of teams, in words."""
MISMATCH_LAW = "EBU White Book 3.5.2, round {round_no}"
"""The law of a ruling that compensates for a wrong pairing, by which it is found again."""
HALF_SCALES = ("discrete", "none")
"""Scales of victory points with documented half matches, and scoring without a scale."""


@dataclass(frozen=True, slots=True)
class DrawChoices:
    """The director's choices for the draw of a round."""

    fixed_pairings: tuple[tuple[int, int], ...] = ()  # made by hand, home first
    absent_numbers: frozenset[int] = frozenset()  # contestants who don't play
    bye: int | None = None  # who sits out, None to let the draw choose
    after_round: int | None = None  # the last round that counts, None for the contest's rule
    triangle: tuple[int, ...] = ()  # a three-way match, () to let the draw choose
    odd_choice: str = ""  # replaces the contest's option for an odd number of contestants


@dataclass(frozen=True, slots=True)
class DraftRound:
    """A drawn round that isn't stored yet."""

    drawn_round: DrawnRound
    notes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  # one for each match


def get_tables_per_match(section: Section) -> int:
    """Return the number of tables at which a match of *section* is played."""
    return TEAM_TABLES if get_contest_record(section).has_halves else PAIR_TABLES


def place_at_tables(
    drawn_round: DrawnRound,
    options: Iterable[tuple[str, str]],
    *,
    tables_per_match: int,
    previous_rounds: Iterable[DrawnRound] = (),
) -> DrawnRound:
    """Return *drawn_round* at tables that the contest's *options* allow.

    If tables are filled from the far end, the room is as large as in the largest of
    *previous_rounds*, so that the leaders stay at that end.
    """
    values_by_name = dict(options)
    is_from_far_end = TABLE_ORDER.get_choice(values_by_name) == "far"
    locked_tables = parse_tables(values_by_name.get(LOCKED_TABLES, ""))
    if has_home_tables(tuple(values_by_name.items())) or not (is_from_far_end or locked_tables):
        return replace(drawn_round, tables=())
    room_sizes = [
        sum(previous_round.list_match_sizes(tables_per_match)) for previous_round in previous_rounds
    ]
    match_sizes = drawn_round.list_match_sizes(tables_per_match)
    tables = list_match_tables(
        match_sizes,
        locked_tables=locked_tables,
        is_from_far_end=is_from_far_end,
        room_size=max(room_sizes, default=0),
    )
    return replace(drawn_round, tables=tables)


def keep_tables(
    drawn_round: DrawnRound,
    previous_round: DrawnRound,
    options: Iterable[tuple[str, str]],
    *,
    tables_per_match: int,
) -> DrawnRound:
    """Return *drawn_round* with every match of *previous_round* at its table.

    Other matches take the tables that are free.
    """
    values_by_name = dict(options)
    if has_home_tables(tuple(values_by_name.items())):
        return replace(drawn_round, tables=())
    previous_matches = (*previous_round.pairings, *previous_round.triangles)
    previous_tables = previous_round.list_tables(tables_per_match)
    tables_by_match = dict(zip(map(frozenset, previous_matches), previous_tables, strict=True))
    matches = (*drawn_round.pairings, *drawn_round.triangles)
    match_tables = fill_free_tables(
        drawn_round.list_match_sizes(tables_per_match),
        [tables_by_match.get(frozenset(match), ()) for match in matches],
        previous_tables=[table for tables in previous_tables for table in tables],
        locked_tables=parse_tables(values_by_name.get(LOCKED_TABLES, "")),
    )
    return replace(drawn_round, tables=match_tables)


def sort_by_table(drawn_round: DrawnRound) -> DrawnRound:
    """Return *drawn_round* with its pairings in the order of their tables."""
    if not drawn_round.tables:
        return drawn_round
    pairing_count = len(drawn_round.pairings)
    placed_pairings = sorted(
        zip(drawn_round.tables[:pairing_count], drawn_round.pairings, strict=True)
    )
    return replace(
        drawn_round,
        pairings=tuple(pairing for _tables, pairing in placed_pairings),
        tables=(
            *(tables for tables, _pairing in placed_pairings),
            *drawn_round.tables[pairing_count:],
        ),
    )


def refuse_triangle(scoring_record: Event | Stage, board_count: int) -> None:
    """Raise if half matches of a triangle can't be played or scored.

    :raises DeskError: if a match has only one board, or the scale has no half matches
    """
    # Each half of a match takes half of its boards.
    if board_count < 2:
        raise DeskError(
            "draw-triangle-boards",
            "A three-way match is played in halves, so it needs at least two boards per match.",
        )
    method = get_method(scoring_record.scoring)
    settings = method.complete_settings(scoring_record.scoring_options)
    if settings.get(SCALE_OPTION_NAME, "none") not in HALF_SCALES:
        raise DeskError(
            "draw-triangle-scale",
            "A three-way match over one round needs the victory points “EBU”. Choose them in "
            "Results, More, Scoring, or let one of the three sit out.",
        )


def make_match_round(matches: Iterable[tuple[int, int | None]]) -> DrawnRound:
    """Return a round of a knock-out. Teams without an opponent have a bye."""
    pairings = []
    byes = []
    for home, away in matches:
        if away is None:
            byes.append(home)
        else:
            pairings.append((home, away))
    return DrawnRound(tuple(pairings), tuple(byes))


def make_three_way_round(three_way_round: ThreeWayRound, planned_round_count: int) -> DrawnRound:
    """Return a round of a knock-out with its groups, three teams who play each other.

    Their boards are a further set, after the sets of the *planned_round_count* rounds.
    """
    match_round = make_match_round(three_way_round.matches)
    if not three_way_round.groups:
        return match_round
    first_group, *other_groups = three_way_round.groups
    return replace(
        match_round,
        triangle=first_group,
        further_triangles=tuple(other_groups),
        spare_set=choose_spare_set((), planned_round_count),
    )


def fetch_previous_opponents_by_number(section: Section) -> dict[int, tuple[int, ...]]:
    """Return the opponents in matches of earlier stages that are in *section*, by number.

    Nobody has any in a section that continues no stage. (Costs a query for each stage before, and
    two more.)
    """
    if section.session.stage_id is None:
        return {}
    numbers_by_previous_ref = _fetch_numbers_by_previous_ref(section)
    plans = Plan.objects.filter(
        section__in={section_id for section_id, _number in numbers_by_previous_ref}, in_force=True
    )
    section_ids_by_plan = {
        plan.pk: plan.section_id for plan in plans if get_format(plan).has_matches
    }
    rows = PlanRow.objects.filter(plan__in=section_ids_by_plan, ns__isnull=False, ew__isnull=False)
    opponents_by_number: dict[int, set[int]] = defaultdict(set)
    for plan_id, *numbers in rows.values_list("plan_id", "ns", "ew").distinct():
        previous_section_id = section_ids_by_plan[plan_id]
        first, second = (
            numbers_by_previous_ref.get((previous_section_id, number)) for number in numbers
        )
        if first is not None and second is not None and first != second:
            opponents_by_number[first].add(second)
            opponents_by_number[second].add(first)
    return {
        number: tuple(sorted(opponent_numbers))
        for number, opponent_numbers in opponents_by_number.items()
    }


def _fetch_numbers_by_previous_ref(section: Section) -> dict[tuple[int, int], int]:
    """Return the numbers in *section* by section and number in every stage before."""
    columns = ("continues_id", "pair_no")
    numbers_by_entry = dict(section.entries.exclude(continues=None).values_list(*columns))
    numbers_by_previous_ref = {}
    while numbers_by_entry:
        numbers_by_previous_entry = {}
        previous_entries = Entry.objects.filter(pk__in=numbers_by_entry)
        for pk, section_id, pair_no, previous_entry_id in previous_entries.values_list(
            "pk", "section_id", "pair_no", "continues_id"
        ):
            numbers_by_previous_ref[section_id, pair_no] = numbers_by_entry[pk]
            if previous_entry_id is not None:
                numbers_by_previous_entry[previous_entry_id] = numbers_by_entry[pk]
        numbers_by_entry = numbers_by_previous_entry
    return numbers_by_previous_ref
