"""Calculate every figure of a session a second time, by another route."""

from collections.abc import Iterator

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entry import LineEntry, read_line_entry
from director.boards.movement.lines.readings import entry_from_reading
from director.boards.movement.scoring_field import ScoringField
from director.boards.scoring.scored import Scored, field_scored, individual_field, line_of
from scoring import (
    auction_difference,
    check_players,
    check_ranking,
    contract_difference,
)


def field_differences(scoring_field: ScoringField) -> list[str]:
    """Return a sentence for every figure on which the two routes differ.

    What was entered is read again and compared with what was read when it was stored; scores are
    counted again, those of contracts trick by trick besides; points, totals, percentages and places
    go by the plain route of ``scoring``.

    :raises ScoringError: if the results cannot be scored
    """
    scored = field_scored(scoring_field)
    event = scoring_field.event
    if CONTESTS[event.contest].changes_partners:
        ranked = check_players(
            event.scoring, individual_field(scoring_field, scored.field), event.scoring_options
        )
    else:
        ranked = check_ranking(event.scoring, scored.field, event.scoring_options)
    return [*_score_differences(scored), *ranked]


def _score_differences(scored: Scored) -> Iterator[str]:
    label, game = scored.scoring_field.label, scored.scoring_field.event.game
    for line in scored.lines.all:
        if line_of(line) not in scored.entered:
            continue
        entered = read_line_entry(line.text, game=game)
        stored, read = line.ns_score, entered.ns_score(line.board_no)
        where = f"Board {line.board_no}, {label(line.ns)} against {label(line.ew)}"
        yield from (
            f"{where}: {difference}" for difference in _contract_differences(entered, line.board_no)
        )
        if line.reading and entry_from_reading(line.reading) != entered:
            yield f"{where}: {line.text} is saved as another result than it says."
        if stored != read:
            yield f"{where}: {line.text} is saved as {_text(stored)} but scores {_text(read)}."


def _contract_differences(entered: LineEntry, board_no: int) -> Iterator[str]:
    """Yield a sentence for every contract that the two routes score differently."""
    for entry in entered.entries():
        score = entry.ns_score(board_no)
        if entry.contract and entry.declarer and entry.tricks is not None and score is not None:
            played = (score, entry.contract, entry.declarer, entry.tricks)
            if entry.schedule:
                yield from auction_difference(
                    *played, schedule=entry.schedule, ns_honours=entry.ns_honours
                )
            else:
                yield from contract_difference(*played, board_no)


def _text(score: int | None) -> str:
    if score is None:
        return "no score"
    return str(score)
