"""Ready-made nights for the tests that need a database."""

from datetime import date, timedelta

from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from director.boards.movement.lines.progress import TypedLine
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import Key, fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.result import (
    enter_line,
    enter_result,
    enter_typed_line,
    fetch_line,
    give_award,
    import_result,
)
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import create_event
from director.core.base.act_kinds import ActKind
from director.core.base.roles import Role, make_role_fields
from director.core.base.versions import LruCache
from director.core.night.publishing import publish_results
from director.event_kinds import list_event_kinds
from director.models import Club, Event, Section, Session
from movements.registry import make_plan

FIRST_NAMES = (
    "Ada",
    "Bert",
    "Cleo",
    "Dora",
    "Edith",
    "Fred",
    "Gwen",
    "Hugh",
    "Ida",
    "Jack",
    "Kit",
    "Lena",
    "Max",
    "Nora",
)
LAST_NAMES = (
    "Ash",
    "Birch",
    "Cole",
    "Dunn",
    "Elm",
    "Fox",
    "Gray",
    "Hill",
    "Iden",
    "Jay",
    "Kerr",
    "Lund",
    "Moss",
    "Nye",
)
LARGE_FIELD_PAIRS = 16
"""The pairs of a large field, beside which a small one is to cost the database no less."""
RESULT_TEXTS = (
    "4SS=",
    "4SS-1",
    "3NTN+1",
    "PASS",
    "2HE=",
    "1NTW-2",
    "4HXN+1",
    "3DE-3",
    "5CS=",
    "A6040",
    "6SN=",
    "+140",
)


def make_director(name: str = "dora"):
    """Return a director's account with the password ``felt-green-17``."""
    return make_account(name, Role.DIRECTOR)


def make_account(name: str, role: Role):
    """Return an account of *role* with the password ``felt-green-17``."""
    return get_user_model().objects.create_user(
        name, password="felt-green-17", **make_role_fields(role)
    )


def sign_in(account) -> Client:
    """Return a browser in which *account* is signed in."""
    client = Client()
    client.force_login(account)
    return client


def make_club(name: str = "Riverside Club") -> Club:
    """Return the club of this name."""
    return Club.objects.get_or_create(name=name)[0]


def make_section(*, game: str = "bridge", name: str = "Tuesday pairs") -> Section:
    """Return the section of a new night without a movement."""
    session = create_event(club=make_club(), name=name, date=date(2026, 11, 17), game=game)
    return fetch_section(session.pk)


def reload_section(section: Section) -> Section:
    """Return *section* as the database has it now."""
    return fetch_section(section.ref)


def public_address(section: Section, page: str = "") -> str:
    """Return the address of a public *page* of the event of *section*."""
    return f"/events/{section.session.event_id}/{page}"


def session_address(section: Section, page: str = "") -> str:
    """Return the address of a *page* of the session of *section*."""
    return f"/sessions/{section.ref}/{page}"


def field_address(section: Section, tail: str = "") -> str:
    """Return the address of the step Field of *section*, or of a page below it."""
    return session_address(section, f"field/{tail}")


def play_address(section: Section, tail: str = "") -> str:
    """Return the address of the step Play of *section*, or of a page below it."""
    return session_address(section, f"play/{tail}")


def change_address(section: Section) -> str:
    """Return the address of the page Change movement of *section*."""
    return session_address(section, "changed/")


def results_address(section: Section) -> str:
    """Return the address of the step Results of *section*."""
    return session_address(section, "results/")


def extras_address(section: Section) -> str:
    """Return the address of the page of handicaps, strata and carry-over of *section*."""
    return session_address(section, "results/extras/")


def make_pair_names(number: int) -> tuple[str, str]:
    """Return the two invented names of the *number*-th pair, different for every pair up to 98."""
    first, again = FIRST_NAMES[number % 14], LAST_NAMES[number // 14 % 14]
    return (
        f"{first} {again} {LAST_NAMES[number % 14]}",
        f"{FIRST_NAMES[(number + 5) % 14]} {LAST_NAMES[(number + 3) % 14]} {number}",
    )


def make_night(
    *, key: str = "mitchell", pairs: int = 13, boards_per_set: int = 3, named: bool = True, **kwargs
) -> Section:
    """Return the section of a night with a movement and named pairs, before play; *kwargs* go to ``make_plan``."""
    section = make_section()
    store_plan(
        section=section,
        movement=make_plan(key, pairs=pairs, boards_per_set=boards_per_set, **kwargs),
    )
    if named:
        name_entries(
            section=section, pairs=[(None, make_pair_names(number)) for number in range(pairs)]
        )
    return fetch_section(section.session_id)


def enter_all_results(section: Section, *, user=None, leave: int = 0) -> None:
    """Enter a varied result for every line of *section*, but not for the last *leave* lines."""
    lines = fetch_section_lines(section)
    for number, line in enumerate(lines.all[: len(lines.all) - leave]):
        text = RESULT_TEXTS[(number * 7 + line.ns) % len(RESULT_TEXTS)]
        import_result(section=section, line=line, text=text, user=user, lines=lines)


def enter_on_line(section: Section, line, text: str, *, user=None):
    """Enter *text* on *line*, as a director does; return the result."""
    return enter_result(
        section=section, board_no=line.board_no, ns=line.ns, ew=line.ew, text=text, user=user
    )


def enter_result_with_lead(section: Section, key: Key, text: str, lead: str = ""):
    """Enter *text* on the line of *key*, as a table says it with the card that was *led*; return the result."""
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=None) as act:
        return enter_line(
            section=section, line=fetch_line(section, key), text=text, journal=act, lead=lead
        )


def enter_result_from_page(section: Section, key: Key, text: str, user, version: int):
    """Enter *text* on the line of *key* by a page that had shown its *version*; return the result."""
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=user) as act:
        typed = TypedLine(*key, text, "", version, is_chosen=True)
        return enter_typed_line(section=section, typed_line=typed, journal=act)


def enter_award(section: Section, key: Key, text: str, **said):
    """Give *text* on the line of *key*; return the award."""
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=None) as act:
        return give_award(section=section, key=key, text=text, journal=act, **said)


def add_ruling(*, section: Section, user, **typed):
    """Give a ruling as *typed*; return it."""
    # Rulings are an addition, and a night without additions uses this module.
    from director.additions.rulings import rulings
    from director.additions.rulings.rulings import TypedRuling

    return rulings.add_ruling(section=section, typed_ruling=TypedRuling(**typed), user=user)


def make_played_section(*, leave: int = 0, published: bool = True) -> Section:
    """Return the section of a Howell of four pairs and six boards, entered but for the last *leave* lines."""
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    enter_all_results(section, leave=leave)
    if published:
        publish_results(event=section.session.event)
    return section


def make_demo_event(contest: str, *, seed: int = 7) -> Event:
    """Return the invented event that the demonstration has of *contest*."""
    (kind,) = (kind for kind in list_event_kinds() if kind.contest == contest)
    event = kind.create_demo_event(seed=seed, event_date=date(2026, 11, 17))
    return Event.objects.select_related("club").get(pk=event.pk)


def make_small_and_large_sections() -> tuple[Section, Section]:
    """Return a night of 6 pairs and one of many, a few lines missing in both, to compare their queries."""
    small, large = (
        make_night(pairs=6, boards_per_set=1),
        make_night(pairs=LARGE_FIELD_PAIRS, boards_per_set=1),
    )
    enter_all_results(small, leave=2)
    enter_all_results(large, leave=20)
    return small, large


def make_sections(
    *,
    letters: str = "ABC",
    sessions: int = 1,
    key: str = "mitchell",
    pairs: int = 6,
    played: bool = True,
    **kwargs,
) -> list[Section]:
    """Return the sections of an event, session by session: the same pairs in the same seats every time.

    Every line has a result where they were *played*; *kwargs* go to ``make_plan``.
    """
    event = make_section().session.event
    made: list[Section] = []
    for number in range(1, sessions + 1):
        session = event.sessions.get_or_create(number=number)[0]
        for index, letter in enumerate(letters):
            section = session.sections.get_or_create(letter=letter)[0]
            section.session.event = event
            store_plan(
                section=section,
                movement=make_plan(key, pairs=pairs, **({"boards_per_set": 2} | kwargs)),
            )
            names = [(None, make_pair_names(index * pairs + pair)) for pair in range(pairs)]
            name_entries(section=section, pairs=names)
            if number > 1:
                former = made[len(made) - len(letters)]
                for entry in section.entries.all():
                    entry.continues = former.entries.get(pair_no=entry.pair_no)
                    entry.save()
            if played:
                enter_all_results(section)
            made.append(section)
    return [fetch_section(section.ref) for section in made]


def forget_cached() -> None:
    """Forget the pages, phones and results that the program keeps in memory."""
    caches["pages"].clear()
    caches["tables"].clear()
    LruCache.clear_all()


def set_clock(section: Section, **fields) -> None:
    """Store *fields* of the session of *section* without a press of a button."""
    Session.objects.filter(pk=section.session_id).update(**fields)


def start_round_clock(section: Section, *, round_no: int, minutes_left: int = 10) -> None:
    """Let the clock of *section* run in a round that ends soon."""
    ends_at = timezone.now() + timedelta(minutes=minutes_left)
    set_clock(section, clock="running", round_no=round_no, round_ends_at=ends_at)
