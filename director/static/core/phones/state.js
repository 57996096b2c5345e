// What the program says of this table, asked for every few seconds while the page is seen, and what
// this phone knows beside it: entries that wait, and what was just stored.
"use strict";

const ASK_EVERY = 5_000; // milliseconds, and up to half as much again
const HAND_OVER_AFTER = 30_000; // milliseconds without a word of the opponents

const table = {
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
const lastHeard = keeping.get("state");
// The page of a phone that is not known to be let in tells nothing: then what was heard before
// stands until it is told.
if (
  lastHeard &&
  (table.state.shut || lastHeard.at > Number(document.documentElement.dataset.made) * 1000)
) {
  table.state = lastHeard.state;
}
table.shut = table.state.shut || "";
const keepState = () =>
  keeping.put("state", { at: Date.now() + (table.ahead || 0), state: table.state });
// By which label the others know this one.
const myPhone = () => table.state.phone || keeping.get("label") || device;
const game = () => table.state.game;
const settings = () => table.state.settings;
const side = () => keeping.get("side") || "";
const mySide = () => (settings().confirm === "own" && SIDES[side()] ? side() : "");
const answersFor = () =>
  mySide() || (settings().confirm === "own" && side() === "both" ? "both" : "");
const isOnPaper = () => settings().entry === "paper";
const isOwnPhone = () => mySide() !== "";

const queue = new Queue({
  changed: () => draw(),
  answered(status, body) {
    heard(status, body);
    if (status === 422) renewMatches();
  },
  ahead: () => table.ahead || 0,
  stored(item, answer) {
    table.asked += 1; // an answer that is on its way is older than this
    // One that was heard is new to itself no more.
    keeping.put("phones", [...new Set([...knownPhones(), myPhone()])]);
    if (answer.here) noteNext(`${answer.here} plays at ${answer.goes} in round ${answer.round}.`);
    else if (answer.outside) storedOutside(item, answer);
    else if (item.path === "results") storedHere(item, answer);
    else if (item.path === "matches") renewMatches(answer);
    keepState();
    askSoon(0);
  },
});

function heard(status, body) {
  const isShut = status === 403 && Boolean(body && body.shut);
  const isAway = !isShut && (status === 0 || status >= 500 || status === 403 || status === 429);
  table.failures = isAway ? table.failures + 1 : 0;
  table.isGone = status === 404;
  if (!isAway) table.shut = isShut ? body.error : "";
}

// What the program took in, until it is asked again.
function storedHere(item, answer) {
  const board = boardOf(item.round, item.board);
  if (!board) return;
  const source = answer.from ? boardOf(item.round, answer.from) : null;
  if (answer.waits_for) table.sent.set(`${item.round}.${item.board}`, Date.now());
  if (answer.asked) {
    board.asked = {
      result: answer.result,
      score: answer.score,
      lead: item.body.lead || "",
      phone: myPhone(),
      side: mySide(),
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
    phone: myPhone(),
    side: mySide(),
    asked: null,
  });
}

// Ask what is new; at once when the page comes back, later when the program does not answer.
async function askState() {
  clearTimeout(table.timer);
  if (document.hidden || table.isAsking) return;
  table.isAsking = true;
  const mine = ++table.asked;
  const said = new URLSearchParams({
    device,
    waiting: String(queue.waiting.length),
    side: answersFor(),
  });
  const { status, body, date, tag } = await ask(
    `state.json?${said}`,
    table.tag ? { headers: { "If-None-Match": table.tag } } : {},
  );
  table.isAsking = false;
  const wasAway = table.failures > 0;
  heard(status, body);
  if (date) table.ahead = Date.parse(date) + 500 - Date.now();
  if (mine !== table.asked) return askSoon(0); // something was stored meanwhile
  if (status === 200) {
    table.tag = tag || "";
    table.state = body;
    if (body.phone) keeping.put("label", body.phone);
    keepState();
  }
  if (wasAway && !table.failures) queue.go(true);
  follow();
  draw();
  askSoon(nextPause());
}

// Milliseconds until the state of the table is asked for again. Up to half more by chance, so that
// the phones of a room don't all ask at once.
function nextPause() {
  if (table.isGone) return 30_000;
  return table.failures ? pauseAfter(table.failures) : ASK_EVERY * (1 + Math.random() / 2);
}

function askSoon(pause) {
  clearTimeout(table.timer);
  table.timer = setTimeout(askState, pause);
}

// Rounds and boards as this phone sees them.

const laterRounds = () => table.state.later || [];
const knownRounds = () => [table.state, table.state.left, ...laterRounds()].filter(Boolean);
const roundOf = (number) => knownRounds().find((round) => round.round === number) || table.state;
const boardOf = (round, number) =>
  [...roundOf(round).boards, ...outsideOf(round)].find((board) => board.board === number);

// The boards of a round, each with what waits here for it, or was refused.
const boardsOf = (round) => asHere(round, roundOf(round).boards);
const outsideHere = (round) => asHere(round, outsideOf(round));
const allBoards = (round) => [...boardsOf(round), ...outsideHere(round)];

function asHere(round, boards) {
  const items = queue.all.filter((item) => item.round === round && item.path === "results");
  return boards.map((board) => {
    const own = items.filter((item) => item.board === board.board);
    const kept = own.filter((item) => !item.refused).pop();
    const away = kept
      ? null
      : items.filter((item) => !item.refused && item.body.from === board.board).pop();
    if (away) return { ...board, ...leftBy(away, boardOf(round, away.board)), round };
    return {
      ...board,
      round,
      kept,
      refused: own.filter((item) => item.refused).pop(),
      entry: entryHere(board, kept),
    };
  });
}

// What is on a board whose entry waits here to be moved: what stood where it goes.
function leftBy(away, { state, result, lead }) {
  if (state === "empty") {
    return { state, result: "", score: null, entered: "", asked: null, entry: null, kept: null };
  }
  return { kept: { ...away, body: { result, lead } }, entry: storedEntry(result, game()) };
}

// The entry of a board: what waits here for it, else what is stored.
function entryHere(board, kept) {
  if (kept && kept.body.contract) return bodyEntry(kept.body);
  if (kept && kept.body.tricks !== undefined) return { kind: "tricks", tricks: kept.body.tricks };
  if (kept && kept.body.result === "LATER") return { kind: "later" };
  return storedEntry(kept && kept.body.result ? kept.body.result : board.result, game());
}

function bodyEntry({ contract, declarer, tricks }) {
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
function bodyOf(entry, lead) {
  const about = lead ? { lead } : {};
  if (entry.kind === "passed") return { contract: "PASS" };
  if (entry.kind === "tricks") return { tricks: entry.tricks };
  if (entry.kind === "played" && !scale()) {
    return {
      contract: contractOf(entry),
      declarer: entry.declarer,
      tricks: entry.tricks,
      ...about,
    };
  }
  return { result: writtenOf(entry), ...about };
}

const isIn = (board) =>
  board.state !== "empty" ||
  Boolean(board.kept) ||
  Boolean(board.asked && (board.asked.from || (board.asked.dispute && board.shown)));
// A match whose result the director entered asks for no boards.
const openBoards = (round = table.state.round) =>
  roundOf(round).reported ? [] : boardsOf(round).filter((board) => !isIn(board) && !board.later);
const isRoundIn = () => table.state.boards.length > 0 && !openBoards().length;

// What waits for a word of the opponents, `null` where nothing does: the value, and whether this
// phone gave it.
function pendingOf(board) {
  if (board.kept || board.refused) return null;
  const value = board.asked || (board.state === "waiting" ? board : null);
  if (!value || (settings().confirm === "nobody" && !board.asked)) return null;
  const isMine = isOwnPhone() && (value.phone === myPhone() || value.side === mySide());
  const source = value.from ? boardOf(board.round, value.from) : null;
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
function askedOfUs() {
  if (!isOwnPhone()) return null;
  return knownRounds()
    .flatMap(({ round }) => allBoards(round))
    .find((board) => {
      const pending = board.agreed ? null : pendingOf(board);
      return pending && !pending.isMine && !pending.isDispute;
    });
}

// The clock, by the program's own time: milliseconds never counted, always the difference.
function clockText() {
  const { state, round, ends_at: endsAt, seconds_left: secondsLeft } = table.state.clock || {};
  if (round > table.state.round) return ""; // the page says which round is being played
  if (state === "paused") return secondsLeft ? `paused, ${minutes(secondsLeft)} left` : "paused";
  if (state !== "running" || !endsAt || table.ahead === null) return "";
  const left = Math.ceil((Date.parse(endsAt) - Date.now() - table.ahead) / 1000);
  // Nobody presses the clock: the table is rounds further.
  if (left <= 0 && round < table.state.round) return "";
  return left > 0 ? `${minutes(left)} left` : "time’s up";
}

const minutes = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
