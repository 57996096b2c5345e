"""The seeds of a Swiss or a knock-out before round 1: typed, by rating or by lot, clubs apart."""

import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.drawing import propose_round, use_round
from director.additions.contests.draws.rounds import DrawChoices
from director.boards.movement.lines.section_lines import has_results
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import fetch_name_by_pair, get_contestant_noun
from director.boards.pages.steps import make_session_context
from director.boards.play.seats.seating import Seeding, seed_entries
from director.boards.refusals import make_seeds_after_results_error, make_seeds_outdated_error
from director.core.base.forms import merge_box_value, parse_decimal, parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_read
from director.errors import ChangedMeanwhileError, DeskError
from director.models import Section
from director.models.entry import MAX_CLUB_LENGTH, MAX_RATING_LENGTH
from director.models.event import SectionRef
from director.names import make_name_key
from movements.errors import MovementError
from movements.swiss.knockout import separate_clubmates
from scoring.errors import ScoringError

_MAX_LENGTHS_BY_BOX = {"seed": 4, "rating": MAX_RATING_LENGTH, "club": MAX_CLUB_LENGTH}


@dataclass(frozen=True, slots=True)
class SeedRow:
    """A contestant on the page: its present number and name, and what its boxes contain."""

    pair_no: int
    name: str
    contestant_name: str  # the name without the number, which a seed may change
    seed: str
    rating: str = ""
    club: str = ""

    @property
    def strength(self) -> Fraction | None:
        """The rating as a number, None if the box is empty.

        :raises DeskError: if a comma in it has two readings
        """
        number = parse_decimal(self.rating)
        return None if number is None else Fraction(number)


@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_seeding(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show the contestants by seed. A POST numbers them anew and draws round 1 again."""
    section = fetch_section(ref)
    contest = find_drawn_contest(section)
    if contest is None:
        messages.error(request, "Only a Swiss or a knock-out has seeds. Choose one in Field.")
        return redirect("session_field", ref=ref)
    if request.method != "POST" and has_results(section=section):
        refusal = make_seeds_after_results_error(contestant_noun=get_contestant_noun(section))
        messages.info(request, str(refusal))
        return redirect("session_draw", ref=section.ref)
    if request.method != "POST":
        return _render_seeding_page(request, section, _make_seed_rows(section))
    action = request.POST.get("action", "")
    rows, problems = _merge_rows(_make_seed_rows(section), request.POST)
    problems = problems or _list_seed_problems(rows, has_typed_seeds=action == "seeds")
    if problems:
        return _render_seeding_page(request, section, rows, problems)
    try:
        _store_seeds(request, section, rows, action)
    except (DeskError, MovementError, ScoringError) as error:
        return _render_seeding_page(request, section, rows, [str(error)])
    messages.success(request, "Seeds saved. Round 1 follows them.")
    return redirect("session_draw", ref=section.ref)


def _make_seed_rows(section: Section) -> list[SeedRow]:
    """Return the contestants by number, with what is stored."""
    names_by_number = fetch_name_by_pair(section)
    rows = []
    for entry in section.entries.order_by("pair_no"):
        number = entry.pair_no
        label = section.get_label(number)
        contestant_name = names_by_number.get(number, "")
        row = SeedRow(
            pair_no=number,
            name=f"{label} {contestant_name}".strip(),
            contestant_name=contestant_name or label,
            seed=f"{number}",
            rating=entry.rating,
            club=entry.club,
        )
        rows.append(row)
    return rows


def _merge_rows(stored_rows: Sequence[SeedRow], data: QueryDict) -> tuple[list[SeedRow], list[str]]:
    """Return *stored_rows* with what was typed, and a sentence for what another desk changed too."""
    numbers_by_name = {
        data.get(f"was-name-{row.pair_no}", row.contestant_name): row.pair_no for row in stored_rows
    }
    # Other seeds are other numbers, so what was typed goes along with the names.
    is_renumbered = any(
        numbers_by_name.get(row.contestant_name) != row.pair_no for row in stored_rows
    )
    problems = [str(make_seeds_outdated_error())] if is_renumbered else []
    rows = []
    for row in stored_rows:
        number = numbers_by_name.get(row.contestant_name)
        if number is None:
            rows.append(row)
        elif is_renumbered:
            rows.append(_move_typed_texts(row, data, number))
        else:
            merged_row, row_problems = _merge_row(row, data)
            rows.append(merged_row)
            problems += row_problems
    return rows, problems


def _read_texts_by_box(data: QueryDict, number: int) -> dict[str, str]:
    """Return what was typed for contestant *number*, by the name of the box."""
    return {
        box: data.get(f"{box}-{number}", "").strip()[:max_length]
        for box, max_length in _MAX_LENGTHS_BY_BOX.items()
    }


def _move_typed_texts(row: SeedRow, data: QueryDict, previous_number: int) -> SeedRow:
    """Return *row* with what was typed while its contestant had *previous_number*."""
    texts_by_box = _read_texts_by_box(data, previous_number)
    for box, typed_text in texts_by_box.items():
        is_untouched = typed_text == data.get(f"was-{box}-{previous_number}")
        if is_untouched:
            texts_by_box[box] = getattr(row, box)
    return _replace_texts(row, texts_by_box)


def _merge_row(row: SeedRow, data: QueryDict) -> tuple[SeedRow, list[str]]:
    """Return *row* with what was typed, and a sentence for each box that another desk changed too."""
    texts_by_box = _read_texts_by_box(data, row.pair_no)
    problems = []
    for box, typed_text in texts_by_box.items():
        shown_text = data.get(f"was-{box}-{row.pair_no}")
        try:
            texts_by_box[box] = merge_box_value(
                typed_value=typed_text, shown_value=shown_text, stored_value=getattr(row, box)
            )
        except ChangedMeanwhileError as error:
            problems.append(f"{row.name}: {error}")
    return _replace_texts(row, texts_by_box), problems


def _replace_texts(row: SeedRow, texts_by_box: Mapping[str, str]) -> SeedRow:
    return replace(
        row, seed=texts_by_box["seed"], rating=texts_by_box["rating"], club=texts_by_box["club"]
    )


def _describe_rating_problem(row: SeedRow) -> str:
    """Return a sentence if the rating of *row* can't be used, or an empty text."""
    try:
        strength = row.strength
    except DeskError as error:
        return f"{row.name}: {error}"
    if row.rating and (strength is None or row.rating[0] in "+-"):
        return "{name}: the rating can’t be “{text}”. Type a number such as 87.5, or leave it empty.".format(
            name=row.name, text=row.rating
        )
    return ""


def _list_seed_problems(rows: Sequence[SeedRow], *, has_typed_seeds: bool) -> list[str]:
    """Return a sentence for each box that can't be used."""
    problems = []
    rows_by_seed: dict[int, SeedRow] = {}
    for row in rows:
        if problem := _describe_rating_problem(row):
            problems.append(problem)
        if not has_typed_seeds:
            continue
        seed = parse_small_number(row.seed)
        if not 1 <= seed <= len(rows):
            message = "{name}: the seed can’t be “{text}”. Type a number from 1 to {last}."
            problems.append(message.format(name=row.name, text=row.seed, last=len(rows)))
        elif seed in rows_by_seed:
            first_name = rows_by_seed[seed].name
            problems.append(
                "Seed {seed} is typed twice: {first} and {second}. Change one of them.".format(
                    seed=seed, first=first_name, second=row.name
                )
            )
        else:
            rows_by_seed[seed] = row
    return problems


def _sort_rows(rows: Sequence[SeedRow], action: str, lot: int) -> list[SeedRow]:
    """Return *rows* with the highest seed first: by the typed seeds, by rating or by *lot*."""
    if action == "seeds":
        return sorted(rows, key=lambda row: parse_small_number(row.seed))
    if action == "rating":
        # Those without a rating come last. Equal ones stay in their order.
        return sorted(rows, key=lambda row: (row.strength is None, -(row.strength or 0)))
    shuffled = list(rows)
    random.Random(lot).shuffle(shuffled)  # noqa: S311  stored with the seeds, not a secret
    return shuffled


@transaction.atomic
def _store_seeds(
    request: DeskRequest, section: Section, rows: Sequence[SeedRow], action: str
) -> None:
    """Store the seeds of *rows*, and draw round 1 again if clubs are to be kept apart."""
    lot = secrets.randbelow(1_000_000)
    ordered_rows = _sort_rows(rows, action, lot)
    seeding = [Seeding(row.pair_no, row.club, row.rating) for row in ordered_rows]
    seed_entries(
        section=section,
        seeding=_separate_clubs(section, seeding),
        lot=lot if action == "lot" else None,
        user=request.user,
    )
    contest = find_drawn_contest(section, is_redraw=True)
    if contest is None or contest.is_knockout:
        return
    drawn_round = propose_round(
        contest, DrawChoices(absent_numbers=contest.withdrawn_numbers)
    ).drawn_round
    if drawn_round != contest.last_drawn_round:
        use_round(contest=contest, drawn_round=drawn_round, user=request.user)


def _separate_clubs(section: Section, seeding: Sequence[Seeding]) -> list[Seeding]:
    """Return the seeds of a knock-out with clubs apart in round 1. A Swiss is drawn apart."""
    contest = find_drawn_contest(section)
    if contest is None or not contest.is_knockout:
        return list(seeding)
    seeding_by_number = {seeded.pair_no: seeded for seeded in seeding}
    clubs_by_number = {
        seeded.pair_no: make_name_key(seeded.club) for seeded in seeding if seeded.club
    }
    return [
        seeding_by_number[number]
        for number in separate_clubmates([*seeding_by_number], clubs_by_number)
    ]


def _render_seeding_page(
    request: DeskRequest, section: Section, rows: Sequence[SeedRow], problems: Sequence[str] = ()
) -> HttpResponse:
    context: dict[str, Any] = make_session_context(section, "play") | {
        "rows": rows,
        "stored_rows": _make_seed_rows(section),
        "problems": problems,
    }
    return render_page(request, "additions/contests/draws/seeding.html", context, problems=problems)
