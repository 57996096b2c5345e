// Which screen is shown: to somebody who looks at the phone, and after a change of the table's
// state.
import { dropDraft, findStep, isStillPlayed, openPad } from "./draft.js";
import {
  findBoard,
  findBoardToConfirm,
  findMergedBoard,
  findPending,
  hasEnteredBoards,
  isEntered,
  isKnownRound,
  isRoundEntered,
  listOpenBoards,
} from "./rounds.js";
import { getBegunRound, getChosenSide, getSettings, isOnPaper, table } from "./state.js";
import { isDraftBegun, setNote, showScreen, ui } from "./ui.js";

// The first reason that holds decides. What stops this phone comes before boards to confirm, and
// those before the end: a board may still wait for its opponents when the last round is over.
export function showHomeScreen() {
  const { state } = table;
  if (table.isGone) return showScreen("gone");
  if (table.shutReason) return showScreen("shut");
  if (state.unused) return showScreen("unused");
  if (getSettings().confirm === "own" && !getChosenSide()) return showScreen("side");
  const boardToConfirm = findBoardToConfirm();
  if (boardToConfirm) return showBoard(boardToConfirm);
  if (state.over) return showScreen("end");
  if (isOnPaper()) return showScreen(state.sit_out ? "sit" : "round");
  if (isRoundEntered()) return showScreen("left", { round: state.round });
  const isBegun = getBegunRound() >= state.round || hasEnteredBoards();
  const hasPlayedBefore = state.left && getBegunRound() >= state.left.round;
  if (!isBegun && hasPlayedBefore) return showScreen("left", { round: state.left.round });
  if (state.sit_out) return showScreen("sit");
  if (!isBegun || !state.boards.length) return showScreen("round");
  return showNextBoard();
}

const showBoard = ({ round, board }) => showScreen("board", { round, board });

// Show the next board to enter, with what was tapped for it.
function showNextBoard() {
  const { round } = table.state;
  const [{ board }] = listOpenBoards();
  const { draft } = ui;
  const isOfBoard = draft && draft.round === round && draft.board === board;
  if (isOfBoard && isDraftBegun() && !draft.isChange) {
    return showScreen("pad", { step: findStep(draft) });
  }
  return openPad(round, board);
}

// Show another screen if the new state calls for it, unless somebody is in the middle of something.
export function followNewState() {
  if (table.isGone) return showUnlessShown("gone");
  if (table.shutReason) return showUnlessShown("shut");
  if (ui.screen === "shut") return showHomeScreen();
  const isUnused = Boolean(table.state.unused);
  const isUnusedShown = ui.screen === "unused";
  if (isUnused !== isUnusedShown && ui.screen !== "call") return showHomeScreen();
  if (isUnused) return null;
  if (ui.draft && !isStillPlayed(ui.draft)) return dropOutdatedDraft();
  if (isScreenOutdated()) return showHomeScreen();
  if (isScreenOfBreak()) return showHomeIfDifferent();
  const boardToConfirm = findBoardToConfirm();
  if (boardToConfirm && isFree() && !isBoardShown(boardToConfirm)) {
    return showBoard(boardToConfirm);
  }
  return isNextRoundBegun() ? showHomeScreen() : null;
}

const showUnlessShown = (screen) => (ui.screen === screen ? null : showScreen(screen));
const isBoardShown = ({ board }) => ui.screen === "board" && ui.board === board;

function dropOutdatedDraft() {
  const { round, board } = ui.draft;
  const reason = isKnownRound(round)
    ? "The plan for this table has changed"
    : `Round ${round} is over`;
  if (isDraftBegun()) setNote(`${reason}. Your entry for board ${board} wasn’t sent.`);
  else if (ui.note) setNote(ui.note); // nobody has read it yet
  dropDraft();
  return showHomeScreen();
}

// Whether the screen is about a round or board that the table doesn't have any more, or about
// entering a board that somebody has entered elsewhere.
function isScreenOutdated() {
  const { screen, round, board, draft } = ui;
  const isAboutRound = ["board", "move", "turned", "left"].includes(screen);
  if (isAboutRound && !isKnownRound(round)) return true;
  const isAboutBoard = ["board", "move"].includes(screen);
  if (isAboutBoard && !findBoard(round, board)) return true;
  if (screen !== "pad" || isDraftBegun()) return false;
  return isEntered(findBoard(draft.round, draft.board));
}

// Whether the screen is one that waits for the state to change.
function isScreenOfBreak() {
  if (["gone", "sit", "end"].includes(ui.screen)) return true;
  return table.state.over && ["round", "left"].includes(ui.screen);
}

function showHomeIfDifferent() {
  const { over, sit_out: sitOut, round } = table.state;
  let wantedScreen = sitOut ? "sit" : "";
  if (over) wantedScreen = "end";
  if (ui.screen !== wantedScreen || ui.round > round) showHomeScreen();
}

// Whether nobody is in the middle of something.
function isFree() {
  if (ui.screen === "pad") return !isDraftBegun();
  if (ui.screen === "board") return !findPending(findMergedBoard(ui.round, ui.board));
  return ["round", "left"].includes(ui.screen);
}

// Whether the table has begun the next round on another phone, while this one shows where the pairs
// go.
function isNextRoundBegun() {
  const { state } = table;
  const isPreviousRoundShown = ui.screen === "left" && ui.round < state.round;
  return (
    isPreviousRoundShown &&
    hasEnteredBoards() &&
    !state.over &&
    getBegunRound() >= state.round
  );
}
