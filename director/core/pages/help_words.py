"""Words of questions: what people type in place of the words that the help uses.

A search compares concepts. Each line of :data:`CONCEPTS` has words for the same thing, and words
outside the list are concepts of their own. Endings are removed, so *delete*, *deleted* and
*deleting* are one word.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

CONCEPTS = """
player, players, person, people, member, membership, somebody, someone, anybody, lady, gentleman, man, woman, bloke, chap,
  folk, everybody, everyone
guest, visitor, nobody, anonymous, unnamed, unknown, stranger, no name, without a name, without name, dont know the name,
  not a member, non member, isnt a member, no member, nameless
substitute, sub, reserve, stand in, standin, fill in for, fills in for, takes over, take over, took over, replaced by,
  replace a player, stands in for, deputy, swapped out
director, directing, directs, organiser, organizer, td, scorer, helper, colleague, assistant, volunteer, host, secretary
pair, couple, partnership, duo, twosome
partner, partners
missing pair, not come, doesnt turn up, didnt turn up, has not come, hasnt come, no show, not arrived, hasnt arrived, not
  turned up, absent, fails to arrive, doesnt come, did not come, have not come, not here, isnt here, pair is missing, player
  is missing, somebody is missing, someone is missing, people are missing, missing player, missing people
captain, skipper
name, spelling, spelt, spelled, misspelt, misspelled, typo, surname, married
name label, name tag, nametag, badge, label, sticker, name sticker, name badge, avery, name labels, address labels
privacy, gdpr, data protection, personal data, delete on request, dsgvo, private, confidential, right to be forgotten, do
  not want their name, doesnt want his name, doesnt want her name, name removed, hide a name, hide name, dont want to be on,
  anonymise, anonymize
large print, bigger print, print large, print bigger, print larger, print big, larger print, print it large, print it
  bigger, in large, big print, bigger letters, larger letters, large letters, big letters, larger type, bigger type, sees
  badly, see badly, poor sight, poor eyesight, bad eyes, weak eyes, cant see, cant read, partially sighted, eyesight, blind,
  glasses, small print, print too small, too small to read, font size, larger font, bigger font, large type, text bigger,
  letters bigger, bigger text, larger text
phone, telephone, mobile, smartphone, iphone, android, handy, cell, cellphone, tablet, ipad, kindle, device, bridgepad
bridgemate, table unit, table units, keypad, bridgemates
computer, laptop, lap top, pc, machine, notebook, desktop, macbook, mac, windows
two laptops, second laptop, two computers, second computer, second desk, another desk, two desks, another laptop beside, two
  machines, second machine, several computers, several laptops, more than one computer, more than one laptop, both laptops,
  two of us, at the same time, second screen to enter
new computer, new laptop, another computer, another laptop, move to another, different computer, different laptop, replace
  the laptop, laptop broke, laptop died, computer died, computer broke, laptop is broken, other laptop, other computer, old
  laptop to, transfer to, new pc, new machine
stick, usb, usb stick, memory stick, flash drive, pen drive, pendrive, thumb drive, disk, external drive, sd card
backup, back up, backups, backed up, save everything, safety copy, copy of everything, copy everything, save data, save the
  data, backing up, back everything up
my result, my results, my score, my scores, my boards, my place, my game, my percentage, our result, our score, how did i do,
  how did we do
website, web, web site, site, home page, homepage, web page, webpage, internet page, our page, online, on the web, on the
  internet, internet site, on line, club page, web space, webspace
internet, wifi, wi fi, wlan, network, offline, router, hotspot, connection, broadband, no signal, without internet
screen, projector, tv, television, beamer, big screen, monitor, display, telly
printer, ink, toner
paper, a4, us letter, letter paper
password, pass word, passcode, locked out
sign in, cant get in, let me in, login, log in, log on, logon, signing in, signed in, logging in, logged in
account, user, username
email, e mail, mail
qr code, qr, qr codes, barcode, scan
clock, timer, countdown, minutes, time per round, how long, round length, time left
break, tea, tea break, interval, coffee, pause for tea, coffee break, half time
money, fees, entry fee, table money, cash, takings, subs, pay, charge, charges, owe, unpaid
prize, cup, trophy, award, winner gets, prizes
movement, mitchell or howell, rotation, way of moving, schedule
movement one winner, one winner, single winner, one ranking, overall winner
arrow switch, arrowswitch, arrow switched, arrow, switch the arrow, turned the boards, turn the boards
sit out, sitout, sits out, sitting out, bye, half table, odd number, odd pairs, odd pair, phantom, without opponents, no
  opponents, uneven number, odd players, left over, odd table, phantom pair
late, latecomer, delayed, arrives, arrived, turns up, turned up, comes late, came late, late arrival, stuck in traffic,
  extra pair arrives, another pair arrives, one more pair, additional pair, comes after, arrive after
leave early, wants to stop, want to stop, leaves early, left early, leave, leaves, go home, goes home, going home, gone
  home, went home, withdraw, withdrawal, drop out, drops out, dropped out, taken ill, ill, sick, unwell, feels ill, has to
  go, had to go, must go, must leave, quits, quit, retire, walks out, fell ill, leaving, hospital, emergency
stop early, finish early, finish earlier, finish sooner, end early, end earlier, running late, running out of time, run out
  of time, fewer rounds, less rounds, shorten, cut a round, drop a round, skip the last round, close early, shorter,
  earlier, sooner, stop earlier, over time, overtime, go on too long, be out by, caretaker
slow, slow play, slow table, behind, too slow, no time, not finished, unfinished, didnt finish, could not finish, lagging,
  cannot finish, no time for the last board, hold up, held up, holding up, not played, unplayed, time for the last board
fouled, fouled board, mixed up, wrong cards, misboarded, cards were mixed, two hands swapped, 14 cards, 12 cards, hands
  exchanged, hands swapped, cards in the wrong pocket, put back wrong, cards in wrong slot, fourteen cards, twelve cards,
  hands got mixed, cards got mixed, misboard
wrong board, wrong opponents, wrong table, wrong seats, wrong pair, played the wrong, sat at the wrong, sat wrong, sat in
  the wrong, against the wrong, board twice, out of order, went to the wrong
wrong direction, wrong way, wrong way round, sat the wrong way, north south swapped, ns and ew swapped, turned round, other
  way round, sat ew instead, reversed, sat the other way
seat, seats, seating, sit, sits, chair, place them, stationary, cant move, cannot move, wheelchair, bad leg, walking stick,
  disabled, cant walk, bad hip, bad knee, crutches, mobility
swap, exchange, switch seats, change seats, change places, swop, trade places
draw, shuffle, lots, random, at random, lottery, seating draw
section, two sections, two rooms, second room, several sections, two groups, second section, second group, a and b
score, result, outcome, scoring, scoreline
wrong score, wrong result, results are wrong, scores are wrong, result wrong, scores wrong, mistake in score, scoring error,
  score is wrong, result is wrong, scored wrong, scored wrongly, mis scored, misscored, entered wrong, typed wrong, correct
  a score, correct a result, change a score, change a result, fix a score, fix a result, score wrong, incorrect, wrongly,
  wrong contract, wrong declarer, amend, put in the wrong, put the wrong, typing mistake in, typed the wrong, entered the
  wrong
correct, change, alter, edit, modify, fix, mend, rectify, repair, adjust it, update it
enter, type in, key in, input, put in, fill in, typing, record
delete, remove, erase, rid, get rid, take off, take out, forget, wipe, clear, cancel, bin, throw away, scrap, discard
archive, delete an evening, delete an event, delete a night, delete an old, remove an event, remove a night, remove an
  evening, get rid of an evening, cancel an event, cancelled night, tidy up
undo, take back, go back, revert, reverse, mistake, accident, accidentally, by mistake, pressed the wrong, wrong button,
  oops, restore what, undone, by accident, clicked the wrong, hit the wrong
add, new, create, make, register, enrol, insert, extra, set up
add a member, new member, add a player, new player, new person, add a person, joined the club, add somebody, add someone,
  register a member
merge, duplicate, twice, double entry, listed twice, same person, two entries, in twice, there twice, join two
import, upload, load, read in, bring in, copy from, paste, from excel, spreadsheet list
export, download, save as, take away, excel, spreadsheet, csv
evening, night, event, session, tonight, game night, tournament, competition, competitions
start, begin, starting, get going, get started, launch, open, kick off, set up
print, printing, printout, print out, hard copy, run off, printed
print again, reprint, lost card, lost a card, new card, another copy, lost the, missing card, torn, coffee on, spilt,
  spilled, lost her card, lost his card, extra copy, second copy, print once more, card is lost, mislaid
standings, ranking, rankings, leaderboard, league table, positions, final list, results list, ranking list, result list, who
  won, winner, winners
publish, make public, show results, put up, release, post the results, public, visible to, put results
masterpoint, masterpoints, master points, master point, mps
union, ebu, acbl, sbu, wbu, nbo, federation, county, national body, bridge union, usebio, pianola, p2p, national union
membership number, member number, ebu number, acbl number, union number, id number, membership numbers, missing numbers
bridgewebs, bridge webs
victory point, vp, victory points, vps
tie, tied, equal, level, same score, dead heat, draw for first, tie break, tiebreak, tie breaker, equal first, shared first,
  same percentage, joint first, joint winners, even score, tie breaks
handicap, handicaps, strata, stratum, weaker players, beginners get
season, ladder, annual, championship, best of, over the year, several weeks added, series, club champion, league over nights
league, division, divisions, fixtures, teams league
teams, team, team of four, teams of four, match, matches
swiss, knock out, knockout, cup match, ko, bracket, elimination
average, artificial, adjusted, ave, 60 40, average plus, average minus, a60
ruling, penalty, fine, infringement, revoke, hesitation, appeal, law, lead out of turn, insufficient bid, claim, penalise,
  penalize, procedural, warning for
passed out, pass out, passed, all pass, nobody bid, four passes, thrown in
missing result, missing results, missing score, missing scores, not entered, results missing, scores missing, forgot to
  enter, blank, still missing, gap, no result, no score
practice, try, try out, learn, train, training, demo, example, test, rehearse, have a go, trial, play around
hand record, hand records, hands, deals, dealing machine, dealt, dealer, diagram, diagrams, deal boards, duplimate, card
  deals, pre dealt
guide card, table guide, movement card, guide cards, table mat, move card, instructions for tables
traveller, travellers, traveling, travelling, travelling slip, score slip, score slips, pick up slip, pickup slip, slips,
  scoresheet, score sheet
tally card, score card, scorecard, scorecards, tally cards
whist, whist drive, whist drives, beetle drive, euchre, party, parties, drive
search engine, google, bing
history, log, who changed, who did, who altered, audit
help, manual, instructions, guide, handbook
power, power cut, crash, crashed, electricity, froze, frozen, battery, shut down, switched off, blackout, power failure,
  hangs
update, upgrade, newer version, new version, latest version
language, german, french, translate
key, keys, shortcut, shortcuts, keyboard, hotkey
how many, number of, twelve, fourteen, sixteen, eighteen, twenty
percentage, percent, how is it calculated, worked out, how calculated, calculate, calculated
phone list, telephone list, contact list, list of members, members list, membership list, address list, phone numbers
attendance, attendance sheet, register sheet, who came, sign in sheet, present, at the door, who is here, arrived list
forgot, forgotten, forget to, didnt do, omitted, missed out
repeat, again, once more, another time, same as last
fair, fairness, unfair, balanced, fairest
individual, single players, singles, everybody changes partner, solo, change partners
"""
"""Words for the same thing, a line each, which goes on in lines that begin with spaces.

The first one is the name of the concept. Words are typed without apostrophes.
"""
STOP_WORDS = frozenset(
    [
        "a",
        "about",
        "always",
        "bit",
        "actually",
        "after",
        "all",
        "also",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "before",
        "but",
        "by",
        "can",
        "cannot",
        "cant",
        "could",
        "couldnt",
        "did",
        "do",
        "does",
        "doesnt",
        "doing",
        "dont",
        "during",
        "each",
        "ever",
        "for",
        "from",
        "get",
        "gets",
        "getting",
        "give",
        "given",
        "go",
        "goes",
        "going",
        "got",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "hers",
        "here",
        "him",
        "his",
        "how",
        "however",
        "i",
        "id",
        "if",
        "ill",
        "im",
        "in",
        "into",
        "is",
        "isnt",
        "it",
        "its",
        "ive",
        "just",
        "kalamazoo",
        "keep",
        "keeps",
        "kindly",
        "know",
        "let",
        "lets",
        "like",
        "ll",
        "may",
        "me",
        "might",
        "must",
        "my",
        "need",
        "needs",
        "no",
        "not",
        "now",
        "of",
        "off",
        "on",
        "one",
        "only",
        "onto",
        "or",
        "our",
        "ours",
        "out",
        "over",
        "please",
        "program",
        "programme",
        "re",
        "really",
        "say",
        "says",
        "seem",
        "seems",
        "she",
        "should",
        "so",
        "some",
        "still",
        "such",
        "system",
        "tell",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "theres",
        "these",
        "they",
        "theyre",
        "thing",
        "this",
        "those",
        "through",
        "to",
        "too",
        "tonights",
        "tried",
        "trying",
        "up",
        "us",
        "use",
        "used",
        "using",
        "very",
        "want",
        "wants",
        "was",
        "way",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "we",
        "well",
        "were",
        "what",
        "whats",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "wish",
        "with",
        "wont",
        "work",
        "works",
        "would",
        "you",
        "your",
        "yours",
        "happens",
        "happen",
        "mean",
        "means",
        "put",
        "show",
        "shows",
        "see",
        "look",
        "find",
        "possible",
        "best",
        "able",
        "want",
        "wanted",
        "own",
    ]
)
"""Words that say nothing about the question."""
MIN_STEM = 3
_PERCENTAGE_PATTERN = re.compile(r"\d+(?:[.,]\d+)?\s*%")
_COUNT_PATTERN = re.compile(r"\b\d\d\b(?= *(pairs|couples|players|people|teams)?)")
"""How many came: a number of two digits. An odd one of those who sit down is a question about sit-outs."""
MAX_PHRASE = 7
"""The most words of a phrase in :data:`CONCEPTS`."""


def list_words(text: str) -> list[str]:
    """Return the words of *text* in small letters, without apostrophes and accents.

    What a number is of says more than the number itself:

    >>> list_words("What’s an arrow-switch?")
    ['whats', 'an', 'arrow', 'switch']
    >>> list_words("Only 61.5%, and 17 pairs on 24 boards")
    ['only', 'percent', 'and', 'odd', 'number', 'pairs', 'on', 'how', 'many', 'boards']
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "").replace("'", ""))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = _PERCENTAGE_PATTERN.sub(" percent ", plain)
    plain = _COUNT_PATTERN.sub(_describe_count, plain)
    return re.findall(r"[^\W_]+", plain)


def _describe_count(count: re.Match[str]) -> str:
    is_odd = int(count[0]) % 2 == 1
    return "odd number" if is_odd and count[1] else "how many"


@cache
def stem_word(word: str) -> str:
    """Return *word* without the ending of a plural, a participle or a past tense.

    >>> [stem_word(word) for word in "tables parties stopped leaving leaves tie ties boxes".split()]
    ['tabl', 'party', 'stop', 'leav', 'leav', 'ti', 'ti', 'box']
    """
    if word.endswith("ies"):
        word = word[:-3] + ("y" if len(word) > len("ties") else "ie")
    elif word.endswith(("sses", "xes", "ches", "shes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= MIN_STEM:
            word = word.removesuffix(ending)
            if word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return word.removesuffix("e")


@cache
def load_concepts_by_stems() -> dict[tuple[str, ...], str]:
    """Return the name of the concept of each phrase, by the stems of its words."""
    concepts_by_stems: dict[tuple[str, ...], str] = {}
    for line in CONCEPTS.replace("\n  ", " ").strip().splitlines():
        phrases = [phrase.strip() for phrase in line.split(",")]
        for phrase in phrases:
            stems = tuple(map(stem_word, list_words(phrase)))
            concepts_by_stems.setdefault(stems, f"={phrases[0]}")
    return concepts_by_stems


PART_WEIGHT = 0.35
"""How much a word of a phrase counts beside the phrase: *score* in *wrong score*."""


def weigh_concepts(stems: Sequence[str]) -> dict[str, float]:
    """Return the concepts of *stems* with their weights. The longest phrase counts fully, its words less.

    >>> weigh_concepts(["how", "do", "i", "get", "rid", "of", "a", "member"])
    {'=delete': 1.0, '=player': 1.0}
    >>> weigh_concepts(["wrong", "scor"])
    {'=wrong score': 1.0, 'wrong': 0.35, '=score': 0.35}
    """
    weights: dict[str, float] = {}
    for phrase, concept in _iter_phrases(stems):
        weights[concept] = 1.0
        if len(phrase) > 1:
            for _, part in _iter_phrases(phrase, longest=1):
                weights.setdefault(part, PART_WEIGHT)
    return weights


def _iter_phrases(
    stems: Sequence[str], longest: int = MAX_PHRASE
) -> Iterator[tuple[Sequence[str], str]]:
    """Yield each phrase of *stems* that is a concept, longest first, and each word that says something."""
    concepts_by_stems = load_concepts_by_stems()
    position = 0
    while position < len(stems):
        for length in range(min(longest, len(stems) - position), 0, -1):
            phrase = tuple(stems[position : position + length])
            concept = concepts_by_stems.get(phrase)
            if concept is None and length == 1 and phrase[0] not in _load_stop_stems():
                concept = phrase[0]
            if concept:
                yield phrase, concept
                break
        position += length


@cache
def _load_stop_stems() -> frozenset[str]:
    return frozenset(map(stem_word, STOP_WORDS)) | STOP_WORDS
