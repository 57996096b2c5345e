"""Read a line of a JSON file: contestants, result, rulings and state.

A line has one result, in one of several *forms*. Which other parts it can have depends on the form.

A bare score is a score without a contract. Only at bridge does it have to be one that a contract
can give: at whist it is a number of tricks, at auction it can be any number of points. Which unit a
file has is found from all its lines.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring.bridge.contracts import (
    DUPLICATE_GAMES,
    SIDES,
    TRICKS_PER_DEAL,
    compute_ns_score,
    describe_nearest_scores,
    describe_vulnerability,
    get_duplicate_game,
    get_vulnerability,
    list_possible_scores,
    normalize_entry_text,
    parse_contract,
)
from scoring.bridge.entries import EntryKind, ResultEntry, check_honours
from scoring.bridge.rulings import (
    ADJUSTMENT_UNITS,
    CREDIT_KINDS,
    Adjustment,
    ArtificialScore,
    AssignedScore,
    Credit,
    LineState,
    WeightedScore,
    check_unit,
    parse_artificial,
)
from scoring.display import format_exact
from scoring.errors import ScoringError
from scoring.exchange import (
    make_file_error,
    make_part_error,
    read_choice,
    read_exact_number,
    read_text,
    read_whole_number,
    refuse_unknown_parts,
    require_list,
    require_object,
)
from scoring.method import ScoringMethod
from scoring.model import (
    DEFAULT_LISTS,
    BoardNo,
    Line,
)
from scoring.refusals import make_file_unknown_part_error, make_side_error, make_tricks_error

GAME_KEYS = tuple(game.key for game in DUPLICATE_GAMES)
"""The games that a file can name."""

ANY_POINTS = "points"
"""The game of a file that names none and can have any points. Its contracts are those of bridge."""


MAX_HONOURS = 100
"""The most points for honours of one side at auction: five in one hand, or four aces."""

_ADJUSTMENT_PARTS = ("side", "amount", "unit", "reason")
_CREDIT_PARTS = ("contestant", "direction", "kind", "amount", "unit", "reason", "out_of")
_STATES = tuple(state.value for state in LineState)

RESULT_FORMS = ("score", "tricks_ns", "contract", "artificial", "assigned")
"""The forms of a result. A line has one of these parts."""

_PARTS_BY_FORM = {
    "contract": ("declarer", "tricks", "honours", "honours_side"),
    "score": ("declarer", "honours"),
}
_OPTIONAL_PARTS = ("group", "section", "adjustments", "state", "reason", "lists")
_LINE_PARTS = (
    "ns",
    "ew",
    *RESULT_FORMS,
    "declarer",
    "tricks",
    "honours",
    "honours_side",
    *_OPTIONAL_PARTS,
)
_STATES_WITHOUT_RESULT = (LineState.NOT_PLAYED, LineState.TO_BE_PLAYED)

UNIT_OPTION = "unit"
"""The option of methods that add up scores.

With tricks E-W get the rest of 13, with points the negative.
"""

_RESULT_PARTS_WITH_UNIT = ("tricks_ns", "score", "contract")


def infer_game(file: Mapping[str, Any], bare_score_meaning: str) -> str:
    """Return the game of *file*, stated or inferred.

    *bare_score_meaning* says what bare scores are for the method: ``"contracts"``, ``"points"`` (of auction), or
    ``"tricks"`` for the systems of 1900. With these, bare scores are tricks if none is above 13 and
    no line has a contract.

    >>> infer_game({"boards": [{"lines": [{"score": 7}]}]}, "tricks"), infer_game({"boards": []}, "contracts")
    ('whist', 'bridge')
    >>> infer_game({"boards": [{"lines": [{"tricks_ns": 7}]}]}, "points")
    'whist'
    """
    if "game" in file:
        return read_choice(file, "game", GAME_KEYS)
    rows = list(iter_rows(file))
    # Tricks of N-S are stated, so they count more than the habits of the method.
    if any(map(has_tricks, rows)):
        return "whist"
    if bare_score_meaning == "points":
        return ANY_POINTS
    if bare_score_meaning == "contracts" or any("contract" in row for row in rows):
        return "bridge"
    for row in rows:
        if not all(map(_is_trick_count, _iter_bare_scores(row))):
            return "bridge"
    return "whist"


def get_tricks_per_deal(file: Mapping[str, Any], bare_score_meaning: str) -> int:
    """Return the sum of both sides' tricks on a line, 13, or 0 if scores are points.

    >>> get_tricks_per_deal({"boards": [{"lines": [{"tricks_ns": 7}]}]}, "contracts"), get_tricks_per_deal({}, "contracts")
    (13, 0)
    """
    if infer_game(file, bare_score_meaning) == "whist":
        return TRICKS_PER_DEAL
    return 0


def iter_rows(file: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of *file*, without those that have a wrong type.

    The game must be known before the file is checked, so nothing is refused here.
    """
    for board in _get_list(file.get("boards")):
        if isinstance(board, dict):
            for line in _get_list(board.get("lines")):
                if isinstance(line, dict):
                    yield line


def _get_list(value: object) -> list[Any]:
    if isinstance(value, list):
        return value
    return []


def has_tricks(row: Mapping[str, Any]) -> bool:
    """Return whether the result of a line is the tricks of N-S."""
    return "tricks_ns" in row and "score" not in row and "contract" not in row


def _iter_bare_scores(row: Mapping[str, Any]) -> Iterator[object]:
    """Yield the bare scores of a line, also the parts of an assigned score."""
    if "score" in row:
        yield row["score"]
    assigned = row.get("assigned", [])
    sides = assigned.values() if isinstance(assigned, dict) else [assigned]
    for shares in sides:
        for share in _get_list(shares):
            if isinstance(share, dict) and "score" in share:
                yield share["score"]


def _is_trick_count(score: object) -> bool:
    return isinstance(score, int) and 0 <= score <= TRICKS_PER_DEAL


def check_bare_score(row: Mapping[str, Any], score: int, board_no: BoardNo, game: str) -> int:
    """Return *score* of the line *row* if it is possible in *game* on *board_no*.

    >>> check_bare_score({"ns": 1, "ew": 6}, 615, board_no=4, game="bridge")
    Traceback (most recent call last):
    scoring.errors.ScoringError: N-S 1 against E-W 6: no contract scores N-S +615 with both sides vulnerable; \
the nearest are +600 and +620. \
Correct it, or set "game": "auction" in the file for auction scores.

    :raises ScoringError: if no contract gives it, or at whist if it isn't 0 to 13 tricks
    """
    if game == "whist":
        return check_tricks(score)
    if (
        game == "bridge"
        and score
        and score not in list_possible_scores(get_vulnerability(board_no))
    ):
        raise ScoringError(
            "file-impossible-score",
            "N-S {ns} against E-W {ew}: no contract scores N-S {score} with {vulnerable} "
            'vulnerable; {nearest}. Correct it, or set "game": "auction" in the file for auction '
            "scores.",
            score=f"{score:+d}",
            vulnerable=describe_vulnerability(board_no),
            ns=row.get("ns"),
            ew=row.get("ew"),
            nearest=describe_nearest_scores(score, board_no),
        )
    return score


def check_tricks(tricks: int) -> int:
    """Return *tricks* if they are possible.

    :raises ScoringError: if they are fewer than 0 or more than 13
    """
    if not 0 <= tricks <= TRICKS_PER_DEAL:
        raise make_tricks_error(tricks=tricks)
    return tricks


def refuse_parts_of_pass(row: Mapping[str, Any]) -> None:
    """Refuse a declarer or tricks on the line *row*, whose contract is a pass.

    :raises ScoringError: naming the parts that a pass doesn't have
    """
    parts = [part for part in ("declarer", "tricks") if row.get(part) is not None]
    if parts:
        verb, them = ("comes", "it") if parts == ["declarer"] else ("come", "them")
        raise ScoringError(
            "file-passed-out",
            "{parts} with PASS, but a passed-out board has no declarer or tricks. Remove {them}, "
            "or enter the contract of N-S {ns} against E-W {ew}.",
            parts=f"{' and '.join(parts)} {verb}",
            them=them,
            ns=row.get("ns"),
            ew=row.get("ew"),
        )


def read_honours(row: Mapping[str, Any]) -> int:
    """Return the points for honours on the line *row*.

    :raises ScoringError: if they are more than a side can hold
    """
    honours = read_whole_number(row, "honours", minimum=0)
    if honours > MAX_HONOURS:
        raise ScoringError(
            "file-honours",
            "honours can’t be {honours}; the most for one side is {most}.",
            honours=honours,
            most=MAX_HONOURS,
        )
    return honours


def read_assigned_score(value: object, check_score: Callable[[int], int] = int) -> AssignedScore:
    """Parse an assigned score: shares for both sides, or ``{"ns": […], "ew": […]}``.

    A share is ``{"score": 420, "weight": "0.6"}``, seen from the N-S side. A single one needs no
    weight. *check_score* returns a possible score and raises for an impossible one.

    >>> read_assigned_score([{"score": 420, "weight": "0.6"}, {"score": -50, "weight": "0.4"}]).is_split
    False

    :raises ScoringError: if the weights of a side do not add up to 1
    """
    if isinstance(value, list):
        shares = _read_weighted_scores(value, "assigned", check_score)
        return AssignedScore(shares, shares)
    sides = require_object(value, "assigned")
    refuse_unknown_parts(sides, "assigned", ("ns", "ew"))
    return AssignedScore(
        _read_weighted_scores(sides.get("ns"), "ns", check_score),
        _read_weighted_scores(sides.get("ew"), "ew", check_score),
    )


def _read_weighted_scores(
    value: object, name: str, check_score: Callable[[int], int]
) -> tuple[WeightedScore, ...]:
    rows = [require_object(row, "a share") for row in require_list(value, name)]
    for row in rows:
        refuse_unknown_parts(row, "a share", ("score", "weight"))
    weighted_scores = []
    for row in rows:
        score = check_score(read_whole_number(row, "score"))
        weight = Fraction(1)
        if "weight" in row or len(rows) > 1:
            weight = read_exact_number(row, "weight")
        weighted_scores.append(WeightedScore(score, weight))
    return tuple(weighted_scores)


def read_adjustments(row: Mapping[str, Any]) -> tuple[Adjustment, ...]:
    """Parse adjustments: ``{"side": "ns", "amount": -10, "unit": "%", "reason": "late"}``.

    :raises ScoringError: if there is no such unit
    """
    rows = require_list(row.get("adjustments", []), "adjustments")
    return tuple(map(_read_adjustment, rows))


def _read_adjustment(value: object) -> Adjustment:
    row = require_object(value, "an adjustment")
    refuse_unknown_parts(row, "an adjustment", _ADJUSTMENT_PARTS)
    reason = read_text(row, "reason") if "reason" in row else ""
    return Adjustment(
        side=read_choice(row, "side", ("ns", "ew")),
        amount=read_exact_number(row, "amount"),
        unit=_read_unit(row),
        reason=reason,
    )


def read_credit(value: object, winner_count: int, contestant_noun: str = "Pair") -> Credit:
    """Parse a credit: ``contestant``, ``kind``, ``amount``, ``unit``, ``reason``.

    A carry-over can have ``out_of``. With two winners a credit has a ``direction`` as well.
    *contestant_noun* is the word for a contestant in errors.

    :raises ScoringError: if there is no such unit, or if a penalty adds something
    """
    row = require_object(value, "a credit")
    parts: tuple[str, ...] = _CREDIT_PARTS
    direction = None
    if winner_count == 1:
        parts = tuple(part for part in parts if part != "direction")
    refuse_unknown_parts(row, "a credit", parts)
    if winner_count == 2:
        direction = read_choice(row, "direction", ("NS", "EW"))
    reason = read_text(row, "reason") if "reason" in row else ""
    out_of = read_exact_number(row, "out_of") if "out_of" in row else None
    credit = Credit(
        contestant=read_whole_number(row, "contestant", minimum=1),
        direction=direction,
        kind=read_choice(row, "kind", CREDIT_KINDS),
        amount=read_exact_number(row, "amount"),
        unit=_read_unit(row),
        reason=reason,
        max_amount=out_of,
    )
    if credit.max_amount is not None and credit.max_amount <= 0:
        raise ScoringError(
            "ruling-out-of",
            "{who} can’t carry over points out of {amount}. Enter a number above 0.",
            who=credit.format_contestant(contestant_noun),
            amount=format_exact(credit.max_amount),
        )
    if credit.kind == "penalty" and credit.amount > 0:
        raise ScoringError(
            "ruling-penalty-sign",
            "The penalty for {who}, {amount}, would raise its score. Enter a negative amount: "
            "-{amount}.",
            who=credit.format_contestant(contestant_noun),
            amount=credit.amount_text,
        )
    return credit


def _read_unit(row: Mapping[str, Any]) -> str:
    """Return the unit of an adjustment or credit."""
    if "unit" in row:
        return check_unit(read_text(row, "unit"))
    return read_choice(row, "unit", ADJUSTMENT_UNITS)  # raises, and names all units


def read_state(row: Mapping[str, Any]) -> LineState | None:
    """Return the state of a line, or None if it has none."""
    if "state" in row:
        return LineState(read_choice(row, "state", _STATES))
    return None


def read_line(
    row: Mapping[str, Any],
    board_no: BoardNo,
    game: str,
    *,
    winner_count: int = 1,
    has_own_average: bool = True,
) -> Line:
    """Return the line in *row*. *game* says which bare scores are possible.

    With two *winner_count* it can have ``lists``, the lists in which its N-S pair and its E-W pair are
    ranked. ``AVE+`` and ``AVE-`` depend on *has_own_average*, see ``parse_artificial``.

    >>> read_line({"ns": 1, "ew": 6, "contract": "4SX", "declarer": "S", "tricks": 9}, 2, "bridge").score
    -200

    :raises ScoringError: saying what is wrong
    """
    ns = read_whole_number(row, "ns", minimum=1)
    ew = read_whole_number(row, "ew", minimum=1)
    forms = [form for form in RESULT_FORMS if form in row]
    _refuse_unknown_parts(row, forms)
    state = read_state(row)
    if len(forms) > 1:
        forms_text = f"there are {' and '.join(forms)}"
        raise _make_file_line_form_error(given=forms_text)
    if not forms and state not in _STATES_WITHOUT_RESULT:
        raise _make_file_line_form_error(given="the line has none")
    common_arguments: dict[str, Any] = {
        "group": read_text(row, "group").strip() if "group" in row else "",
        "section": read_text(row, "section").strip() if "section" in row else "",
        "adjustments": read_adjustments(row),
        "state": state,
        "reason": read_text(row, "reason").strip() if "reason" in row else "",
        "lists": _read_lists(row["lists"], winner_count) if "lists" in row else DEFAULT_LISTS,
    }
    if not forms:
        return Line(ns, ew, **common_arguments)
    form = forms[0]
    if form == "artificial":
        artificial = _read_artificial(row["artificial"], has_own_average)
        return Line(ns, ew, artificial=artificial, **common_arguments)
    return Line(ns, ew, **_read_result_arguments(row, form, board_no, game), **common_arguments)


def _refuse_unknown_parts(row: Mapping[str, Any], forms: Sequence[str]) -> None:
    """Refuse a part that no line has, or that a line of this form doesn't have.

    With several *forms* only the former is refused: the caller reports that there are several.
    """
    allowed_names = set(_LINE_PARTS)
    if len(forms) == 1:
        form = forms[0]
        allowed_names = {"ns", "ew", *_OPTIONAL_PARTS, form, *_PARTS_BY_FORM.get(form, ())}
    for name in row:
        if name not in allowed_names:
            form_note = f" with {forms[0]}" if name in _LINE_PARTS else ""
            raise make_file_unknown_part_error(
                name=name,
                hint=form_note,
                kind="a line",
                known=", ".join(_LINE_PARTS),
            )


def _read_result_arguments(
    row: Mapping[str, Any], form: str, board_no: int, game: str
) -> dict[str, Any]:
    """Return the arguments of the line for its result."""
    if form == "assigned":

        def check_score(score: int) -> int:
            return check_bare_score(row, score, board_no, game)

        return {"assigned": read_assigned_score(row["assigned"], check_score)}
    if form == "score":
        arguments = _read_declarer_and_honours(row)
        score = check_bare_score(row, read_whole_number(row, "score"), board_no, game)
        return {"score": score, **arguments}
    if form == "tricks_ns":
        return {"score": check_tricks(read_whole_number(row, "tricks_ns"))}
    if normalize_entry_text(read_text(row, "contract")) == "PASS":
        refuse_parts_of_pass(row)
        return {"score": 0, "contract": ""}
    schedule = "" if game == ANY_POINTS else get_duplicate_game(game).schedule
    if schedule:
        return _read_auction_arguments(row, schedule)
    return _read_contract_arguments(row, board_no)


def _read_contract_arguments(row: Mapping[str, Any], board_no: int) -> dict[str, Any]:
    declarer = read_text(row, "declarer").upper()
    contract = parse_contract(read_text(row, "contract"))
    tricks = read_whole_number(row, "tricks")
    score = compute_ns_score(contract, declarer, tricks, get_vulnerability(board_no))
    return {
        "score": score,
        "contract": str(ResultEntry(EntryKind.PLAYED, contract, declarer, tricks)),
    }


def _read_auction_arguments(row: Mapping[str, Any], schedule: str) -> dict[str, Any]:
    """Return a contract of auction with its score and the winners' honours."""
    contract = parse_contract(read_text(row, "contract"), has_nullos=True)
    declarer = read_text(row, "declarer").upper()
    side = None
    honours = 0
    if "honours" in row:
        side = read_choice(row, "honours_side", ("NS", "EW"))
        honours = read_whole_number(row, "honours", minimum=0)
        check_honours(f"{contract}{declarer}", honours, contract.denomination, schedule)
    entry = ResultEntry(
        EntryKind.PLAYED,
        contract,
        declarer,
        read_whole_number(row, "tricks"),
        schedule=schedule,
        honours_side=side,
        honours=honours,
    )
    return {
        "score": entry.ns_score(1),  # auction has no vulnerability, so any board will do
        "declarer": declarer,
        "honours": entry.winners_honours,
        "contract": entry.text_without_honours,
    }


def _read_declarer_and_honours(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the declarer and the honours of a line with a bare score, if it has them."""
    arguments: dict[str, Any] = {}
    if "declarer" in row:
        declarer = read_text(row, "declarer").upper()
        if declarer not in SIDES:
            raise make_side_error(side=row["declarer"])
        arguments["declarer"] = declarer
    if "honours" in row:
        arguments["honours"] = read_honours(row)
    return arguments


def _read_lists(value: object, winner_count: int) -> tuple[str, str]:
    if winner_count != 2:
        raise ScoringError(
            "file-lists",
            "lists are for separate N-S and E-W rankings; remove them for one ranking.",
        )
    error = make_part_error("lists", 'two of "NS" and "EW", such as ["EW", "NS"]', value)
    if not isinstance(value, list) or len(value) != 2:
        raise error
    ns_list, ew_list = value
    if ns_list not in DEFAULT_LISTS or ew_list not in DEFAULT_LISTS:
        raise error
    return ns_list, ew_list


def _read_artificial(value: object, has_own_average: bool) -> ArtificialScore:
    if not isinstance(value, str):
        raise make_part_error("artificial", 'text such as "A6040"', value)
    return parse_artificial(normalize_entry_text(value), has_own_average=has_own_average)


def complete_file_settings(
    method: ScoringMethod, file: Mapping[str, Any], chosen_options: Mapping[str, str]
) -> dict[str, str]:
    """Return the *chosen_options* of *method*, with the unit of *file*.

    >>> from scoring.methods.aggregate import AGGREGATE
    >>> complete_file_settings(AGGREGATE, {"boards": [{"board": 1, "lines": [{"tricks_ns": 8}]}]}, {"ties": "none"})
    {'unit': 'tricks', 'ties': 'none'}

    :raises ScoringError: if *chosen_options* has another unit than the file
    """
    if UNIT_OPTION not in {option.name for option in method.options}:
        return dict(chosen_options)
    unit = "tricks" if infer_game(file, method.bare_score_meaning) == "whist" else "points"
    chosen_unit = chosen_options.get(UNIT_OPTION, unit)
    has_tricks_stated = has_stated_tricks(file)
    # Tricks that are only inferred from small scores can be points if the options say so.
    is_certain = unit == "points" or has_tricks_stated
    if {unit, chosen_unit} == {"tricks", "points"} and is_certain:
        remedy_text = ""
        if not has_tricks_stated:
            remedy_text = ', or set "game": "whist" in the file if its scores are tricks'
        raise ScoringError(
            "file-other-unit",
            "The file’s scores are {unit}, not {other}. Leave out --option unit={other}{instead}.",
            unit=unit,
            other=chosen_unit,
            instead=remedy_text,
        )
    return {UNIT_OPTION: unit, **chosen_options}


def has_stated_tricks(file: Mapping[str, Any]) -> bool:
    """Return whether *file* states that its scores are tricks."""
    return file.get("game") == "whist" or any(map(has_tricks, iter_rows(file)))


def list_unit_problems(file: Mapping[str, Any], boards: Iterable[object]) -> list[ScoringError]:
    """Return the error of the first line with another unit than the file or the first line."""
    file_has_tricks = None
    for location, form in _iter_line_forms(boards):
        is_tricks = form == "tricks_ns"
        if file_has_tricks is None:
            file_has_tricks = is_tricks
        error = None
        if is_tricks != file_has_tricks:
            error = ScoringError(
                "file-mixed-units", "the file has both tricks_ns and scores; use one of them."
            )
        elif is_tricks and file.get("game", "whist") != "whist":
            error = ScoringError(
                "file-tricks-game",
                'tricks_ns is for whist, but the file says "game": "{game}". Correct one of them.',
                game=file["game"],
            )
        elif form == "contract" and file.get("game") == "whist":
            error = ScoringError(
                "file-contract-at-whist",
                'a contract is for bridge, but the file says "game": "whist". Use tricks_ns instead.',
            )
        if error:
            return [make_file_error(location, error)]
    return []


def _iter_line_forms(boards: Iterable[object]) -> Iterator[tuple[str, str]]:
    """Yield the place of each line, and the part that is its result.

    Lines of a wrong type, or with several results, are left to the reader of lines.
    """
    for position, board in enumerate(boards, start=1):
        rows = board.get("lines") if isinstance(board, dict) else None
        if not isinstance(board, dict) or not isinstance(rows, list):
            continue
        board_no = board.get("board", f"no. {position}")
        for line_no, row in enumerate(rows, start=1):
            if not isinstance(row, dict):
                continue
            forms = [form for form in _RESULT_PARTS_WITH_UNIT if form in row]
            if len(forms) == 1:
                yield f"Board {board_no}, line {line_no}", forms[0]


def _make_file_line_form_error(*, given: object) -> ScoringError:
    return ScoringError(
        "file-line-form",
        "enter one result: score, tricks_ns, contract (with declarer and tricks), artificial "
        "or assigned, or the state not-played or to-be-played; {given}.",
        given=given,
    )
