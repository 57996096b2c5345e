"""The name of a program with a token among the devices of a table."""

PROGRAM_SIGN = "="
"""The first character of the devices of programs."""


def make_program_device(token_id: int) -> str:
    """Return the device of the program with the token *token_id*.

    >>> make_program_device(12)
    '=12'
    """
    return f"{PROGRAM_SIGN}{token_id}"


def is_program(device: str) -> bool:
    """Return whether *device* is a program with a token."""
    return device.startswith(PROGRAM_SIGN)
