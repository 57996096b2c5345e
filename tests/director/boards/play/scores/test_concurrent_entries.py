"""Results that several directors store at the same instant: exactly one wins, and the others are told."""

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.models import Result
from tests.director.simultaneous import run_simultaneously
from tests.factories import enter_result_from_page, make_director, make_night


class TestAtTheSameTime:
    """Several directors store at the same instant, each in a thread and a connection of its own."""

    TEXTS = ("4SS=", "4SS+1", "3NTN=", "PASS")

    def enter_all(self, section, version):
        users = [make_director(name) for name in ("ada", "bert", "cleo", "dora")]

        def action(user, text):
            return lambda: enter_result_from_page(section, (1, 1, 6), text, user, version).text

        return run_simultaneously(
            [action(user, text) for user, text in zip(users, self.TEXTS, strict=True)]
        )

    def sentences(self, stored):
        """Return what each of the four is told when *stored* was the quickest."""
        who = dict(zip(self.TEXTS, ("ada", "bert", "cleo", "dora"), strict=True))[stored]
        return [
            stored
            if text == stored
            else f"Board 1, 1 N-S against 1 E-W: {who} entered {stored} at 00:00; you typed {text}. "
            "Your entry has not been saved. Choose which result to keep."
            for text in self.TEXTS
        ]

    def test_new_line_exactly_one_wins_and_the_others_are_told(self, real_database):
        section = make_night(pairs=10, boards_per_set=2, named=False)
        told = self.enter_all(section, version=0)
        result = Result.objects.get()
        assert result.version == 1
        assert result.versions.count() == 0
        assert told == self.sentences(result.text)

    def test_correction_exactly_one_wins_and_the_others_are_told(self, real_database):
        section = make_night(pairs=10, boards_per_set=2, named=False)
        enter_result(section=section, board_no=1, ns=1, ew=6, text="1NTE-3", user=None)
        told = self.enter_all(section, version=1)
        result = Result.objects.get()
        assert [(old.version, old.text) for old in result.versions.all()] == [(1, "1NTE-3")]
        assert told == self.sentences(result.text)

    def test_different_lines_are_all_stored(self, real_database):
        section = make_night(pairs=10, boards_per_set=2, named=False)
        lines = fetch_section_lines(section).get_board_lines(1)

        def action(line):
            return lambda: (
                enter_result_from_page(section, (1, line.ns, line.ew), "4SS=", None, 0).ns
            )

        assert run_simultaneously([action(line) for line in lines]) == [1, 2, 3, 4, 5]
        assert Result.objects.count() == 5
