"""Headings of columns of results in many languages and spellings."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

FIELD_LABELS: Mapping[str, str] = {
    "board": "Board",
    "ns": "N-S pair",
    "ew": "E-W pair",
    "contract": "Contract",
    "level": "Level",
    "suit": "Denomination",
    "double": "Doubled",
    "declarer": "Declarer",
    "tricks": "Tricks or result",
    "score": "Score (N-S)",
    "score_ew": "Score of E-W",
    "honours": "Honours",
    "lead": "Lead",
    "ns_points": "Points of N-S",
    "ew_points": "Points of E-W",
    "ns_percent": "Percent of N-S",
    "ew_percent": "Percent of E-W",
    "round": "Round",
    "table": "Table",
    "section": "Section",
    "session": "Session",
    "names_ns": "Names N-S",
    "names_ew": "Names E-W",
    "players_ns": "Team players N-S",
    "players_ew": "Team players E-W",
    "north": "North",
    "south": "South",
    "east": "East",
    "west": "West",
    "pair": "Pair",
    "opponents": "Opponents",
    "sat": "Pair’s direction",
    "date": "Date",
    "remark": "Remark",
    "contest": "Contest",
    "scored_by": "Scored by",
    "total_ns": "Final total N-S",
    "total_ew": "Final total E-W",
    "final_percent_ns": "Final % of N-S",
    "final_percent_ew": "Final % of E-W",
    "place_ns": "Final place N-S",
    "place_ew": "Final place E-W",
    "match_ns": "Match result N-S",
    "match_ew": "Match result E-W",
    "match_unit": "Match unit",
}
"""What a column can be, with what people call it."""

_FIELD_WORDS = {
    "board": """board boardno boardnumber boardnr brd bd deal dealno dealnumber spel spelnr spelnummer donne etui
        teilung brett brettnr rozdanie rozd nrrozd giv givnr bricka bricknr spil spilnr spill spillnr mano hand
        handno smazza carte donnen donneno ndonne netui jako mao jogo
        rozdani krabice rozdanje podjela razdelitev leosztas el eltno dona dalinys jaotus spiel borda tabuleiro sdacha
        dianomi moirasia tamplo""",
    "contract": """contract cont kontrakt contrat contratto contrato bid bod contr finalcontract contractplayed kontr
        bud melding meldung sitoumus gebot endkontrakt contractdeclarer contractanddeclarer contractby
        contractresult contractandresult
        con zavazek felvetel samningur leping kontraktas sozlesme ugovor
        symvolaio symvoleo""",
    "declarer": """by declarer decl dcl playedby declaredby leider door spielfuhrer alleinspieler durch declarant
        spelforare spelf spilf spilforer spillforer rozgrywajacy rozgrywa rozgr declarante dichiarante dich jugadopor
        spieler von af av spilleforer jouepar declarepar carteador pelinvieja giocatoda
        dec rozg giocante hlavnihrac hral felvevo deklaran sagnhafi izvodac igralec mangija zaidejas declared
        razygryvayushchij razygr ektelestis deklaran oynayan""",
    "tricks": """tricks tks trks result res resultat resultats resultaat resultado risultato wynik made slagen stiche levees
        plis ergebnis erg stik stick prese bazas lew lewy trickswon stikk lev
        stiken vazas tikit tulos prise
        tk zdvihy zdvihu zdvih utes utesek love slagir stihovi stihi vzetki levate tihid kirciai taken vzyatki levedes
        apotelesma leve""",
    "score": """score scores scorens nsscore sc zapis punteggio puntuacion marque marke poang anschrieb anschrift
        pontuacao skore zapisns skor scor rezultat pontszam tulemus taskai puan""",
    "level": "level stufe hoogte niveau niva",
    "suit": "suit strain denomination denom farbe kleur couleur farg farve farge",
    "double": "risk dbl double doubled doubling kontra doublet contre dubbel dobling",
    "honours": "honours honors honneurs",
    "lead": """lead ld openinglead leadcard openingleadcard uitkomst ausspiel aussp entame udspil utspill utspel utsp wist
        attacco salida""",
    "round": "round rnd rd ronde runde tour runda rond omgang turno ronda",
    "table": "table tbl tableno tablenumber tafel tafelnr tisch tischnr bord bordnr stol stolik tavolo mesa",
    "section": "section sect sektion lijn linie groep gruppe groupe ligne sektor sezione seccion gruppo",
    "session": "session sess zitting sitzung seance sesja sessione sesion sitting",
    "north": "north noord nord norte playernorth nplayer northplayer northname n sever polnoc eszak kuzey pohjoinen voras",
    "south": "south zuid sud syd sur sued playersouth splayer southplayer southname s jih poludnie del guney etela notos",
    "east": "east oost ost est este playereast eplayer eastplayer eastname e vychod wschod kelet dogu ita anatoli leste",
    "west": "west ouest vest oeste ovest vast playerwest wplayer westplayer westname w zapad zachod nyugat bati lansi dysi",
    "pair": "pair pairno pairnumber paar paarnr paire parnr coppia pareja",
    "opponents": "opponents opponent opp opps opppair opponentspair tegenstanders gegner adversaires vs",
    "sat": "sat direction dir richting richtung position seated",
    "date": "date datelog datum data fecha dato paivays",
    "remark": "remark remarks bemerkung bemerkungen opmerking opmerkingen remarque remarques anmarkning bemaerkning",
    "contest": "contest",
    "scored_by": "scoredby",
    "match_unit": "matchunit",
}
_FIELD_BY_SIGN = {
    "+/-": "score",
    "±": "score",
    "éd": "ns",
    "kn": "ew",
    "+sc": "score",
    "-sc": "score_ew",
    "+": "ns_points",
    "-": "ew_points",
    "#": "pair",
}
_NS_HEADINGS = (
    "northsouth",
    "noordzuid",
    "nordsued",
    "nordsud",
    "nordsyd",
    "ns",
    "nz",
    "pe",
    "syu",
    "kg",
    "vn",
)
_EW_HEADINGS = (
    "eastwest",
    "oostwest",
    "ostwest",
    "ostvest",
    "ostvast",
    "estouest",
    "estovest",
    "ew",
    "ow",
    "eo",
    "ov",
    "we",
    "il",
    "zv",
    "vz",
    "db",
    "ev",
    "ad",
)
_SIDE_WORDS = {
    "": """no nr number pair pairs pairno pairnumber pairid pairnr paar paare paren paarnr paire paires par parnr para
        pary coppia coppie pareja parejas id n team""",
    "score": "score scores sc plus zapis punteggio marque puntuacion resultat resultaat ergebnis result anschrieb",
    "points": """points point pts mp mps matchpoints matchpoint imp imps crossimps ximps butler punkte punten punkty
        poang note notes""",
    "team players": "teamplayers",
    "total": "finaltotal",
    "final": "final",
    "place": "finalplace",
    "match": "matchresult",
    "names": """hraci zawodnicy jatekosok jucatori oyuncular igroki pelaajat giocatori jugadores
        names name players namen noms nom nombres nomi spelers spieler joueurs spelare spillere pairnames""",
}
_POINTS_HEADINGS = frozenset(_SIDE_WORDS["points"].split())
_SIDE_FIELDS = {
    "": ("ns", "ew"),
    "score": ("score", "score_ew"),
    "team players": ("players_ns", "players_ew"),
    "points": ("ns_points", "ew_points"),
    "names": ("names_ns", "names_ew"),
    "total": ("total_ns", "total_ew"),
    "final": ("final_ns", "final_ew"),
    "place": ("place_ns", "place_ew"),
    "match": ("match_ns", "match_ew"),
}
_PERCENT = re.compile("percentages?|percents?|prozente?|procente?|pourcentages?|pct|proc")
_PERCENT_FIELDS = {
    "ns": "ns_percent",
    "ew": "ew_percent",
    "final_ns": "final_percent_ns",
    "final_ew": "final_percent_ew",
}
_WITHOUT_SIGN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i"}
    | dict(zip("абвгдезийклмнопрстуфхыэ", "abvgdezijklmnoprstufhye", strict=True))
    | {"ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "yu", "я": "ya"}
    | {"і": "i", "є": "ye", "ј": "j", "љ": "lj", "њ": "nj", "ђ": "dj", "ћ": "c", "џ": "dz"}
    | {"ð": "d", "þ": "th"}
    | dict(zip("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstyfo", strict=True))
    | {"θ": "th", "χ": "ch", "ψ": "ps"}
)
"""Letters without a Unicode decomposition, and Latin letters for Cyrillic and Greek ones."""


def match_field(heading: str) -> str:
    """Return the field of ``FIELDS`` for a *heading*, or "".

    >>> [match_field(text) for text in ("%", "Percentage E-W", "N/S %", "Percent of slam")]
    ['ns_percent', 'ew_percent', 'ns_percent', '']
    >>> [match_field(text) for text in ("Board No.", "N-S", "Punkte NS", "Spielführer", "MP E/W", "Parking")]
    ['board', 'ns', 'ns_points', 'declarer', 'ew_points', '']
    """
    return _match_normal_field(heading.strip().casefold())


def is_points_heading(heading: str) -> bool:
    """Return whether a *heading* means points without saying whose.

    >>> is_points_heading("MP"), is_points_heading("MP NS")
    (True, False)
    """
    return normalize_heading(heading.strip().casefold()) in _POINTS_HEADINGS


def get_index_by_field(headings: Iterable[str]) -> dict[str, int]:
    """Return the index of each field in *headings*, the first one if two have the same.

    >>> get_index_by_field(["Bd", "NS", "EW", "Score", "Score"])
    {'board': 0, 'ns': 1, 'ew': 2, 'score': 3}
    """
    index_by_field: dict[str, int] = {}
    for index, heading in enumerate(headings):
        if field := match_field(heading):
            index_by_field.setdefault(field, index)
    return index_by_field


@lru_cache(maxsize=10_000)
def _match_normal_field(heading: str) -> str:
    if heading in _FIELD_BY_SIGN:
        return _FIELD_BY_SIGN[heading]
    if len(heading) > 40:
        return ""
    if heading.endswith("+") and _FIELD_BY_WORD.get(normalize_heading(heading)) in ("ns", "ew"):
        return _match_normal_field(f"{heading[:-1]} plus")
    word = normalize_heading(heading)
    if "%" in heading or _PERCENT.search(word):
        side = _FIELD_BY_WORD.get(_PERCENT.sub("", word), "")
        return _PERCENT_FIELDS.get(side if _PERCENT.sub("", word) else "ns", "")
    field = _FIELD_BY_WORD.get(word, "")
    if field in FIELD_LABELS:
        return field
    return ""


def normalize_heading(heading: str) -> str:
    """Return a *heading* in small letters as Latin letters and digits without accents.

    >>> normalize_heading("příjmení"), normalize_heading("фамилия"), normalize_heading("επώνυμο")
    ('prijmeni', 'familiya', 'eponymo')
    """
    letters = unicodedata.normalize("NFC", heading).translate(_WITHOUT_SIGN)
    # Greek letters lose their accent first.
    marks = unicodedata.normalize("NFKD", letters).translate(_WITHOUT_SIGN)
    return re.sub("[^a-z0-9]", "", marks)


def _iter_heading_words() -> Iterable[tuple[str, str]]:
    for kind, words in _SIDE_WORDS.items():
        for sides, field in zip((_NS_HEADINGS, _EW_HEADINGS), _SIDE_FIELDS[kind], strict=True):
            for side in sides:
                for word in words.split():
                    yield from ((side + word, field), (word + side, field))
                if not kind:
                    yield side, field
    for field, words in _FIELD_WORDS.items():
        yield from ((word, field) for word in words.split())


_FIELD_BY_WORD = dict(_iter_heading_words())


class NamedScoring(NamedTuple):
    """The *scoring* that a file names, or "".

    *vague_word* is the file's word if it stands for several methods, else "".
    """

    scoring: str = ""
    vague_word: str = ""


_SCORING_ROW = re.compile(
    r"#?\s*(?:scoring|scored by|method|wertung|wertungsart|telling|comptage|marquage)"
    r"[\s_-]*(?:type|method|by)?[\s:=]+(?P<name>.+)",
    re.IGNORECASE,
)
_SCORING_NAMES = (
    ("butler", re.compile("BUTLER")),
    ("cross-imps", re.compile("CROSS|X-?IMP|CAVENDISH")),
    ("", re.compile("IMP")),
    ("matchpoints", re.compile(r"MATCH[ _-]?POINT|\b(?:NS|EW)?MP(?:T?S)?(?:NS|EW)?\b")),
    ("aggregate", re.compile("AGGREGATE|TOTAL POINTS")),
)
"""Words for methods, the clearer ones first. "IMP" alone stands for cross-IMPs and for Butler."""


def detect_named_scoring(
    titles: Iterable[str], rows_above: Iterable[Sequence[str]] = ()
) -> NamedScoring:
    """Return the scoring that a row *rows_above* the headings names, or else the headings *titles*.

    >>> detect_named_scoring(["Board", "NS", "EW", "Score", "MP NS"]).scoring
    'matchpoints'
    >>> detect_named_scoring(["Board", "NS", "EW", "Score"], [["Scoring", "Butler"]]).scoring
    'butler'
    >>> detect_named_scoring(["Board", "NS", "EW", "Score", "NS IMPs"])
    NamedScoring(scoring='cross-imps', vague_word='IMP')
    """
    for row in rows_above:
        match = _SCORING_ROW.fullmatch(" ".join(filter(None, row)))
        if match and (named_scoring := _match_scoring_name(match["name"])):
            return named_scoring
    return _match_scoring_name(" ".join(titles)) or NamedScoring()


def _match_scoring_name(text: str) -> NamedScoring | None:
    upper_text = text.upper()
    for scoring, name in _SCORING_NAMES:
        if name.search(upper_text):
            return NamedScoring(scoring or "cross-imps", vague_word="" if scoring else "IMP")
    return None


_MIN_RESULT_FIELDS = 4
_FIELDS_OF_BOARDS = frozenset({"board", "contract", "level", "declarer", "opponents"})
"""What only a table of results has, and no ranking."""
_RESULT_FIELDS = frozenset(
    {"contract", "level", "score", "tricks", "ns_points", "ns_percent", "declarer"}
)


def are_result_fields(fields: Collection[str]) -> bool:
    """Return whether *fields* are those of a table of results, or of a ranking with figures.

    >>> are_result_fields(["board", "ns", "ew", "score"]), are_result_fields(["pair", "names", "total"])
    (True, False)
    """
    return len(fields) >= _MIN_RESULT_FIELDS and not _RESULT_FIELDS.isdisjoint(fields)


def are_board_fields(fields: Collection[str]) -> bool:
    """Return whether *fields* are those of a table of results, and of no ranking."""
    return are_result_fields(fields) and not _FIELDS_OF_BOARDS.isdisjoint(fields)


_PLACE_WORDS = """pos position place rank ranking rang platz rg plaats plats placering plassering sija poradi
    poradie miejsce lok lokata mesto helyezes loc siralama thesi clt classement puesto posizione lugar nr no"""
_PLACE_HEADINGS = frozenset(_PLACE_WORDS.split())
_FIGURE_WORDS = """score total totalscore matchscore mp matchpoints masterpoints result ergebnis prozent percent
    percentage pct procent pourcentage porcentaje percentuale resultat tulos vysledek wynik"""
_FIGURE_HEADINGS = frozenset(_FIGURE_WORDS.split())


def are_of_ranking(headings: Collection[str]) -> bool:
    """Return whether *headings* are those of a ranking by figures, which has no results.

    >>> are_of_ranking(["Pos", "Pair", "Players", "Match Score", "%"])
    True
    >>> are_of_ranking(["Board", "NS", "%"]), are_of_ranking(["No", "Name", "EBU"])
    (False, False)
    """
    words = {normalize_heading(heading.casefold()) for heading in headings}
    has_figures = "%" in map(str.strip, headings) or bool(words & _FIGURE_HEADINGS)
    return has_figures and bool(words & _PLACE_HEADINGS) and "board" not in words


_STANDINGS_HEADINGS = {"place", "total"}


def are_of_standings(headings: Iterable[str]) -> bool:
    """Return whether *headings* are those of our own standings, which have no results.

    >>> are_of_standings(["Place", "Pair", "Names", "Boards", "Total", "Percent"])
    True
    >>> are_of_standings(["Board", "Place", "Total"]), are_of_standings(["Name", "Number"])
    (False, False)
    """
    normal_headings = {normalize_heading(heading.casefold()) for heading in headings}
    return normal_headings >= _STANDINGS_HEADINGS and "board" not in normal_headings
