"""The table of directors' answers beside the golden files: the program still says it, and agrees or argues."""

import re

import pytest

from movements.advice.advise import advise
from movements.advice.facts import Limits
from movements.advice.picks import format_name_and_shape
from tests.golden import GOLDEN

PAGE = GOLDEN / "movements/advice/README.md"
AGREED = "agreed"
HEADING = "| Pairs | Asked | Directors |"


def read_answers() -> list[tuple[str, ...]]:
    """Return the lines of the table: pairs, asked, directors, first suggestion, agreed or why not."""
    _before, table = PAGE.read_text(encoding="utf-8").split(HEADING)
    lines = table.partition("\n\n")[0].splitlines()[2:]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


ANSWERS = read_answers()


def parse_asked(text: str) -> dict[str, object]:
    """Return the arguments of ``advise`` for what a director asked for, such as "24 boards, two sets"."""
    asked: dict[str, object] = {}
    for part in text.split(", "):
        numbers = [int(number) for number in re.findall(r"\d+", part)]
        if part.endswith("minutes"):
            asked["minutes"] = numbers[0]
        elif part == "24 to 28 boards":
            continue
        elif part.endswith("boards"):
            asked["boards"] = (numbers[0], numbers[-1])
        elif part == "one winner":
            asked["one_winner"] = True
        elif part == "two sets":
            asked["limits"] = Limits(copies=2)
        else:
            raise ValueError(part)
    return asked


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer[0]} pairs, {answer[1]}")
def test_the_first_suggestion_is_the_directors_answer_or_argued(answer):
    pairs, asked, directors, suggestion, verdict = answer
    first = advise(int(pairs), **parse_asked(asked))[0]
    shape = f"{first.rounds} × {first.boards_per_set}"
    assert format_name_and_shape(first).endswith(suggestion.removeprefix("Howell")), suggestion
    names = [
        each.removesuffix(shape).strip() for each in directors.split(" or ") if each.endswith(shape)
    ]
    assert any(name in first.name for name in names) == (verdict == AGREED)
    assert verdict == AGREED or len(verdict) > 40


def test_most_answers_are_agreed():
    agreed = [answer for answer in ANSWERS if answer[-1] == AGREED]
    assert len(ANSWERS) >= 40
    assert len(agreed) >= 0.75 * len(ANSWERS)


@pytest.mark.parametrize(("pairs", "boards"), [(5, 20), (7, 28), (9, 28), (11, 24), (13, 28)])
def test_a_pair_of_an_odd_field_plays_as_many_boards_as_were_asked_for(pairs, boards):
    first = advise(pairs, boards=(boards, boards))[0]
    _fewest, most = first.boards_per_pair
    assert boards <= most <= boards + 2
