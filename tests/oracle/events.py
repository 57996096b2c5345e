"""Calculate every figure of an event a second time, and compare."""

from collections.abc import Iterator

from director.boards.contests import CONTESTS
from director.boards.movement.lines.entries import LineEntry, parse_line_entry
from director.boards.movement.sections import ScoringField, fetch_event_fields
from director.boards.scoring.scored import (
    ScoredSession,
    get_line_key,
    make_individual_field,
    score_field,
)
from director.models import Event
from director.models.event import Contest
from director.party.movement.games import PartyRecord, fetch_party_record
from director.party.movement.parties import fetch_party_by_event
from tests.oracle.checking import check_party_standings, check_players, check_ranking
from tests.oracle.contracts import list_auction_differences, list_contract_differences


def compute_field_differences(scoring_field: ScoringField) -> list[str]:
    """Return a sentence for every figure on which the two calculations differ.

    Scores of contracts are counted again trick by trick. Points, totals, percentages and places are
    compared with :func:`tests.oracle.checking.check_ranking`, which calculates them without shortcuts.

    :raises ScoringError: if the results cannot be scored
    """
    scored = score_field(scoring_field)
    event = scoring_field.event
    scoring_record = scoring_field.scoring_record
    scoring_options = scoring_field.ranking_field.scoring_options
    if CONTESTS[event.contest].has_changing_partners:
        ranking_differences = check_players(
            scoring_record.scoring,
            make_individual_field(scoring_field, scored.field),
            scoring_options,
        )
    else:
        ranking_differences = check_ranking(scoring_record.scoring, scored.field, scoring_options)
    return [*_compute_score_differences(scored), *ranking_differences]


def _compute_score_differences(scored: ScoredSession) -> Iterator[str]:
    get_label = scored.scoring_field.get_label
    game = scored.scoring_field.event.game
    for line in scored.lines.all:
        if get_line_key(line) not in scored.entries_by_line:
            continue
        entry = parse_line_entry(line.text, game=game)
        stored_score = line.ns_score
        parsed_score = entry.compute_ns_score(line.board_no)
        line_title = f"Board {line.board_no}, {get_label(line.ns)} against {get_label(line.ew)}"
        for difference in _compute_contract_differences(entry, line.board_no):
            yield f"{line_title}: {difference}"
        if stored_score != parsed_score:
            stored_text = _format_checked_score(stored_score)
            parsed_text = _format_checked_score(parsed_score)
            yield f"{line_title}: {line.text} is saved as {stored_text} but scores {parsed_text}."


def _compute_contract_differences(line_entry: LineEntry, board_no: int) -> Iterator[str]:
    """Yield a sentence for every contract whose score differs when counted trick by trick."""
    for entry in line_entry.iter_result_entries():
        score = entry.ns_score(board_no)
        if entry.contract and entry.declarer and entry.tricks is not None and score is not None:
            played_contract = (score, entry.contract, entry.declarer, entry.tricks)
            if entry.schedule:  # auction bridge, which has neither vulnerability nor board number
                yield from list_auction_differences(
                    *played_contract, schedule=entry.schedule, ns_honours=entry.ns_honours
                )
            else:
                yield from list_contract_differences(*played_contract, board_no)


def _format_checked_score(score: int | None) -> str:
    if score is None:
        return "no score"
    return str(score)


def compute_party_differences(record: PartyRecord) -> list[str]:
    """Return a sentence for each contestant whose total or place differs from the second calculation.

    :raises ScoringError: if the entered games cannot be counted
    """
    differences = check_party_standings(
        record.party.method,
        record.contestant_games,
        options=record.party.method_options,
        presences=record.presences,
    )
    contestant_noun = record.contestants.contestant_noun.capitalize()
    return [f"{contestant_noun} {difference}" for difference in differences]


def compute_event_differences(event: Event) -> list[str]:
    """Return the differences between two independent calculations of every figure of *event*.

    A party before its first game has none.

    :raises ScoringError: if its results can't be scored
    """
    if event.contest == Contest.PROGRESSIVE:
        record = fetch_party_record(fetch_party_by_event(event.pk))
        return compute_party_differences(record) if record.is_ranked else []
    differences: list[str] = []
    for scoring_field in fetch_event_fields(event):
        differences += compute_field_differences(scoring_field)
    return differences
