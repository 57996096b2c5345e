"""Find all problems of the games of a party, each a sentence with its round and table."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.party.model import HEAD_TABLE, PartyGame, PartyMethod, TableGames, by_table
from scoring.party.sentences import PartyScoringSentences

HALF = Fraction(1, 2)
_SHARES = (0, HALF, 1)
_DEAL = 13
_LEAST = (
    ("round_no", "the round", 1),
    ("table_no", "the table", 1),
    ("row", "the row", 1),
    ("side", "the side", 0),
    ("lone", "lone hands", 0),
    ("games_made", "games made", 0),
    ("other_games_made", "games made by the others", 0),
    ("set_back", "a set-back", 0),
    ("deals_won", "games won", 0),
    ("deals_lost", "games lost", 0),
    ("rounds", "the rounds on a card", 1),
    ("hands", "the hands played", 0),
    ("unplayed", "hands not played", 0),
)
_PARTNERS_SHARE = (("won", "results"), ("own", "points"), ("other", "points against them"))


def check_party(
    method: PartyMethod, games: Sequence[PartyGame], settings: Mapping[str, str]
) -> list[ScoringError]:
    """Return every problem of *games* counted by *method*. The list should be empty.

    >>> from scoring import find_party_method
    >>> method = find_party_method("games")
    >>> games = [PartyGame(player, 2, 4, side) for player, side in (("1", 0), ("2", 0), ("3", 1), ("4", 1))]
    >>> [str(fault) for fault in check_party(method, games, method.settings())]
    ['Round 2, table 4: nobody won. Enter the winner, or break the tie with a tie rule.']
    """
    single = [fault for game in games for fault in _game_faults(method, game, settings)]
    if single:
        return single
    told = [game for game in games if game.handed is None]
    tables = [fault for table in by_table(told) for fault in _table_faults(method, table, settings)]
    return [*_player_faults(games), *tables]


def where(game: PartyGame, word: str = "round") -> str:
    """Return round and table of *game*, with the row of a large room.

    *word* is the evening's word for a round.

    >>> where(PartyGame("7", 3, 16, 0, row=2)), where(PartyGame("7", 3, 1, 0), "hand")
    ('Round 3, row 2, table 16', 'Hand 3, table 1')
    """
    row = f"row {game.row}, " if game.row != 1 else ""
    return f"{word.capitalize()} {game.round_no}, {row}table {game.table_no}"


def _game_faults(
    method: PartyMethod, game: PartyGame, settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    if not method.most_points and _is_usual(game, settings):
        return
    place = where(game)
    if not game.player:
        yield ScoringError(PartyScoringSentences.PARTY_PLAYER_MISSING, where=place)
    for name, what, least in _LEAST:
        if getattr(game, name) < least:
            wanted = f"a whole number from {least} up"
            yield ScoringError(
                PartyScoringSentences.PARTY_NUMBER,
                where=place,
                player=game.player,
                what=what,
                given=getattr(game, name),
                wanted=wanted,
            )
    if not isinstance(game.won, int | Fraction) or game.won not in _SHARES:
        yield ScoringError(
            PartyScoringSentences.PARTY_SHARE, where=place, player=game.player, given=game.won
        )
    written = game.own if game.handed is None else game.handed
    lowest = method.lowest if game.handed is None or method.unit != "games" else 0
    if lowest is not None and written is not None and written < lowest:
        wanted = f"{lowest} or more"
        yield ScoringError(
            PartyScoringSentences.PARTY_NUMBER,
            where=place,
            player=game.player,
            what=method.unit,
            given=written,
            wanted=wanted,
        )
    elif (
        game.own is not None and method.most_points and game.own > int(settings[method.most_points])
    ):
        wanted = f"0 to {settings[method.most_points]}"
        yield ScoringError(
            PartyScoringSentences.PARTY_NUMBER,
            where=place,
            player=game.player,
            what=method.unit,
            given=game.own,
            wanted=wanted,
        )
    elif game.own is not None and game.own > _DEAL and _is_deal(settings):
        wanted = f"0 to {_DEAL}"
        yield ScoringError(
            PartyScoringSentences.PARTY_NUMBER,
            where=place,
            player=game.player,
            what="tricks",
            given=game.own,
            wanted=wanted,
        )
    if game.lone > 0 and (forbidden := _no_lone_hands(game, settings)):
        count = "lone hand" if game.lone == 1 else f"{game.lone} lone hands"
        yield ScoringError(
            PartyScoringSentences.PARTY_LONE_HAND,
            where=place,
            player=game.player,
            place=forbidden,
            count=count,
        )


def _is_usual(game: PartyGame, settings: Mapping[str, str]) -> bool:
    """Return whether nothing about *game* needs a second look, as is the case with nearly all of them."""
    return (
        bool(game.player)
        and game.won.__class__ in (Fraction, int)
        and game.won.denominator <= 2
        and 0 <= game.half_games <= 2
        and min(game.round_no, game.table_no, game.row) >= 1
        and min(game.side, game.games_made, game.other_games_made, game.set_back) >= 0
        and min(game.deals_won, game.deals_lost, game.hands, game.unplayed) >= 0
        and game.lone == 0
        and game.handed is None
        and (game.own is None or (game.own >= 0 and (game.own <= _DEAL or not _is_deal(settings))))
    )


def _no_lone_hands(game: PartyGame, settings: Mapping[str, str]) -> str:
    custom = settings.get("lone_hands", "allowed")
    if custom == "none":
        return "here"
    is_at_head = game.handed is None and game.table_no == HEAD_TABLE
    if custom == "not-at-head" and is_at_head:
        return "at the head table"
    return ""


def _player_faults(games: Sequence[PartyGame]) -> Iterator[ScoringError]:
    tables: dict[tuple[str, int, int], int] = {}
    groups: dict[str, str] = {}
    for game in games:
        key = game.player, game.round_no, game.table_no if game.of_team else 0
        if key in tables:
            yield ScoringError(
                PartyScoringSentences.PARTY_GAME_TWICE,
                round_no=game.round_no,
                player=game.player,
                one=tables[key],
                other=game.table_no,
            )
        tables[key] = game.table_no
        group = groups.setdefault(game.player, game.group)
        if group != game.group:
            yield ScoringError(
                PartyScoringSentences.PARTY_GROUP_CHANGE,
                round_no=game.round_no,
                player=game.player,
                one=group,
                other=game.group,
            )


def _table_faults(
    method: PartyMethod, table: TableGames, settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    sides: dict[int, list[PartyGame]] = {}
    for game in table:
        sides.setdefault(game.side, []).append(game)
    listed = [sides[side] for side in sorted(sides)]
    apart = [fault for side in listed for fault in _partner_faults(side)]
    if apart:
        yield from apart
        return
    if not any(game.counts for game in table):
        yield ScoringError(PartyScoringSentences.PARTY_NOBODY_COUNTS, where=where(table[0]))
    yield from _winner_faults(method, listed)
    missing = list(_missing_points(method, listed))
    yield from missing or _points_faults(method, listed, settings)


def _partner_faults(side: Sequence[PartyGame]) -> Iterator[ScoringError]:
    first = side[0]
    for partner in side[1:]:
        if (first.won, first.own, first.other) == (partner.won, partner.own, partner.other):
            continue
        for name, what in _PARTNERS_SHARE:
            if getattr(first, name) != getattr(partner, name):
                yield ScoringError(
                    PartyScoringSentences.PARTY_PARTNERS_DIFFER,
                    where=where(first),
                    one=first.player,
                    other=partner.player,
                    what=what,
                )
                break


def _winner_faults(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]]
) -> Iterator[ScoringError]:
    won = [side[0].half_games for side in sides]
    if len(sides) == 2 and sorted(won) in ([0, 2], [1, 1]):
        return
    place, players = where(sides[0][0]), _players(sides[won.index(max(won))])
    if len(sides) == 1 and max(won) > 0:
        yield ScoringError(PartyScoringSentences.PARTY_NOBODY_LOST, where=place, players=players)
    elif len(sides) == 1 and method.needs == "winner":
        yield ScoringError(PartyScoringSentences.PARTY_NOBODY_AGAINST, where=place, players=players)
    elif won.count(1) == 1:
        yield ScoringError(
            PartyScoringSentences.PARTY_ONE_HALF, where=place, players=_players(sides[won.index(1)])
        )
    elif len(sides) == 2 and min(won) == 2:
        yield ScoringError(PartyScoringSentences.PARTY_BOTH_WON, where=place)
    elif max(won) == 0 and method.needs == "winner":
        yield ScoringError(PartyScoringSentences.PARTY_NOBODY_WON, where=place)


def _missing_points(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]]
) -> Iterator[ScoringError]:
    """Yield a fault for each side without necessary points.

    Methods that count winners' points need those of the winners.
    """
    for side in sides:
        first = side[0]
        if first.own is not None:
            continue
        if method.needs == "points" or ("entered" in _names(method) and first.half_games == 2):
            unit, whose = (
                ("points", "the winners")
                if method.needs == "winner"
                else (method.unit, "every side")
            )
            yield ScoringError(
                PartyScoringSentences.PARTY_POINTS_MISSING,
                where=where(first),
                players=_players(side),
                unit=unit,
                method=method.name.lower(),
                whose=whose,
            )


def _names(method: PartyMethod) -> set[str]:
    return {option.name for option in method.options}


def _points_faults(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]], settings: Mapping[str, str]
) -> Iterator[ScoringError]:
    if len(sides) != 2:
        return
    first, second = sides[0][0], sides[1][0]
    for side, rivals in ((sides[0], second), (sides[1], first)):
        if side[0].own is not None and rivals.other is not None and side[0].own != rivals.other:
            yield ScoringError(
                PartyScoringSentences.PARTY_POINTS_DISAGREE,
                where=where(first),
                one=_players(side),
                own=side[0].own,
                other=rivals.player,
                against=rivals.other,
            )
            return
    if first.own is None or second.own is None:
        return
    if _is_deal(settings) and first.own + second.own != _DEAL:
        yield ScoringError(
            PartyScoringSentences.PARTY_TRICKS,
            where=where(first),
            given=f"{first.own} and {second.own}",
            total=first.own + second.own,
        )
        return
    yield from _winner_fewer(method, sides)


def _is_deal(settings: Mapping[str, str]) -> bool:
    """Return whether the entered points are the tricks of one deal."""
    return settings.get("entered") == "tricks" or settings.get("deal") == str(_DEAL)


def _winner_fewer(
    method: PartyMethod, sides: Sequence[Sequence[PartyGame]]
) -> Iterator[ScoringError]:
    """Yield a fault if the winner has fewer points.

    A rubber, set-backs and a misère may be won with fewer.
    """
    won, lost = sorted((side[0] for side in sides), key=lambda game: -game.half_games)
    extras = [game.games_made or game.set_back for side in sides for game in side]
    if (
        won.half_games != 2
        or method.is_rubber
        or won.low_wins
        or any(extras)
        or won.own is None
        or lost.own is None
    ):
        return
    if won.own < lost.own:
        side = next(side for side in sides if side[0] == won)
        yield ScoringError(
            PartyScoringSentences.PARTY_WINNER_FEWER,
            where=where(won),
            players=_players(side),
            own=won.own,
            other=lost.own,
        )


def _players(side: Sequence[PartyGame]) -> str:
    return " and ".join(game.player for game in side)
