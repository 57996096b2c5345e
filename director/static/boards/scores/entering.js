// Entering a line, correcting it, and undoing the last entry.
import { showMessage } from "../../core/desk/messages.js";
import {
  findRefusedBox,
  leaveAllBoxes,
  moveByEnter,
  moveToEnd,
} from "./caret.js";
import { heldKeys } from "./held_keys.js";
import {
  findBox,
  findLine,
  focusBox,
  isChanged,
  isEmpty,
  isRefused,
  isSent,
  listShownBoxes,
  unmarkUnstored,
} from "./lines.js";
import { fetchAhead, forgetPrefetch, parsePage, showPage, turnToNext } from "./pages.js";
import { isSentence, queue, sendLine } from "./queue.js";
import { showStatus } from "./status.js";

// Enter: send the line of `box` and move to the next box.
export function enterLine(box) {
  if (hasRefusedText(box)) return;
  const line = findLine(box);
  const isNewResult = box.dataset.stored === "" && !isEmpty(box);
  const isCorrection = isRefused(line) && !isSent(line);
  sendLine(box);
  if (isCorrection) moveOnOnceAnswered(box, isNewResult);
  else moveToNextBox(box, isNewResult);
}

// Whether the refused text in `box` is unchanged. Keys don't leave such a box.
export function hasRefusedText(box) {
  const line = findLine(box);
  return isRefused(line) && !isSent(line) && box.value === box.defaultValue;
}

// The first empty box after `index`, or else the first before it.
function findNextEmptyBox(boxes, index) {
  const boxesBefore = boxes.slice(0, Math.max(index, 0));
  return boxes.slice(index + 1).find(isEmpty) || boxesBefore.find(isEmpty);
}

function moveToNextBox(box, isNewResult) {
  const boxes = listShownBoxes();
  const index = boxes.indexOf(box);
  const emptyBox = findNextEmptyBox(boxes, index);
  // Only a new result finishes the page; a correction goes on down the lines.
  if (!emptyBox && isNewResult) return turnToNext(box);
  const nextBox = emptyBox || boxes[index + 1];
  if (!nextBox) return leaveAllBoxes(box);
  moveByEnter(box, nextBox);
  return fetchAhead();
}

// Hold further keys until the corrected line is accepted, or they would land in the next line.
async function moveOnOnceAnswered(box, isNewResult) {
  heldKeys.hold();
  await queue.waitUntilIdle();
  const isRefusedAgain = isRefused(findLine(box)) && !queue.isSignedOut;
  if (isRefusedAgain) moveToEnd(box);
  else await moveToNextBox(box, isNewResult);
  heldKeys.release();
}

// Esc: restore the stored text. If nothing was changed, go to the refused line.
export function restoreLine(box) {
  const line = findLine(box);
  if (isSent(line)) return; // too late: Ctrl+Z undoes it
  if (!isRefused(line) && !isChanged(line)) return focusBox(findRefusedBox());
  const keepButton = line.querySelector("[name=keep]");
  // Another desk changed the line: restore its result.
  if (keepButton) return keepButton.click();
  box.value = box.dataset.stored;
  box.defaultValue = box.value;
  line.querySelector(".refusal")?.remove();
  line.classList.remove("wrong");
  unmarkUnstored(line);
  box.removeAttribute("aria-invalid");
  box.select();
  showStatus();
}

const findStepButton = (direction) => document.querySelector(`#${direction} button`);

// Undo or redo the latest entry once all earlier ones are stored, and go to its line. Keys typed
// meanwhile are held for that line. Return whether there is something to undo or redo.
export function queueStep(direction, box) {
  const isTyping = box && box.value !== (findLine(box).dataset.sent ?? box.defaultValue);
  if (isTyping) return false; // the browser undoes typing
  if (queue.isIdle && !findStepButton(direction)) return false;
  const pendingLine = queue.lastLine;
  heldKeys.hold();
  queue.addStep(() => runStep(direction, pendingLine));
  return true;
}

// `pendingLine` was on its way when the key was pressed. If the program has refused it since, only
// its text is there to undo.
async function runStep(direction, pendingLine) {
  if (pendingLine && isRefused(pendingLine)) {
    focusBox(findBox(pendingLine));
    restoreLine(findBox(pendingLine));
    return heldKeys.release();
  }
  const button = findStepButton(direction); // an earlier answer may have removed it
  if (!button) return heldKeys.release();
  const form = new FormData(button.form);
  form.set(button.name, button.value);
  const answer = await queue.fetchAnswer(button.form.action, () => form);
  const text = await answer.text();
  const page = parsePage(text);
  if (page.getElementById("entry-page")) {
    showUndonePage(page, { isDone: answer.ok, lineName: button.dataset.line });
    return;
  }
  const failure = isSentence(answer) ? text : describeFailedStep(direction);
  showMessage([failure, heldKeys.discard()].filter(Boolean).join(" "));
}

function showUndonePage(page, { isDone, lineName }) {
  // Somebody else has changed the line, and the held keys would overwrite a result that nobody at
  // this desk has seen.
  const discardedSentence = isDone ? "" : heldKeys.discard();
  forgetPrefetch();
  showPage(page, { hash: `#line-${lineName}` });
  if (discardedSentence) showMessage(discardedSentence);
  heldKeys.release();
}

const describeFailedStep = (direction) =>
  `Something went wrong, so nothing was ${direction === "undo" ? "undone" : "redone"}.`;
