// Entry of results on Scores (step 5): the mouse, the browser's own buttons, and leaving the page.
// What the keyboard does is in scores/keyboard.js.
import "./scores/news.js";
import { pressKey } from "./scores/keyboard.js";
import { showAnswer } from "./scores/answers.js";
import { findLatestBox, focusFirst } from "./scores/caret.js";
import { queueStep } from "./scores/entering.js";
import { heldKeys } from "./scores/held_keys.js";
import {
  findBox,
  findLine,
  focusBox,
  isChanged,
  isUnsettled,
  listAllBoxes,
} from "./scores/lines.js";
import { listStoredLines } from "./scores/line_storage.js";
import { enableFillButtons, fetchAhead, getShownPath, turnTo } from "./scores/pages.js";
import { queue, sendAllLines } from "./scores/queue.js";
import { showStatus } from "./scores/status.js";
import { sendStoredLines } from "./scores/stored_lines.js";

queue.onAnswer = showAnswer;
queue.onChange = showStatus;
heldKeys.onPress = pressKey;
heldKeys.onChange = showStatus;

const RETRY_PAUSE = 50; // milliseconds
const DIRECTIONS = { "undo-form": "undo", "redo-form": "redo" };

// Whether `url` is a page with lines: the addresses of such pages differ only by their numbers.
const isEntryPage = (url) =>
  url.origin === location.origin && hideNumbers(url.pathname) === hideNumbers(getShownPath());
const hideNumbers = (path) => path.replace(/\d+/g, "0");

// With a key or another button a click opens a new tab or window.
const isPlainClick = (event) =>
  !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey;

const leavesPage = (link) =>
  link.origin !== location.origin || link.pathname !== location.pathname || !link.hash;

const findUnsettledBox = () => listAllBoxes().find((box) => isUnsettled(findLine(box)));

// Leave the page by `navigate` once every line is stored, but not if one was refused.
async function leavePage(navigate) {
  sendAllLines();
  await queue.waitUntilIdle();
  const unsettledBox = findUnsettledBox();
  if (unsettledBox) focusBox(unsettledBox);
  else navigate();
}

function fillLatestBox(text) {
  const box = findLatestBox();
  focusBox(box);
  box.value = text;
}

document.addEventListener("click", (event) => {
  const fillButton = event.target.closest("[data-fill]");
  if (fillButton) fillLatestBox(fillButton.dataset.fill);
  const link = event.target.closest("a[href]");
  if (!link || link.target || !isPlainClick(event)) return;
  if (isEntryPage(link)) {
    event.preventDefault();
    // While keys are held, another page is on its way already.
    if (!heldKeys.isHolding) turnTo(link.pathname, { hash: link.hash });
  } else if (leavesPage(link) && findUnsettledBox()) {
    event.preventDefault();
    leavePage(() => location.assign(link.href));
  }
});

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const direction = DIRECTIONS[form.id];
  if (direction) {
    event.preventDefault();
    queueStep(direction, null);
  } else if (form.id === "lines") {
    event.preventDefault();
    sendSubmittedLines(submitter);
  } else if (findUnsettledBox()) {
    event.preventDefault();
    leavePage(() => form.requestSubmit(submitter));
  }
});

// A button with a name is in the question of a line: which of two results counts.
function sendSubmittedLines(submitter) {
  const isChoice = Boolean(submitter?.name);
  if (isChoice) {
    const box = findBox(submitter.closest("tbody"));
    queue.addLine(box, { [submitter.name]: submitter.value });
  } else {
    sendAllLines();
  }
}

addEventListener("popstate", showAddressedPage);

function showAddressedPage() {
  // A page that is on its way would replace the one that the Back button leads to.
  if (heldKeys.isHolding) {
    setTimeout(showAddressedPage, RETRY_PAUSE);
  } else if (location.pathname !== getShownPath()) {
    turnTo(location.pathname, { hash: location.hash, hasAddress: false });
  }
}

addEventListener("beforeunload", (event) => {
  const hasChangedLine = listAllBoxes().some((box) => isChanged(findLine(box)));
  if (!queue.isIdle || heldKeys.text || hasChangedLine) event.preventDefault();
});

addEventListener("pageshow", () => {
  // An address with #line-… moves the focus out of its box.
  if (document.activeElement === document.body) focusFirst();
});

enableFillButtons();
focusFirst();
fetchAhead();
// Lines that are entered from now on wait behind the stored ones.
if (listStoredLines(getShownPath()).length) queue.addStep(sendStoredLines);
