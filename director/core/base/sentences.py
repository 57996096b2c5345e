"""What the desk says when it refuses something, whatever is played."""

from director.errors import Phrase, Sentence

# signing in
TOO_MANY_ATTEMPTS = Sentence(
    "too-many-attempts", "Too many wrong passwords. Wait {how_long}, until {at}, then try again."
)
ACCOUNT_NAME_UNSEEN = Sentence(
    "account-name-unseen",
    "This name contains invisible characters. Type it again with letters and digits.",
)
ACCOUNT_NAME_TAKEN = Sentence("account-name-taken", "The username {name} is taken. Choose another.")
PASSWORD_NOT_YOURS = Sentence(
    "password-not-yours", "This isn’t your current password. Type it again."
)

# accounts
SENT_BEYOND_ROLE = Sentence(
    "sent-beyond-role",
    "Not saved: you’re signed in as {name}. A {role} can only {may}. Ask a director to do this or to change your role.",
)
LAST_DIRECTOR = Sentence(
    "last-director",
    "{name} is the only director who can sign in. Make someone else a director first.",
)
NO_ACCOUNT = Sentence("no-account", "This account doesn’t exist any more. Reload the list.")
PAGE_BEYOND_ROLE = Sentence(
    "page-beyond-role",
    "This page is for {readers}. You’re signed in as {name}: a {role} can only {may}.",
)

# forms
NO_WHOLE_NUMBER = Sentence(
    "no-whole-number", "“{text}” isn’t {what}. Type a whole number in figures, such as {example}."
)
SPARE_RANGE = Sentence("spare-range", "{what} can be 0 to {most}, not {spare}.")

# sites
NOT_PUBLISHED = Sentence(
    "not-published", "{event} isn’t published. Publish it first, then save it as a site."
)

# paper
NO_ADDRESS_FOR_PHONES = Sentence(
    "no-address-for-phones",
    "“{address}” isn’t an address for phones. Try one such as http://192.168.1.5:8000.",
)
LETTERS_LACKING = Sentence(
    "letters-lacking",
    "{names_have} letters that no font here can print; they appear as □. Add the name in Latin letters. Or "
    "install a TrueType font with them, such as WenQuanYi Zen Hei or Nanum Gothic, and restart the program.",
)

# clubs and people
CLUB_NAME_TAKEN = Sentence(
    "club-name-taken", "Another club is already called {name}. Choose another name."
)
NAME_MISSING = Sentence("name-missing", "Type a name.")
NAME_TOO_LONG = Sentence(
    "name-too-long", "The name “{name}…” has more than {most} letters. Shorten it."
)
NO_NUMBER = Sentence(
    "no-number",
    "“{number}” isn’t a membership number: those have digits, such as 1234567 or J123456. Correct or remove it.",
)
NUMBER_TOO_LONG = Sentence(
    "number-too-long", "The number “{number}…” has more than {most} characters. Shorten it."
)
MERGE_STAYS = Sentence(
    "merge-stays",
    "Another {name} has since been added, {known}. Change that number, then undo the merge.",
)
NO_LIST = Sentence(
    "no-list", "This file looks like {kind}, not a list of people. Save the list as CSV or XLSX."
)
NO_NAMES = Sentence(
    "no-names", "The list has no column of names. Add the heading Name, or First name and Surname."
)
PEOPLE_TOO_MANY = Sentence(
    "people-too-many", "The list has {people} lines, but the limit is {most}. Split it."
)
NOTHING_LISTED = Sentence("nothing-listed", "Choose a file, or paste the list.")
LINE_TWICE = Sentence(
    "line-twice", "Lines {first} and {line} are both {name}. Delete one, or choose who it is."
)
LINE_FAULTY = Sentence("line-faulty", "Line {line}: {fault} Nothing has been imported yet.")
NO_EMAIL = Sentence("no-email", "“{email}” isn’t an e-mail address. Correct it or leave it empty.")
NUMBERS_OF_SEVERAL = Sentence(
    "numbers-of-several",
    "These numbers belong to {first} and {second}. Correct them, or merge the two in People.",
)
BODY_UNKNOWN = Sentence(
    "body-unknown",
    "No {body} numbers have been entered yet, so exports would have none. Add them in People first, or leave this "
    "empty.",
)
NUMBER_OF_BODY = Sentence(
    "number-of-body",
    "“{line}” isn’t a membership number. Type organisation and number, such as Club: 17.",
)
BODY_TOO_LONG = Sentence(
    "body-too-long",
    "“{line}” is too long: use at most {most} characters, then {digits} for the number.",
)
BODY_TWICE = Sentence("body-twice", "{body} is listed twice. Keep one number per organisation.")
NUMBER_TAKEN = Sentence(
    "number-taken", "{name} has the number {number}. Correct it, or merge the two in People."
)
NUMBER_OF_SEVERAL = Sentence(
    "number-of-several", "{first} and {second} both have number {number}. Type the name."
)
NOBODY_CALLED = Sentence(
    "nobody-called", "Nobody in People is called “{name}”. Choose a name from the list."
)
SAME_NAME = Sentence(
    "same-name", "{count} people are called {name}. Add the number, as in {example}."
)
PERSON_LISTED = Sentence(
    "person-listed", "{name} is already in People, {known}. Type another number."
)
PERSON_PLAYED = Sentence(
    "person-played",
    "{name} has played in {nights} and can’t be removed. To remove a duplicate, merge the two.",
)
FORGET_NAME = Sentence(
    "forget-name", "This isn’t the name. Type {name} as it is shown, then delete."
)
MERGED_WITH_THEMSELVES = Sentence(
    "merged-with-themselves", "You can’t merge {name} with themselves. Choose someone else."
)
BOTH_PLAYED = Sentence(
    "both-played",
    "{name} and {other} both played in {event} on {date:%d %B %Y}, so you can’t merge them.",
)

# the journal
UNDO_BEYOND_ROLE = Sentence("undo-beyond-role", "Only a director can undo or redo this: {words}")
NOTHING_TO_UNDO = Sentence("nothing-to-undo", "Nothing is left to undo.")
DONE_MEANWHILE = Sentence(
    "done-meanwhile", "There is a newer change: {words} Check it before you undo."
)
BUILT_ON = Sentence("built-on", "A later change depends on this one. Undo that first: {words}")
PLACE_TAKEN = Sentence("place-taken", "Something newer is in its place, so nothing was changed.")
NOTHING_TO_REDO = Sentence(
    "nothing-to-redo", "Nothing is left to redo: something else was changed after the undo."
)
UNDONE_MEANWHILE = Sentence(
    "undone-meanwhile", "Another change was undone: {words} Check it before you redo."
)
DONE_SINCE = Sentence("done-since", "You can’t redo this because of a later change: {words}")

# places
SWAP_WITH_ITSELF = Sentence("swap-with-itself", "Choose two different {called}s to swap.")

# private addresses
CODE_NOT_VALID = Sentence(
    "code-not-valid",
    "This card or code is no longer valid, or its address was mistyped. Ask the director for a new one.",
)
CODES_TRIED = Sentence(
    "codes-tried",
    "Too many wrong codes were tried here. Wait ten minutes, then scan the card again.",
)

# publishing
OFF_THE_LISTS = Sentence("off-the-lists", "{event} is archived. Restore it under Nights first.")
PRACTICE_NOT_PUBLISHED = Sentence(
    "practice-not-published", "A practice event can’t be published. Start a real one."
)
PUBLISHED_ALREADY = Sentence(
    "published-already",
    "{event} is already published, {state}. To change the deadline, use More.",
)
PUBLISHED_OTHERWISE = Sentence(
    "published-otherwise",
    "Someone changed {event}: it is now {state}. Check the hours and press again.",
)
OPENED_BEFORE_PUBLISHED = Sentence(
    "opened-before-published", "{event} isn’t published yet. You can correct its results now."
)
FINAL_BEFORE_PUBLISHED = Sentence(
    "final-before-published", "{event} isn’t published yet. Publish it first."
)
RESULTS_MISSING = Sentence(
    "results-missing",
    "{missing}. While results are published, phones can’t enter any. Press “Publish anyway” if you are sure.",
)
FINAL_WITH_MISSING = Sentence(
    "final-with-missing",
    "{missing}. Final results can’t be changed or added to. Press “Make final anyway” if you are sure.",
)
NONE_ENTERED = Phrase("none-entered", "No results have been entered")
SOME_MISSING = Phrase("some-missing", "Missing: {count} of {due} {things}")
ROUNDS_TO_DRAW = Phrase("rounds-to-draw", "Rounds to draw: {count}")
TABLES_CLOSED = Sentence(
    "tables-closed",
    "Results are published or final, so tables can’t enter any now. Tell the director what is wrong.",
)
FINAL = Sentence("final", "{name} is final since {when}. To correct it, reopen it in Results.")
PERIOD_TOO_SHORT = Sentence("period-too-short", "Enter at least 1 hour for corrections.")
PERIOD_TOO_LONG = Sentence(
    "period-too-long", "{hours} hours is too long or too short. Enter {least} to {most}."
)

# the clock
CLOCK_KEY = Sentence("clock-key", "The clock has no key “{key}”. Use {keys}.")
CLOCK_MOVED_ON = Sentence(
    "clock-moved-on",
    "The clock is already at {word} {now_no}, not at {word} {round_no}. Check it before you press again.",
)
CLOCK_NOT_RUNNING = Sentence("clock-not-running", "The clock isn’t running, so you can’t pause it.")
ROUND_RUNNING = Sentence("round-running", "Round {round_no} is running already.")
NO_ROUND_TO_EXTEND = Sentence(
    "no-round-to-extend",
    "No round is running, so there is nothing to extend. Start the round first.",
)
NO_ROUND_TO_RING_OUT = Sentence(
    "no-round-to-ring-out",
    "{title} {round_no} has not started, so you can’t end it. Start it first.",
)
NO_ROUND_BEFORE = Sentence(
    "no-round-before", "Round 1 has not started yet; there is no round before it."
)
ROUND_LENGTH = Sentence("round-length", "A round can be 1 to {most} minutes long, not {minutes}.")
WARNING_LENGTH = Sentence(
    "warning-length",
    "A warning {warning} minutes before the end doesn’t fit a round of {minutes}. Enter fewer, or 0 for none.",
)
BREAK_LENGTH = Sentence(
    "break-length", "A break can be 1 to {most} minutes long, not {minutes}. Enter 0 for none."
)
BREAK_PLACE = Sentence(
    "break-place",
    "No break can follow round {after_round}: there are {rounds} rounds. Choose one before the last.",
)
BREAK_PAST = Sentence(
    "break-past",
    "The round after round {after_round} has begun, so no break can come before it. Choose a later one.",
)
ROUND_CHANGE_TOO_LONG = Sentence(
    "round-change-too-long", "You can change a round by at most {most} minutes, not by {minutes}."
)
PLAY_OVER = Sentence("play-over", "Play is over already.")
PLAY_OVER_AT_START = Sentence(
    "play-over-at-start", "Play is over. Go back one round to start the clock again."
)

# the room
MESSAGE_EMPTY = Sentence("message-empty", "Type a message first.")
MESSAGE_TOO_LONG = Sentence(
    "message-too-long", "This message has {length} characters; the limit is {most}. Shorten it."
)
MESSAGE_MINUTES = Sentence(
    "message-minutes",
    "A message can be shown for 1 to {most} minutes, not {minutes}. Leave it empty to remove it yourself.",
)
MESSAGE_GONE = Sentence("message-gone", "That message has already been removed.")
CALLED_BEFORE = Sentence(
    "called-before", "Table {table} has been waiting since {since}. Answer that call first."
)
CALL_GONE = Sentence("call-gone", "That call is already {state}.")

# the data folder and its database
DATA_FOLDER = Sentence(
    "data-folder",
    "Kalamazoo can’t write to the data folder {folder} ({reason}). Set the environment variable KALAMAZOO_DATA "
    "to another folder.",
)
SENT_BEFORE = Sentence(
    "sent-before",
    "This was already sent and saved. If you have undone it since, enter it on a new page.",
)
LITTLE_ROOM = Sentence(
    "little-room",
    "Only {megabytes} MB are free on the disk with {folder}. Free some space before the event.",
)
DATABASE_UNUSABLE = Sentence(
    "database-unusable",
    "Kalamazoo can’t use the database {database} ({reason}). Close Kalamazoo in other windows. Otherwise move "
    "the file away and restore a backup with manage.py restore.",
)
POSTGRESQL_UNUSABLE = Sentence(
    "postgresql-unusable",
    "Kalamazoo can’t use the PostgreSQL database {database} at {where} ({reason}). Check that it runs and that "
    "DATABASE_URL is right.",
)
CACHE_SILENT = Sentence(
    "cache-silent",
    "The Redis server doesn’t answer, so pages for visitors are slower. Check that it runs and that "
    "CACHE_URL is right.",
)
DATABASE_NEWER = Sentence(
    "database-newer",
    "A newer Kalamazoo has used the database in {folder} (this one doesn’t know {newest}). Start the newer "
    "program, or restore a backup in another folder.",
)
DATABASE_BETWEEN = Sentence(
    "database-between",
    "The database in {folder} is between two releases (at {newest}). Start Kalamazoo 0.3.0 on it once, then this one.",
)
OLDER_IS_SERVING = Sentence(
    "older-is-serving",
    "An older Kalamazoo serves {folder} at {address}. Stop it, then start again.",
)
STILL_SERVING = Sentence(
    "still-serving", "Kalamazoo serves {folder} at {address}. Stop it, then restore the backup."
)
NOT_BACKED_UP = Sentence(
    "not-backed-up", "The database was not changed, because it must be backed up first. {reason}"
)

# backups
BACKUP_FOLDER = Sentence("backup-folder", "Kalamazoo can’t create the folder {folder} ({reason}).")
BACKUP_NOT_WRITTEN = Sentence(
    "backup-not-written",
    "Kalamazoo can’t write the backup {path} ({reason}). Choose another place.",
)
BACKUP_READS_OTHERWISE = Sentence(
    "backup-reads-otherwise",
    "The backup {path} doesn’t read back as it was written. Try another disk.",
)
BACKUP_NOT_COPIED = Sentence(
    "backup-not-copied",
    "The backup {path} was written, but couldn’t be copied to {folder} ({reason}). Connect that disk, then try again.",
)
NOT_TO_REPLACE = Sentence(
    "not-to-replace", "{path} already exists and isn’t a backup. Choose another file name."
)
BACKUP_MISSING = Sentence("backup-missing", "There is no file {path}.")
BACKUP_UNREADABLE = Sentence(
    "backup-unreadable", "Kalamazoo can’t read {path} ({reason}). Nothing was changed."
)
BACKUP_FILE_EMPTY = Sentence("backup-file-empty", "{path} is empty. Nothing was changed.")
NO_BACKUP = Sentence("no-backup", "{path} is not a backup of this program. Nothing was changed.")
BACKUP_OR_DAMAGED = Sentence(
    "backup-or-damaged",
    "{path} is not a backup of this program, or is damaged. Nothing was changed.",
)
BACKUP_NEWER = Sentence(
    "backup-newer",
    "{path} was made by a newer program. Update this one first. Nothing was changed.",
)
BACKUP_BETWEEN = Sentence(
    "backup-between",
    "{path} was made between two releases (at {schema}). "
    "Restore it with Kalamazoo 0.3.0 and make a new backup there. Nothing was changed.",
)
BACKUP_TOO_LARGE = Sentence(
    "backup-too-large",
    "{path} is too large to be a backup of this program. Nothing was changed.",
)
BACKUP_CUT_SHORT = Sentence(
    "backup-cut-short", "{path} is incomplete: its last line is missing. Nothing was changed."
)
BACKUP_CHECKSUM = Sentence(
    "backup-checksum",
    "{path} was altered or is damaged: its checksum differs. Nothing was changed.",
)
BACKUP_WITHOUT_LIST = Sentence(
    "backup-without-list", "{path} is damaged: it holds no list of records. Nothing was changed."
)
BACKUP_WITHOUT_RECORDS = Sentence(
    "backup-without-records", "{path} is an empty backup: it holds no records. Nothing was changed."
)
BACKUP_BAD_RECORD = Sentence(
    "backup-bad-record",
    "{path} is damaged: it holds something that isn’t a record. Nothing was changed.",
)
BACKUP_UNFIT = Sentence(
    "backup-unfit",
    "{path} is altered or damaged: its records don’t fit together. Nothing was changed.",
)
BACKUP_NOT_CHOSEN = Sentence("backup-not-chosen", "Choose a backup file. Its name ends in .backup.")
BACKUP_SENT_TOO_LARGE = Sentence(
    "backup-sent-too-large",
    "The file is larger than {megabytes} MB. Stop the program and run kalamazoo restore FILE. Nothing was changed.",
)
BACKUP_NO_LONGER_WAITS = Sentence(
    "backup-no-longer-waits",
    "That file was restored already, or has waited too long. Choose it again.",
)
BACKUP_ALTERED = Sentence(
    "backup-altered", "{path} is altered or damaged: {reason}. Nothing was changed."
)

# the reason why a backup is altered
RECORD_FIELD_NUL = Phrase("record-field-nul", "{record} has a NUL in its {field}")
RECORD_UNKNOWN = Phrase("record-unknown", "there are no records called {label!r}")
RECORD_FIELD_UNKNOWN = Phrase("record-field-unknown", "{record} has an unknown field {field!r}")
RECORD_FIELD_MISSING = Phrase("record-field-missing", "{record} has no {field}")
RECORD_FIELD_REFUSED = Phrase("record-field-refused", "{record} has a wrong {field}: {reason}")
RECORD_FIELD_WRONG = Phrase("record-field-wrong", "{record} has a wrong {field}")

# phones at the tables
NO_KEY = Sentence("no-key", "Every entry needs its own key, of at most {most} characters.")
NO_CALL_HERE = Sentence("no-call-here", "You can’t call the director from this page.")
NIGHT_OFF_LISTS = Sentence(
    "night-off-lists", "This event is archived, so you can’t enter results. Call the director."
)
PHONE_SENT_TOO_MUCH = Sentence(
    "phone-sent-too-much", "That is too long: a phone sends at most {most} bytes at once."
)
PHONE_SENT_NO_JSON = Sentence(
    "phone-sent-no-json", "What was sent isn’t a JSON object, so nothing was saved."
)
PHONE_SENT_NO_TRUTH = Sentence(
    "phone-sent-no-truth", "“{name}” must be true or false, so nothing was saved."
)
PHONE_REFUSED = Sentence(
    "phone-refused",
    "The director doesn’t let this phone enter results at this table. Ask the director to allow it.",
)
PHONE_WAITS = Sentence(
    "phone-waits",
    "This phone can’t enter results until the director allows it. Ask the director.",
)
PHONE_GONE = Sentence(
    "phone-gone",
    "That phone is no longer at table {table_no}, or has a new address. Check the list again.",
)
NUL_SENT = Sentence(
    "nul-sent",
    "What you sent contains a character that can’t be saved (NUL). Remove it and send it again.",
)
NUL_IN_ADDRESS = Sentence(
    "nul-in-address",
    "This address contains a character that can’t be used (NUL). Remove it and try again.",
)
NO_ADDRESSES_YET = Sentence(
    "no-addresses-yet",
    "These sheets need private addresses that don’t exist yet. Press Print on the Print page to create them.",
)
CODES_LEAD_HERE = Sentence(
    "codes-lead-here",
    "No codes are printed: you opened this page by an address that works on this computer only. Connect the computer "
    "to the club’s network and open the page by the network address that the terminal shows.",
)

# files that are taken away
SECRETS_FOR_DIRECTORS = Sentence(
    "secrets-for-directors",
    "The whole event includes hands that players mustn’t see yet. Ask a director to export it.",
)


# What is said where the file of a whole event is refused.

EVENT_FILE_BROKEN = Sentence(
    "event-file-broken",
    "This file isn’t a whole event from Kalamazoo: {reason}. Export the event again and choose that file.",
)
EVENT_FILE_OTHER_VERSION = Sentence(
    "event-file-other-version",
    "The file is from another version of Kalamazoo. Update both to the same version, then export the event again.",
)
EVENT_FILE_IS_HERE = Sentence(
    "event-file-is-here",
    "{name} on {date} has already been imported.",
)
EVENT_FILE_NO_JSON = Phrase("event-file-no-json", "it isn’t JSON, or is incomplete")
EVENT_FILE_NO_HEADING = Phrase("event-file-no-heading", "its heading is missing")
EVENT_FILE_NO_LIST = Phrase("event-file-no-list", "its {what} aren’t a list")
EVENT_FILE_TWICE = Phrase("event-file-twice", "{record} is in it twice")
EVENT_FILE_LOOSE = Phrase("event-file-loose", "{record} belongs to a {what} that is not in it")
EVENT_FILE_NOT_ONE = Phrase("event-file-not-one", "it contains {count} events, not one")
EVENT_FILE_BAD_ACT = Phrase("event-file-bad-act", "change {number} refers to something unknown")
EVENT_FILE_NOT_STORABLE = Phrase("event-file-not-storable", "its parts don’t fit together")
EVENT_FILE_NOT_SHOWN = Phrase("event-file-not-shown", "its results can’t be shown")
