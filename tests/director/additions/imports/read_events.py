"""What the readers of files give back, as tests compare it."""

from director.formats.result import format_result


def list_read_results(event) -> list[tuple[int, int, int, str]]:
    """Return board, both numbers and result of each line of a read *event*, in their order."""
    return sorted(
        (board.board_no, line.ns_no, line.ew_no, format_result(line.result, board.board_no))
        for section in event.sections
        for board in section.boards
        for line in board.lines
    )
