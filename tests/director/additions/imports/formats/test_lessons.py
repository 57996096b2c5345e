"""Hands of a lesson lead to Hands, also from the command, and faults name the line of the file."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from director.additions.imports.store.event import import_file
from director.formats.errors import ImportFileError

pytestmark = pytest.mark.django_db

HAND = """[Event "{event}"]
[Board "{number}"]
{players}[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AK32.QJ4.T98.765 QJT9.AK2.765.432 876.T98.AKQJ.AKQ 54.7653.J432.JT9"]
[Declarer "S"]
[Contract "3NT"]
[Result "{result}"]

"""
SEATS = '[West "West"]\n[North "North"]\n[East "East"]\n[South "South"]\n'


@pytest.mark.parametrize("result", ["", "9"], ids=["no result", "a result"])
@pytest.mark.parametrize("players", ["", SEATS], ids=["nobody", "seats"])
@pytest.mark.parametrize("event", ["Lesson", "Lesson, hand {number}"], ids=["one", "each"])
def test_a_lesson_leads_to_hands_from_the_command(event, players, result, tmp_path):
    file = tmp_path / "lesson.pbn"
    hands = [
        HAND.format(event=event.format(number=no), number=no, players=players, result=result)
        for no in (1, 2, 3)
    ]
    file.write_text("".join(hands))
    with pytest.raises(CommandError, match="under Hands"):
        call_command("import_results", str(file))


TABLE = """% PBN 2.1
; a comment
{{ and
another }}
[Event "Night"]
[Board "1"]

[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R"]
1 2 3NT N 9

3 4 {contract} N 9
"""


def test_a_fault_in_a_table_names_the_line_of_the_file():
    with pytest.raises(ImportFileError) as raised:
        import_file(data=TABLE.format(contract="9NT").encode(), file_name="night.pbn")
    assert str(raised.value.problems[0]).startswith("Line 11, board 1: “9NT”")
