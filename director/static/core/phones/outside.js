// Entering a board that isn't scheduled at this table in this round. The director accepts it or
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

// Make an empty board from its number. Law 2 fixes the dealer and the vulnerability: they repeat
// every 16 boards.
function makeBareBoard(number) {
  const index = number - 1;
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
    dealer: "NESW"[index % 4],
    vulnerable: VULNERABLE[(index + Math.floor(index / 4)) % 4],
    outside: true,
  };
}

// Find the boards outside `round` that the program knows or that were entered on this phone.
export function findOutsideBoards(round) {
  const storedBoards = (table.state.outside || [])
    .filter((board) => board.round === round)
    .map((board) => ({ ...board, pairs: [board.ns, board.ew] }));
  const localEntry = storage.get("outside");
  if (!localEntry || localEntry.round !== round) return storedBoards;
  const isStored = storedBoards.some((board) => board.board === localEntry.board);
  return isStored ? storedBoards : [...storedBoards, makeBareBoard(localEntry.board)];
}

// Show an unscheduled board as it was just stored, until the next poll.
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
  table.state.outside = others;
  if (!body.outside) return;
  const agreed = Boolean(body.confirm);
  others.push({ ...makeBareBoard(board), round, ns, ew, asked, agreed });
}

// Render buttons for the unscheduled boards.
export function renderOutsideBoards() {
  const boards = listKnownRounds()
    .flatMap(({ round }) => listOutsideBoards(round))
    .filter((board) => board.asked || board.kept || board.refused);
  if (!boards.length) return null;
  return [
    createText("h2", "Not in this round"),
    createElement("ul", { class: "boards" }, boards.map(renderOutsideRow)),
  ];
}

function renderOutsideRow(board) {
  const { sign, word, tone } = getBoardStatus(board);
  const children = [
    createText("b", `Board ${board.board}`),
    createElement("span", { class: "made" }, renderShortResult(findOutsideEntry(board))),
    createElement("span", { class: `stand ${tone}` }, `${sign} ${word}`),
  ];
  const showBoard = () => showScreen("board", { round: board.round, board: board.board });
  return createElement(
    "li",
    {},
    createKey(`outside-${board.board}`, children, showBoard, { class: "row" }),
  );
}

function findOutsideEntry(board) {
  if (board.kept) return board.entry;
  return parseStoredResult(board.asked ? board.asked.result : "", getGame());
}

// Make the sentences and buttons with which a table decides about an unscheduled board.
export function makeOutsideDecision(board, formatResult) {
  const value = board.asked;
  const isMine =
    value.phone === getOwnLabel() || (isPhoneOfOneSide() && value.side === getOwnSide());
  const resultText = createElement("p", { class: "sentence" }, formatResult(value));
  const denyBoard = () => answerOutside(board, false);
  const notPlayedKey = createKey("not-played-here", "We didn’t play it", denyBoard, {
    class: "wide quiet",
  });
  if (board.agreed || isMine) {
    const directorNote = createNote(
      "warn",
      createText("b", "! Not in this round. "),
      "The director decides. Play on with your own boards.",
    );
    return { main: [resultText, directorNote, notPlayedKey] };
  }
  return {
    main: [
      createText(
        "p",
        `${SIDES[value.side] || "This table"} say you played this board ` +
          "from another round or table:",
        { class: "ask" },
      ),
      resultText,
      createText("p", "Did you play it?", { class: "ask" }),
      notPlayedKey,
    ],
    primary: createKey("agree", "We played it", () => answerOutside(board, true), {
      class: "primary",
      // A tap just after the screen has changed was meant for the former one.
      "aria-disabled": String(performance.now() < ui.acceptsTapsFrom),
    }),
  };
}

function answerOutside(board, wasPlayed) {
  const body = {
    board: board.board,
    pairs: board.pairs,
    confirm: true,
    outside: wasPlayed, // the program keeps the result for the director, or else removes it
    result: board.asked.result,
  };
  if (getOwnSide()) body.side = getOwnSide();
  queue.add("results", body, board);
  storage.remove("outside");
  const outcome = wasPlayed ? "the director decides" : "removed";
  setNote(`Board ${board.board}: ${outcome}.`);
  showScreen("round");
}

export function renderWrongBoardKey() {
  if (isOnPaper() || !table.state.ns) return null;
  const showWrongBoard = () => showScreen("wrongBoard", { number: 0 });
  return createKey("to-other", "Wrong board on the table", showWrongBoard, {
    class: "wide quiet",
  });
}

PAGES.wrongBoard = () => {
  const { round, boards } = table.state; // of the screen that is tapped, not of a later poll
  const enterBoard = () => {
    storage.store("outside", { round, board: ui.number });
    openPad(round, ui.number, { outside: true });
  };
  return {
    title: "Wrong board",
    back: () => showScreen("round"),
    main: [
      makeWrongBoardForm(round, boards),
      renderWrongBoardNote(boards),
      ui.number ? createKey("did-play", "We played it", enterBoard, { class: "wide quiet" }) : null,
    ],
  };
};

function makeWrongBoardForm(round, boards) {
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
    showTypedBoard(round, boards, Number(box.value));
  });
  return form;
}

function showTypedBoard(round, boards, number) {
  if (!Number.isInteger(number) || number < 1) return;
  if (boards.some((board) => board.board === number)) openBoard(round, number);
  else showScreen("wrongBoard", { number });
}

const formatBoardNumbers = (boards) => boards.map((board) => board.board).join(", ");

function renderWrongBoardNote(boards) {
  if (!ui.number) return createText("p", `This round: ${formatBoardNumbers(boards)}.`);
  const openBoards = listOpenBoards();
  return createNote(
    "bad",
    createText("b", `! Board ${ui.number} isn’t played here this round. `),
    openBoards.length
      ? `Still to play: ${formatBoardNumbers(openBoards)}.`
      : "All boards of this round have been entered.",
    " Return it if you haven’t started it.",
  );
}

// Render a form with which players at the wrong table look up theirs.
export function renderFindTableForm() {
  const { labels } = table.state;
  // With two winners the labels of pairs name a direction, as in "3 N-S".
  const hasDirections = /[NE]-[SW]/.test(labels.ns + labels.ew);
  const directions = hasDirections ? Object.values(SIDES) : [""];
  const box = createElement("input", { id: "here", autocomplete: "off", maxlength: "6" });
  box.value = ui.here || "";
  box.addEventListener("input", () => {
    ui.here = box.value;
  });
  const form = createElement(
    "form",
    { class: "type" },
    createElement("label", { for: "here" }, "Number on your guide card"),
    createElement(
      "div",
      { class: "beside" },
      box,
      directions.map((direction, index) =>
        createKey(
          `where-${index}`,
          direction || "Find table",
          () => lookUpTable(box, direction),
          { class: "quiet" },
        ),
      ),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    lookUpTable(box, hasDirections ? parseDirection(box.value) : "");
  });
  return form;
}

// "3 ns" has the direction "NS".
const parseDirection = (text) => text.trim().split(" ").slice(1).join(" ").toUpperCase();

function lookUpTable(box, direction) {
  const label = `${box.value.trim().split(" ")[0]} ${direction}`.trim();
  if (!label) return box.focus();
  queue.add("results", { here: label });
  setNote(`Looking up ${label}. The director is told too.`);
  return showScreen("round");
}
