"""Strata in a JSON file, and the further standings of a ranking: of sections, of strata, without handicaps."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.exchange.json_parts import LinePartError, choice, mapping, refuse_unknown, sequence, text, whole
from scoring.model import Field, Ranking, Standing, Stratum
from scoring.ranking import Key
from scoring.totals.sections import section_standings
from scoring.totals.standings import standings_of

StandingsJson = list[dict[str, object]]


def read_stratum(value: object, winners: int) -> Stratum:
    """Return a stratum of a file: ``{"stratum": "B", "contestants": [3, 4, 7]}``.

    With two winners each of its contestants is ``{"contestant": 3, "direction": "NS"}``.

    >>> read_stratum({"stratum": "B", "contestants": [3, 4]}, winners=1)
    Stratum(name='B', members=((None, 3), (None, 4)))

    :raises ScoringError: of the class that says what is wrong.
    """
    given = mapping(value, "a stratum")
    refuse_unknown(given, "a stratum", ("stratum", "contestants"))
    name = text(given, "stratum").strip()
    if not name:
        raise LinePartError(name="stratum", wanted="a name", value="blank")
    members = sequence(given.get("contestants"), "contestants")
    return Stratum(name, tuple(_read_member(member, winners) for member in members))


def _read_member(value: object, winners: int) -> Key:
    if winners == 1:
        return None, whole({"a contestant of a stratum": value}, "a contestant of a stratum", lowest=1)
    given: Mapping[str, Any] = mapping(value, "a contestant of a stratum")
    refuse_unknown(given, "a contestant of a stratum", ("contestant", "direction"))
    return choice(given, "direction", ("NS", "EW")), whole(given, "contestant", lowest=1)


def further_standings(
    ranking: Ranking, field: Field, bare: Ranking | None, as_json: Callable[[tuple[Standing, ...]], StandingsJson]
) -> dict[str, object]:
    """Return the standings by section and by stratum, and those of *bare*, the ranking without handicaps, if any."""
    answer: dict[str, object] = {}
    sections = section_standings(ranking)
    if sections:
        answer["sections"] = [{"section": name, "standings": as_json(seen)} for name, seen in sections.items()]
    if field.strata:
        answer["strata"] = [
            {"stratum": stratum.name, "standings": as_json(standings_of(ranking.standings, stratum.members))}
            for stratum in field.strata
        ]
    if bare is not None:
        answer["without_handicaps"] = as_json(bare.standings)
    return answer
