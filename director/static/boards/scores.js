// Keyboard entry of step 5. Keys typed before their box has loaded are held and replayed. After a
// refusal the caret goes back to the refused line, unless somebody has typed on since.
"use strict";
/* global fetchAhead, findFocusedBox, focusBox, focusFirst, isEmpty, isOpen, lastSentLine:writable,
   listBoxes, listBoxesHere, parsePage, prefetch:writable, sending, showPage, shownPath, turnTo,
   turnToNext -- boards/turning.js */
/* global findBox, findLine, isChanged, isSent, isSentence, isUnsent, isWrong, unmarkUnstored
   -- boards/sending.js */
/* global getSilenceStart, restoreSeenVersion -- boards/news.js */
/* global showMessage -- core/desk.js */
/* global leftover -- boards/leftover.js */

const findRefusedBox = () => document.querySelector(".line.wrong:not([data-sent]) .entry-box");

/** @type {{name: string, ctrl: boolean, shift: boolean}[] | null} */
let heldKeys = null; // keys that wait for their box; null while keys are used at once
let unusedKeys = null; // keys typed after the last line, which no box takes; null before its end
let latestBoxId = null;
let lineLeftByEnter = null; // the line, and the box to which the caret went
let caretReturn = null; // the box that the caret left for a refused line, and the time

// Nobody reacts to a refusal faster than this (milliseconds).
const TIME_TO_SEE = 1_000;

// Send the line that is left, and with it any that could not be sent when it was entered.
function sendLine(box) {
  for (const other of listBoxes()) {
    if (other === box || (isUnsent(findLine(other)) && other !== findFocusedBox())) {
      sending.addLine(other);
    }
  }
  // A line that was left unchanged isn't sent and doesn't stay above the next page.
  if (isSent(findLine(box))) lastSentLine = findLine(box);
}

function sendAndMoveOn(box) {
  const line = findLine(box);
  if (holdsRefusedText(box)) return;
  const isNew = box.dataset.stored === "" && !isEmpty(box);
  const wasWrong = isWrong(line) && !isSent(line);
  sendLine(box);
  if (wasWrong) moveOnOnceAnswered(box, isNew);
  else moveToNextBox(box, isNew);
}

// Whether `box` still holds the refused text. Keys don't leave such a box.
const holdsRefusedText = (box) =>
  isWrong(findLine(box)) && !isSent(findLine(box)) && box.value === box.defaultValue;

// The first empty box after `index`, or else the first before it.
function findNextEmptyBox(boxes, index) {
  const boxesBefore = boxes.slice(0, Math.max(index, 0));
  return boxes.slice(index + 1).find(isEmpty) || boxesBefore.find(isEmpty);
}

function moveToNextBox(box, isNew) {
  const boxes = listBoxesHere();
  const index = boxes.indexOf(box);
  const emptyBox = findNextEmptyBox(boxes, index);
  // Only a new result finishes the page; a correction goes on down the lines.
  if (!emptyBox && isNew) return turnToNext(box);
  const nextBox = emptyBox || boxes[index + 1];
  if (!nextBox) return leaveAllBoxes(box);
  focusBox(nextBox);
  lineLeftByEnter = { line: findLine(box), to: findFocusedBox() };
  return fetchAhead();
}

// Leave the caret in no box after the last line: text typed on would replace a finished result.
function leaveAllBoxes(box) {
  unusedKeys = [];
  if (box) lineLeftByEnter = { line: findLine(box), to: null };
  box?.blur();
  showStatus();
}

const RETURN_KEYS = ["ArrowUp", "ArrowDown", "Escape"];
const EDITING_KEYS = ["Enter", "Backspace", "Delete"];

// Take `key` while the caret is in no box, and return whether it was taken. A return key leads back
// to the lines; others are shown as not used.
function takeIdleKey(key) {
  if (!unusedKeys) return false;
  if (RETURN_KEYS.includes(key.name)) focusBox(findReturnBox(key));
  else if (isText(key) || EDITING_KEYS.includes(key.name)) unusedKeys.push(key);
  else return false;
  showStatus();
  return true;
}

function findReturnBox(key) {
  const refusedBox = key.name === "Escape" ? findRefusedBox() : null;
  return refusedBox || findLatestBox();
}

const findLatestBox = () => document.getElementById(latestBoxId) || listBoxesHere()[0];

// Hold further keys until the corrected line is accepted, or they would land in the next line.
async function moveOnOnceAnswered(box, isNew) {
  holdKeys();
  await sending.waitUntilSent();
  if (isWrong(findLine(box)) && !sending.isSignedOut) moveToEnd(box);
  else await moveToNextBox(box, isNew);
  releaseKeys();
}

function moveToEnd(box) {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

// Go back to the refused `line`, unless somebody has typed since. The caret stands behind its text,
// so that a result typed without looking does not pass for a correction.
function returnToRefused(line) {
  const box = findFocusedBox();
  const wasLeftLast = lineLeftByEnter?.line === line && lineLeftByEnter.to === box;
  if (heldKeys || !wasLeftLast) return;
  const isTypedIn = box && (isChanged(findLine(box)) || isSent(findLine(box)));
  const isAtRest = !box && unusedKeys && !unusedKeys.length;
  if (isTypedIn || (!box && !isAtRest)) return;
  caretReturn = { from: box, at: performance.now() };
  moveToEnd(findBox(line));
}

// Put the caret back where it was if a key came too soon to be meant for the refused line.
function resumeTyping() {
  const formerReturn = caretReturn;
  caretReturn = null;
  if (!formerReturn || performance.now() - formerReturn.at >= TIME_TO_SEE) return;
  if (formerReturn.from) focusBox(formerReturn.from);
  else leaveAllBoxes(findFocusedBox());
}

// Restore the stored text. If nothing was changed, go to the refused line.
function restoreLine(box) {
  const line = findLine(box);
  if (isSent(line)) return; // too late: Ctrl+Z undoes it
  if (!isWrong(line) && !isChanged(line)) return focusBox(findRefusedBox());
  const keepButton = line.querySelector("[name=keep]");
  // Another desk changed the line: restore its result.
  if (keepButton) return keepButton.click();
  box.value = box.defaultValue = box.dataset.stored;
  line.querySelector(".refusal")?.remove();
  line.classList.remove("wrong");
  unmarkUnstored(line);
  box.removeAttribute("aria-invalid");
  box.select();
  showStatus();
}

function moveFocus(box, offset) {
  const boxes = listBoxes();
  focusBox(boxes[boxes.indexOf(box) + offset]);
}

// Show waiting keys, unsent lines and refused lines.
function showStatus() {
  unmarkUnchangedLines();
  const sentences = [
    describeConnection(),
    describeUnstored(),
    describeRefusals(),
    describeUnusedKeys(),
    describeHeldKeys(),
  ];
  const text = sentences.filter(Boolean).join(" ");
  const waiting = document.getElementById("waiting");
  if (waiting.textContent !== text) waiting.textContent = text;
  waiting.hidden = !text;
}

// "1 result was" or "2 results were".
const countResults = (count, singular, plural) =>
  count === 1 ? `1 result ${singular}` : `${count} results ${plural}`;

function describeConnection() {
  if (sending.isUnanswered) {
    const unsaved = sending.jobs.filter((job) => job.line).length;
    const saving = unsaved ? ` ${countResults(unsaved, "isn’t", "aren’t")} saved yet.` : "";
    return `No connection.${saving} Keep this page open: it tries again by itself.`;
  }
  const silenceStart = getSilenceStart();
  if (!silenceStart) return "";
  return `No connection since ${silenceStart}. Results of others may be missing here.`;
}

function describeUnstored() {
  const count = document.querySelectorAll(".line.unstored").length;
  const unsaved = count ? `${countResults(count, "is", "are")} not saved.` : "";
  if (sending.isSignedOut) {
    const advice = heldKeys ? "this page continues by itself" : "then press Enter on a line";
    const start = ["You are signed out.", unsaved].filter(Boolean).join(" ");
    return `${start} Keep this page open and sign in in another tab: ${advice}.`;
  }
  return unsaved ? `${unsaved} Press Enter on a line to send again.` : "";
}

function describeRefusals() {
  const lines = [...document.querySelectorAll(".line.wrong:not([data-sent])")];
  const count = lines.filter((line) => findBox(line) !== findFocusedBox()).length;
  if (!count) return "";
  const pronoun = count === 1 ? "it" : "them";
  return `${countResults(count, "was", "were")} refused. Press Esc to go back to ${pronoun}.`;
}

function describeUnusedKeys() {
  if (!unusedKeys?.length) return "";
  return `Not used: ${formatKeys(unusedKeys)}. Press an arrow key to return to the lines.`;
}

const describeHeldKeys = () => (heldKeys?.length ? `Typed ahead: ${formatKeys(heldKeys)}` : "");

function unmarkUnchangedLines() {
  for (const line of document.querySelectorAll(".line.unstored")) {
    if (!isChanged(line)) unmarkUnstored(line);
  }
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
  heldKeys ??= [];
}

function releaseKeys() {
  const keys = heldKeys || [];
  heldKeys = null;
  while (keys.length && !heldKeys) pressKey(keys.shift());
  // One of them has to wait again, and so do those after it.
  if (heldKeys) heldKeys.push(...keys);
  showStatus();
}

// Forget held keys whose box will not come. Return a sentence that shows them.
function discardHeldKeys() {
  const text = heldKeys?.length ? ` Not used: ${formatKeys(heldKeys)}` : "";
  heldKeys = null;
  showStatus();
  return text;
}

function pressKey(key) {
  if (takeIdleKey(key)) return;
  const box = findFocusedBox();
  if (key.name && runKey(key, box)) return;
  if (!box) return;
  if (isText(key)) replaceSelection(box, key.text || key.name);
  else if (key.name === "Backspace") deleteBackward(box);
  else if (key.name === "Delete") deleteForward(box);
  else if (key.name === "Tab") moveFocus(box, key.shift ? -1 : 1);
  else if (key.ctrl && key.name === "z") box.value = box.defaultValue;
}

const replaceSelection = (box, text) =>
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");

function deleteBackward(box) {
  const { selectionStart: start, selectionEnd: end } = box;
  box.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
}

function deleteForward(box) {
  const { selectionStart: start, selectionEnd: end } = box;
  box.setRangeText("", start, start === end ? end + 1 : end, "end");
}

const PAGE_ACTIONS = {
  PageDown: () => followLink("next-page"),
  PageUp: () => followLink("previous-page"),
  F2: openAdjustment,
};

const BOX_ACTIONS = {
  Enter: sendAndMoveOn,
  Escape: restoreLine,
  ArrowDown: (box) => moveFocus(box, 1),
  ArrowUp: (box) => moveFocus(box, -1),
};

// Run the action of `key`, and return whether it has one.
function runKey(key, box) {
  if (isStep(key)) return queueStep(isRedo(key) ? "redo" : "undo", box);
  if (key.ctrl || key.shift) return false;
  const action = PAGE_ACTIONS[key.name] || (box && BOX_ACTIONS[key.name]);
  if (!action) return false;
  action(box);
  return true;
}

function followLink(id) {
  const link = document.getElementById(id);
  const box = findFocusedBox();
  if (box && holdsRefusedText(box)) return;
  if (link) turnTo(link.pathname);
  else if (box) sendLine(box);
}

function openAdjustment() {
  const help = document.getElementById("adjust");
  help.open = true;
  help.querySelector("[data-fill]").focus();
}

const isRedo = (key) => key.name.toLowerCase() === "y" || key.shift;
// Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y; browsers use Ctrl+Shift+Y themselves.
const isStep = (key) =>
  key.ctrl &&
  ["z", "y"].includes(key.name.toLowerCase()) &&
  !(key.shift && key.name.toLowerCase() === "y");

// Undo or redo the latest entry once all earlier ones are stored, and go to its line. Keys typed
// meanwhile are held for that line. Return whether there is something to undo or redo.
function queueStep(direction, box) {
  const isTyping = box && box.value !== (findLine(box).dataset.sent ?? box.defaultValue);
  if (isTyping) return false; // The browser undoes typing.
  if (sending.isIdle && !document.querySelector(`#${direction} button`)) return false;
  const pendingLine = sending.jobs.findLast((job) => job.line)?.line;
  holdKeys();
  sending.addStep(() => runStep(direction, pendingLine));
  return true;
}

// If `pendingLine`, which was on its way, was refused, only its text is there to undo.
async function runStep(direction, pendingLine) {
  // The page may have changed while we waited.
  const button = document.querySelector(`#${direction} button`);
  if (pendingLine && isWrong(pendingLine)) {
    focusBox(findBox(pendingLine));
    restoreLine(findBox(pendingLine));
    return releaseKeys();
  }
  if (!button) return releaseKeys();
  const form = new FormData(button.form);
  form.set(button.name, button.value);
  const answer = await sending.fetchAnswer(button.form.action, () => form);
  const text = await answer.text();
  const page = parsePage(text);
  if (!page.getElementById("place")) {
    const failure = isSentence(answer) ? text : describeFailedStep(direction);
    return showMessage(failure + discardHeldKeys());
  }
  // Somebody else changed the line since: nothing is typed over that unseen.
  const discardedText = answer.ok ? "" : discardHeldKeys();
  prefetch = null;
  showPage(page, `#line-${button.dataset.line}`);
  if (discardedText) showMessage(discardedText.trim());
  releaseKeys();
}

const describeFailedStep = (direction) =>
  `Something went wrong, so nothing was ${direction === "undo" ? "undone" : "redone"}.`;

// Keys besides text that are held; unlike the idle keys these include all that move the caret.
const HOLDABLE_KEYS = [...EDITING_KEYS, ...RETURN_KEYS, "Tab", "PageDown", "PageUp"];

document.addEventListener(
  "keydown",
  (event) => {
    if (event.isComposing) return;
    const key = { name: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
    if (event.altKey || (key.ctrl && !isStep(key))) return; // the browser's own
    if (heldKeys) {
      if (!isText(key) && !isStep(key) && !HOLDABLE_KEYS.includes(key.name)) return;
      event.preventDefault();
      heldKeys.push(key);
      showStatus();
      return;
    }
    if (isText(key) || ["Enter", "Backspace", "Tab"].includes(key.name)) resumeTyping();
    if (isText(key) || ["Backspace", "Delete"].includes(key.name)) restoreSeenVersion();
    if (takeIdleKey(key)) {
      event.preventDefault();
      event.stopPropagation(); // core/desk.js opens steps by digits.
    } else if (runKey(key, findFocusedBox())) {
      event.preventDefault();
    }
  },
  true,
);
document.addEventListener(
  "paste",
  (event) => {
    const keys = heldKeys || unusedKeys;
    if (!keys) return;
    event.preventDefault();
    keys.push({ text: event.clipboardData.getData("text").trim() });
    showStatus();
  },
  true,
);
document.addEventListener("focusin", (event) => {
  // Keep the unused keys readable while they are retyped.
  if (unusedKeys?.length) showMessage(`Not used: ${formatKeys(unusedKeys)}`);
  unusedKeys = null;
  showStatus();
  if (event.target.matches(".entry-box")) latestBoxId = event.target.id;
});
document.addEventListener("focusout", (event) => {
  if (event.target.matches(".entry-box") && event.target.isConnected && document.hasFocus()) {
    sendLine(event.target);
  }
});

// ---- The mouse, the browser's own buttons, and leaving

// Whether `url` is a page of this form: such pages differ by their numbers only.
const isEntryPage = (url) =>
  url.origin === location.origin &&
  url.pathname.replace(/\d+/g, "0") === shownPath.replace(/\d+/g, "0");

const isPlainClick = (event) =>
  !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey;

const leavesPage = (link) =>
  link.origin !== location.origin || link.pathname !== location.pathname || !link.hash;

const hasOpenLine = () => listBoxes().some((box) => isOpen(findLine(box)));

function sendAllLines() {
  for (const box of listBoxes()) sending.addLine(box);
}

// Leave this page by `navigate` once every line is stored, but not if one was refused.
async function leavePage(navigate) {
  sendAllLines();
  await sending.waitUntilSent();
  const openBox = listBoxes().find((box) => isOpen(findLine(box)));
  if (openBox) focusBox(openBox);
  else navigate();
}

document.addEventListener("click", (event) => {
  const fillButton = event.target.closest("[data-fill]");
  if (fillButton) {
    const box = findLatestBox();
    focusBox(box);
    box.value = fillButton.dataset.fill;
  }
  const link = event.target.closest("a[href]");
  if (!link || link.target || !isPlainClick(event)) return;
  if (isEntryPage(link)) {
    event.preventDefault();
    if (!heldKeys) turnTo(link.pathname, { hash: link.hash });
  } else if (leavesPage(link) && hasOpenLine()) {
    event.preventDefault();
    leavePage(() => location.assign(link.href));
  }
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const direction = { "undo-form": "undo", "redo-form": "redo" }[form.id];
  if (direction) {
    event.preventDefault();
    queueStep(direction, null);
  } else if (form.id === "lines") {
    event.preventDefault();
    const choice = submitter?.name;
    if (choice) sending.addLine(findBox(submitter.closest("tbody")), { [choice]: submitter.value });
    else sendAllLines();
  } else if (hasOpenLine()) {
    event.preventDefault();
    leavePage(() => form.requestSubmit(submitter));
  }
});
addEventListener("popstate", function goBack() {
  // A page that is on its way would otherwise replace the one gone back to.
  if (heldKeys) setTimeout(goBack, 50);
  else if (location.pathname !== shownPath) {
    turnTo(location.pathname, { hash: location.hash, push: false });
  }
});
addEventListener("beforeunload", (event) => {
  const hasChangedLine = listBoxes().some((box) => isChanged(findLine(box)));
  if (!sending.isIdle || heldKeys?.length || hasChangedLine) event.preventDefault();
});
addEventListener("pageshow", () => {
  // Going to #line-… takes the focus away.
  if (document.activeElement === document.body) focusFirst();
});

for (const button of document.querySelectorAll("[data-fill]")) button.disabled = false;
focusFirst();
fetchAhead();
// Send leftovers first; later lines queue behind them.
if (leftover.list(shownPath).length) sending.addStep(() => leftover.sendAll());
