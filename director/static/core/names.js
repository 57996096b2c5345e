// Enter in a box for a name moves to the next box, because sending the form would save a page that
// is only half filled. At the last box, and with Ctrl, Enter sends the form. In the empty box
// beside a player, Enter takes the last partner, offered by the answer to the player's name.

const NAME_BOXES = "input[data-enter=next]";
// The server divides a pair typed in one box. This only foresees it, to pass over the second box.
const PAIR_SIGN = /\S\s*[&+/]\s*\S|\S\s+(and|und|et|en|och|og|ja)\s+\S/;

document.addEventListener("keydown", (event) => {
  const box = event.target.closest?.(NAME_BOXES);
  if (!box) return;
  if (event.key === "Escape") leaveBox(box);
  // While an input method composes a letter, Enter chooses the letter.
  if (event.key !== "Enter" || event.ctrlKey || event.isComposing) return;
  takeOffer(box);
  const nextBox = findBoxAfter(box, PAIR_SIGN.test(box.value));
  if (!nextBox) return;
  event.preventDefault();
  nextBox.focus();
});

// Esc leaves the box as it was entered: a step's number typed there by mistake becomes no name.
// Then the number keys lead to the steps.
function leaveBox(box) {
  removeOffer(box);
  if (box.value !== box.dataset.entered) {
    box.value = box.dataset.entered ?? box.defaultValue;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  box.blur();
}

document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.(NAME_BOXES)) target.dataset.entered = target.value;
});

function findBoxAfter(box, isPair) {
  const boxes = [...box.form.querySelectorAll(NAME_BOXES)].filter(
    (otherBox) => !otherBox.closest("details:not([open])"),
  );
  const index = boxes.indexOf(box);
  const partnerBox = boxes[index + 1];
  const isPartnerEmpty = partnerBox?.parentElement === box.parentElement && !partnerBox.value;
  if (isPair && isPartnerEmpty && box.closest(".couple")) return boxes[index + 2] ?? partnerBox;
  return partnerBox;
}

function takeOffer(box) {
  if (box.value) return;
  // Who types fast presses Enter before the answer is here: the offer is taken when it comes.
  box.toggleAttribute("data-takes", box.closest(".htmx-request") !== null);
  if (!box.dataset.offered) return;
  box.value = box.dataset.offered;
  removeOffer(box);
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

function showOffer(box, name) {
  box.dataset.offered = name;
  box.placeholder = `${name}?`;
  if (box.hasAttribute("data-takes")) takeOffer(box);
  if (box === document.activeElement) listOfferFirst(box);
}

function removeOffer(box) {
  box.toggleAttribute("data-takes", false);
  if (!box.dataset.offered) return;
  delete box.dataset.offered;
  box.placeholder = "";
  listOfferFirst(box);
}

// All boxes share one list of names. The one who is offered comes first while the box is in use.
function listOfferFirst(box) {
  document.querySelector("option[data-first-offer]")?.remove();
  if (!box.dataset.offered) return;
  const option = document.createElement("option");
  option.value = box.dataset.offered;
  option.dataset.firstOffer = "";
  box.list?.prepend(option);
}

document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.(NAME_BOXES)) listOfferFirst(target);
});

document.addEventListener("htmx:afterSwap", ({ detail: { requestConfig } }) => {
  const state = document.getElementById(requestConfig?.target?.id ?? "");
  if (!state?.matches(".state")) return;
  for (const box of state.parentElement.querySelectorAll(NAME_BOXES)) {
    renewOffer(box, state);
  }
  fillBoxes(state, requestConfig.formData);
});

function renewOffer(box, state) {
  const offer = state.querySelector(`[data-offer="${box.name}"]`);
  if (offer && !box.value) showOffer(box, offer.value);
  else removeOffer(box);
}

// The answer to a pair typed in one box has the name of each player.
function fillBoxes(state, sentData) {
  const fills = [...state.querySelectorAll("[data-fill]")];
  const boxes = fills.map((fill) => document.getElementById(fill.dataset.fill));
  // What was typed meanwhile stays: it is sent next.
  if (boxes.some((box) => box?.value !== sentData.get(box?.name))) return;
  for (const [index, box] of boxes.entries()) {
    const isPassed = box === document.activeElement && !box.value;
    box.value = fills[index].value;
    if (isPassed && box.value) findBoxAfter(box, false)?.focus();
  }
}

// The answer to a new name asks whether it is somebody known. The button takes the known person.
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-take]");
  const box = document.getElementById(button?.dataset.take ?? "");
  if (!box) return;
  box.value = button.value;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  box.focus();
});

// Somebody of this name plays already. What tells another one apart is typed after the name.
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-namesake]");
  if (!button) return;
  const name = button.dataset.namesake;
  const boxes = [...button.closest("tr").querySelectorAll(NAME_BOXES)];
  const isSameName = (box) => box.value.trim().toLowerCase() === name.toLowerCase();
  const box = boxes.find(isSameName) ?? boxes[0];
  box.value = `${name} `;
  box.focus();
  button.nextElementSibling.hidden = false;
  button.remove();
});
