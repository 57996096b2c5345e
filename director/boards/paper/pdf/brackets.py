"""The bracket of a knock-out, on one sheet if it can be read, else in parts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from director.boards.scoring.matches.bracket import Bracket, BracketRound, BracketSide
from director.pdf.fonts import longest_word, text_width, wrap_text
from director.pdf.lists import list_body, list_foot, list_page
from director.pdf.page import Box, Pen

SIZES = (14.0, 13.0, 12.0, 11.0, 10.0, 9.5, 9.0)
LARGE_SIZES = (18.0, 16.0, 14.0, 13.0)
LEADING = 1.12
SLACK = 0.28  # between the letters of a line and the line above
LIFT = 0.4  # of words above the line they stand on
PAD = 2.0  # between a line of the bracket and the words on it
LEAST_SCORE = "+00"  # so much room is left for a score that is written by hand
SHARES = (0.0, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
LAST_ROUNDS = 3  # so many stand on the last sheet at least, where a bracket needs several
BYE = "bye"
NOTE_SIZE, NOTE_LINE = 9.0, 11.0  # of what decided matches, at the foot
WINNER = ("Winner", "Won")


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the bracket with a page of its own."""

    note: str
    rounds: tuple[BracketRound, ...]
    out: BracketSide | None
    out_titles: tuple[str, str]  # in full and in short

    @property
    def slots(self) -> int:
        """How many begin."""
        return 2 * len(self.rounds[0].matches)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The layout of a part: column widths and type size."""

    size: float
    landscape: bool
    widths: tuple[float, ...]
    score: float


def draw_brackets(pen: Pen, sheets: Sequence[Bracket]) -> None:
    """Draw every bracket with seeds, byes, scores and winners.

    A name of a later round stands there where it fits, else its number alone: in full it stands in
    the first column.
    """
    for bracket in sheets:
        parts = _parts_that_fit(pen, bracket)
        for number, (part, plan) in enumerate(parts, start=1):
            page = list_page(pen, bracket.heading, "Knock-out", part.note, landscape=plan.landscape)
            decided = _decision_lines(part, page.width)
            foot = len(decided) * NOTE_LINE
            _draw(pen, page.strip(0, page.height - foot), part, plan)
            notes = Box(page.x, page.y, page.width, foot)
            pen.write_lines(decided, notes, NOTE_SIZE, align="left", leading=NOTE_LINE / NOTE_SIZE)
            list_foot(pen, bracket.heading, number, len(parts), landscape=plan.landscape)


def _decision_lines(part: _Part, width: float) -> tuple[str, ...]:
    """Return what decided matches of *part* that their scores did not, in lines of *width*."""
    said = "  ".join(
        f"{drawn.title}: {match.decided}."
        for drawn in part.rounds
        for match in drawn.matches
        if match.decided
    )
    if said:
        return tuple(wrap_text(said, NOTE_SIZE, width))
    return ()


def _parts_that_fit(pen: Pen, bracket: Bracket) -> list[tuple[_Part, _Plan]]:
    """Return the bracket in as few readable parts as possible."""
    count = 1
    while True:
        parts = _bracket_parts(bracket, count)
        plans = [_plan(pen, part) for part in parts]
        if all(plans) or 2 * count > len(bracket.rounds[0].matches):
            smallest = _Plan((LARGE_SIZES if pen.large_print else SIZES)[-1], False, (), 0)
            return [
                (part, plan or _widths(pen, part, smallest, 0.0))
                for part, plan in zip(parts, plans, strict=True)
            ]
        count *= 2


def _bracket_parts(bracket: Bracket, count: int) -> tuple[_Part, ...]:
    """Return the bracket in *count* equal parts and the rounds that join them."""
    if count == 1:
        return (_Part("", bracket.rounds, bracket.winner, WINNER),)
    deep = len(bracket.rounds) - (count.bit_length() - 1)
    following = bracket.rounds[deep]
    parts = []
    for at in range(count):
        rounds = tuple(
            replace(
                own,
                matches=own.matches[
                    at * len(own.matches) // count : (at + 1) * len(own.matches) // count
                ],
            )
            for own in bracket.rounds[:deep]
        )
        out = following.matches[at // 2].sides[at % 2]
        parts.append(
            _Part(f"Part {at + 1} of {count}", rounds, out, (following.title, following.short))
        )
    last = bracket.rounds[-max(LAST_ROUNDS, len(bracket.rounds) - deep) :]
    return (*parts, _Part("Last rounds", last, bracket.winner, WINNER))


def _plan(pen: Pen, part: _Part) -> _Plan | None:
    """Return the layout with the largest type that fits, or None."""
    for size, landscape in product(LARGE_SIZES if pen.large_print else SIZES, (True, False)):
        plan = _Plan(size, landscape, (), 0)
        for share in SHARES:
            own = _widths(pen, part, plan, share)
            if own.widths[0] > 0 and _fits(pen, part, own):
                return own
    return None


def _widths(pen: Pen, part: _Part, plan: _Plan, share: float) -> _Plan:
    """Return *plan* with its column widths."""
    width = list_body(pen.paper, landscape=plan.landscape).width
    sides = [side for own in part.rounds for match in own.matches for side in match.sides if side]
    score = (
        max(
            text_width(side.score or LEAST_SCORE, plan.size)
            for side in sides or [BracketSide("", "")]
        )
        + PAD
    )
    label = max((text_width(side.label, plan.size) for side in sides), default=0.0)
    least = max(score, label, *(text_width(own.short, plan.size) for own in part.rounds)) + 2 * PAD
    others = len(part.rounds)
    first = min(max(share * width, width / (others + 1)), width - others * least)
    return replace(plan, widths=(first, *[(width - first) / others] * others), score=score)


def _fits(pen: Pen, part: _Part, plan: _Plan) -> bool:
    body = list_body(pen.paper, landscape=plan.landscape)
    high = (
        body.height - _titles_height(plan) - NOTE_LINE * len(_decision_lines(part, body.width))
    ) / part.slots
    room = plan.widths[0] - plan.score - 2 * PAD
    names = (side.text for match in part.rounds[0].matches for side in match.sides if side)
    more = (high - SLACK - plan.size) / (plan.size * LEADING)
    most = int(more) + 1  # the first line needs no leading
    return more >= 0 and all(len(wrap_text(name, plan.size, room)) <= most for name in names)


def _is_parted(name: str, size: float, room: float) -> bool:
    """Return whether a word of *name* would be parted elsewhere than behind a hyphen."""
    return longest_word(name.replace("-", "- "), size) > room


def _titles_height(plan: _Plan) -> float:
    return plan.size * LEADING * 1.6


def _draw(pen: Pen, page: Box, part: _Part, plan: _Plan) -> None:
    head = _titles_height(plan)
    _write_titles(pen, page.strip(0, head), part, plan)
    body = page.strip(head, page.height - head)
    high = body.height / part.slots
    levels = [body.top - (at + 1) * high + PAD for at in range(part.slots)]
    across = 0.0
    for at, own in enumerate(part.rounds):
        column = body.column(across, plan.widths[at])
        sides = [side for match in own.matches for side in match.sides]
        byes = [match.is_bye and side is None for match in own.matches for side in match.sides]
        room = high if at == 0 else high * 2**at - plan.size * LEADING
        for level, side, is_bye in zip(levels, sides, byes, strict=True):
            _write_side(
                pen,
                Box(column.x, level, column.width, min(room, body.top - level)),
                side,
                plan,
                at,
                is_bye=is_bye,
            )
        pen.rule(
            [(column.right, lower, column.right, upper) for upper, lower in _couples(levels)], 0.7
        )
        levels = [(upper + lower) / 2 for upper, lower in _couples(levels)]
        across += plan.widths[at]
    out = Box(
        body.x + across,
        levels[0],
        plan.widths[-1],
        min(high * part.slots / 2, body.top - levels[0]),
    )
    _write_side(
        pen,
        out,
        replace(part.out, score="") if part.out else None,
        plan,
        len(part.rounds),
        is_bye=False,
    )


def _couples(levels: Sequence[float]) -> Iterator[tuple[float, float]]:
    return zip(levels[::2], levels[1::2], strict=True)


def _write_titles(pen: Pen, box: Box, part: _Part, plan: _Plan) -> None:
    """Write the round above each column."""
    full = [*(own.title for own in part.rounds), part.out_titles[0]]
    fits = all(
        text_width(title, plan.size, bold=True) <= width - 2 * PAD
        for title, width in zip(full, plan.widths, strict=True)
    )
    short = [*(own.short for own in part.rounds), part.out_titles[1]]
    across = 0.0
    for title, width in zip(full if fits else short, plan.widths, strict=True):
        pen.write(
            title, box.column(across + PAD, width - 2 * PAD), plan.size, bold=True, align="left"
        )
        across += width


def _write_side(
    pen: Pen, box: Box, side: BracketSide | None, plan: _Plan, column: int, *, is_bye: bool
) -> None:
    """Draw a side at the foot of *box* with its score."""
    pen.rule([(box.x, box.y, box.right, box.y)], 0.7)
    line = plan.size * LEADING
    inner = box.column(PAD, box.width - 2 * PAD)
    if side is None:
        if is_bye:
            pen.write(BYE, Box(inner.x, box.y + LIFT, inner.width, line), plan.size, align="left")
        return
    if column == 0:
        room = inner.width - plan.score
        texts = wrap_text(side.text, plan.size, room)
        score = Box(inner.right - plan.score, box.y + LIFT, plan.score, line)
    else:
        room = inner.width
        texts = wrap_text(side.text, plan.size, room)
        if len(texts) * line > box.height - 1 or _is_parted(side.text, plan.size, room):
            texts = (side.label,)
        score = Box(inner.x, box.y - line - 1, inner.width, line)
    upper = Box(inner.x, box.y + LIFT, room, len(texts) * line)
    pen.write_lines(
        texts,
        upper,
        plan.size,
        align="left",
        leading=LEADING,
        bold=side.is_winner and _bold_fits(texts, plan, room),
    )
    if side.score:
        pen.write(side.score, score, plan.size, align="right", bold=side.is_winner)


def _bold_fits(texts: Sequence[str], plan: _Plan, room: float) -> bool:
    return all(text_width(text, plan.size, bold=True) <= room for text in texts)
