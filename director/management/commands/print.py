"""``manage.py print``: the sheets of an event as one PDF."""

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import ALL_CHECKS

from director.core.base.machine_time import get_local_now
from director.core.night.printing import PrintOptions, list_usable_kinds
from director.core.pages.printing import MAX_SPARE_SLIPS
from director.errors import DeskError
from director.event_kinds import get_event_kind, list_event_kinds
from director.management.command import (
    FILE_NOT_WRITTEN_MESSAGE,
    SentenceCommand,
    fetch_event,
    make_refusal,
)
from director.models import Event
from director.pdf.selection import parse_selection
from director.pdf.sheet_kinds import render
from scoring.errors import ScoringError


class Command(SentenceCommand):
    """Write guide cards, travellers, tally cards, standings and the rest to a file."""

    requires_system_checks = ALL_CHECKS
    help = "Write the sheets of an event as one PDF."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the arguments: the event, the sheets, the paper and the file."""
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument("--kind", required=True, metavar="KIND,…", help=_describe_known_kinds())
        parser.add_argument(
            "--paper", metavar="PAPER", help="a4 or letter (default: the club’s own)"
        )
        parser.add_argument("--large", action="store_true", help="large print")
        parser.add_argument(
            "--stack", action="store_true", help="keep the order when pages are cut and stacked"
        )
        parser.add_argument(
            "--two-sided", action="store_true", help="duplex, flipped on the long edge"
        )
        for unit, example in (
            ("tables", "1-4,7"),
            ("rounds", "3-"),
            ("boards", "1-12"),
            ("pairs", "5,8"),
        ):
            parser.add_argument(
                f"--{unit}", default="", metavar="NUMBERS", help=f"only these, as in {example}"
            )
        parser.add_argument(
            "--changed",
            action="store_true",
            help="only sheets that have changed since they were printed",
        )
        parser.add_argument(
            "--by-table", action="store_true", help="slips table by table, not round by round"
        )
        parser.add_argument(
            "--cards",
            type=int,
            default=1,
            choices=_list_possible_cards_per_page(),
            help="guide cards per page",
        )
        parser.add_argument(
            "--spare", type=int, default=0, metavar="N", help="number of blank spare slips or cards"
        )
        parser.add_argument("--no-names", action="store_true", help="party cards with numbers only")
        parser.add_argument(
            "--address",
            default="",
            metavar="URL",
            help="address that phones can reach, for QR codes on cards",
        )
        parser.add_argument(
            "--trumps", default="", metavar="LETTERS", help="trumps of whist-drive cards (HCDS)"
        )
        parser.add_argument(
            "--session", type=int, default=0, metavar="N", help="which session (default: the last)"
        )
        parser.add_argument(
            "--section", default="", metavar="LETTER", help="which section (default: all)"
        )
        parser.add_argument(
            "--output", type=Path, required=True, metavar="FILE", help="file to write"
        )

    def handle(
        self,
        *_args: object,
        event: int,
        kind: str,
        paper: str | None,
        cards: int,
        spare: int,
        output: Path,
        **options: Any,
    ) -> None:
        """Write the file, and record its cards as printed."""
        chosen_event = fetch_event(event)
        printing = get_event_kind(chosen_event).paper
        keys = [key.strip() for key in kind.split(",") if key.strip()]
        paper = paper or chosen_event.club.paper
        if not 0 <= spare <= MAX_SPARE_SLIPS:
            raise make_refusal(
                "Spare {what} can be 0 to {most}, not {spare}.",
                what=printing.blank_sheets_label,
                most=MAX_SPARE_SLIPS,
                spare=spare,
            )
        try:
            job = printing.make_print_job(chosen_event, _make_wishes(chosen_event, spare, options))
            printing.create_links(chosen_event, job, keys)
            content = render(
                job,
                keys,
                paper,
                available_kinds=list_usable_kinds(printing),
                cards_per_page=cards,
                printed_at=get_local_now(),
                large_print=options["large"],
                stacked=options["stack"],
                two_sided=options["two_sided"],
            )
            output.write_bytes(content)
            for warning in printing.list_warnings(
                job, keys, paper, large_print=options["large"], cards_per_page=cards
            ):
                self.stderr.write(warning)
        except (DeskError, ScoringError) as error:
            raise make_refusal("{error}", error=error) from error
        except OSError as error:
            raise make_refusal(
                FILE_NOT_WRITTEN_MESSAGE, file=output, reason=error.strerror
            ) from error
        printing.record_printed(chosen_event, job, keys)


def _make_wishes(event: Event, spare: int, options: Mapping[str, Any]) -> PrintOptions:
    """Return what to print and what to leave out.

    :raises CommandError: if sheets of a kind of event that has no parts are to be selected
    :raises PrintingError: if the numbers of tables, rounds, boards or pairs can't be read
    """
    number_texts = {unit: options[unit] for unit in ("tables", "rounds", "boards", "pairs")}
    selection = parse_selection(
        number_texts, only_changed=options["changed"], by_table=options["by_table"]
    )
    kind = get_event_kind(event)
    if selection.is_narrow and not kind.paper.is_selective:
        raise make_refusal(
            "A {called} prints all sheets of a kind. Leave out tables, rounds, boards and pairs.",
            called=kind.default_name,
        )
    return PrintOptions(
        spare_count=spare,
        has_names=not options["no_names"],
        program_url=options["address"],
        trump_order=options["trumps"],
        session_no=options["session"],
        section_letter=options["section"].upper(),
        selection=selection,
    )


def _list_possible_cards_per_page() -> list[int]:
    """Return the numbers of guide cards that can share a page, for all kinds of events."""
    numbers: set[int] = set()
    for kind in list_event_kinds():
        numbers.update(kind.paper.cards_per_page_choices)
    return sorted(numbers)


def _describe_known_kinds() -> str:
    kinds_by_game = {
        kind.game_phrases[0]: ", ".join(sheet.key for sheet in list_usable_kinds(kind.paper))
        for kind in list_event_kinds()
    }
    first_game, *other_games = kinds_by_game
    texts = [kinds_by_game[first_game]]
    texts += [f"of {game}: {kinds_by_game[game]}" for game in other_games]
    return "; ".join(texts)
