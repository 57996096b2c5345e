"""The rows and groups of a session's standings, and the notes below them.

The ranking decides the order. Here ranked contestants become rows with names, penalties, matches and
strata. If sections are ranked apart, places are counted within each section.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from director.boards.contests import CONTESTS
from director.boards.movement.formats import get_format
from director.boards.movement.ranking import RankingField
from director.boards.movement.rounds import get_withdrawals_by_contestant
from director.boards.movement.sections import ScoringField
from director.boards.scoring.extras import (
    describe_carry_over_rule,
    format_ranks_by_pair,
    index_by_pair,
)
from director.boards.scoring.hooks import MATCHES
from director.boards.scoring.scored import ScoredSession
from director.models import Plan
from director.models.event import RankingScope
from director.sheets import StandingGroup, StandingRow
from scoring.model import Ranking, Standing
from scoring.totals.sections import make_standings_by_section
from scoring.totals.standings import rank_members

GROUP_TITLES = {"NS": "North-South", "EW": "East-West", "": ""}


def make_session_rows(
    scored: ScoredSession,
    name_by_number: Mapping[int, str],
    contestants: Collection[int] | None = None,
) -> list[StandingRow]:
    """Return every contestant of a *scored* session by place. Contestants without a result are last.

    *name_by_number* has all entries. If *contestants* are given, only they get a row.
    """
    scoring_field, ranking = scored.scoring_field, scored.ranking
    rows = _make_standing_rows(scored, name_by_number, contestants)
    if ranking.matches:
        rows = MATCHES.answers.add_matches_to_rows(scoring_field, scored.lines, ranking, rows)
        rows = _add_tie_breaks(scoring_field, rows, ranking)
    if scored.extras.extras_by_pair:
        rows = _add_extras(scored, rows)
    knockout = scored.field.knockout
    if knockout:
        get_number = scoring_field.get_scoring_number
        rows = [
            replace(row, came=knockout.describe_progress(get_number(row.contestant)))
            for row in rows
        ]
    if scoring_field.has_several_sections:
        rows = _leave_out_unused_sections(scored, rows)
    if not scoring_field.has_other_sessions:
        return rows
    return [replace(row, session_no=scoring_field.session.number) for row in rows]


def list_leaders(scored: ScoredSession, count: int) -> list[int]:
    """Return the first *count* contestants of each direction that have been compared."""
    scoring_field = scored.scoring_field
    has_tops = scored.has_tops  # if boards have a top, a compared contestant has a percentage
    leaders_by_direction: dict[str | None, list[int]] = defaultdict(list)
    for standing in scored.ranking.standings:
        leaders = leaders_by_direction[standing.direction]
        if len(leaders) < count and (standing.percent is not None or not has_tops):
            leaders.append(scoring_field.get_pair_no(standing.contestant, standing.direction))
    return list(chain.from_iterable(leaders_by_direction.values()))


def _add_tie_breaks(
    scoring_field: ScoringField, rows: list[StandingRow], ranking: Ranking
) -> list[StandingRow]:
    """Return *rows* with the figures that were compared within their ties."""
    if not ranking.tie_breaks:
        return rows
    rows_with_figures = []
    for row in rows:
        number = scoring_field.get_scoring_number(row.contestant)
        figures = [
            (tie_break.title, tie_break.texts.get(number, "")) for tie_break in ranking.tie_breaks
        ]
        rows_with_figures.append(replace(row, tie_breaks=tuple(figures)))
    return rows_with_figures


def _leave_out_unused_sections(scored: ScoredSession, rows: list[StandingRow]) -> list[StandingRow]:
    """Return *rows* without the numbers of a section that was opened but never used.

    Without any result, all sections are as good as used.
    """
    if all(row.place or row.names for row in rows):
        return rows
    get_letter = scored.scoring_field.get_letter
    used_letters = {get_letter(line.ns) for line in scored.lines.all if line.is_entered}
    if not used_letters:
        return rows
    return [
        row for row in rows if row.place or row.names or get_letter(row.contestant) in used_letters
    ]


def _make_standing_rows(
    scored: ScoredSession,
    name_by_number: Mapping[int, str],
    contestants: Collection[int] | None,
) -> list[StandingRow]:
    """Return the ranked contestants by place, then the others by number.

    Penalties are counted in the totals already, so that they are only named here. A penalty on a
    match is shown with the match.
    """
    scoring_field, standing_by_pair = scored.scoring_field, scored.standing_by_pair
    penalty_texts: dict[int, list[str]] = defaultdict(list)
    for penalty in scored.penalties:
        if penalty.match is None:
            penalty_texts[penalty.pair_no].append(penalty.text)
    unranked_numbers = sorted(name_by_number.keys() - standing_by_pair.keys())
    pair_nos = [*standing_by_pair, *unranked_numbers]
    if contestants is not None:
        chosen_numbers = set(contestants)
        pair_nos = [pair_no for pair_no in pair_nos if pair_no in chosen_numbers]
    rows = []
    for pair_no in pair_nos:
        standing = standing_by_pair.get(pair_no) or scored.unranked_standing_by_pair.get(pair_no)
        rows.append(
            StandingRow(
                place=standing.rank_text if standing and pair_no in standing_by_pair else "",
                contestant=pair_no,
                label=scoring_field.get_label(pair_no),
                names=name_by_number.get(pair_no, ""),
                direction=scoring_field.get_direction(pair_no),
                boards=standing.board_count if standing else 0,
                total=standing.total if standing else None,
                percent=standing.percent if standing else None,
                penalties=", ".join(penalty_texts.get(pair_no, ())),
                is_unranked=pair_no in scored.unranked_standing_by_pair,
            )
        )
    return rows


def _add_extras(scored: ScoredSession, rows: list[StandingRow]) -> list[StandingRow]:
    """Return *rows* with carry-over, handicap, gross figures and strata."""
    extras = scored.extras
    stratum_ranks_by_pair = format_ranks_by_pair(scored.scoring_field, extras, scored.ranking)
    rows_with_extras = []
    for row in rows:
        pair_no = row.contestant
        gross_total = gross_percent = None
        gross_standing = scored.gross_standings_by_pair.get(pair_no)
        if gross_standing:
            gross_total = gross_standing.total
            gross_percent = gross_standing.percent
        rows_with_extras.append(
            replace(
                row,
                carry_over=extras.format_carry_over_amount(pair_no),
                handicap=extras.format_handicap_amount(pair_no),
                gross=gross_total,
                gross_percent=gross_percent,
                stratum=extras.get_stratum(pair_no),
                stratum_places=stratum_ranks_by_pair.get(pair_no, ""),
            )
        )
    return rows_with_extras


def rank_rows_by_section(scored: ScoredSession, rows: Iterable[StandingRow]) -> list[StandingRow]:
    """Return *rows* section by section, with the places within each section and its strata."""
    scoring_field, ranking = scored.scoring_field, scored.ranking
    standing_in_section = index_by_pair(
        scoring_field, rank_by_section(scoring_field, ranking).standings
    )
    stratum_ranks = format_ranks_by_pair(scoring_field, scored.extras, ranking, is_by_section=True)
    section_rows: dict[str, list[StandingRow]] = defaultdict(list)
    for row in rows:
        rank_text = standing_in_section[row.contestant].rank_text if row.place else ""
        section_rows[scoring_field.get_letter(row.contestant)].append(
            replace(row, place=rank_text, stratum_places=stratum_ranks.get(row.contestant, ""))
        )
    letters = [section.letter for section in scoring_field.sections]
    return list(chain.from_iterable(section_rows[letter] for letter in letters))


def make_standing_groups(
    scoring_field: ScoringField, ranking_field: RankingField, rows: Sequence[StandingRow]
) -> tuple[StandingGroup, ...]:
    """Return *rows* in the groups that are ranked against each other.

    Whoever plays without standing is in none. If *ranking_field* ranks sections apart, each has groups of its own.
    """
    rows = [row for row in rows if not row.is_unranked]
    directions = ("",) if scoring_field.winners == 1 else ("NS", "EW")
    groups = []
    if not ranking_field.is_ranked_by_section:
        for direction in directions:
            group_rows = tuple(row for row in rows if row.direction == direction)
            groups.append(StandingGroup(GROUP_TITLES[direction], group_rows))
        return tuple(groups)
    section_rows: dict[tuple[str, str], list[StandingRow]] = defaultdict(list)
    for row in rows:
        section_rows[scoring_field.get_letter(row.contestant), row.direction].append(row)
    for section in scoring_field.sections:
        for direction in directions:
            titles = (ranking_field.get_title(section), GROUP_TITLES[direction])
            group_rows = tuple(section_rows[section.letter, direction])
            groups.append(StandingGroup(", ".join(filter(None, titles)), group_rows))
    return tuple(groups)


def iter_standings_notes(scored: ScoredSession, plans: Mapping[int, Plan]) -> Iterator[str]:
    """Yield the notes below the standings.

    These are, in order: contestants who play without standing, have withdrawn or haven't played
    yet, how sections are ranked, the maximum of percentages that include a carry-over, how that was
    calculated, and the notes of the scoring method.
    """
    scoring_field = scored.scoring_field
    contestant_noun = CONTESTS[scoring_field.event.contest].contestant_noun.capitalize()
    for pair_no in scored.unranked_standing_by_pair:
        yield f"{contestant_noun} {scoring_field.get_label(pair_no)} plays without standing."
    yield from _iter_withdrawal_notes(scored, plans)
    yield from scoring_field.ranking_field.iter_notes()
    standings = scored.ranking.standings
    has_percents = any(standing.percent is not None for standing in standings)
    maximum = scored.extras.max_carry_over_text
    if has_percents and maximum:
        yield f"Percentages are out of the boards and the carry-over, at most {maximum}."
    if scored.extras.used_carry_over_unit:
        for rule_text in dict.fromkeys(map(describe_carry_over_rule, scoring_field.sections)):
            if rule_text:
                yield f"Carry-over: {rule_text}."
    yield from scored.ranking.notes


def _iter_withdrawal_notes(scored: ScoredSession, plans: Mapping[int, Plan]) -> Iterator[str]:
    scoring_field = scored.scoring_field
    contestant_noun = CONTESTS[scoring_field.event.contest].contestant_noun.capitalize()
    for section in scoring_field.sections:
        plan = plans.get(section.pk)
        if plan is None:
            continue
        for number_in_section in sorted(get_withdrawals_by_contestant(plan)):
            pair_no = scoring_field.get_field_number(section, number_in_section)
            # A late entry to a draw is stored as withdrawn until it is drawn.
            is_late = get_format(plan).is_drawn and not scored.has_line_of(pair_no)
            state = "hasn’t played yet" if is_late else "has withdrawn"
            yield f"{contestant_noun} {scoring_field.get_label(pair_no)} {state}."


def with_ranks(ranking: Ranking, scope: str) -> Ranking:
    """Return *ranking* with its ranks, within sections if *scope* says so.

    It is for rankings whose contestants are the sides of lines: pairs or teams.
    """
    if scope == RankingScope.SECTION:
        standings_by_section = make_standings_by_section(ranking)
        if standings_by_section:
            standings = chain.from_iterable(standings_by_section.values())
            return replace(ranking, standings=tuple(standings))
    return ranking


def with_field_ranks(scoring_field: ScoringField, ranking: Ranking) -> Ranking:
    """Return *ranking* of *scoring_field* with its ranks, within sections if it is ranked by section.

    Unlike :func:`with_ranks` it asks the scoring field for the section of a contestant, since
    the lines of single players name partnerships.
    """
    if scoring_field.ranking_field.is_ranked_by_section:
        return rank_by_section(scoring_field, ranking)
    return ranking


def rank_by_section(scoring_field: ScoringField, ranking: Ranking) -> Ranking:
    """Return *ranking* of *scoring_field* with the ranks within each section."""
    members_by_letter: dict[str, list[tuple[str | None, int]]] = {
        section.letter: [] for section in scoring_field.sections
    }
    for standing in ranking.standings:
        pair_no = scoring_field.get_pair_no(standing.contestant, standing.direction)
        section_members = members_by_letter[scoring_field.get_letter(pair_no)]
        section_members.append((standing.direction, standing.contestant))
    standings: list[Standing] = []
    for section_members in members_by_letter.values():
        standings += rank_members(ranking.standings, section_members)
    return replace(ranking, standings=tuple(standings))
