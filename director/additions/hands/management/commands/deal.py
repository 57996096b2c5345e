"""``manage.py deal``: randomly dealt boards, as PBN for the dealing machine."""

from argparse import ArgumentParser
from pathlib import Path
from secrets import token_hex

from director.additions.hands.deals import SEED_BYTES, check_seed
from director.errors import DeskError
from director.formats.deals import DealInFile, write_deals
from director.management.command import FILE_NOT_WRITTEN_MESSAGE, SentenceCommand, make_refusal
from scoring.hands.cards import make_seeded_deal

MAX_BOARD_NO = 999


class Command(SentenceCommand):
    """Deal boards from a seed. Every possible deal is equally likely."""

    help = (
        "Deal boards at random and write them as PBN for the dealing machine. The seed on standard error deals the "
        "same boards again: keep it secret."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which boards are dealt, from what, and where they go."""
        parser.add_argument(
            "--boards", default="1-36", metavar="FIRST-LAST", help="which boards (1-36); 24 is 1-24"
        )
        parser.add_argument(
            "--seed", default="", help="letters and figures to deal from (default: a new one)"
        )
        parser.add_argument(
            "--output", type=Path, metavar="FILE", help="file to write (default: standard output)"
        )

    def handle(
        self, *_args: object, boards: str, seed: str, output: Path | None, **_options: object
    ) -> None:
        """Write the boards."""
        numbers = _parse_board_numbers(boards)
        seed = seed or token_hex(SEED_BYTES)
        try:
            check_seed(seed)
        except DeskError as error:
            raise make_refusal("{error}", error=error) from error
        content = write_deals(
            DealInFile(board_no, make_seeded_deal(seed, board_no)) for board_no in numbers
        )
        if output is None:
            self.stdout.write(content.decode("latin-1").replace("\r\n", "\n"), ending="")
        else:
            try:
                output.write_bytes(content)
            except OSError as error:
                raise make_refusal(
                    FILE_NOT_WRITTEN_MESSAGE, file=output, reason=error.strerror
                ) from error
        self.stderr.write(f"Boards {numbers[0]} to {numbers[-1]} are dealt from the seed {seed}")


def _parse_board_numbers(text: str) -> range:
    first_text, dash, last_text = text.strip().partition("-")
    parts = (first_text, last_text) if dash else ("1", first_text)
    if all(part.isascii() and part.isdecimal() for part in parts):
        start, end = map(int, parts)
        if 1 <= start <= end <= MAX_BOARD_NO:
            return range(start, end + 1)
    raise make_refusal(
        "“{text}” isn’t a list of boards. Try 1-24, with numbers from 1 to {most}.",
        text=text,
        most=MAX_BOARD_NO,
    )
