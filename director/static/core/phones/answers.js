// What the page does with the program's answers: to the entries that this phone sent, and to its
// regular question for the table's state.
import { applyMatchAnswer, expireMatches } from "./matches.js";
import { fetchJson, getRetryPause } from "./queue.js";
import { findBoard, findRound, makeBareBoard } from "./rounds.js";
import {
  getChosenSide,
  getOwnLabel,
  getOwnSide,
  getSettings,
  queue,
  storeKnownPhones,
  storeState,
  table,
} from "./state.js";
import { device, storage } from "./storage.js";
import { draw, followState, setNote } from "./ui.js";

export const FETCH_EVERY = 5_000; // milliseconds, and up to half as much again

Object.assign(queue.handlers, {
  onAnswer(status, body) {
    noteAnswer(status, body);
    if (status === 422) expireMatches();
  },
  onStored(item, answer) {
    // The others greet a new phone. It isn't new to itself once it has sent something.
    storeKnownPhones([getOwnLabel()]);
    if (answer.here) setNote(`${answer.here} plays at ${answer.goes} in round ${answer.round}.`);
    else if (answer.outside) applyStoredOutside(item, answer);
    else if (item.path === "results") applyStoredResult(item, answer);
    else if (item.path === "matches") applyMatchAnswer(answer);
    storeState();
    fetchChangedState();
  },
});

// Note whether the program could be reached, and whether it accepts this phone.
function noteAnswer(status, body) {
  const isShut = status === 403 && Boolean(body && body.shut);
  // Something between the phone and the program may answer 403 too.
  const isFailure = status === 0 || status >= 500 || status === 429;
  const isUnreached = !isShut && (isFailure || status === 403);
  table.failures = isUnreached ? table.failures + 1 : 0;
  table.isGone = status === 404;
  if (!isUnreached) table.shutReason = isShut ? body.error : "";
}

// Show a result as the program has just stored it, until it sends the state again.
function applyStoredResult(item, answer) {
  const board = findBoard(item.round, item.board);
  if (!board) return;
  if (answer.waits_for) table.sentTimes.set(`${item.round}.${item.board}`, Date.now());
  if (answer.asked) {
    board.asked = {
      ...makePendingValue(item, answer),
      dispute: answer.waits_for === "director",
      from: answer.from,
    };
    return;
  }
  if (answer.from) swapStoredResult(board, findBoard(item.round, answer.from));
  const isLater = answer.result === "LATER";
  let state = isLater ? "empty" : "stored";
  if (answer.waits_for) state = "waiting";
  Object.assign(board, {
    state,
    later: isLater,
    result: answer.result || board.result,
    score: answer.score === undefined ? board.score : answer.score,
    lead: item.body.lead || board.lead,
    look: null,
    confirmed: !answer.waits_for,
    phone: getOwnLabel(),
    side: getOwnSide(),
    asked: null,
  });
}

const makePendingValue = (item, answer) => ({
  result: answer.result,
  score: answer.score,
  lead: item.body.lead || "",
  phone: getOwnLabel(),
  side: getOwnSide(),
});

// The result of `source` was moved to `board`, so `source` gets the previous result of `board`.
function swapStoredResult(board, source) {
  if (!source) return;
  const { state, result, score, lead, confirmed, entered } = board;
  const previousResult = { state, result, score, lead, confirmed, entered };
  Object.assign(source, previousResult, { asked: null, others: false });
}

// Show an unscheduled board as the program has just stored it, until it sends the state again.
function applyStoredOutside(item, answer) {
  const { round, board, body } = item;
  const outsideBoards = (table.state.outside || []).filter((outside) => outside.board !== board);
  storage.remove("outside");
  table.state.outside = outsideBoards;
  // A side has denied the result, so the program has removed it.
  if (!body.outside) return;
  const { ns, ew } = findRound(round);
  outsideBoards.push({
    ...makeBareBoard(board),
    round,
    ns,
    ew,
    asked: makePendingValue(item, answer),
    agreed: Boolean(body.confirm),
  });
}

async function fetchState() {
  clearTimeout(table.timer);
  if (document.hidden || table.isFetching) return;
  table.isFetching = true;
  table.requests += 1;
  const requestNumber = table.requests;
  const query = new URLSearchParams({
    device,
    waiting: String(queue.waiting.length),
    side: getSideOfPhone(),
  });
  const options = table.tag ? { headers: { "If-None-Match": table.tag } } : {};
  const { status, body, date, tag } = await fetchJson(`state.json?${query}`, options);
  table.isFetching = false;
  const wasUnreached = table.failures > 0;
  noteAnswer(status, body);
  // The header has whole seconds, so the program's clock is half a second further on average.
  if (date) table.clockLead = Date.parse(date) + 500 - Date.now();
  // The program has stored something since the question, so the answer may be older than that.
  if (requestNumber !== table.requests) {
    scheduleFetch(0);
    return;
  }
  if (status === 200) {
    table.tag = tag || "";
    table.state = body;
    if (body.phone) storage.store("label", body.phone);
    storeState();
  }
  if (wasUnreached && !table.failures) queue.send(true);
  followState();
  draw();
  scheduleFetch(getNextPause());
}

// "ns", "ew", "both", or "" if sides don't use their own phones or nobody has chosen.
const getSideOfPhone = () => (getSettings().confirm === "own" ? getChosenSide() : "");

// Return milliseconds until the next question for the state. A random part of up to a half keeps
// the phones of a room from asking all at once.
function getNextPause() {
  if (table.isGone) return 30_000;
  return table.failures ? getRetryPause(table.failures) : FETCH_EVERY * (1 + Math.random() / 2);
}

export function scheduleFetch(pause) {
  clearTimeout(table.timer);
  table.timer = setTimeout(fetchState, pause);
}

// Fetch the state after a change. An answer that is on its way is older than the change.
export function fetchChangedState() {
  table.requests += 1;
  scheduleFetch(0);
}
