// The screen of a board with an entry: how the board stands, what has to be decided about it, and
// by whom.
//
// A decision is {main, primary, isSettled}: the text and keys, the key at the foot of the page, and
// whether nothing is left to decide.
import { SIDES, getOtherSide } from "./bridge.js";
import { callDirector, renderCallKey } from "./calls.js";
import { renderChangeKeys, renderCorrectKeys } from "./change_keys.js";
import { openPad } from "./draft.js";
import {
  createKey,
  createNote,
  createPrimaryKey,
  createQuestion,
  createSentence,
  createText,
  createWideKey,
} from "./elements.js";
import { parseItem } from "./entries.js";
import { makeOutsideDecision } from "./outside.js";
import { renderEntryOnBoard, renderStoredResult } from "./results.js";
import { findPending, findRound, findSeats, isSetByDirector, listBoards } from "./rounds.js";
import { getOwnSide, getSettings, isPhoneOfOneSide, queue, table } from "./state.js";
import { storage } from "./storage.js";
import { setNote, showHome, showScreen, ui } from "./ui.js";

const HAND_OVER_AFTER = 30_000; // milliseconds without an answer of the opponents

export function makeDecision(board) {
  if (board.refusedItem) return makeRefusedDecision(board);
  if (board.unsentItem) return makeUnsentDecision(board);
  if (board.later) return makeLaterDecision(board);
  if (board.state === "empty" && !board.asked) return makeEmptyDecision(board);
  if (board.outside && board.asked) return makeOutsideDecision(board);
  const pending = findPending(board);
  if (pending) return makePendingDecision(board, pending);
  if (board.look) return makeCheckDecision(board);
  if (isSetByDirector(board)) return makeDirectorsDecision(board);
  return {
    main: [renderStoredSentence(board), createNote("ok", formatSaved(board))],
    isSettled: true,
  };
}

function renderStoredSentence(board) {
  return board.state === "empty" ? null : renderValueSentence(board, board);
}

const renderValueSentence = (board, value) =>
  createSentence(renderStoredResult(value, findSeats(board.round)));

function makeUnsentDecision(board) {
  const { lead } = board.unsentItem.body;
  const note = createNote(
    "warn",
    createText("b", "↑ Waiting to send."),
    " It is sent when the network is back. Play on.",
  );
  return {
    main: [createSentence(renderEntryOnBoard(board.entry, lead, board)), note],
    isSettled: true,
  };
}

const makeLaterDecision = (board) => ({
  main: [
    createText("p", "To be played later. Enter it when you have played it."),
    createWideKey("enter", `Enter board ${board.board}`, () => openPad(board.round, board.board)),
  ],
});

const makeEmptyDecision = (board) => ({
  main: [createText("p", "No result yet.")],
  primary: createPrimaryKey("enter", `Enter board ${board.board}`, () =>
    openPad(board.round, board.board),
  ),
});

function makeDirectorsDecision(board) {
  const source = createText("b", "§ Entered by the director.");
  const note = createNote("", source, " Only the director can change it.");
  return { main: [renderStoredSentence(board), note] };
}

function formatSaved({ confirmed, entered }) {
  const verb = confirmed && getSettings().confirm !== "nobody" ? "Confirmed" : "Saved";
  return entered ? `✓ ${verb}, ${entered}.` : `✓ ${verb}.`;
}

// Decide about a value that waits for the opponents or the director: see `findPending`.
function makePendingDecision(board, pending) {
  if (pending.isDispute) return makeDisputeDecision(board, pending);
  if (pending.isMine) return makeWaitingDecision(board, pending);
  const agreeKey = createAgreeKey("Confirm", board, pending.value);
  const values = renderPendingValues(board, pending);
  const keys = renderPendingKeys(board, pending);
  if (!isPhoneOfOneSide()) {
    const note = createNote("warn", "? Not confirmed yet. Opponents: is this right?");
    return { main: [values, note, keys], primary: agreeKey };
  }
  const reporter = nameReporter(pending, "Another phone");
  return {
    main: [
      pending.isChange ? null : createQuestion(`${reporter} entered:`),
      values,
      createQuestion("Is this right?"),
      keys,
    ],
    primary: agreeKey,
  };
}

// Both sides have entered a result, or the value would change a result after others were shown.
function makeDisputeDecision(board, pending) {
  const { isMine, isDirectorsTurn } = pending;
  const storedBoard = findStoredBoard(board, pending);
  const hasStoredResult = storedBoard && storedBoard.state !== "empty";
  const text = isDirectorsTurn
    ? "Other results were shown here, so the director decides."
    : "Two different results were entered. Confirm one, or call the director.";
  const canAgree = !isMine && !isDirectorsTurn;
  return {
    main: [
      renderPendingValues(board, pending),
      createNote("warn", text),
      hasStoredResult ? createKeepKey("Keep the first", storedBoard) : null,
      renderCallAboutKey(board),
    ],
    primary: canAgree ? createAgreeKey("Confirm the second", board, pending.value) : null,
  };
}

// This phone's side has entered the value. If the opponents don't answer on their own phone, they
// can confirm on this one.
function makeWaitingDecision(board, pending) {
  const { value } = pending;
  const sentAt = table.sentTimes.get(`${board.round}.${board.board}`) || 0;
  const canHandOver = ui.isHandedOver || Date.now() - sentAt >= HAND_OVER_AFTER;
  const opponents = SIDES[getOtherSide(getOwnSide())];
  const handOver = () => {
    ui.isHandedOver = true;
    confirmResult(board, value.result);
  };
  const hint = canHandOver
    ? ` You can hand ${opponents} this phone to confirm.`
    : " They are asked on their own phone.";
  const sent = createText("b", `? Sent. ${opponents} haven’t confirmed yet.`);
  return {
    main: [
      renderPendingValues(board, pending),
      createNote("warn", sent, hint),
      renderPendingKeys(board, pending),
      canHandOver
        ? createKey("hand-over", `${opponents} confirm here`, handOver, { class: "wide" })
        : null,
    ],
  };
}

// The keys with which a side changes a value, or refuses a change of the other side.
function renderPendingKeys(board, pending) {
  if (!pending.isChange) return renderCorrectKeys(board);
  if (pending.isMine) return null;
  const storedBoard = findStoredBoard(board, pending);
  return [createKeepKey("Don’t change it", storedBoard), renderCallAboutKey(board)];
}

// The board whose stored result stays if nobody agrees to the value: the value may have been
// entered for another board.
function findStoredBoard(board, { value }) {
  if (!value.from) return board;
  return listBoards(board.round).find((candidate) => candidate.board === value.from);
}

const createKeepKey = (label, board) =>
  createWideKey("as-before", label, () => confirmResult(board, board.result));
const createAgreeKey = (label, board, value) =>
  createPrimaryKey("agree", label, () => confirmResult(board, value.result));
const renderCallAboutKey = (board) =>
  renderCallKey("call-about", `Board ${board.board}: two results`);

// Return the value, with the stored result that it would replace or swap with.
function renderPendingValues(board, pending) {
  const { value, isChange } = pending;
  const valueSentence = renderValueSentence(board, value);
  const storedSentence = renderStoredSentence(board);
  if (value.from) return renderMovedValues(board, value, { valueSentence, storedSentence });
  if (!isChange || !storedSentence) return valueSentence;
  const { storedTitle, valueTitle } = getPendingTitles(pending);
  return [
    createText("h2", storedTitle),
    storedSentence,
    createText("h2", valueTitle),
    valueSentence,
  ];
}

function getPendingTitles(pending) {
  const reporter = nameReporter(pending, "another phone");
  const { isDispute, isMine } = pending;
  if (isDispute) {
    const valueTitle = `Second result: ${isMine ? "yours" : reporter}`;
    return { storedTitle: "First result", valueTitle };
  }
  return { storedTitle: "Before", valueTitle: isMine ? "Your change" : `Change by ${reporter}` };
}

const nameReporter = ({ value }, unknownReporter) => SIDES[value.side] || unknownReporter;

const renderMovedValues = (board, value, { valueSentence, storedSentence }) => [
  createNote(
    "warn",
    `Entered for board ${value.from}, but played on board ${board.board}.`,
    storedSentence ? " The two results are swapped." : "",
  ),
  valueSentence,
  storedSentence ? [createText("h2", `Board ${value.from} after that`), storedSentence] : null,
];

// The director asks the table to look at a result again.
function makeCheckDecision(board) {
  const wrongResult = `Board ${board.board}: wrong result`;
  return {
    main: [
      createNote(
        "warn",
        createText("b", `§ The director asks (${board.look.since}): `),
        "is this result right? If not, tap what is wrong.",
      ),
      renderStoredSentence(board),
      isSetByDirector(board)
        ? renderCallKey("call-about", wrongResult)
        : renderCorrectKeys(board),
    ],
    primary: createAgreeKey("Confirm", board, board),
  };
}

// Send that the opponents confirm `result`.
function confirmResult(board, result) {
  const { ns, ew } = findRound(board.round);
  const body = { board: board.board, pairs: board.pairs || [ns, ew], confirm: true, result };
  if (getOwnSide()) body.side = getOwnSide();
  queue.add("results", body, board);
  // The results of other tables are on the screen of the board.
  if (getSettings().others === "board") {
    showScreen("board", { round: board.round, board: board.board });
    return;
  }
  setNote(`Board ${board.board}: confirmed.`);
  showHome();
}

// The program has refused the entry of a board. The phone still keeps it.
function makeRefusedDecision(board) {
  const { refused } = board.refusedItem;
  const isConflict = refused.status === 409;
  return isConflict ? makeConflictDecision(board) : makeInvalidDecision(board);
}

function renderRefusedEntry(board) {
  const { body } = board.refusedItem;
  const entry = parseItem(board.refusedItem);
  return [
    createText("h2", "You entered"),
    createSentence(renderEntryOnBoard(entry, body.lead, board)),
  ];
}

function makeInvalidDecision(board) {
  const item = board.refusedItem;
  const { lead = "", change, from } = item.body;
  const original = { entry: parseItem(item), lead, isChange: Boolean(change) };
  const dropItem = () => {
    queue.remove(item);
    showHome();
  };
  return {
    main: [
      createNote("bad", createText("b", "! Not saved. "), item.refused.error),
      renderRefusedEntry(board),
      // A result that was moved from another board is corrected there.
      from ? null : renderChangeKeys(board.round, board.board, original),
      createWideKey("throw", "Delete", dropItem),
    ],
    primary: createRefusedCallKey(board),
  };
}

// Another result was stored before this one arrived.
function makeConflictDecision(board) {
  const item = board.refusedItem;
  const { error, stands } = item.refused;
  const storedResult = stands || { result: board.result, score: board.score };
  const { result, score } = storedResult;
  const storedTitle = board.fixed ? "The director’s result" : "Saved result";
  const keepLabel = board.fixed ? "Keep the director’s" : "Keep saved result";
  return {
    main: [
      createNote("bad", createText("b", "! Two results. "), error),
      createText("h2", storedTitle),
      renderValueSentence(board, { result, score }),
      renderRefusedEntry(board),
      createRefusedCallKey(board),
    ],
    primary: createPrimaryKey("take", keepLabel, () => acceptStoredResult(item, result)),
  };
}

const createRefusedCallKey = (board) =>
  createWideKey("call-about", "Call the director", () => {
    queue.remove(board.refusedItem);
    callDirector(`Board ${board.board}: two results`);
  });

// The program takes the stored result as confirmed by this phone, and asks nobody any more.
function acceptStoredResult(item, result) {
  storage.remove(item.name);
  const { ns, ew, pairs } = item.body;
  confirmResult({ round: item.round, board: item.board, pairs: pairs || [ns, ew] }, result);
}
