// The page of a table: which screen is shown, drawing it without disturbing a finger or a caret,
// and what the browser tells of network, sleep and return.
import { formatEntry } from "./bridge.js";
import { parseItem, renderCheckNotes } from "./decisions.js";
import {
  ALIVE_AFTER,
  findStep,
  goBack,
  isDraftBegun,
  isStillPlayed,
  openPad,
  storeDraft,
} from "./pad.js";
import { PAGES, showColours } from "./pages.js";
import { createElement, createKey, createNote, createText, renderHeading } from "./parts.js";
import { renderNewPhoneNotes, renderSecondPhoneNote } from "./phones.js";
import {
  findBoard,
  findBoardToConfirm,
  findPending,
  formatClock,
  getChosenSide,
  getSettings,
  isEntered,
  isOnPaper,
  isRoundEntered,
  listAllBoards,
  listKnownRounds,
  listOpenBoards,
  queue,
  scheduleFetch,
  table,
} from "./state.js";
import { storage } from "./storage.js";
import { renderDirectionNote } from "./turned.js";

const app = document.getElementById("app");
const [head, main, foot, live] = ["head", "main", "foot", "live"].map((name) =>
  document.getElementById(`app-${name}`),
);

export const ui = {
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
  acceptsTapsFrom: 0,
  others: new Map(),
};
let isPressed = false; // whether a finger is on the page: what lies under it stays
let isLate = false; // whether something is to be drawn once it is lifted

// Say `words` at the top of the next screen, for as long as that one is shown.
export const setNote = (words) => Object.assign(ui, { note: words, isNoted: false });

export function showScreen(screen, more = {}) {
  if (ui.isNoted) setNote("");
  // No tap came before the first screen.
  const acceptsTapsFrom = ui.isStarted ? performance.now() + ALIVE_AFTER : 0;
  Object.assign(ui, more, { screen, lead: {}, error: "", acceptsTapsFrom, hasMoved: true });
  setTimeout(() => document.querySelector("#app [aria-disabled=true]") && draw(), ALIVE_AFTER + 20);
  if (isSubscreen() && !(history.state && history.state.deep)) {
    history.pushState({ deep: true }, "");
  }
  draw();
}

const SUBSCREENS = ["call", "notUs", "wrongBoard", "names", "move", "turned"];
const isSubscreen = () =>
  (ui.screen === "pad" && isDraftBegun()) || SUBSCREENS.includes(ui.screen);

// Where somebody who just looks at the phone goes on.
export function showHome() {
  const { state } = table;
  const opened = storage.get("opened") || 0;
  const asked = findBoardToConfirm();
  if (table.isGone) return showScreen("gone");
  if (table.shut) return showScreen("shut");
  if (state.unused) return showScreen("unused");
  if (getSettings().confirm === "own" && !getChosenSide()) return showScreen("side");
  if (asked) return showScreen("board", { round: asked.round, board: asked.board });
  if (state.over) return showScreen("end");
  if (isOnPaper()) return showScreen(state.sit_out ? "sit" : "round");
  if (isRoundEntered()) return showScreen("left", { round: state.round });
  const isBegun = opened >= state.round || listOpenBoards().length < state.boards.length;
  if (!isBegun && state.left && opened >= state.left.round) {
    return showScreen("left", { round: state.left.round });
  }
  if (state.sit_out) return showScreen("sit");
  if (!isBegun || !state.boards.length) return showScreen("round");
  const [first] = listOpenBoards();
  const now = ui.draft;
  const isHalfDone =
    isDraftBegun() && !now.change && now.round === state.round && now.board === first.board;
  return isHalfDone
    ? showScreen("pad", { step: findStep(now) })
    : openPad(state.round, first.board);
}

// What the program told may call for another screen, unless somebody is in the middle of something.
export function followState() {
  const { state } = table;
  if (table.isGone) return ui.screen === "gone" || showScreen("gone");
  if (table.shut) return ui.screen === "shut" || showScreen("shut");
  if (ui.screen === "shut") return showHome();
  if (Boolean(state.unused) !== (ui.screen === "unused") && ui.screen !== "call") return showHome();
  if (state.unused) return null;
  const isKnown = (number) => listKnownRounds().some(({ round }) => round === number);
  if (ui.draft && !isStillPlayed(ui.draft)) {
    const why = isKnown(ui.draft.round)
      ? "The plan for this table has changed"
      : `Round ${ui.draft.round} is over`;
    if (isDraftBegun()) setNote(`${why}. Your entry for board ${ui.draft.board} wasn’t sent.`);
    else if (ui.note) setNote(ui.note); // nobody has read it yet
    ui.draft = null;
    storeDraft();
    return showHome();
  }
  if (["board", "move", "turned", "left"].includes(ui.screen) && !isKnown(ui.round)) {
    return showHome();
  }
  if (["board", "move"].includes(ui.screen) && !findBoard(ui.round, ui.board)) return showHome();
  if (
    ui.screen === "pad" &&
    !isDraftBegun() &&
    isEntered(findBoard(ui.draft.round, ui.draft.board))
  ) {
    return showHome();
  }
  if (
    ["gone", "sit", "end"].includes(ui.screen) ||
    (state.over && ["round", "left"].includes(ui.screen))
  ) {
    return goHomeIfElsewhere();
  }
  const asked = findBoardToConfirm();
  const isShown = asked && ui.screen === "board" && ui.board === asked.board;
  const isFree =
    ["round", "left"].includes(ui.screen) ||
    (ui.screen === "pad" && !isDraftBegun()) ||
    (ui.screen === "board" &&
      !findPending(listAllBoards(ui.round).find((board) => board.board === ui.board)));
  if (asked && !isShown && isFree) {
    return showScreen("board", { round: asked.round, board: asked.board });
  }
  const isTakenUp =
    ui.screen === "left" &&
    ui.round < state.round &&
    listOpenBoards().length < state.boards.length &&
    !state.over;
  return isTakenUp && storage.get("opened") >= state.round ? showHome() : null;
}

// Go home where that is another screen now.
function goHomeIfElsewhere() {
  const { screen, round } = ui;
  let wanted = table.state.sit_out ? "sit" : "";
  if (table.state.over) wanted = "end";
  if (screen !== wanted || round > table.state.round) showHome();
}

export function draw() {
  if (!ui.screen) return;
  isLate = isPressed;
  if (isPressed) return;
  const before = document.activeElement;
  const caret =
    before && before.id && app.contains(before)
      ? [before.id, before.selectionStart, before.selectionEnd]
      : null;
  const page = PAGES[ui.screen]();
  updateChildren(head, renderHead());
  const top = renderHeading(page);
  const messages = table.state.say.map((words) => createNote("", words));
  updateChildren(
    main,
    ui.screen === "pad"
      ? [renderNotes(), top, page.main, messages]
      : [messages, renderNotes(), top, page.main],
  );
  // No second tap of two does what the first one put in its place.
  if (page.primary && performance.now() < ui.acceptsTapsFrom) {
    page.primary.setAttribute("aria-disabled", "true");
  }
  updateChildren(foot, [
    page.primary || "",
    createElement(
      "div",
      { class: "feet" },
      ["round", "side", "gone", "shut", "sit", "end", "unused"].includes(ui.screen) ||
        table.state.unused
        ? ""
        : createKey("to-round", "Boards", () => showScreen("round"), { class: "quiet" }),
      ["call", "notUs", "gone", "shut"].includes(ui.screen)
        ? ""
        : createKey(
            "to-call",
            table.state.call ? "Director called" : "Call director",
            () => showScreen("call"),
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
      ...[...main.querySelectorAll(".sentence")].slice(0, 1).map(getSpokenText),
    ].join(" ");
    ui.isNoted = true;
  } else if (caret) {
    restoreCaret(...caret);
  }
  updateClock();
}

// What is heard of an element.
function getSpokenText(element) {
  const copy = element.cloneNode(true);
  for (const seen of copy.querySelectorAll("[aria-hidden]")) seen.remove();
  return copy.textContent;
}

// Put `children` in `place`; where nothing is otherwise, nothing is touched, so that a reader keeps
// its place.
function updateChildren(place, ...children) {
  const fresh = createElement("div", {}, children);
  const isSame =
    fresh.childNodes.length === place.childNodes.length &&
    [...fresh.childNodes].every((node, index) => node.isEqualNode(place.childNodes[index]));
  if (isSame) return;
  place.textContent = "";
  place.append(...fresh.childNodes);
}

function restoreCaret(id, start, end) {
  const element = document.getElementById(id);
  if (!element) return;
  element.focus({ preventScroll: true });
  if (typeof start === "number" && element.setSelectionRange) element.setSelectionRange(start, end);
}

function renderHead() {
  const { state } = table;
  return [
    createElement("p", { class: "where" }, createText("b", `Table ${state.table}`)),
    createText("p", "", { id: "time", role: "timer" }),
    createElement(
      "p",
      { class: `net ${describeNetwork().tone}`, role: "status" },
      describeNetwork().words,
    ),
  ];
}

function describeNetwork() {
  const waiting = queue.waiting.length;
  if (waiting) return { tone: "warn", words: `↑ waiting to send (${waiting})` };
  if (table.failures > 1) return { tone: "warn", words: "! no network" };
  return { tone: "ok", words: "✓ all sent" };
}

// What is to be read on every screen.
function renderNotes() {
  const isElsewhere = (item) =>
    !(ui.screen === "board" && item.board === ui.board) &&
    !(ui.draft && ui.draft.board === item.board);
  return [
    ui.note ? createNote("ok", ui.note) : null,
    renderBehindNote(),
    renderDirectionNote(),
    renderCheckNotes(),
    ui.screen === "shut" ? null : [renderSecondPhoneNote(), renderNewPhoneNotes()],
    storage.isSafe
      ? null
      : createNote(
          "warn",
          createText("b", "This browser can’t save entries. "),
          "Keep this page open until it shows “✓ all sent”.",
        ),
    queue.all
      .filter((item) => item.refused && isElsewhere(item))
      .map((item) => createNote("bad", renderRefusal(item))),
  ];
}

// The room is rounds further than this table: its boards are entered first, or the director helps.
function renderBehindNote() {
  const { state } = table;
  const playing = state.clock ? state.clock.round : 0;
  if (state.over || !state.boards.length || playing <= state.round || ui.screen === "shut") {
    return null;
  }
  const missing =
    ui.screen === "round"
      ? ` Enter the missing boards of round ${state.round}, or call the director.`
      : "";
  return createNote("warn", createText("b", `Round ${playing} is now playing.`), missing);
}

// An entry that was not taken: the way to its board, or the sentence alone where that board is
// played here no more.
function renderRefusal(item) {
  const isHere = listKnownRounds().some(
    (round) =>
      round.round === item.round && round.boards.some((board) => board.board === item.board),
  );
  if (isHere) {
    return [
      createText("b", `! Board ${item.board} wasn’t saved. `),
      createKey(`look-${item.board}`, "Check", () =>
        showScreen("board", { round: item.round, board: item.board }),
      ),
    ];
  }
  const what = item.board
    ? `! Board ${item.board} (${formatEntry(parseItem(item))}) wasn’t saved. `
    : "! ";
  return [
    createText("b", what),
    item.refused.error,
    " ",
    createKey(`drop-${item.body.key}`, "OK", () => queue.remove(item)),
  ];
}

// The time left stands in the page without drawing it anew.
function updateClock() {
  const time = document.getElementById("time");
  const words = formatClock();
  if (time && time.textContent !== words) time.textContent = words;
}

// Whatever brings the page back: what waits goes out, and what is new is asked for.
function refresh() {
  if (document.hidden) return;
  queue.send(true);
  scheduleFetch(0);
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

function endPress() {
  isPressed = false;
  setTimeout(() => isLate && draw()); // after the tap itself
}

addEventListener("pointerdown", () => {
  isPressed = true;
});
addEventListener("pointerup", endPress);
addEventListener("pointercancel", endPress);
addEventListener("keydown", endPress); // a mouse let go outside the window is not told
addEventListener("online", refresh);
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
addEventListener("popstate", () => {
  if (ui.screen === "pad" && isDraftBegun()) goBack();
  else if (SUBSCREENS.includes(ui.screen)) showHome();
});
setInterval(() => document.hidden || updateClock(), 1000);
setInterval(() => ui.screen === "board" && draw(), 5000); // the phone may be handed over by now

function start() {
  const left = storage.get("draft");
  const board =
    left &&
    left.round === table.state.round &&
    isStillPlayed(left) &&
    findBoard(left.round, left.board);
  showColours();
  showHome();
  if (board && board.state === "empty" && ui.screen === "pad") {
    ui.draft = left;
    showScreen("pad", { step: findStep(left) });
  }
  // A browser too old for this script stops before, and keeps the forms.
  document.getElementById("plain").remove();
  app.hidden = false;
  ui.isStarted = true;
  // Only over https.
  if (navigator.serviceWorker) navigator.serviceWorker.register("worker.js").catch(() => {});
}

start();
