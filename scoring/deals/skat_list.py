"""The signed list of a Skat table: Seeger-Fabian scoring, and checks.

A list has one line for each player: the points of the player's own games, and how many of them were
won and lost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.refusals import make_skat_card_error

OWN_GAME_BONUS = 50
"""Points for each game won, deducted for each game lost. [SKATTODAY]"""
OTHERS_LOSS_BONUS = {3: 40, 4: 30}
"""Points for each game that another player lost, by the players at the table. Includes the dealer of four."""
FULL_TABLE_PLAYERS = 4
BONUSES = ("extended", "seeger", "points")
"""Scoring with both bonuses, with that for own games only, or with points only."""
PRICES_OF_LOST_GAMES = {"none": (0, 0), "50-100": (50, 100), "50": (50, 50), "100": (100, 100)}
"""The price of a lost game in cents: of the first games of a series, and of later ones."""
MAX_LOSERS = 2
"""Players who may reach the goal of Bierlachs with the same game: both opponents of its winner."""
FIRST_GAMES = 3
"""Lost games of a series that have the first price."""


@dataclass(frozen=True, slots=True)
class SkatLine:
    """One player's line of a list.

    >>> SkatLine("C", 660, 10, 1).points
    660
    """

    player: str
    points: int
    games_won: int
    games_lost: int


def count_series_games(full_table_games: int, player_count: int) -> int:
    """Return the games of a series for *player_count*, of which a full table plays *full_table_games*.

    >>> count_series_games(48, 4), count_series_games(48, 3), count_series_games(24, 3)
    (48, 36, 18)
    """
    return full_table_games * player_count // FULL_TABLE_PLAYERS


def compute_seeger_fabian(
    line: SkatLine, lines: Sequence[SkatLine], bonus: str = "extended"
) -> int:
    """Return the result of one *line* among the *lines* of its table, by one of ``BONUSES``.

    >>> table = [
    ...     SkatLine("A", 492, 12, 0),
    ...     SkatLine("B", 628, 12, 2),
    ...     SkatLine("C", 660, 10, 1),
    ...     SkatLine("D", -32, 6, 5),
    ... ]
    >>> [compute_seeger_fabian(line, table) for line in table]
    [1332, 1308, 1320, 108]
    >>> [compute_seeger_fabian(line, table, "seeger") for line in table]
    [1092, 1128, 1110, 18]

    Source: [SKATTODAY].
    """
    if bonus == "points":
        return line.points
    result = line.points + OWN_GAME_BONUS * (line.games_won - line.games_lost)
    if bonus == "seeger":
        return result
    lost_by_others = sum(other_line.games_lost for other_line in lines) - line.games_lost
    return result + OTHERS_LOSS_BONUS[len(lines)] * lost_by_others


def compute_list_sum(lines: Sequence[SkatLine], bonus: str = "extended") -> int:
    """Return the sum of a table's results, calculated from its column sums as a check.

    >>> compute_list_sum([SkatLine("I", 705, 12, 2), SkatLine("J", 533, 10, 3), SkatLine("K", 96, 6, 2)])
    2944
    """
    points = sum(line.points for line in lines)
    games_won = sum(line.games_won for line in lines)
    games_lost = sum(line.games_lost for line in lines)
    if bonus == "points":
        return points
    seeger = points + OWN_GAME_BONUS * (games_won - games_lost)
    if bonus == "seeger":
        return seeger
    # Every lost game gives a bonus to each of the other players.
    opponents = len(lines) - 1
    return seeger + opponents * OTHERS_LOSS_BONUS[len(lines)] * games_lost


def list_problems(
    lines: Sequence[SkatLine],
    *,
    games: int,
    games_passed: int = 0,
    stated_total: int | None = None,
    bonus: str = "extended",
) -> tuple[ScoringError, ...]:
    """Return the faults of a list. *games_passed* are games passed in, *stated_total* is on the list.

    >>> lines = [SkatLine("I", 705, 12, 2), SkatLine("J", 533, 10, 3), SkatLine("K", 96, 6, 2)]
    >>> list_problems(lines, games=48, games_passed=1, stated_total=2944)
    ()
    >>> for fault in list_problems(lines, games=48, stated_total=2494):
    ...     print(fault)
    28 games won, 7 lost and 0 passed in make 35. A table of 3 plays 36 per series.
    The results of the table add up to 2944, but the list says 2494: 450 apart. Are two figures swapped?
    """
    return (
        *iter_line_problems(lines),
        *_check_sums(lines, games, games_passed, stated_total, bonus),
    )


def iter_line_problems(lines: Sequence[SkatLine]) -> Iterator[ScoringError]:
    """Yield faults of single lines, which no list can have.

    >>> [str(fault) for fault in iter_line_problems([SkatLine("A", 18, 0, 0), SkatLine("B", 0, -1, 0)])]
    ['A has 18 points but no game won or lost. Check the line.', 'B: games won can’t be -1. Enter 0 or more.']
    """
    for line in lines:
        for count_name, count in (("games won", line.games_won), ("games lost", line.games_lost)):
            if count < 0:
                yield make_skat_card_error(
                    player=line.player,
                    what=count_name,
                    given=count,
                    wanted="0 or more",
                )
        if line.points and not (line.games_won or line.games_lost):
            yield ScoringError(
                "skat-nobody",
                "{player} has {points} points but no game won or lost. Check the line.",
                player=line.player,
                points=line.points,
            )


def _check_sums(
    lines: Sequence[SkatLine], games: int, games_passed: int, stated_total: int | None, bonus: str
) -> Iterator[ScoringError]:
    games_won = sum(line.games_won for line in lines)
    games_lost = sum(line.games_lost for line in lines)
    planned_games = count_series_games(games, len(lines))
    if games_won + games_lost + games_passed != planned_games:
        yield ScoringError(
            "skat-games",
            "{won} games won, {lost} lost and {passed} passed in make {total}. A table of "
            "{players} plays {games} per series.",
            won=games_won,
            lost=games_lost,
            passed=games_passed,
            total=games_won + games_lost + games_passed,
            players=len(lines),
            games=planned_games,
        )
    total = compute_list_sum(lines, bonus)
    if stated_total is not None and stated_total != total:
        difference = abs(stated_total - total)
        # Swapping two digits changes a number by a multiple of nine.
        hint = " Are two figures swapped?" if difference % 9 == 0 else ""
        yield ScoringError(
            "skat-sum",
            "The results of the table add up to {total}, but the list says {said}: {apart} "
            "apart.{hint}",
            total=total,
            said=stated_total,
            apart=difference,
            hint=hint,
        )


def list_bierlachs_problems(lines: Sequence[SkatLine], goal: int) -> tuple[ScoringError, ...]:
    """Return what is wrong with the minus points of a game of Bierlachs up to *goal*, whatever sign they have.

    The game ends as soon as somebody has the goal. A game won is written to two opponents, so two may
    reach it at once; a third can't.

    >>> [str(problem) for problem in list_bierlachs_problems([SkatLine("A", 310, 0, 0), SkatLine("B", 501, 0, 0)], 501)]
    []
    >>> [str(problem) for problem in list_bierlachs_problems([SkatLine("A", 310, 0, 0), SkatLine("B", 490, 0, 0)], 501)]
    ['Nobody has 501 minus points yet, so the game isn’t over. Check the figures.']

    Source: [BIERLACHS].
    """
    losers = [line.player for line in lines if line.points >= goal]
    if not losers:
        return (
            ScoringError(
                "bierlachs-open",
                "Nobody has {goal} minus points yet, so the game isn’t over. Check the figures.",
                goal=goal,
            ),
        )
    if len(losers) > MAX_LOSERS:
        return (
            ScoringError(
                "bierlachs-losers",
                "{losers} all have {goal} or more, but the game ended when the first of them had. "
                "Check the figures.",
                losers=", ".join(losers),
                goal=goal,
            ),
        )
    return ()


def compute_lost_games_cents(games_lost: int, price_key: str) -> int:
    """Return the cost in cents of lost games by one of ``STEPS``.

    >>> [compute_lost_games_cents(lost, "50-100") for lost in (0, 3, 5)], compute_lost_games_cents(2, "100")
    ([0, 150, 350], 200)
    """
    first_price, later_price = PRICES_OF_LOST_GAMES[price_key]
    first_games = min(games_lost, FIRST_GAMES)
    return first_price * first_games + later_price * (games_lost - first_games)
