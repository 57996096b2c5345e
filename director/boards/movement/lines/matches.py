"""The matches of a section, each with its lines."""

from collections import defaultdict

from director.boards.movement.lines.read import (
    MatchKey,
    SectionLine,
    fetch_section_lines,
    fetch_section_plan,
    get_match_key,
    has_matches,
)
from director.models import Section


def fetch_section_matches(section: Section) -> dict[MatchKey, list[SectionLine]]:
    """Return the lines of every match that *section* plays. Empty if it plays no matches."""
    matches: dict[MatchKey, list[SectionLine]] = defaultdict(list)
    plan = fetch_section_plan(section)
    if plan and has_matches(plan):
        for line in fetch_section_lines(section, plan).all:
            if not line.is_extra:
                matches[get_match_key(line, plan)].append(line)
    return dict(matches)


def match_name(section: Section, key: MatchKey) -> str:
    """Return a match in words: ``"Round 3, 2 against 5"``."""
    round_no, home, away = key
    teams = f"{section.label(home)} against {section.label(away)}"
    if round_no:
        return f"Round {round_no}, {teams}"
    return f"Match {teams}"
