"""Refusals and texts that several modules say."""

from scoring.errors import ScoringError

BID_DEAL_PASS_HONOURS = (
    "bid-deal-pass-honours",
    "“{text}”: a passed-out deal has no honours. Remove them.",
)

UNKNOWN_METHOD = (
    "unknown-method",
    "Unknown scoring method “{key}”. Choose one of {known}.",
)


def make_field_twice_on_board_error(*, board_no: object, contestant: object) -> ScoringError:
    return ScoringError(
        "field-twice-on-board",
        "Board {board_no}: {contestant} has two results. Delete one.",
        board_no=board_no,
        contestant=contestant,
    )


def make_file_part_error(*, name: object, wanted: object, value: object) -> ScoringError:
    return ScoringError(
        "file-part", "{name} must be {wanted}, not {value}.", name=name, wanted=wanted, value=value
    )


def make_file_unknown_part_error(
    *, name: object, hint: object, known: object, kind: object
) -> ScoringError:
    return ScoringError(
        "file-unknown-part",
        "unknown part “{name}”{beside}; use {known} in {kind}.",
        name=name,
        beside=hint,
        known=known,
        kind=kind,
    )


def make_side_error(*, side: object) -> ScoringError:
    return ScoringError(
        "side", "“{side}” isn’t a seat. Use N, E, S or W, or NS or EW for a side.", side=side
    )


def make_skat_card_error(
    *, player: object, what: object, given: object, wanted: object
) -> ScoringError:
    return ScoringError(
        "skat-card",
        "{player}: {what} can’t be {given}. Enter {wanted}.",
        player=player,
        what=what,
        given=given,
        wanted=wanted,
    )


def make_tricks_error(*, tricks: object) -> ScoringError:
    return ScoringError("tricks", "{tricks} tricks isn’t possible. Enter 0 to 13.", tricks=tricks)
