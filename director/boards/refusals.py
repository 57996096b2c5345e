"""Refusals and texts that several modules say."""

from director.core.base.refusals import GoneError
from director.errors import DeskError, NoPlanError


def make_draw_after_results_error(*, contestant_noun: str) -> DeskError:
    return DeskError(
        "draw-after-results",
        "Results have been entered, so you can’t draw seats now. Swap two {called}s instead.",
        called=contestant_noun,
    )


def make_no_plan_error() -> NoPlanError:
    return NoPlanError("no-plan", "No movement has been chosen yet. Choose one in Field.")


def make_no_round_robin_error() -> DeskError:
    return DeskError(
        "no-round-robin",
        "Teams can withdraw only from a round robin. In a Swiss, leave the team out of the "
        "next round; otherwise use Change movement.",
    )


def make_wrong_seats_contest_error() -> DeskError:
    return DeskError(
        "otherwise-for-pairs",
        "You can report wrong seats only in a pairs event. Correct the names in Seats, or "
        "enter an adjusted score.",
    )


def make_seeds_after_results_error(*, contestant_noun: str) -> DeskError:
    return DeskError(
        "seeds-after-results",
        "Results have been entered, so {called}s keep their seeds. Change pairings at Draw.",
        called=contestant_noun,
    )


def make_seeds_outdated_error() -> DeskError:
    return DeskError(
        "seeds-outdated",
        "The entries have changed since this page was opened. Check the seeds, then save again.",
    )


def make_board_outside_plan_error(*, board_no: object, boards: object) -> DeskError:
    return DeskError(
        "board-outside-plan",
        "Board {board_no} isn’t in play here. The boards are {boards}.",
        board_no=board_no,
        boards=boards,
    )


def make_not_played_without_reason_error() -> DeskError:
    return DeskError(
        "not-played-without-reason",
        "NP needs a reason. Type it after NP, as in NP late, or NP no time.",
    )


def make_pair_number_error(*, pair_no: object, pairs: object) -> DeskError:
    return DeskError(
        "pair-number",
        "There is no pair {pair_no} here. The pairs are {pairs}.",
        pair_no=pair_no,
        pairs=pairs,
    )


def make_entry_number_error(
    *, contestant_noun: object, number: object, labels: object
) -> DeskError:
    return DeskError(
        "place-number",
        "There is no {called} {number} here. The {called}s are {places}.",
        called=contestant_noun,
        number=number,
        places=labels,
    )


def make_played_elsewhere_error(*, name: object) -> DeskError:
    return DeskError(
        "played-elsewhere", "{name} was imported, so you can’t add sections or sessions.", name=name
    )


def make_section_gone_error(*, letter: object) -> GoneError:
    return GoneError(
        "section-gone",
        "Section {letter} doesn’t exist or was removed. Go back to the event.",
        letter=letter,
    )


def make_session_gone_error() -> GoneError:
    return GoneError(
        "session-gone", "This session doesn’t exist or was removed. Go back to the event."
    )
