"""A night to rule on, and how a ruling is given in tests."""

from director.additions.rulings.rulings import fetch_section_rulings
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.models import Result, Ruling, Section
from tests.factories import add_ruling, enter_all_results, make_night

NO_UNIT = "A penalty needs a unit. Choose one of matchpoints, % of the board’s top, % of the total, IMPs, VPs, points."


def make_section_to_rule_on() -> Section:
    """A Mitchell of five tables with every result in; on board 1 of table 1 pair 1 N-S meets pair 1 E-W, number 6."""
    section = make_night(pairs=10, boards_per_set=2)
    enter_all_results(section)
    enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None)
    assert fetch_section_lines(section).find_line(1, 1, 6).table_no == 1
    return section


def give_ruling(section, user, **changes) -> Ruling:
    """Give a ruling about board 1 of table 1, unless told otherwise."""
    given = {
        "facts": "East revoked.",
        "decision": "Two tricks.",
        "board_no": 1,
        "pair_no": 6,
        "user": user,
    }
    return add_ruling(section=section, **(given | changes))


def read_former_result(ruling) -> str:
    """Return what the page says that counted before *ruling*."""
    return next(
        sheet.previous_result
        for sheet in fetch_section_rulings(ruling.section)
        if sheet.ruling == ruling
    )


def is_unchanged(section) -> bool:
    """Whether the line stands as it was and no ruling is kept."""
    stands = Result.objects.get(section=section, board_no=1, ns=1, ew=6).counted
    return (stands, Ruling.objects.count()) == ("4SS=", 0)
