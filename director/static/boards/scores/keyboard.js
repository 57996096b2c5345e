// The keys of the page. They are pressed at once, held for a box that is not here yet, or shown as
// not used at the end of the lines.
import { showMessage } from "../../core/desk/messages.js";
import {
  findLatestBox,
  findRefusedBox,
  moveFocus,
  noteFocus,
  undoReturn,
} from "./caret.js";
import { enterLine, hasRefusedText, queueStep, restoreLine } from "./entering.js";
import {
  EDITING_KEYS,
  heldKeys,
  isHoldable,
  isRedo,
  isStep,
  isText,
  RETURN_KEYS,
} from "./held_keys.js";
import { findFocusedBox, focusBox } from "./lines.js";
import { restoreSeenVersion } from "./other_lines.js";
import { turnTo } from "./pages.js";
import { sendLine } from "./queue.js";
import { showStatus } from "./status.js";
import { unusedKeys } from "./unused_keys.js";

const PAGE_ACTIONS = {
  PageDown: () => followLink("next-page"),
  PageUp: () => followLink("previous-page"),
  F2: openAdjustment,
};

const BOX_ACTIONS = {
  Enter: enterLine,
  Escape: restoreLine,
  ArrowDown: (box) => moveFocus(box, 1),
  ArrowUp: (box) => moveFocus(box, -1),
};

// Run the action of `key`, and return whether it has one.
function runAction(key, box) {
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
  if (box && hasRefusedText(box)) return;
  if (link) turnTo(link.pathname);
  else if (box) sendLine(box);
}

function openAdjustment() {
  const help = document.getElementById("adjust");
  help.open = true;
  help.querySelector("[data-fill]").focus();
}

// Press a held key, as the browser would have done.
export function pressKey(key) {
  if (takeIdleKey(key)) return;
  const box = findFocusedBox();
  if (key.name && runAction(key, box)) return;
  if (!box) return;
  if (isText(key)) replaceSelection(box, key.text || key.name);
  else if (key.name === "Backspace") deleteBackward(box);
  else if (key.name === "Delete") deleteForward(box);
  else if (key.name === "Tab") moveFocus(box, key.shift ? -1 : 1);
  else if (key.ctrl && key.name === "z") box.value = box.defaultValue;
}

function replaceSelection(box, text) {
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
}

function deleteBackward(box) {
  const { selectionStart, selectionEnd } = box;
  const hasSelection = selectionStart !== selectionEnd;
  const start = hasSelection ? selectionStart : Math.max(selectionStart - 1, 0);
  box.setRangeText("", start, selectionEnd, "end");
}

function deleteForward(box) {
  const { selectionStart, selectionEnd } = box;
  const hasSelection = selectionStart !== selectionEnd;
  const end = hasSelection ? selectionEnd : selectionEnd + 1;
  box.setRangeText("", selectionStart, end, "end");
}

// Take `key` while the cursor is in no box, and return whether it was taken. A return key leads
// back to the lines; others are shown as not used.
function takeIdleKey(key) {
  if (!unusedKeys.isCollecting) return false;
  if (RETURN_KEYS.includes(key.name)) focusBox(findReturnBox(key));
  else if (isText(key) || EDITING_KEYS.includes(key.name)) unusedKeys.add(key);
  else return false;
  showStatus();
  return true;
}

function findReturnBox(key) {
  const refusedBox = key.name === "Escape" ? findRefusedBox() : null;
  return refusedBox || findLatestBox();
}

// Undo what the page did by itself just before `key`, if `key` came too soon to be about it.
function respectKeyBeforeSight(key) {
  if (isText(key) || ["Enter", "Backspace", "Tab"].includes(key.name)) undoReturn();
  if (isText(key) || ["Backspace", "Delete"].includes(key.name)) restoreSeenVersion();
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.isComposing) return;
    const key = { name: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
    const isOfBrowser = event.altKey || (key.ctrl && !isStep(key));
    if (isOfBrowser) return;
    if (heldKeys.isHolding) {
      if (!isHoldable(key)) return;
      event.preventDefault();
      heldKeys.add(key);
      return;
    }
    respectKeyBeforeSight(key);
    if (takeIdleKey(key)) {
      event.preventDefault();
      event.stopPropagation(); // core/desk/shortcuts.js would open a step by its digit
    } else if (runAction(key, findFocusedBox())) {
      event.preventDefault();
    }
  },
  true,
);
document.addEventListener(
  "paste",
  (event) => {
    if (!heldKeys.isHolding && !unusedKeys.isCollecting) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text").trim();
    if (!text) return;
    if (heldKeys.isHolding) heldKeys.add({ text });
    else unusedKeys.add({ text });
    showStatus();
  },
  true,
);
document.addEventListener("focusin", ({ target }) => {
  // The message keeps the keys readable while they are typed again.
  if (unusedKeys.text) showMessage(`Not used: ${unusedKeys.text}`);
  unusedKeys.stopCollecting();
  showStatus();
  noteFocus(target);
});
document.addEventListener("focusout", ({ target }) => {
  const isBoxLeft = target.matches(".entry-box") && target.isConnected;
  // Whoever only switches to another window has not left the box.
  if (isBoxLeft && document.hasFocus()) sendLine(target);
});
