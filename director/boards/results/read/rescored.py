"""Every figure of a session computed a second time, by another route."""

from collections.abc import Iterator

from director.boards.results.read.scored import Scored, individual_field, line_of, sitting_scored
from director.boards.scores.read.line_entry import LineEntry, read_line_entry
from director.boards.scores.read.line_readings import entry_from_reading
from director.boards.sitting import Sitting
from director.models.event import Contest
from scoring import check_players, check_ranking, contract_difference


def sitting_differences(sitting: Sitting) -> list[str]:
    """Return a sentence for every figure on which two routes differ; an empty list is what should come out.

    What was entered is read again and compared with what was read when it was stored; scores are counted again, those
    of contracts trick by trick besides; points, totals,
    percentages and places go by the plain route of ``scoring``.

    :raises ScoringError: if the results that are in cannot be scored
    """
    scored = sitting_scored(sitting)
    event = sitting.event
    if event.contest == Contest.INDIVIDUAL:
        ranked = check_players(event.scoring, individual_field(sitting, scored.field), event.scoring_options)
    else:
        ranked = check_ranking(event.scoring, scored.field, event.scoring_options)
    return [*_score_differences(scored), *ranked]


def _score_differences(scored: Scored) -> Iterator[str]:
    label, game = scored.sitting.label, scored.sitting.event.game
    for line in scored.lines.all:
        if line_of(line) not in scored.entered:
            continue
        entered = read_line_entry(line.text, game=game)
        stored, read = line.ns_score, entered.ns_score(line.board_no)
        where = f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}"
        yield from (f"{where}: {difference}" for difference in _contract_differences(entered, line.board_no))
        if line.reading and entry_from_reading(line.reading) != entered:
            yield f"{where}: what was read of {line.text} when it was stored is not what it says, read again."
        if stored != read:
            yield f"{where}: {line.text} is stored as {_text(stored)}, read again it is {_text(read)}."


def _contract_differences(entered: LineEntry, board_no: int) -> Iterator[str]:
    """Yield a sentence for every contract on a line, also in parts of a ruling, that two routes score otherwise."""
    for entry in entered.entries():
        score = entry.ns_score(board_no)
        if entry.contract and entry.declarer and entry.tricks is not None and score is not None:
            yield from contract_difference(score, entry.contract, entry.declarer, entry.tricks, board_no)


def _text(score: int | None) -> str:
    return "no score" if score is None else str(score)
