"""Recognise a file by its content, and read the hands in it.

Movements and what additions read are added here, because ``director.formats`` doesn't know them.
"""

from director.additions import list_additions
from director.formats.deals.model import FiledDeal
from director.formats.deals.read import read_deals
from director.formats.deals.sentences import DealSentences
from director.formats.door import (
    FileUse,
    FormatCandidate,
    is_file_of_deals,
    rank_candidates,
    recognise,
)
from director.formats.errors import ImportFileError
from director.formats.reading import MAX_BYTES, decode_text, describe_file_kind
from director.formats.unwrapping import unwrap
from movements.errors import MovementError
from movements.files.library import is_acblscore, read_library

_TEXT_KINDS = ("plain text", "JSON")
_MAX_MOVEMENT_BYTES = 2_000_000
_CERTAIN_USES = frozenset({FileUse.RESULTS, FileUse.HANDS})


def recognise_file(data: bytes) -> list[FormatCandidate]:
    """Return what *data* can be used for, the best first. The list is empty for other files.

    :raises ImportFileError: as ``recognise``
    """
    data = unwrap(data, MAX_BYTES)
    candidates = _recognise_without_movements(data)
    if any(candidate.use in _CERTAIN_USES and candidate.is_sure for candidate in candidates):
        return candidates
    # A line of a movement may look like names, but no list of people is a movement.
    return rank_candidates([*_find_movement_candidates(data), *candidates])


def _recognise_without_movements(data: bytes) -> list[FormatCandidate]:
    return recognise(data, [addition.recognise_results for addition in list_additions()])


def read_hands(data: bytes) -> tuple[FiledDeal, ...]:
    """Return the deals in a file of deals, or those in a file of results that an addition reads.

    :raises ImportFileError: if there are none, or with the faults of a file of deals
    """
    data = unwrap(data, MAX_BYTES)
    kind = describe_file_kind(data)
    if is_file_of_deals(data, kind):
        return read_deals(data)
    for addition in list_additions():
        deals = addition.read_hands_of_results(data, kind)
        if deals is not None:
            return deals
    if candidates := _recognise_without_movements(data):
        raise ImportFileError(DealSentences.DEALS_OTHER_FILE, looks_like=candidates[0].format_name)
    return read_deals(data)


def _find_movement_candidates(data: bytes) -> list[FormatCandidate]:
    """Return a candidate for the playable movements in *data*, if it has any."""
    is_binary = is_acblscore(data)
    is_text = not is_binary and describe_file_kind(data) in _TEXT_KINDS
    if len(data) > _MAX_MOVEMENT_BYTES or not (is_binary or is_text):
        return []
    try:
        items = read_library(data if is_binary else decode_text(data))
    except MovementError:
        return []
    count = sum(item.plan is not None for item in items)
    if not count:
        return []
    return [FormatCandidate(FileUse.MOVEMENTS, "a file of movements", count, len(items) - count)]
