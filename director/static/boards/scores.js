// Step 5, keys: every key goes into a box that is here already; keys that come before their box is
// there are kept, and pressed in order once it is. What is typed on without looking stays where it
// was meant to go: the caret goes back to a refused line only while nothing was typed after it.
"use strict";

const refusedBox = () => document.querySelector(".line.wrong:not([data-sent]) .entry-box");

/** @type {{name: string, ctrl: boolean, shift: boolean}[] | null} */
let held = null; // keys that wait for their box
let nowhere = null; // keys typed where the lines are at their end, so that no box takes them
let latest = null; // the box that was in use last
let left = null; // the line that Enter left last, and the box it went to
let sentBack = null; // the box from which the caret went back to a refused line, and when

// Milliseconds: a key that comes sooner was not typed by somebody who saw the refusal.
const TIME_TO_SEE = 1_000;

// Send the line that is left, and with it any that could not be sent when it was entered.
function save(box) {
  for (const other of boxes()) {
    if (other === box || (isUnsent(lineOf(other)) && other !== boxNow())) sending.line(other);
  }
  if (isSent(lineOf(box))) last = lineOf(box);
}

function saveAndNext(box) {
  const line = lineOf(box);
  if (isStuck(box)) return;
  const isNew = box.dataset.stored === "" && !isEmpty(box);
  const wasWrong = isWrong(line) && !isSent(line);
  save(box);
  if (wasWrong) corrected(box, isNew);
  else nextFrom(box, isNew);
}

// Whether `box` holds what was refused, and nothing else was typed: it is not left by a key.
const isStuck = (box) =>
  isWrong(lineOf(box)) && !isSent(lineOf(box)) && box.value === box.defaultValue;

function nextFrom(box, isNew) {
  const here = boxesHere();
  const at = here.indexOf(box);
  const empty = here.slice(at + 1).find(isEmpty) || here.slice(0, Math.max(at, 0)).find(isEmpty);
  if (!empty && isNew) return turnToNext(box);
  const next = empty || here[at + 1];
  if (!next) return rest(box);
  enter(next);
  left = { line: lineOf(box), to: boxNow() };
  return fetchAhead();
}

// After the last line the caret stands in no box: what is typed on would take the place of a result
// that is finished.
function rest(box) {
  nowhere = [];
  if (box) left = { line: lineOf(box), to: null };
  box?.blur();
  tell();
}

// Take `key` while the caret rests: shown, and put nowhere. An arrow leads back to the line left
// last.
function isNowhere(key) {
  const isBack = ["ArrowUp", "ArrowDown", "Escape"].includes(key.name);
  if (!nowhere || !(isBack || isText(key) || ["Enter", "Backspace", "Delete"].includes(key.name))) {
    return false;
  }
  if (isBack) {
    enter(
      (key.name === "Escape" && refusedBox()) || document.getElementById(latest) || boxesHere()[0],
    );
  } else nowhere.push(key);
  tell();
  return true;
}

// What follows on the correction of a refused line waits for its answer, so that it cannot run on
// into the next line.
async function corrected(box, isNew) {
  hold();
  await sending.settled();
  if (isWrong(lineOf(box)) && !sending.isSignedOut) toEnd(box);
  else await nextFrom(box, isNew);
  release();
}

function toEnd(box) {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

// `line` was refused: back to it, if nothing was typed since. The caret stands behind its text, so
// that a result typed without looking does not pass for a correction.
function backTo(line) {
  const box = boxNow();
  if (held || left?.line !== line || left.to !== box) return;
  if (box ? isChanged(lineOf(box)) || isSent(lineOf(box)) : !nowhere || nowhere.length) return;
  sentBack = { from: box, at: performance.now() };
  toEnd(boxOf(line));
}

// A key came too soon to be meant for the refused line: it belongs where the caret was.
function typedOn() {
  if (sentBack && performance.now() - sentBack.at < TIME_TO_SEE) {
    sentBack.from ? enter(sentBack.from) : rest(boxNow());
  }
  sentBack = null;
}

// As it was; in a line nobody touched: to the line that was refused.
function restore(box) {
  const line = lineOf(box);
  if (isSent(line)) return; // too late: Ctrl+Z takes it back
  if (!isWrong(line) && !isChanged(line)) return enter(refusedBox());
  const theirs = line.querySelector("[name=keep]");
  if (theirs) return theirs.click(); // somebody changed the line: as it was is what they put
  box.value = box.defaultValue = box.dataset.stored;
  line.querySelector(".refusal")?.remove();
  line.classList.remove("wrong");
  unmark(line);
  box.removeAttribute("aria-invalid");
  box.select();
  tell();
}

function go(box, by) {
  const all = boxes();
  enter(all[all.indexOf(box) + by]);
}

// What the director has to know besides: keys that wait, lines that wait, lines that were refused.
function tell() {
  const waiting = document.getElementById("waiting");
  const wrong = [...document.querySelectorAll(".line.wrong:not([data-sent])")].filter(
    (line) => boxOf(line) !== boxNow(),
  ).length;
  const lines = sending.jobs.filter((job) => job.line).length;
  const sentences = [];
  if (sending.isUnanswered) {
    const what =
      lines === 0 ? "" : ` ${lines} result${lines === 1 ? " isn’t" : "s aren’t"} saved yet.`;
    sentences.push(`No connection.${what} Keep this page open: it tries again by itself.`);
  }
  const since = unheardSince();
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
    sentences.push(`Not used: ${heldText(nowhere)}. Press an arrow key to return to the lines.`);
  }
  if (held?.length) sentences.push(`Typed ahead: ${heldText(held)}`);
  const text = sentences.join(" ");
  if (waiting.textContent !== text) waiting.textContent = text;
  waiting.hidden = !text;
}

function countUnstored() {
  for (const line of document.querySelectorAll(".line.unstored")) {
    if (!isChanged(line)) unmark(line);
  }
  return document.querySelectorAll(".line.unstored").length;
}

// ---- Keys that wait for their box

const isText = (key) => Boolean(key.text) || (key.name.length === 1 && !key.ctrl);
const nameOf = (key) => {
  const keys = [key.name.length === 1 ? key.name.toUpperCase() : key.name];
  if (key.shift) keys.unshift("Shift");
  if (key.ctrl) keys.unshift("Ctrl");
  return keys.join(" ");
};
const heldText = (keys) =>
  keys
    .map((key) => (isText(key) ? key.text || key.name : ` ${nameOf(key)} `))
    .join("")
    .trim();

function hold() {
  held ??= [];
}

function release() {
  const keys = held || [];
  held = null;
  while (keys.length && !held) press(keys.shift());
  if (held) held.push(...keys); // one of them has to wait again, and those after it with it
  tell();
}

// Keys whose box will not come: they are shown, and put nowhere.
function unused() {
  const text = held?.length ? ` Not used: ${heldText(held)}` : "";
  held = null;
  tell();
  return text;
}

function press(key) {
  if (isNowhere(key)) return;
  const box = boxNow();
  if ((key.name && act(key, box)) || !box) return;
  const [start, end] = [box.selectionStart, box.selectionEnd];
  if (isText(key)) box.setRangeText(key.text || key.name, start, end, "end");
  else if (key.name === "Backspace") {
    box.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
  } else if (key.name === "Delete") {
    box.setRangeText("", start, start === end ? end + 1 : end, "end");
  } else if (key.name === "Tab") go(box, key.shift ? -1 : 1);
  else if (key.ctrl && key.name === "z") box.value = box.defaultValue;
}

// Do what `key` means, if it means more than to type.
function act(key, box) {
  if (key.ctrl) return isStep(key) && stepTo(isRedo(key) ? "redo" : "undo", box);
  const acts = key.shift
    ? {}
    : {
        Enter: box && (() => saveAndNext(box)),
        Escape: box && (() => restore(box)),
        ArrowDown: box && (() => go(box, 1)),
        ArrowUp: box && (() => go(box, -1)),
        PageDown: () => follow("next-page"),
        PageUp: () => follow("previous-page"),
        F2: adjust,
      };
  if (!acts[key.name]) return false;
  acts[key.name]();
  return true;
}

function follow(id) {
  const [link, box] = [document.getElementById(id), boxNow()];
  if (box && isStuck(box)) return;
  if (link) turn(link.pathname);
  else if (box) save(box);
}

function adjust() {
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
function stepTo(way, box) {
  const isTyping = box && box.value !== (lineOf(box).dataset.sent ?? box.defaultValue);
  // The browser undoes typing.
  if (isTyping || (sending.isIdle && !document.querySelector(`#${way} button`))) return false;
  const meant = sending.jobs.findLast((job) => job.line)?.line;
  hold();
  sending.step(() => step(way, meant));
  return true;
}

// `meant` is the line that was on its way; if it was refused, there is nothing to undo but what was
// typed.
async function step(way, meant) {
  const button = document.querySelector(`#${way} button`); // of now, not of before the wait
  if (meant && isWrong(meant)) {
    enter(boxOf(meant));
    restore(boxOf(meant));
    return release();
  }
  if (!button) return release();
  const form = new FormData(button.form);
  form.set(button.name, button.value);
  const answer = await sending.ask(button.form.action, () => form);
  const text = await answer.text();
  const page = parsed(text);
  if (!page.getElementById("place")) {
    return say(
      (isSentence(answer)
        ? text
        : `Something went wrong, so nothing was ${way === "undo" ? "undone" : "redone"}.`) +
        unused(),
    );
  }
  // Somebody else changed the line since: nothing is typed over that unseen.
  const rest = answer.ok ? "" : unused();
  ahead = null;
  put(page, `#line-${button.dataset.line}`);
  if (rest) say(rest.trim());
  release();
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
      tell();
      return;
    }
    if (isText(key) || ["Enter", "Backspace", "Tab"].includes(key.name)) typedOn();
    if (isText(key) || ["Backspace", "Delete"].includes(key.name)) typedUnseen();
    if (isNowhere(key)) {
      event.preventDefault();
      event.stopPropagation(); // the digits open the steps
    } else if (act(key, boxNow())) {
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
    tell();
  },
  true,
);
document.addEventListener("focusin", (event) => {
  // Still to be read when it is typed once more.
  if (nowhere?.length) say(`Not used: ${heldText(nowhere)}`);
  nowhere = null;
  tell();
  if (event.target.matches(".entry-box")) latest = event.target.id;
});
document.addEventListener("focusout", (event) => {
  if (event.target.matches(".entry-box") && event.target.isConnected && document.hasFocus()) {
    save(event.target);
  }
});

// ---- The mouse, the browser's own buttons, and leaving

const isEntryPage = (url) =>
  url.origin === location.origin &&
  url.pathname.replace(/\d+/g, "0") === shown.replace(/\d+/g, "0");

// Leave this page, but not before every line is stored, and not from one that was refused.
async function leave(act) {
  await sending.settled();
  const stuck = boxes().find((box) => isOpen(lineOf(box)));
  if (stuck) enter(stuck);
  else act();
}

document.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]");
  if (fill) {
    const box = document.getElementById(latest) || boxesHere()[0];
    enter(box);
    box.value = fill.dataset.fill;
  }
  const link = event.target.closest("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target) {
    return;
  }
  if (isEntryPage(link)) {
    event.preventDefault();
    if (!held) turn(link.pathname, { hash: link.hash });
  } else if (link.origin !== location.origin || link.pathname !== location.pathname || !link.hash) {
    if (boxes().every((box) => !isOpen(lineOf(box)))) return;
    event.preventDefault();
    for (const box of boxes()) sending.line(box);
    leave(() => location.assign(link.href));
  }
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const way = { "undo-form": "undo", "redo-form": "redo" }[form.id];
  if (form.id === "lines" || way) {
    event.preventDefault();
    const choice = submitter?.name;
    if (way) stepTo(way, null);
    else if (choice) sending.line(boxOf(submitter.closest("tbody")), { [choice]: submitter.value });
    else for (const box of boxes()) sending.line(box);
  } else if (boxes().some((box) => isOpen(lineOf(box)))) {
    event.preventDefault();
    for (const box of boxes()) sending.line(box);
    leave(() => form.requestSubmit(submitter));
  }
});
addEventListener("popstate", function back() {
  if (held) setTimeout(back, 50);
  else if (location.pathname !== shown) {
    turn(location.pathname, { hash: location.hash, push: false });
  }
});
addEventListener("beforeunload", (event) => {
  if (!sending.isIdle || held?.length || boxes().some((box) => isChanged(lineOf(box)))) {
    event.preventDefault();
  }
});
addEventListener("pageshow", () => {
  if (document.activeElement === document.body) begin(); // going to #line-… takes the focus away
});

for (const button of document.querySelectorAll("[data-fill]")) button.disabled = false;
begin();
fetchAhead();
// What is typed now goes out after it.
if (leftover.of(shown).length) sending.step(() => leftover.send());
