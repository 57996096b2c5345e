"""Nights of teams whose players sit one by one, and what they come to by the book, counted from the rows."""

from collections import defaultdict
from datetime import date
from fractions import Fraction

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.scores.result import import_result
from director.boards.play.sessions import create_event
from director.models.event import Contest
from movements.registry import make_plan
from tests.factories import make_club, make_pair_names

NIGHTS = {
    "awl-48": {"rounds": 2, "boards": 2},
    "awl-24": {"rounds": 6, "boards": 1},
    "new-england-qualifying": {"rounds": 4, "boards": 2},
    "new-england-trophy": {"rounds": 4, "boards": 1},
    "harvard-sixes": {"seated": 12, "boards": 1},
    "narragansett-eights": {"rounds": 4, "boards": 1},
    "large-teams-progressive": {"seated": 12, "boards": 1},
    "large-teams-parallel": {"seated": 16, "boards": 1},
    "large-teams-stationary": {"seated": 16, "boards": 1},
    "large-teams-club": {"seated": 12, "boards": 1},
    "three-teams-rows": {"boards": 2},
    "three-teams-all-pairs": {"seated": 36, "rounds": 6, "boards": 1},
    "three-teams-all-deals": {"boards": 2},
    "four-teams-club": {"seated": 16, "boards": 1},
    "five-teams-club": {"seated": 20, "boards": 1},
    "eights": {"seated": 16, "boards": 1},
    "social-baker-8": {"rounds": 8, "boards": 1},
}
"""What is asked of each movement at Field besides its name."""
MATCHES = {
    *("awl-48", "awl-24", "new-england-qualifying", "new-england-trophy"),
    *("harvard-sixes", "three-teams-rows", "three-teams-all-pairs", "social-baker-8"),
    *("four-teams-club", "five-teams-club"),
}
"""Those in which two teams have every board as often in either direction, so that it is a match."""


def make_pure_plan(key: str):
    """Return the plan as the pure package makes it, its sides the teams."""
    asked = NIGHTS[key]
    how = (
        {"players": asked["seated"]}
        if "seated" in asked
        else {"teams": 3 if key.startswith("three") else 2}
    )
    return make_plan(key, **how, rounds=asked.get("rounds"), boards_per_set=asked["boards"])


def make_whist(name: str = "Night"):
    """Return the section of a new night of teams at whist."""
    session = create_event(
        club=make_club(), name=name, date=date(2026, 11, 17), contest=Contest.TEAMS, game="whist"
    )
    return fetch_section(session.pk)


def start_seated_event(desk, section, key: str, *, last_team_only: bool = False):
    """Choose the movement *key* at Field and seat a list of all teams at Seats; return the section as it is then."""
    plan = make_pure_plan(key)
    address = f"/sessions/{section.session_id}"
    page = desk.get(
        f"{address}/field/movement/", {"teams": plan.contestants, "key": key} | NIGHTS[key]
    )
    assert page.status_code == 200
    assert (
        desk.post(f"{address}/field/movement/", page.context["movement_query"]).status_code == 302
    )
    size = plan.team_size
    people = [
        [make_pair_names(team * size + index)[0] for index in range(size)]
        for team in range(plan.contestants)
    ]
    listed = "\n".join(
        f"{number} Team{number}: {', '.join(person)}"
        for number, person in enumerate(people, 1)
        if number == plan.contestants or not last_team_only
    )
    seated = desk.post(f"{address}/seats/list/", {"text": listed})
    assert seated.status_code == 302, seated.context["list_problems"]
    return fetch_section(section.session_id)


def choose_tricks(board_no: int, round_no: int, table_no: int) -> int:
    """Return how many tricks N-S make on a board at a table."""
    return (board_no * 5 + round_no * 3 + table_no * 7 + board_no * table_no) % 14


def enter_all_lines(section) -> None:
    """Enter a result for every line."""
    for line in fetch_section_lines(section).all:
        tricks = choose_tricks(line.board_no, line.round_no, line.table_no)
        import_result(section=section, line=line, text=str(tricks), user=None)


def count_totals(key: str) -> dict[int, Fraction]:
    """Return the total of each team by the rules of 1900, counted from the rows of the plan.

    Matches: 2 for more tricks over the boards that two teams share, 1 for as many.  Else all
    tricks: of N-S alone with the eights; and a team adds, board by board, the average of a
    direction in which it has a pair too few.
    """
    played = [
        (row.ns, row.ew, board, choose_tricks(board, row.round_no, row.table_no))
        for row in make_pure_plan(key).rows
        for board in row.boards
    ]
    return _matches(played) if key in MATCHES else _sums(played, is_ns=key == "narragansett-eights")


def _matches(played) -> dict[int, Fraction]:
    made: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for ns, ew, board, tricks in played:
        made[board, ns, ew].append(tricks)
    gains: defaultdict[tuple[int, int], int] = defaultdict(int)
    won = {team: Fraction(0) for ns, ew, *_rest in played for team in (ns, ew)}
    for (board, own, other), tricks in made.items():
        others = made.get((board, other, own), [])
        if len(tricks) == len(others):
            gains[own, other] += sum(tricks) - sum(others)
    for (own, _other), gain in gains.items():
        won[own] += 2 if gain > 0 else 1 if gain == 0 else 0
    return won


def _sums(played, *, is_ns: bool) -> dict[int, Fraction]:
    total: defaultdict[int, Fraction] = defaultdict(Fraction)
    made: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    pairs: defaultdict[tuple[int, int, str], int] = defaultdict(int)
    for ns, ew, board, tricks in played:
        total[ns] += tricks
        total[ew] += 0 if is_ns else 13 - tricks
        for team, side, own in ((ns, "NS", tricks), (ew, "EW", 13 - tricks)):
            made[board, side].append(own)
            pairs[board, team, side] += 1
    for board, team in {(board, team) for board, team, _side in pairs} if not is_ns else ():
        for side, other in (("NS", "EW"), ("EW", "NS")):
            fewer = pairs[board, team, other] - pairs[board, team, side]
            if fewer > 0:
                total[team] += fewer * Fraction(sum(made[board, side]), len(made[board, side]))
    return dict(total)
