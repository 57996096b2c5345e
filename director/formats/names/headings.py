"""Headings of columns in lists of people, pairs and teams, in the languages of clubs.

Words are stored without accents, blanks and signs, in Latin letters. A heading may also say whose
column it is: *Player 2*, *2. Spieler Vorname*, *Partner's number*.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from director.formats.headings import normalize_heading

NAME, FIRST, MIDDLE, LAST, SECOND_LAST = "name", "first", "middle", "last", "second last"
LAST_NAME_FIRST = "last name first"
"""A whole name in one cell, the surname first."""
NAME_AS_WRITTEN = "name as written"
"""A whole name that stays as it is, whatever is in capitals."""
NUMBER, PLAIN_NUMBER, ROW_NUMBER = "number", "plain number", "row number"
"""A membership number, a number of either kind, and the number of a line."""
EMAIL, VISITOR, GROUP = "email", "visitor", "group"
GUESTS = "guests"
"""Whom somebody brings: how many, or the name."""
PLACE, DIRECTION, TABLE, TEAM, CAPTAIN = "place", "direction", "table", "team", "captain"
REMARK = "remark"
"""Something known that no door needs, such as a telephone number."""

_FEDERATION_NAMES = """ebu sbu wbu nibu cbai acbl cbf abf nzb wbf ebl dbv nbb obv övb ffb frbb rbbf figb aeb fpb
    pzbs svebridge sbf nbf dbf bridgedanmark sbl čbs cbs szb hbs tbf bfi"""
FEDERATIONS = frozenset(_FEDERATION_NAMES.split())
"""Federations whose name alone heads a column of numbers."""

_FIELD_WORDS: Mapping[str, str] = {
    NAME_AS_WRITTEN: "nameaswritten",
    NAME: """name names fullname fullnames playername playersname player players member membername members nameofplayer
        participant competitor contestant participants yourname yourfullname who
        naam namen spelersnaam speler spelers lid deelnemer volledigenaam
        spieler spielername spielerin mitglied teilnehmer teilnehmerin namedesspielers
        nom noms joueur joueurs nomdujoueur joueuse nomcomplet adherent membre participante
        nombre nombres jugador jugadora jugadores nombredeljugador nombrecompleto socio socia jugadoresas
        nome nomes giocatore giocatrice giocatori nomegiocatore nomecompleto jogador jogadora jogadores atleta
        namn spelare spelarnamn spelarensnamn medlem deltagare deltagarnamn heltnamn hela
        navn navne spiller spillere spillernavn medlemsnavn deltager deltaker deltakernavn fuldenavn fulltnavn heletnavnet
        nimi nimet pelaaja pelaajat pelaajannimi jasen jasenennimi kokonimi osallistuja
        jmeno jmena hrac hraci hracka jmenohrace clen celejmeno jmenoaprijmeni meno menohraca hraca celemeno menoapriezvisko
        imieinazwisko zawodnik zawodniczka zawodnicy gracz gracze uczestnik czlonek imienazwisko
        nev nevek jatekos jatekosok teljesnev jatekosneve tag versenyzo
        nume jucator jucatori numejucator membru numecomplet numele
        imya igrok igroki uchastnik polnoeimya imyaigroka sportsmen imyaifamiliya imyafamiliya
        adsoyad adisoyadi advesoyad adivesoyadi adsoyadi isim isimler isimsoyisim oyuncu oyuncuadi oyuncular uye katilimci
        adsoyisim ismi
        onoma onomateponymo paiktis paiktes onomapaikti melos
        ime igrac igrac1 imeiprezime igralec imeinpriimek imepriimek imeprezime
        mangija vards speletajs dalibnieks vardsuzvards vardas zaidejas vardaspavarde dalyvis
        nafn leikmadur spilari gravac imyaprizvyshche hravets
        igrach imeifamiliya sastezatel
        nombreyapellidos nombreyapellido nombreapellidos nomeesobrenome nomeeapelido nomeecognome nomecognome prenometnom
        prenomnom vornamename vornameundname vornamenachname vornameundnachname firstnamelastname firstnamesurname
        firstandlastname fornavnogetternavn fornavnogefternavn fornamnochefternamn voornaamachternaam voornaamennaam
        prenumesinume etunimijasukunimi etunimisukunimi onomaeponymo onomakaieponymo""",
    FIRST: """firstname first givenname givennames forename forenames christianname firstnames knownas
        voornaam voornamen roepnaam voorletters voornm initialen initials
        vorname vornamen rufname vname
        prenom prenoms
        nombredepila nombrepropio
        nomeproprio primeironome
        fornamn tilltalsnamn fornavn fornavne
        etunimi etunimet kutsumanimi
        krestnijmeno krestni krstnemeno
        imie imiona
        keresztnev utonev
        prenume prenumele
        adi ad onadi
        mikroonoma osobnoime lastnoime eesnimi
        fornafn eiginnafn imja imia """,
    MIDDLE: """middlename middle middlenames secondname tussenvoegsel tussenvoegsels tussenv voorv voorvoeg voorvoegsel
        voorvoegsels namenszusatz vorsatzwort particule mellomnavn mellemnavn mellannamn otchestvo pobatkovi""",
    LAST: """lastname last surname familyname surnames lastnames
        achternaam familienaam achternamen
        nachname familienname zuname nname nachnamen
        nomdefamille nomfamille patronyme
        apellido apellidos primerapellido apellidosdeljugador
        cognome cognomi
        apelido apelidos sobrenome sobrenomes ultimonome nomedefamilia
        efternamn etternavn efternavn slektsnavn
        sukunimi sukunimet
        prijmeni priezvisko
        nazwisko nazwiska
        vezeteknev csaladnev vezetek
        numedefamilie numefamilie
        familiya familija familia prizvishche
        soyad soyadi soyisim soyismi
        eponymo epitheto eponimo epitheto
        prezime priimek perekonnanimi perenimi uzvards pavarde eftirnafn kenninafn ettarnafn""",
    SECOND_LAST: "segundoapellido secondsurname secondlastname",
    LAST_NAME_FIRST: """surnamefirstname lastnamefirstname surnamename surnameandfirstname lastnameandfirstname surnameforename
        surnameinitials nameandfirstname
        achternaamvoornaam naamvoornaam nachnamevorname namevorname nameundvorname nachnameundvorname familiennamevorname
        nometprenom nomprenom nomsetprenoms nomprenoms nomdefamilleetprenom nomprenomdujoueur
        apellidosynombre apellidosnombre apellidoynombre apellidonombre apellidosynombres
        cognomeenome cognomenome apelidoenome apelidosenome
        efternamnfornamn efternavnfornavn etternavnfornavn etternavnogfornavn efternamnochfornamn efternavnogfornavn
        sukunimietunimi sukunimijaetunimi
        prijmeniajmeno prijmenijmeno prijmeniakrestnijmeno priezviskoameno priezviskomeno
        nazwiskoiimie nazwiskoimie
        numesiprenume numeprenume numelesiprenumele numeleprenumele
        fio pib familiyaimya familiyaiimya familiyaimyaotchestvo familiyaio prizvishcheimya
        soyadad soyadiadi soyadveadi
        eponymoonoma eponymokaionoma epithetoonoma
        prezimeiime prezimeime priimekinime priimekime""",
    NUMBER: """membernumber memberno memberid membershipnumber membershipno membership membernr membernum membershipid
        membershipnr pid uid
        licence license licencenumber licenceno licencenr licensenumber licenseno
        lidnummer lidnr lidmaatschapsnummer bondsnummer bondsnr
        mitgliedsnummer mitgliedsnr mitgliednr mitglnr mitgliedernummer passnummer passnr spielerpass
        lizenz lizenznummer lizenznr mitgliedsid
        numerodelicence nlicence nolicence licencen numlicence numerolicence nadherent ndelicence
        numeroadherent nodelicence
        licencia nlicencia nolicencia numerodelicencia numerolicencia numlicencia ndelicencia nodelicencia licenciafederativa
        codigo codigofederativo nsocio nosocio numerosocio numerodesocio numsocio nodesocio ndesocio
        tessera numerotessera ntessera notessera codice codicegiocatore codicetessera
        licenca numerodelicenca nlicenca nolicenca
        medlemsnummer medlemsnr medlemsid mid medlnr medlemnr medlemsnumre
        lisenz lisensnr lisensnummer licensnummer licensnr
        jasennumero jasennro jasnro lisenssi lisenssinumero jasenno
        legitimace cislolegitimace legcislo clenskecislo regcislo registracnicislo registrace evidencnicislo cislohrace
        cisloclena regc preukaz registracnecislo cislopreukazu
        nrpid numerpid nrlegitymacji legitymacja numerlegitymacji nrczlonkowski numerczlonkowski nrcezar cezar
        licencja nrlicencji
        igazolvanyszam igazolvany tagszam tagsagiszam licencszam versenyengedelyszam jatekosazonosito azonosito
        tagsagi engedelyszam kod
        legitimatie nrlegitimatie numarlegitimatie legitimatia nrleg licenta nrlicenta
        nomerchlena chlenskiinomer chlenskijnomer litsenziya nomerlitsenzii bilet chlenskiybilet chlenskijbilet idigroka
        kodigroka
        lisans lisansno lisansnumarasi uyeno uyenumarasi sicil sicilno
        arithmosmitrooy armitrooy armitr mitroo am arithmosmeloys armeloys kodikos arithmosdeltioy deltio ardeltioy
        clanskibroj brojiskaznice iskaznica clanskastevilka liikmenumber biedranumurs nariomumeris kennitala felagsnumer
        nomerchlenskogobileta memberships
        chlenskinomer licenseid licencebridge""",
    PLAIN_NUMBER: """number no nr num id ref numero nummer numer numar cislo szam nomer arithmos ar broj stevilka numurs numeris
        numeroid n nro numara playernumber playerno playerid playernr spelersnummer spelernummer spielernummer spielernr
        numerojoueur njoueur spillernr spillernummer spelarnummer spelarnr pelaajanumero cod code kode cislohraca
        startnummer startnr startnumber nomerigroka numerozawodnika nrzawodnika oyuncuno""",
    ROW_NUMBER: """lp row line rownumber lineno linenumber seq position rank volgnummer volgnr lfdnr laufendenummer laufnr
        rij rang platz poradi porc porcislo pc sorszam ssz nrcrt crt pp nopp npp poryadkovyinomer poryadkovyjnomer
        sira sirano siranumarasi aa auxon orden ordem ordine nordine nordre ordre ordning rad rk rbr redbr jarjestys""",
    EMAIL: """email emailaddress emailadresse emailadres emailadress mail mailaddress mailadresse mailadres courriel
        adressemail adressemel mel epost epostadress epostadresse sahkoposti sahkopostiosoite correo correoelectronico
        correoe postaelettronica indirizzoemail correioeletronico emailcim emejl adresemail adresaemail
        adresadeemail elektronnayapochta pochta eposta epostaadresi ilektronikotachydromeio imeil eposti epastas
        elpastas netfang emails""",
    VISITOR: """visitor guest gast gaste gasten besucher invite invitee invitado invitada
        ospite convidado convidada gast gaster gjest gjester gaest gaester vieras vieraat gosc goscie host
        hoste vendeg invitat oaspete gost gosti misafir konuk episkeptis isguest isvisitor bezoeker""",
    GUESTS: """guests gaeste invites invitados convidados ospiti companion companions bringing brings plusone plusones
        numberofguests noofguests guestnames guestname begleitung begleiter begleitperson accompagnant accompagnants
        acompanante acompanantes accompagnatore acompanhante ledsager ledsagere medfoljande meetaja introducees""",
    GROUP: """group gender sex side mf fm geschlecht geslacht sexe genre genero sexo sesso genere kon kjonn koen
        kjnn sukupuoli plec pohlavi pohlavie nem neme pol gen cinsiyet fylo spol sugu dzimums lytis kyn ladygent
        ladyorgent ladiesgents""",
    PLACE: """pair pairs pairno pairnr pairnumber pairid pairnum parno parnr parnummer paar paarnr paarnummer paare paire
        npaire numeropaire nopaire pairen par para nrpary numerpary pary pareja parejas nopareja npareja numerodepareja
        coppia coppie numerocoppia ncoppia dupla npar parri pari parinro parinumero parinnumero cislopary cislodvojice dvojice
        dvojica par parszam parszama paros perechea pereche nrpereche paranomer nomerpary cift ciftno zevgos zevgari
        zeygos zeygari arithmoszeygoys brojpara teamno teamnr teamnumber teamid teamnummer teamnum lagnr lagnummer
        holdnr holdnummer mannschaftsnr mannschaftsnummer nequipe noequipe numeroequipe numerodequipe
        noequipo numerosquadra nsquadra nrdruzyny numerdruzyny cislotymu csapatszam nomerkomandy takimno joukkueennumero
        seat seatno seatnumber place placeno entryno entry boardpair pn""",
    DIRECTION: """direction dir line nsew nsorew richtung riktning retning lijn ligne linea linha linia smer irany
        directie napravlenie liniya yon kateythynsi suunta nset axis""",
    TABLE: """table tableno tablenr tbl tafel tafelnr tisch tischnr bord bordnr bordsnr mesa tavolo stol stolik stul asztal
        masa trapezi poyta laud galds stalas bordno""",
    TEAM: """team teams teamname teamsname nameofteam squad
        ploeg ploegnaam teamnaam viertal
        mannschaft mannschaftsname teambezeichnung mannschaften namedermannschaft
        equipe equipes nomequipe nomdelequipe nomdequipe nomdeequipe
        equipo equipos nombreequipo nombredelequipo nombredeequipo
        squadra squadre nomesquadra nomedellasquadra
        equipa equipas nomedaequipa nomedaequipe nomeequipa nomedotime
        lag lagnamn lagets lagenamn lagnavn hold holdnavn teamnavn
        joukkue joukkueet joukkueennimi
        tym tymy druzstvo nazevtymu nazevdruzstva nazovtimu nazovdruzstva tim nazevdruzstva jmenotymu
        druzyna druzyny nazwadruzyny zespol nazwazespolu
        csapat csapatok csapatnev csapatneve
        echipa echipe numeechipa numeleechipei numeechipei
        komanda komandy nazvaniekomandy imyakomandy
        takim takimlar takimadi takimismi
        omada omades onomaomadas
        ekipa ekipe imeekipe imeekipe naziveekipe voistkond meeskond sveit nafnsveitar""",
    CAPTAIN: """captain capt cpt teamcaptain captainname aanvoerder kapitein captainsname kapitan mannschaftsfuhrer
        mannschaftskapitan teamkapitan capitaine capitan capitana capitano capitao lagkapten kapten lagleder holdkaptajn
        kaptajn lagkaptein kaptein kapteeni joukkueenjohtaja kapitany csapatkapitany capitanul kaptan takimkaptani archigos
        arhigos kapetan kapteinis npc""",
    REMARK: """club clubname homeclub vereniging verein vereinsname klub klubb klubben klubnavn klubbnavn kulup
        circolo asociacion associazione associacao seura kerho oddil klubi somateio omilos klubas forening
        phone telephone tel mobile mobil telefon telefonnummer telefoon telefono telefone telefonszam puhelin tlf gsm handy
        phonenumber tilefono kinito cep ceptel telefonnr mobilnr mobiltelefon portable mobiel gsmnummer telnr telno telefonno
        city town plaats woonplaats ort stadt wohnort ville ciudad citta cidade stad postort by poststed kaupunki mesto obec
        miasto varos oras localitate gorod sehir il poli poly address adres adresse anschrift direccion indirizzo endereco
        adress osoite adresa cim adresas postcode zip zipcode plz postleitzahl codepostal postnr
        birthdate dateofbirth dob birth born yearofbirth birthyear geburtsdatum geburtstag geburtsjahr geboortedatum
        datedenaissance naissance fechadenacimiento datadinascita datadenascimento fodelsedatum fodselsdato fodselsdag
        syntymaaika datumnarozeni rokurodzenia dataurodzenia szuletesidatum datanasterii datarozhdeniya dogumtarihi
        imerominiagennisis rocnik rocznik age alder ika
        handicap hcp rating points masterpoints mps rankname grade title klasse class category kategorie kategoria category
        paid payment betaald bezahlt paye fee amount remark remarks note notes comment comments bemerkung bemerkungen
        opmerking opmerkingen remarque poznamka uwagi megjegyzes zkratka zkr skratka abbreviation abbr okres okreg wzs
        distrikt district region county country land pays pais paese nation nationality nat narodnost
        timestamp username joined since date datum data fecha dato status active guestof gastvon invitedby""",
}
_LANGUAGE_WORDS: Mapping[str, str] = {
    "windows-1250": """jmeno prijmeni prijmeniajmeno hrac oddil druzstvo meno priezvisko dvojice nev neve vezeteknev
        keresztnev csaladnev utonev jatekos egyesulet igazolvanyszam parszam csapat imie nazwisko imieinazwisko
        nazwiskoiimie zawodnik para druzyna okreg nume prenume numesiprenume jucator echipa legitimatie ime prezime
        imeiprezime priimek igrac""",
    "windows-1254": "ad adi soyad soyadi adsoyad adisoyadi oyuncu takim kulup lisans lisansno isim",
    "windows-1257": "vards uzvards vardsuzvards vardas pavarde vardaspavarde zaidejas eesnimi perenimi perekonnanimi",
}
"""Headings by the code page in which their countries write."""
_PAGE_BY_WORD = {word: page for page, words in _LANGUAGE_WORDS.items() for word in words.split()}
_SURNAMES_OF_TWO = re.compile("apell|apelid|sobrenom")
"""Headings of countries where people have two surnames."""
_COMPASS_WORDS = {
    1: "north noord nord norte sever eszak kuzey voreia pohjoinen polnoc n playernorth northplayer",
    2: "south zuid sud sued syd sur sul jih del guney notia etela poludnie s playersouth southplayer",
    3: "east oost ost est este leste ost vychod kelet dogu anatolika ita wschod e playereast eastplayer",
    4: "west ouest oest vest oeste ovest vast zapad nyugat bati dytika lansi zachod w playerwest westplayer",
}
_SIDE_WORDS = {
    1: "ns nspair nspairs nsnames northsouth noordzuid nordsud nordsued nordsyd nz",
    3: "ew ewpair ewpairs ewnames eastwest oostwest ostwest ostvast ostvest estouest ow eo",
}
"""Headings of the names of both players of a side."""
_PARTNER_WORDS = """partner partners partnername partnersname partnerin partenaire partnerka companero companera pareja2
    compagno compagna parceiro parceira makker makkere medspelare partneri partnerjmeno partneren paritoveri parovo
    spoluhrac spoluhracka partnere partnera partener partnyor ortak sympaiktis"""
_PLAYER_WORDS = """player participant member spieler speler joueur jugador giocatore jogador spelare spiller pelaaja hrac
    zawodnik zawodnika gracz jatekos jucator igrok oyuncu paiktis igrac igralec spieler team teammember mitspieler lid medlem
    membre miembro"""
_CHINESE_AND_OTHERS = {
    "姓名": NAME,
    "氏名": NAME,
    "名前": NAME,
    "お名前": NAME,
    "이름": NAME,
    "성명": NAME,
    "姓": LAST,
    "苗字": LAST,
    "名字": FIRST,
    "名": FIRST,
    "שם": NAME,
    "שם פרטי": FIRST,
    "שם משפחה": LAST,
    "الاسم": NAME,
    "会員番号": NUMBER,
    "编号": NUMBER,
    "編號": NUMBER,
    "队名": TEAM,
    "隊名": TEAM,
    "チーム": TEAM,
}
_DIGIT = re.compile("[0-9]+")
_LETTER_AND_DIGIT = re.compile("[jps][0-9]+")
"""Whose column it is in a heading such as *Prénom J1* or *P1*."""
_FORM_WORDS = re.compile(
    r"(?<!\w)(?:what is|what['’]s|who is|please (?:enter|type)|enter|your|my|ihr(?:e[rns]?)?|deine?|mein|votre|vos|uw|jouw|je|"
    r"tu|su|din|ditt|il tuo)(?!\w)|['’]s(?!\w)|(?<=name) (?:of|des|der)(?!\w)|(?<=nom) de(?!\w)|(?<=naam) van(?!\w)|"
    r"(?<=navn) (?:på|til)(?!\w)",
    re.IGNORECASE,
)
"""Words of the questions of a form, as in *Your partner’s name*."""
_NUMBER_ENDS = ("number", "no", "nr", "nummer", "id")
_MAX_HEADING = 45
_MAX_PLAYERS = 12
_ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "a": 1,
    "b": 2,
    "c": 3,
    "d": 4,
}
NAME_FIELDS = frozenset({NAME, NAME_AS_WRITTEN, FIRST, LAST, LAST_NAME_FIRST})
PERSON_FIELDS = frozenset({*NAME_FIELDS, MIDDLE, SECOND_LAST, NUMBER, PLAIN_NUMBER, EMAIL})


class ListColumn(NamedTuple):
    """What a column of a list holds.

    *player_no* is whose column it is, counted from 1, or 0 if the heading doesn't say.
    *has_two_surnames* is whether the heading is of a language in which people have two.
    """

    field: str = ""
    player_no: int = 0
    is_compass: bool = False
    has_two_surnames: bool = False


UNKNOWN = ListColumn()


def match_list_column(heading: str) -> ListColumn:
    """Return what the column of a list with *heading* holds, or ``UNKNOWN``.

    A heading in square brackets is one that the director has left out.

    >>> [match_list_column(text).field for text in ("Full name", "Vorname", "E-mail", "Příjmení", "Фамилия", "Contract")]
    ['name', 'first', 'email', 'last', 'last', '']
    >>> match_list_column("Player 2 first name")[:2], match_list_column("Partner")[:2]
    (('first', 2), ('name', 2))
    """
    return _look_up_column(heading.strip().casefold())


def choose_code_page(heading: str) -> str:
    """Return the code page of the countries in which *heading* is a word, or "".

    >>> choose_code_page("Vezetéknév"), choose_code_page("2. hráč"), choose_code_page("Name")
    ('windows-1250', 'windows-1250', '')
    """
    return _PAGE_BY_WORD.get(_DIGIT.sub("", normalize_heading(heading.strip().casefold())), "")


def are_of_people(headings: Iterable[str]) -> bool:
    """Return whether *headings* have a column of names of single people.

    >>> are_of_people(["Příjmení", "Klub"]), are_of_people(["North", "South"]), are_of_people(["Pair"])
    (True, False, False)
    """
    columns = map(match_list_column, headings)
    return any(
        column.field in NAME_FIELDS and not (column.is_compass or column.player_no)
        for column in columns
    )


@lru_cache(maxsize=10_000)
def _look_up_column(heading: str) -> ListColumn:
    if not heading or len(heading) > _MAX_HEADING or heading.startswith("["):
        return UNKNOWN
    if heading in _CHINESE_AND_OTHERS:
        return ListColumn(_CHINESE_AND_OTHERS[heading])
    if heading.rstrip(".") in ("#", "№", "n°", "nº"):
        return ListColumn(ROW_NUMBER)
    heading = _FORM_WORDS.sub(" ", heading).strip(" ?:*") or heading
    word = normalize_heading(re.sub(r"\([^)]*\)", "", heading))
    column = _match_word(word)
    if not column.field and _DIGIT.search(word):
        column = _match_numbered_word(word)
    if not column.field:
        column = _match_last_word(heading)
    return column._replace(has_two_surnames=bool(_SURNAMES_OF_TWO.search(word)))


def _match_numbered_word(word: str) -> ListColumn:
    """Return the column of a *word* with the number of a player, as in ``player2``."""
    numbers = _DIGIT.findall(word)
    player_no = int(numbers[0])
    if len(numbers) > 1 or not 0 < player_no <= _MAX_PLAYERS:
        return UNKNOWN
    plain_word = _DIGIT.sub("", word)
    column = _match_word(plain_word)
    if _LETTER_AND_DIGIT.fullmatch(word) or column.field == PLACE:
        # "Pair 1" of a team has the names of both.
        column = ListColumn(NAME)
    elif not column.field:
        column = _match_word(_LETTER_AND_DIGIT.sub("", word))
    if column.field not in PERSON_FIELDS:
        return UNKNOWN
    return column._replace(player_no=column.player_no or player_no)


def _match_last_word(heading: str) -> ListColumn:
    """Return the column of a heading such as ``Player A`` or ``First player``."""
    words = [normalize_heading(part) for part in re.split(r"[\W_]+", heading) if part]
    if len(words) < 2:
        return UNKNOWN
    for number_word, other_words in ((words[-1], words[:-1]), (words[0], words[1:])):
        if player_no := _ORDINALS.get(number_word):
            column = _match_word("".join(other_words))
            if column.field in PERSON_FIELDS and not column.player_no:
                return column._replace(player_no=player_no)
    return UNKNOWN


def _match_word(word: str) -> ListColumn:
    if word in _COLUMN_BY_WORD:
        return _COLUMN_BY_WORD[word]
    for owner, player_no in _OWNERS:
        if player_no and word.startswith(owner) and word.endswith(_NUMBER_ENDS):
            return ListColumn(NUMBER, player_no)
        rests = (word.removeprefix(owner), word.removeprefix(f"{owner}s"), word.removesuffix(owner))
        for rest in rests:
            column = _COLUMN_BY_WORD.get(rest, UNKNOWN)
            is_part = rest != word and column.field in PERSON_FIELDS
            if is_part and (owner != "team" or column.field != NAME):
                return column._replace(player_no=player_no)
    return UNKNOWN


def _iter_words() -> Iterator[tuple[str, ListColumn]]:
    # The first field of a word wins, so the clearest meanings come first.
    for player_no, words in (*_COMPASS_WORDS.items(), *_SIDE_WORDS.items()):
        for word in words.split():
            yield word, ListColumn(NAME, player_no, is_compass=True)
    for word in _PARTNER_WORDS.split():
        yield word, ListColumn(NAME, 2)
    for field, words in _FIELD_WORDS.items():
        for word in words.split():
            yield word, ListColumn(field)


def _make_table(words: Iterable[tuple[str, ListColumn]]) -> dict[str, ListColumn]:
    table: dict[str, ListColumn] = {}
    for word, column in words:
        table.setdefault(word, column)
    return table


_COLUMN_BY_WORD = _make_table(_iter_words())


def _list_owners() -> list[tuple[str, int]]:
    owners = dict.fromkeys(_PLAYER_WORDS.split(), 0)
    owners |= dict.fromkeys(_PARTNER_WORDS.split(), 2)
    for player_no, words in _COMPASS_WORDS.items():
        owners |= {word: player_no for word in words.split() if len(word) > 2}
    return sorted(owners.items(), key=lambda owner: -len(owner[0]))


_OWNERS = _list_owners()
