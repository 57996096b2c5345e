"""Step 2 of a party: names, groups and the draw."""

import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any

from django.core.paginator import Paginator
from django.http import QueryDict
from django.urls import reverse

from director.core.base.act_kinds import ActKind
from director.core.base.forms import parse_record_number, parse_small_number
from director.core.base.requests import DeskRequest
from director.core.base.roles import can_score
from director.core.club.people import fetch_labels_by_person_id, make_names_distinct
from director.core.pages.seats import (
    MAX_SHOWN_PROBLEMS,
    ButtonAction,
    ListForm,
    SeatsState,
    SeatsView,
)
from director.formats.names.players import (
    MAX_TEAM_LENGTH,
    describe_numbers_without_names,
    list_skipped_lines,
    read_players,
)
from director.formats.names.tables.table import PLAYERS, PLAYERS_OF_TEAMS
from director.models import Act
from director.names import has_words, make_family_key, make_name_key
from director.party.models import GroupWords, Party, SkatSheet
from director.party.movement.cards import read_cards
from director.party.movement.games import PartyRecord, PlayedRound, make_table_record, read_round
from director.party.movement.options import (
    get_contestant_noun,
    has_groups_in_turn,
    has_seat_groups,
    is_ranked_by_pairs,
    is_skat,
)
from director.party.movement.parties import PartyNight, fetch_party_by_session
from director.party.movement.seating import describe_rest, fetch_draw_version, fetch_party_names
from director.party.movement.words import format_table_number
from director.party.pages.shell import make_party_context
from director.party.play.draw import (
    can_draw_partners,
    draw_partners,
    draw_party,
    find_couples_error,
    swap_players,
    undo_party_draw,
)
from director.party.play.history import redo_party, undo_party
from director.party.play.seats import ListedPlayer, name_player, name_players
from director.party.sheets import TableRecord

ROWS_PER_PAGE = 50
_ACT_KINDS = (ActKind.DRAW, ActKind.NAME)
"""The kinds of acts that this page can undo."""


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A player, with the name as it must be typed, and the first seat in words."""

    number: int
    name: str
    group: str
    first_seat: str
    has_left: bool
    team: str = ""

    @property
    def text(self) -> str:
        """Name, group and team in one text, to find out whether they were changed."""
        return format_player(self.name, self.group, self.team)


def format_player(name: str, group: str, team: str) -> str:
    """Return name, group and team in one text. An empty team is left out."""
    return "|".join((name, group, team) if team else (name, group))


@dataclass(frozen=True, slots=True)
class PlayerSeats:
    """All players and the tables of round 1."""

    rows: tuple[PlayerSeat, ...]
    known: tuple[str, ...]  # names of the club to suggest
    tables: tuple[TableRecord, ...]
    has_begun: bool  # play has begun
    has_rows: bool = False  # the tables are in several aisles
    advice: tuple[str, ...] = ()

    @property
    def entry_choices(self) -> list[tuple[int, str]]:
        """The numbers of seated players, with labels for a list."""
        return [
            (row.number, f"{row.number} {row.name}".strip()) for row in self.rows if row.first_seat
        ]

    @property
    def named(self) -> int:
        """The number of players with a name."""
        return sum(bool(row.name) for row in self.rows)

    @property
    def groups(self) -> tuple[int, int]:
        """The numbers of players in groups A and B."""
        groups = [row.group for row in self.rows]
        return groups.count("A"), groups.count("B")


def fetch_party_seats(party: Party, *, numbered: bool = True) -> PlayerSeats:
    """Return the players of *party* by number. (Costs six queries at most.)

    *numbered* is whether people with the same name are distinguished by their numbers.
    """
    rounds = party.played_rounds.order_by("round_no").prefetch_related("results")
    name_by_person = fetch_labels_by_person_id(
        party.session.event.club, with_member_numbers=numbered
    )
    stored_round = rounds.first()
    seated_round_count = rounds.count()
    first_round = read_round(stored_round) if stored_round else None
    record = PartyRecord(
        party,
        fetch_party_names(party),
        (first_round,) if first_round else (),
        cards=read_cards(party),
    )
    has_teams = is_ranked_by_pairs(party)
    rows = []
    for player in record.names.facts_by_player.values():
        row = PlayerSeat(
            number=player.number,
            name=name_by_person.get(player.person_id, "") if player.person_id else "",
            group=player.group,
            first_seat=_describe_first_seat(first_round, str(player.number)),
            has_left=player.left_round is not None and player.left_round <= seated_round_count,
            team=player.team if has_teams else "",
        )
        rows.append(row)
    tables: tuple[TableRecord, ...] = ()
    has_begun = seated_round_count > 1
    if first_round:
        tables = tuple(
            make_table_record(record, first_round, table) for table in first_round.seating
        )
        has_begun = has_begun or bool(
            first_round.results or record.cards or _has_skat_sheets(party)
        )
    return PlayerSeats(
        rows=tuple(rows),
        known=tuple(sorted(set(name_by_person.values()), key=make_family_key)),
        tables=tables,
        has_begun=has_begun,
        has_rows=bool(first_round and first_round.has_rows),
        advice=() if tables else _list_advice(party, rows),
    )


def _list_advice(party: Party, rows: Sequence[PlayerSeat]) -> tuple[str, ...]:
    """Return that ladies and gentlemen alternate, which a list without groups makes so."""
    has_people = party.group_words == GroupWords.LADIES and has_seat_groups(party)
    if not (has_people and has_groups_in_turn(party) and any(row.name for row in rows)):
        return ()
    groups = [row.group for row in rows]
    if groups != [group for group, _row in zip(cycle("AB"), rows, strict=False)]:
        return ()
    ladies, gentlemen = party.get_group_name("A"), party.get_group_name("B").lower()
    return (
        f"{ladies} and {gentlemen} take turns in this list. Correct the groups, then draw the seats.",
    )


def _has_skat_sheets(party: Party) -> bool:
    return is_skat(party) and SkatSheet.objects.filter(round__party=party).exists()


def _describe_first_seat(first_round: PlayedRound | None, player: str) -> str:
    seat_at_table = first_round.seat_by_player.get(player) if first_round else None
    if first_round is None or seat_at_table is None:
        return ""
    if seat_at_table.sits_out:
        return f"{describe_rest(seat_at_table.waits_at)} first"
    table_text = format_table_number(
        seat_at_table.table_no, seat_at_table.row, has_rows=first_round.has_rows
    )
    return f"{table_text}, seat {seat_at_table.seat}"


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """The submitted boxes of a player, with the texts that the page showed and that are stored now."""

    number: int
    name: str
    group: str
    shown_text: str
    stored_text: str
    team: str | None = None  # None if the page has no box for it

    @property
    def text(self) -> str:
        """Name, group and team in one text, in the form of *shown_text*."""
        return format_player(self.name.strip(), self.group, self.team or "")

    @property
    def is_changed(self) -> bool:
        """Whether the sent text differs from the text on the page."""
        return self.text != self.shown_text

    def with_stored_text_shown(self) -> "TypedPlayer":
        """Return the same boxes, compared with the stored text from now on."""
        return replace(self, shown_text=self.stored_text)


def read_typed_player(
    data: Mapping[str, str], number: int, stored_text: str | None = None
) -> TypedPlayer:
    """Return the boxes of player *number* in *data*.

    *stored_text* is needed only where two desks may edit at once.
    """
    # "|" is the text of an empty player, see format_player.
    shown_text = data.get(f"was-{number}", "|")
    # A program that doesn't send what it showed has nothing to compare.
    if stored_text is None or f"was-{number}" not in data:
        stored_text = shown_text
    group = data.get(f"group-{number}", "")
    team = data.get(f"team-{number}")
    return TypedPlayer(
        number=number,
        name=data.get(f"name-{number}", ""),
        group=group if group in ("A", "B") else "",
        shown_text=shown_text,
        stored_text=stored_text,
        team=None if team is None else " ".join(team.split())[:MAX_TEAM_LENGTH],
    )


def read_typed_players(
    data: Mapping[str, str], seats: Iterable[PlayerSeat]
) -> dict[int, TypedPlayer]:
    """Return the sent boxes of players by number. A page shows only some of the *seats*."""
    return {
        seat.number: read_typed_player(data, seat.number, seat.text)
        for seat in seats
        if f"name-{seat.number}" in data
    }


def _draw_seats(request: DeskRequest, party: Party) -> str:
    """Draw the seats at random, draw partners by cards, or seat everybody by number."""
    if request.POST.get("how") == "cards":
        draw_partners(
            party=party,
            seed=secrets.randbelow(1_000_000),
            seen_version=request.POST.get("seen"),
            user=request.user,
        )
        return "Partners drawn by red and black."
    seed = None if request.POST.get("how") == "number" else secrets.randbelow(1_000_000)
    draw_party(party=party, seed=seed, seen_version=request.POST.get("seen"), user=request.user)
    if party.seed is None:
        return "Players seated by number."
    return "Seats drawn."


def _make_draws_context(party: Party, all_seats: PlayerSeats) -> dict[str, Any]:
    """Return the further draws: the name, the value and the label of each button.

    If the party can draw partners, but not with its present players, the context also has the reason.
    """
    draws = [("how", "number", "Seat by number")]
    if not can_draw_partners(party):
        return {"draws": draws}
    couples_error = find_couples_error(party, all_seats.groups, len(all_seats.rows))
    if couples_error is None:
        draws.append(("how", "cards", "Draw partners"))
    return {"draws": draws, "draws_partners": True, "couples_error": couples_error}


def _undo_draw(request: DeskRequest, party: Party) -> str:
    undo_party_draw(party=party, user=request.user)
    return "Draw undone."


def _swap_seats(request: DeskRequest, party: Party) -> str:
    """Swap the seats of the two chosen players."""
    first_number = parse_small_number(request.POST.get("first", ""))
    second_number = parse_small_number(request.POST.get("second", ""))
    swap_players(
        party=party, first_number=first_number, second_number=second_number, user=request.user
    )
    return f"Players {first_number} and {second_number} swapped."


def _undo_act(request: DeskRequest, party: Party) -> str:
    """Undo the act that the button names: names, seats or a draw."""
    number = parse_record_number(request.POST.get("undo", ""))
    act = undo_party(party=party, number=number, user=request.user, kinds=_ACT_KINDS)
    return f"Undone: {act.words}"


def _redo_act(request: DeskRequest, party: Party) -> str:
    number = parse_record_number(request.POST.get("redo", ""))
    act = redo_party(party=party, number=number, user=request.user, kinds=_ACT_KINDS)
    return f"Redone: {act.words}"


ACTS = {
    "draw": _draw_seats,
    "undraw": _undo_draw,
    "swap": _swap_seats,
    "undo": _undo_act,
    "redo": _redo_act,
}
"""The actions of the buttons, by the word in their address."""
VERBS_BY_ACTION: Mapping[ButtonAction, str] = {
    _swap_seats: "Swap",
    _undo_act: "Undo",
    _redo_act: "Redo",
}
"""The verb of each action that changes what visitors read of published results."""


def _to_listed_player(typed_player: TypedPlayer) -> ListedPlayer:
    return ListedPlayer(
        typed_player.number, typed_player.name, group=typed_player.group, team=typed_player.team
    )


def _get_list_example(party: Party) -> str:
    """Return an example in the form that the list has for this party."""
    if is_ranked_by_pairs(party) and get_contestant_noun(party) == "pair":
        return "Ada Ash & Bert Birch\nCid Cole & Dee Dunn"
    if is_ranked_by_pairs(party):
        return "Red Lions: Ada Ash & Bert Birch & Cid Cole & Dee Dunn"
    if party.tells_groups:
        return f"Ada Ash ({party.get_member_noun('A')})\nBert Birch ({party.get_member_noun('B')})"
    return "Ada Ash\nBert Birch"


def _search_seats(all_seats: PlayerSeats, search_text: str) -> list[PlayerSeat]:
    """Return the players whose names or numbers contain *search_text*."""
    if not search_text:
        return list(all_seats.rows)
    return [
        seat for seat in all_seats.rows if has_words(search_text, seat.name, [str(seat.number)])
    ]


def _make_group_context(party: Party, all_seats: PlayerSeats) -> dict[str, Any]:
    """Return the column of teams or of seat groups, whichever the party has."""
    team_noun = get_contestant_noun(party) if is_ranked_by_pairs(party) else ""
    groups = [("A", party.get_group_name("A")), ("B", party.get_group_name("B"))]
    headings = ["No.", "Name"]
    facts = ""
    if team_noun:
        headings.append(team_noun.capitalize())
    elif party.tells_groups:
        headings.append("Group")
        group_counts = zip(all_seats.groups, groups, strict=True)
        if any(all_seats.groups):
            facts = ", ".join(f"{count} {name}" for count, (_, name) in group_counts)
    return {
        "heads": tuple(headings),
        "facts": facts,
        "groups": groups,
        "has_no_group_choice": not has_groups_in_turn(party),
        "together": team_noun,
    }


def _make_player_boxes(
    seat: PlayerSeat, typed_player: TypedPlayer | None, error_text: str
) -> dict[str, Any]:
    """Return the boxes of a player, as typed or as stored."""
    if typed_player:
        return {
            "seat": seat,
            "name": typed_player.name,
            "group": typed_player.group,
            "team": typed_player.team or "",
            "before": typed_player.shown_text,
            "error": error_text,
        }
    return {
        "seat": seat,
        "name": seat.name,
        "group": seat.group,
        "team": seat.team,
        "before": seat.text,
        "error": error_text,
    }


def _choose_next_button(all_seats: PlayerSeats) -> str:
    """Return which button is the next one to press."""
    if all_seats.tables or all_seats.has_begun:
        return "print"
    if all_seats.rows:
        return "draw"
    return "paste"


def _select_page_acts(context: Mapping[str, Any]) -> dict[str, Act | None]:
    """Return the acts to undo and redo if they belong to this page."""
    acts: dict[str, Act | None] = {}
    for name in ("undo", "redo"):
        act = context[name]
        acts[name] = act if act and act.kind in _ACT_KINDS else None
    return acts


def _describe_list_problems(source: str | bytes, names: Sequence[str]) -> str:
    """Return messages about lines without a name, and about *names* that occur twice."""
    message = ""
    skipped_headings = [
        line for line in list_skipped_lines(source) if not describe_numbers_without_names(line)
    ]
    if skipped_headings:
        message += f" Read as a heading: {', '.join(skipped_headings[:MAX_SHOWN_PROBLEMS])}."
    # The first spelling is shown.
    name_by_key = {make_name_key(name): name for name in reversed(names)}
    for name, name_count in Counter(map(make_name_key, names)).items():
        if name_count > 1:
            message += f" {name_by_key[name]} is listed twice, so there are two of that name."
    return message


def _describe_growth(party: Party, previous_count: int) -> str:
    current_count = party.players.count()
    if current_count <= previous_count:
        return ""
    added_count = current_count - previous_count
    return (
        f" The party now has {current_count} players, {added_count} more than before: check Field."
    )


class PartySeats(SeatsView):
    """Seats of a party."""

    url_prefix = "party"
    template_folder = "party/seats"
    actions_by_name = ACTS
    verbs_by_action = VERBS_BY_ACTION
    undoable_kinds = _ACT_KINDS

    def fetch_field(self, ref: int) -> Party:
        """Return the party at *ref*."""
        return fetch_party_by_session(ref)

    def read_typed_boxes(self, data: QueryDict, party: Party) -> dict[int, TypedPlayer]:
        """Return the sent boxes of players by number."""
        return read_typed_players(data, fetch_party_seats(party).rows)

    def list_seated_people(self, party: Party) -> list[tuple[int, str]]:
        """Return the people with a seat as keys with names."""
        return list(
            party.players.filter(person__isnull=False).values_list("person_id", "person__name")
        )

    def store_boxes(
        self, request: DeskRequest, party: Party, changed_boxes: Sequence[TypedPlayer]
    ) -> str:
        """Store changed players. They count at once."""
        name_players(
            party=party,
            listed_players=list(map(_to_listed_player, changed_boxes)),
            user=request.user,
        )
        return ""

    def store_contestant(self, request: DeskRequest, party: Party, number: int) -> dict[str, Any]:
        """Store one player. Return the context beside its boxes."""
        typed_player = read_typed_player(request.POST, number)
        name_player(
            party=party,
            number=number,
            name=typed_player.name,
            group=typed_player.group,
            team=typed_player.team,
            user=request.user,
        )
        shell = make_party_context(party, "seats")
        return shell | {
            "before": typed_player.text,
            "named_count": party.players.filter(person__isnull=False).count(),
            "entry_count": party.players.count(),
            "contestant_noun": "player",
            **_select_page_acts(shell),
        }

    def store_list(
        self,
        request: DeskRequest,
        party: Party,
        source: str | bytes,
        changed_boxes: Sequence[TypedPlayer],
        *,
        is_complete: bool,
        group: str = "",
    ) -> str:
        """Import a list. Players without a group join *group*, or the groups in turn."""
        previous_count = party.players.count()
        team_noun = get_contestant_noun(party) if is_ranked_by_pairs(party) else ""
        players = read_players(source, team_noun=team_noun)
        names = [player.name for player in players]
        unique_names = make_names_distinct(party.session.event.club, names)
        listed_players = []
        for player, name in zip(players, unique_names, strict=True):
            player_group = player.group or group or None
            listed_players.append(
                ListedPlayer(player.number, name, group=player_group, team=player.team or None)
            )
        # In one act, so that it is undone at once.
        name_players(
            party=party,
            listed_players=[*map(_to_listed_player, changed_boxes), *listed_players],
            replaces_list=is_complete,
            user=request.user,
        )
        message = _describe_growth(party, previous_count) + _describe_list_problems(source, names)
        return f"Imported {self.format_contestant_count(party, len(listed_players))}.{message}"

    def make_list_form(self, party: Party, *data: Any) -> ListForm:
        """Return the form of a list of players."""
        groups: list[tuple[str, str]] = []
        if has_seat_groups(party):
            in_turn = f"In turn: {party.get_member_noun('A')}, {party.get_member_noun('B')}"
            groups = [
                ("", in_turn if has_groups_in_turn(party) else "No group"),
                ("A", f"{party.get_group_name('A')} only"),
                ("B", f"{party.get_group_name('B')} only"),
            ]
        return ListForm(*data, called="player", example=_get_list_example(party), groups=groups)

    def get_list_shape(self, party: Party) -> str:
        """Return the kind of list: of players, or of players with their teams."""
        return PLAYERS_OF_TEAMS if is_ranked_by_pairs(party) else PLAYERS

    def format_contestant_count(self, _party: Party, count: int) -> str:
        """Return a number of players in words."""
        if count == 1:
            return "1 player"
        return f"{count} players"

    def make_context(self, request: DeskRequest, party: Party, state: SeatsState) -> dict[str, Any]:
        """Return the context of Seats, with boxes that were refused."""
        context = make_party_context(party, "seats")
        all_seats = fetch_party_seats(party, numbered=can_score(request))
        params = request.POST if request.method == "POST" else request.GET
        search_text = params.get("find", "").strip()
        page = Paginator(_search_seats(all_seats, search_text), ROWS_PER_PAGE).get_page(
            params.get("page")
        )
        # Refused boxes are shown again, whatever the page or the search.
        typed_boxes = state.typed_boxes_by_number or {}
        typed_seats = [seat for seat in all_seats.rows if seat.number in typed_boxes]
        seats = typed_seats or list(page.object_list)
        refused_player = getattr(state.error, "params", {}).get("at_player")
        if refused_player not in {seat.number for seat in seats}:
            refused_player = None
        rows = []
        for seat in seats:
            error_text = str(state.error) if seat.number == refused_player else ""
            rows.append(_make_player_boxes(seat, typed_boxes.get(seat.number), error_text))
        night: PartyNight = context["night"]
        is_closed = not night.state.can_take_corrections
        is_over = night.state.is_over
        can_draw = not (all_seats.has_begun or is_closed)
        first_open_number = None
        if state.is_whole_page and not is_closed:
            first_open_number = next((seat.number for seat in seats if not seat.text), None)
        last_undone = context["redo"]
        context |= {
            "rows": rows,
            "pages": page,
            "find": search_text,
            "base": reverse("party_seats", args=[party.pk]),
            "contestant_noun": "player",
            "no_plan": "" if party.system else "Choose a movement in Field first.",
            "by_table": params.get("by") == "table" and bool(all_seats.tables),
            **_make_group_context(party, all_seats),
            "seeds": [] if party.seed is None else [party.seed],
            **_make_draws_context(party, all_seats),
            "draw": bool(all_seats.tables),
            "can_draw": can_draw,
            "can_swap": can_draw,
            "is_closed": is_closed,
            "is_over": is_over,
            "next_act": "" if is_over else _choose_next_button(all_seats),
            "all_seats": all_seats,
            "error": "" if refused_player else state.error,
            "seen": fetch_draw_version(party),
            "first_open": first_open_number,
            **_select_page_acts(context),
        }
        if state.is_whole_page and not all_seats.tables:
            context |= {"undone": last_undone, "redo": None}
        return context
