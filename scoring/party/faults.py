"""Find all problems of the games of a party, and likely mistakes on the cards of its players.

There are three steps: problems of single games, then of players with several games, then of whole
tables. Tables are checked only if no single game has a problem, since a wrong figure would be
reported once more for its table. Each problem is a sentence with its round and table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from scoring.errors import ScoringError
from scoring.party.model import HEAD_TABLE, PartyGame, PartyMethod, TableGames, group_by_table

HALF = Fraction(1, 2)
_WON_SHARES = (0, HALF, 1)
_TRICKS_OF_DEAL = 13
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

    >>> from scoring.party.methods import find_party_method
    >>> method = find_party_method("games")
    >>> games = [PartyGame(player, 2, 4, side) for player, side in (("1", 0), ("2", 0), ("3", 1), ("4", 1))]
    >>> [str(fault) for fault in check_party(method, games, method.settings())]
    ['Round 2, table 4: nobody won. Enter the winner, or break the tie with a tie rule.']
    """
    faults: list[ScoringError] = []
    for game in games:
        faults += _check_game(method, game, settings)
    if faults:
        return faults
    faults += _check_players(games)
    # Cards that were handed in say nothing about a table.
    games_at_tables = [game for game in games if game.card_total is None]
    for table in group_by_table(games_at_tables):
        faults += _check_table(method, table, settings)
    return faults


def describe_game_place(game: PartyGame, word: str = "round") -> str:
    """Return the round and table of *game* in words, with the row if it isn't the first.

    *word* is the evening's word for a round.

    >>> describe_game_place(PartyGame("7", 3, 16, 0, row=2)), describe_game_place(PartyGame("7", 3, 1, 0), "hand")
    ('Round 3, row 2, table 16', 'Hand 3, table 1')
    """
    row = f"row {game.row}, " if game.row != 1 else ""
    return f"{word.capitalize()} {game.round_no}, {row}table {game.table_no}"


def _check_game(
    method: PartyMethod, game: PartyGame, settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    # Nearly all games pass this quick test. An evening has thousands of them.
    if not method.max_points_option and _is_usual(game, settings):
        return
    place = describe_game_place(game)
    if not game.player:
        yield ScoringError(
            "party-player-missing", "{where}: a game has no player. Enter the name.", where=place
        )
    for name, figure_name, lowest in _MINIMUMS:
        if getattr(game, name) < lowest:
            expected_value = f"a whole number from {lowest} up"
            yield _make_party_number_error(
                where=place,
                player=game.player,
                what=figure_name,
                given=getattr(game, name),
                wanted=expected_value,
            )
    if not isinstance(game.games_won, int | Fraction) or game.games_won not in _WON_SHARES:
        yield ScoringError(
            "party-share",
            "{where}, {player}: {given} isn't a part of a game. Enter 1, 1/2 or 0.",
            where=place,
            player=game.player,
            given=game.games_won,
        )
    yield from _check_numbers(method, game, settings, place)
    forbidden = _describe_lone_hand_ban(game, settings)
    if game.lone_hands > 0 and forbidden:
        count = "lone hand" if game.lone_hands == 1 else f"{game.lone_hands} lone hands"
        yield ScoringError(
            "party-lone-hand",
            "{where}, {player}: lone hands aren't allowed {place}. Remove the {count}.",
            where=place,
            player=game.player,
            place=forbidden,
            count=count,
        )


def _check_numbers(
    method: PartyMethod, game: PartyGame, settings: Mapping[str, str], place: str
) -> Iterator[ScoringError]:
    """Yield a problem if the points of *game* are too low or too high."""
    if game.card_total is None:
        written, lowest = game.own_points, method.min_points
    else:
        # Games won can't be negative, even if the points of a single game can.
        written = game.card_total
        lowest = 0 if method.unit == "games" else method.min_points
    max_points = int(settings[method.max_points_option]) if method.max_points_option else None
    if lowest is not None and written is not None and written < lowest:
        expected_value = f"{lowest} or more"
        yield _make_party_number_error(
            where=place,
            player=game.player,
            what=method.unit,
            given=written,
            wanted=expected_value,
        )
    elif game.own_points is not None and max_points is not None and game.own_points > max_points:
        expected_value = f"0 to {max_points}"
        yield _make_party_number_error(
            where=place,
            player=game.player,
            what=method.unit,
            given=game.own_points,
            wanted=expected_value,
        )
    elif (
        game.own_points is not None
        and game.own_points > _TRICKS_OF_DEAL
        and _is_in_tricks(settings)
    ):
        expected_value = f"0 to {_TRICKS_OF_DEAL}"
        yield _make_party_number_error(
            where=place,
            player=game.player,
            what="tricks",
            given=game.own_points,
            wanted=expected_value,
        )


_EXACT_TYPES: tuple[type, ...] = (Fraction, int)


def _is_usual(game: PartyGame, settings: Mapping[str, str]) -> bool:
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
                and (game.own_points <= _TRICKS_OF_DEAL or not _is_in_tricks(settings))
            )
        )
    )


def _describe_lone_hand_ban(game: PartyGame, settings: Mapping[str, str]) -> str:
    """Return where the rules forbid lone hands, or an empty text if *game* may have one."""
    custom = settings.get("lone_hands", "allowed")
    if custom == "none":
        return "here"
    is_at_head = game.card_total is None and game.table_no == HEAD_TABLE
    if custom == "not-at-head" and is_at_head:
        return "at the head table"
    return ""


def _check_players(games: Sequence[PartyGame]) -> Iterator[ScoringError]:
    table_of_game: dict[tuple[str, int, int], int] = {}
    groups: dict[str, str] = {}
    for game in games:
        # A team may play at two tables in one round.
        key = game.player, game.round_no, game.table_no if game.is_team else 0
        if key in table_of_game:
            yield ScoringError(
                "party-game-twice",
                "Round {round_no}: {player} has games at tables {one} and {other}. Delete one.",
                round_no=game.round_no,
                player=game.player,
                one=table_of_game[key],
                other=game.table_no,
            )
        table_of_game[key] = game.table_no
        group = groups.setdefault(game.player, game.group)
        if group != game.group:
            yield ScoringError(
                "party-group-change",
                'Round {round_no}: {player} is in group "{other}" but was in "{one}" before. Use one '
                "group in all rounds.",
                round_no=game.round_no,
                player=game.player,
                one=group,
                other=game.group,
            )


def _check_table(
    method: PartyMethod, table: TableGames, settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    sides: dict[int, list[PartyGame]] = {}
    for game in table:
        sides.setdefault(game.side, []).append(game)
    listed = [sides[side] for side in sorted(sides)]
    partner_faults: list[ScoringError] = []
    for side in listed:
        partner_faults += _check_partners(side)
    if partner_faults:
        # While partners differ, the result of the side isn't known.
        yield from partner_faults
        return
    if not any(game.is_counted for game in table):
        yield ScoringError(
            "party-nobody-counts",
            "{where}: no game counts. At a short table, count the game of the player with most "
            "points.",
            where=describe_game_place(table[0]),
        )
    yield from _check_winners(method, listed)
    missing = list(_check_missing_points(method, listed))
    yield from missing or _check_points(method, listed, settings)


def _check_partners(side: Sequence[PartyGame]) -> Iterator[ScoringError]:
    first = side[0]
    for partner in side[1:]:
        if (first.games_won, first.own_points, first.other_points) == (
            partner.games_won,
            partner.own_points,
            partner.other_points,
        ):
            continue
        for name, figure_name in _EQUAL_FOR_PARTNERS:
            if getattr(first, name) != getattr(partner, name):
                yield ScoringError(
                    "party-partners-differ",
                    "{where}: {one} and {other} are partners but have different {what}. Enter the same "
                    "for both.",
                    where=describe_game_place(first),
                    one=first.player,
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
    place = describe_game_place(sides[0][0])
    best = max(half_games)
    players = _join_players(sides[half_games.index(best)])
    if len(sides) == 1 and best > 0:
        yield ScoringError(
            "party-nobody-lost",
            "{where}: {players} won but nobody lost. Enter their opponents.",
            where=place,
            players=players,
        )
    elif len(sides) == 1 and method.required_entry == "winner":
        yield ScoringError(
            "party-nobody-against",
            "{where}: {players} have no opponents. Leave out rounds they sat out.",
            where=place,
            players=players,
        )
    elif half_games.count(1) == 1:
        halved = _join_players(sides[half_games.index(1)])
        yield ScoringError(
            "party-one-half",
            "{where}: only {players} have half a game. Give the other side half too.",
            where=place,
            players=halved,
        )
    elif len(sides) == 2 and min(half_games) == 2:
        yield ScoringError(
            "party-both-won",
            "{where}: both sides won. Enter which one lost, or give both half a game.",
            where=place,
        )
    elif best == 0 and method.required_entry == "winner":
        yield ScoringError(
            "party-nobody-won",
            "{where}: nobody won. Enter the winner, or break the tie with a tie rule.",
            where=place,
        )


def _check_missing_points(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]]
) -> Iterator[ScoringError]:
    """Yield a problem for each side without points that the method needs."""
    has_points_of_winners = any(option.name == "entered" for option in method.options)
    for side in sides:
        first = side[0]
        if first.own_points is not None:
            continue
        needs_winner_points = has_points_of_winners and first.half_games_won == 2
        if method.required_entry == "points" or needs_winner_points:
            if method.required_entry == "winner":
                unit, whose = "points", "the winners"
            else:
                unit, whose = method.unit, "every side"
            yield ScoringError(
                "party-points-missing",
                "{where}: {players} have no {unit}. {method} needs them for {whose}.",
                where=describe_game_place(first),
                players=_join_players(side),
                unit=unit,
                method=method.name.lower(),
                whose=whose,
            )


def _check_points(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]], settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    if len(sides) != 2:
        return
    first = sides[0][0]
    second = sides[1][0]
    for side, opponent in ((sides[0], second), (sides[1], first)):
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
                where=describe_game_place(first),
                one=_join_players(side),
                own=own_points,
                other=opponent.player,
                against=opponent.other_points,
            )
            return
    if first.own_points is None or second.own_points is None:
        return
    if _is_in_tricks(settings) and first.own_points + second.own_points != _TRICKS_OF_DEAL:
        yield ScoringError(
            "party-tricks",
            "{where}: {given} tricks make {total}. A deal has 13.",
            where=describe_game_place(first),
            given=f"{first.own_points} and {second.own_points}",
            total=first.own_points + second.own_points,
        )
        return
    yield from _check_low_winners(method, sides)


def _is_in_tricks(settings: Mapping[str, str]) -> bool:
    """Return whether the written points are the tricks of one deal."""
    return settings.get("entered") == "tricks" or settings.get("deal") == str(_TRICKS_OF_DEAL)


def _check_low_winners(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]]
) -> Iterator[ScoringError]:
    """Yield a problem if the winners have fewer points than the losers."""
    winners, losers = sorted(sides, key=lambda side: -side[0].half_games_won)
    winner = winners[0]
    loser = losers[0]
    if (
        winner.own_points is None
        or loser.own_points is None
        or winner.own_points >= loser.own_points
    ):
        return
    # Rubbers, misères and hands with set-backs or games made may be won with fewer points.
    has_extras = any(game.games_made or game.set_back for side in sides for game in side)
    if winner.half_games_won == 2 and not (method.is_rubber or winner.is_misere or has_extras):
        yield ScoringError(
            "party-winner-fewer",
            "{where}: {players} won with {own} points against {other}. Correct the winner or the "
            "points.",
            where=describe_game_place(winner),
            players=_join_players(winners),
            own=winner.own_points,
            other=loser.own_points,
        )


def _join_players(side: Sequence[PartyGame]) -> str:
    return " and ".join(game.player for game in side)


# No card is refused: it says what its player wrote, and the scorer decides. The sum of a card or of the
# room shows likely mistakes.


MAX_HAND_POINTS, MIN_HAND_POINTS = 4, 1
"""The points of both sides together in one hand of euchre: a lone march, and the least."""
ALL_TRICKS, HAND_POINTS, GAMES_PLAYED = "tricks", "hand-points", "games"
"""What the sum of a room is made of.

All tricks, one to four points for each hand, or one game for each table and round.
"""
SWAPPED, CARRY, MISSING_HAND = "swapped", "carry", "missing-hand"


@dataclass(frozen=True, slots=True)
class RoomSum:
    """The range of possible sums of all cards of a room. At whist only one sum is possible.

    A sum is possible if it differs from *min_sum* by a multiple of *step*.

    >>> RoomSum(624, 624).off(614), RoomSum(16, 64).off(70), RoomSum(16, 64).off(20)
    (-10, 6, 0)
    >>> RoomSum(16, 64, step=2).is_possible(20), RoomSum(16, 64, step=2).is_possible(21)
    (True, False)
    """

    min_sum: int | Fraction
    max_sum: int | Fraction
    step: int = 1

    @property
    def is_exact(self) -> bool:
        """Whether only one sum is possible."""
        return self.min_sum == self.max_sum

    def off(self, total: int | Fraction) -> int | Fraction:
        """Return how much *total* is too high, negative if it is too low, 0 if it is possible."""
        if total > self.max_sum:
            return total - self.max_sum
        return min(total - self.min_sum, 0)

    def is_possible(self, total: int | Fraction) -> bool:
        """Return whether the cards of a room can add up to *total*."""
        return not self.off(total) and (total - self.min_sum) % self.step == 0


def room_sum(
    kind: str,
    *,
    tables: int,
    rounds: int,
    hands: int,
    credits: Fraction = Fraction(0),
    max_rounding: Fraction = Fraction(0),
    cards: int = 2,
) -> RoomSum:
    """Return the possible sum of all cards for a number of full *tables*, *rounds* and *hands*.

    Both partners write down what their side made, so every point is on two *cards*, or on one if a
    pair shares a card. *credits* are the worth of all sit-outs that are included on the cards. They
    may differ by *max_rounding*, because cards have whole figures only.

    >>> room_sum("tricks", tables=3, rounds=24, hands=1)
    RoomSum(min_sum=Fraction(1872, 1), max_sum=Fraction(1872, 1), step=1)
    >>> room_sum("hand-points", tables=1, rounds=1, hands=8).max_sum
    Fraction(64, 1)
    >>> room_sum("hand-points", tables=2, rounds=5, hands=1, credits=Fraction(25)).is_possible(85)
    True
    """
    deals = tables * rounds * hands
    if kind == ALL_TRICKS:
        least_points = most_points = _TRICKS_OF_DEAL * deals
    elif kind == HAND_POINTS:
        least_points, most_points = MIN_HAND_POINTS * deals, MAX_HAND_POINTS * deals
    else:
        least_points = most_points = tables * rounds  # games
    min_credits = max_credits = credits
    if max_rounding:
        min_credits = Fraction(ceil(credits - max_rounding))
        max_credits = Fraction(floor(credits + max_rounding))
    return RoomSum(
        min_sum=cards * least_points + min_credits,
        max_sum=cards * most_points + max_credits,
        step=cards if kind == HAND_POINTS and not max_rounding else 1,
    )


def card_hints(difference: int | Fraction, *, most_of_a_hand: int) -> tuple[str, ...]:
    """Return likely mistakes if the room is off: digits swapped, a carry, a missing hand.

    >>> card_hints(9, most_of_a_hand=13), card_hints(-10, most_of_a_hand=13), card_hints(5, most_of_a_hand=13)
    (('swapped',), ('carry', 'missing-hand'), ())
    """
    if not difference or Fraction(difference).denominator != 1:
        return ()
    size = abs(Fraction(difference))
    hints = []
    # Two swapped digits change a number by nine times their difference, so by 81 at most.
    if size % 9 == 0 and size <= 81:
        hints.append(SWAPPED)
    if size in (10, 100):
        hints.append(CARRY)
    if difference < 0 and size <= most_of_a_hand:
        hints.append(MISSING_HAND)
    return tuple(hints)


def adds_up(total: int, halves: Sequence[int | None]) -> bool:
    """Return whether the *halves* of a card add up to its *total*, or one of them is empty.

    >>> adds_up(151, (71, 80)), adds_up(161, (71, 80)), adds_up(161, (71, None))
    (True, False, True)
    """
    written_halves = [half for half in halves if half is not None]
    return len(written_halves) < 2 or sum(written_halves) == total


def _make_party_number_error(
    *, where: object, player: object, what: object, given: object, wanted: object
) -> ScoringError:
    return ScoringError(
        "party-number",
        "{where}, {player}: {what} can't be {given}. Enter {wanted}.",
        where=where,
        player=player,
        what=what,
        given=given,
        wanted=wanted,
    )
