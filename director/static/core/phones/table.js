// The page of a table: which screen is shown, drawing it without disturbing a finger or a caret,
// and what the browser tells of network, sleep and return.
"use strict";

const app = document.getElementById("app");
const [head, main, foot, live] = ["head", "main", "foot", "live"].map((name) =>
  document.getElementById(`app-${name}`),
);

const ui = {
  screen: "",
  step: "",
  round: 0,
  board: 0,
  draft: null,
  lead: {},
  error: "",
  note: "",
  reason: "",
  handed: false,
  aliveAt: 0,
  others: new Map(),
};
let isPressed = false; // whether a finger is on the page: what lies under it stays
let isLate = false; // whether something is to be drawn once it is lifted

// Say `words` at the top of the next screen, for as long as that one is shown.
const noteNext = (words) => Object.assign(ui, { note: words, isNoted: false });

function show(screen, more = {}) {
  if (ui.isNoted) noteNext("");
  // No tap came before the first screen.
  const aliveAt = ui.isStarted ? performance.now() + ALIVE_AFTER : 0;
  Object.assign(ui, more, { screen, lead: {}, error: "", aliveAt, hasMoved: true });
  setTimeout(() => document.querySelector("#app [aria-disabled=true]") && draw(), ALIVE_AFTER + 20);
  if (isDeep() && !(history.state && history.state.deep)) history.pushState({ deep: true }, "");
  draw();
}

const isDeep = () =>
  (ui.screen === "pad" && isTouched()) ||
  ["call", "notUs", "other", "names", "move", "turned"].includes(ui.screen);

// Where somebody who just looks at the phone goes on.
function home() {
  const { state } = table;
  const opened = keeping.get("opened") || 0;
  const asked = askedOfUs();
  if (table.isGone) return show("gone");
  if (table.shut) return show("shut");
  if (state.unused) return show("unused");
  if (settings().confirm === "own" && !side()) return show("side");
  if (asked) return show("board", { round: asked.round, board: asked.board });
  if (state.over) return show("end");
  if (isOnPaper()) return show(state.sit_out ? "sit" : "round");
  if (isRoundIn()) return show("left", { round: state.round });
  const isBegun = opened >= state.round || openBoards().length < state.boards.length;
  if (!isBegun && state.left && opened >= state.left.round) {
    return show("left", { round: state.left.round });
  }
  if (state.sit_out) return show("sit");
  if (!isBegun || !state.boards.length) return show("round");
  const [first] = openBoards();
  const now = ui.draft;
  const isHalfDone =
    isTouched() && !now.change && now.round === state.round && now.board === first.board;
  return isHalfDone ? show("pad", { step: stepOf(now) }) : openPad(state.round, first.board);
}

// What the program told may call for another screen, unless somebody is in the middle of something.
function follow() {
  const { state } = table;
  if (table.isGone) return ui.screen === "gone" || show("gone");
  if (table.shut) return ui.screen === "shut" || show("shut");
  if (ui.screen === "shut") return home();
  if (Boolean(state.unused) !== (ui.screen === "unused") && ui.screen !== "call") return home();
  if (state.unused) return null;
  const isKnown = (number) => knownRounds().some(({ round }) => round === number);
  if (ui.draft && !isOfNow(ui.draft)) {
    const why = isKnown(ui.draft.round)
      ? "The plan for this table has changed"
      : `Round ${ui.draft.round} is over`;
    if (isTouched()) noteNext(`${why}. Your entry for board ${ui.draft.board} wasn’t sent.`);
    else if (ui.note) noteNext(ui.note); // nobody has read it yet
    ui.draft = null;
    keepDraft();
    return home();
  }
  if (["board", "move", "turned", "left"].includes(ui.screen) && !isKnown(ui.round)) return home();
  if (["board", "move"].includes(ui.screen) && !boardOf(ui.round, ui.board)) return home();
  if (ui.screen === "pad" && !isTouched() && isIn(boardOf(ui.draft.round, ui.draft.board))) {
    return home();
  }
  if (
    ["gone", "sit", "end"].includes(ui.screen) ||
    (state.over && ["round", "left"].includes(ui.screen))
  ) {
    return changesTo();
  }
  const asked = askedOfUs();
  const isShown = asked && ui.screen === "board" && ui.board === asked.board;
  const isFree =
    ["round", "left"].includes(ui.screen) ||
    (ui.screen === "pad" && !isTouched()) ||
    (ui.screen === "board" &&
      !pendingOf(allBoards(ui.round).find((board) => board.board === ui.board)));
  if (asked && !isShown && isFree) return show("board", { round: asked.round, board: asked.board });
  const isTakenUp =
    ui.screen === "left" &&
    ui.round < state.round &&
    openBoards().length < state.boards.length &&
    !state.over;
  return isTakenUp && keeping.get("opened") >= state.round ? home() : null;
}

// Go home where that is another screen now.
function changesTo() {
  const { screen, round } = ui;
  let wanted = table.state.sit_out ? "sit" : "";
  if (table.state.over) wanted = "end";
  if (screen !== wanted || round > table.state.round) home();
}

function draw() {
  if (!ui.screen) return;
  isLate = isPressed;
  if (isPressed) return;
  const before = document.activeElement;
  const caret =
    before && before.id && app.contains(before)
      ? [before.id, before.selectionStart, before.selectionEnd]
      : null;
  const page = PAGES[ui.screen]();
  put(head, headParts());
  const top = heading(page);
  const messages = table.state.say.map((words) => say("", words));
  put(
    main,
    ui.screen === "pad" ? [notes(), top, page.main, messages] : [messages, notes(), top, page.main],
  );
  // No second tap of two does what the first one put in its place.
  if (page.primary && performance.now() < ui.aliveAt) {
    page.primary.setAttribute("aria-disabled", "true");
  }
  put(foot, [
    page.primary || "",
    make(
      "div",
      { class: "feet" },
      ["round", "side", "gone", "shut", "sit", "end", "unused"].includes(ui.screen) ||
        table.state.unused
        ? ""
        : key("to-round", "Boards", () => show("round"), { class: "quiet" }),
      ["call", "notUs", "gone", "shut"].includes(ui.screen)
        ? ""
        : key(
            "to-call",
            table.state.call ? "Director called" : "Call director",
            () => show("call"),
            { class: "quiet" },
          ),
    ),
  ]);
  document.title = `Table ${table.state.table} · ${page.title}`;
  if (ui.hasMoved) {
    ui.hasMoved = false;
    scrollTo(0, 0);
    if (ui.isStarted) document.getElementById("heading").focus({ preventScroll: true });
    live.textContent = [
      ui.note,
      ...[...main.querySelectorAll(".sentence")].slice(0, 1).map(spoken),
    ].join(" ");
    ui.isNoted = true;
  } else if (caret) {
    restore(...caret);
  }
  tick();
}

// What is heard of an element.
function spoken(element) {
  const copy = element.cloneNode(true);
  for (const seen of copy.querySelectorAll("[aria-hidden]")) seen.remove();
  return copy.textContent;
}

// Put `children` in `place`; where nothing is otherwise, nothing is touched, so that a reader keeps
// its place.
function put(place, ...children) {
  const fresh = make("div", {}, children);
  const isSame =
    fresh.childNodes.length === place.childNodes.length &&
    [...fresh.childNodes].every((node, at) => node.isEqualNode(place.childNodes[at]));
  if (isSame) return;
  place.textContent = "";
  place.append(...fresh.childNodes);
}

function restore(id, start, end) {
  const element = document.getElementById(id);
  if (!element) return;
  element.focus({ preventScroll: true });
  if (typeof start === "number" && element.setSelectionRange) element.setSelectionRange(start, end);
}

function headParts() {
  const { state } = table;
  return [
    make("p", { class: "where" }, text("b", `Table ${state.table}`)),
    text("p", "", { id: "time", role: "timer" }),
    make("p", { class: `net ${netOf().tone}`, role: "status" }, netOf().words),
  ];
}

function netOf() {
  const waiting = queue.waiting.length;
  if (waiting) return { tone: "warn", words: `↑ waiting to send (${waiting})` };
  if (table.failures > 1) return { tone: "warn", words: "! no network" };
  return { tone: "ok", words: "✓ all sent" };
}

// What is to be read on every screen.
function notes() {
  const isElsewhere = (item) =>
    !(ui.screen === "board" && item.board === ui.board) &&
    !(ui.draft && ui.draft.board === item.board);
  return [
    ui.note ? say("ok", ui.note) : null,
    behindNote(),
    turnNote(),
    lookNotes(),
    ui.screen === "shut" ? null : [twiceNote(), cameNotes()],
    keeping.isSafe
      ? null
      : say(
          "warn",
          text("b", "This browser can’t save entries. "),
          "Keep this page open until it shows “✓ all sent”.",
        ),
    queue.all
      .filter((item) => item.refused && isElsewhere(item))
      .map((item) => say("bad", refusal(item))),
  ];
}

// The room is rounds further than this table: its boards are entered first, or the director helps.
function behindNote() {
  const { state } = table;
  const playing = state.clock ? state.clock.round : 0;
  if (state.over || !state.boards.length || playing <= state.round || ui.screen === "shut") {
    return null;
  }
  const missing =
    ui.screen === "round"
      ? ` Enter the missing boards of round ${state.round}, or call the director.`
      : "";
  return say("warn", text("b", `Round ${playing} is now playing.`), missing);
}

// An entry that was not taken: the way to its board, or the sentence alone where that board is
// played here no more.
function refusal(item) {
  const isHere = knownRounds().some(
    (round) =>
      round.round === item.round && round.boards.some((board) => board.board === item.board),
  );
  if (isHere) {
    return [
      text("b", `! Board ${item.board} wasn’t saved. `),
      key(`look-${item.board}`, "Check", () =>
        show("board", { round: item.round, board: item.board }),
      ),
    ];
  }
  const what = item.board
    ? `! Board ${item.board} (${writtenOf(itemEntry(item))}) wasn’t saved. `
    : "! ";
  return [
    text("b", what),
    item.refused.error,
    " ",
    key(`drop-${item.body.key}`, "OK", () => queue.drop(item)),
  ];
}

// The time left stands in the page without drawing it anew.
function tick() {
  const time = document.getElementById("time");
  const words = clockText();
  if (time && time.textContent !== words) time.textContent = words;
}

// Whatever brings the page back: what waits goes out, and what is new is asked for.
function wake() {
  if (document.hidden) return;
  queue.go(true);
  askSoon(0);
  stayAwake();
}

// Only where the browser can, which needs https; a phone that sleeps loses nothing.
async function stayAwake() {
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    /* it sleeps */
  }
}

function lifted() {
  isPressed = false;
  setTimeout(() => isLate && draw()); // after the tap itself
}

addEventListener("pointerdown", () => {
  isPressed = true;
});
addEventListener("pointerup", lifted);
addEventListener("pointercancel", lifted);
addEventListener("keydown", lifted); // a mouse let go outside the window is not told
addEventListener("online", wake);
addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", wake);
addEventListener("popstate", () => {
  if (ui.screen === "pad" && isTouched()) stepBack();
  else if (["call", "notUs", "other", "names", "move", "turned"].includes(ui.screen)) home();
});
setInterval(() => document.hidden || tick(), 1000);
setInterval(() => ui.screen === "board" && draw(), 5000); // the phone may be handed over by now

function start() {
  const left = keeping.get("draft");
  const board =
    left && left.round === table.state.round && isOfNow(left) && boardOf(left.round, left.board);
  showColours();
  home();
  if (board && board.state === "empty" && ui.screen === "pad") {
    ui.draft = left;
    show("pad", { step: stepOf(left) });
  }
  // A browser too old for this script stops before, and keeps the forms.
  document.getElementById("plain").remove();
  app.hidden = false;
  ui.isStarted = true;
  // Only over https.
  if (navigator.serviceWorker) navigator.serviceWorker.register("worker.js").catch(() => {});
}

start();
