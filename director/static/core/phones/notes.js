// Notes above every screen: what somebody at the table should know or do, whatever they look at.
import { createElement, createKey, createNote, createText } from "./elements.js";
import { formatEntry, parseItem } from "./entries.js";
import { renderNewPhoneNotes, renderSecondPhoneNote } from "./phones.js";
import { listBoards, listKnownRounds } from "./rounds.js";
import { queue, table } from "./state.js";
import { storage } from "./storage.js";
import { renderDirectionNote } from "./turned.js";
import { showScreen, ui } from "./ui.js";

export function renderNotes() {
  const canEnter = ui.screen !== "shut";
  return [
    ui.note ? createNote("ok", ui.note) : null,
    canEnter ? renderBehindNote() : null,
    renderDirectionNote(),
    renderCheckNotes(),
    canEnter ? [renderSecondPhoneNote(), renderNewPhoneNotes()] : null,
    storage.isSafe ? null : renderStorageNote(),
    renderRefusalNotes(),
  ];
}

// The room plays a later round, and this table hasn't entered its boards.
function renderBehindNote() {
  const { clock, over, boards, round } = table.state;
  const playingRound = clock ? clock.round : 0;
  if (over || !boards.length || playingRound <= round) return null;
  const advice = ` Enter the missing boards of round ${round}, or call the director.`;
  return createNote(
    "warn",
    createText("b", `Round ${playingRound} is now playing.`),
    ui.screen === "round" ? advice : "",
  );
}

// The director asks the table to check boards.
function renderCheckNotes() {
  const boards = listKnownRounds().flatMap(({ round }) => listBoards(round));
  const boardsToCheck = boards.filter((board) => board.look && !board.unsentItem);
  return boardsToCheck
    .filter((board) => !isBoardOnScreen(board.board))
    .map((board) =>
      createElement(
        "p",
        { class: "say warn", role: "status" },
        createText("b", `§ The director asks: is board ${board.board} right? `),
        createCheckKey(`ask-${board.round}-${board.board}`, board.round, board.board),
      ),
    );
}

const isBoardOnScreen = (number) =>
  ["board", "pad"].includes(ui.screen) && (ui.draft || ui).board === number;

const createCheckKey = (id, round, board) =>
  createKey(id, "Check", () => showScreen("board", { round, board }));

const renderStorageNote = () =>
  createNote(
    "warn",
    createText("b", "This browser can’t save entries. "),
    "Keep this page open until it shows “✓ all sent”.",
  );

// Return the refused items, except that of the board which is on the screen: its decision says so.
function renderRefusalNotes() {
  const isElsewhere = ({ board }) => {
    const isShown = ui.screen === "board" && ui.board === board;
    const isDrafted = ui.draft && ui.draft.board === board;
    return !isShown && !isDrafted;
  };
  return queue.all
    .filter((item) => item.refused && isElsewhere(item))
    .map((item) => createNote("bad", renderRefusal(item)));
}

// Return the way to the board of a refused item, or the reason alone if the board isn't played here
// any more.
function renderRefusal(item) {
  const { round, board } = item;
  const itemRound = listKnownRounds().find((knownRound) => knownRound.round === round);
  const isHere = itemRound && itemRound.boards.some((candidate) => candidate.board === board);
  if (isHere) {
    return [
      createText("b", `! Board ${board} wasn’t saved. `),
      createCheckKey(`look-${board}`, round, board),
    ];
  }
  const lostEntry = board
    ? `! Board ${board} (${formatEntry(parseItem(item))}) wasn’t saved. `
    : "! ";
  return [
    createText("b", lostEntry),
    item.refused.error,
    " ",
    createKey(`drop-${item.body.key}`, "OK", () => queue.remove(item)),
  ];
}
