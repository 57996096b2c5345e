"""Lists of states that stood beside the journal become acts of it; what was in force stays."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from director.boards.results.read.acts import EXTRAS, GROUPS, section_acts
from director.boards.results.write.acts import section_redo, section_undo
from director.boards.seats.undoing import entries_undraw
from director.boards.seats.write import entries_draw
from director.boards.sections import section_of_session
from director.desk.backup.write import backup_write, kept_models
from director.desk.journal.read import act_to_redo, act_to_undo
from director.models import Act
from tests.director.desk.storage.test_journal_migrations import comes_back, migrate
from tests.factories import make_director, make_night

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

BEFORE_EXTRAS, BEFORE_CARDS, BEFORE_SEEDS = "0033_leads", "0034_extras_in_force", "0035_cards_in_force"
UNITS = {"handicap_unit": "%", "carry_over_unit": "mp", "strata": "below"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings) -> Path:
    """Keep the files of a test apart, and leave its database in the newest form."""
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    yield tmp_path
    migrate()


def older_act(older, section, number, before, after, *, kind="extras", **more):
    """Store an act of an older program that changed a list of *section*."""
    changes = [{"model": "director.section", "pk": section.pk, "before": before, "after": after}]
    fields = {"event_id": section.session.event_id, "section_id": section.pk, "made_at": timezone.now()} | more
    older.get_model("director", "Act").objects.create(
        number=number, kind=kind, words="Changed.", changes=changes, **fields
    )


def through(section, kind, field):
    """Undo every act of *kind* and do them all again; return what the *field* of *section* is on the way back."""
    states = []
    acts = section_acts(section, (kind,))
    while act := act_to_undo(acts):
        section_undo(section=section, number=act.number, user=None, kinds=(kind,))
        states.append(getattr(section_of_session(section.place), field))
    for state in [*reversed(states[:-1]), None]:
        section_redo(section=section, number=act_to_redo(acts).number, user=None, kinds=(kind,))
        assert state is None or getattr(section_of_session(section.place), field) == state
    return states


def extras_state(pairs, by="", at=""):
    return {"pairs": pairs, **UNITS, "by": by, "at": at}


def older_extras():
    """Return a night of an older program in which extras changed twice before the journal, and twice since."""
    dora, section = make_director("dora"), make_night(pairs=4, named=False)
    section.plans.update(chosen_at=timezone.now() - timedelta(hours=1))
    moment = timezone.now().isoformat(timespec="seconds")
    one, two, three = (
        extras_state({"1": [str(amount), "", ""]}, by, moment) for amount, by in ((1, "dora"), (2, "gone"), (3, ""))
    )
    older = migrate(BEFORE_EXTRAS)
    older_act(older, section, 1, {"extras": [one, two]}, {"extras": [one, two, three]}, made_by_id=dora.pk)
    older_act(older, section, 2, {"text": "a"}, {"text": "b"}, kind="result")
    older_act(older, section, 3, {"extras": [one, two, three]}, {"extras": [one, two]}, undone_at=timezone.now())
    older.get_model("director", "Section").objects.filter(pk=section.pk).update(extras=[one, two, three])
    return section


def test_what_pairs_had_becomes_acts_and_each_state_comes_back():
    section = older_extras()
    migrate()
    section = section_of_session(section.place)
    assert section.extras == {"pairs": {"1": ["3", "", ""]}, **UNITS}
    acts = Act.objects.order_by("number").select_related("made_by")
    assert [(act.number, act.kind, act.made_by and act.made_by.username, act.undone_at is None) for act in acts] == [
        (1, "extras", "dora", True),
        (2, "extras", None, True),
        (3, "extras", "dora", True),
        (4, "result", None, True),
        (5, "extras", None, False),
    ]
    two, one = ({"pairs": {"1": [amount, "", ""]}, **UNITS} for amount in "21")
    Act.objects.filter(number=5).delete()
    assert through(section, EXTRAS, "extras") == [two, one, {}]


def test_what_pairs_have_goes_back_to_an_older_program_and_on():
    section = older_extras()
    migrate()
    before = list(Act.objects.order_by("number").values())
    older = migrate(BEFORE_EXTRAS)
    (stored,) = older.get_model("director", "Section").objects.values_list("extras", flat=True)
    assert stored == [extras_state({"1": ["3", "", ""]})]
    migrate()
    assert section_of_session(section.place).extras == {"pairs": {"1": ["3", "", ""]}, **UNITS}
    assert list(Act.objects.order_by("number").values()) == before


def older_cards():
    """Return a night of an older program: cards of two boards changed before the journal, of one of them since."""
    section = make_night(pairs=4, named=False)
    section.plans.update(chosen_at=timezone.now() - timedelta(hours=1))
    moment = timezone.now().isoformat(timespec="seconds")
    first, other, same, last = (
        {"board": board_no, "groups": groups, "by": "gone", "at": at}
        for board_no, groups, at in (
            (1, {"1-3": "B"}, moment),
            (2, {"2-4": "C"}, moment),
            (2, {"2-4": "C"}, ""),  # in force when the program was older still, and nobody kept since when
            (1, {}, moment),
        )
    )
    older = migrate(BEFORE_CARDS)
    before = [first, other, same]
    older_act(older, section, 1, {"fouled": before}, {"fouled": [*before, last]}, kind="groups")
    older_act(older, section, 2, {"fouled": [*before, last]}, {"fouled": [first, other, last]}, kind="seats")
    older.get_model("director", "Section").objects.filter(pk=section.pk).update(fouled=[first, other, last])
    return section


def test_cards_of_boards_become_acts_and_each_state_comes_back():
    section = older_cards()
    migrate()
    section = section_of_session(section.place)
    assert section.fouled == {"2": {"2-4": "C"}}
    assert [(act.kind, act.words, len(act.changes)) for act in Act.objects.order_by("number")] == [
        ("groups", "Cards of board 1: as dealt, B.", 1),
        ("groups", "Cards of board 2: as dealt, C.", 1),
        ("groups", "Changed.", 1),
        ("seats", "Changed.", 0),
    ]
    both = {"1": {"1-3": "B"}, "2": {"2-4": "C"}}
    assert through(section, GROUPS, "fouled") == [both, {"1": {"1-3": "B"}}, {}]


def test_cards_in_force_go_back_to_an_older_program_and_acts_about_them_are_read_only_there():
    section = older_cards()
    migrate()
    older = migrate(BEFORE_CARDS)
    (stored,) = older.get_model("director", "Section").objects.values_list("fouled", flat=True)
    assert stored == [{"board": 2, "groups": {"2-4": "C"}, "by": "", "at": ""}]
    migrate()
    assert section_of_session(section.place).fouled == {"2": {"2-4": "C"}}
    assert [act.kind for act in Act.objects.order_by("number")] == ["former", "former", "former", "seats"]


def test_draws_keep_their_seeds_and_are_undone_by_their_acts():
    section = make_night(pairs=8)
    section.plans.update(chosen_at=timezone.now() - timedelta(hours=1))
    before = seated(section)
    for seed in (1, 2):
        entries_draw(section=section, seed=seed)
    drawn = seated(section)
    older = migrate(BEFORE_SEEDS)
    acts = older.get_model("director", "Act").objects
    last = acts.filter(kind="seats").latest("number")
    changed = next(change for change in last.changes if "draws" in (change["after"] or {}))
    changed["after"]["draws"][-1] = {"seed": 2, "order": list(range(8))}
    last.save()
    older.get_model("director", "Section").objects.filter(pk=section.pk).update(draws=changed["after"]["draws"])
    migrate()
    section = section_of_session(section.place)
    assert (section.draws, seated(section)) == ([1, 2], drawn)
    assert [entries_undraw(section=section) for _draw in range(2)] == [2, 1]
    assert seated(section) == before
    section.refresh_from_db()
    assert section.draws == []


def seated(section):
    players = section.entries.order_by("pair_no", "entry_players__order")
    return list(players.values_list("pair_no", "entry_players__person"))


def test_a_backup_with_lists_of_states_comes_back(tmp_path, data_folder):
    older_extras()
    migrate()
    older_cards()
    path = tmp_path / "club.backup"
    backup_write(path=path, models=kept_models(migrate(BEFORE_EXTRAS)), schema=BEFORE_EXTRAS)
    migrate()
    comes_back(path, data_folder)
