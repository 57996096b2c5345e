"""Sentences of the desk's refusals, for every kind of event.

A sentence has one constant, whose name is also its code (:class:`~director.errors.Sentence`). The
words in braces are the parameters that a raise gives. Each kind of event has further sentences of
its own.
"""

from director.errors import Phrase, Sentence


class DeskSentences:
    """Sentences of the desk's refusals, grouped by subject."""

    KIND_LEFT_OUT = Sentence(
        "This program was set up without events of this kind ({contest}). Ask whoever set it up to add them."
    )
    METHOD_LEFT_OUT = Sentence(
        "This program was set up without the scoring method of this event ({method}). Ask whoever set it up to add it."
    )

    # signing in
    TOO_MANY_ATTEMPTS = Sentence(
        "Too many wrong passwords. Wait {how_long}, until {at}, then try again."
    )
    ACCOUNT_NAME_UNSEEN = Sentence(
        "This name contains invisible characters. Type it again with letters and digits.",
    )
    ACCOUNT_NAME_TOO_LONG = Sentence("This name is too long. Use at most {most} characters.")
    ACCOUNT_NAME_TAKEN = Sentence("The username {name} is taken. Choose another.")
    PASSWORD_NOT_YOURS = Sentence("This isn’t your current password. Type it again.")

    # accounts
    SENT_BEYOND_ROLE = Sentence(
        "Not saved: you’re signed in as {name}. A {role} can only {may}. Ask a director to do this or to change your role.",
    )
    LAST_DIRECTOR = Sentence(
        "{name} is the only director who can sign in. Make someone else a director first.",
    )
    NO_ACCOUNT = Sentence("This account doesn’t exist any more. Reload the list.")
    PAGE_BEYOND_ROLE = Sentence(
        "This page is for {readers}. You’re signed in as {name}: a {role} can only {may}.",
    )

    # forms
    NO_WHOLE_NUMBER = Sentence(
        "“{text}” isn’t {what}. Type a whole number in figures, such as {example}."
    )
    NUMBER_OF_TWO_READINGS = Sentence(
        "“{text}” can be {decimal} or {whole}. Type {decimal} or {whole}."
    )
    TEXT_TOO_LONG = Sentence("{what} has {count} characters. Shorten it to {most} or fewer.")
    BOX_CHANGED_MEANWHILE = Sentence(
        "This was changed to “{stored}” after you opened the page. Check it, then press again to replace it."
    )
    BOX_EMPTIED_MEANWHILE = Sentence(
        "This was emptied after you opened the page. Check it, then press again to fill it in."
    )
    SPARE_RANGE = Sentence("{what} can be 0 to {most}, not {spare}.")

    # starting a night
    SETTING_NOT_OF_GAME = Sentence(
        "This game has no such setting. Empty it, or choose another game.",
    )
    GAME_UNKNOWN = Sentence(
        "No game is called “{name}”. Type part of its name, or choose one below."
    )
    NOT_LONG_RUNNING = Sentence(
        "Only teams play over weeks or months. Choose a game of teams, or untick this.",
    )
    GAME_NOT_UNIQUE = Sentence("“{name}” is in the names of {count} games. Choose one of them.")
    EVENT_NAME_TAKEN = Sentence(
        "Another night of this day is called {name}. Choose another name, such as {free}."
    )

    # sites
    NOT_PUBLISHED = Sentence("{event} isn’t published. Publish it first, then save it as a site.")

    NO_SITE = Sentence(
        "“{text}” isn’t the address of a site. Type it as https://club.example.",
    )

    # paper
    NO_ADDRESS_FOR_PHONES = Sentence(
        "“{address}” isn’t an address for phones. Try one such as http://192.168.1.5:8000.",
    )
    LETTERS_LACKING = Sentence(
        "{names_have} letters that no font here can print; they appear as □. Add the name in Latin letters. Or "
        "install a TrueType font with them, such as WenQuanYi Zen Hei or Nanum Gothic, and restart the program.",
    )

    # clubs and people
    CLUB_NAME_TAKEN = Sentence("Another club is already called {name}. Choose another name.")
    SECOND_CLUB = Sentence(
        "The club here is {club}, and {name} would share its people and directors. Start another data folder "
        "for {name} (KALAMAZOO_DATA), with a database of its own.",
    )
    NAME_MISSING = Sentence("Type a name.")
    NAME_TOO_LONG = Sentence("The name “{name}…” has more than {most} letters. Shorten it.")
    NO_NUMBER = Sentence(
        "“{number}” isn’t a membership number: those have digits, such as 1234567 or J123456. Correct or remove it.",
    )
    NUMBER_TOO_LONG = Sentence(
        "The number “{number}…” has more than {most} characters. Shorten it."
    )
    MERGE_STAYS = Sentence(
        "Another {name} has since been added, {known}. Give them another number, then undo the merge.",
    )
    NO_LIST = Sentence(
        "This file looks like {kind}, not a list of people. Save the list as CSV or XLSX."
    )
    LIST_OF_RESULTS = Sentence(
        "This is {kind} with results, not a list of people. Import it under Nights → Import results."
    )
    LIST_OF_HANDS = Sentence(
        "This is {kind} with hands, not a list of people. Import it under Hands in the session that plays them."
    )
    LIST_OF_MOVEMENTS = Sentence(
        "This is {kind}, not a list of people. Import it under Club → Movements."
    )
    NO_NAMES = Sentence(
        "The list has no column of names. Add the heading Name, or First name and Surname."
    )
    PEOPLE_TOO_MANY = Sentence("The list has {people} lines, but the limit is {most}. Split it.")
    NOTHING_LISTED = Sentence("Choose a file, or paste the list.")
    LINE_TWICE = Sentence(
        "Lines {first} and {line} are both {name}. Delete one, or choose who it is."
    )
    LINE_FAULTY = Sentence("Line {line}: {fault} Nothing has been imported yet.")
    NO_EMAIL = Sentence("“{email}” isn’t an e-mail address. Correct it or leave it empty.")
    NUMBERS_OF_SEVERAL = Sentence(
        "These numbers belong to {first} and {second}. Correct them, or merge the two in People.",
    )
    BODY_UNKNOWN = Sentence(
        "No {body} numbers have been entered yet, so exports would have none. Add them in People first, or leave this "
        "empty.",
    )
    NUMBER_OF_BODY = Sentence(
        "“{line}” isn’t a membership number. Type organisation and number, such as Club: 17.",
    )
    BODY_TOO_LONG = Sentence(
        "“{line}” is too long: use at most {most} characters, then {digits} for the number.",
    )
    BODY_TWICE = Sentence("{body} is listed twice. Keep one number per organisation.")
    NUMBER_TAKEN = Sentence(
        "{name} has the number {number}. Correct it, or merge the two in People."
    )
    NUMBER_OF_SEVERAL = Sentence("{first} and {second} both have number {number}. Type the name.")
    NOBODY_CALLED = Sentence("Nobody in People is called “{name}”. Choose a name from the list.")
    TWINS = Sentence(
        "Same person? {names} differ only in capitals. In People, merge them or give one a number."
    )
    SAME_NAME = Sentence("{count} people are called {name}. Add the number, as in {example}.")
    NAME_OF_TWO = Sentence("“{name}” is two people. Enter each by their own name.")
    NAME_OF_NOBODY = Sentence("“{name}” isn’t a name. Type the person’s name.")
    PERSON_LISTED = Sentence("{name} is already in People, {known}. Type another number.")
    PERSON_PLAYED = Sentence(
        "{name} has played in {nights} and can’t be removed. To remove a duplicate, merge the two.",
    )
    FORGET_NAME = Sentence("This isn’t the name. Type {name} as it is shown, then delete.")
    MERGED_WITH_THEMSELVES = Sentence(
        "You can’t merge {name} with themselves. Choose someone else."
    )
    MERGED_NUMBER_TAKEN = Sentence(
        "{name} has the number {number}, and so has another {other}. Merge {name} with {other} ({number}).",
    )
    BOTH_PLAYED = Sentence(
        "{name} and {other} both played in {event} on {date:%d %B %Y}, so you can’t merge them.",
    )

    # the journal
    UNDO_BEYOND_ROLE = Sentence("Only a director can undo or redo this: {words}")
    NOTHING_TO_UNDO = Sentence("Nothing is left to undo.")
    NOT_IN_HISTORY = Sentence(
        "That change isn’t in the history, so it can’t be undone or redone. Correct the result in its line.",
    )
    DONE_MEANWHILE = Sentence("There is a newer change: {words} Check it before you undo.")
    UNDO_OF_ANOTHER = Sentence("Undo what {who} did at {when}? {words}")
    REDO_OF_ANOTHER = Sentence("Redo what {who} undid at {when}? {words}")
    UNDONE_BY_ANOTHER = Sentence("{who} undid this change of yours at {when}: {words}")
    BUILT_ON = Sentence("A later change depends on this one. Undo that first: {words}")
    MERGED_SEATED = Sentence(
        "{name} was merged with {other}, who sits there already. Undo the merge in People first.",
    )
    MERGED_SEATED_AGAIN = Sentence(
        "{name} was seated again in {event} on {date:%d %B %Y}, after the merge. Remove the name at Seats there first.",
    )
    PLACE_TAKEN = Sentence("Something newer is in its place, so nothing was changed.")
    NOTHING_TO_REDO = Sentence(
        "Nothing is left to redo: something else was changed after the undo."
    )
    UNDONE_MEANWHILE = Sentence("Another change was undone: {words} Check it before you redo.")
    SETTING_CHANGED_SINCE = Sentence(
        "This was changed again, so it can’t be undone or redone. Type what it should be: {words}"
    )
    DONE_SINCE = Sentence("You can’t redo this because of a later change: {words}")

    # places
    SWAP_WITH_ITSELF = Sentence("Choose two different {called}s to swap.")

    # private addresses
    CODE_NOT_VALID = Sentence(
        "This card or code is no longer valid, or its address was mistyped. Ask the director for a new one.",
    )
    CAPTAIN_LINK_CLOSED = Sentence(
        "This link was closed or replaced by the director. Ask for the new one.",
    )
    TABLE_CODE_WRONG = Sentence(
        "No table has this code tonight. Type the six letters and figures on the card, or ask the director.",
    )
    CODES_TRIED = Sentence(
        "Too many wrong codes were tried here. Wait ten minutes, then scan the card again.",
    )

    # publishing
    OFF_THE_LISTS = Sentence("{event} is archived. Restore it under Nights first.")
    PRACTICE_NOT_PUBLISHED = Sentence("A practice event can’t be published. Start a real one.")
    PUBLISHED_ALREADY = Sentence(
        "{event} is already published, {state}. To change the deadline, use More.",
    )
    PUBLISHED_OTHERWISE = Sentence(
        "Someone changed {event}: it is now {state}. Check the hours and press again.",
    )
    OPENED_BEFORE_PUBLISHED = Sentence(
        "{event} isn’t published yet. You can correct its results now."
    )
    FINAL_BEFORE_PUBLISHED = Sentence("{event} isn’t published yet. Publish it first.")
    RESULTS_MISSING = Sentence(
        "{doubts}{missing}. While results are published, phones can’t enter any. Press “Publish anyway” if you are sure.",
    )
    RESULTS_IN_DOUBT = Sentence("{doubts}Press “Publish anyway” if you are sure.")
    FINAL_WITH_MISSING = Sentence(
        "{doubts}{missing}. Final results can’t be changed or added to. Press “Make final anyway” if you are sure.",
    )
    FINAL_IN_DOUBT = Sentence(
        "{doubts}Final results can’t be changed. Press “Make final anyway” if you are sure."
    )
    NONE_ENTERED = Phrase("No results have been entered")
    SOME_MISSING = Phrase("Missing: {count} of {due} {things}")
    ROUNDS_TO_DRAW = Phrase("Rounds to draw: {count}")
    TABLES_CLOSED = Sentence(
        "Results are published or final, so tables can’t enter any now. Tell the director what is wrong.",
    )
    FINAL = Sentence("{name} is final since {when}. To correct it, reopen it in Results.")
    PERIOD_TOO_SHORT = Sentence("Enter at least 1 hour for corrections.")
    PERIOD_TOO_LONG = Sentence("{hours} hours is too long or too short. Enter {least} to {most}.")

    # the time of the machine
    CLOCK_BEFORE_RELEASE = Sentence(
        "This computer’s clock says {now}, which can’t be right. Set its date and time before you publish results.",
    )
    CLOCK_DOUBTFUL = Sentence(
        "This computer’s clock says {now}, but the last change is dated {last}. Check its date and time before "
        "you publish results.",
    )
    ZONE_UNKNOWN = Sentence(
        "The time zone {name} is unknown, so times may be wrong. Set TZ to a name such as Europe/London.",
    )

    # the clock
    CLOCK_KEY = Sentence("The clock has no key “{key}”. Use {keys}.")
    CLOCK_MOVED_ON = Sentence(
        "The clock is already at {word} {now_no}, not at {word} {round_no}. Check it before you press again.",
    )
    CLOCK_NOT_RUNNING = Sentence("The clock isn’t running, so you can’t pause it.")
    ROUND_RUNNING = Sentence("Round {round_no} is running already.")
    NO_ROUND_TO_EXTEND = Sentence(
        "No round is running, so there is nothing to extend. Start the round first.",
    )
    NO_ROUND_TO_RING_OUT = Sentence(
        "{title} {round_no} has not started, so you can’t end it. Start it first.",
    )
    NO_ROUND_BEFORE = Sentence("Round 1 has not started yet; there is no round before it.")
    ROUND_LENGTH = Sentence("A round can be 1 to {most} minutes long, not {minutes}.")
    WARNING_LENGTH = Sentence(
        "A warning {warning} minutes before the end doesn’t fit a round of {minutes}. Enter fewer, or 0 for none.",
    )
    BREAK_LENGTH = Sentence(
        "A break can be 1 to {most} minutes long, not {minutes}. Enter 0 for none."
    )
    BREAK_PLACE = Sentence(
        "No break can follow round {after_round}: there are {rounds} rounds. Choose one before the last.",
    )
    BREAK_PAST = Sentence(
        "The round after round {after_round} has begun, so no break can come before it. Choose a later one.",
    )
    ROUND_CHANGE_TOO_LONG = Sentence(
        "You can change a round by at most {most} minutes, not by {minutes}."
    )
    PLAY_OVER = Sentence("Play is over already.")
    PLAY_OVER_AT_START = Sentence("Play is over. Go back one round to start the clock again.")

    # the room
    MESSAGE_EMPTY = Sentence("Type a message first.")
    MESSAGE_TOO_LONG = Sentence(
        "This message has {length} characters; the limit is {most}. Shorten it."
    )
    MESSAGE_MINUTES = Sentence(
        "A message can be shown for 1 to {most} minutes, not {minutes}. Leave it empty to remove it yourself.",
    )
    MESSAGE_GONE = Sentence("That message has already been removed.")
    CALLED_BEFORE = Sentence(
        "Table {table} has been waiting since {since}. Answer that call first."
    )
    CALL_GONE = Sentence("That call is already {state}.")

    # the data folder and its database
    DATA_FOLDER = Sentence(
        "Kalamazoo can’t write to the data folder {folder} ({reason}). Set the environment variable KALAMAZOO_DATA "
        "to another folder.",
    )
    SENT_BEFORE = Sentence(
        "This was already sent and saved. If you have undone it since, enter it on a new page.",
    )
    LITTLE_ROOM = Sentence(
        "Only {megabytes} MB are free on the disk with {folder}. Free some space before the event.",
    )
    DATABASE_UNUSABLE = Sentence(
        "Kalamazoo can’t use the database {database} ({reason}). Close Kalamazoo in other windows. Otherwise move "
        "the file away and restore a backup with {program} restore.",
    )
    POSTGRESQL_UNUSABLE = Sentence(
        "Kalamazoo can’t use the PostgreSQL database {database} at {where} ({reason}). Check that it runs and that "
        "DATABASE_URL is right.",
    )
    CACHE_SILENT = Sentence(
        "The Redis server doesn’t answer, so pages for visitors are slower. Check that it runs and that "
        "CACHE_URL is right.",
    )
    DATABASE_NEWER = Sentence(
        "A newer Kalamazoo has used the database in {folder} (this one doesn’t know {newest}). Start the newer "
        "program, or restore a backup in another folder.",
    )
    DATABASE_BETWEEN = Sentence(
        "The database in {folder} is between two releases (at {newest}). Start Kalamazoo 0.3.0 on it once, then this one.",
    )
    UPDATED_ELSEWHERE = Sentence(
        "Another Kalamazoo is still updating the database in {folder}. Start again when it has finished.",
    )
    OLDER_IS_SERVING = Sentence(
        "An older Kalamazoo serves {folder} at {address}. Stop it, then start again.",
    )
    STILL_SERVING = Sentence(
        "Kalamazoo serves {folder} at {address}. Stop it, then restore the backup."
    )
    NOT_BACKED_UP = Sentence(
        "The database was not changed, because it must be backed up first. {reason}"
    )

    # backups
    BACKUP_FOLDER = Sentence("Kalamazoo can’t create the folder {folder} ({reason}).")
    BACKUP_NOT_WRITTEN = Sentence(
        "Kalamazoo can’t write the backup {path} ({reason}). Choose another place.",
    )
    BACKUP_READS_OTHERWISE = Sentence(
        "The backup {path} doesn’t read back as it was written. Try another disk.",
    )
    BACKUP_NOT_RESTORABLE = Sentence(
        "The backup {path} was not written, because it couldn’t be restored: {reason}. "
        "Copy the folder {folder} to keep your data, and ask for help.",
    )
    BACKUP_NOT_COPIED = Sentence(
        "The backup {path} was written, but couldn’t be copied to {folder} ({reason}). Connect that disk, then try again.",
    )
    NOT_TO_REPLACE = Sentence("{path} already exists and isn’t a backup. Choose another file name.")
    BACKUP_MISSING = Sentence("There is no file {path}.")
    BACKUP_UNREADABLE = Sentence("Kalamazoo can’t read {path} ({reason}). Nothing was changed.")
    BACKUP_FILE_EMPTY = Sentence("{path} is empty. Nothing was changed.")
    NO_BACKUP = Sentence("{path} is not a backup of this program. Nothing was changed.")
    BACKUP_OR_DAMAGED = Sentence(
        "{path} is not a backup of this program, or is damaged. Nothing was changed.",
    )
    BACKUP_NEWER = Sentence(
        "{path} was made by a newer program. Update this one first. Nothing was changed.",
    )
    BACKUP_BETWEEN = Sentence(
        "{path} was made between two releases (at {schema}). "
        "Restore it with Kalamazoo 0.3.0 and make a new backup there. Nothing was changed.",
    )
    BACKUP_TOO_LARGE = Sentence(
        "{path} is too large to be a backup of this program. Nothing was changed.",
    )
    BACKUP_CUT_SHORT = Sentence(
        "{path} is incomplete: its last line is missing. Nothing was changed."
    )
    BACKUP_CHECKSUM = Sentence(
        "{path} was altered or is damaged: its checksum differs. Nothing was changed.",
    )
    BACKUP_WITHOUT_LIST = Sentence(
        "{path} is damaged: it holds no list of records. Nothing was changed."
    )
    BACKUP_WITHOUT_RECORDS = Sentence(
        "{path} is an empty backup: it holds no records. Nothing was changed."
    )
    BACKUP_BAD_RECORD = Sentence(
        "{path} is damaged: it holds something that isn’t a record. Nothing was changed.",
    )
    BACKUP_UNFIT = Sentence(
        "{path} is altered or damaged: its records don’t fit together. Nothing was changed.",
    )
    BACKUP_NOT_CHOSEN = Sentence("Choose a backup file. Its name ends in .backup.")
    BACKUP_SENT_TOO_LARGE = Sentence(
        "The file is larger than {megabytes} MB. Stop the program and run kalamazoo restore FILE. Nothing was changed.",
    )
    BACKUP_NO_LONGER_WAITS = Sentence(
        "That file was restored already, or has waited too long. Choose it again.",
    )
    BACKUP_ALTERED = Sentence("{path} is altered or damaged: {reason}. Nothing was changed.")

    # what a backup would open again
    ACCOUNT_RETURNS = Phrase("{name}, {role}, who has no account here now")
    ACCOUNT_REOPENS = Phrase("{name}, {role}, whose account is closed now")
    ROLE_RETURNS = Phrase("{name}, as {role}")
    PASSWORD_RETURNS = Phrase("{name}, {role}, with another password")
    INVITATIONS_RETURN = Phrase("{count} for new accounts")
    LINKS_RETURN = Phrase("{count} of {event}")
    TOKEN_RETURNS = Phrase("the program {name}")

    # the reason why a backup is altered
    RECORD_FIELD_NUL = Phrase("{record} has a NUL in its {field}")
    RECORD_UNKNOWN = Phrase("there are no records called {label!r}")
    RECORD_FIELD_UNKNOWN = Phrase("{record} has an unknown field {field!r}")
    RECORD_FIELD_MISSING = Phrase("{record} has no {field}")
    RECORD_FIELD_REFUSED = Phrase("{record} has a wrong {field}: {reason}")
    RECORD_FIELD_WRONG = Phrase("{record} has a wrong {field}")
    RECORD_UNFIT = Phrase("{record} doesn’t fit the other records")
    RECORDS_UNFIT = Phrase("its records don’t fit together")

    # phones at the tables
    NO_KEY = Sentence("Every entry needs its own key, of at most {most} characters.")
    KEY_USED_FOR_BOARD = Sentence(
        "This key was used for board {board_no}, so nothing was saved. Send it again with a new key."
    )
    KEY_USED = Sentence(
        "This key was used for another entry, so nothing was saved. Send it again with a new key."
    )
    NO_CALL_HERE = Sentence("You can’t call the director from this page.")
    NIGHT_OFF_LISTS = Sentence(
        "This event is archived, so you can’t enter results. Call the director."
    )
    PHONE_SENT_TOO_MUCH = Sentence("That is too long: a phone sends at most {most} bytes at once.")
    PHONE_SENT_NO_JSON = Sentence("What was sent isn’t a JSON object, so nothing was saved.")
    PHONE_SENT_NO_TRUTH = Sentence("“{name}” must be true or false, so nothing was saved.")
    PHONE_REFUSED = Sentence(
        "The director has blocked this phone at this table. Ask the director to allow it.",
    )
    PHONE_WAITS = Sentence(
        "This phone can’t enter results until the director allows it. Ask the director.",
    )
    PHONE_GONE = Sentence(
        "That phone is no longer at table {table_no}, or has a new address. Check the list again.",
    )
    PROGRAM_FAILED = Sentence("The program failed here, so nothing was saved. Tell the director.")
    NUL_SENT = Sentence(
        "What you sent contains a character that can’t be saved (NUL). Remove it and send it again.",
    )
    NUL_IN_ADDRESS = Sentence(
        "This address contains a character that can’t be used (NUL). Remove it and try again.",
    )
    NO_ADDRESSES_YET = Sentence(
        "These sheets need private addresses that don’t exist yet. Press Print on the Print page to create them.",
    )
    CODES_LEAD_HERE = Sentence(
        "No codes are printed: you opened this page by an address that works on this computer only. Connect the computer "
        "to the club’s network and open the page by the network address that the terminal shows.",
    )

    # files that are taken away
    SECRETS_FOR_DIRECTORS = Sentence(
        "The whole event includes hands that players mustn’t see yet. Ask a director to export it.",
    )

    # What is said where the file of a whole event is refused.

    EVENT_FILE_BROKEN = Sentence(
        "This file isn’t a whole event from Kalamazoo: {reason}. Export the event again and choose that file.",
    )
    EVENT_FILE_NEWER = Sentence(
        "The file is from a newer version of Kalamazoo. Update this one, then import the file again.",
    )
    EVENT_FILE_BETWEEN = Sentence(
        "The file was made between two releases (at {schema}). "
        "Import it with Kalamazoo 0.3.0, and export the event again there.",
    )
    RESTORED_TWICE = Sentence(
        "{name} on {date} is on the list, as event {event_id}. Archive it first, or rename it if it is another event.",
    )
    EVENT_FILE_IS_HERE = Sentence(
        "{name} on {date} has already been imported.",
    )
    EVENT_FILE_NO_JSON = Phrase("it isn’t JSON, or is incomplete")
    EVENT_FILE_NO_HEADING = Phrase("its heading is missing")
    EVENT_FILE_NO_LIST = Phrase("its {what} aren’t a list")
    EVENT_FILE_TWICE = Phrase("{record} is in it twice")
    EVENT_FILE_LOOSE = Phrase("{record} belongs to a {what} that is not in it")
    EVENT_FILE_NOT_ONE = Phrase("it contains {count} events, not one")
    EVENT_FILE_BAD_ACT = Phrase("change {number} refers to something unknown")
    EVENT_FILE_NOT_STORABLE = Phrase("its parts don’t fit together")
    EVENT_FILE_NOT_SHOWN = Phrase("its results can’t be shown")
