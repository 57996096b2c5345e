// An entry that was made for the wrong board: somebody moves it to the right one in one step, and
// the opponents confirm.
import { describeBoard, renderBoardList } from "./boards.js";
import { getSendLabel } from "./draft.js";
import {
  createElement,
  createKey,
  createNote,
  createPrimaryKey,
  createQuestion,
  createSentence,
  createText,
  createWideKey,
} from "./elements.js";
import { renderEntryOnBoard, renderShortResult } from "./results.js";
import { findRound, isEntered, isSetByDirector, listBoards, listLaterRounds } from "./rounds.js";
import { canConfirmHere, getOwnSide, isOnPaper, queue } from "./state.js";
import { showHome, showScreen, ui } from "./ui.js";

// Whether the result of a board may be moved or swapped: nothing about it is open.
function canMove(board) {
  const isOpen = board.unsentItem || board.refusedItem || board.asked;
  const isPlayersEntry = board.entry && board.entry.kind !== "other" && !isSetByDirector(board);
  return isEntered(board) && !isOpen && Boolean(isPlayersEntry);
}

export function renderMoveKey(board) {
  const isLaterRound = listLaterRounds().some(({ round }) => round === board.round);
  const hasOtherBoards = findRound(board.round).boards.length > 1;
  if (isLaterRound || !hasOtherBoards || isOnPaper() || !canMove(board)) return null;
  return createWideKey("to-move", "Move to another board", () =>
    showScreen("move", { round: board.round, board: board.board, targetBoard: 0 }),
  );
}

export function makeMovePage() {
  const boards = listBoards(ui.round);
  const source = boards.find((board) => board.board === ui.board);
  const target = boards.find((board) => board.board === ui.targetBoard);
  if (!source || !canMove(source)) {
    return {
      title: "Which board was it?",
      back: showHome,
      main: createText("p", "This board has changed. Check it again."),
    };
  }
  return target ? makeTargetPage(source, target) : makeChoicePage(source, boards);
}

function makeChoicePage(source, boards) {
  const targets = boards.filter((board) => board !== source);
  return {
    title: "Which board was it?",
    about: `Entered for board ${source.board}`,
    back: () => showScreen("board"),
    main: [renderMovedEntry(source, source), renderBoardList(targets.map(renderTarget))],
  };
}

// Return a board to which the result can be moved. A board with an open question can't be chosen.
function renderTarget(board) {
  const description = isEntered(board)
    ? ["swap with ", renderShortResult(board.entry)]
    : describeBoard(board);
  const line = [
    createText("b", `Board ${board.board}`),
    createElement("span", { class: "made" }, description),
    isSetByDirector(board) ? createText("span", "the director’s", { class: "stand" }) : "",
  ];
  if (isEntered(board) && !canMove(board)) return createElement("div", { class: "row" }, line);
  const choose = () => showScreen("move", { targetBoard: board.board });
  return createKey(`move-to-${board.board}`, line, choose, { class: "row" });
}

const makeTargetPage = (source, target) => ({
  title: `Move to board ${target.board}`,
  about: describeBoard(target),
  back: () => showScreen("move", { targetBoard: 0 }),
  main: [
    renderMovedEntry(source, target),
    isEntered(target)
      ? [createText("p", "The two results are swapped:"), renderMovedEntry(target, source)]
      : createNote("warn", `Board ${source.board} then has no result.`),
    canConfirmHere() ? createQuestion("Opponents: is this right?") : null,
  ],
  primary: createPrimaryKey("agree", getSendLabel(), () => sendMove(source, target)),
});

// Return the entry of one board with the score that it has on another.
const renderMovedEntry = ({ entry, lead }, board) =>
  createSentence(
    createText("span", `Board ${board.board}: `),
    renderEntryOnBoard(entry, lead, board),
  );

function sendMove(source, target) {
  const { ns, ew } = findRound(source.round);
  const body = { board: target.board, ns, ew, from: source.board, result: source.result };
  if (canConfirmHere()) body.confirm = true;
  if (getOwnSide()) body.side = getOwnSide();
  queue.add("results", body, target);
  showScreen("board", { round: target.round, board: target.board });
}
