"""Small lists as people paste and export them, each with its door and its right value.

All names are invented. A list with an *encoding* comes as a file, any other one is pasted. *answers*
are what the director says about columns that nobody knows, by the title of the column.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

PEOPLE, PAIRS, TEAMS, PARTY = "people", "pairs", "teams", "party"
WORKBOOK = "xlsx"


@dataclass(frozen=True)
class Sample:
    """A list for a *door*, and the lines that say what it brings."""

    door: str
    title: str
    text: str
    right: str
    encoding: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def right_lines(self) -> list[str]:
        """What is stored, line by line: names with their numbers, teams with their players."""
        return [line.strip() for line in self.right.strip().splitlines()]


_TWO_PAIRS = "1 Ann Ash & Bob Birch\n2 Cyd Cole & Dan Dove"
SAMPLES = (
    # People: name and number of everybody.
    Sample(
        PEOPLE,
        "Czech",
        "Legitimace;Příjmení;Jméno;Klub;Zkratka;Pohlaví\n7;Jasanová;Anna;BK Jilm;BKJ;Z\n16;Březa;Bob;BK Jilm;BKJ;M\n",
        "Anna Jasanová 7\nBob Březa 16",
    ),
    Sample(
        PEOPLE,
        "Czech of Windows",
        "Reg. číslo;Příjmení a jméno;Klub\n1101;Jasanová Anna;Jilm\n1102;Březa Bořek;Jilm\n",
        "Anna Jasanová 1101\nBořek Březa 1102",
        "cp1250",
    ),
    Sample(
        PEOPLE,
        "Danish",
        "Medlemsnr;Fornavn;Efternavn;Klub;E-mail\n3101;Åse;Birk;Elmen;aase@example.org\n3102;Bo;Ask;Elmen;\n",
        "Åse Birk 3101\nBo Ask 3102",
        "cp1252",
    ),
    Sample(
        PEOPLE,
        "Finnish",
        "Sukunimi;Etunimi;Jäsennumero;Sähköposti\nKoivu;Aino;4101;aino@example.org\nLeppä;Väinö;4102;\n",
        "Aino Koivu 4101\nVäinö Leppä 4102",
    ),
    Sample(
        PEOPLE,
        "Hungarian",
        "Vezetéknév;Keresztnév;Igazolványszám\nKőris;Ágnes;5101\nNyír;Ödön;5102\n",
        "Ágnes Kőris 5101\nÖdön Nyír 5102",
        "cp1250",
    ),
    Sample(
        PEOPLE,
        "Romanian",
        "Nr. crt.,Nume,Prenume,Legitimație\n1,Frasin,Ana,6101\n2,Tei,Ștefan,6102\n",
        "Ana Frasin 6101\nȘtefan Tei 6102",
    ),
    Sample(
        PEOPLE,
        "Russian",
        "Фамилия;Имя;Отчество;Номер\nЯсенева;Анна;Петровна;7101\nКленов;Борис;Ильич;7102\n",
        "Анна Петровна Ясенева 7101\nБорис Ильич Кленов 7102",
        "cp1251",
    ),
    Sample(
        PEOPLE,
        "Turkish",
        "Lisans No;Adı;Soyadı;Kulüp\n8101;Ayşe;Kayın;Çınar\n8102;Işık;Meşe;Çınar\n",
        "Ayşe Kayın 8101\nIşık Meşe 8102",
        "cp1254",
    ),
    Sample(
        PEOPLE,
        "Greek",
        "Επώνυμο;Όνομα;Αρ. Μητρώου\nΦλαμούρη;Άννα;9101\nΠεύκος;Νίκος;9102\n",
        "Άννα Φλαμούρη 9101\nΝίκος Πεύκος 9102",
        "cp1253",
    ),
    Sample(
        PEOPLE,
        "Spanish with two surnames",
        "Licencia;Apellidos;Nombre\n701;Ashdale Roble;Ann María\n702;Birch;Bob\n",
        "Ann María Ashdale Roble 701\nBob Birch 702",
    ),
    Sample(
        PEOPLE,
        "Spanish, a column per surname",
        "Nº licencia;Nombre;Primer apellido;Segundo apellido\n701;Ann;Fresno;Roble\n702;Bob;Haya;\n",
        "Ann Fresno Roble 701\nBob Haya 702",
    ),
    Sample(
        PEOPLE,
        "Italian",
        "Codice,Cognome,Nome,Città\nABC101,Frassino,Anna,Olmo\nABC102,Dell'Acero,Bruno,Olmo\n",
        "Anna Frassino ABC101\nBruno Dell'Acero ABC102",
    ),
    Sample(
        PEOPLE,
        "Portuguese",
        "N.º de sócio\tNome próprio\tApelidos\n201\tAna\tFreixo da Silva\n202\tBruno\tCarvalho\n",
        "Ana Freixo da Silva 201\nBruno Carvalho 202",
    ),
    Sample(
        PEOPLE,
        "Polish",
        "Lp.;Nr PID;Nazwisko;Imię;Okręg\n1;30101;Jesion;Łucja;XX\n2;30102;Brzoza;Żytomir;XX\n",
        "Łucja Jesion 30101\nŻytomir Brzoza 30102",
        "cp1250",
    ),
    Sample(
        PEOPLE,
        "Swedish workbook below a title",
        "Medlemmar 2026\n\nMID\tFörnamn\tEfternamn\tTelefon\n40101\tÅsa\tAlm\t070-123 45 67\n40102\tBo\tEk\t070-765 43 21\n",
        "Åsa Alm 40101\nBo Ek 40102",
        WORKBOOK,
    ),
    Sample(
        PEOPLE,
        "Dutch with particles",
        "Lidnummer;Achternaam;Tussenvoegsel;Roepnaam;Plaats\n50101;Es;van der;Anna;Iepdam\n50102;Berk;;Bob;Iepdam\n",
        "Anna van der Es 50101\nBob Berk 50102",
    ),
    Sample(
        PEOPLE,
        "Norwegian in UTF-16",
        "Spillernr\tEtternavn\tFornavn\n60101\tAsk\tÅse\n60102\tBjørk\tBjørn\n",
        "Åse Ask 60101\nBjørn Bjørk 60102",
        "utf-16",
    ),
    Sample(
        PEOPLE,
        "unknown headings",
        "Kode,Pxnoma,Qunoma\n7101,Ashdale,Ann\n7102,Birch,Bob\n",
        "Ann Ashdale 7101\nBob Birch 7102",
        answers={"Pxnoma": "last", "Qunoma": "first", "Kode": "number"},
    ),
    Sample(
        PEOPLE,
        "addresses of mail",
        "Ann Ash <ann@example.org>\nBob Birch <bob@example.org>\n",
        "Ann Ash\nBob Birch",
    ),
    Sample(
        PEOPLE,
        "telephone numbers beside names",
        "Ann Ash;030 1234567;1101\nBob Birch;030 7654321;1102\n",
        "Ann Ash 1101\nBob Birch 1102",
    ),
    Sample(
        PEOPLE,
        "French",
        "N° licence;Nom;Prénom;Date de naissance\n00701234;FRENE;Anne Marie;5/9/1950\n00705678;de l'ORME;Benoît;15/9/1950\n",
        "Anne Marie FRENE 00701234\nBenoît de l'ORME 00705678",
        "cp1252",
    ),
    Sample(PEOPLE, "plain names", "Ann Ash\nBob Birch\n", "Ann Ash\nBob Birch"),
    Sample(
        PEOPLE,
        "names and numbers",
        "Name,Number\nAnn Ash,1101\nBob Birch,1102\n",
        "Ann Ash 1101\nBob Birch 1102",
    ),
    Sample(
        PEOPLE,
        "first names in capitals",
        "Surname,First name,Number\nAsh,ANN,1101\nBirch,BOB,1102\n",
        "ANN Ash 1101\nBOB Birch 1102",
    ),
    Sample(PEOPLE, "counted names", "1. Ann Ash\n2. Bob Birch\n", "Ann Ash\nBob Birch"),
    # Seats of pairs: the names of pairs 1, 2 and so on.
    Sample(
        PAIRS,
        "numbers and headings",
        "Pair,Player 1,Player 2\n1,Ann Ash,Bob Birch\n2,Cyd Cole,Dan Dove\n",
        "1 Ann Ash & Bob Birch\n2 Cyd Cole & Dan Dove",
    ),
    Sample(
        PAIRS,
        "four parts of names",
        "First name 1,Surname 1,First name 2,Surname 2\nAnn,Ash,Bob,Birch\nCyd,Cole,Dan,Dove\n",
        "1 Ann Ash & Bob Birch\n2 Cyd Cole & Dan Dove",
    ),
    Sample(
        PAIRS,
        "German halves",
        "Paar;Vorname;Name;Vorname;Name;Verein\n1;Anna;Esche;Bob;Birke;BC Ulme\n2;Ciro;Linde;Dora;Eiche;BC Ulme\n",
        "1 Anna Esche & Bob Birke\n2 Ciro Linde & Dora Eiche",
    ),
    Sample(
        PAIRS,
        "French with licences",
        "Paire;Nom 1;Prénom 1;Licence 1;Nom 2;Prénom 2;Licence 2\n1;Frêne;Anne;70101;Orme;Benoît;70102\n"
        "2;Chêne;Cyd;70103;Houx;Denis;70104\n",
        "1 Anne Frêne 70101 & Benoît Orme 70102\n2 Cyd Chêne 70103 & Denis Houx 70104",
    ),
    Sample(
        PAIRS,
        "North and South",
        "Table\tNorth\tSouth\n1\tAnn Ash\tBob Birch\n2\tCyd Cole\tDan Dove\n",
        "1 Ann Ash & Bob Birch\n2 Cyd Cole & Dan Dove",
    ),
    Sample(
        PAIRS,
        "a name and a partner",
        "Name;Partner\nAsh, Ann;Birch, Bob\nCole, Cyd;Dove, Dan\n",
        "1 Ann Ash & Bob Birch\n2 Cyd Cole & Dan Dove",
    ),
    Sample(
        PAIRS,
        "both in a cell, Swedish",
        "Par;Spelare;Klubb\n1;Åsa Alm - Bo Ek;BK Lind\n2;Cid Lind - Dag Asp;BK Lind\n",
        "1 Åsa Alm & Bo Ek\n2 Cid Lind & Dag Asp",
        "cp1252",
    ),
    Sample(
        PAIRS,
        "a line for each player",
        "Pair,Name,Number\n1,Ann Ash,1101\n1,Bob Birch,1102\n2,Cyd Cole,1103\n2,Dan Dove,1104\n",
        "1 Ann Ash 1101 & Bob Birch 1102\n2 Cyd Cole 1103 & Dan Dove 1104",
    ),
    Sample(
        PAIRS,
        "Polish",
        "Nr pary;Zawodnik 1;Zawodnik 2\n1;Łucja Jesion;Żytomir Brzoza\n2;Cyryl Lipa;Dąbrówka Dąb\n",
        "1 Łucja Jesion & Żytomir Brzoza\n2 Cyryl Lipa & Dąbrówka Dąb",
        "cp1250",
    ),
    Sample(
        PAIRS,
        "Spanish",
        "Pareja;Jugador 1;Jugador 2\n1;Ann Fresno Roble;Bob Haya\n2;Cid Olmo;Dora Pino\n",
        "1 Ann Fresno Roble & Bob Haya\n2 Cid Olmo & Dora Pino",
    ),
    Sample(
        PAIRS,
        "Hungarian",
        "Sorszám;1. játékos;2. játékos\n1;Kőris Ágnes;Nyír Ödön\n2;Hárs Cili;Tölgy Dezső\n",
        "1 Kőris Ágnes & Nyír Ödön\n2 Hárs Cili & Tölgy Dezső",
    ),
    Sample(
        PAIRS,
        "Russian",
        "Пара;Игрок 1;Игрок 2\n1;Анна Ясенева;Борис Кленов\n2;Вера Липова;Глеб Дубов\n",
        "1 Анна Ясенева & Борис Кленов\n2 Вера Липова & Глеб Дубов",
        "cp1251",
    ),
    Sample(
        PAIRS,
        "unknown headings",
        "Dupo,Unua,Dua\n1,Ann Ash,Bob Birch\n2,Cyd Cole,Dan Dove\n",
        "1 Ann Ash & Bob Birch\n2 Cyd Cole & Dan Dove",
        answers={"Dupo": "place", "Unua": "name-1", "Dua": "name-2"},
    ),
    Sample(
        PAIRS,
        "workbook with a title",
        "Tuesday pairs\n\nNo\tName 1\tName 2\n1\tAnn Ash\tBob Birch\n2\tCyd Cole\tDan Dove\n",
        "1 Ann Ash & Bob Birch\n2 Cyd Cole & Dan Dove",
        WORKBOOK,
    ),
    Sample(
        PAIRS,
        "numbers between names, without headings",
        "1;Ann Ash;1101;Bob Birch;1102\n2;Cyd Cole;1103;Dan Dove;1104\n",
        "1 Ann Ash 1101 & Bob Birch 1102\n2 Cyd Cole 1103 & Dan Dove 1104",
    ),
    Sample(
        PAIRS,
        "tables of four",
        "Table,North,South,East,West\n1,Ann Ash,Bob Birch,Cyd Cole,Dan Dove\n",
        # The first place of E-W is the eighth of the section.
        "1 Ann Ash & Bob Birch\n8 Cyd Cole & Dan Dove",
    ),
    Sample(
        PAIRS,
        "plain lines",
        "1. Ann Ash & Bob Birch\n2. Cyd Cole & Dan Dove\n",
        "1 Ann Ash & Bob Birch\n2 Cyd Cole & Dan Dove",
    ),
    Sample(
        PAIRS,
        "surnames first",
        "SMITH, John (1234567) & JONES, Mary (7654321)\n",
        "1 John SMITH 1234567 & Mary JONES 7654321",
    ),
    # Seats of teams: names and players.
    Sample(
        TEAMS,
        "four players",
        "Team,Player 1,Player 2,Player 3,Player 4\nRavens,Ann Ash,Bob Birch,Cyd Cole,Dan Dove\n"
        "Owls,Eve Elm,Fay Fern,Gus Gale,Hal Hook\n",
        "Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove\nOwls: Eve Elm, Fay Fern, Gus Gale, Hal Hook",
    ),
    Sample(
        TEAMS,
        "numbers, names and a captain",
        "No;Team name;Captain;Player 2;Player 3;Player 4\n1;Ravens;Ann Ash;Bob Birch;Cyd Cole;Dan Dove\n"
        "2;Owls;Eve Elm;Fay Fern;Gus Gale;Hal Hook\n",
        "Ravens: Ann Ash (c), Bob Birch, Cyd Cole, Dan Dove\nOwls: Eve Elm (c), Fay Fern, Gus Gale, Hal Hook",
    ),
    Sample(
        TEAMS,
        "a line for each player",
        "Team\tFirst name\tSurname\nRavens\tAnn\tAsh\nRavens\tBob\tBirch\nRavens\tCyd\tCole\nRavens\tDan\tDove\n"
        "Owls\tEve\tElm\nOwls\tFay\tFern\nOwls\tGus\tGale\nOwls\tHal\tHook\n",
        "Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove\nOwls: Eve Elm, Fay Fern, Gus Gale, Hal Hook",
    ),
    Sample(
        TEAMS,
        "the name in the first line of each team",
        "Team;Player\nRavens;Ann Ash\n;Bob Birch\n;Cyd Cole\n;Dan Dove\nOwls;Eve Elm\n;Fay Fern\n;Gus Gale\n;Hal Hook\n",
        "Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove\nOwls: Eve Elm, Fay Fern, Gus Gale, Hal Hook",
    ),
    Sample(
        TEAMS,
        "all players in a cell",
        'Team,Players\nRavens,"Ann Ash, Bob Birch, Cyd Cole, Dan Dove"\nOwls,"Eve Elm, Fay Fern, Gus Gale, Hal Hook"\n',
        "Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove\nOwls: Eve Elm, Fay Fern, Gus Gale, Hal Hook",
    ),
    Sample(
        TEAMS,
        "Swedish",
        "Lag;Spelare 1;Spelare 2;Spelare 3;Spelare 4\nKorpar;Åsa Alm;Bo Ek;Cid Lind;Dag Asp\n"
        "Ugglor;Eva Rönn;Fia Gran;Gus Tall;Hal Lärk\n",
        "Korpar: Åsa Alm, Bo Ek, Cid Lind, Dag Asp\nUgglor: Eva Rönn, Fia Gran, Gus Tall, Hal Lärk",
        "cp1252",
    ),
    Sample(
        TEAMS,
        "French with two columns per player",
        "Equipe;Nom 1;Prénom 1;Nom 2;Prénom 2;Nom 3;Prénom 3;Nom 4;Prénom 4\n"
        "Corbeaux;Frêne;Anne;Orme;Benoît;Chêne;Cyd;Houx;Denis\n",
        "Corbeaux: Anne Frêne, Benoît Orme, Cyd Chêne, Denis Houx",
    ),
    Sample(
        TEAMS,
        "German with a club",
        "Mannschaft\tVerein\tSpieler 1\tSpieler 2\tSpieler 3\tSpieler 4\nRaben\tBC Ulme\tAnna Esche\tBob Birke\t"
        "Ciro Linde\tDora Eiche\n",
        "Raben: Anna Esche, Bob Birke, Ciro Linde, Dora Eiche",
    ),
    Sample(
        TEAMS,
        "Polish of Windows",
        "Nr;Drużyna;Zawodnik 1;Zawodnik 2;Zawodnik 3;Zawodnik 4\n1;Kruki;Łucja Jesion;Żytomir Brzoza;Cyryl Lipa;Dąbrówka Dąb\n",
        "Kruki: Łucja Jesion, Żytomir Brzoza, Cyryl Lipa, Dąbrówka Dąb",
        "cp1250",
    ),
    Sample(
        TEAMS,
        "unknown headings",
        "Grupo,Unua,Dua,Tria,Kvara\nRavens,Ann Ash,Bob Birch,Cyd Cole,Dan Dove\n",
        "Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove",
        answers={
            "Grupo": "team",
            "Unua": "name-1",
            "Dua": "name-2",
            "Tria": "name-3",
            "Kvara": "name-4",
        },
    ),
    Sample(
        TEAMS,
        "workbook with membership numbers",
        "Team\tName 1\tNumber 1\tName 2\tNumber 2\tName 3\tNumber 3\tName 4\tNumber 4\n"
        "Ravens\tAnn Ash\t1101\tBob Birch\t1102\tCyd Cole\t1103\tDan Dove\t1104\n",
        "Ravens: Ann Ash 1101, Bob Birch 1102, Cyd Cole 1103, Dan Dove 1104",
        WORKBOOK,
    ),
    Sample(
        TEAMS,
        "Italian",
        "Squadra;Capitano;Giocatore;Giocatore;Giocatore\nCorvi;Anna Frassino;Bruno Acero;Ciro Olmo;Dora Pino\n",
        "Corvi: Anna Frassino (c), Bruno Acero, Ciro Olmo, Dora Pino",
    ),
    Sample(
        TEAMS,
        "plain lines",
        "1 Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove\n",
        "Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove",
    ),
    Sample(
        TEAMS,
        "a word in front of four names",
        "Ravens,Ann Ash,Bob Birch,Cyd Cole,Dan Dove\nOwls,Eve Elm,Fay Fern,Gus Gale,Hal Hook\n",
        "Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove\nOwls: Eve Elm, Fay Fern, Gus Gale, Hal Hook",
    ),
    # Seats of a party: everybody, with (guest) behind whom People doesn't know.
    Sample(
        PARTY, "plain names", "Ann Ash\nBob Birch & Guest\n", "Ann Ash\nBob Birch\nGuest (guest)"
    ),
    Sample(PARTY, "names", "Name\nAnn Ash\nBob Birch\n", "Ann Ash\nBob Birch"),
    Sample(
        PARTY,
        "two parts of names",
        "First name,Surname\nAnn,Ash\nBob,Birch\nCyd,Cole\n",
        "Ann Ash\nBob Birch\nCyd Cole",
    ),
    Sample(
        PARTY,
        "German with a column of guests",
        "Nachname;Vorname;Gast von\nEsche;Anna;\nBirke;Bob;\nGast;;Anna Esche\n",
        "Anna Esche\nBob Birke\nGast (guest)",
    ),
    Sample(
        PARTY,
        "guests between players",
        "No,Player\n1,Ann Ash\n2,Guest\n3,Guest of Ann\n4,Bob Birch\n",
        "Ann Ash\nGuest (guest)\nGuest of Ann (guest)\nBob Birch",
    ),
    Sample(
        PARTY,
        "whoever brings somebody",
        "Ann Ash + guest\nBob Birch +1\n",
        "Ann Ash\nguest (guest)\nBob Birch\nGuest of Bob Birch (guest)",
    ),
    Sample(
        PARTY,
        "Czech guests",
        "Jméno;Telefon\nAnna Jasanová;601 123 456\nhost;\nBob Březa;601 654 321\n",
        "Anna Jasanová\nhost (guest)\nBob Březa",
        "cp1250",
    ),
    Sample(
        PARTY,
        "Danish",
        "Fornavn;Efternavn;Bord\nÅse;Birk;1\nBo;Ask;1\nGæst;;2\n",
        "Åse Birk\nBo Ask\nGæst (guest)",
        "cp1252",
    ),
    Sample(
        PARTY,
        "Spanish guests",
        "Apellidos;Nombre\nFresno Roble;Ann\nHaya;Bob\n;Invitada\n",
        "Ann Fresno Roble\nBob Haya\nInvitada (guest)",
    ),
    Sample(
        PARTY,
        "Turkish",
        "Ad Soyad;Telefon\nAyşe Kayın;0532 111 22 33\nIşık Meşe;0532 444 55 66\nMisafir;\n",
        "Ayşe Kayın\nIşık Meşe\nMisafir (guest)",
    ),
    Sample(
        PARTY,
        "Hungarian",
        "Név\tAsztal\nKőris Ágnes\t1\nNyír Ödön\t1\nvendég\t2\n",
        "Kőris Ágnes\nNyír Ödön\nvendég (guest)",
    ),
    Sample(
        PARTY,
        "workbook",
        "Whist drive\n\nName\tPaid\nAnn Ash\tyes\nBob Birch\tno\n",
        "Ann Ash\nBob Birch",
        WORKBOOK,
    ),
    Sample(
        PARTY,
        "unknown headings",
        "Nro,Unua\n1,Ann Ash\n2,Bob Birch\n",
        "Ann Ash\nBob Birch",
        answers={"Unua": "name", "Nro": "place"},
    ),
    Sample(
        PARTY,
        "membership numbers",
        "Name,Membership No\nAnn Ash,1101\nBob Birch,1102\n",
        "Ann Ash 1101\nBob Birch 1102",
    ),
    Sample(
        PARTY,
        "telephone numbers without headings",
        "Ann Ash;030 1234567\nBob Birch;030 7654321\nGuest;\n",
        "Ann Ash\nBob Birch\nGuest (guest)",
    ),
    # A first column left empty in a spreadsheet, and text with blanks at its ends.
    *(
        Sample(
            door,
            f"empty first column {'pasted' if not encoding else 'in a file'}",
            text,
            right,
            encoding,
        )
        for encoding in ("", "utf-8")
        for door, text, right in (
            (PEOPLE, "\tAnn Ash\t701\n\tBob Birch\t702\n", "Ann Ash 701\nBob Birch 702"),
            (
                PEOPLE,
                "\n\t\tSurname\tFirst name\n\t\tAsh\tAnn\n\t\tBirch\tBob\t\n\t\n",
                "Ann Ash\nBob Birch",
            ),
            (PAIRS, "\tAnn Ash\tBob Birch\n\tCyd Cole\tDan Dove\n", _TWO_PAIRS),
            (
                TEAMS,
                "\tRavens\tAnn Ash\tBob Birch\tCyd Cole\tDan Dove\n\tOwls\tEve Elm\tFay Fern\tGus Gale\tHal Hook\n",
                "Ravens: Ann Ash, Bob Birch, Cyd Cole, Dan Dove\nOwls: Eve Elm, Fay Fern, Gus Gale, Hal Hook",
            ),
            (PARTY, "\tAnn Ash\t1701\n\tBob Birch\t1702\n", "Ann Ash 1701\nBob Birch 1702"),
        )
    ),
    # Chats: the messages are the names, or the senders are, or the director says it.
    Sample(
        PEOPLE,
        "chat of a phone",
        "26/11/2026, 19:02 - Ann Ash: I’m in\n26/11/2026, 19:05 - Bob Birch: me too\n26/11/2026, 19:09 - Cyd Cole: 👍\n",
        "Ann Ash\nBob Birch\nCyd Cole",
    ),
    Sample(
        PEOPLE,
        "chat in brackets",
        "[9.9.26, 18:03:11] Ann Ash: Yes please!\n[9.9.26, 18:04:00] ~ Bob Birch: Count me in\nand my wife\n"
        "\u200e[9.9.26, 18:05:00] Ann Ash: \u200eimage omitted\n",
        "Ann Ash\nBob Birch",
        "utf-8",
    ),
    Sample(
        PEOPLE,
        "chat copied from a browser",
        "[6:03 PM, 9/9/2026] Ann Ash: I'm in\n[6:04 PM, 9/9/2026] +44 7700 900001: ok\n",
        "Ann Ash",
    ),
    Sample(
        PEOPLE,
        "chat with senders above",
        "Ann Ash, [26.11.2026 19:02]\nI'm in\n\nBob Birch, [26.11.2026 19:03]\n+1\n",
        "Ann Ash\nBob Birch",
    ),
    Sample(
        PEOPLE,
        "chat with a notice",
        "26.11.26, 19:00 - Nachrichten sind verschlüsselt.\n26.11.26, 19:02 - Anna Esche: Bin dabei\n",
        "Anna Esche",
    ),
    Sample(
        PEOPLE,
        "chat of names",
        "26/11/2026, 19:02 - Ann: Bob Birch\n26/11/2026, 19:05 - Ann: Cyd Cole 701\nDan Dove\n",
        "Bob Birch\nCyd Cole 701\nDan Dove",
    ),
    Sample(
        PEOPLE,
        "chat of names and talk",
        "26/11/2026, 19:02 - Ann Ash: Names, please\n26/11/2026, 19:05 - Bob Birch: Bob Birch\n",
        "Ann Ash\nBob Birch",
        answers={"Sender": "name", "Message": ""},
    ),
    Sample(
        PARTY,
        "chat of a phone",
        "26/11/2026, 19:02 - Ann Ash: I’m in\n26/11/2026, 19:05 - Bob Birch: me too\n",
        "Ann Ash\nBob Birch",
    ),
)
