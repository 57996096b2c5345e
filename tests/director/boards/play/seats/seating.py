"""What the page of step 2 holds and sends, for its tests."""

from director.boards.play.seats.section_seats import fetch_section_seats


def seats_address(section, tail: str = "") -> str:
    return f"/sessions/{section.session_id}/seats/{tail}"


def read_seat_texts(section) -> dict[int, str]:
    return {seat.pair_no: seat.text for seat in fetch_section_seats(section, None).rows}


def make_seats_form(section, **changes: str) -> dict[str, str]:
    """Return what the page sends: all boxes as they are, with *changes* such as ``p3_1="Ada"`` typed over them."""
    data = {}
    for seat in fetch_section_seats(section, None).rows:
        data[f"was-{seat.pair_no}"] = seat.text
        for box in (1, 2):
            data[f"name-{seat.pair_no}-{box}"] = changes.get(
                f"p{seat.pair_no}_{box}", seat.names[box - 1]
            )
    return data
