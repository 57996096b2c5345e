// Step 5, keys: every key goes into a box that is here already; keys that come before their box is
// there are kept, and pressed in order once it is. What is typed on without looking stays where it
// was meant to go: the caret goes back to a refused line only while nothing was typed after it.
"use strict";
/* global ahead:writable, fetchAhead, findFocusedBox, focusBox, focusFirst, isEmpty, isOpen,
   last:writable, listBoxes, listBoxesHere, parsePage, sending, showPage, shown, turnTo, turnToNext
   -- boards/turning.js */
/* global findBox, findLine, isChanged, isSent, isSentence, isUnsent, isWrong, unmarkUnstored
   -- boards/sending.js */
/* global getSilenceStart, restoreSeenVersion -- boards/news.js */
/* global showMessage -- core/desk.js */
/* global leftover -- boards/leftover.js */

const findRefusedBox = () => document.querySelector(".line.wrong:not([data-sent]) .entry-box");

/** @type {{name: string, ctrl: boolean, shift: boolean}[] | null} */
let held = null; // keys that wait for their box
let nowhere = null; // keys typed where the lines are at their end, so that no box takes them
let latest = null; // the box that was in use last
let left = null; // the line that Enter left last, and the box it went to
let sentBack = null; // the box from which the caret went back to a refused line, and when

// Milliseconds: a key that comes sooner was not typed by somebody who saw the refusal.
const TIME_TO_SEE = 1_000;

// Send the line that is left, and with it any that could not be sent when it was entered.
function sendLine(box) {
  for (const other of listBoxes()) {
    if (other === box || (isUnsent(findLine(other)) && other !== findFocusedBox())) {
      sending.addLine(other);
    }
  }
  if (isSent(findLine(box))) last = findLine(box);
}

function sendAndGoOn(box) {
  const line = findLine(box);
  if (isStuck(box)) return;
  const isNew = box.dataset.stored === "" && !isEmpty(box);
  const wasWrong = isWrong(line) && !isSent(line);
  sendLine(box);
  if (wasWrong) goOnOnceAnswered(box, isNew);
  else goOnFrom(box, isNew);
}

// Whether `box` holds what was refused, and nothing else was typed: it is not left by a key.
const isStuck = (box) =>
  isWrong(findLine(box)) && !isSent(findLine(box)) && box.value === box.defaultValue;

function goOnFrom(box, isNew) {
  const here = listBoxesHere();
  const at = here.indexOf(box);
  const empty = here.slice(at + 1).find(isEmpty) || here.slice(0, Math.max(at, 0)).find(isEmpty);
  if (!empty && isNew) return turnToNext(box);
  const next = empty || here[at + 1];
  if (!next) return restCaret(box);
  focusBox(next);
  left = { line: findLine(box), to: findFocusedBox() };
  return fetchAhead();
}

// After the last line the caret stands in no box: what is typed on would take the place of a result
// that is finished.
function restCaret(box) {
  nowhere = [];
  if (box) left = { line: findLine(box), to: null };
  box?.blur();
  showState();
}

// Take `key` while the caret rests: shown, and put nowhere. An arrow leads back to the line left
// last.
function takeIdleKey(key) {
  const isBack = ["ArrowUp", "ArrowDown", "Escape"].includes(key.name);
  if (!nowhere || !(isBack || isText(key) || ["Enter", "Backspace", "Delete"].includes(key.name))) {
    return false;
  }
  if (isBack) {
    focusBox(
      (key.name === "Escape" && findRefusedBox()) ||
        document.getElementById(latest) ||
        listBoxesHere()[0],
    );
  } else nowhere.push(key);
  showState();
  return true;
}

// What follows on the correction of a refused line waits for its answer, so that it cannot run on
// into the next line.
async function goOnOnceAnswered(box, isNew) {
  holdKeys();
  await sending.waitUntilSent();
  if (isWrong(findLine(box)) && !sending.isSignedOut) moveToEnd(box);
  else await goOnFrom(box, isNew);
  releaseKeys();
}

function moveToEnd(box) {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

// `line` was refused: back to it, if nothing was typed since. The caret stands behind its text, so
// that a result typed without looking does not pass for a correction.
function returnToRefused(line) {
  const box = findFocusedBox();
  if (held || left?.line !== line || left.to !== box) return;
  if (box ? isChanged(findLine(box)) || isSent(findLine(box)) : !nowhere || nowhere.length) return;
  sentBack = { from: box, at: performance.now() };
  moveToEnd(findBox(line));
}

// A key came too soon to be meant for the refused line: it belongs where the caret was.
function resumeTyping() {
  if (sentBack && performance.now() - sentBack.at < TIME_TO_SEE) {
    sentBack.from ? focusBox(sentBack.from) : restCaret(findFocusedBox());
  }
  sentBack = null;
}

// As it was; in a line nobody touched: to the line that was refused.
function restoreLine(box) {
  const line = findLine(box);
  if (isSent(line)) return; // too late: Ctrl+Z takes it back
  if (!isWrong(line) && !isChanged(line)) return focusBox(findRefusedBox());
  const theirs = line.querySelector("[name=keep]");
  if (theirs) return theirs.click(); // somebody changed the line: as it was is what they put
  box.value = box.defaultValue = box.dataset.stored;
  line.querySelector(".refusal")?.remove();
  line.classList.remove("wrong");
  unmarkUnstored(line);
  box.removeAttribute("aria-invalid");
  box.select();
  showState();
}

function moveBy(box, by) {
  const all = listBoxes();
  focusBox(all[all.indexOf(box) + by]);
}

// What the director has to know besides: keys that wait, lines that wait, lines that were refused.
function showState() {
  const waiting = document.getElementById("waiting");
  const wrong = [...document.querySelectorAll(".line.wrong:not([data-sent])")].filter(
    (line) => findBox(line) !== findFocusedBox(),
  ).length;
  const lines = sending.jobs.filter((job) => job.line).length;
  const sentences = [];
  if (sending.isUnanswered) {
    const what =
      lines === 0 ? "" : ` ${lines} result${lines === 1 ? " isn’t" : "s aren’t"} saved yet.`;
    sentences.push(`No connection.${what} Keep this page open: it tries again by itself.`);
  }
  const since = getSilenceStart();
  if (since && !sending.isUnanswered) {
    sentences.push(`No connection since ${since}. Results of others may be missing here.`);
  }
  const unstored = countUnstored();
  const results = unstored
    ? ` ${unstored} result${unstored === 1 ? " is" : "s are"} not saved.`
    : "";
  if (sending.isSignedOut) {
    const then = held ? "this page continues by itself" : "then press Enter on a line";
    sentences.push(
      `You are signed out.${results} Keep this page open and sign in in another tab: ${then}.`,
    );
  } else if (results) {
    sentences.push(`${results.trim()} Press Enter on a line to send again.`);
  }
  if (wrong) {
    const [results, them] =
      wrong === 1 ? ["1 result was", "it"] : [`${wrong} results were`, "them"];
    sentences.push(`${results} refused. Press Esc to go back to ${them}.`);
  }
  if (nowhere?.length) {
    sentences.push(`Not used: ${formatKeys(nowhere)}. Press an arrow key to return to the lines.`);
  }
  if (held?.length) sentences.push(`Typed ahead: ${formatKeys(held)}`);
  const text = sentences.join(" ");
  if (waiting.textContent !== text) waiting.textContent = text;
  waiting.hidden = !text;
}

function countUnstored() {
  for (const line of document.querySelectorAll(".line.unstored")) {
    if (!isChanged(line)) unmarkUnstored(line);
  }
  return document.querySelectorAll(".line.unstored").length;
}

// ---- Keys that wait for their box

const isText = (key) => Boolean(key.text) || (key.name.length === 1 && !key.ctrl);
const formatKey = (key) => {
  const keys = [key.name.length === 1 ? key.name.toUpperCase() : key.name];
  if (key.shift) keys.unshift("Shift");
  if (key.ctrl) keys.unshift("Ctrl");
  return keys.join(" ");
};
const formatKeys = (keys) =>
  keys
    .map((key) => (isText(key) ? key.text || key.name : ` ${formatKey(key)} `))
    .join("")
    .trim();

function holdKeys() {
  held ??= [];
}

function releaseKeys() {
  const keys = held || [];
  held = null;
  while (keys.length && !held) pressKey(keys.shift());
  if (held) held.push(...keys); // one of them has to wait again, and those after it with it
  showState();
}

// Keys whose box will not come: they are shown, and put nowhere.
function discardHeldKeys() {
  const text = held?.length ? ` Not used: ${formatKeys(held)}` : "";
  held = null;
  showState();
  return text;
}

function pressKey(key) {
  if (takeIdleKey(key)) return;
  const box = findFocusedBox();
  if ((key.name && runKey(key, box)) || !box) return;
  const [start, end] = [box.selectionStart, box.selectionEnd];
  if (isText(key)) box.setRangeText(key.text || key.name, start, end, "end");
  else if (key.name === "Backspace") {
    box.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
  } else if (key.name === "Delete") {
    box.setRangeText("", start, start === end ? end + 1 : end, "end");
  } else if (key.name === "Tab") moveBy(box, key.shift ? -1 : 1);
  else if (key.ctrl && key.name === "z") box.value = box.defaultValue;
}

// Do what `key` means, if it means more than to type.
function runKey(key, box) {
  if (key.ctrl) return isStep(key) && queueStep(isRedo(key) ? "redo" : "undo", box);
  const acts = key.shift
    ? {}
    : {
        Enter: box && (() => sendAndGoOn(box)),
        Escape: box && (() => restoreLine(box)),
        ArrowDown: box && (() => moveBy(box, 1)),
        ArrowUp: box && (() => moveBy(box, -1)),
        PageDown: () => followLink("next-page"),
        PageUp: () => followLink("previous-page"),
        F2: openAdjustment,
      };
  if (!acts[key.name]) return false;
  acts[key.name]();
  return true;
}

function followLink(id) {
  const [link, box] = [document.getElementById(id), findFocusedBox()];
  if (box && isStuck(box)) return;
  if (link) turnTo(link.pathname);
  else if (box) sendLine(box);
}

function openAdjustment() {
  const help = document.getElementById("adjust");
  help.open = true;
  help.querySelector("[data-fill]").focus();
}

const isRedo = (key) => key.name.toLowerCase() === "y" || key.shift;
const isStep = (key) =>
  key.ctrl &&
  ["z", "y"].includes(key.name.toLowerCase()) &&
  !(key.shift && key.name.toLowerCase() === "y");

// Undo the latest entry, or do it again, once all before it is stored, and go to its line. What is
// typed meanwhile is meant for it.
function queueStep(way, box) {
  const isTyping = box && box.value !== (findLine(box).dataset.sent ?? box.defaultValue);
  // The browser undoes typing.
  if (isTyping || (sending.isIdle && !document.querySelector(`#${way} button`))) return false;
  const meant = sending.jobs.findLast((job) => job.line)?.line;
  holdKeys();
  sending.addStep(() => runStep(way, meant));
  return true;
}

// `meant` is the line that was on its way; if it was refused, there is nothing to undo but what was
// typed.
async function runStep(way, meant) {
  const button = document.querySelector(`#${way} button`); // of now, not of before the wait
  if (meant && isWrong(meant)) {
    focusBox(findBox(meant));
    restoreLine(findBox(meant));
    return releaseKeys();
  }
  if (!button) return releaseKeys();
  const form = new FormData(button.form);
  form.set(button.name, button.value);
  const answer = await sending.fetchAnswer(button.form.action, () => form);
  const text = await answer.text();
  const page = parsePage(text);
  if (!page.getElementById("place")) {
    return showMessage(
      (isSentence(answer)
        ? text
        : `Something went wrong, so nothing was ${way === "undo" ? "undone" : "redone"}.`) +
        discardHeldKeys(),
    );
  }
  // Somebody else changed the line since: nothing is typed over that unseen.
  const rest = answer.ok ? "" : discardHeldKeys();
  ahead = null;
  showPage(page, `#line-${button.dataset.line}`);
  if (rest) showMessage(rest.trim());
  releaseKeys();
}

const KEPT = [
  "Enter",
  "Escape",
  "Backspace",
  "Delete",
  "Tab",
  "ArrowDown",
  "ArrowUp",
  "PageDown",
  "PageUp",
];

document.addEventListener(
  "keydown",
  (event) => {
    if (event.isComposing) return;
    const key = { name: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
    if (event.altKey || (key.ctrl && !isStep(key))) return; // the browser's own
    if (held) {
      if (!isText(key) && !isStep(key) && !KEPT.includes(key.name)) return;
      event.preventDefault();
      held.push(key);
      showState();
      return;
    }
    if (isText(key) || ["Enter", "Backspace", "Tab"].includes(key.name)) resumeTyping();
    if (isText(key) || ["Backspace", "Delete"].includes(key.name)) restoreSeenVersion();
    if (takeIdleKey(key)) {
      event.preventDefault();
      event.stopPropagation(); // the digits open the steps
    } else if (runKey(key, findFocusedBox())) {
      event.preventDefault();
    }
  },
  true,
);
document.addEventListener(
  "paste",
  (event) => {
    if (!held && !nowhere) return;
    event.preventDefault();
    (held || nowhere).push({ text: event.clipboardData.getData("text").trim() });
    showState();
  },
  true,
);
document.addEventListener("focusin", (event) => {
  // Still to be read when it is typed once more.
  if (nowhere?.length) showMessage(`Not used: ${formatKeys(nowhere)}`);
  nowhere = null;
  showState();
  if (event.target.matches(".entry-box")) latest = event.target.id;
});
document.addEventListener("focusout", (event) => {
  if (event.target.matches(".entry-box") && event.target.isConnected && document.hasFocus()) {
    sendLine(event.target);
  }
});

// ---- The mouse, the browser's own buttons, and leaving

const isEntryPage = (url) =>
  url.origin === location.origin &&
  url.pathname.replace(/\d+/g, "0") === shown.replace(/\d+/g, "0");

// Leave this page, but not before every line is stored, and not from one that was refused.
async function leavePage(act) {
  await sending.waitUntilSent();
  const stuck = listBoxes().find((box) => isOpen(findLine(box)));
  if (stuck) focusBox(stuck);
  else act();
}

document.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]");
  if (fill) {
    const box = document.getElementById(latest) || listBoxesHere()[0];
    focusBox(box);
    box.value = fill.dataset.fill;
  }
  const link = event.target.closest("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target) {
    return;
  }
  if (isEntryPage(link)) {
    event.preventDefault();
    if (!held) turnTo(link.pathname, { hash: link.hash });
  } else if (link.origin !== location.origin || link.pathname !== location.pathname || !link.hash) {
    if (listBoxes().every((box) => !isOpen(findLine(box)))) return;
    event.preventDefault();
    for (const box of listBoxes()) sending.addLine(box);
    leavePage(() => location.assign(link.href));
  }
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const way = { "undo-form": "undo", "redo-form": "redo" }[form.id];
  if (form.id === "lines" || way) {
    event.preventDefault();
    const choice = submitter?.name;
    if (way) queueStep(way, null);
    else if (choice) {
      sending.addLine(findBox(submitter.closest("tbody")), { [choice]: submitter.value });
    } else for (const box of listBoxes()) sending.addLine(box);
  } else if (listBoxes().some((box) => isOpen(findLine(box)))) {
    event.preventDefault();
    for (const box of listBoxes()) sending.addLine(box);
    leavePage(() => form.requestSubmit(submitter));
  }
});
addEventListener("popstate", function back() {
  if (held) setTimeout(back, 50);
  else if (location.pathname !== shown) {
    turnTo(location.pathname, { hash: location.hash, push: false });
  }
});
addEventListener("beforeunload", (event) => {
  if (!sending.isIdle || held?.length || listBoxes().some((box) => isChanged(findLine(box)))) {
    event.preventDefault();
  }
});
addEventListener("pageshow", () => {
  // Going to #line-… takes the focus away.
  if (document.activeElement === document.body) focusFirst();
});

for (const button of document.querySelectorAll("[data-fill]")) button.disabled = false;
focusFirst();
fetchAhead();
// What is typed now goes out after it.
if (leftover.list(shown).length) sending.addStep(() => leftover.sendAll());
