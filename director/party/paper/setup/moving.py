"""The movement of a party in sentences: one text for the page Field and the rules to read out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from director.party.models import Party
from director.party.movement.options import has_lists, resolve_options
from director.party.movement.words import describe_member
from director.party.paper.setup.moves import TableMove, derive_moves
from movements.errors import MovementError
from movements.party.model import Seating
from movements.party.rounds import find_party_system, first_seating


@dataclass(frozen=True, slots=True)
class MovingText:
    """The *moves* at a table in the middle, with arrows, and the *sentences* that follow them.

    Without arrows the sentences describe the moves too.
    """

    moves: tuple[TableMove, ...]
    sentences: tuple[str, ...]


def describe_moving(party: Party, seating: Seating) -> MovingText:
    """Return who goes where, and who plays with whom then.

    *seating* holds the first seats, or is empty without players. *party* may be unsaved.
    """
    if has_lists(party):
        return MovingText((), tuple(_describe_list_seats(party)))
    system = find_party_system(party.system)
    options = resolve_options(system, party.options)
    members = (describe_member(party, "A"), describe_member(party, "B"))
    moves = derive_moves(system.key, tuple(sorted(options.items())), members)
    # Numbered chairs have a rule of their own, which no arrow shows.
    if not moves.moves or system.chairs:
        parts = system.summary(options).split("; ")
        return MovingText((), tuple(to_sentence(part) for part in parts))
    sentences = [moves.new_sides] if moves.new_sides else []
    if len({table.row for table in seating}) > 1 and options.get("circle") == "row":
        sentences.append("Each row moves by itself: from its last table you go on to its first.")
    else:
        sentences += moves.at_ends
    sentences += _describe_reversal(party, options)
    return MovingText(moves.moves, tuple(sentences))


def make_first_seating(party: Party, players: Sequence[str]) -> Seating:
    """Return the seats of *players* before a draw, empty if they don't fit the movement."""
    try:
        return first_seating(party.system, players[::2], players[1::2], options=party.options)
    except MovementError:
        return ()  # too few players, or too many: step 1 says so


def to_sentence(text: str) -> str:
    """Return *text* with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _describe_list_seats(party: Party) -> Iterator[str]:
    """Yield the seats of a party with lists, by its option *seats*."""
    yield "Everybody keeps their seat until the table has handed in its list."
    options = resolve_options(find_party_system(party.system), party.options)
    # A choice such as "standing-3" or "standing-last".
    _way, _dash, round_text = options.get("seats", "drawn").partition("-")
    first_round = str(party.rounds) if round_text == "last" else round_text
    if not first_round:
        yield "Then all seats are drawn again."
        return
    yield "At first the seats are drawn."
    yield (
        f"From round {first_round} on the best players sit at table 1, the next at table 2, and so on."
    )


def _describe_reversal(party: Party, options: dict[str, str]) -> Iterator[str]:
    """Yield the round after which the other seat moves."""
    last_round = options.get("reverse_after", "never")
    if options.get("who_moves") == "one-seat" and last_round != "never":
        other_seat = "A" if options.get("seat") == "b" else "B"
        member = describe_member(party, other_seat)
        yield f"After round {last_round} every {member} moves in this way instead."
