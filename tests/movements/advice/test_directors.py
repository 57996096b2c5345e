"""Three questions of directors, answered by hand for 4 to 20 tables, compared with the advice."""

from movements.advice.advise import advise
from movements.advice.facts import Limits
from movements.advice.picks import iter_differences
from tests.movements.grids import read_golden_records

ROWS = read_golden_records("advice/directors.csv")
QUESTIONS = {
    "seated": {"one_winner": False, "stationary": 3, "limits": Limits(copies=3)},
    "one winner": {"one_winner": True, "limits": Limits(copies=3)},
    "three hours": {"minutes": 180, "limits": Limits(boards=40, copies=1, can_share_boards=False)},
}


def test_every_question_is_answered_at_every_size():
    asked = {(int(row["tables"]), row["question"]) for row in ROWS}
    assert asked == {(tables, question) for tables in range(4, 21) for question in QUESTIONS}


def test_two_winners_are_not_called_fairer_or_less_fair_than_one():
    """Each line of a Mitchell is ranked by itself, which is another question than one ranking."""
    advised = advise(14)
    by_winners = {
        winners: [each for each in advised if each.winners == winners] for winners in (1, 2)
    }
    for first in by_winners[1]:
        for second in by_winners[2]:
            figures = {difference.figure for difference in iter_differences(first, second)}
            assert "winners" in figures
            assert not {"fairness", "opponents"} & figures
    assert any(
        difference.figure == "fairness"
        for difference in iter_differences(by_winners[1][0], by_winners[1][1])
    )
