"""Whether what an undo or redo brought back can stand beside what is so by now."""

from collections.abc import Iterator

from director.boards import sentences
from director.boards.results.read.acts import RESULT
from director.boards.results.read.extras import section_extras
from director.boards.results.read.scored import section_scored
from director.boards.results.write.together import refuse_units_apart
from director.boards.scores.read.fouled import section_groups
from director.boards.scores.read.line_entry import read_line_entry
from director.boards.scores.read.lines import section_lines
from director.desk.journal.read import PART
from director.errors import DeskError
from director.models import Act, Section

_CARDS = f"fouled{PART}"


def check_restored(section: Section, act: Act | None) -> None:
    """Refuse what brings back anything that the method of by now cannot score; what was played it always can.

    Nor do pairs get anything in another unit than those of another section have, or lines that are none any more cards.

    :raises DeskError: if it would be so
    :raises ScoringError: if the results could not be scored
    """
    if act is None:
        return
    for changed in _sections_changed(act):
        refuse_units_apart(changed, section_extras(changed))
        if changed == section:
            section.refresh_from_db(fields=["draws", "fouled", "decided", "extras"])
            _refuse_lost_cards(section, act)
    if act.kind != RESULT or _is_about_rulings(act, section.session.event.game):
        section_scored(section)


def _sections_changed(act: Act) -> Iterator[Section]:
    """Yield the sections that *act* changed themselves, as they are stored now."""
    changed = [change["pk"] for change in act.changes if change["model"] == Section._meta.label_lower]
    if changed:
        yield from Section.objects.filter(pk__in=changed).select_related("session__event")


def _refuse_lost_cards(section: Section, act: Act) -> None:
    """Refuse cards of lines that are none any more, since a table turned out to be played otherwise."""
    names = {name for change in act.changes if change["model"] == Section._meta.label_lower for name in change["after"]}
    boards = {int(name.removeprefix(_CARDS)) for name in names if name.startswith(_CARDS)}
    lines = section_lines(section) if boards else None
    for board_no, ns, ew in section_groups(section) if lines else ():
        if lines and board_no in boards and lines.find(board_no, ns, ew) is None:
            pairs = f"{section.label(ns)} against {section.label(ew)}"
            raise DeskError(sentences.CARDS_WITHOUT_LINE, board_no=board_no, pairs=pairs)


def _is_about_rulings(act: Act, game: str) -> bool:
    """Return whether *act* put or took an artificial or assigned score, or one that may become an average."""
    sides = (change[side] or {} for change in act.changes for side in ("before", "after"))
    entries = (read_line_entry(text, game=game) for side in sides if (text := side.get("text")))
    return any(entry.is_ruled or entry.may_take_average for entry in entries)
