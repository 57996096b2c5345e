"""The rows of standings: who is ranked with whom, in which groups, and what is said of each."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from director.boards.contests import CONTESTS
from director.boards.movement.rounds import is_drawn, withdrawn
from director.boards.movement.scoring_field import ScoringField
from director.boards.scoring.extras import by_pair, stratum_places
from director.boards.scoring.matches.totals import with_matches
from director.boards.scoring.penalties import PairPenalty
from director.boards.scoring.scored import Scored
from director.models import Plan
from director.models.event import Places
from director.sheets import StandingGroup, StandingRow
from scoring import Ranking, knockout_progress, section_standings, standings_of

GROUP_TITLES = {"NS": "North-South", "EW": "East-West", "": ""}


def session_rows(scored: Scored, names: Mapping[int, str]) -> list[StandingRow]:
    """Return every contestant of a *scored* session by place, those without a result last.

    *names* are those of all who are entered, by number.
    """
    scoring_field, ranking = scored.scoring_field, scored.ranking
    rows = standing_rows(scoring_field, ranking, names, scored.penalties)
    if ranking.matches:
        rows = with_matches(scoring_field, rows, ranking)
    if scored.extras.pairs:
        rows = _with_extras(scored, rows)
    if knockout := scored.field.knockout:
        number = scoring_field.number
        rows = [
            replace(row, came=knockout_progress(knockout, number(row.contestant))) for row in rows
        ]
    used = {scoring_field.letter(line.ns) for line in scored.lines.all if line.is_in}
    rows = [
        row
        for row in rows
        if row.place or row.names or not _is_in_unused_section(scoring_field, row, used)
    ]
    if not scoring_field.of_several:
        return rows
    return [replace(row, session_no=scoring_field.session.number) for row in rows]


def _is_in_unused_section(
    scoring_field: ScoringField, row: StandingRow, used: Collection[str]
) -> bool:
    """Return whether the section of *row* has no result while those of the letters *used* have."""
    if not scoring_field.is_divided or not used:
        return False
    return scoring_field.letter(row.contestant) not in used


def standing_rows(
    scoring_field: ScoringField,
    ranking: Ranking,
    names: Mapping[int, str],
    penalties: Iterable[PairPenalty] = (),
) -> list[StandingRow]:
    """Return the ranked pairs by place, then those of *names* without a result.

    *penalties* are in the totals already; here they are named.
    """
    label, direction = scoring_field.label, scoring_field.direction
    lost: dict[int, str] = {}
    for penalty in penalties:
        if penalty.to in lost:
            lost[penalty.to] = f"{lost[penalty.to]}, {penalty.text}"
        else:
            lost[penalty.to] = penalty.text
    ranked = by_pair(scoring_field, ranking.standings)
    rows = [
        StandingRow(
            place=standing.place_text,
            contestant=pair_no,
            label=label(pair_no),
            names=names.get(pair_no, ""),
            direction=direction(pair_no),
            boards=standing.boards,
            total=standing.total,
            percent=standing.percent,
            penalties=lost.get(pair_no, ""),
        )
        for pair_no, standing in ranked.items()
    ]
    return rows + [
        StandingRow(
            "",
            pair_no,
            label(pair_no),
            pair_names,
            direction(pair_no),
            0,
            None,
            None,
            lost.get(pair_no, ""),
        )
        for pair_no, pair_names in sorted(names.items())
        if pair_no not in ranked
    ]


def _with_extras(scored: Scored, rows: list[StandingRow]) -> list[StandingRow]:
    """Return *rows* with carry-over, handicap, gross figures and strata."""
    extras = scored.extras
    places = stratum_places(scored.scoring_field, extras, scored.ranking)
    return [
        replace(
            row,
            carry_over=extras.carry_over_text(row.contestant),
            handicap=extras.handicap_text(row.contestant),
            gross=gross.total if (gross := scored.gross.get(row.contestant)) else None,
            gross_percent=gross.percent if gross else None,
            stratum=extras.stratum(row.contestant),
            stratum_places=places.get(row.contestant, ""),
        )
        for row in rows
    ]


def standing_groups(
    scoring_field: ScoringField, rows: Sequence[StandingRow], ranking: Ranking
) -> tuple[StandingGroup, ...]:
    """Return *rows* in the groups that are ranked against each other.

    Where sections are ranked apart each has groups of its own, with the places within it.
    """
    directions = ("",) if scoring_field.winners == 1 else ("NS", "EW")
    if not scoring_field.is_divided or scoring_field.event.places != Places.SECTION:
        return tuple(
            StandingGroup(
                GROUP_TITLES[direction], tuple(row for row in rows if row.direction == direction)
            )
            for direction in directions
        )
    places = by_pair(scoring_field, field_ranked(scoring_field, ranking).standings)
    own = [
        replace(row, place=places[row.contestant].place_text) if row.place else row for row in rows
    ]
    return tuple(
        StandingGroup(
            f"Section {section.letter}{', ' * bool(direction)}{GROUP_TITLES[direction]}",
            tuple(
                row
                for row in own
                if row.direction == direction
                and scoring_field.letter(row.contestant) == section.letter
            ),
        )
        for section in scoring_field.sections
        for direction in directions
    )


def standings_notes(scored: Scored, plans: Mapping[int, Plan]) -> Iterator[str]:
    """Return what stands below the standings.

    That is who has withdrawn, who joined a draw and hasn't played yet, what percentages are out of
    where carry-over counts in them, and the notes of the scoring method.
    """
    scoring_field = scored.scoring_field
    playing: set[int] = set()
    for line in scored.lines.all:
        playing.update((line.ns, line.ew))
    called = CONTESTS[scoring_field.event.contest].called.capitalize()
    for section in scoring_field.sections:
        plan = plans.get(section.pk)
        if plan is None:
            continue
        for number in sorted(withdrawn(plan)):
            pair_no = scoring_field.pair(section, number)
            is_late = is_drawn(plan.key) and pair_no not in playing
            what = "hasn’t played yet" if is_late else "has withdrawn"
            yield f"{called} {scoring_field.label(pair_no)} {what}."
    has_percents = any(seen.percent is not None for seen in scored.ranking.standings)
    if has_percents and (most := scored.extras.carry_over_most):
        yield f"Percentages are out of the boards and the carry-over, at most {most}."
    yield from scored.ranking.notes


def ranking_to_show(ranking: Ranking, places: str) -> Ranking:
    """Return *ranking* with the places to show, within sections if *places* says so.

    Whoever is ranked is a side of the lines: a pair or a team.
    """
    apart = section_standings(ranking) if places == Places.SECTION else {}
    if apart:
        return replace(ranking, standings=tuple(seen for own in apart.values() for seen in own))
    return ranking


def field_ranked(scoring_field: ScoringField, ranking: Ranking) -> Ranking:
    """Return *ranking* of *scoring_field* with the places to show.

    The lines of single players name their partnerships, so that who is of a section is asked of the
    scoring field.
    """
    if not scoring_field.is_divided or scoring_field.event.places != Places.SECTION:
        return ranking
    members: dict[str, list[tuple[str | None, int]]] = {
        section.letter: [] for section in scoring_field.sections
    }
    for seen in ranking.standings:
        letter = scoring_field.letter(scoring_field.pair_no(seen.contestant, seen.direction))
        members[letter].append((seen.direction, seen.contestant))
    apart = (standings_of(ranking.standings, own) for own in members.values())
    return replace(ranking, standings=tuple(seen for own in apart for seen in own))
