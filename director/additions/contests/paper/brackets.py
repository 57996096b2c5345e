"""Draw the bracket of a knock-out, on one sheet if it can be read there, else in parts.

A bracket has a column for each round, and one for the winner. A *slot* is the height of one side in
the first round. A side of a later round has the slots of all sides that lead to it. The first column
has full names. A later column has a name if it fits, or else the team's number.

First :func:`_make_fitting_parts` chooses the parts, their type size and column widths
(:class:`_PartLayout`). Then each part is drawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.additions.contests.scoring.brackets import Bracket, BracketRound, BracketSide
from director.pdf.fonts import measure_longest_word, measure_text, wrap_text
from director.pdf.lists import begin_list_page, draw_list, draw_list_foot, get_list_body
from director.pdf.page import Box, Pen
from director.pdf.tables import PaperColumn

SIZES = (14.0, 13.0, 12.0, 11.0, 10.0, 9.5, 9.0)
LARGE_SIZES = (18.0, 16.0, 14.0, 13.0)
LEADING = 1.12
SLACK = 0.28  # between the letters of a line and the rule above them
LIFT = 0.4  # between words and the rule below them
PAD = 2.0  # between the edge of a column and its words
BLANK_SCORE = "+00"  # the room left for a score that is written by hand
# Shares of the page's width to try for the column of names.
NAME_SHARES = (0.0, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
MIN_LAST_ROUNDS = 3  # rounds on the last sheet of several
BYE = "sits out"
# Remarks at the foot on how tied matches were decided.
NOTE_SIZE = 9.0
NOTE_LINE = 11.0
WINNER_TITLES = ("Winner", "Won")


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the bracket with a page of its own.

    *winner* is the side that leaves the part, to the next part or as the winner of the event, and
    *winner_titles* are the long and the short title of its column.
    """

    note: str
    rounds: tuple[BracketRound, ...]
    winner: BracketSide | None
    winner_titles: tuple[str, str]

    @property
    def slot_count(self) -> int:
        """The number of sides in the first round."""
        return 2 * len(self.rounds[0].matches)


@dataclass(frozen=True, slots=True)
class _PartLayout:
    """The layout of a part: type size, widths of columns, and width of a score."""

    size: float
    is_landscape: bool
    widths: tuple[float, ...]
    score_width: float

    @property
    def line_height(self) -> float:
        """The height of a line of text."""
        return self.size * LEADING

    @property
    def titles_height(self) -> float:
        """The height of the titles above the columns."""
        return self.line_height * 1.6


def draw_brackets(pen: Pen, brackets: Sequence[Bracket]) -> None:
    """Draw every bracket with seeds, byes, scores and winners."""
    for bracket in brackets:
        if bracket.list_title:
            _draw_round_list(pen, bracket)
            continue
        parts = _make_fitting_parts(pen, bracket)
        for number, (part, layout) in enumerate(parts, start=1):
            page = begin_list_page(
                pen, bracket.heading, "Knock-out", part.note, landscape=layout.is_landscape
            )
            notes = _wrap_decisions(part, page.width)
            notes_height = len(notes) * NOTE_LINE
            _draw_part(pen, page.get_strip(0, page.height - notes_height), part, layout)
            notes_box = Box(page.x, page.y, page.width, notes_height)
            pen.write_lines(
                notes, notes_box, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE
            )
            draw_list_foot(pen, bracket.heading, number, len(parts), landscape=layout.is_landscape)


def _draw_round_list(pen: Pen, bracket: Bracket) -> None:
    """Draw the rounds one below the other, as they don't follow from the one before by matches."""
    columns = (
        PaperColumn("Round", "left", can_wrap=True),
        PaperColumn("Match", "left", can_wrap=True),
        PaperColumn("Score", "right"),
        PaperColumn("Winner", "left", can_wrap=True),
    )
    rows = []
    for bracket_round in bracket.rounds:
        for match in bracket_round.matches:
            sides = [side for side in match.sides if side]
            if not sides:
                continue
            names = " – ".join(side.text for side in sides)
            score = " : ".join(side.score for side in sides if side.score)
            winner = " and ".join(side.label for side in sides if side.is_winner)
            if match.is_bye:
                names, winner = f"{names} {BYE}", ""
            rows.append((bracket_round.title, names, score, match.decision_text or winner))
    if bracket.winner:
        rows.append(("Winner", bracket.winner.text, "", ""))
    draw_list(pen, bracket.heading, bracket.list_title, columns, rows, grouping_column_count=1)


def _wrap_decisions(part: _Part, width: float) -> tuple[str, ...]:
    """Return how tied matches of *part* were decided, in lines of *width*."""
    sentences = []
    for bracket_round in part.rounds:
        for match in bracket_round.matches:
            if match.decision_text:
                sentences.append(f"{bracket_round.title}: {match.decision_text}.")
    if not sentences:
        return ()
    return tuple(wrap_text("  ".join(sentences), NOTE_SIZE, width))


def _make_fitting_parts(pen: Pen, bracket: Bracket) -> list[tuple[_Part, _PartLayout]]:
    """Return the bracket in as few readable parts as possible, each with its layout."""
    smallest_layout = _PartLayout(
        _choose_sizes(pen)[-1], is_landscape=False, widths=(), score_width=0
    )
    part_count = 1
    while True:
        parts = _divide_bracket(bracket, part_count)
        layouts = [_find_fitting_layout(pen, part) for part in parts]
        # A part has at least one match of the first round. If that doesn't fit, nothing does.
        if all(layouts) or 2 * part_count > len(bracket.rounds[0].matches):
            return [
                (part, plan or _with_widths(pen, part, smallest_layout, 0.0))
                for part, plan in zip(parts, layouts, strict=True)
            ]
        part_count *= 2


def _choose_sizes(pen: Pen) -> tuple[float, ...]:
    if pen.large_print:
        return LARGE_SIZES
    return SIZES


def _divide_bracket(bracket: Bracket, part_count: int) -> tuple[_Part, ...]:
    """Return the bracket in *part_count* (a power of 2) equal parts, and the rounds that join them."""
    if part_count == 1:
        return (_Part("", bracket.rounds, bracket.winner, WINNER_TITLES),)
    joining_round_count = (
        part_count.bit_length() - 1
    )  # the rounds in which *part_count* sides become one
    part_round_count = len(bracket.rounds) - joining_round_count
    next_round = bracket.rounds[part_round_count]
    parts = []
    for index in range(part_count):
        rounds = []
        for bracket_round in bracket.rounds[:part_round_count]:
            match_count = len(bracket_round.matches) // part_count
            matches = bracket_round.matches[index * match_count : (index + 1) * match_count]
            rounds.append(replace(bracket_round, matches=matches))
        winner = next_round.matches[index // 2].sides[index % 2]
        note = f"Part {index + 1} of {part_count}"
        titles = next_round.title, next_round.short_title
        parts.append(_Part(note, tuple(rounds), winner, titles))
    last_rounds = bracket.rounds[-max(MIN_LAST_ROUNDS, joining_round_count) :]
    return (*parts, _Part("Last rounds", last_rounds, bracket.winner, WINNER_TITLES))


def _find_fitting_layout(pen: Pen, part: _Part) -> _PartLayout | None:
    """Return the layout with the largest type that fits, or None."""
    for size, landscape in product(_choose_sizes(pen), (True, False)):
        layout_without_widths = _PartLayout(size, landscape, widths=(), score_width=0)
        for share in NAME_SHARES:
            layout = _with_widths(pen, part, layout_without_widths, share)
            if layout.widths[0] > 0 and _can_fit_names(pen, part, layout):
                return layout
    return None


def _with_widths(pen: Pen, part: _Part, layout: _PartLayout, share: float) -> _PartLayout:
    """Return *layout* with column widths, the names taking at least a *share* of the page."""
    width = get_list_body(pen.paper, landscape=layout.is_landscape).width
    sides: list[BracketSide] = []
    for bracket_round in part.rounds:
        for match in bracket_round.matches:
            sides += filter(None, match.sides)
    scores = [side.score or BLANK_SCORE for side in sides] or [BLANK_SCORE]
    score_width = max(measure_text(score, layout.size) for score in scores) + PAD
    labels = [side.label for side in sides]
    short_titles = [bracket_round.short_title for bracket_round in part.rounds]
    text_widths = [measure_text(text, layout.size) for text in (*labels, *short_titles)]
    least_width = max(score_width, *text_widths) + 2 * PAD
    # Every column but the first is of one width, that of the winner included.
    narrow_count = len(part.rounds)
    equal_width = width / (narrow_count + 1)
    name_width = min(max(share * width, equal_width), width - narrow_count * least_width)
    narrow_width = (width - name_width) / narrow_count
    widths = (name_width, *[narrow_width] * narrow_count)
    return replace(layout, widths=widths, score_width=score_width)


def _can_fit_names(pen: Pen, part: _Part, layout: _PartLayout) -> bool:
    """Return whether every name of the first round fits its slot."""
    body = get_list_body(pen.paper, landscape=layout.is_landscape)
    notes_height = NOTE_LINE * len(_wrap_decisions(part, body.width))
    slot_height = (body.height - layout.titles_height - notes_height) / part.slot_count
    further_line_count = (slot_height - SLACK - layout.size) / layout.line_height
    if further_line_count < 0:
        return False
    max_line_count = int(further_line_count) + 1  # the first line needs no leading
    name_width = layout.widths[0] - layout.score_width - 2 * PAD
    names = (side.text for match in part.rounds[0].matches for side in match.sides if side)
    return all(len(wrap_text(name, layout.size, name_width)) <= max_line_count for name in names)


def _draw_part(pen: Pen, page: Box, part: _Part, layout: _PartLayout) -> None:
    _write_titles(pen, page.get_strip(0, layout.titles_height), part, layout)
    body = page.get_strip(layout.titles_height, page.height - layout.titles_height)
    slot_height = body.height / part.slot_count
    # The level of a side is the height of the rule on which its name is written.
    levels = [body.top - (slot + 1) * slot_height + PAD for slot in range(part.slot_count)]
    column_left = 0.0
    for index, bracket_round in enumerate(part.rounds):
        column = body.get_column(column_left, layout.widths[index])
        # In later rounds the score is below the rule, above the next side.
        side_height = slot_height
        if index > 0:
            side_height = slot_height * 2**index - layout.line_height
        sides = []
        for match in bracket_round.matches:
            for side in match.sides:
                sides.append((side, match.is_bye and side is None))
        for level, (side, is_bye) in zip(levels, sides, strict=True):
            box = Box(column.x, level, column.width, min(side_height, body.top - level))
            _write_side(pen, box, side, layout, is_first=index == 0, is_bye=is_bye)
        uprights = [
            (column.right, lower, column.right, upper) for upper, lower in _pair_levels(levels)
        ]
        pen.draw_lines(uprights, 0.7)
        levels = [(upper + lower) / 2 for upper, lower in _pair_levels(levels)]
        column_left += layout.widths[index]
    side_height = min(slot_height * part.slot_count / 2, body.top - levels[0])
    box = Box(body.x + column_left, levels[0], layout.widths[-1], side_height)
    # The score of the next match belongs to the next part.
    winner = replace(part.winner, score="") if part.winner else None
    _write_side(pen, box, winner, layout, is_first=False, is_bye=False)


def _pair_levels(levels: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Yield the levels of both sides of each match."""
    return zip(levels[::2], levels[1::2], strict=True)


def _write_titles(pen: Pen, box: Box, part: _Part, layout: _PartLayout) -> None:
    """Write the title of each round above its column, in short if one of them doesn't fit."""
    titles = [*(bracket_round.title for bracket_round in part.rounds), part.winner_titles[0]]
    can_fit_titles = all(
        measure_text(title, layout.size, bold=True) <= width - 2 * PAD
        for title, width in zip(titles, layout.widths, strict=True)
    )
    if not can_fit_titles:
        titles = [
            *(bracket_round.short_title for bracket_round in part.rounds),
            part.winner_titles[1],
        ]
    column_left = 0.0
    for title, width in zip(titles, layout.widths, strict=True):
        title_box = box.get_column(column_left + PAD, width - 2 * PAD)
        pen.write(title, title_box, layout.size, bold=True, align="left")
        column_left += width


def _write_side(
    pen: Pen,
    box: Box,
    side: BracketSide | None,
    layout: _PartLayout,
    *,
    is_first: bool,
    is_bye: bool,
) -> None:
    """Draw a side at the foot of *box* with its score, which is beside it in the first round."""
    pen.draw_lines([(box.x, box.y, box.right, box.y)], 0.7)
    inner = box.get_column(PAD, box.width - 2 * PAD)
    line_height = layout.line_height
    if side is None:
        if is_bye:
            bye_box = Box(inner.x, box.y + LIFT, inner.width, line_height)
            pen.write(BYE, bye_box, layout.size, align="left")
        return
    if is_first:
        width = inner.width - layout.score_width
        lines = wrap_text(side.text, layout.size, width)
        score_box = Box(
            inner.right - layout.score_width, box.y + LIFT, layout.score_width, line_height
        )
    else:
        width = inner.width
        lines = wrap_text(side.text, layout.size, width)
        is_too_high = len(lines) * line_height > box.height - 1
        if is_too_high or _has_broken_word(side.text, layout.size, width):
            lines = (side.label,)
        score_box = Box(inner.x, box.y - line_height - 1, inner.width, line_height)
    can_be_bold = all(measure_text(line, layout.size, bold=True) <= width for line in lines)
    pen.write_lines(
        lines,
        Box(inner.x, box.y + LIFT, width, len(lines) * line_height),
        layout.size,
        align="left",
        leading=LEADING,
        bold=side.is_winner and can_be_bold,
    )
    if side.score:
        pen.write(side.score, score_box, layout.size, align="right", bold=side.is_winner)


def _has_broken_word(name: str, size: float, width: float) -> bool:
    """Return whether a word of *name* would be broken elsewhere than after a hyphen."""
    return measure_longest_word(name.replace("-", "- "), size) > width
