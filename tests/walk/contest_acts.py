"""What directors of contests do: withdrawals, plates, stages."""

from director.additions.contests.stage_shapes import COMEBACKS, KNOCKED_OUT
from director.models import Section
from tests.walk.acts import act, choose_director, raise_no_door
from tests.walk.desk import NoDoorError
from tests.walk.evening import Evening
from tests.walk.pick import Pick

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
