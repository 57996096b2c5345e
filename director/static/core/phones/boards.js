// Lists of boards: how each board stands, and the way to its screen.
import { getScale } from "./auction.js";
import { SEATS, SIDES, formatScore } from "./bridge.js";
import { openPad } from "./draft.js";
import { createElement, createKey, createSpokenText, createText } from "./elements.js";
import { scoreEntry } from "./entries.js";
import { renderShortResult } from "./results.js";
import {
  findPending,
  findRound,
  isEntered,
  isSetByDirector,
  listBoards,
  listLaterRounds,
  listOpenBoards,
} from "./rounds.js";
import { formatPair } from "./seating.js";
import { getGame, getSettings, isOnPaper } from "./state.js";
import { showScreen } from "./ui.js";

const VULNERABILITY_NAMES = {
  none: "none vulnerable",
  ns: "N-S vulnerable",
  ew: "E-W vulnerable",
  all: "all vulnerable",
};

export function describeBoard(board) {
  if (getGame() === "whist") return board.trump ? `Trump: ${board.trump}` : "";
  const dealer = `Dealer ${SEATS[board.dealer]}`;
  // Auction bridge has no vulnerability.
  return getScale() ? dealer : `${dealer} · ${VULNERABILITY_NAMES[board.vulnerable]}`;
}

// Show a board that has an entry, or enter the board.
export function openBoard(round, number) {
  const board = listBoards(round).find((candidate) => candidate.board === number);
  if (isEntered(board) || board.refusedItem) showScreen("board", { round, board: number });
  else openPad(round, number);
}

// Return how a board stands, as {sign, label, tone}.
export function getBoardStatus(board) {
  if (board.refusedItem) return { sign: "!", label: "not saved", tone: "bad" };
  if (board.unsentItem) return { sign: "↑", label: "waiting to send", tone: "warn" };
  if (board.look) return { sign: "?", label: "check", tone: "warn" };
  if (isSetByDirector(board)) return { sign: "§", label: "the director’s", tone: "" };
  if (board.outside && board.agreed) {
    return { sign: "!", label: "the director decides", tone: "warn" };
  }
  const pending = findPending(board);
  if (pending) {
    const label = pending.isDirectorsTurn ? "the director decides" : "not confirmed";
    return { sign: "?", label, tone: "warn" };
  }
  if (board.state === "empty") {
    return { sign: "", label: board.later ? "played later" : "to play", tone: "" };
  }
  return { sign: "✓", label: "saved", tone: "ok" };
}

// Return the score of a board, or "" if it has none.
function formatGain(board) {
  const isUnsent = board.unsentItem && board.entry;
  const score = isUnsent ? scoreEntry(board.entry, board.vulnerable) : board.score;
  // At whist the result itself is the score.
  if (getGame() === "whist" || score === null || !isEntered(board)) return "";
  return formatScore(score).replace(" points", "");
}

// Return the boards of a round to list. If the director has entered the match, these are only the
// boards with a result.
export const listPlayedBoards = ({ round, reported }) =>
  reported ? listBoards(round).filter(isEntered) : listBoards(round);

// Return the boards of a round. Each is a key to its screen, unless nobody may enter it now.
export function renderBoards(round, canEnter = true) {
  const [firstOpenBoard] = listOpenBoards(round);
  const isOrderFixed = getSettings().order === "fixed";
  const items = listPlayedBoards(findRound(round)).map((board) => {
    const isOpen = !isEntered(board) && !board.refusedItem;
    const isNotNext = isOrderFixed && firstOpenBoard && board.board !== firstOpenBoard.board;
    const line = renderBoardLine(board);
    if (isOpen && (!canEnter || isNotNext)) return createElement("div", { class: "row" }, line);
    const open = () => openBoard(round, board.board);
    return createKey(`board-${board.board}`, line, open, { class: "row" });
  });
  return renderBoardList(items);
}

export const renderBoardList = (rows) =>
  createElement(
    "ul",
    { class: "boards" },
    rows.map((row) => createElement("li", {}, row)),
  );

function renderBoardLine(board) {
  const { sign, label, tone } = getBoardStatus(board);
  const visibleSign = sign ? [createText("span", sign, { "aria-hidden": "true" }), " "] : "";
  // A board that needs nothing shows only its sign.
  const status = tone === "ok" ? createSpokenText(label, sign) : [visibleSign, label];
  return [
    createText("b", `Board ${board.board}`),
    board.entry ? renderResultWithGain(board) : null,
    createElement("span", { class: `stand ${tone}` }, status),
  ];
}

export const renderResultWithGain = (board) =>
  createElement(
    "span",
    { class: "made" },
    renderShortResult(board.entry),
    " ",
    createText("span", formatGain(board), { class: "nowrap" }),
  );

export const renderLaterBoards = () =>
  listLaterRounds().map(({ round, labels }) => {
    const pairs = Object.keys(SIDES).map((side) => formatPair(side, labels));
    return [
      createText("h2", `From round ${round}: ${pairs.join(", ")}`),
      renderBoards(round, !isOnPaper()),
    ];
  });
