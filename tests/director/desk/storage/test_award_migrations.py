"""What stood on lines is parted into what was made and what was given, and put together again on the way back."""

import pytest
from django.utils import timezone

from director.boards.results.read.acts import section_acts
from director.boards.rulings.read import section_rulings
from director.boards.rulings.write import ruling_give, ruling_withdraw
from director.boards.scores.read.lines import section_lines
from director.boards.scores.write.result import result_enter
from director.desk.journal.read import act_to_undo
from director.models import Award, Result, Ruling, Section
from tests.director.desk.storage.test_journal_migrations import migrate
from tests.factories import make_night

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.settled]

BEFORE = "0026_memory_of_seats"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, settings):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = tmp_path, tmp_path / "secret.key"
    yield
    migrate()


def line(section, number):
    key = section_lines(section).all[number]
    return {"section": section, "board_no": key.board_no, "ns": key.ns, "ew": key.ew, "user": None}


def given(section, number, text):
    where = line(section, number)
    said = {"facts": "A revoke.", "decision": "So.", "user": None, "board_no": where["board_no"]}
    return ruling_give(section=section, pair_no=where["ns"], adjusted=text, **said)


def test_lines_and_rulings_go_there_and_back():
    section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
    for number, texts in enumerate((("4SS=", "4SS-1"), ("4SS=", "A6040"), ("LATER",), ("PASS",))):
        for text in texts:
            result_enter(**line(section, number), text=text)
    given(section, 3, "4SS+1")
    given(section, 3, "60% 4SS=, 40% 4SS-1")
    ruling_withdraw(ruling=given(section, 0, "A50"), user=None)
    counts = [(each.counted, each.covered) for each in Result.objects.counted().order_by("pk")]
    assert counts[:4] == [("4SS-1", ""), ("A6040", "4SS="), ("LATER", ""), ("60% 4SS=, 40% 4SS-1", "PASS")]
    rulings = [(sheet.adjusted, sheet.former, sheet.now) for sheet in section_rulings(section)]

    older = migrate(BEFORE)
    texts = older.get_model("director", "Result").objects.order_by("pk").values_list("text", flat=True)
    assert list(texts) == [counted for counted, _covered in counts]
    migrate()

    assert [(each.counted, each.covered) for each in Result.objects.counted().order_by("pk")] == counts
    section = Section.objects.get(pk=section.pk)
    assert [(sheet.adjusted, sheet.former, sheet.now) for sheet in section_rulings(section)] == rulings
    ruling_withdraw(ruling=Ruling.objects.get(number=2), user=None)
    assert Result.objects.get(awards__ruling__number=2).counted == "4SS+1"
    ruling_withdraw(ruling=Ruling.objects.get(number=1), user=None)
    assert Result.objects.get(awards__ruling__number=1).counted == "PASS"


def test_acts_about_awards_can_be_read_and_not_undone_and_others_can():
    section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
    result_enter(**line(section, 0), text="4SS=")
    result_enter(**line(section, 1), text="A6040")
    migrate(BEFORE)
    migrate()
    section = Section.objects.get(pk=section.pk)
    assert [act.kind for act in section.acts.order_by("number")] == ["result", "former"]
    assert act_to_undo(section_acts(section, ("result", "ruling"))).words.endswith(": 4SS=.")


def test_a_ruling_of_an_older_program_whose_line_is_gone_keeps_what_it_said():
    section = make_night(key="howell", pairs=4, boards_per_set=1, named=False)
    older = migrate(BEFORE)
    older.get_model("director", "Ruling").objects.create(
        section_id=section.pk,
        number=1,
        board_no=1,
        ns=4,
        ew=1,
        facts="-",
        decision="-",
        adjusted="A5050",
        given_at=timezone.now(),
    )
    migrate()
    award = Award.objects.get()
    assert (award.text, award.in_force, award.ruling.number, award.result.counted) == ("A5050", False, 1, "")
