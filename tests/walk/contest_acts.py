"""What captains and directors of contests do: links, line-ups, withdrawals, plates, stages, next year's league."""

import re

from director.additions.contests.stage_shapes import COMEBACKS, KNOCKED_OUT
from director.core.night.links import fetch_open_accesses_by_team
from director.models import Section
from tests.director.doors.page_forms import Door
from tests.director.pages import find_texts
from tests.walk.acts import act, choose_director, raise_no_door
from tests.walk.desk import Desk, NoDoorError
from tests.walk.evening import Evening
from tests.walk.pick import Pick

# Captains


@act
def give_captains_their_links(evening: Evening, pick: Pick) -> None:
    """Create the private links of all captains."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    desk.press(f"{base}captains/", "session_captains_links", button="act=open")


def _choose_captain(evening: Evening, pick: Pick) -> tuple[Desk, str]:
    """Return the browser of a captain and the address of its page."""
    accesses = [
        access
        for section in evening.sections
        for _team, access in sorted(fetch_open_accesses_by_team(section).items())
    ]
    access = pick.one_of(accesses or raise_no_door("no captain has a link"))
    return evening.people.visitor, f"/captain/{access.token}/"


def _send_as_captain(evening: Evening, pick: Pick, button: str, **boxes: str) -> None:
    captain, path = _choose_captain(evening, pick)
    captain.press(path, "captain_page", button=button, **boxes)


@act
def send_a_result_as_captain(evening: Evening, pick: Pick) -> None:
    """Let a captain type the result of the match that the page offers, or of one that was sent."""
    captain, path = _choose_captain(evening, pick)
    if pick.below(2):
        links = re.findall(r'href="(\?match=[\d-]+)', captain.open(path).content.decode())
        path += pick.one_of(links) if links else ""
    doors = [door for door in captain.doors(path, "captain_page") if _find_box(door, "-home")]
    door = pick.one_of(doors or raise_no_door("no match can be sent"))
    home = _find_box(door, "-home")
    away = _find_box(door, "-away")
    captain.send(door, {home: str(20 + pick.below(9)), away: str(10 + pick.below(9))})
    shown = " ".join(find_texts(captain.open(path.partition("?")[0]), "main"))
    assert "waiting for" in shown or "confirmed" in shown, f"nothing waits: {shown[:300]}"


def _find_box(door: Door, end: str) -> str:
    names = [str(box.get("name") or "") for box in door.form]
    return next((name for name in names if name.endswith(end) and "shown" not in name), "")


@act
def confirm_a_result_as_captain(evening: Evening, pick: Pick) -> None:
    """Let a captain confirm what the other has sent."""
    _send_as_captain(evening, pick, "act=confirm")


@act
def ask_for_a_ruling_as_captain(evening: Evening, pick: Pick) -> None:
    """Let a captain ask the director about a match."""
    _send_as_captain(evening, pick, "act=ask", question="Was it a revoke?")


@act
def hand_in_a_line_up(evening: Evening, pick: Pick) -> None:
    """Let a captain say who plays where in a round."""
    captain, path = _choose_captain(evening, pick)
    line_up = f"{path}line-ups/{1 + pick.below(3)}/"
    door = pick.one_of(
        captain.doors(line_up, "captain_line_up") or raise_no_door("no line-up is asked for")
    )
    seats = [box for box in door.form if box.tag == "select"]
    members = [option.get("value", "") for option in seats[0].iter("option")] if seats else []
    members = [member for member in members if member] or raise_no_door("nobody is named")
    turn = pick.below(len(members))
    chosen = {
        str(seat.get("name")): members[(index + turn) % len(members)]
        for index, seat in enumerate(seats)
    }
    captain.send(door, chosen)


@act
def decide_between_captains(evening: Evening, pick: Pick) -> None:
    """Settle at Play what two captains sent, or what one has asked."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    doors = desk.doors(f"{base}play/", "session_captains_decide")
    desk.send(pick.one_of(doors or raise_no_door("captains agree")), {})


# Who comes and who leaves


@act
def say_who_is_here(evening: Evening, pick: Pick) -> None:
    """Mark somebody at the door, everybody, or take one back."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    doors = desk.doors(f"{base}seats/door/", "session_door")
    desk.send(pick.one_of(doors or raise_no_door("the door is closed")), {})


@act
def withdraw_a_team(evening: Evening, pick: Pick) -> None:
    """Take a team out of the rest of its contest, or let it come back."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    doors = desk.doors(f"{base}withdrawals/", "session_withdrawals")
    back = [door for door in doors if any(name == "back" for name, _number in door.button)]
    if back and pick.below(2):
        desk.send(back[0], {})
        return
    desk.press(f"{base}withdrawals/", "session_withdrawals", team=str(1 + pick.below(4)))


@act
def draw_without_somebody(evening: Evening, pick: Pick) -> None:
    """Draw the next round without somebody who has left."""
    desk, base = choose_director(evening, pick), pick.one_of(evening.bases)
    absent = str(1 + pick.below(4))
    desk.press(f"{base}draw/", "session_draw", button="action=use", absent=[absent])


# Later stages


@act
def start_a_plate(evening: Evening, pick: Pick) -> None:
    """Start a stage for those who were knocked out."""
    _start_stage(evening, pick, KNOCKED_OUT, name="Plate", is_plate="on")


@act
def let_the_best_come_back(evening: Evening, pick: Pick) -> None:
    """Start a stage of those still in and the first of a plate."""
    _start_stage(evening, pick, COMEBACKS, name="Final rounds")


def _start_stage(evening: Evening, pick: Pick, who: str, **boxes: str) -> None:
    """Start a stage with those whom the page suggests for *who*."""
    desk = choose_director(evening, pick)
    for base in evening.bases[::-1]:
        path = f"{base}results/stage/?who={who}&size=4"
        doors = [
            door
            for door in desk.doors(path, "session_results_stage")
            if any(str(box.get("name")).startswith("entry-") for box in door.form)
        ]
        is_offered = any(
            option.get("value") == who and "selected" in option.attrib
            for door in desk.doors(path, "session_results_stage", method="get")
            for option in door.form
            if option.tag == "option"
        )
        if doors and is_offered:
            desk.send(doors[0], {"is_early": "on", **boxes})
            return
    raise NoDoorError("nobody can go on so")


@act
def choose_how_a_stage_is_played(evening: Evening, pick: Pick) -> None:
    """Begin a contest in a stage without a movement, in as many rounds as it takes."""
    desk = choose_director(evening, pick)
    waiting = [section for section in evening.sections if section.plan is None]
    section: Section = pick.one_of(waiting or raise_no_door("every stage is begun"))
    count = section.entries.count()
    base = f"/sessions/{section.ref}/"
    if pick.below(2) or count == 2:
        desk.press(
            f"{base}draw/?size={count}",
            "session_draw",
            size=str(count),
            key="knock-out",
            boards="2",
        )
        return
    kind = "pairs" if section.session.event.contest == "pairs" else "teams"
    key = "howell" if kind == "pairs" else "round-robin"
    query = f"{kind}={count}&key={key}&rounds={count - 1}&boards=2"
    desk.press(f"{base}field/movement/?{query}", "session_field_movement")


@act
def make_next_years_league(evening: Evening, pick: Pick) -> None:
    """Make next year's league, in which teams go up and down."""
    desk, base = choose_director(evening, pick), evening.bases[0]
    path = f"{base}results/next-league/"
    moving = {"moving": str(pick.below(3))} if len(evening.bases) > 1 else {}
    desk.press(path, "session_results_next_league", **moving)
