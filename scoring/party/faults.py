"""Find all problems of a party's games.

Single games are checked first, then players with several games, then whole tables. Players and
tables are checked only if no single game has a problem, since a wrong figure would be reported
again for its table. Each problem is a sentence with its round and table.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.party.model import (
    HEAD_TABLE,
    ONE_DEAL,
    TRICKS_OF_DEAL,
    PartyGame,
    PartyMethod,
    TableGames,
    group_by_table,
)

HALF = Fraction(1, 2)
_POSSIBLE_GAMES_WON = (0, HALF, 1)
# Attribute, its name in the sentence, and the smallest value.
_MINIMUMS = (
    ("round_no", "the round", 1),
    ("table_no", "the table", 1),
    ("row", "the row", 1),
    ("side", "the side", 0),
    ("lone_hands", "lone hands", 0),
    ("games_made", "games made", 0),
    ("other_games_made", "games made by the others", 0),
    ("set_back", "a set-back", 0),
    ("deals_won", "games won", 0),
    ("deals_lost", "games lost", 0),
    ("rounds", "the rounds on a card", 1),
    ("hands_played", "the hands played", 0),
    ("hands_unplayed", "hands not played", 0),
)
_EQUAL_FOR_PARTNERS = (
    ("games_won", "results"),
    ("own_points", "points"),
    ("other_points", "points against them"),
)


def check_party(
    method: PartyMethod, games: Sequence[PartyGame], settings: Mapping[str, str]
) -> list[ScoringError]:
    """Return every problem of *games* counted by *method*. The list should be empty.

    >>> from scoring.party.methods import get_party_method
    >>> method = get_party_method("games")
    >>> games = [PartyGame(player, 2, 4, side) for player, side in (("1", 0), ("2", 0), ("3", 1), ("4", 1))]
    >>> [str(problem) for problem in check_party(method, games, method.complete_settings())]
    ['Round 2, table 4: nobody won. Enter the winner, or break the tie with a tie rule.']
    """
    problems: list[ScoringError] = []
    for game in games:
        problems += _check_game(method, game, settings)
    if problems:
        return problems
    problems += _check_players(games)
    # Cards that were handed in say nothing about a table.
    games_at_tables = [game for game in games if game.card_total is None]
    for table in group_by_table(games_at_tables):
        problems += _check_table(method, table, settings)
    return problems


def describe_round_and_table(game: PartyGame, round_name: str = "round") -> str:
    """Return the round and table of *game* in words, with the row if it isn't the first.

    *round_name* is what the party calls a round.

    >>> describe_round_and_table(PartyGame("7", 3, 16, 0, row=2)), describe_round_and_table(PartyGame("7", 3, 1, 0), "hand")
    ('Round 3, row 2, table 16', 'Hand 3, table 1')
    """
    row = f"row {game.row}, " if game.row != 1 else ""
    return f"{round_name.capitalize()} {game.round_no}, {row}table {game.table_no}"


def _check_game(
    method: PartyMethod, game: PartyGame, settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    # Nearly all games pass this quick test. An evening has thousands of them.
    if not method.max_points_option and _is_surely_valid(game, settings):
        return
    location = describe_round_and_table(game)
    if not game.player:
        yield ScoringError(
            "party-player-missing", "{where}: a game has no player. Enter the name.", where=location
        )
    for name, figure_name, minimum in _MINIMUMS:
        if getattr(game, name) < minimum:
            expected_value = f"a whole number from {minimum} up"
            yield _make_party_number_error(
                where=location,
                player=game.player,
                what=figure_name,
                given=getattr(game, name),
                wanted=expected_value,
            )
    if not isinstance(game.games_won, int | Fraction) or game.games_won not in _POSSIBLE_GAMES_WON:
        yield ScoringError(
            "party-share",
            "{where}, {player}: {given} isn’t a part of a game. Enter 1, 1/2 or 0.",
            where=location,
            player=game.player,
            given=game.games_won,
        )
    yield from _check_points_range(method, game, settings, location)
    ban = _describe_lone_hand_ban(game, settings)
    if game.lone_hands > 0 and ban:
        count = "lone hand" if game.lone_hands == 1 else f"{game.lone_hands} lone hands"
        yield ScoringError(
            "party-lone-hand",
            "{where}, {player}: lone hands aren’t allowed {place}. Remove the {count}.",
            where=location,
            player=game.player,
            place=ban,
            count=count,
        )


def _check_points_range(
    method: PartyMethod, game: PartyGame, settings: Mapping[str, str], location: str
) -> Iterator[ScoringError]:
    """Yield a problem if the points of *game* are too low or too high."""
    if game.card_total is None:
        written_points, minimum = game.own_points, method.min_points
    else:
        # Games won can't be negative, even if the points of a single game can.
        written_points = game.card_total
        minimum = 0 if method.unit == "games" else method.min_points
    max_points = int(settings[method.max_points_option]) if method.max_points_option else None
    if minimum is not None and written_points is not None and written_points < minimum:
        expected_value = f"{minimum} or more"
        yield _make_party_number_error(
            where=location,
            player=game.player,
            what=method.unit,
            given=written_points,
            wanted=expected_value,
        )
    elif game.own_points is not None and max_points is not None and game.own_points > max_points:
        expected_value = f"0 to {max_points}"
        yield _make_party_number_error(
            where=location,
            player=game.player,
            what=method.unit,
            given=game.own_points,
            wanted=expected_value,
        )
    elif (
        game.own_points is not None
        and game.own_points > TRICKS_OF_DEAL
        and _are_points_tricks(settings)
    ):
        expected_value = f"0 to {TRICKS_OF_DEAL}"
        yield _make_party_number_error(
            where=location,
            player=game.player,
            what="tricks",
            given=game.own_points,
            wanted=expected_value,
        )


_EXACT_TYPES: tuple[type, ...] = (Fraction, int)


def _is_surely_valid(game: PartyGame, settings: Mapping[str, str]) -> bool:
    """Return whether *game* surely has no problem."""
    # One expression, because this runs for every game of an evening.
    return (
        bool(game.player)
        and game.games_won.__class__ in _EXACT_TYPES
        and game.games_won.denominator <= 2
        and 0 <= game.half_games_won <= 2
        and min(game.round_no, game.table_no, game.row) >= 1
        and min(game.side, game.games_made, game.other_games_made, game.set_back) >= 0
        and min(game.deals_won, game.deals_lost, game.hands_played, game.hands_unplayed) >= 0
        and game.lone_hands == 0
        and game.card_total is None
        and (
            game.own_points is None
            or (
                game.own_points >= 0
                and (game.own_points <= TRICKS_OF_DEAL or not _are_points_tricks(settings))
            )
        )
    )


def _describe_lone_hand_ban(game: PartyGame, settings: Mapping[str, str]) -> str:
    """Return where the rules forbid lone hands, or an empty text if *game* may have one."""
    lone_hands_choice = settings.get("lone_hands", "allowed")
    if lone_hands_choice == "none":
        return "here"
    is_at_head = game.card_total is None and game.table_no == HEAD_TABLE
    if lone_hands_choice == "not-at-head" and is_at_head:
        return "at the head table"
    return ""


def _check_players(games: Sequence[PartyGame]) -> Iterator[ScoringError]:
    table_by_game: dict[tuple[str, int, int], int] = {}
    group_by_player: dict[str, str] = {}
    for game in games:
        # A team may play at two tables in one round.
        key = game.player, game.round_no, game.table_no if game.is_team else 0
        if key in table_by_game:
            yield ScoringError(
                "party-game-twice",
                "Round {round_no}: {player} has games at tables {one} and {other}. Delete one.",
                round_no=game.round_no,
                player=game.player,
                one=table_by_game[key],
                other=game.table_no,
            )
        table_by_game[key] = game.table_no
        group = group_by_player.setdefault(game.player, game.group)
        if group != game.group:
            yield ScoringError(
                "party-group-change",
                "Round {round_no}: {player} is in group “{other}” but was in “{one}” before. Use one "
                "group in all rounds.",
                round_no=game.round_no,
                player=game.player,
                one=group,
                other=game.group,
            )


def _check_table(
    method: PartyMethod, table: TableGames, settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    games_by_side: dict[int, list[PartyGame]] = {}
    for game in table:
        games_by_side.setdefault(game.side, []).append(game)
    sorted_sides = [games_by_side[side] for side in sorted(games_by_side)]
    partner_problems: list[ScoringError] = []
    for side in sorted_sides:
        partner_problems += _check_partners(side)
    if partner_problems:
        # While partners differ, the result of the side isn't known.
        yield from partner_problems
        return
    if not any(game.is_counted for game in table):
        yield ScoringError(
            "party-nobody-counts",
            "{where}: no game counts. At a short table, count the game of the player with most "
            "points.",
            where=describe_round_and_table(table[0]),
        )
    yield from _check_winners(method, sorted_sides)
    missing_points_problems = list(_check_missing_points(method, sorted_sides))
    yield from missing_points_problems or _check_points(method, sorted_sides, settings)


def _check_partners(side: Sequence[PartyGame]) -> Iterator[ScoringError]:
    first_game = side[0]
    for partner in side[1:]:
        for name, figure_name in _EQUAL_FOR_PARTNERS:
            if getattr(first_game, name) != getattr(partner, name):
                yield ScoringError(
                    "party-partners-differ",
                    "{where}: {one} and {other} are partners but have different {what}. Enter the same "
                    "for both.",
                    where=describe_round_and_table(first_game),
                    one=first_game.player,
                    other=partner.player,
                    what=figure_name,
                )
                break


def _check_winners(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]]
) -> Iterator[ScoringError]:
    half_games = [side[0].half_games_won for side in sides]
    if len(sides) == 2 and sorted(half_games) in ([0, 2], [1, 1]):
        return
    location = describe_round_and_table(sides[0][0])
    most_half_games = max(half_games)
    players = _join_players(sides[half_games.index(most_half_games)])
    if len(sides) == 1 and most_half_games > 0:
        yield ScoringError(
            "party-nobody-lost",
            "{where}: {players} won but nobody lost. Enter their opponents.",
            where=location,
            players=players,
        )
    elif len(sides) == 1 and method.required_entry == "winner":
        yield ScoringError(
            "party-nobody-against",
            "{where}: {players} have no opponents. Leave out rounds they sat out.",
            where=location,
            players=players,
        )
    elif half_games.count(1) == 1:
        players_with_half = _join_players(sides[half_games.index(1)])
        yield ScoringError(
            "party-one-half",
            "{where}: only {players} have half a game. Give the other side half too.",
            where=location,
            players=players_with_half,
        )
    elif len(sides) == 2 and min(half_games) == 2:
        yield ScoringError(
            "party-both-won",
            "{where}: both sides won. Enter which one lost, or give both half a game.",
            where=location,
        )
    elif most_half_games == 0 and method.required_entry == "winner":
        yield ScoringError(
            "party-nobody-won",
            "{where}: nobody won. Enter the winner, or break the tie with a tie rule.",
            where=location,
        )


def _check_missing_points(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]]
) -> Iterator[ScoringError]:
    """Yield a problem for each side without points that the method needs."""
    has_points_of_winners = any(option.name == "entered" for option in method.options)
    for side in sides:
        first_game = side[0]
        if first_game.own_points is not None:
            continue
        needs_winner_points = has_points_of_winners and first_game.half_games_won == 2
        if method.required_entry == "points" or needs_winner_points:
            is_for_winners = method.required_entry == "winner"
            yield ScoringError(
                "party-points-missing",
                "{where}: {players} have no {unit}. {method} needs them for {whose}.",
                where=describe_round_and_table(first_game),
                players=_join_players(side),
                unit="points" if is_for_winners else method.unit,
                method=method.name.lower(),
                whose="the winners" if is_for_winners else "every side",
            )


def _check_points(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]], settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    if len(sides) != 2:
        return
    first_game = sides[0][0]
    second_game = sides[1][0]
    for side, opponent in ((sides[0], second_game), (sides[1], first_game)):
        own_points = side[0].own_points
        if (
            own_points is not None
            and opponent.other_points is not None
            and own_points != opponent.other_points
        ):
            yield ScoringError(
                "party-points-disagree",
                "{where}: {one} have {own} points, but their opponents {other} have {against} for "
                "them. Correct one.",
                where=describe_round_and_table(first_game),
                one=_join_players(side),
                own=own_points,
                other=opponent.player,
                against=opponent.other_points,
            )
            return
    if first_game.own_points is None or second_game.own_points is None:
        return
    if (
        _are_points_tricks(settings)
        and first_game.own_points + second_game.own_points != TRICKS_OF_DEAL
    ):
        yield ScoringError(
            "party-tricks",
            "{where}: {given} tricks make {total}. A deal has 13.",
            where=describe_round_and_table(first_game),
            given=f"{first_game.own_points} and {second_game.own_points}",
            total=first_game.own_points + second_game.own_points,
        )
        return
    yield from _check_winners_points(method, sides)


def _are_points_tricks(settings: Mapping[str, str]) -> bool:
    """Return whether the written points are the tricks of one deal."""
    return settings.get("entered") == "tricks" or settings.get("deal") == ONE_DEAL


def _check_winners_points(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]]
) -> Iterator[ScoringError]:
    """Yield a problem if the winners have fewer points than the losers."""
    winning_side, losing_side = sorted(sides, key=lambda side: -side[0].half_games_won)
    winners_game = winning_side[0]
    losers_game = losing_side[0]
    if (
        winners_game.own_points is None
        or losers_game.own_points is None
        or winners_game.own_points >= losers_game.own_points
    ):
        return
    # Rubbers, misères and hands with set-backs or games made may be won with fewer points.
    has_extras = any(game.games_made or game.set_back for side in sides for game in side)
    if winners_game.half_games_won == 2 and not (
        method.is_rubber or winners_game.is_misere or has_extras
    ):
        yield ScoringError(
            "party-winner-fewer",
            "{where}: {players} won with {own} points against {other}. Correct the winner or the "
            "points.",
            where=describe_round_and_table(winners_game),
            players=_join_players(winning_side),
            own=winners_game.own_points,
            other=losers_game.own_points,
        )


def _join_players(side: Sequence[PartyGame]) -> str:
    return " and ".join(game.player for game in side)


def _make_party_number_error(
    *, where: object, player: object, what: object, given: object, wanted: object
) -> ScoringError:
    return ScoringError(
        "party-number",
        "{where}, {player}: {what} can’t be {given}. Enter {wanted}.",
        where=where,
        player=player,
        what=what,
        given=given,
        wanted=wanted,
    )
