"""Headings of lists of people in many languages."""

import re
from collections.abc import Mapping
from unicodedata import normalize

NAME, FIRST, LAST, EMAIL, VISITOR, NUMBER = "name", "first", "last", "email", "visitor", "number"
_HEADINGS: Mapping[str, str] = {
    word: column
    for column, words in {
        NAME: """name fullname player playername member membername naam nom namn navn nimi nome nombre
            spieler speler joueur spelare spiller""",
        FIRST: "firstname first givenname forename christianname voornaam vorname prenom fornamn fornavn imie",
        LAST: "lastname last surname familyname achternaam nachname nomdefamille efternamn etternavn nazwisko",
        EMAIL: "email emailaddress emailadresse mail mailaddress courriel epost",
        VISITOR: "visitor guest gast invite",
        NUMBER: """number no nr num id membernumber memberno memberid membershipnumber membershipno membership membernr
            playernumber playerno playerid lidnummer mitgliedsnummer mitgliedsnr medlemsnummer licence license
            licencenumber""",
    }.items()
    for word in words.split()
}


def find_people_field(heading: str) -> str:
    """Return the meaning of a column of people by its *heading*, or "".

    >>> [find_people_field(text) for text in ("Full name", "Vorname", "E-mail", "Contract")]
    ['name', 'first', 'email', '']
    """
    return _HEADINGS.get(re.sub(r"[\W_]", "", normalize("NFKD", heading.casefold())), "")
