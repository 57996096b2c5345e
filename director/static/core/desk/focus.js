// Where the cursor stands when a page opens or changes: in the first refused box, or else where the
// next thing is typed or pressed.

const REFUSED_BOX = "[aria-invalid=true]:not([type=hidden])";
const ERROR_SUFFIX = "_error";

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

document.addEventListener("htmx:afterSettle", ({ detail: { elt, requestConfig } }) => {
  markRefusedBoxes();
  scrollToReason(requestConfig?.elt);
  const isSentByPerson = ["submit", "click"].includes(requestConfig?.triggeringEvent?.type);
  if (isSentByPerson) elt.querySelector(REFUSED_BOX)?.focus();
});

// A pressed figure has the id why-KEY, and its reason comes in a row with the id because-KEY.
function scrollToReason(figure) {
  if (!figure?.id?.startsWith("why-")) return;
  const reason = document.getElementById(figure.id.replace("why", "because"));
  reason?.scrollIntoView({ block: "nearest" });
}

// Move the cursor when the page opens. A refused box comes first: a screen reader then reads its
// error with it.
function focusFirstBox() {
  const refusedBox = document.querySelector(`main ${REFUSED_BOX}`);
  if (refusedBox) {
    refusedBox.closest("details")?.setAttribute("open", "");
    refusedBox.focus();
    return;
  }
  const isFocusFree = document.activeElement === document.body && !location.hash;
  if (isFocusFree) findFirstToFill()?.focus();
}

// A refusal of several boxes together marks none of them. The first box of its row, or else of its
// form, is where to go on; the main button would act on something else.
function findBoxBesideRefusal() {
  const refusal = document.querySelector("main form .say.bad[role=alert]");
  const typed = ":is(input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select)";
  const places = [refusal?.closest("tr")?.previousElementSibling, refusal?.closest("form")];
  return places.map((place) => place?.querySelector(typed)).find(Boolean);
}

// The first empty box that is required, or else the next step: the link of a message, what the
// template names with data-first, or the main button. It is never Pause, which a stray Enter would
// press, nor anything below the window, because focus would scroll the page away from its top.
function findFirstToFill() {
  const isInWindow = (element) =>
    element.checkVisibility() && element.getBoundingClientRect().bottom <= innerHeight;
  const findInWindow = (selector) =>
    [...document.querySelectorAll(`main ${selector}`)].find(isInWindow);
  const emptyRequiredBox =
    "form:not([role=search])" +
    " :is(input:not([type=checkbox], [type=radio]), textarea, select)[required]:invalid";
  const boxNamedFirst =
    "[data-first]" +
    " :is(input:checked, input:not([type=hidden], [type=radio], [type=checkbox]), select)";
  const mainButton =
    ":is(#clock, #publish, #seats .status, .drawing)" +
    " :is(button, .button):not(.quiet, .danger, [value=pause])";
  return (
    document.querySelector("[autofocus]") ??
    findBoxBesideRefusal() ??
    findInWindow(emptyRequiredBox) ??
    findInWindow("#messages a") ??
    findInWindow(boxNamedFirst) ??
    findInWindow("[data-first]:not(:has(:checked)) [type=radio]") ??
    findInWindow(mainButton)
  );
}

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
