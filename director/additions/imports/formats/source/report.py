"""What a reader has to say about a file and its deals. Invalid deals are left out and reported."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from director.additions.imports.refusals import make_cards_doubt
from director.formats.deals import DealInFile, collect_deals
from director.formats.errors import MAX_PROBLEMS, Doubt, ImportFileError, ProblemList
from movements.option import format_count

_MIN_LINES_PER_UNCLEAR = 10
"""A file with more than one unclear contract in ten lines is of another kind."""


@dataclass(slots=True)
class Report:
    """Messages about a file.

    - *problems*: reasons to refuse it.
    - *doubts*: warnings about what was imported.
    - *unclear_problems*: problems of lines whose score is known.
    - *ignored_parts*: parts of the file that aren't imported.
    """

    problems: ProblemList = field(default_factory=ProblemList)
    doubts: list[Doubt] = field(default_factory=list)
    unclear_problems: list[ImportFileError] = field(default_factory=list)
    ignored_parts: list[Doubt] = field(default_factory=list)

    @property
    def message_count(self) -> int:
        """The number of messages, without those about ignored parts."""
        return len(self.problems) + len(self.doubts) + len(self.unclear_problems)

    def add_messages(self, other_report: "Report", location: str) -> None:
        """Add the messages of *other_report*, with *location*."""
        self.problems += [problem.set_location(location) for problem in other_report.problems]
        self.doubts += [doubt.set_location(location) for doubt in other_report.doubts]
        self.unclear_problems += [
            problem.set_location(location) for problem in other_report.unclear_problems
        ]

    def add_line_problem(self, problem: ImportFileError, *, has_score: bool) -> None:
        """Add a *problem* of a line. It is less serious if the line *has_score*."""
        # Beyond the limit they join the problems, which then end the reading.
        if has_score and len(self.unclear_problems) < MAX_PROBLEMS:
            self.unclear_problems.append(problem)
        else:
            self.problems.append(problem)

    def sort_unclear_problems(self, line_count: int) -> None:
        """Turn unclear lines into doubts, or into problems if many of *line_count* lines are unclear."""
        if len(self.unclear_problems) * _MIN_LINES_PER_UNCLEAR > line_count:
            # First, because only the first problems are shown, and lines come before the end.
            self.problems[:0] = self.unclear_problems
        else:
            self.doubts += [
                Doubt(
                    "doubt-only-score",
                    "{reason} Only the score of this line was imported.",
                    reason=problem,
                )
                for problem in self.unclear_problems
            ]
        self.unclear_problems = []


def make_both_sides_doubt(count: int) -> Doubt:
    """Return the doubt about *count* results that a file lists from both sides."""
    results = format_count(count, "result")
    return Doubt(
        "doubt-both-sides",
        "The file lists {results} from both sides. Each is imported once; check who sat N-S.",
        results=results,
    )


def collect_source_hands(
    filed_deals: Iterable[DealInFile | ImportFileError], report: Report
) -> tuple[DealInFile, ...]:
    """Return the deals among *filed_deals* in board order. Report one doubt for each kind of problem."""
    deals, problems = collect_deals(filed_deals)
    problems_by_code: dict[str, list[ImportFileError]] = {}
    for problem in problems:
        problems_by_code.setdefault(problem.code, []).append(problem)
    for similar_problems in problems_by_code.values():
        first_problem, *others = similar_problems
        report.doubts.append(make_cards_doubt(reason=first_problem, others=len(others)))
    return deals


def make_only_cards_error(count: int) -> ImportFileError:
    """Return the error for a file that has only the cards of *count* boards."""
    return ImportFileError(
        "only-cards",
        "The file has the deals of {boards} but no results. Import it under Hands in the "
        "session that plays them.",
        boards=format_count(count, "board"),
    )


def make_practice_error(count: int) -> ImportFileError:
    """Return the error for a file with the cards and results of *count* boards that nobody is named for."""
    return ImportFileError(
        "only-practice",
        "The file has {boards} but hardly names a pair or player, as files of practice deals do. "
        "Import the cards under Hands in the session that plays them.",
        boards=format_count(count, "board"),
    )
