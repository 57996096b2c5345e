"""The rounds of a session are numbered from 1, and so are those of players who were replaced."""

from dataclasses import replace

from director.additions.imports.formats.door import read_source
from director.additions.imports.formats.source.model import PlayersOfRounds
from director.additions.imports.formats.source.rounds import with_rounds_from_one

FILE = b"""Board,NS,EW,Contract,By,Tricks,Round,Table
1,1,2,4S,N,10,1,1
2,1,2,4S,N,10,2,1
3,1,2,4S,N,10,3,1
4,1,2,4S,N,10,4,1
"""


def test_players_who_left_before_a_missing_round_do_not_play_the_round_after_it():
    event = read_source(FILE)
    ((section,),) = event.sessions
    # The file has rounds 1, 2, 4 and 5, and other players from round 4 on.
    numbers = {1: 1, 2: 2, 3: 4, 4: 5}
    rounds = tuple(replace(row, round_no=numbers[row.round_no]) for row in section.rounds)
    first_pair, second_pair = section.pairs
    first_pair = replace(first_pair, earlier_players=(PlayersOfRounds(1, 3, ()),))
    section = replace(section, rounds=rounds, pairs=(first_pair, second_pair))

    ((section,),) = with_rounds_from_one(replace(event, sessions=((section,),))).sessions

    assert [row.round_no for row in section.rounds] == [1, 2, 3, 4]
    (span,) = section.pairs[0].earlier_players
    assert (span.first_round, span.last_round) == (1, 2)
