"""Undo and redo of a night of pairs: the whole database is exactly as it was at every depth, whatever was done."""

from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from director.additions.rulings.rulings import Penalty, store_appeal, withdraw_ruling
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section_acts
from director.boards.movement.words import PairExtras
from director.boards.play.line_store import AwardSides
from director.boards.play.plan import continue_plan
from director.boards.play.results.acts import redo_section, undo_section
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.off_schedule import (
    group_board,
    swap_table_boards,
    swap_table_opponents,
    turn_table,
)
from director.boards.play.seats.seating import draw_entries, name_entry, swap_entries
from director.boards.scoring.extras import SectionExtras
from director.core.base.act_kinds import ActKind
from director.core.night.history import filter_undone_acts, find_act_to_undo
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.models import Session
from director.models.event import Clock
from movements.registry import make_plan
from scoring.errors import ScoringError
from tests.director.boards.scored import read_cached_figures
from tests.director.core.files.rows import dump_night
from tests.director.pages import find_texts
from tests.factories import (
    add_ruling,
    enter_award,
    enter_on_line,
    make_director,
    make_night,
    reload_section,
)

pytestmark = pytest.mark.django_db

TEXTS = ("4SS=", "4SS-1", "PASS", "A6040", "", "NP: late", "LATER")
LINES = st.integers(0, 5)


def line_of(section, number):
    lines = fetch_section_lines(section).all
    return lines[number % len(lines)]


def entered(section, number, text):
    line = line_of(section, number)
    enter_on_line(section, line, text)


def given_otherwise(section, number, text):
    """Give an award, to two pairs that never meet so on half of the lines."""
    line = line_of(section, number)
    ns, ew = (line.ns, line.ew) if number % 2 else (line.ew, line.ns)
    sides = AwardSides(ns_fault="full", ew_law="12C2")
    enter_award(section, (line.board_no, ns, ew), text, sides=sides)


def ruled(section, number, text):
    line = line_of(section, number)
    given = {
        "facts": "A revoke.",
        "decision": "One down.",
        "board_no": line.board_no,
        "pair_no": line.ns,
    }
    penalty = Penalty(10, "top", line.ns) if number % 2 else None
    add_ruling(section=section, user=None, **given, adjusted=text, penalty=penalty)


def withdrawn(section, number, text):
    for ruling in section.rulings.filter(number=number):
        withdraw_ruling(ruling=ruling, user=None, reason=text)


def appealed(section, number, text):
    for ruling in section.rulings.filter(number=number):
        store_appeal(ruling=ruling, appeal=text, outcome="stands")


def grouped(section, number, text):
    line = line_of(section, number)
    groups = {(line.ns, line.ew): "B" if text else ""}
    group_board(section=reload_section(section), board_no=line.board_no, groups=groups, user=None)


def given_extras(section, number, _text):
    extras = SectionExtras({number % 4 + 1: PairExtras(handicap=str(number + 1), stratum="B")}, "%")
    store_extras(section=reload_section(section), extras=extras, user=None)


def scored_by(section, number, _text):
    scoring = ("matchpoints", "butler", "cross-imps")[number % 3]
    set_scoring(section=reload_section(section), scoring=scoring, options={})


def named(section, number, text):
    name_entry(
        section=reload_section(section),
        pair_no=number % 4 + 1,
        names=(text and f"Ida {text}", f"Jay {number}"),
    )


def swapped(section, number, _text):
    swap_entries(section=reload_section(section), first_no=1, second_no=number % 4 + 1)


def drawn(section, number, _text):
    draw_entries(section=reload_section(section), seed=number)


def continued(section, number, _text):
    """Play three rounds, or two, or one, of the same movement: another length from a round on."""
    movement = make_plan("howell", pairs=4, boards_per_set=1, rounds=number % 3 + 1)
    continue_plan(
        section=reload_section(section),
        movement=movement,
        from_round=movement.rounds,
        reason="a round less",
        user=None,
    )


def turned(section, number, text):
    """Turn a table round, or let two have each other's boards or opponents."""
    two = {"section": reload_section(section), "round_no": number % 3 + 1, "user": None}
    if text in ("", "PASS"):
        turn_table(**two, table_no=number % 2 + 1)
    else:
        (swap_table_boards if number % 2 else swap_table_opponents)(**two, first=1, second=2)


AT_THE_TABLES = (
    entered,
    entered,
    entered,
    entered,
    given_otherwise,
    ruled,
    ruled,
    withdrawn,
    appealed,
)
BESIDE = (grouped, given_extras, scored_by, named, swapped, drawn, continued, turned)
OF_PAGES = (ActKind.EXTRAS, ActKind.GROUPS, ActKind.SEATS)
ACTS = (*AT_THE_TABLES, *BESIDE)


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.sampled_from(ACTS), LINES, st.sampled_from(TEXTS)), min_size=1, max_size=12
    ),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_undo_and_redo_go_through_every_state(steps, is_published, chance):
    with transaction.atomic():
        section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
        if is_published:
            publish_results(event=section.session.event)
        # A clock that waits goes on with the results, and stays there if they are undone.
        Session.objects.update(clock=Clock.PAUSED)
        states = [dump_night()]
        for act, number, text in steps:
            acts = section.acts.count()
            with suppress(DeskError, ScoringError):
                act(section, number, text)
            if section.acts.count() > acts:
                states.append(dump_night())
            assert dump_night() == states[-1]  # what leaves no act has changed nothing
            read_cached_figures(section.session.event)
        for state in reversed(states[:-1]):
            undo_section(
                section=section,
                number=find_act_to_undo(fetch_section_acts(section)).number,
                user=None,
            )
            assert dump_night() == state
            read_cached_figures(section.session.event)
        assert find_act_to_undo(fetch_section_acts(section)) is None
        for state in states[1:]:
            again = redo_section(
                section=section,
                number=filter_undone_acts(fetch_section_acts(section)).first().number,
                user=None,
            )
            assert dump_night() == state
            if chance.random() < 0.3:  # to and fro in between
                undo_section(section=section, number=again.number, user=None)
                redo_section(
                    section=section,
                    number=filter_undone_acts(fetch_section_acts(section)).first().number,
                    user=None,
                )
                assert dump_night() == state
            read_cached_figures(section.session.event)
        assert filter_undone_acts(fetch_section_acts(section)).first() is None
        transaction.set_rollback(True)


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.sampled_from(BESIDE), LINES, st.sampled_from(TEXTS)), min_size=1, max_size=6
    ),
    st.lists(st.sampled_from(OF_PAGES), min_size=1, max_size=6),
    st.booleans(),
)
def test_what_a_page_undoes_it_does_again_from_any_depth(steps, kinds, is_published):
    """Each page has an undo of its own, which leaves everything as it was or names what stands in the way."""
    with transaction.atomic():
        section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
        if is_published:
            publish_results(event=section.session.event)
        for act, number, text in steps:
            with suppress(DeskError, ScoringError):
                act(section, number, text)
        states = []
        for kind in kinds:
            before, act = dump_night(), find_act_to_undo(fetch_section_acts(section, (kind,)))
            with suppress(DeskError, ScoringError):
                undo_section(
                    section=section, number=act.number if act else 0, user=None, kinds=(kind,)
                )
                states.append((kind, before))
                continue
            assert dump_night() == before
        for kind, state in reversed(states):
            number = filter_undone_acts(fetch_section_acts(section, (kind,))).first().number
            redo_section(section=section, number=number, user=None, kinds=(kind,))
            assert dump_night() == state
        transaction.set_rollback(True)


def test_history_of_a_line_keeps_what_was_undone(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
    entered(section, 0, "4SS=")
    entered(section, 0, "4SS-1")
    entered(section, 0, "PASS")
    undo_section(section=section, number=3, user=make_director("cleo"))
    history = desk.get(f"/sessions/{section.session_id}/scores/history/{section.results.get().pk}/")
    rows = [(row.split(" ")[0], row.rpartition(" ")[2]) for row in find_texts(history, "tbody tr")]
    assert [row[1] for row in rows][:2] == ["current", "cleo"]
    assert len(rows) == 3


def test_a_ruling_is_held_to_the_method_that_somebody_chose_meanwhile():
    section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
    assert section.session.event.scoring == "matchpoints"
    scored_by(section, 1, "")
    with pytest.raises(
        ScoringError, match=r"Butler IMPs doesn’t use %\. Enter the adjustment in imp\."
    ):
        ruled(section, 1, "4SS=")
    assert not section.rulings.exists()


def test_history_says_why_results_of_older_versions_have_no_undo(desk):
    section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
    entered(section, 0, "4SS=")
    address = f"/sessions/{section.session_id}/acts/"
    assert "have no Undo" not in desk.get(address).content.decode()

    # As an update from version 0.2 leaves them.
    section.session.event.acts.all().delete()
    assert (
        "typed before version 0.3, aren’t listed and have no Undo"
        in desk.get(address).content.decode()
    )

    # A correction after the update has an Undo, the other results still have none.
    section.results.update(entered_at="2026-01-01T20:00Z")
    entered(section, 1, "4SS=")
    assert "have no Undo" in desk.get(address).content.decode()
