"""The sentences with which an act at an event with boards is refused."""

from director.errors import Sentence


class BoardSentences:
    """The sentences of refusals, in the order of the steps of an event."""

    # the section
    SECTION_GONE = Sentence(
        "Section {letter} doesn’t exist or was removed. Go back to the event.",
    )
    SESSION_GONE = Sentence(
        "This session doesn’t exist or was removed. Go back to the event.",
    )

    # calls
    TABLE_NUMBER = Sentence("There is no table {table_no} here. The tables are 1 to {tables}.")

    # what tables sent
    NOBODY_ASKED = Sentence("Board {board_no} no longer needs a decision.")
    STANDS_OTHERWISE = Sentence(
        "Board {board_no} has changed to {stands}, so nothing was decided. Check it and choose again.",
    )
    NOT_SAID_NOT_PLAYED = Sentence("Board {board_no} has changed to {stands}. Check it again.")

    # the movement
    DRAW_FIRST = Sentence(
        "Round {round_no} has not been drawn yet. A director must draw it before it starts.",
    )
    STAGE_NOBODY = Sentence("Nobody goes on yet. Choose who plays in section A.")
    STAGE_UNFINISHED = Sentence(
        "{missing} results are still missing. Enter them first, or tick Start before all results are in.",
    )
    STAGE_NOT_DRAWN = Sentence(
        "Round {round_no} isn’t drawn yet. Draw it first, or tick Start before all results are in.",
    )
    STAGE_LETTERS = Sentence("Nobody is in section {letter}. Use the letters from A on.")
    STAGE_TOO_FEW = Sentence("Section {letter} needs at least two contestants. Choose more.")
    STAGE_TOO_MANY = Sentence(
        "The finals have {places} places, but only {count} can go on. Lower a number."
    )
    SHAPE_UNKNOWN = Sentence("These stages aren’t in the list. Choose others.")
    SHAPE_TOO_LATE = Sentence(
        "A later stage has started, so the stages are fixed. Name the next one here."
    )
    STAGE_NO_SIZE = Sentence(
        "Nobody goes on yet. Type how many play in Final A, or tick All others play in the next final."
    )
    STAGE_GAP = Sentence("{final} is empty, but a later one isn’t. Fill in {final} first.")
    STAGE_STILL_IN = Sentence(
        "{name} is still in the knock-out. Take it out of the plate, or untick “Played beside the others”."
    )
    STAGE_SECTIONS = Sentence(
        "Choose a section from A to H for everybody who goes on, and a dash for all others."
    )
    STAGE_NO_MOVEMENT = Sentence(
        "Session {session} has no movement yet. Choose one, or remove that session, before you start another stage."
    )
    LEAGUE_NAME = Sentence("Type a name for the league, such as Winter league 2027.")
    LEAGUE_DATE = Sentence("Type the date of the first round, such as 2027-10-04.")
    LEAGUE_NO_TABLE = Sentence(
        "Section {section} plays no round robin of teams, so it has no table to go by."
    )
    LEAGUE_TOO_MANY_MOVE = Sentence(
        "Division {division} has {size} teams, too few for {moving} up and {moving} down. Lower the number."
    )
    STAGE_NAME = Sentence("Type a name for the stage, such as Final.")
    REPORT_NO_MATCH = Sentence(
        "{home} and {away} have no match in round {round_no}. Choose a match from the list.",
    )
    REPORT_HALF_MATCH = Sentence(
        "A three-way match counts by its boards, in a knock-out also by its IMPs. Enter those."
    )
    REPORT_BOARDS_IN = Sentence(
        "All boards of this match are entered, so they count. To enter only its result, delete a board first.",
    )
    REPORT_UNIT = Sentence("This scoring has no such result. Choose a unit from the list.")
    REPORT_OUT_OF_RANGE = Sentence(
        "{points} {unit} isn’t a result of a match. Type a number from 0 to {most}.",
    )
    REPORT_TOO_MANY = Sentence(
        "{total} {unit} is more than both sides of a match can have together, {most}. Correct one.",
    )
    VOID_NEEDS_WINNER = Sentence(
        "A match of a knock-out needs a winner, so it can’t be void. Choose at Draw who goes through.",
    )
    NO_FIXTURES = Sentence("This movement has no fixtures. Teams need a round robin or a draw.")
    MATCH_LENGTH_ELSEWHERE = Sentence(
        "Only matches of a round robin get another length here. Use Change movement.",
    )
    MATCH_LENGTH = Sentence(
        "{boards} isn’t a number of boards in a match. Type a number from {fewest} to {most}."
    )
    MATCH_LENGTH_FIXED = Sentence(
        "Results of boards have been entered, so matches keep their {boards} boards. Delete them in Scores first.",
    )
    MATCH_LENGTH_WITHDRAWN = Sentence(
        "A team has withdrawn, so matches keep their {boards} boards. Let it play again first, at Change movement.",
    )
    FIXTURES_TOO_LATE = Sentence("The last round would be after the year 9999. Type fewer days.")
    REPORT_CHANGED = Sentence(
        "{home} against {away}: {now} was saved since you opened this page; you typed {typed}. Press Save again to "
        "replace it.",
    )
    REPORT_LARGE_MARGIN = Sentence(
        "{home} against {away}: {margin} IMPs in {boards} boards are more than {most} per board. Check both, or press "
        "Save again to save them.",
    )
    REPORT_FEWER_IMPS = Sentence(
        "The boards entered so far give {boards} IMPs, but the result {typed} was typed. It counts until all boards are "
        "entered. Check both.",
    )
    REPORT_SUPERSEDED = Sentence(
        "All boards are entered, so they count, and not the result {typed} that was typed before.",
    )
    REPORT_ONE_SIDE = Sentence("Type the result of both sides, or of neither to delete it.")
    REPORT_NO_NUMBER = Sentence("“{text}” isn’t a number. Type one such as 24 or 13.5.")
    NO_PLAN = Sentence("No movement has been chosen yet. Choose one in Field.")
    PLAN_FIXED = Sentence(
        "You can’t pick a new movement: {results_in}. Use Change movement to keep {them}, or delete {them} in Scores "
        "first.",
    )
    KNOCKOUT_ALONE = Sentence(
        "A knock-out can’t share a stage with another session. Start it as the next stage: Results, More, Next stage.",
    )
    MATCH_BOARDS = Sentence(
        "The scale {scale} is for matches of {known} boards, not of {boards}. Choose another number of boards, or another "
        "scale at Results.",
    )
    RESULT_WITHOUT_PLACE = Sentence(
        "Board {board_no}, {ns} against {ew}, isn’t in the {which} movement. Delete that result in Scores first.",
    )
    MATCH_WITHOUT_PLACE = Sentence(
        "The match of {home} and {away} has a result but isn’t in the {which} movement. Remove its result in Matches first.",
    )
    RULING_WITHOUT_MATCH = Sentence(
        "Ruling {number} changes {match}, which isn’t in the {which} movement. Withdraw it in Rulings first.",
    )
    TOO_MANY_NAMES = Sentence(
        "This movement has {places} places, but {named} have names. Remove those who aren’t playing in Seats first.",
    )
    GAME_FIXED = Sentence(
        "Results of {event} have been entered, so the game stays {game}. Delete them in Scores first, or start a "
        "new event.",
    )

    # files that are imported
    ALREADY_HERE = Sentence(
        "{name} on {date} has already been imported from {source}, as event {event_id}. Nothing was imported.",
    )
    TOO_MANY_SECTIONS = Sentence(
        "The file has {count} sections; the limit is {most}. Export it in several parts.",
    )
    SCORING_NOT_HERE = Sentence(
        "Scoring by {scoring} isn’t supported. Choose one of {known}.",
    )

    # boards, pairs and lines
    BOARD_OUTSIDE_PLAN = Sentence("Board {board_no} isn’t in play here. The boards are {boards}.")
    NO_TRUMP_OF_GAME = Sentence(
        "Only duplicate whist has one trump per deal. Enter contracts instead."
    )
    BOARD_AT_NO_TRUMPS = Sentence(
        "Board {board_no} is at no trumps, so {trump} can’t be its trump. Delete NT first if the board has a trump.",
    )
    PAIR_NUMBER = Sentence("There is no pair {pair_no} here. The pairs are {pairs}.")
    PAIR_AGAINST_ITSELF = Sentence("{called} {pair} is entered twice. Choose another.")
    BOARD_TWICE = Sentence(
        "Board {board_no} already has a score for these pairs: {ns} against {ew}, {text}. The second one will be "
        "void (Law 15B1).",
    )
    NOBODY_AT_TABLE = Sentence(
        "Nobody plays at table {table_no} in round {round_no}. Choose another."
    )
    TABLE_OF_HALVES = Sentence(
        "Table {table_no} plays two half matches in round {round_no}, so you can’t exchange its boards. Correct "
        "the results one by one.",
    )
    SAME_TABLE_TWICE = Sentence("You chose table {table_no} twice. Choose two different tables.")
    BOARDS_DO_NOT_MATCH = Sentence(
        "Boards {was} and {now} are different numbers of boards. Correct the results one by one.",
    )
    LINE_STANDS_ALREADY = Sentence(
        "Board {board_no}, {ns} against {ew}, already has a result from another table. If it’s wrong, delete it first.",
    )
    NOT_MEETING = Sentence("{where}: {ns} and {ew} don’t meet. {hint}")
    CHANGED_MEANWHILE = Sentence(
        "Board {board_no}, {ns} against {ew}: {who} {did} at {at}; you {typed}. Your entry has not been saved. Choose "
        "which result to keep.",
    )

    # entries on a line
    NOT_PLAYED_WITHOUT_REASON = Sentence(
        "NP needs a reason. Type it after NP, as in NP late, or NP no time.",
    )
    AWARD_WITHOUT_TEXT = Sentence("An award needs a score. Enter one, such as A6040.")
    REASON_TOO_LONG = Sentence("“{reason}…” is longer than {most} characters. Shorten the reason.")
    NOTHING_TO_MOVE = Sentence(
        "{entry} has no points of its own to move. Enter a result before MOVED."
    )
    NO_WEIGHTED_SCORE = Sentence("“{text}” isn’t a weighted score. Try 60% 4SS=, 40% 4SS-1.")
    WEIGHTS_NOT_WHOLE = Sentence(
        "The weights {weights} add up to {total}%. Use weights above 0 that add up to 100%.",
    )
    NO_RESULT_TO_ADJUST = Sentence("{entry} isn’t a result, so {so}. Enter it by itself.")
    REVOKE_ALONE = Sentence("“{text}” has no result. Type the result first: 3HS+1 {mark}.")
    FAULT_OF_NOBODY = Sentence(
        "“{text}” doesn’t say who is at fault. Type CARDS NS, CARDS EW or CARDS BOTH.",
    )

    # fouled boards
    PAIRS_DO_NOT_MEET = Sentence("{ns} and {ew} don’t meet on board {board_no}. Reload the page.")
    NO_GROUP_OF_CARDS = Sentence(
        "“{letter}” isn’t a group of cards. Choose one of {letters}, or none."
    )
    CARDS_WITHOUT_LINE = Sentence(
        "Board {board_no} had other cards for {pairs}, who no longer meet there. Undo the report about their table first.",
    )

    # handicaps, strata and carry-over
    EXTRA_NOT_TAKEN = Sentence(
        "Scoring by {method} doesn’t use any {what}. Empty that column, or choose another method.",
    )
    EXTRA_WITHOUT_UNIT = Sentence("A {what} needs a unit. Choose one of {units}.")
    EXTRAS_OF_ANOTHER_UNIT = Sentence(
        "Section {letter} counts its {what} in {unit}, and both sections are ranked in one list. Choose the same here.",
    )
    STRATA_OF_ANOTHER_KIND = Sentence(
        "Section {letter} has: {strata}. Both sections are ranked in one list, so choose the same here.",
    )

    # the movement
    DRAW_FIRST = Sentence(
        "Round {round_no} has not been drawn yet. A director must draw it before it starts.",
    )
    NOBODY_TO_PLAY = Sentence("{they_have} nobody to play against. Movements exist for {sizes}.")
    MOVEMENT_OF_PLAYERS = Sentence(
        "{movement} doesn’t number its players by team. Seat two of one team against two of another in each row; number "
        "team 1 first, then team 2, and so on.",
    )

    # figures that only pairs have
    NO_TABLE_TO_TURN = Sentence("Tick the tables that sat the wrong way.")
    TABLES_CHANGED = Sentence(
        "The tables of round {round_no} have changed since you opened this page. Check them again."
    )
    OTHERWISE_FOR_PAIRS = Sentence(
        "You can report wrong seats only in a pairs event. Correct the names in Seats, or enter an adjusted score.",
    )

    # custom movements
    MOVEMENT_MISSING = Sentence("Choose a file or paste a movement first.")
    MOVEMENT_FILE_TOO_LARGE = Sentence(
        "{file} is larger than 1 MB. Choose a file with movements only."
    )
    NO_FORM_OF_MOVEMENT = Sentence(
        "This isn’t a movement. Use JSON, a CSV grid with column names, or movement text with a code in brackets in "
        "its first line.",
    )
    NO_GRID = Sentence("This isn’t a grid of the editor. Reload the page.")
    GRID_OF_OTHERS = Sentence("This grid isn’t for {unit}. Open the editor again from this event.")
    GRID_EMPTY = Sentence("No table is complete yet. Type who plays and the board set.")
    GRID_UNFINISHED = Sentence("Round {round_no} is empty. Fill it, or remove it.")
    SEVERAL_MOVEMENTS = Sentence("The file has {count} movements. Choose one.")
    MOVEMENT_FAULTY = Sentence("{things_are} wrong with this movement. It hasn’t been saved.")
    MOVEMENT_TOO_LARGE = Sentence(
        "The movement has {count} {what}. The limit for a section is {most}."
    )
    MOVEMENT_WORDS_TOO_LONG = Sentence(
        "The movement’s {what} is longer than {most} characters. Shorten it."
    )

    # names
    PERSON_TWICE = Sentence(
        "{name} already plays {where}. Remove the name there first, or correct this one.",
    )
    PLAYED_ELSEWHERE_THEN = Sentence(
        "{name} played {where} until round {round_no}. Choose a later round, or another name.",
    )
    PLACE_NUMBER = Sentence("There is no {called} {number} here. The {called}s are {places}.")
    ONE_NAME_A_PLACE = Sentence(
        "“{given}” is two names. Everybody plays alone, so give player {number} one of them.",
    )
    MORE_THAN_A_PAIR = Sentence(
        "Pair {label} has more than two names ({given}). Leave two of them.",
    )
    TEAM_TOO_SMALL = Sentence(
        "Team {label} has {players}, but a team has {least} to {most}. Add players."
    )
    TEAM_TOO_LARGE = Sentence(
        "Team {label} has {players}, but a team has {least} to {most}. Remove players.",
    )
    CAPTAIN_NO_MEMBER = Sentence(
        "The captain of team {label} isn’t one of its players. Choose one of them."
    )
    TEAM_NAME_TOO_LONG = Sentence(
        "The team name “{name}…” is too long. Use at most {most} letters."
    )
    TEAM_NAME_TAKEN = Sentence("Team {label} is already called {name}. Choose another name.")

    # sessions and sections
    NO_SESSION = Sentence("{name} has no session {number}. Use the number of one that it has.")
    NO_SECTION = Sentence(
        "{name} has no section {letter} in session {number}. Use the letter of one that it has.",
    )

    # a list of names
    LIST_TOO_LONG = Sentence("The list has {given}, but this movement seats {places}.")
    PAIR_LISTED_OFTEN = Sentence(
        "{who} is in the list {times} times. Give every {called} a different number.",
    )
    TOO_FEW_EMPTY_PLACES = Sentence(
        "The list has more {called}s without a number than {side}empty places. Add their numbers, or use Replace the list.",
    )

    # places
    NOBODY_TO_MOVE = Sentence("Choose a {called} with names, and the section to move it to.")
    MOVE_AFTER_RESULTS = Sentence(
        "Results of {called} {label} have been entered, so it stays in section {letter}. Change the names instead.",
    )
    REPLACED_AFTER_RESULTS = Sentence(
        "Results of {called} {label} have been entered, so the list can’t replace the names. Change names one by one.",
    )
    NO_PLACE_THERE = Sentence(
        "Section {letter} has no empty place. Free one first, or choose a larger movement.",
    )
    DRAW_AFTER_RESULTS = Sentence(
        "Results have been entered, so you can’t draw seats now. Swap two {called}s instead.",
    )
    UNDRAW_AFTER_RESULTS = Sentence(
        "Results have been entered, so you can’t undo the draw now. Swap two {called}s instead.",
    )
    SEATED_BY_NOW = Sentence(
        "The seats here decided where {who} of session {number} sits, so they stay. Swap two {called}s instead.",
    )
    NO_DRAW_TO_UNDO = Sentence("No seats have been drawn, so nothing can be undone.")
    SCORED_OTHERWISE = Sentence(
        "Swiss pairs score victory points, but another section has results scored by {method}. Start a new event "
        "for the Swiss.",
    )

    # carry-over from an earlier event
    CARRY_OVER_ABOVE = Sentence(
        "Pair {pair}: the carry-over {amount} is above the maximum of {most}. Correct one of the two.",
    )
    CARRIED_FROM = Sentence("Choose the event to carry points over from.")
    CARRIED_SHARE = Sentence("{share} isn’t a percentage. Type a whole number from 1 to 100.")
    CARRIED_UNIT = Sentence(
        "The results of {name} are {before}, those here {now}. Choose another source, or type the carry-over.",
    )
    CARRIED_NOBODY = Sentence(
        "Nobody here played in {name} under the same name. Choose another event."
    )

    # entries for the wrong board
    NOT_THERE_TO_MOVE = Sentence(
        "Board {board_no}, {pairs}: the result is now {stands}, so nothing was moved. Check it and choose again.",
    )
    MOVED_TO_ITSELF = Sentence("The result is already on board {board_no}. Choose another board.")
    GIVEN_NOT_MOVED = Sentence(
        "Board {board_no}, {pairs}: {text} is a ruling, so you can’t move it. Delete it on its line first.",
    )
    NO_ROUND_ROBIN = Sentence(
        "Teams can withdraw only from a round robin. In a Swiss, leave the team out of the next round; otherwise use "
        "Change movement.",
    )
    WITHDRAWAL_FIXED = Sentence(
        "The movement was changed after team {team} withdrew. Undo that change first, or add a late team.",
    )
    WITHDRAWAL_UNKNOWN = Sentence(
        "Team {team} or round {round_no} doesn’t exist. Choose both from the lists.",
    )

    # undoing and going on

    BOX_EMPTY = Sentence("“{box}” is empty. Fill it in.")
    ROUND_NOT_EARLIER = Sentence(
        "Round {round_no} isn't before the change, which takes effect from round {from_round}. Choose an earlier one."
    )
    LAST_ROUND_BEGUN = Sentence("The last round has begun, so rounds can only be added.")
    LAST_ROUND_ENTERED = Sentence(
        "Results of the last round have been entered, so rounds can only be added. If fewer rounds have been played, "
        "choose an earlier round.",
    )
    CHANGED_SINCE = Sentence(
        "The movement or the results have changed since you opened this page. Choose again from the new options.",
    )
    CHANGED_BY_DRAW = Sentence(
        "Each round is drawn, so late entries, withdrawals and the number of rounds are at Draw.",
    )

    # adding and removing sections and sessions

    NOT_NEXT_SECTION = Sentence(
        "You can’t add section {letter} now. Go back to Field and add the next section there.",
    )
    NOT_NEXT_SESSION = Sentence(
        "The next session is session {number}. Go back to Field and add it there."
    )
    ONLY_SECTION = Sentence("You can’t remove section {letter}: it’s the only one in this session.")
    ONLY_SESSION = Sentence("You can’t remove the only session.")
    NOT_LAST_SESSION = Sentence(
        "Session {number} isn’t the last one. Remove the last session first."
    )
    ENTERED_HERE = Sentence(
        "You can’t remove section {letter}{session}: it has results or other entries."
    )
    PLAYED_ELSEWHERE = Sentence("{name} was imported, so you can’t add sections or sessions.")
    DRAWN_GOES_ON = Sentence(
        "{name} continues in this session. Give its later rounds another date at Draw."
    )

    # seeds

    SEEDS_AFTER_RESULTS = Sentence(
        "Results have been entered, so {called}s keep their seeds. Change pairings at Draw."
    )
    NOT_AT_THE_DOOR = Sentence(
        "This {called} is no longer on the list, so nothing was marked. Press another.",
    )
    SEEDS_OUTDATED = Sentence(
        "The entries have changed since this page was opened. Check the seeds, then save again."
    )
    SEEDS_NOT_DRAWN = Sentence("Only a Swiss or a knock-out has seeds. Choose one in Field.")
    SEED_UNREADABLE = Sentence(
        "{name}: the seed can’t be “{text}”. Type a number from 1 to {last}."
    )
    SEED_TWICE = Sentence("Seed {seed} is typed twice: {first} and {second}. Change one of them.")
    RATING_UNREADABLE = Sentence(
        "{name}: the rating can’t be “{text}”. Type a number such as 87.5, or leave it empty."
    )

    # hands

    NO_BOARD_OF_FILE = Sentence(
        "The file has boards {given}, but this event plays {boards}. Nothing was imported.",
    )
