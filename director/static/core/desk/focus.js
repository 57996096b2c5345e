// Where the cursor stands when a page opens or changes: in the first refused box, or else where the
// next thing is typed or pressed. After a press it is at least at the answer, never lost.

import { isPress } from "./press.js";

const REFUSAL = ".say.bad[role=alert]";
const MESSAGE = ":is(#messages, [role=status]) .say";
const PRESS = "press"; // in the session storage until the page that answers the press
const REFUSED_BOX = "[aria-invalid=true]:not([type=hidden])";
const ERROR_SUFFIX = "_error";
const TYPING_BOX = ":is(input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select)";
const EMPTY_REQUIRED_BOX =
  "form:not([role=search])" +
  " :is(input:not([type=checkbox], [type=radio]), textarea, select)[required]:invalid";
const BOX_NAMED_FIRST =
  "[data-first]" +
  " :is(input:checked, summary, input:not([type=hidden], [type=radio], [type=checkbox]), select," +
  " button[aria-pressed=false])";
const UNANSWERED_CHOICE =
  "[data-first]:not(:has(:checked)) :is([type=radio], [type=checkbox])";
const MAIN_BUTTON =
  ":is(#clock, #publish, #seats .status, .drawing)" +
  " :is(button, .button):not(.quiet, .danger, [value=pause])";
const CLOCK_TITLE = "#clock h2"; // of a round that is being played, which Enter must not change

// Mark the box of each error as refused. The id of an error is that of its box with _error after
// it. An answer of htmx may contain the error without the box, so the program can't mark the box.
function markRefusedBoxes() {
  for (const box of document.querySelectorAll("[data-refused]")) {
    for (const name of ["aria-invalid", "aria-describedby", "data-refused"]) {
      box.removeAttribute(name);
    }
  }
  for (const error of document.querySelectorAll(`[id$=${ERROR_SUFFIX}]`)) {
    const box = document.getElementById(error.id.slice(0, -ERROR_SUFFIX.length));
    if (!box || box.ariaInvalid === "true") continue;
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", error.id);
    box.setAttribute("data-refused", "");
  }
}

let answerTimer = null;

document.addEventListener("htmx:afterSettle", ({ detail: { elt, requestConfig } }) => {
  markRefusedBoxes();
  scrollToReason(requestConfig?.elt);
  if (!requestConfig || !isPress(requestConfig)) return;
  elt.querySelector(REFUSED_BOX)?.focus();
  // Other parts of the page settle before the target of the answer, which comes last.
  clearTimeout(answerTimer);
  answerTimer = setTimeout(() => {
    if (isFocusFree()) focusFirstOf(listAnswerCandidates(elt, elt));
  });
});

// A form that loads a page. Its answer may be a redirect or the page itself.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const target = event.submitter?.getAttribute("formtarget") ?? form.getAttribute("target");
  if (!event.defaultPrevented && target !== "_blank") sessionStorage.setItem(PRESS, "1");
});
document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr } }) => {
  if (xhr.getResponseHeader("HX-Redirect")) sessionStorage.setItem(PRESS, "1");
});

function isAfterPress() {
  const isPressed = sessionStorage.getItem(PRESS) !== null;
  sessionStorage.removeItem(PRESS);
  return isPressed;
}

function isInWindow(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return element.checkVisibility() && top >= 0 && bottom <= innerHeight;
}

const isFocusFree = () => !document.activeElement || document.activeElement === document.body;

// Focus the first of `candidates` that can have the focus. Some are missing, hidden or disabled.
function focusFirstOf(candidates) {
  for (const candidate of candidates) {
    if (candidate?.tabIndex < 0) focusText(candidate);
    else candidate?.focus();
    if (!isFocusFree()) return;
  }
}

// A text can have the focus only with a tabindex, which a later click on it would use too.
function focusText(text) {
  text.tabIndex = -1;
  text.focus({ preventScroll: true });
  text.addEventListener("blur", () => text.removeAttribute("tabindex"), { once: true });
}

// What a press led to: a refusal, the next step, a message, or else where the answer begins.
const listAnswerCandidates = (root, beginning) => [
  root.querySelector("[autofocus]"),
  findBoxBesideRefusal(root),
  root.querySelector(REFUSAL),
  findFirstToFill(root),
  root.querySelector(MESSAGE) ?? document.querySelector(MESSAGE),
  beginning,
];

// A pressed figure has the id why-KEY, and its reason comes in a row with the id because-KEY.
function scrollToReason(figure) {
  if (!figure?.id?.startsWith("why-")) return;
  const reason = document.getElementById(figure.id.replace("why", "because"));
  reason?.scrollIntoView({ block: "nearest" });
}

// Move the cursor when the page opens. A refused box comes first: a screen reader then reads its
// error with it.
function focusFirstBox() {
  const isAnswer = isAfterPress();
  const refusedBox = document.querySelector(`main ${REFUSED_BOX}`);
  if (refusedBox) {
    refusedBox.closest("details")?.setAttribute("open", "");
    refusedBox.focus();
    return;
  }
  const main = document.querySelector("main");
  if (!main || !isFocusFree()) return;
  if (location.hash) {
    const namedPart = document.getElementById(location.hash.slice(1));
    if (isAnswer) focusFirstOf([namedPart, main]);
  } else if (isAnswer) {
    focusFirstOf(listAnswerCandidates(main, main.querySelector("h1") ?? main));
  } else {
    const autofocused = main.querySelector("[autofocus]");
    focusFirstOf([autofocused, findBoxBesideRefusal(main), findFirstToFill(main)]);
  }
}

// A refusal of several boxes together marks none of them. The first box of its row, or else of its
// form, is where to go on; the main button would act on something else.
function findBoxBesideRefusal(root) {
  const refusal = root.querySelector(`form ${REFUSAL}`);
  const refusedRow = refusal?.closest("tr")?.previousElementSibling;
  const form = refusal?.closest("form");
  return refusedRow?.querySelector(TYPING_BOX) ?? form?.querySelector(TYPING_BOX);
}

// The first empty box that is required, or else the next step: the link of a message, what the
// template names with data-first, or the main button. It is never Pause, which a stray Enter would
// press, nor anything below the window, because focus would scroll the page away from its top.
function findFirstToFill(root) {
  const findInWindow = (selector) => [...root.querySelectorAll(selector)].find(isInWindow);
  return (
    findInWindow(EMPTY_REQUIRED_BOX) ??
    findInWindow("#messages a") ??
    findInWindow(BOX_NAMED_FIRST) ??
    findInWindow(UNANSWERED_CHOICE) ??
    findInWindow(MAIN_BUTTON) ??
    findInWindow(CLOCK_TITLE)
  );
}

// A part that somebody unfolds: the cursor goes into its first box, if that is in sight.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest?.("summary")?.parentElement;
  // The fold opens only after the click.
  setTimeout(() => {
    const boxes = fold?.open ? [...fold.querySelectorAll(TYPING_BOX)] : [];
    boxes.find((box) => isInWindow(box) && !box.disabled)?.focus();
  });
});

// After Tab all text of a box is selected, so the next key replaces it. If an answer then replaces
// the box, htmx restores the cursor, but no selection that begins at the first letter.
let selectedBoxId = "";
const isAllSelected = (box) =>
  box.selectionStart === 0 && box.selectionEnd > 0 && box.selectionEnd === box.value.length;

document.addEventListener("htmx:beforeSwap", () => {
  const box = document.activeElement;
  selectedBoxId = isAllSelected(box) ? box.id : "";
});
document.addEventListener("htmx:afterSwap", () => {
  const box = document.activeElement;
  if (selectedBoxId && box.id === selectedBoxId && !isAllSelected(box)) box.select();
  selectedBoxId = "";
});

markRefusedBoxes();
focusFirstBox();
