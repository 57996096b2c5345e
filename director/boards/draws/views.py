"""The page of a contest whose rounds are drawn: it begins, and draws one round after the other."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from director.boards.contests import contest_of
from director.boards.draws import sentences
from director.boards.draws.forms import BeginForm, MatchRow, RoundsForm, TypedRound, late_typed
from director.boards.draws.notices import draw_notices
from director.boards.draws.read import DrawnContest, contest_find
from director.boards.draws.sheets import ODD, ODD_PHRASES, Proposal
from director.boards.draws.write import contest_begin, match_decide, round_use, rounds_set
from director.boards.matches.knockout import HOW
from director.boards.results.read.brackets import section_bracket
from director.boards.rounds import rounds_meant
from director.boards.sections import section_of_session
from director.boards.steps import shell
from director.core.answers import refusals_said
from director.core.forms import small_number
from director.core.requests import DeskRequest
from director.errors import DeskError
from director.models import Section
from director.models.event import SectionPlace
from movements import MovementError
from scoring import ScoringError

REFUSALS = (DeskError, MovementError, ScoringError)


@require_http_methods(["GET", "HEAD", "POST"])
def session_draw(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Ask how the contest begins, or show the next round; a press stores it.

    What was typed stays where it is refused, and a press on an old page stores nothing.
    """
    section = section_of_session(session_id)
    if contest_of(section).changes_partners:
        messages.error(request, sentences.DRAWS_NOT_FOR_PLAYERS.says())
        return redirect("session_field", session_id=session_id)
    typed = request.POST if request.method == "POST" else request.GET
    contest = contest_find(section, is_anew="anew" in typed, late=late_typed(typed))
    action = request.POST.get("action", "")
    if action == "begin":
        return _begin(request, section)
    if contest is None:
        return _show_beginning(request, section, BeginForm(None, contest=contest_of(section)))
    try:
        if action:
            return _draw(request, contest, TypedRound(contest, request.POST), action)
        return _show(request, contest, TypedRound(contest, typed))
    except ScoringError as error:  # Results has the choice of another scoring
        messages.error(request, str(error))
        return redirect("session_results", session_id=session_id)


def _begin(request: DeskRequest, section: Section) -> HttpResponse:
    form = BeginForm(request.POST, contest=contest_of(section))
    if form.is_valid():
        data = form.cleaned_data
        try:
            plan = contest_begin(
                section=section,
                key=data["key"],
                size=data["size"],
                rounds=data["rounds"],
                boards_per_set=data["boards"],
                options=form.options(),
            )
        except (DeskError, MovementError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{plan.name}: round 1 is drawn. Type who plays at Seats.")
            return redirect("session_seats", session_id=section.place)
    return _show_beginning(request, section, form)


def _show_beginning(request: DeskRequest, section: Section, form: BeginForm) -> HttpResponse:
    context = shell(section, "field") | {"form": form}
    return render(request, "boards/draws/begin.html", context, status=422 if form.errors else 200)


def _draw(request: DeskRequest, contest: DrawnContest, typed: TypedRound, action: str) -> HttpResponse:
    mark = request.POST.get("mark", "")
    if not contest.is_drawn_as(mark):
        fresh = TypedRound(contest, QueryDict())
        return _show(request, contest, fresh, faults=[sentences.DRAWN_SINCE.says()])
    if mark != contest.mark:
        return _show(request, contest, typed, faults=[sentences.RESULTS_SINCE.says()], is_typed=True)
    if action != "use":
        faults = typed.draw_faults()
        return _show(request, contest, typed, faults=faults, is_typed=bool(faults))
    try:
        if contest.is_knockout:
            drawn = contest.propose(typed.wanted()).drawn
        elif faults := typed.faults():
            return _show(request, contest, typed, faults=faults, is_typed=True)
        else:
            drawn = typed.drawn()
        away = None if contest.is_knockout else typed.away
        after = typed.wanted().after
        round_use(contest=contest, drawn=drawn, user=request.user, away=away, after=after)
    except REFUSALS as error:
        return _show(request, contest, typed, faults=[str(error)], is_typed=True)
    round_no = len(contest.rounds) + 1
    messages.success(request, f"Round {round_no} is drawn. Print the draw, or show it in the room.")
    return redirect("session_draw", session_id=contest.section.place)


@require_POST
def session_draw_decide(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Let a team go on from a match of a knock-out otherwise than by its score, or its score decide again."""
    section = section_of_session(session_id)
    numbers = {name: small_number(request.POST.get(name, "")) for name in ("round", "home", "away", "winner")}
    both = (numbers["home"], numbers["away"])
    how = request.POST.get("how", "")
    with refusals_said(request):
        match_decide(
            section=section, round_no=numbers["round"], both=both, winner=numbers["winner"], how=how, user=request.user
        )
    return redirect(f"{reverse('session_draw', args=[session_id])}#decide")


@require_POST
def session_draw_rounds(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Set how many rounds are meant to be played."""
    section = section_of_session(session_id)
    contest, form = contest_find(section), RoundsForm(request.POST)
    if contest and not form.is_valid():
        return _show(request, contest, TypedRound(contest, QueryDict()), rounds_form=form)
    if contest:
        try:
            rounds_set(section=section, rounds=form.cleaned_data["rounds"], user=request.user)
        except DeskError as error:
            form.add_error("rounds", str(error))
            return _show(request, contest, TypedRound(contest, QueryDict()), rounds_form=form)
    return redirect("session_draw", session_id=session_id)


def _show(
    request: DeskRequest,
    contest: DrawnContest,
    typed: TypedRound,
    *,
    faults: Sequence[str] = (),
    is_typed: bool = False,
    rounds_form: RoundsForm | None = None,
) -> HttpResponse:
    """Show the rounds, and the next one: as *is_typed*, or drawn with what was settled."""
    refused = [*faults]
    proposal: Proposal | None = None
    if contest.winner:  # nothing is left to draw
        refused = [*faults]
    elif contest.is_knockout or not is_typed:  # in a knock-out nobody types who meets whom
        try:
            proposal = contest.propose(typed.wanted())
        except REFUSALS as error:
            refused += [str(error)] * (str(error) not in refused)
    is_early = bool(contest.rounds) and not (contest.has_begun or contest.is_anew or typed.typed or contest.winner)
    if is_early:  # a round that nobody has played has no winners yet, which is no fault
        refused = [*faults]
    rows = _rows(proposal, typed) if proposal else typed.rows
    last = contest.rounds[-1].playing if contest.rounds else ()
    context: dict[str, Any] = shell(contest.section, "play") | {
        "contest": contest,
        "round_no": len(contest.rounds) + 1,
        "title": _title(contest),
        "rows": [(row, *(contest.names.get(small_number(text), "") for text in (row.home, row.away))) for row in rows],
        "is_early": is_early,
        "byes": proposal.drawn.byes if proposal else tuple(filter(None, [typed.bye])),
        "three": " ".join(map(str, proposal.drawn.triangle)) if proposal else typed.three,
        "three_names": [contest.named(number) for number in proposal.drawn.triangle] if proposal else [],
        "going_on": contest.going_on,
        "odd": typed.odd or dict(contest.plan.options).get(ODD, "bye"),
        "odd_phrases": ODD_PHRASES,
        "typed": typed,
        "after": typed.after or len(contest.rounds),
        "notes": proposal.notes if proposal else (),
        "bracket": section_bracket(contest.section),
        "winner": contest.named(contest.winner) if contest.winner else "",
        "open_matches": contest.open_matches,
        "ways": HOW.items(),
        "faults": refused,
        "draw_notices": () if contest.is_anew else draw_notices(contest.section, contest.plan, contest.lines),
        "is_beyond": bool(contest.planned) and not contest.is_knockout and len(contest.rounds) >= contest.planned,
        "missing": contest.missing,
        "everybody": [(number, contest.named(number)) for number in sorted(contest.names)],
        "withdrawn": [(number, contest.named(number)) for number in sorted(contest.withdrawn)],
        "last_playing": [(number, contest.named(number)) for number in last],
        "rounds_form": rounds_form or RoundsForm(initial={"rounds": rounds_meant(contest.plan)}),
    }
    is_refused = (refused and request.method == "POST") or rounds_form
    return render(request, "boards/draws/page.html", context, status=422 if is_refused else 200)


def _title(contest: DrawnContest) -> str:
    round_no = len(contest.rounds) + 1
    if contest.winner:
        return "Knock-out"
    return f"Round {round_no}, drawn anew" if contest.is_anew else f"Draw of round {round_no}"


def _rows(proposal: Proposal, typed: TypedRound) -> list[MatchRow]:
    kept = {(small_number(row.home), small_number(row.away)) for row in typed.rows if row.is_kept}
    return [
        MatchRow(at, str(home), str(away), (home, away) in kept)
        for at, (home, away) in enumerate(proposal.drawn.pairings, start=1)
    ]
