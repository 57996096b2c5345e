"""Tell lines of a list that name nobody: page numbers, counts, dates, titles and addresses."""

import re
import unicodedata

_TITLE_WORDS = """
    club clubs bridgeclub bridge members member membership memberships list lists names players participants pairs
    association federation society union results ranking directory register contacts roster sheet verein bridgeverein
    mitglieder mitgliederliste mitgliedsliste namensliste teilnehmer teilnehmerliste spieler klub liste cercle membres
    adhérents joueurs inscrits ledenlijst leden spelers deelnemers lijst socios jugadores lista asociación círculo
    soci giocatori elenco circolo associazione medlemmar medlemslista medlemmer medlemsliste spelare spillere klubb
    klubben członkowie hráči členové seznam tagok névsor jäsenet jäsenlista"""
_TITLES = frozenset(_TITLE_WORDS.split())
"""Words of titles above a list. One may be a surname, so a title needs more than one of them."""
_HEADING_WORDS = """
    reserves reserve substitutes subs waiting waitlist visitors guests committee president secretary treasurer captain
    total totals sum count page pages end continued contd printed updated version confidential draft points point pts
    tables table boards board rounds round teams team section sections division group class category people persons
    person entries entry present absent paid unpaid new old all of the on at by in and for from to as per last date
    tel phone telephone mobile email mail e-mail fax address contact www com org reserven warteliste ersatz gesamt
    summe stand seite seiten punkte tische tisch runde paare personen gäste datum vom am personnes séance le du de la
    les des reserveren wachtlijst totaal blad pagina punten tafels paren gasten página puntos mesas parejas personas
    punti tavoli coppie persone sida summa poäng bord par personer side poeng strona punkty strana body oldal pont
    sivu pisteet"""
_HEADINGS = frozenset(_HEADING_WORDS.split())
_DAY_AND_MONTH_WORDS = """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun january
    february march april may june july august september october november december jan feb mar apr jun jul aug sep sept
    oct nov dec st nd rd th montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni
    juli oktober dezember lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet
    août septembre octobre novembre décembre maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari
    februari maart augustus mei lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo
    junio julio agosto septiembre octubre noviembre diciembre lunedì martedì mercoledì giovedì venerdì sabato domenica
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre måndag tisdag onsdag torsdag fredag lördag
    söndag mandag tirsdag lørdag søndag uhr"""
_DAYS_AND_MONTHS = frozenset(_DAY_AND_MONTH_WORDS.split())
_NOBODY = _TITLES | _HEADINGS | _DAYS_AND_MONTHS
_STRONG_TITLE_WORDS = """
    club clubs bridgeclub members membership association federation verein bridgeverein mitglieder mitgliederliste klub
    cercle ledenlijst leden circolo asociación associazione socios medlemmar medlemslista medlemmer klubb"""
_STRONG_TITLES = frozenset(_STRONG_TITLE_WORDS.split())
"""Words of titles that are hardly ever surnames."""
_PAGE = re.compile(
    r"(?:page|seite|pagina|página|blz|blad|sida|side|strona|strana|oldal|sivu|str|p)\.?\s*[0-9]+"
    r"(?:\s*(?:of|von|van|de|di|du|sur|av|af|z|ze|/|-)\s*[0-9]+)?"
    r"|[0-9]+\s*(?:of|von|van|de|di|sur|av|af|/)\s*[0-9]+",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:org|com|net|co\.uk|org\.uk|de|fr|nl|html?|xlsx?|csv|pdf|docx?)",
    re.IGNORECASE,
)
_STARTS = re.compile(
    r"(?:printed|last updated|updated|generated|created|exported|as of|as at|stand|gedruckt|erstellt|imprimé|"
    r"afgedrukt|source|quelle|copyright|©|total|number of|anzahl|gesamt|nombre de|aantal)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:18|19|20)[0-9]{2}(?:[/-](?:[0-9]{2}){1,2})?")
_MAX_DAY = 31
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def names_nobody(text: str) -> bool:
    """Return whether *text*, the whole of a line, is certainly no person.

    >>> [names_nobody(text) for text in ("4.", "Page 1 of 1", "57 points", "Elm Bridge Club members 2026")]
    [True, True, True, True]
    >>> [names_nobody(text) for text in ("Ann Ash", "April May", "Bob List 701", "Ann", "Ann Page")]
    [False, False, False, False, False]
    """
    plain_text = unicodedata.normalize("NFC", text).strip(" \t.,;:|*#=~_–—-()[]<>")
    words = [word.casefold() for word in _WORD.findall(plain_text)]
    if not words or _PAGE.fullmatch(plain_text) or _ADDRESS.fullmatch(plain_text):
        return True
    has_figure = any(map(str.isdecimal, plain_text))
    if has_figure and _STARTS.match(plain_text):
        return True
    if all(word in _NOBODY for word in words):
        # "April May" and "Page" may be people, "2 April" and "Page 2" aren't.
        is_listed_word = len(words) > 1 or words[0] not in _DAYS_AND_MONTHS
        is_of_names = set(words) <= _DAYS_AND_MONTHS | {"page", "list"}
        if is_of_names and has_figure:
            return all(map(_is_figure_of_date, re.findall(r"[0-9]+", plain_text)))
        return has_figure or text.rstrip().endswith(":") or (is_listed_word and not is_of_names)
    return _is_title(plain_text, words)


def _is_figure_of_date(figure: str) -> bool:
    return int(figure) <= _MAX_DAY or _YEAR.fullmatch(figure) is not None


def _is_title(text: str, words: list[str]) -> bool:
    """Return whether *text* has words of titles, as *Elm Bridge Club members 2026*."""
    title_count = sum(word in _TITLES for word in words)
    if title_count > 1 and _STRONG_TITLES & {*words}:
        return True
    has_year = _YEAR.search(text) is not None
    is_strong = words[-1] in _STRONG_TITLES
    return is_strong and (has_year or not any(map(str.isdecimal, text)))
