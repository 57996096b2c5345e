"""The seeds of a Swiss or a knock-out before round 1: typed, by rating or by lot, clubs apart."""

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.boards.movement.sections import fetch_section
from director.boards.movement.words import fetch_names_by_pair
from director.boards.pages.steps import make_session_context
from director.boards.play.draws.next_round import propose_round
from director.boards.play.draws.read import find_contest
from director.boards.play.draws.sheets import Choices
from director.boards.play.draws.write import use_round
from director.boards.play.seats.write import Seeding, seed_entries
from director.boards.sentences import BoardSentences
from director.core.base.decimals import read_decimal
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import Role, require_role_to_read
from director.errors import DeskError
from director.models import Section
from director.models.entry import LONGEST_CLUB, LONGEST_RATING
from director.models.event import SectionPlace
from director.names import make_name_key
from movements import MovementError, seeds_apart
from scoring import ScoringError

_LONGEST_SEED = 4


@dataclass(frozen=True, slots=True)
class SeedRow:
    """A contestant on the page: its present number and name, and what its boxes contain."""

    pair_no: int
    name: str
    seed: str
    rating: str = ""
    club: str = ""

    @property
    def strength(self) -> Fraction | None:
        """The rating as a number, None if the box is empty.

        :raises DeskError: if a comma in it has two readings
        """
        number = read_decimal(self.rating)
        return None if number is None else Fraction(number)


@require_role_to_read(Role.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_seeding(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Show the contestants by seed. A POST numbers them anew and draws round 1 again."""
    section = fetch_section(session_id)
    contest = find_contest(section)
    if contest is None:
        messages.error(request, BoardSentences.SEEDS_NOT_DRAWN.says())
        return redirect("session_field", session_id=session_id)
    if request.method != "POST":
        return _render_seeding_page(request, section, _make_seed_rows(section))
    rows = _make_seed_rows(section, request.POST)
    action = request.POST.get("action", "")
    faults = _check_seed_rows(rows, has_typed_seeds=action == "seeds")
    if faults:
        return _render_seeding_page(request, section, rows, faults)
    try:
        _store_seeds(request, section, rows, action)
    except (DeskError, MovementError, ScoringError) as error:
        return _render_seeding_page(request, section, rows, [str(error)])
    messages.success(request, "Seeds saved. Round 1 follows them.")
    return redirect("session_draw", session_id=section.place)


def _make_seed_rows(section: Section, typed: QueryDict | None = None) -> list[SeedRow]:
    """Return the contestants by number, with what is *typed* or stored."""
    names = fetch_names_by_pair(section)
    rows = []
    for entry in section.entries.order_by("pair_no"):
        number = entry.pair_no
        name = f"{section.label(number)} {names.get(number, '')}".strip()
        if typed is None:
            row = SeedRow(number, name, f"{number}", entry.rating, entry.club)
        else:
            row = SeedRow(
                number,
                name,
                typed.get(f"seed-{number}", "").strip()[:_LONGEST_SEED],
                typed.get(f"rating-{number}", "").strip()[:LONGEST_RATING],
                typed.get(f"club-{number}", "").strip()[:LONGEST_CLUB],
            )
        rows.append(row)
    return rows


def _check_rating(row: SeedRow) -> str:
    """Return a sentence if the rating of *row* can't be used, or an empty text."""
    try:
        strength = row.strength
    except DeskError as error:
        return f"{row.name}: {error}"
    if row.rating and (strength is None or row.rating[0] in "+-"):
        return BoardSentences.RATING_UNREADABLE.says(name=row.name, text=row.rating)
    return ""


def _check_seed_rows(rows: Sequence[SeedRow], *, has_typed_seeds: bool) -> list[str]:
    """Return a sentence for each box that can't be used."""
    faults = []
    row_by_seed: dict[int, SeedRow] = {}
    for row in rows:
        if fault := _check_rating(row):
            faults.append(fault)
        if not has_typed_seeds:
            continue
        seed = parse_small_number(row.seed)
        if not 1 <= seed <= len(rows):
            sentence = BoardSentences.SEED_UNREADABLE
            faults.append(sentence.says(name=row.name, text=row.seed, last=len(rows)))
        elif seed in row_by_seed:
            first = row_by_seed[seed].name
            faults.append(BoardSentences.SEED_TWICE.says(seed=seed, first=first, second=row.name))
        else:
            row_by_seed[seed] = row
    return faults


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
    ordered = _sort_rows(rows, action, lot)
    seeding = [Seeding(row.pair_no, row.club, row.rating) for row in ordered]
    seed_entries(
        section=section,
        seeding=_separate_clubs(section, seeding),
        lot=lot if action == "lot" else None,
        user=request.user,
    )
    contest = find_contest(section, is_anew=True)
    if contest is None or contest.is_knockout:
        return
    drawn_round = propose_round(contest, Choices(away=contest.withdrawn)).drawn
    if drawn_round != contest.last_drawn:
        use_round(contest=contest, drawn=drawn_round, user=request.user)


def _separate_clubs(section: Section, seeding: Sequence[Seeding]) -> list[Seeding]:
    """Return the seeds of a knock-out with clubs apart in round 1. A Swiss is drawn apart."""
    contest = find_contest(section)
    if contest is None or not contest.is_knockout:
        return list(seeding)
    by_number = {seeded.pair_no: seeded for seeded in seeding}
    clubs = {seeded.pair_no: make_name_key(seeded.club) for seeded in seeding if seeded.club}
    return [by_number[number] for number in seeds_apart([*by_number], clubs)]


def _render_seeding_page(
    request: DeskRequest, section: Section, rows: Sequence[SeedRow], faults: Sequence[str] = ()
) -> HttpResponse:
    context: dict[str, Any] = make_session_context(section, "play") | {
        "rows": rows,
        "faults": faults,
    }
    status = 422 if faults else 200
    return render(request, "boards/seats/seeding.html", context, status=status)
