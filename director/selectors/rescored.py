"""Every figure of a section computed a second time, by another route."""

from collections.abc import Iterator

from director.models import Section
from director.selectors.scored import Scored, line_of, section_scored
from scoring import check_ranking


def section_differences(section: Section) -> list[str]:
    """Return a sentence for every figure on which two routes differ; an empty list is what should come out.

    Scores are read again from what was entered, points, totals, percentages and places go by the plain route of
    ``scoring``.

    :raises ScoringError: if the results that are in cannot be scored
    """
    scored = section_scored(section)
    event = section.session.event
    return [*_score_differences(scored), *check_ranking(event.scoring, scored.field, event.scoring_options)]


def _score_differences(scored: Scored) -> Iterator[str]:
    label = scored.section.label
    for line in scored.lines.all:
        entered = scored.entered.get(line_of(line))
        if entered is None:
            continue
        stored, read = line.result.ns_score, entered.ns_score(line.board_no)
        if stored != read:
            where = f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}"
            yield f"{where}: {line.result.text} is stored as {_text(stored)}, read again it is {_text(read)}."


def _text(score: int | None) -> str:
    return "no score" if score is None else str(score)
