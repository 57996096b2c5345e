"""The worst nights a page can meet: names of sixty letters, penalties, three-digit places, thirty boards."""

from datetime import date, timedelta
from decimal import Decimal
from string import ascii_uppercase

from django.utils import timezone

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.decisions import decide_match
from director.additions.contests.draws.drawing import begin_contest, propose_round, use_round
from director.additions.contests.draws.rounds import DrawChoices
from director.additions.library.movements import change_movement, delete_movements, save_movement
from director.additions.rulings.rulings import Penalty
from director.additions.seasons.settings import add_season, add_season_events
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section, fetch_session_sections
from director.boards.movement.words import PairExtras
from director.boards.play.plan import store_plan
from director.boards.play.results.extras import store_extras
from director.boards.play.scores.off_schedule import group_board
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import add_section, add_session, create_event
from director.boards.scoring.extras import SectionExtras
from director.core.base.roles import Role
from director.core.club.accounts import close_account, invite_account
from director.core.night.clock_buttons import end_clock_round, set_break, start_clock
from director.core.night.publishing import publish_results
from director.core.night.room import add_call, send_message
from director.core.night.screens import set_room_standings
from director.models import (
    Club,
    Entry,
    EntryPlayer,
    Event,
    Person,
    Result,
    Section,
    Session,
    SignInAttempt,
    SignInPlace,
)
from director.models.event import Contest
from director.party.models import Party
from director.party.movement.parties import fetch_party_by_session
from director.party.play.cards import CardFigures, store_card
from director.party.play.draw import draw_party
from director.party.play.money import settle_money
from director.party.play.play import enter_party_result
from director.party.play.report import PartyTableReport
from director.party.play.seats import ListedPlayer, name_players
from director.party.play.series import ListFigures, begin_next_series, name_teams, store_list
from director.party.play.setup import set_up_party
from movements.registry import make_plan
from scoring.deals.skat_list import SkatLine
from scoring.party.skat_prizes import SkatCard
from tests.director.additions.hands.nights import store_club_deals
from tests.director.additions.phones.tables import TablePhones, shift_entry_times
from tests.director.boards.others import make_contest_section, make_empty_section
from tests.director.party.parties import (
    count_in_season,
    get_latest_round,
    make_party,
    make_preset_party,
    make_seated_party,
    play_round,
)
from tests.director.party.play.test_skat import hand_in
from tests.factories import add_ruling, enter_all_results, enter_on_line, make_account, make_club

CLUB = "The Old Riverside Association of Duplicate Bridge and Progressive Whist Players"[:80]
EVENT = "Wednesday championship of the Riverside and Hillside card clubs for the Silver Cup"[:80]
LONG_NAMES = (
    "Bartholomew Featherstonehaugh-Cholmondeley of Auchtermuchty",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis",
    "Maria Konstantinopoulou-Papadimitriou and Daughter the Elder",
    "William Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogo",
)


def make_long_name(number: int) -> str:
    """Return a name of about sixty letters, another for every number; a team goes by the last word, which is long."""
    return f"{number} {LONG_NAMES[number % len(LONG_NAMES)][:55]}".rstrip()


def make_long_pairs(pairs: int) -> list[tuple[None, tuple[str, str]]]:
    """Return so many pairs of long names."""
    return [(None, _make_long_pair(number)) for number in range(pairs)]


def _make_long_pair(number: int) -> tuple[str, str]:
    return make_long_name(2 * number), make_long_name(2 * number + 1)


def five_tables(director) -> Section:
    """Five tables, six boards a round: ruled on, with everything a standing can have beside its points, published."""
    club = make_club(CLUB)
    club.has_player_pages = True
    club.save()
    accounts()
    enter_all_results(
        _make_section("mitchell", pairs=9, boards_per_set=1, on=date(2026, 11, 10)), user=director
    )
    section = _make_section("mitchell", pairs=10, boards_per_set=6)
    store_club_deals(section, director)
    enter_all_results(section, user=director)
    penalty = Penalty(Decimal("112.5"), "mp", 6)
    for number in range(2):
        add_ruling(
            section=section,
            user=director,
            facts="East revoked on the second round of " + make_long_name(1),
            decision="Two tricks.",
            law="Law 64A1",
            board_no=1 + number,
            pair_no=6,
            adjusted="60% 4SS=, 40% 3NTN-1",
            penalty=penalty,
        )
    everything = {
        number: PairExtras("12.25", "ABC"[number % 3], "104.75") for number in range(1, 11)
    }
    store_extras(
        section=section,
        extras=SectionExtras(everything, handicap_unit="%", carry_over_unit="mp"),
        user=director,
    )
    group_board(section=section, board_no=2, groups={(1, 6): "B"}, user=director)
    publish_results(event=section.session.event, user=director)
    enter_result(section=section, board_no=3, ns=1, ew=6, text="7NTXXS-13", user=director)
    set_room_standings(session=section.session, is_shown=True)
    season_of_all(club)
    library_of(club, director)
    return fetch_section(section.session_id)


def library_of(club: Club, director) -> None:
    """Saved movements with the longest names and notes, a former version and a deleted one."""
    if club.movements.exists():  # of another night of the same test
        return
    name, note = make_long_name(1).ljust(119, "w"), "W" * 40 + " a note of many words" * 12
    movement = make_plan("mitchell", pairs=10)
    saved = save_movement(club=club, name="Own", note="", movement=movement, by=director)
    change_movement(saved=saved, name=name, note=note, by=director)
    for pairs in range(11, 17):
        deleted = save_movement(
            club=club,
            name=name,
            note=note,
            movement=make_plan("mitchell", pairs=pairs),
            by=director,
        )
    delete_movements(club=club, ids=[deleted.pk])


def season_of_all(club: Club) -> None:
    """A season with the longest name, rules of every kind, and every event of *club*."""
    season = add_season(
        club=club,
        name="W" * 60,
        points="percent",
        best=20,
        minimum=1,
        attendance=99,
        ties="wins best played latest",
    )
    add_season_events(
        season=season, event_ids=list(Event.objects.filter(club=club).values_list("pk", flat=True))
    )


def accounts() -> None:
    """Accounts of every role with long names, links that wait, and a log of sign-ins from everywhere."""
    for number, role in enumerate(Role):
        make_account(make_long_name(number)[:60], role)
        invite_account(role=role)
    closed = make_account("W" * 60, Role.SCORER)
    close_account(account_id=closed.pk)
    for number, door in enumerate(SignInPlace):
        for succeeded in (True, False):
            name = make_long_name(number)[:60].casefold() if succeeded else "nobody"
            address = "2001:db8:aaaa:bbbb::/64" if succeeded else "255.255.255.255"
            SignInAttempt.objects.create(
                name=name, address=address, succeeded=succeeded, at=timezone.now(), door=door
            )


def forty_tables(director) -> Section:
    """Forty tables, one board a round, in the middle of the play."""
    make_club(CLUB)
    section = _make_section("web-mitchell", pairs=80, boards_per_set=2)
    enter_all_results(section, user=director, leave=440)
    # Results have moved the waiting clock on. Here somebody starts each round.
    Session.objects.filter(pk=section.session_id).update(round_no=1)
    session = Session.objects.get(pk=section.session_id)
    for _round in range(8):
        start_clock(session=session)
        session = end_clock_round(session=Session.objects.get(pk=session.pk), round_count=13)
    for after_round in range(8, 13):
        set_break(session=session, after_round=after_round, minutes=180, round_count=13)
    for number in range(3):
        send_message(
            session=session,
            text=f"{number} " + "W" * 60 + " " + make_long_name(number) * 2,
            user=director,
        )
        add_call(
            section=section,
            table_no=10 + number,
            user=director,
            reason="W" * 60 + " " + make_long_name(number)[:39],
        )
    ends = [
        [round_no, (timezone.now() - timedelta(hours=3)).isoformat()] for round_no in range(1, 9)
    ]
    Session.objects.filter(pk=session.pk).update(round_ends=ends)
    _enter_by_phones(fetch_section(section.session_id))
    return fetch_section(section.session_id)


def _enter_by_phones(section: Section) -> None:
    """Let every table bring results by phones: disputed, not agreed, not played, against the director's score."""
    tables = TablePhones(section, tables=40, paper=(39, 40), confirm="own")
    open_lines = [
        line
        for line in fetch_section_lines(section).all
        if not line.is_entered and (line.table_no or 40) < 39
    ]
    for number, line in enumerate(line for line in open_lines if line.round_no in (8, 9)):
        text = "NP: " + "W" * 60 if number % 8 == 3 else "7NTXXS-13"
        tables.say(line, text, device="aa", side="ns", confirm=number % 3 == 0)
        if number % 8 == 1:
            tables.say(line, "7NTXXS+0", device="bb", side="ew")
            tables.say(line, "7NTXXN-12", device="cc", side="ns")
    for line in fetch_section_lines(section).get_table_lines(1, 7):
        tables.say(line, "7NTXXW-13", device="aa", side="ns")
    shift_entry_times(190)
    for table_no in range(1, 38):
        tables.heard(
            table_no, minutes=200 if table_no % 2 else 0, waiting=11 if table_no % 6 == 1 else 0
        )
    for table_no in (7, 8, 9):
        tables.came(table_no, refused=table_no > 8)


def eight_teams(director) -> Section:
    """Eight teams of four, their players of long names, half of it played."""
    section = make_contest_section(Contest.TEAMS, long=True, size=8)
    Event.objects.filter(pk=section.session.event_id).update(name=EVENT)
    enter_all_results(section, user=director, leave=len(fetch_section_lines(section).all) // 2)
    publish_results(event=section.session.event)
    return fetch_section(section.session_id)


def nine_swiss_teams(director) -> Section:
    """Nine Swiss teams of long names in the second of four rounds: a bye, then a triangle, boards that are missing."""
    section = _make_drawn_section(
        Contest.TEAMS, "swiss-teams", 9, director, odd="triangle", scale="discrete"
    )
    publish_results(event=section.session.event)
    return fetch_section(section.session_id)


def nine_swiss_pairs(director) -> Section:
    """Nine Swiss pairs of long names whose second round is drawn, and nothing of it played."""
    return _make_drawn_section(Contest.PAIRS, "swiss-pairs", 9, director, leave=8)


def knock_out_of_six(director) -> Section:
    """A knock-out of six teams of long names whose second round has no winners yet."""
    return _make_drawn_section(Contest.TEAMS, "knock-out", 6, director)


def two_eights(director) -> Section:
    """Two teams of eight of long names, each of whom the movement seats; a third of it is played."""
    section = make_empty_section(Contest.TEAMS, EVENT)
    store_plan(
        section=section,
        movement=make_plan("narragansett-eights", teams=2, rounds=4, boards_per_set=1),
    )
    section = fetch_section(section.session_id)
    people = [
        (None, tuple(make_long_name(8 * number + seat) for seat in range(8))) for number in range(2)
    ]
    name_entries(section=section, pairs=people)
    for line in fetch_section_lines(section).all[::3]:
        where = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
        enter_result(section=section, text="3NTXXW-5", user=director, **where)
    publish_results(event=section.session.event)
    return fetch_section(section.session_id)


def _make_drawn_section(
    contest: str, key: str, size: int, director, *, leave: int = 3, odd: str = "", scale: str = ""
) -> Section:
    section = make_empty_section(contest, EVENT)
    if scale:
        Event.objects.filter(pk=section.session.event_id).update(
            scoring_options={"victory_points": scale}
        )
        section = fetch_section(section.session_id)
    begin_contest(
        section=section, movement_key=key, size=size, round_count=4, boards_per_set=2, options={}
    )
    section = fetch_section(section.session_id)
    each = 4 if contest == Contest.TEAMS else 2
    people = [
        tuple(make_long_name(each * number + seat) for seat in range(each))
        for number in range(size)
    ]
    name_entries(section=section, pairs=[(None, names) for names in people])
    enter_all_results(section, user=director)
    drawn = find_drawn_contest(fetch_section(section.session_id))
    for home, away in drawn.rounds[0].pairings if drawn.is_knockout else ():
        decided = {
            "round_no": 1,
            "contestants": (home, away),
            "winner": home,
            "reason": "regulations",
            "is_against_score": True,
        }
        decide_match(section=section, user=director, **decided)
    drawn = find_drawn_contest(fetch_section(section.session_id))
    use_round(
        contest=drawn,
        drawn_round=propose_round(drawn, DrawChoices(odd_choice=odd)).drawn_round,
        user=director,
    )
    section = fetch_section(section.session_id)
    missing = [line for line in fetch_section_lines(section).all if not line.is_entered]
    for number, line in enumerate(missing[: len(missing) - leave]):
        text = ("4SSX=", "3NTXXW-5", "1CN-1")[number % 3]
        enter_on_line(section, line, text, user=director)
    return fetch_section(section.session_id)


def twenty_players(director) -> Section:
    """A rainbow of twenty players of long names, ranked in two lists, the last of it not played."""
    section = make_contest_section(
        Contest.INDIVIDUAL, key="rainbow", size=20, boards_per_set=2, long=True
    )
    Event.objects.filter(pk=section.session.event_id).update(name=EVENT)
    enter_all_results(section, user=director, leave=5)
    publish_results(event=section.session.event)
    return fetch_section(section.session_id)


def twenty_six_sections(director) -> Section:
    """The last section of the second session of a published event with as many sections as there are letters."""
    make_club(CLUB)
    section = _make_section("mitchell", pairs=6, boards_per_set=2)
    for number, letter in enumerate(ascii_uppercase[1:], 1):
        section = add_section(section=section, letter=letter, user=director)
        store_plan(section=section, movement=make_plan("mitchell", pairs=6, boards_per_set=2))
        name_entries(
            section=section, pairs=[(None, _make_long_pair(6 * number + pair)) for pair in range(6)]
        )
    second = add_session(section=section, number=2, is_seated=True, user=director)
    last = fetch_session_sections(second.pk)[-1]
    enter_all_results(section, user=director)
    enter_all_results(last, user=director, leave=5)
    publish_results(event=last.session.event, user=director)
    return fetch_session_sections(second.pk)[-1]


def elsewhere(director) -> Section:
    """A night played elsewhere by 104 pairs in one field, whose places have three digits."""
    event = Event.objects.create(
        club=make_club(CLUB), name=EVENT, date=date(2026, 11, 17), source="club-2026-11-17.xml"
    )
    section = Section.objects.create(session=Session.objects.create(event=event))
    for number in range(1, 105):
        people = [
            Person.objects.get_or_create(club=event.club, name=make_long_name(2 * number + seat))[0]
            for seat in (0, 1)
        ]
        entry = Entry.objects.create(section=section, pair_no=number)
        for order, person in enumerate(people, 1):
            EntryPlayer.objects.create(entry=entry, section=section, person=person, order=order)
    lines = [
        (board_no, 2 * table - 1, 2 * table) for board_no in range(1, 5) for table in range(1, 53)
    ]
    made = ((620 * number) % 43 * 10 + 10 for number in range(len(lines)))
    for (board_no, ns, ew), score in zip(lines, made, strict=True):
        line = {"board_no": board_no, "ns": ns, "ew": ew, "text": f"{score:+d}", "ns_score": score}
        Result.objects.create(section=section, entered_at=timezone.now(), **line)
    publish_results(event=event, user=director)
    return fetch_section(section.session_id)


def no_movement(director) -> Section:
    """A night of which only name and day are known, at a club with saved movements for it."""
    club = make_club(CLUB)
    library_of(club, director)
    return fetch_section(create_event(club=club, name=EVENT, date=date(2026, 11, 17)).pk)


def party_of_160(director) -> Party:
    """Forty tables of a progressive party, two rounds played and half of the third, published."""
    party = give_long_names(make_seated_party(players=160))
    settle_money(
        party=party,
        user=director,
        sign="Fr.",
        fee=99_999_999,
        amounts={"first": 99_999_999, "booby": 1},
    )
    count_in_season(party, name="W" * 60, by_group=True)
    for _round in range(2):
        play_round(party)
    round_no = get_latest_round(party).round_no
    for table_no in range(1, 20):
        reported = PartyTableReport(winner=table_no % 2)
        enter_party_result(
            party=party, round_no=round_no, table_no=table_no, report=reported, user=director
        )
    publish_results(event=party.session.event, user=director)
    return party


def skat_congress(director) -> Party:
    """A Skat congress whose first session is in."""
    party = give_long_names(make_seated_party(players=11, system="skat-congress", rounds=2))
    hand_in(
        party,
        cards=[
            SkatCard(str(number), 41 - number, number % 3, 1000 + number) for number in range(1, 12)
        ],
    )
    publish_results(event=party.session.event, user=director)
    return party


def party_by_cards(director) -> Party:
    """A drive of 40 players who hand in their cards, some of which cannot be right; three are missing."""
    how = {"system": "progressive-whist-2", "method": "tricks", "rounds": 24}
    party = give_long_names(
        make_seated_party(players=40, entry="cards", card_boxes="halves", card_lone=True, **how)
    )
    for number in range(1, 38):
        handed = CardFigures(
            150 + number % 7 * 10,
            70 + number,
            80,
            lone=number % 3,
            last_round=12 if number == 9 else None,
        )
        store_card(party=party, number=number, figures=handed, user=director)
    return party


def skat_in_series(director) -> Party:
    """Skat in series: the first is in, the second is seated by standing; a team and a tandem with long names."""
    options = {"seats": "standing-2", "lost_games": "50-100"}
    party = give_long_names(
        make_seated_party(
            players=11, system="skat-series", method="seeger-fabian", rounds=2, options=options
        )
    )
    for table in party.played_rounds.get().seating:
        lines = tuple(SkatLine("", 1000 + 7 * index, 11, 2) for index in range(len(table["sides"])))
        read = ListFigures(lines, passed=1)
        store_list(
            party=party,
            round_no=1,
            table_no=table["table"],
            figures=read,
            is_confirmed=True,
            user=director,
        )
    name_teams(
        party=party, names_by_player=dict.fromkeys((1, 2), (EVENT[:60], EVENT[:60])), user=director
    )
    begin_next_series(party=party, round_no=1, seed=7, user=director)
    publish_results(event=party.session.event, user=director)
    return party


def cut_in_tables(director) -> Party:
    """Tables that five or six share, two games in and the third half told; somebody else goes out than by turn."""
    party = make_preset_party(key="cut-in-tables", players=23)
    set_up_party(party=party, user=director, options=party.options | {"shared_by": "6"})
    draw_party(party=party, seed=7, user=director)
    party = give_long_names(fetch_party_by_session(party.pk))
    settle_money(
        party=party, user=director, sign="Fr.", fee=99_999_999, amounts={"first": 99_999_999}
    )
    for _round in range(2):
        play_round(party)
    seats = get_latest_round(party)
    tables = [table for table in seats.seating if len(table["sides"]) > 1]
    for table in tables[::2]:
        waiting = [row for row in seats.seating if row.get("waits_at") == table["table"]]
        out = tuple(table["sides"][0][: len(waiting)])
        reported = PartyTableReport(winner=1, players_out=out)
        at = {"round_no": seats.round_no, "table_no": table["table"]}
        enter_party_result(party=party, report=reported, user=director, **at)
    publish_results(event=party.session.event, user=director)
    return party


def party_before_the_draw(director) -> Party:
    """A party that is settled, before the draw."""
    return give_long_names(make_party(players=20))


def _make_section(
    key: str, *, pairs: int, boards_per_set: int, on: date = date(2026, 11, 17)
) -> Section:
    session = create_event(club=make_club(CLUB), name=EVENT, date=on)
    section = fetch_section(session.pk)
    store_plan(section=section, movement=make_plan(key, pairs=pairs, boards_per_set=boards_per_set))
    name_entries(section=section, pairs=make_long_pairs(pairs))
    return fetch_section(session.pk)


def give_long_names(party: Party) -> Party:
    """Return *party* with long names of its event and of everybody."""
    Event.objects.filter(pk=party.session.event_id).update(name=EVENT)
    players = party.players.count()
    names = [ListedPlayer(number, make_long_name(number)) for number in range(1, players + 1)]
    name_players(party=party, listed_players=names, user=None)
    party.refresh_from_db()
    return party
