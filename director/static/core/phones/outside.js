// Boards that aren't scheduled at this table in this round: a table may have played one by mistake.
// The director accepts the result or cancels it.
import { getBoardStatus, openBoard, renderBoardList } from "./boards.js";
import { SIDES } from "./bridge.js";
import { openPad } from "./draft.js";
import {
  createBox,
  createElement,
  createForm,
  createKey,
  createNote,
  createPrimaryKey,
  createQuestion,
  createSentence,
  createText,
  createWideKey,
} from "./elements.js";
import { parseStoredResult } from "./entries.js";
import { renderShortResult, renderStoredResult } from "./results.js";
import { findSeats, listKnownRounds, listOpenBoards, listOutsideBoards } from "./rounds.js";
import { getOwnSide, isOnPaper, isOwnReport, queue, table } from "./state.js";
import { storage } from "./storage.js";
import { setNote, showScreen, ui } from "./ui.js";

// Return the unscheduled boards with a result, each a key to its screen.
export function renderOutsideBoards() {
  const boards = listKnownRounds()
    .flatMap(({ round }) => listOutsideBoards(round))
    .filter((board) => board.asked || board.unsentItem || board.refusedItem);
  if (!boards.length) return null;
  return [createText("h2", "Not in this round"), renderBoardList(boards.map(createOutsideKey))];
}

function createOutsideKey(board) {
  const { sign, label, tone } = getBoardStatus(board);
  const content = [
    createText("b", `Board ${board.board}`),
    createElement("span", { class: "made" }, renderShortResult(findOutsideEntry(board))),
    createElement("span", { class: `stand ${tone}` }, `${sign} ${label}`),
  ];
  const showBoard = () => showScreen("board", { round: board.round, board: board.board });
  return createKey(`outside-${board.board}`, content, showBoard, { class: "row" });
}

function findOutsideEntry(board) {
  if (board.unsentItem) return board.entry;
  return parseStoredResult(board.asked ? board.asked.result : "");
}

// Return what the table reads about an unscheduled board, and the keys with which it decides.
export function makeOutsideDecision(board) {
  const report = board.asked;
  const resultText = createSentence(renderStoredResult(report, findSeats(board.round)));
  const notPlayedKey = createWideKey("not-played-here", "We didn’t play it", () =>
    answerOutside(board, false),
  );
  if (board.agreed || isOwnReport(report)) {
    const directorNote = createNote(
      "warn",
      createText("b", "! Not in this round. "),
      "The director decides. Play on with your own boards.",
    );
    return { main: [resultText, directorNote, notPlayedKey] };
  }
  const reporter = SIDES[report.side] || "This table";
  return {
    main: [
      createQuestion(`${reporter} say you played this board from another round or table:`),
      resultText,
      createQuestion("Did you play it?"),
      notPlayedKey,
    ],
    primary: createPrimaryKey("agree", "We played it", () => answerOutside(board, true)),
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
  const showWrongBoard = () => showScreen("wrongBoard", { outsideBoard: 0 });
  return createWideKey("to-other", "Wrong board on the table", showWrongBoard);
}

export function makeWrongBoardPage() {
  // A new state may come before the tap. The tap is about the round that is shown.
  const { round, boards } = table.state;
  const enterBoard = () => {
    storage.store("outside", { round, board: ui.outsideBoard });
    openPad(round, ui.outsideBoard, { isOutside: true });
  };
  return {
    title: "Wrong board",
    back: () => showScreen("round"),
    main: [
      renderWrongBoardForm(round, boards),
      renderWrongBoardNote(boards),
      ui.outsideBoard ? createWideKey("did-play", "We played it", enterBoard) : null,
    ],
  };
}

function renderWrongBoardForm(round, boards) {
  const attributes = {
    id: "other-board",
    inputmode: "numeric",
    maxlength: "3",
    pattern: "[0-9]*",
  };
  // The number counts once the form is sent.
  const box = createBox(attributes, ui.outsideBoard || "", () => {});
  const button = createElement("button", { class: "quiet" }, "OK");
  return createForm(
    () => showTypedBoard(round, boards, Number(box.value)),
    createElement("label", { for: "other-board" }, "Board number"),
    createElement("div", { class: "beside" }, box, button),
  );
}

function showTypedBoard(round, boards, number) {
  if (!Number.isInteger(number) || number < 1) return;
  if (boards.some((board) => board.board === number)) openBoard(round, number);
  else showScreen("wrongBoard", { outsideBoard: number });
}

const formatBoardNumbers = (boards) => boards.map((board) => board.board).join(", ");

function renderWrongBoardNote(boards) {
  if (!ui.outsideBoard) return createText("p", `This round: ${formatBoardNumbers(boards)}.`);
  const openBoards = listOpenBoards();
  const stillToPlay = openBoards.length
    ? `Still to play: ${formatBoardNumbers(openBoards)}.`
    : "All boards of this round have been entered.";
  return createNote(
    "bad",
    createText("b", `! Board ${ui.outsideBoard} isn’t played here this round. `),
    stillToPlay,
    " Return it if you haven’t started it.",
  );
}
