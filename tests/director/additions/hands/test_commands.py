"""The commands about the cards of the boards."""

import io

import pytest
from django.core.management import CommandError, call_command

from director.formats.deals import read_deals
from director.models import Deal
from scoring.hands.cards import make_seeded_deal
from tests.factories import make_night
from tests.scoring.hands.cards import FILE


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def refused(*arguments):
    with pytest.raises(CommandError) as refusal:
        run(*arguments)
    return str(refusal.value)


def test_boards_are_dealt_from_a_seed_and_the_seed_is_told_beside_them(tmp_path):
    out, err = run("deal", "--boards", "3-5", "--seed", "abc")
    assert [(deal.board_no, deal.hands) for deal in read_deals(out.encode("latin-1"))] == [
        (no, make_seeded_deal("abc", no)) for no in (3, 4, 5)
    ]
    assert "abc" not in out
    assert err.strip() == "Boards 3 to 5 are dealt from the seed abc"
    run("deal", "--boards", "2", "--output", tmp_path / "deals.pbn")
    assert [deal.board_no for deal in read_deals((tmp_path / "deals.pbn").read_bytes())] == [1, 2]


@pytest.mark.parametrize("text", ["0-3", "5-4", "x", "1-1000", "-"])
def test_odd_boards_are_refused(text):
    assert refused("deal", f"--boards={text}") == (
        f"“{text}” isn’t a list of boards. Try 1-24, with numbers from 1 to 999."
    )


def test_odd_seed_is_refused():
    assert refused("deal", "--seed", "a b") == "“a b” isn’t a seed. Use 1 to 64 letters and digits."


@pytest.mark.django_db
def test_file_of_deals_is_kept_with_an_event(tmp_path):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    event = section.session.event_id
    assert run("hands", event, FILE) == (
        "6\n",
        "Boards 7–28 of the file are not in play and were left out.\n",
    )
    assert Deal.objects.filter(section=section).count() == 6
    assert refused("hands", event, FILE, "--section", "B").startswith(
        f"Event {event} has no such session or section"
    )
    assert refused("hands", event, tmp_path / "no.pbn").startswith("The file")
    (tmp_path / "no.pbn").write_bytes(b"%PDF-1.7")
    assert refused("hands", event, tmp_path / "no.pbn") == (
        "The file looks like a PDF. Choose a PBN, DUP, DLM, BRI, DGE, LIN or RBN file."
    )
