// A board that is not of this round, played all the same: it is entered, and the director keeps or
// cancels it.
import { SIDES, parseStoredResult } from "./bridge.js";
import { openBoard } from "./decisions.js";
import { openPad } from "./pad.js";
import { PAGES } from "./pages.js";
import {
  createElement,
  createKey,
  createNote,
  createText,
  getBoardStatus,
  renderShortResult,
} from "./parts.js";
import {
  findRound,
  getGame,
  getOwnLabel,
  getOwnSide,
  isOnPaper,
  isPhoneOfOneSide,
  listKnownRounds,
  listOpenBoards,
  listOutsideBoards,
  queue,
  table,
} from "./state.js";
import { storage } from "./storage.js";
import { setNote, showScreen, ui } from "./table.js";

const VULNERABLE = ["none", "ns", "ew", "all"];

// A board that nobody told this phone of, by its number.
function makeBareBoard(number) {
  const at = number - 1;
  return {
    board: number,
    state: "empty",
    result: "",
    score: null,
    lead: "",
    entered: "",
    asked: null,
    phone: "",
    side: "",
    dealer: "NESW"[at % 4],
    vulnerable: VULNERABLE[(at + Math.floor(at / 4)) % 4],
    outside: true,
  };
}

// What was said of boards outside a round: by the program, and here.
export function findOutsideBoards(round) {
  const told = (table.state.outside || [])
    .filter((board) => board.round === round)
    .map((board) => ({ ...board, pairs: [board.ns, board.ew] }));
  const own = storage.get("outside");
  return own && own.round === round && !told.some((board) => board.board === own.board)
    ? [...told, makeBareBoard(own.board)]
    : told;
}

// What the program took in of a board outside the round, until it is asked again.
export function applyStoredOutside({ round, board, body }, answer) {
  const others = (table.state.outside || []).filter((other) => other.board !== board);
  const { ns, ew } = findRound(round);
  const asked = {
    result: answer.result,
    score: answer.score,
    lead: body.lead || "",
    phone: getOwnLabel(),
    side: getOwnSide(),
  };
  storage.remove("outside");
  table.state.outside = body.outside
    ? [...others, { ...makeBareBoard(board), round, ns, ew, asked, agreed: Boolean(body.confirm) }]
    : others;
}

// The boards outside the rounds shown, each a key to its page.
export function renderOutsideBoards() {
  const boards = listKnownRounds()
    .flatMap(({ round }) => listOutsideBoards(round))
    .filter((board) => board.asked || board.kept || board.refused);
  if (!boards.length) return null;
  const row = (board) => {
    const { sign, word, tone } = getBoardStatus(board);
    const inside = [
      createText("b", `Board ${board.board}`),
      createElement("span", { class: "made" }, renderShortResult(findOutsideEntry(board))),
      createElement("span", { class: `stand ${tone}` }, `${sign} ${word}`),
    ];
    return createElement(
      "li",
      {},
      createKey(
        `outside-${board.board}`,
        inside,
        () => showScreen("board", { round: board.round, board: board.board }),
        { class: "row" },
      ),
    );
  };
  return [
    createText("h2", "Not in this round"),
    createElement("ul", { class: "boards" }, boards.map(row)),
  ];
}

const findOutsideEntry = (board) =>
  board.kept ? board.entry : parseStoredResult(board.asked ? board.asked.result : "", getGame());

// What is decided about a board outside the round.
export function makeOutsideDecision(board, about) {
  const value = board.asked;
  const isMine =
    value.phone === getOwnLabel() || (isPhoneOfOneSide() && value.side === getOwnSide());
  const stands = createElement("p", { class: "sentence" }, about(value));
  const directors = createNote(
    "warn",
    createText("b", "! Not in this round. "),
    "The director decides. Play on with your own boards.",
  );
  const not = createKey("not-played-here", "We didn’t play it", () => answerOutside(board, false), {
    class: "wide quiet",
  });
  if (board.agreed || isMine) return { main: [stands, directors, not] };
  return {
    main: [
      createText(
        "p",
        `${SIDES[value.side] || "This table"} say you played this board ` +
          "from another round or table:",
        { class: "ask" },
      ),
      stands,
      createText("p", "Did you play it?", { class: "ask" }),
      not,
    ],
    primary: createKey("agree", "We played it", () => answerOutside(board, true), {
      class: "primary",
      "aria-disabled": String(performance.now() < ui.aliveAt),
    }),
  };
}

function answerOutside(board, played) {
  const body = {
    board: board.board,
    pairs: board.pairs,
    confirm: true,
    outside: played,
    result: board.asked.result,
  };
  if (getOwnSide()) body.side = getOwnSide();
  queue.add("results", body, board);
  storage.remove("outside");
  setNote(
    played ? `Board ${board.board}: the director decides.` : `Board ${board.board}: removed.`,
  );
  showScreen("round");
}

export const renderWrongBoardKey = () =>
  isOnPaper() || !table.state.ns
    ? null
    : createKey("to-other", "Wrong board on the table", () => showScreen("other", { number: 0 }), {
        class: "wide quiet",
      });

PAGES.other = () => {
  const { round, boards } = table.state;
  const box = createElement("input", {
    id: "other-board",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "3",
    pattern: "[0-9]*",
  });
  box.value = ui.number || "";
  const form = createElement(
    "form",
    { class: "type" },
    createElement("label", { for: "other-board" }, "Board number"),
    createElement(
      "div",
      { class: "beside" },
      box,
      createElement("button", { class: "quiet" }, "OK"),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const number = Number(box.value);
    if (!Number.isInteger(number) || number < 1) return;
    if (boards.some((board) => board.board === number)) openBoard(round, number);
    else showScreen("other", { number });
  });
  const open = listOpenBoards();
  const enter = () => {
    storage.store("outside", { round, board: ui.number });
    openPad(round, ui.number, { outside: true });
  };
  return {
    title: "Wrong board",
    back: () => showScreen("round"),
    main: [
      form,
      ui.number
        ? createNote(
            "bad",
            createText("b", `! Board ${ui.number} isn’t played here this round. `),
            open.length
              ? `Still to play: ${open.map((board) => board.board).join(", ")}.`
              : "All boards of this round have been entered.",
            " Return it if you haven’t started it.",
          )
        : createText("p", `This round: ${boards.map((board) => board.board).join(", ")}.`),
      ui.number ? createKey("did-play", "We played it", enter, { class: "wide quiet" }) : null,
    ],
  };
};

// Who does not belong here types the own number, and reads where to go.
export function renderFindTableForm() {
  const { labels } = table.state;
  const directions = /[NE]-[SW]/.test(labels.ns + labels.ew) ? Object.values(SIDES) : [""];
  const box = createElement("input", { id: "here", autocomplete: "off", maxlength: "6" });
  box.value = ui.here || "";
  box.addEventListener("input", () => Object.assign(ui, { here: box.value }));
  const ask = (direction) => () => {
    const here = `${box.value.trim().split(" ")[0]} ${direction}`.trim();
    if (!here) return box.focus();
    queue.add("results", { here });
    setNote(`Looking up ${here}. The director is told too.`);
    return showScreen("round");
  };
  const form = createElement(
    "form",
    { class: "type" },
    createElement("label", { for: "here" }, "Number on your guide card"),
    createElement(
      "div",
      { class: "beside" },
      box,
      directions.map((direction, at) =>
        createKey(`where-${at}`, direction || "Find table", ask(direction), { class: "quiet" }),
      ),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(
      directions.length === 1 ? "" : box.value.trim().split(" ").slice(1).join(" ").toUpperCase(),
    )();
  });
  return form;
}
