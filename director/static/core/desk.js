// Small helps for the desk; every page works without them.
"use strict";

// Hints that are true only with scripts.
for (const hint of document.querySelectorAll("[data-needs-script]")) hint.hidden = false;

// A message that is named after its box, such as id_name_error, marks the box as refused, also if
// the answer has brought the message alone.
function markRefused() {
  for (const box of document.querySelectorAll("[data-refused]")) {
    for (const name of ["aria-invalid", "aria-describedby", "data-refused"]) {
      box.removeAttribute(name);
    }
  }
  for (const errorText of document.querySelectorAll("[id$=_error]")) {
    const box = document.getElementById(errorText.id.slice(0, -"_error".length));
    if (!box || box.ariaInvalid === "true") continue;
    for (const [name, value] of [
      ["aria-invalid", "true"],
      ["aria-describedby", errorText.id],
      ["data-refused", ""],
    ]) {
      box.setAttribute(name, value);
    }
  }
}
markRefused();
document.addEventListener("htmx:afterSettle", ({ detail: { elt, requestConfig } }) => {
  markRefused();
  const { id } = requestConfig?.elt ?? {};
  if (id?.startsWith("why-")) {
    document.getElementById(id.replace("why", "because"))?.scrollIntoView({ block: "nearest" });
  }
  if (["submit", "click"].includes(requestConfig?.triggeringEvent?.type)) {
    elt.querySelector("[aria-invalid=true]:not([type=hidden])")?.focus();
  }
});

// What was refused comes first: its message is read out with the box.
const refused = document.querySelector("main [aria-invalid=true]:not([type=hidden])");
refused?.closest("details")?.setAttribute("open", "");
if (refused) refused.focus();
else if (document.activeElement === document.body && !location.hash) findFirstToFill()?.focus();

// The cursor stands in the first box that has to be filled, or else on the next step: what a
// message leads to, what the page names as first, or its main button. It never stands on Pause,
// which a stray Enter would press. The page isn't scrolled away from its beginning.
function findFirstToFill() {
  const inSight = (part) =>
    part.checkVisibility() && part.getBoundingClientRect().bottom <= innerHeight;
  const find = (parts) => [...document.querySelectorAll(`main ${parts}`)].find(inSight);
  const empty =
    "form:not([role=search])" +
    " :is(input:not([type=checkbox], [type=radio]), textarea, select)[required]:invalid";
  const firstNamed =
    "[data-first]" +
    " :is(input:checked, input:not([type=hidden], [type=radio], [type=checkbox]), select)";
  const mainButton =
    ":is(#clock, #publish, #seats .status, .drawing)" +
    " :is(button, .button):not(.quiet, .danger, [value=pause])";
  return (
    document.querySelector("[autofocus]") ??
    find(empty) ??
    find("#messages a") ??
    find(firstNamed) ??
    find(mainButton)
  );
}

// A password that is typed once can be looked at.
document.addEventListener("change", ({ target }) => {
  if (target.dataset.shows) {
    document.getElementById(target.dataset.shows).type = target.checked ? "text" : "password";
  }
});

// What is too long to type is copied from its box.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  const box = document.getElementById(button.dataset.copy);
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(box.value);
  } catch {
    // a browser allows that only on a secure address
    box.select();
    isCopied = document.execCommand("copy");
  }
  button.nextElementSibling.textContent = isCopied ? "Copied." : "Press Ctrl C to copy.";
});

// A page that asks for news by itself stays quiet while nobody looks at it.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.detail.elt.hasAttribute("data-poll")) event.preventDefault();
});

// What is exchanged between being pressed and let go is never clicked: news wait for the finger, or
// for the next time.
let pressed = null; // what is held down, by finger or mouse
const waitingForClick = [];
const waitForClick = () =>
  pressed ? new Promise((goOn) => waitingForClick.push(goOn)) : Promise.resolve();
function endPress() {
  setTimeout(() => {
    // the click itself comes first
    pressed = null;
    for (const goOn of waitingForClick.splice(0)) goOn();
  });
}
addEventListener("pointerdown", ({ target }) => {
  pressed = target.closest("a, button, label, summary");
});
// A key: let go outside the window.
for (const end of ["pointerup", "pointercancel", "keydown"]) addEventListener(end, endPress);
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (pressed && detail.requestConfig.elt.hasAttribute("data-poll")) detail.shouldSwap = false;
});

// Signing in changes the token of every open page: what is sent takes the one of now, from the
// cookie.
const readCsrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
// Signing out takes it away: a desk page that the browser brings back afterwards is asked for anew,
// and so for the password.
addEventListener("pageshow", () => {
  if (!readCsrfToken() && document.querySelector("header form[action$='/sign-out/']")) {
    location.reload();
  }
});
document.addEventListener("htmx:configRequest", (event) => {
  if (!readCsrfToken()) return;
  event.detail.headers["X-CSRFToken"] = readCsrfToken();
  if (event.detail.parameters.csrfmiddlewaretoken) {
    event.detail.parameters.csrfmiddlewaretoken = readCsrfToken();
  }
});
document.addEventListener(
  "submit",
  (event) => {
    const box = event.target.querySelector("[name=csrfmiddlewaretoken]");
    if (box && readCsrfToken()) box.value = readCsrfToken();
  },
  true,
);

// What was asked and got no answer, or no page to show: say so, because nothing else would.
function showMessage(text, look) {
  const line = document.createElement("p");
  line.className = "say bad";
  line.dataset.said = "";
  line.textContent = text;
  if (look) {
    line.append(
      " ",
      Object.assign(document.createElement("a"), {
        href: location.pathname + location.search,
        textContent: look,
      }),
    );
  }
  document.getElementById("messages").replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
}

// Without an answer nobody knows whether it was stored. The program does what it knows by its key
// once, however often it is sent: each time htmx sends a form it gets a key of its own, and what
// carries data-again is sent until there is an answer.
const LOST = "There was no answer, so this may not have been saved.";
const PATIENCE = 15_000; // with what is sent again; without end elsewhere
const unsettled = new Map(); // what is still to be sent again, and the timer for it
const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
document.addEventListener("htmx:configRequest", (event) => {
  const { elt, verb, parameters, triggeringEvent } = event.detail;
  if (verb === "post" && triggeringEvent?.type !== "again") parameters.idempotency_key = makeKey();
  if (elt.hasAttribute("data-again")) event.detail.timeout = PATIENCE;
});
// Sent again: the former sending is old.
document.addEventListener("htmx:beforeRequest", (event) => stopResending(event.detail.elt));
// Brought back by the browser: what is sent there now is sent again.
addEventListener("pageshow", (event) => {
  for (const box of event.persisted
    ? document.querySelectorAll("input[name=idempotency_key]")
    : []) {
    box.value = makeKey();
  }
});
function stopResending(elt) {
  clearTimeout(unsettled.get(elt)?.timer);
  unsettled.delete(elt);
}
function handleLoss({ elt, requestConfig }) {
  if (elt.hasAttribute("data-poll")) return;
  if (!elt.hasAttribute("data-again")) {
    showMessage(LOST, "Check what was saved");
    return;
  }
  showMessage(`${LOST} It is sent again until the program answers.`);
  const tried = (requestConfig.triggeringEvent?.detail?.tried ?? 0) + 1;
  const timer = setTimeout(
    () => resend(elt, requestConfig, tried),
    Math.min(1000 * 2 ** (tried - 1), 10_000),
  );
  unsettled.set(elt, { timer });
}
function resend(elt, { verb, path, formData }, tried) {
  if (!elt.isConnected) {
    // what came meanwhile stands in its place
    unsettled.delete(elt);
    clearMessage();
    return;
  }
  const event = new CustomEvent("again", { detail: { tried } });
  // Lost once more: it comes here again.
  htmx.ajax(verb, path, { source: elt, event, values: formData }).catch(() => {});
}
function clearMessage() {
  if (!unsettled.size) document.querySelector("#messages [data-said]")?.remove();
}
for (const loss of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(loss, (event) => handleLoss(event.detail));
}
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.elt.hasAttribute("data-poll")) return;
  const { xhr } = event.detail;
  const isText = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  const sentence = isText ? xhr.responseText : "";
  if (sentence) {
    showMessage(sentence);
  } // the program's own word, also where the disk takes nothing
  // What stands before the program answered, not the program.
  else if ([502, 503, 504].includes(xhr.status)) handleLoss(event.detail);
  else if (xhr.status >= 500) {
    showMessage("Something went wrong, so this may not have been saved.", "Check what was saved");
  } else showMessage("Nothing was saved. Reload the page and try again.");
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && !event.detail.elt.hasAttribute("data-poll")) clearMessage();
});

// Where all that a box holds is marked, as after Tab, the next key takes its place. That holds too
// when an answer puts a new box there: htmx leaves a mark out that begins before the first letter.
let marked = ""; // the box in which all is marked
const isMarked = (box) =>
  box.selectionStart === 0 && box.selectionEnd > 0 && box.selectionEnd === box.value.length;
document.addEventListener("htmx:beforeSwap", () => {
  marked = isMarked(document.activeElement) ? document.activeElement.id : "";
});
document.addEventListener("htmx:afterSwap", () => {
  const box = document.activeElement;
  if (marked && box.id === marked && !isMarked(box)) box.select();
  marked = "";
});

// One key each for the buttons that name one; never while somebody types, but letters in boxes for
// a card's figures. Your account switches them off.
document.addEventListener("keydown", (event) => {
  if (document.body.dataset.keys === "off") return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const isFigure = event.target.closest("[data-card], #game-card") && /^[a-z]$/i.test(event.key);
  if (!isFigure && event.target.closest("input, select, textarea, [contenteditable]")) return;
  const button = document.querySelector(
    `[data-key="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`,
  );
  if (!button) return;
  event.preventDefault();
  button.click();
});

// A menu folds when something else is pressed, and by Escape.
for (const how of ["click", "keydown"]) {
  document.addEventListener(how, (/** @type {any} */ { target, key }) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (key === "Escape" || (how === "click" && !menu.contains(target))) menu.open = false;
    }
  });
}
