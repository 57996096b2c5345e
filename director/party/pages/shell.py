"""What pages of a party share: their context, that of Results and of private links, and a box."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from director.core.base.act_kinds import ActKind
from director.core.base.forms import TextField, make_external_error
from director.core.base.roles import can_score
from director.core.base.tags.additions import Tab
from director.core.base.versions import EventVersion, fetch_uncommitted_version, select_version
from director.core.night.history import filter_acts_in_force, filter_play_acts, filter_undone_acts
from director.core.night.room import fetch_shown_messages
from director.core.night.table_api import PhonesPage
from director.core.pages.play import make_play_context
from director.core.pages.publishing import make_results_context
from director.errors import PartyError
from director.models import Act, Event, Session
from director.models.composed import ComposedQuery
from director.party.models import Party
from director.party.movement.games import PartyRecord
from director.party.movement.options import is_skat
from director.party.movement.parties import PartyNight, fetch_party_by_session, fetch_party_night
from director.party.scoring.open_ties import OpenTieForm, list_open_tie_forms
from director.party.scoring.sheets import fetch_cached_results
from director.party.scoring.skat import fetch_skat_sessions
from director.party.trumps import parse_trump_order
from scoring.errors import ScoringError


def make_party_context(party: Party, step: str) -> dict[str, Any]:
    """Return the context of a party's page of *step*: steps, open tab, and undo."""
    context: dict[str, Any] = {
        "nav": "tonight",
        "night": fetch_party_night(party),
        "party": party,
        "session": party.session,
        "step": step,
        "styles": ("core/stacks", "core/floor", "party/party"),
        **undo_context(party),
    }
    club = party.session.event.club
    if not club.is_practice:
        context["club"] = club  # so that the page doesn't read it again
    if step == "play":
        context |= make_play_undo_context(party)
        context |= make_play_context(
            party.session,
            "party",
            room_messages=fetch_shown_messages(party.session),
            round_noun=party.round_noun,
            is_by_bell=True,
        )
        context["styles"] = ("core/stacks", "core/clock", "core/floor", "core/play", "party/party")
    return context


PLAY_KINDS = frozenset(
    {
        ActKind.RESULT,
        ActKind.CARD,
        ActKind.LAYOUT,
        ActKind.TEAMS,
        ActKind.NEXT,
        ActKind.FINISH,
        ActKind.PEOPLE,
        ActKind.SHEETS,
    }
)
"""Kinds of acts of the pages of Play. Seats, Field and Results undo the others."""


def make_play_undo_context(party: Party) -> dict[str, Act | None]:
    """Return the acts to undo and to redo next, if they were done at Play."""
    acts_by_name = undo_context(party)
    return {
        name: act if act and act.kind in PLAY_KINDS else None for name, act in acts_by_name.items()
    }


def undo_context(party: Party) -> dict[str, Act | None]:
    """Return the acts to undo and to redo next, None if there is none or the event is final."""
    if party.session.event.is_final:
        return {"undo": None, "redo": None}
    # The changes of an act can be large and aren't shown.
    acts = filter_play_acts(party.acts).defer("changes")
    return {"undo": filter_acts_in_force(acts).first(), "redo": filter_undone_acts(acts).first()}


def open_party(_request: HttpRequest, ref: int) -> HttpResponse:
    """Redirect to the step of the party that needs the director."""
    night = fetch_party_night(fetch_party_by_session(ref))
    return redirect(night.next_step.url_name, ref=ref)


def fetch_phone_version(token: str) -> EventVersion | None:
    """Return the version of the party of the player's link *token*, or None. (One query.)

    A phone is served before anything is published, so drafts count too.
    """
    return fetch_uncommitted_version(token, _TOKEN_QUERY)


_TOKEN_QUERY = ComposedQuery(
    lambda token: select_version(Event.objects.filter(sessions__party__players__token=token))
)


class TrumpsField(TextField):
    """The order of trumps: H, C, D, S, NT, or any words. Empty for none."""

    def clean(self, value: object) -> tuple[str, ...]:
        """Return the labels in order.

        >>> TrumpsField(required=False).clean("h c, d-s N")
        ('H', 'C', 'D', 'S', 'NT')
        """
        try:
            return parse_trump_order(super().clean(value))
        except PartyError as error:
            raise make_external_error(error) from error


class PartyTables(PhonesPage):
    """The private links of a party's tables."""

    url_prefix = "party"
    no_tables_template = "party/phones/_none.html"
    new_phones_template = "party/phones/_came.html"

    def load_session(self, ref: int) -> Session:
        """Return the session of the party at *ref*."""
        return fetch_party_by_session(ref).session

    def make_context(self, ref: int) -> dict[str, Any]:
        """Return the context of the party's page."""
        return make_party_context(fetch_party_by_session(ref), "play")

    def list_tables(self, context: dict[str, Any]) -> list[int]:
        """Return the tables of the latest round, none before the draw."""
        latest_round = context["party"].played_rounds.order_by("-round_no").first()
        if latest_round is None:
            return []
        # Those who wait at a table are stored like a table of their own.
        numbers = [table["table"] for table in latest_round.seating if not table.get("waits_at")]
        return list(range(1, max(numbers, default=0) + 1))


def make_results_page_context(request: HttpRequest, party: Party, tab: str) -> dict[str, Any]:
    """Return the context of a page of Results with *tab* open."""
    context = make_party_context(party, "results")
    event = party.session.event
    session_id = party.session_id
    results_address = reverse("party_results", args=[session_id])
    print_address = f"{reverse('party_print_pdf', args=[session_id])}?paper={event.club.paper}"
    record = fetch_cached_results(party).record
    try:
        ties = list_open_ties(record)
    except ScoringError:
        # The page of standings shows the error.
        ties = []
    tabs = [
        Tab("standings", "Standings", results_address),
        Tab("prizes", "Prizes", f"{results_address}?tab=prizes", len(ties)),
        Tab("history", "History", reverse("party_acts", args=[session_id])),
        Tab("export", "Export", f"{results_address}?tab=export"),
    ]
    if can_score(request):
        tabs.insert(2, Tab("money", "Money", reverse("party_money", args=[session_id])))
    # A Skat congress has a prize list, but none of the other sheets.
    print_standings = "" if is_skat(party) else f"{print_address}&kinds=standings"
    menu = []
    # Without ties the page has a button for it. With ties, settling them comes first.
    if ties and print_standings:
        menu.append(Tab("", "Print standings", print_standings))
    menu.append(Tab("", "Print prize list", f"{print_address}&kinds=prize-list"))
    if print_standings:
        prize_giving = reverse("party_prize_giving", args=[session_id])
        menu.append(Tab("", "Print prize-giving sheet", f"{print_address}&kinds=prize-giving"))
        menu.append(Tab("", "Show prize-giving", prize_giving))
    progress_text = _describe_progress(party, context["night"])
    wrong_sums = describe_wrong_sums(party)
    return {
        **context,
        **make_results_context(request, event, tab, tabs, menu),
        "due": _find_next_action(
            party, progress_text=progress_text, has_wrong_sums=bool(wrong_sums), has_ties=bool(ties)
        ),
        "missing": progress_text,
        "sums_off": wrong_sums,
        "printout": "" if ties or not context["night"].has_begun else print_standings,
    }


def describe_wrong_sums(party: Party) -> list[str]:
    """Return a sentence for each wrong total of all cards, once none is missing."""
    return [line.sentence for line in fetch_cached_results(party).record.wrong_sums]


def _find_next_action(
    party: Party, *, progress_text: str, has_wrong_sums: bool, has_ties: bool
) -> Tab | None:
    """Return what the director does before publishing, or None. A published party only has ties."""
    if party.session.event.is_final:
        return None
    play_address = reverse("party_play", args=[party.session_id])
    if not party.session.event.is_published:
        if progress_text:
            return Tab("play", "Enter missing results", play_address)
        if has_wrong_sums:
            return Tab("play", "Check the cards", play_address)
    if has_ties:
        results_address = reverse("party_results", args=[party.session_id])
        return Tab("prizes", "Settle ties", f"{results_address}?tab=prizes")
    return None


def list_open_ties(record: PartyRecord, typed_figures: Any = None) -> list[OpenTieForm]:
    """Return the open ties for prizes of *record*, with the *typed_figures* form data in their boxes."""
    if not is_skat(record.party):
        return list_open_tie_forms(record, typed_figures)
    ties: list[OpenTieForm] = []
    for session in fetch_skat_sessions(record, typed_figures):
        ties += session.ties
    return ties


def _describe_progress(party: Party, night: PartyNight) -> str:
    """Return the progress of play in words, or "" if it is over."""
    if night.is_over:
        return ""
    if night.missing_card_count is not None:
        return f"{night.due_card_count - night.missing_card_count} of {night.due_card_count} cards entered"
    if not night.round_no:
        return "No results entered"
    progress = f"{party.round_title} {night.round_no} of {party.rounds}"
    if night.unreported_count == 1:
        return f"{progress}, 1 table missing"
    if night.unreported_count:
        return f"{progress}, {night.unreported_count} tables missing"
    return progress
