// What the program says of this table, asked for every few seconds while the page is seen, and what
// this phone knows beside it: entries that wait, and what was just stored.
import { getScale } from "./auction.js";
import { SIDES, formatContract, formatEntry, parseStoredResult } from "./bridge.js";
import { expireMatches } from "./matches.js";
import { applyStoredOutside, findOutsideBoards } from "./outside.js";
import { listKnownPhones } from "./phones.js";
import { Queue, fetchJson, getRetryPause } from "./queue.js";
import { device, storage } from "./storage.js";
import { draw, followState, setNote } from "./table.js";

export const ASK_EVERY = 5_000; // milliseconds, and up to half as much again
export const HAND_OVER_AFTER = 30_000; // milliseconds without a word of the opponents

export const table = {
  state: JSON.parse(document.getElementById("state").textContent),
  tag: "",
  ahead: null, // milliseconds by which the program's clock is ahead of this phone's, once known
  failures: 0,
  isGone: false, // whether the program knows this address no longer
  shut: "", // why the director does not let this phone in
  asked: 0, // how often it was asked
  sent: new Map(), // when this phone sent what now waits for the opponents, by round and board
};

// The page may come from the worker's store, and be older than what was heard since.
const lastHeard = storage.get("state");
// The page of a phone that is not known to be let in tells nothing: then what was heard before
// stands until it is told.
if (
  lastHeard &&
  (table.state.shut || lastHeard.at > Number(document.documentElement.dataset.made) * 1000)
) {
  table.state = lastHeard.state;
}
table.shut = table.state.shut || "";
const storeState = () =>
  storage.store("state", { at: Date.now() + (table.ahead || 0), state: table.state });
// By which label the others know this one.
export const getOwnLabel = () => table.state.phone || storage.get("label") || device;
export const getGame = () => table.state.game;
export const getSettings = () => table.state.settings;
export const getChosenSide = () => storage.get("side") || "";
export const getOwnSide = () =>
  getSettings().confirm === "own" && SIDES[getChosenSide()] ? getChosenSide() : "";
const getAnsweredSide = () =>
  getOwnSide() || (getSettings().confirm === "own" && getChosenSide() === "both" ? "both" : "");
export const isOnPaper = () => getSettings().entry === "paper";
export const isPhoneOfOneSide = () => getOwnSide() !== "";

export const queue = new Queue({
  changed: () => draw(),
  answered(status, body) {
    noteAnswer(status, body);
    if (status === 422) expireMatches();
  },
  ahead: () => table.ahead || 0,
  stored(item, answer) {
    table.asked += 1; // an answer that is on its way is older than this
    // One that was heard is new to itself no more.
    storage.store("phones", [...new Set([...listKnownPhones(), getOwnLabel()])]);
    if (answer.here) setNote(`${answer.here} plays at ${answer.goes} in round ${answer.round}.`);
    else if (answer.outside) applyStoredOutside(item, answer);
    else if (item.path === "results") applyStoredResult(item, answer);
    else if (item.path === "matches") expireMatches(answer);
    storeState();
    scheduleFetch(0);
  },
});

function noteAnswer(status, body) {
  const isShut = status === 403 && Boolean(body && body.shut);
  const isAway = !isShut && (status === 0 || status >= 500 || status === 403 || status === 429);
  table.failures = isAway ? table.failures + 1 : 0;
  table.isGone = status === 404;
  if (!isAway) table.shut = isShut ? body.error : "";
}

// What the program took in, until it is asked again.
function applyStoredResult(item, answer) {
  const board = findBoard(item.round, item.board);
  if (!board) return;
  const source = answer.from ? findBoard(item.round, answer.from) : null;
  if (answer.waits_for) table.sent.set(`${item.round}.${item.board}`, Date.now());
  if (answer.asked) {
    board.asked = {
      result: answer.result,
      score: answer.score,
      lead: item.body.lead || "",
      phone: getOwnLabel(),
      side: getOwnSide(),
      dispute: answer.waits_for === "director",
      from: answer.from,
    };
    return;
  }
  if (source) {
    const { state, result, score, lead, confirmed, entered } = board;
    Object.assign(source, {
      state,
      result,
      score,
      lead,
      confirmed,
      entered,
      asked: null,
      others: false,
    });
  }
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

// Ask what is new; at once when the page comes back, later when the program does not answer.
async function fetchState() {
  clearTimeout(table.timer);
  if (document.hidden || table.isAsking) return;
  table.isAsking = true;
  const requestNumber = ++table.asked;
  const query = new URLSearchParams({
    device,
    waiting: String(queue.waiting.length),
    side: getAnsweredSide(),
  });
  const { status, body, date, tag } = await fetchJson(
    `state.json?${query}`,
    table.tag ? { headers: { "If-None-Match": table.tag } } : {},
  );
  table.isAsking = false;
  const wasAway = table.failures > 0;
  noteAnswer(status, body);
  if (date) table.ahead = Date.parse(date) + 500 - Date.now();
  if (requestNumber !== table.asked) return scheduleFetch(0); // something was stored meanwhile
  if (status === 200) {
    table.tag = tag || "";
    table.state = body;
    if (body.phone) storage.store("label", body.phone);
    storeState();
  }
  if (wasAway && !table.failures) queue.send(true);
  followState();
  draw();
  scheduleFetch(getNextPause());
}

// Milliseconds until the state of the table is asked for again. Up to half more by chance, so that
// the phones of a room don't all ask at once.
function getNextPause() {
  if (table.isGone) return 30_000;
  return table.failures ? getRetryPause(table.failures) : ASK_EVERY * (1 + Math.random() / 2);
}

export function scheduleFetch(pause) {
  clearTimeout(table.timer);
  table.timer = setTimeout(fetchState, pause);
}

// Rounds and boards as this phone sees them.

export const listLaterRounds = () => table.state.later || [];
export const listKnownRounds = () =>
  [table.state, table.state.left, ...listLaterRounds()].filter(Boolean);
export const findRound = (number) =>
  listKnownRounds().find((round) => round.round === number) || table.state;
export const findBoard = (round, number) =>
  [...findRound(round).boards, ...findOutsideBoards(round)].find((board) => board.board === number);

// The boards of a round, each with what waits here for it, or was refused.
export const listBoards = (round) => mergeUnsentEntries(round, findRound(round).boards);
export const listOutsideBoards = (round) => mergeUnsentEntries(round, findOutsideBoards(round));
export const listAllBoards = (round) => [...listBoards(round), ...listOutsideBoards(round)];

function mergeUnsentEntries(round, boards) {
  const items = queue.all.filter((item) => item.round === round && item.path === "results");
  return boards.map((board) => {
    const boardItems = items.filter((item) => item.board === board.board);
    const kept = boardItems.filter((item) => !item.refused).pop();
    const entryElsewhere = kept
      ? null
      : items.filter((item) => !item.refused && item.body.from === board.board).pop();
    if (entryElsewhere) {
      const playedBoard = findBoard(round, entryElsewhere.board);
      return { ...board, ...findReturningResult(entryElsewhere, playedBoard), round };
    }
    return {
      ...board,
      round,
      kept,
      refused: boardItems.filter((item) => item.refused).pop(),
      entry: findEntry(board, kept),
    };
  });
}

// What is on a board whose entry waits here to be moved: what stood where it goes.
function findReturningResult(away, { state, result, lead }) {
  if (state === "empty") {
    return { state, result: "", score: null, entered: "", asked: null, entry: null, kept: null };
  }
  return { kept: { ...away, body: { result, lead } }, entry: parseStoredResult(result, getGame()) };
}

// The entry of a board: what waits here for it, else what is stored.
export function findEntry(board, kept) {
  if (kept && kept.body.contract) return parseBody(kept.body);
  if (kept && kept.body.tricks !== undefined) return { kind: "tricks", tricks: kept.body.tricks };
  if (kept && kept.body.result === "LATER") return { kind: "later" };
  return parseStoredResult(kept && kept.body.result ? kept.body.result : board.result, getGame());
}

function parseBody({ contract, declarer, tricks }) {
  if (contract === "PASS") return { kind: "passed" };
  const [, level, denomination, doubling] = /^(\d)(NT|[CDHS])(X*)$/.exec(contract);
  return {
    kind: "played",
    level: Number(level),
    denomination,
    doubled: doubling.length,
    declarer,
    tricks,
  };
}

// What goes to the program of an entry.
export function makeBody(entry, lead) {
  const about = lead ? { lead } : {};
  if (entry.kind === "passed") return { contract: "PASS" };
  if (entry.kind === "tricks") return { tricks: entry.tricks };
  if (entry.kind === "played" && !getScale()) {
    return {
      contract: formatContract(entry),
      declarer: entry.declarer,
      tricks: entry.tricks,
      ...about,
    };
  }
  return { result: formatEntry(entry), ...about };
}

export const isEntered = (board) =>
  board.state !== "empty" ||
  Boolean(board.kept) ||
  Boolean(board.asked && (board.asked.from || (board.asked.dispute && board.shown)));
// A match whose result the director entered asks for no boards.
export const listOpenBoards = (round = table.state.round) =>
  findRound(round).reported
    ? []
    : listBoards(round).filter((board) => !isEntered(board) && !board.later);
export const isRoundEntered = () => table.state.boards.length > 0 && !listOpenBoards().length;

// What waits for a word of the opponents, `null` where nothing does: the value, and whether this
// phone gave it.
export function findPending(board) {
  if (board.kept || board.refused) return null;
  const value = board.asked || (board.state === "waiting" ? board : null);
  if (!value || (getSettings().confirm === "nobody" && !board.asked)) return null;
  const isMine =
    isPhoneOfOneSide() && (value.phone === getOwnLabel() || value.side === getOwnSide());
  const source = value.from ? findBoard(board.round, value.from) : null;
  // Then only the director decides.
  const isShown = value === board.asked && (board.shown || Boolean(source && source.shown));
  return {
    value,
    isMine,
    isShown,
    isChange: value === board.asked,
    isDispute: isShown || Boolean(value.dispute),
  };
}

// The first board that waits for a word from this phone's side.
export function findBoardToConfirm() {
  if (!isPhoneOfOneSide()) return null;
  return listKnownRounds()
    .flatMap(({ round }) => listAllBoards(round))
    .find((board) => {
      const pending = board.agreed ? null : findPending(board);
      return pending && !pending.isMine && !pending.isDispute;
    });
}

// The clock, by the program's own time: milliseconds never counted, always the difference.
export function formatClock() {
  const { state, round, ends_at: endsAt, seconds_left: secondsLeft } = table.state.clock || {};
  if (round > table.state.round) return ""; // the page says which round is being played
  if (state === "paused") {
    return secondsLeft ? `paused, ${formatMinutes(secondsLeft)} left` : "paused";
  }
  if (state !== "running" || !endsAt || table.ahead === null) return "";
  const left = Math.ceil((Date.parse(endsAt) - Date.now() - table.ahead) / 1000);
  // Nobody presses the clock: the table is rounds further.
  if (left <= 0 && round < table.state.round) return "";
  return left > 0 ? `${formatMinutes(left)} left` : "time’s up";
}

const formatMinutes = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
