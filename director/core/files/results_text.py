"""Results as plain text, for a club's chat, the newspaper and the noticeboard."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.core.base.headlines import FieldRanking, RankedFigure
from director.core.base.standings_versions import UNFINISHED
from director.core.club.home import get_overall_groups, make_rankings
from director.core.files.exports import make_event_tables
from director.event_kinds import get_event_kind
from director.formats.figures import TableData
from director.models import Event
from director.names import join_names
from director.sheets import MAX_WINNERS

MAX_BOX_LINES = 14
LETTERS_PER_LINE = 36
"""Letters that a line of the box has at least, on a phone too."""
_WINNING_PLACES = ("1", "2", "3")


@dataclass(frozen=True, slots=True)
class ResultsText:
    """A text to copy, with the *key* of its box."""

    key: str
    title: str
    text: str

    @property
    def line_count(self) -> int:
        """The lines of the box that shows it."""
        needed = max(self.text.count("\n"), len(self.text) // LETTERS_PER_LINE) + 1
        return min(needed, MAX_BOX_LINES)


def make_event_texts(event: Event) -> list[ResultsText]:
    """Return the texts of *event*, or none before anything is scored."""
    snapshot = get_event_kind(event).make_standings_snapshot(event)
    groups = get_overall_groups(snapshot.standings)
    unit = get_event_kind(event).fetch_score_units_by_event_id([event]).get(event.pk, "")
    title = f"{event.name}, {event.date.day} {event.date:%B %Y}"
    if any(group.get(UNFINISHED) for group in groups):
        title += ", so far"
    make_prizes = make_event_tables(event).make_table_by_name.get("prizes")
    prizes = _list_prizes(make_prizes()) if make_prizes else []
    return make_results_texts(title, make_rankings(groups, unit), prizes)


def _list_prizes(table: TableData) -> list[str]:
    keys = [column.key for column in table.columns]
    lines = []
    for row in table.rows:
        facts = dict(zip(keys, row, strict=True))
        text = str(facts["text"])
        if facts["tie"]:
            # How it will be settled is for the director, not for readers.
            text = f"{facts['prize']}: {facts['players']}, tie not settled"
        lines.append(text)
    return lines


def make_results_texts(
    title: str, rankings: Sequence[FieldRanking], prizes: Sequence[str] = ()
) -> list[ResultsText]:
    """Return the winners, the whole list and a line, or none before anything is scored.

    >>> rows = [RankedFigure("1=", "Ada", 60, "60%"), RankedFigure("1=", "Bert", 60, "60%")]
    >>> for each in make_results_texts("Tuesday", [FieldRanking("", tuple(rows))]):
    ...     print(each.text.replace("\\n", " / "))
    Tuesday /  / 1= Ada, 60% / 1= Bert, 60%
    Tuesday. Ada and Bert (shared, 60%).
    """
    played = [ranking for ranking in rankings if any(row.is_first for row in ranking.rows)]
    if not played:
        return []
    prize_lines = ["Prizes", *prizes] if prizes else []
    winners = _write_lists(title, played, prize_lines, is_whole=False)
    whole = _write_lists(title, played, prize_lines, is_whole=True)
    line = " ".join(f"{sentence}." for sentence in (title, *map(_write_winners, played)))
    texts = [ResultsText("text-winners", "Winners", winners)]
    if whole != winners:
        texts.append(ResultsText("text-list", "Whole list", whole))
    return [*texts, ResultsText("text-line", "One line", line)]


def _write_lists(
    title: str, rankings: Sequence[FieldRanking], prize_lines: Sequence[str], *, is_whole: bool
) -> str:
    blocks = [[title]]
    for ranking in rankings:
        rows = ranking.rows
        if not is_whole:
            rows = tuple(row for row in rows if row.place.rstrip("=") in _WINNING_PLACES)
        heading = [ranking.title] if ranking.title else []
        blocks.append([*heading, *map(_write_row, rows)])
    blocks.append([*prize_lines])
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _write_row(row: RankedFigure) -> str:
    return ", ".join(filter(None, (f"{row.place} {row.name}".strip(), row.figure_text)))


def _write_winners(ranking: FieldRanking) -> str:
    winners = [row for row in ranking.rows if row.is_first]
    names = f"{len(winners)} share first place"
    if len(winners) <= MAX_WINNERS:
        names = join_names([row.name for row in winners])
    notes = ["shared"] if 1 < len(winners) <= MAX_WINNERS else []
    note = ", ".join(filter(None, (*notes, winners[0].figure_text)))
    text = f"{names} ({note})" if note else names
    return f"{ranking.title}: {text}" if ranking.title else text
