"""Differences that have one reason are one sentence in the answer of an import."""

import re

import pytest

from director.additions.imports.store.event import import_file
from tests.director.additions.imports.store.test_screen import make_upload
from tests.director.additions.imports.store.usebio_files import HOWELL, read_fixture
from tests.director.pages import find_elements, find_texts

pytestmark = pytest.mark.django_db


def with_totals(change, *, keeps_percents=True):
    """Return the Howell with *change* of each total and its number."""
    counter = iter(range(1, 1000))
    tag = re.compile(r"(<TOTAL_SCORE>)([0-9.]+)(</TOTAL_SCORE>)")
    text = tag.sub(
        lambda match: f"{match[1]}{change(float(match[2]), next(counter)):.2f}{match[3]}",
        read_fixture(HOWELL).decode(),
    )
    if not keeps_percents:
        text = re.sub(r"<PERCENTAGE>[^<]*</PERCENTAGE>", "", text)
    return text.encode()


def differences_of(data):
    return import_file(data=data, file_name="night.xml").difference_texts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda total, _number: total * 10,
            "12 of 12 totals differ by one factor: the file has 10 times as many points.",
        ),
        (
            lambda total, _number: total / 27,
            "12 of 12 totals differ: the file has each of ours divided by 27, as an average of boards or comparisons.",
        ),
        (
            lambda total, _number: total + 8,
            "12 of 12 totals differ by +8 each: the file adds the same to all, such as a carry-over.",
        ),
        (
            lambda total, number: total + number,
            "12 of 12 totals differ, by +1 to +12, although the results match. The file may count a handicap or "
            "carry-over, which isn’t part of the results.",
        ),
        (
            lambda total, number: total - number,
            "12 of 12 totals differ, by -12 to -1, although the results match. The file may count penalties or a "
            "handicap, which isn’t part of the results.",
        ),
    ],
    ids=["factor", "average", "same", "more", "less"],
)
def test_totals_that_differ_for_one_reason_have_one_sentence(change, sentence):
    assert differences_of(with_totals(change)) == (sentence,)


@pytest.mark.slow
def test_two_totals_keep_their_own_sentences():
    listed = differences_of(with_totals(lambda total, number: total + (number < 3) * 7.77))
    assert len(listed) == 2
    assert all(sentence.startswith("Pair ") for sentence in listed)


@pytest.mark.slow
def test_places_alone_have_one_sentence():
    text = re.sub(r"<PLACE>([0-9]+)</PLACE>", r"<PLACE>1\1</PLACE>", read_fixture(HOWELL).decode())
    assert differences_of(text.encode()) == (
        "The totals match, but 12 places differ: the file ranks other pairs together, or breaks ties otherwise.",
    )


@pytest.mark.slow
def test_points_of_another_method_have_one_sentence():
    text = re.sub(
        r"<NS_MATCH_POINTS>([0-9.]+)",
        lambda match: f"<NS_MATCH_POINTS>{float(match[1]) ** 2 + 3:.2f}",
        read_fixture(HOWELL).decode(),
    )
    (sentence,) = differences_of(text.encode())
    assert re.match(r"\d+ of \d+ results have other points in the file, and the totals", sentence)


@pytest.mark.slow
def test_the_answer_is_one_box_with_three_differences_and_the_rest_folded(desk):
    data = with_totals(lambda total, number: total + (number < 7) * number * 3.33)
    page = desk.post("/import/", make_upload(data), follow=True)
    assert len(find_elements(page, "#messages .say")) == 1
    (summary,) = find_texts(page, "#messages summary")
    count = len(find_elements(page, "#messages li"))
    assert summary == f"Show all {count}"
    assert len(find_elements(page, "#messages details li")) == count - 3
    assert "See the official results." in find_texts(page, "#messages p")


@pytest.mark.slow
def test_names_in_the_answer_are_no_markup(desk):
    data = read_fixture(HOWELL).replace(b"Club pairs", b"&lt;b&gt;Club&lt;/b&gt; pairs")
    page = desk.post("/import/", make_upload(data), follow=True)
    assert "<b>Club</b> pairs on 27 July 2022" in find_texts(page, "#messages p")[0]
