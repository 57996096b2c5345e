// Where the cursor stands: in the next box, back in a refused line, or in no box at the end.
import { heldKeys } from "./held_keys.js";
import {
  findBox,
  findFocusedBox,
  findLine,
  focusBox,
  isChanged,
  isEmpty,
  isRefused,
  isSent,
  listAllBoxes,
  listShownBoxes,
} from "./lines.js";
import { showStatus } from "./status.js";
import { unusedKeys } from "./unused_keys.js";

// Within a second after the page has changed by itself, a key is meant for what was there before:
// nobody reads and reacts faster.
export const REACTION_TIME = 1_000; // milliseconds

let latestBoxId = null; // of the box that had the cursor last
let lastMove = null; // the line that Enter left, and the box to which the cursor went
let caretReturn = null; // when the cursor went back to a refused line, and from which box

export function noteFocus(element) {
  if (element.matches(".entry-box")) latestBoxId = element.id;
}
export const findLatestBox = () => document.getElementById(latestBoxId) || listShownBoxes()[0];

export const findRefusedBox = () =>
  document.querySelector(".line.wrong:not([data-sent]) .entry-box");

// The line that `hash` names comes first, then a refused one, then the first empty one.
export function focusFirst(hash = location.hash) {
  const namedLine = hash.startsWith("#line-") && document.getElementById(hash.slice(1));
  if (namedLine) return focusBox(findBox(namedLine));
  const boxes = listShownBoxes();
  const refusedBox = boxes.find((box) => isRefused(findLine(box)));
  focusBox(refusedBox || boxes.find(isEmpty) || boxes[0]);
}

// Move up or down by `offset` lines, also to lines above the shown board.
export function moveFocus(box, offset) {
  const boxes = listAllBoxes();
  focusBox(boxes[boxes.indexOf(box) + offset]);
}

export function moveByEnter(box, nextBox) {
  focusBox(nextBox);
  lastMove = { line: findLine(box), targetBox: findFocusedBox() };
}

// Leave the cursor in no box after the last line: text typed on would replace a finished result.
export function leaveAllBoxes(box) {
  unusedKeys.startCollecting();
  if (box) lastMove = { line: findLine(box), targetBox: null };
  box?.blur();
  showStatus();
}

export function moveToEnd(box) {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

// Go back to the refused `line`, unless somebody has typed since. The cursor stands behind its
// text, so that a result typed without looking doesn't pass for a correction.
export function returnToRefused(line) {
  const box = findFocusedBox();
  const isLastMove = lastMove?.line === line && lastMove.targetBox === box;
  if (heldKeys.isHolding || !isLastMove || hasTypedSince(box)) return;
  caretReturn = { previousBox: box, time: performance.now() };
  moveToEnd(findBox(line));
}

function hasTypedSince(box) {
  if (box) return isChanged(findLine(box)) || isSent(findLine(box));
  const isEndUntouched = unusedKeys.isCollecting && !unusedKeys.text;
  return !isEndUntouched;
}

// Put the cursor back where it was if a key came too soon to be meant for the refused line.
export function undoReturn() {
  const previousReturn = caretReturn;
  caretReturn = null;
  if (!previousReturn) return;
  const isTooSoon = performance.now() - previousReturn.time < REACTION_TIME;
  if (!isTooSoon) return;
  if (previousReturn.previousBox) focusBox(previousReturn.previousBox);
  else leaveAllBoxes(findFocusedBox());
}
